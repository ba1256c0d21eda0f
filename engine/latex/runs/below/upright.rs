//! Upright words in scripts that are labels though operators are called so: `V_{\text{in}}`.

use super::{PROPERTIES, ends_operand};
use crate::latex::parse::{is_text, joins};
use crate::latex::runs::{Run, Script};
use crate::latex::table::{Role, Roles, Table};
use crate::latex::token::{Class, Entry, Token};

/// Whether the token at this place, before a script, is a sign that binds.
pub(super) fn bounds(table: &Table, tokens: &[Token<'_>], base: usize) -> bool {
    let token = &tokens[base];
    if matches!(token.key.as_ref(), r"\limits" | r"\nolimits") {
        return true;
    }
    let mut roles = table.lookup(&tokens[base..]);
    roles.any(|(role, _)| matches!(role, Role::Bound { .. }))
}

/// The upright words in scripts below symbols that are labels though operators are called so, and
/// those that say something of what a sign is taken over.
pub(in crate::latex::runs) fn labels<'t>(
    tokens: &[Token<'t>],
    table: &Table,
) -> Vec<(Run, Token<'t>)> {
    let mut found = Vec::new();
    let mut around: Vec<Script> = Vec::new();
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    for (at, token) in tokens.iter().enumerate() {
        match token.class {
            Class::Open => around.push(match at.checked_sub(1).map_or("", key) {
                "_" => Script::Below(at - 1),
                "^" => Script::Above(at - 1),
                _ => Script::None,
            }),
            Class::Close => {
                around.pop();
            }
            Class::Name | Class::Words => {
                // `V_\text{in}`
                let bare = at > 0 && key(at - 1) == "_";
                let sign = match around.last().copied() {
                    _ if bare => at - 1,
                    Some(Script::Below(sign)) => sign,
                    // `V^{\text{in}}`
                    Some(Script::Above(sign)) if joins_operands(table, &tokens[at..]) => sign,
                    _ => continue,
                };
                let Some(base) = sign.checked_sub(1) else {
                    continue;
                };
                let word = token.key.split_once('{').map_or("", |(_, rest)| rest);
                let word = word.strip_suffix('}').unwrap_or(word).trim();
                let own = Run { at, length: 1 };
                if bounds(table, tokens, base) {
                    let said = token.class == Class::Name
                        && PROPERTIES.contains(&word)
                        && at
                            .checked_sub(1)
                            .is_some_and(|before| ends_operand(&tokens[before]));
                    if said {
                        let mut spelled = token.clone();
                        spelled.respell("");
                        spelled.class = Class::Words;
                        spelled.key = format!(r"\text{{{word}}}").into();
                        found.push((own, spelled));
                    }
                    continue;
                }
                // `x^{(\text{neg})}`
                let enclosed = key(at - 1) == "(" && key(at + 1) == ")";
                let first = enclosed || bare || matches!(key(at - 1), "{" | "," | ";");
                let last = enclosed || bare || matches!(key(at + 1), "}" | "," | ";");
                // `I_{\text{E}n}`
                let before_index = key(at - 1) == "{"
                    && word.len() == 1
                    && tokens.get(at + 1).is_some_and(|t| t.class == Class::Letter);
                let letters = word.bytes().all(|b| b.is_ascii_alphabetic());
                let upright = [
                    "\\text{",
                    "\\mathrm{",
                    "\\textrm{",
                    "\\mbox{",
                    "\\operatorname{",
                    "\\textnormal{",
                    "\\hbox{",
                ]
                .iter()
                .any(|font| token.key.starts_with(font));
                if !letters || word.is_empty() || !upright || !(first && last || before_index) {
                    continue;
                }
                let beside = !enclosed && !bare && (key(at - 1) != "{" || key(at + 1) != "}");
                let said = beside && last && is_text(token) && joins(word, &table.lexicon);
                // An upright index is no imaginary unit.
                let index = first && last && matches!(word, "i" | "j");
                let named = index || before_index && takes_argument(table, &tokens[at..]);
                if said || named || joins_operands(table, &tokens[at..]) {
                    let mut spelled = token.clone();
                    spelled.key = format!(r"\mathrm{{{word}}}").into();
                    (spelled.entry, spelled.roles) = (Entry::Listed(0), Roles::NONE);
                    spelled.class = Class::Name;
                    found.push((own, spelled));
                }
            }
            _ => {}
        }
    }
    found
}

/// Whether the name here stands between operands, before or behind one.
fn joins_operands(table: &Table, tokens: &[Token<'_>]) -> bool {
    let mut roles = table.lookup(tokens);
    roles.any(|(role, _)| {
        matches!(
            role,
            Role::Infix { .. } | Role::Prefix { .. } | Role::Postfix { .. }
        )
    })
}

/// Whether the name here is that of a function.
fn takes_argument(table: &Table, tokens: &[Token<'_>]) -> bool {
    let mut roles = table.lookup(tokens);
    roles.any(|(role, _)| matches!(role, Role::Function { .. } | Role::Operatorname { .. }))
}
