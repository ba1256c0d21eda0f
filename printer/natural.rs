//! How natural a node is beside the others of its class.

use mamut_engine::forest::{ClassId, Node};
use mamut_engine::term::{Head, Op};

use crate::compile::Builder;

/// How natural a node that the source writes is, next to a derived one of weight 1.
const SOURCE_WEIGHT: f64 = 5.0;
/// How natural a fraction in a fraction is, or a root of one.
const NESTED: f64 = 0.02;
/// How natural each further fraction among the factors of a product is.
const SCATTERED: f64 = 0.15;
/// How natural it is that one of them is there twice.
const REPEATED: f64 = 0.1;
/// How natural a power is at most that is written as several factors, whichever rule made the
/// product: `r \cdot r^2`.
const UNROLLED: f64 = 0.08;
/// How natural a broken or negative exponent of a number or constant is.
const NUMBER_TO_FRACTION: f64 = 0.1;

/// Products of more factors are not looked through.
const LONGEST: usize = 16;

/// The operators of fractions.
pub(crate) struct Fractions {
    pub(crate) div: Option<Op>,
    pub(crate) mul: Option<Op>,
    pub(crate) pow: Option<Op>,
    pub(crate) root: Option<Op>,
    pub(crate) neg: Option<Op>,
}

impl Builder<'_, '_> {
    /// The weight of a node: that of the rule that made it, less where nobody would write what
    /// the rule makes here.
    pub(crate) fn weight(&self, node: &Node) -> f64 {
        if node.source {
            return SOURCE_WEIGHT;
        }
        let equivalences = &self.printer.rules.equivalences;
        let weight = node
            .rule
            .map_or(1.0, |rule| equivalences[rule as usize].weight);
        let most = if self.unrolls(node) { UNROLLED } else { weight };
        weight.min(most) * self.taste(node)
    }

    /// Whether two factors of a product have the same base.
    fn unrolls(&self, node: &Node) -> bool {
        let ops = &self.printer.fractions;
        if Some(node.op) != ops.mul || node.args.len() > LONGEST {
            return false;
        }
        let base = |class: &ClassId| {
            let nodes = &self.forest.classes[*class as usize].nodes;
            let power = nodes.iter().find(|n| Some(n.op) == ops.pow);
            power
                .and_then(|n| n.args.first())
                .copied()
                .unwrap_or(*class)
        };
        let same = |i: usize| {
            let own = base(&node.args[i]);
            node.args[..i].iter().any(|other| base(other) == own)
        };
        (1..node.args.len()).any(same)
    }

    fn taste(&self, node: &Node) -> f64 {
        let ops = &self.printer.fractions;
        let op = Some(node.op);
        let broken = |class: &&ClassId| self.is_broken(**class);
        if op == ops.div || op == ops.root {
            let nested = node
                .args
                .iter()
                .filter(|part| self.holds_broken(**part))
                .count();
            // `\sqrt[s]{e}`
            let exponential = op == ops.root && self.has(node.args[0], self.printer.euler);
            return NESTED.powi(nested as i32 + 2 * i32::from(exponential));
        }
        if op == ops.mul {
            let fractions: Vec<ClassId> = node.args.iter().filter(broken).copied().collect();
            let repeated = (1..fractions.len()).any(|i| fractions[..i].contains(&fractions[i]));
            let further = fractions.len().saturating_sub(1) as i32;
            return SCATTERED.powi(further) * if repeated { REPEATED } else { 1.0 };
        }
        let [base, exponent] = node.args[..] else {
            return 1.0;
        };
        let odd = op == ops.pow
            && (self.is_broken(exponent) || self.has(exponent, ops.neg))
            && self.is_constant(base);
        if odd { NUMBER_TO_FRACTION } else { 1.0 }
    }

    /// Whether a class is written as a fraction or with a negative exponent.
    fn is_broken(&self, class: ClassId) -> bool {
        let ops = &self.printer.fractions;
        let nodes = &self.forest.classes[class as usize].nodes;
        nodes.iter().any(|n| {
            Some(n.op) == ops.div
                || Some(n.op) == ops.pow && n.args.get(1).is_some_and(|e| self.has(*e, ops.neg))
        })
    }

    /// Whether a class is written so, or has such a factor: `(x - m) \cdot \frac{x - m}{s}`.
    fn holds_broken(&self, class: ClassId) -> bool {
        let ops = &self.printer.fractions;
        let nodes = &self.forest.classes[class as usize].nodes;
        self.is_broken(class)
            || nodes.iter().any(|n| {
                (Some(n.op) == ops.mul || Some(n.op) == ops.neg)
                    && n.args.len() <= LONGEST
                    && n.args.iter().any(|part| self.is_broken(*part))
            })
    }

    fn has(&self, class: ClassId, op: Option<Op>) -> bool {
        let nodes = &self.forest.classes[class as usize].nodes;
        nodes.iter().any(|n| Some(n.op) == op)
    }

    fn is_constant(&self, class: ClassId) -> bool {
        let nodes = &self.forest.classes[class as usize].nodes;
        nodes.iter().any(|n| match n.op.head() {
            Head::Integer(_) | Head::Literal(_) => true,
            // Powers of e are exponentials.
            Head::Operator(_) => n.args.is_empty() && Some(n.op) != self.printer.euler,
            _ => false,
        })
    }

    /// Whether a class is a number or a fraction of numbers.
    pub(crate) fn is_coefficient(&self, class: ClassId) -> bool {
        let nodes = &self.forest.classes[class as usize].nodes;
        self.is_number(class)
            || nodes.iter().any(|n| {
                Some(n.op) == self.printer.fractions.div
                    && n.args.iter().all(|part| self.is_number(*part))
            })
    }
}
