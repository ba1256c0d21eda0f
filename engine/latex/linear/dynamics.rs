//! Linear systems in time and their solutions: `\dot x = Ax + Bu`, `x_{k+1} = A x_k + B u_k`,
//! `c^T (sI - A)^{-1} b`.

use super::VECTORS;
use crate::latex::kinds::{Kinds, capital};
use crate::latex::tree::{Head, Join, Tree};
use crate::spelling::core;
use crate::vocabulary::Kind;

impl Kinds<'_> {
    /// Notes the vector that lies before an inverted matrix: `c^T (sI - A)^{-1} b`.
    pub(in crate::latex) fn row_before_inverse(&mut self, joins: &[Join], tree: &Tree) {
        for (at, (join, pair)) in joins.iter().zip(tree.args.windows(2)).enumerate() {
            let [row, inverse] = pair else { continue };
            let lying = row.head == Head::Power && self.lies(row);
            let inverted = inverse.head == Head::Power
                && crate::latex::parse::minus_one(&inverse.args[1])
                && self.of(inverse) == Kind::Mat;
            let small = |name: &&str| name.len() == 1 && !capital(name);
            if *join == Join::Beside
                && lying
                && inverted
                && let Some(name) = row.args[0].root_symbol().filter(small)
            {
                let name = name.to_owned();
                self.note(&name, Kind::Vec);
                // `b^T (I - zA)^{-1} \mathbf{1}`
                let ones = tree.args.get(at + 2).and_then(Tree::root_symbol);
                if let Some(ones) = ones.filter(|n| core(n) == "1") {
                    self.note(ones, Kind::Vec);
                }
            }
        }
    }

    /// Notes the matrix whose powers move a vector within the space that they span: `\operatorname{span}\{b,
    /// Ab, A^2b\}`.
    pub(in crate::latex) fn krylov(&mut self, tree: &Tree) {
        let items = match tree.args.as_slice() {
            [set] if set.head == Head::Braces => set.args.as_slice(),
            items => items,
        };
        let items = match items {
            [list] if list.head == Head::Items => list.args.as_slice(),
            items => items,
        };
        let [first, .., last] = items else {
            return;
        };
        let (Head::Product(_), [power, vector]) = (&last.head, last.args.as_slice()) else {
            return;
        };
        let matrix = power.args.first().and_then(Tree::symbol);
        if power.head == Head::Power
            && let Some(matrix) = matrix.filter(|n| capital(core(n)))
            && let Some(name) = vector
                .root_symbol()
                .filter(|_| crate::latex::apart::same(first, vector))
        {
            let (matrix, name) = (matrix.to_owned(), name.to_owned());
            self.note(&matrix, Kind::Mat);
            self.note(&name, Kind::Vec);
        }
    }

    /// Whether this is Euler's number.
    pub(in crate::latex) fn is_euler(&self, tree: &Tree) -> bool {
        match tree.head {
            Head::Apply(op) => tree.args.is_empty() && self.name(op) == "e",
            _ => tree.symbol() == Some("e"),
        }
    }

    /// Notes the matrix of which the exponential moves a state from one time to another: `e^{At} x_0`,
    /// `e^{A(t - s)} B u(s)`.
    pub(in crate::latex) fn propagated(&mut self, joins: &[Join], tree: &Tree) {
        for (join, pair) in joins.iter().zip(tree.args.windows(2)) {
            let [moving, state] = pair else { continue };
            if *join != Join::Beside
                || moving.head != Head::Power
                || !self.is_euler(&moving.args[0])
            {
                continue;
            }
            let (Head::Product(inner), [matrix, time]) =
                (&moving.args[1].head, moving.args[1].args.as_slice())
            else {
                continue;
            };
            let passes = match time.head {
                Head::Sum(..) => time.args.iter().any(|t| t.symbol() == Some("t")),
                _ => time.symbol() == Some("t"),
            };
            let moved = match state.head {
                Head::Symbol(_) | Head::Index | Head::Call => state
                    .headed()
                    .is_some_and(|n| matches!(n, "x" | "y" | "z" | "u" | "v" | "w" | "B" | r"\xi")),
                _ => false,
            };
            if inner[..] == [Join::Beside] && passes && moved && matrix.symbol() == Some("A") {
                self.note_matrix("A");
            }
        }
    }

    /// The letter of `\frac{dx}{dt} = Ax + Bu`, where `u` is what drives it; two numbers that move
    /// together are no vector: `\frac{dx}{dt} = Ax + By`.
    fn driven(&self, speed: &Tree, field: &Tree) -> Option<String> {
        let (Head::Apply(op), [time, order, moved]) = (&speed.head, speed.args.as_slice()) else {
            return None;
        };
        let once = matches!(&order.head, Head::Number(n) if n.as_str() == "1");
        let input = |t: &Tree| {
            matches!(t.head, Head::Product(_)) && t.args.last().and_then(Tree::symbol) == Some("u")
        };
        let linear = self.name(*op) == "diff" && once && time.symbol() == Some("t");
        let driven = matches!(field.head, Head::Sum(..)) && field.args.iter().any(input);
        let name = moved.symbol().filter(|_| linear && driven)?;
        VECTORS.contains(&name).then(|| name.to_owned())
    }

    /// The letter of an iterate: `x^{(k)}`.
    fn iterate<'t>(&self, tree: &'t Tree) -> Option<&'t str> {
        match (&tree.head, tree.args.as_slice()) {
            (Head::Apply(op), [letter, _]) if self.name(*op) == "numbered" => letter.symbol(),
            _ => None,
        }
    }

    /// `\dot{e} = (A - LC) e`: the matrix of a loop that is closed, of capitals and products of two.
    fn fed_back(&mut self, speed: &Tree, field: &Tree) {
        let moving = speed.symbol().and_then(|n| n.strip_prefix(r"\dot{"));
        let moving = moving.and_then(|n| n.strip_suffix('}'));
        let (Some(moving), Head::Product(joins), [matrix, state]) =
            (moving, &field.head, field.args.as_slice())
        else {
            return;
        };
        let large = |t: &Tree| t.symbol().is_some_and(|n| n.len() == 1 && capital(n));
        let letters = |t: &Tree| -> Option<Vec<String>> {
            let t = match (&t.head, t.args.as_slice()) {
                (Head::Sum(..), [only]) => only,
                _ => t,
            };
            let factors = match (&t.head, t.args.as_slice()) {
                (Head::Product(joins), [_, _]) if joins[..] == [Join::Beside] => t.args.as_slice(),
                _ => std::slice::from_ref(t),
            };
            let all = factors.iter().all(large);
            all.then(|| {
                factors
                    .iter()
                    .filter_map(Tree::symbol)
                    .map(str::to_owned)
                    .collect()
            })
        };
        let fits = joins[..] == [Join::Beside]
            && state.symbol().is_some_and(|n| core(n) == core(moving))
            && matrix.closed
            && matches!(matrix.head, Head::Sum(..));
        let found: Option<Vec<_>> = fits
            .then(|| matrix.args.iter().map(letters).collect())
            .flatten();
        if let (Some(found), Some(state)) = (found, state.symbol().map(str::to_owned)) {
            found
                .iter()
                .flatten()
                .for_each(|name| self.note(name, Kind::Mat));
            self.note(&state, Kind::Vec);
            let speed = speed.symbol().unwrap_or_default().to_owned();
            self.note(&speed, Kind::Vec);
        }
    }

    /// A part of a matrix before the next iterate, which is to be found: `(D + L) x^{(k+1)}`.
    fn split<'t>(&self, tree: &'t Tree) -> Option<&'t Tree> {
        match (&tree.head, tree.args.as_slice()) {
            (Head::Product(joins), [matrix, iterate])
                if joins[..] == [Join::Beside]
                    && !parts(matrix).is_empty()
                    && self.iterate(iterate).is_some() =>
            {
                Some(tree)
            }
            _ => None,
        }
    }

    /// An iterate and the matrix that makes the next one of it: `x^{(k+1)} = B x^{(k)} + c`,
    /// `x^{(k+1)} = (I - M^{-1} A) x^{(k)} + M^{-1} b`.
    fn iterated(&mut self, next: &Tree, field: &Tree) {
        let split = self.split(next);
        let letter = match split {
            Some(left) => left.args.last().and_then(|t| self.iterate(t)),
            None => self.iterate(next),
        };
        let (Some(letter), Head::Sum(..)) = (letter, &field.head) else {
            return;
        };
        if !VECTORS.contains(&letter) {
            return;
        }
        if let Some(left) = split {
            // `(D + \omega L) x^{(k+1)} = \omega b - [\omega U + (\omega - 1) D] x^{(k)}`
            let letter = letter.to_owned();
            let sides = std::iter::once(left).chain(&field.args);
            let mut matrices = Vec::new();
            for side in sides {
                if let (Head::Product(joins), [matrix, iterate]) =
                    (&side.head, side.args.as_slice())
                    && joins[..] == [Join::Beside]
                    && self.iterate(iterate) == Some(letter.as_str())
                {
                    matrices.extend(parts(matrix));
                }
            }
            self.note(&letter, Kind::Vec);
            matrices.iter().for_each(|name| self.note(name, Kind::Mat));
            return;
        }
        let mut found = None;
        for term in &field.args {
            let (Head::Product(joins), [matrix, iterate]) = (&term.head, term.args.as_slice())
            else {
                continue;
            };
            let large = matrix.symbol().is_some_and(|n| n.len() == 1 && capital(n));
            if joins[..] == [Join::Beside]
                && self.iterate(iterate) == Some(letter)
                && (large || self.of(matrix) == Kind::Mat)
            {
                found = Some(matrix.symbol().map(str::to_owned));
            }
        }
        if let Some(matrix) = found {
            let letter = letter.to_owned();
            self.note(&letter, Kind::Vec);
            if let Some(matrix) = matrix {
                self.note(&matrix, Kind::Mat);
            }
        }
    }

    /// What moves, beside a matrix that is applied to it, and what is observed of it: `y = Cx + Du`
    /// beside `\dot{x} = Ax + Bu`.
    pub(super) fn moved(&mut self, speed: &Tree, field: &Tree) {
        if self.iterate(speed).is_some() || self.split(speed).is_some() {
            return self.iterated(speed, field);
        }
        self.fed_back(speed, field);
        let driven = self.driven(speed, field);
        let place = self.bracket_call();
        let placed = |t: &Tree| matches!(t.head, Head::Apply(op) if Some(op) == place);
        let moving = driven.clone().or_else(|| moving(speed, placed(speed)));
        let observed = || {
            let small = |n: &str| n.len() == 1 && !capital(n);
            let output = match speed.head {
                Head::Call => speed.args[0].symbol(),
                _ if placed(speed) => speed.args[0].symbol(),
                _ => speed.symbol(),
            };
            moving.is_none() && self.moves() && output.is_some_and(small)
        };
        if moving.is_none() && !observed() {
            return;
        }
        let terms = match field.head {
            Head::Sum(..) => field.args.as_slice(),
            _ => std::slice::from_ref(field),
        };
        // A recursion of numbers has one term as well: `x_{n+1} = A x_n`.
        if (speed.head == Head::Index || placed(speed)) && terms.len() < 2 {
            return;
        }
        let applied = |t: &Tree| -> Option<(String, String)> {
            let (Head::Product(joins), [matrix, vector]) = (&t.head, t.args.as_slice()) else {
                return None;
            };
            // `A_k x_k` of the step from `k` on, `F_k x_{k|k}`
            let stepped = matrix.head == Head::Index
                && [vector, speed].iter().all(|t| {
                    t.head == Head::Index
                        && matrix.args[1]
                            .symbol()
                            .is_some_and(|k| t.args[1].mentions(k))
                });
            let letter = if stepped { &matrix.args[0] } else { matrix };
            let large = |n: &&str| n.len() == 1 && capital(n) || matches!(*n, r"\Phi" | r"\Gamma");
            let matrix = letter.symbol().filter(large)?;
            let same = vector.head == speed.head;
            let vector = match vector.head {
                Head::Call | Head::Index if same => vector.args[0].symbol(),
                _ if same && placed(vector) => vector.args[0].symbol(),
                _ => vector.symbol(),
            };
            let small = |n: &str| n.len() == 1 && !capital(n);
            let vector = vector.filter(|n| VECTORS.contains(n) || same && small(core(n)))?;
            (joins[..] == [Join::Beside]).then(|| (matrix.to_owned(), vector.to_owned()))
        };
        let found: Vec<_> = terms.iter().filter_map(applied).collect();
        let moves = |vector: &String| match &moving {
            Some(letter) => vector == letter,
            None if speed.head == Head::Call || placed(speed) => self.is_curve(vector),
            None => self.symbol(&format!(r"\dot{{{vector}}}")) == Kind::Vec,
        };
        if !found.iter().any(|(_, vector)| moves(vector)) {
            return;
        }
        let valued = speed.head == Head::Call || placed(speed);
        let alone = speed.symbol().map(str::to_owned);
        // `\frac{dx}{dt}` is `\dot{x}`.
        let dotted = driven.as_ref().map(|letter| format!(r"\dot{{{letter}}}"));
        if let Some(speed) = alone.as_ref().or(dotted.as_ref()) {
            self.note(speed, Kind::Vec);
        }
        for (matrix, vector) in found {
            self.note(&matrix, Kind::Mat);
            if valued {
                self.note_curve(&vector);
            } else if alone.is_some() || driven.is_some() {
                self.note(&vector, Kind::Vec);
            }
        }
    }
}

/// The letter of what moves: of `\dot{x}`, `\dot{x}(t)`, `x'(t)`, `x_{k+1}`, `x[n+1]`, which is `placed`.
fn moving(speed: &Tree, placed: bool) -> Option<String> {
    let dotted = |name: &str| {
        let inner = name
            .strip_prefix(r"\dot{")
            .or(name.strip_prefix(r"\ddot{"))?;
        Some(inner.strip_suffix('}')?.to_owned())
    };
    let letter = match (&speed.head, speed.args.as_slice()) {
        // `x'(t)`
        (Head::Call, [function, _]) if function.head == Head::Prime => {
            let once = matches!(&function.args[1].head, Head::Number(n) if n == "1");
            function.args[0].symbol().filter(|_| once)?.to_owned()
        }
        (Head::Call, [function, _]) => dotted(function.symbol()?)?,
        (head, [letter, next]) if *head == Head::Index || placed => {
            let one = |t: &Tree| matches!(&t.head, Head::Number(n) if n.as_str() == "1");
            let later = |t: &Tree| matches!(t.head, Head::Sum(..)) && t.args.iter().any(one);
            // `x_{k+1|k}`, `x_{k|k-1}`
            let told = matches!((&next.head, next.args.as_slice()), (Head::Apply(_), [of, given])
                if later(of) && given.symbol().is_some() || of.symbol().is_some() && later(given));
            letter.symbol().filter(|_| told || later(next))?.to_owned()
        }
        _ => dotted(speed.symbol()?)?,
    };
    // `\hat{x}[k+1]`
    VECTORS.contains(&core(&letter)).then_some(letter)
}

/// The letters of a matrix, or of a sum of matrices with numbers before them: `\omega U + (\omega - 1) D`.
fn parts(matrix: &Tree) -> Vec<String> {
    let large = |t: &Tree| {
        t.symbol()
            .filter(|n| n.len() == 1 && capital(n))
            .map(str::to_owned)
    };
    let terms = match matrix.head {
        Head::Sum(..) => matrix.args.as_slice(),
        _ => std::slice::from_ref(matrix),
    };
    let letter = |term: &Tree| match (&term.head, term.args.as_slice()) {
        (Head::Product(joins), [_, last]) if joins[..] == [Join::Beside] => large(last),
        _ => large(term),
    };
    terms.iter().filter_map(letter).collect()
}
