//! Whether two formulas say the same.

use super::check::judge;
use super::conditions;
use super::dots::written_out;
use super::extension;
use super::form::{Form, name};
use super::notations;
use super::outside;
use super::pairing::{Map, loose_pairings, pairings};
use super::pointwise::{canonical, truths};
use super::reason;
use super::running;
use super::sample::Sampler;
use super::share::{propose, share_functions, share_kinds};
use super::sides;
use super::verdict::{Bijection, Comparison, Difference, Reason, Verdict, Witness};
use super::world::{Guests, World, invite};
use crate::atoms::Atoms;
use crate::choice::Key;
use crate::eval::{self, Point};
use crate::term::Term;
use crate::vocabulary::Vocabulary;

/// Points of each sort that must agree before two statements count as the same.
pub(super) const ENOUGH: usize = 4;

/// As many bijections, the likeliest, are looked at where nothing excludes the others.
const LIKELY: usize = 720;

/// How hard to look.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// About how many points to look at for each formula.
    pub points: usize,
    /// The seed of the points.
    pub seed: u64,
    /// Whether one is a version of the other: parts of which no value is drawn are taken whole then.
    pub versions: bool,
}

impl Settings {
    /// Nothing is evaluated: what is the same is so by its form.
    pub const FORM_ALONE: Self = Self {
        points: 0,
        seed: 0,
        versions: false,
    };
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            points: 64,
            seed: 0,
            versions: false,
        }
    }
}

/// A bijection under test.
#[derive(Default)]
pub(super) struct Tried {
    /// Points that show no difference.
    pub agreed: usize,
    /// Points that could have and did not show: one side is not known.
    pub unknown: usize,
    /// Points that seem to show one, but not by the second way too.
    pub doubtful: usize,
    /// The point that excludes it.
    pub excluded: Option<Excluded>,
}

/// A point that excludes a bijection.
pub(super) struct Excluded {
    pub witness: Witness,
    pub host: String,
    pub guest: String,
    pub guest_sides: Vec<String>,
    /// Whether the first formula is the one whose names the witness uses.
    pub first_is_host: bool,
}

/// Compares two formulas under the bijections of their symbols that respect kinds.
///
/// Statements that are true at some points and false at others say the same when they are true at
/// the same points; what is undefined is not true. Statements that hold everywhere (or nowhere) say
/// the same when their hypotheses and their sides do, and are [`Comparison::Alike`] otherwise.
/// Expressions are the same when they have the same values and are defined at the same points,
/// single points excepted. When one formula has more symbols, the others of it are free.
pub fn compare(
    a: (&Term, &Atoms),
    b: (&Term, &Atoms),
    vocabulary: &Vocabulary,
    settings: Settings,
) -> Comparison {
    let found = in_their_places(a, b, vocabulary, settings);
    // Nothing follows from where a map goes from and to, and that is all that is said.
    let maps = [a, b].iter().all(|(t, _)| name(t, vocabulary) == "maps");
    if maps && !settings.versions && matches!(found, Comparison::Alike { .. }) {
        let versions = Settings {
            versions: true,
            ..settings
        };
        return match in_their_places(a, b, vocabulary, versions) {
            Comparison::Undecided(_) => found,
            told => told,
        };
    }
    if !matches!(found, Comparison::Different(_) | Comparison::Undecided(_)) {
        return found;
    }
    let looks = running::looks([a, b], vocabulary).into_iter();
    let mut seen = looks.map(|[a, b]| as_written((&a.0, &a.1), (&b.0, &b.1), vocabulary, settings));
    let same = seen.find(|found| matches!(found, Comparison::Equivalent { .. }));
    same.unwrap_or(found)
}

/// Compares two formulas that count their sequences as they do.
pub(super) fn in_their_places(
    a: (&Term, &Atoms),
    b: (&Term, &Atoms),
    vocabulary: &Vocabulary,
    settings: Settings,
) -> Comparison {
    let found = as_written(a, b, vocabulary, settings);
    if !matches!(found, Comparison::Different(_) | Comparison::Undecided(_)) {
        return found;
    }
    let looks = [
        outside::apart([a, b], vocabulary),
        conditions::beside([a, b], vocabulary),
        notations::as_products([a, b], vocabulary),
    ];
    let same = looks.into_iter().flatten().find_map(|[a, b]| {
        let found = as_written((&a.0, &a.1), (&b.0, &b.1), vocabulary, settings);
        matches!(found, Comparison::Equivalent { .. }).then_some(found)
    });
    same.unwrap_or(found)
}

/// Compares two formulas of which every member of a sequence is one of it.
fn as_written(
    a: (&Term, &Atoms),
    b: (&Term, &Atoms),
    vocabulary: &Vocabulary,
    settings: Settings,
) -> Comparison {
    let shared = [(a, b), (b, a)].map(|(one, other)| {
        let found = written_out(one, other, vocabulary);
        found
            .or_else(|| notations::shared(one, other, vocabulary))
            .or_else(|| extension::beside(one, other.0, vocabulary))
    });
    let [a, b] = [(a, &shared[0]), (b, &shared[1])]
        .map(|(plain, shared)| shared.as_ref().map_or(plain, |(t, atoms)| (t, atoms)));
    let known = [
        share_functions(a, b.1, vocabulary),
        share_functions(b, a.1, vocabulary),
    ];
    let form = match settings.versions {
        true => Form::of_version,
        false => Form::of,
    };
    let mut first = form(a.0, &known[0], vocabulary);
    let mut second = form(b.0, &known[1], vocabulary);
    share_kinds(&mut first.atoms, &mut second.atoms);
    propose(&mut first, &second, vocabulary);
    propose(&mut second, &first, vocabulary);
    let (ours, theirs) = (first.atoms.clone(), second.atoms.clone());
    let guests = [
        invite(&theirs, &mut first.atoms),
        invite(&ours, &mut second.atoms),
    ];
    let complex = first.complex || second.complex;
    first.complex = complex;
    second.complex = complex;
    let hopeless =
        reason::hopeless(&first, vocabulary).or_else(|| reason::hopeless(&second, vocabulary));
    let key = Key::seed(settings.seed).named("truth");
    let pairs = {
        let world = |form| World::new(Sampler::new(form, vocabulary, key), 0);
        pairings(&world(&first), &world(&second))
    };
    if let Some(map) = pairs.maps.first() {
        let back: Map = map.iter().map(|(b, a)| (*a, *b)).collect();
        let original = first.clone();
        first.adopt(&second, &back);
        second.adopt(&original, map);
    }
    let world = |form, points| World::new(Sampler::new(form, vocabulary, key), points);
    // What is the same in form is found without points.
    let forms = [world(&first, 0), world(&second, 0)];
    let pair = Pair {
        worlds: [&forms[0], &forms[1]],
        guests: [&guests[0], &guests[1]],
        maps: &pairs.maps,
        complete: pairs.complete,
    };
    if let Some(map) = pair.same_form() {
        return pair.equivalent(&map, true, 0);
    }
    if pairs.maps.is_empty() {
        let loose = loose_pairings(&forms[0], &forms[1]).maps;
        let pair = Pair {
            maps: &loose,
            ..pair
        };
        if let Some(map) = pair.same_form() {
            return pair.equivalent(&map, true, 0);
        }
    }
    if let Some(reason) = hopeless {
        return Comparison::Undecided(reason);
    }
    let worlds = [&first, &second].map(|form| world(form, settings.points));
    let pair = Pair {
        worlds: [&worlds[0], &worlds[1]],
        ..pair
    };
    match (
        first.is_statement(vocabulary),
        second.is_statement(vocabulary),
    ) {
        (true, true) => pair.statements(),
        (false, false) => pair.expressions(),
        (one, _) => {
            let kind = |statement: bool| {
                if statement {
                    "a statement"
                } else {
                    "no statement"
                }
            };
            Comparison::Different(Box::new(Difference {
                first: kind(one).to_owned(),
                second: kind(!one).to_owned(),
                whatever: Some("only one of them is a statement"),
                ..Difference::default()
            }))
        }
    }
}

/// Two formulas with what is known of them.
struct Pair<'p, 'a> {
    worlds: [&'p World<'a>; 2],
    guests: [&'p Guests; 2],
    maps: &'p [Map],
    complete: bool,
}

impl Pair<'_, '_> {
    fn forms(&self) -> [&Form; 2] {
        [self.worlds[0].sampler.form, self.worlds[1].sampler.form]
    }

    /// A bijection under which the two are the same up to order and direction.
    fn same_form(&self) -> Option<Map> {
        let vocabulary = self.worlds[0].sampler.vocabulary;
        let [first, second] = self.forms();
        if first.symbols.len() != second.symbols.len() {
            return None;
        }
        let plain = canonical(&first.term, vocabulary);
        let same =
            |map: &&Map| canonical(&self.guests[0].bring(&second.term, map), vocabulary) == plain;
        self.likely().iter().find(same).cloned()
    }

    /// The likeliest bijections.
    fn likely(&self) -> &[Map] {
        &self.maps[..self.maps.len().min(LIKELY)]
    }

    fn bijection(&self, map: &Map) -> Bijection {
        let [first, second] = self.forms();
        let name = |atoms: &Atoms, i: u32| {
            atoms
                .symbols
                .get(i as usize)
                .map_or_else(String::new, |s| s.name.clone())
        };
        map.iter()
            .map(|(b, a)| (name(&second.atoms, *b), name(&first.atoms, *a)))
            .collect()
    }

    fn equivalent(&self, map: &Map, same_form: bool, points: usize) -> Comparison {
        if !same_form && self.forms().iter().any(|form| form.in_line) {
            let reason = Reason::about("no-meaning", "opmul".to_owned());
            return Comparison::Undecided(reason);
        }
        let [first, second] = self.forms();
        let beyond = first.asked.with(second.asked).beyond();
        if let Some(reason) = beyond.filter(|_| !same_form) {
            return Comparison::Undecided(reason);
        }
        Comparison::Equivalent {
            bijection: self.bijection(map),
            same_form,
            points,
        }
    }

    fn statements(&self) -> Comparison {
        let verdicts = self.worlds.map(|w| judge(&w.sampler, &w.seen));
        match (&verdicts[0], &verdicts[1]) {
            (Verdict::Undecided(reason), _) | (_, Verdict::Undecided(reason)) => {
                Comparison::Undecided(reason.clone())
            }
            (Verdict::Valid { .. }, Verdict::Valid { .. }) => self.alike(true),
            (Verdict::Invalid { .. }, Verdict::Invalid { .. }) => self.alike(false),
            (Verdict::Contingent { .. }, Verdict::Contingent { .. }) => self.search(|map, back| {
                let mut tried = Tried::default();
                let [first, second] = self.forms();
                truths(
                    self.worlds[0],
                    &self.guests[0].bring(&second.term, map),
                    |p| self.worlds[0].suits(p, second, map),
                    true,
                    &mut tried,
                );
                if tried.excluded.is_none() {
                    truths(
                        self.worlds[1],
                        &self.guests[1].bring(&first.term, back),
                        |p| self.worlds[1].suits(p, first, back),
                        false,
                        &mut tried,
                    );
                }
                tried
            }),
            (
                Verdict::Valid { .. },
                Verdict::Contingent { fails, .. } | Verdict::Invalid { fails, .. },
            ) => self.apart(fails, 1, "the first holds everywhere"),
            (
                Verdict::Contingent { fails, .. } | Verdict::Invalid { fails, .. },
                Verdict::Valid { .. },
            ) => self.apart(fails, 0, "the second holds everywhere"),
            (Verdict::Contingent { holds, .. }, Verdict::Invalid { .. }) => {
                self.apart(holds, 0, "the second holds nowhere")
            }
            (Verdict::Invalid { .. }, Verdict::Contingent { holds, .. }) => {
                self.apart(holds, 1, "the first holds nowhere")
            }
            (Verdict::NoStatement, _) | (_, Verdict::NoStatement) => {
                Comparison::Undecided(Reason::plain("nothing-tells"))
            }
        }
    }

    /// Both hold everywhere, or both nowhere.
    fn alike(&self, valid: bool) -> Comparison {
        match sides::alike(self.worlds, self.guests, self.likely()) {
            Some(map) => {
                let points = self.worlds.iter().map(|w| w.seen.len()).sum();
                self.equivalent(&map, false, points)
            }
            None => Comparison::Alike { valid },
        }
    }

    /// One holds everywhere or nowhere and the other does not: a point of the other (`which`) tells,
    /// whatever its symbols are called.
    fn apart(&self, point: &Witness, which: usize, why: &'static str) -> Comparison {
        let truths = match (which, why.ends_with("everywhere")) {
            (1, true) => ["true", "false"],
            (0, true) => ["false", "true"],
            (1, false) => ["false", "true"],
            _ => ["true", "false"],
        };
        let (own, second_sides) = match which {
            0 => (point.sides.clone(), Vec::new()),
            _ => (Vec::new(), point.sides.clone()),
        };
        Comparison::Different(Box::new(Difference {
            witness: Witness {
                values: point.values.clone(),
                sides: own,
                point: point.point.clone(),
                approximate: point.approximate,
            },
            first: truths[0].to_owned(),
            second: truths[1].to_owned(),
            second_sides,
            bijection: Vec::new(),
            of_first: which == 0,
            excluded: self.maps.len(),
            whatever: Some(why),
        }))
    }

    fn expressions(&self) -> Comparison {
        self.search(|map, back| {
            let mut tried = Tried::default();
            let [first, second] = self.forms();
            let here = self.guests[0].bring(&second.term, map);
            let suits = |p: &Point| self.worlds[0].suits(p, second, map);
            sides::expressions(self.worlds[0], &first.term, &here, suits, true, &mut tried);
            if tried.excluded.is_none() {
                let there = self.guests[1].bring(&first.term, back);
                let suits = |p: &Point| self.worlds[1].suits(p, first, back);
                sides::expressions(
                    self.worlds[1],
                    &second.term,
                    &there,
                    suits,
                    false,
                    &mut tried,
                );
            }
            tried
        })
    }

    /// Looks for a bijection that no point excludes.
    fn search(&self, test: impl Fn(&Map, &Map) -> Tried) -> Comparison {
        let mut closest: Option<(Excluded, Bijection)> = None;
        let (mut excluded, mut open) = (0, None);
        let constant = self.forms().iter().all(|f| f.symbols.is_empty());
        // Where not all are known, nothing is told apart.
        let tried = if self.complete {
            self.maps
        } else {
            self.likely()
        };
        for map in tried {
            if open.is_some() && eval::is_spent() {
                break;
            }
            let back: Map = map.iter().map(|(b, a)| (*a, *b)).collect();
            let tried = test(map, &back);
            match tried.excluded {
                Some(found) => {
                    excluded += 1;
                    if closest.is_none() {
                        closest = Some((found, self.bijection(map)));
                    }
                }
                None if tried.doubtful == 0
                    && (tried.agreed >= ENOUGH || constant && tried.agreed > 0) =>
                {
                    return self.equivalent(map, false, tried.agreed);
                }
                None => {
                    open.get_or_insert(if tried.doubtful > 0 {
                        "unconfirmed"
                    } else if tried.unknown > 0 {
                        "no-value-at-points"
                    } else {
                        "nothing-tells"
                    });
                }
            }
        }
        if let Some(reason) = open {
            return Comparison::Undecided(Reason::plain(reason));
        }
        if !self.complete {
            return Comparison::Undecided(Reason::plain("too-many-renamings"));
        }
        match closest {
            Some((found, bijection)) => {
                let (first, second) = if found.first_is_host {
                    (found.host, found.guest)
                } else {
                    (found.guest, found.host)
                };
                let (own, second_sides) = if found.first_is_host {
                    (found.witness.sides, found.guest_sides)
                } else {
                    (found.guest_sides, found.witness.sides)
                };
                Comparison::Different(Box::new(Difference {
                    witness: Witness {
                        values: found.witness.values,
                        sides: own,
                        point: found.witness.point,
                        approximate: found.witness.approximate,
                    },
                    first,
                    second,
                    second_sides,
                    bijection,
                    of_first: found.first_is_host,
                    excluded,
                    whatever: None,
                }))
            }
            None => Comparison::Different(Box::new(Difference {
                whatever: Some("their symbols are not of the same kinds"),
                ..Difference::default()
            })),
        }
    }
}
