//! The rules of octrees.

use glam::Vec3;

use super::check::Check;
use crate::scene::document::Octree;
use crate::scene::read::hint::such_as_within;
use crate::source::place::ValuePath;

impl Check<'_> {
    pub(super) fn octree(&mut self, octree: &Octree, at: &ValuePath) {
        if octree.depth > 10 {
            self.push_value(at.key("depth"), "`depth` must be from 0 to 10", such_as_within("octree", "depth"));
        }
        if octree.min.is_some() != octree.max.is_some() {
            let help = Some("give both, or neither for a region around all objects");
            self.push(at.key("min"), "`min` and `max` belong together", help);
            self.or_place(at.key("max"));
        }
        if let (Some(min), Some(max)) = (octree.min, octree.max) {
            let extent = (Vec3::from(max) - Vec3::from(min)).to_array();
            self.rules(
                at,
                &[
                    (min.iter().zip(&max).all(|(min, max)| min < max), "max", "must be above `min` on every axis"),
                    (extent.iter().all(|e| e.is_finite()), "max", "is too far from `min` for 32-bit numbers"),
                ],
            );
        }
    }
}
