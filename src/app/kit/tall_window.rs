//! A window in the middle of the program's, with a scroll bar where it has no room.

use eframe::egui::{Align2, Context, Id, ScrollArea, Ui, Vec2, Window};

/// Shows the window while `is_open`. `around` is the room for title, frame and border, in points. `add_contents` receives the
/// room that is left.
pub(in crate::app) fn show(
    ctx: &Context,
    (title, id): (&str, Id),
    is_open: &mut bool,
    around: Vec2,
    add_contents: impl FnOnce(&mut Ui, Vec2),
) {
    let window = Window::new(title).id(id).open(is_open).collapsible(false).resizable(false);
    let room = ctx.content_rect().size() - around;
    window.anchor(Align2::CENTER_CENTER, [0.0, 0.0]).show(ctx, |ui| {
        ScrollArea::vertical().max_height(room.y).min_scrolled_height(room.y).show(ui, |ui| add_contents(ui, room));
    });
}
