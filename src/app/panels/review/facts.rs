//! What commands depend on.

use crate::app::command::table::review::ReviewLook;

/// The state that commands need.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(in crate::app) struct Facts {
    /// Whether a run is open.
    pub(in crate::app) is_open: bool,
    /// Whether a run is being read.
    pub(in crate::app) is_reading: bool,
    /// How the pictures are shown.
    pub(in crate::app) look: ReviewLook,
    /// Whether each pixel of a picture is a pixel of the screen.
    pub(in crate::app) is_full_size: bool,
    /// Whether the review is shown instead of all panels.
    pub(in crate::app) fills_window: bool,
    /// Whether the run has a scene.
    pub(in crate::app) has_scene: bool,
    /// Whether there are two pictures, and their difference.
    pub(in crate::app) has_pair: bool,
    pub(in crate::app) has_difference: bool,
    /// The reasons why the shown capture, the shown scene, or everything cannot be accepted.
    pub(in crate::app) why_not: [Option<String>; 3],
    /// What accepting last wrote, in words. `None` when there is nothing to undo.
    pub(in crate::app) accepted: Option<String>,
    /// The reason why the shown scene cannot be opened.
    pub(in crate::app) why_not_open: Option<String>,
}
