//! Why an equation is left unsolved.

/// Why there is no solution to give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// It is neither an equation nor an inequality, nor a system of such.
    NotARelation,
    /// It has no unknown.
    NoUnknown,
    /// It has several unknowns, and none is asked for.
    SeveralUnknowns,
    /// The unknown that is asked for does not occur.
    NotFound,
    /// One side is the unknown alone: it says what it is.
    AlreadySolved,
    /// Something in it has no meaning for the solver.
    NotUnderstood,
    /// It speaks of complex numbers, functions, vectors or sets.
    NotReal,
    /// A logarithm has no base.
    NoBase,
    /// No rule or method applies.
    NoMethod,
    /// What is left is a polynomial without rational factors, of a degree above two.
    Irreducible,
    /// It holds on whole intervals, or at places that no formula gives.
    NoFormula,
    /// Numbers, degrees or sums are too large.
    TooLarge,
    /// It would take too many steps.
    TooLong,
    /// It has no value for any value of the unknown.
    Undefined,
    /// A solution that was found could not be verified.
    NotVerified,
    /// There are more solutions than were found.
    Incomplete,
    /// A power of a negative number with a broken exponent has a value by some conventions alone.
    Ambiguous,
}

impl Reason {
    /// Every reason, in order.
    pub const ALL: [Self; 17] = [
        Self::NotARelation,
        Self::NoUnknown,
        Self::SeveralUnknowns,
        Self::NotFound,
        Self::AlreadySolved,
        Self::NotUnderstood,
        Self::NotReal,
        Self::NoBase,
        Self::NoMethod,
        Self::Irreducible,
        Self::NoFormula,
        Self::TooLarge,
        Self::TooLong,
        Self::Undefined,
        Self::NotVerified,
        Self::Incomplete,
        Self::Ambiguous,
    ];

    /// A word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotARelation => "not-a-relation",
            Self::NoUnknown => "no-unknown",
            Self::SeveralUnknowns => "several-unknowns",
            Self::NotFound => "not-found",
            Self::AlreadySolved => "already-solved",
            Self::NotUnderstood => "not-understood",
            Self::NotReal => "not-real",
            Self::NoBase => "no-base",
            Self::NoMethod => "no-method",
            Self::Irreducible => "irreducible",
            Self::NoFormula => "no-formula",
            Self::TooLarge => "too-large",
            Self::TooLong => "too-long",
            Self::Undefined => "undefined",
            Self::NotVerified => "not-verified",
            Self::Incomplete => "incomplete",
            Self::Ambiguous => "ambiguous",
        }
    }

    /// A sentence.
    pub const fn text(self) -> &'static str {
        match self {
            Self::NotARelation => {
                "it is neither an equation nor an inequality nor a system of such"
            }
            Self::NoUnknown => "it has no unknown",
            Self::SeveralUnknowns => "it has several unknowns; say with --for which is wanted",
            Self::NotFound => "the unknown that is asked for does not occur in it",
            Self::AlreadySolved => "one side is the unknown alone",
            Self::NotUnderstood => "something in it has no meaning for the solver",
            Self::NotReal => "it speaks of other things than real numbers",
            Self::NoBase => "it has a logarithm whose base is not written",
            Self::NoMethod => "no rule or method applies",
            Self::Irreducible => {
                "a polynomial of a degree above two without rational factors is left"
            }
            Self::NoFormula => "its solutions are not given by a formula",
            Self::TooLarge => "numbers, degrees or sums in it are too large",
            Self::TooLong => "it would take too many steps",
            Self::Undefined => "it has no value for any value of the unknown",
            Self::NotVerified => "a solution that was found could not be verified",
            Self::Incomplete => "it has more solutions than were found",
            Self::Ambiguous => {
                "its solutions depend on whether negative numbers have powers with broken exponents"
            }
        }
    }
}
