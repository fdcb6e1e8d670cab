//! The answer of a ray in words, and the material that it hits.

use super::answers::RayAnswer;
use crate::geometry::Shape;
use crate::geometry::narrate::num;
use crate::geometry::ray::Miss;
use crate::world::ObjectAt;

/// "hit side at t = 4.5, 4.5 m from the origin", or "no hit: " and the reason.
pub fn cast_sentence(answer: &RayAnswer) -> String {
    let part = answer.feature().unwrap_or_default();
    match answer.cast.result() {
        Ok(hit) => format!("hit {part} at t = {}, {} m from the origin", num(hit.t), num(hit.distance)),
        Err(Miss::Transparent) if !part.is_empty() => format!("no hit: {part} is clear"),
        Err(miss) => format!("no hit: {}", miss.word()),
    }
}

/// The name of the material of the hit triangle; `None` without a hit, for a shape that is no mesh, and for a material without
/// a name.
pub fn material_at<'w>(answer: &RayAnswer, object: &'w ObjectAt) -> Option<&'w str> {
    let Shape::Mesh(mesh) = &object.shape else { return None };
    let triangle = answer.spot.filter(|_| answer.cast.hit().is_some())?.triangle as usize;
    let material = mesh.surface()?.material_of(triangle, *mesh.triangles().get(triangle)?)?;
    Some(&*material.name).filter(|name| !name.is_empty())
}
