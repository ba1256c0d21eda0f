//! The only place that evaluates terms: their values at points.

use super::form::{Form, name};
use super::nearness::{is_exact, real};
use super::{shapes, solve};
use crate::choice::Key;
use crate::eval::{self, Point, Precision, Program, Value};
use crate::term::{Head, Op, Term};
use crate::vocabulary::Vocabulary;
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// More programs than this are not kept.
const PROGRAMS: usize = 4_096;
/// As many programs are found again by where their term lies.
const RECENT: usize = 32;
/// How often a statement is decided with as many digits as it takes.
const DECISIONS: u32 = 6;

/// What a statement is at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// It holds.
    True,
    /// It does not hold, and the values are further apart than their errors.
    False,
    /// It has no value.
    Undefined,
    /// It has one that was not found.
    Unknown,
}

/// The numbers of a statement beyond which it is looked at.
const BOUNDS: usize = 6;

/// The symbols that stand in exponents alone.
fn exponents(term: &Term, vocabulary: &Vocabulary) -> BTreeSet<u32> {
    fn look(
        term: &Term,
        vocabulary: &Vocabulary,
        above: &mut BTreeSet<u32>,
        below: &mut BTreeSet<u32>,
    ) {
        match (name(term, vocabulary), &*term.args) {
            ("pow", [base, exponent]) => {
                look(base, vocabulary, above, below);
                above.extend(solve::occurs(exponent));
            }
            _ => {
                if let Head::Symbol(symbol) = term.op.head() {
                    below.insert(symbol);
                }
                for arg in term.args.iter() {
                    look(arg, vocabulary, above, below);
                }
            }
        }
    }
    let (mut above, mut below) = (BTreeSet::new(), BTreeSet::new());
    look(term, vocabulary, &mut above, &mut below);
    &above - &below
}

/// A term with its program.
type Compiled = (Term, Rc<Program>);

/// Draws points for a form and evaluates at them.
pub(super) struct Sampler<'a> {
    pub vocabulary: &'a Vocabulary,
    pub form: &'a Form,
    /// The numbers that the form writes, and simple ones.
    pub(super) written: Vec<f64>,
    /// Whether angles occur: their special values are parts of π.
    pub(super) angles: bool,
    /// Whether vectors are multiplied to vectors: those of parallel ones are zero.
    pub(super) crossed: bool,
    /// The largest numbers, as a power of ten: powers of large numbers are out of reach.
    pub(super) reach: f64,
    /// Whether the statement compares by size alone, so that it may be false only far out.
    pub(super) bounding: bool,
    /// Numbers far out at which what is bounded by the numbers of the statement may pass them.
    pub(super) far: Vec<f64>,
    /// Symbols in exponents.
    pub(super) exponents: BTreeSet<u32>,
    /// The places of limits, where functions may break.
    pub(super) breaks: Vec<Term>,
    /// Functions that are inverted.
    pub(super) inverted: BTreeSet<u32>,
    pub key: Key,
    /// Compiled terms.
    programs: RefCell<FxHashMap<Term, Rc<Program>>>,
    /// Some of them by their place in memory, as a term is evaluated at one point after the other.
    recent: RefCell<[Option<Compiled>; RECENT]>,
    /// The indefinite integral.
    pub(super) integral: Option<Op>,
    /// Whether values are found by the second way, and how precisely.
    pub(super) strict: Cell<Option<Precision>>,
    /// Whether bounds in floating point are enough of a second way, where they tell.
    pub(super) bounded: bool,
    /// Whether a solution that was found in floating point is looked at a second time: sides are
    /// equal there as nearly as it is a solution.
    pub(super) solved: Cell<bool>,
    /// How often digits without end were asked for.
    decisions: Cell<u32>,
    /// How often several equations were solved together.
    pub(super) systems: Cell<u32>,
    /// What this thread had calculated before.
    before: u64,
}

impl<'a> Sampler<'a> {
    pub(super) fn new(form: &'a Form, vocabulary: &'a Vocabulary, key: Key) -> Self {
        let mut written = vec![0.0, 1.0, -1.0, 2.0];
        form.term.walk(&mut |t| {
            let value = match t.op.head() {
                Head::Integer(n) => f64::from(n),
                Head::Literal(i) => {
                    let literal = form.atoms.literals.get(i as usize);
                    let value = literal.and_then(|l| num_traits::ToPrimitive::to_f64(&l.value));
                    value.filter(|x| x.is_finite()).unwrap_or(0.0)
                }
                _ => return,
            };
            for x in [value, -value] {
                if !written.contains(&x) && written.len() < 16 {
                    written.push(x);
                }
            }
        });
        let (mut angles, mut crossed, mut reach) = (false, false, 6.0_f64);
        form.term
            .walk(&mut |t| match (name(t, vocabulary), &*t.args) {
                ("sin" | "cos" | "tan" | "cot" | "sec" | "csc", _) => angles = true,
                ("vecprod", _) => crossed = true,
                // Series and limits are estimated, which large arguments make worthless.
                ("sum" | "prod" | "lim" | "limleft" | "limright", _) => reach = reach.min(0.5),
                ("exp" | "sinh" | "cosh" | "factorial" | "gamma" | "binom", _) => {
                    reach = reach.min(2.0);
                }
                ("pow", [base, exponent])
                    if !(matches!(exponent.op.head(), Head::Integer(n) if n < 9)
                        || solve::occurs(base).is_empty()
                            && solve::occurs(exponent).is_empty()) =>
                {
                    reach = reach.min(2.0);
                }
                _ => {}
            });
        let (mut compares, mut equates) = (false, false);
        form.body.walk(&mut |t| match name(t, vocabulary) {
            "lt" | "le" | "gt" | "ge" | "rel-lt" | "rel-le" | "rel-gt" | "rel-ge" => {
                compares = true;
            }
            "eq" | "rel-eq" => equates = true,
            _ => {}
        });
        let mut sampler = Self {
            vocabulary,
            form,
            written,
            angles,
            crossed,
            reach,
            bounding: compares && !equates,
            far: Vec::new(),
            exponents: exponents(&form.term, vocabulary),
            breaks: shapes::breaks(&form.term, vocabulary),
            inverted: shapes::inverted(&form.term, vocabulary),
            key,
            programs: RefCell::default(),
            recent: RefCell::default(),
            integral: vocabulary.find("int"),
            strict: Cell::new(None),
            bounded: false,
            solved: Cell::new(false),
            decisions: Cell::new(0),
            systems: Cell::new(0),
            before: eval::effort(),
        };
        if sampler.bounding {
            sampler.far = sampler.beyond();
        }
        sampler
    }

    /// Where powers, exponentials and logarithms pass the numbers that a statement writes.
    fn beyond(&self) -> Vec<f64> {
        let point = Point::random(
            &[],
            self.vocabulary,
            &self.form.atoms,
            &BTreeMap::new(),
            &mut self.key.named("beyond").draws(),
        );
        let mut bounds: Vec<f64> = Vec::new();
        let mut look = |t: &Term| {
            let power = matches!(t.op.head(), Head::Integer(_) | Head::Literal(_))
                || name(t, self.vocabulary) == "pow" && solve::occurs(t).is_empty();
            if power && bounds.len() < BOUNDS {
                let bound = real(&self.value(t, &point)).map(f64::abs);
                bounds.extend(bound.filter(|x| x.is_finite() && *x >= 3.0));
            }
        };
        self.form.body.walk(&mut look);
        bounds.sort_by(f64::total_cmp);
        bounds.dedup();
        let passed = |bound: f64| {
            let root = 2.0 * bound.sqrt();
            let logarithm = 2.0 * bound.log2();
            let exponential = if bound < 300.0 {
                2.0 * bound.exp()
            } else {
                bound
            };
            [2.0 * bound, root, logarithm, exponential].map(f64::ceil)
        };
        bounds.into_iter().rev().flat_map(passed).collect()
    }

    /// Whether much has been calculated already.
    fn is_slow(&self) -> bool {
        self.effort() > 1_000_000
    }

    /// How much has been calculated since this sampler was made, in steps of floating point.
    pub(super) fn effort(&self) -> u64 {
        eval::effort() - self.before
    }

    /// The value of a term. Where complex numbers are not spoken of, a number that is not real is no
    /// value.
    pub(super) fn value(&self, term: &Term, point: &Point) -> Value {
        let program = self.program(term);
        let value = match self.strict.get() {
            Some(precision) => program.checked(0, point, precision),
            None => program.value(0, point, Precision::Fast),
        };
        match value {
            Value::Number(n)
                if !point.complex
                    && n.as_real().is_none()
                    && n.near().im.abs() > 1e-6 * n.near().abs() =>
            {
                Value::Undefined
            }
            value => value,
        }
    }

    /// The program of a term.
    fn program(&self, term: &Term) -> Rc<Program> {
        let place = &mut self.recent.borrow_mut()[term.address() / 16 % RECENT];
        if let Some((known, program)) = place
            && known.is_identical(term)
        {
            return Rc::clone(program);
        }
        let program = self.known_program(term);
        *place = Some((term.clone(), Rc::clone(&program)));
        program
    }

    fn known_program(&self, term: &Term) -> Rc<Program> {
        if let Some(program) = self.programs.borrow().get(term) {
            return Rc::clone(program);
        }
        let program = Rc::new(Program::compile(&[term], self.vocabulary, &self.form.atoms));
        let mut known = self.programs.borrow_mut();
        if known.len() > PROGRAMS {
            known.clear();
        }
        known.insert(term.clone(), Rc::clone(&program));
        program
    }

    /// The truth of a statement with as many digits as it takes, at a point without errors.
    pub(super) fn decided(&self, statement: &Term, point: &Point) -> Option<Truth> {
        let exact = |s: &u32| {
            point.values.get(s).is_none_or(|v| {
                is_exact(v)
                    || matches!(
                        v,
                        Value::Function(_) | Value::Random(_) | Value::Matrix(_) | Value::Vector(_)
                    )
            })
        };
        if point.moved || !self.form.symbols.iter().all(exact) {
            return None;
        }
        if self.strict.get().is_some() {
            return None;
        }
        // What agreed to 160 digits a few times does not differ after 40.
        let decisions = self.decisions.get();
        self.decisions.set(decisions + 1);
        let finest = match decisions {
            n if n < DECISIONS => Precision::Digits160,
            n if n < 4 * DECISIONS || !self.is_slow() => Precision::Digits40,
            _ => return None,
        };
        match self.program(statement).decide_within(0, point, finest) {
            Value::Bool(true) => Some(Truth::True),
            Value::Bool(false) => Some(Truth::False),
            _ => None,
        }
    }
}
