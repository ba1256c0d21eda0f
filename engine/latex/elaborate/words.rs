//! Words between statements: conditions, reasons, remarks.

use super::Elaborator;
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Term;
use crate::vocabulary::Kind;

impl Elaborator<'_> {
    /// A molecule that something is measured of, `V_{\mathrm{H}_2\mathrm{O}}`, and the rest of the sign of a
    /// group of points: `C_{2v}`, `D_{4h}`.
    pub(super) fn chemical_index(&mut self, tree: &Tree, index: &Tree) -> Option<Term> {
        let Head::Product(joins) = &index.head else {
            return None;
        };
        if let [number, plane] = index.args.as_slice()
            && let (Head::Number(n), Some(plane)) = (&number.head, plane.symbol())
            && matches!(plane, "v" | "h" | "d")
            && joins[..] == [Join::Beside]
            && matches!(tree.args[0].symbol(), Some("C" | "D" | "S"))
        {
            let name = format!(r"\mathrm{{{n}{plane}}}");
            return Some(self.symbol(&name));
        }
        let upright = |t: &Tree| t.root_symbol().is_some_and(|n| n.starts_with(r"\mathrm{"));
        if !index.args.iter().all(upright) {
            return None;
        }
        let mut factors = self.with_molecules(joins, index)?;
        (factors.len() == 1).then(|| factors.remove(0))
    }

    /// The factors of a product in which elements side by side are molecules; none when there is
    /// no molecule in it.
    pub(super) fn with_molecules(&mut self, joins: &[Join], tree: &Tree) -> Option<Vec<Term>> {
        let element = |t: &Tree| match &t.head {
            Head::Power if matches!(t.args[1].head, Head::Mark(_)) => {
                t.args[0].symbol().is_some_and(chemical)
            }
            Head::Index => t.args.len() == 2 && t.args[0].symbol().is_some_and(chemical),
            _ => t.symbol().is_some_and(chemical),
        };
        if !tree.args.iter().any(element) {
            return None;
        }
        let counted =
            |t: &Tree| matches!(t.head, Head::Index) && matches!(t.args[1].head, Head::Number(_));
        let mut factors = Vec::new();
        let mut found = false;
        let mut at = 0;
        while at < tree.args.len() {
            let mut to = at;
            while to < tree.args.len()
                && element(&tree.args[to])
                && (to == at || joins.get(to - 1) == Some(&Join::Beside))
            {
                to += 1;
            }
            if to > at + 1 && tree.args[at..to].iter().any(counted) {
                let parts = self.terms(&tree.args[at..to], Kind::Any);
                factors.push(self.named("molecule", parts));
                found = true;
                at = to;
            } else {
                factors.push(self.term(&tree.args[at], Kind::Num));
                at += 1;
            }
        }
        found.then_some(factors)
    }

    /// Pieces side by side. `S if C` and `if C then S` are what they say, other words stay between
    /// the pieces.
    pub(super) fn sequence(&mut self, trees: &[Tree]) -> Term {
        if trees.iter().all(|t| self.is_statement(t)) {
            let args = self.terms(trees, Kind::Prop);
            return self.named("comma", args);
        }
        let said: Vec<Option<String>> = trees.iter().map(spoken).collect();
        let said: Vec<Option<&str>> = said.iter().map(Option::as_deref).collect();
        match (said.as_slice(), trees) {
            (
                [
                    None,
                    Some("if" | "when" | "whenever" | "provided that" | "provided"),
                    None,
                ],
                [a, _, b],
            ) if self.is_statement(b)
                || b.head == Head::Items && b.args.iter().any(Tree::states) =>
            {
                let args = vec![self.term(a, Kind::Any), self.term(b, Kind::Prop)];
                self.named("when", args)
            }
            (
                [
                    None,
                    Some("where" | "with" | "such that" | "subject to"),
                    None,
                ],
                [a, _, b],
            ) if self.is_statement(b) || matches!(b.head, Head::Items) => {
                let args = vec![self.term(a, Kind::Any), self.term(b, Kind::Prop)];
                self.named("where", args)
            }
            // `\sqrt{x} < x \text{ for } x > 1`; an equation says what is put in, or counts.
            ([None, Some("for"), None], [a, _, b])
                if (self.is_statement(a) || self.states_all(a)) && self.says_where(b) =>
            {
                let args = vec![self.term(a, Kind::Any), self.term(b, Kind::Prop)];
                self.named("when", args)
            }
            ([Some("if"), None, Some("then"), None], [_, a, _, b])
                if (self.is_statement(a) || self.says_where(a)) && self.is_statement(b) =>
            {
                let args = vec![self.term(a, Kind::Prop), self.term(b, Kind::Prop)];
                self.named("implies", args)
            }
            _ => {
                if let Some(statements) = self.conditioned(trees, &said) {
                    return self.named("comma", statements);
                }
                let args = self.terms(trees, Kind::Any);
                self.named("text", args)
            }
        }
    }

    /// Whether this is a list of nothing but statements.
    fn states_all(&self, tree: &Tree) -> bool {
        tree.head == Head::Items && tree.args.iter().all(|item| self.is_statement(item))
    }

    /// The statements of a run of several, each with its condition or place behind it.
    fn conditioned(&mut self, trees: &[Tree], said: &[Option<&str>]) -> Option<Vec<Term>> {
        let states = |t: &Tree| self.is_statement(t);
        let mut runs: Vec<&[Tree]> = Vec::new();
        let mut at = 0;
        while at < trees.len() {
            let statement = states(&trees[at]);
            let words = matches!(said.get(at + 1), Some(Some(_)));
            let thing = matches!(said.get(at + 2), Some(None));
            let to = match (statement, words) {
                (true, true) if thing => at + 3,
                (true, false) => at + 1,
                _ => return None,
            };
            runs.push(&trees[at..to]);
            at = to;
        }
        if runs.len() < 2 || runs.iter().all(|run| run.len() == 1) {
            return None;
        }
        let mut statements = Vec::new();
        for run in runs {
            statements.push(match run {
                [only] => self.term(only, Kind::Prop),
                several => self.sequence(several),
            });
        }
        Some(statements)
    }
}

impl Elaborator<'_> {
    /// Whether a tree says where something is: an order or a membership, or several.
    fn says_where(&self, tree: &Tree) -> bool {
        match &tree.head {
            Head::Chain(ops) => !ops.iter().any(|op| Some(*op) == self.table.eq),
            // `a, b > 0`
            Head::Items => match tree.args.split_last() {
                Some((last, before)) => {
                    let said = |t: &Tree| t.symbol().is_some() || self.says_where(t);
                    self.says_where(last) && before.iter().all(said)
                }
                None => false,
            },
            _ => false,
        }
    }
}

/// The words of a piece of words, in lower case.
pub(in crate::latex) fn spoken(tree: &Tree) -> Option<String> {
    let Head::Words(text) = &tree.head else {
        return None;
    };
    let (_, rest) = text.split_once('{')?;
    let inner = rest.strip_suffix('}').unwrap_or(rest);
    Some(inner.trim_matches([',', ' ', ':', '.']).to_lowercase())
}

/// Whether a name may be that of chemical elements: upright, every capital with at most one small
/// letter after it.
fn chemical(name: &str) -> bool {
    if !name.ends_with('}') {
        return false;
    }
    let upright = [r"\text{", r"\mathrm{", r"\textrm{", r"\mbox{"]
        .iter()
        .find_map(|font| name.strip_prefix(font));
    let Some(word) = upright.and_then(|rest| rest.strip_suffix('}')) else {
        return false;
    };
    let mut small = 1;
    !word.is_empty()
        && word.len() < 12
        && word.chars().all(|c| {
            small = if c.is_ascii_uppercase() { 0 } else { small + 1 };
            c.is_ascii_alphabetic() && small < 2
        })
}
