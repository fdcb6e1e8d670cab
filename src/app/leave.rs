//! What stands between unsaved changes and losing them: a question before the window or the scene is left.

use std::path::PathBuf;

use eframe::egui::{Context, Frame, Id, Modal, ViewportCommand};

use super::dialogs::Dialogs;
use super::session::Session;

/// Where to go from here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Leave {
    /// Close the window.
    Quit,
    /// Open another file.
    Open(PathBuf),
}

/// The way out, held up while changes are not saved.
#[derive(Default)]
pub(super) struct Exit {
    waiting: Option<Leave>,
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

    /// Holds up the closing of a window with unsaved changes, and shows the question.
    pub(super) fn show(&mut self, ctx: &Context, session: &mut Session, dialogs: &mut Dialogs) {
        if ctx.input(|i| i.viewport().close_requested()) && session.is_dirty() && !self.is_free {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            self.waiting = Some(Leave::Quit);
        }
        let Some(to) = self.waiting.clone() else { return };
        let frame = Frame::popup(&ctx.global_style()).inner_margin(18);
        let modal = Modal::new(Id::unique("unsaved changes")).frame(frame).show(ctx, |ui| {
            ui.set_width(330.0);
            ui.heading("Save the changes?");
            ui.label(format!("“{}” has changes that its file does not have.", session.title()));
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
            if session.path().is_none() {
                dialogs.save(ctx, None);
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
            Leave::Open(path) => {
                session.open(&path);
                ctx.request_repaint();
            }
        }
    }
}
