//! The vertices of a skin that are out of a box.

use glam::DVec3;

use super::box64::Box64;
use super::skin_at::SkinAt;
use crate::scene::SkinBounds;

/// The vertex that is furthest out of a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Escape {
    /// The box.
    pub bounds: SkinBounds,
    /// The distance of the vertex from the box, metres.
    pub distance: f64,
    /// Its index in the mesh.
    pub vertex: usize,
}

/// Escapes below this part of the diagonal of a box are rounding.
pub(super) const ROUNDING: f64 = 1e-4;

impl SkinAt {
    /// The vertex that is furthest out of each box, for the boxes that do not enclose the mesh.
    pub fn escapes(&self) -> Vec<Escape> {
        let (bind, matrices) = (self.bind(), self.matrices());
        let posed = self.posed(&bind, &matrices);
        let escape = |method: SkinBounds| {
            let around = self.bounds(method, &bind, &matrices, &posed);
            escape(&around, &posed).map(|(vertex, distance)| Escape { bounds: method, distance, vertex })
        };
        self.judged_boxes().filter_map(escape).collect()
    }
}

/// The furthest vertex out of a box, with its distance; `None` when none is out beyond rounding.
pub(super) fn escape(around: &Box64, posed: &[DVec3]) -> Option<(usize, f64)> {
    let distances = posed.iter().map(|at| around.distance(*at)).enumerate();
    let furthest = distances.reduce(|a, b| if b.1 > a.1 { b } else { a })?;
    (furthest.1 > ROUNDING * around.diagonal()).then_some(furthest)
}
