//! Reading LaTeX formulas.
//!
//! Tokens (`token`) get their brackets matched (`matching`, `bars`) and their letters looked
//! at (`usage`); an operator-precedence parser over the vocabulary's readings (`parse`) makes a
//! surface tree, which becomes a term (`elaborate`) once the kinds of symbols are known
//! (`kinds`). Nothing is ever left out: what is not understood is an opaque leaf with a complaint.
//!
//! What is ambiguous is read thus:
//! * `a/bc` is `a/(bc)`: what is written right against a denominator belongs to it (a warning says
//!   so); a blank, a bracket or `!` ends it, and so does a bracket or a function after a number.
//! * `\sin 2x`, `\log xy`: the argument without brackets is all factors up to a function, a bracket,
//!   a sign or a spacing command; `\sin(x) y` and `\sin x/2` are `\sin(x)\cdot y` and `\sin(x)/2`.
//! * Sums, limits and derivatives take the whole product after them, and terms behind it in which their
//!   letter occurs; integrals everything up to their differential.
//! * A letter before a parenthesis is applied when a prime, `f: A \to B`, or the list of function
//!   letters says so, or when it never stands alone and its arguments are simple.
//! * `i` is an index when bound or in a subscript, the unit in an exponent of `e`, next to `\mathrm{i}`
//!   or complex numbers, and otherwise a protected symbol. `e` is Euler's number unless it is an
//!   entry of a matrix, bound, one of the letters `a` to `e`, or the neutral element of a group:
//!   `ae = ea = a`, `\{e, (12)\}`.
//! * `x^T` beside `\partial`, `\nabla` or `\odot`, where `T` is nothing else, is transposed, and so are
//!   values of layers: `(W^{(l)})^T`, `A^{[l]T}`.
//! * `y^2` beside `y'` is the power of a value; `f^2` beside `f(x)` or `f \circ f` one of a function.
//! * `f * g` between letters of functions is a convolution; a letter and its inverse in one product,
//!   `g x g^{-1}`, keep their order, and so do letters written in both orders, `xy - yx`, unless
//!   numbers would be: `ab = ba`, `3xy - 2yx`, sums that are multiplied out.
//! * `[n = 1]` beside a number counts as 1 or 0; `\left(\frac{a}{p}\right)` is Legendre's symbol where
//!   `p` is a modulus, or `\pm 1`, powers of `-1` or the word prime stand with it.
//! * `5 cm` after a blank and `3.0 \times 10^8 m/s` have units, `H_2O` in a formula of nothing but
//!   elements is a molecule; `d` is a sign before a form, a product whose letters it is taken of
//!   elsewhere, or another `d`.
//! * `S \text{ for all real numbers } x`, `\text{For } a, b > 0, S` say for which values `S` holds; behind
//!   `\forall x \in A,` a statement begins with all its factors: `xy = yx`.
//! * Lines of a display are statements as those between commas are; implications side by side are no
//!   chain: `p \implies q, r \implies s`.
//! * `|` pairs up within brackets and between relations; what is left over separates.

mod abbreviated;
mod alike;
mod apart;
mod around;
mod arranged;
mod bars;
mod between;
mod bold;
mod bold_signs;
mod bytes;
mod carried;
mod choices;
mod choosing;
mod clauses;
mod closers;
mod coded;
mod coefficients;
mod commands;
mod complements;
mod conditions;
mod connectives;
mod control;
mod copies;
mod counted;
mod distances;
mod divisors;
mod doubled;
mod elaborate;
mod entries;
mod environments;
mod escaped;
mod evidence;
mod figures;
mod fill_ins;
mod forms;
mod fronted;
mod grouped;
mod headed;
mod hulls;
mod ideals;
mod identifiers;
mod identity;
mod kept;
mod kinds;
mod known;
mod lattice;
mod layout;
mod lengths;
mod lettered;
mod letters;
mod levels;
mod linear;
mod localised;
mod looks;
mod macros;
mod margin;
mod matching;
mod matter;
mod meant;
mod middle_points;
mod molecules;
mod name;
mod neutral;
mod numbered;
mod one_sided;
mod operated;
mod operators;
mod options;
mod orbitals;
mod outward;
mod over;
mod parenthetic;
mod parse;
mod phrases;
mod piecewise;
mod plain_signs;
mod planes;
mod pointed;
mod prefixed;
mod prescripts;
mod rates;
mod reaching;
mod reasons;
mod respell;
mod reversals;
mod role;
mod room;
mod rows;
mod runs;
mod sampled;
mod scales;
mod shapes;
mod sheaves;
mod sided;
mod signs;
mod spaced;
mod spelled;
mod spin_states;
mod stacked;
mod steps;
mod stops;
mod supposed;
mod swapped;
mod switch;
mod table;
mod tensor;
mod tidy;
mod together;
mod token;
mod towers;
mod tree;
mod typed;
mod unbraced;
mod unicode;
mod unused;
mod usage;
mod whole;

pub use alike::convolves;
pub(crate) use alike::{
    alike, axis, component, coordinate, corners, counts, exponent, pronounceable, selects, solves,
};
pub use bold::directed as is_bold;
pub(crate) use bold_signs::NUMBERS;
pub use choices::Choice;
pub use fill_ins::is_fill_in;
pub(crate) use identity::{COORDINATES, tells_axes};
pub use macros::Macros;
pub(crate) use meant::Commands;

use crate::atoms::Atoms;
use crate::diagnostic::Diagnostic;
use crate::nouns::Nouns;
use crate::rules::RuleSet;
use crate::term::Term;
use crate::vocabulary::{Kind, Vocabulary};
pub use lettered::differs_in_letters;
pub(crate) use lettered::letters;
use std::cell::{Cell, RefCell};
use std::ops::Range;

/// A formula that has been read.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    /// The LaTeX it was read from.
    pub source: String,
    /// What it says.
    pub term: Term,
    /// Its leaves.
    pub atoms: Atoms,
    /// What was not understood, or guessed.
    pub complaints: Vec<Diagnostic>,
    /// Punctuation at the end (`.`, `,`), as the source writes it: no part of what is said.
    pub tail: String,
    /// Which of several readings were taken; empty unless the reader explains.
    pub choices: Vec<Choice>,
}

/// The number of tokens of a piece of LaTeX.
pub(crate) fn token_count(latex: &str) -> usize {
    token::tokens(latex).len()
}

/// The memory of formulas of so many bytes is given back at once.
const LONG: usize = 1 << 14;

/// So many lists for terms are kept.
const LISTS: usize = 64;

/// Memory that is used again for the next formula.
#[derive(Default)]
struct Room {
    tokens: room::Room,
    marks: matching::Room,
    letters: letters::Room<usage::Letter>,
    lists: Vec<Vec<Term>>,
}

thread_local! {
    static ROOM: Cell<Room> = Cell::default();
}

/// A vocabulary's readings, ready for use: make one for a rule set and read many formulas.
pub struct Reader<'r> {
    vocabulary: &'r Vocabulary,
    functions: usage::Functions,
    nouns: &'r Nouns,
    table: table::Table,
    names: runs::Known,
    signs: operators::Signs,
    explains: bool,
    macros: Macros,
}

impl<'r> Reader<'r> {
    /// Compiles the readings of a rule set.
    pub fn new(rules: &'r RuleSet) -> Self {
        let table = table::Table::new(&rules.vocabulary, rules.symbols.lexicon.clone());
        Self {
            vocabulary: &rules.vocabulary,
            functions: usage::Functions::new(&rules.symbols.functions),
            nouns: &rules.symbols.nouns,
            names: runs::Known::new(&rules.symbols.names, &rules.vocabulary),
            signs: operators::Signs::new(&rules.vocabulary),
            explains: false,
            macros: Macros::of_packages(|name| table.knows(name)),
            table,
        }
    }

    /// The reader that replaces the calls of these macros, besides those of widely used packages.
    /// Definitions in a formula are for that formula, with or without these.
    #[must_use]
    pub fn with_macros(mut self, macros: Macros) -> Self {
        self.macros.extend(macros);
        self
    }

    /// The reader that also says which of several readings it takes.
    #[must_use]
    pub fn explaining(mut self) -> Self {
        self.explains = true;
        self
    }

    /// Reads a formula.
    pub fn read(&self, latex: &str) -> Formula {
        self.read_with(latex, Atoms::default())
    }

    /// Reads a formula that shares a symbol table with others; what is known of the symbols' kinds
    /// decides how they are read.
    pub fn read_with(&self, latex: &str, atoms: Atoms) -> Formula {
        self.read_under(latex, atoms, &self.macros)
    }

    /// Reads a formula without macros and says where its parts stand, in no order: what stands at a
    /// place as a term over the symbols of the formula, with bound names as symbols.
    pub fn read_places(&self, latex: &str, atoms: Atoms) -> (Formula, Vec<(Range<usize>, Term)>) {
        let mut places = Vec::new();
        let formula = self.read_plain(latex, atoms, Some(&mut places));
        (formula, places)
    }

    /// The reader's macros with those that a text defines, wherever it does.
    pub fn macros_of(&self, text: &str) -> Macros {
        let mut macros = self.macros.clone();
        if macros::defines(text) {
            // A formula that calls a macro which is of no use has a complaint about that.
            macros.collect(text);
        }
        macros
    }

    /// Reads a formula with these macros in place of the reader's own.
    pub fn read_under(&self, latex: &str, atoms: Atoms, macros: &Macros) -> Formula {
        let Some(expanded) = macros::expand(latex, macros) else {
            return self.read_plain(latex, atoms, None);
        };
        let mut formula = self.read_plain(&expanded.text, atoms, None);
        formula.relocate(|span| expanded.place(span));
        formula.source = latex.to_owned();
        // What is said of a macro comes before what is said of the command that it leaves.
        let read = std::mem::replace(&mut formula.complaints, expanded.complaints);
        formula.complaints.extend(read);
        let place = |c: &Diagnostic| c.labels.first().map_or(0, |l| l.span.start);
        formula.complaints.sort_by_key(place);
        formula
    }

    /// Reads a formula in which no macro is left.
    fn read_plain(
        &self,
        latex: &str,
        mut atoms: Atoms,
        places: Option<&mut Vec<(Range<usize>, Term)>>,
    ) -> Formula {
        let mut room = ROOM.take();
        let arranged::Arranged {
            tokens,
            signs,
            columns,
            stop,
        } = self.arranged(latex, &atoms, &mut room.tokens);
        let marks = matching::marks(&tokens, &self.table, &mut room.marks);
        atoms.topic.plain_e |= !atoms.settled && neutral::quantity(&tokens, signs);
        atoms.topic.divided |= !atoms.settled && entries::divided(&tokens, signs);
        atoms.topic.transposing_t |= !atoms.settled && entries::transposed(&tokens, signs);
        let functions = &self.functions;
        let letters = &mut room.letters;
        let mut usage = usage::Usage::new(&tokens, &marks, signs, functions, &atoms, letters);
        usage.floors |= usage.has(self.table.named("fracpart"));
        let mut parser = parse::Parser::new(&self.table, &tokens, &marks, &usage);
        let mut tree = parser.formula();
        let slashed = || signs.capitals() || signs.holds(token::Class::Name);
        if signs.has(b'(') || signs.has(b'/') && slashed() {
            let told = atoms.topic.ideals;
            tree = ideals::bracketed(tree, latex, self.vocabulary, &self.table, told);
        }
        let points = || signs.capitals() || signs.may(signs::Sorts::ANGLE);
        if signs.has(b'(') && points() {
            tree = planes::enclosed(tree, latex, &self.table);
        }
        let letter = [b'A', b'C', b'P'].iter().any(|letter| signs.has(*letter))
            || signs.holds(token::Class::Name);
        if letter && (signs.has(b'!') || signs.has(b'_') && signs.has(b'^')) {
            tree = choosing::counted(tree, &self.table);
        }
        let related = signs.has(b'=') || signs.has(b'|') || signs.may(signs::Sorts::MID);
        if related && signs.has(b'(') && signs.has(b',') {
            tree = divisors::common(tree, &self.table);
        }
        let mut fractions = Vec::new();
        if signs.has(b'^') && signs.has(b'-') && latex.contains("^{-1}") {
            (tree, fractions) = localised::fractions(tree, &self.table);
        }
        if columns {
            tree = coefficients::chosen(tree, latex, &self.table);
        }
        if signs.holds(token::Class::Words) {
            tree = supposed::quantified(tree, self.nouns, &self.table);
        }
        let mut complaints = std::mem::take(&mut parser.complaints);
        if tokens.is_empty() && latex.bytes().any(|b| b.is_ascii_alphabetic()) {
            // Room, and nothing that could be missing in it.
            complaints.clear();
        }
        let behind = parser.tail.map(|first| {
            let last = tokens.last().map_or(0, |t| t.end);
            tokens[first].start..last
        });
        let tail = match (behind, stop) {
            (Some(behind), Some(stop)) => behind.start..stop.end,
            (behind, stop) => behind.or(stop).unwrap_or_default(),
        };
        let tail = latex.get(tail).unwrap_or_default();
        let kinds = kinds::infer(&tree, self.vocabulary, &self.table, &usage, &atoms, signs);
        let choices = if self.explains {
            choices::choices(&tree, latex, self.vocabulary, &usage, &kinds)
        } else {
            Vec::new()
        };
        let raised = || signs.has(b'c') || signs.may(signs::Sorts::COMPLEMENT);
        let lined = signs.may(signs::Sorts::ACCENT) || signs.has(b'^') && raised();
        if lined && !atoms.topic.topology {
            atoms.topic.complements |= complements::shown(&tree, self.vocabulary, &self.table);
        }
        let shared = atoms.symbols.len();
        let (quantum, hatted) = elaborate::operators(&tokens, signs);
        let mut apart = match !atoms.settled && apart::may(&tokens, signs) {
            true => apart::names(&tree, self.table.apart, latex, signs),
            false => Vec::new(),
        };
        let fractional = || {
            signs.has(b'^')
                && signs.has(b'-')
                && (latex.contains(r"(-\Delta") || latex.contains("(-Δ"))
        };
        let named = signs.capitals() || signs.holds(token::Class::Name);
        // `(g \circ f)^* = f^* g^*`
        let starred = || signs.has(b'^') && signs.has(b'*');
        let acted = || signs.has(b'(') && (latex.contains(r"(\gamma ") || latex.contains("(γ "));
        let operated = match named || fractional() || starred() || acted() {
            true => operated::names(&tree, &self.table),
            false => operated::Operated::default(),
        };
        apart.extend(operated.names);
        if usage.neutral_e {
            apart.extend(neutral::letters(&tokens));
        }
        apart.extend(atoms.ordered.iter().cloned());
        let mut elaborator = elaborate::Elaborator {
            signs: elaborate::Signs::default(),
            work: 0,
            most_work: parse::most_work(tokens.len()),
            quantum,
            slashes: std::cell::OnceCell::new(),
            apart,
            entries: Vec::new(),
            bound: Vec::new(),
            dependent: Vec::new(),
            hatted,
            source: latex,
            tokens: &tokens,
            vocabulary: self.vocabulary,
            table: &self.table,
            usage: &usage,
            kinds,
            atoms,
            complaints,
            read: 0,
            places: places.is_some().then(Vec::new),
            leaves: elaborate::Leaves::default(),
            lists: RefCell::new(std::mem::take(&mut room.lists)),
        };
        let term = elaborator.whole(&tree);
        let (mut atoms, mut complaints) = (elaborator.atoms, elaborator.complaints);
        room.lists = elaborator.lists.into_inner();
        room.lists.truncate(LISTS);
        let term = match (places, elaborator.places) {
            // Places speak of all symbols.
            (Some(places), Some(found)) => {
                *places = found;
                term
            }
            _ => unused::drop_unused(term, &mut atoms, shared),
        };
        // Of a version of a formula nothing is read again.
        if !std::mem::take(&mut atoms.settled) {
            operators::note(&term, &mut atoms, &self.signs);
            atoms.apart = elaborator.apart;
            atoms.bound = operators::bound(&atoms, &elaborator.kinds);
        }
        for symbol in atoms.symbols.iter_mut().skip(shared) {
            if symbol.kind == Kind::Any {
                symbol.kind = Kind::Num;
            }
        }
        identity::keep_names(&mut atoms);
        if signs.may(signs::Sorts::RESPELT)
            && identity::tells_axes(std::iter::once(&term), &atoms, self.vocabulary)
        {
            identity::keep_coordinates(&mut atoms);
        }
        if signs.has(b'_') || signs.has(b'U') || signs.may(signs::Sorts::ACCENT) {
            kept::keep_names(&tokens, signs, &mut atoms);
        }
        if signs.has(b'^') {
            kept::keep_spaces(&tokens, &mut atoms);
        }
        if signs.holds(token::Class::Open) {
            kept::keep_ends(&mut atoms);
        }
        if signs.holds(token::Class::Words) || signs.holds(token::Class::Name) {
            kept::keep_before_nouns(&tokens, self.nouns, &mut atoms);
        }
        for symbol in &mut atoms.symbols {
            symbol.protected |=
                operated.telling.contains(&symbol.name) || usage.neutral_e && symbol.name == "e";
            symbol.protected |= fractions.contains(&symbol.name);
        }
        for symbol in atoms.symbols.iter_mut().skip(shared) {
            symbol.protected |= operated.parted.contains(&symbol.name);
        }
        if usage.figures.words {
            figures::keep_names(&tokens, &mut atoms);
        }
        if complaints.len() > 1 {
            complaints.sort_by_key(|c| c.labels.first().map_or(0, |l| l.span.start));
        }
        if latex.len() < LONG {
            usage.reuse(&mut room.letters);
            room.marks.reuse(marks);
            room.tokens.reuse(tokens);
            ROOM.set(room);
        }
        Formula {
            source: latex.to_owned(),
            term,
            atoms,
            complaints,
            tail: tail.to_owned(),
            choices,
        }
    }
}

impl Formula {
    /// Moves all places.
    fn relocate(&mut self, to: impl Fn(&Range<usize>) -> Range<usize>) {
        for label in self.complaints.iter_mut().flat_map(|c| &mut c.labels) {
            label.span = to(&label.span);
        }
        for opaque in &mut self.atoms.opaques {
            let span = to(&(opaque.start..opaque.end));
            (opaque.start, opaque.end) = (span.start, span.end);
        }
        for choice in &mut self.choices {
            choice.span = to(&choice.span);
        }
    }
}

/// Reads a formula. Never fails: what is not understood is an opaque leaf with a complaint.
pub fn read(latex: &str, rules: &RuleSet) -> Formula {
    Reader::new(rules).read(latex)
}

/// Reads a formula that shares a symbol table with others.
pub fn read_with(latex: &str, rules: &RuleSet, atoms: Atoms) -> Formula {
    Reader::new(rules).read_with(latex, atoms)
}
