//! Statements of the corpus, ready to be written: many sources have the same ones for falsehoods.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use mamut_engine::latex::Formula;

use crate::subject::Subject;

/// No more are kept, of 60 to 200 kB each: the oldest make room.
const MOST: usize = 512;

/// A statement of the corpus.
#[derive(Default)]
pub struct Stated {
    /// As it is read; none of a text, and where nothing can be made of it.
    formula: OnceLock<Option<Formula>>,
    /// With all ways to write it; none where there are none.
    subject: OnceLock<Option<Arc<Subject>>>,
}

impl Stated {
    /// The formula, which is `read` once.
    pub fn formula(&self, read: impl FnOnce() -> Option<Formula>) -> Option<&Formula> {
        self.formula.get_or_init(read).as_ref()
    }

    /// What its versions are made of, which is `made` once.
    pub fn subject(&self, made: impl FnOnce() -> Option<Subject>) -> Option<Arc<Subject>> {
        let subject = self.subject.get_or_init(|| made().map(Arc::new));
        subject.clone()
    }
}

/// The last statements that were asked for, for all threads of a run, which has one set of rules.
#[derive(Default)]
pub(super) struct Stock(Mutex<Shelf>);

#[derive(Default)]
struct Shelf {
    by_source: HashMap<String, Arc<Stated>>,
    order: VecDeque<String>,
}

impl Stock {
    /// The statement with this source.
    pub(super) fn of(&self, source: &str) -> Arc<Stated> {
        // A panic leaves nothing half done in it.
        let mut shelf = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = shelf.by_source.get(source) {
            return known.clone();
        }
        if shelf.order.len() == MOST
            && let Some(oldest) = shelf.order.pop_front()
        {
            shelf.by_source.remove(&oldest);
        }
        let new: Arc<Stated> = Arc::default();
        shelf.order.push_back(source.to_owned());
        shelf.by_source.insert(source.to_owned(), new.clone());
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_made_is_made_no_more_until_it_makes_room() {
        let stock = Stock::default();
        let first = stock.of("first");
        assert!(Arc::ptr_eq(&first, &stock.of("first")));
        for other in 0..MOST {
            stock.of(&other.to_string());
        }
        assert!(!Arc::ptr_eq(&first, &stock.of("first")));
        let shelf = stock.0.lock().unwrap();
        assert_eq!((shelf.order.len(), shelf.by_source.len()), (MOST, MOST));
    }
}
