//! What a target writes without a notation: operators by their names, numbers, words.

use std::collections::BTreeSet;

use mamut_engine::atoms::Atoms;
use mamut_engine::forest::{Forest, Node};
use mamut_engine::target::{Call, Target};
use mamut_engine::term::Head;
use mamut_engine::vocabulary::{Kind, Level};

use crate::compile::{Builder, Context, Printer};
use crate::grammar::{Alternative, Out};

impl Builder<'_, '_> {
    /// What was found, or, where a target has no notation for any node, its operators by name.
    pub(crate) fn or_by_name(
        &mut self,
        found: Vec<Alternative>,
        nodes: &[&Node],
        need: Level,
    ) -> Vec<Alternative> {
        let Some(target) = &self.printer.rules.target else {
            return found;
        };
        if !found.is_empty() {
            return found;
        }
        let named = |node: &&&Node| target.words.contains_key(&node.op);
        let (own, others): (Vec<&Node>, Vec<&Node>) = nodes.iter().partition(|node| named(node));
        let source: Vec<&Node> = others.iter().copied().filter(|node| node.source).collect();
        let of_class = match (own.is_empty(), source.is_empty()) {
            (false, _) => own,
            (true, false) => source,
            (true, true) => others,
        };
        let written = of_class.iter().map(|node| self.by_name(node, target, need));
        written.flatten().collect()
    }

    fn by_name(&mut self, node: &Node, target: &Target, need: Level) -> Option<Alternative> {
        let operator = self.printer.rules.vocabulary.operator(node.op)?;
        let word = target.words.get(&node.op);
        let own = target.operator(&operator.name);
        let mut pieces = Vec::new();
        let call = match word {
            Some(_) => target.call.as_ref(),
            None if operator.signatures.iter().all(|s| s.result == Kind::Prop) => {
                target.statement.as_ref().or(target.other.as_ref())
            }
            None => target.other.as_ref(),
        };
        if node.args.is_empty() {
            let spelled = match word {
                Some(word) => word.clone(),
                None => call.map(|_| target.spell(&own))?,
            };
            pieces.push(Out::Text(self.text(&spelled)));
        } else {
            let Call {
                before,
                open,
                comma,
                close,
            } = call?;
            let name = word.map_or(own.as_str(), String::as_str);
            let head = format!("{before}{name}{open}");
            pieces.push(Out::Text(self.text(&head)));
            let level = self.printer.levels.list + 1;
            let items = node
                .args
                .iter()
                .map(|class| self.nonterminal(Context::Plain(level), *class));
            pieces.push(Out::Join {
                items: items.collect(),
                classes: node.args.to_vec(),
                permute: operator.comm,
                separator: vec![Out::Text(self.text(comma))],
            });
            pieces.push(Out::Text(self.text(close)));
        }
        if need > self.printer.levels.atom {
            return None;
        }
        let mut alternative = self.simple(node, pieces, 1);
        alternative.productions[0].form = self.form(&format!("name:{}", operator.name));
        Some(alternative)
    }

    /// A whole number.
    pub(crate) fn integer(&mut self, value: u32) -> u32 {
        let digits = value.to_string();
        match &self.printer.rules.target {
            Some(target) => self.text(&target.integer(&digits)),
            None => self.text(&digits),
        }
    }

    /// What was not understood, if it is words.
    pub(crate) fn words(
        &mut self,
        node: &Node,
        opaque: u32,
        target: &Target,
        need: Level,
    ) -> Vec<Alternative> {
        let [piece] = self.atoms.opaques[opaque as usize].pieces.as_slice() else {
            return Vec::new();
        };
        match target.prose(piece) {
            Some(words) if need <= self.printer.levels.atom => {
                let pieces = vec![Out::Text(self.text(&words))];
                vec![self.simple(node, pieces, 1)]
            }
            _ => Vec::new(),
        }
    }
}

impl Printer<'_> {
    /// Whether a target writes an operator by a word.
    fn has_word(&self, node: &Node) -> bool {
        self.rules.target.as_ref().is_some_and(|target| {
            target.words.contains_key(&node.op) && (node.args.is_empty() || target.call.is_some())
        })
    }

    /// What keeps a formula from being written: operators without a notation and LaTeX that was
    /// not understood.
    pub fn unwritten(&self, forest: &Forest, atoms: &Atoms) -> Vec<String> {
        let mut found = BTreeSet::new();
        for node in forest.classes.iter().flat_map(|class| &class.nodes) {
            let operator = self.rules.vocabulary.operator(node.op);
            match (node.op.head(), operator) {
                _ if !node.source || self.has_word(node) => {}
                (Head::Operator(index), Some(operator))
                    if self.by_operator[index as usize].is_empty() =>
                {
                    found.insert(format!("the operator `{}`", operator.name));
                }
                (Head::Opaque(index), _) => {
                    let pieces = &atoms.opaques[index as usize].pieces;
                    found.insert(format!("`{}`", pieces.concat().trim()));
                }
                _ => {}
            }
        }
        found.into_iter().collect()
    }
}
