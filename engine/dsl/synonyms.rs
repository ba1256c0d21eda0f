//! What authors write for operators that have other names, and for what is no operator.

use super::source::Report;
use crate::vocabulary::Vocabulary;

/// Names of other programs and signs, with how a term says it.
const SYNONYMS: [(&[&str], &str); 10] = [
    (
        &["sub", "minus", "subtract", "difference"],
        "`a - b` is `(add a (neg b))`",
    ),
    (&["-", "negate", "negative"], "`-a` is `(neg a)`"),
    (&["+", "plus", "addition"], "`a + b` is `(add a b)`"),
    (&["*", "times", "mult", "multiply"], "`a b` is `(mul a b)`"),
    (
        &["/", "frac", "fraction", "divide", "quotient"],
        "`a / b` is `(div a b)`",
    ),
    (&["^", "**", "power"], "`a^b` is `(pow a b)`"),
    (&["sqrt", "surd"], "`√a` is `(root a 2)`"),
    (&["=", "==", "equal", "equals"], "`a = b` is `(eq a b)`"),
    (
        &["num", "number", "int", "integer", "const"],
        "a number is written as it is: `42`, `-1`, `(div 1 2)`",
    ),
    (&["implies", "->"], "`p ⟹ q` is `(implies p q)`"),
];

/// Complains of a name that is no operator, and says what may be meant.
pub(super) fn unknown(name: &str, vocabulary: &Vocabulary, report: &mut Report<'_, '_>) {
    let known = vocabulary.operators.iter().map(|o| o.name.as_str());
    let message = format!("there is no operator `{name}`");
    let diagnostic = report.unknown("unknown-operator", name, message, known);
    if let Some(meant) = meant(name) {
        diagnostic.help = Some(meant);
    }
}

fn meant(name: &str) -> Option<String> {
    if let Some(var) = name.strip_prefix('#') {
        return Some(format!(
            "holes `#{var}` are those of LaTeX; in a term the variable is `?{var}`"
        ));
    }
    if let Some(var) = name.strip_prefix("-?") {
        return Some(format!("`-{var}` is `(neg ?{var})`"));
    }
    if name.starts_with(['?', '!']) {
        return Some(format!("`({name} …)`, any operator, is for falsifications"));
    }
    let mut letters = name.chars();
    if let (Some(letter), None) = (letters.next(), letters.next())
        && letter.is_alphabetic()
    {
        return Some(format!("a variable is `?{letter}`"));
    }
    let synonym = SYNONYMS.iter().find(|(names, _)| names.contains(&name));
    synonym.map(|(_, said)| (*said).to_owned())
}
