//! The pixels of a texture, reduced to what a picture needs.

use std::fmt;

use crate::budget::Reservation;

/// Red, green, blue and straight alpha of 8 bits each, row by row from the top.
pub struct Pixels {
    size: [u32; 2],
    rgba: Vec<[u8; 4]>,
    _memory: Reservation,
}

impl Pixels {
    /// The longest side. Larger images are reduced.
    pub const LONGEST: u32 = 1024;

    /// The size of the reduced copy of an image: no side is longer than [`Pixels::LONGEST`], the aspect stays, and each pixel
    /// is the mean of a block of whole pixels.
    pub fn reduced_size(size: [u32; 2]) -> [u32; 2] {
        let step = Self::step(size);
        size.map(|side| side.div_ceil(step))
    }

    /// The bytes of the reduced copy, and of the texture with its smaller copies in GPU memory.
    pub fn bytes(size: [u32; 2]) -> u64 {
        let [width, height] = Self::reduced_size(size).map(u64::from);
        width * height * 4 * 7 / 3
    }

    /// Reduces an image. `pixel` gives the pixel at a column and row. `memory` is the reservation of [`Pixels::bytes`].
    pub fn reduced(size: [u32; 2], pixel: impl Fn([u32; 2]) -> [u8; 4], memory: Reservation) -> Self {
        let step = Self::step(size);
        let [width, height] = Self::reduced_size(size);
        let mut rgba = Vec::with_capacity(width as usize * height as usize);
        for y in 0..height {
            for x in 0..width {
                rgba.push(if step == 1 { pixel([x, y]) } else { mean(size, [x * step, y * step], step, &pixel) });
            }
        }
        Self { size: [width, height], rgba, _memory: memory }
    }

    fn step([width, height]: [u32; 2]) -> u32 {
        width.max(height).div_ceil(Self::LONGEST).max(1)
    }

    /// Width and height in pixels.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// The pixels.
    pub fn rgba(&self) -> &[[u8; 4]] {
        &self.rgba
    }
}

/// The mean of a block of pixels. Colours count by their alpha, so that the colour of transparent pixels does not show.
#[expect(clippy::cast_possible_truncation, reason = "means of bytes")]
fn mean(size: [u32; 2], from: [u32; 2], step: u32, pixel: &impl Fn([u32; 2]) -> [u8; 4]) -> [u8; 4] {
    let (mut colors, mut plain, mut alpha, mut count) = ([0_u64; 3], [0_u64; 3], 0_u64, 0_u64);
    for y in from[1]..(from[1] + step).min(size[1]) {
        for x in from[0]..(from[0] + step).min(size[0]) {
            let [r, g, b, a] = pixel([x, y]).map(u64::from);
            for (i, channel) in [r, g, b].into_iter().enumerate() {
                colors[i] += channel * a;
                plain[i] += channel;
            }
            (alpha, count) = (alpha + a, count + 1);
        }
    }
    let count = count.max(1);
    let rounded = |sum: u64, over: u64| ((sum + over / 2) / over) as u8;
    let color = |i: usize| if alpha > 0 { rounded(colors[i], alpha) } else { rounded(plain[i], count) };
    [color(0), color(1), color(2), rounded(alpha, count)]
}

impl PartialEq for Pixels {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.rgba == other.rgba
    }
}

impl fmt::Debug for Pixels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pixels({} x {})", self.size[0], self.size[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;

    #[test]
    fn a_large_image_is_reduced_by_means_of_whole_blocks() {
        let budget = Budget::new(1 << 30);
        let small = Pixels::reduced([2, 1], |[x, _]| [u8::try_from(x).unwrap(), 7, 8, 9], budget.nothing());
        assert_eq!((small.size(), small.rgba()), ([2, 1], &[[0, 7, 8, 9], [1, 7, 8, 9]][..]));
        // Columns alternate between opaque 100 and transparent 200.
        let pixel = |[x, _]: [u32; 2]| if x % 2 == 0 { [100, 100, 100, 255] } else { [200, 0, 0, 0] };
        let large = Pixels::reduced([2048, 3], pixel, budget.nothing());
        assert_eq!(large.size(), [1024, 2]);
        assert!(large.rgba().iter().all(|pixel| *pixel == [100, 100, 100, 128]), "{:?}", large.rgba()[0]);
        assert_eq!(Pixels::reduced_size([16_384, 1]), [1024, 1]);
    }
}
