//! The unit meshes of which every solid is an affine image. Each is its own mirror image in x, so a map that
//! mirrors can be replaced by one that does not.

use std::f32::consts::TAU;

use glam::Vec3;

pub use crate::geometry::shape::SolidPart;

/// Triangles with a unit normal per vertex, counter-clockwise seen from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UnitMesh {
    /// Vertex positions.
    pub positions: Vec<Vec3>,
    /// As many normals.
    pub normals: Vec<Vec3>,
    /// Three a triangle.
    pub indices: Vec<u32>,
}

/// The level of detail of a round side: the number of flat pieces that approximate it.
///
/// The error of `n` pieces around a circle of radius `r` is at most `r (1 - cos(π / n))`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fineness {
    /// 6 pieces around, for radii below 3 pixels.
    Coarse,
    /// 12 pieces around, for radii below 8 pixels.
    Low,
    /// 24 pieces around, for radii below 28 pixels.
    Medium,
    /// 48 pieces around: the error of the silhouette of a ball 400 pixels wide is less than half a pixel.
    Full,
}

impl Fineness {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Coarse, Self::Low, Self::Medium, Self::Full];

    /// The lowest level without visible corners when half of the diagonal of a solid's box spans that many pixels: the
    /// error of the silhouette is less than 0.4 pixels, unless the solid is too large for [`Self::Full`].
    pub fn for_reach(pixels: f32) -> Self {
        // A ball's radius is the reach divided by √3.
        match pixels {
            _ if pixels < 4.5 => Self::Coarse,
            _ if pixels < 14.0 => Self::Low,
            _ if pixels < 48.0 => Self::Medium,
            _ => Self::Full,
        }
    }

    /// The least distance of a unit ball's mesh from its centre. A flat piece between two meridians and two parallels
    /// is nearest in its middle, at least at the product of the cosines of half of both angles.
    pub fn roundness(self) -> f32 {
        let half_turn = std::f32::consts::PI;
        libm::cosf(half_turn / f32::from(self.around())) * libm::cosf(half_turn / (4.0 * f32::from(self.rings())))
    }

    /// The number of straight pieces around a circle, even, so that every part is its own mirror image.
    fn around(self) -> u16 {
        match self {
            Self::Coarse => 6,
            Self::Low => 12,
            Self::Medium => 24,
            Self::Full => 48,
        }
    }

    /// Rings from the equator to a pole.
    fn rings(self) -> i16 {
        match self {
            Self::Coarse => 2,
            Self::Low => 3,
            Self::Medium => 6,
            Self::Full => 12,
        }
    }
}

impl SolidPart {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Cube, Self::Ball, Self::Cylinder, Self::Cone, Self::Tube, Self::Dome];

    /// The number of triangles of its mesh.
    pub fn triangles(self, fineness: Fineness) -> usize {
        let (around, rings) = (usize::from(fineness.around()), usize::from(fineness.rings().unsigned_abs()));
        let disc = around - 2;
        match self {
            Self::Cube => 12,
            Self::Ball => (4 * rings - 2) * around,
            Self::Dome => (2 * rings - 1) * around,
            Self::Tube => 2 * around,
            Self::Cylinder => 2 * around + 2 * disc,
            Self::Cone => around + disc,
        }
    }

    /// Its mesh; a cube is the same at every level.
    pub fn mesh(self, fineness: Fineness) -> UnitMesh {
        let (around, rings) = (u32::from(fineness.around()), fineness.rings());
        let mut mesh = UnitMesh::default();
        match self {
            Self::Cube => mesh.cube(),
            Self::Ball => mesh.bands(&arc(rings, -rings), around),
            Self::Dome => mesh.bands(&arc(rings, 0), around),
            Self::Tube => mesh.bands(&TUBE, around),
            Self::Cylinder => {
                mesh.bands(&TUBE, around);
                mesh.disc(-1.0, -Vec3::Y, around);
                mesh.disc(1.0, Vec3::Y, around);
            }
            Self::Cone => {
                let slant = std::f32::consts::FRAC_1_SQRT_2;
                mesh.bands(&[([1.0, -1.0], [slant, slant]), ([0.0, 0.0], [slant, slant])], around);
                mesh.disc(-1.0, -Vec3::Y, around);
            }
        }
        mesh
    }
}

/// A profile that is rotated about Y: (radius, y) and the normal in the same half-plane, from the bottom up.
type Profile = ([f32; 2], [f32; 2]);

/// Rings of less radius are poles; sines of a quarter turn need not be exact.
const POLE: f32 = 1e-5;

const TUBE: [Profile; 2] = [([1.0, -1.0], [1.0, 0.0]), ([1.0, 1.0], [1.0, 0.0])];

/// From a ring, counted from the equator, up to the pole.
fn arc(rings: i16, first: i16) -> Vec<Profile> {
    (first..=rings)
        .map(|ring| {
            let (y, r) = libm::sincosf(f32::from(ring) / f32::from(rings) * TAU / 4.0);
            ([r, y], [r, y])
        })
        .collect()
}

#[expect(clippy::cast_possible_truncation, reason = "a unit mesh has a few thousand vertices")]
impl UnitMesh {
    fn bands(&mut self, profile: &[Profile], around: u32) {
        let first = self.positions.len() as u32;
        for &([r, y], [nr, ny]) in profile {
            for i in 0..=around {
                let (sin, cos) = libm::sincosf(i as f32 / around as f32 * TAU);
                self.positions.push(Vec3::new(r * cos, y, r * sin));
                self.normals.push(Vec3::new(nr * cos, ny, nr * sin));
            }
        }
        let row = around + 1;
        for band in 0..profile.len() as u32 - 1 {
            for i in 0..around {
                let a = first + band * row + i;
                let (b, c, d) = (a + 1, a + row, a + row + 1);
                // At a pole a band has no width, so that one of its two triangles has no area.
                if profile[band as usize].0[0] > POLE {
                    self.indices.extend([a, c, b]);
                }
                if profile[band as usize + 1].0[0] > POLE {
                    self.indices.extend([b, c, d]);
                }
            }
        }
    }

    fn disc(&mut self, y: f32, normal: Vec3, around: u32) {
        let first = self.positions.len() as u32;
        for i in 0..around {
            let (sin, cos) = libm::sincosf(i as f32 / around as f32 * TAU);
            self.positions.push(Vec3::new(cos, y, sin));
            self.normals.push(normal);
        }
        for i in 1..around - 1 {
            let (b, c) = if normal.y > 0.0 { (i + 1, i) } else { (i, i + 1) };
            self.indices.extend([first, first + b, first + c]);
        }
    }

    fn cube(&mut self) {
        for axis in 0..3 {
            for sign in [-1.0, 1.0] {
                let first = self.positions.len() as u32;
                let n = Vec3::AXES[axis] * sign;
                let u = Vec3::AXES[(axis + 1) % 3] * sign;
                let v = Vec3::AXES[(axis + 2) % 3];
                for (a, b) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
                    self.positions.push(n + u * a + v * b);
                    self.normals.push(n);
                }
                self.indices.extend([0, 1, 2, 0, 2, 3].map(|i| first + i));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triangles_face_outwards_with_unit_normals() {
        for (part, fineness) in
            SolidPart::ALL.into_iter().flat_map(|part| Fineness::ALL.map(|fineness| (part, fineness)))
        {
            let mesh = part.mesh(fineness);
            assert_eq!(mesh.positions.len(), mesh.normals.len(), "{part:?}");
            assert_eq!(mesh.indices.len(), 3 * part.triangles(fineness), "{part:?} {fineness:?}");
            for normal in &mesh.normals {
                assert!((normal.length() - 1.0).abs() < 1e-5, "{part:?} {normal}");
            }
            for triangle in mesh.indices.chunks_exact(3) {
                let [a, b, c] = [0, 1, 2].map(|i| mesh.positions[triangle[i] as usize]);
                let winding = (b - a).cross(c - a);
                let normal: Vec3 = triangle.iter().map(|&i| mesh.normals[i as usize]).sum();
                assert!(winding.dot(normal) > -1e-7, "{part:?} {triangle:?}: {winding} against {normal}");
            }
        }
    }

    #[test]
    fn the_costs_of_a_level_count_the_triangles_and_vertices_of_these_meshes() {
        for part in SolidPart::ALL {
            let mesh = part.mesh(Fineness::Full);
            let counted = crate::cost::mesh_of_part(part);
            assert_eq!(counted, [mesh.indices.len() as u64 / 3, mesh.positions.len() as u64], "{part:?}");
        }
    }

    #[test]
    fn no_flat_piece_of_a_ball_is_nearer_to_its_centre_than_its_roundness() {
        for fineness in Fineness::ALL {
            let UnitMesh { positions, indices, .. } = SolidPart::Ball.mesh(fineness);
            let distance = |triangle: &[u32]| {
                let [a, b, c] = [0, 1, 2].map(|i| positions[triangle[i] as usize]);
                (b - a).cross(c - a).normalize_or_zero().dot(a).abs()
            };
            let nearest = indices.chunks_exact(3).map(distance).fold(f32::INFINITY, f32::min);
            let roundness = fineness.roundness();
            assert!(nearest >= roundness - 1e-4 && nearest < roundness + 0.05, "{fineness:?}: {nearest}, {roundness}");
        }
    }

    #[test]
    fn no_level_of_detail_shows_corners_where_it_is_chosen() {
        for tenths in 1..4000 {
            let reach = tenths as f32 / 10.0;
            let radius = reach / 3.0_f32.sqrt();
            let around = f32::from(Fineness::for_reach(reach).around());
            let off = radius * (1.0 - (std::f32::consts::PI / around).cos());
            assert!(off < 0.5, "a ball of radius {radius} pixels is off by {off}");
        }
        assert_eq!(Fineness::for_reach(f32::INFINITY), Fineness::Full);
    }
}
