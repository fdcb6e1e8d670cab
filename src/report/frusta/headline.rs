//! The answer of a camera about one object, in one sentence.

use super::answers::FrustumAnswer;
use super::subject::ViewSubject;
use crate::geometry::frustum::{Classification, Side, Verdict};
use crate::geometry::narrate::num;
use crate::report::all_answers::Report;

/// The sentence. `None` for a camera alone, and when an index is out of range.
pub(super) fn headline(report: &Report, subject: ViewSubject) -> Option<String> {
    match subject {
        ViewSubject::Camera(_) => None,
        ViewSubject::Object(c, o) => {
            let kind = report.difference_in_view(c, o).unwrap_or_default();
            let planes = report.planes_on(c, o)?;
            let sentence = of_camera(report.name(o), &report.in_view(c, o)?, &kind, &planes);
            let mistaken = report.frusta.get(c)?.mistaken.as_ref();
            let wrong = mistaken.and_then(|view| Some((view.mistake, view.about(report.objects.get(o)?).verdict)));
            Some(match wrong.filter(|(_, verdict)| *verdict != planes.verdict) {
                Some((mistake, verdict)) => {
                    format!("{sentence} The mistake `{}` answers {}.", mistake.key, verdict.word())
                }
                None => sentence,
            })
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
    // The margin is the one figure of the answer, in all of its sentences.
    let margin = format!("margin {} m", num(planes.margin));
    match (planes.verdict, planes.rejection()) {
        (_, Some((side, behind))) if behind.to_bits() == (-planes.margin).to_bits() => {
            format!("`{name}` is outside: the {} plane rejects it by {} m.", side.word(), num(behind))
        }
        (_, Some((side, _))) => {
            format!("`{name}` is outside: the {} plane is the first to reject it; {margin}.", side.word())
        }
        (Verdict::Inside, None) => format!("`{name}` is inside: it is in front of every plane; {margin}."),
        (_, None) => {
            let distances = Side::ALL.into_iter().zip(planes.distances);
            let cutting: Vec<_> = distances.filter(|(_, d)| d.n < 0.0).map(|(side, _)| side.word()).collect();
            match cutting.as_slice() {
                [side] => format!("`{name}` intersects: the {side} plane cuts it; {margin}."),
                sides => format!("`{name}` intersects: the planes {} cut it; {margin}.", sides.join(", ")),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;
    use crate::report::headline;
    use crate::report::subject::Subject;
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
                        { "name": "e", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, -10] },
                        { "name": "f", "shape": { "sphere": { "radius": 0.5 } }, "position": [3, 0, 4] }] }"#,
        );
        for (object, expected) in [
            "`a` is outside: the right plane rejects it by 0.5 m.",
            "`b` is inside: it is in front of every plane; margin 2.5 m.",
            "`c` intersects: the planes top, near cut it; margin 0.5 m.",
            "`d` is outside: the near plane rejects it by 4.5 m.",
            "`e` intersects: the far plane cuts it; margin 0.5 m.",
            "`f` is outside: the right plane is the first to reject it; margin −4.5 m.",
        ]
        .into_iter()
        .enumerate()
        {
            assert_eq!(headline(&report, Subject::View(ViewSubject::Object(0, object))).as_deref(), Some(expected));
        }
        assert_eq!(headline(&report, Subject::View(ViewSubject::Object(0, 6))), None);
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
