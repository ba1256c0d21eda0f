//! Letters that usually name functions or operators.

/// Letters that name an operator, a distribution or a map where a bracket follows, and nothing
/// tells that they are numbers.
pub(super) const OPERATORS: &[&str] = &[
    r"\delta",
    r"\theta",
    r"\Theta",
    r"\Phi",
    r"\Psi",
    r"\chi",
    r"\Omega",
    r"\Lambda",
    r"\Xi",
    r"\Upsilon",
    "E",
    "F",
    "G",
    "H",
    "I",
    "J",
    "L",
    "P",
    "Q",
    "R",
    "S",
    "T",
    "U",
    "V",
    "W",
    "Y",
    "Z",
];

/// The functions when the rules name none.
const FUNCTIONS: &[&str] = &[
    "f", "g", "h", "u", "v", "F", "G", "H", r"\phi", r"\psi", r"\varphi",
];

/// The letters that usually name functions.
pub(in crate::latex) struct Functions {
    /// Those of one byte.
    bytes: u128,
    others: Vec<String>,
}

impl Functions {
    /// These, or the usual ones when there are none.
    pub(in crate::latex) fn new(named: &[String]) -> Self {
        let mut all = Self {
            bytes: 0,
            others: Vec::new(),
        };
        let usual = FUNCTIONS.iter().copied().filter(|_| named.is_empty());
        for name in named.iter().map(String::as_str).chain(usual) {
            match name.as_bytes() {
                [b] => all.bytes |= 1 << (b & 127),
                _ => all.others.push(name.to_owned()),
            }
        }
        all
    }

    pub(super) fn has(&self, name: &str) -> bool {
        match name.as_bytes() {
            [b] => self.bytes >> (b & 127) & 1 != 0,
            _ => self.others.iter().any(|f| f == name),
        }
    }
}
