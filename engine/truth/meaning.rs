//! What a statement says, in operators that have values: one way of looking at it after the other, each of
//! which leaves less that has none.

use super::concerns::{Concern as C, Concerns};
use super::form::Beside;
use super::whole::{self, Wholes};
use super::{
    about, argument, arithmetic, arrows, asymptotic, cardinals, closeness, convergent, cyclic,
    depends, directions, dress, each, entropies, everywhere, extension, families, few, fields,
    generic, given, growth, implicit, indicators, law, moments, names, ordered, parameters, place,
    plain, predicates, relations, solutions, stirling, universal, unvalued, values, words,
};
use crate::atoms::Atoms;
use crate::eval::{Domain, Numbers};
use crate::term::Term;
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};

/// What a statement says.
pub(super) struct Meaning {
    pub term: Term,
    /// Its leaves.
    pub atoms: Atoms,
    /// What it concerns.
    pub has: Concerns,
    /// Whether a side of the relation is not written, so that nothing is said.
    pub partial: bool,
    /// Whether it defines something for all places, and is looked at at one of them.
    pub at_one_place: bool,
    /// The symbols that are units.
    pub units: BTreeSet<u32>,
    /// What is known of the values of symbols that stand for parts of it.
    pub places: BTreeMap<u32, Domain>,
    /// The names of the parts that are taken whole.
    pub wholes: BTreeSet<String>,
    /// Those of them that are sides of a comparison.
    pub sides: BTreeSet<String>,
}

/// What a formula says, with a look at what concerns it.
pub(super) fn of(
    term: &Term,
    atoms: &Atoms,
    vocabulary: &Vocabulary,
    (look, beside): (fn(&Term, &Vocabulary) -> Concerns, Beside),
) -> Meaning {
    let mut atoms = atoms.clone();
    let complete = names::complete(term, vocabulary);
    // `= 2\pi r` says of what stands before it what `= \pi r^2` does not.
    let supplied = match beside {
        Beside::Versions => names::supplied(term, &mut atoms, vocabulary),
        Beside::Nothing => None,
    };
    let partial = complete.is_none() && supplied.is_none();
    let term = supplied.or(complete).unwrap_or_else(|| term.clone());
    let has = look(&term, vocabulary);
    // That one part is greater than another may be so whatever they are, as no dimension is below zero.
    let wholes = match beside {
        Beside::Nothing => Wholes::Placeholders,
        Beside::Versions if has.has(C::Unequal) && whole::is_unequal(&term, vocabulary) => {
            match whole::counts_once(&term, vocabulary) {
                true => Wholes::Count,
                false => Wholes::None,
            }
        }
        Beside::Versions => Wholes::All,
    };
    let mut looking = Looking {
        said: Meaning {
            term,
            atoms,
            has,
            partial,
            at_one_place: false,
            units: BTreeSet::new(),
            places: BTreeMap::new(),
            wholes: BTreeSet::new(),
            sides: BTreeSet::new(),
        },
        look,
        beside,
        vocabulary,
    };
    looking.at_notations();
    looking.at_functions();
    looking.at_sides(wholes);
    looking.at_parts(wholes);
    looking.at_relations(wholes);
    looking.at_kinds();
    looking.said
}

/// Ways of looking at a statement.
struct Looking<'v> {
    said: Meaning,
    look: fn(&Term, &Vocabulary) -> Concerns,
    beside: Beside,
    vocabulary: &'v Vocabulary,
}

impl Looking<'_> {
    const fn has(&self, concern: C) -> bool {
        self.said.has.has(concern)
    }

    fn beside_versions(&self) -> bool {
        self.beside == Beside::Versions
    }

    /// Looks at the statement in one way where that concerns it. What this makes of it may concern others.
    fn pass(&mut self, concerned: bool, look: impl FnOnce(&Term, &mut Atoms, &Vocabulary) -> Term) {
        if concerned {
            let Meaning { term, atoms, .. } = &mut self.said;
            *term = look(term, atoms, self.vocabulary);
            self.said.has = (self.look)(&self.said.term, self.vocabulary);
        }
    }

    /// The same of a way that takes parts whole.
    fn pass_whole(
        &mut self,
        concerned: bool,
        look: impl FnOnce(&Term, &mut Atoms, &Vocabulary) -> (Term, BTreeSet<String>),
    ) {
        let mut taken = BTreeSet::new();
        self.pass(concerned, |term, atoms, vocabulary| {
            let (term, names) = look(term, atoms, vocabulary);
            taken = names;
            term
        });
        self.said.wholes.extend(taken);
    }

    /// Words, shorthand and what letters are by custom.
    fn at_notations(&mut self) {
        let infinite = self.has(C::Cards) || cardinals::may_be_infinite(&self.said.atoms);
        self.pass(infinite, |term, atoms, v| cardinals::meant(term, atoms, v));
        self.pass(
            self.beside_versions() && self.has(C::Ellipses),
            |term, _, v| term.map(&mut |t| generic::shown(&t, v).unwrap_or(t)),
        );
        let mut ends = BTreeMap::new();
        self.pass(self.has(C::Ellipses), |term, atoms, v| {
            let (term, found) = each::quantified(term, atoms, v);
            ends = found;
            term
        });
        self.said.places.extend(ends);
        self.pass(
            self.beside_versions() && self.has(C::Quantified),
            |term, atoms, v| closeness::limit(term, atoms, v).unwrap_or_else(|| term.clone()),
        );
        let mut at_one_place = false;
        self.pass(
            self.beside_versions() && self.has(C::Quantified),
            |term, _, v| {
                let found = universal::at_one_place(term, v);
                at_one_place = found.is_some();
                found.unwrap_or_else(|| term.clone())
            },
        );
        self.said.at_one_place = at_one_place;
        self.pass(self.has(C::Tending), |term, atoms, v| {
            arrows::meant(term, atoms, v)
        });
        self.pass(self.has(C::Words), |term, atoms, v| {
            words::meant(term, atoms, v)
        });
        self.pass(
            self.has(C::Quantified) && self.has(C::Applied),
            predicates::expanded,
        );
        let primes = plain::may_be_primes(&self.said.atoms);
        self.pass(self.has(C::Entries) || primes, plain::usual);
        let mut counted = BTreeSet::new();
        self.pass(
            self.has(C::Divisors) || self.has(C::Applied),
            |term, atoms, v| {
                let (term, letters) = arithmetic::written_out(term, atoms, v);
                counted = letters;
                term
            },
        );
        self.pass(self.has(C::Limits), |term, atoms, v| {
            cyclic::written_out(term, atoms, v)
        });
        let mut parted = BTreeSet::new();
        self.pass(self.has(C::Stacked), |term, _, v| {
            let (term, letters) = stirling::written_out(term, v);
            parted = letters;
            term
        });
        counted.extend(parted);
        let primes = self.has(C::Applied) && (self.has(C::Asymptotic) || self.has(C::Limits));
        self.pass(primes, |term, atoms, v| {
            asymptotic::prime_counts(term, atoms, v)
        });
        let natural = Domain::of(Numbers::Natural);
        let counted = counted.into_iter().map(|s| (s, natural));
        self.said.places.extend(counted);
        if self.has(C::Residues) {
            let primes = arithmetic::odd_primes(&self.said.term, self.vocabulary);
            self.said.places.extend(primes);
        }
        let identities = plain::may_have_identities(&self.said.atoms);
        self.pass(identities, |term, atoms, v| {
            plain::identities(term, atoms, v)
        });
        self.pass(self.has(C::Commas), dress::shared);
        let imaginary = dress::may_be_imaginary(&self.said.atoms);
        self.pass(imaginary, dress::imaginary);
        self.pass(self.has(C::Indices), |term, _, v| dress::roots(term, v));
    }

    /// What functions and sequences depend on, and sets by their members.
    fn at_functions(&mut self) {
        self.pass(
            self.beside_versions() && self.has(C::Integrals),
            |term, _, v| unvalued::measured(term, v),
        );
        let landau = self.has(C::Applied) && growth::may_be_landau(&self.said.atoms);
        self.pass(self.has(C::Asymptotic) || landau, growth::meant);
        self.pass(
            self.beside_versions() && self.has(C::Entries),
            plain::composed,
        );
        let mut parts = Vec::new();
        self.pass(
            self.beside_versions() && self.has(C::Applied),
            |term, atoms, v| {
                let (term, found) = entropies::meant(term, atoms, v);
                parts = found;
                term
            },
        );
        self.said.places.extend(parts);
        let mut counting = BTreeMap::new();
        self.pass(self.has(C::Few), |term, atoms, v| {
            let (term, found) = few::meant(term, atoms, v);
            counting = found;
            term
        });
        self.said.places.extend(counting);
        self.pass(self.has(C::Indices), |term, atoms, v| {
            indicators::meant(term, atoms, v)
        });
        // What is defined is no sequence that may be any: `x_n = \frac{1}{n} \Rightarrow \lim_{n \to \infty} x_n = 0`.
        self.pass(
            self.beside_versions() && self.has(C::Limits) && self.has(C::Implications),
            |term, _, v| given::replaced(term, v),
        );
        self.pass_whole(
            self.beside_versions()
                && self.has(C::Limits)
                && (self.has(C::Indices) || self.has(C::Applied)),
            relations::unbounded,
        );
        self.pass(
            self.beside_versions()
                && self.has(C::Limits)
                && (self.has(C::Indices) || self.has(C::Applied) || self.has(C::Tending)),
            convergent::meant,
        );
        self.pass_whole(
            self.beside_versions()
                && (self.has(C::Told) || relations::names_spaces(&self.said.term, self.vocabulary)),
            relations::told,
        );
        let sizes = self.said.wholes.iter().filter(|name| name.starts_with('|'));
        let sizes = sizes.map(|name| {
            (
                self.said.atoms.called(name, Kind::Num),
                Domain::of(Numbers::Natural),
            )
        });
        self.said.places.extend(sizes);
        self.pass_whole(
            self.beside_versions() && self.has(C::Directions),
            directions::told,
        );
        self.pass(
            self.has(C::Implications) && (self.has(C::Primed) || self.has(C::Derivatives)),
            |term, atoms, v| solutions::meant(term, atoms, v),
        );
        self.pass_whole(
            self.beside_versions() && self.has(C::Primed) && self.has(C::Applied),
            values::of_curves,
        );
        self.pass_whole(
            self.beside_versions() && (self.has(C::Applied) || self.has(C::Indices)),
            values::of_maps,
        );
        self.pass_whole(self.has(C::Assigned), values::of_assigned);
        self.pass_whole(
            self.beside_versions() && self.has(C::Primed) && self.has(C::Applied),
            argument::initial,
        );
        self.pass(
            self.beside_versions() && self.has(C::Applied) && self.has(C::Indices),
            families::at_one_place,
        );
        self.pass(self.has(C::Integrals), |term, _, v| {
            about::antiderivatives(term, v)
        });
        self.pass(
            self.has(C::Integrals) || self.has(C::Primed),
            argument::given,
        );
        self.pass(self.has(C::Derivatives), implicit::meant);
        self.pass(
            self.has(C::Primed) || self.has(C::Derivatives),
            |term, atoms, v| depends::primed(term, atoms, v),
        );
        self.pass(
            self.has(C::Implications) && self.has(C::Asymptotic),
            |term, atoms, v| moments::told(term, atoms, v),
        );
        self.pass(self.has(C::Implications), |term, atoms, v| {
            everywhere::meant(&given::replaced(term, v), atoms, v)
        });
        self.pass(self.has(C::Parameters), |term, _, v| {
            parameters::spread(term, v)
        });
        self.pass(self.has(C::Places), extension::by_members);
        self.pass(
            self.has(C::Derivatives) && depends::on_indexed(&self.said.term, self.vocabulary),
            dress::indexed,
        );
        self.pass(self.has(C::Derivatives), depends::applied);
    }

    /// Sides of comparisons that have no value, and counts of more than sets have here.
    fn at_sides(&mut self, wholes: Wholes) {
        let mut sides = BTreeSet::new();
        self.pass_whole(
            self.beside_versions() && wholes == Wholes::None,
            |term, atoms, v| {
                let (term, names) = unvalued::compared(term, atoms, v);
                sides.clone_from(&names);
                (term, names)
            },
        );
        self.said.sides = sides;
        let mut counts = BTreeMap::new();
        self.pass_whole(
            self.beside_versions() && wholes == Wholes::All && self.has(C::Cards),
            |term, atoms, v| {
                let (term, names, found) = unvalued::counted(term, atoms, v);
                counts = found;
                (term, names)
            },
        );
        self.said.places.extend(counts);
    }

    /// Parts that are symbols of their own.
    fn at_parts(&mut self, wholes: Wholes) {
        let mut found = None;
        self.pass(
            wholes == Wholes::All && self.has(C::Named) && self.has(C::Operators),
            ordered::of_kets,
        );
        self.pass(
            wholes == Wholes::All && self.has(C::Operators),
            ordered::of_adjoints,
        );
        self.pass(
            self.has(C::Operators) && self.has(C::Powers),
            ordered::of_groups,
        );
        self.pass(
            self.has(C::Named)
                || self.has(C::Lists)
                || self.has(C::Blanks)
                || wholes == Wholes::All && (self.has(C::Events) || self.has(C::Cards))
                || wholes == Wholes::Count && self.has(C::Cards)
                || (self.has(C::Sets) || self.has(C::Indices) || wholes == Wholes::All)
                    && self.has(C::Applied)
                || self.has(C::Derivatives),
            |term, atoms, v| {
                let named = names::named(term, atoms, wholes, v);
                found = Some((named.units, named.domains, named.wholes));
                named.term
            },
        );
        if let Some((units, domains, wholes)) = found {
            self.said.units = units;
            self.said.places.extend(domains);
            self.said.wholes.extend(wholes);
        }
        self.pass(self.has(C::Indices), dress::indexed);
        self.pass(self.has(C::Indices), families::apart);
        self.pass(
            self.has(C::Dressed) || self.has(C::Lists) || self.has(C::Listed) && self.has(C::Sets),
            |term, _, v| dress::tidy(term, v),
        );
        self.pass(self.has(C::Signs), |term, _, v| dress::signs(term, v));
    }

    /// Relations that say more than of values, and fields.
    fn at_relations(&mut self, wholes: Wholes) {
        self.pass(self.has(C::Asymptotic), |term, atoms, v| {
            asymptotic::meant(term, atoms, v)
        });
        self.pass_whole(
            self.beside_versions() && self.has(C::Asymptotic) && self.has(C::Applied),
            law::told,
        );
        self.pass(self.has(C::Fields), fields::placed);
        self.pass(
            self.beside_versions() && wholes != Wholes::All && self.has(C::Fields),
            fields::along_a_line,
        );
        self.pass_whole(
            wholes == Wholes::All && self.has(C::Fields),
            whole::of_fields,
        );
    }

    /// What symbols stand for, as what is said of them tells.
    fn at_kinds(&mut self) {
        let atoms = &mut self.said.atoms;
        let (has, term, vocabulary) = (self.said.has, &self.said.term, self.vocabulary);
        let kind = |kind: Kind| atoms.symbols.iter().any(|s| s.kind == kind);
        let (variates, functions) = (kind(Kind::Rv), kind(Kind::Fn));
        let matrices = kind(Kind::Mat);
        if has.has(C::Events) || variates {
            place::random(term, atoms, vocabulary);
        }
        if functions {
            place::unapplied(term, atoms, vocabulary);
        }
        if has.has(C::Norms) {
            place::normed(term, atoms, vocabulary);
        }
        if has.has(C::Tables) || has.has(C::Sets) || has.has(C::Applied) && has.has(C::Indices) {
            place::shaped(term, atoms, vocabulary);
        }
        if matrices {
            place::made(term, atoms, vocabulary);
        }
    }
}
