//! Names whose products keep their order.

use crate::latex::elaborate::Elaborator;
use crate::latex::operated::is_state;
use crate::latex::tree::{Head, Tree};
use crate::vocabulary::Kind;

impl Elaborator<'_> {
    /// Whether two factors have names whose products keep their order, or a letter stands beside a
    /// set: a coset.
    pub(super) fn apart(&self, tree: &Tree) -> bool {
        let euler = |t: &Tree| {
            let constant = matches!(t.head, Head::Apply(op) if self.op("e") == Some(op));
            constant || t.symbol() == Some("e")
        };
        let ordered = |t: &Tree| {
            let listed = |name: &str| self.apart.iter().any(|known| known == name);
            let named = match (&t.head, t.args.as_slice()) {
                // `e^A e^B`
                (Head::Power, [base, exponent]) if euler(base) => {
                    exponent.root_symbol().is_some_and(listed)
                }
                (Head::Call, [map, arguments @ ..]) => {
                    let of_listed = |t: &Tree| {
                        let product = matches!(t.head, Head::Product(_));
                        let letters = match product {
                            true => t.args.as_slice(),
                            false => std::slice::from_ref(t),
                        };
                        letters.iter().any(|t| t.root_symbol().is_some_and(listed))
                    };
                    matches!(arguments, [only] if of_listed(only))
                        || map.root_symbol().is_some_and(listed)
                }
                (Head::Power, [base, _]) if base.head == Head::Index => {
                    base.root_symbol().is_some_and(listed) || numbered(base, &listed)
                }
                _ => t.root_symbol().is_some_and(listed) || numbered(t, &listed),
            };
            let exponential = t.head == Head::Power && euler(&t.args[0]);
            named && (exponential || self.kinds.of(t) != Kind::Mat)
        };
        let named = |t: &&Tree| {
            let base = match t.head {
                Head::Power => &t.args[0],
                _ => t,
            };
            let sum = matches!(base.head, Head::Sum(..)) && base.closed;
            // `b(cc)`
            let product = matches!(t.head, Head::Product(_)) && t.closed;
            // `K(k)(z(k) - H\hat{x}(k))`
            let holds = |t: &Tree| {
                ordered(t) || matches!(t.head, Head::Product(_)) && t.args.iter().any(ordered)
            };
            ordered(t) || (sum || product) && base.args.iter().any(holds)
        };
        if !self.apart.is_empty() {
            // A letter keeps its place beside another one, not beside itself.
            let base = |t: &'_ Tree| -> Tree {
                match t.head {
                    Head::Power if euler(&t.args[0]) => t.args[1].clone(),
                    // `a^- a^+`
                    Head::Power if !matches!(t.args[1].head, Head::Mark(_)) => t.args[0].clone(),
                    _ => t.clone(),
                }
            };
            let mut bases = tree.args.iter().filter(named).map(base);
            let first = bases.next();
            if first.is_some_and(|first| bases.any(|t| !crate::latex::apart::same(&t, &first))) {
                return true;
            }
        }
        // `L u`, where `L M - M L` stands too.
        if !self.apart.is_empty() {
            let operator = |t: &Tree| {
                let large = |n: &str| crate::latex::kinds::capital(n) && !is_state(n);
                matches!(t.head, Head::Symbol(_) | Head::Index)
                    && named(&t)
                    && t.root_symbol().is_some_and(large)
            };
            let mut factors = tree.args.iter().skip_while(|t| !operator(t));
            // `J_1 (q^2 - q^{-2})`: powers of letters that change places are numbers.
            let small = |t: &Tree| t.root_symbol().is_some_and(|n| n.len() == 1) && !named(&t);
            let power = |t: &Tree| t.head == Head::Power && small(&t.args[0]) || self.literal(t);
            let fraction = |t: &Tree| {
                matches!(t.head, Head::Apply(op) if op == self.table.div)
                    && t.args.iter().all(power)
            };
            let scalar = |t: &Tree| {
                matches!(t.head, Head::Sum(..)) && t.args.iter().all(|t| power(t) || fraction(t))
            };
            if let Some(first) = factors.next()
                && factors.any(|t| {
                    let unit = t.symbol() == Some("i");
                    !self.literal(t)
                        && !unit
                        && !scalar(t)
                        && t.root_symbol() != first.root_symbol()
                })
            {
                return true;
            }
        }
        // `gH`, `g_1 H`
        let letter = |t: &Tree| {
            let numbered = t.head == Head::Index && matches!(t.args[1].head, Head::Number(_));
            (t.symbol().is_some() || numbered) && t.root_symbol().is_some_and(|n| n.len() == 1)
        };
        let set = |t: &Tree| {
            t.symbol().is_some_and(crate::latex::kinds::capital) && self.kinds.of(t) == Kind::Set
        };
        tree.args.len() == 2 && tree.args.iter().all(letter) && tree.args.iter().any(set)
    }
}

/// Whether a letter with a number has a name that fits: `c_1`.
fn numbered(tree: &Tree, fits: &impl Fn(&str) -> bool) -> bool {
    let (Head::Index, [letter, index]) = (&tree.head, tree.args.as_slice()) else {
        return false;
    };
    match (letter.symbol(), &index.head) {
        (Some(letter), Head::Number(number)) => {
            fits(&format!("{letter}_{number}")) || fits(&format!("{letter}_{{{number}}}"))
        }
        _ => false,
    }
}
