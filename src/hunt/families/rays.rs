//! Rays against solids.

use glam::{DAffine3, DVec3, Vec3};

use super::draw::{Draw, exact, nearest, rounded};
use super::family::Family;
use super::solids;
use crate::hunt::boundary::{last_yes, moved};
use crate::hunt::recipe::{PoseRecipe, RayRecipe, Recipe, UNTURNED};
use crate::mistakes::{Answer, MistakeSet, SolidKind, SpatialQuestion, rules};

/// The families of all questions about a ray and a solid.
pub(super) const FAMILIES: [Family; 13] = [
    Family { name: "random", about: "solids of usual sizes, hit or missed at random", make: |d, q| each(d, q, random) },
    Family {
        name: "margin",
        about: "a few units in the last place to either side of a tangent or an edge",
        make: margin,
    },
    Family {
        name: "axes",
        about: "directions with components of +0 and −0, starts in the planes of faces",
        make: |d, q| each(d, q, axes),
    },
    Family {
        name: "edges",
        about: "rays towards corners, edges, rims, poles and apexes",
        make: |d, q| each(d, q, edges),
    },
    Family { name: "inside", about: "starts inside", make: |d, q| each(d, q, inside) },
    Family { name: "surface", about: "starts on the surface, up to rounding", make: |d, q| each(d, q, surface) },
    Family { name: "behind", about: "solids behind the start", make: |d, q| each(d, q, behind) },
    Family {
        name: "thin",
        about: "flat, needle-like, tiny and huge solids, 1e-6 to 1e7 m",
        make: |d, q| each(d, q, thin),
    },
    Family { name: "pose", about: "rotated, mirrored and unevenly scaled solids", make: |d, q| each(d, q, pose) },
    Family { name: "far", about: "solids and starts 100 m to 1,000 km from the origin", make: |d, q| each(d, q, far) },
    Family { name: "distant", about: "starts 1 to 1,000 km from the solid", make: |d, q| each(d, q, distant) },
    Family { name: "length", about: "directions of length 1e-6 to 1e6", make: |d, q| each(d, q, length) },
    Family {
        name: "beside",
        about: "rays along an axis that pass the solid, or start beside it",
        make: |d, q| each(d, q, beside),
    },
];

fn each(draw: &mut Draw, question: SpatialQuestion, one: fn(&mut Draw, SolidKind) -> RayRecipe) -> Vec<Recipe> {
    let kind = SolidKind::of_question(question).unwrap_or(SolidKind::Sphere);
    (0..super::family::BLOCK).map(|_| Recipe::Ray(one(draw, kind))).collect()
}

/// A ray from a start towards a local point.
fn towards(
    draw: &mut Draw,
    start: DVec3,
    kind: SolidKind,
    sizes: [f32; 3],
    pose: PoseRecipe,
    target: DVec3,
) -> RayRecipe {
    let origin = rounded(start);
    let along = pose.world_from_local().transform_point3(target) - exact(origin);
    let unit = along.try_normalize().unwrap_or(DVec3::NEG_Z);
    // Most programs are asked with directions of length 1.
    let length = if draw.one_in(4) { f64::from(draw.size(0.1, 10.0)) } else { 1.0 };
    RayRecipe { origin, direction: rounded(unit * length), kind, sizes, pose }
}

/// A start outside, some sizes away.
fn start(draw: &mut Draw, kind: SolidKind, sizes: [f32; 3], world: &DAffine3) -> DVec3 {
    let (half, middle) = solids::bounds(kind, sizes);
    let reach = world.transform_vector3(half).length().max(half.length() * 1e-3);
    let away = draw.direction().as_dvec3() * f64::from(draw.size(2.0, 20.0)) * reach.max(1e-30);
    world.transform_point3(middle) + away
}

fn usual_pose(draw: &mut Draw) -> PoseRecipe {
    let rotation = if draw.one_in(2) { draw.rotation() } else { UNTURNED };
    let scale = if draw.one_in(2) { [1.0; 3] } else { [draw.size(0.2, 5.0); 3] };
    PoseRecipe { position: draw.vector(10.0), rotation, scale }
}

fn random(draw: &mut Draw, kind: SolidKind) -> RayRecipe {
    let sizes = solids::sizes(draw, kind, 0.1, 4.0);
    let pose = usual_pose(draw);
    aimed(draw, kind, sizes, pose)
}

/// A ray at or beside a solid.
fn aimed(draw: &mut Draw, kind: SolidKind, sizes: [f32; 3], pose: PoseRecipe) -> RayRecipe {
    let start = start(draw, kind, sizes, &pose.world_from_local());
    let (half, middle) = solids::bounds(kind, sizes);
    let target = middle + exact(draw.vector(1.4)) * half;
    towards(draw, start, kind, sizes, pose, target)
}

/// A block of rays about one boundary: the same ray with its start moved by a few units in the last place.
fn margin(draw: &mut Draw, question: SpatialQuestion) -> Vec<Recipe> {
    const UNITS: [i32; 8] = [-9, -3, -1, 0, 1, 2, 4, 12];
    let kind = SolidKind::of_question(question).unwrap_or(SolidKind::Sphere);
    for _ in 0..8 {
        let sizes = solids::sizes(draw, kind, 0.1, 4.0);
        let pose = if draw.one_in(3) { PoseRecipe::IDENTITY } else { usual_pose(draw) };
        let inside = solids::inside(draw, kind, sizes);
        let start = start(draw, kind, sizes, &pose.world_from_local());
        let ray = towards(draw, start, kind, sizes, pose, inside);
        let axis = draw.below(3);
        let with = |x: f32| {
            let mut ray = ray;
            ray.origin[axis] = x;
            ray
        };
        let is_hit =
            |x: f32| matches!(rules::answer(&Recipe::Ray(with(x)).case(), MistakeSet::default()), Answer::Hit(Some(_)));
        let reach = nearest(solids::bounds(kind, sizes).0.length()) * pose.scale[0].abs();
        let hit = ray.origin[axis];
        let miss = hit + draw.sign() * 8.0 * reach;
        if let Some(last) = last_yes(hit, miss, is_hit) {
            return UNITS.map(|units| Recipe::Ray(with(moved(last, units)))).into();
        }
    }
    each(draw, question, random)
}

/// Along the axes, with starts that are exactly in the planes of faces.
fn axes(draw: &mut Draw, kind: SolidKind) -> RayRecipe {
    let mut sizes = solids::sizes(draw, kind, 0.25, 4.0);
    for size in sizes.iter_mut().take(kind.size_count()) {
        *size = draw.tidy(*size).max(0.125);
    }
    let (half, middle) = solids::bounds(kind, sizes);
    let along = draw.below(3);
    let mut direction = [0.0_f32; 3];
    let zeros = [0.0, -0.0];
    for axis in &mut direction {
        *axis = draw.one_of(&zeros);
    }
    direction[along] = draw.sign() * draw.one_of(&[1.0, 1.0, 2.0, 0.5]);
    if draw.one_in(3) {
        direction[(along + 1) % 3] = draw.sign();
    }
    let mut origin = [0.0_f32; 3];
    for axis in 0..3 {
        let face = nearest(middle[axis] + half[axis] * draw.one_of(&[-1.0, 0.0, 0.5, 1.0]));
        origin[axis] = if draw.one_in(4) { moved(face, draw.one_of(&[-2, -1, 1, 2])) } else { face };
    }
    let back = draw.tidy(nearest(half[along]) * 4.0).max(1.0);
    if direction[(along + 1) % 3] == 0.0 {
        origin[along] = -direction[along].signum() * back;
    } else {
        // Diagonal: both coordinates go back by the same number of steps.
        for axis in [along, (along + 1) % 3] {
            origin[axis] -= direction[axis] * back;
        }
    }
    RayRecipe { origin, direction, kind, sizes, pose: PoseRecipe::IDENTITY }
}

/// Along an axis, outside of two parallel faces.
fn beside(draw: &mut Draw, kind: SolidKind) -> RayRecipe {
    let mut sizes = solids::sizes(draw, kind, 0.25, 4.0);
    for size in sizes.iter_mut().take(kind.size_count()) {
        *size = draw.tidy(*size).max(0.125);
    }
    let (half, middle) = solids::bounds(kind, sizes);
    let along = draw.below(3);
    let across = (along + 1 + draw.below(2)) % 3;
    let mut direction = [0.0_f32; 3];
    direction[along] = draw.sign() * draw.one_of(&[1.0, 1.0, 2.0, 0.5]);
    let mut origin = [0.0_f32; 3];
    for axis in 0..3 {
        origin[axis] = nearest(middle[axis] + half[axis] * draw.one_of(&[-0.5, 0.0, 0.5]));
    }
    origin[across] = nearest(middle[across] + half[across] * draw.one_of(&[-5.0, -2.0, -1.25, 1.25, 2.0, 5.0]));
    if draw.one_in(2) {
        origin[along] = -direction[along].signum() * draw.tidy(nearest(half[along]) * 4.0).max(1.0);
    }
    RayRecipe { origin, direction, kind, sizes, pose: PoseRecipe::IDENTITY }
}

fn edges(draw: &mut Draw, kind: SolidKind) -> RayRecipe {
    let sizes = solids::sizes(draw, kind, 0.1, 4.0);
    let pose = if draw.one_in(2) { PoseRecipe::IDENTITY } else { usual_pose(draw) };
    let start = start(draw, kind, sizes, &pose.world_from_local());
    let edge = solids::edge(draw, kind, sizes);
    let aside = exact(draw.vector(1.0)) * draw.one_of(&[0.0, 1e-6, 1e-4, 1e-2]);
    towards(draw, start, kind, sizes, pose, edge + aside)
}

fn inside(draw: &mut Draw, kind: SolidKind) -> RayRecipe {
    let sizes = solids::sizes(draw, kind, 0.1, 10.0);
    let pose = usual_pose(draw);
    let start = pose.world_from_local().transform_point3(solids::inside(draw, kind, sizes));
    let direction = (draw.direction() * draw.one_of(&[1.0, 1.0, 0.5, 3.0])).to_array();
    RayRecipe { origin: rounded(start), direction, kind, sizes, pose }
}

fn surface(draw: &mut Draw, kind: SolidKind) -> RayRecipe {
    let sizes = solids::sizes(draw, kind, 0.1, 4.0);
    let pose = if draw.one_in(2) { PoseRecipe::IDENTITY } else { usual_pose(draw) };
    let start = pose.world_from_local().transform_point3(solids::surface(draw, kind, sizes));
    RayRecipe { origin: rounded(start), direction: draw.direction().to_array(), kind, sizes, pose }
}

fn behind(draw: &mut Draw, kind: SolidKind) -> RayRecipe {
    let ray = random(draw, kind);
    RayRecipe { direction: ray.direction.map(|x| -x), ..ray }
}

fn thin(draw: &mut Draw, kind: SolidKind) -> RayRecipe {
    let [low, high] = draw.one_of(&[[1e-6, 1e-4], [1e4, 1e7], [1e-3, 1.0], [1.0, 1e3]]);
    let mut sizes = solids::sizes(draw, kind, low, high);
    let flat = draw.below(kind.size_count());
    sizes[flat] = draw.size(1e-6, 1e-2);
    // Beyond that, no formula in 64 bits is exact enough to be compared with.
    let least = sizes.iter().fold(0.0_f32, |most, size| most.max(*size)) * 1e-5;
    for size in sizes.iter_mut().take(kind.size_count()) {
        *size = size.max(least);
    }
    let pose = if draw.one_in(2) {
        PoseRecipe::IDENTITY
    } else {
        PoseRecipe { position: draw.vector(1.0), ..usual_pose(draw) }
    };
    aimed(draw, kind, sizes, pose)
}

fn pose(draw: &mut Draw, kind: SolidKind) -> RayRecipe {
    let sizes = solids::sizes(draw, kind, 0.1, 4.0);
    let mut scale = [draw.size(0.1, 10.0), draw.size(0.1, 10.0), draw.size(0.1, 10.0)];
    if draw.one_in(3) {
        scale = [1.0; 3];
    }
    for factor in &mut scale {
        *factor *= draw.sign();
    }
    let rotation = match draw.below(3) {
        0 => draw.rotation(),
        1 => draw.simple_rotation(),
        _ => UNTURNED,
    };
    let pose = PoseRecipe { position: draw.vector(10.0), rotation, scale };
    aimed(draw, kind, sizes, pose)
}

fn far(draw: &mut Draw, kind: SolidKind) -> RayRecipe {
    let sizes = solids::sizes(draw, kind, 0.1, 10.0);
    let position = (draw.direction() * draw.size(1e2, 1e6)).to_array();
    let pose = PoseRecipe { position, ..usual_pose(draw) };
    aimed(draw, kind, sizes, pose)
}

fn distant(draw: &mut Draw, kind: SolidKind) -> RayRecipe {
    let sizes = solids::sizes(draw, kind, 0.1, 10.0);
    let pose = usual_pose(draw);
    let (half, middle) = solids::bounds(kind, sizes);
    let world = pose.world_from_local();
    let start = world.transform_point3(middle) + draw.direction().as_dvec3() * f64::from(draw.size(1e3, 1e6));
    let target = middle + exact(draw.vector(1.1)) * half;
    towards(draw, start, kind, sizes, pose, target)
}

fn length(draw: &mut Draw, kind: SolidKind) -> RayRecipe {
    let ray = random(draw, kind);
    let unit = Vec3::from_array(ray.direction).as_dvec3().normalize_or_zero();
    RayRecipe { direction: rounded(unit * f64::from(draw.size(1e-6, 1e6))), ..ray }
}
