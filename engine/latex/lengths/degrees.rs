//! Degrees of expressions in lengths, where pairs of letters are lengths and where they are products.

/// The degree of an expression in lengths, twice.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Degree {
    /// Numbers and factors that have no degree of their own: it fits all.
    Bare,
    Of(i32),
    /// Terms of several degrees are added or compared.
    Mixed,
}

impl Degree {
    pub(super) fn beside(self, other: Self) -> Self {
        match (self, other) {
            (Self::Mixed, _) | (_, Self::Mixed) => Self::Mixed,
            (Self::Bare, one) | (one, Self::Bare) => one,
            (Self::Of(a), Self::Of(b)) if a == b => self,
            _ => Self::Mixed,
        }
    }

    pub(super) fn times(self, other: Self, sign: i32) -> Self {
        match (self, other) {
            (Self::Mixed, _) | (_, Self::Mixed) => Self::Mixed,
            (one, Self::Bare) => one,
            (Self::Bare, Self::Of(b)) => Self::Of(sign * b),
            (Self::Of(a), Self::Of(b)) => Self::Of(a + sign * b),
        }
    }

    pub(super) fn scaled(self, by: i32, over: i32) -> Self {
        match self {
            Self::Of(a) => Self::Of(a.saturating_mul(by) / over),
            _ => self,
        }
    }
}

/// The degrees where pairs are lengths, and where they are products of two.
#[derive(Clone, Copy)]
pub(super) struct Both(pub(super) Degree, pub(super) Degree);

impl Both {
    pub(super) const BARE: Self = Self(Degree::Bare, Degree::Bare);

    pub(super) fn of(lengths: i32, product: i32) -> Self {
        Self(Degree::Of(2 * lengths), Degree::Of(2 * product))
    }

    pub(super) fn beside(self, other: Self) -> Self {
        Self(self.0.beside(other.0), self.1.beside(other.1))
    }

    pub(super) fn times(self, other: Self, sign: i32) -> Self {
        Self(self.0.times(other.0, sign), self.1.times(other.1, sign))
    }

    pub(super) fn scaled(self, by: i32, over: i32) -> Self {
        Self(self.0.scaled(by, over), self.1.scaled(by, over))
    }
}
