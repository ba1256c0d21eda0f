//! Letters whose superscripts count the steps of a scheme, and are no exponents: `x^{k+1} = x^k - \alpha
//! \nabla f(x^k)`, `u_j^{n+1} = u_j^n + \frac{\Delta t}{\Delta x^2}(u_{j+1}^n - 2u_j^n + u_{j-1}^n)`.

use super::token::{Class, Token};

/// The letters of a formula that have such superscripts.
pub(super) type Levels<'t> = Vec<&'t str>;

/// A subscript before a superscript has no more tokens.
const SCRIPT: usize = 10;

/// A formula with more tokens is no scheme.
const LONG: usize = 600;

struct Scheme<'t> {
    tokens: &'t [Token<'t>],
}

impl<'t> Scheme<'t> {
    fn key(&self, at: usize) -> &'t str {
        self.tokens.get(at).map_or("", |t| t.key.as_ref())
    }

    /// The place of the letter that the superscript at a place belongs to, and whether a subscript
    /// stands between or after them.
    fn base(&self, up: usize) -> Option<(usize, bool)> {
        let letter = |at: usize| {
            let token = &self.tokens[at];
            matches!(token.class, Class::Letter | Class::Name) && token.key != "e"
        };
        let before = up.checked_sub(1)?;
        let low = match self.key(before) {
            "}" => (before.saturating_sub(SCRIPT)..before)
                .rev()
                .find(|n| self.key(*n) == "{")?
                .checked_sub(1)?,
            _ => before.saturating_sub(1),
        };
        match self.key(low) {
            "_" => {
                let at = low.checked_sub(1)?;
                letter(at).then_some((at, true))
            }
            _ if self.key(before) == "}" => None,
            _ => letter(before).then_some((before, false)),
        }
    }

    /// The letter of the next step above at a place: the `k` of `^{k+1}`.
    fn next(&self, up: usize) -> Option<&'t str> {
        let counter = self.key(up + 2);
        let rest = [3, 4, 5].map(|n| self.key(up + n)) == ["+", "1", "}"];
        let counts = matches!(
            counter,
            "n" | "k" | "m" | "t" | "l" | "r" | "i" | "j" | r"\ell"
        );
        (self.key(up + 1) == "{" && rest && counts).then_some(counter)
    }

    /// Whether the superscript at a place is this letter alone.
    fn now(&self, up: usize, counter: &str) -> bool {
        let braced = self.key(up + 1) == "{" && self.key(up + 3) == "}";
        self.key(up + 1 + usize::from(braced)) == counter
    }

    /// Whether the letter at a place with its scripts, which end before another, is a whole side.
    fn side(&self, at: usize, end: usize) -> bool {
        let begins = at.checked_sub(1).is_none_or(|n| {
            matches!(self.key(n), "," | "{" | r"\{") || self.tokens[n].class == Class::Row
        });
        begins
            && matches!(
                self.key(end),
                "=" | ":" | r"\in" | r"\leftarrow" | r"\gets" | r"\coloneqq" | r"\approx"
            )
    }

    /// Whether something is done in a step: a gradient, a minimum, a step in time, a value.
    fn steps(&self, letter: &str, counter: &str) -> bool {
        (0..self.tokens.len()).any(|at| match self.key(at) {
            r"\nabla" | r"\arg" | r"\operatorname{argmin}" | r"\operatorname{prox}" | r"\Delta" => {
                true
            }
            r"\operatorname*{argmin}" | r"\argmin" | r"\prox" => true,
            "(" => {
                self.key(at + 1) == letter && self.key(at + 2) == "^" && self.now(at + 2, counter)
            }
            _ => false,
        })
    }

    /// Whether the other side begins with the value before, and something is added to that or taken
    /// from it: `\theta^{t+1} = \theta^t - \eta g^t`. Powers of numbers have such laws with `n` and
    /// with the power before, too.
    fn moves(&self, end: usize, letter: &str, counter: &str) -> bool {
        let up = (end..self.tokens.len().min(end + SCRIPT)).find(|n| self.key(*n) == "^");
        let Some(up) = up.filter(|up| self.now(*up, counter) && matches!(counter, "t" | "k"))
        else {
            return false;
        };
        let after = up + if self.key(up + 1) == "{" { 4 } else { 2 };
        let earlier = (0..self.tokens.len())
            .any(|n| self.key(n) == "{" && self.key(n + 1) == counter && self.key(n + 2) == "-");
        self.base(up).is_some_and(|(at, _)| self.key(at) == letter)
            && matches!(self.key(after), "+" | "-")
            && !earlier
    }

    /// Whether the same function is taken of the value after a step and of that before:
    /// `f(x^{k+1}) \le f(x^k)`.
    fn valued(&self, at: usize, up: usize, letter: &str, counter: &str) -> bool {
        let argument = |at: usize, end: usize| {
            (at > 1 && self.key(at - 1) == "(" && self.key(end) == ")").then(|| self.key(at - 2))
        };
        let name = argument(at, up + 6);
        let before = |n: usize| {
            self.key(n) == letter
                && self.key(n + 1) == "^"
                && self.now(n + 1, counter)
                && argument(n, n + if self.key(n + 2) == "{" { 5 } else { 3 }) == name
        };
        name.is_some_and(|name| {
            matches!(
                name,
                "f" | "F" | "g" | "h" | "L" | "V" | "J" | r"\phi" | r"\Phi"
            )
        }) && (0..self.tokens.len()).any(before)
    }

    /// Whether the letter has neighbours in space, or steps in space or time occur.
    fn discrete(&self, letter: &str) -> bool {
        let shifted = |low: usize| {
            self.key(low) == "_"
                && self.key(low + 1) == "{"
                && matches!(self.key(low + 2), "i" | "j" | "k" | "m")
                && matches!(self.key(low + 3), "+" | "-")
        };
        (0..self.tokens.len()).any(|at| match self.key(at) {
            r"\Delta" => matches!(self.key(at + 1), "t" | "x" | "y"),
            key if key == letter => {
                // `u_{j+1}^n`, `u^n_{j+1}`, `u^{n+1}_{j+1}`
                let raised = self.key(at + 1) == "^";
                [1, 3, 5, 7]
                    .into_iter()
                    .any(|n| shifted(at + n) && (n == 1 || raised))
            }
            _ => false,
        })
    }

    /// What stands below the letter at a place, before or after its superscript.
    fn below(&self, at: usize, up: usize) -> &'t [Token<'t>] {
        let group = |at: usize| match self.key(at) {
            "{" => (at..self.tokens.len().min(at + SCRIPT))
                .find(|n| self.key(*n) == "}")
                .map_or(at, |end| end + 1),
            _ => at + 1,
        };
        let after = group(up + 1);
        let range = match self.key(after) {
            _ if up > at + 1 => at + 2..up,
            "_" => after + 1..group(after + 1),
            _ => up..up,
        };
        self.tokens.get(range).unwrap_or_default()
    }

    /// Whether two letters stand at the same place of a grid.
    fn same_place(&self, one: (usize, usize), other: (usize, usize)) -> bool {
        let bare = |(at, up)| {
            let keys = self.below(at, up).iter().map(|t| t.key.as_ref());
            keys.filter(|key| !matches!(*key, "{" | "}"))
        };
        bare(one).eq(bare(other))
    }
}

/// The letters of which a step is written, from one superscript to the next.
pub(super) fn levels<'t>(tokens: &'t [Token<'t>]) -> Levels<'t> {
    let (mut found, mut counters) = (Levels::new(), Vec::new());
    if tokens.len() > LONG {
        return found;
    }
    let scheme = Scheme { tokens };
    for up in (1..tokens.len()).filter(|n| scheme.key(*n) == "^") {
        let Some((counter, (at, below))) = scheme.next(up).zip(scheme.base(up)) else {
            continue;
        };
        let letter = scheme.key(at);
        if found.contains(&letter) {
            continue;
        }
        let below = below || scheme.key(up + 6) == "_";
        let earlier = (1..tokens.len()).any(|n| {
            scheme.key(n) == "^"
                && scheme.now(n, counter)
                && scheme
                    .base(n)
                    .is_some_and(|(at, _)| scheme.key(at) == letter)
        });
        let valued = scheme.valued(at, up, letter, counter);
        let side = scheme.side(at, up + 6)
            && (below && tokens.iter().any(|t| t.key == r"\sum")
                || scheme.steps(letter, counter)
                || scheme.moves(up + 6, letter, counter));
        let step = || {
            (1..tokens.len()).any(|n| {
                scheme.key(n) == "^"
                    && scheme.now(n, counter)
                    && scheme.base(n).is_some_and(|(place, _)| {
                        scheme.key(place) == letter && scheme.same_place((place, n), (at, up))
                    })
            })
        };
        if earlier && (side || valued || below && scheme.discrete(letter) && step()) {
            found.push(letter);
            counters.push(counter);
        }
    }
    if found.is_empty() {
        return found;
    }
    for up in (1..tokens.len()).filter(|n| scheme.key(*n) == "^") {
        // `x^{k+1}`, `d^k` beside `\lambda^{k+1} = \lambda^k + \rho (Ax^{k+1} - b)`
        let Some((at, _)) = scheme.base(up) else {
            continue;
        };
        let letter = scheme.key(at);
        let next = scheme.next(up).is_some_and(|c| counters.contains(&c));
        let latin = letter.starts_with(|c: char| c.is_ascii_lowercase());
        let now = || latin && counters.iter().any(|c| scheme.now(up, c));
        if (next || now()) && !found.contains(&letter) {
            found.push(letter);
        }
    }
    found
}

/// The letters of a network whose superscripts count layers, where one layer and the one before are
/// written: `z^l = W^l a^{l-1} + b^l`, `\frac{\partial C}{\partial w^l_{jk}} = a^{l-1}_k \delta^l_j`.
pub(super) fn layers<'t>(tokens: &'t [Token<'t>]) -> Levels<'t> {
    let mut found = Levels::new();
    let scheme = Scheme { tokens };
    let counter = |at: usize| matches!(scheme.key(at), "l" | r"\ell");
    let before = |up: usize| {
        let near = matches!(scheme.key(up + 3), "-" | "+");
        let rest = near && scheme.key(up + 4) == "1" && scheme.key(up + 5) == "}";
        scheme.key(up + 1) == "{" && rest && counter(up + 2)
    };
    let own = |up: usize| scheme.now(up, "l") || scheme.now(up, r"\ell");
    let base = |up: usize| scheme.base(up).map(|(at, _)| scheme.key(at));
    let raised = |up: &usize| scheme.key(*up) == "^";
    if tokens.len() > LONG || !(1..tokens.len()).filter(raised).any(before) {
        return found;
    }
    let all = (1..tokens.len()).filter(raised);
    for up in all.filter(|up| before(*up) || own(*up)) {
        let Some(letter) = base(up) else { continue };
        if !found.contains(&letter) {
            found.push(letter);
        }
    }
    let weights = |l: &&str| matches!(*l, "W" | "w" | r"\delta" | r"\theta");
    let values = |l: &&str| matches!(*l, "a" | "z" | "h" | "x" | "y" | "b");
    if !found.iter().any(weights) || !found.iter().any(values) {
        found.clear();
    }
    found
}
