//! Light on solids under any affine map.

use eyeline::picture::{Color, Picture, Solid, SolidPart};
use glam::{Affine3A, Quat, Vec3, vec3};
use image::RgbaImage;

use crate::looking::{draw, metre_a_pixel, pixel};

const GREY: Color = Color::rgb(150, 150, 150);

fn solid(part: SolidPart, scale: Vec3, rotation: Quat) -> RgbaImage {
    let world_from_unit = Affine3A::from_scale_rotation_translation(scale, rotation, Vec3::ZERO);
    let solids = vec![Solid { form: part.into(), world_from_unit, color: GREY, item: None }];
    draw(&Picture { solids, ..Picture::default() }, &metre_a_pixel())
}

fn brightness(image: &RgbaImage, x: f32, y: f32) -> i32 {
    let (x, y) = pixel(x, y);
    i32::from(image.get_pixel(x, y).0[1])
}

#[test]
fn light_comes_from_the_upper_left_behind_the_eye() {
    let ball = solid(SolidPart::Ball, Vec3::splat(50.0), Quat::IDENTITY);
    let lit = brightness(&ball, -20.0, 25.0);
    let unlit = brightness(&ball, 25.0, -30.0);
    assert!(lit > unlit + 60, "{lit} and {unlit}");
    assert!(unlit > 60, "shadows are not black");
}

#[test]
fn normals_follow_an_uneven_scale() {
    // Flattened to a disc: its face must be lit like a wall, up to near its rim.
    let coin = solid(SolidPart::Ball, vec3(50.0, 50.0, 0.5), Quat::IDENTITY);
    let wall = solid(SolidPart::Cube, vec3(50.0, 50.0, 0.5), Quat::IDENTITY);
    for (x, y) in [(0.0, 0.0), (20.0, 20.0), (-25.0, 10.0), (0.0, -30.0)] {
        let (a, b) = (brightness(&coin, x, y), brightness(&wall, x, y));
        assert!((a - b).abs() <= 4, "at {x}, {y}: {a} and {b}");
    }
}

#[test]
fn a_mirrored_symmetric_solid_looks_the_same() {
    let turn = Quat::from_rotation_y(0.6) * Quat::from_rotation_x(0.4);
    for part in SolidPart::ALL {
        let size = vec3(40.0, 30.0, 20.0);
        let plain = solid(part, size, turn);
        let mirrored = solid(part, size * vec3(-1.0, 1.0, 1.0), turn);
        let different = plain.pixels().zip(mirrored.pixels()).filter(|(a, b)| a.0[1].abs_diff(b.0[1]) > 2).count();
        assert!(different < 60, "{part:?}: {different} pixels differ");
        let lit = plain.pixels().filter(|pixel| pixel.0[1] > 100).count();
        assert!(lit > 500, "{part:?} is there and lit: {lit} pixels");
    }
}

#[test]
fn faces_of_a_cube_are_distinguished() {
    let cube = solid(SolidPart::Cube, Vec3::splat(30.0), Quat::from_rotation_x(0.6) * Quat::from_rotation_y(0.7));
    let faces = [(0.0, 25.0), (-20.0, -10.0), (20.0, -10.0)].map(|(x, y)| brightness(&cube, x, y));
    for (i, a) in faces.iter().enumerate() {
        for b in &faces[i + 1..] {
            assert!((a - b).abs() > 15, "{faces:?}");
        }
    }
}

#[test]
fn the_background_shows_through_translucent_solids() {
    let half = Solid {
        form: SolidPart::Ball.into(),
        world_from_unit: Affine3A::from_scale(Vec3::splat(40.0)),
        color: Color::rgb(255, 255, 255).fade(0.3),
        item: None,
    };
    let view = metre_a_pixel();
    let ground = brightness(&draw(&Picture::default(), &view), 0.0, 0.0);
    let through = brightness(&draw(&Picture { solids: vec![half.clone()], ..Picture::default() }, &view), 0.0, 0.0);
    let full = Solid { color: Color::rgb(255, 255, 255), ..half };
    let opaque = brightness(&draw(&Picture { solids: vec![full], ..Picture::default() }, &view), 0.0, 0.0);
    assert!(ground + 20 < through && through + 20 < opaque, "{ground} {through} {opaque}");
}
