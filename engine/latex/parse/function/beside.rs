//! What stands beside the name of a function and its bracket, and tells what the name means there.

use crate::latex::matching::Mark;
use crate::latex::parse::Parser;
use crate::latex::role::Role;
use crate::latex::token::Token;
use crate::latex::tree::{Head, Tree};
use crate::spelling::core;

/// As many tokens below a bracket are looked through.
const SCRIPT: usize = 16;

/// As many tokens of a bracket are looked through.
const NEAR: usize = 60;

impl Parser<'_> {
    /// Whether a letter of an angle is all of an argument, or ends it, and a capital or a Latin letter of
    /// a function comes next, whose values are no angles: `\cos\phi F(r)`, `\sin\omega t u(t)`.
    pub(super) fn is_angle(&self, argument: &Tree) -> bool {
        let last = match argument.head {
            Head::Product(_) if !argument.closed => argument.args.last(),
            _ => Some(argument),
        };
        let letter = |t: &Tree| matches!(t.head, Head::Symbol(_) | Head::Index);
        let angle = |n: &str| {
            matches!(
                n,
                "x" | "t"
                    | r"\theta"
                    | r"\phi"
                    | r"\varphi"
                    | r"\gamma"
                    | r"\alpha"
                    | r"\beta"
                    | r"\psi"
            )
        };
        !self.key_at(self.pos).starts_with('\\')
            && last.is_some_and(|t| letter(t) && t.root_symbol().is_some_and(angle))
    }

    /// Whether the bracket here holds the entries of a matrix, and what they are numbered by stands behind
    /// it: `(a_{ij})_{i,j=1}^n`.
    pub(super) fn family_here(&self) -> bool {
        let Some(Mark::Open { partner, width: 1 }) = self.marks.get(self.pos).copied() else {
            return false;
        };
        let Some(Mark::Open { partner: end, .. }) = self.marks.get(partner + 2).copied() else {
            return false;
        };
        let numbers =
            |t: &Token<'_>| matches!(t.key.as_ref(), "=" | r"\le" | r"\leq" | "<" | r"\in");
        let bounded = || self.key_at(end + 1) == "^";
        let entries = || !bounded() || self.entries_run(partner + 1);
        (self.key_at(self.pos) == "(" || self.key_at(self.pos) == "[" && entries())
            && self.key_at(partner + 1) == "_"
            && self.tokens[partner + 2..end]
                .iter()
                .take(SCRIPT)
                .any(numbers)
    }

    /// Whether the identity stands here, by which nobody multiplies what a trace is taken of:
    /// `\lambda \operatorname{tr} \varepsilon \, I + 2\mu\varepsilon`.
    pub(super) fn identity_here(&self) -> bool {
        let name = self.key_at(self.pos);
        let one =
            core(name) == "I" || matches!(name, r"\mathbf{1}" | r"\mathbb{1}" | r"\boldsymbol{1}");
        one && !matches!(self.key_at(self.pos + 1), "_" | "^" | "(" | "'")
    }

    /// The product of forms that begins with this one, as a trace is taken of it:
    /// `\operatorname{tr} F \wedge F`.
    pub(super) fn wedged(&mut self, first: &mut Tree) -> Option<Tree> {
        let wedge = |key: &str| matches!(key, r"\wedge" | "∧");
        if !self.usage.tensors.wedges || !wedge(self.key_at(self.pos)) {
            return None;
        }
        let op = self.table.named("wedge")?;
        let mut forms = vec![std::mem::replace(first, self.blank())];
        while self.pos + 1 < self.end && wedge(self.key_at(self.pos)) {
            self.pos += 1;
            forms.push(self.expression(self.table.strength.product + 1));
        }
        Some(Tree::over(Head::Apply(op), forms))
    }

    /// Whether a field stands first in the square bracket here, of which an action or a generating
    /// functional is taken: `\Gamma[\phi_c]`.
    pub(super) fn of_field(&self) -> bool {
        let field = self.key_at(self.pos + 1);
        self.key_at(self.pos) == "["
            && matches!(
                field,
                r"\phi" | r"\varphi" | r"\Phi" | r"\psi" | r"\Psi" | r"\chi" | r"\bar" | "J" | "A"
            )
    }

    /// Whether what decays and what it decays to stand in the bracket here, of which a rate is taken:
    /// `\Gamma(Z \to e^+ e^-)`.
    pub(super) fn decays(&self) -> bool {
        let Some(Mark::Open { partner, width: 1 }) = self.marks.get(self.pos).copied() else {
            return false;
        };
        let to = |at: usize| matches!(self.key_at(at), r"\to" | r"\rightarrow");
        self.key_at(self.pos) == "(" && (self.pos + 2..partner).take(SCRIPT).any(to)
    }

    /// Whether a semicolon stands between the arguments in the bracket here: `\Gamma(s; x)`.
    pub(super) fn groups_here(&self) -> bool {
        let Some(Mark::Open { partner, width: 1 }) = self.marks.get(self.pos).copied() else {
            return false;
        };
        let mut at = self.pos + 1;
        while at < partner.min(self.pos + NEAR) {
            at = match self.marks[at] {
                Mark::Open { partner, width } => partner + width,
                _ if self.key_at(at) == ";" => return true,
                _ => at + 1,
            };
        }
        false
    }

    /// Whether the name at a place is that of a character, which a bundle or a module has, and no number:
    /// `\operatorname{ch} V`.
    pub(super) fn of_bundle(&self, at: usize) -> bool {
        let character = matches!(self.key_at(at), r"\operatorname{ch}" | r"\mathrm{ch}");
        let first = self.key_at(self.pos + usize::from(self.key_at(self.pos) == "("));
        // `\operatorname{ch}(f_! \mathcal{F})`
        let carried = || {
            let script = self.pos + 1 + usize::from(self.key_at(self.pos) == "(");
            matches!(self.key_at(script), "_" | "^") && matches!(self.key_at(script + 1), "!" | "*")
        };
        character
            && (first.starts_with(char::is_uppercase)
                || first.starts_with(r"\mathcal{")
                || carried())
    }

    /// Whether the name at a place is that of a sheaf, which is twisted by what the bracket here holds:
    /// `\mathcal{F} \otimes \mathcal{O}(n)`, `\mathcal{O}(1)` beside `\mathcal{O}_X`; or of an operator, of
    /// which a mean is taken: `\langle \mathcal{O}(x) \mathcal{O}(0) \rangle`.
    pub(super) fn twists(&self, at: usize) -> bool {
        let name = self.key_at(at);
        let joins = |key: &str| matches!(key, r"\otimes" | "⊗" | r"\oplus" | "⊕");
        let after = match self.marks.get(self.pos) {
            Some(Mark::Open { partner, width }) => partner + width,
            _ => self.pos,
        };
        let before = at.checked_sub(1).map_or("", |at| self.key_at(at));
        let alone = |key: &str| matches!(key, "_" | "," | ")" | "=" | r"\to" | r"\rightarrow");
        let sheaf = |w: &[Token<'_>]| {
            w[0].key == name && alone(&w[1].key) || w[0].key == r"\langle" && w[1].key == name
        };
        name == r"\mathcal{O}"
            && (joins(before)
                || self.key_at(self.pos) == "(" && self.line_bundle(at, after)
                || joins(self.key_at(after))
                || self.around().windows(2).any(sheaf))
    }

    /// Whether the sheaf at a place is that of a line bundle: a degree of no order, `\mathcal{O}(-1)`, what
    /// it is isomorphic to, or the group or the number of it that is asked for, `H^0(X, \mathcal{O}(D))`.
    fn line_bundle(&self, at: usize, after: usize) -> bool {
        let alike = |key: &str| matches!(key, r"\cong" | r"\simeq" | r"\otimes" | r"\oplus");
        let twisted = |w: &[Token<'_>]| {
            w[0].key == r"\mathcal{O}" && w[1].key == "(" && w[3].key == ")" && alike(&w[4].key)
        };
        if self.key_at(self.pos + 1) == "-"
            || alike(self.key_at(after))
            || self.around().windows(5).any(twisted)
        {
            return true;
        }
        let Some(before) = at.checked_sub(1) else {
            return false;
        };
        let first = |open: usize| {
            let degree = |key: &str| matches!(key, r"\chi" | r"\deg" | r"\Gamma");
            let chern = |w: &[Token<'_>]| w[0].key == "c" && w[1].key == "_";
            open.checked_sub(1).is_some_and(|n| degree(self.key_at(n)))
                || self.tokens[open.saturating_sub(5)..open]
                    .windows(2)
                    .any(chern)
        };
        // `H^i(`, `h^{0}(`, `\Gamma(`, in which the sheaf stands; `h^2` alone is a power.
        let cohomology = |at: usize| match self.key_at(at) {
            "H" | "h" => {
                let braces = 2 * usize::from(self.key_at(at + 2) == "{");
                self.key_at(at + 1) == "^" && self.key_at(at + 3 + braces) == "("
            }
            r"\Gamma" => self.key_at(at + 1) == "(",
            _ => false,
        };
        match self.key_at(before) {
            "(" => first(before) || (before.saturating_sub(5)..before).any(cohomology),
            "," => (before.saturating_sub(SCRIPT)..before).any(cohomology),
            key => alike(key) || key == r"\deg",
        }
    }

    /// Whether a fraction is all that was read, and the value of a function stands behind it:
    /// `\sin\frac{\pi s}{2} \Gamma(s)`.
    pub(super) fn value_beside_quotient(&self, argument: &Tree) -> bool {
        argument.head == Head::Apply(self.table.div)
            && (self.value_follows()
                || self.key_at(self.pos + 1) == "("
                    && self
                        .roles()
                        .any(|(role, _)| matches!(role, Role::Function { .. })))
    }

    /// Whether a part of an angle is all that was read, and a matrix or a vector stands behind it, which
    /// no angle has as a factor: `\cos\frac{\theta}{2} I`.
    pub(super) fn beside_half_angle(&self, argument: &Tree) -> bool {
        let [angle, number] = argument.args.as_slice() else {
            return false;
        };
        let key = self.key_at(self.pos);
        let part = argument.head == Head::Apply(self.table.div)
            && matches!(number.head, Head::Number(_))
            && matches!(
                angle.symbol(),
                Some(r"\theta" | r"\phi" | r"\varphi" | r"\alpha" | r"\beta" | r"\gamma")
            );
        let large = key.len() == 1 && key.starts_with(char::is_uppercase);
        let spin = key == r"\sigma" && self.key_at(self.pos + 1) == "_";
        part && (large || spin || key.starts_with(r"\mathbf{") || key.starts_with(r"\hat{"))
    }
}
