//! Letters of relations, of elements that act on others, and of derivatives along fields:
//! `xRy \implies yRx`, `\{gx : g \in G\}`, `L_X \omega`.

use super::{Look, SIDES};
use crate::latex::kinds::capital;
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Op;

impl Look<'_> {
    /// A capital between two small letters is a relation where a statement is asked for:
    /// `xRy \implies yRx`, `\{y \mid xRy\}`.
    pub(super) fn relates(&mut self, tree: &Tree) {
        let connective = |op: &Op| self.connectives.contains(&Some(*op));
        let joins = match &tree.head {
            Head::Apply(op) => connective(op),
            Head::Chain(ops) => ops.iter().all(connective),
            Head::Builder => true,
            _ => false,
        };
        if !joins {
            return;
        }
        let first = usize::from(tree.head == Head::Builder);
        for side in tree.args.iter().skip(first).take(SIDES) {
            if let Head::Product(joins) = &side.head
                && related(joins, side)
                && let Some(name) = side.args[1].symbol()
            {
                self.note(name);
            }
        }
    }

    /// Elements of what a capital names act on others in a set: `\{g \in G : gx = x\}`,
    /// `\{gx : g \in G\}`.
    pub(super) fn acts(&mut self, tree: &Tree) {
        let (Head::Builder, [member, condition]) = (&tree.head, tree.args.as_slice()) else {
            return;
        };
        let within = |t: &Tree| match (&t.head, t.args.as_slice()) {
            (Head::Chain(ops), [one, set])
                if ops.len() == 1
                    && ops.first().copied() == self.member
                    && set.symbol().is_some_and(capital) =>
            {
                one.symbol().map(str::to_owned)
            }
            _ => None,
        };
        let pair = |t: &Tree| match (&t.head, t.args.as_slice()) {
            (Head::Product(joins), [one, other])
                if joins[..] == [Join::Beside] && element(one) && element(other) =>
            {
                Some([one, other].map(|t| t.symbol().unwrap_or_default().to_owned()))
            }
            _ => None,
        };
        // `\{hk : h \in H, k \in K\}`
        let several = matches!(condition.head, Head::Items) && condition.args.len() == 2;
        if let (true, Some(both)) = (several, pair(member)) {
            let letters: Vec<_> = condition.args.iter().filter_map(within).collect();
            if letters.len() == 2 && both.iter().all(|name| letters.contains(name)) {
                both.iter().for_each(|name| self.note(name));
            }
            return;
        }
        let acting = match (pair(member), within(condition), within(member)) {
            (Some(both), Some(letter), _) => both.contains(&letter).then_some(both),
            (None, _, Some(letter)) => match (&condition.head, condition.args.as_slice()) {
                // What leaves something as it is.
                (Head::Chain(ops), [moved, fixed]) if ops.iter().all(|op| Some(*op) == self.eq) => {
                    let fixes = |both: &[String; 2]| fixed.symbol() == Some(both[1].as_str());
                    pair(moved).filter(|both| fixes(both) && both.contains(&letter))
                }
                _ => None,
            },
            _ => None,
        };
        acting.iter().flatten().for_each(|name| self.note(name));
    }
}

/// Whether a product is of a capital between two small letters: `xRy`.
pub(in crate::latex) fn related(joins: &[Join], product: &Tree) -> bool {
    matches!(product.args.as_slice(), [one, between, other]
        if joins.iter().all(|j| *j == Join::Beside)
            && element(one)
            && element(other)
            && between.symbol().is_some_and(capital))
}

/// Whether what follows is derived along a field: `L_X \omega`, `L_g L_f h(x)`.
pub(super) fn flows(field: &Tree, derived: &Tree) -> bool {
    let along = |t: &Tree, fields: &[&str]| {
        let inner = if t.head == Head::Power { &t.args[0] } else { t };
        matches!((&inner.head, inner.args.as_slice()), (Head::Index, [letter, field])
            if letter.symbol() == Some("L") && field.symbol().is_some_and(|n| fields.contains(&n)))
    };
    let form = || {
        matches!(
            derived.symbol(),
            Some(r"\omega" | r"\alpha" | r"\beta" | r"\eta" | "g")
        )
    };
    let again = |fields: &[&str]| derived.head == Head::Call || along(derived, fields);
    let (vectors, drifts) = (&["X", "Y", "V", r"\xi"], &["f", "g"]);
    along(field, vectors) && (form() || again(vectors)) || along(field, drifts) && again(drifts)
}

/// Whether this is a small letter, which may have scripts or primes.
fn element(tree: &Tree) -> bool {
    let letter = |name: &str| name.len() == 1 && name.starts_with(char::is_lowercase);
    let marked = matches!(tree.head, Head::Symbol(_) | Head::Index | Head::Prime);
    marked && tree.root_symbol().is_some_and(letter)
}
