//! Why a statement has no value that could be found.

use super::form::{Form, name};
use super::sample::Sampler;
use super::statement::is_statement;
use super::verdict::Reason;
use super::words;
use crate::eval::{self, Point, Value};
use crate::term::{Head, Term};
use crate::vocabulary::Vocabulary;

/// What stands in the way of evaluating a form at all.
pub(super) fn hopeless(form: &Form, vocabulary: &Vocabulary) -> Option<Reason> {
    let mut found = None;
    form.term.walk(&mut |t| {
        if found.is_some() {
            return;
        }
        if let Head::Opaque(i) = t.op.head() {
            let piece = form
                .atoms
                .opaques
                .get(i as usize)
                .map(|o| o.pieces.join(" … "));
            found = Some(Reason::about("not-understood", piece.unwrap_or_default()));
        } else if words::worded(t, vocabulary) {
            found = Some(Reason::plain("words"));
        } else if let Some(cardinal) = cardinal(t, form) {
            found = Some(Reason::about("no-meaning", cardinal.to_owned()));
        }
    });
    found
}

/// The name of an infinite number of elements, with which nothing is calculated as with others:
/// `2 \aleph_0 = \aleph_0`.
fn cardinal<'f>(term: &Term, form: &'f Form) -> Option<&'f str> {
    let symbol = form.atoms.symbols.get(term.op.as_symbol()? as usize)?;
    let infinite = ["\\aleph", "\\beth"];
    let name = symbol.name.as_str();
    infinite.iter().any(|n| name.starts_with(n)).then_some(name)
}

/// Steps that looking for a reason may cost.
const EFFORT: u64 = 100_000;

/// Why a statement is not known at a point: the innermost part without a value.
pub(super) fn at(sampler: &Sampler<'_>, statement: &Term, point: &Point) -> Reason {
    eval::within(EFFORT, || innermost(sampler, statement, point))
}

fn innermost(sampler: &Sampler<'_>, statement: &Term, point: &Point) -> Reason {
    let vocabulary = sampler.vocabulary;
    let mut here = statement;
    for _ in 0..64 {
        // What is bound has no value outside.
        if vocabulary
            .operator(here.op)
            .is_some_and(|o| o.binds.is_some())
        {
            break;
        }
        let inner = here.args.iter().find(|arg| {
            let statement = is_statement(arg, vocabulary);
            let value = sampler.value(arg, point);
            value.reason().is_some()
                && !(statement && arg.args.is_empty())
                && !name(arg, vocabulary).starts_with("rel-")
        });
        // Without steps nothing has a value, which is nobody's fault.
        if eval::is_spent() {
            return Reason::plain("too-slow");
        }
        match inner {
            Some(inner) => here = inner,
            None => break,
        }
    }
    let label = |t: &Term| match t.op.head() {
        Head::Symbol(i) => sampler
            .form
            .atoms
            .symbols
            .get(i as usize)
            .map_or("", |s| s.name.as_str())
            .to_owned(),
        _ => name(t, vocabulary).to_owned(),
    };
    match name(here, vocabulary) {
        "addseq" | "mulseq" | "dots" => Reason::plain("no-sequence"),
        "eq" | "ne" | "lt" | "le" | "gt" | "ge" => {
            let values: Vec<Value> = here.args.iter().map(|a| sampler.value(a, point)).collect();
            if values.iter().all(|v| matches!(v, Value::Number(_))) {
                Reason::plain("within-errors")
            } else if values.iter().any(|v| matches!(v, Value::Infinite(_))) {
                Reason::plain("infinite")
            } else {
                Reason::about("no-meaning", label(here))
            }
        }
        "sum" | "prod" | "lim" | "limleft" | "limright" | "int" | "dint" | "intto" | "diff"
        | "pdiff" | "pow" | "factorial" | "sumin" | "prodin" | "forall" | "exists" => {
            Reason::about("no-value", label(here))
        }
        _ => Reason::about("no-meaning", label(here)),
    }
}
