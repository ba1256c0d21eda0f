//! What a text says of one of several things, of all or of large ones.

use super::rows::{rows, versions};

/// The parts that are changed in rows of a text with one change each.
fn changes(text: &str) -> Vec<(String, String)> {
    let found = rows(&[text, "-n", "60", "--no-substitute", "--strategies", "1"]);
    let all = found.iter().flat_map(|row| row.strategies.iter());
    all.map(|change| (change.before.to_string(), change.after.to_string()))
        .collect()
}

#[test]
fn what_others_are_as_well_is_not_changed() {
    let cases = [
        (
            r"A normal vector of the plane $x + 2y - z = 4$ is $n = (1, 2, -1)$. Here $3 + 4 = 7$.",
            "n = (1, 2, -1)",
        ),
        (
            r"One solution of $x^2 \equiv 2 \pmod 7$ is $x = 3$. Here $3 + 4 = 7$.",
            "x = 3",
        ),
        (
            r"The vectors $v = (1, 1, 0)$ and $w = (0, 1, 1)$ form a basis. Here $3 + 4 = 7$.",
            "v = (1, 1, 0)",
        ),
    ];
    for (text, kept) in cases {
        let all = versions(text);
        assert!(!all.is_empty(), "{text}");
        let plain = |text: &str| {
            text.replace(' ', "")
                .replace(r"\left", "")
                .replace(r"\right", "")
        };
        let [left, right] = kept
            .split_once(" = ")
            .map(|(l, r)| [plain(l), plain(r)])
            .unwrap();
        for version in all {
            let found = plain(&version);
            let stands = [format!("{left}={right}"), format!("{right}={left}")];
            assert!(stands.iter().any(|s| found.contains(s)), "{version}");
        }
    }
}

#[test]
fn answers_that_are_offered_are_not_changed() {
    let text = r"Which is right? (A) $2 + 2 = 5$ (B) $9 - 1 = 6$. Here $3 + 4 = 7$.";
    let all = changes(text);
    assert!(!all.is_empty());
    for (before, after) in all {
        let offered = |digit: char| matches!(digit, '2' | '5' | '9' | '6' | '1');
        assert!(!before.contains(offered), "{before} {after}");
    }
    assert!(!changes(r"By (A) $3 + 4 = 7$ holds.").is_empty());
}

#[test]
fn what_holds_for_all_holds_for_fewer() {
    let text = r"Every $n \ge 2$ has a prime divisor. Here $3 + 4 = 7$.";
    let all = changes(text);
    assert!(!all.is_empty());
    for (before, after) in all {
        assert!(!before.contains('n') && before != "2", "{before} {after}");
    }
}

#[test]
fn values_of_a_function_that_is_given_are_put_in() {
    let text = r"Let $F(x) = x^2$. Thus $\int_0^1 2x \,dx = F(1) - F(0) = 1$.";
    let all = changes(text);
    assert!(all.len() > 10, "{all:?}");
    for (before, after) in all {
        let same = [r"F(1)", r"F(1) + F(0)", r"F(0)"].contains(&&*after);
        assert!(!(before.contains("F(0)") && same), "{before} {after}");
    }
}

#[test]
fn large_numbers_are_large() {
    let text = r"For large $n$ we have $\ln n < \sqrt n < n$.";
    let all = changes(text);
    assert!(!all.is_empty());
    for (before, after) in all {
        let holds = [r"2\ln(n)", r"\sqrt[3]{n}", r"\ln(n) + 2", r"\ln(n) + 1"];
        assert!(!holds.contains(&&*after), "{before} {after}");
    }
}
