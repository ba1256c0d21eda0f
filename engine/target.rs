//! Targets: how formulas are spelled in another syntax than LaTeX, as plain data.
//!
//! The notations of a target are ordinary notations; a [`Target`] holds what no template says: how
//! pieces are joined, how names and numbers are spelled, what is written for operators without a
//! notation.

use std::collections::BTreeMap;
use std::fmt::Write;

use num_rational::BigRational;
use num_traits::{Signed, Zero};

use crate::term::Op;

/// The most decimals of a number that is written with a point.
const DECIMALS: usize = 60;
/// The deepest nesting of a name: `\hat{\mathbf{x}}`.
const DEPTH: u32 = 8;

/// A syntax other than LaTeX.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Target {
    /// Its name: the directory of its file.
    pub name: String,
    /// What stands around a formula.
    pub whole: Around,
    /// Which neighbours a space keeps apart.
    pub apart: Apart,
    /// What stands between two factors without a sign; none when a sign is always written.
    pub juxtapose: Option<String>,
    /// The sign of a further term of a sum, with its spaces.
    pub plus: String,
    /// What stands on both sides of other signs in sums.
    pub gap: String,
    /// Operators that are signs of terms, and their signs.
    pub signs: Vec<(Op, String)>,
    /// What is put around a script of more than one token.
    pub script: (String, String),
    /// After a mark of scripts, characters that are scripts by themselves: `²` for `2` after `^`.
    pub raised: BTreeMap<char, BTreeMap<char, char>>,
    /// What stands between these is markup and no part of the formula.
    pub markup: Option<(char, char)>,
    /// A name of one character, and one that `names` spells.
    pub letter: Around,
    /// Any other name.
    pub word: Around,
    /// A number.
    pub number: Around,
    /// Whether names hold letters, digits and `_` alone.
    pub identifiers: bool,
    /// Names, in LaTeX, and their spelling.
    pub names: BTreeMap<String, String>,
    /// Fonts that are other characters: for a command, what it makes of letters.
    pub fonts: BTreeMap<String, BTreeMap<char, char>>,
    /// Commands around a name.
    pub commands: BTreeMap<String, Around>,
    /// A name with an index, which takes the place of the second `#`.
    pub indexed: (String, String, String),
    /// Operators with a name of their own.
    pub words: BTreeMap<Op, String>,
    /// An operator of `words` and its arguments.
    pub call: Option<Call>,
    /// Any other operator and its arguments.
    pub other: Option<Call>,
    /// Any other operator that makes a statement; as `other` when there is none.
    pub statement: Option<Call>,
}

/// Which neighbours a space keeps apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
pub enum Apart {
    /// None.
    #[default]
    Nothing,
    /// A word of several letters and a letter or digit.
    Words,
    /// Any two letters or digits.
    Alphanumerics,
}

/// What stands before and after something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Around {
    /// Before.
    pub before: String,
    /// After.
    pub after: String,
}

impl Around {
    fn put(&self, inner: &str) -> String {
        format!("{}{inner}{}", self.before, self.after)
    }
}

/// How an operator is written by its name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Call {
    /// Before the name.
    pub before: String,
    /// Between the name and the arguments.
    pub open: String,
    /// Between arguments.
    pub comma: String,
    /// After them.
    pub close: String,
}

impl Target {
    /// The spelling of the name of a symbol, which is given in LaTeX.
    pub fn spell(&self, latex: &str) -> String {
        self.spell_within(latex.trim(), DEPTH)
    }

    fn spell_within(&self, latex: &str, depth: u32) -> String {
        if let Some(name) = self.names.get(latex) {
            return self.letter.put(name);
        }
        let Some(depth) = depth.checked_sub(1) else {
            return self.plain(latex);
        };
        if let Some((base, index)) = split_index(latex) {
            let (before, between, after) = &self.indexed;
            let base = self.spell_within(base, depth);
            let index = self.spell_within(index, depth);
            return format!("{before}{base}{between}{index}{after}");
        }
        let Some((command, inner)) = split_command(latex) else {
            return self.plain(latex);
        };
        if let Some(font) = self.fonts.get(command) {
            let letters = self.names.get(inner).map_or(inner, String::as_str);
            if letters.chars().all(|c| font.contains_key(&c)) {
                let styled: String = letters.chars().filter_map(|c| font.get(&c)).collect();
                return self.characters(&styled);
            }
        }
        match self.commands.get(command) {
            Some(around) => around.put(&self.spell_within(inner, depth)),
            None => self.plain(latex),
        }
    }

    /// A name that the file says nothing of: its characters.
    fn plain(&self, latex: &str) -> String {
        let latex = latex.strip_prefix('\\').unwrap_or(latex);
        if self.identifiers {
            self.characters(&identifier(latex))
        } else {
            self.characters(&latex.replace(['\\', '{', '}'], ""))
        }
    }

    fn characters(&self, name: &str) -> String {
        match name.chars().nth(1) {
            Some(_) => self.word.put(name),
            None => self.letter.put(name),
        }
    }

    /// The name of an operator that the file does not name.
    pub fn operator(&self, name: &str) -> String {
        if self.identifiers {
            identifier(name)
        } else {
            name.to_owned()
        }
    }

    /// A whole number.
    pub fn integer(&self, value: &str) -> String {
        self.number.put(value)
    }

    /// A number with a point, if it has an end.
    pub fn decimal(&self, value: &BigRational) -> Option<String> {
        let ten = BigRational::from_integer(10.into());
        let mut rest = value.abs();
        let mut digits = rest.to_integer().to_string();
        rest -= rest.trunc();
        if !rest.is_zero() {
            digits.push('.');
        }
        for _ in 0..DECIMALS {
            if rest.is_zero() {
                return Some(self.number.put(&digits));
            }
            rest *= &ten;
            // Writing to memory cannot fail.
            let _ = write!(digits, "{}", rest.to_integer());
            rest -= rest.trunc();
        }
        None
    }

    /// The words of LaTeX that is nothing but words: `\text{otherwise}`, `\quad`.
    pub fn prose(&self, latex: &str) -> Option<String> {
        let latex = latex.trim();
        let (command, inner) = split_command(latex)?;
        let plain = |c: char| c.is_alphanumeric() || " .,:;'-".contains(c);
        let known = self.commands.get(command)?;
        inner
            .chars()
            .all(plain)
            .then(|| known.put(&self.word.put(inner)))
    }
}

/// The name and the index of `x_1`, `x_{12}`, `\alpha_n`.
fn split_index(latex: &str) -> Option<(&str, &str)> {
    let mut depth = 0;
    let at = latex.char_indices().find(|(_, c)| {
        depth += i32::from(*c == '{') - i32::from(*c == '}');
        depth == 0 && *c == '_'
    })?;
    let (base, index) = (&latex[..at.0], &latex[at.0 + 1..]);
    let index = index
        .strip_prefix('{')
        .and_then(|index| index.strip_suffix('}'))
        .unwrap_or(index);
    (!base.is_empty() && !index.is_empty()).then_some((base, index))
}

/// The command and the argument of `\mathbf{v}`.
fn split_command(latex: &str) -> Option<(&str, &str)> {
    let (command, rest) = latex.split_once('{')?;
    let inner = rest.strip_suffix('}')?;
    let word = command.trim().strip_prefix('\\')?;
    (!word.is_empty() && word.chars().all(|c| c.is_ascii_alphabetic()))
        .then_some((command.trim(), inner.trim()))
}

/// Letters, digits and `_`, beginning with a letter.
fn identifier(name: &str) -> String {
    let allowed = |c: char| if c.is_alphanumeric() { c } else { '_' };
    let clean: String = name.chars().map(allowed).collect();
    if clean.starts_with(|c: char| c.is_ascii_digit()) {
        format!("_{clean}")
    } else {
        clean
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(before: &str, after: &str) -> Around {
        Around {
            before: before.to_owned(),
            after: after.to_owned(),
        }
    }

    fn target() -> Target {
        let bold = ('A'..='Z')
            .zip(0x1D400..)
            .filter_map(|(c, at)| Some((c, char::from_u32(at)?)));
        Target {
            word: around("\"", "\""),
            names: BTreeMap::from([(r"\alpha".to_owned(), "alpha".to_owned())]),
            fonts: BTreeMap::from([(r"\mathbf".to_owned(), bold.collect())]),
            commands: BTreeMap::from([(r"\hat".to_owned(), around("hat(", ")"))]),
            indexed: (String::new(), "_(".to_owned(), ")".to_owned()),
            ..Target::default()
        }
    }

    #[test]
    fn names_are_spelled() {
        for (latex, spelled) in [
            ("x", "x"),
            (r"\alpha", "alpha"),
            (r"\alpha_{12}", "alpha_(\"12\")"),
            (r"\hat{\alpha}", "hat(alpha)"),
            (r"\hat{\mathbf{V}}_1", "hat(𝐕)_(1)"),
            (r"\mathbf{v}", "\"mathbfv\""),
            (r"\digamma", "\"digamma\""),
            ("speed", "\"speed\""),
            ("", ""),
            ("_", "_"),
            (r"\hat{", "\"hat\""),
        ] {
            assert_eq!(target().spell(latex), spelled, "{latex}");
        }
        let plain = Target {
            identifiers: true,
            ..Target::default()
        };
        assert_eq!(plain.spell(r"\mathbf{v}'"), "mathbf_v__");
        assert_eq!(plain.spell("2nd"), "_2nd");
        let deep = r"\hat{".repeat(10_000) + "x" + &"}".repeat(10_000);
        assert!(target().spell(&deep).starts_with("hat(hat("));
    }

    #[test]
    fn numbers_have_a_point_where_they_end() {
        let number = |n: i64, d: i64| target().decimal(&BigRational::new(n.into(), d.into()));
        assert_eq!(number(5, 2).as_deref(), Some("2.5"));
        assert_eq!(number(1, 1000).as_deref(), Some("0.001"));
        assert_eq!(number(12, 1).as_deref(), Some("12"));
        assert_eq!(number(1, 3), None);
    }
}
