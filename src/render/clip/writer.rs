//! A moving picture that is being written.

use std::io::Write;
use std::sync::Arc;

use image::RgbaImage;

use super::changed::Changed;
use super::format::ClipFormat;
use super::queue::Queue;
use super::{apng, gif};
use crate::render::error::RenderError;

/// A moving picture that is being written. It plays again from the start when it ends.
///
/// Each picture stores the rectangle that differs from the picture before. Pictures are compressed by other threads, and written in
/// their order by the thread of the caller. Each takes up to 44 bytes a pixel until then.
///
/// ```
/// use eyeline::render::{Clip, ClipFormat};
///
/// let mut file = Vec::new();
/// let mut clip = Clip::new(ClipFormat::Apng, [8, 4], 2, 10.0, &mut file)?;
/// for shade in [0, 255] {
///     clip.push(&image::RgbaImage::from_pixel(8, 4, image::Rgba([shade, 0, 0, 255])))?;
/// }
/// clip.finish()?;
/// assert!(file.starts_with(b"\x89PNG"));
/// # Ok::<(), eyeline::render::RenderError>(())
/// ```
pub struct Clip<W: Write> {
    size: [u32; 2],
    count: u32,
    fps: f64,
    pushed: u32,
    before: Option<Arc<RgbaImage>>,
    encoder: Encoder<W>,
}

enum Encoder<W: Write> {
    Gif(Queue<gif::Encoder<W>>),
    Apng(Queue<apng::Encoder<W>>),
}

impl<W: Write> Clip<W> {
    /// The fewest pictures a second.
    pub const SLOWEST: f64 = 0.1;
    /// The most pictures a second. Programs play a GIF with shorter delays slowly.
    pub const FASTEST: f64 = 50.0;

    /// Begins a moving picture of `count` pictures of `size` pixels (width, height), with `fps` pictures a second, from
    /// [`Self::SLOWEST`] to [`Self::FASTEST`].
    ///
    /// # Errors
    /// [`RenderError::Clip`] when a side is 0, or longer than 65,535 pixels in a GIF, `count` is 0, or the writer fails.
    pub fn new(format: ClipFormat, size: [u32; 2], count: u32, fps: f64, out: W) -> Result<Self, RenderError> {
        if size.contains(&0) || count == 0 {
            return Err(RenderError::Clip(format!(
                "{count} pictures of {}x{} pixels have no pixels",
                size[0], size[1]
            )));
        }
        let encoder = match format {
            ClipFormat::Gif => Encoder::Gif(Queue::new(gif::Encoder::new(out, size)?)),
            ClipFormat::Apng => Encoder::Apng(Queue::new(apng::Encoder::new(out, size, count)?)),
        };
        Ok(Self { size, count, fps: fps.clamp(Self::SLOWEST, Self::FASTEST), pushed: 0, before: None, encoder })
    }

    /// At most so many pictures wait to be compressed and written; by default as many as there are threads. With 0, a picture is
    /// compressed and written when it is added.
    #[must_use]
    pub fn with_waiting(mut self, most: usize) -> Self {
        match &mut self.encoder {
            Encoder::Gif(queue) => queue.set_most(most),
            Encoder::Apng(queue) => queue.set_most(most),
        }
        self
    }

    /// Adds a picture. Its transparency is ignored, because pictures are opaque.
    ///
    /// # Errors
    /// [`RenderError::Clip`] when the picture has another size, or an earlier picture cannot be compressed or written.
    pub fn push(&mut self, image: &RgbaImage) -> Result<(), RenderError> {
        let [width, height] = self.size;
        if image.dimensions() != (width, height) {
            return Err(RenderError::Clip(format!("a picture is not of {width}x{height} pixels")));
        }
        let changed = Changed::between(self.before.as_deref(), image);
        // Times are rounded, not durations, so that the errors do not add up.
        let hundredths = |count: u32| (100.0 * f64::from(count) / self.fps).round();
        let delay = hundredths(self.pushed + 1) - hundredths(self.pushed);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 2 to 1000")]
        let delay = delay as u16;
        let image = Arc::new(image.clone());
        let before = self.before.replace(Arc::clone(&image));
        self.pushed += 1;
        match &mut self.encoder {
            Encoder::Gif(queue) => queue.push(image, before, changed, delay),
            Encoder::Apng(queue) => queue.push(image, before, changed, delay),
        }
    }

    /// Writes the end of the file.
    ///
    /// # Errors
    /// [`RenderError::Clip`] when another number of pictures was added than announced, or the writer fails.
    pub fn finish(self) -> Result<(), RenderError> {
        if self.pushed != self.count {
            return Err(RenderError::Clip(format!("{} of {} pictures were added", self.pushed, self.count)));
        }
        match self.encoder {
            Encoder::Gif(queue) => queue.finish(),
            Encoder::Apng(queue) => queue.finish(),
        }
    }
}

impl<W: Write> std::fmt::Debug for Clip<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Clip").field("size", &self.size).field("pushed", &self.pushed).finish_non_exhaustive()
    }
}
