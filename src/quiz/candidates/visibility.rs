//! Questions about what cameras see: whether an object is seen, and why not. Only of cameras that the scene asks what they see.

use super::asked::{AskedScene, some_of};
use crate::quiz::candidate::Candidate;
use crate::random::Random;
use crate::report::{Section, VisibilityAnswers};
use crate::visibility::Reason;

/// An object with fewer pixels, or with fewer pixels that others have, is not asked about.
const FEW_PIXELS: u64 = 30;

pub(super) fn candidates(scene: &AskedScene, random: &mut Random) -> Vec<Candidate> {
    let mut all = Vec::new();
    for answers in &scene.report.visibility {
        for i in some_of(scene.world.objects.len(), random) {
            all.extend(of_object(answers, i, &scene.world.objects[i].name));
        }
    }
    all
}

fn of_object(answers: &VisibilityAnswers, i: usize, name: &str) -> Vec<Candidate> {
    let Some(answer) = answers.targets.get(i) else { return Vec::new() };
    let names = [("camera", &*answers.camera), ("object", name)];
    let candidate =
        |field: &str, word: &str| Candidate::new(Section::Visibility, &names, field, &[&*answers.camera, name], word);
    match answer.reason {
        None if answer.seen.pixels >= FEW_PIXELS => vec![candidate("seen", "yes")],
        None | Some(Reason::Small | Reason::Outside) => Vec::new(),
        Some(Reason::Covered) if answer.seen.alone < FEW_PIXELS => Vec::new(),
        Some(reason) => vec![candidate("seen", "no"), candidate("reason", reason.word())],
    }
}
