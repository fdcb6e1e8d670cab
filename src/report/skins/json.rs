//! The section `skins` of a report.

use serde::Serialize;

use crate::import::level::Moment;
use crate::report::section_source::SectionSource;
use crate::scene::SkinBounds;
use crate::world::{Box64, Escape, SkinAt};

/// The section; `None` when the scene does not use it.
pub(super) fn section<'a>(source: &SectionSource<'a>) -> Option<Vec<SkinSection<'a>>> {
    let report = source.report;
    let skin = |(object, skin)| SkinSection::of(report.name(object), skin);
    (!report.skins.is_empty()).then(|| report.skins.iter().map(|(object, at)| skin((*object, at))).collect())
}

/// A skinned object with the keys of the contract in its order.
#[derive(Serialize)]
pub(in crate::report) struct SkinSection<'a> {
    object: &'a str,
    joints: usize,
    vertices: usize,
    max_influences: usize,
    weights: Weights<'a>,
    bounds: SkinBoxesEntry,
    escapes: Vec<EscapeEntry>,
    first_escape: Vec<FirstEscape>,
    /// In the space of the skinned node, over all animations of the file; null where it is not finite.
    enclosing: Option<CornersEntry>,
}

#[derive(Serialize)]
struct Weights<'a> {
    off: usize,
    worst_vertex: Option<usize>,
    worst_sum: Option<f64>,
    displacement: f64,
    /// All vertices whose weights do not add up to 1, ascending.
    off_vertices: &'a [u32],
}

#[derive(Serialize)]
struct SkinBoxesEntry {
    bind: CornersEntry,
    root: CornersEntry,
    joints: CornersEntry,
    exact: CornersEntry,
    #[serde(skip_serializing_if = "Option::is_none")]
    given: Option<CornersEntry>,
}

#[derive(Serialize)]
struct CornersEntry {
    min: [f64; 3],
    max: [f64; 3],
}

#[derive(Serialize)]
struct EscapeEntry {
    method: &'static str,
    distance: f64,
    vertex: usize,
}

/// All but `method` is null when no vertex leaves the box in the whole animation, or in its part that is searched.
#[derive(Serialize)]
struct FirstEscape {
    method: &'static str,
    time: Option<f64>,
    vertex: Option<usize>,
    distance: Option<f64>,
    furthest: Option<Furthest>,
    /// In seconds, for an animation that is too long to be searched to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    searched_until: Option<f64>,
}

/// The time at which a vertex is furthest out of a box.
#[derive(Serialize)]
struct Furthest {
    time: f64,
    vertex: usize,
    distance: f64,
}

impl<'a> SkinSection<'a> {
    pub(super) fn of(object: &'a str, skin: &'a SkinAt) -> Self {
        let (bind, matrices) = (skin.bind(), skin.matrices());
        let posed = skin.posed(&bind, &matrices);
        let corners = |method| {
            let Box64 { min, max } = skin.bounds(method, &bind, &matrices, &posed);
            CornersEntry { min: min.to_array(), max: max.to_array() }
        };
        let sums = skin.weights();
        let escape = |Escape { bounds, distance, vertex }| EscapeEntry { method: bounds.word(), distance, vertex };
        let furthest = |Moment { time, vertex, distance }| Furthest { time, vertex, distance };
        let first = skin.judged_boxes().zip(skin.times_out()).map(|(method, found)| FirstEscape {
            method: method.word(),
            time: found.map(|found| found.first.time),
            vertex: found.map(|found| found.first.vertex),
            distance: found.map(|found| found.first.distance),
            furthest: found.map(|found| furthest(found.furthest)),
            searched_until: skin.searched_until(),
        });
        Self {
            object,
            joints: skin.skin().map_or(0, |skin| skin.skin.joints.len()),
            vertices: bind.len(),
            max_influences: skin.max_influences(),
            weights: Weights {
                off: sums.off,
                worst_vertex: sums.worst.map(|worst| worst.vertex),
                worst_sum: sums.worst.map(|worst| worst.sum),
                displacement: sums.displacement(),
                off_vertices: skin.skinned().map_or(&[], |skinned| &skinned.off),
            },
            bounds: SkinBoxesEntry {
                bind: corners(SkinBounds::Bind),
                root: corners(SkinBounds::Root),
                joints: corners(SkinBounds::Joints),
                exact: corners(SkinBounds::Exact),
                given: skin.given.map(|_| corners(SkinBounds::Given)),
            },
            escapes: skin.escapes().into_iter().map(escape).collect(),
            first_escape: first.collect(),
            enclosing: skin
                .enclosing()
                .map(|boxes| CornersEntry { min: boxes.of_node.min.to_array(), max: boxes.of_node.max.to_array() }),
        }
    }
}
