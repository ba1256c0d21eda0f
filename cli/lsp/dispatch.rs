//! Which message is answered by what.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use lsp_types::{
    CodeActionKind, CodeActionParams, DidChangeTextDocumentParams, DidChangeWorkspaceFoldersParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams,
    DocumentSymbolParams, InitializeParams, TextDocumentPositionParams,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::documents::{self, Document};
use super::message::{Incoming, code};
use super::places::Lines;
use super::server::Server;
use super::settings::Settings;
use super::spot::spot;
use super::{completion, definition, hover, outline, repair, uri};

/// A request that failed: a code and a sentence.
type Failure = (i32, String);

/// Answers a message.
///
/// # Errors
/// When stdout cannot be written.
pub(super) fn message(server: &mut Server, message: Incoming) -> io::Result<()> {
    match message {
        Incoming::Response => Ok(()),
        Incoming::Bad { id, code, message } => fail(server, &id, (code, message)),
        Incoming::Notification { method, params } => {
            if !server.ready || server.over {
                return Ok(());
            }
            guarded(|| notification(server, &method, params)).unwrap_or(Ok(()))
        }
        Incoming::Request { id, method, params } => {
            let state = match method.as_str() {
                _ if server.over => Some((code::INVALID_REQUEST, "the server is shut down")),
                "initialize" if server.ready => {
                    Some((code::INVALID_REQUEST, "`initialize` comes once"))
                }
                "initialize" => None,
                _ if !server.ready => Some((code::NOT_INITIALIZED, "`initialize` comes first")),
                _ => None,
            };
            if let Some((code, words)) = state {
                return fail(server, &id, (code, words.to_owned()));
            }
            let broken = Ok(Err((
                code::INTERNAL,
                "this is a bug; stderr says more".to_owned(),
            )));
            match guarded(|| request(server, &method, params)).unwrap_or(broken)? {
                Ok(result) => server.send(json!({"id": id, "result": result})),
                Err(failure) => fail(server, &id, failure),
            }
        }
    }
}

/// A panic costs one message, not the server.
fn guarded<T>(run: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(run)).ok()
}

fn fail(server: &Server, id: &Value, (code, message): Failure) -> io::Result<()> {
    server.send(json!({"id": id, "error": {"code": code, "message": message}}))
}

fn params<T: DeserializeOwned>(params: Value) -> Result<T, Failure> {
    T::deserialize(params).map_err(|error| (code::INVALID_PARAMS, error.to_string()))
}

fn request(server: &mut Server, method: &str, given: Value) -> io::Result<Result<Value, Failure>> {
    let found = match method {
        "initialize" => return initialize(server, given),
        "shutdown" => {
            server.over = true;
            return Ok(Ok(Value::Null));
        }
        "textDocument/documentSymbol" => params::<DocumentSymbolParams>(given).and_then(|asked| {
            let path = documents::key(&asked.text_document.uri);
            let text = server.text(&path).ok_or_else(unknown)?;
            Ok(json!(outline::symbols(text)))
        }),
        "textDocument/codeAction" => match params::<CodeActionParams>(given) {
            Ok(asked) => return repairs(server, &asked),
            Err(failure) => Err(failure),
        },
        "textDocument/completion" | "textDocument/hover" | "textDocument/definition" => {
            match params::<TextDocumentPositionParams>(given) {
                Ok(asked) => return at_place(server, method, &asked),
                Err(failure) => Err(failure),
            }
        }
        _ => Err((
            code::METHOD_NOT_FOUND,
            format!("there is no method `{method}`"),
        )),
    };
    Ok(found)
}

fn repairs(server: &mut Server, asked: &CodeActionParams) -> io::Result<Result<Value, Failure>> {
    let uri = &asked.text_document.uri;
    let path = documents::key(uri);
    server.check(&path)?;
    let Some(text) = server.text(&path) else {
        return Ok(Err(unknown()));
    };
    let kinds = asked.context.only.as_ref();
    let wanted = kinds.is_none_or(|kinds| {
        let mut kinds = kinds.iter();
        kinds.any(|kind| *kind == CodeActionKind::QUICKFIX || *kind == CodeActionKind::EMPTY)
    });
    let found = match wanted {
        true => repair::actions(server.told(&path), asked.range, uri, text),
        false => Vec::new(),
    };
    Ok(Ok(json!(found)))
}

fn unknown() -> Failure {
    let message = "this file is neither open nor in a folder of rules";
    (code::INVALID_PARAMS, message.to_owned())
}

fn at_place(
    server: &mut Server,
    method: &str,
    asked: &TextDocumentPositionParams,
) -> io::Result<Result<Value, Failure>> {
    let path = documents::key(&asked.text_document.uri);
    let Some(text) = server.text(&path).map(str::to_owned) else {
        return Ok(Err(unknown()));
    };
    let spot = spot(&text, Lines::new(&text).offset(asked.position));
    server.check(&path)?;
    let (server, checked) = (&*server, server.known(&path));
    Ok(Ok(match method {
        "textDocument/completion" => {
            json!(completion::complete(checked, &text, &spot, server.snippets))
        }
        "textDocument/hover" => json!(hover::hover(server, checked, &path, &text, &spot)),
        _ => json!(definition::locations(server, checked, &text, &spot)),
    }))
}

fn initialize(server: &mut Server, given: Value) -> io::Result<Result<Value, Failure>> {
    let asked = match params::<InitializeParams>(given) {
        Ok(asked) => asked,
        Err(failure) => return Ok(Err(failure)),
    };
    #[expect(deprecated, reason = "older clients have one folder")]
    let root = asked.root_uri;
    let folders = asked.workspace_folders.unwrap_or_default();
    let folders = folders.into_iter().map(|folder| folder.uri);
    let mut folders: Vec<PathBuf> = folders.filter_map(|u| uri::path(u.as_str())).collect();
    if folders.is_empty() {
        folders.extend(root.and_then(|root| uri::path(root.as_str())));
    }
    server.folders = folders;
    let client = asked.capabilities;
    let items = client
        .text_document
        .and_then(|t| t.completion)
        .and_then(|c| c.completion_item);
    server.snippets = items.and_then(|i| i.snippet_support).unwrap_or(false);
    let files = client.workspace.and_then(|w| w.did_change_watched_files);
    server.watches = files.and_then(|f| f.dynamic_registration).unwrap_or(false);
    server.ready = true;
    match Settings::read(&asked.initialization_options.unwrap_or_default()) {
        Ok(settings) => server.settings = settings,
        Err(message) => warn(server, &message)?,
    }
    let renames = json!({"filters": [{"pattern": {"glob": "**/*"}}]});
    Ok(Ok(json!({
        "serverInfo": {"name": "mamut-rw", "version": env!("CARGO_PKG_VERSION")},
        "capabilities": {
            "positionEncoding": "utf-16",
            "textDocumentSync": {"openClose": true, "change": 2, "save": {}},
            "completionProvider": {"triggerCharacters": ["(", "?", ".", "@", "#", "\"", ":", "{"]},
            "hoverProvider": true,
            "definitionProvider": true,
            "documentSymbolProvider": true,
            "codeActionProvider": {"codeActionKinds": ["quickfix"]},
            "workspace": {
                "workspaceFolders": {"supported": true, "changeNotifications": true},
                "fileOperations": {"didRename": renames, "didDelete": renames, "didCreate": renames},
            },
        },
    })))
}

fn warn(server: &Server, message: &str) -> io::Result<()> {
    server.notify("window/showMessage", json!({"type": 2, "message": message}))
}

fn notification(server: &mut Server, method: &str, given: Value) -> io::Result<()> {
    let result = match method {
        "initialized" => {
            if server.watches {
                let watch = json!({"watchers": [{"globPattern": "**/*.ron"}]});
                let method = "workspace/didChangeWatchedFiles";
                let register = json!({"id": "rules", "method": method, "registerOptions": watch});
                server.request(
                    "client/registerCapability",
                    json!({"registrations": [register]}),
                )?;
            }
            server.read_folders().map(Ok)
        }
        "textDocument/didOpen" => params::<DidOpenTextDocumentParams>(given).map_or_else(
            |failure| Ok(Err(failure)),
            |opened| {
                let document = opened.text_document;
                let path = documents::key(&document.uri);
                let document = Document {
                    uri: document.uri,
                    version: document.version,
                    text: document.text,
                };
                server.open.insert(path.clone(), document);
                server.changed(&path).map(Ok)
            },
        ),
        "textDocument/didChange" => params::<DidChangeTextDocumentParams>(given).map_or_else(
            |failure| Ok(Err(failure)),
            |changed| {
                let path = documents::key(&changed.text_document.uri);
                let Some(document) = server.open.get_mut(&path) else {
                    return Ok(Err(unknown()));
                };
                document.version = changed.text_document.version;
                documents::apply(&mut document.text, changed.content_changes);
                server.changed(&path).map(Ok)
            },
        ),
        "textDocument/didClose" => params::<DidCloseTextDocumentParams>(given).map_or_else(
            |failure| Ok(Err(failure)),
            |closed| {
                server
                    .open
                    .remove(&documents::key(&closed.text_document.uri));
                // What was not saved is gone.
                server.read_folders().map(Ok)
            },
        ),
        "textDocument/didSave" => params::<DidSaveTextDocumentParams>(given).map_or_else(
            |failure| Ok(Err(failure)),
            |_| server.read_folders().map(Ok),
        ),
        "workspace/didChangeWatchedFiles"
        | "workspace/didRenameFiles"
        | "workspace/didDeleteFiles"
        | "workspace/didCreateFiles" => server.read_folders().map(Ok),
        "workspace/didChangeWorkspaceFolders" => params::<DidChangeWorkspaceFoldersParams>(given)
            .map_or_else(
                |failure| Ok(Err(failure)),
                |changed| {
                    let event = changed.event;
                    let path = |f: &lsp_types::WorkspaceFolder| uri::path(f.uri.as_str());
                    let gone: Vec<PathBuf> = event.removed.iter().filter_map(path).collect();
                    server.folders.retain(|folder| !gone.contains(folder));
                    server.folders.extend(event.added.iter().filter_map(path));
                    server.read_folders().map(Ok)
                },
            ),
        "workspace/didChangeConfiguration" => {
            let settings = given.get("settings").cloned().unwrap_or_default();
            match Settings::read(&settings) {
                // Clients that have none to tell send nothing in braces.
                Ok(_) if settings.is_null() || settings == json!({}) => Ok(Ok(())),
                Ok(settings) => {
                    server.settings = settings;
                    server.read_folders().map(Ok)
                }
                Err(message) => Ok(Err((code::INVALID_PARAMS, message))),
            }
        }
        _ => Ok(Ok(())),
    };
    match result? {
        Ok(()) => Ok(()),
        Err((_, message)) => server.notify(
            "window/logMessage",
            json!({"type": 2, "message": format!("{method}: {message}")}),
        ),
    }
}
