//! Crowds: what nearer solids hide is left out, and the picture stays the same.

use eyeline::files::Files;
use eyeline::picture::{Color, Lens, Palette, Picture, Selected, Shown, Viewpoint};
use eyeline::render::{Headless, Viewport};
use eyeline::report::Report;
use eyeline::scene;
use eyeline::world::World;
use glam::{EulerRot, Quat, Vec3};
use image::RgbaImage;
use serde_json::{Value, json};

/// Numbers that look random, the same every time.
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
    // Edges of boxes are seen faintly through solids, so they would tell of what is left out. Neighbours differ in colour.
    let colors = [palette.pass, palette.partial, palette.fail, palette.neutral, palette.selected, palette.exact];
    for (look, color) in picture.looks.iter_mut().zip(colors.into_iter().cycle()) {
        (look.edge, look.fill) = (Color([0; 4]), color);
    }
    picture
}

/// Draws everything, and then only what is seen. Gives back how many pixels differ, and how many pieces were drawn.
#[expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
fn compare(name: &str, picture: &Picture, viewpoint: &Viewpoint, size: [u32; 2]) -> (usize, [usize; 2]) {
    let headless = Headless::of_this_thread().unwrap();
    let mut viewport = Viewport::new(headless.context()).unwrap();
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

/// Most pixels of a picture of 320 x 240 that may differ: at the rim of a solid that touches another one.
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
fn a_solid_that_is_hidden_by_the_person_hides_nothing() {
    let mut noise = Noise(3);
    let ball = |i: usize, noise: &mut Noise| {
        let [x, y, _] = noise.point(3.0);
        json!({ "name": format!("{i}"), "shape": { "sphere": { "radius": 1 } }, "position": [x, y, -6.0] })
    };
    let wall = json!({ "name": "wall", "shape": { "box": { "half_extents": [9, 9, 1] } } });
    let mut picture = picture(&std::iter::once(wall).chain((0..4000).map(|i| ball(i, &mut noise))).collect::<Vec<_>>());
    let viewpoint = Viewpoint { eye: Vec3::Z * 12.0, target: Vec3::ZERO, ..viewpoints(12.0)[0] };
    let headless = Headless::of_this_thread().unwrap();
    let mut viewport = Viewport::new(headless.context()).unwrap();
    let mut pieces = |picture: &Picture| {
        viewport.set_picture(picture);
        viewport.draw(&viewpoint, [320, 240], 1.0, &Palette::DARK).unwrap();
        viewport.pieces_drawn()
    };
    assert_eq!(pieces(&picture), 1, "the wall");
    picture.looks[0].fill = Color([0; 4]);
    assert!(pieces(&picture) > 20, "what was behind it");
}
