//! The places of the widgets at which the first-minute cards point.
//!
//! A panel records the place of such a widget when it draws the widget. A card finds it there, wherever the panel is.
//! There is no place while the panel is closed.

use eframe::egui::{Context, Id, Rect, Ui};

/// A widget that a card can point at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::app) enum Anchor {
    /// The selected object in the 3D view, with its label.
    Object,
    /// The object's row in the outliner.
    Verdict,
    /// The deciding step in the Explain panel.
    DecidingStep,
    /// The first number of the selected object's position.
    Position,
    /// The near plane of the selected camera.
    Near,
    /// The Play button.
    Play,
    /// The title of the menu Lessons.
    Lessons,
}

/// Records the place of a widget in this frame. The first recorded place is used. A widget that is scrolled out of view
/// has no place.
pub(in crate::app) fn note(ui: &Ui, anchor: Anchor, rect: Rect) {
    let seen = rect.intersect(ui.clip_rect());
    if seen.is_positive() && seen.area() >= 0.7 * rect.area() && place(ui.ctx(), anchor).is_none() {
        let now = ui.ctx().cumulative_pass_nr();
        ui.data_mut(|data| data.insert_temp(id(anchor), (now, seen)));
    }
}

/// The place of a widget in this frame. `None` if it was not drawn.
pub(in crate::app) fn place(ctx: &Context, anchor: Anchor) -> Option<Rect> {
    let now = ctx.cumulative_pass_nr();
    let (drawn, rect) = ctx.data(|data| data.get_temp::<(u64, Rect)>(id(anchor)))?;
    (drawn == now).then_some(rect)
}

fn id(anchor: Anchor) -> Id {
    Id::unique(("anchor", anchor))
}
