//! What stands between unsaved changes and losing them: a question before the window or the scene is left.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use eframe::egui::{Context, Frame, Id, Modal, ViewportCommand};

use super::dialogs::Dialogs;
use super::edit::starter;
use super::session::{Notice, Session};
use crate::scene::Loaded;
use crate::scene::image::ImageFile;

/// Where to go from here.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Leave {
    /// Close the window.
    Quit,
    /// Begin a new scene.
    New,
    /// Open another file, where these, which came with it, are left aside.
    Open(PathBuf, Vec<PathBuf>),
    /// The same with a scene that was read already.
    Scene(PathBuf, Box<Loaded>, Vec<PathBuf>),
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
    /// Whether somebody chose not to leave.
    has_stayed: bool,
}

/// Of several scenes one is open.
fn aside(open: &Path, others: &[PathBuf]) -> Notice {
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let others: Vec<String> = others.iter().map(|path| name(path)).collect();
    let text = format!(
        "One scene is open at a time: `{}`, which came first. Not opened: {}. Drop them by themselves.",
        name(open),
        others.join(", ")
    );
    Notice::warning("Several scenes were dropped", text)
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

    /// Whether a question stands open.
    pub(super) fn is_waiting(&self) -> bool {
        self.waiting.is_some() || self.once_saved.is_some()
    }

    /// Whether somebody was asked and chose not to leave, once.
    pub(super) fn take_stayed(&mut self) -> bool {
        std::mem::take(&mut self.has_stayed)
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
            self.has_stayed |= self.once_saved.take().is_some();
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
            self.has_stayed = true;
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
            Leave::Open(path, others) => {
                if session.open(&path) && !others.is_empty() {
                    session.notify(aside(&path, &others));
                }
                ctx.request_repaint();
            }
            Leave::Scene(path, loaded, others) => {
                session.open_read(&path, *loaded);
                if !others.is_empty() {
                    session.notify(aside(&path, &others));
                }
                ctx.request_repaint();
            }
            Leave::Image(path, image) => {
                session.open_image(&path, image);
                ctx.request_repaint();
            }
        }
    }
}
