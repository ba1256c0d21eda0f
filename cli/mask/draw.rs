//! Which pieces of a text are predicted, and what stands in their place.

use std::collections::BTreeSet;
use std::ops::Range;

use mamut_engine::choice::{Draws, Key};

use super::args::Scheme;
use super::pieces::{Piece, Pieces};
use super::words::Words;

/// What stands for "not predicted", as losses have it.
pub const IGNORED: i64 = -100;

/// The share of all pieces.
const ALL: f64 = 0.15;
/// The share of pieces of formulas.
const FORMULA: f64 = 0.2;
/// The share of mathematical words.
const WORD: f64 = 0.3;

/// A text for a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Masked {
    /// The pieces, some replaced, between the special tokens.
    pub ids: Vec<i64>,
    /// The piece that is to be predicted, or [`IGNORED`].
    pub labels: Vec<i64>,
}

/// Masks the pieces of a text, whose formulas are in `formulas`.
pub fn mask(
    text: &str,
    pieces: &[Piece],
    formulas: &[Range<usize>],
    scheme: Scheme,
    vocabulary: &Pieces,
    words: &Words,
    key: Key,
) -> Masked {
    let chosen = match scheme {
        Scheme::Mf => some(
            &(0..pieces.len()).collect::<Vec<_>>(),
            ALL,
            &mut key.named("all").draws(),
        ),
        Scheme::Mt => mathematical(text, pieces, formulas, words, key),
    };
    let mut draws = key.named("place").draws();
    let mut masked = Masked {
        ids: vec![i64::from(vocabulary.first)],
        labels: vec![IGNORED],
    };
    for (n, piece) in pieces.iter().enumerate() {
        // Two draws for each piece, so that a choice does not move those after it.
        let (kind, other) = (draws.unit(), draws.below(vocabulary.ordinary.len().max(1)));
        let predicted = chosen.contains(&n);
        let id = match kind {
            _ if !predicted => piece.id,
            kind if kind < 0.8 => vocabulary.mask,
            kind if kind < 0.9 => vocabulary.ordinary.get(other).copied().unwrap_or(piece.id),
            _ => piece.id,
        };
        masked.ids.push(i64::from(id));
        masked.labels.push(if predicted {
            i64::from(piece.id)
        } else {
            IGNORED
        });
    }
    masked.ids.push(i64::from(vocabulary.last));
    masked.labels.push(IGNORED);
    masked
}

/// This share of items, at least one of some.
fn some(items: &[usize], share: f64, draws: &mut Draws) -> BTreeSet<usize> {
    let mut items = items.to_vec();
    draws.shuffle(&mut items);
    let count = (items.len() as f64 * share).round() as usize;
    items.truncate(count.max(usize::from(!items.is_empty())));
    items.into_iter().collect()
}

fn mathematical(
    text: &str,
    pieces: &[Piece],
    formulas: &[Range<usize>],
    words: &Words,
    key: Key,
) -> BTreeSet<usize> {
    let within = |piece: &Piece| {
        formulas
            .iter()
            .any(|f| f.start <= piece.span.start && piece.span.end <= f.end)
    };
    let (inside, outside): (Vec<usize>, Vec<usize>) =
        (0..pieces.len()).partition(|&n| within(&pieces[n]));
    let mut chosen = BTreeSet::new();
    if !inside.is_empty() {
        chosen = some(&inside, FORMULA, &mut key.named("formula").draws());
    }
    let whole: Vec<&[usize]> = outside
        .chunk_by(|&a, &b| a + 1 == b && pieces[a].word == pieces[b].word)
        .filter(|word| {
            let span = pieces[word[0]].span.start..pieces[word[word.len() - 1]].span.end;
            text.get(span).is_some_and(|word| words.holds(word))
        })
        .collect();
    let numbers: Vec<usize> = (0..whole.len()).collect();
    if !numbers.is_empty() {
        for n in some(&numbers, WORD, &mut key.named("words").draws()) {
            chosen.extend(whole[n]);
        }
    }
    let mathematical: BTreeSet<usize> = whole.iter().copied().flatten().copied().collect();
    let mut others: Vec<usize> = outside
        .iter()
        .filter(|n| !mathematical.contains(n))
        .copied()
        .collect();
    key.named("others").draws().shuffle(&mut others);
    let wanted = (pieces.len() as f64 * ALL).round() as usize;
    let lacking = wanted.saturating_sub(chosen.len());
    chosen.extend(others.into_iter().take(lacking));
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::sync::atomic::{AtomicU32, Ordering};

    fn vocabulary() -> Pieces {
        // Tests side by side have a file each.
        static MADE: AtomicU32 = AtomicU32::new(0);
        let (process, number) = (std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        let name = format!("mamut-rw-vocabulary-{process}-{number}.txt");
        let path = std::env::temp_dir().join(name);
        let mut file = std::fs::File::create(&path).expect("a file");
        let tokens = "[PAD] [UNK] [CLS] [SEP] [MASK] the of a is holds for all house tri ##angle theorem sum ##s x y + = ^ 2 \\ $ . alpha";
        for token in tokens.split(' ') {
            writeln!(file, "{token}").expect("a line");
        }
        let pieces = Pieces::open(&path, false).expect("a vocabulary");
        std::fs::remove_file(path).expect("a file");
        pieces
    }

    const TEXT: &str = "The theorem of the triangle holds for all x. The house is the sum: $x^2+y^2=\\alpha$ is $x=y$ for all of the sums.";

    /// Of pieces of a sort, the share that is predicted; and of these the share that is masked.
    fn shares(scheme: Scheme, sort: impl Fn(&Piece) -> bool) -> (f64, f64) {
        let (vocabulary, words) = (vocabulary(), Words::standard());
        let pieces = vocabulary.of(TEXT).expect("pieces");
        let formulas = crate::passages::formulas(TEXT);
        let (mut all, mut predicted, mut masked) = (0.0, 0.0, 0.0);
        for n in 0..2000 {
            let key = Key::seed(n);
            let found = mask(TEXT, &pieces, &formulas, scheme, &vocabulary, &words, key);
            assert_eq!(found.ids.len(), pieces.len() + 2);
            for (k, piece) in pieces.iter().enumerate().filter(|(_, piece)| sort(piece)) {
                all += 1.0;
                if found.labels[k + 1] != IGNORED {
                    assert_eq!(found.labels[k + 1], i64::from(piece.id));
                    predicted += 1.0;
                    masked += f64::from(u8::from(found.ids[k + 1] == i64::from(vocabulary.mask)));
                } else {
                    assert_eq!(found.ids[k + 1], i64::from(piece.id));
                }
            }
        }
        (predicted / all, masked / predicted)
    }

    #[test]
    fn shares_are_those_of_the_scheme() {
        let (all, masked) = shares(Scheme::Mf, |_| true);
        assert!(
            (all - ALL).abs() < 0.02 && (masked - 0.8).abs() < 0.02,
            "{all} {masked}"
        );
        let formulas = crate::passages::formulas(TEXT);
        let inside = |p: &Piece| formulas.iter().any(|f| f.contains(&p.span.start));
        let (formula, _) = shares(Scheme::Mt, inside);
        assert!((formula - FORMULA).abs() < 0.05, "{formula}");
    }

    #[test]
    fn mathematical_words_are_masked_as_wholes() {
        let words = Words::standard();
        let outside = |p: &Piece| p.span.start < TEXT.find('$').expect("a formula");
        // Theorem, triangle, sum and sums: one of four words, at 30 %.
        let word = |p: &Piece| {
            let rest = &TEXT[p.span.start..];
            let length = rest
                .find(|c: char| !c.is_alphabetic())
                .unwrap_or(rest.len());
            outside(p) && words.holds(&rest[..length])
        };
        let (share, masked) = shares(Scheme::Mt, word);
        assert!(
            (share - 0.25).abs() < 0.03 && (masked - 0.8).abs() < 0.03,
            "{share} {masked}"
        );
        let plain = |p: &Piece| outside(p) && !word(p) && TEXT[p.span.clone()] != *"angle";
        assert!(shares(Scheme::Mt, plain).0 < 0.15);
        let (vocabulary, text) = (vocabulary(), "a triangle");
        let pieces = vocabulary.of(text).expect("pieces");
        let tokens: Vec<_> = pieces
            .iter()
            .filter_map(|p| vocabulary.token(p.id))
            .collect();
        assert_eq!(tokens, ["a", "tri", "##angle"]);
        for n in 0..50 {
            let key = Key::seed(n);
            let found = mask(text, &pieces, &[], Scheme::Mt, &vocabulary, &words, key);
            assert_eq!(found.labels[2] == IGNORED, found.labels[3] == IGNORED);
            assert_ne!(found.labels[2], IGNORED);
        }
    }
}
