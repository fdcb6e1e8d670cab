//! Moving pictures of a scene: a stretch of time, a turn around it, or the steps of an answer.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;
use image::RgbaImage;

use super::moment::{self, Moment, PictureOptions};
use crate::commands::depth::Depth;
use crate::commands::{output, progress};
use crate::files::{Content, Inputs};
use crate::opacity::Progress;
use crate::render::{Clip, ClipFormat, Headless, LeftOut, to_png_by};
use crate::report::occlusion::AllUnanswered;
use crate::world::Recording;

/// The most pictures of one moving picture.
pub(super) const MOST: u32 = 10_000;
/// The least number of pictures a second.
pub(super) const SLOWEST: f64 = Clip::<Vec<u8>>::SLOWEST;
/// The greatest number of pictures a second.
pub(super) const FASTEST: f64 = Clip::<Vec<u8>>::FASTEST;
/// The number of pictures a second, when neither the arguments nor the scene determine it.
const SMOOTH: f64 = 20.0;
/// The number of steps a second, slow enough for reading.
const STEPS_PER_SECOND: f64 = 0.5;

/// What moves.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Motion {
    /// Each `every`-th tick from the first to the last.
    Ticks { first: u64, last: u64, every: u64 },
    /// The eye goes once around the target.
    Turntable { tick: u64, count: u32 },
    /// The selected answer, then each of its steps.
    Steps { tick: u64 },
}

/// The pictures of a moving picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Frames {
    motion: Motion,
    fps: f64,
}

impl Frames {
    /// Ticks, in the scene's own speed by default.
    ///
    /// # Errors
    /// When there are more than [`MOST`] pictures.
    pub(super) fn ticks(
        first: u64,
        last: u64,
        every: Option<u64>,
        tick_rate: f64,
        fps: Option<f64>,
    ) -> anyhow::Result<Self> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a positive number, saturating")]
        let every = every.unwrap_or_else(|| (tick_rate / SMOOTH).round().max(1.0) as u64);
        let count = (last - first) / every + 1;
        if count > u64::from(MOST) {
            let enough = (last - first) / u64::from(MOST - 1) + 1;
            anyhow::bail!("{count} pictures are too many, at most {MOST} are possible; use --every {enough}");
        }
        let fps = fps.unwrap_or((tick_rate / every as f64).clamp(SLOWEST, FASTEST));
        Ok(Self { motion: Motion::Ticks { first, last, every }, fps })
    }

    /// A turn of `count` pictures.
    pub(super) fn turntable(tick: u64, count: u32, fps: Option<f64>) -> Self {
        Self { motion: Motion::Turntable { tick, count }, fps: fps.unwrap_or(SMOOTH) }
    }

    /// The steps of the selected answer.
    pub(super) fn steps(tick: u64, fps: Option<f64>) -> Self {
        Self { motion: Motion::Steps { tick }, fps: fps.unwrap_or(STEPS_PER_SECOND) }
    }

    /// The tick of the first picture.
    fn first_tick(&self) -> u64 {
        match self.motion {
            Motion::Ticks { first: tick, .. } | Motion::Turntable { tick, .. } | Motion::Steps { tick } => tick,
        }
    }
}

/// Where a moving picture is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Output {
    /// One file, or standard output for `-`.
    Clip(ClipFormat, PathBuf),
    /// PNG files with a number from 1 on in place of the number signs.
    Pictures { before: String, digits: usize, after: String, folder: PathBuf },
}

impl Output {
    /// By the name of the file.
    ///
    /// # Errors
    /// When the name is none of a moving picture, or standard output is a terminal.
    pub(super) fn of(file: &Path) -> anyhow::Result<Self> {
        if output::in_file(Some(file)).is_none() {
            output::expect_no_terminal()?;
            return Ok(Self::Clip(ClipFormat::Gif, file.to_owned()));
        }
        if let Some(format) = ClipFormat::of(file) {
            return Ok(Self::Clip(format, file.to_owned()));
        }
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let is_png = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"));
        match name.rfind('#') {
            Some(end) if is_png => {
                let before = name[..end].trim_end_matches('#');
                let folder = file.parent().map(Path::to_owned).unwrap_or_default();
                let (digits, after) = (end + 1 - before.len(), name[end + 1..].to_owned());
                Ok(Self::Pictures { before: before.to_owned(), digits, after, folder })
            }
            _ => anyhow::bail!(
                "{} is not a valid name for a moving picture; write to {}, {}, or numbered PNG files such as {}",
                file.display(),
                file.with_extension("gif").display(),
                file.with_extension("apng").display(),
                file.with_file_name(format!("{}-####.png", file.file_stem().unwrap_or_default().display())).display()
            ),
        }
    }
}

/// Draws the pictures and writes them. Returns the occlusion queries without an answer.
///
/// # Errors
/// When a name is unknown, the scene selects no answer with steps, there is no OpenGL, or a file cannot be written. A file
/// that could not be written completely is unchanged.
pub(super) fn write(
    content: Content,
    frames: &Frames,
    camera: Option<&str>,
    options: &PictureOptions,
    output: &Output,
    inputs: &Inputs,
) -> anyhow::Result<AllUnanswered> {
    let mut depth = Depth::of(content.scene);
    let mut recording = Recording::of(content);
    // The first picture has the errors of all, before a file is opened.
    let first = Moment::of(&mut recording, content, frames.first_tick(), camera, &mut depth)?;
    let count = match frames.motion {
        Motion::Ticks { first, last, every } => u32::try_from((last - first) / every + 1).unwrap_or(MOST),
        Motion::Turntable { count, .. } => count,
        Motion::Steps { .. } => {
            let steps = first.step_count();
            let s =
                "the scene selects no answer with steps; select one in \"select\", such as [\"camera\", \"object\"]";
            anyhow::ensure!(steps > 0, s);
            u32::try_from(steps).unwrap_or(MOST - 1).saturating_add(1)
        }
    };
    let mut left_out = LeftOut::default();
    let mut drawn = |number: u32, progress: &Progress| -> anyhow::Result<RgbaImage> {
        let (image, left) = match frames.motion {
            Motion::Ticks { first: start, every, .. } if number > 0 => {
                let tick = start + u64::from(number) * every;
                Moment::of(&mut recording, content, tick, camera, &mut depth)?.picture(None, 0.0, options)?
            }
            Motion::Turntable { count, .. } => {
                first.picture(None, std::f32::consts::TAU * number as f32 / count as f32, options)?
            }
            Motion::Steps { .. } if number > 0 => first.picture(Some(number as usize - 1), 0.0, options)?,
            Motion::Ticks { .. } | Motion::Steps { .. } => first.picture(None, 0.0, options)?,
        };
        if left_out == LeftOut::default() {
            left_out = left;
        }
        progress.advance(1);
        Ok(image)
    };
    progress::shown(&format!("drawing {count} pictures"), |progress| {
        progress.expect(count.into());
        let mut draw = |number| drawn(number, progress);
        match output {
            Output::Clip(format, file) => clip(*format, file, count, frames.fps, options, &mut draw),
            Output::Pictures { before, digits, after, folder } => {
                let name = |number: u32| folder.join(format!("{before}{:0digits$}{after}", number + 1));
                pictures(count, &name, inputs, &mut draw)
            }
        }
    })?;
    moment::tell(&left_out);
    Ok(depth.into_unanswered())
}

/// One file.
fn clip(
    format: ClipFormat,
    file: &Path,
    count: u32,
    fps: f64,
    options: &PictureOptions,
    draw: &mut dyn FnMut(u32) -> anyhow::Result<RgbaImage>,
) -> anyhow::Result<()> {
    // An error of drawing is not one of writing, but ends it.
    let mut failed = None;
    let written = output::stream(Some(file), |out| {
        let all = || -> anyhow::Result<()> {
            let mut clip = Clip::new(format, [options.size.width, options.size.height], count, fps, out)?;
            for number in 0..count {
                clip.push(&draw(number)?)?;
            }
            Ok(clip.finish()?)
        };
        all().map_err(|error| {
            failed = Some(error);
            io::Error::other("a picture could not be drawn")
        })
    });
    failed.map_or(written, Err)
}

/// Numbered PNG files.
fn pictures(
    count: u32,
    name: &dyn Fn(u32) -> PathBuf,
    inputs: &Inputs,
    draw: &mut dyn FnMut(u32) -> anyhow::Result<RgbaImage>,
) -> anyhow::Result<()> {
    for number in 0..count {
        output::refuse_input(inputs, Some(&name(number)))?;
    }
    let renderer = Headless::of_this_thread()?.renderer();
    for number in 0..count {
        let file = name(number);
        let png = to_png_by(&draw(number)?, &renderer)?;
        output::deliver(&png, Some(&file))
            .with_context(|| format!("{number} of {count} pictures are written; the next one failed"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_choose_the_output() {
        let of = |name: &str| Output::of(Path::new(name));
        assert_eq!(of("a/walk.GIF").unwrap(), Output::Clip(ClipFormat::Gif, "a/walk.GIF".into()));
        assert_eq!(of("walk.apng").unwrap(), Output::Clip(ClipFormat::Apng, "walk.apng".into()));
        let pictures = |before: &str, digits, after: &str, folder: &str| Output::Pictures {
            before: before.into(),
            digits,
            after: after.into(),
            folder: folder.into(),
        };
        assert_eq!(of("a/walk-####.png").unwrap(), pictures("walk-", 4, ".png", "a"));
        assert_eq!(of("#.png").unwrap(), pictures("", 1, ".png", ""));
        assert_eq!(of("a#1-##b.png").unwrap(), pictures("a#1-", 2, "b.png", ""));
        for wrong in ["walk.png", "walk.jpg", "walk", "walk-###", "##/walk.png"] {
            let error = of(wrong).unwrap_err().to_string();
            assert!(error.contains("walk.gif") || error.contains("walk-###.gif"), "{error}");
        }
    }

    #[test]
    fn a_moving_picture_has_the_speed_of_the_scene() {
        let ticks = |first, last, every, rate, fps| Frames::ticks(first, last, every, rate, fps).unwrap();
        let of = |first, last, every, fps| Frames { motion: Motion::Ticks { first, last, every }, fps };
        assert_eq!(ticks(0, 60, None, 60.0, None), of(0, 60, 3, 20.0));
        assert_eq!(ticks(5, 9, None, 10.0, None), of(5, 9, 1, 10.0));
        assert_eq!(ticks(0, 60, Some(1), 60.0, None), of(0, 60, 1, 50.0));
        assert_eq!(ticks(0, 60, Some(6), 60.0, Some(5.0)), of(0, 60, 6, 5.0));
        let error = Frames::ticks(0, 999_999, Some(1), 60.0, None).unwrap_err().to_string();
        assert_eq!(error, "1000000 pictures are too many, at most 10000 are possible; use --every 101");
        assert!(Frames::ticks(0, 999_999, Some(101), 60.0, None).is_ok());
    }
}
