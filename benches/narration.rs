//! What narration costs when nobody listens: `Silent` queries against copies of the same code without a narrator.

#![expect(clippy::print_stdout, reason = "a benchmark reports")]

mod inputs;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use eyeline::geometry::frustum::{Classification, Frustum, PlaneDistances, Side, Verdict, classify, n_vertex, p_vertex};
use eyeline::geometry::ray::{Cast, Feature, Hit, Inside, Kind, Miss, Ray, RayQuery, cast};
use eyeline::geometry::{Aabb, Plane, Pose, Shape, Silent};
use glam::{DVec3, EulerRot, Quat, Vec3, Vec3A};
use inputs::Random;

fn frustum(c: &mut Criterion) {
    let frustum = Frustum { planes: inputs::planes().map(|(normal, d)| Plane { normal, d }) };
    let aabbs: Vec<_> = inputs::boxes(10_000).into_iter().map(|[min, max]| Aabb { min, max }).collect();
    for aabb in &aabbs {
        assert_eq!(classify(&frustum, aabb, &mut Silent), classify_untold(&frustum, aabb));
    }
    println!("{} boxes: both answers are equal", aabbs.len());
    let mut group = c.benchmark_group("narration-frustum");
    group.throughput(Throughput::Elements(aabbs.len() as u64));
    group.bench_function("silent", |b| {
        b.iter(|| {
            for aabb in black_box(&aabbs) {
                black_box(classify(&frustum, aabb, &mut Silent));
            }
        });
    });
    group.bench_function("deleted", |b| {
        b.iter(|| {
            for aabb in black_box(&aabbs) {
                black_box(classify_untold(&frustum, aabb));
            }
        });
    });
}

/// [`classify`] with its narrator deleted.
#[inline]
fn classify_untold(frustum: &Frustum, aabb: &Aabb) -> Classification {
    let mut answer = Classification {
        verdict: Verdict::Inside,
        rejected_by: None,
        margin: f32::INFINITY,
        distances: [PlaneDistances::default(); 6],
    };
    for ((side, plane), distances) in Side::ALL.into_iter().zip(&frustum.planes).zip(&mut answer.distances) {
        let p = plane.distance(p_vertex(plane, aabb));
        let n = plane.distance(n_vertex(plane, aabb));
        *distances = PlaneDistances { p, n };
        answer.margin = answer.margin.min(p);
        if p < 0.0 {
            answer.verdict = Verdict::Outside;
            answer.rejected_by = answer.rejected_by.or(Some(side));
        } else if n < 0.0 && answer.verdict == Verdict::Inside {
            answer.verdict = Verdict::Intersect;
        }
    }
    answer
}

