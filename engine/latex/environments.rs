//! Other names of environments: those of packages, and those that set the same rows otherwise.

/// Names that other packages use, with the name under which the rows are read.
const OTHERS: &[(&str, &str)] = &[
    ("BNiceMatrix", "Bmatrix"),
    ("NiceArray", "array"),
    ("NiceMatrix", "matrix"),
    ("VNiceMatrix", "Vmatrix"),
    ("bNiceArray", "array"),
    ("bNiceMatrix", "bmatrix"),
    ("center", "equation"),
    ("darray", "array"),
    ("drcases", "rcases"),
    ("empheq", "equation"),
    ("gmatrix", "matrix"),
    ("lgathered", "gathered"),
    ("nicematrix", "matrix"),
    ("pNiceArray", "array"),
    ("pNiceMatrix", "pmatrix"),
    ("rgathered", "gathered"),
    ("spreadlines", "equation"),
    ("subequations", "equation"),
    ("subnumcases", "numcases"),
    ("vNiceMatrix", "vmatrix"),
    ("xalignat", "alignat"),
    ("xxalignat", "alignat"),
];

/// The name under which the rows of an environment are read.
pub(super) fn usual(name: &str) -> &str {
    let name = name.trim().trim_end_matches('*');
    // The names that are asked for most are none of these, and shorter or small.
    if name.len() < 6 {
        return name;
    }
    let found = OTHERS.binary_search_by(|(other, _)| other.cmp(&name));
    found.map_or(name, |at| OTHERS[at].1)
}

/// Whether what stands in square brackets behind the name says how the rows are set.
pub(super) fn has_option(name: &str) -> bool {
    is_told_within(name) || name.trim() == "gmatrix"
}

/// Whether what stands in braces behind the name, and behind its option, says how the rows are set.
pub(super) fn is_told_within(name: &str) -> bool {
    matches!(name.trim().trim_end_matches('*'), "empheq" | "spreadlines")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_order() {
        assert!(OTHERS.is_sorted());
    }
}
