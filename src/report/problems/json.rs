//! The section of the report: `[{ "kind", "object", "count", "items", "message" }]`, absent without problems.
//!
//! `items` are the first of the counted items, at most [`MOST_ELEMENTS`](super::list::MOST_ELEMENTS): the names of the objects with
//! one pose; the numbers of triangles or vertices of the object's mesh; for edges the numbers of the triangles at each,
//! `[7]` for an edge with one triangle, else of two; for stretched edges the numbers of both vertices; for joints their
//! numbers in the skin; for parts that are inside out, the number of the first triangle of each.
//! Faces that flicker have `["triangle 7", "+z"]` among the items; `with`, the other object or the same one; in one plane the `area`
//! of their overlap; else the `camera`, the `distance` along the view from which on they flicker, their `separation` there, the
//! `resolution` of the depth buffer there, all in metres, and `near`, the distance of the near plane that cures them, or null.
//! Triangles of a mesh that cross have the numbers of both triangles, `[3, 17]`, among the items. Faces inside of a solid have the
//! numbers of their triangles, and `inside`, the object around them, which is the object itself for another closed part of its
//! mesh; no items when all of the object is inside. Gaps between two objects have for each edge beside the other one the number of
//! its triangle, `[7]`, of a box or a hull `[]`; `with`, the other object; the greatest `width`, metres; and `at`, where it is.
//! `object` is the first object with the mesh for which the scene does not ignore the problem, or the session or camera that
//! the problem is about. At most
//! [`MOST_OF_A_KIND`](super::list::MOST_OF_A_KIND) of a kind are written; after them comes one whose `object` is null and
//! whose `count` is the number of the others.

use serde::Serialize;

use super::list::{Elements, MOST_ELEMENTS, Problem};
use crate::flicker::{FacePart, FlickerKind};
use crate::geometry::narrate::counted;
use crate::report::all_answers::Report;
use crate::scene::LevelProblem;
use crate::world::World;

/// One problem.
#[derive(Serialize)]
pub(in crate::report) struct ProblemSection<'a> {
    kind: &'static str,
    object: Option<&'a str>,
    count: usize,
    items: Listed<'a>,
    #[serde(flatten)]
    flicker: Option<FlickerNumbers<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    inside: Option<&'a str>,
    #[serde(flatten)]
    gap: Option<GapNumbers<'a>>,
    message: String,
}

/// The numbers of a gap between objects.
#[derive(Serialize)]
struct GapNumbers<'a> {
    with: &'a str,
    width: f64,
    at: [f64; 3],
}

/// The numbers of faces that flicker.
#[derive(Serialize)]
struct FlickerNumbers<'a> {
    with: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    area: Option<f64>,
    #[serde(flatten)]
    fight: Option<FightNumbers<'a>>,
}

/// The numbers of a camera that cannot distinguish faces.
#[derive(Serialize)]
struct FightNumbers<'a> {
    camera: &'a str,
    distance: f64,
    separation: f64,
    resolution: f64,
    near: Option<f32>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Listed<'a> {
    Names(Vec<&'a str>),
    Numbers(Vec<u32>),
    Edges(Vec<Vec<u32>>),
    Faces(Vec<[String; 2]>),
}

impl<'a> ProblemSection<'a> {
    /// All problems of a report; `None` without problems.
    pub(in crate::report) fn all(report: &'a Report, world: Option<&'a World>) -> Option<Vec<Self>> {
        let problems = world.map_or_else(|| report.problems(), |world| report.all_problems(world));
        let mut all: Vec<Self> = Vec::with_capacity(problems.listed.len());
        for kind in LevelProblem::ALL {
            let of_kind = problems.listed.iter().filter(|problem| problem.kind == kind);
            all.extend(of_kind.map(|problem| Self::of(problem, report, world)));
            let left_out = problems.left_out.iter().find(|(of, _)| *of == kind);
            all.extend(left_out.map(|&(_, count)| Self {
                kind: kind.word(),
                object: None,
                count,
                items: Listed::Names(Vec::new()),
                flicker: None,
                inside: None,
                gap: None,
                message: format!("{} with this problem", counted(count, "more object")),
            }));
        }
        all.extend(problems.unfinished.into_iter().map(|(kind, message)| Self {
            kind: kind.word(),
            object: None,
            count: 0,
            items: Listed::Names(Vec::new()),
            flicker: None,
            inside: None,
            gap: None,
            message,
        }));
        (!all.is_empty()).then_some(all)
    }

    fn of(problem: &Problem, report: &'a Report, world: Option<&'a World>) -> Self {
        Self {
            kind: problem.kind.word(),
            object: Some(report.name_of(problem.item)),
            count: problem.count,
            items: match &problem.elements {
                Elements::Object => Listed::Names(Vec::new()),
                Elements::Objects(objects) => {
                    Listed::Names(objects.iter().map(|&object| report.name(object)).collect())
                }
                Elements::Triangles(numbers) | Elements::Vertices(numbers) => Listed::Numbers(numbers.clone()),
                Elements::Edges(pairs) => Listed::Edges(pairs.iter().copied().map(triangles_at).collect()),
                Elements::EdgesOfVertices(ends) => Listed::Edges(ends.iter().map(|ends| ends.to_vec()).collect()),
                Elements::Joints(joints) => Listed::Numbers(joints.iter().copied().map(u32::from).collect()),
                Elements::Crossings(_, found) => {
                    Listed::Edges(found.pairs.iter().map(|pair| pair.triangles.to_vec()).collect())
                }
                Elements::Hidden(hidden) => {
                    Listed::Numbers(hidden.triangles.iter().copied().take(MOST_ELEMENTS).collect())
                }
                Elements::Gap(finding) => {
                    let edges = finding.edges.iter().take(MOST_ELEMENTS);
                    Listed::Edges(edges.map(|(triangle, _)| Vec::from_iter(*triangle)).collect())
                }
                Elements::Faces(finding) => {
                    let pairs = finding.pairs.iter().take(MOST_ELEMENTS);
                    Listed::Faces(pairs.map(|pair| pair.faces.map(FacePart::words)).collect())
                }
            },
            flicker: flicker(problem, report, world),
            inside: match &problem.elements {
                Elements::Hidden(hidden) => Some(report.name(hidden.inside)),
                _ => None,
            },
            gap: match &problem.elements {
                Elements::Gap(gap) => {
                    Some(GapNumbers { with: report.name(gap.bodies[1]), width: gap.width, at: gap.at.to_array() })
                }
                _ => None,
            },
            message: problem.message.clone(),
        }
    }
}

fn flicker<'a>(problem: &Problem, report: &'a Report, world: Option<&'a World>) -> Option<FlickerNumbers<'a>> {
    let Elements::Faces(finding) = &problem.elements else { return None };
    let (area, fight) = match &finding.kind {
        FlickerKind::Coplanar { area, .. } => (Some(*area), None),
        FlickerKind::Fight(fight) => (None, Some(fight)),
    };
    let fight = fight.and_then(|fight| {
        Some(FightNumbers {
            camera: &world?.cameras.get(fight.camera)?.name,
            distance: fight.distance,
            separation: fight.separation,
            resolution: fight.resolution,
            near: fight.cures.near,
        })
    });
    Some(FlickerNumbers { with: report.name(finding.bodies[1]), area, fight })
}

/// An open edge has the same triangle on both sides.
fn triangles_at([a, b]: [u32; 2]) -> Vec<u32> {
    if a == b { vec![a] } else { vec![a, b] }
}
