//! The data of one object for the search for problems.

use std::sync::Arc;

use glam::{DVec3, Vec3};

use super::spacing::{COARSE, spacing};
use crate::geometry::{Mesh, Shape};
use crate::random::mixed;
use crate::world::ObjectAt;

/// The data of one object for the search for problems.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ObjectData {
    /// A hash of shape and pose. Two different objects have the same hash with a probability of 2^-64.
    pub(super) key: u64,
    /// Bit n is set if it has no extent along its local axis n; [`IN_ONE_PLANE`] if it is in a plane along none of
    /// them.
    pub(super) flat: u8,
    /// Whether it is smaller than the spacing of f32 at its position.
    pub(super) is_below_spacing: bool,
    /// Whether the spacing of f32 at its position is a problem.
    pub(super) is_far: bool,
    /// Its mesh; `None` for other shapes.
    pub(super) mesh: Option<Arc<Mesh>>,
}

/// The bit of [`ObjectData::flat`] for a mesh whose triangles lie in one plane that goes along none of its axes.
pub(super) const IN_ONE_PLANE: u8 = 1 << 3;

/// A side counts as 0 if it is shorter than this fraction of the longest: less than the rounding of the corners.
const FLAT: f64 = 1e-6;

impl ObjectData {
    pub(super) fn of(object: &ObjectAt) -> Self {
        let axes = object.pose.world_from_local().matrix3;
        // In f64, in which the square of every f32 length is in range.
        let scale = DVec3::from([axes.x_axis, axes.y_axis, axes.z_axis].map(|axis| axis.as_dvec3().length()));
        let sides = object.shape.half_size().as_dvec3() * 2.0 * scale;
        let longest = sides.max_element();
        let bits = sides.cmple(DVec3::splat(longest * FLAT)).bitmask();
        let is_turned = matches!(&object.shape, Shape::Mesh(mesh) if bits == 0 && mesh.is_flat());
        let bits = if is_turned { u32::from(IN_ONE_PLANE) } else { bits };
        let extent = object.aabb.max - object.aabb.min;
        Self {
            key: key(object),
            flat: u8::try_from(bits).unwrap_or(0b111),
            is_below_spacing: bits == 0 && extent.cmple(Vec3::ZERO).any(),
            is_far: spacing(&object.aabb) >= COARSE,
            mesh: if let Shape::Mesh(mesh) = &object.shape { Some(Arc::clone(mesh)) } else { None },
        }
    }

    pub(super) fn has_problem(&self) -> bool {
        self.flat != 0 || self.is_below_spacing || self.is_far
    }
}

/// A hash of shape and pose.
fn key(object: &ObjectAt) -> u64 {
    let mut mixed = Mixed::of(&object.shape);
    let pose = object.pose.world_from_local();
    mixed.add(5, &pose.matrix3.to_cols_array());
    mixed.add(6, &pose.translation.to_array());
    mixed.0
}

/// A hash of a shape. Two different shapes have the same hash with a probability of 2^-64.
pub(super) fn shape_key(shape: &Shape) -> u64 {
    Mixed::of(shape).0
}

/// Words one after the other, each mixed into those before it.
#[derive(Default)]
struct Mixed(u64);

impl Mixed {
    fn of(shape: &Shape) -> Self {
        let mut mixed = Self::default();
        match shape {
            // By content: a copy that was pasted has its own mesh with the same triangles.
            Shape::Mesh(mesh) => mixed.word(mesh.fingerprint()),
            solid => {
                solid.word().bytes().for_each(|byte| mixed.word(byte.into()));
                mixed.add(0, &solid.numbers());
            }
        }
        mixed
    }

    fn add(&mut self, what: u64, numbers: &[f32]) {
        self.word(what);
        for number in numbers {
            // Adding 0 turns −0 into 0.
            self.word(u64::from((number + 0.0).to_bits()));
        }
    }

    fn word(&mut self, word: u64) {
        self.0 = mixed(self.0 ^ word);
    }
}
