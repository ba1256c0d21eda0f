//! The degree of a product: how many lengths it is a product of when its letters are lengths.

use crate::latex::token::{Class, Token};

/// No term is looked at beyond so many tokens.
pub(super) const TERM: usize = 32;

/// How many letters the term at the beginning is a product of, less those that it is divided by, all of
/// them small: 2 of `\pi r^2 + h`, 0 of `\frac{ad}{bc}`. `None` where there are none, or other signs.
pub(super) fn degree(term: &[Token<'_>]) -> Option<i32> {
    let mut product = Product {
        rest: term,
        letters: 0,
    };
    let degree = product.degree()?;
    (product.letters > 0 && product.is_over()).then_some(degree)
}

struct Product<'t, 's> {
    rest: &'t [Token<'s>],
    letters: u32,
}

impl Product<'_, '_> {
    /// Whether the term ends here.
    fn is_over(&self) -> bool {
        let ends = |t: &Token<'_>| {
            matches!(t.key.as_ref(), "+" | "-" | "=" | "," | ".")
                || matches!(t.class, Class::Row | Class::End)
        };
        self.rest.first().is_none_or(ends)
    }

    fn degree(&mut self) -> Option<i32> {
        let mut degree = 0;
        while let Some(token) = self.rest.first() {
            match token.key.as_ref() {
                r"\cdot" | r"\times" => self.rest = &self.rest[1..],
                "/" => {
                    self.rest = &self.rest[1..];
                    degree -= self.factor()?;
                }
                r"\frac" => {
                    self.rest = &self.rest[1..];
                    degree += self.factor()? - self.factor()?;
                }
                "(" => degree += self.factor()?,
                _ if matches!(token.class, Class::Digit | Class::Letter | Class::Open) => {
                    degree += self.factor()?;
                }
                _ => break,
            }
        }
        Some(degree)
    }

    /// The degree of one factor with its scripts; that of a sum is the one of its first term.
    fn factor(&mut self) -> Option<i32> {
        let (token, rest) = self.rest.split_first()?;
        self.rest = rest;
        let base = match (token.class, token.key.as_ref()) {
            (Class::Digit, _) | (_, r"\pi") => 0,
            (Class::Letter, key) => {
                key.trim_start_matches('\\')
                    .starts_with(char::is_lowercase)
                    .then_some(())?;
                self.letters += 1;
                1
            }
            (Class::Open, _) | (_, "(") => {
                let degree = self.degree()?;
                self.close(1)?;
                degree
            }
            _ => return None,
        };
        self.raised(base)
    }

    /// The degree under the scripts that follow.
    fn raised(&mut self, mut degree: i32) -> Option<i32> {
        loop {
            match self.rest {
                [sign, index, rest @ ..] if sign.key == "_" => {
                    self.rest = rest;
                    if index.class == Class::Open {
                        self.close(1)?;
                    }
                }
                [sign, number, rest @ ..] if sign.key == "^" => {
                    degree *= number.key.parse::<i32>().ok()?;
                    self.rest = rest;
                }
                _ => return Some(degree),
            }
        }
    }

    /// Goes behind the end of so many groups.
    fn close(&mut self, mut depth: u32) -> Option<()> {
        while depth > 0 {
            let (token, rest) = self.rest.split_first()?;
            self.rest = rest;
            match (token.class, token.key.as_ref()) {
                (Class::Open, _) | (_, "(") => depth += 1,
                (Class::Close, _) | (_, ")") => depth -= 1,
                _ => {}
            }
        }
        Some(())
    }
}
