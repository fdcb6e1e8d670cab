//! `eyeline explain CAMERA OBJECT --why`: its options, and with `--drawn` what OpenGL draws of the object, beside the exact answer.

use std::path::Path;

use glam::DVec3;

use super::output;
use crate::budget::Budget;
use crate::escape;
use crate::offscreen::drawn_comparison;
use crate::picture::Palette;
use crate::render::{PixelWork, comparison_image, to_png_by};
use crate::report::explain::Subject;
use crate::report::visibility::{DrawnCause, DrawnComparison, of_picture, of_target};
use crate::source::extension::has_extension;
use crate::world::World;

/// The options about what a camera sees.
#[derive(Clone, Debug, clap::Args)]
pub struct WhyArgs {
    /// Why a camera sees an object or not, as a chain of tests: layers, triangles, the sides of the view, near and far plane,
    /// faces, alpha, what covers it, pixels. Name the camera and the object.
    #[arg(long)]
    pub why: bool,
    /// With `--why`: also draw the picture of the camera by OpenGL, and compare it with the exact one pixel by pixel. `-o FILE.png`
    /// writes the picture: objects in grey, and the pixels that differ in the colours of their causes: yellow at edges, red at
    /// equal depths, blue at holes of textures, violet without a known cause.
    #[arg(long, requires = "why")]
    pub drawn: bool,
}

/// The comparison as text and as JSON.
pub(super) struct Drawn {
    found: DrawnComparison,
    renderer: String,
    eye: DVec3,
    object: usize,
    budget: Budget,
    /// The name of the object, escaped for a terminal.
    name: String,
}

/// The comparison as JSON.
#[derive(serde::Serialize)]
pub(super) struct DrawnJson<'a> {
    renderer: &'a str,
    size: [u32; 2],
    /// The pixels of the object.
    drawn: u64,
    exact: u64,
    /// The pixels of the whole picture that differ, by cause.
    differences: CauseCounts,
}

#[derive(serde::Serialize)]
struct CauseCounts {
    edges: usize,
    equal_depths: usize,
    holes: usize,
    unknown: usize,
}

impl Drawn {
    /// Draws the picture of the camera. `subject` is the question why it sees an object.
    ///
    /// # Errors
    /// When there is no OpenGL, or the picture cannot be drawn.
    pub(super) fn of(world: &World, subject: &Subject) -> anyhow::Result<Self> {
        let Subject::Visibility(subject) = subject else {
            anyhow::bail!("--drawn compares what a camera sees of an object: name a camera and an object")
        };
        let (found, renderer) = drawn_comparison(&world.cameras[subject.camera], world)?;
        let eye = world.cameras[subject.camera].camera.position.as_dvec3();
        let name = escape::lines(&world.objects[subject.object].name).into_owned();
        Ok(Self { found, renderer, eye, object: subject.object, budget: world.budget.clone(), name })
    }

    pub(super) fn json(&self) -> DrawnJson<'_> {
        let [edges, equal_depths, holes, unknown] = DrawnCause::ALL.map(|cause| self.found.count(cause));
        DrawnJson {
            renderer: &self.renderer,
            size: self.found.drawn.size,
            drawn: self.found.counts[self.object].drawn,
            exact: self.found.counts[self.object].seen,
            differences: CauseCounts { edges, equal_depths, holes, unknown },
        }
    }

    /// The sentences, a line each.
    pub(super) fn text(&self) -> String {
        let of_object = of_target(&self.found, self.object, &self.name);
        format!("Drawn by {}\n{of_object}\n{}\n", self.renderer, of_picture(&self.found))
    }

    /// Writes the picture, with the pixels that differ in the colours of their causes.
    ///
    /// # Errors
    /// When the budget has no room for the picture, or the file cannot be written.
    pub(super) fn write_picture(&self, file: &Path) -> anyhow::Result<()> {
        if !has_extension(file, "png") {
            anyhow::bail!(
                "{} would be a picture of pixels, which is written as PNG only: end its name in .png",
                file.display()
            );
        }
        let size = self.found.drawn.size;
        let _kept = PixelWork::Keep.reserve(&self.budget, size)?;
        let _encoded = PixelWork::Encode.reserve(&self.budget, size)?;
        let image = comparison_image(&self.found, self.eye, &Palette::DARK);
        output::deliver(&to_png_by(&image, &self.renderer)?, Some(file))
    }
}
