//! Claims of texts about closed sets, rings and functions that are known, which hold by what these
//! are, and what is claimed beside declarations and as a reason.

use super::followed::never_claims;
use super::rows::versions;

#[test]
fn what_is_made_of_members_of_closed_sets_is_in_them() {
    let sum = r"Let $M$ be a module over $R$ and $N \subseteq M$ a submodule. If $x, y \in N$, then $x + y \in N$.";
    let members = [
        "$x+x\\inN",
        "$y+y\\inN",
        "$2x+y\\inN",
        "$2y+x\\inN",
        "$x+2y\\inN",
        "$x\\inN",
        "\\inN\\cup",
    ];
    never_claims(sum, &members);
    let open =
        r"Let $(X, \tau)$ be a topological space. If $U, V \in \tau$, then $U \cap V \in \tau$.";
    never_claims(
        open,
        &[
            "$U\\in\\tau",
            "$V\\in\\tau",
            "V\\in\\tau\\cup",
            "U\\cupV\\in\\tau$",
        ],
    );
}

#[test]
fn powers_of_members_of_a_finite_group_are_neutral() {
    let order = r"Let $G$ be a finite group. For every $g \in G$ we have $g^{|G|} = e$.";
    let neutral = [
        "$g^|G|^2=e$",
        "$g^2|G|=",
        "$g^2^|G|=e$",
        "$ge^|G|=e$",
        "$eg^|G|=e$",
        "=g^|G|^2$",
    ];
    never_claims(order, &neutral);
}

#[test]
fn what_is_said_of_a_member_holds_of_others() {
    let order =
        r"Let $G$ be a finite group and $g, h \in G$. Then $\operatorname{ord}(g) \mid |G|$.";
    let all = versions(order);
    assert!(!all.is_empty());
    for text in all {
        let plain = text.replace([' ', '{', '}'], "").replace("\\left", "");
        for other in ["ord(g^", "ord(g+", "ord(g-", "ord(2g", "ord(gh", "ord(h"] {
            assert!(!plain.contains(other), "{text}");
        }
    }
}

#[test]
fn numbers_may_be_equal_in_a_ring() {
    let doubles = r"Let $R$ be a ring with $x^2 = x$ for all $x \in R$. Then $x + x = 0$.";
    never_claims(doubles, &["x+x=2$", "x+x=4$", "x+x=6$", "$2=x+x", "$4=x+x"]);
    let classes = r"In the ring $\mathbb{Z}/6\mathbb{Z}$ we have $\bar5 \cdot \bar5 = \bar1$.";
    assert!(versions(classes).is_empty());
}

#[test]
fn values_stay_in_the_range_of_their_function() {
    let fixed = r"Let $f\colon [0, 1] \to [0, 1]$ be continuous. Consider $g(x) = f(x) - x$. Then $g(0) \ge 0$.";
    never_claims(fixed, &["g0+1\\ge0", "g0+2\\ge0", "g0<2", "g0<5", "g0-1<1"]);
    let bounded = r"Suppose $|f(x)| \le M$ for all $x$. Then $|f(x)g(x)| \le M|g(x)|$.";
    never_claims(bounded, &["f-xgx|\\le", "f-x\\cdotgx|\\le"]);
    let squares = r"Suppose $f\colon [a, b] \to [0, 1]$ is integrable. Then $\int_a^b f(x)^2\,dx \le \int_a^b f(x)\,dx$.";
    for version in versions(squares) {
        let plain = version.replace([' ', '{', '}'], "");
        assert!(!plain.contains("int_a^b2^f(x)\\,dx>"), "{version}");
    }
}

#[test]
fn traces_of_nilpotent_matrices_vanish() {
    let vanishing = r"Let $A$ be a nilpotent matrix. Then $\det A = 0$.";
    never_claims(vanishing, &["operatornametr", "mathrmtr"]);
}

#[test]
fn maps_between_other_things_are_declared_so() {
    let kernel = r"A homomorphism $\varphi\colon G \to H$ is injective iff $\ker\varphi = \{e\}$. If $\varphi(a) = \varphi(b)$, then $\varphi(ab^{-1}) = e_H$.";
    never_claims(kernel, &["G\\toG", "H\\toH", "H\\toG"]);
}

#[test]
fn a_letter_between_values_at_it_is_more_than_declared() {
    let between = r"For $0 < x < \frac\pi2$ we have $\sin x < x < \tan x$. Hence $\cos x < \frac{\sin x}{x} < 1$.";
    assert!(!versions(between).is_empty());
}

#[test]
fn reasons_are_claimed_of_functions_that_are_known() {
    let root =
        r"Let $f(x) = x^3 + x - 1$. Since $f(0) = -1 < 0$ and $f(1) = 1 > 0$, there is a root.";
    never_claims(root, &["f0=-1<1", "f1=1\\ge0", "f1=1>-1"]);
}
