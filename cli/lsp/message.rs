//! Messages of JSON-RPC with their headers: what comes in may be anything.

use std::io::{self, BufRead, Read, Write};

use serde_json::{Map, Value, json};

/// The largest message, in bytes.
const LARGEST: u64 = 64 << 20;

/// The longest line of a header, in bytes.
const LONGEST_LINE: u64 = 8 << 10;

/// Codes of errors, as JSON-RPC and the protocol number them.
pub(super) mod code {
    pub(crate) const PARSE: i32 = -32700;
    pub(crate) const INVALID_REQUEST: i32 = -32600;
    pub(crate) const METHOD_NOT_FOUND: i32 = -32601;
    pub(crate) const INVALID_PARAMS: i32 = -32602;
    pub(crate) const INTERNAL: i32 = -32603;
    pub(crate) const NOT_INITIALIZED: i32 = -32002;
}

/// A message of the client.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Incoming {
    /// What wants an answer.
    Request {
        id: Value,
        method: String,
        params: Value,
    },
    /// What wants none.
    Notification { method: String, params: Value },
    /// An answer to a request of the server.
    Response,
    /// What is no message, with the error that is answered.
    Bad {
        id: Value,
        code: i32,
        message: String,
    },
}

/// Reads a message; none at the end.
///
/// # Errors
/// As the system reports them.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    let mut length = None;
    let mut any = false;
    loop {
        let mut line = Vec::new();
        let read = input
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() {
            if any {
                break;
            }
            continue;
        }
        any = true;
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse::<u64>().ok();
        }
    }
    let bad = |message: &str| Incoming::Bad {
        id: Value::Null,
        code: code::PARSE,
        message: message.to_owned(),
    };
    let Some(length) = length else {
        return Ok(Some(bad("a header without a Content-Length")));
    };
    let mut body = input.by_ref().take(length);
    if length > LARGEST {
        io::copy(&mut body, &mut io::sink())?;
        return Ok(Some(bad("the message is too large")));
    }
    let mut bytes = Vec::new();
    if (body.read_to_end(&mut bytes)? as u64) < length {
        return Ok(None);
    }
    Ok(Some(match serde_json::from_slice(&bytes) {
        Ok(value) => classify(value),
        Err(error) => bad(&error.to_string()),
    }))
}

fn classify(value: Value) -> Incoming {
    let Value::Object(mut fields) = value else {
        return invalid(Value::Null, "a message is an object");
    };
    let id = fields.remove("id");
    let params = fields.remove("params").unwrap_or_default();
    match (fields.remove("method"), id) {
        (Some(Value::String(method)), None) => Incoming::Notification { method, params },
        (Some(Value::String(method)), Some(id)) if id.is_string() || id.is_number() => {
            Incoming::Request { id, method, params }
        }
        (None, Some(_)) if is_response(&fields) => Incoming::Response,
        (_, id) => {
            let id = id.filter(|id| id.is_string() || id.is_number());
            invalid(id.unwrap_or_default(), "a message has a method")
        }
    }
}

fn is_response(fields: &Map<String, Value>) -> bool {
    fields.contains_key("result") || fields.contains_key("error")
}

fn invalid(id: Value, message: &str) -> Incoming {
    Incoming::Bad {
        id,
        code: code::INVALID_REQUEST,
        message: message.to_owned(),
    }
}

/// Writes a message.
///
/// # Errors
/// As the system reports them.
pub(super) fn write(output: &mut impl Write, mut message: Value) -> io::Result<()> {
    message["jsonrpc"] = json!("2.0");
    let body = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut bytes: &[u8]) -> Vec<Incoming> {
        std::iter::from_fn(|| read(&mut bytes).unwrap()).collect()
    }

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    #[test]
    fn goes_on_after_what_is_no_message() {
        let text = [
            framed("{\"id\": 1, \"method\": \"a\"}"),
            framed("{"),
            framed("[1]"),
            framed("{\"id\": 2}"),
            framed("{\"id\": null, \"method\": \"a\"}"),
            framed("{\"id\": 3, \"result\": null}"),
            "Content-Type: x\r\n\r\n".to_owned(),
            framed(&"[".repeat(10_000)),
            framed("{\"method\": \"b\", \"params\": [\"∀𝔸\"]}"),
        ];
        let found = all(text.concat().as_bytes());
        assert!(matches!(&found[0], Incoming::Request { id, .. } if *id == json!(1)));
        let codes: Vec<_> = found
            .iter()
            .map(|m| match m {
                Incoming::Bad { code, .. } => *code,
                _ => 0,
            })
            .collect();
        assert_eq!(
            codes,
            [0, -32700, -32600, -32600, -32600, 0, -32700, -32700, 0]
        );
        assert!(matches!(&found[8], Incoming::Notification { method, .. } if method == "b"));
    }

    #[test]
    fn ends_where_the_input_ends() {
        assert!(all(b"").is_empty() && all(b"Content-Length: 9\r\n\r\n{}").is_empty());
        assert!(all(b"Content-Length: 999999999999999\r\n\r\n{}").len() < 2);
        let written = {
            let mut out = Vec::new();
            write(&mut out, json!({"id": 1, "result": "é"})).unwrap();
            out
        };
        assert_eq!(all(&written), [Incoming::Response]);
    }
}
