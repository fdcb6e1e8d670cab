//! A drag in progress: it changes the scene from what it was at the beginning, and shows the number that changes.

use std::sync::Arc;

use eframe::egui::{Painter, Pos2};
use glam::{DQuat, DVec3};

use super::drag::{Constraint, Path, digits, step};
use super::handles::{DrawnHandle, Handle};
use super::lens::ScreenProjection;
use super::sizes::Slider;
use super::typed::Typed;
use super::{handles, paint};
use crate::app::command::tool::Tool;
use crate::picture::Palette;
use crate::scene::{Entry, Scene};
use crate::workspace::Workspace;
use crate::workspace::edit::resize::{SizeChange, move_region, resize, resize_image, resize_region};
use crate::workspace::edit::transform::{Moved, Transform, axes_of, transform};

/// Steps of snapping are at least so many points apart.
const SNAP: f64 = 14.0;

/// A drag in progress.
pub(super) struct Drag {
    pub(super) effect: DragEffect,
    items: Vec<Moved>,
    /// The rotation of the active item.
    rotation: DQuat,
    /// The region of the octree at the beginning, when it is changed.
    region: Option<[[f32; 3]; 2]>,
    before: Arc<Scene>,
    /// The view and the pointer in the last frame.
    pub(super) lens: ScreenProjection,
    pub(super) pointer: Pos2,
    /// The place of the handle now.
    place: DVec3,
    words: String,
    /// Whether it began with a key, and ends with a click.
    pub(super) is_modal: bool,
}

/// What the pointer changes.
pub(super) enum DragEffect {
    /// Place, rotation or scale.
    Path(Path),
    /// A size, by the pointer from its place at the beginning.
    Slider { slider: Slider, from: Pos2, typed: Typed },
}

impl Drag {
    pub(super) fn new(
        workspace: &Workspace,
        effect: DragEffect,
        items: Vec<Moved>,
        rotation: DQuat,
        lens: &ScreenProjection,
    ) -> Self {
        let (pointer, place, is_modal) = match &effect {
            DragEffect::Path(path) => (path.from, path.pivot, path.is_modal),
            DragEffect::Slider { slider, from, .. } => (*from, slider.place(), false),
        };
        let before = Arc::clone(workspace.scene());
        Self {
            effect,
            items,
            rotation,
            region: None,
            before,
            lens: *lens,
            pointer,
            place,
            words: String::new(),
            is_modal,
        }
    }

    /// The same drag of the octree's region; without one, of the items.
    pub(super) fn of_region(self, region: Option<[[f32; 3]; 2]>) -> Self {
        Self { region, ..self }
    }

    pub(super) fn typed(&mut self) -> &mut Typed {
        match &mut self.effect {
            DragEffect::Path(path) => &mut path.typed,
            DragEffect::Slider { typed, .. } => typed,
        }
    }

    /// Handles X, Y and Z. The first press constrains the drag to this axis or plane of the world, the second to that of
    /// the item, and the third removes the constraint.
    pub(super) fn constrain(&mut self, wanted: Constraint) {
        let DragEffect::Path(path) = &mut self.effect else { return };
        // A scale is always along the item's own axes.
        let has_fixed_axes = path.tool == Tool::Scale;
        let (directions, is_own) = match (path.constraint == wanted, path.is_own) {
            (false, _) => (DVec3::AXES, false),
            (true, false) => (axes_of(self.rotation), true),
            (true, true) => return path.constrain(Constraint::Free),
        };
        path.is_own = is_own;
        if !has_fixed_axes {
            (path.axes, path.is_world) = (directions, directions == DVec3::AXES);
        }
        path.constrain(wanted);
    }

    /// Changes the scene as the pointer gives it.
    pub(super) fn follow(
        &mut self,
        workspace: &mut Workspace,
        lens: &ScreenProjection,
        pointer: Pos2,
        is_snapped: bool,
    ) {
        (self.lens, self.pointer) = (*lens, pointer);
        match &mut self.effect {
            DragEffect::Path(path) => {
                let Some(outcome) = path.outcome(lens, pointer, is_snapped) else { return };
                self.place = outcome.change.point(path.pivot);
                let label = match path.tool {
                    Tool::Rotate => "rotation",
                    Tool::Scale => "scale",
                    _ if self.region.is_some() => "octree region",
                    _ => "move",
                };
                let (before, items, region) = (&self.before, &self.items, self.region);
                workspace.edit(label, |scene| {
                    for item in items {
                        transform(scene, before, item, &outcome.change, outcome.grain);
                    }
                    if let (Some(region), Transform::Move(by)) = (region, outcome.change) {
                        move_region(scene, region, by, outcome.grain);
                    }
                });
                self.words = outcome.words;
            }
            DragEffect::Slider { .. } => self.slide(workspace, is_snapped),
        }
    }

    fn slide(&mut self, workspace: &mut Workspace, is_snapped: bool) {
        let DragEffect::Slider { slider, from, typed } = &self.effect else { return };
        let (lens, size) = (&self.lens, slider.size);
        let metres = lens.metres_per_point(slider.place()).unwrap_or(0.01);
        let (factor, unit) = slider.unit(workspace.view().units());
        let is_angle = size == SizeChange::FieldOfView;
        let grain = if is_angle { 0.1 } else { libm::exp10(libm::log10(metres.max(1e-9)).floor()).max(1e-4) };
        let value = match typed.value() {
            Some(value) => value / factor,
            None if typed.shown().is_some() => slider.value(slider.distance),
            None => {
                let at = |place| lens.along(place, slider.origin, slider.axis);
                let (Some(now), Some(then)) = (at(self.pointer), at(*from)) else { return };
                let value = slider.value(slider.distance + now - then);
                let snap = if is_angle { 5.0 } else { step(metres * SNAP) };
                let grain = if is_snapped { snap } else { grain };
                (value / grain).round() * grain
            }
        };
        let distance = slider.distance_of(value);
        self.place = slider.origin + slider.axis * distance;
        let along = slider.axis * (distance - slider.distance);
        let number = typed.shown().unwrap_or_else(|| format!("{:.*}", digits(grain * factor), value * factor));
        self.words = format!("{} {number}{unit}", size.name());
        let (before, item) = (&self.before, self.items.first());
        let image = item.and_then(|item| match item.entry {
            Entry::Image(index) => workspace.world().images.get(index),
            _ => None,
        });
        let extent = image.map(|image| (2.0 * image.quad.half_size).to_array());
        workspace.edit(size.name(), |scene| match (self.region, item, extent) {
            (Some(region), _, _) => resize_region(scene, region, size, value),
            (None, Some(item), Some(extent)) => resize_image(scene, before, item, extent, size, value, along),
            (None, Some(item), None) => resize(scene, before, item, size, value, along),
            (None, None, _) => {}
        });
    }

    /// The number that changes. Empty before the first change.
    pub(super) fn words(&self) -> &str {
        &self.words
    }

    /// The keys of the drag, in one line.
    pub(super) fn hint(&self) -> String {
        let accept = if self.is_modal { "Enter or click: accept" } else { "Release: accept" };
        let constraints =
            if matches!(self.effect, DragEffect::Path(_)) { "X Y Z: axis · Shift+X Y Z: plane · " } else { "" };
        format!("{constraints}Type a number · Ctrl: snap · {accept} · Esc: cancel")
    }

    /// Paints the handle that is dragged, and its guide lines.
    pub(super) fn paint(&self, painter: &Painter, palette: &Palette) {
        match &self.effect {
            DragEffect::Path(path) => self.paint_path(path, painter, palette),
            DragEffect::Slider { slider, .. } => {
                let ends = [slider.origin, self.place].map(|point| self.lens.project(point));
                if let [Some(a), Some(b)] = ends {
                    paint::guide(painter, [a, b], None, palette);
                    paint::dot(painter, b, true, palette);
                }
            }
        }
    }

    fn paint_path(&self, path: &Path, painter: &Painter, palette: &Palette) {
        let lens = &self.lens;
        let guides = match path.constraint {
            Constraint::Axis(axis) => vec![axis],
            Constraint::Plane(axis) if path.tool != Tool::Rotate => vec![(axis + 1) % 3, (axis + 2) % 3],
            _ => Vec::new(),
        };
        if let Some(metres) = lens.metres_per_point(path.pivot) {
            for axis in guides {
                let far = path.pivot + path.axes[axis] * (60.0 * metres);
                if let (Some(a), Some(b)) = (lens.project(path.pivot), lens.project(far)) {
                    paint::guide(painter, [a, b], Some(axis), palette);
                }
            }
        }
        if path.tool != Tool::Move
            && let Some(pivot) = lens.project(path.pivot)
        {
            paint::pivot_line(painter, pivot, self.pointer, palette);
        }
        let handle = match (path.constraint, path.tool) {
            (Constraint::Axis(axis) | Constraint::Plane(axis), Tool::Rotate) => Handle::Ring(axis),
            (Constraint::Axis(axis), _) => Handle::Axis(axis),
            (Constraint::Plane(axis), _) => Handle::Plane(axis),
            (Constraint::Free, Tool::Rotate) => Handle::ViewRing,
            (Constraint::Free, _) => Handle::Middle,
        };
        let mut drawn = handles::handles(path.tool, lens, self.place, path.axes);
        drawn.retain(|drawn: &DrawnHandle| drawn.handle == handle);
        paint::handles(painter, path.tool, &drawn, Some(handle), palette);
    }
}
