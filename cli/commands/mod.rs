//! The commands, one a file.

pub mod bench;
pub mod check;
pub mod compare;
pub mod explain;
pub mod generate;
pub mod parse;
pub mod rules;

use anyhow::Result;

use crate::args::{Cli, Command, Global};
use crate::rules::Loaded;
use crate::{Outcome, diagnostics, rules as rule_files};

/// Runs a command.
///
/// # Errors
/// Errors of the world: files, pipes, wrong arguments.
pub fn run(cli: Cli) -> Result<Outcome> {
    let Cli { command, global } = cli;
    let loaded = rule_files::load_for(global.target.as_deref(), &global.packs, &global.rules)?;
    if !matches!(
        &command,
        Command::Rules {
            command: crate::args::Rules::Check
        }
    ) {
        complain(&loaded, &global);
    }
    match command {
        Command::Generate(args) => generate::run(&args, &global, &loaded),
        Command::Parse(args) => parse::run(&args, &global, &loaded),
        Command::Check(args) => check::run(&args, &global, &loaded),
        Command::Compare(args) => compare::run(&args, &global, &loaded),
        Command::Explain(args) => explain::run(&args, &global, &loaded),
        Command::Rules { command } => rules::run(&command, &loaded),
        Command::Bench(args) => bench::run(&args, &loaded),
    }
}

/// Shows what is wrong with the rules: errors always, warnings when asked to talk.
fn complain(loaded: &Loaded, global: &Global) {
    use mamut_engine::diagnostic::Severity;
    for diagnostic in &loaded.diagnostics {
        if diagnostic.severity == Severity::Error || global.verbose > 0 {
            anstream::eprintln!("{}", diagnostics::of_rules(diagnostic, loaded));
        }
    }
    let errors = loaded.errors();
    if errors > 0 {
        anstream::eprintln!("mamut-rw: {errors} rules are left out because of errors");
    }
}
