//! What the sections of a report have in common when they are written as JSON: where their answers come from, entries of
//! lists, boxes and vectors, and estimates of their size.

use std::borrow::Cow;

use glam::Vec3;
use serde::Serialize;
use serde_json::Value;

use super::all_answers::Report;
use super::json_lines::ListPlace;
use crate::geometry::Aabb;
use crate::world::{Unplaced, World};

/// The form of a report: full, or brief with only the fields that decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportForm {
    /// All keys.
    Full,
    /// The keys of a brief report.
    Brief,
}

/// Converts the answers of one camera or ray to an entry of a report, in the full or the brief form.
pub(super) trait QuerierEntries<A> {
    /// The entry, as it is serialized.
    type Of<'b>: Serialize
    where
        A: 'b;

    /// The entry of a camera or ray. `place` is the place of the list of objects in the entry.
    fn of<'b>(answers: &'b A, report: &'b Report, place: ListPlace) -> Self::Of<'b>;
}

/// The `error` entry of an unplaced object; `None` for any other name.
pub(super) fn unplaced(report: &Report, object: &str) -> Option<Value> {
    let unplaced = report.unplaced.iter().find(|unplaced| *unplaced.name == *object)?;
    let missing: ObjectEntry<'_, ()> =
        ObjectEntry::Missing { object: &unplaced.name, error: Cow::Borrowed(&unplaced.error) };
    value(&missing)
}

/// A value as a report writes it: an `f32` with its own digits.
pub(super) fn value(of: &impl Serialize) -> Option<Value> {
    serde_json::from_slice(&serde_json::to_vec(of).ok()?).ok()
}

/// What the sections of a report are written from.
#[derive(Clone, Copy)]
pub(super) struct SectionSource<'a> {
    pub(super) report: &'a Report,
    /// The world, when the answers of cameras and rays are computed while they are written. `None` when `report` has
    /// them.
    pub(super) world: Option<&'a World>,
    /// Whether agents have only the events that came with the last tick of the scene.
    pub(super) only_new: bool,
    /// Whether the report is on one line.
    pub(super) on_line: bool,
}

impl SectionSource<'_> {
    /// The place of a list of a section.
    pub(super) fn in_section(&self) -> ListPlace {
        if self.on_line { ListPlace::OnLine } else { ListPlace::InSection }
    }

    /// The place of a list of an entry of a section.
    pub(super) fn in_entry(&self) -> ListPlace {
        if self.on_line { ListPlace::OnLine } else { ListPlace::InEntry }
    }
}

/// An entry of a list about objects.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum ObjectEntry<'a, T> {
    Answer(T),
    Missing { object: &'a str, error: Cow<'a, str> },
}

/// The order of a list of answers about the objects of a report: objects without an answer are at their places in the
/// file's order.
#[derive(Clone, Copy)]
pub(super) struct WithUnplaced<'a> {
    report: &'a Report,
}

impl<'a> WithUnplaced<'a> {
    pub(super) fn of(report: &'a Report) -> Self {
        Self { report }
    }

    /// The number of entries.
    pub(super) fn count(self) -> usize {
        self.report.objects.len() + self.report.unplaced.len()
    }

    /// The entry at an index, with the answer about the object of the index that `answer` is given.
    pub(super) fn entry<T>(self, i: usize, answer: impl FnOnce(usize) -> Option<T>) -> Option<ObjectEntry<'a, T>> {
        let unplaced = &self.report.unplaced;
        let before = unplaced.partition_point(|unplaced| unplaced.written < i);
        match unplaced.get(before).filter(|unplaced| unplaced.written == i) {
            Some(Unplaced { name, error, .. }) => {
                Some(ObjectEntry::Missing { object: name, error: Cow::Borrowed(error) })
            }
            None => answer(i - before).map(ObjectEntry::Answer),
        }
    }
}

#[derive(Serialize)]
pub(super) struct Bounds {
    min: [f32; 3],
    max: [f32; 3],
}

impl From<&Aabb> for Bounds {
    fn from(aabb: &Aabb) -> Self {
        Self { min: array(aabb.min), max: array(aabb.max) }
    }
}

/// −0 is written as 0.
pub(super) fn array(v: Vec3) -> [f32; 3] {
    (v + Vec3::ZERO).to_array()
}

/// How large a report will be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// The bytes of its text.
    pub bytes: u64,
    /// The answers of cameras and rays about single objects.
    pub answers: u64,
}

impl Estimate {
    /// So many entries of so many bytes each, which are no answers of cameras and rays.
    pub(super) fn entries(count: u64, bytes: u64) -> Self {
        Self { bytes: count.saturating_mul(bytes), answers: 0 }
    }

    /// So many answers of cameras and rays of so many bytes each.
    pub(super) fn answers(count: u64, bytes: u64) -> Self {
        Self { answers: count, ..Self::entries(count, bytes) }
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self { bytes: self.bytes.saturating_add(other.bytes), answers: self.answers.saturating_add(other.answers) }
    }

    /// The size of a recording of that many ticks.
    #[must_use]
    pub fn times(self, ticks: u64) -> Self {
        Self { bytes: self.bytes.saturating_mul(ticks), answers: self.answers.saturating_mul(ticks) }
    }
}
