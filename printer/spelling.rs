//! The spellings of a form: its pieces, with brackets where a level needs them.

use mamut_engine::forest::{ClassId, Node};
use mamut_engine::pattern::Pattern;
use mamut_engine::rules::{Body, Decide, Form, Notation, Piece};
use mamut_engine::term::Head;
use mamut_engine::vocabulary::{Level, Vocabulary};

use crate::compile::{Builder, Context};
use crate::grammar::{Alternative, Factors, Out, Production, Usual};
use crate::matching::{Binding, Bound};
use crate::style::is_open_pair;

/// How natural the other order of a commutative pair is.
const SWAPPED_WEIGHT: f64 = 0.6;
/// How natural it is when that puts a number first: `0 \neq x`.
const NUMBER_FIRST_WEIGHT: f64 = 0.2;
/// How natural a form in brackets is where another form needs none.
const BRACKETED_WEIGHT: f64 = 0.04;
/// How often products are juxtaposed and how often they have signs.
const JUXTAPOSE: [f64; 2] = [6.0, 4.0];

impl Builder<'_, '_> {
    pub(crate) fn notation(
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
            if !eligible[i] {
                continue;
            }
            // What is decided for the formula is written in brackets rather than otherwise.
            let bracketed = some_fit && form.level < need && !decided;
            let preference = if bracketed { BRACKETED_WEIGHT } else { 1.0 };
            let same = |other: &usize| {
                let earlier = &notation.forms[*other];
                eligible[*other] && earlier.body == form.body && earlier.level == form.level
            };
            if decided && let Some(earlier) = (0..i).find(same) {
                by_form[i] = by_form[earlier].clone();
                continue;
            }
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
        let factor = if !binding.swapped {
            1.0
        } else if node.args.last().is_some_and(|last| self.is_number(*last)) {
            NUMBER_FIRST_WEIGHT
        } else {
            SWAPPED_WEIGHT
        };
        Some(Alternative {
            weight: self.weight(node) * factor,
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
            for (w, open, close) in self.bracket_forms(form.level) {
                let mut wrapped = vec![Out::Text(open)];
                wrapped.extend(pieces.iter().cloned());
                wrapped.push(Out::Text(close));
                spelled.push((weight * w, wrapped));
            }
        }
        spelled
    }

    /// The brackets around a form of a level. A list in parentheses would be a tuple: braces keep
    /// it together.
    fn bracket_forms(&mut self, level: Level) -> Vec<(f64, u32, u32)> {
        let rules = self.printer.rules;
        if level <= self.printer.levels.list && rules.target.is_none() {
            return vec![(1.0, self.text("{"), self.text("}"))];
        }
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
                let usual = Usual {
                    inside: self.mask(&classes, |b, c| b.is_signed(c)),
                    ..Usual::default()
                };
                Some(vec![Out::Terms {
                    items,
                    classes,
                    permute,
                    usual,
                }])
            }
            Body::Factors(var, times) => {
                let mut classes = many(*var)?;
                let differential = |c: &ClassId| self.is_differential(*c);
                let permute = form.permutes(*var) && !classes.iter().any(differential);
                classes.sort_by_key(differential);
                let closed = classes
                    .iter()
                    .map(|c| self.nonterminal(Context::Factor { last: false }, *c))
                    .collect();
                let last = classes
                    .iter()
                    .map(|c| self.nonterminal(Context::Factor { last: true }, *c))
                    .collect();
                let usual = Usual {
                    first: self.mask(&classes, |b, c| b.is_coefficient(c)),
                    last: self.mask(&classes, |b, c| b.is_open(c)),
                    inside: 0,
                };
                let juxtapose = self.decision("juxtapose".to_owned(), || JUXTAPOSE.to_vec());
                let times = Box::new(self.style(*times, false));
                let safe = vec![0; classes.len()];
                Some(vec![Out::Factors(Box::new(Factors {
                    closed,
                    last,
                    classes,
                    safe,
                    usual,
                    permute,
                    juxtapose,
                    times,
                }))])
            }
        }
    }

    /// The first 64 classes that have a property, as bits.
    fn mask(&self, classes: &[ClassId], has: impl Fn(&Self, ClassId) -> bool) -> u64 {
        let marked = classes
            .iter()
            .take(64)
            .enumerate()
            .filter(|(_, c)| has(self, **c));
        marked.map(|(i, _)| 1 << i).sum()
    }

    /// Whether the usual form of a class begins with a sign.
    fn is_signed(&self, class: ClassId) -> bool {
        let first = self.forest.classes[class as usize].nodes.first();
        first.is_some_and(|n| self.printer.signed.contains(&Some(n.op)))
    }

    /// Whether the usual form of a class is a function or a big operator.
    fn is_open(&self, class: ClassId) -> bool {
        let vocabulary = &self.printer.rules.vocabulary;
        let first = self.forest.classes[class as usize].nodes.first();
        let operator = first.and_then(|n| vocabulary.operator(n.op));
        operator.is_some_and(|o| o.binds.is_some() || o.tags.iter().any(|t| t == "unary"))
    }

    /// Whether the usual form of a class is a differential.
    fn is_differential(&self, class: ClassId) -> bool {
        let first = self.forest.classes[class as usize].nodes.first();
        first.is_some_and(|n| self.printer.elements.contains(&n.op))
    }

    /// Whether several of these say what is less than what: `x > 0, y < 1` would say something else with
    /// the sides of the first one exchanged.
    fn bounds_several(&self, classes: &[ClassId]) -> bool {
        let orders = &self.printer.watched.orders;
        let bounds = |class: &&ClassId| {
            let nodes = &self.forest.classes[**class as usize].nodes;
            nodes.iter().any(|n| n.source && orders.contains(&n.op))
        };
        classes.len() > 1 && classes.iter().filter(bounds).count() > 1
    }

    pub(crate) fn is_number(&self, class: ClassId) -> bool {
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
            Piece::Hole {
                var,
                need,
                script,
                kept,
            } => match &binding.values[*var as usize] {
                Some(Bound::One(class)) => {
                    let inner = self.nonterminal(self.hole(*need, *kept), *class);
                    if *script {
                        Out::Script(inner)
                    } else {
                        Out::Child(inner)
                    }
                }
                _ => return None,
            },
            Piece::Rows {
                var,
                need,
                within,
                between,
            } => match &binding.values[*var as usize] {
                Some(Bound::Many(classes)) => {
                    let classes = classes.clone();
                    let mut all = |pieces: &[Piece]| {
                        let pieces = pieces.iter().map(|p| self.piece(p, form, chosen));
                        pieces.collect::<Option<Vec<_>>>()
                    };
                    let separators = [all(within)?, all(between)?];
                    self.rows(classes, *need, separators)
                }
                _ => return None,
            },
            Piece::Join {
                var,
                need,
                kept,
                separator,
            } => match &binding.values[*var as usize] {
                Some(Bound::Many(classes)) => {
                    let classes = classes.clone();
                    let keeps = *kept || self.bounds_several(&classes);
                    let items = classes
                        .iter()
                        .map(|c| self.nonterminal(self.hole(*need, keeps), *c))
                        .collect();
                    let separator = separator
                        .iter()
                        .map(|p| self.piece(p, form, chosen))
                        .collect::<Option<Vec<_>>>()?;
                    Out::Join {
                        items,
                        permute: !kept && form.permutes(*var),
                        classes,
                        separator,
                    }
                }
                _ => return None,
            },
        })
    }

    /// All members of a rest variable, entry by entry.
    fn rows(&mut self, classes: Vec<ClassId>, need: Level, separators: [Vec<Out>; 2]) -> Out {
        let [within, separator] = separators;
        let context = Context::Row(self.rows.len() as u32);
        self.rows.push((need, within));
        let items = classes.iter().map(|c| self.nonterminal(context, *c));
        Out::Join {
            items: items.collect(),
            permute: false,
            classes,
            separator,
        }
    }

    /// Where a hole is: inside what keeps the sides of relations, statements keep them too.
    pub(crate) fn hole(&self, need: Level, kept: bool) -> Context {
        if kept || self.keeping && need <= self.printer.levels.relation {
            Context::Kept(need)
        } else {
            Context::Plain(need)
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
