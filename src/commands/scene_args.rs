//! The arguments that every command takes which reads a scene, and the window too.

use std::path::PathBuf;

use anyhow::Context;

use crate::scene::ReadOptions;

/// How the scene is read.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct SceneArgs {
    /// The folder that no file may leave which the scene names. Without it: the nearest folder at or above the scene's
    /// that holds `.git`, else the scene's own folder.
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// The tree to run of a file TREE.xml with several trees. Without it: `main_tree_to_execute`, else the only tree of
    /// that file that no other tree of it includes.
    #[arg(long, value_name = "NAME")]
    pub tree: Option<String>,
}

impl SceneArgs {
    /// The same as the reader of scenes takes it.
    ///
    /// # Errors
    /// When the root is no folder.
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
        let options = |root: PathBuf| SceneArgs { root: Some(root), tree: None }.options();
        assert!(options(folder.path().join(".")).unwrap().root.is_some());
        for (root, reason) in [(file, "is not a folder"), (folder.path().join("none"), "cannot use --root")] {
            let error = options(root).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
    }
}
