//! The section `colliders` of a report. A comparison that could not be asked has `error` in place of its answer, and one that was
//! not finished a `reason`.

use serde::Serialize;

use super::answers::ColliderWork;
use crate::clearance::deviation::Deviation;
use crate::report::section_source::SectionSource;

/// The section; `None` when the scene does not use it.
pub(super) fn section<'a>(source: &SectionSource<'a>) -> Option<Vec<ColliderSection<'a>>> {
    let colliders = &source.report.colliders;
    (!colliders.is_empty()).then(|| colliders.iter().map(ColliderSection::of).collect())
}

/// A collider with the keys of the contract in its order.
#[derive(Serialize)]
#[serde(untagged)]
pub(in crate::report) enum ColliderSection<'a> {
    Answer {
        collider: &'a str,
        render_to_collider: Option<DeviationEntry>,
        collider_to_render: Option<DeviationEntry>,
        within: Option<bool>,
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<&'static str>,
    },
    Error {
        collider: &'a str,
        error: &'a str,
    },
}

#[derive(Serialize)]
pub(in crate::report) struct DeviationEntry {
    distance: f64,
    /// On the first surface; `null` at distance 0.
    point: Option<[f64; 3]>,
}

impl DeviationEntry {
    fn of(one: &Deviation) -> Self {
        let point = (one.points[0] + glam::DVec3::ZERO).to_array();
        Self { distance: one.distance, point: (one.distance > 0.0).then_some(point) }
    }
}

impl<'a> ColliderSection<'a> {
    pub(super) fn of(asked: &'a ColliderWork) -> Self {
        let collider = &*asked.name;
        match (&asked.input, &asked.answer) {
            (Err(error), _) => Self::Error { collider, error },
            (Ok(_), None) => Self::Error { collider, error: "it is being computed" },
            (Ok(input), Some(answer)) => {
                let found = answer.as_ref().as_ref().ok();
                let entry = |i: usize| found.map(|found| DeviationEntry::of(&found.both[i]));
                Self::Answer {
                    collider,
                    render_to_collider: entry(0),
                    collider_to_render: entry(1),
                    within: found.map(|found| input.is_within(found)),
                    reason: answer.is_err().then_some("undecided"),
                }
            }
        }
    }
}
