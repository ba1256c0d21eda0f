//! Operators that belong together: the brackets of states, laws, derivatives without a fraction.

use crate::term::Op;
use crate::vocabulary::Vocabulary;

/// Operators that are written with angle brackets.
#[derive(Clone, Copy)]
pub(in crate::latex) struct States {
    pub(in crate::latex) bra: Op,
    pub(in crate::latex) ket: Op,
    pub(in crate::latex) braket: Op,
    pub(in crate::latex) angled: Op,
}

/// What an operator on random variables is where a law stands below its sign.
#[derive(Clone, Copy)]
pub(in crate::latex) struct Laws {
    /// Under the law that is named.
    pub(in crate::latex) under: Op,
    /// Over what is distributed so, which is bound, and over one more such name.
    pub(in crate::latex) over: Option<(Op, Op)>,
}

impl Laws {
    pub(super) fn new(name: &str, vocabulary: &Vocabulary) -> Option<Self> {
        let find = |ending: &str| vocabulary.find(&format!("{name}{ending}"));
        Some(Self {
            under: find("under")?,
            over: find("over").zip(find("all")),
        })
    }
}

/// Derivatives without a fraction.
#[derive(Clone, Copy)]
pub(in crate::latex) struct Fields {
    pub(in crate::latex) up: Op,
    pub(in crate::latex) down: Op,
    pub(in crate::latex) power: Op,
    pub(in crate::latex) divergence: Op,
    pub(in crate::latex) curl: Op,
    pub(in crate::latex) laplacian: Op,
    pub(in crate::latex) hessian: Op,
    pub(in crate::latex) gradient_by: Op,
    pub(in crate::latex) covariant: Op,
    pub(in crate::latex) wave: Op,
}

impl States {
    pub(super) fn new(vocabulary: &Vocabulary) -> Option<Self> {
        Some(Self {
            bra: vocabulary.find("bra")?,
            ket: vocabulary.find("ket")?,
            braket: vocabulary.find("braket")?,
            angled: vocabulary.find("angled")?,
        })
    }
}

impl Fields {
    pub(super) fn new(vocabulary: &Vocabulary) -> Option<Self> {
        Some(Self {
            up: vocabulary.find("partialup")?,
            down: vocabulary.find("partialdown")?,
            power: vocabulary.find("partialpow")?,
            divergence: vocabulary.find("divergence")?,
            curl: vocabulary.find("curl")?,
            laplacian: vocabulary.find("laplacian")?,
            hessian: vocabulary.find("hessian")?,
            gradient_by: vocabulary.find("gradby")?,
            covariant: vocabulary.find("covariant")?,
            wave: vocabulary.find("dalembertian")?,
        })
    }
}
