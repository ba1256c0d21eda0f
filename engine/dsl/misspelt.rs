//! Commands in the LaTeX of rule files that are one slip away from others.

use super::source::{Report, SourceFile};
use super::syntax::RuleFile;
use super::template;
use super::tokens::{self, TokenKind};
use crate::diagnostic::Diagnostic;
use crate::latex::Commands;
use crate::vocabulary::Vocabulary;
use std::collections::BTreeSet;

/// Warns of commands in files over the built-in ones that nothing knows and that are nearly known.
/// What a file reads is compared with what the layers below know: a letter is missing there, or two
/// are swapped, as new names are often old ones with another letter: `\sinc`.
pub(super) fn warn(
    files: &[(&SourceFile, RuleFile<'_>)],
    vocabulary: &Vocabulary,
    out: &mut Vec<Diagnostic>,
) {
    let other = |layer: u32| {
        let mut beside = files.iter().filter(|(source, _)| source.layer == layer);
        beside.any(|(_, file)| matches!(file, RuleFile::Target(_)))
    };
    let mut known: Option<(Commands, Commands)> = None;
    for (source, file) in files {
        let foreign = matches!(file, RuleFile::Target(_) | RuleFile::Corpus { .. });
        if source.layer == 0 || foreign || other(source.layer) {
            continue;
        }
        let (all, below) = known.get_or_insert_with(|| {
            let built_in: BTreeSet<&str> = files
                .iter()
                .filter(|(source, _)| source.layer == 0)
                .map(|(source, _)| source.name.as_str())
                .collect();
            let mut below = vocabulary.clone();
            below
                .reads
                .retain(|reading| built_in.contains(reading.origin.file.as_str()));
            (Commands::new(vocabulary), Commands::new(&below))
        });
        let reads = matches!(file, RuleFile::Vocabulary { .. });
        let mut said = BTreeSet::new();
        let mut report = Report::new(source, out);
        for token in tokens::read(&source.text) {
            let TokenKind::Text(span, true) = token.kind else {
                continue;
            };
            let commands = template::tokens(&source.text[span]);
            for command in commands.filter(|c| c.starts_with('\\') && said.insert(*c)) {
                let meant = match reads {
                    true => below.meant(command).filter(|k| slipped(command, k)),
                    false => all.meant(command),
                };
                if let Some(meant) = meant {
                    let message = format!("no command is called `{command}`");
                    report
                        .warning("misspelt-command", command, message, "one slip away")
                        .help = Some(format!("did you mean `{meant}`?"));
                }
            }
        }
    }
}

/// Whether a command lacks a letter of another one or has its letters in another order.
fn slipped(command: &str, known: &str) -> bool {
    let sorted = |name: &str| {
        let mut letters: Vec<char> = name.chars().collect();
        letters.sort_unstable();
        letters
    };
    command.len() < known.len() || sorted(command) == sorted(known)
}
