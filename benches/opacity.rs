//! An image of 4096 × 4096 pixels into 10, 256 and 512 cells a side, on one thread and on two; reading it at all; and
//! loading a PNG with its grid beside decoding it. `peers/` has the same pixels for `fast_image_resize`.

mod levels;
mod sheet;

use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use eyeline::budget::Budget;
use eyeline::import::image::decode;
use eyeline::opacity::{CellLayout, Grid, Method, Pixels, Progress, Samples};
use levels::levels;

fn grid(c: &mut Criterion) {
    let samples = sheet::rgba();
    let size = [sheet::SIDE; 2];
    let pixels = Pixels::new(size, 4, true, Samples::Bits8(&samples)).expect("an image");
    let pools = [1, 2].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        (threads, pool.expect("threads"))
    });
    let mut group = c.benchmark_group("opacity");
    group.throughput(Throughput::Elements(1));
    group.bench_function("read", |b| b.iter(|| read(black_box(&samples))));
    for cells in sheet::CELLS {
        for method in Method::ALL {
            let layout = CellLayout::new(size, [cells; 2], method).expect("a layout");
            let once = |level| Grid::at(level, &pixels, &layout, &Progress::default());
            assert_eq!(once(levels()[0].1), once(levels()[1].1), "instruction sets differ");
            for (threads, pool) in &pools {
                let id = BenchmarkId::new(format!("{}-{threads}", method.word()), cells);
                group.bench_function(id, |b| {
                    pool.install(|| b.iter(|| Grid::of(black_box(&pixels), &layout, &Progress::default())));
                });
            }
        }
        let layout = CellLayout::new(size, [cells; 2], Method::Exact).expect("a layout");
        for (name, level) in levels().into_iter().skip(1) {
            group.bench_function(BenchmarkId::new(name, cells), |b| {
                pools[0].1.install(|| b.iter(|| Grid::at(level, black_box(&pixels), &layout, &Progress::default())));
            });
        }
    }
    group.finish();
}

/// Reads all bytes, eight at a time: the least time of any method.
fn read(samples: &[u8]) -> u64 {
    samples.as_chunks::<8>().0.iter().fold(0, |sum, bytes| sum ^ u64::from_ne_bytes(*bytes))
}

fn load(c: &mut Criterion) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sheet.png");
    let image = image::RgbaImage::from_raw(sheet::SIDE, sheet::SIDE, sheet::rgba()).expect("an image");
    image.save(&path).expect("the target folder can be written to");
    let mut group = c.benchmark_group("opacity-png");
    group.throughput(Throughput::Elements(1)).sample_size(20).measurement_time(Duration::from_secs(8));
    group.bench_function("decode", |b| {
        b.iter(|| image::ImageReader::open(&path).expect("a file").decode().expect("an image"));
    });
    group.bench_function("load", |b| {
        b.iter(|| {
            let bitmap = decode(&path, "sheet.png", &Budget::default(), &Progress::default()).expect("an image");
            let pixels = bitmap.pixels().expect("pixels");
            let layout = CellLayout::new(bitmap.size(), [256; 2], Method::Exact).expect("a layout");
            Grid::of(&pixels, &layout, &Progress::default())
        });
    });
}

criterion_group!(benches, grid, load);
criterion_main!(benches);
