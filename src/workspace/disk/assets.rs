//! The files that the open scene names. They are read when they are first named, and again after a change on disk.

use std::sync::Arc;

use super::disk_mut::DiskMut;
use super::file_debounce::Ready;
use super::open_files::Disk;
use super::trees::notify_other_trees;
use crate::files::{Asset, Content, Files, ImageFile, LevelFile, Pace, Store, TraceFile, TreeAsset, file_of, tree_of};
use crate::opacity::Progress;
use crate::scene::{Folder, Stamp};
use crate::workspace::document::open_document::OpenDocument;
use crate::workspace::document::state::DocumentState;
use crate::workspace::open_scene::Workspace;

impl DiskMut<'_> {
    /// Reads files again that have changed on disk, and updates the answers. Returns whether any file had changed. This
    /// is not a change of the scene: there is nothing to undo or to save.
    ///
    /// It compares dates and sizes, which takes some microseconds per file. Where images are read later, an image keeps
    /// its pixels until it has been read again. A file that can no longer be read keeps its last reading, with a
    /// notice.
    pub fn refresh_files(&mut self) -> bool {
        refresh_some(self.workspace, |_, _, _| Ready::Whole)
    }
}

/// Reads those files again for which `ready_to` returns how to read them. `ready_to` receives the name in the
/// scene, the current stamps of all files that belong to it, and a number that identifies the current reading.
pub(in crate::workspace) fn refresh_some(
    workspace: &mut Workspace,
    mut ready_to: impl FnMut(&str, Vec<Option<Stamp>>, usize) -> Ready,
) -> bool {
    let Some(folder) = workspace.disk().folder().cloned() else { return false };
    notify_other_trees(workspace);
    let mut files = workspace.disk.files.clone();
    let scene = Arc::clone(workspace.scene());
    let tried = &mut workspace.disk.tracking.tried;
    let is_back = files.forget_tries(tried, &workspace.disk.stored_trees, &folder);
    let images = files.images.changed(&tried.images, &folder);
    let images = ready(&files.images, images, &folder, &mut ready_to);
    let trees = files.changed_trees(&workspace.disk.stored_trees, tried, &folder);
    let trees = ready(&files.trees, trees, &folder, &mut ready_to);
    let levels = files.levels.changed(&tried.levels, &folder);
    let levels = ready(&files.levels, levels, &folder, &mut ready_to);
    let sessions = files.sessions.changed(&tried.sessions, &folder);
    let sessions = ready(&files.sessions, sessions, &folder, &mut ready_to);
    for (file, ready) in &sessions {
        let Some(before) = files.sessions.get(file) else { continue };
        let read = before.read_again(&folder, &files.budget);
        if *ready != Ready::Interim || read.is_usable() {
            files.sessions.renew(&mut tried.sessions, file, Arc::new(read));
        }
    }
    let traces = files.traces.changed(&tried.traces, &folder);
    let traces = ready(&files.traces, traces, &folder, &mut ready_to);
    for (file, ready) in &traces {
        let read = TraceFile::read(file, &folder, &files.budget);
        if *ready != Ready::Interim || read.is_usable() {
            files.traces.renew(&mut tried.traces, file, Arc::new(read));
        }
    }
    let others = [sessions.is_empty(), traces.is_empty()];
    if images.is_empty() && trees.is_empty() && levels.is_empty() && others == [true; 2] {
        if is_back {
            workspace.notifier().notify_disk();
        }
        return is_back;
    }
    for (file, ready) in &trees {
        // Undo may have restored an older reading. It is replaced by the newest one.
        let known = workspace.disk.stored_trees.get(file).filter(|disk| disk.is_current(file, &folder)).map(Arc::clone);
        let read = known.unwrap_or_else(|| {
            let read = TreeAsset::read(file, &folder, tree_of(&scene, file), &files.budget);
            Arc::new(match files.trees.get(file) {
                Some(before) => read.adopting_ids(before),
                None => read,
            })
        });
        if *ready != Ready::Interim || read.is_usable() {
            files.trees.renew(&mut tried.trees, file, read);
        }
    }
    if workspace.disk().pace() == Pace::Later {
        for (file, ready) in images.iter().chain(&levels) {
            if *ready == Ready::Interim {
                workspace.disk.tracking.interim.insert(file.clone());
            } else {
                workspace.disk.tracking.interim.remove(file);
            }
        }
        let names = |files: Vec<(Box<str>, Ready)>| files.into_iter().map(|(file, _)| file).collect();
        workspace.disk.loading.read_again(names(images), names(levels));
    } else {
        for (file, ready) in &levels {
            let read = LevelFile::read(file, &folder, &files.budget, &Progress::default());
            if *ready != Ready::Interim || read.is_usable() {
                files.levels.renew(&mut workspace.disk.tracking.tried.levels, file, Arc::new(read));
            }
        }
        for (file, ready) in &images {
            let read = ImageFile::read_with(file, &folder, &files.budget, &Progress::default());
            if *ready != Ready::Interim || read.is_usable() {
                files.images.renew(&mut workspace.disk.tracking.tried.images, file, Arc::new(read));
            }
        }
    }
    take_files(workspace, files);
    if !trees.is_empty() {
        workspace.notifier().notify_trees();
    }
    workspace.notifier().notify_disk();
    true
}

/// Replaces the files of the scene and updates the answers.
pub(in crate::workspace) fn take_files(workspace: &mut Workspace, files: Files) {
    let old = std::mem::replace(&mut workspace.disk.files, files);
    update_files(&mut workspace.disk, &mut workspace.document);
    let scene = Arc::clone(workspace.scene());
    workspace.follow(Content { scene: &scene, files: &old }, workspace.clock.tick);
}

/// Reads the files that the scene names and the store does not have. The document receives the trees of the store.
pub(in crate::workspace) fn update_files(disk: &mut Disk, document: &mut OpenDocument) {
    let scene = Arc::clone(document.scene());
    let mut files = std::mem::take(&mut disk.files);
    files.update(&scene, disk.folder.as_ref(), disk.reading.pace);
    disk.note_new_trees(document, &files);
    if files.trees != document.history.document().trees {
        document.history.amend(DocumentState { scene, trees: files.trees.clone() });
    }
    disk.files = files;
}

/// The files that are ready to be read.
fn ready<T: Asset>(
    files: &Store<T>,
    changed: Vec<Box<str>>,
    folder: &Folder,
    ready_to: &mut impl FnMut(&str, Vec<Option<Stamp>>, usize) -> Ready,
) -> Vec<(Box<str>, Ready)> {
    let look = |name: &str| {
        let others = files.get(name).map(|file| file.others()).unwrap_or_default();
        std::iter::once(folder.path().join(file_of(name)))
            .chain(others)
            .map(|path| Stamp::of(&path))
            .collect::<Vec<_>>()
    };
    // The address of a reading identifies it.
    let reading = |name: &str| files.get(name).map_or(0, |file| Arc::as_ptr(file).addr());
    let ready = changed.into_iter().map(|name| {
        let ready = ready_to(&name, look(&name), reading(&name));
        (name, ready)
    });
    ready.filter(|(_, ready)| *ready != Ready::No).collect()
}
