//! The fields of falsification files.

use super::{ABOUT, DOC, ID, Part, USES, may, must};

pub(super) const PARTS: &[Part] = &[
    Part {
        name: "Falsifications",
        doc: "Rewrites that are not sound, each applied once to make a look-alike that is false.",
        frame: "Falsifications(@)",
        fields: &[
            ABOUT,
            USES,
            may(
                "strategies",
                "[Strategy]",
                "none",
                "[]",
                "Families of rules.",
            ),
            may("rules", "[Falsification]", "none", "[]", "The rules."),
        ],
    },
    Part {
        name: "Strategy",
        doc: "A family of falsifications: an entry of `strategies`.",
        frame: "Falsifications(strategies: [(@)])",
        fields: &[
            must(
                "id",
                "id",
                "\"it\"",
                "Unique over all files; what `--strategy` names.",
            ),
            DOC,
            may(
                "weight",
                "number",
                "1",
                "0.5",
                "How often it is chosen among those that apply.",
            ),
        ],
    },
    Part {
        name: "Falsification",
        doc: "A rule: an entry of `rules` of a falsification file.",
        frame: "Falsifications(rules: [(@)])",
        fields: &[
            ID,
            must(
                "strategy",
                "id",
                "\"swap\"",
                "The strategy that it belongs to.",
            ),
            must(
                "rule",
                "pattern => pattern",
                "\"(exp ?x) => (sin ?x)\"",
                "What becomes what. `?x` is any term, `..r` the remaining arguments, `(?f …)` any operator, `!k` and `(!g …)` holes that are filled in.",
            ),
            DOC,
            may("at", "Site", "Anywhere", "Root", "Where it may be applied."),
            may(
                "holes",
                "{hole: Hole}",
                "none",
                "{}",
                "What is filled in for each hole.",
            ),
            may(
                "when",
                "[Guard]",
                "always",
                "[IsKind(\"?x\", Num)]",
                "What must hold of what is matched and filled in.",
            ),
            may(
                "sound_where",
                "[text]",
                "nowhere",
                "[\"independent\"]",
                "Words of a text of which each says that the rule is sound there.",
            ),
            may(
                "weight",
                "number",
                "1",
                "0.5",
                "How often it is chosen among the rules of its strategy that apply.",
            ),
            may(
                "examples",
                "[(LaTeX, LaTeX)]",
                "none, which is an error",
                "[(\"a\", \"b\")]",
                "Formulas, and one that the rule may make of each; at least one.",
            ),
            may(
                "rejects",
                "[LaTeX]",
                "none",
                "[\"a\"]",
                "Formulas on which it must not apply.",
            ),
        ],
    },
];
