//! One form of a notation: its body, level and conditions.

use super::equivalence::check_weight;
use super::form_condition::{self, ConditionSyntax};
use super::holes::{self, Grouping};
use super::patterns::{Patterns, written};
use super::scalar::{Number, Src};
use super::source::Report;
use super::style_use;
use super::template::{self, PieceSyntax};
use crate::pattern::Var;
use crate::rules::{Body, Form, FormCondition, Piece, Style};
use crate::vocabulary::{Level, Vocabulary};
use serde::Deserialize;

/// A form as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 's"))]
pub(super) struct FormSyntax<'s> {
    w: Option<Number<'s>>,
    tex: Option<Src<'s>>,
    terms: Option<Src<'s>>,
    factors: Option<Src<'s>>,
    times: Option<Src<'s>>,
    level: Option<Src<'s>>,
    assoc: Option<Grouping>,
    #[serde(default)]
    when: Vec<ConditionSyntax<'s>>,
    #[serde(default)]
    unless: Vec<ConditionSyntax<'s>>,
}

/// What a form refers to.
pub(super) struct Context<'c, 's, 'v> {
    /// The variables of the notation's pattern.
    pub(super) patterns: &'c Patterns<'s, 'v>,
    pub(super) vocabulary: &'c Vocabulary,
    pub(super) styles: &'c [Style],
    /// The notation, for complaints about a form as a whole.
    pub(super) at: &'s str,
}

impl Context<'_, '_, '_> {
    /// Checks and lowers a form.
    pub(super) fn form(
        &self,
        id: String,
        syntax: &FormSyntax<'_>,
        report: &mut Report<'_, '_>,
    ) -> Option<Form> {
        let errors = report.errors;
        let bodies = [syntax.tex, syntax.terms, syntax.factors];
        let at = bodies.iter().flatten().next().map_or(self.at, |s| s.0);
        if let Some(weight) = syntax.w {
            check_weight(weight, report);
        }
        let level = match syntax.level {
            Some(name) => super::vocabulary::level(name.0, self.vocabulary, report)?,
            None => self.vocabulary.level("atom").unwrap_or(0),
        };
        if bodies.iter().flatten().count() != 1
            || syntax.times.is_some() != syntax.factors.is_some()
        {
            let help = "one of `tex: …`, `terms: …`, `factors: …` with `times: …`";
            report
                .error("ron", at, "a form has exactly one body", "")
                .help = Some(help.into());
            return None;
        }
        let body = match (syntax.tex, syntax.terms, syntax.factors, syntax.times) {
            (Some(tex), ..) => Body::Template(self.template(tex.0, level, syntax.assoc, report)?),
            (_, Some(name), ..) => Body::Terms(self.hole(name.0, true, report)?),
            (.., Some(name), Some(times)) => {
                let (var, style) = (self.hole(name.0, true, report), self.style(times.0, report));
                Body::Factors(var?, style?.0)
            }
            _ => return None,
        };
        let mut when = Vec::new();
        for condition in &syntax.when {
            when.extend(condition.lower(self.patterns, report));
        }
        for condition in &syntax.unless {
            when.extend(
                condition
                    .lower(self.patterns, report)
                    .map(|c| FormCondition::Not(Box::new(c))),
            );
        }
        self.check_written(&body, &when, at, report);
        if form_condition::contradict(&when) {
            report.error(
                "dead-form",
                at,
                "the conditions of this form exclude each other",
                "never eligible",
            );
        }
        (report.errors == errors).then_some(Form {
            id,
            weight: syntax.w.map_or(1.0, |weight| weight.value),
            level,
            body,
            when,
        })
    }

    fn template(
        &self,
        text: &str,
        level: Level,
        grouping: Option<Grouping>,
        report: &mut Report<'_, '_>,
    ) -> Option<Vec<Piece>> {
        let syntax = template::read(text, report)?;
        if syntax.is_empty() {
            report.error("template", text, "this template is empty", "");
            return None;
        }
        style_use::check(&syntax, self.styles, report);
        let (mut pieces, mut bare) = (Vec::new(), Vec::new());
        let mut good = true;
        for piece in &syntax {
            if matches!(piece, PieceSyntax::Hole { level: None, .. }) {
                bare.push(pieces.len());
            }
            let script = matches!(pieces.last(), Some(Piece::Text(t)) if template::tokens(t).next_back().is_some_and(|t| t == "^" || t == "_"));
            match self.piece(piece, script, report) {
                Some(piece) => pieces.push(piece),
                None => good = false,
            }
        }
        if !good {
            return None;
        }
        for place in bare {
            let least = holes::need(&pieces, place, level, grouping, self.vocabulary);
            match &mut pieces[place] {
                Piece::Hole {
                    need,
                    script: false,
                    ..
                }
                | Piece::Join { need, .. } => *need = least,
                _ => {}
            }
        }
        Some(pieces)
    }

    fn piece(
        &self,
        piece: &PieceSyntax<'_>,
        script: bool,
        report: &mut Report<'_, '_>,
    ) -> Option<Piece> {
        match piece {
            PieceSyntax::Rows {
                name,
                level,
                within,
                between,
            } => {
                let need = match level {
                    Some(name) => super::vocabulary::level(name, self.vocabulary, report)?,
                    None => self.vocabulary.level("list").map_or(0, |list| list + 1),
                };
                let mut all = |pieces: &[PieceSyntax<'_>]| {
                    let pieces = pieces.iter().map(|p| self.piece(p, false, report));
                    pieces.collect::<Option<Vec<_>>>()
                };
                let (within, between) = (all(within)?, all(between)?);
                Some(Piece::Rows {
                    var: self.hole(name, true, report)?,
                    need,
                    within,
                    between,
                })
            }
            PieceSyntax::Text(text) => Some(Piece::Text(text.clone())),
            PieceSyntax::Style(name) => self
                .style(name, report)
                .map(|(style, close)| Piece::Style { style, close }),
            PieceSyntax::Hole {
                name,
                level,
                kept,
                separator,
            } => {
                let kept = *kept;
                let var = self.hole(name, separator.is_some(), report);
                let need = match level {
                    Some(name) => super::vocabulary::level(name, self.vocabulary, report)?,
                    None => 0,
                };
                let Some(separator) = separator else {
                    return Some(Piece::Hole {
                        var: var?,
                        need,
                        script,
                        kept,
                    });
                };
                if script {
                    let help = "write braces: `_{#{xs|,}}`";
                    report
                        .error(
                            "template",
                            name,
                            "several terms in a script need braces",
                            "",
                        )
                        .help = Some(help.into());
                    return None;
                }
                let separator: Vec<_> = separator
                    .iter()
                    .map(|p| self.piece(p, false, report))
                    .collect();
                Some(Piece::Join {
                    var: var?,
                    need,
                    kept,
                    separator: separator.into_iter().collect::<Option<_>>()?,
                })
            }
        }
    }

    /// The style of this name, and whether it is the closing half of a pair.
    fn style(&self, name: &str, report: &mut Report<'_, '_>) -> Option<(usize, bool)> {
        let opening = self
            .styles
            .iter()
            .position(|s| s.id == name)
            .map(|i| (i, false));
        let closing = || {
            self.styles
                .iter()
                .position(|s| s.pair.as_deref() == Some(name))
                .map(|i| (i, true))
        };
        let found = opening.or_else(closing);
        if found.is_none() {
            let known = self
                .styles
                .iter()
                .flat_map(|s| [Some(s.id.as_str()), s.pair.as_deref()])
                .flatten();
            report.unknown(
                "unknown-style",
                name,
                format!("there is no style `{name}`"),
                known,
            );
        }
        found
    }

    /// The variable that a hole names without its sigil.
    fn hole(&self, name: &str, rest: bool, report: &mut Report<'_, '_>) -> Option<Var> {
        let vars = &self.patterns.vars;
        let Some(index) = vars.iter().position(|v| v.name == name) else {
            let known = vars.iter().map(|v| v.name.as_str());
            report.unknown(
                "template-hole",
                name,
                format!("`{name}` names no variable of the pattern"),
                known,
            );
            return None;
        };
        if vars[index].rest != rest {
            let message = if rest {
                format!("`{name}` stands for one term")
            } else {
                format!("`{name}` stands for many terms")
            };
            let help = if rest {
                format!("write `#{name}`")
            } else {
                format!("write `#{{{name}|,}}` with what stands between them")
            };
            report.error("template-hole", name, message, "").help = Some(help);
            return None;
        }
        Some(index as Var)
    }

    /// Complains about variables that the form does not write: two terms would look the same.
    fn check_written(
        &self,
        body: &Body,
        when: &[FormCondition],
        at: &str,
        report: &mut Report<'_, '_>,
    ) {
        for (index, var) in self.patterns.vars.iter().enumerate() {
            let index = index as Var;
            let shown = match body {
                Body::Terms(v) | Body::Factors(v, _) => *v == index,
                Body::Template(pieces) => {
                    pieces.iter().any(|p| matches!(p, Piece::Hole { var, .. } | Piece::Join { var, .. } | Piece::Rows { var, .. } if *var == index))
                }
            };
            let known = when.iter().any(|c| match *c {
                FormCondition::Is(v, _) | FormCondition::Count(v, 0) => v == index,
                FormCondition::IntIn(v, low, high) => v == index && low == high,
                _ => false,
            });
            if !shown && !known && !var.slot {
                let help = "write it, or fix its value with `when: [Is(…)]`";
                let message = format!("this form does not write `{}`", written(var));
                report.error("unused-hole", at, message, "").help = Some(help.into());
            }
        }
    }
}
