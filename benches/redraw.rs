//! The time of the tour's picture, whole and in parts, at 1280x720 with four samples a pixel.
//!
//! `cargo bench --bench redraw`. On a machine without a graphics card this measures Mesa's software rasteriser.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use eyeline::files::Files;
use eyeline::picture::{Palette, Picture, Selected, Shown, scene_view};
use eyeline::render::{Headless, Viewport, picture_to_image};
use eyeline::report::Report;
use eyeline::world::World;

const SIZE: [u32; 2] = [1280, 720];
const PALETTE: &Palette = &Palette::DARK;

fn redraw(criterion: &mut Criterion) {
    let tour = eyeline::files::parse(include_str!("../scenes/tour.json"), "tour.json", None).expect("a scene").scene;
    let world = World::at(&tour, &Files::default(), 0);
    let report = Report::of(&world);
    let selected = Selected::on(&world, &tour.select).expect("known names");
    let viewpoint = scene_view(&tour, &world, 16.0 / 9.0);
    let whole = Picture::of(&Shown::new(&world, &report, &selected, PALETTE));

    let headless = Headless::of_this_thread().expect("OpenGL without a display");
    let mut viewport = Viewport::new(headless.context()).expect("a viewport");
    let mut group = criterion.benchmark_group("redraw");
    group.sample_size(20);
    let parts = [
        ("background", Picture::default()),
        ("solids", Picture { solids: whole.solids.clone(), ..Picture::default() }),
        ("faces", Picture { faces: whole.faces.clone(), ..Picture::default() }),
        ("lines", Picture { lines: whole.lines.clone(), ..Picture::default() }),
        ("tour", whole.clone()),
    ];
    for (name, picture) in &parts {
        viewport.set_picture(picture);
        group.bench_function(*name, |bencher| {
            bencher.iter(|| {
                viewport.draw(&viewpoint, SIZE, 1.0, PALETTE).expect("drawn");
                headless.finish();
            });
        });
    }
    // Two alternating views, because the items of an unchanged view are drawn only once.
    let mut other = viewpoint;
    other.eye.x += 0.1;
    let mut views = [viewpoint, other].into_iter().cycle();
    group.bench_function("tour: what is under a pixel, view moved", |bencher| {
        bencher.iter(|| {
            let view = views.next().expect("there is always another");
            black_box(viewport.pick(&view, SIZE, 1.0, [640, 360]).expect("drawn"))
        });
    });
    group.bench_function("tour: what is under a pixel, again", |bencher| {
        bencher.iter(|| black_box(viewport.pick(&viewpoint, SIZE, 1.0, [640, 360]).expect("drawn")));
    });
    group.bench_function("tour: answers and picture", |bencher| {
        bencher.iter(|| {
            let world = World::at(&tour, &Files::default(), 0);
            let report = Report::of(&world);
            black_box(Picture::of(&Shown::new(&world, &report, &selected, PALETTE)))
        });
    });
    group.bench_function("tour, to an image", |bencher| {
        bencher.iter(|| black_box(picture_to_image(&whole, &viewpoint, SIZE, PALETTE).expect("drawn")));
    });
    group.finish();
}

criterion_group!(benches, redraw);
criterion_main!(benches);
