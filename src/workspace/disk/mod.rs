//! The files of the open scene: opening and saving, loading in the background, and changes by other programs.

pub(in crate::workspace) mod assets;
pub(in crate::workspace) mod disk_mut;
pub(in crate::workspace) mod disk_ref;
pub(in crate::workspace) mod file_debounce;
mod images;
mod lesson;
mod levels;
pub(in crate::workspace) mod loading;
pub(in crate::workspace) mod open_files;
pub(in crate::workspace) mod opening;
pub(in crate::workspace) mod outline;
mod received_trace;
pub(crate) mod recover;
mod relink;
mod relocating;
mod requested_level;
pub(in crate::workspace) mod revisions;
pub(in crate::workspace) mod saving;
mod saving_moment;
pub(in crate::workspace) mod scene_file;
pub(in crate::workspace) mod tasks;
pub(in crate::workspace) mod tracking;
pub(in crate::workspace) mod trees;
pub(crate) mod watch;
