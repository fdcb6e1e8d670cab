//! `eyeline import`: a scene that shows a level or a recording.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use serde_json::json;

use super::exit::exit_code;
use super::load::print_errors;
use super::message::print_message;
use super::scene_args::SceneArgs;
use super::{output, progress};
use crate::files::open_as_scene::level::animations;
use crate::files::{FileKind, Files, Inputs, Loaded, Reading, level_as_scene, session_as_scene, tree_as_scene};
use crate::scene::{self, Folder, ReadOptions};
use crate::source::error::quoted;

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
pub struct ImportArgs {
    /// The level, a glTF, GLB, FBX, OBJ, PLY, STL, `.map` or `.bsp` file; the recording of a camera path, such as walk.txt; or a file of behaviour trees.
    #[arg(value_name = "FILE")]
    pub level: PathBuf,
    /// How to read the level.
    #[command(flatten)]
    pub read: SceneArgs,
    /// Write the scene to this file, anywhere inside the root that also contains the level. `-` is standard output, for
    /// a scene beside the level.
    #[arg(short, long, value_name = "SCENE.json")]
    pub output: PathBuf,
}

/// Reads the file and writes a scene that refers to it: a level as a model, its textures with alpha as images, and a view
/// that frames it; a recording as a session that a camera follows; a file of behaviour trees as an agent that runs one.
///
/// # Errors
/// When the level cannot be read or is outside the root, or when the scene cannot be written. The file of the scene is
/// then unchanged.
pub fn run(args: &ImportArgs) -> anyhow::Result<ExitCode> {
    let ImportArgs { level, read, output } = args;
    let kind = FileKind::of(level);
    anyhow::ensure!(
        matches!(kind, FileKind::Level | FileKind::Recording | FileKind::Tree),
        "{} is neither a level nor a recording nor a file of behaviour trees: give a .gltf, .glb, .fbx, .obj, .ply, .stl, .map, .bsp, .txt, .csv, .jsonl, \
         .traj, .tum or .xml file",
        level.display()
    );
    anyhow::ensure!(
        read.tree.is_none() || kind == FileKind::Tree,
        "--tree chooses one of the behaviour trees of a file, and {} has none",
        level.display()
    );
    let output = output::in_file(Some(output));
    if let Some(output) = output {
        output::expect_scene_name(output)?;
    }
    output::refuse_input(&Inputs::file(level), output)?;
    let options = read.options()?;
    let (folder, file) = inside(level, output.unwrap_or(level), &options)?;
    let name = level.display().to_string();
    let (files, reading) = (Files::within(read.budget()), Reading { options, ..Reading::default() });
    let read = |progress: &_| match kind {
        FileKind::Recording => session_as_scene(&[&*file], &folder, &name, files, &reading),
        FileKind::Tree => tree_as_scene(level, &file, &folder, files, &reading),
        _ => level_as_scene(&file, &folder, &name, files, &reading, progress),
    };
    let loaded = progress::shown(&format!("reading {name}"), read)?;
    print_errors(&loaded);
    output::refuse_input(&Inputs::file(level).with(&loaded.files, &folder), output)?;
    output::deliver(scene::write(&loaded.scene).as_bytes(), output)?;
    if let Some(note) = how_to_play(&loaded) {
        print_message(&format!("note: {note}"));
    }
    Ok(exit_code(&loaded))
}

/// The animations of the level, and the key that plays the first one. `None` without animations: the scene plays none by
/// itself.
fn how_to_play(loaded: &Loaded) -> Option<String> {
    let model = loaded.scene.models.first()?;
    let level = loaded.files.level(&model.file)?;
    let animations = animations(level)?;
    let first = level.rig.as_ref()?.animations.first()?.name.as_deref();
    let key = first.map_or_else(|| json!(0), |name| json!(name));
    let [file, model] = [&model.file, &model.name].map(|name| quoted(name));
    Some(format!("{file} has {animations}; to play one, add it to the model {model}, such as \"animation\": {key}"))
}

/// The folder of the scene, and the name of the level relative to it.
fn inside(level: &Path, scene: &Path, options: &ReadOptions) -> anyhow::Result<(Folder, String)> {
    let parent = scene.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    parent.canonicalize().with_context(|| format!("cannot write into {}", parent.display()))?;
    level.canonicalize().with_context(|| format!("cannot read {}", level.display()))?;
    let (folder, _) = Folder::of_file(scene, options)
        .map_err(|error| anyhow::anyhow!("{}: {error}; {}", scene.display(), error.help()))?;
    let file = folder.name_of(level).with_context(|| {
        format!(
            "{} is not inside the root {} of {}, or its name is not UTF-8: write the scene beside the level, or \
             give a folder that contains both with --root DIR",
            level.display(),
            folder.root().display(),
            scene.display()
        )
    })?;
    Ok((folder, file))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opacity::Progress;

    #[test]
    fn animations_are_named_with_the_key_that_plays_one() {
        let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
        let note = |file: &str| {
            let folder = Folder::new(&scenes, &ReadOptions::default());
            let (files, reading) = (Files::default(), Reading::default());
            how_to_play(&level_as_scene(file, &folder, file, files, &reading, &Progress::default()).unwrap())
        };
        let expected = "`figure.glb` has 2 animations: `Walk`, `Reach`; to play one, add it to the model `figure`, such as \
                        \"animation\": \"Walk\"";
        assert_eq!(note("figure.glb").as_deref(), Some(expected));
        assert_eq!(note("touch.obj"), None);
    }
}
