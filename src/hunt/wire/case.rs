//! Cases and answers as JSON.

use std::io::Write;

use serde_json::{Map, Value, json};

use crate::geometry::camera::DepthRange;
use crate::geometry::frustum::Verdict;
use crate::hunt::truth::Truth;
use crate::mistakes::{Answer, Case, SolidKind};

/// The word of a depth range in scenes and cases.
pub(in crate::hunt) const fn depth_word(depth: DepthRange) -> &'static str {
    match depth {
        DepthRange::MinusOneToOne => "-1..1",
        DepthRange::ZeroToOne => "0..1",
        DepthRange::Reversed => "reversed",
    }
}

/// Writes a case as a line, with its newline.
pub fn write_case(out: &mut Vec<u8>, id: u64, case: &Case) {
    let _in_memory = write!(out, "{{\"id\":{id},");
    write_fields(out, case);
    out.extend_from_slice(b"}\n");
}

/// Writes the fields of a case, without braces.
fn write_fields(out: &mut Vec<u8>, case: &Case) {
    match case {
        Case::FrustumBox { clip_from_world, depth, min, max } => {
            view(out, clip_from_world, *depth);
            list(out, ",\"min\":", min);
            list(out, ",\"max\":", max);
        }
        Case::FrustumSphere { clip_from_world, depth, center, radius } => {
            view(out, clip_from_world, *depth);
            list(out, ",\"center\":", center);
            out.extend_from_slice(b",\"radius\":");
            number(out, *radius);
        }
        Case::RaySolid(ray) => {
            list(out, "\"origin\":", &ray.origin);
            list(out, ",\"direction\":", &ray.direction);
            let _in_memory = write!(out, ",\"shape\":{{\"{}\":{{", ray.kind.word());
            if ray.kind == SolidKind::Box {
                list(out, "\"half_extents\":", &ray.sizes);
            } else {
                for (i, name) in ray.kind.size_names().iter().enumerate() {
                    let _in_memory = write!(out, "{}\"{name}\":", if i == 0 { "" } else { "," });
                    number(out, ray.sizes[i]);
                }
            }
            out.extend_from_slice(b"}}");
            list(out, ",\"world_from_local\":", &ray.world_from_local);
        }
        Case::RayTriangle { origin, direction, corners } => {
            list(out, "\"origin\":", origin);
            list(out, ",\"direction\":", direction);
            for (name, corner) in ["a", "b", "c"].iter().zip(corners) {
                list(out, &format!(",\"{name}\":"), corner);
            }
        }
        Case::BoxBox { a, b } => {
            for (i, (name, [min, max])) in ["a", "b"].iter().zip([a, b]).enumerate() {
                let _in_memory = write!(out, "{}\"{name}\":{{", if i == 0 { "" } else { "," });
                list(out, "\"min\":", min);
                list(out, ",\"max\":", max);
                out.push(b'}');
            }
        }
        Case::TransformedBox { world_from_local, min, max } => {
            list(out, "\"world_from_local\":", world_from_local);
            list(out, ",\"min\":", min);
            list(out, ",\"max\":", max);
        }
        Case::Morton { cell: [x, y, z], depth } => {
            let _in_memory = write!(out, "\"cell\":[{x},{y},{z}],\"depth\":{depth}");
        }
    }
}

fn view(out: &mut Vec<u8>, clip_from_world: &[f32; 16], depth: DepthRange) {
    list(out, "\"clip_from_world\":", clip_from_world);
    let _in_memory = write!(out, ",\"depth\":\"{}\"", depth_word(depth));
}

fn list(out: &mut Vec<u8>, key: &str, numbers: &[f32]) {
    out.extend_from_slice(key.as_bytes());
    for (i, x) in numbers.iter().enumerate() {
        out.push(if i == 0 { b'[' } else { b',' });
        number(out, *x);
    }
    out.push(b']');
}

fn number(out: &mut Vec<u8>, x: f32) {
    let _in_memory = serde_json::to_writer(out, &f64::from(x));
}

/// An answer as the fields of its line.
pub fn write_answer(answer: &Answer) -> Value {
    match answer {
        Answer::Verdict(said) => json!({ "verdict": said.word() }),
        Answer::Hit(None) => json!({ "hit": false }),
        Answer::Hit(Some(hit)) => {
            let mut fields = Map::new();
            fields.insert("hit".to_owned(), true.into());
            fields.insert("t".to_owned(), finite(hit.t));
            if let Some(normal) = hit.normal {
                fields.insert("normal".to_owned(), normal.iter().copied().map(finite).collect());
            }
            Value::Object(fields)
        }
        Answer::Overlap(overlap) => json!({ "overlap": overlap }),
        Answer::Bounds { min, max } => {
            json!({ "min": min.map(finite), "max": max.map(finite) })
        }
        Answer::Code(code) => json!({ "code": code }),
    }
}

/// A number that is not finite is text.
fn finite(x: f64) -> Value {
    if x.is_finite() { x.into() } else { format!("{x}").into() }
}

/// A truth as the fields of an answer.
pub fn write_truth(truth: &Truth) -> Value {
    match truth {
        Truth::Undecided => json!({ "undecided": true }),
        Truth::View { is_visible: false, .. } => json!({ "verdict": "outside" }),
        Truth::View { class: Some(class), .. } => json!({ "verdict": Verdict::word(*class) }),
        Truth::View { class: None, .. } => json!({ "verdict": "visible" }),
        Truth::Hit(None) => json!({ "hit": false }),
        Truth::Hit(Some(hit)) => match hit.normal {
            Some(normal) => json!({ "hit": true, "t": hit.t, "normal": normal }),
            None => json!({ "hit": true, "t": hit.t }),
        },
        Truth::Overlap(overlap) => json!({ "overlap": overlap }),
        Truth::Bounds { min, max, .. } => json!({ "min": min, "max": max }),
        Truth::Code(code) => json!({ "code": code }),
    }
}
