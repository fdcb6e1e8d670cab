//! Moves items along an axis of the world until they are in line with one of them.

use glam::DVec3;

use super::transform::{Moved, Transform, transform};
use crate::scene::Scene;

/// Coordinates are written with this grain, metres.
const GRAIN: f64 = 1e-4;

/// What of the boxes around the items comes in line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AlignSide {
    /// Their centres.
    Centre,
    /// Their sides of least coordinate.
    Least,
}

/// An item with its extent in world space: the least and the greatest corner of a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PlacedItem {
    pub(crate) item: Moved,
    pub(crate) extent: [DVec3; 2],
}

impl PlacedItem {
    fn at(&self, side: AlignSide, axis: usize) -> f64 {
        let [least, most] = self.extent.map(|corner| corner[axis]);
        match side {
            AlignSide::Centre => f64::midpoint(least, most),
            AlignSide::Least => least,
        }
    }
}

/// Moves `others` along an axis, 0 to 2, until they are in line with `active`, which stays.
pub(crate) fn align(scene: &mut Scene, active: &PlacedItem, others: &[PlacedItem], side: AlignSide, axis: usize) {
    let before = scene.clone();
    let target = active.at(side, axis);
    for other in others {
        let by = DVec3::AXES[axis] * (target - other.at(side, axis));
        transform(scene, &before, &other.item, &Transform::Move(by), GRAIN);
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "numbers that f32 holds exactly")]
mod tests {
    use super::*;
    use crate::scene::Entry;

    #[test]
    fn centres_and_least_sides_come_in_line() {
        let text = r#"{ "eyeline": 1, "objects": [
            { "name": "low", "shape": { "box": { "half_extents": [1, 1, 1] } }, "position": [0, 1, 0] },
            { "name": "high", "shape": { "box": { "half_extents": [2, 2, 2] } }, "position": [5, 7, 3] } ] }"#;
        let scene: Scene = serde_json::from_str(text).unwrap();
        let placed = |index: usize, half: f64| {
            let centre = super::super::transform::wide(scene.objects[index].position);
            PlacedItem { item: Moved::in_world(Entry::Object(index)), extent: [centre - half, centre + half] }
        };
        for (side, axis, expected) in [
            (AlignSide::Centre, 0, [5.0, 1.0, 0.0]),
            (AlignSide::Centre, 2, [0.0, 1.0, 3.0]),
            (AlignSide::Least, 1, [0.0, 6.0, 0.0]),
        ] {
            let mut aligned = scene.clone();
            align(&mut aligned, &placed(1, 2.0), &[placed(0, 1.0)], side, axis);
            assert_eq!(aligned.objects[0].position, expected, "{side:?} {axis}");
            assert_eq!(aligned.objects[1], scene.objects[1], "the active item stays");
        }
    }
}
