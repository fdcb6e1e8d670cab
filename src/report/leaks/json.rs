//! The section `leaks` of a report. A leak that could not be asked has `error` in place of its answer, and one that has no answer
//! a `reason`.

use serde::Serialize;

use super::answers::LeakWork;
use crate::clearance::leak::LeakAnswer;
use crate::report::section_source::SectionSource;

/// The section; `None` when the scene does not use it.
pub(super) fn section<'a>(source: &SectionSource<'a>) -> Option<Vec<LeakSection<'a>>> {
    let leaks = &source.report.leaks;
    (!leaks.is_empty()).then(|| leaks.iter().map(LeakSection::of).collect())
}

/// A leak with the keys of the contract in its order.
#[derive(Serialize)]
#[serde(untagged)]
pub(in crate::report) enum LeakSection<'a> {
    Answer {
        leak: &'a str,
        leaks: Option<bool>,
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<&'static str>,
        path: Option<Vec<[f64; 3]>>,
        length: Option<f64>,
        narrowest: Option<NarrowestEntry>,
        resolution: Option<f64>,
    },
    Error {
        leak: &'a str,
        error: &'a str,
    },
}

/// The narrowest place of a way.
#[derive(Serialize)]
pub(in crate::report) struct NarrowestEntry {
    point: [f64; 3],
    /// `null` when no body is near.
    width: Option<f64>,
}

/// The words of the report for an answer: whether it leaks, and the reason when that is not known.
pub(super) fn outcome(answer: &LeakAnswer) -> (Option<bool>, Option<&'static str>) {
    match answer {
        LeakAnswer::Leaks(_) => (Some(true), None),
        LeakAnswer::Sealed { .. } => (Some(false), None),
        LeakAnswer::StartsInside { .. } => (None, Some("starts_inside")),
        LeakAnswer::Undecided { .. } => (None, Some("undecided")),
    }
}

/// −0 is written as 0.
fn array(point: glam::DVec3) -> [f64; 3] {
    (point + glam::DVec3::ZERO).to_array()
}

impl<'a> LeakSection<'a> {
    pub(super) fn of(asked: &'a LeakWork) -> Self {
        let leak = &*asked.name;
        let answer = match (&asked.input, &asked.answer) {
            (Err(error), _) => return Self::Error { leak, error },
            (Ok(_), None) => return Self::Error { leak, error: "it is being computed" },
            (Ok(_), Some(answer)) => answer,
        };
        let (leaks, reason) = outcome(answer);
        let path = if let LeakAnswer::Leaks(path) = &**answer { Some(path) } else { None };
        let resolution = match &**answer {
            LeakAnswer::Leaks(path) => Some(path.resolution),
            LeakAnswer::Sealed { resolution, .. } | LeakAnswer::Undecided { resolution, .. } => Some(*resolution),
            LeakAnswer::StartsInside { .. } => None,
        };
        Self::Answer {
            leak,
            leaks,
            reason,
            path: path.map(|path| path.points.iter().map(|point| array(*point)).collect()),
            length: path.map(|path| path.length),
            narrowest: path.map(|path| NarrowestEntry {
                point: array(path.narrowest),
                width: Some(path.width).filter(|width| width.is_finite()),
            }),
            resolution,
        }
    }
}
