//! What the sentence around a formula leans on: sizes of arrays, patterns of numbers, things in an
//! order, parts of words, and what a noun right after a relation is said of.

use crate::phrases::{Lexicon, Tells};
use crate::rules::RuleSet;
use crate::term::Term;

/// A word in lower case, without what stands beside it.
pub(super) fn bare(word: &str) -> String {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    bare.to_lowercase()
}

/// Relations whose left side is what the sentence goes on to speak of.
const RELATIONS: &[&str] = &[
    "in",
    "notin",
    "subseteq",
    "subset",
    "supseteq",
    "supset",
    "subsetneq",
    "supsetneq",
    "normalin",
    "le",
    "lt",
    "ge",
    "gt",
    "divides",
];

/// Whether the sentence takes a formula as it stands, up to the names of its letters: `$1 \times 1$
/// blocks`, `the pattern $2-41-3$`, `labeled by $\{a, b, c\}$`.
pub(super) fn leans(latex: &str, (before, after): (&str, &str), lexicon: &Lexicon) -> bool {
    let products = &lexicon[Tells::Product];
    is_size(latex, before, lexicon) && !near(before, 4).any(|word| products.begin(&word))
        || latex.starts_with('[') && latex.ends_with(']')
        || is_pattern(latex, before)
        || are_indices(latex, after, lexicon)
        || in_order(latex, before, after, lexicon)
}

/// The last words before a formula in lower case, the nearest first.
fn near(before: &str, number: usize) -> impl Iterator<Item = String> {
    let words = before.split_whitespace().rev().take(number);
    words.map(|word| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        bare.to_lowercase()
    })
}

/// Whether crosses join whole numbers, small letters and sums of them, or more than two, or the
/// words before speak of a size: `3 \times 4`, `n \times 2 \times 2`, `(n+1) \times n`, `of size
/// $K \times N$`.
fn is_size(latex: &str, before: &str, lexicon: &Lexicon) -> bool {
    let latex = latex.replace('×', r"\times ");
    let parts: Vec<&str> = latex.split(r"\times").map(str::trim).collect();
    let capital = |part: &str| part.starts_with(|c: char| c.is_ascii_uppercase());
    let size = |word: String| lexicon[Tells::Size].begin(&word);
    parts.len() > 1
        && parts.iter().all(|part| is_length(part))
        && (parts.len() > 2 || !parts.iter().all(|part| capital(part)) || near(before, 3).any(size))
}

/// `3`, `n`, `2n`, `n_1`, `n+1`, `\ell`, `\ldots`, `0.5\,\mathrm{m}`
fn is_length(part: &str) -> bool {
    if let Some((number, _)) = part.split_once(r"\mathrm{") {
        let number = number.trim_end_matches(['\\', ',', ';', ':', '~', ' ']);
        return !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    }
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '{' | '}' | '(' | ')');
    match part.strip_prefix('\\') {
        Some(name) => !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphabetic()),
        None => {
            !part.is_empty()
                && part
                    .chars()
                    .all(|c| plain(c) || matches!(c, '+' | '-' | ' '))
        }
    }
}

/// Whether letters side by side say where something stands: `the $ij$ entry`, `$ij$-th minor`.
fn are_indices(latex: &str, after: &str, lexicon: &Lexicon) -> bool {
    let letters = latex.chars().filter(char::is_ascii_lowercase).count();
    let plain = latex.chars().all(|c| c.is_ascii_lowercase() || c == ' ');
    let words = after
        .split([' ', '-', '\n', '~'])
        .filter(|word| !word.is_empty());
    plain
        && (2..4).contains(&letters)
        && words
            .take(2)
            .any(|word| lexicon[Tells::Placed].begin(&word.to_lowercase()))
}

/// Whether numbers are joined by hyphens, three or more, or fewer after a word that says so:
/// `2-41-3`.
fn is_pattern(latex: &str, before: &str) -> bool {
    let number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let count = latex.split('-').count();
    count > 1
        && latex.split('-').all(|part| number(part.trim()))
        && (count > 2 || near(before, 2).any(|w| w.starts_with("pattern") || w == "score"))
}

/// Whether the members of a set or list are named in an order: `columns labeled by $\{a, b\}$`.
fn in_order(latex: &str, before: &str, after: &str, lexicon: &Lexicon) -> bool {
    let opens = [r"\{", r"\lbrace", "[", "("];
    if !opens.iter().any(|open| latex.starts_with(open)) {
        return false;
    }
    let filler = |w: &String| matches!(w.as_str(), "set" | "the" | "list" | "elements");
    let mut words = near(before, 5).skip_while(filler);
    let ordering = |w: String| lexicon[Tells::Ordering].begin(&w);
    let by = words.next().is_some_and(|w| w == "by") && words.next().is_some_and(ordering);
    let after = after
        .trim_start_matches([' ', '\n', ',', '('])
        .to_lowercase();
    by || lexicon[Tells::InOrder].begin(&after)
}

/// Signs between two operands.
const JOINING: &[&str] = &[
    "=",
    "+",
    "-",
    "<",
    ">",
    "/",
    "*",
    r"\cdot",
    r"\times",
    r"\le",
    r"\leq",
    r"\leqslant",
    r"\ge",
    r"\geq",
    r"\geqslant",
    r"\equiv",
    r"\approx",
    r"\neq",
    r"\ne",
    r"\Rightarrow",
    r"\implies",
    r"\iff",
    r"\Leftrightarrow",
    r"\cup",
    r"\cap",
    r"\in",
    r"\subset",
    r"\subseteq",
    r"\mid",
    r"\pm",
];

/// Whether two formulas with nothing but a blank between them are one: a sign at the end of the first
/// or at the beginning of the second joins them.
pub(super) fn goes_on(first: &str, second: &str) -> bool {
    ends_open(first) || begins_open(second)
}

/// Whether a formula begins or ends with a sign that has something on both sides, and so is a part of
/// one. A minus at the beginning is a sign of its own.
#[must_use]
pub fn is_part(formula: &str) -> bool {
    let signed =
        formula.trim_start().starts_with(['-', '+']) || formula.trim_start().starts_with(r"\pm");
    ends_open(formula) || !signed && begins_open(formula)
}

/// `a + b +`, but not `\mathbb{R}^+` and `z^{*}`.
fn ends_open(formula: &str) -> bool {
    let bare =
        formula.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '&' | '{' | '}'));
    JOINING.iter().any(|sign| {
        bare.strip_suffix(sign).is_some_and(|rest| {
            let rest = rest.trim_end_matches(['{', ' ']);
            !rest.ends_with(['^', '_'])
        })
    })
}

fn begins_open(formula: &str) -> bool {
    let bare =
        formula.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '&' | '{' | '}'));
    let word = |rest: &str| rest.starts_with(|c: char| c.is_ascii_alphabetic());
    JOINING.iter().any(|sign| {
        let rest = bare.strip_prefix(sign);
        rest.is_some_and(|rest| !(sign.starts_with('\\') && word(rest)))
    })
}

/// Whether a formula is part of a word: `$(n-1)$-st`, `$(k+1)$th`, `$2k$-regular`.
pub(super) fn is_in_word(after: &str) -> bool {
    let word = after.strip_prefix(['-', '–']).unwrap_or(after);
    word.starts_with(char::is_alphabetic)
}

/// Whether the words right before or after a relation speak of its left side: `$W \subseteq V$ a
/// subspace`, `let $x \in X$ be a point`, `at $x = 2$`.
pub(super) fn is_spoken_of(term: &Term, (before, after): (&str, &str), rules: &RuleSet) -> bool {
    let (vocabulary, lexicon) = (&rules.vocabulary, &rules.symbols.lexicon);
    let name = vocabulary.name(term.op);
    let speaks = |word: &str| lexicon[Tells::Speaking].has(&word.to_lowercase());
    // A side with parts that may change places is worth more than its side.
    let call = vocabulary.find("call");
    let small = |t: &Term| {
        let single = t.args.len() < 2 || t.args.len() == 2 && Some(t.op) == call;
        single && t.args.iter().all(|a| a.args.is_empty())
    };
    if name == "eq"
        && term.args.iter().all(small)
        && before.ends_with(char::is_whitespace)
        && before.split_whitespace().next_back().is_some_and(speaks)
    {
        return true;
    }
    if !RELATIONS.contains(&name) || !after.starts_with(char::is_whitespace) {
        return false;
    }
    let mut words = after.split_whitespace();
    let first = words.next().unwrap_or("");
    let article = |word: &str| matches!(word, "a" | "an" | "the" | "any" | "some");
    let lower =
        |word: Option<&str>| word.is_some_and(|w| w.starts_with(|c: char| c.is_lowercase()));
    match first {
        "a" | "an" => lower(words.next()),
        "be" | "is" | "being" | "denotes" | "denote" => words.next().is_some_and(article),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lexicon() -> Lexicon {
        crate::common::builtin().symbols.lexicon
    }

    #[test]
    fn sizes_are_told_from_products() {
        let lexicon = lexicon();
        for (latex, size) in [
            (r"1 \times 1", true),
            (r"n\times 2 \times 2", true),
            (r"(n+1) \times 1", true),
            (r"a \times b", true),
            (r"n \times (n+d)", true),
            (r"A \times B", false),
            (r"2 \times 10^3", false),
            (r"2.5 \times 3", false),
            (r"2 \times 3 = 6", false),
            (r"\mathbb{R} \times 2", false),
        ] {
            assert_eq!(is_size(latex, "a ", &lexicon), size, "{latex}");
        }
        assert!(is_size(r"K \times N", "an array of shape ", &lexicon));
    }

    #[test]
    fn patterns_are_told_from_differences() {
        assert!(is_pattern("2-41-3", "the permutation "));
        assert!(is_pattern("3-1", "avoids the pattern "));
        assert!(!is_pattern("3-1", "we compute "));
        assert!(!is_pattern("x-1-2", ""));
    }

    #[test]
    fn formulas_go_on_after_a_sign() {
        assert!(goes_on("a+b+", "c"));
        assert!(goes_on(r"a \cdot", "c"));
        assert!(goes_on("a+b", "= c"));
        assert!(goes_on("a", r"&\leq c"));
        assert!(!goes_on("a = b", "c = d"));
        assert!(!goes_on(r"\mathbb{R}^+", "c"));
        assert!(!goes_on("z^{*}", "c"));
        assert!(!goes_on("a", r"\infty"));
        assert!(!goes_on("a", r"\left(b\right)"));
    }

    #[test]
    fn places_have_indices() {
        let lexicon = lexicon();
        assert!(are_indices("ij", " entry of", &lexicon));
        assert!(are_indices("i j", "-th component", &lexicon));
        assert!(!are_indices("ij", " is an entry", &lexicon));
        assert!(!are_indices("Mx", " entry", &lexicon));
    }

    #[test]
    fn orders_are_told_by_the_words_before() {
        let lexicon = lexicon();
        assert!(in_order(
            r"\{a,b\}",
            "with columns labeled by ",
            "",
            &lexicon
        ));
        assert!(in_order(r"\{a,b\}", "indexed by the set ", "", &lexicon));
        assert!(in_order("(a,b)", "we take ", " in this order", &lexicon));
        assert!(!in_order(r"\{a,b\}", "generated by ", "", &lexicon));
    }
}
