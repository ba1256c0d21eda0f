//! Arrows that are no implications: natural transformations, `\eta\colon F \Rightarrow G`, convergence in law,
//! `X_n \Rightarrow X`, and limits in the midst of equations, `a_n = \frac{1}{n} \to 0 = b`.

use super::Elaborator;
use crate::latex::kinds::capital;
use crate::latex::tree::{Head, Join, Tree};
use crate::term::{Op, Term};
use crate::vocabulary::Kind;
use smallvec::{SmallVec, smallvec};

/// Letters of what runs to infinity.
const RUNNING: &[&str] = &["n", "m", "k", "N", "t"];

impl Elaborator<'_> {
    /// What a double arrow says between functors, or between laws and random variables.
    pub(super) fn double_arrow(&mut self, tree: &Tree) -> Option<Term> {
        let [left, right] = tree.args.as_slice() else {
            return None;
        };
        let between = self.source.get(left.end..right.start)?;
        if !(between.contains(r"\Rightarrow") || between.contains('⇒')) {
            return None;
        }
        // `F`, `GF`, `1_{\mathcal{C}}`, `\mathrm{Id}_C`
        fn functor(tree: &Tree) -> bool {
            match (&tree.head, tree.args.as_slice()) {
                (Head::Product(_) | Head::Apply(_), [_, ..]) => tree.args.iter().all(functor),
                (Head::Index, [base, category]) => {
                    let identity = matches!(&base.head, Head::Number(n) if n == "1")
                        || base.symbol().is_some_and(|n| n == "1" || n.len() > 1);
                    let large = |n: &str| capital(n) || n.starts_with(r"\math");
                    let category = match &category.head {
                        Head::Symbol(name) | Head::Mark(name) | Head::Words(name) => Some(name),
                        _ => None,
                    };
                    identity && category.is_some_and(|name| large(name))
                }
                _ => tree.symbol().is_some_and(|n| n.len() == 1 && capital(n)),
            }
        }
        // The colon of `\epsilon: FG \Rightarrow 1_D` binds like a sign of products.
        let (first, rest) = match (&left.head, left.args.as_slice()) {
            (Head::Product(_), [first, rest @ ..]) => (first, rest),
            _ => (left, [].as_slice()),
        };
        if let (Head::Apply(op), [name, from]) = (&first.head, first.args.as_slice())
            && Some(*op) == self.table.ratio
            && rest.iter().all(functor)
            && name
                .symbol()
                .is_some_and(|n| n.starts_with('\\') && !capital(n))
            && functor(from)
            && functor(right)
        {
            let from = match rest {
                [] => from.clone(),
                _ => {
                    let factors = [std::slice::from_ref(from), rest].concat();
                    Tree::over(Head::Product(smallvec![Join::Beside; rest.len()]), factors)
                }
            };
            let args = [name, &from, right].map(|part| self.term(part, Kind::Any));
            return Some(self.named("natural", args.into()));
        }
        let law = matches!(right.headed(), Some("N" | r"\mathcal{N}"))
            && right.args.len() == 3
            && !self.is_statement(left);
        if converges(left, right)
            && let (Head::Chain(ops), Some(tends)) = (&left.head, self.table.tends)
        {
            // `E_2^{p,q} = H^p(B; H^q(F)) \Rightarrow H^{p+q}(E)`
            let ops: SmallVec<[Op; 8]> = ops.iter().copied().chain([tends]).collect();
            let sides = left.args.iter().chain([right]).cloned().collect();
            let tree = Tree::over(Head::Chain(ops.iter().copied().collect()), sides);
            return Some(self.chain(&ops, &tree));
        }
        if converges(left, right) {
            let args = [left, right].map(|part| self.term(part, Kind::Any));
            return Some(self.named("tends", args.into()));
        }
        if law || limit(left, right) {
            let args = [left, right].map(|part| self.term(part, Kind::Any));
            return Some(self.named("inlaw", args.into()));
        }
        None
    }

    /// The arrow of Ramsey's theorem, behind which brackets say what is coloured: `\kappa \to (\lambda)^n_\mu`.
    pub(super) fn partitions(&mut self, tree: &Tree) -> Option<Term> {
        let [from, coloured] = tree.args.as_slice() else {
            return None;
        };
        let (Head::Power, [indexed, power]) = (&coloured.head, coloured.args.as_slice()) else {
            return None;
        };
        let (Head::Index, [size, colours]) = (&indexed.head, indexed.args.as_slice()) else {
            return None;
        };
        let round = size.closed && self.source.get(size.start..size.end)?.starts_with('(');
        let plain = matches!(size.head, Head::Symbol(_) | Head::Number(_) | Head::Index);
        let grouped = self.op("grouped").filter(|_| round && plain)?;
        let size = Tree::over(Head::Apply(grouped), vec![size.clone()]);
        let indexed = Tree::over(Head::Index, vec![size, colours.clone()]);
        let coloured = Tree::over(Head::Power, vec![indexed, power.clone()]);
        let args = [from, &coloured].map(|part| self.term(part, Kind::Any));
        Some(self.named("tends", args.into()))
    }
}

/// The chain that two chains with an arrow between them are where what stands before it is reckoned and tends to the
/// number behind it: `\int f_n = \frac{1}{n+1} \to 0 = \int f`.
pub(super) fn passing(arrow: Op, tree: &Tree) -> Option<(SmallVec<[Op; 8]>, Tree)> {
    let [before, behind] = tree.args.as_slice() else {
        return None;
    };
    let (Head::Chain(first), Head::Chain(second)) = (&before.head, &behind.head) else {
        return None;
    };
    let reckoned = before.args.last().is_some_and(|t| {
        matches!(t.head, Head::Apply(_) | Head::Power | Head::Product(_)) && !is_number(t)
    });
    let number = matches!(behind.args.first()?.head, Head::Number(_));
    if before.closed || behind.closed || !reckoned || !number {
        return None;
    }
    let ops = first
        .iter()
        .copied()
        .chain([arrow])
        .chain(second.iter().copied());
    let ops: SmallVec<[Op; 8]> = ops.collect();
    let sides = before.args.iter().chain(&behind.args).cloned().collect();
    let tree = Tree::over(Head::Chain(ops.iter().copied().collect()), sides);
    Some((ops, tree))
}

/// Whether nothing but numbers stands in a part.
fn is_number(tree: &Tree) -> bool {
    match tree.head {
        Head::Number(_) => true,
        Head::Apply(_) | Head::Power | Head::Product(_) => tree.args.iter().all(is_number),
        _ => false,
    }
}

/// Whether the first is a page of a spectral sequence and the second what it converges to:
/// `E_2^{p,q} \Rightarrow H^{p+q}`.
fn converges(page: &Tree, limit: &Tree) -> bool {
    let page = match page.head {
        Head::Chain(_) => page.args.first(),
        _ => Some(page),
    };
    let bidegree = page.is_some_and(|t| t.head == Head::Upper && t.args.len() == 3);
    let named = page.and_then(Tree::root_symbol).is_some_and(capital);
    bidegree && named && matches!(limit.head, Head::Power | Head::Call | Head::Index)
}

/// Whether the second is what a sequence of the same letter goes to: `X_n` and `X`.
fn limit(member: &Tree, whole: &Tree) -> bool {
    let runs = matches!(member.args.as_slice(), [_, index]
        if index.symbol().is_some_and(|n| RUNNING.contains(&n)));
    member.head == Head::Index && runs && whole.symbol() == member.args[0].symbol()
}
