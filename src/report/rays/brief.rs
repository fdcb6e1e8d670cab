//! The section `rays` of a brief report: `nearest` and, of each object that is hit, `t` and `feature`.

use std::borrow::Cow;

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::answers::RayAnswers;
use super::json::{OnRay, OnRays};
use crate::report::all_answers::Report;
use crate::report::json_lines::ListPlace;
use crate::report::parallel_list;
use crate::report::section_source::{ObjectEntry, QuerierEntries};
use crate::report::stored_fields::{each, pick};

/// What decides.
pub(in crate::report) struct RayBrief;

impl QuerierEntries<RayAnswers> for RayBrief {
    type Of<'b> = Hitting<'b>;

    fn of<'b>(answers: &'b RayAnswers, report: &'b Report, place: ListPlace) -> Hitting<'b> {
        let targets = OnRays { answers, report };
        let nearest = answers.nearest.and_then(|target| targets.target(target));
        Hitting { ray: &answers.ray.name, nearest: nearest.map(Hit::from), objects: Hits { targets, place } }
    }
}

/// A ray with its hits.
#[derive(Serialize)]
pub(in crate::report) struct Hitting<'a> {
    ray: &'a str,
    nearest: Option<Hit<'a>>,
    objects: Hits<'a>,
}

#[derive(Serialize)]
struct Hit<'a> {
    object: &'a str,
    t: Option<f32>,
    feature: Option<Cow<'static, str>>,
}

impl<'a> From<OnRay<'a>> for Hit<'a> {
    fn from(OnRay { object, t, feature, .. }: OnRay<'a>) -> Self {
        Self { object, t, feature }
    }
}

/// The objects and images that are hit, and those without an answer.
struct Hits<'a> {
    targets: OnRays<'a>,
    place: ListPlace,
}

impl Serialize for Hits<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { targets, place } = self;
        parallel_list::list(serializer, *place, targets.count(), |i| match targets.entry(i)? {
            ObjectEntry::Answer(on_ray) => on_ray.hit.then(|| ObjectEntry::Answer(Hit::from(on_ray))),
            ObjectEntry::Missing { object, error } => Some(ObjectEntry::Missing { object, error }),
        })
    }
}

/// The brief form of a section that was read.
pub(super) fn shorten(section: &Value) -> Value {
    let on_ray = |object: &Value| pick(object, &["object", "t", "feature", "error"]);
    each(section, |ray| {
        let mut brief = pick(ray, &["ray", "error"]);
        if let Some(nearest) = ray.get("nearest") {
            brief["nearest"] = if nearest.is_null() { Value::Null } else { on_ray(nearest) };
        }
        if let Some(objects) = ray.get("objects").and_then(Value::as_array) {
            let is_hit = |object: &&Value| object.get("hit") != Some(&Value::Bool(false));
            brief["objects"] = objects.iter().filter(is_hit).map(on_ray).collect();
        }
        brief
    })
}
