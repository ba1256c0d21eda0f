//! Claims of texts that follow from what else is said there: they are no falsehoods.

use super::rows::versions;

/// What a claim of a text is never changed into.
pub(super) fn never_claims(text: &str, parts: &[&str]) {
    let all = versions(text);
    assert!(!all.is_empty(), "nothing is changed in {text}");
    for version in all {
        let plain = version.replace([' ', '(', ')', '[', ']', '{', '}'], "");
        let plain = plain.replace("\\left", "").replace("\\right", "");
        let plain = plain.replace("\\frac", "/");
        for part in parts {
            assert!(!plain.contains(part), "{version}");
        }
    }
}

#[test]
fn problems_and_what_is_given_beside_them_stay_as_they_are() {
    let program = r"Maximize $z = 3x + 2y$ subject to $x + y \le 4$ and $x, y \ge 0$. The maximum is $z = 12$ at $(4, 0)$, because $3 \cdot 4 + 2 \cdot 0 = 12$.";
    never_claims(program, &["z=3x+y", "z=3x$", "2x+y\\le4", "x+y\\le5"]);
    let queue = r"In a queue with $\rho = \frac{a}{c} < 1$, the mean number of busy servers is $\frac{a}{b}$. We have $L = aW$.";
    never_claims(queue, &["/ca<1", "\\le1"]);
}

#[test]
fn claims_that_need_no_premise_are_changed_under_theirs() {
    let lemma = r"If $0 \le x \le 1$ then $1 - x \le e^{-x}$.";
    never_claims(lemma, &["1-x\\lee$", "e\\ge1-x$"]);
    let positive = r"If $x > 0$ then $x < e^x$.";
    never_claims(positive, &["-x<e^x$", "x<e^2x$", "x<3e^x$", "x<2e^x$"]);
}

#[test]
fn claims_that_follow_from_what_is_said_are_no_falsehoods() {
    let given = r"Let $x = 3$ and $y = 4$. Then $xy = 12$.";
    never_claims(given, &["4x=12", "12=4x", "3y=12", "12=3y", "xy=3y"]);
    let coins =
        r"Let $P(A) = \frac12$ and $P(B) = \frac12$. Then $P(A \cap B) = P(A)P(B) = \frac14$.";
    for version in versions(coins) {
        let squares = ["(A)P(A) =", "(B)P(B) =", "(A)P(A)$", "(B)P(B)$"];
        let plain = version
            .replace("\\mathbb{P}", "P")
            .replace("\\frac{1}{4}", "\\frac14");
        let same = plain.contains("P(A \\cap B)") && plain.contains(r"\frac14");
        assert!(
            !same || !squares.iter().any(|s| plain.contains(s)),
            "{version}"
        );
    }
    let means = r"Let $E[X] = E[Y] = \frac72$. Then $E[X + Y] = 7$.";
    never_claims(
        means,
        &["$\\mathbbEX+X=7$", "$\\mathbbEY+Y=7$", "$7=\\mathbbEX+X$"],
    );
    // Less is claimed.
    let corners = r"In the triangle we have $\alpha = \beta = \gamma = 60^\circ$.";
    for version in versions(corners) {
        let (alpha, gamma) = (version.contains("alpha"), version.contains("gamma"));
        let less = !(alpha && gamma) && version.matches(r"60^\circ").count() == 1;
        let more = version.contains(['+', '-', '/', '2', '5']) || version.contains("frac");
        let other = ["theta", "rho", "phi", "x", "y", "\\cdot"]
            .iter()
            .any(|l| version.contains(l));
        assert!(!less || more || other, "{version}");
    }
}

#[test]
fn what_is_alike_and_what_is_independent_is_no_falsehood() {
    let alike = r"Let $X$ and $Y$ be random variables with the same variance $\sigma^2$ and $\operatorname{Cov}(X, Y) = 0$. Then $\operatorname{Var}(X) + \operatorname{Var}(Y) = 2\sigma^2$.";
    never_claims(
        alike,
        &[
            "VarX+\\operatornameVarX=2\\sigma^2",
            "VarY+\\operatornameVarY=2\\sigma^2",
        ],
    );
    let independent =
        r"Let $X$ and $Y$ be independent. Then $E[XY] = 0$ and $\operatorname{Var}(X + Y) = 2$.";
    never_claims(
        independent,
        &["VarX+\\operatornameVarY=2", "VarY+\\operatornameVarX=2"],
    );
    let even = r"Let $a$, $b$ be even integers. Then $ab \equiv 0 \pmod 4$.";
    never_claims(
        even,
        &[
            "$aa\\equiv0\\pmod4",
            "$a^2\\equiv0\\pmod4",
            "$b^2\\equiv0\\pmod4",
        ],
    );
}

#[test]
fn names_that_a_changed_formula_told_stay_names() {
    let text = r"The value is $PV = \frac{FV}{(1+r)^n}$ with $FV = 1000$ and $n = 2$.";
    for version in versions(text) {
        assert!(
            !version.contains("F V") && !version.contains("F \\cdot V"),
            "{version}"
        );
    }
}

#[test]
fn what_the_prose_says_of_functions_is_no_falsehood() {
    let constant = r"Let $g$ be a constant function. Then $g(x) = g(0)$ for all $x$.";
    for version in versions(constant) {
        let plain = version.replace(['(', ')', ' '], "");
        let same = plain.matches('g').count() - plain.matches("given").count();
        let changed = plain.contains(['+', '-', '/', '^', '\\']) || plain.contains("2g");
        assert!(same < 5 || changed, "{version}");
    }
    // What words define may have the same value elsewhere.
    let divisors = r"Let $d(n)$ be the number of divisors of $n$. Then $d(12) = 6$.";
    for version in versions(divisors) {
        let plain = version.replace("\\left", "").replace("\\right", "");
        assert!(plain.contains("d(12)"), "{version}");
    }
    let digits =
        r"Let $s(n)$ be the sum of the digits of $n$. Then $s(19) = 10$ and $s(10n) = s(n)$.";
    for version in versions(digits) {
        let plain = version.replace("\\left", "").replace("\\right", "");
        assert!(plain.contains("(19)"), "{version}");
    }
    let defined = r"Let $f(x) = x^2$. Then $f(3) = 9$.";
    assert!(
        versions(defined)
            .iter()
            .any(|v| ["(2)", "(4)", "(5)"].iter().any(|at| v.contains(at))),
        "nothing is asked elsewhere"
    );
}

#[test]
fn what_holds_between_the_bounds_that_are_told_is_no_falsehood() {
    let text = r"We have $x > 2$ and $y > 3$, so $xy > 6$.";
    never_claims(text, &["so$yy>6", "so$y^2>6", "so$y\\cdoty>6"]);
}

#[test]
fn natural_numbers_may_begin_with_one() {
    let text = r"For all natural numbers $a$ and $b$, if $a \mid b$ and $b \mid a$, then $a = b$.";
    never_claims(
        text,
        &[
            "$a+b\\midb$",
            "$b+a\\midb$",
            "$a+b\\mida$",
            "$b+a\\mida$",
            "$a+1\\midb$and$b\\mida$",
        ],
    );
}

#[test]
fn means_follow_from_laws() {
    let text = r"Let $X$ and $Y$ be independent standard normal variables. Then $\operatorname{Var}(X + Y) = 2$ and $E[XY] = 0$.";
    never_claims(
        text,
        &[
            "VarX-Y=2",
            "VarY-X=2",
            "EX=0",
            "EY=0",
            "0=\\mathbbEX$",
            "VarX+X=4",
            "VarY+Y=4",
        ],
    );
}

#[test]
fn what_holds_for_odd_and_even_functions_is_no_falsehood() {
    for (text, odd) in [
        (r"Since $f$ is odd, $\int_{-a}^a f(x)\,dx = 0$.", true),
        (
            r"Suppose $f$ is an even function. Then $\int_{-a}^a f(x)\,dx = 2\int_0^a f(x)\,dx$.",
            false,
        ),
    ] {
        let all = versions(text);
        assert!(!all.is_empty(), "{text}");
        for version in all {
            let plain = version.replace(['(', ')', ' ', '\\'], "");
            let same = ["fax", "fxa", "faxcdot", "fxcdota"];
            let scaled = same.iter().any(|part| plain.contains(part));
            let bounds = plain.contains("int_{-a}^af") && plain.contains("=0$");
            assert!(!(odd && scaled && bounds), "{version}");
            assert!(odd || !plain.contains("2int_{-a}^0f"), "{version}");
        }
    }
}

#[test]
fn what_a_law_says_of_all_letters_is_no_falsehood() {
    let squares = r"Let $G$ be a group with $x^2 = e$ for all $x \in G$. For $a, b \in G$ we have $(ab)^2 = e$.";
    let holds = ["$a^2=e$", "$b^2=e$", "$e=a^2$", "$e=b^2$", "^4=e", "e^2=e"];
    never_claims(squares, &holds);
    let powers = r"In the ring we have $x^2 = x$ for every $x$. Hence $(a + b)^2 = a + b$.";
    never_claims(powers, &["$a+b^4=a+b$", "$a+b=a+b^4$"]);
}

#[test]
fn other_definitions_of_what_is_taken_whole_are_no_falsehoods() {
    for (text, kept) in [
        (
            r"Let $W = \{(x, y, z) \in \mathbb{R}^3 : x + y + z = 0\}$. Then $\dim W = 2$.",
            "=2$.",
        ),
        (r"Let $p(x) = x^3 - x$. Then $\deg p = 3$.", "=3$."),
    ] {
        for version in versions(text) {
            let (_, claim) = version.split_once("Then").unwrap();
            let plain = claim.replace(['(', ')', ' '], "").replace("\\left", "");
            let value = ["$\\dim", "$\\deg"]
                .iter()
                .find_map(|op| plain.split_once(op).map(|(_, value)| &value[1..]));
            assert_ne!(value, Some(kept), "{version}");
        }
    }
}

#[test]
fn reasons_that_hold_for_what_is_given_are_no_falsehoods() {
    let nilpotent = r"The exponential of $A = \begin{pmatrix} 0 & 1 \\ 0 & 0 \end{pmatrix}$ is $e^A = I + A$ because $A^2 = 0$.";
    never_claims(nilpotent, &["A^3=0", "0=A^3", "A^4=0", "0=A^4"]);
}

#[test]
fn what_words_say_of_an_example_may_be_so_of_others() {
    let example =
        r"Some $f$ fulfil $f(2x) \ge 2f(x)$ for all $x$. For example, $f(x) = x^2$ is convex.";
    for version in versions(example) {
        let said = version.rsplit_once("example").unwrap().1;
        let square = ["x^2", "x^{2}", "xx", "x x", "x \\cdot x"];
        assert!(square.iter().any(|s| said.contains(s)), "{version}");
    }
}

#[test]
fn what_contains_a_set_is_its_union_with_it() {
    let closed = r"Let $X$ be a space and $A \subseteq X$. Then $\overline{A} = X \setminus (X \setminus A)^\circ$.";
    never_claims(
        closed,
        &[
            "=X\\cupA\\setminusX\\setminusA^\\circ",
            "=A\\cupX\\setminusX\\setminusA^\\circ",
        ],
    );
}

#[test]
fn families_that_are_equal_stand_for_each_other() {
    let text = r"Let $v_1, \dots, v_n$ be linearly independent. If $\sum_{i=1}^n a_i v_i = \sum_{i=1}^n b_i v_i$, then $\sum_{i=1}^n (a_i - b_i) v_i = 0$. Hence $a_i = b_i$ for all $i$.";
    for version in versions(text) {
        let plain = version.replace(' ', "");
        let sums = plain.matches("\\sum").count();
        let follows = ["a_k-b_k)=0", "b_k-a_k)v_k=0", "a_k-b_k=0"];
        assert!(
            sums < 3 || !follows.iter().any(|f| plain.contains(f)),
            "{version}"
        );
    }
}

#[test]
fn numbers_may_be_zero_in_rings() {
    let text = r"Let $R$ be a ring with $x^2 = x$ for all $x \in R$. Then $2x = 0$ for all $x$.";
    never_claims(text, &["$2=0$", "$0=2$", "$4=0$", "$2^2=0$", "$2=1$"]);
}
