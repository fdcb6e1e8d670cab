//! The distances of a box from three planes at once.
//!
//! `benches/without_narrator` compiles this file too, so that the narrated and the plain test run the same arithmetic.

use glam::{Mat3A, Vec3, Vec3A};

/// Three planes, one in each lane, so that six take two rounds of vector arithmetic.
pub(super) struct ThreePlanes {
    /// X, Y and Z of the normals.
    normals: Mat3A,
    d: Vec3A,
}

/// The distances from [`ThreePlanes`].
pub(super) struct ThreeDistances {
    pub(super) p: Vec3A,
    pub(super) n: Vec3A,
}

impl ThreePlanes {
    /// Of three normals with their distances from the origin. Three arguments: `map` of an array of planes goes through
    /// memory and made `classify` three times as slow.
    #[inline]
    pub(super) fn new((a, a_d): (Vec3, f32), (b, b_d): (Vec3, f32), (c, c_d): (Vec3, f32)) -> Self {
        let normals = Mat3A::from_cols(a.into(), b.into(), c.into()).transpose();
        Self { normals, d: Vec3A::new(a_d, b_d, c_d) }
    }

    /// `Plane::distance` of `p_vertex` and `n_vertex`: the same operations in the same order. The p-vertex has
    /// the coordinate with the greater product, so no test of the signs is needed.
    #[inline]
    pub(super) fn distances(&self, min: Vec3, max: Vec3) -> ThreeDistances {
        let Mat3A { x_axis, y_axis, z_axis } = self.normals;
        let products = |normal: Vec3A, min: f32, max: f32| {
            let (a, b) = (normal * min, normal * max);
            (a.max(b), a.min(b))
        };
        let (px, nx) = products(x_axis, min.x, max.x);
        let (py, ny) = products(y_axis, min.y, max.y);
        let (pz, nz) = products(z_axis, min.z, max.z);
        ThreeDistances { p: px + py + pz + self.d, n: nx + ny + nz + self.d }
    }
}
