//! Sentences on the steps of solving.

use crate::rules::RuleSet;

/// The methods that are no rules of files, and what they do.
pub const METHODS: [(&str, &str); 22] = [
    (
        "solve/absolute-value-cases",
        "What stands between the bars is negative, or it is not.",
    ),
    ("solve/calculate", "The number is calculated."),
    (
        "solve/collect",
        "All terms are brought to one side and collected.",
    ),
    (
        "solve/common-denominator",
        "Both sides are multiplied by the denominators.",
    ),
    (
        "solve/compare",
        "The unknown is gone: the numbers are equal, or they are not.",
    ),
    (
        "solve/eliminate",
        "A multiple of one equation is subtracted from the others.",
    ),
    (
        "solve/factor",
        "A polynomial without rational roots is factored, or is one in a power.",
    ),
    (
        "solve/homogeneous",
        "An equation of one degree in sine and cosine is one of the tangent, or the cosine vanishes.",
    ),
    ("solve/isolate-root", "A root is left alone on its side."),
    (
        "solve/join-logarithms",
        "A sum of logarithms is the logarithm of a product.",
    ),
    (
        "solve/linear",
        "What is multiplied with the unknown is divided out.",
    ),
    (
        "solve/logarithm-of-both-sides",
        "Equal products of powers have equal logarithms.",
    ),
    (
        "solve/positive-argument",
        "What a logarithm is taken of is positive: that of a power of it is a multiple.",
    ),
    (
        "solve/power-of-both-sides",
        "A root is removed by a power of both sides; solutions may be added.",
    ),
    (
        "solve/quadratic-formula",
        "The roots of a quadratic polynomial by its discriminant.",
    ),
    (
        "solve/rational-roots",
        "Rational roots are split off as linear factors.",
    ),
    ("solve/remainders", "All remainders are tried."),
    (
        "solve/sign-chart",
        "The truth can change only at zeros and at the ends of where there are values.",
    ),
    (
        "solve/substitute",
        "What one equation says of an unknown is put into the other.",
    ),
    (
        "solve/take-root",
        "A power alone on its side is removed by a root.",
    ),
    (
        "solve/whole-part",
        "A number is at least its whole part, and less than one above it.",
    ),
    (
        "solve/zero-product",
        "A product vanishes when one of its factors does.",
    ),
];

/// What a step does, by the id of its rule or the name of its method.
pub fn doc<'r>(step: &str, rules: &'r RuleSet) -> &'r str {
    if let Some((_, doc)) = METHODS.iter().find(|(name, _)| *name == step) {
        return doc;
    }
    let id = step.strip_prefix("solve/").unwrap_or(step);
    let rule = rules.solving.rules.iter().find(|rule| rule.id == id);
    rule.map_or("", |rule| &rule.doc)
}
