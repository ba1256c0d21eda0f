//! Taking a substitution back: a term read from a version, over the symbols of its source.

use super::Names;
use crate::atoms::{Atoms, Literal, Shown, Symbol};
use crate::term::{Head, Op, Term};
use crate::vocabulary::Vocabulary;
use rustc_hash::{FxHashMap, FxHashSet};

/// Rewrites a term over `read` to the symbols of `source`, whose display names are `names`.
///
/// Numbers are looked up by value. An `i`, `j` or `e` read as a symbol that is no name of the
/// source, as in `a + bi`, is the constant; a constant that is
/// one, the symbol, unless the letter is read as both. What else the source does not have, a symbol under a name that
/// none was given or an opaque piece, is added to `source` and so makes the terms differ.
pub fn resolve(
    term: &Term,
    read: &Atoms,
    names: &Names,
    source: &mut Atoms,
    vocabulary: &Vocabulary,
) -> Term {
    Resolver::new(read, names, source, vocabulary).resolve(term)
}

/// Resolves many terms over one table of symbols, as [`resolve`] does one.
pub struct Resolver<'a> {
    read: &'a Atoms,
    vocabulary: &'a Vocabulary,
    source: &'a mut Atoms,
    /// The first symbols with the display names.
    symbols: FxHashMap<&'a str, u32>,
    /// The first literals of the source that are spelled so.
    literals: FxHashMap<String, u32>,
    /// The constants that letters may be.
    constants: &'a FxHashMap<String, Op>,
    /// Letters of constants that are read as symbols somewhere.
    apart: FxHashSet<&'a str>,
    /// Whether these are known, whatever the term.
    told: bool,
    idx: Option<Op>,
}

impl<'a> Resolver<'a> {
    /// Arranges the names.
    pub fn new(
        read: &'a Atoms,
        names: &'a Names,
        source: &'a mut Atoms,
        vocabulary: &'a Vocabulary,
    ) -> Self {
        let mut resolver = Self {
            read,
            vocabulary,
            symbols: FxHashMap::default(),
            literals: FxHashMap::default(),
            constants: &vocabulary.constants,
            apart: FxHashSet::default(),
            told: false,
            idx: vocabulary.find("idx"),
            source,
        };
        for (name, place) in names.symbols.iter().zip(0..) {
            resolver.symbols.entry(name).or_insert(place);
        }
        for (literal, place) in resolver.source.literals.iter().zip(0..) {
            let spelling = literal.spelling.clone();
            resolver.literals.entry(spelling).or_insert(place);
        }
        resolver
    }

    /// Takes all symbols that were read for letters, whether the term has them or not: they stand in
    /// another formula of its text.
    pub fn keep_apart(&mut self) {
        let names = self.read.symbols.iter().map(|s| s.name.as_str());
        let constants = &self.constants;
        self.apart = names.filter(|name| constants.contains_key(*name)).collect();
        self.told = true;
    }

    /// Rewrites a term.
    pub fn resolve(&mut self, term: &Term) -> Term {
        if self.told {
            return self.term(term);
        }
        self.apart.clear();
        let read = self.read;
        term.walk(&mut |t| {
            if let Head::Symbol(index) = t.op.head() {
                let name = read.symbols[index as usize].name.as_str();
                if self.constants.contains_key(name) {
                    self.apart.insert(name);
                }
            }
        });
        self.term(term)
    }

    fn term(&mut self, term: &Term) -> Term {
        if Some(term.op) == self.idx
            && let Some(name) = indexed_name(term, self.read)
            && let Some(symbol) = self.symbols.get(name.as_str())
        {
            return Term::leaf(Op::symbol(*symbol));
        }
        let op = match term.op.head() {
            Head::Symbol(index) => self.symbol(&self.read.symbols[index as usize]),
            Head::Literal(index) => self.literal(&self.read.literals[index as usize]),
            Head::Opaque(index) => {
                let opaque = &self.read.opaques[index as usize];
                let opaques = &mut self.source.opaques;
                let known = opaques.iter().position(|o| o.pieces == opaque.pieces);
                Op::opaque(known.unwrap_or_else(|| {
                    opaques.push(opaque.clone());
                    opaques.len() - 1
                }) as u32)
            }
            Head::Operator(index) => {
                let operator = &self.vocabulary.operators[index as usize];
                let name = operator.name.as_str();
                let symbol = self.symbols.get(name);
                let symbol = symbol.filter(|_| operator.has_tag("constant"));
                // Where the letter is read as a symbol too, the constant is meant.
                let symbol = symbol.filter(|_| !self.apart.contains(name));
                symbol.map_or(term.op, |symbol| Op::symbol(*symbol))
            }
            Head::Integer(_) | Head::Slot(_) => term.op,
        };
        let args = term.args.iter().map(|arg| self.term(arg)).collect();
        Term::new(op, args)
    }

    fn symbol(&mut self, Symbol { name, kind, .. }: &Symbol) -> Op {
        let name = name.as_str();
        match (self.symbols.get(name), self.constants.get(name)) {
            (Some(symbol), _) => Op::symbol(*symbol),
            (None, Some(constant)) => *constant,
            (None, None) => {
                let symbols = &mut self.source.symbols;
                symbols.push(Symbol {
                    name: name.to_owned(),
                    kind: *kind,
                    protected: true,
                    shown: Shown::default(),
                });
                Op::symbol(symbols.len() as u32 - 1)
            }
        }
    }

    fn literal(&mut self, literal: &Literal) -> Op {
        let literals = &mut self.source.literals;
        let same = |l: &Literal| l.value == literal.value;
        let known = self.literals.get(&literal.spelling).copied();
        let known = known.or_else(|| literals.iter().position(same).map(|place| place as u32));
        match (known, literal.integer()) {
            (Some(known), _) => Op::literal(known),
            (None, Some(integer)) => integer,
            (None, None) => {
                literals.push(literal.clone());
                let place = literals.len() as u32 - 1;
                self.literals.insert(literal.spelling.clone(), place);
                Op::literal(place)
            }
        }
    }
}

/// The name that an indexed symbol has when the index belongs to the name: `a_1`, `a_{12}`.
fn indexed_name(term: &Term, read: &Atoms) -> Option<String> {
    let [base, index] = &*term.args else {
        return None;
    };
    match (base.op.head(), index.op.head()) {
        (Head::Symbol(symbol), Head::Integer(value)) => {
            let base = &read.symbols[symbol as usize].name;
            Some(if value < 10 {
                format!("{base}_{value}")
            } else {
                format!("{base}_{{{value}}}")
            })
        }
        _ => None,
    }
}
