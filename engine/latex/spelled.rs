//! Words in plain letters that nobody multiplies: `Aut(G)`, `ord_p(a)`, `x = 1 and y = 2`, `pH = 7`.
//! They are set upright.

mod raised;

use super::signs::Signs;
use super::token::{Class, Gap, Token, leave_out};
use crate::vocabulary::{ReadForm, ShapePiece, Vocabulary};
use raised::{LOGARITHM, TRANSPOSED, columns, projective, raised_logarithms, transposed};

/// Names of functions, before a bracket or a script.
const FUNCTIONS: &[&str] = &[
    "ord", "Aut", "Hom", "Gal", "End", "Ind", "Res", "Ext", "Tor", "Spec", "Stab", "Orb", "Sym",
    "Frac", "Inn", "Out", "diag", "vol", "dist", "supp", "conv", "codim", "proj", "erf", "sinc",
    "Bin", "Poi", "Ber", "Unif", "Geom", "Exp", "kron", "dom", "cod",
];

/// Words between statements, with blanks around them.
const JOINING: &[&str] = &[
    "and", "or", "if", "iff", "for", "where", "when", "then", "as",
];

/// The same between spacing commands.
const APART: &[&str] = &[
    "on",
    "in",
    "is",
    "with",
    "such",
    "that",
    "subject",
    "to",
    "otherwise",
    "else",
    "by",
    "from",
    "at",
    "over",
    "whenever",
    "any",
    "all",
];

/// Signs that have something on either side, and no such word: `a - if = z`.
const BETWEEN: &[&str] = &[
    "=",
    "<",
    ">",
    "+",
    "*",
    "/",
    "^",
    "_",
    r"\le",
    r"\leq",
    r"\ge",
    r"\geq",
    r"\ne",
    r"\neq",
    r"\cdot",
    r"\times",
    r"\div",
    r"\pm",
    r"\mp",
    r"\in",
    r"\to",
    r"\equiv",
    r"\approx",
    r"\sim",
    r"\lt",
    r"\gt",
    r"\subset",
    r"\subseteq",
    r"\cup",
    r"\cap",
    r"\ll",
    r"\gg",
    r"\propto",
];

/// The quantities of chemistry that begin with a small `p`.
const LOGARITHMS: &[&str] = &["pH", "pOH", "pK"];

/// The opposite of a category or an algebra, above its name.
const OPPOSITE: &[&str] = &["op"];

/// The letters of a word, as bits.
const fn letters(word: &str) -> [u64; 2] {
    let bytes = word.as_bytes();
    let mut bits = [0; 2];
    let mut at = 0;
    while at < bytes.len() {
        bits[(bytes[at] >> 6) as usize & 1] |= 1 << (bytes[at] & 63);
        at += 1;
    }
    bits
}

const LISTS: [&[&str]; 5] = [FUNCTIONS, JOINING, LOGARITHMS, OPPOSITE, APART];
const WORDS: usize =
    FUNCTIONS.len() + JOINING.len() + LOGARITHMS.len() + OPPOSITE.len() + APART.len();

const _: () = assert!(WORDS <= 64, "a bit for each word");

/// The letters of all words.
const LETTERS: [[u64; 2]; WORDS] = {
    let mut all = [[0; 2]; WORDS];
    let (lists, mut list, mut next) = (LISTS, 0, 0);
    while list < lists.len() {
        let mut at = 0;
        while at < lists[list].len() {
            all[next] = letters(lists[list][at]);
            (at, next) = (at + 1, next + 1);
        }
        list += 1;
    }
    all
};

/// The words that no rule file spells in plain letters, as bits in the order of [`LISTS`].
pub(super) fn free(vocabulary: &Vocabulary) -> u64 {
    let mut spelled = Vec::new();
    for reading in &vocabulary.reads {
        match &reading.form {
            ReadForm::Shape { tex, .. } => {
                spelled.extend(tex.iter().flatten().filter_map(|piece| match piece {
                    ShapePiece::Text(text) => Some(text.as_str()),
                    ShapePiece::Hole(_) => None,
                }));
            }
            ReadForm::Infix { tex, .. }
            | ReadForm::Prefix { tex, .. }
            | ReadForm::Postfix { tex, .. }
            | ReadForm::Function { tex, .. }
            | ReadForm::Bound { tex, .. }
            | ReadForm::Constant { tex, .. }
            | ReadForm::Operatorname { tex, .. } => {
                spelled.extend(tex.iter().map(String::as_str).filter(|t| !t.contains('\\')));
            }
            _ => {}
        }
    }
    let mut runs: Vec<&str> = spelled
        .into_iter()
        .flat_map(|text| text.split(|c: char| !c.is_ascii_alphabetic()))
        .collect();
    runs.sort_unstable();
    let words = LISTS.iter().copied().flatten().enumerate();
    words
        .filter(|(_, word)| runs.binary_search(word).is_err())
        .fold(0, |bits, (at, _)| bits | 1 << at)
}

/// The tokens with such words as names, those that are `free`.
pub(super) fn spelled<'t>(tokens: Vec<Token<'t>>, signs: Signs, free: u64) -> Vec<Token<'t>> {
    let named = signs.holds(Class::Name) || signs.has(b's') && signs.has(b't');
    let tokens = match named && signs.has(b'.') {
        true => super::abbreviated::worded(subject_to(tokens)),
        false => tokens,
    };
    let tokens = match signs.has(b'P') && signs.has(b'^') {
        true => projective(tokens),
        false => tokens,
    };
    let tokens = match signs.has_all(LOGARITHM) && signs.has(b'^') {
        true => raised_logarithms(tokens),
        false => tokens,
    };
    let tokens = match signs.has(b'-') && signs.has(b't') && signs.has(b'h') {
        true => ordinals(tokens),
        false => tokens,
    };
    let tokens = match signs.has(b't') && signs.has(b'^') {
        true => columns(tokens),
        false => tokens,
    };
    if longest_run(&tokens) < 2 {
        return tokens;
    }
    let tokens = match signs.has_all(TRANSPOSED) {
        true => transposed(tokens),
        false => tokens,
    };
    let occurs = |(at, word): (usize, &[u64; 2])| free >> at & 1 != 0 && signs.has_all(*word);
    if !LETTERS.iter().enumerate().any(occurs) {
        return tokens;
    }
    let mut kept = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let found = starts(&tokens, at)
            .then(|| word(&tokens, at, free))
            .flatten();
        let length = match found {
            Some((font, length)) => {
                let word = Token::joined(&tokens[at..at + length], font);
                match kept.last_mut().filter(|_| font == r"\text") {
                    Some(last) if said(last).is_some() => *last = phrase(last, &word),
                    _ => kept.push(word),
                }
                length
            }
            None => {
                kept.push(tokens[at].clone());
                1
            }
        };
        at += length;
    }
    kept
}

/// Makes words of the endings of ordinals: `j-th`, `(k+1)-th`.
fn ordinals(mut tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let ending = |at: &usize| {
        let letters = ["-", "t", "h"].iter().enumerate();
        let spelled = letters
            .map(|(n, key)| tokens.get(at + n).filter(|t| t.key == *key))
            .all(|t| t.is_some_and(|t| t.gap == Gap::None));
        let counted = matches!(
            tokens[at - 1].class,
            Class::Letter | Class::Digit | Class::Close
        ) || tokens[at - 1].key == ")";
        let goes_on = |t: &Token<'_>| {
            t.gap == Gap::None && t.class == Class::Letter
                || matches!(t.key.as_ref(), "_" | "^" | "(")
        };
        spelled && counted && !tokens.get(at + 3).is_some_and(goes_on)
    };
    let places: Vec<usize> = (1..tokens.len()).filter(ending).collect();
    for at in &places {
        let mut words = Token::joined(&tokens[*at..at + 3], r"\text");
        words.key = r"\text{-th}".into();
        tokens[*at] = words;
    }
    leave_out(
        &mut tokens,
        places.iter().map(|at| at + 1..at + 3).collect(),
    );
    tokens
}

/// The number of plain letters side by side, at most.
fn longest_run(tokens: &[Token<'_>]) -> usize {
    let (mut run, mut longest) = (0, 0);
    for token in tokens {
        run = match token.class {
            Class::Letter if token.gap == Gap::None => run + 1,
            Class::Letter => 1,
            _ => 0,
        };
        longest = longest.max(run);
    }
    longest
}

/// The words of a token of words.
fn said<'w>(token: &'w Token<'_>) -> Option<&'w str> {
    let words = token.key.strip_prefix(r"\text{")?.strip_suffix('}')?;
    (token.class == Class::Words).then_some(words)
}

/// Two runs of words as one.
fn phrase<'t>(first: &Token<'t>, second: &Token<'t>) -> Token<'t> {
    let words = [first, second].map(|t| said(t).unwrap_or_default());
    let mut token = first.clone();
    token.respell("");
    token.key = format!(r"\text{{{} {}}}", words[0], words[1]).into();
    token.end = second.end;
    token
}

/// `\quad s.t.\quad` as words.
fn subject_to(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let spelled = |at: usize| {
        let keys = tokens
            .get(at..at + 4)
            .unwrap_or(&[])
            .iter()
            .map(|t| t.key.as_ref());
        let upright = [r"\mathrm{s}", ".", r"\mathrm{t}", "."];
        if keys.clone().eq(upright) {
            return true;
        }
        keys.eq(["s", ".", "t", "."])
            && (at == 0 || tokens[at].gap >= Gap::Blank)
            && tokens[at + 1..at + 4].iter().all(|t| t.gap <= Gap::Thin)
            && tokens.get(at + 4).is_none_or(|t| t.gap >= Gap::Blank)
    };
    if !(0..tokens.len()).any(spelled) {
        return tokens;
    }
    let mut kept = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        if spelled(at) {
            let mut words = Token::joined(&tokens[at..at + 4], r"\text");
            words.key = r"\text{s.t.}".into();
            at += 4;
            // `{\rm s.t.}`
            let close = tokens.get(at).filter(|t| t.class == Class::Close);
            let opens = |t: &mut Token<'_>| t.class == Class::Open;
            if close.is_some() && kept.pop_if(opens).is_some() {
                at += 1;
            }
            kept.push(words);
        } else {
            kept.push(tokens[at].clone());
            at += 1;
        }
    }
    kept
}

/// Whether a letter begins here that goes on with none before it.
fn starts(tokens: &[Token<'_>], at: usize) -> bool {
    letter(&tokens[at])
        && at.checked_sub(1).is_none_or(|before| {
            !letter(&tokens[before]) && tokens[before].class != Class::Digit
                || tokens[at].gap > Gap::None
        })
}

fn letter(token: &Token<'_>) -> bool {
    token.class == Class::Letter && token.short()
}

/// Whether what a constant of dissociation is of stands first: the `a` of `pK_a`, `pK_{a1}`.
fn acid(below: &[Token<'_>]) -> bool {
    let mut keys = below.iter().map(|t| t.key.as_ref());
    let first = match keys.next() {
        Some("{") => keys.next(),
        first => first,
    };
    matches!(
        first,
        Some("a" | "b" | "w" | r"\mathrm{a}" | r"\mathrm{b}" | r"\mathrm{w}" | r"\text{a}")
    )
}

/// The font and the length of the word that is all that stands side by side here.
fn word(tokens: &[Token<'_>], at: usize, free: u64) -> Option<(&'static str, usize)> {
    let run = tokens[at..]
        .iter()
        .enumerate()
        .take_while(|(i, t)| letter(t) && (*i == 0 || t.gap == Gap::None));
    let length = run.take(12).count();
    let run = &tokens[at..at + length];
    let spells = |words: &[&str]| {
        let spelled = |word: &&str| {
            word.len() == length && word.bytes().zip(run).all(|(b, t)| t.key.as_bytes() == [b])
        };
        words.iter().any(spelled)
    };
    let mut all = LISTS.iter().copied().flatten().enumerate();
    let known = all.any(|(at, word)| free >> at & 1 != 0 && spells(&[word]));
    if !known {
        return None;
    }
    let next = tokens.get(at + length);
    let follows = |signs: &[&str]| next.is_some_and(|t| signs.contains(&t.key.as_ref()));
    if spells(FUNCTIONS) {
        return follows(&["(", "_", "^", r"\{"]).then_some((r"\operatorname", length));
    }
    if spells(LOGARITHMS) {
        // `10^{-pH}`
        let ten = ["1", "0", "^", "{", "-"];
        let above = at.checked_sub(ten.len()).is_some_and(|from| {
            (0..ten.len()).all(|n| tokens[from + n].key == ten[n])
                && next.is_some_and(|t| t.class == Class::Close)
        });
        let free = match next {
            _ if above => true,
            // `pK_a`
            Some(t) if spells(&["pK"]) => t.key == "_" && acid(&tokens[at + length + 1..]),
            next => next.is_none_or(|t| t.class == Class::Sign && t.key != "(" && t.key != "_"),
        };
        // `F^pH^k`
        let raised = at > 0 && tokens[at - 1].key == "^";
        return (free && !raised).then_some((r"\mathrm", length));
    }
    if let [base, above, open] = &tokens[at.saturating_sub(3)..at]
        && spells(OPPOSITE)
    {
        let large = base.key.starts_with(|c: char| c.is_ascii_uppercase())
            || matches!(base.key.as_ref(), "}" | ")" | "]" | r"\Delta" | r"\Gamma")
            || base.class == Class::Name
            // `C_0^{op}`
            || at > 4 && tokens[at - 4].key == "_";
        let alone = open.class == Class::Open && next.is_some_and(|t| t.class == Class::Close);
        return (large && above.key == "^" && alone).then_some((r"\mathrm", length));
    }
    let apart = |gap: Gap| tokens[at].gap >= gap && next.is_some_and(|t| t.gap >= gap);
    let between = |t: &Token<'_>| BETWEEN.contains(&t.key.as_ref());
    let before = at.checked_sub(1).map(|before| &tokens[before]);
    let joins = before.is_some_and(|t| !between(t) && t.key != "-")
        && next.is_some_and(|t| !between(t) && t.class != Class::Close);
    let word = apart(Gap::Blank) && spells(JOINING) || apart(Gap::Thin) && spells(APART);
    (word && joins).then_some((r"\text", length))
}
