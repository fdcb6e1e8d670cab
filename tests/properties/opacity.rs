//! Cells of alpha: every pixel counts once, whatever the size, the divisions, the kind of pixels and the threads.

use eyeline::geometry::{Silent, Story};
use eyeline::opacity::{Difference, Grid, Histogram, Layout, Method, Pixels, Progress, Samples};
use proptest::prelude::*;

/// An image in memory.
#[derive(Clone, Debug)]
struct Image {
    size: [u32; 2],
    channels: u32,
    has_alpha: bool,
    samples: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Bits8(Vec<u8>),
    Bits16(Vec<u16>),
}

impl Image {
    fn pixels(&self) -> Pixels<'_> {
        let samples = match &self.samples {
            Kind::Bits8(samples) => Samples::Bits8(samples),
            Kind::Bits16(samples) => Samples::Bits16(samples),
        };
        Pixels::new(self.size, self.channels, self.has_alpha, samples).unwrap()
    }

    /// Alpha of 0 to 1, pixel by pixel.
    fn alpha(&self, x: u32, y: u32) -> u64 {
        let last = ((y * self.size[0] + x + 1) * self.channels - 1) as usize;
        match &self.samples {
            _ if !self.has_alpha => self.pixels().opaque().into(),
            Kind::Bits8(samples) => samples[last].into(),
            Kind::Bits16(samples) => samples[last].into(),
        }
    }

    fn grid(&self, divisions: [u32; 2], method: Method) -> Grid {
        let layout = Layout::new(self.size, divisions, method, &mut Silent).unwrap();
        Grid::of(&self.pixels(), &layout, &Progress::default()).unwrap()
    }
}

/// Any image up to some pixels a side: mostly clear, mostly opaque or anything.
fn image(longest: u32) -> impl Strategy<Value = Image> {
    (1..=longest, 1..=longest, 1_u32..=4, any::<bool>(), any::<bool>(), any::<u64>(), 0_u32..3).prop_map(
        |(width, height, channels, has_alpha, is_wide, seed, lean)| {
            let count = (width * height * channels) as usize;
            let mut state = seed | 1;
            let mut next = || {
                // xorshift64 (Marsaglia, "Xorshift RNGs", 2003)
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                match lean {
                    0 => 0,
                    1 if state % 4 != 0 => u64::MAX,
                    _ => state,
                }
            };
            let samples = if is_wide {
                Kind::Bits16((0..count).map(|_| (next() >> 48) as u16).collect())
            } else {
                Kind::Bits8((0..count).map(|_| (next() >> 56) as u8).collect())
            };
            Image { size: [width, height], channels, has_alpha, samples }
        },
    )
}

/// An image and divisions that it can have; often one cell a pixel or a single cell.
fn divided(longest: u32) -> impl Strategy<Value = (Image, [u32; 2])> {
    image(longest).prop_flat_map(|image| {
        let cells = |pixels: u32| prop_oneof![4 => 1..=pixels, 1 => Just(1), 1 => Just(pixels)];
        let divisions = (cells(image.size[0]), cells(image.size[1])).prop_map(|(x, y)| [x, y]);
        (Just(image), divisions)
    })
}

/// The sum of one cell as the contract's words say it, pixel by pixel.
fn naive(image: &Image, divisions: [u32; 2], method: Method, [i, j]: [u32; 2]) -> (u64, u64) {
    let range = |axis: usize, i: u32| {
        let (pixels, cells) = (image.size[axis], divisions[axis]);
        match method {
            Method::Exact => i * pixels / cells..(i + 1) * pixels / cells,
            Method::OddBlock => {
                let block = pixels / cells;
                let block = if block % 2 == 0 { block - 1 } else { block };
                i * block..(i + 1) * block
            }
        }
    };
    let mut sum = 0;
    let mut count = 0;
    for y in range(1, j) {
        for x in range(0, i) {
            sum += image.alpha(x, y);
            count += 1;
        }
    }
    (sum, count)
}

proptest! {
    #[test]
    fn cells_are_what_a_naive_twin_adds_up((image, divisions) in divided(40)) {
        for method in Method::ALL {
            let grid = image.grid(divisions, method);
            let opaque = f64::from(image.pixels().opaque());
            let mut means = grid.means();
            for j in 0..divisions[1] {
                for i in 0..divisions[0] {
                    let (sum, count) = naive(&image, divisions, method, [i, j]);
                    prop_assert_eq!(grid.sums()[(j * divisions[0] + i) as usize], sum);
                    let mean = sum as f64 / (opaque * count as f64);
                    prop_assert_eq!(grid.mean([i, j]), Some(mean));
                    prop_assert_eq!(means.next(), Some(mean));
                    prop_assert_eq!(grid.tell_mean([i, j], &mut Story::default()), Some(mean));
                }
            }
            prop_assert_eq!(means.next(), None);
            prop_assert_eq!(grid.mean([divisions[0], 0]), None);
        }
    }

    #[test]
    fn means_weighted_by_pixels_add_up_to_the_image_s_mean((image, divisions) in divided(200)) {
        let grid = image.grid(divisions, Method::Exact);
        let whole = image.grid([1, 1], Method::Exact);
        prop_assert_eq!(grid.sums().iter().sum::<u64>(), whole.sums()[0]);
        let [width, height] = image.size;
        let cells = (0..divisions[1]).flat_map(|j| (0..divisions[0]).map(move |i| [i, j]));
        let weighted: f64 =
            cells.map(|cell| grid.mean(cell).unwrap() * grid.layout().cell(cell).unwrap().area() as f64).sum();
        let mean = weighted / f64::from(width * height);
        prop_assert!((mean - whole.mean([0, 0]).unwrap()).abs() < 1e-12, "{}", mean);
    }

    #[test]
    fn every_pixel_is_read_once_or_told_as_unread((image, divisions) in divided(60)) {
        for method in Method::ALL {
            let layout = Layout::new(image.size, divisions, method, &mut Silent).unwrap();
            let mut read = vec![0; (image.size[0] * image.size[1]) as usize];
            let cells = (0..divisions[1]).flat_map(|j| (0..divisions[0]).map(move |i| [i, j]));
            let rects = cells.map(|cell| layout.cell(cell).unwrap()).chain(layout.unread());
            for rect in rects {
                for y in rect.y.clone() {
                    for x in rect.x.clone() {
                        read[(y * image.size[0] + x) as usize] += 1;
                    }
                }
            }
            prop_assert!(read.iter().all(|&times| times == 1));
            let unread: u64 = layout.unread().map(|rect| rect.area()).sum();
            prop_assert_eq!(layout.uncovered_pixels(), unread);
            if method == Method::Exact {
                prop_assert_eq!(unread, 0);
            }
        }
    }

    /// Multiplying colours with alpha leaves alpha as it is.
    #[test]
    fn premultiplied_or_not_makes_no_difference((image, divisions) in divided(30)) {
        let mut multiplied = image.clone();
        if let (Kind::Bits8(samples), true) = (&mut multiplied.samples, image.has_alpha) {
            for pixel in samples.chunks_exact_mut(image.channels as usize) {
                let (alpha, colors) = pixel.split_last_mut().unwrap();
                colors.iter_mut().for_each(|color| *color = (u16::from(*color) * u16::from(*alpha) / 255) as u8);
            }
        }
        for method in Method::ALL {
            prop_assert_eq!(multiplied.grid(divisions, method), image.grid(divisions, method));
        }
    }

    #[test]
    fn verdicts_histogram_and_difference_follow_from_the_means((image, divisions) in divided(30), threshold in 0.0..=1.0_f64) {
        let [a, b] = Method::ALL.map(|method| image.grid(divisions, method));
        let means: Vec<f64> = a.means().collect();
        prop_assert!(a.solid(threshold).eq(means.iter().map(|&mean| mean >= threshold)));
        let (cell, mean) = a.nearest_to(threshold);
        prop_assert_eq!(a.mean(cell), Some(mean));
        prop_assert!(means.iter().all(|other| (other - threshold).abs() >= (mean - threshold).abs()));

        let histogram = Histogram::of(&a, 7);
        prop_assert_eq!(histogram.counts().iter().sum::<u64>(), means.len() as u64);
        for (bin, &count) in histogram.counts().iter().enumerate() {
            let [low, high] = histogram.range(bin);
            let within = means.iter().filter(|&&mean| mean > low + 1e-9 && mean < high - 1e-9).count() as u64;
            prop_assert!(within <= count);
        }

        let difference = Difference::between(&a, &b, threshold).unwrap();
        for (i, (a, b)) in means.iter().zip(b.means()).enumerate() {
            prop_assert_eq!(difference.means[i], b - a);
            prop_assert_eq!(difference.verdicts.contains(&i), (*a >= threshold) != (b >= threshold));
            prop_assert!(difference.means[difference.largest].abs() >= (b - a).abs());
        }
        if divisions != [1, 1] {
            prop_assert_eq!(Difference::between(&a, &image.grid([1, 1], Method::Exact), threshold), None);
        }
    }
}

/// So large that it is cut into pieces for several threads, with few cells and with many.
#[test]
fn threads_do_not_change_a_sum() {
    let size = [1201, 1607];
    let samples: Vec<u8> =
        (0..size[0] * size[1] * 4).map(|i: u32| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let image = Image { size, channels: 4, has_alpha: true, samples: Kind::Bits8(samples) };
    let pools = [1, 3].map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap());
    for divisions in [[1, 1], [7, 3], [1201, 1], [1, 1607], [300, 401], size] {
        for method in Method::ALL {
            let [one, three] = pools.each_ref().map(|pool| pool.install(|| image.grid(divisions, method)));
            assert_eq!(one, three, "{divisions:?} {method:?}");
            let last = divisions.map(|cells| cells - 1);
            assert_eq!(one.sums().last().copied(), Some(naive(&image, divisions, method, last).0));
        }
    }
}

#[test]
fn progress_reaches_its_end_and_a_cancelled_grid_is_none() {
    let samples = vec![255; 900 * 700];
    let pixels = Pixels::new([900, 700], 1, true, Samples::Bits8(&samples)).unwrap();
    let layout = Layout::new([900, 700], [9, 7], Method::OddBlock, &mut Silent).unwrap();
    let progress = Progress::default();
    assert!(Grid::of(&pixels, &layout, &progress).is_some());
    assert!(progress.fraction() >= 1.0);
    let cancelled = Progress::default();
    cancelled.cancel();
    assert_eq!(Grid::of(&pixels, &layout, &cancelled), None);
}
