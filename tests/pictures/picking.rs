//! The item under each pixel.

use eyeline::picture::{Color, Dot, Line, Palette, Picture, Solid, SolidPart, Style, Viewpoint};
use eyeline::render::{Headless, RenderError, Viewport};
use glam::{Affine3A, Quat, Vec3, vec3};

use crate::looking::{GREEN, RED, SIZE, line, metre_a_pixel, pixel};
use eyeline::world::Item;

const CRATE: Option<Item> = Some(Item::Object(3));
const BALL: Option<Item> = Some(Item::Object(4));
const RAY: Option<Item> = Some(Item::Ray(0));

pub(crate) fn viewport(picture: &Picture) -> Viewport {
    let mut viewport = Viewport::new(Headless::of_this_thread().expect("OpenGL").programs()).expect("a viewport");
    viewport.set_picture(picture);
    viewport
}

/// The item at every pixel, row by row from the top.
fn all(picture: &Picture, viewpoint: &Viewpoint) -> Vec<Vec<Option<Item>>> {
    let mut viewport = viewport(picture);
    let mut at = |x, y| viewport.pick(viewpoint, SIZE, 1.0, [x, y]).expect("drawn");
    (0..SIZE[1]).map(|y| (0..SIZE[0]).map(|x| at(x, y)).collect()).collect()
}

/// The item at a point of [`metre_a_pixel`]'s plane z = 0.
pub(crate) fn at(picture: &Picture, x: f32, y: f32) -> Option<Item> {
    let (x, y) = pixel(x, y);
    viewport(picture).pick(&metre_a_pixel(), SIZE, 1.0, [x, y]).expect("drawn")
}

fn solid(part: SolidPart, half: f32, at: Vec3, item: Option<Item>) -> Solid {
    let world_from_unit = Affine3A::from_scale_rotation_translation(Vec3::splat(half), Quat::IDENTITY, at);
    Solid { form: part.into(), world_from_unit, color: Color::rgb(120, 120, 120), item }
}

fn ray(from: Vec3, to: Vec3) -> Line {
    Line { item: RAY, ..line(from, to, RED, 2.0) }
}

#[test]
fn a_solid_is_picked_on_its_own_pixels_and_on_no_other() {
    let picture = Picture { solids: vec![solid(SolidPart::Cube, 30.0, Vec3::ZERO, CRATE)], ..Picture::default() };
    for (y, row) in all(&picture, &metre_a_pixel()).iter().enumerate() {
        for (x, &picked) in row.iter().enumerate() {
            let inside = (50..110).contains(&x) && (30..90).contains(&y);
            assert_eq!(picked, CRATE.filter(|_| inside), "{x}, {y}");
        }
    }
}

#[test]
fn the_visible_item_is_picked() {
    // Where every sample of a pixel has the ball's colour, the ball is picked. Where no sample has it, the ball is not
    // picked.
    let balls = [
        Solid { color: RED, ..solid(SolidPart::Ball, 25.0, vec3(-20.0, 5.0, 0.0), CRATE) },
        Solid { color: GREEN, ..solid(SolidPart::Ball, 30.0, vec3(15.0, -8.0, -20.0), BALL) },
    ];
    let picture = Picture { solids: balls.to_vec(), ..Picture::default() };
    let view = metre_a_pixel();
    let picked = all(&picture, &view);
    let mut viewport = viewport(&picture);
    viewport.draw(&view, SIZE, 1.0, &Palette::DARK).unwrap();
    let image = viewport.read();
    let mut seen = [0; 3];
    for (x, y, pixel) in image.enumerate_pixels() {
        let [r, g, ..] = pixel.0.map(i32::from);
        let around = [(x.max(1) - 1, y), ((x + 1).min(159), y), (x, y.max(1) - 1), (x, (y + 1).min(119))];
        let kind = |x: u32, y: u32| {
            let [r, g, b, _] = image.get_pixel(x, y).0.map(i32::from);
            if r - g.max(b) > 25 {
                0
            } else if g - r.max(b) > 25 {
                1
            } else {
                2
            }
        };
        let here = kind(x, y);
        if around.iter().any(|&(x, y)| kind(x, y) != here) {
            continue;
        }
        seen[here] += 1;
        assert_eq!(picked[y as usize][x as usize], [CRATE, BALL, None][here], "{x}, {y}: {r} {g}");
    }
    assert!(seen.iter().all(|count| *count > 1000), "{seen:?}");
}

#[test]
fn the_nearest_is_picked_in_either_order_and_translucent_ones_too() {
    let (near, far) =
        (solid(SolidPart::Cube, 10.0, vec3(0.0, 0.0, 50.0), CRATE), solid(SolidPart::Ball, 30.0, Vec3::ZERO, BALL));
    let glass = Solid { color: near.color.fade(0.3), ..near.clone() };
    let far_glass = Solid { color: far.color.fade(0.3), ..far.clone() };
    for solids in
        [[&near, &far], [&far, &near], [&glass, &far], [&far, &glass], [&glass, &far_glass], [&far_glass, &near]]
    {
        let picture = Picture { solids: solids.map(Solid::clone).to_vec(), ..Picture::default() };
        assert_eq!(at(&picture, 0.5, 0.5), CRATE, "{solids:?}");
        assert_eq!(at(&picture, 20.5, 0.5), BALL, "{solids:?}");
    }
}

#[test]
fn without_an_item_opaque_solids_hide_and_others_are_passed_through() {
    let far = solid(SolidPart::Ball, 30.0, Vec3::ZERO, BALL);
    let wall = solid(SolidPart::Cube, 10.0, vec3(0.0, 0.0, 50.0), None);
    let pane = Solid { color: wall.color.fade(0.3), ..wall.clone() };
    assert_eq!(at(&Picture { solids: vec![far.clone(), wall], ..Picture::default() }, 0.5, 0.5), None);
    assert_eq!(at(&Picture { solids: vec![far, pane], ..Picture::default() }, 0.5, 0.5), BALL);
}

#[test]
fn lines_and_dots_are_picked_from_a_few_pixels_away() {
    let lines = vec![ray(vec3(-40.0, 0.0, 0.0), vec3(40.0, 0.0, 0.0))];
    let dots = vec![Dot { at: vec3(0.0, 40.0, 0.0), color: RED, size: 6.0, item: Some(Item::Camera(1)) }];
    let picture = Picture { lines, dots, ..Picture::default() };
    for (x, y, expected) in [
        (10.5, 0.5, RAY),
        (10.5, 4.5, RAY),
        (10.5, -4.5, RAY),
        (10.5, 6.5, None),
        (43.5, 0.5, RAY),
        (48.5, 0.5, None),
        (0.5, 40.5, Some(Item::Camera(1))),
        (7.5, 40.5, Some(Item::Camera(1))),
        (0.5, 52.5, None),
    ] {
        assert_eq!(at(&picture, x, y), expected, "{x}, {y}");
    }
    let mut viewport = viewport(&picture);
    let (x, y) = pixel(10.5, 7.5);
    assert_eq!(viewport.pick(&metre_a_pixel(), SIZE, 2.0, [x, y]).unwrap(), RAY, "more pixels to a point");
}

#[test]
fn gaps_between_dashes_belong_to_the_line() {
    let dashed = Line { style: Style::Dashed, ..ray(vec3(-60.0, 0.0, 0.0), vec3(60.0, 0.0, 0.0)) };
    let row = &all(&Picture { lines: vec![dashed], ..Picture::default() }, &metre_a_pixel())[60];
    assert!(row[22..138].iter().all(|picked| *picked == RAY), "{row:?}");
}

#[test]
fn a_ray_is_picked_before_and_within_glass_but_not_behind_a_wall() {
    let across = |z: f32| ray(vec3(-70.0, 0.5, z), vec3(70.0, 0.5, z));
    let wall = solid(SolidPart::Cube, 30.0, Vec3::ZERO, CRATE);
    let glass = Solid { color: wall.color.fade(0.4), ..wall.clone() };
    for (solid, z, expected) in [(&wall, 60.0, RAY), (&wall, 0.0, CRATE), (&glass, 0.0, RAY), (&glass, -60.0, RAY)] {
        let picture = Picture { solids: vec![solid.clone()], lines: vec![across(z)], ..Picture::default() };
        assert_eq!(at(&picture, 0.5, 0.5), expected, "at {z}");
        assert_eq!(at(&picture, 50.5, 0.5), RAY, "beside, at {z}");
        assert_eq!(at(&picture, 0.5, 20.5), CRATE, "above, at {z}");
    }
}

#[test]
fn the_box_around_an_object_takes_no_pixel_of_another_solid() {
    let behind = solid(SolidPart::Ball, 40.0, vec3(0.0, 0.0, -50.0), BALL);
    let edge = Line { item: CRATE, ..line(vec3(0.0, -50.0, 0.0), vec3(0.0, 50.0, 0.0), RED, 2.0) };
    let picture = Picture { solids: vec![behind], lines: vec![edge], ..Picture::default() };
    assert_eq!([0.5, 2.5].map(|x| at(&picture, x, 0.5)), [CRATE, BALL]);
    assert_eq!([0.5, 2.5].map(|x| at(&picture, x, 45.5)), [CRATE, CRATE], "where nothing else is it reaches out");
}

#[test]
fn picking_follows_picture_viewpoint_and_size_and_changes_no_pixel() {
    let view = metre_a_pixel();
    let mut moved = view;
    moved.eye.x += 40.0;
    moved.target.x += 40.0;
    let mut viewport =
        viewport(&Picture { solids: vec![solid(SolidPart::Cube, 20.0, Vec3::ZERO, CRATE)], ..Picture::default() });
    viewport.draw(&view, SIZE, 1.0, &Palette::DARK).unwrap();
    let before = viewport.read();
    let mut pick = |viewpoint, size, at| viewport.pick(viewpoint, size, 1.0, at).unwrap();
    assert_eq!(pick(&view, SIZE, [80, 60]), CRATE);
    assert_eq!(pick(&moved, SIZE, [80, 60]), None);
    assert_eq!(pick(&moved, SIZE, [40, 60]), CRATE);
    assert_eq!(pick(&view, [320, 240], [130, 120]), CRATE);
    assert_eq!(pick(&view, SIZE, [80, 60]), CRATE);
    assert_eq!(pick(&view, SIZE, [160, 60]), None, "beside the picture");
    assert_eq!(viewport.read(), before);
    viewport.set_picture(&Picture::default());
    assert_eq!(viewport.pick(&view, SIZE, 1.0, [80, 60]).unwrap(), None);
    let refused = viewport.pick(&view, [0, 10], 1.0, [0, 0]);
    assert!(matches!(refused, Err(RenderError::Size { .. })), "{refused:?}");
}
