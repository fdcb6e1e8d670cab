//! A level with a thousand guards: one tick of all of them on one thread, with every event recorded; and the time to go
//! to a random one of 10,000 ticks of the guard scene.

use std::fmt::Write as _;
use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use eyeline::behavior::Status;
use eyeline::files::{Content, Files};
use eyeline::geometry::frustum::Verdict;
use eyeline::scene::{self, Scene};
use eyeline::world::agents::Sight;
use eyeline::world::{Recording, World};
use inputs::Random;

mod inputs;
mod results;

/// Walls, posts and crates on nine square metres each; every tenth object is a walker with a path of its own. Each
/// guard has a body near the start of its walker.
fn level(objects: usize, guards: usize) -> Scene {
    let mut random = Random(11);
    let half = 1.5 * (objects as f32).sqrt();
    let mut starts = Vec::new();
    let mut place = |reach: f32| [random.within(-reach, reach), random.within(-reach, reach)];
    let mut text = String::from(r#"{ "eyeline": 1, "tick_rate": 10, "objects": ["#);
    for i in 0..objects {
        let [x, z] = place(half);
        let [dx, dz] = place(1.0);
        let turn = format!(r#""rotation": [0, {dx}, 0, {dz}]"#);
        let object = match i % 10 {
            0 => {
                starts.push([x, z]);
                let ([mx, mz], [ex, ez]) = (place(15.0), place(15.0));
                let shape = r#""capsule": { "radius": 0.4, "half_height": 0.5 }"#;
                format!(
                    r#""name": "walker {i}", "shape": {{ {shape} }}, "path": {{ "points":
                    [[{x}, 0.9, {z}], [{}, 0.9, {}], [{}, 0.9, {}]], "speed": 1.3, "loop": true }}"#,
                    x + mx,
                    z + mz,
                    x + ex,
                    z + ez
                )
            }
            1 | 2 => format!(
                r#""name": "wall {i}", "shape": {{ "box": {{ "half_extents": [2.5, 1.5, 0.15] }} }},
                "position": [{x}, 1.5, {z}], {turn}"#
            ),
            3 => format!(
                r#""name": "post {i}", "shape": {{ "cylinder": {{ "radius": 0.3, "half_height": 1.5 }} }},
                "position": [{x}, 1.5, {z}]"#
            ),
            _ => format!(
                r#""name": "crate {i}", "shape": {{ "box": {{ "half_extents": [0.6, 0.5, 0.4] }} }},
                "position": [{x}, 0.5, {z}], {turn}"#
            ),
        };
        write!(text, "{{ {object} }},").expect("a string");
    }
    let (mut cameras, mut agents) = (String::new(), String::new());
    for i in 0..guards {
        let [[hx, hz], [dx, dz], [ex, ez]] = [place(9.0), place(6.0), place(6.0)];
        let walker = i % starts.len();
        let [x, z] = [starts[walker][0] + hx, starts[walker][1] + hz];
        let walker = 10 * walker;
        write!(
            text,
            r#"{{ "name": "body {i}", "shape": {{ "capsule": {{ "radius": 0.4, "half_height": 0.5 }} }}, "position": [{x}, 0.9, {z}] }},"#
        )
        .expect("a string");
        write!(
            cameras,
            r#"{{ "name": "eyes {i}", "attach": "body {i}", "position": [0, 0.7, 0], "far": 60,
            "projection": {{ "perspective": {{ "fov_y": 50, "aspect": 1.8 }} }} }},"#
        )
        .expect("a string");
        write!(
            agents,
            r#"{{ "name": "guard {i}", "body": "body {i}", "camera": "eyes {i}", "tree": {{ "repeater": {{ "child": {{ "selector": {{ "children": [
                {{ "sequence": {{ "name": "chase", "abort": "both", "children": [
                    {{ "condition": {{ "name": "seen", "sees": {{ "object": "walker {walker}" }} }} }},
                    {{ "action": {{ "move_to": {{ "object": "walker {walker}", "speed": 2, "within": 1 }} }} }} ] }} }},
                {{ "sequence": {{ "name": "round", "children": [
                    {{ "action": {{ "name": "return", "move_to": {{ "point": [{x}, 0.9, {z}], "speed": 1.4, "within": 10 }} }} }},
                    {{ "action": {{ "patrol": {{ "points": [[{x}, 0.9, {z}], [{}, 0.9, {}], [{}, 0.9, {}]], "speed": 1.1 }} }} }} ] }} }} ] }} }} }} }} }},"#,
            x + dx,
            z + dz,
            x + ex,
            z + ez,
        )
        .expect("a string");
    }
    write!(text, r#"], "cameras": [{cameras}], "agents": [{agents}] }}"#).expect("a string");
    scene::parse(&text, "level.json").unwrap_or_else(|error| panic!("{}", error.render(false)))
}

/// The number of guards with their walker in the frustum, and the number of those that see it.
fn in_view_and_seen(scene: &Scene, recording: &mut Recording) -> [usize; 2] {
    let tick = recording.tick();
    let sights = World::of(recording, Content { scene, files: &Files::default() }, tick).sights();
    let count = |holds: fn(&Sight) -> bool| sights.iter().flatten().filter(|(_, sight)| holds(sight)).count();
    [count(|sight| sight.verdict != Verdict::Outside), count(Sight::is_clear)]
}

fn tick(c: &mut Criterion) {
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().expect("a pool");
    let mut group = c.benchmark_group("agents");
    for (objects, guards) in [(1_000, 100), (1_000, 1_000), (10_000, 1_000)] {
        let scene = level(objects, guards);
        let mut recording = Recording::of(Content { scene: &scene, files: &Files::default() });
        recording.run_to(200);
        let chasing = recording.agents(200).iter().filter(|agent| agent.statuses[2] == Status::Running).count();
        let [in_view, seen] = in_view_and_seen(&scene, &mut recording);
        assert!(chasing > 0 && in_view > guards / 10 && seen < in_view, "{chasing} {in_view} {seen}");
        let name = format!("agents-{objects}-{guards}");
        results::save(&name, &format!(r#"{{ "chasing": {chasing}, "in_view": {in_view}, "seen": {seen} }}"#));
        group.throughput(Throughput::Elements(1));
        group.bench_function(BenchmarkId::new("tick", format!("{objects}-{guards}")), |b| {
            b.iter(|| recording.run_to(recording.tick() + 1));
        });
    }
    group.finish();
}

fn seek(c: &mut Criterion) {
    let scene = eyeline::files::parse(include_str!("../scenes/guard.json"), "guard.json", None).expect("a scene").scene;
    let mut recording = Recording::of(Content { scene: &scene, files: &Files::default() });
    recording.run_to(10_000);
    results::save("recording", &format!(r#"{{ "bytes": {} }}"#, recording.size()));
    let mut group = c.benchmark_group("agents");
    group.throughput(Throughput::Elements(1));
    let mut random = Random(3);
    group.bench_function("seek", |b| {
        b.iter(|| {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 10,000")]
            let tick = random.within(0.0, 10_000.0) as u64;
            black_box(recording.agents(tick))
        });
    });
    group.finish();
}

criterion_group!(name = benches; config = inputs::criterion(); targets = tick, seek);
criterion_main!(benches);
