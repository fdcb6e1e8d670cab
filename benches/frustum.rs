//! Boxes against one frustum, with three verdicts: all at a time, one by one, and by a plain test of all eight corners.
//! `peers/` has the same boxes for bevy's test.

#![expect(clippy::print_stdout, reason = "a benchmark reports")]

mod inputs;
mod levels;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use eyeline::geometry::frustum::batch::{Blocks, BoxSlices, classify_all, classify_all_at, classify_blocks};
use eyeline::geometry::frustum::{Frustum, Verdict, classify};
use eyeline::geometry::{Aabb, Plane};
use eyeline::octree::morton;
use levels::levels;

/// Boxes as arrays.
struct Columns([[Vec<f32>; 2]; 3]);

impl Columns {
    fn of(aabbs: &[Aabb]) -> Self {
        Self([0, 1, 2].map(|axis| {
            [aabbs.iter().map(|aabb| aabb.min[axis]).collect(), aabbs.iter().map(|aabb| aabb.max[axis]).collect()]
        }))
    }

    fn boxes(&self) -> BoxSlices<'_> {
        let [x, y, z] = &self.0;
        BoxSlices { min: [&x[0], &y[0], &z[0]], max: [&x[1], &y[1], &z[1]] }
    }
}

/// The boxes in an order in which neighbours of the list are near each other in space, as the objects of most levels are.
fn by_place(aabbs: &[Aabb]) -> Vec<Aabb> {
    let bounds = aabbs
        .iter()
        .skip(1)
        .fold(aabbs[0], |all, aabb| Aabb { min: all.min.min(aabb.min), max: all.max.max(aabb.max) });
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 1023")]
    let code = |aabb: &Aabb| {
        let place = (aabb.centre() - bounds.min) / (bounds.max - bounds.min) * 1023.0;
        morton::encode(place.to_array().map(|x| x as u32))
    };
    let mut sorted = aabbs.to_vec();
    sorted.sort_by_cached_key(code);
    sorted
}

fn frustum(c: &mut Criterion) {
    let frustum = Frustum { planes: inputs::planes().map(|(normal, d)| Plane { normal, d }) };
    for count in [10_000, 1_000_000] {
        let aabbs: Vec<_> = inputs::boxes(count).into_iter().map(|[min, max]| Aabb { min, max }).collect();
        let columns = Columns::of(&aabbs);
        let boxes = columns.boxes();
        check(&frustum, &aabbs, boxes);

        let mut group = c.benchmark_group("frustum");
        group.throughput(Throughput::Elements(count as u64));
        let mut verdicts = vec![Verdict::Outside; count];
        for (name, level) in levels() {
            group.bench_function(BenchmarkId::new(name, count), |b| {
                b.iter(|| classify_all_at(level, &frustum, black_box(boxes), &mut verdicts));
            });
        }
        for (name, aabbs) in [("blocks", &aabbs), ("blocks-by-place", &by_place(&aabbs))] {
            let columns = Columns::of(aabbs);
            let blocks = Blocks::of(columns.boxes());
            classify_blocks(&frustum, columns.boxes(), &blocks, &mut verdicts);
            assert!(aabbs.iter().zip(&verdicts).all(|(aabb, verdict)| classify(&frustum, aabb).verdict == *verdict));
            group.bench_function(BenchmarkId::new(name, count), |b| {
                b.iter(|| classify_blocks(&frustum, black_box(columns.boxes()), &blocks, &mut verdicts));
            });
        }
        group.bench_function(BenchmarkId::new("single", count), |b| {
            b.iter(|| {
                for (verdict, aabb) in verdicts.iter_mut().zip(black_box(&aabbs)) {
                    *verdict = black_box(&classify(&frustum, aabb)).verdict;
                }
            });
        });
        group.bench_function(BenchmarkId::new("corners", count), |b| {
            b.iter(|| {
                for (verdict, aabb) in verdicts.iter_mut().zip(black_box(&aabbs)) {
                    *verdict = by_corners(&frustum, aabb);
                }
            });
        });
    }
}

/// The plain test of all eight corners.
fn by_corners(frustum: &Frustum, aabb: &Aabb) -> Verdict {
    let corners: [_; 8] = std::array::from_fn(|i| aabb.corner(i));
    let mut verdict = Verdict::Inside;
    for plane in &frustum.planes {
        let behind = corners.iter().filter(|&&corner| plane.distance(corner) < 0.0).count();
        if behind == corners.len() {
            return Verdict::Outside;
        }
        if behind > 0 {
            verdict = Verdict::Intersect;
        }
    }
    verdict
}

/// Checks that all methods agree on every box, before the measurement.
fn check(frustum: &Frustum, aabbs: &[Aabb], boxes: BoxSlices) {
    let mut verdicts = Vec::new();
    classify_all(frustum, boxes, &mut verdicts);
    for (verdict, aabb) in verdicts.iter().zip(aabbs) {
        assert_eq!(*verdict, classify(frustum, aabb).verdict, "{aabb:?}");
        assert_eq!(*verdict, by_corners(frustum, aabb), "{aabb:?}");
    }
    for (name, level) in levels() {
        let mut others = Vec::new();
        classify_all_at(level, frustum, boxes, &mut others);
        assert!(others == verdicts, "{name} differs");
    }
    let count = |word| verdicts.iter().filter(|&&verdict| verdict == word).count();
    println!(
        "{} boxes: {} outside, {} intersect, {} inside; all ways agree on each",
        verdicts.len(),
        count(Verdict::Outside),
        count(Verdict::Intersect),
        count(Verdict::Inside)
    );
}

criterion_group! { name = benches; config = inputs::criterion(); targets = frustum }
criterion_main!(benches);
