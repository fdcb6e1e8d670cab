//! The capsule: the piece of a cylinder and two balls.

#![expect(clippy::inline_always, reason = "a call is not vectorised, see `LaneCast`")]

use glam::Vec3;

use super::Capsule;
use crate::geometry::interval::Interval;
use crate::geometry::ray::batch::choice::{BatchAnswer, EndChoice};
use crate::geometry::ray::batch::lane_cast::LaneCast;
use crate::geometry::ray::batch::quadratic::{greater, lesser, select, slab};
use crate::geometry::shape::cylinder::lanes::tube;
use crate::geometry::shape::sphere::lanes::ball;

impl LaneCast for Capsule {
    /// Within `radius` of the segment `|y| ≤ h`. The three parts overlap and their union is convex, so the line is
    /// inside from the first entry to the last exit.
    #[inline(always)]
    fn lanes(self, o: Vec3, d: Vec3, choice: EndChoice) -> BatchAnswer {
        let Self { radius, half_height } = self;
        let to_cap = Vec3::new(0.0, half_height, 0.0);
        let side = tube(o, d, radius).intersection(slab(o.y, d.y, -half_height, half_height));
        let side = select(side.is_filled(), side, Interval::EMPTY);
        let (top, bottom) = (ball(o - to_cap, d, radius), ball(o + to_cap, d, radius));
        let t_in = lesser(lesser(top.near, bottom.near), side.near);
        let t_out = greater(greater(top.far, bottom.far), side.far);
        let chosen = choice.choose(Interval::new(t_in, t_out));
        let p = o + d * chosen.t;
        let nearest = lesser(greater(p.y, -half_height), half_height);
        chosen.with_normal(Vec3::new(p.x, p.y - nearest, p.z))
    }
}
