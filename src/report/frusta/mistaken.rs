//! The answers of a known wrong rule about a camera's view volume, beside the right ones.

use glam::{DVec3, DVec4, Vec3};

use crate::geometry::frustum::{Side, Verdict};
use crate::geometry::{Aabb, Plane};
use crate::mistakes::{Answer, Case, Mistake, MistakeSet, rules};
use crate::report::tested::{LocalBody, TestedObject};
use crate::world::CameraAt;

/// The planes of a wrong rule.
#[derive(Clone, Debug, PartialEq)]
pub struct MistakenView {
    /// The wrong rule.
    pub mistake: &'static Mistake,
    /// In plane order, with normals of length 1 unless the mistake consists in leaving their length; a plane that the rule does not test
    /// has no normal.
    pub planes: [DVec4; 6],
}

/// The answer of a wrong rule about an object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MistakenAnswer {
    /// The box that the rule tests. A mistake may exchange its least and its greatest corner.
    pub tested: Aabb,
    /// The answer.
    pub verdict: Verdict,
    /// The first side in plane order with a p-distance below 0.
    pub rejected_by: Option<Side>,
    /// The least p-distance; `None` when no plane is tested.
    pub margin: Option<f64>,
    /// The p- and the n-distance of each plane, in metres unless the planes are not normalised; `None` for a plane that is not tested.
    pub distances: [Option<[f64; 2]>; 6],
}

impl MistakenAnswer {
    /// Whether the rule tests another box than the right one of the object, but for rounding.
    pub fn has_other_box(&self, object: &TestedObject) -> bool {
        let is_near = |a: Vec3, b: Vec3| (a - b).abs().cmple((a.abs() + 1.0) * 1e-5).all();
        !(is_near(self.tested.min, object.view_box.min) && is_near(self.tested.max, object.view_box.max))
    }
}

impl MistakenView {
    /// The planes of the camera's mistake, from its clip matrix as an engine has it, in `f32`; `None` without a mistake.
    pub(in crate::report) fn of(camera: &CameraAt) -> Option<Self> {
        let mistake = camera.mistake?;
        let clip_from_world = camera.camera.clip_from_world().as_mat4().to_cols_array();
        let planes = rules::planes(&clip_from_world, camera.camera.depth, MistakeSet::one(mistake.kind));
        let unit = |plane: DVec4| {
            let length = plane.truncate().length();
            if length > 0.0 && !mistake.is_of_spheres() { plane / length } else { plane }
        };
        Some(Self { mistake, planes: planes.map(unit) })
    }

    /// The answer about an object.
    pub fn about(&self, object: &TestedObject) -> MistakenAnswer {
        let mistakes = MistakeSet::one(self.mistake.kind);
        let local = object.local.as_deref();
        let tested = local.filter(|_| self.mistake.is_of_world_boxes());
        let tested = tested.map_or(object.view_box, |local| world_box(local, mistakes));
        let (min, max) = (tested.min.as_dvec3(), tested.max.as_dvec3());
        let half = (max - min) / 2.0;
        let values = |plane: DVec4| match local {
            Some(local) if self.mistake.is_of_spheres() => {
                let radius = if local.is_sphere { half.max_element() } else { half.length() };
                rules::sphere_values(plane, (min + max) / 2.0, radius, mistakes)
            }
            _ => rules::box_values(plane, min, max, mistakes),
        };
        let distances = self.planes.map(|plane| (plane.truncate() != DVec3::ZERO).then(|| values(plane)));
        let each = || Side::ALL.into_iter().zip(distances).filter_map(|(side, distances)| Some((side, distances?)));
        let rejected_by = each().find(|(_, [p, _])| *p < 0.0).map(|(side, _)| side);
        let verdict = match rejected_by {
            Some(_) => Verdict::Outside,
            None if each().any(|(_, [_, n])| n < 0.0) => Verdict::Intersect,
            None => Verdict::Inside,
        };
        let margin = each().map(|(_, [p, _])| p).reduce(f64::min);
        MistakenAnswer { tested, verdict, rejected_by, margin, distances }
    }

    /// Whether a plane of the rule is another one than the right plane.
    pub fn is_other_plane(&self, side: Side, right: &Plane) -> bool {
        let wrong = self.planes[side as usize];
        let length = wrong.truncate().length();
        if length == 0.0 || !right.exists() {
            return (length == 0.0) == right.exists();
        }
        let wrong = wrong / length;
        let right = right.normal.as_dvec3().extend(right.d.into());
        let is_near = |a: f64, b: f64| (a - b).abs() <= 1e-4 * (1.0 + a.abs().max(b.abs()));
        !wrong.to_array().into_iter().zip(right.to_array()).all(|(a, b)| is_near(a, b))
    }
}

/// The world box of a body by the rule.
fn world_box(body: &LocalBody, mistakes: MistakeSet) -> Aabb {
    let world_from_local = glam::Mat4::from(body.pose.world_from_local()).to_cols_array();
    let Aabb { min, max } = body.bounds;
    let case = Case::TransformedBox { world_from_local, min: min.to_array(), max: max.to_array() };
    match rules::answer(&case, mistakes) {
        Answer::Bounds { min, max } => {
            let corner = |corner: [f64; 3]| -> Vec3 { DVec3::from_array(corner).as_vec3() };
            Aabb { min: corner(min), max: corner(max) }
        }
        _ => body.bounds,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;
    use crate::report::Report;
    use crate::report::explain::explain;
    use crate::report::headline;
    use crate::report::subject::Subject;
    use crate::report::{ViewSubject, json};
    use crate::scene::parse;
    use crate::world::World;

    fn world(mistake: &str, depth: &str, objects: &str) -> World {
        let text = format!(
            r#"{{ "eyeline": 1, "cameras": [{{ "name": "eye", "near": 2, "far": 10, "depth": "{depth}", "mistake": "{mistake}",
                "projection": {{ "perspective": {{ "fov_y": 90, "aspect": 1 }} }} }}], "objects": [{objects}] }}"#
        );
        World::at(&parse(&text, "a.json").unwrap(), &Files::default(), 0)
    }

    const LENS: &str =
        r#"{ "name": "lens", "shape": { "box": { "half_extents": [0.2, 0.2, 0.2] } }, "position": [0, 0, -1.5] }"#;

    /// Row 4 + row 3 of a 0..1 matrix is 0 before the near plane.
    #[test]
    fn the_near_plane_of_another_convention_keeps_what_is_before_it() {
        let world = world("near-row-of-minus-one", "0..1", LENS);
        let report = Report::of(&world);
        let view = report.frusta[0].mistaken.as_ref().unwrap();
        let answer = view.about(&report.objects[0]);
        assert_eq!((report.frusta[0].objects[0].fast.verdict, answer.verdict), (Verdict::Outside, Verdict::Inside));
        // clip z + w = 0 with z = −(10 p.z + 20) / 8 and w = −p.z: p.z = −10/9.
        let near = view.planes[Side::Near as usize];
        assert!((near.w + 10.0 / 9.0).abs() < 1e-5 && (near.z + 1.0).abs() < 1e-6, "{near}");
        let explained = explain(&world, Subject::View(ViewSubject::Object(0, 0))).unwrap();
        let wrong = &explained.story.steps[explained.wrong_step.unwrap()];
        assert_eq!(wrong.title, "Near plane");
        let last = explained.story.steps.last().unwrap();
        assert!(last.title.starts_with("Mistake: Near plane") && last.outcome.contains("answers inside"), "{last:?}");
        assert_eq!(last.marks.len(), 2);
        let sentence = headline(&report, Subject::View(ViewSubject::Object(0, 0))).unwrap();
        assert!(sentence.ends_with("The mistake `near-row-of-minus-one` answers inside."), "{sentence}");
    }

    /// A box of 2 m turned by 45° about Y: two of its corners alone span ±0 by ±1.414.
    #[test]
    fn a_camera_tests_the_world_box_of_a_wrong_rule() {
        let plank = r#"{ "name": "plank", "shape": { "box": { "half_extents": [1, 0.25, 1] } }, "position": [6.5, 0, -5.5],
            "rotation": [0, 0.38268343, 0, 0.92387953] }"#;
        let world = world("two-corners", "0..1", plank);
        let report = Report::of(&world);
        let answer = report.frusta[0].mistaken.as_ref().unwrap().about(&report.objects[0]);
        let size = answer.tested.max - answer.tested.min;
        assert!((size.x - 2.0 * 2.0_f32.sqrt()).abs() < 1e-5 && size.z.abs() < 1e-5, "{size}");
        let right = report.objects[0].view_box;
        assert!(((right.max - right.min).z - 2.0 * 2.0_f32.sqrt()).abs() < 1e-5);
        let explained = explain(&world, Subject::View(ViewSubject::Object(0, 0))).unwrap();
        assert_eq!(explained.story.steps[explained.wrong_step.unwrap()].title, "Tight box");
    }

    /// With a field of view of 90° the rows of the side planes have the length √2, so the radius counts 1.41 times less.
    #[test]
    fn a_sphere_is_compared_with_planes_that_are_not_normalised() {
        let ball = r#"{ "name": "ball", "shape": { "sphere": { "radius": 1 } }, "position": [6.2, 0, -5] }"#;
        let report = Report::of(&world("planes-not-normalised", "0..1", ball));
        let answer = report.frusta[0].mistaken.as_ref().unwrap().about(&report.objects[0]);
        assert_eq!((report.frusta[0].objects[0].fast.verdict, answer.verdict), (Verdict::Intersect, Verdict::Outside));
        let [p, n] = answer.distances[Side::Right as usize].unwrap();
        assert!((p + 0.2).abs() < 1e-5 && (n + 2.2).abs() < 1e-5, "{p} {n}");
    }

    #[test]
    fn a_report_has_the_wrong_answers_beside_the_right_ones() {
        let report = Report::of(&world("near-never-culls", "0..1", LENS));
        let mut text = Vec::new();
        json::write(&report, "a.json", None, &mut text).unwrap();
        let value: serde_json::Value = serde_json::from_slice(&text).unwrap();
        let camera = &value["frusta"][0];
        let (wrong, right) = (&camera["mistaken"]["objects"][0], &camera["objects"][0]);
        assert_eq!(camera["mistaken"]["key"], "near-never-culls");
        assert_eq!((&wrong["verdict"], &right["verdict"]), (&"inside".into(), &"outside".into()));
        assert_eq!((&wrong["rejected_by"], &right["rejected_by"]), (&serde_json::Value::Null, &"near".into()));
        assert_eq!(wrong["planes"][4]["p_distance"], serde_json::Value::Null);
    }
}
