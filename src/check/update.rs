//! Writing baselines: only those that differ or are missing, only when two drawings are equal, and only for scenes that
//! were read without error.

use std::fs;
use std::path::Path;

use super::row::{Difference, Kind, Row, State, Stored};
use crate::scene::save::folder_of;
use crate::scene::save_bytes;
use crate::source::text::path_in_message;

/// Which baselines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Update {
    /// Baselines that differ or are missing.
    All,
    /// Only baselines that differ.
    Changed,
    /// Only baselines that are missing.
    Missing,
}

impl Update {
    fn writes(self, stored: &Stored) -> bool {
        match stored.state {
            State::Differs => self != Self::Missing,
            State::Missing => self != Self::Changed,
            State::Equal | State::Error => false,
        }
    }
}

/// Writes the baselines of all rows. For each scene all of them are written, or none. A baseline that cannot be written
/// becomes an error of its row.
pub fn update(rows: &mut [Row], update: Update) {
    let inputs: Vec<_> = rows.iter().map(|row| row.inputs.clone()).collect();
    for row in rows {
        if row.state() == State::Error {
            continue;
        }
        let wanted = |stored: &Stored| update.writes(stored) && stored.actual.is_some();
        let files = row.stored().filter(|stored| wanted(stored));
        let files: Vec<_> = files.map(|stored| (stored.actual.as_deref().unwrap_or_default(), &*stored.path)).collect();
        let input = |path: &Path| inputs.iter().find_map(|inputs| inputs.input_at(path));
        let refused = files.iter().find_map(|(_, path)| Some((path, input(path)?))).map(|(path, input)| {
            format!("cannot write {}: {} is a file of a scene", path_in_message(path), path_in_message(&input))
        });
        match refused.map_or_else(|| put_all(&files), Err) {
            Ok(()) => row.stored_mut().filter(|stored| wanted(stored)).for_each(|stored| stored.is_written = true),
            Err(reason) => {
                let text = format!("{reason}; no baseline of this scene was changed");
                row.differences.insert(0, Difference { kind: Kind::Error, text, line: 1 });
            }
        }
    }
}

/// Writes all files. When one cannot be written, the files written before it are restored.
///
/// # Errors
/// With the path and the error of the operating system.
pub(super) fn put_all(files: &[(&[u8], &Path)]) -> Result<(), String> {
    let mut undo: Vec<(&Path, Option<Vec<u8>>)> = Vec::new();
    for (bytes, path) in files {
        let before = fs::read(path).ok();
        if let Err(reason) = put(bytes, path) {
            let mut text = format!("cannot write {}: {reason}", path_in_message(path));
            for (path, before) in undo {
                let undone = match before {
                    Some(bytes) => put(&bytes, path),
                    None => fs::remove_file(path).map_err(|error| error.to_string()),
                };
                if let Err(reason) = undone {
                    text = format!("{text}; {} cannot be restored: {reason}", path_in_message(path));
                }
            }
            return Err(text);
        }
        undo.push((path, before));
    }
    Ok(())
}

/// Writes a file completely or not at all, and creates missing folders above it.
///
/// # Errors
/// With the error of the operating system.
pub(super) fn put(bytes: &[u8], path: &Path) -> Result<(), String> {
    let folder = folder_of(path);
    fs::create_dir_all(folder)
        .map_err(|reason| format!("cannot create the folder {}: {reason}", path_in_message(folder)))?;
    save_bytes(bytes, path).map_err(|error| error.reason.to_string())
}

/// The exit code of a run: 0 when everything is equal or was written and each expectation is met, 1 when something
/// differs, 2 when something could not be read, drawn or written.
pub fn exit_code(rows: &[Row]) -> u8 {
    rows.iter().map(code_of).max().unwrap_or(0)
}

fn code_of(row: &Row) -> u8 {
    let is_left = |stored: &Stored| stored.state != State::Equal && !stored.is_written;
    match row.state() {
        State::Error => 2,
        _ if row.differences.iter().any(|difference| difference.kind == Kind::Expectation) => 1,
        _ => u8::from(row.stored().any(is_left)),
    }
}
