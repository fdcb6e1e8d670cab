//! Balls around runs of triangles in the order of the file. The exact reference skips a run whose ball is far from the
//! line; it shares no tree with the fast query. Most files list neighbours one after the other; in other files the
//! balls are large and few runs are skipped.

use std::ops::Range;

use glam::{DVec3, Vec3};

use super::triangles::Triangles;
use crate::parallel;

/// Triangles in a run.
const LENGTH: usize = 64;

/// A run of triangles, and a ball that contains the finite corners.
#[derive(Clone, Debug)]
pub(crate) struct TriangleRun {
    pub(crate) triangles: Range<usize>,
    pub(crate) centre: DVec3,
    /// Rounded, by less than 1e-12 of it; negative when no corner is finite.
    pub(crate) radius: f64,
}

/// All runs of a mesh, in order.
pub(super) fn runs(mesh: &Triangles) -> Vec<TriangleRun> {
    let count = mesh.triangles().len();
    parallel::map(count.div_ceil(LENGTH), |i| run(mesh, i * LENGTH..count.min((i + 1) * LENGTH)))
}

/// Around the middle of the run's box.
fn run(mesh: &Triangles, triangles: Range<usize>) -> TriangleRun {
    let finite = || {
        let corners = triangles.clone().map(|triangle| mesh.corners(triangle));
        corners.filter(|corners| corners.iter().all(|corner| corner.is_finite())).flatten().map(Vec3::as_dvec3)
    };
    let none = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    let (min, max) = finite().fold(none, |(min, max), at| (min.min(at), max.max(at)));
    if !min.is_finite() {
        return TriangleRun { triangles, centre: DVec3::ZERO, radius: -1.0 };
    }
    let centre = (min + max) / 2.0;
    let radius = finite().map(|at| at.distance_squared(centre)).fold(0.0, f64::max).sqrt();
    TriangleRun { triangles, centre, radius }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::mesh::Mesh;

    #[test]
    fn every_triangle_is_in_one_run_and_in_its_ball() {
        let mut positions: Vec<Vec3> = (0..200).map(|i| Vec3::new(i as f32, (i * i % 17) as f32, 1e-3)).collect();
        positions[70] = Vec3::NAN;
        let triangles: Vec<[u32; 3]> = (0..150).map(|i| [i, i + 1, i + 2]).collect();
        let mesh = Mesh::new(positions, triangles).unwrap();
        let runs = mesh.runs();
        let all: Vec<usize> = runs.iter().flat_map(|run| run.triangles.clone()).collect();
        assert_eq!(all, (0..150).collect::<Vec<_>>());
        for run in runs {
            let corners = run.triangles.clone().flat_map(|triangle| mesh.corners(triangle));
            for corner in corners.filter(|corner| corner.is_finite()) {
                // The one beside the vertex that is not finite may belong to no triangle that counts.
                let is_held = corner.as_dvec3().distance(run.centre) <= run.radius * (1.0 + 1e-12);
                assert!(is_held || (68.0..=72.0).contains(&corner.x), "{corner} and {run:?}");
            }
        }
    }

    #[test]
    fn a_run_without_a_finite_triangle_holds_nothing() {
        let positions = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::NAN];
        let triangles = [[[0, 1, 2]; LENGTH], [[0, 1, 3]; LENGTH]].concat();
        let mesh = Mesh::new(positions, triangles).unwrap();
        let runs = mesh.runs();
        assert!(runs[0].radius > 0.5 && runs[1].radius < 0.0);
    }
}
