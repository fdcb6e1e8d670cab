//! The answer of a camera about one object, in one sentence.

use super::{FrustumAnswer, ViewSubject};
use crate::geometry::frustum::{Classification, Side, Verdict};
use crate::geometry::narrate::num;
use crate::report::Report;

/// The sentence. `None` for a camera alone, and when an index is out of range.
pub(super) fn headline(report: &Report, subject: ViewSubject) -> Option<String> {
    match subject {
        ViewSubject::Camera(_) => None,
        ViewSubject::Object(c, o) => {
            let kind = report.difference_in_view(c, o).unwrap_or_default();
            Some(of_camera(report.name(o), &report.in_view(c, o)?, &kind, &report.planes_on(c, o)?))
        }
    }
}

fn of_camera(name: &str, answer: &FrustumAnswer, kind: &str, planes: &Classification) -> String {
    if !answer.agrees() {
        let (fast, exact) = (answer.fast.verdict.word(), answer.exact.word());
        return format!("`{name}`: plane test {fast}, exact test {exact}: {kind}.");
    }
    if answer.is_only_its_box_in_view() {
        return format!("`{name}`: its box is in view, but its triangles are not.");
    }
    let distances = planes.distances;
    match (planes.verdict, planes.rejection()) {
        (_, Some((side, behind))) => {
            format!("`{name}` is outside: the {} plane rejects it by {} m.", side.word(), num(behind))
        }
        (Verdict::Inside, None) => {
            let nearest = distances.iter().map(|distances| distances.n).fold(f32::INFINITY, f32::min);
            format!("`{name}` is inside: it is in front of every plane, by {} m or more.", num(nearest))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;
    use crate::report::explain::Subject;
    use crate::report::headline;
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
            "`b` is inside: it is in front of every plane, by 1.5 m or more.",
            "`c` intersects: the planes top, near cut it.",
            "`d` is outside: the near plane rejects it by 4.5 m.",
            "`e` intersects: it reaches 0.5 m behind the far plane.",
        ]
        .into_iter()
        .enumerate()
        {
            assert_eq!(headline(&report, Subject::View(ViewSubject::Object(0, object))).as_deref(), Some(expected));
        }
        assert_eq!(headline(&report, Subject::View(ViewSubject::Object(0, 5))), None);
        assert_eq!(headline(&report, Subject::View(ViewSubject::Camera(0))), None);
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
        let expected = "`bar`: plane test intersect, exact test outside: a false positive.";
        assert_eq!(headline(&report, Subject::View(ViewSubject::Object(0, 0))).as_deref(), Some(expected));
    }
}
