//! Which ways of taking a statement apart concern it: each is about some operators, and leaves a
//! statement that has none of them as it is.

use std::sync::OnceLock;

use crate::eval;
use crate::term::{Head, Op, Term};
use crate::vocabulary::Vocabulary;

/// Operators that are looked for together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Concern {
    Angles,
    Applied,
    Assigned,
    Asymptotic,
    Bounds,
    Cards,
    Choices,
    Commas,
    Complex,
    Conjugates,
    Counted,
    Derivatives,
    Directions,
    Divisors,
    Dressed,
    Ellipses,
    Entries,
    Events,
    Fields,
    Implications,
    Indices,
    Integrals,
    Limits,
    Listed,
    Lists,
    Members,
    Named,
    Negated,
    Norms,
    Operators,
    Parameters,
    Places,
    Powers,
    Primed,
    Quantified,
    Residues,
    Blanks,
    Few,
    Sets,
    Signs,
    Sizes,
    Stacked,
    Tables,
    Tending,
    Told,
    Unequal,
    Waves,
    Words,
}

/// The names of the operators of each.
const NAMES: &[(Concern, &[&str])] = &[
    (Concern::Angles, &["i"]),
    (Concern::Applied, &["call"]),
    (Concern::Assigned, &["gets"]),
    (Concern::Asymptotic, &["sim", "bigo", "littleo"]),
    (
        Concern::Bounds,
        &[
            "sup", "inf", "max", "min", "supin", "infin", "maxin", "minin", "lim", "limright",
            "limleft",
        ],
    ),
    (Concern::Cards, &["card"]),
    (Concern::Choices, &["binom"]),
    (Concern::Commas, &["comma"]),
    (
        Concern::Few,
        &[
            "bigunionall",
            "biginterall",
            "argmaxall",
            "argminall",
            "maxall",
            "minall",
        ],
    ),
    (Concern::Conjugates, &["conj", "re", "im", "arg"]),
    (
        Concern::Counted,
        &[
            "factorial",
            "dfactorial",
            "binom",
            "sum",
            "prod",
            "addseq",
            "mulseq",
            "unionseq",
            "interseq",
            "divides",
            "gcd",
            "lcm",
            "mod",
            "congruent",
            "prime",
            "diff",
            "pdiff",
            "matpow",
            "idx",
        ],
    ),
    (Concern::Derivatives, &["diff", "pdiff"]),
    (Concern::Parameters, &["semi", "barred"]),
    (Concern::Divisors, &["sumcond", "prodcond"]),
    (
        Concern::Dressed,
        &[
            "impliedby",
            "when",
            "where",
            "tends",
            "labelled",
            "therefore",
            "because",
            "contains",
            "cross",
            "notle",
            "notge",
            "notless",
            "notgreater",
            "notsubseteq",
            "notdivides",
            "cases",
            "existsnone",
            "defines",
            "definesback",
            "dots",
        ],
    ),
    (Concern::Ellipses, &["dots"]),
    (
        Concern::Entries,
        &["prime", "compose", "fpow", "idx", "abs", "norm", "normp"],
    ),
    (
        Concern::Fields,
        &["grad", "divergence", "curl", "laplacian", "covariant"],
    ),
    (Concern::Implications, &["implies"]),
    (Concern::Indices, &["idx"]),
    (Concern::Integrals, &["int"]),
    (
        Concern::Limits,
        &[
            "lim",
            "liminf",
            "limited",
            "limleft",
            "limright",
            "limsup",
            "rel-tends",
            "sum",
            "tends",
        ],
    ),
    (Concern::Listed, &["set"]),
    (Concern::Lists, &["list"]),
    (Concern::Members, &["in", "notin"]),
    (
        Concern::Named,
        &[
            "up",
            "numbered",
            "change",
            "prime",
            "angle",
            "anglemeasure",
            "quantity",
            "star",
            "under",
            "dollars",
            "euros",
            "pounds",
            "yen",
            "rupees",
            "won",
            "cents",
            "differential",
            "grad",
            "inner",
            "ket",
            "dint",
            "intmany",
            "bracketed",
            "argmaxall",
            "argminall",
            "fpow",
            "celsius",
            "fahrenheit",
            "inf",
            "normp",
            "sumin",
            "sup",
        ],
    ),
    (Concern::Negated, &["neg"]),
    (Concern::Norms, &["norm", "inner"]),
    (Concern::Operators, &["opmul"]),
    (
        Concern::Places,
        &[
            "setof",
            "imageset",
            "setseq",
            "imagesall",
            "QQ",
            "true",
            "false",
        ],
    ),
    (Concern::Powers, &["pow"]),
    (Concern::Primed, &["prime"]),
    (Concern::Quantified, &["forall", "exists", "existsunique"]),
    (Concern::Residues, &["legendre"]),
    (Concern::Blanks, &["blank"]),
    (
        Concern::Sets,
        &[
            "in",
            "notin",
            "subseteq",
            "subset",
            "subsetneq",
            "supset",
            "supseteq",
            "union",
            "inter",
            "setminus",
        ],
    ),
    (Concern::Signs, &["pm", "mp"]),
    (Concern::Sizes, &["size"]),
    (Concern::Stacked, &["stacked"]),
    (
        Concern::Directions,
        &["notparallel", "parallel", "perpendicular", "rel-parallel"],
    ),
    (
        Concern::Told,
        &[
            "cong",
            "maps",
            "propto",
            "rel-tends",
            "setpow",
            "setseq",
            "tends",
            "tuple",
        ],
    ),
    (Concern::Tables, &["tuple", "angled", "matrix"]),
    (Concern::Tending, &["tends"]),
    (Concern::Waves, &["dint"]),
    (Concern::Words, &["text", "says", "phrase"]),
];

/// The relations that say of two parts that they are equal or not, or are told by what is equal.
const EQUAL: &[&str] = &[
    "eq",
    "ne",
    "defines",
    "definesback",
    "equiv",
    "chain",
    "gets",
    "maps",
    "notparallel",
    "parallel",
    "perpendicular",
    "propto",
    "tends",
];

impl Concern {
    const fn bit(self) -> u64 {
        1 << self as u8
    }
}

/// What each operator of a vocabulary concerns, once that is known.
#[derive(Debug, Default)]
pub(crate) struct Table(OnceLock<Box<[u64]>>);

/// A changed copy of a vocabulary has other operators in the same places.
impl Clone for Table {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// It follows from the operators.
impl PartialEq for Table {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Table {
    fn of(&self, op: Op, vocabulary: &Vocabulary) -> u64 {
        let Head::Operator(place) = op.head() else {
            return 0;
        };
        let marks = self.0.get_or_init(|| {
            let marks = vocabulary.operators.iter().map(|operator| {
                let named = NAMES
                    .iter()
                    .filter(|(_, names)| names.contains(&&*operator.name));
                let named = named.map(|(concern, _)| concern.bit()).sum::<u64>();
                let relates = operator.has_tag("relation") || operator.name.starts_with("rel-");
                let equal = EQUAL.contains(&operator.name.trim_start_matches("rel-"));
                let told = [
                    (operator.has_tag("chance"), Concern::Events),
                    (relates && !equal, Concern::Unequal),
                    (operator.has_tag("whole"), Concern::Named),
                ];
                let told = told.iter().filter(|(is, _)| *is);
                told.fold(named, |marks, (_, concern)| marks | concern.bit())
            });
            let mut marks: Vec<u64> = marks.collect();
            for (place, mark) in marks.iter_mut().enumerate() {
                if eval::speaks_of_complex(Op::operator(place as u32), vocabulary) {
                    *mark |= Concern::Complex.bit();
                }
            }
            marks.into()
        });
        marks.get(place as usize).copied().unwrap_or(u64::MAX)
    }
}

/// Whether an operator relates what need not be equal.
pub(super) fn is_unequal(op: Op, vocabulary: &Vocabulary) -> bool {
    vocabulary.concerns.of(op, vocabulary) & Concern::Unequal.bit() != 0
}

/// What a term concerns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Concerns(u64);

impl Concerns {
    /// Looks through a term.
    pub(super) fn of(term: &Term, vocabulary: &Vocabulary) -> Self {
        let mut marks = 0;
        term.walk(&mut |t| marks |= vocabulary.concerns.of(t.op, vocabulary));
        Self(marks)
    }

    /// Everything, whatever a term has.
    #[cfg(test)]
    pub(super) const fn all() -> Self {
        Self(u64::MAX)
    }

    /// Whether a term has operators of this kind.
    pub(super) const fn has(self, concern: Concern) -> bool {
        self.0 & concern.bit() != 0
    }
}
