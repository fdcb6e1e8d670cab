//! The dialog before everything is accepted.

use eframe::egui::{Context, Frame, Id, Label, Modal};

use super::panel::Review;
use crate::app::command::table::review::Accept;
use crate::app::kit::keys;
use crate::geometry::narrate::counted;
use crate::workspace::Workspace;

impl Review {
    /// Shows the dialog before everything is accepted.
    pub(in crate::app) fn show_question(&mut self, ctx: &Context, workspace: &Workspace) {
        let Some(open) = self.open.as_mut().filter(|_| self.is_asking) else { return };
        let count = open.open_count();
        let frame = Frame::popup(&ctx.global_style()).inner_margin(18);
        let modal = Modal::new(Id::unique("accept everything")).frame(frame).show(ctx, |ui| {
            ui.set_width(390.0);
            let words = format!("Accept {}?", counted(count, "capture"));
            ui.heading(words);
            let text = "Each one replaces its baseline in the project. Undo accepting restores them until the review \
                        ends. Scenes with errors and unstable pictures are left out.";
            ui.add(Label::new(text).wrap());
            ui.add_space(10.0);
            ui.horizontal(|ui| {
                let accept = ui.button("Accept");
                let cancel = ui.button("Cancel");
                keys::answer_with(&cancel);
                (accept.clicked(), cancel.clicked())
            })
            .inner
        });
        let (is_accepted, is_cancelled) = modal.inner;
        if is_accepted {
            open.accept(ctx, workspace, Accept::All);
        }
        if is_accepted || is_cancelled || modal.should_close() {
            self.is_asking = false;
            ctx.request_repaint();
        }
    }
}
