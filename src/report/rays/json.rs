//! The section `rays` of a report.
//!
//! Each object has two keys besides those of the contract:
//!
//! * `exact`: the answer of the reference in `f64` by the same rules, one of `hit`, `misses`, `behind`, `beyond` and
//!   `masked`; so `(.reason // "hit") != .exact` finds where they differ;
//! * `exact_interval`: the interval of the whole line inside the solid by the reference, `[t_in, t_out]` in `f64`, or
//!   `null`.
//!
//! A hit on a mesh has `barycentric`, the weights of the triangle's three corners there. Images come after the objects:
//! the `feature` of an image is the cell that the line crosses, hit or not, and `alpha` the mean of that cell.

use std::borrow::Cow;
use std::marker::PhantomData;

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use super::answers::{RayAnswer, RayAnswers, RayTarget};
use super::mistaken::MistakenHits;
use crate::geometry::Interval;
use crate::geometry::ray::{self, Miss};
use crate::report::all_answers::Report;
use crate::report::json_lines::ListPlace;
use crate::report::parallel_list;
use crate::report::section_source::{ObjectEntry, QuerierEntries, SectionSource, WithUnplaced, array};
use crate::world::World;

impl<'a, F> Rays<'a, F> {
    /// The section; `None` without rays.
    pub(super) fn of(source: &SectionSource<'a>) -> Option<Self> {
        let SectionSource { report, world, .. } = *source;
        let has_rays = world.map_or(!report.rays.is_empty(), |world| !world.rays.is_empty());
        has_rays.then_some(Self { report, world, place: source.in_entry(), form: PhantomData })
    }
}

/// All rays; the answers of those of a world are computed while they are written.
pub(in crate::report) struct Rays<'a, F = Full> {
    report: &'a Report,
    world: Option<&'a World>,
    place: ListPlace,
    form: PhantomData<F>,
}

/// The keys of the contract.
pub(in crate::report) struct Full;

impl<F: QuerierEntries<RayAnswers>> Serialize for Rays<'_, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { report, place, .. } = *self;
        let Some(world) = self.world else {
            return serializer.collect_seq(report.rays.iter().map(|answers| F::of(answers, report, place)));
        };
        let mut list = serializer.serialize_seq(Some(world.rays.len()))?;
        for ray in &world.rays {
            list.serialize_element(&F::of(&RayAnswers::of(ray, world), report, place))?;
        }
        list.end()
    }
}

#[derive(Serialize)]
#[expect(clippy::struct_field_names, reason = "the keys are the contract's")]
pub(in crate::report) struct Ray<'a> {
    ray: &'a str,
    origin: [f32; 3],
    direction: [f32; 3],
    nearest: Option<OnRay<'a>>,
    objects: WrittenRays<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mistaken: Option<Mistaken<'a>>,
}

/// The answers of the wrong rule of a ray. It has no normals and no features.
#[derive(Serialize)]
struct Mistaken<'a> {
    key: &'static str,
    nearest: Option<MistakenHit<'a>>,
    objects: Vec<MistakenHit<'a>>,
}

#[derive(Serialize)]
struct MistakenHit<'a> {
    object: &'a str,
    hit: bool,
    t: Option<f64>,
    distance: Option<f64>,
    point: Option<[f32; 3]>,
    normal: Option<[f32; 3]>,
    feature: Option<&'static str>,
    interval: Option<[f64; 2]>,
    reason: Option<&'static str>,
}

impl<'a> Mistaken<'a> {
    fn of(mistaken: &MistakenHits, answers: &RayAnswers, report: &'a Report) -> Self {
        let about = |i: usize| {
            let object = report.objects.get(i)?;
            let t = mistaken.on(i);
            let is_masked = answers.ray.mask & object.layers == 0;
            Some(MistakenHit {
                object: &object.name,
                hit: t.is_some(),
                t,
                distance: t.map(|t| t.abs() * mistaken.direction.length()),
                point: t.map(|t| array(mistaken.point(t))),
                normal: None,
                feature: None,
                interval: None,
                reason: t.is_none().then_some(if is_masked { "masked" } else { "misses" }),
            })
        };
        Self {
            key: mistaken.mistake.key,
            nearest: mistaken.nearest().and_then(about),
            objects: (0..report.objects.len()).filter_map(about).collect(),
        }
    }
}

/// The answers of a ray about each object and image.
#[derive(Clone, Copy)]
pub(in crate::report) struct OnRays<'a> {
    pub(super) answers: &'a RayAnswers,
    pub(super) report: &'a Report,
}

impl<'a> OnRays<'a> {
    pub(super) fn target(&self, target: RayTarget) -> Option<OnRay<'a>> {
        match target {
            RayTarget::Object(i) => self.object(i),
            RayTarget::Image(i) => self.image(i),
        }
    }

    /// The number of entries of all objects and images.
    pub(super) fn count(&self) -> usize {
        WithUnplaced::of(self.report).count() + self.report.images.len()
    }

    /// The entry at an index, objects before images, in the order of the report.
    pub(super) fn entry(&self, i: usize) -> Option<ObjectEntry<'a, OnRay<'a>>> {
        let objects = WithUnplaced::of(self.report);
        match i.checked_sub(objects.count()) {
            None => objects.entry(i, |object| self.object(object)),
            Some(image) => self.entry_of_image(image),
        }
    }

    pub(super) fn object(&self, i: usize) -> Option<OnRay<'a>> {
        let requested = self.report.objects.get(i)?;
        Some(on_ray(&requested.name, &self.answers.about(i, requested.layers)))
    }

    /// The error of an image without cells.
    pub(super) fn entry_of_image(&self, i: usize) -> Option<ObjectEntry<'a, OnRay<'a>>> {
        let image = self.report.images.get(i)?;
        match &image.opacity {
            Ok(_) => self.image(i).map(ObjectEntry::Answer),
            Err(error) => Some(ObjectEntry::Missing { object: &image.name, error: Cow::Owned(error.to_string()) }),
        }
    }

    fn image(&self, i: usize) -> Option<OnRay<'a>> {
        let (image, answer) = (self.report.images.get(i)?, (*self.answers.images.get(i)?)?);
        let alpha = answer.cell.and_then(|cell| image.opacity.as_ref().ok()?.grid.mean(cell));
        Some(OnRay { alpha, ..on_ray(&image.name, &answer) })
    }
}

/// The same as a list, whose entries are made while they are written.
pub(in crate::report) struct WrittenRays<'a> {
    targets: OnRays<'a>,
    place: ListPlace,
}

impl Serialize for WrittenRays<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        parallel_list::list(serializer, self.place, self.targets.count(), |i| self.targets.entry(i))
    }
}

#[derive(Serialize)]
pub(in crate::report) struct OnRay<'a> {
    pub(super) object: &'a str,
    pub(super) hit: bool,
    pub(super) t: Option<f32>,
    distance: Option<f32>,
    point: Option<[f32; 3]>,
    normal: Option<[f32; 3]>,
    pub(super) feature: Option<Cow<'static, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    barycentric: Option<[f32; 3]>,
    interval: Option<[Option<f32>; 2]>,
    reason: Option<&'static str>,
    exact: &'static str,
    exact_interval: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    alpha: Option<f64>,
}

impl QuerierEntries<RayAnswers> for Full {
    type Of<'b> = Ray<'b>;

    fn of<'b>(answers: &'b RayAnswers, report: &'b Report, place: ListPlace) -> Ray<'b> {
        let targets = OnRays { answers, report };
        Ray {
            ray: &answers.ray.name,
            origin: array(answers.ray.ray.origin),
            direction: array(answers.ray.ray.direction),
            nearest: answers.nearest.and_then(|target| targets.target(target)),
            objects: WrittenRays { targets, place },
            mistaken: answers.mistaken.as_ref().map(|mistaken| Mistaken::of(mistaken, answers, report)),
        }
    }
}

fn on_ray<'a>(object: &'a str, answer: &RayAnswer) -> OnRay<'a> {
    let hit = answer.cast.hit();
    OnRay {
        object,
        hit: hit.is_some(),
        t: hit.and_then(|hit| ray::bounded(hit.t)),
        distance: hit.map(|hit| hit.distance),
        point: hit.map(|hit| array(hit.point)),
        normal: hit.and_then(|hit| hit.normal).map(array),
        feature: answer.feature(),
        barycentric: answer.spot.map(|spot| spot.barycentric),
        interval: answer.cast.interval().map(|interval| interval.map(ray::bounded).ends()),
        reason: answer.cast.result().err().map(Miss::word),
        exact: answer.exact.word(),
        exact_interval: answer.exact.interval.map(Interval::ends),
        alpha: None,
    }
}
