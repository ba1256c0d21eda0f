//! `compare`: whether two formulas say the same.

use anyhow::{Result, bail};
use mamut_engine::egraph::Explanation;
use mamut_engine::latex::Formula;
use mamut_engine::truth::{self, Comparison, Difference, Settings};
use serde::Serialize;
use serde_json::{Value, json};

use super::check::{at, of_witness};
use crate::args::{self, Format, Global, Search};
use crate::input::{self, Item};
use crate::output::{Output, Rows};
use crate::pipeline::{Pipeline, refusal};
use crate::rules::Loaded;
use crate::{Outcome, csv, diagnostics, interrupt, macros};

/// The names of the columns of CSV.
const COLUMNS: [&str; 9] = [
    "id",
    "first",
    "second",
    "verdict",
    "bijection",
    "witness",
    "values",
    "reason",
    "rules",
];

/// Runs the command.
///
/// # Errors
/// Errors of the world, and a number of formulas that makes no pairs.
pub fn run(args: &args::Compare, global: &Global, loaded: &Loaded) -> Result<Outcome> {
    let search = Search {
        tier: args.tier,
        max_size: 4.0,
    };
    let (macros, faulty) = macros::load(&args.input)?;
    let pipeline = Pipeline::new(&loaded.rules, &search).with_macros(macros);
    let mut seconds = args.input.clone();
    seconds.field.clone_from(&args.with);
    seconds.field_option = Some("--with");
    let records = !args.input.file.is_empty();
    if args.input.formulas.iter().any(|f| f == "-")
        && args.input.input_format.is_some()
        && args.pairs()
    {
        bail!("records with two formulas are read from a file: name it with --file");
    }
    let mut items = input::open(&args.input)?;
    // A record holds both formulas; lines and arguments hold one after the other.
    let mut others = if records && args.pairs() {
        Some(input::open(&seconds)?)
    } else {
        None
    };
    let mut writer = Rows::new(
        Output::new(args.written.output.as_deref())?,
        args.written.format() == Format::Json,
    );
    let (mut all, mut unread, mut findings) = (0_u64, 0_u64, faulty);
    interrupt::listen();
    writer.begin()?;
    if args.written.format() == Format::Csv {
        writer.piece(csv::line(COLUMNS).as_bytes())?;
    }
    while let Some(first) = items.next() {
        if interrupt::asked() {
            return Ok(Outcome::Interrupted);
        }
        let second = match &mut others {
            Some(others) => others.next(),
            None => items.next(),
        };
        let first = first?;
        let Some(second) = second.transpose()? else {
            bail!(
                "`{}` has no partner: formulas are compared two by two",
                first.latex
            );
        };
        all += 1;
        let read = |item: &Item| readable(&pipeline, item, global);
        let (Some(a), Some(b)) = (read(&first), read(&second)) else {
            unread += 1;
            continue;
        };
        let settings = Settings {
            points: args.points.into(),
            seed: args.seed,
            versions: false,
        };
        let vocabulary = &loaded.rules.vocabulary;
        let found = truth::compare(
            (&a.term, &a.atoms),
            (&b.term, &b.atoms),
            vocabulary,
            settings,
        );
        let (found, chain) = derived(found, &a, &b, &pipeline);
        findings |= !matches!(found, Comparison::Equivalent { .. });
        let row = Row {
            id: &first.id,
            formulas: [&first.latex, &second.latex],
            found: &found,
            chain,
        };
        writer.piece(row.write(args.written.format()).as_bytes())?;
    }
    writer.end()?;
    writer.finish()?;
    Ok(match (all, unread) {
        (all, unread) if all == unread && all > 0 => Outcome::Unusable,
        (_, 0) if !findings => Outcome::Done,
        _ => Outcome::Findings,
    })
}

/// The rules by which the second follows from the first, where they are needed and found. What was
/// not decided by values is equivalent when it follows without assumptions.
fn derived(
    found: Comparison,
    a: &Formula,
    b: &Formula,
    pipeline: &Pipeline<'_>,
) -> (Comparison, Option<Vec<String>>) {
    let wanted = match &found {
        Comparison::Equivalent { same_form, .. } => !same_form,
        Comparison::Undecided(_) => true,
        Comparison::Alike { .. } | Comparison::Different(_) => false,
    };
    if !wanted {
        return (found, None);
    }
    let Explanation::Derived {
        steps,
        renaming,
        assumed,
        ..
    } = pipeline.explain(a, b)
    else {
        return (found, None);
    };
    let mut rules: Vec<String> = Vec::new();
    for step in steps {
        if rules.last() != Some(&step.rule) {
            rules.push(step.rule);
        }
    }
    match found {
        Comparison::Undecided(_) if assumed.is_empty() => {
            let found = Comparison::Equivalent {
                bijection: renaming,
                same_form: rules.is_empty(),
                points: 0,
            };
            (found, Some(rules))
        }
        Comparison::Undecided(_) => (found, None),
        found => (found, Some(rules)),
    }
}

fn readable(pipeline: &Pipeline<'_>, item: &Item, global: &Global) -> Option<Formula> {
    let formula = item.broken.is_none().then(|| pipeline.read(&item.latex));
    let complaints = formula.iter().flat_map(|f| &f.complaints);
    diagnostics::show(complaints.chain(&item.broken), &item.place, global);
    formula.filter(|f| refusal(f).is_none())
}

/// A row. The field names and their order are stable.
#[derive(Serialize)]
struct Fields<'r> {
    id: &'r Value,
    first: &'r str,
    second: &'r str,
    verdict: &'r str,
    bijection: Value,
    witness: Value,
    values: Value,
    reason: Value,
    rules: Option<&'r [String]>,
}

/// A pair with what was found.
struct Row<'r> {
    id: &'r Value,
    formulas: [&'r str; 2],
    found: &'r Comparison,
    chain: Option<Vec<String>>,
}

impl Row<'_> {
    fn write(&self, format: Format) -> String {
        match format {
            Format::Text => self.text(),
            Format::Jsonl => format!("{}\n", self.json()),
            Format::Json => self.json(),
            Format::Csv => {
                let row = json!(self.fields());
                let cells = COLUMNS.map(|name| match &row[name] {
                    Value::Null => String::new(),
                    Value::String(text) => text.clone(),
                    value => value.to_string(),
                });
                csv::line(cells.iter().map(String::as_str))
            }
        }
    }

    fn fields(&self) -> Fields<'_> {
        let (mut bijection, mut witness, mut values, mut reason) =
            (Value::Null, Value::Null, Value::Null, Value::Null);
        let pairs = |pairs: &[(String, String)]| -> Value {
            pairs
                .iter()
                .map(|(from, to)| (from.clone(), json!(to)))
                .collect::<serde_json::Map<_, _>>()
                .into()
        };
        match self.found {
            Comparison::Equivalent { bijection: b, .. } => bijection = pairs(b),
            Comparison::Different(difference) => {
                let Difference {
                    witness: w,
                    first,
                    second,
                    bijection: b,
                    second_sides,
                    excluded,
                    whatever,
                    ..
                } = &**difference;
                bijection = pairs(b);
                witness = of_witness(w);
                values = json!({
                    "first": first, "second": second, "second_sides": second_sides,
                    "excluded": excluded, "why": whatever,
                });
            }
            Comparison::Undecided(why) => reason = json!({"id": why.id, "about": why.about}),
            Comparison::Alike { .. } => {}
        }
        let [first, second] = self.formulas;
        Fields {
            id: self.id,
            first,
            second,
            verdict: self.found.name(),
            bijection,
            witness,
            values,
            reason,
            rules: self.chain.as_deref(),
        }
    }

    fn json(&self) -> String {
        // Plain data is always written.
        serde_json::to_string(&self.fields()).unwrap_or_default()
    }

    fn text(&self) -> String {
        let mut text = format!("{}\n", self.found.name());
        let mut line = |said: String| text += &format!("    {said}\n");
        let renamed = |pairs: &[(String, String)]| {
            let other = pairs.iter().filter(|(a, b)| a != b);
            let said: Vec<String> = other.map(|(a, b)| format!("{a} → {b}")).collect();
            (!said.is_empty()).then(|| format!("renamed  {}", said.join(", ")))
        };
        match self.found {
            Comparison::Equivalent {
                bijection,
                same_form,
                points,
            } => {
                renamed(bijection).into_iter().for_each(&mut line);
                if *same_form {
                    line("the same in another order or with other names".to_owned());
                } else if *points > 0 {
                    line(format!("alike at {points} points"));
                }
                if let Some(chain) = self.chain.as_ref().filter(|c| !c.is_empty()) {
                    line(format!("by {}", chain.join(", ")));
                }
            }
            Comparison::Alike { valid } => {
                let where_ = if *valid { "everywhere" } else { "nowhere" };
                line(format!("both hold {where_}, and their sides differ"));
            }
            Comparison::Different(difference) => {
                renamed(&difference.bijection)
                    .into_iter()
                    .for_each(&mut line);
                if let Some(why) = difference.whatever {
                    line(why.to_owned());
                }
                let sides = |sides: &[String]| {
                    if sides.is_empty() {
                        String::new()
                    } else {
                        format!(" ({})", sides.join(" and "))
                    }
                };
                let witness = &difference.witness;
                if !witness.values.is_empty() {
                    let plain = truth::Witness {
                        sides: Vec::new(),
                        ..witness.clone()
                    };
                    line(at(&plain));
                }
                if !difference.first.is_empty() {
                    line(format!(
                        "first   {}{}",
                        difference.first,
                        sides(&witness.sides)
                    ));
                    line(format!(
                        "second  {}{}",
                        difference.second,
                        sides(&difference.second_sides)
                    ));
                }
                if difference.excluded > 1 && difference.whatever.is_none() {
                    line(format!(
                        "{} other ways to rename the symbols are excluded by points of their own",
                        difference.excluded - 1
                    ));
                }
            }
            Comparison::Undecided(reason) => line(reason.text()),
        }
        text
    }
}
