//! Definitions: the term that an operator of a rule file stands for.

use crate::normal;
use crate::pattern::{Pattern, Var};
use crate::rules::{Origin, RuleVar, Tier};
use crate::term::{Head, Op, Slot, SlotSort, Term};
use crate::vocabulary::Vocabulary;

/// What an operator stands for: its parameters and a pattern over them.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    /// The parameters in the order of the arguments, then the names that the body binds itself.
    pub vars: Vec<RuleVar>,
    /// How many of `vars` are parameters; the last of these may be a rest variable.
    pub params: usize,
    /// What the operator stands for.
    pub body: Pattern,
    /// When the equivalence `NAME-define`, both ways, runs; none when it is not wanted.
    pub unfold: Option<Tier>,
    /// The body as it was written.
    pub source: String,
    /// Where.
    pub origin: Origin,
}

impl Definition {
    /// The term that the operator over these arguments stands for; definitions in it stay.
    ///
    /// Names that the body binds are new ones, so nothing in the arguments is captured. None when
    /// the arguments are not as many as the parameters, or bound names nest too deep.
    pub fn unfold(&self, args: &[Term], vocabulary: &Vocabulary) -> Option<Term> {
        let rest = self.params > 0 && self.vars[self.params - 1].rest;
        let fits = if rest {
            args.len() >= self.params
        } else {
            args.len() == self.params
        };
        if !fits {
            return None;
        }
        let levels = args.iter().filter_map(normal::highest_level);
        let unfolding = Unfolding {
            definition: self,
            args,
            vocabulary,
            first: levels.max().map_or(0, |level| usize::from(level) + 1),
        };
        unfolding.term(&self.body)
    }
}

struct Unfolding<'u> {
    definition: &'u Definition,
    args: &'u [Term],
    vocabulary: &'u Vocabulary,
    /// The level of the first new name.
    first: usize,
}

impl Unfolding<'_> {
    fn term(&self, pattern: &Pattern) -> Option<Term> {
        match pattern {
            Pattern::Var(var) => self.var(*var),
            Pattern::Rest(_) => None,
            Pattern::Node(op, args) => {
                let mut terms = Vec::with_capacity(args.len());
                for arg in args {
                    match arg {
                        Pattern::Rest(var) => {
                            terms.extend(self.args.get(usize::from(*var)..)?.iter().cloned());
                        }
                        arg => terms.push(self.term(arg)?),
                    }
                }
                Some(normal::node(self.vocabulary, *op, terms))
            }
            Pattern::Subst(body, name, by) => {
                let (body, name, by) = (self.var(*body)?, self.var(*name)?, self.term(by)?);
                Some(normal::replace(&body, name.op, &by))
            }
        }
    }

    fn var(&self, var: Var) -> Option<Term> {
        let place = usize::from(var);
        if place < self.definition.params {
            return self.args.get(place).cloned();
        }
        let level = self.first + place - self.definition.params;
        let slot = Slot {
            sort: self.sort(var),
            level: u8::try_from(level).ok()?,
        };
        Some(Term::leaf(Op::slot(slot)))
    }

    /// The sort of a name that the body binds: that of its lower bound.
    fn sort(&self, var: Var) -> SlotSort {
        let mut sort = SlotSort::Any;
        self.definition.body.walk(&mut |pattern| {
            let Pattern::Node(op, args) = pattern else {
                return;
            };
            let operator = self.vocabulary.operator(*op);
            let Some(binder) = operator.and_then(|o| o.binds.as_ref()) else {
                return;
            };
            if args.get(binder.var) != Some(&Pattern::Var(var)) {
                return;
            }
            let differential = operator.is_some_and(|o| o.has_tag("differential"));
            sort = match (args.len(), args.get(1)) {
                _ if differential => SlotSort::Real,
                (4, Some(Pattern::Node(low, _))) => match low.head() {
                    Head::Integer(0) => SlotSort::Natural,
                    Head::Integer(_) => SlotSort::Positive,
                    _ => SlotSort::Integer,
                },
                (4, _) => SlotSort::Integer,
                _ => SlotSort::Any,
            };
        });
        sort
    }
}
