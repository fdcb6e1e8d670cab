//! The images of `scenes/images` are drawn here with sums and roots only, so that they are the same on every machine,
//! and compared with the files. `UPDATE_SCENES=1 cargo test --test cli image_scenes` writes the files.

use std::path::Path;

use image::{DynamicImage, ImageBuffer, LumaA, Rgba, RgbaImage};

type Point = [f32; 2];

/// The distance of a point from the segment between two others (Quilez, "2D distance functions", segment).
fn from_segment([x, y]: Point, [a, b]: [Point; 2]) -> f32 {
    let (px, py, bx, by) = (x - a[0], y - a[1], b[0] - a[0], b[1] - a[1]);
    let t = ((px * bx + py * by) / (bx * bx + by * by)).clamp(0.0, 1.0);
    ((px - t * bx).powi(2) + (py - t * by).powi(2)).sqrt()
}

/// The covered part of a pixel whose middle is `inside` pixels inside a border.
fn covered(inside: f32) -> f32 {
    (inside + 0.5).clamp(0.0, 1.0)
}

fn rgba(color: [f32; 3], alpha: f32) -> Rgba<u8> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 255")]
    let byte = |share: f32| (share.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
    Rgba([byte(color[0]), byte(color[1]), byte(color[2]), byte(alpha)])
}

/// A leaf with a serrated border, veins, a stem and two holes.
fn leaf() -> RgbaImage {
    const SIDE: u32 = 128;
    RgbaImage::from_fn(SIDE, SIDE, |px, py| {
        let (x, y) = (px as f32 - 63.5, py as f32 - 58.0);
        // −1 at the tip, 1 at the stem.
        let along = y / 54.0;
        let saw = ((y + 200.0) % 9.0) / 9.0 * 3.5;
        let half_width = 47.0 * (1.0 - along * along).max(0.0) * (0.9 + 0.28 * along) - saw;
        let blade = if along.abs() < 1.0 { half_width - x.abs() } else { -9.0 };
        let holes = [([-19.0, 14.0], 9.0_f32), ([17.0, -13.0], 7.0)];
        let hole = holes.map(|([hx, hy], radius)| ((x - hx).powi(2) + (y - hy).powi(2)).sqrt() - radius);
        let stem = 2.6 - from_segment([x, y], [[0.0, 48.0], [5.0, 68.0]]);
        let alpha = covered(blade.min(hole[0]).min(hole[1])).max(covered(stem));
        let veins = [-34.0, -18.0, -2.0, 14.0, 30.0_f32]
            .map(|start| from_segment([x.abs(), y], [[0.0, start + 8.0], [40.0, start - 24.0]]));
        let vein = veins.into_iter().fold(x.abs() * 0.8, f32::min);
        let light = 0.5 - 0.18 * along + 0.25 * (1.6 - vein).clamp(0.0, 1.0);
        rgba([0.32 * light + 0.05, 0.95 * light + 0.08, 0.25 * light], alpha)
    })
}

/// Five pointed pales and two rails.
fn fence() -> RgbaImage {
    RgbaImage::from_fn(160, 96, |px, py| {
        let (x, y) = (px as f32 + 0.5, py as f32 + 0.5);
        let from_middle = ((x % 32.0) - 16.0).abs();
        let pale = (10.0 - from_middle).min(y - 2.0 - from_middle).min(94.0 - y);
        let rail = [26.0, 68.0_f32].map(|rail| 5.0 - (y - rail).abs()).into_iter().fold(f32::MIN, f32::max);
        let grain = 0.06 * ((y * 0.31) % 3.0);
        let light = if pale > 0.0 { 0.62 + grain } else { 0.45 + grain };
        rgba([light, light * 0.78, light * 0.52], covered(pale.max(rail)))
    })
}

/// The letters of a word, drawn with strokes in boxes of four by six.
fn glyphs() -> RgbaImage {
    const E: &[[Point; 2]] =
        &[[[0.0, 0.0], [0.0, 6.0]], [[0.0, 0.0], [3.4, 0.0]], [[0.0, 3.0], [2.8, 3.0]], [[0.0, 6.0], [3.4, 6.0]]];
    const Y: &[[Point; 2]] = &[[[0.0, 0.0], [2.0, 3.0]], [[4.0, 0.0], [2.0, 3.0]], [[2.0, 3.0], [2.0, 6.0]]];
    const L: &[[Point; 2]] = &[[[0.0, 0.0], [0.0, 6.0]], [[0.0, 6.0], [3.2, 6.0]]];
    const I: &[[Point; 2]] = &[[[0.0, 0.0], [0.0, 6.0]]];
    const N: &[[Point; 2]] = &[[[0.0, 0.0], [0.0, 6.0]], [[0.0, 0.0], [3.6, 6.0]], [[3.6, 0.0], [3.6, 6.0]]];
    const WORD: [(&[[Point; 2]], f32); 7] = [(E, 0.0), (Y, 4.8), (E, 10.4), (L, 15.4), (I, 20.2), (N, 22.0), (E, 27.4)];
    const SCALE: f32 = 8.0;
    RgbaImage::from_fn(272, 72, |px, py| {
        let at = [(px as f32 + 0.5 - 14.0) / SCALE, (py as f32 + 0.5 - 12.0) / SCALE];
        let strokes = WORD.iter().flat_map(|(strokes, from)| {
            strokes.iter().map(move |stroke| from_segment(at, stroke.map(|[x, y]| [x + from, y])))
        });
        let nearest = strokes.fold(f32::MAX, f32::min);
        let light = 0.35 * at[1] / 6.0;
        rgba([0.97, 0.86 - light, 0.42 - light], covered((0.55 - nearest) * SCALE))
    })
}

/// Alpha from 0 at the left to 1 at the right, in 16 bits.
fn gradient() -> DynamicImage {
    let image = ImageBuffer::from_fn(256, 64, |x, _| LumaA([56_000_u16, u16::try_from(x * 257).unwrap()]));
    DynamicImage::ImageLumaA16(image)
}

/// Rings on a side of 101 and another of 67 pixels, so that no division is even.
fn rings() -> RgbaImage {
    RgbaImage::from_fn(101, 67, |px, py| {
        let (x, y) = (px as f32 - 50.0, py as f32 - 33.0);
        let radius = (x * x + y * y).sqrt();
        let ring = 4.0 - ((radius % 16.0) - 8.0).abs();
        rgba([0.35 + radius / 160.0, 0.5, 0.95 - radius / 160.0], covered(ring))
    })
}

#[test]
fn images_equal_the_drawn_ones() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/images");
    for (name, drawn) in [
        ("leaf.png", DynamicImage::ImageRgba8(leaf())),
        ("fence.png", DynamicImage::ImageRgba8(fence())),
        ("glyphs.png", DynamicImage::ImageRgba8(glyphs())),
        ("gradient.png", gradient()),
        ("rings.png", DynamicImage::ImageRgba8(rings())),
    ] {
        let file = folder.join(name);
        if std::env::var_os("UPDATE_SCENES").is_some() {
            drawn.save(&file).unwrap();
        }
        let bytes = std::fs::metadata(&file).unwrap().len();
        assert!(bytes < 20_000, "{name}: {bytes} bytes");
        let found = image::open(&file).unwrap();
        assert!(found == drawn, "{name} is not what is drawn here; UPDATE_SCENES=1 writes it");
    }
}
