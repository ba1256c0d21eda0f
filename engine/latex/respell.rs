//! Spellings that stand for others: `½`, `\underset{x \to 0}{\lim}`, `\vec{\nabla}`.

mod dressed;
mod fractions;

use super::table::Roles;
use super::token::{Class, Entry, Gap, Token, leave_out};
use super::{bold_signs, doubled};
use crate::atoms::Atoms;
use dressed::{darboux, gradients};
use fractions::{fraction, fractions};

/// Arrows as they are drawn with signs of a keyboard.
const DRAWN: &[(&str, &str)] = &[
    ("->", r"\to"),
    ("|->", r"\mapsto"),
    ("-->", r"\to"),
    ("--->", r"\to"),
    ("==>", r"\implies"),
    ("===>", r"\implies"),
    ("<==>", r"\iff"),
    ("<->", r"\leftrightarrow"),
    ("<-->", r"\leftrightarrow"),
];

/// Rewrites them.
pub(super) fn respelled<'t>(latex: &str, tokens: Vec<Token<'t>>, atoms: &Atoms) -> Vec<Token<'t>> {
    let mut tokens = tokens;
    if !latex.is_ascii() && tokens.iter().any(|t| fraction(t).is_some()) {
        tokens = fractions(tokens);
    }
    if latex.contains(r"\underset") {
        tokens = super::stacked::stacked(tokens);
    }
    if latex.contains(r"\nabla") {
        tokens = gradients(tokens);
    }
    if latex.contains(r"line{") {
        tokens = darboux(tokens);
        super::hulls::closed(&mut tokens);
    }
    if latex.contains("arrow") {
        spins(&mut tokens);
    }
    if latex.contains(r"\big") {
        super::between::joined(&mut tokens);
    }
    if latex.contains(r"\prime") {
        primes(&mut tokens);
    }
    if latex.contains(r"\sim") {
        negations(&mut tokens);
    }
    if latex.contains(r"\gt") || latex.contains(r"\lt") {
        comparisons(&mut tokens);
    }
    if latex.contains(r"\bot") {
        perpendiculars(&mut tokens);
    }
    if latex.contains(r"\%") {
        doubled::hundredths(&mut tokens);
    }
    bold_signs::named(&mut tokens, atoms.topic.bold);
    enlarged(&mut tokens);
    if latex.contains(r"\Sigma") {
        summed(&mut tokens);
    }
    tokens
}

/// Makes the usual signs of comparisons that commands write.
fn comparisons(tokens: &mut [Token<'_>]) {
    for token in tokens {
        match token.key.as_ref() {
            r"\gt" => token.respell(">"),
            r"\lt" => token.respell("<"),
            _ => {}
        }
    }
}

/// Makes signs of multiples of dots that go down between two values on the line: `a \vdots b`.
pub(super) fn multiples(tokens: &mut [Token<'_>]) {
    for at in 1..tokens.len().saturating_sub(1) {
        let next = &tokens[at + 1];
        let value = matches!(next.class, Class::Letter | Class::Digit) || next.key == "(";
        if tokens[at].key == r"\vdots" && value && factor(&tokens[at - 1]) {
            tokens[at].respell("⋮");
        }
    }
}

/// Makes one sign of the one between a sign of a grammar and what it may be, and of the bars between
/// those: `e ::= x \mid \lambda x.e \mid e\,e`.
pub(super) fn produced(tokens: &mut Vec<Token<'_>>) {
    let sign = |w: &[Token<'_>]| {
        [":", ":", "="].iter().zip(w).all(|(key, t)| t.key == *key)
            && w[1..].iter().all(|t| t.gap == Gap::None)
    };
    let Some(at) = tokens.windows(3).position(sign) else {
        return;
    };
    let end = tokens[at + 2].end;
    tokens[at].respell(r"\Coloneqq");
    tokens[at].end = end;
    tokens.drain(at + 1..at + 3);
    let mut depth = 0_usize;
    for token in &mut tokens[at + 1..] {
        match token.key.as_ref() {
            "(" | "[" | r"\{" | "{" => depth += 1,
            ")" | "]" | r"\}" | "}" => depth = depth.saturating_sub(1),
            "|" | r"\mid" | r"\vert" if depth == 0 => token.respell(r"\alternatively"),
            _ => {}
        }
    }
}

/// Makes one sign of the one that defines what follows: `y + z =: w`. Of signs around what is ordered
/// normally, `V = :e^{ikX}:`, the last ends it.
pub(super) fn defining(tokens: &mut Vec<Token<'_>>) {
    let Some(last) = tokens.iter().rposition(|t| t.key == ":") else {
        return;
    };
    let joined = last > 0 && last + 1 < tokens.len() && tokens[last].gap == Gap::None;
    if joined && tokens[last - 1].key == "=" {
        let end = tokens[last].end;
        let sign = &mut tokens[last - 1];
        sign.respell(r"\eqqcolon");
        sign.end = end;
        tokens.remove(last);
    }
}

/// Makes one sign of an arrow that is typed with several: `f : X -> Y`, `A ==> B`.
pub(super) fn arrows<'t>(tokens: Vec<Token<'t>>) -> Vec<Token<'t>> {
    // `|x|->0`
    let bars = tokens.iter().filter(|t| t.key == "|").count();
    let drawn = |at: usize| {
        if tokens[at].key == "|" && bars > 1 {
            return None;
        }
        let fits = |(drawing, _): &&(&str, &str)| {
            let run = tokens.get(at..at + drawing.len()).unwrap_or_default();
            let signs = drawing.as_bytes().iter().zip(run);
            run.len() == drawing.len()
                && signs.clone().all(|(sign, t)| t.key.as_bytes() == [*sign])
                && signs.skip(1).all(|(_, t)| t.gap == Gap::None)
        };
        DRAWN.iter().find(fits)
    };
    if !(0..tokens.len()).any(|at| drawn(at).is_some()) {
        return tokens;
    }
    let (mut out, mut at) = (Vec::with_capacity(tokens.len()), 0);
    while let Some(token) = tokens.get(at) {
        let mut token = token.clone();
        if let Some((drawing, arrow)) = drawn(at) {
            token.respell(arrow);
            at += drawing.len() - 1;
            token.end = tokens[at].end;
        }
        out.push(token);
        at += 1;
    }
    out
}

/// Makes signs of products of all letters `x`, where each stands between two numbers:
/// `3.2 x 10^5`, `3 x 4 = 12`.
pub(super) fn crosses(tokens: &mut [Token<'_>]) {
    let letter = |t: &Token<'_>| t.class == Class::Letter && t.key == "x";
    let digit = |t: Option<&Token<'_>>| t.is_some_and(|t| t.class == Class::Digit);
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let stands = |at: usize| {
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        // `2x2` may be meant for `2x^2`.
        let apart = || [at, at + 1].iter().all(|at| tokens[*at].gap == Gap::Blank);
        let ten = || [1, 2, 3].map(|n| key(at + n)) == ["1", "0", "^"];
        digit(before) && digit(tokens.get(at + 1)) && (apart() || ten())
    };
    if !(0..tokens.len()).all(|at| !letter(&tokens[at]) || stands(at)) {
        return;
    }
    for token in tokens.iter_mut().filter(|t| letter(t)) {
        token.respell(r"\times");
        token.class = Class::Sign;
    }
}

/// Makes signs of sums of the capital letters that stand for them where each is right before values,
/// forces or frequencies and behind no factor: `\Sigma x^2`, `\frac{\Sigma fx}{\Sigma f}`, `\Sigma F_x = 0`.
fn summed(tokens: &mut [Token<'_>]) {
    let sigma = |t: &Token<'_>| t.key == r"\Sigma";
    let places: Vec<usize> = (0..tokens.len()).filter(|at| sigma(&tokens[*at])).collect();
    let sums = |at: &usize| {
        let next = tokens.get(at + 1).map_or("", |t| t.key.as_ref());
        let value = matches!(
            next,
            "x" | "y" | "f" | "d" | "F" | "M" | "X" | "Y" | r"\tau"
        );
        let before = at.checked_sub(1).map(|before| &tokens[before]);
        value && before.is_none_or(|t| !factor(t) && t.key != "_")
    };
    let plain = !tokens.iter().any(|t| t.key.starts_with(r"\math"));
    if places.iter().all(sums) && plain && !super::pointed::of_spaces(tokens) {
        for at in places {
            tokens[at].respell(r"\sum");
            tokens[at].class = Class::Sign;
        }
    }
}

/// Makes the sign of what is perpendicular of `\bot` between two values: `AB \bot CD`.
fn perpendiculars(tokens: &mut [Token<'_>]) {
    for at in 1..tokens.len().saturating_sub(1) {
        let next = &tokens[at + 1];
        let value = matches!(next.class, Class::Letter | Class::Name | Class::Open)
            || matches!(next.key.as_ref(), "(" | r"\overrightarrow" | r"\vec");
        if tokens[at].key == r"\bot" && value && factor(&tokens[at - 1]) {
            tokens[at].respell(r"\perp");
        }
    }
}

/// Makes imaginary parts of images beside real parts: `\operatorname{re}{z} + i\operatorname{im}{z}`.
pub(super) fn parts(tokens: &mut [Token<'_>]) {
    if tokens.iter().any(|t| t.key == r"\operatorname{re}") {
        for token in tokens.iter_mut().filter(|t| t.key == r"\operatorname{im}") {
            token.respell(r"\operatorname{Im}");
        }
    }
}

/// Whether an operand may end with this token.
pub(super) fn factor(token: &Token<'_>) -> bool {
    match token.class {
        Class::Letter | Class::Digit | Class::Name | Class::Close | Class::End => true,
        Class::Sign => matches!(token.key.as_ref(), ")" | "]" | r"\}" | "'" | "!" | "|"),
        _ => false,
    }
}

/// Makes the usual primes of those that are raised, `f^{\prime}(x)`, `x^\prime`, and puts them before the
/// braces that they share with a power: `x^{\prime 2}` is `x'^{2}`.
fn primes(tokens: &mut Vec<Token<'_>>) {
    let prime = |t: &Token<'_>| t.key == r"\prime";
    let closes = |t: &Token<'_>| t.class == Class::Close;
    let mut needless = Vec::new();
    for at in 1..tokens.len().saturating_sub(1) {
        let empty = at > 1 && tokens[at - 2].class == Class::Open;
        if tokens[at].key != "^" || !factor(&tokens[at - 1]) || empty && closes(&tokens[at - 1]) {
            continue;
        }
        let first = at + 1 + usize::from(tokens[at + 1].class == Class::Open);
        let count = tokens[first..].iter().take_while(|t| prime(t)).count();
        let (braced, end) = (first > at + 1, first + count);
        let Some(next) = tokens.get(end).filter(|_| braced && count > 0) else {
            if count == 1 && !braced {
                tokens[first].respell("'");
                needless.push(at..first);
            }
            continue;
        };
        if closes(next) {
            needless.extend([at..first, end..end + 1]);
        } else if next.class == Class::Digit || next.key == "-" {
            let places: Vec<_> = tokens[at..end]
                .iter()
                .map(|t| (t.start, t.end, t.gap))
                .collect();
            tokens[at..end].rotate_left(2);
            for (token, (start, end, gap)) in tokens[at..end].iter_mut().zip(places) {
                (token.start, token.end, token.gap) = (start, end, gap);
            }
        } else {
            continue;
        }
        let raised = tokens[at..end].iter_mut().filter(|t| prime(t));
        raised.for_each(|t| t.respell("'"));
    }
    leave_out(tokens, needless);
}

/// What stands for many operands where an index is below it and no operand before it.
const ENLARGED: &[(&str, &str)] = &[
    (r"\cup", r"\bigcup"),
    (r"\cap", r"\bigcap"),
    (r"\sqcup", r"\bigsqcup"),
    (r"\uplus", r"\biguplus"),
    (r"\oplus", r"\bigoplus"),
    (r"\otimes", r"\bigotimes"),
    (r"\wedge", r"\bigwedge"),
    (r"\vee", r"\bigvee"),
    (r"\Pi", r"\prod"),
    (r"\Sigma", r"\sum"),
];

/// The signs that may be small spellings of big ones.
pub(super) const SMALL: &[&str] = &[
    r"\cup", r"\cap", r"\sqcup", r"\uplus", r"\oplus", r"\otimes", r"\wedge", r"\vee", r"\Pi",
    r"\Sigma",
];

/// Makes big signs of small ones: `\cup_{i \in I} A_i`, `\Sigma_{i=1}^n x_i`.
fn enlarged(tokens: &mut [Token<'_>]) {
    for at in 0..tokens.len() {
        let script = tokens.get(at + 1).map_or("", |t| t.key.as_ref());
        // `\wedge^k V`
        let power = script == "^" && matches!(tokens[at].key.as_ref(), r"\wedge" | r"\bigwedge");
        if tokens[at].key.len() < 3 || script != "_" && !power {
            continue;
        }
        let Some((_, big)) = ENLARGED.iter().find(|(small, _)| *small == tokens[at].key) else {
            continue;
        };
        let letter = tokens[at].class == Class::Letter;
        let key = |n: usize| tokens.get(at + n).map_or("", |t| t.key.as_ref());
        let runs = key(2) == "{" && key(4) == "=";
        let free = at
            .checked_sub(1)
            .is_none_or(|before| !factor(&tokens[before]))
            // `B^+ \otimes_R V`
            && at.checked_sub(2).is_none_or(|mark| tokens[mark].key != "^");
        if letter && runs || !letter && free {
            tokens[at].respell(big);
            tokens[at].class = Class::Sign;
        }
    }
}

/// Makes negations of the tildes before statements, `\sim p \land q`, where signs of logic or nothing
/// but letters of statements occur.
fn negations(tokens: &mut [Token<'_>]) {
    let connective = |t: &Token<'_>| {
        matches!(
            t.key.as_ref(),
            r"\land"
                | r"\lor"
                | r"\wedge"
                | r"\vee"
                | r"\to"
                | r"\rightarrow"
                | r"\Rightarrow"
                | r"\implies"
                | r"\leftrightarrow"
                | r"\Leftrightarrow"
                | r"\iff"
                | r"\equiv"
                | r"\forall"
                | r"\exists"
                | "∧"
                | "∨"
        )
    };
    let statement = |t: &Token<'_>| matches!(t.key.as_ref(), "p" | "q" | "r" | "s");
    let letter = |t: &Token<'_>| matches!(t.class, Class::Letter | Class::Name | Class::Digit);
    let stated = tokens
        .iter()
        .filter(|t| letter(t))
        .all(|t| statement(t) || connective(t));
    if !stated && !tokens.iter().any(connective) {
        return;
    }
    for at in 0..tokens.len() {
        let free = at.checked_sub(1).is_none_or(|before| {
            let before = &tokens[before];
            connective(before)
                || before.class == Class::Open
                || matches!(before.key.as_ref(), "(" | "[" | "," | r"\neg" | ":")
        });
        let negated = tokens.get(at + 1).is_some_and(|next| {
            statement(next)
                || matches!(
                    next.key.as_ref(),
                    "(" | "[" | r"\sim" | r"\forall" | r"\exists" | r"\neg"
                )
                || next.class == Class::Letter && next.key.starts_with(char::is_uppercase)
        });
        if tokens[at].key == r"\sim" && free && negated {
            tokens[at].respell(r"\neg");
        }
    }
}

/// Makes letters of the arrows that are all that stands between an angle and a bar or angle:
/// `|\uparrow\rangle`, `\langle\uparrow\downarrow|`.
fn spins(tokens: &mut [Token<'_>]) {
    let arrow = |t: &Token<'_>| matches!(t.key.as_ref(), r"\uparrow" | r"\downarrow");
    let angle = |t: &Token<'_>| crate::latex::parse::is_angle(&t.key);
    let edge = |t: &Token<'_>| angle(t) || matches!(t.key.as_ref(), "|" | r"\vert" | r"\mid");
    let mut from = 0;
    while from < tokens.len() {
        let run = tokens[from..].iter().take_while(|t| arrow(t)).count();
        let to = from + run;
        if run > 0 && from > 0 && to < tokens.len() {
            let (before, after) = (&tokens[from - 1], &tokens[to]);
            if edge(before) && edge(after) && (angle(before) || angle(after)) {
                for token in &mut tokens[from..to] {
                    token.class = Class::Letter;
                    token.entry = Entry::Listed(0);
                    token.roles = Roles::NONE;
                }
            }
        }
        from = to + 1;
    }
}
