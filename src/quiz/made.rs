//! The questions of a quiz as the steps of a lesson.

use super::candidates::{AskedScene, of_section, scope};
use super::chosen::chosen;
use crate::files::Content;
use crate::random::Random;
use crate::report::occlusion::Answerer;
use crate::report::{Report, Section};
use crate::scene::LessonStep;
use crate::world::World;

/// The sections of a report about which questions are made.
pub const QUIZ_SECTIONS: [Section; 12] = [
    Section::Frusta,
    Section::Visibility,
    Section::Rays,
    Section::Octree,
    Section::Agents,
    Section::Occlusion,
    Section::Taps,
    Section::Sessions,
    Section::Skins,
    Section::Cuts,
    Section::Leaks,
    Section::Colliders,
];

/// What a quiz is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuizRequest {
    /// The greatest number of questions.
    pub count: usize,
    /// The seed of the random choices. The same seed gives the same questions about the same scene.
    pub seed: u64,
    /// The sections of the report that are asked about, of [`QUIZ_SECTIONS`].
    pub sections: Vec<Section>,
}

/// The questions about a scene at a tick, each a step of a lesson. There are fewer than requested when the scene has not enough
/// clear answers. `depth` answers occlusion queries.
///
/// Of the answers to one field, for example of `inside`, `intersect` and `outside`, there are as many questions; the numbers differ
/// by at most 1. Narrow answers are preferred. Answers that a shift of a centimetre would change are left out.
pub fn quiz(content: Content, tick: u64, request: &QuizRequest, depth: &mut Answerer) -> Vec<LessonStep> {
    let world = World::at(content.scene, content.files, tick);
    let report = Report::within(&world, scope(&request.sections));
    let scene = AskedScene { content, world: &world, report: &report };
    let mut random = Random(request.seed);
    let mut candidates = Vec::new();
    for section in QUIZ_SECTIONS.into_iter().filter(|section| request.sections.contains(section)) {
        candidates.extend(of_section(section, &scene, &mut random, depth));
    }
    let chosen = chosen(candidates, request.count, &mut random);
    chosen.into_iter().map(|candidate| candidate.into_step(tick)).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::files;
    use crate::report::lesson::faults;
    use crate::report::occlusion::without_depth;

    /// The scenes of the project have all kinds of answers.
    #[test]
    fn every_question_about_a_scene_is_clear() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
        let scenes = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let mut asked: Vec<(&str, String)> = Vec::new();
        for path in scenes.filter(|path| path.extension().is_some_and(|end| end == "json")) {
            let mut loaded = files::open(&path).unwrap();
            let request = QuizRequest { count: 10, seed: 3, sections: QUIZ_SECTIONS.to_vec() };
            let content = Content { scene: &loaded.scene, files: &loaded.files };
            let steps = quiz(content, loaded.scene.opens_at, &request, &mut without_depth);
            assert!(steps.len() <= 10);
            for ask in steps.iter().filter_map(|step| step.ask.as_ref()) {
                asked.push((ask.kind(), ask.answer().field.clone()));
            }
            loaded.scene.lesson = steps;
            let content = Content { scene: &loaded.scene, files: &loaded.files };
            assert_eq!(faults(content, &mut without_depth), [], "{}", path.display());
        }
        for (kind, field) in [
            ("number", "t"),
            ("number", "margin"),
            ("number", "distance"),
            ("number", "narrowest.width"),
            ("place", "point"),
            ("place", "planes.right.p_vertex"),
            ("choice", "leaks"),
            ("choice", "within"),
        ] {
            assert!(asked.contains(&(kind, field.to_owned())), "{kind} {field}");
        }
        for field in [
            "verdict",
            "rejected_by",
            "seen",
            "nearest",
            "hit",
            "level",
            "running",
            "type",
            "loops",
            "max_influences",
            "pose.tracking",
        ] {
            assert!(asked.contains(&("choice", field.to_owned())), "{field}");
        }
    }
}
