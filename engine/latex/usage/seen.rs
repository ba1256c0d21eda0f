//! What each token tells of the letters of a formula.

use super::beside::*;
use super::context::Context;
use super::{Usage, fractional, unit};
use crate::latex::around::*;
use crate::latex::matching::Mark;
use crate::latex::signs::{Signs, Sorts};
use crate::latex::token::{Class, Gap, Token};

/// Whether an `i` stands here that counts: `i!`, `\binom{n}{i}`.
pub(super) fn counts(tokens: &[Token<'_>], at: usize) -> bool {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let end = |at: usize| match key(at) {
        "{" => (at..tokens.len()).find(|n| key(*n) == "}"),
        _ => Some(at),
    };
    match key(at) {
        "i" => key(at + 1) == "!",
        r"\binom" => {
            let last = end(at + 1).and_then(|above| end(above + 1));
            last.is_some_and(|last| (at + 1..=last).any(|n| key(n) == "i"))
        }
        _ => false,
    }
}

/// Whether this sign stands beside whole numbers only.
pub(super) fn counts_remainders(token: &Token<'_>) -> bool {
    matches!(
        token.key.as_ref(),
        r"\gcd"
            | r"\lcm"
            | r"\operatorname{lcm}"
            | r"\mathrm{lcm}"
            | r"\bmod"
            | r"\pmod"
            | r"\mod"
            | r"\equiv"
            | r"\nmid"
    )
}

impl<'t> Usage<'t> {
    pub(super) fn token(
        &mut self,
        tokens: &'t [Token<'t>],
        marks: &[Mark],
        i: usize,
        signs: Signs,
        near: Near,
    ) {
        let token = &tokens[i];
        if token.class == Class::Digit || token.short() && token.class != Class::Letter {
            return;
        }
        if !token.short() {
            self.command(tokens, marks, i);
        }
        if token.key == "i" && squared_to_minus_one(tokens, i) {
            self.imaginary_written = true;
        }
        self.imaginary_j |= token.key == "j"
            && (squared_to_minus_one(tokens, i)
                || unit::polar(tokens, i)
                || unit::turns(tokens, i)
                || unit::turns_with_time(tokens, i)
                || unit::impedes(tokens, i));
        if !matches!(token.class, Class::Letter | Class::Name) {
            return;
        }
        let stars = signs.has(b'*') || signs.may(Sorts::STAR);
        self.policy |= token.key == r"\pi" && chosen(tokens, i);
        let accented = match signs.may(Sorts::ACCENT) {
            true => accent(tokens, i).or_else(|| lined(tokens, i)),
            false => None,
        };
        let last = i + usize::from(accented.is_some_and(|braced| braced));
        let next = |n: usize| tokens.get(last + n).map_or("", |t| t.key.as_ref());
        let before = i.checked_sub(1).map_or("", |n| tokens[n].key.as_ref());
        let before2 = || i.checked_sub(2).map_or("", |n| tokens[n].key.as_ref());
        let script = near.below(i) && subscript_of(tokens, i);
        let above = || match near.above(i) {
            true => exponent_base(tokens, i),
            false => None,
        };
        let exponent_of_e = signs.has(b'^')
            && (token.key == "i" || token.key == "j" && angle(tokens, i))
            && (before == "^" && is_e(before2()) || above().is_some_and(is_e));
        if accented.is_none() && !exponent_of_e && inert(tokens.get(i + 1)) {
            let exponent = signs.has(b'^') && (before == "^" || above().is_some());
            let bound = script && matches!(next(1).as_bytes(), [b'=' | b'<' | b'>'])
                || matches!(before, r"\forall" | r"\exists")
                || token.key == "e" && runs(tokens, i);
            let entry = is_edge(tokens, i, true) && is_edge(tokens, i, false);
            let convolved = stars && convolved(tokens, i);
            let named = named_in_words(tokens, i);
            let letter = self.known_letter(token);
            if before == r"\circ" || convolved || before == r"\nabla" && letter.usual {
                letter.function_sign = true;
            } else if !named {
                letter.bare += 1;
                letter.indexing += u32::from(script && token.key != "h");
            }
            letter.subscript |= script;
            letter.on_line |= !script;
            // `W_\psi = \psi(a)`: the index ends before the sign.
            letter.bound |= bound && !(letter.usual && before == "_");
            letter.entry |= entry;
            letter.exponent |= exponent;
            return;
        }
        let context = Context {
            accented: accented.is_some(),
            last,
            script,
            exponent_of_e,
            exponent: signs.has(b'^') && !exponent_of_e && (before == "^" || above().is_some()),
            stars,
        };
        self.in_context(tokens, marks, i, &context);
    }

    /// Notes what a command tells.
    #[inline(never)]
    fn command(&mut self, tokens: &[Token<'_>], marks: &[Mark], i: usize) {
        match tokens[i].key.as_ref() {
            r"\wedge" | "∧" if self.tensors.wedges => {}
            r"\wedge" | "∧" | r"\bigwedge" if exterior(tokens, marks, i) => {}
            r"\vee" | "∨" if self.tensors.pointed => {}
            r"\land" | r"\lor" | r"\neg" | r"\lnot" | r"\wedge" | r"\vee" | "∧" | "∨" | "¬"
            | r"\vdash" | r"\models" | r"\vDash" | "⊢" | "⊨" | r"\bigwedge" | r"\bigvee"
            | r"\Diamond" | r"\lozenge" | "◇" | "◊" => self.logic = true,
            r"\frac" if infers(tokens, i) => self.logic = true,
            r"\lfloor" | "⌊" => self.floors = true,
            r"\{" => self.floors |= fractional::fractional(tokens, marks, i),
            r"\Box" | r"\square" | "□" => self.boxed = true,
            r"\mathring"
            | r"\operatorname{int}"
            | r"\operatorname{Int}"
            | r"\partial"
            | "∂"
            | r"\operatorname{cl}"
            | r"\operatorname{supp}"
            | r"\operatorname{diam}" => {
                self.topology = true;
            }
            r"\subseteq" | r"\subset" | r"\supseteq" | r"\supset" | "⊆" | "⊂" | "⊇" | "⊃" =>
            {
                self.topology |= in_closure(tokens, i);
            }
            r"\mathrm{i}" | r"\text{i}" | r"\mathrm{j}" | r"\imath" => {
                self.imaginary_written = true
            }
            r"\mathbb{C}" | r"\mathbf{C}" | "ℂ" | r"\mathds{C}" | r"\Re" | r"\Im" | r"\C"
            | r"\operatorname{Re}" | r"\operatorname{Im}" | r"\mathrm{Re}" => {
                self.complex = true;
            }
            r"\arg" | r"\Arg" | r"\operatorname{arg}" | r"\operatorname{Arg}" => {
                let next = tokens.get(i + 1).map_or("", |t| t.key.as_ref());
                self.complex |= !matches!(next, r"\min" | r"\max" | r"\inf" | r"\sup");
            }
            r"\overline" => {
                self.complex |= conjugates(tokens, marks, i + 1)
                    || shares_line(tokens, marks, i + 1)
                    || transposed_line(tokens, marks, i + 1);
            }
            _ => {}
        }
    }
}

/// Whether premises stand apart above the line of the fraction here, one of them an implication:
/// `\frac{P \quad P \to Q}{Q}`.
fn infers(tokens: &[Token<'_>], at: usize) -> bool {
    let inside = tokens.iter().skip(at + 2).take(PREMISES);
    let (mut apart, mut implies) = (false, false);
    for token in inside.take_while(|t| t.key != "}") {
        apart |= token.gap == Gap::Wide;
        implies |= matches!(
            token.key.as_ref(),
            r"\to" | r"\rightarrow" | r"\Rightarrow" | r"\implies" | r"\supset"
        );
        if token.class == Class::Digit || token.key == "=" {
            return false;
        }
    }
    apart && implies
}

/// Premises above a line have no more tokens.
const PREMISES: usize = 24;
