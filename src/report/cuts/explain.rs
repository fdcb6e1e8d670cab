//! A cut explained: the sides of the vertices, the cut of one triangle with its numbers, the loops, the caps and the sizes.

use std::fmt::Write;

use glam::DVec3;

use super::headline::{headline, size};
use crate::cut::{Half, Plane, Source};
use crate::geometry::narrate::{self, counted, fine};
use crate::geometry::{Mark, MarkShape, Narrator, Step, Story, Tone};
use crate::report::explanation::Explanation;
use crate::world::{CutAt, Halves};

/// Explains the halves of a cut; `None` for a cut without halves.
pub(super) fn explain(cut: &CutAt) -> Option<Explanation> {
    let halves = cut.outcome.as_ref()?.as_ref().ok()?;
    let story = story(&cut.plane, halves);
    // The sides of the vertices decide that nothing is cut. Otherwise the answer is the sizes, the last step.
    let is_whole = halves.cut.front.triangles.is_empty() || halves.cut.back.triangles.is_empty();
    let decided_by = if is_whole { Some(0) } else { story.steps.len().checked_sub(1) };
    Some(Explanation {
        title: format!("Into which halves does `{}` cut `{}`?", cut.name, cut.object),
        answer: headline(cut)?,
        tone: Tone::Note,
        disagreement: None,
        decided_by,
        story,
    })
}

fn story(plane: &Plane, halves: &Halves) -> Story {
    let mut story = Story::default();
    story.step(|| sides_step(plane, halves));
    if let Some(step) = triangle_step(plane, halves) {
        story.step(|| step);
        story.step(|| vertices_step(plane, halves));
        story.step(|| loops_step(plane, halves));
        story.step(|| caps_step(halves));
    }
    story.step(|| sizes_step(halves));
    story
}

#[expect(clippy::cast_possible_truncation, reason = "the size of a mark")]
fn sides_step(plane: &Plane, halves: &Halves) -> Step {
    let [front, back, on] = halves.cut.sides;
    // The tolerance matters only where a vertex is near the plane.
    let tolerance = (on > 0).then(|| fine(halves.cut.tolerance));
    let finite = halves.posed.iter().filter(|place| place.is_finite());
    let (sum, count) = finite.fold((DVec3::ZERO, 0.0), |(sum, count), place| (sum + *place, count + 1.0));
    let middle = sum / f64::max(count, 1.0);
    let at = middle - plane.normal() * plane.distance(middle);
    let reach = halves.posed.iter().map(|place| place.distance(middle)).filter(|reach| reach.is_finite());
    let half_size = reach.fold(0.0, f64::max) as f32;
    let patch = MarkShape::Plane { at: at.as_vec3(), normal: plane.normal().as_vec3(), half_size };
    Step {
        title: "Sides".into(),
        formula: "d = n · (v − p)".into(),
        numbers: {
            let plane = format!("n = {}, p = {}", vec3(plane.normal()), vec3(plane.point()));
            tolerance.as_ref().map_or(plane.clone(), |tolerance| format!("{plane}, ε = {tolerance} m"))
        },
        outcome: {
            let all = halves.posed.len();
            match tolerance {
                None => format!(
                    "{front} of {all} vertices are in front (d > 0), {back} behind (d < 0), 0 on the plane (d = 0)."
                ),
                Some(_) => format!(
                    "{front} of {all} vertices are in front (d > ε), {back} behind (d < −ε), {on} on the plane. ε is 16 times \
                     the f32 rounding error of the largest coordinates. It keeps new vertices apart from the ends of their edges."
                ),
            }
        },
        tone: Tone::Note,
        marks: vec![mark(patch, Tone::Note)],
        ..Step::default()
    }
}

/// The mesh's triangle with the longest edge on the plane: it is the easiest to see.
fn shown_triangle(halves: &Halves) -> Option<(u32, Vec<Source>)> {
    let half = &halves.cut.front;
    let mut best: Option<(u32, Vec<Source>, f64)> = None;
    for (corners, &parent) in half.triangles.iter().zip(&half.parents) {
        let new: Vec<Source> =
            corners.iter().map(|&i| half.vertices[i as usize]).filter(|source| source.is_new()).collect();
        if let [a, b] = new[..] {
            let length = a.position(&halves.posed).distance(b.position(&halves.posed));
            if best.as_ref().is_none_or(|(.., longest)| length > *longest) {
                best = Some((parent, new, length));
            }
        }
    }
    best.map(|(parent, new, _)| (parent, new))
}

fn triangle_step(plane: &Plane, halves: &Halves) -> Option<Step> {
    let (triangle, new) = shown_triangle(halves)?;
    let corners = halves.triangles[triangle as usize].map(|vertex| (vertex, halves.posed[vertex as usize]));
    let distances = corners.map(|(vertex, place)| format!("d{vertex} = {}", fine(plane.distance(place))));
    let mut numbers = format!("{}\n", distances.join(", "));
    let mut marks: Vec<Mark> = edges(&corners.map(|(_, place)| place), Tone::Note);
    for source in &new {
        let Source::Edge { from, to, t } = *source else { continue };
        let [d_from, d_to] = [from, to].map(|vertex| fine(plane.distance(halves.posed[vertex as usize])));
        let at = source.position(&halves.posed);
        let _ = writeln!(numbers, "t = {d_from} / ({d_from} − {d_to}) = {}: {}", fine(t), vec3(at));
        marks.push(dot(at));
    }
    let [a, b, c] = corners.map(|(vertex, _)| vertex);
    Some(Step {
        title: "One triangle".into(),
        formula: "t = d(a) / (d(a) − d(b))\nv = (1 − t) a + t b".into(),
        numbers: numbers.trim_end().to_owned(),
        outcome: format!(
            "Triangle {triangle} has vertices {a}, {b} and {c} on both sides. Each edge that changes sides gets one new \
             vertex, which both halves share."
        ),
        tone: Tone::Partial,
        marks,
        ..Step::default()
    })
}

fn vertices_step(plane: &Plane, halves: &Halves) -> Step {
    let new = halves.cut.front.vertices.iter().filter(|source| source.is_new());
    let furthest = new.clone().map(|source| (source, plane.distance(source.position(&halves.posed)).abs()));
    let furthest = furthest.max_by(|a, b| a.1.total_cmp(&b.1));
    Step {
        title: "New vertices".into(),
        formula: "off_plane = max |d(v)|".into(),
        numbers: format!("off_plane = {} m", fine(halves.off_plane)),
        outcome: {
            let skinned = if halves.is_skinned() {
                " The joints then move each by its own weights. The product of weights and matrices is not linear along an \
                 edge, so a new vertex is not exactly on the plane where several joints share an edge."
            } else {
                ""
            };
            format!(
                "New vertices: {}. Positions, normals, texture coordinates and weights of a new vertex are interpolated by \
                 the same t.{skinned}",
                new.count()
            )
        },
        tone: Tone::Note,
        marks: furthest.map(|(source, _)| dot(source.position(&halves.posed))).into_iter().collect(),
        ..Step::default()
    }
}

fn loops_step(plane: &Plane, halves: &Halves) -> Step {
    /// More edges than these make the picture unreadable.
    const MOST_EDGES: usize = 2_000;
    let (loops, open) = (&halves.cut.loops, halves.cut.open_loops);
    let along = |places: Vec<DVec3>| edges(&places, Tone::Pass);
    let places = loops.iter().map(|one| one.vertices.iter().map(|source| source.position(&halves.posed)).collect());
    let mut marks: Vec<Mark> = places.flat_map(along).collect();
    marks.truncate(MOST_EDGES);
    let lengths: Vec<String> = loops.iter().take(8).map(|one| one.vertices.len().to_string()).collect();
    let more = if loops.len() > lengths.len() { ", …" } else { "" };
    Step {
        title: "Loops".into(),
        numbers: format!(
            "{}, {}; vertices of each: {}{more}",
            counted(loops.len(), "closed loop"),
            counted(open, "open chain"),
            lengths.join(", ")
        ),
        outcome: match (loops.is_empty(), open) {
            (_, 0) => format!("All edges on the plane through {} form closed loops.", vec3(plane.point())),
            (true, _) => "The mesh has a border, so the edges on the plane form no closed loop.".into(),
            (false, _) => "An open chain ends at a border of the mesh. Only the closed loops can get a cap.".into(),
        },
        tone: if open == 0 { Tone::Pass } else { Tone::Partial },
        marks,
        ..Step::default()
    }
}

fn caps_step(halves: &Halves) -> Step {
    let count = halves.cut.front.cap_triangles();
    Step {
        title: "Caps".into(),
        numbers: format!("{} in each half", counted(count, "triangle")),
        outcome: if count == 0 {
            "The halves have no caps.".into()
        } else {
            "A constrained Delaunay triangulation fills the regions inside outer loops and outside the loops of holes. Both \
             halves have the same triangles, with opposite winding."
                .into()
        },
        tone: Tone::Note,
        ..Step::default()
    }
}

fn sizes_step(halves: &Halves) -> Step {
    let [front, back] = &halves.measures;
    let line = |name: &str, half: &Half, measures| {
        let (vertices, triangles) = (half.vertices.len(), half.triangles.len());
        if triangles == 0 {
            return format!("{name}: empty");
        }
        format!("{name}: {vertices} vertices, {}, {}", counted(triangles, "triangle"), size(measures))
    };
    let sum = front.volume.zip(back.volume).map(|(front, back)| format!("\nsum: {} m³", fine(front + back)));
    Step {
        title: "Sizes".into(),
        formula: "volume = Σ a · (b × c) / 6".into(),
        numbers: format!(
            "{}\n{}{}",
            line("front", &halves.cut.front, front),
            line("back", &halves.cut.back, back),
            sum.unwrap_or_default()
        ),
        outcome: match (front.volume, back.volume) {
            _ if halves.cut.front.triangles.is_empty() => "The whole mesh is the half behind the plane.".into(),
            _ if halves.cut.back.triangles.is_empty() => "The whole mesh is the half in front of the plane.".into(),
            (Some(_), Some(_)) => "Both halves are closed. Their volumes add up to that of the mesh.".into(),
            _ => "A half is not closed, so it has no volume.".into(),
        },
        tone: Tone::Note,
        ..Step::default()
    }
}

/// The edges of a polygon.
fn edges(places: &[DVec3], tone: Tone) -> Vec<Mark> {
    let next = |i: usize| places[(i + 1) % places.len()];
    let edge = |(i, place): (usize, &DVec3)| mark(MarkShape::Segment(place.as_vec3(), next(i).as_vec3()), tone);
    places.iter().enumerate().map(edge).collect()
}

fn dot(place: DVec3) -> Mark {
    mark(MarkShape::Point(place.as_vec3()), Tone::Partial)
}

fn mark(shape: MarkShape, tone: Tone) -> Mark {
    Mark { shape, tone, label: String::new() }
}

fn vec3(v: DVec3) -> String {
    narrate::vec3(v.as_vec3())
}
