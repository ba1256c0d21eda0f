//! Trees to patterns: operators, variables, arities, binders, flat normal form.

use super::arity;
use super::kinds::{self, Kinds, Place, What};
use super::source::Report;
use super::synonyms;
use super::tree::{self, Tree};
use crate::pattern::{Pattern, Var};
use crate::rules::RuleVar;
use crate::term::Op;
use crate::vocabulary::{Kind, Operator, Vocabulary};

/// Which side of a rule a pattern is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// Matched: one rest variable a node.
    Left,
    /// Built: `subst` is allowed, and any number of rest variables.
    Right,
}

/// Reads the patterns of one rule, which share their variables.
pub(super) struct Patterns<'s, 'v> {
    pub(super) vocabulary: &'v Vocabulary,
    /// The variables so far.
    pub(super) vars: Vec<RuleVar>,
    places: Vec<Place<'s, 'v>>,
}

/// A pattern with where its variables stand.
pub(super) struct Read<'s> {
    pub(super) pattern: Pattern,
    /// Its text.
    pub(super) at: &'s str,
    /// Every occurrence of a variable.
    pub(super) uses: Vec<(Var, &'s str)>,
    root: usize,
}

impl Read<'_> {
    /// Whether the variable occurs.
    pub(super) fn has(&self, var: Var) -> bool {
        self.uses.iter().any(|&(v, _)| v == var)
    }
}

impl<'s, 'v> Patterns<'s, 'v> {
    pub(super) fn new(vocabulary: &'v Vocabulary) -> Self {
        Self {
            vocabulary,
            vars: Vec::new(),
            places: Vec::new(),
        }
    }

    /// Reads one pattern.
    pub(super) fn read(
        &mut self,
        tree: &Tree<'s>,
        side: Side,
        report: &mut Report<'_, '_>,
    ) -> Option<Read<'s>> {
        let mut uses = Vec::new();
        if let Tree::Word(word) = tree
            && word.starts_with("..")
        {
            report.error(
                "pattern",
                word,
                "a rest variable stands among the arguments of an operator",
                "",
            );
            return None;
        }
        let (pattern, root) = self.node(tree, side, &mut uses, report)?;
        Some(Read {
            pattern,
            at: tree.at(),
            uses,
            root,
        })
    }

    /// The operator over variables that were read before, written at `at`.
    pub(super) fn application(&mut self, op: Op, vars: &[Var], at: &'s str) -> Option<Read<'s>> {
        let operator = self.vocabulary.operator(op)?;
        let mut places = Vec::new();
        let mut args = Vec::new();
        for &var in vars {
            places.push(self.place(at, What::Var(usize::from(var)), Vec::new()));
            args.push(if self.vars[usize::from(var)].rest {
                Pattern::Rest(var)
            } else {
                Pattern::Var(var)
            });
        }
        let what = What::Operator(&operator.name, &operator.signatures);
        let root = self.place(at, what, places);
        Some(Read {
            pattern: Pattern::Node(op, args),
            at,
            uses: vars.iter().map(|&v| (v, at)).collect(),
            root,
        })
    }

    /// Checks that two bindings of each variable agree, and all kinds.
    ///
    /// `sides` must be of one kind; `declared` narrows variables.
    pub(super) fn check_kinds(
        &mut self,
        sides: &[&Read<'s>],
        declared: &[(&'s str, Var, Kind)],
        report: &mut Report<'_, '_>,
    ) -> bool {
        let mut kinds = vec![kinds::ALL; self.vars.len()];
        let roots: Vec<usize> = sides.iter().map(|read| read.root).collect();
        for &(_, var, kind) in declared {
            kinds[usize::from(var)] = kinds::of(kind);
            self.vars[usize::from(var)].kind = kind;
        }
        let clear = kinds::infer(&self.places, &roots, &mut kinds, report);
        for (var, kinds) in self.vars.iter_mut().zip(kinds) {
            var.kinds = kinds;
        }
        clear
    }

    /// Whether a pattern may stand for something of a kind, by the signatures of its operator.
    pub(super) fn may_be(&self, read: &Read<'_>, kind: Kind) -> bool {
        match self.places[read.root].what {
            What::Operator(_, signatures) => signatures
                .iter()
                .any(|s| kinds::fits(kinds::of(s.result), kind)),
            What::Number(kinds) => kinds::fits(kinds, kind),
            What::Var(_) => true,
        }
    }

    /// The variable that a word such as `?x` or `..r` names, if it was read before.
    pub(super) fn find(&self, word: &str) -> Option<Var> {
        let (name, rest) = sigil(word)?;
        self.vars
            .iter()
            .position(|v| v.name == name && v.rest == rest)
            .map(|i| i as Var)
    }

    /// All variables as they are written.
    pub(super) fn written(&self) -> Vec<String> {
        self.vars.iter().map(written).collect()
    }

    fn node(
        &mut self,
        tree: &Tree<'s>,
        side: Side,
        uses: &mut Vec<(Var, &'s str)>,
        report: &mut Report<'_, '_>,
    ) -> Option<(Pattern, usize)> {
        match tree {
            Tree::Word(word) => self.word(word, uses, report),
            Tree::List { at, items } => {
                let Some((Tree::Word(head), args)) = items.split_first() else {
                    report.error(
                        "pattern",
                        at,
                        "a list begins with the name of an operator",
                        "",
                    );
                    return None;
                };
                if *head == "subst" {
                    return self.subst(at, args, side, uses, report);
                }
                self.operator(at, head, args, side, uses, report)
            }
        }
    }

    fn word(
        &mut self,
        word: &'s str,
        uses: &mut Vec<(Var, &'s str)>,
        report: &mut Report<'_, '_>,
    ) -> Option<(Pattern, usize)> {
        if sigil(word).is_some() {
            let var = self.variable(word, report)?;
            uses.push((var, word));
            let pattern = if self.vars[usize::from(var)].rest {
                Pattern::Rest(var)
            } else {
                Pattern::Var(var)
            };
            return Some((
                pattern,
                self.place(word, What::Var(usize::from(var)), Vec::new()),
            ));
        }
        let digits = word.strip_prefix('-').unwrap_or(word);
        if digits.starts_with(|c: char| c.is_ascii_digit())
            && !digits.contains(|c: char| c.is_alphabetic())
        {
            return self.number(word, digits, report);
        }
        let op = self.find_operator(word, report)?;
        let operator = self.vocabulary.operator(op)?;
        if !operator.signatures.iter().any(|s| s.args.is_empty()) {
            let message = format!("`{word}` needs arguments: `({word} …)`");
            report.error("arity", word, message, "");
            return None;
        }
        let place = self.place(
            word,
            What::Operator(&operator.name, &operator.signatures),
            Vec::new(),
        );
        Some((Pattern::Node(op, Vec::new()), place))
    }

    fn number(
        &mut self,
        word: &'s str,
        digits: &str,
        report: &mut Report<'_, '_>,
    ) -> Option<(Pattern, usize)> {
        let value = tree::integer(word, report)?;
        // Zero stands for zero matrices, vectors and functions, too.
        let zero = kinds::of(Kind::Mat) | kinds::of(Kind::Vec) | kinds::of(Kind::Fn);
        let kinds: Kinds =
            kinds::of(Kind::Num) | kinds::of(Kind::Rv) | if value == 0 { zero } else { 0 };
        let place = self.place(word, What::Number(kinds), Vec::new());
        let number = Pattern::Node(Op::integer(value), Vec::new());
        if digits.len() == word.len() {
            return Some((number, place));
        }
        let Some(neg) = self.vocabulary.find("neg") else {
            report.error(
                "unknown-operator",
                word,
                "there is no operator `neg`, which a minus sign stands for",
                "",
            );
            return None;
        };
        Some((Pattern::Node(neg, vec![number]), place))
    }

    fn operator(
        &mut self,
        at: &'s str,
        head: &'s str,
        args: &[Tree<'s>],
        side: Side,
        uses: &mut Vec<(Var, &'s str)>,
        report: &mut Report<'_, '_>,
    ) -> Option<(Pattern, usize)> {
        let op = self.find_operator(head, report);
        let read: Vec<_> = args
            .iter()
            .map(|arg| self.node(arg, side, uses, report))
            .collect();
        let op = op?;
        let operator = self.vocabulary.operator(op)?;
        let read: Vec<(Pattern, usize)> = read.into_iter().collect::<Option<_>>()?;
        let (patterns, places): (Vec<Pattern>, Vec<usize>) = read.into_iter().unzip();
        self.check_binder(operator, args, &patterns, report)?;
        let patterns = if operator.assoc {
            flatten(op, patterns)
        } else {
            patterns
        };
        arity::check(operator, at, head, &patterns, side, report)?;
        let place = self.place(
            at,
            What::Operator(&operator.name, &operator.signatures),
            places,
        );
        Some((Pattern::Node(op, patterns), place))
    }

    fn check_binder(
        &mut self,
        operator: &Operator,
        args: &[Tree<'s>],
        patterns: &[Pattern],
        report: &mut Report<'_, '_>,
    ) -> Option<()> {
        let Some(binder) = &operator.binds else {
            return Some(());
        };
        match patterns.get(binder.var) {
            Some(&Pattern::Var(var)) => {
                self.vars[usize::from(var)].slot = true;
                Some(())
            }
            Some(_) => {
                let message = format!(
                    "the name that `{}` binds is a variable: `?i`",
                    operator.name
                );
                report.error("pattern", args[binder.var].at(), message, "not a variable");
                None
            }
            None => Some(()),
        }
    }

    fn subst(
        &mut self,
        at: &'s str,
        args: &[Tree<'s>],
        side: Side,
        uses: &mut Vec<(Var, &'s str)>,
        report: &mut Report<'_, '_>,
    ) -> Option<(Pattern, usize)> {
        if side == Side::Left {
            report.error(
                "pattern",
                at,
                "`subst` builds terms, it matches none: it stands on right sides only",
                "",
            );
            return None;
        }
        let [Tree::Word(body), Tree::Word(name), by] = args else {
            report.error("pattern", at, "a substitution is `(subst ?f ?i e)`", "");
            return None;
        };
        if !body.starts_with('?') || !name.starts_with('?') {
            report.error("pattern", at, "a substitution is `(subst ?f ?i e)`", "");
            return None;
        }
        let (body_var, name_var) = (self.variable(body, report)?, self.variable(name, report)?);
        uses.push((body_var, body));
        uses.push((name_var, name));
        let (by, _) = self.node(by, side, uses, report)?;
        if let Pattern::Rest(_) = by {
            report.error(
                "pattern",
                at,
                "a rest variable cannot be put for a name",
                "",
            );
            return None;
        }
        let place = self.place(at, What::Var(usize::from(body_var)), Vec::new());
        Some((Pattern::Subst(body_var, name_var, Box::new(by)), place))
    }

    /// The variable of this name, which is added when it is new.
    pub(super) fn variable(&mut self, word: &'s str, report: &mut Report<'_, '_>) -> Option<Var> {
        let (name, rest) = sigil(word)?;
        let good = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !good {
            report
                .error("pattern", word, format!("`{word}` is no variable"), "")
                .help = Some("variables look like `?x`, `?x1`, `..r`".into());
            return None;
        }
        if let Some(i) = self.vars.iter().position(|v| v.name == name) {
            if self.vars[i].rest != rest {
                let message = format!(
                    "`{name}` stands both for one term (`?{name}`) and for many (`..{name}`)"
                );
                report.error("pattern", word, message, "");
                return None;
            }
            return Some(i as Var);
        }
        if self.vars.len() == usize::from(Var::MAX) {
            report.error("pattern", word, "a rule has at most 255 variables", "");
            return None;
        }
        self.vars.push(RuleVar {
            name: name.to_owned(),
            kind: Kind::Any,
            kinds: kinds::ALL,
            rest,
            slot: false,
        });
        Some((self.vars.len() - 1) as Var)
    }

    fn find_operator(&self, name: &str, report: &mut Report<'_, '_>) -> Option<Op> {
        let found = self.vocabulary.find(name);
        if found.is_none() {
            synonyms::unknown(name, self.vocabulary, report);
        }
        found
    }

    fn place(&mut self, at: &'s str, what: What<'v>, args: Vec<usize>) -> usize {
        self.places.push(Place { at, what, args });
        self.places.len() - 1
    }
}

/// The name in `?x` or `..r`, and whether it is the latter.
fn sigil(word: &str) -> Option<(&str, bool)> {
    word.strip_prefix('?')
        .map(|n| (n, false))
        .or_else(|| word.strip_prefix("..").map(|n| (n, true)))
}

/// A variable as it is written.
pub(super) fn written(var: &RuleVar) -> String {
    format!("{}{}", if var.rest { ".." } else { "?" }, var.name)
}

/// The arguments with nested nodes of the same operator written flat.
fn flatten(op: Op, args: Vec<Pattern>) -> Vec<Pattern> {
    let mut flat = Vec::new();
    for arg in args {
        match arg {
            Pattern::Node(inner, args) if inner == op => flat.extend(args),
            arg => flat.push(arg),
        }
    }
    flat
}
