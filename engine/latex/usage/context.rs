//! What the signs around a letter tell of it.

use super::beside::*;
use super::{Letter, OPERATORS, Usage};
use crate::latex::around::*;
use crate::latex::evidence::{Evidence, evidence};
use crate::latex::letters::{Letters, Room};
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Gap, Token, braces_end};

/// What is known of the place of a letter.
pub(super) struct Context {
    pub(super) accented: bool,
    /// The last token of the letter with its accent.
    pub(super) last: usize,
    /// It stands in a subscript.
    pub(super) script: bool,
    pub(super) exponent_of_e: bool,
    pub(super) exponent: bool,
    /// Stars occur in the formula.
    pub(super) stars: bool,
}

/// As many tokens stand below a letter that is transposed.
const BELOW: usize = 12;

impl<'t> Usage<'t> {
    /// Notes what stands around a letter.
    #[inline(never)]
    pub(super) fn in_context(
        &mut self,
        tokens: &'t [Token<'t>],
        marks: &[Mark],
        i: usize,
        context: &Context,
    ) {
        let token = &tokens[i];
        let &Context {
            accented,
            last,
            script,
            exponent_of_e,
            exponent,
            stars,
        } = context;
        let next = |n: usize| tokens.get(last + n).map_or("", |t| t.key.as_ref());
        let before = i.checked_sub(1).map_or("", |n| tokens[n].key.as_ref());
        let (after, has_sup, order) = skip_scripts(tokens, marks, last + 1);
        // `\sigma^2(a + b)` says nothing of a letter that does not usually name a function.
        let powered = |usual: bool| has_sup && !order && !usual;
        // In `x^l(y)` the exponent ends before the parenthesis, in `P_n'(y)` the index before the prime.
        let single = matches!(before, "^" | "_");
        // `w^T (x, y)^T`
        let below = match next(1) {
            "_" => braces_end(tokens, last + 2, BELOW).unwrap_or(last + 3),
            _ => last + 1,
        };
        let lying = has_sup && transposed_at(tokens, below) && column(tokens, marks, after);
        let found = if single || lying {
            Evidence::default()
        } else {
            evidence(tokens, marks, last, after)
        };
        let open = found.open.unwrap_or(after);
        let spelled = ends_function(tokens, i);
        let paren = !spelled && found.open.is_some()
            || (order && tokens.get(after).is_some_and(|t| t.key == "["));
        // `E[(X - E(X))^2]`
        let square = matches!(token.key.as_ref(), "E" | "P") && next(1) == "[";
        let simple = paren && simple_argument(tokens, marks, open);
        let event = paren && event_argument(tokens, marks, open);
        let primes = matches!(next(1), "'" | "′") && !single;
        // `\nabla f = f(x + h) - f(x)`: what has a gradient is a function.
        let composed = before == r"\circ"
            || next(1) == r"\circ"
            || stars && convolved(tokens, i)
            || before == r"\nabla" && self.functions.has(&token.key);
        let maps = matches!(next(1), ":" | r"\colon") && maps_follow(tokens, last + 2);
        let entry = is_edge(tokens, i, true) && is_edge(tokens, i, false);
        let bound = script
            && matches!(
                next(1),
                "=" | r"\in"
                    | r"\ge"
                    | r"\geq"
                    | r"\le"
                    | "<"
                    | r"\leq"
                    | ">"
                    | r"\to"
                    | r"\rightarrow"
            )
            || matches!(before, r"\forall" | r"\exists")
            // `k < j \le N`: no unit is compared.
            || token.key == "j" && is_inequality(before) && is_inequality(next(1))
            || compared(tokens, i)
            || token.key == "e" && runs(tokens, i);
        let power = next(1) == "^" && exponent_has_letter(tokens, marks, last + 2);
        match token.key.as_ref() {
            "i" => self.exponent_i |= exponent_of_e,
            "j" => self.imaginary_j |= exponent_of_e,
            _ => {}
        }
        let functions = self.functions;
        let turning = paren.then(|| frequency(tokens, marks, open)).flatten();
        self.imaginary_j |= turning == Some("j");
        let policy = paren && token.key == r"\pi" && conditioned(tokens, marks, open);
        self.policy |= policy;
        let letters = match accented {
            true => self
                .accented
                .get_or_insert_with(|| Box::new(Letters::new(&mut Room::default()))),
            false => &mut self.letters,
        };
        let letter = letters.entry(&token.key, || Letter {
            simple_arguments: true,
            usual: functions.has(&token.key),
            operator: OPERATORS.contains(&token.key.as_ref()),
            ..Letter::default()
        });
        // `\pi(r^2)` is an area.
        let area = token.key == r"\pi"
            && after == last + 1
            && matches!(marks.get(open), Some(Mark::Open { partner, .. })
                if matches!(&tokens[(open + 1).min(*partner)..*partner], [r, up, two]
                    if r.short() && up.key == "^" && two.key == "2"));
        letter.applied |= found.certain && !area && !spelled || turning.is_some();
        letter.applied |= policy;
        if space_over_interval(tokens, marks, last, after) {
            letter.applied = true;
            letter.called += 1;
        }
        // `\Phi(1.96)` is a value, `a(1.96)` a product.
        letter.factor |= found.factor
            && !(token.key == r"\Phi" || letter.operator && number_inside(tokens, marks, open));
        letter.own |= found.own;
        letter.form |= found.form;
        letter.rate |= found.rate;
        let distribution = token.key == r"\delta";
        let constant = !letter.usual && !distribution && constant_power(tokens, marks, open)
            || !simple
                && !found.certain
                && token.key.starts_with(char::is_uppercase)
                && broken_power(tokens, marks, open);
        // `\bar{\psi}(\gamma^\mu D_\mu - m)\psi`: an operator between two of them.
        let enclosing = accented
            && matches!(marks.get(open), Some(Mark::Open { partner, width })
                if tokens.get(partner + width).is_some_and(|t| t.key == token.key));
        // `\delta(x - y)\,\delta_{ij}`: the unit tensor is another one.
        let unit_tensor = distribution && next(1) == "_";
        // A matrix before a column.
        let column = crate::latex::bold::directed(&token.key)
            && tokens
                .get(open + 1)
                .is_some_and(|t| t.class == Class::Begin);
        if paren
            && !constant
            && !unit_tensor
            && !column
            && !enclosing
            && (!powered(letter.usual || distribution) || found.certain)
        {
            letter.called += 1;
            let small = token
                .key
                .trim_start_matches('\\')
                .starts_with(char::is_lowercase)
                && next(1) == "_";
            let below = tokens.get(last + 2).filter(|_| small);
            let bit = 1_u32 << below.map_or(31, below_as_bit);
            letter.repeated |= letter.below & bit != 0;
            letter.below |= bit;
            let quotient = letter.usual && lone_quotient(tokens, marks, open);
            letter.simple_arguments &= (simple || quotient) && !found.scaled;
            letter.event_arguments |= event;
            let paired = token.key.starts_with(char::is_uppercase) || token.key == "e";
            letter.several_arguments |= paired && several_arguments(tokens, marks, after);
        } else if square && !accented {
            letter.event_arguments |= event_argument(tokens, marks, last + 1);
        } else if !primes && !composed && !unit_tensor {
            letter.bare += 1;
            // `u_h`: the step of a grid is a number.
            letter.indexing += u32::from(script && token.key != "h");
            letter.numbered += u32::from(next(1) == "_" && number(tokens, last + 2));
        }
        let derived = order && has_sup && paren;
        // `W^{(1)}[f]` is the value of a functional.
        let round = tokens.get(after).is_some_and(|t| t.key == "(");
        let capital = round && !letter.usual && token.key.starts_with(char::is_uppercase);
        letter.ordered |= derived && capital;
        letter.function_sign |= primes || composed || maps || derived && !capital;
        letter.standing |= !script
            && tokens.get(last + 1).is_none_or(|t| {
                !matches!(t.class, Class::Letter | Class::Name | Class::Words)
                    && !matches!(
                        t.key.as_ref(),
                        "_" | "^" | "(" | "{" | "'" | "*" | r"\cdot" | r"\times" | r"\left"
                    )
                    && (t.key != r"\int" || !crate::latex::parse::varies(&token.key))
                    && !crate::latex::parse::ACCENTS.contains(&t.key.as_ref())
                    && !matches!(t.key.as_ref(), r"\bar" | r"\overline")
                    // `\Delta \ln P`
                    && (token.key != r"\Delta" || !matches!(t.key.as_ref(), r"\log" | r"\ln"))
            });
        letter.subscript |= script;
        letter.on_line |= !script;
        letter.bound |= bound;
        letter.entry |= entry;
        letter.power_base |= power;
        letter.exponential |= power && exponential(tokens, marks, last + 2);
        letter.indexed |= next(1) == "_";
        letter.labelled |= next(1) == "_"
            && matches!(tokens.get(last + 3), Some(word)
                if matches!(word.class, Class::Name | Class::Words) && word.key.len() > 3);
        letter.exponent |= exponent;
    }
}

/// Whether a function spelled with single letters ends here: the `n` of `ln(x)` is applied to nothing.
fn ends_function(tokens: &[Token<'_>], i: usize) -> bool {
    const SPELLED: &[&str] = &["ln", "sin", "tan", "exp"];
    matches!(tokens[i].key.as_bytes(), b"n" | b"p")
        && SPELLED.iter().any(|word| {
            let Some(from) = (i + 1).checked_sub(word.len()) else {
                return false;
            };
            let letters = tokens[from..=i].iter().zip(word.chars());
            letters
                .clone()
                .all(|(t, c)| t.short() && t.key.starts_with(c))
                && tokens[from + 1..=i].iter().all(|t| t.gap == Gap::None)
        })
}

/// Whether the exponent in braces here has a sign, a number or an `i` beside something else, and no
/// index stands below its base.
fn exponential(tokens: &[Token<'_>], marks: &[Mark], at: usize) -> bool {
    let Some(Mark::Open { partner, .. }) = marks.get(at).copied() else {
        return false;
    };
    let shown = |t: &Token<'_>| t.class == Class::Digit || matches!(t.key.as_ref(), "-" | "i");
    partner > at + 2
        && tokens[at + 1..partner].iter().take(6).any(shown)
        && tokens.get(partner + 1).is_none_or(|t| t.key != "_")
}

/// A bit below 32 for the sign that stands below a letter: digits have their own, letters share some.
pub(super) fn below_as_bit(token: &Token<'_>) -> u32 {
    let sum = token.key.bytes().map(u32::from).sum::<u32>();
    match token.class {
        Class::Digit => token.key.parse().unwrap_or(31).min(31),
        Class::Letter | Class::Name => 10 + sum % 21,
        _ => 31,
    }
}

/// As many tokens of a bracket are looked through for a quotient.
const QUOTIENT: usize = 8;

/// Whether a bracket holds a quotient of single letters or numbers, and sums or integrals are around, of
/// which it is a place: `\frac1n \sum_k f(\frac{k}{n})`.
fn lone_quotient(tokens: &[Token<'_>], marks: &[Mark], open: usize) -> bool {
    let Some(Mark::Open { partner, width: 1 }) = marks.get(open).copied() else {
        return false;
    };
    let inside = &tokens[open + 1..partner];
    let part = |t: &Token<'_>| matches!(t.class, Class::Letter | Class::Digit);
    let fraction = match inside {
        [above, slash, below] if slash.key == "/" => part(above) && part(below),
        [sign, rest @ ..] => {
            sign.key == r"\frac"
                && rest.len() < QUOTIENT
                && rest.iter().filter(|t| part(t)).count() == 2
                && rest
                    .iter()
                    .all(|t| part(t) || matches!(t.class, Class::Open | Class::Close))
        }
        [] => false,
    };
    let summed = |t: &Token<'_>| matches!(t.key.as_ref(), r"\sum" | r"\int");
    fraction
        && tokens[crate::latex::token::around(tokens, open)]
            .iter()
            .any(summed)
}

/// Whether an index is compared with another one: `i \ne j`.
fn compared(tokens: &[Token<'_>], at: usize) -> bool {
    let key = |n: Option<usize>| n.and_then(|n| tokens.get(n)).map_or("", |t| t.key.as_ref());
    let index = |key: &str| matches!(key, "i" | "j" | "k");
    let compares = |key: &str| matches!(key, r"\ne" | r"\neq" | "≠") || is_inequality(key);
    index(&tokens[at].key)
        && (compares(key(Some(at + 1))) && index(key(Some(at + 2)))
            || compares(key(at.checked_sub(1))) && index(key(at.checked_sub(2))))
}
