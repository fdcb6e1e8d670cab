//! The dialog that offers to save changes before the window is closed or another scene is opened.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use eframe::egui::{Context, Frame, Id, Modal, Ui, ViewportCommand};

use super::choose_file::Dialogs;
use crate::app::kit::file_purpose::Purpose;
use crate::app::kit::{job, keys};
use crate::files::{ImageFile, Loaded};
use crate::lessons::Lesson;
use crate::workspace::edit::starter;
use crate::workspace::{Notice, NoticeKind, Workspace};

/// The action after leaving the open scene.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) enum Leave {
    /// Close the window.
    Quit,
    /// Begin a new scene.
    New,
    /// Open a lesson from its file.
    Lesson(&'static Lesson, PathBuf),
    /// Open another file. Further scenes that were dropped with it are not opened.
    Open(PathBuf, Vec<PathBuf>),
    /// Open another file with a scene that is already read.
    Scene(PathBuf, Box<Loaded>, Vec<PathBuf>),
    /// Open an image that is already read.
    Image(PathBuf, Arc<ImageFile>),
}

/// The action that waits until unsaved changes are saved or discarded.
#[derive(Default)]
pub(in crate::app) struct Exit {
    waiting: Option<Leave>,
    /// The action after the scene, which has no file yet, is saved to one.
    once_saved: Option<Leave>,
    /// The action after a level that a change needs was read and the scene was saved.
    once_read: Option<Leave>,
    is_free: bool,
}

/// The notice that only one of several scenes was opened.
fn unopened_scenes(open: &Path, others: &[PathBuf]) -> Notice {
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let others: Vec<String> = others.iter().map(|path| name(path)).collect();
    let text = format!(
        "Only one scene can be open. Opened: `{}`. Not opened: {}. Drop those one at a time.",
        name(open),
        others.join(", ")
    );
    Notice::warning(NoticeKind::SeveralScenes, text)
}

impl Exit {
    /// Leaves at once if there are no unsaved changes, else opens the dialog.
    pub(in crate::app) fn leave(&mut self, ctx: &Context, workspace: &mut Workspace, to: Leave) {
        if workspace.is_dirty() {
            self.waiting = Some(to);
        } else {
            self.go(ctx, workspace, to);
        }
    }

    /// Whether a dialog is open.
    pub(in crate::app) fn is_waiting(&self) -> bool {
        self.waiting.is_some() || self.once_saved.is_some() || self.once_read.is_some()
    }

    /// Whether a dialog asks the user.
    pub(in crate::app) fn is_asking(&self) -> bool {
        self.waiting.is_some() || self.once_saved.is_some()
    }

    /// Saves to a file, and then continues with an action that waited for it.
    ///
    /// # Errors
    /// When the file cannot be written. The user may then choose another.
    pub(in crate::app) fn save_as(
        &mut self,
        ctx: &Context,
        workspace: &mut Workspace,
        file: &Path,
    ) -> Result<(), Box<Notice>> {
        workspace.disk_mut().try_save_as(file)?;
        if let Some(to) = self.once_saved.take() {
            self.go(ctx, workspace, to);
        }
        Ok(())
    }

    /// Cancels the closing of a window with unsaved changes, and shows the dialog. Returns whether the user cancelled.
    pub(in crate::app) fn show(&mut self, ctx: &Context, workspace: &mut Workspace, dialogs: &mut Dialogs) -> bool {
        if ctx.input(|i| i.viewport().close_requested()) && workspace.is_dirty() && !self.is_free {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            // The dialog may already be open.
            if !self.is_waiting() {
                self.waiting = Some(Leave::Quit);
            }
        }
        let mut stays = self.wait_for_level(ctx, workspace, dialogs);
        if !dialogs.is_waiting() {
            // No file was chosen.
            stays |= self.once_saved.take().is_some();
        }
        let Some(to) = self.waiting.clone() else { return stays };
        let frame = Frame::popup(&ctx.global_style()).inner_margin(18);
        let modal = Modal::new(Id::unique("unsaved changes")).frame(frame).show(ctx, |ui| {
            ui.set_width(330.0);
            ui.heading("Save the changes?");
            ui.label(format!("“{}” has unsaved changes.", workspace.disk().title()));
            if let Some(level) = workspace.disk().awaited_level() {
                ui.label(format!("A change needs {level}, which is still loading. Save waits until it is loaded."));
            }
            ui.add_space(10.0);
            ui.horizontal(|ui| {
                let [save, discard] = ["Save", "Discard"].map(|answer| ui.button(answer));
                // Most lessons ask for a change, and their files belong to the program.
                keys::answer_with(if workspace.disk().lesson().is_some() { &discard } else { &save });
                [save.clicked(), discard.clicked(), ui.button("Cancel").clicked()]
            })
            .inner
        });
        let [save, discard, cancel] = modal.inner;
        if discard {
            self.go(ctx, workspace, to);
        } else if save {
            self.waiting = None;
            self.save(ctx, workspace, dialogs, to);
        } else if cancel || modal.should_close() {
            self.waiting = None;
            stays = true;
        }
        stays
    }

    /// Saves the scene, to a file that the user chooses if the scene has none, and then continues. Waits first for a
    /// level that a change needs.
    fn save(&mut self, ctx: &Context, workspace: &mut Workspace, dialogs: &mut Dialogs, to: Leave) {
        if workspace.disk().awaited_level().is_some() {
            self.once_read = Some(to);
            ctx.request_repaint();
        } else if !workspace.disk().saves_in_place() {
            self.once_saved = Some(to);
            dialogs.ask(ctx, Purpose::Save, workspace.disk().near().as_deref());
        } else if workspace.save() {
            self.go(ctx, workspace, to);
        }
    }

    /// Shows the progress of the level that a change needs. Returns whether the user cancelled.
    fn wait_for_level(&mut self, ctx: &Context, workspace: &mut Workspace, dialogs: &mut Dialogs) -> bool {
        let Some(to) = self.once_read.take() else { return false };
        let Some(level) = workspace.disk().awaited_level().map(str::to_owned) else {
            self.save(ctx, workspace, dialogs, to);
            return false;
        };
        let fraction = workspace.disk().awaited_fraction();
        let frame = Frame::popup(&ctx.global_style()).inner_margin(18);
        let modal = Modal::new(Id::unique("waiting for a level")).frame(frame).show(ctx, |ui: &mut Ui| {
            ui.set_width(330.0);
            ui.heading("Saving");
            ui.label(format!("Loading {level}, which a change needs."));
            ui.add_space(6.0);
            job::bar(ui, &format!("{:.0} %", 100.0 * fraction), fraction)
        });
        let is_cancelled = modal.inner || modal.should_close();
        if !is_cancelled {
            self.once_read = Some(to);
        }
        is_cancelled
    }

    fn go(&mut self, ctx: &Context, workspace: &mut Workspace, to: Leave) {
        self.waiting = None;
        match to {
            Leave::Quit => {
                self.is_free = true;
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
            Leave::New => {
                workspace.disk_mut().begin(starter());
                ctx.request_repaint();
            }
            Leave::Lesson(lesson, path) => {
                workspace.disk_mut().open_lesson(lesson, &path);
                ctx.request_repaint();
            }
            Leave::Open(path, others) => {
                if workspace.open(&path) && !others.is_empty() {
                    workspace.notify(unopened_scenes(&path, &others));
                }
                ctx.request_repaint();
            }
            Leave::Scene(path, loaded, others) => {
                workspace.disk_mut().open_read(&path, *loaded);
                if !others.is_empty() {
                    workspace.notify(unopened_scenes(&path, &others));
                }
                ctx.request_repaint();
            }
            Leave::Image(path, image) => {
                workspace.disk_mut().open_image(&path, image);
                ctx.request_repaint();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use eframe::egui::{self, Event, Key, Modifiers, RawInput};

    use super::*;

    /// A frame with presses of these keys. Returns the viewport commands.
    fn frame(ctx: &Context, keys: &[Key], exit: &mut Exit, workspace: &mut Workspace) -> Vec<ViewportCommand> {
        let press = |&key: &Key| Event::Key {
            key,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: Modifiers::NONE,
        };
        let input = RawInput { events: keys.iter().map(press).collect(), ..RawInput::default() };
        let mut dialogs = Dialogs::default();
        let mut output = ctx.run_ui(input, |ui| {
            exit.show(ui.ctx(), workspace, &mut dialogs);
        });
        output.textures_delta.clear();
        output.viewport_output.remove(&egui::ViewportId::ROOT).map(|viewport| viewport.commands).unwrap_or_default()
    }

    #[test]
    fn enter_discards_the_changes_of_a_lesson() {
        let mut workspace = Workspace::new(crate::scene::tour().unwrap(), None).on_tour();
        workspace.edit("title", |scene| scene.title = "Changed".to_owned());
        assert!(workspace.is_dirty() && workspace.disk().lesson().is_some());
        let (ctx, mut exit) = (Context::default(), Exit::default());
        exit.leave(&ctx, &mut workspace, Leave::New);
        assert!(exit.is_asking());
        let frames: [&[Key]; 4] = [&[], &[], &[Key::Enter], &[]];
        for keys in frames {
            frame(&ctx, keys, &mut exit, &mut workspace);
        }
        assert!(!exit.is_waiting() && !workspace.is_dirty());
        assert_ne!(workspace.scene().title, "Changed");
    }

    #[test]
    fn a_change_that_waits_for_its_level_is_not_lost() {
        let folder = tempfile::tempdir().unwrap();
        let text = "v 0 0 0\nv 2 0 0\nv 0 3 0\nf 1 2 3\n";
        let scene = r#"{ "eyeline": 1, "models": [{ "name": "shed", "file": "shed.obj" }] }"#;
        let path = folder.path().join("a.json");
        for (name, text) in [("shed.obj", text), ("barn.obj", text), ("a.json", scene)] {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let mut workspace = Workspace::empty();
        assert!(workspace.open(&path));
        let mut workspace = workspace.in_window();
        workspace.edits().stall_naming(0, "barn.obj");
        assert!(workspace.is_dirty(), "closing would lose it");
        let (ctx, mut exit) = (Context::default(), Exit::default());
        exit.leave(&ctx, &mut workspace, Leave::Quit);
        let frames = |keys: &[Key], exit: &mut Exit, workspace: &mut Workspace| {
            let all = [&[], &[], keys, &[]];
            let asked: Vec<_> = all.into_iter().flat_map(|keys| frame(&ctx, keys, exit, workspace)).collect();
            (asked.contains(&ViewportCommand::Close), exit.is_waiting())
        };
        // Enter activates Save, which waits. Esc cancels.
        assert_eq!(frames(&[Key::Enter], &mut exit, &mut workspace), (false, true));
        assert_eq!(frames(&[Key::Escape], &mut exit, &mut workspace), (false, false));
        assert!(workspace.is_dirty() && std::fs::read_to_string(&path).unwrap() == scene);
        // After the level is read, the scene is saved and the window closes.
        exit.leave(&ctx, &mut workspace, Leave::Quit);
        assert_eq!(frames(&[Key::Enter], &mut exit, &mut workspace), (false, true));
        workspace.undo();
        workspace.load(Duration::ZERO);
        workspace.edits().name_level(&[crate::scene::Entry::Model(0)], "barn.obj");
        workspace.load(Duration::from_mins(1));
        let asked = frame(&ctx, &[], &mut exit, &mut workspace);
        assert!(asked.contains(&ViewportCommand::Close), "{asked:?}");
        assert!(std::fs::read_to_string(&path).unwrap().contains("barn.obj"));
    }
}
