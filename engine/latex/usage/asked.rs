//! What the letters of a formula are, by how they are used.

use super::{Imaginary, Letter, Usage};
use crate::atoms::Shown;
use crate::latex::bold;
use crate::term::Op;
use crate::vocabulary::Kind;

impl Usage<'_> {
    /// Whether a letter is bound or declared somewhere: `_{N \to \infty}`, `\forall x`.
    pub(in crate::latex) fn is_bound(&self, name: &str) -> bool {
        self.letters.get(name).is_some_and(|l| l.bound)
    }

    /// Whether a letter usually names a function, with or without an accent.
    pub(in crate::latex) fn usual(&self, name: &str) -> bool {
        let bare = name
            .split_once('{')
            .map_or(name, |(_, rest)| rest.strip_suffix('}').unwrap_or(rest));
        self.functions.has(bare)
    }

    /// Whether a letter stands somewhere with nothing after it that it could be applied to.
    pub(in crate::latex) fn stands(&self, name: &str) -> bool {
        self.letters.get(name).is_some_and(|l| l.standing)
    }

    /// Whether a `t` is an index somewhere, so that it transposes nothing: `\mathbf{A}^t \mathbf{z}_0`
    /// beside `\mathbf{z}_t`.
    pub(in crate::latex) fn counts_times(&self) -> bool {
        self.letters.get("t").is_some_and(|l| l.subscript)
    }

    /// Whether a letter stands somewhere with no bracket behind it and its scripts.
    pub(in crate::latex) fn is_bare(&self, name: &str) -> bool {
        self.letters.get(name).is_some_and(|l| l.bare > 0)
    }

    /// Whether a letter stands somewhere with neither a number below it nor a bracket behind it.
    pub(in crate::latex) fn is_bare_itself(&self, name: &str) -> bool {
        self.letter(name).is_some_and(|l| l.bare > l.numbered)
    }

    /// Whether `\pi` is a function everywhere: it counts primes.
    pub(in crate::latex) fn counts_primes(&self) -> bool {
        let letter = self.letters.get(r"\pi");
        self.topic.primes || letter.is_some_and(|l| l.function && l.applied && l.bare == 0)
    }

    /// What is known of a letter, with or without an accent.
    pub(super) fn letter(&self, name: &str) -> Option<&Letter> {
        self.letters.get(name).or_else(|| {
            let (_, rest) = name.split_once('{')?;
            self.accented.as_ref()?.get(rest.strip_suffix('}')?)
        })
    }

    /// Whether a single letter stands in bold somewhere as well, and without an index, which columns
    /// of matrices have.
    pub(in crate::latex) fn is_bold_too(&self, name: &str) -> bool {
        let bold = |font: &str| {
            let letter = self.letters.get(&format!("{font}{{{name}}}"));
            letter.is_some_and(|l| !l.indexed)
        };
        name.len() == 1 && (bold(r"\mathbf") || bold(r"\boldsymbol"))
    }

    /// Whether a letter before a parenthesis is applied to it.
    pub(in crate::latex) fn is_function(&self, name: &str) -> bool {
        if let ([byte], true) = (name.as_bytes(), self.known.is_empty()) {
            return self.applied >> (byte & 127) & 1 != 0;
        }
        match self.known.get(name) {
            Some(Kind::Fn) => return true,
            Some(Kind::Any) | None => {}
            // A language, and that of a machine: `L(M) = L`; a family of functions, `f = \{f_k\}`.
            Some(Kind::Set) => {
                return (name.starts_with(char::is_uppercase) || matches!(name, "f" | "g" | "h"))
                    && self.letter(name).is_some_and(|l| l.function);
            }
            // `\mathbf{X}` beside `\mathbf{X}(t)`
            Some(Kind::Vec | Kind::Mat)
                if bold::directed(name) && (!self.settled || self.shows(name, Shown::CALLED)) => {}
            // `x(t)` beside `\dot{x}(t) = A x(t)`: nobody brackets the number behind a vector.
            Some(Kind::Vec)
                if name.len() == 1 && (!self.settled || self.shows(name, Shown::CALLED)) =>
            {
                return self.letter(name).is_some_and(|l| {
                    l.function && l.called > 0 && l.bare == l.numbered && l.simple_arguments
                });
            }
            Some(_) => return false,
        }
        self.letter(name).is_some_and(|l| l.function)
    }

    /// The same for what is known of the letter.
    pub(super) fn applied(letter: &Letter) -> bool {
        if letter.bound && !letter.function_sign && !letter.applied {
            return false;
        }
        if letter.form && !letter.function_sign {
            return false;
        }
        if (letter.rate && !letter.function_sign || letter.own && !letter.usual) && !letter.applied
        {
            return false;
        }
        if letter.function_sign || letter.applied || letter.ordered && letter.bare == 0 {
            return true;
        }
        if letter.called == 0 {
            return letter.usual && letter.bare == 0;
        }
        if letter.usual {
            // `W_\psi f = \psi(t - b)`: an index names what it belongs to.
            return letter.bare == letter.indexing || letter.simple_arguments;
        }
        if letter.operator && !letter.labelled && letter.bare == letter.numbered && !letter.factor {
            return true;
        }
        letter.bare == 0 && (letter.repeated || letter.several_arguments)
            || letter.bare == letter.numbered && letter.simple_arguments
    }

    /// Whether arrows between statements are implications, for all that is known of the formula.
    pub(in crate::latex) fn implies_by_arrows(&self) -> bool {
        self.logic && !self.tends
    }

    /// Whether a formula that is said again does not have this operator of one thing.
    pub(in crate::latex) fn lacks(&self, op: Option<Op>) -> bool {
        self.settled && op.is_some_and(|op| !self.unary.contains(&op))
    }

    /// Whether a formula that is said again has this operator of one thing.
    pub(in crate::latex) fn has(&self, op: Option<Op>) -> bool {
        self.settled && op.is_some_and(|op| self.unary.contains(&op))
    }

    /// Whether a number in parentheses above this name says which of several it is, and is no order of a
    /// derivative, in a formula that is said again.
    pub(in crate::latex) fn is_numbered(&self, name: &str) -> Option<bool> {
        let (numbered, derived) = (Shown::NUMBERED, Shown::DERIVED);
        let (numbered, derived) = (self.shows(name, numbered), self.shows(name, derived));
        (self.settled && numbered != derived).then_some(numbered)
    }

    /// Whether nothing in parentheses above this name is a number of its own or the order of a derivative,
    /// in a formula that is said again.
    pub(in crate::latex) fn has_no_numbers(&self, name: &str) -> bool {
        self.is_settled(name)
            && !self.shows(name, Shown::NUMBERED)
            && !self.shows(name, Shown::DERIVED)
    }

    /// Whether a letter stands before a parenthesis somewhere.
    pub(in crate::latex) fn called(&self, name: &str) -> bool {
        self.letter(name).is_some_and(|l| l.called > 0)
    }

    /// Why a letter before a parenthesis is applied to it, where that is a guess.
    pub(in crate::latex) fn why_function(&self, name: &str) -> Option<&'static str> {
        if self.known.get(name) == Some(&Kind::Fn) {
            return None;
        }
        let letter = self.letter(name)?;
        if letter.function_sign {
            None
        } else if self.functions.has(name) {
            Some("the letter usually names a function")
        } else {
            Some("the letter never stands alone here")
        }
    }

    /// Whether a letter usually names a function and nothing says that it does not here.
    pub(in crate::latex) fn may_be_function(&self, name: &str) -> bool {
        let bound = self
            .letters
            .get(name)
            .is_some_and(|l| l.bound && !l.function_sign);
        self.is_function(name) || self.usual(name) && !bound
    }

    /// Whether a letter that may name a probability or expectation does.
    pub(in crate::latex) fn is_operator(&self, name: &str) -> bool {
        let Some(letter) = self.letters.get(name) else {
            return false;
        };
        letter.called > 0 && letter.bare == 0 && letter.event_arguments
    }

    /// Whether a letter may name a probability or expected value.
    pub(in crate::latex) fn is_event(&self, name: &str) -> bool {
        matches!(name, "P" | "E")
    }

    /// Whether a letter is an index.
    pub(super) fn indexes(&self, name: &str) -> bool {
        self.letters.get(name).is_some_and(Letter::indexes)
    }

    /// What a plain `i` (or `j`) is.
    pub(in crate::latex) fn imaginary(&self, name: &str) -> Imaginary {
        let Some(letter) = self.letters.get(name) else {
            return Imaginary::Undecided;
        };
        // `i(t) = \Re(Ie^{j\omega t})` is a current.
        let current = name == "i"
            && letter.called > 0
            && letter.bare == 0
            && letter.simple_arguments
            && !letter.factor
            && !self.exponent_i;
        if letter.indexes() {
            Imaginary::Index
        } else if self.is_settled(name) || current {
            Imaginary::Undecided
        } else if name == "i"
            && (self.imaginary_written
                || self.exponent_i
                || self.unit_i
                || self.complex
                || self.topic.imaginary)
            || name == "j" && self.is_unit_j(letter)
        {
            Imaginary::Unit
        } else {
            Imaginary::Undecided
        }
    }

    /// Whether an `i` that is not bound may be the imaginary unit, since nothing is known of it or it is
    /// a factor as well as an index: `U_i = X_i + iY_i`.
    pub(in crate::latex) fn may_be_unit(&self) -> bool {
        match self.imaginary("i") {
            Imaginary::Unit => false,
            Imaginary::Undecided => true,
            Imaginary::Index => self.letters.get("i").is_some_and(|l| l.on_line),
        }
    }

    /// Whether a letter is known from elsewhere to be a point, or to be none.
    pub(in crate::latex) fn is_point(&self, name: &str) -> Option<bool> {
        match self.known.get(name)? {
            Kind::Any => None,
            kind => Some(*kind == Kind::Point),
        }
    }

    /// Whether a symbol is known from elsewhere to be no number.
    pub(in crate::latex) fn is_told(&self, name: &str) -> bool {
        let kind = self.known.get(name);
        kind.is_some_and(|kind| !matches!(kind, Kind::Any | Kind::Num))
    }

    /// Whether a symbol is known from elsewhere to be a random variable.
    pub(in crate::latex) fn is_random(&self, name: &str) -> bool {
        self.known.get(name) == Some(&Kind::Rv)
    }

    /// Whether a symbol is known from elsewhere.
    pub(in crate::latex) fn is_known(&self, name: &str) -> bool {
        self.known.contains_key(name)
    }

    /// Whether a `j` that is no index is the imaginary unit: it has the place of one, and no `i`
    /// is the unit.
    fn is_unit_j(&self, letter: &Letter) -> bool {
        let i = self.imaginary("i") == Imaginary::Unit;
        let i_occurs = self.letters.contains_key("i");
        let complex = self.complex || self.only_j_undeclared;
        !i && !letter.entry
            && !letter.power_base
            && (self.imaginary_j
                || complex && !i_occurs && !self.imaginary_written && !letter.exponent)
    }

    /// Whether complex numbers occur.
    pub(in crate::latex) fn complex(&self) -> bool {
        self.complex || self.imaginary_written || self.exponent_i || self.imaginary_j
    }

    /// Whether `e` is Euler's number.
    pub(in crate::latex) fn euler(&self) -> bool {
        if self.topic.plain_e || self.neutral_e || self.is_told("e") {
            return false;
        }
        let Some(letter) = self.letters.get("e") else {
            return true;
        };
        // `e(t) = r(t) - y(t)`: nobody multiplies so.
        if letter.called > 0
            && letter.bare == 0
            && (letter.simple_arguments || letter.several_arguments)
            && !letter.power_base
            && !letter.factor
        {
            return false;
        }
        let run = ["a", "b", "c", "d"]
            .iter()
            .all(|l| self.letters.contains_key(l));
        let indexed = letter.indexed && !letter.exponential;
        !letter.bound && !indexed && !letter.entry && (letter.power_base || !run)
    }
}
