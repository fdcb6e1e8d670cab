//! A report as JSON, for other programs.
//!
//! Keys and their order are the contract's; an unbounded number becomes `null`, and a section that the scene does
//! not use is left out. A t that does not fit into `f32` is unbounded. Objects are written as names, in pairs and in cells too.
//! Each question writes its own section, in the file `json.rs` of its folder, where the keys besides those of the contract
//! are listed, of the parts in `entry.rs`. This file writes the sections in their order.
//!
//! An entry without an answer has its name and `error`, a sentence, at its place in the list: an image whose file
//! cannot be read or whose divisions do not fit, in `images` and among the objects of each ray; an object whose mesh
//! cannot be read, among the objects of each camera and ray and of the octree; a camera that is attached to such an
//! object, in `frusta`; an agent whose tree cannot be read, in `agents`. `models` has `{ "model", "error" }` for each
//! model whose file cannot be read, with every choice of sections, because the names of its objects are unknown.

pub use super::section::Section;
pub use super::section_source::{Estimate, ReportForm};

use std::io::{self, Write};

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::all_answers::Report;
use super::cameras::Cameras;
use super::frusta::answers::FrustumAnswer;
use super::scope::Scope;
use super::section_source::SectionSource;
use super::visibility::UnseenCameras;
use super::visibility::looking::Looking;
use super::{agents, json_lines, occlusion};
use crate::world::World;

/// The report as JSON text with a final line break. `scene` is the file's name; `only` selects sections, all of them
/// when `None`. Faces that flicker are not among the problems, because their search needs the world: [`write_world`] has them.
///
/// # Errors
/// When the writer fails.
pub fn write(report: &Report, scene: &str, only: Option<&[Section]>, mut out: impl Write) -> io::Result<()> {
    write_events(report, None, scene, only, false, ReportForm::Full, &mut out)?;
    out.write_all(b"\n")
}

/// The report of a world as JSON text. Only the selected sections are computed. The answers of cameras and rays are
/// computed one after the other while they are written, because all of them at once may exceed the memory. `depth`
/// answers the occlusion queries. Returns the cameras whose picture does not fit into the memory budget.
///
/// # Errors
/// When the writer fails.
pub fn write_world(
    world: &World,
    scene: &str,
    only: Option<&[Section]>,
    depth: &mut occlusion::Answerer,
    mut out: impl Write,
) -> io::Result<UnseenCameras> {
    let unseen = write_form(world, scene, only, ReportForm::Full, depth, &mut out)?;
    out.write_all(b"\n")?;
    Ok(unseen)
}

/// The report of a world in a form, without the line break.
pub(super) fn write_form(
    world: &World,
    scene: &str,
    only: Option<&[Section]>,
    form: ReportForm,
    depth: &mut occlusion::Answerer,
    out: impl Write,
) -> io::Result<UnseenCameras> {
    write_scope(world, scene, only, scope_of(only, form), form, depth, out)
}

/// The same with the answers that are computed.
pub(super) fn write_scope(
    world: &World,
    scene: &str,
    only: Option<&[Section]>,
    scope: Scope,
    form: ReportForm,
    depth: &mut occlusion::Answerer,
    out: impl Write,
) -> io::Result<UnseenCameras> {
    let mut report = Report::within(world, scope);
    report.occlusion = ask_depth(world, only, depth);
    let source = SectionSource { report: &report, world: Some(world), only_new: false, on_line: false };
    json_lines::write(&ReportDocument { source, scene, only, form }, out)?;
    let mut unseen = UnseenCameras::default();
    unseen.add(&report.visibility, world);
    Ok(unseen)
}

/// Runs the occlusion queries if the section is selected and the scene has queries.
pub(super) fn ask_depth(
    world: &World,
    only: Option<&[Section]>,
    depth: &mut occlusion::Answerer,
) -> Option<occlusion::Answers> {
    let is_wanted = only.is_none_or(|sections| sections.contains(&Section::Occlusion));
    (is_wanted && !world.occlusion.is_empty()).then(|| depth(world))
}

/// The answers that are computed before the sections are written.
pub(super) fn scope(only: Option<&[Section]>) -> Scope {
    let is_wanted = |word: &str| only.is_none_or(|sections| sections.iter().any(|section| section.word() == word));
    Scope { cameras: Cameras::None, rays: false, visibility: looking(only), ..Scope::of(is_wanted) }
}

/// The cameras of which is computed what they see: all when it is asked for alone or with few others, those of
/// expectations in a report of all sections.
fn looking(only: Option<&[Section]>) -> Looking {
    match only {
        None => Looking::Expected,
        Some(sections) if sections.contains(&Section::Visibility) => Looking::All,
        Some(_) => Looking::None,
    }
}

/// The same for a form: a brief report has no problems.
pub(super) fn scope_of(only: Option<&[Section]>, form: ReportForm) -> Scope {
    let scope = scope(only);
    Scope { problems: scope.problems && form == ReportForm::Full, ..scope }
}

/// The most bytes of answers of cameras that a recording keeps from tick to tick.
const MOST_STORED: u64 = 1 << 28;

/// The answers of a recording that are stored, because the next tick changes few of them. `None` when those of cameras
/// take too much memory: they are computed while they are written, at each tick.
pub(super) fn stored_scope(world: &World, only: Option<&[Section]>, form: ReportForm) -> Option<Scope> {
    let wants = |section| only.is_none_or(|sections| sections.contains(&section));
    let cameras = if wants(Section::Frusta) { Cameras::All } else { Cameras::None };
    let answers = (world.cameras.len() as u64).saturating_mul(world.objects.len() as u64);
    let bytes = answers.saturating_mul(size_of::<FrustumAnswer>() as u64);
    let fits = cameras == Cameras::None || bytes <= MOST_STORED;
    fits.then(|| Scope { cameras, rays: wants(Section::Rays), ..scope_of(only, form) })
}

/// An estimate of the size of a world's report as JSON text, with all events of its agents.
pub fn estimate(world: &World, only: Option<&[Section]>, form: ReportForm) -> Estimate {
    without_events(world, only, form).plus(events(world, |_| 0, only, form))
}

/// The same for a recording of so many ticks: one report for each tick, and each event once. `last` is the world of the
/// last tick, and `from` has the first tick of each agent that is written.
pub(super) fn estimate_recording(
    last: &World,
    ticks: u64,
    from: &[u64],
    only: Option<&[Section]>,
    form: ReportForm,
) -> Estimate {
    let from = |agent: usize| from.get(agent).copied().unwrap_or_default();
    without_events(last, only, form).times(ticks).plus(events(last, from, only, form))
}

fn without_events(world: &World, only: Option<&[Section]>, form: ReportForm) -> Estimate {
    let wanted = Section::ALL.into_iter().filter(|section| only.is_none_or(|sections| sections.contains(section)));
    let full = wanted.map(|section| section.size(world)).fold(Estimate::default(), Estimate::plus);
    match form {
        ReportForm::Full => full,
        // Measured for the answers of a camera; most other answers are shortened by more.
        ReportForm::Brief => Estimate { bytes: full.bytes / 8, ..full },
    }
}

/// The events of the agents from a tick of each of them on.
fn events(world: &World, from: impl Fn(usize) -> u64, only: Option<&[Section]>, form: ReportForm) -> Estimate {
    if only.is_some_and(|sections| !sections.contains(&Section::Agents)) {
        return Estimate::default();
    }
    let sizes = world.agents.iter().enumerate().map(|(i, agent)| agents::size_of_events(agent, from(i), form));
    sizes.fold(Estimate::default(), Estimate::plus)
}

/// The report of a tick of a recording: a full report without the final line break, or a brief report on one line with
/// it. With `only_new`, agents have only the events of the last tick of the scene, otherwise all events so far. With a
/// `world`, the answers of cameras and rays are computed while they are written.
pub(super) fn write_events(
    report: &Report,
    world: Option<&World>,
    scene: &str,
    only: Option<&[Section]>,
    only_new: bool,
    form: ReportForm,
    out: impl Write,
) -> io::Result<()> {
    let source = SectionSource { report, world, only_new, on_line: form == ReportForm::Brief };
    let document = ReportDocument { source, scene, only, form };
    match form {
        ReportForm::Full => json_lines::write(&document, out),
        ReportForm::Brief => json_lines::write_line(&document, out),
    }
}

struct ReportDocument<'a> {
    source: SectionSource<'a>,
    scene: &'a str,
    /// The sections that are written; all of them when `None`.
    only: Option<&'a [Section]>,
    form: ReportForm,
}

impl Serialize for ReportDocument<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let report = self.source.report;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("eyeline_report", &1)?;
        map.serialize_entry("scene", self.scene)?;
        map.serialize_entry("tick", &report.tick)?;
        map.serialize_entry("time", &report.time)?;
        if !report.lost_models.is_empty() {
            let lost = report.lost_models.iter().map(|(model, error)| LostModel { model, error });
            map.serialize_entry("models", &lost.collect::<Vec<_>>())?;
        }
        for section in Section::ALL {
            if self.only.is_none_or(|sections| sections.contains(&section)) {
                section.write(&self.source, self.form, &mut map)?;
            }
        }
        map.end()
    }
}

/// A model whose file could not be read.
#[derive(Serialize)]
struct LostModel<'a> {
    model: &'a str,
    error: &'a str,
}
