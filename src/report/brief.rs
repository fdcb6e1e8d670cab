//! The brief form of a report: only the fields that decide, one answer a line. `eyeline check` stores this form.
//!
//! It has the keys of the full report, fewer of them: frusta `verdict`, `rejected_by`, `margin`, `exact`; rays
//! `nearest` and, of each object hit, `t` and `feature`; octree counts and pairs; agents `status`, `running` and
//! `events`; images `solid_cells` and `solid`; other sections as they are, and no `problems`. `running` lists the
//! running nodes from the root on, by name, or by kind where a node has no name; an event has the node's `name`, found
//! in the same way, and its `path` in the tree; `overlap_count` is the number of `overlap_pairs`. Each question writes
//! its own section, in the file `brief.rs` of its folder.
//!
//! The brief form of a brief report is the report itself.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::{Map, Value};

use super::all_answers::Report;
use super::occlusion::entry::Answerer;
use super::scope::Scope;
use super::section::Section;
use super::section_source::ReportForm;
use super::visibility::UnseenCameras;
use super::visibility::looking::Looking;
use super::{json, json_lines};
use crate::files::Content;
use crate::scene::{Check, SkippedSection};
use crate::world::{Recording, World};

/// The brief form of a report that was read from a file, full or brief.
pub fn brief(report: &Value) -> Value {
    let mut document = Map::new();
    for (key, value) in report.as_object().into_iter().flatten() {
        let value = match Section::of_word(key) {
            Some(section) => section.shorten(value),
            None => Some(value.clone()),
        };
        document.extend(value.map(|value| (key.clone(), value)));
    }
    document.into()
}

/// The brief report of a world as JSON text with a final line break, one answer a line. Like the full report it is
/// written piece by piece. `depth` answers the occlusion queries. Returns the cameras whose picture does not fit into the memory
/// budget.
///
/// # Errors
/// When the writer fails.
pub fn write_world(
    world: &World,
    scene: &str,
    only: Option<&[Section]>,
    depth: &mut Answerer,
    mut out: impl Write,
) -> io::Result<UnseenCameras> {
    let unseen = json::write_form(world, scene, only, ReportForm::Brief, depth, &mut out)?;
    out.write_all(b"\n")?;
    Ok(unseen)
}

/// The same on one line, as in a recording. Agents have all events up to now, or only those of this tick.
///
/// # Errors
/// When the writer fails.
pub fn write_line(
    world: &World,
    scene: &str,
    only: Option<&[Section]>,
    only_new: bool,
    depth: &mut Answerer,
    out: impl Write,
) -> io::Result<()> {
    let mut report = Report::within(world, json::scope_of(only, ReportForm::Brief));
    report.occlusion = json::ask_depth(world, only, depth);
    json::write_events(&report, Some(world), scene, only, only_new, ReportForm::Brief, out)
}

/// The same as values. The numbers are those of the text.
///
/// # Errors
/// When the report is not valid JSON, which is not possible.
pub fn of_world(world: &World, scene: &str, only: Option<&[Section]>, depth: &mut Answerer) -> io::Result<Value> {
    let mut text = Vec::new();
    write_world(world, scene, only, depth, &mut text)?;
    Ok(serde_json::from_slice(&text)?)
}

/// Values as JSON text in the layout of a report, with a final line break.
///
/// # Errors
/// When the writer fails.
pub fn write(report: &impl Serialize, mut out: impl Write) -> io::Result<()> {
    json_lines::write(report, &mut out)?;
    out.write_all(b"\n")
}

/// The ticks whose answers are stored: 0 and each tick that a view of `check` names, ascending.
pub fn stored_ticks(content: Content) -> Vec<u64> {
    let views = content.scene.check.iter().flat_map(Check::views);
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
pub fn write_stored(content: Content, name: &str, depth: &mut Answerer, mut out: impl Write) -> io::Result<()> {
    let skip: &[SkippedSection] = content.scene.check.as_ref().map_or(&[], |check| check.skipped());
    let is_skipped =
        |section: &Section| skip.iter().any(|skip| serde_json::to_value(skip).is_ok_and(|word| word == section.word()));
    let only: Vec<Section> = Section::ALL.into_iter().filter(|section| !is_skipped(section)).collect();
    let mut recording = Recording::of(content);
    let mut write_at = |tick, out: &mut dyn Write| {
        let scope = json::scope_of(Some(&only), ReportForm::Brief);
        // What cameras see is stored where an expectation is about it: other scenes do not ask for it.
        let looking = if scope.visibility == Looking::None { Looking::None } else { Looking::Expected };
        let scope = Scope { visibility: looking, ..scope };
        let world = World::of(&mut recording, content, tick);
        json::write_scope(&world, name, Some(&only), scope, ReportForm::Brief, depth, out)
    };
    let ticks = stored_ticks(content);
    if let [tick] = ticks[..] {
        write_at(tick, &mut out)?;
        return out.write_all(b"\n");
    }
    write_at(ticks[0], &mut WithoutEnd { out: &mut out, held: Vec::new() })?;
    out.write_all(b",\n  \"ticks\": [")?;
    for (i, tick) in ticks.into_iter().skip(1).enumerate() {
        out.write_all(if i == 0 { b"\n" } else { b",\n" })?;
        write_at(tick, &mut out)?;
    }
    out.write_all(b"\n  ]\n}\n")
}

/// Writes all but the line with the bracket that ends a report.
struct WithoutEnd<W> {
    out: W,
    held: Vec<u8>,
}

impl<W: Write> Write for WithoutEnd<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        const END: usize = b"\n}".len();
        self.held.extend(bytes);
        let ready = self.held.len().saturating_sub(END);
        self.out.write_all(&self.held[..ready])?;
        self.held.drain(..ready);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
