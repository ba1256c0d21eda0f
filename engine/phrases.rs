//! Words of prose by what they tell of the formulas beside them.

use std::ops::Index;

macro_rules! tells {
    ($($name:ident = $doc:literal,)*) => {
        /// What words of prose tell.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
        pub enum Tells {
            $(#[doc = $doc] $name,)*
        }

        impl Tells {
            /// All of these, and what each is.
            pub const ALL: &'static [(&'static str, &'static str)] =
                &[$((stringify!($name), $doc),)*];
        }
    };
}

tells!(
    Hedge = "Words that hedge: what they begin may be given up again.",
    Is = "Verbs between one thing and what it is.",
    Are = r#"The same of several things, and behind "let"."#,
    BeforeSet = r#"Words before "set" where it is a verb."#,
    Preposition = "Words behind which a noun says nothing of what stands before them.",
    Joining = "Words that join the last of several formulas to the others.",
    Opening = "Words right before a formula that make it a declaration.",
    Chance = "Beginnings of words for what depends on what is given.",
    Topology = "Words of topology, in which a line over a set is its closure.",
    Complement = "Words of sets within a universe, in which a line over a set is its complement.",
    Substructure = "Words of texts in which capital letters are ordered as parts of each other.",
    Permuted = "Words of texts in which products of letters may be permutations.",
    Ideal = "Words beside which ideals are those of rings, and no gases.",
    Language = "Words of formal languages, in which products are words.",
    Counted = "Words of texts whose whole numbers are counted.",
    RandomVariable = "Words of random variables and their means.",
    Graph = "Words of graphs, which have vertices and edges.",
    Likely = "Beginnings of words of texts in which something is likely: edges may be, too.",
    Laplacian = r#"Words of differential equations in space, in which `\Delta` is the Laplacian."#,
    Residue = "Words of quadratic residues, in which a fraction in brackets is a symbol.",
    Complex = "Words of complex numbers, in which `i` is their unit.",
    PlainE = "Words of texts in which `e` is the neutral element, an edge, a charge or the form of an ellipse.",
    Euler = "Words of Euler's number.",
    Ordered =
        "Words of texts in which products in both orders are not equal as a matter of course.",
    Linear =
        "Words of texts in which capital letters may be matrices, or points that are multiplied.",
    Interval = "Nouns right before an interval.",
    Range = "Nouns before a verb or a colon and an interval.",
    Point = "Nouns beside which a pair in brackets is no interval.",
    OnInterval = "Beginnings of what functions are or do on an interval.",
    InInterval = "What there is in an interval.",
    Sequence = "Nouns for sequences.",
    SignMeaning = "Beginnings of words for what a sign above a letter means.",
    SignSays = "Words that join a sign to what it means.",
    Shape = "Words of texts in which a slash makes a skew shape of two partitions.",
    Quotient = "Words of texts in which a slash makes a quotient of two structures.",
    Pairs = "Words of texts in which a cross makes pairs.",
    Word = "Words of texts in which letters side by side are words.",
    Product = "Beginnings of words after which numbers with a cross between them are multiplied.",
    Size = "Beginnings of words for how large something is.",
    Ordering = r#"Beginnings of words by which members get an order, before "by"."#,
    InOrder = "Phrases behind members that stand in an order.",
    Posing =
        "Words before what is to be made as large or small as possible, and what restricts it.",
    Speaking =
        r#"Words before an equation that speak of its left side: "at $x = 2$", "let $n = 3$"."#,
    Called = "Words that speak of what something is called.",
    Type = "Words of texts in which `A_{2n}^{(2)}` is a type.",
    Automorphism = "Words of texts in which Greek letters before a parenthesis are automorphisms.",
    Group = "Words of texts in which a capital letter in bars is a group.",
    Directed = "What is said of two letters whose products are those of vectors; `$` stands for a formula.",
    Parallel = "Words of texts in which lines, and no vectors, are parallel.",
    Placed = "Beginnings of words for what has a place that the formula before it says.",
    Figure = "Beginnings of words of figures, of whose points some letters are measures as well.",
    BeforePoints = "Words after which capital letters are points.",
    Cornered = "Figures that are called by their corners.",
    Becomes = "Verbs before a formula that says what its sentence began with.",
    Line = "Lines from one point to another.",
    OnLine = "What stands in or on a line, with the word before the line.",
    Let = "Words before what is assumed from there on.",
    Put = "Words right before what a letter is to be from there on.",
    Done = r#"Those that tell what is done where "to" stands before them."#,
    If = "Words before a clause that is assumed.",
    For = "Words before a phrase that is assumed.",
    GoesOn = "Verbs with which a sentence goes on behind a phrase that is assumed.",
    Then = "Words before what is claimed.",
    Implies = "Verbs behind what a formula lets follow.",
    Named = "Nouns for what a formula names.",
    Stated = "Nouns for what a formula says.",
    Saying = "Verbs with which words say something of what a formula names.",
    Idiom = "Two words that begin no phrase that is assumed.",
    Exists = "Phrases that say that something exists, in what they are said before.",
    Has = "Phrases that say so of what is named and described behind them.",
    ForSome = "Phrases that say so and may follow what they are said of.",
    OneOfSeveral = "Articles before what something else may be as well.",
    Scalable = "Words of texts whose vectors may have other lengths.",
    SuchThat = "Words between what exists and what is said of it.",
    Elsewhere = "Words with which a sentence goes on from what exists to something else.",
    Under = "Words behind which a formula is said to hold under something else.",
    Closed = "Nouns for sets that are closed under what is reckoned in them.",
    Asking = "Words that ask for something: other premises are another problem.",
    Reason = "Words before reasons.",
    Any = "Words before letters that may be anything.",
    Independent = "Words that say that variables tell nothing of each other.",
    StandardNormal = "What variables are called of which no parameters are given.",
    Alike = "Words that say of several things that they are alike.",
    Constant = "Phrases that say of the functions of their sentence that they are constant.",
    Ring = "Words of structures in which other numbers than in the integers may be equal.",
    VerbOfOne = r#"Verbs in formulas after one thing: `n \text{ is even}`."#,
    VerbOfSeveral = r#"Verbs in formulas after several things: `m, n \text{ are coprime}`."#,
    Property = r#"Properties that formulas say without a verb: `n \text{ odd}`."#,
    Jointly = "What is said in formulas of several things together.",
    Degree = "What comes before a property and changes nothing of how it is said.",
    JoinsStatements = "Conjunctions at the end of words in formulas, of which the longest is read.",
    Conjunction = r#"Words that join statements as "and" and "or" do."#,
    WantsThing =
        "Prepositions, articles and names of figures in formulas, which want a thing after them.",
    Numbered = "Nouns in formulas for what a number behind them counts.",
    Transitive = "Verbs in formulas that want a thing after them.",
    WantsTwo = r#"Prepositions in formulas that want two things with an "and" between them."#,
    WantsStatement = "Words in formulas that want a thing or a statement after them.",
    Begins = "Upright words in formulas that begin what is said of what stands before them.",
    Places = "Those that do so before the name of a place, and are units or labels after a number.",
    JoinsFormulas = "Words in formulas that, when they come first, join what stands before and after, or tell about it.",
    OpensSentence = r#"Those that do so where all words have a capital: "By Hypothesis"."#,
    EndsOpen = "Words in formulas that, when they come last, want something after them.",
    Constraint = "Words before the constraints of an extremum.",
    Minimized = "Words before what is made small under constraints.",
    Maximized = "Words before what is made large under constraints.",
    Otherwise = "What is said of all cases that are not told.",
    Condition = "Words that only introduce the condition of a case.",
);

/// Words and phrases that tell the same, in lower case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phrases {
    all: Vec<String>,
    /// A bit for each byte that some phrase begins with, modulo 64.
    first: u64,
}

/// The bit of the byte that a text begins with.
fn bit(text: &str) -> u64 {
    text.as_bytes().first().map_or(0, |byte| 1 << (byte & 63))
}

impl Phrases {
    /// Whether a word or a phrase is one of these.
    pub fn has(&self, said: &str) -> bool {
        self.first & bit(said) != 0 && self.iter().any(|phrase| phrase == said)
    }

    /// Whether a word or a phrase is one of these, whatever its capitals.
    pub fn has_in_any_case(&self, said: &str) -> bool {
        self.iter().any(|phrase| phrase.eq_ignore_ascii_case(said))
    }

    /// Whether a word begins with one of these.
    pub fn begin(&self, word: &str) -> bool {
        self.iter().any(|phrase| word.starts_with(phrase))
    }

    /// Whether one of these stands somewhere in prose in lower case.
    pub fn are_in(&self, prose: &str) -> bool {
        self.iter().any(|phrase| prose.contains(phrase))
    }

    /// All of these; a blank at an end is a part of a phrase.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(String::as_str)
    }
}

/// The phrases of rules by what they tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lexicon(Vec<Phrases>);

impl Default for Lexicon {
    fn default() -> Self {
        Self(vec![Phrases::default(); Tells::ALL.len()])
    }
}

impl Lexicon {
    /// Adds phrases that tell this.
    pub fn add(&mut self, tells: Tells, phrases: impl IntoIterator<Item = String>) {
        let list = &mut self.0[tells as usize];
        for phrase in phrases {
            list.first |= bit(&phrase);
            list.all.push(phrase);
        }
    }
}

impl Index<Tells> for Lexicon {
    type Output = Phrases;

    fn index(&self, tells: Tells) -> &Phrases {
        &self.0[tells as usize]
    }
}
