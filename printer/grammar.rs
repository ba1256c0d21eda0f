//! The string grammar: all ways to write every member of a class, as plain data.
//!
//! A nonterminal is a class in a print context, an alternative is a node under a notation, a
//! production is one spelling of it. Every derivation is a string; its rank names it.

use std::collections::BTreeSet;
use std::sync::Arc;

use mamut_engine::target::Target;
use mamut_engine::term::Slot;

/// An index into [`Grammar::nonterminals`].
pub(crate) type Nt = u32;

/// Everything that can be written for one formula.
#[derive(Clone, Debug)]
pub struct Grammar {
    pub(crate) nonterminals: Vec<Nonterminal>,
    pub(crate) root: Nt,
    /// Spellings, each a run of whole TeX tokens.
    pub(crate) texts: Vec<Text>,
    /// Choices made once a formula.
    pub(crate) decisions: Vec<Decision>,
    /// How many nodes beyond the smallest member a form may have.
    pub(crate) allowance: u32,
    /// Ids of forms, for traces.
    pub(crate) forms: Vec<String>,
    /// How many symbols and slots the leaves index.
    pub(crate) slots: Vec<Slot>,
    /// Symbols that are points: several of them side by side are no word.
    pub(crate) points: Vec<u32>,
    /// Whether the root is a text, of which formulas are parts.
    pub(crate) text: bool,
    /// Parts of the text that no notation writes.
    pub(crate) unwritable: Vec<usize>,
    /// The syntax, when it is not LaTeX.
    pub(crate) target: Option<Arc<Target>>,
    /// Names of several letters that are written like products.
    pub(crate) words: Arc<BTreeSet<String>>,
}

/// A class in a print context.
#[derive(Clone, Debug, Default)]
pub(crate) struct Nonterminal {
    /// Nodes of the smallest member.
    pub(crate) min: u32,
    /// The most nodes beyond that: no part of a form grows past what the source suggests for it.
    pub(crate) cap: u32,
    /// Sorted by excess.
    pub(crate) alternatives: Vec<Alternative>,
    /// Running sums of the weights of the alternatives.
    pub(crate) cumulative: Vec<f64>,
    /// Whether there is nothing to choose and no rule to record.
    pub(crate) single: bool,
}

/// A node under a notation.
#[derive(Clone, Debug)]
pub(crate) struct Alternative {
    /// How natural it is.
    pub(crate) weight: f64,
    /// The least excess of its productions.
    pub(crate) excess: u32,
    /// The rule that made the node.
    pub(crate) rule: Option<u32>,
    /// Which decision chooses the production, and the production of each of its options;
    /// otherwise productions are chosen by weight at each place.
    pub(crate) decided: Option<(u32, Vec<Vec<u32>>)>,
    pub(crate) productions: Vec<Production>,
    /// Running sums of the weights of the productions.
    pub(crate) cumulative: Vec<f64>,
}

/// One spelling.
#[derive(Clone, Debug)]
pub(crate) struct Production {
    pub(crate) weight: f64,
    /// Nodes beyond the smallest member of the nonterminal.
    pub(crate) excess: u32,
    /// An index into [`Grammar::forms`].
    pub(crate) form: u32,
    pub(crate) pieces: Vec<Out>,
}

/// What a production writes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Out {
    /// A spelling.
    Text(u32),
    /// The display name of a symbol; braced when `token` and more than one token.
    Symbol { index: u32, token: bool },
    /// The display name of a bound name (index into [`Grammar::slots`]).
    Slot { index: u32, token: bool },
    /// A spelling chosen once a formula: decision, spelling of each option.
    Styled(u32, Vec<u32>),
    /// A spelling chosen here: running sums of the weights and the spellings.
    Spelled(Vec<f64>, Vec<u32>),
    /// Nothing; a form to be traced.
    Form(u32),
    /// A sub-term.
    Child(Nt),
    /// A sub-term after `^` or `_`: braced unless it is one token.
    Script(Nt),
    /// Sub-terms in any order (or as given), with something between.
    Join {
        items: Vec<Nt>,
        classes: Vec<u32>,
        permute: bool,
        separator: Vec<Out>,
    },
    /// The signed terms of a sum.
    Terms {
        items: Vec<Nt>,
        classes: Vec<u32>,
        permute: bool,
        usual: Usual,
    },
    /// The factors of a product.
    Factors(Box<Factors>),
    /// The sign of a term: plus, which is not written first, or another one.
    Sign(Option<Box<Out>>),
}

/// A product.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Factors {
    /// Every factor, closed on the right.
    pub(crate) closed: Vec<Nt>,
    /// Every factor as the last one.
    pub(crate) last: Vec<Nt>,
    /// Equal numbers are equal factors.
    pub(crate) classes: Vec<u32>,
    /// Bit j of entry i: factor j may follow factor i with nothing between.
    pub(crate) safe: Vec<u64>,
    pub(crate) usual: Usual,
    pub(crate) permute: bool,
    /// The decision whether to juxtapose: option 0 yes, 1 no.
    pub(crate) juxtapose: u32,
    /// The sign between factors.
    pub(crate) times: Box<Out>,
}

/// Where arguments whose order means nothing usually stand: sets of items, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Usual {
    /// Before all others: numbers in a product.
    pub(crate) first: u64,
    /// After all others: functions and big operators in a product.
    pub(crate) last: u64,
    /// Not at the very beginning: terms with a minus.
    pub(crate) inside: u64,
}

/// A run of TeX tokens and how it joins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Text {
    pub(crate) text: Box<str>,
    /// It ends with a control word, so a letter may not follow at once.
    pub(crate) word_end: bool,
    /// It begins with a letter.
    pub(crate) letter_start: bool,
    /// It writes nothing and marks the end of an argument without brackets, as in `\sin x`.
    pub(crate) naked: bool,
}

/// A choice made once a formula.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Decision {
    /// `style:times`, `notation:sin-power`, `juxtapose`: the key of the draw, so that several
    /// formulas of one text decide alike.
    pub(crate) name: String,
    /// The hash of the name.
    pub(crate) key: u64,
    pub(crate) weights: Vec<f64>,
    /// The sum of the weights.
    pub(crate) total: f64,
    /// Whether its options differ in spelling alone, everywhere in this grammar.
    pub(crate) spelling: bool,
}

/// What a drawn form is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// Equivalences whose nodes the form uses: indices into `RuleSet::equivalences`, unsorted.
    pub rules: Vec<u32>,
    /// Forms of notations, in order of writing; kept when `with_forms`.
    pub forms: Vec<u32>,
    /// Whether forms are recorded.
    pub with_forms: bool,
}

impl Grammar {
    /// The id of a form in a [`Trace`].
    pub fn form_id(&self, form: u32) -> &str {
        &self.forms[form as usize]
    }
    /// Whether there is nothing to write.
    pub fn is_empty(&self) -> bool {
        self.nonterminals[self.root as usize]
            .alternatives
            .is_empty()
    }
    /// The number of nonterminals and productions.
    pub fn size(&self) -> (usize, usize) {
        let productions = |n: &Nonterminal| {
            n.alternatives
                .iter()
                .map(|a| a.productions.len())
                .sum::<usize>()
        };
        (
            self.nonterminals.len(),
            self.nonterminals.iter().map(productions).sum(),
        )
    }
    /// The bound names whose display names [`mamut_engine::symbols::Names`] must hold.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }
}
