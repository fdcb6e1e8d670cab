//! Rays against one posed solid, with the normal: eyeline one by one and all at a time, and parry3d. Before
//! anything is timed, a million rays are checked against the exact reference in `f64`.

#![expect(clippy::print_stdout, reason = "a benchmark reports")]

mod inputs;
mod levels;
mod results;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use eyeline::geometry::exact;
use eyeline::geometry::ray::batch::{Hits, Rays, cast_all, cast_all_at};
use eyeline::geometry::ray::{Ray, RayQuery, cast};
use eyeline::geometry::{Pose, Shape};
use glam::{EulerRot, Quat, Vec3};
use inputs::Random;
use levels::levels;
use parry3d::query::RayCast;
use parry3d::shape::{Ball, Capsule, Cone, Cuboid, Cylinder};

/// Rays that are checked.
const CHECKED: usize = 1_000_000;

/// The number of rays that are timed: more than a branch predictor can learn; it learns 16,384.
const TIMED: usize = 131_072;

fn rays(c: &mut Criterion) {
    let sphere = Shape::Sphere { radius: 0.8 };
    solid(c, &sphere, &Ball::new(0.8), 0.0, 4);
    let block = Shape::Box { half_extents: Vec3::new(1.0, 0.7, 0.5) };
    solid(c, &block, &Cuboid::new(parry3d::math::Vector::new(1.0, 0.7, 0.5)), 0.0, 4);
    let cylinder = Shape::Cylinder { radius: 0.6, half_height: 0.9 };
    solid(c, &cylinder, &Cylinder::new(0.9, 0.6), 0.0, 4);
    let cone = Shape::Cone { radius: 0.8, height: 1.8 };
    // Parry's cone is centred, ours has its apex at the origin.
    solid(c, &cone, &Cone::new(0.9, 0.8), -0.9, 16);
    let capsule = Shape::Capsule { radius: 0.5, half_height: 0.6 };
    solid(c, &capsule, &Capsule::new_y(0.6, 0.5), 0.0, 4);
}

/// `peer` is the same solid with its centre at y = `centre` in our local space. Of [`CHECKED`] rays, ours may get
/// at most `most_wrong` hits and misses wrong.
fn solid(c: &mut Criterion, shape: &Shape, peer: &impl RayCast, centre: f32, most_wrong: usize) {
    let (position, rotation) = (Vec3::new(1.0, -2.0, 3.0), Quat::from_euler(EulerRot::YXZ, 0.5, -1.1, 2.0));
    let pose = Pose::new(position, rotation, Vec3::ONE).expect("an invertible pose");
    let rays = random_rays(shape, &pose, centre);
    let peer = Peer::new(peer, position + rotation * Vec3::new(0.0, centre, 0.0), rotation, &rays);
    let axis = |of: fn(&Ray) -> f32| -> Vec<f32> { rays.iter().map(of).collect() };
    let origin = [axis(|ray| ray.origin.x), axis(|ray| ray.origin.y), axis(|ray| ray.origin.z)];
    let direction = [axis(|ray| ray.direction.x), axis(|ray| ray.direction.y), axis(|ray| ray.direction.z)];
    let arrays = |count: usize| Rays {
        origin: origin.each_ref().map(|axis| &axis[..count]),
        direction: direction.each_ref().map(|axis| &axis[..count]),
    };
    check(shape, &pose, &peer, &rays, arrays(CHECKED), most_wrong);

    let mut group = c.benchmark_group(format!("ray-{}", shape.word()));
    group.throughput(Throughput::Elements(TIMED as u64));
    group.bench_function("single", |b| {
        b.iter(|| {
            for ray in black_box(&rays[..TIMED]) {
                black_box(&cast(ray, RayQuery::default(), shape, &pose));
            }
        });
    });
    group.bench_function("parry", |b| {
        b.iter(|| {
            for ray in black_box(&peer.rays[..TIMED]) {
                black_box(&peer.cast(ray));
            }
        });
    });
    let mut hits = Hits::default();
    for (name, level) in levels() {
        group.bench_function(name, |b| {
            b.iter(|| cast_all_at(level, RayQuery::default(), black_box(arrays(TIMED)), shape, &pose, &mut hits));
        });
    }
}

/// Rays of unit length from 2 to 10 m away; every other one hits, the others pass near.
fn random_rays(shape: &Shape, pose: &Pose, centre: f32) -> Vec<Ray> {
    let mut random = Random(2);
    let mut one = |hits: bool| loop {
        let local = 1.4 * random.in_cube() + Vec3::new(0.0, centre, 0.0);
        let target = pose.world_from_local().transform_point3(local);
        let origin = target + random.direction() * random.within(2.0, 10.0);
        let Some(direction) = (target - origin).try_normalize() else { continue };
        let ray = Ray { origin, direction };
        if cast(&ray, RayQuery::default(), shape, pose).hit().is_some() == hits {
            return ray;
        }
    };
    let mut coin = Random(3);
    (0..CHECKED).map(|_| one(coin.within(0.0, 1.0) < 0.5)).collect()
}

/// The solid of parry3d.
struct Peer<'a, S> {
    shape: &'a S,
    pose: parry3d::math::Pose,
    rays: Vec<parry3d::query::Ray>,
}

impl<'a, S: RayCast> Peer<'a, S> {
    fn new(shape: &'a S, position: Vec3, rotation: Quat, rays: &[Ray]) -> Self {
        let vector = |v: Vec3| parry3d::math::Vector::new(v.x, v.y, v.z);
        let [x, y, z, w] = rotation.to_array();
        Self {
            shape,
            pose: parry3d::math::Pose::from_parts(vector(position), parry3d::math::Rotation::from_xyzw(x, y, z, w)),
            rays: rays.iter().map(|ray| parry3d::query::Ray::new(vector(ray.origin), vector(ray.direction))).collect(),
        }
    }

    fn cast(&self, ray: &parry3d::query::Ray) -> Option<parry3d::query::RayIntersection> {
        self.shape.cast_ray_and_get_normal(&self.pose, ray, f32::MAX, true)
    }
}

/// Compares all methods with the exact reference. The remaining differences are rays that graze: there rounding decides
/// between hit and miss, and the error of t is greatest.
fn check(shape: &Shape, pose: &Pose, peer: &Peer<impl RayCast>, rays: &[Ray], arrays: Rays, most_wrong: usize) {
    let mut hits = Hits::default();
    cast_all(RayQuery::default(), arrays, shape, pose, &mut hits);
    for (name, level) in levels() {
        let mut others = Hits::default();
        cast_all_at(level, RayQuery::default(), arrays, shape, pose, &mut others);
        assert!(others == hits, "{name} differs");
    }
    let [mut single, mut batch, mut parry] = ["single", "batch", "parry"].map(Errors::new);
    let mut hit_count = 0;
    for (i, (ray, peer_ray)) in rays.iter().zip(&peer.rays).enumerate() {
        let exact = exact::ray::interval(ray, shape, pose).filter(|t| t.far >= 0.0).map(|t| t.near.max(0.0));
        hit_count += usize::from(exact.is_some());
        let ours = cast(ray, RayQuery::default(), shape, pose);
        let normal = ours.hit().and_then(|hit| hit.normal);
        single.add(exact, ours.hit().map(|hit| hit.t), normal, normal);
        batch.add(exact, (hits.t[i] < f32::INFINITY).then_some(hits.t[i]), normal, hits.normal(i));
        let theirs = peer.cast(peer_ray);
        let their_normal = theirs.as_ref().map(|hit| Vec3::new(hit.normal.x, hit.normal.y, hit.normal.z));
        parry.add(exact, theirs.map(|hit| hit.time_of_impact), normal, their_normal);
    }
    println!("\n{}: of {CHECKED} rays {hit_count} hit", shape.word());
    for errors in [&single, &batch, &parry] {
        errors.print();
    }
    let counts = format!("{{ \"single\": {}, \"batch\": {}, \"parry\": {} }}", single.wrong, batch.wrong, parry.wrong);
    results::save(&format!("wrong-{}", shape.word()), &counts);
    for ours in [single, batch] {
        assert!(ours.wrong <= most_wrong, "{} of {CHECKED} wrong, at most {most_wrong} are allowed", ours.wrong);
        assert!(ours.off * 1000 < CHECKED, "t or normal are off");
    }
}

/// The errors of one method.
struct Errors {
    name: &'static str,
    /// Hits reported as misses and misses reported as hits.
    wrong: usize,
    /// Hits whose t is off by more than 0.1 mm, or whose normal differs from that of the single ray by more than 1°.
    off: usize,
    /// The greatest error of t.
    worst: f64,
}

impl Errors {
    fn new(name: &'static str) -> Self {
        Self { name, wrong: 0, off: 0, worst: 0.0 }
    }

    fn add(&mut self, exact: Option<f64>, found: Option<f32>, expected: Option<Vec3>, normal: Option<Vec3>) {
        match (exact, found) {
            (Some(exact), Some(found)) => {
                let error = (f64::from(found) - exact).abs();
                self.worst = self.worst.max(error);
                let turned = expected.zip(normal).is_some_and(|(a, b)| a.dot(b) < 0.999_85);
                self.off += usize::from(error > 1e-4 || turned);
            }
            (None, None) => {}
            _ => self.wrong += 1,
        }
    }

    fn print(&self) {
        println!(
            "  {:6}  {} hits or misses wrong, {} hits off by over 0.1 mm or 1°, worst t off by {:.1e}",
            self.name, self.wrong, self.off, self.worst
        );
    }
}

criterion_group! { name = benches; config = inputs::criterion(); targets = rays }
criterion_main!(benches);
