//! The leaves of one formula (or one text): its symbols, numbers and opaque pieces.

use num_traits::ToPrimitive;

use crate::term::Op;
use crate::vocabulary::Kind;

/// The tables that the leaves of a term index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Atoms {
    /// Symbols in order of appearance.
    pub symbols: Vec<Symbol>,
    /// Numbers that are not small integers.
    pub literals: Vec<Literal>,
    /// LaTeX that was not understood.
    pub opaques: Vec<Opaque>,
    /// Names that the source gives to bound names; the printer prefers them.
    pub slot_names: Vec<(crate::term::Slot, String)>,
    /// Names of symbols whose products keep their order, like those of elements of a group.
    pub ordered: Vec<String>,
    /// Names that the formula tells to be those of operators.
    pub apart: Vec<String>,
    /// What bound names stand for, where that is no number.
    pub bound: Vec<(String, Kind)>,
    /// Whether something has indices above it.
    pub raises: bool,
    /// Whether arrows say what something tends to.
    pub tends: bool,
    /// Whether functions are raised to powers themselves.
    pub iterates: bool,
    /// The operators that are applied to one thing.
    pub applied: Vec<Op>,
    /// Whether stars stand between things that are no numbers.
    pub stars: bool,
    /// Whether there are means or probabilities.
    pub means: bool,
    /// Whether there are sizes: `2 \times n`.
    pub sizes: bool,
    /// Whether all this was noted, as a formula was read.
    pub noted: bool,
    /// Whether all this is known before a formula is read: it says the same as another one.
    pub settled: bool,
    /// Words of plain letters that the text around takes for names.
    pub names: Vec<String>,
    /// What the text around is about.
    pub topic: Topic,
    /// What the words beside the formula say it to be.
    pub said: Said,
}

/// What words beside a formula say the whole of it to be, where it could be something else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Said {
    /// They say nothing.
    #[default]
    Nothing,
    /// An interval: `(a, b)`.
    Interval,
    /// A sequence, named by a member: `\{a_n\}`.
    Sequence,
}

/// What a text is about, where that tells what its formulas say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Topic {
    /// A line over a set is its closure, and no complement.
    pub topology: bool,
    /// A line over a set is its complement, as the text says or a formula shows.
    pub complements: bool,
    /// A fraction in brackets is the symbol of a quadratic residue.
    pub residues: bool,
    /// Products are words of a formal language; a star repeats them.
    pub languages: bool,
    /// `\pi(x)` counts primes, also where a number stands for `x`.
    pub primes: bool,
    /// `i` is the imaginary unit where it is no index.
    pub imaginary: bool,
    /// `e` is a letter like others, and no constant: `v - e + f = 2`.
    pub plain_e: bool,
    /// Whole numbers are counted, not measured: none has decimals.
    pub counted: bool,
    /// `\Delta` before a function is the Laplacian, and no change of it.
    pub laplacian: bool,
    /// `E` before a random variable is its expected value: `EX = \mu`.
    pub random: bool,
    /// `E(T)` are the edges of a graph, and no mean.
    pub graphs: bool,
    /// Symmetric, alternating and other groups keep their letters: `S_3`, `A_5`.
    pub groups: bool,
    /// Complete graphs, cycles and paths keep their letters: `K_5`, `K_{3,3}`.
    pub families: bool,
    /// The order of capital letters is that of subgroups and subspaces.
    pub subgroups: bool,
    /// A small `t` above a matrix or a vector transposes it.
    pub transposing_t: bool,
    /// Round brackets that a capital letter is equal to hold what generates an ideal.
    pub ideals: bool,
    /// Letters have entries in rows that are numbered, `y_{1i}`: `y_{2i}` is one, and no member of a sequence.
    pub rows: bool,
    /// Commas stand between indices that are letters, and not only those of rows and columns: `K_{m,n}`.
    pub divided: bool,
    /// Bold capitals that name sets of numbers elsewhere are vectors and matrices: `\mathbf{N}`,
    /// `\mathbf{Z}`, `\mathbf{Q}`, `\mathbf{R}`, `\mathbf{C}`, in this order.
    pub bold: [bool; 5],
    /// An empty group sets indices above apart from exponents, as they would be read as such elsewhere.
    pub staggered: bool,
    /// Blanks between letters say nothing, as a program has put them between all of them: `A B`.
    pub joined: bool,
}

/// A symbol of the formula, as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Symbol {
    /// Its LaTeX: `x`, `\alpha`, `\mathbf{v}`.
    pub name: String,
    /// What it stands for, as far as it is known.
    pub kind: Kind,
    /// Whether it may be renamed; an undecided `i`, say, may not.
    pub protected: bool,
    /// What the formula shows of it, once that was read.
    pub shown: Shown,
}

/// What a formula shows of a symbol, which a version of it need not show anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shown(u16);

impl Shown {
    /// It occurs in a product of operators; all others are numbers.
    pub const OPERATOR: Self = Self(1);
    /// A factor of a product of matrices, whatever it is, or a size.
    pub const LINEAR: Self = Self(1 << 1);
    /// It has indices above it.
    pub const RAISED: Self = Self(1 << 2);
    /// It is raised to powers other than numbers.
    pub const POWER: Self = Self(1 << 3);
    /// It is applied to arguments.
    pub const CALLED: Self = Self(1 << 4);
    /// A factor of a product of numbers.
    pub const FACTOR: Self = Self(1 << 5);
    /// A number in parentheses above it says which of several it is: `L_n^{(1)}`.
    pub const NUMBERED: Self = Self(1 << 6);
    /// It has primes or the order of a derivative above it.
    pub const DERIVED: Self = Self(1 << 7);
    /// Its indices are two figures each, `11` and others: the entries of a matrix.
    pub const ENTRIES: Self = Self(1 << 8);

    /// Its arguments stand in braces: `\mathcal{L}\{f\}`.
    pub const BRACED: Self = Self(1 << 9);
    /// It is the measure of integrals with two strokes: `\iint_D f \,dA`.
    pub const AREA: Self = Self(1 << 10);
    /// It is the measure of integrals with three strokes.
    pub const VOLUME: Self = Self(1 << 11);

    /// What is told by how something is written, and by no term.
    pub const fn of_source(self) -> Self {
        Self(self.0 & (Self::BRACED.0 | Self::AREA.0 | Self::VOLUME.0))
    }

    /// Whether all this is shown.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Adds what is shown besides.
    pub const fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// A number with its spelling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    /// As the source writes it: `0.50`, `12345678901234567890`.
    pub spelling: String,
    /// Numerator and denominator in lowest terms, in decimal digits.
    pub value: num_rational::BigRational,
}

/// A piece of LaTeX that was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opaque {
    /// The text between symbols: one piece more than the node has children.
    pub pieces: Vec<String>,
    /// Where it stands in the source, in bytes.
    pub start: usize,
    /// The end of it, exclusive.
    pub end: usize,
}

impl Literal {
    /// The integer that is meant by `2.0`, when it is small enough to be one of its own.
    pub fn integer(&self) -> Option<Op> {
        let value = self.value.is_integer().then(|| self.value.to_integer())?;
        value.to_u32().filter(|v| *v < 1 << 28).map(Op::integer)
    }
}

impl Atoms {
    /// The index of the symbol of this name, which is added when it is new.
    pub fn symbol(&mut self, name: &str) -> u32 {
        let found = self.symbols.iter().position(|s| s.name == name);
        found.map_or_else(|| self.add_symbol(name), |place| place as u32)
    }

    /// The same; a new one stands for something of this kind.
    pub(crate) fn called(&mut self, name: &str, kind: Kind) -> u32 {
        let known = self.symbols.len();
        let symbol = self.symbol(name);
        if let Some(new) = self.symbols.get_mut(known) {
            new.kind = kind;
        }
        symbol
    }

    /// The index of a symbol that is new.
    pub(crate) fn add_symbol(&mut self, name: &str) -> u32 {
        self.symbols.push(Symbol {
            name: name.to_owned(),
            kind: Kind::Any,
            protected: false,
            shown: Shown::default(),
        });
        self.symbols.len() as u32 - 1
    }
}
