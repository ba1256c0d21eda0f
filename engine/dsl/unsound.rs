//! The words of falsification rules: variables, open operators, holes, and the shapes they build.

use super::arity;
use super::falsification::sorted;
use super::patterns::Side;
use super::scalar::{Many, Src};
use super::source::Report;
use super::synonyms;
use super::tree::{self, Tree};
use crate::falsify::{HeadShape, Place, Shape};
use crate::normal;
use crate::pattern::Pattern;
use crate::rules::RuleVar;
use crate::term::{Op, Term};
use crate::vocabulary::{Kind, Vocabulary};

/// Which side of a rule a shape is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShapeSide {
    /// Matched: no holes.
    Left,
    /// Built: only variables that are matched.
    Right,
}

/// The names of one rule.
pub(super) struct Names<'v> {
    vocabulary: &'v Vocabulary,
    /// How a hole is declared, with `@` in the place of its name.
    declares: &'static str,
    /// Variables for terms and lists and, with `slot`, for operators.
    pub(super) vars: Vec<RuleVar>,
    holes: Vec<String>,
    used: Vec<bool>,
}

impl<'v> Names<'v> {
    pub(super) const fn new(vocabulary: &'v Vocabulary, declares: &'static str) -> Self {
        Self {
            vocabulary,
            declares,
            vars: Vec::new(),
            holes: Vec::new(),
            used: Vec::new(),
        }
    }

    /// Declares a hole.
    pub(super) fn hole(&mut self, name: &str, report: &mut Report<'_, '_>) {
        if name.strip_prefix('!').is_none_or(str::is_empty) {
            report.error("pattern", name, "a hole is named `!k`", "");
        }
        self.holes.push(name.to_owned());
        self.used.push(false);
    }

    /// Complains about holes that the right side does not have.
    pub(super) fn unused<T>(&self, holes: &[(Src<'_>, T)], report: &mut Report<'_, '_>) {
        for ((name, _), used) in holes.iter().zip(&self.used) {
            if !used {
                let message = format!("the hole `{}` is not used", name.0);
                report.error("unused-hole", name.0, message, "");
            }
        }
    }

    /// Reads a side of a rule.
    pub(super) fn shape(
        &mut self,
        tree: &Tree<'_>,
        side: ShapeSide,
        report: &mut Report<'_, '_>,
    ) -> Option<Shape> {
        match tree {
            Tree::Word(word) if word.starts_with('!') => {
                let hole = self.filled(word, side, report)?;
                Some(Shape::Hole(hole))
            }
            Tree::Word(word) if word.starts_with('?') => {
                Some(Shape::Var(self.variable(word, false, side, report)?))
            }
            Tree::Word(word) if word.starts_with("..") => {
                Some(Shape::Rest(self.variable(word, false, side, report)?))
            }
            Tree::Word(_) => Some(shape_of(&self.term(tree, report)?)),
            Tree::List { at, items } => {
                let Some((Tree::Word(head), args)) = items.split_first() else {
                    let said = "a list begins with an operator, `?f` or `!g`";
                    report.error("pattern", at, said, "");
                    return None;
                };
                let head_shape = match head.chars().next() {
                    Some('?') => Some(HeadShape::Var(self.variable(head, true, side, report)?)),
                    Some('!') => Some(HeadShape::Hole(self.filled(head, side, report)?)),
                    _ => self.find(head, report).map(HeadShape::Op),
                };
                let shapes: Vec<Option<Shape>> = args
                    .iter()
                    .map(|arg| self.shape(arg, side, report))
                    .collect();
                let shapes: Vec<Shape> = shapes.into_iter().collect::<Option<_>>()?;
                let head_shape = head_shape?;
                if let HeadShape::Op(op) = head_shape
                    && let Some(operator) = self.vocabulary.operator(op)
                {
                    let args: Vec<Pattern> = shapes
                        .iter()
                        .map(|s| match s {
                            Shape::Rest(v) => Pattern::Rest(*v),
                            _ => Pattern::Var(0),
                        })
                        .collect();
                    let which = match side {
                        ShapeSide::Left => Side::Left,
                        ShapeSide::Right => Side::Right,
                    };
                    // A flat node with one argument beside nothing is that argument.
                    let alone = side == ShapeSide::Right && operator.assoc && args.len() == 1;
                    if !alone {
                        arity::check(operator, at, head, &args, which, report)?;
                    }
                }
                Some(Shape::Node(head_shape, shapes))
            }
        }
    }

    /// A term without variables.
    pub(super) fn term(&self, tree: &Tree<'_>, report: &mut Report<'_, '_>) -> Option<Term> {
        match tree {
            Tree::Word(word) => {
                let digits = word.strip_prefix('-').unwrap_or(word);
                if digits.starts_with(|c: char| c.is_ascii_digit()) {
                    let value = tree::integer(word, report)?;
                    let number = Term::leaf(Op::integer(value));
                    let neg = self
                        .vocabulary
                        .find("neg")
                        .filter(|_| word.starts_with('-'));
                    return Some(match neg {
                        Some(neg) => normal::node(self.vocabulary, neg, vec![number]),
                        None => number,
                    });
                }
                let op = self.find(word, report)?;
                let operator = self.vocabulary.operator(op)?;
                if !operator.signatures.iter().any(|s| s.args.is_empty()) {
                    let message = format!("`{word}` needs arguments: `({word} …)`");
                    report.error("arity", word, message, "");
                    return None;
                }
                Some(Term::leaf(op))
            }
            Tree::List { at, items } => {
                let Some((Tree::Word(head), args)) = items.split_first() else {
                    report.error("pattern", at, "a list begins with an operator", "");
                    return None;
                };
                let op = self.find(head, report);
                let args: Vec<Option<Term>> =
                    args.iter().map(|arg| self.term(arg, report)).collect();
                let args: Vec<Term> = args.into_iter().collect::<Option<_>>()?;
                let op = op?;
                let operator = self.vocabulary.operator(op)?;
                let patterns: Vec<Pattern> = args.iter().map(|_| Pattern::Var(0)).collect();
                arity::check(operator, at, head, &patterns, Side::Right, report)?;
                Some(normal::node(self.vocabulary, op, args))
            }
        }
    }

    /// The operators of some names; a label stands for all that carry it.
    pub(super) fn operators(
        &self,
        words: &Many<'_>,
        report: &mut Report<'_, '_>,
    ) -> Option<Vec<Op>> {
        let mut found = Vec::new();
        let mut complete = true;
        for word in &words.0 {
            let each = self.vocabulary.operators.iter().enumerate();
            let tagged: Vec<Op> = each
                .filter(|(_, o)| o.has_tag(word.0))
                .map(|(i, _)| Op::operator(i as u32))
                .collect();
            if !tagged.is_empty() {
                found.extend(tagged);
                continue;
            }
            match self.vocabulary.find(word.0) {
                Some(op) => found.push(op),
                None => {
                    complete = false;
                    let operators = &self.vocabulary.operators;
                    let tags = operators.iter().flat_map(|o| &o.tags);
                    let known = tags.chain(operators.iter().map(|o| &o.name));
                    let message = format!("there is no operator `{}`, and no label", word.0);
                    report.unknown(
                        "unknown-operator",
                        word.0,
                        message,
                        known.map(String::as_str),
                    );
                }
            }
        }
        complete.then(|| sorted(found))
    }

    /// A label that some operator carries.
    pub(super) fn tag(&self, word: &str, report: &mut Report<'_, '_>) -> Option<String> {
        let operators = &self.vocabulary.operators;
        if operators.iter().any(|o| o.has_tag(word)) {
            return Some(word.to_owned());
        }
        let mut known: Vec<&str> = operators
            .iter()
            .flat_map(|o| o.tags.iter().map(String::as_str))
            .collect();
        known.sort_unstable();
        known.dedup();
        let message = format!("no operator carries the label `{word}`");
        report.unknown("unknown-tag", word, message, known);
        None
    }

    /// The variable for terms of this name.
    pub(super) fn var(&self, word: &str, report: &mut Report<'_, '_>) -> Option<u8> {
        match self.place(word, report)? {
            Place::Var(v) => Some(v),
            Place::Hole(_) => {
                let message = format!("`{word}` is a hole; a variable is asked for");
                report.error("unbound", word, message, "");
                None
            }
        }
    }

    /// The variable or hole of this name.
    pub(super) fn place(&self, word: &str, report: &mut Report<'_, '_>) -> Option<Place> {
        let name = |v: &RuleVar| format!("?{}", v.name);
        let var = self.vars.iter().position(|v| !v.rest && name(v) == word);
        let hole = self.holes.iter().position(|h| h == word);
        match (var, hole) {
            (Some(v), _) => Some(Place::Var(v as u8)),
            (None, Some(h)) => Some(Place::Hole(h as u8)),
            (None, None) => {
                self.unbound(word, report);
                None
            }
        }
    }

    fn unbound(&self, word: &str, report: &mut Report<'_, '_>) {
        let sigil = |v: &RuleVar| if v.rest { ".." } else { "?" };
        let vars = self.vars.iter().map(|v| format!("{}{}", sigil(v), v.name));
        let known: Vec<String> = vars.chain(self.holes.iter().cloned()).collect();
        super::condition::unbound(
            word,
            &known,
            "nothing is matched or filled in by it",
            report,
        );
    }

    fn variable(
        &mut self,
        word: &str,
        operator: bool,
        side: ShapeSide,
        report: &mut Report<'_, '_>,
    ) -> Option<u8> {
        let (name, rest) = match word.strip_prefix("..") {
            Some(name) => (name, true),
            None => (&word[1..], false),
        };
        if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
            report.error("pattern", word, format!("`{word}` names no variable"), "");
            return None;
        }
        let known = self
            .vars
            .iter()
            .position(|v| v.name == name && v.rest == rest);
        if let Some(known) = known {
            if self.vars[known].slot != operator {
                let said = format!(
                    "`{word}` stands for an operator in one place and for a term in another"
                );
                report.error("pattern", word, said, "");
                return None;
            }
            return Some(known as u8);
        }
        if side == ShapeSide::Right {
            self.unbound(word, report);
            return None;
        }
        if self.vars.len() >= 200 {
            report.error("pattern", word, "a rule has at most 200 variables", "");
            return None;
        }
        self.vars.push(RuleVar {
            name: name.to_owned(),
            kind: Kind::Any,
            kinds: 0,
            rest,
            slot: operator,
        });
        Some(self.vars.len() as u8 - 1)
    }

    fn filled(&mut self, word: &str, side: ShapeSide, report: &mut Report<'_, '_>) -> Option<u8> {
        if side == ShapeSide::Left {
            let said = "holes are filled after matching: they stand on the right side";
            report.error("pattern", word, said, "");
            return None;
        }
        let Some(hole) = self.holes.iter().position(|h| h == word) else {
            let message = format!("nothing says what `{word}` is filled with");
            let known = self.holes.iter().map(String::as_str);
            report
                .unknown("unbound", word, message, known)
                .help
                .get_or_insert_with(|| format!("`{}`", self.declares.replace('@', word)));
            return None;
        };
        self.used[hole] = true;
        Some(hole as u8)
    }

    fn find(&self, word: &str, report: &mut Report<'_, '_>) -> Option<Op> {
        let found = self.vocabulary.find(word);
        if found.is_none() {
            synonyms::unknown(word, self.vocabulary, report);
        }
        found
    }
}

fn shape_of(term: &Term) -> Shape {
    Shape::Node(
        HeadShape::Op(term.op),
        term.args.iter().map(shape_of).collect(),
    )
}
