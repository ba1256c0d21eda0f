//! `parse`: the term that a formula is read as.

use anyhow::Result;
use mamut_engine::diagnostic::Severity;
use mamut_engine::latex::{Formula, Reader};
use mamut_engine::sexpr;
use mamut_engine::term::{Head, Term};
use mamut_engine::vocabulary::Vocabulary;
use serde_json::{Value, json};

use crate::args::{self, Format, Global};
use crate::output::Output;
use crate::pipeline::refusal;
use crate::rules::Loaded;
use crate::{Outcome, diagnostics, input};

/// Runs the command.
///
/// # Errors
/// Errors of the world.
pub fn run(args: &args::Parse, global: &Global, loaded: &Loaded) -> Result<Outcome> {
    let vocabulary = &loaded.rules.vocabulary;
    let mut reader = Reader::new(&loaded.rules);
    if args.explain {
        reader = reader.explaining();
    }
    let mut output = Output::new(None)?;
    let (mut all, mut refused) = (0, 0);
    for item in input::open(&args.input)? {
        let item = item?;
        let formula = reader.read(&item.latex);
        all += 1;
        refused += u64::from(refusal(&formula).is_some());
        for complaint in &formula.complaints {
            if global.quiet == 0 || (global.quiet == 1 && complaint.severity == Severity::Error) {
                anstream::eprintln!("{}", diagnostics::of_formula(complaint, &item.place));
            }
        }
        if args.format == Format::Text {
            for choice in &formula.choices {
                anstream::eprintln!("{}", diagnostics::of_formula(&choice.note(), &item.place));
            }
        }
        let text = match args.format {
            Format::Text => sexpr::write(&formula.term, vocabulary, &formula.atoms) + "\n",
            Format::Jsonl => value(&formula, vocabulary, args.explain).to_string() + "\n",
            Format::Json => {
                let between = if all == 1 { "[\n" } else { ",\n" };
                format!("{between}{:#}", value(&formula, vocabulary, args.explain))
            }
        };
        output.write(text.as_bytes())?;
    }
    if args.format == Format::Json {
        output.write(if all == 0 { b"[]\n" } else { b"\n]\n" })?;
    }
    output.finish()?;
    Ok(match (all, refused) {
        (_, 0) => Outcome::Done,
        (all, refused) if all == refused => Outcome::Unusable,
        _ => Outcome::Findings,
    })
}

/// A formula as JSON: the term, the symbols with what they stand for, the complaints.
fn value(formula: &Formula, vocabulary: &Vocabulary, explain: bool) -> Value {
    let symbols: Vec<Value> = formula
        .atoms
        .symbols
        .iter()
        .map(|s| json!({"name": s.name, "kind": format!("{:?}", s.kind), "protected": s.protected}))
        .collect();
    let mut value = json!({
        "source": formula.source,
        "term": tree(&formula.term, formula, vocabulary),
        "symbols": symbols,
        "complaints": formula.complaints,
    });
    if explain {
        value["choices"] = json!(formula.choices);
    }
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
