//! The evaluation of the expectations of a scene, each with the answer that was found.

use serde_json::Value;

use super::all_answers::Report;
use super::difference::same::{TOLERANCE, is_same};
use super::difference::words;
use super::json;
use super::named_answer::{self, answer, section};
use super::occlusion::entry::Answerer;
use super::scope::Scope;
use super::section::Section;
use crate::files::Content;
use crate::scene::{Expectation, NAMING_KEYS};
use crate::world::World;

/// The outcome of one expectation.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectedOutcome {
    /// Its index in the scene's list.
    pub index: usize,
    /// The names of the answer: `["guard", "crate"]`.
    pub names: Vec<String>,
    /// The tick at which it was evaluated.
    pub tick: u64,
    /// The expected fields.
    pub fields: Vec<Field>,
    /// The reason why no answer was found; `None` when one was found.
    pub error: Option<String>,
}

/// One expected field.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The key.
    pub key: String,
    /// A value, or `{ "min", "max" }`.
    pub expected: Value,
    /// The answer.
    pub found: Value,
    /// Whether they agree.
    pub is_met: bool,
}

impl ExpectedOutcome {
    /// Whether an answer was found and all fields agree.
    pub fn is_met(&self) -> bool {
        self.error.is_none() && self.fields.iter().all(|field| field.is_met)
    }

    /// The fields that are not as expected: what was expected, and what was found. `None` when the expectation is met or
    /// has no answer.
    pub fn unmet(&self) -> Option<[String; 2]> {
        let wrong: Vec<&Field> = self.fields.iter().filter(|field| self.error.is_none() && !field.is_met).collect();
        match &wrong[..] {
            [] => None,
            [one] => Some(one.sides()),
            several => {
                let named = |field: &&Field| field.sides_named();
                let sides: Vec<[String; 2]> = several.iter().map(named).collect();
                Some([0, 1].map(|side| sides.iter().map(|sides| &*sides[side]).collect::<Vec<_>>().join(", ")))
            }
        }
    }

    /// `guard · crate: expected outside, found intersect`.
    pub fn line(&self) -> String {
        let at = if self.tick == 0 { String::new() } else { format!(" at tick {}", self.tick) };
        let what = match &self.error {
            Some(error) => error.clone(),
            None if self.is_met() => {
                let found = self.fields.iter().map(|field| field.in_words(&words::value(&field.key, &field.found)));
                format!("{} as expected", found.collect::<Vec<_>>().join(", "))
            }
            None => {
                let wrong = self.fields.iter().filter(|field| !field.is_met).map(Field::wrong);
                wrong.collect::<Vec<_>>().join("; ")
            }
        };
        format!("{}{at}: {what}", self.names.join(" · "))
    }
}

impl Field {
    fn in_words(&self, value: &str) -> String {
        match &*self.key {
            "verdict" | "status" => value.to_owned(),
            key => format!("{} {value}", key.replace('_', " ")),
        }
    }

    /// `expected outside, found intersect`.
    fn wrong(&self) -> String {
        let [expected, found] = self.sides();
        format!("expected {expected}, found {found}")
    }

    /// What is expected, and what was found, each with the name of the field.
    fn sides_named(&self) -> [String; 2] {
        let [expected, found] = self.sides();
        [expected, self.in_words(&found)]
    }

    /// What is expected, with the name of the field, and what was found.
    fn sides(&self) -> [String; 2] {
        let Self { key, expected, found, .. } = self;
        let (expected, found) = match (expected.get("min"), expected.get("max")) {
            (Some(min), Some(max)) => {
                let [min, max, found] = words::values(key, [min, max, found]);
                (format!("{min} to {max}"), found)
            }
            (Some(end), None) | (None, Some(end)) => {
                let side = if expected.get("min").is_some() { "at least" } else { "at most" };
                let [end, found] = words::values(key, [end, found]);
                (format!("{side} {end}"), found)
            }
            (None, None) => words::values_apart(key, expected, found).into(),
        };
        [self.in_words(&expected), found]
    }
}

/// Evaluates all expectations of a scene. The outcomes have their order. Numbers may differ by the tolerance of
/// `check`.
///
/// `depth` answers the occlusion queries. The world is computed once for each tick of an expectation, and only the
/// expected answers are computed.
pub fn outcomes(content: Content, depth: &mut Answerer) -> Vec<ExpectedOutcome> {
    outcomes_of(content, &content.scene.expect, depth)
}

/// The same for other expectations of the scene, such as the goal of a lesson.
pub(super) fn outcomes_of(
    content: Content,
    expectations: &[Expectation],
    depth: &mut Answerer,
) -> Vec<ExpectedOutcome> {
    let tolerance = content.scene.check.as_ref().map_or(TOLERANCE, |check| check.tolerance.number());
    let answers = named_answer::answers(content, expectations, depth);
    let outcomes = expectations.iter().zip(answers).enumerate();
    outcomes.map(|(index, (expected, answer))| outcome(index, expected, answer, tolerance)).collect()
}

/// The expectation with the present values of some fields of its answer. A field that the answer does not have is left
/// out.
///
/// # Errors
/// When no answer has these names.
pub fn of_present(world: &World, named: &Expectation, fields: &[&str]) -> Result<Expectation, String> {
    let requested: Vec<Section> = section(named).into_iter().collect();
    let report = Report::within(world, Scope { problems: false, ..json::scope(Some(&requested)) });
    let mut asked = named.clone();
    asked.keys.extend(fields.iter().map(|field| ((*field).to_owned(), Value::Null)));
    let answer = answer(world, &report, &asked)?;
    let mut expected = named.clone();
    for field in fields {
        match answer.get(field) {
            None | Some(Value::Null) => {}
            // Of the running nodes, the innermost.
            Some(Value::Array(running)) if *field == "running" => {
                expected.keys.extend(running.last().map(|last| ((*field).to_owned(), last.clone())));
            }
            Some(value) => {
                expected.keys.insert((*field).to_owned(), value.clone());
            }
        }
    }
    if expected.fields().next().is_some() {
        return Ok(expected);
    }
    Err(answer.get("error").and_then(Value::as_str).unwrap_or("there is no answer").to_owned())
}

fn outcome(index: usize, expected: &Expectation, answer: Result<Value, String>, tolerance: f64) -> ExpectedOutcome {
    // The object comes after the camera or ray.
    let keys = NAMING_KEYS.into_iter().filter(|key| *key != "object").chain(["object"]);
    let names = keys.filter(|key| expected.keys.contains_key(*key));
    let names = names.map(|key| expected.name(key).unwrap_or(key).to_owned()).collect();
    let mut outcome = ExpectedOutcome { index, names, tick: expected.tick(), fields: Vec::new(), error: None };
    let answer = match answer {
        Ok(answer) => answer,
        Err(error) => return ExpectedOutcome { error: Some(error), ..outcome },
    };
    for (key, wanted) in expected.fields() {
        let Some(found) = answer.get(key) else {
            let keys: Vec<&str> = answer.as_object().into_iter().flatten().map(|(key, _)| &**key).collect();
            let why = match answer.get("error").and_then(Value::as_str) {
                Some(error) => format!("there is no answer: {error}"),
                None => format!("the answer has no field `{key}`; its fields are {}", keys.join(", ")),
            };
            outcome.error = Some(why);
            return outcome;
        };
        // A hit, and what covers an object, are expected by the name of the object or image.
        let name = |entry: &Value| entry.get("object").cloned().unwrap_or_default();
        let found = match found {
            nearest @ Value::Object(_) if key == "nearest" => name(nearest),
            Value::Array(covers) if key == "covered_by" => covers.iter().map(name).collect(),
            found => found.clone(),
        };
        let is_met = meets(wanted, &found, tolerance);
        outcome.fields.push(Field { key: key.to_owned(), expected: wanted.clone(), found, is_met });
    }
    outcome
}

/// Whether a value agrees with an expected one. A list agrees with a text that it contains, as `running` with the name
/// of a running node.
fn meets(wanted: &Value, found: &Value, tolerance: f64) -> bool {
    match (wanted, found) {
        (Value::Object(range), found) => {
            let end = |key| range.get(key).and_then(Value::as_f64);
            found.as_f64().is_some_and(|found| {
                end("min").is_none_or(|min| found >= min - tolerance)
                    && end("max").is_none_or(|max| found <= max + tolerance)
            })
        }
        (Value::String(_), Value::Array(list)) => list.contains(wanted),
        (wanted, found) => is_same(wanted, found, tolerance),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;
    use crate::report::occlusion::entry::without_depth;
    use crate::scene::parse;

    const SCENE: &str = r#"{ "eyeline": 1, "cameras": [{ "name": "guard" }], "octree": {},
        "objects": [{ "name": "crate", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, -5] }],
        "rays": [{ "name": "aim", "origin": [0, 0, 5], "direction": [0, 0, -1] },
                 { "name": "beside", "origin": [9, 0, 5], "direction": [0, 0, -1] }],
        "agents": [{ "name": "g", "tree": { "action": { "name": "hold", "wait": { "ticks": 100 } } } }],
        "expect": [EXPECT] }"#;

    #[test]
    fn each_is_met_or_not_with_what_was_found() {
        for (expected, line) in [
            (r#"{ "camera": "guard", "object": "crate", "verdict": "inside" }"#, "guard · crate: inside as expected"),
            (
                r#"{ "camera": "guard", "object": "crate", "verdict": "outside" }"#,
                "guard · crate: expected outside, found inside",
            ),
            (
                r#"{ "ray": "aim", "nearest": "crate", "t": { "min": 9, "max": 9 } }"#,
                "aim: nearest crate, t 9 as expected",
            ),
            (r#"{ "ray": "aim", "nearest": null }"#, "aim: expected nearest nothing, found crate"),
            (r#"{ "ray": "aim", "object": "crate", "t": { "max": 8 } }"#, "aim · crate: expected t at most 8, found 9"),
            (r#"{ "octree": true, "candidate_count": 0 }"#, "octree: candidate count 0 as expected"),
            (
                r#"{ "agent": "g", "tick": 3, "status": "running", "running": "hold" }"#,
                "g at tick 3: running, running hold as expected",
            ),
            (r#"{ "agent": "g", "tick": 3, "running": "attack" }"#, "g at tick 3: expected running attack, found hold"),
            (r#"{ "agent": "g", "running": "hold" }"#, "g: expected running hold, found none"),
            (r#"{ "ray": "aim", "t": { "min": 9.001, "max": 9.002 } }"#, "aim: expected t 9.001 to 9.002, found 9"),
            (r#"{ "ray": "aim", "t": { "max": 8.99989 } }"#, "aim: expected t at most 8.9999, found 9"),
            (r#"{ "ray": "beside", "t": { "max": 8 } }"#, "beside: expected t at most 8, found none"),
            (r#"{ "ray": "beside", "nearest": null, "t": null }"#, "beside: nearest nothing, t none as expected"),
            (r#"{ "ray": "aim", "tick": 4, "nearest": "crate" }"#, "aim at tick 4: nearest crate as expected"),
            (
                r#"{ "camera": "guard", "object": "crate", "margin": { "min": 100 } }"#,
                "guard · crate: expected margin at least +100, found +3.866",
            ),
            (r#"{ "octree": true, "object": "crate", "level": { "max": 2 } }"#, "octree · crate: level 0 as expected"),
            (r#"{ "agent": "g", "status": "success" }"#, "g: expected success, found inactive"),
        ] {
            let scene = parse(&SCENE.replace("EXPECT", expected), "a.json").unwrap();
            let files = Files::default();
            let found = outcomes(Content { scene: &scene, files: &files }, &mut without_depth);
            assert_eq!(found[0].line(), line);
            assert_eq!(found[0].is_met(), line.ends_with("as expected"));
        }
    }

    #[test]
    fn a_present_answer_is_met_where_it_was_taken() {
        for (named, fields, keys) in [
            (r#"{ "agent": "g", "tick": 3 }"#, &["status", "running"][..], r#""status":"running","running":"hold""#),
            (r#"{ "octree": true, "object": "crate" }"#, &["level", "index"], r#""level":0,"index":0"#),
        ] {
            let mut scene = parse(&SCENE.replace("EXPECT", ""), "a.json").unwrap();
            let files = Files::default();
            let named: Expectation = serde_json::from_str(named).unwrap();
            let world = World::at(&scene, &files, named.tick());
            let expected = of_present(&world, &named, fields).unwrap();
            assert!(serde_json::to_string(&expected).unwrap().ends_with(&format!("{keys}}}")), "{expected:?}");
            scene.expect.push(expected);
            assert!(outcomes(Content { scene: &scene, files: &files }, &mut without_depth)[0].is_met());
        }
    }
}
