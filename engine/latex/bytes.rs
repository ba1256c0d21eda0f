//! What the tokens of LaTeX begin with.

/// What a byte begins, as far as it shows at once.
#[derive(Clone, Copy)]
pub(super) enum Sort {
    Letter,
    Digit,
    /// A digit that may be bold.
    Low,
    Sign,
    Blank,
    Command,
    Open,
    Close,
    Other,
}

/// What each byte begins.
pub(super) static SORTS: [Sort; 256] = {
    let mut sorts = [Sort::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        sorts[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' => Sort::Letter,
            b'2'..=b'9' => Sort::Digit,
            b'0' | b'1' => Sort::Low,
            b'(' | b')' | b'+' | b'-' | b'=' | b',' | b'^' | b'_' | b'.' | b'/' | b'|' | b'<'
            | b'>' | b'[' | b']' | b':' | b'!' | b'*' | b'\'' => Sort::Sign,
            b' ' => Sort::Blank,
            b'\\' => Sort::Command,
            b'{' => Sort::Open,
            b'}' => Sort::Close,
            _ => Sort::Other,
        };
        byte += 1;
    }
    sorts
};
