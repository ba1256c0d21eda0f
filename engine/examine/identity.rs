//! Identities in use: whether they are true, their false versions false, their replacements right.

use super::Finding;
use super::statement::{Statement, decided, read};
use crate::corpus::{Corpus, Identity, Replace, Version};
use crate::diagnostic::Severity;
use crate::latex::Reader;
use crate::rules::{Origin, RuleSet};
use crate::truth::{Comparison, Verdict};
use std::collections::BTreeMap;

/// The fewest versions, and false versions, that an identity is to have.
const FEWEST: (usize, usize) = (4, 2);

/// On how many versions each alternative of a replacement is judged; it is read in all.
const JUDGED: usize = 3;

/// What was looked at and found.
#[derive(Clone, Debug, Default)]
pub struct Looked {
    /// Complaints.
    pub findings: Vec<Finding>,
    /// Formulas, texts, formulas in texts.
    pub versions: [usize; 3],
    /// Versions that are valid, contingent, not decided and known for it.
    pub verdicts: [usize; 3],
    /// Versions that are not decided, and why the file says that this is all right.
    pub undecided: Vec<(String, String, String)>,
    /// False versions that are refuted.
    pub refuted: usize,
    /// Alternatives of equivalence replacements and of falsifying ones, and uses of them tried.
    pub replaced: [usize; 3],
    /// Shapes of the true and false versions: the version and where it is.
    pub shapes: Vec<Shape>,
}

/// What a version looks like, to be compared with all others.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Its identity and its own id.
    pub version: (String, String),
    /// Whether it is true.
    pub label: bool,
    /// Its text without blanks.
    pub text: String,
    /// Where it was written, and its source.
    pub place: (Origin, String),
}

struct Bench<'a> {
    identity: &'a Identity,
    reader: &'a Reader<'a>,
    rules: &'a RuleSet,
    shapes: Vec<String>,
    looked: Looked,
}

/// Examines an identity.
pub fn identity(
    identity: &Identity,
    corpus: &Corpus,
    reader: &Reader<'_>,
    rules: &RuleSet,
) -> Looked {
    let mut bench = Bench {
        identity,
        reader,
        rules,
        shapes: Vec::new(),
        looked: Looked::default(),
    };
    bench.counted();
    let formulas: Vec<&Version> = identity.versions.iter().filter(|v| !v.is_text).collect();
    for version in &formulas {
        if let Some(statement) = bench.read(version) {
            bench.shapes.push(statement.shape(rules));
        }
    }
    let mut stated: Vec<(&Version, Statement, Verdict)> = Vec::new();
    for version in &identity.versions {
        stated.extend(bench.version(version).map(|(s, v)| (version, s, v)));
    }
    for version in &identity.false_versions {
        bench.refuted(version, &stated);
    }
    for other in identity.similar.iter().filter_map(|id| corpus.identity(id)) {
        bench.similar(other, &stated);
    }
    for replace in &identity.replace {
        bench.replaced(replace, &stated, true);
    }
    for replace in &identity.falsify {
        bench.replaced(replace, &stated, false);
    }
    bench.looked
}

impl Bench<'_> {
    fn read(&self, version: &Version) -> Option<Statement> {
        read(version, &self.shapes, self.reader, self.rules)
    }

    fn find(
        &mut self,
        id: &'static str,
        origin: &Origin,
        at: &str,
        message: String,
        label: &str,
    ) -> &mut Finding {
        let findings = &mut self.looked.findings;
        findings.push(Finding {
            id,
            severity: Severity::Error,
            rule: self.identity.id.clone(),
            origin: origin.clone(),
            at: at.to_owned(),
            message,
            label: label.to_owned(),
            help: None,
        });
        let last = findings.len() - 1;
        &mut findings[last]
    }

    fn counted(&mut self) {
        let identity = self.identity;
        let (versions, false_versions) = (identity.versions.len(), identity.false_versions.len());
        if versions < FEWEST.0 || false_versions < FEWEST.1 {
            let message = format!(
                "`{}` has {versions} versions and {false_versions} false ones",
                identity.id
            );
            self.find("few-versions", &identity.origin, &identity.id, message, "")
                .severity = Severity::Warning;
        }
    }

    /// Reads and judges a true version.
    fn version(&mut self, version: &Version) -> Option<(Statement, Verdict)> {
        let (source, origin) = (&version.source, &version.origin);
        self.looked.versions[usize::from(version.is_text)] += 1;
        self.shape(version, true);
        if version.is_text {
            self.gives_away(version);
        }
        let statement = self.readable(version)?;
        if version.is_text {
            self.looked.versions[2] += statement.formulas;
        }
        let verdict = statement.verdict(self.rules);
        let main = source
            .get(statement.span.clone())
            .unwrap_or(source)
            .to_owned();
        match &verdict {
            Verdict::Valid { .. } => self.looked.verdicts[0] += 1,
            Verdict::Contingent { .. } => self.looked.verdicts[1] += 1,
            Verdict::Undecided(reason) if !version.undecided.is_empty() => {
                self.looked.verdicts[2] += 1;
                let why = (version.id.clone(), reason.text(), version.undecided.clone());
                self.looked.undecided.push(why);
            }
            Verdict::Undecided(reason) => {
                let message = format!("`{}` is not decided: {}", version.id, reason.text());
                self.find("undecided", origin, &main, message, "of this")
                    .help =
                    Some("say it another way, or why it is right: `undecided: \"…\"`".to_owned());
            }
            Verdict::Invalid { fails, .. } => {
                let message = format!("`{}` is false{}", version.id, point(&fails.values));
                self.find("false-statement", origin, &main, message, "this");
            }
            Verdict::NoStatement => {
                let message = format!("`{}` says nothing that may be true or false", version.id);
                self.find("false-statement", origin, &main, message, "this");
            }
        }
        Some((statement, verdict))
    }

    /// Reads a version in which everything has to be understood.
    fn readable(&mut self, version: &Version) -> Option<Statement> {
        let (source, origin) = (&version.source, &version.origin);
        let Some(statement) = self.read(version) else {
            let message = format!("no formula of `{}` states anything", version.id);
            self.find("false-statement", origin, source, message, "");
            return None;
        };
        if let Some(complaint) = statement.unread() {
            let span = complaint.labels.first().map_or(0..0, |l| l.span.clone());
            let at = source.get(span).filter(|at| !at.is_empty());
            let message = format!("`{}` is not understood: {}", version.id, complaint.message);
            let at = at.unwrap_or(source).to_owned();
            self.find("not-understood", origin, &at, message, "");
            return None;
        }
        Some(statement)
    }

    fn gives_away(&mut self, version: &Version) {
        let text = version.source.to_lowercase();
        let identity = self.identity;
        if let Some(name) = identity.called().find(|n| text.contains(&n.to_lowercase())) {
            let message = format!("the text `{}` gives away the name `{name}`", version.id);
            let at = text
                .find(&name.to_lowercase())
                .and_then(|start| version.source.get(start..start + name.len()));
            let at = at.unwrap_or(&version.source).to_owned();
            self.find("gives-away", &version.origin, &at, message, "");
        }
    }

    fn shape(&mut self, version: &Version, label: bool) {
        self.looked.shapes.push(Shape {
            version: (self.identity.id.clone(), version.id.clone()),
            label,
            text: version.source.split_whitespace().collect(),
            place: (version.origin.clone(), version.source.clone()),
        });
    }

    /// Refutes a false version: it is false everywhere, or true elsewhere than the true formulas.
    fn refuted(&mut self, version: &Version, stated: &[(&Version, Statement, Verdict)]) {
        self.shape(version, false);
        let Some(statement) = self.readable(version) else {
            return;
        };
        let (source, origin) = (&version.source, &version.origin);
        let others: Vec<_> = stated.iter().filter(|(v, ..)| !v.is_text).collect();
        let others = if others.is_empty() {
            stated.iter().collect()
        } else {
            others
        };
        match self.doubt(&statement, others.into_iter()) {
            None => self.looked.refuted += 1,
            Some(why) if version.undecided.is_empty() => {
                let message = format!("the false version `{}` is not refuted: {why}", version.id);
                self.find("not-false", origin, source, message, "");
            }
            Some(why) => {
                let known = (version.id.clone(), why, version.undecided.clone());
                self.looked.undecided.push(known);
            }
        }
    }

    /// Why a statement may not be false beside true ones.
    fn doubt<'s>(
        &self,
        statement: &Statement,
        others: impl Iterator<Item = &'s (&'s Version, Statement, Verdict)>,
    ) -> Option<String> {
        let verdict = statement.verdict(self.rules);
        match &verdict {
            Verdict::Invalid { .. } => return None,
            Verdict::Valid { .. } => return Some("it is valid".to_owned()),
            Verdict::NoStatement => return Some("it says nothing".to_owned()),
            Verdict::Undecided(_) | Verdict::Contingent { .. } => {}
        }
        // The true versions say the same: what differs from one differs from all.
        let mut unknown = None;
        for (version, other, its) in others {
            let contingent = matches!(verdict, Verdict::Contingent { .. });
            if contingent && matches!(its, Verdict::Valid { .. }) {
                return None;
            }
            match other.compare(statement, self.rules) {
                Comparison::Different(_) => return None,
                Comparison::Undecided(reason) => {
                    let why = format!("against `{}`, {}", version.id, reason.text());
                    unknown = unknown.or(Some(why));
                }
                same => return Some(format!("`{}` and it are {}", version.id, same.name())),
            }
        }
        unknown
    }

    fn similar(&mut self, other: &Identity, stated: &[(&Version, Statement, Verdict)]) {
        let first = |v: &&Version| !v.is_text;
        let theirs = other.versions.iter().find(first).and_then(|v| self.read(v));
        let ours = stated.iter().find(|(v, ..)| !v.is_text);
        if let (Some((version, ours, _)), Some(theirs)) = (ours, theirs)
            && matches!(
                ours.compare(&theirs, self.rules),
                Comparison::Equivalent { .. }
            )
        {
            let message = format!("`{}` and `{}` are equivalent", version.id, other.id);
            let origin = self.identity.origin.clone();
            self.find(
                "same-statement",
                &origin,
                &other.id,
                message,
                "not only similar",
            );
        }
    }

    /// Tries a replacement on every version. A falsifying one counts where it touches the
    /// statement, or says why the result is false.
    fn replaced(
        &mut self,
        replace: &Replace,
        stated: &[(&Version, Statement, Verdict)],
        sound: bool,
    ) {
        let origin = &replace.origin;
        for to in &replace.to {
            self.looked.replaced[usize::from(!sound)] += 1;
            let (mut used, mut judged) = (false, 0);
            for (version, before, verdict) in stated {
                let Some(source) = replace.apply(to, &version.source, version.is_text) else {
                    continue;
                };
                let after = Version {
                    source,
                    main: Some(before.main),
                    ..(*version).clone()
                };
                let wrong = match self.read(&after) {
                    None => Some("nothing is stated any more".to_owned()),
                    Some(s) if s.unread().is_some() => s.unread().map(|c| c.message.clone()),
                    Some(_) if judged == JUDGED => None,
                    Some(s) if sound => self.altered(&s, before, verdict),
                    Some(s) if s.bare == before.bare && s.atoms.symbols == before.atoms.symbols => {
                        if replace.because.is_empty() {
                            continue;
                        }
                        None
                    }
                    Some(_) if !decided(verdict) => continue,
                    Some(s) => {
                        let same = [(*version, before.clone(), verdict.clone())];
                        self.doubt(&s, same.iter())
                    }
                };
                used = true;
                judged = JUDGED.min(judged + 1);
                self.looked.replaced[2] += 1;
                if let Some(why) = wrong {
                    let message =
                        format!("`{to}` for `{}` in `{}`: {why}", replace.from, version.id);
                    let label = match sound {
                        true => "changes what is said",
                        false => "is not refuted",
                    };
                    self.find("wrong-replacement", origin, &replace.from, message, label);
                    break;
                }
            }
            if !used {
                let what = if sound { "has" } else { "states anything with" };
                let message = format!(
                    "no version of `{}` {what} `{}`",
                    self.identity.id, replace.from
                );
                self.find("no-effect", origin, &replace.from, message, "never found");
                break;
            }
        }
    }

    /// What a sound replacement did wrong.
    fn altered(&self, after: &Statement, before: &Statement, verdict: &Verdict) -> Option<String> {
        if after.term == before.term && after.atoms == before.atoms {
            return None;
        }
        let new = after.verdict(self.rules);
        if new.name() != verdict.name() {
            return Some(format!("was {}, is {}", verdict.name(), new.name()));
        }
        if !decided(&new) {
            return None;
        }
        match before.compare(after, self.rules) {
            Comparison::Equivalent { .. } | Comparison::Alike { valid: true } => None,
            Comparison::Undecided(reason) => Some(reason.text()),
            other => Some(format!("the two are {}", other.name())),
        }
    }
}

/// Versions that are the same text and have both labels, or belong to several identities.
pub fn contradictions(shapes: &[Shape]) -> Vec<Finding> {
    let mut seen: BTreeMap<&str, &Shape> = BTreeMap::new();
    let mut findings = Vec::new();
    for shape in shapes {
        let Some(first) = seen.get(shape.text.as_str()) else {
            seen.insert(&shape.text, shape);
            continue;
        };
        let ((identity, version), (other, known)) = (&shape.version, &first.version);
        let (id, what) = match (identity == other, shape.label == first.label) {
            (true, true) => ("duplicate-version", "are the same"),
            (true, false) => ("both-labels", "are the same, once true and once false"),
            (false, true) if shape.label => ("same-statement", "are the same, of two identities"),
            // What is false for one may be true, or false, for another.
            (false, _) => continue,
        };
        findings.push(Finding {
            id,
            severity: Severity::Error,
            rule: identity.clone(),
            origin: shape.place.0.clone(),
            at: shape.place.1.clone(),
            message: format!("`{known}` and `{version}` {what}"),
            label: String::new(),
            help: None,
        });
    }
    findings
}

fn point(values: &[(String, String)]) -> String {
    let values: Vec<String> = values.iter().map(|(n, v)| format!("{n} = {v}")).collect();
    match values.is_empty() {
        true => String::new(),
        false => format!(" at {}", values.join(", ")),
    }
}
