//! Molecules, with the numbers of their atoms and the states of their substances: `2\mathrm{H}_2\mathrm{O}(l)`.

use super::Elaborator;
use crate::latex::molecules::of_elements;
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Term;
use crate::vocabulary::Kind;
use smallvec::SmallVec;

impl Elaborator<'_> {
    /// A molecule that something is measured of, `V_{\mathrm{H}_2\mathrm{O}}`, and the rest of the sign of a
    /// group of points: `C_{2v}`, `D_{4h}`.
    pub(super) fn chemical_index(&mut self, tree: &Tree, index: &Tree) -> Option<Term> {
        let Head::Product(joins) = &index.head else {
            return None;
        };
        if let [number, plane] = index.args.as_slice()
            && let (Head::Number(n), Some(plane)) = (&number.head, plane.symbol())
            && matches!(plane, "v" | "h" | "d")
            && joins[..] == [Join::Beside]
            && matches!(tree.args[0].symbol(), Some("C" | "D" | "S"))
        {
            let name = format!(r"\mathrm{{{n}{plane}}}");
            return Some(self.symbol(&name));
        }
        let upright = |t: &Tree| t.root_symbol().is_some_and(|n| n.starts_with(r"\mathrm{"));
        if !index.args.iter().all(upright) {
            return None;
        }
        let mut factors = self.with_molecules(joins, index)?;
        (factors.len() == 1).then(|| factors.remove(0))
    }

    /// The factors of a product in which elements side by side are molecules; none when there is
    /// no molecule in it.
    pub(super) fn with_molecules(&mut self, joins: &[Join], tree: &Tree) -> Option<Vec<Term>> {
        // `\mathrm{N_2O_4}(g)`: the elements stand in one group, and the state behind that.
        let grouped = |at: usize| match tree.args.get(at..at + 2) {
            Some([group, state])
                if joins.get(at) == Some(&Join::Beside)
                    && matches!(group.head, Head::Product(_))
                    && group.args.iter().all(element)
                    && group.args.iter().any(|t| t.head == Head::Index)
                    && state.closed
                    && is_state(state) =>
            {
                Some((group, state))
            }
            _ => None,
        };
        if !tree.args.iter().any(element) && !(0..tree.args.len()).any(|at| grouped(at).is_some()) {
            return None;
        }
        let counted =
            |t: &Tree| matches!(t.head, Head::Index) && matches!(t.args[1].head, Head::Number(_));
        let mut factors = Vec::new();
        let mut found = false;
        let mut at = 0;
        while at < tree.args.len() {
            // `0.1\,\mathrm{M}`: as much in a litre.
            if at == 1
                && tree.args[1].symbol() == Some(r"\mathrm{M}")
                && matches!(tree.args[0].head, Head::Number(_))
            {
                let unit = self.term(&tree.args[at], Kind::Any);
                let amount = factors.pop().into_iter().chain([unit]).collect();
                factors.push(self.named("quantity", amount));
                at += 1;
                continue;
            }
            if let Some((group, state)) = grouped(at) {
                let parts: SmallVec<[&Tree; 8]> = group.args.iter().collect();
                factors.push(self.molecule(&parts, Some(state)));
                (found, at) = (true, at + 2);
                continue;
            }
            let beside = |to: usize| to == at || joins.get(to - 1) == Some(&Join::Beside);
            let mut to = at;
            while to < tree.args.len() && element(&tree.args[to]) && beside(to) {
                to += 1;
            }
            // `\mathrm{H}_2\mathrm{O}(\mathrm{l})`: its state is said behind the last.
            let next = tree.args.get(to).filter(|_| beside(to));
            let alone = next.filter(|next| to > at && next.closed && is_state(next));
            let stated = next.and_then(in_state);
            let parts = tree.args[at..to].iter().chain(stated.map(|(last, _)| last));
            let parts: SmallVec<[&Tree; 8]> = parts.collect();
            let several = parts.len() > 1 && parts.iter().any(|t| counted(t));
            if several || alone.is_some() {
                let state = alone.or(stated.map(|(_, state)| state));
                factors.push(self.molecule(&parts, state));
                found = true;
                at = to + usize::from(state.is_some());
            } else {
                // What is no molecule as a whole has none in it.
                let end = to.max(at + 1);
                let terms = tree.args[at..end].iter();
                factors.extend(terms.map(|t| self.term(t, Kind::Num)));
                at = end;
            }
        }
        if let [amount, substance] = factors.as_slice()
            && self.op("molecule") == Some(substance.op)
            && self.op("quantity") != Some(amount.op)
            && matches!(tree.args[0].head, Head::Number(_))
            && joins.first() == Some(&Join::Beside)
        {
            return Some(vec![self.named("quantity", factors)]);
        }
        found.then_some(factors)
    }

    /// So many molecules of one element, or of one that ends in a number: `2\mathrm{CO}_2`.
    pub(super) fn molecules(&mut self, joins: &[Join], tree: &Tree) -> Option<Term> {
        let [number, substance] = tree.args.as_slice() else {
            return None;
        };
        let (Head::Index, [name, count]) = (&substance.head, substance.args.as_slice()) else {
            return None;
        };
        let elements = |name: &str| upright(name).is_some_and(of_elements);
        let amount = matches!(number.head, Head::Number(_)) && joins == [Join::Beside];
        let counted = matches!(count.head, Head::Number(_));
        if !amount || !counted || !name.symbol().is_some_and(elements) {
            return None;
        }
        let args = self.terms(&tree.args, Kind::Any);
        Some(self.named("quantity", args))
    }

    /// The molecule of these elements and groups, with the state of the substance behind it.
    fn molecule(&mut self, parts: &[&Tree], state: Option<&Tree>) -> Term {
        let mut args = self.list();
        for part in parts {
            args.push(match part.args.first() {
                Some(group) if part.head == Head::Index && group.closed => {
                    let inside = match group.head {
                        Head::Product(_) => {
                            let inner: SmallVec<[&Tree; 8]> = group.args.iter().collect();
                            self.molecule(&inner, None)
                        }
                        _ => self.term(group, Kind::Any),
                    };
                    let group = self.named("grouped", vec![inside]);
                    let count = self.term(&part.args[1], Kind::Any);
                    self.named("idx", vec![group, count])
                }
                _ => self.term(part, Kind::Any),
            });
        }
        if let Some(state) = state {
            if let Some(letter) = state.symbol() {
                self.keep(letter);
            }
            let state = self.term(state, Kind::Any);
            args.push(self.named("grouped", vec![state]));
        }
        self.named("molecule", args)
    }

    /// Keeps the letter of the state of a substance: `\mathrm{O}_2(g)`.
    pub(super) fn keep_state(&mut self, call: &Tree) {
        if let Some(letter) = in_state(call).and_then(|(_, state)| state.symbol()) {
            self.keep(letter);
        }
    }
}

/// What is applied to the state of a substance, and the state: `\mathrm{O}(\mathrm{l})`.
fn in_state(tree: &Tree) -> Option<(&Tree, &Tree)> {
    let (Head::Call, [last, state]) = (&tree.head, tree.args.as_slice()) else {
        return None;
    };
    (is_state(state) && element(last)).then_some((last, state))
}

/// Whether this is the letter of a state: solid, liquid, gaseous, dissolved.
fn is_state(tree: &Tree) -> bool {
    tree.symbol()
        .is_some_and(|name| matches!(upright(name).unwrap_or(name), "s" | "l" | "g" | "aq"))
}

/// The word of a name in upright letters.
pub(in crate::latex) fn upright(name: &str) -> Option<&str> {
    let word = FONTS.iter().find_map(|font| name.strip_prefix(font));
    word.and_then(|rest| rest.strip_suffix('}'))
}

/// Fonts of the names of elements.
const FONTS: &[&str] = &[r"\text{", r"\mathrm{", r"\textrm{", r"\mbox{"];

/// Whether this is an element, an ion or a group in brackets, with the number of each.
fn element(tree: &Tree) -> bool {
    let group = |t: &Tree| match &t.head {
        Head::Product(joins) => {
            joins.iter().all(|j| *j == Join::Beside) && t.args.iter().all(element)
        }
        _ => element(t),
    };
    match &tree.head {
        Head::Power if matches!(tree.args[1].head, Head::Mark(_)) => {
            tree.args[0].symbol().is_some_and(chemical)
        }
        Head::Index if tree.args.len() == 2 => {
            let number = matches!(tree.args[1].head, Head::Number(_));
            tree.args[0].symbol().is_some_and(chemical)
                || tree.args[0].closed && number && group(&tree.args[0])
        }
        _ => tree.symbol().is_some_and(chemical),
    }
}

/// Whether a name may be that of chemical elements: upright, every capital with at most one small
/// letter after it.
pub(in crate::latex) fn chemical(name: &str) -> bool {
    let Some(word) = upright(name) else {
        return false;
    };
    let mut small = 1;
    !word.is_empty()
        && word.len() < 12
        && word.chars().all(|c| {
            small = if c.is_ascii_uppercase() { 0 } else { small + 1 };
            c.is_ascii_alphabetic() && small < 2
        })
}
