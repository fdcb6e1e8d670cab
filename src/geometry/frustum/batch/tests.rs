//! Many boxes at a time get the verdicts of single boxes.

use super::*;
use crate::geometry::bounds::Aabb;
use crate::geometry::frustum::{Frustum, Verdict, classify};
use crate::geometry::plane::Plane;
use crate::geometry::ray::batch::cast_all::tests::levels;
use glam::Vec3;
use proptest::prelude::*;

fn check(frustum: &Frustum, aabbs: &[Aabb]) {
    let axis = |i: usize| -> [Vec<f32>; 2] {
        [aabbs.iter().map(|aabb| aabb.min[i]).collect(), aabbs.iter().map(|aabb| aabb.max[i]).collect()]
    };
    let [x, y, z] = [axis(0), axis(1), axis(2)];
    let boxes = BoxSlices { min: [&x[0], &y[0], &z[0]], max: [&x[1], &y[1], &z[1]] };
    let expected: Vec<_> = aabbs.iter().map(|aabb| classify(frustum, aabb).verdict).collect();
    let mut verdicts = vec![Verdict::Inside; 7];
    classify_all(frustum, boxes, &mut verdicts);
    assert_eq!(verdicts, expected);
    let blocks = Blocks::of(boxes);
    classify_blocks(frustum, boxes, &blocks, &mut verdicts);
    assert_eq!(verdicts, expected);
    for level in levels() {
        classify_all_at(level, frustum, boxes, &mut verdicts);
        assert_eq!(verdicts, expected, "{level:?}");
        verdicts.clear();
        classify_blocks_at(level, frustum, boxes, &blocks, &mut verdicts);
        assert_eq!(verdicts, expected, "{level:?}");
    }
}

/// The cube from -2 to 2; every whole-numbered box touches or clears its planes exactly.
#[test]
fn boxes_that_touch_get_the_verdict_of_the_single_box() {
    let inward = [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z];
    let mut frustum = Frustum { planes: inward.map(|normal| Plane { normal, d: 2.0 }) };
    let corners: Vec<_> =
        (0..7 * 7 * 7).map(|i| Vec3::new((i % 7) as f32, (i / 7 % 7) as f32, (i / 49) as f32) - 4.0).collect();
    let aabbs: Vec<_> =
        corners.iter().flat_map(|&min| [0.0, 1.0, 4.0].map(|edge| Aabb { min, max: min + edge })).collect();
    check(&frustum, &aabbs);
    frustum.planes[5] = Plane { normal: Vec3::ZERO, d: f32::INFINITY };
    check(&frustum, &aabbs);
    frustum.planes[5] = Plane { normal: Vec3::ZERO, d: f32::NEG_INFINITY };
    check(&frustum, &aabbs);
}

#[test]
fn the_shortest_slice_counts() {
    let axis = [0.0; 40];
    let frustum = Frustum { planes: [Plane { normal: Vec3::X, d: 1.0 }; 6] };
    let mut verdicts = Vec::new();
    for len in [0, 1, 15, 16, 17, 40] {
        let boxes = BoxSlices { min: [&axis; 3], max: [&axis, &axis[..len], &axis] };
        assert_eq!((boxes.len(), boxes.is_empty()), (len, len == 0));
        classify_all(&frustum, boxes, &mut verdicts);
        assert_eq!(verdicts, vec![Verdict::Inside; len]);
    }
}

/// A box that is not finite must not decide for its neighbours, nor they for it.
#[test]
fn boxes_that_are_not_finite_are_tested_one_by_one_and_leave_the_others_of_their_block_alone() {
    let inward = [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z];
    let frustum = Frustum { planes: inward.map(|normal| Plane { normal, d: 2.0 }) };
    for (at, size) in [(Vec3::splat(9.0), 200), (Vec3::ZERO, 200), (Vec3::splat(2.0), 64)] {
        let mut aabbs = vec![Aabb::around(at, Vec3::splat(0.5)); size];
        check(&frustum, &aabbs);
        for (i, value) in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY].into_iter().enumerate() {
            aabbs[i * 20].min.x = value;
            aabbs[i * 20 + 5].max = Vec3::splat(value);
        }
        let axes = |corner: fn(&Aabb) -> Vec3| -> [Vec<f32>; 3] {
            std::array::from_fn(|i| aabbs.iter().map(|aabb| corner(aabb)[i]).collect())
        };
        let (min, max) = (axes(|aabb| aabb.min), axes(|aabb| aabb.max));
        let boxes = BoxSlices::of(&min, &max);
        let (mut all, mut by_blocks) = (Vec::new(), Vec::new());
        classify_all(&frustum, boxes, &mut all);
        classify_blocks(&frustum, boxes, &Blocks::of(boxes), &mut by_blocks);
        assert_eq!(by_blocks, all);
        for (i, aabb) in aabbs.iter().enumerate().filter(|(_, aabb)| aabb.min.is_finite() && aabb.max.is_finite()) {
            assert_eq!(all[i], classify(&frustum, aabb).verdict, "{i}");
        }
    }
}

fn vector(reach: f32) -> impl Strategy<Value = Vec3> {
    [-reach..reach, -reach..reach, -reach..reach].prop_map(Vec3::from)
}

proptest! {
    #[test]
    fn random_boxes_get_the_verdict_of_the_single_box(
        planes in prop::array::uniform6((vector(1.0), 0.0_f32..8.0)),
        boxes in prop::collection::vec((vector(10.0), vector(3.0)), 1..600),
    ) {
        let frustum = Frustum { planes: planes.map(|(v, d)| Plane { normal: v.normalize_or_zero(), d }) };
        let mut aabbs: Vec<_> = boxes.iter().map(|&(centre, half)| Aabb::around(centre, half.abs())).collect();
        check(&frustum, &aabbs);
        // Neighbours, so that whole blocks are outside or inside.
        aabbs.sort_by(|a, b| a.min.x.total_cmp(&b.min.x));
        check(&frustum, &aabbs);
        // In a thin row, so that most planes cut few blocks.
        let thin = |v: Vec3| v * Vec3::new(1.0, 0.05, 0.05);
        let row: Vec<_> = aabbs.iter().map(|aabb| Aabb::around(thin(aabb.centre()), Vec3::splat(0.05))).collect();
        check(&frustum, &row);
    }
}
