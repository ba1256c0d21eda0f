//! Taking a substitution back: a term read from a version, over the symbols of its source.

use super::Names;
use crate::atoms::{Atoms, Literal, Symbol};
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, ReadForm, Vocabulary};

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
    let mut apart = Vec::new();
    term.walk(&mut |t| {
        if let Head::Symbol(index) = t.op.head() {
            let name = read.symbols[index as usize].name.as_str();
            if constant(name, vocabulary).is_some() {
                apart.push(name);
            }
        }
    });
    resolved(term, read, names, source, vocabulary, &apart)
}

/// The same; `apart` are the letters of constants that are read as symbols somewhere.
fn resolved(
    term: &Term,
    read: &Atoms,
    names: &Names,
    source: &mut Atoms,
    vocabulary: &Vocabulary,
    apart: &[&str],
) -> Term {
    let idx = vocabulary.find("idx");
    let named = |name: &str| names.symbols.iter().position(|n| n == name);
    if Some(term.op) == idx
        && let Some(name) = indexed_name(term, read)
        && let Some(symbol) = named(&name)
    {
        return Term::leaf(Op::symbol(symbol as u32));
    }
    let op = match term.op.head() {
        Head::Symbol(index) => {
            let name = &read.symbols[index as usize].name;
            let constant = constant(name, vocabulary);
            match (named(name), constant) {
                (Some(symbol), _) => Op::symbol(symbol as u32),
                (None, Some(constant)) => constant,
                (None, None) => {
                    source.symbols.push(Symbol {
                        name: name.clone(),
                        kind: Kind::Any,
                        protected: true,
                    });
                    Op::symbol(source.symbols.len() as u32 - 1)
                }
            }
        }
        Head::Literal(index) => {
            let literal = &read.literals[index as usize];
            let position = |same: &dyn Fn(&Literal) -> bool| source.literals.iter().position(same);
            let known = position(&|l| l.spelling == literal.spelling)
                .or_else(|| position(&|l| l.value == literal.value));
            match (known, literal.integer()) {
                (Some(known), _) => Op::literal(known as u32),
                (None, Some(integer)) => integer,
                (None, None) => {
                    source.literals.push(literal.clone());
                    Op::literal(source.literals.len() as u32 - 1)
                }
            }
        }
        Head::Opaque(index) => {
            let opaque = &read.opaques[index as usize];
            let known = source
                .opaques
                .iter()
                .position(|o| o.pieces == opaque.pieces);
            Op::opaque(known.unwrap_or_else(|| {
                source.opaques.push(opaque.clone());
                source.opaques.len() - 1
            }) as u32)
        }
        Head::Operator(index) => {
            let operator = &vocabulary.operators[index as usize];
            let symbol = named(&operator.name).filter(|_| operator.has_tag("constant"));
            // Where the letter is read as a symbol too, the constant is meant.
            let symbol = symbol.filter(|_| !apart.contains(&operator.name.as_str()));
            symbol.map_or(term.op, |symbol| Op::symbol(symbol as u32))
        }
        Head::Integer(_) | Head::Slot(_) => term.op,
    };
    let args = term
        .args
        .iter()
        .map(|arg| resolved(arg, read, names, source, vocabulary, apart))
        .collect();
    Term::new(op, args)
}

/// The constant that a letter may be.
fn constant(name: &str, vocabulary: &Vocabulary) -> Option<Op> {
    vocabulary
        .reads
        .iter()
        .find_map(|reading| match &reading.form {
            ReadForm::Constant { tex, op } if tex.iter().any(|t| t == name) => Some(*op),
            _ => None,
        })
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
