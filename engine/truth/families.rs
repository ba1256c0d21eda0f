//! A letter beside a sequence of the same letter, `R = R_1 + \dots + R_n`: two things, of which one may be called
//! otherwise.

use std::collections::BTreeSet;

use super::form::name;
use crate::atoms::Atoms;
use crate::term::{Op, Term};
use crate::vocabulary::{Kind, Vocabulary};

/// The term with sequences that are called otherwise than the letters that stand alone.
pub(super) fn apart(term: &Term, atoms: &mut Atoms, vocabulary: &Vocabulary) -> Term {
    let mut found = Found::default();
    found.look(term, vocabulary);
    let both: Vec<u32> = found.heads.intersection(&found.alone).copied().collect();
    let renamed: Vec<(Op, Op)> = both
        .into_iter()
        .filter_map(|symbol| {
            let known = atoms.symbols.get(symbol as usize)?.clone();
            // The entries of vectors and matrices are those of the letter.
            let whole = matches!(known.kind, Kind::Num | Kind::Any | Kind::Set | Kind::Event);
            let mut other = || atoms.called(&format!("{}_·", known.name), known.kind);
            (whole && !known.protected).then(|| (Op::symbol(symbol), Op::symbol(other())))
        })
        .collect();
    if renamed.is_empty() {
        return term.clone();
    }
    term.map(&mut |mut t| {
        if name(&t, vocabulary) == "idx"
            && let Some((_, other)) = renamed.iter().find(|(own, _)| *own == t.args[0].op)
        {
            let mut args = t.args.to_vec();
            args[0] = Term::leaf(*other);
            t.args = args.into();
        }
        t
    })
}

/// The letters of sequences, and those that stand alone.
#[derive(Default)]
struct Found {
    heads: BTreeSet<u32>,
    alone: BTreeSet<u32>,
}

impl Found {
    fn look(&mut self, term: &Term, vocabulary: &Vocabulary) {
        match (name(term, vocabulary), &*term.args) {
            ("idx", [head, indices @ ..]) if head.args.is_empty() => {
                self.heads.extend(head.op.as_symbol());
                indices
                    .iter()
                    .for_each(|index| self.look(index, vocabulary));
            }
            (_, []) => self.alone.extend(term.op.as_symbol()),
            (_, args) => args.iter().for_each(|arg| self.look(arg, vocabulary)),
        }
    }
}
