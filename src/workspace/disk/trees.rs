//! Tree files: edited like the scene, saved with it, and watched, because another program may write them at the same
//! time.
//!
//! The document contains the trees with edits, so that undo restores them. `Disk::stored_trees` contains them as their
//! files were last read or written. Where they differ, the edits are unsaved.

use std::path::Path;
use std::sync::Arc;

use super::disk_ref::DiskRef;
use super::open_files::Disk;
use crate::files::{Files, TreeAsset, tree_of};
use crate::host::fs;
use crate::import::behavior_tree::{EditError, Origin, TreeFile, XmlDocument};
use crate::scene::tree::{AgentTree, Node};
use crate::scene::{self, Folder};
use crate::workspace::document::edits::Edits;
use crate::workspace::document::open_document::OpenDocument;
use crate::workspace::document::refusal::Refusal;
use crate::workspace::notices::notice::{Notice, NoticeKind};
use crate::workspace::open_scene::Workspace;

/// The trees of an agent's tree file.
pub(crate) struct TreeChoices {
    /// The tree that the agent runs, if one is chosen or there is only one candidate.
    pub(crate) chosen: Option<Box<str>>,
    /// All trees of the file.
    pub(crate) trees: Vec<Box<str>>,
}

impl Edits<'_> {
    /// Changes the tree of an agent in the scene, as a separate undo step. When `change` returns an error, nothing is
    /// changed.
    pub(crate) fn change_tree<T, E>(
        &mut self,
        agent: usize,
        label: &str,
        change: impl FnOnce(&mut Node) -> Result<T, E>,
    ) -> Option<Result<T, E>> {
        let mut tree = self.workspace.scene().agents.get(agent)?.tree.clone();
        let outcome = change(tree.root_mut()?);
        if outcome.is_ok() {
            self.workspace.step(label, |scene, _| {
                if let Some(agent) = scene.agents.get_mut(agent) {
                    agent.tree = tree;
                }
            });
        }
        Some(outcome)
    }

    /// Sets the tree that an agent runs, as a separate undo step.
    pub(crate) fn choose_tree_of(&mut self, agent: usize, tree: &str) {
        let Some(name) = self.workspace.scene().agents.get(agent).map(|agent| agent.name.clone()) else { return };
        let is_main =
            self.workspace.disk().tree_file(agent).is_some_and(|(_, trees)| trees.main_tree().ok() == Some(tree));
        self.workspace.step(&format!("tree of {name}"), |scene, _| {
            if let Some(AgentTree::File(file)) = scene.agents.get_mut(agent).map(|agent| &mut agent.tree) {
                file.id = (!is_main).then(|| tree.to_owned());
            }
        });
    }

    /// Changes the tree file of an agent as a separate undo step. When `change` returns an error, nothing is changed.
    pub(crate) fn change_tree_file<T, E>(
        &mut self,
        agent: usize,
        label: &str,
        change: impl FnOnce(&mut TreeFile) -> Result<T, E>,
    ) -> Option<Result<T, E>> {
        let (file, trees) = self.workspace.disk().tree_file(agent)?;
        let (file, mut trees) = (file.to_owned(), trees.clone());
        let outcome = change(&mut trees);
        if outcome.is_ok() {
            let edited = Arc::new(self.workspace.disk.files.trees.get(&file)?.edited(trees));
            self.workspace.step_draft(label, |draft, _| draft.files.trees.insert(&file, edited));
        }
        Some(outcome)
    }

    /// Changes an element of a tree file from an input field. When the result would be invalid, `OpenDocument::refusal`
    /// has the reason under the name of `field`.
    pub(crate) fn edit_element(
        &mut self,
        agent: usize,
        field: &str,
        change: impl FnOnce(&mut XmlDocument) -> Result<(), EditError>,
    ) {
        if let Some(Err(error)) = self.change_tree_file(agent, field, |trees| trees.edit(change)) {
            self.workspace.document.refusal =
                Some(Refusal { field: field.to_owned(), reason: crate::report::quoted(&error.reason()) });
        }
    }
}

impl<'a> DiskRef<'a> {
    /// The location of each node of an agent's tree in its file, by index. Empty for a tree in the scene.
    pub(crate) fn tree_origins(self, agent: usize) -> Vec<Origin> {
        let runnable = self
            .document
            .scene()
            .agents
            .get(agent)
            .and_then(|agent| self.disk.files.runnable(self.document.scene(), agent).ok());
        runnable.map(|runnable| runnable.origins.clone()).unwrap_or_default()
    }

    /// The tree file of an agent, with its name in the scene.
    pub(crate) fn tree_file(self, agent: usize) -> Option<(&'a str, &'a TreeFile)> {
        let file = &*self.document.scene().agents.get(agent)?.tree.file()?.file;
        Some((file, self.disk.files.trees.get(file)?.trees().ok()?))
    }

    /// The tree that an agent runs, and all trees of its file. `None` when the file has one tree, and
    /// for a tree in the scene.
    pub(crate) fn tree_choices(self, agent: usize) -> Option<TreeChoices> {
        let (_, trees) = self.tree_file(agent)?;
        let id = self.document.scene().agents.get(agent)?.tree.file()?.id.as_deref();
        let names: Vec<Box<str>> = trees.trees().map(Into::into).collect();
        (names.len() > 1).then(|| TreeChoices { chosen: trees.chosen(id).ok().map(Into::into), trees: names })
    }

    /// The unsaved tree files: the name, the version on disk, and the edited version.
    pub(in crate::workspace) fn unsaved_trees(
        self,
    ) -> impl Iterator<Item = (&'a str, &'a Arc<TreeAsset>, &'a Arc<TreeAsset>)> {
        let pairs = self.disk.files.trees.iter();
        let pairs = pairs.filter_map(|(name, tree)| Some((name, self.disk.stored_trees.get(name)?, tree)));
        pairs.filter(|(_, disk, tree)| tree.is_unsaved(disk))
    }

    /// The names of the unsaved tree files.
    pub(in crate::workspace) fn unsaved_tree_names(self) -> std::collections::BTreeSet<String> {
        self.unsaved_trees().map(|(name, ..)| name.to_owned()).collect()
    }

    /// Whether any tree file has unsaved edits.
    pub(in crate::workspace) fn has_unsaved_trees(self) -> bool {
        self.unsaved_trees().next().is_some()
    }

    /// Whether only tree files have unsaved changes, and no other program has changed the scene's file.
    pub(in crate::workspace) fn has_only_tree_changes(self) -> bool {
        if self.disk.lesson.is_some() || !self.has_unsaved_trees() || self.disk.tracking.keeps_open_scene() {
            return false;
        }
        self.document.history.saved().scene == *self.document.scene()
    }
}

/// Adds a notice, once, about tree files that another program has written while they have unsaved edits
/// here.
pub(in crate::workspace) fn notify_other_trees(workspace: &mut Workspace) {
    let Some(folder) = workspace.disk().folder().cloned() else { return };
    let changed = workspace.disk().unsaved_trees().find(|(name, disk, _)| !disk.is_current(name, &folder));
    let Some((name, ..)) = changed else { return };
    let text = format!(
        "Another program has written {name} while it has unsaved edits here. Your edits are kept. Undo them to load \
         the other version, or save twice to overwrite it."
    );
    let kind = NoticeKind::TreesChanged(name.into());
    if !workspace.notices().iter().any(|notice| notice.kind == kind && !notice.is_error) {
        workspace.notify(Notice::warning(kind, text));
    }
}

/// Saves the edited tree files. A file that another program has written is overwritten only at the second attempt.
/// Returns an error, and adds a notice, when a file could not be saved.
pub(in crate::workspace) fn save_trees(workspace: &mut Workspace, to: &Folder) -> Result<(), Box<Notice>> {
    let unsaved = workspace
        .disk()
        .unsaved_trees()
        .map(|(name, disk, tree)| (name.to_owned(), Arc::clone(disk), Arc::clone(tree)));
    for (name, disk, tree) in unsaved.collect::<Vec<_>>() {
        let Ok(trees) = tree.trees() else { continue };
        let is_own_folder = workspace.disk().folder().is_some_and(|own| is_same(own.path(), to.path()));
        if is_own_folder && !disk.is_current(&name, to) {
            let now = TreeAsset::read(&name, to, tree_of(workspace.scene(), &name), &workspace.disk.files.budget);
            let is_other = now.trees().is_ok_and(|now| !now.has_text_of(trees));
            workspace.disk.stored_trees.insert(&name, Arc::new(now));
            if is_other {
                let text = format!(
                    "Another program has written {name} since it was read, so it was not saved. Undo your edits to \
                     load the other version, or save again to overwrite it."
                );
                return Err(Box::new(Notice::error(NoticeKind::TreesChanged(name.into()), text)));
            }
        }
        let path = to.resolve(&name).unwrap_or_else(|_| to.join(&name));
        if !is_own_folder && fs::is_there(&path) {
            let text = format!(
                "That folder already contains a file {name}, which would be overwritten. Choose another folder."
            );
            return Err(Box::new(Notice::error(NoticeKind::SceneNotSaved, text)));
        }
        scene::save_bytes(trees.to_xml().as_bytes(), &path)
            .map_err(|error| Box::new(Notice::error(NoticeKind::TreesNotSaved, error.to_string())))?;
        workspace.disk.stored_trees.insert(&name, Arc::new(tree.saved()));
    }
    workspace.notices.retain(|notice| !matches!(notice.kind, NoticeKind::TreesChanged(_)));
    Ok(())
}

/// Whether two paths are the same folder.
fn is_same(a: &Path, b: &Path) -> bool {
    let real = |path: &Path| if path.as_os_str().is_empty() { Path::new(".") } else { path }.canonicalize().ok();
    a == b || real(a).is_some_and(|a| real(b) == Some(a))
}

impl Disk {
    /// Stores the readings of tree files that the scene did not name before.
    pub(in crate::workspace) fn note_new_trees(&mut self, document: &OpenDocument, now: &Files) {
        for (name, tree) in now.trees.iter() {
            let is_new = document.history.document().trees.get(name).is_none_or(|old| !old.is_same_reading(tree));
            if is_new {
                self.stored_trees.insert(name, Arc::clone(tree));
            }
        }
    }
}
