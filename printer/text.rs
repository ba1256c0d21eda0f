//! Texts: prose with formulas, written by one grammar, so that choices made once are made once a
//! text.

use mamut_engine::atoms::Atoms;
use mamut_engine::forest::{ClassId, Forest};

use crate::compile::{Builder, Context, Options, Printer};
use crate::grammar::{Alternative, Grammar, Out, Production};

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// Written as it is.
    Prose(&'a str),
    /// A piece of a formula that is written as it is: what is called there by a letter of a style
    /// is called so everywhere.
    Kept(&'a str),
    /// The name of a symbol; in braces when it is more than one token and one is `wanted`.
    Symbol {
        /// Its index in the atoms.
        index: u32,
        /// Whether one token is wanted: after `^` and `_`.
        token: bool,
    },
    /// A formula: the class of all its forms.
    Formula(ClassId),
    /// The same, and the sides of relations stay where the source has them.
    Sides(ClassId),
}

impl Printer<'_> {
    /// Compiles all ways to write a text whose formulas are classes of one forest; `encoded` is
    /// whether they are written with HTML entities.
    pub fn compile_text(
        &self,
        parts: &[Part<'_>],
        encoded: bool,
        forest: &Forest,
        atoms: &Atoms,
        options: &Options,
    ) -> Grammar {
        let mut builder = Builder::new(self, forest, atoms);
        builder.encoded = encoded;
        let kept = parts.iter().filter_map(|part| match part {
            Part::Kept(latex) => Some(*latex),
            _ => None,
        });
        builder.kept = kept.map(str::to_owned).collect();
        let root = builder.nonterminal(Context::Text, forest.root);
        let pieces = parts.iter().map(|part| match *part {
            Part::Prose(text) | Part::Kept(text) => Out::Text(builder.prose(text)),
            Part::Symbol { index, token } => Out::Symbol { index, token },
            Part::Formula(class) => Out::Child(builder.nonterminal(Context::Plain(0), class)),
            Part::Sides(class) => Out::Child(builder.nonterminal(Context::Kept(0), class)),
        });
        let pieces = pieces.collect();
        builder.finish(root, Some(pieces), options)
    }
}

impl Builder<'_, '_> {
    /// Prose: long, hardly ever written twice.
    fn prose(&mut self, text: &str) -> u32 {
        self.texts.push(crate::grammar::Text::new(text));
        (self.texts.len() - 1) as u32
    }
}

impl Grammar {
    /// Makes the root write these parts.
    pub(crate) fn be_text(&mut self, parts: Vec<Out>) {
        self.text = true;
        let form = self.forms.iter().position(|f| f.is_empty());
        let form = form.unwrap_or_else(|| {
            self.forms.push(String::new());
            self.forms.len() - 1
        });
        self.nonterminals[self.root as usize].alternatives = vec![Alternative {
            weight: 1.0,
            excess: 0,
            rule: None,
            decided: None,
            productions: vec![Production {
                weight: 1.0,
                excess: 0,
                form: form as u32,
                pieces: parts,
            }],
            cumulative: Vec::new(),
        }];
    }

    /// Parts of a text, by number, that no notation writes: nothing is written while there are any.
    pub fn unwritable(&self) -> &[usize] {
        &self.unwritable
    }

    /// Finds them, when sizes are known.
    pub(crate) fn find_unwritable(&mut self) {
        if !self.text {
            return;
        }
        let root = &self.nonterminals[self.root as usize].alternatives[0];
        let pieces = root.productions[0].pieces.iter().enumerate();
        let unwritable = pieces.filter(|(_, piece)| match piece {
            Out::Child(nt) => self.nonterminals[*nt as usize].min == u32::MAX,
            _ => false,
        });
        self.unwritable = unwritable.map(|(at, _)| at).collect();
    }

    /// Of a text, by how many nodes all formulas together may grow; it binds none of them.
    pub(crate) fn formulas_cap(&mut self) -> Option<u32> {
        if !self.text {
            return None;
        }
        let root = self.root as usize;
        let production = &self.nonterminals[root].alternatives[0].productions[0];
        let caps = production.pieces.iter().map(|piece| match piece {
            Out::Child(nt) => self.nonterminals[*nt as usize].cap,
            _ => 0,
        });
        let cap = caps.fold(0u32, u32::saturating_add).min(u32::MAX - 1);
        self.nonterminals[root].cap = cap;
        Some(cap)
    }
}

/// Writes `<`, `>` and `&` as HTML entities.
pub(crate) fn encode(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
