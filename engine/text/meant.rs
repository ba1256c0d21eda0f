//! Signs that are no arithmetic, by what the text is about: slashes of skew shapes `\lambda/\mu` and
//! quotients `G/H`, crosses of sets, letters of words side by side.

use crate::latex;
use crate::term::Term;
use crate::vocabulary::Vocabulary;

/// Words of texts in which Greek letters are partitions.
const SHAPES: &[&str] = &[
    "skew",
    "horizontal strip",
    "vertical strip",
    "ribbon",
    "border strip",
    "tableau",
    "young diagram",
    "ferrers",
];

/// Words of texts in which capital letters are groups, rings, spaces.
const QUOTIENTS: &[&str] = &[
    "quotient",
    "coset",
    "factor group",
    "factor ring",
    "homogeneous space",
    "field extension",
    "galois",
];

/// Words of texts in which a cross makes pairs.
const PAIRS: &[&str] = &["cartesian product", "direct product", "product of sets"];

/// Words of texts in which letters side by side are words.
const WORDS: &[&str] = &[
    "packed word",
    "lyndon word",
    "a word",
    "words",
    "one-line notation",
    "permutation",
];

/// Which signs of a text are no arithmetic.
#[derive(Clone, Copy, Debug)]
pub(super) struct Signs {
    shapes: bool,
    quotients: bool,
    pairs: bool,
    words: bool,
}

impl Signs {
    /// Those of a text with this prose, in lower case.
    pub(super) fn of(prose: &str) -> Self {
        let speaks = |words: &[&str]| words.iter().any(|word| prose.contains(word));
        Self {
            shapes: speaks(SHAPES),
            quotients: speaks(QUOTIENTS),
            pairs: speaks(PAIRS),
            words: speaks(WORDS),
        }
    }

    /// Whether a formula has such a sign.
    pub(super) fn are_in(self, formula: &str, term: &Term, vocabulary: &Vocabulary) -> bool {
        self.slashes(formula)
            || self.pairs && (formula.contains(r"\times") || formula.contains('×'))
            || self.words && spells(term, vocabulary)
    }

    fn slashes(self, formula: &str) -> bool {
        if !(self.shapes || self.quotients) || !formula.contains('/') {
            return false;
        }
        let letters = latex::letters(formula);
        letters.windows(2).any(|pair| {
            let [(_, before), (right, after)] = pair else {
                return false;
            };
            let between = &formula[before.end..after.start];
            let Some((scripts, blank)) = between.split_once('/') else {
                return false;
            };
            let beside = blank.trim().is_empty()
                && scripts
                    .chars()
                    .all(|c| " ^_{}()[]*'".contains(c) || c.is_ascii_digit());
            let capital = |name: &str| {
                name.trim_start_matches('\\')
                    .starts_with(char::is_uppercase)
            };
            let greek = |name: &str| name.starts_with('\\') && !capital(name) && name != r"\pi";
            beside && (self.shapes && greek(right) || self.quotients && capital(right))
        })
    }
}

/// Whether a formula, or a side of it, is a row of one letter with different indices:
/// `w_1 w_2 \cdots w_n`.
fn spells(term: &Term, vocabulary: &Vocabulary) -> bool {
    let name = |t: &Term| vocabulary.name(t.op);
    let row = |t: &Term| {
        let mut letters = t.args.iter().filter(|arg| name(arg) != "dots");
        let first = letters
            .next()
            .filter(|t| name(t) == "idx")
            .map(|t| &t.args[0]);
        let same = |t: &Term| name(t) == "idx" && Some(&t.args[0]) == first;
        matches!(name(t), "mul" | "mulseq" | "opmul")
            && t.args.len() > 2
            && first.is_some()
            && letters.all(same)
    };
    match name(term) {
        "eq" | "defines" => term.args.iter().any(row),
        _ => row(term),
    }
}

#[cfg(test)]
mod tests {
    use super::Signs;

    #[test]
    fn slashes_are_told_by_the_prose() {
        for (prose, formula, wanted) in [
            ("a skew partition $", r"\lambda/\mu", true),
            ("a skew partition $", r"s_{\lambda/\mu}(x) = c", true),
            ("a skew partition $", r"\lambda^{(1)} / \mu", true),
            ("a skew partition $", "a/b", false),
            ("an angle $", r"\lambda/\mu", false),
            ("the quotient $", "V/W", true),
            ("the quotient $", "a/b", false),
            ("a quotient of $", "(a + B)/2C", false),
        ] {
            assert_eq!(Signs::of(prose).slashes(formula), wanted, "{formula}");
        }
    }
}
