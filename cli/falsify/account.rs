//! The account of a falsified row: what was changed by which rules, and how it is known to be false.

use serde_json::{Value, json};

use crate::row::{Row, Strategy};
use crate::rules::Loaded;
use crate::witness::{Checked, POINT, SOURCE, TEXT};

/// A falsified row with what a check of it found.
pub struct Account<'a> {
    /// The row.
    pub row: &'a Row,
    /// What became of it when it was read and evaluated again.
    pub checked: Checked,
    /// The rules.
    pub loaded: &'a Loaded,
}

impl Account<'_> {
    /// For people.
    pub fn text(&self) -> String {
        let row = self.row;
        let mut text = String::new();
        for part in &*row.strategies {
            text += &format!("{}: {}\n", part.strategy, self.doc(part));
            text += &format!("    {}\n  → {}\n", part.before, part.after);
        }
        for (old, new) in &row.substitution {
            text += &format!("renamed  {old} → {new}\n");
        }
        for id in &row.rules {
            let rule = self.loaded.rules.equivalence(id);
            text += &format!("uses     {id}: {}\n", rule.map_or("", |rule| &rule.doc));
        }
        if let Some(witness) = &row.witness {
            let fixed = [SOURCE, TEXT, POINT];
            let values = witness
                .iter()
                .filter(|(key, _)| !fixed.contains(&key.as_ref()));
            let values: Vec<String> = values
                .map(|(key, value)| format!("{key} = {value}"))
                .collect();
            if !values.is_empty() {
                text += &format!("at       {}\n", values.join(", "));
            }
            for key in fixed {
                if let Some(said) = witness.get(key) {
                    text += &format!("{key:<9}{said}\n");
                }
            }
        }
        text + &format!("{}: {}\n", row.verdict, self.finding())
    }

    /// For programs.
    pub fn json(&self) -> String {
        let row = self.row;
        let strategies: Vec<Value> = row
            .strategies
            .iter()
            .map(|part| {
                let mut value = json!(part);
                value["doc"] = self.doc(part).into();
                value
            })
            .collect();
        let checked = match &self.checked {
            Checked::Right => "right",
            Checked::Wrong(_) => "wrong",
            Checked::Open(_) => "open",
        };
        let value = json!({
            "from": row.source, "to": row.text, "derived": false, "verdict": row.verdict,
            "strategies": strategies, "rules": row.rules, "renaming": row.substitution,
            "witness": row.witness, "checked": checked, "finding": self.finding(),
        });
        format!("{value:#}\n")
    }

    /// What a rule does, by its own words; whose statement it is where no rule was used.
    fn doc(&self, part: &Strategy) -> String {
        let rules = &self.loaded.rules;
        let rule = rules
            .falsifications
            .iter()
            .find(|rule| rule.id == part.rule);
        let strategy = || rules.strategies.iter().find(|s| s.id == part.strategy);
        match rule {
            Some(rule) => format!("{}: {}", part.rule, rule.doc),
            None => format!("{}: {}", part.rule, strategy().map_or("", |s| &s.doc)),
        }
    }

    fn finding(&self) -> &str {
        match &self.checked {
            Checked::Right => "source and version differ at the witness, evaluated again",
            Checked::Wrong(why) | Checked::Open(why) => why,
        }
    }
}
