//! Factors behind the body of a product that are none of it.

use super::Parser;
use super::big::Big;
use crate::latex::kinds::capital;
use crate::latex::tree::{Head, Join, Tree};
use smallvec::SmallVec;

/// As many tokens before the sign hold a letter and what stands above it.
const ABOVE: usize = 5;

/// Whether a letter stands here where no sign binds it: a factor that binds it again is none of the body,
/// `\prod_i a_i \left(1 + \sum_i b_i\right)`.
fn outside(tree: &Tree, name: &str) -> bool {
    let bound = matches!(tree.head, Head::Binder(..))
        && tree.args.first().and_then(Tree::symbol) == Some(name);
    match tree.symbol() {
        Some(letter) => letter == name,
        None => !bound && tree.args.iter().any(|t| outside(t, name)),
    }
}

impl Parser<'_> {
    /// Takes the factors off the body of a product that stand after a bracket and hold none of the
    /// letters bound since `outer`: `\prod_{k=1}^n (1 - a_k)\,x` is multiplied by `x` once; or that lead
    /// back to where what stands before the sign leads from: `U^\dagger \prod_k V_k U`. Takes a limit
    /// off the body of another one of the same letter: `\lim_{x \to a} f(x) \lim_{x \to a} g(x)`.
    pub(super) fn behind_product(
        &self,
        big: &Big,
        sign: usize,
        body: &mut Tree,
        outer: usize,
    ) -> Option<(SmallVec<[Join; 16]>, Vec<Tree>)> {
        let Head::Product(joins) = &mut body.head else {
            return None;
        };
        if body.closed {
            return None;
        }
        let again = |t: &Tree| {
            matches!(t.head, Head::Binder(..))
                && t.args[0]
                    .symbol()
                    .is_some_and(|name| self.bound[outer..].iter().any(|bound| bound == name))
        };
        if self.key_at(sign) == r"\lim" && body.args.last().is_some_and(again) {
            let join = joins.pop()?;
            let limit = body.args.pop()?;
            if body.args.len() == 1 {
                *body = body.args.remove(0);
            }
            return Some((smallvec::smallvec![join], vec![limit]));
        }
        if !self.table.big_products.contains(&big.op) {
            return None;
        }
        let mentions = |t: &Tree| self.bound[outer..].iter().any(|name| outside(t, name));
        let last = body.args.iter().rposition(mentions)?;
        fn ended(tree: &Tree) -> bool {
            match tree.head {
                Head::Binder(..) => tree.args.last().is_some_and(ended),
                _ => tree.closed && tree.head != Head::Call,
            }
        }
        let rest = &body.args[last + 1..];
        let again = |t: &Tree| self.bound[outer..].iter().any(|name| t.mentions(name));
        if !ended(&body.args[last]) && !self.returns(sign, rest) && !rest.iter().any(again) {
            return None;
        }
        // Numbers that a sign multiplies by are factors of the body: nobody writes them behind it.
        let counted = |(join, factor): &(&Join, &Tree)| {
            **join != Join::Beside && matches!(factor.head, Head::Number(_))
        };
        let after = joins[last..].iter().zip(&body.args[last + 1..]);
        let last = last + after.take_while(counted).count();
        if last + 1 == body.args.len() {
            return None;
        }
        let behind: SmallVec<[Join; 16]> = joins.drain(last..).collect();
        let factors = body.args.split_off(last + 1);
        if last == 0 {
            *body = body.args.remove(0);
        }
        Some((behind, factors))
    }

    /// Whether the last factor behind is a capital letter that stands right before the sign as well, one
    /// of both with a mark or an inverse above it.
    fn returns(&self, sign: usize, behind: &[Tree]) -> bool {
        let Some(last) = behind.last() else {
            return false;
        };
        let from = sign.saturating_sub(ABOVE);
        let raised = (from..sign).rev().find(|at| self.key_at(*at) == "^");
        let letter = raised.unwrap_or(sign).checked_sub(1);
        let name = letter.map_or("", |at| self.key_at(at));
        let marked = matches!(last.head, Head::Power | Head::Prime);
        capital(name)
            && last.headed() == Some(name)
            && marked != raised.is_some()
            && behind.len() == 1
    }

    /// Whether this is the product of a sign with the factors behind its body.
    pub(super) fn ends_product(&self, factor: &Tree) -> bool {
        let sign = |t: &Tree| match t.head {
            Head::Binder(op, _) | Head::Apply(op) => {
                self.table.big_products.contains(&op) || self.table.named("prodall") == Some(op)
            }
            _ => false,
        };
        matches!(factor.head, Head::Product(_))
            && !factor.closed
            && factor.args.first().is_some_and(sign)
    }

    /// What stands before such a product with each of its factors.
    pub(super) fn factor_by_factor(&mut self, left: Tree, join: Join, product: Tree) -> Tree {
        let Head::Product(joins) = product.head else {
            return left;
        };
        let joins = std::iter::once(join).chain(joins);
        joins.zip(product.args).fold(left, |left, (join, factor)| {
            self.multiply(left, join, factor)
        })
    }
}
