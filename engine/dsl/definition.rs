//! The `define` of operators: what they stand for, checked and without circles.

use super::layers::Entry;
use super::patterns::{Patterns, Side, written};
use super::scopes;
use super::source::Report;
use super::tree::{self, Tree};
use super::vocabulary::OperatorSyntax;
use crate::definition::Definition;
use crate::diagnostic::{Diagnostic, nearest};
use crate::pattern::{Pattern, Var};
use crate::term::{Head, Op};
use crate::vocabulary::{Operator, Signature, Vocabulary};

/// The most nodes of a definition with all definitions in it unfolded.
const LARGEST: f64 = 20_000.0;

/// Gives operators their definitions. `entries` are those of the vocabulary's operators, in order.
pub(super) fn lower<'s>(
    entries: &[Entry<'s, OperatorSyntax<'s>>],
    vocabulary: &mut Vocabulary,
    out: &mut Vec<Diagnostic>,
) {
    let mut found: Vec<Option<Definition>> = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let mut report = Report::new(entry.source, out);
        found.push(definition(index, entry, vocabulary, &mut report));
    }
    let mut walk = Walk {
        entries,
        found: &found,
        states: vec![State::New; entries.len()],
        path: Vec::new(),
        bad: vec![false; entries.len()],
        sizes: vec![None; entries.len()],
        out,
    };
    for index in 0..entries.len() {
        walk.visit(index);
    }
    let bad = walk.bad;
    for ((operator, definition), bad) in vocabulary.operators.iter_mut().zip(found).zip(bad) {
        operator.define = definition.filter(|_| !bad);
    }
}

fn definition<'s>(
    index: usize,
    entry: &Entry<'s, OperatorSyntax<'s>>,
    vocabulary: &Vocabulary,
    report: &mut Report<'_, '_>,
) -> Option<Definition> {
    let syntax = &entry.rule;
    let operator = &vocabulary.operators[index];
    let Some(text) = syntax.define else {
        let at = syntax.params.first().map(|p| p.0);
        if let Some(at) = at.or(syntax.unfold.map(|_| entry.id)) {
            let message = "`params` and `unfold` belong to a definition";
            report.error("definition", at, message, "there is no `define`");
        }
        return None;
    };
    let tree = tree::expression(text.0, report)?;
    let names: Vec<&'s str> = if syntax.params.is_empty() {
        only_variable(&tree, operator, text.0, vocabulary, report)?
    } else {
        syntax.params.iter().map(|p| p.0).collect()
    };
    // The parameters are the first variables, in order; what the body binds comes after them.
    let mut patterns = Patterns::new(vocabulary);
    let params = parameters(&names, &mut patterns, report)?;
    check_count(&params, &patterns, operator, text.0, report)?;
    let body = patterns.read(&tree, Side::Right, report)?;
    let own = scopes::names(&body.pattern, vocabulary);
    for &(var, at) in &body.uses {
        if !params.contains(&var) && !own.contains(&var) {
            let message = format!("`{at}` is no parameter of `{}`", operator.name);
            let near = nearest(at, names.iter().copied());
            report.error("unbound", at, message, "").help = Some(match near {
                Some(near) => format!("did you mean `{near}`?"),
                None if names.is_empty() => "there are none".to_owned(),
                None => format!("the parameters are {}", names.join(", ")),
            });
            return None;
        }
    }
    let op = Op::operator(index as u32);
    let whole = patterns.application(op, &params, text.0)?;
    check_scopes(&patterns, &body.pattern, operator, text.0, report)?;
    if !scopes::check(&body, &patterns.vars, vocabulary, report)
        || !patterns.check_kinds(&[&whole, &body], &[], report)
    {
        return None;
    }
    Some(Definition {
        vars: patterns.vars,
        params: params.len(),
        body: body.pattern,
        unfold: syntax.unfold,
        source: text.0.to_owned(),
        origin: entry.origin(),
    })
}

/// The variables of a definition without `params`: at most one that the body does not bind.
fn only_variable<'s>(
    tree: &Tree<'s>,
    operator: &Operator,
    text: &str,
    vocabulary: &Vocabulary,
    report: &mut Report<'_, '_>,
) -> Option<Vec<&'s str>> {
    let mut patterns = Patterns::new(vocabulary);
    let body = patterns.read(tree, Side::Right, report)?;
    let own = scopes::names(&body.pattern, vocabulary);
    let mut names: Vec<&str> = Vec::new();
    for (_, at) in body.uses.iter().filter(|(v, _)| !own.contains(v)) {
        if !names.contains(at) {
            names.push(at);
        }
    }
    if names.len() > 1 {
        let message = format!(
            "which argument of `{}` is which? `params` says so",
            operator.name
        );
        let list: Vec<String> = names.iter().map(|n| format!("\"{n}\"")).collect();
        let help = format!(
            "`params: [{}]`, in the order of the arguments",
            list.join(", ")
        );
        report
            .error("definition", text, message, "several variables")
            .help = Some(help);
        return None;
    }
    Some(names)
}

fn parameters<'s>(
    names: &[&'s str],
    patterns: &mut Patterns<'s, '_>,
    report: &mut Report<'_, '_>,
) -> Option<Vec<Var>> {
    let mut params = Vec::new();
    for &name in names {
        if !name.starts_with('?') && !name.starts_with("..") {
            let help = "parameters are variables: `?x`, the last one perhaps `..r`";
            report
                .error("definition", name, format!("`{name}` is no parameter"), "")
                .help = Some(help.into());
            return None;
        }
        let var = patterns.variable(name, report)?;
        if params.contains(&var) {
            let message = format!("the parameter `{name}` occurs twice");
            report.error("definition", name, message, "again here");
            return None;
        }
        if name.starts_with("..") && params.len() + 1 < names.len() {
            let message = "only the last parameter may be a rest variable";
            report.error("definition", name, message, "");
            return None;
        }
        params.push(var);
    }
    Some(params)
}

/// Checks that every signature takes as many arguments as there are parameters.
fn check_count(
    params: &[Var],
    patterns: &Patterns<'_, '_>,
    operator: &Operator,
    at: &str,
    report: &mut Report<'_, '_>,
) -> Option<()> {
    let rest = params
        .last()
        .is_some_and(|&p| patterns.vars[usize::from(p)].rest);
    let fits = |s: &Signature| s.args.len() == params.len() && s.variadic == rest;
    if operator.signatures.iter().all(fits) {
        return Some(());
    }
    let message = format!(
        "`{}` and its definition differ in the number of arguments",
        operator.name
    );
    let help = if operator.signatures.iter().any(|s| s.variadic) {
        Some(
            "the parameter for an argument with `*` is a rest variable: `params: [\"..x\"]`".into(),
        )
    } else if params.len() < 2 {
        Some("`params: [\"?x\", …]` names all arguments in order".into())
    } else {
        None
    };
    let label = format!("parameters: {}", params.len());
    report.error("arity", at, message, &label).help = help;
    None
}

/// Checks that the names an operator binds are bound in its definition, and that what stands in
/// their scope stays there.
fn check_scopes(
    patterns: &Patterns<'_, '_>,
    body: &Pattern,
    operator: &Operator,
    at: &str,
    report: &mut Report<'_, '_>,
) -> Option<()> {
    let name = operator.binds.as_ref().map(|b| b.var);
    for (place, var) in patterns.vars.iter().enumerate() {
        let param = operator.signatures.iter().any(|s| place < s.args.len());
        if param && var.slot && name != Some(place) {
            let message = format!(
                "`{}` is bound in the definition, but `{}` binds nothing there",
                written(var),
                operator.name
            );
            let help = format!(
                "`binds: (var: {place}, scope: […])` says what `{}` binds",
                operator.name
            );
            report.error("definition", at, message, "").help = Some(help);
            return None;
        }
    }
    let Some(binder) = &operator.binds else {
        return Some(());
    };
    let bound = Pattern::Var(binder.var as Var);
    if !scopes::names(body, patterns.vocabulary).contains(&(binder.var as Var)) {
        let message = format!(
            "`{}` binds `{}`, which its definition does not bind",
            operator.name,
            written(&patterns.vars[binder.var])
        );
        report.error("definition", at, message, "");
        return None;
    }
    let scope: Vec<Var> = binder.scope.iter().map(|&s| s as Var).collect();
    let outside = escapes(body, &bound, &scope, patterns.vocabulary, false);
    if let Some(var) = outside {
        let message = format!(
            "`{}` may hold the bound name `{}` and stands outside of what binds it",
            written(&patterns.vars[usize::from(var)]),
            written(&patterns.vars[binder.var])
        );
        report.error("unbound", at, message, "");
        return None;
    }
    Some(())
}

/// A variable of a scope that stands outside of it.
fn escapes(
    pattern: &Pattern,
    bound: &Pattern,
    scope: &[Var],
    vocabulary: &Vocabulary,
    inside: bool,
) -> Option<Var> {
    match pattern {
        Pattern::Var(v) | Pattern::Rest(v) => (!inside && scope.contains(v)).then_some(*v),
        // What is put for the name leaves none of it.
        Pattern::Subst(_, _, by) => escapes(by, bound, scope, vocabulary, inside),
        Pattern::Node(op, args) => {
            let binder = vocabulary.operator(*op).and_then(|o| o.binds.as_ref());
            let here = binder.filter(|b| args.get(b.var) == Some(bound));
            args.iter().enumerate().find_map(|(i, arg)| {
                let inside = inside || here.is_some_and(|b| b.scope.contains(&i));
                escapes(arg, bound, scope, vocabulary, inside)
            })
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

/// A search through definitions for circles, and for what grows without measure.
struct Walk<'w, 's, 'o> {
    entries: &'w [Entry<'s, OperatorSyntax<'s>>],
    found: &'w [Option<Definition>],
    states: Vec<State>,
    path: Vec<usize>,
    bad: Vec<bool>,
    /// Nodes of the unfolded body, and how often it uses each parameter.
    sizes: Vec<Option<(f64, Vec<f64>)>>,
    out: &'o mut Vec<Diagnostic>,
}

impl Walk<'_, '_, '_> {
    fn visit(&mut self, index: usize) {
        let found = self.found;
        let Some(definition) = found.get(index).and_then(Option::as_ref) else {
            return;
        };
        match self.states[index] {
            State::Done => return,
            State::Open => return self.circle(index),
            State::New => {}
        }
        self.states[index] = State::Open;
        self.path.push(index);
        let mut used = Vec::new();
        definition.body.walk(&mut |pattern| {
            if let Pattern::Node(op, _) = pattern
                && let Head::Operator(i) = op.head()
                && !used.contains(&(i as usize))
            {
                used.push(i as usize);
            }
        });
        used.into_iter().for_each(|i| self.visit(i));
        self.path.pop();
        self.states[index] = State::Done;
        let mut uses = vec![0.0; definition.params];
        let mut nodes = self.size(&definition.body, &mut uses);
        if nodes > LARGEST || uses.iter().any(|&u| u > LARGEST) {
            self.bad[index] = true;
            let message = format!(
                "the definition of `{}` is too large when all that it uses is written out",
                self.entries[index].id
            );
            self.complain(index, message, format!("more than {LARGEST} nodes"));
            // What uses it has no part in this.
            nodes = 1.0;
            uses.fill(1.0);
        }
        self.sizes[index] = Some((nodes, uses));
    }

    fn circle(&mut self, index: usize) {
        let start = self.path.iter().position(|&i| i == index).unwrap_or(0);
        let circle = self.path[start..].to_vec();
        let names: Vec<&str> = circle
            .iter()
            .chain([&index])
            .map(|&i| self.entries[i].id)
            .collect();
        let message = if circle.len() == 1 {
            format!("`{}` is defined by itself", names[0])
        } else {
            format!(
                "these definitions go round in a circle: {}",
                names.join(" → ")
            )
        };
        for &i in &circle {
            self.bad[i] = true;
        }
        let last = circle.last().copied().unwrap_or(index);
        let other = self.entries[last].id;
        let label = if circle.len() == 1 {
            String::new()
        } else {
            format!("`{other}` leads back to `{}`", names[0])
        };
        self.complain(index, message, label);
    }

    fn complain(&mut self, index: usize, message: String, label: String) {
        let entry = &self.entries[index];
        let at = entry.rule.define.map_or(entry.id, |d| d.0);
        Report::new(entry.source, self.out).error("circular-definition", at, message, &label);
    }

    /// The nodes of a pattern when all is unfolded; adds how often it uses each parameter.
    fn size(&self, pattern: &Pattern, uses: &mut [f64]) -> f64 {
        match pattern {
            Pattern::Var(v) | Pattern::Rest(v) => {
                if let Some(count) = uses.get_mut(usize::from(*v)) {
                    *count += 1.0;
                }
                1.0
            }
            Pattern::Subst(body, _, by) => {
                if let Some(count) = uses.get_mut(usize::from(*body)) {
                    *count += 1.0;
                }
                1.0 + self.size(by, uses)
            }
            Pattern::Node(op, args) => {
                let inner = match op.head() {
                    Head::Operator(i) => self.sizes.get(i as usize).and_then(Option::as_ref),
                    _ => None,
                };
                let mut total = inner.map_or(1.0, |(nodes, _)| *nodes);
                for (i, arg) in args.iter().enumerate() {
                    let times = inner.map_or(1.0, |(_, u)| u.get(i).copied().unwrap_or(1.0));
                    let mut own = vec![0.0; uses.len()];
                    total += times * self.size(arg, &mut own);
                    for (sum, own) in uses.iter_mut().zip(own) {
                        *sum += times * own;
                    }
                }
                total
            }
        }
    }
}
