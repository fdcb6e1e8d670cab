//! bevy's frustum test on the boxes of `benches/frustum.rs`, as three classes: its own test whether any of a box is in
//! view, and if so whether all of it is.

#[path = "../../inputs/mod.rs"]
mod inputs;

use std::hint::black_box;

use bevy_camera::primitives::{Aabb, Frustum};
use bevy_math::{Vec3, Vec4};
use bevy_shape::{HalfSpace, ViewFrustum};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

fn bevy(c: &mut Criterion) {
    let planes = inputs::planes();
    let half_spaces = planes.map(|(n, d)| HalfSpace::new(Vec4::new(n.x, n.y, n.z, d)));
    let frustum = Frustum(ViewFrustum { half_spaces });
    for count in [10_000, 1_000_000] {
        let boxes = inputs::boxes(count);
        let vec3 = |v: glam::Vec3| Vec3::from_array(v.to_array());
        let aabbs: Vec<_> = boxes.iter().map(|&[min, max]| Aabb::from_min_max(vec3(min), vec3(max))).collect();
        let agree =
            boxes.iter().zip(&aabbs).filter(|(corners, aabb)| plain(&planes, corners) == classify(&frustum, aabb));
        let disagree = count - agree.count();
        println!("bevy differs on {disagree} of {count} boxes");
        assert!(disagree * 10_000 <= count, "bevy is asked another question");

        let mut group = c.benchmark_group("frustum");
        group.throughput(Throughput::Elements(count as u64));
        let mut verdicts = vec![0; count];
        group.bench_function(BenchmarkId::new("bevy", count), |b| {
            b.iter(|| {
                for (verdict, aabb) in verdicts.iter_mut().zip(black_box(&aabbs)) {
                    *verdict = classify(&frustum, aabb);
                }
            });
        });
    }
}

/// 0 outside, 1 intersect, 2 inside.
fn classify(frustum: &Frustum, aabb: &Aabb) -> u8 {
    if !frustum.intersects_obb_identity(aabb) {
        0
    } else if frustum.contains_aabb_identity(aabb) {
        2
    } else {
        1
    }
}

/// The same by all eight corners.
fn plain(planes: &[(glam::Vec3, f32); 6], corners: &[glam::Vec3; 2]) -> u8 {
    let mut verdict = 2;
    for (normal, d) in planes {
        let behind = (0..8).filter(|i| {
            let corner = glam::Vec3::new(corners[i & 1].x, corners[i >> 1 & 1].y, corners[i >> 2].z);
            normal.dot(corner) + d < 0.0
        });
        match behind.count() {
            0 => {}
            8 => return 0,
            _ => verdict = 1,
        }
    }
    verdict
}

criterion_group! { name = benches; config = inputs::criterion(); targets = bevy }
criterion_main!(benches);
