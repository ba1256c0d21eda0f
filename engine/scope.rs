//! Whether bound names stand where they are bound.

use crate::term::{Head, Slot, Term};
use crate::vocabulary::Vocabulary;

/// Whether every bound name stands in the scope of its binder, and no binder hides another.
pub(crate) fn is_closed(term: &Term, vocabulary: &Vocabulary) -> bool {
    fn look(term: &Term, vocabulary: &Vocabulary, bound: &mut Vec<Slot>) -> bool {
        if let Head::Slot(slot) = term.op.head() {
            return bound.contains(&slot);
        }
        let binds = vocabulary.operator(term.op).and_then(|o| o.binds.as_ref());
        let Some(binds) = binds else {
            return term.args.iter().all(|arg| look(arg, vocabulary, bound));
        };
        let Some(Head::Slot(slot)) = term.args.get(binds.var).map(|var| var.op.head()) else {
            return false;
        };
        term.args.iter().enumerate().all(|(place, arg)| {
            if place == binds.var {
                return true;
            }
            if !binds.scope.contains(&place) {
                return look(arg, vocabulary, bound);
            }
            if bound.contains(&slot) {
                return false;
            }
            bound.push(slot);
            let closed = look(arg, vocabulary, bound);
            bound.pop();
            closed
        })
    }
    look(term, vocabulary, &mut Vec::new())
}
