//! Falsification files: rewrites that are not sound, with where they apply and what they fill in.

use super::equivalence::check_weight;
use super::layers::{self, Entry};
use super::scalar::{self, Doc, Many, Number, Pairs, Src};
use super::sides;
use super::source::Report;
use super::syntax::RuleFile;
use super::tree::{self, Arrow, Tree};
use super::unsound::{Names, ShapeSide};
use crate::diagnostic::Diagnostic;
use crate::dsl::source::SourceFile;
use crate::falsify::{Falsification, Guard, Hole, Shape, Site, Strategy};
use crate::term::{Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 's"))]
struct StrategySyntax<'s> {
    id: Src<'s>,
    #[serde(default)]
    doc: Doc,
    weight: Option<Number<'s>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 's"))]
struct FalsificationSyntax<'s> {
    id: Src<'s>,
    strategy: Src<'s>,
    rule: Src<'s>,
    #[serde(default)]
    doc: Doc,
    at: Option<SiteSyntax<'s>>,
    #[serde(default)]
    holes: Pairs<'s, HoleSyntax<'s>>,
    #[serde(default)]
    when: Vec<GuardSyntax<'s>>,
    #[serde(default)]
    sound_where: Vec<Src<'s>>,
    weight: Option<Number<'s>>,
    #[serde(default)]
    examples: Vec<(Src<'s>, Src<'s>)>,
    #[serde(default)]
    rejects: Vec<Src<'s>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 's"))]
enum SiteSyntax<'s> {
    Anywhere,
    Root,
    Below(Many<'s>),
    BelowBut(Many<'s>, Many<'s>),
    Argument(Many<'s>, usize),
    Occurrences,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 's"))]
enum HoleSyntax<'s> {
    Number(i64, i64),
    Near(Src<'s>),
    NewSymbol,
    NewSymbolLike(Src<'s>),
    OtherSymbol,
    OtherSymbolLike(Src<'s>),
    Subterm(usize),
    One(Vec<Src<'s>>),
    Operator(Src<'s>),
    Mixed(Vec<(Number<'s>, HoleSyntax<'s>)>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 's"))]
enum GuardSyntax<'s> {
    IsKind(Src<'s>, Kind),
    IsSymbol(Src<'s>),
    Literal(Src<'s>),
    Compound(Src<'s>),
    Varies(Src<'s>),
    Small(Src<'s>, usize),
    Among(Src<'s>, Vec<Src<'s>>),
    Differ(Src<'s>, Src<'s>),
    Tagged(Src<'s>, Src<'s>),
    HeadIn(Src<'s>, Many<'s>),
    Not(Box<GuardSyntax<'s>>),
    AnyOf(Vec<GuardSyntax<'s>>),
}

/// Lowers all strategies, sorted by id.
pub(super) fn strategies<'s>(
    files: &[(&'s SourceFile, RuleFile<'s>)],
    out: &mut Vec<Diagnostic>,
) -> Vec<Strategy> {
    let list = |file: &RuleFile<'s>| match file {
        RuleFile::Falsifications { strategies, .. } => strategies.clone(),
        _ => Vec::new(),
    };
    let entries = layers::entries(files, list, |r: &StrategySyntax<'s>| r.id.0, false, out);
    let entries = layers::resolve(entries, "strategy", out);
    let lowered = entries.iter().map(|entry| {
        let mut report = Report::new(entry.source, out);
        if let Some(weight) = entry.rule.weight {
            check_weight(weight, &mut report);
        }
        (report.errors == 0).then(|| Strategy {
            id: entry.id.to_owned(),
            doc: entry.rule.doc.0.clone(),
            weight: entry.rule.weight.map_or(1.0, |weight| weight.value),
            origin: entry.origin(),
        })
    });
    lowered.flatten().collect()
}

/// Lowers all falsifications, sorted by id.
pub(super) fn lower<'s>(
    files: &[(&'s SourceFile, RuleFile<'s>)],
    vocabulary: &Vocabulary,
    strategies: &[Strategy],
    out: &mut Vec<Diagnostic>,
) -> Vec<Falsification> {
    let list = |file: &RuleFile<'s>| match file {
        RuleFile::Falsifications { rules, .. } => rules.clone(),
        _ => Vec::new(),
    };
    let entries = layers::entries(
        files,
        list,
        |r: &FalsificationSyntax<'s>| r.id.0,
        false,
        out,
    );
    let entries = layers::resolve(entries, "rule", out);
    let mut lowered = Vec::new();
    for entry in &entries {
        let mut report = Report::new(entry.source, out);
        lowered.extend(one(entry, vocabulary, strategies, &mut report));
    }
    lowered
}

fn one(
    entry: &Entry<'_, FalsificationSyntax<'_>>,
    vocabulary: &Vocabulary,
    strategies: &[Strategy],
    report: &mut Report<'_, '_>,
) -> Option<Falsification> {
    let syntax = &entry.rule;
    let known = strategies.iter().map(|s| s.id.as_str());
    let strategy = strategies.iter().position(|s| s.id == syntax.strategy.0);
    if strategy.is_none() {
        let at = syntax.strategy.0;
        let all: Vec<String> = known.clone().map(|id| format!("`{id}`")).collect();
        let diagnostic = report.unknown(
            "unknown-strategy",
            at,
            format!("there is no strategy `{at}`"),
            known,
        );
        let one = || match all.is_empty() {
            true => "`strategies: [(id: \"…\", doc: \"…\")]` makes one".to_owned(),
            false => format!("one of {}", all.join(", ")),
        };
        diagnostic.help.get_or_insert_with(one);
    }
    let (lhs, arrow, rhs) = tree::rule(syntax.rule.0, report)?;
    if arrow == Arrow::Both {
        report.error(
            "arrow",
            syntax.rule.0,
            "a falsification goes one way: `=>`",
            "",
        );
    }
    let mut names = Names::new(vocabulary, r#"holes: {"@": Number(1, 9)}"#);
    for (name, _) in &syntax.holes.0 {
        names.hole(name.0, report);
    }
    let lhs = names.shape(&lhs, ShapeSide::Left, report);
    let rhs = names.shape(&rhs, ShapeSide::Right, report);
    let (lhs, rhs) = (lhs?, rhs?);
    names.unused(&syntax.holes.0, report);
    sides::check(syntax.rule.0, [&lhs, &rhs], vocabulary, report);
    if lhs == rhs {
        let label = "the result is the formula itself";
        report.error("trivial", syntax.rule.0, "both sides are the same", label);
    }
    let site = match &syntax.at {
        None | Some(SiteSyntax::Anywhere) => Some(Site::Anywhere),
        Some(SiteSyntax::Root) => Some(Site::Root),
        Some(SiteSyntax::Below(words)) => names.operators(words, report).map(Site::Below),
        Some(SiteSyntax::BelowBut(words, parents)) => {
            let (ops, parents) = (
                names.operators(words, report),
                names.operators(parents, report),
            );
            ops.zip(parents)
                .map(|(ops, parents)| Site::BelowBut(ops, parents))
        }
        Some(SiteSyntax::Argument(words, place)) => {
            let ops = names.operators(words, report);
            ops.inspect(|ops| has_argument(ops, *place, words, vocabulary, report))
                .map(|ops| Site::Argument(ops, *place))
        }
        Some(SiteSyntax::Occurrences) => Some(Site::Occurrences),
    };
    let occurrences = matches!(site, Some(Site::Occurrences));
    if occurrences && !matches!(lhs, Shape::Var(_)) {
        let said = "`Occurrences` is about one symbol: the left side is a variable";
        report.error("pattern", syntax.rule.0, said, "");
    }
    let holes: Vec<_> = syntax
        .holes
        .0
        .iter()
        .map(|(name, hole)| Some((name.0.to_owned(), self::hole(name.0, hole, &names, report)?)))
        .collect();
    let when: Vec<_> = syntax
        .when
        .iter()
        .map(|guard| self::guard(guard, &names, report))
        .collect();
    if let Some(weight) = syntax.weight {
        check_weight(weight, report);
    }
    if syntax.examples.is_empty() {
        let message = format!("the rule `{}` has no example", entry.id);
        let help =
            "give a formula and one that the rule makes of it: `examples: [(r\"…\", r\"…\")]`";
        report.error("no-example", entry.id, message, "").help = Some(help.into());
    }
    let (holes, when, site) = (
        holes.into_iter().collect::<Option<Vec<_>>>()?,
        when.into_iter().collect::<Option<Vec<_>>>()?,
        site?,
    );
    (report.errors == 0).then(|| Falsification {
        id: entry.id.to_owned(),
        doc: syntax.doc.0.clone(),
        strategy: strategy.unwrap_or(0) as u32,
        weight: syntax.weight.map_or(1.0, |weight| weight.value),
        lhs,
        rhs,
        vars: names.vars,
        holes,
        site,
        when,
        sound_where: scalar::texts(&syntax.sound_where),
        examples: scalar::pairs(&syntax.examples),
        rejects: scalar::texts(&syntax.rejects),
        source: syntax.rule.0.to_owned(),
        origin: entry.origin(),
    })
}

/// Complains when none of some operators has an argument at a place.
fn has_argument(
    ops: &[Op],
    place: usize,
    words: &Many<'_>,
    vocabulary: &Vocabulary,
    report: &mut Report<'_, '_>,
) {
    let has = |op: &Op| {
        let operator = vocabulary.operator(*op);
        operator.is_some_and(|o| o.signatures.iter().any(|s| s.arg(place).is_some()))
    };
    if !ops.iter().any(has)
        && let Some(word) = words.0.first()
    {
        let message = format!("`{}` has no argument {place}", word.0);
        let label = "arguments are counted from 0";
        report.error("dead-condition", word.0, message, label);
    }
}

fn hole(
    at: &str,
    syntax: &HoleSyntax<'_>,
    names: &Names<'_>,
    report: &mut Report<'_, '_>,
) -> Option<Hole> {
    Some(match syntax {
        HoleSyntax::Number(low, high) => {
            if low > high {
                let message = format!("no integer lies in {low}..{high}");
                report.error("dead-condition", at, message, "");
                return None;
            }
            Hole::Number(*low, *high)
        }
        HoleSyntax::Near(var) => Hole::Near(names.var(var.0, report)?),
        HoleSyntax::NewSymbol => Hole::NewSymbol(None),
        HoleSyntax::NewSymbolLike(var) => Hole::NewSymbol(Some(names.var(var.0, report)?)),
        HoleSyntax::OtherSymbol => Hole::OtherSymbol(None),
        HoleSyntax::OtherSymbolLike(var) => Hole::OtherSymbol(Some(names.var(var.0, report)?)),
        HoleSyntax::Subterm(most) => Hole::Subterm(*most),
        HoleSyntax::One(terms) => {
            let terms = closed(terms, names, report)?;
            if terms.is_empty() {
                report.error("dead-condition", at, "there is nothing to choose from", "");
                return None;
            }
            Hole::One(terms)
        }
        HoleSyntax::Operator(tag) => Hole::Operator(names.tag(tag.0, report)?),
        HoleSyntax::Mixed(several) => {
            if several.is_empty() {
                report.error("dead-condition", at, "there is nothing to choose from", "");
                return None;
            }
            let mut mixed = Vec::new();
            for (weight, one) in several {
                check_weight(*weight, report);
                mixed.push((weight.value, hole(at, one, names, report)?));
            }
            Hole::Mixed(mixed)
        }
    })
}

fn guard(
    syntax: &GuardSyntax<'_>,
    names: &Names<'_>,
    report: &mut Report<'_, '_>,
) -> Option<Guard> {
    Some(match syntax {
        GuardSyntax::IsKind(p, kind) => Guard::IsKind(names.place(p.0, report)?, *kind),
        GuardSyntax::IsSymbol(p) => Guard::IsSymbol(names.place(p.0, report)?),
        GuardSyntax::Literal(p) => Guard::Literal(names.place(p.0, report)?),
        GuardSyntax::Compound(p) => Guard::Compound(names.place(p.0, report)?),
        GuardSyntax::Varies(p) => Guard::Varies(names.place(p.0, report)?),
        GuardSyntax::Small(p, most) => Guard::Small(names.place(p.0, report)?, *most),
        GuardSyntax::Among(p, terms) => {
            Guard::Among(names.place(p.0, report)?, closed(terms, names, report)?)
        }
        GuardSyntax::Differ(a, b) => {
            Guard::Differ(names.place(a.0, report)?, names.place(b.0, report)?)
        }
        GuardSyntax::Tagged(p, tag) => {
            Guard::Tagged(names.place(p.0, report)?, names.tag(tag.0, report)?)
        }
        GuardSyntax::HeadIn(p, words) => {
            Guard::HeadIn(names.place(p.0, report)?, names.operators(words, report)?)
        }
        GuardSyntax::Not(inner) => Guard::Not(Box::new(guard(inner, names, report)?)),
        GuardSyntax::AnyOf(several) => {
            let each = several.iter().map(|g| guard(g, names, report));
            Guard::AnyOf(each.collect::<Option<_>>()?)
        }
    })
}

/// Terms without variables.
fn closed(
    written: &[Src<'_>],
    names: &Names<'_>,
    report: &mut Report<'_, '_>,
) -> Option<Vec<Term>> {
    let each = written.iter().map(|text| {
        let tree: Tree<'_> = tree::expression(text.0, report)?;
        names.term(&tree, report)
    });
    let all: Vec<Option<Term>> = each.collect();
    all.into_iter().collect()
}

/// Operators are sorted so that the order in which they are written means nothing.
pub(super) fn sorted(mut ops: Vec<Op>) -> Vec<Op> {
    ops.sort_unstable();
    ops.dedup();
    ops
}
