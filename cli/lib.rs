//! The command line: files, threads, progress, formats, reports.

#![expect(
    missing_docs,
    reason = "argument structs document themselves through their help texts"
)]

pub mod args;
pub mod commands;
pub mod corpus;
pub mod corpus_args;
pub mod csv;
pub mod dataset;
pub mod diagnostics;
pub mod eval;
pub mod examine;
pub mod export;
pub mod falsify;
pub mod input;
pub mod interrupt;
pub mod label;
pub mod lsp;
pub mod macros;
pub mod maker;
pub mod mask;
pub mod memo;
mod minus;
pub mod output;
pub mod packed;
pub mod parallel;
pub mod passages;
pub mod picture;
pub mod picture_args;
pub mod piece;
pub mod pipeline;
pub mod progress;
pub mod reading;
pub mod recheck;
pub mod report;
pub mod row;
pub mod rule_args;
pub mod rules;
pub mod schedule;
pub mod solve_args;
pub mod sources;
pub mod stopwatch;
pub mod subject;
pub mod table;
pub mod tally;
pub mod texts;
pub mod tokens;
pub mod truth_args;
pub mod verify;
pub mod watch;
pub mod witness;

/// Rows are many short strings: this allocator makes and frees them faster than the system's.
/// It stands here so that benches measure what the program does.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

use clap::Parser;

/// What a command found; the exit code says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// 0: done.
    Done,
    /// 1: nothing generated, not derivable, rules with errors.
    Findings,
    /// 2: nothing could be read.
    Unusable,
    /// 130: Ctrl-C.
    Interrupted,
}

/// Runs the program on the arguments of the process and gives its exit code.
pub fn run() -> u8 {
    let cli = match args::Cli::try_parse_from(std::env::args_os().map(minus::as_formula)) {
        Ok(cli) => cli,
        Err(error) => {
            let code = error.exit_code();
            // Help that nobody reads is no failure.
            let _ = error.print();
            return code as u8;
        }
    };
    match cli.global.color {
        args::Colour::Auto => {}
        args::Colour::Always => anstream::ColorChoice::Always.write_global(),
        args::Colour::Never => anstream::ColorChoice::Never.write_global(),
    }
    match commands::run(cli) {
        Ok(Outcome::Done) => 0,
        Ok(Outcome::Findings) => 1,
        Ok(Outcome::Unusable) => 2,
        Ok(Outcome::Interrupted) => 130,
        Err(error) if output::is_broken_pipe(&error) => 0,
        Err(error) => {
            anstream::eprintln!("mamut-rw: {error:#}");
            2
        }
    }
}
