//! What the answers of occlusion queries add to the view.

use super::Session;
use crate::geometry::Mark;

impl Session {
    /// The marks of the answers that the panel shows; none while it is closed.
    pub fn occlusion_marks(&self) -> &[Mark] {
        &self.view.occlusion
    }

    /// Draws other marks: a matter of the view.
    pub fn set_occlusion_marks(&mut self, marks: Vec<Mark>) {
        if marks != self.view.occlusion {
            self.view.occlusion = marks;
            self.view.appearance_revision += 1;
        }
    }
}
