//! Writes the tables in `benches/README.md` from the results of the benchmarks in the target folder.

mod agents;
mod behavior;
mod check;
mod commands;
mod cut;
mod edit;
mod growth;
mod hunt;
mod large;
mod live;
mod mesh;
mod occlusion;
mod octree;
mod opacity;
mod redraw;
mod scaling;
mod skin;
mod trajectory;
mod visibility;

use std::error::Error;
use std::fmt::Write as _;
use std::fs::read_to_string;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The section of one benchmark in the README: its name, the compared crates, and the function that writes its tables.
struct Section {
    name: &'static str,
    crates: &'static [&'static str],
    tables: fn(&Results) -> Result<String>,
}

const SECTIONS: [Section; 22] = [
    Section { name: "rays", crates: &["parry3d", "fearless_simd"], tables: rays },
    Section { name: "frustum", crates: &["bevy_camera", "fearless_simd"], tables: frustum },
    Section { name: "octree", crates: &["parry3d", "obvhs", "rstar", "boxddd-sys", "zorder"], tables: octree::tables },
    Section { name: "behavior", crates: &["behavior-tree-lite", "bonsai-bt"], tables: behavior::table },
    Section { name: "agents", crates: &[], tables: agents::table },
    Section { name: "large", crates: &[], tables: large::table },
    Section { name: "commands", crates: &[], tables: commands::table },
    Section { name: "opacity", crates: &["fast_image_resize", "image"], tables: opacity::tables },
    Section { name: "mesh", crates: &["parry3d", "obvhs", "fearless_simd"], tables: mesh::table },
    Section { name: "narration", crates: &[], tables: narration },
    Section { name: "skin", crates: &["fearless_simd"], tables: skin::table },
    Section { name: "cut", crates: &["parry3d"], tables: cut::table },
    Section { name: "hunt", crates: &[], tables: hunt::table },
    Section { name: "live", crates: &[], tables: live::table },
    Section { name: "visibility", crates: &["parry3d"], tables: visibility::table },
    Section { name: "trajectory", crates: &[], tables: trajectory::table },
    Section { name: "check", crates: &["blazediff"], tables: check::table },
    Section { name: "occlusion", crates: &["parry3d"], tables: occlusion::tables },
    Section { name: "edit", crates: &[], tables: edit::tables },
    Section { name: "redraw", crates: &[], tables: redraw::table },
    Section { name: "growth", crates: &[], tables: growth::table },
    Section { name: "scaling", crates: &["parry3d", "bevy_camera", "obvhs", "boxddd-sys"], tables: scaling::tables },
];

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let target = arguments.next().map(PathBuf::from).ok_or("usage: table TARGET_FOLDER BENCHMARK…")?;
    let benches = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no parent folder")?;
    let results = Results { target };
    let readme = benches.join("README.md");
    let mut text = read_to_string(&readme)?;
    for name in arguments {
        let section = SECTIONS.iter().find(|section| section.name == name);
        let section = section.ok_or_else(|| format!("no tables are written for `{name}`"))?;
        let tables = format!("{}\n\n{}", machine(benches, section.crates)?, (section.tables)(&results)?.trim_end());
        text = replaced(&text, section.name, &tables)?;
        println!("{tables}\n");
    }
    Ok(std::fs::write(&readme, text)?)
}

/// The text with the tables of one benchmark replaced.
fn replaced(text: &str, name: &str, tables: &str) -> Result<String> {
    const END: &str = "<!-- up to here -->\n";
    let start = format!("<!-- written by benches/run.sh {name} -->\n");
    let missing = || format!("README.md has no section for the tables of `{name}`");
    let (before, rest) = text.split_once(&start).ok_or_else(missing)?;
    let (_, after) = rest.split_once(END).ok_or_else(missing)?;
    Ok(format!("{before}{start}\n{tables}\n\n{END}{after}"))
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
        Ok(time.zip(elements).map(|(time, elements)| time / elements).ok_or("the result has another form")?)
    }

    /// A number that criterion does not store.
    fn other(&self, name: &str, key: &str) -> Result<f64> {
        Ok(self.stored(name)?[key].as_f64().ok_or("the result has another form")?)
    }

    /// A word that criterion does not store.
    fn word(&self, name: &str, key: &str) -> Result<String> {
        Ok(self.stored(name)?[key].as_str().ok_or("the result has another form")?.to_owned())
    }

    /// A sentence with the OpenGL of a benchmark.
    fn opengl(&self, name: &str) -> Result<String> {
        Ok(format!("OpenGL: {}.\n", self.word(name, "renderer")?))
    }

    /// The results that a benchmark stored itself.
    fn stored(&self, name: &str) -> Result<Value> {
        json(&self.target.join("tmp").join(name).with_extension("json"))
    }
}

fn json(path: &Path) -> Result<Value> {
    let text = read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(serde_json::from_str(&text)?)
}

/// The machine and the versions of the measurements.
fn machine(benches: &Path, crates: &[&str]) -> Result<String> {
    let rustc = Command::new("rustc").arg("--version").output()?.stdout;
    let rustc = String::from_utf8(rustc)?.split(' ').take(2).collect::<Vec<_>>().join(" ");
    let info = read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| -> String {
        let line = info.lines().find(|line| line.starts_with(name)).unwrap_or_default();
        line.split_once(": ").map_or("unknown", |(_, value)| value).to_owned()
    };
    let wide = ["avx512vl", "avx2", "sse4_2"].into_iter().find(|set| info.contains(set)).unwrap_or("unknown");
    let locks = [benches.join("peers/Cargo.lock"), benches.join("../Cargo.lock")];
    let locks = [read_to_string(&locks[0])?, read_to_string(&locks[1])?];
    let mut with = vec![rustc];
    for name in crates {
        let found = locks.iter().find_map(|lock| version(lock, name)).unwrap_or("unknown");
        with.push(format!("{name} {found}"));
    }
    Ok(format!(
        "{} (family {}, model {}; widest instruction set {wide}); {}.",
        field("model name"),
        field("cpu family"),
        field("model\t"),
        with.join(", ")
    ))
}

/// The last version of a package in a lock file.
fn version<'a>(lock: &'a str, name: &str) -> Option<&'a str> {
    let entry = lock.rsplit("[[package]]").find(|entry| entry.contains(&format!("name = \"{name}\"\n")))?;
    entry.split("version = \"").nth(1)?.split('"').next()
}

/// "12,345".
fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time in milliseconds. A long time has fewer decimals than a short one.
fn rounded(time: f64) -> String {
    match time {
        ..0.1 => format!("{time:.3}"),
        ..10.0 => format!("{time:.2}"),
        ..100.0 => format!("{time:.1}"),
        _ => grouped(time),
    }
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
        // A machine without AVX2 has no such result.
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
        ("blocks", "`classify_blocks`, in random order"),
        ("blocks-by-place", "`classify_blocks`, in the order of places"),
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
    writeln!(text, "| frustum and box | {:.3}x |", results.other("narration-frustum", "ratio")?)?;
    Ok(text)
}
