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

impl MovieEye {
    /// The name of the camera, and the viewpoint. Without both, a picture has the eye of the scene.
    pub(in crate::app) fn parts(eye: Option<Self>) -> (Option<String>, Option<Viewpoint>) {
        match eye {
            Some(Self::Camera(name)) => (Some(name), None),
            Some(Self::Eye(viewpoint)) => (None, Some(viewpoint)),
            None => (None, None),
        }
    }
}
