//! The subject of one explanation of what a camera sees.

/// A camera and an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VisibilitySubject {
    /// The index of the camera.
    pub camera: usize,
    /// The index of the object.
    pub object: usize,
}
