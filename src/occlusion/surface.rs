//! The surfaces of bodies as triangles, for drawing.
//!
//! Round solids are divided so finely that no point of the true surface is further from the triangles than a given
//! length. Corners lie on the true surface, so the triangles enclose a little less than the solid and never more.

use glam::{DVec3, Vec3};

use crate::geometry::Shape;
use crate::geometry::exact::body::Body;

/// The most segments of a full turn.
const MOST_SEGMENTS: u32 = 1024;

/// The triangles of bodies relative to `origin`, counter-clockwise as seen from outside. The winding of a closed mesh
/// that is inside out is reversed. `sag` is the greatest distance in metres between a true surface and its triangles.
pub fn triangles(bodies: &[Body], origin: DVec3, sag: f64) -> Vec<[Vec3; 3]> {
    let mut found = Vec::new();
    for body in bodies {
        let is_turned = body.is_mirrored() != (body.is_closed() && body.is_inside_out());
        let mut push = |[a, b, c]: [DVec3; 3]| {
            let [a, b, c] = [a, b, c].map(|corner| (corner - origin).as_vec3());
            found.push(if is_turned { [a, c, b] } else { [a, b, c] });
        };
        if matches!(body.shape(), Shape::Mesh(_)) {
            body.triangles().for_each(&mut push);
        } else {
            solid(body, sag, &mut |corners| push(corners.map(|corner| body.world(corner))));
        }
    }
    found
}

/// The number of [`triangles`].
pub(super) fn triangle_count(bodies: &[Body], sag: f64) -> u64 {
    let of_body = |body: &Body| {
        let segments = |radius: &f32| u64::from(segments(body, *radius, sag));
        match body.shape() {
            Shape::Box { .. } => 12,
            // As many rows as half a turn has segments, the capsule one more; those at the ends are of single triangles.
            Shape::Sphere { radius } => segments(radius) * (segments(radius) - 2),
            Shape::Capsule { radius, .. } => segments(radius).pow(2),
            Shape::Cylinder { radius, .. } => 4 * segments(radius),
            Shape::Cone { radius, .. } => 2 * segments(radius),
            Shape::Mesh(mesh) => mesh.triangles().len() as u64,
        }
    };
    bodies.iter().map(of_body).sum()
}

/// Segments of a full turn.
fn segments(body: &Body, radius: f32, sag: f64) -> u32 {
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

fn solid(body: &Body, sag: f64, push: &mut impl FnMut([DVec3; 3])) {
    match *body.shape() {
        Shape::Box { half_extents } => cuboid(half_extents.as_dvec3(), push),
        Shape::Sphere { radius } => ball(f64::from(radius), 0.0, segments(body, radius, sag), push),
        Shape::Capsule { radius, half_height } => {
            ball(f64::from(radius), f64::from(half_height), segments(body, radius, sag), push);
        }
        Shape::Cylinder { radius, half_height } => {
            let (r, h) = (f64::from(radius), f64::from(half_height));
            let profile = [[0.0, -h], [r, -h], [r, h], [0.0, h]];
            turned(&profile, segments(body, radius, sag), push);
        }
        Shape::Cone { radius, height } => {
            let profile = [[0.0, -f64::from(height)], [f64::from(radius), -f64::from(height)], [0.0, 0.0]];
            turned(&profile, segments(body, radius, sag), push);
        }
        Shape::Mesh(_) => {}
    }
}

fn cuboid(half: DVec3, push: &mut impl FnMut([DVec3; 3])) {
    let corner = |i: usize| {
        let side = |bit: usize| if i & bit == 0 { -1.0 } else { 1.0 };
        half * DVec3::new(side(1), side(2), side(4))
    };
    for [a, b, c, d] in [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]] {
        push([corner(a), corner(b), corner(c)]);
        push([corner(a), corner(c), corner(d)]);
    }
}

/// A sphere whose halves are moved apart along Y.
fn ball(radius: f64, half_height: f64, segments: u32, push: &mut impl FnMut([DVec3; 3])) {
    let quarter = segments / 4;
    let mut profile = Vec::new();
    for (side, range) in [(-1.0, 0..=quarter), (1.0, quarter..=2 * quarter)] {
        profile.extend(range.map(|i| {
            let (sin, cos) = libm::sincos(std::f64::consts::TAU * f64::from(i) / f64::from(segments));
            [if i == 0 || i == 2 * quarter { 0.0 } else { radius * sin }, -radius * cos + side * half_height]
        }));
    }
    profile.dedup();
    turned(&profile, segments, push);
}

/// A profile of radius and height, from below to above, turned around Y.
fn turned(profile: &[[f64; 2]], segments: u32, push: &mut impl FnMut([DVec3; 3])) {
    let at = |[radius, height]: [f64; 2], turn: u32| {
        let (sin, cos) = libm::sincos(std::f64::consts::TAU * f64::from(turn % segments) / f64::from(segments));
        DVec3::new(radius * cos, height, radius * sin)
    };
    for ends in profile.windows(2) {
        let &[low, high] = ends else { continue };
        for turn in 0..segments {
            let [a, b] = [at(low, turn), at(low, turn + 1)];
            let [c, d] = [at(high, turn + 1), at(high, turn)];
            if low[0] > 0.0 {
                push([a, c, b]);
            }
            if high[0] > 0.0 {
                push([a, d, c]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Pose;

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
                let bodies = [Body::new(&shape, &pose)];
                let (found, count) = (triangles(&bodies, DVec3::ZERO, sag).len() as u64, triangle_count(&bodies, sag));
                assert_eq!(found, count, "{shape:?} {sag}");
            }
        }
    }
}
