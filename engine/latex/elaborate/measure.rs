//! Numbers with their units: `9.8\,\mathrm{m/s^2}`, `3\text{ cm}`.

use super::Elaborator;
use crate::latex::matter::{FONTS, is_rated, is_unit, unit_word};
use crate::latex::parse::has_no_dimension;
use crate::latex::rates::measured;
use crate::latex::token::{Class, Gap, Token, around};
use crate::latex::tree::{Head, Join, Tree};
use crate::spelling::inner;
use crate::term::Term;
use crate::vocabulary::Kind;

impl Elaborator<'_> {
    /// A product in which units stand right after numbers: units are no factors that go anywhere.
    pub(super) fn measured(&mut self, joins: &[Join], tree: &Tree) -> Option<Term> {
        if !tree.args[1..].iter().any(|t| self.unit(t)) {
            return None;
        }
        if let Some((joins, tree)) = self.prefixed(joins, tree) {
            return self.measured(&joins, &tree);
        }
        let op = self.table.named("quantity")?;
        // Where each run begins, where its units do, where it ends.
        let mut runs: Vec<(usize, usize, usize)> = vec![(0, 1, 1)];
        for (at, arg) in tree.args.iter().enumerate().skip(1) {
            let (from, units, to) = *runs.last()?;
            let after_unit = units < to;
            let joins_unit = match joins.get(at - 1) {
                Some(Join::Beside) => true,
                Some(Join::Dot) => after_unit,
                _ => false,
            };
            if self.unit(arg) && joins_unit {
                let before = &tree.args[from..at];
                let known = after_unit || self.figured(before) || self.lettered(before, arg);
                *runs.last_mut()? = (from, if known { units.min(at) } else { at + 1 }, at + 1);
            } else if after_unit {
                runs.push((at, at + 1, at + 1));
            } else {
                *runs.last_mut()? = (from, at + 1, at + 1);
            }
        }
        if self.unit(&tree.args[0]) || runs.iter().all(|(_, units, to)| units == to) {
            return None;
        }
        // `1\text{ h } 30\text{ min}`
        let mixed = runs.len() > 1
            && runs.iter().all(|(from, units, to)| {
                units < to && (*from == 0 || joins[from - 1] == Join::Beside)
            });
        let mut factors = Vec::new();
        for (from, units, to) in runs {
            // `n \cdot 5\text{ m}` is so many times a length, `n \cdot 5\text{ cm}` a length.
            let counted = tree.args[from..units].iter().rev();
            let all = tree.args.get(units).is_some_and(sure);
            let told = tree
                .args
                .get(units)
                .is_some_and(|t| self.measures_elsewhere(t));
            let letter = |t: &Tree| matches!(t.head, Head::Symbol(_) | Head::Index);
            let counts =
                |t: &&Tree| self.figure(t) || (all || told && letter(t)) && upright(t).is_none();
            let counted = match tree.args.get(units).is_some_and(|t| self.counts(t)) {
                true => units - from,
                false => counted.take_while(counts).count(),
            };
            let counted = if units < to { units - counted } else { units };
            factors.append(&mut self.operands(&tree.args[from..counted]));
            if units == to {
                continue;
            }
            let numbers = self.operands(&tree.args[counted..units]);
            let measures: Vec<Tree> = tree.args[units..to]
                .iter()
                .map(|t| self.by_last(t))
                .collect();
            let measures = self.operands(&measures);
            measures.iter().for_each(|unit| self.keep_names(unit));
            let (number, measure) = (self.joined(numbers), self.joined(measures));
            factors.push(self.node(op, vec![number, measure]));
        }
        Some(match mixed {
            true => self.named("add", factors),
            false => self.joined(factors),
        })
    }

    /// A number of units by another unit, perhaps by a third one, as a number of such rates:
    /// `10\,\mathrm{m}/\mathrm{s}`, `10\,\mathrm{m}/\mathrm{s}/\mathrm{s}`.
    pub(super) fn rate(&self, tree: &Tree) -> Option<Tree> {
        let division = |t: &Tree| matches!(t.head, Head::Apply(op) if op == self.table.div);
        let [amount, per] = tree.args.as_slice() else {
            return None;
        };
        if !self.unit(per) || !self.slash(amount, per) {
            return None;
        }
        match amount.args.as_slice() {
            [first, second] if division(amount) => {
                let by_second = self.unit(second) && self.slash(first, second);
                self.rate_of(first, &[second, per]).filter(|_| by_second)
            }
            _ => self.rate_of(amount, &[per]),
        }
    }

    /// Whether nothing but a slash stands between two, of which the second may be in brackets of any size.
    fn slash(&self, one: &Tree, other: &Tree) -> bool {
        let between = self.source.get(one.end..other.start);
        between.is_some_and(|between| {
            let sized = between.trim_end().strip_suffix(r"\left");
            sized.unwrap_or(between).trim() == "/"
        })
    }

    fn rate_of(&self, amount: &Tree, by: &[&Tree]) -> Option<Tree> {
        let Head::Product(joins) = &amount.head else {
            return None;
        };
        let numbers = amount.args.iter().rposition(|t| !self.unit(t))? + 1;
        let (counted, units) = amount.args.split_at(numbers);
        // `5\,\mathrm{kg} \cdot \mathrm{m}/\mathrm{s}`
        let unit = |j: &Join| matches!(j, Join::Beside | Join::Dot);
        let beside =
            joins.get(numbers - 1) == Some(&Join::Beside) && joins[numbers..].iter().all(unit);
        let known = self.figured(counted) || named(units.last()?) && named(by[0]);
        if amount.closed || units.is_empty() || !beside || !known {
            return None;
        }
        let unit = match units {
            [only] => only.clone(),
            several => {
                let joins = vec![Join::Beside; several.len() - 1];
                Tree::over(Head::Product(joins.into()), several.to_vec())
            }
        };
        let rate = by.iter().fold(unit, |unit, per| {
            Tree::over(Head::Apply(self.table.div), vec![unit, (*per).clone()])
        });
        let joins = joins[..numbers].to_vec();
        let args = counted.iter().cloned().chain([rate]).collect();
        Some(Tree::over(Head::Product(joins.into()), args))
    }

    /// The product with signs and the units beside them as one unit, if there are such:
    /// `5\,\mu\text{F}`, `3\text{k}\Omega`.
    fn prefixed(&self, joins: &[Join], tree: &Tree) -> Option<(Vec<Join>, Tree)> {
        if let Some(at) = tree.args.iter().position(|t| self.held_ohms(t)) {
            let (mut joins, mut args) = (joins.to_vec(), tree.args.clone());
            joins.insert(at, Join::Beside);
            args.splice(at..=at, tree.args[at].args.iter().cloned());
            return Some((joins.clone(), Tree::over(Head::Product(joins.into()), args)));
        }
        let pair = |at: usize| {
            let [one, other] = [tree.args.get(at)?, tree.args.get(at + 1)?];
            let micro = one.symbol() == Some(r"\mu") && self.unit(other);
            let large = self.large(one, other);
            let counted = at > 0 && self.figure(&tree.args[at - 1]);
            (joins[at] == Join::Beside && (micro || large) && counted).then_some(())?;
            let merged = |unit: &Tree| {
                let name = format!("{}{}", one.symbol()?, unit.symbol()?);
                Some(Tree::new(
                    Head::Symbol(name.into()),
                    Vec::new(),
                    one.start,
                    other.end,
                ))
            };
            match (&other.head, other.args.as_slice()) {
                (Head::Power, [base, exponent]) => Some(Tree::over(
                    Head::Power,
                    vec![merged(base)?, exponent.clone()],
                )),
                _ => merged(other),
            }
        };
        (1..tree.args.len()).find(|at| pair(*at).is_some())?;
        let (mut args, mut kept, mut at) = (Vec::new(), Vec::new(), 0);
        while at < tree.args.len() {
            if at > 0 {
                kept.push(joins[at - 1]);
            }
            let unit = pair(at);
            at += 1 + usize::from(unit.is_some());
            args.push(unit.unwrap_or_else(|| tree.args[at - 1].clone()));
        }
        Some((kept.clone(), Tree::over(Head::Product(kept.into()), args)))
    }

    /// A unit by another with a power, `\text{m/s}^2`, as one by a power.
    fn by_last(&self, tree: &Tree) -> Tree {
        let (Head::Power, [base, exponent]) = (&tree.head, tree.args.as_slice()) else {
            return tree.clone();
        };
        let Some((font, above, below)) = base.symbol().and_then(|name| {
            let (font, word) = name.split_once('{')?;
            let (above, below) = word.strip_suffix('}')?.split_once('/')?;
            Some((font, above.trim(), below.trim()))
        }) else {
            return tree.clone();
        };
        let unit = |word: &str| {
            let head = Head::Symbol(format!("{font}{{{word}}}").into());
            Tree::new(head, Vec::new(), base.start, base.end)
        };
        let power = Tree::over(Head::Power, vec![unit(below), exponent.clone()]);
        Tree::over(Head::Apply(self.table.div), vec![unit(above), power])
    }

    /// Units have the names they have.
    fn keep_names(&mut self, unit: &Term) {
        let symbols = &mut self.atoms.symbols;
        unit.walk(&mut |t| {
            if let Some(symbol) = t.op.as_symbol() {
                symbols[symbol as usize].protected = true;
            }
        });
    }

    fn operands(&mut self, trees: &[Tree]) -> Vec<Term> {
        trees.iter().map(|t| self.operand(t, Kind::Num)).collect()
    }

    fn joined(&mut self, mut factors: Vec<Term>) -> Term {
        match factors.len() {
            1 => factors.remove(0),
            _ => self.named("mul", factors),
        }
    }

    /// Whether these are a prefix and the sign of ohms.
    fn large(&self, one: &Tree, other: &Tree) -> bool {
        let ohms = other.root_symbol() == Some(r"\Omega") && other.head != Head::Index;
        ohms && self.unit(one) && one.symbol().is_some_and(|n| inner(n).len() == 1)
    }

    /// Whether a prefix and the sign of ohms stand in one group: `\mathrm{k\Omega}`.
    fn held_ohms(&self, tree: &Tree) -> bool {
        match (&tree.head, tree.args.as_slice()) {
            (Head::Product(_), [one, other]) => self.large(one, other),
            _ => false,
        }
    }

    /// Whether a spacing command stands between a number and the sign of ohms, a blank where a
    /// resistance is said to be so many, and the letter stands nowhere else without one: `4\,\Omega`.
    fn ohms(&self, tree: &Tree) -> bool {
        let resists = |at: usize| {
            at + 1 == self.tokens.len() && matches!(self.tokens[0].key.as_ref(), "R" | "Z" | "X")
                || measured(self.tokens)
        };
        let spaced = |at: usize| {
            (self.tokens[at].gap >= Gap::Thin || self.tokens[at].gap == Gap::Blank && resists(at))
                && at > 0
                && matches!(self.tokens[at - 1].class, Class::Digit | Class::Close)
        };
        let near = self.tokens.len() <= super::LOOKED;
        let mut own = (0..self.tokens.len()).filter(|at| self.tokens[*at].key == r"\Omega");
        near && tree.start < tree.end && own.all(spaced)
    }

    /// Whether factors before a unit say how many there are: the last one is a figure, and it holds a
    /// number or all are figures (`2\pi`, but not `2r\pi`).
    fn figured(&self, factors: &[Tree]) -> bool {
        fn counts(tree: &Tree) -> bool {
            matches!(tree.head, Head::Number(_)) || tree.args.iter().any(counts)
        }
        factors.last().is_some_and(|last| {
            self.figure(last) && (counts(last) || factors.iter().all(|t| self.figure(t)))
        })
    }

    /// Whether factors with letters before a unit say how many there are: the unit has a name that
    /// nothing else has.
    fn lettered(&self, factors: &[Tree], unit: &Tree) -> bool {
        (sure(unit) || self.counts(unit) || self.measures_elsewhere(unit))
            && !factors.iter().any(|t| self.unit(t))
    }

    /// Whether this is a small word in a text that begins with a blank, or behind a small space, which
    /// says of what there are so many: `\binom{n}{2}\text{ edges}`.
    fn counts(&self, unit: &Tree) -> bool {
        let Some(name) = unit.symbol().filter(|n| n.starts_with(r"\text{")) else {
            return false;
        };
        let word = inner(name).trim();
        let blank = self
            .source
            .get(unit.start..unit.end)
            .and_then(|text| text.trim_start().strip_prefix(r"\text{"))
            .is_some_and(|text| text.starts_with([' ', '~']));
        let apart = || {
            let at = self.tokens.partition_point(|t| t.start < unit.start);
            self.tokens.get(at).is_some_and(|t| t.gap == Gap::Thin)
        };
        word.len() > 3 && (blank || apart()) && word.bytes().all(|b| b.is_ascii_lowercase())
    }

    /// Whether the same unit stands after a number somewhere else: `x\text{ m} + 3\text{ m}`.
    fn measures_elsewhere(&self, unit: &Tree) -> bool {
        let Some(name) = unit.symbol() else {
            return false;
        };
        let near = self.beginning();
        let here = self.tokens.partition_point(|t| t.start < unit.start);
        let same = |at: usize| at != here && inner(&near[at].key).trim() == inner(name).trim();
        // `n_1\mathrm{Z}` is no number of them.
        let index = |at: usize| at > 1 && near[at - 2].key == "_";
        (1..near.len()).any(|at| near[at - 1].class == Class::Digit && !index(at) && same(at))
    }

    /// Whether a factor is a figure: what words after a letter say is anybody's guess.
    fn figure(&self, tree: &Tree) -> bool {
        match &tree.head {
            Head::Number(_) => true,
            Head::Power | Head::Apply(_) => tree.args.iter().all(|t| self.figure(t)),
            Head::Sum(_, signs) => signs.len() == 1 && self.figure(&tree.args[0]),
            _ => false,
        }
    }

    fn unit(&self, tree: &Tree) -> bool {
        match &tree.head {
            Head::Symbol(name) if !name.starts_with('\\') => false,
            Head::Symbol(name) if *name == *r"\Omega" => self.ohms(tree),
            Head::Symbol(name) if name.starts_with(r"\mu\") || name.ends_with(r"}\Omega") => true,
            Head::Symbol(name) => {
                let word = inner(name).trim();
                FONTS.iter().any(|font| name.starts_with(font))
                    && !word.is_empty()
                    && (word.chars().all(|c| c.is_alphabetic() || c == ' ')
                        || word == r"\AA"
                        || ratio(word))
                    && self.kinds.symbol(name) != Kind::Fn
                    && !has_no_dimension(name, near(self.tokens, tree))
            }
            Head::Power => {
                let exponent = match (&tree.args[1].head, tree.args[1].args.as_slice()) {
                    (Head::Sum(..), [only]) => only,
                    _ => &tree.args[1],
                };
                // `\mathrm{m}^{0.5}`, but no `\text{width}^{0.36}`.
                let number = |t: &Tree| matches!(&t.head, Head::Number(n) if !n.contains('.') || n.ends_with(".5"));
                let ratio = matches!(exponent.head, Head::Apply(op) if op == self.table.div)
                    && exponent.args.iter().all(number);
                self.unit(&tree.args[0]) && (number(exponent) || ratio)
            }
            Head::Apply(op) if *op == self.table.div => {
                let one = matches!(&tree.args[0].head, Head::Number(n) if *n == *"1");
                (one || self.unit(&tree.args[0])) && self.unit(&tree.args[1])
            }
            // `3 [\mathrm{s}]`
            Head::Apply(op) if self.op("bracketed") == Some(*op) => self.unit(&tree.args[0]),
            Head::Product(_) => tree.args.iter().all(|t| self.unit(t)) || self.held_ohms(tree),
            _ => false,
        }
    }
}

/// Whether this is a unit that is taken for nothing else behind a letter, perhaps with a power: several
/// letters, or units by units.
fn sure(tree: &Tree) -> bool {
    if let (Head::Apply(_), [unit, per]) = (&tree.head, tree.args.as_slice()) {
        return named(unit) && named(per);
    }
    let known = |word: &str| is_rated(word.trim_end_matches(['2', '3', '^']));
    upright(tree).is_some_and(|word| match word.split_once('/') {
        Some((unit, per)) => known(unit) && known(per),
        None => word.len() > 1 && is_unit(word),
    })
}

/// Whether this has the name of a unit beside a slash, perhaps with a power.
fn named(tree: &Tree) -> bool {
    upright(tree).is_some_and(is_rated)
}

/// The word in upright letters that this is, or a power of it.
fn upright(tree: &Tree) -> Option<&str> {
    let name = match (&tree.head, tree.args.as_slice()) {
        (Head::Power, [base, _]) => base.symbol(),
        _ => tree.symbol(),
    };
    unit_word(name?)
}

/// The tokens around a factor.
pub(super) fn near<'r, 't>(tokens: &'r [Token<'t>], factor: &Tree) -> &'r [Token<'t>] {
    let at = tokens.partition_point(|t| t.start < factor.start);
    &tokens[around(tokens, at)]
}

/// Whether this is a unit by another: `m/s`, `km/h`.
fn ratio(word: &str) -> bool {
    let part = |w: &str| {
        let letters = w.trim_end_matches(['2', '3', '^']);
        !letters.is_empty() && letters.chars().all(char::is_alphabetic)
    };
    word.split_once('/')
        .is_some_and(|(a, b)| part(a) && part(b))
}
