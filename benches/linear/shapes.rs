//! Long formulas of many shapes, for the speed of reading by their length.

/// A shape: its name, and the formula of about so many bytes.
pub(crate) type Shape = (&'static str, fn(usize) -> String);

/// All shapes; [`text`] is one more, of a text.
pub(crate) const SHAPES: &[Shape] = &[
    ("nested braces", |n| nested("{", "x", "}", n)),
    ("nested brackets", |n| nested("(a+", "b", ")", n)),
    ("nested sizes", |n| nested(r"\left[", "b", r"\right]", n)),
    ("nested fractions", |n| nested(r"\frac{1}{", "x", "}", n)),
    ("nested roots", |n| nested(r"\sqrt{", "x", "}", n)),
    ("nested calls", |n| nested("f(", "x", ")", n)),
    ("nested factors", |n| nested("x f(", "x", ")", n)),
    ("nested letters", |n| nested("a + t(b + ", "x", ")", n)),
    ("nested means", |n| nested("x E_x[", "x", "]", n)),
    ("nested sets", |n| nested(r"\{g h ", "x", r"\}", n)),
    ("nested laws", |n| nested("P_x(", "x", ")", n)),
    ("nested places", |n| nested("(x+", "x", ")|_a^b", n)),
    ("open braces", |n| "{".repeat(n)),
    ("open brackets", |n| "(".repeat(n)),
    ("closing brackets", |n| ")".repeat(n)),
    ("unbalanced", |n| repeated("([{)]}|", n)),
    ("angles", |n| repeated("<a|b", n)),
    ("bars", |n| repeated("|a|+", n)),
    ("double bars", |n| repeated("||a-", n)),
    ("carets", |n| "^".repeat(n)),
    ("underscores", |n| "_".repeat(n)),
    ("powers", |n| repeated("x^", n)),
    ("primes", |n| format!("f{}", "'".repeat(n))),
    ("signs", |n| repeated("-+", n)),
    ("indices", |n| repeated("y_x", n)),
    ("places", |n| repeated("x|_a^b+", n)),
    ("places below", |n| repeated("u_{|", n)),
    ("crosses", |n| repeated(r"A\times B=", n)),
    ("dots", |n| repeated(r"\langle 1,2\rangle\cdot ", n)),
    ("sum", |n| repeated("ax+", n)),
    ("sum of many", |n| numbered(r"x_{#}+", n)),
    ("sum below a least value", |n| {
        format!(r"\min_x x+{}", repeated("a_b", n))
    }),
    ("scripts below a least value", |n| {
        format!(r"\min_x x+{}", repeated("x_b", n))
    }),
    ("words in braces", |n| repeated(r"{\text{a}}", n)),
    ("functions in open braces", |n| repeated(r"{\sin^2", n)),
    ("fonts", |n| numbered(r"\mathbf{x}_{#}+", n)),
    ("numbers", |n| numbered("#.5+", n)),
    ("one number", |n| "7".repeat(n)),
    ("letters", |n| repeated("abcd", n)),
    ("capitals", |n| repeated("AB+", n)),
    ("products", |n| repeated(r"a\cdot b\times ", n)),
    ("quotients", |n| repeated("a/b", n)),
    ("fractions", |n| repeated(r"\frac{a}{b}+", n)),
    ("functions", |n| repeated(r"\sin x+", n)),
    ("calls", |n| repeated("f(x)+g(y)-", n)),
    ("relations", |n| repeated("a=b<", n)),
    ("commas", |n| repeated("a,b;", n)),
    ("statements", |n| repeated(r"a=b,\quad ", n)),
    ("words", |n| repeated(r"a=b\text{ and }", n)),
    ("sums", |n| repeated(r"\sum_{i=1}^n a_i+", n)),
    ("integrals", |n| repeated(r"\int x\,dx+", n)),
    ("integral signs", |n| repeated(r"\int ", n)),
    ("tensors", |n| repeated(r"T^{ab}_{cd}+", n)),
    ("rows", |n| {
        format!(r"\begin{{matrix}}{}\end{{matrix}}", repeated(r"a&b\\", n))
    }),
    ("lines", |n| repeated(r"a&=b\\[", n)),
    ("unknown", |n| numbered(r"\abc#", n)),
    ("colours", |n| repeated(r"\color[", n)),
    ("colons", |n| repeated("a:", n)),
    ("quantifiers", |n| repeated(r"\forall x\in A:", n)),
    ("sets", |n| repeated(r"\{a\mid b\}\cup ", n)),
    ("points", |n| repeated(r"\triangle ABC+", n)),
    ("equivalences", |n| repeated(r"a\equiv b(", n)),
    ("over", |n| repeated(r"{a\over b}+", n)),
    ("hats", |n| repeated(r"\hat{a}|b\rangle", n)),
    ("spaces", |n| repeated(r"a\,\quad ", n)),
    ("comments", |n| repeated("a%b\n", n)),
    ("unicode", |n| repeated("α≤β∈ℝ", n)),
];

/// A text with many formulas.
pub(crate) fn text(length: usize) -> String {
    numbered(
        "Let $x_{#}$ be a number with $x_{#} > 0$, so that $f(x) = 1$.\n",
        length,
    )
}

fn repeated(piece: &str, length: usize) -> String {
    piece.repeat(length / piece.len() + 1)
}

/// The piece with a number in the place of `#`.
fn numbered(piece: &str, length: usize) -> String {
    let mut all = String::with_capacity(length + piece.len());
    let mut number = 0;
    while all.len() < length {
        number += 1;
        all.push_str(&piece.replace('#', &number.to_string()));
    }
    all
}

fn nested(open: &str, inside: &str, close: &str, length: usize) -> String {
    let depth = length / (open.len() + close.len());
    format!("{}{inside}{}", open.repeat(depth), close.repeat(depth))
}
