//! The brief form of a report: only what decides, one answer a line. It is what `eyeline check` stores.
//!
//! It has the keys of the full report, fewer of them: frusta `verdict`, `rejected_by`, `margin`, `exact`; rays `nearest`
//! and, of each object hit, `t` and `feature`; octree counts and pairs; agents `status`, `running` and `events`; images
//! `solid_cells` and `solid`; other sections as they are, and no `problems`. `running` lists the running nodes from the
//! root on, by name, or by kind where a node has no name; `overlap_count` is the number of `overlap_pairs`.
//!
//! The brief form of a brief report is the report itself.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use super::json::{self as full, Section};
use super::occlusion::Ask;
use super::{Report, layout};
use crate::files::Content;
use crate::scene::SkippedSection;
use crate::world::World;

/// The brief form of a report, full or brief.
pub fn brief(report: &Value) -> Value {
    let mut document = Map::new();
    for (key, value) in report.as_object().into_iter().flatten() {
        let value = match &**key {
            "problems" => continue,
            "frusta" => each(value, camera),
            "rays" => each(value, ray),
            "octree" => octree(value),
            "agents" => each(value, agent),
            "images" => each(value, |image| pick(image, &["image", "solid_cells", "solid", "error"])),
            "occlusion" => each(value, |query| pick(query, &["name", "a", "b", "collides", "exact", "error"])),
            _ => value.clone(),
        };
        document.insert(key.clone(), value);
    }
    document.into()
}

/// The brief report of a world. `depth` answers the occlusion queries.
///
/// # Errors
/// When the report is no JSON, which does not happen.
pub fn of_world(world: &World, scene: &str, only: Option<&[Section]>, depth: &mut Ask) -> io::Result<Value> {
    let mut text = Vec::new();
    full::write_world(world, scene, only, depth, &mut text)?;
    exact_time(brief(&serde_json::from_slice(&text)?), world.time)
}

/// The brief form of the report of one tick of a recording: agents have the events of this tick alone.
pub(super) fn of_tick(
    report: &Report,
    world: Option<&World>,
    scene: &str,
    only: Option<&[Section]>,
) -> io::Result<Value> {
    let mut text = Vec::new();
    full::write_events(report, world, scene, only, true, &mut text)?;
    exact_time(brief(&serde_json::from_slice(&text)?), report.time)
}

/// A time has more digits than the reader of JSON keeps.
fn exact_time(mut report: Value, time: f64) -> io::Result<Value> {
    report["time"] = serde_json::to_value(time)?;
    Ok(report)
}

/// A brief report as JSON text with a final line break, one answer a line.
///
/// # Errors
/// When the writer fails.
pub fn write(report: &Value, mut out: impl Write) -> io::Result<()> {
    layout::write(report, &mut out)?;
    out.write_all(b"\n")
}

/// The ticks whose answers are stored: 0 and each tick that a view of `check` names, ascending.
pub fn stored_ticks(content: Content) -> Vec<u64> {
    let views = content.scene.check.iter().flat_map(|check| &check.views);
    let mut ticks: Vec<u64> = [0].into_iter().chain(views.filter_map(|view| view.tick)).collect();
    ticks.sort_unstable();
    ticks.dedup();
    ticks
}

/// The stored answers of a scene, the text of `NAME.answers.json`: the brief report at tick 0. When views name other
/// ticks, its last key `ticks` holds the brief reports at these, ascending. Sections that `check` skips are left out.
///
/// # Errors
/// When the writer fails.
pub fn write_stored(content: Content, name: &str, depth: &mut Ask, mut out: impl Write) -> io::Result<()> {
    let skip: &[SkippedSection] = content.scene.check.as_ref().map_or(&[], |check| &check.skip);
    let is_skipped = |section: &Section| skip.iter().any(|skip| skip.word() == section.word());
    let only: Vec<Section> = Section::ALL.into_iter().filter(|section| !is_skipped(section)).collect();
    let mut at = |tick| of_world(&World::at(content.scene, content.files, tick), name, Some(&only), depth);
    let ticks = stored_ticks(content);
    if ticks.len() == 1 {
        return write(&at(0)?, out);
    }
    let mut first = Vec::new();
    layout::write(&at(0)?, &mut first)?;
    // Without the bracket that ends it.
    let end = first.iter().rposition(|byte| *byte == b'}').unwrap_or(first.len());
    out.write_all(first[..end].trim_ascii_end())?;
    out.write_all(b",\n  \"ticks\": [")?;
    for (i, tick) in ticks.into_iter().skip(1).enumerate() {
        out.write_all(if i == 0 { b"\n" } else { b",\n" })?;
        layout::write(&at(tick)?, &mut out)?;
    }
    out.write_all(b"\n  ]\n}\n")
}

fn each(list: &Value, one: impl Fn(&Value) -> Value) -> Value {
    list.as_array().map_or(Value::Null, |list| list.iter().map(one).collect())
}

/// Those of some keys that it has.
fn pick(value: &Value, keys: &[&str]) -> Value {
    let pairs = keys.iter().filter_map(|key| Some(((*key).to_owned(), value.get(key)?.clone())));
    Value::Object(pairs.collect())
}

fn camera(camera: &Value) -> Value {
    let mut brief = pick(camera, &["camera", "error"]);
    if let Some(objects) = camera.get("objects") {
        let keys = ["object", "verdict", "rejected_by", "margin", "exact", "error"];
        brief["objects"] = each(objects, |object| pick(object, &keys));
    }
    brief
}

fn ray(ray: &Value) -> Value {
    let mut brief = pick(ray, &["ray", "error"]);
    let on_ray = |object: &Value| pick(object, &["object", "t", "feature", "error"]);
    if let Some(nearest) = ray.get("nearest") {
        brief["nearest"] = if nearest.is_null() { Value::Null } else { on_ray(nearest) };
    }
    if let Some(objects) = ray.get("objects").and_then(Value::as_array) {
        let is_hit = |object: &&Value| object.get("hit") != Some(&Value::Bool(false));
        brief["objects"] = objects.iter().filter(is_hit).map(on_ray).collect();
    }
    brief
}

fn octree(octree: &Value) -> Value {
    let keys = ["candidate_count", "overlap_count", "brute_force_pairs", "candidate_pairs", "overlap_pairs", "error"];
    pick(&octree_counts(octree), &keys)
}

/// An octree's answer with the number of overlapping pairs.
pub(super) fn octree_counts(octree: &Value) -> Value {
    let mut brief = octree.clone();
    if octree.get("overlap_count").is_none()
        && let Some(pairs) = octree.get("overlap_pairs")
    {
        brief["overlap_count"] = json!(pairs.as_array().map(Vec::len));
    }
    brief
}

fn agent(agent: &Value) -> Value {
    let mut brief = pick(agent, &["agent", "tick", "status", "running", "events", "error"]);
    if let Some(nodes) = agent.get("nodes").and_then(Value::as_array) {
        brief["running"] = running(agent);
        let keys = ["tick", "node", "event", "status", "cause"];
        if let Some(events) = agent.get("events").and_then(Value::as_array) {
            let event = |event: &Value| {
                let mut picked = pick(event, &keys);
                let index = event["node"].as_u64().and_then(|index| usize::try_from(index).ok());
                picked["name"] = index.and_then(|index| nodes.get(index)).map(title).into();
                picked
            };
            brief["events"] = events.iter().map(event).collect();
        }
    }
    brief
}

/// The running nodes of a full agent's answer, from the root on.
pub(super) fn running(agent: &Value) -> Value {
    let nodes = agent["nodes"].as_array().into_iter().flatten();
    nodes.filter(|node| node["status"] == "running").map(title).collect()
}

/// A node's name, or its kind without one.
fn title(node: &Value) -> String {
    node["name"].as_str().or(node["kind"].as_str()).unwrap_or_default().to_owned()
}
