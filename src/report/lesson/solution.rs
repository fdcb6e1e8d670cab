//! The stored solution of a goal, and what a student has changed beside it.

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::files::Files;
use crate::scene::{Entry, LessonStep, Scene, validate};

/// The scene after the solution of a step.
///
/// # Errors
/// When an entry does not exist, a key or value is not one of the entry, or the changed scene is not valid.
pub fn solved(scene: &Scene, files: &Files, step: &LessonStep) -> Result<Scene, String> {
    let mut solved = scene.clone();
    for (name, keys) in &step.solution {
        let entry = Entry::named(scene, name).ok_or_else(|| format!("the scene has no entry named `{name}`"))?;
        let keys = keys.as_object().ok_or_else(|| format!("the new keys of `{name}` are no object"))?;
        if keys.contains_key("name") {
            return Err(format!("`{name}` cannot get another name"));
        }
        entry.set_keys(&mut solved, keys).map_err(|reason| format!("`{name}`: {reason}"))?;
    }
    match validate(&solved, files, None).into_iter().next() {
        None => Ok(solved),
        Some(violation) => Err(format!("{}: {}", violation.place, violation.message)),
    }
}

/// The names of the entries that differ between two scenes and that the student may not change, in the order of the scene. What has
/// no name, such as the octree, is named by its key.
pub fn changed_beside(before: &Scene, now: &Scene, free: &[String]) -> Vec<String> {
    let [before, now] = [before, now].map(|scene| serde_json::to_value(scene).unwrap_or_default());
    let mut changed: Vec<String> = Vec::new();
    let keys = [&before, &now].into_iter().filter_map(Value::as_object).flat_map(Map::keys);
    for key in keys.filter(|key| before.get(key) != now.get(key)) {
        let lists = [&before, &now].map(|scene| scene.get(key).map_or(&[][..], entries));
        if lists.iter().all(|list| list.is_empty()) {
            changed.push(key.clone());
        }
        let names = lists.iter().flat_map(|list| list.iter().filter_map(name));
        let is_changed = |name: &&str| {
            let [before, now] = lists.map(|list| list.iter().find(|entry| self::name(entry) == Some(name)));
            before != now
        };
        changed.extend(names.filter(is_changed).map(str::to_owned));
    }
    changed.retain(|name| !free.contains(name));
    let mut known = HashSet::new();
    changed.retain(|name| known.insert(name.clone()));
    changed
}

/// The entries of a list of the scene that have names.
fn entries(value: &Value) -> &[Value] {
    value.as_array().filter(|entries| entries.iter().all(|entry| name(entry).is_some())).map_or(&[], Vec::as_slice)
}

fn name(entry: &Value) -> Option<&str> {
    entry.get("name")?.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::parse;

    #[test]
    fn what_a_student_may_not_change_is_named() {
        let scene = |crate_x: u32, barrel_x: u32, rest: &str| {
            let text = format!(
                r#"{{ "eyeline": 1{rest}, "objects": [
                    {{ "name": "crate", "shape": {{ "sphere": {{ "radius": 1 }} }}, "position": [{crate_x}, 0, 0] }},
                    {{ "name": "barrel", "shape": {{ "sphere": {{ "radius": 1 }} }}, "position": [{barrel_x}, 0, 0] }} ] }}"#
            );
            parse(&text, "a.json").unwrap()
        };
        let before = scene(0, 0, "");
        let free = ["crate".to_owned()];
        for (now, expected) in [
            (scene(0, 0, ""), vec![]),
            (scene(1, 0, ""), vec![]),
            (scene(1, 1, ""), vec!["barrel"]),
            (scene(1, 0, r#", "octree": { "min": [0, 0, 0], "max": [1, 1, 1], "depth": 2 }"#), vec!["octree"]),
            (parse(r#"{ "eyeline": 1 }"#, "a.json").unwrap(), vec!["barrel"]),
        ] {
            assert_eq!(changed_beside(&before, &now, &free), expected);
        }
    }
}
