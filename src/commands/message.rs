//! Messages on standard error.

use std::io::{self, IsTerminal, Write};

use crate::escape;
use crate::scene::SceneError;

/// Prints a message to standard error, with control characters escaped. A failure to write it is ignored.
pub(super) fn print_message(message: &str) {
    let message = if has_color() { escape::lines_with_colors(message) } else { escape::lines(message) };
    let _unwritable = writeln!(io::stderr().lock(), "{message}");
}

/// The text of an error: the error of a scene with its source line, any other error with its causes.
pub(super) fn describe(error: &anyhow::Error, color: bool) -> String {
    match error.downcast_ref::<SceneError>() {
        Some(error) => error.render(color),
        None => format!("error: {}", escape::lines(&format!("{error:#}"))),
    }
}

/// Colours are used on a terminal, unless `NO_COLOR` is set (<https://no-color.org>).
pub(super) fn has_color() -> bool {
    io::stderr().is_terminal() && requests_color()
}

pub(super) fn requests_color() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
