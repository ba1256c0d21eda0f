//! Scales of temperature in words or upright: `20\text{ °C}`, `20\,\mathrm{^\circ C}`.

use super::token::{Class, LONGEST_NAME, Lexer};

/// What stands around a sign and says nothing: braces, blanks.
const AROUND: [char; 4] = ['{', '}', ' ', '~'];

impl Lexer<'_> {
    /// Reads a group that names a scale as the one sign for it.
    pub(super) fn scale(&mut self, start: usize) -> bool {
        let rest = self.rest().trim_start_matches(AROUND);
        if !rest.starts_with(['°', '^', '℃', '℉']) {
            return false;
        }
        let before = self.pos;
        let sign = self.braced(LONGEST_NAME).and_then(scale);
        match sign {
            Some(sign) => self.push(sign, Class::Sign, start),
            None => self.pos = before,
        }
        sign.is_some()
    }
}

/// The sign of the scale that these words name alone.
fn scale(inner: &str) -> Option<&'static str> {
    let plain: String = inner.chars().filter(|c| !AROUND.contains(c)).collect();
    match plain.as_str() {
        "°C" | r"^\circC" | r"^\circ\mathrmC" | r"^\circ\textC" | "℃" => Some("℃"),
        "°F" | r"^\circF" | r"^\circ\mathrmF" | r"^\circ\textF" | "℉" => Some("℉"),
        _ => None,
    }
}
