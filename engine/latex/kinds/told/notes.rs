//! What is noted of a symbol: its kind, and what else is known of it.

use crate::latex::bold;
use crate::latex::kinds::{Kinds, capital, point, telling};
use crate::latex::tree::{Head, Tree};
use crate::vocabulary::Kind;

impl Kinds<'_> {
    /// Notes that a tree stands for something of this kind.
    pub(in crate::latex) fn expect(&mut self, tree: &Tree, kind: Kind) {
        if !telling(kind) {
            return;
        }
        if kind == Kind::Point {
            if let Some(name) = point(tree) {
                self.note(&name, kind);
            }
            return;
        }
        match &tree.head {
            // A capital in bold may turn out to be a matrix yet.
            Head::Symbol(name) if kind == Kind::Vec && !self.matrix_signs && bold::large(name) => {
                self.waits = true;
            }
            Head::Symbol(name) => self.note(name, kind),
            Head::Index if kind == Kind::Set && !tree.root_symbol().is_some_and(capital) => {}
            Head::Index => {
                if let Some(name) = tree.root_symbol() {
                    self.note(name, kind);
                }
            }
            Head::Sum(..) if matches!(kind, Kind::Mat | Kind::Vec) => {
                tree.args.iter().for_each(|a| self.expect(a, kind));
            }
            // `AB`, and `\lambda I` beside a matrix.
            Head::Product(_) if kind == Kind::Mat => {
                let named = |a: &&Tree| {
                    a.root_symbol().is_some_and(capital) || matches!(a.head, Head::Product(_))
                };
                let matrices: Vec<&Tree> = tree.args.iter().filter(named).collect();
                matrices.into_iter().for_each(|a| self.expect(a, kind));
            }
            // `x^2` beside a matrix of numbers is that of a number.
            Head::Power
                if kind == Kind::Mat
                    && matches!(tree.args[1].head, Head::Number(_))
                    && tree.args[0]
                        .symbol()
                        .is_some_and(|n| n.len() == 1 && !capital(n)) => {}
            Head::Power if kind == Kind::Mat || kind == Kind::Set => {
                self.expect(&tree.args[0], kind)
            }
            // `f(\bar A) \subset B`: an image is that of a set.
            Head::Call
                if kind == Kind::Set
                    && matches!(tree.args.as_slice(), [map, set]
                        if matches!(map.root_symbol(), Some("f" | "g" | "h" | r"\phi" | r"\varphi" | r"\psi"))
                            && (set.symbol().is_some_and(capital)
                                || matches!(set.head, Head::Apply(op) if Some(op) == self.table.usual.conj))) =>
            {
                self.expect(&tree.args[1], kind);
            }
            Head::Apply(op) if matches!(kind, Kind::Set | Kind::Event | Kind::Mat) => {
                let same = self.vocabulary.operator(*op).is_some_and(|o| {
                    o.signatures
                        .iter()
                        .any(|s| s.result == kind && s.args.iter().all(|a| *a == kind))
                });
                let line = Some(*op) == self.table.usual.conj && kind != Kind::Mat;
                let joined =
                    kind == Kind::Event && matches!(self.name(*op), "and" | "or" | "not" | "comma");
                if same || line || joined {
                    tree.args.iter().for_each(|a| self.expect(a, kind));
                }
            }
            // In `(a, b \ge 0)` the letters are no statements.
            Head::Items if kind == Kind::Prop && tree.args.iter().any(Tree::states) => {}
            Head::Items => tree.args.iter().for_each(|a| self.expect(a, kind)),
            _ => {}
        }
    }

    pub(in crate::latex) fn note(&mut self, name: &str, kind: Kind) {
        if !telling(kind) {
            return;
        }
        // `\|Ax\| = \|A'x\|`: a prime alone makes no function of a matrix.
        let function = self.usage.is_function(name) && self.usage.called(name);
        if matches!(kind, Kind::Mat | Kind::Vec) && function {
            return;
        }
        // `P(A \text{ and } B)`: what joins statements joins events, too.
        let known = self.known.get(name);
        let stronger = |known: Kind| match (known, kind) {
            (Kind::Prop, Kind::Event) => true,
            // `P(y = 1 \mid x) = \sigma(w^T x)`: a value that is given, or a mean.
            (Kind::Event | Kind::Rv, Kind::Vec) => !capital(name),
            _ => false,
        };
        if known.is_none_or(|known| stronger(*known)) {
            self.known.insert(name.to_owned(), kind);
            self.age += 1;
        }
    }

    /// Notes a matrix that seems to be applied to what it is multiplied by: `e^{A(t - s)}`.
    pub(in crate::latex) fn note_matrix(&mut self, name: &str) {
        if self.known.get(name).is_none_or(|kind| *kind == Kind::Fn) {
            self.known.insert(name.to_owned(), Kind::Mat);
            self.age += 1;
        }
    }

    /// Notes a curve or a surface: its values and derivatives are vectors.
    pub(in crate::latex) fn note_curve(&mut self, name: &str) {
        if self.valued.insert(name.to_owned()) {
            self.known.entry(name.to_owned()).or_insert(Kind::Vec);
            self.age += 1;
        }
    }

    /// Whether something moves: a curve is known, or a speed.
    pub(in crate::latex) fn moves(&self) -> bool {
        !self.valued.is_empty() || self.known.keys().any(|name| name.starts_with(r"\dot{"))
    }

    /// Whether a curve or a surface has this name.
    pub(in crate::latex) fn is_curve(&self, name: &str) -> bool {
        self.valued.contains(name)
    }

    /// Notes a capital letter that is a number.
    pub(in crate::latex::kinds) fn note_number(&mut self, name: &str) {
        if self.numbers.insert(name.to_owned()) {
            self.age += 1;
        }
    }

    /// Notes a matrix or vector of which a prime says that it is transposed.
    pub(in crate::latex) fn transpose_primes_of(&mut self, name: &str, kind: Kind) {
        if self.primed.insert(name.to_owned()) {
            self.known.insert(name.to_owned(), kind);
            self.age += 1;
        }
    }

    /// Notes a number, whatever else it was taken for.
    pub(in crate::latex::kinds) fn note_amount(&mut self, name: &str) {
        if self.known.get(name) != Some(&Kind::Num) {
            self.known.insert(name.to_owned(), Kind::Num);
            self.age += 1;
        }
    }
}
