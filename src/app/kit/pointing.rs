//! Points at a field of a panel that is in front: scrolls to the field and outlines it for some seconds.

use eframe::egui::{Align, Context, CornerRadius, Id, Rect, Stroke, StrokeKind, Ui};

/// Seconds for which a field is outlined.
const SHOWN: f64 = 3.0;
/// Seconds in which the outline fades at the end.
const FADES: f64 = 0.6;
/// Seconds after which a field that no panel has shown is not outlined any more.
const LATEST: f64 = 1.0;

/// The field that is pointed at.
#[derive(Clone, Debug, PartialEq)]
struct Pointed {
    label: &'static str,
    /// The time of the request, by egui's clock.
    requested_at: f64,
    /// The time at which the field was first drawn.
    shown: Option<f64>,
}

/// Points at the first field with this label.
pub(in crate::app) fn begin(ctx: &Context, label: &'static str) {
    let pointed = Pointed { label, requested_at: now(ctx), shown: None };
    ctx.data_mut(|data| data.insert_temp(id(), pointed));
    ctx.request_repaint();
}

/// Outlines the row of a field while it is pointed at, and scrolls to it once.
pub(in crate::app) fn mark(ui: &Ui, label: &str, row: Rect) {
    let ctx = ui.ctx();
    let Some(mut pointed) = ctx.data(|data| data.get_temp::<Pointed>(id())).filter(|pointed| pointed.label == label)
    else {
        return;
    };
    let is_over = match pointed.shown {
        Some(shown) => now(ctx) > shown + SHOWN,
        None => now(ctx) > pointed.requested_at + LATEST,
    };
    if is_over {
        ctx.data_mut(|data| data.remove::<Pointed>(id()));
        return;
    }
    if pointed.shown.is_none() {
        ui.scroll_to_rect(row, Some(Align::Center));
    }
    let shown = *pointed.shown.get_or_insert(now(ctx));
    #[expect(clippy::cast_possible_truncation, reason = "between 0 and 1")]
    let left = ((shown + SHOWN - now(ctx)) / FADES).clamp(0.0, 1.0) as f32;
    let color = ui.visuals().selection.stroke.color.gamma_multiply(left);
    let painter = ui.ctx().layer_painter(ui.layer_id()).with_clip_rect(ui.clip_rect().expand(2.0));
    painter.rect_stroke(row.expand(2.0), CornerRadius::same(4), Stroke::new(2.0, color), StrokeKind::Inside);
    ctx.data_mut(|data| data.insert_temp(id(), pointed));
    ctx.request_repaint_after_secs(0.05);
}

fn now(ctx: &Context) -> f64 {
    ctx.input(|i| i.time)
}

fn id() -> Id {
    Id::unique("the field that is pointed at")
}
