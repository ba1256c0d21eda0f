//! What stands right beside a run of letters.

use super::degree::{TERM, degree};
use super::{Reading, Run, spelling};
use crate::latex::table::Role;
use crate::latex::token::{Class, Gap, Token, around};

/// As many tokens after a name are looked through for its argument.
const NEAR: usize = 40;

/// The size of a matrix in brackets has no more tokens.
const SIZE: usize = 8;

/// Groups beside which an `O` is one, too.
const GROUPS: &[&str] = &[
    "SO", "SU", "GL", "SL", "Sp", "Spin", "Pin", "GO", "PO", "PSO",
];

/// Signs that stand between names of classes and theories.
const BETWEEN: &[&str] = &[
    r"\vdash",
    r"\models",
    r"\vDash",
    "⊢",
    "⊨",
    r"\in",
    r"\notin",
    "∈",
    r"\subset",
    r"\subseteq",
    r"\supset",
    r"\supseteq",
    r"\subsetneq",
    "⊂",
    "⊆",
];

impl Reading<'_, '_> {
    /// The orthogonal or unitary group, of which a matrix is a member: `A \in O(n)`, `V \in U(2^n)`, or
    /// the orthogonal one beside other groups.
    pub(super) fn orthogonal(&self, run: Run) -> bool {
        if self.key(run.at) == "U" {
            return self.unitary(run);
        }
        let told = self.atoms.names.iter().any(|name| name == "O");
        if (told || self.company.holds(GROUPS)) && self.key(run.end()) == "(" {
            return true;
        }
        let tokens = &self.tokens[..run.end()];
        let [.., matrix, sign, own] = tokens else {
            return false;
        };
        let size = self.tokens.get(run.end()..run.end() + 3).unwrap_or(&[]);
        let size = matches!(size, [open, size, close] if open.key == "(" && close.key == ")"
            && (size.class == Class::Digit || matches!(size.key.as_ref(), "n" | "m" | "N" | "V")));
        own.key == "O"
            && size
            && sign.key == r"\in"
            && matches!(
                matrix.key.as_ref(),
                "A" | "B" | "Q" | "R" | "U" | "V" | "P" | "O" | "X"
            )
    }

    /// Whether a capital letter is said to be a member right before the bracket with a size here.
    fn unitary(&self, run: Run) -> bool {
        let [.., matrix, sign, _] = &self.tokens[..run.end()] else {
            return false;
        };
        let inside = self.tokens.iter().skip(run.end() + 1);
        let mut inside = inside.take(SIZE).take_while(|t| t.key != ")");
        let size = |t: &Token<'_>| {
            t.class == Class::Digit
                || matches!(
                    t.key.as_ref(),
                    "n" | "m" | "N" | "d" | "D" | "^" | "{" | "}"
                )
        };
        self.key(run.end()) == "("
            && matches!(sign.key.as_ref(), r"\in" | "∈")
            && matches!(matrix.key.as_ref(), "A" | "U" | "V" | "W" | "X" | "g")
            && inside.all(size)
    }

    /// Whether a name of a function has its argument here: a bracket, perhaps after a script.
    pub(super) fn applied(&self, run: Run, word: &str) -> bool {
        let fits = |at: usize| match word {
            "Pr" => self.holds_event(at),
            "ex" => self.avoids(at),
            "HP" | "TP" | "WP" | "SP" | "EP" => self.located(at),
            // `tf(x)` is a product, as of a share.
            "tf" => self.several_arguments(run),
            // `CR_z(\theta)` is a gate.
            "CR" => {
                self.key(run.end()) == "_" && matches!(self.key(run.end() + 1), "x" | "y" | "z")
            }
            _ => true,
        };
        let opens = |at: usize| matches!(self.key(at), "(" | "[") && fits(at);
        let next = run.end();
        if opens(next) {
            return self.tokens[next].gap < Gap::Wide;
        }
        match self.key(next) {
            "_" if word.len() > 2 || matches!(word, "GL" | "SL") => true,
            "_" | "^" => {
                let mut after = self.after_script(next + 1);
                if matches!(self.key(after), "_" | "^") {
                    after = self.after_script(after + 1);
                }
                opens(after)
            }
            _ => false,
        }
    }

    /// Whether a capital letter or one with an accent follows behind a thin space, or a script and such
    /// a letter: `Ad\,T`, `Ad_g X`; behind three letters and a blank any letter.
    pub(super) fn spaced(&self, run: Run) -> bool {
        let scripted = self.key(run.end()) == "_";
        let next = match scripted {
            true => self.after_script(run.end() + 1),
            false => run.end(),
        };
        let argument = |t: &Token<'_>| {
            t.class == Class::Letter && t.key.starts_with(char::is_uppercase)
                || matches!(t.key.as_ref(), r"\hat" | r"\tilde" | r"\bar" | "{" | "(")
        };
        let near = |t: &Token<'_>| scripted && t.gap < Gap::Thin || t.gap == Gap::Thin;
        // `grad f`
        let field = |t: &Token<'_>| {
            run.length > 2
                && matches!(t.gap, Gap::Blank | Gap::Thin)
                && (t.class == Class::Letter || argument(t))
        };
        let next = self.tokens.get(next);
        next.is_some_and(|t| near(t) && argument(t) || field(t))
    }

    /// Whether a statement, a bar or a capital letter stands in the bracket that opens here: `Pr(1 + t)`
    /// is a product.
    fn holds_event(&self, open: usize) -> bool {
        let inside = self.tokens.iter().skip(open + 1).take(NEAR);
        let mut inside = inside.take_while(|t| !matches!(t.key.as_ref(), ")" | "]"));
        inside.any(|t| {
            t.key.len() == 1 && t.key.starts_with(char::is_uppercase)
                || matches!(
                    t.key.as_ref(),
                    "=" | "<" | ">" | r"\le" | r"\leq" | r"\ge" | r"\geq" | r"\in" | "|" | r"\mid"
                )
        })
    }

    /// Whether two coordinates with a bar between them, of which one is a number, are all that stands in
    /// the bracket that opens here.
    fn located(&self, open: usize) -> bool {
        let inside = self.tokens.iter().skip(open + 1).take(NEAR);
        let bar = |t: &Token<'_>| matches!(t.key.as_ref(), "|" | r"\mid" | r"\vert");
        let (mut bars, mut numbers) = (0, 0);
        for token in inside.take_while(|t| t.key != ")") {
            bars += usize::from(bar(token));
            numbers += usize::from(token.class == Class::Digit);
        }
        bars == 1 && numbers > 0
    }

    /// Whether a number and the graphs that are not to be found stand in the bracket that opens here:
    /// `ex(n, K_3)`; `ex(t)` is a product.
    fn avoids(&self, open: usize) -> bool {
        let graph = self.key(open + 3);
        matches!(self.key(open + 2), "," | ";")
            && (graph.len() == 1 && graph.starts_with(char::is_uppercase)
                || graph.starts_with(r"\math"))
    }

    /// The place after the script that begins here.
    fn after_script(&self, at: usize) -> usize {
        if self.tokens.get(at).is_none_or(|t| t.class != Class::Open) {
            return at + 1;
        }
        let mut depth = 0;
        for (place, token) in self.tokens.iter().enumerate().skip(at).take(NEAR) {
            match token.class {
                Class::Open => depth += 1,
                Class::Close => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return place + 1;
            }
        }
        at + 1
    }

    /// Whether what stands after the run may be an argument without brackets, or one with them.
    pub(super) fn argument_follows(&self, run: Run) -> bool {
        let next = run.end();
        self.tokens.get(next).is_some_and(|t| match t.class {
            Class::Letter => !self.company.names_run(self.known, next),
            // `16/Re \text{ for } Re < 2000`
            Class::Words => !self.key(next).contains("{ "),
            Class::Name | Class::Digit | Class::Open => true,
            Class::Sign => {
                matches!(self.key(next), "(" | "[" | r"\{" | "|" | r"\langle")
                    || self.key(next).starts_with('\\') && !self.infix(next)
            }
            _ => false,
        })
    }

    fn infix(&self, at: usize) -> bool {
        let mut roles = self.table.lookup(&self.tokens[at..]);
        roles.any(|(role, _)| matches!(role, Role::Infix { .. }))
            || matches!(self.key(at), r"\right" | r"\}" | r"\quad")
    }

    /// Whether the value in the bracket after the run, with which the formula begins, is said to equal
    /// something: `CV(h) = \frac{1}{n}\sum_i e_i^2`.
    pub(super) fn defined(&self, run: Run) -> bool {
        let ahead = self.tokens.iter().enumerate().skip(run.end()).take(NEAR);
        let mut depth = 0;
        for (at, token) in ahead {
            match token.key.as_ref() {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return self.begins_line(run)
                    && matches!(self.key(self.past_cell(at + 1)), "=" | ":" | r"\coloneqq");
            }
        }
        false
    }

    /// Whether something between commas stands in the bracket after the run.
    pub(super) fn several_arguments(&self, run: Run) -> bool {
        let mut depth = 0;
        for token in self.tokens.iter().skip(run.end()).take(NEAR) {
            match token.key.as_ref() {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                "," if depth == 1 => return true,
                "+" | "=" | "-" if depth == 1 => return false,
                _ => {}
            }
            if depth == 0 {
                return false;
            }
        }
        false
    }

    /// Whether the run is all that changes by what stands before it, and its letters stand nowhere else:
    /// `\Delta KE = W`.
    pub(super) fn changed(&self, run: Run) -> bool {
        let ends = |t: &Token<'_>| matches!(t.key.as_ref(), "=" | "+" | "-" | "," | "." | "&");
        self.before(run).is_some_and(|t| t.key == r"\Delta")
            && self.tokens.get(run.end()).is_none_or(ends)
            && !self
                .company
                .any_alone(spelling(self.tokens, run).as_bytes())
    }

    /// Whether a decimal number stands near, and no letter that names complex ones.
    pub(super) fn measured(&self, run: Run) -> bool {
        let near = &self.tokens[around(self.tokens, run.at)];
        let digit = |t: &Token<'_>| t.class == Class::Digit;
        let complex = |t: &Token<'_>| matches!(t.key.as_ref(), "z" | "w" | "i" | "s");
        let decimal = |w: &[Token<'_>]| digit(&w[0]) && w[1].key == "." && digit(&w[2]);
        near.windows(3).any(decimal) && !near.iter().any(complex)
    }

    /// Whether operands stand on both sides of the run, which blanks part from it: `a mod n`.
    pub(super) fn divides(&self, run: Run) -> bool {
        let apart = |t: &Token<'_>| matches!(t.gap, Gap::Blank | Gap::Thin);
        let ends = |t: &Token<'_>| {
            super::below::ends_operand(t) || matches!(t.key.as_ref(), ")" | "]" | "!")
        };
        let starts = |t: &Token<'_>| {
            matches!(t.class, Class::Letter | Class::Digit | Class::Name) || t.key == "("
        };
        apart(&self.tokens[run.at])
            && self.before(run).is_some_and(ends)
            && self
                .tokens
                .get(run.end())
                .is_some_and(|t| apart(t) && starts(t))
    }

    /// Whether the run is a side of a relation or a term, behind the sign, with nothing to be taken of.
    pub(super) fn stands_alone(&self, run: Run) -> bool {
        let behind = self.before(run).is_some_and(|t| {
            matches!(
                t.key.as_ref(),
                "=" | "+" | "-" | r"\le" | r"\ge" | r"\leq" | r"\geq" | r"\leftarrow" | r"\gets"
            )
        });
        let next = self.tokens.get(run.end()).map(|t| t.key.as_ref());
        behind && matches!(next, None | Some("=" | "+" | "-" | "," | "." | ";"))
    }

    /// Whether no factor stands beside the run.
    pub(super) fn alone(&self, run: Run) -> bool {
        let sign = |t: &Token<'_>| {
            matches!(
                t.class,
                Class::Open | Class::Close | Class::Cell | Class::Row | Class::Begin | Class::End
            ) || t.class == Class::Sign
        };
        let starts = self.before(run).is_none_or(|t| {
            sign(t)
                && !matches!(
                    t.key.as_ref(),
                    ")" | "]"
                        | "}"
                        | "!"
                        | "'"
                        | "|"
                        | r"\cdot"
                        | r"\times"
                        | "*"
                        | "^"
                        | "_"
                        | "/"
                )
        });
        let next = self.tokens.get(run.end());
        starts
            && next.is_none_or(|t| {
                sign(t)
                    && !matches!(
                        t.key.as_ref(),
                        "(" | "[" | "{" | "|" | "'" | "!" | r"\cdot" | r"\times" | "*" | "/"
                    )
                    && !(t.key == "^" && matches!(self.key(run.end() + 1), "2" | "3" | "n"))
                    && (!t.key.starts_with('\\') || self.infix(run.end()))
            })
    }

    /// Whether a sign between classes, theories or sets stands beside the run.
    pub(super) fn among_classes(&self, run: Run) -> bool {
        let before = run.at.checked_sub(1).map_or("", |at| self.key(at));
        BETWEEN.contains(&before) || BETWEEN.contains(&self.key(run.end()))
    }

    /// Whether the last letter is the base of a power of the exponential function: `Re^{i\theta}`.
    pub(super) fn raises_base(&self, run: Run, word: &str) -> bool {
        if !word.ends_with('e') || self.key(run.end()) != "^" {
            return false;
        }
        let from = run.end() + 1;
        let exponent = self
            .tokens
            .get(from..self.after_script(from))
            .unwrap_or(&[]);
        let inside = exponent
            .iter()
            .filter(|t| !matches!(t.class, Class::Open | Class::Close));
        // `Re^{-0.25}`
        let broken = word == "Re"
            && (self.company.repeats(run, word)
                || exponent.iter().any(|t| matches!(t.key.as_ref(), "." | "/")));
        let mut inside = inside.skip_while(|t| broken && t.key == "-");
        inside.any(|t| t.class != Class::Digit && t.key != "." && !(broken && t.key == "/"))
    }

    /// Whether the run is the first side of an equation, its letters are no points elsewhere, and the
    /// other side is no length, as its first term tells: `PE = mgh`, `OR = \frac{ad}{bc}`.
    pub(super) fn equated(&self, run: Run) -> bool {
        let letters = spelling(self.tokens, run);
        let bytes = letters.as_bytes();
        let sign = self.past_cell(run.end());
        if !self.begins_line(run) || self.key(sign) != "=" || self.company.any_alone(bytes) {
            return false;
        }
        // Nothing lies between a point and itself, and its square is written as one.
        if let [first, second] = bytes
            && first == second
        {
            return true;
        }
        !self.among_points(run)
            && (self.is_range(sign + 1)
                || self.key(sign + 1) == r"\int"
                || self.degree(sign + 1).is_some_and(|degree| degree != 1))
    }

    /// Whether a term begins here to which something is added or taken from it: `\bar{x} \pm s`.
    fn is_range(&self, from: usize) -> bool {
        let mut term = self.tokens.iter().skip(from).take(TERM);
        let ends = |t: &&Token<'_>| {
            matches!(t.key.as_ref(), r"\pm" | "+" | "-" | "=" | "," | ".")
                || matches!(t.class, Class::Row | Class::End)
        };
        term.find(ends).is_some_and(|t| t.key == r"\pm")
    }

    /// Its degree, when it is a product.
    fn degree(&self, from: usize) -> Option<i32> {
        let term = self.tokens.get(from..)?;
        degree(&term[..term.len().min(TERM)])
    }
}
