//! Matching modulo associativity and commutativity on a snapshot.
//!
//! A pattern of a commutative node matches its children in any order; a rest variable takes the
//! children that are left over, without one all children must be matched. Nodes that have their
//! own class among their children are not matched.

use super::binding::{Binding, Bound, Match, Matches};
use super::conditions::{decide, evaluate};
use super::facts::SLOTS;
use super::program::{Entry, Program};
use super::snapshot::{Dense, Snapshot};
use crate::pattern::{Pattern, Var};
use crate::rules::Equivalence;
use crate::term::{Head, Op};
use crate::vocabulary::Kind;
use egg::Id;
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::Hasher;

/// What is asked of matches besides the pattern.
pub(crate) struct Terms<'a> {
    /// Matches that were made before, by hash; new ones are added.
    pub seen: &'a mut FxHashSet<u64>,
    /// The most matches of one rule.
    pub limit: usize,
    /// Whether conditions must hold.
    pub conditions: bool,
    /// Classes that rules with conditions must not touch.
    pub frozen: &'a [Dense],
    /// Whether of a class with a leaf only the leaf is matched.
    pub leaves: bool,
    /// Classes in which there may be matches that were not made before; all, when none are told.
    pub changed: Option<&'a [bool]>,
}

enum Goal<'p> {
    Match(&'p Pattern, Dense),
    Ordered(&'p [Pattern], u32, usize),
    Unordered(&'p [Pattern], u32, u128),
}

struct Todo<'p, 't> {
    goal: Goal<'p>,
    next: Option<&'t Todo<'p, 't>>,
}

struct Matcher<'a, 's> {
    snapshot: &'a Snapshot,
    program: &'a Program<'a>,
    index: u32,
    entry: &'a Entry,
    rule: &'a Equivalence,
    node: u32,
    bindings: Vec<Binding>,
    lists: Vec<Dense>,
    made: usize,
    terms: &'a mut Terms<'s>,
    matches: &'a mut Matches,
}

/// Finds the matches of one rule, of all nodes or of one class, that were not made before.
/// Returns whether the limit cut them short.
pub(crate) fn search(
    snapshot: &Snapshot,
    program: &Program<'_>,
    index: usize,
    only: Option<Dense>,
    terms: &mut Terms<'_>,
    matches: &mut Matches,
) -> bool {
    let entry = &program.entries[index];
    if !snapshot.has(entry.root) || !entry.needs.iter().all(|op| snapshot.has(*op)) {
        return false;
    }
    let roots = snapshot.with_op(entry.root);
    let Pattern::Node(_, args) = &entry.lhs else {
        return false;
    };
    let rule = program.rule(entry);
    let mut matcher = Matcher {
        snapshot,
        program,
        index: index as u32,
        entry,
        rule,
        node: 0,
        bindings: vec![Binding::Free; rule.vars.len()],
        lists: Vec::new(),
        made: 0,
        terms,
        matches,
    };
    for &(_, node) in roots {
        let flat = snapshot.nodes[node as usize];
        if only.is_some_and(|c| c != flat.class) || flat.looped {
            continue;
        }
        let changed = matcher.terms.changed;
        if changed.is_some_and(|changed| !changed[flat.class as usize]) {
            continue;
        }
        if matcher.terms.leaves && snapshot.is_atom(flat.class) && !args.is_empty() {
            continue;
        }
        if entry.conditional && matcher.terms.conditions && matcher.guarding(flat.class) {
            continue;
        }
        matcher.node = node;
        if !matcher.children(args, node, None) {
            return true;
        }
    }
    false
}

impl<'a> Matcher<'a, '_> {
    /// Each step returns whether to go on.
    fn run(&mut self, todo: Option<&Todo<'a, '_>>) -> bool {
        let Some(todo) = todo else { return self.emit() };
        match todo.goal {
            Goal::Match(pattern, class) => match pattern {
                Pattern::Var(v) => self.bind(*v, Binding::Class(class), todo.next),
                Pattern::Node(op, args) if args.is_empty() && self.snapshot.is_atom(class) => {
                    self.snapshot.atoms[class as usize] != Some(*op) || self.run(todo.next)
                }
                Pattern::Node(op, args) => {
                    if self.entry.conditional && self.terms.conditions && self.guarding(class) {
                        return true;
                    }
                    if self.terms.leaves && self.snapshot.is_atom(class) {
                        return true;
                    }
                    for node in self.snapshot.members(class) {
                        let flat = &self.snapshot.nodes[node as usize];
                        if flat.op == *op && !flat.looped && !self.children(args, node, todo.next) {
                            return false;
                        }
                    }
                    true
                }
                Pattern::Rest(_) | Pattern::Subst(..) => true,
            },
            Goal::Ordered(args, node, from) => self.ordered(args, node, from, todo.next),
            Goal::Unordered(args, node, used) => self.unordered(args, node, used, todo.next),
        }
    }

    fn children(&mut self, args: &'a [Pattern], node: u32, next: Option<&Todo<'a, '_>>) -> bool {
        let op = self.snapshot.nodes[node as usize].op;
        if self.program.laws(op).comm {
            self.unordered(args, node, 0, next)
        } else {
            self.ordered(args, node, 0, next)
        }
    }

    fn ordered(
        &mut self,
        args: &'a [Pattern],
        node: u32,
        from: usize,
        next: Option<&Todo<'a, '_>>,
    ) -> bool {
        let kids = self.snapshot.kids(node);
        let left = kids.len() - from;
        match args {
            [] => left > 0 || self.run(next),
            [Pattern::Rest(v), rest @ ..] => {
                if left < rest.len() {
                    return true;
                }
                let end = kids.len() - rest.len();
                let start = self.lists.len();
                self.lists
                    .extend_from_slice(&self.snapshot.kids(node)[from..end]);
                let then = Todo {
                    goal: Goal::Ordered(rest, node, end),
                    next,
                };
                let go_on = self.bind(
                    *v,
                    Binding::List(start as u32, (end - from) as u32),
                    Some(&then),
                );
                self.lists.truncate(start);
                go_on
            }
            [first, rest @ ..] => {
                let rests = rest.iter().any(|p| matches!(p, Pattern::Rest(_)));
                if left == 0 || !rests && left != args.len() {
                    return true;
                }
                let then = Todo {
                    goal: Goal::Ordered(rest, node, from + 1),
                    next,
                };
                self.run(Some(&Todo {
                    goal: Goal::Match(first, kids[from]),
                    next: Some(&then),
                }))
            }
        }
    }

    fn unordered(
        &mut self,
        args: &'a [Pattern],
        node: u32,
        used: u128,
        next: Option<&Todo<'a, '_>>,
    ) -> bool {
        let kids = self.snapshot.kids(node);
        if kids.len() > 128 {
            return true;
        }
        let left = kids.len() - used.count_ones() as usize;
        match args {
            [] => left > 0 || self.run(next),
            [Pattern::Rest(v), ..] => {
                let start = self.lists.len();
                let free = kids.iter().enumerate().filter(|(j, _)| used >> j & 1 == 0);
                self.lists.extend(free.map(|(_, k)| *k));
                let go_on = self.bind(*v, Binding::List(start as u32, left as u32), next);
                self.lists.truncate(start);
                go_on
            }
            [first, rest @ ..] => {
                let rests = matches!(rest.last(), Some(Pattern::Rest(_)));
                if left < args.len() - usize::from(rests) || !rests && left != args.len() {
                    return true;
                }
                for (j, &kid) in kids.iter().enumerate() {
                    let twin = j > 0 && kids[j - 1] == kid && used >> (j - 1) & 1 == 0;
                    if used >> j & 1 == 1 || twin {
                        continue;
                    }
                    let then = Todo {
                        goal: Goal::Unordered(rest, node, used | 1 << j),
                        next,
                    };
                    if !self.run(Some(&Todo {
                        goal: Goal::Match(first, kid),
                        next: Some(&then),
                    })) {
                        return false;
                    }
                }
                true
            }
        }
    }

    fn bind(&mut self, var: Var, value: Binding, next: Option<&Todo<'a, '_>>) -> bool {
        let at = usize::from(var);
        match (self.bindings[at], value) {
            (Binding::Free, _) => {
                if let Binding::Class(class) = value {
                    let atom = self.snapshot.atoms[class as usize];
                    let slot = matches!(atom.map(Op::head), Some(Head::Slot(_)));
                    let empty = atom.is_some() && atom == self.program.blank;
                    if self.rule.vars[at].slot && !slot || empty {
                        return true;
                    }
                }
                self.bindings[at] = value;
                let go_on = self.run(next);
                self.bindings[at] = Binding::Free;
                go_on
            }
            (Binding::List(a, n), Binding::List(b, m)) => {
                let range = |start: u32, len: u32| start as usize..(start + len) as usize;
                self.lists[range(a, n)] != self.lists[range(b, m)] || self.run(next)
            }
            (known, new) => known != new || self.run(next),
        }
    }

    fn emit(&mut self) -> bool {
        let bound = Bound {
            bindings: &self.bindings,
            lists: &self.lists,
        };
        if !self.kinds(bound) || !self.guarded(bound) {
            return true;
        }
        let lets = self.rule.lets.len();
        if lets > 0 {
            for (var, pattern) in &self.rule.lets {
                let bound = Bound {
                    bindings: &self.bindings,
                    lists: &self.lists,
                };
                let Some(value) = evaluate(pattern, self.program, self.snapshot, bound) else {
                    return self.forget_lets();
                };
                self.bindings[usize::from(*var)] = Binding::Int(value);
            }
        }
        let bound = Bound {
            bindings: &self.bindings,
            lists: &self.lists,
        };
        let decide = |c| decide(c, self.program, self.snapshot, bound);
        let refused = self.terms.conditions
            && (self.rule.when.iter().any(|c| decide(c) != Some(true))
                || self.rule.assume.iter().any(|c| decide(c) == Some(false)));
        if refused || !self.terms.seen.insert(self.fingerprint()) {
            return self.forget_lets();
        }
        if self.made >= self.terms.limit {
            let fingerprint = self.fingerprint();
            self.terms.seen.remove(&fingerprint);
            return false;
        }
        self.made += 1;
        let first = self.matches.bindings.len() as u32;
        for binding in &self.bindings {
            self.matches.bindings.push(match *binding {
                Binding::List(start, len) => {
                    let moved = self.matches.lists.len() as u32;
                    self.matches
                        .lists
                        .extend_from_slice(&self.lists[start as usize..(start + len) as usize]);
                    Binding::List(moved, len)
                }
                other => other,
            });
        }
        self.matches.found.push(Match {
            entry: self.index,
            node: self.node,
            first,
        });
        self.forget_lets()
    }

    fn forget_lets(&mut self) -> bool {
        for (var, _) in &self.rule.lets {
            self.bindings[usize::from(*var)] = Binding::Free;
        }
        true
    }

    fn kinds(&self, bound: Bound<'_>) -> bool {
        let of = |c: Dense| self.snapshot.facts[c as usize].kind;
        // A letter before a parenthesis is taken for a function, but may be a factor.
        let open = |kind| matches!(kind, Kind::Any | Kind::Fn);
        let fits = |c, kinds: u16| open(of(c)) || kinds >> of(c) as u16 & 1 == 1;
        let mut among = self.entry.among.iter();
        if !among.all(|&(var, kinds)| bound.classes(var).all(|c| fits(c, kinds))) {
            return false;
        }
        self.entry.kinds.iter().all(|&(var, kind, unknown)| {
            bound.classes(var).all(|c| {
                let found = of(c);
                found == kind || unknown && found == Kind::Any
            })
        })
    }

    /// Variables that cross a binder neither lose nor gain a bound name.
    fn guarded(&self, bound: Bound<'_>) -> bool {
        self.entry.guards.iter().all(|guard| {
            let Some(slot) = bound.classes(guard.slot).next() else {
                return false;
            };
            let bit = self.snapshot.facts[slot as usize].depends;
            bound.classes(guard.var).all(|c| {
                let facts = &self.snapshot.facts[c as usize];
                facts.depends & bit == 0 && (!guard.inward || facts.binds & bit == 0)
            })
        })
    }

    /// Whether a class is a statement that facts may come from: a declaration, or a condition on
    /// a bound name.
    fn guarding(&self, class: Dense) -> bool {
        let facts = &self.snapshot.facts[class as usize];
        self.terms.frozen.contains(&class) || facts.kind == Kind::Prop && facts.depends & SLOTS != 0
    }

    /// A hash of the rule, the class and the bindings that survives renumbering.
    fn fingerprint(&self) -> u64 {
        let mut hasher = FxHasher::default();
        let mut add = |id: Id| hasher.write_usize(usize::from(id));
        add(self.snapshot.ids[self.snapshot.nodes[self.node as usize].class as usize]);
        for binding in &self.bindings {
            match *binding {
                Binding::Class(c) => add(self.snapshot.ids[c as usize]),
                Binding::List(start, len) => {
                    add(Id::from(len as usize));
                    for &c in &self.lists[start as usize..(start + len) as usize] {
                        add(self.snapshot.ids[c as usize]);
                    }
                }
                Binding::Free | Binding::Int(_) => add(Id::from(0)),
            }
        }
        hasher.write_u32(self.entry.rule);
        hasher.finish()
    }
}
