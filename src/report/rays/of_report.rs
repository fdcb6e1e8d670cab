//! The answers of the rays of a report.

use super::answers::{RayAnswer, RayTarget};
use crate::report::all_answers::Report;

impl Report {
    /// The kind of the difference between the fast and the exact answer of a ray about an object; `None` when they agree.
    pub fn difference_on_ray(&self, ray: usize, object: usize) -> Option<&'static str> {
        self.on_ray(ray, object)?.difference.as_ref().map(crate::report::dispute::kind_on_ray)
    }

    /// The answer of a ray about an object. `None` when an index is out of range.
    pub fn on_ray(&self, ray: usize, object: usize) -> Option<RayAnswer> {
        Some(self.rays.get(ray)?.about(object, self.objects.get(object)?.layers))
    }

    /// The answer of a ray about an image. `None` for an image without cells and when an index is out of range.
    pub fn on_ray_image(&self, ray: usize, image: usize) -> Option<RayAnswer> {
        *self.rays.get(ray)?.images.get(image)?
    }

    /// The name of the item that a ray hits; empty when its index is out of range.
    pub fn target_name(&self, target: RayTarget) -> &str {
        match target {
            RayTarget::Object(object) => self.name(object),
            RayTarget::Image(image) => self.images.get(image).map_or("", |image| &image.name),
        }
    }
}
