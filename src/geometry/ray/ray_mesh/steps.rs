//! The story of a ray and a mesh: the boxes that the line meets, level by level, the triangles that were tested, and
//! the count of the crossings. A mesh has many of each, so the story has their numbers, and names and draws only some.

use super::meeting::{Meeting, counted_before_start};
use super::triangle::TriangleCrossing;
use super::walk::Observer;
use crate::geometry::bounds::Aabb;
use crate::geometry::mesh::Mesh;
use crate::geometry::narrate::{Mark, MarkShape, Narrator, Step, Tone, num, vec3};
use crate::geometry::ray::answer::{Feature, RayQuery};
use crate::geometry::ray::line::LocalLine;
use crate::geometry::ray::mesh_answer::MeshCast;
use crate::geometry::ray::steps::{point, step};
use crate::geometry::ray::values::{self, Answer, Crossings, RayValues, TriangleTest, Triangles};
use crate::geometry::ray::words::MOST_NAMED;

/// Boxes of either kind drawn for a level.
const MOST_BOXES: usize = 24;

/// The boxes and triangles that the line was tested against.
#[derive(Default)]
pub(super) struct Visited {
    levels: Vec<Level>,
    tested: usize,
    met: usize,
    named: Vec<(u32, Option<TriangleCrossing>)>,
}

/// The boxes of one level that were looked at.
#[derive(Default)]
struct Level {
    met: VisitedBoxes,
    pruned: VisitedBoxes,
}

#[derive(Default)]
struct VisitedBoxes {
    count: usize,
    some: Vec<Aabb>,
}

impl Observer for Visited {
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

    fn tested(&mut self, triangle: u32, crossing: Option<&TriangleCrossing>) {
        self.tested += 1;
        self.met += usize::from(crossing.is_some());
        // The triangles that are met first; others up to the limit.
        if crossing.is_some() {
            self.named
                .insert(self.named.partition_point(|(_, crossing)| crossing.is_some()), (triangle, crossing.copied()));
        } else {
            self.named.push((triangle, None));
        }
        self.named.truncate(MOST_NAMED);
    }
}

impl Visited {
    /// One step for each level of boxes, and one for the triangles.
    pub(super) fn record<N: Narrator>(&self, mesh: &Mesh, line: &LocalLine, narrator: &mut N) {
        for (i, level) in self.levels.iter().enumerate() {
            narrator.step(|| level.step(i + 1, line));
        }
        narrator.step(|| self.triangles_step(mesh, line));
    }

    fn triangles_step(&self, mesh: &Mesh, line: &LocalLine) -> Step {
        let test = |(triangle, crossing): &(u32, Option<TriangleCrossing>)| TriangleTest {
            triangle: *triangle,
            met: crossing.map(|crossing| (crossing.tau, crossing.barycentric)),
        };
        let values = Triangles {
            of: mesh.triangles().len(),
            tested: self.tested,
            met: self.met,
            some: self.named.iter().map(test).collect(),
            parameter: line.parameter,
        };
        let marks = self.named.iter().flat_map(|(triangle, crossing)| {
            outline(line, mesh, *triangle, if crossing.is_some() { Tone::Pass } else { Tone::Note })
        });
        step(RayValues::Triangles(values), marks.collect())
    }
}

impl Level {
    fn step(&self, level: usize, line: &LocalLine) -> Step {
        let drawn = self.met.some.len() + self.pruned.some.len();
        let values = values::LevelBoxes { level, met: self.met.count, pruned: self.pruned.count, drawn };
        let marks =
            |boxes: &VisitedBoxes, tone| boxes.some.iter().map(|aabb| cuboid(line, aabb, tone)).collect::<Vec<_>>();
        step(RayValues::Boxes(values), [marks(&self.pruned, Tone::Fail), marks(&self.met, Tone::Pass)].concat())
    }
}

/// All meetings in order, and whether the start is inside by their count.
pub(super) fn crossings(mesh: &Mesh, line: &LocalLine, meetings: &[Meeting]) -> Step {
    let before_start = counted_before_start(meetings);
    let values = Crossings {
        crossings: meetings.iter().map(Meeting::values).collect(),
        before_start,
        is_closed: mesh.is_closed(),
    };
    let dots = meetings.iter().take(MOST_NAMED);
    let dots = dots.map(|meeting| point(line.point(meeting.tau), Tone::Note, &format!("t = {}", num(meeting.t))));
    step(RayValues::Crossings(values), dots.collect())
}

/// The last step: the answer of the kind of ray for the crossings.
pub(super) fn answer(query: RayQuery, answer: &MeshCast) -> Step {
    let cast = &answer.cast;
    let tone = Tone::pass_or_fail(cast.hit().is_some());
    let mut marks: Vec<Mark> = Vec::new();
    if let Some(interval) = cast.interval() {
        marks.push(Mark { shape: MarkShape::Interval(interval), tone: Tone::Note, label: "first to last".to_owned() });
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
    let (interval, result, spot) = (cast.interval(), cast.result(), answer.spot);
    step(RayValues::Answer(Answer { query, interval, result, of_mesh: true, spot, no_line: None }), marks)
}

/// A local box in the world.
fn cuboid(line: &LocalLine, aabb: &Aabb, tone: Tone) -> Mark {
    let world = line.pose.world_from_local();
    let corners = std::array::from_fn(|i| world.transform_point3(aabb.corner(i)));
    Mark { shape: MarkShape::Box { corners }, tone, label: String::new() }
}

/// The edges of a triangle in the world.
fn outline(line: &LocalLine, mesh: &Mesh, triangle: u32, tone: Tone) -> [Mark; 3] {
    let world = line.pose.world_from_local();
    let corners = mesh.corners(triangle as usize).map(|corner| world.transform_point3(corner));
    let edge = |i: usize| MarkShape::Segment(corners[i], corners[(i + 1) % 3]);
    [0, 1, 2].map(|i| Mark { shape: edge(i), tone, label: String::new() })
}
