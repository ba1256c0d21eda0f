//! What a formula has beside its symbols: operators that make some names say something else.

use std::collections::BTreeSet;

use crate::term::Op;
use crate::vocabulary::{ReadForm, Vocabulary};

/// Operators beside which a capital letter says something that a small one does not.
const CAPITALS: &[&str] = &[
    "mul",
    "opmul",
    "scale",
    "matmul",
    "matrix",
    "prob",
    "condprob",
    "expect",
    "condexpect",
    "var",
    "cov",
    "condvar",
    "condcov",
    "probunder",
    "condprobunder",
    "expectunder",
    "condexpectunder",
    "varunder",
    "covunder",
    "condvarunder",
    "condcovunder",
    "probover",
    "expectover",
    "varover",
    "call",
    "dot",
    "vecprod",
    "conj",
    "rising",
];

/// Signs with a condition below them.
const CONDITIONS: &[&str] = &[
    "sumcond",
    "prodcond",
    "maxcond",
    "mincond",
    "supcond",
    "infcond",
    "bigunioncond",
    "bigintercond",
    "bigopluscond",
    "bigotimescond",
    "coproductcond",
    "bigdisjointcond",
    "bigandcond",
    "bigorcond",
    "argmaxcond",
    "argmincond",
];

/// What a condition says of two letters or of expressions with letters.
const ORDERS: &[&str] = &["lt", "le", "gt", "ge", "ne", "chain", "abs", "norm", "mul"];

/// Which of the operators that matter to names occur.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beside {
    pub(super) adjoin: bool,
    pub(super) applied: bool,
    pub(super) capitals: bool,
    /// Numbers that are not real.
    pub(super) complex: bool,
    pub(super) changes: bool,
    pub(super) conj: bool,
    /// Signs that bind what a condition below them is about.
    pub(super) conditions: bool,
    /// What is said of divisors and remainders.
    pub(super) divides: bool,
    pub(super) events: bool,
    pub(super) axes: bool,
    pub(super) indexed: bool,
    pub(super) indices: bool,
    pub(super) lifted: bool,
    pub(super) linear: bool,
    pub(super) numbered: bool,
    pub(super) paired: bool,
    pub(super) pow: bool,
    pub(super) products: bool,
    /// Powers beside indices.
    pub(super) raised: bool,
    pub(super) rising: bool,
    /// Derivatives along all axes.
    pub(super) spatial: bool,
    pub(super) steps: bool,
}

impl Beside {
    /// Looks for them among the operators of a formula.
    pub(super) fn new(vocabulary: &Vocabulary, occurring: &BTreeSet<Op>) -> Self {
        let any = |names: &[&str]| {
            let mut ops = names.iter().filter_map(|name| vocabulary.find(name));
            ops.any(|op| occurring.contains(&op))
        };
        Self {
            adjoin: any(&["adjoin"]),
            applied: any(&["callsquare"]),
            capitals: any(CAPITALS),
            complex: any(&["i", "re", "im", "arg", "conj"]),
            changes: any(&["change"]),
            conj: any(&["conj"]),
            conditions: any(CONDITIONS) && any(ORDERS),
            divides: any(&["congruent", "divides", "notdivides", "mod"]),
            events: any(&[
                "prob",
                "condprob",
                "expect",
                "condexpect",
                "probunder",
                "condprobunder",
                "expectunder",
                "condexpectunder",
                "condvar",
                "condvarunder",
                "condcov",
                "condcovunder",
                "probover",
                "expectover",
            ]),
            axes: any(&["gradby", "covariant"]),
            indexed: any(&["partialdown", "partialup"]),
            indices: any(&["idx", "up"]),
            lifted: any(&["partialup", "partialpow"]),
            linear: any(&["matmul", "scale"]),
            numbered: any(&["numbered"]),
            paired: any(&["interval-cc", "commutator"]),
            pow: any(&["pow"]),
            products: any(&["mul", "opmul"]),
            raised: any(&["idx"]) && any(&["pow", "matpow", "fpow", "setpow", "partialpow"]),
            rising: any(&["rising"]),
            spatial: any(&[
                "grad",
                "divergence",
                "curl",
                "laplacian",
                "gradby",
                "hessian",
            ]),
            steps: any(&["rising", "falling"]),
        }
    }
}

/// Control words that the vocabulary reads as something other than a symbol, sorted.
pub(crate) fn spoken_for(vocabulary: &Vocabulary) -> Vec<String> {
    let spellings = vocabulary
        .reads
        .iter()
        .flat_map(|reading| match &reading.form {
            ReadForm::Infix { tex, .. }
            | ReadForm::Prefix { tex, .. }
            | ReadForm::Postfix { tex, .. }
            | ReadForm::Command { tex, .. }
            | ReadForm::Function { tex, .. }
            | ReadForm::Bound { tex, .. }
            | ReadForm::Constant { tex, .. }
            | ReadForm::Operatorname { tex, .. } => &tex[..],
            ReadForm::Fence { .. } | ReadForm::Juxtapose { .. } | ReadForm::Shape { .. } => &[],
        });
    let words = spellings.filter(|tex| tex.starts_with('\\'));
    let mut words: Vec<String> = words.cloned().collect();
    words.sort_unstable();
    words.dedup();
    words
}
