//! Which triangles of a mesh are the first with their corners.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::body::FlickerBody;
use crate::geometry::{Mesh, Shape};
use crate::parallel;

/// Bytes of a triangle while it is compared with others.
pub(super) const BYTES: usize = size_of::<(u64, u32)>() + 1;

/// For each triangle of a body, whether no triangle before it has the same corners, winding and sides that are drawn: duplicates are a
/// problem of their own, and thousands at one place would all be compared. Empty for a body without a mesh.
pub(super) fn are_first(body: &FlickerBody) -> Vec<bool> {
    let Shape::Mesh(mesh) = &body.shape else { return Vec::new() };
    let count = mesh.triangles().len();
    let key = |triangle: usize| (key(mesh, triangle), body.part(triangle).1);
    let mut hashed: Vec<(u64, u32)> = parallel::collect(count, |triangle| {
        let mut hasher = DefaultHasher::new();
        key(triangle).hash(&mut hasher);
        (hasher.finish(), u32::try_from(triangle).unwrap_or(u32::MAX))
    });
    parallel::sort_by(&mut hashed, Ord::cmp);
    let mut are_first = vec![true; count];
    for same in hashed.chunk_by(|(a, _), (b, _)| a == b).filter(|same| same.len() > 1) {
        let mut firsts: Vec<u32> = Vec::new();
        for &(_, triangle) in same {
            let is_again = firsts.iter().any(|first| key(*first as usize) == key(triangle as usize));
            if is_again {
                are_first[triangle as usize] = false;
            } else {
                firsts.push(triangle);
            }
        }
    }
    are_first
}

/// The corners in their order from the least one on, without the sign of zero.
fn key(mesh: &Mesh, triangle: usize) -> [[u32; 3]; 3] {
    let mut corners = mesh.corners(triangle).map(|corner| (corner + 0.0).to_array().map(f32::to_bits));
    let least = (0..3).min_by_key(|i| corners[*i]).unwrap_or(0);
    corners.rotate_left(least);
    corners
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use glam::Vec3;

    use super::*;
    use crate::budget::Budget;
    use crate::flicker::flicker;
    use crate::geometry::{Aabb, Pose};
    use crate::opacity::Progress;

    fn body(triangles: Vec<[u32; 3]>) -> FlickerBody {
        let positions = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::new(-0.0, 0.0, 0.0), Vec3::new(2.0, 0.0, 0.0)];
        let shape = Shape::Mesh(Arc::new(Mesh::new(positions, triangles).unwrap()));
        let bounds = Aabb::of(&shape, &Pose::IDENTITY);
        FlickerBody { shape, pose: Pose::IDENTITY, bounds, layers: 1, key: 0 }
    }

    #[test]
    fn triangles_with_the_same_corners_and_winding_are_duplicates() {
        let turned = [[0, 1, 2], [1, 2, 3], [0, 2, 1], [2, 3, 1], [0, 4, 2]];
        assert_eq!(are_first(&body(turned.to_vec())), [true, false, true, false, true]);
        let solid = Shape::Box { half_extents: Vec3::ONE };
        assert_eq!(are_first(&FlickerBody { shape: solid, ..body(vec![[0, 1, 2]]) }), Vec::<bool>::new());
    }

    /// With a comparison of each pair this would be five thousand million of them.
    #[test]
    fn many_duplicates_are_compared_once() {
        let mut triangles = vec![[0, 1, 2]; 100_000];
        triangles.push([0, 4, 2]);
        let found = flicker(&[body(triangles)], &[], &Budget::default(), &Progress::default()).unwrap();
        assert!(!found.is_cut && found.findings.len() == 1, "{found:?}");
    }
}
