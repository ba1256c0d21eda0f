//! Compiling a forest under the notations to a string grammar.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use mamut_engine::atoms::Atoms;
use mamut_engine::choice::name_hash;
use mamut_engine::forest::{ClassId, Forest};
use mamut_engine::pattern::Pattern;
use mamut_engine::rules::{Notation, RuleSet, Where};
use mamut_engine::target::Target;
use mamut_engine::term::{Head, Op, Slot};
use mamut_engine::vocabulary::Kind;
use mamut_engine::vocabulary::Level;
use rustc_hash::FxHashMap;

use crate::astray::Watched;
use crate::edges;
use crate::grammar::{Alternative, Decision, Grammar, Nonterminal, Nt, Out, Text};
use crate::matching::specificity;
use crate::measure::{finish, measure, source_size};
use crate::natural::Fractions;
use crate::splice::splice;
use crate::tokens::BELOW;

/// Nodes by which any part of a form may grow, however small it is.
const SMALL_GROWTH: u32 = 2;

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
    pub(crate) by_operator: Vec<Vec<(u32, &'r Notation)>>,
    pub(crate) levels: Levels,
    pub(crate) signed: [Option<Op>; 3],
    pub(crate) product: Option<Op>,
    pub(crate) fractions: Fractions,
    pub(crate) euler: Option<Op>,
    pub(crate) watched: Watched,
    /// Differentials, which stand after what they multiply.
    pub(crate) elements: Vec<Op>,
    pub(crate) brackets: Option<usize>,
    /// What may follow a whole number that is measured, not counted: `2.0`.
    pub(crate) decimals: Option<usize>,
    spellings: edges::Spellings<'r>,
    /// Names of several letters that are written like products.
    words: Arc<BTreeSet<String>>,
}

pub(crate) struct Levels {
    pub(crate) list: Level,
    pub(crate) relation: Level,
    pub(crate) product: Level,
    pub(crate) prefix: Level,
    pub(crate) application: Level,
    pub(crate) atom: Level,
    pub(crate) token: Level,
}

impl<'r> Printer<'r> {
    /// Arranges the notations.
    ///
    /// # Panics
    /// When the vocabulary lacks one of the levels `list`, `relation`, `product`, `prefix`,
    /// `application`, `atom`,
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
        // What is a name in company alone is written as any product.
        let company =
            |place: Where| matches!(place, Where::Together | Where::Summed | Where::Above);
        let lists = rules
            .symbols
            .names
            .iter()
            .filter(|list| !company(list.place));
        let words = lists.flat_map(|list| {
            let before = match list.place {
                Where::Below => BELOW,
                _ => "",
            };
            let long = list.names.iter().filter(|name| name.len() > 1);
            long.map(move |name| format!("{before}{name}"))
        });
        Self {
            words: Arc::new(words.collect()),
            rules,
            by_operator,
            levels: Levels {
                list: level("list"),
                relation: level("relation"),
                product: level("product"),
                prefix: level("prefix"),
                application: level("application"),
                atom: level("atom"),
                token: level("token"),
            },
            signed: ["neg", "pm", "mp"].map(|name| {
                let op = vocabulary.find(name)?;
                let sign = |target: &Arc<Target>| target.signs.iter().any(|s| s.0 == op);
                rules.target.as_ref().is_none_or(sign).then_some(op)
            }),
            product: vocabulary.find("mul"),
            fractions: Fractions {
                div: vocabulary.find("div"),
                mul: vocabulary.find("mul"),
                pow: vocabulary.find("pow"),
                root: vocabulary.find("root"),
                neg: vocabulary.find("neg"),
            },
            euler: vocabulary.find("e"),
            watched: Watched::new(vocabulary),
            elements: vocabulary.tagged("element"),
            brackets: style("lparen"),
            decimals: style("decimals"),
            spellings: edges::Spellings::new(rules),
        }
    }

    /// Compiles all ways to write the root class.
    pub fn compile(&self, forest: &Forest, atoms: &Atoms, options: &Options) -> Grammar {
        let mut builder = Builder::new(self, forest, atoms);
        let framed = self.rules.target.as_ref();
        let framed = framed.is_some_and(|target| target.whole != Default::default());
        let context = if framed {
            Context::Whole
        } else {
            Context::Plain(0)
        };
        let root = builder.nonterminal(context, forest.root);
        builder.finish(root, None, options)
    }
}

/// Where a class is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Context {
    /// Bracketed below this level.
    Plain(Level),
    /// The same, and the sides of relations stay where the source has them.
    Kept(Level),
    /// A term of a sum, with its sign.
    Term,
    /// A term of a sum whose sign is plus.
    Unsigned,
    /// A factor of a product; the last one may be open on the right. A product in it is written
    /// without brackets.
    Factor { last: bool },
    /// A row, entry by entry: an index into `Builder::rows`.
    Row(u32),
    /// The whole text, of which formulas are parts.
    Text,
    /// The whole formula, within what a target puts around it.
    Whole,
}

pub(crate) struct Builder<'a, 'r> {
    pub(crate) printer: &'a Printer<'r>,
    pub(crate) forest: &'a Forest,
    pub(crate) atoms: &'a Atoms,
    pub(crate) index: FxHashMap<(Context, ClassId), Nt>,
    pub(crate) keys: Vec<(Context, ClassId)>,
    pub(crate) built: Vec<Vec<Alternative>>,
    pub(crate) texts: Vec<Text>,
    pub(crate) text_index: FxHashMap<String, u32>,
    pub(crate) decisions: Vec<Decision>,
    pub(crate) forms: Vec<String>,
    pub(crate) form_index: FxHashMap<String, u32>,
    pub(crate) slots: Vec<Slot>,
    /// How rows are written: where their entries stand, and what is between these.
    pub(crate) rows: Vec<(Level, Vec<Out>)>,
    /// Whether formulas are written with HTML entities.
    pub(crate) encoded: bool,
    /// Whether the sides of relations stay where the source has them in what is being built.
    pub(crate) keeping: bool,
    /// Whether there is a product of capital letters alone, once that is known.
    pub(crate) capitals: Option<bool>,
    /// How styles are written, by place and half, once that is known.
    pub(crate) styles: FxHashMap<(usize, bool), Out>,
    /// Pieces of formulas of a text that are written as they are.
    pub(crate) kept: Vec<String>,
    /// The factors of products, once they are known.
    pub(crate) factors: OnceCell<BTreeSet<ClassId>>,
    /// The classes in brackets that are spoken of.
    pub(crate) grouped: OnceCell<BTreeSet<ClassId>>,
    /// The classes that nothing readable stands for, once they are known.
    pub(crate) lost: OnceCell<BTreeSet<ClassId>>,
    /// The letters that name something in the source.
    pub(crate) letters: BTreeSet<String>,
}

impl<'a, 'r> Builder<'a, 'r> {
    pub(crate) fn new(printer: &'a Printer<'r>, forest: &'a Forest, atoms: &'a Atoms) -> Self {
        Self {
            printer,
            forest,
            atoms,
            index: FxHashMap::default(),
            keys: Vec::new(),
            built: Vec::new(),
            texts: Vec::new(),
            text_index: FxHashMap::default(),
            decisions: Vec::new(),
            forms: Vec::new(),
            form_index: FxHashMap::default(),
            slots: Vec::new(),
            rows: Vec::new(),
            encoded: false,
            keeping: false,
            capitals: None,
            styles: FxHashMap::default(),
            kept: Vec::new(),
            factors: OnceCell::new(),
            grouped: OnceCell::new(),
            lost: OnceCell::new(),
            letters: letters(atoms),
        }
    }

    /// Makes the grammar of what the root reaches; of a text, `parts` is what is written one
    /// after the other.
    pub(crate) fn finish(self, root: Nt, parts: Option<Vec<Out>>, options: &Options) -> Grammar {
        let mut builder = self;
        let (forest, atoms, rules) = (builder.forest, builder.atoms, builder.printer.rules);
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
            points: (0..)
                .zip(&atoms.symbols)
                .filter(|(_, symbol)| symbol.kind == Kind::Point)
                .map(|(index, _)| index)
                .collect(),
            text: false,
            unwritable: Vec::new(),
            words: builder.printer.words.clone(),
            target: rules.target.clone(),
        };
        if let Some(parts) = parts {
            grammar.be_text(parts);
        }
        let smallest = measure(&mut grammar);
        grammar.find_unwritable();
        let grown = |size: u32| ((f64::from(size) * options.max_size).round() as u32).max(size);
        for (nonterminal, source) in grammar.nonterminals.iter_mut().zip(sources) {
            let size = source.unwrap_or(nonterminal.min);
            let most = grown(size).max(size.saturating_add(SMALL_GROWTH));
            nonterminal.cap = most.saturating_sub(nonterminal.min);
        }
        let source = source_size(forest, forest.root, &mut known).unwrap_or(smallest);
        grammar.allowance = match grammar.formulas_cap() {
            Some(cap) => cap,
            None => grown(source).saturating_sub(smallest),
        };
        finish(&mut grammar);
        let joins = rules.target.as_ref().is_none_or(|t| t.juxtapose.is_some());
        if joins {
            edges::mark_safe(&mut grammar, atoms, &builder.printer.spellings);
        }
        crate::distinct::mark_spelling(&mut grammar);
        // What is spliced is joined as LaTeX.
        if rules.target.is_none() {
            splice(&mut grammar);
        }
        grammar
    }
}

fn letters(atoms: &Atoms) -> BTreeSet<String> {
    let symbols = atoms.symbols.iter().map(|s| &s.name);
    let bound = atoms.slot_names.iter().map(|(_, name)| name);
    symbols.chain(bound).cloned().collect()
}

impl Builder<'_, '_> {
    pub(crate) fn nonterminal(&mut self, context: Context, class: ClassId) -> Nt {
        let keys = &mut self.keys;
        *self.index.entry((context, class)).or_insert_with(|| {
            keys.push((context, class));
            (keys.len() - 1) as Nt
        })
    }

    pub(crate) fn text(&mut self, text: &str) -> u32 {
        if self.encoded && text.contains(['<', '>', '&']) {
            return self.raw(&crate::text::encode(text));
        }
        self.raw(text)
    }

    /// A spelling that is written as it is.
    pub(crate) fn raw(&mut self, text: &str) -> u32 {
        if let Some(&at) = self.text_index.get(text) {
            return at;
        }
        self.texts.push(Text::new(text));
        let at = (self.texts.len() - 1) as u32;
        self.text_index.insert(text.to_owned(), at);
        at
    }

    /// The mark after an argument without brackets.
    pub(crate) fn naked(&mut self) -> u32 {
        // No rule file holds this character.
        let at = self.text("\0");
        let text = &mut self.texts[at as usize];
        (text.text, text.naked) = ("".into(), true);
        at
    }

    pub(crate) fn form(&mut self, id: &str) -> u32 {
        if let Some(&at) = self.form_index.get(id) {
            return at;
        }
        self.forms.push(id.to_owned());
        let at = (self.forms.len() - 1) as u32;
        self.form_index.insert(id.to_owned(), at);
        at
    }

    pub(crate) fn decision(&mut self, name: String, weights: impl FnOnce() -> Vec<f64>) -> u32 {
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
}
