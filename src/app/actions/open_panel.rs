//! Opens the panel at the bottom that a file names.

use super::state::WindowState;
use crate::app::command::pane::Pane;
use crate::app::panels::{behavior, cost, disagreements, occlusion, opacity, sessions, visibility};
use crate::scene::CheckPanel;

/// Brings a panel to the front, with the height that it needs.
pub(in crate::app) fn open_panel(window: &mut WindowState, panel: CheckPanel) {
    let WindowState { workspace, panels, layout, .. } = window;
    match panel {
        CheckPanel::Explain => layout.reveal(Pane::Explain),
        CheckPanel::Verdicts => layout.reveal(Pane::Verdicts),
        CheckPanel::Plots => layout.reveal(Pane::Plots),
        CheckPanel::Octree => layout.reveal(Pane::Octree),
        CheckPanel::Disagreements => layout.feature(Pane::Disagreements, disagreements::HEIGHT),
        CheckPanel::Problems => layout.reveal(Pane::Problems),
        CheckPanel::Behavior => layout.feature(Pane::Behavior, behavior::height(workspace)),
        CheckPanel::Opacity => layout.feature(Pane::Opacity, opacity::HEIGHT),
        CheckPanel::Occlusion => layout.feature(Pane::Occlusion, occlusion::HEIGHT),
        CheckPanel::Visibility => {
            panels.visibility.open(workspace);
            layout.feature(Pane::Visibility, visibility::HEIGHT);
        }
        CheckPanel::Cost => {
            panels.cost.open(workspace);
            layout.feature(Pane::Cost, cost::HEIGHT);
        }
        CheckPanel::Sessions => layout.feature(Pane::Sessions, sessions::HEIGHT),
    }
}
