//! How long a picture like the tour's takes, at 1280x720 with four samples a pixel.
//!
//! `cargo bench --bench redraw`. On a machine without a graphics card this measures Mesa's software rasteriser.

#[path = "../tests/pictures/everything.rs"]
mod everything;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use eyeline::picture::{Palette, Picture};
use eyeline::render::{Headless, Viewport, picture_to_image};

const SIZE: [u32; 2] = [1280, 720];

fn redraw(criterion: &mut Criterion) {
    let headless = Headless::of_this_thread().expect("OpenGL without a display");
    let palette = Palette::DARK;
    let whole = everything::picture(&palette);
    let viewpoint = everything::viewpoint();
    let mut viewport = Viewport::new(headless.context()).expect("a viewport");
    let mut group = criterion.benchmark_group("redraw");
    group.sample_size(20);
    let parts = [
        ("nothing", Picture::default()),
        ("solids", Picture { solids: whole.solids.clone(), ..Picture::default() }),
        ("faces", Picture { faces: whole.faces.clone(), ..Picture::default() }),
        ("lines", Picture { lines: whole.lines.clone(), ..Picture::default() }),
        ("everything", whole.clone()),
    ];
    for (name, picture) in &parts {
        viewport.set_picture(picture);
        group.bench_function(*name, |bencher| {
            bencher.iter(|| {
                viewport.draw(&viewpoint, SIZE, 1.0, &palette).expect("drawn");
                headless.finish();
            });
        });
    }
    group.bench_function("to an image", |bencher| {
        bencher.iter(|| black_box(picture_to_image(&whole, &viewpoint, SIZE, &palette).expect("drawn")));
    });
    group.finish();
}

criterion_group!(benches, redraw);
criterion_main!(benches);
