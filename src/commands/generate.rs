//! `eyeline generate`: a scene of any size, for tests and for seeing how large scenes behave.

use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};

use super::output;
use crate::scene::{Octree, OctreeMethod, Scene, generate, write_to};

/// More objects make a file that is larger than what is read.
const MOST_OBJECTS: u64 = 150_000;

/// From so many objects on, it takes long enough to be watched.
const MANY: usize = 20_000;

/// How large the scene is.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// How many boxes, at most 150000.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=MOST_OBJECTS))]
    pub objects: u64,
    /// The same seed gives the same scene, on every machine.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Writes boxes with a camera, ten rays and an octree.
///
/// # Errors
/// When the scene cannot be written; a file is then as it was before.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let count = usize::try_from(args.objects)?;
    let scene = Scene { octree: Some(octree(count)), ..generate(count, args.seed) };
    let bar = if count < MANY { ProgressBar::hidden() } else { ProgressBar::new(args.objects) };
    bar.set_style(ProgressStyle::with_template("{bar:40} {human_pos} of {human_len} objects")?);
    let written = output::stream(args.output.as_deref(), |out| {
        write_to(&scene, out, |done| {
            if done.is_multiple_of(1000) {
                bar.set_position(done as u64);
            }
        })
    });
    bar.finish_and_clear();
    written
}

/// Halved until its cells are about as large as the boxes.
fn octree(objects: usize) -> Octree {
    let depth = (objects.max(1).ilog2() / 2).clamp(1, 10);
    Octree { depth, method: OctreeMethod::Loose, ..Octree::default() }
}
