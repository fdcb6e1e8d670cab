//! Overlapping boxes: the packed tree and parry3d's tree, both built from the same boxes, list all pairs, and the pairs of
//! boxes that moved; the octree is built from them; Morton codes; culling by cells and by a loop over all boxes. `peers/` has the same boxes for obvhs and
//! rstar and the same coordinates for zorder, and compares with the same expected pairs.

#![expect(clippy::print_stdout, reason = "a benchmark reports")]

mod inputs;
mod levels;
mod results;

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group};
use eyeline::geometry::frustum::batch::{BoxSlices, classify_all};
use eyeline::geometry::frustum::{Frustum, Verdict, classify};
use eyeline::geometry::{Aabb, Plane};
use eyeline::octree::{Culling, Method, Octree, PackedTree, Region, morton};
use glam::Vec3;
use inputs::Crowd;
use parry3d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};

/// Enough levels for the leaves to be no larger than the boxes.
const DEPTH: u32 = 10;

const MILLION: usize = 1_000_000;

fn aabbs(boxes: &[[Vec3; 2]]) -> Vec<Aabb> {
    boxes.iter().map(|&[min, max]| Aabb { min, max }).collect()
}

fn around(boxes: &[Aabb]) -> Region {
    Region::around(boxes, DEPTH).expect("a region")
}

fn pairs(c: &mut Criterion) {
    for (name, crowd, count) in inputs::CROWDS {
        let boxes = inputs::crowd(crowd, count);
        let truth = inputs::pairs_by_sweep(&boxes);
        let boxes = aabbs(&boxes);
        let leaves: Vec<_> = boxes.iter().map(leaf).collect();
        let mut theirs = of_parry(&leaves, &mut BvhWorkspace::default());
        theirs.sort_unstable();
        assert!(theirs == truth, "parry3d finds other pairs");
        let mut candidates = Vec::new();
        for method in Method::ALL {
            let tree = Octree::new(around(&boxes), method, &boxes);
            candidates.push(format!("\"{}\": {}", method.word(), tree.candidate_count()));
        }
        let counts = format!("{{ \"pairs\": {}, {} }}", truth.len(), candidates.join(", "));
        println!("{count} {name}, pairs and candidates: {counts}");
        results::save(&format!("pairs-{name}-{count}"), &counts);
        let mut group = c.benchmark_group(format!("pairs-{name}"));
        time_pairs(&mut group, &boxes, &leaves, &truth);
    }
    // The sweep and the other peers would take minutes, so parry3d gives the expected pairs.
    let boxes = aabbs(&inputs::crowd(Crowd::Uniform, MILLION));
    let leaves: Vec<_> = boxes.iter().map(leaf).collect();
    let mut truth = of_parry(&leaves, &mut BvhWorkspace::default());
    truth.sort_unstable();
    results::save(&format!("pairs-uniform-{MILLION}"), &format!("{{ \"pairs\": {} }}", truth.len()));
    let mut group = c.benchmark_group("pairs-uniform");
    time_pairs(group.sample_size(10), &boxes, &leaves, &truth);
}

/// Builds the trees of parry3d and of eyeline and lists all pairs. Ours must be `truth`.
fn time_pairs(
    group: &mut BenchmarkGroup<'_, WallTime>,
    boxes: &[Aabb],
    leaves: &[parry3d::bounding_volume::Aabb],
    truth: &[[u32; 2]],
) {
    let count = boxes.len();
    assert!(PackedTree::new(boxes).overlap_pairs() == truth, "the packed tree finds other pairs");
    group.throughput(Throughput::Elements(count as u64));
    let mut workspace = BvhWorkspace::default();
    group.bench_function(BenchmarkId::new("parry", count), |b| {
        b.iter(|| black_box(of_parry(black_box(leaves), &mut workspace)));
    });
    group.bench_function(BenchmarkId::new("packed", count), |b| {
        b.iter(|| black_box(PackedTree::new(black_box(boxes)).overlap_pairs_unsorted()));
    });
    group.bench_function(BenchmarkId::new("packed-in-order", count), |b| {
        b.iter(|| black_box(PackedTree::new(black_box(boxes)).overlap_pairs()));
    });
}

/// The list of all pairs of a packed tree that is already built, with each instruction set.
fn list(c: &mut Criterion) {
    let count = 100_000;
    let tree = PackedTree::new(&aabbs(&inputs::crowd(Crowd::Uniform, count)));
    let mut group = c.benchmark_group("list");
    group.throughput(Throughput::Elements(count as u64));
    for (name, level) in levels::levels() {
        group.bench_function(name, |b| b.iter(|| black_box(tree.overlap_pairs_at(level))));
    }
}

/// The octree of boxes. The region is computed too, as for a scene without one.
fn build(c: &mut Criterion) {
    for count in [10_000, 100_000, 1_000_000] {
        let boxes = aabbs(&inputs::crowd(Crowd::Uniform, count));
        let mut group = c.benchmark_group("build-loose");
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(count.to_string(), |b| {
            b.iter(|| black_box(Octree::new(around(&boxes), Method::Loose, black_box(&boxes))));
        });
    }
}

fn leaf(aabb: &Aabb) -> parry3d::bounding_volume::Aabb {
    let vector = |v: Vec3| parry3d::math::Vector::from_array(v.to_array());
    parry3d::bounding_volume::Aabb::new(vector(aabb.min), vector(aabb.max))
}

fn of_parry(leaves: &[parry3d::bounding_volume::Aabb], workspace: &mut BvhWorkspace) -> Vec<[u32; 2]> {
    let bvh = Bvh::from_leaves(BvhBuildStrategy::Binned, leaves);
    let mut pairs = Vec::new();
    bvh.traverse_bvtt_single_tree::<false>(workspace, &mut |a, b| pairs.push([a.min(b), a.max(b)]));
    pairs
}

/// A hundredth of the boxes moves in each step, by up to half of its size, and back in a later step: the pairs with at least one
/// of these.
fn moved(c: &mut Criterion) {
    for (name, crowd, count) in inputs::CROWDS {
        let boxes = aabbs(&inputs::crowd(crowd, count));
        let steps = steps(&boxes);
        let packed = PackedTree::new(&boxes);
        let leaves: Vec<_> = boxes.iter().map(leaf).collect();
        // In a new tree, all leaves count as changed.
        let last = (0_u32..).take(count).collect();
        let parry = Kept { bvh: Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves), boxes, last, ..Kept::default() };
        let (mut ours, mut theirs) = (packed.clone(), parry.clone());
        // The second time round, every box moves as it does while the time is measured.
        for step in steps.iter().chain(&steps) {
            let mut pairs = theirs.step(step);
            pairs.sort_unstable();
            assert!(step_of(&mut ours, step) == pairs, "the trees find other pairs of the boxes that moved");
        }
        let mut group = c.benchmark_group(format!("moved-{name}"));
        group.throughput(Throughput::Elements(steps.len() as u64));
        group.bench_function(BenchmarkId::new("parry", count), |b| {
            b.iter(|| steps.iter().map(|step| black_box(theirs.step(step)).len()).sum::<usize>());
        });
        group.bench_function(BenchmarkId::new("packed", count), |b| {
            b.iter(|| steps.iter().map(|step| black_box(step_of(&mut ours, step)).len()).sum::<usize>());
        });
    }
}

/// The objects that move in a step, ascending, with their boxes after it.
type Step = Vec<(u32, Aabb)>;

fn steps(boxes: &[Aabb]) -> Vec<Step> {
    let mut random = inputs::Random(11);
    let step = |step: usize| {
        let objects = (0_u32..).zip(boxes).skip(step * 7).step_by(100);
        let moved = |(object, aabb): (u32, &Aabb)| {
            let offset = random.in_cube() * 0.5 * (aabb.max - aabb.min);
            (object, Aabb { min: aabb.min + offset, max: aabb.max + offset })
        };
        objects.map(moved).collect()
    };
    let out: Vec<Step> = (0..12).map(step).collect();
    let back = |step: &Step| step.iter().map(|(object, _)| (*object, boxes[*object as usize])).collect();
    let back: Vec<Step> = out.iter().map(back).collect();
    [out, back].concat()
}

fn step_of(tree: &mut PackedTree, step: &Step) -> Vec<[u32; 2]> {
    tree.follow(step);
    let objects: Vec<u32> = step.iter().map(|(object, _)| *object).collect();
    tree.overlap_pairs_of(&objects)
}

/// parry3d's tree after some steps.
#[derive(Clone, Default)]
struct Kept {
    bvh: Bvh,
    boxes: Vec<Aabb>,
    workspace: BvhWorkspace,
    /// The objects that moved in the last step.
    last: Vec<u32>,
}

impl Kept {
    /// parry3d marks a leaf as changed only with a margin, so its pairs are compared again without it.
    fn step(&mut self, step: &Step) -> Vec<[u32; 2]> {
        const MARGIN: f32 = 1e-6;
        for (object, aabb) in step {
            self.bvh.insert_or_update_partially(leaf(aabb), *object, MARGIN);
            self.boxes[*object as usize] = *aabb;
        }
        let objects: Vec<u32> = step.iter().map(|(object, _)| *object).collect();
        self.bvh.refit_partial(&self.last, &objects);
        self.last = objects;
        let (mut pairs, boxes) = (Vec::new(), &self.boxes);
        self.bvh.traverse_bvtt_single_tree::<true>(&mut self.workspace, &mut |a, b| {
            if boxes[a as usize].overlaps(&boxes[b as usize]) {
                pairs.push([a.min(b), a.max(b)]);
            }
        });
        pairs
    }
}

fn codes(c: &mut Criterion) {
    let [x, y, z] = inputs::coordinates();
    let mut codes = Vec::new();
    morton::encode_all([&x, &y, &z], &mut codes);
    for (i, code) in codes.iter().enumerate() {
        assert_eq!(morton::decode(*code), [x[i], y[i], z[i]]);
    }
    let mut group = c.benchmark_group("morton");
    group.throughput(Throughput::Elements(x.len() as u64));
    for (name, level) in levels::levels() {
        group.bench_function(name, |b| {
            b.iter(|| morton::encode_all_at(level, black_box([&x, &y, &z]), &mut codes));
        });
    }
}

/// A hundredth of the boxes is in view.
fn cull(c: &mut Criterion) {
    let boxes = aabbs(&inputs::crowd(Crowd::Uniform, 1_000_000));
    let region = around(&boxes);
    let tree = Octree::new(region, Method::Loose, &boxes);
    let tight = Octree::new(region, Method::Tight, &boxes);
    let frustum = in_view(&boxes, 0.01);
    let flat: Vec<_> = boxes.iter().map(|aabb| classify(&frustum, aabb).verdict).collect();
    let mut culling = Culling::default();
    for tree in [&tree, &tight] {
        tree.cull(&frustum, &mut culling);
        assert!(culling.verdicts() == flat, "culling by cells differs from the flat loop");
        println!(
            "{} of {} in view; {} cells and {} objects tested by the {} tree",
            culling.inside.len() + culling.intersect.len(),
            boxes.len(),
            culling.cells.len(),
            culling.object_tests,
            tree.method().word()
        );
    }
    let axis = |i: usize| -> [Vec<f32>; 2] {
        [boxes.iter().map(|aabb| aabb.min[i]).collect(), boxes.iter().map(|aabb| aabb.max[i]).collect()]
    };
    let [x, y, z] = [axis(0), axis(1), axis(2)];
    let arrays = BoxSlices { min: [&x[0], &y[0], &z[0]], max: [&x[1], &y[1], &z[1]] };
    let mut verdicts = vec![Verdict::Outside; boxes.len()];
    let mut group = c.benchmark_group("cull");
    group.throughput(Throughput::Elements(boxes.len() as u64));
    group.bench_function("loose", |b| b.iter(|| tree.cull(black_box(&frustum), &mut culling)));
    group.bench_function("tight", |b| b.iter(|| tight.cull(black_box(&frustum), &mut culling)));
    group.bench_function("flat-batch", |b| b.iter(|| classify_all(black_box(&frustum), arrays, &mut verdicts)));
    group.bench_function("flat", |b| {
        b.iter(|| {
            for (verdict, aabb) in verdicts.iter_mut().zip(black_box(&boxes)) {
                *verdict = classify(&frustum, aabb).verdict;
            }
        });
    });
}

/// The usual view volume, its far plane so near that this part of the boxes is in view.
fn in_view(boxes: &[Aabb], part: f64) -> Frustum {
    let planes = inputs::planes().map(|(normal, d)| Plane { normal, d });
    let far = |distance: f32| {
        let mut frustum = Frustum { planes };
        frustum.planes[5].d += distance - 100.0;
        frustum
    };
    let seen =
        |frustum: &Frustum| boxes.iter().filter(|aabb| classify(frustum, aabb).verdict != Verdict::Outside).count();
    let (mut near, mut away) = (0.1, 1000.0);
    for _ in 0..30 {
        let middle = f32::midpoint(near, away);
        if (seen(&far(middle)) as f64) < part * boxes.len() as f64 {
            near = middle;
        } else {
            away = middle;
        }
    }
    far(away)
}

criterion_group! { name = benches; config = inputs::criterion(); targets = pairs, list, moved, build, codes, cull }

fn main() {
    // On one thread, as the peers.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    pool.build_global().expect("the first pool");
    benches();
    Criterion::default().configure_from_args().final_summary();
}
