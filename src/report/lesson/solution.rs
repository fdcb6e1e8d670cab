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

/// The change between two scenes as a stored solution: for the name of each changed entry its new keys, and `null` for a key that it
/// no longer has. The lesson is not compared. `free` are the names of what may change; when it is empty, all entries may.
///
/// # Errors
/// When something changed that a solution cannot have: an entry was added, deleted or renamed, is not free, or has no name. The reason
/// names it.
pub fn recorded(before: &Scene, now: &Scene, free: &[String]) -> Result<Map<String, Value>, String> {
    let [before, now] = [before, now].map(|scene| serde_json::to_value(scene).unwrap_or_default());
    let mut solution = Map::new();
    let mut keys: Vec<&String> = [&before, &now].into_iter().filter_map(Value::as_object).flat_map(Map::keys).collect();
    keys.dedup();
    for key in keys.into_iter().filter(|key| *key != "lesson" && before.get(key) != now.get(key)) {
        let [old, new] = [&before, &now].map(|scene| scene.get(key).map_or(&[][..], entries));
        if old.is_empty() && new.is_empty() {
            return Err(format!("`{key}` has changed, and a solution changes only entries with a name"));
        }
        if let Some(added) = new.iter().filter_map(name).find(|new| !old.iter().any(|old| name(old) == Some(new))) {
            return Err(format!("`{added}` is new, and a solution changes only entries that the scene has"));
        }
        for old in old {
            let own = name(old).unwrap_or_default();
            let Some(new) = new.iter().find(|new| name(new) == Some(own)) else {
                return Err(format!("`{own}` was deleted or renamed, and a solution only changes keys of entries"));
            };
            if old == new {
                continue;
            }
            if !free.is_empty() && !free.iter().any(|free| free == own) {
                return Err(format!("`{own}` has changed, which is not among what the student may change"));
            }
            solution.insert(own.to_owned(), changed_keys(old, new));
        }
    }
    Ok(solution)
}

/// The keys of an entry that differ, with the new values; `null` for a key that is gone.
fn changed_keys(old: &Value, new: &Value) -> Value {
    let keys = |entry: &Value| entry.as_object().cloned().unwrap_or_default();
    let (old, mut changed) = (keys(old), keys(new));
    let gone: Vec<String> = old.keys().filter(|key| !changed.contains_key(*key)).cloned().collect();
    changed.retain(|key, value| old.get(key) != Some(value));
    changed.extend(gone.into_iter().map(|key| (key, Value::Null)));
    Value::Object(changed)
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
    use serde_json::json;

    use super::*;
    use crate::scene::parse;

    /// A recorded solution leads from the one scene to the other, whatever keys an entry gets or loses.
    #[test]
    fn a_recorded_solution_makes_the_same_scene() {
        let scene = |objects: &str| {
            let text =
                format!(r#"{{ "eyeline": 1, "cameras": [{{ "name": "eye", "near": 1 }}], "objects": [{objects}] }}"#);
            parse(&text, "a.json").unwrap()
        };
        let ball = |keys: &str| format!(r#"{{ "name": "ball", "shape": {{ "sphere": {{ "radius": 1 }} }}{keys} }}"#);
        let before = scene(&ball(r##", "position": [0, 0, 6], "color": "#808080""##));
        let now = scene(&ball(r#", "position": [0, 0, -8], "scale": [2, 2, 2]"#));
        let solution = recorded(&before, &now, &["ball".to_owned()]).unwrap();
        let keys: Vec<&String> = solution["ball"].as_object().unwrap().keys().collect();
        assert_eq!(keys, ["position", "scale", "color"], "{solution:?}");
        assert_eq!(solution["ball"]["color"], json!(null));
        let step = LessonStep { solution, ..LessonStep::default() };
        assert_eq!(solved(&before, &Files::default(), &step).unwrap(), now);
        assert_eq!(recorded(&before, &before, &[]), Ok(Map::new()));
    }

    #[test]
    fn a_change_that_a_solution_cannot_have_is_named() {
        let ball = r#"{ "name": "ball", "shape": { "sphere": { "radius": 1 } } }"#;
        let scene = |rest: &str| parse(&format!(r#"{{ "eyeline": 1{rest} }}"#), "a.json").unwrap();
        let of = |objects: &str| scene(&format!(r#", "objects": [{objects}]"#));
        let moved = ball.replace(r#""shape""#, r#""position": [1, 0, 0], "shape""#);
        for (now, free, reason) in [
            (of(&moved), "crate", "`ball` has changed, which is not among"),
            (of(&format!("{ball}, {}", ball.replace("ball", "crate"))), "ball", "`crate` is new"),
            (scene(""), "ball", "`ball` was deleted or renamed"),
            (scene(&format!(r#", "octree": {{}}, "objects": [{ball}]"#)), "ball", "`octree` has changed"),
        ] {
            let found = recorded(&of(ball), &now, &[free.to_owned()]).unwrap_err();
            assert!(found.starts_with(reason), "{found}");
        }
    }

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
