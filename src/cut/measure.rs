//! Area and volume of a surface.

use std::collections::HashMap;

use glam::DVec3;

/// The size of a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measures {
    /// In square metres.
    pub area: f64,
    /// In cubic metres, negative when the surface is inside out; `None` when the surface is not closed: an edge belongs
    /// to an odd number of triangles, or there is no triangle.
    pub volume: Option<f64>,
}

/// Measures the surface of triangles with shared vertices. The volume is the sum of the tetrahedra from one point to
/// each triangle (Zhang and Chen, "Efficient Feature Extraction for 2D/3D Objects in Mesh Representation", 2001); the
/// point is the first vertex, so that the sum is precise far from the origin.
///
/// # Panics
/// When a triangle names a vertex that does not exist.
pub fn measure(positions: &[DVec3], triangles: &[[u32; 3]]) -> Measures {
    let (area, volume) = sums(positions, triangles);
    Measures { area, volume: is_closed(triangles).then_some(volume) }
}

/// The same for a surface that is known to be closed. Without the test it takes a fraction of the time.
pub(super) fn measure_closed(positions: &[DVec3], triangles: &[[u32; 3]]) -> Measures {
    let (area, volume) = sums(positions, triangles);
    Measures { area, volume: Some(volume) }
}

/// The area, and the volume of a closed surface.
fn sums(positions: &[DVec3], triangles: &[[u32; 3]]) -> (f64, f64) {
    let origin = triangles.first().map_or(DVec3::ZERO, |triangle| positions[triangle[0] as usize]);
    let (mut area, mut volume) = (0.0, 0.0);
    for triangle in triangles {
        let [a, b, c] = triangle.map(|vertex| positions[vertex as usize] - origin);
        area += (b - a).cross(c - a).length() / 2.0;
        volume += a.dot(b.cross(c)) / 6.0;
    }
    (area, volume)
}

impl Measures {
    /// The same surface as modelled, where its pose mirrors it: the winding of all triangles is turned.
    pub(super) fn turned(self) -> Self {
        Self { volume: self.volume.map(|volume| 0.0 - volume), ..self }
    }
}

/// Whether each edge belongs to an even number of triangles.
fn is_closed(triangles: &[[u32; 3]]) -> bool {
    let mut is_odd: HashMap<[u32; 2], bool> = HashMap::with_capacity(triangles.len() * 3 / 2);
    for &[a, b, c] in triangles {
        for [from, to] in [[a, b], [b, c], [c, a]] {
            let odd = is_odd.entry([from.min(to), from.max(to)]).or_default();
            *odd = !*odd;
        }
    }
    !triangles.is_empty() && !is_odd.into_values().any(|odd| odd)
}
