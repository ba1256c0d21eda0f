//! Angle brackets: inner products, means, bras and kets.

use super::Parser;
use crate::latex::bars::is_bar;
use crate::latex::matching::Mark;
use crate::latex::tree::{Head, Join, Tree};

/// As many signs are one label of a state.
const SIGNS: usize = 6;

/// A vector before a comma has no more tokens.
const DIRECTION: usize = 8;

/// Whether this opens or closes an angle.
pub(in crate::latex) fn is_angle(key: &str) -> bool {
    matches!(key, r"\langle" | r"\rangle" | "⟨" | "⟩" | "<" | ">")
}

impl Parser<'_> {
    /// What stands in angle brackets, where the mean of a commutator is one, `\langle [A, B] \rangle`:
    /// intervals have none.
    fn averaged(&self, inside: Tree) -> Tree {
        let operator = |t: &Tree| t.root_symbol().is_some_and(crate::latex::kinds::capital);
        let square = matches!(&inside.head, Head::Pair(open, close) if open == "[" && close == "]");
        match self.table.named("commutator") {
            Some(op) if square && inside.args.len() == 2 && inside.args.iter().all(operator) => {
                Tree::over(Head::Apply(op), inside.args)
            }
            _ => inside,
        }
    }

    /// What stands between an angle and an angle or bar; none when these are no such brackets.
    pub(super) fn angles(&mut self, partner: usize, from: usize, after: usize) -> Option<Tree> {
        let (open, close) = (&self.tokens[self.pos], &self.tokens[partner]);
        let between = self.between_directions(from, partner);
        let (left, right) = (is_angle(&open.key), is_angle(&close.key));
        let states = self.table.states?;
        let bar = |key: &str| matches!(key, "|" | r"\vert" | r"\mid" | r"\lvert" | r"\rvert");
        match (left, right) {
            (true, true) => {}
            (true, false) if bar(&close.key) => {
                let labels = vec![self.state(from, partner, after)];
                return Some(Tree::over(Head::Apply(states.bra), labels));
            }
            (false, true) if bar(&open.key) => {
                let labels = vec![self.state(from, partner, after)];
                return Some(Tree::over(Head::Apply(states.ket), labels));
            }
            _ => return None,
        }
        let mut bars = self.bars_between(from, partner);
        if bars.is_empty() {
            bars.extend(self.relations_after(from, partner));
        }
        if bars.is_empty() {
            let inside = self.group(from, partner, after);
            let args = match inside.head {
                Head::Items if !inside.closed => inside.args,
                _ => vec![inside],
            };
            let args: Vec<Tree> = args.into_iter().map(|arg| self.averaged(arg)).collect();
            let head = match (args.len(), self.table.inner) {
                (2, Some(inner)) if !between => Head::Apply(inner),
                _ => Head::Apply(states.angled),
            };
            return Some(Tree::over(head, args));
        }
        let mut args = Vec::new();
        let mut start = from;
        for bar in bars.into_iter().chain([partner]) {
            let signs = self.signs_alone(start, bar);
            args.push(signs.unwrap_or_else(|| self.group(start, bar, bar)));
            start = bar + 1;
        }
        self.pos = after;
        let related = |tree: &Tree| match &tree.head {
            Head::Items => tree.args.iter().any(Tree::states),
            _ => tree.states(),
        };
        // `\langle a, b \mid a^2, b^3 \rangle`: words that are the neutral element.
        let words = |generators: &Tree, relators: &Tree| {
            // `\langle c_1, c_2 \mid c_1^2, (c_1 c_2)^3 \rangle`
            let letter = |t: &Tree| {
                matches!(t.head, Head::Symbol(_) | Head::Index)
                    && t.root_symbol()
                        .is_some_and(|n| n.len() == 1 || n.starts_with('\\'))
            };
            let word = |t: &Tree| matches!(t.head, Head::Power | Head::Product(_) | Head::Pair(..));
            let list = |t: &Tree| matches!(t.head, Head::Items) && !t.closed;
            let (several, relators) = (list(generators), list(relators).then_some(&relators.args));
            several
                && generators.args.iter().all(letter)
                && relators.is_some_and(|r| r.iter().all(word))
        };
        if let (Some(barred), [generators, relations]) = (self.table.barred, args.as_slice())
            && (related(relations) || words(generators, relations))
        {
            // `\langle a, b \mid a^2 = b^2 = 1 \rangle` is a group by generators and relations.
            let mut args = args;
            if let (Head::Pair(open, _), Some(op)) = (&args[0].head, self.table.named("commutator"))
                && open == "["
                && args[0].args.len() == 2
            {
                args[0].head = Head::Apply(op);
            }
            let presented = Tree::over(Head::Apply(barred), args);
            return Some(Tree::over(Head::Apply(states.angled), vec![presented]));
        }
        let last = args.len() - 1;
        for end in [0, last] {
            let state = std::mem::replace(&mut args[end], self.blank());
            args[end] = self.labels_of(state);
        }
        Some(Tree::over(Head::Apply(states.braket), args))
    }

    /// The labels of a state: `|0, 1\rangle`, `|{+}{-}\rangle`.
    fn state(&mut self, from: usize, to: usize, after: usize) -> Tree {
        if let Some(signs) = self.signs_alone(from, to) {
            self.pos = after;
            return signs;
        }
        let inside = self.group(from, to, after);
        self.labels_of(inside)
    }

    /// Signs that stand alone, as they do for spins: `+-`.
    fn signs_alone(&self, from: usize, to: usize) -> Option<Tree> {
        let sign = |at: usize| matches!(self.key_at(at), "+" | "-" | r"\pm");
        if from >= to || to - from > SIGNS || !(from..to).all(sign) {
            return None;
        }
        let written: String = (from..to).map(|at| self.key_at(at)).collect();
        let span = self.span(from, to);
        let head = Head::Mark(written.as_str().into());
        Some(Tree::new(head, Vec::new(), span.start, span.end))
    }

    /// Whether two vectors with arrows or in bold stand in the angles, and a function of angles before
    /// them, so that the angle between the two is meant: `\cos\langle\vec{m}, \vec{n}\rangle`.
    fn between_directions(&self, from: usize, to: usize) -> bool {
        let Some(mut before) = self.pos.checked_sub(1) else {
            return false;
        };
        // `\cos(\langle\vec{m}, \vec{n}\rangle)`
        if self.key_at(before) == "(" && before > 0 {
            before -= 1;
        }
        let arrowed = |at: usize| {
            matches!(self.key_at(at), r"\vec" | r"\overrightarrow")
                || crate::latex::bold::directed(self.key_at(at))
        };
        let comma = (from..to.min(from + DIRECTION)).find(|at| self.key_at(*at) == ",");
        matches!(self.key_at(before), r"\cos" | r"\sin" | r"\tan")
            && arrowed(from)
            && comma.is_some_and(|comma| arrowed(comma + 1))
    }

    /// The colon before relations of generators, `\langle r, s : r^n = s^2 = 1 \rangle`, or before what
    /// commutators that generate are taken of, `\langle [x, y] : x, y \in G \rangle`.
    fn relations_after(&self, from: usize, to: usize) -> Option<usize> {
        let mut colon = None;
        let mut at = from;
        while at < to {
            if let Mark::Open { partner, width } = self.marks[at] {
                at = partner + width;
                continue;
            }
            match self.key_at(at) {
                ":" | r"\colon" => colon = colon.or(Some(at)),
                "=" => return colon.filter(|colon| *colon > from),
                r"\in" if self.key_at(from) == "[" => return colon.filter(|colon| *colon > from),
                _ => {}
            }
            at += 1;
        }
        None
    }

    /// What names a state: labels side by side, `n l m`, keep their order; `2x` is a number.
    fn labels_of(&self, mut state: Tree) -> Tree {
        let beside =
            matches!(&state.head, Head::Product(joins) if joins.iter().all(|j| *j == Join::Beside));
        let number = |t: &Tree| matches!(t.head, Head::Number(_));
        let scaled = state.args.first().is_some_and(number) && !state.args.iter().all(number);
        if beside
            && !scaled
            && let Some(ordered) = self.table.named("opmul")
        {
            state.head = Head::Apply(ordered);
        }
        state
    }

    /// The bars directly between these tokens that separate; a pair at the very start or end is an
    /// absolute value.
    fn bars_between(&self, from: usize, to: usize) -> Vec<usize> {
        let mut bars = Vec::new();
        let mut at = from;
        while at < to {
            let bar = is_bar(&self.tokens[at]) || self.tokens[at].key == r"\mid";
            match self.marks[at] {
                Mark::Open { partner, width } if !bar || at == from || partner + width == to => {
                    at = partner + width;
                    continue;
                }
                _ if bar => bars.push(at),
                _ => {}
            }
            at += 1;
        }
        bars
    }
}
