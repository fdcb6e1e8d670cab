//! What is known of scenes that were equal to their baselines, so that they are neither read nor drawn again.
//!
//! ```text
//! key        the program, the renderer and the options of a run
//! file       the digest of a file
//! entry      what is stored of a scene
//! ```
//!
//! A scene is known to be equal when nothing changed that its result depends on: the program, the renderer, the options,
//! the scene's file, each file that it names, the project file, and its baselines. Each is compared by its SHA-256 digest,
//! never by its time. A scene with a file that was written during the run is not stored, because the run may have read the
//! old contents. Only a scene that is equal, without errors, is stored. So a run with the cache has the rows of one
//! without it.
//!
//! There is one file for each root in the user's cache folder. Two runs at once may lose entries of each other; the scenes
//! are then checked again. A cache that cannot be read or written is no error.

mod entry;
mod file;
mod key;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::discover::FoundScene;
use super::row::SceneRow;
use crate::budget::{Budget, Reservation};
use crate::report::stored::MEMORY_OF_BYTE;
use crate::scene::write::save::save_in;
use crate::source::rooted::Rooted;
use entry::KnownScene;
pub use key::RunKey;

/// The version of the file.
const VERSION: u32 = 1;
/// The largest size of the file.
const LARGEST: u64 = 256 << 20;
/// When the folder has more files than this, those of folders that do not exist any more are removed.
const MOST_FILES: usize = 64;

/// The cache of the scenes in one root.
#[derive(Debug)]
pub struct CheckCache {
    file: Rooted,
    folder: Rooted,
    key: String,
    known: CacheFile,
    /// When the run began.
    begin: SystemTime,
    /// The memory for the contents.
    _memory: Option<Reservation>,
}

/// The contents of the file.
#[derive(Debug, Default, Serialize, Deserialize)]
struct CacheFile {
    eyeline_check_cache: u32,
    /// The root.
    root: PathBuf,
    /// By the absolute path of the scene.
    scenes: BTreeMap<PathBuf, KnownScene>,
}

impl CheckCache {
    /// Reads the cache of a root in a folder. It is empty when it cannot be read.
    pub fn open(folder: &Path, root: &Path, key: &RunKey, budget: &Budget) -> Self {
        let folder = Rooted::of_folder(folder);
        let file = folder.join(format!("{}.json", &file::digest_of_text(&root.to_string_lossy())[..32]));
        let is_ours = |known: &CacheFile| known.eyeline_check_cache == VERSION && known.root == root;
        let (known, memory) = read(&file, budget).filter(|(known, _)| is_ours(known)).unzip();
        let known = known.unwrap_or_else(|| CacheFile {
            eyeline_check_cache: VERSION,
            root: root.to_owned(),
            scenes: BTreeMap::new(),
        });
        Self { file, folder, key: key.digest(), known, begin: SystemTime::now(), _memory: memory }
    }

    /// The row of a scene that is known to be equal.
    pub(super) fn equal_row(&self, found: &FoundScene) -> Option<SceneRow> {
        if found.refused.is_some() {
            return None;
        }
        let known = self.known.scenes.get(&found.path.canonicalize().ok()?)?;
        if known.key == self.key { known.row(found) } else { None }
    }

    /// The files that changed since the scene of a row was equal.
    pub(super) fn changed_inputs(&self, row: &SceneRow) -> Vec<PathBuf> {
        let known = row.found.path.canonicalize().ok().and_then(|path| self.known.scenes.get(&path));
        known.map_or_else(Vec::new, KnownScene::changed_inputs)
    }

    /// Stores what is known after a run.
    pub fn save(mut self, rows: &[SceneRow]) {
        let mut is_changed = false;
        for row in rows.iter().filter(|row| !row.is_known) {
            let Ok(path) = row.found.path.canonicalize() else { continue };
            if let Some(known) = KnownScene::of(row, &self.key, self.begin) {
                self.known.scenes.insert(path, known);
                is_changed = true;
            }
        }
        let before = self.known.scenes.len();
        self.known.scenes.retain(|path, _| path.exists());
        is_changed |= before != self.known.scenes.len();
        let Some(text) = serde_json::to_vec(&self.known).ok().filter(|_| is_changed) else { return };
        // Without the cache the next run takes longer, and has the same rows.
        if self.folder.make_root().is_ok() && save_in(&self.file, &text).is_ok() {
            self.remove_left();
        }
    }

    /// Removes the files of roots that do not exist any more.
    fn remove_left(&self) {
        let files = self.folder.list();
        if files.len() <= MOST_FILES {
            return;
        }
        for (file, is_folder) in files {
            let bytes = if is_folder { None } else { file.read(LARGEST).ok().flatten() };
            let Some(of) = bytes.and_then(|bytes| serde_json::from_slice::<CacheRoot>(&bytes).ok()) else { continue };
            if !of.root.exists() {
                let _stays = file.remove();
            }
        }
    }
}

/// The root of a cache file.
#[derive(Deserialize)]
struct CacheRoot {
    root: PathBuf,
}

fn read(file: &Rooted, budget: &Budget) -> Option<(CacheFile, Reservation)> {
    let memory = budget.take(file.size().min(LARGEST).saturating_mul(MEMORY_OF_BYTE)).ok()?;
    let bytes = file.read(LARGEST).ok()??;
    Some((serde_json::from_slice(&bytes).ok()?, memory))
}
