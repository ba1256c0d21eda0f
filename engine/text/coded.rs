//! How code and labels spell the letters of formulas: `nu`, `lam`, `x0`, `a1`, `dmin`.

use std::collections::{BTreeMap, BTreeSet};

use crate::latex;

/// Names of Greek letters.
const GREEK: &[&str] = &[
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa",
    "lambda", "mu", "nu", "xi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
    "ell",
];

/// What code writes for them where their names are long or words of the language.
const SHORT: &[(&str, &str)] = &[
    ("lam", "lambda"),
    ("lamb", "lambda"),
    ("lambd", "lambda"),
    ("lamda", "lambda"),
    ("lmbda", "lambda"),
    ("eps", "epsilon"),
    ("gam", "gamma"),
    ("sig", "sigma"),
    ("omg", "omega"),
];

/// An index longer than this is not spelled after its letter.
const LONGEST: usize = 12;

/// The names of symbols that a Greek word stands for, with or without a number after it.
pub(super) fn greek(word: &str) -> Vec<String> {
    let word = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let lower = word.to_lowercase();
    if !GREEK.contains(&lower.as_str()) {
        return Vec::new();
    }
    let mut names = vec![format!("\\{lower}"), format!("\\var{lower}")];
    if word.starts_with(char::is_uppercase) {
        names.push(format!("\\{}{}", &word[..1], &lower[1..]));
    }
    names
}

/// The same, of code, which may shorten it.
pub(super) fn greek_in_code(word: &str) -> Vec<String> {
    let bare = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let short = SHORT.iter().find(|(short, _)| *short == bare);
    greek(short.map_or(word, |(_, long)| long))
}

/// What the letters of formulas with their indices look like when they are written as one word, and
/// the names of the letters: `d_{\min}` as `dmin`, `a_1` as `a1`.
#[derive(Debug, Default)]
pub(super) struct Spellings(BTreeMap<String, BTreeSet<String>>);

impl Spellings {
    /// Notes the letters of a formula that have an index.
    pub(super) fn add(&mut self, latex: &str) {
        let letters = latex::letters(latex);
        for (at, (name, place)) in letters.iter().enumerate() {
            let Some(index) = latex[place.end..].strip_prefix('_').and_then(index) else {
                continue;
            };
            let spelled: String = plain(name).chain(plain(index)).collect();
            if spelled.len() > LONGEST {
                continue;
            }
            let end = place.end + 1 + index.len();
            let inner = letters[at..].iter().take_while(|(_, p)| p.end <= end);
            let names = inner.map(|(name, _)| name.clone());
            let names = names.filter(|name| !name.starts_with(r"\text{"));
            self.0.entry(spelled).or_default().extend(names);
        }
    }

    /// The letters that a word spells.
    pub(super) fn of(&self, word: &str) -> impl Iterator<Item = &String> {
        self.0.get(word).into_iter().flatten()
    }
}

/// The index at the beginning: a group in braces, a command, a character.
fn index(rest: &str) -> Option<&str> {
    let length = match rest.chars().next()? {
        '{' => rest.find('}')? + 1,
        '\\' => {
            let name = rest[1..].bytes().take_while(u8::is_ascii_alphabetic);
            let length = 1 + name.count();
            let argument = rest[length..]
                .strip_prefix('{')
                .and_then(|inner| inner.find('}'));
            length + argument.map_or(0, |inner| inner + 2)
        }
        c => c.len_utf8(),
    };
    Some(&rest[..length])
}

/// The letters and digits of some LaTeX, of which commands that set type say nothing.
fn plain(latex: &str) -> impl Iterator<Item = char> {
    const TYPE: &[&str] = &[
        "text",
        "mathrm",
        "rm",
        "mathbf",
        "bf",
        "bm",
        "boldsymbol",
        "mathit",
        "mathcal",
        "hat",
        "bar",
        "tilde",
        "vec",
        "operatorname",
    ];
    let pieces = latex.split('\\').enumerate().map(|(at, piece)| {
        let name = piece.bytes().take_while(u8::is_ascii_alphabetic).count();
        match at > 0 && TYPE.contains(&&piece[..name]) {
            true => &piece[name..],
            false => piece,
        }
    });
    pieces.flat_map(str::chars).filter(|c| c.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_with_an_index_are_spelled_as_one_word() {
        let mut spellings = Spellings::default();
        for latex in [r"d_{\min} + a_1", r"\beta_0 x_{ij}", r"e_\text{max}"] {
            spellings.add(latex);
        }
        let of = |word: &str| spellings.of(word).cloned().collect::<Vec<_>>().join(" ");
        assert_eq!(of("dmin"), "d");
        assert_eq!(of("a1"), "a");
        assert_eq!(of("beta0"), r"\beta");
        assert_eq!(of("xij"), "i j x");
        assert_eq!(of("emax"), "e");
        assert_eq!(of("a"), "");
    }

    #[test]
    fn greek_letters_have_names() {
        assert_eq!(greek("theta"), [r"\theta", r"\vartheta"]);
        assert_eq!(greek("Gamma1"), [r"\gamma", r"\vargamma", r"\Gamma"]);
        assert!(greek("lam").is_empty());
        assert_eq!(greek_in_code("lam0"), [r"\lambda", r"\varlambda"]);
        assert!(greek_in_code("lame").is_empty());
    }
}
