//! The size of the window: smaller than the monitor, so that its title bar and its lowest bar are visible.
//!
//! X11 reports the size of a monitor, but not the part that docks and bars leave free. A window manager adds borders
//! whose size is known only after the window is shown. So the first frames compare the window with its monitor and make
//! it fit.

use eframe::egui::{Context, Pos2, Rect, Vec2, ViewportCommand, pos2, vec2};

/// The default size of a window, if the monitor is large enough, points.
pub(in crate::app) const USUAL: Vec2 = vec2(1440.0, 900.0);
/// The least size of the window, points at a scale of 100 %, unless the monitor is smaller.
const LEAST: Vec2 = vec2(1024.0, 640.0);
/// The part of a monitor that docks and bars leave free.
const FREE: f32 = 0.9;
/// Assumed size of title and borders until the window manager reports it, points.
const BORDERS: Vec2 = vec2(2.0, 30.0);
/// The number of frames that are checked. Window managers add their borders after the first frame.
const FRAMES: u32 = 12;

/// Sends the window manager the least size of the window.
#[derive(Default)]
pub(in crate::app) struct LeastSize {
    sent: Option<Vec2>,
    /// The size that the last frame computed.
    last: Option<Vec2>,
}

impl LeastSize {
    /// Sends the least size if it has changed.
    pub(in crate::app) fn update(&mut self, ctx: &Context) {
        let now = least(ctx);
        if self.is_new(now) {
            ctx.send_viewport_cmd(ViewportCommand::MinInnerSize(now));
        } else if self.sent != Some(now) {
            ctx.request_repaint();
        }
    }

    /// Whether a size must be sent: it differs from the one that was sent, and two frames have computed it. For one
    /// frame after a change of the scale, egui has the size of the monitor at the old scale. A window of the size that
    /// follows from it would be larger than the monitor.
    fn is_new(&mut self, now: Vec2) -> bool {
        let is_new = self.last.replace(now) == Some(now) && self.sent != Some(now);
        if is_new {
            self.sent = Some(now);
        }
        is_new
    }
}

/// The least size of the window at the current scale.
fn least(ctx: &Context) -> Vec2 {
    let least = LEAST / ctx.zoom_factor();
    match ctx.input(|i| (i.viewport().monitor_size, borders(i.viewport().outer_rect, i.viewport().inner_rect))) {
        (Some(monitor), borders) if monitor.min_elem() > 0.0 => least.min(room(monitor, borders)),
        _ => least,
    }
}

/// Makes the window fit its monitor in the first frames.
pub(in crate::app) struct Fitting {
    /// Whether the user chose the size in an earlier run.
    is_restored: bool,
    frames: u32,
}

impl Fitting {
    /// `storage` has the state of the last run.
    pub(in crate::app) fn new(storage: Option<&dyn eframe::Storage>) -> Self {
        // eframe stores size and place under this key.
        let is_restored = storage.is_some_and(|storage| storage.get_string("window").is_some());
        Self { is_restored, frames: 0 }
    }

    /// Compares the window with its monitor, and requests another size or place if it does not fit.
    pub(in crate::app) fn fit(&mut self, ctx: &Context) {
        if self.frames >= FRAMES {
            return;
        }
        self.frames += 1;
        ctx.request_repaint();
        let found = ctx.input(|i| {
            let window = i.viewport();
            let is_whole = window.maximized == Some(true) || window.fullscreen == Some(true);
            (!is_whole).then_some((window.monitor_size?, window.outer_rect, window.inner_rect?))
        });
        let Some((monitor, outer, inner)) = found else { return };
        let borders = borders(outer, Some(inner));
        let Some((size, place)) = fitted(monitor, inner, borders, self.is_restored) else { return };
        ctx.send_viewport_cmd(ViewportCommand::MinInnerSize(least(ctx).min(size)));
        ctx.send_viewport_cmd(ViewportCommand::InnerSize(size));
        if let Some(place) = place {
            ctx.send_viewport_cmd(ViewportCommand::OuterPosition(place));
        }
    }
}

/// The size that the window manager adds to the contents.
fn borders(outer: Option<Rect>, inner: Option<Rect>) -> Vec2 {
    let known = outer.zip(inner).map(|(outer, inner)| outer.size() - inner.size());
    known.filter(|known| known.min_elem() >= 0.0).unwrap_or(Vec2::ZERO).max(BORDERS)
}

/// The greatest size of the contents for a monitor.
fn room(monitor: Vec2, borders: Vec2) -> Vec2 {
    (monitor * FREE - borders).max(vec2(320.0, 240.0)).floor()
}

/// The size of the contents, and the place of the window, if it does not fit; `None` if it does. A size that the user
/// chose is kept if the monitor is large enough.
fn fitted(monitor: Vec2, inner: Rect, borders: Vec2, is_restored: bool) -> Option<(Vec2, Option<Pos2>)> {
    if monitor.min_elem() < 1.0 || !inner.is_finite() {
        return None;
    }
    let room = room(monitor, borders);
    let most = if is_restored { monitor - borders } else { room };
    let is_too_large = inner.width() > most.x + 0.5 || inner.height() > most.y + 0.5;
    let size = if is_too_large { inner.size().min(room) } else { inner.size() };
    // The origin of further monitors is unknown, so only a window whose origin is on the first monitor is moved.
    let corner = inner.min - vec2(borders.x / 2.0, borders.y - borders.x / 2.0);
    let outer = Rect::from_min_size(corner, size + borders);
    let is_on_first = corner.x < monitor.x && corner.y < monitor.y;
    let hangs_over =
        corner.min_elem() < -0.5 - borders.x || outer.right() > monitor.x + 0.5 || outer.bottom() > monitor.y + 0.5;
    let middle = ((monitor - outer.size()) / 2.0).max(Vec2::ZERO);
    let place = (is_on_first && (is_too_large || hangs_over)).then(|| pos2(middle.x, middle.y * 0.6).round());
    (is_too_large || place.is_some()).then_some((size, place))
}

trait MinElem {
    fn min_elem(&self) -> f32;
}

impl MinElem for Pos2 {
    fn min_elem(&self) -> f32 {
        self.x.min(self.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TITLE: Vec2 = vec2(2.0, 22.0);

    #[test]
    fn a_least_size_of_one_frame_is_not_sent() {
        let (usual, wrong, right) = (vec2(1024.0, 640.0), vec2(512.0, 320.0), vec2(458.0, 258.0));
        let mut least = LeastSize::default();
        let sent = [usual, usual, usual, wrong, right, right, right].map(|size| least.is_new(size));
        assert_eq!(sent, [false, true, false, false, false, true, false]);
    }

    #[test]
    fn a_first_window_leaves_room_for_title_and_docks_on_every_monitor() {
        for monitor in [vec2(1280.0, 800.0), vec2(1366.0, 768.0), vec2(1024.0, 700.0), vec2(1920.0, 1080.0)] {
            let first = Rect::from_min_size(pos2(1.0, 21.0), USUAL);
            let (size, place) = fitted(monitor, first, TITLE, false).unwrap_or((USUAL, None));
            let place = place.unwrap_or(pos2(0.0, 0.0));
            assert!(size.x <= USUAL.x && size.y <= USUAL.y);
            assert!(size.x + TITLE.x <= monitor.x * FREE && size.y + TITLE.y <= monitor.y * FREE, "{monitor}: {size}");
            assert!(place.x + size.x + TITLE.x <= monitor.x && place.y + size.y + TITLE.y <= monitor.y, "{monitor}");
            let again = Rect::from_min_size(place + vec2(1.0, 21.0), size);
            assert_eq!(fitted(monitor, again, TITLE, false), None, "{monitor}: once is enough");
        }
    }

    #[test]
    fn a_size_that_the_user_chose_is_kept_if_the_monitor_is_large_enough() {
        let monitor = vec2(1280.0, 800.0);
        let chosen = Rect::from_min_size(pos2(1.0, 21.0), vec2(1270.0, 760.0));
        assert_eq!(fitted(monitor, chosen, TITLE, true), None);
        assert!(fitted(monitor, chosen, TITLE, false).is_some(), "a first window is smaller");
        let of_larger = Rect::from_min_size(pos2(300.0, 200.0), vec2(1800.0, 1000.0));
        let (size, place) = fitted(monitor, of_larger, TITLE, true).unwrap();
        assert!(size.x <= 1152.0 && size.y <= 720.0 && place.is_some(), "{size} {place:?}");
        let aside = Rect::from_min_size(pos2(900.0, 500.0), vec2(640.0, 480.0));
        let (size, place) = fitted(monitor, aside, TITLE, true).unwrap();
        assert!(size == vec2(640.0, 480.0) && place.is_some(), "it hangs over the border");
        let second = Rect::from_min_size(pos2(2000.0, 100.0), vec2(640.0, 480.0));
        assert_eq!(fitted(monitor, second, TITLE, true), None, "on another monitor");
    }
}
