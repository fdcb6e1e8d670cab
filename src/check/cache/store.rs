//! The cache of the scenes in one root: what is known before a run, and what is stored after it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::super::discover::FoundScene;
use super::super::row::SceneRow;
use super::contents::{CacheFile, CacheRoot, LARGEST, VERSION, read};
use super::entry::KnownScene;
use super::file;
use super::key::RunKey;
use crate::budget::{Budget, Reservation};
use crate::scene::write::save::save_in;
use crate::source::rooted::Rooted;

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
    pub(in crate::check) fn equal_row(&self, found: &FoundScene) -> Option<SceneRow> {
        if found.refused.is_some() {
            return None;
        }
        let known = self.known.scenes.get(&found.path.canonicalize().ok()?)?;
        if known.key == self.key { known.row(found) } else { None }
    }

    /// The files that changed since the scene of a row was equal.
    pub(in crate::check) fn changed_inputs(&self, row: &SceneRow) -> Vec<PathBuf> {
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
