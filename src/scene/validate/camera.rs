//! The rules for a camera, and for the view in which a scene opens.

use std::cmp::Ordering;

use glam::DMat4;

use super::check::Check;
use super::words::{ABOVE_0, FIELD_OF_VIEW, NOT_ZERO, differs, is_field_of_view, is_zero};
use crate::geometry::camera;
use crate::mistakes::SpatialQuestion;
use crate::scene::document::{Camera, Projection, View};
use crate::scene::names::Kind;
use crate::scene::read::hint::{such_as, such_as_within};
use crate::source::place::ValuePath;

impl<'s> Check<'s> {
    pub(super) fn view(&mut self, view: &View, at: &ValuePath) {
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

    pub(super) fn camera(&mut self, camera: &'s Camera, at: &ValuePath) {
        self.exclusive(
            at,
            &[
                ("look_at", camera.look_at.is_some()),
                ("rotation", camera.rotation.is_some()),
                ("euler", camera.euler.is_some()),
            ],
        );
        let is_perspective = matches!(camera.projection, Projection::Perspective { .. } | Projection::Frustum { .. });
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
                (!is_perspective || camera.near > 0.0, "near", "must be above 0 for a perspective camera"),
            ],
        );
        self.depth(camera, is_perspective, at);
        self.projection(camera, &at.key("projection"));
        self.layers(camera.mask.as_deref().unwrap_or_default(), &at.key("mask"));
        for (i, pixels) in camera.size.into_iter().flatten().enumerate() {
            if !(1..=Camera::MOST_PIXELS).contains(&pixels) {
                let message = format!("`size` must have 1 to {} pixels on each side", Camera::MOST_PIXELS);
                self.push_value(at.key("size").index(i), message, such_as_within("cameras", "size"));
            }
        }
        self.rules(at, &[([16, 24, 32].contains(&camera.depth_bits), "depth_bits", "must be 16, 24 or 32")]);
        self.mistake(camera.mistake.as_deref(), SpatialQuestion::is_of_cameras, at);
        if let Some(object) = &camera.attach {
            self.reference(object, Kind::Object, at.key("attach"));
        }
        if let Some(follow) = &camera.session {
            self.follow(follow, at);
        }
    }
    /// Near and far plane. Those of a matrix are its own.
    fn depth(&mut self, camera: &Camera, is_perspective: bool, at: &ValuePath) {
        let Camera { near, far, .. } = *camera;
        if matches!(camera.projection, Projection::Matrix(_)) {
            return;
        }
        if far.is_infinite() && !is_perspective {
            let help =
                "its depth grows evenly, and no matrix spreads that over an infinite distance; such as `\"far\": 100`";
            self.push(at.key("far"), "`far` must be a number for an orthographic camera", Some(help));
            return;
        }
        if far.partial_cmp(&near) != Some(Ordering::Greater) {
            let message = format!("`far`, which is {far}, must be above `near`, which is {near}");
            self.push(at.key("far"), message, such_as("far"));
            self.or_place(at.key("near"));
        }
    }

    fn projection(&mut self, camera: &Camera, at: &ValuePath) {
        match camera.projection {
            Projection::Perspective { fov_y, aspect } => self.rules(
                &at.key("perspective"),
                &[(is_field_of_view(fov_y), "fov_y", FIELD_OF_VIEW), (aspect > 0.0, "aspect", ABOVE_0)],
            ),
            Projection::Orthographic { height, aspect } => self.rules(
                &at.key("orthographic"),
                &[(height > 0.0, "height", ABOVE_0), (aspect > 0.0, "aspect", ABOVE_0)],
            ),
            Projection::Frustum { left, right, bottom, top } => {
                self.borders([left, right, bottom, top], &at.key("frustum"));
            }
            Projection::Ortho { left, right, bottom, top } => {
                self.borders([left, right, bottom, top], &at.key("ortho"));
            }
            Projection::Matrix(columns) => {
                let matrix = DMat4::from_cols_array(&columns);
                let depth = camera.depth.range();
                let (message, help) = if !camera::Projection::has_inverse(&matrix) {
                    let help = "the rows of a projection are independent: none is a sum of multiples of others";
                    ("`matrix` must have an inverse", help)
                } else if camera::Projection::Matrix(matrix).distances(depth).is_none() {
                    let help = "in front of the camera the fourth row must give a w above 0; multiply all numbers by -1, or \
                                check their order: it is column by column";
                    (
                        "`matrix` must have something in view: no point meets -w ≤ x ≤ w, -w ≤ y ≤ w and its range of depth",
                        help,
                    )
                } else {
                    return;
                };
                self.push(at.key("matrix"), message, Some(help));
            }
        }
    }

    fn borders(&mut self, [left, right, bottom, top]: [f32; 4], at: &ValuePath) {
        let rules = [(left < right, "right", "must be above `left`"), (bottom < top, "top", "must be above `bottom`")];
        self.rules(at, &rules);
    }
}
