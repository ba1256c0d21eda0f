//! Whether what vocabularies declare is read as they say, and can be written again.

use super::Finding;
use crate::diagnostic::Severity;
use crate::latex::{Formula, Reader};
use crate::pattern::{Pattern, Var};
use crate::rules::{Origin, RuleSet, RuleVar};
use crate::sexpr;
use crate::term::{Op, Term};
use crate::vocabulary::{Kind, ReadForm, Reading, ShapePiece, Vocabulary};

/// Complains about spellings of a reading that are read as something else, whatever stands beside
/// them: TeX has another use for them, or another reading comes first.
pub fn unread(reading: &Reading, rules: &RuleSet, reader: &Reader<'_>) -> Vec<Finding> {
    let vocabulary = &rules.vocabulary;
    let Some(op) = read_by(&reading.form) else {
        return Vec::new();
    };
    let samples = samples(&reading.form, vocabulary).into_iter();
    samples
        .filter_map(|(spelling, formulas)| {
            let mut read = formulas.iter().map(|latex| (latex, reader.read(latex)));
            let (latex, read) = read.next()?;
            let as_said = |read: &Formula| has(&read.term, &reading.form);
            let mut others = formulas.iter().skip(1).map(|latex| reader.read(latex));
            if as_said(&read) || others.any(|read| as_said(&read)) {
                return None;
            }
            let name = vocabulary.operator(op)?.name.as_str();
            let term = sexpr::write(&read.term, vocabulary, &read.atoms);
            let finding = about(&reading.origin, name, "unread");
            Some(Finding {
                at: format!("\"{spelling}\""),
                message: format!("`{spelling}` is not read as `{name}`"),
                label: format!("`{latex}` is read as {term}"),
                help: Some("another reading comes first, or TeX has a use for the sign: choose another spelling, or give a `Shape`".to_owned()),
                ..finding
            })
        })
        .collect()
}

/// Complains about an operator that is read and never written: no formula with it gets versions.
///
/// The operator is given by its place in the vocabulary.
pub fn unwritten(index: usize, rules: &RuleSet) -> Option<Finding> {
    let vocabulary = &rules.vocabulary;
    let (operator, op) = (vocabulary.operators.get(index)?, Op::operator(index as u32));
    let origin = vocabulary.origins.get(index)?;
    let read = vocabulary.reads.iter().any(|r| reads(&r.form, op));
    let replaced = operator.define.as_ref().is_some_and(|d| d.unfold.is_some());
    let mut notations = rules.notations.iter();
    let written = notations.any(|n| matches!(n.print, Pattern::Node(head, _) if head == op));
    if !read || written || replaced || rules.target.is_some() {
        return None;
    }
    let name = operator.name.as_str();
    Some(Finding {
        message: format!("`{name}` is read, and nothing says how it is written"),
        label: "no formula with it gets another version".to_owned(),
        help: Some(format!("a notation: `mamut-rw rules new notation {name}`")),
        ..about(origin, name, "unwritten")
    })
}

fn about(origin: &Origin, name: &str, id: &'static str) -> Finding {
    Finding {
        id,
        severity: Severity::Warning,
        rule: name.to_owned(),
        origin: origin.clone(),
        at: format!("\"{name}\""),
        message: String::new(),
        label: String::new(),
        help: None,
    }
}

/// Whether a term has an operator that a reading gives.
fn has(term: &Term, form: &ReadForm) -> bool {
    let mut found = false;
    term.walk(&mut |t| found |= reads(form, t.op));
    found
}

/// The operator that a reading of a spelling gives.
fn read_by(form: &ReadForm) -> Option<Op> {
    match form {
        ReadForm::Infix { op, .. }
        | ReadForm::Prefix { op, .. }
        | ReadForm::Postfix { op, .. }
        | ReadForm::Command { op, .. }
        | ReadForm::Function { op, .. }
        | ReadForm::Bound { op, .. }
        | ReadForm::Fence { op, .. }
        | ReadForm::Constant { op, .. }
        | ReadForm::Operatorname { op, .. }
        | ReadForm::Shape { op, .. } => Some(*op),
        ReadForm::Juxtapose { .. } => None,
    }
}

/// Whether a reading gives an operator, alone or among others.
fn reads(form: &ReadForm, op: Op) -> bool {
    let among = |others: &[Option<Op>]| others.contains(&Some(op));
    let inside = match form {
        ReadForm::Function { inverse, base, .. } => among(&[*inverse, *base]),
        ReadForm::Bound {
            over, cond, bare, ..
        } => among(&[*over, *cond, *bare]),
        ReadForm::Operatorname { given, .. } => among(&[*given]),
        ReadForm::Shape { term, .. } => {
            let mut found = false;
            term.walk(&mut |p| found |= matches!(p, Pattern::Node(head, _) if *head == op));
            found
        }
        _ => false,
    };
    inside || read_by(form) == Some(op)
}

/// What stands below and above a sign with limits.
const LIMITS: [&str; 5] = [
    "_{k=1}^{n} k",
    r"_{k \in A} k",
    r"_{x \to 0} x",
    r"_{a}^{b} x \, dx",
    "(a+b)",
];

/// The spellings of a reading, each with formulas in one of which it is to be read.
fn samples(form: &ReadForm, vocabulary: &Vocabulary) -> Vec<(String, Vec<String>)> {
    let arg = |op: &Op, place: usize| argument(kind(*op, place, vocabulary), place);
    let each = |tex: &[String], latex: &dyn Fn(&str) -> Vec<String>| {
        // What a letter alone is depends on the formula.
        let signs = tex
            .iter()
            .filter(|tex| !tex.bytes().all(|b| b.is_ascii_alphabetic()));
        signs.map(|tex| (tex.clone(), latex(tex))).collect()
    };
    match form {
        ReadForm::Infix { tex, op, .. } => each(tex, &|tex| {
            vec![format!("{} {tex} {}", arg(op, 0), arg(op, 1))]
        }),
        ReadForm::Prefix { tex, op, .. } => each(tex, &|tex| vec![format!("{tex} {}", arg(op, 0))]),
        ReadForm::Postfix { tex, op, .. } => {
            each(tex, &|tex| vec![format!("{} {tex}", arg(op, 0))])
        }
        ReadForm::Command { tex, args, op, .. } => {
            let braced = |more: &str| -> String {
                let args = (0..*args).map(|n| format!("{{{}{more}}}", arg(op, n)));
                args.collect()
            };
            // A mark above a letter may be part of its name.
            each(tex, &|tex| {
                ["", "+1"]
                    .map(|more| format!("{tex}{}", braced(more)))
                    .into()
            })
        }
        ReadForm::Function { tex, op, .. } | ReadForm::Operatorname { tex, op, .. } => {
            each(tex, &|tex| {
                vec![
                    format!("{tex}({})", arg(op, 0)),
                    format!("{tex}({}, {})", arg(op, 0), arg(op, 1)),
                ]
            })
        }
        ReadForm::Bound { tex, .. } => each(tex, &|tex| {
            LIMITS.map(|limits| format!("{tex}{limits}")).into()
        }),
        ReadForm::Constant { tex, .. } => each(tex, &|tex| vec![tex.to_owned()]),
        ReadForm::Fence { open, close, op } => {
            let args = fewest(*op, vocabulary);
            let args: Vec<String> = (0..args).map(|n| arg(op, n)).collect();
            let pairs = open.iter().zip(close);
            let latex = |(open, close): (&String, &String)| {
                let latex = format!("{open} {} {close}", args.join(", "));
                (open.clone(), vec![latex])
            };
            pairs.map(latex).collect()
        }
        ReadForm::Shape { tex, vars, .. } => {
            let spelled = |pieces: &Vec<ShapePiece>| {
                let (mut spelling, mut latex) = (String::new(), String::new());
                for piece in pieces {
                    match piece {
                        ShapePiece::Text(text) => {
                            spelling.push_str(text);
                            latex.push_str(text);
                        }
                        ShapePiece::Hole(at) => {
                            let var = &vars[usize::from(*at)];
                            spelling.push_str(&format!("#{}", var.name));
                            hole(var, *at, &mut latex);
                        }
                    }
                }
                (spelling, vec![latex])
            };
            tex.iter().map(spelled).collect()
        }
        ReadForm::Juxtapose { .. } => Vec::new(),
    }
}

/// The fewest arguments of an operator.
fn fewest(op: Op, vocabulary: &Vocabulary) -> usize {
    let signatures = vocabulary.operator(op).map(|o| &o.signatures);
    let counts = signatures.into_iter().flatten().map(|s| s.args.len());
    counts.min().unwrap_or(1)
}

/// Writes something that a variable may stand for.
fn hole(var: &RuleVar, place: Var, text: &mut String) {
    let may = |kind: Kind| var.kinds & (1 << kind as u16) != 0;
    let ways = [
        Kind::Num,
        Kind::Prop,
        Kind::Set,
        Kind::Mat,
        Kind::Vec,
        Kind::Fn,
    ];
    let kind = ways.into_iter().find(|kind| may(*kind));
    let what = match var.slot {
        true => "k".to_owned(),
        false => argument(kind.unwrap_or(Kind::Any), usize::from(place)),
    };
    if text.ends_with(['_', '^']) {
        text.push_str(&format!("{{{what}}}"));
    } else {
        text.push_str(&format!(" {what}"));
    }
}

fn kind(op: Op, place: usize, vocabulary: &Vocabulary) -> Kind {
    let operator = vocabulary.operator(op);
    let signature = operator.and_then(|o| o.signatures.iter().find(|s| s.arg(place).is_some()));
    signature.and_then(|s| s.arg(place)).unwrap_or(Kind::Any)
}

/// LaTeX of something of a kind.
fn argument(kind: Kind, place: usize) -> String {
    let letters = match kind {
        Kind::Set | Kind::Mat | Kind::Event | Kind::Point => "ABCD",
        Kind::Rv => "XYZW",
        Kind::Fn => "fghf",
        Kind::Vec => "uvwu",
        Kind::Prop => return ["a<b", "c<d", "x<y", "u<v"][place % 4].to_owned(),
        Kind::Any | Kind::Num | Kind::Tuple | Kind::Text => "abcd",
    };
    letters[place % 4..=place % 4].to_owned()
}
