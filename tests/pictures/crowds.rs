//! Crowds: solids that nearer solids hide are left out, and the picture stays the same.

use eyeline::files::Files;
use eyeline::picture::{Color, Lens, Palette, Picture, Selected, Shown, Solid, Viewpoint};
use eyeline::render::{Headless, Viewport};
use eyeline::report::Report;
use eyeline::scene;
use eyeline::world::World;
use glam::{EulerRot, Quat, Vec3};
use image::RgbaImage;
use serde_json::{Value, json};

/// Pseudorandom numbers with a fixed seed.
struct Noise(u32);

impl Noise {
    /// From −`half` to `half`.
    fn around_0(&mut self, half: f32) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        #[expect(clippy::cast_precision_loss, reason = "24 bits")]
        let part = (self.0 >> 8) as f32 / 16_777_216.0;
        (2.0 * part - 1.0) * half
    }

    fn point(&mut self, half: f32) -> [f32; 3] {
        [(); 3].map(|()| self.around_0(half))
    }
}

#[expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
fn picture(objects: &[Value]) -> Picture {
    let text = json!({ "eyeline": 1, "objects": objects }).to_string();
    let world = World::at(&scene::parse(&text, "crowd.json").unwrap(), &Files::default(), 0);
    let palette = Palette::DARK;
    let mut picture = Picture::of(&Shown::new(&world, &Report::of(&world), &Selected::of(&world), &palette));
    // Boxes have no edges here, because edges are visible faintly through solids and would differ. Neighbours differ in
    // colour.
    let colors = [palette.pass, palette.partial, palette.fail, palette.neutral, palette.selected, palette.exact];
    for (look, color) in picture.looks.iter_mut().zip(colors.into_iter().cycle()) {
        (look.edge, look.fill) = (Color([0; 4]), color);
    }
    picture
}

/// Draws everything, and then only what is visible. Returns the number of pixels that differ, and the number of pieces
/// drawn.
#[expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
fn compare(name: &str, picture: &Picture, viewpoint: &Viewpoint, size: [u32; 2]) -> (usize, [usize; 2]) {
    let headless = Headless::of_this_thread().unwrap();
    let mut viewport = Viewport::new(headless.programs()).unwrap();
    viewport.set_picture(picture);
    let mut draw = |is_hidden_drawn: bool| {
        viewport.draw_hidden(is_hidden_drawn);
        viewport.draw(viewpoint, size, 1.0, &Palette::DARK).unwrap();
        (viewport.read(), viewport.pieces_drawn())
    };
    let ((all, all_pieces), (seen, pieces)) = (draw(true), draw(false));
    let differ = all.pixels().zip(seen.pixels()).filter(|(a, b)| a != b).count();
    if let Some(folder) = std::env::var_os("EYELINE_SHOTS") {
        let save = |image: &RgbaImage, what: &str| image.save(std::path::Path::new(&folder).join(what)).unwrap();
        save(&all, &format!("crowd_{name}_all.png"));
        save(&seen, &format!("crowd_{name}_seen.png"));
    }
    (differ, [pieces, all_pieces])
}

/// The largest number of pixels of a picture of 320 x 240 that may differ. They are at the rim of a solid that touches
/// another.
const MOST_PIXELS: usize = 4;

fn viewpoints(distance: f32) -> [Viewpoint; 3] {
    let lens = Lens::Perspective { fov_y: 0.8 };
    let outside = Viewpoint {
        eye: Vec3::new(0.6, 0.5, 1.0) * distance,
        target: Vec3::ZERO,
        up: Vec3::Y,
        lens,
        depth: [0.1, 10.0 * distance],
    };
    let flat = Viewpoint { lens: Lens::Orthographic { height: distance }, ..outside };
    let amid = Viewpoint { eye: Vec3::new(0.1, 0.2, 0.3), target: Vec3::new(1.0, 0.5, -2.0), ..outside };
    [outside, flat, amid]
}

#[test]
fn a_crowd_of_balls_is_the_same_without_those_that_are_hidden() {
    let mut noise = Noise(1);
    let ball = |i: usize, noise: &mut Noise| {
        let radius = 1.0 + noise.around_0(0.8);
        json!({ "name": format!("{i}"), "shape": { "sphere": { "radius": radius } }, "position": noise.point(9.0) })
    };
    let picture = picture(&(0..6000).map(|i| ball(i, &mut noise)).collect::<Vec<_>>());
    for (i, viewpoint) in viewpoints(24.0).iter().enumerate() {
        let (differ, [pieces, all]) = compare(&format!("balls{i}"), &picture, viewpoint, [320, 240]);
        assert!(differ <= MOST_PIXELS, "{i}: {differ} pixels differ");
        assert!(pieces * 3 < all, "{i}: {pieces} of {all} drawn");
    }
}

#[test]
fn a_crowd_of_all_solids_is_the_same_without_those_that_are_hidden() {
    let mut noise = Noise(7);
    let solid = |i: usize, noise: &mut Noise| {
        let (a, b) = (1.0 + noise.around_0(0.6), 1.2 + noise.around_0(0.8));
        let shape = match i % 5 {
            0 => json!({ "box": { "half_extents": [a, b, a] } }),
            1 => json!({ "sphere": { "radius": a } }),
            2 => json!({ "cylinder": { "radius": a, "half_height": b } }),
            3 => json!({ "cone": { "radius": a, "height": 2.0 * b } }),
            _ => json!({ "capsule": { "radius": a, "half_height": b } }),
        };
        let scale = if i.is_multiple_of(3) { [1.0, -0.7, 1.3] } else { [1.0, 1.0, 1.0] };
        let turn =
            Quat::from_euler(EulerRot::YXZ, noise.around_0(3.1), noise.around_0(1.5), noise.around_0(3.1)).to_array();
        json!({ "name": format!("{i}"), "shape": shape, "position": noise.point(9.0), "scale": scale,
            "rotation": turn })
    };
    let picture = picture(&(0..6000).map(|i| solid(i, &mut noise)).collect::<Vec<_>>());
    for (i, viewpoint) in viewpoints(26.0).iter().enumerate() {
        let (differ, [pieces, all]) = compare(&format!("solids{i}"), &picture, viewpoint, [320, 240]);
        assert!(differ <= MOST_PIXELS, "{i}: {differ} pixels differ");
        assert!(pieces * 2 < all, "{i}: {pieces} of {all} drawn");
    }
}

#[test]
fn of_solids_at_one_place_the_first_is_drawn() {
    let ball = |i: usize| json!({ "name": format!("{i}"), "shape": { "sphere": { "radius": 2 } } });
    let picture = picture(&(0..3000).map(ball).collect::<Vec<_>>());
    let [outside, ..] = viewpoints(8.0);
    let (differ, pieces) = compare("place", &picture, &outside, [320, 240]);
    assert_eq!((differ, pieces), (0, [1, 3000]));
}

#[test]
fn a_solid_hidden_by_the_user_hides_no_other() {
    let mut noise = Noise(3);
    let ball = |i: usize, noise: &mut Noise| {
        let [x, y, _] = noise.point(3.0);
        json!({ "name": format!("{i}"), "shape": { "sphere": { "radius": 1 } }, "position": [x, y, -6.0] })
    };
    let wall = json!({ "name": "wall", "shape": { "box": { "half_extents": [9, 9, 1] } } });
    let mut picture = picture(&std::iter::once(wall).chain((0..4000).map(|i| ball(i, &mut noise))).collect::<Vec<_>>());
    let viewpoint = Viewpoint { eye: Vec3::Z * 12.0, target: Vec3::ZERO, ..viewpoints(12.0)[0] };
    let headless = Headless::of_this_thread().unwrap();
    let mut viewport = Viewport::new(headless.programs()).unwrap();
    let mut pieces = |picture: &Picture| {
        viewport.set_picture(picture);
        viewport.draw(&viewpoint, [320, 240], 1.0, &Palette::DARK).unwrap();
        viewport.pieces_drawn()
    };
    assert_eq!(pieces(&picture), 1, "the wall");
    picture.looks[0].fill = Color([0; 4]);
    assert!(pieces(&picture) > 20, "what was behind it");
}

/// Balls that nearly coincide, all of one colour, as in a user's scene.
fn pile(count: usize, noise: &mut Noise) -> Vec<Value> {
    let ball = |i: usize, noise: &mut Noise| json!({ "name": format!("{i}"), "shape": { "sphere": { "radius": 10 } }, "position": noise.point(1.0) });
    (0..count).map(|i| ball(i, noise)).collect()
}

/// The difference of a channel, of 255, from which on a pixel looks different.
const VISIBLE_STEP: u8 = 12;

/// A ball that is left out of a pile is nearest at the middle of no pixel. The full drawing has the flat pieces of more
/// balls, so its shading and its rim differ a little.
#[test]
fn a_pile_of_balls_that_nearly_coincide_is_drawn_by_those_that_are_nearest() {
    let mut picture = picture(&pile(4000, &mut Noise(11)));
    for look in &mut picture.looks {
        look.fill = Palette::DARK.neutral;
    }
    let headless = Headless::of_this_thread().unwrap();
    let mut viewport = Viewport::new(headless.programs()).unwrap();
    let [outside, flat, _] = viewpoints(26.0);
    for (name, viewpoint) in [("pile", outside), ("pile_flat", flat)] {
        let mut draw = |picture: &Picture, is_hidden_drawn: bool| {
            viewport.set_picture(picture);
            viewport.draw_hidden(is_hidden_drawn);
            viewport.draw(&viewpoint, [320, 240], 1.0, &Palette::DARK).unwrap();
            (viewport.read(), viewport.pieces_drawn())
        };
        let (empty, _) =
            draw(&Picture { bodies: std::sync::Arc::default(), looks: Vec::new(), ..picture.clone() }, false);
        let ((full, all), (seen, pieces)) = (draw(&picture, true), draw(&picture, false));
        let is_visible =
            |a: &image::Rgba<u8>, b: &image::Rgba<u8>| a.0.iter().zip(b.0).any(|(a, b)| a.abs_diff(b) > VISIBLE_STEP);
        let differ = full.pixels().zip(seen.pixels()).filter(|(a, b)| is_visible(a, b)).count();
        let holes = empty.pixels().zip(full.pixels()).zip(seen.pixels());
        let holes = holes.filter(|((empty, full), seen)| is_visible(empty, full) && empty == seen).count();
        assert!(differ * 1000 < 320 * 240, "{name}: {differ} pixels differ visibly");
        assert_eq!(holes, 0, "{name}: the background shows through");
        assert!(pieces > 20 && pieces * 10 < all, "{name}: {pieces} of {all} drawn");
    }
}

/// The edges of balls in a pile are bars that hide the balls. The edges of separate boxes are drawn as without the
/// pile. Seen from near, rays find the visible balls of the pile. Seen from afar, the comparison with nearer balls
/// suffices, and [`eyeline::render::LeftOut`] is empty.
#[test]
fn separate_boxes_beside_a_pile_keep_their_edges() {
    let headless = Headless::of_this_thread().unwrap();
    let mut viewport = Viewport::new(headless.programs()).unwrap();
    let marked = Color([255, 0, 255, 255]);
    let mut edges_of = |count: usize, distance: f32| {
        let beside = |i: usize| {
            let [x, y] = [i % 3, i / 3].map(|k| 3.5 * (k as f64) - 3.5);
            json!({ "name": format!("box {i}"), "shape": { "box": { "half_extents": [1.4, 1.4, 1.4] } },
                "position": [x, y + 1.5, 14.0] })
        };
        let objects: Vec<Value> = (0..6).map(beside).chain(pile(count, &mut Noise(11))).collect();
        let mut picture = picture(&objects);
        for (i, look) in picture.looks.iter_mut().enumerate() {
            look.edge = if i < 6 { marked } else { Palette::DARK.neutral };
            look.fill = Palette::DARK.neutral;
        }
        viewport.set_picture(&picture);
        let viewpoint = Viewpoint { eye: Vec3::Z * distance, target: Vec3::ZERO, ..viewpoints(30.0)[0] };
        viewport.draw(&viewpoint, [320, 240], 1.0, &Palette::DARK).unwrap();
        let image = viewport.read();
        let is_marked = |pixel: &image::Rgba<u8>| pixel.0[0] > 150 && pixel.0[1] < 110 && pixel.0[2] > 150;
        (image.pixels().filter(|pixel| is_marked(pixel)).count(), viewport.left_out())
    };
    for (distance, least_left_out) in [(26.0, 20), (60.0, 0)] {
        let (alone, none_left_out) = edges_of(0, distance);
        let (with_pile, left_out) = edges_of(8000, distance);
        assert!(alone > 200, "{alone} pixels of edges from {distance} m");
        assert_eq!(none_left_out.edges, 0);
        assert!(with_pile * 20 > alone * 19, "{with_pile} of {alone} pixels of edges from {distance} m");
        assert!(left_out.edges >= least_left_out, "of the pile from {distance} m: {left_out:?}");
        assert_eq!(left_out.objects, 0, "{left_out:?}");
    }
}

/// Each box is visible in the corner that the nearer boxes leave free, and covers the picture above and to the right.
#[test]
fn objects_that_take_too_long_are_left_out_and_the_legend_has_a_note() {
    let boxes = (0..72_u32).flat_map(|i| {
        (0..72_u32).map(move |j| {
            let [x, y] = [f64::from(i), f64::from(j)].map(|k| k / 36.0 - 1.0);
            json!({ "name": format!("{i} {j}"), "shape": { "box": { "half_extents": [8, 8, 0.001] } },
                "position": [x + 8.0, y + 8.0, f64::midpoint(x, y)] })
        })
    });
    let picture = picture(&boxes.collect::<Vec<_>>());
    let lens = Lens::Orthographic { height: 2.0 };
    let viewpoint = Viewpoint { eye: Vec3::Z * 4.0, target: Vec3::ZERO, up: Vec3::Y, lens, depth: [0.1, 10.0] };
    let headless = Headless::of_this_thread().unwrap();
    let mut viewport = Viewport::new(headless.programs()).unwrap();
    viewport.set_picture(&picture);
    viewport.draw(&viewpoint, [320, 240], 1.0, &Palette::DARK).unwrap();
    let (drawn, left_out) = (viewport.pieces_drawn(), viewport.left_out());
    assert!((2900..=3000).contains(&drawn), "{drawn} drawn");
    assert!(left_out.objects > 1000 && (4..100).contains(&left_out.pixels), "{left_out:?}");
    let rows: Vec<String> = left_out.legend_entries(&Palette::DARK).map(|row| row.text).collect();
    assert!(rows[0].contains("objects are not drawn") && rows[0].contains("pixels"), "{rows:?}");
    assert_eq!(rows.len(), 1 + usize::from(left_out.edges > 0), "{rows:?}");
    // A crowd that is drawn completely has no note.
    viewport.draw(&Viewpoint { target: Vec3::Z * 9.0, ..viewpoint }, [320, 240], 1.0, &Palette::DARK).unwrap();
    assert_eq!(viewport.left_out().legend_entries(&Palette::DARK).count(), 0);
}

/// A level of detail agrees with the full detail: each pixel of one silhouette is a pixel of the other, or beside one.
#[test]
fn levels_of_detail_have_the_silhouettes_of_the_full_detail() {
    let size = [480, 360];
    let headless = Headless::of_this_thread().unwrap();
    let mut viewport = Viewport::new(headless.programs()).unwrap();
    let lens = Lens::Perspective { fov_y: 0.8 };
    let viewpoint = Viewpoint { eye: Vec3::Z * 10.0, target: Vec3::ZERO, up: Vec3::Y, lens, depth: [0.1, 1000.0] };
    let mut covered = |picture: &Picture| -> Vec<bool> {
        let mut draw = |picture: &Picture| {
            viewport.set_picture(picture);
            viewport.draw(&viewpoint, size, 1.0, &Palette::DARK).unwrap();
            viewport.read()
        };
        let (empty, drawn) = (draw(&Picture::default()), draw(picture));
        empty.pixels().zip(drawn.pixels()).map(|(a, b)| a != b).collect()
    };
    let shapes = [
        json!({ "sphere": { "radius": 1 } }),
        json!({ "cylinder": { "radius": 1, "half_height": 1 } }),
        json!({ "cone": { "radius": 1, "height": 2 } }),
        json!({ "capsule": { "radius": 1, "half_height": 1 } }),
    ];
    for shape in &shapes {
        // From 200 pixels across to 3.
        for distance in [2.5_f32, 6.0, 14.0, 30.0, 70.0, 150.0] {
            let turn = Quat::from_euler(EulerRot::YXZ, 0.4, 0.7, 0.2).to_array();
            let mut near = picture(&[json!({ "name": "a", "shape": shape, "rotation": turn,
                "position": [distance * 0.1, 0.0, 10.0 - 2.0 * distance] })]);
            (near.lines, near.dots, near.solids, near.faces) = Default::default();
            let mut full = Picture { bodies: std::sync::Arc::default(), looks: Vec::new(), ..near.clone() };
            for group in near.bodies.groups() {
                for body in group.bodies.iter() {
                    let form = group.form.clone();
                    let color = Palette::DARK.pass;
                    full.solids.push(Solid { form, world_from_unit: body.world_from_unit, color, item: None });
                }
            }
            let [near, full] = [covered(&near), covered(&full)];
            assert!(full.iter().any(|pixel| *pixel), "{shape} at {distance} is in view");
            for (one, other, what) in [(&near, &full, "more"), (&full, &near, "less")] {
                let is_beside = |i: usize| {
                    let (x, y) = (i % 480, i / 480);
                    let rows = y.saturating_sub(1)..(y + 2).min(360);
                    rows.flat_map(|y| (x.saturating_sub(1)..(x + 2).min(480)).map(move |x| y * 480 + x))
                        .any(|i| other[i])
                };
                let off = (0..one.len()).filter(|&i| one[i] && !is_beside(i)).count();
                assert_eq!(off, 0, "{shape} at {distance}: {what} than the full detail by more than a pixel");
            }
        }
    }
}
