//! Which formulas belong into MF: those that are generally valid, and equations with what solves
//! them.

use mamut_engine::forest::Forest;
use mamut_engine::latex::Formula;
use mamut_engine::readback::Original;
use mamut_engine::solve::{self, Set};
use mamut_engine::symbols::Names;
use mamut_engine::term::{Head, Term};
use mamut_engine::truth::{self, Verdict};

use crate::pipeline::{Pipeline, refusal};

/// As many points are looked at for the truth of a formula.
const POINTS: usize = 48;
/// Implications that are longer than this say too little for their length.
const LONGEST: usize = 160;

/// As many equations are solved together.
const MOST: usize = 3;

/// What becomes of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It holds wherever it has a value.
    Valid,
    /// It holds for some values alone, and says so now.
    Implication(String),
    /// It is left out, for a reason.
    Rejected(&'static str),
}

/// Decides what becomes of a formula.
pub fn fate(latex: &str, pipeline: &Pipeline<'_>) -> Fate {
    let formula = pipeline.read(latex);
    if refusal(&formula).is_some() || opaque(&formula.term) {
        return Fate::Rejected("not understood");
    }
    let judge = Judge { pipeline };
    if !judge.infers(&formula.term) {
        return Fate::Rejected("no equality and no implication");
    }
    if judge.trivial(&formula.term) {
        return Fate::Rejected("says nothing");
    }
    match judged(&formula, pipeline) {
        Verdict::Valid { .. } => Fate::Valid,
        Verdict::Contingent { .. } if judge.defines(&formula.term) => {
            Fate::Rejected("a definition or a value")
        }
        Verdict::Contingent { .. } => judge.implication(&formula),
        Verdict::Invalid { .. } => Fate::Rejected("invalid"),
        Verdict::Undecided(_) if judge.solves(&formula) => Fate::Valid,
        Verdict::Undecided(_) => Fate::Rejected("undecided"),
        Verdict::NoStatement => Fate::Rejected("no equality and no implication"),
    }
}

fn judged(formula: &Formula, pipeline: &Pipeline<'_>) -> Verdict {
    let vocabulary = &pipeline.rules.vocabulary;
    truth::check(&formula.term, &formula.atoms, vocabulary, POINTS, 0)
}

fn opaque(term: &Term) -> bool {
    let mut found = false;
    term.walk(&mut |t| found |= matches!(t.op.head(), Head::Opaque(_)));
    found
}

/// What is asked of formulas, by the names of their operators.
struct Judge<'p, 'r> {
    pipeline: &'p Pipeline<'r>,
}

impl Judge<'_, '_> {
    fn name(&self, term: &Term) -> &str {
        let operator = self.pipeline.rules.vocabulary.operator(term.op);
        operator.map_or("", |operator| operator.name.as_str())
    }

    /// Whether a part can be told from the rest: an equality or an implication, quantified or not.
    fn infers(&self, term: &Term) -> bool {
        match self.name(term) {
            "eq" | "equiv" | "implies" | "iff" => true,
            "chain" => {
                let signs = term.args.iter().map(|t| self.name(t));
                let mut signs = signs.filter(|name| name.starts_with("rel-"));
                signs.all(|name| matches!(name, "rel-eq" | "rel-equiv"))
            }
            "forall" => term.args.last().is_some_and(|body| self.infers(body)),
            _ => self.is_system(term),
        }
    }

    /// Whether these are several equations that hold together.
    fn is_system(&self, term: &Term) -> bool {
        matches!(self.name(term), "comma" | "and" | "cases")
            && (2..=MOST).contains(&term.args.len())
            && term.args.iter().all(|t| self.name(t) == "eq")
    }

    /// Whether both sides are the same, as written.
    fn trivial(&self, term: &Term) -> bool {
        let sides = self.name(term) == "eq";
        sides && matches!(&*term.args, [left, right] if left == right)
    }

    /// Whether it gives a name to something: `f(x) = …`, `x = 3`.
    fn defines(&self, term: &Term) -> bool {
        if self.is_system(term) {
            return term.args.iter().all(|t| self.defines(t));
        }
        let [left, right] = &*term.args else {
            return false;
        };
        if self.name(term) != "eq" {
            return false;
        }
        let named = |t: &Term| match t.op.head() {
            Head::Symbol(_) => true,
            _ => self.name(t) == "call" && t.args.first().is_some_and(|f| f.args.is_empty()),
        };
        named(left) || named(right)
    }

    /// The implication that solves a formula, when it reads back as what the solver verified.
    fn implication(&self, formula: &Formula) -> Fate {
        let pipeline = self.pipeline;
        let vocabulary = &pipeline.rules.vocabulary;
        let unsolved = Fate::Rejected("unsolved");
        let Ok(solution) = solve::solve(&formula.term, &formula.atoms, pipeline.rules, None) else {
            return unsolved;
        };
        if !matches!(
            solution.set,
            Set::Points(_) | Set::Families(..) | Set::Tuple(_) | Set::Tuples(_) | Set::Intervals(_)
        ) {
            return unsolved;
        }
        let (term, atoms) = match solution.set {
            Set::Families(..) => solution.membership_implied(&formula.term, vocabulary),
            _ => {
                let term = solution.implication(&formula.term, vocabulary);
                (term, solution.atoms.clone())
            }
        };
        let latex = pipeline
            .plain(&term, &atoms)
            .replace(r"\lor", r"\text{ or }");
        let again = pipeline.read(&latex);
        let forest = Forest::of(&term, vocabulary, &atoms);
        let original = Original {
            forest: &forest,
            atoms: &atoms,
            term: Some(&term),
        };
        let names = Names::of(&atoms);
        let same = refusal(&again).is_none() && original.is_meant_by(&again, &names, vocabulary);
        // Few points satisfy the premise, so that truth alone often leaves it open.
        let refuted = || {
            let verdict = judged(&again, pipeline);
            matches!(
                verdict,
                Verdict::Invalid { .. } | Verdict::Contingent { .. }
            )
        };
        if latex.len() > LONGEST || !same || refuted() {
            return unsolved;
        }
        Fate::Implication(latex)
    }

    /// Whether it is an implication whose conclusion holds for every value that solves the premise.
    fn solves(&self, formula: &Formula) -> bool {
        let pipeline = self.pipeline;
        let [premise, conclusion] = &*formula.term.args else {
            return false;
        };
        if self.name(&formula.term) != "implies" {
            return false;
        }
        let Ok(solution) = solve::solve(premise, &formula.atoms, pipeline.rules, None) else {
            return false;
        };
        let ([unknown], Set::Points(values)) = (&solution.unknowns[..], &solution.set) else {
            return false;
        };
        let vocabulary = &pipeline.rules.vocabulary;
        solution.conditions.is_empty()
            && values.iter().all(|value| {
                let put = |t| if t == *unknown { value.clone() } else { t };
                let there = conclusion.map(&mut { put });
                let verdict = truth::check(&there, &solution.atoms, vocabulary, POINTS, 0);
                matches!(verdict, Verdict::Valid { .. })
            })
    }
}
