//! Sizes that have a handle in the 3D view: those of shapes, planes and angle of cameras,
//! sides of images, faces of the octree's region.
//!
//! A handle is on a line. The distance from the beginning of the line is the size in world space, and its value is the
//! number of the file.

use glam::DVec3;

use super::transform::{Moved, Transform, round, transform};
use crate::scene::{Entry, Projection, Scene};

/// Sizes are written with this grain.
const FINE: f64 = 1e-6;
/// The least size, metres.
const LEAST: f64 = 1e-4;
/// The least and the greatest field of view, degrees.
const ANGLES: [f64; 2] = [1.0, 179.0];
/// The least distance of two opposite borders of a projection, metres.
const LEAST_BETWEEN: f64 = 1e-5;

/// A size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum SizeChange {
    /// A size of a shape: the index of the handle in [`Shape::handles`](crate::geometry::Shape::handles), and its name. The
    /// number is the length of the handle's line.
    OfShape(usize, &'static str),
    /// The near plane of a camera.
    Near,
    /// The far plane of a camera.
    Far,
    /// The vertical field of view of a camera, degrees.
    FieldOfView,
    /// The height of an orthographic camera.
    Height,
    /// A border of the picture of a camera: left, right, bottom and top as 0 to 3.
    Border(usize),
    /// The width (axis 0) or the height (axis 1) of an image, by its side at the positive or negative end. The opposite
    /// side stays.
    Side(usize, bool),
    /// A coordinate of the region of the octree: on an axis, the maximum or the minimum.
    Region(usize, bool),
}

impl SizeChange {
    /// Its name beside the pointer.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::OfShape(_, name) => name,
            Self::Height => "height",
            Self::Near => "near",
            Self::Far => "far",
            Self::FieldOfView => "field of view",
            Self::Border(border) => ["left", "right", "bottom", "top"][border],
            Self::Side(axis, _) => ["width", "height"][axis],
            Self::Region(axis, true) => ["max X", "max Y", "max Z"][axis],
            Self::Region(axis, false) => ["min X", "min Y", "min Z"][axis],
        }
    }
}

/// Writes a size of an item. `value` is the number as [`SizeChange`] says; `along` is the displacement of the handle in world
/// space, by which a shape with a fixed opposite side moves half.
pub(crate) fn resize(scene: &mut Scene, before: &Scene, item: &Moved, size: SizeChange, value: f64, along: DVec3) {
    let i = item.entry.index();
    if matches!(item.entry, Entry::Camera(_)) {
        camera(scene, before, i, size, value);
        return;
    }
    let objects = (item.entry, scene.objects.get_mut(i), before.objects.get(i));
    let (Entry::Object(_), Some(object), Some(from)) = objects else { return };
    object.shape = from.shape.clone();
    let SizeChange::OfShape(handle, _) = size else { return };
    let Some(handle) = from.shape.solid().and_then(|solid| solid.handles().get(handle).copied()) else { return };
    if let Some((_, numbers)) = object.shape.sizes_mut().get_mut(handle.size) {
        numbers[handle.component] = round(handle.number(value, LEAST), FINE);
    }
    let moves = along * handle.moves;
    transform(scene, before, item, &Transform::Move(moves), FINE);
}

/// Writes the width or the height of an image. `extent` is its width and height in world space, for an image without a
/// written size; `along` is the displacement of the handle in world space, by half of which the centre moves.
pub(crate) fn resize_image(
    scene: &mut Scene,
    before: &Scene,
    item: &Moved,
    extent: [f32; 2],
    size: SizeChange,
    value: f64,
    along: DVec3,
) {
    let (Entry::Image(i), SizeChange::Side(axis, _)) = (item.entry, size) else { return };
    let (Some(to), Some(from)) = (scene.images.get_mut(i), before.images.get(i)) else { return };
    let mut sides = from.size.unwrap_or_else(|| extent.map(|side| round(f64::from(side), FINE)));
    sides[axis] = round(value.max(LEAST), FINE);
    to.size = Some(sides);
    transform(scene, before, item, &Transform::Move(along / 2.0), FINE);
}

fn camera(scene: &mut Scene, before: &Scene, index: usize, size: SizeChange, value: f64) {
    let (Some(camera), Some(from)) = (scene.cameras.get_mut(index), before.cameras.get(index)) else { return };
    let has_perspective = matches!(from.projection, Projection::Perspective { .. } | Projection::Frustum { .. });
    let least = if has_perspective { LEAST } else { f64::NEG_INFINITY };
    match (size, &mut camera.projection) {
        (SizeChange::Near, Projection::Frustum { left, right, bottom, top }) => {
            let Projection::Frustum { left: l, right: r, bottom: b, top: t } = from.projection else { return };
            camera.near = round(value.min(f64::from(from.far) - LEAST).max(least), FINE);
            // The borders are on the near plane, and the angles of the sides stay.
            let scale = f64::from(camera.near) / f64::from(from.near);
            for (border, from) in [(left, l), (right, r), (bottom, b), (top, t)] {
                *border = round(f64::from(from) * scale, FINE);
            }
        }
        (
            SizeChange::Border(border),
            Projection::Frustum { left, right, bottom, top } | Projection::Ortho { left, right, bottom, top },
        ) => match border {
            0 => *left = round(value.min(f64::from(*right) - LEAST_BETWEEN), FINE),
            1 => *right = round(value.max(f64::from(*left) + LEAST_BETWEEN), FINE),
            2 => *bottom = round(value.min(f64::from(*top) - LEAST_BETWEEN), FINE),
            _ => *top = round(value.max(f64::from(*bottom) + LEAST_BETWEEN), FINE),
        },
        (SizeChange::Near, _) => camera.near = round(value.min(f64::from(from.far) - LEAST).max(least), FINE),
        (SizeChange::Far, _) => camera.far = round(value.max(f64::from(from.near) + LEAST), FINE),
        (SizeChange::FieldOfView, Projection::Perspective { fov_y, .. }) => {
            *fov_y = round(value.clamp(ANGLES[0], ANGLES[1]), 0.001);
        }
        (SizeChange::Height, Projection::Orthographic { height, .. }) => *height = round(value.max(LEAST), FINE),
        _ => {}
    }
}

/// Writes the region of the octree, moved by metres. Coordinates that change are rounded to multiples of `grain`, and the
/// size stays.
pub(crate) fn move_region(scene: &mut Scene, [min, max]: [[f32; 3]; 2], by: DVec3, grain: f64) {
    let Some(octree) = &mut scene.octree else { return };
    let (mut to_min, mut to_max) = (min, max);
    for axis in 0..3 {
        if by[axis].abs() > 0.0 {
            to_min[axis] = round(f64::from(min[axis]) + by[axis], grain);
            let size = f64::from(max[axis]) - f64::from(min[axis]);
            to_max[axis] = round(f64::from(to_min[axis]) + size, FINE);
        }
    }
    (octree.min, octree.max) = (Some(to_min), Some(to_max));
}

/// Writes the region of the octree, with one of its faces at another coordinate.
pub(crate) fn resize_region(scene: &mut Scene, region: [[f32; 3]; 2], size: SizeChange, value: f64) {
    let (Some(octree), SizeChange::Region(axis, is_max)) = (&mut scene.octree, size) else { return };
    let [mut min, mut max] = region;
    if is_max {
        max[axis] = round(value.max(f64::from(min[axis]) + 0.001), FINE);
    } else {
        min[axis] = round(value.min(f64::from(max[axis]) - 0.001), FINE);
    }
    (octree.min, octree.max) = (Some(min), Some(max));
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "numbers that are written as they were, or rounded")]
mod tests {
    use super::*;

    #[test]
    fn a_side_of_an_image_moves_and_the_opposite_side_and_the_other_size_stay() {
        let text = r#"{ "eyeline": 1, "images": [
            { "name": "free", "file": "a.png", "position": [1, 2, 3] },
            { "name": "sized", "file": "a.png", "position": [1, 2, 3], "size": [4, 3] } ] }"#;
        let before: Scene = serde_json::from_str(text).unwrap();
        for (index, extent, expected) in [(0, [1.0, 0.5], [1.0, 1.5]), (1, [4.0, 3.0], [4.0, 4.0])] {
            let mut after = before.clone();
            let item = Moved::in_world(Entry::Image(index));
            let value = f64::from(expected[1]);
            resize_image(&mut after, &before, &item, extent, SizeChange::Side(1, false), value, DVec3::NEG_Y);
            let image = &after.images[index];
            assert_eq!(image.size, Some(expected), "{index}");
            assert_eq!(image.position, [1.0, 1.5, 3.0], "{index}: the upper side stays");
            assert_eq!(after.images[1 - index], before.images[1 - index]);
        }
    }

    #[test]
    fn no_side_of_an_image_becomes_zero() {
        let text = r#"{ "eyeline": 1, "images": [ { "name": "card", "file": "a.png", "size": [4, 3] } ] }"#;
        let before: Scene = serde_json::from_str(text).unwrap();
        let mut after = before.clone();
        let item = Moved::in_world(Entry::Image(0));
        resize_image(&mut after, &before, &item, [4.0, 3.0], SizeChange::Side(0, true), -2.0, DVec3::ZERO);
        assert_eq!(after.images[0].size, Some([1e-4, 3.0]));
    }
}
