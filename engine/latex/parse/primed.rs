//! Letters with primes that are bound, `\sum_{x'} f(x')`, marks above big operators, and numbers above
//! letters that are no orders.

use super::Parser;
use crate::latex::kinds::capital;
use crate::latex::token::Class;
use crate::latex::tree::{Head, Join, Tree};
use crate::spelling::core;

impl Parser<'_> {
    /// Whether a zero in parentheses stands above different letters, which all are the first of several, as
    /// fields of zeroth order are: `\phi^{(0)}(x) A_\mu^{(0)}(x)`.
    pub(super) fn zeroth(&self, sup: &Tree) -> bool {
        if !matches!(&sup.head, Head::Number(n) if n == "0") {
            return false;
        }
        let around = self.around();
        let letter = |at: usize| -> Option<&str> {
            let token = around.get(at)?;
            let named = matches!(token.class, Class::Letter | Class::Name);
            named.then_some(token.key.as_ref())
        };
        let above = |at: &usize| {
            let inside = around[*at..].iter().take(5).map(|t| t.key.as_ref());
            inside.eq(["^", "{", "(", "0", ")"])
        };
        let base = |at: usize| {
            let key = |n: usize| at.checked_sub(n).map_or("", |at| around[at].key.as_ref());
            let from = match (key(2), key(1)) {
                ("_", _) => 3,
                (_, "}") => 2,
                _ => 1,
            };
            letter(at.checked_sub(from)?)
        };
        let mut bases = (1..around.len()).filter(above).filter_map(base);
        let first = bases.next();
        first.is_some_and(|first| bases.any(|other| other != first))
    }

    /// Whether a number in parentheses above a letter says which term of an expansion it is: another one is
    /// zero, and none is applied. `u = u^{(0)} + \varepsilon u^{(1)}`
    pub(super) fn expanded(&self, tree: &Tree, sup: &Tree) -> bool {
        let Some(name) = tree.symbol() else {
            return false;
        };
        let digit = |key: &str| matches!(key.as_bytes(), [b'0'..=b'9']);
        if !matches!(&sup.head, Head::Number(n) if digit(n.as_str())) {
            return false;
        }
        let around = self.around();
        let key = |at: usize| around.get(at).map_or("", |t| t.key.as_ref());
        let numbered = |at: &usize| {
            let opens = [1, 2, 3].map(|n| key(at + n)) == ["^", "{", "("];
            key(*at) == name && opens && digit(key(at + 4)) && key(at + 5) == ")"
        };
        let mut zero = false;
        let all = (0..around.len()).filter(numbered).all(|at| {
            zero |= key(at + 4) == "0";
            key(at + 7) != "("
        });
        zero && all && !around.iter().any(|t| t.key == "'")
    }
}

impl Parser<'_> {
    /// The letter with a line above it that a condition binds, and how it is called.
    pub(super) fn lined_below(&self, sub: &Tree) -> Option<(Tree, String)> {
        let place = match &sub.head {
            Head::Chain(ops) => sub.args.get(usize::from(ops.len() > 1))?,
            _ => sub,
        };
        let conj = self.table.usual.conj?;
        let letter = place
            .args
            .first()
            .filter(|_| place.head == Head::Apply(conj));
        let letter = letter?.symbol()?;
        let at = self.tokens.partition_point(|t| t.start < place.start);
        let line = self.key_at(at);
        let name = format!("{line}{{{letter}}}");
        line.starts_with('\\').then(|| (place.clone(), name))
    }
}

/// Makes a name of its own of what is written like this, wherever it occurs.
pub(super) fn name_alike(tree: &mut Tree, like: &Tree, name: &str) {
    if tree.says_as(like) {
        tree.head = Head::Symbol(name.into());
        tree.args.clear();
        return;
    }
    tree.args
        .iter_mut()
        .for_each(|arg| name_alike(arg, like, name));
}

/// The letter and the primes of the name that a condition binds, when it has some.
pub(super) fn bound(sub: &Tree) -> Option<(String, String)> {
    let place = match &sub.head {
        Head::Prime => sub,
        Head::Chain(ops) => sub.args.get(usize::from(ops.len() > 1))?,
        _ => return None,
    };
    let (Head::Prime, [letter, primes]) = (&place.head, place.args.as_slice()) else {
        return None;
    };
    let Head::Number(primes) = &primes.head else {
        return None;
    };
    let count: usize = primes.parse().ok().filter(|n| *n < 5)?;
    Some((letter.symbol()?.to_owned(), count.to_string()))
}

/// Makes a name of its own of the letter with so many primes, wherever it occurs.
pub(super) fn name(tree: &mut Tree, letter: &str, primes: &str) {
    let own = tree.head == Head::Prime
        && tree.args.first().and_then(Tree::symbol) == Some(letter)
        && matches!(tree.args.get(1).map(|t| &t.head), Some(Head::Number(n)) if *n == *primes);
    if own {
        let count = primes.parse().unwrap_or(1);
        tree.head = Head::Symbol(format!("{letter}{}", "'".repeat(count)).into());
        tree.args.clear();
        return;
    }
    tree.args
        .iter_mut()
        .for_each(|arg| name(arg, letter, primes));
}

/// Whether two systems stand in the parentheses above something that belongs to both: `\rho^{(AB)}`.
pub(super) fn two_systems(sup: &Tree) -> bool {
    let system = |t: &Tree| {
        t.symbol()
            .is_some_and(|n| n.len() == 1 && crate::latex::kinds::capital(n))
    };
    sup.closed
        && sup.args.len() == 2
        && matches!(&sup.head, Head::Product(joins) if joins[..] == [Join::Beside])
        && sup.args.iter().all(system)
}

/// The mark above a big operator that restricts what it runs over, and is no limit.
pub(super) fn restricting(sup: &Tree) -> Option<&'static str> {
    let Head::Mark(mark) = &sup.head else {
        return None;
    };
    Some(match mark.as_str() {
        "*" | r"\ast" => "^*",
        r"\flat" => r"^\flat",
        r"\sharp" => r"^\sharp",
        _ => return None,
    })
}

/// Whether several capitals stand above a letter with an index, one of them twice or the letter a capital
/// itself: the names of what it belongs to, `C_\ell^{TT}`, `R_{ij}^{AB}`.
pub(super) fn capitals(name: &str, base: &Tree, sup: &Tree) -> bool {
    // `F_1` is one of several letters.
    let numbered = matches!(base.args.last(), Some(t) if matches!(t.head, Head::Number(_)));
    let large = |t: &Tree| t.symbol().is_some_and(|n| n.len() == 1 && capital(n));
    let [first, rest @ ..] = sup.args.as_slice() else {
        return false;
    };
    let twice = rest.iter().any(|t| t.symbol() == first.symbol());
    matches!(&sup.head, Head::Product(joins) if joins.iter().all(|j| *j == Join::Beside))
        && sup.args.iter().all(large)
        && (twice || capital(core(name)) && !numbered)
}
