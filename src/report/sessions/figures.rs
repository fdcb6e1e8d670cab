//! The figures of a comparison of paths as JSON.

use serde::Serialize;

use super::choice::ComparisonChoice;
use super::measured::{deviation, why_not};
use crate::trajectory::align::AlignmentKind;
use crate::trajectory::deviation::{Deviation, Measure};
use crate::trajectory::errors::{Clock, Statistics};
use crate::trajectory::segments::{DistanceErrors, LENGTHS, SegmentErrors};
use crate::world::{SessionAt, World};

/// All figures of paths against a reference.
#[derive(Debug, Serialize)]
pub struct PathFigures {
    reference: String,
    paths: Vec<FiguresOfPath>,
}

#[derive(Debug, Serialize)]
struct FiguresOfPath {
    session: String,
    pairs: usize,
    unmatched: usize,
    clock: Option<&'static str>,
    /// The alignment whose error is the answer.
    answer: Option<&'static str>,
    error: Option<String>,
    alignments: Vec<FiguresOfAlignment>,
}

#[derive(Debug, Serialize)]
struct FiguresOfAlignment {
    align: &'static str,
    rotation: [f64; 4],
    translation: [f64; 3],
    scale: f64,
    ape: ErrorFigures,
    ape_turn: ErrorFigures,
    rpe: Option<ErrorFigures>,
    rpe_turn: Option<ErrorFigures>,
    drift: Option<f64>,
    segments: Option<SegmentFigures>,
}

#[derive(Debug, Serialize)]
struct ErrorFigures {
    rmse: f64,
    mean: f64,
    median: f64,
    max: f64,
    min: f64,
}

#[derive(Debug, Serialize)]
struct SegmentFigures {
    #[serde(flatten)]
    all: MeanFigures,
    lengths: Vec<LengthFigures>,
}

#[derive(Debug, Serialize)]
struct LengthFigures {
    length: f64,
    #[serde(flatten)]
    mean: MeanFigures,
}

#[derive(Debug, Serialize)]
struct MeanFigures {
    count: usize,
    translation: f64,
    turn: f64,
}

/// The figures of all sessions but the first, which is the reference. `None` when a number is that of no session.
pub fn path_figures(world: &World, sessions: &[usize], choice: &ComparisonChoice) -> Option<PathFigures> {
    let (reference, others) = sessions.split_first()?;
    let reference = world.sessions.get(*reference)?;
    let paths = others.iter().map(|other| Some(of_path(reference, world.sessions.get(*other)?, choice)));
    Some(PathFigures { reference: reference.name.to_string(), paths: paths.collect::<Option<_>>()? })
}

fn of_path(reference: &SessionAt, path: &SessionAt, choice: &ComparisonChoice) -> FiguresOfPath {
    let matching = choice.matching(reference, path);
    let found: Vec<(AlignmentKind, Deviation)> = AlignmentKind::ALL
        .into_iter()
        .filter_map(|freedom| Some((freedom, deviation(reference, path, &matching, freedom).ok()?)))
        .collect();
    let exists = |freedom: &AlignmentKind| found.iter().any(|(known, _)| known == freedom);
    let first = found.first().map(|(_, found)| found);
    FiguresOfPath {
        session: path.name.to_string(),
        pairs: first.map_or(0, |found| found.pairs),
        unmatched: first.map_or(0, |found| found.shorter - found.pairs),
        clock: first.map(|found| match found.clock {
            Clock::File => "file",
            Clock::Scene => "scene",
            Clock::Number => "number",
        }),
        answer: choice.answering().into_iter().find(exists).map(AlignmentKind::word),
        error: found.is_empty().then(|| why_not(reference, path, &matching)),
        alignments: found.iter().map(|(freedom, found)| of_alignment(*freedom, found)).collect(),
    }
}

fn of_alignment(freedom: AlignmentKind, found: &Deviation) -> FiguresOfAlignment {
    let statistics = |measure: Measure| {
        let Statistics { rmse, mean, median, max, min } = found.statistics[measure.index()];
        ErrorFigures { rmse, mean, median, max, min }
    };
    let mean = |of: &SegmentErrors| MeanFigures { count: of.count, translation: of.translation, turn: of.turn };
    let segments = |of: &DistanceErrors| SegmentFigures {
        all: mean(&of.all),
        lengths: LENGTHS
            .into_iter()
            .zip(&of.by_length)
            .filter(|(_, of)| of.count > 0)
            .map(|(length, of)| LengthFigures { length, mean: mean(of) })
            .collect(),
    };
    FiguresOfAlignment {
        align: freedom.word(),
        rotation: found.alignment.rotation.to_array().map(|x| x + 0.0),
        translation: found.alignment.translation.to_array().map(|x| x + 0.0),
        scale: found.alignment.scale,
        ape: statistics(Measure::Absolute),
        ape_turn: statistics(Measure::AbsoluteTurn),
        rpe: found.has_steps().then(|| statistics(Measure::Relative)),
        rpe_turn: found.has_steps().then(|| statistics(Measure::RelativeTurn)),
        drift: found.drift,
        segments: found.segments.as_ref().map(segments),
    }
}
