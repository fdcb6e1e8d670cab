//! Commands on the problems of the scene.

use eframe::egui::Key;

use super::action::Action;
use super::state::WindowState;
use crate::app::command::pane::Pane;
use crate::app::command::scope::KeyScope;
use crate::app::command::shortcut::{plain, shift};
use crate::app::command::table::problem::ProblemCommand;
use crate::app::view::viewport::Request;

/// What the commands depend on.
#[derive(Clone, Debug)]
pub(super) struct ProblemFacts {
    /// The number of problems of objects, meshes and recordings.
    found: usize,
    /// Whether a place of a problem is shown.
    has_place: bool,
}

impl ProblemFacts {
    pub(super) fn of(window: &WindowState) -> Self {
        Self {
            found: window.panels.problems.found_count(),
            has_place: window.workspace.view().problem_place().is_some(),
        }
    }
}

impl ProblemCommand {
    pub(super) fn action(self, facts: &ProblemFacts) -> Action {
        let none = "The scene has no problem with a place.";
        match self {
            Self::Show => Action::new("Show problems", |target| target.window.layout.reveal(Pane::Problems))
                .help("Bring the list of problems to the front."),
            Self::Next => Action::new("Next problem place", |target| target.step_to_place(false))
                .help(
                    "Look closely at the next place of the problem in the list: its triangle, edge, vertex or object.",
                )
                .keys(KeyScope::Panels, [plain(Key::F9)])
                .needs(facts.found > 0, none),
            Self::Previous => Action::new("Previous problem place", |target| target.step_to_place(true))
                .help("Look closely at the previous place of the problem in the list.")
                .keys(KeyScope::Panels, [shift(Key::F9)])
                .needs(facts.found > 0, none),
            Self::Frame => Action::new("Frame problem place", |target| target.view(Request::FramePlace))
                .help("Look closely at the shown place of a problem.")
                .needs(facts.has_place, "No place of a problem is shown."),
        }
    }
}
