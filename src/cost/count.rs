//! Objects, triangles and draw calls.

use std::ops::{AddAssign, Sub};

/// A number of objects with their triangles and draw calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Objects and images.
    pub objects: u64,
    /// Their triangles.
    pub triangles: u64,
    /// One for each material of each object.
    pub draws: u64,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.objects += other.objects;
        self.triangles += other.triangles;
        self.draws += other.draws;
    }
}

impl Sub for Count {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self {
            objects: self.objects.saturating_sub(other.objects),
            triangles: self.triangles.saturating_sub(other.triangles),
            draws: self.draws.saturating_sub(other.draws),
        }
    }
}
