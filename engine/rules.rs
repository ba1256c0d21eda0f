//! Checked rules: a [`RuleSet`] owns its data and cannot be wrong.
//!
//! Every list is sorted by id, so the position of a rule in a file means nothing.

use crate::nouns::Nouns;
use crate::pattern::{Pattern, Var};
use crate::phrases::Lexicon;
use crate::target::Target;
use crate::vocabulary::{Kind, Level, Vocabulary};
use std::sync::Arc;

/// Everything the rule files say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RuleSet {
    /// Operators and reading.
    pub vocabulary: Vocabulary,
    /// Sound rewrites.
    pub equivalences: Vec<Equivalence>,
    /// Families of falsifications.
    pub strategies: Vec<crate::falsify::Strategy>,
    /// Rewrites that are not sound.
    pub falsifications: Vec<crate::falsify::Falsification>,
    /// How equations are solved.
    pub solving: crate::solve::Solving,
    /// Named small choices of spelling.
    pub styles: Vec<Style>,
    /// How operators are written.
    pub notations: Vec<Notation>,
    /// Which symbols may stand for which.
    pub symbols: SymbolTable,
    /// The syntax that the notations write; LaTeX when there is none.
    pub target: Option<Arc<Target>>,
}

/// Where a rule was written.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Origin {
    /// The file, as it was given to the loader.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

/// Whether a rule is meant for use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
pub enum Status {
    /// Loaded, tested, never applied.
    Draft,
    /// In use.
    #[default]
    Stable,
    /// In use, with a warning.
    Deprecated,
}

/// How a rule changes the size of what it matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
pub enum Growth {
    /// The result is smaller.
    Collects,
    /// The result is about as large.
    #[default]
    Rearranges,
    /// The result is larger.
    Expands,
}

/// When rules of a kind run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Deserialize)]
pub enum Tier {
    /// Other ways to write the same thing; runs to saturation.
    #[default]
    Notation,
    /// Laws that regroup; within limits.
    Structure,
    /// Laws strong enough to prove identities; only where asked.
    Algebra,
}

/// A variable of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleVar {
    /// Its name without the sigil.
    pub name: String,
    /// The kind it is narrowed to; `Any` when it is not.
    pub kind: Kind,
    /// The kinds that the signatures on both sides leave, a bit each: `1 << kind`.
    pub kinds: u16,
    /// Whether it stands for a list (`..r`).
    pub rest: bool,
    /// Whether it stands for a bound name (it stands in the `var` place of a binder).
    pub slot: bool,
}

/// A sound rewrite. `a <=> b` is two of these: `id` and `id-rev`.
#[derive(Clone, Debug, PartialEq)]
pub struct Equivalence {
    /// Unique over all files.
    pub id: String,
    /// Whether it is the other direction of a rule with `<=>`.
    pub reverse: bool,
    /// One sentence.
    pub doc: String,
    /// The left side.
    pub lhs: Pattern,
    /// The right side.
    pub rhs: Pattern,
    /// The variables of both sides.
    pub vars: Vec<RuleVar>,
    /// What must be proved before the rule fires.
    pub when: Vec<Condition>,
    /// What is taken for granted, and reported.
    pub assume: Vec<Condition>,
    /// Variables computed after matching, in order: a pattern whose value must be an integer.
    pub lets: Vec<(Var, Pattern)>,
    /// When it runs.
    pub tier: Tier,
    /// How it changes size.
    pub growth: Growth,
    /// How natural its result is, relative to what the source writes (1 is usual, 0.1 rare).
    pub weight: f64,
    /// The most matches it may make in one iteration.
    pub matches: usize,
    /// Whether it is in use.
    pub status: Status,
    /// Labels.
    pub tags: Vec<String>,
    /// Pairs of LaTeX that it must relate.
    pub examples: Vec<(String, String)>,
    /// LaTeX on which it must not fire.
    pub rejects: Vec<String>,
    /// The rule as it was written.
    pub source: String,
    /// Where.
    pub origin: Origin,
}

impl Equivalence {
    /// The id as its file has it, which is that of both directions.
    pub fn written_id(&self) -> &str {
        match self.id.strip_suffix("-rev") {
            Some(id) if self.reverse => id,
            _ => &self.id,
        }
    }
}

/// What can be asked of the terms that variables stand for. Each is decided from facts or is not
/// taken to hold.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// Never zero.
    NonZero(Var),
    /// Greater than zero.
    Positive(Var),
    /// At least zero.
    NonNegative(Var),
    /// A real number.
    Real(Var),
    /// An integer.
    Integer(Var),
    /// An integer of at least zero.
    Natural(Var),
    /// A literal integer within these bounds, inclusive.
    IntIn(Var, i64, i64),
    /// A literal number.
    Literal(Var),
    /// A symbol.
    IsSymbol(Var),
    /// Neither a number nor a symbol nor a slot.
    Compound(Var),
    /// The first (a symbol or bound name) does not occur in the second.
    NotFree(Var, Var),
    /// The terms are not known to be equal.
    Differ(Var, Var),
    /// Of this kind.
    IsKind(Var, Kind),
    /// As the first, a bound name, tends to the second, the limits of all the others exist.
    Converges(Var, Var, Vec<Var>),
    /// None of these.
    Not(Box<Condition>),
    /// At least one of these.
    AnyOf(Vec<Condition>),
}

/// Whether a choice is made once a formula or at each place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
pub enum Decide {
    /// Once a formula (a text).
    Formula,
    /// At each place.
    #[default]
    Occurrence,
}

/// A named choice of spelling, used in templates as `@id`.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// Unique over all files.
    pub id: String,
    /// One sentence.
    pub doc: String,
    /// Once or at each place.
    pub decide: Decide,
    /// For a pair of delimiters, the id of the closing half; the forms then hold both halves.
    pub pair: Option<String>,
    /// The name of the choice that it shares with other styles, whose forms have the same weights.
    pub along: Option<String>,
    /// Operators beside which, anywhere in the formula, only the first spelling is used.
    pub plain_beside: Vec<String>,
    /// When not empty, only the first spelling is used unless one of these operators occurs.
    pub only_beside: Vec<String>,
    /// Spellings that are not used in formulas with a product of capital letters alone, which
    /// they would make a product of sets.
    pub no_product_of_sets: Vec<String>,
    /// Weighted spellings; the second half is empty when there is no pair.
    pub forms: Vec<(f64, String, String)>,
    /// Where.
    pub origin: Origin,
}

/// How a pattern is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Notation {
    /// Unique over all files.
    pub id: String,
    /// One sentence.
    pub doc: String,
    /// What is written.
    pub print: Pattern,
    /// The variables of the pattern.
    pub vars: Vec<RuleVar>,
    /// Once or at each place.
    pub decide: Decide,
    /// The name of the choice that it shares with other notations, whose forms have the same
    /// weights: `\sin x` goes with `\cos x`, `\sin(x)` with `\cos(x)`.
    pub along: Option<String>,
    /// The ways to write it.
    pub forms: Vec<Form>,
    /// Where.
    pub origin: Origin,
}

/// One way to write a pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// `notation-id/n`, n from 0.
    pub id: String,
    /// Relative weight.
    pub weight: f64,
    /// The level of the result.
    pub level: Level,
    /// What is written.
    pub body: Body,
    /// What must hold for this form to be eligible.
    pub when: Vec<FormCondition>,
}

/// The shape of a form.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// A template.
    Template(Vec<Piece>),
    /// The signed terms of a sum: `a + b - c \pm d`.
    Terms(Var),
    /// The factors of a product, joined by juxtaposition where that is safe and chosen, and by
    /// the style of this index otherwise.
    Factors(Var, usize),
}

/// A piece of a template.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// LaTeX, one or more whole tokens.
    Text(String),
    /// A style, by index into `RuleSet::styles`; `close` asks for the second half of a pair.
    Style {
        /// Which style.
        style: usize,
        /// The second half of a pair.
        close: bool,
    },
    /// A sub-term, bracketed when its level is below `need`.
    Hole {
        /// Which variable.
        var: Var,
        /// The least level that needs no brackets.
        need: Level,
        /// `^#x`, `_#x`: braces are written unless it is one token.
        script: bool,
        /// Whether the sides of relations in it stay where they are: `P(X = k)`.
        kept: bool,
    },
    /// All of a rest variable, each bracketed below `need`, separated by pieces without holes.
    Join {
        /// Which rest variable.
        var: Var,
        /// The least level that needs no brackets.
        need: Level,
        /// Whether the sides of relations in them stay where they are.
        kept: bool,
        /// What stands between.
        separator: Vec<Piece>,
    },
    /// All of a rest variable, each of which is an operator over any number of arguments, whatever
    /// its own notation: its arguments, each bracketed below `need`.
    Rows {
        /// Which rest variable.
        var: Var,
        /// The least level that an argument needs to have no brackets.
        need: Level,
        /// What stands between the arguments of one.
        within: Vec<Piece>,
        /// What stands between one and the next.
        between: Vec<Piece>,
    },
}

/// When a form is eligible; decided on the matched term, before printing.
#[derive(Clone, Debug, PartialEq)]
pub enum FormCondition {
    /// The variable is this integer.
    Is(Var, u32),
    /// The variable is an integer within these bounds.
    IntIn(Var, u32, u32),
    /// The variable is a symbol.
    IsSymbol(Var),
    /// The variable is a symbol of one letter, a bound name or a constant.
    IsName(Var),
    /// The variable is a symbol without letters or figures, as `+` is above a number.
    IsSign(Var),
    /// The variable is a number, symbol or bound name.
    IsAtom(Var),
    /// The variable is what may stand in a list of names before a relation: a symbol, a bound name,
    /// one of them with indices or primes, an ellipsis.
    IsListed(Var),
    /// The variable is of this kind.
    IsKind(Var, Kind),
    /// However the variable is written, its operator has one of these tags.
    Tagged(Var, Vec<String>),
    /// However the variable is written, its look says that it is a set or an event.
    LooksSet(Var),
    /// A letter in the variable, or in one of its members, is written as those of vectors: in bold or
    /// with an arrow.
    Bold(Var),
    /// A line over the variable is its complement: it is an event, or the source shows it.
    Overlined(Var),
    /// The source has commas between indices that are letters, as these are.
    Divided(Var),
    /// Nothing stands between these indices: they are Greek, and the source has no commas there. A comma
    /// before one would mean a derivative.
    Together(Var),
    /// The variable is a letter of which the source has entries with two figures each, `11` and others.
    Entries(Var),
    /// What stands above the variable, which is a letter with or without indices, is an index wherever the
    /// source has something there that is no number.
    Raised(Var),
    /// The variable is a letter whose arguments stand in braces in the source.
    Braced(Var),
    /// The variable is a letter, the measure of integrals that have so many strokes in the source.
    Strokes(Var, u32),
    /// However the variable is written, it is a product of letters, constants, sums, values of functions
    /// called by letters, roots, powers of letters and one number at most.
    Coefficient(Var),
    /// The second variable stands somewhere in what the first one is, however that is written.
    Holds(Var, Var),
    /// The rest variable has this many members.
    Count(Var, usize),
    /// None of these.
    Not(Box<FormCondition>),
}

/// The role of a symbol group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
pub enum Role {
    /// Numbers, sets, events: everything that is not applied.
    Variable,
    /// What is applied to arguments.
    Function,
}

/// A group of symbols that may stand for each other.
#[derive(Clone, Debug, PartialEq)]
pub struct SymbolGroup {
    /// Its name.
    pub id: String,
    /// What its members are used for.
    pub role: Role,
    /// LaTeX of the members.
    pub members: Vec<String>,
    /// Whether letters that are candidates everywhere are none for its members.
    pub closed: bool,
}

/// Where letters side by side are the name of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
pub enum Where {
    /// Wherever no other letter stands right beside them.
    Anywhere,
    /// Where nothing is multiplied with them; two letters only beside other names of the list.
    Alone,
    /// Beside another name of the list, and where no others have their letters.
    Together,
    /// Where they are a term among single capital letters, of which none is one of theirs.
    Summed,
    /// Where they are a side of an equation, of which the other is no length.
    Equated,
    /// Before an argument or a script.
    Applied,
    /// Before an argument, in brackets or behind a thin space, or a script below.
    Spaced,
    /// Below a symbol.
    Below,
    /// Above a symbol.
    Above,
}

/// Names of several letters that are written like products of letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameList {
    /// What it is called.
    pub id: String,
    /// Where they are names.
    pub place: Where,
    /// The names.
    pub names: Vec<String>,
}

/// Which symbols may stand for which.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SymbolTable {
    /// Groups, which may overlap.
    pub groups: Vec<SymbolGroup>,
    /// What words in prose say of symbols, sorted by id.
    pub nouns: Nouns,
    /// Names of several letters, sorted by id.
    pub names: Vec<NameList>,
    /// Words of prose by what they tell.
    pub lexicon: Lexicon,
    /// Symbols that are candidates for every variable.
    pub always: Vec<String>,
    /// How likely a stray letter is, and which letters.
    pub stray: (f64, Vec<String>),
    /// Extra candidates for some symbols.
    pub extra: Vec<(String, Vec<String>)>,
    /// Control words that are read as something other than a symbol, sorted.
    pub spoken: Vec<String>,
    /// Symbols that are never introduced.
    pub reserved: Vec<String>,
    /// Symbols whose subscript is a part of their name: neither is renamed (`C_c`).
    pub labels: Vec<String>,
    /// Symbols not introduced when one of the operators occurs: `e` when there is a power.
    pub excluded: Vec<(String, Vec<String>)>,
    /// Related symbols, substituted together: all rows have the same columns (`a A \alpha`).
    pub families: Vec<Vec<String>>,
    /// How likely several symbols of one group become `t_1, t_2, …`, and how many at most.
    pub indexed: (f64, usize),
    /// Letters that the reader takes for functions before a parenthesis.
    pub functions: Vec<String>,
}

impl RuleSet {
    /// The equivalence of this id.
    pub fn equivalence(&self, id: &str) -> Option<&Equivalence> {
        self.equivalences
            .binary_search_by(|r| r.id.as_str().cmp(id))
            .ok()
            .map(|i| &self.equivalences[i])
    }
}
