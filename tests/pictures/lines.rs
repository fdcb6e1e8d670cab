//! Widths, styles and clipping of lines; dots.

use eyeline::picture::{Dot, Lens, Line, Picture, Style, Viewpoint};
use glam::{Vec3, vec3};
use image::RgbaImage;

use crate::looking::{RED, SIZE, draw, draw_scaled, line, metre_a_pixel, pixel, redness};

fn red_line(from: Vec3, to: Vec3, width: f32) -> Picture {
    Picture { lines: vec![line(from, to, RED, width)], ..Picture::default() }
}

fn red_in_column(image: &RgbaImage, x: u32) -> usize {
    (0..SIZE[1]).filter(|&y| redness(image, x, y) > 200).count()
}

#[test]
fn a_line_has_the_given_width_in_pixels() {
    // The middle of a line with an odd width is in the middle of a pixel, that of an even width between two pixels.
    for (width, scale, y, pixels) in [(1.0, 1.0, 0.5, 1), (3.0, 1.0, 0.5, 3), (3.0, 2.0, 0.0, 6), (8.0, 1.0, 0.0, 8)] {
        let picture = red_line(vec3(-60.0, y, 0.0), vec3(60.0, y, 0.0), width);
        let image = draw_scaled(&picture, &metre_a_pixel(), scale);
        assert_eq!(red_in_column(&image, 80), pixels, "width {width} at scale {scale}");
    }
}

#[test]
fn width_does_not_depend_on_distance() {
    let view = Viewpoint { lens: Lens::Perspective { fov_y: 1.0 }, ..metre_a_pixel() };
    let widths = [0.0, 400.0].map(|z| {
        let image = draw(&red_line(vec3(-300.0, 0.0, z), vec3(300.0, 0.0, z), 4.0), &view);
        red_in_column(&image, 80)
    });
    assert_eq!(widths, [4, 4]);
}

#[test]
fn half_a_pixel_is_a_fainter_pixel() {
    let [thin, full] = [0.5, 1.0].map(|width| {
        let picture = red_line(vec3(-60.0, 0.5, 0.0), vec3(60.0, 0.5, 0.0), width);
        let (x, y) = pixel(0.5, 0.5);
        f32::from(redness(&draw(&picture, &metre_a_pixel()), x, y))
    });
    assert!((thin / full - 0.5).abs() < 0.1, "{thin} of {full}");
}

#[test]
fn styles_cover_the_expected_part() {
    let painted = |style| {
        let plain = line(vec3(-60.0, 0.0, 0.0), vec3(60.0, 0.0, 0.0), RED, 2.0);
        let picture = Picture { lines: vec![Line { style, ..plain }], ..Picture::default() };
        let image = draw(&picture, &metre_a_pixel());
        let row = pixel(0.0, 0.5).1;
        let red: Vec<bool> = (20..140).map(|x| redness(&image, x, row) > 128).collect();
        let gaps = red.windows(2).filter(|pair| pair[0] && !pair[1]).count();
        (red.iter().filter(|&&on| on).count(), gaps, red[0])
    };
    let (solid, dashed, dotted) = (painted(Style::Solid), painted(Style::Dashed), painted(Style::Dotted));
    assert_eq!(solid, (120, 0, true));
    assert!((60..90).contains(&dashed.0) && (6..10).contains(&dashed.1) && dashed.2, "{dashed:?}");
    assert!((30..60).contains(&dotted.0) && dotted.1 > 15 && dotted.2, "{dotted:?}");
}

#[test]
fn dashes_are_counted_from_the_start() {
    let dashed = |from: f32, to: f32| {
        let plain = line(vec3(from, 0.0, 0.0), vec3(to, 0.0, 0.0), RED, 2.0);
        let lines = vec![Line { style: Style::Dashed, ..plain }];
        draw(&Picture { lines, ..Picture::default() }, &metre_a_pixel())
    };
    let row = pixel(0.0, 0.5).1;
    let (there, back) = (dashed(-50.0, 53.0), dashed(53.0, -50.0));
    let (left, right) = (pixel(-49.5, 0.0).0, pixel(52.5, 0.0).0);
    for i in 0..100 {
        let (a, b) = (redness(&there, left + i, row), redness(&back, right - i, row));
        assert!(a.abs_diff(b) < 8, "pixel {i} from the start: {a} and {b}");
    }
}

#[test]
fn faint_lines_grow_fainter_with_distance() {
    let view = Viewpoint {
        eye: vec3(0.0, 3.0, 0.0),
        target: vec3(0.0, 0.0, -8.0),
        up: Vec3::Y,
        lens: Lens::Perspective { fov_y: 1.0 },
        depth: [0.1, 1000.0],
    };
    let across = |z: f32, alpha: f32| {
        let lines = vec![line(vec3(-900.0, 0.0, z), vec3(900.0, 0.0, z), RED.fade(alpha), 4.0)];
        let image = draw(&Picture { lines, ..Picture::default() }, &view);
        (0..SIZE[1]).map(|y| redness(&image, 80, y)).max().unwrap_or(0)
    };
    assert!(across(-6.0, 0.5) > 110, "near");
    assert!(across(-40.0, 0.5) < 50 && across(-40.0, 0.5) > 10, "far");
    assert_eq!(across(-40.0, 1.0), 255, "full colours do not fade");
}

#[test]
fn a_line_that_passes_the_eye_ends_at_the_near_plane() {
    let view = Viewpoint {
        eye: Vec3::ZERO,
        target: Vec3::NEG_Z,
        up: Vec3::Y,
        lens: Lens::Perspective { fov_y: 1.0 },
        depth: [0.1, 100.0],
    };
    // The line is below and right of the eye, from far ahead to far behind it. The part behind must not be visible.
    let (ahead, behind) = (vec3(1.0, -1.0, -50.0), vec3(1.0, -1.0, 50.0));
    let near = ahead.lerp(behind, (50.0 - 0.1001) / 100.0);
    let [whole, reversed, cut] =
        [(ahead, behind), (behind, ahead), (ahead, near)].map(|(from, to)| draw(&red_line(from, to, 3.0), &view));
    let mut red = 0;
    for (x, y, _) in cut.enumerate_pixels() {
        let seen = [&whole, &reversed, &cut].map(|image| redness(image, x, y));
        assert!(seen[0].abs_diff(seen[2]) < 60 && seen[1].abs_diff(seen[2]) < 60, "{x}, {y}: {seen:?}");
        assert!(seen[0] < 128 || (x >= 79 && y >= 59), "{x}, {y} is not down right");
        red += usize::from(seen[0] > 128);
    }
    assert!((100..600).contains(&red), "{red} red pixels");
}

#[test]
fn lines_behind_the_eye_or_without_length_draw_nothing() {
    let view = metre_a_pixel();
    let behind = red_line(vec3(-10.0, 0.0, 600.0), vec3(10.0, 5.0, 700.0), 5.0);
    let nothing = draw(&Picture::default(), &view);
    assert_eq!(draw(&behind, &view), nothing);
    let point = draw(&red_line(Vec3::ZERO, Vec3::ZERO, 4.0), &view);
    let red = point.enumerate_pixels().filter(|&(x, y, _)| redness(&point, x, y) > 0).count();
    assert!(red <= 25, "{red}");
}

#[test]
fn a_dot_is_round_and_outlined() {
    let dot = Dot { at: vec3(0.5, 0.5, 0.0), color: RED, size: 20.0, item: None };
    let image = draw(&Picture { dots: vec![dot], ..Picture::default() }, &metre_a_pixel());
    let (x, y) = pixel(0.5, 0.5);
    assert!(redness(&image, x, y) > 250 && redness(&image, x + 8, y) > 250 && redness(&image, x, y - 8) > 250);
    assert!(redness(&image, x + 9, y + 9) < 30, "no corner");
    let ring = image.get_pixel(x + 11, y).0;
    let ground = image.get_pixel(x + 30, y).0;
    assert!(ring[2] + 8 < ground[2], "darker around than the ground: {ring:?} on {ground:?}");
}
