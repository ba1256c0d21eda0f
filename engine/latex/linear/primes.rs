//! Matrices and vectors that a prime transposes: `X'X`, `X'\beta`, `x'Ax`.

mod forms;

use super::VECTORS;
use crate::latex::apart::same;
use crate::latex::kinds::{Kinds, capital};
use crate::latex::tree::{Head, Tree};
use crate::spelling::core;
use crate::vocabulary::Kind;
use forms::factors;

/// Residuals and errors, of which nobody takes derivatives.
pub(super) const RESIDUALS: &[&str] = &[
    "e",
    r"\epsilon",
    r"\varepsilon",
    r"\hat{e}",
    r"\hat{u}",
    r"\hat{\epsilon}",
    r"\hat{\varepsilon}",
];

/// What is estimated from data.
const ESTIMATES: &[&str] = &[r"\beta", r"\gamma", r"\theta", r"\hat{\beta}", r"\delta"];

impl Kinds<'_> {
    /// Notes what a prime transposes: a matrix of data that stands beside itself, `X'X`, or before
    /// what is estimated, `X'\beta`; the vector of a quadratic form, `x'Ax`.
    pub(in crate::latex) fn data(&mut self, tree: &Tree) {
        self.quadratic(tree);
        if let [.., data, estimate] = tree.args.as_slice()
            && let Some(base) = primed(data)
            && let Some(name) = base.root_symbol()
            && let Some(estimate) = estimate.symbol().filter(|n| ESTIMATES.contains(n))
        {
            let kind = match base.head {
                Head::Index if matches!(name, "x" | "z" | "X" | "Z") => Kind::Vec,
                Head::Symbol(_) if matches!(name, "X" | "Z") => Kind::Mat,
                // `\Lambda(x'\beta)`
                Head::Symbol(_) if matches!(name, "x" | "z") && tree.args.len() == 2 => Kind::Vec,
                _ => return,
            };
            let name = name.to_owned();
            self.transpose_primes_of(&name, kind);
            self.note(estimate, Kind::Vec);
        }
        self.observed(tree);
        self.coefficients(tree);
        self.inverted_moment(tree);
        self.spectral(tree);
        self.portfolio(tree);
        self.primed_alike(tree);
        self.residuals(tree);
        self.blocks(tree);
        self.moments(tree);
        for pair in tree.args.windows(2) {
            for (one, other) in [(&pair[0], &pair[1]), (&pair[1], &pair[0])] {
                // `\hat{u}'\hat{u}`: a sum of squared residuals.
                if let Some(name) = primed(one).and_then(Tree::symbol)
                    && RESIDUALS.contains(&name)
                    && other.symbol() == Some(name)
                {
                    let name = name.to_owned();
                    self.transpose_primes_of(&name, Kind::Vec);
                    continue;
                }
                // `X_1'X_1`
                if let Some(base) = primed(one).filter(|base| base.head == Head::Index)
                    && let Some(name) = base.root_symbol().filter(|n| matches!(*n, "X" | "Z"))
                    && matches!(base.args[1].head, Head::Number(_))
                    && other.head == Head::Index
                    && other.root_symbol() == Some(name)
                    && !self.is_primed(name)
                {
                    let name = name.to_owned();
                    self.transpose_primes_of(&name, Kind::Mat);
                    continue;
                }
                // `\tilde{X}'X` is such a product, too.
                let letter = primed(one).and_then(Tree::symbol);
                if let Some(name) = letter.filter(|n| matches!(core(n), "X" | "Z"))
                    && let Some(beside) = other.symbol().filter(|n| core(n) == core(name))
                    && !self.is_primed(name)
                {
                    let (name, beside) = (name.to_owned(), beside.to_owned());
                    self.transpose_primes_of(&name, Kind::Mat);
                    if name != beside {
                        self.note(&beside, Kind::Mat);
                    }
                }
            }
        }
    }

    /// Notes coefficients of one of several equations and the data that they weigh, `\beta_j'x_i`, `x_i'\beta_j`,
    /// and those before the data of an observation: `\beta'x_i`.
    fn coefficients(&mut self, tree: &Tree) {
        for pair in tree.args.windows(2) {
            self.weighed(&pair[0], &pair[1]);
        }
    }

    fn weighed(&mut self, first: &Tree, second: &Tree) {
        let Some(base) = primed(first) else {
            return;
        };
        let letter = |t: &Tree| {
            let number = |t: &Tree| matches!(t.head, Head::Number(_));
            let known = t.head != Head::Index || !t.args[1..].iter().any(number);
            let plain = matches!(t.head, Head::Symbol(_) | Head::Index) && known;
            t.root_symbol().filter(|_| plain).map(str::to_owned)
        };
        let (Some(one), Some(other)) = (letter(base), letter(second)) else {
            return;
        };
        let estimate = |n: &str| ESTIMATES.contains(&n) && VECTORS.contains(&n);
        let data = |n: &str| matches!(n, "x" | "z");
        let observed = match estimate(&one) {
            true => data(&other) && second.head == Head::Index,
            false => {
                let observed = data(&one) || matches!(one.as_str(), "X" | "Z");
                observed && base.head == Head::Index && estimate(&other)
            }
        };
        if observed {
            self.transpose_primes_of(&one, Kind::Vec);
            self.note(&other, Kind::Vec);
        }
    }

    /// Notes the matrices of `A\Lambda A'`, where a letter stands on both sides of matrices with Greek names
    /// or an index that all have, primed behind them: `Z_t P_t Z_t'`.
    fn spectral(&mut self, tree: &Tree) {
        let [first, middle @ .., last] = tree.args.as_slice() else {
            return;
        };
        let Some(base) = primed(last).filter(|base| same(base, first)) else {
            return;
        };
        let large = |t: &Tree| {
            let letter = t.root_symbol().map(core);
            letter.is_some_and(|n| n.len() == 1 && capital(n))
        };
        let indexed = base.head == Head::Index
            && middle
                .iter()
                .all(|t| t.head == Head::Index && same(&t.args[1], &base.args[1]));
        let greek = middle
            .iter()
            .all(|t| matches!(t.root_symbol(), Some(r"\Lambda" | r"\Sigma" | r"\Omega")));
        // `\mathbf{A}\mathbf{V}\mathbf{A}'`
        let set = |t: &Tree| t.symbol().is_some_and(|n| core(n).len() < n.len());
        let bold = set(base) && middle.iter().all(set);
        let mut matrices = Vec::new();
        if !middle.is_empty()
            && large(base)
            && (indexed || greek || bold)
            && middle.iter().all(|t| factors(t, &mut matrices))
        {
            let name = base.root_symbol().unwrap_or_default().to_owned();
            self.transpose_primes_of(&name, Kind::Mat);
            for matrix in matrices {
                self.note(&matrix, Kind::Mat);
            }
        }
    }

    /// Notes the matrices of a product of data that is inverted before one of them: `(Z'X)^{-1}Z'y`.
    fn inverted_moment(&mut self, tree: &Tree) {
        let [inverse, rest @ ..] = tree.args.as_slice() else {
            return;
        };
        let (Head::Power, [moment, exponent]) = (&inverse.head, inverse.args.as_slice()) else {
            return;
        };
        if !crate::latex::parse::minus_one(exponent) || !matches!(moment.head, Head::Product(_)) {
            return;
        }
        let large = |t: &Tree| {
            t.symbol()
                .filter(|n| n.len() == 1 && capital(n))
                .map(str::to_owned)
        };
        let [one, other] = moment.args.as_slice() else {
            return;
        };
        if let (Some(data), Some(other)) = (primed(one).and_then(large), large(other))
            && let Some(next) = rest.first().and_then(primed).and_then(large)
            && (next == data || next == other)
        {
            self.transpose_primes_of(&data, Kind::Mat);
            self.note(&other, Kind::Mat);
            if let Some(last) = rest.get(1).and_then(Tree::symbol).filter(|n| !capital(n)) {
                self.note(last, Kind::Vec);
            }
        }
    }

    /// Notes the other matrices that are primed in a product where a prime transposes one:
    /// `(X'ZW^{-1}Z'X)^{-1}X'ZW^{-1}Z'y`.
    fn primed_alike(&mut self, tree: &Tree) {
        let names = tree.args.iter().filter_map(|t| primed(t)?.symbol());
        if !names.clone().any(|name| self.is_primed(name)) {
            return;
        }
        let other = |name: &&str| {
            let large = name.len() == 1 && capital(name);
            large
                && !self.is_primed(name)
                && matches!(self.symbol(name), Kind::Mat | Kind::Any | Kind::Fn)
        };
        let others: Vec<String> = names.filter(other).map(str::to_owned).collect();
        for name in others {
            self.transpose_primes_of(&name, Kind::Mat);
        }
    }

    /// Notes the vectors of a difference whose square is taken by a prime: `(y - Xb)'(y - Xb)`.
    fn residuals(&mut self, tree: &Tree) {
        for pair in tree.args.windows(2) {
            let base = primed(&pair[0]).filter(|base| same(base, &pair[1]));
            let Some(base) = base.filter(|base| matches!(base.head, Head::Sum(..))) else {
                continue;
            };
            for name in base.args.iter().filter_map(Tree::symbol) {
                self.transpose_primes_of(name, Kind::Vec);
            }
        }
    }

    /// Notes the matrices around a product of Kronecker: `X'(S \otimes I)Z`.
    fn blocks(&mut self, tree: &Tree) {
        let [first, middle @ .., last] = tree.args.as_slice() else {
            return;
        };
        let large = |t: &Tree| {
            let name = t.symbol().filter(|n| n.len() == 1 && capital(n))?;
            Some(name.to_owned())
        };
        let block = |t: &Tree| {
            let base = match t.head {
                Head::Power => &t.args[0],
                _ => t,
            };
            matches!(base.head, Head::Apply(op) if self.name(op) == "otimes")
        };
        if let Some(data) = primed(first).and_then(large)
            && middle.iter().any(block)
        {
            self.transpose_primes_of(&data, Kind::Mat);
            if let Some(name) = large(last) {
                self.note(&name, Kind::Mat);
            } else if let Some(name) = last.symbol().filter(|n| VECTORS.contains(n)) {
                let name = name.to_owned();
                self.note(&name, Kind::Vec);
            }
        }
    }

    /// Notes the weights that a prime lays before means, variances or ones: `w'\mu`, `w'\mathbf{1}`.
    fn portfolio(&mut self, tree: &Tree) {
        if let [weights, other] = tree.args.as_slice()
            && let Some(name) = primed(weights).and_then(Tree::symbol)
            && matches!(name, "w" | r"\omega")
            && let Some(other) = other.symbol()
            && matches!(other, r"\mu" | r"\mathbf{1}" | r"\iota" | r"\boldsymbol{1}")
        {
            let name = name.to_owned();
            self.transpose_primes_of(&name, Kind::Vec);
            self.note(other, Kind::Vec);
        }
    }

    /// Notes a matrix whose product with itself, primed, is one or the identity: `U'U = 1`, `VV' = I`.
    pub(in crate::latex) fn orthogonal(&mut self, chain: &Tree) {
        let [product, one] = chain.args.as_slice() else {
            return;
        };
        let unit = match &one.head {
            Head::Number(n) => n == "1",
            _ => one.root_symbol().is_some_and(|n| core(n) == "I"),
        };
        let (true, Head::Product(_), [first, second]) =
            (unit, &product.head, product.args.as_slice())
        else {
            return;
        };
        for (one, other) in [(first, second), (second, first)] {
            if let Some(base) = primed(one).filter(|base| same(base, other))
                && let Some(name) = base.symbol().filter(|n| n.len() == 1 && capital(n))
            {
                let name = name.to_owned();
                self.transpose_primes_of(&name, Kind::Mat);
            }
        }
    }

    /// Notes the vector of which the mean of the square is taken: `E(uu') = \sigma^2 I`.
    pub(in crate::latex) fn second_moment(&mut self, argument: &Tree) {
        let (Head::Product(_), [one, other]) = (&argument.head, argument.args.as_slice()) else {
            return;
        };
        let Some(base) = primed(other).filter(|base| same(base, one)) else {
            return;
        };
        // `E[(X - \mu)(X - \mu)']`
        let terms = match base.head {
            Head::Sum(..) => base.args.as_slice(),
            _ => std::slice::from_ref(base),
        };
        for name in terms.iter().filter_map(Tree::symbol) {
            let data = capital(name) && !matches!(base.head, Head::Sum(..));
            let kind = if data { Kind::Mat } else { Kind::Vec };
            self.transpose_primes_of(name, kind);
        }
    }
}

/// What has one prime.
pub(super) fn primed(tree: &Tree) -> Option<&Tree> {
    match (&tree.head, tree.args.as_slice()) {
        (Head::Prime, [base, primes]) if primes.head == Head::Number("1".into()) => Some(base),
        _ => None,
    }
}
