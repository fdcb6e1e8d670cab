//! Box selection: a rectangle that is dragged over the view selects what it touches.
//!
//! An object is touched when the picture of its bounding box overlaps the rectangle, a camera or ray when its eye or origin
//! is in it. Commands then change all of them; an object is the active item.

use eframe::egui::{
    Align2, Color32, CornerRadius, FontId, InputState, Painter, PointerButton, Rect, Response, Stroke, StrokeKind, Ui,
    pos2, vec2,
};
use glam::{Mat4, Vec2, Vec3, Vec4, Vec4Swizzles};

use super::state::{BoxSelect, ViewportState};
use crate::app::kit::{keys, theme};
use crate::geometry::Aabb;
use crate::geometry::camera::DepthRange;
use crate::geometry::frustum::{Frustum, Verdict, classify};
use crate::parallel;
use crate::picture::{Palette, Viewpoint};
use crate::scene::ItemId;
use crate::workspace::Workspace;
use crate::world::{Item, ItemKind};

impl BoxSelect {
    fn rect(self) -> Rect {
        Rect::from_two_pos(self.from, self.to)
    }
}

impl ViewportState {
    /// Begins, follows and ends a drag. Shift or Ctrl adds to the selected items; Esc cancels. Returns whether a drag is
    /// in progress, or has just ended.
    pub(super) fn select_box(
        &mut self,
        ui: &Ui,
        response: &Response,
        rect: Rect,
        (viewpoint, palette): (&Viewpoint, &Palette),
        workspace: &mut Workspace,
    ) -> bool {
        let (modifiers, origin) = ui.input(|i| (i.modifiers, i.pointer.press_origin()));
        if response.drag_started_by(PointerButton::Primary)
            && !modifiers.alt
            && !self.gizmo.is_hovered()
            && !self.shows_before
            && !ui.input(InputState::any_touches)
            && let Some(from) = origin.filter(|origin| rect.contains(*origin))
        {
            self.box_select = Some(BoxSelect { from, to: from });
        }
        let Some(drag) = &mut self.box_select else { return false };
        if let Some(pointer) = response.interact_pointer_pos() {
            drag.to = rect.clamp(pointer);
        }
        let selection = drag.rect();
        if keys::cancels_drag(ui.ctx()) {
            self.box_select = None;
            return true;
        }
        let items = items_in(workspace, viewpoint, rect, selection);
        if response.drag_stopped() || !ui.input(|i| i.pointer.primary_down()) {
            self.box_select = None;
            let held = keys::held_at_release(ui.ctx(), PointerButton::Primary);
            select(workspace, &items, held.shift || held.command);
            ui.ctx().request_repaint();
        } else {
            paint(&ui.painter_at(rect), selection, &words(&items), palette);
        }
        true
    }

    /// Whether a rectangle is being dragged.
    pub(in crate::app) fn is_selecting(&self) -> bool {
        self.box_select.is_some()
    }
}

/// Selects the items, in place of the selected ones or in addition to them.
fn select(workspace: &mut Workspace, items: &[Item], is_added: bool) {
    match items.last() {
        None if is_added => {}
        None => workspace.selection_mut().select_object(None),
        Some(last) => {
            if !is_added {
                workspace.selection_mut().choose(*last, false);
            }
            workspace.selection_mut().extend(items);
        }
    }
}

/// The number of items, in words.
fn words(items: &[Item]) -> String {
    ItemKind::count_words(items.iter().map(|item| item.kind()))
}

fn paint(painter: &Painter, selection: Rect, words: &str, palette: &Palette) {
    let color = theme::color(palette.selected);
    painter.rect_filled(selection, CornerRadius::ZERO, color.gamma_multiply(0.12));
    painter.rect_stroke(selection, CornerRadius::ZERO, Stroke::new(1.0, color), StrokeKind::Inside);
    let at = selection.max + vec2(6.0, 6.0);
    let text = painter.layout_no_wrap(words.to_owned(), FontId::proportional(12.0), Color32::PLACEHOLDER);
    let room = painter.clip_rect().shrink(4.0);
    let at = pos2(at.x.min(room.right() - text.size().x - 8.0), at.y.min(room.bottom() - text.size().y - 4.0));
    let plate = Align2::LEFT_TOP.anchor_size(at, text.size() + vec2(8.0, 4.0));
    painter.rect_filled(plate, 3.0, theme::color(palette.plate));
    painter.galley(plate.min + vec2(4.0, 2.0), text, theme::color(palette.text));
}

/// The items that a rectangle of the view touches, without hidden and locked ones: cameras, rays, and objects at the end.
fn items_in(workspace: &Workspace, viewpoint: &Viewpoint, view: Rect, selection: Rect) -> Vec<Item> {
    let world = workspace.world();
    let window = Window::new(viewpoint, view, selection);
    let is_free =
        |id: ItemId, item: Item| !workspace.marks().hidden().contains(id) && !workspace.marks().is_locked(item);
    let touched = parallel::filter_map(world.objects.len(), |i| window.touches(&world.objects[i].aabb).then_some(i));
    let objects = touched.into_iter().filter(|i| is_free(world.objects[*i].id, Item::Object(*i))).map(Item::Object);
    let cameras = world.cameras.iter().enumerate().map(|(i, camera)| (Item::Camera(i), camera));
    let cameras = cameras
        .filter(|(item, camera)| window.contains(camera.camera.position) && is_free(camera.id, *item))
        .map(|(item, _)| item);
    let rays = world.rays.iter().enumerate().map(|(i, ray)| (Item::Ray(i), ray));
    let rays =
        rays.filter(|(item, ray)| window.contains(ray.ray.origin) && is_free(ray.id, *item)).map(|(item, _)| item);
    cameras.chain(rays).chain(objects).collect()
}

/// A rectangle of a picture as a projection of its own: what it shows is in its clip space.
struct Window {
    clip_from_world: Mat4,
    frustum: Frustum,
}

impl Window {
    /// The part `selection` of a picture in `view`.
    fn new(viewpoint: &Viewpoint, view: Rect, selection: Rect) -> Self {
        // A click has no size; a rectangle of one point has.
        let selection = Rect::from_center_size(selection.center(), selection.size().max(vec2(1.0, 1.0)));
        let scale = view.size() / selection.size();
        let middle = (selection.center() - view.center()) / (view.size() * 0.5);
        let cut = Mat4::from_cols(
            Vec4::new(scale.x, 0.0, 0.0, 0.0),
            Vec4::new(0.0, scale.y, 0.0, 0.0),
            Vec4::Z,
            Vec4::new(-middle.x * scale.x, middle.y * scale.y, 0.0, 1.0),
        );
        let clip_from_world = cut * viewpoint.clip_from_world(view.aspect_ratio());
        let frustum = Frustum::from_clip_from_world(clip_from_world.as_dmat4(), DepthRange::MinusOneToOne);
        Self { clip_from_world, frustum }
    }

    /// Whether a point is in it.
    fn contains(&self, point: Vec3) -> bool {
        let clip = self.clip_from_world * point.extend(1.0);
        clip.w > 0.0 && clip.xyz().abs().max_element() <= clip.w
    }

    /// Whether the picture of a box overlaps it.
    fn touches(&self, bounds: &Aabb) -> bool {
        match classify(&self.frustum, bounds).verdict {
            Verdict::Outside => false,
            Verdict::Inside => true,
            // The planes do not reject every box that is outside.
            Verdict::Intersect => overlaps(&self.outline(bounds)),
        }
    }

    /// The points of which the picture of a box is the convex hull: its corners before the near plane, and the points
    /// where its edges meet that plane.
    fn outline(&self, bounds: &Aabb) -> Vec<Vec2> {
        let corner = |i: usize| {
            let pick = |axis: usize| if i & (1 << axis) == 0 { bounds.min[axis] } else { bounds.max[axis] };
            self.clip_from_world * Vec4::new(pick(0), pick(1), pick(2), 1.0)
        };
        let corners: [Vec4; 8] = std::array::from_fn(corner);
        let before = |clip: Vec4| clip.z + clip.w;
        let mut points: Vec<Vec2> =
            corners.iter().filter(|clip| before(**clip) > 0.0).map(|clip| flat(*clip)).collect();
        for (i, a) in corners.iter().enumerate() {
            for axis in 0..3 {
                let b = corners[i | (1 << axis)];
                if i & (1 << axis) == 0 && (before(*a) > 0.0) != (before(b) > 0.0) {
                    let t = before(*a) / (before(*a) - before(b));
                    points.push(flat(a.lerp(b, t)));
                }
            }
        }
        points
    }
}

fn flat(clip: Vec4) -> Vec2 {
    // On the near plane w is positive; at the eye itself it would be 0.
    clip.xy() / clip.w.max(f32::MIN_POSITIVE)
}

/// Whether the convex hull of points overlaps the square from −1 to 1: no line of an edge or of two points separates
/// them (separating axis theorem).
fn overlaps(points: &[Vec2]) -> bool {
    if points.is_empty() {
        return false;
    }
    let is_separated = |axis: Vec2| {
        let reach = axis.x.abs() + axis.y.abs();
        let along = points.iter().map(|point| point.dot(axis));
        let (least, greatest) = along.fold((f32::INFINITY, f32::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
        least > reach || greatest < -reach
    };
    let between = || points.iter().enumerate().flat_map(|(i, a)| points[..i].iter().map(move |b| (*a - *b).perp()));
    !is_separated(Vec2::X) && !is_separated(Vec2::Y) && !between().any(is_separated)
}

#[cfg(test)]
mod tests {
    use eframe::egui::Pos2;
    use glam::vec3;
    use proptest::prelude::*;

    use super::*;
    use crate::picture::Lens;

    const VIEW: Rect = Rect { min: Pos2::new(20.0, 10.0), max: Pos2::new(820.0, 610.0) };

    fn viewpoint() -> Viewpoint {
        Viewpoint {
            eye: vec3(1.0, 2.0, 9.0),
            target: vec3(0.5, 0.0, 0.0),
            up: Vec3::Y,
            lens: Lens::Perspective { fov_y: 0.9 },
            depth: [0.1, 100.0],
        }
    }

    /// Where a point is on the screen.
    fn place(point: Vec3) -> Option<Pos2> {
        let size = Vec2::new(VIEW.width(), VIEW.height());
        viewpoint().project(point, size).map(|at| VIEW.min + vec2(at.x, at.y))
    }

    proptest! {
        /// A box is touched if one of many points in it is in the rectangle, and is not touched if a line of the picture
        /// separates its corners from the rectangle.
        #[test]
        fn a_box_is_touched_where_its_picture_is(
            middle in prop::array::uniform3(-4.0_f32..4.0),
            half in prop::array::uniform3(0.05_f32..1.5),
            from in prop::array::uniform2(0.0_f32..1.0),
            to in prop::array::uniform2(0.0_f32..1.0),
        ) {
            let at = |[x, y]: [f32; 2]| VIEW.min + vec2(x * VIEW.width(), y * VIEW.height());
            let selection = Rect::from_two_pos(at(from), at(to));
            prop_assume!(selection.width() > 2.0 && selection.height() > 2.0);
            let (middle, half) = (Vec3::from(middle), Vec3::from(half));
            let bounds = Aabb { min: middle - half, max: middle + half };
            let steps = [-1.0_f32, -0.6, -0.2, 0.2, 0.6, 1.0];
            let mut seen: Vec<Pos2> = Vec::new();
            for x in steps {
                for y in steps {
                    seen.extend(steps.iter().filter_map(|z| place(middle + half * vec3(x, y, *z))));
                }
            }
            let is_touched = Window::new(&viewpoint(), VIEW, selection).touches(&bounds);
            if seen.iter().any(|at| selection.shrink(0.5).contains(*at)) {
                prop_assert!(is_touched);
            }
            let all = Rect::from_points(&seen);
            if !seen.is_empty() && !all.expand(0.5).intersects(selection) {
                prop_assert!(!is_touched, "{all:?} {selection:?}");
            }
        }
    }

    #[test]
    fn a_rectangle_selects_cameras_and_objects_together() {
        let text = r#"{ "eyeline": 1, "cameras": [{ "name": "eye" }, { "name": "far", "position": [900, 0, 0] }],
            "rays": [{ "name": "aim", "origin": [1, 0, 0], "direction": [0, 1, 0] }],
            "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 1 } } }] }"#;
        let mut workspace = Workspace::new(crate::scene::parse(text, "a.json").unwrap(), None);
        let items = items_in(&workspace, &viewpoint(), VIEW, VIEW);
        assert_eq!(items, [Item::Camera(0), Item::Ray(0), Item::Object(0)]);
        select(&mut workspace, &items, false);
        assert_eq!((workspace.selection().set_len(), workspace.selection().active_item()), (3, Some(Item::Object(0))));
        select(&mut workspace, &[Item::Camera(1)], false);
        assert_eq!((workspace.selection().set_len(), workspace.selection().active_item()), (1, Some(Item::Camera(1))));
        select(&mut workspace, &[Item::Object(0)], true);
        assert_eq!(
            (workspace.selection().set_len(), workspace.selection().active_item()),
            (2, Some(Item::Object(0))),
            "added with Shift"
        );
        let ball = workspace.world().named("ball").unwrap();
        workspace.marks_mut().set_hidden(ball, true);
        assert_eq!(items_in(&workspace, &viewpoint(), VIEW, VIEW), [Item::Camera(0), Item::Ray(0)]);
    }

    #[test]
    fn a_box_behind_the_eye_is_not_touched() {
        let bounds = Aabb { min: vec3(-1.0, 0.0, 20.0), max: vec3(1.0, 2.0, 22.0) };
        assert!(!Window::new(&viewpoint(), VIEW, VIEW).touches(&bounds));
        let around = Aabb { min: vec3(-30.0, -30.0, -30.0), max: vec3(30.0, 30.0, 30.0) };
        assert!(Window::new(&viewpoint(), VIEW, VIEW).touches(&around), "the eye is in the box");
    }

    #[test]
    fn a_slanted_bar_is_not_touched_in_a_corner_of_its_rectangle() {
        // Its picture goes from the lower left to the upper right.
        let bounds = Aabb { min: vec3(-0.05, -0.05, -9.0), max: vec3(0.05, 0.05, 7.0) };
        let ends = [place(vec3(0.0, 0.0, -9.0)).unwrap(), place(vec3(0.0, 0.0, 7.0)).unwrap()];
        let all = Rect::from_points(&ends);
        let corner = |x: f32, y: f32| {
            let at = all.lerp_inside(vec2(x, y));
            Window::new(&viewpoint(), VIEW, Rect::from_center_size(at, vec2(4.0, 4.0))).touches(&bounds)
        };
        let on_the_bar = [0.1, 0.5, 0.9].map(|part| {
            let at = ends[0].lerp(ends[1], part);
            Window::new(&viewpoint(), VIEW, Rect::from_center_size(at, vec2(4.0, 4.0))).touches(&bounds)
        });
        assert_eq!(on_the_bar, [true; 3]);
        let corners = [corner(0.02, 0.02), corner(0.98, 0.02), corner(0.02, 0.98), corner(0.98, 0.98)];
        assert!(corners.contains(&false), "{all:?}");
    }
}
