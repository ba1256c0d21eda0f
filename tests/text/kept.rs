//! What the sentence around a formula needs: in every version of the text some pieces stand, and
//! others do in none.

use std::collections::BTreeSet;

use crate::pipeline;

/// As many versions are looked at.
const LOOKED_AT: usize = 40;

/// Texts, what every version has, and what none has.
const KEPT: &[(&str, &[&str], &[&str])] = &[
    (
        r"Blocks are $1 \times 1$, each one is $2 \times 3$, of shape $n \times 2 \times 2$.",
        &[r"$1 \times 1$", r"$2 \times 3$", r" \times 2 \times 2$"],
        &["1.0"],
    ),
    ("Let $n$ be an integer and $m = 2n + 1$.", &[], &[".0"]),
    (
        r"Let $f: A \to B$ be a homomorphism. Then $f(e_A) = e_B$.",
        &["e_"],
        &[],
    ),
    (
        "For the queue $M/M/1$ with rate $\\mu > \\lambda$ put $\\rho = \\lambda/\\mu$.",
        &["$M/M/1$"],
        &[],
    ),
    // What stays as it is calls a probability by one name.
    (
        r"The test has $P(\limsup A_n \mid D) = 0.95$ and $P(D) = 0.1$.",
        &["$P("],
        &[r"\mathbb"],
    ),
    (
        r"A test has $P(+ \mid D) = 0.9$ and $P(+) = 0.1$.",
        &["+"],
        &[],
    ),
    // Components without a function of coordinates are in their order.
    (
        r"For $\mathbf{H} = (-y, x, 0)$ we have $\nabla \times \mathbf{H} = (0, 0, 2)$.",
        &["-y", "x"],
        &["z"],
    ),
    (
        r"The circle with centre $(2, 3)$ is $(x-2)^2 + (y-3)^2 = 13$.",
        &["x", "y"],
        &["z"],
    ),
    (
        r"The permutation $(1\,3)$ is in $S_4$ and $|S_4| = 24$.",
        &["$S_4$"],
        &[],
    ),
    // The imaginary unit has one name in a text.
    (
        r"At $z = i$ the residue is $\frac{1}{2i}$, and $2\pi i \cdot \frac{1}{2i} = \pi$.",
        &[],
        &["2i} and j", "z = j$ the residue is $\\frac{1}{2i}"],
    ),
    (
        r"Let $K = D_3 \times \mathbb{Z}_5$.",
        &["D_3", r"\times"],
        &[],
    ),
    (
        r"A box of $2\,\mathrm{m} \times 3\,\mathrm{m} \times 0.5\,\mathrm{m}$.",
        &[r"$2\,\mathrm{m} \times 3\,\mathrm{m} \times 0.5\,\mathrm{m}$"],
        &[],
    ),
    (
        r"So \begin{align*} (a+b)^2 &= (a+b)(a+b) \\ &\le a^2 + 2ab + b^2. \tag{3} \end{align*}",
        &[
            r"\begin{align*} ",
            r" &= ",
            r" \\ &\le ",
            r". \tag{3} \end{align*}",
        ],
        &["= =", r"\ge"],
    ),
    (
        "An AR(p) model has $p$ lags, the side(s) $s$, and the kth of them is $a_k + s = p$.",
        &["has $p$ lags", "_k"],
        &[],
    ),
    (
        r"Solve the matrix equation $Ax = b$ and $A(x + y) = c$.",
        &[],
        &[r"x A", r") \cdot", ") A"],
    ),
    (
        r"The skew partition $\lambda/\mu$ has $|\lambda/\mu|$ boxes.",
        &["/"],
        &["frac"],
    ),
    (
        r"A $t$-test gives a $p$-value $p = 0.03$; the $F$ statistic is $F = 3$, and $t = 2$.",
        &["A $t$-test", "a $p$-value", "$F$ statistic"],
        &[],
    ),
    (
        r"Let $\mathcal{A}$ be a $\sigma$-algebra and $\mu$ a $\sigma$-finite measure on $\mathcal{A}$.",
        &[r"a $\sigma$-algebra", r"a $\sigma$-finite"],
        &[],
    ),
    (
        r"The $x$-axis and the line $y = mx + b$ in the $xy$-plane; the $y$-intercept is $b$.",
        &["The $x$-axis", "the $xy$-plane", "the $y$-intercept"],
        &[],
    ),
    (
        r"The $\lambda$-calculus has terms such as $\lambda x. x$.",
        &[r"The $\lambda$-calculus"],
        &[],
    ),
    (
        r"Spheres touch a plane at points $P',Q',R'$ with $P'Q' = Q'R' = 12$. Then $PM = P^{\prime} Q^{\prime}$ and $P^{\prime}Q^{\prime 2} = 4pq$.",
        &[],
        &[r"\cdot", "*", r"\times", "(Q", "Q'P'"],
    ),
    (
        r"Draw $\overline{P Q}$ and $\overline{P' Q'}$. Then $P' P = p$ and $4pq = P' Q^{\prime 2} = 12$ with $AB = CD$.",
        &[],
        &[r"\cdot", "*", r"\times", "(Q"],
    ),
    (
        "Avoid the patterns $2-41-3$ and $3-14-2$.",
        &["$2-41-3$ and $3-14-2$"],
        &[],
    ),
    (
        "The $(n-1)$-st row has a $(k+1)$-coloring.",
        &["The $(", "-1)$-st row", "a $(", "+1)$-coloring"],
        &["1.0"],
    ),
    (
        r"Let $V$ be a vector space and $W \subseteq V$ a subspace. Then $U \subseteq W$.",
        &[r"$ a subspace"],
        &["V \\supseteq", r"\complement", r"\overline"],
    ),
    (
        r"With ``nu`` for $\nu$, ``x0`` for $x_0$ and ``lam``, $\lambda + \mu = y$.",
        &[r"for $\nu$", "for $x_0$", r"\lambda"],
        &[r"\mu \nu"],
    ),
    ("    a (float): size $a$", &["size $a$"], &[]),
    (
        "Here $f$ is a number depending on $R(x)$, and $f(R(x)) = 1 + f(R(y))$.",
        &[],
        &[r"\cdot", r"\times", "*", "1 + f R", "fR", "uR"],
    ),
    (
        r"The matrix $A^t$ denotes the transpose of $A$. Then $B A^t y = c$ and $A^tA = B$.",
        &["^t$ denotes", "^t"],
        &[r"\top", "^T", "^p", "^s", r"\mathsf"],
    ),
    (
        r"We have $\vec{x}^t A \vec{y}$ where $t$ indicates the transpose.",
        &["where $t$ indicates", "^t"],
        &[r"\top", "^T"],
    ),
    (
        "The type $A_{n-1}$ root system, of types $B_m$ or $D_4^{(3)}$.",
        &["$A_{", "$B_", "$D_4^{(3)}$"],
        &[],
    ),
    (
        r"Bernoulli numbers $B_m$ and the totient function $\phi(n)$ with $\phi(n) = 2$.",
        &["$B_", r"$\phi"],
        &[r"\psi"],
    ),
    (
        r"The alternating group $A_4$ has order $12$, and its quotient is $Z_3$, where $x_1 + y = 2$.",
        &["group $A_4$", "is $Z_3$"],
        &[],
    ),
    (
        r"The graph $K_5$ is not planar, and neither is $K_{3,3}$, as $x + y = 2$.",
        &["$K_5$", "$K_{3,3}$"],
        &[],
    ),
    (
        r"A $G_\delta$ set in a $T_2$ space, the $L^2$ norm or the torus $T^2$, where $x + y = 2$.",
        &[r"$G_\delta$", "$T_2$", "$L^", "$T^"],
        &["LL", "TT", "* T", "T *", r"\cdot", r"\times"],
    ),
    (
        r"It is denoted by $\psi$ in [LMvW13], and $\psi + \chi = 1$.",
        &[r"by $\psi$ in"],
        &[],
    ),
];

#[test]
fn versions_keep_what_sentences_lean_on() {
    let mut wrong = Vec::new();
    for (source, always, never) in KEPT {
        let pipeline = pipeline();
        let prepared = pipeline.prepare_text(source).ok().unwrap();
        let mut versions = pipeline.text_versions(&prepared);
        for _ in 0..LOOKED_AT {
            let Some(version) = versions.next_version() else {
                break;
            };
            for piece in always
                .iter()
                .filter(|piece| !version.text.contains(**piece))
            {
                wrong.push(format!("without {piece}: {}", version.text));
            }
            for piece in never.iter().filter(|piece| version.text.contains(**piece)) {
                wrong.push(format!("with {piece}: {}", version.text));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn letters_after_an_article_begin_with_its_sound() {
    let pipeline = pipeline();
    let source = "It is an $R$-linear map and a $k$-form, $R = 2k$.";
    let prepared = pipeline.prepare_text(source).ok().unwrap();
    let mut versions = pipeline.text_versions(&prepared);
    let (mut vowels, mut others) = (BTreeSet::new(), BTreeSet::new());
    for _ in 0..60 {
        let text = versions.next_version().unwrap().text.to_owned();
        let after = |article: &str| text.split(article).nth(1).unwrap().chars().next().unwrap();
        vowels.insert(after("an $").to_ascii_lowercase());
        others.insert(after(" a $").to_ascii_lowercase());
    }
    assert!(
        vowels.iter().all(|c| "aefhilmnorsx".contains(*c)),
        "{vowels:?}"
    );
    assert!(
        !others.iter().any(|c| "aefhilmnorsx".contains(*c)),
        "{others:?}"
    );
    assert!(vowels.len() > 2 && others.len() > 1);
}

#[test]
fn the_source_itself_is_no_version_while_there_are_others() {
    for (source, only) in [
        ("Here $a+b$ is even.", false),
        (r"Here $\left(a + b\right)c = 2$.", false),
        ("Nothing but $x \\wibble y$.", true),
    ] {
        let pipeline = pipeline();
        let prepared = pipeline.prepare_text(source).ok().unwrap();
        let mut versions = pipeline.text_versions(&prepared);
        let bare = |text: &str| {
            text.replace([' ', '{', '}'], "")
                .replace(r"\left", "")
                .replace(r"\right", "")
        };
        let mut same = 0;
        for _ in 0..30 {
            if let Some(version) = versions.next_version() {
                same += usize::from(bare(version.text) == bare(source));
            }
        }
        assert_eq!(same, usize::from(only), "{source}");
    }
}
