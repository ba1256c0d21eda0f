//! What holes are filled with.

use super::apply::{Edit, Fill};
use super::guard::is_symbol;
use super::matching::Bound;
use super::places::{Node, SIGNED, at, is_operator, is_sign, is_word};
use super::rule::Hole;
use crate::atoms::{Atoms, Shown, Symbol};
use crate::choice::Draws;
use crate::normal;
use crate::rules::SymbolTable;
use crate::sexpr;
use crate::spelling::undecorated;
use crate::symbols::other_shape;
use crate::term::{Head, Op, Slot, SlotSort, Term};
use crate::vocabulary::{Kind, Vocabulary};

/// What holes are filled from.
pub(super) struct Stock<'s> {
    pub root: &'s Term,
    pub vocabulary: &'s Vocabulary,
    pub symbols: &'s SymbolTable,
    pub nodes: &'s [Node<'s>],
}

/// A part of a symbol with indices.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Base,
    Index,
}

/// Operators that begin with a name of something else than a number.
const HEADS: &[&str] = &["limited", "accent", "under", "callsquare"];

/// What stands in for letters of no group, by what these look like.
const SMALL: &[&str] = &["a", "b", "c", "d", "k", "m", "p", "q", "t", "w", "y", "z"];
const CAPITALS: &[&str] = &[
    "A", "B", "D", "F", "G", "H", "K", "L", "M", "S", "U", "V", "W", "X", "Y",
];
const GREEK: &[&str] = &[
    r"\alpha", r"\beta", r"\gamma", r"\lambda", r"\mu", r"\sigma", r"\tau", r"\xi", r"\omega",
];

impl Stock<'_> {
    /// A draw; new symbols are added to the atoms. None when there is nothing to choose from.
    pub(super) fn fill(
        &self,
        hole: &Hole,
        edit: &Edit,
        atoms: &mut Atoms,
        draws: &mut Draws,
    ) -> Option<Fill> {
        match hole {
            Hole::Number(low, high) => {
                let count = (high - low + 1).max(1) as usize;
                Some(Fill::Term(self.integer(low + draws.below(count) as i64)))
            }
            Hole::Near(var) => {
                let n = match self.bound(*var, edit)?.op.head() {
                    Head::Integer(n) => n,
                    Head::Literal(i) => {
                        let spelling = &atoms.literals.get(i as usize)?.spelling;
                        let near = slipped(spelling, draws)?;
                        let known = atoms.literals.iter().position(|l| l.spelling == near);
                        let op = match known {
                            Some(known) => Some(Op::literal(known as u32)),
                            None => sexpr::new_number(atoms, &near),
                        };
                        return op.map(|op| Fill::Term(Term::leaf(op)));
                    }
                    _ => return None,
                };
                let by = [1, -1, 2, 1][draws.below(4)];
                let near = i64::from(n) + by;
                (near >= 0).then(|| Fill::Term(self.integer(near)))
            }
            Hole::NewSymbol(like) => {
                let kind = self.kind(*like, edit, atoms);
                let name = self.new_name(*like, kind, edit, atoms, draws)?;
                let index = atoms.symbol(&name);
                let symbol = &mut atoms.symbols[index as usize];
                *symbol = Symbol {
                    name,
                    kind,
                    protected: false,
                    shown: Shown::default(),
                };
                Some(Fill::Term(Term::leaf(Op::symbol(index))))
            }
            Hole::OtherSymbol(like) => {
                let kind = self.kind(*like, edit, atoms);
                let own = like.and_then(|v| self.bound(v, edit));
                let is = |term: &Term, script: Script| {
                    let mut of = self.nodes.iter().filter(|n| n.term == term);
                    of.any(|n| self.script(n) == Some(script))
                };
                let base = own.is_some_and(|own| is(own, Script::Base));
                let mut others: Vec<&Term> = Vec::new();
                for node in self.nodes.iter().filter(|n| is_symbol(n.term)) {
                    let fits = node.kind == kind && Some(node.term) != own;
                    // Only free symbols are known wherever they are put.
                    let free = matches!(node.term.op.head(), Head::Symbol(_));
                    let head = node.above.last().is_some_and(|(op, place)| {
                        // `\sum_{\text{cyc}}`
                        *place == 1
                            && self.vocabulary.name(*op) == "limited"
                            && is_word(node.term, atoms)
                            || *place == 0
                                && self.vocabulary.operator(*op).is_some_and(|o| {
                                    o.has_tag("headed")
                                        || o.has_tag(SIGNED)
                                        || HEADS.contains(&o.name.as_str())
                                })
                    });
                    // What bears indices is another symbol without them, and an index bears none.
                    let like = || base == is(node.term, Script::Base);
                    if fits
                        && free
                        && !head
                        && !is_operator(node.term, atoms)
                        && !is_sign(node.term, atoms)
                        && !self.is_unit(node)
                        && !others.contains(&node.term)
                        && like()
                    {
                        others.push(node.term);
                    }
                }
                (!others.is_empty()).then(|| Fill::Term(others[draws.below(others.len())].clone()))
            }
            Hole::Subterm(most) => {
                let fits = |n: &&Node<'_>| {
                    n.kind == Kind::Num
                        && n.term.size() <= *most
                        && !n.named
                        && !n.element
                        // What has an index is another symbol without it.
                        && self.script(n) != Some(Script::Base)
                        && n.term.size() > 1 - usize::from(is_symbol(n.term))
                        && without_slots(n.term)
                        && !self.is_of_event(n)
                };
                let parts: Vec<&Node<'_>> = self.nodes.iter().filter(fits).collect();
                (!parts.is_empty())
                    .then(|| Fill::Term(parts[draws.below(parts.len())].term.clone()))
            }
            Hole::One(terms) => Some(Fill::Term(terms[draws.below(terms.len())].clone())),
            Hole::Operator(tag) => {
                let arity = edit.found.bound.iter().find_map(|b| match b {
                    Bound::Head(op) => Some(*op),
                    _ => None,
                });
                let takes = |o: &crate::vocabulary::Operator| match arity
                    .and_then(|op| self.vocabulary.operator(op))
                {
                    Some(own) => {
                        own.name != o.name
                            && own.signatures.first().map(|s| &s.args)
                                == o.signatures.first().map(|s| &s.args)
                    }
                    None => true,
                };
                let known = self.vocabulary.operators.iter().enumerate();
                let fitting: Vec<usize> = known
                    .filter(|(_, o)| o.has_tag(tag) && takes(o))
                    .map(|(i, _)| i)
                    .collect();
                (!fitting.is_empty()).then(|| {
                    Fill::Operator(Op::operator(fitting[draws.below(fitting.len())] as u32))
                })
            }
            Hole::Mixed(several) => {
                let chosen = draws.weighted(several.iter().map(|(w, _)| *w));
                self.fill(&several[chosen].1, edit, atoms, draws)
            }
        }
    }

    /// What a node is of a symbol with indices.
    fn script(&self, node: &Node<'_>) -> Option<Script> {
        let (op, place) = node.above.last()?;
        let scripted = self.vocabulary.operator(*op)?.has_tag("scripted");
        scripted.then_some(if *place == 0 {
            Script::Base
        } else {
            Script::Index
        })
    }

    /// Whether a node belongs to what something is measured in.
    fn is_unit(&self, node: &Node<'_>) -> bool {
        let mut above = node.above.iter();
        above.any(|(op, place)| {
            let operator = self.vocabulary.operator(*op);
            *place == 1 && operator.is_some_and(|o| o.has_tag("measured"))
        })
    }

    /// Whether a node is a part of what is said to be likely: nothing else is compared with it.
    fn is_of_event(&self, node: &Node<'_>) -> bool {
        let mut above = node.above.iter();
        above.any(|(op, _)| {
            let operator = self.vocabulary.operator(*op);
            operator.is_some_and(|o| o.has_tag("chance"))
        })
    }

    fn integer(&self, value: i64) -> Term {
        let size = u32::try_from(value.unsigned_abs()).unwrap_or(0) & ((1 << 28) - 1);
        let size = Term::leaf(Op::integer(size));
        match self.vocabulary.find("neg") {
            Some(neg) if value < 0 => normal::node(self.vocabulary, neg, vec![size]),
            _ => size,
        }
    }

    fn bound<'e>(&'e self, var: u8, edit: &'e Edit) -> Option<&'e Term> {
        match edit.found.bound.get(usize::from(var))? {
            Bound::One(path) => at(self.root, path),
            _ => None,
        }
    }

    fn kind(&self, like: Option<u8>, edit: &Edit, atoms: &Atoms) -> Kind {
        let term = like.and_then(|v| self.bound(v, edit));
        term.map_or(Kind::Num, |t| super::kind::kind(self.vocabulary, t, atoms))
    }

    /// A letter that the formula does not have: one of the group of the symbol it stands in for.
    fn new_name(
        &self,
        like: Option<u8>,
        kind: Kind,
        edit: &Edit,
        atoms: &Atoms,
        draws: &mut Draws,
    ) -> Option<String> {
        let symbol = like.and_then(|v| self.bound(v, edit)).map(|t| t.op.head());
        let name = match symbol {
            Some(Head::Symbol(i)) => atoms.symbols.get(i as usize).map(|s| s.name.clone()),
            Some(Head::Slot(slot)) => {
                let named = atoms.slot_names.iter().find(|(s, _)| *s == slot);
                named
                    .map(|(_, name)| name.clone())
                    .or_else(|| Some("n".to_owned()))
            }
            _ => None,
        };
        // What stands in for no symbol is counted to, in place of infinity say.
        let default = if like.is_some() { "a" } else { "n" };
        let name = name.unwrap_or_else(|| default.to_owned());
        // `\mathbf{y}` stands in for `\mathbf{x}`.
        let (before, letter, behind) = undecorated(&name);
        let groups = self.symbols.groups.iter();
        let mut letters: Vec<&str> = groups
            .filter(|g| g.members.iter().any(|m| m == letter))
            .flat_map(|g| g.members.iter().map(String::as_str))
            .collect();
        letters.sort_unstable();
        letters.dedup();
        let written = |letter: &str| format!("{before}{letter}{behind}");
        let used = |letter: &str| {
            let name = written(letter);
            atoms.symbols.iter().any(|s| s.name == name)
                || atoms.slot_names.iter().any(|(_, n)| *n == name)
        };
        let taken = |letter: &str| {
            used(letter)
                || other_shape(letter).is_some_and(used)
                || self.symbols.reserved.iter().any(|r| r == letter)
                || self.symbols.excluded.iter().any(|(l, _)| l == letter)
        };
        letters.retain(|letter| !taken(letter));
        // Another letter before parentheses reads as a factor.
        if kind == Kind::Fn {
            letters.retain(|letter| self.symbols.functions.iter().any(|f| f == letter));
        } else if letters.is_empty() {
            let others = match letter.chars().next() {
                Some('A'..='Z') => CAPITALS,
                Some('\\') if !letter.contains('{') => GREEK,
                _ => SMALL,
            };
            letters = others.iter().copied().filter(|l| !taken(l)).collect();
        }
        (!letters.is_empty()).then(|| written(letters[draws.below(letters.len())]))
    }
}

impl Hole {
    /// What a new symbol in a hole stands in for: a symbol, or a name that counts.
    pub(super) fn stands_in(&self, root: &Term, edit: &Edit) -> Option<Op> {
        match self {
            // What stands in for no symbol is counted to, in place of infinity say.
            Self::NewSymbol(None) => Some(Op::slot(Slot {
                sort: SlotSort::Positive,
                level: 0,
            })),
            Self::NewSymbol(Some(var)) => match edit.found.bound.get(usize::from(*var))? {
                Bound::One(path) => at(root, path).map(|t| t.op),
                _ => None,
            },
            Self::Mixed(several) => several
                .iter()
                .find_map(|(_, hole)| hole.stands_in(root, edit)),
            _ => None,
        }
    }
}

fn without_slots(term: &Term) -> bool {
    let mut without = true;
    term.walk(&mut |t| without &= !matches!(t.op.head(), Head::Slot(_)));
    without
}

/// A number as it is written with one digit changed or the decimal point one place further; none
/// where it is written with other signs, or would begin with a needless zero.
fn slipped(spelling: &str, draws: &mut Draws) -> Option<String> {
    let (whole, decimals) = spelling.split_once('.').unwrap_or((spelling, ""));
    let digits: Vec<u8> = whole.bytes().chain(decimals.bytes()).collect();
    if whole.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let written = |digits: &[u8], point: usize| {
        let (whole, decimals) = digits.split_at(point);
        let [whole, decimals] = [whole, decimals].map(String::from_utf8_lossy);
        let sound = whole == "0" || !whole.starts_with('0') && !whole.is_empty();
        match decimals.is_empty() {
            _ if !sound => None,
            true => Some(whole.into_owned()),
            false => Some(format!("{whole}.{decimals}")),
        }
    };
    if !decimals.is_empty() && draws.chance(0.25) {
        let right = draws.chance(0.5);
        return match right {
            true if whole == "0" => written(&digits[1..], 1),
            true => written(&digits, whole.len() + 1),
            false if whole.len() > 1 => written(&digits, whole.len() - 1),
            false => written(&[b"0", &digits[..]].concat(), 1),
        };
    }
    let mut changed = digits;
    let last = changed.len() - 1;
    let place = match draws.chance(0.5) {
        true => last,
        false => draws.below(changed.len()),
    };
    let by = [1, 9, 2, 8][draws.below(4)];
    changed[place] = b'0' + (changed[place] - b'0' + by) % 10;
    written(&changed, whole.len()).filter(|near| near.bytes().any(|b| (b'1'..=b'9').contains(&b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::Key;

    #[test]
    fn numbers_slip_by_a_digit_or_their_point() {
        for (spelling, all) in [
            (
                "0.24",
                &["0.25", "0.23", "0.14", "0.44", "2.4", "0.024"][..],
            ),
            ("1250", &["1251", "2250", "1230"]),
            ("98.6", &["98.5", "9.86", "986", "78.6"]),
        ] {
            let near: Vec<String> = (0..400)
                .filter_map(|i| slipped(spelling, &mut Key::seed(i).draws()))
                .collect();
            for one in all {
                assert!(near.iter().any(|n| n == one), "{spelling}: no {one}");
            }
            for one in near {
                assert_ne!(one, spelling);
                let whole = one.split('.').next().unwrap_or_default();
                assert!(whole == "0" || !whole.starts_with('0'), "{one}");
            }
        }
        assert_eq!(slipped("1{,}000", &mut Key::seed(0).draws()), None);
    }
}
