//! `eyeline diff`: the answers that differ between two scenes, reports or recordings.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use serde_json::{Value, json};

use super::output;
use super::scene_args::SceneArgs;
use crate::escape;
use crate::files::Loaded;
use crate::report::brief;
use crate::report::difference::{Difference, TOLERANCE, differences, words};
use crate::world::World;

/// What to compare.
#[derive(Clone, Debug, clap::Args)]
#[command(
    after_help = "Example: eyeline diff scenes/guard.json guard.report.json\n\nExit codes: 0 equal, 1 differs, 2 could not run."
)]
pub struct Args {
    /// The first: a scene, the output of `eyeline report` (full or --brief), or a recording (`report --ticks`).
    pub before: PathBuf,
    /// The second, of any of these kinds.
    pub after: PathBuf,
    /// How scenes are read.
    #[command(flatten)]
    pub read: SceneArgs,
    /// Write the differences as JSON.
    #[arg(long)]
    pub json: bool,
    /// Compare at this tick; may be given several times. Without it: the ticks of the reports, and tick 0 of two scenes.
    #[arg(long, value_name = "N")]
    pub tick: Vec<u64>,
}

/// A side of the comparison.
enum Side {
    Scene(Box<Loaded>),
    /// Reports with their ticks.
    Reports(Vec<(u64, Value)>),
}

/// Writes one line for each difference to standard output.
///
/// # Errors
/// When a file cannot be read, or both have no tick in common.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let before = read(&args.before, &args.read)?;
    let after = read(&args.after, &args.read)?;
    let ticks = ticks(args, &before, &after)?;
    let (mut text, mut found) = (String::new(), Vec::new());
    for &tick in &ticks {
        let (old, new) = (before.at(tick, &args.before)?, after.at(tick, &args.after)?);
        match (old, new) {
            (Some(old), Some(new)) => {
                for difference in differences(&old, &new, TOLERANCE) {
                    push_line(&mut text, tick, ticks.len() > 1, &words::line(&difference));
                    found.push((tick, Some(difference)));
                }
            }
            (old, _) => {
                let missing = if old.is_none() { &args.before } else { &args.after };
                push_line(&mut text, tick, true, &format!("only one has this tick, {} has not", missing.display()));
                found.push((tick, None));
            }
        }
    }
    if args.json {
        text = as_json(&found)?;
    } else if ticks.len() > 1
        && let Some((first, _)) = found.first()
    {
        text = format!("first difference at tick {first}\n{text}");
    }
    output::deliver(text.as_bytes(), None)?;
    let is_whole = [&before, &after].into_iter().all(|side| match side {
        Side::Scene(loaded) => loaded.faults.is_empty(),
        Side::Reports(_) => true,
    });
    Ok(match (is_whole, found.is_empty()) {
        (false, _) => ExitCode::from(super::COULD_NOT_RUN),
        (true, true) => ExitCode::SUCCESS,
        (true, false) => ExitCode::FAILURE,
    })
}

fn push_line(text: &mut String, tick: u64, has_tick: bool, line: &str) {
    if has_tick {
        text.extend(["tick ", &tick.to_string(), " · "]);
    }
    text.push_str(&escape::lines(&line.replace(['\n', '\r'], " ")));
    text.push('\n');
}

fn as_json(found: &[(u64, Option<Difference>)]) -> anyhow::Result<String> {
    let mut list = Vec::new();
    for (tick, difference) in found {
        let mut entry = json!({ "tick": tick });
        if let Some(difference) = difference
            && let (Value::Object(entry), Value::Object(fields)) = (&mut entry, serde_json::to_value(difference)?)
        {
            entry.extend(fields);
            entry.insert("text".to_owned(), words::line(difference).into());
        } else {
            entry["missing"] = true.into();
        }
        list.push(entry);
    }
    let mut text = Vec::new();
    brief::write(&json!({ "equal": list.is_empty(), "differences": list }), &mut text)?;
    Ok(String::from_utf8(text)?)
}

/// At which ticks both are compared, ascending.
fn ticks(args: &Args, before: &Side, after: &Side) -> anyhow::Result<Vec<u64>> {
    let own = |side: &Side| match side {
        Side::Scene(_) => None,
        Side::Reports(reports) => Some(reports.iter().map(|(tick, _)| *tick).collect::<Vec<_>>()),
    };
    let (first, second) = (own(before), own(after));
    if args.tick.is_empty()
        && let (Some(first), Some(second)) = (&first, &second)
        && !first.iter().any(|tick| second.contains(tick))
    {
        let told = |ticks: &[u64]| ticks.iter().take(4).map(u64::to_string).collect::<Vec<_>>().join(", ");
        anyhow::bail!("the two have no tick in common: one has tick {}, the other {}", told(first), told(second));
    }
    let mut ticks = match (&*args.tick, first, second) {
        ([], None, None) => vec![0],
        ([], first, second) => first.into_iter().chain(second).flatten().collect(),
        (ticks, ..) => ticks.to_vec(),
    };
    ticks.sort_unstable();
    ticks.dedup();
    Ok(ticks)
}

impl Side {
    /// The brief report at a tick; `None` when there is none of this tick.
    fn at(&self, tick: u64, path: &Path) -> anyhow::Result<Option<Value>> {
        match self {
            Self::Scene(loaded) => {
                super::within_reach(&loaded.scene, tick)?;
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let world = World::at(&loaded.scene, &loaded.files, tick);
                Ok(Some(brief::of_world(&world, &name, None)?))
            }
            Self::Reports(reports) => Ok(reports.iter().find(|(at, _)| *at == tick).map(|(_, report)| report.clone())),
        }
    }
}

/// Reads a side; what it is follows from its content. What is neither a report nor a recording is read as a scene.
fn read(path: &Path, options: &SceneArgs) -> anyhow::Result<Side> {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let is_text =
        !matches!(&*extension, "glb" | "gltf" | "obj" | "xml" | "png" | "jpg" | "jpeg" | "webp" | "tga" | "bmp");
    if is_text && path.is_file() {
        let size = path.metadata().map_or(0, |metadata| metadata.len());
        // A text and its values, measured.
        let _memory = options
            .budget()
            .take(size.saturating_mul(8))
            .map_err(|over| anyhow::anyhow!("cannot read {}: {over}", path.display()))?;
        let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        if let Some(reports) = reports(&bytes, path)? {
            return Ok(Side::Reports(reports));
        }
    }
    Ok(Side::Scene(Box::new(super::load(path, options)?)))
}

/// The reports in a file; `None` when it holds neither a report nor a recording.
fn reports(bytes: &[u8], path: &Path) -> anyhow::Result<Option<Vec<(u64, Value)>>> {
    let Ok(text) = std::str::from_utf8(bytes) else { return Ok(None) };
    let text = text.trim_start_matches('\u{feff}');
    let start: String = text.chars().filter(|c| !c.is_whitespace()).take(24).collect();
    if !start.starts_with("{\"eyeline_report\"") && !start.starts_with("{\"eyeline_recording\"") {
        return Ok(None);
    }
    let mut found = Vec::new();
    let documents = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    for document in documents {
        let document = document.map_err(|error| {
            let help = "write it again with `eyeline report`";
            anyhow::anyhow!(
                "{}:{}:{}: this report is not whole: {error}\n  help: {help}",
                path.display(),
                error.line(),
                error.column()
            )
        })?;
        gather(document, &mut found, path)?;
    }
    let mut ticks: Vec<u64> = found.iter().map(|(tick, _)| *tick).collect();
    ticks.sort_unstable();
    if let Some((tick, _)) = ticks.iter().zip(ticks.iter().skip(1)).find(|(one, next)| one == next) {
        anyhow::bail!("{}: tick {tick} is given twice", path.display());
    }
    Ok(Some(found))
}

/// The reports of a document: of itself, and those in its `ticks`.
fn gather(mut document: Value, found: &mut Vec<(u64, Value)>, path: &Path) -> anyhow::Result<()> {
    let ticks = document.as_object_mut().and_then(|document| document.remove("ticks"));
    if document.get("eyeline_recording").is_none() {
        let version = document.get("eyeline_report");
        anyhow::ensure!(version == Some(&json!(1)), "{}: `eyeline_report` must be 1", path.display());
        let tick = document.get("tick").and_then(Value::as_u64);
        let tick = tick.with_context(|| format!("{}: a report has no `tick`", path.display()))?;
        found.push((tick, document));
    }
    for report in ticks.as_ref().and_then(Value::as_array).into_iter().flatten() {
        gather(report.clone(), found, path)?;
    }
    Ok(())
}
