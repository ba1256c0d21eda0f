//! MT and MF: the texts or formulas of collections, each with all formulas written in other ways,
//! under other names.

use std::borrow::Cow;
use std::collections::HashSet;

use anyhow::Result;
use mamut_engine::choice::name_hash;
use mamut_printer::{Seen, fingerprint};

use super::alpha;
use super::columns::{Columns, Profile, label};
use super::entries::Extra;
use super::formulas;
use super::gather::Gathered;
use super::lane::kinds;
use super::mf::{self, Fate};
use super::split::Splits;
use super::units::Rows;
use crate::falsify::{self, Neighbours, Stream, Supply};
use crate::interrupt;
use crate::label::Label;
use crate::pipeline::Pipeline;
use crate::row::{Id, Row, Setup};
use crate::sources::report::{Counts, Report};
use crate::subject::Subject;
use crate::table::{Cell, Column, Kind, Schema};

/// Which dataset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Texts.
    Mt,
    /// Formulas.
    Mf,
}

impl Which {
    /// Its name.
    pub const fn config(self) -> &'static str {
        match self {
            Self::Mt => "mt",
            Self::Mf => "mf",
        }
    }

    /// One sentence about the dataset.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Mt => {
                "Mathematical texts, each in many versions: the same prose, all formulas written in other ways, with other names of symbols throughout the text."
            }
            Self::Mf => {
                "Equalities and implications that are generally valid, each in many versions; equations that hold for some values alone are made implications of their solutions."
            }
        }
    }
}

/// All that decides the rows of a dataset of texts.
pub struct Plan<'p> {
    pub which: Which,
    pub pipeline: &'p Pipeline<'p>,
    pub setup: Setup,
    pub columns: &'p Columns<'p>,
    pub splits: &'p Splits,
    /// The names of the collections.
    pub names: &'p [String],
    /// Versions of a text, at most.
    pub number: u64,
    /// Versions of a text that is like one before it, at most.
    pub similar: u64,
    /// How falsified versions are made, and how many for each equivalent one.
    pub falsify: Option<(&'p falsify::Settings, u64)>,
    pub extra: &'p [Extra],
    /// What became of all records.
    pub report: &'p Report,
}

/// The columns.
pub fn schema(columns: &Columns<'_>, extra: &[Extra]) -> Schema {
    let text = |name: &str| Column::new(name, Kind::Text);
    let mut all = match columns.profile {
        Profile::Mamut => vec![Column::new("id", Kind::Int), text("text")],
        Profile::Hf => {
            let mut all = vec![text("text"), label()];
            all.extend(["id", "source", "key", "group"].map(text));
            all.push(Column::new("original", Kind::Bool));
            all.extend(columns.provenance());
            all
        }
    };
    all.extend(extra.iter().map(|extra| formulas::column(*extra)));
    Schema { columns: all }
}

/// A hash of a formula that names of symbols do not change.
pub fn form(latex: &str) -> u64 {
    fingerprint(&alpha::form(latex, false))
}

/// A text or a formula and where its rows go.
struct Making<'m, 'p> {
    plan: &'m Plan<'p>,
    gathered: &'m Gathered,
    source: &'m str,
    split: usize,
    seen: &'m mut Seen,
    made: u64,
}

/// Makes the rows of one bucket; the `first` tells what became of all records, too.
///
/// # Errors
/// When they cannot be read or written.
pub fn make(
    plan: &Plan<'_>,
    texts: impl Iterator<Item = Result<Gathered>>,
    first: bool,
    rows: &mut Rows<'_>,
) -> Result<()> {
    let counts = plan.report.collections.iter().filter(|_| first);
    for (what, number) in counts.flat_map(Counts::counted) {
        rows.count(&what, number);
    }
    let mut seen = Seen::default();
    let mut forms = HashSet::new();
    let mut report = Report::new(plan.names.to_vec());
    for gathered in texts {
        let gathered = gathered?;
        if interrupt::asked() {
            return Ok(());
        }
        let entry = &gathered.entry;
        let left_out = |why| format!("{}: left out: {why}", plan.names[gathered.collection]);
        let (source, form) = match plan.which {
            Which::Mt => (entry.text.clone(), name_hash(&entry.group)),
            Which::Mf if !forms.insert(form(&entry.text)) => {
                rows.count(&left_out("repeated"), 1);
                continue;
            }
            Which::Mf => match mf::fate(&entry.text, plan.pipeline) {
                Fate::Rejected(why) => {
                    rows.count(&left_out(why), 1);
                    continue;
                }
                Fate::Valid => (entry.text.clone(), form(&entry.text)),
                Fate::Implication(latex) => {
                    rows.count("implications", 1);
                    let form = form(&latex);
                    (latex, form)
                }
            },
        };
        let mut making = Making {
            plan,
            split: plan.splits.of_form(form),
            gathered: &gathered,
            source: &source,
            seen: &mut seen,
            made: 0,
        };
        making.all(rows)?;
        report.collections[gathered.collection].text(making.made);
    }
    for counts in &report.collections {
        rows.count(&format!("{}: raw entries", counts.name), counts.kept);
        rows.count(&format!("{}: versions", counts.name), counts.versions);
        rows.most(&format!("{}: versions", counts.name), counts.most);
    }
    Ok(())
}

impl Making<'_, '_> {
    /// Writes the source and its versions.
    fn all(&mut self, rows: &mut Rows<'_>) -> Result<()> {
        let Plan {
            pipeline, setup, ..
        } = self.plan;
        let is_text = self.plan.which == Which::Mt;
        let own = original(self.source, is_text, *setup, pipeline.seed);
        if self.seen.insert(self.source) {
            self.row(&own, &[], true, rows)?;
        }
        let most = if self.gathered.again {
            self.plan.similar
        } else {
            self.plan.number
        };
        if most == 0 {
            return Ok(());
        }
        let Ok(subject) = Subject::new(pipeline, self.source, is_text) else {
            rows.count("sources without a formula that can be read", 1);
            return Ok(());
        };
        let settings = self.plan.falsify.map(|(settings, _)| settings);
        let beside = self.plan.falsify.map_or(0, |(_, beside)| beside);
        let supply = Supply::shared(most.saturating_mul(beside), 1);
        let falsification = settings.map_or(0, |settings| settings.hash() ^ supply.hash());
        let label = Label::new(pipeline, &subject, *setup, falsification);
        let mut lies = settings.and_then(|settings| {
            let lies = Stream::new(pipeline, &subject, Neighbours::default(), settings);
            Some(lies.ok()?.supplied(supply))
        });
        let (mut index, mut wrong) = (0, 0);
        let mut versions = subject.versions(pipeline);
        while index < most && !interrupt::asked() {
            let Some(version) = versions.next_version() else {
                break;
            };
            if !self.seen.insert(version.text) {
                continue;
            }
            let row = label.equivalent(&version, index);
            self.row(&row, &kinds(&row, subject.atoms()), false, rows)?;
            index += 1;
            for _ in 0..beside {
                let Some(lie) = lies.as_mut().and_then(Stream::next_version) else {
                    break;
                };
                if !self.seen.insert(lie.text) {
                    continue;
                }
                let row = label.falsified(&lie, wrong);
                self.row(&row, &kinds(&row, lie.base.body.atoms()), false, rows)?;
                wrong += 1;
            }
        }
        Ok(())
    }

    fn row(
        &mut self,
        row: &Row,
        kinds: &[&'static str],
        original: bool,
        rows: &mut Rows<'_>,
    ) -> Result<()> {
        let entry = &self.gathered.entry;
        let text = |text| Cell::Text(Cow::Borrowed(text));
        let mut values = match self.plan.columns.profile {
            Profile::Mamut => vec![Cell::Int(number(&entry.key)), text(&row.text)],
            Profile::Hf => {
                let mut values = vec![
                    text(&row.text),
                    Cell::Class(u32::from(row.label)),
                    text(&row.id),
                    text(&self.plan.names[self.gathered.collection]),
                    text(&entry.key),
                    text(&entry.group),
                    Cell::Bool(original),
                ];
                values.extend(self.plan.columns.known(row, kinds, None));
                values
            }
        };
        if !self.plan.extra.is_empty() {
            let (extra, pipeline) = (self.plan.extra, self.plan.pipeline);
            values.extend(formulas::values(&row.text, row.is_text, extra, pipeline));
        }
        self.made += u64::from(row.label);
        rows.push(self.split, fingerprint(row.text.as_bytes()), &values)
    }
}

/// A key as a number, as the original has it: itself, or a hash of it.
fn number(key: &str) -> i64 {
    key.parse().unwrap_or_else(|_| (name_hash(key) >> 1) as i64)
}

/// The row of a source itself.
fn original(source: &str, is_text: bool, setup: Setup, seed: u64) -> Row {
    let id = Id::new(source, setup, seed, 0).to_string();
    let hash = id.split('-').next().unwrap_or(&id);
    Row {
        id: format!("{hash}-source"),
        source: source.into(),
        text: source.to_owned(),
        label: true,
        is_text,
        verdict: "derived".into(),
        seed,
        ..Row::default()
    }
}
