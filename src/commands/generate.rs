//! `eyeline generate`: a scene of any size, for tests and measurements.

use std::path::PathBuf;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};

use super::output;
use crate::files::Inputs;
use crate::scene::{Octree, OctreeMethod, Scene, Shape, are_our_hills, generate, save_with, write_hills, write_to};

/// A scene with many more objects would not fit into the default memory budget.
const MOST_OBJECTS: u64 = 1_000_000;

/// Reading a file with more triangles would take minutes.
const MOST_TRIANGLES: u64 = 2_000_000;

/// The size of hills, as a multiple of the boxes that they replace.
const HILLS: f32 = 2.0;

/// The least number of objects for which a progress bar is shown.
const MANY: usize = 20_000;

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
pub struct GenerateArgs {
    /// The number of objects, at most 1000000: boxes, or meshes with `--triangles`.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=MOST_OBJECTS))]
    pub objects: u64,
    /// The seed of the random numbers. The same seed gives the same scene on every machine.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Make every object a mesh of hills with about this many triangles, at most 2000000. All objects have the same
    /// mesh. The hills are written to an OBJ file beside the scene, which replaces a file of that name only if eyeline
    /// made it.
    #[arg(long, value_name = "T", requires = "output", value_parser = clap::value_parser!(u64).range(2..=MOST_TRIANGLES))]
    pub triangles: Option<u64>,
    /// Write to this file instead of standard output (`-`).
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Writes a scene of objects, a camera, ten rays and an octree.
///
/// # Errors
/// When a file cannot be written. The file is then unchanged.
pub fn run(args: &GenerateArgs) -> anyhow::Result<()> {
    let count = usize::try_from(args.objects)?;
    let output = output::in_file(args.output.as_deref());
    if let Some(file) = output {
        output::expect_scene_name(file)?;
    }
    let mut scene = Scene { octree: Some(octree(count)), ..generate(count, args.seed) };
    if let Some(triangles) = args.triangles {
        let output =
            output.context("--triangles writes an OBJ file beside the scene: give a file for the scene with -o")?;
        let hills = output::by_default(output.with_extension("obj"), &Inputs::default(), are_our_hills)?;
        save_with(&hills, |out| write_hills(triangles, out))?;
        let file = hills.file_name().unwrap_or_default().to_string_lossy().into_owned();
        replace_boxes_by_hills(&mut scene, &file);
    }
    let bar = if count < MANY { ProgressBar::hidden() } else { ProgressBar::new(args.objects) };
    bar.set_style(ProgressStyle::with_template("{bar:40} {human_pos} of {human_len} objects")?);
    let written = output::stream(output, |out| {
        write_to(&scene, out, |done| {
            if done.is_multiple_of(1000) {
                bar.set_position(done as u64);
            }
        })
    });
    bar.finish_and_clear();
    written
}

/// Replaces each box by hills of the box's size.
fn replace_boxes_by_hills(scene: &mut Scene, file: &str) {
    scene.title =
        if scene.objects.len() == 1 { "1 mesh".to_owned() } else { format!("{} meshes", scene.objects.len()) };
    for i in 0..scene.objects.len() {
        let object = &mut scene.objects[i];
        if let Shape::Box { half_extents } = object.shape {
            object.scale = half_extents.map(|half| HILLS * half);
            object.shape = Shape::Mesh { file: file.to_owned(), node: None };
            object.name = format!("hills {}", i + 1);
        }
    }
}

/// The depth of the octree at which leaves are about as large as the boxes.
fn octree(objects: usize) -> Octree {
    let depth = (objects.max(1).ilog2() / 2).clamp(1, 10);
    Octree { depth, method: OctreeMethod::Loose, ..Octree::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scene_file_name_has_no_level_extension() {
        for name in ["no-such-folder/a.glb", "no-such-folder/a.OBJ", "no-such-folder/a.png"] {
            let args = GenerateArgs { objects: 1, seed: 1, triangles: None, output: Some(name.into()) };
            let error = run(&args).unwrap_err().to_string();
            assert!(error.contains("is not a valid name for a scene"), "{error}");
        }
    }
}
