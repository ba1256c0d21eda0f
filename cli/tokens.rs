//! The tokens of LaTeX that formulas consist of, by how often they occur.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::Value;

use crate::eval::bags;
use crate::passages::{Passages, formulas};

/// `tokens`.
#[derive(Args, Debug)]
pub struct Tokens {
    #[command(flatten)]
    pub passages: Passages,
    /// Leave out what a vocabulary has: one token a line (vocab.txt), or tokenizer.json
    #[arg(long, value_name = "FILE")]
    pub vocabulary: Option<std::path::PathBuf>,
    /// How many tokens
    #[arg(short = 'n', long, default_value_t = 300, value_name = "N")]
    pub number: usize,
    /// Write how often each occurs, too
    #[arg(long)]
    pub counts: bool,
    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<std::path::PathBuf>,
}

/// The most frequent tokens that a vocabulary lacks, with their numbers; equally frequent ones in
/// the order of their names. Single letters and digits are no tokens of LaTeX.
///
/// # Errors
/// When a text cannot be read.
pub fn frequent(
    texts: impl Iterator<Item = Result<String>>,
    known: &BTreeSet<String>,
    number: usize,
) -> Result<Vec<(String, u64)>> {
    let mut counts: HashMap<String, u64> = HashMap::new();
    for text in texts {
        let text = text?;
        for formula in formulas(&text) {
            for token in bags::tokens(&text[formula]) {
                if token.starts_with(|c: char| c.is_alphanumeric()) {
                    continue;
                }
                match counts.get_mut(token) {
                    Some(count) => *count += 1,
                    None => {
                        counts.insert(token.to_owned(), 1);
                    }
                }
            }
        }
    }
    let mut tokens: Vec<(String, u64)> = counts.into_iter().collect();
    tokens.retain(|(token, _)| !known.contains(token));
    tokens.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    tokens.truncate(number);
    Ok(tokens)
}

/// The tokens of a vocabulary.
///
/// # Errors
/// When it cannot be read.
pub fn vocabulary(path: &Path) -> Result<BTreeSet<String>> {
    let read = || format!("cannot read {}", path.display());
    let text = std::fs::read_to_string(path).with_context(read)?;
    if path.extension().is_none_or(|e| e != "json") {
        return Ok(text
            .lines()
            .map(|line| line.trim_end_matches('\r').to_owned())
            .collect());
    }
    let json: Value = serde_json::from_str(&text).with_context(read)?;
    let mut tokens: BTreeSet<String> = match &json["model"]["vocab"] {
        Value::Object(tokens) => tokens.keys().cloned().collect(),
        Value::Array(tokens) => tokens
            .iter()
            .filter_map(|pair| pair[0].as_str())
            .map(str::to_owned)
            .collect(),
        _ => bail!(
            "{}: this is no tokenizer.json: there is no model.vocab",
            path.display()
        ),
    };
    let added = json["added_tokens"].as_array().into_iter().flatten();
    tokens.extend(
        added
            .filter_map(|token| token["content"].as_str())
            .map(str::to_owned),
    );
    Ok(tokens)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_of_formulas_are_counted() {
        let texts = [
            r"\alpha_1+\alpha_2",
            r"The \emph{angle} $\alpha<\beta$.",
            r"\beta+x",
        ];
        let texts = || texts.iter().map(|text| Ok((*text).to_owned()));
        let known = BTreeSet::from(["_".to_owned()]);
        let found = frequent(texts(), &known, 3).expect("texts");
        let found: Vec<_> = found
            .iter()
            .map(|(token, n)| (token.as_str(), *n))
            .collect();
        assert_eq!(found, [(r"\alpha", 3), ("+", 2), (r"\beta", 2)]);
    }
}
