//! The vocabulary's readings, compiled for lookup by tokens.

use super::token::{Class, Token, tokens};
use super::tree::Join;
use crate::term::Op;
use crate::vocabulary::{Assoc, Kind, Level, ReadForm, Vocabulary};
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
    /// The level of relations.
    pub(super) relation: Level,
    /// The level of sums.
    pub(super) sum: Level,
    pub(super) strength: Strengths,
    /// The operators that notations of their own need.
    pub(super) add: Op,
    pub(super) div: Op,
    pub(super) eq: Option<Op>,
    pub(super) member: Option<Op>,
    pub(super) tends: Option<Op>,
    pub(super) ratio: Option<Op>,
    pub(super) le: Option<Op>,
    pub(super) from_above: Option<Op>,
    pub(super) from_below: Option<Op>,
    pub(super) root: Option<Op>,
    pub(super) not: Option<Op>,
    pub(super) congruent: Option<Op>,
    pub(super) modulo: Option<Op>,
    pub(super) maps: Option<Op>,
    pub(super) defines: Option<Op>,
    pub(super) blank: Option<Op>,
    pub(super) boundary: Option<Op>,
    pub(super) implies: Option<Op>,
    pub(super) compose: Option<Op>,
    pub(super) infinity: Option<Op>,
    pub(super) abs: Option<Op>,
    pub(super) norm: Option<Op>,
    pub(super) cases: Option<(Op, Op, Op)>,
    pub(super) evaluation: Option<(Op, Op)>,
    pub(super) derivative: Option<(Op, Op)>,
    /// An integral without a variable: without and with bounds.
    pub(super) integral: Option<Op>,
    pub(super) definite: Option<Op>,
    /// An integral over a domain with several variables.
    pub(super) many: Option<Op>,
    /// Operators with limits and what stands for them without any.
    pub(super) unbounded: Vec<(Op, Op)>,
    /// Operators whose operand ends with a differential.
    pub(super) differential: Vec<Op>,
    pub(super) quantifiers: Vec<Op>,
    pub(super) set_constants: Vec<Op>,
    /// Infix operators that multiply.
    products: Vec<Op>,
    arities: HashMap<Op, usize>,
    /// The level of each infix operator.
    levels: HashMap<Op, Level>,
}

/// Strengths of connections: four times the level.
pub(super) struct Strengths {
    pub(super) implication: u8,
    /// Between statements: weaker than any connective but implication.
    pub(super) comma: u8,
    /// Equality of truth values.
    pub(super) boolean: u8,
    pub(super) disjunction: u8,
    pub(super) sum: u8,
    pub(super) product: u8,
}

impl Table {
    pub(super) fn new(vocabulary: &Vocabulary) -> Self {
        let level = |name: &str| vocabulary.level(name).unwrap_or(0);
        let find = |name: &str| vocabulary.find(name);
        // No operator of a vocabulary has this index.
        let none = Op::operator((1 << 28) - 1);
        let tagged = |tag: &str| -> Vec<Op> {
            let all = (0u32..).zip(&vocabulary.operators);
            all.filter(|(_, o)| o.tags.iter().any(|t| t == tag))
                .map(|(i, _)| Op::operator(i))
                .collect()
        };
        let mut table = Self {
            entries: HashMap::new(),
            commands: Vec::new(),
            relation: level("relation"),
            sum: level("sum"),
            strength: Strengths {
                implication: 4 * level("implication"),
                comma: 4 * level("implication") + 1,
                boolean: 4 * level("disjunction") - 1,
                disjunction: 4 * level("disjunction"),
                sum: 4 * level("sum"),
                product: 4 * level("product"),
            },
            add: find("add").unwrap_or(none),
            div: find("div").unwrap_or(none),
            eq: find("eq"),
            member: find("in"),
            tends: find("tends"),
            ratio: find("ratio"),
            le: find("le"),
            from_above: find("tendsdown"),
            from_below: find("tendsup"),
            root: find("root"),
            not: find("not"),
            congruent: find("congruent"),
            modulo: find("modulo"),
            maps: find("maps"),
            defines: find("defines"),
            blank: find("blank"),
            boundary: find("boundary"),
            implies: find("implies"),
            compose: find("compose"),
            infinity: find("infty"),
            abs: find("abs"),
            norm: find("norm"),
            cases: find("cases")
                .zip(find("case"))
                .zip(find("otherwise"))
                .map(|((a, b), c)| (a, b, c)),
            evaluation: find("evalat").zip(find("evalbetween")),
            derivative: find("diff").zip(find("pdiff")),
            integral: find("integral"),
            definite: find("dintegral"),
            many: find("intmany"),
            unbounded: [
                ("sum", "sumof"),
                ("prod", "prodof"),
                ("bigunion", "unionof"),
                ("biginter", "interof"),
            ]
            .iter()
            .filter_map(|(op, of)| find(op).zip(find(of)))
            .collect(),
            differential: tagged("differential"),
            quantifiers: tagged("quantifier"),
            set_constants: (0u32..)
                .zip(&vocabulary.operators)
                .filter(|(_, o)| {
                    o.signatures
                        .iter()
                        .any(|s| s.args.is_empty() && s.result == Kind::Set)
                })
                .map(|(i, _)| Op::operator(i))
                .collect(),
            products: ["mul", "cross", "vecprod", "dot"]
                .iter()
                .filter_map(|name| find(name))
                .collect(),
            arities: (0u32..)
                .zip(&vocabulary.operators)
                .filter_map(|(i, o)| Some((Op::operator(i), o.signatures.first()?.args.len())))
                .collect(),
            levels: HashMap::new(),
        };
        for reading in &vocabulary.reads {
            table.reading(&reading.form);
        }
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
                needs_brackets: matches!(spelled, [only] if only.class == Class::Letter),
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
