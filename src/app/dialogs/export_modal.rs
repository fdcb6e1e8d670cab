//! The frame of the dialogs that export a picture: a heading, fields that scroll in a low window, and two buttons.

use eframe::egui::{Button, Context, Frame, Id, Modal, ScrollArea, Ui};

use crate::app::kit::{keys, theme};

/// Width of the fields, points.
const WIDTH: f32 = 380.0;
/// Height of the heading, the buttons and the margins, which do not scroll, and the least height of the fields, points.
const AROUND: f32 = 130.0;
const LEAST: f32 = 80.0;

/// What the user did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExportAnswer {
    Export,
    Cancel,
}

/// Shows the dialog. `fields` returns the reason why nothing can be exported. Returns `None` while the dialog stays open.
pub(super) fn show(
    ctx: &Context,
    heading: &'static str,
    fields: impl FnOnce(&mut Ui) -> Option<String>,
) -> Option<ExportAnswer> {
    let frame = Frame::popup(&ctx.global_style()).inner_margin(18);
    let modal = Modal::new(Id::unique(heading)).frame(frame).show(ctx, |ui| {
        ui.set_width(WIDTH);
        ui.heading(heading);
        ui.add_space(6.0);
        let room = (ctx.content_rect().height() - AROUND).max(LEAST);
        let problem = ScrollArea::vertical().max_height(room).show(ui, fields).inner;
        ui.add_space(10.0);
        ui.horizontal(|ui| {
            let export = ui.add_enabled(problem.is_none(), Button::new("Export…"));
            keys::answer_with(&export);
            if let Some(problem) = &problem {
                export.clone().on_disabled_hover_text(theme::quoted(problem));
            }
            [export.clicked(), ui.button("Cancel").clicked()]
        })
        .inner
    });
    match modal.inner {
        [true, _] => Some(ExportAnswer::Export),
        [false, cancels] => (cancels || modal.should_close()).then_some(ExportAnswer::Cancel),
    }
}
