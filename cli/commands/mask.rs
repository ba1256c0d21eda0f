//! `mask`: texts prepared for masked language modelling.

use anyhow::Result;
use mamut_engine::choice::Key;

use crate::args::Global;
use crate::diagnostics::count;
use crate::mask::args::Mask;
use crate::mask::draw::{self, IGNORED};
use crate::mask::pieces::Pieces;
use crate::mask::words::Words;
use crate::passages::formulas;
use crate::table::{Column, Format, Kind, Schema, Value, Writer};
use crate::{Outcome, interrupt};

/// Runs the command.
///
/// # Errors
/// Errors of the world.
pub fn run(args: &Mask, global: &Global) -> Result<Outcome> {
    interrupt::listen();
    let vocabulary = Pieces::open(&args.vocabulary, args.cased)?;
    let words = Words::standard();
    let list = |name: &str| Column::new(name, Kind::list(Kind::Int));
    let mut columns = ["input_ids", "attention_mask", "labels"].map(list).to_vec();
    columns.push(Column::new("epoch", Kind::Int));
    let schema = Schema::new(columns)?;
    let mut writer = Writer::create(&args.output, &schema, Format::of(&args.output)?, &[])?;
    let longest = args.max_length as usize - 2;
    let (mut pieces, mut predicted, mut cut) = (0_u64, 0_u64, 0_u64);
    for epoch in 0..args.epochs {
        let key = Key::seed(args.seed).named("mask").at(u64::from(epoch));
        for (n, text) in args.passages.read()?.enumerate() {
            if interrupt::asked() {
                return Ok(Outcome::Interrupted);
            }
            let text = text?;
            let mut found = vocabulary.of(&text)?;
            cut += u64::from(found.len() > longest);
            found.truncate(longest);
            let key = key.at(n as u64);
            let places = formulas(&text);
            let masked = draw::mask(
                &text,
                &found,
                &places,
                args.scheme,
                &vocabulary,
                &words,
                key,
            );
            pieces += found.len() as u64;
            predicted += masked
                .labels
                .iter()
                .filter(|label| **label != IGNORED)
                .count() as u64;
            let numbers =
                |numbers: &[i64]| Value::List(numbers.iter().map(|n| Value::Int(*n)).collect());
            let ones = Value::List(vec![Value::Int(1); masked.ids.len()]);
            let epoch = Value::Int(i64::from(epoch));
            writer.push(&[numbers(&masked.ids), ones, numbers(&masked.labels), epoch])?;
        }
    }
    let written = writer.finish()?;
    if global.quiet == 0 {
        let share = 100.0 * predicted as f64 / pieces.max(1) as f64;
        anstream::eprintln!(
            "mamut-rw: {} of {}, {predicted} of them to predict ({share:.1} %); cut short: {cut}",
            count(written.rows as usize, "text"),
            count(pieces as usize, "token")
        );
    }
    Ok(if written.rows == 0 {
        Outcome::Findings
    } else {
        Outcome::Done
    })
}
