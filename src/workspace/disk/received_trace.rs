//! The trace of a running program as the world of the open scene, while it grows.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::assets::take_files;
use super::disk_mut::DiskMut;
use super::disk_ref::DiskRef;
use super::opening::renew;
use crate::files::{Content, RECEIVED, TraceFile, trace_as_scene};
use crate::host::fs;
use crate::scene::{Folder, Scene, SceneError, SceneTrace, save_bytes};
use crate::trace::Trace;
use crate::workspace::document::state::DocumentState;
use crate::workspace::notices::notice::{Notice, NoticeKind};
use crate::workspace::open_scene::Workspace;
use crate::workspace::selection::state::Selection;

impl DiskMut<'_> {
    /// Opens the first trace of a running program: in the open scene, if that was opened for it, else as a scene of its own.
    ///
    /// # Errors
    /// When the scene of its keyframe cannot be used. The open scene then stays.
    pub(crate) fn open_received(&mut self, trace: &Arc<Trace>, is_in_open_scene: bool) -> Result<(), SceneError> {
        let workspace = &mut *self.workspace;
        if is_in_open_scene {
            let written = workspace.scene().trace.clone();
            let written = written.unwrap_or_else(|| SceneTrace { file: RECEIVED.to_owned(), name: None });
            let awaited = awaited_selection(workspace);
            let mut files = workspace.disk.files.clone().with_program(Arc::clone(trace));
            files.traces.insert(&written.file, Arc::new(TraceFile::received(Arc::clone(trace))));
            let before = (Arc::clone(workspace.scene()), workspace.disk.files.clone());
            if workspace.scene().trace.is_none() {
                // The scene with a trace is what the user works on: undo does not go behind it.
                workspace.document.history.rewrite(|document| {
                    let scene = Scene { trace: Some(written.clone()), ..(*document.scene).clone() };
                    DocumentState { scene: Arc::new(scene), trees: document.trees.clone() }
                });
            }
            workspace.disk.files = files;
            workspace.follow(Content { scene: &before.0, files: &before.1 }, workspace.clock.tick);
            if let Some(selection) = awaited.and_then(|names| Selection::on(&workspace.world, &names).ok()) {
                workspace.selection_mut().set_selection(selection);
            }
            // The trace is not a change of the shown step.
            workspace.lesson_mut().begin_again();
            workspace.notifier().notify_unsent_names();
            return Ok(());
        }
        let (files, reading) = workspace.disk().fresh_files();
        let here = Folder::new(Path::new(""), &reading.options);
        let loaded = trace_as_scene((**trace).clone(), &here, files, &reading)?;
        renew(workspace, loaded.scene, loaded.files, None, reading);
        let faults: Vec<_> = loaded.faults;
        workspace.notifier().notify_opened(&[], &faults);
        Ok(())
    }

    /// Takes the trace of a running program after more lines have come. With a tick, it is shown; without one, the view stays as it is.
    pub(crate) fn receive_more(&mut self, trace: &Arc<Trace>, tick: Option<u64>) {
        let Some(file) = self.workspace.disk().received().map(str::to_owned) else { return };
        let has_new_names = self.workspace.disk.files.trace(self.workspace.scene()).map(|before| before.name_count())
            != Some(trace.name_count());
        let mut files = self.workspace.disk.files.clone();
        if files.has_program() {
            files = files.with_program(Arc::clone(trace));
        }
        files.traces.insert(&file, Arc::new(TraceFile::received(Arc::clone(trace))));
        let Some(tick) = tick else {
            self.workspace.disk.files = files;
            return self.notify_of_new_names(has_new_names);
        };
        self.workspace.clock.tick = tick;
        take_files(self.workspace, files);
        self.notify_of_new_names(has_new_names);
    }

    /// Removes the notices about names that have now come.
    fn notify_of_new_names(&mut self, has_new_names: bool) {
        if has_new_names && self.workspace.notifier().has_unsent_names() {
            self.workspace.notifier().notify_unsent_names();
        }
    }
}

impl<'a> DiskRef<'a> {
    /// The file name of the trace of the scene, when it comes from a running program.
    pub(crate) fn received(self) -> Option<&'a str> {
        let written = self.document.scene().trace.as_ref()?;
        self.disk.files.traces.get(&written.file)?.is_received().then_some(&*written.file)
    }
}

/// The names that the scene selects, when they are not there before the program has sent its entries.
fn awaited_selection(workspace: &Workspace) -> Option<Vec<String>> {
    let lesson = workspace.judging().lesson();
    let of_step = lesson.shown().map(|(_, step)| &step.select).filter(|names| !names.is_empty());
    let names = of_step.unwrap_or(&workspace.scene().select);
    (!names.is_empty() && Selection::on(&workspace.world, names).is_err()).then(|| names.clone())
}

/// Where the recording of a scene with a received trace is written when the scene is saved for the first time; `None` for another scene, and
/// when it was written before.
///
/// # Errors
/// When there is such a file already, which is not ours.
pub(in crate::workspace) fn recording_beside(
    workspace: &Workspace,
    path: &Path,
) -> Result<Option<PathBuf>, Box<Notice>> {
    if workspace.disk().received() != Some(RECEIVED) {
        return Ok(None);
    }
    if workspace.path().is_some_and(|own| own.parent() != path.parent()) {
        let text =
            "The recording of the running program is saved beside its scene. Save the scene in its own folder first.";
        return Err(Box::new(Notice::error(NoticeKind::SceneNotSaved, text)));
    }
    let recording = path.with_extension("jsonl");
    if fs::symlink_metadata(&recording).is_ok() {
        let name = recording.file_name().unwrap_or_default().display().to_string();
        let text = format!(
            "The recording of the running program is saved beside its scene as {name}, and there is such a file already. Save \
             the scene under another name."
        );
        return Err(Box::new(Notice::error(NoticeKind::SceneNotSaved, text)));
    }
    Ok(Some(recording))
}

/// Writes the recording of the scene, which the scene names from now on. The program goes on.
///
/// # Errors
/// When it cannot be written.
pub(in crate::workspace) fn save_recording_beside(workspace: &mut Workspace, path: &Path) -> Result<(), Box<Notice>> {
    let Some(trace) = workspace.disk.files.trace(workspace.scene()).map(Arc::clone) else { return Ok(()) };
    let refused = |text: String| Box::new(Notice::error(NoticeKind::SceneNotSaved, text));
    let mut text = Vec::new();
    trace.write_from(f64::NEG_INFINITY, &mut text).map_err(|error| refused(error.to_string()))?;
    save_bytes(&text, path).map_err(|error| refused(error.to_string()))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    workspace.document.history.rewrite(|document| {
        let trace = document.scene.trace.clone().map(|trace| SceneTrace { file: name.clone(), ..trace });
        DocumentState { scene: Arc::new(Scene { trace, ..(*document.scene).clone() }), trees: document.trees.clone() }
    });
    workspace.disk.files.traces.insert(&name, Arc::new(TraceFile::received(trace)));
    Ok(())
}
