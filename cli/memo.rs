//! Formulas that were saturated before, for texts that have most of their formulas in common.

use std::cell::RefCell;
use std::collections::VecDeque;

use mamut_engine::atoms::{Atoms, Symbol};
use mamut_engine::diagnostic::Diagnostic;
use mamut_engine::forest::Forest;
use mamut_engine::term::{Head, Term};

/// No more are kept: the oldest make room.
const MOST: usize = 64;

/// What saturation gave.
#[derive(Clone, Debug)]
pub struct Found {
    /// The classes.
    pub forest: Forest,
    /// What happened on the way.
    pub notes: Vec<Diagnostic>,
}

/// The last formulas that were saturated.
#[derive(Debug, Default)]
pub struct Memo(RefCell<VecDeque<Entry>>);

#[derive(Debug)]
struct Entry {
    term: Term,
    given: Vec<Term>,
    /// The symbols up to the last one that occurs: all that saturation looks at.
    symbols: Vec<Symbol>,
    found: Found,
}

impl Memo {
    /// What saturating a term under what is `given` yields; `saturate` does it when it is not known.
    pub fn saturated(
        &self,
        term: &Term,
        given: &[Term],
        atoms: &Atoms,
        saturate: impl FnOnce() -> Found,
    ) -> Found {
        let mut last = 0;
        let mut plain = true;
        for term in given.iter().chain([term]) {
            term.walk(&mut |t| match t.op.head() {
                Head::Symbol(symbol) => last = last.max(symbol as usize + 1),
                Head::Literal(_) | Head::Opaque(_) => plain = false,
                _ => {}
            });
        }
        // Decimals and what was not understood are numbered by text.
        if !plain {
            return saturate();
        }
        let symbols = &atoms.symbols[..last];
        let same = |e: &&Entry| e.term == *term && e.given == given && e.symbols == symbols;
        let known = self.0.borrow().iter().find(same).map(|e| e.found.clone());
        known.unwrap_or_else(|| {
            let found = saturate();
            let mut entries = self.0.borrow_mut();
            if entries.len() == MOST {
                entries.pop_front();
            }
            entries.push_back(Entry {
                term: term.clone(),
                given: given.to_vec(),
                symbols: symbols.to_vec(),
                found: found.clone(),
            });
            found
        })
    }
}
