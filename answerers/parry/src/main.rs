//! Answers of parry3d (f32) for `eyeline hunt`.
//! Set it up in this folder with
//!     cargo build --release
//! It answers ray-box, ray-sphere, ray-cylinder, ray-cone, ray-capsule, ray-triangle, box-box and transformed-box:
//!     eyeline hunt ray-cone --ask "target/release/answerer-parry"

#[path = "../../wire.rs"]
mod wire;

use glam::{DAffine3, DMat4, DVec3};
use parry3d::bounding_volume::{Aabb, BoundingVolume};
use parry3d::math::{Pose, Vector};
use parry3d::query::{Ray, RayCast};
use parry3d::shape::{Ball, Capsule, Cone, Cuboid, Cylinder, Triangle};
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

/// Parry's poses have no scale, so the ray goes to local space by the inverse of the matrix. That is done in f64, so that no rounding
/// of this runner is taken for one of parry. A direction need not be of length 1, says the documentation of `Ray`, and t stays the
/// same.
fn ray_solid(case: &Value) -> Value {
    let world = affine(&case["world_from_local"]);
    let local = world.inverse();
    let shape = &case["shape"];
    let size = |kind: &str, name: &str| number(&shape[kind][name]);
    let mut shift = DVec3::ZERO;
    let solid: Box<dyn RayCast> = if shape["box"].is_object() {
        Box::new(Cuboid::new(vector(&shape["box"]["half_extents"])))
    } else if shape["sphere"].is_object() {
        Box::new(Ball::new(size("sphere", "radius") as f32))
    } else if shape["cylinder"].is_object() {
        Box::new(Cylinder::new(size("cylinder", "half_height") as f32, size("cylinder", "radius") as f32))
    } else if shape["capsule"].is_object() {
        Box::new(Capsule::new_y(size("capsule", "half_height") as f32, size("capsule", "radius") as f32))
    } else {
        // The apex of a cone of a case is the local origin; that of parry's is half of the height above it.
        let half_height = size("cone", "height") / 2.0;
        shift = DVec3::Y * half_height;
        Box::new(Cone::new(half_height as f32, size("cone", "radius") as f32))
    };
    let origin = local.transform_point3(exact(&case["origin"])) + shift;
    let direction = local.transform_vector3(exact(&case["direction"]));
    let ray = Ray::new(rounded(origin), rounded(direction));
    hit(solid.as_ref(), &ray, |normal| local.matrix3.transpose() * normal)
}

fn ray_triangle(case: &Value) -> Value {
    let triangle = Triangle::new(vector(&case["a"]), vector(&case["b"]), vector(&case["c"]));
    hit(&triangle, &Ray::new(vector(&case["origin"]), vector(&case["direction"])), |normal| normal)
}

fn hit(shape: &dyn RayCast, ray: &Ray, world: impl Fn(DVec3) -> DVec3) -> Value {
    // `true`: a shape is solid.
    match shape.cast_local_ray_and_get_normal(ray, f32::MAX, true) {
        Some(found) => {
            let normal = world(DVec3::new(found.normal.x.into(), found.normal.y.into(), found.normal.z.into()));
            json!({ "hit": true, "t": found.time_of_impact, "normal": normal.to_array() })
        }
        None => json!({ "hit": false }),
    }
}

fn aabb(value: &Value) -> Aabb {
    Aabb::new(vector(&value["min"]), vector(&value["max"]))
}

fn box_box(case: &Value) -> Value {
    json!({ "overlap": aabb(&case["a"]).intersects(&aabb(&case["b"])) })
}

/// Scale and pose are asked one after the other, as parry has them. The matrix is taken apart in f64.
fn transformed_box(case: &Value) -> Value {
    let (scale, rotation, translation) = affine(&case["world_from_local"]).to_scale_rotation_translation();
    let mut pose = Pose::IDENTITY;
    pose.translation = rounded(translation);
    let [x, y, z, w] = rotation.normalize().to_array().map(|x| x as f32);
    pose.rotation = parry3d::math::Rotation::from_xyzw(x, y, z, w);
    let found = aabb(case).scaled(rounded(scale)).transform_by(&pose);
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
    serve("parry3d", env!("ENGINE_VERSION"), &questions)
}
