//! The section `sessions` of a report. A session whose file cannot be read has `error` in place of its figures.

use serde::Serialize;

use crate::report::section_source::SectionSource;
use crate::trajectory::deviation::Measure;
use crate::trajectory::errors::Statistics;
use crate::trajectory::{History, Jump, Lost, PoseAt, Summary, Trajectory};
use crate::world::SessionAt;

/// The section; `None` when the scene does not use it.
pub(super) fn section<'a>(source: &SectionSource<'a>) -> Option<Vec<SessionSection<'a>>> {
    let sessions = &source.report.sessions;
    (!sessions.is_empty()).then(|| sessions.iter().map(SessionSection::of).collect())
}

/// A session with the keys of the contract in its order.
#[derive(Serialize)]
#[serde(untagged)]
pub(in crate::report) enum SessionSection<'a> {
    Answer(Box<SessionEntry<'a>>),
    Error { session: &'a str, error: &'a str },
}

#[derive(Serialize)]
pub(in crate::report) struct SessionEntry<'a> {
    session: &'a str,
    frames: usize,
    start: f64,
    duration: f64,
    tracked_ratio: f64,
    lost: Vec<LostSpan<'a>>,
    path_length: f64,
    jumps: Vec<JumpAt>,
    anchors: Vec<AnchorHistory<'a>>,
    pose: Option<Pose>,
    #[serde(skip_serializing_if = "ErrorEntry::is_not_asked")]
    error: ErrorEntry<'a>,
}

/// The error against the reference of the session.
#[derive(Serialize)]
#[serde(untagged)]
enum ErrorEntry<'a> {
    /// The session has no reference.
    NotAsked,
    /// `null`: there is no error.
    None,
    Some(PathError<'a>),
}

impl ErrorEntry<'_> {
    fn is_not_asked(&self) -> bool {
        matches!(self, Self::NotAsked)
    }
}

#[derive(Serialize)]
struct PathError<'a> {
    reference: &'a str,
    pairs: usize,
    unmatched: usize,
    rmse: f64,
    mean: f64,
    median: f64,
    max: f64,
    rpe_rmse: Option<f64>,
    turn_rmse: f64,
    rpe_turn_rmse: Option<f64>,
    segment_translation: Option<f64>,
    segment_turn: Option<f64>,
}

/// The fields of an error, in the order of the report. In an expectation each has `error.` before it.
pub(super) const ERROR_FIELDS: [&str; 12] = [
    "reference",
    "pairs",
    "unmatched",
    "rmse",
    "mean",
    "median",
    "max",
    "rpe_rmse",
    "turn_rmse",
    "rpe_turn_rmse",
    "segment_translation",
    "segment_turn",
];

#[derive(Serialize)]
struct LostSpan<'a> {
    from: f64,
    to: f64,
    reason: Option<&'a str>,
}

#[derive(Serialize)]
struct JumpAt {
    frame: usize,
    time: f64,
    distance: f64,
    speed: f64,
    turn: f64,
}

#[derive(Serialize)]
struct AnchorHistory<'a> {
    id: &'a str,
    added: f64,
    updates: usize,
    removed: Option<f64>,
    merged_into: Option<&'a str>,
}

#[derive(Serialize)]
struct Pose {
    frame: usize,
    position: [f64; 3],
    rotation: [f64; 4],
    tracking: &'static str,
}

impl<'a> SessionSection<'a> {
    pub(super) fn of(session: &'a SessionAt) -> Self {
        let name = &*session.name;
        match &session.file {
            Err(error) => Self::Error { session: name, error },
            Ok(file) => match (file.summary(), file.trajectory()) {
                (Some(summary), Ok(path)) => Self::Answer(Box::new(answer(session, summary, path))),
                _ => Self::Error { session: name, error: "the file has no path" },
            },
        }
    }
}

fn error(session: &SessionAt) -> ErrorEntry<'_> {
    let Some(reference) = &session.reference else { return ErrorEntry::NotAsked };
    let Some(Ok(found)) = session.comparison() else { return ErrorEntry::None };
    let Statistics { rmse, mean, median, max, .. } = found.statistics[Measure::Absolute.index()];
    let rmse_of = |measure: Measure| found.statistics[measure.index()].rmse;
    ErrorEntry::Some(PathError {
        reference: &reference.name,
        pairs: found.pairs,
        unmatched: found.shorter - found.pairs,
        rmse,
        mean,
        median,
        max,
        rpe_rmse: found.has_steps().then(|| rmse_of(Measure::Relative)),
        turn_rmse: rmse_of(Measure::AbsoluteTurn),
        rpe_turn_rmse: found.has_steps().then(|| rmse_of(Measure::RelativeTurn)),
        segment_translation: found.segments.as_ref().map(|segments| segments.all.translation),
        segment_turn: found.segments.as_ref().map(|segments| segments.all.turn),
    })
}

fn answer<'a>(session: &'a SessionAt, summary: &'a Summary, path: &'a Trajectory) -> SessionEntry<'a> {
    let lost = |lost: &'a Lost| LostSpan { from: lost.from, to: lost.to, reason: lost.reason.as_deref() };
    let jump = |jump: &Jump| {
        let Jump { frame, time, distance, speed, turn } = *jump;
        JumpAt { frame, time, distance, speed, turn }
    };
    let anchor = |history: &'a History| AnchorHistory {
        id: &history.id,
        added: history.added,
        updates: history.updates,
        removed: history.removed,
        merged_into: history.merged_into.as_deref(),
    };
    let pose = |held: PoseAt| Pose {
        frame: held.frame,
        position: held.position.to_array().map(|x| x + 0.0),
        rotation: held.rotation.to_array().map(|x| x + 0.0),
        tracking: held.tracking.word(),
    };
    SessionEntry {
        session: &session.name,
        frames: summary.frames,
        start: summary.start,
        duration: summary.duration,
        tracked_ratio: summary.tracked_ratio,
        lost: summary.lost.iter().map(lost).collect(),
        path_length: summary.path_length,
        jumps: summary.jumps.iter().map(jump).collect(),
        anchors: path.anchors.histories().iter().map(anchor).collect(),
        pose: session.held.map(pose),
        error: error(session),
    }
}
