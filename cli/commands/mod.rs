//! The commands, one a file.

mod answers;
pub mod bench;
pub mod check;
pub mod compare;
pub mod corpus;
pub mod dataset;
pub mod eval;
pub mod explain;
pub mod export;
pub mod falsify;
pub mod generate;
pub mod mask;
pub mod pages;
pub mod parse;
pub mod report;
pub mod rules;
pub mod schedule;
pub mod solve;
pub mod tokens;
pub mod verify;

use anyhow::Result;

use crate::args::{BenchStages, Cli, Command, Global};
use crate::rules::Loaded;
use crate::{Outcome, diagnostics, lsp, rules as rule_files};

/// Runs a command.
///
/// # Errors
/// Errors of the world: files, pipes, wrong arguments.
pub fn run(cli: Cli) -> Result<Outcome> {
    let Cli { command, global } = cli;
    let load = || {
        let target = global.target.as_deref();
        let loaded = rule_files::load_for(target, &global.packs, &global.rules)?;
        complain(&loaded, &global);
        Ok::<_, anyhow::Error>(loaded)
    };
    match command {
        Command::Generate(args) if args.watch => generate::watch(&args, &global),
        Command::Generate(args) => generate::run(&args, &global, &load()?),
        Command::Falsify(args) => falsify::run(&args, &global, &load()?),
        Command::Parse(args) => parse::run(&args, &global, &load()?),
        Command::Check(args) => check::run(&args, &global, &load()?),
        Command::Compare(args) => compare::run(&args, &global, &load()?),
        Command::Solve(args) => solve::run(&args, &global, &load()?),
        Command::Verify(args) => verify::run(&args, &load()?),
        Command::Report(args) => report::run(&args, &global, &load()?),
        Command::Explain(args) => explain::run(&args, &global, &load()?),
        Command::Rules { command } => rules::run(&command, &global),
        Command::Lsp => lsp::run(&global),
        Command::Corpus(args) => corpus::run(&args, &global),
        Command::Dataset(args) => dataset::run(&args, &global, load),
        Command::Export(args) => export::run(&args, &global),
        Command::Eval(args) => eval::run(&args, &global),
        Command::Tokens(args) => tokens::run(&args),
        Command::Mask(args) => mask::run(&args, &global),
        Command::Schedule(args) => schedule::run(&args, &global),
        Command::Bench(args) => match &args.stages {
            Some(BenchStages::Dataset(args)) => dataset::bench::run(args, &load()?),
            None => bench::run(&args, &load()?),
        },
        Command::Completions(args) => pages::completions(&args),
        Command::Man(args) => pages::man(&args),
    }
}

/// Shows what is wrong with the rules: errors always, warnings when asked to talk.
pub(crate) fn complain(loaded: &Loaded, global: &Global) {
    use mamut_engine::diagnostic::Severity;
    for diagnostic in &loaded.diagnostics {
        if diagnostic.severity == Severity::Error || global.verbose > 0 {
            anstream::eprintln!("{}", diagnostics::of_rules(diagnostic, loaded));
        }
    }
    let errors = loaded.errors();
    if errors > 0 {
        let errors = crate::diagnostics::count(errors, "error");
        anstream::eprintln!("mamut-rw: rules are left out because of {errors}");
    }
}
