//! The picture of a camera as a renderer draws it: the target of each pixel, and the depth that it computed.

use crate::budget::ChargedVec;

/// What a renderer draws at a pixel.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DrawnPixel {
    /// 1 more than the index of the target; 0 for the background.
    pub code: u32,
    /// The depth of the target, 0 to 1, before it is rounded to a step of the depth buffer.
    pub depth: f32,
}

impl DrawnPixel {
    /// The target; `None` for the background.
    pub fn target(&self) -> Option<usize> {
        self.code.checked_sub(1).map(|target| target as usize)
    }
}

/// The picture that a renderer draws for a camera.
#[derive(Debug)]
pub struct DrawnPicture {
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// Its pixels, row by row from the upper left corner.
    pub pixels: ChargedVec<DrawnPixel>,
}
