//! Every field of every kind of rule file, in words. A test compares this with what is accepted.

/// Something that is written `( field: value, … )`.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Its name in the reference.
    pub name: &'static str,
    /// What it is.
    pub doc: &'static str,
    /// A rule file with `@` where the fields stand.
    pub frame: &'static str,
    /// Its fields.
    pub fields: &'static [Field],
}

/// A field.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What is written there.
    pub kind: &'static str,
    /// What it is when it is not written; none when it must be.
    pub default: Option<&'static str>,
    /// What it says.
    pub doc: &'static str,
    /// A value.
    pub example: &'static str,
}

/// One of several words, perhaps with values in parentheses.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Its name in the reference.
    pub name: &'static str,
    /// What it is.
    pub doc: &'static str,
    /// A rule file with `@` where one of them stands.
    pub frame: &'static str,
    /// Each as it is written, and what it says.
    pub words: &'static [(&'static str, &'static str)],
}

const fn must(
    name: &'static str,
    kind: &'static str,
    example: &'static str,
    doc: &'static str,
) -> Field {
    Field {
        name,
        kind,
        default: None,
        doc,
        example,
    }
}

const fn may(
    name: &'static str,
    kind: &'static str,
    default: &'static str,
    example: &'static str,
    doc: &'static str,
) -> Field {
    Field {
        name,
        kind,
        default: Some(default),
        doc,
        example,
    }
}

const ABOUT: Field = may(
    "about",
    "text",
    "empty",
    "\"What is in it.\"",
    "One sentence about the file.",
);
const USES: Field = may(
    "uses",
    "[name]",
    "none",
    "[]",
    "Rule files whose names this one relies on, without directory and ending. It is checked that they are loaded; order and circles mean nothing.",
);
const DOC: Field = may(
    "doc",
    "text",
    "empty",
    "\"In words.\"",
    "One sentence, shown by `rules show`.",
);
const TEX: Field = must(
    "tex",
    "LaTeX or [LaTeX]",
    "r\"\\it\"",
    "The spellings, all equal.",
);
const OP: Field = must("op", "operator", "\"sin\"", "What is read.");
const LEVEL: Field = must("level", "level", "\"sum\"", "How strongly it binds.");

/// All parts, in the order of the reference.
pub const PARTS: &[Part] = &[
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
    Part {
        name: "Styles",
        doc: "Small choices of spelling that many templates share.",
        frame: "Styles(@)",
        fields: &[
            ABOUT,
            USES,
            may("styles", "[Style]", "none", "[]", "The styles."),
        ],
    },
    Part {
        name: "Style",
        doc: "A style: an entry of `styles`. Templates name it as `@id`.",
        frame: "Styles(styles: [(@)])",
        fields: &[
            must("id", "id", "\"it\"", "Its name."),
            DOC,
            may(
                "decide",
                "Decide",
                "Occurrence",
                "Formula",
                "How often it is decided.",
            ),
            may(
                "pair",
                "id",
                "no pair",
                "\"ti\"",
                "The name of the closing half; the forms are then pairs.",
            ),
            may(
                "along",
                "name",
                "by itself",
                "\"both\"",
                "Styles of one such name are decided together; with `decide: Formula` and the same weights only.",
            ),
            may(
                "plain_beside",
                "[operator]",
                "none",
                "[\"sin\"]",
                "Beside these operators only the first spelling is used.",
            ),
            may(
                "only_beside",
                "[operator]",
                "none",
                "[\"sin\"]",
                "Without these operators only the first spelling is used.",
            ),
            may(
                "no_product_of_sets",
                "[LaTeX]",
                "none",
                "[\"x\"]",
                "Spellings not used in products of capital letters alone.",
            ),
            must(
                "forms",
                "[(weight, LaTeX)] or [(weight, (LaTeX, LaTeX))]",
                "[(1, \"a\"), (2, \"b\")]",
                "The spellings.",
            ),
        ],
    },
    Part {
        name: "Notations",
        doc: "How operators are written.",
        frame: "Notations(@)",
        fields: &[
            ABOUT,
            USES,
            may("notations", "[Notation]", "none", "[]", "The notations."),
        ],
    },
    Part {
        name: "Notation",
        doc: "A notation: an entry of `notations`. The most specific pattern that fits and has a form for it is used.",
        frame: "Notations(notations: [(@)])",
        fields: &[
            must(
                "id",
                "id",
                "\"it\"",
                "Unique over all files; one of a higher layer replaces it.",
            ),
            must("print", "pattern", "\"(neg ?x)\"", "What is written."),
            DOC,
            may(
                "decide",
                "Decide",
                "Occurrence",
                "Formula",
                "How often a form is drawn.",
            ),
            may(
                "along",
                "name",
                "by itself",
                "\"both\"",
                "Notations of one such name are decided together; with `decide: Formula`, as many forms and the same weights only.",
            ),
            must(
                "forms",
                "[Form]",
                "[(tex: \"-#x\")]",
                "The ways to write it.",
            ),
        ],
    },
    Part {
        name: "Form",
        doc: "A way to write a notation; it has exactly one of `tex`, `terms`, `factors`.",
        frame: "Notations(notations: [(id: \"it\", print: \"(add ..t)\", forms: [(@)])])",
        fields: &[
            may(
                "w",
                "number",
                "1",
                "3",
                "How often it is used, relative to the others.",
            ),
            may(
                "tex",
                "template",
                "none",
                "\"#{t:product| + }\"",
                "LaTeX with `#holes` and `@styles`: see Templates.",
            ),
            may(
                "terms",
                "name",
                "none",
                "\"t\"",
                "The rest variable whose members are written as signed terms of a sum.",
            ),
            may(
                "factors",
                "name",
                "none",
                "\"t\"",
                "The rest variable whose members are written as factors; with `times`.",
            ),
            may(
                "times",
                "style",
                "none",
                "\"times\"",
                "What stands between factors where they do not stand side by side.",
            ),
            may(
                "level",
                "level",
                "atom",
                "\"sum\"",
                "How strongly the result binds.",
            ),
            may(
                "assoc",
                "Grouping",
                "neither",
                "Left",
                "On which side an operand of the same level needs no brackets.",
            ),
            may(
                "when",
                "[FormCondition]",
                "always",
                "[Count(\"..t\", 2)]",
                "What must hold.",
            ),
            may(
                "unless",
                "[FormCondition]",
                "never",
                "[Count(\"..t\", 2)]",
                "What must not hold, each by itself.",
            ),
        ],
    },
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
                "always",
                "letters",
                "none",
                "\"x\"",
                "Candidates for every variable.",
            ),
            may(
                "stray",
                "Stray",
                "never",
                "(probability: 0.1, from: \"a b\")",
                "Letters from outside the group.",
            ),
            may(
                "extra",
                "{letter: letters}",
                "none",
                "{}",
                "More candidates for some letters.",
            ),
            may(
                "reserved",
                "letters",
                "none",
                "\"e\"",
                "Letters that are never introduced.",
            ),
            may(
                "excluded",
                "{letter: [operator]}",
                "none",
                "{}",
                "Letters that are not introduced where one of the operators occurs.",
            ),
            may(
                "families",
                "[letters]",
                "none",
                "[\"f F\"]",
                "Related letters that change together; all have as many columns.",
            ),
            may(
                "indexed",
                "Indexed",
                "never",
                "(probability: 0.1, up_to: 4)",
                "Letters with numbers for several symbols of a group.",
            ),
            may(
                "functions",
                "letters",
                "none",
                "\"f g\"",
                "Letters that are functions before a parenthesis.",
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

/// All choices among words, in the order of the reference.
pub const CHOICES: &[Choice] = &[
    Choice {
        name: "Reading",
        doc: "The forms of `reads`; the fields of each have a section of their own.",
        frame: "Vocabulary(reads: [@])",
        words: &[
            (
                "Infix(tex: r\"\\it\", op: \"add\", level: \"sum\")",
                "Between two operands.",
            ),
            (
                "Prefix(tex: r\"\\it\", op: \"neg\", level: \"sum\")",
                "Before an operand.",
            ),
            (
                "Postfix(tex: r\"\\it\", op: \"factorial\", level: \"postfix\")",
                "After an operand.",
            ),
            (
                "Juxtapose(op: \"mul\", level: \"product\")",
                "Nothing between two operands.",
            ),
            (
                "Command(tex: r\"\\it\", args: 1, op: \"sin\")",
                "A command with arguments in braces.",
            ),
            (
                "Function(tex: r\"\\it\", op: \"sin\")",
                "The name of a function.",
            ),
            (
                "Bound(tex: r\"\\it\", op: \"sum\")",
                "A big operator with limits.",
            ),
            (
                "Fence(open: \"<\", close: \">\", op: \"floor\")",
                "A pair of delimiters.",
            ),
            ("Constant(tex: r\"\\it\", op: \"pi\")", "A constant."),
            (
                "Operatorname(tex: r\"\\it\", op: \"expect\")",
                "A name before brackets of any kind.",
            ),
            (
                "Shape(tex: r\"\\it{#x}\", term: \"(neg ?x)\")",
                "LaTeX with holes.",
            ),
        ],
    },
    Choice {
        name: "Law",
        doc: "What `laws` of an operator say.",
        frame: "Vocabulary(operators: [(name: \"it\", sig: \"Num* -> Num\", laws: [@])])",
        words: &[
            ("Comm", "The order of the arguments means nothing."),
            (
                "Assoc",
                "It is flat: nested ones are written as one, over any number of arguments.",
            ),
            ("Idem", "An argument twice is one argument."),
            (
                "Unit(\"0\")",
                "The neutral element, which is left out where rewriting would add it.",
            ),
        ],
    },
    Choice {
        name: "Assoc",
        doc: "How equal infix signs in a row group.",
        frame: "Vocabulary(reads: [Infix(tex: \"x\", op: \"add\", level: \"sum\", assoc: @)])",
        words: &[
            ("Left", "The first two belong together."),
            ("Right", "The last two belong together."),
            ("Flat", "All belong together."),
            ("Chain", "They are a chain of relations."),
        ],
    },
    Choice {
        name: "Condition",
        doc: "What `when` and `assume` ask of the terms that variables stand for.",
        frame: "Equivalences(rules: [(id: \"it\", rule: \"(add ?a ?b (sum ?i 1 9 ?n)) => (add ?b ?a)\", when: [@], examples: [(\"a\", \"b\")])])",
        words: &[
            ("NonZero(\"?a\")", "It is never zero."),
            ("Positive(\"?a\")", "It is greater than zero."),
            ("NonNegative(\"?a\")", "It is at least zero."),
            ("Real(\"?a\")", "It is a real number."),
            ("Integer(\"?a\")", "It is an integer."),
            ("Natural(\"?a\")", "It is an integer of at least zero."),
            (
                "IntIn(\"?a\", 2, 4)",
                "It is a literal integer within these bounds.",
            ),
            ("Literal(\"?a\")", "It is a literal number."),
            ("IsSymbol(\"?a\")", "It is a symbol."),
            ("Compound(\"?a\")", "It is neither number nor name."),
            (
                "NotFree(\"?i\", \"?a\")",
                "The first, a name, does not occur in the second.",
            ),
            ("Differ(\"?a\", \"?b\")", "They are not known to be equal."),
            ("IsKind(\"?a\", Num)", "It is of this kind."),
            ("Not(IsSymbol(\"?a\"))", "The condition does not hold."),
            (
                "AnyOf([IsSymbol(\"?a\"), Literal(\"?a\")])",
                "One of the conditions holds.",
            ),
        ],
    },
    Choice {
        name: "FormCondition",
        doc: "What `when` and `unless` of a form ask.",
        frame: "Notations(notations: [(id: \"it\", print: \"(list ?x ..t)\", forms: [(tex: \"#x#{t|,}\", when: [@])])])",
        words: &[
            ("Is(\"?x\", 1)", "It is this number."),
            (
                "IntIn(\"?x\", 0, 9)",
                "It is an integer within these bounds.",
            ),
            ("IsSymbol(\"?x\")", "It is a symbol."),
            ("IsAtom(\"?x\")", "It is a number or name."),
            (
                "IsName(\"?x\")",
                "It is a symbol, a bound name or a constant.",
            ),
            ("IsKind(\"?x\", Set)", "It is of this kind."),
            (
                "Tagged(\"?x\", [\"signed\"])",
                "Its operator has one of these tags, however it is written.",
            ),
            (
                "LooksSet(\"?x\")",
                "It looks like a set or an event, however it is written.",
            ),
            (
                "Count(\"..t\", 2)",
                "The rest variable has so many members.",
            ),
            ("Not(IsSymbol(\"?x\"))", "The condition does not hold."),
        ],
    },
    Choice {
        name: "Kind",
        doc: "What a term stands for.",
        frame: "Equivalences(rules: [(id: \"it\", rule: \"(idx ?x ?y) => (list ?x ?y)\", kinds: {\"?x\": @}, examples: [(\"a\", \"b\")])])",
        words: &[
            ("Any", "Anything."),
            ("Num", "A number."),
            ("Prop", "A statement."),
            ("Set", "A set."),
            ("Mat", "A matrix."),
            ("Vec", "A vector."),
            ("Fn", "A function."),
            ("Rv", "A random variable."),
            ("Event", "An event."),
            ("Tuple", "A tuple or list."),
            ("Text", "Words."),
            ("Point", "A point of a figure."),
        ],
    },
    Choice {
        name: "Tier",
        doc: "When a rule runs.",
        frame: "Equivalences(rules: [(id: \"it\", rule: \"(exp ?x) => (pow e ?x)\", tier: @, examples: [(\"a\", \"b\")])])",
        words: &[
            ("Notation", "Always, to the end."),
            ("Structure", "By default, within limits."),
            (
                "Algebra",
                "Where asked for: strong enough to prove identities.",
            ),
        ],
    },
    Choice {
        name: "Growth",
        doc: "What a rule does to size.",
        frame: "Equivalences(rules: [(id: \"it\", rule: \"(exp ?x) => (pow e ?x)\", growth: @, examples: [(\"a\", \"b\")])])",
        words: &[
            ("Collects", "The result is smaller."),
            ("Rearranges", "The result is as large."),
            ("Expands", "The result is larger."),
        ],
    },
    Choice {
        name: "Status",
        doc: "Whether a rule is in use.",
        frame: "Equivalences(rules: [(id: \"it\", rule: \"(exp ?x) => (pow e ?x)\", status: @, examples: [(\"a\", \"b\")])])",
        words: &[
            ("Draft", "It is checked and not used."),
            ("Stable", "It is used."),
            ("Deprecated", "It is used, with a warning."),
        ],
    },
    Choice {
        name: "Decide",
        doc: "How often a choice is made.",
        frame: "Styles(styles: [(id: \"it\", decide: @, forms: [(1, \"x\")])])",
        words: &[
            ("Formula", "Once a formula or text."),
            ("Occurrence", "At each place."),
        ],
    },
    Choice {
        name: "Grouping",
        doc: "On which side an operand of a form's own level needs no brackets.",
        frame: "Notations(notations: [(id: \"it\", print: \"(div ?x ?y)\", forms: [(tex: \"#x : #y\", level: \"product\", assoc: @)])])",
        words: &[("Left", "At its left end."), ("Right", "At its right end.")],
    },
    Choice {
        name: "Role",
        doc: "What the letters of a group are used for.",
        frame: "Symbols(groups: [(id: \"it\", role: @, members: \"a b\")])",
        words: &[
            ("Variable", "What is not applied to anything."),
            ("Function", "What is applied to arguments."),
        ],
    },
];

/// The reference of all fields, in Markdown.
pub fn reference() -> String {
    use std::fmt::Write;
    let mut out = String::new();
    let cell = |text: &str| text.replace('|', "\\|");
    for part in PARTS {
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "### {}\n\n{}\n\n| field | value | default | meaning |\n|---|---|---|---|\n",
            part.name, part.doc
        );
        for field in part.fields {
            let default = field.default.unwrap_or("required");
            let _ = writeln!(
                out,
                "| `{}` | {} | {} | {} |",
                field.name,
                cell(field.kind),
                cell(default),
                cell(field.doc)
            );
        }
        out.push('\n');
    }
    for choice in CHOICES {
        let _ = write!(
            out,
            "### {}\n\n{}\n\n| word | meaning |\n|---|---|\n",
            choice.name, choice.doc
        );
        for (word, doc) in choice.words {
            let _ = writeln!(out, "| `{}` | {} |", cell(word), cell(doc));
        }
        out.push('\n');
    }
    out
}
