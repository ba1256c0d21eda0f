//! What is said of a place that a letter tends to is said of limits: `x \to 0 \Rightarrow \sin x \to 0`,
//! `f(x) \sim g(x)` as `x \to \infty`, `f(x) \xrightarrow{x \to a} L`.

use super::asymptotic::grows;
use super::form::{name, node};
use super::solve::occurs;
use super::words::spoken;
use crate::atoms::Atoms;
use crate::normal;
use crate::term::{Op, SlotSort, Term};
use crate::vocabulary::Vocabulary;

/// The term with equations of limits for what is said as a letter tends somewhere.
pub(super) fn meant(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Term {
    let look = Look { atoms, vocabulary };
    term.map(&mut |t| look.conditional(&t).unwrap_or(t))
}

/// Towards what a letter tends.
struct Course<'t> {
    letter: u32,
    place: &'t Term,
    /// The operator of limits from that side.
    limit: Op,
}

/// Towards what something tends, `0^+` by its number, and the operator of limits from that side.
pub(super) fn side<'t>(
    towards: &'t Term,
    atoms: &Atoms,
    vocabulary: &Vocabulary,
) -> Option<(&'t Term, &'static str)> {
    match (name(towards, vocabulary), &*towards.args) {
        ("up", [place, side]) => {
            let sign = side.op.as_symbol().filter(|_| side.args.is_empty())?;
            match atoms.symbols.get(sign as usize)?.name.as_str() {
                "+" => Some((place, "limright")),
                "-" => Some((place, "limleft")),
                _ => None,
            }
        }
        _ => Some((towards, "lim")),
    }
}

struct Look<'a> {
    atoms: &'a Atoms,
    vocabulary: &'a Vocabulary,
}

impl Look<'_> {
    fn conditional(&self, term: &Term) -> Option<Term> {
        match (name(term, self.vocabulary), &*term.args) {
            ("implies", [given, said]) | ("when" | "comma", [said, given]) => {
                self.limited(said, &self.course(given)?)
            }
            ("text", parts) => {
                let mut words = Vec::new();
                let mut things = Vec::new();
                for part in parts {
                    match spoken(part, self.atoms) {
                        Some(said) => words.extend(said),
                        None => things.push((words.len(), part)),
                    }
                }
                let ["as" | "when" | "for"] =
                    words.iter().map(String::as_str).collect::<Vec<_>>()[..]
                else {
                    return None;
                };
                match things[..] {
                    [(0, said), (1, given)] | [(1, given), (1, said)] => {
                        self.limited(said, &self.course(given)?)
                    }
                    [(1, both)] => match (name(both, self.vocabulary), &*both.args) {
                        ("comma", [given, said]) => self.limited(said, &self.course(given)?),
                        _ => None,
                    },
                    _ => None,
                }
            }
            ("chain", [of, arrow, towards]) => {
                let [sign, given] = &*arrow.args else {
                    return None;
                };
                let above = matches!(name(arrow, self.vocabulary), "above" | "below");
                let tends = name(sign, self.vocabulary) == "rel-tends";
                let course = self.course(given).filter(|_| above && tends)?;
                self.tending(of, towards, &course)
            }
            _ => None,
        }
    }

    /// What tends somewhere, if it is a letter.
    fn course<'t>(&self, given: &'t Term) -> Option<Course<'t>> {
        let ("tends", [of, towards]) = (name(given, self.vocabulary), &*given.args) else {
            return None;
        };
        let letter = of.op.as_symbol().filter(|_| of.args.is_empty())?;
        let (place, limit) = side(towards, self.atoms, self.vocabulary)?;
        let limit = self.vocabulary.find(limit)?;
        let course = Course {
            letter,
            place,
            limit,
        };
        (!occurs(place).contains(&letter)).then_some(course)
    }

    /// What is said of limits in that place; none where something else is said.
    fn limited(&self, said: &Term, course: &Course<'_>) -> Option<Term> {
        let within = |t: &Term| occurs(t).contains(&course.letter);
        match (name(said, self.vocabulary), &*said.args) {
            ("tends", [of, towards]) => self.tending(of, towards, course),
            ("sim", [a, b]) if within(a) && within(b) => {
                let quotient = node("div", vec![a.clone(), b.clone()], self.vocabulary);
                self.tending(&quotient, &Term::leaf(Op::integer(1)), course)
            }
            ("order", [of, order]) => {
                let ("littleo", [than]) = (name(order, self.vocabulary), &*order.args) else {
                    return None;
                };
                let quotient = node("div", vec![of.clone(), than.clone()], self.vocabulary);
                self.tending(&quotient, &Term::leaf(Op::integer(0)), course)
            }
            ("and" | "comma", parts) => {
                let all: Option<Vec<Term>> = parts
                    .iter()
                    .map(|part| self.limited(part, course))
                    .collect();
                Some(Term::new(said.op, all?))
            }
            _ => None,
        }
    }

    /// That the limit of something in that place is this.
    fn tending(&self, of: &Term, towards: &Term, course: &Course<'_>) -> Option<Term> {
        let (of_it, known) = (occurs(of), occurs(towards));
        let tends = of_it.contains(&course.letter) && !known.contains(&course.letter);
        // From which side a limit is reached is not compared.
        let plain = name(towards, self.vocabulary) != "up";
        (tends && plain).then_some(())?;
        let letter = Op::symbol(course.letter);
        let symbol = &self.atoms.symbols.get(course.letter as usize)?.name;
        let mut counts = grows(symbol);
        of.walk(&mut |t| {
            if let ("idx", [_, indices @ ..]) = (name(t, self.vocabulary), &*t.args) {
                counts |= indices.iter().any(|i| occurs(i).contains(&course.letter));
            }
        });
        let sort = match name(course.place, self.vocabulary) == "infty" && counts {
            true => SlotSort::Positive,
            false => SlotSort::Real,
        };
        let args = vec![Term::leaf(letter), course.place.clone(), of.clone()];
        let limit = normal::bind(self.vocabulary, course.limit, args, letter, sort);
        Some(node("eq", vec![limit, towards.clone()], self.vocabulary))
    }
}
