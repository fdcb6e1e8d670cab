//! Entities with an `Aabb` as boxes.

use glam::{DAffine3, DMat4, DQuat, DVec3, Mat4, Quat, Vec3};

use super::row::{EntityRow, Layers};
use crate::geometry::Pose;
use crate::scene::{Object, Shape};

/// A box that is flat in Bevy, such as that of a plane, is a micrometre thick in eyeline, which has no flat boxes.
const LEAST_HALF: f32 = 5e-7;

/// A box of the trace.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Body {
    /// Above 0.
    half_extents: [f32; 3],
    /// From the space of the box, whose centre is its origin, to world space, column by column. It has an inverse.
    matrix: [f32; 16],
    /// From 0 to 63.
    layers: Vec<u8>,
}

/// What is new of a body.
#[derive(Debug, Default, serde::Serialize)]
pub(super) struct BodyChange<'b> {
    #[serde(skip_serializing_if = "Option::is_none")]
    matrix: Option<&'b [f32; 16]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shape: Option<Shape>,
    #[serde(skip_serializing_if = "Option::is_none")]
    layers: Option<&'b [u8]>,
}

impl Body {
    /// The box of an entity. `None` without an `Aabb`, and when the transform has no inverse: games scale entities to 0 to hide them, and
    /// eyeline has no such object.
    pub(super) fn of(row: &EntityRow) -> Option<Self> {
        let bounds = row.bounds?;
        let mut world_from_box = row.world_from_local;
        world_from_box.translation = world_from_box.transform_point3a(bounds.center);
        let exact = DAffine3::from_mat4(Mat4::from(world_from_box).as_dmat4());
        Pose::from_affine(exact)?;
        Some(Self {
            half_extents: bounds.half_extents.abs().to_array().map(|half| half.max(LEAST_HALF)),
            matrix: Mat4::from(world_from_box).to_cols_array(),
            layers: row.layers.as_ref().map_or_else(|| Layers::default().list(), Layers::list),
        })
    }

    /// An object with this box, and whether its pose is that of the box: a pose has no shear.
    pub(super) fn object(&self, name: &str) -> (Object, bool) {
        let mut object = Object::new(name, self.shape());
        object.layers.clone_from(&self.layers);
        let Some((scale, rotation, position)) = self.pose() else { return (object, false) };
        (object.scale, object.rotation, object.position) = (scale.to_array(), rotation.to_array(), position.to_array());
        let again = DMat4::from_scale_rotation_translation(
            scale.as_dvec3(),
            rotation.as_dquat().normalize(),
            position.as_dvec3(),
        );
        let matrix = Mat4::from_cols_array(&self.matrix).as_dmat4();
        let is_whole = [0, 1, 2].into_iter().all(|axis| {
            let (found, expected) = (again.col(axis), matrix.col(axis));
            // A few units in the last place of f32.
            (found - expected).length() <= 1e-6 * expected.length()
        });
        (object, is_whole)
    }

    /// The matrix alone.
    pub(super) fn placement(&self) -> BodyChange<'_> {
        BodyChange { matrix: Some(&self.matrix), ..BodyChange::default() }
    }

    /// What differs from an earlier state; `None` when nothing does.
    #[expect(clippy::float_cmp, reason = "what differs at all has changed")]
    pub(super) fn change(&self, before: &Self) -> Option<BodyChange<'_>> {
        (self != before).then(|| BodyChange {
            matrix: (self.matrix != before.matrix).then_some(&self.matrix),
            shape: (self.half_extents != before.half_extents).then(|| self.shape()),
            layers: (self.layers != before.layers).then_some(&self.layers),
        })
    }

    fn shape(&self) -> Shape {
        Shape::Box { half_extents: self.half_extents }
    }

    /// The nearest scale, rotation and translation, if eyeline can have them.
    fn pose(&self) -> Option<(Vec3, Quat, Vec3)> {
        let matrix = Mat4::from_cols_array(&self.matrix).as_dmat4();
        let (scale, rotation, position): (DVec3, DQuat, DVec3) = matrix.to_scale_rotation_translation();
        let (scale, rotation, position) = (scale.as_vec3(), rotation.as_quat(), position.as_vec3());
        let is_sound = rotation.is_finite() && scale.cmpne(Vec3::ZERO).all();
        (is_sound && Pose::new(position, rotation, scale).is_some()).then_some((scale, rotation, position))
    }
}
