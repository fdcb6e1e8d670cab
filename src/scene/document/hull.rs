//! The shape `hull`.

use std::sync::{Arc, OnceLock};

use glam::Vec3;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::geometry::shape::{Hull, HullError};

/// The convex hull of points.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HullPoints {
    /// The points in metres: 4 to 256 that are not all in one plane. Points inside the hull of the others have no effect.
    #[schemars(length(min = 4, max = 256))]
    points: Vec<[f32; 3]>,
    /// Their hull, computed at its first use. Copies share it.
    #[serde(skip)]
    #[schemars(skip)]
    solid: OnceLock<Result<Arc<Hull>, HullError>>,
}

/// The same points.
impl PartialEq for HullPoints {
    fn eq(&self, other: &Self) -> bool {
        self.points == other.points
    }
}

impl HullPoints {
    /// The hull of these points, which are checked later.
    pub fn new(points: Vec<[f32; 3]>) -> Self {
        Self { points, solid: OnceLock::new() }
    }

    /// The points.
    pub fn points(&self) -> &[[f32; 3]] {
        &self.points
    }

    /// The hull.
    ///
    /// # Errors
    /// When the points are too few, too many, or all in one plane.
    pub fn solid(&self) -> Result<Arc<Hull>, HullError> {
        let make = || Hull::new(self.points.iter().copied().map(Vec3::from).collect()).map(Arc::new);
        self.solid.get_or_init(make).clone()
    }
}
