//! The language server over pipes: answers, complaints, exit codes. `tests/lsp/` drives it as an
//! editor does.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// Sends messages and closes the pipe; gives the exit code and what came back.
fn talk(messages: &[Value]) -> (Option<i32>, Vec<Value>) {
    let cache = std::env::temp_dir().join(format!("mamut-rw-lsp-{}", std::process::id()));
    let mut child = Command::new(env!("CARGO_BIN_EXE_mamut-rw"))
        .arg("lsp")
        .env("XDG_CACHE_HOME", &cache)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    for message in messages {
        let body = match message {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        write!(input, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    }
    drop(input);
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut answers = Vec::new();
    let mut line = String::new();
    while output.read_line(&mut line).unwrap() > 0 {
        let length = line.trim().strip_prefix("Content-Length: ").unwrap();
        let mut body = vec![0; length.parse::<usize>().unwrap() + 2];
        output.read_exact(&mut body).unwrap();
        answers.push(serde_json::from_slice(&body[2..]).unwrap());
        line.clear();
    }
    let code = child.wait().unwrap().code();
    std::fs::remove_dir_all(cache).ok();
    (code, answers)
}

fn initialize() -> Value {
    let params = json!({"capabilities": {}, "processId": null, "rootUri": null});
    json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params})
}

#[test]
fn says_what_is_wrong_and_what_fits() {
    let uri = "untitled:a.ron";
    let text = "Equivalences(rules: [(id: \"x\", doc: \"𝔸\", rule: \"(sin ?x) => (coss ?x)\")])";
    let units = text.find("coss").unwrap() - "𝔸".len() + 2;
    let document = json!({"uri": uri, "languageId": "ron", "version": 3, "text": text});
    let place = json!({"textDocument": {"uri": uri}, "position": {"line": 0, "character": units}});
    let span = json!({"start": place["position"], "end": place["position"]});
    let action =
        json!({"textDocument": {"uri": uri}, "range": span, "context": {"diagnostics": []}});
    let (code, answers) = talk(&[
        initialize(),
        json!({"method": "initialized", "params": {}}),
        json!({"method": "textDocument/didOpen", "params": {"textDocument": document}}),
        json!({"id": 1, "method": "textDocument/completion", "params": place}),
        json!({"id": 3, "method": "textDocument/codeAction", "params": action}),
        json!({"id": 2, "method": "shutdown"}),
        json!({"method": "exit"}),
    ]);
    assert_eq!(code, Some(0));
    let told = answers
        .iter()
        .find(|a| a["method"] == "textDocument/publishDiagnostics");
    let told = &told.unwrap()["params"];
    assert_eq!(told["version"], 3);
    let found = told["diagnostics"].as_array().unwrap();
    let unknown = found
        .iter()
        .find(|d| d["code"] == "unknown-operator")
        .unwrap();
    assert_eq!(unknown["range"]["start"]["character"], units);
    let items = answers.iter().find(|a| a["id"] == 1).unwrap();
    let items = items["result"].as_array().unwrap();
    let cosine = items.iter().find(|item| item["label"] == "cos").unwrap();
    assert_eq!(cosine["detail"], "Num -> Num");
    let actions = answers.iter().find(|a| a["id"] == 3).unwrap();
    let edit = &actions["result"][0]["edit"]["changes"][uri][0];
    assert_eq!(edit["newText"], "cos");
    assert_eq!(edit["range"]["start"]["character"], units);
}

#[test]
fn ends_as_the_protocol_says() {
    let exit = json!({"method": "exit"});
    let shutdown = json!({"id": 1, "method": "shutdown"});
    assert_eq!(talk(&[initialize(), shutdown, exit.clone()]).0, Some(0));
    assert_eq!(talk(&[initialize(), exit.clone()]).0, Some(1));
    assert_eq!(talk(&[exit]).0, Some(1));
    assert_eq!(talk(&[]).0, Some(1));
}

#[test]
fn answers_what_is_no_request() {
    let early = json!({"id": 9, "method": "textDocument/hover", "params": {}});
    let wrong = [
        "{",
        "[]",
        "\"x\"",
        "{\"id\": 4}",
        "{\"id\": 5, \"method\": \"no/such\"}",
    ];
    let mut messages = vec![early, initialize()];
    messages.extend(wrong.map(Value::from));
    let (_, answers) = talk(&messages);
    let codes: Vec<_> = answers
        .iter()
        .map(|a| a["error"]["code"].as_i64())
        .collect();
    let wanted = [-32002, 0, -32700, -32600, -32600, -32600, -32601];
    assert_eq!(codes, wanted.map(|c| Some(c).filter(|c| *c != 0)));
}
