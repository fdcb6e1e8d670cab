//! A short message over the 3D view that disappears by itself, such as "Saved desk.json".

use std::time::Duration;

use eframe::egui::accesskit::Live;
use eframe::egui::{Align2, Area, Context, Frame, Id, Order, Rect, RichText, vec2};

use crate::escape;
use crate::workspace::{ShortMessage, Workspace};

/// Seconds for which a message is shown.
const SHOWN: f64 = 3.0;
/// Seconds for which a message with an Undo button is shown.
const SHOWN_WITH_UNDO: f64 = 8.0;
/// Distance from the upper border of the view, points.
const MARGIN: f32 = 12.0;

/// The message, while it is shown.
#[derive(Default)]
pub(in crate::app) struct Toast {
    /// The number of messages that were shown.
    seen: u64,
    /// The time at which it disappears.
    until: f64,
}

impl Toast {
    /// Shows the latest message of the workspace for some seconds.
    /// When the message offers it, a button undoes what the message is about.
    pub(in crate::app) fn show(&mut self, ctx: &Context, workspace: &mut Workspace, view: Rect) {
        let ShortMessage { count, text, undoes } = workspace.latest_message();
        let now = ctx.input(|i| i.time);
        if count != self.seen {
            (self.seen, self.until) = (count, now + if undoes { SHOWN_WITH_UNDO } else { SHOWN });
        }
        if now >= self.until || text.is_empty() {
            return;
        }
        ctx.request_repaint_after(Duration::from_secs_f64(self.until - now));
        let area = Area::new(Id::unique("toast")).order(Order::Tooltip).pivot(Align2::CENTER_TOP).interactable(undoes);
        let shown = area.fixed_pos(view.center_top() + vec2(0.0, MARGIN)).show(ctx, |ui| {
            let frame = Frame::popup(ui.style()).show(ui, |ui| {
                ui.horizontal(|ui| {
                    let label = ui.label(RichText::new(escape::shown(text)).color(ui.visuals().strong_text_color()));
                    // A screen reader reads it although it has no focus.
                    ctx.accesskit_node_builder(label.id, |node| node.set_live(Live::Polite));
                    undoes && ui.button("Undo").clicked()
                })
                .inner
            });
            frame.inner
        });
        if shown.inner {
            workspace.undo();
            self.until = now;
        }
    }
}
