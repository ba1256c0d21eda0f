//! Which factors may stand side by side with nothing between them.

use mamut_engine::atoms::Atoms;
use mamut_engine::rules::RuleSet;
use mamut_engine::vocabulary::ReadForm;

use crate::grammar::{Grammar, Out, Text};

const DIGIT: u8 = 1;
const OPEN: u8 = 2;
const BAR: u8 = 4;
const SIGN: u8 = 8;
/// Of an end: a letter that takes what follows in parentheses for its argument.
const FUNCTION: u8 = 16;
/// Of a beginning: the name of a function.
const NAME: u8 = 16;
const FRACTION: u8 = 32;
const OTHER: u8 = 64;
/// Of an end: an argument without brackets, which takes what follows for a part of it.
const NAKED: u8 = 128;

/// Fills in `safe` of every product: whether juxtaposition reads back as this product.
pub(crate) fn mark_safe(grammar: &mut Grammar, atoms: &Atoms, rules: &RuleSet) {
    let edges = Edges::compute(grammar, atoms, rules);
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
                for (i, left) in factors.closed.iter().enumerate() {
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

fn may_follow(tails: u8, heads: u8) -> bool {
    heads & (DIGIT | BAR | SIGN) == 0
        && tails & BAR == 0
        && (tails & NAKED == 0 || heads == NAME)
        && !(heads & OPEN != 0 && tails & FUNCTION != 0)
        && !(heads & FRACTION != 0 && tails & DIGIT != 0)
}

struct Edges {
    heads: Vec<u8>,
    tails: Vec<u8>,
}

impl Edges {
    fn compute(grammar: &Grammar, atoms: &Atoms, rules: &RuleSet) -> Self {
        let n = grammar.nonterminals.len();
        let functions = &rules.symbols.functions;
        let names = function_names(rules);
        let texts: Vec<(u8, u8)> = grammar
            .texts
            .iter()
            .map(|t| (head(t, &names), tail(t, functions)))
            .collect();
        let symbols: Vec<u8> = atoms
            .symbols
            .iter()
            .map(|s| tail(&Text::new(&s.name), functions))
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
    texts: &'a [(u8, u8)],
    symbols: &'a [u8],
}

impl Known<'_> {
    /// How a run of pieces can begin (`front`), or, given backwards, end.
    fn run<'p>(&self, pieces: impl Iterator<Item = &'p Out>, front: bool) -> u8 {
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

    fn piece(&self, piece: &Out, front: bool) -> (u8, bool) {
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
                    OTHER
                } else {
                    self.symbols[*index as usize]
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

/// The control words that are read as names of functions.
fn function_names(rules: &RuleSet) -> Vec<&str> {
    let functions = rules.vocabulary.reads.iter().filter_map(|r| match &r.form {
        ReadForm::Function { tex, .. } => Some(tex),
        _ => None,
    });
    functions
        .flatten()
        .filter_map(|tex| tex.strip_prefix('\\'))
        .filter(|word| word.bytes().all(|b| b.is_ascii_alphabetic()))
        .chain(["operatorname"])
        .collect()
}

/// How a spelling begins; 0 when it is blank.
fn head(text: &Text, names: &[&str]) -> u8 {
    let text = text.text.trim_start();
    let text = ["\\left", "\\bigl", "\\Bigl", "\\big"]
        .iter()
        .find_map(|p| text.strip_prefix(p))
        .unwrap_or(text);
    match text.chars().next() {
        None => 0,
        Some('0'..='9') => DIGIT,
        Some('(' | '[') => OPEN,
        Some('|') => BAR,
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
            if names.contains(&word) { NAME } else { OTHER }
        }
        Some(_) => OTHER,
    }
}

/// How a spelling ends; 0 when it is blank or a script mark.
fn tail(text: &Text, functions: &[String]) -> u8 {
    if text.naked {
        return NAKED;
    }
    let full = text.text.trim_end();
    match full.chars().next_back() {
        None | Some('^' | '_') => 0,
        Some('0'..='9') => DIGIT,
        Some('|') if !full.ends_with("\\right|") => BAR,
        _ if functions.iter().any(|f| f == full) || ["P", "E"].contains(&full) => FUNCTION,
        Some(_) => OTHER,
    }
}
