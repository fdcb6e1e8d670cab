//! From an interval to the answer, without branches.

use glam::Vec3;

use crate::geometry::ray::{Inside, Kind, RayQuery};

/// What a query chooses from an interval.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    /// The least t that counts.
    min: f32,
    /// The greatest t that counts.
    max: f32,
    hollow: bool,
}

/// The end of an interval that was chosen.
#[derive(Clone, Copy)]
pub(super) struct Chosen {
    /// `+∞` for a miss.
    pub(super) t: f32,
    /// Whether the line leaves the solid there.
    pub(super) leaving: bool,
    on_surface: bool,
}

/// The answer for one ray.
#[derive(Clone, Copy)]
pub(super) struct Answer {
    /// `+∞` for a miss.
    pub(super) t: f32,
    /// Local space, of any length but 0 when `has_normal`.
    pub(super) normal: Vec3,
    /// False for a miss and for a start inside a solid.
    pub(super) has_normal: bool,
}

impl Choice {
    pub(super) fn new(query: RayQuery) -> Self {
        let (min, max) = match query.kind {
            Kind::Line => (f32::NEG_INFINITY, f32::INFINITY),
            Kind::Ray => (0.0, f32::INFINITY),
            Kind::Segment => (0.0, 1.0),
        };
        Self { min, max, hollow: query.inside == Inside::Hollow }
    }

    /// Chooses from where the whole line is inside; nowhere when not `t_in <= t_out`.
    #[inline(always)]
    pub(super) fn choose(self, [t_in, t_out]: [f32; 2]) -> Chosen {
        let starts_inside = t_in < self.min;
        let t = if starts_inside { if self.hollow { t_out } else { self.min } } else { t_in };
        let hit = (t_in <= t_out) & (t_out >= self.min) & (t <= self.max) & (t < f32::INFINITY);
        Chosen {
            t: if hit { t } else { f32::INFINITY },
            leaving: starts_inside,
            on_surface: hit & (self.hollow | !starts_inside),
        }
    }
}

impl Chosen {
    /// The answer with the local `normal` of the surface at `t`, which need not have unit length.
    #[inline(always)]
    pub(super) fn with_normal(self, normal: Vec3) -> Answer {
        Answer { t: self.t, normal, has_normal: self.on_surface }
    }
}
