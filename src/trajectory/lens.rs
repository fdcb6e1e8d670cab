//! The lens of the camera.

/// The picture of a camera. What the file does not have is `None`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lens {
    /// The vertical angle of view in degrees.
    pub fov_y: Option<f64>,
    /// Width over height.
    pub aspect: Option<f64>,
    /// The point of the picture in the direction of view, from its left and its top, as parts of its width and height. `None`
    /// in the middle.
    pub principal: Option<[f64; 2]>,
}

impl Lens {
    /// The middle of the picture.
    const MIDDLE: [f64; 2] = [0.5; 2];

    pub(super) fn mixed(self, other: Self, part: f64) -> Self {
        let mix = |a: Option<f64>, b: Option<f64>| a.map(|a| b.map_or(a, |b| a + (b - a) * part));
        let principals = [self, other].map(|lens| lens.principal.unwrap_or(Self::MIDDLE));
        let has_own = self.principal.is_some() || other.principal.is_some();
        let principal = [0, 1].map(|axis| principals[0][axis] + (principals[1][axis] - principals[0][axis]) * part);
        Self {
            fov_y: mix(self.fov_y, other.fov_y),
            aspect: mix(self.aspect, other.aspect),
            principal: has_own.then_some(principal),
        }
    }
}
