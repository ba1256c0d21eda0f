//! A rule set, prepared for saturation: patterns ordered for matching, rules indexed by operator.

use super::signs::Role;
use crate::pattern::{Pattern, Var};
use crate::rules::{Condition, Equivalence, RuleSet, Status, Tier};
use crate::term::{Head, Op};
use crate::vocabulary::{Kind, Vocabulary};
use std::ops::Range;
use std::sync::Arc;

/// A rule set that is ready to be applied to any number of formulas.
pub struct Program<'r> {
    pub(crate) rules: &'r RuleSet,
    pub(crate) roles: Vec<Role>,
    pub(crate) laws: Arc<[Laws]>,
    pub(crate) names: Known,
    /// What is not written, of which no law speaks.
    pub(crate) blank: Option<Op>,
    pub(crate) entries: Vec<Entry>,
    /// Where the entries of each operator are, in order: few operators occur in a formula.
    pub(crate) roots: Vec<(Op, Range<usize>)>,
}

/// What rewriting asks of an operator all the time.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Laws {
    pub comm: bool,
    pub assoc: bool,
    pub idem: bool,
    pub unit: Option<Op>,
    /// The place of the bound name and a mask of the places of its scope.
    pub binds: Option<(u8, u32)>,
    /// Whether the sort of the bound name follows from the second argument.
    pub indexed: bool,
    /// Whether the bound name is of the sort of anything.
    pub unsorted: bool,
    /// Whether the arguments after the first one say which thing is meant, or how it is measured.
    pub labelled: bool,
}

/// Operators that smart constructors name.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Known {
    pub add: Option<Op>,
    pub mul: Option<Op>,
    pub neg: Option<Op>,
    pub div: Option<Op>,
    pub pow: Option<Op>,
    pub root: Option<Op>,
    pub infinity: Option<Op>,
}

/// A rule in use.
#[derive(Debug)]
pub(crate) struct Entry {
    /// Its index in `RuleSet::equivalences`.
    pub rule: u32,
    /// The operator of its left side.
    pub root: Op,
    /// Whether the root of the left side is an unordered node.
    pub lhs: Pattern,
    /// Operators that must occur for it to match.
    pub needs: Vec<Op>,
    /// Whether facts decide if it fires.
    pub conditional: bool,
    /// What is asked of the kinds of variables; `true` when an unknown kind will do.
    pub kinds: Vec<(Var, Kind, bool)>,
    /// Variables that must not be of some kinds, with the kinds that they may be of.
    pub among: Vec<(Var, u16)>,
    /// What variables that cross a binder must satisfy.
    pub guards: Vec<Guard>,
}

/// A variable that crosses the binder of a slot variable must not depend on the slot and, when it
/// moves under it, must not bind it inside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Guard {
    pub var: Var,
    pub slot: Var,
    pub inward: bool,
}

impl<'r> Program<'r> {
    /// The role of an operator.
    pub(crate) fn role(&self, op: Op) -> Role {
        match op.head() {
            Head::Operator(i) => self.roles.get(i as usize).copied().unwrap_or(Role::Other),
            _ => Role::Other,
        }
    }

    /// Prepares the rules of a set that are in use.
    pub fn new(rules: &'r RuleSet) -> Self {
        let vocabulary = &rules.vocabulary;
        let laws: Arc<[Laws]> = vocabulary.operators.iter().map(Laws::of).collect();
        let find = |name| vocabulary.find(name);
        let names = Known {
            add: find("add"),
            mul: find("mul"),
            neg: find("neg"),
            div: find("div"),
            pow: find("pow"),
            root: find("root"),
            infinity: find("infty"),
        };
        let mut program = Self {
            rules,
            roles: Role::table(vocabulary),
            laws,
            names,
            blank: find("blank"),
            entries: Vec::with_capacity(rules.equivalences.len()),
            roots: Vec::new(),
        };
        for (index, rule) in rules.equivalences.iter().enumerate() {
            if rule.status != Status::Draft
                && let Some(entry) = program.entry(index as u32, rule)
            {
                program.entries.push(entry);
            }
        }
        program.entries.sort_by_key(|e| (e.root, e.rule));
        let mut start = 0;
        for group in program.entries.chunk_by(|a, b| a.root == b.root) {
            program
                .roots
                .push((group[0].root, start..start + group.len()));
            start += group.len();
        }
        program
    }

    pub(crate) fn laws(&self, op: Op) -> Laws {
        match op.head() {
            Head::Operator(i) => self.laws.get(i as usize).copied().unwrap_or_default(),
            _ => Laws::default(),
        }
    }

    pub(crate) fn vocabulary(&self) -> &'r Vocabulary {
        &self.rules.vocabulary
    }

    pub(crate) fn rule(&self, entry: &Entry) -> &'r Equivalence {
        &self.rules.equivalences[entry.rule as usize]
    }

    pub(crate) fn tier(&self, entry: &Entry) -> Tier {
        self.rule(entry).tier
    }

    /// An entry for a rule, `None` when its left side is a bare variable.
    pub(crate) fn entry(&self, index: u32, rule: &Equivalence) -> Option<Entry> {
        let Pattern::Node(root, _) = &rule.lhs else {
            return None;
        };
        let mut needs = Vec::new();
        rule.lhs.walk(&mut |p| {
            if let Pattern::Node(op, _) = p
                && op != root
                && !needs.contains(op)
            {
                needs.push(*op);
            }
        });
        let kinds = rule
            .vars
            .iter()
            .enumerate()
            .filter(|(_, v)| v.kind != Kind::Any);
        let kinds = kinds.map(|(i, v)| {
            (
                i as Var,
                v.kind,
                v.kind == Kind::Num || self.forced(&rule.lhs, i as Var, v.kind),
            )
        });
        let narrowed = rule.vars.iter().enumerate();
        let narrowed = narrowed.filter(|(_, v)| v.kind == Kind::Any && v.kinds & 1 == 0);
        let among = narrowed.map(|(i, v)| (i as Var, v.kinds)).collect();
        Some(Entry {
            rule: index,
            among,
            root: *root,
            lhs: self.sorted(&rule.lhs),
            needs,
            conditional: rule.when.iter().chain(&rule.assume).any(needs_facts),
            kinds: kinds.collect(),
            guards: self.guards(rule),
        })
    }

    /// Puts the arguments of unordered nodes in an order that is good for matching: those that
    /// say most first, the rest variable last.
    fn sorted(&self, pattern: &Pattern) -> Pattern {
        match pattern {
            Pattern::Node(op, args) => {
                let mut args: Vec<Pattern> = args.iter().map(|a| self.sorted(a)).collect();
                if self.laws(*op).comm {
                    args.sort_by_key(|a| match a {
                        Pattern::Node(_, inner) if inner.is_empty() => 0,
                        Pattern::Node(..) => 1,
                        Pattern::Var(_) | Pattern::Subst(..) => 2,
                        Pattern::Rest(_) => 3,
                    });
                }
                Pattern::Node(*op, args)
            }
            other => other.clone(),
        }
    }

    /// Whether the place where a variable stands leaves no other kind than this one.
    fn forced(&self, lhs: &Pattern, var: Var, kind: Kind) -> bool {
        let mut forced = false;
        lhs.walk(&mut |p| {
            let Pattern::Node(op, args) = p else { return };
            let Some(operator) = self.vocabulary().operator(*op) else {
                return;
            };
            for (i, arg) in args.iter().enumerate() {
                if matches!(arg, Pattern::Var(v) | Pattern::Rest(v) if *v == var) {
                    forced |= operator.signatures.iter().all(|s| {
                        let want = s.args.get(i).or(s.args.last().filter(|_| s.variadic));
                        want.is_some_and(|w| *w == kind)
                    });
                }
            }
        });
        forced
    }

    fn guards(&self, rule: &Equivalence) -> Vec<Guard> {
        let slots = rule
            .vars
            .iter()
            .enumerate()
            .filter(|(_, v)| v.slot)
            .map(|(i, _)| i as Var);
        if slots.clone().next().is_none() {
            return Vec::new();
        }
        let (mut left, mut right) = (Vec::new(), Vec::new());
        self.places(&rule.lhs, &mut Vec::new(), &mut left);
        self.places(&rule.rhs, &mut Vec::new(), &mut right);
        let mut guards: Vec<Guard> = Vec::new();
        for slot in slots {
            for (var, under) in &right {
                if *var == slot {
                    continue;
                }
                let before = left.iter().filter(|(v, _)| v == var);
                let always = before.clone().next().is_some()
                    && before.clone().all(|(_, u)| u.contains(&slot));
                let after = under.contains(&slot);
                if always != after {
                    let guard = Guard {
                        var: *var,
                        slot,
                        inward: after,
                    };
                    if !guards.contains(&guard) {
                        guards.push(guard);
                    }
                }
            }
        }
        guards
    }

    /// Every occurrence of a variable and the slot variables in whose scope it stands.
    fn places(&self, pattern: &Pattern, under: &mut Vec<Var>, found: &mut Vec<(Var, Vec<Var>)>) {
        match pattern {
            Pattern::Var(v) | Pattern::Rest(v) => found.push((*v, under.clone())),
            Pattern::Subst(body, slot, by) => {
                let mut inner = under.clone();
                inner.push(*slot);
                found.push((*body, inner));
                self.places(by, under, found);
            }
            Pattern::Node(op, args) => {
                let binds = self.laws(*op).binds;
                for (i, arg) in args.iter().enumerate() {
                    let bound = binds.filter(|(_, scope)| scope >> i & 1 == 1);
                    match bound.and_then(|(var, _)| args.get(usize::from(var))) {
                        Some(Pattern::Var(slot)) => {
                            under.push(*slot);
                            self.places(arg, under, found);
                            under.pop();
                        }
                        _ => self.places(arg, under, found),
                    }
                }
            }
        }
    }
}

impl Laws {
    fn of(operator: &crate::vocabulary::Operator) -> Self {
        let scope = |b: &crate::vocabulary::Binder| b.scope.iter().fold(0u32, |m, &i| m | 1 << i);
        Self {
            comm: operator.comm,
            assoc: operator.assoc,
            idem: operator.laws.contains(&crate::vocabulary::Law::Idem),
            unit: operator.unit,
            binds: operator.binds.as_ref().map(|b| (b.var as u8, scope(b))),
            indexed: matches!(
                operator.name.as_str(),
                "sum" | "prod" | "bigunion" | "biginter"
            ),
            unsorted: matches!(operator.name.as_str(), "sumcond" | "prodcond"),
            labelled: operator.has_tag("labelled"),
        }
    }
}

/// Whether a condition is decided from what is known of values, not from the look of terms.
fn needs_facts(condition: &Condition) -> bool {
    match condition {
        Condition::NonZero(_)
        | Condition::Positive(_)
        | Condition::NonNegative(_)
        | Condition::Real(_)
        | Condition::Integer(_)
        | Condition::Natural(_)
        | Condition::Converges(..) => true,
        Condition::Not(inner) => needs_facts(inner),
        Condition::AnyOf(all) => all.iter().any(needs_facts),
        _ => false,
    }
}
