//! The fields of symbol files.

use super::{ABOUT, DOC, Part, USES, may, must};

pub(super) const PARTS: &[Part] = &[
    Part {
        name: "Symbols",
        doc: "Which letters may stand for which, and what words say of them.",
        frame: "Symbols(@)",
        fields: &[
            ABOUT,
            USES,
            may(
                "groups",
                "[Group]",
                "none",
                "[]",
                "Groups of letters; they may overlap.",
            ),
            may(
                "nouns",
                "[Noun]",
                "none",
                "[]",
                "Words of prose that say what a letter stands for.",
            ),
            may(
                "names",
                "[Names]",
                "none",
                "[]",
                "Names of several letters that are no products of these.",
            ),
            may(
                "always",
                "letters",
                "none",
                "\"x\"",
                "Candidates for every variable, beside those of other files.",
            ),
            may(
                "stray",
                "Stray",
                "never",
                "(probability: 0.1, from: \"a b\")",
                "Letters from outside the group; a higher layer replaces it.",
            ),
            may(
                "extra",
                "{letter: letters}",
                "none",
                "{}",
                "More candidates for some letters; a higher layer replaces those of the same letter.",
            ),
            may(
                "reserved",
                "letters",
                "none",
                "\"e\"",
                "Letters that are never introduced, beside those of other files.",
            ),
            may(
                "excluded",
                "{letter: [operator]}",
                "none",
                "{}",
                "Letters that are not introduced where one of the operators occurs; a higher layer replaces those of the same letter.",
            ),
            may(
                "families",
                "[letters]",
                "none",
                "[\"f F\"]",
                "Rows of related letters: those of a row that occur together become those of another row that may stand for them, column by column. A higher layer replaces families with the same letters.",
            ),
            may(
                "indexed",
                "Indexed",
                "never",
                "(probability: 0.1, up_to: 4)",
                "Letters with numbers for several symbols of a group; a higher layer replaces it.",
            ),
            may(
                "functions",
                "letters",
                "none",
                "\"f g\"",
                "Letters that are functions before a parenthesis, beside those of other files.",
            ),
        ],
    },
    Part {
        name: "Group",
        doc: "A group of letters: an entry of `groups`.",
        frame: "Symbols(groups: [(@)])",
        fields: &[
            must("id", "id", "\"it\"", "Its name."),
            DOC,
            must("role", "Role", "Variable", "What its members are."),
            must(
                "members",
                "letters",
                "\"a b\"",
                "LaTeX of the letters, with blanks between.",
            ),
        ],
    },
    Part {
        name: "Noun",
        doc: "Words that say what the symbol beside them stands for: an entry of `nouns`.",
        frame: "Symbols(nouns: [(@)])",
        fields: &[
            must("id", "id", "\"it\"", "Its name."),
            DOC,
            must(
                "words",
                "words",
                "\"knot | knots\"",
                "The phrases, in lower case, with `|` between.",
            ),
            may(
                "kind",
                "Kind",
                "nothing: an adjective",
                "Num",
                "What the symbol stands for.",
            ),
            may(
                "assume",
                "[term]",
                "nothing",
                "[\"(in ?x NN)\"]",
                "What may be assumed of the symbol, which is `?x`.",
            ),
            may(
                "ordered",
                "bool",
                "false",
                "true",
                "Whether products of its members keep their order: a group, a ring.",
            ),
        ],
    },
    Part {
        name: "Names",
        doc: "Names that are written in plain letters like products: an entry of `names`.",
        frame: "Symbols(names: [(@)])",
        fields: &[
            must("id", "id", "\"it\"", "Its name."),
            DOC,
            must(
                "place",
                "Where",
                "Anywhere",
                "Where the letters are a name; no other letter ever stands right beside them.",
            ),
            must(
                "names",
                "names",
                "\"MSE AIC\"",
                "The names, with blanks between; one letter is only company for others.",
            ),
        ],
    },
    Part {
        name: "Stray",
        doc: "Letters from outside of a group: `stray`.",
        frame: "Symbols(stray: (@))",
        fields: &[
            must("probability", "number", "0.1", "How likely one is."),
            must("from", "letters", "\"a b\"", "Which letters."),
        ],
    },
    Part {
        name: "Indexed",
        doc: "Letters with numbers: `indexed`.",
        frame: "Symbols(indexed: (@))",
        fields: &[
            must("probability", "number", "0.1", "How likely they are."),
            must("up_to", "number", "4", "How many at most."),
        ],
    },
];
