//! The octree compared with brute force, with its definition, with a newly built octree, and with parry3d's tree.
//!
//! Scenes are biased towards critical values: corners on split planes and on the region's faces, boxes without extent,
//! boxes that reach out of the region, and numbers at the precision of f32.

use std::collections::HashSet;

use eyeline::geometry::camera::{Camera, DepthRange, Projection};
use eyeline::geometry::frustum::{Frustum, Verdict, classify};
use eyeline::geometry::{Aabb, Story, Tone};
use eyeline::octree::{
    Cell, Culling, Method, Octree, OctreeValues, PackedTree, Region, exchange_pairs, morton,
    overlap_pairs_by_brute_force, pair, pair_told, place, place_told,
};
use glam::{DQuat, Vec3};
use parry3d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};

use crate::random::{Random, narrow};

/// A region, cubic or not, near the origin or far from it, large or small.
fn region(random: &mut Random) -> Region {
    let depth = u32::try_from(random.bits() % 11).expect("small");
    let scale = random.pick(&[1.0, 1.0, 1.0, 1e-3, 1e6, 1e30]);
    let mut size = || {
        let any = random.range(0.5, 20.0);
        narrow(scale * random.pick(&[1.0, 3.0, 16.0, any]))
    };
    let size = Vec3::new(size(), size(), size());
    let min = match random.bits() % 4 {
        0 => -size / 2.0,
        1 => Vec3::ZERO,
        2 => (random.in_ball(10.0 * scale)).as_vec3(),
        // So far from the origin that f32 has few numbers within the region.
        _ => size * narrow(random.magnitude(1.0, 1e5)),
    };
    let max = (min + size).max(min.map(f32::next_up));
    Region::new(min, max, depth).expect("a region")
}

/// A coordinate on an axis of the region: anywhere, on or near a split plane of some level, on a face, or outside.
fn coordinate(random: &mut Random, region: &Region, axis: usize) -> f32 {
    let (low, high) = (region.min()[axis], region.max()[axis]);
    let size = f64::from(high) - f64::from(low);
    let at = |t: f64| narrow(f64::from(low) + t * size);
    match random.bits() % 8 {
        0..3 => at(random.unit()).clamp(low, high),
        3..5 => {
            let cells = 1_u64 << (random.bits() % 6);
            let plane = at((random.bits() % (cells + 1)) as f64 / cells as f64);
            random.pick(&[plane, plane, plane.next_up(), plane.next_down()])
        }
        5 => random.pick(&[low, high]),
        6 => {
            let anywhere = at(random.range(-1.0, 2.0));
            random.pick(&[low.next_down(), high.next_up(), anywhere])
        }
        _ => at(0.25 + random.unit() * 0.01),
    }
}

fn aabb(random: &mut Random, region: &Region) -> Aabb {
    let a = Vec3::from_array(std::array::from_fn(|axis| coordinate(random, region, axis)));
    let size = region.max() - region.min();
    let b = match random.bits() % 4 {
        0 => a,
        1 => Vec3::from_array(std::array::from_fn(|axis| coordinate(random, region, axis))),
        2 => a + size * narrow(random.magnitude(1e-4, 0.1)),
        // A slab: flat on one axis.
        _ => {
            let mut b = a + size * narrow(random.magnitude(1e-3, 0.5));
            let axis = random.pick(&[0, 1, 2]);
            b[axis] = a[axis];
            b
        }
    };
    let (a, b) = (a.clamp(Vec3::MIN, Vec3::MAX), b.clamp(Vec3::MIN, Vec3::MAX));
    Aabb { min: a.min(b), max: a.max(b) }
}

fn boxes(random: &mut Random, region: &Region, most: u64) -> Vec<Aabb> {
    (0..random.bits() % most).map(|_| aabb(random, region)).collect()
}

/// Whether two cells make their objects candidates, as the contract defines it.
fn are_near(region: &Region, method: Method, a: Cell, b: Cell) -> bool {
    let enlarged = |cell: Cell, axis: usize| {
        let edge = 4_i64 << (region.depth() - cell.level());
        let low = i64::from(cell.coordinates()[axis]) * edge;
        [low - edge / 2, low + edge + edge / 2]
    };
    match method {
        Method::Tight => a.contains(b) || b.contains(a),
        Method::Loose => (0..3).all(|axis| {
            let ([a0, a1], [b0, b1]) = (enlarged(a, axis), enlarged(b, axis));
            a0 <= b1 && b0 <= a1
        }),
    }
}

#[test]
fn no_pair_is_ever_lost() {
    let mut random = Random::new(11);
    let (mut candidates, mut overlaps) = (0, 0);
    for case in 0..6000 {
        let region = region(&mut random);
        let mut boxes = boxes(&mut random, &region, 60);
        if case % 16 == 0 {
            let ends = [f32::NAN, f32::INFINITY, f32::MAX, 0.0];
            let mut corner = || Vec3::new(random.pick(&ends), random.pick(&ends), random.pick(&ends));
            boxes.insert(boxes.len() / 2, Aabb { min: -corner(), max: corner() });
        }
        let truth = overlap_pairs_by_brute_force(&boxes);
        assert_eq!(PackedTree::new(&boxes).overlap_pairs(), truth, "case {case}: {boxes:?}");
        for method in Method::ALL {
            let context = || format!("case {case}: {method:?} {region:?} {boxes:?}");
            let tree = Octree::new(region, method, &boxes);
            let pairs = tree.candidate_pairs(usize::MAX).expect("no limit");
            let set: HashSet<_> = pairs.iter().copied().collect();
            assert!(truth.iter().all(|pair| set.contains(pair)), "{}", context());
            let cells: Vec<_> = boxes.iter().map(|aabb| place(&region, method, aabb).cell).collect();
            let by_definition: Vec<_> = (0..boxes.len())
                .flat_map(|i| (i + 1..boxes.len()).map(move |j| (i, j)))
                .filter(|&(i, j)| are_near(&region, method, cells[i], cells[j]))
                .map(|(i, j)| [i, j].map(|i| u32::try_from(i).expect("few")))
                .collect();
            assert_eq!(pairs, by_definition, "{}", context());
            assert_eq!(tree.candidate_count(), pairs.len() as u64, "{}", context());
            assert_eq!(tree.candidate_pairs(pairs.len()), Some(pairs.clone()));
            assert!(pairs.is_empty() || tree.candidate_pairs(pairs.len() - 1).is_none());
            candidates += pairs.len();
            overlaps += truth.len();
        }
    }
    assert!(overlaps > 100_000 && candidates > 2 * overlaps, "{overlaps} of {candidates}");
}

#[test]
fn cells_list_every_object_once_by_index() {
    let mut random = Random::new(12);
    for _ in 0..2000 {
        let region = region(&mut random);
        let boxes = boxes(&mut random, &region, 60);
        for method in Method::ALL {
            let tree = Octree::new(region, method, &boxes);
            let cells = tree.occupied();
            assert!(cells.windows(2).all(|two| two[0].cell.index() < two[1].cell.index()));
            let mut seen = vec![None; boxes.len()];
            for occupied in cells {
                assert!(occupied.objects.is_sorted());
                for &object in occupied.objects {
                    assert_eq!(seen[object as usize].replace(occupied.cell), None);
                }
            }
            let placed = boxes.iter().map(|aabb| Some(place(&region, method, aabb).cell));
            assert_eq!(seen, placed.collect::<Vec<_>>());
        }
    }
}

/// Objects move, some by a little and some far. The updated tree equals a newly built one.
#[test]
fn an_updated_tree_equals_a_newly_built_one() {
    let mut random = Random::new(13);
    for case in 0..400 {
        let region = region(&mut random);
        let method = random.pick(&Method::ALL);
        let mut now = boxes(&mut random, &region, 40);
        let mut tree = Octree::new(region, method, &now);
        let mut packed = PackedTree::new(&now);
        let mut pairs = packed.overlap_pairs();
        for _ in 0..20 {
            let mut moved = Vec::new();
            for (object, old) in (0_u32..).zip(&mut now) {
                if !random.once_in(8) {
                    continue;
                }
                let mut new = aabb(&mut random, &region);
                if random.once_in(2) {
                    let step = (new.centre() - old.centre()) * 0.01;
                    new = Aabb { min: old.min + step, max: old.max + step };
                }
                *old = new;
                moved.push((object, new));
            }
            tree.follow(&moved);
            packed.follow(&moved);
            let names: Vec<u32> = moved.iter().map(|(object, _)| *object).collect();
            pairs = exchange_pairs(&pairs, &names, &packed.overlap_pairs_of(&names));
            let context = || format!("case {case}: {method:?} {region:?} {now:?}");
            assert!(tree == Octree::new(region, method, &now), "{}", context());
            assert!(packed == PackedTree::new(&now), "{}", context());
            assert_eq!(pairs, overlap_pairs_by_brute_force(&now), "{}", context());
        }
    }
}

#[test]
fn culling_by_cells_gives_the_verdicts_of_the_flat_loop() {
    let mut random = Random::new(15);
    let mut saved = 0;
    for case in 0..4000 {
        let region = region(&mut random);
        let mut boxes = boxes(&mut random, &region, 200);
        // Rounding matters most where a box touches a plane exactly.
        let size = region.max() - region.min();
        let position = random.in_ball(1.0).as_vec3() * size + (region.min() + region.max()) / 2.0;
        let reach = size.length();
        let camera = Camera {
            position,
            rotation: random.rotation().as_dquat().normalize(),
            projection: Projection::Perspective { fov_y: random.range(0.1, 2.0), aspect: 1.5 },
            near: reach * narrow(random.magnitude(1e-3, 0.1)),
            far: reach * narrow(random.magnitude(0.2, 3.0)),
            depth: DepthRange::ZeroToOne,
        };
        let camera = if random.once_in(3) { Camera { rotation: DQuat::IDENTITY, ..camera } } else { camera };
        if camera.near >= camera.far {
            continue;
        }
        let frustum = Frustum::from_clip_from_world(camera.clip_from_world(), camera.depth);
        boxes.extend(frustum.planes.map(|plane| {
            let at = plane.project((region.min() + region.max()) / 2.0);
            Aabb { min: at, max: at }
        }));
        boxes.retain(|aabb| aabb.min.is_finite() && aabb.max.is_finite());
        let flat: Vec<_> = boxes.iter().map(|aabb| classify(&frustum, aabb).verdict).collect();
        for method in Method::ALL {
            let mut culling = Culling::default();
            Octree::new(region, method, &boxes).cull(&frustum, &mut culling);
            assert_eq!(culling.verdicts(), flat, "case {case}: {method:?} {region:?} {camera:?} {boxes:?}");
            let in_view = flat.iter().filter(|&&verdict| verdict != Verdict::Outside).count();
            assert_eq!(culling.inside.len() + culling.intersect.len(), in_view);
            saved += culling.saved();
        }
    }
    assert!(saved > 0, "{saved}");
}

/// An independent library finds the same pairs.
#[test]
fn parry_finds_the_same_overlaps() {
    let mut random = Random::new(16);
    let mut total = 0;
    for case in 0..60 {
        let boxes: Vec<_> = (0..2000)
            .map(|_| {
                let centre = (random.in_ball(50.0) * if random.once_in(3) { 0.2 } else { 1.0 }).as_vec3();
                // Whole numbers make boxes that touch exactly.
                let centre = if case % 2 == 0 { centre.round() } else { centre };
                let half = Vec3::splat(narrow(random.magnitude(0.25, 4.0)));
                Aabb::around(centre, if case % 2 == 0 { half.ceil() } else { half })
            })
            .collect();
        let parry = |aabb: &Aabb| {
            let [min, max] = [aabb.min, aabb.max].map(|v| parry3d::math::Vector::from_array(v.to_array()));
            parry3d::bounding_volume::Aabb::new(min, max)
        };
        let leaves: Vec<_> = boxes.iter().map(parry).collect();
        let bvh = Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves);
        let mut theirs = Vec::new();
        bvh.traverse_bvtt_single_tree::<false>(&mut BvhWorkspace::default(), &mut |a, b| {
            theirs.push([a.min(b), a.max(b)]);
        });
        theirs.sort_unstable();
        assert_eq!(PackedTree::new(&boxes).overlap_pairs(), theirs, "case {case}");
        total += theirs.len();
    }
    assert!(total > 100_000, "{total}");
}

/// Above the number of objects from which on threads divide the work, answers and their order stay the same.
#[test]
fn many_objects_are_answered_in_the_same_order_on_any_number_of_threads() {
    let mut random = Random::new(17);
    let region = Region::new(Vec3::splat(-50.0), Vec3::splat(50.0), 6).expect("a region");
    let boxes: Vec<_> = (0..9000)
        .map(|_| Aabb::around(random.in_ball(50.0).as_vec3(), Vec3::splat(narrow(random.range(0.1, 2.0)))))
        .collect();
    let truth = overlap_pairs_by_brute_force(&boxes);
    for method in Method::ALL {
        let answers = [1, 2, 5].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| {
                let tree = Octree::new(region, method, &boxes);
                let packed = PackedTree::new(&boxes);
                assert_eq!(packed.overlap_pairs(), truth);
                (packed.overlap_pairs_unsorted(), tree.candidate_count(), tree.candidate_pairs(usize::MAX))
            })
        });
        assert_eq!(answers[0], answers[1]);
        assert_eq!(answers[0], answers[2]);
        assert_eq!(answers[0].1, answers[0].2.as_ref().map_or(0, Vec::len) as u64);
    }
}

/// Each step of a placement follows from the values of the steps before, and the last one contains the placement.
#[test]
fn placements_follow_from_the_values_of_their_steps() {
    let mut random = Random::new(1601);
    let mut ends = [0; 3];
    for _ in 0..4_000 {
        let region = region(&mut random);
        let aabb = aabb(&mut random, &region);
        for method in Method::ALL {
            let mut story = Story::default();
            let recorded = place_told(&region, method, &aabb, &mut story);
            let values: Vec<OctreeValues> =
                story.steps.iter().map(|step| *OctreeValues::of(step).expect("values")).collect();
            let case = || format!("{recorded:?} {story:#?}");
            match values[..] {
                [OctreeValues::Region(of), OctreeValues::Outside { aabb: of_box, .. }] => {
                    assert!(of == region && of_box == aabb && recorded.is_outside(), "{}", case());
                    assert!(aabb.min.cmplt(region.min()).any() || aabb.max.cmpgt(region.max()).any(), "{}", case());
                    ends[0] += 1;
                }
                [
                    OctreeValues::Region(_),
                    OctreeValues::CornerLeaves { leaves, .. },
                    OctreeValues::CornerCodes { corners, .. },
                    OctreeValues::DecidingDigit { cell, straddles, .. },
                    OctreeValues::Cell { placement, .. },
                ] => {
                    assert_eq!([corners.min_morton, corners.max_morton], leaves.map(morton::encode), "{}", case());
                    let [min, max] = leaves.map(|leaf| Cell::at(region.depth(), leaf).expect("a leaf"));
                    assert!(cell.contains(min) && cell.contains(max), "{}", case());
                    let digit = |leaf: Cell| leaf.digits().nth(cell.level() as usize);
                    assert_eq!(digit(min) == digit(max), straddles.is_empty(), "{}", case());
                    let tone = if straddles.is_empty() { Tone::Pass } else { Tone::Partial };
                    assert!(story.steps[3].tone == tone && placement == recorded, "{}", case());
                    assert_eq!((placement.cell, placement.straddles), (cell, straddles), "{}", case());
                    ends[1] += 1;
                }
                [
                    OctreeValues::Region(_),
                    OctreeValues::Size { level, .. },
                    OctreeValues::Centre { cell, .. },
                    OctreeValues::Cell { placement, .. },
                ] => {
                    assert!(placement == recorded && placement.cell == cell && cell.level() == level, "{}", case());
                    ends[2] += 1;
                }
                _ => panic!("other steps: {}", case()),
            }
        }
    }
    assert!(ends.iter().all(|count| *count > 200), "{ends:?}");
}

/// Whether two objects are a candidate pair, and whether their boxes overlap, follows from the values of the steps and
/// from the printed text of the steps.
#[test]
fn pairs_follow_from_the_values_and_texts_of_their_steps() {
    let mut random = Random::new(1602);
    let mut ends = [0; 3];
    for _ in 0..4_000 {
        let region = region(&mut random);
        let boxes = [(); 2].map(|()| aabb(&mut random, &region));
        for method in Method::ALL {
            let cells = boxes.each_ref().map(|aabb| place(&region, method, aabb).cell);
            let mut story = Story::default();
            let recorded = pair_told(&region, method, cells, boxes.each_ref(), &mut story);
            assert_eq!(recorded, pair(&region, method, cells, boxes.each_ref()));
            let case = || format!("{recorded:?} {story:#?}");
            let [first, second] = &story.steps[..] else { panic!("other steps: {}", case()) };
            let Some(OctreeValues::PairCells(values)) = OctreeValues::of(first) else { panic!("{}", case()) };
            assert_eq!((values.region, values.method, values.cells), (region, method, cells), "{}", case());
            assert_eq!(values.is_candidate, are_near(&region, method, cells[0], cells[1]), "{}", case());
            assert_eq!(values.is_candidate, meet(&values.compared), "{}", case());
            assert_eq!(values.is_candidate, recorded.is_candidate, "{}", case());
            assert_eq!(first.tone, if recorded.is_candidate { Tone::Partial } else { Tone::Fail }, "{}", case());
            let Some(OctreeValues::PairBoxes { boxes: compared, overlaps }) = OctreeValues::of(second) else {
                panic!("{}", case())
            };
            assert_eq!(*compared, boxes, "{}", case());
            assert_eq!((*overlaps, recorded.overlaps), (meet(compared), meet(compared)), "{}", case());
            assert_eq!(second.tone, if recorded.overlaps { Tone::Pass } else { Tone::Fail }, "{}", case());
            // An axis on which they are apart is printed as such.
            let prints_a_gap = |numbers: &str| numbers.lines().any(|line| line.ends_with(" m apart"));
            assert_eq!(prints_a_gap(&second.numbers), !recorded.overlaps, "{}", case());
            if method == Method::Loose {
                assert_eq!(prints_a_gap(&first.numbers), !recorded.is_candidate, "{}", case());
            }
            ends[usize::from(recorded.is_candidate) + usize::from(recorded.overlaps)] += 1;
        }
    }
    assert!(ends.iter().all(|count| *count > 200), "{ends:?}");
}

/// Whether two boxes overlap or touch.
fn meet([a, b]: &[Aabb; 2]) -> bool {
    (0..3).all(|axis| a.min[axis] <= b.max[axis] && b.min[axis] <= a.max[axis])
}
