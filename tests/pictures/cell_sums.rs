//! Sums of cells by a compute shader equal the sums by the processor.

use eyeline::budget::Budget;
use eyeline::opacity::{CellLayout, Grid, Method, Pixels, Progress, Samples};
use eyeline::picture::Palette;
use eyeline::render::{CellSums, Headless, RenderError, Summed, Viewport};

use crate::everything;

/// All steps of a pass.
#[expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
fn cell_sums(headless: &Headless, pixels: &Pixels, layout: &CellLayout) -> Summed {
    let mut pass = CellSums::new(headless.context(), pixels, layout, &Budget::default()).unwrap();
    while pass.step(pixels) {}
    pass.finish()
}

/// Pseudorandom numbers with a fixed seed.
fn noise(seed: u32, count: usize) -> impl Iterator<Item = u32> {
    let mut state = seed.wrapping_mul(747_796_405).wrapping_add(1);
    std::iter::repeat_with(move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 16
    })
    .take(count)
}

/// Compares both sums for all channels and sample widths.
#[expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
fn check(size: [u32; 2], divisions: [u32; 2], all_formats: bool) {
    let headless = Headless::of_this_thread().unwrap();
    let pixels = size[0] as usize * size[1] as usize;
    for channels in if all_formats { 1..=4 } else { 4..=4 } {
        let count = pixels * channels as usize;
        #[expect(clippy::cast_possible_truncation, reason = "noise of 16 bits")]
        let (bytes, shorts): (Vec<u8>, Vec<u16>) = noise(channels, count).map(|n| (n as u8, n as u16)).unzip();
        for (samples, has_alpha) in [
            (Samples::Bits8(&bytes), true),
            (Samples::Bits16(&shorts), true),
            (Samples::Bits8(&bytes), false),
            (Samples::Bits16(&shorts), false),
        ] {
            let pixels = Pixels::new(size, channels, has_alpha, samples).unwrap();
            for method in Method::ALL {
                let layout = CellLayout::new(size, divisions, method).unwrap();
                let wanted = Grid::of(&pixels, &layout, &Progress::default()).unwrap();
                let Summed { sums, times, memory } = cell_sums(&headless, &pixels, &layout);
                assert_eq!(memory.bytes(), Grid::size(&layout), "only the sums stay reserved");
                let what = format!("{size:?} into {divisions:?}, {channels} channels, alpha {has_alpha}, {method:?}");
                assert!(sums == wanted.sums(), "{what}");
                assert!(times.total() > std::time::Duration::ZERO);
                assert_eq!(Grid::with_sums(&pixels, &layout, sums).as_ref(), Some(&wanted), "{what}");
            }
        }
    }
}

#[test]
fn awkward_sizes_have_the_same_sums() {
    for (size, divisions) in [
        ([1, 1], [1, 1]),
        ([3, 2], [3, 1]),
        ([101, 67], [12, 8]),
        ([67, 101], [67, 101]),
        ([64, 32], [1, 1]),
        ([65, 33], [2, 7]),
        ([1, 997], [1, 31]),
        ([997, 1], [13, 1]),
    ] {
        check(size, divisions, true);
    }
}

/// More than one band is sent to the GPU, and one row of cells is on both sides of the border between two bands.
#[test]
fn an_image_of_several_bands_has_the_same_sums() {
    check([2311, 2003], [10, 7], false);
}

/// The sum of 400 × 400 opaque pixels of 16 bits exceeds 32 bits.
#[test]
fn sums_of_more_than_32_bits_carry() {
    let samples = vec![u16::MAX; 400 * 400];
    let pixels = Pixels::new([400, 400], 1, true, Samples::Bits16(&samples)).unwrap();
    let layout = CellLayout::new([400, 400], [1, 1], Method::Exact).unwrap();
    let headless = Headless::of_this_thread().unwrap();
    let summed = cell_sums(&headless, &pixels, &layout);
    assert_eq!(summed.sums, [400 * 400 * 65_535]);
}

/// A window draws between two bands. Neither affects the other.
#[test]
fn a_pass_leaves_drawing_as_it_was() {
    let palette = Palette::DARK;
    let headless = Headless::of_this_thread().unwrap();
    CellSums::support(headless.context()).unwrap();
    let mut viewport = Viewport::new(headless.programs()).unwrap();
    viewport.set_picture(&everything::picture(&palette));
    let mut draw = || {
        viewport.draw(&everything::viewpoint(), [320, 200], 1.0, &palette).unwrap();
        viewport.read()
    };
    let before = draw();
    let size = [2200, 2100];
    let bytes: Vec<u8> = (0..=255).cycle().take(2200 * 2100 * 4).collect();
    let pixels = Pixels::new(size, 4, true, Samples::Bits8(&bytes)).unwrap();
    let layout = CellLayout::new(size, [9, 11], Method::OddBlock).unwrap();
    let mut pass = CellSums::new(headless.context(), &pixels, &layout, &Budget::default()).unwrap();
    let mut bands = 1;
    while pass.step(&pixels) {
        assert!(before == draw(), "after band {bands}");
        assert!((0.0..1.0).contains(&pass.fraction()));
        bands += 1;
    }
    assert!(bands > 1);
    let Summed { sums, .. } = pass.finish();
    let wanted = Grid::of(&pixels, &layout, &Progress::default()).unwrap();
    assert!(sums == wanted.sums());
    assert!(before == draw());
}

/// The buffers are reserved before they are allocated. A refused pass reserves nothing.
#[test]
fn buffers_that_the_budget_has_no_room_for_are_refused() {
    let size = [1024, 1024];
    let bytes = vec![7; 1024 * 1024];
    let pixels = Pixels::new(size, 1, true, Samples::Bits8(&bytes)).unwrap();
    let layout = CellLayout::new(size, size, Method::Exact).unwrap();
    let headless = Headless::of_this_thread().unwrap();
    // A band of 1 MiB, and three times 8 MiB of sums.
    let budget = Budget::new(25 << 20);
    let pass = CellSums::new(headless.context(), &pixels, &layout, &budget).unwrap();
    assert_eq!(budget.left(), 0);
    let Err(RenderError::Memory { what, over }) = CellSums::new(headless.context(), &pixels, &layout, &budget) else {
        panic!("there is no room for a second pass")
    };
    assert_eq!((what.as_str(), over.wanted, over.left), ("computing 1024 × 1024 cells on the GPU", 25 << 20, 0));
    drop(pass);
    assert_eq!(budget.left(), 25 << 20);
}
