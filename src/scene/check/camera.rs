//! The rules for a camera, and for the view in which a scene opens.

use std::cmp::Ordering;

use super::{ABOVE_0, Check, FIELD_OF_VIEW, NOT_ZERO, differs, is_field_of_view, is_zero};
use crate::scene::document::{Camera, Projection, View};
use crate::scene::hint::such_as;
use crate::scene::names::Kind;
use crate::source::place::Place;

impl<'s> Check<'s> {
    pub(super) fn view(&mut self, view: &View, at: &Place) {
        self.rules(
            at,
            &[
                (view.eye.is_none_or(|eye| differs(&eye, &view.target)), "eye", "must differ from `target`"),
                (!is_zero(&view.up), "up", NOT_ZERO),
                (view.fov_y.is_none_or(is_field_of_view), "fov_y", FIELD_OF_VIEW),
                (view.height.is_none_or(|h| h > 0.0), "height", ABOVE_0),
            ],
        );
        self.exclusive(at, &[("fov_y", view.fov_y.is_some()), ("height", view.height.is_some())]);
    }

    pub(super) fn camera(&mut self, camera: &'s Camera, at: &Place) {
        self.exclusive(
            at,
            &[
                ("look_at", camera.look_at.is_some()),
                ("rotation", camera.rotation.is_some()),
                ("euler", camera.euler.is_some()),
            ],
        );
        let perspective = matches!(camera.projection, Projection::Perspective { .. });
        let rotation = camera.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]);
        self.rules(
            at,
            &[
                (
                    camera.look_at.is_none_or(|target| differs(&target, &camera.position)),
                    "look_at",
                    "must differ from `position`",
                ),
                (!is_zero(&rotation), "rotation", NOT_ZERO),
                (!perspective || camera.near > 0.0, "near", "must be above 0 for a perspective camera"),
            ],
        );
        let Camera { near, far, .. } = *camera;
        if far.partial_cmp(&near) != Some(Ordering::Greater) {
            let message = format!("`far`, which is {far}, must be above `near`, which is {near}");
            self.push(at.key("far"), message, such_as("far"));
            self.or_place(at.key("near"));
        }
        let at_projection = at.key("projection");
        match camera.projection {
            Projection::Perspective { fov_y, aspect } => self.rules(
                &at_projection.key("perspective"),
                &[(is_field_of_view(fov_y), "fov_y", FIELD_OF_VIEW), (aspect > 0.0, "aspect", ABOVE_0)],
            ),
            Projection::Orthographic { height, aspect } => self.rules(
                &at_projection.key("orthographic"),
                &[(height > 0.0, "height", ABOVE_0), (aspect > 0.0, "aspect", ABOVE_0)],
            ),
        }
        if let Some(object) = &camera.attach {
            self.reference(object, Kind::Object, at.key("attach"));
        }
        if let Some(follow) = &camera.session {
            self.follow(follow, at);
        }
    }
}
