//! The eye of a 3D view, for pictures that show what the view shows.

use crate::picture::Viewpoint;

/// The eye of the pictures: a camera of the scene, else a viewpoint.
#[derive(Clone, Debug)]
pub(in crate::app) enum MovieEye {
    /// The name of a camera.
    Camera(String),
    /// A free eye.
    Eye(Viewpoint),
}
