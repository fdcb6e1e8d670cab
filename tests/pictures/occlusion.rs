//! Occlusion queries on an OpenGL context: the number of queries that the rule needs, results that arrive later, and
//! equal answers for many pairs in one batch.

use std::time::{Duration, Instant};

use eyeline::budget::Budget;
use eyeline::geometry::exact::body::ExactBody;
use eyeline::geometry::{Pose, Shape};
use eyeline::occlusion::{DepthView, Limit, Method, Pair, Verdict, answer};
use eyeline::render::{Headless, OcclusionQueries};
use glam::{DVec3, Quat, Vec3};

fn view() -> DepthView {
    DepthView::framing(DVec3::NEG_Z, [DVec3::splat(-4.0), DVec3::splat(4.0)], 64)
}

fn body(shape: &Shape, at: Vec3, turn: f32, scale: Vec3) -> Vec<ExactBody> {
    let rotation = Quat::from_rotation_z(turn) * Quat::from_rotation_x(0.7 * turn);
    vec![ExactBody::new(shape, &Pose::new(at, rotation, scale).expect("an invertible pose"))]
}

#[test]
fn two_queries_a_view_and_no_more() {
    let context = Headless::of_this_thread().unwrap();
    let mut queries = OcclusionQueries::new(context.context()).unwrap();
    let ball = Shape::Sphere { radius: 1.0 };
    let at = |x: f32| body(&ball, Vec3::new(x, 0.0, 0.0), 0.0, Vec3::ONE);
    for (method, views) in [(Method::View, 1), (Method::Fixed, 1), (Method::Axes, 3)] {
        let before = (queries.issued(), queries.draws());
        let found = answer(&[Pair::new(at(0.0), at(1.5), method, &view())], &mut queries).unwrap().remove(0);
        assert_eq!((queries.issued() - before.0, queries.draws() - before.1), (2 * views, 4 * views), "{method:?}");
        assert_eq!((u64::from(found.queries), u64::from(found.draws)), (2 * views, 4 * views), "{method:?}");
        assert_eq!(found.verdict, Verdict::TruePositive, "{method:?}");
    }
}

#[test]
fn results_come_without_waiting() {
    let context = Headless::of_this_thread().unwrap();
    let mut queries = OcclusionQueries::new(context.context()).unwrap();
    let ball = Shape::Sphere { radius: 1.0 };
    let at = |x: f32| body(&ball, Vec3::new(x, 0.0, 0.0), 0.0, Vec3::ONE);
    let pair = Pair::new(at(0.0), at(3.0), Method::Axes, &view());
    let tests: Vec<_> = pair.tests().collect();
    let pending = queries.issue(&tests).unwrap();
    let begun = Instant::now();
    let passed = loop {
        if let Some(passed) = pending.poll() {
            break passed;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "the results never come");
    };
    assert_eq!(passed.len(), 6);
    assert!(!pair.answer(&passed, &pair.exact(), &mut eyeline::geometry::Silent).collides);
}

/// Two convex bodies are answered correctly in every view, up to a pixel. A missed collision is below the resolution.
#[test]
fn convex_bodies_are_answered_right_up_to_a_pixel() {
    let context = Headless::of_this_thread().unwrap();
    let mut queries = OcclusionQueries::new(context.context()).unwrap();
    let shapes = [
        Shape::Box { half_extents: Vec3::new(0.8, 0.5, 0.6) },
        Shape::Sphere { radius: 0.8 },
        Shape::Cylinder { radius: 0.6, half_height: 0.8 },
        Shape::Cone { radius: 0.8, height: 1.4 },
        Shape::Capsule { radius: 0.4, half_height: 0.7 },
    ];
    let mut pairs = Vec::new();
    for (i, one) in shapes.iter().enumerate() {
        for (j, other) in shapes.iter().enumerate() {
            for step in 0..12_u8 {
                let (turn, x) = (f32::from(step) * 0.53, f32::from(step) * 0.16);
                // Also mirrored, and scaled by axis.
                let scale = if step % 2 == 0 { Vec3::ONE } else { Vec3::new(-1.2, 0.8, 1.0) };
                let a = body(one, Vec3::ZERO, turn, scale);
                let b = body(other, Vec3::new(x, 0.3 * x, -0.2 * x), 1.3 * turn + 0.1, Vec3::ONE);
                let method = Method::ALL[(i + j + usize::from(step)) % 3];
                pairs.push(Pair::new(a, b, method, &view()));
            }
        }
    }
    let (mut positive, mut negative) = (0, 0);
    for found in answer(&pairs, &mut queries).unwrap() {
        match found.verdict {
            Verdict::TruePositive => positive += 1,
            Verdict::TrueNegative => negative += 1,
            Verdict::FalsePositive => panic!("convex bodies are never a false positive: {found:?}"),
            Verdict::FalseNegative => assert_eq!(found.limits, [Limit::BelowResolution], "{found:?}"),
        }
    }
    assert!(positive > 60 && negative > 60, "{positive} and {negative} of {}", pairs.len());
}

/// When bodies are drawn wider by half the diagonal of a pixel, OpenGL misses no collision in view either. Additional
/// positives are less than about two pixels apart.
#[test]
fn fattened_bodies_are_not_missed() {
    let context = Headless::of_this_thread().unwrap();
    let mut queries = OcclusionQueries::new(context.context()).unwrap();
    let blade = Shape::Box { half_extents: Vec3::new(0.004, 0.9, 0.3) };
    let shapes = [blade, Shape::Sphere { radius: 0.3 }, Shape::Cone { radius: 0.2, height: 1.0 }];
    let mut pairs = Vec::new();
    for one in &shapes {
        for other in &shapes {
            for step in 0..16_u8 {
                let (turn, x) = (f32::from(step) * 0.41, f32::from(step) * 0.05);
                let a = body(one, Vec3::ZERO, turn, Vec3::ONE);
                let b = body(other, Vec3::new(x, 0.2 * x, -0.1 * x), 1.7 * turn + 0.3, Vec3::ONE);
                pairs.push(Pair::new(
                    a,
                    b,
                    Method::ALL[usize::from(step) % 3],
                    &DepthView { resolution: 12, ..view() },
                ));
            }
        }
    }
    let bare = answer(&pairs, &mut queries).unwrap();
    let missed = bare.iter().filter(|found| found.verdict == Verdict::FalseNegative).count();
    assert!(missed > 5, "the test is about missed hits: {missed}");
    let pairs: Vec<Pair> = pairs.into_iter().map(|pair| pair.fattened(true)).collect();
    for found in answer(&pairs, &mut queries).unwrap() {
        assert_ne!(found.verdict, Verdict::FalseNegative, "{found:?}");
        let pixel = found.views.iter().map(|view| view.pixel_size).fold(0.0, f64::max);
        assert!(!found.collides || found.separation < 2.0 * pixel, "{found:?}");
        assert!(found.verdict.is_true() || found.limits == [Limit::BelowResolution], "{found:?}");
    }
}

/// The depth buffer and the triangles count against the budget until the results are there. Bodies that do not fit together
/// are drawn one after the other; a test that does not fit alone is refused.
#[test]
fn what_queries_take_is_counted_against_the_budget() {
    let context = Headless::of_this_thread().unwrap();
    let mut queries = OcclusionQueries::new(context.context()).unwrap();
    let ball = Shape::Sphere { radius: 1.0 };
    let at = |x: f32| body(&ball, Vec3::new(x, 0.0, 0.0), 0.0, Vec3::ONE);
    let pairs: Vec<Pair> = (0u8..20)
        .map(|i| Pair::new(at(0.0), at(0.2 * f32::from(i)), Method::Fixed, &view()).fattened(i % 5 == 0))
        .collect();
    let largest = pairs.iter().map(Pair::memory).max().unwrap();
    let wanted: Vec<bool> = answer(&pairs, &mut queries).unwrap().iter().map(|answer| answer.collides).collect();
    let tests: Vec<_> = pairs.iter().flat_map(Pair::tests).collect();
    let budget = Budget::new(largest);
    queries.set_budget(&budget);
    let pending = queries.issue(&tests).unwrap();
    assert!(budget.left() + 4 * 64 * 64 <= largest, "{} of {largest} are left", budget.left());
    pending.wait();
    drop(pending);
    assert_eq!(budget.left(), largest);
    let found = answer(&pairs, &mut queries).unwrap();
    assert_eq!(found.iter().map(|answer| answer.collides).collect::<Vec<_>>(), wanted, "the same answers");
    queries.set_budget(&Budget::new(largest / 2));
    let refused = queries.issue(&tests).err().expect("a refusal").to_string();
    assert!(refused.contains("for occlusion queries takes"), "{refused}");
    queries.set_budget(&budget);
    assert!(queries.issue(&tests).is_ok(), "a refusal leaves nothing reserved");
}
