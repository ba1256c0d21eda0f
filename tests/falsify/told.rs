//! What is told of names, units and counts stays so in the rows that the program falsifies.

use super::rows::{rows, run, versions};

#[test]
fn values_that_are_told_are_others_where_what_is_said_of_them_fails() {
    let text = r"The vectors $p = (3, 1)$ and $q = (-1, 3)$ are orthogonal since $p \cdot q = 3 \cdot (-1) + 1 \cdot 3 = 0$.";
    let found = rows(&[text, "-n", "60", "--no-substitute"]);
    let single = found.iter().filter(|row| row.strategies.len() == 1);
    let changes: Vec<_> = single.flat_map(|row| row.strategies.iter()).collect();
    assert!(changes.len() > 10);
    for change in changes {
        let scales = ["equality-negate", "equality-scale"];
        let scaled = scales.iter().any(|rule| change.rule.starts_with(rule));
        assert!(
            !scaled || !["p", "q"].contains(&&*change.before),
            "{change:?}"
        );
    }
}

#[test]
fn units_and_parts_of_events_stand_in_for_nothing_else() {
    let cases = [
        (r"u = 72\,\mathrm{km/h} = 20\,\mathrm{m/s}", r"\mathrm"),
        (r"P(|Y - \mu| \ge 2) = 0.1", r"Y"),
    ];
    for (source, part) in cases {
        let found = rows(&[source, "-n", "60", "--no-substitute"]);
        assert!(found.len() > 20, "{source}: {}", found.len());
        for one in found.iter().flat_map(|row| row.strategies.iter()) {
            let added = one.rule == "equality-add-part" && one.after.contains("mathbb{P}");
            let stands_in = one.rule == "variable-split" && one.after.contains(r"\mathrm");
            assert!(!stands_in, "{one:?}");
            assert!(
                !added || !one.after.contains(&format!("+ {part}")),
                "{one:?}"
            );
        }
    }
}

#[test]
fn names_and_units_stay_what_they_are() {
    let cases = [
        // What a quantifier declares is no number to calculate with.
        (r"\forall b \in B", 0),
        (
            r"112\,\mathrm{m}^3 + 256\,\mathrm{m}^3 = 368\,\mathrm{m}^3",
            40,
        ),
        (r"r_{\textit{pooled}} = 3", 20),
        (r"x = -\sqrt{2}", 40),
    ];
    for (source, number) in cases {
        let found = rows(&[source, "-n", "40", "--no-substitute"]);
        assert!(found.len() >= number, "{source}: {}", found.len());
        for row in found {
            for one in row.strategies.iter() {
                let whole = |part: &str| part.contains(r"\mathrm{m}") && !part.contains(r"\,");
                assert!(
                    !whole(&one.before) || one.rule == "constant-near",
                    "{one:?}"
                );
                assert_ne!(one.before, r"\textit{pooled}", "{one:?}");
            }
            assert!(!row.text.contains(r"\sqrt[1]"), "{}", row.text);
        }
    }
}

#[test]
fn rounded_rows_are_checked_again_as_they_were_made() {
    let source = r"Z = \frac{42 - 60}{7.14} = -2.52";
    let out = run(&["falsify", "--format", "jsonl", "-n", "30", source]);
    assert_eq!(out.lines().count(), 30);
    let file = std::env::temp_dir().join(format!("rounded-{}.jsonl", std::process::id()));
    std::fs::write(&file, out).unwrap();
    for more in [None, Some("--thorough")] {
        let file = file.to_str().unwrap();
        let args: Vec<&str> = ["verify", file].into_iter().chain(more).collect();
        let said = run(&args);
        assert!(
            said.contains("30 rows: 30 right, 0 wrong, 0 open"),
            "{said}"
        );
    }
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn what_is_told_of_as_a_whole_is_not_calculated_with() {
    // Nothing of an entropy changes when what it is of is doubled.
    let source = r"H(X,Y) = H(X) + H(Y|X)";
    let found = rows(&[source, "-n", "40", "--no-substitute"]);
    assert_eq!(found.len(), 40);
    for one in found.iter().flat_map(|row| row.strategies.iter()) {
        assert!(one.before.contains('H'), "{one:?}");
    }
}

#[test]
fn what_a_text_is_about_is_known_of_its_changed_formulas() {
    let text = r"Let $T$ be a tree with $n$ vertices. Then $|E(T)| = n - 1$.";
    let all = versions(text);
    assert!(!all.is_empty());
    for text in all {
        assert!(!text.contains("mathbb") && !text.contains("E["), "{text}");
    }
}

#[test]
fn what_is_defined_is_another_where_what_is_said_of_it_fails() {
    let text = r"The derivative of $f(x) = x^2 + 3x$ is $f'(x) = 2x + 3$.";
    let found = rows(&[text, "-n", "60", "--no-substitute", "--strategies", "1"]);
    assert!(!found.is_empty());
    for change in found.iter().flat_map(|row| row.strategies.iter()) {
        let shifted = change.before == "x^2 + 3x" && change.after.starts_with("x^2 + 3x");
        assert!(!shifted, "{change:?}");
    }
}

#[test]
fn criteria_of_counts_let_whole_numbers_through() {
    for text in versions(r"A stack of $n$ plates needs $2n - 3$ moves for $n \ge 2$.") {
        assert!(!text.contains(r"$-n \ge"), "{text}");
    }
}

#[test]
fn chains_of_congruences_are_written_as_chains() {
    let all = versions(r"17^2 \equiv 4 \equiv -1 \pmod 5");
    let apart = |text: &&String| {
        ["\\land", "\\wedge", "∧"]
            .iter()
            .any(|sign| text.contains(sign))
    };
    let count = all.iter().filter(apart).count();
    assert!(count * 5 < all.len(), "{all:?}");
}

#[test]
fn laws_of_a_changed_text_have_two_sides() {
    let text = r"We know that $m + n = n + m$. Here $x = 3$.";
    for version in versions(text) {
        let same = ["$m + n = m + n$", "$n + m = n + m$"];
        let plain = version.replace("n=", "n =").replace("=m", "= m");
        assert!(!same.iter().any(|law| plain.contains(law)), "{version}");
    }
}

#[test]
fn nothing_is_multiplied_below_zero() {
    for row in rows(&[r"(p - 1)! \equiv -1 \pmod p", "-n", "60", "--no-substitute"]) {
        assert!(!row.text.contains("(1 - p)!"), "{}", row.text);
        assert!(
            !row.text.replace(r"\left", "").contains("(-1)!"),
            "{}",
            row.text
        );
    }
}

#[test]
fn what_holds_of_all_of_a_kind_holds_of_some_of_them() {
    let text = r"Let $T(n)$ be the running time. Then $T(n) = 2T(\frac{n}{2}) + n$ and $T(1) = 1$. For $n = 2^k$ we obtain $T(n) = n \log_2 n + n$.";
    let all = rows(&["--text", text, "-n", "40", "--no-substitute"]);
    assert!(all.len() > 10, "{}", all.len());
    for one in all.iter().flat_map(|row| row.strategies.iter()) {
        assert!(one.before != "2^k" && one.before != "k", "{one:?}");
    }
}

#[test]
fn reasons_beside_lines_are_no_part_of_what_they_say() {
    let text = r"We have \begin{align*} \sin 2x &= \sin(x + x) && \text{rewriting}\\ &= 2\sin x\cos x && \text{addition formula} \end{align*}";
    let all = rows(&["--text", text, "-n", "5", "--no-substitute"]);
    assert!(!all.is_empty());
}

#[test]
fn reasons_that_say_less_are_no_falsehoods() {
    let text = r"The unit ball is convex, since $\|\lambda x + (1 - \lambda)y\| \le \lambda\|x\| + (1 - \lambda)\|y\| \le 1$.";
    let all = rows(&["--text", text, "-n", "40", "--no-substitute"]);
    for row in all {
        let source = row.witness.as_ref().and_then(|w| w.get("source"));
        assert!(
            source.is_none_or(|s| !s.starts_with("false")),
            "{}",
            row.text
        );
    }
}
