//! Where in the window the things are that the first minute tells of.
//!
//! A panel notes the place of such a thing when it draws it, so whoever points at it needs to know nothing of panels:
//! it is found wherever its panel was moved to, and not at all while that is closed.

use eframe::egui::{Context, Id, Rect, Ui};

/// A thing that can be pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Anchor {
    /// The selected object in the 3D view, with the words beside it.
    Object,
    /// Its row in the list.
    Verdict,
    /// The step of the story that decides.
    DecidingStep,
    /// The first number of the selected object's position.
    Position,
    /// The near plane of the camera that asks.
    Near,
    /// The button that plays.
    Play,
}

/// Notes where a thing is in this frame; the first place counts. What is scrolled out of sight is nowhere.
pub(super) fn note(ui: &Ui, anchor: Anchor, rect: Rect) {
    let seen = rect.intersect(ui.clip_rect());
    if seen.is_positive() && seen.area() >= 0.7 * rect.area() && place(ui.ctx(), anchor).is_none() {
        let now = ui.ctx().cumulative_pass_nr();
        ui.data_mut(|data| data.insert_temp(id(anchor), (now, seen)));
    }
}

/// Where a thing is in this frame, if it was drawn.
pub(super) fn place(ctx: &Context, anchor: Anchor) -> Option<Rect> {
    let now = ctx.cumulative_pass_nr();
    let (drawn, rect) = ctx.data(|data| data.get_temp::<(u64, Rect)>(id(anchor)))?;
    (drawn == now).then_some(rect)
}

fn id(anchor: Anchor) -> Id {
    Id::unique(("anchor", anchor))
}
