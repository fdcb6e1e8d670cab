//! Running programs: lines read a second, and ticks of a trace shown a second.

use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use eyeline::files::{Content, Files, Reading, trace_as_scene};
use eyeline::live::{KeptTrace, LiveEvent, LiveEventKind, Received};
use eyeline::report::Report;
use eyeline::scene::Folder;
use eyeline::trace::Trace;
use eyeline::world::{Recording, World};

/// Objects, ticks, and whether the program says something about each object.
const CASES: [(usize, usize, bool); 3] = [(500, 120, true), (500, 120, false), (20_000, 4, false)];

/// The lines of a program, one for each tick, as a game of 60 ticks a second sends them: each object has a new place, and a camera may
/// have been asked about each object.
fn lines(objects: usize, ticks: usize, says: bool) -> Vec<Vec<u8>> {
    let place = |object: usize, tick: usize| {
        let (x, z) = ((object % 100) as f64, (object / 100) as f64);
        format!("[{:.4},{:.4},{:.4}]", x - 50.0, libm::sin(tick as f64 * 0.1 + x), -z - 5.0)
    };
    let all = |one: &dyn Fn(usize) -> String| (0..objects).map(one).collect::<Vec<_>>().join(",");
    let of_keyframe = all(&|object| {
        format!(r#"{{"name":"o{object}","shape":{{"sphere":{{"radius":0.5}}}},"position":{}}}"#, place(object, 0))
    });
    let keyframe = format!(
        r#"{{"eyeline_trace":1,"name":"bench","time":0,"scene":{{"eyeline":1,"tick_rate":60,"cameras":[{{"name":"eye"}}],"objects":[{of_keyframe}]}}}}"#
    );
    let line = |tick: usize| {
        let set = all(&|object| format!(r#""o{object}":{{"position":{}}}"#, place(object, tick)));
        let said = all(&|object| format!(r#"{{"camera":"eye","object":"o{object}","verdict":"visible"}}"#));
        let said = if says { format!(r#","said":[{said}]"#) } else { String::new() };
        format!("{{\"time\":{},\"set\":{{{set}}}{said}}}\n", tick as f64 / 60.0)
    };
    std::iter::once(keyframe + "\n").chain((1..=ticks).map(line)).map(String::into_bytes).collect()
}

fn name_of(objects: usize, says: bool) -> String {
    format!("{objects} objects{}", if says { " and answers" } else { "" })
}

/// The lines of a running program, read as `eyeline live` reads them, with the last 60 s kept.
fn lines_in(c: &mut Criterion) {
    let mut group = c.benchmark_group("live");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    for (objects, ticks, says) in CASES {
        let lines = lines(objects, ticks, says);
        group.throughput(Throughput::Elements(lines.len() as u64));
        group.bench_function(BenchmarkId::new("lines", name_of(objects, says)), |b| {
            b.iter(|| {
                let kept = KeptTrace { seconds: Some(60.0), ..KeptTrace::default() };
                let mut received = Received::new(kept, None);
                received.take(LiveEvent { client: 1, kind: LiveEventKind::Connected("bench".to_owned()) });
                for line in &lines {
                    received.take(LiveEvent { client: 1, kind: LiveEventKind::Line(line.clone()) });
                }
                black_box(received.trace().map(Trace::line_count))
            });
        });
    }
    group.finish();
}

/// The ticks of a trace: the world and the whole report, as they follow the time in the window.
fn ticks_out(c: &mut Criterion) {
    let mut group = c.benchmark_group("live");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    for (objects, ticks, says) in CASES {
        let text = lines(objects, ticks, says).concat();
        let trace = Trace::parse(&text, "bench.jsonl").expect("the lines are a trace");
        let reading = Reading::default();
        let folder = Folder::new(Path::new(""), &reading.options);
        let loaded = trace_as_scene(trace, &folder, Files::default(), &reading).expect("the trace is a scene");
        group.throughput(Throughput::Elements(1));
        group.bench_function(BenchmarkId::new("ticks", name_of(objects, says)), |b| {
            let content = Content { scene: &loaded.scene, files: &loaded.files };
            let mut recording = Recording::of(content);
            let mut world = World::of(&mut recording, content, 0);
            let mut report = Report::of(&world);
            let mut tick = 0;
            b.iter(|| {
                tick = tick % ticks as u64 + 1;
                let changes = world.follow(&mut recording, content, content, tick);
                report.follow(&world, &changes);
                black_box(report.tick)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, lines_in, ticks_out);
criterion_main!(benches);
