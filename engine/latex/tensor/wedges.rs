//! Whether `\wedge` multiplies forms and vectors, or joins statements.

use crate::latex::token::{Class, Gap, Token};

/// Whether the wedges of a formula multiply: it holds nothing of logic, and signs of calculus or
/// arithmetic.
pub(super) fn wedges(tokens: &[Token<'_>]) -> bool {
    let wedge = |t: &Token<'_>| !t.short() && matches!(t.key.as_ref(), r"\wedge" | "∧");
    if !tokens.iter().any(wedge) {
        return false;
    }
    // `\sum_{i<j} a_{ij}\,dx_i \wedge dx_j`: nothing else stands before a differential.
    let form = |w: &[Token<'_>]| {
        let d = matches!(w[2].key.as_ref(), "d" | r"\mathrm{d}");
        let letter = w[3].class == Class::Letter && w[3].gap == Gap::None;
        let of = letter || w[2].key != "d" && w[3].key == "(";
        w[0].class != Class::Digit && wedge(&w[1]) && d && of
    };
    if tokens.windows(4).any(form) {
        return true;
    }
    // `\operatorname{tr}(F \wedge F)`: no statement has a trace.
    if tokens.iter().any(super::super::forms::traces) {
        return true;
    }
    // `[\alpha \wedge \beta]`: the class of a form.
    let class = |w: &[Token<'_>]| w[0].key == "[" && wedge(&w[2]) && w[4].key == "]";
    if tokens.windows(5).any(class) {
        return true;
    }
    // `u \wedge v \in \Lambda^2 V`
    let power = |w: &[Token<'_>]| w[0].key == r"\Lambda" && w[1].key == "^";
    if tokens.iter().any(|t| t.key == r"\in") && tokens.windows(2).any(power) {
        return true;
    }
    if vanishes(tokens) {
        return true;
    }
    // `a = b \wedge c = d`
    let count = |sign: &dyn Fn(&Token<'_>) -> bool| tokens.iter().filter(|t| sign(t)).count();
    let parts =
        |t: &Token<'_>| wedge(t) || matches!(t.key.as_ref(), "," | ";") || t.class == Class::Row;
    let related = |part: &[Token<'_>]| part.iter().any(|t| t.key == "=");
    // A statement is on both sides of the `and` of logic.
    if count(&|t| t.key == "=") > count(&wedge) && tokens.split(parts).all(related) {
        return false;
    }
    let logic = |t: &Token<'_>| {
        matches!(
            t.key.as_ref(),
            r"\land"
                | r"\lor"
                | r"\vee"
                | r"\neg"
                | r"\lnot"
                | r"\Rightarrow"
                | r"\implies"
                | r"\iff"
                | r"\forall"
                | r"\exists"
                | "∨"
                | "¬"
                | r"\Leftrightarrow"
                | r"\in"
                | "<"
                | ">"
                | r"\le"
                | r"\ge"
                | r"\leq"
                | r"\geq"
                | r"\oplus"
                | r"\leftrightarrow"
                | r"\equiv"
                | r"\neq"
                | r"\ne"
                | r"\rightarrow"
                | r"\to"
                | r"\Longrightarrow"
                | r"\Longleftrightarrow"
                | "⇒"
                | "⇔"
                | r"\lt"
                | r"\gt"
                | "≤"
                | "≥"
                | "≠"
                | r"\approx"
                | r"\notin"
                | "∈"
                | r"\subset"
                | r"\subseteq"
                | r"\supset"
                | r"\supseteq"
                | "⊂"
                | "⊆"
                | "⊃"
                | "⊇"
        )
    };
    let calculus = |t: &Token<'_>| {
        matches!(
            t.key.as_ref(),
            "d" | r"\mathrm{d}"
                | r"\int"
                | r"\partial"
                | r"\frac"
                | r"\otimes"
                | r"\star"
                | "_"
                | "^"
                | "+"
                | "-"
                | r"\Lambda"
                | r"\vec"
                | r"\dots"
                | r"\ldots"
                | r"\cdots"
                | r"\omega"
                | r"\oint"
        ) || t.class == Class::Digit
    };
    !tokens.iter().any(logic) && tokens.iter().any(calculus)
}

/// Whether members of one family are multiplied, and the only relation says whether that is zero:
/// `v_1 \wedge \dots \wedge v_k \ne 0`.
fn vanishes(tokens: &[Token<'_>]) -> bool {
    let relation = |t: &&Token<'_>| matches!(t.key.as_ref(), "=" | r"\ne" | r"\neq" | "≠");
    let dots = |t: &Token<'_>| matches!(t.key.as_ref(), r"\dots" | r"\ldots" | r"\cdots");
    let [.., sign, zero] = tokens else {
        return false;
    };
    let mut letters = tokens
        .windows(2)
        .filter(|w| w[0].class == Class::Letter && w[1].key == "_");
    let Some(first) = letters.next() else {
        return false;
    };
    relation(&sign)
        && zero.key == "0"
        && tokens.iter().filter(relation).count() == 1
        && tokens.iter().any(dots)
        && letters.all(|w| w[0].key == first[0].key)
}
