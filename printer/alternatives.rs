//! What may stand for a class in a context: its nodes under their notations.

use mamut_engine::forest::{ClassId, Node};
use mamut_engine::pattern::Pattern;
use mamut_engine::rules::{Body, Piece};
use mamut_engine::term::{Head, Op};
use mamut_engine::vocabulary::Level;

use crate::compile::{Builder, Context};
use crate::grammar::{Alternative, Out, Production};
use crate::matching::{Binding, Matcher};

impl Builder<'_, '_> {
    pub(crate) fn alternatives(&mut self, context: Context, class: ClassId) -> Vec<Alternative> {
        let nodes = self.readable(class);
        let levels = &self.printer.levels;
        match context {
            Context::Term => {
                let mut found = Vec::new();
                let mut plain = 0.0;
                for &node in &nodes {
                    match self.printer.signed.iter().position(|s| *s == Some(node.op)) {
                        Some(sign) => {
                            let inner =
                                self.nonterminal(Context::Plain(levels.product), node.args[0]);
                            let lead = self.sign(sign, node.op);
                            found.push(self.simple(
                                node,
                                vec![Out::Sign(Some(Box::new(lead))), Out::Child(inner)],
                                1,
                            ));
                        }
                        None => plain += self.weight(node),
                    }
                }
                if plain > 0.0 {
                    let inner = self.nonterminal(Context::Unsigned, class);
                    let mut alternative =
                        self.simple(nodes[0], vec![Out::Sign(None), Out::Child(inner)], 0);
                    alternative.weight = plain;
                    alternative.rule = None;
                    found.push(alternative);
                }
                found
            }
            Context::Unsigned => {
                let unsigned: Vec<&Node> = nodes
                    .into_iter()
                    .filter(|n| !self.printer.signed.contains(&Some(n.op)))
                    .collect();
                let found: Vec<Alternative> = unsigned
                    .iter()
                    .flat_map(|node| self.amount(node, levels.product))
                    .collect();
                self.or_by_name(found, &unsigned, levels.product)
            }
            Context::Factor { last } => {
                let need = if last {
                    levels.prefix
                } else {
                    levels.application
                };
                let product = self.printer.product;
                // A sign inside a product is read as the sign of the product, which is another
                // node of its class.
                let [minus, ..] = self.printer.signed;
                let (mut unsigned, signed): (Vec<&Node>, Vec<&Node>) = nodes
                    .into_iter()
                    .filter(|n| Some(n.op) != minus)
                    .partition(|n| !self.printer.signed.contains(&Some(n.op)));
                if unsigned.is_empty() {
                    // `2(\pm b)`: a double sign stays where it is.
                    unsigned = signed;
                }
                let write = |node: &Node| {
                    if Some(node.op) == product {
                        self.inline(node, last)
                    } else {
                        self.amount(node, need)
                    }
                };
                let found: Vec<Alternative> = unsigned.iter().copied().flat_map(write).collect();
                self.or_by_name(found, &unsigned, need)
            }
            Context::Row(index) => {
                let (need, separator) = self.rows[index as usize].clone();
                let rows = nodes
                    .iter()
                    .filter(|n| n.op.is_operator() && !n.args.is_empty());
                let rows: Vec<&Node> = rows.copied().collect();
                let mut found = Vec::new();
                for node in rows {
                    let classes = node.args.to_vec();
                    let items = classes
                        .iter()
                        .map(|c| self.nonterminal(self.hole(need, false), *c));
                    let entries = Out::Join {
                        items: items.collect(),
                        classes,
                        permute: false,
                        separator: separator.clone(),
                    };
                    found.push(self.simple(node, vec![entries], 1));
                }
                found
            }
            // Its parts are put together when everything else is known.
            Context::Text => Vec::new(),
            Context::Whole => {
                let around = self.printer.rules.target.as_ref().map(|t| t.whole.clone());
                let around = around.unwrap_or_default();
                let pieces = vec![
                    Out::Text(self.text(&around.before)),
                    Out::Child(self.nonterminal(Context::Plain(0), class)),
                    Out::Text(self.text(&around.after)),
                ];
                let mut whole = self.simple(nodes[0], pieces, 0);
                (whole.weight, whole.rule) = (1.0, None);
                vec![whole]
            }
            Context::Plain(need) => {
                let found = nodes.iter().flat_map(|node| self.node(node, need));
                let found = found.collect();
                self.or_by_name(found, &nodes, need)
            }
            Context::Kept(need) => {
                self.keeping = true;
                let turned = nodes.iter().filter(|node| !self.is_turned(node));
                let turned: Vec<&Node> = turned.copied().collect();
                let kept: Vec<&Node> = match turned.as_slice() {
                    [] => nodes,
                    _ => turned,
                };
                let found = kept.iter().flat_map(|node| self.node(node, need));
                let found = found.collect();
                let found = self.or_by_name(found, &kept, need);
                self.keeping = false;
                found
            }
        }
    }

    pub(crate) fn is_relation(&self, op: Op) -> bool {
        let operator = self.printer.rules.vocabulary.operator(op);
        operator.is_some_and(|o| o.tags.iter().any(|t| t == "relation"))
    }

    /// Whether one of the children may be a list: `k = 1, \ldots, n` says nothing the other way.
    fn has_list(&self, node: &Node) -> bool {
        let list = self.printer.rules.vocabulary.find("list");
        let classes = node.args.iter().map(|c| &self.forest.classes[*c as usize]);
        list.is_some() && classes.flat_map(|c| &c.nodes).any(|n| Some(n.op) == list)
    }

    /// Whether a pattern has a list for an argument.
    fn lists(&self, pattern: &Pattern) -> bool {
        let list = self.printer.rules.vocabulary.find("list");
        let is_list = |arg: &Pattern| matches!(arg, Pattern::Node(op, _) if Some(*op) == list);
        matches!(pattern, Pattern::Node(_, args) if args.iter().any(is_list))
    }

    /// Whether a rule made a relation of another one.
    fn is_turned(&self, node: &Node) -> bool {
        let rules = self.printer.rules;
        let relation = |op: Op| self.is_relation(op) || Some(op) == rules.vocabulary.find("chain");
        !node.source
            && relation(node.op)
            && node.rule.is_some_and(|rule| {
                matches!(&rules.equivalences[rule as usize].lhs, Pattern::Node(op, _) if relation(*op))
            })
    }

    /// A product inside a product, without brackets.
    fn inline(&mut self, node: &Node, last: bool) -> Vec<Alternative> {
        let mut found = self.node(node, self.printer.levels.product);
        for production in found.iter_mut().flat_map(|a| &mut a.productions) {
            for piece in &mut production.pieces {
                if let Out::Factors(factors) = piece
                    && !last
                {
                    factors.last.clone_from(&factors.closed);
                }
            }
        }
        found
    }

    /// The sign before a term, as the notation of the operator writes it.
    fn sign(&mut self, sign: usize, op: Op) -> Out {
        if let Some(target) = &self.printer.rules.target {
            let found = target.signs.iter().find(|(of, _)| *of == op);
            return Out::Text(self.text(found.map_or("", |(_, sign)| sign)));
        }
        let index = match op.head() {
            Head::Operator(index) if sign > 0 => index,
            _ => return Out::Text(self.text("-")),
        };
        // The spelling is that of the least specific notation: its first style.
        let notation = self.printer.by_operator[index as usize]
            .last()
            .map(|(_, n)| *n);
        let style = notation.and_then(|n| match &n.forms[0].body {
            Body::Template(pieces) => pieces.iter().find_map(|p| match p {
                Piece::Style { style, .. } => Some(*style),
                _ => None,
            }),
            _ => None,
        });
        match style {
            Some(style) => self.style(style, false),
            None => Out::Text(self.text(if sign == 1 { r"\pm" } else { r"\mp" })),
        }
    }

    pub(crate) fn simple(&mut self, node: &Node, pieces: Vec<Out>, cost: u32) -> Alternative {
        let form = self.form("");
        Alternative {
            weight: self.weight(node),
            excess: 0,
            rule: node.rule,
            decided: None,
            productions: vec![Production {
                weight: 1.0,
                excess: cost,
                form,
                pieces,
            }],
            cumulative: Vec::new(),
        }
    }

    /// A term of a sum or a factor of a product; whole numbers may have decimals.
    fn amount(&mut self, node: &Node, need: Level) -> Vec<Alternative> {
        let mut found = self.node(node, need);
        // `2.0` would mean the `2.00` of the source.
        let meant = || {
            self.atoms
                .literals
                .iter()
                .any(|l| l.integer() == Some(node.op))
        };
        if let (Head::Integer(_), Some(style)) = (node.op.head(), self.printer.decimals)
            && !self.atoms.topic.counted
            && !meant()
        {
            let decimals = self.style(style, false);
            for production in found.iter_mut().flat_map(|a| &mut a.productions) {
                production.pieces.push(decimals.clone());
            }
        }
        found
    }

    fn node(&mut self, node: &Node, need: Level) -> Vec<Alternative> {
        let (token, atom) = (self.printer.levels.token, self.printer.levels.atom);
        let (piece, level) = match node.op.head() {
            Head::Operator(index) => return self.operator(node, index, need),
            Head::Integer(value) => (
                Out::Text(self.integer(value)),
                if value < 10 { token } else { atom },
            ),
            Head::Literal(index) => {
                let literal = &self.atoms.literals[index as usize];
                let spelling = match &self.printer.rules.target {
                    Some(target) => target.decimal(&literal.value),
                    None => Some(literal.spelling.clone()),
                };
                let Some(spelling) = spelling else {
                    return Vec::new();
                };
                (Out::Text(self.text(&spelling)), atom)
            }
            Head::Symbol(index)
                if need > self.printer.levels.relation
                    && self.printer.rules.target.is_none()
                    && is_loose(&self.atoms.symbols[index as usize].name) =>
            {
                let pieces = vec![
                    Out::Text(self.text("{")),
                    Out::Symbol {
                        index,
                        token: false,
                    },
                    Out::Text(self.text("}")),
                ];
                return vec![self.simple(node, pieces, 1)];
            }
            Head::Symbol(index) => (
                Out::Symbol {
                    index,
                    token: need >= token,
                },
                token,
            ),
            Head::Slot(slot) => {
                let index = self
                    .slots
                    .iter()
                    .position(|s| *s == slot)
                    .unwrap_or_else(|| {
                        self.slots.push(slot);
                        self.slots.len() - 1
                    });
                (
                    Out::Slot {
                        index: index as u32,
                        token: need >= token,
                    },
                    token,
                )
            }
            Head::Opaque(index) => {
                if let Some(target) = &self.printer.rules.target {
                    return self.words(node, index, target, need);
                }
                let opaque = self.atoms.opaques[index as usize].pieces.clone();
                let mut pieces = Vec::new();
                for (i, piece) in opaque.iter().enumerate() {
                    pieces.push(Out::Text(self.text(piece)));
                    if let Some(&class) = node.args.get(i) {
                        pieces.push(Out::Child(self.nonterminal(Context::Plain(atom), class)));
                    }
                }
                if need > atom {
                    return Vec::new();
                }
                return vec![self.simple(node, pieces, 1)];
            }
        };
        if level < need {
            return Vec::new();
        }
        vec![self.simple(node, vec![piece], 1)]
    }

    fn operator(&mut self, node: &Node, index: u32, need: Level) -> Vec<Alternative> {
        let mut found: Vec<Alternative> = Vec::new();
        // Notations of one pattern stand side by side. Two different ones that are as specific, as
        // for a power of a fraction with a fraction in its exponent, would write some strings
        // twice: the first by name is taken.
        let mut taken: Option<&Pattern> = None;
        let printer = self.printer;
        // A negative number is no larger than a number.
        let negative = Some(node.op) == printer.fractions.neg && self.is_number(node.args[0]);
        for &(specific, notation) in &printer.by_operator[index as usize] {
            if taken.is_some_and(|pattern| *pattern != notation.print) {
                continue;
            }
            let matcher = Matcher {
                atoms: self.atoms,
                forest: self.forest,
                vocabulary: &printer.rules.vocabulary,
                vars: &notation.vars,
            };
            let bindings = matcher.node(node, &notation.print);
            let shares = self.shares(&bindings);
            for (binding, share) in bindings.into_iter().zip(shares) {
                // Where a notation speaks of the list, its template says on which side it is.
                let fixed = || self.keeping || self.has_list(node) && !self.lists(&notation.print);
                if binding.swapped && self.is_relation(node.op) && fixed() {
                    continue;
                }
                let eligible: Vec<bool> = notation
                    .forms
                    .iter()
                    .map(|form| form.when.iter().all(|c| matcher.eligible(c, &binding)))
                    .collect();
                if eligible.iter().any(|e| *e) {
                    let cost = if negative { 0 } else { specific };
                    let mut written =
                        self.notation(node, notation, cost, &binding, &eligible, need);
                    if let Some(alternative) = &mut written {
                        alternative.weight *= share;
                    }
                    if written.is_some() {
                        taken = Some(&notation.print);
                    }
                    found.extend(written);
                }
            }
        }
        found
    }

    /// How often a notation spells out which of the nodes below, from 0 to 1: as often as each would be
    /// written by itself.
    fn shares(&self, bindings: &[Binding]) -> Vec<f64> {
        let own = |binding: &Binding| -> f64 {
            let inner = binding.inner.iter().map(|(class, at)| {
                let nodes = &self.forest.classes[*class as usize].nodes;
                self.weight(&nodes[*at])
            });
            inner.product()
        };
        if bindings.iter().all(|b| b.inner.is_empty()) {
            return vec![1.0; bindings.len()];
        }
        let of_swapped = |swapped: bool| -> f64 {
            let all = bindings.iter().filter(|b| b.swapped == swapped);
            all.map(own).sum()
        };
        let sums = [of_swapped(false), of_swapped(true)];
        let share = |b: &Binding| own(b) / sums[usize::from(b.swapped)];
        bindings.iter().map(share).collect()
    }
}

/// Whether a name is a sign that means something else where nothing holds it together: a bracket
/// without a partner.
fn is_loose(name: &str) -> bool {
    matches!(
        name,
        "(" | ")" | "[" | "]" | r"\{" | r"\}" | "|" | r"\lbrace" | r"\rbrace"
    )
}
