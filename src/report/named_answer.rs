//! The answers that expectations and lessons name by their keys, such as `camera` and `object`.

use std::collections::BTreeMap;

use serde_json::Value;

use super::all_answers::Report;
use super::json;
use super::occlusion::entry::Answerer;
use super::scope::Scope;
use super::section::Section;
use super::visibility::looking::Looking;
use crate::files::Content;
use crate::scene::Expectation;
use crate::world::{Recording, World};

/// The named answers, in the same order, each with the fields of the full report, or the reason why there is none.
///
/// `depth` answers the occlusion queries. The world is computed once for each tick, and only the sections of the named answers are
/// computed.
pub(super) fn answers(content: Content, named: &[Expectation], depth: &mut Answerer) -> Vec<Result<Value, String>> {
    let mut by_tick: BTreeMap<u64, Vec<(usize, &Expectation)>> = BTreeMap::new();
    for (index, named) in named.iter().enumerate() {
        by_tick.entry(named.tick()).or_default().push((index, named));
    }
    let mut recording = Recording::of(content);
    let mut found = Vec::with_capacity(named.len());
    for (tick, named) in by_tick {
        let world = World::of(&mut recording, content, tick);
        let requested: Vec<Section> = named.iter().filter_map(|(_, named)| section(named)).collect();
        let mut looking = named.iter().filter_map(|(_, named)| named.looking_camera());
        let is_expected = |camera: &str| world.looking.binary_search_by(|name| (**name).cmp(camera)).is_ok();
        let visibility = match looking.next() {
            None => Looking::None,
            Some(first) if is_expected(first) && looking.all(is_expected) => Looking::Expected,
            Some(_) => Looking::All,
        };
        let scope = Scope { problems: false, visibility, ..json::scope(Some(&requested)) };
        let mut report = Report::within(&world, scope);
        report.occlusion = json::ask_depth(&world, Some(&requested), depth);
        found.extend(named.into_iter().map(|(index, named)| (index, answer(&world, &report, named))));
    }
    found.sort_by_key(|(index, _)| *index);
    found.into_iter().map(|(_, answer)| answer).collect()
}

/// The section of a named answer.
pub(super) fn section(named: &Expectation) -> Option<Section> {
    let is_named = |section: &Section| section.naming_key().is_some_and(|key| named.keys.contains_key(key));
    Section::ALL.into_iter().find(is_named)
}

/// The answer that an expectation names, with the fields of the full report.
pub(super) fn answer(world: &World, report: &Report, named: &Expectation) -> Result<Value, String> {
    let section = section(named).ok_or("no key names an answer that this version of eyeline has")?;
    let name = section.naming_key().and_then(|key| named.name(key)).unwrap_or_default();
    let mut answer = section.answer(world, report, name, named.name("object"));
    if named.looking_camera().is_some() {
        let seen = Section::Visibility.answer(world, report, name, named.name("object"));
        if let (Some(Value::Object(all)), Some(Value::Object(seen))) = (&mut answer, seen) {
            all.extend(seen);
        }
    }
    answer.ok_or_else(|| "there is no answer at this tick".to_owned())
}
