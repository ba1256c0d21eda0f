//! Digits of a number that stand side by side, which is no product.

use crate::latex::elaborate::Elaborator;
use crate::latex::tree::{Head, Join, Tree};

impl Elaborator<'_> {
    /// Whether figures and letters with a line below stand side by side, which are the digits of a number:
    /// `\underline{4}\,\underline{A}\,\underline{6}`. Figures have lost their line. So do figures beside
    /// a row of them that is counted: `1\underbrace{0 \ldots 0}_{n}5`.
    pub(in crate::latex::elaborate) fn of_digits(&self, joins: &[Join], tree: &Tree) -> bool {
        let lined = |t: &Tree| t.symbol().is_some_and(|n| n.starts_with(r"\underline{"));
        let figure = |t: &Tree| matches!(&t.head, Head::Number(n) if n.len() == 1);
        let digits =
            |t: &Tree| matches!(&t.head, Head::Number(n) if n.bytes().all(|b| b.is_ascii_digit()));
        let row = |t: &Tree| match (&t.head, t.args.as_slice()) {
            (Head::Apply(op), [row, _]) if self.table.usual.underbraced == Some(*op) => {
                matches!(row.head, Head::Product(_))
                    && row.args.iter().any(|t| self.is_dots(t))
                    && row.args.iter().all(|t| self.is_dots(t) || digits(t))
            }
            _ => false,
        };
        if joins.iter().any(|j| *j != Join::Beside) {
            return false;
        }
        // A number before a vector is a factor.
        let inner = tree.args.iter().skip(1).any(figure);
        let letters = tree.args.iter().filter(|t| lined(t)).count();
        tree.args.iter().all(|t| lined(t) || figure(t)) && (letters > 1 || letters == 1 && inner)
            || tree.args.iter().all(|t| digits(t) || row(t)) && tree.args.iter().any(row)
    }
}
