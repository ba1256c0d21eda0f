//! Names of the rules among runs of letters.

use super::{ITALIC, PLAIN, Reading, Run, UPRIGHT};
use crate::latex::signs::Sorts;
use crate::rules::Where;

/// As many tokens before a name are looked through for its last letter.
const BEFORE: usize = 30;

impl Reading<'_, '_> {
    /// The font of a name of the rules at such a place as its list asks for.
    pub(super) fn listed(&mut self, run: Run, word: &str, scripted: bool) -> Option<&'static str> {
        let vocabulary = self.spelled(run);
        let ratio = |list: &&(Where, u16)| {
            list.0 == Where::Alone && self.company.only(self.tokens, self.known, list.1)
        };
        // `Pr^{1/3}[Re^{2/3} Gr]`
        let number = word == "Pr" && self.known.places(word).iter().any(|list| ratio(&list));
        // `Re^m Pr^n` is no real part, nor `\frac{2.51}{Re\sqrt f}`, as of no complex number.
        let real = || {
            self.argument_follows(run)
                && !self.known.places(word).iter().any(|list| ratio(&list))
                && !(self.signs.has(b'.') && self.key(run.end()) == r"\sqrt" && self.measured(run))
        };
        if vocabulary == Some(run.length) && (word != "Re" || real()) {
            return None;
        }
        // `\int A dS` integrates over an area.
        if self.signs.may(Sorts::INTEGRAL) && word.ends_with("dS") {
            return None;
        }
        let capitals = word.bytes().all(|b| b.is_ascii_uppercase());
        if self.known.has(word, Where::Anywhere)
            && !(vocabulary == Some(3)
                && word.len() == 4
                && !self.company.words(self.known)
                // `cost(x, y)`
                && !(self.key(run.end()) == "(" && self.several_arguments(run)))
            && !(capitals && self.drawn(run))
            && !(capitals && word.len() == 2 && self.among_points(run))
            && !self.raises_base(run, word)
        {
            return Some(if word == "Re" { ITALIC } else { PLAIN });
        }
        // `g_n(\theta)' W g_n(\theta)`
        let function = || {
            let [_, last @ (b'f' | b'g' | b'h')] = word.as_bytes() else {
                return false;
            };
            let before = &self.tokens[run.at.saturating_sub(BEFORE)..run.at];
            before.iter().any(|t| t.key.as_bytes() == [*last])
        };
        if self.known.has(word, Where::Applied) && !number && self.applied(run, word) && !function()
        {
            return Some(UPRIGHT);
        }
        if self.known.has(word, Where::Spaced) && (self.applied(run, word) || self.spaced(run)) {
            return Some(UPRIGHT);
        }
        let mut lists = self.known.places(word).iter();
        let beside = |(place, list): &(Where, u16)| {
            *place == Where::Equated && self.company.has(self.known, word, *list)
        };
        // `KE_i + PE_i`, `\Delta KE = W`
        if self.known.has(word, Where::Equated)
            && (self.equated(run) || lists.any(beside) || self.changed(run))
            && !self.drawn(run)
        {
            return Some(ITALIC);
        }
        let mut lists = self.known.places(word).iter();
        let company = |(_, list): &(Where, u16)| self.company.only(self.tokens, self.known, *list);
        if lists.any(|list| list.0 == Where::Together && company(list)) {
            return Some(ITALIC);
        }
        if self.known.has(word, Where::Summed)
            && self.stands_alone(run)
            && !self.company.any_alone(word.as_bytes())
            && self.company.capitals_alone() > 2
        {
            return Some(ITALIC);
        }
        let lists = self.known.places(word).iter();
        let alone = lists.filter(|(place, _)| *place == Where::Alone);
        // `MC(5) = 10`
        let valued = self.key(run.end()) == "(" && self.key(run.end() + 2) == ")";
        for (_, list) in alone.filter(|_| !(valued && word.len() == 2)) {
            let sure = word.len() == 2 && self.company.only(self.tokens, self.known, *list);
            let accepted = match word.len() {
                2 => {
                    sure || self.reckoned(run)
                        || self.company.indexed(self.tokens, run, word)
                            && !self.company.any_alone(word.as_bytes())
                }
                _ => self.alone(run) && !scripted || self.company.has(self.known, word, *list),
            };
            // `Re^m Pr^n`, but `Re^{x}` alone
            let raised = !sure && self.raises_base(run, word);
            if accepted && !raised && !(capitals && self.drawn(run)) {
                return Some(ITALIC);
            }
        }
        None
    }
}
