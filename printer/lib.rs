//! Writing of formulas.
