//! Answers of Rapier for Rust (f32) for `eyeline hunt`.
//! Set it up in this folder with
//!     cargo build --release
//! It answers ray-box, ray-sphere, ray-cylinder, ray-cone, ray-capsule, ray-triangle, box-box and transformed-box:
//!     eyeline hunt ray-cone --ask "target/release/answerer-rapier-rust"
//! Each case is a `PhysicsWorld` of its own with one collider. Its broad phase, a BVH, is brought up to date, and then the
//! world is asked. The shapes are those of parry3d, which the runner in `../parry` asks without a world and without a pose.

#[path = "../../wire.rs"]
mod wire;

use glam::{DAffine3, DMat4, DQuat, DVec3};
use rapier3d::prelude::{
    Aabb, ColliderBuilder, ColliderHandle, PhysicsWorld, Pose, QueryFilter, Ray, Real, RigidBodyBuilder, Rotation,
    Vector,
};
use serde_json::{Value, json};
use wire::{Question, list, number, serve};

fn vector(value: &Value) -> Vector {
    rounded(exact(value))
}

fn exact(value: &Value) -> DVec3 {
    DVec3::from_array(list(value))
}

fn rounded(v: DVec3) -> Vector {
    Vector::new(v.x as f32, v.y as f32, v.z as f32)
}

fn affine(value: &Value) -> DAffine3 {
    DAffine3::from_mat4(DMat4::from_cols_array(&list(value)))
}

/// A pose of Rapier: a quaternion and a translation of 32 bits.
fn pose(rotation: DQuat, translation: DVec3) -> Pose {
    let [x, y, z, w] = rotation.normalize().to_array().map(|x| x as f32);
    Pose::from_parts(rounded(translation), Rotation::from_xyzw(x, y, z, w))
}

/// A world with one collider, on a body that does not move.
fn world(body: Pose, collider: ColliderBuilder) -> (PhysicsWorld, ColliderHandle) {
    let mut world = PhysicsWorld::new();
    let (_, handle) = world.insert(RigidBodyBuilder::fixed().pose(body), collider);
    world.detect_collisions(&(), &());
    (world, handle)
}

/// A solid of a case with its scale in its sizes, as Rapier's poses have none.
struct Solid {
    collider: ColliderBuilder,
    /// From the local origin of a case to that of Rapier's shape, along y.
    shift: f64,
}

/// A solid, or `None` when no shape of Rapier has this scale.
fn scaled(shape: &Value, scale: DVec3) -> Option<Solid> {
    let size = |kind: &str, name: &str| number(&shape[kind][name]);
    // Numbers of a matrix have 24 bits, and the lengths of its columns differ by that.
    let equal = |a: f64, b: f64| (a - b).abs() <= 5e-7 * a.max(b);
    let around = (scale.x + scale.z) / 2.0;
    let is_round = equal(scale.x, scale.z);
    let is_even = is_round && equal(scale.y, around);
    let even = scale.element_sum() / 3.0;
    let mut shift = 0.0;
    let collider = if shape["box"].is_object() {
        let half = rounded(exact(&shape["box"]["half_extents"]) * scale);
        ColliderBuilder::cuboid(half.x, half.y, half.z)
    } else if shape["sphere"].is_object() && is_even {
        ColliderBuilder::ball((size("sphere", "radius") * even) as f32)
    } else if shape["cylinder"].is_object() && is_round {
        let half_height = size("cylinder", "half_height") * scale.y;
        ColliderBuilder::cylinder(half_height as f32, (size("cylinder", "radius") * around) as f32)
    } else if shape["capsule"].is_object() && is_even {
        ColliderBuilder::capsule_y(
            (size("capsule", "half_height") * even) as f32,
            (size("capsule", "radius") * even) as f32,
        )
    } else if shape["cone"].is_object() && is_round {
        // The apex of a cone of a case is the local origin; that of Rapier's is half of the height above it.
        let half_height = size("cone", "height") * scale.y / 2.0;
        shift = -half_height;
        ColliderBuilder::cone(half_height as f32, (size("cone", "radius") * around) as f32)
    } else {
        return None;
    };
    Some(Solid { collider, shift })
}

/// The body has the pose, so Rapier itself moves the ray to local space. Only for scales that no shape of Rapier has, such as
/// those of an ellipsoid, the ray goes to local space in f64, and the body has no pose. A direction need not be of length 1,
/// says the documentation of `Ray`.
fn ray_solid(case: &Value) -> Value {
    let placed = affine(&case["world_from_local"]);
    let (scale, rotation, translation) = placed.to_scale_rotation_translation();
    let (origin, direction) = (exact(&case["origin"]), exact(&case["direction"]));
    // All solids are their own mirror images in x, the axis of which glam takes a mirroring.
    if let Some(Solid { collider, shift }) = scaled(&case["shape"], scale.abs()) {
        let collider = collider.translation(Vector::Y * shift as f32);
        let (world, _) = world(pose(rotation, translation), collider);
        return hit(&world, &Ray::new(rounded(origin), rounded(direction)), |normal| normal);
    }
    let Some(Solid { collider, shift }) = scaled(&case["shape"], DVec3::ONE) else {
        return json!({ "error": "unknown shape" });
    };
    let local = placed.inverse();
    let origin = local.transform_point3(origin) - DVec3::Y * shift;
    let ray = Ray::new(rounded(origin), rounded(local.transform_vector3(direction)));
    hit(&world(Pose::IDENTITY, collider).0, &ray, |normal| local.matrix3.transpose() * normal)
}

fn ray_triangle(case: &Value) -> Value {
    let collider = ColliderBuilder::triangle(vector(&case["a"]), vector(&case["b"]), vector(&case["c"]));
    let ray = Ray::new(vector(&case["origin"]), vector(&case["direction"]));
    hit(&world(Pose::IDENTITY, collider).0, &ray, |normal| normal)
}

fn hit(world: &PhysicsWorld, ray: &Ray, world_normal: impl Fn(DVec3) -> DVec3) -> Value {
    // `true`: a shape is solid.
    match world.cast_ray_and_get_normal(ray, Real::MAX, true, QueryFilter::default()) {
        Some((_, found)) => {
            let normal = world_normal(DVec3::new(found.normal.x.into(), found.normal.y.into(), found.normal.z.into()));
            json!({ "hit": true, "t": found.time_of_impact, "normal": normal.to_array() })
        }
        None => json!({ "hit": false }),
    }
}

/// One box is in the broad phase, and Rapier is asked which boxes there intersect the other one. Cuboids of Rapier have a
/// centre and half extents, so `intersect_shape` would be asked about rounded boxes. The query is called conservative because
/// the broad phase enlarges the box of a collider, but `set_aabb` stores a new box as it is.
fn box_box(case: &Value) -> Value {
    let [a, b] = ["a", "b"].map(|name| Aabb::new(vector(&case[name]["min"]), vector(&case[name]["max"])));
    let mut world = PhysicsWorld::new();
    let handle = world.insert_collider(ColliderBuilder::ball(1.0), None);
    world.broad_phase.set_aabb(&world.integration_parameters, handle, a);
    let overlap = world.intersect_aabb_conservative(b, QueryFilter::default()).next().is_some();
    json!({ "overlap": overlap })
}

/// The body has the pose, and the collider has the centre of the box as its place on the body. The matrix is taken apart in f64.
fn transformed_box(case: &Value) -> Value {
    let (scale, rotation, translation) = affine(&case["world_from_local"]).to_scale_rotation_translation();
    let (min, max) = (exact(&case["min"]), exact(&case["max"]));
    let half = rounded((max - min) / 2.0 * scale.abs());
    let collider = ColliderBuilder::cuboid(half.x, half.y, half.z).translation(rounded((min + max) / 2.0 * scale));
    let (world, handle) = world(pose(rotation, translation), collider);
    let found = world.colliders[handle].compute_aabb();
    json!({ "min": found.mins.to_array(), "max": found.maxs.to_array() })
}

fn main() -> std::io::Result<()> {
    let of_rays = |name, answer| Question { name, says: json!({ "inside": "solid", "normals": true }), answer };
    let questions = [
        of_rays("ray-box", ray_solid),
        of_rays("ray-sphere", ray_solid),
        of_rays("ray-cylinder", ray_solid),
        of_rays("ray-cone", ray_solid),
        of_rays("ray-capsule", ray_solid),
        of_rays("ray-triangle", ray_triangle),
        Question { name: "box-box", says: json!({}), answer: box_box },
        Question { name: "transformed-box", says: json!({}), answer: transformed_box },
    ];
    serve("Rapier (Rust)", env!("ENGINE_VERSION"), &questions)
}
