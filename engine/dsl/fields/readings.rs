//! The fields of readings.

use super::{LEVEL, OP, Part, TEX, may, must};

pub(super) const PARTS: &[Part] = &[
    Part {
        name: "Infix",
        doc: "A reading of a sign between two operands.",
        frame: "Vocabulary(reads: [Infix(@)])",
        fields: &[
            TEX,
            must("op", "operator", "\"add\"", "What is read."),
            LEVEL,
            may(
                "assoc",
                "Assoc",
                "Flat or Chain where the operator is flat or a relation, otherwise Left",
                "Left",
                "How equal signs in a row group.",
            ),
        ],
    },
    Part {
        name: "Prefix",
        doc: "A reading of a sign before an operand.",
        frame: "Vocabulary(reads: [Prefix(@)])",
        fields: &[
            TEX,
            must("op", "operator", "\"neg\"", "What is read."),
            LEVEL,
        ],
    },
    Part {
        name: "Postfix",
        doc: "A reading of a sign after an operand.",
        frame: "Vocabulary(reads: [Postfix(@)])",
        fields: &[
            TEX,
            must("op", "operator", "\"factorial\"", "What is read."),
            LEVEL,
        ],
    },
    Part {
        name: "Juxtapose",
        doc: "What two operands side by side are.",
        frame: "Vocabulary(reads: [Juxtapose(@)])",
        fields: &[must("op", "operator", "\"mul\"", "What is read."), LEVEL],
    },
    Part {
        name: "Command",
        doc: "A reading of a command with arguments in braces.",
        frame: "Vocabulary(reads: [Command(@)])",
        fields: &[
            TEX,
            must(
                "args",
                "number",
                "1",
                "How many arguments in braces it has.",
            ),
            OP,
            may(
                "optional",
                "text",
                "no such argument",
                "\"2\"",
                "What stands for a first argument in square brackets when there is none; it becomes the last argument of the operator.",
            ),
        ],
    },
    Part {
        name: "Function",
        doc: "A reading of the name of a function, with or without parentheses, with `^n` and `^{-1}` after it.",
        frame: "Vocabulary(reads: [Function(@)])",
        fields: &[
            TEX,
            OP,
            may(
                "inverse",
                "operator",
                "the power",
                "\"arcsin\"",
                "What `^{-1}` after the name gives.",
            ),
            may(
                "base",
                "operator",
                "an index",
                "\"logb\"",
                "What an index after the name gives: base, argument.",
            ),
        ],
    },
    Part {
        name: "Bound",
        doc: "A reading of a big operator with limits.",
        frame: "Vocabulary(reads: [Bound(@)])",
        fields: &[
            TEX,
            must(
                "op",
                "operator",
                "\"sum\"",
                "What `_{i=a}^{b}` or an arrow below gives.",
            ),
            may(
                "over",
                "operator",
                "none",
                "\"sumin\"",
                "What `_{i \\in A}` gives; with an arrow, from above.",
            ),
            may(
                "cond",
                "operator",
                "none",
                "\"sumcond\"",
                "What a condition below gives; with an arrow, from below.",
            ),
            may(
                "bare",
                "operator",
                "none",
                "\"sumall\"",
                "What a name alone below gives.",
            ),
        ],
    },
    Part {
        name: "Fence",
        doc: "A reading of a pair of delimiters.",
        frame: "Vocabulary(reads: [Fence(@)])",
        fields: &[
            must("open", "LaTeX or [LaTeX]", "\"<\"", "What opens it."),
            must("close", "LaTeX or [LaTeX]", "\">\"", "What closes it."),
            must(
                "op",
                "operator",
                "\"floor\"",
                "What is read of the things separated by commas.",
            ),
        ],
    },
    Part {
        name: "Constant",
        doc: "A reading of a constant.",
        frame: "Vocabulary(reads: [Constant(@)])",
        fields: &[TEX, must("op", "operator", "\"pi\"", "What is read.")],
    },
    Part {
        name: "Operatorname",
        doc: "A reading of a name before brackets of any kind, such as `E[X]`.",
        frame: "Vocabulary(reads: [Operatorname(@)])",
        fields: &[
            TEX,
            must("op", "operator", "\"expect\"", "What is read."),
            may(
                "given",
                "operator",
                "none",
                "\"condexpect\"",
                "What a bar inside gives: `E[X|Y]`.",
            ),
        ],
    },
    Part {
        name: "Shape",
        doc: "A reading of LaTeX with holes. A spelling that begins with a hole comes after an operand. It comes before all other readings, where the kinds of its holes allow it: a hole for a statement takes what looks like one, a hole for a number nothing that does.",
        frame: "Vocabulary(reads: [Shape(@)])",
        fields: &[
            must(
                "tex",
                "LaTeX with #holes, or [LaTeX with #holes]",
                "r\"\\it{#x}\"",
                "The spellings. Holes are the variables of the term without `?`; the last may end it after `_` or `^`.",
            ),
            must(
                "term",
                "pattern",
                "\"(neg ?x)\"",
                "What it stands for. `..xs` takes a list separated by commas.",
            ),
        ],
    },
];
