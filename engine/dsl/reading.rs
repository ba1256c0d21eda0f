//! The `reads` of vocabulary files: which LaTeX stands for which operator.

use super::scalar::{Many, Src};
use super::shape;
use super::source::{Lines, Report, SourceFile};
use super::spelling;
use super::synonyms;
use super::syntax::RuleFile;
use super::taken;
use crate::diagnostic::Diagnostic;
use crate::term::Op;
use crate::vocabulary::{Assoc, Level, ReadForm, Reading, Vocabulary};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 's"))]
enum ReadSyntax<'s> {
    Infix {
        tex: Many<'s>,
        op: Src<'s>,
        level: Src<'s>,
        assoc: Option<Assoc>,
    },
    Prefix {
        tex: Many<'s>,
        op: Src<'s>,
        level: Src<'s>,
    },
    Postfix {
        tex: Many<'s>,
        op: Src<'s>,
        level: Src<'s>,
    },
    Juxtapose {
        op: Src<'s>,
        level: Src<'s>,
    },
    Command {
        tex: Many<'s>,
        args: usize,
        op: Src<'s>,
        optional: Option<Src<'s>>,
    },
    Function {
        tex: Many<'s>,
        op: Src<'s>,
        inverse: Option<Src<'s>>,
        base: Option<Src<'s>>,
    },
    Bound {
        tex: Many<'s>,
        op: Src<'s>,
        over: Option<Src<'s>>,
        cond: Option<Src<'s>>,
        bare: Option<Src<'s>>,
    },
    Fence {
        open: Many<'s>,
        close: Many<'s>,
        op: Src<'s>,
    },
    Constant {
        tex: Many<'s>,
        op: Src<'s>,
    },
    Operatorname {
        tex: Many<'s>,
        op: Src<'s>,
        given: Option<Src<'s>>,
    },
    Shape {
        tex: Many<'s>,
        term: Src<'s>,
    },
}

/// Lowers the readings, in the order of files and places; those of a higher layer come first.
pub(super) fn lower<'s>(
    files: &[(&'s SourceFile, RuleFile<'s>)],
    vocabulary: &Vocabulary,
    out: &mut Vec<Diagnostic>,
) -> Vec<Reading> {
    let mut readings = Vec::new();
    let mut spellings = Vec::new();
    for (source, file) in files {
        let RuleFile::Vocabulary { reads, .. } = file else {
            continue;
        };
        let mut lines = Lines::new(source);
        for raw in reads {
            let mut report = Report::new(source, out);
            let Some(syntax) = shape::parse::<ReadSyntax<'_>>(raw, &mut report) else {
                continue;
            };
            let mut names = Names { vocabulary, report };
            if let Some(form) = form(&syntax, &mut names)
                && names.report.errors == 0
            {
                let origin = lines.origin(syntax.op());
                spellings.extend(taken::spellings(
                    source,
                    syntax.spelled(),
                    &form,
                    syntax.op(),
                ));
                readings.push((source.layer, Reading { origin, form }));
            }
        }
    }
    taken::warn(&spellings, out);
    // Of shapes that are as long, the first by its text is read.
    readings.sort_by_cached_key(|(layer, reading)| {
        let text = match &reading.form {
            ReadForm::Shape { tex, .. } => format!("{tex:?}"),
            _ => String::new(),
        };
        (std::cmp::Reverse(*layer), text)
    });
    readings.into_iter().map(|(_, reading)| reading).collect()
}

struct Names<'v, 's, 'o> {
    vocabulary: &'v Vocabulary,
    report: Report<'s, 'o>,
}

impl Names<'_, '_, '_> {
    fn op(&mut self, name: Src<'_>) -> Option<Op> {
        let found = self.vocabulary.find(name.0);
        if found.is_none() {
            synonyms::unknown(name.0, self.vocabulary, &mut self.report);
        }
        found
    }
    /// An operator that takes this many arguments.
    fn op_of(&mut self, name: Src<'_>, count: usize) -> Option<Op> {
        let op = self.op(name)?;
        if self
            .vocabulary
            .operator(op)
            .is_some_and(|o| !o.signatures.iter().any(|s| s.takes(count)))
        {
            let message = match count {
                0 => format!("`{}` takes arguments, and this reads none", name.0),
                1 => format!("`{}` does not take one argument, as this reads it", name.0),
                _ => format!(
                    "`{}` does not take {count} arguments, as this reads it",
                    name.0
                ),
            };
            self.report.error("arity", name.0, message, "");
            return None;
        }
        Some(op)
    }
    fn maybe(&mut self, name: Option<Src<'_>>) -> Option<Op> {
        name.and_then(|name| self.op(name))
    }
    fn level(&mut self, name: Src<'_>) -> Option<Level> {
        super::vocabulary::level(name.0, self.vocabulary, &mut self.report)
    }
    fn tex(&mut self, tex: &Many<'_>, at: Src<'_>) -> Vec<String> {
        if tex.0.is_empty() {
            self.report
                .error("pattern", at.0, "no LaTeX is given for this operator", "");
        }
        for t in &tex.0 {
            if t.0.trim().is_empty() {
                self.report
                    .error("pattern", at.0, "the LaTeX for this operator is empty", "");
            }
        }
        tex.0.iter().map(|t| t.0.trim().to_owned()).collect()
    }
}

fn form(syntax: &ReadSyntax<'_>, names: &mut Names<'_, '_, '_>) -> Option<ReadForm> {
    let at = Src(syntax.op());
    Some(match *syntax {
        ReadSyntax::Infix {
            ref tex,
            op,
            level,
            assoc,
        } => {
            let (tex, level, op) = (names.tex(tex, at), names.level(level), names.op_of(op, 2)?);
            let operator = names.vocabulary.operator(op);
            let usual = match operator {
                Some(o) if o.assoc => Assoc::Flat,
                Some(o) if o.tags.iter().any(|t| t == "relation") => Assoc::Chain,
                _ => Assoc::Left,
            };
            ReadForm::Infix {
                tex,
                op,
                level: level?,
                assoc: assoc.unwrap_or(usual),
            }
        }
        ReadSyntax::Prefix { ref tex, op, level } => {
            let (tex, level) = (names.tex(tex, at), names.level(level));
            ReadForm::Prefix {
                tex,
                op: names.op_of(op, 1)?,
                level: level?,
            }
        }
        ReadSyntax::Postfix { ref tex, op, level } => {
            let (tex, level) = (names.tex(tex, at), names.level(level));
            ReadForm::Postfix {
                tex,
                op: names.op_of(op, 1)?,
                level: level?,
            }
        }
        ReadSyntax::Juxtapose { op, level } => {
            let level = names.level(level);
            ReadForm::Juxtapose {
                op: names.op_of(op, 2)?,
                level: level?,
            }
        }
        ReadSyntax::Command {
            ref tex,
            args,
            op,
            optional,
        } => {
            let count = args.saturating_add(usize::from(optional.is_some()));
            let optional = optional.map(|o| o.0.to_owned());
            ReadForm::Command {
                tex: names.tex(tex, at),
                args,
                optional,
                op: names.op_of(op, count)?,
            }
        }
        ReadSyntax::Function {
            ref tex,
            op,
            inverse,
            base,
        } => {
            let (tex, inverse, base) =
                (names.tex(tex, at), names.maybe(inverse), names.maybe(base));
            ReadForm::Function {
                tex,
                op: names.op_of(op, 1)?,
                inverse,
                base,
            }
        }
        ReadSyntax::Bound {
            ref tex,
            op,
            over,
            cond,
            bare,
        } => {
            let tex = names.tex(tex, at);
            let (over, cond, bare) = (names.maybe(over), names.maybe(cond), names.maybe(bare));
            ReadForm::Bound {
                tex,
                op: names.op(op)?,
                over,
                cond,
                bare,
            }
        }
        ReadSyntax::Fence {
            ref open,
            ref close,
            op,
        } => {
            let (open, close) = (names.tex(open, at), names.tex(close, at));
            ReadForm::Fence {
                open,
                close,
                op: names.op(op)?,
            }
        }
        ReadSyntax::Constant { ref tex, op } => {
            let tex = names.tex(tex, at);
            ReadForm::Constant {
                tex,
                op: names.op_of(op, 0)?,
            }
        }
        ReadSyntax::Operatorname { ref tex, op, given } => {
            let (tex, given) = (names.tex(tex, at), names.maybe(given));
            ReadForm::Operatorname {
                tex,
                op: names.op(op)?,
                given,
            }
        }
        ReadSyntax::Shape { ref tex, term } => {
            names.tex(tex, at);
            spelling::shape(tex, term, names.vocabulary, &mut names.report)?
        }
    })
}

impl<'s> ReadSyntax<'s> {
    /// The LaTeX that is read.
    fn spelled(&self) -> &[Src<'s>] {
        match self {
            Self::Infix { tex, .. }
            | Self::Prefix { tex, .. }
            | Self::Postfix { tex, .. }
            | Self::Command { tex, .. }
            | Self::Function { tex, .. }
            | Self::Bound { tex, .. }
            | Self::Constant { tex, .. }
            | Self::Operatorname { tex, .. }
            | Self::Shape { tex, .. } => &tex.0,
            Self::Juxtapose { .. } | Self::Fence { .. } => &[],
        }
    }

    fn op(&self) -> &'s str {
        match self {
            Self::Infix { op, .. }
            | Self::Prefix { op, .. }
            | Self::Postfix { op, .. }
            | Self::Juxtapose { op, .. }
            | Self::Command { op, .. }
            | Self::Function { op, .. }
            | Self::Bound { op, .. }
            | Self::Fence { op, .. }
            | Self::Constant { op, .. }
            | Self::Operatorname { op, .. } => op.0,
            Self::Shape { term, .. } => term.0,
        }
    }
}
