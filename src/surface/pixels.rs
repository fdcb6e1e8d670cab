//! The pixels of a texture, reduced to what a picture needs.
//!
//! An image whose longer side exceeds [`Pixels::LONGEST`] is reduced to exactly that length, and the other side in
//! proportion. Each pixel of the reduced image is the mean of the area that it covers, in which pixels at the border count by
//! their covered share; so every ratio is possible, not only whole steps. Smaller images stay as they are.

use std::fmt;

use crate::budget::Reservation;

/// Red, green, blue and straight alpha of 8 bits each, row by row from the top.
pub struct Pixels {
    size: [u32; 2],
    /// The size of the image before it was reduced.
    full_size: [u32; 2],
    rgba: Vec<[u8; 4]>,
    _memory: Reservation,
}

impl Pixels {
    /// The longest side. Larger images are reduced.
    pub const LONGEST: u32 = 1024;

    /// The size of the reduced copy of an image: its longer side is [`Pixels::LONGEST`], and the other one is rounded to
    /// whole pixels, at least 1. An image that is not larger keeps its size.
    pub fn reduced_size(size: [u32; 2]) -> [u32; 2] {
        let longest = size[0].max(size[1]);
        if longest <= Self::LONGEST {
            return size;
        }
        let [longest, most] = [longest, Self::LONGEST].map(u64::from);
        let reduced = |side: u32| ((u64::from(side) * most + longest / 2) / longest).clamp(1, most);
        size.map(|side| u32::try_from(reduced(side)).unwrap_or(Self::LONGEST))
    }

    /// The bytes of the reduced copy, and of the texture with its smaller copies in GPU memory.
    pub fn bytes(size: [u32; 2]) -> u64 {
        let [width, height] = Self::reduced_size(size).map(u64::from);
        width * height * 4 * 7 / 3
    }

    /// Reduces an image. `pixel` gives the pixel at a column and row. `memory` is the reservation of [`Pixels::bytes`].
    pub fn reduced(size: [u32; 2], pixel: impl Fn([u32; 2]) -> [u8; 4], memory: Reservation) -> Self {
        let reduced = Self::reduced_size(size);
        let [width, height] = reduced;
        let mut rgba = Vec::with_capacity(width as usize * height as usize);
        for y in 0..height {
            for x in 0..width {
                rgba.push(if reduced == size { pixel([x, y]) } else { mean(size, reduced, [x, y], &pixel) });
            }
        }
        Self { size: reduced, full_size: size, rgba, _memory: memory }
    }

    /// Width and height in pixels.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Width and height of the image before it was reduced, in pixels.
    pub fn full_size(&self) -> [u32; 2] {
        self.full_size
    }

    /// The pixels.
    pub fn rgba(&self) -> &[[u8; 4]] {
        &self.rgba
    }
}

/// The pixels of one side of an image that the pixel `at` of the reduced side covers, each with the length of the covered
/// part. The unit of length is a pixel over `reduced`, so all lengths are whole numbers, and their sum is `side`.
fn covered(side: u32, reduced: u32, at: u32) -> impl Iterator<Item = (u32, u64)> {
    let [side, reduced, at] = [side, reduced, at].map(u64::from);
    let (begin, end) = (at * side, (at + 1) * side);
    (begin / reduced..end.div_ceil(reduced)).map(move |i| {
        let length = end.min((i + 1) * reduced) - begin.max(i * reduced);
        (u32::try_from(i).unwrap_or(u32::MAX), length)
    })
}

/// The mean of the area that a pixel of the reduced image covers. Colours count by their alpha, so that the colour of
/// transparent pixels does not show.
#[expect(clippy::cast_possible_truncation, reason = "means of bytes")]
fn mean(size: [u32; 2], reduced: [u32; 2], at: [u32; 2], pixel: &impl Fn([u32; 2]) -> [u8; 4]) -> [u8; 4] {
    let (mut colors, mut plain, mut alpha, mut area) = ([0_u64; 3], [0_u64; 3], 0_u64, 0_u64);
    for (y, height) in covered(size[1], reduced[1], at[1]) {
        for (x, width) in covered(size[0], reduced[0], at[0]) {
            let part = width * height;
            let [r, g, b, a] = pixel([x, y]).map(u64::from);
            for (i, channel) in [r, g, b].into_iter().enumerate() {
                colors[i] += channel * a * part;
                plain[i] += channel * part;
            }
            (alpha, area) = (alpha + a * part, area + part);
        }
    }
    let area = area.max(1);
    let rounded = |sum: u64, over: u64| ((sum + over / 2) / over) as u8;
    let color = |i: usize| if alpha > 0 { rounded(colors[i], alpha) } else { rounded(plain[i], area) };
    [color(0), color(1), color(2), rounded(alpha, area)]
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
    fn a_large_image_is_reduced_by_means_of_areas() {
        let budget = Budget::new(1 << 30);
        let small = Pixels::reduced([2, 1], |[x, _]| [u8::try_from(x).unwrap(), 7, 8, 9], budget.nothing());
        assert_eq!((small.size(), small.rgba()), ([2, 1], &[[0, 7, 8, 9], [1, 7, 8, 9]][..]));
        // Columns alternate between opaque 100 and transparent 200.
        let pixel = |[x, _]: [u32; 2]| if x % 2 == 0 { [100, 100, 100, 255] } else { [200, 0, 0, 0] };
        let large = Pixels::reduced([2048, 3], pixel, budget.nothing());
        assert_eq!(large.size(), [1024, 2]);
        assert!(large.rgba().iter().all(|pixel| *pixel == [100, 100, 100, 128]), "{:?}", large.rgba()[0]);
    }

    #[test]
    fn an_image_is_reduced_no_more_than_needed_and_keeps_its_ratio() {
        for (size, reduced) in [
            ([1024, 1024], [1024, 1024]),
            ([1025, 1025], [1024, 1024]),
            ([1100, 1100], [1024, 1024]),
            ([1536, 768], [1024, 512]),
            ([768, 1536], [512, 1024]),
            ([4096, 4096], [1024, 1024]),
            ([3000, 2000], [1024, 683]),
            ([16_384, 1], [1024, 1]),
            ([7, 1], [7, 1]),
        ] {
            assert_eq!(Pixels::reduced_size(size), reduced, "{size:?}");
        }
    }

    /// Three columns become two: each takes one whole column and half of the middle one.
    #[test]
    fn a_pixel_counts_by_the_share_of_it_that_is_covered() {
        let found: Vec<Vec<(u32, u64)>> = (0..2).map(|at| covered(3, 2, at).collect()).collect();
        assert_eq!(found, [vec![(0, 2), (1, 1)], vec![(1, 1), (2, 2)]]);
        let budget = Budget::new(1 << 30);
        // Each row has the bytes of its number, so the reduced rows are in order and the ends are close to the ends.
        let rows = Pixels::reduced([1, 1536], |[_, y]| [u8::try_from(y / 6).unwrap(); 4], budget.nothing());
        let values: Vec<u8> = rows.rgba().iter().map(|pixel| pixel[3]).collect();
        assert_eq!((rows.size(), values[0], values[1023]), ([1, 1024], 0, 255));
        assert!(values.is_sorted());
        for side in [1025_u32, 1100, 1536, 2048, 5000] {
            let whole: u64 = (0..1024).flat_map(|at| covered(side, 1024, at)).map(|(_, length)| length).sum();
            assert_eq!(whole, u64::from(side) * 1024, "all of {side} pixels count");
        }
    }
}
