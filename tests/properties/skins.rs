//! Posed vertices in f32 against the f64 reference, for any matrices, numbers of influences and instruction sets.

use eyeline::skin::{Influences, exact, pose, pose_at};
use fearless_simd::Level;
use glam::{DMat4, DVec3, Vec3};

use crate::random::Random;

/// Rotation, scale and translation of many orders of magnitude; mirrored ones included.
fn matrix(random: &mut Random) -> DMat4 {
    let rotation = random.rotation().as_dquat();
    let sign = if random.once_in(4) { -1.0 } else { 1.0 };
    let scale =
        DVec3::new(sign * random.magnitude(1e-2, 1e2), random.magnitude(1e-2, 1e2), random.magnitude(1e-2, 1e2));
    let translation = random.direction() * random.magnitude(1e-3, 1e5);
    DMat4::from_scale_rotation_translation(scale, rotation, translation)
}

#[test]
fn posed_vertices_are_within_the_rounding_bound_of_the_exact_ones() {
    let mut random = Random::new(19);
    let mut furthest = 0.0_f64;
    for case in 0..300 {
        let joints = 1 + random.below(40);
        let per_vertex = random.pick(&[1, 2, 4, 4, 4, 8, 8, 12]);
        let count = random.below(50);
        let matrices: Vec<_> = (0..joints).map(|_| matrix(&mut random)).collect();
        let at: Vec<_> = (0..count * per_vertex).map(|_| u16::try_from(random.below(joints)).unwrap()).collect();
        // Some are 0, negative, or do not add up to 1.
        let weights: Vec<_> =
            at.iter().map(|_| if random.once_in(4) { 0.0 } else { random.within(-0.2, 1.0) }).collect();
        let vertices: Vec<_> =
            (0..count).map(|_| (random.direction() * random.magnitude(1e-4, 1e4)).as_vec3()).collect();
        let influences = Influences::new(joints, per_vertex, at, weights).unwrap();
        let mut posed = vec![Vec3::NAN; 7];
        pose(&matrices, &influences, &vertices, &mut posed);
        let exact = exact::pose(&matrices, &influences, &vertices);
        assert_eq!((posed.len(), exact.len()), (count, count), "case {case}");
        for (i, (posed, exact)) in posed.iter().zip(&exact).enumerate() {
            // Each product and each sum rounds by at most half a unit: one for the matrix, one for the weight, one for
            // each influence, and four for the product with the vertex.
            let roundings = 6.0 + per_vertex as f64;
            let v = vertices[i].as_dvec3().abs();
            let size = influences.of_vertex(i).map(|(joint, weight)| {
                let [x, y, z, w] = matrices[usize::from(joint)].to_cols_array_2d().map(|c| DVec3::from_slice(&c).abs());
                f64::from(weight.abs()) * (x * v.x + y * v.y + z * v.z + w)
            });
            let bound = roundings * f64::from(f32::EPSILON) * size.sum::<DVec3>() + 1e-30;
            let off = ((posed.as_dvec3() - exact).abs() / bound).max_element();
            assert!(off <= 1.0, "case {case}, vertex {i}: {posed} for {exact}, {off} times the bound");
            furthest = furthest.max(off);
        }
        let mut portable = Vec::new();
        pose_at(Level::baseline(), &matrices, &influences, &vertices, &mut portable);
        assert_eq!(posed, portable, "case {case}: instruction sets have the same digits");
    }
    assert!(furthest > 0.05, "the bound is not a hundred times too wide: {furthest}");
}
