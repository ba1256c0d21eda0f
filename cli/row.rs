//! A row of output: one version and what is known of it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::csv;
use crate::rules::Fnv;

/// The counterexample of a version that is false: what symbols are there, and what is known besides.
/// Versions of the same falsehood share its texts.
pub type Witness = BTreeMap<Arc<str>, Arc<str>>;

/// A version. The field names are stable.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Replays the row: see [`Id`].
    pub id: String,
    /// The LaTeX it came from.
    pub source: Arc<str>,
    /// The version.
    pub text: String,
    /// Whether it is equivalent to the source.
    pub label: bool,
    /// Whether it is a text with formulas in it.
    pub is_text: bool,
    /// Symbols that were renamed, with their new names.
    pub substitution: BTreeMap<String, String>,
    /// Equivalences that this form uses.
    pub rules: Vec<String>,
    /// Falsifications, in order.
    pub strategies: Arc<[Strategy]>,
    /// Forms of notations, in order of writing; only with `--trace`.
    pub notations: Vec<String>,
    /// How the label is known: `derived` for what follows by rules.
    pub verdict: Cow<'static, str>,
    /// The counterexample of a version that is false.
    pub witness: Option<Witness>,
    /// The identity it belongs to.
    pub identity: Option<String>,
    /// The name of that identity.
    pub name: Option<String>,
    /// The seed.
    pub seed: u64,
    /// The number of the row among the versions of its source, from 0.
    pub index: u64,
    /// The syntax of the version, when it is not LaTeX.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// How many tokens of a falsified version are not those of its source, both in the usual
    /// notation and with the names of the source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<u32>,
    /// The share of tokens that both have, from 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shared: Option<f64>,
}

/// The names of the fields, in order.
pub const COLUMNS: [&str; 18] = [
    "id",
    "source",
    "text",
    "label",
    "is_text",
    "substitution",
    "rules",
    "strategies",
    "notations",
    "verdict",
    "witness",
    "identity",
    "name",
    "seed",
    "index",
    "target",
    "distance",
    "shared",
];

impl Row {
    /// Adds the row as a record of CSV: lists and maps as JSON, null as nothing.
    pub fn csv(&self, out: &mut Vec<u8>) {
        let row = json!(self);
        let fields = COLUMNS.map(|name| match &row[name] {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            value => value.to_string(),
        });
        csv::write(fields.iter().map(String::as_str), out);
    }
}

/// One falsification.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strategy {
    /// What was done.
    pub strategy: String,
    /// By which rule.
    pub rule: String,
    /// The part before.
    pub before: String,
    /// The part after.
    pub after: String,
}

/// What decides a row besides its source, its seed and its index; part of its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// A hash of the rules.
    pub rules: u64,
    /// `n`, `s` or `a`: the tier asked for.
    pub tier: char,
    /// `w`, `u` or `l`: weighted, uniform or all in order; `f` for falsified versions.
    pub choice: char,
    /// Whether symbols were renamed.
    pub substitute: bool,
    /// The size budget in percent of the source.
    pub size: u32,
}

/// A row's id: `HASH-SETUP-SEED-INDEX`.
///
/// `HASH` is 50 bits, in base 32, of the source and the rules; `SETUP` is the tier (`n`, `s`,
/// `a`), the choice (`w` weighted, `u` uniform, `l` listed in order, `f` falsified), `s` or `k` for symbols
/// substituted or kept, and the size budget in percent. Source, setup, seed and index make the
/// row again; the hash tells whether the rules are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Id {
    /// Of the source and the rules.
    pub hash: u64,
    /// The setup; its `rules` are part of the hash.
    pub setup: Setup,
    /// The seed.
    pub seed: u64,
    /// The number of the row among the versions of its source.
    pub index: u64,
}

const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

impl Id {
    /// The id of a row.
    pub fn new(source: &str, setup: Setup, seed: u64, index: u64) -> Self {
        let mut hash = Fnv::default();
        hash.add(&setup.rules.to_le_bytes());
        hash.add(source.as_bytes());
        let folded = hash.0 ^ hash.0.rotate_right(29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self {
            hash: folded >> 14,
            setup,
            seed,
            index,
        }
    }

    /// Reads an id; the hash of the rules in the setup is not known from it.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let hash = parts.next()?.bytes().try_fold(0_u64, |hash, byte| {
            let digit = DIGITS.iter().position(|d| *d == byte)? as u64;
            hash.checked_mul(32)?.checked_add(digit)
        })?;
        let setup = parts.next()?;
        let mut letters = setup.chars();
        let tier = letters.next().filter(|c| "nsa".contains(*c))?;
        let choice = letters.next().filter(|c| "wulf".contains(*c))?;
        let substitute = letters.next().filter(|c| "sk".contains(*c))? == 's';
        let size = letters.as_str().parse().ok()?;
        let setup = Setup {
            rules: 0,
            tier,
            choice,
            substitute,
            size,
        };
        let (seed, index) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        parts.next().is_none().then_some(Self {
            hash,
            setup,
            seed,
            index,
        })
    }
}

impl std::fmt::Display for Id {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut digits = [0; 10];
        for (place, digit) in digits.iter_mut().rev().enumerate() {
            *digit = DIGITS[(self.hash >> (5 * place)) as usize % 32];
        }
        let hash = String::from_utf8_lossy(&digits);
        let Setup {
            tier,
            choice,
            substitute,
            size,
            ..
        } = self.setup;
        let names = if substitute { 's' } else { 'k' };
        write!(
            f,
            "{hash}-{tier}{choice}{names}{size}-{}-{}",
            self.seed, self.index
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_as_they_are_written() {
        let setup = Setup {
            rules: 7,
            tier: 's',
            choice: 'w',
            substitute: true,
            size: 140,
        };
        let id = Id::new("a+b", setup, 3, 12);
        let read = Id::parse(&id.to_string()).expect("an id");
        assert_eq!(read.to_string(), id.to_string());
        assert_eq!((read.hash, read.seed, read.index), (id.hash, 3, 12));
        assert_ne!(id.hash, Id::new("a+c", setup, 3, 12).hash);
        for broken in [
            "",
            "x",
            "abc-sws140-1",
            "abc-sws140-1-2-3",
            "abc-zws140-1-2",
            "ilou-sws140-0-0",
        ] {
            assert_eq!(Id::parse(broken), None, "{broken}");
        }
    }
}
