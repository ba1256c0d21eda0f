//! What the letters of a text are, from all of its formulas together.

use std::collections::BTreeMap;

use crate::atoms::{Atoms, Symbol};
use crate::latex::{self, Formula};
use crate::term::{Head, Term};
use crate::vocabulary::{Kind, Vocabulary};

/// What formulas read by themselves say of a symbol.
#[derive(Clone, Debug, Default)]
struct Seen {
    /// What it stands for, beside numbers.
    kinds: Vec<Kind>,
    /// It is a number in arithmetic somewhere.
    number: bool,
    /// Somewhere all it is applied to are letters, numbers and values, which no factor would
    /// stand in brackets for.
    simple: bool,
    /// It is said to depend on something, `V = V(t)`, or has a derivative and an initial value.
    depends: bool,
    derived: bool,
    initial: bool,
}

/// Makes the symbol table in which all formulas of a text are read: what a letter is in one of
/// them it is in all, unless they disagree.
pub(super) fn shared(
    formulas: &[Formula],
    declared: &BTreeMap<String, Kind>,
    functions: &[String],
    vocabulary: &Vocabulary,
) -> Atoms {
    let mut order: Vec<String> = Vec::new();
    let mut seen: BTreeMap<String, Seen> = BTreeMap::new();
    for formula in formulas {
        let lone = matches!(formula.term.op.head(), Head::Symbol(_));
        // `y = y(x)` alone looks like a product.
        let letters = latex::letters(&formula.source);
        let applied: Vec<&str> = letters
            .iter()
            .filter(|(_, place)| before_parenthesis(&formula.source[place.end..]))
            .map(|(name, _)| name.as_str())
            .collect();
        let mut uses = Uses {
            vocabulary,
            number: vec![false; formula.atoms.symbols.len()],
            simple: vec![false; formula.atoms.symbols.len()],
            depends: Vec::new(),
            derived: Vec::new(),
            primed: Vec::new(),
            initial: Vec::new(),
        };
        uses.visit(&formula.term, 0);
        // Where one of the letters side by side is no point, none is: `AB = AC` of matrices.
        let no_point = |symbol: &Symbol| {
            let told = declared.get(&symbol.name);
            symbol.kind == Kind::Point
                && told.is_some_and(|kind| !matches!(kind, Kind::Any | Kind::Point))
        };
        let drawn = !formula.atoms.symbols.iter().any(no_point);
        for (index, symbol) in formula.atoms.symbols.iter().enumerate() {
            let entry = seen.entry(symbol.name.clone()).or_insert_with(|| {
                order.push(symbol.name.clone());
                Seen::default()
            });
            // A prime makes no function of a capital letter that is applied to nothing: `P'Q' = 2`.
            let point = symbol.kind == Kind::Fn
                && symbol.name.len() == 1
                && symbol.name.starts_with(char::is_uppercase)
                && uses.primed.contains(&(index as u32))
                && !applied.contains(&symbol.name.as_str());
            if !point
                && (drawn || symbol.kind != Kind::Point)
                && !matches!(
                    symbol.kind,
                    Kind::Any | Kind::Num | Kind::Text | Kind::Tuple
                )
                && !entry.kinds.contains(&symbol.kind)
            {
                entry.kinds.push(symbol.kind);
            }
            let number = !lone && uses.number[index];
            entry.number |= number && !applied.contains(&symbol.name.as_str());
            entry.simple |= uses.simple[index];
            let among = |found: &[u32]| found.contains(&(index as u32));
            entry.depends |= among(&uses.depends);
            entry.derived |= among(&uses.derived);
            entry.initial |= among(&uses.initial);
        }
    }
    for name in ["e", r"\pi"] {
        let told = declared.get(name);
        if told.is_some_and(|kind| !matches!(kind, Kind::Any | Kind::Num))
            && !seen.contains_key(name)
        {
            seen.insert(name.to_owned(), Seen::default());
            order.push(name.to_owned());
        }
    }
    let point = |letter: char| {
        let mut bytes = [0; 4];
        let name: &str = letter.encode_utf8(&mut bytes);
        match declared.get(name) {
            Some(Kind::Any) | None => seen.get(name).is_some_and(|s| s.kinds == [Kind::Point]),
            Some(kind) => *kind == Kind::Point,
        }
    };
    let corners = |name: &str| {
        let letters = letters(name);
        letters.len() > 1 && letters.chars().all(point)
    };
    // Letters of points side by side that look like a name alone are none.
    let (named, mut order): (Vec<String>, Vec<String>) =
        order.into_iter().partition(|name| corners(name));
    for letter in named.iter().flat_map(|name| letters(name).chars()) {
        let letter = letter.to_string();
        if !order.contains(&letter) {
            order.push(letter);
        }
    }
    let unseen = Seen::default();
    let mut atoms = Atoms::default();
    for name in order {
        let seen = seen.get(&name).unwrap_or(&unseen);
        let usual = functions.contains(&name);
        let kind = match (declared.get(&name), seen.kinds.as_slice()) {
            // A declaration holds unless every formula says otherwise.
            (Some(Kind::Num | Kind::Any), &[kind]) if kind != Kind::Fn && !seen.number => kind,
            // A height may well be a function of time.
            (_, &[Kind::Fn]) if seen.depends || seen.derived && seen.initial => Kind::Fn,
            (Some(Kind::Num), &[Kind::Fn]) if seen.simple && !seen.number => Kind::Fn,
            (Some(Kind::Any) | None, &[Kind::Fn]) => match (seen.number, seen.simple) {
                (false, _) => Kind::Fn,
                (true, true) if usual => Kind::Fn,
                (true, false) if !usual => Kind::Num,
                (true, _) => Kind::Any,
            },
            (Some(Kind::Any) | None, &[Kind::Point]) if seen.number => Kind::Any,
            (Some(Kind::Any) | None, &[kind]) => kind,
            (Some(Kind::Any) | None, _) => Kind::Any,
            (Some(kind), _) => *kind,
        };
        let index = atoms.symbol(&name);
        atoms.symbols[index as usize].kind = kind;
    }
    atoms
}

/// The letters of a name.
fn letters(name: &str) -> &str {
    let letters = name.strip_prefix(r"\mathit{").unwrap_or(name);
    letters.trim_end_matches('}')
}

fn before_parenthesis(rest: &str) -> bool {
    let rest = rest.trim_start();
    rest.starts_with('(') || rest.starts_with(r"\left(") || rest.starts_with(r"\left (")
}

/// How the symbols of one formula are used.
struct Uses<'a> {
    vocabulary: &'a Vocabulary,
    number: Vec<bool>,
    simple: Vec<bool>,
    depends: Vec<u32>,
    derived: Vec<u32>,
    primed: Vec<u32>,
    initial: Vec<u32>,
}

/// Terms nested deeper than this are not looked into.
const DEEPEST: usize = 500;

impl Uses<'_> {
    fn visit(&mut self, term: &Term, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        let name = self.vocabulary.name(term.op);
        let value = |t: &Term| {
            let operator = self.vocabulary.operator(t.op);
            let name = operator.map_or("", |o| o.name.as_str());
            t.args.is_empty() || matches!(name, "call" | "idx" | "prime" | "ket" | "bra")
        };
        let symbol = |t: &Term| match t.op.head() {
            Head::Symbol(index) => Some(index),
            _ => None,
        };
        let called = |t: &Term| {
            let call = self.vocabulary.find("call") == Some(t.op);
            t.args.first().filter(|_| call).and_then(symbol)
        };
        match (name, &*term.args) {
            ("eq", [one, other]) => {
                let depends = symbol(one).filter(|name| called(other) == Some(*name));
                self.depends.extend(depends);
            }
            ("prime", [of, _]) => {
                self.derived.extend(symbol(of));
                self.primed.extend(symbol(of));
            }
            ("diff", [_, _, of]) => self.derived.extend(symbol(of)),
            ("call", [of, at]) if matches!(at.op.head(), Head::Integer(_)) => {
                self.initial.extend(symbol(of));
            }
            _ => {}
        }
        match name {
            "call" => {
                if let Some(Head::Symbol(head)) = term.args.first().map(|h| h.op.head()) {
                    self.simple[head as usize] |= term.args[1..].iter().all(value);
                }
            }
            "add" | "mul" | "neg" | "div" | "pow" | "root" | "lt" | "le" | "gt" | "ge" | "fact"
            | "abs" | "log" | "ln" | "sin" | "cos" => {
                for arg in term.args.iter() {
                    if let Head::Symbol(index) = arg.op.head() {
                        self.number[index as usize] = true;
                    }
                }
            }
            _ => {}
        }
        for arg in term.args.iter() {
            self.visit(arg, depth + 1);
        }
    }
}
