//! Triangle meshes among the solids.

use std::sync::Arc;

use eyeline::files::Files;
use eyeline::geometry::{Aabb, Mesh, Pose, Shape};
use eyeline::picture::{
    Bodies, BodyLook, Color, Display, Lens, Palette, Picture, Selected, Shown, Solid, SolidForm, Style, Viewpoint,
};
use eyeline::report::Report;
use eyeline::scene::generate;
use eyeline::surface::{Material, Part, Surface, Vertex};
use eyeline::world::{Item, World};
use glam::{Affine3A, DAffine3, DQuat, DVec3, Quat, Vec3, vec3};

use crate::looking::{GREEN, RED, draw, metre_a_pixel, pixel, redness};
use crate::picking::{at, viewport};

/// A pyramid without a base: four sides around +Y, counter-clockwise from outside.
fn pyramid() -> Arc<Mesh> {
    let positions = [[0.0, 1.0, 0.0], [1.0, 0.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 0.0, -1.0], [-1.0, 0.0, 1.0]];
    let triangles = vec![[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 1]];
    Arc::new(Mesh::new(positions.map(Vec3::from).to_vec(), triangles).expect("a mesh"))
}

fn solid(mesh: &Arc<Mesh>, map: Affine3A, color: Color) -> Solid {
    Solid { form: SolidForm::Mesh(Arc::clone(mesh)), world_from_unit: map, color, item: Some(Item::Object(5)) }
}

fn picture(solid: Solid) -> Picture {
    Picture { solids: vec![solid], ..Picture::default() }
}

/// Rotated so that the eye looks at the tip, or into the open base.
fn facing(tip: f32, scale: Vec3) -> Affine3A {
    let turn = Quat::from_rotation_x(tip * std::f32::consts::FRAC_PI_2);
    Affine3A::from_scale_rotation_translation(scale, turn, Vec3::ZERO)
}

#[test]
fn both_sides_are_seen_and_picked_mirrored_or_not() {
    let mesh = pyramid();
    for tip in [1.0, -1.0] {
        for scale in [vec3(40.0, 40.0, 40.0), vec3(-40.0, 40.0, 40.0), vec3(40.0, -40.0, 40.0)] {
            for color in [RED, RED.fade(0.5)] {
                let picture = picture(solid(&mesh, facing(tip, scale), color));
                let image = draw(&picture, &metre_a_pixel());
                for (x, y) in [(20.0, 0.0), (-20.0, 0.0), (0.0, 20.0), (0.0, -20.0), (35.0, 35.0)] {
                    let (px, py) = pixel(x, y);
                    assert!(redness(&image, px, py) > 30, "{tip} {scale} at {x}, {y}");
                    assert_eq!(at(&picture, x, y), Some(Item::Object(5)));
                }
                assert_eq!(at(&picture, 45.0, 0.0), None);
            }
        }
    }
}

/// A red square around the origin that faces +Z.
fn square(is_double_sided: bool) -> Arc<Mesh> {
    let corners = [[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]];
    let triangles = vec![[0, 1, 2], [0, 2, 3]];
    let material = Arc::new(Material { is_double_sided, base_color: [1.0, 0.0, 0.0, 1.0], ..Material::default() });
    let vertices = (0..4).map(Vertex::plain).collect();
    let surface = Surface { vertices, parts: vec![Part { triangles: triangles.clone(), material }] };
    let mesh = Mesh::new(corners.map(Vec3::from).to_vec(), triangles).expect("a mesh");
    Arc::new(mesh.with_surface(Some(Arc::new(surface))))
}

#[test]
fn a_single_sided_material_is_seen_and_picked_from_its_front() {
    let turned = DQuat::from_rotation_y(std::f64::consts::PI);
    let (plain, mirrored) = (DVec3::splat(20.0), DVec3::new(-20.0, 20.0, 20.0));
    for (is_double_sided, turn, are_seen) in [
        (false, DQuat::IDENTITY, [true, true, false]),
        (false, turned, [false, false, true]),
        (true, DQuat::IDENTITY, [true; 3]),
        (true, turned, [true; 3]),
    ] {
        // The three squares share a mesh; the last one is mirrored in the direction of the eye.
        let mut world = world(3, &square(is_double_sided));
        let scales = [plain, mirrored, DVec3::new(20.0, 20.0, -20.0)];
        for ((object, scale), x) in world.objects.iter_mut().zip(scales).zip([-50.0, 0.0, 50.0]) {
            let map = DAffine3::from_scale_rotation_translation(scale, turn, DVec3::new(x, 0.0, 0.0));
            object.pose = Pose::from_affine(map).expect("it has an inverse");
            object.aabb = Aabb::of(&object.shape, &object.pose);
        }
        let looks = vec![BodyLook { fill: RED, tint: RED, edge: Color([0; 4]), width: 0.0, style: Style::Solid }; 3];
        let mut picture = Picture { bodies: Arc::new(Bodies::of(&world)), looks, ..Picture::default() };
        let seen = |picture: &Picture| {
            let image = draw(picture, &metre_a_pixel());
            [-50.0, 0.0, 50.0].map(|x| {
                let (column, row) = pixel(x, 0.0);
                (redness(&image, column, row) > 30, at(picture, x, 0.0).is_some())
            })
        };
        assert_eq!(seen(&picture), are_seen.map(|is_seen| (is_seen, is_seen)), "{is_double_sided} {turn}");
        picture.display = Display::Verdict;
        assert_eq!(seen(&picture), [(true, true); 3], "the other modes show both sides");
    }
}

#[test]
fn sides_are_flat_shaded_with_different_brightness() {
    let image =
        draw(&picture(solid(&pyramid(), facing(1.0, Vec3::splat(50.0)), Color::rgb(150, 150, 150))), &metre_a_pixel());
    let light = |x: f32, y: f32| {
        let (x, y) = pixel(x, y);
        i32::from(image.get_pixel(x, y).0[1])
    };
    let sides = [(30.0, 0.0), (-30.0, 0.0), (0.0, 30.0), (0.0, -30.0)].map(|(x, y)| light(x, y));
    assert!(sides[2] > sides[3] + 40 && sides[1] > sides[0] + 20, "from above, and from the left: {sides:?}");
    assert!((light(30.0, 5.0) - light(40.0, -10.0)).abs() <= 2, "one side has one light");
}

/// The light on a mesh does not depend on its position.
#[test]
fn far_from_the_origin_it_looks_the_same() {
    let mesh = pyramid();
    let near = draw(&picture(solid(&mesh, facing(1.0, Vec3::splat(40.0)), GREEN)), &metre_a_pixel());
    let away = vec3(65536.0, 0.0, 0.0);
    let mut there = metre_a_pixel();
    there.lens = Lens::Perspective { fov_y: 0.24 };
    let here = there;
    (there.eye, there.target) = (there.eye + away, there.target + away);
    let draw_at = |view: &Viewpoint, away: Vec3| {
        let map = Affine3A::from_translation(away) * facing(1.0, Vec3::splat(40.0));
        draw(&picture(solid(&mesh, map, GREEN)), view)
    };
    let (a, b) = (draw_at(&here, Vec3::ZERO), draw_at(&there, away));
    let off = a.pixels().zip(b.pixels()).filter(|(a, b)| a.0[1].abs_diff(b.0[1]) > 6).count();
    assert!(off < 200, "{off} pixels differ");
    assert!(near.pixels().filter(|pixel| pixel.0[1] > 120).count() > 1000);
}

#[test]
fn a_triangle_without_finite_corners_is_left_out() {
    let positions = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::NAN];
    let mesh = Arc::new(Mesh::new(positions, vec![[0, 1, 3], [0, 1, 2]]).expect("one is left"));
    let picture = picture(solid(&mesh, Affine3A::from_scale(Vec3::splat(50.0)), RED));
    assert_eq!((at(&picture, 10.0, 10.0), at(&picture, -10.0, -10.0)), (Some(Item::Object(5)), None));
    draw(&picture, &metre_a_pixel());
}

fn world(objects: usize, mesh: &Arc<Mesh>) -> World {
    let mut world = World::at(&generate(objects, 1), &Files::default(), 0);
    for object in &mut world.objects {
        object.shape = Shape::Mesh(Arc::clone(mesh));
        object.aabb = Aabb::of(&object.shape, &object.pose);
    }
    world
}

#[test]
fn objects_with_one_mesh_are_one_group() {
    let (mesh, other) = (pyramid(), pyramid());
    let mut world = world(100, &mesh);
    world.objects[7].shape = Shape::Mesh(other);
    let bodies = Bodies::of(&world);
    let sizes: Vec<usize> = bodies.groups().iter().map(|group| group.bodies.len()).collect();
    assert_eq!(sizes, [0, 0, 0, 0, 0, 0, 99, 1]);
}

/// Thousands of objects: those out of view are not sent, and the picked object is the drawn one.
#[test]
fn among_many_objects_the_visible_one_is_picked() {
    let world = world(3000, &pyramid());
    let looks = vec![BodyLook { fill: RED, tint: RED, edge: Color([0; 4]), width: 0.0, style: Style::Solid }; 3000];
    let picture = Picture { bodies: Arc::new(Bodies::of(&world)), looks, ..Picture::default() };
    let view = Viewpoint {
        eye: vec3(0.0, 6.0, 0.0),
        target: vec3(0.0, 5.0, -20.0),
        up: Vec3::Y,
        lens: Lens::Perspective { fov_y: 1.0 },
        depth: [0.1, 500.0],
    };
    let image = draw(&picture, &view);
    let mut viewport = viewport(&picture);
    let (mut hits, mut wrong) = (0, 0);
    for x in (2..158).step_by(3) {
        for y in (2..118).step_by(3) {
            let red = redness(&image, x, y);
            let picked = viewport.pick(&view, [160, 120], 1.0, [x, y]).expect("drawn").is_some();
            hits += usize::from(picked);
            wrong += usize::from(if picked { red == 0 } else { red > 95 });
        }
    }
    // At rims a pixel is partly red, and its middle may be in another colour than a sample.
    assert!(hits > 200 && wrong * 20 < hits, "{hits} {wrong}");
}

#[test]
fn a_selected_mesh_shows_its_edges_and_a_huge_one_only_its_box() {
    let lines = |mesh: &Arc<Mesh>| {
        let world = world(3, mesh);
        let report = Report::of(&world);
        let selected = Selected { subject: Some(Item::Object(1)), ..Selected::default() };
        let picture = Picture::of(&Shown::new(&world, &report, &selected, &Palette::DARK));
        assert!(picture.looks[1].fill.0[3] > 0, "open, so it is not seen through");
        picture.lines.iter().filter(|line| line.color == Palette::DARK.selected).count()
    };
    assert_eq!(lines(&pyramid()), 8);
    let strip: Vec<Vec3> = (0_u16..6000).map(|i| vec3(f32::from(i), f32::from(i % 2), 0.0)).collect();
    let triangles = (0..5998).map(|i| [i, i + 1, i + 2]).collect();
    assert_eq!(lines(&Arc::new(Mesh::new(strip, triangles).expect("a mesh"))), 0);
}
