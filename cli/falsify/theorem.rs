//! A text as a theorem: what it assumes in formulas, and what it claims under that. A premise may be another
//! one without making the text false, so that a change of it counts where a claim fails for it.

mod changed;
mod purpose;

use std::cell::OnceCell;

use mamut_engine::atoms::Atoms;
use mamut_engine::eval::within;
use mamut_engine::phrases::{Lexicon, Tells};
use mamut_engine::rules::RuleSet;
use mamut_engine::term::{Head, Term};
use mamut_engine::text::Document;
use mamut_engine::truth::{Refutation, Refuter, assuming, is_statement};
use mamut_engine::vocabulary::Vocabulary;

use super::roles::{Role, is_behind, is_posed, role, says_more};
use super::sentence::Sentence;
use super::source::{given, speaks_of, statement_of};
use super::values::{Valued, Values};
use changed::is_letter;
pub(super) use changed::{is_elsewhere, is_weaker, is_wider, recounted};

/// As many formulas before a claim are taken for its premises, the nearest.
pub(super) const PREMISES: usize = 6;

/// Steps of evaluation that it may cost to find out whether a claim holds under its premises.
pub(super) const STEPS: u64 = 400_000;

/// The same of a theorem that a premise is there for.
const PROVING: u64 = 3_000_000;

/// As many claims are looked at for what a premise is there for.
const CLAIMS: usize = 3;

/// Relations of which no point is known to have them.
const ARROWS: &[&str] = &["sim", "maps", "tends", "tendsdown", "tendsup"];

/// Operators in premises that are too dear to look for points that have them.
const DEAR: &[&str] = &[
    "lim",
    "integral",
    "dintegral",
    "int",
    "intto",
    "dint",
    "diff",
    "pdiff",
    "prime",
    "sum",
    "prod",
];

/// The roles of the formulas of a text, and where their sentences begin and end.
pub struct Roles<'d> {
    document: &'d Document,
    vocabulary: &'d Vocabulary,
    lexicon: &'d Lexicon,
    all: Vec<(Role, std::ops::Range<usize>)>,
}

/// What a change of a premise has to show.
pub(super) enum Premise<'v> {
    /// Nothing more.
    Free,
    /// One of these theorems fails with it.
    Of(Vec<Theorem<'v>>),
    /// It lets something through that the premise does not.
    Wider,
    /// Nothing is known that would do.
    Kept,
}

/// A claim that holds under its premises.
pub(super) struct Theorem<'v> {
    vocabulary: &'v Vocabulary,
    refuter: Refuter<'v>,
    /// The same where natural numbers begin with one, once it is asked for.
    from_one: OnceCell<Option<Refuter<'v>>>,
    given: Vec<Term>,
    claim: Term,
    /// Which of what is given changes.
    place: usize,
    /// Whether that says what the values of a function or a sequence are.
    defines: bool,
}

impl Theorem<'_> {
    /// Whether the claim fails under another premise.
    pub(super) fn fails(&self, premise: &Term, atoms: &Atoms) -> bool {
        // What `f(x + 1) = x^2` and `f(x) + 1 = x^2` say of `f''` is not looked for.
        if self.defines && defined(premise, self.vocabulary).is_none() {
            return false;
        }
        let mut given = self.given.clone();
        given[self.place] = premise.clone();
        let fails = |refuter: &Refuter<'_>, given: &[Term]| {
            let version = assuming(given, &self.claim, self.vocabulary);
            let found = within(PROVING, || refuter.refute(&version, atoms));
            matches!(found, Refutation::Refuted(_))
        };
        let from_one = || {
            let refuter = self.from_one.get_or_init(|| {
                let given = from_one(&self.given, self.vocabulary)?;
                let theorem = assuming(&given, &self.claim, self.vocabulary);
                Some(within(PROVING, || {
                    Refuter::new(&theorem, atoms, self.vocabulary)
                }))
            });
            refuter.as_ref().zip(from_one(&given, self.vocabulary))
        };
        fails(&self.refuter, &given)
            && from_one().is_none_or(|(refuter, given)| fails(refuter, &given))
    }
}

/// What is said of natural numbers, where these begin with one for some readers; none where nothing is.
pub(super) fn from_one(given: &[Term], vocabulary: &Vocabulary) -> Option<Vec<Term>> {
    let (zero, one) = (vocabulary.find("NN0")?, vocabulary.find("NN")?);
    let other = |t: Term| match t.op == zero {
        true => Term::leaf(one),
        false => t,
    };
    let others: Vec<Term> = given.iter().map(|term| term.map(&mut { other })).collect();
    (others != given).then_some(others)
}

impl<'d> Roles<'d> {
    /// Finds out what the formulas of a text are there for.
    pub fn new(document: &'d Document, rules: &'d RuleSet) -> Self {
        let (vocabulary, lexicon) = (&rules.vocabulary, &rules.symbols.lexicon);
        let of = |at: usize| {
            let sentence = Sentence::around(document, at).map_or(0..0, |s| s.start..s.end);
            (role(document, at, lexicon), sentence)
        };
        Self {
            document,
            vocabulary,
            lexicon,
            all: (0..document.passages.len()).map(of).collect(),
        }
    }

    fn states(&self, at: usize) -> bool {
        is_statement(&self.document.passages[at].term, self.vocabulary)
    }

    /// The premises of a claim, by number: what is assumed before it, and in its sentence.
    fn premises(&self, claim: usize) -> Vec<usize> {
        let sentence = &self.all[claim].1;
        let others = (0..self.all.len()).filter(|at| *at != claim);
        let assumed = others.filter(|at| match self.all[*at].0 {
            Role::Claim => false,
            Role::Premise => *at < claim,
            Role::Condition => self.all[*at].1 == *sentence,
        });
        let said = &self.document.passages[claim].term;
        let numbers = |at: &usize| {
            let premise = &self.document.passages[*at].term;
            self.states(*at) && self.compares(*at) && speaks_of(premise, said)
        };
        let mut found: Vec<usize> = assumed.filter(numbers).collect();
        found.drain(..found.len().saturating_sub(PREMISES));
        found
    }

    /// Whether a premise compares values that are found at a point: no law, no map, no limit and no slope.
    fn compares(&self, at: usize) -> bool {
        let term = &self.document.passages[at].term;
        let mut plain = !ARROWS.contains(&self.name(term));
        term.walk(&mut |t| plain &= !DEAR.contains(&self.name(t)));
        plain
    }

    /// What is known elsewhere in the text of the symbols of a claim; with values, also what letters are said to be.
    fn known(&self, claim: usize, values: bool) -> (Vec<Term>, Vec<usize>) {
        let term = &self.document.passages[claim].term;
        let mut premises = self.premises(claim);
        if values {
            premises.retain(|at| *at != claim);
            let told = (0..claim).filter(|at| self.gives_value(*at));
            premises.extend(told.filter(|at| speaks_of(&self.document.passages[*at].term, term)));
        }
        let passages = &self.document.passages;
        // A letter may stand in premises alone: `a \mid b` and `b \mid c` let `a \mid c` follow.
        let said = |given: &&Term| {
            let premises = premises.iter().map(|at| &passages[*at].term);
            premises.chain([term]).any(|said| speaks_of(given, said))
        };
        let mut found: Vec<Term> = self.document.given.iter().filter(said).cloned().collect();
        found.extend(premises.iter().map(|at| passages[*at].term.clone()));
        (found, premises)
    }

    /// What is assumed of a claim, with its premises; none where there are none.
    pub(super) fn assumed(&self, claim: usize) -> Option<Vec<Term>> {
        let (known, premises) = match self.all[claim].0 {
            Role::Claim => self.known(claim, false),
            _ if self.is_reason(claim) => self.known(claim, false),
            _ => return None,
        };
        (!premises.is_empty()).then_some(known)
    }

    /// What is to be assumed of a formula: what the prose says, and its premises where it holds under these
    /// alone.
    pub fn given(&self, at: usize) -> Vec<Term> {
        let plain = given(self.document, &self.document.passages[at].term);
        let holds = |known: &Vec<Term>| self.refuter(at, known).is_some();
        let assumed = self
            .assumed(at)
            .filter(|known| !holds(&plain) && holds(known));
        assumed.unwrap_or(plain)
    }

    /// A claim with the values that the text gives elsewhere; none where none of these stands in it.
    pub(super) fn valued(&self, claim: usize) -> Option<Valued<'d>> {
        let values = Values::of(self.said_beside(claim), self.vocabulary);
        let of = statement_of(self.document, &self.document.passages[claim]);
        Valued::of(&of, values, self.vocabulary)
    }

    /// The statements beside a claim that hold of the same things.
    fn said_beside(&self, claim: usize) -> impl Iterator<Item = &'d Term> {
        let sentence = &self.all[claim].1;
        let stands = move |at: &usize| match self.all[*at].0 {
            Role::Claim => *at != claim,
            Role::Premise => *at < claim,
            Role::Condition => *at != claim && self.all[*at].1 == *sentence,
        };
        let passages = &self.document.passages;
        (0..passages.len())
            .filter(stands)
            .map(|at| &passages[at].term)
    }

    fn refuter(&self, claim: usize, known: &[Term]) -> Option<Refuter<'d>> {
        let of = statement_of(self.document, &self.document.passages[claim]);
        let theorem = assuming(known, &of.term, self.vocabulary);
        let refuter = within(PROVING, || {
            Refuter::new(&theorem, &of.atoms, self.vocabulary)
        });
        refuter.standing().valid.then_some(refuter)
    }

    /// Whether a formula is a condition of which no formula says what follows: "$f$ is continuous at $a$ if for every
    /// $\varepsilon > 0$ there is a $\delta > 0$ such that $|f(x) - f(a)| < \varepsilon$ whenever".
    pub(super) fn defines(&self, at: usize) -> bool {
        let claims = |at: usize| self.all[at].0 == Role::Claim && self.states(at);
        self.all[at].0 == Role::Condition && !(0..self.all.len()).any(claims)
    }

    /// What a change of a formula has to show besides itself; `changed` is the formula.
    pub(super) fn premise(&self, changed: usize) -> Premise<'d> {
        let (role, sentence) = &self.all[changed];
        if is_posed(self.document, changed, self.lexicon) {
            return Premise::Kept;
        }
        let mut closed = true;
        let said = &self.document.passages[changed].term;
        said.walk(&mut |t| closed &= !matches!(t.op.head(), Head::Symbol(_)));
        let valued = self.gives_value(changed);
        // "because $3^2 + 4^2 = 5^2$" claims that, too.
        if *role == Role::Claim && !valued || closed || self.is_reason(changed) {
            return Premise::Free;
        }
        let claims = || {
            // Reasons are said of values, too.
            let claims = |at: &usize| valued || self.all[*at].0 == Role::Claim;
            (0..self.all.len())
                .filter(claims)
                .filter(|at| self.states(*at))
        };
        let behind = || claims().filter(|at| *at > changed || self.all[*at].1 == *sentence);
        // What another letter is follows from no value of this one.
        let behind = || behind().filter(|at| !valued || !self.gives_value(*at));
        let theorem = |claim: usize| {
            let (known, premises) = self.known(claim, valued);
            let place = premises.iter().position(|at| *at == changed)?;
            Some(Theorem {
                vocabulary: self.vocabulary,
                refuter: self.refuter(claim, &known)?,
                from_one: OnceCell::new(),
                place: known.len() - premises.len() + place,
                defines: valued && defined(said, self.vocabulary).is_some(),
                given: known,
                claim: self.document.passages[claim].term.clone(),
            })
        };
        let theorems: Vec<Theorem<'d>> = behind().take(CLAIMS).filter_map(theorem).collect();
        if !theorems.is_empty() {
            return Premise::Of(theorems);
        }
        if valued {
            return match says_more(self.document, changed, self.lexicon) {
                true => Premise::Kept,
                false => Premise::Free,
            };
        }
        let asks = self.document.source.to_lowercase();
        if self.is_used(changed, claims()) || self.lexicon[Tells::Asking].are_in(&asks) {
            return Premise::Free;
        }
        // "In a queue with $\rho < 1$ it is $\frac{\lambda}{\mu}$" claims something of an expression.
        let alone = !claims().any(|at| self.all[at].1 == *sentence)
            && !(changed + 1..self.all.len())
                .any(|at| self.all[at].1 == *sentence && !self.goes_through(at))
            && is_behind(self.document, changed, self.lexicon);
        // A reason that says less is as true.
        match *role == Role::Condition && alone && !self.is_given_as_reason(changed) {
            true => Premise::Wider,
            false => Premise::Kept,
        }
    }

    /// The symbol that an equation says something of whose left side this is.
    fn defined(&self, left: &Term) -> Option<Head> {
        match (self.name(left), &*left.args) {
            ("call" | "idx", [of, ..]) => self.defined(of),
            _ => matches!(left.op.head(), Head::Symbol(_)).then(|| left.op.head()),
        }
    }

    fn name(&self, term: &Term) -> &str {
        self.vocabulary.name(term.op)
    }
}

/// The function or the sequence that an equation says the values of, `f(x) = x^2`.
fn defined<'t>(term: &'t Term, vocabulary: &Vocabulary) -> Option<&'t Term> {
    let name = |t: &Term| vocabulary.name(t.op);
    let ("eq", [left, _]) = (name(term), &*term.args) else {
        return None;
    };
    match (name(left), &*left.args) {
        ("call" | "idx", [of, places @ ..]) => {
            (is_letter(of) && places.iter().all(is_letter)).then_some(of)
        }
        _ => None,
    }
}
