//! Bound names stay inside what binds them.

use super::patterns::Read;
use super::source::Report;
use crate::pattern::{Pattern, Var};
use crate::rules::RuleVar;
use crate::vocabulary::Vocabulary;

/// Checks that bound names occur where they are bound only.
pub(super) fn check(
    read: &Read<'_>,
    vars: &[RuleVar],
    vocabulary: &Vocabulary,
    report: &mut Report<'_, '_>,
) -> bool {
    let mut walk = Walk {
        vars,
        vocabulary,
        bound: Vec::new(),
        seen: 0,
        outside: None,
    };
    walk.pattern(&read.pattern);
    let Some((_, at)) = walk.outside.and_then(|i| read.uses.get(i)) else {
        return true;
    };
    report.error(
        "unbound",
        at,
        format!("the bound name `{at}` stands outside of what binds it"),
        "",
    );
    false
}

/// The names that a pattern binds.
pub(super) fn names(pattern: &Pattern, vocabulary: &Vocabulary) -> Vec<Var> {
    let mut names = Vec::new();
    pattern.walk(&mut |p| {
        if let Pattern::Node(op, args) = p
            && let Some(binder) = vocabulary.operator(*op).and_then(|o| o.binds.as_ref())
            && let Some(&Pattern::Var(var)) = args.get(binder.var)
        {
            names.push(var);
        }
    });
    names
}

struct Walk<'r> {
    vars: &'r [RuleVar],
    vocabulary: &'r Vocabulary,
    bound: Vec<Var>,
    /// How many occurrences of variables were passed, in the order in which they were read.
    seen: usize,
    /// The first occurrence that is outside.
    outside: Option<usize>,
}

impl Walk<'_> {
    fn pattern(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Var(var) => {
                if self.vars[usize::from(*var)].slot && !self.bound.contains(var) {
                    self.outside.get_or_insert(self.seen);
                }
                self.seen += 1;
            }
            Pattern::Rest(_) => self.seen += 1,
            Pattern::Node(op, args) => {
                let binder = self.vocabulary.operator(*op).and_then(|o| o.binds.as_ref());
                let name = binder.and_then(|b| args.get(b.var));
                for (i, arg) in args.iter().enumerate() {
                    let inside = binder.is_some_and(|b| i == b.var || b.scope.contains(&i));
                    match name {
                        Some(&Pattern::Var(name)) if inside => {
                            self.bound.push(name);
                            self.pattern(arg);
                            self.bound.pop();
                        }
                        _ => self.pattern(arg),
                    }
                }
            }
            Pattern::Subst(_, _, by) => {
                self.seen += 2;
                self.pattern(by);
            }
        }
    }
}
