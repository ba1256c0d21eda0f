//! The vocabulary's readings, compiled for lookup by tokens.

mod lists;

use super::commands::{Meaning, meaning, meanings};
use super::known::Known;
pub(super) use super::role::{Role, Roles};
use super::shapes::Shapes;
use super::signs::{self, Sorts};
use super::token::{Class, Entry as Place, Token, tokens};
use super::tree::Join;
use crate::diagnostic::nearest;
use crate::phrases::Lexicon;
use crate::term::Op;
use crate::vocabulary::{Level, ReadForm, Vocabulary};
use lists::{Entry, List, bit};
use rustc_hash::FxHashMap;
use std::sync::Mutex;

/// So many unknown commands of at most this length are remembered.
const REMEMBERED: usize = 1000;
const LONGEST: usize = 64;

/// All that is to be known of a command when it is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Command {
    /// What it means to the eye; none for a sign like any other.
    pub(super) meaning: Option<Meaning>,
    pub(super) entry: Place,
    pub(super) roles: Roles,
    pub(super) sorts: Sorts,
}

impl Command {
    /// The command that is read in its place: one that says the same, or that it is another name of,
    /// unless it has a reading of its own.
    pub(super) fn other(&self) -> Option<&'static str> {
        let meaning = self.meaning?;
        let unread = matches!(self.entry, Place::Listed(0) | Place::Unknown);
        meaning.same.or(meaning.alias.filter(|_| unread))
    }

    /// A command that has not been looked up.
    pub(super) fn unlisted(name: &str, meaning: Option<Meaning>) -> Self {
        Self {
            meaning,
            entry: Place::Unknown,
            roles: Roles::ALL,
            sorts: signs::sorts(name),
        }
    }
}

/// All spellings by their first token, longest first.
pub(super) struct Table {
    lists: Vec<List>,
    /// The list of each first token; a token without one has list 0, which is empty.
    index: FxHashMap<String, u32>,
    /// The lists of commands, by their names without the backslash.
    bare: FxHashMap<String, u32>,
    /// The lists of `\operatorname{…}`, by what stands in the braces.
    inside: FxHashMap<String, u32>,
    /// The same for tokens of one ASCII character.
    ascii: [u32; 128],
    /// The same with their roles.
    bytes: [(Place, Roles); 128],
    /// Commands that mean something to the eye or are listed.
    named: FxHashMap<String, Command>,
    /// Control words, for "did you mean".
    pub(super) commands: Vec<String>,
    /// What unknown commands may have meant: the first ones that were asked for.
    suggestions: Mutex<FxHashMap<String, Option<String>>>,
    known: Known,
    /// The level of each infix operator.
    levels: FxHashMap<Op, Level>,
    /// LaTeX with holes.
    pub(super) shapes: Shapes,
    /// Words in plain letters that mean what they usually mean.
    pub(super) free: u64,
    /// Words of prose by what they tell.
    pub(super) lexicon: Lexicon,
}

impl std::ops::Deref for Table {
    type Target = Known;
    fn deref(&self) -> &Known {
        &self.known
    }
}

/// Words that are written for signs between two things.
const WRITTEN: &[&str] = &[
    "and", "div", "ge", "geq", "gt", "iff", "implies", "in", "le", "leq", "lt", "mod", "ne", "neq",
    "notin", "or", "over", "times", "to", "wr", "xor",
];

impl Table {
    pub(super) fn new(vocabulary: &Vocabulary, lexicon: Lexicon) -> Self {
        let mut table = Self {
            lists: vec![List::EMPTY],
            index: FxHashMap::default(),
            bare: FxHashMap::default(),
            inside: FxHashMap::default(),
            ascii: [0; 128],
            bytes: [(Place::Unknown, Roles::ALL); 128],
            named: FxHashMap::default(),
            commands: Vec::new(),
            suggestions: Mutex::default(),
            known: Known::new(vocabulary),
            levels: FxHashMap::default(),
            shapes: Shapes::new(vocabulary),
            free: super::spelled::free(vocabulary),
            lexicon,
        };
        for reading in &vocabulary.reads {
            table.reading(&reading.form);
        }
        for list in &mut table.lists {
            list.sort(&table.known);
        }
        table.commands.sort();
        table.commands.dedup();
        for (byte, list) in table.bytes.iter_mut().zip(table.ascii) {
            *byte = (Place::Listed(list), table.lists[list as usize].roles);
        }
        table.name_commands();
        table
    }

    /// Looks all commands up.
    fn name_commands(&mut self) {
        let listed = self.index.keys().map(String::as_str);
        let command = |key: &&str| key.starts_with('\\') && (key.len() < 3 || !key.contains('{'));
        let mut all: Vec<&str> = listed.filter(command).collect();
        all.extend(meanings().keys().map(|name| -> &str { name }));
        all.extend(signs::sorted().map(|name| -> &str { name }));
        let known = all.into_iter().map(|name| {
            let list = self.index.get(name).copied().unwrap_or(0);
            let command = Command {
                meaning: meaning(name),
                entry: Place::Listed(list),
                roles: self.lists[list as usize].roles,
                sorts: signs::sorts(name),
            };
            (name.to_owned(), command)
        });
        self.named = known.collect();
    }

    /// What is known of a command: all of it.
    pub(super) fn command(&self, name: &str) -> Command {
        match self.named.get(name) {
            Some(command) => *command,
            None => Command {
                meaning: None,
                entry: Place::Listed(0),
                roles: Roles::NONE,
                sorts: signs::sorts(name),
            },
        }
    }

    /// Whether a rule file spells something by this name in a font.
    pub(super) fn lists(&self, font: &str, word: &str) -> bool {
        self.index.contains_key(&format!("{font}{{{word}}}"))
    }

    /// Whether a command means something to the eye or is listed.
    pub(super) fn knows(&self, name: &str) -> bool {
        self.named.contains_key(name)
    }

    /// The place and the roles of a token of this byte.
    #[inline]
    pub(super) fn byte(&self, byte: u8) -> (Place, Roles) {
        self.bytes[usize::from(byte & 127)]
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
            ReadForm::Juxtapose { .. } | ReadForm::Shape { .. } => {}
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
            let list = self.list(&first.key);
            self.lists[list as usize].entries.push(Entry {
                rest: rest.iter().map(|t| t.key.to_string()).collect(),
                role: role(&run),
                word: run.len() > 1 && run.iter().all(|t| t.class == Class::Letter),
            });
        }
    }

    /// The list of a first token, made when it is new.
    fn list(&mut self, key: &str) -> u32 {
        let next = self.lists.len() as u32;
        let list = *self.index.entry(key.to_owned()).or_insert(next);
        if list == next {
            self.lists.push(List::EMPTY);
            if let Some(name) = key.strip_prefix('\\') {
                self.bare.insert(name.to_owned(), list);
            }
            let word = key.strip_prefix(r"\operatorname{");
            if let Some(word) = word.and_then(|word| word.strip_suffix('}')) {
                self.inside.insert(word.to_owned(), list);
            }
            if let ([byte], true) = (key.as_bytes(), key.is_ascii()) {
                self.ascii[usize::from(*byte)] = list;
            }
        }
        list
    }

    /// Looks the tokens up, so that asking for their roles costs little.
    pub(super) fn place(&self, tokens: &mut [Token<'_>]) {
        for token in tokens {
            if token.entry != Place::Unknown {
                continue;
            }
            let list = self.find(token);
            token.entry = Place::Listed(list);
            token.roles = self.lists[list as usize].roles;
        }
    }

    fn find(&self, token: &Token<'_>) -> u32 {
        let key = token.key.as_ref();
        if let ([byte], true) = (key.as_bytes(), key.is_ascii()) {
            return self.ascii[usize::from(*byte)];
        }
        let own = self.index.get(key).copied();
        own.or_else(|| self.in_font(token)).unwrap_or(0)
    }

    /// The roles of the tokens at the start of `run`, longest spellings first, with the number of
    /// tokens that they take. A name in a font without an entry of its own is looked up as
    /// `\operatorname{name}` and as `\name`.
    #[inline]
    pub(super) fn lookup<'t>(
        &'t self,
        run: &'t [Token<'_>],
    ) -> impl Iterator<Item = (&'t Role, usize)> {
        let entries = match run.first().map(|t| t.entry) {
            Some(Place::Listed(0)) | None => &[],
            _ => self.entries(run),
        };
        entries
            .iter()
            .filter(|e| e.fits(run))
            .map(|e| (&e.role, 1 + e.rest.len()))
    }

    /// The spellings that may begin here.
    fn entries(&self, run: &[Token<'_>]) -> &[Entry] {
        let list = match run.first().map(|t| (t, t.entry)) {
            Some((_, Place::Listed(list))) => list,
            Some((token, Place::Unknown)) => self.find(token),
            None => 0,
        };
        let list = &self.lists[list as usize];
        if list.long == 0 || list.second & run.get(1).map_or(0, |t| bit(&t.key)) != 0 {
            return &list.entries;
        }
        &list.entries[list.long..]
    }

    /// The commands that are listed or mean something to the eye, in no order.
    pub(super) fn known_commands(&self) -> impl Iterator<Item = &str> {
        self.named.keys().map(String::as_str)
    }

    /// The command that an unknown one may have meant.
    pub(super) fn suggestion(&self, key: &str) -> Option<String> {
        let asked = self.suggestions.lock().ok();
        if let Some(near) = asked.as_ref().and_then(|s| s.get(key)) {
            return near.clone();
        }
        drop(asked);
        let near = nearest(key, self.commands.iter().map(String::as_str)).map(str::to_owned);
        if let Ok(mut asked) = self.suggestions.lock()
            && asked.len() < REMEMBERED
            && key.len() < LONGEST
        {
            asked.insert(key.to_owned(), near.clone());
        }
        near
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

    /// Whether a token of this spelling names a function.
    pub(super) fn is_function(&self, key: &str) -> bool {
        let list = self.index.get(key).copied().unwrap_or(0);
        let entries = &self.lists[list as usize].entries;
        entries
            .iter()
            .any(|e| e.rest.is_empty() && matches!(e.role, Role::Function { .. }))
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
        // A sign with something over it stands before the last side.
        level.is_none() || level == Some(strength) || *last == op && Some(op) == self.eq
    }

    /// Whether a word in upright letters is the name of an operator.
    pub(super) fn names_operator(&self, word: &str) -> bool {
        self.inside.contains_key(word) || word.len() > 1 && self.bare.contains_key(word)
    }

    /// Whether an upright word is the name of the command for a sign, and nobody writes the word for
    /// the sign: `\text{sim}(x, y)` is a similarity.
    fn only_names_sign(&self, word: &str, list: u32) -> bool {
        let infix = self.lists[list as usize].roles.may(Roles::INFIX);
        infix && !WRITTEN.contains(&word)
            || matches!(word, "top" | "bot" | "degree")
            || word.ends_with("frac")
            || word.ends_with("binom")
    }

    fn in_font(&self, token: &Token<'_>) -> Option<u32> {
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
            let listed = self.bare.get(word);
            listed.filter(|list| {
                word.len() > 1 && !word.starts_with('\\') && !self.only_names_sign(word, **list)
            })
        };
        let same = || self.index.get(word).filter(|_| word.starts_with('\\'));
        // Bars and picometres are units.
        if matches!(word, "bar" | "pm") {
            return None;
        }
        // `\text{sum}` is a word, `\operatorname{int}` the interior.
        // What Sage calls sets of numbers is nothing in upright letters.
        if matches!(
            word,
            "int" | "sum" | "prod" | "cup" | "cap" | "NN" | "ZZ" | "QQ" | "RR" | "CC"
        ) {
            return None;
        }
        let operator = self.inside.get(word);
        operator.or_else(alone).or_else(same).copied()
    }
}
