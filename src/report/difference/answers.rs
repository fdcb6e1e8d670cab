//! A brief report as a flat list of answers, each with its section, its names and its fields.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::change::{Difference, DifferenceKind};

/// One answer.
pub(super) struct ListedAnswer {
    pub(super) section: String,
    pub(super) names: Vec<String>,
    pub(super) fields: Map<String, Value>,
}

impl ListedAnswer {
    pub(super) fn difference(&self, what: DifferenceKind) -> Difference {
        Difference { section: self.section.clone(), names: self.names.clone(), what }
    }
}

/// All answers of a report.
pub(super) struct Answers {
    pub(super) list: Vec<ListedAnswer>,
    index: HashMap<(String, Vec<String>), usize>,
}

impl Answers {
    fn push(&mut self, section: &str, names: &[&str], fields: Map<String, Value>) {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        self.index.entry((section.to_owned(), names.clone())).or_insert(self.list.len());
        self.list.push(ListedAnswer { section: section.to_owned(), names, fields });
    }

    /// The answer of the same section and names.
    pub(super) fn find(&self, of: &ListedAnswer) -> Option<&ListedAnswer> {
        Some(&self.list[*self.index.get(&(of.section.clone(), of.names.clone()))?])
    }

    /// The list with other names.
    pub(super) fn of_list(list: Vec<ListedAnswer>) -> Self {
        let mut index = HashMap::new();
        for (at, answer) in list.iter().enumerate() {
            index.entry((answer.section.clone(), answer.names.clone())).or_insert(at);
        }
        Self { list, index }
    }

    /// The fields of an answer. Those of a camera or a ray have the answers about its objects too.
    pub(super) fn whole_fields(&self, of: &ListedAnswer) -> Map<String, Value> {
        let mut fields = of.fields.clone();
        let [querier] = &of.names[..] else { return fields };
        if !["frusta", "rays"].contains(&&*of.section) {
            return fields;
        }
        let at = self.index.get(&(of.section.clone(), of.names.clone())).map_or(0, |at| at + 1);
        let objects = self.list[at..].iter().map_while(|answer| match &answer.names[..] {
            [parent, object] if parent == querier && answer.section == of.section => {
                let name = [("object".to_owned(), Value::from(&**object))];
                Some(Value::Object(name.into_iter().chain(answer.fields.clone()).collect()))
            }
            _ => None,
        });
        let objects: Vec<Value> = objects.collect();
        fields.insert("objects".to_owned(), objects.into());
        fields
    }

    /// The name of the only item of each section; `None` when a section has several items, or answers about objects.
    pub(super) fn only_names(&self) -> Option<Vec<(&str, &str)>> {
        let mut found: Vec<(&str, &str)> = Vec::new();
        for answer in &self.list {
            let [name] = &answer.names[..] else { return None };
            if found.iter().any(|(section, _)| *section == answer.section) {
                return None;
            }
            found.push((&answer.section, name));
        }
        Some(found)
    }

    /// The model in which all objects are, and their names; `None` when there are several models, or objects in none.
    pub(super) fn only_model(&self) -> Option<(&str, Vec<&str>)> {
        let objects = self.list.iter().filter(|answer| answer.section != "octree");
        let objects: Vec<&str> = objects.filter_map(|answer| answer.names.last().map(|name| &**name)).collect();
        let (model, _) = objects.iter().find_map(|name| name.split_once('/'))?;
        let is_in = |name: &&str| name.split_once('/').is_none_or(|(of, _)| of == model);
        objects.iter().all(is_in).then(|| (model, objects.into_iter().filter(|name| name.contains('/')).collect()))
    }

    /// Whether the answer about an object belongs to a camera or ray of which `holds` is true.
    pub(super) fn is_part_of(&self, answer: &ListedAnswer, holds: impl Fn(&ListedAnswer) -> bool) -> bool {
        let [parent, _] = &answer.names[..] else { return false };
        let parent = self.index.get(&(answer.section.clone(), vec![parent.clone()]));
        parent.is_some_and(|parent| holds(&self.list[*parent]))
    }
}

/// The answers of a brief report in its order.
pub(super) fn answers(report: &Value) -> Answers {
    let mut found = Answers { list: Vec::new(), index: HashMap::new() };
    for (section, value) in report.as_object().into_iter().flatten() {
        match (&**section, value) {
            ("eyeline_report" | "scene" | "tick" | "time" | "ticks", _) => {}
            ("frusta" | "rays", Value::Array(list)) => {
                for querier in list {
                    found.add_querier(section, querier);
                }
            }
            (_, Value::Array(list)) => list.iter().for_each(|entry| found.entry(section, entry)),
            (_, Value::Object(fields)) => found.push(section, &[], fields.clone()),
            (_, other) => found.push(section, &[], [("value".to_owned(), other.clone())].into_iter().collect()),
        }
    }
    found
}

impl Answers {
    /// Adds a camera or ray, and its answer about each object.
    fn add_querier(&mut self, section: &str, querier: &Value) {
        let key = if section == "rays" { "ray" } else { "camera" };
        let name = querier[key].as_str().unwrap_or_default();
        let mut fields: Map<String, Value> = querier.as_object().cloned().unwrap_or_default();
        fields.retain(|field, _| field != key && field != "objects");
        // Only the name of the nearest hit; its numbers are in the answer about the object.
        if let Some(nearest) = fields.get_mut("nearest") {
            *nearest = nearest["object"].clone();
        }
        self.push(section, &[name], fields);
        for object in querier["objects"].as_array().into_iter().flatten() {
            let mut fields = object.as_object().cloned().unwrap_or_default();
            fields.retain(|field, _| field != "object");
            self.push(section, &[name, object["object"].as_str().unwrap_or_default()], fields);
        }
    }

    /// Adds an entry of another list, identified by its `name` or else by its first text.
    fn entry(&mut self, section: &str, entry: &Value) {
        let Value::Object(entry) = entry else {
            return self.push(section, &[], [("value".to_owned(), entry.clone())].into_iter().collect());
        };
        let first = entry.iter().find(|(_, value)| value.is_string()).map(|(key, _)| &**key);
        let key = if entry.contains_key("name") { Some("name") } else { first };
        let name = key.and_then(|key| entry[key].as_str()).unwrap_or_default();
        let fields = entry.iter().filter(|(field, _)| Some(field.as_str()) != key);
        let field = |(key, value): (&String, &Value)| match value {
            Value::Array(list) if section == "agents" && key == "events" => (key.clone(), events(list)),
            value => (key.clone(), value.clone()),
        };
        self.push(section, &[name], fields.map(field).collect());
    }
}

/// The events of an agent with the paths of their nodes in place of the indices, which change when a node is inserted.
fn events(list: &[Value]) -> Value {
    let path_of = |event: &Value| Some((event.get("node")?.as_u64()?, event.get("path")?.clone()));
    let paths: HashMap<u64, Value> = list.iter().filter_map(path_of).collect();
    let event = |event: &Value| {
        let mut event = event.clone();
        if let Value::Object(fields) = &mut event
            && fields.contains_key("path")
        {
            fields.shift_remove("node");
            // A cause without an event in the list is dropped: its index would differ with every tree.
            let cause = fields.get("cause").and_then(Value::as_u64).and_then(|cause| paths.get(&cause));
            fields.insert("cause".to_owned(), cause.cloned().unwrap_or_default());
        }
        event
    };
    list.iter().map(event).collect()
}
