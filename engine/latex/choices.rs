//! Which of several readings were taken, for `parse --explain`: found on the surface tree, only
//! when asked.

use std::ops::Range;

use super::kinds::{Kinds, capital};
use super::tree::{Head, Join, Tree};
use super::usage::{Imaginary, Usage};
use crate::diagnostic::Diagnostic;
use crate::term::Op;
use crate::vocabulary::{Kind, Vocabulary};

/// A place that can be read in several ways, and the way that was taken.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Choice {
    /// A stable id: `choice-call`, `choice-denominator` …
    pub id: &'static str,
    /// Bytes of the source.
    pub span: Range<usize>,
    /// What it is read as.
    pub chosen: &'static str,
    /// What else it could be.
    pub instead: &'static str,
    /// What decided.
    pub why: &'static str,
}

impl Choice {
    /// The choice as a note.
    pub fn note(&self) -> Diagnostic {
        let message = format!("read as {}; it could be {}", self.chosen, self.instead);
        Diagnostic::note(self.id, message, self.span.clone(), self.chosen)
            .with_help(format!("decided so because {}", self.why))
    }
}

/// Finds the choices made in a formula, in the order of their places.
pub(super) fn choices(
    tree: &Tree,
    source: &str,
    vocabulary: &Vocabulary,
    usage: &Usage<'_>,
    kinds: &Kinds<'_>,
) -> Vec<Choice> {
    let mut finder = Finder {
        source,
        vocabulary,
        usage,
        kinds,
        found: Vec::new(),
    };
    finder.visit(tree, Kind::Any);
    let mut found = finder.found;
    found.sort_by(|a, b| (a.span.start, a.span.end, a.id).cmp(&(b.span.start, b.span.end, b.id)));
    found.dedup();
    found
}

struct Finder<'r> {
    source: &'r str,
    vocabulary: &'r Vocabulary,
    usage: &'r Usage<'r>,
    kinds: &'r Kinds<'r>,
    found: Vec<Choice>,
}

impl Finder<'_> {
    fn say(
        &mut self,
        id: &'static str,
        tree: &Tree,
        chosen: &'static str,
        instead: &'static str,
        why: &'static str,
    ) {
        self.found.push(Choice {
            id,
            span: tree.start..tree.end,
            chosen,
            instead,
            why,
        });
    }

    fn text(&self, tree: &Tree) -> &str {
        self.source.get(tree.start..tree.end).unwrap_or("")
    }

    fn name(&self, op: Op) -> &str {
        self.vocabulary.name(op)
    }

    /// Trees are no deeper than the parser's bound, so this recursion is bounded too.
    fn visit(&mut self, tree: &Tree, expected: Kind) {
        match &tree.head {
            Head::Symbol(name) => self.letter(name, tree),
            Head::Call => self.call(tree),
            Head::Product(joins) => self.product(joins, tree),
            Head::Power => self.power(tree),
            Head::Prime => self.prime(tree),
            Head::Apply(op) => self.applied(*op, tree),
            Head::Pair(open, close) if open == "(" && close == ")" && tree.args.len() == 2 => {
                if expected == Kind::Set {
                    self.say(
                        "choice-pair",
                        tree,
                        "an open interval",
                        "a pair",
                        "a set is expected here",
                    );
                } else {
                    self.say(
                        "choice-pair",
                        tree,
                        "a pair",
                        "an open interval",
                        "nothing here asks for a set",
                    );
                }
            }
            Head::Fence(op) if self.name(*op) == "abs" => self.bars(tree),
            _ => {}
        }
        let ops: &[Op] = match &tree.head {
            Head::Chain(ops) => ops,
            _ => &[],
        };
        if let [op] = ops
            && self.name(*op) == "divides"
        {
            self.say(
                "choice-divides",
                tree,
                "a statement of divisibility",
                "a condition",
                "the bar stands between two terms outside of braces",
            );
        }
        for (i, arg) in tree.args.iter().enumerate() {
            let before = i.checked_sub(1).and_then(|i| ops.get(i)).map(|op| (*op, 1));
            let side = before.or(ops.get(i).map(|op| (*op, 0)));
            let set = side.is_some_and(|(op, at)| {
                let signature = self
                    .vocabulary
                    .operator(op)
                    .and_then(|o| o.signatures.first());
                signature.and_then(|s| s.args.get(at)) == Some(&Kind::Set)
            });
            self.visit(arg, if set { Kind::Set } else { Kind::Any });
        }
    }

    fn letter(&mut self, name: &str, tree: &Tree) {
        if name != "i" {
            return;
        }
        match self.usage.imaginary(name) {
            Imaginary::Undecided => self.say(
                "choice-i",
                tree,
                "a symbol that is never renamed",
                "the imaginary unit, or an index",
                "nothing here tells which it is",
            ),
            Imaginary::Index => self.say(
                "choice-i",
                tree,
                "an index",
                "the imaginary unit",
                "it is bound or stands in a subscript",
            ),
            Imaginary::Unit => {}
        }
    }

    fn call(&mut self, tree: &Tree) {
        let Some(function) = tree.args.first() else {
            return;
        };
        let Some(name) = function.root_symbol() else {
            return;
        };
        if matches!(function.head, Head::Power) {
            return;
        }
        if let Some(why) = self.usage.why_function(name) {
            self.say(
                "choice-call",
                tree,
                "a function with its argument",
                "a product",
                why,
            );
        }
    }

    fn product(&mut self, joins: &[Join], tree: &Tree) {
        for (i, join) in joins.iter().enumerate() {
            let (left, right) = (&tree.args[i], &tree.args[i + 1]);
            if *join != Join::Beside {
                continue;
            }
            // The span of a group may or may not hold its brackets.
            let bracket = self.between(left, right).trim_start().starts_with('(')
                || self.text(right).starts_with('(');
            let letter = left.root_symbol().is_some_and(|n| self.usage.called(n));
            if bracket && letter {
                self.say(
                    "choice-product",
                    left,
                    "a factor",
                    "a function with its argument",
                    "it also stands alone, or does not usually name a function",
                );
            }
            if self.slash(left) && !left.closed {
                self.say(
                    "choice-denominator",
                    left,
                    "a quotient, multiplied by what follows",
                    "a quotient with what follows in its denominator",
                    "a blank, a bracket or a function ends a denominator after a slash",
                );
            }
        }
    }

    fn between(&self, left: &Tree, right: &Tree) -> &str {
        self.source.get(left.end..right.start).unwrap_or("")
    }

    /// Whether this is a quotient with a slash.
    fn slash(&self, tree: &Tree) -> bool {
        let Head::Apply(op) = &tree.head else {
            return false;
        };
        self.name(*op) == "div"
            && matches!(tree.args.as_slice(), [a, b] if self.between(a, b).contains('/'))
    }

    fn power(&mut self, tree: &Tree) {
        let [base, exponent] = tree.args.as_slice() else {
            return;
        };
        let kind = self.kinds.of(base);
        let Some(letter) = exponent.symbol() else {
            if super::parse::minus_one(exponent) && matches!(kind, Kind::Fn) {
                self.say(
                    "choice-inverse",
                    tree,
                    "the inverse function",
                    "the reciprocal",
                    "the base is a function",
                );
            }
            return;
        };
        let set = matches!(kind, Kind::Set | Kind::Event);
        let matrix = matches!(kind, Kind::Mat | Kind::Vec);
        let large = base.root_symbol().is_some_and(capital);
        match letter {
            "c" | "C" if set => self.say(
                "choice-complement",
                tree,
                "a complement",
                "a power",
                "the base is a set or an event",
            ),
            "c" | "C" if large => self.say(
                "choice-complement",
                tree,
                "a power",
                "a complement",
                "nothing tells that the base is a set",
            ),
            "T" | "t" if matrix => self.say(
                "choice-transpose",
                tree,
                "a transposed matrix",
                "a power",
                "the base is a matrix or a vector",
            ),
            "T" if large => self.say(
                "choice-transpose",
                tree,
                "a power",
                "a transposed matrix",
                "nothing tells that the base is a matrix",
            ),
            _ => {}
        }
    }

    fn prime(&mut self, tree: &Tree) {
        let Some(base) = tree.args.first() else {
            return;
        };
        if base
            .root_symbol()
            .is_some_and(|n| !self.usage.called(n) && !self.usage.usual(n))
        {
            self.say(
                "choice-prime",
                tree,
                "a derivative",
                "another name",
                "a letter with a prime is one unless it is told otherwise",
            );
        }
    }

    fn applied(&mut self, op: Op, tree: &Tree) {
        let name = self.name(op);
        let text = self.text(tree);
        let open = |t: &Tree| matches!(&t.head, Head::Product(j) if !t.closed && j.contains(&Join::Beside));
        match name {
            "div" if self.slash(tree) => {
                if tree.args.get(1).is_some_and(open) {
                    let below = tree.args[1].clone();
                    self.say(
                        "choice-denominator",
                        &below,
                        "the denominator",
                        "a denominator and a factor after the quotient",
                        "nothing separates its factors",
                    );
                }
                if tree.args.first().is_some_and(|a| self.open_function(a)) {
                    let above = tree.args[0].clone();
                    self.say(
                        "choice-argument",
                        &above,
                        "a function, divided by what follows",
                        "a function of the whole quotient",
                        "a slash ends an argument without brackets",
                    );
                }
            }
            "conj" if matches!(tree.args.as_slice(), [only] if only.symbol().is_some()) => self
                .say(
                    "choice-line",
                    tree,
                    "a conjugate, a complement or a name of its own, by what the letter stands for",
                    "another of these",
                    "the letter and its surroundings tell",
                ),
            "expect" | "prob" | "condprob" | "var" if text.starts_with(['E', 'P', 'V']) => self
                .say(
                    "choice-operator",
                    tree,
                    "an operator of probability",
                    "a function or a product",
                    "what stands in the brackets looks like an event or a random variable",
                ),
            "change" => self.say(
                "choice-change",
                tree,
                "a change of what follows",
                "a product",
                "a letter follows the sign, which never stands alone",
            ),
            "differential" if text.starts_with('d') => self.say(
                "choice-differential",
                tree,
                "a differential",
                "a product with a letter d",
                "every d here stands before the letter of a variable",
            ),
            "iverson" => self.say(
                "choice-iverson",
                tree,
                "1 or 0, as the statement is true or not",
                "the statement in brackets",
                "a number stands beside the bracket",
            ),
            "legendre" => self.say(
                "choice-legendre",
                tree,
                "Legendre's symbol",
                "a quotient",
                "the denominator is a modulus or a prime here",
            ),
            "convolve" => self.say(
                "choice-convolution",
                tree,
                "a convolution",
                "a product",
                "a star stands between letters of functions",
            ),
            "numbered" => self.say(
                "choice-numbered",
                tree,
                "the symbol with this number",
                "a power, or the order of a derivative",
                "the number stands in parentheses, and the letter is no function",
            ),
            _ if name.starts_with("arc") && !text.contains("arc") && text.contains('^') => self
                .say(
                    "choice-inverse",
                    tree,
                    "the inverse function",
                    "the reciprocal",
                    "-1 above the name of a function is read so",
                ),
            "ln" | "log" | "lg" | "logb" if self.power_of_sum(tree) => self.say(
                "choice-power",
                tree,
                "the function of a power",
                "a power of the function",
                "a sum keeps its brackets for the power behind them",
            ),
            _ if self.open_function(tree) && tree.args.last().is_some_and(open) => {
                let factors = tree.args.last().map_or(0, |a| a.args.len());
                let number = |t: &Tree| matches!(t.head, Head::Number(_));
                let plain = factors == 2 && tree.args.last().is_some_and(|a| number(&a.args[0]));
                if let (Some(argument), false) = (tree.args.last().cloned(), plain) {
                    self.say(
                        "choice-argument",
                        &argument,
                        "the argument",
                        "an argument and a factor after the function",
                        "nothing separates its factors",
                    );
                }
            }
            _ => {}
        }
    }

    /// Whether one bracket serves a function and the power behind it: `\ln(x+1)^2`.
    fn power_of_sum(&self, tree: &Tree) -> bool {
        let Some(power) = tree.args.last().filter(|a| a.head == Head::Power) else {
            return false;
        };
        let sum = &power.args[0];
        let opened = self.source.get(tree.start..=sum.start).unwrap_or("");
        matches!(sum.head, Head::Sum(..)) && opened.matches('(').count() == 1
    }

    /// Whether this is a named function whose argument has no brackets.
    fn open_function(&self, tree: &Tree) -> bool {
        let unary = |op: Op| {
            self.vocabulary
                .operator(op)
                .is_some_and(|o| o.tags.iter().any(|t| t == "unary" || t == "trig"))
        };
        match &tree.head {
            Head::Apply(op) => !tree.closed && unary(*op) && self.text(tree).starts_with('\\'),
            Head::Power => tree.args.first().is_some_and(|a| self.open_function(a)),
            _ => false,
        }
    }

    fn bars(&mut self, tree: &Tree) {
        let Some(inside) = tree.args.first() else {
            return;
        };
        match self.kinds.of(inside) {
            Kind::Set | Kind::Event => self.say(
                "choice-bars",
                tree,
                "a number of elements",
                "an absolute value",
                "a set stands between the bars",
            ),
            Kind::Mat => self.say(
                "choice-bars",
                tree,
                "a determinant",
                "an absolute value",
                "a matrix stands between the bars",
            ),
            Kind::Vec => self.say(
                "choice-bars",
                tree,
                "a length",
                "an absolute value",
                "a vector stands between the bars",
            ),
            _ if inside.symbol().is_some_and(capital) => self.say(
                "choice-bars",
                tree,
                "an absolute value",
                "a number of elements or a determinant",
                "nothing tells that a set or a matrix stands between the bars",
            ),
            _ => {}
        }
    }
}
