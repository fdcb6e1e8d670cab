//! The item under the pointer, in the outliner or in the 3D view. Each of them marks the item that is hovered in the
//! other.
//!
//! A panel records the item while it is drawn, and all panels read the record of the previous frame.

use crate::world::Item;
use eframe::egui::{Context, Id};

fn key(is_now: bool) -> Id {
    Id::unique(("the item under the pointer", is_now))
}

/// Records the item under the pointer in this frame.
pub(in crate::app) fn note(ctx: &Context, item: Item) {
    ctx.data_mut(|data| data.insert_temp(key(true), Some(item)));
}

/// The item that was under the pointer in the previous frame.
pub(in crate::app) fn last(ctx: &Context) -> Option<Item> {
    ctx.data(|data| data.get_temp::<Option<Item>>(key(false))).flatten()
}

/// Ends the frame. If the item has changed, another frame is drawn.
pub(in crate::app) fn end_frame(ctx: &Context) {
    let (now, before) = (ctx.data_mut(|data| data.remove_temp::<Option<Item>>(key(true))).flatten(), last(ctx));
    if now == before {
        return;
    }
    ctx.data_mut(|data| data.insert_temp(key(false), now));
    ctx.request_repaint();
}
