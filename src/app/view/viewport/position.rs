//! The coordinates of the surface under the pointer, and the name of the view.

use eframe::egui::{FontId, Painter, Pos2, Rect, Response, Ui, Vec2, pos2, vec2};
use glam::{DVec3, Vec3};

use super::corners::{caption, inset_place};
use super::state::{MARGIN, ViewportState};
use crate::picture::{Palette, Viewpoint};
use crate::workspace::Workspace;
use crate::workspace::surface::surface;
use crate::world::World;

/// Cosine of the angle up to which a view counts as one along an axis.
const ALONG: f32 = 0.999_99;
/// Letter height, points, and the width that the text needs in the middle of the view.
const LETTERS: f32 = 12.0;
const LEAST_WIDTH: f32 = 480.0;
/// The height of the text with its plate, and the least distance from what is beside it, points.
const HEIGHT: f32 = 20.0;
const GAP: f32 = 6.0;
/// The ground is not shown beyond this distance, metres.
const FURTHEST: f64 = 1e5;

impl ViewportState {
    /// Shows the coordinates of the surface under the pointer, else of the ground, at the lower border of the view.
    pub(super) fn show_position(
        &mut self,
        ui: &Ui,
        response: &Response,
        rect: Rect,
        (viewpoint, palette): (&Viewpoint, &Palette),
        workspace: &Workspace,
    ) {
        let is_still = !ui.input(|i| i.pointer.any_down()) && !self.gizmo.is_dragging() && !self.shows_before;
        let Some(pointer) =
            response.hover_pos().filter(|_| is_still && rect.width() > LEAST_WIDTH && response.hovered())
        else {
            return;
        };
        if let Some(found) = under(workspace, viewpoint, rect, pointer) {
            let units = workspace.view().units();
            let [x, y, z] = found.in_scene.to_array().map(|x| units.bare_length(x));
            let what = found.what;
            let text = format!("{what}  x {x}  y {y}  z {z} {}", units.length.symbol());
            let canvas = ui.painter_at(rect);
            let legend = self.plates.iter().find(|plate| plate.item.is_none()).map(|plate| plate.place);
            let inset = self.inset_camera(workspace).and_then(|(_, camera)| inset_place(rect, camera.camera.aspect()));
            let others = legend.or_else(|| self.legend_key(&canvas, rect)).into_iter().chain(inset);
            show(&canvas, rect, &text, &others.collect::<Vec<_>>(), palette);
        }
    }

    /// The name of the view: its side when it looks along an axis, and its projection.
    pub(super) fn name(&self, viewpoint: &Viewpoint) -> String {
        let projection = if self.is_orthographic() { "orthographic" } else { "perspective" };
        let mut name = match side(viewpoint.forward()) {
            Some(side) => format!("{side} · {projection}"),
            None => projection.to_owned(),
        };
        name[..1].make_ascii_uppercase();
        name
    }

    /// The width of the name, or of the button that leaves a camera, points.
    pub(super) fn name_width(&self, viewpoint: &Viewpoint) -> f32 {
        match side(viewpoint.forward()) {
            _ if self.through.is_some() => 152.0,
            Some(_) => 150.0,
            None => 100.0,
        }
    }
}

/// The side from which a view along an axis shows the scene.
fn side(forward: Vec3) -> Option<&'static str> {
    let sides = [
        (Vec3::NEG_Z, "Front"),
        (Vec3::Z, "Back"),
        (Vec3::NEG_X, "Right"),
        (Vec3::X, "Left"),
        (Vec3::NEG_Y, "Top"),
        (Vec3::Y, "Bottom"),
    ];
    sides.into_iter().find(|(axis, _)| forward.dot(*axis) > ALONG).map(|(_, side)| side)
}

/// What is under the pointer.
pub(super) struct Under {
    /// "surface" or "ground".
    pub(super) what: &'static str,
    /// Where it is drawn.
    pub(super) point: Vec3,
    /// Where it is: the halves of cuts may be drawn apart.
    pub(super) in_scene: Vec3,
    /// The object of the surface.
    pub(super) object: Option<usize>,
}

/// The half line through a point on screen: a point on the near plane, and a unit vector.
pub(super) fn sight(viewpoint: &Viewpoint, rect: Rect, pointer: Pos2) -> Option<(DVec3, DVec3)> {
    let world_from_clip = viewpoint.clip_from_world(rect.aspect_ratio()).as_dmat4().inverse();
    let at = (pointer - rect.center()) / (rect.size() * 0.5);
    let point = |depth: f64| world_from_clip.project_point3(DVec3::new(at.x.into(), (-at.y).into(), depth));
    let (from, to) = (point(-1.0), point(1.0));
    Some((from, (to - from).try_normalize()?))
}

/// The first surface under the pointer, else the ground.
pub(super) fn under(workspace: &Workspace, viewpoint: &Viewpoint, rect: Rect, pointer: Pos2) -> Option<Under> {
    let (from, direction) = sight(viewpoint, rect, pointer)?;
    let is_drawn = |index: usize| {
        let object = workspace.world().objects.get(index);
        object.is_some_and(|object| !workspace.marks().hidden().contains(object.id))
    };
    if let Some(found) = surface(workspace.displayed_world(), from.as_vec3(), direction.as_vec3(), is_drawn) {
        let in_scene = found.point - gap_of(workspace, found.object);
        return Some(Under { what: "surface", point: found.point, in_scene, object: Some(found.object) });
    }
    let t = -from.y / direction.y;
    let point = (from + direction * t).as_vec3() * Vec3::new(1.0, 0.0, 1.0);
    (t.is_finite() && t > 0.0 && t < FURTHEST).then_some(Under { what: "ground", point, in_scene: point, object: None })
}

/// How far an object is drawn from its place, because it is a half of a cut, metres.
fn gap_of(workspace: &Workspace, object: usize) -> Vec3 {
    let origin = |world: &World| Some(Vec3::from(world.objects.get(object)?.pose.world_from_local().translation));
    let [drawn, own] = [workspace.displayed_world(), workspace.world()].map(origin);
    drawn.zip(own).map_or(Vec3::ZERO, |(drawn, own)| drawn - own)
}

fn show(painter: &Painter, rect: Rect, text: &str, others: &[Rect], palette: &Palette) {
    let font = FontId::proportional(LETTERS);
    let width = painter.layout_no_wrap(text.to_owned(), font, eframe::egui::Color32::PLACEHOLDER).size().x;
    let place = place_beside(rect, vec2(width + 12.0, HEIGHT), others);
    caption(painter, place.min, text, rect.width(), palette);
}

/// The place of the text at the lower border: in the middle, else beside what is there, else above it.
fn place_beside(rect: Rect, size: Vec2, others: &[Rect]) -> Rect {
    let low = rect.bottom() - MARGIN - size.y;
    let at = |x: f32, y: f32| Rect::from_min_size(pos2(x, y), size);
    let is_free = |place: &Rect| {
        let within = rect.left() + MARGIN <= place.left() && place.right() <= rect.right() - MARGIN;
        within && others.iter().all(|other| !other.intersects(*place))
    };
    let middle = rect.center().x - size.x / 2.0;
    let right_of = others.iter().map(|other| other.right() + GAP);
    let left_of = others.iter().map(|other| other.left() - GAP - size.x);
    let beside = std::iter::once(middle).chain(right_of).chain(left_of).map(|x| at(x, low)).filter(is_free);
    let from_middle = |place: &Rect| (place.left() - middle).abs();
    beside.min_by(|a, b| from_middle(a).total_cmp(&from_middle(b))).unwrap_or_else(|| {
        let top = others.iter().map(Rect::top).fold(low, f32::min);
        at(middle, top - GAP - size.y)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{self, Loaded, Reading};
    use crate::picture::Lens;
    use crate::scene::parse;

    #[test]
    fn views_along_an_axis_have_the_name_of_their_side() {
        assert_eq!(side(Vec3::NEG_Z), Some("Front"));
        assert_eq!(side(Vec3::NEG_Y), Some("Top"));
        assert_eq!(side(Vec3::new(0.1, 0.0, -1.0).normalize()), None);
    }

    #[test]
    fn the_coordinates_cover_neither_the_legend_nor_the_inset() {
        let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(700.0, 500.0));
        let size = vec2(180.0, HEIGHT);
        let legend = |width: f32| Rect::from_min_max(pos2(12.0, 400.0), pos2(12.0 + width, 490.0));
        let inset = |width: f32| Rect::from_min_max(pos2(690.0 - width, 380.0), pos2(690.0, 490.0));
        let of = |others: &[Rect]| place_beside(rect, size, others);
        assert_eq!(Some(of(&[]).center().x), Some(350.0));
        assert_eq!(Some(of(&[legend(200.0), inset(200.0)]).center().x), Some(350.0), "a legend that ends before it");
        assert_eq!(Some(of(&[legend(300.0)]).left()), Some(318.0));
        assert_eq!(Some(of(&[legend(100.0), inset(290.0)]).right()), Some(394.0));
        assert_eq!(Some(of(&[legend(300.0), inset(290.0)]).bottom()), Some(374.0), "above both");
        for (a, b) in [(0, 0), (200, 200), (300, 100), (100, 300), (300, 290), (660, 0)] {
            let others = [legend(a as f32), inset(b as f32)];
            let place = of(&others);
            assert!(
                others.iter().all(|other| !other.intersects(place)) && rect.contains_rect(place),
                "{a} {b}: {place:?}"
            );
        }
    }

    #[test]
    fn the_surface_under_a_point_is_where_that_point_is_drawn() {
        let text = r#"{ "eyeline": 1, "objects": [
            { "name": "box", "shape": { "box": { "half_extents": [1, 1, 1] } }, "position": [0, 1, 0] } ] }"#;
        let workspace = Workspace::new(parse(text, "a").unwrap(), None);
        let rect = Rect::from_min_size(pos2(30.0, 20.0), vec2(800.0, 600.0));
        for lens in [Lens::Perspective { fov_y: 0.8 }, Lens::Orthographic { height: 9.0 }] {
            let viewpoint =
                Viewpoint { eye: Vec3::new(4.0, 5.0, 8.0), target: Vec3::ZERO, up: Vec3::Y, lens, depth: [0.1, 100.0] };
            for (point, what) in [(Vec3::new(0.3, 2.0, 0.2), "surface"), (Vec3::new(2.5, 0.0, 1.5), "ground")] {
                let at = viewpoint.project(point, glam::Vec2::new(800.0, 600.0)).unwrap();
                let found = under(&workspace, &viewpoint, rect, rect.min + vec2(at.x, at.y)).unwrap();
                assert!(found.what == what && found.point.distance(point) < 1e-3, "{point}: {}", found.point);
            }
        }
    }

    #[test]
    fn the_coordinates_on_a_half_that_is_drawn_apart_are_those_of_the_scene() {
        let folder = tempfile::tempdir().unwrap();
        let tetrahedron = "v 0 0 0\nv 3 0 0\nv 0 3 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
        std::fs::write(folder.path().join("a.obj"), tetrahedron).unwrap();
        let text = r#"{ "eyeline": 1, "objects": [{ "name": "a", "shape": { "mesh": { "file": "a.obj" } } }],
            "cuts": [{ "name": "low", "object": "a", "point": [0, 1, 0], "normal": [0, 1, 0] }] }"#;
        let Loaded { scene, files, .. } = files::parse(text, "a.json", Some(folder.path())).unwrap();
        let mut workspace = Workspace::on(scene, files, None, Reading::default());
        workspace.view_mut().set_cut_gap(0.8);
        let (lens, up) = (Lens::Orthographic { height: 9.0 }, Vec3::Y);
        let viewpoint = Viewpoint { eye: Vec3::Z * 20.0, target: Vec3::ZERO, up, lens, depth: [0.1, 100.0] };
        let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(800.0, 600.0));
        // Both are points of the slanted face, where x + y + z = 3.
        let halves = [("a/low+", Vec3::new(0.5, 1.5, 1.0), 0.4), ("a/low-", Vec3::new(0.5, 0.5, 2.0), -0.4)];
        for (half, own, gap) in halves {
            let drawn = own + gap * Vec3::Y;
            let at = viewpoint.project(drawn, glam::Vec2::new(800.0, 600.0)).unwrap();
            let found = under(&workspace, &viewpoint, rect, rect.min + vec2(at.x, at.y)).unwrap();
            let object = &workspace.world().objects[found.object.unwrap()];
            assert_eq!(&*object.name, half);
            let at = found.in_scene;
            assert!(found.point.distance(drawn) < 1e-3 && at.distance(own) < 1e-3, "{half}: {at}");
            let (min, max) = (object.aabb.min - 1e-3, object.aabb.max + 1e-3);
            assert!(at.cmpge(min).all() && at.cmple(max).all(), "in the box of {half}");
        }
    }
}
