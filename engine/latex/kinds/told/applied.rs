//! What an operator tells of what it is applied to: functions, spaces, events.

use crate::latex::kinds::{Kinds, capital};
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Op;
use crate::vocabulary::Kind;

impl Kinds<'_> {
    /// Notes the capital letter that a sum or an integral goes up to, `\sum_{t=1}^T`, `\sum_{n=0}^{N-1}`: a
    /// number, also where it is inverted.
    pub(super) fn counted_to(&mut self, tree: &Tree) {
        let (Head::Binder(..), [_, _, last, _]) = (&tree.head, tree.args.as_slice()) else {
            return;
        };
        let last = match (&last.head, last.args.as_slice()) {
            (Head::Sum(..), [letter, number]) if matches!(number.head, Head::Number(_)) => letter,
            _ => last,
        };
        if let Some(name) = last.symbol().filter(|n| n.len() == 1 && capital(n)) {
            self.note_amount(name);
        }
    }

    /// What is differentiated and then applied is a function: `\frac{\partial f}{\partial x}(a, b)`.
    pub(super) fn derived(&mut self, applied: &Tree) {
        let derivative = |op: Op| {
            let known = self.table.derivative;
            known.is_some_and(|(plain, partial)| op == plain || op == partial)
        };
        if let Head::Apply(op) = applied.head
            && derivative(op)
            && let Some(name) = applied.args.last().and_then(Tree::symbol)
        {
            let name = name.to_owned();
            self.note(&name, Kind::Fn);
        }
    }

    pub(super) fn applied(&mut self, op: Op, tree: &Tree) {
        if !self.table.shape(op).tells {
            return;
        }
        let vocabulary = self.vocabulary;
        let Some(operator) = vocabulary.operator(op) else {
            return;
        };
        let name = operator.name.as_str();
        self.mapping(name, tree);
        if let ("boundary", [region]) = (name, tree.args.as_slice())
            && let Some(region) = region.symbol().filter(|n| capital(n))
        {
            let region = region.to_owned();
            self.note(&region, Kind::Set);
        }
        if name == "indexof" {
            // `[G : H]`: a group and a subgroup have as many elements as their bars say.
            for group in tree.args.iter().filter_map(Tree::symbol) {
                self.note(group, Kind::Set);
            }
        }
        if let ("constrained", [_, _, constraints]) = (name, tree.args.as_slice()) {
            self.systems(constraints);
        }
        if let ("divergence" | "curl", [field]) = (name, tree.args.as_slice())
            && let Some(field) = field.symbol().map(str::to_owned)
        {
            self.note(&field, Kind::Vec);
        }
        if matches!(name, "prob" | "condprob") {
            return tree.args.iter().for_each(|a| self.event(a));
        }
        if operator
            .signatures
            .iter()
            .all(|s| s.result == s.args.first().copied().unwrap_or(Kind::Any))
            && operator.signatures.len() > 1
        {
            // The kind of the arguments is that of the result: they agree with each other.
            let kind = self.strongest(tree);
            let default = operator.signatures[0]
                .args
                .first()
                .copied()
                .unwrap_or(Kind::Any);
            let initial = |a: &Tree| {
                a.head == Head::Index && matches!(&a.args[1].head, Head::Number(n) if n == "0")
            };
            let kind = match kind {
                Kind::Any | Kind::Num => default,
                // `t = \frac{v_0}{g}` beside `v(t)`: what a function begins with is a number.
                Kind::Fn if tree.args.iter().all(|a| self.of(a) != kind || initial(a)) => default,
                kind => kind,
            };
            // What a matrix is divided by is none.
            let own = operator.signatures.iter().find(|s| s.result == kind);
            for (at, arg) in tree.args.iter().enumerate() {
                let told = own.and_then(|s| s.args.get(at)).is_none_or(|k| *k == kind);
                if told {
                    self.expect(arg, kind);
                }
            }
            return;
        }
        let Some(signature) = operator.signatures.first() else {
            return;
        };
        for (i, arg) in tree.args.iter().enumerate() {
            let kind = signature
                .args
                .get(i)
                .or(signature.args.last())
                .copied()
                .unwrap_or(Kind::Any);
            self.expect(arg, kind);
        }
    }

    /// Notes spaces whose products a map without a name takes: `V_n \times V_m \to V_{n+m}`.
    pub(super) fn maps_products(&mut self, chain: &Tree) {
        let arrow = matches!(&chain.head, Head::Chain(ops) if ops.as_slice() == self.table.tends.as_slice());
        // `0 \to M' \to M \to M'' \to 0`
        if chain.args.len() > 3
            && matches!(&chain.head, Head::Chain(ops) if ops.iter().all(|op| Some(*op) == self.table.tends))
        {
            let primed = |t: &Tree| t.head == Head::Prime;
            let names = chain.args.iter().filter(|t| primed(t));
            let names = names.filter_map(|t| t.args[0].symbol().filter(|n| capital(n)));
            let names: Vec<String> = names.map(str::to_owned).collect();
            names.iter().for_each(|name| self.note(name, Kind::Set));
        }
        let [from, to] = chain.args.as_slice() else {
            return;
        };
        if arrow {
            self.duals(from);
        }
        let named = |t: &Tree| {
            let name = t.root_symbol().filter(|n| capital(n));
            matches!(t.head, Head::Symbol(_) | Head::Index)
                .then_some(name)
                .flatten()
                .map(str::to_owned)
        };
        let crossed =
            matches!(&from.head, Head::Product(joins) if joins.iter().all(|j| *j == Join::Cross));
        if !arrow || !crossed {
            return;
        }
        let names: Option<Vec<String>> = from.args.iter().chain([to]).map(named).collect();
        names
            .iter()
            .flatten()
            .for_each(|name| self.note(name, Kind::Set));
    }

    /// What stands in `P(…)`: events, or relations between random variables and values.
    fn event(&mut self, tree: &Tree) {
        match &tree.head {
            Head::Chain(_) => {
                for side in &tree.args {
                    if let Some(name) = side.root_symbol().filter(|n| capital(n)) {
                        self.note(name, Kind::Rv);
                    }
                }
            }
            Head::Items | Head::Apply(_) => tree.args.iter().for_each(|a| self.event(a)),
            Head::Power => self.event(&tree.args[0]),
            _ => self.expect(tree, Kind::Event),
        }
    }
}
