//! The places of a term: every node with its path, its kind and what stands above it.

use crate::atoms::Atoms;
use crate::spelling::core;
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Signature, Vocabulary};

/// Which argument of which argument: from the root down.
pub(crate) type Path = Vec<u16>;

/// The most nodes of a term that are looked at.
const MOST: usize = 2_000;

/// The first argument of operators with this tag is a sign that does something to what follows, and
/// no number.
pub(super) const SIGNED: &str = "signed";

/// A node of the term.
pub(super) struct Node<'t> {
    pub path: Path,
    pub term: &'t Term,
    pub kind: Kind,
    /// The operators above, outermost first, with the argument that leads here.
    pub above: Vec<(Op, u16)>,
    /// Whether it is the place of a name: what a binder binds, what a quantifier declares; or one
    /// that is left out.
    pub named: bool,
    /// Whether it is made of elements of a group, `(ab)^{-1} = b^{-1}a^{-1}`, which no numbers are added to or
    /// multiplied with, or is a part of an exponent of one.
    pub element: bool,
}

/// The part that a node plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// A name: what a binder binds, what a quantifier declares.
    Name,
    /// Of a quantifier.
    Declaration,
    /// What a condition below a sum says, which is all that tells what is bound: `\sum_{d \mid n}`.
    Condition,
    /// What something is measured in, or of what something is told as a whole (`\dim V`, `p(x \mid y)`):
    /// nothing but exponents is a number to calculate with.
    Told,
    Other,
}

/// All nodes, parents first.
pub(super) fn nodes<'t>(term: &'t Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Vec<Node<'t>> {
    let mut found = Vec::new();
    let mut state = State {
        atoms,
        vocabulary,
        path: Vec::new(),
        above: Vec::new(),
        told: told(term, vocabulary),
        left_out: ["dots", "blank"].map(|name| vocabulary.find(name)),
        elements: elements(term, atoms, vocabulary),
        exponent: 0,
    };
    let kind = super::kind::kind(vocabulary, term, atoms);
    state.visit(term, kind, Part::Other, &mut found);
    found
}

/// The symbols of products whose order is kept and that have small letters and numbers alone, as operators have
/// capital letters or hats; and the neutral element of a group.
fn elements(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Vec<u32> {
    let Some(product) = vocabulary.find("opmul") else {
        return Vec::new();
    };
    let mut found = Vec::new();
    term.walk(&mut |t| {
        let neutral = neutral(t, atoms, vocabulary);
        found.extend(neutral);
        // `a^n = e`
        let powers = t
            .args
            .iter()
            .filter(|side| vocabulary.name(side.op) == "pow");
        let bases = powers.filter_map(|side| side.args[0].op.as_symbol());
        found.extend(bases.filter(|_| neutral.is_some()));
    });
    let small = |symbol: u32| {
        let named = atoms.symbols.get(symbol as usize);
        named.is_some_and(|s| {
            s.name.len() == 1 && s.name.starts_with(|c: char| c.is_ascii_lowercase())
        })
    };
    term.walk(&mut |t| {
        if t.op != product {
            return;
        }
        let (mut symbols, mut plain) = (Vec::new(), true);
        t.walk(&mut |t| match t.op.head() {
            Head::Symbol(symbol) => {
                plain &= small(symbol);
                symbols.push(symbol);
            }
            Head::Opaque(_) => plain = false,
            _ => {}
        });
        if plain {
            found.extend(symbols);
        }
    });
    found
}

/// The letter `e` of a neutral element, which is all that is in a set, or what products, powers and images are:
/// `\ker\varphi = \{e\}`, `g^n = e`, `\varphi(e_G) = e_H`.
fn neutral(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<u32> {
    let name = |t: &Term| vocabulary.operator(t.op).map_or("", |o| o.name.as_str());
    let letter = |t: &Term| {
        let head = match (name(t), &*t.args) {
            ("idx", [head, _]) => head,
            _ => t,
        };
        let symbol = head.op.as_symbol().filter(|_| head.args.is_empty())?;
        let known = atoms.symbols.get(symbol as usize)?;
        (known.name == "e").then_some(symbol)
    };
    let made = |t: &Term| matches!(name(t), "pow" | "opmul" | "call");
    match (name(term), &*term.args) {
        ("set", [only]) => letter(only),
        ("eq", [a, b]) if made(a) => letter(b),
        ("eq", [a, b]) if made(b) => letter(a),
        _ => None,
    }
}

struct State<'a> {
    atoms: &'a Atoms,
    vocabulary: &'a Vocabulary,
    path: Path,
    above: Vec<(Op, u16)>,
    /// What is applied to arguments with bars or semicolons between them somewhere.
    told: Vec<Op>,
    /// The operators that stand for what is not written.
    left_out: [Option<Op>; 2],
    /// The symbols of elements of a group.
    elements: Vec<u32>,
    /// In how many exponents of such elements this is.
    exponent: usize,
}

impl State<'_> {
    fn visit<'t>(&mut self, term: &'t Term, kind: Kind, part: Part, found: &mut Vec<Node<'t>>) {
        if found.len() >= MOST {
            return;
        }
        found.push(Node {
            path: self.path.clone(),
            term,
            kind,
            above: self.above.clone(),
            named: matches!(part, Part::Name | Part::Told),
            element: !self.elements.is_empty() && (self.exponent > 0 || self.is_element(term)),
        });
        // Pieces that were not understood hold their symbols only to be renamed.
        if matches!(term.op.head(), Head::Opaque(_)) {
            return;
        }
        let kinds = super::kind::of_args(self.vocabulary, term, self.atoms);
        for (place, (arg, kind)) in term.args.iter().zip(kinds).enumerate() {
            let part = self.part(term, place, part);
            self.path.push(place as u16);
            self.above.push((term.op, place as u16));
            let exponent = usize::from(place == 1 && self.is_power(term));
            self.exponent += exponent;
            self.visit(arg, kind, part, found);
            self.exponent -= exponent;
            self.above.pop();
            self.path.pop();
        }
    }

    /// Whether a term is an ellipsis or a side that is not written, with a sign or without.
    fn is_left_out(&self, term: &Term) -> bool {
        let term = match &*term.args {
            [only] => only,
            _ => term,
        };
        self.left_out.contains(&Some(term.op))
    }

    /// Whether a term is a power of an element.
    fn is_power(&self, term: &Term) -> bool {
        !self.elements.is_empty()
            && self
                .vocabulary
                .operator(term.op)
                .is_some_and(|o| o.name == "pow")
            && self.is_element(&term.args[0])
    }

    fn is_element(&self, term: &Term) -> bool {
        let mut found = false;
        term.walk(&mut |t| found |= t.op.as_symbol().is_some_and(|s| self.elements.contains(&s)));
        found
    }

    /// Whether a term is a symbol that is called by a word.
    fn is_word(&self, term: &Term) -> bool {
        is_word(term, self.atoms)
    }

    /// Whether a factor is the name of a function that is not known before what it is of, `\operatorname{Log} z`.
    fn is_before(&self, term: &Term, place: usize) -> bool {
        let product = self.vocabulary.operator(term.op);
        let product = product.is_some_and(|o| matches!(o.name.as_str(), "mul" | "opmul"));
        let named = |at: usize| term.args.get(at).map(|t| is_operator(t, self.atoms));
        product && named(place) == Some(true) && named(place + 1) == Some(false)
    }

    /// Whether a term is a fraction of two numbers.
    fn is_share(&self, term: &Term) -> bool {
        let written = |t: &Term| matches!(t.op.head(), Head::Integer(_));
        let quotient = self
            .vocabulary
            .operator(term.op)
            .is_some_and(|o| o.name == "div");
        quotient && term.args.iter().all(written)
    }

    /// What part an argument plays.
    fn part(&self, term: &Term, place: usize, own: Part) -> Part {
        // What is left out is no number to calculate with.
        if self.is_left_out(&term.args[place]) {
            return Part::Name;
        }
        let Some(operator) = self.vocabulary.operator(term.op) else {
            return Part::Other;
        };
        if let Some(binds) = &operator.binds {
            let asked = operator.signatures.first().and_then(|s| s.args.get(place));
            return match place {
                place if place == binds.var => Part::Name,
                1 if asked == Some(&Kind::Prop) => Part::Condition,
                _ => Part::Other,
            };
        }
        let arg = &term.args[place];
        let leaf = matches!(arg.op.head(), Head::Symbol(_) | Head::Slot(_));
        let written = matches!(arg.op.head(), Head::Integer(_));
        let listed = self
            .vocabulary
            .operator(arg.op)
            .is_some_and(|o| o.has_tag("listing"));
        match own {
            // Declarations say which names they are about.
            _ if operator.has_tag("quantifier") && (place + 1 < term.args.len() || place == 0) => {
                if leaf {
                    Part::Name
                } else {
                    Part::Declaration
                }
            }
            Part::Condition if operator.has_tag("relation") && place == 0 && leaf => Part::Name,
            Part::Condition if operator.name == "and" => Part::Condition,
            Part::Declaration if operator.has_tag("listing") && leaf => Part::Name,
            own if operator.has_tag("listing") => own,
            Part::Name if operator.has_tag("headed") && place == 0 => Part::Name,
            Part::Declaration if operator.has_tag("relation") && (leaf || place == 0 && listed) => {
                Part::Name
            }
            Part::Told if !written => Part::Told,
            // So much of something has a name alone: `[\mathrm{OH}^-]`.
            _ if operator.name == "bracketed" && leaf => Part::Told,
            _ if operator.has_tag("measured") && place > 0 || operator.has_tag("whole") => {
                Part::Told
            }
            _ if operator.has_tag(SIGNED) && place == 0 => Part::Name,
            // `\max_{p}` does something to what follows.
            _ if operator.name == "limited" && place == 0 => Part::Name,
            // Nor is an accent a letter, or the name of an operator with something below it.
            _ if matches!(operator.name.as_str(), "accent" | "under") && place == 0 => Part::Name,
            _ if self.is_before(term, place) => Part::Name,
            // Numbers in a row tell one letter from another (`x_{1,2}`).
            _ if operator.has_tag("scripted") && place > 0 && labels(&term.args[1..]) => Part::Name,
            // An entropy `H(Y | X)` is one in `H(X)`, too: it says nothing of numbers there.
            _ if place > 0 && self.told.contains(&term.args[0].op) && operator.name == "call" => {
                Part::Told
            }
            // A space below a norm is none to calculate with: `\lVert f \rVert_{L^2}`.
            _ if operator.name == "normp" && place == 1 && !leaf && !written => Part::Told,
            // Whose edges are counted is no number: `|E(G)|`.
            _ if operator.name == "card"
                && self
                    .vocabulary
                    .operator(arg.op)
                    .is_some_and(|o| o.name == "call") =>
            {
                Part::Told
            }
            // The one of an indicator is no number: `1_A`.
            _ if operator.name == "idx" && place == 0 && written => Part::Name,
            // A word below a letter is no number, nor is a fraction: `t_{1/2}` is a half-life.
            _ if operator.has_tag("scripted")
                && place > 0
                && (self.is_word(arg) || self.is_share(arg)) =>
            {
                Part::Name
            }
            Part::Name if self.is_share(term) => Part::Name,
            // What is called by a word and belongs to what is called so is no number: `\mathrm{SAT} \in \mathrm{NP}`.
            _ if matches!(operator.name.as_str(), "in" | "notin")
                && term.args.iter().all(|side| self.is_word(side)) =>
            {
                Part::Name
            }
            // The order of a derivative and of a root is no number to calculate with.
            _ if (operator.has_tag("derivative") || operator.has_tag("graded"))
                && place == 1
                && written =>
            {
                Part::Name
            }
            _ => Part::Other,
        }
    }
}

/// Whether a symbol is written as operators are, `\operatorname{Log}`.
pub(super) fn is_operator(term: &Term, atoms: &Atoms) -> bool {
    let symbol = term.op.as_symbol().filter(|_| term.args.is_empty());
    let called = symbol.and_then(|s| atoms.symbols.get(s as usize));
    called.is_some_and(|symbol| symbol.name.starts_with("\\operatorname"))
}

/// Whether a symbol is a sign, `x_{+}`, which no letter stands for.
pub(super) fn is_sign(term: &Term, atoms: &Atoms) -> bool {
    let symbol = term.op.as_symbol().filter(|_| term.args.is_empty());
    let called = symbol.and_then(|s| atoms.symbols.get(s as usize));
    called.is_some_and(|symbol| !symbol.name.contains(char::is_alphabetic))
}

/// Whether a term is a symbol that is called by a word.
pub(super) fn is_word(term: &Term, atoms: &Atoms) -> bool {
    let Head::Symbol(symbol) = term.op.head() else {
        return false;
    };
    atoms.symbols.get(symbol as usize).is_some_and(|symbol| {
        let word = core(&symbol.name);
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        letters > 1 && word.chars().all(char::is_alphanumeric)
    })
}

/// The heads of applications whose arguments have bars or semicolons between them.
fn told(term: &Term, vocabulary: &Vocabulary) -> Vec<Op> {
    let divided = |t: &Term| {
        let operator = vocabulary.operator(t.op);
        operator.is_some_and(|o| o.has_tag("divided"))
    };
    let mut heads = Vec::new();
    term.walk(&mut |t| {
        if let [head, argument] = &*t.args
            && divided(argument)
        {
            heads.push(head.op);
        }
    });
    heads
}

/// Whether indices are several numbers.
fn labels(indices: &[Term]) -> bool {
    let written = |t: &Term| matches!(t.op.head(), Head::Integer(_));
    indices.len() > 1 && indices.iter().all(written)
}

/// The leaves with what their places say: a symbol that stands where only numbers do is a number,
/// whatever it is compared with elsewhere (the `k` of `P(X = k) = \binom{n}{k} p^k`).
pub(super) fn leaves(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Atoms {
    let mut leaves = atoms.clone();
    term.walk(&mut |t| {
        let Some(operator) = vocabulary.operator(t.op) else {
            return;
        };
        let count = t.args.len();
        for (place, arg) in t.args.iter().enumerate() {
            let Head::Symbol(symbol) = arg.op.head() else {
                continue;
            };
            let mut fitting = operator
                .signatures
                .iter()
                .filter(|s| s.takes(count))
                .peekable();
            let number = |s: &Signature| s.arg(place) == Some(Kind::Num);
            if fitting.peek().is_some() && fitting.all(number) {
                leaves.symbols[symbol as usize].kind = Kind::Num;
            }
        }
    });
    leaves
}

/// The node at a path.
pub(crate) fn at<'t>(term: &'t Term, path: &[u16]) -> Option<&'t Term> {
    path.iter()
        .try_fold(term, |term, place| term.args.get(usize::from(*place)))
}

/// The node of a term at a path.
pub(super) fn node_at<'n, 't>(nodes: &'n [Node<'t>], path: &[u16]) -> Option<&'n Node<'t>> {
    nodes.iter().find(|node| node.path == path)
}
