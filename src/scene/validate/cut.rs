//! The rules for a cut.

use glam::DVec3;

use super::check::Check;
use super::words::{IN_RANGE, NOT_ZERO, is_in_range};
use crate::cut::Plane;
use crate::scene::document::{Cut, Shape};
use crate::scene::names::Kind;
use crate::source::error::quoted;
use crate::source::place::ValuePath;

impl<'s> Check<'s> {
    pub(super) fn cut(&mut self, cut: &'s Cut, at: &ValuePath) {
        let plane = Plane::new(DVec3::from(cut.point), DVec3::from(cut.normal));
        let all_in_range = |vector: [f64; 3]| vector.into_iter().all(is_in_range);
        self.rules(
            at,
            &[
                (all_in_range(cut.point), "point", IN_RANGE),
                (all_in_range(cut.normal), "normal", IN_RANGE),
                (plane.is_some() || !all_in_range(cut.normal), "normal", NOT_ZERO),
            ],
        );
        self.reference(&cut.object, Kind::Object, at.key("object"));
        if let Some((Kind::Object, object)) = self.names.find(&cut.object)
            && let Some(shape) = self.names.shape(object)
            && !matches!(shape, Shape::Mesh { .. })
        {
            let message = format!("{} has no mesh, so it cannot be cut", quoted(&cut.object));
            self.push(at.key("object"), message, Some("name an object with a mesh, or an object of a model"));
        }
    }
}
