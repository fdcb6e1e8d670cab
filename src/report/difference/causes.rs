//! Which differences follow from an error: an answer that has an error now, and an answer that depends on an item without
//! an answer.
//!
//! An item depends on another one when its entry in the scene names it, also through others: a camera on the recording that
//! it is attached to, a tap on its session. The objects of a model depend on the model.

use std::collections::{HashMap, HashSet, VecDeque};

use serde_json::Value;

use super::answers::answers;
use super::change::{ChangeKind, Difference, DifferenceKind, FieldChange};

/// The items of a scene that have no answer, with the items that depend on them, each with the text of the error.
#[derive(Debug, Default)]
pub struct Causes {
    /// By the name of the item.
    errors: HashMap<String, String>,
    /// Whether a model has an error, so that its objects are in no answer.
    has_lost_model: bool,
}

impl Causes {
    /// The errors of a report, full or brief, and what depends on them in its scene.
    pub fn of(report: &Value, scene: &Value) -> Self {
        let mut found = Self::default();
        let error = |answer: &Value| answer.get("error").and_then(Value::as_str).map(str::to_owned);
        for answer in answers(report).list {
            if let (Some(name), Some(Value::String(error))) = (answer.names.last(), answer.fields.get("error")) {
                found.errors.entry(name.clone()).or_insert_with(|| error.clone());
            }
        }
        let mut models = report.get("models").and_then(Value::as_array).into_iter().flatten();
        found.has_lost_model = models.find_map(error).is_some();
        found.add_dependents(scene);
        found
    }

    /// Adds the named entries of a scene that name one of the items, until there are no more.
    fn add_dependents(&mut self, scene: &Value) {
        if self.errors.is_empty() {
            return;
        }
        let lists = scene.as_object().into_iter().flatten().filter(|(key, _)| *key != "expect" && *key != "check");
        let entries = lists.filter_map(|(_, list)| list.as_array()).flatten();
        // By the name that an entry contains, the names of the entries.
        let mut dependents: HashMap<&str, HashSet<&str>> = HashMap::new();
        for entry in entries {
            let Some(name) = entry.get("name").and_then(Value::as_str) else { continue };
            let mut texts = Vec::new();
            gather_texts(entry, &mut texts);
            for text in texts.into_iter().filter(|text| *text != name) {
                dependents.entry(text).or_default().insert(name);
                if let Some((model, _)) = text.split_once('/') {
                    dependents.entry(model).or_default().insert(name);
                }
            }
        }
        let mut queue: VecDeque<(String, String)> = self.errors.clone().into_iter().collect();
        while let Some((name, error)) = queue.pop_front() {
            let mut names: Vec<&&str> = dependents.get(&*name).into_iter().flatten().collect();
            names.sort_unstable();
            for dependent in names {
                if !self.errors.contains_key(*dependent) {
                    self.errors.insert((*dependent).to_owned(), error.clone());
                    queue.push_back(((*dependent).to_owned(), error.clone()));
                }
            }
        }
    }

    /// The error from which a difference follows; `None` for a difference of its own.
    pub fn of_difference<'c>(&'c self, difference: &'c Difference) -> Option<&'c str> {
        if let Some(error) = difference.error() {
            return Some(error);
        }
        if difference.is_rename() {
            return None;
        }
        self.of_names(&difference.names).or_else(|| match &difference.what {
            DifferenceKind::Changes(changes) => self.of_changes(changes),
            _ => None,
        })
    }

    /// The error from which the answer with these names follows.
    pub fn of_names(&self, names: &[String]) -> Option<&str> {
        names.iter().find_map(|name| self.error_of(name))
    }

    /// The error of an item, or of the model that it is in.
    fn error_of(&self, name: &str) -> Option<&str> {
        let model = name.split_once('/').map(|(model, _)| model);
        [Some(name), model].into_iter().flatten().find_map(|name| self.errors.get(name)).map(|error| &**error)
    }

    /// The error when each change that is none of a number is about an item without an answer. A number beside such a
    /// change is the count of what is missing.
    fn of_changes(&self, changes: &[FieldChange]) -> Option<&str> {
        let mut found = None;
        for change in changes {
            let error = match &change.how {
                ChangeKind::Value { before, after } if before.is_number() || after.is_number() => continue,
                ChangeKind::Value { before, .. } => self.error_in(before),
                ChangeKind::Items { removed, added } => {
                    let mut errors = removed.iter().chain(added).map(|item| self.error_in(item));
                    errors.try_fold(None, |_, error| error.map(Some)).flatten()
                }
            };
            found = Some(error?);
        }
        // Counts alone change when a whole model is missing.
        found.or_else(|| self.errors.values().min().filter(|_| self.has_lost_model).map(|error| &**error))
    }

    fn error_in(&self, value: &Value) -> Option<&str> {
        let mut texts = Vec::new();
        gather_texts(value, &mut texts);
        texts.into_iter().find_map(|text| self.error_of(text))
    }
}

/// All texts in a value.
fn gather_texts<'v>(value: &'v Value, texts: &mut Vec<&'v str>) {
    match value {
        Value::String(text) => texts.push(text),
        Value::Array(list) => list.iter().for_each(|item| gather_texts(item, texts)),
        Value::Object(map) => map.values().for_each(|value| gather_texts(value, texts)),
        _ => {}
    }
}
