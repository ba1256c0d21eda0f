//! From inputs to rows: equivalent versions, falsified ones, or both.

use anyhow::{Error, Result};
use mamut_engine::diagnostic::Diagnostic;
use mamut_engine::text;
use mamut_printer::Versions;

use crate::args::Format;
use crate::falsify::{self, Neighbours, Stream};
use crate::input::{Item, Place};
use crate::interrupt;
use crate::label::Label;
use crate::parallel::Sender;
use crate::piece::Piece;
use crate::pipeline::Pipeline;
use crate::row::Setup;
use crate::subject::{Refused, Subject};
use crate::verify::Verification;

/// What a worker reports.
pub enum Event {
    /// Rows, ready to be written.
    Rows { bytes: Vec<u8>, rows: u64 },
    /// An input is done.
    Done { place: Place, done: Done },
    /// The input ends with an error.
    Failed(Error),
}

/// What there is to say of an input at its end.
#[derive(Default)]
pub struct Done {
    pub complaints: Vec<Diagnostic>,
    pub refused: Option<String>,
    pub remark: Option<String>,
    /// What became of candidates for falsified versions.
    pub stats: Option<Box<falsify::Stats>>,
}

impl From<Refused> for Done {
    fn from(refused: Refused) -> Self {
        Self {
            complaints: refused.complaints,
            refused: refused.reason,
            ..Self::default()
        }
    }
}

/// Makes the rows of inputs.
pub struct Maker<'r> {
    pub pipeline: Pipeline<'r>,
    pub setup: Setup,
    pub format: Format,
    /// How many equivalent versions of each input, or false ones when these are asked for alone.
    pub most: u64,
    pub count: bool,
    /// Whether every input is a text.
    pub texts: bool,
    pub remarks: bool,
    /// Whether versions are evaluated beside their source.
    pub verify: bool,
    pub falsify: Option<Falsify<'r>>,
}

/// Which falsified versions are asked for.
pub struct Falsify<'c> {
    pub settings: falsify::Settings,
    /// The named identities.
    pub known: Option<falsify::Known<'c>>,
    /// How many for each equivalent version; none for falsified versions alone.
    pub beside: Option<u64>,
}

/// Where rows of one source come from.
struct Flow<'m> {
    label: Label<'m>,
    equivalent: Option<(Versions<'m>, Option<Verification<'m>>)>,
    falsified: Option<Stream<'m, 'm>>,
    /// How many falsified versions follow each equivalent one.
    beside: u64,
}

impl Maker<'_> {
    /// Makes the rows of one input.
    pub fn make(&self, item: Result<Item>, send: &mut Sender<'_, Event>) {
        let item = match item {
            Ok(item) => item,
            Err(error) => {
                send(Event::Failed(error));
                return;
            }
        };
        let is_text = self.texts || text::is_text(&item.latex);
        let Item {
            latex,
            place,
            broken,
            ..
        } = item;
        let (latex, place) = match is_text {
            true => (place.text.clone(), Place { start: 0, ..place }),
            false => (latex, place),
        };
        let made = match broken {
            Some(broken) => Err(Refused {
                reason: Some(broken.message.clone()),
                complaints: vec![broken],
            }),
            None => Subject::new(&self.pipeline, &latex, is_text),
        };
        let made = made.map(|subject| self.rows(&subject, send));
        match made {
            Ok(Err(error)) => send(Event::Failed(error)),
            Ok(Ok(done)) => send(Event::Done { place, done }),
            Err(refused) => send(Event::Done {
                place,
                done: refused.into(),
            }),
        };
    }

    /// Makes the rows of one source.
    ///
    /// # Errors
    /// When a version is not what its source is.
    fn rows(&self, subject: &Subject, send: &mut Sender<'_, Event>) -> Result<Done> {
        let pipeline = &self.pipeline;
        let mut send = |bytes, rows| send(Event::Rows { bytes, rows });
        let mut piece = Piece::new(self.format, &mut send);
        let mut done = Done::default();
        if self.count {
            match subject.count(pipeline) {
                Ok(count) => _ = piece.count(subject.source(), &count),
                Err(refused) => done = refused.into(),
            }
        } else {
            match self.flow(subject) {
                Ok(mut flow) => {
                    self.write(&mut flow, &mut piece)?;
                    done.stats = flow.falsified.map(|stream| Box::new(stream.stats()));
                }
                Err(why) => done.refused = Some(why),
            }
        }
        let rows = piece.all;
        let nothing = rows == 0 && self.most > 0 && !self.count && !interrupt::asked();
        let misread = "all that is written of it reads as something else";
        let unchanged = "no change that can be shown to be false was found";
        let unwritten = "no version of it was found";
        done.refused = done
            .refused
            .or_else(|| (nothing && subject.doubtful()).then(|| misread.to_owned()))
            .or_else(|| subject.unwritten(pipeline))
            .or_else(|| (nothing && self.falsify.is_some()).then(|| unchanged.to_owned()))
            .or_else(|| nothing.then(|| unwritten.to_owned()));
        done.complaints.extend(subject.complaints());
        let refused = done.refused.as_deref();
        done.remark = self.remarks.then(|| remark(subject, rows, refused));
        Ok(done)
    }

    /// What is asked for of a source.
    ///
    /// # Errors
    /// Why nothing can be told apart from it.
    fn flow<'m>(&'m self, subject: &'m Subject) -> Result<Flow<'m>, String> {
        let pipeline = &self.pipeline;
        let settings = self.falsify.as_ref().map(|asked| &asked.settings);
        let falsification = settings.map_or(0, falsify::Settings::hash);
        let mut label = Label::new(pipeline, subject, self.setup, falsification);
        let mut falsified = None;
        if let Some(asked) = &self.falsify {
            let known = asked.known.as_ref();
            let neighbours = known.map_or_else(Neighbours::default, |known| {
                known.of(subject.source(), pipeline)
            });
            label.identity.clone_from(&neighbours.identity);
            falsified = Some(Stream::new(pipeline, subject, neighbours, &asked.settings)?);
        }
        let beside = self.falsify.as_ref().map(|asked| asked.beside);
        let equivalent = (beside != Some(None)).then(|| {
            let checked = self.verify.then(|| subject.verification(pipeline));
            (subject.versions(pipeline), checked)
        });
        Ok(Flow {
            label,
            equivalent,
            falsified,
            beside: beside.flatten().unwrap_or(1),
        })
    }

    /// Writes rows until there are enough or no more.
    ///
    /// # Errors
    /// When a version is not what its source is.
    fn write(&self, flow: &mut Flow<'_>, piece: &mut Piece<'_>) -> Result<()> {
        let mut wrong = 0;
        for index in 0..self.most {
            if interrupt::asked() {
                break;
            }
            if let Some((versions, checked)) = &mut flow.equivalent {
                let Some(version) = versions.next_version() else {
                    break;
                };
                if let Some(checked) = checked {
                    let used = self.pipeline.used(version.trace);
                    let same = checked.check(version.text, version.names, &used);
                    if same.is_err() {
                        piece.flush();
                    }
                    same?;
                }
                // None is written without the falsified ones that are asked for beside it.
                if flow.falsified.is_some() {
                    piece.begin();
                }
                if !piece.add(version.text, || flow.label.equivalent(&version, index)) {
                    return Ok(());
                }
            }
            let Some(stream) = &mut flow.falsified else {
                continue;
            };
            for _ in 0..flow.beside {
                let Some(version) = stream.next_version() else {
                    piece.take_back();
                    piece.flush();
                    return Ok(());
                };
                if !piece.add(version.text, || flow.label.falsified(&version, wrong)) {
                    return Ok(());
                }
                wrong += 1;
            }
            if flow.equivalent.is_some() && !piece.end() {
                return Ok(());
            }
        }
        piece.flush();
        Ok(())
    }
}

/// What was done for a source, for those who ask.
fn remark(subject: &Subject, rows: u64, refused: Option<&str>) -> String {
    let (nonterminals, productions) = subject.grammar().size();
    let times = subject.times();
    let mut said = format!(
        "{rows} rows; {} classes, {nonterminals} nonterminals, {productions} productions; read {:.1} ms, saturated {:.1} ms, compiled {:.1} ms",
        subject.classes(),
        times.read.as_secs_f64() * 1e3,
        times.saturate.as_secs_f64() * 1e3,
        times.compile.as_secs_f64() * 1e3,
    );
    if subject.doubtful() {
        said += "; forms that read as something else are left out";
    }
    if let Some(refused) = refused {
        said += &format!("; skipped: {refused}");
    }
    said
}
