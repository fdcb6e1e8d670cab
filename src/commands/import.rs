//! `eyeline import`: a scene that shows a level.

use std::path::{Component, Path, PathBuf};

use anyhow::Context;

use super::scene_args::SceneArgs;
use super::{output, progress};
use crate::scene::{self, Assets, import};

/// What to import.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The level: glTF, GLB or OBJ.
    #[arg(value_name = "LEVEL")]
    pub level: PathBuf,
    /// How it is read.
    #[command(flatten)]
    pub read: SceneArgs,
    /// Write the scene to this file, in the folder of the level or in one around it.
    #[arg(short, long, value_name = "SCENE.json")]
    pub output: PathBuf,
}

/// Reads the level and writes a scene that refers to it: the level as a model, its textures with alpha as images, and a
/// view that frames it.
///
/// # Errors
/// When the level cannot be read, does not lie in the scene's folder, or the scene cannot be written; its file is then as
/// it was before.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let Args { level, read, output } = args;
    anyhow::ensure!(import::level::is_level(level), "{} is no level: name a .gltf, .glb or .obj file", level.display());
    output::expect_scene_name(output)?;
    output::keep_apart(level, Some(output))?;
    let (folder, file) = inside(level, output)?;
    let name = level.display().to_string();
    let assets = Assets { options: read.options()?, budget: read.budget(), ..Assets::default() };
    let read = |progress: &_| import::level_as_scene(&file, &folder, &name, assets, progress);
    let loaded = progress::shown(&format!("reading {name}"), read)?;
    super::tell(&loaded);
    output::deliver(scene::write(&loaded.scene).as_bytes(), Some(output))
}

/// The folder of the scene, and what a scene there calls the level.
fn inside(level: &Path, scene: &Path) -> anyhow::Result<(PathBuf, String)> {
    let folder = match scene.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    };
    let real = folder.canonicalize().with_context(|| format!("cannot write into {}", folder.display()))?;
    let found = level.canonicalize().with_context(|| format!("cannot read {}", level.display()))?;
    let refused = || {
        format!(
            "{} does not lie in the folder of {}: a scene refers only to files beside it or below; write the scene \
             beside the level",
            level.display(),
            scene.display()
        )
    };
    let parts = found.strip_prefix(&real).ok().with_context(refused)?.components().map(|part| match part {
        Component::Normal(name) => name.to_str(),
        _ => None,
    });
    let parts: Option<Vec<&str>> = parts.collect();
    let file = parts.with_context(|| format!("{} has a name that is not UTF-8", level.display()))?.join("/");
    Ok((folder, file))
}
