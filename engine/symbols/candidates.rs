//! The names that a symbol may get.

use super::greek::{other_shape, other_spelling};
use crate::spelling::undecorated;
use std::borrow::Cow;
use std::collections::BTreeSet;

use super::beside::Beside;
use super::inventory::Inventory;
use super::unit::{Candidate, How};
use crate::atoms::Atoms;
use crate::latex;
use crate::rules::{Role, RuleSet};
use crate::term::SlotSort;
use crate::vocabulary::Kind;

/// At most this many names for one symbol, stray letters apart.
const MOST: usize = 40;

/// What functions are differentiated by where it is not written: `y'' + x^2y = 0` says something else than `y'' +
/// a^2y = 0`.
const UNWRITTEN: [&str; 2] = ["t", "x"];

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked<'a> {
    /// The name in the source.
    pub(super) source: &'a str,
    /// Whether it is applied to arguments.
    pub(super) role: Role,
    /// What it stands for.
    pub(super) kind: Kind,
    /// For a bound name, what it runs over.
    pub(super) bound: Option<SlotSort>,
}

/// Chooses candidates for all symbols of one formula.
#[derive(Debug)]
pub(super) struct Chooser<'a> {
    rules: &'a RuleSet,
    stock: &'a Inventory,
    beside: Beside,
    /// Names that nothing may get, besides those that are read as something else.
    taken: BTreeSet<String>,
    /// The letters of the formula with what is around them, where that differs: `\mathbf{`, `r`.
    letters: Vec<(String, String)>,
    /// The letters of the formula without what is around them.
    cores: Vec<String>,
}

/// Alphabet and case.
#[derive(PartialEq, Eq, Clone, Copy)]
enum Style {
    Lower,
    Upper,
    GreekLower,
    GreekUpper,
    Other,
}

impl<'a> Chooser<'a> {
    /// Gathers what no symbol may be called: `fixed` names, reserved ones, those excluded by the
    /// operators of the formula.
    pub(super) fn new(
        rules: &'a RuleSet,
        stock: &'a Inventory,
        fixed: impl IntoIterator<Item = String>,
        atoms: &Atoms,
    ) -> Self {
        let table = &rules.symbols;
        let mut letters: Vec<(String, String)> = Vec::new();
        if atoms.symbols.iter().any(|s| !own_letter(&s.name)) {
            letters.extend(atoms.symbols.iter().map(|symbol| {
                let (before, core, _) = undecorated(&symbol.name);
                (before.to_owned(), core.to_owned())
            }));
        }
        let cores = atoms.symbols.iter();
        let cores = cores.map(|s| undecorated(&s.name).1.to_owned()).collect();
        let mut taken: BTreeSet<String> = fixed.into_iter().collect();
        let shapes: Vec<&str> = taken.iter().filter_map(|name| other_shape(name)).collect();
        taken.extend(shapes.into_iter().map(str::to_owned));
        taken.extend(table.reserved.iter().cloned());
        taken.extend(stock.mentioned.iter().cloned());
        // `χ` and `\chi` are one letter.
        let typed = atoms.symbols.iter().filter(|s| !s.name.is_ascii());
        taken.extend(typed.filter_map(|s| Some(other_spelling(&s.name)?.to_owned())));
        // What stands before the name of a unit is read beside it: `\mu\mathrm{F}`.
        let quantity = rules.vocabulary.find("quantity");
        if quantity.is_some_and(|op| stock.operators.contains(&op))
            || atoms
                .symbols
                .iter()
                .any(|s| s.name.starts_with(r"\mu\mathrm"))
        {
            taken.insert(r"\mu".to_owned());
        }
        let occurs = |op: &String| {
            rules
                .vocabulary
                .find(op)
                .is_some_and(|op| stock.operators.contains(&op))
        };
        taken.extend(
            table
                .excluded
                .iter()
                .filter(|(_, ops)| ops.iter().any(occurs))
                .map(|(name, _)| name.clone()),
        );
        let primed = rules.vocabulary.find("prime");
        if !stock.calls && primed.is_some_and(|op| stock.operators.contains(&op)) {
            taken.extend(UNWRITTEN.map(str::to_owned));
        }
        Self {
            letters,
            cores,
            beside: Beside::new(&rules.vocabulary, &stock.operators),
            rules,
            stock,
            taken,
        }
    }

    /// The names that a symbol may get, `own` first, each once.
    pub(super) fn candidates(&self, asked: Asked<'_>, own: &str) -> Vec<Candidate> {
        let (before, core, after) = undecorated(asked.source);
        let plain = before.is_empty();
        let table = &self.rules.symbols;
        let mut found: Vec<Candidate> = Vec::new();
        let mut add = |name: &str, how: How| {
            let name = match plain {
                true => Cow::Borrowed(name),
                false => Cow::Owned(format!("{before}{name}{after}")),
            };
            let known = found.iter().any(|c| c.name == name);
            if !known && (name == own || self.fits(&name, asked, core)) {
                let name = name.into_owned();
                found.push(Candidate { name, how });
            }
        };
        let groups = || {
            table
                .groups
                .iter()
                .filter(|g| g.role == asked.role && g.members.iter().any(|m| m == core))
        };
        let grouped = groups().next().is_some();
        let own_core = own
            .strip_prefix(before)
            .and_then(|o| o.strip_suffix(after))
            .unwrap_or(own);
        add(own_core, if grouped { How::Member } else { How::Other });
        for group in groups() {
            for member in &group.members {
                add(member, How::Member);
            }
        }
        let counts = matches!(
            asked.bound,
            Some(SlotSort::Positive | SlotSort::Natural | SlotSort::Integer)
        );
        if plain {
            for (name, extra) in &table.extra {
                if name == core {
                    extra.iter().for_each(|name| add(name, How::Other));
                }
            }
            if asked.role == Role::Variable && !counts {
                // What belongs to no group, `\Sigma` or `\ell`, is no number like another.
                if grouped && !core.starts_with(char::is_uppercase) && !groups().all(|g| g.closed) {
                    // `ax^2 + bx + c` has its unknown; a coefficient is called `x` by nobody there.
                    let stands_in = |name: &&String| {
                        let mut rivals = table
                            .groups
                            .iter()
                            .filter(|g| g.role == asked.role && g.members.contains(name));
                        !rivals.any(|g| {
                            !g.members.iter().any(|m| m == core)
                                && self.cores.iter().any(|letter| g.members.contains(letter))
                        })
                    };
                    let always = table.always.iter().filter(stands_in);
                    always.for_each(|name| add(name, How::Other));
                }
                table.stray.1.iter().for_each(|name| add(name, How::Stray));
            }
        }
        let (strays, mut found): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|c| c.how == How::Stray);
        found.truncate(MOST);
        found.extend(strays);
        found
    }

    /// Whether a new name cannot be misread; `old` is the letter of the symbol without what is around it.
    fn fits(&self, name: &str, asked: Asked<'_>, old: &str) -> bool {
        if self.is_taken(name) {
            return false;
        }
        // `\mathbf{r}` and `r`, one a function of the other, are hard to tell apart.
        let (before, core, _) = undecorated(name);
        let other = |(around, letter): &(String, String)| letter == core && around != before;
        if core != old && self.letters.iter().any(other) {
            return false;
        }
        let beside = &self.beside;
        let is_function_letter = self.rules.symbols.functions.iter().any(|f| f == name);
        let written_alone = matches!(
            asked.kind,
            Kind::Set | Kind::Event | Kind::Prop | Kind::Tuple | Kind::Text
        );
        match asked.role {
            Role::Function if self.stock.calls && !is_function_letter => return false,
            Role::Variable if is_function_letter && !written_alone => return false,
            _ => {}
        }
        // `\bar{z}` is a conjugate where nothing is known of it, `\bar{x}` none.
        let complex = |core: &str| matches!(core, "z" | "w");
        let conjugate = beside.conj && complex(old) && !complex(core);
        // `\cos t = \operatorname{Re} e^{it}` is about angles, which are not called `z`.
        let complex_by_custom = beside.complex && complex(core) && !complex(old);
        let constant = lined(name) && matches!(core, "e" | "i" | "j");
        if conjugate || complex_by_custom || complex(core) && lined(name) || constant {
            return false;
        }
        // A sign of changes and a `d` before a letter are no factors, `D_\mu` and `\gamma^\mu` are
        // operators, and `y^{(4)}` is a derivative.
        let told = match name {
            r"\delta" | r"\Delta" => true,
            "d" => beside.products,
            "x" | "y" | "z" | "t" | "s" | "u" | "v" | "w" | "r" | "p" | "q"
                if self.stock.letter_d =>
            {
                beside.products
            }
            "D" | r"\gamma" | r"\Gamma" => beside.indices,
            "y" => beside.numbered,
            _ => false,
        };
        if told && name != asked.source {
            return false;
        }
        // Beside no index `i` is the imaginary unit.
        if name == "i" && asked.source != "i" && asked.bound.is_none() && !beside.indices {
            return false;
        }
        // In upright fonts these are signs of their own.
        let sign = |name: &str| {
            matches!(
                name,
                r"\mathsf{i}" | r"\mathsf{j}" | r"\mathsf{e}" | r"\mathsf{d}"
            )
        };
        if sign(name) && name != asked.source {
            return false;
        }
        // A dot is a derivative by time.
        let dotted = |(around, _): &(String, String)| {
            around.contains(r"\dot{") || around.contains(r"\ddot{")
        };
        if name == "t" && asked.source != "t" && self.letters.iter().any(dotted) {
            return false;
        }
        // What is differentiated along all axes has coordinates that are not written.
        let coordinate = |name: &str| matches!(name, "x" | "y" | "z");
        if beside.spatial && coordinate(name) && !coordinate(asked.source) {
            return false;
        }
        // `X_n` goes through whole numbers.
        let index = |name: &str| matches!(name, "i" | "j" | "k" | "l" | "m" | "n" | "N" | "M");
        let steps = |name: &str| index(name) || matches!(name, "p" | "q" | "r" | "s");
        if beside.indices && index(asked.source) && !steps(name) {
            return false;
        }
        // The `i` of `e^{i x}` makes lines above letters conjugates.
        if asked.source == "i" && name != "i" && beside.conj {
            return false;
        }
        // Indices of tensors are Greek or Latin, not now the one, now the other.
        let greek = |name: &str| style(undecorated(name).1) == Style::GreekLower;
        if beside.indices && greek(asked.source) && !greek(name) {
            return false;
        }
        // `x^\mu` has an index, `Y^\mu` is a power, by the letter below.
        if self.stock.raised && latex::component(name) && !latex::component(asked.source) {
            return false;
        }
        let (from, to) = (style(old), style(core));
        // `\partial_\mu` has an index, `\partial_x` is a derivative: letters keep to their kind.
        if beside.indexed && latex::coordinate(name) && !latex::coordinate(asked.source) {
            return false;
        }
        // `\nabla_x` is a gradient, `\nabla_\mu` and `\nabla_X` are covariant derivatives.
        if beside.axes && latex::axis(old) != latex::axis(core) {
            return false;
        }
        // `\Delta s` is a change, `\Delta u` may be a Laplacian.
        if beside.changes && latex::solves(name) != latex::solves(asked.source) {
            return false;
        }
        // `\partial^n` is a power, `\partial^\mu` has an index.
        let order = |name: &str| matches!(name, "n" | "m" | "k");
        if beside.lifted && order(name) != order(asked.source) && own_letter(name) {
            return false;
        }
        // `P^\mu` is a component of a vector.
        let component = matches!(name, r"\mu" | r"\nu");
        if component && from != Style::GreekLower && beside.pow {
            return false;
        }
        // What is said of remainders is meant for primes where letters are usual for these.
        let prime = |name: &str| matches!(name, "p" | "q");
        if beside.divides && prime(name) != prime(asked.source) {
            return false;
        }
        // A small letter is no event.
        if from == Style::Upper && to != Style::Upper && beside.events {
            return false;
        }
        // `(x)_n` is Pochhammer's symbol, `x^n` a power beside `x_n`.
        let counted = beside.steps && latex::counts(asked.source) && !latex::counts(name);
        let pochhammer = beside.rising && from != to;
        if counted
            || pochhammer
            || beside.raised && latex::exponent(asked.source) && !latex::exponent(name)
        {
            return false;
        }
        // `[A, B]` is a commutator, `[a, b]` an interval.
        let (matrices, ends) = latex::alike(asked.source, name);
        if beside.paired && ((from == Style::Upper) != (to == Style::Upper) || !ends) {
            return false;
        }
        // `A\mathbf{x}` is a product with a matrix, `G\mathbf{x}` with a number.
        if beside.linear && !matrices {
            return false;
        }
        // A capital letter may be a matrix, an event, a value of `P`.
        let capital = from != Style::Upper && to == Style::Upper;
        if capital && beside.capitals {
            return false;
        }
        // `f[g]` applies some letters to what is in square brackets.
        if beside.applied && (functional(name) != functional(asked.source)) {
            return false;
        }
        // `F[x]` applies a capital letter, some letters are rings.
        let upper = |style: Style| matches!(style, Style::Upper | Style::GreekUpper);
        let ring = |name: &str| matches!(name, "K" | "k" | "F" | "R");
        if (beside.applied || beside.adjoin)
            && (upper(from) && !upper(to) || ring(name) != ring(asked.source))
        {
            return false;
        }
        // Which letters a condition binds is told by what they are.
        let chosen = asked.bound == Some(SlotSort::Any) && beside.conditions;
        if chosen && latex::selects(asked.source) != latex::selects(name) {
            return false;
        }
        // The kind of what runs to infinity is told by its letter.
        let whole = |name: &str| matches!(name, "i" | "j" | "k" | "l" | "m" | "n" | "N");
        if asked.bound == Some(SlotSort::Real) && whole(name) && !whole(asked.source) {
            return false;
        }
        // `E(x)`, `P(x)`
        if asked.role == Role::Function && matches!(name, "E" | "P") {
            return false;
        }
        match asked.kind {
            // What is told from numbers by its letters keeps the look of its letters.
            Kind::Set | Kind::Event | Kind::Mat | Kind::Rv | Kind::Vec => from == to,
            // A word of points is made of single capitals.
            Kind::Point => to == Style::Upper && name.len() == 1,
            // `a^c` as `A^c` would be a complement.
            _ => from == Style::Upper || to != Style::Upper || !beside.pow,
        }
    }

    /// Whether nothing may get a name.
    fn is_taken(&self, name: &str) -> bool {
        let spoken = &self.rules.symbols.spoken;
        self.taken.contains(name) || spoken.binary_search_by(|s| s.as_str().cmp(name)).is_ok()
    }

    /// A name for a bound name that the source does not have, the same for the same `used` names.
    pub(super) fn spare(&self, sort: SlotSort, used: &dyn Fn(&str) -> bool) -> String {
        let usual: &[&str] = match sort {
            SlotSort::Positive | SlotSort::Natural | SlotSort::Integer => {
                &["k", "n", "m", "j", "l", "i", "r", "s", "q", "p"]
            }
            SlotSort::Real => &["t", "s", "x", "y", "z", "r", "w", "q"],
            SlotSort::Any | SlotSort::Prime => &["x", "y", "z", "w", "a", "b", "s", "t"],
        };
        let greek = [
            "\\lambda", "\\mu", "\\nu", "\\xi", "\\eta", "\\tau", "\\kappa", "\\omega",
        ];
        let free = usual
            .iter()
            .chain(&greek)
            .find(|name| !self.is_taken(name) && !used(name));
        free.map_or_else(
            || {
                let nth = (0..).map(|n| format!("t_{{{n}}}")).find(|name| !used(name));
                nth.unwrap_or_default()
            },
            |name| (*name).to_owned(),
        )
    }
}

/// Whether a name is a letter without anything around it.
fn own_letter(name: &str) -> bool {
    undecorated(name).0.is_empty()
}

/// Which letters are applied alike to what stands in square brackets after them.
fn functional(name: &str) -> u8 {
    match name {
        "f" | "g" | "h" | r"\phi" | r"\varphi" | r"\psi" => 1,
        "p" | "e" | "s" | "m" => 2,
        _ => 0,
    }
}

/// Whether a name has a line above it.
fn lined(name: &str) -> bool {
    name.starts_with(r"\bar{") || name.starts_with(r"\overline{")
}

fn style(name: &str) -> Style {
    let (greek, word) = name
        .strip_prefix('\\')
        .map_or((false, name), |word| (true, word));
    match (greek, word.chars().next()) {
        (false, Some(c)) if c.is_ascii_lowercase() => Style::Lower,
        (false, Some(c)) if c.is_ascii_uppercase() => Style::Upper,
        (true, Some(c)) if c.is_ascii_lowercase() => Style::GreekLower,
        (true, Some(c)) if c.is_ascii_uppercase() => Style::GreekUpper,
        _ => Style::Other,
    }
}

/// Whether two names are of the same alphabet and case.
pub(super) fn same_look(one: &str, other: &str) -> bool {
    style(undecorated(one).1) == style(undecorated(other).1)
}
