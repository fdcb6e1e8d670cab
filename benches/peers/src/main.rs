//! Writes the table in `benches/README.md` from what the benchmarks left in the target folder.

mod agents;
mod behavior;
mod large;
mod octree;
mod opacity;

use std::error::Error;
use std::fmt::Write as _;
use std::fs::read_to_string;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let target = std::env::args_os().nth(1).map(PathBuf::from).ok_or("usage: table TARGET_FOLDER")?;
    let benches = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no parent folder")?;
    let results = Results { target };
    let readme = benches.join("README.md");
    let text = read_to_string(&readme)?;
    let table = machine(benches)?
        + &rays(&results)?
        + &frustum(&results)?
        + &octree::tables(&results)?
        + &behavior::table(&results)?
        + &agents::table(&results)?
        + &opacity::tables(&results)?
        + &large::table(&results)?
        + &narration(&results)?;
    std::fs::write(&readme, replaced(&text, &table)?)?;
    print!("{table}");
    Ok(())
}

/// The text with its table exchanged.
fn replaced(text: &str, table: &str) -> Result<String> {
    const START: &str = "<!-- written by benches/run.sh -->\n";
    const END: &str = "<!-- up to here -->\n";
    let (before, rest) = text.split_once(START).ok_or("README.md has no place for the table")?;
    let (_, after) = rest.split_once(END).ok_or("README.md has no end of the table")?;
    Ok(format!("{before}{START}\n{table}\n{END}{after}"))
}

struct Results {
    target: PathBuf,
}

impl Results {
    /// Criterion's median in nanoseconds per element.
    fn median(&self, group: &str, name: &str) -> Result<f64> {
        let folder = self.target.join("criterion").join(group).join(name).join("new");
        let time = json(&folder.join("estimates.json"))?["median"]["point_estimate"].as_f64();
        let elements = json(&folder.join("benchmark.json"))?["throughput"]["Elements"].as_f64();
        Ok(time.zip(elements).map(|(time, elements)| time / elements).ok_or("a result of another form")?)
    }

    /// A number that criterion does not know.
    fn other(&self, name: &str, key: &str) -> Result<f64> {
        let path = self.target.join("tmp").join(name).with_extension("json");
        Ok(json(&path)?[key].as_f64().ok_or("a result of another form")?)
    }
}

fn json(path: &Path) -> Result<Value> {
    let text = read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(serde_json::from_str(&text)?)
}

fn machine(benches: &Path) -> Result<String> {
    let rustc = Command::new("rustc").arg("--version").output()?.stdout;
    let rustc = String::from_utf8(rustc)?.split(' ').take(2).collect::<Vec<_>>().join(" ");
    let info = read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| -> String {
        let line = info.lines().find(|line| line.starts_with(name)).unwrap_or_default();
        line.split_once(": ").map_or("unknown", |(_, value)| value).to_owned()
    };
    let wide = ["avx512vl", "avx2", "sse4_2"].into_iter().find(|set| info.contains(set)).unwrap_or("unknown");
    let locks = [benches.join("../Cargo.lock"), benches.join("peers/Cargo.lock")];
    let mut versions = Vec::new();
    let ours = ["parry3d", "fearless_simd", "glam"].map(|name| (0, name));
    let peers = ["bevy_camera", "fast_image_resize", "obvhs", "rstar", "zorder", "behavior-tree-lite", "bonsai-bt"].map(|name| (1, name));
    for (lock, name) in ours.into_iter().chain(peers) {
        versions.push(format!("{name} {}", version(&read_to_string(&locks[lock])?, name)));
    }
    Ok(format!(
        "Machine: {} (family {}, model {}; widest instruction set {wide}), one thread. {rustc}, release with thin LTO, no \
         `target-cpu`. {}. Medians.\n\n",
        field("model name"),
        field("cpu family"),
        field("model\t"),
        versions.join(", ")
    ))
}

/// The last version of a package in a lock file.
fn version<'a>(lock: &'a str, name: &str) -> &'a str {
    let entry = lock.rsplit("[[package]]").find(|entry| entry.contains(&format!("name = \"{name}\"\n")));
    entry.and_then(|entry| entry.split("version = \"").nth(1)?.split('"').next()).unwrap_or("unknown")
}

fn rays(results: &Results) -> Result<String> {
    let mut text = String::from(
        "| ray with normal, ns | parry3d | single | | batch | | batch, AVX2 | batch, portable | wrong of a million: parry3d, single, batch |\n\
         |---|--:|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    for solid in ["sphere", "box", "cylinder", "cone", "capsule"] {
        let group = format!("ray-{solid}");
        let time = |name| results.median(&group, name);
        let (parry, single, batch) = (time("parry")?, time("single")?, time("batch")?);
        // A machine without it has no such result.
        let avx2 = time("batch-avx2").map_or_else(|_| "–".to_owned(), |time| format!("{time:.2}"));
        let wrong = |way| results.other(&format!("wrong-{solid}"), way);
        writeln!(
            text,
            "| {solid} | {parry:.1} | {single:.1} | {:.1}x | {batch:.2} | {:.1}x | {avx2} | {:.2} | {}, {}, {} |",
            parry / single,
            parry / batch,
            time("batch-portable")?,
            wrong("parry")?,
            wrong("single")?,
            wrong("batch")?,
        )?;
    }
    Ok(text + "\n")
}

fn frustum(results: &Results) -> Result<String> {
    let mut text = String::from("| frustum and box, ns a box | 10,000 boxes | 1,000,000 boxes |\n|---|--:|--:|\n");
    for (name, words) in [
        ("bevy", "bevy_camera, one by one"),
        ("corners", "all eight corners, one by one"),
        ("single", "`classify`, one by one, all distances kept"),
        ("batch-portable", "`classify_all`, portable"),
        ("batch-avx2", "`classify_all`, AVX2"),
        ("batch", "`classify_all`, widest"),
    ] {
        let (Ok(few), Ok(many)) = (
            results.median("frustum", &format!("{name}/10000")),
            results.median("frustum", &format!("{name}/1000000")),
        ) else {
            continue;
        };
        writeln!(text, "| {words} | {few:.2} | {many:.2} |")?;
    }
    Ok(text + "\n")
}

fn narration(results: &Results) -> Result<String> {
    let mut text = String::from("| `Silent` against the code without a narrator | time |\n|---|--:|\n");
    for (name, words) in [("narration-frustum", "frustum and box"), ("narration-cylinder", "ray and cylinder")] {
        writeln!(text, "| {words} | {:.3}x |", results.other(name, "ratio")?)?;
    }
    Ok(text)
}
