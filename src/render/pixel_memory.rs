//! The memory of the pixels of a picture, reserved before it is drawn. With OpenGL in software all of it belongs to the
//! process.
//!
//! | bytes a pixel | what |
//! |---|---|
//! | 32 | a multisampled framebuffer: 4 samples of 4 bytes of colour and 4 bytes of depth |
//! | 4 | the texture to which the samples are averaged |
//! | 4 | the surface on which labels or the window are painted |
//! | 4 | the pixels that are read back |
//!
//! The framebuffers are released before a picture is encoded, and encoding takes less than they did: at most 7 bytes a
//! pixel for PNG, and 40 for a picture of a GIF. Pictures that are encoded while the next ones are drawn are counted.

use super::error::RenderError;
use crate::budget::{Budget, Reservation};

/// Bytes of a pixel while a picture is drawn.
const DRAWN: u64 = 44;
/// Bytes of a pixel of a picture that was drawn.
const READ: u64 = 4;
/// Bytes of a pixel for a PNG of a picture: without alpha, and compressed.
const ENCODED: u64 = 7;
/// Bytes of a pixel of a picture that is encoded while the next one is drawn.
const BESIDE: u64 = 44;
/// So many pixels are not counted while they are drawn. They belong to the program, so that a scene whose files fill the
/// budget is still drawn in the usual size.
const NOT_COUNTED: u64 = 1280 * 720;

/// What is done with the pixels of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PixelWork {
    /// Drawing a picture, or the whole window.
    Draw,
    /// Keeping a picture that was drawn.
    Keep,
    /// Encoding a picture as PNG.
    Encode,
    /// Keeping and encoding a picture while the next one is drawn.
    EncodeBeside,
}

impl PixelWork {
    /// Reserves the memory for a picture of a size in pixels.
    ///
    /// # Errors
    /// [`RenderError::Memory`] when the budget has no room.
    pub fn reserve(self, budget: &Budget, [width, height]: [u32; 2]) -> Result<Reservation, RenderError> {
        let pixels = u64::from(width) * u64::from(height);
        let (word, bytes) = match self {
            Self::Draw => ("drawing", pixels.saturating_sub(NOT_COUNTED) * DRAWN),
            Self::Keep => ("keeping", pixels * READ),
            Self::Encode => ("encoding", pixels * ENCODED),
            Self::EncodeBeside => ("encoding", pixels * BESIDE),
        };
        let what = || format!("{word} a picture of {width}x{height} pixels");
        budget.take(bytes).map_err(|over| RenderError::Memory { what: what(), over })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_picture_is_refused_and_one_of_the_usual_size_takes_nothing() {
        let budget = Budget::new(64 << 20);
        assert_eq!(PixelWork::Draw.reserve(&budget, [1280, 720]).unwrap().bytes(), 0);
        assert_eq!(PixelWork::Draw.reserve(&budget, [1281, 720]).unwrap().bytes(), 720 * 44);
        assert_eq!(PixelWork::Keep.reserve(&budget, [1280, 720]).unwrap().bytes(), 4 * 1280 * 720);
        let error = PixelWork::Draw.reserve(&budget, [8192, 8192]).unwrap_err().to_string();
        assert!(error.starts_with("drawing a picture of 8192x8192 pixels takes 2.7 GiB"), "{error}");
        assert!(error.ends_with("`--memory 3GiB`"), "{error}");
    }
}
