//! The story of a ray and a mesh: which boxes the line meets, level by level, which triangles it was tested against, and
//! how the crossings are counted. A mesh has many of each, so they are counted and only some are named and drawn.

use super::triangle::Crossing;
use super::walk::Witness;
use super::{Feature, Inside, Kind, Meeting, MeshCast, Miss, RayQuery, counted_before_start};
use crate::geometry::narrate::{num, vec3};
use crate::geometry::ray::line::{Line, narrow};
use crate::geometry::ray::tell::{pass_or_fail, point};
use crate::geometry::{Aabb, Mark, MarkShape, Mesh, Narrator, Plot, Step, Tone};

/// Boxes of either kind drawn for a level.
const MOST_BOXES: usize = 24;
/// Triangles and crossings named in a step.
const MOST_NAMED: usize = 16;

/// What the line met on its way down.
#[derive(Default)]
pub(super) struct Told {
    levels: Vec<Level>,
    tested: usize,
    met: usize,
    named: Vec<(u32, Option<Crossing>)>,
}

/// The boxes of one level that were looked at.
#[derive(Default)]
struct Level {
    met: Boxes,
    pruned: Boxes,
}

#[derive(Default)]
struct Boxes {
    count: usize,
    some: Vec<Aabb>,
}

impl Witness for Told {
    fn visited(&mut self, level: u32, aabb: &Aabb, is_met: bool) {
        let level = level as usize - 1;
        if self.levels.len() <= level {
            self.levels.resize_with(level + 1, Level::default);
        }
        let boxes = if is_met { &mut self.levels[level].met } else { &mut self.levels[level].pruned };
        boxes.count += 1;
        if boxes.some.len() < MOST_BOXES {
            boxes.some.push(*aabb);
        }
    }

    fn tested(&mut self, triangle: u32, crossing: Option<&Crossing>) {
        self.tested += 1;
        self.met += usize::from(crossing.is_some());
        // Those that are met first; the others as far as there is room.
        if crossing.is_some() {
            self.named
                .insert(self.named.partition_point(|(_, crossing)| crossing.is_some()), (triangle, crossing.copied()));
        } else {
            self.named.push((triangle, None));
        }
        self.named.truncate(MOST_NAMED);
    }
}

impl Told {
    /// One step for each level of boxes, and one for the triangles.
    pub(super) fn tell<N: Narrator>(&self, mesh: &Mesh, line: &Line, narrator: &mut N) {
        for (i, level) in self.levels.iter().enumerate() {
            narrator.step(|| level.tell(i + 1, line));
        }
        narrator.step(|| self.tell_triangles(mesh, line));
    }

    fn tell_triangles(&self, mesh: &Mesh, line: &Line) -> Step {
        let row = |(triangle, crossing): &(u32, Option<Crossing>)| match crossing {
            Some(crossing) => {
                let [u, v, w] = crossing.barycentric.map(|weight| num(narrow(weight)));
                format!("triangle {triangle}: t = {}, weights ({u}, {v}, {w})", num(line.t(crossing.tau)))
            }
            None => format!("triangle {triangle}: passed by"),
        };
        let mut rows: Vec<String> = self.named.iter().map(row).collect();
        if self.tested > self.named.len() {
            rows.push(format!("and {} more", self.tested - self.named.len()));
        }
        let marks = self.named.iter().flat_map(|(triangle, crossing)| {
            outline(line, mesh, *triangle, if crossing.is_some() { Tone::Pass } else { Tone::Note })
        });
        Step {
            title: "Triangles".to_owned(),
            formula: "o + t·d = u·a + v·b + w·c,   u + v + w = 1\nmet when u, v and w are all ≥ 0".to_owned(),
            numbers: rows.join("\n"),
            outcome: format!(
                "{} of the mesh's {} triangles lie in boxes that the line meets; it meets {} of them.",
                self.tested,
                mesh.triangles().len(),
                self.met
            ),
            tone: pass_or_fail(self.met > 0),
            marks: marks.collect(),
            plot: None,
        }
    }
}

impl Level {
    fn tell(&self, level: usize, line: &Line) -> Step {
        let (met, pruned) = (self.met.count, self.pruned.count);
        let marks = |boxes: &Boxes, tone| boxes.some.iter().map(|aabb| cuboid(line, aabb, tone)).collect::<Vec<_>>();
        let shown = self.met.some.len() + self.pruned.some.len();
        let rest = met + pruned - shown;
        let drawn = if rest > 0 { format!(" {shown} of them are drawn.") } else { String::new() };
        Step {
            title: format!("Boxes, level {level}"),
            formula: "a box is met where its three slabs overlap".to_owned(),
            numbers: format!("{} looked at: {met} met, {pruned} pruned", met + pruned),
            outcome: if met == 0 {
                format!("The line meets none of these boxes, so nothing in them is looked at.{drawn}")
            } else if pruned == 0 {
                format!("The line meets all of these boxes and goes on into each.{drawn}")
            } else {
                format!("The line goes on into those that it meets; what is in the others is never looked at.{drawn}")
            },
            tone: pass_or_fail(met > 0),
            marks: [marks(&self.pruned, Tone::Fail), marks(&self.met, Tone::Pass)].concat(),
            plot: None,
        }
    }
}

/// All meetings in order, and whether the start is inside by their count.
pub(super) fn crossings(mesh: &Mesh, line: &Line, meetings: &[Meeting]) -> Step {
    let row = |meeting: &Meeting| {
        let side = match (meeting.is_surface(), meeting.is_front) {
            (false, _) => "without area: no surface",
            (true, true) => "from its front",
            (true, false) => "from its back",
        };
        let counts = if meeting.counts { "" } else { ", not counted: it only touches" };
        format!("t = {}: triangle {} {side}{counts}", num(meeting.t), meeting.triangle)
    };
    let mut rows: Vec<String> = meetings.iter().take(MOST_NAMED).map(row).collect();
    if meetings.len() > MOST_NAMED {
        rows.push(format!("and {} more", meetings.len() - MOST_NAMED));
    }
    let before = counted_before_start(meetings);
    let outcome = match (before % 2 == 1, before % 2 == 1 && mesh.is_closed()) {
        (true, true) => format!("{before} before the start: odd, so the start is inside."),
        (true, false) => format!("{before} before the start: odd, but the mesh is open and has no inside."),
        (false, _) => format!("{before} before the start: even, so the start is outside."),
    };
    let dots = meetings.iter().take(MOST_NAMED);
    let dots = dots.map(|meeting| point(line.point(meeting.tau), Tone::Note, &format!("t = {}", num(meeting.t))));
    Step {
        title: "Crossings".to_owned(),
        formula: "inside when an odd number of crossings has t < 0".to_owned(),
        numbers: rows.join("\n"),
        outcome: if meetings.is_empty() { "The line crosses nothing.".to_owned() } else { outcome },
        tone: pass_or_fail(!meetings.is_empty()),
        marks: dots.collect(),
        plot: None,
    }
}

/// The last step: how the kind of ray made an answer of the crossings.
pub(super) fn answer(query: RayQuery, answer: &MeshCast) -> Step {
    let cast = &answer.cast;
    let range = match query.kind {
        Kind::Line => "line: any t",
        Kind::Ray => "ray: t ≥ 0",
        Kind::Segment => "segment: 0 ≤ t ≤ 1",
    };
    let numbers =
        cast.interval().map_or("no interval".to_owned(), |[a, b]| format!("first t = {}, last t = {}", num(a), num(b)));
    let (title, outcome) = match (cast.result(), answer.spot) {
        (Err(Miss::Behind), _) => ("Behind", "All that it could hit lies at t < 0, behind the start.".to_owned()),
        (Err(Miss::Beyond), _) => ("Beyond", "The segment ends, at t = 1, before it gets to the next.".to_owned()),
        (Err(_), _) if cast.interval().is_some() => {
            ("Miss", "The line meets back faces only, and those are culled.".to_owned())
        }
        (Err(_), _) => ("Miss", "The whole line misses the mesh.".to_owned()),
        (Ok(hit), Some(spot)) => {
            let how = match query.kind {
                Kind::Line => "A line hits what comes first, on either side of the start:",
                _ if query.inside == Inside::Hollow => "Only the surface counts: it hits what comes next,",
                _ => "It hits what comes next:",
            };
            let metres = num(hit.distance);
            ("Hit", format!("{how} triangle {} at t = {}, {metres} m from the start.", spot.triangle, num(hit.t)))
        }
        (Ok(_), None) => ("Inside", "The start is inside the full solid, so the hit is at t = 0.".to_owned()),
    };
    let tone = pass_or_fail(cast.hit().is_some());
    let mut marks: Vec<Mark> = Vec::new();
    if let Some([t_in, t_out]) = cast.interval() {
        marks.push(Mark {
            shape: MarkShape::Interval { t_in, t_out },
            tone: Tone::Note,
            label: "first to last".to_owned(),
        });
    }
    if let Some(hit) = cast.hit() {
        marks.push(point(hit.point, tone, "hit"));
        let normal = hit.normal.filter(|_| hit.feature == Feature::Triangle);
        marks.extend(normal.map(|normal| Mark {
            shape: MarkShape::Segment(hit.point, hit.point + normal),
            tone,
            label: format!("normal {}", vec3(normal)),
        }));
    }
    let hit = cast.hit().map(|hit| hit.t);
    let plot = Plot::Answer { interval: cast.interval(), hit, range: query.kind.range() };
    Step { title: title.to_owned(), formula: range.to_owned(), numbers, outcome, tone, marks, plot: Some(plot) }
}

/// A local box in the world.
fn cuboid(line: &Line, aabb: &Aabb, tone: Tone) -> Mark {
    let world = line.pose.world_from_local();
    let corners = std::array::from_fn(|i| world.transform_point3(aabb.corner(i)));
    Mark { shape: MarkShape::Box { corners }, tone, label: String::new() }
}

/// The edges of a triangle in the world.
fn outline(line: &Line, mesh: &Mesh, triangle: u32, tone: Tone) -> [Mark; 3] {
    let world = line.pose.world_from_local();
    let corners = mesh.corners(triangle as usize).map(|corner| world.transform_point3(corner));
    let edge = |i: usize| MarkShape::Segment(corners[i], corners[(i + 1) % 3]);
    [0, 1, 2].map(|i| Mark { shape: edge(i), tone, label: String::new() })
}
