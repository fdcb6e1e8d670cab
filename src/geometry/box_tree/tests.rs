//! A tree against a test of every box.

use std::ops::ControlFlow;

use glam::Vec3;
use proptest::prelude::*;

use super::build::MOST_MOVES;
use super::nodes::BoxTree;
use crate::geometry::bounds::Aabb;
use crate::geometry::interval::Interval;
use crate::geometry::pose::Pose;
use crate::geometry::ray::{Hit, Inside, Ray, RayKind, RayQuery, cast};
use crate::geometry::shape::Shape;

fn vector(reach: f32) -> impl Strategy<Value = Vec3> {
    [-reach..reach, -reach..reach, -reach..reach].prop_map(Vec3::from)
}

type Item = (Shape, Pose);

fn item() -> impl Strategy<Value = Item> {
    let shape = prop::sample::select(vec![
        Shape::Box { half_extents: Vec3::new(1.0, 2.0, 0.1) },
        Shape::Sphere { radius: 1.0 },
        Shape::Cylinder { radius: 0.5, half_height: 2.0 },
        Shape::Cone { radius: 1.0, height: 2.0 },
        Shape::Capsule { radius: 0.5, half_height: 1.0 },
    ]);
    // Whole numbers, so that many faces coincide and many distances are equal.
    let place = [-9_i8..9, -3..3, -9..9].prop_map(|p| Vec3::from_array(p.map(f32::from)));
    let turn = prop_oneof![Just(Vec3::ZERO), vector(3.0)];
    let scale = prop_oneof![Just(Vec3::ONE), [0.01_f32..4.0, 0.5..2.0, -2.0..-0.5].prop_map(Vec3::from)];
    (shape, place, turn, scale).prop_map(|(shape, place, turn, scale)| {
        (shape, Pose::new(place, glam::Quat::from_scaled_axis(turn), scale).unwrap())
    })
}

fn boxes(items: &[Item]) -> Vec<Aabb> {
    items.iter().map(|(shape, pose)| Aabb::of(shape, pose)).collect()
}

fn moved(items: &mut [Item], by: Vec3) {
    for (_, pose) in items {
        let mut affine = glam::DAffine3::from_mat4(glam::Mat4::from(pose.world_from_local()).as_dmat4());
        affine.translation += by.as_dvec3();
        *pose = Pose::from_affine(affine).unwrap();
    }
}

/// The first hit among all `candidates`; of equal hits, the one with the lesser index.
fn first(
    ray: &Ray,
    query: RayQuery,
    items: &[Item],
    candidates: impl IntoIterator<Item = usize>,
) -> Option<(usize, Hit)> {
    let hit = |i: usize| {
        let (shape, pose) = &items[i];
        cast(ray, query, shape, pose).hit().map(|hit| (i, hit))
    };
    candidates.into_iter().filter_map(hit).min_by(|(i, a), (j, b)| a.along(b).then(i.cmp(j)))
}

/// The same by the tree, whose traversal ends behind the first hit.
fn first_by(tree: &BoxTree, ray: &Ray, query: RayQuery, items: &[Item]) -> Option<(usize, Hit)> {
    let mut found: Option<(usize, Hit)> = None;
    tree.along(ray, query.kind.range(), |i| {
        found =
            found.into_iter().chain(first(ray, query, items, [i])).min_by(|(i, a), (j, b)| a.along(b).then(i.cmp(j)));
        found.map_or(f32::INFINITY, |(_, hit)| hit.t)
    });
    found
}

fn query() -> impl Strategy<Value = RayQuery> {
    let kinds = prop::sample::select(vec![RayKind::Line, RayKind::Ray, RayKind::Segment]);
    (kinds, any::<bool>()).prop_map(|(kind, is_solid)| {
        let inside = if is_solid { Inside::Solid } else { Inside::Hollow };
        RayQuery { kind, inside, ..RayQuery::default() }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Near and far from the origin, along axes and across, before and after items moved.
    #[test]
    fn a_tree_finds_what_a_look_at_everything_finds(
        mut items in prop::collection::vec(item(), 1..150),
        rays in prop::collection::vec((vector(12.0), vector(2.0), 0_u8..8, prop_oneof![-3_i8..3, -37_i8..34]), 1..12),
        moves in prop::collection::vec((any::<prop::sample::Index>(), vector(9.0)), 0..40),
        query in query(),
        far in prop::sample::select(vec![0.0_f32, 1e3, 1e5]),
    ) {
        let away = Vec3::new(far, -far, 0.5 * far);
        moved(&mut items, away);
        let mut tree = BoxTree::new(&boxes(&items));
        for round in 0..2 {
            for (origin, direction, flat, power) in &rays {
                let origin = if flat & 1 == 0 { *origin } else { origin.round() };
                let direction = Vec3::from_array(std::array::from_fn(|axis| {
                    if flat >> axis & 1 == 1 && *flat < 7 { 0.0 } else { direction[axis] }
                })) * 10_f32.powi((*power).into());
                let ray = Ray { origin: origin + away, direction };
                let plain = first(&ray, query, &items, 0..items.len());
                prop_assert_eq!(first_by(&tree, &ray, query, &items), plain, "{:?} {}", ray, round);
            }
            for (index, by) in &moves {
                let i = index.index(items.len());
                moved(&mut items[i..=i], *by);
                tree.set(i, &boxes(&items[i..=i])[0]);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_boxes_near_a_box_are_those_of_a_look_at_everything(
        items in prop::collection::vec(item(), 0..150),
        (middle, half) in (vector(12.0), [0.0_f32..9.0, 0.0..3.0, 0.0..9.0].prop_map(Vec3::from)),
    ) {
        let all = boxes(&items);
        let tree = BoxTree::new(&all);
        let around = Aabb::around(middle, half);
        let mut found = Vec::new();
        tree.near(&around, |i| {
            found.push(i);
            ControlFlow::Continue(())
        });
        // Boxes of the tree are enlarged by a rounding.
        prop_assert!((0..all.len()).all(|i| found.contains(&i) || !all[i].overlaps(&around)));
        let more = Aabb::around(middle, half + 1e-3);
        prop_assert!(found.iter().all(|&i| all[i].overlaps(&more)));
        found.sort_unstable();
        found.dedup();
        let count = found.len();
        let mut first = 0;
        tree.near(&around, |_| {
            first += 1;
            ControlFlow::Break(())
        });
        prop_assert_eq!(first, count.min(1));
    }
}

#[test]
fn no_boxes_and_bad_boxes_are_met_by_nothing() {
    let ray = Ray { origin: Vec3::ZERO, direction: Vec3::X };
    let named = |boxes: &[Aabb]| {
        let mut named = Vec::new();
        BoxTree::new(boxes).along(&ray, Interval::new(0.0, f32::MAX), |i| {
            named.push(i);
            f32::MAX
        });
        named.sort_unstable();
        named
    };
    assert!(named(&[]).is_empty() && BoxTree::new(&[]).is_empty());
    let good = |x: f32| Aabb::around(Vec3::X * x, Vec3::ONE);
    let upside_down = Aabb { min: Vec3::ONE, max: Vec3::ZERO };
    let nan = Aabb { min: Vec3::NAN, max: Vec3::ONE };
    let boundless = Aabb { min: Vec3::NEG_INFINITY, max: Vec3::INFINITY };
    assert_eq!(named(&[good(3.0), nan, upside_down, good(9.0), boundless, good(-9.0)]), [0, 3, 4]);
    let row: Vec<Aabb> = (0_u8..100).map(|i| good(f32::from(i) * 3.0)).collect();
    assert_eq!(named(&row), (0..100).collect::<Vec<_>>());
}

#[test]
fn nearest_come_first_and_the_rest_is_left_out() {
    let row: Vec<Aabb> = (0_u16..1000).map(|i| Aabb::around(Vec3::X * (f32::from(i) * 3.0), Vec3::ONE)).collect();
    let mut tree = BoxTree::new(&row);
    assert_eq!(tree.len(), 1000);
    let ray = Ray { origin: Vec3::X * 1500.0, direction: Vec3::NEG_X };
    let mut named = Vec::new();
    let mut ask = |tree: &BoxTree, until: f32| {
        named.clear();
        tree.along(&ray, Interval::new(0.0, f32::MAX), |i| {
            named.push(i);
            until
        });
        named.clone()
    };
    assert_eq!(ask(&tree, f32::MAX), (0..=500).rev().collect::<Vec<_>>());
    assert_eq!(ask(&tree, 7.0), [500, 499, 498]);
    assert_eq!(ask(&tree, f32::NEG_INFINITY), [500]);
    for _ in 0..=MOST_MOVES {
        (0..1000).for_each(|i| tree.set(i, &row[999 - i]));
    }
    tree.refresh();
    assert_eq!(tree.moves, 0, "it was sorted again");
    assert_eq!(ask(&tree, 4.0), [499, 500]);
    let far = Aabb { min: Vec3::splat(-1e30), max: Vec3::INFINITY };
    tree.set(7, &far);
    assert_eq!(ask(&tree, 4.0), [7, 499, 500], "what is huge does not blur the rest");
}
