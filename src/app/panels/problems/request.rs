//! What the window should do after a frame of the panel.

/// What the window should do after a frame of the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum ProblemRequest {
    /// Nothing.
    Nothing,
    /// Look closely at the shown place.
    FramePlace,
    /// Open the panel with the answers of the program that differ.
    ShowDisagreements,
    /// Open the dialog that repairs the level of the selected object.
    RepairLevel,
}
