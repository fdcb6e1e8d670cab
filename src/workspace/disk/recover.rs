//! The unsaved changes of the open scene as a value, and the way back from it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::disk_mut::DiskMut;
use super::disk_ref::DiskRef;
use crate::budget::Budget;
use crate::files::TreeAsset;
use crate::host::fs;
use crate::import::behavior_tree;
use crate::lessons::Lesson;
use crate::scene::{Scene, WrittenScene, write};
use crate::workspace::document::state::DocumentState;
use crate::workspace::notices::notice::{Notice, NoticeKind};
use crate::workspace::open_scene::Workspace;

/// Unsaved changes: a whole scene, and the tree files with edits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Changes {
    /// The title of the scene.
    pub(crate) title: String,
    /// The file of the scene; `None` when it has none yet, and for a lesson.
    pub(crate) path: Option<PathBuf>,
    /// The file name of the lesson that is open, without `.json`.
    pub(crate) lesson: Option<String>,
    /// The text of the scene.
    scene: String,
    /// The names and texts of edited tree files.
    trees: Vec<(String, String)>,
}

/// What [`Changes`] are made from. Copying it is quick.
pub(crate) struct RecoverySource {
    title: String,
    path: Option<PathBuf>,
    lesson: Option<&'static Lesson>,
    document: Arc<DocumentState>,
    trees: Vec<(String, Arc<TreeAsset>)>,
}

impl Changes {
    /// The changes as text, which takes some time for a large scene.
    pub(crate) fn of(source: &RecoverySource) -> Self {
        let text = |tree: &TreeAsset| tree.trees().ok().map(behavior_tree::TreeFile::to_xml);
        Self {
            title: source.title.clone(),
            path: source.path.clone().filter(|_| source.lesson.is_none()),
            lesson: source.lesson.map(|lesson| lesson.file.to_owned()),
            scene: write(&source.document.scene),
            trees: source.trees.iter().filter_map(|(name, tree)| Some((name.clone(), text(tree)?))).collect(),
        }
    }
}

impl DiskMut<'_> {
    /// Opens the file of changes and makes the changes again, as one step of undo. Without a file, or when it cannot be
    /// opened, the changes become a scene without a file.
    ///
    /// # Errors
    /// The reason why the changes do not fit. The open scene is then that of the file.
    pub(crate) fn recover(
        &mut self,
        changes: &Changes,
        path: Option<&Path>,
        lesson: Option<&'static Lesson>,
    ) -> Result<(), String> {
        let (mut scene, _) = WrittenScene::parse(&changes.scene, "the stored changes", &Budget::default())
            .map_err(|error| error.message.to_string())?;
        let is_open = path.filter(|path| fs::is_file(path)).is_some_and(|path| match lesson {
            Some(lesson) => self.open_lesson(lesson, path),
            None => self.workspace.open(path),
        });
        if !is_open {
            self.begin(Scene::empty());
        }
        scene.adopt_ids(self.workspace.scene());
        if scene != **self.workspace.scene() {
            let opens_at = scene.opens_at;
            if !self.workspace.step("recover", |now, _| *now = scene) {
                let reason =
                    self.workspace.document().refusal().map_or_else(String::new, |refusal| refusal.reason.clone());
                return Err(reason);
            }
            self.workspace.set_tick(opens_at);
        }
        for (name, text) in &changes.trees {
            recover_trees(self.workspace, name, text);
        }
        let name = self.workspace.path().and_then(Path::file_name).map_or_else(
            || "They have no file yet.".to_owned(),
            |name| format!("Save them to {}, or undo to see the saved state.", name.display()),
        );
        let text = format!("The unsaved changes of “{}” are open again. {name}", changes.title);
        self.workspace.notify(Notice::warning(NoticeKind::Recovered, text));
        Ok(())
    }
}

impl DiskRef<'_> {
    /// What recovery needs of the open scene.
    pub(crate) fn recovery_source(self) -> RecoverySource {
        let absolute = |path: &Path| fs::absolute(path).unwrap_or_else(|_| path.to_owned());
        RecoverySource {
            title: self.title(),
            path: self.path().map(absolute),
            lesson: self.disk.lesson,
            document: Arc::clone(self.document.state()),
            trees: self.unsaved_trees().map(|(name, _, tree)| (name.to_owned(), Arc::clone(tree))).collect(),
        }
    }
}

/// Replaces a tree file of the scene by an edited text.
fn recover_trees(workspace: &mut Workspace, name: &str, text: &str) {
    let Ok(trees) = behavior_tree::parse(text, name, workspace.disk().folder()) else { return };
    let Some(edited) = workspace.disk.files.trees.get(name).map(|tree| Arc::new(tree.edited(trees).adopting_ids(tree)))
    else {
        return;
    };
    workspace.step_draft("recover", |draft, _| draft.files.trees.insert(name, edited));
}
