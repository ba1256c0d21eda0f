//! What a text is about, where its formulas are written as elsewhere and say something else.

use super::declare::Declared;
use super::segment::{Part, Segment};
use crate::atoms::Topic;
use crate::latex::{self, Formula};
use crate::vocabulary::Vocabulary;

/// Words of topology, in which a line over a set is its closure.
const TOPOLOGY: &[&str] = &[
    "metric space",
    "topolog",
    "closure",
    "interior of $",
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

/// Words of texts in which capital letters are ordered as parts of each other.
const PARTS: &[&str] = &["subgroup", "subspace", "submodule", "subring", "subfield"];

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

/// Words of differential equations in space, in which `\Delta` is the Laplacian.
const LAPLACIAN: &[&str] = &[
    "laplacian",
    "laplace operator",
    "laplace equation",
    "laplace's equation",
    "poisson equation",
    "poisson's equation",
    "poisson problem",
    "helmholtz",
    "heat equation",
    "wave equation",
    "harmonic function",
    "elliptic",
    "weak solution",
    "navier",
    "sobolev",
    "biharmonic",
];

/// Words of quadratic residues, in which a fraction in brackets is a symbol.
const RESIDUES: &[&str] = &["legendre", "quadratic residue", "jacobi symbol"];

/// Words of complex numbers, in which `i` is their unit.
const COMPLEX: &[&str] = &[
    "complex number",
    "complex solution",
    "complex root",
    "complex zero",
    "complex plane",
    "complex conjug",
    "complex-valued",
    "complex valued",
    "complex coefficient",
    "complex variable",
    "complex integers",
    "imaginary",
    "gaussian integer",
    "holomorphic",
    "argand",
    "nombre complexe",
    "nombres complexes",
    "komplexe zahl",
    "komplexen zahl",
];

/// Formulas that speak of complex numbers.
const UNITS: &[&str] = &[
    r"\mathbb C",
    r"\mathbb{C}",
    r"\mathbb Z[i]",
    r"\mathbb{Z}[i]",
    r"i=\sqrt{-1}",
    r"i = \sqrt{-1}",
    r"i^2=-1",
    r"i^2 = -1",
];

/// Words of texts in which `e` is the neutral element, an edge, a charge or the form of an ellipse.
const PLAIN_E: &[&str] = &[
    " group",
    "identity element",
    "neutral element",
    " edge",
    "eccentricity",
    "charge of the electron",
    "charge of an electron",
    "electron charge",
    "elementary charge",
];

/// Words of Euler's number.
const EULER: &[&str] = &[
    "euler's number",
    "number $",
    "numbers $",
    "constant $",
    "constants $",
    "base of",
    "exponential",
];

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
pub(super) fn of(
    prose: &str,
    formulas: &[Formula],
    declared: &Declared,
    vocabulary: &Vocabulary,
) -> Topic {
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
        imaginary: imaginary(prose, formulas),
        plain_e: plain_e(prose, formulas, declared),
        counted: speaks(COUNTED),
        random: speaks(RANDOM),
        transposing_t: false,
        subgroups: speaks(PARTS),
        laplacian: speaks(LAPLACIAN),
    }
}

/// Whether `i` is the imaginary unit in a text on complex numbers, where nothing is counted with it.
fn imaginary(prose: &str, formulas: &[Formula]) -> bool {
    let holds = |part: &&str| formulas.iter().any(|f| f.source.contains(*part));
    let speaks = COMPLEX.iter().any(|word| prose.contains(word)) || UNITS.iter().any(holds);
    let alone = |f: &Formula| f.source.trim() == "i";
    speaks
        && !prose.contains("quaternion")
        && (prose.contains("imaginary") || !formulas.iter().any(alone))
        && !formulas.iter().any(|f| counts(&f.source))
}

/// Whether `i` is an index somewhere: it stands below a letter or a sign, or is compared.
fn counts(source: &str) -> bool {
    let letters = latex::letters(source);
    letters
        .iter()
        .filter(|(name, _)| name == "i")
        .any(|(_, i)| {
            let (before, after) = (&source[..i.start], source[i.end..].trim_start());
            let below = before.rfind('_').is_some_and(|low| {
                let script = &before[low + 1..];
                script.trim().is_empty() || script.starts_with('{') && !script.contains('}')
            });
            let number = |rest: &str| rest.trim_start().starts_with(|c: char| c.is_ascii_digit());
            let compared = [r"\in", r"\le", r"\ge", r"\ne", r"\equiv", "<", ">"];
            below
                || compared.iter().any(|sign| after.starts_with(sign))
                || after.strip_prefix('=').is_some_and(number)
                || before.trim_end().ends_with(['<', '>', '≤'])
                || before.trim_end().ends_with(r"\forall")
        })
}

/// Whether `e` is a letter like others: the prose or a formula by itself introduces it, or speaks
/// of what is so named, and nothing is raised to a power of it that no number names.
fn plain_e(prose: &str, formulas: &[Formula], declared: &Declared) -> bool {
    let alone = |f: &Formula| f.source.trim() == "e";
    let introduced = declared.kinds.contains_key("e")
        || formulas.iter().any(alone)
        || PLAIN_E.iter().any(|word| prose.contains(word))
        || [" e is the ", " e is a ", " e denotes "]
            .iter()
            .any(|words| prose.contains(words));
    introduced
        && !EULER.iter().any(|words| prose.contains(words))
        && !formulas.iter().any(|f| exponential(&f.source))
}

/// Whether `e` has an exponent that is no number.
fn exponential(source: &str) -> bool {
    latex::letters(source)
        .iter()
        .filter(|(name, _)| name == "e")
        .any(|(_, e)| {
            let above = source[e.end..].trim_start().strip_prefix('^');
            let exponent = above.map(|above| above.trim_start_matches(['{', ' ']));
            exponent.is_some_and(|e| !e.starts_with(|c: char| c.is_ascii_digit()))
        })
}
