//! Simpler cases with the same fault.
//!
//! Each round asks the program all recipes that are one step simpler, and takes the simplest with a fault of the same kind. A recipe is
//! simpler when its numbers are zero, one, or have fewer digits; a pose without rotation, a camera at the origin.

use super::answerer::{Answerer, Reply};
use super::fault::FaultKind;
use super::findings::Shrunk;
use super::judge::{Judgement, judge};
use super::recipe::{FrustumRecipe, PoseRecipe, RayRecipe, Recipe, SeenBody, UNTURNED, is_all, is_unturned};
use super::truth::{Truth, truth};
use crate::mistakes::Case;

/// The most cases that are asked for one example.
const MOST_ASKED: usize = 6_000;

/// The simplest case that was found with a fault of the same kind and with a truth like that of the recipe, so that it has the same
/// cause; `None` when the recipe itself has no such fault any more. A number that is not finite is wrong whatever the truth is.
pub(super) fn shrink(
    recipe: &Recipe,
    kind: FaultKind,
    answerer: &mut dyn Answerer,
    is_over: &dyn Fn() -> bool,
) -> Option<Shrunk> {
    let mut asked = 1;
    let mut best = faults(std::slice::from_ref(recipe), kind, answerer, is_over).into_iter().next()?;
    while asked < MOST_ASKED {
        let mut next = simpler(&best.recipe);
        asked += next.len().max(1);
        next.sort_by_key(cost);
        // A part of them at a time: most rounds end with one of the first.
        let found = next.chunks(64).find_map(|chunk| {
            let mut found = faults(chunk, kind, answerer, is_over).into_iter();
            found.find(|found| kind == FaultKind::NotFinite || found.truth.is_like(&best.truth))
        });
        match found {
            Some(found) => best = found,
            None => break,
        }
    }
    Some(best)
}

/// Those of the recipes whose cases have a fault of the kind.
fn faults(recipes: &[Recipe], kind: FaultKind, answerer: &mut dyn Answerer, is_over: &dyn Fn() -> bool) -> Vec<Shrunk> {
    let cases: Vec<Case> = recipes.iter().map(Recipe::case).collect();
    let info = answerer.info().clone();
    let replies = answerer.ask(&cases, is_over);
    let each = recipes.iter().zip(cases).zip(replies);
    let fault = |((recipe, case), reply): ((&Recipe, Case), Reply)| {
        let truth = truth(&case, info.inside);
        let (found, answer, said) = match reply {
            Reply::Answer(answer) => (judge(&case, &truth, &answer, &info), Some(answer), None),
            Reply::Failed(kind, said) => (Judgement::Fault(kind), None, Some(said)),
            Reply::NotAsked => return None,
        };
        let is_fault = found == Judgement::Fault(kind) && (truth != Truth::Undecided || kind == FaultKind::NotFinite);
        is_fault.then(|| Shrunk { recipe: recipe.clone(), case, answer, said, truth })
    };
    each.filter_map(fault).collect()
}

/// How much there is to read in a number.
fn cost_of(x: f32) -> u32 {
    if x == 0.0 {
        return 0;
    }
    if x.abs().to_bits() == 1.0_f32.to_bits() {
        return 1 + u32::from(x < 0.0);
    }
    if x.is_infinite() {
        return 2;
    }
    // The digits, without those of the exponent, and the distance of the exponent from small numbers.
    let text = format!("{:e}", x.abs());
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let digits = digits.chars().filter(char::is_ascii_digit).count();
    let exponent = exponent.parse::<i32>().unwrap_or(0).unsigned_abs();
    1 + 2 * u32::try_from(digits).unwrap_or(20) + exponent.min(10) + u32::from(x < 0.0)
}

/// How much there is to read in a recipe.
fn cost(recipe: &Recipe) -> u32 {
    let turned = |rotation: &[f32; 4]| match rotation {
        _ if is_unturned(rotation) => 0,
        // A turn about an axis reads as one number.
        [x, y, z, _] if [x, y, z].iter().filter(|part| ***part != 0.0).count() == 1 => 10,
        _ => 10 + rotation.map(cost_of).iter().sum::<u32>(),
    };
    // A box without a size is not simpler than one of a textbook.
    let flat =
        |[min, max]: [&[f32; 3]; 2]| min.iter().zip(max).map(|(a, b)| if b - a == 0.0 { 4 } else { 0 }).sum::<u32>();
    let all = |numbers: &[f32]| numbers.iter().map(|x| cost_of(*x)).sum::<u32>();
    let pose = |pose: &PoseRecipe| {
        let scale = if is_all(&pose.scale, 1.0) { 0 } else { 4 + all(&pose.scale) };
        all(&pose.position) + turned(&pose.rotation) + scale
    };
    match recipe {
        Recipe::Frustum(camera) => {
            let body = match camera.body {
                SeenBody::Box([min, max]) => all(&min) + all(&max) + flat([&min, &max]),
                SeenBody::Sphere { center, radius } => all(&center) + cost_of(radius),
            };
            let numbers = all(&camera.window) + cost_of(camera.near) + cost_of(camera.far) + all(&camera.position);
            numbers + turned(&camera.rotation) + body + u32::from(!camera.is_perspective)
        }
        Recipe::Ray(ray) => all(&ray.origin) + all(&ray.direction) + all(&ray.sizes) + pose(&ray.pose),
        Recipe::Bounds { pose: of, min, max } => pose(of) + all(min) + all(max) + flat([min, max]),
        Recipe::Plain(case) => {
            let mut case = case.clone();
            let cell = if let Case::Morton { cell, depth } = &case { cell.iter().sum::<u32>() + depth } else { 0 };
            cell + case.numbers_mut().into_iter().map(|x| cost_of(*x)).sum::<u32>()
        }
    }
}

/// Simpler numbers for a number.
fn simpler_numbers(x: f32) -> Vec<f32> {
    let mut all = vec![0.0, x.signum(), x.round(), x.trunc()];
    for digits in 0..6 {
        let rounded = |x: f32| format!("{x:.digits$e}").parse::<f32>().unwrap_or(x);
        all.push(rounded(x));
    }
    // Powers of two, for the corners of grids.
    all.extend([0.5, 0.25, 2.0, 10.0].map(|size| size * x.signum()));
    all.retain(|simple| cost_of(*simple) < cost_of(x));
    all
}

/// All recipes that are one step simpler. All are valid: sizes stay above 0, boxes keep their order.
fn simpler(recipe: &Recipe) -> Vec<Recipe> {
    let mut all = whole_steps(recipe);
    let count = numbers(&mut recipe.clone()).len();
    for i in 0..count {
        let x = *numbers(&mut recipe.clone())[i];
        for simple in simpler_numbers(x) {
            let mut next = recipe.clone();
            *numbers(&mut next)[i] = simple;
            all.push(next);
        }
    }
    let least = cost(recipe);
    all.retain(|next| is_valid(next) && cost(next) < least);
    all
}

/// Steps that change several numbers at once.
fn whole_steps(recipe: &Recipe) -> Vec<Recipe> {
    let mut all = Vec::new();
    match recipe {
        Recipe::Frustum(camera) => return steps_of_view(camera),
        Recipe::Ray(ray) => {
            let mut push = |next: RayRecipe| all.push(Recipe::Ray(next));
            for pose in simpler_poses(&ray.pose) {
                push(RayRecipe { pose, ..*ray });
            }
            let origin = minus(ray.origin, ray.pose.position);
            push(RayRecipe { origin, pose: PoseRecipe { position: [0.0; 3], ..ray.pose }, ..*ray });
            // Everything in local space.
            let inverse = ray.pose.world_from_local().inverse();
            let vector = |v: [f32; 3]| glam::DVec3::from_array(v.map(f64::from));
            push(RayRecipe {
                origin: inverse.transform_point3(vector(ray.origin)).as_vec3().to_array(),
                direction: inverse.transform_vector3(vector(ray.direction)).as_vec3().to_array(),
                pose: PoseRecipe::IDENTITY,
                ..*ray
            });
            for axis in 0..3 {
                let mut direction = [0.0; 3];
                direction[axis] = ray.direction[axis].signum();
                push(RayRecipe { direction, ..*ray });
            }
            push(RayRecipe { sizes: ray.sizes.map(|size| if size == 0.0 { 0.0 } else { 1.0 }), ..*ray });
        }
        Recipe::Bounds { pose, min, max } => {
            for pose in simpler_poses(pose) {
                all.push(Recipe::Bounds { pose, min: *min, max: *max });
            }
            all.push(Recipe::Bounds { pose: *pose, min: [-1.0; 3], max: [1.0; 3] });
            all.push(Recipe::Bounds { pose: *pose, min: [0.0; 3], max: [1.0; 3] });
        }
        Recipe::Plain(Case::RayTriangle { origin, direction, corners }) => {
            for by in corners {
                let corners = corners.map(|corner| minus(corner, *by));
                all.push(Recipe::Plain(Case::RayTriangle {
                    origin: minus(*origin, *by),
                    direction: *direction,
                    corners,
                }));
            }
        }
        Recipe::Plain(Case::BoxBox { a, b }) => {
            let by = a[0];
            all.push(Recipe::Plain(Case::BoxBox { a: a.map(|p| minus(p, by)), b: b.map(|p| minus(p, by)) }));
            for axis in 0..3 {
                let (mut c, mut d) = (*a, *b);
                for one in [&mut c, &mut d] {
                    one[0][axis] = 0.0;
                    one[1][axis] = 1.0;
                }
                all.push(Recipe::Plain(Case::BoxBox { a: c, b: d }));
            }
        }
        Recipe::Plain(Case::Morton { cell, depth }) => {
            for axis in 0..3 {
                for to in [0, 1, cell[axis] / 2, cell[axis].saturating_sub(1)] {
                    let mut cell = *cell;
                    cell[axis] = to;
                    all.push(Recipe::Plain(Case::Morton { cell, depth: *depth }));
                }
            }
            all.push(Recipe::Plain(Case::Morton { cell: *cell, depth: depth.saturating_sub(1) }));
        }
        Recipe::Plain(_) => {}
    }
    all
}

/// The same for a view volume.
fn steps_of_view(camera: &FrustumRecipe) -> Vec<Recipe> {
    let mut all = Vec::new();
    let mut push = |next: FrustumRecipe| all.push(Recipe::Frustum(next));
    push(FrustumRecipe { rotation: UNTURNED, ..camera.clone() });
    for rotation in simple_rotations() {
        push(FrustumRecipe { rotation, ..camera.clone() });
    }
    let [left, right, bottom, top] = camera.window;
    let (x, y) = ((right - left) / 2.0, (top - bottom) / 2.0);
    push(FrustumRecipe { window: [-x, x, -y, y], ..camera.clone() });
    let side = if camera.is_perspective { camera.near } else { 1.0 };
    push(FrustumRecipe { window: [-side, side, -side, side], ..camera.clone() });
    if camera.is_perspective {
        push(FrustumRecipe { near: 1.0, window: camera.window.map(|x| x / camera.near), ..camera.clone() });
        push(FrustumRecipe { near: 1.0, window: [-1.0, 1.0, -1.0, 1.0], ..camera.clone() });
    }
    for far in [2.0, 10.0, 100.0] {
        push(FrustumRecipe { far, ..camera.clone() });
    }
    // The same picture from the origin, and from there without the rotation.
    let unturned = |p: [f32; 3]| {
        let view =
            camera.camera().rotation.inverse() * glam::DVec3::from_array(minus(p, camera.position).map(f64::from));
        view.as_vec3().to_array()
    };
    let moved = |change: &dyn Fn([f32; 3]) -> [f32; 3]| match camera.body {
        SeenBody::Box(corners) => {
            let (min, extent) = (change(corners[0]), minus(corners[1], corners[0]));
            SeenBody::Box([min, std::array::from_fn(|i| min[i] + extent[i])])
        }
        SeenBody::Sphere { center, radius } => SeenBody::Sphere { center: change(center), radius },
    };
    let origin = FrustumRecipe { position: [0.0; 3], ..camera.clone() };
    push(FrustumRecipe { body: moved(&|p| minus(p, camera.position)), ..origin.clone() });
    push(FrustumRecipe { body: moved(&unturned), rotation: UNTURNED, ..origin });
    if let SeenBody::Box([min, max]) = camera.body {
        let middle: [f32; 3] = std::array::from_fn(|i| f32::midpoint(min[i], max[i]));
        for half in [0.5, 1.0] {
            let by = |sign: f32| middle.map(|x| (2.0 * x).round() / 2.0 + sign * half);
            push(FrustumRecipe { body: SeenBody::Box([by(-1.0), by(1.0)]), ..camera.clone() });
        }
    }
    all
}

fn minus(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    std::array::from_fn(|i| a[i] - b[i])
}

fn simpler_poses(pose: &PoseRecipe) -> Vec<PoseRecipe> {
    let mirrored = pose.scale.map(f32::signum);
    let turned = simple_rotations().map(|rotation| PoseRecipe { rotation, ..*pose });
    let others = [
        PoseRecipe::IDENTITY,
        PoseRecipe { rotation: UNTURNED, ..*pose },
        PoseRecipe { position: [0.0; 3], ..*pose },
        PoseRecipe { scale: [1.0; 3], ..*pose },
        PoseRecipe { scale: mirrored, ..*pose },
        PoseRecipe { scale: [pose.scale[0]; 3], ..*pose },
    ];
    others.into_iter().chain(turned).collect()
}

/// Turns by 90 and 45 degrees about each axis, as quaternions.
fn simple_rotations() -> impl Iterator<Item = [f32; 4]> {
    [45.0_f64, 22.5].into_iter().flat_map(|half| {
        let (sin, cos) = libm::sincos(half.to_radians());
        (0..3).map(move |axis| {
            #[expect(clippy::cast_possible_truncation, reason = "cases have `f32`")]
            let (sin, cos) = (sin as f32, cos as f32);
            let mut rotation = [0.0, 0.0, 0.0, cos];
            rotation[axis] = sin;
            rotation
        })
    })
}

/// The numbers of a recipe that can be changed one by one.
fn numbers(recipe: &mut Recipe) -> Vec<&mut f32> {
    fn of_pose(pose: &mut PoseRecipe) -> impl Iterator<Item = &mut f32> {
        pose.position.iter_mut().chain(&mut pose.scale)
    }
    match recipe {
        Recipe::Frustum(camera) => {
            let body: Vec<&mut f32> = match &mut camera.body {
                SeenBody::Box(corners) => corners.iter_mut().flatten().collect(),
                SeenBody::Sphere { center, radius } => center.iter_mut().chain([radius]).collect(),
            };
            let lens = camera.window.iter_mut().chain([&mut camera.near, &mut camera.far]);
            lens.chain(&mut camera.position).chain(body).collect()
        }
        Recipe::Ray(ray) => {
            let sizes = ray.sizes.iter_mut().take(ray.kind.size_count());
            ray.origin.iter_mut().chain(&mut ray.direction).chain(sizes).chain(of_pose(&mut ray.pose)).collect()
        }
        Recipe::Bounds { pose, min, max } => of_pose(pose).chain(min).chain(max).collect(),
        Recipe::Plain(case) => case.numbers_mut(),
    }
}

fn is_valid(recipe: &Recipe) -> bool {
    let in_order = |min: &[f32; 3], max: &[f32; 3]| min.iter().zip(max).all(|(a, b)| a <= b);
    let has_length = |v: &[f32; 3]| v.iter().any(|x| *x != 0.0);
    let has_scale = |pose: &PoseRecipe| pose.scale.iter().all(|x| *x != 0.0);
    match recipe {
        Recipe::Frustum(camera) => {
            let [left, right, bottom, top] = camera.window;
            let body = match &camera.body {
                SeenBody::Box([min, max]) => in_order(min, max),
                SeenBody::Sphere { radius, .. } => *radius >= 0.0,
            };
            let depth = if camera.is_perspective { camera.near > 0.0 } else { camera.far.is_finite() };
            body && depth && left < right && bottom < top && camera.near < camera.far
        }
        Recipe::Ray(ray) => {
            has_length(&ray.direction)
                && has_scale(&ray.pose)
                && ray.sizes.iter().take(ray.kind.size_count()).all(|x| *x > 0.0)
        }
        Recipe::Bounds { pose, min, max } => has_scale(pose) && in_order(min, max),
        Recipe::Plain(Case::BoxBox { a, b }) => in_order(&a[0], &a[1]) && in_order(&b[0], &b[1]),
        Recipe::Plain(Case::RayTriangle { direction, corners, .. }) => {
            let [a, b, c] = corners.map(|corner| glam::DVec3::from_array(corner.map(f64::from)));
            has_length(direction) && (b - a).cross(c - a) != glam::DVec3::ZERO
        }
        Recipe::Plain(Case::Morton { cell, depth }) => *depth >= 1 && cell.iter().all(|c| *c < 1 << depth),
        Recipe::Plain(_) => true,
    }
}
