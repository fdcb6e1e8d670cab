//! Follows the changes that other programs make to the files of the open scene. Unsaved edits are not lost.
//!
//! ```text
//! look       looks whether the files have changed
//! read       reads the scene's file, at once or on another thread
//! replace    replaces the open scene by what was read
//! conflict   the choice of the user when both have changed, and before saving
//! ```
//!
//! A change is read once the file has been stable for a short time, because editors write in steps, or replace the
//! file. If the file then cannot be read, a notice is shown and the last reading is kept. A file that is rewritten
//! continuously is read at intervals. A failure of such a reading may be due to a half-written file, so a notice is
//! shown only when it lasts: see `FileDebounce`. A pipe or a folder in place of the file is not opened. When both the
//! scene's file and the open scene have changed, the user chooses: see `Conflict`.

mod conflict;
mod look;
mod read;
mod replace;
#[cfg(test)]
mod tests;

pub(in crate::workspace) use conflict::would_overwrite_changes;
pub(in crate::workspace) use replace::take_loaded;
