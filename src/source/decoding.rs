//! The boundary around every reader of a file that the program did not write: a panic in it becomes an error of that file,
//! and everything else is still answered.
//!
//! Such a panic is a fault of this program or of a library. Readers return errors for all bad files that are known; this
//! boundary is for those that are not known.
//!
//! The panic hook belongs to the whole process. The first call replaces it by one that prints nothing for a thread inside
//! the boundary, and calls the hook before it for all other threads.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

use super::error::SceneError;

/// A reader has panicked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Panicked {
    /// The place in the source of the program or a library, and the message.
    reason: String,
}

impl fmt::Display for Panicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this is a fault of eyeline, please report it: {}", self.reason)
    }
}

thread_local! {
    /// The number of boundaries around the code that this thread runs.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    /// The last panic inside a boundary of this thread.
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs a reader. What it changed before it panicked is not used again by the caller.
///
/// # Errors
/// When the reader panics.
pub(crate) fn guarded<T>(reader: impl FnOnce() -> T) -> Result<T, Panicked> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| if is_inside() { keep(info) } else { before(info) }));
    });
    DEPTH.set(DEPTH.get() + 1);
    let result = panic::catch_unwind(AssertUnwindSafe(reader));
    DEPTH.set(DEPTH.get() - 1);
    result.map_err(|payload| {
        // A panic of another thread, such as of a parallel loop, was printed there and arrives as its payload.
        let kept = LAST.take();
        let words = || payload.downcast_ref::<String>().cloned().or(payload.downcast_ref::<&str>().map(|&s| s.into()));
        Panicked { reason: kept.or_else(words).unwrap_or_else(|| "a panic without a message".to_owned()) }
    })
}

/// The same for a reader with located errors. `file` is the name of the file in messages.
///
/// # Errors
/// The error of the reader, and one at the file when it panics.
pub(crate) fn guarded_file<T>(file: &str, reader: impl FnOnce() -> Result<T, SceneError>) -> Result<T, SceneError> {
    guarded(reader).unwrap_or_else(|panicked| Err(SceneError::unreadable(file, &panicked.to_string(), None)))
}

fn is_inside() -> bool {
    // A thread that ends has no count any more.
    DEPTH.try_with(Cell::get).is_ok_and(|depth| depth > 0)
}

fn keep(info: &PanicHookInfo) {
    let message = info.payload_as_str().unwrap_or("a panic without a message");
    // The folders of a build machine are of no use in a message.
    let place = info.location().map(|at| {
        let file = at.file().rsplit(['/', '\\']).take(3).collect::<Vec<_>>();
        format!("{}:{}: ", file.into_iter().rev().collect::<Vec<_>>().join("/"), at.line())
    });
    LAST.set(Some(format!("{}{message}", place.unwrap_or_default())));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_with_its_place_and_message() {
        assert_eq!(guarded(|| 7), Ok(7));
        let error = guarded(|| -> u8 { panic!("index {} of {}", 3, 2) }).unwrap_err().to_string();
        assert!(error.contains("src/source/decoding.rs:") && error.contains("index 3 of 2"), "{error}");
        let inner = guarded(|| guarded(|| -> u8 { panic!("inner") }).unwrap_err().to_string());
        assert!(inner.unwrap().contains("inner"));
        assert!(!is_inside(), "the count is right after a panic");
        let located = guarded_file("a.glb", || -> Result<u8, SceneError> { panic!("no node") }).unwrap_err();
        assert!(located.to_string().starts_with("a.glb:1:1: this is a fault of eyeline"), "{located}");
    }

    #[test]
    fn a_panic_of_a_parallel_loop_is_an_error_too() {
        use rayon::prelude::*;
        let error = guarded(|| (0..100).into_par_iter().for_each(|i| assert!(i != 50, "the number {i}"))).unwrap_err();
        assert!(error.to_string().contains("the number 50"), "{error}");
        assert!(guarded(|| ()).is_ok());
    }
}
