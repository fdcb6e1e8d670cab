//! What can be seen: a shape in its pose, or an image.

use glam::{DAffine3, DMat3, DVec3, Mat3, Vec3};

use crate::geometry::{Aabb, Pose, Shape};
use crate::opacity::Sheet;

/// An object or an image as a camera looks at it.
#[derive(Clone, Copy, Debug)]
pub struct LookTarget<'a> {
    /// What it is.
    pub what: Visible<'a>,
    /// Bit n is layer n.
    pub layers: u64,
    /// The tight box in world space.
    pub bounds: Aabb,
    /// The box that the planes of cameras test.
    pub view_box: Aabb,
}

/// What can be seen of a target.
#[derive(Clone, Copy, Debug)]
pub enum Visible<'a> {
    /// A shape.
    Body {
        /// The shape in local space.
        shape: &'a Shape,
        /// Its pose in the world.
        pose: &'a Pose,
    },
    /// An image, which is seen from both sides where its cells are solid.
    Sheet(Sheet<'a>),
    /// Nothing: an image without cells.
    Nothing,
}

impl Visible<'_> {
    /// The map from local to world space.
    pub(crate) fn world_from_local(&self) -> DAffine3 {
        match self {
            Self::Body { pose, .. } => in_f64(pose),
            Self::Sheet(_) | Self::Nothing => DAffine3::IDENTITY,
        }
    }
}

/// The map of a pose.
fn in_f64(pose: &Pose) -> DAffine3 {
    let world = pose.world_from_local();
    let matrix: DMat3 = Mat3::from(world.matrix3).as_dmat3();
    let origin: DVec3 = Vec3::from(world.translation).as_dvec3();
    DAffine3 { matrix3: matrix, translation: origin }
}
