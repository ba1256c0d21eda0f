//! Styles: small choices of spelling, made once a formula or at each place.

use mamut_engine::forest::Node;
use mamut_engine::rules::{Decide, Style};
use mamut_engine::term::Head;
use mamut_engine::vocabulary::Kind;

use crate::compile::Builder;
use crate::grammar::Out;

/// So many scripts on a letter are looked through, at least.
const NESTED: usize = 4;

impl Builder<'_, '_> {
    /// How a style is written here, or the second half of it.
    pub(crate) fn style(&mut self, style: usize, close: bool) -> Out {
        if let Some(known) = self.styles.get(&(style, close)) {
            return known.clone();
        }
        let found = self.fresh_style(style, close);
        self.styles.insert((style, close), found.clone());
        found
    }

    fn fresh_style(&mut self, style: usize, close: bool) -> Out {
        let style: &Style = &self.printer.rules.styles[style];
        let occur = |names: &[String]| names.iter().any(|name| self.occurs(name));
        let plain = occur(&style.plain_beside)
            || !style.only_beside.is_empty() && !occur(&style.only_beside);
        let usable = if plain { 1 } else { style.forms.len() };
        let usable = &style.forms[..usable];
        let sets = !style.no_product_of_sets.is_empty() && self.multiplies_capitals();
        // A star between letters of functions is a convolution.
        let stars = !multiplies(style) || self.function_letters() < 2;
        let unit = self.occurs("conj");
        let interval = self.writes("interval-oo");
        let clear = usable.iter().filter(|f| {
            self.is_clear(&f.1)
                // Beside a `j` a line above a letter is no conjugate, `(a, b)` alone is a pair.
                && !(unit && f.1 == "j" && style.id == "imaginary")
                && !(interval && f.1 == "(" && style.id == "lopen")
                && !(sets && style.no_product_of_sets.contains(&f.1))
                && (stars || f.1 != "*")
        });
        let mut clear: Vec<_> = clear.collect();
        if !self.kept.is_empty() && is_named(style) {
            let all = &style.forms;
            let stays = |f: &&(f64, String, String)| stands(&f.1, all, &self.kept);
            let stay: Vec<_> = clear.iter().copied().filter(stays).collect();
            if !stay.is_empty() {
                clear = stay;
            }
        }
        // Styles decided together keep all their forms, so that these go with each other.
        let forms = if style.along.is_some() {
            style.forms.iter().collect()
        } else if clear.is_empty() {
            usable.iter().collect()
        } else {
            clear
        };
        let spelling = |form: &(f64, String, String)| {
            if close {
                form.2.clone()
            } else {
                form.1.clone()
            }
        };
        let texts: Vec<u32> = forms.iter().map(|f| self.text(&spelling(f))).collect();
        if let [text] = texts.as_slice() {
            return Out::Text(*text);
        }
        let choice = style.along.as_ref().unwrap_or(&style.id);
        match style.decide {
            Decide::Formula => {
                let weights = || forms.iter().map(|f| f.0).collect();
                Out::Styled(self.decision(format!("style:{choice}"), weights), texts)
            }
            Decide::Occurrence => {
                let mut sum = 0.0;
                let cumulative = forms
                    .iter()
                    .map(|f| {
                        sum += f.0;
                        sum
                    })
                    .collect();
                Out::Spelled(cumulative, texts)
            }
        }
    }

    /// Whether the whole formula is what this operator makes.
    fn writes(&self, name: &str) -> bool {
        let op = self.printer.rules.vocabulary.find(name);
        let root = &self.forest.classes[self.forest.root as usize];
        root.nodes.iter().any(|n| Some(n.op) == op)
    }

    /// How many letters that usually name functions occur.
    fn function_letters(&self) -> usize {
        let symbols = self.atoms.symbols.iter();
        symbols
            .filter(|s| s.kind == Kind::Fn || mamut_engine::latex::convolves(&s.name))
            .count()
    }

    /// Whether an operator occurs in the formula.
    fn occurs(&self, name: &str) -> bool {
        let op = self.printer.rules.vocabulary.find(name);
        let mut nodes = self.forest.classes.iter().flat_map(|c| &c.nodes);
        op.is_some_and(|op| nodes.any(|n| n.op == op))
    }

    /// Whether all factors of some product may be names of sets.
    fn multiplies_capitals(&mut self) -> bool {
        if let Some(known) = self.capitals {
            return known;
        }
        let classes = &self.forest.classes;
        let scripts = ["idx", "up", "pow", "prime"];
        let scripts = scripts.map(|name| self.printer.rules.vocabulary.find(name));
        let mut sets: Vec<bool> = classes
            .iter()
            .map(|class| matches!(class.kind, Kind::Set | Kind::Event))
            .collect();
        for _ in 0..NESTED {
            for (at, class) in classes.iter().enumerate() {
                let named = |node: &Node| match node.op.head() {
                    Head::Symbol(index) => is_capital(&self.atoms.symbols[index as usize].name),
                    _ => scripts.contains(&Some(node.op)) && sets[node.args[0] as usize],
                };
                sets[at] = sets[at] || class.nodes.iter().any(named);
            }
        }
        let mut products = classes
            .iter()
            .flat_map(|class| &class.nodes)
            .filter(|node| Some(node.op) == self.printer.product);
        let found = products.any(|node| node.args.iter().all(|class| sets[*class as usize]));
        // `m \times n` alone is a size.
        let leaf = |class: &u32| {
            let nodes = &classes[*class as usize].nodes;
            nodes.iter().all(|n| matches!(n.op.head(), Head::Symbol(_)))
        };
        let mut whole = classes[self.forest.root as usize].nodes.iter();
        let sized = whole.any(|node| {
            Some(node.op) == self.printer.product
                && node.args.len() == 2
                && node.args.iter().all(leaf)
        });
        let found = found || sized;
        self.capitals = Some(found);
        found
    }

    /// Whether a spelling has no letter that names something else in the formula.
    fn is_clear(&self, spelling: &str) -> bool {
        !lone_letters(spelling).any(|letter| self.letters.contains(letter))
    }
}

/// Whether a name is a capital letter, in whatever font, or a word.
fn is_capital(name: &str) -> bool {
    let bare = name.split_once('{').map_or(name, |(_, rest)| rest);
    let bare = bare.strip_prefix('\\').unwrap_or(bare);
    bare.starts_with(char::is_uppercase) || name.contains('{') && is_word(bare)
}

fn is_word(bare: &str) -> bool {
    bare.trim_end_matches('}').chars().count() > 1
}

/// The letters of a spelling that are neither in braces nor part of a word.
fn lone_letters(spelling: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    let mut before = ' ';
    let word = |c: char| c.is_ascii_alphabetic() || c == '\\';
    spelling.char_indices().filter_map(move |(at, c)| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        let after = spelling[at + c.len_utf8()..].chars().next();
        let lone = c.is_ascii_alphabetic()
            && !word(before)
            && !after.is_some_and(|c| c.is_ascii_alphabetic());
        before = c;
        (lone && depth == 0).then(|| &spelling[at..=at])
    })
}

/// Whether a style writes a name that is made of letters alone in one of its forms: `P`,
/// `\mathbb{P}`.
fn is_named(style: &Style) -> bool {
    style.forms.iter().any(|f| is_plain(&f.1))
}

fn is_plain(form: &str) -> bool {
    !form.is_empty() && form.bytes().all(|b| b.is_ascii_alphabetic())
}

/// Whether a form of a style stands in pieces of formulas; plain letters do so where none of its
/// other forms does.
fn stands(form: &str, all: &[(f64, String, String)], kept: &[String]) -> bool {
    if !is_plain(form) {
        return !form.is_empty() && kept.iter().any(|latex| latex.contains(form));
    }
    let others = all.iter().filter(|f| !is_plain(&f.1));
    let apart = |latex: &String| {
        latex.match_indices(form).any(|(at, _)| {
            let (before, after) = (&latex[..at], &latex[at + form.len()..]);
            !before.ends_with(|c: char| c.is_ascii_alphabetic() || c == '\\')
                && !after.starts_with(|c: char| c.is_ascii_alphabetic())
        })
    };
    !others.into_iter().any(|f| stands(&f.1, all, kept)) && kept.iter().any(apart)
}

/// A style whose two halves must be chosen together at each place.
pub(crate) fn is_open_pair(style: &Style) -> bool {
    style.pair.is_some() && style.decide == Decide::Occurrence
}

/// Whether a style writes the sign of a product.
fn multiplies(style: &Style) -> bool {
    !style.no_product_of_sets.is_empty()
}
