//! Vertical bars: which open, which close, which separate.

use super::carried;
use super::matching::{Mark, Matcher};
use super::signs::Signs;
use super::table::Role;
use super::token::{Class, Gap, Side, Token, leave_out};

/// As many bars of one side are looked at.
const FEW: usize = 100;

/// The first column of a matrix has no more tokens.
const COLUMN: usize = 24;

/// Limits of an operator have no more tokens.
const LIMITS: usize = 60;

/// A coordinate of a point has no more.
const COORDINATE: usize = 8;

impl Matcher<'_> {
    pub(super) fn pair_bars(&mut self) {
        let mut bars = std::mem::take(&mut self.bars);
        bars.sort_unstable();
        for segment in bars.chunk_by(|a, b| a.0 == b.0) {
            let places: Vec<usize> = segment.iter().map(|&(_, i)| i).collect();
            if self.between_columns(&places)
                || self.goes_on(&places)
                || self.between_coordinates(&places)
            {
                places.iter().for_each(|&i| self.marks[i] = Mark::Separator);
            } else {
                self.pair_segment(&places);
            }
        }
    }

    /// Whether nothing but dots stand between two of the bars: `v_1 | \dots | v_n`.
    fn goes_on(&self, places: &[usize]) -> bool {
        let dots = |pair: &[usize]| {
            let inside = &self.tokens[pair[0] + 1..pair[1]];
            match inside {
                [one] => one.is_ellipsis(),
                [_, _, _] => inside.iter().all(|t| t.key == "."),
                _ => false,
            }
        };
        // `|z_1| \cdots |z_n|`: nothing stands outside of the first or the last.
        let parts =
            |first: usize, last: usize| self.ends_operand(first) && self.starts_operand(last + 1);
        matches!(places, [first, .., last] if parts(*first, *last)) && places.windows(2).any(dots)
    }

    /// Whether the bars stand between the columns of a matrix, which are one letter with several
    /// indices or the values of one function: `[v_1 | v_2 | \dots | v_n]`.
    fn between_columns(&self, places: &[usize]) -> bool {
        let [first, .., last] = *places else {
            return false;
        };
        let around = (first.saturating_sub(COLUMN)..first).rev();
        let opener = around.into_iter().find_map(|i| match self.marks[i] {
            Mark::Open { partner, .. } if partner > last => Some((i, partner)),
            _ => None,
        });
        let Some((opener, closer)) = opener else {
            return false;
        };
        if !matches!(self.tokens[opener].key.as_ref(), "[" | r"\lbrack") {
            return false;
        }
        let name = &self.tokens[opener + 1].key;
        let ends = places.iter().copied().chain([closer]);
        let mut start = opener + 1;
        ends.into_iter().all(|end| {
            let column = &self.tokens[start..end];
            start = end + 1;
            match column {
                [one] => matches!(one.key.as_ref(), r"\dots" | r"\ldots" | r"\cdots"),
                [first, second, ..] => {
                    first.key == *name && matches!(second.key.as_ref(), "_" | "(")
                }
                [] => false,
            }
        })
    }

    /// Whether two bars part the three coordinates of a point, which are all that stands behind a
    /// capital letter: `P(1|2|3)`.
    fn between_coordinates(&self, places: &[usize]) -> bool {
        let [first, second] = *places else {
            return false;
        };
        let opener = (first.saturating_sub(COORDINATE)..first)
            .rev()
            .find(|i| self.tokens[*i].key == "(");
        let Some((opener, Mark::Open { partner, .. })) = opener.map(|i| (i, self.marks[i])) else {
            return false;
        };
        let named = opener.checked_sub(1).is_some_and(|i| {
            let name = &self.tokens[i];
            name.class == Class::Letter && name.key.starts_with(char::is_uppercase)
        });
        let coordinate = |from: usize, to: usize| {
            let signed = usize::from(matches!(self.tokens[from].key.as_ref(), "-" | "+"));
            let number = &self.tokens[(from + signed).min(to)..to];
            let digit = |t: &Token<'_>| {
                t.class == Class::Digit || matches!(t.key.as_ref(), "." | "," | "{" | "}")
            };
            !number.is_empty()
                && (number.iter().all(digit)
                    || number.len() == 1 && number[0].class == Class::Letter)
        };
        named
            && partner > second
            && partner < second + COORDINATE
            && coordinate(opener + 1, first)
            && coordinate(first + 1, second)
            && coordinate(second + 1, partner)
            && self.tokens[opener..partner]
                .iter()
                .any(|t| t.class == Class::Digit)
    }

    pub(super) fn adjacent(&self, places: &[usize], at: usize) -> bool {
        let single = |i: usize| matches!(self.tokens[i].key.as_ref(), "|" | r"\vert");
        places.get(at + 1).is_some_and(|&next| {
            next == places[at] + 1
                && single(next)
                && single(places[at])
                && self.tokens[next].gap <= Gap::Back
        })
    }

    /// Whether two bars between operands are one sign and do not open a norm: `H(x || y)`. Blanks
    /// stand on both sides of it, or no other two bars close what they would open.
    fn joins(&self, places: &[usize], at: usize) -> bool {
        let i = places[at];
        let spaced = |n: usize| self.tokens.get(n).is_some_and(|t| t.gap >= Gap::Blank);
        let closed = (at + 2..places.len()).any(|n| self.adjacent(places, n));
        self.starts_operand(i + 2) && (spaced(i) && spaced(i + 2) || !closed)
    }

    /// Whether nothing but the sign of a place stands between two bars: `\|\cdot\|`.
    fn holds_a_place(&self, places: &[usize], at: usize) -> bool {
        let Some(&i) = places.get(at) else {
            return false;
        };
        places.get(at + 1) == Some(&(i + 2))
            && matches!(
                self.tokens[i + 1].key.as_ref(),
                r"\cdot" | "·" | r"\bullet" | "*"
            )
            && same_bar(&self.tokens[i], &self.tokens[i + 2])
    }

    /// Whether a sign follows the bar here and the limits of an operator stand before it, behind which
    /// nothing can be subtracted: `\sup_{x \in A} |-f(x)|`.
    fn signed_behind_bound(&self, i: usize) -> bool {
        if self.tokens.get(i + 1).is_none_or(|t| t.key != "-") {
            return false;
        }
        let mut at = i;
        for _ in 0..2 {
            let Some(last) = at.checked_sub(1) else {
                return false;
            };
            let script = match self.marks[last] {
                Mark::Close => {
                    let opens = |n: &usize| matches!(self.marks[*n], Mark::Open { partner, .. } if partner == last);
                    match (last.saturating_sub(LIMITS)..last).rev().find(opens) {
                        Some(open) => open,
                        None => return false,
                    }
                }
                _ => last,
            };
            let limits = |n: usize| matches!(self.tokens[n].key.as_ref(), "_" | "^");
            match script.checked_sub(1).filter(|n| limits(*n)) {
                Some(sign) => at = sign,
                None => break,
            }
        }
        let base = at.checked_sub(1).filter(|_| at < i);
        base.is_some_and(|base| {
            let mut roles = self.table.lookup(&self.tokens[base..]);
            roles.any(|(role, width)| width == 1 && matches!(role, Role::Bound { .. }))
        })
    }

    /// Whether a word that joins statements stands between two bars, as in no absolute value:
    /// `p | a \text{ or } p | b`.
    fn states_between(&self, one: usize, other: usize) -> bool {
        let joins = |at: usize| {
            let mut roles = self.table.lookup(&self.tokens[at..]);
            self.tokens[at].class == Class::Words
                && roles.any(|(role, _)| matches!(role, Role::Infix { .. }))
        };
        (one + 1..other.min(one + LIMITS)).any(joins)
    }

    pub(super) fn pair_segment(&mut self, places: &[usize]) {
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut at = 0;
        while at < places.len() {
            let i = places[at];
            let after_operand = self.ends_operand(i);
            if !after_operand && self.holds_a_place(places, at) {
                self.marks[i] = Mark::Open {
                    partner: i + 2,
                    width: 1,
                };
                self.marks[i + 2] = Mark::Close;
                at += 2;
                continue;
            }
            let pair = self.adjacent(places, at);
            if pair
                && !after_operand
                && self.holds_a_place(places, at + 1)
                && self.adjacent(places, at + 2)
            {
                // `||\cdot||`
                self.marks[i] = Mark::Open {
                    partner: i + 3,
                    width: 2,
                };
                self.marks[i + 1] = Mark::Separator;
                self.marks[i + 3] = Mark::Close;
                self.marks[i + 4] = Mark::Close;
                at += 4;
                continue;
            }
            if let Some(&(opener, 2)) = open.last()
                && pair
                && after_operand
            {
                open.pop();
                self.marks[opener] = Mark::Open {
                    partner: i,
                    width: 2,
                };
                self.marks[i] = Mark::Close;
                self.marks[i + 1] = Mark::Close;
                at += 2;
                continue;
            }
            if pair && after_operand && open.is_empty() && self.joins(places, at) {
                self.marks[i] = Mark::Separator;
                self.marks[i + 1] = Mark::Separator;
                at += 2;
                continue;
            }
            // `||x||`, also behind a factor: `2||x||`
            let norm = pair && at + 3 < places.len() && self.adjacent(places, at + 2);
            let behind = open.is_empty() && self.starts_operand(i + 2);
            if norm && (!after_operand || behind) {
                open.push((i, 2));
                self.marks[i] = Mark::Separator;
                self.marks[i + 1] = Mark::Separator;
                at += 2;
                continue;
            }
            let opened = open.last().is_some_and(|&(o, width)| {
                width == 1 && same_bar(&self.tokens[o], &self.tokens[i])
            });
            if !after_operand {
                open.push((i, 1));
                // Until it is closed it counts as an operator for what follows.
                self.marks[i] = Mark::Separator;
            } else if opened {
                if let Some((opener, _)) = open.pop() {
                    self.marks[opener] = Mark::Open {
                        partner: i,
                        width: 1,
                    };
                    self.marks[i] = Mark::Close;
                }
            } else if (self.starts_operand(i + 1) || self.signed_behind_bound(i))
                && (places.len() - at).is_multiple_of(2)
                && !self.states_between(i, places[at + 1])
            {
                open.push((i, 1));
                self.marks[i] = Mark::Separator;
            } else {
                self.marks[i] = Mark::Separator;
            }
            at += 1;
        }
        for (opener, _) in open {
            self.marks[opener] = Mark::None;
        }
    }
}

fn same_bar(a: &Token<'_>, b: &Token<'_>) -> bool {
    let double = |t: &Token<'_>| matches!(t.key.as_ref(), r"\|" | "‖");
    double(a) == double(b)
}

/// Whether the token is a vertical bar.
pub(super) fn is_bar(token: &Token<'_>) -> bool {
    matches!(token.key.as_ref(), "|" | r"\vert" | r"\|" | "‖")
}

/// Bars that `\left. A \right| B` and `A \left| B \right.` draw as high as what stands beside them,
/// and which separate: without a place below or above, nothing is evaluated there.
pub(super) fn separating<'t>(mut tokens: Vec<Token<'t>>, signs: &mut Signs) -> Vec<Token<'t>> {
    let none = |t: &Token<'_>| t.key == "." && t.side != Side::None;
    if !tokens.iter().any(none) {
        return tokens;
    }
    carried::joined(&mut tokens);
    stretched(&mut tokens);
    let is_bar = |t: &Token<'_>| is_bar(t) || matches!(t.key.as_ref(), r"\lvert" | r"\rvert");
    let (mut open, mut found) = (Vec::new(), Vec::new());
    for at in 0..tokens.len() {
        let plain = tokens[at].side == Side::None;
        match tokens[at].key.as_ref() {
            "(" | "[" | "{" | r"\{" if plain => open.push(at),
            ")" | "]" | "}" | r"\}" if plain => drop(open.pop()),
            _ if tokens[at].side == Side::Left => open.push(at),
            _ if tokens[at].side == Side::Right => {
                let Some(from) = open.pop() else { continue };
                let one_sided = none(&tokens[from]) && is_bar(&tokens[at])
                    || is_bar(&tokens[from]) && none(&tokens[at]);
                if one_sided {
                    let bar = if none(&tokens[from]) { at } else { from };
                    if matches!(tokens[bar].key.as_ref(), r"\lvert" | r"\rvert") {
                        tokens[bar].respell(r"\vert");
                        signs.note(r"\vert", tokens[bar].class);
                    }
                    found.push((open.last().copied(), separates(&tokens, from, at)));
                }
            }
            _ => {}
        }
    }
    // Several in one bracket part the columns of a matrix.
    found.truncate(FEW);
    let alone = |around: &Option<usize>| found.iter().filter(|(a, _)| a == around).count() == 1;
    let mut dropped = Vec::new();
    for (_, pair) in found.iter().filter(|(around, _)| alone(around)) {
        let Some((bar, unwritten)) = *pair else {
            continue;
        };
        tokens[bar].side = Side::Middle;
        dropped.push(unwritten);
    }
    dropped.sort_unstable();
    leave_out(
        &mut tokens,
        dropped.into_iter().map(|at| at..at + 1).collect(),
    );
    tokens
}

/// Braces that are drawn in two parts to be as high as each: `\left\{ A \right. \left| B \right\}`.
fn stretched(tokens: &mut Vec<Token<'_>>) {
    let meets = |two: &[Token<'_>]| {
        two[0].key == "."
            && two[0].side == Side::Right
            && is_bar(&two[1])
            && two[1].side == Side::Left
    };
    let places: Vec<usize> = (1..tokens.len())
        .map(|next| next - 1)
        .filter(|at| meets(&tokens[*at..at + 2]))
        .collect();
    let mut unwritten = Vec::new();
    for at in places {
        let sided = |side: Side| move |t: &&Token<'_>| t.side == side;
        let before = tokens[..at].iter().rev().find(sided(Side::Left));
        let after = tokens[at + 2..].iter().find(sided(Side::Right));
        if before.is_some_and(|t| t.key == r"\{") && after.is_some_and(|t| t.key == r"\}") {
            tokens[at + 1].side = Side::Middle;
            unwritten.push(at..at + 1);
        }
    }
    leave_out(tokens, unwritten);
}

/// The bar and the delimiter that is not written, where these two of which one is unwritten separate.
fn separates(tokens: &[Token<'_>], from: usize, to: usize) -> Option<(usize, usize)> {
    let none = |t: &Token<'_>| t.key == "." && t.side != Side::None;
    let next = tokens.get(to + 1);
    let goes_on = next.is_some_and(|t| !ends(t) && !matches!(t.key.as_ref(), "_" | "^"));
    let operand = from > 0
        && (matches!(
            tokens[from - 1].class,
            Class::Letter | Class::Digit | Class::Name | Class::Close | Class::End
        ) || matches!(tokens[from - 1].key.as_ref(), ")" | "]"));
    if none(&tokens[from]) && is_bar(&tokens[to]) && goes_on {
        Some((to, from))
    } else if is_bar(&tokens[from]) && none(&tokens[to]) && operand && next.is_none_or(ends) {
        Some((from, to))
    } else {
        None
    }
}

/// Whether nothing more stands in the bracket, the cell or the group.
fn ends(token: &Token<'_>) -> bool {
    matches!(
        token.class,
        Class::Close | Class::End | Class::Cell | Class::Row
    ) || token.side == Side::Right
        || matches!(token.key.as_ref(), ")" | "]" | r"\}" | "," | "." | "=")
}
