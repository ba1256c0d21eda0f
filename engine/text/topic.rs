//! What a text is about, where its formulas are written as elsewhere and say something else.

use super::declare::Declared;
use super::segment::{Part, Segment};
use crate::atoms::{Atoms, Topic};
use crate::latex::{self, Formula};
use crate::phrases::{Lexicon, Tells};
use crate::rules::RuleSet;
use crate::vocabulary::Vocabulary;

/// Formulas that speak of complex numbers.
const UNITS: &[&str] = &[
    r"\mathbb Z[i]",
    r"\mathbb{Z}[i]",
    r"i=\sqrt{-1}",
    r"i = \sqrt{-1}",
    r"i^2=-1",
    r"i^2 = -1",
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

/// Keeps what a text is about; the imaginary unit is no letter in it that formulas alone may have read.
pub(super) fn settle(topic: Topic, atoms: &mut Atoms) {
    atoms.symbols.retain(|s| !topic.imaginary || s.name != "i");
    atoms.topic = topic;
}

/// What a text is about, as its prose says and some of its formulas, read alone.
pub(super) fn of(prose: &str, formulas: &[Formula], declared: &Declared, rules: &RuleSet) -> Topic {
    let (vocabulary, lexicon) = (&rules.vocabulary, &rules.symbols.lexicon);
    let speaks = |of: Tells| lexicon[of].are_in(prose);
    let symbol = vocabulary.find("legendre");
    let holds = |formula: &Formula| {
        let mut found = false;
        formula.term.walk(&mut |t| found |= Some(t.op) == symbol);
        found
    };
    // As a constant it is no symbol.
    let counts = |formula: &Formula| formula.atoms.symbols.iter().any(|s| s.name == r"\pi");
    let graphs = speaks(Tells::Graph) && !speaks(Tells::Likely);
    Topic {
        topology: speaks(Tells::Topology) && !prose.contains("complement"),
        complements: speaks(Tells::Complement) && !speaks(Tells::Topology),
        residues: speaks(Tells::Residue) || symbol.is_some() && formulas.iter().any(holds),
        languages: speaks(Tells::Language),
        primes: prose.contains("prime") && formulas.iter().any(counts),
        imaginary: imaginary(prose, formulas, rules),
        plain_e: plain_e(prose, formulas, declared, lexicon),
        counted: speaks(Tells::Counted),
        random: speaks(Tells::RandomVariable),
        graphs,
        groups: speaks(Tells::Permuted),
        families: graphs || prose.contains(" graph"),
        transposing_t: false,
        subgroups: speaks(Tells::Substructure),
        laplacian: speaks(Tells::Laplacian),
        ideals: prose.contains("ideal") && speaks(Tells::Ideal),
        rows: formulas.iter().any(|f| numbers_rows(&f.source))
            && !formulas.iter().any(|f| takes_every_second(&f.source)),
        divided: formulas.iter().any(|f| f.atoms.topic.divided),
        bold: bold(formulas, vocabulary),
        // How letters are set is no matter of what a text is about.
        staggered: false,
        joined: false,
    }
}

/// Whether an entry of a first row stands in a formula: `y_{1i}`.
fn numbers_rows(source: &str) -> bool {
    source.match_indices("_{1").any(|(at, low)| {
        let rest = &source.as_bytes()[at + low.len()..];
        matches!(rest, [letter, b'}', ..] if letter.is_ascii_lowercase())
    })
}

/// Whether an odd or even member of a sequence stands in a formula: `a_{2n + 1}`.
fn takes_every_second(source: &str) -> bool {
    source.match_indices("_{2").any(|(at, low)| {
        let rest = &source[at + low.len()..];
        rest.starts_with(|c: char| c.is_ascii_lowercase())
            && rest[1..].trim_start().starts_with(['+', '-'])
    })
}

/// Which bold capitals that name sets of numbers elsewhere are vectors and matrices: one is so read in
/// some formula, or other letters are bold, and nowhere is it a set that has elements or that is
/// mapped.
fn bold(formulas: &[Formula], vocabulary: &Vocabulary) -> [bool; 5] {
    const SETS: [&str; 5] = ["NN", "ZZ", "QQ", "RR", "CC"];
    let symbols = || formulas.iter().flat_map(|f| &f.atoms.symbols);
    let is_bold = |name: &str| name.starts_with(r"\mathbf{") || name.starts_with(r"\boldsymbol{");
    if !symbols().any(|s| is_bold(&s.name)) {
        return [false; 5];
    }
    let factors = ["idx", "transpose", "mul", "matmul", "scale"].map(|name| vocabulary.find(name));
    let pairs = latex::NUMBERS.iter().zip(SETS);
    let mut told = [false; 5];
    for (told, (letter, set)) in told.iter_mut().zip(pairs) {
        let bare = letter.trim_end_matches('}').replace('{', " ");
        let written = |f: &&Formula| f.source.contains(letter) || f.source.contains(&bare);
        let named = |f: &Formula| f.atoms.symbols.iter().any(|s| s.name == *letter);
        let op = vocabulary.find(set);
        let is_set = |f: &Formula| {
            let mut found = false;
            f.term.walk(&mut |t| {
                found |= !factors.contains(&Some(t.op)) && t.args.iter().any(|a| Some(a.op) == op);
            });
            found
        };
        let mut places = formulas.iter().filter(written).peekable();
        *told = places.peek().is_some() && places.all(|f| named(f) || !is_set(f));
    }
    told
}

/// Whether `i` is the imaginary unit in a text on complex numbers, where nothing is counted with it.
fn imaginary(prose: &str, formulas: &[Formula], rules: &RuleSet) -> bool {
    let holds = |part: &&str| formulas.iter().any(|f| f.source.contains(*part));
    let complex = ["i", "CC"].map(|name| rules.vocabulary.find(name));
    let reckons = |f: &Formula| {
        let mut found = false;
        f.term.walk(&mut |t| found |= complex.contains(&Some(t.op)));
        found
    };
    let speaks = rules.symbols.lexicon[Tells::Complex].are_in(prose)
        || UNITS.iter().any(holds)
        || formulas.iter().any(reckons);
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
fn plain_e(prose: &str, formulas: &[Formula], declared: &Declared, lexicon: &Lexicon) -> bool {
    let alone = |f: &Formula| f.source.trim() == "e";
    let introduced = declared.kinds.contains_key("e")
        || formulas.iter().any(alone)
        || lexicon[Tells::PlainE].are_in(prose)
        || [" e is the ", " e is a ", " e denotes "]
            .iter()
            .any(|words| prose.contains(words));
    // `ed \equiv 1 \pmod{n}`
    let congruent = |f: &Formula| {
        let letters = || latex::letters(&f.source).into_iter();
        f.source.contains(r"mod") && letters().any(|(name, _)| name == "e")
    };
    let constant = || lexicon[Tells::Euler].are_in(prose);
    (formulas.iter().any(congruent) || introduced && !constant())
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
