//! Falsified formulas of several lines in texts: only sides of their relations change.

use crate::rows::versions;

#[test]
fn sides_of_lines_are_changed_where_they_stand() {
    let text =
        r"So \begin{align*} (a+b)^2 &= (a+b)(a+b) \\ &= a^2 + 2ab + b^2. \tag{3} \end{align*}";
    let all = versions(text);
    assert!(all.len() > 20, "{}", all.len());
    for text in all {
        let pieces: Vec<&str> = text.split("&=").collect();
        let [first, second, third] = pieces[..] else {
            panic!("{text}");
        };
        assert!(first.starts_with(r"So \begin{align*} "), "{text}");
        assert!(second.ends_with(r" \\ "), "{text}");
        assert!(third.ends_with(r". \tag{3} \end{align*}"), "{text}");
        let related = |side: &str| side.contains(['=', '<', '>']);
        assert!(!related(second) && !related(third), "{text}");
    }
}

#[test]
fn statements_of_which_nothing_comes_leave_room_for_others() {
    // Both sides are rounded, and what is changed of them is false as they are.
    let text = r"We have \begin{align*} 1 \times 0.41 + 4 \times 0.082 + 0.001 &= 0.41 + 0.33 + 0.003 \\ &= 0.747 + 0.1 \end{align*} and $2 + 2 = 4$.";
    assert!(!versions(text).is_empty());
}

#[test]
fn signs_between_sides_are_changed_where_they_stand() {
    let text =
        r"For all real $x$, $y$: \begin{align*} x^2 + y^2 &\geq 2xy, \\ x^2 + 1&>0. \end{align*}";
    let all = versions(text);
    assert!(all.iter().any(|text| text.contains("&<")), "{all:?}");
    assert!(all.iter().any(|text| text.contains(r"1&\le")), "{all:?}");
    for text in all {
        assert!(text.contains(r"\\ "), "{text}");
        assert!(!text.contains(r"\ge "), "{text}");
    }
}

#[test]
fn results_are_changed_inside_of_their_frames() {
    let text = r"So $p = \frac{6}{36} = \boxed{\frac{1}{6}}$ and $2 + \boxed{5} = 7$.";
    let all = versions(text);
    assert!(
        all.iter()
            .any(|text| !text.contains(r"\boxed{\frac{1}{6}}"))
    );
    for text in all {
        assert!(text.contains(r"= \boxed{"), "{text}");
        assert!(text.contains(r"$2 + \boxed{5} ="), "{text}");
    }
}

#[test]
fn powers_of_units_are_no_powers_of_numbers() {
    let all = versions(r"The volume is $V = 6\,\mathrm{cm}^3$.");
    assert!(!all.is_empty());
    for text in all {
        assert!(!text.contains(r"^{\mathrm"), "{text}");
        assert!(!text.contains(r"^\mathrm"), "{text}");
    }
}

#[test]
fn nothing_is_added_to_elements_of_groups() {
    let all = versions(r"Let $G$ be a group and $a, b \in G$. Then $(ab)^{-1} = b^{-1}a^{-1}$.");
    assert!(all.iter().any(|text| text.contains("a^{-1} b^{-1}")));
    for text in all {
        let (_, claim) = text.split_once("Then").unwrap();
        let added = ["+", "- ", "2(", r"2 \cdot", r"{2}", "$2"];
        assert!(!added.iter().any(|sign| claim.contains(sign)), "{text}");
    }
}

#[test]
fn quantifiers_say_something_of_their_letters() {
    let all = versions(r"For all of them: $\forall n \in \mathbb{N}: n < 2^n$ and $1 + 1 = 2$.");
    assert!(all.iter().any(|text| !text.contains("n < 2^n")), "{all:?}");
    for text in all {
        let said = text
            .split(r"\mathbb{N}")
            .nth(1)
            .and_then(|rest| rest.split('$').next());
        assert!(said.is_none_or(|said| said.contains('n')), "{text}");
    }
}
