//! Sizes of forms: what the source suggests, what is smallest, what grows too much.

use mamut_engine::forest::{ClassId, Forest};

use crate::grammar::{Alternative, Grammar, Out};

/// How natural all that rules made of a part is together, beside what the source writes there.
const MADE: f64 = 0.4;

/// The number of nodes of the source's own term; none when the class has no source node.
pub(crate) fn source_size(
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
pub(crate) fn measure(grammar: &mut Grammar) -> u32 {
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
pub(crate) fn finish(grammar: &mut Grammar) {
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
        temper(&mut nonterminal.alternatives);
        nonterminal.cumulative = running(nonterminal.alternatives.iter().map(|a| a.weight));
        nonterminal.single = match nonterminal.alternatives.as_slice() {
            [a] => a.productions.len() == 1 && a.decided.is_none() && a.rule.is_none(),
            _ => false,
        };
    }
}

/// Makes all that rules made together at most so much of what the source writes.
fn temper(alternatives: &mut [Alternative]) {
    let sum = |made: bool| -> f64 {
        let chosen = alternatives.iter().filter(|a| a.rule.is_some() == made);
        chosen.map(|a| a.weight).sum()
    };
    let (written, made) = (sum(false), sum(true));
    let most = written * MADE;
    if most > 0.0 && made > most {
        for alternative in alternatives.iter_mut().filter(|a| a.rule.is_some()) {
            alternative.weight *= most / made;
        }
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
