//! Two pictures of 1920 × 1080 pixels compared as `eyeline check` does: an unchanged file, the same pixels in another file,
//! a changed label, a moved edge, and a change everywhere. blazediff alone, which counts once, is the peer.

use std::hint::black_box;

use blazediff::{DiffOptions, Image, diff};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use eyeline::budget::Budget;
use eyeline::check::compare::{PictureMatch, compare};
use eyeline::check::pixels::{Limit, Pair};
use eyeline::render::to_png_by;
use image::{Rgba, RgbaImage};

const SIZE: [u32; 2] = [1920, 1080];

/// A gradient with a grid of lines and a disc, all antialiased, the disc moved by a part of a pixel.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "levels of 8 bits")]
fn picture(shift: f32) -> RgbaImage {
    RgbaImage::from_fn(SIZE[0], SIZE[1], |x, y| {
        let (x, y) = (x as f32, y as f32);
        let ground = 30.0 + 20.0 * y / SIZE[1] as f32;
        let line = (1.0 - ((x * 0.9 + y * 0.4) % 80.0 - 40.0).abs()).clamp(0.0, 1.0) * 60.0;
        let disc = (300.5 - libm::hypotf(x - 900.0 - shift, y - 500.0)).clamp(0.0, 1.0);
        let level = ((ground + line) * (1.0 - disc) + 180.0 * disc) as u8;
        Rgba([level, level / 2 + 40, 255 - level, 255])
    })
}

/// A changed label: a rectangle of other pixels.
fn labelled() -> RgbaImage {
    let mut picture = picture(0.0);
    for (x, y) in (0..90).flat_map(|x| (0..20).map(move |y| (400 + x, 300 + y))) {
        let level = if (x / 3 + y / 5) % 2 == 0 { 230 } else { 25 };
        picture.put_pixel(x, y, Rgba([level, level, level, 255]));
    }
    picture
}

/// A change of each pixel, too small for the limit.
fn noisy() -> RgbaImage {
    let mut picture = picture(0.0);
    for pixel in picture.pixels_mut() {
        pixel.0[0] ^= 3;
    }
    picture
}

fn pictures(c: &mut Criterion) {
    let before = picture(0.0);
    let png = to_png_by(&before, "bench").expect("a PNG");
    let mut group = c.benchmark_group("check");
    group.throughput(Throughput::Elements(1));
    group.bench_function("same-file", |b| {
        b.iter_batched(
            || before.clone(),
            |now| {
                let (compared, _) =
                    compare(&png, now, black_box(&png), "bench", Limit::default(), &[], &Budget::default());
                assert_eq!(compared, PictureMatch::Same);
            },
            BatchSize::LargeInput,
        );
    });
    group.sample_size(20);
    group.bench_function("decode", |b| b.iter(|| image::load_from_memory(black_box(&png)).expect("a picture")));
    group.sample_size(60);
    for (name, after) in
        [("same-pixels", before.clone()), ("label", labelled()), ("edge", picture(0.3)), ("everywhere", noisy())]
    {
        group.bench_function(name, |b| {
            let pair = Pair::new(before.clone(), after.clone(), &[]).expect("pictures of one size");
            b.iter(|| black_box(&pair).count(Limit::default()));
        });
        let [old, new] = [&before, &after].map(|picture| {
            let (width, height) = picture.dimensions();
            Image { data: picture.as_raw().clone(), width, height }
        });
        let options = DiffOptions::default();
        group.bench_function(format!("{name}-blazediff"), |b| {
            b.iter(|| diff(black_box(&old), &new, None, &options).map(|found| found.diff_count));
        });
    }
    group.finish();
}

criterion_group!(benches, pictures);
criterion_main!(benches);
