//! The names that a symbol may get.

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use super::inventory::Inventory;
use super::unit::{Candidate, How};
use crate::latex;
use crate::rules::{Role, RuleSet};
use crate::term::SlotSort;
use crate::vocabulary::{Kind, ReadForm, Vocabulary};

/// At most this many names for one symbol, stray letters apart.
const MOST: usize = 40;

/// Operators beside which a capital letter says something that a small one does not.
const CAPITALS_SAY: &[&str] = &[
    "mul",
    "scale",
    "matmul",
    "matrix",
    "prob",
    "condprob",
    "expect",
    "condexpect",
    "var",
    "cov",
    "call",
    "dot",
    "vecprod",
    "conj",
    "rising",
];

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
    /// The operators of the formula and of its forms.
    operators: Vec<&'a str>,
    /// Names that nothing may get.
    taken: FxHashSet<Cow<'a, str>>,
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
    /// operators of the formula, those that are read as something else.
    pub(super) fn new(
        rules: &'a RuleSet,
        stock: &'a Inventory,
        fixed: impl IntoIterator<Item = String>,
    ) -> Self {
        let table = &rules.symbols;
        let operators = stock.operators.iter();
        let operators: Vec<&str> = operators
            .filter_map(|op| Some(rules.vocabulary.operator(*op)?.name.as_str()))
            .collect();
        let occurs = |op: &String| operators.contains(&op.as_str());
        let excluded = table.excluded.iter();
        let excluded = excluded.filter(|(_, ops)| ops.iter().any(occurs));
        let mut taken: FxHashSet<Cow<'_, str>> = fixed.into_iter().map(Cow::Owned).collect();
        let names = table.reserved.iter().chain(&stock.mentioned);
        let names = names.chain(excluded.map(|(name, _)| name));
        taken.extend(names.map(|name| Cow::Borrowed(name.as_str())));
        taken.extend(spoken_for(&rules.vocabulary).map(Cow::Borrowed));
        Self {
            rules,
            stock,
            operators,
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
            let name = format!("{before}{name}{after}");
            if (name == own || self.fits(&name, asked)) && !found.iter().any(|c| c.name == name) {
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
                if !core.starts_with(char::is_uppercase) {
                    table.always.iter().for_each(|name| add(name, How::Other));
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

    /// Whether a new name cannot be misread.
    fn fits(&self, name: &str, asked: Asked<'_>) -> bool {
        if self.taken.contains(name) {
            return false;
        }
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
        let complex = |name: &str| matches!(undecorated(name).1, "z" | "w");
        let conjugate = self.has("conj") && complex(asked.source) && !complex(name);
        let constant = lined(name) && matches!(undecorated(name).1, "e" | "i" | "j");
        if conjugate || complex(name) && lined(name) || constant {
            return false;
        }
        // A sign of changes and a `d` before a letter are no factors, `D_\mu` and `\gamma^\mu` are
        // operators, and `y^{(4)}` is a derivative.
        let products = || self.has("mul") || self.has("opmul");
        let indices = || self.has("idx") || self.has("up");
        let told = match name {
            r"\delta" | r"\Delta" => true,
            "d" => products(),
            "x" | "y" | "z" | "t" | "s" | "u" | "v" | "w" | "r" | "p" | "q"
                if self.stock.letter_d =>
            {
                products()
            }
            "D" | r"\gamma" | r"\Gamma" => indices(),
            "y" => self.has("numbered"),
            _ => false,
        };
        if told && name != asked.source {
            return false;
        }
        // The `i` of `e^{i x}` makes lines above letters conjugates.
        if asked.source == "i" && name != "i" && self.has("conj") {
            return false;
        }
        // `x^\mu` has an index, `Y^\mu` is a power, by the letter below.
        if self.stock.raised && latex::component(name) && !latex::component(asked.source) {
            return false;
        }
        let (from, to) = (
            style(undecorated(asked.source).1),
            style(undecorated(name).1),
        );
        // `\partial_\mu` has an index, `\partial_x` is a derivative: letters keep to their kind.
        let indexed = ["partialdown", "partialup"].iter().any(|op| self.has(op));
        if indexed && latex::coordinate(name) && !latex::coordinate(asked.source) {
            return false;
        }
        // `\partial^n` is a power, `\partial^\mu` has an index.
        let order = |name: &str| matches!(name, "n" | "m" | "k");
        let lifted = ["partialup", "partialpow"].iter().any(|op| self.has(op));
        if lifted && order(name) != order(asked.source) && own_letter(name) {
            return false;
        }
        // `P^\mu` is a component of a vector.
        let component = matches!(name, r"\mu" | r"\nu");
        if component && style(undecorated(asked.source).1) != Style::GreekLower && self.has("pow") {
            return false;
        }
        // A small letter is no event.
        let events = ["prob", "condprob", "expect", "condexpect"];
        if from == Style::Upper && to != Style::Upper && events.iter().any(|op| self.has(op)) {
            return false;
        }
        // `(x)_n` is Pochhammer's symbol, `x^n` a power beside `x_n`.
        let steps = ["rising", "falling"];
        let counted = steps.iter().any(|op| self.has(op))
            && latex::counts(asked.source)
            && !latex::counts(name);
        let pochhammer = self.has("rising") && from != to;
        let powers = ["pow", "matpow", "fpow", "setpow", "partialpow"];
        let raised = powers.iter().any(|op| self.has(op)) && self.has("idx");
        if counted
            || pochhammer
            || raised && latex::exponent(asked.source) && !latex::exponent(name)
        {
            return false;
        }
        // `[A, B]` is a commutator, `[a, b]` an interval.
        let paired = ["interval-cc", "commutator"].iter().any(|op| self.has(op));
        let (matrices, ends) = latex::alike(asked.source, name);
        if paired && ((from == Style::Upper) != (to == Style::Upper) || !ends) {
            return false;
        }
        // `A\mathbf{x}` is a product with a matrix, `G\mathbf{x}` with a number.
        let linear = ["matmul", "scale"].iter().any(|op| self.has(op));
        if linear && !matrices {
            return false;
        }
        // A capital letter may be a matrix, an event, a value of `P`.
        let capital = from != Style::Upper && to == Style::Upper;
        if capital && CAPITALS_SAY.iter().any(|op| self.has(op)) {
            return false;
        }
        // `F[x]` applies a capital letter, some letters are rings.
        let upper = |style: Style| matches!(style, Style::Upper | Style::GreekUpper);
        let ring = |name: &str| matches!(name, "K" | "k" | "F" | "R");
        let applied = self.has("callsquare");
        if (applied || self.has("adjoin"))
            && (upper(from) && !upper(to) || ring(name) != ring(asked.source))
        {
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
            _ => from == Style::Upper || to != Style::Upper || !self.has("pow"),
        }
    }

    fn has(&self, op: &str) -> bool {
        self.operators.contains(&op)
    }

    /// A name for a bound name that the source does not have, the same for the same `used` names.
    pub(super) fn spare(&self, sort: SlotSort, used: &dyn Fn(&str) -> bool) -> String {
        let usual: &[&str] = match sort {
            SlotSort::Positive | SlotSort::Natural | SlotSort::Integer => {
                &["k", "n", "m", "j", "l", "i", "r", "s", "q", "p"]
            }
            SlotSort::Real => &["t", "s", "x", "y", "z", "r", "w", "q"],
            SlotSort::Any => &["x", "y", "z", "w", "a", "b", "s", "t"],
        };
        let greek = [
            "\\lambda", "\\mu", "\\nu", "\\xi", "\\eta", "\\tau", "\\kappa", "\\omega",
        ];
        let free = usual
            .iter()
            .chain(&greek)
            .find(|name| !self.taken.contains(**name) && !used(name));
        free.map_or_else(
            || {
                let nth = (0..).map(|n| format!("t_{{{n}}}")).find(|name| !used(name));
                nth.unwrap_or_default()
            },
            |name| (*name).to_owned(),
        )
    }
}

/// Control words that the vocabulary reads as something other than a symbol.
fn spoken_for(vocabulary: &Vocabulary) -> impl Iterator<Item = &str> {
    let spellings = vocabulary
        .reads
        .iter()
        .flat_map(|reading| match &reading.form {
            ReadForm::Infix { tex, .. }
            | ReadForm::Prefix { tex, .. }
            | ReadForm::Postfix { tex, .. }
            | ReadForm::Command { tex, .. }
            | ReadForm::Function { tex, .. }
            | ReadForm::Bound { tex, .. }
            | ReadForm::Constant { tex, .. }
            | ReadForm::Operatorname { tex, .. } => &tex[..],
            ReadForm::Fence { .. } | ReadForm::Juxtapose { .. } | ReadForm::Shape { .. } => &[],
        });
    spellings
        .map(String::as_str)
        .filter(|tex| tex.starts_with('\\'))
}

/// Splits `\mathbf{v}` into `\mathbf{`, `v` and `}`; the first part is empty for a plain name.
pub(super) fn undecorated(name: &str) -> (&str, &str, &str) {
    // `\hat{\mathbf{v}}` too.
    if let Some(open) = name.rfind('{')
        && name.starts_with('\\')
    {
        let inner = name[open + 1..].trim_end_matches('}');
        let (depth, closing) = (
            name.matches('{').count(),
            name.len() - open - 1 - inner.len(),
        );
        if depth == closing {
            let after = &name[name.len() - closing..];
            return (&name[..=open], inner, after);
        }
    }
    ("", name, "")
}

/// Whether a name is a letter without anything around it.
fn own_letter(name: &str) -> bool {
    undecorated(name).0.is_empty()
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
