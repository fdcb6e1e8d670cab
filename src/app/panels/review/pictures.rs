//! The pictures of the shown capture: read on another thread, and kept as textures while the capture is shown.

use std::sync::Arc;
use std::task::Poll;

use eframe::egui::{ColorImage, Context, TextureFilter, TextureHandle, TextureOptions, Vec2, vec2};
use image::imageops;

use crate::app::kit::job::Job;
use crate::budget::{Budget, Reservation};
use crate::check::review::{ReviewSide, ReviewedRun, load};
use crate::source::rooted::Rooted;

/// Small pictures are enlarged without smoothing, large ones are averaged.
const OPTIONS: TextureOptions = TextureOptions {
    magnification: TextureFilter::Nearest,
    minification: TextureFilter::Linear,
    mipmap_mode: Some(TextureFilter::Linear),
    ..TextureOptions::LINEAR
};

/// A picture that was read.
struct Read {
    pixels: ColorImage,
    /// The size of the picture in the file.
    size: Vec2,
    memory: Reservation,
}

/// The pictures before, after and of the difference.
type AllRead = [Option<Result<Read, String>>; 3];

/// A picture on the screen.
pub(super) struct ShownPicture {
    pub(super) texture: TextureHandle,
    /// The size of the file's picture in pixels.
    pub(super) size: Vec2,
    _memory: Reservation,
}

/// A picture; nothing when the run has no such picture; or the reason why it cannot be shown.
pub(super) type ReviewPicture = Option<Result<ShownPicture, String>>;

/// Before, after and difference.
#[derive(Default)]
pub(super) struct ReviewPictures {
    of: Option<(usize, usize)>,
    reading: Option<Job<AllRead>>,
    shown: [ReviewPicture; 3],
}

impl ReviewPictures {
    /// Starts reading the pictures of a capture, unless they are already shown.
    pub(super) fn want(&mut self, ctx: &Context, run: &Arc<ReviewedRun>, capture: (usize, usize), budget: &Budget) {
        if self.of == Some(capture) {
            return;
        }
        *self = Self { of: Some(capture), ..Self::default() };
        let (run, budget) = (Arc::clone(run), budget.clone());
        let longest = ctx.input(|i| i.max_texture_side).try_into().unwrap_or(u32::MAX);
        self.reading = Some(Job::start(ctx, move |progress| {
            [ReviewSide::Before, ReviewSide::After, ReviewSide::Difference].map(|side| {
                // The user has chosen another capture since.
                if progress.is_cancelled() {
                    return None;
                }
                let file = run.picture(capture.0, capture.1, side).transpose()?;
                Some(file.and_then(|file| read(&file, &budget, longest)))
            })
        }));
        self.take_results(ctx);
    }

    /// Takes the pictures that were read.
    pub(super) fn take_results(&mut self, ctx: &Context) {
        let Some(job) = self.reading.take() else { return };
        match job.poll(ctx) {
            Poll::Pending => self.reading = Some(job),
            Poll::Ready(read) => {
                let show = |read: Read| ShownPicture {
                    texture: ctx.load_texture("capture", read.pixels, OPTIONS),
                    size: read.size,
                    _memory: read.memory,
                };
                self.shown = read.unwrap_or_default().map(|one| one.map(|read| read.map(show)));
            }
        }
    }

    pub(super) fn is_reading(&self) -> bool {
        self.reading.is_some()
    }

    /// The picture of a side.
    pub(super) fn shown(&self, side: ReviewSide) -> Option<Result<&ShownPicture, &str>> {
        let at = match side {
            ReviewSide::Before => 0,
            ReviewSide::After => 1,
            ReviewSide::Difference => 2,
        };
        self.shown[at].as_ref().map(|shown| shown.as_ref().map_err(String::as_str))
    }

    /// Whether the pictures before and after can be shown.
    pub(super) fn has_pair(&self) -> bool {
        [ReviewSide::Before, ReviewSide::After].iter().all(|side| matches!(self.shown(*side), Some(Ok(_))))
    }

    pub(super) fn has_difference(&self) -> bool {
        matches!(self.shown(ReviewSide::Difference), Some(Ok(_)))
    }
}

/// Reads a picture, and reduces it if the GPU has no textures of its size.
fn read(file: &Rooted, budget: &Budget, longest: u32) -> Result<Read, String> {
    let picture = load(file, budget)?;
    let (mut image, mut memory) = (picture.image, picture.memory);
    let (width, height) = image.dimensions();
    if width.max(height) > longest {
        let scale = f64::from(longest) / f64::from(width.max(height));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most the longest side")]
        let [w, h] = [width, height].map(|side| ((f64::from(side) * scale) as u32).max(1));
        image = imageops::thumbnail(&image, w, h);
    }
    let (w, h) = image.dimensions();
    let pixels = ColorImage::from_rgba_unmultiplied([w as usize, h as usize], image.as_raw());
    memory.shrink_to(image.as_raw().len() as u64);
    Ok(Read { pixels, size: vec2(width as f32, height as f32), memory })
}
