//! Words that say for which values a statement holds: `x^2 \ge 0 \text{ for all real numbers } x`,
//! `\text{For } a, b > 0,\ ab > 0`.

use super::elaborate::spoken;
use super::table::Table;
use super::tree::{Head, Tree};
use crate::nouns::{Noun, Nouns};
use crate::term::Op;
use crate::vocabulary::Kind;
use smallvec::smallvec;

/// As deep as this is looked.
const DEEPEST: u16 = 60;

/// What a phrase says of the letters behind it.
struct Phrase {
    /// All values are meant: `for all`, `for every`.
    all: bool,
    /// What may be assumed of each letter: patterns with `?x`.
    assumed: Vec<String>,
}

/// What is needed of the vocabulary and the rules.
struct Look<'r> {
    nouns: &'r Nouns,
    table: &'r Table,
    forall: Op,
    when: Op,
    and: Option<Op>,
}

/// The formula with the statements that hold for what words say.
pub(super) fn quantified(mut tree: Tree, nouns: &Nouns, table: &Table) -> Tree {
    if let (Some(forall), Some(when)) = (table.named("forall"), table.named("when")) {
        let look = Look {
            nouns,
            table,
            forall,
            when,
            and: table.named("and"),
        };
        look.within(&mut tree);
    }
    tree
}

impl Look<'_> {
    fn within(&self, tree: &mut Tree) {
        if tree.height > DEEPEST {
            return;
        }
        for arg in &mut tree.args {
            self.within(arg);
        }
        if tree.head == Head::Sequence
            && let Some(found) = self.behind(&tree.args).or_else(|| self.before(&tree.args))
        {
            *tree = found;
        }
    }

    /// A statement with what it holds for behind it.
    fn behind(&self, pieces: &[Tree]) -> Option<Tree> {
        let [statement, words, letters] = pieces else {
            return None;
        };
        let phrase = self
            .phrase(words)
            .filter(|p| p.all || !p.assumed.is_empty())?;
        if !states(statement) {
            return None;
        }
        self.over(
            &phrase,
            &self.listed(std::slice::from_ref(letters)),
            statement.clone(),
        )
    }

    /// The things in a list, with commas or `and` between them.
    fn listed(&self, things: &[Tree]) -> Vec<Tree> {
        let mut all = Vec::new();
        for thing in things {
            match &thing.head {
                Head::Items => all.extend(self.listed(&thing.args)),
                Head::Apply(op) if Some(*op) == self.and => all.extend(self.listed(&thing.args)),
                _ => all.push(thing.clone()),
            }
        }
        all
    }

    /// What something holds for, then the statement behind a comma.
    fn before(&self, pieces: &[Tree]) -> Option<Tree> {
        let [words, rest] = pieces else { return None };
        let phrase = self.phrase(words).filter(|_| rest.head == Head::Items)?;
        let (statement, declared) = rest.args.split_last()?;
        let declared = self.listed(declared);
        let letters = declared.iter().all(|t| t.symbol().is_some());
        // `\text{for all } x, y > 0` declares both.
        let first = statement.args.first().and_then(Tree::symbol);
        let goes_on = letters
            && self.says_where(statement)
            && first.is_some_and(|name| declared.iter().all(|t| t.symbol() != Some(name)));
        if !states(statement) || goes_on {
            return None;
        }
        if phrase.all || !phrase.assumed.is_empty() {
            return self.over(&phrase, &declared, statement.clone());
        }
        let said = declared.last().is_some_and(|t| self.says_where(t));
        let fits = said && declared.iter().all(|t| self.declares(t));
        fits.then(|| {
            let condition = match declared.as_slice() {
                [only] => only.clone(),
                several => Tree::over(Head::Items, several.to_vec()),
            };
            Tree::over(Head::Apply(self.when), vec![statement.clone(), condition])
        })
    }

    /// A statement for all values of what is declared.
    fn over(&self, phrase: &Phrase, declared: &[Tree], statement: Tree) -> Option<Tree> {
        if declared.is_empty() || !declared.iter().all(|t| self.declares(t)) {
            return None;
        }
        let letter = |t: &Tree| match t.symbol() {
            Some(_) => t.clone(),
            None => t.args[0].clone(),
        };
        let (last, others) = declared.split_last()?;
        let mut parts = Vec::new();
        for pattern in &phrase.assumed {
            parts.extend(others.iter().map(letter));
            parts.push(self.said(pattern, letter(last))?);
        }
        if phrase.assumed.is_empty() || declared.iter().any(|t| t.symbol().is_none()) {
            parts.extend_from_slice(declared);
        }
        parts.push(statement);
        Some(Tree::over(Head::Quantified(self.forall), parts))
    }

    /// What a pattern of two parts says of a letter: `(in ?x RR)`.
    fn said(&self, pattern: &str, letter: Tree) -> Option<Tree> {
        let inner = pattern.strip_prefix('(')?.strip_suffix(')')?;
        let mut parts = inner.split_whitespace();
        let (op, hole, value) = (parts.next()?, parts.next()?, parts.next()?);
        if hole != "?x" || parts.next().is_some() {
            return None;
        }
        let head = match value.bytes().all(|b| b.is_ascii_digit()) {
            true => Head::Number(value.into()),
            false => Head::Apply(self.table.named(value)?),
        };
        let value = Tree::new(head, Vec::new(), letter.start, letter.end);
        let sign = self.table.named(op)?;
        Some(Tree::over(
            Head::Chain(smallvec![sign]),
            vec![letter, value],
        ))
    }

    /// Whether this is a letter, or says where one is.
    fn declares(&self, tree: &Tree) -> bool {
        tree.symbol().is_some()
            || self.says_where(tree) && tree.args.first().is_some_and(|t| t.symbol().is_some())
    }

    /// Whether this says where something is: an order or a membership.
    fn says_where(&self, tree: &Tree) -> bool {
        match &tree.head {
            Head::Chain(ops) => !ops.iter().any(|op| Some(*op) == self.table.eq),
            _ => false,
        }
    }

    /// What the words say, when they say only this.
    fn phrase(&self, words: &Tree) -> Option<Phrase> {
        let said = spoken(words)?;
        let words: Vec<String> = said.split_whitespace().map(str::to_owned).collect();
        let (first, mut rest) = words.split_first()?;
        if first != "for" {
            return None;
        }
        let determined = rest.first().is_some_and(|word| {
            matches!(
                word.as_str(),
                "all" | "every" | "each" | "any" | "arbitrary" | "a" | "an"
            )
        });
        rest = &rest[usize::from(determined)..];
        let mut assumed = Vec::new();
        while !rest.is_empty() {
            let fits = |found: &Noun| !found.assume.is_empty() && !found.partial;
            let longest = self.nouns.ending(rest).filter(|(found, _)| fits(found));
            let (found, length) = longest.max_by_key(|(_, length)| *length)?;
            if !matches!(found.kind, None | Some(Kind::Num)) {
                return None;
            }
            assumed.extend(found.assume.iter().cloned());
            rest = &rest[..rest.len() - length];
        }
        Some(Phrase {
            all: determined,
            assumed,
        })
    }
}

fn states(tree: &Tree) -> bool {
    tree.states() || matches!(tree.head, Head::Items) && tree.args.iter().all(Tree::states)
}
