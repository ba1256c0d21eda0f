//! The operators and levels that notations of their own shape need, by name.

mod groups;
mod usual;

use super::kinds::telling;
use crate::term::{Head, Op};
use crate::vocabulary::{Kind, Level, Operator, Vocabulary};
pub(super) use groups::Fields;
use groups::{Laws, States};
use rustc_hash::FxHashMap;
use usual::Usual;

/// What the parser and the elaborator know of the vocabulary besides its readings. An operator that
/// a vocabulary does not have is none, and its notation is then not read.
pub(super) struct Known {
    /// The level of relations.
    pub(super) relation: Level,
    /// The level of sums.
    pub(super) sum: Level,
    pub(super) strength: Strengths,
    /// The operators that notations of their own need.
    pub(super) add: Op,
    pub(super) neg: Option<Op>,
    pub(super) dots: Option<Op>,
    pub(super) div: Op,
    pub(super) eq: Option<Op>,
    pub(super) member: Option<Op>,
    pub(super) tends: Option<Op>,
    pub(super) ratio: Option<Op>,
    /// `\equiv` between numbers and between statements.
    pub(super) identical: (Option<Op>, Option<Op>),
    pub(super) le: Option<Op>,
    pub(super) from_above: Option<Op>,
    pub(super) from_below: Option<Op>,
    pub(super) root: Option<Op>,
    pub(super) not: Option<Op>,
    pub(super) congruent: Option<Op>,
    pub(super) modulo: Option<Op>,
    pub(super) remainder: Option<Op>,
    /// Conjunction, which is a meet in a lattice, and disjunction, a join.
    pub(super) junctions: (Op, Op),
    /// What words say of something.
    pub(super) says: Option<Op>,
    pub(super) by: Option<Op>,
    pub(super) rising: Option<Op>,
    pub(super) under: Option<Op>,
    pub(super) maps: Option<Op>,
    pub(super) defines: Option<Op>,
    pub(super) blank: Option<Op>,
    pub(super) boundary: Option<Op>,
    pub(super) implies: Option<Op>,
    pub(super) compose: Option<Op>,
    pub(super) infinity: Option<Op>,
    pub(super) abs: Option<Op>,
    pub(super) norm: Option<Op>,
    pub(super) cases: Option<(Op, Op, Op)>,
    pub(super) evaluation: Option<(Op, Op)>,
    pub(super) derivative: Option<(Op, Op)>,
    /// Brackets of states and means.
    pub(super) states: Option<States>,
    pub(super) inner: Option<Op>,
    pub(super) binom: Option<Op>,
    pub(super) wedge: Option<Op>,
    /// `f[x]`.
    pub(super) bracket_call: Option<Op>,
    /// Arguments with bars between them.
    pub(super) barred: Option<Op>,
    pub(super) divides: Option<Op>,
    /// Big products, which end before the next sum.
    pub(super) big_products: Vec<Op>,
    /// Extrema over all values of a letter.
    pub(super) extremal: Vec<Op>,
    /// Integrals, with bounds or without.
    pub(super) integrals: Vec<Op>,
    /// Orders of numbers.
    pub(super) orders: Vec<Op>,
    /// Orders of groups and their normal subgroups, of rings and their ideals.
    pub(super) normal: Vec<Op>,
    pub(super) differential_of: Option<Op>,
    /// Products that other factors bind more tightly to than their sign.
    pub(super) loose: Vec<Op>,
    /// Operators of one argument and no more, ascending.
    unary: Vec<Op>,
    pub(super) ordered: Option<Op>,
    /// Functional and covariant derivatives.
    pub(super) variation: Option<(Op, Op)>,
    /// A command that nothing is known about, and its groups.
    pub(super) command: Option<Op>,
    pub(super) accent: Option<Op>,
    pub(super) slashed: Option<Op>,
    /// Something over or under a symbol.
    pub(super) stacks: Option<(Op, Op)>,
    /// A sign with limits that bind nothing.
    pub(super) limited: Option<Op>,
    pub(super) contour: Option<Op>,
    /// What stands in the place of the variable of an integral: `d^n x`, `\mathcal{D}\phi`.
    pub(super) elements: Option<(Op, Op)>,
    /// An integral with an upper limit alone.
    pub(super) upto: Option<Op>,
    /// A definite integral with a variable that is no plain letter.
    pub(super) between: Option<Op>,
    pub(super) fields: Option<Fields>,
    /// An integral without a variable: without and with bounds.
    pub(super) integral: Option<Op>,
    pub(super) definite: Option<Op>,
    /// An integral over a domain with several variables.
    pub(super) many: Option<Op>,
    /// Operators with limits and what stands for them without any.
    pub(super) unbounded: Vec<(Op, Op)>,
    /// Operators on random variables, and what they are under a law that is written.
    pub(super) laws: Vec<(Op, Laws)>,
    /// Operators whose operand ends with a differential.
    pub(super) differential: Vec<Op>,
    pub(super) quantifiers: Vec<Op>,
    pub(super) set_constants: Vec<Op>,
    /// Infix operators that multiply.
    pub(super) products: Vec<Op>,
    /// How the nodes of each operator are built.
    shapes: Vec<Shape>,
    pub(super) arities: FxHashMap<Op, usize>,
    /// Operators that occur in most formulas.
    pub(super) usual: Usual,
    /// Those that tell of products in order, of ideals, and of lines and planes.
    pub(super) apart: super::apart::Signs,
    pub(super) ideals: Option<super::ideals::Signs>,
    pub(super) planes: Option<super::planes::Signs>,
    names: FxHashMap<String, Op>,
}

/// How the nodes of an operator are built.
#[derive(Clone, Copy, Default)]
pub(super) struct Shape {
    /// What it is when an ellipsis among its arguments gives them an order.
    pub(super) ordered: Option<Op>,
    /// Its factors give their signs to the whole.
    pub(super) signed: bool,
    /// Arguments of the same operator are arguments of this one.
    pub(super) flat: bool,
    /// What stands for it between the sides of a chain.
    pub(super) sign: Option<Op>,
    /// It may tell what its arguments stand for.
    pub(super) tells: bool,
}

impl Shape {
    fn new(operator: &Operator, vocabulary: &Vocabulary) -> Self {
        let name = operator.name.as_str();
        let unordered = operator.comm && !matches!(name, "add" | "mul");
        let signed = matches!(name, "mul" | "matmul" | "opmul") && vocabulary.find("neg").is_some();
        Self {
            ordered: vocabulary.find(&format!("{name}seq")).filter(|_| unordered),
            signed,
            flat: signed || operator.assoc || name == "mulseq",
            sign: vocabulary.find(&format!("rel-{name}")),
            tells: matches!(
                name,
                "ker" | "image" | "rank" | "prob" | "condprob" | "indexof"
            ) || operator.signatures.len() > 1
                || operator
                    .signatures
                    .iter()
                    .any(|s| s.args.iter().any(|kind| telling(*kind))),
        }
    }
}

/// Strengths of connections: four times the level.
pub(super) struct Strengths {
    pub(super) implication: u8,
    /// Between statements: weaker than any connective but implication.
    pub(super) comma: u8,
    /// Equality of truth values.
    pub(super) boolean: u8,
    pub(super) entailment: u8,
    pub(super) disjunction: u8,
    pub(super) relation: u8,
    pub(super) sum: u8,
    pub(super) product: u8,
}

impl Known {
    pub(super) fn new(vocabulary: &Vocabulary) -> Self {
        let level = |name: &str| vocabulary.level(name).unwrap_or(0);
        let find = |name: &str| vocabulary.find(name);
        // No operator of a vocabulary has this index.
        let none = Op::operator((1 << 28) - 1);
        let tagged = |tag: &str| -> Vec<Op> {
            let all = (0u32..).zip(&vocabulary.operators);
            all.filter(|(_, o)| o.tags.iter().any(|t| t == tag))
                .map(|(i, _)| Op::operator(i))
                .collect()
        };
        Self {
            relation: level("relation"),
            sum: level("sum"),
            strength: Strengths {
                entailment: 4 * level("entailment"),
                implication: 4 * level("implication"),
                comma: 4 * level("implication") + 1,
                boolean: (4 * level("disjunction")).saturating_sub(1),
                disjunction: 4 * level("disjunction"),
                relation: 4 * level("relation"),
                sum: 4 * level("sum"),
                product: 4 * level("product"),
            },
            add: find("add").unwrap_or(none),
            neg: find("neg"),
            dots: find("dots"),
            div: find("div").unwrap_or(none),
            eq: find("eq"),
            member: find("in"),
            tends: find("tends"),
            ratio: find("ratio"),
            identical: (find("equiv"), find("logequiv")),
            le: find("le"),
            from_above: find("tendsdown"),
            from_below: find("tendsup"),
            root: find("root"),
            not: find("not"),
            congruent: find("congruent"),
            modulo: find("modulo"),
            remainder: find("mod"),
            junctions: (find("and").unwrap_or(none), find("or").unwrap_or(none)),
            says: find("says"),
            by: find("intby"),
            rising: find("rising"),
            under: find("under"),
            maps: find("maps"),
            defines: find("defines"),
            blank: find("blank"),
            boundary: find("boundary"),
            implies: find("implies"),
            compose: find("compose"),
            infinity: find("infty"),
            abs: find("abs"),
            norm: find("norm"),
            cases: find("cases")
                .zip(find("case"))
                .zip(find("otherwise"))
                .map(|((a, b), c)| (a, b, c)),
            evaluation: find("evalat").zip(find("evalbetween")),
            derivative: find("diff").zip(find("pdiff")),
            states: States::new(vocabulary),
            inner: find("inner"),
            binom: find("binom"),
            wedge: find("wedge"),
            bracket_call: find("callsquare"),
            barred: find("barred"),
            divides: find("divides"),
            big_products: ["prod", "prodin", "prodcond", "prodall"]
                .into_iter()
                .filter_map(find)
                .collect(),
            normal: ["normalin", "normalproper", "overnormal"]
                .into_iter()
                .filter_map(find)
                .collect(),
            integrals: ["int", "dint", "intmany", "intover", "intto", "integral"]
                .into_iter()
                .filter_map(find)
                .collect(),
            orders: ["le", "lt", "ge", "gt"]
                .into_iter()
                .filter_map(find)
                .collect(),
            extremal: [
                "minall",
                "maxall",
                "infall",
                "supall",
                "argminall",
                "argmaxall",
            ]
            .into_iter()
            .filter_map(find)
            .collect(),
            differential_of: find("differential"),
            loose: [
                "otimes", "wedge", "star", "odot", "inter", "setminus", "smile", "frown",
                "boxtimes",
            ]
            .iter()
            .filter_map(|name| find(name))
            .collect(),
            unary: (0u32..)
                .zip(&vocabulary.operators)
                .filter(|(_, o)| {
                    o.signatures.iter().any(|s| s.takes(1))
                        && !o.signatures.iter().any(|s| s.takes(2))
                })
                .map(|(i, _)| Op::operator(i))
                .collect(),
            ordered: find("normalordered"),
            variation: find("variation").zip(find("material")),
            command: find("command"),
            accent: find("accent"),
            slashed: find("slashed"),
            stacks: find("above").zip(find("below")),
            limited: find("limited"),
            contour: find("contourbetween"),
            elements: find("volume").zip(find("functional")),
            upto: find("intto"),
            between: find("dintmany"),
            fields: Fields::new(vocabulary),
            integral: find("integral"),
            definite: find("dintegral"),
            many: find("intmany"),
            unbounded: [
                ("sum", "sumof"),
                ("prod", "prodof"),
                ("bigunion", "unionof"),
                ("biginter", "interof"),
            ]
            .iter()
            .filter_map(|(op, of)| find(op).zip(find(of)))
            .collect(),
            laws: vocabulary
                .tagged("chance")
                .into_iter()
                .filter_map(|op| {
                    let name = &vocabulary.operator(op)?.name;
                    Some((op, Laws::new(name, vocabulary)?))
                })
                .collect(),
            differential: tagged("differential"),
            quantifiers: tagged("quantifier"),
            set_constants: (0u32..)
                .zip(&vocabulary.operators)
                .filter(|(_, o)| {
                    o.signatures
                        .iter()
                        .any(|s| s.args.is_empty() && s.result == Kind::Set)
                })
                .map(|(i, _)| Op::operator(i))
                .collect(),
            shapes: vocabulary
                .operators
                .iter()
                .map(|o| Shape::new(o, vocabulary))
                .collect(),
            products: ["mul", "cross", "vecprod", "dot"]
                .iter()
                .filter_map(|name| find(name))
                .collect(),
            usual: Usual::new(find),
            apart: super::apart::Signs::of(vocabulary),
            ideals: super::ideals::Signs::of(vocabulary),
            planes: super::planes::Signs::of(vocabulary),
            names: (0u32..)
                .zip(&vocabulary.operators)
                .map(|(i, o)| (o.name.clone(), Op::operator(i)))
                .collect(),
            arities: (0u32..)
                .zip(&vocabulary.operators)
                .filter_map(|(i, o)| Some((Op::operator(i), o.signatures.first()?.args.len())))
                .collect(),
        }
    }

    /// How the nodes of an operator are built.
    #[inline]
    pub(super) fn shape(&self, op: Op) -> Shape {
        match op.head() {
            Head::Operator(at) => self.shapes.get(at as usize).copied().unwrap_or_default(),
            _ => Shape::default(),
        }
    }

    /// Whether an operator takes one argument and never two.
    pub(super) fn is_unary(&self, op: Op) -> bool {
        self.unary.binary_search(&op).is_ok()
    }

    /// The operator of this name. Where the name is known to the compiler, a usual one costs nothing.
    #[inline(always)]
    pub(super) fn named(&self, name: &str) -> Option<Op> {
        match self.usual.named(name) {
            Some(found) => found,
            None => self.looked_up(name),
        }
    }

    fn looked_up(&self, name: &str) -> Option<Op> {
        self.names.get(name).copied()
    }
}
