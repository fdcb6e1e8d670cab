//! The planes of a view volume, of a camera or of any clip matrix.

use glam::{DMat4, DVec3, Mat3, Vec3};

use super::extract;
use super::extracted::{ExtractionValues, PlaneRows};
use super::side::Side;
use crate::geometry::camera::{Camera, DepthRange, Projection};
use crate::geometry::narrate::{Narrator, Silent};
use crate::geometry::plane::Plane;

/// The planes of a view volume in the order of [`Side::ALL`], normals inward.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frustum {
    /// Left, right, bottom, top, near, far.
    pub planes: [Plane; 6],
}

/// The plane on that side of a camera's view volume.
fn camera_plane(camera: &Camera, side: Side) -> Plane {
    // Inward, in the camera's axes, and its distance from the eye.
    let (normal, from_eye) = if let Projection::Matrix(matrix) = camera.projection {
        let combined = PlaneRows::of(side, camera.depth).combined(&[0, 1, 2, 3].map(|i| matrix.row(i)));
        let length = combined.truncate().length();
        (combined.truncate() / length, combined.w / length)
    } else {
        let [left, right, bottom, top] = camera.borders();
        let is_perspective = camera.is_perspective();
        // `border` is where the side crosses the axis against its normal.
        let slanted = |normal: DVec3, border: f64| {
            if is_perspective { (normal - DVec3::Z * border, 0.0) } else { (normal, border) }
        };
        match side {
            Side::Left => slanted(DVec3::X, -left),
            Side::Right => slanted(DVec3::NEG_X, right),
            Side::Bottom => slanted(DVec3::Y, -bottom),
            Side::Top => slanted(DVec3::NEG_Y, top),
            Side::Near => (DVec3::NEG_Z, -f64::from(camera.near)),
            Side::Far => (DVec3::Z, f64::from(camera.far)),
        }
    };
    let normal = (camera.rotation * normal).normalize_or_zero();
    let d = from_eye - normal.dot(camera.position.as_dvec3());
    Plane::rounded(normal, d)
}

/// Whether the view volume of a camera has no face on that side, because its edges do not end there.
fn is_open(camera: &Camera, side: Side) -> bool {
    match (side, camera.projection) {
        (Side::Near | Side::Far, Projection::Matrix(_)) => {
            let corners = camera.clip_corners();
            side.corners().iter().all(|corner| corners[*corner].w <= 0.0)
        }
        (Side::Far, _) => camera.far.is_infinite(),
        _ => false,
    }
}

impl Frustum {
    /// The planes of a camera, extracted from its clip matrix. Where cancellation leaves no digit of a plane, as far
    /// from the origin or with a far plane 1e16 times as distant as the near one, the plane is computed from the
    /// camera's position, rotation and projection instead: every plane has a unit normal. Only an infinite far plane is
    /// [`Plane::NONE`].
    pub fn of(camera: &Camera) -> Self {
        Self::of_told(camera, &mut Silent)
    }

    /// [`Self::of`], with its steps.
    pub fn of_told<N: Narrator>(camera: &Camera, narrator: &mut N) -> Self {
        let mut frustum = Self::from_clip_from_world_told(camera.clip_from_world(), camera.depth, narrator);
        for (side, plane) in Side::ALL.into_iter().zip(&mut frustum.planes) {
            if is_open(camera, side) {
                narrator.step(|| extract::step(ExtractionValues::Open { side, found: *plane }));
                *plane = Plane::NONE;
            } else if plane.normal == Vec3::ZERO {
                *plane = camera_plane(camera, side);
                narrator.step(|| extract::step(ExtractionValues::Lost { side, plane: *plane }));
            }
        }
        frustum
    }

    /// The planes of any clip matrix. The rows are combined in `f64` and each plane is rounded once, see
    /// [`crate::geometry::camera`].
    pub fn from_clip_from_world(clip_from_world: DMat4, depth: DepthRange) -> Self {
        Self::from_clip_from_world_told(clip_from_world, depth, &mut Silent)
    }

    /// [`Self::from_clip_from_world`], with its steps.
    pub fn from_clip_from_world_told<N: Narrator>(clip_from_world: DMat4, depth: DepthRange, narrator: &mut N) -> Self {
        Self { planes: extract::planes(clip_from_world, depth, narrator) }
    }

    /// The eight corners, where three planes meet: bit 0 of the index is right, bit 1 top, bit 2 far.
    /// `None` when three planes have no common point, as for an infinite far plane.
    pub fn corners(&self) -> Option<[Vec3; 8]> {
        let [left, right, bottom, top, near, far] = self.planes;
        let mut corners = [Vec3::ZERO; 8];
        for (i, corner) in corners.iter_mut().enumerate() {
            let x = if i & 1 == 0 { left } else { right };
            let y = if i & 2 == 0 { bottom } else { top };
            let z = if i & 4 == 0 { near } else { far };
            let rows = Mat3::from_cols(x.normal, y.normal, z.normal).transpose();
            *corner = rows.inverse() * -Vec3::new(x.d, y.d, z.d);
            if !corner.is_finite() {
                return None;
            }
        }
        Some(corners)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::camera::projection::tests::all_kinds;

    #[test]
    fn planes_lead_back_to_the_corners() {
        for camera in all_kinds() {
            let frustum = Frustum::from_clip_from_world(camera.clip_from_world(), camera.depth);
            let corners = frustum.corners().expect("a bounded volume");
            for (corner, expected) in corners.into_iter().zip(camera.corners()) {
                assert!((corner.as_dvec3() - expected).length() < 2e-4, "{camera:?}: {corner} {expected}");
            }
        }
    }

    #[test]
    fn each_side_holds_its_four_corners_and_has_the_others_in_front() {
        for camera in all_kinds() {
            let frustum = Frustum::from_clip_from_world(camera.clip_from_world(), camera.depth);
            for (side, plane) in Side::ALL.into_iter().zip(frustum.planes) {
                assert!((plane.normal.length() - 1.0).abs() < 1e-6);
                for (i, corner) in camera.corners().into_iter().enumerate() {
                    let distance = plane.distance(corner.as_vec3());
                    if side.corners().contains(&i) {
                        assert!(distance.abs() < 1e-4, "{side:?} {i} {distance}");
                    } else {
                        assert!(distance > 0.1, "{side:?} {i} {distance}");
                    }
                }
            }
        }
    }

    #[test]
    fn an_infinite_far_plane_bounds_nothing() {
        let clip = glam::dcamera::rh::proj::directx::perspective_infinite_reverse(1.0, 1.0, 0.1);
        let frustum = Frustum::from_clip_from_world(clip, DepthRange::Reversed);
        assert_eq!(frustum.planes[5], Plane::NONE);
        assert!(frustum.planes[5].distance(Vec3::splat(1e30)) > 0.0);
        assert_eq!(frustum.corners(), None);
        for camera in all_kinds().iter().filter(|camera| camera.is_perspective()) {
            if matches!(camera.projection, Projection::Matrix(_)) {
                continue;
            }
            // Also where the rows of the matrix cancel.
            for position in [camera.position, Vec3::splat(1e20)] {
                let camera = Camera { far: f32::INFINITY, position, ..*camera };
                let raw = Camera { projection: Projection::Matrix(camera.clip_from_view()), ..camera };
                for camera in [camera, raw] {
                    let planes = Frustum::of(&camera).planes;
                    assert_eq!(planes[5], Plane::NONE, "{camera:?}");
                    let bounded = Frustum::of(&Camera { far: 100.0, projection: camera.projection, ..camera }).planes;
                    for (plane, expected) in planes.iter().zip(bounded).take(5) {
                        assert!((plane.normal - expected.normal).length() < 1e-6, "{camera:?}: {plane:?} {expected:?}");
                    }
                }
            }
        }
    }

    /// The far plane of a matrix that is nudged beyond infinity, as engines do against rounding, cuts nothing.
    #[test]
    fn a_far_plane_beyond_infinity_bounds_nothing() {
        let mut clip = glam::dcamera::rh::proj::opengl::perspective(1.0, 1.5, 0.1, 50.0);
        (clip.z_axis.z, clip.w_axis.z) = (2.4e-7 - 1.0, (2.4e-7 - 2.0) * 0.1);
        let camera = Camera {
            position: Vec3::ONE,
            rotation: glam::DQuat::IDENTITY,
            projection: Projection::Matrix(clip),
            near: 0.1,
            far: f32::INFINITY,
            depth: DepthRange::MinusOneToOne,
        };
        assert_eq!(camera.projection.distances(camera.depth).map(|[_, far]| far), Some(f64::INFINITY));
        assert_eq!(Frustum::of(&camera).planes[5], Plane::NONE);
    }
}
