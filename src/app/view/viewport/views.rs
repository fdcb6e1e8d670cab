//! One, two or four 3D views of the same scene, each with an eye of its own.
//!
//! Commands and keys act on the active view: the one over which the pointer was last.

use eframe::egui::{Pos2, Rect, Stroke, StrokeKind, Ui, UiBuilder, pos2, vec2};

use super::state::ViewportState;
use crate::app::command::Commands;
use crate::app::command::directions::ViewAxis;
use crate::app::command::split::Split;
use crate::app::kit::host::Host;
use crate::app::kit::theme;
use crate::render::RenderError;
use crate::workspace::Workspace;

/// The gap between views, points.
const GAP: f32 = 2.0;
/// A view is not split into parts that are smaller, points.
const LEAST: f32 = 90.0;

impl Split {
    /// The places of the views in an area, the main view first. One place where the area is too small for more.
    fn places(self, area: Rect) -> Vec<Rect> {
        if (self != Self::One && area.width() < 2.0 * LEAST) || (self == Self::Four && area.height() < 2.0 * LEAST) {
            return vec![area];
        }
        let half = (area.size() - vec2(GAP, GAP)) / 2.0;
        let [left, right] = [area.left(), area.right() - half.x];
        let [top, bottom] = [area.top(), area.bottom() - half.y];
        let part = |x, y| Rect::from_min_size(pos2(x, y), half);
        let column = |x| Rect::from_min_size(eframe::egui::pos2(x, top), vec2(half.x, area.height()));
        match self {
            Self::One => vec![area],
            Self::Two => vec![column(left), column(right)],
            Self::Four => vec![part(right, top), part(left, top), part(left, bottom), part(right, bottom)],
        }
    }
}

/// The views. The first one is the main view: it has the legend, the tools and the inset.
pub(in crate::app) struct Views {
    /// Four views, of which the first ones are shown.
    all: Vec<ViewportState>,
    active: usize,
    /// The place of all views in this frame.
    place: Option<Rect>,
}

impl Default for Views {
    fn default() -> Self {
        let from = |axis| ViewportState { side: Some(axis), ..ViewportState::default() };
        let all = vec![ViewportState::default(), from(ViewAxis::Top), from(ViewAxis::Front), from(ViewAxis::Right)];
        Self { all, active: 0, place: None }
    }
}

impl Views {
    /// The main view.
    pub(in crate::app) fn main(&self) -> &ViewportState {
        &self.all[0]
    }

    /// The main view, mutable.
    pub(in crate::app) fn main_mut(&mut self) -> &mut ViewportState {
        &mut self.all[0]
    }

    /// The view on which commands act.
    pub(in crate::app) fn active(&self) -> &ViewportState {
        &self.all[self.active]
    }

    /// The view on which commands act, mutable.
    pub(in crate::app) fn active_mut(&mut self) -> &mut ViewportState {
        &mut self.all[self.active]
    }

    /// The place of all views in this frame, points, if they were shown.
    pub(in crate::app) fn place(&self) -> Option<Rect> {
        self.place
    }

    /// The same; the second call in a frame returns `None`.
    pub(in crate::app) fn take_place(&mut self) -> Option<Rect> {
        self.place.take()
    }

    /// Whether a drag or navigation is changing the scene, so that its undo step continues.
    pub(in crate::app) fn holds_step(&self) -> bool {
        self.all.iter().any(ViewportState::holds_step)
    }

    /// Why the last frame did not draw the scene; the second call returns `None`.
    pub(in crate::app) fn take_error(&mut self) -> Option<RenderError> {
        self.all.iter_mut().find_map(ViewportState::take_error)
    }

    /// Frees GPU memory while its context is still current.
    pub(in crate::app) fn close(&mut self) {
        self.all.iter_mut().for_each(ViewportState::close);
    }

    /// Whether the views have only their pictures, for a screenshot: no buttons, no axes and no handles.
    pub(in crate::app) fn set_plain(&mut self, is_plain: bool) {
        self.all.iter_mut().for_each(|view| view.is_plain = is_plain);
    }

    /// Shows the views.
    pub(in crate::app) fn show(
        &mut self,
        ui: &mut Ui,
        workspace: &mut Workspace,
        host: &mut dyn Host,
        commands: &mut Commands,
    ) {
        let whole = ui.available_rect_before_wrap();
        let places = Split::of(ui.ctx()).places(whole);
        self.place = Some(whole);
        self.choose_active(ui, &places);
        for (i, place) in places.iter().enumerate() {
            let builder = UiBuilder::new().max_rect(*place).id_salt(("view", i));
            ui.scope_builder(builder, |ui| self.all[i].show(ui, workspace, host, commands));
            if let Ok([main, next]) = self.all.get_disjoint_mut([0, i + 1]) {
                next.main.share(&main.main);
            }
        }
        for view in &mut self.all[places.len()..] {
            view.close();
        }
        if places.len() > 1 {
            let color = theme::color(theme::palette(ui.ctx()).selected);
            let border = places[self.active].shrink(0.5);
            ui.painter().rect_stroke(border, 0.0, Stroke::new(1.0, color), StrokeKind::Inside);
        }
    }

    /// Makes the view under the pointer the active one, unless a button is held. Moves the gizmo and the tape to it.
    fn choose_active(&mut self, ui: &Ui, places: &[Rect]) {
        let before = self.active.min(places.len() - 1);
        let (pointer, is_held) =
            ui.input(|i| (i.pointer.hover_pos(), i.pointer.any_down() && !i.pointer.any_pressed()));
        let under = pointer.filter(|pointer| !is_held && is_uncovered(ui, *pointer));
        let under = under.and_then(|pointer| places.iter().position(|place| place.contains(pointer)));
        let now = under.unwrap_or(before);
        if now != self.active {
            let from = self.active;
            if let Ok([old, new]) = self.all.get_disjoint_mut([from, now]) {
                std::mem::swap(&mut old.gizmo, &mut new.gizmo);
                std::mem::swap(&mut old.tape, &mut new.tape);
            }
            self.active = now;
        }
        let ViewportState { gizmo, locks_camera, .. } = &self.all[self.active];
        let (tool, axes, locks_camera) = (gizmo.tool, gizmo.axes, *locks_camera);
        for (i, view) in self.all.iter_mut().enumerate() {
            (view.is_aside, view.has_neighbours) = (i != self.active, places.len() > 1);
            (view.gizmo.tool, view.gizmo.axes, view.locks_camera) = (tool, axes, locks_camera);
        }
    }
}

/// Whether no menu or dialog covers a point of the panel.
fn is_uncovered(ui: &Ui, point: Pos2) -> bool {
    ui.ctx().layer_id_at(point).is_none_or(|layer| layer == ui.layer_id())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_fill_their_area_without_overlapping() {
        let area = Rect::from_min_size(pos2(30.0, 20.0), vec2(801.0, 500.0));
        for split in Split::ALL {
            let places = split.places(area);
            let sum: f32 = places.iter().map(Rect::area).sum();
            assert!(sum > 0.98 * area.area() && places.iter().all(|place| area.contains_rect(*place)), "{split:?}");
            for (i, a) in places.iter().enumerate() {
                for b in &places[..i] {
                    assert!(!a.intersect(*b).is_positive(), "{split:?}: {a} {b}");
                }
            }
        }
        assert_eq!(Split::Four.places(area)[0].right_top(), area.right_top(), "the main view is at the upper right");
        assert_eq!(Split::Four.places(Rect::from_min_size(area.min, vec2(400.0, 150.0))).len(), 1);
    }
}
