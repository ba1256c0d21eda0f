//! Matrices and vectors that only their company gives away: `x^T y`, `\|Ax - b\|`, `\ker T`.

mod bolds;
mod columns;
mod dynamics;
mod measured;
mod multipliers;
mod observations;
mod primes;
mod squares;
mod summands;

pub(super) use columns::column;
pub(super) use multipliers::ones;

use super::bold;
use super::kinds::{Kinds, capital};
use super::tree::{Head, Join, Tree};
use crate::vocabulary::Kind;

/// Letters that name vectors where they are transposed.
const VECTORS: &[&str] = &[
    "a", "b", "c", "d", "g", "h", "p", "q", "s", "u", "v", "w", "x", "y", "z", r"\beta", r"\mu",
    r"\theta", r"\phi", r"\xi", r"\eta", r"\pi",
];

/// Whether these are two small letters with one index.
fn outer(column: &Tree, row: &Tree) -> bool {
    let indexed = |t: &Tree| {
        let small = |n: &str| is_greek(n) || n.len() == 1 && !capital(n);
        t.head == Head::Index && t.args.len() == 2 && t.args[0].symbol().is_some_and(small)
    };
    indexed(column) && indexed(row) && super::apart::same(&column.args[1], &row.args[1])
}

/// Whether this is the command of a small Greek letter.
fn is_greek(name: &str) -> bool {
    let letters = name.strip_prefix('\\').unwrap_or("");
    !letters.is_empty() && letters.bytes().all(|b| b.is_ascii_lowercase())
}

/// Whether a letter names a vector where it is transposed.
pub(super) fn names_vector(name: &str) -> bool {
    VECTORS.contains(&name)
}

impl Kinds<'_> {
    /// Notes that the letters of `x^T y` and `w^T x` are vectors.
    pub(super) fn lying(&mut self, joins: &[Join], tree: &Tree) {
        self.squared(joins, tree);
        self.multipliers(joins, tree);
        for (join, pair) in joins.iter().zip(tree.args.windows(2)) {
            if *join == Join::Beside && column(&pair[1]) {
                self.before_column(&pair[0]);
            }
            let (Head::Power, [base, exponent]) = (&pair[0].head, pair[0].args.as_slice()) else {
                continue;
            };
            // `w^H w`, and `w^H x` beside what is known.
            let again = |t: &Tree| base.root_symbol() == t.root_symbol();
            let met = || {
                again(&pair[1]) || tree.args.last().is_some_and(again) || self.is_linear(&pair[1])
            };
            let transposed = match &exponent.head {
                Head::Symbol(letter) => self.transposes(letter) || *letter == *"H" && met(),
                Head::Mark(mark) => super::kinds::is_transposition(mark),
                _ => false,
            };
            let small = |t: &Tree| {
                t.root_symbol()
                    .is_some_and(|n| VECTORS.contains(&n) || n == "e" && t.head == Head::Index)
            };
            // `(x - \mu)^T \Sigma^{-1} (x - \mu)`
            let difference = base.closed
                && matches!(base.head, Head::Sum(..))
                && base.args.iter().all(|t| small(t) && t.head != Head::Power);
            let next = &pair[1];
            let follows = *join != Join::Cross
                && (next.root_symbol().is_some()
                    || next.head == Head::Call
                        && (matches!(exponent.head, Head::Mark(_))
                            || matches!(exponent.symbol(), Some("T")))
                    || matches!(next.head, Head::Apply(op) if self.is_hessian(op))
                    || matches!(next.head, Head::Sum(..) if next.closed)
                    || of_matrices(next));
            if transposed && difference && follows {
                for term in &base.args {
                    let name = term.root_symbol().unwrap_or_default().to_owned();
                    self.note(&name, Kind::Vec);
                }
                continue;
            }
            // `\omega_k^T x`, but `\gamma^T x`
            let member = || {
                base.head == Head::Index
                    && base.args.len() == 2
                    && base.args[0].symbol().is_some_and(is_greek)
                    && next
                        .root_symbol()
                        .is_some_and(|n| n.len() == 1 && VECTORS.contains(&n))
            };
            if !(transposed && follows && (small(base) || member())) {
                continue;
            }
            if !small(base) {
                let name = base.root_symbol().unwrap_or_default().to_owned();
                self.note(&name, Kind::Vec);
            }
            if of_matrices(next) {
                let all = next.args.iter().filter_map(Tree::root_symbol);
                let names: Vec<String> = all.map(str::to_owned).collect();
                names.iter().for_each(|name| self.note(name, Kind::Mat));
            }
            // `s^T (b - Ax)`
            let numbers = |t: &Tree| t.args.iter().any(|t| matches!(t.head, Head::Number(_)));
            if matches!(next.head, Head::Sum(..)) && !numbers(next) {
                self.vectors_of(next);
            }
            // `y^T \alpha`: a number would stand before it.
            let last = tree.args.last().is_some_and(|t| std::ptr::eq(t, next));
            let greek = next.symbol().filter(|n| last && is_greek(n));
            if let Some(name) = greek.map(str::to_owned) {
                self.note(&name, Kind::Vec);
            }
            for vector in [base, next] {
                if small(vector) && !matches!(vector.head, Head::Call) {
                    let name = vector.root_symbol().unwrap_or_default().to_owned();
                    self.note(&name, Kind::Vec);
                }
            }
        }
    }

    fn is_linear(&self, tree: &Tree) -> bool {
        matches!(self.of(tree), Kind::Mat | Kind::Vec)
    }

    /// Notes the vectors on both sides of a matrix, the last of which is transposed: `e_i M f_j^t`.
    pub(super) fn around_matrix(&mut self, joins: &[Join], tree: &Tree) {
        let [factors @ .., last] = tree.args.as_slice() else {
            return;
        };
        let (Head::Power | Head::Upper, [column, sign]) = (&last.head, last.args.as_slice()) else {
            return;
        };
        let small = |t: &Tree| {
            matches!(t.head, Head::Symbol(_) | Head::Index)
                && t.root_symbol()
                    .is_some_and(|n| VECTORS.contains(&n) || matches!(n, "e" | "f" | "g"))
        };
        // `z_i M v^T`, where `v` is known to be a vector.
        let known = factors.len() > 1 && self.of(column) == Kind::Vec;
        let matrix = |t: &Tree| {
            self.of(t) == Kind::Mat
                || known && t.symbol().is_some_and(|n| n.len() == 1 && capital(n))
        };
        let transposed = match &sign.head {
            Head::Symbol(name) => matches!(name.as_str(), "t" | "T"),
            Head::Mark(mark) => super::kinds::is_transposition(mark),
            _ => false,
        };
        // `\sigma_i u_i v_i^*`: a singular value before its vectors.
        let conjugated = matches!(&sign.head, Head::Mark(mark) if mark.as_str() == "*");
        if conjugated
            && let [value, first] = factors
            && matches!(value.root_symbol(), Some(r"\sigma" | r"\lambda" | "s"))
            && value.head == Head::Index
            && outer(first, column)
            && super::apart::same(&value.args[1], &first.args[1])
        {
            for name in [first, column].map(|t| t.root_symbol().unwrap_or_default().to_owned()) {
                self.note(&name, Kind::Vec);
            }
            return;
        }
        // `\xi_k \gamma_k^T`: a column before a row of the same number.
        if let [.., first] = factors
            && transposed
            && outer(first, column)
            && joins.last() == Some(&Join::Beside)
        {
            for name in [first, column].map(|t| t.root_symbol().unwrap_or_default().to_owned()) {
                self.note(&name, Kind::Vec);
            }
            return;
        }
        let fits = transposed
            && joins.iter().all(|j| *j == Join::Beside)
            && small(column)
            && factors.last().is_some_and(matrix);
        if !fits {
            return;
        }
        let row = tree.args.first().filter(|t| small(t));
        let names: Vec<String> = row
            .into_iter()
            .chain([column])
            .filter_map(|t| t.root_symbol().map(str::to_owned))
            .collect();
        let middle = factors.last().and_then(Tree::symbol).map(str::to_owned);
        names.iter().for_each(|name| self.note(name, Kind::Vec));
        if let Some(middle) = middle {
            self.note(&middle, Kind::Mat);
        }
    }

    /// Notes the matrix between a transposed value and another: `x^T(t) Q x(t)`.
    pub(super) fn between_values(&mut self, tree: &Tree) {
        let [first, middle @ .., _] = tree.args.as_slice() else {
            return;
        };
        let turned = matches!((&first.head, first.args.first()), (Head::Call, Some(power))
            if super::elaborate::transposes(power)
                && power.root_symbol().is_some_and(|n| names_vector(n) || bold::directed(n)));
        if !turned {
            return;
        }
        let large = |t: &&Tree| t.symbol().is_some_and(|n| n.len() == 1 && capital(n));
        let names: Vec<String> = middle
            .iter()
            .filter(large)
            .filter_map(|t| t.symbol().map(str::to_owned))
            .collect();
        names.iter().for_each(|name| self.note(name, Kind::Mat));
    }

    /// Notes what an inverse matrix is applied to: `D^{-1}(b - Rx)`.
    pub(super) fn within(&mut self, tree: &Tree) {
        for pair in tree.args.windows(2) {
            self.before_inverse(&pair[0], &pair[1]);
            // `\operatorname{div}(A \nabla u)`
            if pair[0].symbol() == Some("A") && self.gradient(&pair[1]) {
                self.note("A", Kind::Mat);
            }
            let inverted = pair[0].head == Head::Power
                && super::parse::minus_one(&pair[0].args[1])
                && self.of(&pair[0]) == Kind::Mat;
            if !inverted || !pair[1].closed || !matches!(pair[1].head, Head::Sum(..)) {
                continue;
            }
            let small = |t: &Tree| self.rooted(t).is_some_and(|n| VECTORS.contains(&n));
            let mut found: Vec<(String, Kind)> = Vec::new();
            for term in &pair[1].args {
                let (Head::Product(joins), [matrix, vector]) = (&term.head, term.args.as_slice())
                else {
                    continue;
                };
                // `D^{-1}(b - (L + U)x)`
                let letters = match matrix.head {
                    Head::Sum(..) => matrix.args.as_slice(),
                    _ => std::slice::from_ref(matrix),
                };
                let large = |t: &Tree| t.symbol().is_some_and(|n| n.len() == 1 && capital(n));
                if joins[..] == [Join::Beside] && letters.iter().all(large) && small(vector) {
                    let vector = self.rooted(vector).unwrap_or_default().to_owned();
                    let names = letters.iter().filter_map(Tree::symbol);
                    found.extend(names.map(|name| (name.to_owned(), Kind::Mat)));
                    found.push((vector, Kind::Vec));
                }
            }
            for (name, kind) in found {
                self.note(&name, kind);
            }
        }
    }

    /// Notes that the letter of `A^t A` and `A^t = -A` is a matrix.
    pub(super) fn transposed_beside(&mut self, tree: &Tree) {
        let unsigned = |t: &Tree| match (&t.head, t.args.as_slice()) {
            (Head::Sum(..), [only]) => only.symbol().map(str::to_owned),
            _ => t.symbol().map(str::to_owned),
        };
        let raised = |t: &Tree| match (&t.head, t.args.as_slice()) {
            (Head::Power, [base, exponent]) if matches!(exponent.symbol(), Some("t" | "H")) => base
                .symbol()
                .filter(|n| n.len() == 1 && capital(n))
                .map(str::to_owned),
            _ => None,
        };
        for pair in tree.args.windows(2) {
            for (one, other) in [(&pair[0], &pair[1]), (&pair[1], &pair[0])] {
                if let Some(name) = raised(one)
                    && unsigned(other).as_ref() == Some(&name)
                {
                    self.note(&name, Kind::Mat);
                }
            }
        }
        self.decomposed(tree);
    }

    /// Notes the matrix of `(X'X)^{-1}` and `(RR')^{-1}`, of which the prime says that it is transposed.
    pub(super) fn inverted_square(&mut self, power: &Tree) {
        let (Head::Product(_), [first, .., last]) =
            (&power.args[0].head, power.args[0].args.as_slice())
        else {
            return;
        };
        let primed = |t: &Tree| match (&t.head, t.args.as_slice()) {
            (Head::Prime, [base, primes]) if primes.head == Head::Number("1".into()) => {
                base.symbol().map(str::to_owned)
            }
            _ => None,
        };
        let letter = |a: &Tree, b: &Tree| {
            let data = |n: &str| n.len() == 1 && (capital(n) || matches!(n, "x" | "z"));
            primed(a).filter(|n| data(n) && b.symbol() == Some(n))
        };
        if let Some(name) = letter(first, last).or_else(|| letter(last, first))
            && crate::latex::parse::minus_one(&power.args[1])
        {
            self.transpose_primes_of(&name, Kind::Mat);
        }
    }

    /// Notes that what stands behind a function of a matrix is one: `\mathrm{softmax}(QK^T)V`.
    pub(super) fn after_function(&mut self, joins: &[Join], tree: &Tree) {
        for (join, pair) in joins.iter().zip(tree.args.windows(2)) {
            // `A \operatorname{diag}(v)`
            if *join == Join::Beside && super::kinds::diagonal(&pair[1]) {
                self.note_large(&pair[0]);
            }
            let named = |t: &Tree| t.headed().is_some_and(|n| n.ends_with('}') && n.len() > 10);
            let of_matrix = pair[0].head == Head::Call
                && named(&pair[0])
                && pair[0].args[1..].iter().any(|t| self.of(t) == Kind::Mat)
                || super::kinds::diagonal(&pair[0]);
            if *join == Join::Beside && of_matrix {
                self.note_large(&pair[1]);
            }
        }
    }

    /// Notes the vectors of `u \cdot v = |u||v|\cos\theta` and those of `\dot x = Ax`.
    pub(super) fn sides(&mut self, tree: &Tree) {
        for pair in tree.args.windows(2) {
            for (one, other) in [(&pair[0], &pair[1]), (&pair[1], &pair[0])] {
                self.lengths(one, other);
                self.contracted(one, other);
                self.moved(one, other);
            }
        }
    }

    /// Notes the matrices and vectors of constraints: `Ax \le b`.
    pub(super) fn systems(&mut self, constraints: &Tree) {
        match &constraints.head {
            Head::Items | Head::Sequence => constraints.args.iter().for_each(|t| self.systems(t)),
            Head::Chain(_) => {
                for side in &constraints.args {
                    let (Head::Product(joins), [matrix, vector]) =
                        (&side.head, side.args.as_slice())
                    else {
                        continue;
                    };
                    let large = matrix.symbol().filter(|n| n.len() == 1 && capital(n));
                    let small = vector.symbol().filter(|n| VECTORS.contains(n));
                    if let (Some(matrix), Some(vector), [Join::Beside]) = (large, small, &joins[..])
                    {
                        let (matrix, vector) = (matrix.to_owned(), vector.to_owned());
                        self.note(&matrix, Kind::Mat);
                        self.note(&vector, Kind::Vec);
                    }
                }
            }
            _ => {}
        }
    }

    /// Notes that a capital letter with a kernel, an image or a rank is a matrix.
    pub(super) fn mapping(&mut self, operator: &str, tree: &Tree) {
        let mapping = matches!(operator, "ker" | "image" | "rank");
        if let (true, [only]) = (mapping, tree.args.as_slice())
            && let Some(name) = only.symbol().filter(|n| n.len() == 1 && capital(n))
        {
            let name = name.to_owned();
            self.note(&name, Kind::Mat);
        }
    }
}

/// Whether this is a product of capital letters in brackets, after a row: `x^T (AB)`.
fn of_matrices(tree: &Tree) -> bool {
    let large = |t: &Tree| t.root_symbol().is_some_and(|n| n.len() == 1 && capital(n));
    tree.closed
        && matches!(&tree.head, Head::Product(joins) if joins.iter().all(|j| *j == Join::Beside))
        && tree.args.iter().all(large)
}
