//! Answers of bevy (crate `bevy_camera`, f32) for `eyeline hunt`.
//! Set it up in this folder with
//!     cargo build --release
//! It answers frustum-box and frustum-sphere:
//!     eyeline hunt frustum-box --ask "target/release/answerer-bevy"

#[path = "../../wire.rs"]
mod wire;

use bevy_camera::primitives::{Aabb, Frustum, Sphere};
use bevy_math::primitives::ViewFrustum;
use bevy_math::{Mat4, Vec3};
use serde_json::{Value, json};
use wire::{Question, list, number, serve};

fn vector(value: &Value) -> Vec3 {
    Vec3::from_array(list(value).map(|x| x as f32))
}

/// The projections of bevy have a reversed depth, 1 at the near plane and 0 at the far plane. Row 3 of other matrices is replaced by the
/// one of the reversed depth, in f64, so that no rounding of this runner is taken for one of bevy.
fn frustum(case: &Value) -> Frustum {
    let mut m: [f64; 16] = list(&case["clip_from_world"]); // column by column
    for column in m.chunks_exact_mut(4) {
        match case["depth"].as_str() {
            Some("-1..1") => column[2] = (column[3] - column[2]) / 2.0,
            Some("0..1") => column[2] = column[3] - column[2],
            _ => {}
        }
    }
    Frustum(ViewFrustum::from_clip_from_world(&Mat4::from_cols_array(&m.map(|x| x as f32))))
}

fn verdict(is_visible: bool) -> Value {
    json!({ "verdict": if is_visible { "visible" } else { "culled" } })
}

fn frustum_box(case: &Value) -> Value {
    let body = Aabb::from_min_max(vector(&case["min"]), vector(&case["max"]));
    verdict(frustum(case).intersects_obb_identity(&body))
}

fn frustum_sphere(case: &Value) -> Value {
    let sphere = Sphere { center: vector(&case["center"]).into(), radius: number(&case["radius"]) as f32 };
    verdict(frustum(case).intersects_sphere(&sphere, true)) // `true`: the far plane counts
}

fn main() -> std::io::Result<()> {
    // Both test plane by plane.
    let question = |name, answer| Question { name, says: json!({ "conservative": true }), answer };
    let questions = [question("frustum-box", frustum_box), question("frustum-sphere", frustum_sphere)];
    serve("bevy", env!("ENGINE_VERSION"), &questions)
}
