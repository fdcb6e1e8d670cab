//! The packed tree compared with brute force.

use glam::Vec3;
use proptest::prelude::*;
use proptest::strategy::ValueTree;

use super::block::{BoxBlock, LANES};
use super::order::PackingOrder;
use super::parts::ordered;
use super::sort::indices;
use super::*;
use crate::geometry::Aabb;
use crate::geometry::ray::batch::cast_all::tests::levels;
use crate::octree::follow::exchange_pairs;

/// Coordinates that often coincide, so that boxes touch; rarely without bounds, or none.
fn coordinate() -> impl Strategy<Value = f32> {
    prop_oneof![
        60 => (-40_i8..=40).prop_map(|x| f32::from(x) * 0.25),
        60 => -10_f32..10.0,
        1 => Just(f32::NAN),
        1 => Just(f32::INFINITY),
        1 => Just(f32::NEG_INFINITY),
        1 => Just(1e30_f32),
        1 => Just(f32::MAX),
        1 => Just(f32::MIN),
    ]
}

fn point() -> impl Strategy<Value = Vec3> {
    [coordinate(), coordinate(), coordinate()].prop_map(Vec3::from)
}

/// Boxes of very different sizes, points, and a few with the greater corner first.
fn one() -> impl Strategy<Value = Aabb> {
    let size = prop_oneof![Just(0.0_f32), Just(1e-6), Just(0.25), 0.0_f32..2.0, Just(30.0), Just(1e20)];
    prop_oneof![
        10 => (point(), size).prop_map(|(at, half)| Aabb { min: at - half, max: at + half }),
        1 => (point(), point()).prop_map(|(min, max)| Aabb { min, max }),
    ]
}

fn boxes(most: usize) -> impl Strategy<Value = Vec<Aabb>> {
    prop::collection::vec(one(), 0..most)
}

fn in_order(mut pairs: Vec<[u32; 2]>) -> Vec<[u32; 2]> {
    pairs.sort_unstable();
    pairs
}

/// The objects of all leaves with their boxes, as bits.
fn leaves(order: &PackingOrder, count: usize) -> Vec<([u32; LANES], Vec<[u32; 6]>)> {
    let bits = |aabb: Aabb| {
        let [[a, b, c], [d, e, f]] = [aabb.min, aabb.max].map(|corner| corner.to_array().map(f32::to_bits));
        [a, b, c, d, e, f]
    };
    let lanes = |block: BoxBlock| (0..LANES).map(|lane| bits(block.get(lane))).collect();
    (0..count.div_ceil(LANES)).map(|i| order.leaf(i)).map(|(objects, block)| (objects, lanes(block))).collect()
}

/// Many boxes are sorted part by part. The order must be the same.
#[test]
fn many_boxes_have_the_order_of_a_sort_of_all() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    // Crowds, and boxes of very different sizes between them.
    let mut boxes: Vec<Aabb> = (0..20_000_u32)
        .map(|i| {
            let at = Vec3::new((i % 7) as f32, (i % 11) as f32, (i % 300) as f32 * 1e-3) * 10.0;
            Aabb::around(at + Vec3::X * (i as f32 * 1e-4), Vec3::splat(0.1))
        })
        .collect();
    boxes.extend(prop::collection::vec(one(), 900).new_tree(&mut runner).unwrap().current());
    let (few, many) = (PackingOrder::Indices(&boxes, indices(&boxes)), PackingOrder::Copies(ordered(&boxes)));
    assert_eq!(leaves(&few, boxes.len()), leaves(&many, boxes.len()));
}

proptest! {
    #[test]
    fn pairs_are_those_of_brute_force(boxes in boxes(700)) {
        let expected = overlap_pairs_by_brute_force(&boxes);
        let tree = PackedTree::new(&boxes);
        for level in levels() {
            prop_assert_eq!(&in_order(tree.overlap_pairs_at(level)), &expected);
        }
        let count = expected.len();
        prop_assert_eq!(tree.overlap_pairs_within(count), Some(expected.clone()));
        prop_assert_eq!(tree.overlap_pairs_within(count.wrapping_sub(1)).is_none(), count > 0);
        prop_assert_eq!(tree.overlap_pairs(), expected);
    }

    #[test]
    fn kept_up_pairs_are_those_of_a_new_tree(
        before in boxes(300),
        moves in prop::collection::vec(prop::collection::btree_map(0_u32..300, one(), 0..40), 1..6),
    ) {
        let mut now = before.clone();
        let mut tree = PackedTree::new(&before);
        let mut pairs = tree.overlap_pairs();
        for moves in moves {
            let moved: Vec<_> = moves.into_iter().filter(|(i, _)| (*i as usize) < now.len()).collect();
            for (i, aabb) in &moved {
                now[*i as usize] = *aabb;
            }
            tree.follow(&moved);
            let objects: Vec<_> = moved.iter().map(|(i, _)| *i).collect();
            pairs = exchange_pairs(&pairs, &objects, &tree.overlap_pairs_of(&objects));
            prop_assert_eq!(&pairs, &overlap_pairs_by_brute_force(&now));
            prop_assert_eq!(&tree.overlap_pairs(), &pairs);
            prop_assert!(tree == PackedTree::new(&now));
        }
    }
}

#[test]
fn no_boxes_and_one_box() {
    let empty = PackedTree::new(&[]);
    assert!(empty.is_empty() && empty.overlap_pairs().is_empty());
    assert_eq!(empty.overlap_pairs_within(0), Some(Vec::new()));
    let one = PackedTree::new(&[Aabb::around(Vec3::ZERO, Vec3::ONE)]);
    assert_eq!((one.len(), one.overlap_pairs()), (1, Vec::new()));
}

/// The first leaf has bounds with the greater corner first, whose area would be negative.
#[test]
fn a_leaf_of_empty_boxes_is_updated() {
    let inverted = Aabb { min: Vec3::ZERO, max: Vec3::new(0.0, -9.5, 1e30) };
    let mut boxes = vec![inverted; 40];
    let mut tree = PackedTree::new(&boxes);
    for (i, aabb) in [(0, Aabb::around(Vec3::ZERO, Vec3::splat(30.0))), (2, Aabb::around(Vec3::ZERO, Vec3::ZERO))] {
        boxes[i as usize] = aabb;
        tree.follow(&[(i, aabb)]);
        assert!(tree == PackedTree::new(&boxes));
        assert_eq!(tree.overlap_pairs(), overlap_pairs_by_brute_force(&boxes));
    }
}

#[test]
fn boxes_in_one_place_are_all_pairs() {
    let boxes = vec![Aabb::around(Vec3::ONE, Vec3::ONE); 3000];
    let tree = PackedTree::new(&boxes);
    assert_eq!(tree.overlap_pairs(), overlap_pairs_by_brute_force(&boxes));
    assert_eq!(tree.overlap_pairs_within(4_498_499), None);
}

/// A box far away, and a few that are larger than all others together, must not make the tree compare all with all.
#[test]
fn outliers_do_not_slow_down_the_search() {
    let grid = |i: u32| Vec3::new((i % 30) as f32, (i / 30 % 30) as f32, (i / 900) as f32);
    let mut boxes: Vec<_> = (0..27_000).map(|i| Aabb::around(grid(i), Vec3::splat(0.1))).collect();
    for i in 0..27_u32 {
        boxes[i as usize * 1000] = Aabb::around(grid(i * 1000), Vec3::splat(100.0 + i as f32));
    }
    boxes[5] = Aabb::around(Vec3::splat(1e30), Vec3::ONE);
    let tree = PackedTree::new(&boxes);
    let pairs = tree.overlap_pairs();
    assert_eq!(pairs.len(), 27 * (26_999 - 27) + 27 * 26 / 2);
    // The 27 large boxes share two leaves or three, with few of the others.
    let is_large = |id: &u32| boxes.get(*id as usize).is_some_and(|aabb| aabb.half_extents().max_element() > 50.0);
    let large = tree.ids.iter().filter(|ids| ids.iter().any(is_large)).count();
    assert!(large <= 3, "{large} leaves have large boxes");
    // The box far away has its own place on the curve, and the others are still divided.
    let far = tree.levels[0].iter().filter(|leaf| leaf.bounds().half_extents().max_element() > 1e6).count();
    assert!(far <= 1, "{far} leaves reach to the box far away");
}

/// Boxes that move far from their neighbours are packed again, so that leaves stay small.
#[test]
fn boxes_that_move_apart_are_packed_again() {
    let at = |i: u32, turn: u32| {
        let k = i.wrapping_mul(2_654_435_761).wrapping_add(turn * 7919);
        Aabb::around(Vec3::new((k % 64) as f32, (k / 64 % 64) as f32, (k / 4096 % 64) as f32), Vec3::splat(0.4))
    };
    let mut tree = PackedTree::new(&(0..20_000).map(|i| at(i, 0)).collect::<Vec<_>>());
    for turn in 1..20 {
        let moved: Vec<_> = (turn..20_000).step_by(20).map(|i| (i, at(i, turn))).collect();
        tree.follow(&moved);
        assert!(tree.grown <= tree.ids.len() / 8, "turn {turn}: {} of {}", tree.grown, tree.ids.len());
    }
    let boxes = tree.boxes();
    assert_eq!(tree.overlap_pairs(), PackedTree::new(&boxes).overlap_pairs());
}
