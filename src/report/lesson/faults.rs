//! Proves a lesson: each question has one right answer, each goal starts unmet, and each stored solution meets its goal.

use serde_json::Value;

use super::solution::solved;
use super::step_answers::{RightAnswer, StepAnswers, StepText, of_steps, tick_of_step};
use super::words::value_words;
use crate::files::Content;
use crate::report::difference::same::{TOLERANCE, is_same};
use crate::report::expected::{ExpectedOutcome, outcomes_of};
use crate::report::occlusion::entry::Answerer;
use crate::scene::{LessonQuestion, LessonStep};

/// A fault of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonFault {
    /// The index of the step, from 0.
    pub step: usize,
    /// The fault as a sentence without a full stop, which begins with the number of the step.
    pub text: String,
}

impl LessonFault {
    /// The fault without the number of the step.
    pub fn reason(&self) -> &str {
        self.text.split_once(": ").map_or(&*self.text, |(_, reason)| reason)
    }
}

/// The lesson of a scene with what is right and what is wrong with it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JudgedLesson {
    /// The answers of all steps, in their order.
    pub answers: Vec<StepAnswers>,
    /// The faults, in the order of the steps.
    pub faults: Vec<LessonFault>,
}

/// All faults of the lesson of a scene, in the order of its steps. `depth` answers occlusion queries.
pub fn faults(content: Content, depth: &mut Answerer) -> Vec<LessonFault> {
    judged(content, depth).faults
}

/// The answers of all steps of the lesson of a scene, and its faults. `depth` answers occlusion queries.
pub fn judged(content: Content, depth: &mut Answerer) -> JudgedLesson {
    let scene = content.scene;
    if scene.lesson.is_empty() {
        return JudgedLesson::default();
    }
    let tolerance = scene.check.as_ref().map_or(TOLERANCE, |check| check.tolerance.number());
    let answers = of_steps(content, &scene.lesson, 0..scene.lesson.len(), depth);
    let mut found = Vec::new();
    for (i, (step, answers)) in scene.lesson.iter().zip(&answers).enumerate() {
        let mut faults: Vec<String> = of_text(answers);
        if let (Some(ask), Some(question)) = (&step.ask, &answers.question) {
            faults.extend(of_question(ask, question, tolerance));
        }
        faults.extend(of_goal(content, i, step, answers, depth));
        found.extend(faults.into_iter().map(|text| LessonFault { step: i, text: format!("step {}: {text}", i + 1) }));
    }
    JudgedLesson { answers, faults: found }
}

/// The values of its text that do not exist. Text that names no answer is an error of the file.
fn of_text(answers: &StepAnswers) -> Vec<String> {
    let lost = answers.text.iter().filter_map(|part| match part {
        StepText::Value { written, words: Err(reason) } => {
            Some(format!("the value `{{{written}}}` is missing: {reason}"))
        }
        _ => None,
    });
    lost.collect()
}

fn of_question(ask: &LessonQuestion, question: &Result<RightAnswer, String>, tolerance: f64) -> Option<String> {
    let asked = ask.answer();
    let right = match question {
        Ok(right) => right,
        Err(reason) => return Some(format!("the question has no answer: {reason}")),
    };
    let words = || value_words(&asked.field, &right.value);
    if let Some(margin) = right.margin.filter(|margin| *margin < tolerance) {
        return Some(format!(
            "the right answer, {}, is undecided: a change of {margin:.6} m gives another one, and the tolerance is {tolerance} m",
            words()
        ));
    }
    match ask {
        LessonQuestion::Choice(_) if right.choices.is_empty() => Some(format!(
            "the choice has no values: all words of the field `{}` are not known, so give `of`",
            asked.field
        )),
        LessonQuestion::Choice(_) => match right.choices.iter().filter(|one| is_same(one, &right.value, 0.0)).count() {
            1 => None,
            0 if asked.of.is_some() => Some(format!("the right answer, {}, is not among `of`", words())),
            0 => Some(format!("the right answer, {}, is not among the values of the field: give `of`", words())),
            count => Some(format!("the right answer, {}, is {count} times among `of`", words())),
        },
        LessonQuestion::Number(_) if right.value.as_f64().is_some_and(f64::is_finite) => None,
        LessonQuestion::Number(_) => Some(format!("the question asks for a number, and the answer is {}", words())),
        LessonQuestion::Place(_) if is_place(&right.value) => None,
        LessonQuestion::Place(_) => Some(format!("the question asks for a place, and the answer is {}", words())),
    }
}

/// Three finite numbers.
fn is_place(value: &Value) -> bool {
    value
        .as_array()
        .is_some_and(|list| list.len() == 3 && list.iter().all(|one| one.as_f64().is_some_and(f64::is_finite)))
}

fn of_goal(
    content: Content,
    index: usize,
    step: &LessonStep,
    answers: &StepAnswers,
    depth: &mut Answerer,
) -> Option<String> {
    if step.goal.is_empty() {
        return None;
    }
    if answers.is_met() {
        return Some("the goal is met before the student changes anything".to_owned());
    }
    if step.solution.is_empty() {
        return None;
    }
    let scene = match solved(content.scene, content.files, step) {
        Ok(scene) => scene,
        Err(reason) => return Some(format!("the solution cannot be applied: {reason}")),
    };
    let tick = tick_of_step(content.scene, &content.scene.lesson, index);
    let goal: Vec<_> = step.goal.iter().map(|expected| expected.at_tick_or(tick)).collect();
    let outcomes = outcomes_of(Content { scene: &scene, files: content.files }, &goal, depth);
    let unmet: Vec<String> = outcomes.iter().filter(|outcome| !outcome.is_met()).map(ExpectedOutcome::line).collect();
    (!unmet.is_empty()).then(|| format!("the solution does not meet the goal: {}", unmet.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;
    use crate::report::occlusion::entry::without_depth;
    use crate::scene::parse;

    fn texts(step: &str) -> Vec<String> {
        let text = format!(
            r#"{{ "eyeline": 1, "cameras": [{{ "name": "guard", "projection": {{ "perspective": {{ "fov_y": 90, "aspect": 1 }} }}, "near": 1, "far": 20 }}],
            "objects": [
                {{ "name": "crate", "shape": {{ "sphere": {{ "radius": 1 }} }}, "position": [0, 0, -5] }},
                {{ "name": "edge", "shape": {{ "box": {{ "half_extents": [1, 1, 1] }} }}, "position": [0, 0, 1.0e-6] }}],
            "rays": [{{ "name": "aim", "origin": [0, 0, 5], "direction": [0, 0, -1] }}], "lesson": [{step}] }}"#
        );
        let scene = parse(&text, "a.json").unwrap_or_else(|error| panic!("{step}: {error}"));
        let files = Files::default();
        faults(Content { scene: &scene, files: &files }, &mut without_depth)
            .into_iter()
            .map(|fault| fault.text)
            .collect()
    }

    const GOAL: &str = r#""goal": [{ "camera": "guard", "object": "crate", "verdict": "outside" }]"#;

    #[test]
    fn a_lesson_with_right_answers_has_no_fault() {
        for step in [
            r#"{ "say": "It is {guard.crate.margin} m inside, {guard.crate.planes.near.p_distance}." }"#.to_owned(),
            r#"{ "ask": { "choice": { "camera": "guard", "object": "crate", "field": "verdict" } } }"#.to_owned(),
            r#"{ "ask": { "choice": { "ray": "aim", "field": "nearest" } } }"#.to_owned(),
            r#"{ "ask": { "choice": { "ray": "aim", "object": "crate", "field": "hit" } } }"#.to_owned(),
            r#"{ "ask": { "number": { "ray": "aim", "object": "crate", "field": "t", "tolerance": 0.5 } } }"#
                .to_owned(),
            r#"{ "ask": { "place": { "ray": "aim", "object": "crate", "field": "point", "tolerance": 0.2 } } }"#
                .to_owned(),
            format!(r#"{{ "say": "a", {GOAL} }}"#),
            format!(r#"{{ "say": "a", {GOAL}, "solution": {{ "crate": {{ "position": [0, 0, 9] }} }} }}"#),
        ] {
            assert_eq!(texts(&step), Vec::<String>::new(), "{step}");
        }
    }

    #[test]
    fn each_fault_has_its_step_and_its_reason() {
        for (step, text) in [
            (r#"{ "say": "{guard.crate.margn}" }"#.to_owned(), "step 1: the value `{guard.crate.margn}` is missing: the answer has no field"),
            (
                r#"{ "ask": { "choice": { "camera": "guard", "object": "crate", "field": "verdct" } } }"#.to_owned(),
                "step 1: the question has no answer: the answer has no field `verdct`",
            ),
            (
                r#"{ "ask": { "choice": { "camera": "guard", "object": "crate", "field": "verdict", "of": ["outside", "intersect"] } } }"#
                    .to_owned(),
                "step 1: the right answer, inside, is not among `of`",
            ),
            (
                r#"{ "ask": { "choice": { "camera": "guard", "object": "edge", "field": "verdict" } } }"#.to_owned(),
                "step 1: the right answer, outside, is undecided: a change of",
            ),
            (
                r#"{ "ask": { "number": { "ray": "aim", "object": "crate", "field": "feature", "tolerance": 1 } } }"#.to_owned(),
                "step 1: the question asks for a number, and the answer is surface",
            ),
            (
                r#"{ "ask": { "place": { "ray": "aim", "object": "crate", "field": "t", "tolerance": 1 } } }"#.to_owned(),
                "step 1: the question asks for a place, and the answer is 9",
            ),
            (
                r#"{ "ask": { "choice": { "ray": "aim", "object": "crate", "field": "t" } } }"#.to_owned(),
                "step 1: the choice has no values",
            ),
            (
                r#"{ "say": "a", "goal": [{ "camera": "guard", "object": "crate", "verdict": "inside" }] }"#.to_owned(),
                "step 1: the goal is met before the student changes anything",
            ),
            (
                format!(r#"{{ "say": "a", {GOAL}, "solution": {{ "crate": {{ "position": [0, 0, -6] }} }} }}"#),
                "step 1: the solution does not meet the goal: guard · crate: expected outside, found inside",
            ),
            (
                format!(r#"{{ "say": "a", {GOAL}, "solution": {{ "crate": {{ "postion": [0, 0, -6] }} }} }}"#),
                "step 1: the solution cannot be applied: `crate`: unknown field `postion`",
            ),
            (
                format!(r#"{{ "say": "a", {GOAL}, "solution": {{ "crate": {{ "shape": {{ "sphere": {{ "radius": -1 }} }} }} }} }}"#),
                "step 1: the solution cannot be applied: objects[0]",
            ),
        ] {
            let found = texts(&step);
            let [fault] = &found[..] else { panic!("{step}: {found:?}") };
            assert!(fault.starts_with(text), "{step}: {fault}");
        }
    }
}
