//! The answer of a ray about one object or image, in one sentence.

use super::answers::{RayAnswer, RayTarget};
use super::mistaken_step::{is_same, said};
use super::subject::RaySubject;
use crate::geometry::narrate::num;
use crate::geometry::ray::{Feature, Miss};
use crate::report::all_answers::Report;
use crate::report::dispute;

/// The sentence. `None` for a ray alone, and when an index is out of range.
pub(super) fn headline(report: &Report, subject: RaySubject) -> Option<String> {
    let name = |ray: usize| Some(&*report.rays.get(ray)?.ray.name);
    match subject {
        RaySubject::Ray(_) => None,
        RaySubject::Object(r, o) => {
            let answer = report.on_ray(r, o)?;
            let sentence = of_ray(name(r)?, report.name(o), &answer);
            let mistaken = report.rays.get(r)?.mistaken.as_ref();
            let differing = mistaken.filter(|hits| !is_same(hits.on(o), answer.cast.hit().map(|hit| hit.t)));
            Some(match differing {
                Some(hits) => format!("{sentence} The mistake `{}` answers {}.", hits.mistake.key, said(hits.on(o))),
                None => sentence,
            })
        }
        RaySubject::Image(r, i) => {
            Some(of_ray(name(r)?, report.target_name(RayTarget::Image(i)), &report.on_ray_image(r, i)?))
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
        Err(Miss::Behind) => format!("`{ray}` does not hit `{name}`, which is behind the origin of the ray, at t < 0."),
        Err(Miss::Beyond) => format!("`{ray}` does not hit `{name}`: the segment ends at t = 1, before the surface."),
        Err(Miss::Transparent) => match answer.feature() {
            Some(cell) => format!("`{ray}` passes through `{name}`: {cell} is clear."),
            None => format!("`{ray}` passes through `{name}`: no cell covers the pixel there."),
        },
        Err(Miss::Masked) => {
            format!("`{ray}` passes through `{name}`, because the ray and the target have no layer in common.")
        }
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
    use crate::geometry::exact::cast::ExactDifference;
    use crate::report::headline;
    use crate::report::subject::Subject;
    use crate::scene::Scene;
    use crate::world::World;

    fn report(text: &str) -> Report {
        Report::of(&World::at(&serde_json::from_str::<Scene>(text).unwrap(), &Files::default(), 0))
    }

    #[test]
    fn a_ray_s_sentence_has_the_hit_or_the_reason() {
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
            "`r` does not hit `b`: the segment ends at t = 1, before the surface.",
            "`r` does not hit `c`, which is behind the origin of the ray, at t < 0.",
            "`r` misses `d`: the whole line stays outside.",
            "`r` passes through `e`, because the ray and the target have no layer in common.",
            "`r` starts inside `f`: it hits at t = 0.",
        ]
        .into_iter()
        .enumerate()
        {
            assert_eq!(headline(&report, Subject::Ray(RaySubject::Object(0, object))).as_deref(), Some(expected));
        }
        let mut disputed = report;
        let met = disputed.rays[0].on_line.iter_mut().find(|met| met.object == 2).unwrap();
        met.answer.difference = Some(ExactDifference::Grazing { clearance: 1e-9, rounding: 1e-6 });
        let expected = "`r` does not hit `c`, which is behind the origin of the ray, at t < 0. The exact answer \
                        differs: the line only grazes it.";
        assert_eq!(headline(&disputed, Subject::Ray(RaySubject::Object(0, 2))).as_deref(), Some(expected));
    }
}
