//! Saving a scene to another folder. File names are relative to the scene's folder, so they are rewritten.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::assets::update_files;
use super::disk_ref::DiskRef;
use crate::files::{Content, Files, TreeAsset, tree_of};
use crate::host::fs;
use crate::scene::{Folder, Scene, Shape};
use crate::source::folder::without_dots;
use crate::workspace::document::state::DocumentState;
use crate::workspace::notices::notice::{Notice, NoticeKind};
use crate::workspace::open_scene::Workspace;

/// How the references of a scene change when it is saved to another folder.
pub(in crate::workspace) struct Relocation {
    from: Folder,
    to: Folder,
    /// Tree files with unsaved edits. They are saved to the other folder under their current names.
    kept: BTreeSet<String>,
}

impl DiskRef<'_> {
    /// The change of references for another folder. `None` for the same folder, and for a scene without a folder.
    pub(in crate::workspace) fn relocation(self, to: &Folder) -> Option<Relocation> {
        let from = self.folder()?.clone();
        let is_other = real(from.path()) != real(to.path());
        is_other.then(|| Relocation { from, to: to.clone(), kept: self.unsaved_tree_names() })
    }

    /// The reason why edited tree files cannot be saved to another folder: they include files that would not be found
    /// from there.
    pub(in crate::workspace) fn lost_include(self, relocation: &Relocation) -> Option<Notice> {
        let (name, include) = self.unsaved_trees().find_map(|(name, _, tree)| {
            let folder = |folder: &Folder| real(folder.path()).join(Path::new(name).parent().unwrap_or(Path::new("")));
            let [before, now] = [&relocation.from, &relocation.to].map(folder);
            let is_lost = |path: &&str| real(&without_dots(&before.join(path))) != real(&without_dots(&now.join(path)));
            Some((name, tree.trees().ok()?.includes().find(is_lost)?))
        })?;
        let text = format!(
            "{name} has unsaved edits and includes `{include}`, which would not be found from {}. Nothing was written. \
             First save the scene to its own file (Ctrl+S), then to the other folder. It then refers to {name} in its \
             current folder.",
            relocation.to.path().display(),
        );
        Some(Notice::error(NoticeKind::SceneNotSaved, text))
    }
}

/// Applies the change of folder to the scene and to the states of undo and redo. Readings are kept, except those of
/// renamed files, which are read again.
pub(in crate::workspace) fn relocate(workspace: &mut Workspace, relocation: &Relocation) {
    let (before, old) = (Arc::clone(workspace.scene()), workspace.disk.files.clone());
    workspace.document.history.rewrite(|document| relocation.moved_document(document));
    workspace.disk.files = relocation.known(&old);
    workspace.disk.files.trees = workspace.document.history.document().trees.clone();
    if let Some(folder) = workspace.disk().folder().cloned() {
        // Trees are read again by their new names. Their nodes are the same, so ids are kept.
        for (name, tree) in old.trees.iter().filter(|(name, _)| !relocation.keeps(name)) {
            if let Some(now) = relocation.renamed(name) {
                let chosen = tree_of(workspace.scene(), &now);
                let read = TreeAsset::read(&now, &folder, chosen, &workspace.disk.files.budget).adopting_ids(tree);
                workspace.disk.files.trees.insert(&now, Arc::new(read));
            }
        }
    }
    update_files(&mut workspace.disk, &mut workspace.document);
    workspace.follow(Content { scene: &before, files: &old }, workspace.clock.tick);
}

impl Relocation {
    /// The document with its references relative to the other folder.
    pub(in crate::workspace) fn moved(&self, scene: &Scene) -> Scene {
        let mut scene = scene.clone();
        for_each_file(&mut scene, |file| {
            if let Some(name) = self.renamed(file) {
                *file = name;
            }
        });
        scene
    }

    /// The document after the trees whose files keep their names were adopted. The other trees are read again.
    fn moved_document(&self, document: &DocumentState) -> DocumentState {
        let mut trees = document.trees.clone();
        trees.retain(|name, _| self.keeps(name));
        DocumentState { scene: Arc::new(self.moved(&document.scene)), trees }
    }

    /// The reason why the scene cannot be saved there: the names of files that would be outside the root.
    pub(in crate::workspace) fn refusal(&self, scene: &Scene) -> Option<Notice> {
        let mut lost = BTreeSet::new();
        for_each_file(&mut scene.clone(), |file| {
            if self.renamed(file).is_none() {
                lost.insert(file.clone());
            }
        });
        let first = lost.first()?;
        let others = if lost.len() > 1 { format!(" and {} more", lost.len() - 1) } else { String::new() };
        let text = format!(
            "The scene cannot be saved in {to}: it refers to `{first}`{others}, and a file in {to} can refer only to files \
             inside {root}. Nothing was written. Save the scene in {from}, or start eyeline with `--root {shared}`. The \
             saved scene then needs that option each time it is opened.",
            to = self.to.path().display(),
            root = self.to.root().display(),
            from = real(self.from.path()).display(),
            shared = shared_folder(self.from.root(), self.to.root()).display(),
        );
        Some(Notice::error(NoticeKind::SceneNotSaved, text))
    }

    /// The name of a file relative to the other folder. `None` when the file is outside the root of that folder.
    fn renamed(&self, file: &str) -> Option<String> {
        if self.kept.contains(file) {
            return Some(file.to_owned());
        }
        let Ok(path) = self.from.resolve(file) else {
            // The file is missing or was refused. The scene already reports this. The name still refers to the same
            // path.
            return relative(&without_dots(&real(self.from.path()).join(file)), &real(self.to.path()));
        };
        let name = relative(&real(&path), &real(self.to.path()))?;
        self.to.resolve(&name).is_ok().then_some(name)
    }

    /// The readings of files that keep their names.
    fn known(&self, files: &Files) -> Files {
        let mut files = files.clone();
        files.images.retain(|_, _| false);
        files.levels.retain(|name, _| self.keeps(name));
        files
    }

    fn keeps(&self, name: &str) -> bool {
        self.kept.contains(name) || self.renamed(name).is_some_and(|now| now == name)
    }
}

/// Calls a function with every reference of a document to a file.
fn for_each_file(scene: &mut Scene, mut change: impl FnMut(&mut String)) {
    for i in 0..scene.objects.len() {
        let is_mesh = scene.objects.get(i).is_some_and(|object| matches!(object.shape, Shape::Mesh { .. }));
        if is_mesh && let Some(Shape::Mesh { file, .. }) = scene.objects.get_mut(i).map(|object| &mut object.shape) {
            change(file);
        }
    }
    scene.models.iter_mut().for_each(|model| change(&mut model.file));
    scene.images.iter_mut().for_each(|image| change(&mut image.file));
    for session in &mut scene.sessions {
        change(&mut session.file);
        if let Some(times) = &mut session.times {
            change(times);
        }
    }
    if let Some(trace) = &mut scene.trace {
        change(&mut trace.file);
    }
    for agent in &mut scene.agents {
        if let crate::scene::tree::AgentTree::File(tree) = &mut agent.tree {
            change(&mut tree.file);
        }
    }
}

/// The relative path from a folder to a file, with `/` as separator. Both paths are absolute and without `..`.
fn relative(file: &Path, folder: &Path) -> Option<String> {
    let (file, folder): (Vec<_>, Vec<_>) = (file.components().collect(), folder.components().collect());
    let shared = file.iter().zip(&folder).take_while(|(a, b)| a == b).count();
    let up = folder[shared..].iter().map(|_| Some("..".to_owned()));
    let down = file[shared..].iter().map(|part| part.as_os_str().to_str().map(str::to_owned));
    Some(up.chain(down).collect::<Option<Vec<_>>>()?.join("/"))
}

/// The deepest folder that contains both folders. Both paths are absolute and without `..`.
fn shared_folder(a: &Path, b: &Path) -> PathBuf {
    a.components().zip(b.components()).take_while(|(a, b)| a == b).map(|(a, _)| a).collect()
}

/// The path with links resolved, or unchanged when it does not exist.
fn real(path: &Path) -> PathBuf {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_relative_path_of_a_file_leaves_and_enters_folders() {
        for (file, folder, way) in [
            ("/a/b/leaf.png", "/a/b", "leaf.png"),
            ("/a/b/leaf.png", "/a", "b/leaf.png"),
            ("/a/leaf.png", "/a/b/c", "../../leaf.png"),
            ("/a/x/leaf.png", "/a/b", "../x/leaf.png"),
        ] {
            assert_eq!(relative(Path::new(file), Path::new(folder)).as_deref(), Some(way));
        }
        assert_eq!(without_dots(Path::new("/a/./b/../c")), Path::new("/a/c"));
        assert_eq!(shared_folder(Path::new("/a/b"), Path::new("/a/b/c")), Path::new("/a/b"));
        assert_eq!(shared_folder(Path::new("/a/b"), Path::new("/a/c")), Path::new("/a"));
    }
}
