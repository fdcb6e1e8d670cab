//! The answers of a known wrong rule about a ray, beside the right ones.

use glam::{DAffine3, DVec3, Vec3};

use crate::geometry::Shape;
use crate::geometry::ray::RayKind;
use crate::mistakes::{Answer, Case, Mistake, MistakeKind, MistakeSet, RayCase, SolidKind, rules};
use crate::world::{ObjectAt, RayAt, World};

/// The hits of a wrong rule.
#[derive(Clone, Debug, PartialEq)]
pub struct MistakenHits {
    /// The wrong rule.
    pub mistake: &'static Mistake,
    /// The start of the ray.
    pub origin: Vec3,
    /// The direction in which the rule casts the ray.
    pub direction: DVec3,
    /// The t of the hit on each object, in the world's order; `None` for a miss.
    pub hits: Vec<Option<f64>>,
}

impl MistakenHits {
    /// The hits of the ray's mistake; `None` without a mistake.
    pub(in crate::report) fn of(ray: &RayAt, world: &World) -> Option<Self> {
        let mistake = ray.mistake?;
        let hits = world.objects.iter().map(|object| t_of(ray, mistake, object)).collect();
        let (origin, direction) = (ray.ray.origin.to_array(), ray.ray.direction.to_array());
        let direction = rules::direction(origin, direction, MistakeSet::one(mistake.kind));
        Some(Self { mistake, origin: ray.ray.origin, direction, hits })
    }

    /// The object with the least t, by its index.
    pub fn nearest(&self) -> Option<usize> {
        let hits = self.hits.iter().enumerate().filter_map(|(i, t)| Some((i, (*t)?)));
        hits.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(i, _)| i)
    }

    /// The t of the hit on an object.
    pub fn on(&self, object: usize) -> Option<f64> {
        self.hits.get(object).copied().flatten()
    }

    /// The point at which a program with this rule places a hit.
    pub fn point(&self, t: f64) -> Vec3 {
        (self.origin.as_dvec3() + t * self.direction).as_vec3()
    }

    /// The pose in which the rule tests a solid, when it is not its own.
    pub fn other_pose(&self, object: &ObjectAt) -> Option<DAffine3> {
        let direction = self.direction.as_vec3();
        let case = solid_case(self.origin, direction, object)?;
        let [right, wrong] = [MistakeSet::default(), MistakeSet::one(self.mistake.kind)].map(|set| {
            let (linear, translation) = rules::pose(&case, set);
            DAffine3::from_mat3_translation(linear, translation)
        });
        (!wrong.abs_diff_eq(right, 1e-6)).then_some(wrong)
    }
}

/// The t of the hit on an object that has a layer in common with the ray.
fn t_of(ray: &RayAt, mistake: &Mistake, object: &ObjectAt) -> Option<f64> {
    if ray.mask & object.layers == 0 {
        return None;
    }
    let mut kinds = vec![mistake.kind];
    // A whole line has the hit behind its start too.
    if ray.query.kind == RayKind::Line {
        kinds.push(MistakeKind::BehindIsHit);
        kinds.push(MistakeKind::StartInsideIsBehind);
    }
    let mistakes = MistakeSet::of(kinds);
    let hit = |case: Case| match rules::answer(&case, mistakes) {
        Answer::Hit(Some(hit)) if hit.t.is_finite() => Some(hit.t),
        _ => None,
    };
    let t = if let Some(case) = solid_case(ray.ray.origin, ray.ray.direction, object) {
        hit(Case::RaySolid(case))
    } else {
        let mesh = object.shape.faces()?;
        let world = object.pose.world_from_local();
        let corners = (0..mesh.triangles().len())
            .map(|i| mesh.corners(i).map(|corner| world.transform_point3(corner).to_array()));
        let each = corners.filter_map(|corners| {
            let (origin, direction) = (ray.ray.origin.to_array(), ray.ray.direction.to_array());
            hit(Case::RayTriangle { origin, direction, corners })
        });
        each.min_by(f64::total_cmp)
    };
    t.filter(|t| ray.query.kind != RayKind::Segment || *t <= 1.0)
}

/// The case of a ray and a solid; `None` for a shape that is tested by its faces.
fn solid_case(origin: Vec3, direction: Vec3, object: &ObjectAt) -> Option<RayCase> {
    let (kind, sizes) = solid(&object.shape)?;
    Some(RayCase {
        origin: origin.to_array(),
        direction: direction.to_array(),
        kind,
        sizes,
        world_from_local: glam::Mat4::from(object.pose.world_from_local()).to_cols_array(),
    })
}

/// The kind of a solid and its sizes; `None` for a shape that is tested by its faces.
fn solid(shape: &Shape) -> Option<(SolidKind, [f32; 3])> {
    match shape {
        Shape::Box { half_extents } => Some((SolidKind::Box, half_extents.to_array())),
        Shape::Sphere { radius } => Some((SolidKind::Sphere, [*radius, 0.0, 0.0])),
        Shape::Cylinder { radius, half_height } => Some((SolidKind::Cylinder, [*radius, *half_height, 0.0])),
        Shape::Cone { radius, height } => Some((SolidKind::Cone, [*radius, *height, 0.0])),
        Shape::Capsule { radius, half_height } => Some((SolidKind::Capsule, [*radius, *half_height, 0.0])),
        Shape::Hull(_) | Shape::Mesh(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;
    use crate::report::explain::explain;
    use crate::report::rays::subject::RaySubject;
    use crate::report::subject::Subject;
    use crate::report::{Report, headline, json};
    use crate::scene::parse;

    fn world(mistake: &str, ray: &str, shape: &str) -> World {
        let text = format!(
            r#"{{ "eyeline": 1, "rays": [{{ "name": "ray", {ray}, "mistake": "{mistake}" }}],
                "objects": [{{ "name": "solid", {shape} }}] }}"#
        );
        World::at(&parse(&text, "a.json").unwrap(), &Files::default(), 0)
    }

    const BALL: &str = r#""shape": { "sphere": { "radius": 1 } }"#;

    #[test]
    fn hits_of_wrong_rules_are_beside_the_right_ones() {
        let ahead = r#""origin": [0, 0, 3], "direction": [0, 0, -2]"#;
        let inside = r#""origin": [0, 0, 0.5], "direction": [0, 0, -1]"#;
        let away = r#""origin": [0, 0, 3], "direction": [0, 0, 1]"#;
        for (mistake, ray, right, wrong) in [
            ("t-in-metres", ahead, Some(1.0), Some(2.0)),
            ("start-inside-misses", inside, Some(0.0), None),
            ("start-inside-leaves", inside, Some(0.0), Some(1.5)),
            ("start-inside-is-behind", inside, Some(0.0), Some(-0.5)),
            ("behind-is-hit", away, None, Some(-4.0)),
            ("start-inside-misses", ahead, Some(1.0), Some(1.0)),
        ] {
            let world = world(mistake, ray, BALL);
            let report = Report::of(&world);
            let said = report.on_ray(0, 0).unwrap().cast.hit().map(|hit| f64::from(hit.t));
            assert_eq!(said, right, "{mistake}");
            let hits = report.rays[0].mistaken.as_ref().unwrap();
            assert_eq!(hits.on(0), wrong, "{mistake}");
            let explained = explain(&world, Subject::Ray(RaySubject::Object(0, 0))).unwrap();
            assert_eq!(explained.wrong_step.is_some(), right != wrong, "{mistake}");
            let first = explain(&world, Subject::Ray(RaySubject::Ray(0))).unwrap();
            for explained in [&explained, &first] {
                assert!(explained.story.steps.last().unwrap().title.starts_with("Mistake: "), "{mistake}");
            }
            let sentence = headline(&report, Subject::Ray(RaySubject::Object(0, 0))).unwrap();
            assert_eq!(sentence.contains("The mistake"), right != wrong, "{sentence}");
        }
    }

    /// The program casts the ray from the start towards the point (0, 0, −1).
    #[test]
    fn a_direction_that_is_taken_for_a_target_has_its_hit_elsewhere() {
        let world = world("direction-is-target", r#""origin": [3, 0, -1], "direction": [0, 0, -1]"#, BALL);
        let report = Report::of(&world);
        let hits = report.rays[0].mistaken.as_ref().unwrap();
        assert!(report.rays[0].nearest.is_none());
        let t = hits.on(0).unwrap();
        assert!((hits.point(t) - Vec3::new(0.0, 0.0, -1.0)).length() < 1e-6, "{t}");
        let mut text = Vec::new();
        json::write(&report, "a.json", None, &mut text).unwrap();
        let value: serde_json::Value = serde_json::from_slice(&text).unwrap();
        let wrong = &value["rays"][0]["mistaken"];
        assert_eq!((&wrong["key"], &wrong["nearest"]["object"]), (&"direction-is-target".into(), &"solid".into()));
        assert_eq!(value["rays"][0]["objects"][0]["hit"], false);
    }

    #[test]
    fn a_solid_that_is_turned_the_other_way_is_drawn_there() {
        let plank =
            r#""shape": { "box": { "half_extents": [2, 1, 0.2] } }, "rotation": [0, 0.38268343, 0, 0.92387953]"#;
        let world = world("rows-for-columns", r#""origin": [1, 0, 5], "direction": [0, 0, -1]"#, plank);
        let hits = MistakenHits::of(&world.rays[0], &world).unwrap();
        let pose = hits.other_pose(&world.objects[0]).unwrap();
        let right = world.objects[0].pose.world_from_local().matrix3.as_dmat3();
        assert!(pose.matrix3.abs_diff_eq(right.transpose(), 1e-6));
    }
}
