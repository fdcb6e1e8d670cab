//! What stands between unsaved changes and losing them: a question before the window or the scene is left.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use eframe::egui::{Context, Frame, Id, Modal, ViewportCommand};

use super::dialogs::Dialogs;
use super::edit::starter;
use super::session::Session;
use crate::scene::Loaded;
use crate::scene::image::ImageFile;

/// Where to go from here.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Leave {
    /// Close the window.
    Quit,
    /// Begin a new scene.
    New,
    /// Open another file.
    Open(PathBuf),
    /// Open a scene that was read already.
    Scene(PathBuf, Box<Loaded>),
    /// Open an image that was read already.
    Image(PathBuf, Arc<ImageFile>),
}

/// The way out, held up while changes are not saved.
#[derive(Default)]
pub(super) struct Exit {
    waiting: Option<Leave>,
    /// Where to go once the scene, which has no file yet, is saved to one.
    once_saved: Option<Leave>,
    is_free: bool,
}

impl Exit {
    /// Leaves at once when nothing can be lost, and otherwise asks first.
    pub(super) fn leave(&mut self, ctx: &Context, session: &mut Session, to: Leave) {
        if session.is_dirty() {
            self.waiting = Some(to);
        } else {
            self.go(ctx, session, to);
        }
    }

    /// Saves to a file, and then goes where only that was in the way.
    pub(super) fn save_as(&mut self, ctx: &Context, session: &mut Session, file: &Path) {
        let to = self.once_saved.take();
        if session.save_as(file)
            && let Some(to) = to
        {
            self.go(ctx, session, to);
        }
    }

    /// Holds up the closing of a window with unsaved changes, and shows the question.
    pub(super) fn show(&mut self, ctx: &Context, session: &mut Session, dialogs: &mut Dialogs) {
        if ctx.input(|i| i.viewport().close_requested()) && session.is_dirty() && !self.is_free {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            self.waiting = Some(Leave::Quit);
        }
        if !dialogs.is_waiting() {
            // No file was chosen: one stays.
            self.once_saved = None;
        }
        let Some(to) = self.waiting.clone() else { return };
        let frame = Frame::popup(&ctx.global_style()).inner_margin(18);
        let modal = Modal::new(Id::unique("unsaved changes")).frame(frame).show(ctx, |ui| {
            ui.set_width(330.0);
            ui.heading("Save the changes?");
            ui.label(format!("“{}” has changes that are in no file yet.", session.title()));
            ui.add_space(10.0);
            ui.horizontal(|ui| {
                let save = ui.button("Save").clicked();
                let discard = ui.button("Discard").clicked();
                let cancel = ui.button("Cancel").clicked();
                [save, discard, cancel]
            })
            .inner
        });
        let [save, discard, cancel] = modal.inner;
        if discard {
            self.go(ctx, session, to);
        } else if save {
            self.waiting = None;
            if !session.saves_in_place() {
                self.once_saved = Some(to);
                dialogs.save(ctx, session.path());
            } else if session.save() {
                self.go(ctx, session, to);
            }
        } else if cancel || modal.should_close() {
            self.waiting = None;
        }
    }

    fn go(&mut self, ctx: &Context, session: &mut Session, to: Leave) {
        self.waiting = None;
        match to {
            Leave::Quit => {
                self.is_free = true;
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
            Leave::New => {
                session.renew(starter(), None);
                ctx.request_repaint();
            }
            Leave::Open(path) => {
                session.open(&path);
                ctx.request_repaint();
            }
            Leave::Scene(path, loaded) => {
                session.open_read(&path, *loaded);
                ctx.request_repaint();
            }
            Leave::Image(path, image) => {
                session.open_image(&path, image);
                ctx.request_repaint();
            }
        }
    }
}
