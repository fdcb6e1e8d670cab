//! Line against hull: clipped against the planes of the faces, as against the slabs of a box.
//!
//! The line enters the half-spaces of the faces that it runs against and leaves those of the others; inside is from the latest
//! entry to the earliest exit (Cyrus and Beck, "Generalized two- and three-dimensional clipping", 1978). In `f64`, in which the
//! products of the line with a plane through points of few digits are exact.

use glam::Vec3;

use super::solid::Hull;
use super::steps;
use super::values::{PlaneKind, PlaneRow};
use crate::geometry::interval::Interval;
use crate::geometry::narrate::Narrator;
use crate::geometry::ray::answer::Feature;
use crate::geometry::ray::chord::Chord;
use crate::geometry::ray::line::{LocalLine, narrow};
use crate::geometry::ray::ray_cast::RayCast;

impl RayCast for &Hull {
    const NAME: &'static str = "hull";

    #[inline]
    fn reach_squared(self) -> f32 {
        narrow(self.reach * self.reach)
    }

    fn chord<N: Narrator>(self, line: &LocalLine, narrator: &mut N) -> Chord {
        let (o, d) = line.in_f64();
        let mut rows = Vec::new();
        let mut t = Interval::<f64>::ALL;
        let mut features = [Feature::Inside; 2];
        let mut is_beside = false;
        for plane in &self.planes {
            let (height, speed) = (plane.normal.dot(o), plane.normal.dot(d));
            let tau = (plane.offset - height) / speed;
            let kind = if speed < 0.0 {
                if tau > t.near {
                    (t.near, features[0]) = (tau, Feature::Face(plane.face));
                }
                PlaneKind::Entered
            } else if speed > 0.0 {
                if tau < t.far {
                    (t.far, features[1]) = (tau, Feature::Face(plane.face));
                }
                PlaneKind::Left
            } else {
                is_beside |= height > plane.offset;
                PlaneKind::Parallel
            };
            if N::RECORDS {
                let (normal, offset, face) = (plane.normal, plane.offset, plane.face);
                rows.push((kind, PlaneRow { face, normal, offset, height, speed, tau }));
            }
        }
        if N::RECORDS {
            steps::record(self, line, &rows, t, is_beside, narrator);
        }
        if is_beside || t.is_empty() { Chord::NONE } else { Chord { t, features } }
    }

    #[inline]
    fn normal(self, _: &LocalLine, _: f64, feature: Feature) -> (Vec3, bool) {
        let face = if let Feature::Face(face) = feature { self.faces().get(usize::from(face)) } else { None };
        (face.map_or(Vec3::ZERO, |face| face.normal), true)
    }
}
