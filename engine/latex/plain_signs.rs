//! The signs of extrema and sums in plain letters, before what they are taken over: `min_{x \in A} f(x)`,
//! `sum_{i=1}^n x_i`, `int_0^1 f(x) dx`, and functions before what they are taken of: `cos x + i sin x`.

use super::shapes::Shapes;
use super::signs::Signs;
use super::token::{Class, Gap, Token, braces_end, leave_out};

/// Commands; their letters are what is written without the backslash.
const COMMANDS: &[&str] = &[
    r"\max", r"\min", r"\sup", r"\inf", r"\sum", r"\prod", r"\int",
];

/// Functions; their letters side by side are no product.
const FUNCTIONS: &[&str] = &[
    r"\sin", r"\cos", r"\tan", r"\sinh", r"\cosh", r"\tanh", r"\log", r"\ln", r"\exp",
];

/// The letters that a function is taken of without a gap: `sinx`.
const ARGUMENTS: &[&str] = &["x", "y"];

/// The fewest and the most letters of one.
const LETTERS: std::ops::RangeInclusive<usize> = 3..=4;

/// The fewest letters of the unit, a function and what it is taken of: `isinx`.
const FACTOR: usize = 4;

/// The most letters of a function with one that it is taken of.
const FUNCTION: usize = 5;

/// The tokens of a script, at most.
const LONGEST: usize = 60;

/// Makes commands of such letters where something is written behind what they are taken over.
pub(super) fn spelled(tokens: &mut Vec<Token<'_>>, signs: Signs) {
    let letters = |command: &&str| command.bytes().skip(1).all(|b| signs.has(b));
    if !signs.has(b'_') || !COMMANDS.iter().any(letters) {
        return;
    }
    let mut dropped = Vec::new();
    for at in *LETTERS.start()..tokens.len() {
        if tokens[at].key != "_" {
            continue;
        }
        let mut found = LETTERS.filter_map(|length| {
            let first = at.checked_sub(length)?;
            Some((first, command(tokens, first, at)?))
        });
        let taken = |(_, command): &(usize, &str)| is_taken(tokens, at, command);
        let Some((first, command)) = found.find(taken) else {
            continue;
        };
        tokens[first].end = tokens[at - 1].end;
        tokens[first].class = Class::Sign;
        tokens[first].respell(command);
        dropped.push(first + 1..at);
    }
    leave_out(tokens, dropped);
}

/// The sets of numbers in plain letters.
const SETS: &[&str] = &["N", "Z", "Q", "R", "C"];

/// Makes signs of the word between blanks that says which numbers a letter stands for: `x in R`,
/// `k in {1, 2}`, `t in [0, 1]`. Says whether there are any.
pub(super) fn members(tokens: &mut Vec<Token<'_>>, signs: Signs) -> bool {
    if !signs.has(b'i') || !signs.has(b'n') {
        return false;
    }
    let set = |at: usize| {
        let ends = |t: &Token<'_>| {
            t.gap > Gap::None && t.class == Class::Letter
                || matches!(t.key.as_ref(), "," | ";" | "." | "^" | "}" | ")")
        };
        let token = &tokens[at];
        matches!(token.key.as_ref(), "[" | r"\{")
            || token.key.starts_with(r"\mathbb{")
            || SETS.contains(&token.key.as_ref()) && tokens.get(at + 1).is_none_or(ends)
    };
    let member = |at: &usize| {
        let [i, n] = [&tokens[*at], &tokens[at + 1]];
        (i.key.as_ref(), n.key.as_ref()) == ("i", "n")
            && (i.gap, n.gap, tokens[at + 2].gap) == (Gap::Blank, Gap::None, Gap::Blank)
            && tokens[at - 1].class == Class::Letter
            && set(at + 2)
    };
    let places: Vec<usize> = (1..tokens.len().saturating_sub(2)).filter(member).collect();
    for at in &places {
        tokens[*at].end = tokens[at + 1].end;
        tokens[*at].class = Class::Sign;
        tokens[*at].respell(r"\in");
    }
    let found = !places.is_empty();
    leave_out(
        tokens,
        places.into_iter().map(|at| at + 1..at + 2).collect(),
    );
    found
}

/// Makes commands of the letters of functions where no other letter stands right before them, and what they
/// are taken of behind them: nothing that looks at the letters takes them for names then.
pub(super) fn functions(tokens: &mut Vec<Token<'_>>, signs: Signs, shapes: &Shapes) {
    let letters = |command: &&str| command.bytes().skip(1).all(|b| signs.has(b));
    if !FUNCTIONS.iter().any(letters) {
        return;
    }
    let plain = |t: &Token<'_>| t.class == Class::Letter && t.short();
    let goes_on = |t: &Token<'_>| plain(t) && t.gap == Gap::None;
    let mut dropped = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if !plain(&tokens[at]) {
            at += 1;
            continue;
        }
        let end = at + 1 + tokens[at + 1..].iter().take_while(|t| goes_on(t)).count();
        let short = end - at <= FUNCTION;
        let whole = short.then(|| function(tokens, at, end)).flatten();
        let taken = |n: usize| ARGUMENTS.contains(&tokens[n].key.as_ref());
        // `isinx`
        let first = at + usize::from(tokens[at].key == "i" && end - at > FACTOR);
        let before_letter = || {
            let fits = short && end - first > 2 && taken(end - 1);
            fits.then(|| function(tokens, first, end - 1)).flatten()
        };
        let found = match whole {
            Some(command) => takes(tokens, end).then_some((command, at, end)),
            None => before_letter().map(|command| (command, first, end - 1)),
        };
        // `log(#x)` may be anything in a rule file.
        let found = found.filter(|(_, first, last)| !shapes.spells(&tokens[*first..*last]));
        if let Some((command, first, last)) = found {
            tokens[first].end = tokens[last - 1].end;
            tokens[first].class = Class::Sign;
            tokens[first].respell(command);
            dropped.push(first + 1..last);
        }
        at = end;
    }
    leave_out(tokens, dropped);
}

/// The function whose letters these are, when they are no label.
fn function(tokens: &[Token<'_>], first: usize, end: usize) -> Option<&'static str> {
    let spells = |command: &&&str| {
        let letters = tokens[first..end].iter().zip(command[1..].chars());
        command.len() == end - first + 1 && letters.into_iter().all(|(t, c)| t.key.starts_with(c))
    };
    let command = FUNCTIONS.iter().find(spells)?;
    let key = |back: usize| {
        first
            .checked_sub(back)
            .map_or("", |at| tokens[at].key.as_ref())
    };
    let label = matches!(key(1), "_" | "^") || key(1) == "{" && key(2) == "_";
    (!label).then_some(command)
}

/// Whether what a function is taken of begins here, or its power.
fn takes(tokens: &[Token<'_>], at: usize) -> bool {
    tokens.get(at).is_some_and(|t| match t.class {
        Class::Letter | Class::Digit | Class::Name | Class::Open => true,
        Class::Sign => {
            matches!(t.key.as_ref(), "(" | "[" | "^" | "|")
                || matches!(t.key.as_ref(), r"\frac" | r"\sqrt" | r"\pi" | r"\theta")
        }
        _ => false,
    })
}

/// The command whose letters stand here side by side, with no other letter before them and not as a
/// label.
fn command(tokens: &[Token<'_>], first: usize, end: usize) -> Option<&'static str> {
    let word = &tokens[first..end];
    let spells = |command: &&&str| {
        let mut letters = word.iter().zip(command[1..].chars());
        command.len() == word.len() + 1
            && letters.all(|(t, letter)| t.class == Class::Letter && t.key.starts_with(letter))
            && word.iter().all(Token::short)
    };
    let command = COMMANDS.iter().find(spells)?;
    let together = word[1..].iter().all(|t| t.gap == Gap::None);
    let key = |back: usize| {
        first
            .checked_sub(back)
            .map_or("", |at| tokens[at].key.as_ref())
    };
    let label = matches!(key(1), "_" | "^") || key(1) == "{" && matches!(key(2), "_" | "^");
    let letter = first > 0
        && tokens[first - 1].class == Class::Letter
        && tokens[first].gap == Gap::None
        && tokens[first - 1].short();
    (together && !label && !letter).then_some(command)
}

/// Whether the script that begins here is no number, and something is written behind it; behind an
/// integral, a differential.
fn is_taken(tokens: &[Token<'_>], script: usize, command: &str) -> bool {
    let Some(inside) = tokens.get(script + 1) else {
        return false;
    };
    let (end, counted) = match inside.class {
        Class::Open => {
            let numbered = tokens
                .get(script + 2)
                .is_some_and(|t| t.class == Class::Digit);
            let Some(end) = braces_end(tokens, script + 1, LONGEST) else {
                return false;
            };
            (end, numbered && end == script + 4)
        }
        class => (script + 2, class == Class::Digit),
    };
    let ends = |t: &Token<'_>| {
        matches!(
            t.class,
            Class::Close | Class::Cell | Class::Row | Class::End
        ) || matches!(
            t.key.as_ref(),
            "=" | "<" | ">" | "+" | "-" | "," | ";" | "." | ")" | "]" | "^" | "/"
        ) || matches!(
            t.key.as_ref(),
            r"\le" | r"\leq" | r"\ge" | r"\geq" | r"\ne" | r"\neq" | r"\cdot" | r"\times"
        )
    };
    if command == r"\int" {
        let inside = tokens[script..].iter().take(LONGEST);
        let mut pairs = inside.clone().zip(inside.skip(1));
        return pairs.any(|(d, x)| d.key == "d" && x.class == Class::Letter && x.gap == Gap::None);
    }
    // `sum_{i=1}^n x_i`
    let summed = matches!(command, r"\sum" | r"\prod");
    let end = match tokens.get(end) {
        Some(t) if t.key == "^" && summed => {
            let above = braces_end(tokens, end + 1, LONGEST);
            above.unwrap_or(end + 2)
        }
        _ => end,
    };
    !counted && tokens.get(end).is_some_and(|t| !ends(t))
}
