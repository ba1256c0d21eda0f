//! How letters are used in a formula, found on the tokens before parsing: which are applied, which
//! are bound, what `i` and `e` are.

mod asked;
mod beside;
mod context;
mod fractional;
mod named;
mod seen;
mod unit;

use super::around::*;
use super::letters::{Letters, Room};
use super::matching::Mark;
use super::signs::{Signs, Sorts};
use super::token::Token;
use crate::atoms::{Atoms, Shown};
use crate::term::Op;
use crate::vocabulary::Kind;
use beside::*;
pub(super) use fractional::TRANSFORMATIONS;
pub(super) use named::Functions;
use named::OPERATORS;
use seen::{counts, counts_remainders};
use std::collections::BTreeMap;
pub(super) use unit::upright;

/// What is known of one letter.
#[derive(Clone, Debug, Default)]
pub(super) struct Letter {
    /// Stands before a parenthesis.
    called: u32,
    /// Stands so more than once; coefficients `a_1`, `a_2` are different ones.
    repeated: bool,
    /// What stands below it where it stands before a parenthesis, as bits; the last one is for
    /// nothing and for more than one sign.
    below: u32,
    /// Stands alone.
    bare: u32,
    /// So often it stands so in an index.
    indexing: u32,
    /// The same, with a number for an index: `y_0`.
    numbered: u32,
    /// Has primes, an order in parentheses, a composition sign or a colon after it.
    function_sign: bool,
    /// A capital with a number in parentheses above it stands before a parenthesis: the derivative of a
    /// function, or one of several matrices, `W^{(2)}(x + y)`.
    ordered: bool,
    /// All arguments are single letters or numbers.
    simple_arguments: bool,
    /// A capital that stands before several things in a parenthesis.
    several_arguments: bool,
    /// Some parenthesis after it is written as an argument.
    applied: bool,
    /// Stands in the subscript of another.
    subscript: bool,
    /// Is bound or declared: `_{i=1}`, `\forall i`.
    bound: bool,
    /// Fills an entry of a matrix.
    entry: bool,
    /// Is the base of a power with a letter in the exponent.
    power_base: bool,
    /// Is so, and a sign, a number or an `i` stands in the exponent, which is no index: `e^{int}`.
    exponential: bool,
    /// Has a subscript.
    indexed: bool,
    /// Some argument looks like an event.
    event_arguments: bool,
    /// Stands without a letter, script or bracket after it.
    standing: bool,
    /// Whether it stands somewhere that is no subscript.
    on_line: bool,
    /// Some bracket after it begins with a number or holds the letter itself: a factor.
    factor: bool,
    /// Some bracket after it holds the letter itself, as a term.
    own: bool,
    /// It is the matrix of a form: `(x - \mu)^T V^{-1} (x - \mu)`.
    form: bool,
    /// Some bracket after it is a difference that it is the rate of.
    rate: bool,
    /// A letter of which one says "at", with a sum for the argument: `\delta(x - y)`, `T(a + bx)`.
    operator: bool,
    /// A word stands below it: `L_{tube}` is a quantity.
    labelled: bool,
    /// Usually names a function.
    usual: bool,
    /// Is applied to a parenthesis after it.
    function: bool,
    /// Stands in the exponent of something other than `e`.
    exponent: bool,
}

impl Letter {
    /// Whether it is an index.
    const fn indexes(&self) -> bool {
        self.bound || self.subscript || self.indexed
    }
}

/// What is known of the letters of a formula.
pub(super) struct Usage<'t> {
    letters: Letters<'t, Letter>,
    /// Letters under accents, when there are any.
    accented: Option<Box<Letters<'t, Letter>>>,
    /// The names of one byte that are applied to a parenthesis after them.
    applied: u128,
    functions: &'t Functions,
    /// Kinds known from elsewhere.
    known: BTreeMap<String, Kind>,
    /// Whether nothing more is to be found out of these: the formula says the same as one that was read.
    settled: bool,
    /// What that formula shows of its symbols, by name.
    shown: Vec<(String, Shown)>,
    /// Whether something has indices above it in such a formula.
    raises: bool,
    /// Whether arrows say there what something tends to.
    tends: bool,
    /// The operators that are applied to one thing in such a formula.
    pub(super) unary: Vec<Op>,
    /// Whether means or probabilities stand in such a formula.
    means: bool,
    /// Whether a star may stand between two things that are no numbers.
    pub(super) stars: bool,
    /// Connectives of logic occur.
    pub(super) logic: bool,
    /// Interiors or boundaries of sets occur, or a set within itself with a line over it: such a
    /// line is a closure.
    pub(super) topology: bool,
    /// The greatest integer not above something is taken: braces may hold what is left of it.
    pub(super) floors: bool,
    /// A box occurs, which is a modality where arrows stand too.
    boxed: bool,
    /// Colons stand between terms and their types: `\Gamma \vdash t : A`.
    pub(super) typings: bool,
    /// The one equality of the formula is between statements: `\neg (x \land y) = \neg x \lor \neg y`.
    pub(super) boolean: bool,
    /// Joins and meets stand between elements.
    pub(super) lattice: bool,
    imaginary_written: bool,
    complex: bool,
    /// What the text around is about.
    pub(super) topic: crate::atoms::Topic,
    exponent_i: bool,
    /// Some `i` has the place of the imaginary unit.
    unit_i: bool,
    /// `\pi` says what is done: `\pi(a \mid s)`.
    pub(super) policy: bool,
    /// `e` is the neutral element of a group.
    pub(super) neutral_e: bool,
    /// What words of capital letters are.
    pub(super) figures: super::figures::Figures,
    /// Which superscripts are indices, whether wedges multiply.
    pub(super) tensors: super::tensor::Tensors<'t>,
    /// Stands in an exponent of `e`, or `j^2 = -1` is written.
    imaginary_j: bool,
    /// All letters but `j` are declared.
    only_j_undeclared: bool,
}

/// What an `i` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Imaginary {
    Unit,
    Index,
    Undecided,
}

impl<'t> Usage<'t> {
    pub(super) fn new(
        tokens: &'t [Token<'t>],
        marks: &[Mark],
        signs: Signs,
        functions: &'t Functions,
        atoms: &Atoms,
        room: &mut Room<Letter>,
    ) -> Self {
        let mut known = BTreeMap::new();
        for symbol in &atoms.symbols {
            known.insert(symbol.name.clone(), symbol.kind);
        }
        let told = atoms.symbols.iter().filter(|_| atoms.settled);
        let shown = told.map(|s| (s.name.clone(), s.shown)).collect();
        let figures = super::figures::Figures::new(tokens, marks, signs, &known);
        let mut usage = Self {
            letters: Letters::new(room),
            accented: None,
            applied: 0,
            functions,
            known,
            settled: atoms.settled,
            shown,
            raises: atoms.raises,
            tends: atoms.settled && atoms.tends,
            unary: atoms.applied.clone(),
            means: atoms.settled && atoms.means,
            stars: !atoms.settled || atoms.stars,
            logic: false,
            topology: atoms.topic.topology,
            topic: atoms.topic,
            boxed: false,
            floors: false,
            typings: false,
            boolean: false,
            lattice: false,
            imaginary_written: false,
            complex: false,
            exponent_i: false,
            unit_i: false,
            policy: false,
            neutral_e: false,
            tensors: super::tensor::Tensors::new(tokens, marks, signs),
            figures,
            imaginary_j: false,
            only_j_undeclared: false,
        };
        let mut near = Near::default();
        let scripts = signs.has(b'_') || signs.has(b'^');
        for i in 0..tokens.len() {
            usage.token(tokens, marks, i, signs, near);
            if scripts {
                near.pass(tokens, i);
            }
        }
        for (name, letter) in usage.letters.iter_mut() {
            letter.function = Self::applied(letter);
            if let ([byte], true) = (name.as_bytes(), letter.function) {
                usage.applied |= 1 << (byte & 127);
            }
        }
        let mut siblings: Vec<&'t str> = Vec::new();
        for (name, letter) in usage.accented.iter_mut().flat_map(|all| all.iter_mut()) {
            letter.function = Self::applied(letter);
            if letter.function && letter.called > 0 && letter.simple_arguments {
                siblings.push(name);
            }
        }
        usage.share_accents(&siblings);
        usage.neutral_e = signs.has(b'e') && super::neutral::names(tokens);
        let predicates = || tokens.windows(4).any(predicates) || tokens.windows(6).any(formulas);
        usage.logic |=
            signs.may(Sorts::QUANTIFIER) && predicates() || usage.boxed && tokens.iter().any(arrow);
        let stated = |t: &Token<'_>| {
            let kind = usage.known.get(t.key.as_ref()).copied();
            matches!(kind, None | Some(Kind::Any | Kind::Prop))
        };
        usage.boolean = usage.logic && boolean(tokens, marks) && tokens.iter().all(stated);
        usage.typings = usage.logic && signs.has(b':') && tokens.iter().any(super::parse::judges);
        usage.lattice = usage.logic && super::lattice::joins(tokens, marks);
        if signs.has(b'i') && !usage.complex() && tokens.iter().any(counts_remainders) {
            // `\gcd(a^i, n) = 1`
            for (_, letter) in usage.letters.iter_mut().filter(|(name, _)| *name == "i") {
                letter.bound |= letter.exponent;
            }
        }
        if signs.has(b'i') && !usage.complex() && (0..tokens.len()).any(|at| counts(tokens, at)) {
            let letters = usage.letters.iter_mut();
            let i = letters.filter(|(name, _)| *name == "i");
            i.for_each(|(_, letter)| letter.bound = true);
        }
        usage.complex |= signs.has(b'*')
            && (tokens.windows(6).any(starred)
                || (0..tokens.len()).any(|at| starred_beside_lines(tokens, marks, at)));
        if signs.has(b'i') && !usage.complex() && !usage.indexes("i") {
            usage.unit_i = unit::occurs(tokens);
        }
        if signs.may(Sorts::QUANTIFIER) {
            usage.complex |=
                usage.letters.contains_key("i") && unit::all_but_one_declared(tokens, &usage, "i");
            usage.only_j_undeclared = unit::all_but_one_declared(tokens, &usage, "j");
        }
        usage
    }

    /// A capital that is only seen before brackets is applied to them where it is with an accent:
    /// `\bar{K}(x) = \lambda K(\lambda x)`.
    fn share_accents(&mut self, names: &[&'t str]) {
        let capitals = names.iter().filter(|n| n.starts_with(char::is_uppercase));
        for name in capitals {
            if !self.letters.contains_key(name) {
                continue;
            }
            let letter = self.letters.entry(name, Letter::default);
            letter.function |= letter.called > 0 && letter.bare == 0 && !letter.bound;
            if let ([byte], true) = (name.as_bytes(), letter.function) {
                self.applied |= 1 << (byte & 127);
            }
        }
    }

    /// What is known of a letter without an accent.
    fn known_letter(&mut self, token: &'t Token<'t>) -> &mut Letter {
        let functions = self.functions;
        self.letters.entry(&token.key, || Letter {
            simple_arguments: true,
            usual: functions.has(&token.key),
            ..Letter::default()
        })
    }

    /// Whether this is a name of a formula that is said again, and is not applied to anything there;
    /// of names that are new nothing is known.
    pub(super) fn never_applied(&self, name: &str) -> bool {
        self.settled
            && self.known.get(name).is_some_and(|kind| *kind != Kind::Any)
            && !self.shows(name, Shown::CALLED)
    }

    /// Whether this names a symbol of a formula that is said again.
    pub(super) fn is_settled(&self, name: &str) -> bool {
        self.settled && self.known.contains_key(name)
    }

    /// Whether this is a formula that says another one again.
    pub(super) fn is_said_again(&self) -> bool {
        self.settled
    }

    /// Whether this is no name of a formula with means that is said again: it is their sign.
    pub(super) fn is_no_name(&self, name: &str) -> bool {
        let numbered = |n: &String| n.split_once('_').is_some_and(|(letter, _)| letter == name);
        self.means
            && !self.known.contains_key(name)
            && !self.is_bound(name)
            && !self.known.keys().any(numbered)
    }

    /// Whether what stands above this name is an index, in a formula that is said again.
    pub(super) fn raised(&self, name: &str) -> Option<bool> {
        let (raised, power) = (Shown::RAISED, Shown::POWER);
        match (self.shows(name, raised), self.shows(name, power)) {
            _ if self.settled && !self.raises => Some(false),
            _ if !self.is_settled(name) => None,
            (true, true) => None,
            (raised, _) => Some(raised),
        }
    }

    /// Whether the formula that is said again shows this of a name.
    pub(super) fn shows(&self, name: &str, what: Shown) -> bool {
        self.shown
            .iter()
            .any(|(known, shown)| known == name && shown.has(what))
    }

    /// Gives the memory back.
    pub(super) fn reuse(self, room: &mut Room<Letter>) {
        self.letters.reuse(room);
    }
}
