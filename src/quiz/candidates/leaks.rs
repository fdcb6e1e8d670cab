//! Questions about leaks: whether a sphere gets out, and how wide its way is.

use super::asked::{AskedScene, LEAST_MARGIN};
use crate::clearance::leak::LeakAnswer;
use crate::quiz::candidate::Candidate;
use crate::report::Section;
use crate::report::leaks::LeakWork;

pub(super) fn candidates(scene: &AskedScene) -> Vec<Candidate> {
    scene.report.leaks.iter().flat_map(of_leak).collect()
}

fn of_leak(asked: &LeakWork) -> Vec<Candidate> {
    let (Ok(input), Some(answer)) = (&asked.input, &asked.answer) else { return Vec::new() };
    let names = [("leak", &*asked.name)];
    let candidate = |field: &str, answer: &str| Candidate::new(Section::Leaks, &names, field, &[&*asked.name], answer);
    match &**answer {
        LeakAnswer::Leaks(path) => {
            // By how much the sphere may grow.
            let margin = path.width / 2.0 - input.radius();
            let choice = (margin >= LEAST_MARGIN).then(|| candidate("leaks", "yes").by(margin));
            let number = (path.width >= LEAST_MARGIN && path.width.is_finite())
                .then(|| candidate("narrowest.width", "a number").number(path.width));
            choice.into_iter().chain(number).collect()
        }
        LeakAnswer::Sealed { .. } => vec![candidate("leaks", "no")],
        LeakAnswer::StartsInside { .. } | LeakAnswer::Undecided { .. } => Vec::new(),
    }
}
