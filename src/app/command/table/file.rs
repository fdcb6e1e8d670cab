//! Commands on files.

use std::path::PathBuf;

/// A command of the File menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) enum FileCommand {
    New,
    Open,
    OpenPath,
    OpenImage,
    AddLevel,
    OpenRecent {
        path: PathBuf,
        is_there: bool,
    },
    ClearRecent,
    Reload,
    CancelLoading,
    Save,
    SaveAs,
    SaveToPath,
    Screenshot,
    Still,
    Movie,
    CancelMovie,
    TrimRecording,
    RepairLevel,
    ExportObject,
    ExportProblems,
    /// Opens the window of the hunt.
    Hunt,
    Quit,
}

impl FileCommand {
    /// All commands, except recent files.
    pub(in crate::app) const ALL: [Self; 21] = [
        Self::New,
        Self::Open,
        Self::OpenPath,
        Self::OpenImage,
        Self::AddLevel,
        Self::ClearRecent,
        Self::Reload,
        Self::CancelLoading,
        Self::Save,
        Self::SaveAs,
        Self::SaveToPath,
        Self::Screenshot,
        Self::Still,
        Self::Movie,
        Self::CancelMovie,
        Self::TrimRecording,
        Self::RepairLevel,
        Self::ExportObject,
        Self::ExportProblems,
        Self::Hunt,
        Self::Quit,
    ];
}
