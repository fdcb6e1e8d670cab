//! Rules for expectations: each names an existing answer, and at least one of its fields.

use serde_json::Value;

use super::check::Check;
use super::words::UP_TO_LAST_TICK;
use crate::scene::document::{Expectation, LAST_TICK, NAMING_KEYS};
use crate::scene::names::{InModel, Kind};
use crate::scene::read::hint::such_as;
use crate::source::error::quoted;
use crate::source::place::ValuePath;
use crate::source::suggest::nearest;

/// The keys that name the answers of one kind, and the fields that such an answer has.
type Answers = (&'static [&'static str], &'static [&'static str]);

const ANSWERS: &[Answers] = &[
    (
        &["camera", "object"],
        &[
            "verdict",
            "rejected_by",
            "margin",
            "exact",
            "mesh",
            "seen",
            "pixels",
            "share",
            "rect",
            "reason",
            "covered_by",
            "error",
        ],
    ),
    (&["ray"], &["nearest", "t", "distance", "feature", "error"]),
    (&["ray", "object"], &["hit", "t", "distance", "feature", "reason", "exact", "alpha", "error"]),
    (&["octree"], &["method", "depth", "candidate_count", "overlap_count", "brute_force_pairs"]),
    (&["octree", "object"], &["level", "morton", "index", "outside", "error"]),
    (&["agent"], &["status", "running", "error"]),
    (
        &["occlusion"],
        &["collides", "exact", "verdict", "separation", "limits", "method", "resolution", "draws", "queries", "error"],
    ),
    (
        &["session"],
        &[
            "frames",
            "start",
            "duration",
            "tracked_ratio",
            "lost",
            "path_length",
            "jumps",
            "anchors",
            "error",
            "error.reference",
            "error.pairs",
            "error.unmatched",
            "error.rmse",
            "error.mean",
            "error.median",
            "error.max",
            "error.rpe_rmse",
            "error.turn_rmse",
            "error.rpe_turn_rmse",
            "error.segment_translation",
            "error.segment_turn",
        ],
    ),
    (&["tap"], &["type", "anchor", "distance", "rules_differ", "error"]),
    (&["skin"], &["joints", "vertices", "max_influences", "weights", "bounds", "escapes", "first_escape", "enclosing"]),
    (&["cut"], &["loops", "open_loops", "off_plane", "error"]),
    (&["leak"], &["leaks", "length", "narrowest", "narrowest.width", "resolution", "reason", "error"]),
    (
        &["collider"],
        &[
            "within",
            "render_to_collider",
            "render_to_collider.distance",
            "collider_to_render",
            "collider_to_render.distance",
            "reason",
            "error",
        ],
    ),
    (&["trace"], &["answers", "disagreements"]),
    (&["image"], &["solid_cells", "uncovered_pixels", "method", "threshold", "has_alpha", "error"]),
];

/// The words that a field of an answer can have. `null` is allowed beside them for a field that may be absent.
struct FieldWords {
    /// The first key that names the answer.
    of: &'static str,
    field: &'static str,
    words: &'static [&'static str],
    /// The starts of words that have a number, such as `triangle 4`.
    numbered: &'static [&'static str],
    may_be_null: bool,
}

const CLASSES: &[&str] = &["inside", "intersect", "outside"];
const MISSES: &[&str] = &["misses", "behind", "beyond", "masked", "transparent"];
const UNSEEN: &[&str] = &["layer", "empty", "frustum", "near", "far", "outside", "faces", "alpha", "covered", "small"];
const SIDES: &[&str] = &["left", "right", "bottom", "top", "near", "far"];
const STATUSES: &[&str] = &["inactive", "running", "success", "failure", "skipped"];
const FEATURES: &[&str] = &["inside", "+x", "-x", "+y", "-y", "+z", "-z", "surface", "top", "bottom", "side", "base"];

const WORDS: &[FieldWords] = &[
    words_of("camera", "verdict", CLASSES),
    words_of("camera", "exact", CLASSES),
    FieldWords { may_be_null: true, ..words_of("camera", "rejected_by", SIDES) },
    FieldWords { may_be_null: true, ..words_of("camera", "reason", UNSEEN) },
    FieldWords {
        numbered: &["face ", "triangle ", "cell "],
        may_be_null: true,
        ..words_of("ray", "feature", FEATURES)
    },
    FieldWords { may_be_null: true, ..words_of("ray", "reason", MISSES) },
    words_of("agent", "status", STATUSES),
    words_of("occlusion", "verdict", &["true_positive", "true_negative", "false_positive", "false_negative"]),
    words_of("occlusion", "method", &["view", "fixed", "axes"]),
    words_of("octree", "method", &["tight", "loose"]),
    words_of("image", "method", &["exact", "odd_block"]),
    words_of("leak", "reason", &["starts_inside", "undecided"]),
    words_of("collider", "reason", &["undecided"]),
];

const fn words_of(of: &'static str, field: &'static str, words: &'static [&'static str]) -> FieldWords {
    FieldWords { of, field, words, numbered: &[], may_be_null: false }
}

/// All words that a field of an answer can have, with `null` when it may be absent. `None` for a field of numbers, names or
/// numbered words.
pub(crate) fn words_of_field(named: &Expectation, field: &str) -> Option<Vec<Value>> {
    let words = WORDS.iter().find(|words| words.field == field && named.keys.contains_key(words.of))?;
    let null = words.may_be_null.then_some(Value::Null);
    words.numbered.is_empty().then(|| words.words.iter().map(|word| Value::from(*word)).chain(null).collect())
}

/// The fields that an expectation of an answer can name. Empty when the keys name no answer.
pub(crate) fn expected_fields(named: &Expectation) -> &'static [&'static str] {
    let keys: Vec<&'static str> = NAMING_KEYS.into_iter().filter(|key| named.keys.contains_key(*key)).collect();
    answers_of(&keys).unwrap_or_default()
}

/// The fields of the answer that keys select.
fn answers_of(keys: &[&str]) -> Option<&'static [&'static str]> {
    let is_selected =
        |(selecting, _): &&Answers| selecting.len() == keys.len() && selecting.iter().all(|key| keys.contains(key));
    ANSWERS.iter().find(is_selected).map(|(_, fields)| *fields)
}

/// A value in a message.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Object(_) => "in a range".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        value => value.to_string(),
    }
}

impl FieldWords {
    /// Whether the answer can be this value.
    fn allow(&self, value: &Value) -> bool {
        match value {
            Value::Null => self.may_be_null,
            Value::String(word) => {
                self.words.contains(&&**word) || self.numbered.iter().any(|start| word.starts_with(start))
            }
            _ => false,
        }
    }

    fn help(&self, value: &Value) -> String {
        let near = value.as_str().and_then(|word| nearest(word, self.words.iter().copied()));
        if let Some(near) = near {
            return format!("did you mean `\"{near}\"`?");
        }
        let numbered = self.numbered.iter().map(|start| format!("`\"{start}0\"`"));
        let words = self.words.iter().map(|word| format!("`\"{word}\"`")).chain(numbered);
        let null = self.may_be_null.then(|| "`null`".to_owned());
        format!("write one of {}", words.chain(null).collect::<Vec<_>>().join(", "))
    }
}

impl<'s> Check<'s> {
    pub(super) fn expectation(&mut self, expected: &'s Expectation, at: &ValuePath) {
        let before = self.violations.len();
        if let Some(Value::String(nearest)) = expected.keys.get("nearest") {
            self.target(nearest, at.key("nearest"));
        }
        let Some(fields) = self.answer_of(expected, at) else { return };
        if self.violations.len() > before {
            return;
        }
        if let Some((unknown, _)) = expected.fields().find(|(field, _)| !fields.contains(field)) {
            let known: Vec<String> = fields.iter().map(|field| format!("`{field}`")).collect();
            let message = format!("the answer has no field {}", quoted(unknown));
            self.push(at.clone(), message, Some(format!("its fields are {}", known.join(", "))));
        } else if expected.fields().next().is_none() {
            let known: Vec<String> = fields.iter().map(|field| format!("`{field}`")).collect();
            let help = format!("add a field with its value, one of {}", known.join(", "));
            self.push(at.clone(), "this expectation has no field of the answer", Some(help));
        }
        for words in WORDS.iter().filter(|words| expected.keys.contains_key(words.of)) {
            let Some(value) = expected.keys.get(words.field).filter(|value| !words.allow(value)) else { continue };
            let message = format!("`{}` of this answer is never {}", words.field, shown(value));
            self.push(at.key(words.field), message, Some(words.help(value)));
        }
    }

    /// Checks the keys that select an answer, and returns the fields that an expectation can name. `None` after a violation.
    pub(super) fn answer_of(&mut self, named: &'s Expectation, at: &ValuePath) -> Option<&'static [&'static str]> {
        let before = self.violations.len();
        let keys: Vec<&'static str> = NAMING_KEYS.into_iter().filter(|key| named.keys.contains_key(*key)).collect();
        for &key in &keys {
            let Some(name) = named.name(key) else { continue };
            let place = at.key(key);
            match key {
                "camera" => self.reference(name, Kind::Camera, place),
                "object" if keys.contains(&"ray") => self.target(name, place),
                "object" | "skin" => self.reference(name, Kind::Object, place),
                "ray" => self.reference(name, Kind::Ray, place),
                "agent" => self.reference(name, Kind::Agent, place),
                "image" => self.reference(name, Kind::Image, place),
                "occlusion" => self.reference(name, Kind::Occlusion, place),
                "session" => self.reference(name, Kind::Session, place),
                "tap" => self.reference(name, Kind::Tap, place),
                "cut" => self.reference(name, Kind::Cut, place),
                "leak" => self.reference(name, Kind::Leak, place),
                "collider" => self.reference(name, Kind::Collider, place),
                "trace" => self.trace_named(name, place),
                _ => self.push(place, format!("there is no {key} named {}", quoted(name)), None::<String>),
            }
        }
        if named.keys.get("octree") == Some(&Value::Bool(false)) {
            self.push(at.key("octree"), "`octree` must be `true`", Some("it selects the octree's answer"));
        } else if keys.contains(&"octree") && !self.names.has_octree() {
            self.push(at.key("octree"), "the scene has no octree", such_as("octree"));
        }
        self.rules(at, &[(named.tick() <= LAST_TICK, "tick", UP_TO_LAST_TICK)]);
        if self.violations.len() > before {
            return None;
        }
        let found = answers_of(&keys);
        if found.is_none() {
            let all: Vec<String> = ANSWERS.iter().map(|(keys, _)| format!("`{}`", keys.join("` and `"))).collect();
            let message = if keys.is_empty() {
                "this expectation has no key that selects an answer"
            } else {
                "no answer is selected by this combination of keys"
            };
            self.push(at.clone(), message, Some(format!("an answer is selected by {}", all.join(", or "))));
        }
        found
    }

    fn trace_named(&mut self, name: &str, at: ValuePath) {
        if !self.names.has_trace() {
            self.push(at, "the scene has no trace", such_as("trace"));
        } else if let Some(own) = self.names.name_of_trace().filter(|own| **own != *name) {
            let help = format!("the trace of the scene is named {}", quoted(&own));
            self.push(at, format!("there is no trace named {}", quoted(name)), Some(help));
        }
    }

    /// The items that a ray can hit: objects and images.
    fn target(&mut self, name: &str, at: ValuePath) {
        let is_target = matches!(
            (self.names.kind(name), self.names.in_model(name)),
            (Some(Kind::Object | Kind::Image), _) | (None, Some(InModel::Found(Kind::Object) | InModel::Unread))
        );
        if !is_target {
            self.reference(name, Kind::Object, at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::behavior::Status;
    use crate::geometry::frustum::Side;
    use crate::occlusion::Method;
    use crate::scene::parse;
    use crate::visibility::Reason;

    #[test]
    fn the_words_are_those_of_the_answers() {
        let words = |of: &str, field: &str| {
            WORDS.iter().find(|words| (words.of, words.field) == (of, field)).map(|words| words.words).unwrap()
        };
        assert_eq!(words("camera", "rejected_by"), Side::ALL.map(Side::word));
        assert_eq!(words("camera", "reason"), Reason::ALL.map(Reason::word));
        assert_eq!(words("occlusion", "method"), Method::ALL.map(Method::word));
        let statuses = [Status::Inactive, Status::Running, Status::Success, Status::Failure, Status::Skipped];
        assert_eq!(words("agent", "status"), statuses.map(Status::word));
        for words in WORDS {
            let has_field = |(keys, fields): &Answers| keys.contains(&words.of) && fields.contains(&words.field);
            assert!(ANSWERS.iter().any(has_field), "{} {}", words.of, words.field);
        }
    }

    #[test]
    fn a_word_that_no_answer_has_is_refused_with_the_nearest_one() {
        let error = |expected: &str| {
            let text = format!(
                "{{ \"eyeline\": 1, \"cameras\": [{{ \"name\": \"guard\" }}],\n\
                 \"objects\": [{{ \"name\": \"crate\", \"shape\": {{ \"sphere\": {{ \"radius\": 1 }} }} }}],\n\
                 \"rays\": [{{ \"name\": \"aim\", \"origin\": [0, 0, 5], \"direction\": [0, 0, -1] }}],\n\
                 \"expect\": [\n{expected}] }}"
            );
            parse(&text, "a.json").err().map(|error| format!("{}:{} {error}", error.line, error.column))
        };
        for (expected, value, words) in [
            (r#"{ "camera": "guard", "object": "crate", "verdict": "insid" }"#, "\"insid\"", "`verdict`"),
            (r#"{ "camera": "guard", "object": "crate", "rejected_by": "nera" }"#, "\"nera\"", "`rejected_by`"),
            (r#"{ "camera": "guard", "object": "crate", "verdict": { "min": 1 } }"#, "{ \"min\"", "never in a range"),
            (r#"{ "ray": "aim", "feature": "sufrace" }"#, "\"sufrace\"", "never"),
            (r#"{ "ray": "aim", "object": "crate", "reason": 3 }"#, "3 }", "never 3"),
        ] {
            let (found, column) = (error(expected).unwrap(), expected.find(value).unwrap() + 1);
            assert!(found.starts_with(&format!("5:{column} ")) && found.contains(words), "{found}");
        }
        for valid in [
            r#"{ "camera": "guard", "object": "crate", "verdict": "inside", "rejected_by": null }"#,
            r#"{ "ray": "aim", "nearest": null, "feature": null }"#,
            r#"{ "ray": "aim", "feature": "triangle 12" }"#,
            r#"{ "ray": "aim", "object": "crate", "exact": [1, 2] }"#,
        ] {
            assert_eq!(error(valid), None, "{valid}");
        }
    }
}
