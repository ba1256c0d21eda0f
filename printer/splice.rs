//! Writing what leaves no choice into the productions that use it, and adjacent spellings as one.

use std::collections::HashMap;

use crate::grammar::{Grammar, Nt, Out, Text};
use crate::scripts::is_token;

/// What takes more pieces stays a nonterminal of its own.
const MOST: usize = 6;
/// So does what is nested deeper.
const DEPTH: u32 = 16;

/// Replaces sub-terms that can be written in one way only by what they write; strings, their
/// number and their traces stay the same.
pub(crate) fn splice(grammar: &mut Grammar) {
    let single = grammar.nonterminals.iter().map(|nonterminal| {
        let production = &nonterminal.alternatives.first()?.productions.first()?;
        let form = (!grammar.forms[production.form as usize].is_empty()).then_some(production.form);
        nonterminal
            .single
            .then(|| (form, production.pieces.clone()))
    });
    let mut splicer = Splicer {
        single: single.collect(),
        texts: std::mem::take(&mut grammar.texts),
        index: HashMap::new(),
    };
    // The parts of a text are long and stand alone.
    let whole = grammar.text.then_some(grammar.root as usize);
    let nonterminals = grammar.nonterminals.iter_mut().enumerate();
    let alternatives = nonterminals
        .filter(|(at, _)| Some(*at) != whole)
        .flat_map(|(_, n)| &mut n.alternatives);
    for production in alternatives.flat_map(|a| &mut a.productions) {
        let pieces = std::mem::take(&mut production.pieces);
        for piece in pieces {
            splicer.piece(piece, &mut production.pieces, DEPTH);
        }
    }
    grammar.texts = splicer.texts;
}

struct Splicer {
    /// Of nonterminals without a choice: the form to be traced and the pieces.
    single: Vec<Option<(Option<u32>, Vec<Out>)>>,
    texts: Vec<Text>,
    /// Texts made here, by what they hold.
    index: HashMap<Box<str>, u32>,
}

impl Splicer {
    fn piece(&mut self, piece: Out, pieces: &mut Vec<Out>, depth: u32) {
        match piece {
            Out::Text(at) => self.join(at, pieces),
            Out::Child(nt) => match self.inside(nt, depth) {
                Some(inner) => inner.into_iter().for_each(|piece| match piece {
                    Out::Text(at) => self.join(at, pieces),
                    other => pieces.push(other),
                }),
                None => pieces.push(Out::Child(nt)),
            },
            Out::Script(nt) => {
                let after_mark = match pieces.last() {
                    Some(Out::Text(at)) => !self.texts[*at as usize].word_end,
                    _ => false,
                };
                let inner = if after_mark {
                    self.inside(nt, depth)
                } else {
                    None
                };
                match inner.as_deref() {
                    Some([Out::Text(at)]) => {
                        let text = &*self.texts[*at as usize].text;
                        let at = if is_token(text) {
                            *at
                        } else {
                            self.text(format!("{{{text}}}"))
                        };
                        self.join(at, pieces);
                    }
                    Some([Out::Symbol { index, .. }]) => pieces.push(Out::Symbol {
                        index: *index,
                        token: true,
                    }),
                    Some([Out::Slot { index, .. }]) => pieces.push(Out::Slot {
                        index: *index,
                        token: true,
                    }),
                    _ => pieces.push(Out::Script(nt)),
                }
            }
            other => pieces.push(other),
        }
    }

    /// What a nonterminal without a choice writes, when that is little.
    fn inside(&mut self, nt: Nt, depth: u32) -> Option<Vec<Out>> {
        let depth = depth.checked_sub(1)?;
        let (form, inner) = self.single[nt as usize].clone()?;
        let mut pieces: Vec<Out> = form.map(Out::Form).into_iter().collect();
        for piece in inner {
            self.piece(piece, &mut pieces, depth);
        }
        // A production has one product at most: that is how its ways are numbered.
        let product = pieces.iter().any(|p| matches!(p, Out::Factors(_)));
        (pieces.len() <= MOST && !product).then_some(pieces)
    }

    /// Appends a spelling, to the one before it when there is one.
    fn join(&mut self, at: u32, pieces: &mut Vec<Out>) {
        let right = &self.texts[at as usize];
        if right.text.is_empty() {
            return;
        }
        let Some(Out::Text(before)) = pieces.last() else {
            pieces.push(Out::Text(at));
            return;
        };
        let left = &self.texts[*before as usize];
        let space = if left.word_end && right.letter_start {
            " "
        } else {
            ""
        };
        let at = self.text(format!("{}{space}{}", left.text, right.text));
        pieces.pop();
        pieces.push(Out::Text(at));
    }

    fn text(&mut self, text: String) -> u32 {
        let made = Text::new(&text);
        if let Some(&at) = self.index.get(&*made.text) {
            return at;
        }
        let at = self.texts.len() as u32;
        self.index.insert(made.text.clone(), at);
        self.texts.push(made);
        at
    }
}
