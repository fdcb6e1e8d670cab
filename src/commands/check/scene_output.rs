//! What is printed of each scene, in the order of the scenes, as soon as it and all before it are done.

use std::sync::{Mutex, PoisonError};

use super::args::Format;
use crate::check::in_order::InOrder;
use crate::check::row::SceneRow;
use crate::check::terminal;
use crate::check::update::exit_code;
use crate::commands::message::{has_color, print_message};
use crate::commands::output;
use crate::escape;

/// The lines of the scenes, which are printed in the order of the scenes.
pub(super) struct SceneOutput {
    pub(super) format: Option<Format>,
    order: Mutex<PrintedLines>,
}

/// What is printed so far.
struct PrintedLines {
    waiting: InOrder<SceneLines>,
    /// How many more scenes may fail. The scenes after the last of them are not printed.
    failures_left: Option<u32>,
    printed: anyhow::Result<()>,
}

/// What is printed of a scene: messages, and lines of the result.
struct SceneLines {
    messages: Vec<String>,
    result: String,
    is_failure: bool,
}

impl SceneOutput {
    pub(super) fn new(format: Option<Format>, most_failures: Option<u32>) -> Self {
        let order = PrintedLines { waiting: InOrder::default(), failures_left: most_failures, printed: Ok(()) };
        Self { format, order: Mutex::new(order) }
    }

    /// On GitHub both outputs are in the log, in which some texts are commands.
    pub(super) fn log(&self, text: String) -> String {
        match self.format {
            Some(Format::Github) => escape::github::log(&text).into_owned(),
            None => text,
        }
    }

    /// Prints a scene that is done, and those after it that are done already, when all before it are. `around` hides the
    /// progress bar meanwhile.
    pub(super) fn print(&self, number: usize, row: &SceneRow, around: impl FnOnce(&mut dyn FnMut())) {
        let errors = row.errors.iter().map(|error| error.render(has_color()));
        let others = row.other_errors().map(|error| format!("error: {error}"));
        let warnings = row.warnings.iter().map(|warning| format!("warning: {warning}"));
        let messages = errors.chain(others).chain(warnings).map(|message| self.log(message)).collect();
        let is_failure = exit_code(std::slice::from_ref(row)) != 0;
        let lines = SceneLines { messages, result: self.log(terminal::of_scene(row)), is_failure };
        let mut order = self.order.lock().unwrap_or_else(PoisonError::into_inner);
        let PrintedLines { waiting, failures_left, printed } = &mut *order;
        let ready = waiting.add(number, lines);
        around(&mut || {
            for SceneLines { messages, result, is_failure } in &ready {
                if *failures_left == Some(0) {
                    break;
                }
                for message in messages {
                    print_message(message);
                }
                if printed.is_ok() {
                    *printed = output::deliver(result.as_bytes(), None);
                }
                if let (true, Some(left)) = (is_failure, &mut *failures_left) {
                    *left -= 1;
                }
            }
        });
    }

    /// # Errors
    /// When a line could not be printed.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        self.order.into_inner().unwrap_or_else(PoisonError::into_inner).printed
    }
}
