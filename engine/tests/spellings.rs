//! Spellings that differ in their looks alone are read the same: every formula of `tests/read/*.tex` once
//! more in braces and in a display, with typed letters, with raised primes.
#![allow(clippy::unwrap_used, reason = "a test harness")]

mod common;

use mamut_engine::latex::Reader;
use mamut_engine::sexpr;
use std::fmt::Write;

/// The formulas of the reading cases that any spelling below may be made of: braces that pair, one
/// line, no words.
fn formulas() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/read");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|end| end != "tex") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for section in text.split("\n--- ").skip(1) {
            let latex = section
                .split_once(" ---\n")
                .and_then(|(_, s)| s.split_once("\n=>\n"));
            found.extend(
                latex
                    .map(|(latex, _)| latex.to_owned())
                    .filter(|s| is_plain(s)),
            );
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn is_plain(latex: &str) -> bool {
    let words = [
        r"\text",
        r"\mbox",
        r"\ce",
        r"\\",
        r"\url",
        "newcommand",
        r"\def",
        r"\begin",
        "&",
    ];
    let mut depth = 0_i32;
    let pairs = latex
        .replace(r"\{", "")
        .replace(r"\}", "")
        .bytes()
        .all(|b| {
            depth += i32::from(b == b'{') - i32::from(b == b'}');
            depth >= 0
        });
    pairs
        && depth == 0
        && !latex.ends_with('\\')
        && !latex.contains(['%', '$', '\n'])
        && !words.iter().any(|word| latex.contains(word))
}

/// The formula with other commands in the place of these.
fn respelled(latex: &str, other: impl Fn(&str) -> Option<String>) -> String {
    let (mut out, mut rest) = (String::new(), latex);
    while let Some(at) = rest.find('\\') {
        let name = rest[at + 1..]
            .bytes()
            .take_while(u8::is_ascii_alphabetic)
            .count()
            .max(1);
        let end = rest.len().min(at + 1 + name);
        let Some(command) = rest.get(at..end) else {
            break;
        };
        out.push_str(&rest[..at]);
        let spelled = other(command);
        out.push_str(spelled.as_deref().unwrap_or(command));
        rest = &rest[end..];
        if spelled.is_some() && rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            out.push(' ');
        }
    }
    out + rest
}

/// Reads all formulas with another spelling, where they have one.
fn check(spelling: impl Fn(&str) -> Option<String>) {
    let rules = common::builtin();
    let reader = Reader::new(&rules);
    let term = |latex: &str| {
        let formula = reader.read(latex);
        sexpr::write(&formula.term, &rules.vocabulary, &formula.atoms)
    };
    let (mut failures, mut count) = (String::new(), 0);
    for latex in formulas() {
        let Some(other) = spelling(&latex).filter(|other| *other != latex) else {
            continue;
        };
        count += 1;
        let (wanted, got) = (term(&latex), term(&other));
        if wanted != got {
            writeln!(failures, "{latex}\n{other}\n  {wanted}\n  {got}").unwrap();
        }
    }
    assert!(count > 50, "{count} formulas have this spelling");
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn braces_around_a_formula() {
    check(|latex| Some(format!(r"{{\displaystyle {latex}}}")));
}

#[test]
fn frames_around_a_formula() {
    check(|latex| Some(format!(r"\boxed{{{latex}}}")));
}

#[test]
fn displays_of_one_line() {
    // What stands in square brackets would be where the display is aligned.
    let option =
        |latex: &str| latex.trim_start().starts_with('[') || latex.contains(r"\genfrac{[}");
    check(|latex| (!option(latex)).then(|| format!(r"\begin{{aligned}}{latex}\end{{aligned}}")));
}

#[test]
fn punctuation_behind_a_formula() {
    let value = |c: char| c.is_ascii_alphanumeric() || matches!(c, ')' | '}');
    check(|latex| latex.ends_with(value).then(|| format!("{latex},")));
}

#[test]
fn signs_of_other_looks() {
    check(|latex| {
        Some(respelled(latex, |command| {
            let other = match command {
                r"\frac" => r"\dfrac",
                r"\le" | r"\leq" => r"\leqslant",
                r"\ge" | r"\geq" => r"\geqslant",
                r"\|" => r"\Vert",
                _ => return None,
            };
            Some(other.to_owned())
        }))
    });
}

#[test]
fn typed_letters() {
    // In a font a letter is a part of a name.
    let fonts = [
        r"\math",
        r"\bold",
        r"\bm",
        r"\bf",
        r"\rm",
        r"\pmb",
        r"\operatorname",
    ];
    check(|latex| {
        let plain = !fonts.iter().any(|font| latex.contains(font));
        plain.then(|| {
            respelled(latex, |command| {
                let letter = match command {
                    r"\alpha" => 'α',
                    r"\beta" => 'β',
                    r"\gamma" => 'γ',
                    r"\delta" => 'δ',
                    r"\epsilon" => 'ϵ',
                    r"\theta" => 'θ',
                    r"\lambda" => 'λ',
                    r"\mu" => 'μ',
                    r"\pi" => 'π',
                    r"\rho" => 'ρ',
                    r"\sigma" => 'σ',
                    r"\phi" => 'ϕ',
                    r"\omega" => 'ω',
                    r"\Gamma" => 'Γ',
                    r"\Delta" => 'Δ',
                    r"\Omega" => 'Ω',
                    _ => return None,
                };
                Some(letter.to_string())
            })
        })
    });
}

#[test]
fn raised_primes() {
    check(|latex| {
        let mut out = String::new();
        let mut before = ' ';
        for (at, c) in latex.char_indices() {
            let next = latex[at + c.len_utf8()..].chars().next();
            let single =
                c == '\'' && before.is_ascii_alphabetic() && !matches!(next, Some('\'' | '^'));
            match single {
                true => out.push_str(r"^{\prime}"),
                false => out.push(c),
            }
            before = c;
        }
        Some(out)
    });
}

#[test]
fn upright_functions() {
    const FUNCTIONS: [&str; 6] = [r"\sin", r"\cos", r"\tan", r"\log", r"\ln", r"\exp"];
    check(|latex| {
        // A function of nothing is a name, and one in a script may be a label.
        let taken = |rest: &str| {
            let next = rest.trim_start().chars().next();
            next.is_some_and(|c| c.is_ascii_alphanumeric() || c == '(')
        };
        let all = FUNCTIONS.iter().all(|name| {
            latex.match_indices(name).all(|(at, _)| {
                let rest = &latex[at + name.len()..];
                let more = rest.starts_with(|c: char| c.is_ascii_alphabetic());
                more || taken(rest) && !latex[..at].ends_with(['^', '_', '{'])
            })
        });
        all.then(|| {
            respelled(latex, |command| {
                let known = FUNCTIONS.contains(&command);
                known.then(|| format!(r"\operatorname{{{}}}", &command[1..]))
            })
        })
    });
}

#[test]
fn braces_around_scripts() {
    check(|latex| {
        // `\mathcal{V_s}`: what is in a font and in braces is a name of its own.
        let fonts = [r"\mathcal{", r"\mathfrak{", r"\mathscr{"];
        if fonts.iter().any(|font| latex.contains(font)) {
            return None;
        }
        let letters: Vec<char> = latex.chars().collect();
        let mut out = String::new();
        let at = |n: usize| letters.get(n).copied().unwrap_or(' ');
        let mut n = 0;
        while n < letters.len() {
            let script = matches!(at(n), '^' | '_') && (n == 0 || at(n - 1) != '\\');
            let single = at(n + 1).is_ascii_alphanumeric() && !at(n + 2).is_ascii_alphanumeric();
            if script && single && at(n + 2) != '.' {
                out.extend([at(n), '{', at(n + 1), '}']);
                n += 2;
            } else {
                out.push(at(n));
                n += 1;
            }
        }
        Some(out)
    });
}
