//! What a formula or a text looks like when the names of its symbols do not count.
//!
//! The form is lexical: letters, Greek ones and those with numbers below become the number of
//! their first occurrence, blanks in formulas go. Versions that differ by names alone, each name
//! replaced by another one, have the same form; constants that are letters (`e`, `i`, `\pi`) count
//! as names, so that some that differ in more have the same form as well. Where forms differ,
//! nothing was merely renamed.

use mamut_engine::text::{Part, segments};

/// Commands that are names of symbols, in order.
const GREEK: [&str; 42] = [
    "Delta",
    "Gamma",
    "Lambda",
    "Omega",
    "Phi",
    "Pi",
    "Psi",
    "Sigma",
    "Theta",
    "Upsilon",
    "Xi",
    "alpha",
    "beta",
    "chi",
    "delta",
    "ell",
    "epsilon",
    "eta",
    "gamma",
    "iota",
    "kappa",
    "lambda",
    "mu",
    "nu",
    "omega",
    "phi",
    "pi",
    "psi",
    "rho",
    "sigma",
    "tau",
    "theta",
    "upsilon",
    "varepsilon",
    "varkappa",
    "varphi",
    "varpi",
    "varrho",
    "varsigma",
    "vartheta",
    "xi",
    "zeta",
];
/// Commands whose argument is no name, but a word, in order.
const WORDS: [&str; 7] = [
    "begin",
    "end",
    "mathbb",
    "mathrm",
    "mbox",
    "operatorname",
    "text",
];

/// The form of a formula or a text, as bytes that mean nothing else.
pub fn form(source: &str, is_text: bool) -> Vec<u8> {
    let mut form = Form {
        names: Vec::new(),
        out: Vec::with_capacity(source.len() + 16),
    };
    if is_text {
        for segment in segments(source).0 {
            match segment.part {
                Part::Formula(_) => {
                    form.out.push(b'$');
                    form.formula(&source[segment.inner]);
                    form.out.push(b'$');
                }
                Part::Prose | Part::Kept => {
                    form.out.extend_from_slice(source[segment.span].as_bytes());
                }
            }
        }
    } else {
        form.formula(source);
    }
    form.out
}

struct Form<'s> {
    /// Letters with the numbers below them.
    names: Vec<(&'s str, &'s str)>,
    out: Vec<u8>,
}

impl<'s> Form<'s> {
    fn formula(&mut self, source: &'s str) {
        let bytes = source.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let start = at;
            at += 1;
            match bytes[start] {
                b if b.is_ascii_whitespace() => {}
                b'\\' => {
                    at += letters(&bytes[at..]);
                    // `\,` and the like.
                    at += usize::from(at == start + 1 && at < bytes.len() && bytes[at].is_ascii());
                    let command = &source[start + 1..at];
                    if GREEK.binary_search(&command).is_ok() {
                        at = self.name(source, start, at);
                        continue;
                    }
                    self.out.extend_from_slice(&bytes[start..at]);
                    if WORDS.binary_search(&command).is_ok() {
                        let word = argument(&bytes[at..]);
                        self.out.extend_from_slice(&bytes[at..at + word]);
                        at += word;
                    }
                }
                b if b.is_ascii_alphabetic() => at = self.name(source, start, at),
                b => self.out.push(b),
            }
        }
    }

    /// A name from `start` to `end` and the number below it; where it ends.
    fn name(&mut self, source: &'s str, start: usize, end: usize) -> usize {
        let letter = &source[start..end];
        let (length, number) = below(&source[end..]);
        let name = (letter, number);
        let place = self.names.iter().position(|known| *known == name);
        let place = place.unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        });
        // No byte of UTF-8 text is 255.
        self.out.push(255);
        self.out.extend_from_slice(&(place as u16).to_le_bytes());
        end + length
    }
}

fn letters(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|b| b.is_ascii_alphabetic()).count()
}

/// The length of `{…}`, without braces inside.
fn argument(bytes: &[u8]) -> usize {
    if bytes.first() != Some(&b'{') {
        return 0;
    }
    bytes
        .iter()
        .position(|b| *b == b'}')
        .map_or(0, |end| end + 1)
}

/// The length of `_1` or `_{12}`, and the number.
fn below(text: &str) -> (usize, &str) {
    let Some(rest) = text.strip_prefix('_') else {
        return (0, "");
    };
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let braced = rest.strip_prefix('{').map(|inner| (inner, digits(inner)));
    match braced {
        Some((inner, n)) if n > 0 && inner[n..].starts_with('}') => (n + 3, &inner[..n]),
        None if digits(rest) > 0 => (2, &rest[..1]),
        _ => (0, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_count_and_all_else_does() {
        let same = |a: &str, b: &str| form(a, false) == form(b, false);
        for (a, b) in [
            ("a^2+b^2=c^2", "x^2 + y^2 = z^2"),
            (r"\alpha x+\alpha", "n m+n"),
            (r"x_1+x_2+x_{1}", r"a+\gamma+a"),
            (r"\mathrm{e}^{k}", r"\mathrm{e}^{\xi}"),
        ] {
            assert!(same(a, b), "{a} and {b}");
        }
        for (a, b) in [
            ("a+b", "a+a"),
            ("a+b", "a-b"),
            (r"\sin x", r"\cos x"),
            (r"\mathrm{e}^x", r"\mathrm{d}^x"),
            ("x_i", "x_1"),
        ] {
            assert!(!same(a, b), "{a} and {b}");
        }
    }

    #[test]
    fn lists_are_in_order() {
        assert!(GREEK.is_sorted() && WORDS.is_sorted());
    }

    #[test]
    fn words_of_texts_count() {
        let same = |a: &str, b: &str| form(a, true) == form(b, true);
        assert!(same(
            "For all $a$ we have $a=a$.",
            "For all $x$ we have $x = x$."
        ));
        assert!(!same(
            "For all $a$ we have $a=a$.",
            "For any $a$ we have $a=a$."
        ));
        assert!(!same(
            "For all $a$ we have $a=a$.",
            "For all $b$ we have $a=a$."
        ));
    }
}
