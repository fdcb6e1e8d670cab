//! The unit meshes of which every solid is an affine image. Each is its own mirror image in x, so a map that
//! mirrors can be replaced by one that does not.

use std::f32::consts::TAU;

use glam::Vec3;

/// A unit mesh. A capsule is two domes and a tube, every other solid one part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// The cube from −1 to 1.
    Cube,
    /// The unit ball.
    Ball,
    /// Radius 1, y from −1 to 1, with its discs.
    Cylinder,
    /// Apex at the origin, base disc of radius 1 at y = −1.
    Cone,
    /// The side of [`Part::Cylinder`] without its discs.
    Tube,
    /// The upper half of the unit sphere, open below.
    Dome,
}

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

/// Straight pieces around a circle; the silhouette of a ball 400 pixels wide is then off by less than half a pixel.
const AROUND: usize = 48;
/// Rings from the equator to a pole.
const RINGS: i16 = 12;

impl Part {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Cube, Self::Ball, Self::Cylinder, Self::Cone, Self::Tube, Self::Dome];

    /// Its mesh.
    pub fn mesh(self) -> UnitMesh {
        let mut mesh = UnitMesh::default();
        match self {
            Self::Cube => mesh.cube(),
            Self::Ball => mesh.bands(&arc(-RINGS..=RINGS)),
            Self::Dome => mesh.bands(&arc(0..=RINGS)),
            Self::Tube => mesh.bands(&TUBE),
            Self::Cylinder => {
                mesh.bands(&TUBE);
                mesh.disc(-1.0, -Vec3::Y);
                mesh.disc(1.0, Vec3::Y);
            }
            Self::Cone => {
                let slant = std::f32::consts::FRAC_1_SQRT_2;
                mesh.bands(&[([1.0, -1.0], [slant, slant]), ([0.0, 0.0], [slant, slant])]);
                mesh.disc(-1.0, -Vec3::Y);
            }
        }
        mesh
    }
}

/// A profile to turn about Y: (radius, y) and the normal in the same half-plane, from the bottom up.
type Profile = ([f32; 2], [f32; 2]);

const TUBE: [Profile; 2] = [([1.0, -1.0], [1.0, 0.0]), ([1.0, 1.0], [1.0, 0.0])];

fn arc(rings: impl Iterator<Item = i16>) -> Vec<Profile> {
    rings
        .map(|ring| {
            let (y, r) = libm::sincosf(f32::from(ring) / f32::from(RINGS) * TAU / 4.0);
            ([r, y], [r, y])
        })
        .collect()
}

#[expect(clippy::cast_possible_truncation, reason = "a unit mesh has a few thousand vertices")]
impl UnitMesh {
    fn bands(&mut self, profile: &[Profile]) {
        let first = self.positions.len() as u32;
        for &([r, y], [nr, ny]) in profile {
            for i in 0..=AROUND {
                let (sin, cos) = libm::sincosf(i as f32 / AROUND as f32 * TAU);
                self.positions.push(Vec3::new(r * cos, y, r * sin));
                self.normals.push(Vec3::new(nr * cos, ny, nr * sin));
            }
        }
        let row = AROUND as u32 + 1;
        for band in 0..profile.len() as u32 - 1 {
            for i in 0..AROUND as u32 {
                let a = first + band * row + i;
                let (b, c, d) = (a + 1, a + row, a + row + 1);
                self.indices.extend([a, c, b, b, c, d]);
            }
        }
    }

    fn disc(&mut self, y: f32, normal: Vec3) {
        let first = self.positions.len() as u32;
        for i in 0..AROUND {
            let (sin, cos) = libm::sincosf(i as f32 / AROUND as f32 * TAU);
            self.positions.push(Vec3::new(cos, y, sin));
            self.normals.push(normal);
        }
        for i in 1..AROUND as u32 - 1 {
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
        for part in Part::ALL {
            let mesh = part.mesh();
            assert_eq!(mesh.positions.len(), mesh.normals.len(), "{part:?}");
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
}
