//! Why a fast and an exact answer differ, in words.

use crate::geometry::Pose;
use crate::geometry::exact::cast::{Difference, ExactCast};
use crate::geometry::narrate::num;
use crate::geometry::ray::Cast;

/// Of one ray and one object: what either says, and how small what they stumble over is.
pub(super) fn of_ray(difference: &Difference, fast: &Cast, exact: &ExactCast, pose: &Pose) -> String {
    let words = format!("The fast query says {}, the exact test {}.", fast.word(), exact.word());
    let explained = |what: &str, rounding: f64| {
        let rounding = metres(rounding, pose);
        format!("{words} {what}, and rounding to f32 may move it by {rounding} there. That is too close for f32.")
    };
    let from_surface = |clearance: f64| {
        let side = if clearance > 0.0 { "outside" } else { "inside" };
        format!("{} {side} the surface", metres(clearance.abs(), pose))
    };
    match *difference {
        Difference::Grazing { clearance, rounding } => {
            let passes = format!("The line only grazes the solid: it passes {}", from_surface(clearance));
            explained(&passes, rounding)
        }
        Difference::End { is_last, clearance, rounding } => {
            let end = if is_last { "segment ends" } else { "ray starts" };
            explained(&format!("The {end} {}", from_surface(clearance)), rounding)
        }
        Difference::Place { off, rounding } => {
            let [off, rounding] = [off, rounding].map(|length| metres(length, pose));
            format!(
                "The fast t is {off} off the surface, and rounding to f32 explains no more than {rounding}: a fault of \
                 the fast query."
            )
        }
    }
}

/// A local length for a reader: in metres where the pose stretches all directions alike.
#[expect(clippy::cast_possible_truncation, reason = "for display")]
fn metres(length: f64, pose: &Pose) -> String {
    match pose.uniform_scale() {
        Some(scale) => format!("{} m", num(length as f32 * scale)),
        None => format!("{} (in the solid's own space)", num(length as f32)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::ray::{Ray, RayQuery, cast};
    use crate::geometry::{Shape, Silent};
    use glam::{Quat, Vec3};

    #[test]
    fn the_reason_has_its_numbers() {
        let ray = Ray { origin: Vec3::new(0.0, 3.0, 3.0), direction: Vec3::NEG_Z };
        let fast = cast(&ray, RayQuery::default(), &Shape::Sphere { radius: 1.0 }, &Pose::IDENTITY, &mut Silent);
        let exact = ExactCast { result: Ok(2.0), interval: Some([2.0, 2.1]) };
        let uneven = Pose::new(Vec3::ZERO, Quat::IDENTITY, Vec3::new(1.0, 2.0, 1.0)).unwrap();
        let twice = Pose::new(Vec3::ZERO, Quat::IDENTITY, Vec3::splat(2.0)).unwrap();
        let grazing = Difference::Grazing { clearance: -1e-7, rounding: 4e-7 };
        let told = of_ray(&grazing, &fast, &exact, &twice);
        assert!(told.starts_with("The fast query says misses, the exact test hit. "), "{told}");
        assert!(told.contains("2e−7 m inside the surface") && told.contains("move it by 8e−7 m"), "{told}");
        assert!(of_ray(&grazing, &fast, &exact, &uneven).contains("1e−7 (in the solid's own space)"));
        let end = Difference::End { is_last: true, clearance: 1e-7, rounding: 4e-7 };
        assert!(of_ray(&end, &fast, &exact, &twice).contains("The segment ends 2e−7 m outside the surface"));
        let place = Difference::Place { off: 0.5, rounding: 4e-7 };
        assert!(of_ray(&place, &fast, &exact, &twice).contains("The fast t is 1 m off the surface"));
    }
}
