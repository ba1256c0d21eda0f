//! Words of which one is written.

use super::Choice;

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
            (
                "Converges(\"?i\", \"?a\", [\"?b\"])",
                "As the first, a bound name, tends to the second, the limits of all the others exist: they \
                 are made of what is continuous there, or of functions and sequences that may be any.",
            ),
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
                "It is a symbol of one letter, a bound name or a constant.",
            ),
            (
                "IsSign(\"?x\")",
                "It is a symbol without letters or figures, as `+` above a number.",
            ),
            (
                "IsListed(\"?x\")",
                "It may stand in a list of names before a relation: a symbol, a bound name, one with indices or primes, an ellipsis.",
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
                "Bold(\"?x\")",
                "A letter in it is bold or has an arrow; of a rest variable, one in any member.",
            ),
            (
                "Overlined(\"?x\")",
                "A line over it is its complement: it is an event, or the source shows that lines are.",
            ),
            (
                "Divided(\"..i\")",
                "They are letters, as the indices between which the source has commas.",
            ),
            (
                "Together(\"..i\")",
                "They are Greek letters, and the source has no commas between indices: `F_{\\mu\\nu}`.",
            ),
            (
                "Entries(\"?x\")",
                "It is a letter of which the source has entries with two figures each, `11` and others.",
            ),
            (
                "Raised(\"?x\")",
                "It is a letter, with or without indices, and the source has indices above it but no powers other than numbers.",
            ),
            (
                "Braced(\"?x\")",
                "It is a letter whose arguments stand in braces in the source: `\\mathcal{L}\\{f\\}`.",
            ),
            (
                "Strokes(\"?x\", 2)",
                "It is the measure of integrals that have so many strokes in the source: `\\iint_D f \\,dA`.",
            ),
            (
                "Coefficient(\"?x\")",
                "It is a product of letters, constants, sums, values of functions called by letters, roots, powers with numbers and of one number at most, however it is written.",
            ),
            (
                "Holds(\"?x\", \"?y\")",
                "The second stands somewhere in the first.",
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
        name: "Apart",
        doc: "Between which neighbours of a target a space is put.",
        frame: "Target(apart: @)",
        words: &[
            ("Nothing", "Between none."),
            (
                "Words",
                "Between a word of several letters and a letter or digit.",
            ),
            ("Alphanumerics", "Between any two letters or digits."),
        ],
    },
    Choice {
        name: "Place",
        doc: "Where something is replaced.",
        frame: "Corpus(identities: [(id: \"it\", names: \"It\", formulas: [\"x\"], falsify: [(from: \"a\", to: \"b\", place: @)])])",
        words: &[
            ("Prose", "Outside of formulas."),
            ("Formula", "In formulas."),
            ("Anywhere", "Everywhere, across the edges of formulas, too."),
        ],
    },
    Choice {
        name: "Where",
        doc: "Where letters side by side are a name: `place` of names.",
        frame: "Symbols(names: [(id: \"it\", place: @, names: \"it\")])",
        words: &[
            (
                "Anywhere",
                "Wherever no other letter stands right beside them.",
            ),
            (
                "Alone",
                "Where nothing is multiplied with them; two letters only beside other names of the list.",
            ),
            (
                "Together",
                "Beside another name of the list, and where no others have their letters.",
            ),
            (
                "Summed",
                "Where they are a term among single capital letters, of which none is one of theirs.",
            ),
            (
                "Equated",
                "Where they are a side of an equation, of which the other is no length.",
            ),
            ("Applied", "Before an argument in brackets, or a script."),
            (
                "Spaced",
                "Before an argument, in brackets or behind a thin space, or a script below.",
            ),
            (
                "Below",
                "In a script below a symbol, between its braces and commas.",
            ),
            (
                "Above",
                "All of a script above a symbol, of which no letter stands elsewhere.",
            ),
        ],
    },
    Choice {
        name: "Tells",
        doc: "What words of prose tell: `tells` of phrases.",
        frame: "Symbols(phrases: [(id: \"it\", tells: @, words: \"it\")])",
        words: crate::phrases::Tells::ALL,
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
    Choice {
        name: "Site",
        doc: "Where a falsification may be applied: `at`.",
        frame: "Falsifications(rules: [(id: \"it\", strategy: \"swap\", rule: \"?x => (neg ?x)\", at: @, examples: [(\"a\", \"b\")])])",
        words: &[
            ("Anywhere", "At every node."),
            ("Root", "At the whole formula."),
            (
                "Below(\"relation\")",
                "Somewhere below an operator of this name or with this label, or of a list of them.",
            ),
            (
                "BelowBut(\"relation\", [\"mul\", \"neg\"])",
                "The same, where the node is no argument of one of the second operators.",
            ),
            (
                "Argument(\"sum\", 2)",
                "At this argument, counted from 0, of such an operator.",
            ),
            (
                "Occurrences",
                "At some places of one symbol, never at all; the left side is a variable. Where every symbol stands once, what takes the place of one has to be another of the formula (`OtherSymbolLike`).",
            ),
        ],
    },
    Choice {
        name: "Hole",
        doc: "What a hole is filled with: `holes`.",
        frame: "Falsifications(rules: [(id: \"it\", strategy: \"swap\", rule: \"?x => (add ?x !k)\", holes: {\"!k\": @}, examples: [(\"a\", \"b\")])])",
        words: &[
            ("Number(1, 9)", "An integer between two, inclusive."),
            (
                "Near(\"?x\")",
                "The matched integer, one or two more or less; of other numbers, another digit or the point elsewhere.",
            ),
            ("NewSymbol", "A symbol that the formula does not have."),
            (
                "NewSymbolLike(\"?x\")",
                "The same, of the kind of a matched symbol and from its group of letters.",
            ),
            ("OtherSymbol", "Another symbol of the formula."),
            (
                "OtherSymbolLike(\"?x\")",
                "The same, of the kind of a matched symbol.",
            ),
            (
                "Subterm(4)",
                "A part of the formula of at most so many nodes.",
            ),
            (
                "One([\"1\", \"(div 1 2)\"])",
                "One of some terms without variables.",
            ),
            (
                "Operator(\"trig\")",
                "An operator with a label, for `(!g …)`.",
            ),
            (
                "Mixed([(2, Number(1, 9)), (1, NewSymbol)])",
                "One of several, by weight.",
            ),
        ],
    },
    Choice {
        name: "Guard",
        doc: "What must hold of variables and holes of a falsification: its `when`.",
        frame: "Falsifications(rules: [(id: \"it\", strategy: \"swap\", rule: \"(?f ?x ?y) => (exp ?x)\", when: [@], examples: [(\"a\", \"b\")])])",
        words: &[
            (
                "IsKind(\"?x\", Num)",
                "Of this kind, or not known where a number is asked for.",
            ),
            ("IsSymbol(\"?x\")", "A symbol or a bound name."),
            ("Literal(\"?x\")", "A number as it is written."),
            ("Compound(\"?x\")", "An operator with arguments."),
            ("Varies(\"?x\")", "With a symbol in it."),
            ("Small(\"?x\", 9)", "At most so many nodes."),
            ("Among(\"?x\", [\"0\", \"1\"])", "One of some terms."),
            ("Differ(\"?x\", \"?y\")", "Not the same."),
            ("Tagged(\"?f\", \"unary\")", "With this operator label."),
            (
                "HeadIn(\"?f\", [\"sin\"])",
                "One of these operators, or a term with one at its head.",
            ),
            ("Not(Literal(\"?x\"))", "Not this."),
            ("AnyOf([Literal(\"?x\")])", "At least one of these."),
        ],
    },
];
