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
mod reading;
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
mod staggered;
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
use crate::vocabulary::Vocabulary;
pub use lettered::differs_in_letters;
pub(crate) use lettered::letters;
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
