//! How the names of letters begin when they are spoken: `an $R$-module`, `a $k$-form`.

use crate::spelling::undecorated;

/// Whether the name of a letter begins with a vowel; none when it is no letter.
pub fn begins_with_vowel(name: &str) -> Option<bool> {
    let core = undecorated(name).1;
    let Some(word) = core.strip_prefix('\\') else {
        let mut chars = core.chars();
        let letter = chars.next().filter(char::is_ascii_alphabetic)?;
        let vowel = "aefhilmnorsx".contains(letter.to_ascii_lowercase());
        return chars.next().is_none().then_some(vowel);
    };
    let word = word.strip_prefix("var").unwrap_or(word).to_lowercase();
    Some(word.starts_with(['a', 'e', 'i', 'o']))
}

#[cfg(test)]
mod tests {
    use super::begins_with_vowel;

    #[test]
    fn letters_begin_as_they_are_spoken() {
        for (name, vowel) in [
            ("R", Some(true)),
            ("k", Some(false)),
            ("u", Some(false)),
            (r"\alpha", Some(true)),
            (r"\varphi", Some(false)),
            (r"\mathcal{F}", Some(true)),
            (r"\hat{x}", Some(true)),
            (r"\ell", Some(true)),
            ("12", None),
        ] {
            assert_eq!(begins_with_vowel(name), vowel, "{name}");
        }
    }
}
