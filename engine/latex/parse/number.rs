//! Numbers: digits, decimals, thousands, exponents of ten, mixed numbers.

use super::Parser;
use super::comma::Comma;
use crate::latex::matching::Mark;
use crate::latex::name::Name;
use crate::latex::table::Role;
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Tree};

/// A period in brackets is told by what follows it within so many tokens.
const AHEAD: usize = 200;

impl Parser<'_> {
    /// Digits with a decimal point and grouped thousands.
    pub(super) fn number(&mut self) -> Tree {
        let from = self.pos;
        let digit = |p: &Self, n: usize| n < p.end && p.tokens[n].class == Class::Digit;
        let near = |p: &Self, n: usize| n < p.end && p.tokens[n].gap <= Gap::Back;
        if digit(self, from) && self.number_ends(from + 1) {
            self.pos += 1;
            let token = &self.tokens[from];
            let name = Head::Number(Name::of(token));
            return Tree::new(name, Vec::new(), token.start, token.end);
        }
        if let Some(number) = self.whole_number() {
            return number;
        }
        if let Some((spelling, after)) = self.dotted_thousands(from) {
            let span = self.span(from, after);
            self.pos = after;
            let head = Head::Number(spelling.into());
            return Tree::new(head, Vec::new(), span.start, span.end);
        }
        let mut spelling = String::new();
        let mut point = false;
        loop {
            let n = self.pos;
            if digit(self, n) && (n == from || near(self, n)) {
                spelling.push_str(&self.tokens[n].key);
                self.pos += 1;
            } else if !point
                && self.key_at(n) == "."
                && (n == from || near(self, n))
                && digit(self, n + 1)
                && near(self, n + 1)
            {
                point = true;
                spelling.push('.');
                self.pos += 1;
            } else if self.key_at(n) == "{"
                && self.key_at(n + 1) == ","
                && self.key_at(n + 2) == "}"
                && digit(self, n + 3)
            {
                if spelling.contains('.') {
                    // `1.234{,}56`: where a comma is the decimal sign, dots group.
                    spelling = spelling.replace('.', r"\,");
                }
                spelling.push_str("{,}");
                self.pos += 3;
            } else if let Some(comma) = self.comma_sign(n, from, &spelling).filter(|_| !point) {
                point = comma == Comma::Decimal;
                // The commas of `10,\!000, 3` are told apart without the room that is taken back.
                let back = self.tokens[n + 1].gap == Gap::Back;
                spelling.push_str(if point || back { "{,}" } else { "," });
                self.pos += 1;
            } else if self.repeats(n, point) {
                // `0.1\overline{6}`
                let dot = self.key_at(n) == ".";
                let open = n + 1 + usize::from(dot);
                if let Some(Mark::Open { partner, .. }) = self.marks.get(open).copied() {
                    if dot {
                        spelling.push('.');
                    }
                    spelling.push_str(r"\overline{");
                    for token in &self.tokens[open + 1..partner] {
                        spelling.push_str(&token.key);
                    }
                    spelling.push('}');
                    self.pos = partner + 1;
                }
                break;
            } else if let Some(after) = self.bracketed_period(n, point) {
                // `0.(3)`
                if !point {
                    spelling.push('.');
                }
                spelling.push_str(r"\overline{");
                let digits = self.tokens[n..after].iter();
                let digits = digits.filter(|t| t.class == Class::Digit);
                digits.for_each(|t| spelling.push_str(&t.key));
                spelling.push('}');
                self.pos = after;
                break;
            } else if let Some((digits, after)) = self.dotted_period(n, point) {
                // `0.\dot{3}`, `0.\dot{1}4285\dot{7}`
                if self.key_at(n) == "." {
                    spelling.push('.');
                }
                spelling.push_str(r"\overline{");
                spelling.push_str(&digits);
                spelling.push('}');
                self.pos = after;
                break;
            } else if let Some(length) = self.exponent_in_words(n) {
                // `3.2\text{e}5`, `3.2\text{e-}5`
                spelling.push('e');
                spelling.push_str(ten(&self.tokens[n].key).unwrap_or_default());
                let digits = self.tokens[n + 1..n + length].iter();
                let digits = digits.filter(|t| !matches!(t.class, Class::Open | Class::Close));
                digits.for_each(|t| spelling.push_str(&t.key));
                self.pos += length;
                break;
            } else if let Some(digits) = self.exponent_length(n, point) {
                for token in &self.tokens[n..n + digits] {
                    spelling.push_str(&token.key);
                }
                self.pos += digits;
                break;
            } else if self.key_at(n) == "'" && self.apostrophe(n, &spelling) {
                // `720'000`
                spelling.push_str(r"\,");
                self.pos += 1;
            } else if self.thousands(n, &spelling) || self.grouped_decimals(n, &spelling) {
                spelling.push_str(r"\,");
                spelling.push_str(&self.tokens[n].key);
                self.pos += 1;
            } else {
                break;
            }
        }
        let span = self.span(from, self.pos);
        Tree::new(
            Head::Number(spelling.into()),
            Vec::new(),
            span.start,
            span.end,
        )
    }

    /// Goes over the dots after a decimal: `0.333\ldots`.
    pub(super) fn goes_on(&mut self, number: &Tree) -> Option<crate::term::Op> {
        let decimal = matches!(&number.head, Head::Number(n) if n.contains('.'));
        if !decimal || self.pos >= self.end || self.tokens[self.pos].gap > Gap::Thin {
            return None;
        }
        let (_, width) = self.roles().find(
            |(role, _)| matches!(role, Role::Constant { op } if Some(*op) == self.table.dots),
        )?;
        if self.starts_operand(self.pos + width) {
            return None;
        }
        let op = self.table.named("ongoing")?;
        self.pos += width;
        Some(op)
    }

    /// A few digits after which the number is sure to end.
    fn whole_number(&mut self) -> Option<Tree> {
        let from = self.pos;
        let mut digits = [0; 8];
        let mut count = 0;
        while let Some(token) = self
            .tokens
            .get(from + count)
            .filter(|_| from + count < self.end)
        {
            let (Class::Digit, true) = (token.class, count == 0 || token.gap <= Gap::Back) else {
                break;
            };
            let [digit] = token.key.as_bytes() else {
                return None;
            };
            *digits.get_mut(count)? = *digit;
            count += 1;
        }
        // `12e-10`
        if count == 0 || !self.number_ends(from + count) || self.key_at(from + count) == "e" {
            return None;
        }
        let spelling = std::str::from_utf8(&digits[..count]).ok()?;
        self.pos += count;
        Some(Tree::new(
            Head::Number(spelling.into()),
            Vec::new(),
            self.tokens[from].start,
            self.tokens[from + count - 1].end,
        ))
    }

    /// Whether nothing that could go on with a number stands here.
    fn number_ends(&self, at: usize) -> bool {
        let Some(token) = self.tokens.get(at).filter(|_| at < self.end) else {
            return true;
        };
        token.class != Class::Digit
            && !matches!(token.key.as_ref(), "." | "," | "{" | "e" | "E" | "'")
            && ten(&token.key).is_none()
    }

    /// The number of tokens of an exponent as computers write it: `3.6e-10`.
    fn exponent_length(&self, n: usize, point: bool) -> Option<usize> {
        let near = |i: usize| i < self.end && self.tokens[i].gap == Gap::None;
        let digit = |i: usize| near(i) && self.tokens[i].class == Class::Digit;
        if !matches!(self.key_at(n), "e" | "E") || !near(n) {
            return None;
        }
        let sign = usize::from(matches!(self.key_at(n + 1), "-" | "+") && near(n + 1));
        let digits = (n + 1 + sign..self.end)
            .take_while(|&i| digit(i))
            .take(4)
            .count();
        // A digit right after a letter is no factor: `1E6`, `4e33`.
        let power = sign == 0;
        // Nobody writes three digits before a letter with a sign after it and no blank.
        let long = n >= 3
            && self.key_at(n) == "E"
            && (n - 2..n).all(digit)
            && self.tokens[n - 3].class == Class::Digit;
        let sure = digits > 0 && (point || digits > 1 && sign > 0 || power || long);
        (sure && digits < 4).then_some(1 + sign + digits)
    }

    /// The number of tokens of an exponent after an upright `e`: `3.2\text{e}5`, `1\mathrm{e}{-5}`.
    fn exponent_in_words(&self, n: usize) -> Option<usize> {
        let near = |i: usize| i < self.end && self.tokens[i].gap == Gap::None;
        if !near(n) {
            return None;
        }
        let said = ten(&self.tokens[n].key)?;
        let mut signless = said.bytes().skip_while(|b| matches!(b, b'-' | b'+'));
        if signless.next().is_some() {
            return Some(1);
        }
        let braced = self.key_at(n + 1) == "{";
        let sign_at = n + 1 + usize::from(braced);
        let signed = said.is_empty() && matches!(self.key_at(sign_at), "-" | "+");
        let sign = usize::from(signed && near(sign_at));
        let digits = (sign_at + sign..self.end)
            .take_while(|&i| near(i) && self.tokens[i].class == Class::Digit)
            .take(4)
            .count();
        let end = sign_at + sign + digits;
        let closed = !braced || self.key_at(end) == "}";
        (closed && (1..4).contains(&digits)).then_some(end + usize::from(braced) - n)
    }

    /// Whether a line over digits follows a decimal point.
    fn repeats(&self, n: usize, point: bool) -> bool {
        let dot = self.key_at(n) == ".";
        let line = n + usize::from(dot);
        let Some(Mark::Open { partner, .. }) = self
            .marks
            .get(line + 1)
            .copied()
            .filter(|_| line + 1 < self.end)
        else {
            return false;
        };
        (dot != point)
            && n > 0
            && matches!(self.key_at(line), r"\overline" | r"\bar")
            && self.tokens[n].gap == Gap::None
            && (line + 3..line + 60).contains(&partner)
            && self.tokens[line + 2..partner]
                .iter()
                .all(|t| t.class == Class::Digit)
    }

    /// The place after digits in parentheses that repeat: right behind the decimal point, or behind
    /// digits where the number is compared with one that goes on or with a fraction.
    fn bracketed_period(&self, n: usize, point: bool) -> Option<usize> {
        let open = n + usize::from(!point);
        if n == 0 || self.key_at(open) != "(" || !point && self.key_at(n) != "." {
            return None;
        }
        let Some(Mark::Open { partner, width: 1 }) = self.marks.get(open).copied() else {
            return None;
        };
        let inside = &self.tokens[open + 1..partner];
        let near = self.tokens[n..=open].iter().all(|t| t.gap == Gap::None);
        let digits = !inside.is_empty() && inside.iter().all(|t| t.class == Class::Digit);
        let compared = || {
            let rest = &self.tokens[partner + 1..self.end];
            let rest = &rest[..rest.len().min(AHEAD)];
            let fraction = |t: &Token<'_>| t.key == r"\frac";
            let on =
                |t: &Token<'_>| matches!(t.key.as_ref(), r"\ldots" | r"\dots" | r"\cdots" | "…");
            rest.first().is_some_and(|t| t.key == "=")
                && (rest.get(1).is_some_and(fraction) || rest.iter().any(on))
        };
        (near && digits && partner < self.end && (!point || compared())).then_some(partner + 1)
    }

    /// The number in millions and more whose thousands are set apart by full stops: `1.000.000`.
    fn dotted_thousands(&self, from: usize) -> Option<(String, usize)> {
        let digits = |at: usize| {
            let run = self.tokens[at.min(self.end)..self.end].iter().enumerate();
            run.take_while(|(i, t)| t.class == Class::Digit && (*i == 0 || t.gap == Gap::None))
                .count()
        };
        let spelled = |at: usize, length: usize| -> String {
            self.tokens[at..at + length]
                .iter()
                .map(|t| t.key.as_ref())
                .collect()
        };
        let first = digits(from);
        let mut spelling = spelled(from, first);
        let mut at = from + first;
        if !(1..=3).contains(&spelling.len()) || spelling.starts_with('0') {
            return None;
        }
        let mut groups = 0;
        while self.key_at(at) == "." && at + 1 < self.end && self.tokens[at].gap == Gap::None {
            let length = digits(at + 1);
            let group = spelled(at + 1, length);
            if group.len() != 3 || self.tokens[at + 1].gap != Gap::None {
                return None;
            }
            spelling.push_str(r"\,");
            spelling.push_str(&group);
            at += 1 + length;
            groups += 1;
        }
        (groups > 1).then_some((spelling, at))
    }

    /// The digits that repeat, of which the first and the last have a dot above them, and the place
    /// after them.
    fn dotted_period(&self, n: usize, point: bool) -> Option<(String, usize)> {
        let dot = self.key_at(n) == ".";
        if dot == point || n == 0 || self.tokens.get(n)?.gap != Gap::None {
            return None;
        }
        let dotted = |at: usize| {
            let braced = self.key_at(at + 1) == "{" && self.key_at(at + 3) == "}";
            let inner = at + 1 + usize::from(braced);
            let digit = self.tokens.get(inner).filter(|t| t.class == Class::Digit);
            let after = inner + 1 + usize::from(braced);
            digit
                .filter(|_| self.key_at(at) == r"\dot" && after <= self.end)
                .map(|t| (t.key.as_ref(), after))
        };
        let (first, mut at) = dotted(n + usize::from(dot))?;
        let (mut digits, mut end) = (first.to_owned(), at);
        let mut more = digits.clone();
        while at < self.end && self.tokens[at].gap == Gap::None {
            if let Some((last, after)) = dotted(at) {
                more.push_str(last);
                (digits, end) = (more, after);
                break;
            }
            if self.tokens[at].class != Class::Digit {
                break;
            }
            more.push_str(&self.tokens[at].key);
            at += 1;
        }
        Some((digits, end))
    }

    /// `2\frac{1}{3}`: a mixed number, where nothing is multiplied.
    pub(super) fn mixed(&mut self, whole: Tree) -> Tree {
        let at = self.pos;
        let fraction = at < self.end
            && matches!(self.key_at(at), r"\frac" | r"\nicefrac" | r"\sfrac")
            && self.tokens[at].gap <= Gap::Thin;
        if !fraction {
            return whole;
        }
        let small = matches!(&whole.head, Head::Number(n) if n != "0" && n.len() < 9 && n.bytes().all(|b| b.is_ascii_digit()));
        let Some(op) = self.table.named("mixed").filter(|_| small) else {
            return whole;
        };
        let Some((above, next)) = self.figures_of(at + 1) else {
            return whole;
        };
        let Some((below, after)) = self.figures_of(next) else {
            return whole;
        };
        let proper = match (above.parse::<u64>(), below.parse::<u64>()) {
            (Ok(a), Ok(b)) => 0 < a && a < b,
            _ => false,
        };
        let multiplied = after < self.end
            && match self.tokens[after].class {
                Class::Digit => true,
                // `7\frac{1}{2}x`; a product is written so before `\pi` and before powers.
                Class::Letter => {
                    self.tokens[after].key.starts_with('\\') || self.key_at(after + 1) == "^"
                }
                Class::Sign => {
                    matches!(self.tokens[after].key.as_ref(), "(" | "^")
                        || self.tokens[after].key.starts_with(r"\sqrt")
                }
                _ => false,
            };
        if !proper || multiplied {
            return whole;
        }
        self.pos = at + 1;
        let above = self.argument();
        let below = self.argument();
        let mut tree = Tree::over(Head::Apply(op), vec![whole, above, below]);
        tree.end = self.span(self.pos - 1, self.pos).end;
        tree
    }

    /// The digits that are the argument at this token, and the place after it.
    fn figures_of(&self, at: usize) -> Option<(String, usize)> {
        if at >= self.end {
            return None;
        }
        let (from, to, after) = match self.marks[at] {
            Mark::Open { partner, .. } if self.tokens[at].class == Class::Open => {
                (at + 1, partner, partner + 1)
            }
            _ => (at, at + 1, at + 1),
        };
        let inside = self.tokens.get(from..to).filter(|t| t.len() < 9)?;
        let digits = inside.iter().all(|t| t.class == Class::Digit);
        (digits && !inside.is_empty())
            .then(|| (inside.iter().map(|t| t.key.as_ref()).collect(), after))
    }

    /// Whether a thin space and three digits follow at most three digits.
    pub(super) fn thousands(&self, n: usize, before: &str) -> bool {
        let digit = |i: usize| i < self.end && self.tokens[i].class == Class::Digit;
        let tail = before.rsplit(r"\,").next().unwrap_or("");
        let first = !before.contains(r"\,");
        // `100 200 300` may be a list, `10 000` is none.
        let blank = || {
            let leads = !first || tail.len() < 3 || self.key_at(n) == "0";
            self.tokens[n].gap == Gap::Blank && leads && !self.scripting
        };
        if !digit(n) || self.tokens[n].gap != Gap::Thin && !blank() {
            return false;
        }
        (tail.len() == 3 || first && tail.len() <= 3)
            && !tail.is_empty()
            && !before.contains('.')
            && (1..3).all(|i| digit(n + i) && self.tokens[n + i].gap <= Gap::Back)
            && !(digit(n + 3) && self.tokens[n + 3].gap <= Gap::Back)
    }

    /// Whether an apostrophe here sets thousands apart: three digits stand right behind it, and at most
    /// three before.
    fn apostrophe(&self, n: usize, before: &str) -> bool {
        let near = |i: usize| i < self.end && self.tokens[i].gap == Gap::None;
        let digit = |i: usize| near(i) && self.tokens[i].class == Class::Digit;
        let mut groups = before.split(r"\,");
        let first = groups.next().map_or(0, str::len);
        (1..=3).contains(&first)
            && groups.all(|group| group.len() == 3)
            && near(n)
            && (1..4).all(|i| digit(n + i))
            && !digit(n + 4)
            && !before.contains(['.', '{'])
    }

    /// Whether a thin space and another group follow a group of three or five digits behind the
    /// decimal point; the last group may be shorter: `1.61803\,39887\,49`.
    fn grouped_decimals(&self, n: usize, before: &str) -> bool {
        let digit = |i: usize| i < self.end && self.tokens[i].class == Class::Digit;
        let Some((_, decimals)) = before.split_once('.') else {
            return false;
        };
        let mut groups = decimals.split(r"\,");
        let size = groups.next().map_or(0, str::len);
        let next = 1
            + (1..=size)
                .take_while(|i| digit(n + i) && self.tokens[n + i].gap <= Gap::Back)
                .count();
        digit(n)
            && self.tokens[n].gap == Gap::Thin
            && matches!(size, 3 | 5)
            && groups.all(|g| g.len() == size)
            && (2 - usize::from(decimals.contains(r"\,"))..=size).contains(&next)
    }
}

/// What stands behind an upright `e` in one word with it, a sign and digits at most: `\text{e}`,
/// `\text{e-}`, `\text{E-05}`.
fn ten(key: &str) -> Option<&str> {
    let fonts = [r"\text{", r"\mathrm{", r"\textrm{"];
    let word = fonts.iter().find_map(|font| key.strip_prefix(font))?;
    let rest = word.strip_suffix('}')?.strip_prefix(['e', 'E'])?;
    let digits = rest.strip_prefix(['-', '+']).unwrap_or(rest);
    let fits = digits.len() < 4 && digits.bytes().all(|b| b.is_ascii_digit());
    fits.then_some(rest)
}
