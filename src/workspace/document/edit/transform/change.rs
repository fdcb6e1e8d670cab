//! A change of places in world space.

use glam::{DQuat, DVec3};

/// A change of places in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Transform {
    /// By metres.
    Move(DVec3),
    /// About a point.
    Rotate {
        /// The fixed point.
        pivot: DVec3,
        /// In world space.
        rotation: DQuat,
    },
    /// Along the own axes of each item. Equal factors also move items away from the pivot.
    Scale {
        /// The fixed point.
        pivot: DVec3,
        /// Along X, Y and Z.
        factors: DVec3,
    },
}

impl Transform {
    /// The place to which a point goes.
    pub(crate) fn point(&self, point: DVec3) -> DVec3 {
        match *self {
            Self::Move(by) => point + by,
            Self::Rotate { pivot, rotation } => pivot + rotation * (point - pivot),
            Self::Scale { pivot, .. } => pivot + (point - pivot) * self.factor().unwrap_or(1.0),
        }
    }

    /// The rotation that it adds.
    pub(super) fn rotation(&self) -> DQuat {
        match *self {
            Self::Rotate { rotation, .. } => rotation,
            _ => DQuat::IDENTITY,
        }
    }

    /// The common factor of all axes.
    fn factor(&self) -> Option<f64> {
        let Self::Scale { factors, .. } = *self else { return None };
        ((factors - factors.x).abs().max_element() < 1e-12).then_some(factors.x)
    }

    pub(super) fn vector(&self, vector: DVec3) -> DVec3 {
        self.rotation() * vector
    }
}
