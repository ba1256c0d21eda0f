//! Which signs a formula holds at all, so that nothing is looked for that does not occur.

use super::looks::SHOWN;
use super::token::{Class, Token};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// Sorts of signs longer than one byte; whatever is not sure to be of none counts as all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sorts(u32);

impl Sorts {
    /// Colours and boxes.
    pub(super) const SHOWN: Self = Self(1);
    /// Fractions of plain TeX.
    pub(super) const OVER: Self = Self(1 << 1);
    /// `\cdot`.
    pub(super) const DOT: Self = Self(1 << 2);
    /// What belongs to figures of geometry.
    pub(super) const FIGURE: Self = Self(1 << 3);
    /// What joins sets, events or statements.
    pub(super) const SETS: Self = Self(1 << 4);
    /// Quantifiers.
    pub(super) const QUANTIFIER: Self = Self(1 << 5);
    /// Wedges.
    pub(super) const WEDGE: Self = Self(1 << 6);
    /// Accents over a letter.
    pub(super) const ACCENT: Self = Self(1 << 7);
    /// What makes an operator of something in a formula.
    pub(super) const QUANTUM: Self = Self(1 << 8);
    /// What makes operators of all letters with hats.
    pub(super) const STATES: Self = Self(1 << 9);
    /// What may be a spelling of something else.
    pub(super) const RESPELT: Self = Self(1 << 10);
    /// Signs of complements.
    pub(super) const COMPLEMENT: Self = Self(1 << 11);
    /// Commands for a bar.
    pub(super) const BAR: Self = Self(1 << 12);
    /// The sign of an integral.
    pub(super) const INTEGRAL: Self = Self(1 << 13);
    /// Signs that are no letters of a name by themselves: `\_`, `\#`.
    pub(super) const ESCAPED: Self = Self(1 << 14);
    /// Arrows of spins.
    pub(super) const SPIN: Self = Self(1 << 15);
    /// Letters of angles, which are points of figures as well.
    pub(super) const ANGLE: Self = Self(1 << 16);
    /// Signs between and above letters that make vectors or matrices of them.
    pub(super) const LINEAR: Self = Self(1 << 17);
    /// Stars that are no `*`.
    pub(super) const STAR: Self = Self(1 << 18);
    /// The bar of a relation, which may be one of two around a value.
    pub(super) const MID: Self = Self(1 << 19);
    /// What sets something above a sign.
    pub(super) const ABOVE: Self = Self(1 << 20);
    /// Signs of implications, and arrows that may be such.
    pub(super) const IMPLIES: Self = Self(1 << 21);
    /// What is not sure to be of no sort.
    const UNSURE: Self = Self(1 << 31);
    const ALL: Self = Self(u32::MAX);

    fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The sorts of the commands that are of any.
fn commands() -> &'static FxHashMap<&'static str, Sorts> {
    static SORTS: LazyLock<FxHashMap<&'static str, Sorts>> = LazyLock::new(|| {
        let mut all: FxHashMap<&'static str, Sorts> = FxHashMap::default();
        let lists: [(Sorts, &[&'static str]); 26] = [
            (Sorts::IMPLIES, super::clauses::IMPLICATIONS),
            (Sorts::IMPLIES, super::clauses::ARROWS),
            (Sorts::ABOVE, &[r"\overset", r"\stackrel"]),
            (Sorts::INTEGRAL, &[r"\int"]),
            (Sorts::STAR, &[r"\star", r"\ast"]),
            (Sorts::MID, &[r"\mid", r"\middle"]),
            (
                Sorts::LINEAR,
                &[
                    r"\top",
                    r"\intercal",
                    r"\dagger",
                    r"\dag",
                    r"\ast",
                    r"\bot",
                    r"\times",
                    r"\otimes",
                    r"\odot",
                    r"\circ",
                    r"\bullet",
                    r"\wedge",
                    r"\partial",
                ],
            ),
            (Sorts::ESCAPED, &[r"\_", r"\#", r"\bigcirc"]),
            (Sorts::SPIN, &[r"\uparrow", r"\downarrow"]),
            (Sorts::ANGLE, &[r"\alpha", r"\beta"]),
            (Sorts::BAR, super::reaching::BARS),
            (Sorts::BAR, super::sided::BARS),
            (Sorts::COMPLEMENT, &[r"\complement"]),
            (Sorts::RESPELT, super::respell::SMALL),
            (Sorts::ACCENT, super::around::LINES),
            (Sorts::SHOWN, SHOWN),
            (Sorts::OVER, &[r"\over", r"\choose", r"\brace", r"\brack"]),
            (Sorts::DOT, &[r"\cdot"]),
            (Sorts::FIGURE, super::figures::DRAWING),
            (Sorts::SETS, super::figures::JOINING),
            (Sorts::QUANTIFIER, &[r"\forall", r"\exists"]),
            (Sorts::WEDGE, &[r"\wedge", r"\vee"]),
            (Sorts::ACCENT, super::parse::ACCENTS),
            (Sorts::QUANTUM, super::elaborate::QUANTUM),
            (Sorts::STATES, super::elaborate::STATES),
            (
                Sorts::RESPELT,
                &[
                    r"\underset",
                    r"\underline",
                    r"\overline",
                    r"\nabla",
                    r"\uparrow",
                    r"\downarrow",
                    r"\bot",
                    r"\sim",
                    r"\gt",
                    r"\lt",
                    r"\vdots",
                    r"\prime",
                    r"\%",
                    r"\bigoplus",
                    r"\bigotimes",
                    r"\bigcup",
                    r"\bigcap",
                    r"\bigsqcup",
                    r"\bigwedge",
                    r"\bigvee",
                ],
            ),
        ];
        for (sort, names) in lists {
            for name in names {
                let sorts = all.entry(name).or_default();
                *sorts = sorts.and(sort);
            }
        }
        all
    });
    &SORTS
}

/// The commands that are of any sort.
pub(super) fn sorted() -> impl Iterator<Item = &'static str> {
    commands().keys().copied()
}

/// The sorts of a key that is longer than one byte.
pub(super) fn sorts(key: &str) -> Sorts {
    match key.as_bytes() {
        // `\blueD`
        [b'\\', name @ .., b'A'..=b'I'] if !name.is_empty() => {
            let bare = commands().get(&key[..key.len() - 1]).copied();
            let own = commands().get(key).copied().unwrap_or_default();
            own.and(Sorts(bare.unwrap_or_default().0 & Sorts::SHOWN.0))
        }
        // `\mathbb{P}`
        [b'\\', _, .., b'}'] => {
            let own = commands().get(key).copied().unwrap_or_default();
            let own = match super::bold_signs::ambiguous(key) {
                true => own.and(Sorts::RESPELT),
                false => own,
            };
            own.and(Sorts::SETS)
        }
        [b'\\', ..] => commands().get(key).copied().unwrap_or_default(),
        // A shape of a rule file may be anything.
        [0..=0x1f, _, ..] => Sorts::ALL,
        [first, ..] if first.is_ascii() => Sorts::default(),
        _ => Sorts::ALL,
    }
}

/// What occurs in a formula.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Signs {
    bytes: [u64; 2],
    sorts: Sorts,
    classes: u16,
}

impl Signs {
    /// All signs of these tokens.
    pub(super) fn of(tokens: &[Token<'_>]) -> Self {
        let mut signs = Self::default();
        for token in tokens {
            signs.note(&token.key, token.class);
        }
        signs
    }

    /// Adds a token.
    pub(super) fn note(&mut self, key: &str, class: Class) {
        match key.as_bytes() {
            [b] => self.note_byte(*b, class),
            _ => self.note_sorts(sorts(key), class),
        }
    }

    /// Adds a token of one byte.
    #[inline]
    pub(super) fn note_byte(&mut self, byte: u8, class: Class) {
        self.classes |= 1 << class as u16;
        self.bytes[usize::from(byte >> 6) & 1] |= 1 << (byte & 63);
    }

    /// Adds a longer token, which is of these sorts.
    #[inline]
    pub(super) fn note_sorts(&mut self, sorts: Sorts, class: Class) {
        self.classes |= 1 << class as u16;
        self.sorts = self.sorts.and(sorts);
    }

    /// Whether a token of this one byte occurs.
    #[inline]
    pub(super) fn has(self, byte: u8) -> bool {
        self.bytes[usize::from(byte >> 6) & 1] >> (byte & 63) & 1 != 0
    }

    /// Whether tokens of all these bytes occur.
    pub(super) fn has_all(self, bytes: [u64; 2]) -> bool {
        bytes[0] & !self.bytes[0] == 0 && bytes[1] & !self.bytes[1] == 0
    }

    /// Whether a single letter of `A` to `Z` occurs.
    pub(super) fn capitals(self) -> bool {
        self.bytes[1] & 0x07ff_fffe != 0
    }

    /// Whether a sign of this sort may occur.
    #[inline]
    pub(super) fn may(self, sorts: Sorts) -> bool {
        self.sorts.0 & sorts.0 != 0
    }

    /// Whether it is known of every sign which sorts it is of.
    pub(super) fn sure(self) -> bool {
        !self.may(Sorts::UNSURE)
    }

    /// Whether a token of this class occurs.
    #[inline]
    pub(super) fn holds(self, class: Class) -> bool {
        self.classes >> class as u16 & 1 != 0
    }
}
