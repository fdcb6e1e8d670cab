//! The arguments of every command that reads a scene, and of the window.

use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::budget::Budget;
use crate::scene::ReadOptions;

/// The options for reading a scene.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct SceneArgs {
    /// The folder that must contain all files that the scene names. Default: the nearest folder at or above the scene's
    /// folder that contains `.git`, else the scene's folder.
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// The tree to run, for a file of several behaviour trees. Default: `main_tree_to_execute`, else the only tree of that
    /// file that no other tree includes; trees of included files do not count.
    #[arg(long, value_name = "NAME")]
    pub tree: Option<String>,
    /// A folder whose files' behaviour trees may be used as subtrees by other files. May be given more than once; of two
    /// folders with a tree of one name, the first counts.
    #[arg(long, value_name = "DIR")]
    pub trees: Vec<PathBuf>,
    /// The memory budget for the scene and everything that it names, at least 16MiB: such as 512MiB, 1GB, 4GiB, or a
    /// number of bytes. Content that does not fit is an error; everything else is answered. [default: 2GiB]
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<Budget>,
}

impl SceneArgs {
    /// The memory budget, completely free.
    pub fn budget(&self) -> Budget {
        self.memory.as_ref().map_or_else(Budget::default, Budget::fresh)
    }

    /// The options for the reader of scenes.
    ///
    /// # Errors
    /// When the root or a folder of trees is not a folder.
    pub fn options(&self) -> anyhow::Result<ReadOptions> {
        let root = self.root.as_deref().map(|root| folder("--root", root).map(Into::into)).transpose()?;
        let trees = self.trees.iter().map(|trees| folder("--trees", trees)).collect::<anyhow::Result<_>>()?;
        Ok(ReadOptions { root, tree: self.tree.as_deref().map(Into::into), trees })
    }
}

/// The folder of an argument, without links.
fn folder(argument: &str, path: &Path) -> anyhow::Result<PathBuf> {
    let real = path.canonicalize().with_context(|| format!("cannot use {argument} {}", path.display()))?;
    anyhow::ensure!(real.is_dir(), "{argument} {} is not a folder", path.display());
    Ok(real)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_root_is_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.json");
        std::fs::write(&file, "").unwrap();
        let options = |root: PathBuf| SceneArgs { root: Some(root), ..SceneArgs::default() }.options();
        assert!(options(folder.path().join(".")).unwrap().root.is_some());
        for (root, reason) in [(file, "is not a folder"), (folder.path().join("none"), "cannot use --root")] {
            let error = options(root).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
    }
}
