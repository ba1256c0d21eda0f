//! Letters with marks, indices and lines: `A^T`, `x_{ij}`, `\overline{AB}`.

use super::Elaborator;
use crate::latex::around::names_space;
use crate::latex::kinds::{capital, is_transposition};
use crate::latex::token::{Class, Token};
use crate::latex::tree::{Head, Join, Tree};
use crate::term::{Op, Term};
use crate::vocabulary::Kind;

/// As many tokens of a choice of letters are looked back through.
const CHOICE: usize = 12;

impl Elaborator<'_> {
    #[inline(never)]
    pub(super) fn marked(&mut self, base: &Tree, mark: &str, kind: Kind) -> Term {
        let complement = matches!(
            mark,
            r"\complement"
                | "∁"
                | r"\mathsf{c}"
                | r"\mathrm{c}"
                | r"\text{c}"
                | r"\mathcal{C}"
                | r"\mathrm{C}"
        );
        let name = match mark {
            _ if complement && !self.represents(base) => "compl",
            _ if is_transposition(mark) => "transpose",
            mark if is_degree(mark) && kind == Kind::Set && self.op("interior").is_some() => {
                "interior"
            }
            mark if is_degree(mark) && !stands(base) && !self.standard(base) => "degrees",
            "*" | r"\ast"
                if base.root_symbol().is_none()
                    && (self.usage.topic.languages || self.is_regular(base)) =>
            {
                "kleene"
            }
            "*" | r"\ast" | r"\star" if kind == Kind::Mat && !self.extreme() => "adjoint",
            "*" | r"\ast" | r"\star"
                if matches!(kind, Kind::Num | Kind::Any)
                    && (base.root_symbol().is_none()
                        && !self.starred()
                        && !self.overlined(base)
                        || self.usage.complex())
                    && !self.is_space(base) =>
            {
                "conj"
            }
            r"\dagger" | r"\dag" => "adjoint",
            "*" | r"\ast" if self.is_alphabet(base) => "kleene",
            "*" | r"\ast" | r"\times"
                if kind == Kind::Set
                    && base.root_symbol().is_none_or(|name| name == r"\mathbb{F}") =>
            {
                "unitgroup"
            }
            "+" if kind == Kind::Set => "positivepart",
            "-" if kind == Kind::Set => "negativepart",
            r"\perp" | r"\bot" => "orthogonal",
            // `\Delta^{\times}`: a map has no units.
            r"\times" if base.symbol() != Some(r"\Delta") => "unitgroup",
            _ => "",
        };
        let logarithm = |op: Op| self.op("log") == Some(op) || self.op("lg") == Some(op);
        if let ("conj", Head::Apply(op), [argument]) = (name, &base.head, base.args.as_slice())
            && logarithm(*op)
            && !base.closed
        {
            let args = vec![self.term(argument, Kind::Num)];
            return self.named("logstar", args);
        }
        if name == "unitgroup" && mark != r"\times" && self.naturals(base) {
            let zero = self.zero_set();
            let args = vec![self.term(base, kind), zero];
            return self.named("setminus", args);
        }
        if !name.is_empty() {
            let args = vec![self.term(base, kind)];
            return self.named(name, args);
        }
        if let Some(letter) = self.constant_letter(base) {
            return self.symbol(&format!("{letter}^{{{mark}}}"));
        }
        match (base.symbol(), &base.head) {
            (Some(symbol), _) if !self.dependent.iter().any(|name| *name == symbol) => {
                let name = format!("{symbol}^{{{mark}}}");
                self.symbol(&name)
            }
            (None, Head::Index) if base.args[0].symbol().is_some() && !self.in_round(base) => {
                // `u^+_i` and `u_i^+` are one thing: the mark belongs to the letter.
                let mut marked = base.clone();
                if let Head::Symbol(name) = &mut marked.args[0].head {
                    *name = format!("{name}^{{{mark}}}").into();
                }
                self.index("idx", &marked)
            }
            _ => {
                let args = vec![self.held(base, kind), self.mark(mark)];
                self.named("up", args)
            }
        }
    }

    /// Whether these are letters to choose from, of which words are made: `(0 + 1)^*`, `(a + b)^*
    /// abb`.
    pub(super) fn is_regular(&self, base: &Tree) -> bool {
        let letter = |t: &Tree| {
            t.symbol()
                .is_some_and(|n| matches!(n.as_bytes(), [b'a'..=b'd' | b's'..=b't' | b'x'..=b'y']))
        };
        of_digits(base)
            || matches!(&base.head, Head::Sum(_, signs) if signs.iter().all(Option::is_none))
                && base.args.len() > 1
                && base.args.iter().all(letter)
                && words_beside(self.tokens, base)
    }

    /// Whether this is a space, whose star is that of the dual: one of functions, `L^p(\Omega)`, or one
    /// that is made of others, `V \oplus W`.
    fn is_space(&self, tree: &Tree) -> bool {
        let large = |t: &Tree| t.symbol().is_some_and(capital);
        match (&tree.head, tree.args.as_slice()) {
            // `L^2(X)^*`, `H^i(X, F)^*`, `\mathrm{Hom}(V, k)^*`
            (Head::Call, [name, over, ..]) => {
                let plain = name.symbol().is_some();
                let set = large(over) || self.kinds.of(over) == Kind::Set;
                let space = |n: &str| names_space(n, plain) || super::upright::operates(n);
                set && name.root_symbol().is_some_and(space)
            }
            (Head::Apply(op), parts) => {
                let made = [self.op("oplus"), self.op("otimes")];
                made.contains(&Some(*op)) && parts.iter().all(large)
            }
            _ => false,
        }
    }

    /// Whether these are the natural numbers, of which only the zero has no place in `\mathbb{N}^*`.
    fn naturals(&self, base: &Tree) -> bool {
        matches!(base.head, Head::Apply(op) if Some(op) == self.op("NN") || Some(op) == self.op("NN0"))
    }

    /// The set of the number zero.
    fn zero_set(&mut self) -> Term {
        let zero = self.number("0").map(Term::leaf);
        self.named("set", zero.into_iter().collect())
    }

    /// Whether a star stands above a letter somewhere: then it is not the sign of a conjugate, and
    /// `(ab)^* = b^* a^*` is written with one sign on both sides.
    fn starred(&self) -> bool {
        let star = |t: &Token<'_>| matches!(t.key.as_ref(), "*" | r"\ast" | r"\star");
        let letter = |t: &Token<'_>| matches!(t.class, Class::Letter | Class::Name);
        self.beginning().windows(4).any(|w| {
            letter(&w[0]) && w[1].key == "^" && (star(&w[2]) || w[2].key == "{" && star(&w[3]))
        }) || matches!(self.tokens, [.., letter_last, above, sign]
                if letter(letter_last) && above.key == "^" && star(sign))
    }

    /// Whether this is a letter with a line above it, which a star tells from others of that name.
    fn overlined(&mut self, tree: &Tree) -> bool {
        let line = self.op("conj");
        matches!(tree.head, Head::Apply(op) if line == Some(op))
            && tree.args.iter().all(|t| t.symbol().is_some())
            && Some(self.term(tree, Kind::Any).op) != line
    }

    /// Whether the place of an extreme value is told: a star is the mark of it, `C^* = \arg\min f(C)`.
    fn extreme(&self) -> bool {
        self.beginning().iter().any(|t| {
            let key = t.key.as_ref();
            key.starts_with(r"\arg")
                || key
                    .strip_prefix(r"\operatorname")
                    .is_some_and(|rest| rest.trim_start_matches(['*', '{']).starts_with("arg"))
        })
    }

    /// The base of a mark; the brackets around a letter with an index are part of it: `(M_I)^*` is no
    /// member of `M^*`.
    fn held(&mut self, base: &Tree, kind: Kind) -> Term {
        let term = self.operand(base, kind);
        let letter = || base.head == Head::Index && base.args[0].symbol().is_some();
        match letter() && self.in_round(base) {
            true => self.named("grouped", vec![term]),
            false => term,
        }
    }

    /// Whether round brackets stand around something.
    fn in_round(&self, tree: &Tree) -> bool {
        let written = self.source.get(tree.start..).unwrap_or_default();
        tree.closed && (written.starts_with('(') || written.starts_with(r"\left("))
    }

    /// `x_{1/2} = -1 \pm 2`: the numbers of two solutions are no fraction.
    pub(super) fn both(&mut self, index: &Tree) -> Option<Term> {
        let halves = matches!(index.head, Head::Apply(op) if op == self.table.div);
        let whole = |t: &Tree| matches!(t.head, Head::Number(_));
        if !halves || !index.args.iter().all(whole) || !self.signs.either(self.tokens) {
            return None;
        }
        let spelled = self.source.get(index.start..index.end)?;
        (!spelled.contains('\\')).then(|| self.mark(spelled))
    }

    /// Whether this is a name in brackets with a basis below: `[T]_B`.
    pub(super) fn represents(&self, tree: &Tree) -> bool {
        tree.head == Head::Index
            && matches!(tree.args[0].head, Head::Apply(op) if self.op("bracketed") == Some(op))
    }

    /// A symbol with indices below (`idx`) or above (`up`).
    #[inline(never)]
    pub(super) fn index(&mut self, op: &str, tree: &Tree) -> Term {
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
        let half = |t: &Tree| matches!(&t.head, Head::Mark(m) if matches!(m.as_str(), "(" | ")" | "[" | "]"));
        let halved = tree.args.len() > 2 && tree.args[1..].iter().any(half);
        if halved {
            let mut run = Vec::new();
            for index in &tree.args[1..] {
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

    /// The letter of a constant that is one index among several.
    pub(super) fn constant_letter(&self, tree: &Tree) -> Option<&'static str> {
        let text = self.source.get(tree.start..tree.end)?;
        let inside = text.strip_prefix('{').and_then(|t| t.strip_suffix('}'));
        match (&tree.head, inside.unwrap_or(text).trim()) {
            (Head::Apply(_), "e") => Some("e"),
            (Head::Apply(_), "i") => Some("i"),
            _ => None,
        }
    }

    /// The name of a letter with a line above it, where that is no conjugate: `\bar{x}` is a mean,
    /// `\bar{z}` the conjugate of `z`.
    pub(super) fn line_over(&self, tree: &Tree) -> Option<String> {
        let name = tree.args.first()?.symbol()?;
        let known = [r"\bar", r"\overline"]
            .map(|command| format!("{command}{{{name}}}"))
            .into_iter()
            .find(|name| self.usage.is_known(name));
        if known.is_some() {
            return known;
        }
        // A letter of a formula that is said again has no line there but that of a conjugate.
        let said = self.atoms.settled && self.usage.is_known(name);
        if said || self.usage.complex() || matches!(name, "z" | "w" | "i") {
            return None;
        }
        Some(format!("{}{{{name}}}", self.line_of(tree)?))
    }

    /// A number with a line above it, as one name.
    pub(super) fn numeral_under(&self, tree: &Tree) -> Option<String> {
        let Head::Number(digits) = &tree.args.first()?.head else {
            return None;
        };
        let name = format!("{}{{{digits}}}", self.line_of(tree)?);
        (!self.atoms.settled || self.usage.is_known(&name)).then_some(name)
    }

    /// Whether a formula that is said again has a letter with this line for a name of its own.
    pub(super) fn is_lined_name(&self, tree: &Tree) -> bool {
        self.atoms.settled
            && tree
                .args
                .first()
                .and_then(Tree::symbol)
                .is_some_and(|letter| {
                    let line = self.line_of(tree);
                    line.is_some_and(|line| self.usage.is_known(&format!("{line}{{{letter}}}")))
                })
    }

    /// The command of the line.
    pub(super) fn line_of(&self, tree: &Tree) -> Option<&'static str> {
        Some(match self.source.get(tree.start..)?.starts_with(r"\bar") {
            true => r"\bar",
            false => r"\overline",
        })
    }

    pub(super) fn is_dots(&self, tree: &Tree) -> bool {
        matches!(&tree.head, Head::Apply(op) if Some(*op) == self.table.dots)
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

impl Elaborator<'_> {
    /// Whether a circle above says which pressure or amount is that of the standard state, since the
    /// same letter stands without one, too, `p / p^\circ`, or which chemical potential is, `\mu_A^\circ`.
    fn standard(&self, base: &Tree) -> bool {
        // `\mu_A^\circ`: no angle is called so.
        if base.head == Head::Index && base.root_symbol() == Some(r"\mu") {
            return true;
        }
        let Some(letter) = base.symbol().filter(|n| matches!(*n, "p" | "P" | "c")) else {
            return false;
        };
        let around = self.beginning();
        (0..around.len()).any(|at| {
            let after = around.get(at + 1).map_or("", |t| t.key.as_ref());
            around[at].key == letter && !matches!(after, "^" | "_" | "'")
        })
    }
}

/// Whether a circle above says that this quantity of chemistry is one of the standard state: `E^\circ`,
/// `\Delta G^\circ`.
fn stands(base: &Tree) -> bool {
    match (&base.head, base.args.as_slice()) {
        (Head::Apply(_), [sign, quantity]) => sign.symbol() == Some(r"\Delta") && stands(quantity),
        _ => base
            .root_symbol()
            .is_some_and(|n| matches!(n, "E" | "G" | "H" | "S" | "K")),
    }
}

/// Whether a starred choice of letters stands beside two of them, or one before another choice.
fn words_beside(tokens: &[Token<'_>], base: &Tree) -> bool {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let end = tokens.partition_point(|t| t.start < base.end);
    let Some(close) = (end.saturating_sub(1)..=end).find(|at| key(*at) == ")") else {
        return false;
    };
    let braced = usize::from(key(close + 2) == "{");
    let open = (close.saturating_sub(CHOICE)..close)
        .rev()
        .find(|at| key(*at) == "(");
    let Some(open) = open else { return false };
    let chosen = |at: usize| {
        let here = key(at);
        tokens.get(at).is_some_and(|t| t.class == Class::Letter)
            && tokens[open..close].iter().any(|t| t.key == here)
    };
    let after = close + 3 + 2 * braced;
    let before = (0..open).rev().take(CHOICE).take_while(|at| chosen(*at));
    let behind = (after..tokens.len()).take(CHOICE);
    let behind = behind.take_while(|at| chosen(*at)).count();
    before.count() + behind > 1 || behind > 0 && key(after + behind) == "("
}

/// Whether these are digits to choose from, of which words are made: `(0 + 1)^*`.
pub(super) fn of_digits(base: &Tree) -> bool {
    let digit = |t: &Tree| matches!(&t.head, Head::Number(n) if n == "0" || n == "1");
    matches!(base.head, Head::Sum(..)) && base.args.len() > 1 && base.args.iter().all(digit)
}

/// Whether this superscript is the sign of degrees.
pub(super) fn is_degree(mark: &str) -> bool {
    matches!(mark, r"\circ" | "∘" | "°" | r"\degree")
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
