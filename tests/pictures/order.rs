//! Which parts of a picture cover others.

use eyeline::picture::{Color, Dot, Face, Line, Picture, Solid, SolidPart};
use glam::{Affine3A, Vec3, vec3};

use crate::looking::{GREEN, RED, SIZE, draw, line, metre_a_pixel, pixel, redness};

fn grey_cube(half: f32) -> Solid {
    let world_from_unit = Affine3A::from_scale(Vec3::splat(half));
    Solid { form: SolidPart::Cube.into(), world_from_unit, color: Color::rgb(120, 120, 120), item: None }
}

#[test]
fn the_hidden_part_of_a_line_is_faint() {
    let at = |z: f32| line(vec3(-70.0, 0.5, z), vec3(70.0, 0.5, z), RED, 3.0);
    let seen = |line: Line| {
        let picture = Picture { solids: vec![grey_cube(30.0)], lines: vec![line], ..Picture::default() };
        let image = draw(&picture, &metre_a_pixel());
        let [covered, beside] = [0.5, 50.5].map(|x| {
            let (x, y) = pixel(x, 0.5);
            redness(&image, x, y)
        });
        (covered, beside)
    };
    assert_eq!(seen(at(100.0)), (255, 255), "in front of the cube");
    let (covered, beside) = seen(at(-100.0));
    assert!((30..110).contains(&covered) && beside == 255, "behind: {covered}, {beside}");
    assert_eq!(seen(Line { hide_behind: true, ..at(-100.0) }), (0, 255), "left out behind");
}

#[test]
fn a_line_on_a_surface_is_drawn_completely() {
    let lines = vec![line(vec3(-30.0, -30.0, 30.0), vec3(30.0, 30.0, 30.0), RED, 3.0)];
    let mut view = metre_a_pixel();
    view.eye = vec3(300.0, 200.0, 250.0);
    let alone = draw(&Picture { lines: lines.clone(), ..Picture::default() }, &view);
    let on_cube = draw(&Picture { lines, solids: vec![grey_cube(30.0)], ..Picture::default() }, &view);
    let mut red = 0;
    for (x, y, _) in alone.enumerate_pixels().filter(|&(x, y, _)| redness(&alone, x, y) > 250) {
        assert!(redness(&on_cube, x, y) > 240, "{x}, {y}: {}", redness(&on_cube, x, y));
        red += 1;
    }
    assert!(red > 60, "{red}");
}

#[test]
fn near_lines_cover_far_ones_in_either_order() {
    let far = line(vec3(-50.0, 0.0, 0.0), vec3(50.0, 0.0, 0.0), RED, 6.0);
    let near = line(vec3(0.0, -50.0, 100.0), vec3(0.0, 50.0, 100.0), GREEN, 6.0);
    for lines in [vec![far, near], vec![near, far]] {
        let image = draw(&Picture { lines, ..Picture::default() }, &metre_a_pixel());
        assert_eq!(image.get_pixel(SIZE[0] / 2, SIZE[1] / 2).0, [0, 255, 0, 255]);
    }
}

#[test]
fn translucent_faces_are_drawn_from_far_to_near_in_either_order() {
    let face = |z: f32, color: Color| Face {
        corners: [vec3(-200.0, -200.0, z), vec3(200.0, -200.0, z), vec3(0.0, 200.0, z)],
        color: color.fade(0.5),
    };
    let pane = |z: f32| Solid {
        form: SolidPart::Cube.into(),
        world_from_unit: Affine3A::from_scale_rotation_translation(
            vec3(40.0, 40.0, 1.0),
            glam::Quat::IDENTITY,
            vec3(0.0, 0.0, z),
        ),
        color: Color::rgb(0, 0, 255).fade(0.5),
        item: None,
    };
    let (far, near) = (face(-50.0, RED), face(50.0, GREEN));
    let [one, other] = [vec![far, near], vec![near, far]]
        .map(|faces| draw(&Picture { faces, solids: vec![pane(0.0)], ..Picture::default() }, &metre_a_pixel()));
    assert_eq!(one, other);
    let [r, g, b, _] = one.get_pixel(SIZE[0] / 2, SIZE[1] / 2).0;
    assert!(g > 120 && b > r, "green is nearest, then blue, then red: {r} {g} {b}");
}

#[test]
fn dots_are_drawn_over_their_lines() {
    let lines = vec![line(vec3(-50.0, 0.0, 0.0), vec3(50.0, 0.0, 0.0), GREEN, 4.0)];
    let dots = vec![Dot { at: Vec3::ZERO, color: RED, size: 12.0, item: None }];
    let image = draw(&Picture { lines, dots, ..Picture::default() }, &metre_a_pixel());
    let (x, y) = pixel(0.5, 0.5);
    assert_eq!(redness(&image, x, y), 255);
}
