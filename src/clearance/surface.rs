//! The surfaces of bodies: as triangles to start from, and as what distances are measured to.

use glam::DVec3;

use super::obstacles::{ItemKind, ObstacleItem, Obstacles};
use super::solid::Solid;
use super::triangle::Corners;
use crate::budget::{Budget, OverBudget};
use crate::geometry::exact::body::ExactBody;
use crate::geometry::shape::Shape;

/// Triangles of a round solid are at most so far from its surface, metres.
pub(super) const EXACT: f64 = 1e-4;
/// The same for a picture.
pub(super) const SHOWN: f64 = 0.002;
/// Pieces around a circle.
const PIECES: [u32; 2] = [16, 1024];

/// The triangles of the surface of a body: those of a mesh or hull, the faces of a box, and of a round solid triangles whose
/// corners are on the surface and which are at most `chord` metres from it.
pub(super) fn triangles(body: &ExactBody, chord: f64) -> Vec<Corners> {
    if body.shape().faces().is_some() {
        return body.triangles().collect();
    }
    let origin = body.world(DVec3::ZERO);
    let scale = DVec3::AXES.map(|axis| body.world(axis).distance(origin)).into_iter().fold(0.0, f64::max);
    let segments = |radius: f32| {
        let size = f64::from(radius) * scale;
        // The middle of a chord is `r · (1 − cos(π / n))` from its arc.
        let pieces = std::f64::consts::PI / libm::acos((1.0 - chord / size).clamp(-1.0, 1.0));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
        let pieces = pieces.ceil().clamp(PIECES[0].into(), PIECES[1].into()) as u32;
        pieces.next_multiple_of(4)
    };
    let mut all = Vec::new();
    body.shape().facets(segments, &mut |corners: Corners| all.push(corners.map(|corner| body.world(corner))));
    all
}

/// The surfaces of bodies in a tree. A round solid whose pose keeps all angles is itself; any other one is its triangles.
///
/// # Errors
/// When the budget has no room.
pub(super) fn surfaces(bodies: &[ExactBody], budget: &Budget) -> Result<Obstacles, OverBudget> {
    let mut items = Vec::new();
    let mut memory = budget.nothing();
    for (body, index) in bodies.iter().zip(0..) {
        if let Some(solid) = Solid::surface(body).filter(|_| !matches!(body.shape(), Shape::Box { .. })) {
            items.push(ObstacleItem { kind: ItemKind::Surface(Box::new(solid)), body: index });
            continue;
        }
        let own = triangles(body, EXACT);
        memory.grow((own.len() * Obstacles::EACH) as u64)?;
        items.extend(own.into_iter().map(|corners| ObstacleItem { kind: ItemKind::Triangle(corners), body: index }));
    }
    Ok(Obstacles::over(items, memory))
}
