//! The fields of vocabulary files.

use super::{ABOUT, DOC, Part, USES, may, must};

pub(super) const PARTS: &[Part] = &[
    Part {
        name: "Vocabulary",
        doc: "Operators, and how LaTeX is read.",
        frame: "Vocabulary(@)",
        fields: &[
            ABOUT,
            USES,
            may(
                "levels",
                "[name]",
                "those of the files below",
                "[\"any\", \"atom\"]",
                "Bracket levels, weakest first. Only the built-in file needs them.",
            ),
            may(
                "operators",
                "[Operator]",
                "none",
                "[]",
                "New operators, or other ones of a name that there is.",
            ),
            may(
                "reads",
                "[Reading]",
                "none",
                "[]",
                "How they are read; readings of a higher layer come first.",
            ),
        ],
    },
    Part {
        name: "Operator",
        doc: "An operator: an entry of `operators` in a Vocabulary.",
        frame: "Vocabulary(operators: [(@)])",
        fields: &[
            must(
                "name",
                "name",
                "\"it\"",
                "Its name in terms: letters, digits, hyphens.",
            ),
            must(
                "sig",
                "signature",
                "\"Num -> Num\"",
                "Kinds of its arguments and result: `\"Num Num -> Num\"`; alternatives with `|`; `Num*` repeats, at the end; `\"-> Num\"` is a constant.",
            ),
            may(
                "laws",
                "[Law]",
                "none",
                "[]",
                "What matching and brackets may rely on.",
            ),
            may(
                "binds",
                "(var: number, scope: [number])",
                "nothing",
                "(var: 0, scope: [1])",
                "Which argument is a bound name and in which arguments it is bound, counted from 0.",
            ),
            may(
                "tags",
                "[word]",
                "none",
                "[\"unary\"]",
                "Labels that conditions and selections ask for.",
            ),
            DOC,
            may(
                "define",
                "pattern",
                "none",
                "\"(neg ?x)\"",
                "What it stands for, over its parameters. Evaluation unfolds it. Without it a new operator is a function of which nothing is known.",
            ),
            may(
                "params",
                "[variable]",
                "the only variable of `define`",
                "[\"?x\"]",
                "The parameters in the order of the arguments; for an argument with `*` the last one is `..x`.",
            ),
            may(
                "unfold",
                "Tier",
                "never",
                "Structure",
                "When rewriting may use the definition, both ways: the equivalences `NAME-define` and `NAME-define-rev`.",
            ),
        ],
    },
    Part {
        name: "Binder",
        doc: "What an operator binds: `binds`.",
        frame: "Vocabulary(operators: [(name: \"it\", sig: \"Num Num -> Num\", binds: (@))])",
        fields: &[
            must("var", "number", "0", "The argument that is the bound name."),
            must(
                "scope",
                "[number]",
                "[1]",
                "The arguments in which it is bound.",
            ),
        ],
    },
];
