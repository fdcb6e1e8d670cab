//! Actions that move and turn a body: on straight lines, facing the direction of motion.
//!
//! The body's local origin moves, as along a `path`, towards the centre of an object's bounds or a point. A moving body
//! turns about +Y at once, so that its −Z points in the direction of motion; for a vertical direction it keeps its
//! rotation. Positions are `f32`, intermediate results `f64`. Functions whose last digits differ between machines are
//! avoided, except the sine of a constant turning speed, which comes from a library that computes it in software.

use std::f64::consts::PI;

use glam::{DQuat, DVec2, DVec3, Vec3};

use super::body_transform::{BodyTransform, conjugate, turn_towards};

/// A body with its transform, and the rotation of the scene file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mover {
    pub(super) transform: BodyTransform,
    pub(super) written: DQuat,
}

impl Mover {
    fn position(&self) -> DVec3 {
        self.transform.position.as_dvec3()
    }

    pub(super) fn distance(&self, to: Vec3) -> f64 {
        self.position().distance(to.as_dvec3())
    }

    /// Moves towards a point by at most `reach` metres, to a distance of `within`. Returns whether it is there.
    pub(super) fn approach(&mut self, goal: Vec3, reach: f64, within: f64) -> bool {
        let missing = self.distance(goal) - within;
        if missing <= 0.0 {
            return true;
        }
        self.go(goal.as_dvec3() - self.position(), missing.min(reach), |mover| {
            missing > reach || mover.distance(goal) <= within
        });
        missing <= reach
    }

    /// Moves away from a point by at most `reach` metres, to a distance of at least `until`. Returns whether it is
    /// there.
    pub(super) fn flee(&mut self, from: Vec3, reach: f64, until: f64) -> bool {
        let missing = until - self.distance(from);
        if missing <= 0.0 {
            return true;
        }
        let away = self.position() - from.as_dvec3();
        // Exactly at the point, it moves in the direction that it faces.
        let away = if away == DVec3::ZERO { self.transform.rotation(self.written) * DVec3::NEG_Z } else { away };
        self.go(away, missing.min(reach), |mover| missing > reach || mover.distance(from) >= until);
        missing <= reach
    }

    /// Moves from point to point, `reach` metres along the path. `next` is the index of the current target. Returns the
    /// index of the next one.
    pub(super) fn patrol(&mut self, points: &[[f32; 3]], next: usize, reach: f64) -> usize {
        let (mut next, mut left) = (next % points.len().max(1), reach);
        // Once around at most, however short the path and however large `reach`.
        for _ in 0..=points.len() {
            let Some(&goal) = points.get(next) else { break };
            let distance = self.distance(goal.into());
            if !self.approach(goal.into(), left, 0.0) {
                break;
            }
            left -= distance;
            next = (next + 1) % points.len();
        }
        next
    }

    /// Turns towards a point by at most `reach` radians. Returns whether it faces the point.
    pub(super) fn face(&mut self, goal: Vec3, reach: f64) -> bool {
        let way = goal.as_dvec3() - self.position();
        let Some(wanted) = turn_towards(self.written, way) else { return true };
        let rest = wanted.rotate(conjugate(self.transform.turn));
        let (sine, cosine) = libm::sincos(reach.min(PI));
        if reach >= PI || rest.x >= cosine {
            self.transform.turn = wanted;
            return true;
        }
        let turned = self.transform.turn.rotate(DVec2::new(cosine, sine.copysign(rest.y)));
        self.transform.turn = turned / turned.length();
        false
    }

    /// Moves by `length` metres in a direction and faces it. Rounding to `f32` may stop it slightly short: it then
    /// moves slightly further, until `has_arrived`.
    fn go(&mut self, way: DVec3, length: f64, has_arrived: impl Fn(&Self) -> bool) {
        let start = self.position();
        let unit = way / way.length();
        let mut slack = 0.0;
        for power in 0..8 {
            self.transform.position = (start + unit * (length + slack)).as_vec3();
            if has_arrived(self) {
                break;
            }
            let size = f64::from(self.transform.position.abs().max_element().max(1.0));
            slack = size * f64::from(f32::EPSILON) * f64::from(1 << power);
        }
        if let Some(turn) = turn_towards(self.written, way) {
            self.transform.turn = turn;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mover(position: [f32; 3]) -> Mover {
        Mover { transform: BodyTransform::at(position.into()), written: DQuat::IDENTITY }
    }

    fn ahead(mover: &Mover) -> DVec3 {
        mover.transform.rotation(mover.written) * DVec3::NEG_Z
    }

    #[test]
    fn it_goes_straight_and_stops_where_it_is_near_enough() {
        let mut body = mover([0.0, 1.0, 0.0]);
        let goal = Vec3::new(3.0, 1.0, 4.0);
        let mut ticks = 1;
        while !body.approach(goal, 0.7, 1.0) {
            ticks += 1;
        }
        assert_eq!(ticks, 6, "4 m in steps of 0.7");
        assert!(body.distance(goal) <= 1.0 && body.distance(goal) > 0.999);
        assert!((ahead(&body) - DVec3::new(0.6, 0.0, 0.8)).length() < 1e-6);
        let there = body.transform;
        assert!(body.approach(goal, 0.7, 1.0));
        assert_eq!(body.transform, there, "it is near enough already");
        assert!(body.approach(goal, 9.0, 0.0));
        assert_eq!(body.transform.position, goal);
    }

    #[test]
    fn it_reaches_any_target() {
        for scale in [1e-3_f32, 1.0, 37.3, 1e4, 1e6] {
            for within in [0.0_f32, 0.1, 1.0, 7.7] {
                let mut body = mover([0.3 * scale, -0.7 * scale, 0.11 * scale]);
                let goal = Vec3::new(-0.77, 0.13, 0.9) * scale;
                assert!(body.approach(goal, 1e9, f64::from(within)));
                assert!(body.distance(goal) <= f64::from(within), "{scale} {within}: {}", body.distance(goal));
                assert!(body.flee(goal, 1e9, 3.0 * f64::from(scale)));
                assert!(body.distance(goal) >= 3.0 * f64::from(scale), "{scale}: {}", body.distance(goal));
            }
        }
    }

    #[test]
    fn a_patrol_goes_round_and_keeps_its_pace() {
        let points = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 0.0, 1.0]];
        let mut body = mover([0.0, 0.0, 0.0]);
        let mut next = 0;
        let mut places = Vec::new();
        for _ in 0..8 {
            next = body.patrol(&points, next, 0.75);
            places.push((body.transform.position.x, body.transform.position.z, next));
        }
        assert_eq!(places[..4], [(0.75, 0.0, 1), (1.5, 0.0, 1), (2.0, 0.25, 2), (2.0, 1.0, 0)]);
        assert!((ahead(&body).length() - 1.0).abs() < 1e-6);
        assert_eq!(mover([5.0; 3]).patrol(&[[5.0; 3], [5.0; 3]], 7, 1.0), 0, "a round of no length ends");
        assert_eq!(mover([5.0; 3]).patrol(&points, 1, 1e30), 2, "once around and one further, and no more");
    }

    #[test]
    fn fleeing_from_its_own_position_moves_ahead() {
        let mut body = mover([1.0, 0.0, 0.0]);
        assert!(!body.flee(Vec3::X, 0.5, 2.0));
        assert_eq!(body.transform.position, Vec3::new(1.0, 0.0, -0.5));
        for _ in 0..2 {
            assert!(!body.flee(Vec3::X, 0.5, 2.0));
        }
        assert!(body.flee(Vec3::X, 0.5, 2.0));
    }

    #[test]
    fn it_turns_the_short_way_at_its_speed() {
        for (goal, side) in [([1.0, 5.0, 0.1], -1.0), ([-1.0, -5.0, 0.1], 1.0)] {
            let mut body = mover([0.0; 3]);
            let mut ticks = 1;
            while !body.face(goal.into(), 10_f64.to_radians()) {
                assert!(body.transform.turn.y * side > 0.0, "{goal:?}: {}", body.transform.turn);
                ticks += 1;
            }
            assert_eq!(ticks, 10, "96 degrees in steps of 10");
            assert!(ahead(&body).x * f64::from(goal[0]) > 0.9);
            assert_eq!(body.transform.position, Vec3::ZERO);
        }
        let mut body = mover([0.0; 3]);
        assert!(body.face(Vec3::Z, f64::INFINITY) && ahead(&body).z > 0.999);
        assert!(body.face(Vec3::Y, 0.0), "straight up there is nothing to turn to");
    }
}
