//! Values in the order that a statement asks for.

use super::form::name;
use super::nearness::real;
use crate::eval::Point;
use crate::term::{Head, Term};
use crate::vocabulary::Vocabulary;

/// Exchanges the values of symbols until those that a statement compares are in that order.
pub(super) fn arrange(statement: &Term, point: &mut Point, vocabulary: &Vocabulary) {
    let mut links: Vec<(u32, u32)> = Vec::new();
    ordered(statement, vocabulary, &mut links);
    exchange(&links, point);
}

/// Exchanges values until each pair of symbols is in order.
pub(super) fn exchange(links: &[(u32, u32)], point: &mut Point) {
    let number = |point: &Point, s: u32| point.values.get(&s).and_then(real);
    for _ in 0..links.len().min(8) {
        let mut moved = false;
        for &(low, high) in links {
            if let (Some(x), Some(y)) = (number(point, low), number(point, high))
                && x > y
                && let (Some(a), Some(b)) = (
                    point.values.get(&low).cloned(),
                    point.values.get(&high).cloned(),
                )
            {
                point.values.insert(low, b);
                point.values.insert(high, a);
                moved = true;
            }
        }
        if !moved {
            return;
        }
    }
}

/// Pairs of symbols of which a statement says that the first is the smaller one.
fn ordered(statement: &Term, vocabulary: &Vocabulary, links: &mut Vec<(u32, u32)>) {
    let mut link = |a: &Term, sign: &str, b: &Term| {
        if let (Head::Symbol(x), Head::Symbol(y)) = (a.op.head(), b.op.head()) {
            match sign {
                "lt" | "le" => links.push((x, y)),
                "gt" | "ge" => links.push((y, x)),
                _ => {}
            }
        }
    };
    match (name(statement, vocabulary), &*statement.args) {
        ("chain", sides) => {
            for three in sides.windows(3).step_by(2) {
                let sign = name(&three[1], vocabulary).trim_start_matches("rel-");
                link(&three[0], sign, &three[2]);
            }
        }
        (sign, [a, b]) if matches!(sign, "lt" | "le" | "gt" | "ge") => link(a, sign, b),
        ("and" | "comma", parts) => {
            for part in parts {
                ordered(part, vocabulary, links);
            }
        }
        _ => {}
    }
}
