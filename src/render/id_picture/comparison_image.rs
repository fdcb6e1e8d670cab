//! Both pictures of a camera as one image: objects in shades of grey, and the pixels that differ in the colours of their causes.

use glam::DVec3;
use image::{Rgba, RgbaImage};

use crate::picture::{Color, Palette};
use crate::report::visibility::{DrawnCause, DrawnComparison};
use crate::visibility::SeenPicture;

/// The darkest and the lightest shade of an object that faces the eye.
const SHADES: [f32; 2] = [0.42, 0.82];
/// The light on a surface that is seen from its edge, as a part of that on one that faces the eye.
const LEAST_LIGHT: f32 = 0.55;
/// The golden ratio less 1. The fractional parts of its multiples are far apart for neighbours in the list of objects.
const GOLDEN: f32 = 0.618_034;

/// The colour of the pixels that differ for a cause.
fn cause_color(cause: DrawnCause, palette: &Palette) -> Color {
    match cause {
        DrawnCause::Edge => palette.candidate,
        DrawnCause::Depth => palette.mistaken,
        DrawnCause::Holes => palette.selected,
        DrawnCause::Unknown => palette.changed,
    }
}

/// The image, as large as the pictures. `eye` is the position of the camera.
pub fn comparison_image(found: &DrawnComparison, eye: DVec3, palette: &Palette) -> RgbaImage {
    let [width, height] = found.drawn.size;
    let mut image = RgbaImage::from_fn(width, height, |x, y| {
        let color = match found.seen.target([x, y]) {
            Some(target) => shade(target, light(&found.seen, [x, y], eye)),
            None => palette.background[1],
        };
        Rgba(color.0)
    });
    for difference in found.differences.iter() {
        let [x, y] = difference.at;
        image.put_pixel(x, y, Rgba(cause_color(difference.cause, palette).0));
    }
    image
}

/// The grey of an object under some light, 0 to 1.
fn shade(target: usize, light: f32) -> Color {
    let share = (target as f32 * GOLDEN).fract();
    Color::rgb(255, 255, 255).shade((SHADES[0] + (SHADES[1] - SHADES[0]) * share) * light)
}

/// The light on the surface of a pixel: 1 where it faces the eye.
fn light(seen: &SeenPicture, [x, y]: [u32; 2], eye: DVec3) -> f32 {
    let Some(at) = seen.point([x, y]) else { return 1.0 };
    let target = seen.target([x, y]);
    let beside = |next: [u32; 2], before: [Option<u32>; 2]| {
        let same = |at: &[u32; 2]| seen.target(*at) == target;
        let before = before[0].zip(before[1]).map(|(x, y)| [x, y]);
        [Some(next), before].into_iter().flatten().find(same).and_then(|at| seen.point(at))
    };
    let right = beside([x + 1, y], [x.checked_sub(1), Some(y)]);
    let down = beside([x, y + 1], [Some(x), y.checked_sub(1)]);
    let Some((right, down)) = right.zip(down) else { return 1.0 };
    let normal = (right - at).cross(down - at).normalize_or_zero();
    #[expect(clippy::cast_possible_truncation, reason = "from 0 to 1")]
    let facing = normal.dot((eye - at).normalize_or_zero()).abs() as f32;
    LEAST_LIGHT + (1.0 - LEAST_LIGHT) * facing
}
