//! The hunt against the rules of `mistakes`: each wrong rule is found, named and shrunk, and the right ones have no fault.

use super::recipe::is_unturned;
use super::*;
use crate::mistakes::{Case, MISTAKES, MistakeSet, SpatialQuestion, of_question};

fn hunted(question: SpatialQuestion, mistakes: MistakeSet, cases: u64) -> Findings {
    let options = HuntOptions { cases: Some(cases), examples: 2, ..HuntOptions::default() };
    run(question, &mut RuleAnswerer::new(question, mistakes), &options, &())
}

/// Whether a question is asked; `EYELINE_HUNT_QUESTION` chooses those that begin with it.
fn is_asked(question: SpatialQuestion) -> bool {
    std::env::var("EYELINE_HUNT_QUESTION").ok().is_none_or(|word| question.word().starts_with(&word))
}

/// The cases of a test; `EYELINE_HUNT_CASES` sets another number.
fn cases(usual: u64) -> u64 {
    std::env::var("EYELINE_HUNT_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn the_right_rules_have_no_fault() {
    for question in SpatialQuestion::ALL.into_iter().filter(|question| is_asked(*question)) {
        let findings = hunted(question, MistakeSet::default(), cases(40_000));
        let first = findings.examples.first();
        assert_eq!(findings.fault_count(), 0, "{}: {first:#?}", question.word());
        let undecided = findings.undecided as f64 / findings.cases as f64;
        assert!(undecided < 0.2, "{}: {undecided}", question.word());
        assert_eq!(findings.mistakes, [], "{}", question.word());
    }
}

#[test]
fn each_wrong_rule_is_found_named_and_shrunk() {
    let mut wrong = Vec::new();
    for mistake in &MISTAKES {
        for question in mistake.questions {
            let findings = hunted(*question, MistakeSet::one(mistake.kind), 20_000);
            let name = format!("{} {}", question.word(), mistake.key);
            let named = findings.mistakes.first().map(NamedMistake::key);
            if named.as_deref() != Some(mistake.key) {
                wrong.push(format!("{name}: named {:?}", findings.mistakes));
            }
            // What a conservative program may do is no fault.
            let [outside, needless] = findings.outside;
            if findings.fault_count() == 0 && !(question.is_of_frusta() && needless > outside / 100) {
                wrong.push(format!("{name}: no fault"));
            }
            for example in &findings.examples {
                if example.shrunk.is_none() {
                    wrong.push(format!("{name}: not shrunk {example:?}"));
                }
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// A program that says that its solids are hollow makes no mistake when they are.
#[test]
fn what_a_program_declares_is_no_mistake() {
    struct Hollow(AnswererInfo, RuleAnswerer);
    impl Answerer for Hollow {
        fn info(&self) -> &AnswererInfo {
            &self.0
        }

        fn ask(&mut self, cases: &[Case], is_over: &dyn Fn() -> bool) -> Vec<Reply> {
            self.1.ask(cases, is_over)
        }
    }
    let leaves = of_question(SpatialQuestion::RayBox).find(|mistake| mistake.key == "start-inside-leaves").unwrap();
    let rule = RuleAnswerer::new(SpatialQuestion::RayBox, MistakeSet::one(leaves.kind));
    let info = AnswererInfo { inside: InsideRule::Hollow, ..rule.info().clone() };
    let options = HuntOptions { cases: Some(10_000), examples: 2, ..HuntOptions::default() };
    let findings = run(SpatialQuestion::RayBox, &mut Hollow(info, rule), &options, &());
    assert_eq!((findings.fault_count(), findings.mistakes.len()), (0, 0), "{:#?}", findings.examples.first());
}

#[test]
fn two_mistakes_at_once_are_found() {
    for (question, a, b) in [
        (SpatialQuestion::RaySphere, "t-in-metres", "start-inside-misses"),
        (SpatialQuestion::FrustumBox, "far-plane-skipped", "p-and-n-vertex-swapped"),
        (SpatialQuestion::TransformedBox, "two-corners", "translation-forgotten"),
        (SpatialQuestion::RayTriangle, "back-faces-missed", "t-in-metres"),
    ] {
        let kinds = of_question(question).filter(|mistake| [a, b].contains(&mistake.key)).map(|mistake| mistake.kind);
        let findings = hunted(question, MistakeSet::of(kinds), 20_000);
        let best = findings.mistakes.first().map(|named| named.keys.clone()).unwrap_or_default();
        assert!(best.len() == 2 && best.contains(&a) && best.contains(&b), "{a} + {b}: {:?}", findings.mistakes);
    }
}

/// The same cases and the same findings, whatever the threads do.
#[test]
fn a_run_can_be_repeated() {
    let kind = MISTAKES[0].kind;
    let runs = [(); 2].map(|()| hunted(SpatialQuestion::FrustumBox, MistakeSet::one(kind), 10_000));
    let text = |findings: &Findings| format!("{:?} {:?} {:?}", findings.faults, findings.examples, findings.families);
    assert_eq!(text(&runs[0]), text(&runs[1]));
}

#[test]
fn a_shrunk_case_reads_like_one_of_a_textbook() {
    let near = MISTAKES.iter().find(|mistake| mistake.key == "two-corners").unwrap();
    let findings = hunted(SpatialQuestion::TransformedBox, MistakeSet::one(near.kind), 5_000);
    let shrunk = findings.examples[0].shrunk.as_ref().unwrap();
    let Case::TransformedBox { min, max, .. } = &shrunk.case else { panic!("another question") };
    assert!(min.iter().chain(max).all(|x| [0.0, 1.0, -1.0].contains(x)), "{shrunk:#?}");
}

/// A program that answers NaN to a ray along a plane of two axes. Whether the ray hits does not matter.
#[test]
fn answers_that_are_not_finite_are_shrunk() {
    struct NotANumber(RuleAnswerer);
    impl Answerer for NotANumber {
        fn info(&self) -> &AnswererInfo {
            self.0.info()
        }

        fn ask(&mut self, cases: &[Case], is_over: &dyn Fn() -> bool) -> Vec<Reply> {
            let said = |case: &Case, reply| match case {
                Case::RaySolid(ray) if ray.direction.contains(&0.0) => {
                    Reply::Failed(FaultKind::NotFinite, "NaN".to_owned())
                }
                _ => reply,
            };
            cases.iter().zip(self.0.ask(cases, is_over)).map(|(case, reply)| said(case, reply)).collect()
        }
    }
    let rule = RuleAnswerer::new(SpatialQuestion::RayBox, MistakeSet::default());
    let options = HuntOptions { cases: Some(10_000), examples: 20, ..HuntOptions::default() };
    let findings = run(SpatialQuestion::RayBox, &mut NotANumber(rule), &options, &());
    assert!(findings.examples.len() > 5);
    for example in &findings.examples {
        let shrunk = example.shrunk.as_ref().expect("a smaller case");
        assert_eq!((example.kind, shrunk.said.as_deref()), (FaultKind::NotFinite, Some("NaN")));
        let Recipe::Ray(ray) = &shrunk.recipe else { panic!("another question") };
        let numbers = ray.origin.iter().chain(&ray.direction).chain(&ray.pose.position);
        let sum = numbers.map(|x| x.abs()).sum::<f32>();
        assert!(sum.to_bits() == 1.0_f32.to_bits() && is_unturned(&ray.pose.rotation), "{shrunk:#?}");
    }
}

/// What the truth says about view volumes is what the reference of `geometry::exact` says, which works with twice the digits of `f64`.
#[test]
fn the_truth_about_boxes_is_that_of_the_exact_reference() {
    use crate::geometry::Aabb;
    use crate::geometry::camera::{Camera, Projection};
    use crate::geometry::exact::frustum::classify;
    use crate::geometry::frustum::Verdict;
    use glam::{DMat4, DQuat, Mat4, Vec3};

    let all: Vec<&Family> = families(SpatialQuestion::FrustumBox).iter().collect();
    let mut decided = 0;
    for index in 0..cases(6_000) {
        let (family, recipe) = case(SpatialQuestion::FrustumBox, 3, &all, index);
        let case = recipe.case();
        let Case::FrustumBox { clip_from_world, depth, min, max } = &case else { panic!("another question") };
        let matrix: DMat4 = Mat4::from_cols_array(clip_from_world).as_dmat4();
        let projection = Projection::Matrix(matrix);
        // Of a matrix without a far plane, rounded to `f32`, the reference finds one very far away.
        let Recipe::Frustum(made) = &recipe else { panic!("another recipe") };
        if made.far.is_infinite() {
            continue;
        }
        // Near and far of a matrix are those that are found in it.
        #[expect(clippy::cast_possible_truncation, reason = "a camera has `f32`")]
        let Some([near, far]) = projection.distances(*depth).map(|found| found.map(|x| x as f32)) else { continue };
        let camera = Camera { position: Vec3::ZERO, rotation: DQuat::IDENTITY, projection, near, far, depth: *depth };
        let exact = classify(&camera, &Aabb { min: Vec3::from_array(*min), max: Vec3::from_array(*max) }).verdict;
        if let Truth::View { is_visible, class } = truth(&case, InsideRule::Solid) {
            decided += 1;
            let name = all[family].name;
            assert_eq!(is_visible, exact != Verdict::Outside, "{name} {index}: {recipe:#?}");
            assert!(class.is_none_or(|class| class == exact), "{name} {index}: {class:?} {exact:?} {recipe:#?}");
        }
    }
    assert!(decided > cases(6_000) * 6 / 10, "{decided}");
}

/// The same for rays and solids: the reference searches along the line.
#[test]
fn the_truth_about_rays_is_that_of_the_exact_reference() {
    use crate::geometry::exact::ray::interval;
    use crate::geometry::ray::Ray;
    use crate::geometry::{Pose, Shape};
    use crate::mistakes::SolidKind;
    use glam::{DAffine3, DMat4, Mat4, Vec3};

    for question in [
        SpatialQuestion::RayBox,
        SpatialQuestion::RaySphere,
        SpatialQuestion::RayCylinder,
        SpatialQuestion::RayCone,
        SpatialQuestion::RayCapsule,
    ] {
        let all: Vec<&Family> = families(question).iter().collect();
        for index in 0..cases(4_000) {
            let (family, recipe) = case(question, 3, &all, index);
            let Case::RaySolid(asked) = recipe.case() else { panic!("another question") };
            let [a, b, _] = asked.sizes;
            let shape = match asked.kind {
                SolidKind::Box => Shape::Box { half_extents: Vec3::from_array(asked.sizes) },
                SolidKind::Sphere => Shape::Sphere { radius: a },
                SolidKind::Cylinder => Shape::Cylinder { radius: a, half_height: b },
                SolidKind::Cone => Shape::Cone { radius: a, height: b },
                SolidKind::Capsule => Shape::Capsule { radius: a, half_height: b },
            };
            let matrix: DMat4 = Mat4::from_cols_array(&asked.world_from_local).as_dmat4();
            let Some(pose) = Pose::from_affine(DAffine3::from_mat4(matrix)) else { continue };
            let ray = Ray { origin: Vec3::from_array(asked.origin), direction: Vec3::from_array(asked.direction) };
            let exact = interval(&ray, &shape, &pose)
                .map(crate::geometry::Interval::ends)
                .filter(|[_, leave]| *leave >= -1e-12);
            let name = format!("{} {} {index}", question.word(), all[family].name);
            match truth(&Case::RaySolid(asked), InsideRule::Solid) {
                Truth::Hit(found) => {
                    assert_eq!(found.is_some(), exact.is_some(), "{name}: {recipe:#?}");
                    let (Some(found), Some([enter, _])) = (found, exact) else { continue };
                    let off = (found.t - enter.max(0.0)).abs();
                    let most = 1e-6 * found.t.abs() + (found.rounding / found.metres_per_t);
                    assert!(off <= most, "{name}: {} for {enter}, {recipe:#?}", found.t);
                }
                Truth::Undecided => {}
                other => panic!("{name}: {other:?}"),
            }
        }
    }
}

/// The rules answer `t` as the truth does, and the fast queries of this program are right wherever rounding does not decide.
#[test]
fn an_undecided_case_has_two_answers() {
    // One unit in the last place of the radius decides, so neither answer is a fault.
    let grazing = |radius: f32| {
        Case::RaySolid(crate::mistakes::RayCase {
            origin: [1.3, 0.0, 5.0],
            direction: [0.0, 0.0, -1.0],
            kind: crate::mistakes::SolidKind::Sphere,
            sizes: [radius, 0.0, 0.0],
            world_from_local: glam::Mat4::IDENTITY.to_cols_array(),
        })
    };
    assert_eq!(truth(&grazing(1.3_f32.next_up()), InsideRule::Solid), Truth::Undecided);
    assert_eq!(truth(&grazing(1.3_f32.next_down()), InsideRule::Solid), Truth::Undecided);
    assert!(matches!(truth(&grazing(1.299), InsideRule::Solid), Truth::Hit(None)));
    // Equal numbers move together: this ray touches whatever the last place is.
    assert!(matches!(truth(&grazing(1.3), InsideRule::Solid), Truth::Hit(Some(_))));
}

/// A line along the side of a cone touches it; so little beside the side that no `f64` shows it, it passes.
#[test]
fn a_line_so_near_to_a_side_that_nothing_shows_it_is_undecided() {
    let along = |x: f32| {
        Case::RaySolid(crate::mistakes::RayCase {
            origin: [x, -1.5, -1.5],
            direction: [0.0, 1.0, 1.0],
            kind: crate::mistakes::SolidKind::Cone,
            sizes: [0.5, 0.5, 0.0],
            world_from_local: glam::Mat4::IDENTITY.to_cols_array(),
        })
    };
    assert!(matches!(truth(&along(0.0), InsideRule::Solid), Truth::Hit(Some(_))));
    for x in [3e-45, 1e-30, -1e-9] {
        assert_eq!(truth(&along(x), InsideRule::Solid), Truth::Undecided, "{x}");
    }
    assert!(matches!(truth(&along(1e-3), InsideRule::Solid), Truth::Hit(None)));
}

/// A ray in the plane of a face hits; its slab has 0 · ∞.
#[test]
fn a_ray_in_the_plane_of_a_face_is_decided() {
    let case = Case::RaySolid(crate::mistakes::RayCase {
        origin: [0.5, 0.0, 5.0],
        direction: [0.0, 0.0, -1.0],
        kind: crate::mistakes::SolidKind::Box,
        sizes: [0.5, 0.25, 1.0],
        world_from_local: glam::Mat4::IDENTITY.to_cols_array(),
    });
    let Truth::Hit(Some(hit)) = truth(&case, InsideRule::Solid) else { panic!("a miss") };
    assert!((hit.t - 4.0).abs() < 1e-12);
}
