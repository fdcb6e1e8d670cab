//! How the cost grows with the number of objects, from a hundred to a million: boxes against a frustum, overlapping pairs, rays
//! against a terrain, the whole report, a picture, and `eyeline check`. `peers/` has the first three for other crates. These three run
//! on one thread, as the peers do; the others on all threads.

#![expect(clippy::print_stdout, reason = "a benchmark reports")]

mod inputs;
mod results;
mod terrain;

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use eyeline::files::Files;
use eyeline::geometry::frustum::batch::{Blocks, BoxSlices, classify_blocks};
use eyeline::geometry::frustum::{Frustum, Verdict};
use eyeline::geometry::ray::{Inside, Ray, RayKind, RayQuery, hit_mesh};
use eyeline::geometry::{Aabb, Mesh, Plane, Pose};
use eyeline::octree::PackedTree;
use eyeline::picture::{Palette, Picture, Selected, Shown, scene_view};
use eyeline::render::{Headless, Viewport};
use eyeline::report::Report;
use eyeline::scene::{self, generate};
use eyeline::world::World;
use glam::Vec3;
use inputs::{Crowd, SIZES};
use parry3d::math::Vector;
use parry3d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use parry3d::query::RayCast;
use parry3d::shape::TriMesh;
use serde_json::{Map, Value};

/// The program, built with the benchmarks' settings.
const PROGRAM: &str = env!("CARGO_BIN_EXE_eyeline");

/// How often `check` is run on a scene.
const RUNS: usize = 5;

fn group<'a>(c: &'a mut Criterion, name: &str) -> BenchmarkGroup<'a, WallTime> {
    let mut group = c.benchmark_group(format!("scaling-{name}"));
    group.throughput(Throughput::Elements(1)).sample_size(10);
    group
}

fn frusta(c: &mut Criterion) {
    let frustum = Frustum { planes: inputs::planes().map(|(normal, d)| Plane { normal, d }) };
    let mut group = group(c, "frusta");
    for size in SIZES {
        let corners = inputs::boxes(size);
        let column = |part: usize, axis: usize| corners.iter().map(|corner| corner[part][axis]).collect::<Vec<_>>();
        let [min, max] = [0, 1].map(|part| [0, 1, 2].map(|axis| column(part, axis)));
        let boxes = BoxSlices { min: min.each_ref().map(Vec::as_slice), max: max.each_ref().map(Vec::as_slice) };
        let blocks = Blocks::of(boxes);
        let mut verdicts = vec![Verdict::Outside; size];
        group.bench_function(BenchmarkId::new("eyeline", size), |b| {
            b.iter(|| classify_blocks(&frustum, black_box(boxes), &blocks, &mut verdicts));
        });
    }
}

fn pairs(c: &mut Criterion) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let mut group = group(c, "pairs");
    for size in SIZES {
        let corners = inputs::crowd(Crowd::Uniform, size);
        let boxes: Vec<_> = corners.iter().map(|&[min, max]| Aabb { min, max }).collect();
        let vector = |v: Vec3| Vector::from_array(v.to_array());
        let leaf = |[min, max]: &[Vec3; 2]| parry3d::bounding_volume::Aabb::new(vector(*min), vector(*max));
        let leaves: Vec<_> = corners.iter().map(leaf).collect();
        let mut workspace = BvhWorkspace::default();
        let mut of_parry = || {
            let bvh = Bvh::from_leaves(BvhBuildStrategy::Binned, black_box(&leaves));
            let mut pairs = Vec::new();
            bvh.traverse_bvtt_single_tree::<false>(&mut workspace, &mut |a, b| pairs.push([a.min(b), a.max(b)]));
            pairs
        };
        let of_eyeline = || PackedTree::new(black_box(&boxes)).overlap_pairs();
        let mut expected = of_parry();
        expected.sort_unstable();
        assert!(of_eyeline() == expected, "the trees find other pairs");
        group.bench_function(BenchmarkId::new("parry3d", size), |b| b.iter(|| black_box(of_parry())));
        group.bench_function(BenchmarkId::new("eyeline", size), |b| {
            pool.install(|| b.iter(|| black_box(of_eyeline())));
        });
    }
}

fn rays(c: &mut Criterion) {
    let rays = terrain::some_primary();
    let mut group = group(c, "rays");
    for size in SIZES {
        let (positions, triangles) = terrain::divided(inputs::side_of_terrain(size));
        let mesh = Mesh::new(positions.clone(), triangles.clone()).expect("a mesh");
        mesh.prepare();
        let vertices: Vec<Vector> = positions.iter().map(|v| Vector::from_array(v.to_array())).collect();
        let peer = TriMesh::new(vertices, triangles).expect("a mesh");
        let query = RayQuery::new(RayKind::Ray, Inside::Hollow);
        let of_eyeline = || {
            let hit = |[origin, direction]: &[Vec3; 2]| {
                hit_mesh(black_box(&Ray { origin: *origin, direction: *direction }), query, &mesh, &Pose::IDENTITY)
            };
            rays.iter().filter(|ray| hit(ray).is_some()).count()
        };
        let of_parry = || {
            let hit = |[origin, direction]: &[Vec3; 2]| {
                let [origin, direction] = [origin, direction].map(|v| Vector::from_array(v.to_array()));
                let ray = parry3d::query::Ray::new(origin, direction);
                black_box(peer.cast_local_ray_and_get_normal(black_box(&ray), f32::MAX, false))
            };
            rays.iter().filter(|ray| hit(ray).is_some()).count()
        };
        assert!(of_eyeline().abs_diff(of_parry()) <= 2, "they differ by more than rounding");
        group.bench_function(BenchmarkId::new("parry3d", size), |b| b.iter(of_parry));
        group.bench_function(BenchmarkId::new("eyeline", size), |b| b.iter(of_eyeline));
    }
}

fn report(c: &mut Criterion) {
    let mut group = group(c, "report");
    for size in SIZES {
        let scene = generate(size, 1);
        let files = Files::default();
        group.bench_function(BenchmarkId::new("eyeline", size), |b| {
            b.iter(|| black_box(Report::of(&World::at(&scene, &files, 0)).has_answers()));
        });
    }
}

fn redraw(c: &mut Criterion) {
    const PIXELS: [u32; 2] = [1280, 720];
    let headless = Headless::of_this_thread().expect("OpenGL without a display");
    let mut group = group(c, "redraw");
    for size in SIZES {
        let scene = generate(size, 1);
        let world = World::at(&scene, &Files::default(), 0);
        let report = Report::of(&world);
        let picture = Picture::of(&Shown::new(&world, &report, &Selected::default(), &Palette::DARK));
        let viewpoint = scene_view(&scene, &world, 16.0 / 9.0);
        let mut viewport = Viewport::new(headless.programs()).expect("a viewport");
        viewport.set_picture(&picture);
        group.bench_function(BenchmarkId::new("eyeline", size), |b| {
            b.iter(|| {
                viewport.draw(&viewpoint, PIXELS, 1.0, &Palette::DARK).expect("drawn");
                headless.finish();
            });
        });
    }
}

/// Whole runs of the program, of which criterion would need too many. The first one writes the baselines.
fn check(_: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut figures = Map::new();
    let headless = Headless::of_this_thread().expect("OpenGL without a display");
    figures.insert("renderer".to_owned(), headless.renderer().into());
    for size in SIZES {
        let folder = folder.path().join(size.to_string());
        fs::create_dir(&folder).expect("the folder can be written to");
        fs::write(folder.join("boxes.json"), scene::write(&generate(size, 1))).expect("the folder can be written to");
        run(&folder, &["check", "boxes.json", "--update"]);
        let mut times: Vec<Duration> =
            (0..RUNS).map(|_| run(&folder, &["check", "boxes.json", "--no-cache"])).collect();
        times.sort_unstable();
        let median = times[RUNS / 2].as_secs_f64() * 1e9;
        println!("check of {size} boxes: {:.3} s", median / 1e9);
        figures.insert(size.to_string(), median.into());
    }
    results::save("scaling-check", &Value::Object(figures).to_string());
}

/// The wall time of the program.
fn run(folder: &Path, arguments: &[&str]) -> Duration {
    let start = Instant::now();
    let mut program = Command::new(PROGRAM);
    program.args(arguments).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    let ended = program.status().expect("the program starts");
    assert!(ended.success(), "{arguments:?} ended with {ended}");
    start.elapsed()
}

criterion_group! { name = benches; config = inputs::criterion(); targets = frusta, pairs, rays, report, redraw, check }
criterion_main!(benches);
