//! fast_image_resize's box filter on the image of `benches/opacity.rs`: it rounds its means to 8 bits, and has those of the
//! other three channels besides.

#[path = "../../sheet/mod.rs"]
mod sheet;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use fast_image_resize::images::{Image, ImageRef};
use fast_image_resize::{FilterType, PixelType, ResizeAlg, ResizeOptions, Resizer};

fn opacity(c: &mut Criterion) {
    let samples = sheet::rgba();
    let image = ImageRef::new(sheet::SIDE, sheet::SIDE, &samples, PixelType::U8x4).expect("an image");
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::Box)).use_alpha(false);
    let mut group = c.benchmark_group("opacity");
    group.throughput(Throughput::Elements(1));
    for cells in sheet::CELLS {
        let mut resizer = Resizer::new();
        let mut means = Image::new(cells, cells, PixelType::U8x4);
        resizer.resize(&image, &mut means, &options).expect("resized");
        check(&samples, means.buffer(), cells);
        group.bench_function(BenchmarkId::new("fast_image_resize", cells), |b| {
            b.iter(|| resizer.resize(black_box(&image), &mut means, &options));
        });
    }
}

/// It is asked the same question when its alpha is the mean, but for the last bits.
fn check(samples: &[u8], means: &[u8], cells: u32) {
    let edge = |i: u32| (i * sheet::SIDE / cells) as usize;
    for (i, j) in [(0, 0), (cells / 2, cells / 3), (cells - 1, cells - 1)] {
        let columns = edge(i)..edge(i + 1);
        let alphas = (edge(j)..edge(j + 1)).flat_map(|y| {
            columns.clone().map(move |x| u64::from(samples[(y * sheet::SIDE as usize + x) * 4 + 3]))
        });
        let (sum, count) = alphas.fold((0, 0), |(sum, count), alpha| (sum + alpha, count + 1));
        let found = u64::from(means[((j * cells + i) * 4 + 3) as usize]);
        // With cells of no whole number of pixels it takes parts of pixels.
        assert!((sum / count).abs_diff(found) <= 2, "cell {i},{j} of {cells}: {found} and not {}", sum / count);
    }
}

criterion_group!(benches, opacity);
criterion_main!(benches);
