//! Whole commands of the program on large inputs, as a user starts them: wall time and the peak of memory, medians of five
//! runs. The inputs are made by `eyeline generate` and by this file.

#![expect(clippy::print_stdout, reason = "a benchmark reports")]

mod results;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The program, built with the benchmarks' settings.
const PROGRAM: &str = env!("CARGO_BIN_EXE_eyeline");

/// How often a command is run.
const RUNS: usize = 5;

/// A command with the name of its row in the table.
struct Row {
    name: &'static str,
    arguments: &'static [&'static str],
    /// Whether Mesa's cache of compiled shaders is empty.
    is_cold: bool,
}

const fn row(name: &'static str, arguments: &'static [&'static str]) -> Row {
    Row { name, arguments, is_cold: false }
}

const ROWS: [Row; 15] = [
    row("report-100k", &["report", "boxes.json", "-o", "report.json"]),
    row("report-100k-null", &["report", "boxes.json", "-o", "/dev/null"]),
    row("read-million", &["report", "million.json", "--only", "agents", "-o", "/dev/null"]),
    row("octree-million", &["report", "million.json", "--only", "octree", "-o", "/dev/null"]),
    row("cameras", &["report", "cameras.json", "--only", "agents", "-o", "/dev/null"]),
    row("tree", &["report", "tree.xml", "-o", "/dev/null"]),
    row("triangles", &["render", "triangles.json", "--ui", "-o", "picture.png"]),
    row("tour", &["render", "tour.json", "-o", "picture.png"]),
    Row { is_cold: true, ..row("tour-cold", &["render", "tour.json", "-o", "picture.png"]) },
    row("tour-ui", &["render", "tour.json", "--ui", "-o", "picture.png"]),
    Row { is_cold: true, ..row("tour-ui-cold", &["render", "tour.json", "--ui", "-o", "picture.png"]) },
    row("turntable", &["render", "tour.json", "--turntable", "144", "-o", "turn-###.png"]),
    // Without memory for others, each picture is compressed before the next one is drawn.
    row("turntable-alone", &["render", "tour.json", "--turntable", "144", "-o", "turn-###.png", "--memory", "32MiB"]),
    row("gif", &["render", "guard.json", "--ticks", "0..150", "--every", "1", "-o", "guard.gif"]),
    row(
        "gif-alone",
        &["render", "guard.json", "--ticks", "0..150", "--every", "1", "-o", "guard.gif", "--memory", "32MiB"],
    ),
];

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    write_inputs(folder);
    let mut json = String::from("{");
    for Row { name, arguments, is_cold } in ROWS {
        let mut runs: Vec<(Duration, u64)> = (0..RUNS).map(|_| run(folder, arguments, is_cold)).collect();
        runs.sort_unstable();
        let time = runs[RUNS / 2].0;
        let peak = runs.iter().map(|(_, peak)| *peak).max().unwrap_or_default();
        println!("{name}: {:.2} s, {} MiB", time.as_secs_f64(), peak >> 20);
        let comma = if json.len() > 1 { "," } else { "" };
        let _ = write!(json, "{comma}\"{name}\": {}, \"{name}-memory\": {peak}", time.as_secs_f64());
    }
    results::save("commands", &(json + "}"));
}

/// Runs a command in the folder. Its wall time and its peak of memory in bytes; 0 where that is unknown.
fn run(folder: &Path, arguments: &[&str], is_cold: bool) -> (Duration, u64) {
    let cache = folder.join("shaders");
    if is_cold {
        let _missing = fs::remove_dir_all(&cache);
    }
    let start = Instant::now();
    let mut program = Command::new(PROGRAM)
        .args(arguments)
        .current_dir(folder)
        .env("MESA_SHADER_CACHE_DIR", &cache)
        .env("LIBGL_ALWAYS_SOFTWARE", "1")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let status = format!("/proc/{}/status", program.id());
    let mut peak = 0;
    // The peak is that of the last look before the end.
    let ended = loop {
        if let Some(ended) = program.try_wait().expect("the program is running") {
            break ended;
        }
        peak = peak.max(highest(&fs::read_to_string(&status).unwrap_or_default()));
        sleep(Duration::from_millis(1));
    };
    assert!(ended.success(), "{arguments:?} ended with {ended}");
    (start.elapsed(), peak)
}

/// The highest number of bytes in memory so far, from the status of a process.
fn highest(status: &str) -> u64 {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok()).map_or(0, |kilobytes| kilobytes << 10)
}

fn write_inputs(folder: &Path) {
    let generate = |arguments: &[&str]| {
        let ended = Command::new(PROGRAM).arg("generate").args(arguments).current_dir(folder).status();
        assert!(ended.is_ok_and(|ended| ended.success()), "generate {arguments:?}");
    };
    generate(&["--objects", "100000", "-o", "boxes.json"]);
    generate(&["--objects", "1000000", "-o", "million.json"]);
    generate(&["--objects", "100", "--triangles", "100000", "-o", "triangles.json"]);
    let put = |name: &str, text: &str| fs::write(folder.join(name), text).expect("the folder can be written to");
    put("tour.json", include_str!("../scenes/tour.json"));
    put("guard.json", include_str!("../scenes/guard.json"));
    put("cameras.json", &with_cameras(&fs::read_to_string(folder.join("boxes.json")).expect("a scene")));
    put("tree.xml", &tree());
}

/// The scene with ten thousand cameras in a square above the boxes.
fn with_cameras(scene: &str) -> String {
    let camera = |i: usize| {
        let (x, z) = ((i % 100) * 4, (i / 100) * 4);
        format!("{{ \"name\": \"camera {i}\", \"position\": [{x}, 9, {z}] }}")
    };
    let cameras: Vec<String> = (0..10_000).map(camera).collect();
    let (before, rest) = scene.split_once("\"cameras\": [").expect("the scene has a camera");
    let (_, after) = rest.split_once(']').and_then(|(_, rest)| rest.split_once("\n  ]")).expect("a list of cameras");
    format!("{before}\"cameras\": [{}]{after}", cameras.join(",\n"))
}

/// A tree of a million nodes: a sequence of selectors of ten leaves.
fn tree() -> String {
    let selector = format!("<Fallback>{}</Fallback>\n", "<AlwaysSuccess/>".repeat(10));
    let selectors = selector.repeat((1_000_000 - 1) / 11);
    format!(
        "<root BTCPP_format=\"4\"><BehaviorTree ID=\"Main\"><Sequence>\n{selectors}</Sequence></BehaviorTree></root>\n"
    )
}
