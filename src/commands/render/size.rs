//! The size of a picture, as arguments have it.

use std::str::FromStr;

use crate::scene::CheckView;

/// The size of a picture in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureSize {
    /// The width, from 1 to [`PictureSize::LARGEST`].
    pub width: u32,
    /// The height, from 1 to [`PictureSize::LARGEST`].
    pub height: u32,
}

impl Default for PictureSize {
    fn default() -> Self {
        let [width, height] = CheckView::DEFAULT_SIZE;
        Self { width, height }
    }
}

impl PictureSize {
    /// Any OpenGL implementation of the last fifteen years supports this size.
    pub const LARGEST: u32 = CheckView::MOST_PIXELS;
}

impl std::fmt::Display for PictureSize {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for PictureSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let side = |side: &str| match side.parse() {
            Ok(pixels @ 1..=Self::LARGEST) => Some(pixels),
            _ => None,
        };
        let (width, height) = text.split_once(['x', 'X', '×']).ok_or("write width x height, such as 1280x720")?;
        match (side(width), side(height)) {
            (Some(width), Some(height)) => Ok(Self { width, height }),
            _ => Err(format!("width and height are whole numbers of pixels from 1 to {}", Self::LARGEST)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        assert_eq!("1280x720".parse(), Ok(PictureSize { width: 1280, height: 720 }));
        assert_eq!("1X8192".parse(), Ok(PictureSize { width: 1, height: 8192 }));
        for wrong in ["", "x", "1280", "0x720", "1280x0", "8193x1", "-1x1", "1.5x1", "1x1x1", "axb", "99999999999x1"] {
            assert!(wrong.parse::<PictureSize>().is_err(), "{wrong}");
        }
    }
}
