//! The cone.

pub(crate) mod cast;
mod exact;
pub(crate) mod lanes;
mod outline;

use glam::{Affine3A, DVec3, Mat3, Vec3};

use super::size::{Size, SizeHandle};
use super::solid::{Solid, disc_reach};
use crate::geometry::bounds::Aabb;

/// Apex at the local origin, base at `y = −height`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cone {
    /// Radius of the base disc.
    pub(crate) radius: f32,
    /// From the apex to the base.
    pub(crate) height: f32,
}

impl Solid for Cone {
    const WORD: &'static str = "cone";
    const SIZES: &'static [Size] = &[
        Size { key: "radius", label: "radius", help: "Radius of the base disc." },
        Size { key: "height", label: "height", help: "From the apex, at the origin, down to the base." },
    ];
    const BOUNDS_FORMULA: &'static str = "box of the apex and of the base disc: centre ± radius · √(Mx² + Mz²)";

    fn bounds(self, world_from_local: &Affine3A) -> Aabb {
        let m = Mat3::from(world_from_local.matrix3);
        let apex = Vec3::from(world_from_local.translation);
        let base = Aabb::around(apex - m.y_axis * self.height, disc_reach(m, self.radius));
        base.union(&Aabb { min: apex, max: apex })
    }

    fn half_size(self) -> Vec3 {
        Vec3::new(self.radius, self.height / 2.0, self.radius)
    }

    fn numbers(self) -> Vec<f32> {
        vec![self.radius, self.height]
    }

    fn handles(self) -> Vec<SizeHandle> {
        let height = f64::from(self.height);
        let end = |ends: [f64; 2], moves: f64| SizeHandle {
            size: 1,
            component: 0,
            name: "height",
            axis: 1,
            y: 0.0,
            ends,
            beyond: 0.0,
            scale: 1.0,
            moves,
        };
        // By the apex, then by the base. The other end stays.
        vec![end([-height, 0.0], 1.0), end([0.0, -height], 0.0), SizeHandle::radius(0, self.radius, -height)]
    }

    fn middle(self) -> DVec3 {
        DVec3::NEG_Y * 0.5 * f64::from(self.height)
    }
}
