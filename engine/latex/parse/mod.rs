//! From tokens to a surface tree: operator precedence over the vocabulary's readings.

mod adjoin;
mod ahead;
mod alike;
mod angle;
mod apply;
mod arguments;
mod atom;
mod based;
mod behind;
mod big;
mod bound;
mod chance;
mod change;
mod comma;
mod complaint;
mod configuration;
mod constants;
mod constraint;
mod convolve;
mod decimal;
mod derivative;
mod dots;
mod element;
mod environment;
mod evaluated;
mod fence;
mod field;
mod figure;
mod fluids;
mod function;
mod functional;
mod group;
mod integral;
mod integrand;
mod invented;
mod join;
mod joined;
mod jointly;
mod label;
mod laplace;
mod look;
mod mapped;
mod mark;
mod measures;
mod modulus;
mod multiset;
mod nabla;
mod number;
pub(in crate::latex) mod operand;
mod path;
mod pieces;
mod places;
mod primed;
mod program;
mod prose;
mod quantifier;
mod quotient;
mod random;
mod rate;
mod relation;
mod relative;
mod remark;
mod residue;
mod rising;
mod saying;
mod script;
mod scripted;
mod sequence;
mod shape;
mod special;
mod square;
mod subfactorial;
mod trailing;
mod transformed;
mod transposed;
mod typing;
mod under;
mod unknown;
mod valued;
mod wigner;
mod words;

pub(in crate::latex) use angle::is_angle;
pub(in crate::latex) use apply::{multi_letter, names_diagonal};
pub(in crate::latex) use atom::ACCENTS;
pub(in crate::latex) use bound::{INDICES, PLACES};
pub(in crate::latex) use constraint::introduces_constraints;
pub(in crate::latex) use convolve::FUNCTIONS as CONVOLVED;
pub(in crate::latex) use fence::said;
pub(in crate::latex) use fluids::has_no_dimension;
pub(in crate::latex) use integral::{is_differential, names_path};
pub(in crate::latex) use laplace::solves;
pub(in crate::latex) use operand::{minus_one, minus_transposed};
pub(in crate::latex) use path::names_field;
pub(in crate::latex) use program::begins_program;
pub(in crate::latex) use prose::{in_prose, of_prose};
pub(in crate::latex) use scripted::hankel;
pub(in crate::latex) use typing::judges;
pub(in crate::latex) use words::{is_text, joins};

use super::matching::Mark;
use super::numbered::number_before;
use super::table::Table;
use super::token::Token;
use super::tree::{Head, Join, Tree};
use super::usage::Usage;
use crate::diagnostic::Diagnostic;
pub(super) use change::varies;
pub(super) use complaint::most_work;
pub(super) use field::{COORDINATES, VARIABLES, is_field};
use join::Next;
use pieces::goes_on;
pub(super) use rising::counts;
use smallvec::smallvec;

/// Groups, scripts and prefixes nested deeper than this become one piece that is not understood.
pub(super) const DEEPEST: usize = 200;

/// The strength of a connection: four times the vocabulary's level, with room between levels.
type Strength = u8;

pub(super) struct Parser<'t> {
    pub(super) table: &'t Table,
    pub(super) tokens: &'t [Token<'t>],
    pub(super) marks: &'t [Mark],
    pub(super) usage: &'t Usage<'t>,
    pub(super) complaints: Vec<Diagnostic>,
    pub(super) pos: usize,
    /// The end of the group that is being read.
    pub(super) end: usize,
    depth: usize,
    /// As many groups and operands have been read.
    work: usize,
    /// The token at which the punctuation at the end begins, when there is any.
    pub(super) tail: Option<usize>,
    /// Where differentials end the operand: the number of integrals open in this group.
    integrals: usize,
    /// Whether declarations are being read: a set constant is not multiplied.
    declaring: bool,
    /// The token at which the current declaration starts.
    item_start: usize,
    /// How many letters are declared before it; none when something else is, too.
    letters_before: Option<usize>,
    /// Where a quantifier stands that says for what the statement right before it holds.
    behind: Option<usize>,
    /// Whether the elements right after an integral sign are being read.
    leading: bool,
    /// Whether the right side of a relation is being read.
    related: bool,
    /// The sign with limits that is being read.
    big_sign: usize,
    /// Whether a script is being read: a bracket without a partner is one of its indices.
    scripting: bool,
    /// Whether what stands side by side is applied: the body of an abstraction is being read.
    applying: bool,
    /// Whether the right side of a congruence is being read: `\mod` ends it.
    congruence: bool,
    /// Names bound by the operators with limits around the current place.
    bound: Vec<String>,
    /// The number of variables that the integrals around the current place have not yet.
    unbound: usize,
    /// Variables read inside that are those of integrals around.
    passed: Vec<Tree>,
    /// The variable of a differential found inside a fraction.
    found: Vec<Tree>,
    /// Whether a form is being read under an integral sign: its differentials are factors.
    forms: bool,
    /// As many tokens have been read a second time.
    again: usize,
    /// Whether what a derivative is taken of is being read: a bar behind that is behind all of it.
    derived: bool,
    /// How deep the body of the sum that is being read begins: a slash before another sum ends it.
    summed: usize,
}

impl<'t> Parser<'t> {
    pub(super) fn new(
        table: &'t Table,
        tokens: &'t [Token<'t>],
        marks: &'t [Mark],
        usage: &'t Usage<'t>,
    ) -> Self {
        Self {
            table,
            tokens,
            marks,
            usage,
            complaints: Vec::new(),
            pos: 0,
            end: tokens.len(),
            depth: 0,
            work: 0,
            tail: None,
            integrals: 0,
            declaring: false,
            item_start: 0,
            letters_before: None,
            behind: None,
            related: false,
            leading: false,
            big_sign: 0,
            scripting: false,
            congruence: false,
            bound: Vec::new(),
            unbound: 0,
            applying: false,
            passed: Vec::new(),
            found: Vec::new(),
            forms: false,
            again: 0,
            derived: false,
            summed: 0,
        }
    }

    /// Reads the whole formula but for the punctuation at its end; where that begins is
    /// [`Self::tail`].
    pub(super) fn formula(&mut self) -> Tree {
        while let Some(last) = self.end.checked_sub(1) {
            if let Some(number) = number_before(self.tokens, self.end) {
                (self.end, self.tail) = (number, Some(number));
                continue;
            }
            let token = &self.tokens[last];
            if last > 0 && goes_on(token, &self.table.lexicon) {
                // What comes next stands behind the formula.
                (self.end, self.tail) = (last, Some(last));
                continue;
            }
            let ellipsis = last > 1 && self.tokens[last - 2..=last].iter().all(|t| t.key == ".");
            if last == 0
                || ellipsis
                || !matches!(
                    token.key.as_ref(),
                    "." | "," | ";" | r"\text{.}" | r"\text{,}" | r"\text{;}"
                )
                || token.side != super::token::Side::None
            {
                break;
            }
            self.end = last;
            self.tail = Some(last);
        }
        if self.key_at(0) == r"\{"
            && let Some(triple) = self.triple()
        {
            return triple;
        }
        let tree = self.all();
        if !self.complaints.is_empty() && self.end > 0 && self.speaks_of_sign() {
            self.complaints.retain(|c| c.id != "expected-operand");
        }
        tree
    }

    /// Reads an operand and everything joined to it with at least this strength.
    pub(super) fn expression(&mut self, min: Strength) -> Tree {
        if self.spent() {
            return self.too_deep();
        }
        self.depth += 1;
        let left = self.lead(min);
        let tree = self.continued(left, min);
        self.depth -= 1;
        tree
    }

    /// Goes on after an operand with everything joined to it with at least this strength.
    pub(super) fn continued(&mut self, mut left: Tree, min: Strength) -> Tree {
        while self.pos < self.end {
            if usize::from(left.height) >= DEEPEST {
                let rest = self.too_deep();
                left = Tree::over(Head::Sequence, vec![left, rest]);
                break;
            }
            match self.next(&left) {
                Next::Infix { op, width, .. }
                    if op == self.table.div
                        && self.depth == self.summed
                        && self.sums(self.pos + width) =>
                {
                    break;
                }
                Next::Infix {
                    op,
                    strength,
                    assoc,
                    width,
                } if strength >= min => {
                    left = self.infix(left, op, strength, assoc, width);
                }
                Next::Signed { sign, width } if self.table.strength.sum >= min => {
                    self.pos += width;
                    let term = self.expression(self.table.strength.sum + 1);
                    left = self.add_term(left, sign, term);
                }
                Next::Comma if self.line_here() => {
                    if min > 0 {
                        break;
                    }
                    left = self.lines(left);
                }
                Next::Comma if self.table.strength.comma >= min => {
                    if self.pause_here() && self.words_at(self.pos + 1) {
                        self.pos += 1;
                        break;
                    }
                    left = self.comma(left);
                }
                Next::Beside
                    if left.closed
                        && matches!(left.head, Head::Declared(_))
                        && self.table.strength.implication >= min =>
                {
                    left = self.governed(left);
                }
                Next::Beside if self.table.strength.product >= min => {
                    let before = self.pos;
                    if self.key_at(before) == "["
                        && let Some(tree) = self.substituted(&left)
                    {
                        left = tree;
                        continue;
                    }
                    if let Some(tree) = self.after_bracket(&left) {
                        left = tree;
                        continue;
                    }
                    let factor = self.expression(self.table.strength.product + 1);
                    if self.pos == before {
                        let stray = self.stray();
                        left = self.sequence(vec![left, stray]);
                    } else if self.applied_to_next(&left) {
                        left = Tree::over(Head::Call, vec![left, factor]);
                    } else {
                        left = match self.in_extension(left, factor) {
                            (tree, None) => tree,
                            (left, Some(factor)) => self.multiply(left, Join::Beside, factor),
                        };
                    }
                }
                Next::Infix { .. } | Next::Signed { .. } | Next::Comma => break,
                Next::Beside | Next::Stop => break,
                next => match self.unusual(left, next, min) {
                    Ok(tree) => left = tree,
                    Err(tree) => return tree,
                },
            }
        }
        left
    }

    /// Goes on with what rarely joins; gives the operand back when that does not join with at least
    /// this strength.
    #[inline(never)]
    fn unusual(&mut self, left: Tree, next: Next, min: Strength) -> Result<Tree, Tree> {
        Ok(match next {
            Next::Negated {
                op,
                strength,
                width,
            } if strength >= min => {
                self.pos += 1 + width;
                let right = self.expression(strength + 1);
                let relation = Tree::over(Head::Chain(smallvec![op]), vec![left, right]);
                Tree::over(Head::Apply(self.table.not.unwrap_or(op)), vec![relation])
            }
            Next::Modulo { width } if 4 * self.table.relation >= min => {
                self.pos += width;
                let modulus = self.modulus();
                self.modulo(left, modulus)
            }
            Next::ModuloIn { from, partner } if 4 * self.table.relation >= min => {
                let modulus = self.group(from, partner, partner + 1);
                self.modulo(left, modulus)
            }
            Next::Says { strength } if strength >= min => self.saying(left),
            Next::Label if 4 * self.table.relation >= min => self.labelled(left),
            Next::Abbreviated { op } if self.table.strength.sum >= min => {
                self.pos += 2;
                let end = self.span(self.pos - 1, self.pos).end;
                let mut tree = Tree::over(Head::Apply(op), vec![left]);
                tree.end = end;
                tree
            }
            Next::Based { op, strength } if strength >= min => self.based(left, op, strength),
            Next::Typed if 4 * self.table.relation >= min => self.typed(left),
            Next::Maps if 4 * self.table.relation >= min => self.maps(left),
            Next::Decorated { strength } if strength >= min => self.related(left),
            Next::Condition { partner, width } if self.table.strength.implication >= min => {
                self.conditioned(left, partner, width)
            }
            _ => return Err(left),
        })
    }

    /// The first operand, with its signs.
    fn lead(&mut self, min: Strength) -> Tree {
        if self.plain_here() {
            let base = self.primary();
            return self.scripts(base);
        }
        if let Some(sign) = self.placeholder() {
            return sign;
        }
        let Some((sign, width)) = self.sign_here() else {
            return match self.leading_words(min) {
                Some(tree) => tree,
                None => self.operand(min),
            };
        };
        let at = self.pos;
        self.pos += width;
        if self.pos >= self.end {
            // A sign alone: nothing on either side.
            let (left, right) = (self.blank(), self.blank());
            return self.add_term(left, sign, right);
        }
        let strength = &self.table.strength;
        let within = if min <= strength.sum + 1 {
            strength.sum + 1
        } else {
            strength.product + 1
        };
        let mut term = self.expression(within);
        if !term.closed
            && self
                .table
                .remainder
                .is_some_and(|op| term.head == Head::Apply(op))
        {
            // `-1 \bmod 5`: the sign belongs to what is divided.
            let divided = term.args.remove(0);
            let signed = Tree::over(Head::Sum(self.table.add, smallvec![sign]), vec![divided]);
            term.args.insert(0, signed);
            term.start = self.tokens[at].start;
            return term;
        }
        let mut tree = Tree::new(
            Head::Sum(self.table.add, smallvec![sign]),
            vec![term],
            self.tokens[at].start,
            0,
        );
        tree.end = tree.args[0].end;
        tree
    }
}
