//! `eyeline export`: an object of a scene, such as a half of a cut, as a GLB.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail, ensure};

use super::load::{inputs, load, within_reach};
use super::output;
use super::scene_args::SceneArgs;
use crate::commands::exit::exit_code;
use crate::source::error::quoted;
use crate::source::extension::has_extension;
use crate::source::suggest::nearest;
use crate::world::{World, object_to_glb};

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
pub struct ExportArgs {
    /// The scene file.
    pub scene: PathBuf,
    /// The name of the object: a mesh, or a half of a cut, `OBJECT/CUT+` or `OBJECT/CUT-`.
    pub object: String,
    /// Write to this file.
    #[arg(short, long, value_name = "FILE.glb")]
    pub output: PathBuf,
    /// The time, in ticks of the scene's clock. A skinned mesh opens in the pose that it has then. Halves exist from the tick of
    /// their cut on.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub tick: u64,
    /// How to read the scene.
    #[command(flatten)]
    pub read: SceneArgs,
}

/// Writes the object.
///
/// # Errors
/// When the scene cannot be read, it has no such mesh, or the file cannot be written.
pub fn run(args: &ExportArgs) -> anyhow::Result<ExitCode> {
    let ExportArgs { object: name, output, tick, .. } = args;
    let file = output::in_file(Some(output));
    let is_glb = file.is_none_or(|file| has_extension(file, "glb"));
    ensure!(is_glb, "{} is not a valid name: the object is written as GLB; write to a .glb file", output.display());
    let loaded = load(&args.scene, &args.read)?;
    output::refuse_input(&inputs(&args.scene, &loaded, &args.read)?, file)?;
    within_reach(&loaded.scene, *tick)?;
    let world = World::at(&loaded.scene, &loaded.files, *tick);
    let Some(object) = world.objects.iter().find(|object| *object.name == **name) else { bail!(missing(&world, name)) };
    let bytes = object_to_glb(object).with_context(|| format!("{} cannot be written", quoted(name)))?;
    output::deliver(&bytes, file)?;
    Ok(exit_code(&loaded))
}

/// The message for an object that does not exist.
fn missing(world: &World, name: &str) -> String {
    let later = world.cuts.iter().find(|cut| {
        cut.outcome.is_none() && ["+", "-"].iter().any(|side| *name == format!("{}/{}{side}", cut.object, cut.name))
    });
    if let Some(cut) = later {
        return format!("{} exists from tick {} on: choose it with --tick", quoted(name), cut.tick);
    }
    let near = nearest(name, world.objects.iter().map(|object| &*object.name));
    let help = near.map_or_else(String::new, |near| format!("; did you mean {}?", quoted(near)));
    format!("there is no object {}{help}", quoted(name))
}
