//! The vocabulary's readings, compiled for lookup by tokens.

use super::known::Known;
use super::token::{Class, Token, tokens};
use super::tree::Join;
use crate::term::Op;
use crate::vocabulary::{Assoc, Level, ReadForm, Vocabulary};
use std::collections::HashMap;

/// What a run of tokens means.
#[derive(Clone, Debug)]
pub(super) enum Role {
    Infix {
        op: Op,
        level: Level,
        assoc: Assoc,
    },
    Prefix {
        op: Op,
        level: Level,
    },
    Postfix {
        op: Op,
    },
    Command {
        op: Op,
        args: usize,
        optional: Option<String>,
    },
    Function {
        op: Op,
        inverse: Option<Op>,
        base: Option<Op>,
        needs_brackets: bool,
    },
    Bound {
        op: Op,
        over: Option<Op>,
        cond: Option<Op>,
        bare: Option<Op>,
    },
    Fence {
        op: Op,
        close: Vec<String>,
    },
    Close,
    Constant {
        op: Op,
    },
    Operatorname {
        op: Op,
        given: Option<Op>,
        letter: bool,
    },
}

/// A spelling after its first token.
struct Entry {
    rest: Vec<String>,
    role: Role,
    /// Whether it is a word of bare letters, which no blank may interrupt.
    word: bool,
}

/// All spellings by their first token, longest first.
pub(super) struct Table {
    entries: HashMap<String, Vec<Entry>>,
    /// Control words, for "did you mean".
    pub(super) commands: Vec<String>,
    known: Known,
    /// The level of each infix operator.
    levels: HashMap<Op, Level>,
}

impl std::ops::Deref for Table {
    type Target = Known;
    fn deref(&self) -> &Known {
        &self.known
    }
}

impl Table {
    pub(super) fn new(vocabulary: &Vocabulary) -> Self {
        let mut table = Self {
            entries: HashMap::new(),
            commands: Vec::new(),
            known: Known::new(vocabulary),
            levels: HashMap::new(),
        };
        for reading in &vocabulary.reads {
            table.reading(&reading.form);
        }
        #[expect(clippy::iter_over_hash_type, reason = "each list is sorted by itself")]
        for entries in table.entries.values_mut() {
            entries.sort_by_key(|e| std::cmp::Reverse(e.rest.len()));
        }
        table.commands.sort();
        table.commands.dedup();
        table
    }

    fn reading(&mut self, form: &ReadForm) {
        match form {
            ReadForm::Infix {
                tex,
                op,
                level,
                assoc,
            } => {
                self.levels.entry(*op).or_insert(*level);
                self.all(tex, |_| Role::Infix {
                    op: *op,
                    level: *level,
                    assoc: *assoc,
                });
            }
            ReadForm::Prefix { tex, op, level } => self.all(tex, |_| Role::Prefix {
                op: *op,
                level: *level,
            }),
            ReadForm::Postfix { tex, op, .. } => self.all(tex, |_| Role::Postfix { op: *op }),
            ReadForm::Juxtapose { .. } => {}
            ReadForm::Command {
                tex,
                args,
                optional,
                op,
            } => {
                self.all(tex, |_| Role::Command {
                    op: *op,
                    args: *args,
                    optional: optional.clone(),
                });
            }
            ReadForm::Function {
                tex,
                op,
                inverse,
                base,
            } => self.all(tex, |spelled| Role::Function {
                op: *op,
                inverse: *inverse,
                base: *base,
                needs_brackets: matches!(spelled, [only] if only.class == Class::Letter
                    || only.key.starts_with(r"\mathcal{") || only.key.starts_with(r"\mathscr{")),
            }),
            ReadForm::Bound {
                tex,
                op,
                over,
                cond,
                bare,
            } => {
                self.all(tex, |_| Role::Bound {
                    op: *op,
                    over: *over,
                    cond: *cond,
                    bare: *bare,
                });
            }
            ReadForm::Fence { open, close, op } => {
                self.all(open, |_| Role::Fence {
                    op: *op,
                    close: close.clone(),
                });
                self.all(close, |_| Role::Close);
            }
            ReadForm::Constant { tex, op } => self.all(tex, |_| Role::Constant { op: *op }),
            ReadForm::Operatorname { tex, op, given } => {
                self.all(tex, |spelled| Role::Operatorname {
                    op: *op,
                    given: *given,
                    letter: matches!(spelled, [only] if only.class == Class::Letter),
                })
            }
        }
    }

    fn all(&mut self, spellings: &[String], role: impl Fn(&[Token<'_>]) -> Role) {
        for spelling in spellings {
            let run = tokens(spelling);
            let Some((first, rest)) = run.split_first() else {
                continue;
            };
            if first.key.starts_with('\\') {
                self.commands.push(first.key.to_string());
            }
            self.entries
                .entry(first.key.to_string())
                .or_default()
                .push(Entry {
                    rest: rest.iter().map(|t| t.key.to_string()).collect(),
                    role: role(&run),
                    word: run.len() > 1 && run.iter().all(|t| t.class == Class::Letter),
                });
        }
    }

    /// The roles of the tokens at the start of `run`, longest spellings first, with the number of
    /// tokens that they take. A name in a font without an entry of its own is looked up as
    /// `\operatorname{name}` and as `\name`.
    pub(super) fn lookup<'t>(
        &'t self,
        run: &'t [Token<'_>],
    ) -> impl Iterator<Item = (&'t Role, usize)> {
        let own = run.first().and_then(|t| self.entries.get(t.key.as_ref()));
        let other = if own.is_none() {
            run.first().and_then(|t| self.named(t))
        } else {
            None
        };
        own.or(other)
            .into_iter()
            .flatten()
            .filter(|e| e.fits(run))
            .map(|e| (&e.role, 1 + e.rest.len()))
    }

    /// The number of arguments of an operator.
    pub(super) fn arity(&self, op: Op) -> usize {
        self.arities.get(&op).copied().unwrap_or(0)
    }

    /// How an infix operator joins factors; none when it is no multiplication.
    pub(super) fn join(&self, op: Op, key: &str) -> Option<Join> {
        if !self.products.contains(&op) {
            return None;
        }
        Some(if matches!(key, r"\times" | "×") {
            Join::Cross
        } else {
            Join::Dot
        })
    }

    /// Whether a chain of these operators goes on with another one at this strength.
    pub(super) fn goes_on(&self, ops: &[Op], op: Op, strength: u8) -> bool {
        let Some(last) = ops.last() else {
            return true;
        };
        if Some(*last) == self.tends {
            return op == *last || strength == 4 * self.relation;
        }
        let level = self.levels.get(last).map(|level| 4 * level);
        level == Some(strength) || *last == op && Some(op) == self.eq
    }

    fn named(&self, token: &Token<'_>) -> Option<&Vec<Entry>> {
        if token.class != Class::Name {
            return None;
        }
        let (font, rest) = token.key.split_once('{')?;
        let word = rest.strip_suffix('}')?;
        let upright = matches!(
            font,
            r"\operatorname"
                | r"\mathrm"
                | r"\text"
                | r"\textrm"
                | r"\mathop"
                | r"\mbox"
                | r"\mathsf"
                | r"\textnormal"
        );
        if !upright {
            return None;
        }
        let alone = || {
            self.entries
                .get(&format!(r"\{word}"))
                .filter(|_| word.len() > 1 && !word.starts_with('\\'))
        };
        let same = || self.entries.get(word).filter(|_| word.starts_with('\\'));
        self.entries
            .get(&format!(r"\operatorname{{{word}}}"))
            .or_else(alone)
            .or_else(same)
    }
}

impl Entry {
    fn fits(&self, run: &[Token<'_>]) -> bool {
        run.len() > self.rest.len()
            && self.rest.iter().zip(&run[1..]).all(|(key, token)| {
                *key == token.key && !(self.word && token.gap != super::token::Gap::None)
            })
    }
}
