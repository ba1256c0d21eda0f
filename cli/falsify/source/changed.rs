//! Texts of the corpus, and texts in which one statement is another.

use std::sync::Arc;

use mamut_engine::choice::Key;
use mamut_engine::text::Manner;

use super::{Texts, statement_of};
use crate::falsify::base::{Base, Change, Evidence};
use crate::falsify::candidates::{Candidates, Kept};
use crate::falsify::neighbours::Neighbour;
use crate::falsify::quota::Strictness;
use crate::falsify::stats::Fate;
use crate::falsify::theorem::{Premise, is_elsewhere, is_weaker, is_wider, recounted};

/// As many changes of a statement may fail before others are more likely to be changed.
const PATIENT: u32 = 4;

impl Texts<'_, '_> {
    /// A text of the corpus.
    pub(super) fn stated(&mut self, neighbour: Neighbour) -> Option<Base> {
        let name = neighbour.strategy.strategy.as_str();
        self.stats.candidate([name].into_iter(), Fate::Stated);
        let strategies = &self.pipeline.rules.strategies;
        let strategy = strategies.iter().position(|s| s.id == name)?;
        let (distance, shared) = self.near(&neighbour.source);
        let change = Change {
            evidence: if neighbour.other {
                Evidence::Other
            } else {
                Evidence::Authored
            },
            strategies: [neighbour.strategy].into(),
            distance,
            shared,
        };
        let body = self.stated_body(neighbour.source, neighbour.other)?;
        let base = Base::new(body, change);
        self.quota.count(&[strategy]);
        Some(base)
    }

    /// The text with one statement changed.
    pub(super) fn changed(
        &mut self,
        key: Key,
        wanted: usize,
        strictness: Strictness,
    ) -> Option<Base> {
        if self.formulas.is_empty() {
            return None;
        }
        // The largest statements are what the text is about, unless nothing comes of them.
        let passages = &self.document.passages;
        let weights = self
            .formulas
            .iter()
            .zip(&self.barren)
            .map(|((at, _), barren)| {
                let size = passages[*at].term.size() as f64;
                size * size / f64::from(1 + barren / PATIENT).powi(4)
            });
        let chosen = key.named("formula").draws().weighted(weights);
        let found = self.changed_at(chosen, wanted, strictness);
        self.barren[chosen] = match found {
            Some(_) => 0,
            None => self.barren[chosen] + 1,
        };
        found
    }

    /// The text with this statement changed.
    fn changed_at(&mut self, chosen: usize, wanted: usize, strictness: Strictness) -> Option<Base> {
        let passages = &self.document.passages;
        let (at, candidates) = &mut self.formulas[chosen];
        let at = *at;
        let kept = candidates.next_of(wanted, &mut self.quota, strictness)?;
        let vocabulary = &self.pipeline.rules.vocabulary;
        let recounted = self.running[chosen].as_ref().is_some_and(|index| {
            let others = recounted(&kept.formula.term, index, vocabulary);
            others
                .iter()
                .any(|term| candidates.holds(term, &kept.formula))
        });
        let (term, atoms) = (&kept.formula.term, &kept.formula.atoms);
        let allowed = || {
            let valued = self.valued[chosen].get_or_init(|| self.roles.valued(at));
            valued.as_ref().is_some_and(|v| v.allows(&kept.formula))
        };
        let holds = |under: &Candidates<'_, '_>| under.holds(term, &kept.formula);
        let shown = !recounted
            && !self.assumed[chosen].as_ref().is_some_and(holds)
            && !is_elsewhere(term, &passages[at].term, vocabulary)
            && !self.prose.allows(at, &kept)
            && match &self.premises[chosen] {
                Premise::Free => {
                    let holds = match &kept.change.evidence {
                        Evidence::Refuted(sketch) => sketch.has_source(),
                        _ => true,
                    };
                    (holds || !is_weaker(&kept.formula, &passages[at].term, vocabulary))
                        && !allowed()
                }
                Premise::Kept => true,
                Premise::Of(all) => all.iter().any(|t| t.fails(term, atoms)) && !allowed(),
                Premise::Wider => {
                    let premise = statement_of(self.document, &passages[at]);
                    is_wider(&kept.formula, &premise, vocabulary)
                }
            };
        if !shown {
            self.take_back(&kept.change);
            return None;
        }
        let Kept {
            formula: statement,
            mut change,
            ..
        } = kept;
        let passage = &passages[at];
        let text = match &passage.manner {
            Manner::Sides(sides, _) => self.with_sides(passage, sides, &statement),
            _ => Some(self.with([(&passage.span, statement.source.as_str())])),
        };
        let body = text.and_then(|text| self.body(text));
        let Some(body) = body.filter(|body| self.is_read_as_meant((at, &statement.term), body))
        else {
            self.take_back(&change);
            return None;
        };
        if let Evidence::Refuted(witness) = change.evidence {
            let witness = witness.within(&statement.atoms, body.atoms());
            change.evidence = Evidence::Refuted(witness);
        }
        Some(Base::new(Arc::new(body), change))
    }
}
