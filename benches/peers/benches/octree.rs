//! The peers of `benches/octree.rs`: obvhs, rstar and Box3D on its boxes, zorder on its coordinates. One thread.
//!
//! The trees are used directly, but the first two were not designed for this query. obvhs traces rays: it has no traversal of a
//! tree against itself, so every box is a query of its own, in the order of the leaves, whose boxes are near each
//! other. rstar has one (`intersection_candidates_with_other_tree`), which finds every pair twice, and every box with
//! itself. obvhs is built by its preset for the fastest build.

#![expect(clippy::print_stdout, reason = "a benchmark reports")]

mod box3d;
#[path = "../../inputs/mod.rs"]
mod inputs;

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use glam::Vec3;
use obvhs::BvhBuildParams;
use obvhs::aabb::Aabb;
use obvhs::bvh2::builder::build_bvh2;
use rstar::RTree;
use rstar::primitives::{GeomWithData, Rectangle};

/// A box and its number.
type Leaf = GeomWithData<Rectangle<[f32; 3]>, u32>;

fn pairs(c: &mut Criterion) {
    for (name, crowd, count) in inputs::CROWDS {
        let boxes = inputs::crowd(crowd, count);
        let truth = inputs::pairs_by_sweep(&boxes);
        let aabbs: Vec<_> = boxes.iter().map(|[min, max]| Aabb::new((*min).into(), (*max).into())).collect();
        let leaves: Vec<_> = boxes.iter().zip(0..).map(|(corners, i)| leaf(corners, i)).collect();
        for (peer, mut found) in
            [("obvhs", of_obvhs(&aabbs)), ("rstar", of_rstar(&leaves)), ("box3d", box3d::pairs(&boxes))]
        {
            found.sort_unstable();
            assert!(found == truth, "{peer} finds other pairs");
            println!("{count} {name}: {} pairs by {peer}", found.len());
        }
        let mut group = c.benchmark_group(format!("pairs-{name}"));
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(BenchmarkId::new("obvhs", count), |b| {
            b.iter(|| black_box(of_obvhs(black_box(&aabbs))));
        });
        group.bench_function(BenchmarkId::new("rstar", count), |b| {
            b.iter(|| black_box(of_rstar(black_box(&leaves))));
        });
        group.bench_function(BenchmarkId::new("box3d", count), |b| {
            b.iter(|| black_box(box3d::pairs(black_box(&boxes))));
        });
    }
}

fn of_obvhs(aabbs: &[Aabb]) -> Vec<[u32; 2]> {
    let bvh = build_bvh2(aabbs, BvhBuildParams::fastest_build(), &mut Duration::default());
    let mut pairs = Vec::new();
    for &a in &bvh.primitive_indices {
        let aabb = aabbs[a as usize];
        bvh.aabb_traverse(aabb, |bvh, node| {
            let node = &bvh.nodes[node as usize];
            for &b in &bvh.primitive_indices[node.first_index as usize..][..node.prim_count as usize] {
                if a < b && aabbs[b as usize].intersect_aabb(&aabb) {
                    pairs.push([a, b]);
                }
            }
            true
        });
    }
    pairs
}

fn leaf([min, max]: &[Vec3; 2], number: u32) -> Leaf {
    GeomWithData::new(Rectangle::from_corners(min.to_array(), max.to_array()), number)
}

fn of_rstar(leaves: &[Leaf]) -> Vec<[u32; 2]> {
    let tree = RTree::bulk_load(leaves.to_vec());
    let candidates = tree.intersection_candidates_with_other_tree(&tree);
    candidates.filter(|(a, b)| a.data < b.data).map(|(a, b)| [a.data, b.data]).collect()
}

fn codes(c: &mut Criterion) {
    let [x, y, z] = inputs::coordinates();
    let mut codes = vec![0_u32; x.len()];
    encode_all([&x, &y, &z], &mut codes, zorder::index_of);
    check(&codes, [&x, &y, &z]);
    let mut group = c.benchmark_group("morton");
    group.throughput(Throughput::Elements(x.len() as u64));
    group.bench_function("zorder-portable", |b| {
        b.iter(|| encode_all(black_box([&x, &y, &z]), &mut codes, zorder::index_of));
    });
    #[cfg(target_arch = "x86_64")]
    if let Some(token) = zorder::bmi2::HardwareSupportToken::new() {
        codes.fill(0);
        // SAFETY: the token is proof that there is bmi2.
        let mut encode_all = || unsafe { encode_all_by_pdep(black_box([&x, &y, &z]), &mut codes, token) };
        encode_all();
        group.bench_function("zorder-pdep", |b| b.iter(&mut encode_all));
        check(&codes, [&x, &y, &z]);
    }
}

/// Compiled for the instruction set as a whole: otherwise every code would be a call.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi2")]
fn encode_all_by_pdep(axes: [&[u32]; 3], codes: &mut [u32], token: zorder::bmi2::HardwareSupportToken) {
    let [x, y, z] = axes;
    for (((code, x), y), z) in codes.iter_mut().zip(x).zip(y).zip(z) {
        *code = zorder::bmi2::index_of(narrow([*x, *y, *z]), token) as u32;
    }
}

fn encode_all([x, y, z]: [&[u32]; 3], codes: &mut [u32], encode: impl Fn([u16; 3]) -> u64) {
    for (((code, x), y), z) in codes.iter_mut().zip(x).zip(y).zip(z) {
        *code = encode(narrow([*x, *y, *z])) as u32;
    }
}

/// zorder takes the three coordinates in as many bits as they need.
fn narrow(cell: [u32; 3]) -> [u16; 3] {
    cell.map(|coordinate| coordinate as u16)
}

/// The code of every cell, digit by digit.
fn check(codes: &[u32], [x, y, z]: [&[u32]; 3]) {
    for (i, code) in codes.iter().enumerate() {
        let digit = |k: u32| (x[i] >> k & 1) | (y[i] >> k & 1) << 1 | (z[i] >> k & 1) << 2;
        assert_eq!(*code, (0..10).map(|k| digit(k) << (3 * k)).sum::<u32>(), "zorder gives other codes");
    }
}

criterion_group! { name = benches; config = inputs::criterion(); targets = pairs, codes }
criterion_main!(benches);
