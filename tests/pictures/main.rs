//! Small pictures drawn without a display, compared pixel by pixel.

mod blended;
mod cell_sums;
mod colors;
mod crowds;
mod everything;
mod lines;
mod looking;
mod meshes;
mod occlusion;
mod octree;
mod order;
mod picking;
mod solids;
mod window;

use eyeline::picture::{Palette, Picture};
use eyeline::render::{Headless, RenderError, Viewport, picture_to_image, to_png};

#[test]
fn the_same_picture_gives_the_same_bytes() {
    let palette = Palette::DARK;
    let draw = || {
        let picture = everything::picture(&palette);
        let (image, _) = picture_to_image(&picture, &everything::viewpoint(), [640, 360], &palette, 1.0).unwrap();
        to_png(&image).unwrap()
    };
    assert_eq!(draw(), draw());
}

#[test]
fn another_viewpoint_and_back_gives_the_same_pixels() {
    let palette = Palette::LIGHT;
    let headless = Headless::of_this_thread().unwrap();
    let mut viewport = Viewport::new(headless.programs()).unwrap();
    viewport.set_picture(&everything::picture(&palette));
    let front = everything::viewpoint();
    let mut side = front;
    side.eye = glam::vec3(-9.0, 2.0, 3.0);
    let mut draw = |viewpoint, size| {
        viewport.draw(viewpoint, size, 1.0, &palette).unwrap();
        viewport.read()
    };
    let first = draw(&front, [320, 200]);
    let other = draw(&side, [300, 100]);
    assert_eq!(other.dimensions(), (300, 100));
    assert_ne!(first, draw(&side, [320, 200]));
    assert_eq!(first, draw(&front, [320, 200]));
}

#[test]
fn impossible_sizes_are_errors() {
    for size in [[0, 100], [100, 0], [1_000_000, 10], [u32::MAX, u32::MAX]] {
        let drawn = picture_to_image(&Picture::default(), &everything::viewpoint(), size, &Palette::DARK, 1.0);
        assert!(matches!(drawn, Err(RenderError::Size { .. })), "{size:?}");
    }
}

#[test]
fn a_picture_is_opaque_and_its_background_runs_from_top_to_bottom() {
    let palette = Palette::DARK;
    let (image, _) = picture_to_image(&Picture::default(), &everything::viewpoint(), [64, 240], &palette, 1.0).unwrap();
    assert!(image.pixels().all(|pixel| pixel.0[3] == 255));
    for (y, color) in [(0, palette.background[0]), (239, palette.background[1])] {
        let pixel = image.get_pixel(30, y).0;
        for channel in 0..3 {
            assert!(pixel[channel].abs_diff(color.0[channel]) <= 1, "row {y}: {pixel:?} for {color:?}");
        }
    }
}
