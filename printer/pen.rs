//! Writing forms one after the other into the same memory.

use mamut_engine::choice::Key;
use mamut_engine::symbols::{Names, Plan};

use crate::draw::Scratch;
use crate::grammar::{Grammar, Trace};
use crate::tokens::Writer;
use crate::walk::Walk;

/// One version, borrowed until the next one is made.
#[derive(Debug)]
pub struct Version<'v> {
    /// The LaTeX.
    pub text: &'v str,
    /// The display names used.
    pub names: &'v Names,
    /// What it is made of.
    pub trace: &'v Trace,
}

/// Writes forms of one grammar, or of several in turn: see [`Self::take_up`].
#[derive(Clone, Debug)]
pub struct Pen {
    names: Names,
    out: Writer,
    trace: Trace,
    scratch: Scratch,
}

impl Pen {
    /// A pen for a grammar; `names` are the source's own. It records the forms of notations when
    /// `with_forms`.
    pub fn new(grammar: &Grammar, names: Names, with_forms: bool) -> Self {
        Self {
            names,
            out: Writer::of(grammar.target.clone(), grammar.words.clone()),
            trace: Trace {
                with_forms,
                ..Trace::default()
            },
            scratch: Scratch::default(),
        }
    }

    /// Goes over to another grammar for the same target, of a source with these names.
    pub fn take_up(&mut self, names: &Names) {
        self.names.clone_from(names);
        self.scratch.forget();
    }

    /// Records the forms of notations from now on, or no longer.
    pub const fn record_forms(&mut self, with_forms: bool) {
        self.trace.with_forms = with_forms;
    }

    /// Writes the form of this key, by weight; `flat` is how often a choice takes no notice of
    /// weights, from 0 (never) to 1. Symbols keep their names without a plan.
    pub fn draw(&mut self, grammar: &Grammar, plan: Option<&Plan>, key: Key, flat: f64) {
        self.clear();
        if let Some(plan) = plan {
            plan.draw_into(key.named("names"), flat, &mut self.names);
        }
        grammar.draw(
            key,
            flat,
            &self.names,
            &mut self.out,
            &mut self.trace,
            &mut self.scratch,
        );
    }

    /// Writes the usual form of a grammar.
    pub fn usual(&mut self, grammar: &Grammar) {
        self.clear();
        let Self {
            names,
            out,
            trace,
            scratch,
        } = self;
        grammar.usual(names, out, trace, scratch);
    }

    /// Writes the form of the next rank of a walk; none at the end, false when the rank repeats
    /// another.
    pub(crate) fn step(&mut self, walk: &mut Walk<'_>) -> Option<bool> {
        self.clear();
        walk.step(&mut self.names, &mut self.out, &mut self.trace)
    }

    /// What was written last.
    pub fn text(&self) -> &str {
        &self.out.text
    }

    /// The names of what was written last.
    pub const fn names(&self) -> &Names {
        &self.names
    }

    /// What was written last, with all that is known of it.
    pub fn version(&self) -> Version<'_> {
        Version {
            text: &self.out.text,
            names: &self.names,
            trace: &self.trace,
        }
    }

    fn clear(&mut self) {
        self.out.clear();
        self.trace.rules.clear();
        self.trace.forms.clear();
    }
}
