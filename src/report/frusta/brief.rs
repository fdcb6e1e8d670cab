//! The section `frusta` of a brief report: each object has `verdict`, `rejected_by`, `margin` and `exact`.

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::answers::FrustumAnswers;
use crate::geometry::frustum::Side;
use crate::report::all_answers::Report;
use crate::report::json_lines::ListPlace;
use crate::report::parallel_list;
use crate::report::section_source::{QuerierEntries, WithUnplaced};
use crate::report::stored_fields::{each, pick};

/// What decides.
pub(in crate::report) struct ViewBrief;

impl QuerierEntries<FrustumAnswers> for ViewBrief {
    type Of<'b> = CameraBrief<'b>;

    fn of<'b>(answers: &'b FrustumAnswers, report: &'b Report, place: ListPlace) -> CameraBrief<'b> {
        let camera = &answers.camera;
        match &answers.error {
            Some(error) => CameraBrief::Error { camera, error },
            None => CameraBrief::Answer { camera, objects: Verdicts { answers, report, place } },
        }
    }
}

#[derive(Serialize)]
#[serde(untagged)]
pub(in crate::report) enum CameraBrief<'a> {
    Answer { camera: &'a str, objects: Verdicts<'a> },
    Error { camera: &'a str, error: &'a str },
}

/// The answers of a camera about each object, made while they are written.
pub(in crate::report) struct Verdicts<'a> {
    answers: &'a FrustumAnswers,
    report: &'a Report,
    place: ListPlace,
}

#[derive(Serialize)]
struct InView<'a> {
    object: &'a str,
    verdict: &'static str,
    rejected_by: Option<&'static str>,
    margin: f32,
    exact: &'static str,
}

impl Serialize for Verdicts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { answers, report, place } = *self;
        let all = WithUnplaced::of(report);
        let about = |i: usize| {
            let answer = answers.objects.get(i)?;
            Some(InView {
                object: &report.objects[i].name,
                verdict: answer.fast.verdict.word(),
                rejected_by: answer.fast.rejected_by.map(Side::word),
                margin: answer.fast.margin,
                exact: answer.exact.word(),
            })
        };
        parallel_list::list(serializer, place, all.count(), |i| all.entry(i, about))
    }
}

/// The brief form of a section that was read.
pub(super) fn shorten(section: &Value) -> Value {
    each(section, |camera| {
        let mut brief = pick(camera, &["camera", "error"]);
        if let Some(objects) = camera.get("objects") {
            let keys = ["object", "verdict", "rejected_by", "margin", "exact", "error"];
            brief["objects"] = each(objects, |object| pick(object, &keys));
        }
        brief
    })
}
