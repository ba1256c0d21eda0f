//! What there has been of the candidates of a source: which they were, and which changes were decided.

use std::collections::{BTreeMap, BTreeSet};

use mamut_engine::atoms::Atoms;
use mamut_engine::falsify::{Falsified, Part};
use mamut_engine::normal::canonical;
use mamut_engine::term::Term;
use mamut_engine::vocabulary::Vocabulary;

/// A change that makes this many candidates undecided, and no other, is as good as undecided.
const DOUBTS: u32 = 2;

/// What a change is told from others by: the rule, what stood there, what stands there then, with the
/// numbers that only the candidate has.
type Changed = (usize, Term, Term, Numbers);
/// The numbers of a candidate that its source has not, in order: terms say where they are alone.
type Numbers = Vec<String>;

/// The candidates of a source so far.
pub(super) struct Memory {
    /// How many numbers the source has.
    own: usize,
    seen: BTreeSet<(Term, Numbers)>,
    /// In how many candidates that were not decided a change was, alone as often as is enough; none
    /// once one was decided.
    doubts: BTreeMap<Changed, Option<u32>>,
}

impl Memory {
    /// Before the first one: the source itself is none.
    pub(super) fn new(source: &Term, own: usize, vocabulary: &Vocabulary) -> Self {
        Self {
            own,
            seen: BTreeSet::from([(canonical(vocabulary, source), Numbers::new())]),
            doubts: BTreeMap::new(),
        }
    }

    /// Whether a candidate has not been there; it has then.
    pub(super) fn is_new(
        &mut self,
        (term, atoms): (&Term, &Atoms),
        vocabulary: &Vocabulary,
    ) -> bool {
        let numbers = self.numbers(atoms);
        self.seen.insert((canonical(vocabulary, term), numbers))
    }

    /// Whether a change of a candidate is never decided: by itself it is as little as beside others.
    pub(super) fn is_doubtful(&self, drawn: &Falsified, vocabulary: &Vocabulary) -> bool {
        drawn.parts.iter().any(|part| {
            let doubts = self.doubts.get(&self.changed(part, drawn, vocabulary));
            matches!(doubts, Some(Some(n)) if *n >= DOUBTS)
        })
    }

    /// Learns from a candidate which changes are never decided: `b = 1` under a logarithm to base b
    /// leaves nothing to say, whatever else is changed.
    pub(super) fn learn(&mut self, drawn: &Falsified, undecided: bool, vocabulary: &Vocabulary) {
        let times = if drawn.parts.len() == 1 { DOUBTS } else { 1 };
        for part in &drawn.parts {
            let changed = self.changed(part, drawn, vocabulary);
            let doubts = self.doubts.entry(changed).or_insert(Some(0));
            *doubts = doubts.filter(|_| undecided).map(|n| n + times);
        }
    }

    fn numbers(&self, atoms: &Atoms) -> Numbers {
        let new = atoms.literals.iter().skip(self.own);
        new.map(|literal| literal.spelling.clone()).collect()
    }

    fn changed(&self, part: &Part, drawn: &Falsified, vocabulary: &Vocabulary) -> Changed {
        // `1 = b` is `b = 1`.
        let [before, after] = [&part.before, &part.after].map(|t| canonical(vocabulary, t));
        (part.rule, before, after, self.numbers(&drawn.atoms))
    }
}
