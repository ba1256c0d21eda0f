//! What a text says of other places, of what is given and of elements tells nothing of what it claims.

use super::followed::never_claims;
use super::rows::{rows, versions};

#[test]
fn laws_of_functions_at_other_letters_are_the_same() {
    let beam =
        r"The moment at distance $x$ is $M(x) = \frac{wx}{2}(L - x)$. It is greatest at $x = L/2$.";
    never_claims(
        beam,
        &[
            "My=\\fracwy2L-y",
            "Mz=\\fracwz2L-z",
            "Mt=\\fracwt2L-t",
            "Mu=\\fracwu2L-u",
        ],
    );
}

#[test]
fn what_a_function_begins_with_is_a_number() {
    let thrown = r"The velocity is $v(t) = v_0 - ct$. It vanishes at $t = \frac{v_0}{c}$.";
    assert!(!versions(thrown).is_empty());
}

#[test]
fn terms_of_sums_do_not_cancel() {
    for source in [
        r"T_1V_1^{\gamma - 1} = T_2V_2^{\gamma - 1}",
        r"\binom{n}{k} = \binom{n - 1}{k} + \binom{n - 1}{k - 1}",
    ] {
        for row in rows(&[source, "-n", "80", "--no-substitute"]) {
            let plain = row.text.replace(' ', "");
            let cancels = ["-1+1", "+1-1", "-2+2"];
            assert!(
                !cancels.iter().any(|part| plain.contains(part)),
                "{}",
                row.text
            );
        }
    }
}

#[test]
fn what_is_set_is_no_set() {
    let ball = r"Take $x \in U \cap V$ and set $\varepsilon = \min\{\varepsilon_1, \varepsilon_2\}$; then $B_\varepsilon(x) \subseteq U \cap V$ for the open sets $U$ and $V$.";
    never_claims(ball, &["\\setminus\\varepsilon", "\\cap\\varepsilon"]);
}

#[test]
fn what_chances_are_given_by_is_not_assumed() {
    let dice = r"Let $X$ be the sum. Then $P(X = 7) = \frac{6}{36} = \frac16$. The probability that the first roll is $6$ given $X \ge 11$ is $\frac23$.";
    assert!(!versions(dice).is_empty());
}

#[test]
fn nothing_is_added_to_elements_with_powers_in_groups() {
    let order = r"Let $G$ be a finite group and $a \in G$. Then $a^{|G|} = e$.";
    never_claims(order, &["a-1", "a+1", "a-2", "a+2", "a+3", "G|+"]);
}

#[test]
fn what_a_choice_is_made_for_is_assumed() {
    let bounded = r"Zu $\varepsilon = 1$ gibt es ein $N$ mit $|a_n - a| < 1$ für alle $n \ge N$. Dann ist $|a_n| \le |a| + 1$ für $n \ge N$.";
    never_claims(
        bounded,
        &["varepsilon=2$", "varepsilon=3$", "varepsilon=0$"],
    );
}

#[test]
fn nothing_is_congruent_modulo_zero() {
    for row in rows(&[r"x \equiv 2 \pmod{3}", "-n", "80", "--no-substitute"]) {
        assert!(!row.text.contains("{0}"), "{}", row.text);
    }
}
