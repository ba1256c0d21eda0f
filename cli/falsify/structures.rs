//! Sets that the prose says to be closed under what is reckoned in them, as subspaces, ideals and
//! groups are: what is made of members is one again, `x + y + x` as well as `x + y`.

use mamut_engine::normal::canonical;
use mamut_engine::phrases::{Phrases, Tells};
use mamut_engine::rules::RuleSet;
use mamut_engine::term::{Head, Op, Term};
use mamut_engine::text::Document;
use mamut_engine::vocabulary::Vocabulary;

use super::sentence::{Sentence, words};

/// The closed sets of a text.
pub(super) struct Structures<'v> {
    vocabulary: &'v Vocabulary,
    /// Symbols of sentences that speak of such sets.
    closed: Vec<Op>,
    /// What the text says to be in which of them.
    members: Vec<(Term, Term)>,
    /// The symbols of its formulas.
    known: Vec<Op>,
}

impl<'v> Structures<'v> {
    /// Looks for sentences that speak of closed sets.
    pub(super) fn of(document: &Document, rules: &'v RuleSet) -> Self {
        let (vocabulary, closed) = (&rules.vocabulary, &rules.symbols.lexicon[Tells::Closed]);
        let mut found = Self {
            vocabulary,
            closed: Vec::new(),
            members: Vec::new(),
            known: Vec::new(),
        };
        if !speaks(&document.source.to_lowercase(), closed) {
            return found;
        }
        for (at, passage) in document.passages.iter().enumerate() {
            let symbols = symbols(&passage.term);
            let said = Sentence::around(document, at).is_some_and(|sentence| {
                speaks(&sentence.before, closed) || speaks(&sentence.behind, closed)
            });
            if said {
                found.closed.extend(&symbols);
            }
            found.known.extend(symbols);
        }
        for passage in &document.passages {
            if let ("in", [of, set]) = (found.name(&passage.term), &*passage.term.args) {
                let each = match found.name(of) {
                    "list" => &*of.args,
                    _ => std::slice::from_ref(of),
                };
                let members = each.iter().map(|member| (member.clone(), set.clone()));
                found.members.extend(members);
            }
        }
        found
    }

    /// Whether the text speaks of such sets.
    pub(super) const fn are_spoken_of(&self) -> bool {
        !self.closed.is_empty()
    }

    /// Whether a changed passage says of something that is made of letters of the text that it is
    /// in a closed set, or in more than that.
    pub(super) fn allow(&self, source: &Term, changed: &Term) -> bool {
        if !self.are_spoken_of() {
            return false;
        }
        let said = |term: &Term| {
            let mut all = Vec::new();
            term.walk(&mut |t| {
                if let ("in", [of, set]) = (self.name(t), &*t.args) {
                    all.push((of.clone(), set.clone()));
                }
            });
            all
        };
        if self.is_instance(source, changed) {
            return true;
        }
        let was = said(source);
        let new = said(changed);
        let new = new.iter().filter(|pair| !was.contains(pair));
        let mut new = new.peekable();
        new.peek().is_some() && new.all(|(of, set)| self.holds(of, set, &was))
    }

    /// Whether a changed passage says of what is made of members, or of a member that may be another, what
    /// its source says of a member: `\operatorname{ord}(g^2) \mid |G|`.
    fn is_instance(&self, source: &Term, changed: &Term) -> bool {
        let [source, changed] = [source, changed].map(|t| canonical(self.vocabulary, t));
        let mut found = Vec::new();
        self.is_of(&source, &changed, &mut found)
            && found.iter().any(|(member, value)| member != value)
            && found.iter().all(|(_, value)| !symbols(value).is_empty())
    }

    /// Whether a term has a form in which members of closed sets may be anything, and what they are.
    fn is_of<'t>(&self, form: &Term, term: &'t Term, found: &mut Vec<(Term, Term)>) -> bool {
        let member = |(of, set): &(Term, Term)| of == form && self.closed.contains(&set.op);
        if form.args.is_empty() && self.members.iter().any(member) {
            return match found.iter().find(|(own, _)| own == form) {
                Some((_, value)) => value == term,
                None => {
                    found.push((form.clone(), term.clone()));
                    true
                }
            };
        }
        // What divides a number divides what is below zero by as much.
        let divides = self.name(form) == "divides";
        let unsigned = |t: &'t Term| match (self.name(t), &*t.args) {
            ("neg", [of]) if divides => of,
            _ => t,
        };
        let mut parts = form.args.iter().zip(&*term.args);
        form.op == term.op
            && form.args.len() == term.args.len()
            && parts.all(|(form, term)| self.is_of(form, unsigned(term), found))
    }

    /// Whether something may be in a set.
    fn holds(&self, of: &Term, set: &Term, was: &[(Term, Term)]) -> bool {
        if self.name(set) == "union" {
            let known = |part: &Term| was.iter().any(|(o, s)| o == of && s == part);
            let mut parts = set.args.iter();
            return parts.any(|part| known(part) || self.holds(of, part, was));
        }
        if !set.args.is_empty() || !self.closed.contains(&set.op) {
            return false;
        }
        match of.args.is_empty() {
            true => self.members.iter().any(|(o, s)| o == of && s == set),
            false => symbols(of).iter().all(|symbol| self.known.contains(symbol)),
        }
    }

    fn name(&self, term: &Term) -> &str {
        self.vocabulary.name(term.op)
    }
}

/// Whether prose in lower case speaks of closed sets.
fn speaks(prose: &str, closed: &Phrases) -> bool {
    words(prose).any(|word| closed.has(word.trim_end_matches('.')))
        || closed
            .iter()
            .any(|phrase| phrase.contains(' ') && prose.contains(phrase))
}

fn symbols(term: &Term) -> Vec<Op> {
    let mut found = Vec::new();
    term.walk(&mut |t| {
        if matches!(t.op.head(), Head::Symbol(_)) {
            found.push(t.op);
        }
    });
    found
}
