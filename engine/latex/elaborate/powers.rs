//! Powers, and what stands above that is no exponent: inverses, transposes, dimensions, ordinals.

use super::Elaborator;
use crate::latex::bold;
use crate::latex::kinds::capital;
use crate::latex::token::Class;
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Term;
use crate::vocabulary::Kind;

/// As many tokens of the scripts of a letter are looked at.
const SCRIPTS: usize = 14;

impl Elaborator<'_> {
    #[inline(never)]
    pub(super) fn power(&mut self, tree: &Tree) -> Term {
        let (base, exponent) = (&tree.args[0], &tree.args[1]);
        let kind = match self.kinds.groups_quotient(base) {
            true => Kind::Num,
            false if self.kinds.raises_number(base, exponent) => Kind::Num,
            false => self.kinds.of(base),
        };
        let inverse = crate::latex::parse::minus_one(exponent);
        let letter = exponent.symbol();
        self.keep_power(base, exponent);
        if super::bracket::is_line(base, exponent) {
            let entries = self.terms(&base.args, Kind::Any);
            let line = self.named("tuple", entries);
            return self.named("transpose", vec![line]);
        }
        if matches!(&exponent.head, Head::Mark(mark) if mark.as_str() == "?") {
            // `2^? = 8`
            let args = vec![self.term(base, kind), self.symbol("?")];
            return self.named("pow", args);
        }
        if let Head::Mark(mark) = &exponent.head {
            let mark = mark.clone();
            return self.marked(base, &mark, kind);
        }
        if let Some(numbers) = self.numbered_twice(exponent) {
            let args = vec![self.operand(base, kind), numbers];
            return self.named("numbered", args);
        }
        if letter == Some("o") && matches!(base.head, Head::Number(_)) {
            // `90^o`
            let args = vec![self.term(base, kind)];
            return self.named("degrees", args);
        }
        if self.usage.topic.languages && letter == Some("R") {
            // A word backwards: `(uv)^R = v^R u^R`.
            let args = vec![self.term(base, kind), self.mark("R")];
            return self.named("pow", args);
        }
        if let Some(ending) = ordinal(base, exponent) {
            let mut args = vec![self.term(base, kind)];
            if ending != "th" {
                args.push(self.symbol(&format!(r"\text{{{ending}}}")));
            }
            return self.named("ordinal", args);
        }
        if matches!(letter, Some("T" | "t"))
            && let Some(member) = self.by_member(base)
        {
            return self.named("transpose", vec![member]);
        }
        if named_space(tree) {
            // The plane over a field is no product of lines: `\mathbb{P}^2`.
            let args = vec![self.term(base, Kind::Any), self.term(exponent, Kind::Num)];
            return self.named("space", args);
        }
        if let Some(layer) = self.turned_layer(base, exponent) {
            return layer;
        }
        let name = match kind {
            Kind::Tuple if letter == Some("c") && bounds(base) => {
                let args = vec![self.term(base, Kind::Set)];
                return self.named("compl", args);
            }
            Kind::Set | Kind::Event if matches!(letter, Some("c" | "C")) => {
                let args = vec![self.term(base, kind)];
                return self.named("compl", args);
            }
            Kind::Mat | Kind::Vec if letter == Some("H") => {
                let args = vec![self.term(base, kind)];
                return self.named("adjoint", args);
            }
            // `W_i^Q`, `M^T_{B,C} + M^S_{B,C}` are some of several matrices.
            Kind::Mat
                if base.head == Head::Index
                    && letter.is_some_and(capital)
                    && (letter != Some("T") || self.numbered_by_letters(base)) =>
            {
                return self.index("up", tree);
            }
            Kind::Mat | Kind::Vec | Kind::Tuple
                if matches!(letter, Some("T" | r"\mathit{T}"))
                    || letter == Some("t") && !self.usage.counts_times() =>
            {
                let args = vec![self.term(base, kind)];
                return self.named("transpose", args);
            }
            _ if matches!(base.head, Head::Apply(_))
                && self.kinds.of(tree) == Kind::Vec
                && letter == Some("T") =>
            {
                let args = vec![self.term(base, kind)];
                return self.named("transpose", args);
            }
            // Functions have no power `T`.
            Kind::Fn if letter == Some("T") && base.symbol().is_some_and(bold::directed) => {
                let args = vec![self.term(base, Kind::Vec)];
                return self.named("transpose", args);
            }
            // `v^T`, where nothing is called so in the formula that this one says again
            _ if self.atoms.settled
                && letter == Some("T")
                && !self.atoms.symbols.iter().any(|s| s.name == "T") =>
            {
                let args = vec![self.term(base, kind)];
                return self.named("transpose", args);
            }
            _ if base.head == Head::Call && letter == Some("T")
                || crate::latex::linear::ones(tree)
                || self.lies(base, exponent) =>
            {
                let args = vec![self.term(base, kind)];
                return self.named("transpose", args);
            }
            Kind::Mat if crate::latex::parse::minus_transposed(exponent) => {
                let args = vec![self.term(base, kind)];
                let inverse = self.named("matinv", args);
                let conjugated = exponent.args[0].symbol() == Some("H");
                let name = if conjugated { "adjoint" } else { "transpose" };
                return self.named(name, vec![inverse]);
            }
            Kind::Mat | Kind::Vec if inverse => {
                let args = vec![self.term(base, kind)];
                return self.named("matinv", args);
            }
            Kind::Mat => "matpow",
            // `\bigcap_j H_0^j`
            Kind::Set
                if base.head == Head::Index
                    && base.args[0].symbol().is_some()
                    && letter.is_some_and(|n| self.usage.is_bound(n)) =>
            {
                return self.index("up", tree);
            }
            // `E^2_{p,q} \Rightarrow H_{p+q}(E)`: a page, and no power.
            Kind::Set if base.head == Head::Index && doubly_indexed(base) => "pow",
            Kind::Set => "setpow",
            // `E' = (a E + b)(c E + d)^{-1}`
            Kind::Fn
                if matches!(base.head, Head::Sum(..))
                    && !base.args.iter().all(|t| t.symbol().is_some()) =>
            {
                "pow"
            }
            Kind::Fn if inverse => {
                let args = vec![self.term(base, kind)];
                return self.named("finv", args);
            }
            // `\varphi_g^j(x)`
            Kind::Fn
                if base.head == Head::Index
                    && counted(exponent).is_some_and(|n| self.indexes(n, base)) =>
            {
                return self.index("up", tree);
            }
            // No function is taken so often: `g^{0.3}`.
            Kind::Fn if exponent.is_decimal() => "pow",
            Kind::Fn
                if base.head != Head::Call
                    && !self.is_value(tree)
                    && !self.reckons(tree)
                    && (!self.atoms.settled || self.atoms.iterates)
                    && !self.scales(tree) =>
            {
                "fpow"
            }
            _ if self.names_member(base, exponent) => return self.index("up", tree),
            // `\delta_{ij} \delta^3(x - y)`
            _ if base.symbol() == Some(r"\delta") && !tree.closed && self.applied_after(tree) => {
                "fpow"
            }
            // `\mathcal{H}^{n - 1}(\partial E)`
            _ if base.symbol().is_some() && !tree.closed && self.of_boundary(tree) => "fpow",
            _ => {
                let mut args = self.list();
                args.push(self.operand(base, kind));
                args.push(self.term(exponent, Kind::Num));
                return self.named("pow", args);
            }
        };
        // Nothing else is above a set with a cross: `\mathbb{R}^{2 \times 3}`.
        let size = match &exponent.head {
            Head::Product(joins) if kind == Kind::Set => self.crossed(joins, &exponent.args),
            _ => None,
        };
        let mut args = self.list();
        args.push(self.operand(base, kind));
        args.push(match size {
            Some(size) => size,
            None => self.term(exponent, Kind::Num),
        });
        self.named(name, args)
    }

    /// Whether a letter above a function with an index is one more: `a_j^i(x)`. Others may count how often
    /// it is taken or multiplied, `\theta_3^k(0, \tau)`, where no sum runs over them.
    fn indexes(&self, name: &str, base: &Tree) -> bool {
        if let Some(raised) = base.root_symbol().and_then(|n| self.usage.raised(n)) {
            return raised;
        }
        let word = |t: &Tree| t.symbol().is_some_and(|n| n.starts_with(r"\mathrm{"));
        // `\operatorname{Ext}_R^d(A, B)`
        let named =
            |n: &str| n.starts_with(r"\operatorname{") && n.len() > r"\operatorname{X}".len();
        if base.args[0].symbol().is_some_and(named) {
            return true;
        }
        match name {
            "i" | "j" => true,
            "k" | "l" if self.usage.is_bound(name) || base.args.get(1).is_some_and(word) => true,
            _ => self.usage.tensors.numbers_coordinates(name),
        }
    }

    /// Whether a letter above a vector says which of several it is, as nobody raises vectors to a power:
    /// `\mathbf{x}^k`, `\mathbf{W}_n^k`. Monomials have Greek or bold letters there.
    fn names_member(&self, base: &Tree, exponent: &Tree) -> bool {
        let Some(name) = base.root_symbol() else {
            return false;
        };
        if self.usage.raised(name) == Some(false) {
            return false;
        }
        let counts = |n: &str| matches!(n, "i" | "j" | "k" | "l" | "m" | "n" | "t");
        counted(exponent).is_some_and(counts)
            && (bold::small(name) || base.head == Head::Index && bold::large(name))
    }

    /// Whether a capital letter that transposes nothing stands above the letter of this base somewhere.
    fn numbered_by_letters(&self, base: &Tree) -> bool {
        let Some(letter) = base.root_symbol() else {
            return false;
        };
        let raised = |at: usize| {
            let key = |n: usize| self.tokens.get(n).map_or("", |t| t.key.as_ref());
            let mut depth = 0_i32;
            for n in at + 1..self.tokens.len().min(at + SCRIPTS) {
                match key(n) {
                    "{" => depth += 1,
                    "}" => depth -= 1,
                    "^" if depth == 0 => {
                        let above = key(n + 1 + usize::from(key(n + 1) == "{"));
                        return above.len() == 1 && capital(above) && !matches!(above, "T" | "H");
                    }
                    "_" => {}
                    _ if depth == 0 && key(n - 1) != "_" => return false,
                    _ => {}
                }
            }
            false
        };
        let near = self.beginning();
        (0..near.len()).any(|at| near[at].key == letter && raised(at))
    }

    /// Several numbers in parentheses above a letter, to which nobody raises it: the polynomials
    /// `P_n^{(\alpha, \beta)}`.
    fn numbered_twice(&mut self, exponent: &Tree) -> Option<Term> {
        self.op("numbered")?;
        let listed =
            matches!(&exponent.head, Head::Pair(open, close) if open == "(" && close == ")");
        if !listed || exponent.args.len() < 2 {
            return None;
        }
        let numbers = self.terms(&exponent.args, Kind::Num);
        Some(self.named("list", numbers))
    }

    /// Whether the base is a sum, a product or a power in brackets, which is applied to nothing: values
    /// are reckoned with, `(f^2 + g^2)^2`.
    fn reckons(&self, power: &Tree) -> bool {
        let base = &power.args[0];
        base.closed
            && matches!(base.head, Head::Sum(..) | Head::Product(_) | Head::Power)
            && !self.applied_after(power)
    }

    /// Whether a function that only a prime makes one stands for its value: `y'^2 + y^2 = 1`.
    fn is_value(&self, power: &Tree) -> bool {
        let base = &power.args[0];
        let letter = match (&base.head, base.args.as_slice()) {
            // `V_1` is one name.
            (Head::Index, [letter, number]) if matches!(number.head, Head::Number(_)) => letter,
            _ => base,
        };
        let Some(name) = letter.symbol() else {
            return false;
        };
        // `\eta^8(x)`
        let after = self.tokens.partition_point(|t| t.start < power.args[1].end);
        let mut following = self.tokens[after..].iter().filter(|t| t.key != "}");
        following.next().is_none_or(|t| t.key != "(")
            && !self.usage.called(name)
            && !self.signs.composes(self.tokens)
            && (!self.usage.is_told(name) || self.signs.derives(self.tokens))
    }

    /// Whether a parenthesis stands right behind this power.
    fn applied_after(&self, power: &Tree) -> bool {
        let after = self.tokens.partition_point(|t| t.start < power.end);
        self.tokens.get(after).is_some_and(|t| t.key == "(") && !self.scales(power)
    }

    /// Whether the boundary of a set stands in the parenthesis right behind this power.
    fn of_boundary(&self, power: &Tree) -> bool {
        let after = self.tokens.partition_point(|t| t.start < power.end);
        let key = |at: usize| self.tokens.get(at).map_or("", |t| t.key.as_ref());
        let star = 2 * usize::from((key(after + 2), key(after + 3)) == ("^", "*"));
        let set = key(after + 2 + star);
        (key(after), key(after + 1)) == ("(", r"\partial")
            && (set == r"\Omega" || set.len() == 1 && crate::latex::kinds::capital(set))
            && matches!(key(after + 3 + star), ")" | r"\cap")
    }

    /// Whether a power of a `\delta` multiplies a bracket, which begins with a number or a root:
    /// `\delta^2(1 + x)`.
    fn scales(&self, power: &Tree) -> bool {
        let after = self.tokens.partition_point(|t| t.start < power.end);
        power.args[0].symbol() == Some(r"\delta")
            && self.tokens.get(after + 1).is_some_and(|t| {
                (t.class == Class::Digit || t.key == r"\sqrt") && self.tokens[after].key == "("
            })
    }

    /// `m \times n` as the size of a matrix.
    pub(in crate::latex) fn size(&mut self, tree: &Tree) -> Option<Term> {
        let Head::Product(joins) = &tree.head else {
            return None;
        };
        // The product of a number and a letter may be written with a cross too.
        let count = |t: &Tree| {
            t.symbol().is_some()
                || matches!(t.head, Head::Number(_))
                || matches!(t.head, Head::Sum(..) | Head::Product(_)) && t.closed
                || matches!((&t.head, t.args.as_slice()), (Head::Power, [base, exponent])
                    if base.symbol().is_some() && matches!(exponent.head, Head::Number(_)))
        };
        let letters = tree.args.iter().any(|t| t.root_symbol().is_some());
        let numbers =
            tree.args.len() == 2 && tree.args.iter().all(|t| matches!(t.head, Head::Number(_)));
        if !tree.args.iter().all(count) || !letters && !numbers {
            return None;
        }
        self.crossed(joins, &tree.args)
    }

    /// Whether the same power or product of letters and numbers stands on both sides of a cross and nothing
    /// else: `2n \times 2n`, `n^2 \times n^2`; in a formula that is said again, other ones too.
    pub(super) fn square_size(&self, tree: &Tree) -> bool {
        let Head::Product(joins) = &tree.head else {
            return false;
        };
        let middle = tree.args.len() / 2;
        let halves = tree.args.split_at(middle);
        let same = || halves.0.iter().zip(halves.1).all(|(a, b)| a.says_as(b));
        let crosses = joins.iter().filter(|j| **j == Join::Cross).count();
        let composed = |t: &Tree| {
            t.root_symbol().is_some_and(|n| n.len() == 1 && !capital(n))
                && (t.head == Head::Power || tree.args.len() > 2 && t.symbol().is_some())
        };
        crosses == 1
            && joins.get(middle.wrapping_sub(1)) == Some(&Join::Cross)
            && tree.args.len().is_multiple_of(2)
            && tree.args.iter().any(composed)
            && (self.atoms.settled && self.atoms.sizes || same())
    }

    /// Factors with crosses between them as a size; what stands side by side is one number.
    fn crossed(&mut self, joins: &[Join], factors: &[Tree]) -> Option<Term> {
        let fits = |j: &Join| matches!(j, Join::Cross | Join::Beside);
        if !joins.contains(&Join::Cross) || !joins.iter().all(fits) {
            return None;
        }
        self.op("size")
            .filter(|_| !self.atoms.settled || self.atoms.sizes)?;
        let (mut numbers, mut from) = (Vec::new(), 0);
        for to in 1..=factors.len() {
            if joins.get(to - 1).is_some_and(|j| *j != Join::Cross) {
                continue;
            }
            let beside = joins[from..to - 1].to_vec().into();
            numbers.push(match &factors[from..to] {
                [only] => only.clone(),
                several => Tree::over(Head::Product(beside), several.to_vec()),
            });
            from = to;
        }
        let args = self.terms(&numbers, Kind::Num);
        Some(self.named("size", args))
    }
}

/// Whether this is the name of a space with its dimension above it.
pub(in crate::latex) fn named_space(tree: &Tree) -> bool {
    const SPACES: &[&str] = &[
        r"\mathbb{RP}",
        r"\mathbb{CP}",
        r"\mathbb{HP}",
        r"\mathbb{P}",
        r"\mathbb{A}",
        r"\mathbb{S}",
        r"\mathbb{T}",
        r"\mathbb{H}",
        r"\mathbb{D}",
        r"\mathbb{B}",
    ];
    matches!((&tree.head, tree.args.as_slice()), (Head::Power, [base, above])
        if base.symbol().is_some_and(|name| SPACES.contains(&name))
            && (matches!(above.head, Head::Number(_))
                // `\mathbb{P}^{n + 1} \times \mathbb{P}^{n_1}`
                || matches!(above.head, Head::Sum(..)) && counted(above).is_some()
                || matches!(above.head, Head::Index) && above.args[0].symbol().is_some()
                || above.symbol().is_some_and(|n| n.len() == 1 && !matches!(n, "c" | "C"))))
}

/// Whether parentheses hold the ends of an interval, one of which is a number: `(0, 1)`.
fn bounds(tree: &Tree) -> bool {
    let end = |t: &Tree| match t.head {
        Head::Number(_) => true,
        Head::Sum(..) => {
            matches!(t.args.as_slice(), [only] if matches!(only.head, Head::Number(_)))
        }
        _ => false,
    };
    matches!(&tree.head, Head::Pair(open, close) if open == "(" && close == ")")
        && tree.args.len() == 2
        && tree.args.iter().any(end)
}

/// The ending of an ordinal number in an exponent: `n^{th}`, `1^{st}`.
fn ordinal(base: &Tree, exponent: &Tree) -> Option<&'static str> {
    let ending = |word: &str| {
        let endings = ["th", "st", "nd", "rd"];
        endings.into_iter().find(|ending| *ending == word)
    };
    let counted = matches!(base.head, Head::Number(_));
    match &exponent.head {
        Head::Symbol(name) => name
            .split_once('{')
            .and_then(|(_, rest)| ending(rest.trim_end_matches('}'))),
        Head::Product(joins) if joins.as_slice() == [Join::Beside] => {
            let letters: String = exponent.args.iter().filter_map(Tree::symbol).collect();
            ending(&letters).filter(|found| *found == "th" || counted)
        }
        _ => None,
    }
}

/// The letter that counts in an index, alone or with a number added to it: `k + 1`.
fn counted(index: &Tree) -> Option<&str> {
    let number = |t: &Tree| matches!(t.head, Head::Number(_));
    match (&index.head, index.args.as_slice()) {
        (Head::Sum(..), [letter, rest @ ..]) if rest.iter().all(number) => letter.symbol(),
        _ => index.symbol(),
    }
}

/// Whether two indices stand below a letter.
fn doubly_indexed(base: &Tree) -> bool {
    let list = |t: &Tree| t.head == Head::Items && t.args.len() == 2;
    base.args.len() > 2 || base.args.get(1).is_some_and(list)
}
