//! The section `frusta` of a report.
//!
//! A mesh has `mesh` besides the keys of the contract: `inside`, `intersect` or `outside` for its triangles; `exact` is
//! about the box around them. A plane at infinity has only its side: all else of it is null. A camera that is attached to an unplaced object has only its name and `error`.

use std::marker::PhantomData;

use glam::Vec3;
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use super::answers::{FrustumAnswer, FrustumAnswers};
use super::mistaken::MistakenView;
use crate::geometry::Plane;
use crate::geometry::frustum::{Side, Verdict, n_vertex, p_vertex};
use crate::report::all_answers::Report;
use crate::report::json_lines::ListPlace;
use crate::report::parallel_list;
use crate::report::section_source::{Bounds, QuerierEntries, SectionSource, WithUnplaced, array};
use crate::report::tested::TestedObject;
use crate::world::World;

impl<'a, F> Frusta<'a, F> {
    /// The section; `None` without cameras.
    pub(super) fn of(source: &SectionSource<'a>) -> Option<Self> {
        (!source.report.frusta.is_empty()).then_some(Self {
            report: source.report,
            world: source.world,
            place: source.in_entry(),
            form: PhantomData,
        })
    }
}

/// All cameras. Answers that are not stored are computed while they are written.
pub(in crate::report) struct Frusta<'a, F = Full> {
    report: &'a Report,
    world: Option<&'a World>,
    place: ListPlace,
    form: PhantomData<F>,
}

/// The keys of the contract.
pub(in crate::report) struct Full;

impl<F: QuerierEntries<FrustumAnswers>> Serialize for Frusta<'_, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { report, place, .. } = *self;
        let Report { frusta, objects, .. } = report;
        let mut list = serializer.serialize_seq(Some(frusta.len()))?;
        for (i, answers) in frusta.iter().enumerate() {
            let camera = self.world.and_then(|world| world.cameras.get(i));
            match camera.filter(|_| answers.objects.len() < objects.len()) {
                Some(camera) => list.serialize_element(&F::of(&FrustumAnswers::of(camera, objects), report, place))?,
                None => list.serialize_element(&F::of(answers, report, place))?,
            }
        }
        list.end()
    }
}

#[derive(Serialize)]
#[serde(untagged)]
pub(in crate::report) enum Frustum<'a> {
    Answer {
        camera: &'a str,
        planes: Vec<SidePlane>,
        objects: InViews<'a>,
        #[serde(skip_serializing_if = "Option::is_none")]
        mistaken: Option<Mistaken<'a>>,
    },
    Error {
        camera: &'a str,
        error: &'a str,
    },
}

/// The answers of a camera about each object, made while they are written: all at once they would take far more memory
/// than the stored answers.
pub(in crate::report) struct InViews<'a> {
    answers: &'a FrustumAnswers,
    report: &'a Report,
    place: ListPlace,
}

impl Serialize for InViews<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { answers, report, place } = *self;
        let all = WithUnplaced::of(report);
        let about = |i: usize| Some(in_view(&report.objects[i], answers.objects.get(i)?, answers));
        parallel_list::list(serializer, place, all.count(), |i| all.entry(i, about))
    }
}

#[derive(Serialize)]
pub(in crate::report) struct SidePlane {
    side: &'static str,
    normal: Option<[f32; 3]>,
    d: Option<f32>,
}

#[derive(Serialize)]
pub(super) struct InView<'a> {
    object: &'a str,
    aabb: Bounds,
    verdict: &'static str,
    rejected_by: Option<&'static str>,
    margin: f32,
    planes: [Distances; 6],
    exact: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    mesh: Option<&'static str>,
}

#[derive(Serialize)]
pub(super) struct Distances {
    side: &'static str,
    p_vertex: Option<[f32; 3]>,
    p_distance: Option<f32>,
    n_vertex: Option<[f32; 3]>,
    n_distance: Option<f32>,
}

impl QuerierEntries<FrustumAnswers> for Full {
    type Of<'b> = Frustum<'b>;

    fn of<'b>(answers: &'b FrustumAnswers, report: &'b Report, place: ListPlace) -> Frustum<'b> {
        if let Some(error) = &answers.error {
            return Frustum::Error { camera: &answers.camera, error };
        }
        Frustum::Answer {
            camera: &answers.camera,
            planes: sides(&answers.planes)
                .map(|(side, plane)| SidePlane {
                    side: side.word(),
                    normal: plane.exists().then(|| array(plane.normal)),
                    d: plane.exists().then_some(plane.d),
                })
                .collect(),
            objects: InViews { answers, report, place },
            mistaken: answers.mistaken.as_ref().map(|view| Mistaken::of(view, report)),
        }
    }
}

/// The answers of the wrong rule of a camera.
#[derive(Serialize)]
pub(in crate::report) struct Mistaken<'a> {
    key: &'static str,
    planes: Vec<SidePlane>,
    objects: Vec<MistakenInView<'a>>,
}

#[derive(Serialize)]
struct MistakenInView<'a> {
    object: &'a str,
    aabb: Bounds,
    verdict: &'static str,
    rejected_by: Option<&'static str>,
    margin: Option<f64>,
    planes: [MistakenDistances; 6],
}

#[derive(Serialize)]
struct MistakenDistances {
    side: &'static str,
    p_distance: Option<f64>,
    n_distance: Option<f64>,
}

impl<'a> Mistaken<'a> {
    fn of(view: &MistakenView, report: &'a Report) -> Self {
        let planes = Side::ALL.into_iter().zip(view.planes).map(|(side, plane)| {
            let plane = plane.as_vec4();
            let is_tested = plane.truncate() != Vec3::ZERO;
            SidePlane {
                side: side.word(),
                normal: is_tested.then(|| array(plane.truncate())),
                d: is_tested.then_some(plane.w),
            }
        });
        let about = |object: &'a TestedObject| {
            let answer = view.about(object);
            MistakenInView {
                object: &object.name,
                aabb: Bounds::from(&answer.tested),
                verdict: answer.verdict.word(),
                rejected_by: answer.rejected_by.map(Side::word),
                margin: answer.margin,
                planes: std::array::from_fn(|i| MistakenDistances {
                    side: Side::ALL[i].word(),
                    p_distance: answer.distances[i].map(|[p, _]| p),
                    n_distance: answer.distances[i].map(|[_, n]| n),
                }),
            }
        };
        Self { key: view.mistake.key, planes: planes.collect(), objects: report.objects.iter().map(about).collect() }
    }
}

pub(super) fn in_view<'a>(requested: &'a TestedObject, answer: &FrustumAnswer, answers: &FrustumAnswers) -> InView<'a> {
    let distances = answers.classification(&requested.view_box).distances;
    let distances = std::array::from_fn(|i| {
        let plane = &answers.planes[i];
        Distances {
            side: Side::ALL[i].word(),
            p_vertex: plane.exists().then(|| array(p_vertex(plane, &requested.view_box))),
            p_distance: plane.exists().then_some(distances[i].p),
            n_vertex: plane.exists().then(|| array(n_vertex(plane, &requested.view_box))),
            n_distance: plane.exists().then_some(distances[i].n),
        }
    });
    InView {
        object: &requested.name,
        aabb: Bounds::from(&requested.view_box),
        verdict: answer.fast.verdict.word(),
        rejected_by: answer.fast.rejected_by.map(Side::word),
        margin: answer.fast.margin,
        planes: distances,
        exact: answer.exact.word(),
        mesh: answer.mesh.map(Verdict::word),
    }
}

fn sides(planes: &[Plane; 6]) -> impl Iterator<Item = (Side, &Plane)> {
    Side::ALL.into_iter().zip(planes)
}
