//! The bounds that a program has tested, beside those of its object.

use glam::{Affine3A, Vec3};

use super::bounds_kind::BoundsKind;
use super::earlier::{EarlierWorlds, object_near};
use crate::geometry::frustum::Frustum;
use crate::geometry::{Aabb, Plane, Pose};
use crate::scene::SkinBounds;
use crate::trace::SaidBounds;
use crate::world::{ObjectAt, SkinAt, World};

/// Two inputs are the same when they differ by less than this share of themselves, or of a metre.
pub(super) const SAME: f32 = 1e-4;

/// Whether bounds are those of a box.
pub(super) fn is_same_bounds(given: &SaidBounds, own: &Aabb) -> bool {
    let is_near = |a: Vec3, b: Vec3| (a - b).abs().cmplt((1.0 + b.abs()) * SAME).all();
    match *given {
        SaidBounds::Box { min, max } => is_near(min.into(), own.min) && is_near(max.into(), own.max),
        SaidBounds::Sphere { center, radius } => {
            let half = own.half_extents();
            let fits = radius >= half.max_element() * (1.0 - SAME) && radius <= half.length() * (1.0 + SAME);
            is_near(center.into(), own.centre()) && fits
        }
    }
}

/// The kind of the bounds that a program has given at a tick; `None` when they are those of eyeline, or of no known kind.
pub(super) fn kind_of(
    given: &SaidBounds,
    object_index: usize,
    object: &ObjectAt,
    earlier: &EarlierWorlds,
) -> Option<BoundsKind> {
    if matches!(given, SaidBounds::Sphere { .. }) {
        return Some(BoundsKind::Sphere);
    }
    let is = |own: &Aabb| is_same_bounds(given, own);
    if is(&object.view_box) {
        return None;
    }
    let was_its_box =
        |before: &World| object_near(before, object_index, &object.name).is_some_and(|at| is(&at.view_box));
    if let Some(ticks) = earlier.last(was_its_box) {
        return Some(BoundsKind::Stale(ticks));
    }
    let bind_box = |skin: &SkinAt| skin.bounds(SkinBounds::Bind, &skin.bind(), &[], &[]).enclosing();
    if object.skin.as_deref().map(bind_box).as_ref().is_some_and(is) {
        return Some(BoundsKind::BindPose);
    }
    let local = local_box(object)?;
    if is(&local) {
        return Some(BoundsKind::Local);
    }
    let corners = corners(&local, &world_from_local(object));
    is(&around(&corners)?).then_some(BoundsKind::Corners)
}

/// Whether the local box of an object, turned with it, is in the volume of some planes, by its corner that is furthest in front of each.
/// `None` where rounding decides, and for a skin: its local box is that of the mesh as modelled, so a turn is not what differs.
pub(super) fn is_turned_box_visible(frustum: &Frustum, object: &ObjectAt) -> Option<bool> {
    if object.skin.is_some() {
        return None;
    }
    let corners = corners(&local_box(object)?, &world_from_local(object));
    let in_front =
        |plane: &Plane| corners.iter().map(|corner| plane.distance(*corner)).fold(f32::NEG_INFINITY, f32::max);
    let margin = frustum.planes.iter().filter(|plane| plane.exists()).map(in_front).fold(f32::INFINITY, f32::min);
    let largest = corners.iter().map(|corner| corner.abs().max_element()).fold(0.0, f32::max);
    (margin.abs() >= 4.0 * (largest.next_up() - largest)).then_some(margin >= 0.0)
}

/// The box in local space, of a skin that of the mesh as modelled.
fn local_box(object: &ObjectAt) -> Option<Aabb> {
    match object.skin.as_deref() {
        Some(skin) => around(&skin.bind()),
        None => Some(Aabb::of(&object.shape, &Pose::IDENTITY)),
    }
}

fn world_from_local(object: &ObjectAt) -> Affine3A {
    match object.skin.as_deref() {
        Some(skin) => skin.world_from_node().as_affine3a(),
        None => object.pose.world_from_local(),
    }
}

fn corners(local: &Aabb, world_from_local: &Affine3A) -> [Vec3; 8] {
    std::array::from_fn(|i| world_from_local.transform_point3(local.corner(i)))
}

/// The box around points; `None` without one.
fn around(points: &[Vec3]) -> Option<Aabb> {
    points.iter().map(|&at| Aabb { min: at, max: at }).reduce(|a, b| a.union(&b))
}
