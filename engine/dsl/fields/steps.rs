//! The fields of step files.

use super::{ABOUT, DOC, ID, Part, USES, may, must};

pub(super) const PARTS: &[Part] = &[
    Part {
        name: "Steps",
        doc: "Rewrites by which equations are solved.",
        frame: "Steps(@)",
        fields: &[
            ABOUT,
            USES,
            may(
                "unknowns",
                "letters",
                "those of the other files",
                "\"x y\"",
                "The letters that are unknowns where others stand beside them, which are parameters; the first ones first.",
            ),
            may("steps", "[Step]", "none", "[]", "The rewrites."),
        ],
    },
    Part {
        name: "Step",
        doc: "A rewrite: an entry of `steps`. It must lose no solution; whether it adds some is found out when solutions are put in.",
        frame: "Steps(steps: [(@)])",
        fields: &[
            ID,
            must(
                "rule",
                "pattern => pattern",
                "\"(eq (exp ?u) ?c) => (eq ?u (ln ?c))\"",
                "What becomes what: a relation becomes a relation, several joined by `or`, or `false`; a term becomes a term.",
            ),
            DOC,
            must(
                "unknown",
                "variable or [variable]",
                "\"?u\"",
                "Where the unknown must occur. In all other variables it must not.",
            ),
            may(
                "maybe",
                "variable or [variable]",
                "none",
                "[]",
                "Where the unknown may occur.",
            ),
            may(
                "integers",
                "hole or [hole]",
                "none",
                "[]",
                "Holes of the right side that stand for any integer: a family of solutions.",
            ),
            may(
                "when",
                "[pattern]",
                "always",
                "[\"(gt ?c 0)\"]",
                "Statements that must hold. A comparison of parameters is taken for granted, as a condition of the solution.",
            ),
            may(
                "examples",
                "[(LaTeX, LaTeX)]",
                "none, which is an error",
                "[(\"a\", \"b\")]",
                "Equations, and what the step makes of each; at least one.",
            ),
            may(
                "rejects",
                "[LaTeX]",
                "none",
                "[\"a\"]",
                "Equations on which it must not apply.",
            ),
        ],
    },
];
