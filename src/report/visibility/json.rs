//! The section `visibility` of a report. Images come after the objects. A camera that is attached to an unplaced object has
//! only its name and `error`.

use std::borrow::Cow;

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use super::answers::{VisibilityAnswer, VisibilityAnswers};
use crate::report::all_answers::Report;
use crate::report::json_lines::ListPlace;
use crate::report::parallel_list;
use crate::report::section_source::{ObjectEntry, SectionSource, WithUnplaced};
use crate::visibility::Reason;

/// Makes the entry of a target, by its index in the answers.
pub(super) type EntryOf = for<'b> fn(&Targets<'b>, usize) -> Option<TargetEntry<'b>>;

/// All cameras that are asked.
pub(in crate::report) struct Visibility<'a> {
    report: &'a Report,
    place: ListPlace,
    entry: EntryOf,
}

impl<'a> Visibility<'a> {
    /// The section; `None` when no camera is asked.
    pub(super) fn of(source: &SectionSource<'a>, entry: EntryOf) -> Option<Self> {
        let report = source.report;
        (!report.visibility.is_empty()).then_some(Self { report, place: source.in_entry(), entry })
    }
}

impl Serialize for Visibility<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { report, place, entry } = *self;
        let mut list = serializer.serialize_seq(Some(report.visibility.len()))?;
        for answers in &report.visibility {
            let camera = &*answers.camera;
            list.serialize_element(&if let Some(error) = &answers.error {
                CameraEntry::Error { camera, error }
            } else {
                let objects = Targets { answers, report, place, entry };
                CameraEntry::Answer { camera, size: answers.size, objects }
            })?;
        }
        list.end()
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum CameraEntry<'a> {
    Answer { camera: &'a str, size: [u32; 2], objects: Targets<'a> },
    Error { camera: &'a str, error: &'a str },
}

/// The answers of a camera about each object and image, made while they are written.
#[derive(Clone, Copy)]
pub(super) struct Targets<'a> {
    pub(super) answers: &'a VisibilityAnswers,
    pub(super) report: &'a Report,
    pub(super) place: ListPlace,
    pub(super) entry: EntryOf,
}

impl<'a> Targets<'a> {
    /// The entry at an index: objects with those that are not placed, then images.
    fn entry(&self, i: usize) -> Option<ObjectEntry<'a, TargetEntry<'a>>> {
        let objects = WithUnplaced::of(self.report);
        let Some(image) = i.checked_sub(objects.count()) else {
            return objects.entry(i, |object| (self.entry)(self, object));
        };
        let image_at = self.report.images.get(image)?;
        match &image_at.opacity {
            Ok(_) => (self.entry)(self, self.report.objects.len() + image).map(ObjectEntry::Answer),
            Err(error) => Some(ObjectEntry::Missing { object: &image_at.name, error: Cow::Owned(error.to_string()) }),
        }
    }
}

impl Serialize for Targets<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let count = WithUnplaced::of(self.report).count() + self.report.images.len();
        parallel_list::list(serializer, self.place, count, |i| self.entry(i))
    }
}

/// The keys of the contract.
pub(super) fn full<'a>(targets: &Targets<'a>, target: usize) -> Option<TargetEntry<'a>> {
    let VisibilityAnswer { seen, .. } = targets.answers.targets.get(target)?;
    let report = targets.report;
    let covers = seen.covers().map(|(by, share)| Cover { object: name(report, by), share });
    let covered_by = Some(covers.collect());
    Some(TargetEntry { rect: Some(seen.rect), covered_by, ..brief(targets, target)? })
}

/// Those of a brief report.
pub(super) fn brief<'a>(targets: &Targets<'a>, target: usize) -> Option<TargetEntry<'a>> {
    let VisibilityAnswer { seen, reason } = targets.answers.targets.get(target)?;
    Some(TargetEntry {
        object: name(targets.report, target),
        seen: seen.pixels > 0,
        pixels: seen.pixels,
        share: seen.share(),
        rect: None,
        reason: reason.map(Reason::word),
        covered_by: None,
    })
}

#[derive(Serialize)]
pub(super) struct TargetEntry<'a> {
    object: &'a str,
    seen: bool,
    pixels: u64,
    share: Option<f64>,
    /// `None` leaves the key out.
    #[expect(clippy::option_option, reason = "null is a value")]
    #[serde(skip_serializing_if = "Option::is_none")]
    rect: Option<Option<[u32; 4]>>,
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    covered_by: Option<Vec<Cover<'a>>>,
}

#[derive(Serialize)]
struct Cover<'a> {
    object: &'a str,
    share: f64,
}

/// The name of a target.
pub(super) fn name(report: &Report, target: usize) -> &str {
    let image = || report.images.get(target.checked_sub(report.objects.len())?);
    report
        .objects
        .get(target)
        .map(|object| &*object.name)
        .or_else(|| image().map(|image| &*image.name))
        .unwrap_or_default()
}
