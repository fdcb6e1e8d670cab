//! `eyeline precision`: the spacing of 32-bit numbers over a level, and what it does to its features, rays and contacts.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{bail, ensure};
use serde_json::{Value, json};

use super::exit::exit_code;
use super::load::{inputs, load, within_reach};
use super::scene_args::SceneArgs;
use super::{output, progress};
use crate::escape;
use crate::files::Inputs;
use crate::geometry::narrate::{counted, grouped};
use crate::picture::PrecisionPlan;
use crate::precision::{FeatureKind, LevelPrecision, ObjectPrecision, bands, length_in_words, sentences};
use crate::render::{Headless, plot_to_image, plot_to_svg, to_png_by};
use crate::source::extension::has_extension;
use crate::world::World;

/// Pixels for each point of the page.
const PLAN_SCALE: f32 = 2.0;

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
pub struct PrecisionArgs {
    /// The scene file, or a level: glTF, GLB, FBX, OBJ, PLY, STL or a map of Quake (`.map`, `.bsp`).
    #[arg(value_name = "SCENE|LEVEL")]
    pub scene: PathBuf,
    /// How to read the scene.
    #[command(flatten)]
    pub read: SceneArgs,
    /// The time, in ticks of the scene's clock.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub tick: u64,
    /// The number of rows of the table.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub top: usize,
    /// Write to this file: bands over the floor plan and the worst place magnified as `.png` or `.svg`, or everything as `.json`; `-`
    /// writes JSON to standard output. Without it, and beside a file, the answer is printed as text.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Prints what the rounding of `f32` does to a level, and writes the file.
///
/// # Errors
/// When the scene cannot be read or has no objects, there is not enough memory, or the file cannot be written.
pub fn run(args: &PrecisionArgs) -> anyhow::Result<ExitCode> {
    if let Some(file) = &args.output {
        let known = ["png", "svg", "json"].iter().any(|extension| has_extension(file, extension));
        let is_known = known || output::in_file(Some(file)).is_none();
        ensure!(is_known, "{} has no known format: write to a .png, .svg or .json file", file.display());
        output::refuse_input(&Inputs::file(&args.scene), Some(file))?;
    }
    let loaded = load(&args.scene, &args.read)?;
    output::refuse_input(&inputs(&args.scene, &loaded, &args.read)?, args.output.as_deref())?;
    within_reach(&loaded.scene, args.tick)?;
    let world = World::at(&loaded.scene, &loaded.files, args.tick);
    let level = match progress::shown("objects", |progress| LevelPrecision::of(&world, progress)) {
        Ok(level) => level,
        Err(error) => bail!("{}: {error}", args.scene.display()),
    };
    let sentences = sentences(&level);
    let name = escape::line(&args.scene.file_name().unwrap_or_default().to_string_lossy()).into_owned();
    match &args.output {
        Some(file) if output::in_file(Some(file)).is_none() => output::deliver(&as_json(&level, &sentences)?, None)?,
        Some(file) => {
            let bytes = if has_extension(file, "json") {
                as_json(&level, &sentences)?
            } else {
                picture(&PrecisionPlan { name: &name, world: &world, level: &level, sentences: &sentences }, file)?
            };
            output::deliver(&bytes, Some(file))?;
            output::deliver(text(&name, args.top, &level, &sentences).as_bytes(), None)?;
        }
        None => output::deliver(text(&name, args.top, &level, &sentences).as_bytes(), None)?,
    }
    Ok(exit_code(&loaded))
}

fn picture(plan: &PrecisionPlan, file: &Path) -> anyhow::Result<Vec<u8>> {
    let sheet = plan.sheet();
    if has_extension(file, "svg") {
        return Ok(plot_to_svg(&sheet).into_bytes());
    }
    let image = plot_to_image(&sheet, PLAN_SCALE, &plan.world.budget)?;
    Ok(to_png_by(&image, &Headless::of_this_thread()?.renderer())?)
}

/// The objects whose smallest feature changes most, first.
fn ranked(level: &LevelPrecision) -> Vec<&ObjectPrecision> {
    let ratio = |object: &ObjectPrecision| object.feature.map_or(0.0, |feature| feature.ratio());
    let mut objects: Vec<&ObjectPrecision> = level.objects.iter().collect();
    objects.sort_by(|a, b| ratio(b).total_cmp(&ratio(a)));
    objects
}

fn kind(kind: FeatureKind) -> &'static str {
    match kind {
        FeatureKind::Edge => "edge",
        FeatureKind::Thickness => "thickness",
    }
}

fn text(name: &str, top: usize, level: &LevelPrecision, sentences: &[String]) -> String {
    let mut text = String::new();
    let reach = length_in_words(level.reach);
    let _ = writeln!(text, "{name}: {}, up to {reach} from the origin", counted(level.objects.len() as u64, "object"));
    for band in bands(level.reach).iter().rev().take(4) {
        let [from, to] = [band.from, band.to].map(length_in_words);
        let _ = writeln!(text, "  {from} to {to}: numbers are {} apart", length_in_words(band.spacing));
    }
    if top > 0 {
        let _ = writeln!(text, "\nObjects by their smallest feature beside the spacing");
    }
    for object in ranked(level).into_iter().take(top) {
        let name = escape::shown(&object.name);
        let Some(feature) = object.feature else {
            let _ = writeln!(text, "  {name}: no triangle with an area");
            continue;
        };
        let _ = writeln!(
            text,
            "  {name}: {} {}, spacing along it {}; {} of {} collapse, vertices move by up to {}",
            kind(feature.kind),
            length_in_words(feature.length),
            length_in_words(feature.spacing),
            grouped(object.collapsed),
            grouped(object.triangles),
            length_in_words(object.moved)
        );
    }
    if level.objects.len() > top {
        let _ = writeln!(text, "  … and {} more: see --top, or -o FILE.json", level.objects.len() - top);
    }
    text.push('\n');
    for sentence in sentences {
        let _ = writeln!(text, "{sentence}");
    }
    text
}

fn as_json(level: &LevelPrecision, sentences: &[String]) -> anyhow::Result<Vec<u8>> {
    let object = |object: &ObjectPrecision| {
        json!({
            "object": &*object.name,
            "spacing": object.spacing,
            "triangles": object.triangles,
            "collapsed": object.collapsed,
            "turned": object.turned,
            "moved": object.moved,
            "moved_at": object.moved_at.to_array(),
            "feature": object.feature.map(|feature| json!({
                "kind": kind(feature.kind), "length": feature.length, "spacing": feature.spacing,
                "at": feature.at.to_array(), "along": feature.along.to_array(),
            })),
        })
    };
    let contacts = level.contacts.iter().map(|contact| {
        json!({
            "objects": contact.names.each_ref().map(|name| &**name),
            "missed": contact.is_missed(),
            "distance": contact.distance,
            "stored": contact.stored,
            "at": contact.at.to_array(),
        })
    });
    let rays = level.rays;
    let value = json!({
        "eyeline_precision": 1,
        "reach": level.reach,
        "bands": bands(level.reach).iter().map(|band| json!({
            "from": band.from, "to": band.to, "spacing": band.spacing,
        })).collect::<Vec<Value>>(),
        "objects": level.objects.iter().map(object).collect::<Vec<_>>(),
        "worst": level.worst_object().map(|object| &*object.name),
        "rays": { "hits": rays.hits, "missed": rays.missed, "moved": rays.moved, "local_moved": rays.local_moved },
        "contacts": contacts.collect::<Vec<_>>(),
        "pairs": level.pairs,
        "sentences": sentences,
    });
    let mut bytes = serde_json::to_vec_pretty(&value)?;
    bytes.push(b'\n');
    Ok(bytes)
}
