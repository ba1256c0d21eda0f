//! Names in upright letters that are no factors.

/// Upright names of what is applied to what follows: `\mathrm{char}\,K`, `\mathrm{Res}_{z=0} f`.
const OPERATORS: &[&str] = &[
    "Ad", "Ann", "Arg", "Ass", "Aut", "Cl", "Col", "Div", "End", "Ext", "Frac", "Gal", "Hom",
    "Ind", "Inn", "Ker", "Lie", "Log", "Nil", "Nul", "Null", "Ob", "Orb", "Out", "Pic", "Proj",
    "Rad", "Res", "Row", "Spec", "Stab", "Supp", "Sym", "Tor", "ad", "adj", "char", "codim",
    "coker", "comp", "conv", "depth", "diag", "div", "esssup", "gr", "height", "length", "null",
    "nullity", "plim", "proj", "range", "supp", "vol",
];

/// Whether an upright name is that of an operator.
pub(super) fn operates(name: &str) -> bool {
    let word = [r"\mathrm{", r"\text{"]
        .iter()
        .find_map(|font| name.strip_prefix(font));
    // `\mathrm{gl.dim}`
    let letters = |part: &str| part.len() > 1 && part.bytes().all(|b| b.is_ascii_lowercase());
    let dotted = |word: &str| word.contains('.') && word.split('.').all(letters);
    // `\mathbf{dom} f`, `\mathsf{suc}\, n`: in such a font, several small letters are a word.
    let bold = [r"\mathbf{", r"\mathsf{", r"\mathtt{"]
        .iter()
        .find_map(|font| name.strip_prefix(font))
        .and_then(|word| word.strip_suffix('}'));
    bold.is_some_and(|word| word.len() > 2 && letters(word))
        || word
            .and_then(|word| word.strip_suffix('}'))
            .is_some_and(|word| OPERATORS.contains(&word) || dotted(word))
}
