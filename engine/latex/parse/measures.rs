//! Integrals by measures of small parts, `\int f(x)\,\mu(dx)`; variations of measures, `|\mu|(A)`.

use super::Parser;
use crate::latex::kinds::capital;
use crate::latex::tree::{Head, Join, Tree};
use crate::term::{Op, SlotSort};

impl Parser<'_> {
    /// Whether a measure stands in an integrand only below others, of which it has the densities:
    /// `\int_E \frac{d\nu}{d\mu}\,d\mu`.
    pub(super) fn densities(&self, measure: &str, integrand: &Tree) -> bool {
        let named = |name: &str| {
            matches!(
                name,
                r"\mu" | r"\nu" | r"\lambda" | "P" | "Q" | r"\mathbb{P}" | r"\mathbb{Q}"
            )
        };
        let total = self.table.derivative.map(|(total, _)| total);
        named(measure) && only_below(total, measure, integrand)
    }

    /// The integral over what the last factors of an integrand measure small parts of, or the
    /// integrand as it is.
    pub(super) fn by_measures(
        &self,
        bounded: bool,
        domain: &Option<Tree>,
        mut body: Tree,
    ) -> Result<Tree, Tree> {
        let ops = (self.table.named("intlaw"), self.table.named("intlawover"));
        let (Some(law), Some(over), false) = (ops.0, ops.1, bounded) else {
            return Err(body);
        };
        let mut measures = Vec::new();
        if self.measured_part(&body).is_some() {
            let place = body.start;
            let one = Tree::new(Head::Number("1".into()), Vec::new(), place, place);
            measures.push(std::mem::replace(&mut body, one));
        }
        while let Head::Product(joins) = &mut body.head
            && joins.last() == Some(&Join::Beside)
            && let Some(last) = body.args.pop_if(|t| self.measured_part(t).is_some())
        {
            joins.pop();
            measures.push(last);
            if body.args.len() == 1 {
                body = body.args.remove(0);
            }
        }
        if measures.is_empty() || measures.len() > 1 && domain.is_some() {
            let factors: Vec<Tree> = [body]
                .into_iter()
                .chain(measures.into_iter().rev())
                .collect();
            return Err(match factors.len() {
                1 => factors
                    .into_iter()
                    .next()
                    .unwrap_or_else(|| Tree::over(Head::Row, Vec::new())),
                n => Tree::over(Head::Product(vec![Join::Beside; n - 1].into()), factors),
            });
        }
        let mut tree = body;
        while let Some(mut call) = measures.pop() {
            let name = call.args.pop().and_then(|mut part| part.args.pop());
            let Some((name, measure)) = name.zip(call.args.pop()) else {
                return Err(tree);
            };
            tree = match domain {
                Some(domain) => Tree::over(
                    Head::Binder(over, SlotSort::Any),
                    vec![name, domain.clone(), measure, tree],
                ),
                None => Tree::over(Head::Binder(law, SlotSort::Any), vec![name, measure, tree]),
            };
        }
        Ok(tree)
    }

    /// What is measured, when this is the measure of a small part: `\mu(dx)`.
    fn measured_part<'t>(&self, tree: &'t Tree) -> Option<&'t Tree> {
        let (Head::Call, [_, part]) = (&tree.head, tree.args.as_slice()) else {
            return None;
        };
        let differential = self.table.differential_of?;
        let name = part.args.first().filter(|name| name.symbol().is_some());
        name.filter(|_| part.head == Head::Apply(differential))
    }

    /// Whether what stands in bars is a measure and a set follows: `|Du|(B)`, `|\mu|(\Omega)`.
    pub(super) fn measures_set(&self, within: &Tree) -> bool {
        let set = self.key_at(self.pos + 1);
        let named =
            set.len() == 1 && capital(set) || set == r"\Omega" || set.starts_with(r"\mathcal{");
        let measure = match (&within.head, within.args.as_slice()) {
            (Head::Product(_), [sign, of]) => sign.symbol() == Some("D") && of.symbol().is_some(),
            _ => matches!(within.symbol(), Some(r"\mu" | r"\nu")),
        };
        named && self.key_at(self.pos + 2) == ")" && measure
    }
}

/// Whether every place of a name is below the name of another measure in a derivative.
fn only_below(total: Option<Op>, measure: &str, tree: &Tree) -> bool {
    let density = matches!(tree.head, Head::Apply(op) if Some(op) == total)
        && matches!(tree.args.as_slice(), [below, _, above]
            if below.symbol() == Some(measure) && above.symbol().is_some_and(|n| n != measure));
    density
        || tree.symbol() != Some(measure) && tree.args.iter().all(|t| only_below(total, measure, t))
}
