//! Rays against the five solids: compared with the `f64` search, with parry3d, and with themselves.
//!
//! # What was found
//!
//! (numbers)

use eyeline::geometry::exact::ray::{clearance, distance, interval, reach};
use eyeline::geometry::ray::{Cast, Feature, Inside, Kind, Miss, Ray, RayQuery, cast};
use eyeline::geometry::{Pose, Shape, Silent, Story};
use glam::{DMat3, DVec3, Mat3, Vec3};

use crate::random::{Random, narrow};

const KINDS: [Shape; 5] = [
    Shape::Box { half_extents: Vec3::ONE },
    Shape::Sphere { radius: 1.0 },
    Shape::Cylinder { radius: 1.0, half_height: 1.0 },
    Shape::Cone { radius: 1.0, height: 2.0 },
    Shape::Capsule { radius: 1.0, half_height: 1.0 },
];

/// One ray, one solid.
#[derive(Debug)]
struct Case {
    ray: Ray,
    shape: Shape,
    pose: Pose,
}

impl Case {
    fn cast(&self, kind: Kind, inside: Inside) -> Cast {
        cast(&self.ray, RayQuery { kind, inside }, &self.shape, &self.pose, &mut Silent)
    }

    fn line(&self) -> Option<[f32; 2]> {
        self.cast(Kind::Line, Inside::Solid).interval
    }

    fn local(&self) -> Local {
        let world = self.pose.world_from_local();
        let world_from_local = Mat3::from(world.matrix3).as_dmat3();
        Local {
            inverse: world_from_local.inverse(),
            world_from_local,
            centre: Vec3::from(world.translation).as_dvec3(),
        }
    }
}

/// Local space in `f64`.
struct Local {
    inverse: DMat3,
    world_from_local: DMat3,
    centre: DVec3,
}

impl Local {
    fn point(&self, world: DVec3) -> DVec3 {
        self.inverse * (world - self.centre)
    }

    /// How many times more the pose stretches one direction than another, at most.
    fn unevenness(&self) -> f64 {
        let norm = |m: DMat3| m.to_cols_array().iter().map(|x| x * x).sum::<f64>().sqrt();
        norm(self.world_from_local) * norm(self.inverse) / 3.0
    }
}

/// A case that is likely to go wrong: tangents, apexes, generators, faces, edges, far starts, odd lengths.
fn biased(random: &mut Random, kind: &Shape) -> Case {
    let (shape, pose) = (random.sized(kind), random.pose());
    let size = reach(&shape);
    let (surface, normal) = surface_point(random, &shape);
    let offset = random.pick(&[0.0, 0.0, 1e-7, -1e-7, 1e-5, -1e-5, 1e-3, -1e-3, 0.1, -0.1]) * size;
    let (target, along) = match random.bits() % 8 {
        0 | 1 => (random.in_ball(1.2 * size), random.direction()),
        2 => (surface + offset * normal, random.direction().cross(normal)),
        3 => (surface, random.direction()),
        4 => (surface + offset * normal, random.pick(&DVec3::AXES)),
        5 => (random.in_ball(size), random.pick(&DVec3::AXES)),
        // The apex of a cone, the middle of the others.
        6 => (offset * random.direction(), random.direction()),
        // Along or beside a generator.
        _ => {
            let spread = random.pick(&[size, 0.0]);
            (offset * random.direction() + random.in_ball(spread), generator(random, &shape))
        }
    };
    let along = along.try_normalize().unwrap_or(DVec3::Y) * random.pick(&[1.0, -1.0]);
    let back = size * random.pick(&[0.0, 1.0, 2.0, 5.0, 20.0, 40.0, 1e3, 1e5]) * random.range(-0.5, 1.0);
    let length = size * random.pick(&[1.0, 1.0, 1.0, 0.01, 100.0]);
    let world = Case { ray: Ray { origin: Vec3::ZERO, direction: Vec3::X }, shape, pose }.local();
    let origin = world.world_from_local * (target - back * along) + world.centre;
    let mut direction = (world.world_from_local * along * length).as_vec3();
    if random.once_in(8) {
        direction = direction.normalize_or(Vec3::X) * random.pick(&[1e-30, 1e-12, 1e12, 1e30]);
    }
    Case { ray: Ray { origin: origin.as_vec3(), direction }, shape, pose }
}

/// A plain case: rotation and translation only, the start a few sizes away, about half of the rays hitting.
fn plain(random: &mut Random, kind: &Shape) -> Case {
    let shape = match kind {
        Shape::Box { .. } => Shape::Box { half_extents: Vec3::new(1.0, 0.7, 1.2) },
        Shape::Cylinder { .. } => Shape::Cylinder { radius: 0.8, half_height: 1.0 },
        Shape::Cone { .. } => Shape::Cone { radius: 0.9, height: 2.0 },
        Shape::Capsule { .. } => Shape::Capsule { radius: 0.6, half_height: 0.7 },
        Shape::Sphere { .. } => *kind,
    };
    let middle = if matches!(shape, Shape::Cone { .. }) { -DVec3::Y } else { DVec3::ZERO };
    let pose = Pose::new(random.in_ball(10.0).as_vec3(), random.rotation(), Vec3::ONE).expect("a pose");
    let target = pose.world_from_local().transform_point3(middle.as_vec3()).as_dvec3() + random.in_ball(1.25);
    let along = random.direction();
    let origin = target - along * random.range(3.0, 10.0);
    Case { ray: Ray { origin: origin.as_vec3(), direction: (along * random.range(0.5, 2.0)).as_vec3() }, shape, pose }
}

/// A point on the surface with a normal there.
fn surface_point(random: &mut Random, shape: &Shape) -> (DVec3, DVec3) {
    let (sin, cos) = random.range(0.0, std::f64::consts::TAU).sin_cos();
    let (sin, cos) = if random.once_in(4) { (0.0, cos.signum()) } else { (sin, cos) };
    let out = DVec3::new(cos, 0.0, sin);
    let end = random.pick(&[1.0, -1.0]);
    // Now and then exactly at an edge.
    let part = if random.once_in(4) { 1.0 } else { random.unit() };
    match *shape {
        Shape::Box { half_extents } => {
            let axis = random.pick(&[0, 1, 2]);
            let mut p =
                half_extents.as_dvec3() * DVec3::new(random.range(-1.0, 1.0), part * end, random.range(-1.0, 1.0));
            p[axis] = f64::from(half_extents[axis]) * end;
            (p, DVec3::AXES[axis] * end)
        }
        Shape::Sphere { radius } => {
            let n = if random.once_in(3) { out } else { random.direction() };
            (n * f64::from(radius), n)
        }
        Shape::Cylinder { radius, half_height } => {
            let (r, h) = (f64::from(radius), f64::from(half_height));
            if random.once_in(2) {
                (out * r + DVec3::Y * h * part * end, out)
            } else {
                (out * r * part + DVec3::Y * h * end, DVec3::Y * end)
            }
        }
        Shape::Cone { radius, height } => {
            let (r, h) = (f64::from(radius), f64::from(height));
            if random.once_in(3) {
                (out * r * part - DVec3::Y * h, -DVec3::Y)
            } else {
                ((out * r - DVec3::Y * h) * part, (out * h + DVec3::Y * r).normalize_or(DVec3::Y))
            }
        }
        Shape::Capsule { radius, half_height } => {
            let (r, h) = (f64::from(radius), f64::from(half_height));
            if random.once_in(2) {
                (out * r + DVec3::Y * h * part * end, out)
            } else {
                let n = random.direction();
                (n * r + DVec3::Y * h * n.y.signum(), n)
            }
        }
    }
}

/// The direction of a straight line in the surface, where there is one.
fn generator(random: &mut Random, shape: &Shape) -> DVec3 {
    let Shape::Cone { radius, height } = *shape else { return DVec3::Y };
    let turn = if random.once_in(2) { 0.0 } else { random.range(0.0, std::f64::consts::TAU) };
    DVec3::new(f64::from(radius) * turn.cos(), -f64::from(height), f64::from(radius) * turn.sin())
}

/// What `f32` may move, in local units: the rounding of a start up to 32 sizes away (farther ones are moved
/// closer) and of the matrix, three products to a component, as uneven as the pose.
fn rounding(case: &Case, local: &Local) -> f64 {
    let from = local.point(case.ray.origin.as_dvec3()).length().min(32.0 * reach(&case.shape));
    f64::from(f32::EPSILON) * local.unevenness() * (from + reach(&case.shape))
}

/// What the comparison with the reference found for one solid.
#[derive(Debug, Default)]
struct Found {
    hits: u32,
    wrong: u32,
    /// How close to touching the wrong ones were, in roundings.
    worst_wrong: f64,
    /// How far the ends of intervals are off the surface, in roundings.
    worst_surface: f64,
    /// How far the ends of long intervals are off the reference's, in sizes.
    worst_end: f64,
}

fn compare(found: &mut Found, case: &Case) {
    let (ours, exact) = (case.line(), interval(&case.ray, &case.shape, &case.pose));
    let local = case.local();
    let rounding = rounding(case, &local);
    let speed = (local.inverse * case.ray.direction.as_dvec3()).length();
    found.hits += u32::from(exact.is_some());
    if ours.is_some() != exact.is_some() {
        found.wrong += 1;
        let near = clearance(&case.ray, &case.shape, &case.pose).expect("a line").abs() / rounding;
        found.worst_wrong = found.worst_wrong.max(near);
        assert!(near <= 4.0, "{near} roundings from touching: {ours:?}, exactly {exact:?}\n{case:?}");
    }
    for t in ours.into_iter().flatten().map(f64::from) {
        // An f32 t cannot be finer than this.
        let step = t.abs() * speed * f64::from(f32::EPSILON);
        let off =
            distance(&case.shape, local.point(case.ray.origin.as_dvec3() + t * case.ray.direction.as_dvec3())).abs();
        let off = off / (rounding + step);
        found.worst_surface = found.worst_surface.max(off);
        assert!(off <= 4.0, "t = {t} is {off} roundings off the surface\n{case:?}\n{ours:?} exactly {exact:?}");
    }
}

#[test]
fn biased_rays_agree_with_the_f64_search() {
    for (seed, kind) in KINDS.iter().enumerate() {
        let mut random = Random::new(seed as u64);
        let mut found = Found::default();
        for _ in 0..220_000 {
            compare(&mut found, &biased(&mut random, kind));
        }
        println!("{}: {found:?}", kind.word());
    }
}

#[test]
fn plain_rays_agree_with_the_f64_search() {
    for (seed, kind) in KINDS.iter().enumerate() {
        let mut random = Random::new(seed as u64);
        let mut found = Found::default();
        for _ in 0..200_000 {
            compare(&mut found, &plain(&mut random, kind));
        }
        println!("{}: {found:?}", kind.word());
    }
}
