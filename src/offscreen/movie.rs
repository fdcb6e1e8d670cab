//! The pictures of a moving picture one after another, and the file of all of them.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use image::RgbaImage;

use super::depth::DepthAnswers;
use super::frames::{Frames, Motion};
use super::moment::{Moment, PictureOptions};
use crate::budget::Reservation;
use crate::files::Content;
use crate::opacity::Progress;
use crate::parallel::{OrderedJobs, thread_count};
use crate::render::{Clip, ClipFormat, Headless, LeftOut, PixelWork, RenderError, to_png_by};
use crate::report::occlusion::AllUnanswered;
use crate::scene::save_bytes;
use crate::source::extension::has_extension;
use crate::world::Recording;

/// Where a moving picture is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// One file.
    Clip(ClipFormat, PathBuf),
    /// PNG files with a number from 1 on in place of the number signs.
    Pictures {
        /// The part of the name before the number.
        before: String,
        /// The least number of digits.
        digits: usize,
        /// The part of the name after the number.
        after: String,
        /// The folder of the files.
        folder: PathBuf,
    },
}

impl Output {
    /// The output for the name of a file: one moving picture, or numbered PNG files.
    ///
    /// # Errors
    /// When the name is not valid for a moving picture.
    pub fn of(file: &Path) -> anyhow::Result<Self> {
        if let Some(format) = ClipFormat::of(file) {
            return Ok(Self::Clip(format, file.to_owned()));
        }
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let is_png = has_extension(file, "png");
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

    /// The files of a movie of `count` pictures.
    pub fn files(&self, count: u32) -> Vec<PathBuf> {
        match self {
            Self::Clip(_, file) => vec![file.clone()],
            Self::Pictures { before, digits, after, folder } => {
                (1..=count).map(|number| folder.join(format!("{before}{number:0digits$}{after}"))).collect()
            }
        }
    }
}

/// A moving picture, whose pictures are drawn in their order.
pub struct Movie<'a> {
    content: Content<'a>,
    frames: Frames,
    camera: Option<&'a str>,
    options: PictureOptions<'a>,
    recording: Recording,
    depth: DepthAnswers<'a>,
    first: Moment<'a>,
    count: u32,
    left_out: LeftOut,
}

impl<'a> Movie<'a> {
    /// Answers the first moment, through a camera or from the eye of `options`.
    ///
    /// # Errors
    /// When a name is unknown, or the scene selects no answer with steps.
    pub fn new(
        content: Content<'a>,
        frames: Frames,
        camera: Option<&'a str>,
        options: PictureOptions<'a>,
    ) -> anyhow::Result<Self> {
        let mut depth = DepthAnswers::of(content.scene);
        let mut recording = Recording::of(content);
        let first = Moment::of(&mut recording, content, frames.first_tick(), camera, &mut depth)?;
        let steps = first.step_count();
        anyhow::ensure!(
            steps > 0 || !matches!(frames.motion, Motion::Steps { .. }),
            "the scene selects no answer with steps; select one in \"select\", such as [\"camera\", \"object\"]"
        );
        let count = frames.count(steps);
        Ok(Self { content, frames, camera, options, recording, depth, first, count, left_out: LeftOut::default() })
    }

    /// The number of pictures.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// What the first incomplete picture does not show.
    pub fn left_out(&self) -> &LeftOut {
        &self.left_out
    }

    /// The occlusion queries without an answer.
    pub fn into_unanswered(self) -> AllUnanswered {
        self.depth.into_unanswered()
    }

    /// The picture of a number, which is below [`Movie::count`].
    fn draw(&mut self, number: u32) -> anyhow::Result<RgbaImage> {
        let Self { content, frames, camera, options, recording, depth, first, .. } = self;
        let (image, left_out) = match frames.motion {
            Motion::Ticks { first: start, every, .. } if number > 0 => {
                let tick = start + u64::from(number) * every;
                Moment::of(recording, *content, tick, *camera, depth)?.picture(None, 0.0, options)?
            }
            Motion::Turntable { count, .. } => {
                first.picture(None, std::f32::consts::TAU * number as f32 / count as f32, options)?
            }
            Motion::Steps { .. } if number > 0 => first.picture(Some(number as usize - 1), 0.0, options)?,
            Motion::Ticks { .. } | Motion::Steps { .. } => first.picture(None, 0.0, options)?,
        };
        if self.left_out == LeftOut::default() {
            self.left_out = left_out;
        }
        Ok(image)
    }

    /// Draws all pictures and writes them. `save` writes one file: it gets a function that writes the contents.
    ///
    /// # Errors
    /// When there is no OpenGL, a file cannot be written, or the work is cancelled. A file that could not be written
    /// completely is unchanged.
    pub fn write(
        &mut self,
        output: &Output,
        progress: &Progress,
        save: impl FnOnce(&Path, &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        progress.expect(self.count.into());
        match output {
            Output::Clip(format, file) => {
                // An error of drawing is not one of writing, but ends it.
                let mut failed = None;
                let written = save(file, &mut |out| {
                    self.write_clip(*format, out, progress).map_err(|error| {
                        failed = Some(error);
                        io::Error::other("a picture could not be drawn")
                    })
                });
                failed.map_or(written, Err)
            }
            Output::Pictures { .. } => self.write_pictures(&output.files(self.count), progress),
        }
    }

    fn write_clip(&mut self, format: ClipFormat, out: &mut dyn Write, progress: &Progress) -> anyhow::Result<()> {
        // A clip keeps the picture before while the next one is drawn.
        let _before = PixelWork::Keep.reserve(&self.content.files.budget, self.options.size)?;
        let beside = self.encoded_beside();
        let clip = Clip::new(format, self.options.size, self.count, self.frames.fps, out)?;
        let mut clip = clip.with_waiting(beside.len());
        for number in 0..self.count {
            clip.push(&self.draw(number)?)?;
            count_picture(progress)?;
        }
        Ok(clip.finish()?)
    }

    fn write_pictures(&mut self, files: &[PathBuf], progress: &Progress) -> anyhow::Result<()> {
        let renderer: Arc<str> = Headless::of_this_thread()?.renderer().into();
        let beside = self.encoded_beside();
        let mut jobs = OrderedJobs::new(beside.len());
        let count = files.len();
        let mut files = (0..).zip(files);
        let mut save = |png: Result<Vec<u8>, RenderError>| -> anyhow::Result<()> {
            let Some((number, file)) = files.next() else { return Ok(()) };
            let written = png.map_err(anyhow::Error::from).and_then(|png| Ok(save_bytes(&png, file)?));
            written.with_context(|| format!("{number} of {count} pictures are written; the next one failed"))?;
            count_picture(progress)
        };
        for number in 0..self.count {
            let (picture, renderer) = (self.draw(number)?, Arc::clone(&renderer));
            if let Some(png) = jobs.start(move || to_png_by(&picture, &renderer)) {
                save(png)?;
            }
        }
        while let Some(png) = jobs.take_oldest() {
            save(png)?;
        }
        Ok(())
    }

    /// The memory of the pictures that are encoded while the next ones are drawn: one for each thread, or as many as the budget has
    /// room for.
    fn encoded_beside(&self) -> Vec<Reservation> {
        let Self { content, options, .. } = self;
        let one = |_| PixelWork::EncodeBeside.reserve(&content.files.budget, options.size).ok();
        (0..thread_count()).map_while(one).collect()
    }
}

/// Counts a picture.
///
/// # Errors
/// When the work was cancelled.
fn count_picture(progress: &Progress) -> anyhow::Result<()> {
    progress.advance(1);
    anyhow::ensure!(!progress.is_cancelled(), "cancelled");
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
        let files = of("a/walk-##.png").unwrap().files(11);
        assert_eq!((files[0].as_path(), files[10].as_path()), (Path::new("a/walk-01.png"), Path::new("a/walk-11.png")));
        assert_eq!(of("a#1-##b.png").unwrap(), pictures("a#1-", 2, "b.png", ""));
        for wrong in ["walk.png", "walk.jpg", "walk", "walk-###", "##/walk.png"] {
            let error = of(wrong).unwrap_err().to_string();
            assert!(error.contains("walk.gif") || error.contains("walk-###.gif"), "{error}");
        }
    }
}
