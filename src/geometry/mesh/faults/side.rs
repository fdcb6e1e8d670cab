//! The triangles and sides among which faults are searched.

/// A triangle with finite corners; each corner is the least vertex at its place.
pub(super) struct Triangle {
    pub(super) number: u32,
    pub(super) points: [u32; 3],
    pub(super) is_sound: bool,
}

impl Triangle {
    pub(super) fn sorted(&self) -> [u32; 3] {
        let mut points = self.points;
        points.sort_unstable();
        points
    }
}

#[derive(Clone, Copy, Default)]
pub(super) struct EdgeSide {
    pub(super) other: u32,
    pub(super) triangle: u32,
    pub(super) is_up: bool,
}
