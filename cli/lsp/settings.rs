//! What an editor may say of the rules that belong together.

use std::path::PathBuf;

use serde::Deserialize;
use serde_json::Value;

/// Options of `initialize`, and settings named `mamut-rw`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(super) struct Settings {
    /// Directories of rules, each of which comes over those before; without it the folders of the
    /// workspace are searched. Relative ones are below the first folder.
    pub(super) rules: Option<Vec<PathBuf>>,
    /// Packs that come with the program.
    pub(super) packs: Option<Vec<String>>,
}

impl Settings {
    /// Reads `{rules, packs}`, alone or below the name of the program.
    ///
    /// # Errors
    /// When something else stands there.
    pub(super) fn read(value: &Value) -> Result<Self, String> {
        let value = value.get("mamut-rw").unwrap_or(value);
        if value.is_null() {
            return Ok(Self::default());
        }
        let error = |error| format!("the settings are not understood: {error}");
        Self::deserialize(value).map_err(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn reads_what_editors_send() {
        let read = |value: Value| Settings::read(&value);
        let mine = read(json!({"rules": ["mine"], "packs": ["sinc"], "other": 1})).unwrap();
        assert_eq!(mine.rules, Some(vec!["mine".into()]));
        assert_eq!(
            read(json!({"mamut-rw": {"packs": ["sinc"]}}))
                .unwrap()
                .packs,
            mine.packs
        );
        for nothing in [json!(null), json!({}), json!({"mamut-rw": null})] {
            assert_eq!(read(nothing).unwrap(), Settings::default());
        }
        assert!(read(json!({"rules": "mine"})).is_err() && read(json!(7)).is_err());
    }
}
