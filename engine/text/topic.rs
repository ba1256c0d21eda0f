//! What a text is about, where its formulas are written as elsewhere and say something else.

use super::segment::{Part, Segment};
use crate::atoms::Topic;
use crate::latex::Formula;
use crate::vocabulary::Vocabulary;

/// Words of topology, in which a line over a set is its closure.
const TOPOLOGY: &[&str] = &[
    "metric space",
    "topolog",
    "closure",
    "limit point",
    "accumulation point",
    "cluster point",
    "open set",
    "open ball",
    "closed set",
    "open neighbo",
    "hausdorff",
    "dense in",
];

/// Words of sets within a universe, in which a line over a set is its complement.
const COMPLEMENTS: &[&str] = &["complement", "universal set", "de morgan"];

/// Words of formal languages, in which products are words.
const LANGUAGES: &[&str] = &[
    "regular expression",
    "regular language",
    "formal language",
    "context-free",
    "concatenat",
    "automat",
    "words over",
    "strings over",
    "the alphabet",
    "an alphabet",
    "palindrome",
];

/// Words of texts whose whole numbers are counted.
const COUNTED: &[&str] = &[
    "integer",
    "natural number",
    "number of",
    "prime",
    "even",
    "odd",
    "digit",
    "degree",
    "dimension",
    "finite",
    "permutation",
    "partition",
    "graph",
    "group",
    "ring",
    "vert",
    "index",
    "indices",
    "row",
    "column",
    "count",
    "tableau",
];

/// Words of random variables and their means.
const RANDOM: &[&str] = &[
    "random variable",
    "i.i.d.",
    "iid",
    "expectation",
    "expected value",
    "moment generating",
];

/// Words of quadratic residues, in which a fraction in brackets is a symbol.
const RESIDUES: &[&str] = &["legendre", "quadratic residue", "jacobi symbol"];

/// The prose of a text in lower case, with a dollar sign for each formula.
pub(super) fn prose(source: &str, segments: &[Segment]) -> String {
    let said = |segment: &Segment| match segment.part {
        Part::Prose => source[segment.span.clone()].to_lowercase(),
        Part::Formula(_) => "$".to_owned(),
        Part::Kept => String::new(),
    };
    segments.iter().map(said).collect()
}

/// What a text is about, as its prose says and some of its formulas, read alone.
pub(super) fn of(prose: &str, formulas: &[Formula], vocabulary: &Vocabulary) -> Topic {
    let speaks = |words: &[&str]| words.iter().any(|word| prose.contains(word));
    let symbol = vocabulary.find("legendre");
    let holds = |formula: &Formula| {
        let mut found = false;
        formula.term.walk(&mut |t| found |= Some(t.op) == symbol);
        found
    };
    // As a constant it is no symbol.
    let counts = |formula: &Formula| formula.atoms.symbols.iter().any(|s| s.name == r"\pi");
    Topic {
        topology: speaks(TOPOLOGY) && !prose.contains("complement"),
        complements: speaks(COMPLEMENTS) && !speaks(TOPOLOGY),
        residues: speaks(RESIDUES) || symbol.is_some() && formulas.iter().any(holds),
        languages: speaks(LANGUAGES),
        primes: prose.contains("prime") && formulas.iter().any(counts),
        plain_e: formulas.iter().any(|f| f.source.trim() == "e")
            && !formulas.iter().any(|f| f.source.contains("e^"))
            && ![
                "euler's number",
                "the number $",
                "the constant $",
                "base of",
            ]
            .iter()
            .any(|words| prose.contains(words)),
        counted: speaks(COUNTED),
        random: speaks(RANDOM),
        transposing_t: false,
    }
}
