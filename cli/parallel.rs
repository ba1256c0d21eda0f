//! Work on many items at once, results in the order of the items, in bounded memory.

use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

use anyhow::Result;

use crate::interrupt;

/// Results that an item may have waiting before its worker waits too.
const WAITING: usize = 8;

/// Sends the results of one item; false when nobody wants more.
pub type Sender<'a, T> = dyn FnMut(T) -> bool + 'a;

/// How many threads to work on: those asked for, or one for each core.
pub fn jobs(asked: Option<usize>) -> usize {
    asked
        .unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
        .max(1)
}

/// Calls `work` on every item, on `jobs` threads, and `take` on this thread with every result, in
/// the order of the items. After Ctrl-C no new item is begun.
///
/// # Errors
/// The first error of `take`; the rest of the work is dropped.
pub fn ordered<I: Send, T: Send>(
    items: impl Iterator<Item = I> + Send,
    jobs: usize,
    work: impl Fn(I, &mut Sender<'_, T>) + Sync,
    take: impl FnMut(T) -> Result<()>,
) -> Result<()> {
    remembering(items, jobs, || (), |(), item, send| work(item, send), take)
}

/// The same for work that remembers something from item to item; results must not depend on it.
///
/// # Errors
/// The first error of `take`; the rest of the work is dropped.
pub fn remembering<I: Send, T: Send, M>(
    items: impl Iterator<Item = I> + Send,
    jobs: usize,
    memory: impl Fn() -> M + Sync,
    work: impl Fn(&mut M, I, &mut Sender<'_, T>) + Sync,
    mut take: impl FnMut(T) -> Result<()>,
) -> Result<()> {
    let (queue, results) = sync_channel::<Receiver<T>>(2 * jobs);
    let source = Arc::new(Mutex::new((items, queue)));
    let (work, memory) = (&work, &memory);
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            let source = Arc::clone(&source);
            let next = move || {
                // A worker that panicked while it held the lock ends the program anyway.
                let mut source = source.lock().ok()?;
                let item = source.0.next().filter(|_| !interrupt::asked())?;
                let (sender, receiver) = sync_channel(WAITING);
                source.1.send(receiver).ok()?;
                Some((item, sender))
            };
            scope.spawn(move || {
                let mut memory = memory();
                while let Some((item, sender)) = next() {
                    work(&mut memory, item, &mut |result| sender.send(result).is_ok());
                }
            });
        }
        // The queue closes with the last worker.
        drop(source);
        results
            .into_iter()
            .try_for_each(|receiver| receiver.into_iter().try_for_each(&mut take))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_order_and_takes_everything() {
        for jobs in [1, 2, 7] {
            let mut taken = Vec::new();
            let work = |n: u32, send: &mut Sender<'_, (u32, u32)>| {
                for k in 0..n % 20 {
                    send((n, k));
                }
            };
            ordered(0..200, jobs, work, |result| {
                taken.push(result);
                Ok(())
            })
            .expect("no error");
            let wanted: Vec<_> = (0..200)
                .flat_map(|n| (0..n % 20).map(move |k| (n, k)))
                .collect();
            assert_eq!(taken, wanted);
        }
    }

    #[test]
    fn stops_at_an_error() {
        let work = |n: u32, send: &mut Sender<'_, u32>| while send(n) {};
        let outcome = ordered(0.., 3, work, |_| anyhow::bail!("enough"));
        assert!(outcome.is_err());
    }
}
