//! An answer in one sentence that names who is asked about and what decides: for whoever looks for the first time.

use super::{FrustumAnswer, RayAnswer, Report, Target, agents, dispute, octree};
use crate::escape;
use crate::geometry::frustum::{Classification, Side, Verdict};
use crate::geometry::narrate::num;
use crate::geometry::ray::{Feature, Miss};
use crate::report::explain::Subject;

/// The sentence for a camera or a ray and one object, for one or two objects in the octree, or for an agent; names stand in
/// backticks.
/// `None` for a camera or a ray alone, and when an index is out of range.
pub fn headline(report: &Report, subject: Subject) -> Option<String> {
    match subject {
        Subject::CameraObject(c, o) => {
            let kind = report.difference_in_view(c, o).unwrap_or_default();
            Some(of_camera(report.name(o), &report.in_view(c, o)?, &kind, &report.planes_on(c, o)?))
        }
        Subject::RayObject(r, o) => Some(of_ray(&report.rays.get(r)?.ray.name, report.name(o), &report.on_ray(r, o)?)),
        Subject::RayImage(r, i) => {
            let name = report.target_name(Target::Image(i));
            Some(of_ray(&report.rays.get(r)?.ray.name, name, &report.on_ray_image(r, i)?))
        }
        Subject::Object(o) => octree::of_object(report, o),
        Subject::Pair(a, b) => octree::of_pair(report, [a, b]),
        Subject::Agent(a) => Some(agents::headline(&report.agents.get(a)?.agent)),
        Subject::Camera(_) | Subject::Ray(_) | Subject::Image(_) => None,
    }
}

/// A message with its `names` in quotes, as they are set in running text, and with escapes in place of control and
/// bidirectional characters.
pub fn quoted(text: &str) -> String {
    let mut is_open = false;
    let quote = |c| {
        if c != '`' {
            return c;
        }
        is_open = !is_open;
        if is_open { '“' } else { '”' }
    };
    escape::lines(text).chars().map(quote).collect()
}

fn of_camera(name: &str, answer: &FrustumAnswer, kind: &str, planes: &Classification) -> String {
    if !answer.agrees() {
        let (fast, exact) = (answer.fast.verdict.word(), answer.exact.word());
        return format!("`{name}`: the planes say {fast}, but the exact answer is {exact}: {kind}.");
    }
    if answer.is_only_its_box_in_view() {
        return format!("`{name}`: the box around it is in view, its triangles are not.");
    }
    let distances = planes.distances;
    match (planes.verdict, planes.rejection()) {
        (_, Some((side, behind))) => {
            format!("`{name}` is outside: the {} plane rejects it by {} m.", side.word(), num(behind))
        }
        (Verdict::Inside, None) => {
            let nearest = distances.iter().map(|distances| distances.n).fold(f32::INFINITY, f32::min);
            format!("`{name}` is inside: every plane has it in front, by {} m or more.", num(nearest))
        }
        (_, None) => {
            let cutting: Vec<_> = Side::ALL.into_iter().zip(distances).filter(|(_, d)| d.n < 0.0).collect();
            match cutting.as_slice() {
                [(side, distances)] => {
                    format!("`{name}` intersects: it reaches {} m behind the {} plane.", num(-distances.n), side.word())
                }
                sides => {
                    let words: Vec<_> = sides.iter().map(|(side, _)| side.word()).collect();
                    format!("`{name}` intersects: the planes {} cut it.", words.join(", "))
                }
            }
        }
    }
}

fn of_ray(ray: &str, name: &str, answer: &RayAnswer) -> String {
    let sentence = match answer.cast.result() {
        Ok(hit) if matches!(hit.feature, Feature::Cell | Feature::Triangle) => {
            let part = answer.feature().unwrap_or_default();
            format!("`{ray}` hits `{name}` in {part} at t = {}, {} m from its origin.", num(hit.t), num(hit.distance))
        }
        Ok(hit) if hit.feature == Feature::Inside => format!("`{ray}` starts inside `{name}`: it hits at t = 0."),
        Ok(hit) => format!("`{ray}` hits `{name}` at t = {}, {} m from its origin.", num(hit.t), num(hit.distance)),
        Err(Miss::Misses) => format!("`{ray}` misses `{name}`: the whole line stays outside."),
        Err(Miss::Behind) => format!("`{ray}` does not hit `{name}`: it lies behind the start, at t < 0."),
        Err(Miss::Beyond) => format!("`{ray}` does not hit `{name}`: the segment ends first, at t = 1."),
        Err(Miss::Transparent) => match answer.feature() {
            Some(cell) => format!("`{ray}` passes through `{name}`: {cell} is clear."),
            None => format!("`{ray}` passes through `{name}`: no cell is there."),
        },
        Err(Miss::Masked) => format!("`{ray}` passes through `{name}`: they have no layer in common."),
    };
    match &answer.difference {
        None => sentence,
        Some(difference) => format!("{sentence} The exact answer differs: {}.", dispute::kind_on_ray(difference)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;
    use crate::geometry::exact::cast::Difference;
    use crate::scene::Scene;
    use crate::world::World;

    fn report(text: &str) -> Report {
        Report::of(&World::at(&serde_json::from_str::<Scene>(text).unwrap(), &Files::default(), 0))
    }

    #[test]
    fn a_camera_s_sentence_names_the_plane_and_the_metres() {
        let report = report(
            r#"{ "eyeline": 1,
            "cameras": [{ "name": "eye", "near": 1, "far": 10, "projection": { "orthographic": { "height": 4, "aspect": 1 } } }],
            "objects": [{ "name": "a", "shape": { "sphere": { "radius": 0.5 } }, "position": [3, 0, -5] },
                        { "name": "b", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, -5] },
                        { "name": "c", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 2, -1] },
                        { "name": "d", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, 4] },
                        { "name": "e", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, -10] }] }"#,
        );
        for (object, expected) in [
            "`a` is outside: the right plane rejects it by 0.5 m.",
            "`b` is inside: every plane has it in front, by 1.5 m or more.",
            "`c` intersects: the planes top, near cut it.",
            "`d` is outside: the near plane rejects it by 4.5 m.",
            "`e` intersects: it reaches 0.5 m behind the far plane.",
        ]
        .into_iter()
        .enumerate()
        {
            assert_eq!(headline(&report, Subject::CameraObject(0, object)).as_deref(), Some(expected));
        }
        assert_eq!(headline(&report, Subject::CameraObject(0, 5)), None);
        assert_eq!(headline(&report, Subject::Camera(0)), None);
    }

    #[test]
    fn a_disagreement_goes_before_all_else() {
        // Beside the far right edge of the view volume: no plane has all of it behind.
        let report = report(
            r#"{ "eyeline": 1, "cameras": [{ "name": "camera", "position": [0, 1, 0], "near": 1, "far": 9,
                "projection": { "perspective": { "fov_y": 45, "aspect": 1.6 } } }],
            "objects": [{ "name": "bar", "shape": { "box": { "half_extents": [0.6, 0.4, 4.2] } },
                "position": [7.6, 1, -12.4] }] }"#,
        );
        let expected = "`bar`: the planes say intersect, but the exact answer is outside: a false positive.";
        assert_eq!(headline(&report, Subject::CameraObject(0, 0)).as_deref(), Some(expected));
    }

    #[test]
    fn a_ray_s_sentence_tells_the_hit_or_the_reason() {
        let report = report(
            r#"{ "eyeline": 1,
            "rays": [{ "name": "r", "origin": [0, 0, 0], "direction": [0, 0, -2], "kind": "segment", "mask": [0] }],
            "objects": [{ "name": "a", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, -1.5] },
                        { "name": "b", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, -9] },
                        { "name": "c", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, 9] },
                        { "name": "d", "shape": { "sphere": { "radius": 0.5 } }, "position": [5, 0, 0] },
                        { "name": "e", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, -1], "layers": [3] },
                        { "name": "f", "shape": { "sphere": { "radius": 0.5 } } }] }"#,
        );
        for (object, expected) in [
            "`r` hits `a` at t = 0.5, 1 m from its origin.",
            "`r` does not hit `b`: the segment ends first, at t = 1.",
            "`r` does not hit `c`: it lies behind the start, at t < 0.",
            "`r` misses `d`: the whole line stays outside.",
            "`r` passes through `e`: they have no layer in common.",
            "`r` starts inside `f`: it hits at t = 0.",
        ]
        .into_iter()
        .enumerate()
        {
            assert_eq!(headline(&report, Subject::RayObject(0, object)).as_deref(), Some(expected));
        }
        let mut disputed = report;
        let met = disputed.rays[0].on_line.iter_mut().find(|met| met.object == 2).unwrap();
        met.answer.difference = Some(Difference::Grazing { clearance: 1e-9, rounding: 1e-6 });
        let expected = "`r` does not hit `c`: it lies behind the start, at t < 0. The exact answer \
                        differs: the line only grazes it.";
        assert_eq!(headline(&disputed, Subject::RayObject(0, 2)).as_deref(), Some(expected));
    }
}
