//! Bodies and view volumes.

use glam::{DVec3, Vec3};

use super::draw::{Draw, exact, rounded};
use super::family::Family;
use crate::geometry::camera::DepthRange;
use crate::hunt::boundary::{last_yes, moved};
use crate::hunt::recipe::{FrustumRecipe, Recipe, SeenBody, UNTURNED};
use crate::mistakes::{Answer, MistakeSet, SpatialQuestion, rules};

macro_rules! families {
    ($body:ident) => {
        [
            Family {
                name: "random",
                about: "bodies of usual sizes in and about the view",
                make: |d, _| each(d, any_camera, $body),
            },
            Family { name: "margin", about: "a few units in the last place to either side of a plane", make: margin },
            Family {
                name: "class",
                about: "a few units in the last place to either side of being all inside",
                make: class,
            },
            Family { name: "edges", about: "bodies beyond an edge or corner of the volume", make: |d, q| aside(d, q) },
            Family {
                name: "near",
                about: "bodies between the eye and the near plane, and behind the eye",
                make: |d, q| near(d, q),
            },
            Family {
                name: "around",
                about: "bodies with the camera or all of the volume in them",
                make: |d, q| around(d, q),
            },
            Family { name: "flat", about: "bodies with small or no sizes", make: |d, q| flat(d, q) },
            Family { name: "huge", about: "bodies of 1 to 10,000 km", make: |d, q| huge(d, q) },
            Family {
                name: "far",
                about: "cameras 1 to 1,000 km from the origin",
                make: |d, _| each(d, far_camera, $body),
            },
            Family {
                name: "plain",
                about: "cameras at the origin that look along −Z, and whole numbers",
                make: |d, q| plain(d, q),
            },
            Family { name: "infinite", about: "cameras without a far plane", make: |d, _| each(d, infinite, $body) },
            Family { name: "orthographic", about: "parallel projections", make: |d, _| each(d, parallel, $body) },
            Family {
                name: "off-centre",
                about: "windows that are not centred, as for tiles and stereo",
                make: |d, _| each(d, off_centre, $body),
            },
        ]
    };
}

pub(super) const OF_BOXES: [Family; 13] = families!(box_at);
pub(super) const OF_SPHERES: [Family; 13] = families!(sphere_at);

const DEPTHS: [DepthRange; 3] = [DepthRange::MinusOneToOne, DepthRange::ZeroToOne, DepthRange::Reversed];

/// A body of a size at a place.
type MakeBody = fn(&mut Draw, DVec3, f32) -> SeenBody;

fn box_at(draw: &mut Draw, place: DVec3, size: f32) -> SeenBody {
    let half = std::array::from_fn(|_| draw.size(size * 0.4, size));
    box_of(place, half)
}

fn box_of(place: DVec3, half: [f32; 3]) -> SeenBody {
    let half = exact(half);
    SeenBody::Box([rounded(place - half), rounded(place + half)])
}

fn sphere_at(_: &mut Draw, place: DVec3, size: f32) -> SeenBody {
    SeenBody::Sphere { center: rounded(place), radius: size }
}

fn body_of(question: SpatialQuestion) -> MakeBody {
    if question == SpatialQuestion::FrustumSphere { sphere_at } else { box_at }
}

/// A camera without a body.
fn perspective(draw: &mut Draw) -> FrustumRecipe {
    let near = draw.size(0.01, 1.0);
    let up = near * draw.size(0.1, 1.5);
    let right = up * draw.size(0.5, 2.5);
    FrustumRecipe {
        is_perspective: true,
        window: [-right, right, -up, up],
        near,
        far: near * draw.size(10.0, 1e4),
        depth: draw.one_of(&DEPTHS),
        position: draw.vector(20.0),
        rotation: draw.rotation(),
        body: SeenBody::Sphere { center: [0.0; 3], radius: 0.0 },
    }
}

fn parallel(draw: &mut Draw) -> FrustumRecipe {
    let up = draw.size(0.5, 50.0);
    let right = up * draw.size(0.5, 2.5);
    let near = draw.one_of(&[0.0, 0.1, 1.0, -10.0]);
    let (x, y) =
        if draw.one_in(2) { (0.0, 0.0) } else { (draw.within(-1.0, 1.0) * right, draw.within(-1.0, 1.0) * up) };
    FrustumRecipe {
        is_perspective: false,
        window: [x - right, x + right, y - up, y + up],
        near,
        far: near + draw.size(5.0, 1e3),
        ..perspective(draw)
    }
}

fn any_camera(draw: &mut Draw) -> FrustumRecipe {
    match draw.below(6) {
        0 => parallel(draw),
        1 => infinite(draw),
        2 => off_centre(draw),
        _ => perspective(draw),
    }
}

fn infinite(draw: &mut Draw) -> FrustumRecipe {
    FrustumRecipe { far: f32::INFINITY, ..perspective(draw) }
}

fn off_centre(draw: &mut Draw) -> FrustumRecipe {
    let camera = perspective(draw);
    let [_, right, _, up] = camera.window;
    let (x, y) = (draw.within(-2.0, 2.0) * right, draw.within(-2.0, 2.0) * up);
    FrustumRecipe { window: [x - right, x + right, y - up, y + up], ..camera }
}

fn far_camera(draw: &mut Draw) -> FrustumRecipe {
    let position = (draw.direction() * draw.size(1e3, 1e6)).to_array();
    // Near the eye, the rounding of such a position is larger than the volume.
    let near = draw.size(0.1, 5.0);
    let camera = perspective(draw);
    let scale = near / camera.near;
    FrustumRecipe { position, near, far: camera.far * scale, window: camera.window.map(|x| x * scale), ..camera }
}

/// The place of a point by its part of the window, -1 to 1, and its distance along the view.
fn place(camera: &FrustumRecipe, x: f32, y: f32, distance: f32) -> DVec3 {
    let [left, right, bottom, top] = camera.window;
    let window =
        Vec3::new(left + (right - left) * (x + 1.0) / 2.0, bottom + (top - bottom) * (y + 1.0) / 2.0, 0.0).as_dvec3();
    let scale = if camera.is_perspective { f64::from(distance / camera.near) } else { 1.0 };
    let view = window * scale - DVec3::Z * f64::from(distance);
    camera.camera().rotation * view + exact(camera.position)
}

/// A distance along the view, from before the near plane to beyond the far plane.
fn distance(draw: &mut Draw, camera: &FrustumRecipe) -> f32 {
    let far = if camera.far.is_finite() { camera.far } else { camera.near * 1e4 };
    if camera.is_perspective {
        draw.size(camera.near * 0.3, far * 2.0)
    } else {
        draw.within(camera.near - 0.3 * (far - camera.near), far + 0.3 * (far - camera.near))
    }
}

/// The size of the window at a distance.
fn window_size(camera: &FrustumRecipe, distance: f32) -> f32 {
    let [left, right, ..] = camera.window;
    (right - left) * if camera.is_perspective { (distance / camera.near).abs().max(1e-3) } else { 1.0 }
}

/// Bodies of one camera.
fn each(draw: &mut Draw, camera: fn(&mut Draw) -> FrustumRecipe, body: MakeBody) -> Vec<Recipe> {
    let camera = camera(draw);
    let one = |draw: &mut Draw| {
        let away = distance(draw, &camera);
        let at = place(&camera, draw.within(-1.6, 1.6), draw.within(-1.6, 1.6), away);
        let size = window_size(&camera, away) * draw.size(0.02, 0.6);
        Recipe::Frustum(FrustumRecipe { body: body(draw, at, size), ..camera.clone() })
    };
    (0..super::family::BLOCK).map(|_| one(draw)).collect()
}

/// Moves a body so that one coordinate of it is `x`.
fn with_coordinate(body: SeenBody, axis: usize, x: f32) -> SeenBody {
    match body {
        SeenBody::Box([mut min, mut max]) => {
            let size = max[axis] - min[axis];
            min[axis] = x;
            max[axis] = x + size;
            SeenBody::Box([min, max])
        }
        SeenBody::Sphere { mut center, radius } => {
            center[axis] = x;
            SeenBody::Sphere { center, radius }
        }
    }
}

fn coordinate(body: SeenBody, axis: usize) -> f32 {
    match body {
        SeenBody::Box([min, _]) => min[axis],
        SeenBody::Sphere { center, .. } => center[axis],
    }
}

/// A body that is moved from the inside of the volume to where an answer changes.
fn at_change(draw: &mut Draw, question: SpatialQuestion, is_yes: fn(&Answer) -> bool) -> Vec<Recipe> {
    const UNITS: [i32; 8] = [-9, -3, -1, 0, 1, 2, 4, 12];
    let body = body_of(question);
    for _ in 0..8 {
        let camera = match draw.below(3) {
            0 => FrustumRecipe { rotation: UNTURNED, ..any_camera(draw) },
            _ => any_camera(draw),
        };
        let far = if camera.far.is_finite() { camera.far } else { camera.near * 1e3 };
        let away = if camera.is_perspective {
            draw.size(camera.near * 1.2, far * 0.8)
        } else {
            camera.near + (far - camera.near) * draw.within(0.2, 0.8)
        };
        let at = place(&camera, draw.within(-0.7, 0.7), draw.within(-0.7, 0.7), away);
        let size = window_size(&camera, away) * draw.size(0.005, 0.1);
        let body = body(draw, at, size);
        let axis = draw.below(3);
        let recipe = |x: f32| Recipe::Frustum(FrustumRecipe { body: with_coordinate(body, axis, x), ..camera.clone() });
        let start = coordinate(body, axis);
        let end = start + draw.sign() * 10.0 * (window_size(&camera, far.min(1e6)) + far.min(1e6));
        let is_yes = |x: f32| is_yes(&rules::answer(&recipe(x).case(), MistakeSet::default()));
        if let Some(last) = last_yes(start, end, is_yes) {
            return UNITS.map(|units| recipe(moved(last, units))).into();
        }
    }
    each(draw, any_camera, body)
}

fn margin(draw: &mut Draw, question: SpatialQuestion) -> Vec<Recipe> {
    at_change(draw, question, |answer| matches!(answer, Answer::Verdict(said) if said.is_visible()))
}

fn class(draw: &mut Draw, question: SpatialQuestion) -> Vec<Recipe> {
    at_change(draw, question, |answer| *answer == Answer::Verdict(crate::mistakes::SaidVerdict::Inside))
}

fn aside(draw: &mut Draw, question: SpatialQuestion) -> Vec<Recipe> {
    let camera = any_camera(draw);
    let body = body_of(question);
    let one = |draw: &mut Draw| {
        let far = if camera.far.is_finite() { camera.far } else { camera.near * 1e3 };
        let away = match draw.below(3) {
            0 => far * draw.within(0.95, 1.3),
            1 => camera.near * draw.within(0.2, 1.0),
            _ => distance(draw, &camera),
        };
        let beyond = |draw: &mut Draw| draw.sign() * draw.within(1.0, 1.8);
        let at = place(&camera, beyond(draw), beyond(draw), away);
        let size = window_size(&camera, away) * draw.size(0.1, 1.5);
        Recipe::Frustum(FrustumRecipe { body: body(draw, at, size), ..camera.clone() })
    };
    (0..super::family::BLOCK).map(|_| one(draw)).collect()
}

fn near(draw: &mut Draw, question: SpatialQuestion) -> Vec<Recipe> {
    let camera = if draw.one_in(3) { parallel(draw) } else { any_camera(draw) };
    let body = body_of(question);
    let depth = if camera.is_perspective { camera.near } else { (camera.far - camera.near) * 0.1 };
    let one = |draw: &mut Draw| {
        // A body of less size than its distance from the near plane, before or behind the eye.
        let before = draw.within(0.02, 2.0) * depth;
        let away = camera.near - before;
        let [left, right, bottom, top] = camera.window;
        let (x, y) = (draw.within(left, right), draw.within(bottom, top));
        let view = DVec3::new(x.into(), y.into(), f64::from(-away));
        let at = camera.camera().rotation * view + exact(camera.position);
        let size = before * draw.size(0.05, 0.9);
        Recipe::Frustum(FrustumRecipe { body: body(draw, at, size), ..camera.clone() })
    };
    (0..super::family::BLOCK).map(|_| one(draw)).collect()
}

fn around(draw: &mut Draw, question: SpatialQuestion) -> Vec<Recipe> {
    let camera = any_camera(draw);
    let body = body_of(question);
    let far = if camera.far.is_finite() { camera.far } else { camera.near * 100.0 };
    let one = |draw: &mut Draw| {
        let at = exact(camera.position) + exact(draw.vector(camera.near.abs().max(0.1)));
        let size = draw.size(camera.near.abs().max(0.1) * 2.0, far.abs() * 3.0 + 1.0);
        Recipe::Frustum(FrustumRecipe { body: body(draw, at, size), ..camera.clone() })
    };
    (0..super::family::BLOCK).map(|_| one(draw)).collect()
}

fn flat(draw: &mut Draw, question: SpatialQuestion) -> Vec<Recipe> {
    let camera = any_camera(draw);
    let one = |draw: &mut Draw| {
        let away = distance(draw, &camera);
        let at = place(&camera, draw.within(-1.4, 1.4), draw.within(-1.4, 1.4), away);
        let size = window_size(&camera, away) * draw.size(0.02, 0.6);
        let body = if question == SpatialQuestion::FrustumSphere {
            SeenBody::Sphere { center: rounded(at), radius: draw.one_of(&[0.0, 1e-6, 1e-3]) }
        } else {
            let half = std::array::from_fn(|_| if draw.one_in(2) { 0.0 } else { size });
            box_of(at, half)
        };
        Recipe::Frustum(FrustumRecipe { body, ..camera.clone() })
    };
    (0..super::family::BLOCK).map(|_| one(draw)).collect()
}

fn huge(draw: &mut Draw, question: SpatialQuestion) -> Vec<Recipe> {
    let camera = any_camera(draw);
    let body = body_of(question);
    let one = |draw: &mut Draw| {
        let size = draw.size(1e3, 1e7);
        let at = exact(camera.position) + exact(draw.vector(1.5)) * f64::from(size);
        Recipe::Frustum(FrustumRecipe { body: body(draw, at, size), ..camera.clone() })
    };
    (0..super::family::BLOCK).map(|_| one(draw)).collect()
}

fn plain(draw: &mut Draw, question: SpatialQuestion) -> Vec<Recipe> {
    let camera = FrustumRecipe {
        position: [0.0; 3],
        rotation: UNTURNED,
        window: [-1.0, 1.0, -1.0, 1.0],
        near: 1.0,
        far: draw.one_of(&[10.0, 100.0]),
        ..perspective(draw)
    };
    let camera = if draw.one_in(3) { FrustumRecipe { is_perspective: false, near: 0.0, ..camera } } else { camera };
    let one = |draw: &mut Draw| {
        let whole = |draw: &mut Draw, most: f32| draw.within(-most, most).round();
        let at = DVec3::new(whole(draw, 6.0).into(), whole(draw, 6.0).into(), f64::from(whole(draw, 8.0)) - 4.0);
        let half = |draw: &mut Draw| draw.one_of(&[0.25, 0.5, 1.0, 2.0]);
        let body = if question == SpatialQuestion::FrustumSphere {
            SeenBody::Sphere { center: rounded(at), radius: half(draw) }
        } else {
            box_of(at, [half(draw), half(draw), half(draw)])
        };
        Recipe::Frustum(FrustumRecipe { body, ..camera.clone() })
    };
    (0..super::family::BLOCK).map(|_| one(draw)).collect()
}
