//! Whether capital letters side by side are lengths: what a formula says of degrees, `OI^2 = R^2 - 2Rr`.

mod degrees;
mod told;

use super::figures::point;
use super::matching::Mark;
use super::token::{Class, Gap, Token};
use degrees::{Both, Degree};
use smallvec::SmallVec;

/// The most tokens of a formula that is looked at, and how deep its brackets are.
const MOST: usize = 400;
const DEEPEST: u32 = 24;

/// Letters that are lengths of a figure by themselves; others may be numbers.
const SIDES: &[u8] = b"abcdhlpqrsuvwxyz";

/// Capital letters beside those of points: radii, perimeters, areas.
const MEASURES: &[u8] = b"RPSO";

/// Letters that points have where there is but one pair of them: `F = MA`, `V = IR` are products.
const CORNERS: &[u8] = b"ABCDEFGHIMNOPQ";

/// Functions of angles.
const ANGLES: &[&str] = &[
    r"\sin", r"\cos", r"\tan", r"\cot", r"\sec", r"\csc", r"\tg", r"\ctg",
];

/// Signs between the sides of a relation.
pub(super) const RELATIONS: &[&str] = &[
    "=", "<", ">", r"\le", r"\leq", r"\ge", r"\geq", r"\lt", r"\gt", r"\neq", r"\ne", r"\approx",
];

/// A point with its index or primes as they are spelled.
type Point = (u8, SmallVec<[u8; 8]>);

/// What is said by a formula in which pairs of points may stand.
struct Look<'r, 't> {
    tokens: &'r [Token<'t>],
    marks: &'r [Mark],
    reading: Reading,
    at: usize,
    deep: u32,
    words: Vec<[Point; 2]>,
    alone: Vec<u8>,
    /// An angle is named by a capital letter.
    angled: bool,
    /// The pair of points has an exponent.
    raised: bool,
    /// There is a sum.
    summed: bool,
    /// There is a number, and not 0 or 1.
    counted: bool,
    /// There is a tangent from a corner: `s - a`.
    tangent: bool,
    related: bool,
}

/// Which letters are taken for lengths, and which for numbers.
#[derive(Clone, Copy)]
struct Reading {
    /// All letters are lengths, not only the usual ones.
    all: bool,
    /// Letters beside a pair are numbers.
    factors: bool,
}

/// Whether pairs of capital letters are lengths though capital letters stand elsewhere, have
/// indices or primes, or are compared with single letters.
pub(super) fn measured(tokens: &[Token<'_>], marks: &[Mark]) -> bool {
    if tokens.len() > MOST {
        return false;
    }
    if !(0..tokens.len()).any(|at| pair(tokens, at).is_some()) {
        return false;
    }
    let ways = [(false, false), (true, false), (false, true), (true, true)];
    ways.into_iter().any(|(all, factors)| {
        let mut look = Look {
            tokens,
            marks,
            reading: Reading { all, factors },
            at: 0,
            deep: 0,
            words: Vec::new(),
            alone: Vec::new(),
            angled: false,
            raised: false,
            summed: false,
            counted: false,
            tangent: false,
            related: false,
        };
        match look.statements() {
            Some(degrees) => look.lengths(degrees),
            None => false,
        }
    })
}

/// The place after the two points that stand here, with or without indices and primes.
pub(super) fn pair(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let (_, second) = marked(tokens, at)?;
    let (_, end) = marked(tokens, second)?;
    (tokens[second].gap == Gap::None).then_some(end)
}

/// The point that stands here, and the place after its index or primes.
pub(super) fn marked(tokens: &[Token<'_>], at: usize) -> Option<(Point, usize)> {
    let key = |i: usize| tokens.get(i).map_or("", |t| t.key.as_ref());
    let letter = tokens.get(at).filter(|t| point(t))?.key.as_bytes()[0];
    let (mut mark, mut end) = (SmallVec::new(), at + 1);
    if key(end) == "_" {
        let braced = usize::from(key(end + 1) == "{");
        let index = tokens.get(end + 1 + braced)?;
        let simple = matches!(index.class, Class::Digit | Class::Letter) && index.short();
        if !simple || braced > 0 && key(end + 3) != "}" {
            return None;
        }
        mark.extend_from_slice(index.key.as_bytes());
        end += 2 + 2 * braced;
    }
    while key(end) == "'" {
        mark.push(b'\'');
        end += 1;
    }
    let braced = usize::from(key(end + 1) == "{");
    if key(end) == "^" && key(end + 1 + braced) == r"\prime" {
        let mut last = end + 1 + braced;
        while key(last) == r"\prime" {
            mark.push(b'\'');
            last += 1;
        }
        if braced > 0 && key(last) != "}" {
            return None;
        }
        end = last + braced;
    }
    Some(((letter, mark), end))
}

impl Look<'_, '_> {
    fn key(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |t| t.key.as_ref())
    }

    /// The statements of a formula, between commas.
    fn statements(&mut self) -> Option<Both> {
        let mut whole = Both::BARE;
        loop {
            let sides = self.sides()?;
            let mixed = |one: Degree, other: Degree| match other {
                Degree::Mixed => Degree::Mixed,
                _ => one,
            };
            whole = Both(mixed(whole.0, sides.0), mixed(whole.1, sides.1));
            match self.key(self.at) {
                "," | ";" => self.at += 1,
                "" => return Some(whole),
                "." if self.at + 1 == self.tokens.len() => return Some(whole),
                _ => return None,
            }
        }
    }

    /// A relation.
    fn sides(&mut self) -> Option<Both> {
        let mut all = self.sum()?;
        while RELATIONS.contains(&self.key(self.at)) {
            self.at += 1;
            self.related = true;
            all = all.beside(self.sum()?);
        }
        Some(all)
    }

    fn sum(&mut self) -> Option<Both> {
        self.deep += 1;
        if self.deep > DEEPEST {
            return None;
        }
        let mut all = None;
        // The signs of single letters.
        let mut letters: SmallVec<[bool; 2]> = SmallVec::new();
        let mut terms = 0;
        loop {
            let sign = matches!(self.key(self.at), "+" | "-" | r"\pm" | r"\mp");
            let minus = self.key(self.at) == "-";
            self.at += usize::from(sign);
            if all.is_some() && !sign {
                break;
            }
            let from = self.at;
            let term = self.product()?;
            let small = |t: &Token<'_>| t.class == Class::Letter && t.short() && !point(t);
            if self.at == from + 1 && small(&self.tokens[from]) {
                letters.push(minus);
            }
            terms += 1;
            self.summed |= all.is_some();
            all = Some(all.map_or(term, |sum: Both| sum.beside(term)));
        }
        self.tangent |= terms == 2 && matches!(letters.as_slice(), [a, b] if a != b);
        self.deep -= 1;
        all
    }

    fn product(&mut self) -> Option<Both> {
        let words = self.words.len();
        let (mut all, mut letters) = (Both::BARE, Both::BARE);
        let mut sign = 1;
        loop {
            let letter = self
                .tokens
                .get(self.at)
                .is_some_and(|t| t.class == Class::Letter && !point(t));
            let factor = self.power()?;
            match letter {
                true => letters = letters.times(factor, sign),
                false => all = all.times(factor, sign),
            }
            sign = match self.key(self.at) {
                r"\cdot" | r"\times" | "*" => 1,
                "/" | r"\div" | ":" => -1,
                key if self.at < self.tokens.len() && !ends(key) => {
                    sign = 1;
                    continue;
                }
                _ => break,
            };
            self.at += 1;
        }
        let numbers = self.reading.factors && self.words.len() > words;
        Some(if numbers { all } else { all.times(letters, 1) })
    }

    /// A factor and its exponent.
    fn power(&mut self) -> Option<Both> {
        let words = self.words.len();
        let base = self.factor()?;
        if self.key(self.at) == r"^" && self.key(self.at + 1) == r"\circ" {
            self.at += 2;
        }
        if self.key(self.at) != "^" {
            return Some(base);
        }
        let exponent = self.argument(self.at + 1)?;
        let [one] = exponent else {
            // `90^{\circ}` has no exponent.
            return None;
        };
        let degrees = one.key == r"\circ";
        let times = match one.key.as_bytes() {
            _ if degrees => 1,
            [digit @ b'2'..=b'9'] => i32::from(digit - b'0'),
            _ => return None,
        };
        self.raised |= self.words.len() > words;
        Some(base.scaled(times, 1))
    }

    /// The tokens of the argument that stands here; goes on after it.
    fn argument(&mut self, at: usize) -> Option<&[Token<'_>]> {
        let (from, to) = match self.marks.get(at)? {
            Mark::Open { partner, .. } if self.key(at) == "{" => (at + 1, *partner),
            _ => (at, at + 1),
        };
        self.at = if from > at { to + 1 } else { to };
        self.tokens.get(from..to)
    }

    /// The sum in the brackets that open here.
    fn inside(&mut self) -> Option<Both> {
        let Mark::Open { partner, width: 1 } = *self.marks.get(self.at)? else {
            return None;
        };
        self.at += 1;
        let all = self.sum()?;
        if self.at != partner {
            return None;
        }
        self.at += 1;
        Some(all)
    }

    /// What a command is applied to.
    fn operand(&mut self) -> Option<Both> {
        match self.tokens.get(self.at)?.class {
            Class::Open => self.inside(),
            Class::Digit => {
                self.counted |= !matches!(self.key(self.at), "0" | "1");
                self.at += 1;
                Some(Both::BARE)
            }
            _ => self.factor(),
        }
    }

    fn factor(&mut self) -> Option<Both> {
        let token = self.tokens.get(self.at)?;
        match (token.class, token.key.as_ref()) {
            (Class::Digit, _) => {
                let from = self.at;
                let number = |t: &Token<'_>| t.class == Class::Digit || t.key == ".";
                while self.tokens.get(self.at).is_some_and(number) {
                    self.at += 1;
                }
                let unit = self.at == from + 1 && matches!(self.key(from), "0" | "1");
                self.counted |= !unit;
                Some(Both::BARE)
            }
            (Class::Open, _) | (_, "(" | "[") => self.inside(),
            (_, r"\frac") => {
                self.at += 1;
                let above = self.operand()?;
                let below = self.operand()?;
                Some(above.times(below, -1))
            }
            (_, r"\sqrt") => {
                self.at += 1;
                (self.key(self.at) != "[").then_some(())?;
                Some(self.operand()?.scaled(1, 2))
            }
            (_, r"\angle") => {
                self.at += 1;
                let from = self.at;
                while self.tokens.get(self.at).is_some_and(point) {
                    self.at += 1;
                }
                (self.at > from).then_some(Both::of(0, 0))
            }
            (_, key) if ANGLES.contains(&key) => self.ratio(),
            (Class::Letter, key) if point(token) => {
                let bytes = key.as_bytes()[0];
                self.capitals(bytes)
            }
            (Class::Letter, key) => {
                let usual = matches!(key.as_bytes(), [b] if SIDES.contains(b));
                let side = usual || self.reading.all && key != r"\pi";
                let latin = token.short();
                self.at += 1;
                let indexed = latin && self.key(self.at) == "_";
                if indexed {
                    self.argument(self.at + 1)?;
                }
                while self.key(self.at) == "'" {
                    self.at += 1;
                }
                Some(match side || indexed {
                    true => Both::of(1, 1),
                    false => Both::BARE,
                })
            }
            _ => None,
        }
    }

    /// A sine, with its argument.
    fn ratio(&mut self) -> Option<Both> {
        self.at += 1;
        if self.key(self.at) == "^" {
            self.argument(self.at + 1)?;
        }
        let (words, alone) = (self.words.len(), self.alone.len());
        while self.tokens.get(self.at)?.class == Class::Digit {
            self.at += 1;
        }
        if self.at < self.tokens.len() && !ends(self.key(self.at)) {
            self.power()?;
        }
        // Angles have one letter.
        if self.words.len() > words {
            return None;
        }
        self.angled |= self.alone.len() > alone;
        self.alone.truncate(alone);
        Some(Both::of(0, 0))
    }

    /// The letters from a capital one on: a pair, or one by itself.
    fn capitals(&mut self, first: u8) -> Option<Both> {
        let from = self.at;
        let mut points: SmallVec<[Point; 3]> = SmallVec::new();
        let mut end = from;
        while let Some((point, after)) = marked(self.tokens, end)
            && (end == from || self.tokens[end].gap == Gap::None)
        {
            points.push(point);
            end = after;
        }
        if points.len() < 2 {
            self.at += 1;
            if self.key(self.at) == "_" {
                self.argument(self.at + 1)?;
            }
            while self.key(self.at) == "'" {
                self.at += 1;
            }
            self.alone.push(first);
            return Some(match first {
                b'S' => Both::of(2, 2),
                b'O' => Both::BARE,
                _ => Both::of(1, 1),
            });
        }
        let [one, other] = <[Point; 2]>::try_from(points.as_slice().to_vec()).ok()?;
        let small = |t: &Token<'_>| t.class == Class::Letter && t.short() && t.gap == Gap::None;
        let before = from
            .checked_sub(1)
            .map(|before| &self.tokens[before])
            .is_some_and(|t| {
                t.class == Class::Letter && t.short() && self.tokens[from].gap == Gap::None
            });
        let after = self.tokens.get(end).is_some_and(small);
        if before || after || one == other || matches!(self.key(end), "(" | "[" | "{" | "_") {
            return None;
        }
        self.words.push([one, other]);
        self.at = end;
        Some(Both::of(1, 2))
    }
}

/// Whether a product ends before this sign.
fn ends(key: &str) -> bool {
    RELATIONS.contains(&key)
        || matches!(
            key,
            "+" | "-" | r"\pm" | r"\mp" | "," | ";" | "." | ")" | "]" | "}" | ""
        )
}
