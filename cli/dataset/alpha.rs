//! What a formula or a text looks like when the names of its symbols do not count.
//!
//! The form is lexical: letters, Greek ones and those with numbers below become the number of
//! their first occurrence, blanks in formulas go. Versions that differ by names alone, each name
//! replaced by another one, have the same form; constants that are letters (`e`, `i`, `\pi`) count
//! as names, so that some that differ in more have the same form as well. Where forms differ,
//! nothing was merely renamed.

use mamut_engine::text::{Part, segments};

/// Whether a command is the name of a symbol.
fn is_greek(command: &[u8]) -> bool {
    matches!(
        command,
        b"Delta"
            | b"Gamma"
            | b"Lambda"
            | b"Omega"
            | b"Phi"
            | b"Pi"
            | b"Psi"
            | b"Sigma"
            | b"Theta"
            | b"Upsilon"
            | b"Xi"
            | b"alpha"
            | b"beta"
            | b"chi"
            | b"delta"
            | b"ell"
            | b"epsilon"
            | b"eta"
            | b"gamma"
            | b"iota"
            | b"kappa"
            | b"lambda"
            | b"mu"
            | b"nu"
            | b"omega"
            | b"phi"
            | b"pi"
            | b"psi"
            | b"rho"
            | b"sigma"
            | b"tau"
            | b"theta"
            | b"upsilon"
            | b"varepsilon"
            | b"varkappa"
            | b"varphi"
            | b"varpi"
            | b"varrho"
            | b"varsigma"
            | b"vartheta"
            | b"xi"
            | b"zeta"
    )
}

/// Whether the argument of a command is no name, but a word.
fn takes_word(command: &[u8]) -> bool {
    matches!(
        command,
        b"begin" | b"end" | b"mathbb" | b"mathrm" | b"mbox" | b"operatorname" | b"text"
    )
}

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

struct Form {
    /// Letters with the numbers below them, packed.
    names: Vec<u128>,
    out: Vec<u8>,
}

impl Form {
    fn formula(&mut self, source: &str) {
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
                    let command = &bytes[start + 1..at];
                    if is_greek(command) {
                        at = self.name(source, start, at);
                        continue;
                    }
                    self.out.extend_from_slice(&bytes[start..at]);
                    if takes_word(command) {
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
    fn name(&mut self, source: &str, start: usize, end: usize) -> usize {
        let (length, number) = below(&source[end..]);
        let name = packed(&source.as_bytes()[start..end], number.as_bytes());
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

/// A letter and a number as one number, so that names are compared at once; for more than sixteen
/// bytes a digest of them.
fn packed(letter: &[u8], number: &[u8]) -> u128 {
    const FNV: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    let all = letter.iter().chain(number);
    if letter.len() + number.len() <= 16 {
        all.fold(0, |key, byte| (key << 8) | u128::from(*byte))
    } else {
        all.fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, |key, byte| {
            (key ^ u128::from(*byte)).wrapping_mul(FNV)
        })
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
            (r"\vartheta_{1234567890}+x_1", r"a+\varepsilon_{9876543210}"),
        ] {
            assert!(same(a, b), "{a} and {b}");
        }
        for (a, b) in [
            ("a+b", "a+a"),
            ("a+b", "a-b"),
            (r"\sin x", r"\cos x"),
            (r"\mathrm{e}^x", r"\mathrm{d}^x"),
            ("x_i", "x_1"),
            (
                r"\vartheta_{1234567890}+\vartheta_{1234567890}",
                r"\vartheta_{1234567890}+\vartheta_{1234567891}",
            ),
        ] {
            assert!(!same(a, b), "{a} and {b}");
        }
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
