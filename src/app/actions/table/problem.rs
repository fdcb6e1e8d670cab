//! Commands on the problems of the scene.

use eframe::egui::Key;

use crate::app::actions::context::Context;
use crate::app::command::entry::Entry;
use crate::app::command::shortcut::{Scope, plain, shift};
use crate::app::shell::layout::Pane;
use crate::app::view::viewport::Request;

/// A command on the list of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum ProblemCommand {
    /// Brings the panel to the front.
    Show,
    /// Shows the next place: of the shown problem, else the first one of the next problem.
    Next,
    Previous,
    /// Looks closely at the shown place.
    Frame,
}

impl ProblemCommand {
    /// All commands.
    pub(in crate::app) const ALL: [Self; 4] = [Self::Show, Self::Next, Self::Previous, Self::Frame];

    pub(super) fn entry(self, context: &Context) -> Entry {
        let none = "The scene has no problem with a place.";
        match self {
            Self::Show => Entry::new("Show problems", |work| work.app.layout.reveal(Pane::Problems))
                .help("Bring the list of problems to the front."),
            Self::Next => Entry::new("Next problem place", |work| work.step_to_place(false))
                .help(
                    "Look closely at the next place of the problem in the list: its triangle, edge, vertex or object.",
                )
                .keys(Scope::Panels, [plain(Key::F9)])
                .needs(context.found_problems > 0, none),
            Self::Previous => Entry::new("Previous problem place", |work| work.step_to_place(true))
                .help("Look closely at the previous place of the problem in the list.")
                .keys(Scope::Panels, [shift(Key::F9)])
                .needs(context.found_problems > 0, none),
            Self::Frame => Entry::new("Frame problem place", |work| work.view(Request::FramePlace))
                .help("Look closely at the shown place of a problem.")
                .needs(context.has_place, "No place of a problem is shown."),
        }
    }
}
