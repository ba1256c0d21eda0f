//! Bodies of posts: HTML as plain text, with formulas between dollar signs.

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};

/// The class of the elements that hold formulas on Stack Exchange and in ARQMath.
const FORMULA: &[u8] = b"math-container";

/// What may stand around a formula in such an element; others get dollar signs.
const DELIMITED: [&str; 4] = ["$", r"\(", r"\[", r"\begin{"];

/// Endings of ordinal numbers: raised in print, but no exponents.
const ORDINALS: [&str; 4] = ["st", "nd", "rd", "th"];

/// The text of some HTML.
///
/// Entities are what they stand for, formulas stand between dollar signs, code between backticks
/// or fences, raised and lowered words after `^` and `_`; other tags are left out. Never fails: what
/// is no HTML is text.
pub(super) fn text(html: &str) -> String {
    let mut page = Page::default();
    let emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, _: Span<()>| -> Option<()> {
        page.event(&event);
        None
    });
    let Ok(()) = Tokenizer::new_with_emitter(html, emitter).collect();
    page.finish()
}

/// Text on its way out.
#[derive(Default)]
struct Page {
    out: String,
    /// The tag that is being opened, and whether it holds a formula.
    tag: Vec<u8>,
    class: bool,
    formula: bool,
    /// Where the formula at hand begins in the text, and how many elements are open in it.
    open: Option<(usize, u32)>,
    /// Whether the text at hand is a block of code.
    block: bool,
    /// The mark of a raised or lowered word that is to come.
    script: Option<char>,
}

impl Page {
    fn event(&mut self, event: &CallbackEvent<'_>) {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                self.tag.clear();
                self.tag.extend_from_slice(name);
                self.class = false;
                self.formula = false;
            }
            CallbackEvent::AttributeName { name } => self.class = *name == b"class",
            CallbackEvent::AttributeValue { value } => {
                let found = || value.windows(FORMULA.len()).any(|w| w == FORMULA);
                self.formula |= self.class && found();
            }
            CallbackEvent::CloseStartTag { .. } => self.begin(),
            CallbackEvent::EndTag { name } => self.end(name),
            CallbackEvent::String { value } => self.words(&String::from_utf8_lossy(value)),
            _ => {}
        }
    }

    fn begin(&mut self) {
        if let Some((_, depth)) = &mut self.open {
            *depth += u32::from(self.tag == b"span");
            return;
        }
        match self.tag.as_slice() {
            b"span" if self.formula => self.open = Some((self.out.len(), 0)),
            b"pre" => {
                self.block = true;
                self.line();
                self.out.push_str("```\n");
            }
            b"code" if !self.block => self.out.push('`'),
            b"br" | b"hr" => self.line(),
            b"p" | b"li" | b"tr" | b"blockquote" | b"ul" | b"ol" | b"table" | b"div" | b"h1"
            | b"h2" | b"h3" | b"h4" | b"h5" | b"h6" => self.line(),
            b"td" | b"th" => self.blank(),
            b"sup" => self.script = Some('^'),
            b"sub" => self.script = Some('_'),
            _ => {}
        }
    }

    fn end(&mut self, name: &[u8]) {
        match (&mut self.open, name) {
            (Some((_, depth)), b"span") if *depth > 0 => *depth -= 1,
            (Some((start, _)), b"span") => {
                let start = *start;
                self.open = None;
                self.delimit(start);
            }
            (Some(_), _) => {}
            (None, b"pre") => {
                self.block = false;
                self.line();
                self.out.push_str("```\n");
            }
            (None, b"code") if !self.block => self.out.push('`'),
            (None, b"sup" | b"sub") => self.script = None,
            (None, _) => {}
        }
    }

    fn words(&mut self, words: &str) {
        if let Some(mark) = self.script.take()
            && !ORDINALS.contains(&words.trim())
        {
            self.out.push(mark);
        }
        self.out.push_str(words);
    }

    /// Sets dollar signs around a formula that has no delimiters.
    fn delimit(&mut self, start: usize) {
        let formula = self.out[start..].trim().to_owned();
        self.out.truncate(start);
        if formula.is_empty() || DELIMITED.iter().any(|mark| formula.starts_with(mark)) {
            self.out.push_str(&formula);
        } else {
            self.out.push('$');
            self.out.push_str(&formula);
            self.out.push('$');
        }
    }

    /// Begins a line, unless one has begun.
    fn line(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
    }

    fn blank(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with(char::is_whitespace) {
            self.out.push(' ');
        }
    }

    /// The text without blank lines at its edges and with no more than one between paragraphs.
    fn finish(mut self) -> String {
        if let Some((start, _)) = self.open.take() {
            self.delimit(start);
        }
        let mut text = String::with_capacity(self.out.len());
        let mut empty = 0;
        for line in self.out.trim().lines() {
            empty = if line.trim().is_empty() { empty + 1 } else { 0 };
            if empty < 2 {
                text.push_str(line);
                text.push('\n');
            }
        }
        text.truncate(text.trim_end().len());
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_written_as_text() {
        let check = |html: &str, wanted: &str| assert_eq!(text(html), wanted, "{html}");
        check(
            r#"<p>Let <span class="math-container" id="7">$a &lt; b &amp; c$</span> &amp; more</p>"#,
            "Let $a < b & c$ & more",
        );
        check(
            r#"<p>bare <span class="math-container">x^2</span>, <span class='math-container'>$$y$$</span></p>"#,
            "bare $x^2$, $$y$$",
        );
        check(
            r#"<span class="math-container"><span>a</span> + b</span> and <span>c</span>"#,
            "$a + b$ and c",
        );
        check(
            "<p>one</p>\n\n<p>two<br>three</p>\n\n\n\n<ul>\n<li>four</li>\n</ul>",
            "one\n\ntwo\nthree\n\nfour",
        );
        check(
            "the 1<sup>st</sup>, x<sup>2</sup> and <i>a</i><sub>n</sub>",
            "the 1st, x^2 and a_n",
        );
        check(
            "<pre><code>$a = 1;\n</code></pre><p>so <code>$a</code></p>",
            "```\n$a = 1;\n```\nso `$a`",
        );
        check("no end <span class=\"math-container\">$x", "no end $x");
        check("1 < 2 & 3 <", "1 < 2 & 3 <");
        check(
            "<a href=\"https://x.y\">link</a><img src=\"a.png\"> &eacute;&#x3b1;",
            "link éα",
        );
    }
}
