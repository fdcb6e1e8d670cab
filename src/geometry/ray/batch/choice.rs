//! The answer from an interval, without branches.

use glam::Vec3;

use crate::geometry::interval::Interval;
use crate::geometry::ray::answer::{Inside, RayQuery};

/// The rule by which a query chooses an end of an interval.
#[derive(Clone, Copy)]
pub(crate) struct EndChoice {
    /// The range of t that counts.
    range: Interval<f32>,
    hollow: bool,
}

/// The end of an interval that was chosen.
#[derive(Clone, Copy)]
pub(crate) struct ChosenEnd {
    /// `+∞` for a miss.
    pub(crate) t: f32,
    /// Whether the line leaves the solid there.
    pub(crate) leaving: bool,
    on_surface: bool,
}

/// The answer for one ray.
#[derive(Clone, Copy)]
pub(crate) struct BatchAnswer {
    /// `+∞` for a miss.
    pub(crate) t: f32,
    /// Local space, of any length but 0 when `has_normal`.
    pub(crate) normal: Vec3,
    /// False for a miss and for a start inside a solid.
    pub(crate) has_normal: bool,
}

impl EndChoice {
    pub(crate) fn new(query: RayQuery) -> Self {
        Self { range: query.kind.range(), hollow: query.inside == Inside::Hollow }
    }

    /// Chooses from the interval in which the whole line is inside; it is empty when not `t_in <= t_out`.
    #[inline(always)]
    pub(crate) fn choose(self, Interval { near: t_in, far: t_out }: Interval<f32>) -> ChosenEnd {
        let starts_inside = t_in < self.range.near;
        let t = if starts_inside { if self.hollow { t_out } else { self.range.near } } else { t_in };
        let hit = (t_in <= t_out) & (t_out >= self.range.near) & (t <= self.range.far) & (t < f32::INFINITY);
        ChosenEnd {
            t: if hit { t } else { f32::INFINITY },
            leaving: starts_inside,
            on_surface: hit & (self.hollow | !starts_inside),
        }
    }
}

impl ChosenEnd {
    /// The answer with the local `normal` of the surface at `t`, which need not have unit length.
    #[inline(always)]
    pub(crate) fn with_normal(self, normal: Vec3) -> BatchAnswer {
        BatchAnswer { t: self.t, normal, has_normal: self.on_surface }
    }
}
