//! What the formulas of a text are there for: what it claims, and what it assumes for that. "If $A
//! \subseteq B$ and $B \subseteq C$, then $A \subseteq C$" stays true where it assumes more.

use mamut_engine::phrases::{Lexicon, Tells};
use mamut_engine::text::Document;

use super::sentence::{FORMULA, Sentence, words};

/// What a formula of a text is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It is claimed, or nothing says that it is not.
    Claim,
    /// It is assumed from there on: "let", "suppose".
    Premise,
    /// It is assumed for its sentence: "if", "for".
    Condition,
}

/// Whether what words alone say stands before a condition: "$n$ is perfect if $\sigma(n) = 2n$", and not "if $n >
/// 1$ is composite, then".
pub(super) fn is_behind(document: &Document, passage: usize, lexicon: &Lexicon) -> bool {
    Sentence::around(document, passage).is_some_and(|Sentence { before, behind, .. }| {
        let first = words(&before).next().unwrap_or("");
        let leads = [Tells::Let, Tells::If, Tells::For];
        let leads = leads.iter().any(|tells| lexicon[*tells].has(first))
            || lexicon[Tells::Opening].has(first);
        !leads && !words(&behind).any(|word| lexicon[Tells::Then].has(word))
    })
}

/// Whether the words behind a formula say something of what it names, which may be so of others: "for example, $f(x) =
/// x^2$ is convex", and not "so $x = 3$ is the root".
pub(super) fn says_more(document: &Document, passage: usize, lexicon: &Lexicon) -> bool {
    Sentence::around(document, passage).is_some_and(|Sentence { before, behind, .. }| {
        let said = words(&behind).next().unwrap_or("");
        lexicon[Tells::Saying].has(said)
            && !words(&before).any(|word| lexicon[Tells::Then].has(word))
    })
}

/// Whether a formula belongs to what a problem is: "maximize $z = 3x + 2y$ subject to $x + y \le 4$". Another problem
/// may have the same solution.
pub(super) fn is_posed(document: &Document, passage: usize, lexicon: &Lexicon) -> bool {
    Sentence::around(document, passage).is_some_and(|Sentence { before, .. }| {
        words(&before).fold(false, |posed, word| {
            let goes_on = word.starts_with(FORMULA)
                || matches!(word, "," | "to")
                || lexicon[Tells::Joining].has(word);
            lexicon[Tells::Posing].has(word) || posed && goes_on
        })
    })
}

/// Whether a word tells what the formulas behind it are there for.
pub(super) fn is_leading(word: &str, lexicon: &Lexicon) -> bool {
    let leading = [Tells::Let, Tells::If, Tells::For, Tells::Then];
    leading.iter().any(|tells| lexicon[*tells].has(word))
}

/// What a formula of a text is there for, told by the words before it.
pub(super) fn role(document: &Document, passage: usize, lexicon: &Lexicon) -> Role {
    let Some(Sentence { before, behind, .. }) = Sentence::around(document, passage) else {
        return Role::Claim;
    };
    let says = |tells: Tells, word: &str| lexicon[tells].has(word);
    let goes_on = words(&behind).any(|word| says(Tells::Then, word));
    let said: Vec<&str> = words(&before).collect();
    let follows = words(&behind).next().unwrap_or("");
    if says(Tells::Implies, follows) {
        return Role::Condition;
    }
    // "the function $f(x) = x^2$ is increasing" claims nothing of numbers.
    let last = said.last().copied().unwrap_or("");
    let holds = matches!(follows, "is" | "are");
    if says(Tells::Saying, follows)
        && (says(Tells::Named, last) || says(Tells::Stated, last) && !holds)
    {
        return Role::Premise;
    }
    let idiom = |word: &str, next: &str| {
        let mut all = lexicon[Tells::Idiom].iter();
        all.any(|idiom| idiom.split_once(' ') == Some((word, next)))
    };
    // What the clause is, and whether a phrase in it is assumed.
    let (mut clause, mut phrase) = (Role::Claim, false);
    for (at, word) in said.iter().enumerate() {
        let last = at.checked_sub(1).map_or("", |at| said[at]);
        let next = said.get(at + 1).copied().unwrap_or("");
        if idiom(word, next) || (*word, last) == ("if", "only") {
            if *word == "if" {
                (clause, phrase) = (Role::Claim, false);
            }
        } else if *word == "," && (last.starts_with(FORMULA) || follows.is_empty()) && !goes_on {
            // `if $x > 0$, $f(x) = 1$`, and `since $f$ is constant, $f'(x) = 0$`
            phrase = false;
            if clause == Role::Condition {
                clause = Role::Claim;
            }
        } else if matches!(*word, ":" | ";") {
            // `solving for $x$: $x = 2$`
            phrase = false;
            if clause == Role::Condition {
                clause = Role::Claim;
            }
        } else if says(Tells::Then, word) {
            // `let $a$ be so that $a > 1$`, `if we have`
            let goes_on = *word == "so" && next == "that"
                || at >= 2 && *word == "have" && says(Tells::If, said[at - 2]);
            if !goes_on || clause == Role::Claim {
                (clause, phrase) = (Role::Claim, false);
            }
        } else if says(Tells::Let, word) && !(last == "to" && says(Tells::Done, word))
            || says(Tells::Put, word) && (next.is_empty() || next.starts_with(FORMULA))
        {
            (clause, phrase) = (Role::Premise, false);
        } else if says(Tells::If, word) {
            (clause, phrase) = (Role::Condition, false);
        } else if says(Tells::For, word) {
            phrase = true;
        } else if says(Tells::GoesOn, word) || last.starts_with(FORMULA) && is_verb(word) {
            phrase = false;
        }
    }
    // "every $n \ge 2$ has a prime divisor"
    phrase |= says(Tells::Opening, last);
    match phrase && clause == Role::Claim {
        true => Role::Condition,
        false => clause,
    }
}

/// Whether a word right behind a formula may be the verb of its sentence: "a body with mass $m$ gains".
fn is_verb(word: &str) -> bool {
    word.len() > 3 && word.ends_with('s') && word.bytes().all(|b| b.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Search, TierName};
    use crate::pipeline::Pipeline;

    /// `!` for what is assumed from there on, `?` for what is assumed for its sentence, `.` for what is claimed.
    fn roles(text: &str) -> String {
        let loaded = crate::rules::load::<&str>(&[]).expect("the built-in rules");
        let search = Search {
            tier: TierName::Notation,
            max_size: 1.0,
        };
        let document = Pipeline::new(&loaded.rules, &search).read_text(text);
        let each = 0..document.passages.len();
        each.map(
            |at| match role(&document, at, &loaded.rules.symbols.lexicon) {
                Role::Claim => '.',
                Role::Premise => '!',
                Role::Condition => '?',
            },
        )
        .collect()
    }

    #[test]
    fn what_is_assumed_is_told_from_what_is_claimed() {
        for (text, wanted) in [
            ("Let $a > b$. Then $a + c > b + c$.", "!."),
            ("If $a > b$ and $b > c$, then $a > c$.", "??."),
            ("If $a > b$, $b < a$.", "?."),
            ("For $a > b$ we have $b < a$ and $a \\ne b$.", "?.."),
            ("We have $b < a$ for all $a > b$.", ".?"),
            (
                "The roots of $x^2 + p = 0$ with $p < 0$ are $x = \\pm\\sqrt{-p}$.",
                ".?.",
            ),
            ("It holds that $a > b$ if and only if $b < a$.", ".."),
            ("Suppose that $u = v$ with $v > 0$. Hence $u > 0$.", "!!."),
            (
                "Since $a = b$, there are $x$ and $y$ such that $x + a = y + b$.",
                "?...",
            ),
            ("The number $k$ is even if $k = 2m$.", ".?"),
            ("The function $f(x) = x^2$ is convex.", "!"),
            ("Two ways to choose $k$ of $n$ give $2k = n$.", "..."),
            ("Choose $k > 0$ with $2k = n$. Then $n > 0$.", "!!."),
            ("Put $u = 2k$. Then $u^2 = 4k^2$.", "!."),
            ("We define the norm by $n = 2k$.", "."),
            ("Taking $u = 2k$ and $v = k$ we obtain $u = 2v$.", "!!."),
            ("Since $f$ is constant, $x = 0$.", "?."),
            ("A body with mass $m$ gains the energy $E = mgh$.", "?."),
            ("Indeed $n = 2k$ gives $n^2 = 4k^2$.", "?."),
        ] {
            assert_eq!(roles(text), wanted, "{text}");
        }
    }
}
