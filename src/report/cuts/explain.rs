//! A cut explained: the sides of the vertices, the cut of one triangle with its numbers, the new vertices, the loops, the
//! caps and the sizes. All of it is at the tick of the cut, whatever the tick of the world.

use std::collections::HashSet;

use glam::DVec3;

use super::headline::headline;
use super::steps::step;
use super::values::{
    Caps, CutEnd, CutTriangle, CutValues, HalfSize, InHalves, Loops, Modelled, NewVertex, NewVertices, Seam,
    SideCounts, Sizes,
};
use crate::cut::{Plane, VertexSource};
use crate::geometry::{Narrator, Story, Tone};
use crate::report::explanation::Explanation;
use crate::world::{CutAt, Halves};

/// Explains the halves of a cut; `None` for a cut without halves.
pub(super) fn explain(cut: &CutAt) -> Option<Explanation> {
    let halves: &Halves = cut.outcome.as_ref()?.as_ref().ok()?;
    let story = AtCut { tick: cut.tick, plane: &cut.plane, halves }.story();
    // The sides of the vertices decide that nothing is cut. Otherwise the answer is the sizes, the last step.
    let is_whole = halves.cut.front.triangles.is_empty() || halves.cut.back.triangles.is_empty();
    let decided_by = if is_whole { Some(0) } else { story.steps.len().checked_sub(1) };
    Some(Explanation {
        title: format!("Into which halves does `{}` cut `{}`?", cut.name, cut.object),
        answer: headline(cut)?,
        tone: Tone::Note,
        disagreement: None,
        decided_by,
        wrong_step: None,
        story,
    })
}

/// The corners of a triangle of a cap, by their indices in the half and their positions.
type CapTriangle = [(u32, DVec3); 3];

/// The halves of a cut with its plane, at its tick.
struct AtCut<'c> {
    tick: u64,
    plane: &'c Plane,
    halves: &'c Halves,
}

impl AtCut<'_> {
    fn story(&self) -> Story {
        let mut story = Story::default();
        let (new, caps) = (self.new_places(), self.cap_triangles());
        let area = |[a, b, c]: &CapTriangle| (b.1 - a.1).cross(c.1 - a.1).length() / 2.0;
        let cap_area: f64 = caps.iter().map(area).sum();
        story.step(|| step(CutValues::Sides(self.sides())));
        if let Some(triangle) = self.triangle() {
            story.step(|| step(CutValues::Triangle(triangle)));
            story.step(|| step(CutValues::NewVertices(self.new_vertices(&new))));
            story.step(|| {
                step(CutValues::Loops(Loops { tick: self.tick, point: self.plane.point(), seam: self.seam() }))
            });
            story.step(|| step(CutValues::Caps(self.caps(&caps, cap_area))));
        }
        story.step(|| step(CutValues::Sizes(self.sizes(&new, cap_area))));
        story
    }

    fn tolerance(&self) -> f64 {
        self.halves.cut.tolerance
    }

    /// The positions of vertices of the halves: where their own joints and weights move them, else where the pose does.
    fn places(&self, sources: &[VertexSource]) -> Vec<DVec3> {
        let posing = self.halves.cut.posing.as_ref();
        let by_joints = posing.and_then(|posing| posing.pose(sources));
        by_joints.unwrap_or_else(|| sources.iter().map(|source| source.position(&self.halves.posed)).collect())
    }

    /// The new vertices of both halves with their positions, without those that are not finite.
    fn new_places(&self) -> Vec<(VertexSource, DVec3)> {
        let halves = [&self.halves.cut.front, &self.halves.cut.back];
        let all = halves.into_iter().flat_map(|half| half.vertices.iter().copied());
        let new: Vec<VertexSource> = all.filter(|source| source.is_new()).collect();
        let places = self.places(&new);
        new.into_iter().zip(places).filter(|(_, place)| place.is_finite()).collect()
    }

    fn sides(&self) -> SideCounts {
        let posed = &self.halves.posed;
        let finite = posed.iter().filter(|place| place.is_finite());
        let (sum, count) = finite.fold((DVec3::ZERO, 0.0), |(sum, count), place| (sum + *place, count + 1.0));
        let middle = sum / f64::max(count, 1.0);
        let reach = posed.iter().map(|place| place.distance(middle)).filter(|reach| reach.is_finite());
        SideCounts {
            tick: self.tick,
            plane: *self.plane,
            counts: self.halves.cut.sides,
            vertices: posed.len(),
            tolerance: self.tolerance(),
            middle,
            reach: reach.fold(0.0, f64::max),
        }
    }

    /// The mesh's triangle with the longest edge on the plane: it is the easiest to see. `None` when the plane cuts no triangle
    /// through two edges.
    fn triangle(&self) -> Option<CutTriangle> {
        let half = &self.halves.cut.front;
        let mut best: Option<(u32, [VertexSource; 2], f64)> = None;
        for (corners, &parent) in half.triangles.iter().zip(&half.parents) {
            let new = corners.iter().map(|&i| half.vertices[i as usize]).filter(|source| source.is_new());
            let new: Vec<VertexSource> = new.collect();
            if let [a, b] = new[..] {
                let length = a.position(&self.halves.posed).distance(b.position(&self.halves.posed));
                if best.as_ref().is_none_or(|(.., longest)| length > *longest) {
                    best = Some((parent, [a, b], length));
                }
            }
        }
        let (triangle, new, _) = best?;
        Some(CutTriangle {
            tick: self.tick,
            triangle,
            corners: self.halves.triangles.get(triangle as usize)?.map(|vertex| self.end(vertex)),
            new: new.into_iter().filter_map(|source| self.new_vertex(source)).collect(),
            tolerance: self.tolerance(),
        })
    }

    fn end(&self, vertex: u32) -> CutEnd {
        let place = self.halves.posed[vertex as usize];
        let distance = self.plane.distance(place);
        let source = VertexSource::Vertex(vertex);
        CutEnd { vertex, place, distance, modelled: self.modelled(source), in_halves: self.in_halves(source) }
    }

    fn in_halves(&self, source: VertexSource) -> InHalves {
        let cut = &self.halves.cut;
        [&cut.front, &cut.back].map(|half| half.vertices.iter().position(|other| *other == source))
    }

    fn modelled(&self, source: VertexSource) -> Option<Modelled> {
        let posing = self.halves.cut.posing.as_ref()?;
        let weights = posing.weights(source).into_iter().map(|(joint, weight)| (posing.name(joint), weight));
        Some(Modelled { position: posing.modelled(source), weights: weights.collect() })
    }

    /// `None` for a vertex of the mesh.
    fn new_vertex(&self, source: VertexSource) -> Option<NewVertex> {
        let VertexSource::Edge { from, to, t } = source else { return None };
        let place = self.places(&[source]).into_iter().next()?;
        let distance = self.plane.distance(place);
        Some(NewVertex {
            ends: [from, to].map(|vertex| self.end(vertex)),
            t,
            on_edge: source.position(&self.halves.posed),
            modelled: self.modelled(source),
            place,
            distance,
            foot: place - self.plane.normal() * distance,
            in_halves: self.in_halves(source),
        })
    }

    fn new_vertices(&self, new: &[(VertexSource, DVec3)]) -> NewVertices {
        let off = |place: DVec3| self.plane.distance(place).abs();
        let furthest = new.iter().max_by(|a, b| off(a.1).total_cmp(&off(b.1)));
        let furthest = furthest.filter(|(_, place)| off(*place) > self.tolerance());
        NewVertices {
            tick: self.tick,
            count: self.halves.cut.front.vertices.iter().filter(|source| source.is_new()).count(),
            is_skinned: self.halves.cut.posing.is_some(),
            off_plane: self.halves.off_plane,
            tolerance: self.tolerance(),
            furthest: furthest.and_then(|(source, _)| self.new_vertex(*source)),
        }
    }

    fn seam(&self) -> Seam {
        let cut = &self.halves.cut;
        Seam {
            loops: cut.loops.iter().map(|one| self.places(&one.vertices)).collect(),
            chains: cut.chains.iter().map(|one| self.places(&one.vertices)).collect(),
        }
    }

    /// The triangles of the caps, which are the same in both halves.
    fn cap_triangles(&self) -> Vec<CapTriangle> {
        let half = &self.halves.cut.front;
        let triangles = half.triangles.get(half.parents.len()..).unwrap_or_default();
        if triangles.is_empty() {
            return Vec::new();
        }
        let places = self.places(&half.vertices);
        triangles.iter().map(|corners| corners.map(|vertex| (vertex, places[vertex as usize]))).collect()
    }

    fn caps(&self, triangles: &[CapTriangle], area: f64) -> Caps {
        let edges = || triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
        let directed: HashSet<[u32; 2]> = edges().map(|edge| edge.map(|(vertex, _)| vertex)).collect();
        // Both triangles of an inner edge have it, in opposite directions. The others are edges of the loops.
        let inner = edges().filter(|[from, to]| from.0 < to.0 && directed.contains(&[to.0, from.0]));
        Caps {
            tick: self.tick,
            triangles: triangles.len(),
            area,
            inner_edges: inner.map(|edge| edge.map(|(_, place)| place)).collect(),
            seam: self.seam(),
            off_plane: self.halves.off_plane,
            tolerance: self.tolerance(),
        }
    }

    fn sizes(&self, new: &[(VertexSource, DVec3)], cap_area: f64) -> Sizes {
        let Halves { cut, posed, triangles, measures, off_plane, .. } = self.halves;
        let half = |i: usize| {
            let half = [&cut.front, &cut.back][i];
            HalfSize { vertices: half.vertices.len(), triangles: half.triangles.len(), measures: measures[i] }
        };
        // The point on the edge is on the plane, so no new vertex is nearer to it than to the plane.
        let off_edge = new.iter().map(|(source, place)| place.distance(source.position(posed)));
        Sizes {
            tick: self.tick,
            triangles: triangles.len(),
            whole: cut.measure_whole(posed, triangles, measures),
            halves: [half(0), half(1)],
            cap_area,
            is_mirrored: cut.is_mirrored,
            off_plane: *off_plane,
            off_edge: off_edge.fold(*off_plane, f64::max),
            tolerance: self.tolerance(),
        }
    }
}
