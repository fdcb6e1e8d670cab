//! The editing of the open scene's lesson: the edited step, a solution while it is recorded, and what is right and wrong of the lesson.

use std::sync::Arc;

use super::evaluation::{Evaluated, Evaluation};
use super::now::{Now, is_of_occlusion};
use crate::files::Content;
use crate::report::lesson::{AnswerField, JudgedLesson, answer_of, fields, judged, tick_of_step};
use crate::report::occlusion::Answerer;
use crate::scene::{Expectation, Scene, check_lesson};

/// The editing of a lesson. It goes on while the author tries a step; then a step is shown.
#[derive(Default)]
pub(in crate::workspace) struct Authoring {
    /// The index of the edited step. Undo may have removed the step.
    pub(super) step: usize,
    /// The scene before the solution of a step that is being recorded, and the index of the step.
    pub(super) recording: Option<(usize, Arc<Scene>)>,
    /// What the panel shows of the lesson.
    pub(super) judged: Evaluation<AuthorQuestion, AuthoredLesson>,
}

/// What is evaluated of the lesson.
#[derive(Clone, PartialEq)]
pub(in crate::workspace) struct AuthorQuestion {
    /// The index of the edited step.
    step: usize,
    /// The selected answer, if it has a name.
    selected: Option<Expectation>,
}

/// What is right and wrong of the lesson, and the fields to choose from.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct AuthoredLesson {
    /// The answers of the steps, and the faults that `eyeline check` finds by them.
    pub(crate) judged: JudgedLesson,
    /// What is wrong with each step: its index, and the words.
    pub(crate) faults: Vec<(usize, String)>,
    /// The fields of the selected answer, or why it has none. `None` when no answer is selected.
    pub(crate) selected: Option<Result<Vec<AnswerField>, String>>,
    /// The same of the answer that the question of the edited step names. `None` without a question.
    pub(crate) asked: Option<Result<Vec<AnswerField>, String>>,
}

impl Authoring {
    /// Whether the lesson is being judged with the depth buffer.
    pub(super) fn awaits_depth(&self, scene: &Scene) -> bool {
        uses_depth(scene, None) && self.judged.is_pending()
    }
}

/// The evaluation of the edited lesson. `selected` is the selected answer.
pub(super) fn of_authoring(
    now: &Now,
    authoring: &Authoring,
    selected: Option<Expectation>,
) -> Evaluated<AuthorQuestion, AuthoredLesson> {
    Evaluated {
        uses_depth: uses_depth(now.scene, selected.as_ref()),
        question: Some(AuthorQuestion { step: authoring.step, selected }),
        compute,
    }
}

/// Whether the lesson, or the selected answer, needs the answers of occlusion queries.
fn uses_depth(scene: &Scene, selected: Option<&Expectation>) -> bool {
    let is_selected = selected.is_some_and(|named| named.name("occlusion").is_some());
    is_selected || scene.lesson.iter().any(|step| is_of_occlusion(scene, step))
}

fn compute(content: Content, question: &AuthorQuestion, depth: &mut Answerer) -> AuthoredLesson {
    let scene = content.scene;
    let judged = judged(content, depth);
    let violations = check_lesson(scene, content.files).into_iter().filter_map(|violation| {
        let place = violation.place.to_string();
        let step = place.strip_prefix("lesson[")?.split_once(']')?.0.parse().ok()?;
        Some((step, violation.message))
    });
    let mut faults: Vec<(usize, String)> = violations.collect();
    // A step that breaks a rule of the file has faults that only repeat it.
    let others = judged.faults.iter().filter(|fault| !faults.iter().any(|(step, _)| *step == fault.step));
    let others: Vec<(usize, String)> = others.map(|fault| (fault.step, fault.reason().to_owned())).collect();
    faults.extend(others);
    faults.sort_by_key(|(step, _)| *step);
    let ask = scene.lesson.get(question.step).and_then(|step| step.ask.as_ref());
    let asked = ask.map(|ask| answer_of(ask.answer(), tick_of_step(scene, &scene.lesson, question.step)));
    let named: Vec<Expectation> = [&question.selected, &asked].into_iter().flatten().cloned().collect();
    let mut found = fields(content, &named, depth).into_iter();
    let selected = question.selected.as_ref().and_then(|_| found.next());
    let asked = asked.and_then(|_| found.next());
    AuthoredLesson { judged, faults, selected, asked }
}
