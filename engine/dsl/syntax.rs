//! Rule files as they are written: one kind a file, entries as slices so that each may fail alone.

use super::outline::{self, Outline};
use super::scalar::{Doc, Pairs, Src};
use super::shape;
use super::source::{LARGEST_FILE, Report, SUBSTITUTE, SourceFile};
use super::symbols::{IndexedSyntax, StraySyntax};
use super::target::TargetSyntax;
use crate::diagnostic::Diagnostic;
use serde::Deserialize;

/// A rule file; lists of entries hold their text.
pub(super) enum RuleFile<'s> {
    /// Operators and how they are read.
    Vocabulary {
        levels: Vec<Src<'s>>,
        operators: Vec<&'s str>,
        reads: Vec<&'s str>,
    },
    /// Sound rewrites.
    Equivalences { rules: Vec<&'s str> },
    /// Rewrites that are not sound, and the strategies they belong to.
    Falsifications {
        strategies: Vec<&'s str>,
        rules: Vec<&'s str>,
    },
    /// Rewrites of equations that are solved, and the letters that are unknowns.
    Steps {
        unknowns: Option<Src<'s>>,
        steps: Vec<&'s str>,
    },
    /// Named choices of spelling.
    Styles { styles: Vec<&'s str> },
    /// How operators are written.
    Notations { notations: Vec<&'s str> },
    /// Which letters may stand in for which.
    Symbols {
        groups: Vec<&'s str>,
        nouns: Vec<&'s str>,
        names: Vec<&'s str>,
        phrases: Vec<&'s str>,
        settings: Box<SymbolSettings<'s>>,
    },
    /// How another syntax than LaTeX is written.
    Target(Box<TargetSyntax<'s>>),
    /// Named identities.
    Corpus {
        field: Option<Src<'s>>,
        identities: Vec<&'s str>,
    },
}

/// The fields of a symbol file beside its groups.
pub(super) struct SymbolSettings<'s> {
    pub(super) always: Option<Src<'s>>,
    pub(super) stray: Option<StraySyntax<'s>>,
    pub(super) extra: Pairs<'s, Src<'s>>,
    pub(super) reserved: Option<Src<'s>>,
    pub(super) labels: Option<Src<'s>>,
    pub(super) excluded: Pairs<'s, Vec<Src<'s>>>,
    pub(super) families: Vec<Src<'s>>,
    /// The text of it, too, which is where its numbers stand.
    pub(super) indexed: Option<(&'s str, IndexedSyntax)>,
    pub(super) functions: Option<Src<'s>>,
}

/// The kinds of rule files: the word that a file begins with.
pub const KINDS: [&str; 9] = [
    "Vocabulary",
    "Equivalences",
    "Falsifications",
    "Steps",
    "Styles",
    "Notations",
    "Symbols",
    "Target",
    "Corpus",
];

/// Parses the outer shape of all files.
pub(super) fn parse<'s>(
    files: &[&'s SourceFile],
    out: &mut Vec<Diagnostic>,
) -> Vec<(&'s SourceFile, RuleFile<'s>)> {
    let mut parsed = Vec::new();
    for &source in files {
        let text = source.text.strip_prefix('\u{feff}').unwrap_or(&source.text);
        let mut report = Report::new(source, out);
        if text.len() > LARGEST_FILE {
            let message = format!("this file has more than {} bytes", LARGEST_FILE);
            report
                .error("file-size", &text[..0], message, "not read")
                .help = Some("several files may hold what one holds".into());
            continue;
        }
        if !encoded(text, &mut report) {
            continue;
        }
        let Some(outline) = outline::read(text, &mut report) else {
            continue;
        };
        let mut fields = Fields {
            rest: outline.fields.clone(),
            known: Vec::new(),
            report,
        };
        if let Some(file) = file(&outline, &mut fields) {
            let _: Doc = fields.value("about");
            let uses: Vec<Src<'_>> = fields.value("uses");
            fields.finish();
            check_uses(&uses, files, &mut fields.report);
            parsed.push((source, file));
        }
    }
    parsed
}

/// Whether a file is in UTF-8; complains where it is not.
fn encoded(text: &str, report: &mut Report<'_, '_>) -> bool {
    let Some(at) = text.find(SUBSTITUTE) else {
        return true;
    };
    // The mark of UTF-16 is two bytes that no text in UTF-8 has.
    let encoding = match text.chars().take_while(|c| *c == SUBSTITUTE).count() {
        2.. => "UTF-16",
        _ => "LATIN1",
    };
    let place = &text[at..at + SUBSTITUTE.len_utf8()];
    let message = "this file is no UTF-8 from here on";
    report
        .error("bad-encoding", place, message, "left out")
        .help = Some(format!("iconv -f {encoding} -t UTF-8 rewrites it"));
    false
}

fn file<'s>(outline: &Outline<'s>, fields: &mut Fields<'s, '_, '_>) -> Option<RuleFile<'s>> {
    Some(match outline.kind {
        "Vocabulary" => RuleFile::Vocabulary {
            levels: fields.value("levels"),
            operators: fields.entries("operators"),
            reads: fields.entries("reads"),
        },
        "Equivalences" => RuleFile::Equivalences {
            rules: fields.entries("rules"),
        },
        "Falsifications" => RuleFile::Falsifications {
            strategies: fields.entries("strategies"),
            rules: fields.entries("rules"),
        },
        "Steps" => RuleFile::Steps {
            unknowns: fields.value("unknowns"),
            steps: fields.entries("steps"),
        },
        "Styles" => RuleFile::Styles {
            styles: fields.entries("styles"),
        },
        "Notations" => RuleFile::Notations {
            notations: fields.entries("notations"),
        },
        "Symbols" => {
            let settings = SymbolSettings {
                always: fields.value("always"),
                stray: fields.value("stray"),
                extra: fields.value("extra"),
                reserved: fields.value("reserved"),
                labels: fields.value("labels"),
                excluded: fields.value("excluded"),
                families: fields.value("families"),
                indexed: fields.located("indexed"),
                functions: fields.value("functions"),
            };
            RuleFile::Symbols {
                groups: fields.entries("groups"),
                nouns: fields.entries("nouns"),
                names: fields.entries("names"),
                phrases: fields.entries("phrases"),
                settings: Box::new(settings),
            }
        }
        "Target" => RuleFile::Target(Box::new(TargetSyntax {
            whole: fields.value("whole"),
            apart: fields.value("apart"),
            juxtapose: fields.value("juxtapose"),
            plus: fields.value("plus"),
            gap: fields.value("gap"),
            signs: fields.value("signs"),
            script: fields.value("script"),
            raised: fields.value("raised"),
            markup: fields.value("markup"),
            letter: fields.value("letter"),
            word: fields.value("word"),
            number: fields.value("number"),
            identifiers: fields.value("identifiers"),
            names: fields.value("names"),
            fonts: fields.value("fonts"),
            commands: fields.value("commands"),
            indexed: fields.value("indexed"),
            words: fields.value("words"),
            call: fields.value("call"),
            other: fields.value("other"),
            statement: fields.value("statement"),
        })),
        "Corpus" => RuleFile::Corpus {
            field: fields.value("field"),
            identities: fields.entries("identities"),
        },
        kind => {
            let message = format!("there is no kind of file `{kind}`");
            let help = format!("one of {}", KINDS.map(|k| format!("`{k}`")).join(", "));
            fields
                .report
                .unknown("ron", kind, message, KINDS)
                .help
                .get_or_insert(help);
            return None;
        }
    })
}

/// The fields of a file that were not read yet.
struct Fields<'s, 'r, 'o> {
    rest: Vec<(&'s str, &'s str)>,
    known: Vec<&'static str>,
    report: Report<'r, 'o>,
}

impl<'s> Fields<'s, '_, '_> {
    fn take(&mut self, name: &'static str) -> Option<&'s str> {
        self.known.push(name);
        let index = self.rest.iter().position(|(n, _)| *n == name)?;
        Some(self.rest.remove(index).1)
    }

    fn value<T: Deserialize<'s> + Default>(&mut self, name: &'static str) -> T {
        self.located(name)
            .map(|(_, value)| value)
            .unwrap_or_default()
    }

    fn located<T: Deserialize<'s>>(&mut self, name: &'static str) -> Option<(&'s str, T)> {
        let text = self.take(name)?;
        shape::parse(text, &mut self.report).map(|value| (text, value))
    }

    fn entries(&mut self, name: &'static str) -> Vec<&'s str> {
        self.take(name)
            .and_then(|list| outline::elements(list, &mut self.report))
            .unwrap_or_default()
    }

    /// Complains about the fields that no one asked for.
    fn finish(&mut self) {
        for (name, _) in std::mem::take(&mut self.rest) {
            if self.known.contains(&name) {
                self.report
                    .error("ron", name, format!("the field `{name}` occurs twice"), "");
            } else {
                let message = format!("there is no field `{name}` here");
                let known: Vec<_> = self.known.iter().map(|k| format!("`{k}`")).collect();
                self.report
                    .unknown("ron", name, message, self.known.iter().copied())
                    .help
                    .get_or_insert_with(|| format!("one of {}", known.join(", ")));
            }
        }
    }
}

fn check_uses(uses: &[Src<'_>], files: &[&SourceFile], report: &mut Report<'_, '_>) {
    for used in uses {
        if !files
            .iter()
            .any(|f| f.stem() == used.0 || f.path() == used.0)
        {
            let known = files.iter().map(|f| f.stem());
            let message = format!("there is no rule file `{}`", used.0);
            let stem = used.0.rsplit('/').next().unwrap_or(used.0);
            let stem = stem.strip_suffix(".ron").unwrap_or(stem);
            let help = match files.iter().find(|f| f.stem() == stem) {
                Some(_) => format!("without directory and ending: `{stem}`"),
                None => "`mamut-rw rules list --kind operator` says in which file each operator is"
                    .to_owned(),
            };
            let diagnostic = report.unknown("unknown-file", used.0, message, known);
            diagnostic.help.get_or_insert(help);
        }
    }
}
