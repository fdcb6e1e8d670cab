//! What is selected and seen now, by names.

use super::state::WindowState;
use crate::app::command::pane::Pane;
use crate::scene::{CheckPanel, OpenedPart};

/// What of the window a step of a lesson, or a link, can have.
#[derive(Clone, Debug, Default)]
pub(super) struct SeenNow {
    /// The camera that the view looks through.
    pub(super) camera: Option<String>,
    /// The selected names; `None` when a step cannot select what is selected.
    pub(super) select: Option<Vec<String>>,
    /// The open step of the explanation, or the open panel.
    pub(super) open: Option<OpenedPart>,
    pub(super) tick: u64,
}

impl SeenNow {
    pub(super) fn of(window: &WindowState) -> Self {
        let WindowState { workspace, panels, layout, .. } = window;
        let world = workspace.world();
        let camera = panels.views.active().through.and_then(|id| world.name_of(world.find(id)?));
        let panel = CheckPanel::ALL.into_iter().find(|panel| layout.shows(Pane::of_check(*panel)));
        let step = workspace.selected().step.map(|step| OpenedPart::Step(step as u64 + 1));
        Self {
            camera: camera.map(ToString::to_string),
            select: workspace.selection().opening_names(),
            open: step.or(panel.map(OpenedPart::Panel)),
            tick: workspace.tick(),
        }
    }
}
