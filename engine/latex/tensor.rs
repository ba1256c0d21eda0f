//! Superscripts that are indices, and wedges that multiply: what the tokens of a formula tell.

mod wedges;

use super::matching::Mark;
use super::signs::{Signs, Sorts};
use super::token::{Class, Token};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// What is known of indices and of products of forms.
#[derive(Default)]
pub(super) struct Tensors<'t> {
    /// Letters of subscripts that hold nothing but letters.
    lower: FxHashSet<&'t str>,
    /// Greek letters that stand on the line as well: they are numbers.
    standing: FxHashSet<&'t str>,
    /// Letters with two or more letters below.
    paired: FxHashSet<&'t str>,
    /// Letters of pairs above capitals, and the capitals that have pairs for certain.
    raised_pairs: FxHashSet<&'t str>,
    /// The letters above which a capital letter less a number stands: powers, `z^{M-1}`.
    powers: FxHashSet<&'t str>,
    paired_above: FxHashSet<&'t str>,
    /// Whether there are indices of tensors for certain.
    certain: bool,
    /// Whether a single `\mu` or `\nu` may stand above a letter.
    raised: bool,
    /// Letters above the symbols of a connection, which are indices everywhere.
    coordinates: FxHashSet<&'t str>,
    /// Letters of fields, which have `\mu` or `\nu` above them before an argument: `X^\mu(\tau)`.
    fields: FxHashSet<&'t str>,
    /// Names bound by sums and products.
    bound: FxHashSet<&'t str>,
    /// Letters whose superscripts count steps.
    pub(super) levels: super::levels::Levels<'t>,
    /// Whether superscripts count the layers of a network.
    pub(super) layered: bool,
    /// Whether `\wedge` joins forms or vectors, not statements.
    pub(super) wedges: bool,
    /// Whether `\vee` joins spaces at their points, and `\wedge` multiplies such.
    pub(super) pointed: bool,
    /// Whether every `d` belongs to the letter after it: `ds^2 = dx^2 + dy^2`.
    pub(super) differentials: bool,
}

/// Greek letters that index tensors.
const GREEK: &[&str] = &[
    r"\mu",
    r"\nu",
    r"\rho",
    r"\sigma",
    r"\lambda",
    r"\kappa",
    r"\tau",
    r"\alpha",
    r"\beta",
    r"\gamma",
    r"\delta",
    r"\epsilon",
    r"\varepsilon",
    r"\xi",
    r"\eta",
    r"\zeta",
    r"\omega",
];

/// Those of them that are rarely exponents.
const SURE: &[&str] = &[r"\mu", r"\nu", r"\rho", r"\sigma", r"\lambda", r"\kappa"];

/// Letters that count terms rather than components.
pub(super) const COUNTING: &[&str] = &["k", "n", "m", "N", "x", "y", "z", "t", "T", "p", "q"];

/// Letters of which a superscript before a subscript is an index.
pub(super) const TENSORS: &[&str] = &[
    r"\delta",
    r"\Gamma",
    r"\epsilon",
    r"\varepsilon",
    "R",
    "T",
    "g",
    "h",
    r"\omega",
    r"\eta",
    r"\Lambda",
    r"\gamma",
    "F",
    "f",
    "C",
];

/// Letters of vectors in space and time, which are rarely raised to `\mu`.
pub(super) const COMPONENTS: &[&str] = &[
    r"\gamma",
    r"\sigma",
    "x",
    "p",
    "k",
    "q",
    "A",
    "B",
    "V",
    "J",
    "j",
    "P",
    "W",
    "u",
    "D",
    r"\partial",
    r"\psi",
    r"\xi",
    r"\epsilon",
    r"\bar{\sigma}",
    r"\tilde{A}",
    r"\Gamma",
    r"\dot{x}",
    r"\hat{A}",
];

/// Letters of functions that have an order.
const SPECIAL: &[&str] = &[
    "J",
    "Y",
    "I",
    "K",
    "H",
    "P",
    "Q",
    "L",
    "C",
    "T",
    "U",
    "E",
    "W",
    "M",
    "D",
    "j",
    "y",
    "h",
    "B",
    r"\zeta",
    r"\Gamma",
    r"\operatorname{Li}",
    ")",
];

/// As many tokens of a script are looked at.
const SCRIPT: usize = 12;

/// The letter of a script that is a capital letter less a number: `{M-1}`, `{(M-1)}`.
fn one_less<'t>(script: &'t [Token<'_>]) -> Option<&'t str> {
    let inner = match script {
        [open, inner @ .., close] if open.key == "{" && close.key == "}" => inner,
        _ => return None,
    };
    let inner = match inner {
        [open, inner @ .., close] if open.key == "(" && close.key == ")" => inner,
        _ => inner,
    };
    match inner {
        [letter, minus, number]
            if capital(&letter.key) && minus.key == "-" && number.class == Class::Digit =>
        {
            Some(letter.key.as_ref())
        }
        _ => None,
    }
}

/// Whether a base has this letter alone above it near a place.
fn raised_to(tokens: &[Token<'_>], at: usize, base: &str, letter: &str) -> bool {
    let near = &tokens[super::token::around(tokens, at)];
    near.windows(4).any(|w| {
        w[0].key == base
            && w[1].key == "^"
            && (w[2].key == letter || w[2].key == "{" && w[3].key == letter)
    })
}

impl<'t> Tensors<'t> {
    pub(super) fn new(tokens: &'t [Token<'t>], marks: &[Mark], signs: Signs) -> Self {
        let pointed = signs.may(Sorts::WEDGE) && super::pointed::spaces(tokens);
        let wedges = pointed || signs.may(Sorts::WEDGE) && wedges::wedges(tokens);
        let mut found = Self {
            wedges,
            pointed,
            differentials: signs.has(b'd') && super::forms::differentials(tokens, wedges),
            ..Self::default()
        };
        let mut orders = Vec::new();
        if !signs.has(b'_') && !signs.has(b'^') {
            return found;
        }
        if signs.has(b'^') && signs.has(b'1') {
            if signs.has(b'+') {
                found.levels = super::levels::levels(tokens);
            }
            if found.levels.is_empty() {
                found.levels = super::levels::layers(tokens);
                found.layered = !found.levels.is_empty();
            }
        }
        for (i, token) in tokens.iter().enumerate() {
            if token.class != Class::Sign {
                continue;
            }
            match token.key.as_bytes() {
                b"_" => {}
                b"^" => found.raised |= raises(tokens.get(i + 1)),
                _ => continue,
            }
            let before = i.checked_sub(1).map_or("", |n| tokens[n].key.as_ref());
            let big = matches!(
                before,
                r"\sum" | r"\prod" | r"\bigcup" | r"\bigcap" | r"\bigoplus" | "∑" | "∏"
            );
            let letters = letters(tokens, marks, i + 1);
            // `e^{\pi i \sigma}` is a power.
            if token.key == "^"
                && matches!(before, "e" | r"\mathrm{e}")
                && letters.contains(&r"\pi")
            {
                continue;
            }
            if big {
                found.bound.extend(first_letter(tokens, i + 1));
                // `\sum_{\lambda \vdash n} f^\lambda s_\lambda`
                if tokens.get(i + 3).is_some_and(|t| t.key == r"\vdash") {
                    found.coordinates.extend(first_letter(tokens, i + 1));
                }
                continue;
            }
            // `[T^a, T^b] = f^{abc} T^c`
            if token.key == "^" && before == "f" && symbol_of_tensors(before, &letters) {
                found.coordinates.extend(letters.iter().copied());
            }
            let greek = |l: &&str| SURE.contains(l);
            let derived = matches!(before, r"\partial" | r"\nabla" | "∂" | "∇");
            found.certain |= letters.len() > 1 && letters.iter().any(greek)
                || derived && letters.first().is_some_and(greek);
            let after = match marks.get(i + 1) {
                Some(Mark::Open { partner, .. }) => partner + 1,
                _ => i + 2,
            };
            // `J_\nu(x)` is a function with an order, `A_\mu(x)` a field with an index.
            let special = letters.len() == 1
                && tokens.get(after).is_some_and(|t| t.key == "(")
                && SPECIAL.contains(&before);
            if token.key == "_" && letters.len() > 1 && letters.iter().all(latin) {
                found.paired.insert(before);
            }
            if token.key == "^" && letters.len() > 1 && capital(before) && letters.iter().all(index)
            {
                found.raised_pairs.extend(letters.iter().copied());
                found.paired_above.insert(before);
            }
            // `E_t^{ij}`
            if token.key == "^"
                && i > 2
                && tokens[i - 2].key == "_"
                && letters.len() > 1
                && letters.iter().all(index)
                && capital(&tokens[i - 3].key)
            {
                found.paired_above.insert(tokens[i - 3].key.as_ref());
            }
            // `X_{\alpha\beta}^{ab}`
            if token.key == "^"
                && before == "}"
                && letters.len() > 1
                && letters.iter().all(latin)
                && let Some(base) = above_greek(tokens, marks, i)
            {
                found.paired_above.insert(base);
            }
            // `\frac{\partial}{\partial x^i}`, `\Gamma^k_{ij}`: indices of coordinates.
            let coordinate = i > 1 && matches!(tokens[i - 2].key.as_ref(), r"\partial" | "∂");
            if token.key == "^" && coordinate && letters.iter().all(index) {
                found.lower.extend(letters.iter().copied());
            }
            if token.key == "^"
                && before == r"\Gamma"
                && tokens.get(after).is_some_and(|t| t.key == "_")
            {
                found.coordinates.extend(letters.iter().copied());
            }
            if token.key == "^"
                && let Some(letter) = one_less(&tokens[i + 1..after.min(tokens.len())])
                && raised_to(tokens, i, before, letter)
            {
                found.powers.insert(before);
            }
            // `\epsilon \gamma^\mu X^\nu`
            if token.key == "^"
                && matches!(before, r"\gamma" | r"\psi" | r"\sigma")
                && matches!(letters[..], [r"\mu" | r"\nu"])
            {
                found.coordinates.extend([r"\mu", r"\nu"]);
            }
            let applied = tokens.get(after).is_some_and(|t| t.key == "(");
            if token.key == "^" && applied && matches!(letters[..], [r"\mu" | r"\nu"]) {
                found.fields.insert(before);
                // `X^\mu(\tau, \sigma)`
                if super::around::point_at(tokens, after) {
                    found.coordinates.extend(letters.iter().copied());
                }
            }
            if token.key == "_" && special {
                orders.extend(letters);
            } else if token.key == "_" && !chooses(tokens, i) {
                found.lower.extend(letters);
            }
        }
        found.raised &= !found.certain;
        if (!found.lower.is_empty() || found.raised) && !found.certain {
            found.standing = standing(tokens, marks);
            found.standing.extend(orders);
        }
        found
    }

    /// Whether a capital letter stands above this base, and less a number as well: powers, `z^M + z^{(M-1)}`.
    pub(super) fn is_power(&self, base: &str) -> bool {
        self.powers.contains(base)
    }

    /// Whether the superscript of these letters over a letter is an index.
    pub(super) fn is_index(&self, base: &str, letters: &[&str], sub: Option<&[&str]>) -> bool {
        if letters.is_empty() || matches!(base, "e" | "d") {
            return false;
        }
        if letters.len() > 1 && symbol_of_tensors(base, letters) {
            return true;
        }
        if letters.iter().all(|l| self.coordinates.contains(*l))
            && !letters.iter().any(|l| self.standing.contains(*l))
        {
            return true;
        }
        let lowered = |l: &&str| self.lower.contains(*l);
        let greek = |l: &&str| GREEK.contains(l);
        let family = |l: &str| (GREEK.contains(&l), l.starts_with(char::is_uppercase));
        if let Some(sub) = sub
            && TENSORS.contains(&base)
            && !sub.is_empty()
            && sub
                .iter()
                .all(|s| letters.iter().all(|l| family(s) == family(l)))
        {
            return true;
        }
        // `b_0 z^M + b_1 z^{M-1} + \dots + b_M`
        if matches!(letters, [letter] if capital(letter)) && self.is_power(base) {
            return false;
        }
        let counting = letters.len() == 1 && letters.iter().any(|l| COUNTING.contains(l));
        let bound = letters.iter().any(|l| self.bound.contains(*l));
        // `g^{kl} g_{lj}`
        if letters.len() > 1 && letters.iter().all(latin) && self.paired.contains(base) {
            return true;
        }
        // `T^{ij} = g^{ik} g^{jl} T_{kl}`
        if letters.len() > 1
            && letters.iter().all(latin)
            && !self.paired.is_empty()
            && TENSORS.contains(&base)
            && letters.iter().any(lowered)
            && !bound
        {
            return true;
        }
        // `E^{ij} E^{kl} E^{mn}`
        if letters.len() > 1
            && self.paired_above.contains(base)
            && letters.iter().all(latin)
            && !bound
        {
            return true;
        }
        // `R^{ij} = g^{ij} R`, `\sum_{i,j} a^{ij} x_i x_j`
        let indices = letters.len() > 1 && letters.iter().all(index);
        if indices
            && (capital(base)
                || !NUMBERS.contains(&base)
                    && letters
                        .iter()
                        .all(|l| self.raised_pairs.contains(*l) || self.lower.contains(*l)))
        {
            return true;
        }
        // A policy, or a number.
        if letters.contains(&r"\pi") {
            return false;
        }
        let pair = letters.len() > 1
            && letters
                .iter()
                .all(|l| matches!(*l, "i" | "j" | "k" | "l" | "a" | "b" | "c"));
        if pair && !bound && base.len() == 1 && base.starts_with(char::is_uppercase) {
            return true;
        }
        if let ([r"\mu" | r"\nu"], true, false) = (letters, self.raised, bound)
            && !self.standing.contains(letters[0])
            && (COMPONENTS.contains(&base) || self.fields.contains(base))
        {
            return true;
        }
        if letters.iter().all(greek) {
            return letters.len() > 1 && letters.iter().any(|l| SURE.contains(l))
                || !bound
                    && letters
                        .iter()
                        .any(|l| lowered(l) && !self.standing.contains(*l))
                || self.certain;
        }
        if self.certain {
            return !bound && (!counting || letters.iter().any(lowered));
        }
        // `f_\theta(x) = \theta x_0^\theta`
        let reckoned = |l: &&str| l.starts_with('\\') && self.standing.contains(*l);
        !counting && !bound && letters.iter().all(lowered) && !letters.iter().any(reckoned)
    }
}

/// The capital letter with two Greek letters or more below it, of which a superscript stands here.
fn above_greek<'t>(tokens: &'t [Token<'t>], marks: &[Mark], at: usize) -> Option<&'t str> {
    let opens =
        |open: &usize| matches!(marks[*open], Mark::Open { partner, .. } if partner + 1 == at);
    let open = (at.saturating_sub(SCRIPT)..at).rev().find(opens)?;
    let [.., base, sign, _] = &tokens[..=open] else {
        return None;
    };
    let below = letters(tokens, marks, open);
    let greek = below.len() > 1 && below.iter().all(|l| GREEK.contains(l));
    (sign.key == "_" && capital(&base.key) && greek).then_some(base.key.as_ref())
}

/// Whether several letters stand above the sign of permutations, the unit tensor or structure
/// constants: `\epsilon^{ijk}`, `\delta^{ij}`, `f^{abc}`.
fn symbol_of_tensors(base: &str, letters: &[&str]) -> bool {
    let pair = |l: &&str| index(l) || matches!(*l, "a" | "b" | "c" | "d") || GREEK.contains(l);
    let distinct = (1..letters.len()).all(|i| !letters[..i].contains(&letters[i]));
    let usual = letters.len() > 2 || letters.iter().all(pair);
    match base {
        r"\epsilon" | r"\varepsilon" | "ε" | "ϵ" => distinct && usual,
        // Structure constants: `f^{abc} T^c`.
        "f" => {
            distinct
                && letters.len() == 3
                && letters
                    .iter()
                    .all(|l| matches!(l.as_bytes(), [b'a'..=b'h']))
        }
        r"\delta" | "δ" => letters.len() == 2 && distinct && letters.iter().all(pair),
        _ => false,
    }
}

/// Letters that are raised to products of indices: roots of unity, variables.
const NUMBERS: &[&str] = &[
    r"\omega", r"\zeta", r"\xi", r"\theta", r"\lambda", r"\rho", "x", "y", "z", "w", "q", "t", "r",
    "e",
];

/// Whether a letter is one of those that are nothing but indices.
fn index(letter: &&str) -> bool {
    matches!(*letter, "i" | "j" | "k" | "l")
}

/// Whether a letter is a capital, Latin or Greek.
fn capital(name: &str) -> bool {
    name.trim_start_matches('\\')
        .starts_with(char::is_uppercase)
        && !name.contains('{')
}

/// Whether a letter is one of those that number components.
fn latin(letter: &&str) -> bool {
    matches!(
        *letter,
        "i" | "j" | "k" | "l" | "m" | "n" | "p" | "q" | "r" | "s" | "a" | "b" | "c" | "d"
    )
}

/// Whether what stands below at this sign is a number of choices, `{}^n C_r`, or of factors, `(a)_s`.
fn chooses(tokens: &[Token<'_>], at: usize) -> bool {
    let key = |back: usize| at.checked_sub(back).map_or("", |i| tokens[i].key.as_ref());
    let after = tokens.get(at + 1).map_or("", |t| t.key.as_ref());
    let number = |back: usize| {
        matches!(key(back), "n" | "m" | "N") || key(back).starts_with(|c: char| c.is_ascii_digit())
    };
    matches!(key(1), "C" | "P" | r"\mathrm{C}" | r"\mathrm{P}")
        && (key(3) == "^" && number(2)
            || key(3) == "_" && number(2) && matches!(key(4), "}" | "")
            || key(2) == "}" && key(5) == "^" && number(3))
        || key(1) == ")" && matches!(after, "r" | "s")
}

/// Whether an index or a group stands above.
fn raises(next: Option<&Token<'_>>) -> bool {
    next.is_some_and(|t| matches!(t.key.as_ref(), r"\mu" | r"\nu" | "{"))
}

/// The Greek letters outside of scripts, and in those above that are reckoned with: `e^{-\nu}`.
fn standing<'t>(tokens: &'t [Token<'t>], marks: &[Mark]) -> FxHashSet<&'t str> {
    let mut found = FxHashSet::default();
    let mut at = 0;
    while at < tokens.len() {
        let token = &tokens[at];
        if matches!(token.key.as_ref(), "_" | "^") {
            let number = |t: &Token<'_>| {
                t.class == Class::Digit || matches!(t.key.as_ref(), "+" | "-" | "/" | r"\frac")
            };
            at = match marks.get(at + 1).copied() {
                Some(Mark::Open { partner, .. })
                    if token.key == "^" && tokens[at + 1..partner].iter().any(number) =>
                {
                    at + 1
                }
                Some(Mark::Open { partner, .. }) => partner + 1,
                _ => at + 2,
            };
            continue;
        }
        // `\mu_0` is a constant.
        let constant = tokens.get(at + 1).is_some_and(|t| t.key == "_")
            && tokens.get(at + 2).is_some_and(|t| t.class == Class::Digit);
        if token.class == Class::Letter && token.key.starts_with('\\') && !constant {
            found.insert(token.key.as_ref());
        }
        at += 1;
    }
    found
}

/// The letters of a script that holds nothing else.
fn letters<'t>(tokens: &'t [Token<'t>], marks: &[Mark], at: usize) -> SmallVec<[&'t str; 4]> {
    let inside = match (tokens.get(at), marks.get(at)) {
        (Some(t), Some(Mark::Open { partner, .. }))
            if t.class == Class::Open && *partner <= at + SCRIPT =>
        {
            &tokens[at + 1..*partner]
        }
        (Some(t), _) if t.class == Class::Letter => &tokens[at..=at],
        _ => return SmallVec::new(),
    };
    let plain = |t: &Token<'_>| {
        matches!(t.class, Class::Letter | Class::Digit | Class::Name)
            || matches!(
                t.key.as_ref(),
                "," | ";" | "[" | "]" | "(" | ")" | r"\prime" | "'" | "{" | "}"
            )
            || matches!(t.key.as_ref(), r"\bar" | r"\dot" | r"\hat" | r"\tilde")
    };
    if !inside.iter().all(plain) {
        return SmallVec::new();
    }
    let letters = inside.iter().filter(|t| t.class == Class::Letter);
    letters.map(|t| t.key.as_ref()).collect()
}

fn first_letter<'t>(tokens: &'t [Token<'t>], at: usize) -> Option<&'t str> {
    let ahead = tokens.get(at..)?.iter().take(2);
    let mut letters = ahead.filter(|t| t.class == Class::Letter);
    letters.next().map(|t| t.key.as_ref())
}
