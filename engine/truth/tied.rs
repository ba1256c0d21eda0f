//! Names that are made of other names: `\bar{x}` and `s_x` of `x`. Two of them are exchanged where the
//! letters are that they are made of.

/// How a name is made of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark<'n> {
    /// By an accent.
    Accent(&'n str),
    /// As the index of a letter.
    Index,
    /// As the place of a function.
    Place,
}

/// Which names are made of others, by their numbers: of one statement and of another.
pub(super) struct Tied<'n> {
    first: Vec<Option<(Mark<'n>, usize)>>,
    second: Vec<Option<(Mark<'n>, usize)>>,
}

impl<'n> Tied<'n> {
    pub(super) fn new(first: &[&'n str], second: &[&'n str]) -> Self {
        let ties = |names: &[&'n str]| names.iter().map(|name| tie(name, names)).collect();
        Self {
            first: ties(first),
            second: ties(second),
        }
    }

    /// Whether no name that is made of one letter becomes one that is made of what another is called,
    /// where the names of the second stand for those of the first in this order.
    pub(super) fn keeps(&self, chosen: &[usize]) -> bool {
        self.first.iter().zip(chosen).all(|(tie, image)| {
            match (tie, self.second.get(*image).copied().flatten()) {
                (Some((mark, of)), Some((other, there))) => {
                    *mark == other && chosen.get(*of) == Some(&there)
                }
                _ => true,
            }
        })
    }
}

/// How a name is made of one of these, and of which.
fn tie<'n>(name: &'n str, names: &[&str]) -> Option<(Mark<'n>, usize)> {
    let place = name.trim_end_matches('\'').strip_suffix(')');
    if let Some((_, inner)) = place.and_then(|name| name.split_once('(')) {
        let of = names.iter().position(|other| *other == inner)?;
        return Some((Mark::Place, of));
    }
    let (mark, inner) = match name.strip_prefix('\\').and_then(|_| name.split_once('{')) {
        Some((accent, rest)) => (Mark::Accent(accent), rest.strip_suffix('}')?),
        None => {
            let (_, index) = name.rsplit_once('_')?;
            let inner = index.strip_prefix('{').and_then(|i| i.strip_suffix('}'));
            (Mark::Index, inner.unwrap_or(index))
        }
    };
    let of = names.iter().position(|other| *other == inner)?;
    Some((mark, of))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_with_the_letters_that_they_are_made_of() {
        let names = ["x", "y", r"\bar{x}", r"\bar{y}", "s_x", "r"];
        let tied = Tied::new(&names, &names);
        assert!(tied.keeps(&[0, 1, 2, 3, 4, 5]));
        assert!(tied.keeps(&[1, 0, 3, 2, 5, 4]));
        assert!(!tied.keeps(&[0, 1, 3, 2, 4, 5]));
        assert!(!tied.keeps(&[0, 1, 4, 3, 2, 5]));
        // What is called by a letter alone may be anything.
        assert!(tied.keeps(&[0, 1, 5, 3, 4, 2]));
    }
}
