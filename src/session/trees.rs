//! Trees that stand in files of their own: edited like the scene, saved with it, and watched, since another program may
//! write them meanwhile.
//!
//! The document holds them as they are edited, so that undo brings them back; `Session::on_disk` has them as their files were
//! read or written last. What differs is unsaved.

use std::path::Path;
use std::sync::Arc;

use super::{Notice, NoticeKind, Refusal, Session};
use crate::files::Files;
use crate::files::TreeAsset;
use crate::import::behavior_tree::{Document, EditError, Origin, TreeFile};
use crate::scene::tree::AgentTree;
use crate::scene::{self, Folder};

/// The trees that an agent can run of its file.
pub(crate) struct TreeChoices {
    /// The one that it runs, if one is chosen or clear.
    pub(crate) chosen: Option<Box<str>>,
    /// All of them.
    pub(crate) trees: Vec<Box<str>>,
}

impl Session {
    /// Where the nodes of an agent's tree stand in its file, by their index; empty for a tree of the scene.
    pub(crate) fn tree_origins(&self, agent: usize) -> Vec<Origin> {
        let runnable = self.scene().agents.get(agent).and_then(|agent| self.files.runnable(self.scene(), agent).ok());
        runnable.map(|runnable| runnable.origins.clone()).unwrap_or_default()
    }

    /// The file of trees that an agent runs one of, with the name that the scene calls it.
    pub(crate) fn tree_file(&self, agent: usize) -> Option<(&str, &TreeFile)> {
        let file = &*self.scene().agents.get(agent)?.tree.file()?.file;
        Some((file, self.files.trees.get(file)?.trees().ok()?))
    }

    /// The tree of its file that an agent runs, if one is chosen or clear, and all trees of that file; `None` when there is
    /// nothing to choose.
    pub(crate) fn tree_choices(&self, agent: usize) -> Option<TreeChoices> {
        let (_, trees) = self.tree_file(agent)?;
        let id = self.scene().agents.get(agent)?.tree.file()?.id.as_deref();
        let names: Vec<Box<str>> = trees.trees().map(Into::into).collect();
        (names.len() > 1).then(|| TreeChoices { chosen: trees.chosen(id).ok().map(Into::into), trees: names })
    }

    /// Lets an agent run another tree of its file, as a step of its own for undo.
    pub(crate) fn choose_tree_of(&mut self, agent: usize, tree: &str) {
        let Some(name) = self.scene().agents.get(agent).map(|agent| agent.name.clone()) else { return };
        let is_main = self.tree_file(agent).is_some_and(|(_, trees)| trees.main_tree().ok() == Some(tree));
        self.step(&format!("tree of {name}"), |scene, _| {
            if let Some(AgentTree::File(file)) = scene.agents.get_mut(agent).map(|agent| &mut agent.tree) {
                file.id = (!is_main).then(|| tree.to_owned());
            }
        });
    }

    /// Changes the file of trees of an agent, as a step of its own for undo. `change` says why it cannot be made, and
    /// then nothing is.
    pub(crate) fn change_tree_file<T, E>(
        &mut self,
        agent: usize,
        label: &str,
        change: impl FnOnce(&mut TreeFile) -> Result<T, E>,
    ) -> Option<Result<T, E>> {
        let (file, trees) = self.tree_file(agent)?;
        let (file, mut trees) = (file.to_owned(), trees.clone());
        let outcome = change(&mut trees);
        if outcome.is_ok() {
            let edited = Arc::new(self.files.trees.get(&file)?.edited(trees));
            self.step_draft(label, |draft, _| draft.files.trees.insert(&file, edited));
        }
        Some(outcome)
    }

    /// Changes an element of such a file from a field. When the file could not be read so, [`Session::refusal`] tells why
    /// under the name of `field`.
    pub(crate) fn edit_element(
        &mut self,
        agent: usize,
        field: &str,
        change: impl FnOnce(&mut Document) -> Result<(), EditError>,
    ) {
        if let Some(Err(error)) = self.change_tree_file(agent, field, |trees| trees.edit(change)) {
            self.refusal = Some(Refusal { field: field.to_owned(), reason: crate::report::quoted(&error.reason()) });
        }
    }

    /// Keeps what was read from files that were not named before.
    pub(super) fn note_new_trees(&mut self, now: &Files) {
        for (name, tree) in now.trees.iter() {
            let is_new = self.history.document().trees.get(name).is_none_or(|old| !old.is_same_reading(tree));
            if is_new {
                self.on_disk.insert(name, Arc::clone(tree));
            }
        }
    }

    /// Tells of files that another program has written while they are edited here, once.
    pub(super) fn tell_of_other_trees(&mut self) {
        let Some(folder) = self.folder().cloned() else { return };
        let changed = self.unsaved_trees().find(|(name, disk, _)| !disk.is_current(name, &folder));
        let Some((name, ..)) = changed else { return };
        let text = format!(
            "Another program has written {name} while it has unsaved edits here; they are kept. Undo them to take over \
             what the other has written, or save, and say so twice, to write over it."
        );
        let kind = NoticeKind::TreesChanged(name.into());
        if !self.notices().iter().any(|notice| notice.kind == kind && !notice.is_error) {
            self.notify(Notice::warning(kind, text));
        }
    }

    /// Name, what the disk holds and what is edited, of the files that are not saved.
    pub(super) fn unsaved_trees(&self) -> impl Iterator<Item = (&str, &Arc<TreeAsset>, &Arc<TreeAsset>)> {
        let pairs = self.files.trees.iter();
        let pairs = pairs.filter_map(|(name, tree)| Some((name, self.on_disk.get(name)?, tree)));
        pairs.filter(|(_, disk, tree)| tree.is_unsaved(disk))
    }

    /// The names of those files.
    pub(super) fn unsaved_tree_names(&self) -> std::collections::BTreeSet<String> {
        self.unsaved_trees().map(|(name, ..)| name.to_owned()).collect()
    }

    /// Whether any file of trees holds less than what is edited here.
    pub(super) fn has_unsaved_trees(&self) -> bool {
        self.unsaved_trees().next().is_some()
    }

    /// Whether trees in files are all that was changed since the scene was saved, and its file holds what was.
    pub(super) fn has_only_tree_changes(&self) -> bool {
        if !self.has_unsaved_trees() || self.disk.is_overruled() {
            return false;
        }
        self.history.saved().scene == *self.scene()
    }

    /// Writes what was edited of files of trees. A file that is another by now is not written over unless this is asked
    /// for once more. Says whether nothing is unsaved any more; otherwise a notice tells what is.
    pub(super) fn save_trees(&mut self, to: &Folder) -> Result<(), Box<Notice>> {
        let unsaved =
            self.unsaved_trees().map(|(name, disk, tree)| (name.to_owned(), Arc::clone(disk), Arc::clone(tree)));
        for (name, disk, tree) in unsaved.collect::<Vec<_>>() {
            let Ok(trees) = tree.trees() else { continue };
            let is_own_folder = self.folder().is_some_and(|own| is_same(own.path(), to.path()));
            if is_own_folder && !disk.is_current(&name, to) {
                let now = TreeAsset::read(&name, to, &self.files.budget);
                let is_other = now.trees().is_ok_and(|now| !now.has_text_of(trees));
                self.on_disk.insert(&name, Arc::new(now));
                if is_other {
                    let text = format!(
                        "Another program has written {name} since it was read, so it was not saved. Undo your edits to \
                         take over what the other has written, or save again to write over it."
                    );
                    return Err(Box::new(Notice::error(NoticeKind::TreesChanged(name.into()), text)));
                }
            }
            let path = to.resolve(&name).unwrap_or_else(|_| to.join(&name));
            if !is_own_folder && path.exists() {
                let text = format!(
                    "There is another {name} in that folder, which would be written over. Choose an empty one."
                );
                return Err(Box::new(Notice::error(NoticeKind::SceneNotSaved, text)));
            }
            scene::save_bytes(trees.to_xml().as_bytes(), &path)
                .map_err(|error| Box::new(Notice::error(NoticeKind::TreesNotSaved, error.to_string())))?;
            self.on_disk.insert(&name, Arc::new(tree.saved()));
        }
        self.notices.retain(|notice| !matches!(notice.kind, NoticeKind::TreesChanged(_)));
        Ok(())
    }
}

/// Whether two names of folders mean the same one.
fn is_same(a: &Path, b: &Path) -> bool {
    let real = |path: &Path| if path.as_os_str().is_empty() { Path::new(".") } else { path }.canonicalize().ok();
    a == b || real(a).is_some_and(|a| real(b) == Some(a))
}
