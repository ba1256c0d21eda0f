//! `rules show`: one rule, what it prints and how often it fires.

use anyhow::Result;
use mamut_engine::choice::Key;
use mamut_engine::corpus::Identity;
use mamut_engine::latex::Reader;
use mamut_engine::rules::{Equivalence, Notation, Origin};
use mamut_printer::{Printer, roundtrip};

use super::list::{self, entries};
use super::stats;
use crate::Outcome;
use crate::args::{Search, TierName};
use crate::examine::corpus;
use crate::output::Output;
use crate::pipeline::Pipeline;
use crate::rules::{self, Loaded};

/// Statements that are shown as a target writes them.
const WRITTEN: usize = 4;

/// Terms on which the forms of a notation are shown.
const TERMS: usize = 24;

/// Shows everything of this id.
///
/// # Errors
/// Errors of the world.
pub fn run(id: &str, loaded: &Loaded) -> Result<Outcome> {
    let rules = &loaded.rules;
    let mut text = String::new();
    for rule in rules
        .equivalences
        .iter()
        .filter(|r| r.id == id || r.id.strip_suffix("-rev") == Some(id))
    {
        text += &format!(
            "equivalence {}\n  {}\n  rule      {}\n",
            rule.id, rule.doc, rule.source
        );
        text += &format!(
            "  applies   tier {:?}, {:?}, weight {}, {:?}\n",
            rule.tier, rule.growth, rule.weight, rule.status
        );
        for (word, conditions) in [("when", &rule.when), ("assume", &rule.assume)] {
            for condition in conditions {
                text += &format!("  {word:<9} {}\n", spell(condition, &rule.vars));
            }
        }
        for (from, to) in &rule.examples {
            text += &format!("  example   {from}   →   {to}\n");
        }
        for reject in &rule.rejects {
            text += &format!("  not on    {reject}\n");
        }
        text += &fires(rule, loaded);
        text += &tail(&rule.tags, &rule.origin);
    }
    for rule in rules.falsifications.iter().filter(|r| r.id == id) {
        let strategy = &rules.strategies[rule.strategy as usize].id;
        text += &format!(
            "falsification {}\n  {}\n  rule      {}\n  strategy  {strategy}, weight {}\n",
            rule.id, rule.doc, rule.source, rule.weight
        );
        for (from, to) in &rule.examples {
            text += &format!("  example   {from}   →   {to}\n");
        }
        for reject in &rule.rejects {
            text += &format!("  not on    {reject}\n");
        }
        text += &tail(&[], &rule.origin);
        text += &written(loaded, &rule.origin, id);
    }
    for strategy in rules.strategies.iter().filter(|s| s.id == id) {
        text += &format!(
            "strategy {}\n  {}\n  weight    {}\n",
            strategy.id, strategy.doc, strategy.weight
        );
        let place = |r: &&mamut_engine::falsify::Falsification| {
            rules.strategies[r.strategy as usize].id == id
        };
        for rule in rules.falsifications.iter().filter(place) {
            text += &format!("  rule      {}\n", rule.id);
        }
        text += &tail(&[], &strategy.origin);
    }
    for rule in rules.solving.rules.iter().filter(|r| r.id == id) {
        text += &format!(
            "step {}\n  {}\n  rule      {}\n",
            rule.id, rule.doc, rule.source
        );
        for (from, to) in &rule.examples {
            text += &format!("  example   {from}   ⇒   {to}\n");
        }
        for reject in &rule.rejects {
            text += &format!("  not on    {reject}\n");
        }
        text += &tail(&[], &rule.origin);
        text += &written(loaded, &rule.origin, id);
    }
    for rule in rules.notations.iter().filter(|r| r.id == id) {
        text += &format!(
            "notation {}\n  {}\n  decided   {:?}\n",
            rule.id, rule.doc, rule.decide
        );
        for form in &rule.forms {
            text += &format!("  form      {}  weight {}\n", form.id, form.weight);
        }
        text += &samples(rule, loaded);
        text += &tail(&[], &rule.origin);
        text += &written(loaded, &rule.origin, id);
    }
    for rule in rules.styles.iter().filter(|r| r.id == id) {
        text += &format!(
            "style {}\n  {}\n  decided   {:?}\n",
            rule.id, rule.doc, rule.decide
        );
        for (weight, open, close) in &rule.forms {
            text += &format!("  form      {open} {close}  weight {weight}\n");
        }
        text += &tail(&[], &rule.origin);
    }
    let operators = rules.vocabulary.operators.iter().enumerate();
    for (at, operator) in operators.filter(|(_, o)| o.name == id) {
        text += &format!(
            "operator {}\n  {}\n  laws      {}\n",
            operator.name,
            operator.doc,
            laws(operator)
        );
        for reading in &rules.vocabulary.reads {
            if let Some(op) = rules.vocabulary.find(id)
                && format!("{:?}", reading.form).contains(&format!("{op:?}"))
            {
                text += &format!(
                    "  read      {}:{}\n",
                    reading.origin.file, reading.origin.line
                );
            }
        }
        let nowhere = Origin::default();
        let origin = rules.vocabulary.origins.get(at);
        text += &tail(&operator.tags, origin.unwrap_or(&nowhere));
    }
    for group in rules.symbols.groups.iter().filter(|g| g.id == id) {
        text += &format!(
            "symbols {}\n  {:?}: {}\n",
            group.id,
            group.role,
            group.members.join(" ")
        );
    }
    let (identities, targets) = (list::identities(loaded), list::targets(loaded));
    for identity in identities.iter().filter(|i| i.id == id) {
        text += &identity_text(identity);
    }
    for (name, about) in targets.iter().filter(|(name, _)| name == id) {
        text += &target_text(name, about, loaded, &identities)?;
    }
    if text.is_empty() {
        let known = entries(rules);
        let more = identities.iter().map(|i| i.id.as_str());
        let more = more.chain(targets.iter().map(|(name, _)| name.as_str()));
        let known = known.iter().map(|e| e.id).chain(more);
        let near = mamut_engine::diagnostic::nearest(id, known);
        let help = near
            .map(|near| format!("; did you mean `{near}`?"))
            .unwrap_or_default();
        anstream::eprintln!("mamut-rw: no rule is called `{id}`{help}");
        return Ok(Outcome::Findings);
    }
    let mut output = Output::new(None)?;
    output.write(text.as_bytes())?;
    output.finish()?;
    Ok(Outcome::Done)
}

/// What a named identity is called and how it is stated.
fn identity_text(identity: &Identity) -> String {
    let mut text = format!("identity {}\n  {}\n", identity.id, identity.doc);
    let called: Vec<&str> = identity.called().collect();
    text += &format!("  called    {}\n", called.join(", "));
    text += &format!("  field     {}\n", identity.field);
    for version in &identity.versions {
        text += &format!("  version   {}\n", version.source);
    }
    for version in &identity.false_versions {
        text += &format!("  false     {}\n", version.source);
    }
    text + &tail(&[], &identity.origin)
}

/// What a target is about, and how the first statements of identities are written in it.
///
/// # Errors
/// When its rules cannot be loaded.
fn target_text(
    name: &str,
    about: &str,
    loaded: &Loaded,
    identities: &[Identity],
) -> Result<String> {
    let mut text = format!("target {name}\n  {about}\n");
    let none: [&str; 0] = [];
    let own;
    let loaded = match &loaded.rules.target {
        Some(target) if target.name == name => loaded,
        _ => {
            own = rules::load_over(Some(name), &[], &none, &none)?;
            &own
        }
    };
    let search = Search {
        tier: TierName::Notation,
        max_size: 1.4,
    };
    let pipeline = Pipeline::new(&loaded.rules, &search);
    let statements = identities.iter().filter_map(|i| {
        let mut formulas = i.versions.iter().filter(|v| !v.is_text);
        formulas.next().map(|v| v.source.as_str())
    });
    for latex in statements.take(WRITTEN) {
        let read = pipeline.read(latex);
        let shown = pipeline.plain(&read.term, &read.atoms);
        text += &format!("  writes    {latex}   as   {shown}\n");
    }
    let file = loaded.files.iter().find(|file| {
        let text = file.text.as_str();
        text.contains("\nTarget(") || text.starts_with("Target(")
    });
    if let Some(file) = file {
        text += &format!("  written   {}\n", file.name);
    }
    Ok(text)
}

/// On how many identities an equivalence fires.
fn fires(rule: &Equivalence, loaded: &Loaded) -> String {
    let measured = stats::measure(loaded, |other| other.id == rule.id);
    let Some(m) = measured.first() else {
        return String::new();
    };
    format!(
        "  fires     on {} of {} examples, {} identities ({} times), {} together with other rules\n",
        m.examples,
        rule.examples.len(),
        m.identities,
        m.matches,
        m.together
    )
}

/// What each form of a notation writes of some term.
fn samples(rule: &Notation, loaded: &Loaded) -> String {
    let rules = &loaded.rules;
    let (printer, reader) = (Printer::new(rules), Reader::new(rules));
    let corpus = corpus(rules, &reader);
    let bench = roundtrip::Bench {
        rules,
        printer: &printer,
        reader: &reader,
        corpus: &corpus,
    };
    let all = roundtrip::written(rule, &bench, TERMS, Key::seed(0));
    let mut text = String::new();
    for form in &rule.forms {
        let shown = all
            .iter()
            .filter(|w| w.form == form.id && w.otherwise.is_none());
        if let Some(w) = shown.min_by_key(|w| w.term.len() + w.text.len()) {
            text += &format!("  writes    {}   as   {}   ({})\n", w.term, w.text, w.form);
        }
    }
    text
}

fn tail(tags: &[String], origin: &Origin) -> String {
    let mut text = String::new();
    if !tags.is_empty() {
        text += &format!("  tags      {}\n", tags.join(", "));
    }
    if !origin.file.is_empty() {
        text += &format!("  written   {}:{}\n", origin.file, origin.line);
    }
    text
}

/// The lines of a rule as its author wrote them.
pub(super) fn written(loaded: &Loaded, origin: &Origin, id: &str) -> String {
    let Some(text) = loaded.text(&origin.file) else {
        return String::new();
    };
    let entry = entry(text, origin.line as usize, id).unwrap_or_default();
    let lines: Vec<&str> = entry.lines().collect();
    // The lines are set in as far as the last one, which closes the entry.
    let indent = lines.iter().skip(1).map(|l| l.len() - l.trim_start().len());
    let indent = indent.min().unwrap_or(0);
    let mut shown = String::new();
    for (n, line) in lines.iter().enumerate() {
        let line = if n == 0 { line } else { &line[indent..] };
        shown += &format!("    {}\n", line.trim_end());
    }
    shown
}

/// The text of an entry, from bracket to bracket, whose id stands in a line, counted from 1.
fn entry<'t>(text: &'t str, line: usize, id: &str) -> Option<&'t str> {
    let skipped: usize = text
        .split_inclusive('\n')
        .take(line - 1)
        .map(str::len)
        .sum();
    let at = skipped + text[skipped..].find(&format!("\"{id}\""))?;
    let start = text[..at].rfind('(')?;
    let (mut depth, mut quoted, mut raw, mut before) = (0usize, false, false, ' ');
    let mut escaped = false;
    for (n, c) in text[start..].char_indices() {
        match c {
            '"' if quoted && !escaped => quoted = false,
            '"' if !quoted => (quoted, raw) = (true, before == 'r'),
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(&text[start..start + n + 1]);
                }
            }
            _ => {}
        }
        escaped = quoted && !raw && c == '\\' && !escaped;
        before = c;
    }
    None
}

fn laws(operator: &mamut_engine::vocabulary::Operator) -> String {
    let mut laws = Vec::new();
    laws.extend(operator.comm.then_some("commutative"));
    laws.extend(operator.assoc.then_some("associative"));
    laws.extend(operator.unit.map(|_| "has a unit"));
    laws.extend(operator.binds.as_ref().map(|_| "binds a name"));
    if laws.is_empty() {
        "none".to_owned()
    } else {
        laws.join(", ")
    }
}

/// A condition with the names that the author gave to variables.
pub(super) fn spell(
    condition: &mamut_engine::rules::Condition,
    vars: &[mamut_engine::rules::RuleVar],
) -> String {
    use mamut_engine::rules::Condition as C;
    let v = |var: &u8| {
        vars.get(usize::from(*var))
            .map_or_else(String::new, |v| format!("?{}", v.name))
    };
    match condition {
        C::NonZero(x) => format!("{} is not zero", v(x)),
        C::Positive(x) => format!("{} is positive", v(x)),
        C::NonNegative(x) => format!("{} is not negative", v(x)),
        C::Real(x) => format!("{} is real", v(x)),
        C::Integer(x) => format!("{} is an integer", v(x)),
        C::Natural(x) => format!("{} is a natural number", v(x)),
        C::IntIn(x, a, b) => format!("{} is an integer from {a} to {b}", v(x)),
        C::Literal(x) => format!("{} is a number", v(x)),
        C::IsSymbol(x) => format!("{} is a symbol", v(x)),
        C::Compound(x) => format!("{} is compound", v(x)),
        C::NotFree(x, y) => format!("{} does not occur in {}", v(x), v(y)),
        C::Differ(x, y) => format!("{} and {} differ", v(x), v(y)),
        C::IsKind(x, kind) => format!("{} is of kind {kind:?}", v(x)),
        C::Converges(x, place, parts) => {
            let parts: Vec<String> = parts.iter().map(v).collect();
            let parts = parts.join(", ");
            format!("{parts} have limits as {} tends to {}", v(x), v(place))
        }
        C::Not(inner) => format!("not: {}", spell(inner, vars)),
        C::AnyOf(inner) => inner
            .iter()
            .map(|c| spell(c, vars))
            .collect::<Vec<_>>()
            .join(", or "),
    }
}
