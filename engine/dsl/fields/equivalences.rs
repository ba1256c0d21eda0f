//! The fields of equivalence files.

use super::{ABOUT, DOC, Part, USES, may, must};

pub(super) const PARTS: &[Part] = &[
    Part {
        name: "Equivalences",
        doc: "Sound rewrites.",
        frame: "Equivalences(@)",
        fields: &[
            ABOUT,
            USES,
            may("rules", "[Equivalence]", "none", "[]", "The rules."),
        ],
    },
    Part {
        name: "Equivalence",
        doc: "A rule: an entry of `rules`.",
        frame: "Equivalences(rules: [(@)])",
        fields: &[
            must(
                "id",
                "id",
                "\"it\"",
                "Unique over all files: lower-case words joined by hyphens. A rule of a higher layer replaces one of the same id.",
            ),
            must(
                "rule",
                "pattern => pattern, or <=>",
                "\"(exp ?x) => (pow e ?x)\"",
                "What becomes what. `?x` is any term, `..r` the remaining arguments, `(subst ?f ?i e)` on the right side a body with a bound name replaced.",
            ),
            DOC,
            may(
                "tags",
                "[word]",
                "none",
                "[\"powers\"]",
                "Labels for `rules list --tag`.",
            ),
            may(
                "kinds",
                "{variable: Kind}",
                "as the signatures say",
                "{\"?x\": Num}",
                "Narrows variables.",
            ),
            may(
                "when",
                "[Condition]",
                "always",
                "[NonZero(\"?x\")]",
                "What must be proved before it fires.",
            ),
            may(
                "assume",
                "[Condition]",
                "nothing",
                "[Real(\"?x\")]",
                "What is taken for granted, and told.",
            ),
            may(
                "let",
                "{variable: pattern}",
                "none",
                "{}",
                "Variables computed from literal integers: `{\"?m\": \"(add ?n -1)\"}`; with `=>` only.",
            ),
            may("tier", "Tier", "Notation", "Structure", "When it runs."),
            may(
                "growth",
                "Growth",
                "Rearranges",
                "Expands",
                "What it does to size.",
            ),
            may(
                "weight",
                "number",
                "1",
                "0.5",
                "How natural its result is: 1 usual, 0.1 rare.",
            ),
            may(
                "weight_rev",
                "number",
                "1",
                "0.5",
                "The same from right to left; with `<=>` only.",
            ),
            may(
                "limit",
                "(matches: number)",
                "(matches: 2000)",
                "(matches: 9)",
                "The most matches of an iteration.",
            ),
            may(
                "status",
                "Status",
                "Stable",
                "Stable",
                "Whether it is in use.",
            ),
            may(
                "examples",
                "[(LaTeX, LaTeX)]",
                "none, which is an error",
                "[(\"a\", \"b\")]",
                "Pairs that it relates; at least one.",
            ),
            may(
                "rejects",
                "[LaTeX]",
                "none",
                "[\"a\"]",
                "Formulas on which it must not fire.",
            ),
        ],
    },
    Part {
        name: "Limit",
        doc: "How much a rule may do: `limit`.",
        frame: "Equivalences(rules: [(id: \"it\", rule: \"(exp ?x) => (pow e ?x)\", examples: [(\"a\", \"b\")], limit: (@))])",
        fields: &[must(
            "matches",
            "number",
            "9",
            "The most matches of an iteration.",
        )],
    },
];
