//! Styles: small choices of spelling, made once a formula or at each place.

use mamut_engine::rules::{Decide, Style};

use crate::compile::Builder;
use crate::grammar::Out;

impl Builder<'_, '_> {
    pub(crate) fn style(&mut self, style: usize, close: bool) -> Out {
        let style: &Style = &self.printer.rules.styles[style];
        let plain = style.plain_beside.iter().any(|name| self.occurs(name));
        let usable = if plain { 1 } else { style.forms.len() };
        let usable = &style.forms[..usable];
        let clear: Vec<_> = usable.iter().filter(|f| self.is_clear(&f.1)).collect();
        // Styles decided together keep all their forms, so that these go with each other.
        let forms = if style.along.is_some() {
            style.forms.iter().collect()
        } else if clear.is_empty() {
            usable.iter().collect()
        } else {
            clear
        };
        let spelling = |form: &(f64, String, String)| {
            if close {
                form.2.clone()
            } else {
                form.1.clone()
            }
        };
        let texts: Vec<u32> = forms.iter().map(|f| self.text(&spelling(f))).collect();
        if let [text] = texts.as_slice() {
            return Out::Text(*text);
        }
        let choice = style.along.as_ref().unwrap_or(&style.id);
        match style.decide {
            Decide::Formula => {
                let weights = || forms.iter().map(|f| f.0).collect();
                Out::Styled(self.decision(format!("style:{choice}"), weights), texts)
            }
            Decide::Occurrence => {
                let mut sum = 0.0;
                let cumulative = forms
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

    /// Whether an operator occurs in the formula.
    fn occurs(&self, name: &str) -> bool {
        let op = self.printer.rules.vocabulary.find(name);
        let mut nodes = self.forest.classes.iter().flat_map(|c| &c.nodes);
        op.is_some_and(|op| nodes.any(|n| n.op == op))
    }

    /// Whether a spelling has no letter that names something else in the formula.
    fn is_clear(&self, spelling: &str) -> bool {
        !lone_letters(spelling).any(|letter| self.letters.contains(letter))
    }
}

/// The letters of a spelling that are neither in braces nor part of a word.
fn lone_letters(spelling: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    let mut before = ' ';
    let word = |c: char| c.is_ascii_alphabetic() || c == '\\';
    spelling.char_indices().filter_map(move |(at, c)| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        let after = spelling[at + c.len_utf8()..].chars().next();
        let lone = c.is_ascii_alphabetic()
            && !word(before)
            && !after.is_some_and(|c| c.is_ascii_alphabetic());
        before = c;
        (lone && depth == 0).then(|| &spelling[at..=at])
    })
}

/// A style whose two halves must be chosen together at each place.
pub(crate) fn is_open_pair(style: &Style) -> bool {
    style.pair.is_some() && style.decide == Decide::Occurrence
}
