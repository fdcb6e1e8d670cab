//! Recorded camera paths: opening a file, the pose at a time, the lines of a picture, alignment and pose errors.

use std::fmt::Write;
use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use eyeline::files::{Content, Loaded};
use eyeline::picture::{Line, Palette, Picture, Selected, Shown};
use eyeline::report::Report;
use eyeline::trajectory::align::AlignmentKind;
use eyeline::trajectory::errors::{Clock, Errors, Matched, Matching, Statistics, errors};
use eyeline::trajectory::{FRAME_BYTES, Frame, Frames, Stroke, Tracking, Trajectory};
use eyeline::world::{Recording, World};
use glam::{DQuat, DVec3};

mod results;

const FRAMES: u32 = 1_000_000;
const COMPARED: u32 = 100_000;

/// A walk in a room, with the steps of a person.
fn frame(i: u32) -> Frame {
    let t = f64::from(i) / 30.0;
    let position = DVec3::new(3.0 * libm::sin(0.2 * t), 1.6 + 0.02 * libm::sin(7.0 * t), 3.0 * libm::cos(0.13 * t));
    Frame { time: t, position, rotation: DQuat::from_rotation_y(0.2 * t), tracking: Tracking::Normal }
}

fn path(frames: u32) -> Trajectory {
    Trajectory::new((0..frames).map(frame).collect::<Frames>())
}

/// The same path, turned, moved, of another scale, and with waves as an error.
fn estimate(frames: u32) -> Trajectory {
    let turn = DQuat::from_euler(glam::EulerRot::YXZ, 0.9, -0.2, 0.1);
    let wave = |i: u32, factor: f64| 0.02 * libm::sin(f64::from(i) * factor);
    let change = |i: u32| {
        let frame = frame(i);
        let error = DVec3::new(wave(i, 0.7), wave(i, 1.3), wave(i, 2.9));
        let position = turn * frame.position * 0.9 + DVec3::new(1.0, 2.0, -0.5) + error;
        Frame { position, rotation: turn * frame.rotation * DQuat::from_rotation_x(wave(i, 0.3)), ..frame }
    };
    Trajectory::new((0..frames).map(change).collect::<Frames>())
}

/// A file in the format of TUM.
fn write_tum(file: &Path, path: &Trajectory) {
    let mut text = String::new();
    for Frame { time, position: p, rotation: q, .. } in path.frames.iter() {
        let _ = writeln!(text, "{time:.6} {} {} {} {} {} {} {}", p.x, p.y, p.z, q.x, q.y, q.z, q.w);
    }
    std::fs::write(file, text).expect("the target folder can be written to");
}

fn open(folder: &Path) -> Loaded {
    let scene = r#"{ "eyeline": 1, "sessions": [{ "name": "walk", "file": "million.txt" }] }"#;
    let loaded = eyeline::files::parse(scene, "walk.json", Some(folder)).expect("a scene");
    assert!(loaded.faults.is_empty(), "{:?}", loaded.faults);
    loaded
}

fn whole(c: &mut Criterion) {
    let path = path(FRAMES);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    write_tum(&folder.join("million.txt"), &path);
    let mut group = c.benchmark_group("trajectory");
    group.throughput(Throughput::Elements(1));
    let mut at = 0_u64;
    group.bench_function("seek", |b| {
        b.iter(|| {
            at = at.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let time = (at >> 40) as f64 / f64::from(1 << 24) * f64::from(FRAMES) / 30.0;
            black_box(path.at(time))
        });
    });
    group.sample_size(10);
    // The tolerance that a session takes: the diagonal of the box of the path over 3,000.
    group.bench_function("outline", |b| b.iter(|| black_box(path.outline(2.8e-3, 20_000))));
    group.bench_function("summary", |b| b.iter(|| black_box(path.summary())));
    group.bench_function("open", |b| b.iter_with_large_drop(|| open(folder)));
    let loaded = open(folder);
    let content = Content { scene: &loaded.scene, files: &loaded.files };
    let mut recording = Recording::of(content);
    let world = World::of(&mut recording, content, 0);
    let report = Report::of(&world);
    let selected = Selected::default();
    // The lines of the path are kept after the first picture.
    let draw = || Picture::of(&Shown::new(&world, &report, &selected, &Palette::DARK));
    let lines = draw().lines.len();
    group.bench_function("picture", |b| b.iter(|| black_box(draw())));
    group.finish();
    let bytes = lines * (size_of::<Line>() + size_of::<Stroke>());
    results::save(
        "trajectory",
        &format!(r#"{{ "lines": {lines}, "line_bytes": {bytes}, "frame_bytes": {FRAME_BYTES} }}"#),
    );
}

/// The errors of one alignment, and all of their statistics.
fn compared(matched: &Matched, freedom: AlignmentKind) -> Option<[Statistics; 4]> {
    let Errors { absolute, absolute_turn, relative, relative_turn, .. } = errors(matched, freedom).ok()?;
    Some([absolute, absolute_turn, relative, relative_turn].map(|list| Statistics::of(&list)))
}

fn comparison(c: &mut Criterion) {
    let (reference, other) = (path(COMPARED), estimate(COMPARED));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    // For evo, which reads the same paths.
    write_tum(&folder.join("reference.txt"), &reference);
    write_tum(&folder.join("estimate.txt"), &other);
    let matching = Matching { clock: Clock::Scene, ..Matching::default() };
    let matched = Matched::of(&reference, &other, &matching);
    assert_eq!(matched.reference.len(), COMPARED as usize);
    let mut group = c.benchmark_group("trajectory");
    group.throughput(Throughput::Elements(1));
    group.sample_size(20);
    group.bench_function("match", |b| b.iter(|| black_box(Matched::of(&reference, &other, &matching))));
    for (name, freedom) in [("errors-se3", AlignmentKind::Rigid), ("errors-sim3", AlignmentKind::Similarity)] {
        group.bench_function(name, |b| b.iter(|| black_box(compared(&matched, freedom))));
    }
    group.finish();
    if let Some([absolute, ..]) = compared(&matched, AlignmentKind::Rigid) {
        results::save("trajectory-errors", &format!(r#"{{ "ape_rmse": {} }}"#, absolute.rmse));
    }
}

criterion_group!(benches, whole, comparison);
criterion_main!(benches);
