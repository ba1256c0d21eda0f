//! Compiling a forest under the notations to a string grammar.

use std::collections::HashMap;

use mamut_engine::atoms::Atoms;
use mamut_engine::choice::name_hash;
use mamut_engine::forest::{ClassId, Forest, Node};
use mamut_engine::pattern::Pattern;
use mamut_engine::rules::{Body, Decide, Form, Notation, Piece, RuleSet, Style};
use mamut_engine::term::{Head, Op, Slot};
use mamut_engine::vocabulary::{Level, Vocabulary};

use crate::edges;
use crate::grammar::{
    Alternative, Decision, Factors, Grammar, Nonterminal, Nt, Out, Production, Text,
};
use crate::matching::{Binding, Bound, Matcher, specificity};

/// How natural a node that the source writes is, next to a derived one of weight 1.
const SOURCE_WEIGHT: f64 = 5.0;
/// How natural the other order of a commutative pair is.
const SWAPPED_WEIGHT: f64 = 0.6;
/// How natural a form in brackets is where another form needs none.
const BRACKETED_WEIGHT: f64 = 0.1;
/// Nodes by which any part of a form may grow, however small it is.
const SMALL_GROWTH: u32 = 2;
/// How often products are juxtaposed and how often they have signs.
const JUXTAPOSE: [f64; 2] = [6.0, 4.0];

/// How forms are bounded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The most nodes of a form, relative to the source.
    pub max_size: f64,
}

impl Default for Options {
    fn default() -> Self {
        Self { max_size: 1.4 }
    }
}

/// The notations of a rule set, arranged for compiling; made once, used for every formula.
pub struct Printer<'r> {
    pub(crate) rules: &'r RuleSet,
    /// Notations by operator, the most specific first.
    by_operator: Vec<Vec<(u32, &'r Notation)>>,
    levels: Levels,
    signed: [Option<Op>; 3],
    product: Option<Op>,
    brackets: Option<usize>,
}

struct Levels {
    product: Level,
    prefix: Level,
    application: Level,
    atom: Level,
    token: Level,
}

impl<'r> Printer<'r> {
    /// Arranges the notations.
    ///
    /// # Panics
    /// When the vocabulary lacks one of the levels `product`, `prefix`, `application`, `atom`,
    /// `token`.
    pub fn new(rules: &'r RuleSet) -> Self {
        let vocabulary = &rules.vocabulary;
        let level = |name: &str| match vocabulary.level(name) {
            Some(level) => level,
            None => panic!("the vocabulary has no level `{name}`"),
        };
        let mut by_operator: Vec<Vec<(u32, &Notation)>> =
            vec![Vec::new(); vocabulary.operators.len()];
        for notation in &rules.notations {
            if let Pattern::Node(op, _) = &notation.print
                && let Head::Operator(i) = op.head()
            {
                by_operator[i as usize].push((specificity(&notation.print), notation));
            }
        }
        for list in &mut by_operator {
            list.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.id.cmp(&b.1.id)));
        }
        let style = |id: &str| rules.styles.iter().position(|s| s.id == id);
        Self {
            rules,
            by_operator,
            levels: Levels {
                product: level("product"),
                prefix: level("prefix"),
                application: level("application"),
                atom: level("atom"),
                token: level("token"),
            },
            signed: ["neg", "pm", "mp"].map(|name| vocabulary.find(name)),
            product: vocabulary.find("mul"),
            brackets: style("lparen"),
        }
    }

    /// Compiles all ways to write the root class.
    pub fn compile(&self, forest: &Forest, atoms: &Atoms, options: &Options) -> Grammar {
        let mut builder = Builder {
            printer: self,
            forest,
            atoms,
            index: HashMap::new(),
            keys: Vec::new(),
            built: Vec::new(),
            texts: Vec::new(),
            text_index: HashMap::new(),
            decisions: Vec::new(),
            forms: Vec::new(),
            form_index: HashMap::new(),
            slots: Vec::new(),
        };
        let root = builder.nonterminal(Context::Plain(0), forest.root);
        while builder.built.len() < builder.keys.len() {
            let (context, class) = builder.keys[builder.built.len()];
            let alternatives = builder.alternatives(context, class);
            builder.built.push(alternatives);
        }
        let mut known = vec![None; forest.classes.len()];
        let sources: Vec<Option<u32>> = builder
            .keys
            .iter()
            .map(|(_, class)| source_size(forest, *class, &mut known))
            .collect();
        let mut grammar = Grammar {
            nonterminals: builder
                .built
                .into_iter()
                .map(|alternatives| Nonterminal {
                    alternatives,
                    ..Nonterminal::default()
                })
                .collect(),
            root,
            texts: builder.texts,
            decisions: builder.decisions,
            allowance: 0,
            forms: builder.forms,
            slots: builder.slots,
        };
        let smallest = measure(&mut grammar);
        let grown = |size: u32| ((f64::from(size) * options.max_size).round() as u32).max(size);
        for (nonterminal, source) in grammar.nonterminals.iter_mut().zip(sources) {
            let size = source.unwrap_or(nonterminal.min);
            let most = grown(size).max(size.saturating_add(SMALL_GROWTH));
            nonterminal.cap = most.saturating_sub(nonterminal.min);
        }
        let source = source_size(forest, forest.root, &mut known).unwrap_or(smallest);
        grammar.allowance = grown(source).saturating_sub(smallest);
        finish(&mut grammar);
        edges::mark_safe(&mut grammar, atoms, self.rules);
        crate::count::mark_spelling(&mut grammar);
        grammar
    }
}

/// Where a class is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Context {
    /// Bracketed below this level.
    Plain(Level),
    /// A term of a sum, with its sign.
    Term,
    /// A term of a sum whose sign is plus.
    Unsigned,
    /// A factor of a product; the last one may be open on the right. A product in it is written
    /// without brackets.
    Factor { last: bool },
}

struct Builder<'a, 'r> {
    printer: &'a Printer<'r>,
    forest: &'a Forest,
    atoms: &'a Atoms,
    index: HashMap<(Context, ClassId), Nt>,
    keys: Vec<(Context, ClassId)>,
    built: Vec<Vec<Alternative>>,
    texts: Vec<Text>,
    text_index: HashMap<String, u32>,
    decisions: Vec<Decision>,
    forms: Vec<String>,
    form_index: HashMap<String, u32>,
    slots: Vec<Slot>,
}

impl Builder<'_, '_> {
    fn nonterminal(&mut self, context: Context, class: ClassId) -> Nt {
        let keys = &mut self.keys;
        *self.index.entry((context, class)).or_insert_with(|| {
            keys.push((context, class));
            (keys.len() - 1) as Nt
        })
    }

    fn text(&mut self, text: &str) -> u32 {
        if let Some(&at) = self.text_index.get(text) {
            return at;
        }
        self.texts.push(Text::new(text));
        let at = (self.texts.len() - 1) as u32;
        self.text_index.insert(text.to_owned(), at);
        at
    }

    /// The mark after an argument without brackets.
    fn naked(&mut self) -> u32 {
        // No rule file holds this character.
        let at = self.text("\0");
        let text = &mut self.texts[at as usize];
        (text.text, text.naked) = ("".into(), true);
        at
    }

    fn form(&mut self, id: &str) -> u32 {
        if let Some(&at) = self.form_index.get(id) {
            return at;
        }
        self.forms.push(id.to_owned());
        let at = (self.forms.len() - 1) as u32;
        self.form_index.insert(id.to_owned(), at);
        at
    }

    fn decision(&mut self, name: String, weights: impl FnOnce() -> Vec<f64>) -> u32 {
        if let Some(at) = self.decisions.iter().position(|d| d.name == name) {
            return at as u32;
        }
        let weights = weights();
        self.decisions.push(Decision {
            key: name_hash(&name),
            name,
            total: weights.iter().sum(),
            weights,
            spelling: false,
        });
        (self.decisions.len() - 1) as u32
    }

    fn alternatives(&mut self, context: Context, class: ClassId) -> Vec<Alternative> {
        let forest = self.forest;
        let nodes = &forest.classes[class as usize].nodes;
        let levels = &self.printer.levels;
        match context {
            Context::Term => {
                let mut found = Vec::new();
                let mut plain = 0.0;
                for node in nodes {
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
                        None => plain += weight(self.printer.rules, node),
                    }
                }
                if plain > 0.0 {
                    let inner = self.nonterminal(Context::Unsigned, class);
                    let mut alternative =
                        self.simple(&nodes[0], vec![Out::Sign(None), Out::Child(inner)], 0);
                    alternative.weight = plain;
                    alternative.rule = None;
                    found.push(alternative);
                }
                found
            }
            Context::Unsigned => {
                let unsigned: Vec<&Node> = nodes
                    .iter()
                    .filter(|n| !self.printer.signed.contains(&Some(n.op)))
                    .collect();
                unsigned
                    .into_iter()
                    .flat_map(|node| self.node(node, levels.product))
                    .collect()
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
                let unsigned = nodes
                    .iter()
                    .filter(|n| !self.printer.signed.contains(&Some(n.op)))
                    .collect::<Vec<_>>();
                let write = |node: &Node| {
                    if Some(node.op) == product {
                        self.inline(node, last)
                    } else {
                        self.node(node, need)
                    }
                };
                unsigned.into_iter().flat_map(write).collect()
            }
            Context::Plain(need) => nodes
                .iter()
                .flat_map(|node| self.node(node, need))
                .collect(),
        }
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

    fn simple(&mut self, node: &Node, pieces: Vec<Out>, cost: u32) -> Alternative {
        let form = self.form("");
        Alternative {
            weight: weight(self.printer.rules, node),
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

    fn node(&mut self, node: &Node, need: Level) -> Vec<Alternative> {
        let (token, atom) = (self.printer.levels.token, self.printer.levels.atom);
        let (piece, level) = match node.op.head() {
            Head::Operator(index) => return self.operator(node, index, need),
            Head::Integer(value) => (
                Out::Text(self.text(&value.to_string())),
                if value < 10 { token } else { atom },
            ),
            Head::Literal(index) => {
                let spelling = self.atoms.literals[index as usize].spelling.clone();
                (Out::Text(self.text(&spelling)), atom)
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
        let mut group = u32::MAX;
        let printer = self.printer;
        for &(specific, notation) in &printer.by_operator[index as usize] {
            if specific != group && !found.is_empty() {
                break;
            }
            group = specific;
            let matcher = Matcher {
                forest: self.forest,
                vocabulary: &printer.rules.vocabulary,
                vars: &notation.vars,
            };
            for binding in matcher.node(node, &notation.print) {
                let eligible: Vec<bool> = notation
                    .forms
                    .iter()
                    .map(|form| form.when.iter().all(|c| matcher.eligible(c, &binding)))
                    .collect();
                if eligible.iter().any(|e| *e) {
                    found
                        .extend(self.notation(node, notation, specific, &binding, &eligible, need));
                }
            }
        }
        found
    }

    fn notation(
        &mut self,
        node: &Node,
        notation: &Notation,
        cost: u32,
        binding: &Binding,
        eligible: &[bool],
        need: Level,
    ) -> Option<Alternative> {
        let mut productions = Vec::new();
        let mut by_form = vec![Vec::new(); notation.forms.len()];
        let decided = notation.decide == Decide::Formula && notation.forms.len() > 1;
        let mut fitting = notation.forms.iter().zip(eligible);
        let some_fit = fitting.any(|(form, eligible)| *eligible && form.level >= need);
        for (i, form) in notation.forms.iter().enumerate() {
            let bracketed = some_fit && form.level < need;
            if !eligible[i] || (bracketed && decided) {
                continue;
            }
            let preference = if bracketed { BRACKETED_WEIGHT } else { 1.0 };
            let id = self.form(&form.id);
            for (weight, pieces) in self.spellings(form, &notation.print, binding, need) {
                by_form[i].push(productions.len() as u32);
                productions.push(Production {
                    weight: form.weight * weight * preference,
                    excess: cost,
                    form: id,
                    pieces,
                });
            }
        }
        if productions.is_empty() {
            return None;
        }
        let choice = notation.along.as_ref().unwrap_or(&notation.id);
        let decided = decided.then(|| {
            let weights = || notation.forms.iter().map(|f| f.weight).collect();
            (
                self.decision(format!("notation:{choice}"), weights),
                by_form,
            )
        });
        let factor = if binding.swapped { SWAPPED_WEIGHT } else { 1.0 };
        Some(Alternative {
            weight: weight(self.printer.rules, node) * factor,
            excess: 0,
            rule: node.rule,
            decided,
            productions,
            cumulative: Vec::new(),
        })
    }

    /// The spellings of a form: one for each combination of its pairs of delimiters.
    fn spellings(
        &mut self,
        form: &Form,
        pattern: &Pattern,
        binding: &Binding,
        need: Level,
    ) -> Vec<(f64, Vec<Out>)> {
        let rules = self.printer.rules;
        let mut pairs: Vec<usize> = Vec::new();
        if let Body::Template(pieces) = &form.body {
            for piece in pieces {
                if let Piece::Style { style, .. } = piece
                    && is_open_pair(&rules.styles[*style])
                    && !pairs.contains(style)
                {
                    pairs.push(*style);
                }
            }
        }
        let wrap = form.level < need;
        if wrap && need >= self.printer.levels.token {
            return Vec::new();
        }
        let mut variants: Vec<(f64, Vec<(usize, usize)>)> = vec![(1.0, Vec::new())];
        for style in pairs {
            let forms = &rules.styles[style].forms;
            let total: f64 = forms.iter().map(|f| f.0).sum();
            variants = variants
                .iter()
                .flat_map(|(w, chosen)| {
                    forms.iter().enumerate().map(move |(i, f)| {
                        let mut chosen = chosen.clone();
                        chosen.push((style, i));
                        (w * f.0 / total, chosen)
                    })
                })
                .collect();
        }
        let matched = Matched {
            body: &form.body,
            pattern,
            binding,
            vocabulary: &rules.vocabulary,
        };
        let mut spelled = Vec::new();
        for (weight, chosen) in variants {
            let Some(pieces) = self.body(&matched, &chosen) else {
                continue;
            };
            if !wrap {
                let mut pieces = pieces;
                if form.level == self.printer.levels.application {
                    pieces.push(Out::Text(self.naked()));
                }
                spelled.push((weight, pieces));
                continue;
            }
            for (w, open, close) in self.bracket_forms() {
                let mut wrapped = vec![Out::Text(open)];
                wrapped.extend(pieces.iter().cloned());
                wrapped.push(Out::Text(close));
                spelled.push((weight * w, wrapped));
            }
        }
        spelled
    }

    fn bracket_forms(&mut self) -> Vec<(f64, u32, u32)> {
        let rules = self.printer.rules;
        match self.printer.brackets {
            Some(style) => {
                let forms = &rules.styles[style].forms;
                let total: f64 = forms.iter().map(|f| f.0).sum();
                forms
                    .iter()
                    .map(|(w, open, close)| (w / total, self.text(open), self.text(close)))
                    .collect()
            }
            None => vec![(1.0, self.text("("), self.text(")"))],
        }
    }

    fn body(&mut self, form: &Matched, chosen: &[(usize, usize)]) -> Option<Vec<Out>> {
        let Matched { body, binding, .. } = *form;
        let many = |var: u8| match &binding.values[var as usize] {
            Some(Bound::Many(items)) => Some(items.clone()),
            _ => None,
        };
        match body {
            Body::Template(pieces) => pieces
                .iter()
                .map(|piece| self.piece(piece, form, chosen))
                .collect(),
            Body::Terms(var) => {
                let classes = many(*var)?;
                let items = classes
                    .iter()
                    .map(|c| self.nonterminal(Context::Term, *c))
                    .collect();
                let permute = form.permutes(*var);
                Some(vec![Out::Terms {
                    items,
                    classes,
                    permute,
                }])
            }
            Body::Factors(var, times) => {
                let classes = many(*var)?;
                let closed = classes
                    .iter()
                    .map(|c| self.nonterminal(Context::Factor { last: false }, *c))
                    .collect();
                let last = classes
                    .iter()
                    .map(|c| self.nonterminal(Context::Factor { last: true }, *c))
                    .collect();
                let numbers = classes
                    .iter()
                    .enumerate()
                    .filter(|(_, c)| self.is_number(**c))
                    .map(|(i, _)| 1 << (i & 63))
                    .sum();
                let juxtapose = self.decision("juxtapose".to_owned(), || JUXTAPOSE.to_vec());
                let times = Box::new(self.style(*times, false));
                let permute = form.permutes(*var);
                let safe = vec![0; classes.len()];
                Some(vec![Out::Factors(Box::new(Factors {
                    closed,
                    last,
                    classes,
                    safe,
                    numbers,
                    permute,
                    juxtapose,
                    times,
                }))])
            }
        }
    }

    fn is_number(&self, class: ClassId) -> bool {
        let nodes = &self.forest.classes[class as usize].nodes;
        nodes
            .iter()
            .any(|n| matches!(n.op.head(), Head::Integer(_) | Head::Literal(_)))
    }

    fn piece(&mut self, piece: &Piece, form: &Matched, chosen: &[(usize, usize)]) -> Option<Out> {
        let binding = form.binding;
        Some(match piece {
            Piece::Text(text) => Out::Text(self.text(text)),
            Piece::Style { style, close } => {
                let styles = &self.printer.rules.styles;
                match chosen.iter().find(|(s, _)| s == style) {
                    Some((_, form)) => {
                        let (_, open, shut) = &styles[*style].forms[*form];
                        Out::Text(self.text(if *close { shut } else { open }))
                    }
                    None => self.style(*style, *close),
                }
            }
            Piece::Hole { var, need, script } => match &binding.values[*var as usize] {
                Some(Bound::One(class)) => {
                    let inner = self.nonterminal(Context::Plain(*need), *class);
                    if *script {
                        Out::Script(inner)
                    } else {
                        Out::Child(inner)
                    }
                }
                _ => return None,
            },
            Piece::Join {
                var,
                need,
                separator,
            } => match &binding.values[*var as usize] {
                Some(Bound::Many(classes)) => {
                    let classes = classes.clone();
                    let items = classes
                        .iter()
                        .map(|c| self.nonterminal(Context::Plain(*need), *c))
                        .collect();
                    let separator = separator
                        .iter()
                        .map(|p| self.piece(p, form, chosen))
                        .collect::<Option<Vec<_>>>()?;
                    Out::Join {
                        items,
                        permute: form.permutes(*var),
                        classes,
                        separator,
                    }
                }
                _ => return None,
            },
        })
    }

    fn style(&mut self, style: usize, close: bool) -> Out {
        let style: &Style = &self.printer.rules.styles[style];
        let spelling = |form: &(f64, String, String)| {
            if close {
                form.2.clone()
            } else {
                form.1.clone()
            }
        };
        let texts: Vec<u32> = style
            .forms
            .iter()
            .map(|f| self.text(&spelling(f)))
            .collect();
        if let [text] = texts.as_slice() {
            return Out::Text(*text);
        }
        match style.decide {
            Decide::Formula => {
                let weights = || style.forms.iter().map(|f| f.0).collect();
                Out::Styled(self.decision(format!("style:{}", style.id), weights), texts)
            }
            Decide::Occurrence => {
                let mut sum = 0.0;
                let cumulative = style
                    .forms
                    .iter()
                    .map(|f| {
                        sum += f.0;
                        sum
                    })
                    .collect();
                Out::Spelled(cumulative, texts)
            }
        }
    }
}

/// A form under a match of its notation.
struct Matched<'m> {
    body: &'m Body,
    pattern: &'m Pattern,
    binding: &'m Binding,
    vocabulary: &'m Vocabulary,
}

impl Matched<'_> {
    /// Whether a rest variable stands for arguments whose order means nothing.
    fn permutes(&self, var: u8) -> bool {
        let mut found = false;
        self.pattern.walk(&mut |p| {
            if let Pattern::Node(op, args) = p
                && args.contains(&Pattern::Rest(var))
            {
                found = self.vocabulary.operator(*op).is_some_and(|o| o.comm);
            }
        });
        found
    }
}

/// A style whose two halves must be chosen together at each place.
fn is_open_pair(style: &Style) -> bool {
    style.pair.is_some() && style.decide == Decide::Occurrence
}

fn weight(rules: &RuleSet, node: &Node) -> f64 {
    match node.rule {
        _ if node.source => SOURCE_WEIGHT,
        Some(rule) => rules.equivalences[rule as usize].weight,
        None => 1.0,
    }
}

/// The number of nodes of the source's own term; none when the class has no source node.
fn source_size(
    forest: &Forest,
    class: ClassId,
    known: &mut Vec<Option<Option<u32>>>,
) -> Option<u32> {
    if let Some(size) = known[class as usize] {
        return size;
    }
    known[class as usize] = Some(None);
    let node = forest.classes[class as usize]
        .nodes
        .iter()
        .find(|n| n.source);
    let size = node.and_then(|node| {
        node.args.iter().try_fold(1u32, |sum, &arg| {
            Some(sum.saturating_add(source_size(forest, arg, known)?))
        })
    });
    known[class as usize] = Some(size);
    size
}

/// Sets `min` of every nonterminal and makes productions' costs excesses; returns the root's.
fn measure(grammar: &mut Grammar) -> u32 {
    let mut min = vec![u32::MAX; grammar.nonterminals.len()];
    loop {
        let mut changed = false;
        for (at, nonterminal) in grammar.nonterminals.iter().enumerate() {
            let best = nonterminal
                .alternatives
                .iter()
                .flat_map(|a| &a.productions)
                .map(|p| size_of(p.excess, &p.pieces, &min))
                .min()
                .unwrap_or(u32::MAX);
            if best < min[at] {
                min[at] = best;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    for (at, nonterminal) in grammar.nonterminals.iter_mut().enumerate() {
        nonterminal.min = min[at];
        for production in nonterminal
            .alternatives
            .iter_mut()
            .flat_map(|a| &mut a.productions)
        {
            let size = size_of(production.excess, &production.pieces, &min);
            production.excess = if size == u32::MAX {
                u32::MAX
            } else {
                size - min[at]
            };
        }
    }
    min[grammar.root as usize]
}

fn size_of(cost: u32, pieces: &[Out], min: &[u32]) -> u32 {
    pieces.iter().fold(cost, |sum, piece| match piece {
        Out::Child(nt) | Out::Script(nt) => sum.saturating_add(min[*nt as usize]),
        Out::Join { items, .. } | Out::Terms { items, .. } => items
            .iter()
            .fold(sum, |sum, nt| sum.saturating_add(min[*nt as usize])),
        Out::Factors(f) => f
            .closed
            .iter()
            .fold(sum, |sum, nt| sum.saturating_add(min[*nt as usize])),
        _ => sum,
    })
}

/// Drops what cannot be written within the allowance and sorts by excess.
fn finish(grammar: &mut Grammar) {
    for nonterminal in &mut grammar.nonterminals {
        let allowance = grammar.allowance.min(nonterminal.cap);
        for alternative in &mut nonterminal.alternatives {
            let mut kept = Vec::new();
            let mut place = vec![None; alternative.productions.len()];
            for (i, production) in std::mem::take(&mut alternative.productions)
                .into_iter()
                .enumerate()
            {
                if production.excess <= allowance {
                    place[i] = Some(kept.len() as u32);
                    kept.push(production);
                }
            }
            alternative.excess = kept.iter().map(|p| p.excess).min().unwrap_or(u32::MAX);
            alternative.productions = kept;
            alternative.cumulative = running(alternative.productions.iter().map(|p| p.weight));
            if let Some((_, options)) = &mut alternative.decided {
                for option in options.iter_mut() {
                    *option = option.iter().filter_map(|p| place[*p as usize]).collect();
                }
                if let Some(first) = options.iter().find(|o| !o.is_empty()).cloned() {
                    for option in options.iter_mut().filter(|o| o.is_empty()) {
                        option.clone_from(&first);
                    }
                }
            }
        }
        nonterminal
            .alternatives
            .retain(|a| !a.productions.is_empty());
        nonterminal.alternatives.sort_by_key(|a| a.excess);
        nonterminal.cumulative = running(nonterminal.alternatives.iter().map(|a| a.weight));
    }
}

fn running(weights: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut sum = 0.0;
    weights
        .map(|w| {
            sum += w;
            sum
        })
        .collect()
}
