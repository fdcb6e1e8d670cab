//! The arguments of every command that reads a scene, and of the window.

use std::path::PathBuf;

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
    /// The tree to run, for a file TREE.xml with several trees. Default: `main_tree_to_execute`, else the only tree of
    /// that file that no other tree of it includes.
    #[arg(long, value_name = "NAME")]
    pub tree: Option<String>,
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
    /// When the root is not a folder.
    pub fn options(&self) -> anyhow::Result<ReadOptions> {
        let root = self.root.as_deref().map(|root| {
            let real = root.canonicalize().with_context(|| format!("cannot use --root {}", root.display()))?;
            anyhow::ensure!(real.is_dir(), "--root {} is not a folder", root.display());
            Ok(real.into())
        });
        Ok(ReadOptions { root: root.transpose()?, tree: self.tree.as_deref().map(Into::into) })
    }
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
