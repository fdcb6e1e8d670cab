//! The subject of one explanation of a camera.

/// The subject of one explanation of a camera.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewSubject {
    /// The planes of a camera.
    Camera(usize),
    /// The answer of a camera about an object. The camera is the first number.
    Object(usize, usize),
}

impl ViewSubject {
    /// The camera.
    pub fn camera(self) -> usize {
        match self {
            Self::Camera(camera) | Self::Object(camera, _) => camera,
        }
    }
}
