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
