//! What stands under a binder with the letter that it binds, and is something else: places, `\lim_{x \to
//! x_0}`, members of a sequence, `x_{k+1} = \arg\min_x f(x) + \|x - x_k\|^2`, and names of laws,
//! `\mathbb{E}_{z \sim p_z}`.

use crate::latex::elaborate::Elaborator;
use crate::latex::token::Token;
use crate::latex::tree::Tree;
use crate::term::{Op, Term};

/// A symbol that no formula has.
pub(super) const APART: Op = Op::symbol(u32::MAX >> 8);

/// As many tokens on each side of a binder are looked through for members of a sequence.
const NEAR: usize = 200;

/// As many names in the bounds of a binder are told from its own.
const BOUNDS: usize = 8;

/// What has one letter that is bound, and no other value than that.
const EXTREMAL: &[&str] = &["argmin", "argmax", "min", "max", "sup", "inf"];

impl Elaborator<'_> {
    /// The arguments of a binder, with the letter that it binds replaced where it is another one there,
    /// and whether there is such a place.
    pub(super) fn set_apart(
        &self,
        op: Op,
        args: Vec<Term>,
        symbol: Op,
        number: Option<Op>,
    ) -> (Vec<Term>, bool) {
        let usual = &self.table.usual;
        let Some(idx) = usual.idx else {
            return (args, false);
        };
        let headed = |t: &Term| t.args.first().is_some_and(|head| head.op == symbol);
        let zeroth = |t: &Term| {
            t.op == idx && headed(t) && t.args.len() == 2 && t.args[1].op == Op::integer(0)
        };
        // `\int_{V_1}^{V_2} \frac{p_1 V_1}{V}\,dV`: what is integrated over from one value to another has
        // no members, and what stands in its bounds is another name, below other signs as well.
        let definite = usual.dint == Some(op);
        let binder = self.vocabulary.operator(op).and_then(|o| o.binds.as_ref());
        let mut bounds = Vec::new();
        for (at, arg) in args.iter().enumerate() {
            if binder.is_some_and(|b| at != b.var && !b.scope.contains(&at)) {
                arg.walk(&mut |t| {
                    if bounds.len() < BOUNDS && t.op == idx && headed(t) {
                        bounds.push(t.clone());
                    }
                });
            }
        }
        let outer = |t: &Term| t.op == idx && headed(t) && (definite || bounds.contains(t));
        let scripts = [usual.up, usual.numbered, usual.pow, usual.prime];
        let member = |t: &Term| {
            let says = |number: Op| {
                let mut found = false;
                t.args[1..].iter().for_each(|arg| {
                    arg.walk(&mut |t| found |= t.op == number);
                });
                found
            };
            (t.op == idx || scripts.contains(&Some(t.op))) && headed(t) && number.is_some_and(says)
        };
        let (mut places, mut entries, mut others) = (false, false, false);
        for arg in &args {
            arg.walk(&mut |t| {
                let other = member(t) || outer(t);
                places |= zeroth(t);
                entries |= t.op == idx && headed(t) && !zeroth(t) && !other;
                others |= other;
            });
        }
        let places = places && !entries;
        let (args, labelled) = self.laws_labelled(op, args, symbol);
        if !places && !others {
            return (args, labelled);
        }
        let mut apart = |t: &Term| {
            (places && zeroth(t) || member(t) || outer(t)).then(|| {
                let mut scripted = t.args.to_vec();
                scripted[0] = Term::leaf(APART);
                Term::new(t.op, scripted)
            })
        };
        let altered = |arg: &Term| arg.alter(&mut apart).unwrap_or_else(|| arg.clone());
        (args.iter().map(altered).collect(), true)
    }

    /// The arguments of a mean under a law, with the letter that is drawn replaced where it tells of
    /// which thing a law is, and whether it does: `\mathbb{E}_{z \sim p_z}`.
    fn laws_labelled(&self, op: Op, mut args: Vec<Term>, symbol: Op) -> (Vec<Term>, bool) {
        let mut signs = self.table.laws.iter().filter_map(|(_, laws)| laws.over);
        let Some((over, all)) = signs.find(|(over, all)| op == *over || op == *all) else {
            return (args, false);
        };
        let idx = self.table.usual.idx;
        let label = |t: &Term| {
            let tells = Some(t.op) == idx
                && t.args[0].op != symbol
                && t.args[1..].iter().any(|index| index.op == symbol);
            let apart = |t: &Term| match t.op == symbol {
                true => Term::leaf(APART),
                false => t.clone(),
            };
            tells.then(|| Term::new(t.op, t.args.iter().map(apart).collect()))
        };
        let labelled = match op == all {
            // What is drawn with others has its law where the last of them is bound.
            true => args[1].alter(&mut |t| {
                (t.op == over).then_some(())?;
                let mut inner = t.args.to_vec();
                inner[1] = inner[1].alter(&mut { label })?;
                Some(Term::new(t.op, inner))
            }),
            false => args[1].alter(&mut { label }),
        };
        let found = labelled.is_some();
        if let Some(labelled) = labelled {
            args[1] = labelled;
        }
        (args, found)
    }

    /// The letter that numbers the members of a sequence, when the name that is bound here has it as a
    /// script outside of what is least or greatest: `\theta^{(t+1)} = \arg\max_\theta Q(\theta \mid
    /// \theta^{(t)})`.
    pub(super) fn numbered_outside(&self, op: Op, name: &str, tree: &Tree) -> Option<Op> {
        let sign = &self.vocabulary.operator(op)?.name;
        if !EXTREMAL.iter().any(|extremal| sign.starts_with(extremal)) {
            return None;
        }
        let (first, last) = (
            self.tokens.partition_point(|t| t.start < tree.start),
            self.tokens.partition_point(|t| t.start < tree.end),
        );
        let before = &self.tokens[first.saturating_sub(NEAR)..first];
        let behind = &self.tokens[last..self.tokens.len().min(last + NEAR)];
        let letter = [before, behind]
            .into_iter()
            .find_map(|tokens| numbers(tokens, name))?;
        let known = self.atoms.symbols.iter().position(|s| s.name == letter)?;
        Some(Op::symbol(known as u32))
    }
}

/// The letter that stands first in a script of a name: the `k` of `x_{k+1}`, `x^{(k)}`.
fn numbers<'t>(tokens: &'t [Token<'_>], name: &str) -> Option<&'t str> {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let scripted = |at: &usize| key(*at) == name && matches!(key(at + 1), "_" | "^");
    let mut places = (0..tokens.len()).filter(scripted);
    places.find_map(|at| {
        let first = (at + 2..at + 5).find(|n| !matches!(key(*n), "{" | "("))?;
        Some(key(first)).filter(|letter| matches!(letter.as_bytes(), [b'a'..=b'z']))
    })
}
