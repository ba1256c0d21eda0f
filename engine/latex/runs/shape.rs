//! Which letters side by side look like a word, whatever it means.

/// Words of functions: `Rsinx` is a product.
const FUNCTIONS: [&str; 12] = [
    "sin", "cos", "tan", "log", "exp", "det", "max", "min", "sup", "lim", "gcd", "arg",
];

/// Pairs of letters that occur in English words: after each letter those that may follow it.
const PAIRS: [&str; 26] = [
    "bcdefghijklmnpqrstuvwxyz",
    "abeijlorsuy",
    "acehiklorstuy",
    "adegiloruvwy",
    "abcdefgilmnopqrstuvwxy",
    "aefiloru",
    "aeghilnorsuy",
    "aeilmnorstuwy",
    "abcdefgklmnopqrstuvxz",
    "aeou",
    "aeilnosy",
    "adefiklmopstuvy",
    "abeimnopsuy",
    "acdefgijknostuvy",
    "abcdefgiklmnoprstuvwxy",
    "aehiloprstuy",
    "u",
    "abcdefgiklmnopqrstuvwy",
    "acehiklmnopqstuwy",
    "acehilmoprstuwy",
    "abcdegilmnoprst",
    "aeio",
    "abdehiklnors",
    "aceipty",
    "abcdeilmnoprstw",
    "aeioz",
];

/// The same as bits.
const FOLLOWS: [u32; 26] = {
    let mut bits = [0; 26];
    let mut at = 0;
    while at < 26 {
        let letters = PAIRS[at].as_bytes();
        let mut next = 0;
        while next < letters.len() {
            bits[at] |= 1 << (letters[next] - b'a');
            next += 1;
        }
        at += 1;
    }
    bits
};

/// Whether each of these small letters may follow the one before in a word.
fn spoken(letters: &[u8]) -> bool {
    letters
        .windows(2)
        .all(|pair| FOLLOWS[usize::from(pair[0] - b'a')] >> (pair[1] - b'a') & 1 != 0)
}

/// Whether one pair of letters at most is none of a word in English: `drift`.
pub(super) fn nearly_spoken(letters: &[u8]) -> bool {
    letters.windows(2).filter(|pair| !spoken(pair)).count() < 2
}

/// Whether a letter is written twice in a row, which in a product is a power: `Loss`, `error`.
fn doubled(letters: &[u8]) -> bool {
    letters.windows(2).any(|pair| pair[0] == pair[1])
}

fn vowels(letters: &[u8]) -> usize {
    letters.iter().filter(|b| b"aeiou".contains(b)).count()
}

pub(super) fn distinct(letters: &[u8]) -> usize {
    (0..letters.len())
        .filter(|&i| !letters[..i].contains(&letters[i]))
        .count()
}

fn rising(letters: &[u8]) -> bool {
    letters.windows(2).all(|pair| pair[0] < pair[1])
}

/// Whether the name of a function is among these letters, with few beside it: `kilograms` is a word.
fn holds_function(word: &str) -> bool {
    let few = |function: &&str| word.len() < function.len() + 4;
    FUNCTIONS
        .iter()
        .any(|function| few(function) && word.contains(function))
}

/// Whether small letters are a word with vowels and consonants, and no list of indices.
pub(super) fn natural(letters: &[u8]) -> bool {
    let count = vowels(letters);
    let indices = letters.iter().all(|b| (b'i'..=b'n').contains(b));
    !rising(letters) && !indices && count > 0 && count < letters.len() && distinct(letters) > 2
}

/// Whether this is a capital before small letters with a vowel and a consonant: `Age`, `Wind`.
pub(super) fn capitalised(letters: &[u8]) -> bool {
    let rest = &letters[1..];
    let vowels = rest.iter().filter(|b| b"aeou".contains(b)).count();
    let small = rest.iter().all(u8::is_ascii_lowercase);
    letters[0].is_ascii_uppercase() && small && rest.len() > 1 && vowels > 0 && vowels < rest.len()
}

/// Whether small letters stand between capitals: `ReLU`, `LoRA`.
pub(super) fn abbreviated(letters: &[u8]) -> bool {
    let capitals = letters.iter().filter(|b| b.is_ascii_uppercase()).count();
    letters.len() > 3
        && (2..letters.len()).contains(&capitals)
        && letters.first().is_some_and(u8::is_ascii_uppercase)
        && letters.last().is_some_and(u8::is_ascii_uppercase)
        && letters.iter().all(u8::is_ascii_alphabetic)
}

/// Whether small letters may be said, or are short for words that are: `eff`, `total`, and no four
/// indices, `axmn`.
pub(super) fn sayable(letters: &[u8]) -> bool {
    spoken(letters) || vowels(letters) > 1
}

/// Whether all letters of a word may be said one after the other, and no function is called so in it:
/// `sinacosb` is none.
pub(super) fn plain(word: &str) -> bool {
    spoken(word.as_bytes()) && !FUNCTIONS.iter().any(|function| word.contains(function))
}

/// Whether a run of letters is a word by itself: `revenue`, `Reliability`, `Real`.
pub(super) fn word(run: &str) -> bool {
    let bytes = run.as_bytes();
    let small = bytes[1..].iter().all(u8::is_ascii_lowercase);
    if !small || holds_function(&run.to_ascii_lowercase()) {
        return false;
    }
    if bytes[0].is_ascii_lowercase() {
        let consonants = bytes.len() - vowels(bytes);
        if bytes.len() > 4 && doubled(bytes) && natural(bytes) && spoken(bytes) {
            return true;
        }
        return bytes.len() > 4
            && natural(bytes)
            && vowels(bytes) > 1
            && consonants > 1
            && distinct(bytes) > 3;
    }
    let lower = run.to_ascii_lowercase();
    let rest = &bytes[1..];
    bytes.len() > 3
        && natural(lower.as_bytes())
        && (natural(rest) || doubled(rest))
        && vowels(rest) > 0
        && spoken(lower.as_bytes())
}

/// Whether these are words that capitals join, one of them of more letters than a syllable:
/// `GrossProfit`, `costOfGoods`.
pub(super) fn joined(run: &str) -> bool {
    // `MultiRZ`, `IsingXX`
    let front = run.trim_end_matches(|c: char| c.is_ascii_uppercase());
    let first = front.bytes().take_while(u8::is_ascii_uppercase).count();
    let lower = front.to_ascii_lowercase();
    if matches!(run.len() - front.len(), 1..=3)
        && first == 1
        && front.len() > 3
        && front[1..].bytes().all(|b| b.is_ascii_lowercase())
        && spoken(lower.as_bytes())
        && vowels(&lower.as_bytes()[1..]) > 0
    {
        return true;
    }
    let capital =
        |(at, letter): (usize, char)| (at > 0 && letter.is_ascii_uppercase()).then_some(at);
    let starts = run.char_indices().filter_map(capital);
    let (mut from, mut long, mut count) = (0, 0, 0);
    for to in starts.chain([run.len()]) {
        let piece = &run[from..to];
        // `GCDs`, but `moduleAs`
        let plural = |single: &&str| single.len() > 1;
        let piece = piece.strip_suffix('s').filter(plural).unwrap_or(piece);
        if piece.len() < 2 || !syllables(piece) {
            return false;
        }
        long += usize::from(piece.len() > 3);
        count += 1;
        from = to;
    }
    run.len() >= SEVERAL && count > 1 && long > 0
}

/// Words that are joined have so many letters together.
const SEVERAL: usize = 7;

/// Whether letters beside a word may be another one: `gap`, `Loss`.
pub(super) fn syllables(run: &str) -> bool {
    let lower = run.to_ascii_lowercase();
    let bytes = lower.as_bytes();
    let small = run.bytes().skip(1).all(|b| b.is_ascii_lowercase());
    small && spoken(bytes) && vowels(bytes) > 0 && vowels(bytes) < bytes.len()
}

/// Whether three letters before an argument are a syllable: `Rep(G)`. Functions at the end of a
/// product, as in `Kaf(x)`, are none.
pub(super) fn syllable(run: &str) -> bool {
    let lower = run.to_ascii_lowercase();
    matches!(lower.as_bytes(), [a, b, c]
        if vowels(&[*a, *c]) == 0 && vowels(&[*b]) == 1 && !b"fghuvxyz".contains(c))
        && spoken(lower.as_bytes())
        && !holds_function(&lower)
}

/// Whether a word with one capital letter can be spoken, and is no product that ends in a
/// differential or the name of a function.
pub(super) fn spoken_name(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    let bytes = lower.as_bytes();
    let inner = &bytes[1..];
    let closed = ["sh", "ch", "th", "st", "nt", "rt", "ct", "lt"]
        .iter()
        .any(|end| lower.ends_with(end));
    spoken(bytes)
        && (inner.iter().any(|b| b"aeiouy".contains(b)) || closed && vowels(&bytes[..1]) > 0)
        && inner.iter().any(|b| !b"aeiou".contains(b))
        && distinct(bytes) > 2
        && !rising(bytes)
        && !inner.contains(&b'd')
        && !holds_function(&lower)
}

/// Whether three small letters below a symbol are a syllable and no three indices; nothing is counted by
/// an `o`, which looks like a nought.
pub(super) fn label(letters: &[u8]) -> bool {
    let open = letters.len() == 3
        && letters[1..].contains(&b'o')
        && natural(letters)
        && spoken(letters)
        && vowels(letters) == 1;
    if open {
        return true;
    }
    let within = |from: u8, to: u8| letters.iter().all(|b| (from..=to).contains(b));
    let indices = within(b'a', b'n') || within(b'p', b'z');
    letters.len() == 3
        && vowels(&letters[1..2]) == 1
        && vowels(letters) == 1
        && !rising(letters)
        && !indices
        && distinct(letters) == 3
        && spoken(letters)
}

/// Whether capital letters below a symbol may be indices: four that are in no order are not, `U_{QSVT}`.
pub(super) fn neighbours(capitals: &[u8]) -> bool {
    let free = capitals.len() > 3 && distinct(capitals) == capitals.len() && !rising(capitals);
    let far = || capitals.iter().any(|b| *b > b'S') && capitals.iter().any(|b| *b < b'T');
    corners(capitals) && !(free && far())
}

/// Whether capital letters may be the corners of a figure, or matrices: neighbours in the alphabet.
pub(super) fn corners(capitals: &[u8]) -> bool {
    let usual = |b: &&u8| (b'A'..=b'H').contains(*b) || matches!(**b, b'O' | b'P' | b'S' | b'M');
    let (least, most) = capitals
        .iter()
        .fold((b'Z', b'A'), |(l, m), b| (l.min(*b), m.max(*b)));
    capitals.iter().filter(usual).count() == capitals.len()
        || most.saturating_sub(least) < 6
        || capitals.len() > 2 && rising(capitals) && most - least < 12
        || distinct(capitals) < 3.min(capitals.len())
}
