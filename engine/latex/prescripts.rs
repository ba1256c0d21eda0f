//! Scripts before a letter right behind something else: `\frac{a}{b}{}_2F_1(a, b; c; z)`,
//! `x{}^nC_k`. They are set apart from what is before them, whose scripts they would be.

use super::molecules::ELEMENTS;
use super::signs::Signs;
use super::token::{Class, Gap, Token, around, leave_out, put_in};

/// Closes the braces around a script without a base before it: `{^3}D_4` is `{}^3D_4`, but
/// `v{_1}^2` is `v_1^2`.
pub(super) fn bared(tokens: &mut [Token<'_>], signs: Signs) {
    if !signs.has(b'{') || !signs.has(b'^') && !signs.has(b'_') {
        return;
    }
    for at in 0..tokens.len() {
        let [open, sign, script, close, rest @ ..] = &tokens[at..] else {
            return;
        };
        if open.class != Class::Open || !matches!(sign.key.as_ref(), "^" | "_") {
            continue;
        }
        let before = at.checked_sub(1).map(|before| &tokens[before]);
        let script_before = before.is_some_and(|t| t.key == "}")
            || at > 1 && matches!(tokens[at - 2].key.as_ref(), "_" | "^");
        let base_before = open.gap == Gap::None
            && before.is_some_and(|t| match t.class {
                Class::Letter => true,
                Class::Digit => script_before,
                _ => matches!(t.key.as_ref(), ")" | "}"),
            });
        if base_before && let Some(length) = script_length(&tokens[at + 2..]) {
            // `T{^a}{_b}` is `T^a{}_b`.
            let moved = if script_before { 2 + length } else { 1 };
            let places: Vec<_> = (at..=at + moved)
                .map(|i| (tokens[i].start, tokens[i].end))
                .collect();
            tokens[at + usize::from(script_before)..=at + moved].rotate_right(1);
            for (token, (start, end)) in tokens[at..].iter_mut().zip(places) {
                (token.start, token.end) = (start, end);
            }
            continue;
        }
        let bare = matches!(script.class, Class::Letter | Class::Digit)
            && close.class == Class::Close
            && rest
                .first()
                .is_some_and(|base| base.class == Class::Letter && base.gap == Gap::None)
            && !at
                .checked_sub(1)
                .is_some_and(|before| matches!(tokens[before].key.as_ref(), "_" | "^" | "}"));
        if bare {
            let places = [sign, script, close].map(|t| (t.start, t.end));
            tokens[at + 1..at + 4].rotate_right(1);
            for (token, (start, end)) in tokens[at + 1..at + 4].iter_mut().zip(places) {
                (token.start, token.end) = (start, end);
            }
        }
    }
}

/// The number of tokens of the one script that stands here before a closing brace.
fn script_length(tokens: &[Token<'_>]) -> Option<usize> {
    let last = match tokens.first()?.class {
        Class::Letter | Class::Digit => 0,
        Class::Open => {
            let mut depth = 0_i32;
            tokens.iter().take(SCRIPT).position(|t| {
                depth += i32::from(t.class == Class::Open) - i32::from(t.class == Class::Close);
                depth == 0
            })?
        }
        _ => return None,
    };
    let closed = tokens.get(last + 1)?.class == Class::Close;
    closed.then_some(last + 1)
}

/// No script in braces of its own has more tokens than this.
const SCRIPT: usize = 16;

/// Sets the gap before such scripts.
pub(super) fn apart(tokens: &mut [Token<'_>], signs: Signs) {
    if !signs.has(b'_') || !signs.holds(Class::Open) {
        return;
    }
    for at in 1..tokens.len().saturating_sub(5) {
        if tokens[at].class == Class::Open
            && tokens[at + 1].class == Class::Close
            && tokens[at].gap < Gap::Thin
            && (before_letter(&tokens[at + 2..]) || reserve(tokens, at))
        {
            tokens[at].gap = Gap::Thin;
        }
    }
}

/// Whether a reserve stands here that stands behind a sign elsewhere, `\delta{}_tV` beside `S - {}_tV`.
fn reserve(tokens: &[Token<'_>], at: usize) -> bool {
    let key = |n: usize| tokens.get(n).map_or("", |t| t.key.as_ref());
    let value =
        |n: usize| key(n) == "_" && matches!(key(n + 1), "t" | "k" | "n") && key(n + 2) == "V";
    let near = at.saturating_sub(RESERVE)..tokens.len().min(at + RESERVE);
    value(at + 2)
        && near.into_iter().any(|n| {
            let signed = n == 0 || matches!(key(n - 1), "-" | "+" | "=" | "(");
            signed && key(n) == "{" && key(n + 1) == "}" && value(n + 2)
        })
}

/// As many tokens before and after are looked through for a reserve.
const RESERVE: usize = 60;

/// Braces the place before the script of a hypergeometric function behind something else, as its
/// arguments show: `x _2F_1(a, b; c; z)`.
pub(super) fn hypergeometric(tokens: &mut Vec<Token<'_>>, signs: Signs) {
    if !signs.has(b'_') || !signs.has(b'F') {
        return;
    }
    let mut braces = Vec::new();
    for at in 1..tokens.len() {
        let empty =
            tokens[at - 1].class == Class::Close && at > 1 && tokens[at - 2].class == Class::Open;
        if tokens[at].key == "_"
            && !empty
            && before_letter(&tokens[at..])
            && (set_apart(&tokens[at..]) || takes_parameters(&tokens[at..]))
        {
            let mut place = tokens[at].clone();
            place.end = place.start;
            place.gap = place.gap.max(Gap::Thin);
            place.respell("{");
            place.class = Class::Open;
            let mut close = place.clone();
            close.respell("}");
            (close.class, close.gap) = (Class::Close, Gap::None);
            tokens[at].gap = Gap::None;
            braces.extend([(at, place), (at, close)]);
        }
    }
    put_in(tokens, braces);
}

/// Whether a spacing command stands before the numbers of a hypergeometric function: `x\,_1F_1(a, b, z)`.
fn set_apart(tokens: &[Token<'_>]) -> bool {
    matches!(tokens, [low, number, letter, ..]
        if low.gap == Gap::Thin && number.class == Class::Digit && letter.key == "F")
}

/// Whether semicolons part the arguments of the function that has these scripts.
fn takes_parameters(tokens: &[Token<'_>]) -> bool {
    let mut ahead = tokens.iter().take(FUNCTION).skip_while(|t| t.key != "(");
    ahead.next().is_some() && ahead.take_while(|t| t.key != ")").any(|t| t.key == ";")
}

/// A hypergeometric function has its semicolon within as many tokens.
const FUNCTION: usize = 60;

/// Functions and signs of angles, which are measured in degrees.
const ANGLES: &[&str] = &[
    r"\sin",
    r"\cos",
    r"\tan",
    r"\cot",
    r"\angle",
    r"\widehat",
    r"\tg",
    r"\ctg",
];

/// Makes signs of degrees of the zeros above numbers where there are angles: `\sin 30^0`,
/// `\angle A = 60^{0}`. Nobody raises such numbers to such a power there.
fn raised_zeros(tokens: &mut [Token<'_>]) {
    let digit = |at: usize| tokens[at].class == Class::Digit;
    let zero = |at: &usize| {
        let braced = usize::from(tokens.get(at + 1).is_some_and(|t| t.class == Class::Open));
        let above = at + 1 + braced;
        let ends = tokens.get(above + 1);
        // `{60}^0`
        let last = at - 1 - usize::from(tokens[at - 1].class == Class::Close);
        let ten = |last: usize| tokens[last - 1].key == "1" && tokens[last].key == "0";
        tokens[*at].key == "^"
            && last > 0
            && digit(last)
            && digit(last - 1)
            && !(ten(last) && !(last > 1 && digit(last - 2)))
            && tokens.get(above).is_some_and(|t| t.key == "0")
            && ends.is_none_or(|t| braced == 0 || t.class == Class::Close)
            && ends.is_none_or(|t| t.class != Class::Digit)
    };
    let places: Vec<usize> = (2..tokens.len()).filter(zero).collect();
    if places.is_empty() || !tokens.iter().any(|t| ANGLES.contains(&t.key.as_ref())) {
        return;
    }
    for at in places {
        let above = at + 1 + usize::from(tokens[at + 1].class == Class::Open);
        tokens[above].respell(r"\circ");
        tokens[above].class = Class::Sign;
    }
}

/// Leaves out the empty braces before the sign of degrees behind a number: `15\,{}^\circ\text{C}`.
pub(super) fn degrees(latex: &str, tokens: &mut Vec<Token<'_>>, signs: Signs) {
    if signs.has(b'^') && signs.has(b'0') {
        raised_zeros(tokens);
    }
    if !signs.has(b'^') || !latex.contains("{}^") {
        return;
    }
    let empty = |at: usize| {
        tokens[at].class == Class::Digit
            && tokens[at + 1].class == Class::Open
            && tokens[at + 2].class == Class::Close
            && tokens[at + 3].key == "^"
            && tokens[at + 4].key == r"\circ"
    };
    let places: Vec<usize> = (0..tokens.len().saturating_sub(4))
        .filter(|at| empty(*at))
        .collect();
    leave_out(
        tokens,
        places.into_iter().map(|at| at + 1..at + 3).collect(),
    );
}

/// Makes one name of the two letters of an element behind the numbers of a nuclide: `^{234}_{90}Th`.
pub(super) fn nuclides(tokens: &mut Vec<Token<'_>>, signs: Signs) {
    if !signs.has(b'^') || !signs.has(b'_') || !signs.capitals() {
        return;
    }
    let element = |at: usize| {
        let [first, second] = tokens.get(at..at + 2)? else {
            return None;
        };
        if !super::figures::point(first) || second.class != Class::Letter {
            return None;
        }
        let pair = [first.key.as_ref(), second.key.as_ref()].concat();
        let joined = second.gap == Gap::None
            && tokens.get(at + 2).is_none_or(|t| {
                t.class != Class::Letter && !matches!(t.key.as_ref(), "_" | "^" | "(")
            });
        let known = ELEMENTS.contains(&pair.as_str()) || HEAVY.contains(&pair.as_str());
        (joined && known && numbered(&tokens[..at])).then_some(at)
    };
    let places: Vec<usize> = (0..tokens.len()).filter_map(element).collect();
    for at in &places {
        tokens[*at] = Token::joined(&tokens[*at..at + 2], r"\mathrm");
    }
    leave_out(
        tokens,
        places.into_iter().map(|at| at + 1..at + 2).collect(),
    );
}

/// Elements of nuclear physics, besides those of molecules.
const HEAVY: &[&str] = &[
    "Th", "Ra", "Rn", "Po", "Pu", "Np", "Pa", "Am", "Bi", "Tl", "At", "Ac", "Tc", "Te",
];

/// Whether a mass number and an atomic number end here.
fn numbered(tokens: &[Token<'_>]) -> bool {
    let script = |end: usize| -> Option<(usize, &str)> {
        let last = end.checked_sub(1)?;
        let digit = |t: &Token<'_>| t.class == Class::Digit;
        let from = match tokens[last].class {
            Class::Close => {
                let digits = tokens[..last]
                    .iter()
                    .rev()
                    .take(3)
                    .take_while(|t| digit(t))
                    .count();
                let open = (last - digits).checked_sub(1)?;
                (tokens[open].class == Class::Open && digits > 0).then_some(open)?
            }
            Class::Digit => last,
            _ => return None,
        };
        let sign = from.checked_sub(1)?;
        Some((sign, tokens[sign].key.as_ref()))
    };
    let Some((at, one)) = script(tokens.len()) else {
        return false;
    };
    let Some((start, other)) = script(at) else {
        return false;
    };
    // They belong to what is before them, if anything is.
    let free = start.checked_sub(1).is_none_or(|before| {
        let token = &tokens[before];
        let empty =
            token.class == Class::Close && before > 0 && tokens[before - 1].class == Class::Open;
        empty || token.class == Class::Sign && !matches!(token.key.as_ref(), ")" | "]" | "!" | "'")
    });
    free && matches!((one, other), ("_", "^") | ("^", "_"))
}

/// Signs of a transposed matrix before it.
const BEFORE: &[&str] = &[
    "t",
    "T",
    r"\top",
    r"\mathrm{t}",
    r"\mathrm{T}",
    r"\text{t}",
    r"\text{T}",
];

/// No brackets of a sum or a product that such a sign transposes hold more tokens.
const GROUP: usize = 40;

/// Sets the sign of a transposed matrix before it, which is no power of something there, behind it:
/// `{}^tAA = I` is `A^{\mathrm{T}}A = I`, but `{}^tA + t` has a number above. Says whether there are any.
pub(super) fn transposed(tokens: &mut Vec<Token<'_>>, signs: Signs, latex: &str) -> bool {
    let sign = signs.has(b't') || signs.has(b'T') || signs.holds(Class::Name);
    if !signs.has(b'^') || !sign || !["{}^", "^t", "^T"].iter().any(|s| latex.contains(s)) {
        return false;
    }
    let (mut emptied, mut found) = (Vec::new(), false);
    let mut at = 0;
    while at + 2 < tokens.len() {
        let Some((empty, script, base)) = before_matrix(tokens, at) else {
            at += 1;
            continue;
        };
        found = true;
        let (start, end) = (tokens[at].start, tokens[at + empty + script + base - 1].end);
        let gap = tokens[at].gap;
        tokens[at..at + empty + script + base].rotate_left(empty + script);
        tokens[at].start = start;
        tokens[at].gap = gap;
        for token in &mut tokens[at + base..at + base + empty + script] {
            (token.start, token.end, token.gap) = (end, end, Gap::None);
            if token.class == Class::Letter {
                token.class = Class::Name;
                token.respell(r"\mathrm{T}");
            }
        }
        if empty > 0 {
            emptied.push(at + base..at + base + empty);
        }
        at += empty + script + base;
    }
    leave_out(tokens, emptied);
    found
}

/// The tokens of an empty group, of the sign of something transposed and of that itself, where they
/// stand here.
fn before_matrix(tokens: &[Token<'_>], at: usize) -> Option<(usize, usize, usize)> {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let empty = match tokens[at].class {
        Class::Open if tokens[at + 1].class == Class::Close => 2,
        Class::Open => return None,
        _ => 0,
    };
    let above = at + empty;
    if key(above) != "^" {
        return None;
    }
    let opens = |t: &Token<'_>| {
        matches!(t.key.as_ref(), "=" | "+" | "-" | ",")
            || matches!(
                t.class,
                Class::Open | Class::Begin | Class::Row | Class::Cell
            )
    };
    let free = empty > 0
        || at
            .checked_sub(1)
            .is_none_or(|before| opens(&tokens[before]));
    let braced = tokens.get(above + 1)?.class == Class::Open;
    let sign = above + 1 + usize::from(braced);
    let script = if braced { 4 } else { 2 };
    if !free
        || !BEFORE.contains(&key(sign))
        || braced && tokens.get(sign + 1)?.class != Class::Close
    {
        return None;
    }
    let first = above + script;
    let token = tokens.get(first)?;
    let named = match token.class {
        Class::Letter => {
            super::figures::point(token)
                || matches!(token.key.as_ref(), "u" | "v" | "w" | "x" | "y")
        }
        Class::Name => token.key.starts_with(r"\math") || token.key.starts_with(r"\bold"),
        _ => false,
    };
    let base = if named {
        1
    } else if token.key == "(" {
        let mut depth = 0_i32;
        let close = tokens[first..].iter().take(GROUP).position(|t| {
            depth += i32::from(t.key == "(") - i32::from(t.key == ")");
            depth == 0
        })?;
        close + 1
    } else {
        return None;
    };
    // `F_\mu{}^t(x)`, `T^a{}^tB`: a script of what is before it.
    let staggered = at.checked_sub(1).is_some_and(|before| {
        let script = before > 0 && matches!(key(before - 1), "_" | "^");
        let letter = matches!(tokens[before].class, Class::Letter | Class::Name);
        let ended = tokens[before].class == Class::Close || matches!(key(before), ")" | "]" | "'");
        tokens[at].gap == Gap::None && (script || ended || letter && !named)
    });
    if empty > 0 && staggered {
        return None;
    }
    let scripts = matches!(key(first + base), "^" | "_" | "'") || named && key(first + base) == "(";
    let number = |n: usize| {
        let over = n > 0 && key(n - 1) == "^" || n > 1 && key(n - 2) == "^";
        key(n) == key(sign) && !over
    };
    (!scripts && !around(tokens, at).any(number)).then_some((empty, script, base))
}

/// Whether a script of one token stands here before a letter that has such: of a hypergeometric
/// function `_2F_1`, of a number of choices `^nC_k`.
fn before_letter(tokens: &[Token<'_>]) -> bool {
    let braced = usize::from(tokens.get(1).is_some_and(|t| t.class == Class::Open));
    let after = 2 + 2 * braced;
    let (Some(script), Some(letter), Some(sign)) = (
        tokens.get(1 + braced),
        tokens.get(after),
        tokens.get(after + 1),
    ) else {
        return false;
    };
    let closed = braced == 0 || tokens[3].class == Class::Close;
    let single = matches!(script.class, Class::Digit | Class::Letter);
    let letter = match tokens[0].key.as_ref() {
        "_" => {
            let number = script.class == Class::Digit || matches!(script.key.as_ref(), "p" | "r");
            number
                && matches!(
                    letter.key.as_ref(),
                    "F" | r"\Phi" | r"\phi" | r"\psi" | "C" | "P"
                )
                || matches!(letter.key.as_ref(), "C" | "P") && script.key == "n"
                // `v^t {}_t p_x`: to survive so many years.
                || matches!(letter.key.as_ref(), "p" | "q")
                    && matches!(script.key.as_ref(), "t" | "n" | "k" | "s")
        }
        "^" => {
            let number =
                script.class == Class::Digit || matches!(script.key.as_ref(), "n" | "m" | "N");
            let braced = usize::from(
                tokens
                    .get(after + 2)
                    .is_some_and(|t| t.class == Class::Open),
            );
            let below = tokens.get(after + 2 + braced);
            number
                && below.is_some_and(|t| t.key != script.key)
                && (braced == 0
                    || tokens
                        .get(after + 4)
                        .is_some_and(|t| t.class == Class::Close))
                && matches!(
                    letter.key.as_ref(),
                    "C" | "P" | r"\mathrm{C}" | r"\mathrm{P}"
                )
        }
        _ => false,
    };
    closed && single && letter && sign.key == "_"
}
