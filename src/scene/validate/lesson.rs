//! Rules for lessons. A violation of a lesson does not refuse the scene: the other steps can be used.

use serde_json::Value;

use super::check::Check;
use super::violation::Violation;
use super::words::UP_TO_LAST_TICK;
use crate::scene::document::{AskedAnswer, LAST_TICK, LessonQuestion, LessonStep, OpenedPart, Scene};
use crate::scene::lesson_text::{LessonTextPart, lesson_text};
use crate::scene::levels::Levels;
use crate::scene::names::{Kind, Names};
use crate::source::error::quoted;
use crate::source::place::ValuePath;
use crate::source::suggest::nearest;

/// The violations of a scene's lesson, in the order of its steps.
pub fn check_lesson(scene: &Scene, levels: &dyn Levels) -> Vec<Violation> {
    if scene.lesson.is_empty() {
        return Vec::new();
    }
    let mut check = Check::new(Names::indexed(scene, levels), scene, levels, None, None);
    let at = ValuePath::default().key("lesson");
    for (i, step) in scene.lesson.iter().enumerate() {
        check.lesson_step(step, scene, &at.index(i));
    }
    check.finish()
}

impl<'s> Check<'s> {
    fn lesson_step(&mut self, step: &'s LessonStep, scene: &'s Scene, at: &ValuePath) {
        if step.say.trim().is_empty() && step.ask.is_none() {
            self.push(at.clone(), "this step neither says nor asks something", Some("add `say` or `ask`"));
        }
        for part in lesson_text(scene, self.levels, &step.say) {
            if let LessonTextPart::Value { written, answer: Err(reason) } = part {
                let help =
                    "a value is `{camera.object.field}`, `{ray.field}` or `{ray.object.field}`; write `{{` for a brace";
                self.push(at.key("say"), format!("`{{{written}}}` is no value: {reason}"), Some(help));
            }
        }
        if let Some(camera) = &step.camera {
            self.reference(camera, Kind::Camera, at.key("camera"));
        }
        self.select(&step.select, &at.key("select"));
        self.rules(
            at,
            &[
                (step.tick.is_none_or(|tick| tick <= LAST_TICK), "tick", UP_TO_LAST_TICK),
                (step.open != Some(OpenedPart::Step(0)), "open", "must be 1 or more: steps are counted from 1"),
            ],
        );
        if let Some(OpenedPart::Panel(panel)) = step.open
            && let Some(reason) = scene.why_no_panel(panel)
        {
            self.push(at.key("open"), reason, None::<String>);
        }
        for (i, name) in step.free.iter().enumerate() {
            self.entry(name, at.key("free").index(i));
        }
        if let Some(ask) = &step.ask {
            self.lesson_question(ask, &at.key("ask"));
        }
        for (i, expected) in step.goal.iter().enumerate() {
            self.expectation(expected, &at.key("goal").index(i));
        }
        for (i, (name, keys)) in step.solution.iter().enumerate() {
            let place = at.key("solution").index(i);
            self.entry(name, place.clone());
            if !keys.is_object() {
                let message = format!("the solution of {} must be an object with its new keys", quoted(name));
                self.push(place, message, Some("such as `{ \"position\": [0, 1, 0] }`"));
            } else if !step.free.is_empty() && !step.free.contains(name) {
                let message = format!("the solution changes {}, which is not among `free`", quoted(name));
                self.push(place, message, Some("add it to `free`, or solve the goal without it"));
            }
        }
        if step.goal.is_empty() && !step.solution.is_empty() {
            self.push(at.key("solution"), "a solution needs a goal", Some("add `goal`"));
        }
    }

    /// An entry of the scene's own lists, which the student can change.
    fn entry(&mut self, name: &str, at: ValuePath) {
        if self.names.find(name).is_some() {
            return;
        }
        let message = if self.names.in_model(name).is_some() {
            format!("{} is a part of a file, and only entries of the scene itself can be changed", quoted(name))
        } else {
            format!("the scene has no entry named {}", quoted(name))
        };
        let help = self.names.suggestion(name, Kind::Object);
        self.push(at, message, help);
    }

    fn lesson_question(&mut self, ask: &'s LessonQuestion, at: &ValuePath) {
        let asked = ask.answer();
        let at = at.key(ask.kind());
        self.answer_of(&asked.named, &at);
        self.rules(&at, &[(!asked.field.trim().is_empty(), "field", "must name a field of the answer")]);
        match ask {
            LessonQuestion::Choice(_) => self.choice(asked, &at),
            LessonQuestion::Number(_) | LessonQuestion::Place(_) => {
                if asked.of.is_some() {
                    let message = format!("`of` belongs to a choice, not to a {}", ask.kind());
                    self.push(at.key("of"), message, Some("delete it, or ask a choice"));
                }
                match asked.tolerance {
                    Some(tolerance) if tolerance > 0.0 && tolerance.is_finite() => {}
                    Some(_) => self.push(at.key("tolerance"), "`tolerance` must be above 0", None::<String>),
                    None => {
                        let help = "add the greatest difference that counts as right: `\"tolerance\": 0.1`";
                        self.push(at, format!("a {} needs `tolerance`", ask.kind()), Some(help));
                    }
                }
            }
        }
    }

    fn choice(&mut self, asked: &AskedAnswer, at: &ValuePath) {
        if asked.tolerance.is_some() {
            let message = "`tolerance` belongs to a number or a place, not to a choice";
            self.push(at.key("tolerance"), message, Some("delete it, or ask a number"));
        }
        let words = super::expect::words_of_field(&asked.named, &asked.field);
        let Some(of) = &asked.of else { return };
        if of.len() < 2 {
            self.push(at.key("of"), "a choice needs two values or more", Some("add another value"));
        }
        for (i, value) in of.iter().enumerate() {
            let place = at.key("of").index(i);
            if of[..i].contains(value) {
                self.push(place, format!("{value} occurs twice in `of`"), Some("write each value once"));
            } else if let (Some(words), Value::String(word)) = (&words, value)
                && !words.contains(value)
            {
                let near = nearest(word, words.iter().filter_map(Value::as_str));
                let message = format!("`{}` of this answer is never {}", asked.field, quoted(word));
                let help = near.map(|near| format!("did you mean `\"{near}\"`?"));
                self.push(place, message, help);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::levels::NoLevels;
    use crate::scene::parse;

    fn violations(step: &str) -> Vec<(String, String)> {
        let text = format!(
            r#"{{ "eyeline": 1, "cameras": [{{ "name": "guard" }}],
            "objects": [{{ "name": "crate", "shape": {{ "sphere": {{ "radius": 1 }} }} }}], "lesson": [{step}] }}"#
        );
        let scene = parse(&text, "a.json").unwrap_or_else(|error| panic!("{step}: {error}"));
        let found = check_lesson(&scene, &NoLevels);
        found.into_iter().map(|violation| (violation.place.to_string(), violation.message)).collect()
    }

    #[test]
    fn a_good_step_has_no_violation() {
        for step in [
            r#"{ "say": "The margin is {guard.crate.margin}." }"#,
            r#"{ "ask": { "choice": { "camera": "guard", "object": "crate", "field": "verdict" } } }"#,
            r#"{ "ask": { "choice": { "camera": "guard", "object": "crate", "field": "rejected_by", "of": ["left", "near", null] } } }"#,
            r#"{ "say": "a", "open": 3, "camera": "guard", "select": ["guard", "crate"], "tick": 4 }"#,
            r#"{ "say": "a", "open": "verdicts", "free": ["crate"],
                "goal": [{ "camera": "guard", "object": "crate", "verdict": "inside" }],
                "solution": { "crate": { "position": [0, 0, -5] } } }"#,
        ] {
            assert_eq!(violations(step), [], "{step}");
        }
    }

    #[test]
    fn each_wrong_step_has_its_place() {
        for (step, place, message) in [
            ("{}", "lesson[0]", "neither says nor asks"),
            (r#"{ "say": "{guard.crat.margin}" }"#, "lesson[0].say", "no value"),
            (r#"{ "say": "a", "camera": "gard" }"#, "lesson[0].camera", "no camera named"),
            (r#"{ "say": "a", "select": ["gard"] }"#, "lesson[0].select[0]", "named"),
            (r#"{ "say": "a", "tick": 1000001 }"#, "lesson[0].tick", "at most 1000000"),
            (r#"{ "say": "a", "open": 0 }"#, "lesson[0].open", "counted from 1"),
            (r#"{ "say": "a", "open": "opacity" }"#, "lesson[0].open", "images"),
            (r#"{ "say": "a", "free": ["crat"] }"#, "lesson[0].free[0]", "no entry named"),
            (
                r#"{ "ask": { "choice": { "camera": "gard", "object": "crate", "field": "verdict" } } }"#,
                "lesson[0].ask.choice.camera",
                "no camera named",
            ),
            (
                r#"{ "ask": { "choice": { "camera": "guard", "object": "crate", "field": "verdict", "of": ["inside", "insid"] } } }"#,
                "lesson[0].ask.choice.of[1]",
                "is never",
            ),
            (
                r#"{ "ask": { "choice": { "camera": "guard", "object": "crate", "field": "verdict", "of": ["inside"] } } }"#,
                "lesson[0].ask.choice.of",
                "two values",
            ),
            (
                r#"{ "ask": { "number": { "camera": "guard", "object": "crate", "field": "margin" } } }"#,
                "lesson[0].ask.number",
                "needs `tolerance`",
            ),
            (
                r#"{ "ask": { "number": { "camera": "guard", "object": "crate", "field": "margin", "tolerance": 0 } } }"#,
                "lesson[0].ask.number.tolerance",
                "above 0",
            ),
            (
                r#"{ "say": "a", "goal": [{ "camera": "guard", "object": "crat", "verdict": "inside" }] }"#,
                "lesson[0].goal[0].object",
                "no object named",
            ),
            (
                r#"{ "say": "a", "free": ["guard"], "goal": [{ "camera": "guard", "object": "crate", "verdict": "inside" }],
                    "solution": { "crate": {} } }"#,
                "lesson[0].solution[0]",
                "not among `free`",
            ),
            (r#"{ "say": "a", "solution": { "crate": {} } }"#, "lesson[0].solution", "needs a goal"),
        ] {
            let found = violations(step);
            let [(at, text)] = &found[..] else { panic!("{step}: {found:?}") };
            assert!(at == place && text.contains(message), "{step}: {at}: {text}");
        }
    }
}
