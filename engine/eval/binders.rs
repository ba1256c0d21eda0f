//! Compiling what binds names: sums, limits, integrals, quantifiers, sets by a condition.

use super::code::Code;
use super::compile::{Compiler, Stance};
use super::program::Register;
use super::value::{Reason, Value};
use crate::term::{Head, Op, Term};
use crate::vocabulary::Kind;

/// Whether a term is a name alone.
pub(super) fn is_name(term: &Term) -> bool {
    term.args.is_empty() && matches!(term.op.head(), Head::Symbol(_) | Head::Slot(_))
}

impl Compiler<'_> {
    /// A binder of numbers or sets; `None` when this is none.
    pub(super) fn binder(&mut self, code: Code, term: &Term) -> Option<Register> {
        let op = term.op;
        let (name, args, bodies): (&Term, &[Term], Vec<&Term>) = match (code, &*term.args) {
            (
                Code::Sum | Code::Prod | Code::Bigunion | Code::Biginter | Code::Dint,
                [name, ends @ .., body],
            ) if ends.len() == 2 => (name, ends, vec![body]),
            (
                Code::Sumin
                | Code::Prodin
                | Code::Bigunionin
                | Code::Biginterin
                | Code::Argmaxin
                | Code::Argminin
                | Code::Maxin
                | Code::Minin
                | Code::Supin
                | Code::Infin
                | Code::Intover
                | Code::Lim
                | Code::Limleft
                | Code::Limright
                | Code::Limsup
                | Code::Liminf,
                [name, at @ .., body],
            ) if at.len() == 1 => (name, at, vec![body]),
            (
                Code::Sumcond
                | Code::Prodcond
                | Code::Bigunioncond
                | Code::Bigintercond
                | Code::Maxcond
                | Code::Mincond
                | Code::Supcond
                | Code::Infcond,
                [name, condition, body],
            ) => (name, &[], vec![condition, body]),
            (Code::Int, [name, body]) => (name, std::slice::from_ref(name), vec![body]),
            (Code::Setof, [name, base @ .., condition]) if base.len() == 1 => {
                (name, base, vec![condition])
            }
            (Code::Imageset, [name, element, condition]) => (name, &[], vec![condition, element]),
            _ => return None,
        };
        if !is_name(name) {
            return Some(self.unknown(Reason::Unsupported(op)));
        }
        let before = std::mem::replace(&mut self.stance, Stance::Open);
        let args = self.terms(args);
        let register = self.bind(code, op, name.op, &bodies, args);
        self.stance = before;
        Some(register)
    }

    /// A claim about all or some values.
    pub(super) fn quantifier(&mut self, code: Code, term: &Term) -> Register {
        let Some((statement, declarations)) = term.args.split_last() else {
            return self.unknown(Reason::Mismatch);
        };
        let all = code == Code::Forall;
        let free = match self.stance {
            Stance::Asserted => all,
            Stance::Denied => !all && code != Code::Existsunique,
            Stance::Open => false,
        };
        let names = declared(declarations, self);
        let searched = names.iter().any(|(_, set)| {
            set.is_some_and(|s| self.code(s) == Some(Code::Set) && !s.args.is_empty())
        });
        if free && !searched || names.is_empty() {
            return self.premise(code, term.op, declarations, statement);
        }
        let count = names.len();
        self.search(code, term.op, &names, count, declarations, statement)
    }

    /// All values stand for the point: declarations are premises.
    fn premise(&mut self, code: Code, op: Op, declarations: &[Term], statement: &Term) -> Register {
        let before = self.stance;
        self.stance = Stance::Open;
        let mut premises = Vec::new();
        for declaration in declarations {
            // Names stand for themselves in declarations, where they are alone.
            if !is_name(declaration)
                && !matches!(self.code(declaration), Some(Code::List | Code::Idx))
            {
                premises.push(self.term(declaration));
            }
        }
        self.stance = before;
        let premise = self.made(Code::And, premises);
        let conclusion = self.term(statement);
        match code {
            Code::Forall => self.apply(Code::Implies, op, vec![premise, conclusion]),
            Code::Existsnone => {
                let both = self.made(Code::And, vec![premise, conclusion]);
                self.made(Code::Not, vec![both])
            }
            _ => self.made(Code::And, vec![premise, conclusion]),
        }
    }

    /// Values are gone through, one name after the other.
    fn search(
        &mut self,
        code: Code,
        op: Op,
        names: &[(Op, Option<&Term>)],
        count: usize,
        declarations: &[Term],
        statement: &Term,
    ) -> Register {
        let Some(((name, set), rest)) = names.split_first() else {
            let before = std::mem::replace(&mut self.stance, Stance::Open);
            let mut parts = Vec::new();
            for declaration in declarations {
                if !is_name(declaration)
                    && !matches!(self.code(declaration), Some(Code::List | Code::Idx))
                {
                    parts.push(self.term(declaration));
                }
            }
            let premise = self.made(Code::And, parts);
            let conclusion = self.term(statement);
            self.stance = before;
            return if code == Code::Forall {
                self.made(Code::Implies, vec![premise, conclusion])
            } else {
                self.made(Code::And, vec![premise, conclusion])
            };
        };
        if code == Code::Existsunique && count > 1 {
            return self.unknown(Reason::Unsupported(op));
        }
        let set = match set {
            Some(set) => self.term(set),
            None => self.everything(*name, op),
        };
        let Some(variable) = self.variable() else {
            return self.unknown(Reason::Budget);
        };
        self.scope.push((*name, variable));
        let body = self.search(code, op, rest, count, declarations, statement);
        self.scope.pop();
        let inner = if code == Code::Existsnone {
            Code::Exists
        } else {
            code
        };
        let found = self.bound(inner, op, variable, vec![body], vec![set]);
        if code == Code::Existsnone && rest.len() + 1 == count {
            return self.made(Code::Not, vec![found]);
        }
        found
    }

    /// What a name without a declared set runs over.
    fn everything(&mut self, name: Op, op: Op) -> Register {
        let kind = match name.head() {
            Head::Symbol(s) => self.atoms.symbols.get(s as usize).map(|s| s.kind),
            _ => None,
        };
        match kind {
            Some(Kind::Num | Kind::Any) | None => self.made(Code::Reals, Vec::new()),
            Some(Kind::Set | Kind::Event) => {
                let universe = self.made(Code::Universe, Vec::new());
                self.made(Code::Powerset, vec![universe])
            }
            Some(Kind::Prop) => {
                let (yes, no) = (Value::Bool(true), Value::Bool(false));
                self.constant(Value::Set(super::set::Set::Members(vec![yes, no])))
            }
            _ => self.unknown(Reason::Unsupported(op)),
        }
    }

    /// Whether an element belongs to a set that may be given by a condition.
    pub(super) fn membership(
        &mut self,
        code: Code,
        op: Op,
        element: &Term,
        set: &Term,
    ) -> Register {
        // Every part is a number of the kind.
        let set = match (self.code(set), &*set.args) {
            (Some(Code::Setpow), [base, _])
                if matches!(
                    self.code(base),
                    Some(Code::Reals | Code::Complexes | Code::Integers | Code::Rationals)
                ) =>
            {
                base
            }
            _ => set,
        };
        let before = std::mem::replace(&mut self.stance, Stance::Open);
        let by_condition = contains(self, set, Code::Setof);
        let register = match (by_condition, self.code(element)) {
            (true, Some(Code::List)) => {
                let parts = element.args.iter();
                let parts: Vec<Register> = parts.map(|e| self.term(e)).collect();
                let parts = parts.into_iter().map(|e| self.member(e, op, set)).collect();
                self.made(Code::And, parts)
            }
            (true, _) => {
                let element = self.term(element);
                self.member(element, op, set)
            }
            _ => {
                let args = vec![self.term(element), self.term(set)];
                self.apply(Code::In, op, args)
            }
        };
        self.stance = before;
        match code {
            Code::Notin => self.made(Code::Not, vec![register]),
            _ => register,
        }
    }

    pub(super) fn member(&mut self, element: Register, op: Op, set: &Term) -> Register {
        match (self.code(set), &*set.args) {
            (Some(Code::Setof), [name, base, condition]) if is_name(name) => {
                let inside = self.member(element, op, base);
                self.scope.push((name.op, element));
                let holds = self.term(condition);
                self.scope.pop();
                self.made(Code::And, vec![inside, holds])
            }
            (Some(code @ (Code::Union | Code::Inter)), parts) => {
                let parts = parts.iter().map(|p| self.member(element, op, p)).collect();
                let joined = if code == Code::Union {
                    Code::Or
                } else {
                    Code::And
                };
                self.made(joined, parts)
            }
            (Some(Code::Setminus), [a, b]) => {
                let (a, b) = (self.member(element, op, a), self.member(element, op, b));
                let not = self.made(Code::Not, vec![b]);
                self.made(Code::And, vec![a, not])
            }
            (Some(Code::Compl), [a]) => {
                let a = self.member(element, op, a);
                self.made(Code::Not, vec![a])
            }
            _ => {
                let set = self.term(set);
                self.apply(Code::In, op, vec![element, set])
            }
        }
    }

    /// Two sets of numbers, of which one is given by a condition, compared number by number.
    pub(super) fn same_sets(&mut self, code: Code, op: Op, a: &Term, b: &Term) -> Option<Register> {
        let conditions = contains(self, a, Code::Setof) || contains(self, b, Code::Setof);
        if !conditions || !self.is_set(a) || !self.is_set(b) {
            return None;
        }
        let before = std::mem::replace(&mut self.stance, Stance::Open);
        let variable = self.variable()?;
        // The name is in use while the sets are compiled.
        self.scope.push((Op::operator(0), variable));
        let (x, y) = (self.member(variable, op, a), self.member(variable, op, b));
        self.scope.pop();
        self.stance = before;
        let body = match code {
            Code::Subset | Code::Subseteq => self.made(Code::Implies, vec![x, y]),
            Code::Supset | Code::Supseteq => self.made(Code::Implies, vec![y, x]),
            _ => self.made(Code::Iff, vec![x, y]),
        };
        let numbers = self.made(Code::Reals, Vec::new());
        Some(self.bound(Code::Eq, op, variable, vec![body], vec![numbers]))
    }

    fn is_set(&self, term: &Term) -> bool {
        let Some(operator) = self.vocabulary.operator(term.op) else {
            return false;
        };
        operator.signatures.iter().all(|s| s.result == Kind::Set) && !operator.signatures.is_empty()
    }

    /// A body at a place: `body |_{x = a}`.
    pub(super) fn at_place(&mut self, op: Op, body: &Term, place: &Term) -> Register {
        match (self.code(place), &*place.args) {
            (Some(Code::Eq), [name, value]) if is_name(name) => {
                let value = self.term(value);
                self.scope.push((name.op, value));
                let register = self.term(body);
                self.scope.pop();
                register
            }
            _ => self.unknown(Reason::Unsupported(op)),
        }
    }

    /// `[body]_low^high`, when it is clear which name the ends stand for.
    pub(super) fn between(&mut self, op: Op, body: &Term, low: &Term, high: &Term) -> Register {
        let mut names = Vec::new();
        body.walk(&mut |t| {
            if matches!(t.op.head(), Head::Symbol(_)) && t.args.is_empty() && !names.contains(&t.op)
            {
                names.push(t.op);
            }
        });
        for end in [low, high] {
            end.walk(&mut |t| names.retain(|n| *n != t.op));
        }
        // The head of a call is no place for a number.
        names.retain(|n| match n.head() {
            Head::Symbol(s) => self
                .atoms
                .symbols
                .get(s as usize)
                .is_some_and(|s| matches!(s.kind, Kind::Num | Kind::Any)),
            _ => false,
        });
        body.walk(&mut |t| {
            if self.code(t) == Some(Code::Call)
                && let Some(head) = t.args.first()
            {
                names.retain(|n| *n != head.op);
            }
        });
        let [name] = names[..] else {
            return self.unknown(Reason::Unsupported(op));
        };
        let mut at = |end: &Term| {
            let end = self.term(end);
            self.scope.push((name, end));
            let register = self.term(body);
            self.scope.pop();
            register
        };
        let (low, high) = (at(low), at(high));
        self.difference(high, low)
    }
}

/// Whether an operator occurs in a term.
pub(super) fn contains(compiler: &Compiler<'_>, term: &Term, code: Code) -> bool {
    let mut found = false;
    term.walk(&mut |t| found |= compiler.code(t) == Some(code));
    found
}

/// The names that declarations introduce, with the set that they run over.
fn declared<'t>(declarations: &'t [Term], compiler: &Compiler<'_>) -> Vec<(Op, Option<&'t Term>)> {
    let mut found: Vec<(Op, Option<&'t Term>)> = Vec::new();
    let mut add = |term: &'t Term, set: Option<&'t Term>| {
        let listed = std::slice::from_ref(term);
        let names = match compiler.code(term) {
            Some(Code::List) => &*term.args,
            _ => listed,
        };
        for name in names.iter().filter(|n| is_name(n)) {
            if !found.iter().any(|(n, _)| *n == name.op) {
                found.push((name.op, set));
            }
        }
    };
    for declaration in declarations {
        match (compiler.code(declaration), &*declaration.args) {
            (Some(Code::In), [names, set]) => add(names, Some(set)),
            (
                Some(Code::Lt | Code::Le | Code::Gt | Code::Ge | Code::Ne | Code::Eq),
                [left, right],
            ) => {
                add(
                    if is_name(left) || !is_name(right) {
                        left
                    } else {
                        right
                    },
                    None,
                );
            }
            (Some(Code::Chain), [_, _, middle, ..]) => add(middle, None),
            _ => add(declaration, None),
        }
    }
    found
}
