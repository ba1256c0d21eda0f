//! What letters are to the reader, as those ask who choose other letters for them.

/// Whether a letter above a symbol is an exponent though it is an index elsewhere.
pub(crate) fn exponent(name: &str) -> bool {
    super::tensor::letters::COUNTING.contains(&name)
}

/// Whether a single `\mu` above a letter is an index by that letter.
pub(crate) fn component(name: &str) -> bool {
    super::tensor::letters::COMPONENTS.contains(&name)
        || super::tensor::letters::TENSORS.contains(&name)
}

/// Whether two letters say the same of what stands beside them: which name matrices before vectors,
/// which are ends of intervals.
pub(crate) fn alike(one: &str, other: &str) -> (bool, bool) {
    let state = |name: &str| matches!(name, r"\psi" | r"\phi" | r"\Psi" | r"\Phi");
    let matrices = super::kinds::names_matrix(one) == super::kinds::names_matrix(other)
        && state(one) == state(other);
    let ends = super::elaborate::names_end(one) == super::elaborate::names_end(other);
    (matrices, ends)
}

/// Whether a star between this letter and another such makes a convolution.
pub fn convolves(name: &str) -> bool {
    super::parse::CONVOLVED.contains(&name)
}

/// Whether a word with one capital letter, the first, can be spoken: `Sym`.
pub(crate) fn pronounceable(word: &str) -> bool {
    super::runs::pronounceable(word)
}

/// Whether capital letters side by side may be the corners of a figure.
pub(crate) fn corners(capitals: &str) -> bool {
    super::runs::corners(capitals)
}

/// Whether a letter counts the factors of Pochhammer's symbol.
pub(crate) fn counts(name: &str) -> bool {
    super::parse::counts(name)
}

/// Which letters below a big operator a letter is chosen among: indices, which are bound together,
/// places, which are not bound beside others, or the rest.
pub(crate) fn selects(name: &str) -> (bool, bool) {
    (
        super::parse::INDICES.contains(&name),
        super::parse::PLACES.contains(&name),
    )
}

/// What a letter below `\nabla` is: a variable, a vector field, or another, an index mostly.
pub(crate) fn axis(name: &str) -> (bool, bool) {
    (
        super::parse::VARIABLES.contains(&name),
        super::parse::is_field(name),
    )
}

/// What a letter is where `\Delta` stands: a function, of whose changes one seldom speaks.
pub(crate) fn solves(name: &str) -> (bool, bool) {
    super::parse::solves(name)
}

/// Whether a letter below `\partial` is a variable, not an index.
pub(crate) fn coordinate(name: &str) -> bool {
    super::parse::COORDINATES.contains(&name)
}
