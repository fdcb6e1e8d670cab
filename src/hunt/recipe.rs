//! What a case is made from. A matrix of a case is not simple to read or to shrink; a camera and a pose are.

use glam::{DAffine3, DMat4, DQuat, DVec3, Vec3};

use crate::geometry::camera::{Camera, DepthRange, Projection};
use crate::geometry::pose::unit_rotation;
use crate::mistakes::{Case, RayCase, SolidKind};

/// What a case is made from.
#[derive(Clone, Debug, PartialEq)]
pub enum Recipe {
    /// A camera and a body.
    Frustum(FrustumRecipe),
    /// A ray, a solid and its pose.
    Ray(RayRecipe),
    /// A local box and its pose.
    Bounds {
        /// The pose.
        pose: PoseRecipe,
        /// The least corner.
        min: [f32; 3],
        /// The greatest corner.
        max: [f32; 3],
    },
    /// A case without a matrix.
    Plain(Case),
}

/// A camera and a body.
#[derive(Clone, Debug, PartialEq)]
pub struct FrustumRecipe {
    /// Whether the window is on the near plane of a perspective; else it is that of a parallel projection.
    pub is_perspective: bool,
    /// Left, right, bottom and top of the window in metres.
    pub window: [f32; 4],
    /// The distance of the near plane.
    pub near: f32,
    /// The distance of the far plane; infinite without one.
    pub far: f32,
    /// The depths of near and far plane.
    pub depth: DepthRange,
    /// The position of the camera.
    pub position: [f32; 3],
    /// Its rotation, a quaternion x, y, z, w of any length but 0.
    pub rotation: [f32; 4],
    /// What is looked for.
    pub body: SeenBody,
}

/// A body that may be in view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SeenBody {
    /// A box by its least and greatest corner.
    Box([[f32; 3]; 2]),
    /// A sphere.
    Sphere {
        /// The centre.
        center: [f32; 3],
        /// The radius.
        radius: f32,
    },
}

/// A pose by its parts: scale first, then rotation, then position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PoseRecipe {
    /// The position.
    pub position: [f32; 3],
    /// A quaternion x, y, z, w of any length but 0.
    pub rotation: [f32; 4],
    /// The scale of each axis, not 0.
    pub scale: [f32; 3],
}

/// A ray, a solid and its pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayRecipe {
    /// The start.
    pub origin: [f32; 3],
    /// The direction, not 0.
    pub direction: [f32; 3],
    /// The solid.
    pub kind: SolidKind,
    /// Its sizes; unused ones are 0.
    pub sizes: [f32; 3],
    /// Its pose.
    pub pose: PoseRecipe,
}

/// No rotation.
pub(super) const UNTURNED: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// Whether a rotation does nothing.
pub(super) fn is_unturned(rotation: &[f32; 4]) -> bool {
    glam::Vec4::from_array(*rotation) == glam::Vec4::W
}

/// Whether all three numbers are this one.
pub(super) fn is_all(numbers: &[f32; 3], number: f32) -> bool {
    glam::Vec3::from_array(*numbers) == glam::Vec3::splat(number)
}

impl PoseRecipe {
    /// The pose that changes nothing.
    pub const IDENTITY: Self = Self { position: [0.0; 3], rotation: UNTURNED, scale: [1.0; 3] };

    /// The map to world space in `f64`.
    pub fn world_from_local(&self) -> DAffine3 {
        let vector = |v: [f32; 3]| DVec3::from_array(v.map(f64::from));
        let rotation = if is_unturned(&self.rotation) { DQuat::IDENTITY } else { unit_rotation(self.rotation) };
        DAffine3::from_scale_rotation_translation(vector(self.scale), rotation, vector(self.position))
    }

    fn matrix(&self) -> [f32; 16] {
        DMat4::from(self.world_from_local()).as_mat4().to_cols_array()
    }
}

impl FrustumRecipe {
    /// The camera.
    pub fn camera(&self) -> Camera {
        let [left, right, bottom, top] = self.window;
        let projection = if self.is_perspective {
            Projection::Frustum { left, right, bottom, top }
        } else {
            Projection::Ortho { left, right, bottom, top }
        };
        let rotation = if is_unturned(&self.rotation) { DQuat::IDENTITY } else { unit_rotation(self.rotation) };
        Camera {
            position: Vec3::from_array(self.position),
            rotation,
            projection,
            near: self.near,
            far: self.far,
            depth: self.depth,
        }
    }
}

impl Recipe {
    /// The case, with its matrix rounded to `f32`.
    pub fn case(&self) -> Case {
        match self {
            Self::Frustum(recipe) => {
                let clip_from_world = recipe.camera().clip_from_world().as_mat4().to_cols_array();
                let depth = recipe.depth;
                match recipe.body {
                    SeenBody::Box([min, max]) => Case::FrustumBox { clip_from_world, depth, min, max },
                    SeenBody::Sphere { center, radius } => {
                        Case::FrustumSphere { clip_from_world, depth, center, radius }
                    }
                }
            }
            Self::Ray(RayRecipe { origin, direction, kind, sizes, pose }) => Case::RaySolid(RayCase {
                origin: *origin,
                direction: *direction,
                kind: *kind,
                sizes: *sizes,
                world_from_local: pose.matrix(),
            }),
            Self::Bounds { pose, min, max } => {
                Case::TransformedBox { world_from_local: pose.matrix(), min: *min, max: *max }
            }
            Self::Plain(case) => case.clone(),
        }
    }
}
