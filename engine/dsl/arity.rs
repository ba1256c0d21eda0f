//! How many arguments an operator of a pattern takes.

use super::patterns::Side;
use super::source::Report;
use crate::pattern::Pattern;
use crate::vocabulary::Operator;

/// Checks the arguments of a node; `None` after a complaint.
pub(super) fn check(
    operator: &Operator,
    at: &str,
    head: &str,
    args: &[Pattern],
    side: Side,
    report: &mut Report<'_, '_>,
) -> Option<()> {
    let rests = args
        .iter()
        .filter(|a| matches!(a, Pattern::Rest(_)))
        .count();
    let count = args.len() - rests;
    if rests > 0 && !operator.signatures.iter().any(|s| s.variadic) {
        report.error(
            "arity",
            at,
            format!("`{head}` does not take any number of arguments"),
            "so it takes no `..` variable",
        );
        return None;
    }
    if rests > 1 && side == Side::Left {
        report.error(
            "pattern",
            at,
            "a pattern has at most one rest variable a node",
            "several here",
        );
        return None;
    }
    let least = if operator.assoc { 2 } else { 0 };
    let fits = rests > 0 || (count >= least && operator.signatures.iter().any(|s| s.takes(count)));
    if !fits {
        let message = format!("`{head}` takes {}, not {count}", arities(operator));
        report.error("arity", at, message, "");
        return None;
    }
    Some(())
}

fn arities(operator: &Operator) -> String {
    let mut counts: Vec<String> = Vec::new();
    for s in &operator.signatures {
        let least = if operator.assoc {
            s.args.len().max(2)
        } else {
            s.args.len()
        };
        let words = match (least, s.variadic) {
            (n, true) => format!("{n} or more arguments"),
            (0, false) => "no arguments".into(),
            (1, false) => "one argument".into(),
            (n, false) => format!("{n} arguments"),
        };
        if !counts.contains(&words) {
            counts.push(words);
        }
    }
    counts.join(" or ")
}
