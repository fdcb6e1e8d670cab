//! Whether presenter mode is on, and what it restores at its end.

use eframe::egui::{Context, Id, Rect, ViewportCommand};
use serde::{Deserialize, Serialize};

use super::ink::Ink;
use crate::app::command::Commands;
use crate::app::kit::persistent::{self, StoredValue};
use crate::app::kit::scale;

/// The scale of presenter mode, percent, unless the window's is larger.
const SCALE: u16 = 150;
/// The same in a window that is less than this high at 100 %, points.
const LOW: f32 = 860.0;
const SCALE_OF_LOW: u16 = 125;

/// What the pointer does in presenter mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::app) enum PointerTool {
    /// It moves the view and selects, as ever.
    #[default]
    Pointer,
    /// It draws lines.
    Pen,
    /// It lights what is near it; all else is darker.
    Spotlight,
}

/// Presenter mode.
#[derive(Default)]
pub(in crate::app) struct Presenter {
    now: Option<Presentation>,
}

/// Presenter mode while it is on.
pub(super) struct Presentation {
    pub(super) tool: PointerTool,
    pub(super) ink: Ink,
}

/// The window before presenter mode. It is stored, because the window can be closed in presenter mode.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct WindowBefore {
    /// Its scale, percent.
    scale: u16,
    is_full_screen: bool,
}

impl Presenter {
    /// Whether it is on.
    pub(in crate::app) fn is_on(&self) -> bool {
        self.now.is_some()
    }

    /// What the pointer does.
    pub(in crate::app) fn tool(&self) -> PointerTool {
        self.now.as_ref().map(|now| now.tool).unwrap_or_default()
    }

    /// Whether something was drawn with the pen.
    pub(in crate::app) fn has_ink(&self) -> bool {
        self.now.as_ref().is_some_and(|now| !now.ink.is_empty())
    }

    /// Begins: full screen, and everything larger.
    pub(in crate::app) fn begin(&mut self, ctx: &Context) {
        if self.is_on() {
            return;
        }
        self.now = Some(Presentation { tool: PointerTool::default(), ink: Ink::default() });
        let is_full_screen = ctx.input(|i| i.viewport().fullscreen).unwrap_or(false);
        let before = WindowBefore { scale: scale::percent(ctx), is_full_screen };
        ctx.data_mut(|data| data.insert_persisted(id(), before));
        let height = ctx.content_rect().height() * ctx.zoom_factor();
        let scale = if height < LOW { SCALE_OF_LOW } else { SCALE };
        scale::set(ctx, scale.max(before.scale));
        ctx.send_viewport_cmd(ViewportCommand::Fullscreen(true));
    }

    /// Ends: scale and full screen are as before.
    pub(in crate::app) fn end(&mut self, ctx: &Context) {
        if self.now.take().is_some() {
            restore(ctx);
        }
    }

    /// Chooses what the pointer does; the same again makes it a pointer.
    pub(in crate::app) fn choose(&mut self, tool: PointerTool) {
        if let Some(now) = &mut self.now {
            now.tool = if now.tool == tool { PointerTool::default() } else { tool };
        }
    }

    /// Removes the lines of the pen.
    pub(in crate::app) fn clear(&mut self) {
        if let Some(now) = &mut self.now {
            now.ink.clear();
        }
    }

    /// Draws what is above the 3D view, which is in `place`.
    pub(in crate::app) fn show(&mut self, ctx: &Context, place: Rect, commands: &mut Commands) {
        if let Some(now) = &mut self.now {
            now.show(ctx, place, commands);
        }
    }
}

/// Makes scale and full screen those before presenter mode, if they are still stored: at its end, and at the start of the program after
/// the window was closed in presenter mode.
pub(in crate::app) fn restore(ctx: &Context) {
    let before = ctx.data_mut(|data| data.get_persisted::<WindowBefore>(id()));
    if let Some(WindowBefore { scale, is_full_screen }) = before {
        scale::set(ctx, scale);
        ctx.send_viewport_cmd(ViewportCommand::Fullscreen(is_full_screen));
        ctx.data_mut(|data| data.remove::<WindowBefore>(id()));
    }
}

/// What is stored of the window before presenter mode, which stays until the next run.
pub(in crate::app) fn keep(ctx: &Context) -> StoredValue {
    persistent::keep::<WindowBefore>(ctx, id())
}

fn id() -> Id {
    Id::unique("window before presenter mode")
}
