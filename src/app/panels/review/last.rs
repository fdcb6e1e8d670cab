//! The proposed run: the newest one near the open scene and in the working folder, or the one that was reviewed last if
//! that is newer.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use eframe::egui::{Context, Id};
use serde::{Deserialize, Serialize};

use crate::app::kit::persistent;
use crate::app::kit::persistent::StoredValue;
use crate::check::results::FILE;
use crate::host::fs;
use crate::workspace::Workspace;

/// The largest number of entries of a folder that are checked.
const MOST: usize = 2000;

/// The folder of the last review, in egui's memory, which eframe stores between runs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct LastReview(Option<PathBuf>);

/// The stored folder, which stays from one run to the next.
pub(in crate::app) fn keep(ctx: &Context) -> StoredValue {
    persistent::keep::<LastReview>(ctx, id())
}

/// Stores the folder of a run.
pub(super) fn note(ctx: &Context, folder: &Path) {
    let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    ctx.data_mut(|data| data.insert_persisted(id(), LastReview(Some(folder))));
}

/// The folder of the run to propose.
pub(in crate::app) fn proposed(ctx: &Context, workspace: &Workspace) -> Option<PathBuf> {
    let LastReview(last) = ctx.data_mut(|data| data.get_persisted(id())).unwrap_or_default();
    let root = workspace.disk().folder().map(|folder| folder.root().to_owned());
    let near = root.into_iter().chain([PathBuf::from(".")]).flat_map(|folder| runs_in(&folder));
    near.chain(last).filter_map(|folder| Some((written(&folder)?, folder))).max().map(|(_, folder)| folder)
}

/// The folders in a folder that contain a run.
fn runs_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().take(MOST).filter_map(Result::ok);
    entries.map(|entry| entry.path()).filter(|path| written(path).is_some()).collect()
}

/// The time at which the results in a folder were written. `None` when there are none.
fn written(folder: &Path) -> Option<SystemTime> {
    let metadata = fs::metadata(folder.join(FILE)).ok()?;
    metadata.is_file().then(|| metadata.modified().ok()).flatten()
}

fn id() -> Id {
    Id::unique("the last run that was reviewed")
}
