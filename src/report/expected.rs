//! Whether the expectations of a scene are met, each with the answer that was found.

use serde_json::Value;

use super::brief::octree_counts;
use super::difference::words;
use super::json::{self, Section};
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
pub fn outcomes(content: Content) -> Vec<Outcome> {
    let tolerance = content.scene.check.as_ref().map_or(TOLERANCE, |check| check.tolerance.number);
    let mut order: Vec<(usize, &Expectation)> = content.scene.expect.iter().enumerate().collect();
    // Each tick is computed once.
    order.sort_by_key(|(_, expected)| expected.tick());
    let mut found = Vec::with_capacity(order.len());
    for at_tick in order.chunk_by(|(_, a), (_, b)| a.tick() == b.tick()) {
        let world = World::at(content.scene, content.files, at_tick[0].1.tick());
        let mut sections = Sections { world: &world, written: Vec::new() };
        let at_tick = at_tick.iter();
        found.extend(at_tick.map(|(index, expected)| outcome(*index, expected, sections.answer(expected), tolerance)));
    }
    found.sort_by_key(|outcome| outcome.index);
    found
}

/// Some fields of the present answer that an expectation names, as the same expectation of these values. A field that the
/// answer does not have is left out.
///
/// # Errors
/// When there is no answer.
pub fn of_present(world: &World, named: &Expectation, fields: &[&str]) -> Result<Expectation, String> {
    let answer = Sections { world, written: Vec::new() }.answer(named)?;
    let mut expected = named.clone();
    for field in fields {
        match answer.get(field) {
            None | Some(Value::Null) => {}
            // Of the nodes that run, the innermost is the one that acts.
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

/// The sections of the full report of a world, each written when it is needed first.
struct Sections<'w> {
    world: &'w World,
    written: Vec<(Section, Value)>,
}

impl Sections<'_> {
    fn section(&mut self, section: Section) -> Result<&Value, String> {
        let place = if let Some(place) = self.written.iter().position(|(other, _)| *other == section) {
            place
        } else {
            let mut text = Vec::new();
            json::write_world(self.world, "", Some(&[section]), &mut text).map_err(|error| error.to_string())?;
            let mut report: Value = serde_json::from_slice(&text).map_err(|error| error.to_string())?;
            self.written.push((section, report[section.word()].take()));
            self.written.len() - 1
        };
        Some(&self.written[place].1).filter(|section| !section.is_null()).ok_or_else(missing)
    }

    /// The answer that an expectation names: the entry of the full report.
    fn answer(&mut self, expected: &Expectation) -> Result<Value, String> {
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
        let section = self.section(section)?;
        let find = |list: &Value, key: &str, name: &str| list.as_array()?.iter().find(|one| one[key] == name).cloned();
        let entry = match entry {
            Some(entry) => section.as_array().and_then(|list| list.iter().find(|one| one[list_key] == entry)),
            None => Some(section),
        };
        let entry = entry.ok_or_else(missing)?;
        if let Some(object) = name("object") {
            return match entry.get("objects") {
                Some(objects) => {
                    find(objects, "object", object).ok_or_else(|| "it has no answer at this tick".to_owned())
                }
                None => Ok(entry.clone()),
            };
        }
        if list_key.is_empty() {
            return Ok(octree_counts(entry));
        }
        // The answers about single objects are not asked for here.
        let fields = entry.as_object().into_iter().flatten().filter(|(key, _)| *key != "objects");
        let mut found = Value::Object(fields.map(|(key, value)| (key.clone(), value.clone())).collect());
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
}

fn missing() -> String {
    "this version does not answer it".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;
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
            let found = outcomes(Content { scene: &scene, files: &files });
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
            assert!(outcomes(Content { scene: &scene, files: &files })[0].is_met());
        }
    }
}
