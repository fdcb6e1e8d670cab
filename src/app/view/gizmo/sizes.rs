//! The sizes of the active item that have a handle in the view, and the points of it that can be moved alone.

use glam::{DVec3, Vec3};

use super::subject::GizmoSubject;
use crate::geometry::Shape;
use crate::geometry::camera::Projection;
use crate::geometry::shape::SizeHandle;
use crate::geometry::units::Units;
use crate::scene::{self, Entry};
use crate::workspace::Workspace;
use crate::workspace::edit::resize::SizeChange;
use crate::workspace::edit::transform::{MovedPart, axes_of, tree_points, wide};
use crate::world::Quad;

/// The largest number of points of a path or of a tree that have a handle. The Inspector has fields for all points.
const MOST_POINTS: usize = 1000;
/// The field of view is dragged at this part of the way from the near to the far plane.
const LENS_DEPTH: f64 = 0.35;

/// A handle on a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Slider {
    pub(super) size: SizeChange,
    /// The beginning of the line in world space.
    pub(super) origin: DVec3,
    /// Unit vector.
    pub(super) axis: DVec3,
    /// The distance of the handle from the beginning, metres.
    pub(super) distance: f64,
    /// From a distance to the number of the file.
    scale: Scale,
}

/// How a distance becomes the number of the file.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Scale {
    /// It is divided by the scale of the object.
    Divided(f64),
    /// The coordinate of the beginning is added, with the sign of the direction.
    Coordinate { start: f64, sign: f64 },
    /// Half of a full angle, at this depth, in degrees.
    Angle { depth: f64 },
    /// Half of the full height.
    Half,
    /// A border of a camera's picture: the opposite border, and what a metre of the distance adds to it.
    Border { start: f64, per_metre: f64 },
}

impl Slider {
    /// The place of the handle.
    pub(super) fn place(&self) -> DVec3 {
        self.origin + self.axis * self.distance
    }

    /// The number of the file for a distance.
    pub(super) fn value(&self, distance: f64) -> f64 {
        match self.scale {
            Scale::Divided(by) => distance / by,
            Scale::Coordinate { start, sign } => start + sign * distance,
            Scale::Angle { depth } => 2.0 * libm::atan2(distance.max(0.0), depth).to_degrees(),
            Scale::Half => 2.0 * distance,
            Scale::Border { start, per_metre } => start + per_metre * distance,
        }
    }

    /// The distance for a number of the file.
    pub(super) fn distance_of(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Divided(by) => value * by,
            Scale::Coordinate { start, sign } => (value - start) * sign,
            Scale::Angle { depth } => depth * libm::tan(value.clamp(0.0, 179.0).to_radians() / 2.0),
            Scale::Half => value / 2.0,
            Scale::Border { start, per_metre } => (value - start) / per_metre,
        }
    }

    /// From the number of the file to the number on screen, and what follows that number.
    pub(super) fn unit(&self, units: Units) -> (f64, String) {
        if matches!(self.scale, Scale::Angle { .. }) {
            (units.angle.per_degree(), units.angle.suffix().to_owned())
        } else {
            (units.length.per_metre(), format!(" {}", units.length.symbol()))
        }
    }
}

/// The sizes of the active item, when it is selected alone.
pub(super) fn sliders(workspace: &Workspace, subject: &GizmoSubject) -> Vec<Slider> {
    let Some(item) = subject.alone() else { return Vec::new() };
    let world = workspace.world();
    match item.entry {
        Entry::Object(index) => {
            let Some(id) = workspace.scene().objects.get(index).map(|object| object.id.get()) else {
                return Vec::new();
            };
            let Some(crate::world::Item::Object(placed)) = world.find(id) else { return Vec::new() };
            let object = &world.objects[placed];
            let matrix = glam::Mat3::from(object.pose.world_from_local().matrix3).as_dmat3();
            let centre = wide(Vec3::from(object.pose.world_from_local().translation).to_array());
            of_shape(&object.shape, centre, [matrix.x_axis, matrix.y_axis, matrix.z_axis])
        }
        Entry::Camera(index) => {
            let Some(at) = world.cameras.get(index).filter(|at| at.error.is_none()) else { return Vec::new() };
            let camera = &at.camera;
            let (eye, [axis, up, back]) = (camera.position.as_dvec3(), axes_of(camera.rotation));
            let (near, far) = (f64::from(camera.near), f64::from(camera.far));
            let plane =
                |size, distance| Slider { size, origin: eye, axis: -back, distance, scale: Scale::Divided(1.0) };
            let drawn = if far.is_finite() { far - near } else { world.reach_of(camera) };
            let depth = near + drawn * LENS_DEPTH;
            let mut planes = vec![plane(SizeChange::Near, near)];
            planes.extend(far.is_finite().then(|| plane(SizeChange::Far, far)));
            let origin = eye - back * depth;
            let lens = match camera.projection {
                Projection::Perspective { fov_y, .. } => {
                    let distance = depth * libm::tan(fov_y / 2.0);
                    Slider { size: SizeChange::FieldOfView, origin, axis: up, distance, scale: Scale::Angle { depth } }
                }
                Projection::Orthographic { height, .. } => {
                    let distance = f64::from(height) / 2.0;
                    Slider { size: SizeChange::Height, origin, axis: up, distance, scale: Scale::Half }
                }
                Projection::Frustum { left, right, bottom, top } => {
                    planes.extend(of_borders([left, right, bottom, top], near / depth, origin, [axis, up]));
                    return planes;
                }
                Projection::Ortho { left, right, bottom, top } => {
                    planes.extend(of_borders([left, right, bottom, top], 1.0, origin, [axis, up]));
                    return planes;
                }
                Projection::Matrix(_) => return Vec::new(),
            };
            planes.push(lens);
            planes
        }
        Entry::Image(index) => world.images.get(index).map_or(Vec::new(), |image| of_quad(&image.quad)),
        _ => Vec::new(),
    }
}

/// The borders of a camera's picture, at a point in its direction of view. `per_metre`: what a metre there is in the file.
fn of_borders(borders: [f32; 4], per_metre: f64, at: DVec3, axes: [DVec3; 2]) -> [Slider; 4] {
    let borders = borders.map(f64::from);
    std::array::from_fn(|i| {
        let (own, opposite) = (borders[i], borders[i ^ 1]);
        let sign = if i & 1 == 0 { -1.0 } else { 1.0 };
        let across = if i < 2 { [2, 3] } else { [0, 1] };
        let middle = f64::midpoint(borders[across[0]], borders[across[1]]);
        Slider {
            size: SizeChange::Border(i),
            origin: at + (axes[i / 2] * opposite + axes[1 - i / 2] * middle) / per_metre,
            axis: axes[i / 2] * sign,
            distance: (own - opposite).abs() / per_metre,
            scale: Scale::Border { start: opposite, per_metre: sign * per_metre },
        }
    })
}

/// `columns` are the local axes in world space, with their scale.
fn of_shape(shape: &Shape, centre: DVec3, columns: [DVec3; 3]) -> Vec<Slider> {
    let slider = |(index, handle): (usize, SizeHandle)| {
        let column = columns[handle.axis];
        let length = column.length().max(1e-12);
        let [from, to] = handle.ends;
        Slider {
            size: SizeChange::OfShape(index, handle.name),
            origin: centre + columns[1] * handle.y + column * from,
            axis: column / length * (to - from).signum(),
            distance: handle.length() * length,
            scale: Scale::Divided(length),
        }
    };
    shape.handles().into_iter().enumerate().map(slider).collect()
}

/// The sides of an image.
fn of_quad(quad: &Quad) -> Vec<Slider> {
    let (centre, half_size) = (quad.centre.as_dvec3(), quad.half_size.as_dvec2().to_array());
    let side = |axis: usize, sign: f64| {
        let (half, outwards) = (half_size[axis], DVec3::AXES[axis] * sign);
        Slider {
            size: SizeChange::Side(axis, sign > 0.0),
            origin: centre - outwards * half,
            axis: outwards,
            distance: 2.0 * half,
            scale: Scale::Divided(1.0),
        }
    };
    vec![side(0, 1.0), side(0, -1.0), side(1, 1.0), side(1, -1.0)]
}

/// Why the selection has no sizes to drag, a sentence.
pub(super) fn why_none(workspace: &Workspace, subject: &GizmoSubject) -> Option<&'static str> {
    let Some(item) = subject.alone() else { return Some("Select a single item to drag its sizes.") };
    match item.entry {
        Entry::Object(index) => {
            let object = workspace.scene().objects.get(index)?;
            let is_mesh = matches!(object.shape, scene::Shape::Mesh { .. });
            let without =
                || object.shape.sizes().is_empty().then_some("This shape has no sizes to drag. Use the Scale tool.");
            if is_mesh { Some("A mesh has no sizes to drag. Use the Scale tool.") } else { without() }
        }
        Entry::Camera(index) => {
            let is_matrix = matches!(workspace.scene().cameras.get(index)?.projection, scene::Projection::Matrix(_));
            is_matrix.then_some("A matrix has no sizes to drag. Choose another projection in the inspector.")
        }
        Entry::Model(_) => Some("A model has no sizes to drag. Use the Scale tool."),
        Entry::Ray(_) => Some("A ray has no sizes to drag. Drag its end with the Move tool."),
        Entry::Cut(_) => Some("A cut has no sizes to drag."),
        Entry::Leak(_) => Some("A leak has no sizes to drag. Change its radius in the inspector."),
        _ => None,
    }
}

/// The faces of the octree's region.
pub(super) fn of_region(min: Vec3, max: Vec3) -> Vec<Slider> {
    let (min, max) = (min.as_dvec3(), max.as_dvec3());
    let middle = (min + max) / 2.0;
    let face = |axis: usize, is_max: bool| {
        let (from, to, sign) = if is_max { (min, max, 1.0) } else { (max, min, -1.0) };
        let mut origin = middle.to_array();
        origin[axis] = from.to_array()[axis];
        Slider {
            size: SizeChange::Region(axis, is_max),
            origin: origin.into(),
            axis: DVec3::AXES[axis] * sign,
            distance: (to - from).to_array()[axis].abs(),
            scale: Scale::Coordinate { start: from.to_array()[axis], sign },
        }
    };
    (0..3).flat_map(|axis| [face(axis, true), face(axis, false)]).collect()
}

/// The points of the active item that can be moved alone, in world space.
pub(super) fn points(workspace: &Workspace, subject: &GizmoSubject) -> Vec<(MovedPart, DVec3)> {
    let Some(item) = subject.alone() else { return Vec::new() };
    let scene = workspace.scene();
    match item.entry {
        Entry::Ray(i) => scene.rays.get(i).map_or(Vec::new(), |ray| {
            let start = wide(ray.origin);
            vec![(MovedPart::RayStart, start), (MovedPart::RayEnd, start + wide(ray.direction))]
        }),
        Entry::Camera(i) => {
            let Some(camera) = scene.cameras.get(i) else { return Vec::new() };
            let place = |point| item.carrier.world_from_local.transform_point3(wide(point));
            let target = camera.look_at.filter(|_| camera.session.is_none());
            target.map_or(Vec::new(), |target| {
                vec![(MovedPart::Whole, place(camera.position)), (MovedPart::LookAt, place(target))]
            })
        }
        Entry::Object(i) => {
            let object = scene.objects.get(i).filter(|object| object.session.is_none());
            let Some(path) = object.and_then(|object| object.path.as_ref()) else { return Vec::new() };
            let points = path.points.iter().take(MOST_POINTS).enumerate();
            points.map(|(i, point)| (MovedPart::PathPoint(i), wide(*point))).collect()
        }
        Entry::Cut(i) => scene.cuts.get(i).map_or(Vec::new(), |cut| {
            let point = DVec3::from(cut.point);
            vec![(MovedPart::Whole, point), (MovedPart::Normal, point + DVec3::from(cut.normal))]
        }),
        Entry::Leak(i) => scene.leaks.get(i).map_or(Vec::new(), |leak| {
            let goal = leak.to.map(|to| (MovedPart::LeakGoal, DVec3::from(to)));
            std::iter::once((MovedPart::Whole, DVec3::from(leak.from))).chain(goal).collect()
        }),
        Entry::Agent(i) => {
            let mut points = scene.agents.get(i).map_or(Vec::new(), tree_points);
            points.truncate(MOST_POINTS);
            points
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_and_its_distance_are_the_same_size() {
        let columns = [DVec3::X * 2.0, DVec3::Y * 0.5, DVec3::Z * -3.0];
        let shapes = [
            Shape::Box { half_extents: Vec3::new(0.5, 1.0, 2.0) },
            Shape::Sphere { radius: 0.7 },
            Shape::Cylinder { radius: 0.3, half_height: 2.0 },
            Shape::Cone { radius: 0.3, height: 2.0 },
            Shape::Capsule { radius: 0.3, half_height: 2.0 },
        ];
        for shape in shapes {
            for slider in of_shape(&shape, DVec3::new(1.0, 2.0, 3.0), columns) {
                let value = slider.value(slider.distance);
                assert!((slider.distance_of(value) - slider.distance).abs() < 1e-9, "{slider:?}");
                let expected = match (&shape, slider.size) {
                    (Shape::Box { half_extents }, SizeChange::OfShape(handle, _)) => {
                        f64::from(half_extents[handle / 2]) * 2.0
                    }
                    (Shape::Sphere { radius }, _) => f64::from(*radius),
                    (_, SizeChange::OfShape(_, "radius")) => f64::from(0.3_f32),
                    (Shape::Cylinder { .. }, _) => 4.0,
                    (Shape::Capsule { .. }, _) => 4.0 + 2.0 * f64::from(0.3_f32),
                    _ => 2.0,
                };
                assert!((value - expected).abs() < 1e-9, "{slider:?}: {value}");
            }
        }
        let quad = Quad { centre: Vec3::new(1.0, 2.0, 3.0), half_size: glam::Vec2::new(2.0, 0.5) };
        for slider in of_quad(&quad) {
            let SizeChange::Side(axis, is_upper) = slider.size else { unreachable!() };
            let half = [2.0, 0.5][axis];
            assert!((slider.value(slider.distance) - 2.0 * half).abs() < 1e-9, "{slider:?}");
            let side = [1.0, 2.0][axis] + if is_upper { half } else { -half };
            assert!((slider.place().to_array()[axis] - side).abs() < 1e-9, "{slider:?}");
            assert!((slider.distance_of(3.0) - 3.0).abs() < 1e-9, "{slider:?}");
        }
        let borders = [-0.5_f32, 1.0, 0.25, 0.75];
        for slider in of_borders(borders, 0.1, DVec3::new(0.0, 0.0, -9.0), [DVec3::X, DVec3::Y]) {
            let SizeChange::Border(i) = slider.size else { unreachable!() };
            let expected = f64::from(borders[i]);
            assert!((slider.value(slider.distance) - expected).abs() < 1e-9, "{slider:?}");
            assert!((slider.distance_of(expected) - slider.distance).abs() < 1e-9, "{slider:?}");
            assert!((slider.place().to_array()[i / 2] - expected * 10.0).abs() < 1e-9, "{slider:?}");
        }
        for slider in of_region(Vec3::new(-1.0, -2.0, -3.0), Vec3::new(4.0, 5.0, 6.0)) {
            let SizeChange::Region(axis, is_max) = slider.size else { unreachable!() };
            let expected = if is_max { [4.0, 5.0, 6.0] } else { [-1.0, -2.0, -3.0] }[axis];
            assert!((slider.value(slider.distance) - expected).abs() < 1e-9, "{slider:?}");
            assert!((slider.place().to_array()[axis] - expected).abs() < 1e-9, "{slider:?}");
        }
    }
}
