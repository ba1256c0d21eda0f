//! Nodes that rules make and that would be read as something else by the letters in them.

use std::collections::BTreeSet;

use mamut_engine::forest::{ClassId, Node};
use mamut_engine::term::{Head, Op};
use mamut_engine::vocabulary::{Kind, Vocabulary};

use crate::compile::Builder;

/// So many scripts on a letter are looked through.
const NESTED: usize = 3;

/// The operators that are looked at, by their tags.
pub(crate) struct Watched {
    power: Vec<Op>,
    product: Vec<Op>,
    signed: Vec<Op>,
    overlined: Vec<Op>,
    /// What may hang on a letter: indices, primes.
    scripts: Vec<Op>,
    /// What may stand around a vector.
    around: Vec<Op>,
    /// Brackets that are what is spoken of.
    grouped: Option<Op>,
    /// What is less than what.
    pub(crate) orders: Vec<Op>,
}

impl Watched {
    pub(crate) fn new(vocabulary: &Vocabulary) -> Self {
        let tagged = |tags: &[&str]| tags.iter().flat_map(|tag| vocabulary.tagged(tag)).collect();
        Self {
            power: tagged(&["power"]),
            product: tagged(&["product"]),
            signed: tagged(&["signed"]),
            overlined: tagged(&["overlined"]),
            scripts: tagged(&["scripted"]),
            around: tagged(&["element", "power"]),
            grouped: vocabulary.find("grouped"),
            orders: ["lt", "le", "gt", "ge"]
                .iter()
                .filter_map(|name| vocabulary.find(name))
                .collect(),
        }
    }
}

impl<'a> Builder<'a, '_> {
    /// The nodes of a class that read back; all when none would be left.
    pub(crate) fn readable(&self, class: ClassId) -> Vec<&'a Node> {
        let nodes = &self.forest.classes[class as usize].nodes;
        let lost = self.lost.get_or_init(|| self.unreadable());
        let leads = |n: &Node| !n.source && n.args.iter().any(|a| lost.contains(a));
        // Brackets around anything but what the law groups would be those of an operand.
        let grouped = self.is_grouped(class);
        let alike = |n: &&Node| !grouped || nodes.iter().any(|s| s.source && s.op == n.op);
        let kept: Vec<&Node> = nodes
            .iter()
            .filter(|n| !self.astray(n) && !leads(n))
            .filter(alike)
            .collect();
        match kept.is_empty() {
            true => nodes.iter().collect(),
            false => kept,
        }
    }

    /// Whether brackets that are spoken of stand around a class.
    fn is_grouped(&self, class: ClassId) -> bool {
        let Some(op) = self.printer.watched.grouped else {
            return false;
        };
        let grouped = self.grouped.get_or_init(|| {
            let nodes = self.forest.classes.iter().flat_map(|c| &c.nodes);
            let found = nodes.filter(|n| n.op == op);
            found.flat_map(|n| n.args.iter().copied()).collect()
        });
        grouped.contains(&class)
    }

    /// The classes that nothing readable stands for.
    fn unreadable(&self) -> BTreeSet<ClassId> {
        let classes = || (0..).zip(&self.forest.classes);
        let whole = classes().filter(|(_, c)| c.nodes.iter().all(|n| self.astray(n)));
        let mut lost: BTreeSet<ClassId> = whole.map(|(at, _)| at).collect();
        while !lost.is_empty() {
            let leads = |n: &Node| !n.source && n.args.iter().any(|a| lost.contains(a));
            let all = |nodes: &[Node]| nodes.iter().all(|n| self.astray(n) || leads(n));
            let more: Vec<ClassId> = classes()
                .filter(|(at, class)| !lost.contains(at) && all(&class.nodes))
                .map(|(at, _)| at)
                .collect();
            if more.is_empty() {
                break;
            }
            lost.extend(more);
        }
        lost
    }

    fn astray(&self, node: &Node) -> bool {
        if node.source || !matches!(node.op.head(), Head::Operator(_)) {
            return false;
        }
        let watched = &self.printer.watched;
        let op = node.op;
        // `R^{-1}` is the inverse of a matrix, where nothing says that `R` is a number; beside `x` an
        // `x^{-1}` is an element of a group.
        if watched.power.contains(&op) {
            return self.inverts(node.args[1])
                && (self.is_factor(node.args[0]) && self.letter(node.args[0], &[], &|_, _| true)
                    || self.letter(node.args[0], &watched.scripts, &|name, kind| {
                        kind == Kind::Num && name.len() == 1 && name.starts_with(char::is_uppercase)
                    }));
        }
        // Two factors in bold are a scalar product or matrices, two with hats are operators.
        if watched.product.contains(&op) {
            let vectors = node.args.iter().filter(|a| {
                self.letter(**a, &watched.scripts, &|name, _| spatial(name))
                    || self.letter(**a, &watched.around, &|name, _| spatial(name))
            });
            return vectors.count() > 1;
        }
        // `\bar{x}` is a letter of its own where nothing is complex.
        watched.overlined.contains(&op)
            && self.letter(node.args[0], &[], &|_, _| true)
            && !self.conjugates_letters()
    }

    /// Whether a class is a factor of some product of several: with an inverse it would be a
    /// conjugation.
    fn is_factor(&self, class: ClassId) -> bool {
        let factors = self.factors.get_or_init(|| {
            let nodes = self.forest.classes.iter().flat_map(|c| &c.nodes);
            let several = |n: &&Node| n.args.len() > 2;
            let products = nodes
                .filter(|n| self.printer.watched.product.contains(&n.op))
                .filter(several);
            products.flat_map(|n| n.args.iter().copied()).collect()
        });
        factors.contains(&class)
    }

    /// Whether a class is `-1`.
    fn inverts(&self, class: ClassId) -> bool {
        let one = |class: &ClassId| {
            let nodes = &self.forest.classes[*class as usize].nodes;
            nodes.iter().any(|n| n.op.head() == Head::Integer(1))
        };
        let nodes = &self.forest.classes[class as usize].nodes;
        nodes
            .iter()
            .any(|n| self.printer.watched.signed.contains(&n.op) && n.args.iter().all(one))
    }

    /// Whether a class is a letter that has a property, under scripts or signs.
    fn letter(&self, class: ClassId, on: &[Op], has: &dyn Fn(&str, Kind) -> bool) -> bool {
        let mut class = class;
        for _ in 0..=NESTED {
            let nodes = &self.forest.classes[class as usize].nodes;
            let Some(node) = nodes.first() else {
                return false;
            };
            match node.op.head() {
                Head::Symbol(index) => {
                    let symbol = &self.atoms.symbols[index as usize];
                    return has(&symbol.name, symbol.kind);
                }
                Head::Operator(_) if on.contains(&node.op) => class = node.args[0],
                _ => return false,
            }
        }
        false
    }

    /// Whether the source conjugates a letter: it says that numbers are complex.
    fn conjugates_letters(&self) -> bool {
        let overlined = &self.printer.watched.overlined;
        let mut nodes = self.forest.classes.iter().flat_map(|c| &c.nodes);
        nodes.any(|n| {
            n.source && overlined.contains(&n.op) && self.letter(n.args[0], &[], &|_, _| true)
        })
    }
}

/// Whether a name is written as that of a vector, a matrix or an operator.
fn spatial(name: &str) -> bool {
    let fonts = [
        r"\mathbf{",
        r"\boldsymbol{",
        r"\bm{",
        r"\textbf{",
        r"\vec{",
        r"\overrightarrow{",
    ];
    fonts.iter().any(|font| name.starts_with(font))
        || name
            .strip_prefix(r"\hat{")
            .is_some_and(|rest| rest.starts_with(char::is_uppercase))
}
