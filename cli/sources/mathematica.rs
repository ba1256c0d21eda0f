//! The problems of AMPS that Mathematica made: a heading `Problem:` and a heading `Answer:`.

/// Headings, which are no part of the text.
const HEADINGS: [&str; 4] = ["problem:", "answer:", "solution:", "steps:"];

/// Problem and answer as one text, without the headings.
pub(super) fn text(file: &str) -> String {
    let mut lines = Vec::new();
    for line in file.lines() {
        let line = line.trim_end();
        let lower = line.to_ascii_lowercase();
        let heading = HEADINGS.iter().find(|h| lower.starts_with(**h));
        let rest = heading.map_or(line, |h| line[h.len()..].trim_start());
        if heading.is_none() || !rest.is_empty() {
            lines.push(rest);
        }
    }
    lines.join("\n").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_left_out() {
        let file = "Problem:\nFactor $x^2-1$.\nAnswer:\n$(x-1) (x+1)$\n";
        assert_eq!(text(file), "Factor $x^2-1$.\n$(x-1) (x+1)$");
        assert_eq!(text("Answer: $2$"), "$2$");
        assert_eq!(text("no headings: $2$\n"), "no headings: $2$");
    }
}
