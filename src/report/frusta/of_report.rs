//! The answers of the cameras of a report.

use super::answers::{FrustumAnswer, FrustumAnswers};
use crate::geometry::frustum::Classification;
use crate::report::all_answers::Report;

impl Report {
    /// The answers of a placed camera; `None` in a report without answers.
    fn placed_camera(&self, camera: usize) -> Option<&FrustumAnswers> {
        self.frusta.get(camera).filter(|answers| answers.error.is_none() && self.has_answers())
    }

    /// The answer of a camera about an object. `None` for an unplaced camera and when an index is out of range.
    pub fn in_view(&self, camera: usize, object: usize) -> Option<FrustumAnswer> {
        let (answers, requested) = (self.placed_camera(camera)?, self.objects.get(object)?);
        Some(answers.objects.get(object).copied().unwrap_or_else(|| answers.about(requested)))
    }

    /// The answer of a camera's planes about an object, with all distances.
    pub fn planes_on(&self, camera: usize, object: usize) -> Option<Classification> {
        Some(self.placed_camera(camera)?.classification(&self.objects.get(object)?.view_box))
    }

    /// The kind of the difference between the planes and the exact answer about an object, in a few words; `None` when
    /// they agree.
    pub fn difference_in_view(&self, camera: usize, object: usize) -> Option<String> {
        let FrustumAnswer { fast, exact, .. } = self.in_view(camera, object)?;
        let difference = self.frusta.get(camera)?.difference(self.objects.get(object)?)?;
        Some(crate::report::dispute::kind_in_view(&difference, fast.verdict, exact))
    }
}
