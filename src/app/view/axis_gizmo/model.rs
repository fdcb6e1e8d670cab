//! The positions of the ends of the axes on screen.

use glam::Vec2;

use crate::app::command::directions::Direction;
use crate::picture::Viewpoint;

/// Length on screen of an axis that is perpendicular to the view direction, points.
pub(super) const ARM: f32 = 32.0;
/// Radius of the positive and of the negative ends, points.
const RADII: [f32; 2] = [9.0, 6.0];
/// The cosine of the angle to the view direction above which an axis counts as pointing at the eye.
const AT_THE_EYE: f32 = 0.9999;

/// An end of an axis in the view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ball {
    /// The end.
    pub(super) end: Direction,
    /// Offset from the middle of the gizmo, points, y down.
    pub(super) place: Vec2,
    /// From −1, directly away from the eye, to 1, directly toward it.
    pub(super) toward_eye: f32,
    /// Radius, points.
    pub(super) radius: f32,
}

/// All six ends, furthest first.
pub(super) fn balls(viewpoint: &Viewpoint) -> [Ball; 6] {
    let view_from_world = viewpoint.view_from_world();
    let mut balls = Direction::ALL.map(|end| {
        let seen = view_from_world.transform_vector3(end.vector());
        Ball {
            end,
            place: Vec2::new(seen.x, -seen.y) * ARM,
            toward_eye: seen.z,
            radius: RADII[usize::from(!end.positive)],
        }
    });
    balls.sort_by(|a, b| a.toward_eye.total_cmp(&b.toward_eye));
    balls
}

/// The end from which a click on the ball looks: this end, or the opposite one when the view already looks from this
/// end. `None` for the hidden end of such a view.
pub(super) fn leads_to(ball: &Ball) -> Option<Direction> {
    if ball.toward_eye > AT_THE_EYE {
        return Some(ball.end.opposite());
    }
    (ball.toward_eye >= -AT_THE_EYE).then_some(ball.end)
}

#[cfg(test)]
mod tests {
    use glam::{Vec3, vec3};

    use super::*;
    use crate::picture::Lens;

    fn from(eye: Vec3, up: Vec3) -> [Ball; 6] {
        let target = vec3(5.0, -3.0, 2.0);
        let lens = Lens::Perspective { fov_y: 1.0 };
        balls(&Viewpoint { eye: target + eye, target, up, lens, depth: [0.1, 100.0] })
    }

    fn ball(balls: &[Ball; 6], name: &str) -> Ball {
        *balls.iter().find(|ball| ball.end.name() == name).unwrap()
    }

    #[test]
    fn from_the_front_x_is_right_y_is_up_and_z_points_at_the_eye() {
        let balls = from(Vec3::Z * 9.0, Vec3::Y);
        for (name, place, toward_eye) in [
            ("+X", [ARM, 0.0], 0.0),
            ("−X", [-ARM, 0.0], 0.0),
            ("+Y", [0.0, -ARM], 0.0),
            ("−Y", [0.0, ARM], 0.0),
            ("+Z", [0.0, 0.0], 1.0),
            ("−Z", [0.0, 0.0], -1.0),
        ] {
            let ball = ball(&balls, name);
            assert!(ball.place.distance(Vec2::from(place)) < 1e-3, "{name}: {ball:?}");
            assert!((ball.toward_eye - toward_eye).abs() < 1e-5, "{name}: {ball:?}");
        }
        assert_eq!((balls[0].end.name(), balls[5].end.name()), ("−Z", "+Z"), "the furthest first");
    }

    #[test]
    fn ends_are_opposite_and_on_a_sphere() {
        for eye in [vec3(3.0, 2.0, 5.0), vec3(-1.0, 7.0, 0.2), vec3(0.0, -4.0, 1.0)] {
            let balls = from(eye, Vec3::Y);
            for end in Direction::ALL {
                let [one, other] = [end, end.opposite()].map(|end| ball(&balls, end.name()));
                assert!((one.place + other.place).length() < 1e-3 && (one.toward_eye + other.toward_eye).abs() < 1e-5);
                let length = (one.place / ARM).extend(one.toward_eye).length();
                assert!((length - 1.0).abs() < 1e-4, "{one:?}");
                assert!((one.toward_eye - eye.normalize_or_zero().dot(end.vector())).abs() < 1e-5, "{one:?}");
            }
        }
    }

    #[test]
    fn a_click_looks_from_that_end_or_from_the_opposite_one() {
        let aslant = from(vec3(3.0, 2.0, 5.0), Vec3::Y);
        for ball in &aslant {
            assert_eq!(leads_to(ball), Some(ball.end));
        }
        let front = from(Vec3::Z, Vec3::Y);
        assert_eq!(leads_to(&ball(&front, "+Z")).unwrap().name(), "−Z");
        assert_eq!(leads_to(&ball(&front, "−Z")), None, "it is hidden");
        assert_eq!(leads_to(&ball(&front, "+X")).unwrap().name(), "+X");
    }
}
