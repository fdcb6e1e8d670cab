//! The reports of several ticks in one document. Each has only the events of its own tick.
//!
//! ```jsonc
//! { "eyeline_recording": 1, "scene": "guard.json", "ticks": [ { "eyeline_report": 1, … }, … ] }
//! ```
//!
//! In the [brief](super::brief) form a recording is a brief report a line, without anything around them.
//!
//! It is written piece by piece, so that no whole report is in memory.

use std::io::{self, Write};
use std::ops::RangeInclusive;

use super::all_answers::Report;
use super::section::Section;
use super::section_source::{Estimate, ReportForm};
use super::visibility::UnseenCameras;
use super::{json, json_lines, occlusion};
use crate::files::Content;
use crate::world::{Recording, World};

/// An estimate of the size of the reports of these ticks. The agents are run up to the last of them.
pub fn estimate(
    recording: &mut Recording,
    content: Content,
    ticks: &RangeInclusive<u64>,
    only: Option<&[Section]>,
    form: ReportForm,
) -> Estimate {
    let agents = recording.agents(*ticks.start());
    let from: Vec<u64> = agents.iter().map(|agent| agent.tick_before.saturating_add(1)).collect();
    drop(agents);
    let last = World::of(recording, content, *ticks.end());
    json::estimate_recording(&last, (ticks.end() - ticks.start()).saturating_add(1), &from, only, form)
}

/// Writes the reports of these ticks: one document with all of them, or a brief report a line. `name` is
/// the scene's file; `recording` runs its agents; `only` selects sections, all of them when `None`; `depth` answers the occlusion queries.
/// Returns the cameras whose picture does not fit into the memory budget.
///
/// # Errors
/// When the writer fails.
#[expect(clippy::too_many_arguments, reason = "the options of a command")]
pub fn write(
    recording: &mut Recording,
    content: Content,
    ticks: RangeInclusive<u64>,
    name: &str,
    only: Option<&[Section]>,
    form: ReportForm,
    depth: &mut occlusion::Answerer,
    mut out: impl Write,
) -> io::Result<UnseenCameras> {
    let mut unseen = UnseenCameras::default();
    let is_full = form == ReportForm::Full;
    let mut world = World::of(recording, content, *ticks.start());
    // If there is no room for the answers of all cameras, each tick is answered again, camera by camera.
    let stored = json::stored_scope(&world, only, form).map(|scope| Report::within(&world, scope));
    let stored = stored.filter(|report| report.frusta.iter().all(|answers| answers.over.is_none()));
    let fits = stored.is_some();
    let mut report = stored.unwrap_or_else(|| Report::within(&world, json::scope_of(only, form)));
    if is_full {
        out.write_all(b"{\n  \"eyeline_recording\": 1,\n  \"scene\": ")?;
        json_lines::write(name, &mut out)?;
        out.write_all(b",\n  \"ticks\": [")?;
    }
    for tick in ticks.clone() {
        if tick > *ticks.start() {
            if is_full {
                out.write_all(b",")?;
            }
            let changes = world.follow(recording, content, content, tick);
            if fits {
                report.follow(&world, &changes);
            } else {
                report = Report::within(&world, json::scope_of(only, form));
            }
        }
        report.occlusion = json::ask_depth(&world, only, depth);
        unseen.add(&report.visibility, &world);
        let world = (!fits).then_some(&world);
        if is_full {
            out.write_all(b"\n")?;
        }
        json::write_events(&report, world, name, only, true, form, &mut out)?;
    }
    if is_full {
        out.write_all(b"\n  ]\n}\n")?;
    }
    Ok(unseen)
}
