//! A window that is destroyed from outside, or whose display goes away, ends the program with a message.
//!
//! Neither winit nor Xlib can be asked to report this. With X11, winit panics at the next request about the window, and
//! Xlib ends the program when the connection is lost. Both are turned into the same message, with the exit code of a
//! command that could not run. On Wayland, winit reports the loss as an error.

use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether a loss was seen.
static IS_LOST: AtomicBool = AtomicBool::new(false);

/// The reason why the window ended before it was closed.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// It could not be opened.
    #[error("the window cannot be opened: {0}")]
    Opening(eframe::Error),
    /// It was destroyed.
    #[error("the window was destroyed from outside, or its display went away; what was not saved is lost")]
    Lost,
}

/// Runs the window; a loss of it is an error in place of a panic.
pub(super) fn guarded(run: impl FnOnce() -> eframe::Result) -> Result<(), WindowError> {
    end_with_connection();
    let hook = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if is_loss(&place(info), &words(info)) {
            IS_LOST.store(true, Ordering::Release);
        } else if !IS_LOST.load(Ordering::Acquire) {
            hook(info);
        }
    }));
    match panic::catch_unwind(AssertUnwindSafe(run)) {
        Ok(result) => result.map_err(WindowError::Opening),
        Err(_) if IS_LOST.load(Ordering::Acquire) => Err(WindowError::Lost),
        Err(other) => panic::resume_unwind(other),
    }
}

/// The source location of a panic.
fn place(info: &PanicHookInfo) -> String {
    info.location().map_or(String::new(), |location| location.file().replace('\\', "/"))
}

/// The message of a panic.
fn words(info: &PanicHookInfo) -> String {
    info.payload_as_str().unwrap_or_default().to_owned()
}

/// Whether a panic means that the window or the display is lost: it comes from winit's code for X11, and is about a
/// request that failed.
fn is_loss(place: &str, words: &str) -> bool {
    let is_from_x11 = place.contains("/winit-") && place.contains("/x11/");
    let is_about_request = ["X11", "ConnectionError", "Failed to", "failed to"].iter().any(|word| words.contains(word));
    is_from_x11 && is_about_request
}

/// Xlib's own handler exits with the code of a difference, and without advice.
#[cfg(all(unix, not(target_vendor = "apple")))]
#[expect(unsafe_code, reason = "Xlib has no other way to hear of the loss")]
fn end_with_connection() {
    use std::ffi::c_int;

    extern "C" fn end(_: *mut x11_dl::xlib::Display) -> c_int {
        // When standard error cannot be written, nothing more can be done.
        let _unwritable = writeln!(io::stderr().lock(), "error: {}", WindowError::Lost);
        // Without exit handlers: drivers would use the lost connection.
        std::process::exit(2)
    }
    // Without Xlib there is no connection to lose.
    let Ok(xlib) = x11_dl::xlib::Xlib::open() else { return };
    // Safety: the handler is a function with static lifetime, and it does not return.
    unsafe {
        (xlib.XSetIOErrorHandler)(Some(end));
    }
}

#[cfg(not(all(unix, not(target_vendor = "apple"))))]
fn end_with_connection() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_winit_says_of_x11_is_a_loss() {
        let winit = "/home/a/.cargo/registry/src/index/winit-0.30.13/src/platform_impl/linux/x11/window.rs";
        for (place, words, expected) in [
            (winit, "called `Result::unwrap()` on an `Err` value: X11(X11Error { error_kind: Window })", true),
            (winit, "Failed to call `XSetWMNormalHints`: ConnectionError(IoError)", true),
            (winit, "Bad title", false),
            ("src/app/mod.rs", "X11 error", false),
        ] {
            assert_eq!(is_loss(place, words), expected, "{place}: {words}");
        }
    }
}
