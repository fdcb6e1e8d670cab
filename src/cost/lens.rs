//! The view at each position: its projection, its directions, and the size of its picture.

use glam::{DQuat, DVec3, Vec3};

use crate::geometry::camera::{Camera, DepthRange, Projection};
use crate::geometry::frustum::Frustum;
use crate::visibility::PixelCamera;
use crate::world::{CameraAt, World};

/// The longer side of the small picture in which pixels are counted.
const PICTURE: u32 = 128;
/// The nearest and, without a camera, the size of the picture for which triangles are too many.
const NEAR: f32 = 0.1;
const SIZE: u32 = 1080;
/// Beyond the furthest object, as a part of its distance.
const BEYOND: f32 = 1.2;

/// The view at each position.
#[derive(Clone, Debug, PartialEq)]
pub struct SurveyLens {
    camera: Camera,
    mask: u64,
    /// Width and height of its picture in pixels.
    pub size: [u32; 2],
    /// The number of directions, equal angles apart.
    pub directions: u32,
}

impl SurveyLens {
    /// The greatest number of directions.
    pub const MOST_DIRECTIONS: u32 = 16;

    /// A square view that is as wide as a direction's share of a full turn: four directions see everything around. The first
    /// one is −Z.
    pub fn around(world: &World, directions: u32) -> Self {
        let directions = directions.clamp(1, Self::MOST_DIRECTIONS);
        let fov_y = (std::f64::consts::TAU / f64::from(directions)).min(std::f64::consts::FRAC_PI_2);
        let size = world.bounds().map_or(Vec3::ONE, |bounds| bounds.max - bounds.min);
        let far = (size.length() * BEYOND).max(10.0 * NEAR);
        let camera = Camera {
            position: Vec3::ZERO,
            rotation: DQuat::IDENTITY,
            projection: Projection::Perspective { fov_y, aspect: 1.0 },
            near: NEAR,
            far,
            depth: DepthRange::MinusOneToOne,
        };
        Self { camera, mask: u64::MAX, size: [SIZE; 2], directions }
    }

    /// The view of a camera. Its first direction is that of the camera; the others are turned about +Y.
    pub fn of(camera: &CameraAt, directions: u32) -> Self {
        let directions = directions.clamp(1, Self::MOST_DIRECTIONS);
        Self { camera: camera.camera, mask: camera.mask, size: camera.size, directions }
    }

    /// The layers that it sees.
    pub(super) fn mask(&self) -> u64 {
        self.mask
    }

    /// The size of the small picture.
    pub fn small_size(&self) -> [u32; 2] {
        let longer = self.size[0].max(self.size[1]).max(1);
        self.size.map(
            |side| {
                if longer <= PICTURE { side.max(1) } else { (side * PICTURE).div_ceil(longer).clamp(1, PICTURE) }
            },
        )
    }

    /// The camera at a place in one of its directions.
    pub(super) fn view(&self, eye: DVec3, direction: u32) -> PixelCamera {
        let turn = std::f64::consts::TAU * f64::from(direction) / f64::from(self.directions);
        let (sin, cos) = libm::sincos(-turn / 2.0);
        let about_up = DQuat::from_xyzw(0.0, sin, 0.0, cos);
        let camera = Camera { position: eye.as_vec3(), rotation: about_up * self.camera.rotation, ..self.camera };
        PixelCamera { camera, frustum: Frustum::of(&camera), size: self.small_size(), mask: self.mask }
    }

    /// The eye of the camera.
    pub(super) fn eye(&self) -> DVec3 {
        self.camera.position.as_dvec3()
    }

    /// The vertical field of view in radians, of a view with perspective.
    pub fn fov_y(&self) -> Option<f64> {
        let window = self.camera.window();
        window.is_perspective.then(|| 2.0 * libm::atan(window.height() / 2.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;

    #[test]
    fn four_directions_turn_to_the_right() {
        let world = World::at(&crate::scene::parse(r#"{ "eyeline": 1 }"#, "a.json").unwrap(), &Files::default(), 0);
        let lens = SurveyLens::around(&world, 4);
        assert_eq!(lens.small_size(), [PICTURE; 2]);
        for (i, forward) in [DVec3::NEG_Z, DVec3::X, DVec3::Z, DVec3::NEG_X].into_iter().enumerate() {
            let view = lens.view(DVec3::ZERO, u32::try_from(i).unwrap());
            assert!(view.axes()[2].distance(forward) < 1e-12, "{i}: {}", view.axes()[2]);
        }
        let wide = SurveyLens { size: [1280, 720], ..lens };
        assert_eq!(wide.small_size(), [128, 72]);
    }
}
