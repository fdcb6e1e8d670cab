//! The answers of a known wrong rule about a camera's view volume, beside the right ones.

#![allow(
    clippy::complexity,
    clippy::float_cmp_const,
    clippy::map_err_ignore,
    clippy::print_stdout,
    clippy::pedantic,
    clippy::style,
    reason = "the first version of the hunt does not meet all lints yet"
)]

use glam::DVec4;

use crate::geometry::Aabb;
use crate::geometry::frustum::Side;
use crate::mistakes::{Mistake, MistakeSet, rules};
use crate::world::CameraAt;

/// The planes of a wrong rule.
#[derive(Clone, Debug, PartialEq)]
pub struct MistakenView {
    /// The wrong rule.
    pub mistake: &'static Mistake,
    /// In plane order, with normals of length 1; a plane that the rule does not test has no normal.
    pub planes: [DVec4; 6],
}

/// The answer of a wrong rule about a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MistakenAnswer {
    /// `outside`, `intersect` or `inside`.
    pub verdict: &'static str,
    /// The first side in plane order with a p-distance below 0.
    pub rejected_by: Option<Side>,
    /// The least p-distance in metres; `None` when no plane is tested.
    pub margin: Option<f64>,
    /// The p- and the n-distance of each plane in metres; `None` for a plane that is not tested.
    pub distances: [Option<[f64; 2]>; 6],
}

impl MistakenView {
    /// The planes of the camera's mistake, from its clip matrix as an engine has it, in `f32`; `None` without a mistake.
    pub(super) fn of(camera: &CameraAt) -> Option<Self> {
        let mistake = camera.mistake?;
        let clip_from_world = camera.camera.clip_from_world().as_mat4().to_cols_array();
        let planes = rules::planes(&clip_from_world, camera.camera.depth, MistakeSet::one(mistake.kind));
        let unit = |plane: DVec4| {
            let length = plane.truncate().length();
            if length > 0.0 { plane / length } else { plane }
        };
        Some(Self { mistake, planes: planes.map(unit) })
    }

    /// The answer about a box.
    pub fn about(&self, aabb: &Aabb) -> MistakenAnswer {
        let (min, max) = (aabb.min.as_dvec3(), aabb.max.as_dvec3());
        let mistakes = MistakeSet::one(self.mistake.kind);
        let distances = self
            .planes
            .map(|plane| (plane.truncate() != glam::DVec3::ZERO).then(|| rules::box_values(plane, min, max, mistakes)));
        let tested = || Side::ALL.into_iter().zip(distances).filter_map(|(side, distances)| Some((side, distances?)));
        let rejected_by = tested().find(|(_, [p, _])| *p < 0.0).map(|(side, _)| side);
        let verdict = match rejected_by {
            Some(_) => "outside",
            None if tested().any(|(_, [_, n])| n < 0.0) => "intersect",
            None => "inside",
        };
        let margin = tested().map(|(_, [p, _])| p).reduce(f64::min);
        MistakenAnswer { verdict, rejected_by, margin, distances }
    }
}
