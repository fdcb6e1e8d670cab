//! One picture of a scene.

use std::path::Path;

use image::RgbaImage;

use crate::commands::message::print_message;
use crate::commands::output;
use crate::files::{Content, Files};
use crate::offscreen::{DepthAnswers, Moment, PictureOptions};
use crate::render::{Headless, LeftOut, PixelRect, to_png_by};
use crate::report::occlusion::AllUnanswered;
use crate::scene::Scene;
use crate::world::Recording;

/// Writes one picture.
pub(super) fn write((image, unanswered): (RgbaImage, AllUnanswered), file: &Path) -> anyhow::Result<AllUnanswered> {
    let renderer = Headless::of_this_thread()?.renderer();
    output::deliver(&to_png_by(&image, &renderer)?, Some(file))?;
    Ok(unanswered)
}

/// The scene at a tick, through one of its cameras or from its own view, and its occlusion queries without an answer. What is
/// not drawn is printed to standard error.
///
/// # Errors
/// When a name is unknown or there is no OpenGL.
pub fn picture(
    scene: &Scene,
    files: &Files,
    tick: u64,
    camera: Option<&str>,
    options: &PictureOptions,
) -> anyhow::Result<(RgbaImage, AllUnanswered)> {
    let (image, _, unanswered) = picture_covering(scene, files, tick, camera, options, &[])?;
    Ok((image, unanswered))
}

/// The same, with the pixels that some objects cover.
///
/// # Errors
/// As [`picture`].
pub fn picture_covering(
    scene: &Scene,
    files: &Files,
    tick: u64,
    camera: Option<&str>,
    options: &PictureOptions,
    objects: &[String],
) -> anyhow::Result<(RgbaImage, Vec<PixelRect>, AllUnanswered)> {
    let content = Content { scene, files };
    let mut depth = DepthAnswers::of(scene);
    let moment = Moment::of(&mut Recording::of(content), content, tick, camera, &mut depth)?;
    let (image, left_out) = moment.picture(None, 0.0, options)?;
    print_left_out(&left_out);
    let covered = if objects.is_empty() { Vec::new() } else { moment.covered(objects, options)? };
    Ok((image, covered, depth.into_unanswered()))
}

/// The same picture without answers, so that they can be predicted.
///
/// # Errors
/// As [`picture`].
pub(super) fn question(
    content: Content,
    tick: u64,
    camera: Option<&str>,
    options: &PictureOptions,
) -> anyhow::Result<(RgbaImage, AllUnanswered)> {
    let (image, left_out) = Moment::without_answers(content, tick, camera)?.picture(None, 0.0, options)?;
    print_left_out(&left_out);
    Ok((image, AllUnanswered::default()))
}

/// Prints what a picture does not show.
pub(super) fn print_left_out(left_out: &LeftOut) {
    for sentence in left_out.sentences() {
        print_message(&format!("warning: {sentence}"));
    }
}
