//! Rules for expectations: each names an existing answer, and at least one of its fields.

use serde_json::Value;

use super::check::Check;
use super::words::UP_TO_LAST_TICK;
use crate::scene::document::{Expectation, LAST_TICK, NAMING_KEYS};
use crate::scene::names::{InModel, Kind};
use crate::scene::read::hint::such_as;
use crate::source::error::quoted;
use crate::source::place::ValuePath;

/// The keys that name the answers of one kind, and the fields that such an answer has.
type Answers = (&'static [&'static str], &'static [&'static str]);

const ANSWERS: &[Answers] = &[
    (&["camera", "object"], &["verdict", "rejected_by", "margin", "exact", "mesh", "error"]),
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
        &["frames", "start", "duration", "tracked_ratio", "lost", "path_length", "jumps", "anchors", "error"],
    ),
    (&["tap"], &["type", "anchor", "distance", "rules_differ", "error"]),
    (&["skin"], &["joints", "vertices", "max_influences", "weights", "bounds", "escapes", "first_escape"]),
    (&["cut"], &["loops", "open_loops", "off_plane", "error"]),
    (&["image"], &["solid_cells", "uncovered_pixels", "method", "threshold", "has_alpha", "error"]),
];

impl<'s> Check<'s> {
    pub(super) fn expectation(&mut self, expected: &'s Expectation, at: &ValuePath) {
        let before = self.violations.len();
        let named: Vec<&'static str> = NAMING_KEYS.into_iter().filter(|key| expected.keys.contains_key(*key)).collect();
        for &key in &named {
            let Some(name) = expected.name(key) else { continue };
            let place = at.key(key);
            match key {
                "camera" => self.reference(name, Kind::Camera, place),
                "object" if named.contains(&"ray") => self.target(name, place),
                "object" | "skin" => self.reference(name, Kind::Object, place),
                "ray" => self.reference(name, Kind::Ray, place),
                "agent" => self.reference(name, Kind::Agent, place),
                "image" => self.reference(name, Kind::Image, place),
                "occlusion" => self.reference(name, Kind::Occlusion, place),
                "session" => self.reference(name, Kind::Session, place),
                "tap" => self.reference(name, Kind::Tap, place),
                "cut" => self.reference(name, Kind::Cut, place),
                _ => self.push(place, format!("there is no {key} named {}", quoted(name)), None::<String>),
            }
        }
        if expected.keys.get("octree") == Some(&Value::Bool(false)) {
            self.push(at.key("octree"), "`octree` must be `true`", Some("it selects the octree's answer"));
        } else if named.contains(&"octree") && !self.names.has_octree() {
            self.push(at.key("octree"), "the scene has no octree", such_as("octree"));
        }
        if let Some(Value::String(nearest)) = expected.keys.get("nearest") {
            self.target(nearest, at.key("nearest"));
        }
        self.rules(at, &[(expected.tick() <= LAST_TICK, "tick", UP_TO_LAST_TICK)]);
        if self.violations.len() > before {
            return;
        }
        let same = |keys: &[&str]| keys.len() == named.len() && keys.iter().all(|key| named.contains(key));
        let Some((_, fields)) = ANSWERS.iter().find(|(keys, _)| same(keys)) else {
            let all: Vec<String> = ANSWERS.iter().map(|(keys, _)| format!("`{}`", keys.join("` and `"))).collect();
            let message = if named.is_empty() {
                "this expectation has no key that selects an answer"
            } else {
                "no answer is selected by this combination of keys"
            };
            return self.push(at.clone(), message, Some(format!("an answer is selected by {}", all.join(", or "))));
        };
        if let Some((unknown, _)) = expected.fields().find(|(field, _)| !fields.contains(field)) {
            let known: Vec<String> = fields.iter().map(|field| format!("`{field}`")).collect();
            let message = format!("the answer has no field {}", quoted(unknown));
            self.push(at.clone(), message, Some(format!("its fields are {}", known.join(", "))));
        } else if expected.fields().next().is_none() {
            let known: Vec<String> = fields.iter().map(|field| format!("`{field}`")).collect();
            let help = format!("add a field with its value, one of {}", known.join(", "));
            self.push(at.clone(), "this expectation has no field of the answer", Some(help));
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
