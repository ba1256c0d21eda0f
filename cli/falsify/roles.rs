//! What the formulas of a text are there for: what it claims, and what it assumes for that. "If $A
//! \subseteq B$ and $B \subseteq C$, then $A \subseteq C$" stays true where it assumes more.

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

/// Words before what is assumed from there on.
const LET: &[&str] = &[
    "let",
    "suppose",
    "supposing",
    "assume",
    "assuming",
    "fix",
    "consider",
    "take",
    "choose",
    "sei",
    "seien",
    "angenommen",
    "betrachte",
    "betrachten",
    "soit",
    "soient",
    "supposons",
    "considérons",
];

/// Words right before what a letter is to be from there on: "put $u = x^2$", and not "we define the norm by".
const PUT: &[&str] = &["define", "put", "set", "write", "denote", "setze", "posons"];

/// Those that tell what is done where `to` stands before them: "the number of ways to choose $k$ of $n$".
const DONE: &[&str] = &["fix", "consider", "take", "choose"];

/// Words before a clause that is assumed.
const IF: &[&str] = &[
    "if", "when", "whenever", "since", "because", "provided", "unless", "wenn", "falls", "si",
    "lorsque",
];

/// Words before a phrase that is assumed.
const FOR: &[&str] = &[
    "for", "with", "where", "given", "under", "as", "für", "mit", "zu", "wobei", "pour", "avec",
    "où",
];

/// Verbs with which a sentence goes on behind such a phrase.
const VERBS: &[&str] = &[
    "is", "are", "has", "equals", "we", "there", "it", "ist", "sind", "est", "sont",
];

/// Words before what is claimed.
const THEN: &[&str] = &[
    "then",
    "have",
    "hence",
    "therefore",
    "thus",
    "so",
    "follows",
    "implies",
    "imply",
    "gives",
    "yields",
    "get",
    "obtain",
    "conclude",
    "deduce",
    "prove",
    "show",
    "holds",
    "find",
    "determine",
    "compute",
    "evaluate",
    "dann",
    "gilt",
    "also",
    "somit",
    "folglich",
    "folgt",
    "ergibt",
    "alors",
    "donc",
    "obtient",
];

/// Verbs behind what a formula lets follow.
const LETTING: &[&str] = &[
    "implies",
    "imply",
    "gives",
    "yields",
    "forces",
    "ensures",
    "guarantees",
    "impliziert",
];

/// Nouns for what a formula names.
const NAMED: &[&str] = &[
    "function",
    "functions",
    "map",
    "mapping",
    "polynomial",
    "sequence",
    "curve",
    "line",
    "circle",
    "system",
    "matrix",
    "set",
];

/// Nouns for what a formula says.
const STATED: &[&str] = &["equation", "inequality", "series", "recurrence"];

/// Verbs with which words say something of what a formula names.
const SAYING: &[&str] = &[
    "is",
    "are",
    "has",
    "have",
    "converges",
    "diverges",
    "admits",
    "can",
    "cannot",
    "does",
    "satisfies",
    "represents",
    "describes",
];

/// Words that do not begin a phrase before `for`, `with` and `as`.
const IDIOMS: &[(&str, &str)] = &[
    ("for", "example"),
    ("for", "instance"),
    ("for", "some"),
    ("with", "respect"),
    ("as", "follows"),
    ("as", "well"),
    ("as", "a"),
    ("given", "by"),
    ("if", "and"),
];

/// Whether what words alone say stands before a condition: "$n$ is perfect if $\sigma(n) = 2n$", and not "if $n >
/// 1$ is composite, then".
pub(super) fn is_behind(document: &Document, passage: usize) -> bool {
    Sentence::around(document, passage).is_some_and(|Sentence { before, behind, .. }| {
        let first = words(&before).next().unwrap_or("");
        let leads = [LET, IF, FOR].iter().any(|list| list.contains(&first));
        !leads && !words(&behind).any(|word| THEN.contains(&word))
    })
}

/// Whether the words behind a formula say something of what it names, which may be so of others: "for example, $f(x) =
/// x^2$ is convex", and not "so $x = 3$ is the root".
pub(super) fn says_more(document: &Document, passage: usize) -> bool {
    Sentence::around(document, passage).is_some_and(|Sentence { before, behind, .. }| {
        let said = words(&behind).next().unwrap_or("");
        SAYING.contains(&said) && !words(&before).any(|word| THEN.contains(&word))
    })
}

/// Whether a word tells what the formulas behind it are there for.
pub(super) fn is_leading(word: &str) -> bool {
    [LET, IF, FOR, THEN].iter().any(|list| list.contains(&word))
}

/// What a formula of a text is there for, told by the words before it.
pub(super) fn role(document: &Document, passage: usize) -> Role {
    let Some(Sentence { before, behind, .. }) = Sentence::around(document, passage) else {
        return Role::Claim;
    };
    let goes_on = words(&behind).any(|word| THEN.contains(&word));
    let said: Vec<&str> = words(&before).collect();
    let follows = words(&behind).next().unwrap_or("");
    if LETTING.contains(&follows) {
        return Role::Condition;
    }
    // "the function $f(x) = x^2$ is increasing" claims nothing of numbers.
    let last = said.last().copied().unwrap_or("");
    let holds = matches!(follows, "is" | "are");
    if SAYING.contains(&follows) && (NAMED.contains(&last) || STATED.contains(&last) && !holds) {
        return Role::Premise;
    }
    // What the clause is, and whether a phrase in it is assumed.
    let (mut clause, mut phrase) = (Role::Claim, false);
    for (at, word) in said.iter().enumerate() {
        let last = at.checked_sub(1).map_or("", |at| said[at]);
        let next = said.get(at + 1).copied().unwrap_or("");
        if IDIOMS.contains(&(word, next)) || (*word, last) == ("if", "only") {
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
        } else if THEN.contains(word) {
            // `let $a$ be so that $a > 1$`, `if we have`
            let goes_on = *word == "so" && next == "that"
                || at >= 2 && *word == "have" && IF.contains(&said[at - 2]);
            if !goes_on || clause == Role::Claim {
                (clause, phrase) = (Role::Claim, false);
            }
        } else if LET.contains(word) && !(last == "to" && DONE.contains(word))
            || PUT.contains(word) && (next.is_empty() || next.starts_with(FORMULA))
        {
            (clause, phrase) = (Role::Premise, false);
        } else if IF.contains(word) {
            (clause, phrase) = (Role::Condition, false);
        } else if FOR.contains(word) {
            phrase = true;
        } else if VERBS.contains(word) || last.starts_with(FORMULA) && is_verb(word) {
            phrase = false;
        }
    }
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
        each.map(|at| match role(&document, at) {
            Role::Claim => '.',
            Role::Premise => '!',
            Role::Condition => '?',
        })
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
            ("Since $f$ is constant, $x = 0$.", "?."),
            ("A body with mass $m$ gains the energy $E = mgh$.", "?."),
            ("Indeed $n = 2k$ gives $n^2 = 4k^2$.", "?."),
        ] {
            assert_eq!(roles(text), wanted, "{text}");
        }
    }
}
