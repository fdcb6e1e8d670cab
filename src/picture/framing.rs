//! Viewpoints: the scene's own view, the view of a camera, or a view that frames everything.
//!
//! Framing works on a set of points, and the eye is as near as possible with all of them in the picture: a box around
//! them, or a sphere around that, would leave much of the picture empty ([`fit`]).

use glam::{Quat, Vec3};

use super::hidden::Hidden;
use super::part::{Fineness, SolidPart};
use super::shape_parts::parts;
use super::sizes::small;
use super::triangles::SolidForm;
use super::viewpoint::{Lens, Viewpoint};
use crate::geometry::camera::{Camera, Projection, Window};
use crate::geometry::{Aabb, Shape};
use crate::scene::Scene;
use crate::world::{CameraAt, ObjectAt, World};

/// Default vertical field of view in radians.
const FOV_Y: f32 = 60.0 * std::f32::consts::PI / 180.0;

/// The default direction from the target to the eye: to the front right, a little above.
const FROM: Vec3 = Vec3::new(0.55, 0.5, 0.85);

/// The scene's own view; without one, a view that frames everything.
pub fn scene_view(scene: &Scene, world: &World, aspect: f32) -> Viewpoint {
    let Some(view) = &scene.view else { return everything(world, aspect) };
    let lens = match (view.height, view.fov_y) {
        (Some(height), _) => Lens::Orthographic { height },
        (None, Some(degrees)) => Lens::Perspective { fov_y: degrees.to_radians() },
        (None, None) => Lens::Perspective { fov_y: FOV_Y },
    };
    let target = Vec3::from(view.target);
    if let Some(eye) = view.eye {
        return looking(Vec3::from(eye), target, Vec3::from(view.up), lens, &extent(world));
    }
    let points = main_points(world, &Hidden::default());
    framing(&points, FROM, Vec3::from(view.up), lens, aspect, &extent(world))
}

/// The viewpoint after a turn of the eye around the target by an angle in radians, counterclockwise seen from above.
///
/// The axis is the upward direction of the view, and the vertical axis Y for a view from straight above or below.
pub fn turned(viewpoint: &Viewpoint, angle: f32, world: &World) -> Viewpoint {
    let Viewpoint { eye, target, up, lens, .. } = *viewpoint;
    let is_vertical = viewpoint.forward().y.abs() > 0.99;
    let axis = if is_vertical { Vec3::Y } else { up.normalize_or(Vec3::Y) };
    let turn = Quat::from_axis_angle(axis, angle);
    looking(target + turn * (eye - target), target, turn * up, lens, &extent(world))
}

/// A viewpoint with all objects, cameras and ray origins in the picture, but for outsized objects: see [`main_points`].
pub fn everything(world: &World, aspect: f32) -> Viewpoint {
    let lens = Lens::Perspective { fov_y: FOV_Y * 0.75 };
    framing(&main_points(world, &Hidden::default()), FROM, Vec3::Y, lens, aspect, &extent(world))
}

/// The part of the picture through a camera around its frame: the picture over the frame.
const BORDER: f32 = 1.02;

/// From this distance on, a far plane is drawn as one beyond all objects: numbers of f32 have no room for it.
const FAR: f32 = 1e15;

/// The viewpoint of a camera. The picture contains the camera's whole frame and may have another aspect. The middle of the
/// frame is in the middle of the picture.
#[expect(clippy::cast_possible_truncation, reason = "a picture needs no more than f32")]
pub fn through(camera: &CameraAt, aspect: f32, world: &World) -> Viewpoint {
    let eye = &camera.camera;
    let rotation = eye.rotation.as_quat();
    let far = if eye.far < FAR { eye.far } else { eye.near.max(0.0) + world.reach_of(eye) as f32 };
    // The near rectangle is drawn too, as the frame.
    let depth = [eye.near - 0.01 * eye.near.abs(), far + 0.01 * far.abs()];
    // A frame that is wider than the picture fits by its width.
    let spread = (eye.aspect() / aspect).max(1.0);
    let lens = match eye.projection {
        Projection::Perspective { fov_y, .. } => {
            Lens::Perspective { fov_y: 2.0 * libm::atanf(libm::tanf(fov_y as f32 / 2.0) * spread * BORDER) }
        }
        Projection::Orthographic { height, .. } => Lens::Orthographic { height: height * spread * BORDER },
        Projection::Frustum { .. } | Projection::Ortho { .. } | Projection::Matrix(_) => {
            return through_window(eye, spread, depth);
        }
    };
    let (target, up) = (eye.position + rotation * Vec3::NEG_Z * far.min(1e6) * 0.5, rotation * Vec3::Y);
    Viewpoint { eye: eye.position, target, up, lens, depth }
}

/// The viewpoint of a camera whose frame may be beside its direction of view.
#[expect(clippy::cast_possible_truncation, reason = "a picture needs no more than f32")]
fn through_window(camera: &Camera, spread: f32, [mut near, far]: [f32; 2]) -> Viewpoint {
    /// Of the far distance, for a near plane that is slanted to behind the eye.
    const LEAST_NEAR: f32 = 1e-4;
    let window @ Window { eye, axes: [right, up, forward], is_perspective, .. } = camera.window();
    let [x, y] = window.middle();
    let height = window.height() as f32 * spread * BORDER;
    let (lens, eye) = if is_perspective {
        let off = [x as f32, y as f32];
        (
            if x.abs().max(y.abs()) > 0.0 { Lens::OffCentre { height, middle: off } } else { Lens::of_height(height) },
            eye,
        )
    } else {
        (Lens::Orthographic { height }, right * x + up * y)
    };
    if is_perspective {
        near = near.max(LEAST_NEAR * far);
        // A near plane may be slanted.
        for corner in camera.clip_corners().into_iter().filter(|corner| corner.w > 0.0) {
            let depth = (corner.truncate() / corner.w - window.eye).dot(forward) as f32 * 0.99;
            near = near.min(depth.max(LEAST_NEAR * near));
        }
    }
    let [up, forward] = [up, forward].map(|axis| camera.rotation * axis);
    let eye = camera.position.as_dvec3() + camera.rotation * eye;
    let target = (eye + forward * f64::from(far.min(1e6)) * 0.5).as_vec3();
    Viewpoint { eye: eye.as_vec3(), target, up: up.as_vec3(), lens, depth: [near, far] }
}

/// The point of a camera's own picture at a point of the picture [`through`] it, both from 0 to 1 from the left and from the
/// top. `None` for a point beside the camera's frame.
pub fn on_picture(camera: &CameraAt, aspect: f32, [x, y]: [f64; 2]) -> Option<[f64; 2]> {
    let own = f64::from(camera.camera.aspect());
    let aspect = f64::from(aspect);
    let spread = (own / aspect).max(1.0) * f64::from(BORDER);
    let scaled = |part: f64, by: f64| 0.5 + (part - 0.5) * by;
    let at = [scaled(x, spread * aspect / own), scaled(y, spread)];
    at.iter().all(|part| (0.0..=1.0).contains(part)).then_some(at)
}

/// The place of an eye of a given direction and lens with all points in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The point in the middle of the picture, at the depth of the middle of the points.
    pub target: Vec3,
    /// The distance from the eye to the target, for a perspective lens.
    pub distance: f32,
    /// The height of the picture at the target in metres.
    pub height: f32,
}

/// The fraction of the picture's width or height that framed points fill. The rest is for labels.
const FILLED: f32 = 0.88;

/// The nearest place from which all of the points are in a picture of that aspect, seen along `forward`.
///
/// In the eye's axes a point is in the picture when it is between two pairs of planes through the eye. For each pair
/// the extreme points give the nearest eye; the further of both eyes is used. Points that are not finite are ignored,
/// and without any point the origin is framed.
pub fn fit(points: &[Vec3], forward: Vec3, up: Vec3, lens: Lens, aspect: f32) -> Fit {
    let finite = || points.iter().copied().filter(|point| point.is_finite());
    let bounds = finite().map(|p| Aabb { min: p, max: p }).reduce(|a, b| a.union(&b));
    let bounds = bounds.unwrap_or(Aabb::around(Vec3::ZERO, Vec3::ONE));
    let (middle, radius) = (bounds.centre(), bounds.half_extents().length().max(LEAST_RADIUS));
    let right = forward.cross(up).normalize_or(forward.any_orthonormal_vector());
    let up = right.cross(forward);
    // The greatest of right, left, up and down for an eye of these tangents, which are 0 without perspective.
    let reach = |tangents: [f32; 2]| {
        finite().fold([f32::NEG_INFINITY; 4], |most, point| {
            let from = point - middle;
            let (x, y, nearer) = (from.dot(right), from.dot(up), -from.dot(forward));
            let [wide, high] = tangents.map(|tangent| tangent * nearer);
            let reach = [wide + x, wide - x, high + y, high - y];
            std::array::from_fn(|i| most[i].max(reach[i]))
        })
    };
    let (x, y, distance, height) = match lens {
        Lens::Perspective { .. } | Lens::OffCentre { .. } => {
            let tangent = lens.tangent();
            let [wide, high] = [tangent * aspect * FILLED, tangent * FILLED];
            let [a, b, c, d] = if finite().next().is_some() { reach([wide, high]) } else { [1.0; 4] };
            let least = LEAST_RADIUS / tangent;
            let distance = ((a + b) / (2.0 * wide)).max((c + d) / (2.0 * high)).max(least);
            ((a - b) / 2.0, (c - d) / 2.0, distance, 2.0 * distance * tangent)
        }
        Lens::Orthographic { .. } => {
            let [a, b, c, d] = if finite().next().is_some() { reach([0.0; 2]) } else { [1.0; 4] };
            let height = (c + d).max((a + b) / aspect).max(2.0 * LEAST_RADIUS) / FILLED;
            ((a - b) / 2.0, (c - d) / 2.0, 4.0 * radius, height)
        }
    };
    Fit { target: middle + right * x + up * y, distance, height }
}

/// The least radius that is framed, in metres.
const LEAST_RADIUS: f32 = 1e-3;

/// The most objects whose shapes are framed. With more, their boxes are framed; the difference is small in such a scene.
const MOST_SHAPES: usize = 2000;

/// The most vertices of a mesh that are framed. With more, its box is framed.
const MOST_VERTICES: usize = 20_000;

/// An object is outsized when it is so many times larger than all others together.
const OUTSIZED: f32 = 50.0;

/// The most objects that are outsized: a ground, water, a sky, a moon.
const MOST_OUTSIZED: usize = 4;

/// An object is flat when its least extent is at most this part of its greatest one, such as hilly ground.
const FLAT: f32 = 0.2;

/// The points of a picture of everything that is not hidden: of objects, images, cameras, rays, and the octree's region. A
/// view volume is clipped at the distance of the objects, because a far plane may be very far. While all items are hidden,
/// all are framed.
pub fn shown_points(world: &World, hidden: &Hidden) -> Vec<Vec3> {
    let points = points_without(world, hidden);
    if points.is_empty() && !hidden.is_empty() { points_without(world, &Hidden::default()) } else { points }
}

/// The same without outsized objects: a ground or a sky that is `OUTSIZED` times larger than all the rest, which would be
/// too small to see in a picture of everything.
pub fn main_points(world: &World, hidden: &Hidden) -> Vec<Vec3> {
    let outsized = outsized(world, hidden);
    if outsized.is_empty() {
        return shown_points(world, hidden);
    }
    let mut hidden = hidden.clone();
    for object in outsized {
        hidden.set(world.objects[object].id, true);
    }
    shown_points(world, &hidden)
}

/// The fewest of the largest objects without which the rest is much smaller. Each is flat, or has fewer triangles than the
/// rest: a room is not outsized because something small is in it.
fn outsized(world: &World, hidden: &Hidden) -> Vec<usize> {
    let is_shown = |(_, object): &(usize, &ObjectAt)| !hidden.contains(object.id) && object.aabb.min.is_finite();
    let shown = world.objects.iter().enumerate().filter(is_shown);
    let mut by_size: Vec<(f32, usize)> = shown.map(|(i, object)| (object.aabb.half_extents().length(), i)).collect();
    let largest = MOST_OUTSIZED.min(by_size.len().saturating_sub(1));
    if largest == 0 {
        return Vec::new();
    }
    let larger_first = |a: &(f32, usize), b: &(f32, usize)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
    if largest < by_size.len() {
        by_size.select_nth_unstable_by(largest - 1, larger_first);
    }
    by_size[..largest].sort_unstable_by(larger_first);
    let objects = |of: &[(f32, usize)]| of.iter().map(|(_, i)| &world.objects[*i]).collect::<Vec<_>>();
    let others = around_others(world, hidden);
    (1..=largest)
        .find_map(|count| {
            let (large, rest) = by_size.split_at(count);
            let rest = objects(rest);
            let around = rest.iter().map(|object| object.aabb).chain(others).reduce(|a, b| a.union(&b))?;
            let is_much_larger = large[count - 1].0 >= OUTSIZED * around.half_extents().length();
            let in_rest = rest.iter().map(|object| triangles(object)).sum::<usize>();
            let is_backdrop = |object: &&ObjectAt| is_flat(&object.aabb) || triangles(object) < in_rest;
            let are_backdrops = objects(large).iter().all(is_backdrop);
            (is_much_larger && are_backdrops).then(|| by_size[..count].iter().map(|(_, i)| *i).collect())
        })
        .unwrap_or_default()
}

/// The box around all items but objects. Of a camera its position counts, because a far plane may be very far.
fn around_others(world: &World, hidden: &Hidden) -> Option<Aabb> {
    let cameras = world.cameras.iter().filter(|camera| !hidden.contains(camera.id)).map(|c| c.camera.position);
    let rays = world.rays.iter().filter(|ray| !hidden.contains(ray.id)).map(|ray| ray.ray.origin);
    let points = cameras.chain(rays).chain(of_sessions(world, hidden)).filter(|point| point.is_finite());
    let images = world.images.iter().filter(|image| !hidden.contains(image.id)).map(|image| image.quad.aabb());
    let region = world.octree.iter().map(|octree| Aabb { min: octree.region.min(), max: octree.region.max() });
    points.map(|p| Aabb { min: p, max: p }).chain(images).chain(region).reduce(|a, b| a.union(&b))
}

fn is_flat(aabb: &Aabb) -> bool {
    let size = aabb.half_extents();
    size.min_element() <= FLAT * size.max_element()
}

/// The number of triangles of an object; 1 for a shape that is no mesh.
fn triangles(object: &ObjectAt) -> usize {
    if let Shape::Mesh(mesh) = &object.shape { mesh.triangles().len() } else { 1 }
}

fn points_without(world: &World, hidden: &Hidden) -> Vec<Vec3> {
    let mut points: Vec<Vec3> = Vec::new();
    let corners = |aabb: Aabb| (0..8).map(move |i| aabb.corner(i));
    let has_shapes = world.objects.len() <= MOST_SHAPES;
    let round = SolidPart::ALL.map(|part| part.mesh(Fineness::Low).positions);
    for object in world.objects.iter().filter(|object| !hidden.contains(object.id)) {
        if !has_shapes {
            points.extend(corners(object.aabb));
            continue;
        }
        parts(&object.shape, object.pose.world_from_local(), |form, world_from_unit| match form {
            SolidForm::Part(part) => {
                points.extend(round[part as usize].iter().map(|p| world_from_unit.transform_point3(*p)));
            }
            SolidForm::Mesh(mesh) if mesh.positions().len() <= MOST_VERTICES => {
                points.extend(mesh.positions().iter().map(|p| world_from_unit.transform_point3(*p)));
            }
            SolidForm::Mesh(_) => points.extend(corners(object.aabb)),
        });
    }
    let images =
        move || world.images.iter().filter(move |image| !hidden.contains(image.id)).map(|image| image.quad.aabb());
    points.extend(images().flat_map(corners));
    points.extend(world.rays.iter().filter(|ray| !hidden.contains(ray.id)).map(|ray| ray.ray.origin));
    points.extend(of_sessions(world, hidden));
    points.extend(
        world.octree.iter().flat_map(|octree| corners(Aabb { min: octree.region.min(), max: octree.region.max() })),
    );
    let all = extent(world);
    let least = small(&main_extent(world));
    let items = if hidden.is_empty() {
        world.bounds()
    } else {
        let objects = world.objects.iter().filter(|object| !hidden.contains(object.id)).map(|object| object.aabb);
        objects.chain(images()).reduce(|a, b| a.union(&b))
    };
    for CameraAt { camera, .. } in world.cameras.iter().filter(|camera| !hidden.contains(camera.id)) {
        points.push(camera.position);
        let forward = camera.rotation.as_quat() * Vec3::NEG_Z;
        let depth = |corner: Vec3| (corner - camera.position).dot(forward);
        let reach = items.map_or(all.half_extents().length(), |aabb| corners(aabb).map(depth).fold(0.0, f32::max));
        points.extend(cut(camera, reach.max(least)));
    }
    points
}

/// The corners of a view volume that is cut at about this depth: first the four at the cut, then those of the near face.
fn cut(camera: &Camera, depth: f32) -> [Vec3; 8] {
    let (corners, part) = if camera.far.is_finite() && camera.is_bounded() {
        (camera.corners(), (depth / camera.far.abs().max(f32::MIN_POSITIVE)).min(1.0))
    } else {
        (camera.corners_to(depth.into()), 1.0)
    };
    let ends = corners.map(glam::DVec3::as_vec3);
    std::array::from_fn(|i| if i < 4 { ends[i] + (ends[i + 4] - ends[i]) * part } else { ends[i - 4] })
}

/// The paths of all sessions that are not hidden, and their anchors at the time.
fn of_sessions(world: &World, hidden: &Hidden) -> impl Iterator<Item = Vec3> {
    let sessions = move || world.sessions.iter().filter(move |session| !hidden.contains(session.id));
    let strokes = sessions().filter_map(|session| session.file.as_ref().ok()).flat_map(|file| file.outline());
    let path = strokes.flat_map(|stroke| [stroke.from, stroke.to]);
    let anchors = sessions().filter_map(|session| session.trajectory());
    let anchors = anchors.flat_map(|path| path.anchors.at(world.time));
    let corners = anchors.flat_map(|(_, anchor)| anchor.rectangle().map(|corner| anchor.world(corner)));
    path.chain(corners).map(glam::DVec3::as_vec3)
}

/// The box around everything that is framed; a unit box for an empty scene. Only the part of a view volume nearest to
/// its eye counts, because a far plane may be very far. The whole region of an octree counts.
pub fn extent(world: &World) -> Aabb {
    extent_of(world, world.bounds())
}

/// The same without outsized objects, see [`main_points`]: the size of small items, such as arrows, depends on it.
pub fn main_extent(world: &World) -> Aabb {
    let outsized = outsized(world, &Hidden::default());
    if outsized.is_empty() {
        return extent(world);
    }
    let objects =
        world.objects.iter().enumerate().filter(|(i, _)| !outsized.contains(i)).map(|(_, object)| object.aabb);
    let images = world.images.iter().map(|image| image.quad.aabb());
    extent_of(world, objects.chain(images).reduce(|a, b| a.union(&b)))
}

/// The box around the box of objects and images, and everything else.
fn extent_of(world: &World, bounds: Option<Aabb>) -> Aabb {
    let hidden = Hidden::default();
    let points = world.cameras.iter().map(|c| c.camera.position).chain(world.rays.iter().map(|r| r.ray.origin));
    let points = points.chain(of_sessions(world, &hidden)).map(|p| Aabb { min: p, max: p });
    let region = world.octree.iter().map(|octree| Aabb { min: octree.region.min(), max: octree.region.max() });
    let all = bounds.into_iter().chain(points).chain(region).reduce(|a, b| a.union(&b));
    let all = all.unwrap_or(Aabb::around(Vec3::ZERO, Vec3::ONE));
    let ahead = world.cameras.iter().map(|c| {
        let [reached @ .., near, _, _, _] = cut(&c.camera, all.half_extents().length().max(1.0));
        reached.into_iter().fold(Aabb { min: near, max: near }, |a, p| a.union(&Aabb { min: p, max: p }))
    });
    let all = ahead.fold(all, |a, b| a.union(&b));
    if all.half_extents().length() > 1e-3 { all } else { Aabb::around(all.centre(), Vec3::ONE) }
}

/// The viewpoint in the direction `from` with all points in the picture.
fn framing(points: &[Vec3], from: Vec3, up: Vec3, lens: Lens, aspect: f32, extent: &Aabb) -> Viewpoint {
    let from = from.normalize_or(FROM.normalize_or(Vec3::Z));
    let Fit { target, distance, height } = fit(points, -from, upward(from, up), lens, aspect);
    let lens = match lens {
        Lens::Perspective { .. } | Lens::OffCentre { .. } => lens,
        Lens::Orthographic { .. } => Lens::Orthographic { height },
    };
    looking(target + from * distance, target, up, lens, extent)
}

/// A direction that points up in the picture, also for a view parallel to `up`.
fn upward(along: Vec3, up: Vec3) -> Vec3 {
    let up = up.normalize_or(Vec3::Y);
    if along.normalize_or_zero().cross(up).length() < 1e-4 { Vec3::NEG_Z } else { up }
}

fn looking(eye: Vec3, target: Vec3, up: Vec3, lens: Lens, extent: &Aabb) -> Viewpoint {
    let up = upward(target - eye, up);
    let radius = extent.half_extents().length();
    let reach = eye.distance(extent.centre()) + radius;
    let near = match lens {
        Lens::Perspective { .. } | Lens::OffCentre { .. } => {
            (eye.distance(target) * 0.01).clamp(1e-3, reach.max(1.0) * 0.01)
        }
        Lens::Orthographic { .. } => -reach * 4.0,
    };
    Viewpoint { eye, target, up, lens, depth: [near, (reach * 20.0).max(100.0)] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;

    #[test]
    fn a_framed_box_is_in_the_picture_and_fills_it() {
        let aabb = Aabb { min: Vec3::new(-3.0, 0.0, 2.0), max: Vec3::new(10.0, 2.0, 5.0) };
        let corners: Vec<Vec3> = (0..8).map(|i| aabb.corner(i)).collect();
        for lens in [Lens::Perspective { fov_y: 0.8 }, Lens::Orthographic { height: 1.0 }] {
            for aspect in [0.5, 1.0, 2.0] {
                for from in [FROM, Vec3::Y, Vec3::NEG_X] {
                    let seen = framing(&corners, from, Vec3::Y, lens, aspect, &aabb);
                    let clip_from_world = seen.clip_from_world(aspect);
                    let ndc = corners.iter().map(|corner| clip_from_world.project_point3(*corner).abs());
                    let most = ndc.fold(Vec3::ZERO, Vec3::max);
                    assert!(most.z <= 1.0, "{lens:?} {aspect} {from}: {most}");
                    let filled = most.truncate().max_element();
                    assert!((filled - FILLED).abs() < 1e-3, "{lens:?} {aspect} {from}: {most}");
                }
            }
        }
    }

    #[test]
    fn everything_fills_the_picture_however_far_a_camera_sees() {
        for far in [20.0, 1e4] {
            let text = format!(
                r#"{{ "eyeline": 1, "cameras": [{{ "name": "c", "position": [0, 1, 6], "far": {far} }}], "objects": [
                    {{ "name": "a", "shape": {{ "sphere": {{ "radius": 2 }} }} }},
                    {{ "name": "b", "shape": {{ "capsule": {{ "radius": 1, "half_height": 2 }} }}, "position": [9, 3, -4] }} ] }}"#
            );
            let world = World::at(&serde_json::from_str::<Scene>(&text).unwrap(), &Files::default(), 0);
            for aspect in [0.6, 1.0, 1.8] {
                let clip_from_world = everything(&world, aspect).clip_from_world(aspect);
                let ndc = shown_points(&world, &Hidden::default())
                    .into_iter()
                    .map(|point| clip_from_world.project_point3(point).truncate().abs());
                let most = ndc.fold(glam::Vec2::ZERO, glam::Vec2::max).max_element();
                assert!((most - FILLED).abs() < 1e-3, "{far} {aspect}: {most}");
                let object = |i: usize| clip_from_world.project_point3(world.objects[i].aabb.centre()).truncate();
                assert!(object(0).distance(object(1)) > 0.3, "{far} {aspect}: the objects are not lost in the volume");
            }
        }
    }

    /// How far the framed points reach from the origin, without outsized objects and with all.
    fn reaches(objects: &str) -> [f32; 2] {
        let text = format!(r#"{{ "eyeline": 1, "objects": [{objects}] }}"#);
        let world = World::at(&serde_json::from_str::<Scene>(&text).unwrap(), &Files::default(), 0);
        let hidden = Hidden::default();
        [main_points(&world, &hidden), shown_points(&world, &hidden)]
            .map(|points| points.into_iter().map(|point| point.abs().max_element()).fold(0.0, f32::max))
    }

    #[test]
    fn a_ground_and_a_sky_that_are_much_larger_than_the_rest_are_not_framed() {
        let object = |name: &str, half: [f32; 3]| {
            format!(r#"{{ "name": "{name}", "shape": {{ "box": {{ "half_extents": {half:?} }} }} }}"#)
        };
        let (room, ball) = (object("room", [4.0, 1.5, 5.0]), object("ball", [0.03; 3]));
        let [ground, lawn] = [object("ground", [1000.0, 0.1, 1000.0]), object("lawn", [90.0, 0.1, 90.0])];
        let sky = object("sky", [3000.0; 3]);
        for (objects, expected) in [
            (vec![&room, &ground], [5.0, 1000.0]),
            (vec![&ground, &room, &ball, &sky], [5.0, 3000.0]),
            (vec![&room, &lawn], [90.0, 90.0]),
            // A room in which something small is: it is neither flat nor has it fewer triangles.
            (vec![&room, &ball], [5.0, 5.0]),
            (vec![&ground], [1000.0, 1000.0]),
        ] {
            let objects = objects.into_iter().cloned().collect::<Vec<_>>().join(", ");
            let found = reaches(&objects);
            assert!((0..2).all(|i| (found[i] - expected[i]).abs() < f32::EPSILON), "{objects}: {found:?}");
        }
    }

    #[test]
    fn hidden_items_are_not_framed() {
        let text = r#"{ "eyeline": 1, "cameras": [{ "name": "c", "position": [0, 0, 90] }],
            "rays": [{ "name": "r", "origin": [0, 70, 0], "direction": [0, -1, 0] }], "objects": [
            { "name": "near", "shape": { "box": { "half_extents": [1, 1, 1] } } },
            { "name": "far", "shape": { "box": { "half_extents": [1, 1, 1] } }, "position": [50, 0, 0] }] }"#;
        let world = World::at(&serde_json::from_str::<Scene>(text).unwrap(), &Files::default(), 0);
        let reach = |names: &[&str]| {
            let mut hidden = Hidden::default();
            for name in names {
                hidden.set(world.named(name).unwrap(), true);
            }
            shown_points(&world, &hidden).into_iter().map(|point| point.abs().max_element()).fold(0.0, f32::max)
        };
        for (names, expected) in [
            (vec!["c", "r"], 51.0),
            (vec!["c", "far"], 70.0),
            (vec!["c", "r", "far"], 1.0),
            (vec!["c", "r", "near"], 51.0),
        ] {
            assert!((reach(&names) - expected).abs() < 1e-3, "{names:?}: {}", reach(&names));
        }
        assert!((reach(&["c", "r", "near", "far"]) - reach(&[])).abs() < 1e-3, "all are framed when all are hidden");
    }

    #[test]
    fn nothing_and_a_point_have_a_finite_fit() {
        let lens = Lens::Perspective { fov_y: 0.8 };
        for points in [&[][..], &[Vec3::ONE], &[Vec3::NAN]] {
            let fit = fit(points, Vec3::NEG_Z, Vec3::Y, lens, 1.5);
            assert!(fit.target.is_finite() && fit.distance.is_finite() && fit.distance > 0.0, "{points:?}: {fit:?}");
        }
    }
}
