//! A decoded image in memory.

use std::error::Error;
use std::fmt;

/// Interleaved pixels, row by row from the top, without padding. An alpha channel is the last channel.
#[derive(Clone, Copy, Debug)]
pub struct Pixels<'a> {
    size: [u32; 2],
    channels: u32,
    has_alpha: bool,
    samples: Samples<'a>,
}

/// The samples of an image, with the channels of a pixel next to each other.
#[derive(Clone, Copy, Debug)]
pub enum Samples<'a> {
    /// 255 is opaque.
    Bits8(&'a [u8]),
    /// 65,535 is opaque.
    Bits16(&'a [u16]),
}

/// The reason why samples are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PixelsError {
    /// The width or the height is 0.
    Empty,
    /// The number of channels is not 1 to 4.
    Channels(u32),
    /// The number of samples does not match size and channels.
    Length {
        /// Width times height times channels.
        needed: u64,
        /// The number of samples.
        found: u64,
    },
}

impl fmt::Display for PixelsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "an image has at least one pixel"),
            Self::Channels(channels) => write!(f, "an image has 1 to 4 channels, not {channels}"),
            Self::Length { needed, found } => {
                write!(f, "the image has {found} samples, but its size needs {needed}")
            }
        }
    }
}

impl Error for PixelsError {}

impl<'a> Pixels<'a> {
    /// The pixels of an image; `size` is its width and height.
    ///
    /// # Errors
    /// If a side is 0, there are not 1 to 4 channels, or the number of samples does not match.
    pub fn new(size: [u32; 2], channels: u32, has_alpha: bool, samples: Samples<'a>) -> Result<Self, PixelsError> {
        if size.contains(&0) {
            return Err(PixelsError::Empty);
        }
        if !(1..=4).contains(&channels) {
            return Err(PixelsError::Channels(channels));
        }
        let found = match samples {
            Samples::Bits8(samples) => samples.len(),
            Samples::Bits16(samples) => samples.len(),
        } as u64;
        let needed = (u64::from(size[0]) * u64::from(size[1])).saturating_mul(channels.into());
        if found != needed {
            return Err(PixelsError::Length { needed, found });
        }
        Ok(Self { size, channels, has_alpha, samples })
    }

    /// Width and height in pixels.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// The number of samples of a pixel, 1 to 4.
    pub fn channels(&self) -> u32 {
        self.channels
    }

    /// Whether the last channel is alpha; without one, every pixel is opaque.
    pub fn has_alpha(&self) -> bool {
        self.has_alpha
    }

    /// The samples.
    pub fn samples(&self) -> Samples<'a> {
        self.samples
    }

    /// The alpha of an opaque pixel: 255 or 65,535.
    pub fn opaque(&self) -> u16 {
        match self.samples {
            Samples::Bits8(_) => u8::MAX.into(),
            Samples::Bits16(_) => u16::MAX,
        }
    }

    /// The alpha of the pixel in column x and row y, 0 to [`Self::opaque`]. `None` outside the image.
    pub fn alpha(&self, [x, y]: [u32; 2]) -> Option<u16> {
        let [width, height] = self.size;
        if x >= width || y >= height {
            return None;
        }
        if !self.has_alpha {
            return Some(self.opaque());
        }
        let pixel = y as usize * width as usize + x as usize;
        let last = (pixel + 1) * self.channels as usize - 1;
        match self.samples {
            Samples::Bits8(samples) => samples.get(last).map(|&alpha| alpha.into()),
            Samples::Bits16(samples) => samples.get(last).copied(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_image_is_refused() {
        let bytes = [0_u8; 24];
        let new = |size, channels| Pixels::new(size, channels, true, Samples::Bits8(&bytes)).map(|_| ());
        assert_eq!(new([3, 2], 4), Ok(()));
        assert_eq!(new([0, 2], 4), Err(PixelsError::Empty));
        assert_eq!(new([3, 2], 5), Err(PixelsError::Channels(5)));
        assert_eq!(new([3, 2], 0), Err(PixelsError::Channels(0)));
        assert_eq!(new([3, 3], 4), Err(PixelsError::Length { needed: 36, found: 24 }));
        assert_eq!(new([u32::MAX; 2], 4), Err(PixelsError::Length { needed: u64::MAX, found: 24 }));
    }

    #[test]
    fn alpha_is_the_last_channel() {
        let bytes = [1, 2, 3, 4, 5, 6];
        let alpha = |has_alpha, at| Pixels::new([3, 1], 2, has_alpha, Samples::Bits8(&bytes)).unwrap().alpha(at);
        assert_eq!(alpha(true, [2, 0]), Some(6));
        assert_eq!(alpha(false, [2, 0]), Some(255));
        assert_eq!(alpha(true, [3, 0]), None);
        assert_eq!(alpha(true, [0, 1]), None);
    }
}
