//! What a formula uses: operators, symbols with their roles, bound names, names in opaque pieces.

use std::collections::BTreeSet;

use crate::atoms::Atoms;
use crate::forest::Forest;
use crate::rules::RuleSet;
use crate::term::{Head, Op, Slot, Term};
use crate::vocabulary::{Kind, Vocabulary};

/// What is known of a symbol from where it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Use {
    /// It occurs in the term.
    pub(super) occurs: bool,
    /// It is applied, differentiated by a prime, inverted or composed.
    pub(super) function: bool,
    /// It must keep its name.
    pub(super) fixed: bool,
}

/// Letters of functions where areas or limits are spoken of.
const BARE: [&str; 3] = ["f", "g", "h"];

/// Functions of number theory.
const ARITHMETICAL: &[&str] = &[
    r"\mu", r"\phi", r"\varphi", r"\sigma", r"\tau", r"\omega", r"\Omega", r"\lambda", r"\Lambda",
];

/// Whether a value is an entropy or an information, `H(X \mid Y)`, `I(X; Y)`, as the letter says.
fn is_information(value: &Term, atoms: &Atoms, divided: &[Op]) -> bool {
    let symbol = |t: &Term| atoms.symbols.get(symbol_index(t));
    let capital = |t: &Term| symbol(t).is_some_and(|s| s.name.starts_with(char::is_uppercase));
    let letter = value.args.first().and_then(symbol);
    letter.is_some_and(|s| matches!(s.name.as_str(), "H" | "I"))
        && (value.args[1..].iter().any(|arg| divided.contains(&arg.op))
            || value.args.len() > 2 && value.args[1..].iter().all(capital))
}

/// Everything that substitution asks of a formula.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Inventory {
    /// The operators of the term, and of the forest when there is one.
    pub(super) operators: BTreeSet<Op>,
    /// One entry for each symbol of the atoms.
    pub(super) symbols: Vec<Use>,
    /// Bound names of the term in order of appearance.
    pub(super) slots: Vec<Slot>,
    /// Those that may share the name of the free symbol that the source calls alike.
    pub(super) shared: Vec<(Slot, u32)>,
    /// Names that occur in the text of opaque pieces.
    pub(super) mentioned: BTreeSet<String>,
    /// Whether something is applied to arguments.
    pub(super) calls: bool,
    /// Whether a `d` occurs that is a factor.
    pub(super) letter_d: bool,
    /// Whether a `\mu` or `\nu` stands above something.
    pub(super) raised: bool,
    /// Whether the formula writes subscripts.
    pub(super) indices: bool,
}

impl Inventory {
    /// Takes stock of a term.
    pub(super) fn of(term: &Term, atoms: &Atoms, rules: &RuleSet) -> Self {
        let vocabulary = &rules.vocabulary;
        let mut stock = Self {
            symbols: atoms
                .symbols
                .iter()
                .map(|s| Use {
                    fixed: s.protected,
                    ..Use::default()
                })
                .collect(),
            ..Self::default()
        };
        for known in crate::truth::number_functions(term, atoms, vocabulary) {
            stock.symbols[known as usize].fixed = true;
        }
        let of_functions: Vec<Op> = ["call", "prime", "finv", "fpow"]
            .iter()
            .filter_map(|n| vocabulary.find(n))
            .collect();
        let of_areas: Vec<Op> = ["integral", "dintegral", "intby", "normp", "tends"]
            .iter()
            .filter_map(|n| vocabulary.find(n))
            .collect();
        let mut areas = false;
        let divided: Vec<Op> = ["barred", "semi"]
            .iter()
            .filter_map(|n| vocabulary.find(n))
            .collect();
        let labelled = vocabulary.find("labelled");
        let (numbered, prime) = (vocabulary.find("numbered"), vocabulary.find("prime"));
        let primes = |order: &Term| matches!(order.op.head(), Head::Integer(1..=4));
        let (opmul, up) = (vocabulary.find("opmul"), vocabulary.find("up"));
        let (pow, size) = (vocabulary.find("pow"), vocabulary.find("size"));
        let greek = |exponent: &Term| {
            let name = atoms.symbols.get(symbol_index(exponent));
            name.is_some_and(|s| matches!(s.name.as_str(), r"\mu" | r"\nu"))
        };
        let legendre = vocabulary.find("legendre");
        let digits = vocabulary.find("digits");
        let convolve = vocabulary.find("convolve");
        let (call, compose, idx) = (
            vocabulary.find("call"),
            vocabulary.find("compose"),
            vocabulary.find("idx"),
        );
        term.walk(&mut |node| {
            match node.op.head() {
                Head::Operator(_) => {
                    stock.operators.insert(node.op);
                    stock.calls |= Some(node.op) == call;
                    stock.indices |= Some(node.op) == idx;
                    if Some(node.op) == call && is_information(node, atoms, &divided) {
                        stock.keep(&node.args[0]);
                    }
                    areas |= of_areas.contains(&node.op);
                    if Some(node.op) == idx && is_name(node, atoms, &rules.symbols.labels) {
                        stock.keep(node);
                    }
                    if Some(node.op) == labelled {
                        stock.keep(&node.args[0]);
                    }
                    if Some(node.op) == numbered {
                        stock.keep(&node.args[1]);
                    }
                    if Some(node.op) == prime && !primes(&node.args[1]) {
                        // `y^{(n)}` is a derivative by its letter.
                        stock.keep(&node.args[0]);
                        if node.args[1].args.is_empty() {
                            stock.keep(&node.args[1]);
                        }
                    }
                    if Some(node.op) == digits {
                        // `\overline{ab}` has small letters for digits.
                        stock.keep(node);
                    }
                    if Some(node.op) == legendre {
                        // `p` and `q` are primes.
                        node.args.iter().for_each(|arg| stock.keep(arg));
                    }
                    if Some(node.op) == size {
                        // `m \times n` is a size by its letters.
                        stock.keep(node);
                    }
                    let above = Some(node.op) == pow || Some(node.op) == up;
                    stock.raised |= above && node.args[1..].iter().any(greek);
                    if Some(node.op) == opmul {
                        // `D_\mu`, `\gamma^\mu`: the letter tells what they are.
                        for factor in node.args.iter() {
                            let factor = if Some(factor.op) == pow {
                                &factor.args[0]
                            } else {
                                factor
                            };
                            if Some(factor.op) == idx || Some(factor.op) == up {
                                stock.keep(&factor.args[0]);
                            }
                        }
                    }
                    let heads = if Some(node.op) == compose || Some(node.op) == convolve {
                        node.args.len()
                    } else {
                        usize::from(of_functions.contains(&node.op))
                    };
                    for arg in &node.args[..heads.min(node.args.len())] {
                        // `(uv)'` and the like have numbers below the prime; only a bare name is a function.
                        stock.function(arg, Some(node.op) != vocabulary.find("prime"), atoms);
                    }
                }
                Head::Symbol(i) => {
                    if let Some(entry) = stock.symbols.get_mut(i as usize) {
                        entry.occurs = true;
                    }
                }
                Head::Slot(slot) if !stock.slots.contains(&slot) => stock.slots.push(slot),
                Head::Opaque(i) => stock.opaque(node, &atoms.opaques[i as usize].pieces),
                _ => {}
            }
        });
        let mut named = stock.symbols.iter().zip(&atoms.symbols);
        stock.letter_d = named.any(|(entry, symbol)| entry.occurs && symbol.name == "d");
        // `A^{*}` speaks of `A`: both keep their names.
        let marked: BTreeSet<String> = atoms
            .symbols
            .iter()
            .filter_map(|s| Some((s.name.split_once("^{")?.0).to_owned()))
            .collect();
        let divides = ["divides", "congruent"]
            .iter()
            .filter_map(|n| vocabulary.find(n))
            .any(|op| stock.operators.contains(&op));
        for (entry, symbol) in stock.symbols.iter_mut().zip(&atoms.symbols) {
            // Euler's and Möbius' functions and their kind are known by their letters.
            entry.fixed |=
                divides && entry.function && ARITHMETICAL.contains(&symbol.name.as_str());
            // Beside `b` and `c` a `d` is a letter like them.
            entry.fixed |= symbol.name.contains("^{")
                || marked.contains(&symbol.name)
                || marked.contains(super::build::stem(&symbol.name));
            entry.fixed |= stock.letter_d && matches!(symbol.name.as_str(), "b" | "c");
            entry.fixed |= !entry.occurs || stock.mentioned.contains(&symbol.name);
            entry.fixed |= matches!(
                symbol.name.as_str(),
                r"\square"
                    | r"\Box"
                    | r"\blacksquare"
                    | r"\checkmark"
                    | r"\bigstar"
                    | r"\clubsuit"
                    | r"\diamondsuit"
                    | r"\heartsuit"
                    | r"\spadesuit"
            );
            // Upright letters are units and names that a convention gives.
            entry.fixed |= symbol.name.starts_with(r"\mathrm{");
            // `\int_a^b f`, `f_n \to f`: applied to nothing it is a function by its letter.
            entry.function |=
                symbol.kind == Kind::Fn || areas && BARE.contains(&symbol.name.as_str());
        }
        stock
    }

    /// Keeps the names in a term: `H_0` is what everybody calls it.
    fn keep(&mut self, term: &Term) {
        term.walk(&mut |node| {
            if let Head::Symbol(i) = node.op.head()
                && let Some(entry) = self.symbols.get_mut(i as usize)
            {
                entry.fixed = true;
            }
        });
    }

    /// Adds the operators of the forest: a rule may bring one that excludes a name.
    pub(super) fn add_forest(&mut self, forest: &Forest, atoms: &Atoms, vocabulary: &Vocabulary) {
        self.shared = super::shared::shared(&self.slots, atoms, forest, vocabulary);
        let nodes = forest.classes.iter().flat_map(|class| &class.nodes);
        self.operators
            .extend(nodes.map(|node| node.op).filter(|op| op.is_operator()));
    }

    fn function(&mut self, head: &Term, sure: bool, atoms: &Atoms) {
        if let [letter, ..] = &*head.args
            && atoms
                .symbols
                .get(symbol_index(letter))
                .is_some_and(|s| s.name.contains('^'))
        {
            // `t^{*}_a(M)`
            return self.function(letter, sure, atoms);
        }
        if let Head::Symbol(i) = head.op.head()
            && let Some(entry) = self.symbols.get_mut(i as usize)
            && (sure || atoms.symbols[i as usize].kind == Kind::Fn)
        {
            entry.function = true;
        }
    }

    /// Symbols of an opaque piece stay where replacing their name could change a token.
    fn opaque(&mut self, node: &Term, pieces: &[String]) {
        for piece in pieces {
            self.indices |= piece.contains('_');
            mentions(piece, &mut self.mentioned);
        }
        for (k, arg) in node.args.iter().enumerate() {
            let glued = |piece: Option<&String>, end: bool| {
                let c = piece.and_then(|p| {
                    if end {
                        p.chars().next_back()
                    } else {
                        p.chars().next()
                    }
                });
                c.is_some_and(|c| c.is_alphanumeric() || matches!(c, '\\' | '_' | '^' | '@'))
            };
            let unsafe_here = glued(pieces.get(k), true) || glued(pieces.get(k + 1), false);
            if let Head::Symbol(i) = arg.op.head()
                && let Some(entry) = self.symbols.get_mut(i as usize)
            {
                entry.occurs = true;
                entry.fixed |= unsafe_here;
            }
        }
    }
}

/// The bound names of forms.
pub(super) fn bound_names(forest: &Forest) -> BTreeSet<Slot> {
    let nodes = forest.classes.iter().flat_map(|class| &class.nodes);
    let slots = nodes.filter_map(|node| match node.op.head() {
        Head::Slot(slot) => Some(slot),
        _ => None,
    });
    slots.collect()
}

/// Whether a letter and its subscript are one of these names: `C_c`, `\phi_{cl}`.
fn is_name(node: &Term, atoms: &Atoms, names: &[String]) -> bool {
    let letter = |term: &Term| {
        atoms
            .symbols
            .get(symbol_index(term))
            .map(|s| s.name.as_str())
    };
    let [base, label @ ..] = &*node.args else {
        return false;
    };
    letter(base).is_some_and(|base| {
        names.iter().any(|name| {
            let Some((of, below)) = name.split_once('_').filter(|(of, _)| *of == base) else {
                return false;
            };
            let mut rest = below.trim_matches(['{', '}']);
            let taken = |part: &Term| {
                let left = letter(part).and_then(|letter| rest.strip_prefix(letter));
                rest = left.unwrap_or("?");
                left.is_some()
            };
            of == base && label.iter().all(taken) && rest.is_empty()
        })
    })
}

/// Collects control words and single letters.
fn mentions(piece: &str, into: &mut BTreeSet<String>) {
    let mut rest = piece;
    while let Some(c) = rest.chars().next() {
        let start = usize::from(c == '\\');
        let word = rest[start..]
            .find(|c: char| !c.is_alphabetic())
            .map_or(rest.len(), |n| start + n);
        if word > start && (c == '\\' || rest[..word].chars().count() == 1) {
            into.insert(rest[..word].to_owned());
        }
        rest = &rest[word.max(c.len_utf8())..];
    }
}

/// The number of the symbol that a term is.
fn symbol_index(term: &Term) -> usize {
    match term.op.head() {
        Head::Symbol(index) => index as usize,
        _ => usize::MAX,
    }
}
