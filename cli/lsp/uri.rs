//! File URIs (RFC 8089) and paths.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use lsp_types::Uri;

/// The path of a `file:` URI of this machine.
pub(super) fn path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let (authority, path) = rest.split_at(rest.find('/')?);
    if !authority.is_empty() && authority != "localhost" {
        return None;
    }
    let path = path.split(['?', '#']).next().unwrap_or(path);
    let mut bytes = Vec::new();
    let mut rest = path.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let hex = after.get(..2).and_then(|h| std::str::from_utf8(h).ok());
        match hex.and_then(|h| u8::from_str_radix(h, 16).ok()) {
            Some(byte) if first == b'%' => {
                bytes.push(byte);
                rest = &after[2..];
            }
            _ => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    let path = String::from_utf8(bytes).ok()?;
    let drive = path.as_bytes().get(2) == Some(&b':');
    Some(match path.strip_prefix('/') {
        Some(path) if cfg!(windows) && drive => path.into(),
        _ => path.into(),
    })
}

/// The URI of an absolute path.
pub(super) fn of_path(path: &Path) -> Option<Uri> {
    use std::fmt::Write;
    let path = path.to_str()?;
    let path = match cfg!(windows) {
        true => path.replace('\\', "/"),
        false => path.to_owned(),
    };
    let mut uri = String::from("file://");
    if !path.starts_with('/') {
        uri.push('/');
    }
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    Uri::from_str(&uri).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_come_back() {
        for text in ["/a/b.ron", "/a b/é∀𝔸/100%.ron", "/a#b?c/[x].ron"] {
            let uri = of_path(Path::new(text)).unwrap();
            assert_eq!(path(uri.as_str()).unwrap(), Path::new(text), "{uri:?}");
        }
    }

    #[test]
    fn other_uris_are_no_paths() {
        for uri in [
            "untitled:Untitled-1",
            "http://x/y",
            "file://server/share",
            "file:",
            "",
            "file:///%ff",
        ] {
            assert_eq!(path(uri), None, "{uri}");
        }
        assert_eq!(path("file:///a%2").unwrap(), Path::new("/a%2"));
        assert_eq!(path("file://localhost/a").unwrap(), Path::new("/a"));
    }
}
