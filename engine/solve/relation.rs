//! Statements taken apart: the equations in them, what else they say, and which symbols are unknown.

use super::reason::Reason;
use super::rule::Solving;
use super::system::UNKNOWNS;
use super::words::{Words, symbols};
use crate::atoms::Atoms;
use crate::term::{Op, Term};
use crate::vocabulary::Kind;

/// A statement, or several that all hold.
pub(super) struct Relation {
    /// The two sides of each equation.
    pub(super) equations: Vec<(Term, Term)>,
    /// Inequalities and conditions.
    pub(super) others: Vec<Term>,
}

/// Two sides and the relation between them.
pub(super) struct Comparison {
    pub(super) left: Term,
    pub(super) relation: Op,
    pub(super) right: Term,
}

/// Relations between numbers that are no equations.
const ORDERS: [&str; 5] = ["lt", "le", "gt", "ge", "ne"];
/// The signs that may stand in a chain of inequalities.
const SIGNS: [&str; 4] = ["rel-lt", "rel-le", "rel-gt", "rel-ge"];

impl Relation {
    /// Takes a statement apart.
    ///
    /// # Errors
    /// When it is none that can be solved.
    pub(super) fn of(statement: &Term, words: &Words<'_>) -> Result<Self, Reason> {
        let mut parts = Self {
            equations: Vec::new(),
            others: Vec::new(),
        };
        parts.add(statement, words)?;
        Ok(parts)
    }

    fn is_empty(&self) -> bool {
        self.equations.is_empty() && self.others.is_empty()
    }

    fn add(&mut self, statement: &Term, words: &Words<'_>) -> Result<(), Reason> {
        match (words.name(statement), &*statement.args) {
            ("comma" | "and" | "cases", parts) if parts.len() > 1 => {
                parts.iter().try_for_each(|part| self.add(part, words))
            }
            ("eq", [left, right]) => {
                self.equations.push((left.clone(), right.clone()));
                Ok(())
            }
            ("chain", sides) => {
                let mut signs = sides.iter().skip(1).step_by(2).map(|s| words.name(s));
                if signs.all(|s| SIGNS.contains(&s)) {
                    self.others.push(statement.clone());
                    Ok(())
                } else {
                    Err(Reason::NotARelation)
                }
            }
            ("congruent", [_, _, _]) if self.is_empty() => {
                self.others.push(statement.clone());
                Ok(())
            }
            (name, [_, _]) if ORDERS.contains(&name) => {
                self.others.push(statement.clone());
                Ok(())
            }
            _ => Err(Reason::NotARelation),
        }
    }

    /// What inequalities compare, one after the other.
    pub(super) fn comparisons(
        statements: &[Term],
        words: &Words<'_>,
    ) -> Result<Vec<Comparison>, Reason> {
        let mut found = Vec::new();
        for statement in statements {
            match (words.name(statement), &*statement.args) {
                ("chain", sides) => {
                    for place in (2..sides.len()).step_by(2) {
                        let sign = words.name(&sides[place - 1]);
                        found.push(Comparison {
                            left: sides[place - 2].clone(),
                            relation: words.vocabulary.op(sign.trim_start_matches("rel-")),
                            right: sides[place].clone(),
                        });
                    }
                }
                (_, [left, right]) => found.push(Comparison {
                    left: left.clone(),
                    relation: statement.op,
                    right: right.clone(),
                }),
                _ => return Err(Reason::NotARelation),
            }
        }
        Ok(found)
    }

    /// The unknowns: one, or as many as a system has equations.
    pub(super) fn unknowns(
        &self,
        atoms: &Atoms,
        solving: &Solving,
        wanted: Option<&str>,
    ) -> Result<Vec<u32>, Reason> {
        let mut found: Vec<u32> = self.others.iter().flat_map(symbols).collect();
        let equations: Vec<u32> = self
            .equations
            .iter()
            .flat_map(|(a, b)| [symbols(a), symbols(b)].concat())
            .collect();
        found.extend(equations);
        found.sort_unstable();
        found.dedup();
        let name = |s: u32| {
            atoms
                .symbols
                .get(s as usize)
                .map_or("", |s| s.name.as_str())
        };
        let unknown = |s: &u32| solving.unknowns.iter().any(|u| u == letter(name(*s)));
        let letters: Vec<u32> = found.iter().copied().filter(unknown).collect();
        let wanted = wanted.map(|wanted| found.iter().copied().find(|s| name(*s) == wanted));
        // As many equations as letters say what all of them are.
        let system = (2..=UNKNOWNS).contains(&found.len()) && self.equations.len() >= found.len();
        let chosen = match (wanted, &found[..], &letters[..]) {
            (Some(Some(wanted)), ..) => vec![wanted],
            (Some(None), ..) => return Err(Reason::NotFound),
            (None, [], _) => return Err(Reason::NoUnknown),
            (None, [only], _) => vec![*only],
            (None, all, [only]) if !system => {
                // Capital letters and such may be anything: matrices, sets, derivatives.
                if all.iter().any(|s| s != only && !is_plain(name(*s))) {
                    return Err(Reason::SeveralUnknowns);
                }
                vec![*only]
            }
            (None, _, several) => {
                let all = if several.is_empty() || system {
                    &found[..]
                } else {
                    several
                };
                if self.equations.len() < 2 || all.len() > UNKNOWNS.max(self.equations.len()) {
                    return Err(Reason::SeveralUnknowns);
                }
                let mut all = all.to_vec();
                let place = |s: &u32| solving.unknowns.iter().position(|u| u == letter(name(*s)));
                all.sort_by_key(|s| (place(s).unwrap_or(usize::MAX), name(*s)));
                all
            }
        };
        let number = |s: &u32| {
            let kind = atoms.symbols.get(*s as usize).map(|s| s.kind);
            matches!(kind, Some(Kind::Num | Kind::Any))
                && !letter(name(*s)).contains(|c: char| c.is_ascii_digit())
        };
        // Beside an unknown, `i` may be the imaginary unit.
        let imaginary = |s: &u32| name(*s) == "i" && !chosen.contains(s);
        if chosen.iter().all(number) && !found.iter().any(imaginary) {
            Ok(chosen)
        } else {
            Err(Reason::NotReal)
        }
    }
}

/// A name without its index.
fn letter(name: &str) -> &str {
    name.split_once('_').map_or(name, |(letter, _)| letter)
}

/// A small letter, Latin or Greek.
fn is_plain(name: &str) -> bool {
    let name = letter(name);
    let letter = name.strip_prefix('\\').unwrap_or(name);
    let greek = name.len() > letter.len() && letter.chars().all(|c| c.is_ascii_lowercase());
    greek || matches!(name.as_bytes(), [c] if c.is_ascii_lowercase())
}
