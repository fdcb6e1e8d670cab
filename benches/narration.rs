//! What narration costs when nobody listens: `Silent` queries against copies of the same code without a narrator.

#![expect(clippy::print_stdout, reason = "a benchmark reports")]

mod inputs;
mod results;
mod untold;

use std::hint::black_box;
use std::time::Instant;

use eyeline::geometry::frustum::{Frustum, classify};
use eyeline::geometry::ray::{Ray, RayQuery, cast};
use eyeline::geometry::{Aabb, Plane, Pose, Shape, Silent};
use glam::{EulerRot, Quat, Vec3};
use inputs::Random;
use untold::cast_untold;

fn main() {
    frustum();
    cylinder();
}

fn frustum() {
    let frustum = Frustum { planes: inputs::planes().map(|(normal, d)| Plane { normal, d }) };
    let aabbs: Vec<_> = inputs::boxes(10_000).into_iter().map(|[min, max]| Aabb { min, max }).collect();
    for aabb in &aabbs {
        assert_eq!(classify(&frustum, aabb, &mut Silent), untold::classify(&frustum, aabb));
    }
    println!("{} boxes: both answers are equal", aabbs.len());
    race(
        "frustum",
        || each(&aabbs, |aabb| classify(&frustum, aabb, &mut Silent)),
        || each(&aabbs, |aabb| untold::classify(&frustum, aabb)),
    );
}

/// About half of the rays hit.
fn cylinder() {
    // Neither side may fold the solid into its code.
    let shape = black_box(Shape::Cylinder { radius: 0.6, half_height: 0.9 });
    let position = Vec3::new(1.0, -2.0, 3.0);
    let pose =
        Pose::new(position, Quat::from_euler(EulerRot::YXZ, 0.5, -1.1, 2.0), Vec3::ONE).expect("an invertible pose");
    let mut random = Random(5);
    let rays: Vec<_> = (0..16_384)
        .map(|_| {
            let origin = position + random.direction() * random.within(2.0, 10.0);
            Ray { origin, direction: position + random.in_cube() - origin }
        })
        .collect();
    let query = RayQuery::default();
    for ray in &rays {
        let untold = cast_untold(ray, query, &shape, &pose);
        assert!(untold.is(&cast(ray, query, &shape, &pose, &mut Silent)), "{ray:?}");
    }
    let hits = rays.iter().filter(|ray| cast(ray, query, &shape, &pose, &mut Silent).hit().is_some()).count();
    println!("{} rays, {hits} hit: both answers are equal", rays.len());
    race(
        "cylinder",
        || each(&rays, |ray| cast(ray, query, &shape, &pose, &mut Silent)),
        || each(&rays, |ray| cast_untold(ray, query, &shape, &pose)),
    );
}

fn each<T, A>(inputs: &[T], ask: impl Fn(&T) -> A) {
    for input in inputs {
        black_box(&ask(black_box(input)));
    }
}

/// Times both in turns, so that a change of the machine's pace meets both, and prints the ratio of their medians.
fn race(name: &str, silent: impl Fn(), deleted: impl Fn()) {
    const ROUNDS: usize = 1001;
    let time = |run: &dyn Fn()| {
        let start = Instant::now();
        run();
        start.elapsed().as_secs_f64()
    };
    let (mut of_silent, mut of_deleted) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        of_silent.push(time(&silent));
        of_deleted.push(time(&deleted));
    }
    let median = |mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[ROUNDS / 2]
    };
    let ratio = median(of_silent) / median(of_deleted);
    println!("{name}: Silent takes {ratio:.4} of the time of the code without a narrator");
    results::save(&format!("narration-{name}"), &format!("{{ \"ratio\": {ratio:.4} }}"));
}
