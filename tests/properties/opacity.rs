//! Cells of alpha: every pixel counts once, for every size, division, kind of pixels and number of threads.

#![expect(clippy::unwrap_used, reason = "a test ends at the first item that goes wrong")]
#![expect(clippy::cast_possible_truncation, reason = "samples are made of the bits they have")]

use eyeline::geometry::ray::{Miss, Ray, RayKind, RayQuery, RayValues};
use eyeline::geometry::{Story, Tone, Values};
use eyeline::opacity::values::PlaneCrossing;
use eyeline::opacity::{
    CellLayout, Grid, GridDifference, Histogram, Method, OpacityValues, Pixels, Progress, Samples, Sheet,
    SheetCrossing, cast, cast_exactly, cast_told,
};
use glam::Vec3;
use proptest::prelude::*;

use crate::random::{Random, narrow};

/// An image in memory.
#[derive(Clone, Debug)]
struct Image {
    size: [u32; 2],
    channels: u32,
    has_alpha: bool,
    samples: Numbers,
}

#[derive(Clone, Debug)]
enum Numbers {
    Bits8(Vec<u8>),
    Bits16(Vec<u16>),
}

impl Image {
    fn pixels(&self) -> Pixels<'_> {
        let samples = match &self.samples {
            Numbers::Bits8(samples) => Samples::Bits8(samples),
            Numbers::Bits16(samples) => Samples::Bits16(samples),
        };
        Pixels::new(self.size, self.channels, self.has_alpha, samples).unwrap()
    }

    /// Alpha of 0 to 1, pixel by pixel.
    fn alpha(&self, x: u32, y: u32) -> u64 {
        let last = ((y * self.size[0] + x + 1) * self.channels - 1) as usize;
        match &self.samples {
            _ if !self.has_alpha => self.pixels().opaque().into(),
            Numbers::Bits8(samples) => samples[last].into(),
            Numbers::Bits16(samples) => samples[last].into(),
        }
    }

    fn grid(&self, divisions: [u32; 2], method: Method) -> Grid {
        let layout = CellLayout::new(self.size, divisions, method).unwrap();
        Grid::of(&self.pixels(), &layout, &Progress::default()).unwrap()
    }
}

/// Any image up to `longest` pixels per side: mostly transparent, mostly opaque, or mixed.
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
                Numbers::Bits16((0..count).map(|_| (next() >> 48) as u16).collect())
            } else {
                Numbers::Bits8((0..count).map(|_| (next() >> 56) as u8).collect())
            };
            Image { size: [width, height], channels, has_alpha, samples }
        },
    )
}

/// An image and a valid division of it. Often the cells are single pixels, or there is a single cell.
fn divided(longest: u32) -> impl Strategy<Value = (Image, [u32; 2])> {
    image(longest).prop_flat_map(|image| {
        let cells = |pixels: u32| prop_oneof![4 => 1..=pixels, 1 => Just(1), 1 => Just(pixels)];
        let divisions = (cells(image.size[0]), cells(image.size[1])).prop_map(|(x, y)| [x, y]);
        (Just(image), divisions)
    })
}

/// The sum of one cell as the contract defines it, pixel by pixel.
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
    fn cells_equal_those_of_a_naive_implementation((image, divisions) in divided(40)) {
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
                    prop_assert_eq!(grid.mean_told([i, j], &mut Story::default()), Some(mean));
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
    fn every_pixel_is_read_once_or_counted_as_unread((image, divisions) in divided(60)) {
        for method in Method::ALL {
            let layout = CellLayout::new(image.size, divisions, method).unwrap();
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

    /// Premultiplied colours do not change alpha.
    #[test]
    fn premultiplied_or_not_makes_no_difference((image, divisions) in divided(30)) {
        let mut multiplied = image.clone();
        if let (Numbers::Bits8(samples), true) = (&mut multiplied.samples, image.has_alpha) {
            for pixel in samples.chunks_exact_mut(image.channels as usize) {
                let (alpha, colors) = pixel.split_last_mut().unwrap();
                for color in colors {
                    *color = (u16::from(*color) * u16::from(*alpha) / 255) as u8;
                }
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

        let difference = GridDifference::between(&a, &b, threshold).unwrap();
        let mut verdicts = Vec::new();
        for (i, (a, b)) in means.iter().zip(b.means()).enumerate() {
            if (*a >= threshold) != (b >= threshold) {
                verdicts.push(i);
            }
            prop_assert!(difference.by.abs() >= (b - a).abs());
            prop_assert!(i != difference.largest || difference.by.to_bits() == (b - a).to_bits() || difference.by == 0.0);
        }
        prop_assert_eq!(difference.verdicts, verdicts.len());
        verdicts.truncate(8);
        prop_assert_eq!(&difference.named, &verdicts);
        if divisions != [1, 1] {
            prop_assert_eq!(GridDifference::between(&a, &image.grid([1, 1], Method::Exact), threshold), None);
        }
    }
}

/// The image is so large that several threads share the work, with few cells and with many.
#[test]
fn threads_do_not_change_a_sum() {
    let size = [1201, 1607];
    let samples: Vec<u8> =
        (0..size[0] * size[1] * 4).map(|i: u32| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let image = Image { size, channels: 4, has_alpha: true, samples: Numbers::Bits8(samples) };
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
    let layout = CellLayout::new([900, 700], [9, 7], Method::OddBlock).unwrap();
    let progress = Progress::default();
    assert!(Grid::of(&pixels, &layout, &progress).is_some());
    assert!(progress.fraction() >= 1.0);
    let cancelled = Progress::default();
    cancelled.cancel();
    assert_eq!(Grid::of(&pixels, &layout, &cancelled), None);
}

/// A ray towards a sheet with some cells: mostly at the sheet, often at its borders or between its pixels, from near
/// and far, of any length.
fn aimed(random: &mut Random, sheet: &Sheet, is_on_edge: &mut bool) -> Ray {
    let layout = sheet.grid.layout();
    let mut share = |axis: usize| {
        let pixels = f64::from(layout.size()[axis]);
        match random.bits() % 6 {
            0 => {
                *is_on_edge = true;
                random.range(0.0, pixels + 0.99).floor() / pixels
            }
            _ => random.range(-0.2, 1.2),
        }
    };
    let (u, v) = (share(0), share(1));
    let size = 2.0 * sheet.half_size.as_dvec2();
    let corner = sheet.centre.truncate().as_dvec2() - 0.5 * size;
    let target = (corner + size * glam::DVec2::new(u, 1.0 - v)).extend(sheet.centre.z.into());
    let mut direction = random.direction();
    if direction.z.abs() < 1e-3 {
        direction.z = 1e-3;
    }
    let direction = direction * random.magnitude(1e-3, 1e3);
    Ray { origin: (target - direction * random.range(-2.0, 4.0)).as_vec3(), direction: direction.as_vec3() }
}

#[test]
fn rays_hit_the_pixel_that_an_independent_computation_finds() {
    let mut random = Random::new(20_261_120);
    let mut count = [0; 4];
    for _ in 0..300 {
        let size = [0, 1].map(|_| 1 + u32::try_from(random.bits() % 30).unwrap());
        let samples: Vec<u8> = (0..size[0] * size[1]).map(|_| (random.bits() >> 56) as u8).collect();
        let pixels = Pixels::new(size, 1, true, Samples::Bits8(&samples)).unwrap();
        let divisions = size.map(|pixels| 1 + u32::try_from(random.bits() % u64::from(pixels)).unwrap());
        let method = random.pick(&Method::ALL);
        let layout = CellLayout::new(size, divisions, method).unwrap();
        let grid = Grid::of(&pixels, &layout, &Progress::default()).unwrap();
        let sheet = Sheet {
            centre: random.in_ball(20.0).as_vec3(),
            half_size: glam::Vec2::new(narrow(random.magnitude(0.01, 10.0)), narrow(random.magnitude(0.01, 10.0))),
            grid: &grid,
            threshold: random.range(0.0, 1.0),
        };
        for _ in 0..200 {
            let mut is_on_edge = false;
            let ray = aimed(&mut random, &sheet, &mut is_on_edge);
            let kind = random.pick(&[RayKind::Line, RayKind::Ray, RayKind::Segment]);
            let query = RayQuery { kind, ..RayQuery::default() };
            let fast = cast(&ray, query, &sheet);
            let exact = cast_exactly(&ray, query, &sheet);
            let mut story = Story::default();
            let recorded = cast_told(&ray, query, &sheet, &mut story);
            assert_eq!(fast, recorded, "{ray:?}");
            follows(&story, &sheet, &recorded);
            // At an edge, both sides are correct. t = 0 and t = 1 are compared in f32.
            let t = fast.cast.interval().map(|t| t.near);
            let is_at_end = t.is_some_and(|t| t.abs() < 1e-6 || (t - 1.0).abs() < 1e-6);
            if !is_on_edge && !is_at_end {
                assert_eq!(fast.cast.word(), exact.word(), "{ray:?} {sheet:?}");
                assert_eq!(t.is_some(), exact.interval.is_some(), "{ray:?} {sheet:?}");
            }
            if let Some(hit) = fast.cast.hit() {
                count[0] += 1;
                let off = (hit.point.z - sheet.centre.z).abs();
                assert!(off <= 1e-5 * (1.0 + sheet.centre.z.abs()), "{ray:?}: {off}");
                assert!(hit.normal.unwrap().dot(ray.direction) < 0.0, "it looks to where the ray comes from");
                assert!((hit.distance - ray.direction.length() * hit.t.abs()).abs() <= 1e-4 * hit.distance.max(1e-3));
            }
            match fast.cast.result() {
                Err(Miss::Transparent) => count[1] += 1,
                Err(Miss::Misses) => count[2] += 1,
                Err(_) => count[3] += 1,
                Ok(_) => {}
            }
        }
    }
    assert!(count.iter().all(|&count| count > 1000), "every answer occurs: {count:?}");
}

/// A coordinate in pixels without its fraction.
#[expect(clippy::cast_sign_loss, reason = "it is on the sheet")]
fn whole(pixels: f64) -> u32 {
    pixels as u32
}

/// Every step of a ray at a sheet follows from its values and from its printed numbers.
fn follows(story: &Story, sheet: &Sheet, recorded: &SheetCrossing) {
    let case = || format!("{recorded:?} {story:#?}");
    let (answer, steps) = story.steps.split_last().unwrap();
    assert!(matches!(&answer.values, Some(Values::Ray(RayValues::Answer(_)))), "{}", case());
    let mut interval = None;
    let mut cell = None;
    let mut is_solid = false;
    for step in steps {
        let number = |word: &str| word.replace('−', "-").parse::<f64>().unwrap();
        let passes = match OpacityValues::of(step).unwrap_or_else(|| panic!("no values: {}", case())) {
            OpacityValues::Parallel { place } => {
                assert!(place.direction.z == 0.0, "{}", case());
                Some(false)
            }
            OpacityValues::Plane(PlaneCrossing { place, t, at, share, is_on_sheet }) => {
                let (o, d) = (place.origin.as_dvec3(), place.direction.as_dvec3());
                assert_eq!((*t, *at), ((f64::from(place.centre.z) - o.z) / d.z, o + *t * d), "{}", case());
                let holds = (0..2).all(|axis| (0.0..=1.0).contains(&share[axis]));
                // The same check with the printed numbers.
                let printed = step.numbers.lines().rev().take(2).all(|line| {
                    let (_, number_after) = line.split_once(" = ").unwrap();
                    (0.0..=1.0).contains(&number(number_after.split(',').next().unwrap()))
                });
                assert_eq!((*is_on_sheet, printed), (holds, holds), "{}", case());
                interval = holds.then_some(narrow(*t));
                Some(holds)
            }
            OpacityValues::Pixel(values) => {
                assert_eq!(values.size, sheet.grid.layout().size());
                for axis in 0..2 {
                    let expected = whole(values.in_pixels()[axis]).min(values.size[axis] - 1);
                    let line = step.numbers.lines().nth(axis).unwrap();
                    let printed = number(line.rsplit(['⌊', '⌋']).nth(1).unwrap());
                    let printed = whole(printed).min(values.size[axis] - 1);
                    assert_eq!([values.pixel[axis], printed], [expected; 2], "{}", case());
                }
                assert_eq!(values.cell.as_ref().map(|(cell, _)| *cell), sheet.grid.layout().cell_of(values.pixel));
                cell.clone_from(&values.cell);
                values.cell.is_none().then_some(false)
            }
            OpacityValues::Mean(values) => {
                assert_eq!(cell, Some((values.cell, values.rect.clone())), "{}", case());
                let pixels = values.rect.x.len() as u64 * values.rect.y.len() as u64;
                let mean = values.sum as f64 / (pixels * u64::from(values.opaque)) as f64;
                assert_eq!(values.mean.to_bits(), mean.to_bits(), "{}", case());
                assert_eq!(Some(values.mean), sheet.grid.mean(values.cell));
                None
            }
            OpacityValues::Threshold { cell: of, mean, threshold, is_solid: holds } => {
                assert_eq!((Some(*of), *threshold), (cell.as_ref().map(|(cell, _)| *cell), sheet.threshold));
                let words: Vec<&str> = step.numbers.split(' ').collect();
                let printed = number(words[0]) >= number(words[2]);
                assert_eq!([*holds, printed, words[1] == "≥"], [mean >= threshold; 3], "{}", case());
                is_solid = *holds;
                Some(*holds)
            }
            OpacityValues::Axis { .. } | OpacityValues::LeftOut(_) => panic!("it divides nothing: {}", case()),
        };
        let tone = match passes {
            Some(true) => Tone::Pass,
            Some(false) => Tone::Fail,
            None => Tone::Note,
        };
        assert_eq!(step.tone, tone, "{}", case());
    }
    assert_eq!(recorded.cell, cell.map(|(cell, _)| cell), "{}", case());
    assert_eq!(recorded.cast.interval().map(|t| t.near.to_bits()), interval.map(|t| (t + 0.0).to_bits()), "{}", case());
    assert!(recorded.cast.hit().is_none() || is_solid, "{}", case());
    assert!(recorded.cast.result() != Err(Miss::Transparent) || !is_solid, "{}", case());
}

/// The steps of a division and of a cell follow from their values.
#[test]
fn divisions_follow_from_the_values_of_their_steps() {
    for method in Method::ALL {
        for (size, divisions) in [([10, 7], [3, 2]), ([128, 100], [10, 10]), ([1, 1], [1, 1]), ([9, 8], [3, 8])] {
            let mut story = Story::default();
            let layout = CellLayout::new_told(size, divisions, method, &mut story).unwrap();
            let values: Vec<_> = story.steps.iter().map(|step| OpacityValues::of(step).unwrap()).collect();
            let [x, y] = *layout.axes();
            let expected = [
                OpacityValues::Axis { axis: 0, cut: x },
                OpacityValues::Axis { axis: 1, cut: y },
                OpacityValues::LeftOut(layout),
            ];
            assert_eq!(values, expected.each_ref());
            let is_whole = |axis: usize| layout.axes()[axis].covered() == size[axis];
            for (step, is_whole) in story.steps.iter().zip([is_whole(0), is_whole(1), is_whole(0) && is_whole(1)]) {
                assert_eq!(step.tone == Tone::Partial, !is_whole, "{step:#?}");
            }
        }
    }
}

/// For every finite ray, every number of the answer is finite.
#[test]
fn extreme_rays_at_a_sheet_stay_finite() {
    let samples = [255, 0, 128, 255];
    let pixels = Pixels::new([2, 2], 1, true, Samples::Bits8(&samples)).unwrap();
    let layout = CellLayout::new([2, 2], [2, 2], Method::Exact).unwrap();
    let grid = Grid::of(&pixels, &layout, &Progress::default()).unwrap();
    let extremes = [0.0, -0.0, 1.0, -1.0, 1e-45, -1e-38, 3.4e38, -3.4e38, 1e20];
    let mut random = Random::new(7);
    let mut pick = || Vec3::new(random.pick(&extremes), random.pick(&extremes), random.pick(&extremes));
    for _ in 0..20_000 {
        let sheet = Sheet { centre: pick(), half_size: glam::Vec2::new(1.0, 1e20), grid: &grid, threshold: 0.5 };
        let ray = Ray { origin: pick(), direction: pick() };
        let crossing =
            cast_told(&ray, RayQuery { kind: RayKind::Line, ..RayQuery::default() }, &sheet, &mut Story::default());
        assert!(crossing.cast.interval().is_none_or(|t| t.near.is_finite()), "{ray:?}");
        if let Some(hit) = crossing.cast.hit() {
            assert!(hit.t.is_finite() && hit.distance.is_finite() && hit.point.is_finite(), "{ray:?} {hit:?}");
        }
    }
}
