//! Drawings in SVG, written by hand: small files, text that stays text, colours by a style sheet.

use std::fmt::{Display, Write};

/// The colours and letters of all pictures, by class; for light and dark screens, and in grey.
pub const STYLE: &str = include_str!("style.css");

/// A drawing that is being made; lengths are in pixels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// What it is called; names of files come from it.
    pub name: &'static str,
    /// What it shows, in one sentence, for those who do not see it.
    pub about: String,
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    body: String,
}

impl Picture {
    /// An empty drawing.
    pub const fn new(name: &'static str, about: String, width: f64, height: f64) -> Self {
        Self {
            name,
            about,
            width,
            height,
            body: String::new(),
        }
    }

    fn push(&mut self, piece: std::fmt::Arguments<'_>) {
        // Writing to memory cannot fail.
        let _ = self.body.write_fmt(piece);
        self.body.push('\n');
    }

    /// Writes some words with their baseline there.
    pub fn text(&mut self, x: f64, y: f64, class: &str, words: impl Display) {
        let words = escaped(&words.to_string());
        let (x, y) = (Length(x), Length(y));
        self.push(format_args!(
            r#"<text x="{x}" y="{y}" class="{class}">{words}</text>"#
        ));
    }

    /// Writes words that rise to the right from a point.
    pub fn rising(&mut self, x: f64, y: f64, class: &str, words: impl Display) {
        let words = escaped(&words.to_string());
        let (x, y) = (Length(x), Length(y));
        self.push(format_args!(
            r#"<text transform="translate({x} {y}) rotate(-40)" class="{class}">{words}</text>"#
        ));
    }

    /// A box of an opacity, with words that appear when one points at it.
    pub fn cell(&mut self, place: [f64; 4], class: &str, opacity: f64, tip: impl Display) {
        let [x, y, width, height] = place.map(Length);
        let tip = escaped(&tip.to_string());
        let opacity = if opacity < 1.0 {
            format!(r#" fill-opacity="{:.2}""#, opacity.max(0.0))
        } else {
            String::new()
        };
        self.push(format_args!(
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" class="{class}"{opacity}><title>{tip}</title></rect>"#
        ));
    }

    /// A line from point to point.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), class: &str) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(Length);
        self.push(format_args!(
            r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" class="{class}"/>"#
        ));
    }

    /// A line through points.
    pub fn path(&mut self, points: &[(f64, f64)], class: &str, tip: impl Display) {
        let mut data = String::new();
        for (x, y) in points {
            let _ = write!(data, "{} {} ", Length(*x), Length(*y));
        }
        let tip = escaped(&tip.to_string());
        self.push(format_args!(
            r#"<polyline points="{}" class="{class}"><title>{tip}</title></polyline>"#,
            data.trim_end()
        ));
    }

    /// The element, for a page that has [`STYLE`].
    pub fn element(&self) -> String {
        let (about, body) = (escaped(&self.about), &self.body);
        let (width, height) = (Length(self.width), Length(self.height));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" role=\"img\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" aria-label=\"{about}\">\n{body}</svg>\n"
        )
    }

    /// A file of its own.
    pub fn file(&self) -> String {
        let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
        let style = format!(
            "<style>\n{STYLE}</style>\n<rect width=\"100%\" height=\"100%\" class=\"paper\"/>\n"
        );
        let element = self.element();
        match element.split_once(">\n") {
            Some((open, body)) => format!("{head}{open}>\n{style}{body}"),
            None => element,
        }
    }
}

/// A length to a tenth of a pixel, without a needless zero.
struct Length(f64);

impl Display for Length {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // No `-0`.
        let tenths = (self.0 * 10.0).round() / 10.0 + 0.0;
        write!(f, "{tenths}")
    }
}

/// Text for XML and HTML, in elements and in attributes. What XML does not allow at all becomes a
/// blank.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            c if c.is_control() && c != '\n' => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}

/// A share as a percentage that fits a small cell.
pub fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    match percent {
        p if p == 0.0 => "0".to_owned(),
        p if p < 0.95 => "<1".to_owned(),
        p if p > 99.0 && p < 99.95 => ">99".to_owned(),
        p => format!("{p:.0}"),
    }
}

/// A count with commas between thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_others_do_no_harm() {
        assert_eq!(escaped("a<b & \"c\"\u{1}"), "a&lt;b &amp; &quot;c&quot; ");
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!([grouped(0), grouped(999)], ["0", "999"]);
        let found = [0.0, 0.004, 0.123, 0.996, 1.0].map(percent);
        assert_eq!(found, ["0", "<1", "12", ">99", "100"]);
        assert_eq!(Length(-0.01).to_string(), "0");
        assert_eq!(Length(12.34).to_string(), "12.3");
    }
}
