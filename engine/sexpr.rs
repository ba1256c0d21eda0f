//! Terms as S-expressions: written for people and tests, parsed with positions.
//!
//! Operators are bare names, numbers digits, bound names `$p0` (sort letter, level), symbols their
//! LaTeX. A symbol that is spelled like an operator has a `'` in front (`'e`). Atoms with brackets
//! or blanks are quoted; in quotes `%22;` stands for `"`, `%a;` for a line end. A
//! piece that was not understood is `(opaque "text" symbol "text" …)`.

use crate::atoms::{Atoms, Literal, Opaque};
use crate::diagnostic::{Diagnostic, nearest};
use crate::term::{Head, Op, Slot, SlotSort, Term};
use crate::vocabulary::Vocabulary;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use symbolic_expressions::Sexp;

/// Deeper S-expressions are refused.
const DEEPEST: usize = 2000;

const SORTS: [char; 6] = ['p', 'n', 'i', 'r', 'a', 'q'];

/// Writes a term on one line.
pub fn write(term: &Term, vocabulary: &Vocabulary, atoms: &Atoms) -> String {
    sexp(term, vocabulary, atoms).to_string()
}

fn sexp(term: &Term, vocabulary: &Vocabulary, atoms: &Atoms) -> Sexp {
    let head = match term.op.head() {
        Head::Operator(index) => vocabulary
            .operators
            .get(index as usize)
            .map_or_else(|| "unknown".to_owned(), |o| o.name.clone()),
        Head::Integer(value) => value.to_string(),
        Head::Literal(index) => escape(&atoms.literals[index as usize].spelling),
        Head::Symbol(index) => {
            let name = escape(&atoms.symbols[index as usize].name);
            if vocabulary.find(&name).is_some() {
                format!("'{name}")
            } else {
                name
            }
        }
        Head::Slot(slot) => format!("${}{}", SORTS[slot.sort as usize], slot.level),
        Head::Opaque(index) => return opaque(term, index, vocabulary, atoms),
    };
    if term.args.is_empty() {
        return Sexp::String(head);
    }
    let args = term.args.iter().map(|arg| sexp(arg, vocabulary, atoms));
    Sexp::List(std::iter::once(Sexp::String(head)).chain(args).collect())
}

fn opaque(term: &Term, index: u32, vocabulary: &Vocabulary, atoms: &Atoms) -> Sexp {
    let pieces = &atoms.opaques[index as usize].pieces;
    let mut items = vec![Sexp::String("opaque".to_owned())];
    for (i, piece) in pieces.iter().enumerate() {
        items.push(Sexp::String(escape(piece)));
        if let Some(arg) = term.args.get(i) {
            items.push(sexp(arg, vocabulary, atoms));
        }
    }
    Sexp::List(items)
}

/// In quotes, signs that would end an atom are written by their number: `%22;`.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '%' | '"') || c.is_whitespace() && c != ' ' {
            out.push_str(&format!("%{:x};", u32::from(c)));
        } else {
            out.push(c);
        }
    }
    out
}

fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        out.push_str(before);
        let code = after.split_once(';');
        let sign = code
            .and_then(|(n, _)| u32::from_str_radix(n, 16).ok())
            .and_then(char::from_u32);
        match (sign, code) {
            (Some(sign), Some((_, after))) => {
                out.push(sign);
                rest = after;
            }
            _ => {
                out.push('%');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

/// Parses one S-expression, adding symbols, numbers and opaque pieces to `atoms`.
///
/// # Errors
/// `sexpr-syntax` at unbalanced brackets, text after the end or bad bound names,
/// `unknown-operator` at a list whose head is no operator.
pub fn parse(text: &str, vocabulary: &Vocabulary, atoms: &mut Atoms) -> Result<Term, Diagnostic> {
    let mut parser = Parser {
        text,
        pos: 0,
        vocabulary,
        atoms,
    };
    let term = parser.term(0)?;
    parser.blanks();
    if parser.pos < text.len() {
        return Err(syntax(
            "text after the end of the expression",
            parser.pos..text.len(),
        ));
    }
    Ok(term)
}

fn syntax(message: &str, span: std::ops::Range<usize>) -> Diagnostic {
    Diagnostic::error("sexpr-syntax", message, span, "")
}

struct Parser<'a> {
    text: &'a str,
    pos: usize,
    vocabulary: &'a Vocabulary,
    atoms: &'a mut Atoms,
}

/// An atom: its text, and whether it was quoted.
struct Atom {
    text: String,
    quoted: bool,
    span: std::ops::Range<usize>,
}

impl Parser<'_> {
    fn blanks(&mut self) {
        let rest = &self.text[self.pos..];
        self.pos += rest.len() - rest.trim_start().len();
    }

    fn peek(&mut self) -> Option<char> {
        self.blanks();
        self.text[self.pos..].chars().next()
    }

    fn atom(&mut self) -> Result<Atom, Diagnostic> {
        let start = self.pos;
        if self.peek() == Some('"') {
            let open = self.pos + 1;
            let Some(length) = self.text[open..].find('"') else {
                return Err(syntax(
                    "a quote that is not closed",
                    open - 1..self.text.len(),
                ));
            };
            self.pos = open + length + 1;
            let text = unescape(&self.text[open..open + length]);
            return Ok(Atom {
                text,
                quoted: true,
                span: open - 1..self.pos,
            });
        }
        let start = start.max(self.pos);
        let rest = &self.text[start..];
        let end = rest
            .find(|c: char| c.is_whitespace() || "()\"".contains(c))
            .unwrap_or(rest.len());
        self.pos = start + end;
        if end == 0 {
            let end = (start + 1).min(self.text.len());
            return Err(syntax("expected an operator, number or symbol", start..end));
        }
        Ok(Atom {
            text: rest[..end].to_owned(),
            quoted: false,
            span: start..self.pos,
        })
    }

    fn term(&mut self, depth: usize) -> Result<Term, Diagnostic> {
        if depth > DEEPEST {
            return Err(syntax("nested too deeply", self.pos..self.text.len()));
        }
        if self.peek() != Some('(') {
            let atom = self.atom()?;
            return self.leaf(&atom);
        }
        let start = self.pos;
        self.pos += 1;
        let head = self.atom()?;
        if head.text == "opaque" && !head.quoted {
            return self.opaque(start, depth);
        }
        let Some(op) = self.vocabulary.find(&head.text).filter(|_| !head.quoted) else {
            let known = self.vocabulary.operators.iter().map(|o| o.name.as_str());
            let error = Diagnostic::error(
                "unknown-operator",
                format!("`{}` is not an operator", head.text),
                head.span,
                "",
            );
            return Err(match nearest(&head.text, known) {
                Some(near) => error.with_help(format!("did you mean `{near}`?")),
                None => error,
            });
        };
        let mut args = Vec::new();
        while !self.close(start)? {
            args.push(self.term(depth + 1)?);
        }
        Ok(Term::new(op, args))
    }

    /// Whether a bracket closes here; it is then consumed.
    fn close(&mut self, open: usize) -> Result<bool, Diagnostic> {
        match self.peek() {
            Some(')') => {
                self.pos += 1;
                Ok(true)
            }
            Some(_) => Ok(false),
            None => Err(syntax(
                "a bracket that is not closed",
                open..self.text.len(),
            )),
        }
    }

    fn opaque(&mut self, open: usize, depth: usize) -> Result<Term, Diagnostic> {
        let mut pieces = vec![self.atom()?.text];
        let mut args = Vec::new();
        while !self.close(open)? {
            args.push(self.term(depth + 1)?);
            pieces.push(self.atom()?.text);
        }
        let piece = Opaque {
            pieces,
            start: 0,
            end: 0,
        };
        let same = |o: &Opaque| o.pieces == piece.pieces;
        let index = self.atoms.opaques.iter().position(same).unwrap_or_else(|| {
            self.atoms.opaques.push(piece);
            self.atoms.opaques.len() - 1
        });
        Ok(Term::new(Op::opaque(index as u32), args))
    }

    fn leaf(&mut self, atom: &Atom) -> Result<Term, Diagnostic> {
        let text = atom.text.as_str();
        let op = if let Some(op) = number(self.atoms, text) {
            op
        } else if let Some(slot) = text.strip_prefix('$').filter(|_| !atom.quoted) {
            slot_op(slot)
                .ok_or_else(|| syntax("expected a bound name such as `$p0`", atom.span.clone()))?
        } else if let Some(name) = text.strip_prefix('\'') {
            Op::symbol(self.atoms.symbol(name))
        } else if let Some(op) = self.vocabulary.find(text).filter(|_| !atom.quoted) {
            op
        } else {
            Op::symbol(self.atoms.symbol(text))
        };
        Ok(Term::leaf(op))
    }
}

fn slot_op(text: &str) -> Option<Op> {
    let letter = text.chars().next()?;
    let sort = SlotSort::ALL[SORTS.iter().position(|&s| s == letter)?];
    let level = text[1..].parse().ok()?;
    Some(Op::slot(Slot { sort, level }))
}

/// The leaf of a number written with digits, at most one decimal point, and blanks or `{,}` between
/// groups; none when `spelling` is no number.
pub fn number(atoms: &mut Atoms, spelling: &str) -> Option<Op> {
    match atoms.literals.iter().position(|l| l.spelling == spelling) {
        Some(known) => Some(Op::literal(known as u32)),
        None => new_number(atoms, spelling),
    }
}

/// The leaf of a number that is none of the literals yet.
pub(crate) fn new_number(atoms: &mut Atoms, spelling: &str) -> Option<Op> {
    if let Some(value) = small_integer(spelling) {
        return Some(Op::integer(value));
    }
    if let Some(value) = short_decimal(spelling) {
        atoms.literals.push(Literal {
            spelling: spelling.to_owned(),
            value,
        });
        return Some(Op::literal(atoms.literals.len() as u32 - 1));
    }
    let (fixed, period) = match spelling
        .find(r"\overline{")
        .or_else(|| spelling.find(r"\bar{"))
    {
        Some(at) => (
            &spelling[..at],
            spelling[at..].split_once('{')?.1.strip_suffix('}')?,
        ),
        None => (spelling, ""),
    };
    if period.len() > LONGEST_PERIOD || !period.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let (fixed, shift) = match fixed.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (fixed, 0),
    };
    if shift.abs() > LARGEST_SHIFT {
        return None;
    }
    let comma = match fixed.split_once("{,}") {
        // `3{,}14` has a decimal comma, `1{,}000` a separator of thousands.
        Some((_, rest)) if !rest.contains("{,}") && !grouped(rest) => ".",
        _ => "",
    };
    let plain: String = fixed
        .replace("{,}", comma)
        .replace(r"\,", "")
        .replace(',', "");
    let (whole, decimals) = plain.split_once('.').unwrap_or((&plain, ""));
    let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if whole.len() + decimals.len() == 0 || !digits(whole) || !digits(decimals) {
        return None;
    }
    let plain_integer = shift == 0
        && spelling.len() == whole.len()
        && period.is_empty()
        && (whole == "0" || !whole.starts_with('0'));
    if let (true, Ok(value)) = (plain_integer, whole.parse::<u32>())
        && value < 1 << 28
    {
        return Some(Op::integer(value));
    }
    let numerator = BigInt::parse_bytes(format!("0{whole}{decimals}").as_bytes(), 10);
    let mut denominator = BigInt::one();
    denominator *= BigInt::from(10).pow(decimals.len() as u32);
    let mut value = BigRational::new(numerator.unwrap_or_else(BigInt::zero), denominator.clone());
    if let Some(repeated) = BigInt::parse_bytes(period.as_bytes(), 10) {
        let nines = BigInt::from(10).pow(period.len() as u32) - BigInt::one();
        value += BigRational::new(repeated, nines * denominator);
    }
    let power = BigRational::from(BigInt::from(10).pow(shift.unsigned_abs()));
    value = if shift < 0 {
        value / power
    } else {
        value * power
    };
    atoms.literals.push(Literal {
        spelling: spelling.to_owned(),
        value,
    });
    Some(Op::literal(atoms.literals.len() as u32 - 1))
}

/// The largest power of ten after the `e` of a number.
const LARGEST_SHIFT: i32 = 999;

/// The longest period of a repeating decimal that is read.
const LONGEST_PERIOD: usize = 60;

/// Whether the digits after a comma are a group of a thousand, with what follows it.
fn grouped(rest: &str) -> bool {
    rest.bytes().take_while(u8::is_ascii_digit).count() == 3
}

/// The value of a few digits with a point between them.
fn short_decimal(spelling: &str) -> Option<BigRational> {
    let (whole, decimals) = spelling.split_once('.')?;
    let (mut value, mut scale) = (0u64, 1u64);
    if whole.len() + decimals.len() > 18 {
        return None;
    }
    for b in whole.bytes().chain(decimals.bytes()) {
        value = 10 * value + b.is_ascii_digit().then(|| u64::from(b - b'0'))?;
    }
    for _ in decimals.bytes() {
        scale *= 10;
    }
    if whole.len() + decimals.len() == 0 {
        return None;
    }
    let (mut common, mut rest) = (scale, value);
    while rest > 0 {
        (common, rest) = (rest, common % rest);
    }
    let (above, below) = (value / common, scale / common);
    Some(BigRational::new_raw(above.into(), below.into()))
}

/// The value of a few digits without zeros in front.
fn small_integer(spelling: &str) -> Option<u32> {
    let digits = spelling.as_bytes();
    if digits.is_empty() || digits.len() > 8 || digits[0] == b'0' && digits.len() > 1 {
        return None;
    }
    digits.iter().try_fold(0, |value, b| {
        b.is_ascii_digit().then(|| 10 * value + u32::from(b - b'0'))
    })
}
