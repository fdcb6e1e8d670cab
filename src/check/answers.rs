//! The answers of a scene as they are stored, and how two of them differ.

use std::path::Path;

use serde_json::Value;

use super::plan::Plan;
use super::row::{Difference, Kind};
use super::words;
use crate::escape;
use crate::files::Loaded;
use crate::report::json;
use crate::scene::Scene;
use crate::world::World;

/// The absolute tolerance of numbers.
const NUMBER: f64 = 1e-4;

/// The answers now, one report a line for each tick of the plan, and the expectations that are not met.
pub(super) fn now(path: &Path, loaded: &Loaded, plan: &Plan, _text: &str) -> (String, Vec<Difference>) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut bytes = Vec::new();
    let mut ticks: Vec<_> = [0].into_iter().chain(plan.views.iter().map(|view| view.tick)).collect();
    ticks.sort_unstable();
    ticks.dedup();
    for tick in ticks {
        let world = World::at(&loaded.scene, &loaded.files, tick);
        // A Vec takes everything.
        let _infallible = json::write_world(&world, &name, None, &mut bytes);
    }
    (String::from_utf8_lossy(&bytes).into_owned(), Vec::new())
}

/// The differences of stored answers and those now.
///
/// # Errors
/// When the stored ones cannot be read.
pub(super) fn differences(before: &[u8], now: &str, _scene: &Scene, text: &str) -> Result<Vec<Difference>, String> {
    if before == now.as_bytes() {
        return Ok(Vec::new());
    }
    if before.is_empty() {
        return Err("the file is empty".to_owned());
    }
    let read = |bytes: &[u8]| -> Result<Vec<Value>, String> {
        serde_json::Deserializer::from_slice(bytes)
            .into_iter()
            .collect::<Result<_, _>>()
            .map_err(|error| format!("these are no stored answers: {error}"))
    };
    let (before, now) = (read(before)?, read(now.as_bytes())?);
    let mut found = Vec::new();
    compare(&Value::Array(before), &Value::Array(now), &mut Vec::new(), text, &mut found);
    Ok(found)
}

/// The keys by which an answer is named.
const NAMES: [&str; 6] = ["camera", "ray", "object", "agent", "image", "side"];

fn compare(before: &Value, now: &Value, names: &mut Vec<String>, text: &str, found: &mut Vec<Difference>) {
    match (before, now) {
        (Value::Object(old), Value::Object(new)) => {
            let own = NAMES.iter().find_map(|key| new.get(*key)?.as_str()).map(str::to_owned);
            names.extend(own.clone());
            for (key, value) in new {
                let is_own = own.as_deref().is_some_and(|own| value.as_str() == Some(own));
                if !is_own {
                    names.push(key.clone());
                    compare(old.get(key).unwrap_or(&Value::Null), value, names, text, found);
                    names.pop();
                }
            }
            if own.is_some() {
                names.pop();
            }
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (old, new) in old.iter().zip(new) {
                compare(old, new, names, text, found);
            }
        }
        (Value::Number(old), Value::Number(new))
            if old.as_f64().zip(new.as_f64()).is_some_and(|(old, new)| (old - new).abs() <= NUMBER) => {}
        (old, new) if old == new => {}
        (old, new) => {
            let verdict =
                names.last().is_some_and(|key| ["verdict", "hit", "nearest", "status"].contains(&key.as_str()));
            let kind = if verdict { Kind::Verdict } else { Kind::Answer };
            let line = names.iter().rev().map(|name| words::line_of(text, Some(name))).find(|&line| line > 1);
            let said = format!("{}: {} → {}", names.join(" · "), short(old), short(new));
            found.push(Difference { kind, text: escape::line(&said).into_owned(), line: line.unwrap_or(1) });
        }
    }
}

fn short(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => format!("{} entries", list.len()),
        Value::Object(_) => "an answer".to_owned(),
        value => value.to_string(),
    }
}
