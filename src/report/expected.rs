//! Whether the expectations of a scene are met, each with the answer that was found.

use serde_json::Value;

use super::brief::octree_counts;
use super::difference::words;
use super::json::{self, Section};
use super::occlusion::Ask;
use crate::files::Content;
use crate::report::difference::{TOLERANCE, is_same};
use crate::scene::{Expectation, NAMING_KEYS};
use crate::world::World;

/// What became of one expectation.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Its index in the scene's list.
    pub index: usize,
    /// Whose answer it is: `["guard", "crate"]`.
    pub names: Vec<String>,
    /// The tick at which it was evaluated.
    pub tick: u64,
    /// Each expected field.
    pub fields: Vec<Field>,
    /// Why there is no answer to compare with.
    pub error: Option<String>,
}

/// One expected field.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its key.
    pub key: String,
    /// A value, or `{ "min", "max" }`.
    pub expected: Value,
    /// The answer.
    pub found: Value,
    /// Whether they agree.
    pub is_met: bool,
}

impl Outcome {
    /// Whether everything is as expected.
    pub fn is_met(&self) -> bool {
        self.error.is_none() && self.fields.iter().all(|field| field.is_met)
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
                let wrong = self.fields.iter().filter(|field| !field.is_met).map(|field| {
                    let expected = field.in_words(&range_or_value(&field.key, &field.expected));
                    format!("expected {expected}, found {}", words::value(&field.key, &field.found))
                });
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
}

fn range_or_value(key: &str, expected: &Value) -> String {
    let end = |end: &str| expected.get(end).map(|end| words::value(key, end));
    match (end("min"), end("max")) {
        (Some(min), Some(max)) => format!("{min} to {max}"),
        (Some(min), None) => format!("at least {min}"),
        (None, Some(max)) => format!("at most {max}"),
        (None, None) => words::value(key, expected),
    }
}

/// Evaluates all expectations of a scene, in their order. Numbers may differ by the tolerance of `check`.
pub fn outcomes(content: Content, depth: &mut Ask) -> Vec<Outcome> {
    let tolerance = content.scene.check.as_ref().map_or(TOLERANCE, |check| check.tolerance.number);
    let mut worlds: Vec<(u64, World)> = Vec::new();
    let outcome = |(index, expected): (usize, &Expectation)| {
        let tick = expected.tick();
        if worlds.last().is_none_or(|(at, _)| *at != tick) {
            worlds = vec![(tick, World::at(content.scene, content.files, tick))];
        }
        let answer = answer(&worlds[0].1, expected, depth);
        outcome(index, expected, answer, tolerance)
    };
    content.scene.expect.iter().enumerate().map(outcome).collect()
}

fn outcome(index: usize, expected: &Expectation, answer: Result<Value, String>, tolerance: f64) -> Outcome {
    let names = NAMING_KEYS.into_iter().filter(|key| expected.keys.contains_key(*key));
    let names = names.map(|key| expected.name(key).unwrap_or(key).to_owned()).collect();
    let mut outcome = Outcome { index, names, tick: expected.tick(), fields: Vec::new(), error: None };
    let answer = match answer {
        Ok(answer) => answer,
        Err(error) => return Outcome { error: Some(error), ..outcome },
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
        // The thing that is hit is expected by its name.
        let found = match found {
            Value::Object(nearest) if key == "nearest" => nearest.get("object").cloned().unwrap_or_default(),
            found => found.clone(),
        };
        let is_met = meets(wanted, &found, tolerance);
        outcome.fields.push(Field { key: key.to_owned(), expected: wanted.clone(), found, is_met });
    }
    outcome
}

/// Whether an answer is what is expected. A list holds an expected text: `running` the name of a node that runs.
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

/// The answer that an expectation names: the entry of the full report.
fn answer(world: &World, expected: &Expectation, depth: &mut Ask) -> Result<Value, String> {
    let name = |key: &str| expected.name(key);
    let (section, list_key, entry) = if let Some(camera) = name("camera") {
        (Section::Frusta, "camera", Some(camera))
    } else if let Some(ray) = name("ray") {
        (Section::Rays, "ray", Some(ray))
    } else if let Some(agent) = name("agent") {
        (Section::Agents, "agent", Some(agent))
    } else if let Some(image) = name("image") {
        (Section::Images, "image", Some(image))
    } else if let Some(query) = name("occlusion") {
        (Section::Occlusion, "name", Some(query))
    } else {
        (Section::Octree, "", None)
    };
    let mut text = Vec::new();
    json::write_world(world, "", Some(&[section]), depth, &mut text).map_err(|error| error.to_string())?;
    let report: Value = serde_json::from_slice(&text).map_err(|error| error.to_string())?;
    let missing = || "this version does not answer it".to_owned();
    let section = report.get(section.word()).ok_or_else(missing)?;
    let find = |list: &Value, key: &str, name: &str| list.as_array()?.iter().find(|one| one[key] == name).cloned();
    let mut found = match entry {
        Some(entry) => find(section, list_key, entry).ok_or_else(missing)?,
        None => octree_counts(section),
    };
    if let Some(object) = name("object") {
        return match found.get("objects") {
            Some(objects) => find(objects, "object", object).ok_or_else(|| "it has no answer at this tick".to_owned()),
            None => Ok(found),
        };
    }
    // A ray without an object is answered by its nearest hit.
    if list_key == "ray"
        && let Some(nearest) = found.get("nearest").cloned()
    {
        for key in ["t", "distance", "feature"] {
            found[key] = nearest.get(key).cloned().unwrap_or_default();
        }
    }
    if list_key == "agent" {
        found["running"] = super::brief::running(&found);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;
    use crate::report::occlusion::without_depth;
    use crate::scene::parse;

    const SCENE: &str = r#"{ "eyeline": 1, "cameras": [{ "name": "guard" }], "octree": {},
        "objects": [{ "name": "crate", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, -5] }],
        "rays": [{ "name": "aim", "origin": [0, 0, 5], "direction": [0, 0, -1] }],
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
            (r#"{ "ray": "aim", "object": "crate", "t": { "max": 8 } }"#, "crate · aim: expected t at most 8, found 9"),
            (r#"{ "octree": true, "candidate_count": 0 }"#, "octree: candidate count 0 as expected"),
            (
                r#"{ "agent": "g", "tick": 3, "status": "running", "running": "hold" }"#,
                r#"g at tick 3: running, running ["hold"] as expected"#,
            ),
            (r#"{ "agent": "g", "status": "success" }"#, "g: expected success, found inactive"),
        ] {
            let scene = parse(&SCENE.replace("EXPECT", expected), "a.json").unwrap();
            let files = Files::default();
            let found = outcomes(Content { scene: &scene, files: &files }, &mut without_depth);
            assert_eq!(found[0].line(), line);
            assert_eq!(found[0].is_met(), line.ends_with("as expected"));
        }
    }
}
