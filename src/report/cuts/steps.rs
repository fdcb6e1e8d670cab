//! The steps of a cut: their words and marks, made from their [values](super::values) alone.
//!
//! Marks are at the tick of the cut. The picture may be of another tick, so the words say which tick it is.

use std::fmt::Write;
use std::sync::Arc;

use glam::DVec3;

use super::values::{
    Caps, CutEnd, CutTriangle, CutValues, HalfSize, InHalves, Loops, Modelled, NewVertex, NewVertices, Seam,
    SideCounts, Sizes,
};
use crate::cut::Measures;
use crate::geometry::narrate::{self, counted, fine, num, settled};
use crate::geometry::{Mark, MarkShape, OtherValues, Step, Tone, Values};

/// More edges than these make the picture unreadable.
const MOST_EDGES: usize = 2_000;
/// More loops than these have no number in the words and no label in the picture.
const MOST_NAMED: usize = 8;

/// A step with its values.
pub(super) fn step(values: CutValues) -> Step {
    let words = match &values {
        CutValues::Sides(of) => sides(of),
        CutValues::Triangle(of) => triangle(of),
        CutValues::NewVertices(of) => new_vertices(of),
        CutValues::Loops(of) => loops(of),
        CutValues::Caps(of) => caps(of),
        CutValues::Sizes(of) => sizes(of),
    };
    Step { values: Some(Values::Other(OtherValues::new(values))), ..words }
}

#[expect(clippy::cast_possible_truncation, reason = "the size of a mark")]
fn sides(of: &SideCounts) -> Step {
    let SideCounts { tick, plane, vertices, .. } = of;
    let [front, back, on] = of.counts;
    // The tolerance matters only where a vertex is near the plane.
    let tolerance = (on > 0).then(|| fine(of.tolerance));
    let at = of.middle - plane.normal() * plane.distance(of.middle);
    let patch = MarkShape::Plane { at: at.as_vec3(), normal: plane.normal().as_vec3(), half_size: of.reach as f32 };
    let mut numbers = format!("n = {}, p = {}", short(plane.normal()), short(plane.point()));
    if let Some(tolerance) = &tolerance {
        let _ = write!(numbers, ", ε = {tolerance} m");
    }
    Step {
        title: "Sides".into(),
        formula: "d = n · (v − p)".into(),
        numbers,
        outcome: match tolerance {
            None => format!(
                "At tick {tick}, {front} of {vertices} vertices are in front (d > 0), {back} behind (d < 0), 0 on the plane \
                 (d = 0)."
            ),
            Some(_) => format!(
                "At tick {tick}, {front} of {vertices} vertices are in front (d > ε), {back} behind (d < −ε), {on} on the \
                 plane. ε is 16 times the f32 rounding error of the largest coordinates. It keeps new vertices apart from \
                 the ends of their edges."
            ),
        },
        tone: Tone::Note,
        marks: vec![mark(patch, Tone::Note, "plane of the cut".to_owned())],
        ..Step::default()
    }
}

fn triangle(of: &CutTriangle) -> Step {
    let CutTriangle { tick, triangle, corners, new, tolerance } = of;
    let distances: Vec<String> =
        corners.iter().map(|CutEnd { vertex, distance, .. }| format!("d{vertex} = {}", fine(*distance))).collect();
    let mut numbers = distances.join(", ");
    for corner in corners {
        let _ = write!(numbers, "\nvertex {}{}", corner.vertex, half_numbers(&corner.in_halves));
    }
    let places: Vec<DVec3> = corners.iter().map(|corner| corner.place).collect();
    let mut marks = edges(&places, Tone::Note);
    marks.extend(corners.iter().map(corner_mark));
    for vertex in new {
        let _ = write!(numbers, "\n{}", vertex_numbers(vertex));
        marks.push(dot(vertex.place, Tone::Partial, format!("new vertex, t = {}", fine(vertex.t))));
        if vertex.distance.abs() > *tolerance {
            marks.push(to_plane(vertex));
        }
    }
    let [a, b, c] = [0, 1, 2].map(|i: usize| corners[i].vertex);
    let is_skinned = new.iter().any(|vertex| vertex.modelled.is_some());
    let then = if is_skinned { " It is interpolated as modelled, and its own weights then pose it." } else { "" };
    Step {
        title: "One triangle".into(),
        formula: if is_skinned {
            "t = d(a) / (d(a) − d(b))\nas modelled: v = (1 − t) a + t b\nweights: w = (1 − t) w(a) + t w(b)\nposed: sum over its \
             joints: w · world_from_joint · inverse_bind · v"
        } else {
            "t = d(a) / (d(a) − d(b))\nv = (1 − t) a + t b"
        }
        .into(),
        numbers,
        outcome: format!(
            "Triangle {triangle} has vertices {a}, {b} and {c} on both sides. Each edge that changes sides gets one new \
             vertex, which both halves share.{then} {}",
            marked_at(*tick)
        ),
        tone: Tone::Partial,
        marks,
        ..Step::default()
    }
}

fn new_vertices(of: &NewVertices) -> Step {
    let NewVertices { tick, count, is_skinned, off_plane, tolerance, furthest } = of;
    let mut numbers = format!("off_plane = {} m", fine(*off_plane));
    let mut marks = Vec::new();
    if let Some(vertex) = furthest {
        let _ = write!(numbers, "\n{}", vertex_numbers(vertex));
        let [from, to] = &vertex.ends;
        let edge = MarkShape::Segment(from.place.as_vec3(), to.place.as_vec3());
        marks = vec![
            mark(edge, Tone::Note, String::new()),
            corner_mark(from),
            corner_mark(to),
            dot(vertex.on_edge, Tone::Note, format!("t = {} of the edge", fine(vertex.t))),
            dot(vertex.place, Tone::Partial, format!("new vertex at tick {tick}")),
            to_plane(vertex),
        ];
    }
    let then = match furthest {
        Some(vertex) => format!(
            " The joints then move it by its own weights. The new vertex between vertices {} and {} is furthest off the plane, \
             by {} m. Blending positions and weights by one t, and posing the result, is not the same as blending the posed \
             positions. {}",
            vertex.ends[0].vertex,
            vertex.ends[1].vertex,
            fine(vertex.distance.abs()),
            marked_at(*tick)
        ),
        None if *off_plane > *tolerance => format!(" At tick {tick} they are not exactly on the plane."),
        None if *is_skinned => format!(
            " The joints then move it by its own weights. At tick {tick} all of them are on the plane, up to rounding."
        ),
        None => " The mesh is moved as a whole, so all of them are on the plane, up to rounding.".to_owned(),
    };
    let four = if *is_skinned {
        " Of more than four joints it keeps the four with the largest weights, scaled so that their sum is that of all."
    } else {
        ""
    };
    Step {
        title: "New vertices".into(),
        formula: "off_plane = max |d(v)|".into(),
        numbers,
        outcome: format!(
            "New vertices: {count}. Positions, normals, texture coordinates and weights of a new vertex are interpolated by \
             the same t.{four}{then}"
        ),
        tone: if furthest.is_some() { Tone::Partial } else { Tone::Note },
        marks,
        ..Step::default()
    }
}

fn loops(Loops { tick, point, seam }: &Loops) -> Step {
    let mut numbers =
        format!("{}, {}", counted(seam.loops.len(), "closed loop"), counted(seam.chains.len(), "open chain"));
    for (noun, all) in [("loop", &seam.loops), ("chain", &seam.chains)] {
        let lengths: Vec<String> = all.iter().take(MOST_NAMED).map(|places| places.len().to_string()).collect();
        let more = if all.len() > lengths.len() { ", …" } else { "" };
        if !lengths.is_empty() {
            let _ = write!(numbers, "; vertices of each {noun}: {}{more}", lengths.join(", "));
        }
    }
    numbers += &first_drawn(edges_of(seam), "edges");
    let found = match (seam.loops.is_empty(), seam.chains.is_empty()) {
        (_, true) => format!("All edges on the plane through {} form closed loops.", short(*point)),
        (true, false) => "The mesh has a border, so the edges on the plane form no closed loop.".to_owned(),
        (false, false) => "An open chain ends at a border of the mesh. Only the closed loops can get a cap.".to_owned(),
    };
    Step {
        title: "Loops".into(),
        numbers,
        outcome: format!("{found} {}", marked_at(*tick)),
        tone: if seam.chains.is_empty() { Tone::Pass } else { Tone::Partial },
        marks: seam_marks(seam),
        ..Step::default()
    }
}

fn caps(of: &Caps) -> Step {
    let Caps { tick, triangles, area, inner_edges, seam, off_plane, tolerance } = of;
    let mut outcome = match (*triangles, seam.loops.is_empty()) {
        (0, true) => "The halves have no caps, because no loop is closed.".to_owned(),
        (0, false) => "The halves have no caps.".to_owned(),
        _ => "A constrained Delaunay triangulation fills the regions inside outer loops and outside the loops of holes. Both \
              halves have the same triangles, with opposite winding."
            .to_owned(),
    };
    if *triangles > 0 && off_plane > tolerance {
        let _ = write!(
            outcome,
            " Their corners are the new vertices, which are up to {} m off the plane, so the caps are not flat.",
            fine(*off_plane)
        );
    }
    let _ = write!(outcome, " {}", marked_at(*tick));
    let inner = inner_edges.iter().take(MOST_EDGES).map(|[from, to]| {
        let edge = MarkShape::Segment(from.as_vec3(), to.as_vec3());
        mark(edge, Tone::Note, String::new())
    });
    let mut numbers = format!("{} in each half", counted(*triangles, "triangle"));
    if *triangles > 0 {
        let _ = write!(numbers, ", {} m²", fine(*area));
    }
    numbers += &first_drawn(inner_edges.len(), "inner edges");
    numbers += &first_drawn(edges_of(seam), "edges of loops and chains");
    Step {
        title: "Caps".into(),
        numbers,
        outcome,
        tone: Tone::Note,
        marks: inner.chain(seam_marks(seam)).collect(),
        ..Step::default()
    }
}

fn sizes(of: &Sizes) -> Step {
    let [front, back] = &of.halves;
    let mut numbers = format!("mesh: {}, {}", counted(of.triangles, "triangle"), size(&of.whole));
    for (name, half) in [("front", front), ("back", back)] {
        let _ = match half {
            HalfSize { triangles: 0, .. } => write!(numbers, "\n{name}: empty"),
            HalfSize { vertices, triangles, measures } => {
                let triangles = counted(*triangles, "triangle");
                write!(numbers, "\n{name}: {vertices} vertices, {triangles}, {}", size(measures))
            }
        };
    }
    if front.triangles > 0 && back.triangles > 0 {
        let sides = [front, back].map(|half| half.measures.area - of.cap_area);
        let _ = write!(numbers, "\n{}", sum("area without caps", "m²", sides, of.whole.area));
        if let Some((volumes, whole)) = volumes(of) {
            let _ = write!(numbers, "\n{}", sum("volume", "m³", volumes, whole));
        }
    }
    Step {
        title: "Sizes".into(),
        formula: if of.is_mirrored {
            "volume = −Σ a · (b × c) / 6, because the pose mirrors the mesh"
        } else {
            "volume = Σ a · (b × c) / 6"
        }
        .into(),
        numbers,
        outcome: sizes_outcome(of),
        tone: Tone::Note,
        ..Step::default()
    }
}

fn sizes_outcome(of: &Sizes) -> String {
    let [front, back] = &of.halves;
    let tick = of.tick;
    let inside_out = if of.whole.volume.is_some_and(|volume| volume < 0.0) {
        " The volume is negative, because the mesh is inside out."
    } else {
        ""
    };
    if front.triangles == 0 {
        return format!("At tick {tick} the whole mesh is the half behind the plane.{inside_out}");
    }
    if back.triangles == 0 {
        return format!("At tick {tick} the whole mesh is the half in front of the plane.{inside_out}");
    }
    let Some(([front, back], whole)) = volumes(of) else {
        return match of.whole.volume {
            Some(_) => "The mesh is closed, but its halves are not, so they have no volume.".to_owned(),
            None => "The mesh is not closed. A surface that is not closed has no volume.".to_owned(),
        };
    };
    let difference = settled(front + back - whole, whole);
    let sum = format!("Both halves are closed. At tick {tick} their volumes add up to");
    let text = if difference == 0.0 {
        format!("{sum} that of the mesh, up to rounding.")
    } else if of.off_edge > of.tolerance {
        let more = if difference > 0.0 { "more" } else { "less" };
        format!(
            "{sum} {} m³ {more} than that of the mesh. The joints pose the new vertices from interpolated positions and \
             weights. So these are up to {} m off the edges of the posed mesh and up to {} m off the plane, and the faces of \
             the cut are not flat.",
            fine(difference.abs()),
            fine(of.off_edge),
            fine(of.off_plane)
        )
    } else {
        format!("{sum} that of the mesh, except for vertices next to the plane, which count as on it.")
    };
    format!("{text}{inside_out}")
}

/// The volumes of both halves, and of the mesh; `None` unless all are closed.
fn volumes(of: &Sizes) -> Option<([f64; 2], f64)> {
    let [front, back] = &of.halves;
    Some(([front.measures.volume?, back.measures.volume?], of.whole.volume?))
}

/// The sum of both sides, and below it that of the mesh.
fn sum(name: &str, unit: &str, [front, back]: [f64; 2], whole: f64) -> String {
    let all = front + back;
    format!(
        "{name}: {} + {} = {} {unit}\n  mesh: {} {unit}, difference: {} {unit}",
        fine(front),
        bracketed(back),
        fine(all),
        fine(whole),
        fine(settled(all - whole, whole))
    )
}

fn size(measures: &Measures) -> String {
    match measures.volume {
        Some(volume) => format!("{} m², {} m³", fine(measures.area), fine(volume)),
        None => format!("{} m², not closed", fine(measures.area)),
    }
}

/// How a new vertex is computed, with its numbers.
fn vertex_numbers(vertex: &NewVertex) -> String {
    let [a, b] = &vertex.ends;
    let (d_a, d_b) = (fine(a.distance), bracketed(b.distance));
    let mut text = format!("edge {} → {}: t = {d_a} / ({d_a} − {d_b}) = {}", a.vertex, b.vertex, fine(vertex.t));
    // Distances below the rounding of such coordinates are 0.
    let coordinates = vertex.place.abs().max_element() + a.distance.abs() + b.distance.abs();
    let distance = fine(settled(vertex.distance, coordinates));
    if let (Some(from), Some(to), Some(between)) = (&a.modelled, &b.modelled, &vertex.modelled) {
        let ends = [(format!("a = vertex {}", a.vertex), from), (format!("b = vertex {}", b.vertex), to)];
        for (name, Modelled { position, weights }) in ends.into_iter().chain([("new vertex".to_owned(), between)]) {
            let _ = write!(text, "\n  {name}: as modelled {}, weights {}", full(position.as_dvec3()), list(weights));
        }
        let _ = write!(text, "\n  blend of the posed ends: {}", full(vertex.on_edge));
        let _ = write!(text, "\n  new vertex, posed: {}, d = {distance} m", full(vertex.place));
    } else {
        let _ = write!(text, "\n  a = {}, b = {}", full(a.place), full(b.place));
        let _ = write!(text, "\n  v = {}, d = {distance} m", full(vertex.place));
    }
    let _ = write!(text, "\n  the new vertex{}", half_numbers(&vertex.in_halves));
    text
}

/// " is vertex 5 of the half in front and vertex 7 of the half behind".
fn half_numbers(in_halves: &InHalves) -> String {
    let halves = in_halves.iter().zip(["in front", "behind"]);
    let words: Vec<String> = halves
        .filter_map(|(number, side)| number.map(|number| format!("vertex {number} of the half {side}")))
        .collect();
    if words.is_empty() { " is in no half".to_owned() } else { format!(" is {}", words.join(" and ")) }
}

fn list(weights: &[(Arc<str>, f32)]) -> String {
    let words: Vec<String> = weights.iter().map(|(name, weight)| format!("{} {name}", num(*weight))).collect();
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}

fn marked_at(tick: u64) -> String {
    format!("The marks are at tick {tick}, the tick of the cut.")
}

/// Says that a picture has not all edges; empty when it has.
fn first_drawn(count: usize, what: &str) -> String {
    if count > MOST_EDGES { format!("; the first {MOST_EDGES} of {count} {what} are drawn") } else { String::new() }
}

/// The number of marks that [`seam_marks`] would have without a limit.
fn edges_of(seam: &Seam) -> usize {
    let chains = seam.chains.iter().map(|places| places.len().saturating_sub(1));
    chains.chain(seam.loops.iter().map(Vec::len)).sum()
}

/// The loops and chains, those without a cap first.
fn seam_marks(seam: &Seam) -> Vec<Mark> {
    let mut marks = Vec::new();
    for (i, places) in seam.chains.iter().enumerate() {
        marks.extend(named(path(places, Tone::Partial), i, || "open: no cap".to_owned()));
    }
    for (i, places) in seam.loops.iter().enumerate() {
        marks.extend(named(edges(places, Tone::Pass), i, || format!("loop of {} vertices", places.len())));
    }
    marks.truncate(MOST_EDGES);
    marks
}

/// The edges of the loop or chain `i`; the first edge has the label, if there are not too many.
fn named(mut edges: Vec<Mark>, i: usize, label: impl FnOnce() -> String) -> Vec<Mark> {
    if let Some(first) = edges.first_mut().filter(|_| i < MOST_NAMED) {
        first.label = label();
    }
    edges
}

/// The line from a new vertex to the plane.
fn to_plane(vertex: &NewVertex) -> Mark {
    let line = MarkShape::Segment(vertex.place.as_vec3(), vertex.foot.as_vec3());
    mark(line, Tone::Partial, format!("{} m off the plane", fine(vertex.distance.abs())))
}

fn corner_mark(CutEnd { vertex, place, .. }: &CutEnd) -> Mark {
    dot(*place, Tone::Note, format!("vertex {vertex}"))
}

/// The edges of a polygon.
fn edges(places: &[DVec3], tone: Tone) -> Vec<Mark> {
    let mut marks = path(places, tone);
    if let [first, .., last] = places {
        marks.push(mark(MarkShape::Segment(last.as_vec3(), first.as_vec3()), tone, String::new()));
    }
    marks
}

/// The edges of a chain of vertices.
fn path(places: &[DVec3], tone: Tone) -> Vec<Mark> {
    let edge = |pair: &[DVec3]| MarkShape::Segment(pair[0].as_vec3(), pair[1].as_vec3());
    places.windows(2).map(|pair| mark(edge(pair), tone, String::new())).collect()
}

fn dot(place: DVec3, tone: Tone, label: String) -> Mark {
    mark(MarkShape::Point(place.as_vec3()), tone, label)
}

fn mark(shape: MarkShape, tone: Tone, label: String) -> Mark {
    Mark { shape, tone, label }
}

/// A number after an operator: a negative one in brackets.
fn bracketed(x: f64) -> String {
    if x < 0.0 { format!("({})", fine(x)) } else { fine(x) }
}

/// A vector with four digits.
fn short(v: DVec3) -> String {
    narrate::vec3(v.as_vec3())
}

/// A vector with seven digits, for values from which others are computed.
fn full(v: DVec3) -> String {
    format!("({}, {}, {})", fine(v.x), fine(v.y), fine(v.z))
}
