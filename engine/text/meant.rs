//! Signs that are no arithmetic, by what the text is about: slashes of skew shapes `\lambda/\mu` and
//! quotients `G/H`, crosses of sets, letters of words side by side.

use crate::latex;
use crate::phrases::{Lexicon, Tells};
use crate::term::Term;
use crate::vocabulary::Vocabulary;

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
    pub(super) fn of(prose: &str, lexicon: &Lexicon) -> Self {
        let speaks = |of: Tells| lexicon[of].are_in(prose);
        Self {
            shapes: speaks(Tells::Shape),
            quotients: speaks(Tells::Quotient),
            pairs: speaks(Tells::Pairs),
            words: speaks(Tells::Word),
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
        let lexicon = crate::common::builtin().symbols.lexicon;
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
            let signs = Signs::of(prose, &lexicon);
            assert_eq!(signs.slashes(formula), wanted, "{formula}");
        }
    }
}
