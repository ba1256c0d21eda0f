//! Numbers with a given whole part: an interval.

use super::reason::Reason;
use super::relation::Comparison;
use super::search::Search;
use super::solution::{self, Set};
use super::words::occurs;
use crate::term::{Op, Term};
use num_bigint::BigInt;
use num_rational::BigRational;

use super::sum::Sum;

impl Search<'_> {
    /// Solves an equation of which one side is a rounded number and the other one is given; none
    /// when it is another equation.
    pub(super) fn rounded(
        &mut self,
        statement: &Term,
        sides: [&Term; 2],
    ) -> Result<Option<Set>, Reason> {
        let [left, right] = sides;
        let known = |side: &Term| !occurs(side, self.unknown());
        let (side, value) = match (known(left), known(right)) {
            (false, true) => (left, right),
            (true, false) => (right, left),
            _ => return Ok(None),
        };
        let down = match self.words.name(side) {
            "floor" => true,
            "ceil" => false,
            _ => return Ok(None),
        };
        let Some(value) = self.reduce(value)?.as_rational() else {
            return Ok(None);
        };
        if !value.is_integer() {
            return Ok(Some(Set::Empty));
        }
        let one = BigRational::from_integer(BigInt::from(1));
        let (low, high) = if down {
            (value.clone(), value + one)
        } else {
            (value.clone() - one, value)
        };
        let comparisons = if down {
            [("le", low), ("gt", high)]
        } else {
            [("lt", low), ("ge", high)]
        };
        let comparisons = comparisons.map(|(relation, bound)| Comparison {
            left: self.term(&Sum::constant(bound)),
            relation: self.words.vocabulary.op(relation),
            right: side.args[0].clone(),
        });
        let each = comparisons.iter().map(|c| {
            self.words
                .node(c.relation, vec![c.left.clone(), c.right.clone()])
        });
        let both = self.words.named("and", each.collect());
        self.steps.clear();
        self.note("solve/whole-part", statement, &both);
        let set = self.chart(statement, &comparisons)?;
        let x = Term::leaf(Op::symbol(self.unknown()));
        let solution = solution::statement(self.words, &[x], &set);
        self.note("solve/sign-chart", &both, &solution);
        Ok(Some(set))
    }
}
