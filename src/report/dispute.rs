//! The reason why a fast and an exact answer differ, in words.

use super::frusta::answers::InViewDifference;
use crate::geometry::exact::cast::{ExactCast, ExactDifference};
use crate::geometry::exact::frustum::AxisKind;
use crate::geometry::exact::view_difference::{Rounded, ViewDifference};
use crate::geometry::frustum::Verdict;
use crate::geometry::narrate::num;
use crate::geometry::ray::{Cast, Ray};
use crate::geometry::{Pose, spacing};

/// The least spacing of `f32` at which a coordinate counts as far from the origin, in metres.
const FAR: f32 = 1e-3;

/// The greatest difference of two answers, in multiples of the spacing of `f32`, that counts as rounding of the result.
/// A greater difference is the rounding of a line that meets a surface at a small angle.
const AGREEING: f32 = 16.0;

/// Of one camera and one object: both answers, and the reason.
pub(super) fn of_view(difference: &InViewDifference, fast: Verdict, exact: Verdict) -> String {
    let words = format!("Plane test: {}. Exact test: {}.", fast.word(), exact.word());
    let kind = kind_in_view(difference, fast, exact);
    match difference {
        InViewDifference::SameBox(ViewDifference::NoPlane { gap, axis }) => format!(
            "{words} No single plane has the whole box behind it, so the plane test does not detect the gap of {} m between \
             the box and the view volume along {}. This is {kind} of the plane test.",
            number(*gap),
            axis_word(*axis)
        ),
        InViewDifference::OtherBox => {
            format!("{words} The planes test a box that is not the tight box of the posed mesh. So this is {kind}.")
        }
        InViewDifference::SameBox(ViewDifference::Rounding(rounded)) => {
            format!("{words} {} So this is {kind}.", of_corner(rounded))
        }
    }
}

/// The kind of the difference, in a few words: with a false positive, an object out of view is drawn; with a false
/// negative, an object in view is culled.
pub(super) fn kind_in_view(difference: &InViewDifference, fast: Verdict, exact: Verdict) -> String {
    let side = match difference {
        InViewDifference::SameBox(ViewDifference::Rounding(Rounded { side, .. })) => side,
        InViewDifference::SameBox(ViewDifference::NoPlane { .. }) => return "a false positive".to_owned(),
        InViewDifference::OtherBox => {
            return match (fast, exact) {
                (Verdict::Outside, _) => "a false negative of the tested box",
                (_, Verdict::Outside) => "a false positive of the tested box",
                _ => "a difference of the tested box",
            }
            .to_owned();
        }
    };
    let rounding = format!("rounding at the {} plane", side.word());
    match (fast, exact) {
        (Verdict::Outside, _) => format!("a false negative by {rounding}"),
        (_, Verdict::Outside) => format!("a false positive by {rounding}"),
        _ => rounding,
    }
}

/// The kind of the difference, in a few words.
pub(super) fn kind_on_ray(difference: &ExactDifference) -> &'static str {
    match difference {
        ExactDifference::Grazing { .. } => "the line only grazes it",
        ExactDifference::End { is_last: false, .. } => "the ray starts at its surface",
        ExactDifference::End { is_last: true, .. } => "the segment ends at its surface",
        ExactDifference::Place { .. } => "a fault of the fast query",
    }
}

/// The reason why the computed distance of a corner near a plane has the wrong sign.
fn of_corner(rounded: &Rounded) -> String {
    let Rounded { side, is_p_vertex, exact, fast, .. } = *rounded;
    let letter = if is_p_vertex { 'p' } else { 'n' };
    let place = |distance: f64| {
        let where_ = if distance < 0.0 { "behind" } else { "in front of" };
        format!("{} m {where_}", number(distance.abs()))
    };
    format!(
        "The {letter}-vertex is {} the {} plane, but in f32 it is computed to be {} that plane. {} Rounding may change \
         this distance by {} m.",
        place(exact),
        side.word(),
        place(fast),
        of_spacing(rounded.coordinate),
        number(rounded.bound()),
    )
}

/// The spacing of `f32` at the largest coordinate, in words.
fn of_spacing(coordinate: f32) -> String {
    let spacing = spacing(coordinate);
    let at = format!("at {} m neighbouring numbers of f32 are {} m apart", num(coordinate.abs()), num(spacing));
    if spacing >= FAR {
        format!("That is far from the origin: {at}.")
    } else {
        format!("This is below the precision of f32: {at}.")
    }
}

/// The sentence for two answers that agree. `apart` is the distance between them in metres, and `coordinate` is the
/// largest absolute coordinate. Far from the origin, both answers are the same number of f32 or neighbouring numbers.
pub(super) fn agreement(apart: f32, coordinate: f32) -> String {
    let spacing = spacing(coordinate);
    if apart < FAR || apart > AGREEING * spacing {
        return "They agree.".to_owned();
    }
    format!(
        "They agree: both are equal within the rounding of f32. At {} m neighbouring numbers of f32 are {} m apart.",
        num(coordinate),
        num(spacing)
    )
}

/// The words for an axis on which two bodies are apart.
pub(super) fn axis_word(axis: AxisKind) -> String {
    let name = |i: usize| ["X", "Y", "Z"][i.min(2)];
    match axis {
        AxisKind::BoxAxis(i) => format!("the box's {} axis", name(i)),
        AxisKind::FrustumPlane(side) => format!("the normal of the {} plane", side.word()),
        AxisKind::EdgeCross { box_axis } => {
            format!("the cross product of the box's {} edge and an edge of the view volume", name(box_axis))
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "for display")]
fn number(x: f64) -> String {
    num(x as f32)
}

/// For one ray and one object: both answers, and the size of the difference.
pub(super) fn of_ray(difference: &ExactDifference, fast: &Cast, exact: &ExactCast, ray: &Ray, pose: &Pose) -> String {
    let words = format!("Fast query: {}. Exact test: {}.", fast.word(), exact.word());
    let centre = glam::Vec3::from(pose.world_from_local().translation);
    let coordinate = ray.origin.abs().max(centre.abs()).max_element();
    let explained = |what: &str, rounding: f64| {
        let rounding = metres(rounding, pose);
        let close = if spacing(coordinate) >= FAR {
            of_spacing(coordinate)
        } else {
            "This is below the precision of f32.".to_owned()
        };
        format!("{words} {what}. Rounding to f32 may change this distance by {rounding}. {close}")
    };
    let from_surface = |clearance: f64| {
        let side = if clearance > 0.0 { "outside" } else { "inside" };
        format!("{} {side} the surface", metres(clearance.abs(), pose))
    };
    match *difference {
        ExactDifference::Grazing { clearance, rounding } => {
            let passes = format!("The line only grazes the solid: it passes {}", from_surface(clearance));
            explained(&passes, rounding)
        }
        ExactDifference::End { is_last, clearance, rounding } => {
            let end = if is_last { "segment ends" } else { "ray starts" };
            explained(&format!("The {end} {}", from_surface(clearance)), rounding)
        }
        ExactDifference::Place { off, rounding } => {
            let [off, rounding] = [off, rounding].map(|length| metres(length, pose));
            format!(
                "The point at the t of the fast query is {off} from the surface. Rounding to f32 explains at most {rounding}. \
                 This is a fault of the fast query."
            )
        }
    }
}

/// A local length as text: in metres if the pose scales uniformly.
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
    use crate::geometry::{Interval, Shape};
    use glam::{Quat, Vec3};

    #[test]
    fn the_reason_has_its_numbers() {
        let ray = Ray { origin: Vec3::new(0.0, 3.0, 3.0), direction: Vec3::NEG_Z };
        let fast = cast(&ray, RayQuery::default(), &Shape::Sphere { radius: 1.0 }, &Pose::IDENTITY);
        let exact = ExactCast { result: Ok(2.0), interval: Some(Interval::new(2.0, 2.1)) };
        let uneven = Pose::new(Vec3::ZERO, Quat::IDENTITY, Vec3::new(1.0, 2.0, 1.0)).unwrap();
        let twice = Pose::new(Vec3::ZERO, Quat::IDENTITY, Vec3::splat(2.0)).unwrap();
        let grazing = ExactDifference::Grazing { clearance: -1e-7, rounding: 4e-7 };
        let described = of_ray(&grazing, &fast, &exact, &ray, &twice);
        assert!(described.starts_with("Fast query: misses. Exact test: hit. "), "{described}");
        assert!(
            described.contains("2e−7 m inside the surface") && described.contains("change this distance by 8e−7 m"),
            "{described}"
        );
        assert!(of_ray(&grazing, &fast, &exact, &ray, &uneven).contains("1e−7 (in the solid's own space)"));
        let end = ExactDifference::End { is_last: true, clearance: 1e-7, rounding: 4e-7 };
        assert!(of_ray(&end, &fast, &exact, &ray, &twice).contains("The segment ends 2e−7 m outside the surface"));
        let place = ExactDifference::Place { off: 0.5, rounding: 4e-7 };
        assert!(
            of_ray(&place, &fast, &exact, &ray, &twice)
                .contains("The point at the t of the fast query is 1 m from the surface")
        );
    }
}
