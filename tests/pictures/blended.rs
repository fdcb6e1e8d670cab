//! Translucent materials of objects: the nearest surface covers the others, in every order of the file.

use std::f64::consts::PI;
use std::sync::Arc;

use eyeline::files::Files;
use eyeline::geometry::{Aabb, Mesh, Pose, Shape};
use eyeline::picture::{Bodies, BodyLook, Color, Lens, Picture, Style, Viewpoint};
use eyeline::scene::generate;
use eyeline::surface::{Alpha, Material, Part, Surface, Vertex};
use eyeline::world::World;
use glam::{DAffine3, DQuat, DVec3, Vec3, vec3};
use image::RgbaImage;

use crate::looking::{GREEN, RED, draw, metre_a_pixel, pixel};

const BLUE: Color = Color::rgb(0, 0, 255);
/// Nearly no share of the picture, so that a surface has the colour of its material.
const PLAIN: Color = Color([0, 0, 0, 1]);
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// A square of 80 m that faces ±Z: its colour and its centre.
type Pane = ([f32; 3], Vec3);

/// Red is behind green, and green is behind blue, as seen from +Z. In the middle they overlap.
const PANES: [Pane; 3] = [
    ([1.0, 0.0, 0.0], vec3(-15.0, -5.0, -50.0)),
    ([0.0, 1.0, 0.0], vec3(0.0, 0.0, 0.0)),
    ([0.0, 0.0, 1.0], vec3(15.0, 5.0, 50.0)),
];

fn material(alpha: Alpha) -> Arc<Material> {
    Arc::new(Material { alpha, is_double_sided: true, is_unlit: true, ..Material::default() })
}

/// One part with all panes, or a part for each of them.
fn mesh(panes: &[Pane], is_one_part: bool, alpha: Alpha) -> Arc<Mesh> {
    let corner = [vec3(-40.0, -40.0, 0.0), vec3(40.0, -40.0, 0.0), vec3(40.0, 40.0, 0.0), vec3(-40.0, 40.0, 0.0)];
    let (mut positions, mut vertices, mut triangles) = (Vec::new(), Vec::new(), Vec::new());
    for (&([r, g, b], centre), first) in panes.iter().zip((0_u32..).step_by(4)) {
        positions.extend(corner.map(|corner| centre + corner));
        vertices.extend((first..first + 4).map(|i| Vertex { color: [r, g, b, 0.5], ..Vertex::plain(i) }));
        triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
    }
    let material = material(alpha);
    let part = |triangles: &[[u32; 3]]| Part { triangles: triangles.to_vec(), material: Arc::clone(&material) };
    let parts = triangles.chunks(if is_one_part { triangles.len() } else { 2 }).map(part).collect();
    let surface = Surface { vertices, parts };
    Arc::new(Mesh::new(positions, triangles).expect("a mesh").with_surface(Some(Arc::new(surface))))
}

/// Objects with their meshes, their maps and the colours of their answers.
fn picture(objects: &[(Arc<Mesh>, DAffine3, Color)]) -> Picture {
    let mut world = World::at(&generate(objects.len(), 1), &Files::default(), 0);
    for (object, (mesh, map, _)) in world.objects.iter_mut().zip(objects) {
        object.shape = Shape::Mesh(Arc::clone(mesh));
        object.pose = Pose::from_affine(*map).expect("it has an inverse");
        object.aabb = Aabb::of(&object.shape, &object.pose);
    }
    let look = |tint: Color| BodyLook { fill: tint, tint, edge: Color([0; 4]), width: 0.0, style: Style::Solid };
    let looks = objects.iter().map(|(.., tint)| look(*tint)).collect();
    Picture { bodies: Arc::new(Bodies::of(&world)), looks, ..Picture::default() }
}

/// Views from +Z and from −Z, with parallel rays and with perspective.
fn views() -> [(Viewpoint, bool); 4] {
    let front = metre_a_pixel();
    let back = Viewpoint { eye: -front.eye, ..front };
    let near = |view: Viewpoint| Viewpoint { lens: Lens::Perspective { fov_y: 0.24 }, ..view };
    [(front, true), (back, false), (near(front), true), (near(back), false)]
}

fn color_at(image: &RgbaImage, x: f32, y: f32) -> [i32; 3] {
    let (x, y) = pixel(x, y);
    let [r, g, b, _] = image.get_pixel(x, y).0.map(i32::from);
    [r, g, b]
}

/// Tests that all pictures are equal, and that the colours in the middle are those of [`PANES`] from far to near.
fn expect_layers(pictures: &[Picture]) {
    for (view, is_front) in views() {
        let images: Vec<RgbaImage> = pictures.iter().map(|picture| draw(picture, &view)).collect();
        let [r, g, b] = color_at(&images[0], 0.5, 0.5);
        let (near, far) = if is_front { (b, r) } else { (r, b) };
        assert!(near > g + 40 && g > far + 20, "{r} {g} {b} from {} with {:?}", view.eye, view.lens);
        for (i, image) in images.iter().enumerate() {
            assert!(*image == images[0], "order {i} from {} with {:?}", view.eye, view.lens);
        }
    }
}

#[test]
fn translucent_objects_are_drawn_from_far_to_near_in_every_order() {
    let object = |i: usize| {
        let (color, centre) = PANES[i];
        let map = DAffine3::from_translation(centre.as_dvec3());
        (mesh(&[(color, Vec3::ZERO)], true, Alpha::Blend), map, PLAIN)
    };
    expect_layers(&ORDERS.map(|order| picture(&order.map(object))));
}

/// The objects share a mesh. One is turned round, and another one is mirrored.
#[test]
fn translucent_objects_with_one_mesh_are_drawn_from_far_to_near_in_every_order() {
    let white = mesh(&[([1.0; 3], Vec3::ZERO)], true, Alpha::Blend);
    let half_turn = DQuat::from_rotation_y(PI);
    let maps = [
        (DVec3::ONE, DQuat::IDENTITY, RED),
        (DVec3::ONE, half_turn, GREEN),
        (DVec3::new(-1.0, 1.0, 1.0), half_turn, BLUE),
    ];
    let object = |i: usize| {
        let (scale, turn, tint) = maps[i];
        let map = DAffine3::from_scale_rotation_translation(scale, turn, PANES[i].1.as_dvec3());
        (Arc::clone(&white), map, tint)
    };
    expect_layers(&ORDERS.map(|order| picture(&order.map(object))));
}

#[test]
fn translucent_parts_and_triangles_of_a_mesh_are_drawn_from_far_to_near_in_every_order() {
    for is_one_part in [false, true] {
        expect_layers(&ORDERS.map(|order| {
            let mesh = mesh(&order.map(|i| PANES[i]), is_one_part, Alpha::Blend);
            picture(&[(mesh, DAffine3::IDENTITY, PLAIN)])
        }));
    }
}

#[test]
fn opaque_objects_are_seen_through_translucent_ones_and_hide_those_behind() {
    let pane = |i: usize, alpha: Alpha| (mesh(&PANES[i..=i], true, alpha), DAffine3::IDENTITY, PLAIN);
    let seen = |near: Alpha, far: Alpha| {
        let [one, other] = [[pane(2, near), pane(0, far)], [pane(0, far), pane(2, near)]]
            .map(|objects| draw(&picture(&objects), &metre_a_pixel()));
        assert!(one == other, "{near:?} {far:?}");
        let [r, g, b] = color_at(&one, 0.5, 0.5);
        assert!(g < 40, "{g}");
        (r, b)
    };
    let (r, b) = seen(Alpha::Blend, Alpha::Opaque);
    assert!(r.abs_diff(128) < 4 && b.abs_diff(128) < 4, "blue glass on a red wall: {r} {b}");
    let (r, b) = seen(Alpha::Opaque, Alpha::Blend);
    assert!(r < 4 && b > 250, "a blue wall: {r} {b}");
}

/// A pane of glass as a flat box, turned by 60°: half of its back has a nearer centre than half of its front.
#[test]
fn the_front_of_a_flat_box_covers_its_back() {
    let corner = |i: u8| {
        let sign = |bit: u8| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
        vec3(40.0 * sign(0), 40.0 * sign(1), sign(2))
    };
    let positions: Vec<Vec3> = (0..8).map(corner).collect();
    let (front, back) = ([0.0, 1.0, 0.0, 0.5], [1.0, 0.0, 0.0, 0.5]);
    // −Z, with another diagonal than +Z; +Z, −Y, +Y, −X, +X.
    let faces = [
        ([2, 3, 1, 0], back),
        ([4, 5, 7, 6], front),
        ([0, 1, 5, 4], front),
        ([2, 6, 7, 3], front),
        ([0, 4, 6, 2], front),
        ([1, 3, 7, 5], back),
    ];
    let (mut triangles, mut shown, mut vertices) = (Vec::new(), Vec::new(), Vec::new());
    for (([a, b, c, d], color), first) in faces.into_iter().zip((0_u32..).step_by(4)) {
        triangles.extend([[a, b, c], [a, c, d]]);
        shown.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
        vertices.extend([a, b, c, d].map(|position| Vertex { color, ..Vertex::plain(position) }));
    }
    let parts = vec![Part { triangles: shown, material: material(Alpha::Blend) }];
    let mesh = Mesh::new(positions, triangles).expect("a mesh");
    let mesh = Arc::new(mesh.with_surface(Some(Arc::new(Surface { vertices, parts }))));
    let image = draw(&picture(&[(mesh, DAffine3::from_rotation_y(PI / 3.0), PLAIN)]), &metre_a_pixel());
    for (x, y) in (-17_i8..=17).step_by(2).flat_map(|x| (-37_i8..=37).step_by(2).map(move |y| (x, y))) {
        let [r, g, _] = color_at(&image, f32::from(x) + 0.5, f32::from(y) + 0.5);
        assert!(g > r + 30 && r > 50, "at {x}, {y}: {r} {g}");
    }
}
