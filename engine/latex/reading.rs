//! How a formula without macros is read: its tokens, its tree, its symbols, its term.

use super::{
    Formula, Reader, apart, arranged, choices, choosing, coefficients, complements, divisors,
    elaborate, entries, figures, ideals, identity, kept, kinds, letters, localised, matching,
    neutral, operated, operators, parse, planes, room, signs, supposed, token, unused, usage,
};
use crate::atoms::Atoms;
use crate::term::Term;
use crate::vocabulary::Kind;
use std::cell::{Cell, RefCell};
use std::ops::Range;

/// The memory of formulas of so many bytes is given back at once.
const LONG: usize = 1 << 14;

/// So many lists for terms are kept.
const LISTS: usize = 64;

/// Memory that is used again for the next formula.
#[derive(Default)]
struct Room {
    tokens: room::Room,
    marks: matching::Room,
    letters: letters::Room<usage::Letter>,
    lists: Vec<Vec<Term>>,
}

thread_local! {
    static ROOM: Cell<Room> = Cell::default();
}

impl<'r> Reader<'r> {
    /// Reads a formula in which no macro is left.
    pub(super) fn read_plain(
        &self,
        latex: &str,
        mut atoms: Atoms,
        places: Option<&mut Vec<(Range<usize>, Term)>>,
    ) -> Formula {
        let mut room = ROOM.take();
        let arranged::Arranged {
            tokens,
            signs,
            columns,
            stop,
        } = self.arranged(latex, &atoms, &mut room.tokens);
        let marks = matching::marks(&tokens, &self.table, &mut room.marks);
        atoms.topic.plain_e |= !atoms.settled && neutral::quantity(&tokens, signs);
        atoms.topic.divided |= !atoms.settled && entries::divided(&tokens, signs);
        atoms.topic.transposing_t |= !atoms.settled && entries::transposed(&tokens, signs);
        let functions = &self.functions;
        let letters = &mut room.letters;
        let mut usage = usage::Usage::new(&tokens, &marks, signs, functions, &atoms, letters);
        usage.floors |= usage.has(self.table.named("fracpart"));
        let mut parser = parse::Parser::new(&self.table, &tokens, &marks, &usage);
        let mut tree = parser.formula();
        let slashed = || signs.capitals() || signs.holds(token::Class::Name);
        if signs.has(b'(') || signs.has(b'/') && slashed() {
            let told = atoms.topic.ideals;
            tree = ideals::bracketed(tree, latex, self.vocabulary, &self.table, told);
        }
        let points = || signs.capitals() || signs.may(signs::Sorts::ANGLE);
        if signs.has(b'(') && points() {
            tree = planes::enclosed(tree, latex, &self.table);
        }
        let letter = [b'A', b'C', b'P'].iter().any(|letter| signs.has(*letter))
            || signs.holds(token::Class::Name);
        if letter && (signs.has(b'!') || signs.has(b'_') && signs.has(b'^')) {
            tree = choosing::counted(tree, &self.table);
        }
        let related = signs.has(b'=') || signs.has(b'|') || signs.may(signs::Sorts::MID);
        if related && signs.has(b'(') && signs.has(b',') {
            tree = divisors::common(tree, &self.table);
        }
        let mut fractions = Vec::new();
        if signs.has(b'^') && signs.has(b'-') && latex.contains("^{-1}") {
            (tree, fractions) = localised::fractions(tree, &self.table);
        }
        if columns {
            tree = coefficients::chosen(tree, latex, &self.table);
        }
        if signs.holds(token::Class::Words) {
            tree = supposed::quantified(tree, self.nouns, &self.table);
        }
        let mut complaints = std::mem::take(&mut parser.complaints);
        if tokens.is_empty() && latex.bytes().any(|b| b.is_ascii_alphabetic()) {
            // Room, and nothing that could be missing in it.
            complaints.clear();
        }
        let behind = parser.tail.map(|first| {
            let last = tokens.last().map_or(0, |t| t.end);
            tokens[first].start..last
        });
        let tail = match (behind, stop) {
            (Some(behind), Some(stop)) => behind.start..stop.end,
            (behind, stop) => behind.or(stop).unwrap_or_default(),
        };
        let tail = latex.get(tail).unwrap_or_default();
        let kinds = kinds::infer(&tree, self.vocabulary, &self.table, &usage, &atoms, signs);
        let choices = if self.explains {
            choices::choices(&tree, latex, self.vocabulary, &usage, &kinds)
        } else {
            Vec::new()
        };
        let raised = || signs.has(b'c') || signs.may(signs::Sorts::COMPLEMENT);
        let lined = signs.may(signs::Sorts::ACCENT) || signs.has(b'^') && raised();
        if lined && !atoms.topic.topology {
            atoms.topic.complements |= complements::shown(&tree, self.vocabulary, &self.table);
        }
        let shared = atoms.symbols.len();
        let (quantum, hatted) = elaborate::operators(&tokens, signs);
        let mut apart = match !atoms.settled && apart::may(&tokens, signs) {
            true => apart::names(&tree, self.table.apart, latex, signs),
            false => Vec::new(),
        };
        let fractional = || {
            signs.has(b'^')
                && signs.has(b'-')
                && (latex.contains(r"(-\Delta") || latex.contains("(-Δ"))
        };
        let named = signs.capitals() || signs.holds(token::Class::Name);
        // `(g \circ f)^* = f^* g^*`
        let starred = || signs.has(b'^') && signs.has(b'*');
        let acted = || signs.has(b'(') && (latex.contains(r"(\gamma ") || latex.contains("(γ "));
        let operated = match named || fractional() || starred() || acted() {
            true => operated::names(&tree, &self.table),
            false => operated::Operated::default(),
        };
        apart.extend(operated.names);
        if usage.neutral_e {
            apart.extend(neutral::letters(&tokens));
        }
        apart.extend(atoms.ordered.iter().cloned());
        let mut elaborator = elaborate::Elaborator {
            signs: elaborate::Signs::default(),
            work: 0,
            most_work: parse::most_work(tokens.len()),
            quantum,
            slashes: std::cell::OnceCell::new(),
            apart,
            entries: Vec::new(),
            bound: Vec::new(),
            dependent: Vec::new(),
            hatted,
            source: latex,
            tokens: &tokens,
            vocabulary: self.vocabulary,
            table: &self.table,
            usage: &usage,
            kinds,
            atoms,
            complaints,
            read: 0,
            places: places.is_some().then(Vec::new),
            leaves: elaborate::Leaves::default(),
            lists: RefCell::new(std::mem::take(&mut room.lists)),
        };
        let term = elaborator.whole(&tree);
        let (mut atoms, mut complaints) = (elaborator.atoms, elaborator.complaints);
        room.lists = elaborator.lists.into_inner();
        room.lists.truncate(LISTS);
        let term = match (places, elaborator.places) {
            // Places speak of all symbols.
            (Some(places), Some(found)) => {
                *places = found;
                term
            }
            _ => unused::drop_unused(term, &mut atoms, shared),
        };
        // Of a version of a formula nothing is read again.
        if !std::mem::take(&mut atoms.settled) {
            operators::note(&term, &mut atoms, &self.signs);
            atoms.apart = elaborator.apart;
            atoms.bound = operators::bound(&atoms, &elaborator.kinds);
        }
        for symbol in atoms.symbols.iter_mut().skip(shared) {
            if symbol.kind == Kind::Any {
                symbol.kind = Kind::Num;
            }
        }
        identity::keep_names(&mut atoms);
        if signs.may(signs::Sorts::RESPELT)
            && identity::tells_axes(std::iter::once(&term), &atoms, self.vocabulary)
        {
            identity::keep_coordinates(&mut atoms);
        }
        if signs.has(b'_') || signs.has(b'U') || signs.may(signs::Sorts::ACCENT) {
            kept::keep_names(&tokens, signs, &mut atoms);
        }
        if signs.has(b'^') {
            kept::keep_spaces(&tokens, &mut atoms);
        }
        if signs.holds(token::Class::Open) {
            kept::keep_ends(&mut atoms);
        }
        if signs.holds(token::Class::Words) || signs.holds(token::Class::Name) {
            kept::keep_before_nouns(&tokens, self.nouns, &mut atoms);
        }
        for symbol in &mut atoms.symbols {
            symbol.protected |=
                operated.telling.contains(&symbol.name) || usage.neutral_e && symbol.name == "e";
            symbol.protected |= fractions.contains(&symbol.name);
        }
        for symbol in atoms.symbols.iter_mut().skip(shared) {
            symbol.protected |= operated.parted.contains(&symbol.name);
        }
        if usage.figures.words {
            figures::keep_names(&tokens, &mut atoms);
        }
        if complaints.len() > 1 {
            complaints.sort_by_key(|c| c.labels.first().map_or(0, |l| l.span.start));
        }
        if latex.len() < LONG {
            usage.reuse(&mut room.letters);
            room.marks.reuse(marks);
            room.tokens.reuse(tokens);
            ROOM.set(room);
        }
        Formula {
            source: latex.to_owned(),
            term,
            atoms,
            complaints,
            tail: tail.to_owned(),
            choices,
        }
    }
}
