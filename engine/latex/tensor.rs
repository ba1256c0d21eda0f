//! Superscripts that are indices, and wedges that multiply: what the tokens of a formula tell.

mod exponents;
pub(super) mod letters;
mod scripts;
mod wedges;

use self::exponents::{basis_vector, exponents};
use self::letters::{
    COMPONENTS, COUNTING, GREEK, NUMBERS, SPECIAL, SURE, TENSORS, capital, index, latin,
    symbol_of_tensors,
};
use self::scripts::{
    above_greek, chooses, first_letter, letters, one_less, raised_to, raises, standing,
};
use super::matching::Mark;
use super::signs::{Signs, Sorts};
use super::token::{Class, Token};
use rustc_hash::{FxHashMap, FxHashSet};
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
    /// Letters that stand below a base together with another one of their alphabet.
    beside: FxHashSet<&'t str>,
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
    /// Indices that one sum names together: `\sum_{i,j} a_{ij} x^i y^j`.
    listed: FxHashSet<&'t str>,
    /// Whether a sum names no index: `\sum a_i x^i`.
    unnamed: bool,
    /// Indices of the vectors of a basis: `v = \sum_i v^i e_i`.
    basis: FxHashSet<&'t str>,
    /// Letters that no index of tensors could be: `u_i = r^i u_0`.
    exponents: FxHashSet<&'t str>,
    /// Whether a sum goes on with dots: `c_0 + c_1 x + \dots + c_d x^d`.
    series: bool,
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
        // `\frac{\partial y^m}{\partial x^n}`
        let (mut numerators, mut numbered) = (SmallVec::<[&str; 4]>::new(), false);
        let mut alone: SmallVec<[(&str, &str); 4]> = SmallVec::new();
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
        let dots = |t: &Token<'_>| {
            matches!(
                t.key.as_ref(),
                r"\cdots" | r"\dots" | r"\ldots" | r"\dotsb" | "…" | "⋯"
            )
        };
        let goes_on = |pair: &[Token<'_>]| pair[0].key == "+" && dots(&pair[1]);
        found.series =
            signs.has(b'+') && signs.has(b'_') && signs.has(b'^') && tokens.windows(2).any(goes_on);
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
            if token.key == "^" && letters.len() == 1 {
                alone.push((before, letters[0]));
            }
            if token.key == "_"
                && let [letter] = letters[..]
                && basis_vector(tokens, i, letter)
            {
                found.basis.insert(letter);
            }
            if big {
                found.bound.extend(first_letter(tokens, i + 1));
                // `\sum_{r,s,t=0}^\infty`
                let more = tokens[i + 1..].windows(2).skip(2).step_by(2);
                let listed =
                    |pair: &&[Token<'_>]| pair[0].key == "," && pair[1].class == Class::Letter;
                let more = more.take_while(listed);
                let more = more.map(|pair| pair[1].key.as_ref());
                let first = first_letter(tokens, i + 1).filter(index);
                for name in more {
                    if index(&name) {
                        found.listed.extend(first);
                        found.listed.insert(name);
                    } else {
                        found.bound.insert(name);
                    }
                }
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
            // `A_{[a} B_{b]}`
            found.certain |= half_bracketed(tokens, marks, i + 1);
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
            if token.key == "^" && coordinate {
                let key = |back: usize| i.checked_sub(back).map_or("", |at| &tokens[at].key);
                let below = key(3) == "{" && key(4) == "}";
                if letters.iter().all(index) || below && letters.iter().all(latin) {
                    found.lower.extend(letters.iter().copied());
                    found.basis.extend(letters.iter().copied());
                    if below {
                        found.coordinates.extend(letters.iter().copied());
                    }
                    numbered |= below;
                } else if key(3) == "{" && letters.iter().all(latin) {
                    numerators.extend(letters.iter().copied());
                }
            }
            if before == r"\Gamma"
                && let Some(other) = tokens.get(after)
                && matches!(other.key.as_ref(), "_" | "^")
                && other.key != token.key
            {
                let beyond = self::scripts::letters(tokens, marks, after + 1);
                let (above, below) = match token.key == "^" {
                    true => (&letters, &beyond),
                    false => (&beyond, &letters),
                };
                // An order of the function has one letter: `\Gamma_n^k`.
                if token.key == "^" || below.len() > 1 {
                    found.coordinates.extend(above.iter().copied());
                }
                if below.len() > 1 {
                    found.coordinates.extend(below.iter().copied());
                }
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
                if letters.len() > 1
                    && (letters.iter().all(|l| GREEK.contains(l))
                        || letters.iter().all(|l| capital(l)))
                {
                    found.beside.extend(letters.iter().copied());
                }
                found.lower.extend(letters);
            }
        }
        if numbered {
            found.coordinates.extend(numerators);
        }
        alone.retain(|(_, letter)| found.lower.contains(*letter));
        if !alone.is_empty() {
            found.exponents = exponents(
                tokens,
                marks,
                alone.iter().map(|(_, letter)| *letter).filter(latin),
            );
            let unnamed = |w: &[Token<'_>]| {
                w[0].key == r"\sum" && !matches!(w[1].key.as_ref(), "_" | "^" | r"\limits")
            };
            found.unnamed = tokens.windows(2).any(unnamed);
            // `\sum_{i,j} a_{ij} x^i x^j`: nobody sums powers of one number so.
            let again = || {
                let mut above = FxHashMap::default();
                let mut alone = alone.iter();
                alone.any(|(base, letter)| *above.entry(*base).or_insert(*letter) != *letter)
            };
            if !found.listed.is_empty()
                && (again() || found.paired.iter().any(|b| TENSORS.contains(b)))
            {
                found.bound.retain(|name| !found.listed.contains(name));
                found.listed.clear();
            }
        }
        found.raised &= !found.certain;
        if (!found.lower.is_empty() || found.raised) && !found.certain {
            found.standing = standing(tokens, marks);
            found.standing.extend(orders);
        }
        found
    }

    /// Whether this letter says which coordinate or vector of a basis is meant.
    pub(super) fn numbers_coordinates(&self, letter: &str) -> bool {
        self.basis.contains(letter) || self.coordinates.contains(letter)
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
        // `E_\nu(z) = \int_1^\infty \frac{e^{-zt}}{t^\nu}\,dt`: variables are no vectors.
        if let ([letter], "t" | "z") = (letters, base)
            && GREEK.contains(letter)
            && !self.beside.contains(letter)
        {
            return false;
        }
        // `P(A^c)` beside `T_c`
        if letters == ["c"] && capital(base) && !["a", "b"].iter().any(|l| self.lower.contains(l)) {
            return false;
        }
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
        let varies = self.series && !capital(base);
        let degree = |l: &&str| {
            COUNTING.contains(l) || varies && !matches!(*l, "i" | "j" | "k") && !l.starts_with('\\')
        };
        // `g_{MN} dx^M dx^N`
        let together = |l: &&str| capital(l) && self.beside.contains(l);
        let counting =
            letters.len() == 1 && letters.iter().any(degree) && !letters.iter().all(together);
        if let [letter] = letters
            && latin(letter)
            && lowered(letter)
        {
            // `e_k` is a polynomial, too: `\sum_k e_k t^k`.
            let series = matches!(base, "t" | "z" | "q") || counting && matches!(base, "x" | "y");
            // `H = \sum_i p_i \dot q^i - L`, `v = \sum_i v^i e_i`
            if base.starts_with(r"\dot{") || self.basis.contains(letter) && !series {
                return true;
            }
            // `J_a = \bar\psi T^a \psi`: matrices are numbered as one likes.
            let matrix = capital(base) || matches!(base, r"\gamma" | r"\sigma" | r"\tau");
            if self.exponents.contains(letter) && !matrix {
                return false;
            }
        }
        let unnamed =
            self.unnamed && matches!(letters, [letter] if latin(letter)) && !capital(base);
        let held = |l: &&str| {
            self.bound.contains(*l) || self.listed.contains(*l) && NUMBERS.contains(&base)
        };
        let bound = unnamed || letters.iter().any(held);
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

/// Whether this is a Greek letter that indexes tensors.
fn greek(letter: &&str) -> bool {
    GREEK.contains(letter)
}

/// The longest script with half of a bracket, in tokens.
const LONGEST_HALF: usize = 12;

/// The operator for one of two brackets between which indices of several tensors are made symmetric or
/// the opposite.
pub(super) fn half_bracket(sign: &str) -> Option<&'static str> {
    match sign {
        "[" => Some("leftsquare"),
        "]" => Some("rightsquare"),
        "(" => Some("leftround"),
        ")" => Some("rightround"),
        _ => None,
    }
}

/// Whether braces hold one of two brackets between which indices are made symmetric or the opposite.
fn half_bracketed(tokens: &[Token<'_>], marks: &[Mark], open: usize) -> bool {
    let Some(Mark::Open { partner, .. }) = marks.get(open) else {
        return false;
    };
    let Some(inside) = tokens
        .get(open + 1..*partner)
        .filter(|t| t.len() <= LONGEST_HALF)
    else {
        return false;
    };
    let count = |key: &str| inside.iter().filter(|t| t.key == key).count();
    inside.len() > 1 && count("[") != count("]")
}
