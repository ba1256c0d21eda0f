//! What is found about a statement, or about two, with the evidence.

/// What a statement is worth.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// True at every point at which its hypotheses hold and it has a value.
    Valid {
        /// How many points were tried at which it has a value.
        points: usize,
    },
    /// True at some points and false at others.
    Contingent {
        /// Where it is true.
        holds: Witness,
        /// Where it is false.
        fails: Witness,
    },
    /// False at every point at which its hypotheses hold and it has a value; a statement about all
    /// values, when it is false for some.
    Invalid {
        /// Where it is false.
        fails: Witness,
        /// How many points were tried at which it has a value.
        points: usize,
    },
    /// Not known.
    Undecided(Reason),
    /// No statement but a number, a set, a function.
    NoStatement,
}

impl Verdict {
    /// Its name: `valid`, `contingent`, `invalid`, `undecided`, `no statement`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Valid { .. } => "valid",
            Self::Contingent { .. } => "contingent",
            Self::Invalid { .. } => "invalid",
            Self::Undecided(_) => "undecided",
            Self::NoStatement => "no statement",
        }
    }
}

/// Why something is not decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Stable: `no-meaning`, `undefined`.
    pub id: &'static str,
    /// What it is about: the name of an operator, say; may be empty.
    pub about: String,
}

impl Reason {
    /// A reason that needs no more words.
    pub const fn plain(id: &'static str) -> Self {
        Self {
            id,
            about: String::new(),
        }
    }
    /// A reason about something.
    pub fn about(id: &'static str, about: impl Into<String>) -> Self {
        Self {
            id,
            about: about.into(),
        }
    }
    /// The reason as a sentence without a stop.
    pub fn text(&self) -> String {
        let about = &self.about;
        match self.id {
            "not-understood" => format!("a piece of it was not understood: {about}"),
            "words" => "words in it mean something that is not evaluated".to_owned(),
            "no-meaning" => format!("`{about}` has no meaning in numbers here"),
            "no-value" => format!("`{about}` gave no value: no convergence, too large or too deep"),
            "no-sequence" => "the rule of an ellipsis was not found".to_owned(),
            "continuity" => {
                "a function is taken at a limit of which it is not known to be continuous"
                    .to_owned()
            }
            "undefined" => "it has no value at any of the points tried".to_owned(),
            "no-points" => "no points were found at which its hypotheses hold".to_owned(),
            "infinite" => "a side seems to be infinite, which is no proof".to_owned(),
            "unconfirmed" => {
                "a point seems to tell, but not when it is calculated a second time".to_owned()
            }
            "unsolved" => {
                "no functions, sequences or events were found for which it holds".to_owned()
            }
            "small-sets" => {
                "sets are tried with few members, which tell nothing of larger ones".to_owned()
            }
            "one-sided" => {
                "the functions that are tried have the same limit from both sides".to_owned()
            }
            "within-errors" => "the values are nearer than their errors".to_owned(),
            "too-slow" => "it takes too long to evaluate".to_owned(),
            "too-few-points" => "it has a value at too few points".to_owned(),
            "too-many-renamings" => "there are too many ways to rename the symbols".to_owned(),
            "nothing-tells" => {
                "no point was found that tells the two apart, and none that shows them alike"
                    .to_owned()
            }
            other => other.replace('-', " "),
        }
    }
}

/// A point and what is there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Witness {
    /// The values of the symbols, by name, in order of appearance.
    pub values: Vec<(String, String)>,
    /// The values of the sides of the statement there, when it is a relation.
    pub sides: Vec<String>,
    /// The point in full, to be made again: values of symbols by name, and what is left open
    /// besides under no name.
    pub point: Vec<(String, String)>,
    /// Whether the point was solved for and is known within errors alone.
    pub approximate: bool,
}

/// Symbols of the second formula and what stands for them in the first; those of the same name too.
pub type Bijection = Vec<(String, String)>;

/// How two formulas compare.
#[derive(Clone, Debug, PartialEq)]
pub enum Comparison {
    /// They say the same.
    Equivalent {
        /// Which symbols stand for which.
        bijection: Bijection,
        /// Whether they are the same up to order, bound names and the bijection.
        same_form: bool,
        /// At how many points they were found alike; none when the form is the same.
        points: usize,
    },
    /// Both hold everywhere (or both nowhere) and they are made of different sides: the truth
    /// cannot tell them apart, and they are not about the same.
    Alike {
        /// Whether both hold.
        valid: bool,
    },
    /// They do not say the same.
    Different(Box<Difference>),
    /// Not known.
    Undecided(Reason),
}

impl Comparison {
    /// Its name: `equivalent`, `both valid`, `both invalid`, `different`, `undecided`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Equivalent { .. } => "equivalent",
            Self::Alike { valid: true } => "both valid",
            Self::Alike { valid: false } => "both invalid",
            Self::Different(_) => "different",
            Self::Undecided(_) => "undecided",
        }
    }
}

/// A difference, shown at a point.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Difference {
    /// The point, under the bijection that comes closest.
    pub witness: Witness,
    /// What the first is there: `true`, `false`, `undefined`, or a value.
    pub first: String,
    /// What the second is there.
    pub second: String,
    /// The sides of the second there, when it is a relation.
    pub second_sides: Vec<String>,
    /// The bijection of the witness.
    pub bijection: Bijection,
    /// Whether the witness has the names of the first formula; otherwise of the second.
    pub of_first: bool,
    /// How many bijections were excluded, each by a point of its own.
    pub excluded: usize,
    /// Why no bijection can help, when that is known without trying them.
    pub whatever: Option<&'static str>,
}
