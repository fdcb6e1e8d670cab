//! A scene as it was at a git revision, with its files, in a temporary folder.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::commands::scene_args::SceneArgs;
use crate::files::Inputs;
use crate::scene::write::save::save_in;
use crate::source::git::GitRevision;
use crate::source::regular;
use crate::source::rooted::Rooted;

/// A scene at a revision.
pub(super) struct EarlierScene {
    folder: TempDir,
    scene: PathBuf,
}

impl EarlierScene {
    /// A scene with its files. `None` when they are those of the revision, when git does not have the scene, or when the folder
    /// cannot be written.
    pub(super) fn of(scene: &Path, inputs: &Inputs, revision: &str) -> Option<Self> {
        let path = scene.canonicalize().ok()?;
        let revision = GitRevision::of(path.parent()?, revision).ok()?;
        let folder = tempfile::tempdir().ok()?;
        let (copies, mut differs) = (Rooted::of_folder(folder.path()), false);
        let mut put = |file: &Path| -> Option<PathBuf> {
            let inside = file.strip_prefix(revision.top()).ok()?;
            let contents = revision.contents(inside).ok()?;
            differs |= regular::read(file, contents.len() as u64).ok().as_ref() != Some(&contents);
            let copy = copies.join(inside);
            save_in(&copy, &contents).ok()?;
            Some(copy.absolute())
        };
        let scene = put(&path)?;
        for file in inputs.all() {
            let Ok(file) = file.canonicalize() else { continue };
            if file != path {
                // A file that the revision does not have is missing in the page too.
                let _is_there = put(&file);
            }
        }
        differs.then_some(Self { folder, scene })
    }

    /// The file of the scene.
    pub(super) fn path(&self) -> &Path {
        &self.scene
    }

    /// How to read it.
    pub(super) fn read_by(&self, args: &SceneArgs) -> SceneArgs {
        SceneArgs { root: Some(self.folder.path().to_owned()), ..args.clone() }
    }
}
