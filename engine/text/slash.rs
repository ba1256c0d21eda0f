//! Slashes that are no divisions, by what the text is about: skew shapes `\lambda/\mu`, quotients
//! `G/H`.

use crate::latex;

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

/// Which slashes of a text divide nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slashes {
    shapes: bool,
    quotients: bool,
}

impl Slashes {
    /// Those of a text with this prose, in lower case.
    pub(super) fn of(prose: &str) -> Self {
        let speaks = |words: &[&str]| words.iter().any(|word| prose.contains(word));
        Self {
            shapes: speaks(SHAPES),
            quotients: speaks(QUOTIENTS),
        }
    }

    /// Whether a formula has such a slash.
    pub(super) fn are_in(self, formula: &str) -> bool {
        if !(self.shapes || self.quotients) || !formula.contains('/') {
            return false;
        }
        let letters = latex::letters(formula);
        letters.windows(2).any(|pair| {
            let [(left, before), (right, after)] = pair else {
                return false;
            };
            let between = &formula[before.end..after.start];
            let Some((scripts, blank)) = between.split_once('/') else {
                return false;
            };
            let beside = blank.trim().is_empty()
                && scripts
                    .chars()
                    .all(|c| " ^_{}()*'".contains(c) || c.is_ascii_digit());
            let capital = |name: &str| {
                name.trim_start_matches('\\')
                    .starts_with(char::is_uppercase)
            };
            let greek = |name: &str| name.starts_with('\\') && !capital(name) && name != r"\pi";
            beside
                && (self.shapes && greek(right)
                    || self.quotients && capital(right) && (capital(left) || left.len() == 1))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Slashes;

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
            assert_eq!(Slashes::of(prose).are_in(formula), wanted, "{formula}");
        }
    }
}
