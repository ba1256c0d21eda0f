//! A page of a dataset that needs nothing else: its pictures, and rows with what was changed marked.

use std::fmt::Write;

use super::census::Census;
use super::change::changes;
use super::evidence;
use super::figures;
use super::mathml;
use super::sample::{EQUIVALENT, Sample};
use super::svg::{self, escaped, grouped, percent};
use crate::pipeline::Pipeline;
use crate::row::Row;

const STYLE: &str = include_str!("page.css");

/// What a page shows.
pub struct Page<'a> {
    /// What it is of.
    pub title: String,
    /// What is known of its making: names and values.
    pub making: Vec<(String, String)>,
    /// The counts.
    pub census: &'a Census,
    /// The rows.
    pub sample: &'a Sample,
    /// What was left out, and how often.
    pub left_out: Vec<(String, u64)>,
    /// Rules and readers.
    pub pipeline: &'a Pipeline<'a>,
}

impl Page<'_> {
    /// The page, and for each formula that the renderer refuses the reason.
    pub fn html(&self) -> (String, Vec<String>) {
        let mut refused = Vec::new();
        let title = escaped(&self.title);
        let mut body = format!("<h1>{title}</h1>\n{}", self.tiles());
        body += &pairs(&self.making);
        let mut links = vec![("pictures".to_owned(), "pictures".to_owned())];
        let mut sections = self.pictures();
        for (group, rows) in self.sample.groups() {
            links.push((format!("rows-{group}"), group.to_owned()));
            sections += &self.group(group, &rows, &mut refused);
        }
        links.push(("left-out".to_owned(), "left out".to_owned()));
        sections += &self.left_out(&refused);
        let links: Vec<String> = links
            .iter()
            .map(|(to, name)| format!("<a href=\"#{}\">{}</a>", escaped(to), escaped(name)))
            .collect();
        let html = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n<style>\n{}{STYLE}</style>\n</head>\n<body>\n{body}<nav aria-label=\"sections\">{}</nav>\n{sections}</body>\n</html>\n",
            svg::STYLE,
            links.join("\n")
        );
        (html, refused)
    }

    fn tiles(&self) -> String {
        let total = self.census.total();
        let share = |number: u64| percent(number as f64 / total.rows().max(1) as f64);
        let (forms, exact) = total.forms();
        let about = if exact { "" } else { "≈ " };
        let forms = if exact {
            forms
        } else {
            figures::rounded(forms)
        };
        let tiles = [
            (grouped(total.rows()), "rows".to_owned()),
            (
                grouped(self.census.identities.len() as u64),
                "identities".to_owned(),
            ),
            (
                format!("{} %", share(total.equivalent.rows)),
                format!("equivalent: {}", grouped(total.equivalent.rows)),
            ),
            (
                format!("{} %", share(total.falsified.rows)),
                format!("falsified: {}", grouped(total.falsified.rows)),
            ),
            (
                format!("{} %", percent(total.texts().unwrap_or(0.0))),
                "texts with formulas".to_owned(),
            ),
            (
                format!("{about}{}", grouped(forms)),
                "forms, up to names".to_owned(),
            ),
        ];
        let tiles =
            tiles.map(|(number, name)| format!("<div><b>{number}</b><span>{name}</span></div>"));
        format!("<div class=\"tiles\">{}</div>\n", tiles.concat())
    }

    fn pictures(&self) -> String {
        let pictures = figures::all(self.census);
        let large = ["strategies", "substitutions", "versions"];
        let some = |wanted: bool| -> String {
            let some = pictures
                .iter()
                .filter(|p| large.contains(&p.name) == wanted);
            some.map(svg::Picture::element).collect()
        };
        format!(
            "<section id=\"pictures\"><h2>Pictures</h2>\n<p class=\"faint\">Point at a cell, a bar or a name for its exact value.</p>\n<div class=\"figures\">\n{}</div>\n<div class=\"figures\">\n{}</div></section>\n",
            some(false),
            some(true)
        )
    }

    fn group(&self, group: &str, rows: &[&Row], refused: &mut Vec<String>) -> String {
        let total = self.census.total();
        let (title, about) = if group == EQUIVALENT {
            let about = "Versions that say the same as their source; nothing is marked.";
            ("equivalent".to_owned(), about.to_owned())
        } else {
            let strategies = &self.pipeline.rules.strategies;
            let doc = strategies
                .iter()
                .find(|s| s.id == group)
                .map_or("", |s| &s.doc);
            let share = total.falsified.of_strategy(group).unwrap_or(0.0);
            let number = total.falsified.strategies.get(group).copied().unwrap_or(0);
            let about = format!(
                "{doc} In {} falsified rows, {} %.",
                grouped(number),
                percent(share)
            );
            (group.to_owned(), about)
        };
        let mut html = format!(
            "<section id=\"rows-{}\"><h2>{}</h2>\n<p class=\"faint\">{}</p>\n<ol class=\"rows\">\n",
            escaped(group),
            escaped(&title),
            escaped(&about)
        );
        for row in rows {
            html += &self.row(row, refused);
        }
        html + "</ol></section>\n"
    }

    fn row(&self, row: &Row, refused: &mut Vec<String>) -> String {
        let found = if row.label || row.source.is_empty() {
            super::change::Changes::default()
        } else {
            changes(row, self.pipeline)
        };
        let name = row
            .name
            .as_deref()
            .or(row.identity.as_deref())
            .unwrap_or_default();
        let mut html = String::from("<li><header>");
        let mut push = |text: std::fmt::Arguments<'_>| {
            // Writing to memory cannot fail.
            let _ = html.write_fmt(text);
        };
        if !name.is_empty() {
            push(format_args!("<b>{}</b>", escaped(name)));
        }
        for made in &*row.strategies {
            let rule = if made.rule.is_empty() {
                &made.strategy
            } else {
                &made.rule
            };
            let title = escaped(&made.strategy);
            push(format_args!(
                "<span class=\"chip\" title=\"{title}\">{}</span>",
                escaped(rule)
            ));
        }
        let far = row
            .distance
            .map(|d| format!(" · {d} tokens from its source"));
        push(format_args!(
            "<span class=\"faint right\">{}{}</span></header>\n<div class=\"pair\">",
            escaped(&row.verdict),
            far.unwrap_or_default()
        ));
        if !row.source.is_empty() {
            let shown = shown(&row.source, row.is_text, &found.source, refused);
            push(format_args!(
                "<div class=\"source\"><small>source</small>{shown}</div>"
            ));
        }
        let shown = shown(&row.text, row.is_text, &found.version, refused);
        push(format_args!(
            "<div><small>version</small>{shown}</div></div>\n"
        ));
        match (&row.witness, &*row.verdict) {
            (Some(witness), _) => {
                push(format_args!(
                    "<p class=\"evidence\">{}</p>\n",
                    evidence::sentence(witness)
                ));
            }
            (None, "other") => {
                push(format_args!(
                    "<p class=\"evidence\">It states another identity.</p>\n"
                ));
            }
            (None, "authored") => {
                push(format_args!(
                    "<p class=\"evidence\">Its author says that it is false.</p>\n"
                ));
            }
            (None, "unknown") => {
                push(format_args!(
                    "<p class=\"evidence\">It is not known whether it is false.</p>\n"
                ));
            }
            _ => {}
        }
        push(format_args!("{}</li>\n", details(row)));
        html
    }

    fn left_out(&self, refused: &[String]) -> String {
        let total = self.census.total();
        let unknown = total
            .falsified
            .verdicts
            .get("unknown")
            .copied()
            .unwrap_or(0);
        let mut rows = vec![(
            "falsified rows of which it is not known that they are false".to_owned(),
            unknown,
        )];
        rows.extend(self.left_out.iter().cloned());
        rows.push((
            "formulas on this page that the renderer refuses".to_owned(),
            refused.len() as u64,
        ));
        let lines: Vec<String> = rows
            .iter()
            .map(|(what, number)| {
                format!(
                    "<tr><td>{}</td><td>{}</td></tr>",
                    escaped(what),
                    grouped(*number)
                )
            })
            .collect();
        let why: Vec<String> = refused
            .iter()
            .map(|why| format!("<li>{}</li>", escaped(why)))
            .collect();
        format!(
            "<section id=\"left-out\"><h2>Unknown, left out, refused</h2>\n<table><tbody>{}</tbody></table>\n<ul>{}</ul></section>\n",
            lines.join("\n"),
            why.join("\n")
        )
    }
}

/// A formula or a text, rendered.
fn shown(
    latex: &str,
    is_text: bool,
    marks: &[std::ops::Range<usize>],
    refused: &mut Vec<String>,
) -> String {
    if is_text {
        let (html, why) = mathml::text(latex, marks);
        refused.extend(why);
        return format!("<div class=\"prose\">{html}</div>");
    }
    mathml::formula(latex, marks, true).unwrap_or_else(|why| {
        refused.push(why);
        format!("<code>{}</code>", escaped(latex))
    })
}

/// What else is known of a row.
fn details(row: &Row) -> String {
    let code = |text: &str| format!("<code>{}</code>", escaped(text));
    let mut known = Vec::new();
    if !row.source.is_empty() {
        known.push(("source", code(&row.source)));
    }
    known.push(("version", code(&row.text)));
    for made in row
        .strategies
        .iter()
        .filter(|made| !made.before.is_empty() && *made.before != *row.source)
    {
        let said = format!("{} → {}", code(&made.before), code(&made.after));
        known.push((
            "changed",
            format!(
                "{said} <span class=\"faint\">by {}</span>",
                escaped(&made.rule)
            ),
        ));
    }
    if !row.substitution.is_empty() {
        let pairs = row
            .substitution
            .iter()
            .map(|(a, b)| format!("{} → {}", code(a), code(b)));
        known.push(("renamed", pairs.collect::<Vec<_>>().join(", ")));
    }
    if !row.rules.is_empty() {
        known.push(("equivalences", escaped(&row.rules.join(", "))));
    }
    if let Some(point) = row
        .witness
        .as_ref()
        .and_then(|w| w.get(crate::witness::POINT))
    {
        known.push(("point", code(point)));
    }
    if !row.id.is_empty() {
        known.push(("id", code(&row.id)));
    }
    let items: Vec<String> = known
        .iter()
        .map(|(name, value)| format!("<dt>{name}</dt><dd>{value}</dd>"))
        .collect();
    format!(
        "<details><summary>LaTeX and more</summary><dl>{}</dl></details>",
        items.concat()
    )
}

fn pairs(pairs: &[(String, String)]) -> String {
    if pairs.is_empty() {
        return String::new();
    }
    let items = pairs
        .iter()
        .map(|(name, value)| format!("<dt>{}</dt><dd>{}</dd>", escaped(name), escaped(value)));
    format!("<dl>{}</dl>\n", items.collect::<String>())
}
