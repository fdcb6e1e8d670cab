//! A report as the JSON that other programs rely on.
//!
//! Keys and their order are the contract's; an unbounded number becomes `null`, and a section that the scene does
//! not use is left out. A t that does not fit into `f32` is unbounded.
//!
//! Each object of a ray has two keys besides those of the contract, as each object of a camera has its `exact`:
//!
//! * `exact`: what the reference in `f64` answers by the same rules, one of `hit`, `misses`, `behind`, `beyond` and
//!   `masked`; so `(.reason // "hit") != .exact` finds where they differ;
//! * `exact_interval`: where it finds the whole line inside the solid, `[t_in, t_out]` in the digits of an `f64`, or
//!   `null`.
//!
//! Names stand for objects, in pairs and in cells too. The octree has two keys besides those of the contract:
//!
//! * `other`: `{ "method", "candidate_count" }` of the same objects in a tree of the other method;
//! * `culling`: for each camera `{ "camera", "cell_tests", "object_tests", "saved" }`, the box tests that finding all its
//!   verdicts takes when cells outside the frustum are skipped and cells inside are taken whole, and how many fewer that
//!   are than one for each object.
//!
//! An object of a camera that is a mesh has `mesh` besides: `inside`, `intersect` or `outside` for its triangles themselves,
//! where `exact` tells of the box around them. A hit on a mesh has `barycentric`, the weights of the triangle's three corners there.
//!
//! An image stands among the objects of a ray, after them: its `feature` is the cell that the line
//! crosses, hit or not, and `alpha` that cell's mean.
//!
//! An image has `has_alpha` besides the keys of the contract.
//!
//! What has no answer stands in its place with its name and `error`, a sentence: an image whose file cannot be read or whose
//! divisions do not fit, in `images` and among the objects of each ray; an object whose mesh cannot be read, among the
//! objects of each camera and ray and of the octree; a camera that is attached to one, in `frusta`; an agent whose tree
//! cannot be read, in `agents`. `models` holds `{ "model", "error" }` for each model whose file cannot be read, whatever
//! sections are asked for, as the names of its objects are not known.
//!
//! `problems` holds what is wrong with objects and meshes, see [`super::problems`]: `[{ "kind", "object", "count", "items",
//! "message" }]`.
//!
//! The octree's `overlap_pairs` is `null` above [`MOST_OVERLAPS`](super::octree::MOST_OVERLAPS) of them. It is `null` as well when
//! the memory budget has no room for them; `overlap_pairs_error` says so then.

use std::borrow::Cow;
use std::io::{self, Write};
use std::str::FromStr;

use glam::Vec3;
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use super::{
    Cameras, FrustumAnswer, FrustumAnswers, RayAnswer, RayAnswers, Report, Scope, Target, TestedObject, agents, images,
    layout, octree, problems,
};
use crate::geometry::frustum::{Side, Verdict, n_vertex, p_vertex};
use crate::geometry::ray::{self, Miss};
use crate::geometry::{Aabb, Interval, Plane};
use crate::world::World;

/// A section of a report, which can be asked for by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Section {
    /// Cameras against objects.
    Frusta,
    /// Rays against objects.
    Rays,
    /// The Morton-order octree.
    Octree,
    /// Behaviour trees.
    Agents,
    /// Opacity of images.
    Images,
    /// Occlusion queries.
    Occlusion,
    /// What is wrong with objects and meshes.
    Problems,
}

impl Section {
    /// All of them, in report order.
    pub const ALL: [Self; 7] =
        [Self::Frusta, Self::Rays, Self::Octree, Self::Agents, Self::Images, Self::Occlusion, Self::Problems];

    /// Its key in the report.
    pub fn word(self) -> &'static str {
        match self {
            Self::Frusta => "frusta",
            Self::Rays => "rays",
            Self::Octree => "octree",
            Self::Agents => "agents",
            Self::Images => "images",
            Self::Occlusion => "occlusion",
            Self::Problems => "problems",
        }
    }
}

impl FromStr for Section {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|section| section.word() == text.trim());
        found.ok_or_else(|| format!("no such section; there are {}", Self::ALL.map(Self::word).join(", ")))
    }
}

/// The report as JSON text with a final line break. `scene` is the file's name; `only` selects sections, all of them when `None`.
///
/// # Errors
/// When the writer fails.
pub fn write(report: &Report, scene: &str, only: Option<&[Section]>, mut out: impl Write) -> io::Result<()> {
    write_events(report, None, scene, only, false, &mut out)?;
    out.write_all(b"\n")
}

/// The report of a world as JSON text, of which only what is written is answered. Cameras and rays are asked one after the
/// other while they are written: the answers of all of them at once may take far more memory than there is.
///
/// # Errors
/// When the writer fails.
pub fn write_world(world: &World, scene: &str, only: Option<&[Section]>, mut out: impl Write) -> io::Result<()> {
    write_events(&Report::within(world, scope(only)), Some(world), scene, only, false, &mut out)?;
    out.write_all(b"\n")
}

/// What is answered before some sections are written.
pub(super) fn scope(only: Option<&[Section]>) -> Scope {
    let wants = |section| only.is_none_or(|sections| sections.contains(&section));
    Scope {
        cameras: Cameras::None,
        rays: false,
        octree: wants(Section::Octree),
        agents: wants(Section::Agents),
        problems: wants(Section::Problems),
    }
}

/// About how many bytes the report of a world has as JSON text, and how many answers of cameras and rays that is.
pub fn estimate(world: &World, only: Option<&[Section]>) -> Estimate {
    // Bytes of an answer, measured.
    const IN_VIEW: u64 = 1100;
    const ON_RAY: u64 = 260;
    const IN_TREE: u64 = 280;
    const CELL: u64 = 12;
    let wants = |section| only.is_none_or(|sections| sections.contains(&section));
    let count = |section, count: u64| if wants(section) { count } else { 0 };
    let (objects, images) = (world.objects.len() as u64, world.images.len() as u64);
    let views = count(Section::Frusta, objects.saturating_mul(world.cameras.len() as u64));
    let hits = count(Section::Rays, (objects + images).saturating_mul(world.rays.len() as u64));
    let cells: u64 =
        world.images.iter().flat_map(|image| &image.opacity).map(|opacity| opacity.layout().len() as u64).sum();
    let in_tree = count(Section::Octree, if world.octree.is_some() { objects } else { 0 });
    let bytes = [(views, IN_VIEW), (hits, ON_RAY), (in_tree, IN_TREE), (count(Section::Images, cells), CELL)];
    Estimate {
        bytes: bytes.into_iter().map(|(count, each)| count.saturating_mul(each)).fold(0, u64::saturating_add),
        answers: views.saturating_add(hits),
    }
}

/// How large a report will be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The bytes of its text.
    pub bytes: u64,
    /// The answers of cameras and rays about single objects.
    pub answers: u64,
}

impl Estimate {
    /// The size of a recording of that many ticks.
    #[must_use]
    pub fn times(self, ticks: u64) -> Self {
        Self { bytes: self.bytes.saturating_mul(ticks), answers: self.answers.saturating_mul(ticks) }
    }
}

/// The same without the line break, but agents have all their events up to now, or only those that came with the last tick of the scene. With a
/// `world`, its cameras and rays are asked while they are written.
pub(super) fn write_events(
    report: &Report,
    world: Option<&World>,
    scene: &str,
    only: Option<&[Section]>,
    only_new: bool,
    out: impl Write,
) -> io::Result<()> {
    let wants = |section| only.is_none_or(|sections| sections.contains(&section));
    let frusta = wants(Section::Frusta) && !report.frusta.is_empty();
    let has_rays = world.map_or(!report.rays.is_empty(), |world| !world.rays.is_empty());
    let rays = wants(Section::Rays) && has_rays;
    let octree = report.octree.as_ref().filter(|_| wants(Section::Octree));
    let agents = wants(Section::Agents) && !report.agents.is_empty();
    let images = wants(Section::Images) && !report.images.is_empty();
    let document = Document {
        eyeline_report: 1,
        scene,
        tick: report.tick,
        time: report.time,
        models: report.lost_models.iter().map(|(model, error)| LostModel { model, error }).collect(),
        frusta: frusta.then_some(Frusta { report, world }),
        rays: rays.then_some(Rays { report, world }),
        octree: octree.map(|answers| octree::Section::of(answers, report)),
        agents: agents
            .then(|| report.agents.iter().map(|answers| agents::Section::of(answers, report, only_new)).collect()),
        images: images.then(|| report.images.iter().map(images::Section::of).collect()),
        problems: wants(Section::Problems).then(|| problems::json::Section::all(report)).flatten(),
    };
    layout::write(&document, out)
}

#[derive(Serialize)]
struct Document<'a> {
    eyeline_report: u32,
    scene: &'a str,
    tick: u64,
    time: f64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    models: Vec<LostModel<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frusta: Option<Frusta<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rays: Option<Rays<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    octree: Option<octree::Section<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agents: Option<Vec<agents::Section<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    images: Option<Vec<images::Section<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problems: Option<Vec<problems::json::Section<'a>>>,
}

/// All cameras. Those that have no list of answers are asked while they are written.
struct Frusta<'a> {
    report: &'a Report,
    world: Option<&'a World>,
}

impl Serialize for Frusta<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Report { frusta, objects, .. } = self.report;
        let mut list = serializer.serialize_seq(Some(frusta.len()))?;
        for (i, answers) in frusta.iter().enumerate() {
            let camera = self.world.and_then(|world| world.cameras.get(i));
            match camera.filter(|_| answers.objects.len() < objects.len()) {
                Some(camera) => list.serialize_element(&frustum(&FrustumAnswers::of(camera, objects), self.report))?,
                None => list.serialize_element(&frustum(answers, self.report))?,
            }
        }
        list.end()
    }
}

/// All rays, those of a world asked while they are written.
struct Rays<'a> {
    report: &'a Report,
    world: Option<&'a World>,
}

impl Serialize for Rays<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some(world) = self.world else {
            return serializer.collect_seq(self.report.rays.iter().map(|answers| of_ray(answers, self.report)));
        };
        let mut list = serializer.serialize_seq(Some(world.rays.len()))?;
        for ray in &world.rays {
            list.serialize_element(&of_ray(&RayAnswers::of(ray, world), self.report))?;
        }
        list.end()
    }
}

/// A model whose file could not be read.
#[derive(Serialize)]
struct LostModel<'a> {
    model: &'a str,
    error: &'a str,
}

/// An entry of a list about objects.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Entry<'a, T> {
    Answer(T),
    Missing { object: &'a str, error: Cow<'a, str> },
}

/// Answers about the objects of a report, with those that have none at their places in the file's order.
pub(super) fn with_unplaced<T>(
    report: &Report,
    mut answers: impl Iterator<Item = T>,
) -> impl Iterator<Item = Entry<'_, T>> {
    let (mut unplaced, mut place) = (report.unplaced.iter().peekable(), 0);
    std::iter::from_fn(move || {
        let here = place;
        place += 1;
        match unplaced.next_if(|unplaced| unplaced.written <= here) {
            Some(unplaced) => Some(Entry::Missing { object: &unplaced.name, error: Cow::Borrowed(&unplaced.error) }),
            None => answers.next().map(Entry::Answer),
        }
    })
}

#[derive(Serialize)]
#[serde(untagged)]
enum Frustum<'a> {
    Answer { camera: &'a str, planes: Vec<SidePlane>, objects: InViews<'a> },
    Error { camera: &'a str, error: &'a str },
}

/// What a camera says of each object, made while it is written: all at once they would take far more memory than the
/// answers.
struct InViews<'a> {
    answers: &'a FrustumAnswers,
    report: &'a Report,
}

impl Serialize for InViews<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { answers, report } = self;
        let about = report.objects.iter().zip(&answers.objects);
        serializer.collect_seq(with_unplaced(report, about.map(|(asked, about)| in_view(asked, about, answers))))
    }
}

#[derive(Serialize)]
struct SidePlane {
    side: &'static str,
    normal: [f32; 3],
    d: f32,
}

#[derive(Serialize)]
struct InView<'a> {
    object: &'a str,
    aabb: Bounds,
    verdict: &'static str,
    rejected_by: Option<&'static str>,
    margin: f32,
    planes: Vec<Distances>,
    exact: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    mesh: Option<&'static str>,
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

#[derive(Serialize)]
struct Distances {
    side: &'static str,
    p_vertex: [f32; 3],
    p_distance: f32,
    n_vertex: [f32; 3],
    n_distance: f32,
}

#[derive(Serialize)]
#[expect(clippy::struct_field_names, reason = "the keys are the contract's")]
struct Ray<'a> {
    ray: &'a str,
    origin: [f32; 3],
    direction: [f32; 3],
    nearest: Option<OnRay<'a>>,
    objects: OnRays<'a>,
}

/// What a ray says of each object and image, made while it is written.
struct OnRays<'a> {
    answers: &'a RayAnswers,
    report: &'a Report,
}

impl<'a> OnRays<'a> {
    fn object(&self, i: usize) -> Option<OnRay<'a>> {
        let asked = self.report.objects.get(i)?;
        Some(on_ray(&asked.name, &self.answers.about(i, asked.layers)))
    }

    /// Of an image without cells: why.
    fn entry_of_image(&self, i: usize) -> Option<Entry<'a, OnRay<'a>>> {
        let image = self.report.images.get(i)?;
        match &image.opacity {
            Ok(_) => self.image(i).map(Entry::Answer),
            Err(error) => Some(Entry::Missing { object: &image.name, error: Cow::Owned(error.to_string()) }),
        }
    }

    fn image(&self, i: usize) -> Option<OnRay<'a>> {
        let (image, answer) = (self.report.images.get(i)?, (*self.answers.images.get(i)?)?);
        let alpha = answer.cell.and_then(|cell| image.opacity.as_ref().ok()?.grid.mean(cell));
        Some(OnRay { alpha, ..on_ray(&image.name, &answer) })
    }
}

impl Serialize for OnRays<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let objects = (0..self.report.objects.len()).filter_map(|i| self.object(i));
        let images = (0..self.report.images.len()).filter_map(|i| self.entry_of_image(i));
        serializer.collect_seq(with_unplaced(self.report, objects).chain(images))
    }
}

#[derive(Serialize)]
struct OnRay<'a> {
    object: &'a str,
    hit: bool,
    t: Option<f32>,
    distance: Option<f32>,
    point: Option<[f32; 3]>,
    normal: Option<[f32; 3]>,
    feature: Option<Cow<'static, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    barycentric: Option<[f32; 3]>,
    interval: Option<[Option<f32>; 2]>,
    reason: Option<&'static str>,
    exact: &'static str,
    exact_interval: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    alpha: Option<f64>,
}

fn frustum<'a>(answers: &'a FrustumAnswers, report: &'a Report) -> Frustum<'a> {
    if let Some(error) = &answers.error {
        return Frustum::Error { camera: &answers.camera, error };
    }
    Frustum::Answer {
        camera: &answers.camera,
        planes: sides(&answers.planes)
            .map(|(side, plane)| SidePlane { side: side.word(), normal: array(plane.normal), d: plane.d })
            .collect(),
        objects: InViews { answers, report },
    }
}

fn in_view<'a>(asked: &'a TestedObject, answer: &FrustumAnswer, answers: &FrustumAnswers) -> InView<'a> {
    let distances = answers.classification(&asked.aabb).distances;
    let distances = sides(&answers.planes).zip(distances).map(|((side, plane), distances)| Distances {
        side: side.word(),
        p_vertex: array(p_vertex(plane, &asked.aabb)),
        p_distance: distances.p,
        n_vertex: array(n_vertex(plane, &asked.aabb)),
        n_distance: distances.n,
    });
    InView {
        object: &asked.name,
        aabb: Bounds::from(&asked.aabb),
        verdict: answer.fast.verdict.word(),
        rejected_by: answer.fast.rejected_by.map(Side::word),
        margin: answer.fast.margin,
        planes: distances.collect(),
        exact: answer.exact.word(),
        mesh: answer.mesh.map(Verdict::word),
    }
}

fn of_ray<'a>(answers: &'a RayAnswers, report: &'a Report) -> Ray<'a> {
    let objects = OnRays { answers, report };
    let nearest = answers.nearest.and_then(|target| match target {
        Target::Object(i) => objects.object(i),
        Target::Image(i) => objects.image(i),
    });
    Ray {
        ray: &answers.ray.name,
        origin: array(answers.ray.ray.origin),
        direction: array(answers.ray.ray.direction),
        nearest,
        objects,
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

fn sides(planes: &[Plane; 6]) -> impl Iterator<Item = (Side, &Plane)> {
    Side::ALL.into_iter().zip(planes)
}

/// −0 is written as 0.
pub(super) fn array(v: Vec3) -> [f32; 3] {
    (v + Vec3::ZERO).to_array()
}
