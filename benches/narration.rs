//! The cost of the narrator in a query that records no steps: the query with `Silent` compared with a copy of its code
//! without a narrator. One query represents all: the narrator is used in the same way everywhere, and a box against a
//! frustum is the cheapest query, in which a cost would be largest.

#![expect(clippy::print_stdout, reason = "a benchmark reports")]

mod inputs;
mod results;
mod without_narrator;

use std::hint::black_box;
use std::time::Instant;

use eyeline::geometry::frustum::{Frustum, classify};
use eyeline::geometry::{Aabb, Plane};

/// The number of boxes: too many for the branch predictor to learn their answers.
const BOXES: usize = 1 << 17;

fn main() {
    let frustum = Frustum { planes: inputs::planes().map(|(normal, d)| Plane { normal, d }) };
    let aabbs: Vec<_> = inputs::boxes(BOXES).into_iter().map(|[min, max]| Aabb { min, max }).collect();
    for aabb in &aabbs {
        assert_eq!(classify(&frustum, aabb), without_narrator::classify(&frustum, aabb));
    }
    println!("{} boxes: both answers are equal", aabbs.len());
    race(
        "frustum",
        || each(&aabbs, |aabb| classify(&frustum, aabb)),
        || each(&aabbs, |aabb| without_narrator::classify(&frustum, aabb)),
    );
}

fn each<T, A>(inputs: &[T], ask: impl Fn(&T) -> A) {
    for input in inputs {
        black_box(&ask(black_box(input)));
    }
}

/// Times both alternately, so that a change of the machine's speed affects both, and prints the ratio of their medians.
fn race(name: &str, silent: impl Fn(), deleted: impl Fn()) {
    const ROUNDS: usize = 501;
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
