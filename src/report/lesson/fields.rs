//! The fields of an answer, by which a lesson shows values and asks questions.

use serde_json::Value;

use super::given::place;
use super::step_answers::request;
use crate::files::Content;
use crate::report::named_answer;
use crate::report::occlusion::entry::Answerer;
use crate::scene::{AskedAnswer, Expectation, LessonQuestion, NAMING_KEYS};

/// A field of an answer with its present value.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerField {
    /// The path, such as `planes.near.p_distance`.
    pub path: String,
    /// The value: no object, and of lists those of three numbers and of words.
    pub value: Value,
}

/// More fields are no list to choose from.
const MOST: usize = 120;
/// The greatest number of parts of a path.
const DEEPEST: usize = 3;

/// The fields of named answers, in the order of the report, or the reason why there is no answer. The keys of a name may have fields,
/// which choose between several answers about the same items. Without `tick` it is that of tick 0.
pub fn fields(content: Content, named: &[Expectation], depth: &mut Answerer) -> Vec<Result<Vec<AnswerField>, String>> {
    let answers = named_answer::answers(content, named, depth);
    answers.into_iter().map(|answer| answer.map(|answer| fields_of(&answer))).collect()
}

/// The name of the answer of a question at a tick, for [`fields`].
pub fn answer_of(asked: &AskedAnswer, tick: u64) -> Expectation {
    request(asked, tick)
}

fn fields_of(answer: &Value) -> Vec<AnswerField> {
    let mut found = Vec::new();
    if let Value::Object(keys) = answer {
        for (key, value) in keys.iter().filter(|(key, _)| !NAMING_KEYS.contains(&&***key) && *key != "name") {
            add(&mut found, key.clone(), value);
        }
    }
    found.truncate(MOST);
    found
}

fn add(found: &mut Vec<AnswerField>, path: String, value: &Value) {
    let is_deepest = path.split('.').count() >= DEEPEST;
    match value {
        Value::Object(keys) if !is_deepest => {
            for (key, value) in keys {
                add(found, format!("{path}.{key}"), value);
            }
        }
        Value::Array(_) if place(value).is_some() => found.push(AnswerField { path, value: value.clone() }),
        Value::Array(items) if !items.is_empty() && items.iter().all(Value::is_string) => {
            found.push(AnswerField { path, value: value.clone() });
        }
        Value::Array(items) if !is_deepest => {
            for item in items {
                let Some(side) = item.get("side").and_then(Value::as_str) else { continue };
                let Value::Object(keys) = item else { continue };
                for (key, value) in keys.iter().filter(|(key, _)| *key != "side") {
                    add(found, format!("{path}.{side}.{key}"), value);
                }
            }
        }
        Value::Object(_) | Value::Array(_) => {}
        value => found.push(AnswerField { path, value: value.clone() }),
    }
}

impl AnswerField {
    /// Whether a question of a kind can ask for the field.
    pub fn suits(&self, ask: &LessonQuestion) -> bool {
        match ask {
            LessonQuestion::Choice(_) => !self.value.is_array(),
            LessonQuestion::Number(_) => self.value.as_f64().is_some_and(f64::is_finite),
            LessonQuestion::Place(_) => place(&self.value).is_some(),
        }
    }

    /// The question for the field that suits its value: for a place of three numbers, for a number, else a choice. Numbers have a
    /// tolerance of about a twentieth of the value, places one of half a metre.
    pub fn question(&self, named: Expectation) -> LessonQuestion {
        let asked = AskedAnswer { named, field: self.path.clone(), of: None, tolerance: None };
        if place(&self.value).is_some() {
            return LessonQuestion::Place(AskedAnswer { tolerance: Some(0.5), ..asked });
        }
        match self.value.as_f64() {
            Some(number) => LessonQuestion::Number(AskedAnswer { tolerance: Some(tolerance(number)), ..asked }),
            None => LessonQuestion::Choice(asked),
        }
    }
}

/// A twentieth of a number with one digit.
fn tolerance(number: f64) -> f64 {
    let twentieth = number.abs() / 20.0;
    if twentieth < 1e-3 || !twentieth.is_finite() {
        return 0.1;
    }
    format!("{twentieth:.0e}").parse().unwrap_or(0.1)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::files::Files;
    use crate::report::occlusion::entry::without_depth;
    use crate::scene::parse;

    #[test]
    fn fields_have_the_paths_by_which_texts_and_questions_name_them() {
        let answer = json!({
            "camera": "eye", "verdict": "inside", "rejected_by": null, "margin": 2.5, "point": [1, 2, 3],
            "aabb": { "min": [0, 0, 0], "max": [1, 1, 1] }, "running": ["a"], "interval": [1, 2],
            "planes": [{ "side": "left", "p_distance": 4 }], "deep": { "a": { "b": { "c": 1 } } },
        });
        let paths: Vec<String> = fields_of(&answer).into_iter().map(|field| field.path).collect();
        let expected =
            ["verdict", "rejected_by", "margin", "point", "aabb.min", "aabb.max", "running", "planes.left.p_distance"];
        assert_eq!(paths, expected);
    }

    #[test]
    fn the_question_of_a_field_suits_its_value() {
        for (value, kind, tolerance) in [
            (json!("inside"), "choice", None),
            (json!(null), "choice", None),
            (json!(true), "choice", None),
            (json!(2.683), "number", Some(0.1)),
            (json!(-147), "number", Some(7.0)),
            (json!(0), "number", Some(0.1)),
            (json!([1, 2, 3]), "place", Some(0.5)),
        ] {
            let field = AnswerField { path: "field".to_owned(), value };
            let ask = field.question(Expectation::default());
            assert_eq!((ask.kind(), ask.answer().tolerance), (kind, tolerance), "{field:?}");
            assert!(field.suits(&ask), "{field:?}");
        }
    }

    #[test]
    fn named_answers_have_fields_or_a_reason() {
        let text = r#"{ "eyeline": 1, "cameras": [{ "name": "eye" }],
            "objects": [{ "name": "crate", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, -5] }] }"#;
        let scene = parse(text, "a.json").unwrap();
        let named = |object: &str| Expectation {
            keys: [("camera", "eye"), ("object", object)]
                .map(|(key, name)| (key.to_owned(), name.into()))
                .into_iter()
                .collect(),
        };
        let content = Content { scene: &scene, files: &Files::default() };
        let found = fields(content, &[named("crate"), named("gone")], &mut without_depth);
        let of_crate = found[0].as_ref().unwrap();
        assert!(of_crate.iter().any(|field| field.path == "verdict" && field.value == "inside"), "{of_crate:?}");
        assert!(of_crate.iter().any(|field| field.path == "planes.near.p_vertex"), "{of_crate:?}");
        assert!(found[1].is_err());
    }
}
