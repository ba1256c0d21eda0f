//! A language server for rule files, over stdin and stdout.
//!
//! One thread reads messages, one answers them. What is asked of the text around a place is
//! answered from the text as it is typed; complaints come from the loader of all commands.

mod built_in;
mod checked;
mod completion;
mod definition;
mod dispatch;
mod documents;
mod hover;
mod index;
mod message;
mod outline;
mod places;
mod plan;
mod publish;
mod repair;
mod server;
mod settings;
mod spot;
mod template;
mod terms;
mod uri;
mod words;

use std::io::{BufReader, stdin};
use std::sync::mpsc::{TryRecvError, sync_channel};

use anyhow::Result;

use crate::Outcome;
use crate::args::Global;
use message::Incoming;
use server::Server;

/// Messages that may wait.
const QUEUE: usize = 256;

/// Serves until the client says `exit` or goes away.
///
/// The outcome is [`Outcome::Done`] after a `shutdown`, otherwise [`Outcome::Findings`].
///
/// # Errors
/// When stdout cannot be written.
pub fn run(global: &Global) -> Result<Outcome> {
    let (sender, receiver) = sync_channel(QUEUE);
    // The thread ends with stdin, or with the process.
    std::thread::spawn(move || {
        let mut input = BufReader::new(stdin().lock());
        while let Ok(Some(message)) = message::read(&mut input) {
            if sender.send(message).is_err() {
                break;
            }
        }
    });
    let mut server = Server::new(global);
    loop {
        // What is typed is read before anything is checked, so nothing is checked in vain.
        let message = match receiver.try_recv() {
            Ok(message) => Some(message),
            Err(TryRecvError::Disconnected) => None,
            Err(TryRecvError::Empty) if server.check_next()? => continue,
            Err(TryRecvError::Empty) => receiver.recv().ok(),
        };
        match message {
            Some(Incoming::Notification { method, .. }) if method == "exit" => break,
            Some(message) => dispatch::message(&mut server, message)?,
            None => break,
        }
    }
    Ok(match server.over {
        true => Outcome::Done,
        false => Outcome::Findings,
    })
}
