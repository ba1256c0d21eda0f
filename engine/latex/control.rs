//! Control words and symbols: what the lexer makes of a command, with the words in its braces.

mod sole;
mod words;

use super::commands::*;
use super::environments;
use super::escaped;
use super::layout::room;
use super::looks::figures;
use super::table::Command;
use super::token::{Class, Gap, LONGEST_NAME, LONGEST_WORDS, Lexer};

/// Commands that say how large delimiters are.
const SIZES: &[&str] = &[
    r"\big", r"\Big", r"\bigg", r"\Bigg", r"\bigl", r"\Bigl", r"\biggl", r"\Biggl",
];

/// The length of what says right here, before an argument, how large its delimiters are: `[\Big]`.
fn sized(rest: &str) -> usize {
    let inside = rest.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    match inside {
        Some((size, after)) if after.starts_with('{') && SIZES.contains(&size.trim()) => {
            rest.len() - after.len()
        }
        _ => 0,
    }
}

impl<'a> Lexer<'a> {
    /// The control sequence at the current place.
    pub(super) fn name(&mut self) -> &'a str {
        let mut start = self.pos;
        let bytes = self.source.as_bytes();
        if (self.escaped
            || self
                .table
                .is_some_and(|table| escaped::here(self.source, start, table)))
            && bytes.get(start + 1) == Some(&b'\\')
            && bytes.get(start + 2).is_some_and(|b| {
                b.is_ascii_alphabetic() || matches!(b, b',' | b';' | b'!' | b'{' | b'}')
            })
        {
            start += 1;
        }
        let mut end = start + 1;
        while bytes.get(end).is_some_and(u8::is_ascii_alphabetic) {
            end += 1;
        }
        let starred = end > start + 1 && bytes.get(end) == Some(&b'*');
        if end == start + 1 {
            end += self.source[end..].chars().next().map_or(0, char::len_utf8);
        }
        self.pos = end;
        let word = &self.source[start..end];
        if starred && matches!(word, r"\operatorname" | r"\hspace" | r"\vspace" | r"\tag") {
            self.pos += 1;
        }
        let fits = starred && matches!(bytes.get(end + 1), Some(b'{' | b'['));
        if fits && matches!(word, r"\abs" | r"\norm" | r"\ceil" | r"\floor" | r"\qty") {
            // Delimiters that are as large as what they hold.
            self.pos += 1;
            return word;
        }
        let set = self.source[end..].get(..3);
        if word == r"\smash" && matches!(set, Some("[b]" | "[t]")) {
            // Which side is made as if it were not there.
            self.pos += 3;
            return word;
        }
        if matches!(word, r"\abs" | r"\norm" | r"\ceil" | r"\floor") {
            self.pos += sized(&self.source[end..]);
            return word;
        }
        if word == r"\cfrac" && matches!(set, Some("[l]" | "[r]" | "[c]")) {
            // Where the numerator stands.
            self.pos += 3;
            return word;
        }
        &self.source[start..self.pos]
    }

    #[inline(never)]
    pub(super) fn command(&mut self, start: usize) {
        let mut name = self.name();
        if name == r"\mathop"
            && let Some((big, prime)) = self.primed_operator()
        {
            self.push(big, Class::Sign, start);
            return self.push("'", Class::Sign, prime);
        }
        if name == r"\sideset"
            && let Some((big, mark)) = self.mark_beside()
        {
            self.push(big, Class::Sign, start);
            if mark != "'" {
                self.push("^", Class::Sign, start);
            }
            return self.push(mark, Class::Sign, start);
        }
        if name == r"\mathop"
            && let Some(after) = self.rest().strip_prefix(r"{\sum\sum}")
        {
            // `\mathop{\sum\sum}_{m \le M, n \le N}`: one sum over both.
            self.pos = self.source.len() - after.len();
            name = r"\sum";
        } else if name == r"\mathop"
            && let Some(inner) = self.sole_command()
        {
            // `\mathop{\lim}\limits_{…}`
            name = inner;
        } else if name == r"\mathop"
            && let Some(place) = self.place_of_extremum()
        {
            name = place;
        }
        if name == r"\mathop"
            && let Some(word) = self.sole_word()
        {
            return self.push(format!(r"\operatorname{{{word}}}"), Class::Name, start);
        }
        if name == r"\mathrel"
            && let Some(after) = self.rest().strip_prefix(r"{\vdots}")
        {
            self.pos = self.source.len() - after.len();
            return self.push("⋮", Class::Sign, start);
        }
        if name == r"\mathrel" && self.relating_letter() {
            return self.push(name, Class::Sign, start);
        }
        if name == r"\not"
            && let Some(after) = self.rest().trim_start().strip_prefix('=')
        {
            self.pos = self.source.len() - after.len();
            return self.push(r"\neq", Class::Sign, start);
        }
        if (name == "\\" && !self.out.is_empty()) || name == "\\\n" {
            // `\ `, whose blank is the end of the line or of the formula.
            self.gap = self.gap.max(Gap::Thin);
            return;
        }
        if name == r"\bbox" {
            // What the frame looks like says nothing: `\bbox[5px, border: 2px solid]{x}`.
            self.option();
            name = r"\boxed";
        }
        let look = |name| match self.table {
            Some(table) => table.command(name),
            None => Command::unlisted(name, meaning(name)),
        };
        let mut command = look(name);
        if let Some(other) = command.other() {
            name = other;
            command = look(name);
        }
        if name == r"\ch" && self.reaction(start) {
            return;
        }
        let Some(meaning) = command.meaning else {
            if self.fill_in(name, start) {
                return;
            }
            return self.named(name, command, Class::Sign, start);
        };
        if let Some(side) = meaning.size {
            if self.delimiter_follows() {
                self.side = side;
            } else if let Some((inside, after)) = self.braced_delimiter() {
                // `\Big{(}`
                (self.side, self.pos) = (side, inside);
                while self.pos + 1 < after && self.step() {}
                self.pos = after;
            }
            return;
        }
        if let Some(gap) = meaning.space {
            // Three of these are as wide as `\quad`.
            let wide = name == r"\ " && self.source[..start].ends_with(r"\ \ ");
            return self.space(if wide { Gap::Wide } else { gap });
        }
        if (meaning.font || meaning.words) && self.scale(start) {
            return;
        }
        if meaning.font && self.font(name, start) {
            return;
        }
        if meaning.words {
            let before = self.pos;
            match self.braced(LONGEST_WORDS) {
                Some(inner) if name == r"\textbf" && self.bold_words(inner, before, start) => {
                    return;
                }
                // `\textit{A}` is set as `A` is.
                Some(inner) if name == r"\textit" && slanted(inner) => {
                    return self.push(inner, Class::Letter, start);
                }
                Some(inner) if !figures(inner) => return self.words(name, inner, start),
                Some(_) => {
                    // `\text{12}`: the braces stay, around a number.
                    self.pos = before;
                    return;
                }
                // `\textbf F` is what `\textbf{F}` is.
                None if name == r"\textbf" && self.font(r"\mathbf", start) => return,
                None if self.font(name, start) => return,
                None => {}
            }
        }
        if name == r"\rule" {
            self.rule(start);
            return;
        }
        if meaning.coloured {
            self.option();
            self.braced(LONGEST_NAME);
            if name == r"\fcolorbox" {
                // The colour of the frame, and that within.
                self.braced(LONGEST_NAME);
                return self.push(r"\colorbox", Class::Sign, start);
            }
            return self.named(name, command, Class::Sign, start);
        }
        if self.plain(name, start) || self.fill_in(name, start) {
            return;
        }
        if name == r"\underline" {
            let before = self.pos;
            let inner = self.braced(LONGEST_NAME);
            self.pos = before;
            let letter = |inner: &str| {
                let inner = inner.trim();
                let font = inner.strip_suffix('}').and_then(|i| i.split_once('{'));
                let name = font.map_or(inner, |(_, name)| name);
                is_name(name)
                    && (name.starts_with('\\') || name.chars().count() == 1 && !figures(name))
            };
            let last = self.out.len();
            let power = last > 1 && self.out[last - 1].key == "{" && self.out[last - 2].key == "^";
            let limit = |inner: &str| {
                inner.trim() == r"\lim" || inner.trim_start_matches(['{', ' ']).starts_with(r"\int")
            };
            if power || inner.is_some_and(|inner| limit(inner) || letter(inner)) {
                // `x^{\underline{n}}` is a falling power, `\underline{\lim}` a limit from below,
                // `\underline{\int_a^b}` an integral from below, `\underline{x}` another letter.
                return self.push(name, Class::Sign, start);
            }
        }
        if matches!(name, r"\AA" | r"\angstrom") {
            return self.push(r"\text{Å}", Class::Name, start);
        }
        if name == r"\raisebox"
            && self.braced(LONGEST_NAME).is_some()
            && let Some(inner) = self.braced(LONGEST_WORDS)
        {
            return self.words(r"\text", inner, start);
        }
        if meaning.hidden {
            let length = self.braced(LONGEST_WORDS);
            if length.is_some() || self.phantom(name) {
                let spaces = name.starts_with(r"\hspace") || name == r"\mspace";
                let gap = length.filter(|_| spaces).map_or(Gap::Thin, room);
                self.gap = self.gap.max(gap);
                return;
            }
        }
        if name == r"\mathop" {
            // `a \mathop+ b`: a sign stays what it is.
            return;
        }
        if name == r"\verb" && self.verbatim(start) {
            return;
        }
        if self.switch(name) {
            return;
        }
        if meaning.ignored {
            if SIZES.contains(&name) && self.rest().starts_with(['(', '[', '|', '\\']) {
                return;
            }
            if let Some((inside, after)) = self.braced_delimiter()
                && matches!(name, r"\big" | r"\Big" | r"\bigg" | r"\Bigg")
            {
                self.pos = inside;
                while self.pos + 1 < after && self.step() {}
                self.pos = after;
            }
            self.gap = self.gap.max(Gap::Blank);
            return;
        }
        if (name == r"\begin" || name == r"\end")
            && let Some(inner) = self.braced(LONGEST_NAME)
        {
            let class = if name == r"\begin" {
                Class::Begin
            } else {
                Class::End
            };
            if class == Class::Begin && environments::has_option(inner) {
                self.option();
                if environments::is_told_within(inner) {
                    self.braced(LONGEST_NAME);
                }
            }
            let name = environments::usual(inner);
            if class == Class::Begin && name == "numcases" {
                return self.led("numcases");
            }
            return self.push(name, class, start);
        }
        let class = match name {
            r"\\" | r"\newline" | r"\tabularnewline" | r"\atop" | r"\cr" => return self.row(start),
            // A field of so many elements, as Sage writes it.
            r"\FF" => return self.push(r"\mathbb{F}", Class::Name, start),
            r"\above" => {
                // A bar that is as thick as the length behind it.
                self.length();
                return self.push(r"\over", Class::Sign, start);
            }
            r"\sb" => return self.push("_", Class::Sign, start),
            r"\sp" => return self.push("^", Class::Sign, start),
            r"\hskip" | r"\kern" | r"\mkern" | r"\mskip" => return self.length(),
            _ if meaning.letter
                && let Some(font) = self.font
                && matches!(font, r"\boldsymbol" | r"\bm") =>
            {
                return self.push(format!("{font}{{{name}}}"), Class::Name, start);
            }
            _ if meaning.letter => Class::Letter,
            _ => Class::Sign,
        };
        self.named(name, command, class, start);
    }

    /// What stands before the brace of cases and in braces behind their name, as if it stood before the
    /// name: `\begin{numcases}{f(x)=}`.
    fn led(&mut self, name: &'static str) {
        let inside = self.pos + 1;
        if self.rest().starts_with('{') && self.braced(LONGEST_WORDS).is_some() {
            let after = self.pos;
            self.pos = inside;
            while self.pos + 1 < after && self.step() {}
            self.pos = after;
        }
        self.push(name, Class::Begin, self.pos);
    }

    /// Passes over an option in square brackets.
    fn option(&mut self) {
        if self.rest().trim_start().starts_with('[')
            && let Some(length) = self
                .rest()
                .bytes()
                .take(LONGEST_NAME)
                .position(|b| b == b']')
        {
            self.pos += length + 1;
        }
    }

    /// Whether this is a number in bold, as results are marked. A bold zero or one is a vector or an
    /// indicator, and bold numbers that are multiplied as modules are representations.
    pub(super) fn result(&self, font: &str, inner: &str) -> bool {
        matches!(
            font,
            r"\mathbf" | r"\boldsymbol" | r"\bm" | r"\pmb" | r"\textbf"
        ) && figures(inner)
            && !matches!(inner, "0" | "1")
            && !self.represents()
    }

    /// Whether bold numbers may be those of representations, which are multiplied, added and conjugated.
    fn represents(&self) -> bool {
        *self.represents.get_or_init(|| {
            let signs = [r"\otimes", r"\oplus", r"\bar", r"\overline"];
            signs.iter().any(|sign| self.source.contains(sign))
        })
    }

    pub(super) fn bold_digit(&mut self, digit: &str, start: usize) -> bool {
        let joined = self
            .out
            .last()
            .is_some_and(|t| self.gap == Gap::None && (t.class == Class::Digit || t.key == "."));
        // `\mathbf{x_1}` is about the first of several vectors.
        let before = self.source[..start].trim_end_matches(['{', ' ']);
        if joined || before.ends_with('_') {
            self.push(digit.to_owned(), Class::Digit, start);
        } else {
            self.push(format!(r"\mathbf{{{digit}}}"), Class::Name, start);
        }
        true
    }
}

/// Whether this is one letter that is no sign of its own in another font.
fn slanted(inner: &str) -> bool {
    matches!(inner.as_bytes(), [letter] if letter.is_ascii_alphabetic() && !b"deij".contains(letter))
}
