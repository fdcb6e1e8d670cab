//! Ends the program with a message when its window is destroyed from outside or its display is lost.
//!
//! Neither winit nor Xlib reports this on request. With X11, winit panics at the next request about the window, and
//! Xlib ends the program when the connection is lost. Both are converted to the same message, with the exit code of a
//! command that could not run. On Wayland, winit reports the loss as an error.

use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether a loss was detected.
static IS_LOST: AtomicBool = AtomicBool::new(false);

/// The reason why the window ended before it was closed.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// The window could not be opened.
    #[error("the window cannot be opened: {0}")]
    Opening(eframe::Error),
    /// The window was destroyed.
    #[error(
        "the window was destroyed from outside, or its display was lost; the next start offers the unsaved changes that were stored"
    )]
    Lost,
}

/// Runs the window. A loss of the window is returned as an error instead of a panic.
pub(in crate::app) fn guarded(run: impl FnOnce() -> eframe::Result) -> Result<(), WindowError> {
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

/// Whether a panic means that the window or the display is lost: it is from winit's code for X11, and is about a
/// request that failed.
fn is_loss(place: &str, words: &str) -> bool {
    let is_from_x11 = place.contains("/winit-") && place.contains("/x11/");
    let is_about_request = ["X11", "ConnectionError", "Failed to", "failed to"].iter().any(|word| words.contains(word));
    is_from_x11 && is_about_request
}

/// Xlib's own handler exits with the code for a difference, and gives no advice.
#[cfg(all(unix, not(target_vendor = "apple")))]
#[expect(unsafe_code, reason = "Xlib reports the loss only to a handler")]
fn end_with_connection() {
    use std::ffi::c_int;

    extern "C" fn end(_: *mut x11_dl::xlib::Display) -> c_int {
        // If standard error cannot be written, there is nothing more to do.
        let _unwritable = writeln!(io::stderr().lock(), "error: {}", WindowError::Lost);
        // Exit handlers are skipped, because drivers would use the lost connection.
        std::process::exit(2)
    }
    // Without Xlib there is no connection that can be lost.
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
    fn only_panics_of_winit_about_x11_are_a_loss() {
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
