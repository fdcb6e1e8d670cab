//! What the search finds: pairs of faces of the same two bodies together, with what would cure them.

use glam::DVec3;

use super::body::FacePart;
use super::depth_buffer::DepthBuffer;
use super::sight::FlickerCamera;
use crate::geometry::camera::{Camera, DepthRange, Projection};

/// Faces of two bodies, or of one, that flicker.
#[derive(Clone, Debug, PartialEq)]
pub struct FlickerFinding {
    /// The indices of both bodies, that with the smaller face first; twice the same for faces of one mesh.
    pub bodies: [usize; 2],
    /// The pairs of faces, the largest first.
    pub pairs: Vec<FacePair>,
    /// Why they flicker.
    pub kind: FlickerKind,
}

/// Why faces flicker.
#[derive(Clone, Debug, PartialEq)]
pub enum FlickerKind {
    /// They are in one plane.
    Coplanar {
        /// The area of all common parts, square metres.
        area: f64,
        /// Whether they face opposite sides, and one of them is drawn from both.
        is_back_to_back: bool,
    },
    /// The depth buffer of a camera cannot distinguish them.
    Fight(Fight),
}

/// Two faces that flicker.
#[derive(Clone, Debug, PartialEq)]
pub struct FacePair {
    /// The face of each body.
    pub faces: [FacePart; 2],
    /// Where they flicker: convex polygons in the plane of one of the faces, in world space.
    pub places: Vec<Vec<DVec3>>,
}

/// Faces that the depth buffer of a camera cannot distinguish.
#[derive(Clone, Debug, PartialEq)]
pub struct Fight {
    /// The index of the camera in which they flicker in most pixels.
    pub camera: usize,
    /// The other cameras in which they flicker.
    pub others: Vec<usize>,
    /// The distance along the view from which on they flicker, metres.
    pub distance: f64,
    /// The place where they do, in world space.
    pub place: DVec3,
    /// The distance of both faces there, at right angles to them, metres.
    pub separation: f64,
    /// The distance of both faces there along the view, metres.
    pub along_view: f64,
    /// What one step of the depth buffer covers there, metres along the view.
    pub resolution: f64,
    /// Whether the faces cross or touch somewhere.
    pub is_crossing: bool,
    /// What would cure them.
    pub cures: Cures,
}

/// Changes of which each alone is enough for a camera.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cures {
    /// A greater distance of the near plane, which cuts nothing of the faces away.
    pub near: Option<f32>,
    /// Whether 24 bits are enough.
    pub bits_24: bool,
    /// Whether 32 bits of a float are enough, with the same range.
    pub float: bool,
    /// Whether a float with reversed depth is enough.
    pub reversed: bool,
    /// The distance of the faces that is enough, metres.
    pub separation: Option<f64>,
}

/// Two points on one line of sight, in the camera's axes: one on each face.
pub(super) type Sighted = [DVec3; 2];

impl Cures {
    /// What would cure faces at all of these lines of sight; `is_crossing`: they touch between them. `least` is the distance of
    /// the nearest point along the view, and `separation` that of the faces which is enough.
    pub(super) fn of(of: &FlickerCamera, points: &[Sighted], is_crossing: bool, least: f64, separation: f64) -> Self {
        if is_crossing {
            return Self::default();
        }
        let camera = &of.camera;
        let is_cured = |camera: &Camera, bits: u32| {
            let buffer = DepthBuffer::of(camera, bits);
            points.iter().all(|[a, b]| !buffer.confuses(*a, *b))
        };
        let is_matrix = matches!(camera.projection, Projection::Matrix(_));
        let float = DepthBuffer::FLOAT;
        let reversed = Camera { depth: DepthRange::Reversed, ..*camera };
        Self {
            near: if is_matrix { None } else { near(camera, least, |camera| is_cured(camera, of.depth_bits)) },
            bits_24: of.depth_bits < 24 && is_cured(camera, 24),
            float: of.depth_bits < float && is_cured(camera, float),
            reversed: !is_matrix
                && (of.depth_bits < float || camera.depth != DepthRange::Reversed)
                && is_cured(&reversed, float),
            separation: Some(separation).filter(|separation| separation.is_finite() && *separation > 0.0),
        }
    }
}

/// The least distance of the near plane that cures, rounded up to two digits; `None` when none does.
fn near(camera: &Camera, least: f64, is_cured: impl Fn(&Camera) -> bool) -> Option<f32> {
    /// Halvings of the range of f32.
    const HALVINGS: u32 = 40;
    let at = |near: f64| {
        #[expect(clippy::cast_possible_truncation, reason = "the near plane is f32")]
        let near = near as f32;
        Some(Camera { near, ..*camera }).filter(|camera| camera.near < camera.far)
    };
    let cures = |near: f64| at(near).is_some_and(|camera| is_cured(&camera));
    let (mut low, mut high) = (f64::from(camera.near), least);
    if low.partial_cmp(&high) != Some(std::cmp::Ordering::Less) || !cures(high) {
        return None;
    }
    for _ in 0..HALVINGS {
        let middle = if low > 0.0 { (low * high).sqrt() } else { f64::midpoint(low, high) };
        if cures(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    let rounded = rounded_up(high);
    let near = if rounded < least && cures(rounded) { rounded } else { high };
    at(near).map(|camera| camera.near)
}

/// A number rounded up to two digits.
fn rounded_up(x: f64) -> f64 {
    if x <= 0.0 {
        return x;
    }
    let unit = libm::exp10(libm::floor(libm::log10(x)) - 1.0);
    libm::ceil(x / unit * (1.0 - 1e-12)) * unit
}

#[cfg(test)]
mod tests {
    use super::rounded_up;

    #[test]
    fn two_digits_are_kept() {
        for (x, expected) in [(0.1234, 0.13), (0.12, 0.12), (12.01, 13.0), (3.0, 3.0), (0.000_99, 0.000_99)] {
            assert!((rounded_up(x) / expected - 1.0).abs() < 1e-9, "{x}");
        }
    }
}
