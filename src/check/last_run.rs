//! `--last-failed`: the scenes that failed in the run whose results are in the folder of `--out`.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::discover::FoundScene;
use super::results::{Results, SceneResult};
use crate::source::rooted::Rooted;

impl SceneResult {
    /// Whether the scene gave the run an exit code other than 0.
    fn has_failed(&self) -> bool {
        let is_left = self.baselines.iter().any(|baseline| baseline.state != "equal" && !baseline.written);
        self.state == "error" || is_left || self.expectations.iter().any(|expected| !expected.met)
    }
}

/// Keeps the scenes that failed in a run. The paths in the results are only compared with those of the scenes, and no file
/// is opened by them.
pub fn retain_failed(scenes: &mut Vec<FoundScene>, results: &Results, folder: &Rooted) {
    let base = folder.absolute().join(results.directory.as_deref().unwrap_or(Path::new(".")));
    let real = |path: &Path| path.canonicalize().ok();
    let failed = results.scenes.iter().filter(|scene| scene.has_failed());
    let failed: HashSet<PathBuf> = failed.filter_map(|scene| real(&base.join(&scene.scene))).collect();
    scenes.retain(|found| real(&found.path).is_some_and(|path| failed.contains(&path)));
}
