//! A scene of any number of objects, for tests and measurements.

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};

use super::args::GenerateArgs;
use crate::commands::output;
use crate::files::Inputs;
use crate::scene::{Octree, OctreeMethod, Scene, Shape, are_our_hills, generate, save_with, write_hills, write_to};

/// The size of hills, as a multiple of the boxes that they replace.
const HILLS: f32 = 2.0;

/// The least number of objects for which a progress bar is shown.
const MANY: usize = 20_000;

/// Writes a scene of objects, a camera, ten rays and an octree.
///
/// # Errors
/// When a file cannot be written. The file is then unchanged.
pub(super) fn run(args: &GenerateArgs, objects: u64) -> anyhow::Result<()> {
    let count = usize::try_from(objects)?;
    let output = output::in_file(args.output.as_deref());
    let mut scene = Scene { octree: Some(octree(count)), ..generate(count, args.seed) };
    if let Some(triangles) = args.triangles {
        let output =
            output.context("--triangles writes an OBJ file beside the scene: give a file for the scene with -o")?;
        let hills = output::by_default(output.with_extension("obj"), &Inputs::default(), are_our_hills)?;
        save_with(&hills, |out| write_hills(triangles, out))?;
        let file = hills.file_name().unwrap_or_default().to_string_lossy().into_owned();
        replace_boxes_by_hills(&mut scene, &file);
    }
    let bar = if count < MANY { ProgressBar::hidden() } else { ProgressBar::new(objects) };
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
