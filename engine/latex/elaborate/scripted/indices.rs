//! Indices below and above a symbol: `x_{ij}`, `T_{(ab)}`, `g_{\mu\nu;\rho}`.

use crate::latex::elaborate::Elaborator;
use crate::latex::tensor::half_bracket;
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Term;
use crate::vocabulary::Kind;

impl Elaborator<'_> {
    /// `x_{1/2} = -1 \pm 2`: the numbers of two solutions are no fraction.
    pub(in crate::latex::elaborate) fn both(&mut self, index: &Tree) -> Option<Term> {
        let halves = matches!(index.head, Head::Apply(op) if op == self.table.div);
        let whole = |t: &Tree| matches!(t.head, Head::Number(_));
        if !halves || !index.args.iter().all(whole) || !self.signs.either(self.tokens) {
            return None;
        }
        let spelled = self.source.get(index.start..index.end)?;
        (!spelled.contains('\\')).then(|| self.mark(spelled))
    }

    /// A symbol with indices below (`idx`) or above (`up`).
    #[inline(never)]
    pub(in crate::latex::elaborate) fn index(&mut self, op: &str, tree: &Tree) -> Term {
        if let (Head::Fence(op) | Head::Apply(op), [inner, indices @ ..]) =
            (&tree.args[0].head, tree.args.as_slice())
            && Some(*op) == self.table.norm
            && inner.args.len() == 1
        {
            let inner = self.term(&inner.args[0], Kind::Any);
            let index = match indices {
                [index] => {
                    if index.symbol().is_some() {
                        self.keep_capital_f(index);
                    }
                    // `\|u\|_{L^q_t L^r_x}`: the outer space is written first.
                    let raised = |t: &Tree| matches!(t.head, Head::Power | Head::Call);
                    let spaces = matches!(index.head, Head::Product(_))
                        && index.args.iter().any(raised)
                        && index
                            .args
                            .iter()
                            .all(|t| t.headed().is_some_and(crate::latex::kinds::capital));
                    match spaces {
                        true => self.term(&self.in_order(index), Kind::Any),
                        false => self.term(index, Kind::Any),
                    }
                }
                several => {
                    let several = self.terms(several, Kind::Any);
                    self.named("list", several)
                }
            };
            return self.named("normp", vec![inner, index]);
        }
        if let Some(number) = self.in_base(op, tree) {
            return number;
        }
        if matches!(tree.args[0].head, Head::Left(false)) {
            self.keep_capital_f(&tree.args[0]);
        }
        let kind = self.kinds.of(&tree.args[0]);
        let mut args = self.list();
        args.push(match self.by_member(&tree.args[0]) {
            Some(member) => member,
            None if self.seminorm(op, &tree.args[0]) => {
                let of = self.terms(&tree.args[0].args, Kind::Any);
                self.named("abs", of)
            }
            None if op == "up" && matches!(tree.args[1].head, Head::Mark(_)) => {
                self.held(&tree.args[0], kind)
            }
            // `(AB)_{ij}` is an entry of a product of matrices.
            None if op == "idx" && kind != Kind::Mat && entry(tree) => {
                let ordered = self.in_order(&tree.args[0]);
                self.operand(&ordered, kind)
            }
            None => self.operand(&tree.args[0], kind),
        });
        // `\nabla_{(\mu} \xi_{\nu)}`: what is made symmetric ends below another letter.
        let half = |t: &Tree| match &t.head {
            Head::Mark(mark) => half_bracket(mark),
            _ => None,
        };
        let halved = tree.args.len() > 2 && tree.args[1..].iter().any(|t| half(t).is_some());
        if halved {
            let mut run = Vec::new();
            for index in &tree.args[1..] {
                if let Some(bracket) = half(index) {
                    run.push(self.named(bracket, Vec::new()));
                    continue;
                }
                run.extend(match index.head {
                    Head::Product(_) => self.indices(&index.args),
                    _ => self.indices(std::slice::from_ref(index)),
                });
            }
            args.push(self.named("opmul", run));
        }
        for index in tree.args[1..].iter().filter(|_| !halved) {
            // `\beta_{2SLS}`: nobody has another letter for what begins with a digit.
            let digit = |n: &&str| n.starts_with(|c: char| c.is_ascii_digit());
            if let Some(name) = index.symbol().filter(digit) {
                self.keep(name);
            }
            // `a_{ij}` has two indices.
            if let Some(size) = self.size(index) {
                args.push(size);
                continue;
            }
            if let Some(both) = self.both(index) {
                args.push(both);
                continue;
            }
            if let Some(run) = self.strung_index(index) {
                args.push(run);
                continue;
            }
            if op == "idx"
                && let Some(label) = self.chemical_index(tree, index)
            {
                args.push(label);
                continue;
            }
            if let Some(bracketed) = self.bracketed_index(index) {
                args.push(bracketed);
                continue;
            }
            if let Some(divided) = self.divided_index(index) {
                args.push(divided);
                continue;
            }
            // `E_{e,\mu}`: among indices a constant is a letter, and `e` is one alone, `T_e`.
            if let Some(letter) = self.constant_letter(index)
                && (tree.args.len() > 2 || letter == "e" && op == "idx")
            {
                let letter = self.symbol(letter);
                args.push(letter);
                continue;
            }
            let above = op == "up";
            let beside = matches!(&index.head, Head::Product(joins) if joins.iter().all(|j| *j == Join::Beside));
            let entry = beside
                && tree.root_symbol().is_some_and(|name| {
                    self.atoms.topic.rows
                        || self.entries.iter().any(|n| n == name)
                        || self.signs.has_entries(self.tokens, name)
                });
            let single = |t: &Tree| match &t.head {
                Head::Power if entry => t.args.first().is_some_and(is_index),
                // `a_{i\sigma(i)}`
                Head::Call => t.args.len() == 2 && t.args.iter().all(|a| a.symbol().is_some()),
                // `R_{\mu\nu[\rho\sigma;\lambda]}`
                Head::Pair(open, _) if open == "[" => self.divides(t),
                _ => is_index(t) || self.brackets_around(t).is_some(),
            };
            let letters = beside
                && index.args.iter().all(single)
                // `a_{1j}` is an entry, `a_{2n}` the member of a sequence.
                && (above
                    || index.args.iter().all(|t| matches!(t.head, Head::Number(_)))
                    || !matches!(&index.args[0].head, Head::Number(n) if !matches!(n.as_str(), "0" | "1"))
                    || entry);
            if letters {
                let parts = self.indices(&index.args);
                args.extend(parts);
            } else if worded(index) {
                let ordered = self.in_order(index);
                args.push(self.term(&ordered, Kind::Any));
            } else {
                args.push(self.term(index, Kind::Any));
            }
        }
        self.keep_unit_tensor(&args);
        // `\bar{x}_2` is the negated letter with its index.
        let barred = op == "idx"
            && self.op("not") == args.first().map(|base| base.op)
            && self
                .op("conj")
                .is_some_and(|line| tree.args[0].head == Head::Apply(line))
            && tree.args[0].args.iter().all(|a| a.symbol().is_some());
        if barred && let Some(inner) = args[0].args.first().cloned() {
            args[0] = inner;
            let literal = self.named(op, args);
            return self.named("not", vec![literal]);
        }
        self.named(op, args)
    }

    /// Whether single bars with an index stand around a plain letter, which make no norm of it:
    /// `|u|_{1,\Omega} \le \|u\|_{1,\Omega}`.
    fn seminorm(&self, op: &str, base: &Tree) -> bool {
        let bars = matches!(base.head, Head::Fence(bars) if Some(bars) == self.table.abs);
        op == "idx"
            && bars
            && matches!(base.args.as_slice(), [of] if self.kinds.of(of) == Kind::Vec
                && of.symbol().is_some_and(|name| !crate::latex::bold::directed(name)))
    }

    /// Letters side by side that are indices.
    fn indices(&mut self, letters: &[Tree]) -> Vec<Term> {
        let each = letters.iter().map(|part| {
            if let Some(bracketed) = self.bracketed_index(part) {
                return bracketed;
            }
            match self.constant_letter(part) {
                Some(letter) => self.symbol(letter),
                None => self.term(part, Kind::Any),
            }
        });
        each.collect()
    }

    /// Indices with those by which a tensor is differentiated behind them: `g_{\mu\nu;\rho}`.
    fn divided_index(&mut self, tree: &Tree) -> Option<Term> {
        let Head::Apply(op) = tree.head else {
            return None;
        };
        let name = ["semi", "list"]
            .into_iter()
            .find(|n| self.op(n) == Some(op))?;
        let beside = |t: &Tree| matches!(&t.head, Head::Product(joins) if joins.iter().all(|j| *j == Join::Beside));
        let mut parts = Vec::with_capacity(tree.args.len());
        for part in &tree.args {
            parts.push(match beside(part) && part.args.iter().all(is_index) {
                true => {
                    let letters = self.indices(&part.args);
                    self.named("opmul", letters)
                }
                false => self.term(part, Kind::Any),
            });
        }
        Some(self.named(name, parts))
    }

    /// Indices in brackets, over which a tensor is made symmetric, or not: `T_{(ab)}`, `T_{[ab]}`; the
    /// number of a statistic in order, `X_{(1)}`.
    fn bracketed_index(&mut self, tree: &Tree) -> Option<Term> {
        let beside =
            matches!(&tree.head, Head::Product(joins) if joins.iter().all(|j| *j == Join::Beside));
        // `R_{\mu\nu[\rho\sigma;\lambda]}`, `F_{[\mu\nu,\lambda]}`
        let product = |t: &Tree| matches!(t.head, Head::Product(_));
        let divided = match &tree.head {
            Head::Pair(open, close) if open == "[" && close == "]" && tree.args.len() == 2 => {
                let semicolon = self.divides(tree);
                let op = self.op(if semicolon { "semi" } else { "list" })?;
                let parts = Tree::over(Head::Apply(op), tree.args.clone());
                (semicolon || product(&tree.args[0])).then_some(parts)
            }
            _ => None,
        };
        if let Some(divided) = divided.and_then(|parts| self.divided_index(&parts)) {
            return Some(self.named("bracketed", vec![divided]));
        }
        let name = self.brackets_around(tree)?;
        let inside = match beside && tree.args.iter().all(is_index) {
            true => {
                let letters = self.indices(&tree.args);
                self.named("opmul", letters)
            }
            false => {
                let mut inside = tree.clone();
                inside.closed = false;
                self.term(&inside, Kind::Any)
            }
        };
        Some(self.named(name, vec![inside]))
    }

    /// Whether a semicolon stands between two parts of an index in brackets.
    fn divides(&self, tree: &Tree) -> bool {
        let written = self.source.get(tree.start..tree.end);
        tree.args.len() == 2 && written.is_some_and(|w| w.contains(';'))
    }

    /// What brackets of one letter, number or product of an index are.
    fn brackets_around(&self, tree: &Tree) -> Option<&'static str> {
        let simple = matches!(
            tree.head,
            Head::Symbol(_) | Head::Number(_) | Head::Product(_) | Head::Sum(..)
        );
        let written = self
            .source
            .get(tree.start..tree.end)
            .filter(|_| tree.closed && simple)?;
        let written = written.strip_prefix(r"\left").unwrap_or(written);
        match (written.chars().next(), written.chars().last()) {
            (Some('('), Some(')')) => Some("grouped"),
            (Some('['), Some(']')) => Some("bracketed"),
            _ => None,
        }
    }
}

/// Whether a factor of a subscript is an index of its own: a letter, with an accent or prime.
fn is_index(tree: &Tree) -> bool {
    match &tree.head {
        Head::Symbol(name) => {
            // `\sum_{k'} a_{kk'}`: what is bound has its primes in its name.
            let bare = name.trim_end_matches('\'');
            bare.len() == 1 || name.starts_with('\\') && !name.starts_with(r"\text")
        }
        Head::Prime | Head::Index => tree.args.first().is_some_and(is_index),
        Head::Apply(_) => match tree.args.as_slice() {
            // `e`, `\infty`
            [] => tree.end == tree.start + 1 || tree.end == tree.start + r"\infty".len(),
            [only] => is_index(only),
            _ => false,
        },
        Head::Number(n) => n.len() == 1,
        _ => false,
    }
}

/// Whether two indices stand below a product in brackets: the row and the column of an entry.
fn entry(tree: &Tree) -> bool {
    let base = &tree.args[0];
    let pair = match &tree.args[1..] {
        [both] => {
            matches!(both.head, Head::Product(_))
                && both.args.len() == 2
                && both.args.iter().all(is_index)
        }
        [row, column] => is_index(row) && is_index(column),
        _ => false,
    };
    pair && base.closed && matches!(base.head, Head::Product(_))
}

/// Whether words stand side by side with letters in an index: `r_{\mathrm{g}\text{ axis}}`.
fn worded(index: &Tree) -> bool {
    let word = |t: &Tree| {
        t.symbol().is_some_and(|n| n.starts_with(r"\text{")) || matches!(t.head, Head::Words(_))
    };
    matches!(index.head, Head::Product(_)) && index.args.iter().any(word)
}
