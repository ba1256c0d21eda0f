//! User macros: what is read, and where complaints point.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::sync::OnceLock;

use mamut_engine::latex::{Macros, Reader};
use mamut_engine::rules::RuleSet;
use mamut_engine::sexpr;

fn rules() -> &'static RuleSet {
    static RULES: OnceLock<RuleSet> = OnceLock::new();
    RULES.get_or_init(common::builtin)
}

/// The term and the complaints: id and the text at the place.
fn read(definitions: &str, latex: &str) -> (String, Vec<String>) {
    let rules = rules();
    let mut macros = Macros::default();
    let complaints = macros.collect(definitions);
    assert!(complaints.is_empty(), "{complaints:?}");
    let formula = Reader::new(rules).with_macros(macros).read(latex);
    assert_eq!(formula.source, latex);
    let said = formula.complaints.iter().map(|c| {
        let there = &latex[c.labels[0].span.clone()];
        format!("{} {there}", c.id)
    });
    for opaque in &formula.atoms.opaques {
        assert!(latex.get(opaque.start..opaque.end).is_some());
    }
    (
        sexpr::write(&formula.term, &rules.vocabulary, &formula.atoms),
        said.collect(),
    )
}

#[track_caller]
fn same(definitions: &str, latex: &str, plain: &str) {
    assert_eq!(read(definitions, latex), read("", plain), "{latex}");
}

#[track_caller]
fn complains(definitions: &str, latex: &str, wanted: &[&str]) {
    assert_eq!(read(definitions, latex).1, wanted, "{latex}");
}

#[test]
fn every_way_to_define() {
    same(
        r"\newcommand{\R}{\mathbb{R}}",
        r"x \in \R",
        r"x \in \mathbb{R}",
    );
    same(r"\newcommand\half{\frac12}", r"\half x", r"\frac12 x");
    same(
        r"\renewcommand*{\vec}[1]{\mathbf{#1}}",
        r"\vec{v}+\vec w",
        r"\mathbf{v}+\mathbf w",
    );
    same(
        r"\newcommand{\p}[2][2]{#2^{#1}}",
        r"\p{x} + \p[n]{y}",
        r"x^{2} + y^{n}",
    );
    same(
        r"\newcommand\a{x}\providecommand{\a}{y}\providecommand\b{z}",
        r"\a\b",
        "x z",
    );
    same(r"\def\set#1{\{#1\}}", r"\set{1,2}", r"\{1,2\}");
    same(r"\def\at(#1,#2){f(#2,#1)}", r"\at(x+1,y)", "f(y,x+1)");
    same(r"\long\gdef\pair#1#2;{(#1,#2)}", r"\pair a{bc};", "(a,bc)");
    same(
        r"\let\eps=\varepsilon \let\to\rightarrow",
        r"\eps \to 0",
        r"\varepsilon \rightarrow 0",
    );
    same(
        r"\DeclareMathOperator{\sgn}{sgn}",
        r"\sgn(x)",
        r"\operatorname{sgn}(x)",
    );
    same(
        r"\DeclareMathOperator*{\argmax}{arg\,max}",
        r"\argmax",
        r"\operatorname*{arg\,max}",
    );
    // A command in its own new meaning.
    same(
        r"\let\old\phi \renewcommand{\phi}{\old_0}",
        r"\phi+1",
        r"\phi_0+1",
    );
    same(
        "% \\def\\x{1}\n\\usepackage{amsmath}\\def\\x{2}% two\n",
        r"\x + y",
        "2 + y",
    );
}

#[test]
fn documents_define_with_sorts_of_arguments() {
    let foo = r"\NewDocumentCommand{\foo}{s O{2} m}{\IfBooleanTF{#1}{-}{}#2 #3}";
    same(foo, r"\foo{x} + \foo*[3]{y}", "2 x + -3 y");
    let at = r"\NewDocumentCommand\at{m d() g}{#1\IfValueT{#2}{(#2)}\IfNoValueF{#3}{_{#3}}}";
    same(at, r"\at{f}(x) + \at{g}{i} + \at h", "f(x) + g_{i} + h");
    let one = r"\DeclareDocumentCommand{\one}{m}{\IfBlankTF{#1}{1}{\ifstrequal{#1}{a}{2}{3}}}";
    same(one, r"\one{} + \one{a} + \one{b}", "1 + 2 + 3");
    same(
        r"\DeclarePairedDelimiter{\size}{\lvert}{\rvert}",
        r"\size{x} + \size*{\frac12} + \size[\Big]{y}",
        r"\lvert x \rvert + \lvert \frac12 \rvert + \lvert y \rvert",
    );
    let mut macros = Macros::default();
    let complaints = macros.collect(r"\NewDocumentCommand{\bad}{m q}{x} \DeclarePairedDelimiter\b");
    assert_eq!(complaints.len(), 2, "{complaints:?}");
}

#[test]
fn packages_are_known() {
    for (latex, plain) in [
        (
            r"\dv[2]{f}{x} + \dv{y}",
            r"\frac{d^2 f}{dx^2} + \frac{d}{dy}",
        ),
        (
            r"\pdv{f}{x}{y}",
            r"\frac{\partial^2 f}{\partial x\,\partial y}",
        ),
        (r"\int_0^1 x^2 \dd{x}", r"\int_0^1 x^2 \,dx"),
        (
            r"\braket{a}{b} + \braket{a|b}",
            r"\langle a|b\rangle + \langle a|b\rangle",
        ),
        (r"\genfrac{(}{)}{0pt}{}{n}{k}", r"\binom{n}{k}"),
        (r"\genfrac{}{}{}{0}{a}{b}", r"\frac{a}{b}"),
        (r"v = \SI{3.5}{\metre\per\second}", r"v = 3.5\,\mathrm{m/s}"),
        (r"m = \SI{2}{\kilo\gram}", r"m = 2\,\mathrm{kg}"),
        (r"a = b \eqno(3)", "a = b"),
        (r"\E[X] = \Var(X)", r"\mathbb{E}[X] = \operatorname{Var}(X)"),
        (r"\map f x = \map {g'} {x_0}", "f(x) = g'(x_0)"),
        (r"\ds \size {A} \le 3", r"|A| \le 3"),
        (
            r"x \in \closedint a b \cap \openint 0 1",
            r"x \in [a, b] \cap (0, 1)",
        ),
        (r"\abs*{x} + \norm*{v}", r"\abs{x} + \norm{v}"),
        // Who defines one means that.
        (r"\newcommand{\vb}[1]{#1^2} \vb{x}", "x^2"),
    ] {
        same("", latex, plain);
    }
    same(
        r"\newcommand{\E}{\mathcal{E}}",
        r"\E + 1",
        r"\mathcal{E} + 1",
    );
}

#[test]
fn definitions_of_packages_can_be_used() {
    let complaints = Macros::default().collect(include_str!("../latex/macros/packages.tex"));
    assert!(complaints.is_empty(), "{complaints:?}");
}

#[test]
fn definitions_in_the_formula() {
    same(
        "",
        r"\newcommand{\R}{\mathbb{R}} x \in \R",
        r"x \in \mathbb{R}",
    );
    same(r"\def\a{1}", r"\def\a{2}\def\b#1{\a#1} \b x", "2x");
}

#[test]
fn calls_within_calls() {
    same(
        r"\def\f#1{f(#1)}\def\g#1{\f{\f{#1}}}",
        r"\g{\f x}",
        "f(f(f(x)))",
    );
    same(
        r"\def\d{\mathrm d}",
        r"\int x\,\d x",
        r"\int x\,\mathrm d x",
    );
    // Letters behind a control word stay apart.
    same(r"\def\p{\pi}", r"2\p r", r"2\pi r");
    same(r"\def\s#1{\sin#1}", r"\s x", r"\sin x");
}

#[test]
fn complaints_point_into_what_was_written() {
    complains(
        r"\def\foo{\bar\baz}",
        r"x + \foo",
        &[r"unknown-command \foo"],
    );
    complains(
        r"\def\sq#1{#1^2}",
        r"é \sq{\baz} + \sq{y}",
        &[r"unknown-command \baz"],
    );
    complains(
        r"\def\two#1#2{#1#2}",
        r"{\two x} y",
        &[r"macro-arguments \two", r"unknown-command \two"],
    );
    complains(
        "",
        r"\newcommand{x}{y} z",
        &[r"macro-definition \newcommand"],
    );
    let (_, said) = read("", r"\def\a{\b}\def\b{x\a} 1 + \a");
    assert!(said.contains(&r"macro-recursion \a".to_owned()), "{said:?}");
}

#[test]
fn recursion_is_refused_where_it_is_defined() {
    for (text, place) in [
        (r"\def\a{x\a}", r"\def"),
        (
            r"\def\z{1} \newcommand\a{\b} \newcommand\b{\c} \newcommand\c{\a}",
            r"\newcommand",
        ),
    ] {
        let mut macros = Macros::default();
        let complaints = macros.collect(text);
        assert!(!complaints.is_empty());
        for complaint in complaints {
            assert_eq!(complaint.id, "macro-recursion");
            assert_eq!(&text[complaint.labels[0].span.clone()], place);
        }
        assert!(macros.len() <= 1);
    }
}

#[test]
fn runaway_replacement_is_refused() {
    let mut doubling = String::from(r"\def\a{x+x}");
    for (from, to) in ('a'..='y').zip('b'..='z') {
        doubling += &format!(r"\def\{to}{{\{from}\{from}}}");
    }
    complains(
        &doubling,
        r"y + \z",
        &[r"macro-runaway \z", r"unknown-command \z"],
    );
    // Without recursion by name: the argument calls itself again.
    let (_, said) = read(r"\def\w#1{#1#1}", r"\w\w");
    assert!(
        said.iter().any(|s| s.starts_with("macro-runaway")),
        "{said:?}"
    );
    let deep = r"\w{".repeat(20_000);
    assert!(!read(r"\def\w#1{#1}", &deep).1.is_empty());
}
