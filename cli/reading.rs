//! A row of `parse`: what a formula is read as, for programs.
//!
//! Places are counted in characters (Unicode code points) of the input as it was given, as Python's
//! strings are; the carets on the terminal and the spans of the library are bytes.

use mamut_engine::diagnostic::{Diagnostic, Severity};
use mamut_engine::latex::{Choice, Formula};
use mamut_engine::sexpr;
use mamut_engine::term::{Head, Term};
use mamut_engine::vocabulary::Vocabulary;
use serde::Serialize;
use serde_json::{Value, json};

use crate::csv;
use crate::input::Item;

/// What a formula is read as. The field names and their order are stable.
#[derive(Clone, Debug, Serialize)]
pub struct Reading<'f> {
    /// As the record gives it, else the number of the line or argument.
    pub id: &'f Value,
    /// The S-expression.
    pub term: String,
    /// What was not understood.
    pub opaque: Vec<Piece<'f>>,
    /// What is to be said of it.
    pub complaints: Vec<Complaint>,
    /// The formula in its usual notation.
    pub printed: String,
    /// Choices among several readings; only when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choices: Option<Vec<Chosen>>,
}

/// A piece that was not understood.
#[derive(Clone, Debug, Serialize)]
pub struct Piece<'f> {
    /// Its first character, from 0.
    pub start: usize,
    /// The end of it, exclusive.
    pub end: usize,
    /// What stands there.
    pub latex: &'f str,
}

/// A complaint.
#[derive(Clone, Debug, Serialize)]
pub struct Complaint {
    /// Stable: `unknown-command`.
    pub id: &'static str,
    /// The first character it is about, from 0.
    pub start: usize,
    /// The end, exclusive.
    pub end: usize,
    /// What is wrong, what was done instead, and what may help.
    pub message: String,
    /// An error is about something that was not understood.
    pub severity: Severity,
}

/// A choice among readings.
#[derive(Clone, Debug, Serialize)]
pub struct Chosen {
    id: &'static str,
    start: usize,
    end: usize,
    chosen: &'static str,
    instead: &'static str,
    why: &'static str,
}

/// The names of the columns of CSV.
pub const COLUMNS: [&str; 5] = ["id", "term", "opaque", "complaints", "printed"];

impl<'f> Reading<'f> {
    /// The row of a formula.
    pub fn of(
        item: &'f Item,
        formula: &'f Formula,
        vocabulary: &Vocabulary,
        printed: String,
        explain: bool,
    ) -> Self {
        let at = Places::of(&item.place.text, item.place.start);
        let pieces = opaque(&formula.term, formula);
        let choice = |choice: &Choice| Chosen {
            id: choice.id,
            start: at.character(choice.span.start),
            end: at.character(choice.span.end),
            chosen: choice.chosen,
            instead: choice.instead,
            why: choice.why,
        };
        Self {
            id: &item.id,
            term: sexpr::write(&formula.term, vocabulary, &formula.atoms),
            opaque: pieces
                .into_iter()
                .map(|(start, end)| Piece {
                    start: at.character(start),
                    end: at.character(end),
                    latex: formula.source.get(start..end).unwrap_or_default(),
                })
                .collect(),
            complaints: formula.complaints.iter().map(|c| at.complaint(c)).collect(),
            printed,
            choices: explain.then(|| formula.choices.iter().map(choice).collect()),
        }
    }

    /// Adds the row as a record of CSV.
    pub fn csv(&self, out: &mut Vec<u8>) {
        let id = match self.id {
            Value::String(id) => id.clone(),
            id => id.to_string(),
        };
        let (opaque, complaints) = (json!(self.opaque), json!(self.complaints));
        let (opaque, complaints) = (opaque.to_string(), complaints.to_string());
        csv::write([&*id, &self.term, &opaque, &complaints, &self.printed], out);
    }
}

/// Where the opaque leaves of a term stand, in order, each once.
fn opaque(term: &Term, formula: &Formula) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    term.walk(&mut |t| {
        if let Head::Opaque(index) = t.op.head()
            && let Some(piece) = formula.atoms.opaques.get(index as usize)
        {
            found.push((piece.start, piece.end));
        }
    });
    found.sort_unstable();
    found.dedup();
    found
}

/// From bytes of a formula to characters of the text around it.
struct Places {
    /// Of the formula in the text.
    start: usize,
    /// How many characters begin before every 32nd byte; empty when all characters are bytes.
    counts: Vec<usize>,
    text: Vec<u8>,
}

impl Places {
    fn of(text: &str, start: usize) -> Self {
        let mut counts = Vec::new();
        let mut bytes = Vec::new();
        if !text.is_ascii() {
            bytes = text.as_bytes().to_vec();
            let mut count = 0;
            for block in bytes.chunks(32) {
                counts.push(count);
                count += block.iter().filter(|b| begins(**b)).count();
            }
        }
        Self {
            start,
            counts,
            text: bytes,
        }
    }

    /// The character at a byte of the formula.
    fn character(&self, byte: usize) -> usize {
        let at = self.start + byte;
        if self.text.is_empty() {
            return at;
        }
        let at = at.min(self.text.len());
        let block = (at / 32).min(self.counts.len() - 1);
        let rest = self.text[32 * block..at].iter();
        self.counts[block] + rest.filter(|b| begins(**b)).count()
    }

    fn complaint(&self, complaint: &Diagnostic) -> Complaint {
        let span = complaint.labels.first().map_or(0..0, |l| l.span.clone());
        Complaint {
            id: complaint.id,
            start: self.character(span.start),
            end: self.character(span.end),
            message: said(complaint),
            severity: complaint.severity,
        }
    }
}

fn begins(byte: u8) -> bool {
    byte & 0xc0 != 0x80
}

/// A complaint in one line: what is wrong; what was done; what may help.
pub fn said(complaint: &Diagnostic) -> String {
    let mut said = complaint.message.clone();
    let done = complaint.labels.first().map(|l| l.message.as_str());
    for more in [done, complaint.help.as_deref()].into_iter().flatten() {
        if !more.is_empty() {
            said += "; ";
            said += more;
        }
    }
    said
}

/// A formula as nested JSON: the row, the symbols with what they stand for, and the term as a tree.
pub fn tree_of(reading: &Reading<'_>, formula: &Formula, vocabulary: &Vocabulary) -> Value {
    let symbols: Vec<Value> = formula
        .atoms
        .symbols
        .iter()
        .map(|s| json!({"name": s.name, "kind": format!("{:?}", s.kind), "protected": s.protected}))
        .collect();
    let mut value = json!(reading);
    value["source"] = json!(formula.source);
    value["symbols"] = json!(symbols);
    value["tree"] = tree(&formula.term, formula, vocabulary);
    value
}
/// Nested JSON: `{"op": "add", "args": […]}` and leaves `{"number": …}`, `{"symbol": …}`,
/// `{"bound": …, "name": …}`, `{"opaque": …}`.
fn tree(term: &Term, formula: &Formula, vocabulary: &Vocabulary) -> Value {
    let args: Vec<Value> = term
        .args
        .iter()
        .map(|arg| tree(arg, formula, vocabulary))
        .collect();
    match term.op.head() {
        Head::Operator(index) => {
            json!({"op": vocabulary.operators[index as usize].name, "args": args})
        }
        Head::Integer(n) => json!({"number": n.to_string()}),
        Head::Literal(index) => {
            let literal = &formula.atoms.literals[index as usize];
            json!({"number": literal.spelling, "value": literal.value.to_string()})
        }
        Head::Symbol(index) => json!({"symbol": formula.atoms.symbols[index as usize].name}),
        Head::Slot(slot) => {
            let name = formula
                .atoms
                .slot_names
                .iter()
                .find(|(s, _)| *s == slot)
                .map(|(_, name)| name);
            json!({"bound": sexpr::write(term, vocabulary, &formula.atoms), "name": name})
        }
        Head::Opaque(index) => {
            let opaque = &formula.atoms.opaques[index as usize];
            json!({"opaque": opaque.pieces, "span": [opaque.start, opaque.end], "args": args})
        }
    }
}
