//! The changes that a `set` of a line makes.

use super::change::{CameraChange, Change, ObjectChange};
use super::line::WrittenSet;
use super::numbers::{is_finite, is_other_than_zero};
use super::state::Place;
use crate::scene::{NoLevels, Object, Scene, Shape, validate};

/// The changes that a `set` makes of an entry, or why it is not valid.
pub(super) fn changes_of(set: WrittenSet, place: Place) -> Result<Vec<Change>, String> {
    let of_cameras = [
        ("look_at", set.look_at.is_some()),
        ("euler", set.euler.is_some()),
        ("projection", set.projection.is_some()),
        ("near", set.near.is_some()),
        ("far", set.far.is_some()),
        ("depth", set.depth.is_some()),
        ("depth_bits", set.depth_bits.is_some()),
        ("mask", set.mask.is_some()),
        ("size", set.size.is_some()),
    ];
    let of_objects = [
        ("scale", set.scale.is_some()),
        ("shape", set.shape.is_some()),
        ("layers", set.layers.is_some()),
        ("color", set.color.is_some()),
    ];
    let (others, what, is) = match place {
        Place::Object(_) => (&of_cameras[..], "cameras", "an object"),
        Place::Camera(_) => (&of_objects[..], "objects", "a camera"),
    };
    if let Some((key, _)) = others.iter().find(|(_, is_given)| *is_given) {
        return Err(format!("`{key}` is a key of {what}, and this is {is}"));
    }
    if set.matrix.is_some() && (set.position.is_some() || set.rotation.is_some() || set.scale.is_some()) {
        return Err("`matrix` is in place of `position`, `rotation` and `scale`".to_owned());
    }
    let numbers = [
        ("position", set.position.as_ref().is_none_or(is_finite)),
        ("rotation", set.rotation.as_ref().is_none_or(|turned| is_finite(turned) && is_other_than_zero(turned))),
        ("scale", set.scale.as_ref().is_none_or(|scale| is_finite(scale) && !scale.contains(&0.0))),
        ("matrix", set.matrix.as_deref().is_none_or(is_finite)),
        ("look_at", set.look_at.as_ref().is_none_or(is_finite)),
        ("euler", set.euler.as_ref().is_none_or(is_finite)),
        ("near", set.near.is_none_or(f32::is_finite)),
    ];
    if let Some((key, _)) = numbers.iter().find(|(_, is_right)| !is_right) {
        return Err(format!(
            "`{key}` must be numbers in the range of 32 bits, no scale of 0, and no rotation of zeros"
        ));
    }
    let object = |change: ObjectChange| Change::Object(Box::new(change));
    let camera = |change: CameraChange| Change::Camera(Box::new(change));
    let shape = set.shape.map(|shape| checked_shape(shape).map(ObjectChange::Shape)).transpose()?;
    let all = [
        set.matrix.map(Change::Matrix),
        set.position.map(Change::Position),
        set.rotation.map(Change::Rotation),
        set.scale.map(Change::Scale),
        shape.map(object),
        set.layers.map(|layers| object(ObjectChange::Layers(layers))),
        set.color.map(|color| object(ObjectChange::Color(color))),
        set.look_at.map(|target| camera(CameraChange::LookAt(target))),
        set.euler.map(|angles| camera(CameraChange::Euler(angles))),
        set.projection.map(|projection| camera(CameraChange::Projection(projection))),
        set.near.map(|near| camera(CameraChange::Near(near))),
        set.far.map(|far| camera(CameraChange::Far(far))),
        set.depth.map(|depth| camera(CameraChange::Depth(depth))),
        set.depth_bits.map(|bits| camera(CameraChange::DepthBits(bits))),
        set.mask.map(|mask| camera(CameraChange::Mask(mask))),
        set.size.map(|size| camera(CameraChange::Size(size))),
    ];
    Ok(all.into_iter().flatten().collect())
}

/// A shape with valid sizes.
fn checked_shape(shape: Shape) -> Result<Shape, String> {
    let mut scene = Scene::empty();
    scene.objects.push(Object::new("shape", shape));
    match validate(&scene, &NoLevels, None).into_iter().next() {
        Some(violation) => Err(violation.message),
        None => Ok(scene.objects[0].shape.clone()),
    }
}
