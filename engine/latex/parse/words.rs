//! Words inside formulas: names of quantities, units, and what joins statements.

use super::Parser;
use super::saying::says_how;
use crate::latex::conditions::{property, says};
use crate::latex::matching::Mark;
use crate::latex::table::Role;
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Tree};
use crate::phrases::{Lexicon, Tells};
use crate::vocabulary::Assoc;

/// As many statements before one with a condition are looked at.
const BEFORE: usize = 8;

/// How far ahead a sign of a relation is looked for, in tokens.
pub(super) const AHEAD: usize = 200;

/// Whether the token is of words, and not a letter in an upright font.
pub(in crate::latex) fn is_text(token: &Token<'_>) -> bool {
    match token.class {
        Class::Words => true,
        Class::Name => {
            let font = [r"\text", r"\mbox", r"\hbox", r"\emph"]
                .iter()
                .any(|font| token.key.starts_with(font));
            let said = super::fence::said(token);
            let letters = said.chars().filter(|c| c.is_alphabetic());
            font && (letters.count() > 1 || said.starts_with(super::prose::ideograph))
        }
        _ => false,
    }
}

/// Whether words close a bracket that other words open: `\text{(to } 2 \text{ places)}`.
pub(super) fn closes(token: &Token<'_>) -> bool {
    token.class == Class::Words && {
        let count = |side: u8| token.key.bytes().filter(|b| *b == side).count();
        count(b')') > count(b'(')
    }
}

/// Whether words join: they start with a word that does, or end with one that wants something
/// after it.
pub(in crate::latex) fn joins(words: &str, lexicon: &Lexicon) -> bool {
    let bare = |word: &str| {
        word.trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase()
    };
    let first = words
        .split_whitespace()
        .map(bare)
        .find(|word| !word.is_empty());
    let last = words.split_whitespace().next_back().map(bare);
    let Some(first) = first else {
        // Punctuation, brackets, nothing at all.
        return !words.contains(['?', '$', '%']);
    };
    // `3\text{ A}` is a current, and no article.
    if words.trim() == "A" {
        return false;
    }
    // `\text{WLOG } a \ge b` begins a sentence.
    let shouted = |word: &str| {
        word.len() > 1 && word != "WLOG" && word.chars().all(|c| c.is_ascii_uppercase())
    };
    // `\text{\# of trials} \cdot p`
    let counted = |word: &str| word.trim_start_matches('\\').starts_with('#');
    let name = words
        .split_whitespace()
        .next()
        .is_some_and(|word| shouted(word) || counted(word));
    // `\text{By AM-GM, }`, `\text{WLOG, }`: a name ends with no comma, other than `\text{ Hz, }`.
    let said = words.trim();
    let pauses = said.ends_with(',')
        && said.starts_with(char::is_uppercase)
        && (said.len() > 4 || said.contains(' '));
    let opens = || lexicon[Tells::OpensSentence].has(&first);
    pauses
        || !name
            && (!titled(words, lexicon) || opens())
            && (lexicon[Tells::JoinsFormulas].has(&first) || says_how(&first))
        || words.contains(' ')
            && last.is_some_and(|word| lexicon[Tells::EndsOpen].has(&word))
        || matches!(words.chars().next(), Some(',' | '.' | ':' | ';' | '|'))
        // `\text{Proof: } x = 5`
        || words.trim_end().ends_with(':') && super::program::sense(words, lexicon).is_none()
}

/// Whether all of several words begin with a capital, as those of a name do:
/// `\text{Negative Predictive Value}`.
fn titled(words: &str, lexicon: &Lexicon) -> bool {
    let capital = |word: &str| word.len() > 1 && word.starts_with(char::is_uppercase);
    let joins = |word: &str| lexicon[Tells::JoinsFormulas].has(&word.to_lowercase());
    words.contains(' ')
        && words.split_whitespace().all(capital)
        && words.split_whitespace().skip(1).all(|word| !joins(word))
}

/// Whether the piece is no part of a statement: words, a bracket without a partner.
pub(super) fn aside(tree: &Tree) -> bool {
    matches!(tree.head, Head::Words(_) | Head::Mark(_))
}

/// Takes the statement that ends here: the last piece, or all when a verb in words joins them:
/// `f \text{ is continuous on } A`.
pub(super) fn predicate(pieces: &mut Vec<Tree>) -> Option<Tree> {
    if let [thing, verb, _] = pieces.as_slice()
        && !aside(thing)
        && matches!(&verb.head, Head::Words(text) if text
            .split_once('{')
            .is_some_and(|(_, said)| matches!(said.split_whitespace().next(), Some("is" | "are" | "has" | "have"))))
    {
        return Some(Tree::over(Head::Sequence, std::mem::take(pieces)));
    }
    pieces.pop()
}

impl Parser<'_> {
    /// Whether a statement begins here after a wide gap, which separates it from what is before.
    pub(super) fn statement_ahead(&self) -> bool {
        if self.tokens[self.pos].gap != Gap::Wide
            || self.declaring
            || !(self.starts_operand(self.pos) || self.signed_ahead())
        {
            return false;
        }
        let mut at = self.pos;
        let limit = self.end.min(self.pos + AHEAD);
        while at < limit {
            if let Mark::Open { partner, width } = self.marks[at] {
                at = partner + width;
                continue;
            }
            let token = &self.tokens[at];
            let ended = at > self.pos && token.gap == Gap::Wide
                || matches!(token.key.as_ref(), "," | ";")
                || token.class == Class::Row;
            if ended {
                return false;
            }
            let related = self.roles_at(at).any(|(role, _)| {
                matches!(role, Role::Infix { level, assoc: Assoc::Chain, .. }
                    if *level == self.table.relation || 4 * level == self.table.strength.entailment)
            });
            if related && !matches!(token.key.as_ref(), "|" | r"\mid") {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Whether a sign stands right before what it belongs to, and apart from what is before it:
    /// `y = x^2 \quad -2 \le x \le 2`.
    fn signed_ahead(&self) -> bool {
        let sign = matches!(self.key_at(self.pos), "-" | r"\pm");
        let after = self.pos + 1;
        let begins = self
            .pos
            .checked_sub(1)
            .is_none_or(|before| self.tokens[before].class == Class::Row);
        sign && !begins
            && after < self.end
            && self.tokens[after].gap < Gap::Blank
            && self.starts_operand(after)
    }

    /// `x^2 \quad (x > 0)`: the condition in brackets after a wide gap at the end.
    pub(super) fn condition_here(&self) -> Option<(usize, usize)> {
        let opens = matches!(self.key_at(self.pos), "(" | "[");
        if self.tokens[self.pos].gap != Gap::Wide || !opens {
            return None;
        }
        self.stated_in_brackets()
    }

    /// The condition in brackets right after a member of a sequence: `a_n (n \ge 1)`.
    pub(super) fn index_condition(&self, left: &Tree) -> Option<(usize, usize)> {
        let last = match left.head {
            Head::Items if !left.closed => left.args.last()?,
            _ => left,
        };
        let index = match last.head {
            Head::Index => last.args.last()?.symbol()?,
            _ => return None,
        };
        let opens = self.key_at(self.pos) == "(";
        // `(1 \le m \le N)`
        let counted = opens
            && self
                .tokens
                .get(self.pos + 1)
                .is_some_and(|t| t.class == Class::Digit)
            && self.key_at(self.pos + 3) == index;
        let own = counted || opens && self.key_at(self.pos + 1) == index;
        let sign = matches!(
            self.key_at(self.pos + 2),
            ">" | r"\ge" | r"\geq" | r"\in" | r"\ne" | r"\neq" | "=" | "<" | r"\le" | r"\leq"
        );
        (own && sign).then(|| self.stated_in_brackets()).flatten()
    }

    /// A condition in brackets at the end that says what a letter before it is in: nobody multiplies by
    /// one, `k^3 (k \in \mathbb{N})`; or for what something was measured.
    pub(super) fn member_condition(&self, left: &Tree) -> Option<(usize, usize)> {
        let letter = self.tokens.get(self.pos + 1)?;
        let said = letter.class == Class::Letter
            && matches!(self.key_at(self.pos + 2), r"\in" | "∈")
            && !matches!(
                left.head,
                Head::Symbol(_) | Head::Index | Head::Prime | Head::Words(_)
            )
            && left.mentions(&letter.key);
        let measured = || {
            let unit = left
                .args
                .last()
                .filter(|_| matches!(left.head, Head::Product(_)));
            unit.is_some_and(|unit| self.measured_where(unit))
        };
        (said || measured())
            .then(|| self.stated_in_brackets())
            .flatten()
    }

    /// Whether words here say a property of what is before them.
    fn has_property(&self, at: usize) -> bool {
        self.tokens[at].class == Class::Words && property(self.key_at(at), &self.table.lexicon)
    }

    /// Whether a letter that words say a property of stands here: `a_n = 0 \quad n \text{ odd}`.
    pub(super) fn property_ahead(&self) -> bool {
        self.tokens[self.pos].class == Class::Letter
            && self.pos + 1 < self.end
            && self.has_property(self.pos + 1)
    }

    fn stated_in_brackets(&self) -> Option<(usize, usize)> {
        let Mark::Open { partner, width } = self.marks[self.pos] else {
            return None;
        };
        let last = partner + width;
        let ends = last >= self.end
            || self.tokens[last].class == Class::Row
            || matches!(self.tokens[last].key.as_ref(), "," | ";" | ".")
            || super::in_prose(&self.tokens[last])
            || self.tokens[last].class == Class::Words
                && joins(super::said(&self.tokens[last]), &self.table.lexicon);
        let remark = self.pos + 3 == partner && self.tokens[self.pos + 2].class == Class::Words;
        let reason = matches!(self.key_at(self.pos + 1), r"\because" | "∵");
        let stated = reason || remark || (self.pos + 1..partner.min(self.pos + AHEAD)).any(|at| {
            at == self.pos + 2 && says(self.key_at(at)) || self.has_property(at) || self.roles_at(at).any(|(role, _)| {
                matches!(role, Role::Infix { level, assoc: Assoc::Chain, .. } if *level == self.table.relation)
            })
        });
        (ends && stated).then_some((partner, width))
    }

    /// The condition in brackets and what it is a condition of.
    pub(super) fn conditioned(&mut self, left: Tree, partner: usize, width: usize) -> Tree {
        let condition = self.group(self.pos + width, partner, partner + width);
        let when = self.table.named("when");
        let first = match condition.head {
            Head::Items | Head::Chain(_) => condition.args.first().and_then(Tree::root_symbol),
            _ => None,
        };
        // `a_1 = 1, a_{n+1} = 2a_n (n \ge 1)`: it is said of the last statement alone.
        let other = |t: &Tree| {
            matches!(t.head, Head::Apply(op) if Some(op) == when)
                || t.states() && first.is_some_and(|letter| !t.mentions(letter))
        };
        if let (Head::Items, false, [before @ .., last]) =
            (&left.head, left.closed, left.args.as_slice())
            && let Some(op) = when
            && last.states()
            && before.iter().rev().take(BEFORE).all(other)
        {
            let mut left = left;
            if let Some(last) = left.args.pop() {
                left.args
                    .push(Tree::over(Head::Apply(op), vec![last, condition]));
                left.end = left.args[left.args.len() - 1].end;
            }
            return left;
        }
        match self.table.named("when") {
            Some(op) => Tree::over(Head::Apply(op), vec![left, condition]),
            None => Tree::over(Head::Sequence, vec![left, condition]),
        }
    }

    /// `20^\circ\text{C}`: degrees of a scale.
    pub(super) fn temperature(&mut self, tree: Tree) -> Tree {
        let degrees = matches!(tree.head, Head::Power | Head::Upper)
            && tree.args.last().is_some_and(|mark| {
                matches!(&mark.head, Head::Mark(m) if matches!(m.as_str(), r"\circ" | "∘" | "°" | r"\degree"))
            });
        let sign = matches!(tree.head, Head::Apply(op) if Some(op) == self.table.named("degrees"));
        if !(degrees || sign) || self.pos >= self.end {
            return tree;
        }
        let token = &self.tokens[self.pos];
        let number = matches!(tree.args[0].head, Head::Number(_));
        let scale = match token.class {
            Class::Name => super::fence::said(token),
            Class::Letter if number || tree.args[0].symbol().is_none() => token.key.as_ref(),
            _ => return tree,
        };
        let name = match scale {
            "C" => "celsius",
            "F" => "fahrenheit",
            _ => return tree,
        };
        let Some(op) = self.table.named(name).filter(|_| token.gap <= Gap::Thin) else {
            return tree;
        };
        self.pos += 1;
        let mut args = tree.args;
        args.truncate(1);
        let mut scaled = Tree::over(Head::Apply(op), args);
        (scaled.start, scaled.end) = (tree.start, self.span(self.pos - 1, self.pos).end);
        scaled.close()
    }

    /// Whether `and` or `or` stands here, which a comma before it makes superfluous.
    pub(super) fn conjunction_at(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|t| {
            at < self.end
                && matches!(t.class, Class::Name | Class::Words)
                && t.key.starts_with(r"\text")
                && crate::latex::phrases::conjunction(super::fence::said(t), &self.table.lexicon)
        })
    }

    /// Words where an operand is expected, with what follows them.
    pub(super) fn leading_words(&mut self, min: super::Strength) -> Option<Tree> {
        let words = self.words()?;
        if self.pos < self.end && (self.operand_follows() || self.words_at(self.pos)) {
            let rest = self.expression(min);
            let mut pieces = vec![words];
            match rest.head {
                Head::Sequence => pieces.extend(rest.args),
                _ => pieces.push(rest),
            }
            return Some(Tree::over(Head::Sequence, pieces));
        }
        Some(words)
    }

    /// Goes on with a statement after words that stand between its sides: `a = b \text{ by X} = c`.
    pub(super) fn resumed(&mut self, pieces: &mut Vec<Tree>) -> bool {
        let near = pieces.len().saturating_sub(AHEAD);
        let Some(at) = pieces[near..].iter().rposition(|t| !aside(t)) else {
            return false;
        };
        let at = near + at;
        let before = self.pos;
        let left = pieces.remove(at);
        let whole = self.continued(left, 0);
        pieces.insert(at, whole);
        self.pos > before
    }
}
