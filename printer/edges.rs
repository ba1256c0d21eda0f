//! Which factors may stand side by side with nothing between them.

use mamut_engine::atoms::Atoms;
use mamut_engine::latex::is_fill_in;
use mamut_engine::rules::RuleSet;
use mamut_engine::vocabulary::{Kind, ReadForm};
use rustc_hash::FxHashSet;

use crate::grammar::{Grammar, Out, Text};

const DIGIT: u16 = 1;
const OPEN: u16 = 2;
const BAR: u16 = 4;
const SIGN: u16 = 8;
/// Of an end: a letter that takes what follows in parentheses for its argument.
const FUNCTION: u16 = 16;
/// Of a beginning: the name of a function.
const NAME: u16 = 16;
const FRACTION: u16 = 32;
const OTHER: u16 = 64;
/// Of an end: an argument without brackets, which takes what follows for a part of it.
const NAKED: u16 = 128;
/// Of a beginning: brackets around several things, which are arguments after a letter.
const LIST: u16 = 256;
/// A word of letters, of which the neighbours would be a part.
const WORD: u16 = 512;
/// Of an end: a sign that is applied to what follows.
const APPLIED: u16 = 1024;
/// Of a beginning: a word that would be the unit of a figure right before it. Of an end: a unit.
const UNIT: u16 = 2048;
/// Of an end: brackets or braces, which may hold figures.
const CLOSED: u16 = 4096;
/// Of a beginning: a bold letter; several bold ones side by side may be matrices.
const BOLD: u16 = 16384;
/// Points, of which those of several words would be one word.
const POINT: u16 = 8192;

/// What the rules say of names and spellings, arranged for many formulas.
pub(crate) struct Spellings<'r> {
    /// The control words that are read as names of functions.
    names: FxHashSet<&'r str>,
    /// Letters that are applied to what follows in parentheses.
    functions: FxHashSet<&'r str>,
    /// What stands between these marks is no part of the formula.
    markup: Option<(char, char)>,
}

impl<'r> Spellings<'r> {
    /// Looks them up.
    pub(crate) fn new(rules: &'r RuleSet) -> Self {
        let functions = rules.vocabulary.reads.iter().filter_map(|r| match &r.form {
            ReadForm::Function { tex, .. } => Some(tex),
            _ => None,
        });
        let words = functions.flatten().filter_map(|tex| tex.strip_prefix('\\'));
        let letters = |word: &&str| word.bytes().all(|b| b.is_ascii_alphabetic());
        Self {
            names: words.filter(letters).chain(["operatorname"]).collect(),
            functions: rules.symbols.functions.iter().map(String::as_str).collect(),
            markup: rules.target.as_ref().and_then(|target| target.markup),
        }
    }
}

/// Fills in `safe` of every product: whether juxtaposition reads back as this product.
pub(crate) fn mark_safe(grammar: &mut Grammar, atoms: &Atoms, spellings: &Spellings<'_>) {
    let edges = Edges::compute(grammar, atoms, spellings);
    for nonterminal in &mut grammar.nonterminals {
        for production in nonterminal
            .alternatives
            .iter_mut()
            .flat_map(|a| &mut a.productions)
        {
            for piece in &mut production.pieces {
                let Out::Factors(factors) = piece else {
                    continue;
                };
                if factors.closed.len() > 64 {
                    continue;
                }
                let bold = |nt: &&u32| edges.heads[**nt as usize] & BOLD != 0;
                let matrices =
                    factors.closed.len() > 2 && factors.closed.iter().filter(bold).count() > 1;
                for (i, left) in factors.closed.iter().enumerate() {
                    if matrices {
                        factors.safe[i] = 0;
                        continue;
                    }
                    let mut safe = 0;
                    for j in 0..factors.closed.len() {
                        let heads = edges.heads[factors.closed[j] as usize]
                            | edges.heads[factors.last[j] as usize];
                        if j != i && may_follow(edges.tails[*left as usize], heads) {
                            safe |= 1 << j;
                        }
                    }
                    factors.safe[i] = safe;
                }
            }
        }
    }
}

fn may_follow(tails: u16, heads: u16) -> bool {
    heads & (DIGIT | BAR | SIGN) == 0
        && tails & BAR == 0
        && (tails & NAKED == 0 || heads == NAME)
        && !(heads & OPEN != 0 && tails & FUNCTION != 0)
        && !(heads & LIST != 0 && tails & !DIGIT != 0)
        && (heads | tails) & WORD == 0
        && tails & APPLIED == 0
        && !(heads & FRACTION != 0 && tails & DIGIT != 0)
        && !(heads & UNIT != 0 && tails & (DIGIT | CLOSED) != 0)
        && heads & tails & (POINT | UNIT) == 0
}

struct Edges {
    heads: Vec<u16>,
    tails: Vec<u16>,
}

impl Edges {
    fn compute(grammar: &Grammar, atoms: &Atoms, spellings: &Spellings<'_>) -> Self {
        let n = grammar.nonterminals.len();
        let (functions, names) = (&spellings.functions, &spellings.names);
        let texts: Vec<(u16, u16)> = grammar
            .texts
            .iter()
            .map(|t| match spellings.markup {
                Some(marks) => {
                    let shown = Text {
                        naked: t.naked,
                        ..Text::new(&shown(&t.text, marks))
                    };
                    (head(&shown, names), tail(&shown, functions))
                }
                None => (head(t, names), tail(t, functions) | open_name(t, names)),
            })
            .collect();
        let symbols: Vec<(u16, u16)> = atoms
            .symbols
            .iter()
            .map(|s| {
                let own = match s.kind {
                    Kind::Fn => (0, FUNCTION),
                    Kind::Point => (POINT, POINT),
                    // `3\_\_\_` looks like a number of which digits are sought.
                    _ if is_fill_in(&s.name) => (WORD, WORD),
                    // Side by side, two units would be a prefix and a unit.
                    _ if s.protected => (unit(&s.name) | bold(&s.name), unit(&s.name)),
                    _ => (unit(&s.name) | bold(&s.name), 0),
                };
                let tail = name_tail(&s.name, functions) & !CLOSED;
                let tail = tail | open_name(&Text::new(&s.name), names);
                (word(&s.name) | repeated(&s.name) | own.0, tail | own.1)
            })
            .collect();
        let mut edges = Self {
            heads: vec![0; n],
            tails: vec![0; n],
        };
        loop {
            let mut changed = false;
            for (at, nonterminal) in grammar.nonterminals.iter().enumerate() {
                let (mut heads, mut tails) = (edges.heads[at], edges.tails[at]);
                for production in nonterminal.alternatives.iter().flat_map(|a| &a.productions) {
                    let known = Known {
                        edges: &edges,
                        texts: &texts,
                        symbols: &symbols,
                    };
                    heads |= known.run(production.pieces.iter(), true);
                    if heads & OPEN != 0 && lists(&production.pieces, grammar) {
                        heads |= LIST;
                    }
                    tails |= known.run(production.pieces.iter().rev(), false);
                }
                if (heads, tails) != (edges.heads[at], edges.tails[at]) {
                    (edges.heads[at], edges.tails[at]) = (heads, tails);
                    changed = true;
                }
            }
            if !changed {
                return edges;
            }
        }
    }
}

struct Known<'a> {
    edges: &'a Edges,
    texts: &'a [(u16, u16)],
    symbols: &'a [(u16, u16)],
}

impl Known<'_> {
    /// How a run of pieces can begin (`front`), or, given backwards, end.
    fn run<'p>(&self, pieces: impl Iterator<Item = &'p Out>, front: bool) -> u16 {
        let mut seen = 0;
        for piece in pieces {
            let (edge, empty) = self.piece(piece, front);
            seen |= edge;
            // What a script hangs on still decides whether a parenthesis is an argument.
            if !empty && (front || !matches!(piece, Out::Script(_))) {
                let before_script =
                    !front && matches!(piece, Out::Text(t) if self.texts[*t as usize].1 == 0);
                if !before_script {
                    break;
                }
            }
        }
        seen
    }

    fn piece(&self, piece: &Out, front: bool) -> (u16, bool) {
        let text = |at: u32| {
            let (head, tail) = self.texts[at as usize];
            if front {
                (head, head == 0)
            } else {
                (tail, tail == 0)
            }
        };
        let child = |nt: u32| {
            if front {
                self.edges.heads[nt as usize]
            } else {
                self.edges.tails[nt as usize]
            }
        };
        let any = |items: &[u32]| items.iter().fold(0, |sum, nt| sum | child(*nt));
        match piece {
            Out::Text(at) => text(*at),
            Out::Styled(_, texts) | Out::Spelled(_, texts) => {
                texts.iter().fold((0, false), |(edge, empty), at| {
                    let (e, none) = text(*at);
                    (edge | e, empty || none)
                })
            }
            Out::Symbol { index, .. } => (
                if front {
                    OTHER | self.symbols[*index as usize].0
                } else {
                    self.symbols[*index as usize].1
                },
                false,
            ),
            Out::Slot { .. } => (OTHER, false),
            Out::Form(_) => (0, true),
            Out::Child(nt) => (child(*nt), false),
            Out::Script(_) => (OTHER, false),
            Out::Join { items, .. } => (any(items), items.is_empty()),
            Out::Terms { items, .. } => (any(items) | SIGN, false),
            Out::Factors(f) => (
                if front {
                    any(&f.closed) | any(&f.last)
                } else {
                    any(&f.last)
                },
                false,
            ),
            Out::Sign(_) => (SIGN, false),
        }
    }
}

/// Whether a form is brackets around several things: a tuple, an interval.
fn lists(pieces: &[Out], grammar: &Grammar) -> bool {
    let comma = |piece: &Out| match piece {
        Out::Text(at) => grammar.texts[*at as usize]
            .text
            .trim_start()
            .starts_with(','),
        _ => false,
    };
    pieces.iter().take(4).any(|piece| match piece {
        Out::Join { items, .. } => items.len() > 1,
        piece => comma(piece),
    })
}

/// How a name ends.
fn name_tail(name: &str, functions: &FxHashSet<&str>) -> u16 {
    let applied = matches!(
        name,
        r"\partial"
            | "∂"
            | r"\nabla"
            | "∇"
            | r"\Box"
            | r"\square"
            | "□"
            | r"\Delta"
            | r"\delta"
            | "d"
    );
    let found = tail(&Text::new(name), functions) | word(name);
    let function = matches!(name, r"\zeta" | r"\Gamma" | "ζ" | "Γ");
    let called = name.contains("operatorname") || is_long(name) || function;
    found | if called { FUNCTION } else { 0 } | if applied { APPLIED } else { 0 }
}

/// Whether a name is made of several letters in a font: `\mathrm{kg}`.
fn is_long(name: &str) -> bool {
    name.split_once('{')
        .is_some_and(|(_, word)| word.trim_end_matches('}').chars().count() > 1)
}

/// Whether a name is written as units are: upright, of letters only.
fn unit(name: &str) -> u16 {
    let upright = ["\\text{", "\\mathrm{", "\\textrm{", "\\mbox{", "\\mathsf{"]
        .iter()
        .find_map(|font| name.strip_prefix(font))
        .and_then(|rest| rest.strip_suffix('}'));
    let letters = |word: &str| word.chars().all(|c| c.is_alphabetic() || c == ' ');
    if upright.is_some_and(letters) {
        UNIT
    } else {
        0
    }
}

/// Whether a name is bold.
fn bold(name: &str) -> u16 {
    let fonts = ["\\mathbf{", "\\boldsymbol{", "\\bm{", "\\textbf{"];
    if fonts.iter().any(|font| name.starts_with(font)) {
        BOLD
    } else {
        0
    }
}

/// Whether a name is a line over figures, which would go on with those before it, `5.8\overline{67}`, or
/// words in brackets, which would be a remark: `5\text{(total)}`.
fn repeated(name: &str) -> u16 {
    let figures = name.strip_prefix(r"\overline{");
    let remark = name.starts_with(r"\text{(");
    match remark || figures.is_some_and(|inside| inside.starts_with(|c: char| c.is_ascii_digit())) {
        true => DIGIT,
        false => 0,
    }
}

/// Whether a name is a word of letters, or words of a text.
fn word(name: &str) -> u16 {
    let letters = name.len() > 1 && name.bytes().all(|b| b.is_ascii_alphabetic());
    let said = name
        .strip_prefix(r"\text{")
        .is_some_and(|words| words.contains(' ') || words.starts_with(|c: char| c.is_lowercase()));
    if letters || said { WORD } else { 0 }
}

/// A spelling without markup.
fn shown(text: &str, (open, close): (char, char)) -> String {
    let mut inside = false;
    let seen = |c: &char| {
        let hidden = inside || *c == open;
        inside = hidden && *c != close;
        !hidden
    };
    text.chars().filter(seen).collect()
}

/// How a spelling begins; 0 when it is blank.
fn head(text: &Text, names: &FxHashSet<&str>) -> u16 {
    let text = text.text.trim_start();
    let text = ["\\left", "\\bigl", "\\Bigl", "\\big"]
        .iter()
        .find_map(|p| text.strip_prefix(p))
        .unwrap_or(text);
    match text.chars().next() {
        None => 0,
        Some('0'..='9' | '.') => DIGIT,
        Some('(') => OPEN,
        // After a letter square brackets are arguments.
        Some('[') => OPEN | LIST,
        Some('|') => BAR,
        Some('\\') if text.starts_with(r"\$") => FRACTION,
        Some('-' | '+' | '±') => SIGN,
        // Scripts of nothing would hang on what stands before, and nothing there would be lost.
        Some('{') if text.starts_with("{}") => SIGN,
        Some('\\')
            if ["\\frac", "\\dfrac", "\\tfrac", "\\cfrac"]
                .iter()
                .any(|f| text.starts_with(f)) =>
        {
            FRACTION
        }
        Some('\\') => {
            let word = &text[1..];
            let end = word.find(|c: char| !c.is_ascii_alphabetic());
            let word = &word[..end.unwrap_or(word.len())];
            if names.contains(word) { NAME } else { OTHER }
        }
        Some(_) => OTHER,
    }
}

/// Of a spelling that is the name of a function and nothing else: it takes what follows for its
/// argument.
fn open_name(text: &Text, names: &FxHashSet<&str>) -> u16 {
    let name = text.text.trim().strip_prefix('\\');
    if name.is_some_and(|name| names.contains(name)) {
        APPLIED
    } else {
        0
    }
}

/// How a spelling ends; 0 when it is blank or a script mark.
fn tail(text: &Text, functions: &FxHashSet<&str>) -> u16 {
    if text.naked {
        return NAKED;
    }
    let full = text.text.trim_end();
    match full.chars().next_back() {
        None | Some('^' | '_') => 0,
        Some('0'..='9') => DIGIT,
        Some('|') if !full.ends_with("\\right|") => BAR,
        // What has primes or an order of a derivative is applied.
        Some('\'') => FUNCTION,
        _ if full.ends_with(")}") => FUNCTION | CLOSED,
        _ if functions.contains(full) || ["P", "E"].contains(&full) => FUNCTION,
        Some('}' | ')') => OTHER | CLOSED,
        // Behind a figure it is a figure too.
        Some('π') => OTHER | CLOSED,
        _ if full.ends_with(r"\pi") => OTHER | CLOSED,
        Some(_) => OTHER,
    }
}
