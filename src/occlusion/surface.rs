//! The surfaces of bodies as triangles, for drawing.
//!
//! Round solids are divided so finely that no point of the true surface is further from the triangles than a given
//! length. Corners lie on the true surface, so the triangles enclose a little less than the solid and never more.

use glam::{DVec3, Vec3};

use crate::geometry::exact::body::ExactBody;

/// The most segments of a full turn.
const MOST_SEGMENTS: u32 = 1024;

/// The triangles of bodies relative to `origin`, counter-clockwise as seen from outside. The winding of a closed mesh
/// that is inside out is reversed. `sag` is the greatest distance in metres between a true surface and its triangles.
pub fn triangles(bodies: &[ExactBody], origin: DVec3, sag: f64) -> Vec<[Vec3; 3]> {
    let mut found = Vec::new();
    for body in bodies {
        let is_turned = body.is_mirrored() != (body.is_closed() && body.is_inside_out());
        let mut push = |[a, b, c]: [DVec3; 3]| {
            let [a, b, c] = [a, b, c].map(|corner| (corner - origin).as_vec3());
            found.push(if is_turned { [a, c, b] } else { [a, b, c] });
        };
        if body.shape().faces().is_some() {
            body.triangles().for_each(&mut push);
        } else {
            let segments = |radius| segments(body, radius, sag);
            body.shape().facets(segments, &mut |corners: [DVec3; 3]| push(corners.map(|corner| body.world(corner))));
        }
    }
    found
}

/// The number of [`triangles`].
pub(super) fn triangle_count(bodies: &[ExactBody], sag: f64) -> u64 {
    let of_body = |body: &ExactBody| body.shape().facet_count(|radius| segments(body, radius, sag));
    bodies.iter().map(of_body).sum()
}

/// Segments of a full turn.
fn segments(body: &ExactBody, radius: f32, sag: f64) -> u32 {
    // The greatest length in world space of a local length of 1.
    let world = |axis: DVec3| (body.world(axis) - body.world(DVec3::ZERO)).length_squared();
    let stretch = DVec3::AXES.map(world).into_iter().sum::<f64>().sqrt();
    let bend = (sag / (f64::from(radius) * stretch)).clamp(1e-12, 0.5);
    // A chord over an angle of 2φ is 1 − cos φ from the circle; a patch of a sphere has two of them.
    let half_angle = libm::acos(1.0 - 0.5 * bend);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded on both sides")]
    let count = (std::f64::consts::PI / half_angle).ceil().clamp(12.0, f64::from(MOST_SEGMENTS)) as u32;
    count.next_multiple_of(4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Pose, Shape};

    #[test]
    fn the_count_is_that_of_the_triangles() {
        let (radius, half_height) = (0.7, 0.4);
        let pose = Pose::new(Vec3::ZERO, glam::Quat::IDENTITY, Vec3::ONE).unwrap();
        let shapes = [
            Shape::Box { half_extents: Vec3::ONE },
            Shape::Sphere { radius },
            Shape::Capsule { radius, half_height },
            Shape::Cylinder { radius, half_height },
            Shape::Cone { radius, height: 2.0 },
        ];
        for shape in shapes {
            for sag in [0.5, 1e-2, 1e-4, 1e-9] {
                let bodies = [ExactBody::new(&shape, &pose)];
                let (found, count) = (triangles(&bodies, DVec3::ZERO, sag).len() as u64, triangle_count(&bodies, sag));
                assert_eq!(found, count, "{shape:?} {sag}");
            }
        }
    }
}
