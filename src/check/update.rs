//! Writing baselines: only those that differ or are missing, only when two drawings are equal, and only for scenes that
//! were read without error.

use std::collections::HashSet;

use super::baseline;
use super::discover::FoundScene;
use super::replaced::ReplacedBaseline;
use super::row::{DifferenceSubject, RowDifference, SceneRow, SceneState, StoredCapture};
use super::spool::{Spool, Spooled};
use crate::budget::{Budget, OverBudget};
use crate::files::InputIndex;
use crate::host::fs::Permissions;
use crate::scene::write::save::{expect_writable, save_in, sweep};
use crate::source::rooted::{FolderLock, Rooted};
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
    fn writes(self, stored: &StoredCapture) -> bool {
        match stored.state {
            SceneState::Differs => self != Self::Missing,
            SceneState::Missing => self != Self::Changed,
            SceneState::Equal | SceneState::Error => false,
        }
    }
}

/// Writes the baselines of all rows. For each scene all of them are written, or none. A baseline that cannot be written
/// becomes an error of its row.
pub fn update(rows: &mut [SceneRow], update: Update, budget: &Budget) {
    let inputs = InputIndex::of(rows.iter().map(|row| &row.inputs));
    for row in rows {
        if row.state() == SceneState::Error {
            continue;
        }
        let wanted = |stored: &StoredCapture| update.writes(stored) && stored.actual.is_some();
        let files = row.stored().filter(|stored| wanted(stored));
        let files: Vec<_> = files.filter_map(|stored| Some((stored.actual.as_ref()?, &stored.file))).collect();
        let input = |file: &Rooted| inputs.input_at(&file.absolute());
        let refused = files.iter().find_map(|(_, file)| Some((file, input(file)?))).map(|(file, input)| {
            format!("cannot write {}: {} is a file of a scene", file.in_message(), path_in_message(&input))
        });
        match refused.map_or_else(|| put_all(&files, budget), Err) {
            Ok(_) => row.stored_mut().filter(|stored| wanted(stored)).for_each(|stored| stored.is_written = true),
            Err(reason) => {
                let text = format!("{reason}; no baseline of this scene was changed");
                row.differences.insert(0, RowDifference::new(DifferenceSubject::Error, text, 1));
            }
        }
    }
}

/// Writes all files. All of them are checked before the first one is written. When one cannot be written, the files
/// written before it are restored. One file at a time is in memory. Returns the files with their earlier contents. The
/// folders are locked, so that files of two runs at once are not mixed.
///
/// # Errors
/// With the path and the reason.
pub(super) fn put_all(files: &[(&Spooled, &Rooted)], budget: &Budget) -> Result<Vec<ReplacedBaseline>, String> {
    let (spool, mut before) = (Spool::default(), Vec::new());
    for (_, file) in files {
        let unwritable = |reason: &dyn std::fmt::Display| format!("cannot write {}: {reason}", file.in_message());
        let _: Option<Permissions> = expect_writable(file).map_err(|reason| unwritable(&reason))?;
    }
    let _locks = locked(files)?;
    for (_, file) in files {
        let unwritable = |reason: &dyn std::fmt::Display| format!("cannot write {}: {reason}", file.in_message());
        let old = baseline::read(file, budget).map_err(|reason| unwritable(&reason))?;
        before.push(old.map(|(bytes, _memory)| spool.put(&bytes)).transpose().map_err(|reason| unwritable(&reason))?);
    }
    for (at, (contents, file)) in files.iter().enumerate() {
        let Err(reason) = put(contents, file, budget) else { continue };
        let mut text = format!("cannot write {}: {reason}", file.in_message());
        for ((_, file), before) in files.iter().zip(&before).take(at) {
            let undone = match before {
                Some(contents) => put(contents, file, budget),
                None => file.remove().map_err(|error| error.to_string()),
            };
            if let Err(reason) = undone {
                text = format!("{text}; {} cannot be restored: {reason}", file.in_message());
            }
        }
        return Err(text);
    }
    let replaced = files.iter().zip(before).map(|((after, file), before)| ReplacedBaseline {
        file: (*file).clone(),
        before,
        after: (*after).clone(),
    });
    Ok(replaced.collect())
}

/// Writes one file.
pub(super) fn put(contents: &Spooled, file: &Rooted, budget: &Budget) -> Result<(), String> {
    let over = |over: OverBudget| format!("its contents {over}");
    let _memory = budget.take(contents.length() as u64).map_err(over)?;
    let bytes = contents.read().map_err(|reason| reason.to_string())?;
    save_in(file, &bytes).map_err(|error| error.reason.to_string())
}

/// Locks the folders of the files, and makes those that do not exist. All programs lock them in one order.
fn locked(files: &[(&Spooled, &Rooted)]) -> Result<Vec<FolderLock>, String> {
    let mut folders: Vec<Rooted> = Vec::new();
    for (_, file) in files {
        let folder = file.folder();
        if !folders.contains(&folder) {
            file.make_folder().map_err(|reason| format!("cannot write {}: {reason}", file.in_message()))?;
            folders.push(folder);
        }
    }
    folders.sort_by_key(Rooted::absolute);
    let lock = |folder: &Rooted| {
        folder.lock().map_err(|reason| format!("cannot lock the folder {}: {reason}", folder.in_message()))
    };
    folders.iter().map(lock).collect()
}

/// Removes the temporary files that an earlier run left beside the baselines when it was killed.
pub fn sweep_baselines(scenes: &[FoundScene]) {
    let mut swept = HashSet::new();
    for folder in scenes.iter().flat_map(|found| [found.baselines.clone(), found.pictures()]) {
        if swept.insert(folder.shown().to_owned()) {
            sweep(&folder);
        }
    }
}

/// The exit code of a run: 0 when everything is equal or was written and each expectation is met, 1 when something
/// differs, 2 when something could not be read, drawn or written.
pub fn exit_code(rows: &[SceneRow]) -> u8 {
    rows.iter().map(code_of).max().unwrap_or(0)
}

fn code_of(row: &SceneRow) -> u8 {
    let is_left = |stored: &StoredCapture| stored.state != SceneState::Equal && !stored.is_written;
    match row.state() {
        SceneState::Error => 2,
        _ if row.differences.iter().any(|difference| difference.kind.is_of_scene_alone()) => 1,
        _ => u8::from(row.stored().any(is_left)),
    }
}
