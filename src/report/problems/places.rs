//! The places of a problem, one after the other: the triangles, edges, vertices or objects that it consists of.
//!
//! A problem of many elements has a place for each one that is known by its position: those that the faults of the mesh name.

use std::collections::HashMap;

use glam::Vec3;

use super::list::{Elements, Problem};
use crate::flicker::{FacePair, FacePart, FlickerFinding};
use crate::geometry::mesh::{FaultCount, Faults, FaultyEdge};
use crate::geometry::narrate::num;
use crate::geometry::{Aabb, Mesh, Shape};
use crate::scene::LevelProblem;
use crate::world::{Item, ObjectAt, World};

/// A place of a problem, in world space.
#[derive(Clone, Debug, PartialEq)]
pub struct ProblemPlace {
    /// The object, by its index in the world.
    pub object: usize,
    /// The triangles of the object's mesh that meet there; may be empty.
    pub triangles: Vec<[Vec3; 3]>,
    /// The ends of the edge that is at fault.
    pub edge: Option<[Vec3; 2]>,
    /// The box around it. A triangle, an edge or a vertex may have no extent.
    pub bounds: Aabb,
    /// What is there, in words: "edge of triangle 118".
    pub what: String,
}

impl ProblemPlace {
    /// Whether it is an object as a whole.
    pub fn is_whole(&self, world: &World) -> bool {
        let is_object = |object: &ObjectAt| object.aabb == self.bounds;
        self.triangles.is_empty() && self.edge.is_none() && world.objects.get(self.object).is_some_and(is_object)
    }

    /// The middle of it.
    pub fn middle(&self) -> Vec3 {
        self.bounds.centre()
    }

    /// Its text on the clipboard: the object, what is there, and where, in metres.
    pub fn text(&self, problem: &Problem, world: &World) -> String {
        let name = world.objects.get(self.object).map_or("", |object| &*object.name);
        let at = |point: Vec3| format!("({}, {}, {})", point.x, point.y, point.z);
        let position = match self.edge {
            Some([from, to]) => format!("from {} to {} m", at(from), at(to)),
            None => format!("at {} m", at(self.middle())),
        };
        format!("{name}: {}, {}, {position}", problem.kind.title().to_lowercase(), self.what)
    }
}

impl Problem {
    /// The places, in the order of the elements. Empty for a problem of an item that is not an object of the world.
    pub fn places(&self, world: &World) -> Vec<ProblemPlace> {
        self.some_places(world, usize::MAX)
    }

    /// The first of them.
    pub fn first_place(&self, world: &World) -> Option<ProblemPlace> {
        self.some_places(world, 1).into_iter().next()
    }

    fn some_places(&self, world: &World, most: usize) -> Vec<ProblemPlace> {
        let Item::Object(index) = self.item else { return Vec::new() };
        if let Elements::Objects(members) = &self.elements {
            return members.iter().take(most).filter_map(|&member| ProblemPlace::of_object(world, member)).collect();
        }
        if let Elements::Faces(finding) = &self.elements {
            return finding.pairs.iter().take(most).map(|pair| ProblemPlace::of_faces(finding, pair)).collect();
        }
        if let Elements::Gap(finding) = &self.elements {
            return ProblemPlace::of_gap(finding, most);
        }
        let Some(object) = world.objects.get(index) else { return Vec::new() };
        let found = match (&self.elements, &object.shape) {
            (Elements::Crossings(was, found), _) => ProblemPlace::of_crossings(world, index, (was, found), most),
            (Elements::Hidden(hidden), _) => ProblemPlace::of_hidden(world, hidden, most),
            (_, Shape::Mesh(mesh)) => OfMesh { index, object, mesh, most }.places(self),
            _ => Vec::new(),
        };
        if found.is_empty() { ProblemPlace::of_object(world, index).into_iter().collect() } else { found }
    }
}

impl ProblemPlace {
    /// An object as a whole.
    fn of_object(world: &World, object: usize) -> Option<Self> {
        let at = world.objects.get(object)?;
        let what = format!("object {}", at.name);
        Some(Self { object, triangles: Vec::new(), edge: None, bounds: at.aabb, what })
    }
}

impl ProblemPlace {
    /// Where two faces flicker.
    fn of_faces(finding: &FlickerFinding, pair: &FacePair) -> Self {
        let mut triangles: Vec<[Vec3; 3]> = Vec::new();
        for place in &pair.places {
            let at: Vec<Vec3> = place.iter().map(|at| at.as_vec3()).collect();
            triangles.extend((2..at.len()).map(|i| [at[0], at[i - 1], at[i]]));
        }
        let points = triangles.iter().flatten().map(|&point| Aabb { min: point, max: point });
        let bounds = points.reduce(|a, b| a.union(&b)).unwrap_or(Aabb { min: Vec3::ZERO, max: Vec3::ZERO });
        let what = pair.faces.map(FacePart::words).join(" and ");
        Self { object: finding.bodies[0], triangles, edge: None, bounds, what }
    }
}

/// The mesh of an object.
struct OfMesh<'w> {
    index: usize,
    object: &'w ObjectAt,
    mesh: &'w Mesh,
    /// The greatest number of places.
    most: usize,
}

impl OfMesh<'_> {
    fn places(&self, problem: &Problem) -> Vec<ProblemPlace> {
        match (problem.kind, &problem.elements) {
            (kind, Elements::Triangles(_) | Elements::Edges(_)) => self.of_faults(self.mesh.faults(), kind),
            (LevelProblem::StrayWeights, Elements::Vertices(vertices)) => self.stray(vertices),
            (_, Elements::Vertices(vertices)) => {
                vertices.iter().filter_map(|vertex| self.vertex(*vertex)).take(self.most).collect()
            }
            (_, Elements::EdgesOfVertices(edges)) => self.stretched(edges),
            (_, Elements::Joints(joints)) => self.joints(joints),
            _ => Vec::new(),
        }
    }

    fn of_faults(&self, faults: &Faults, kind: LevelProblem) -> Vec<ProblemPlace> {
        match kind {
            LevelProblem::DegenerateTriangles => {
                faults.degenerate.first.iter().take(self.most).map(|one| self.triangle(one.triangle)).collect()
            }
            LevelProblem::DuplicateTriangles => {
                let place = |of: u32, triangle: u32| {
                    let what = format!("triangle {triangle}, which has the corners of triangle {of}");
                    ProblemPlace { what, ..self.triangle(triangle) }
                };
                faults.duplicates.first.iter().take(self.most).map(|one| place(one.of, one.triangle)).collect()
            }
            LevelProblem::OpenEdges => self.edges(&faults.open_edges),
            LevelProblem::TJunctions => self.edges(&faults.t_junctions),
            LevelProblem::Gaps => self.edges(&faults.gaps),
            LevelProblem::Slivers => {
                faults.slivers.first.iter().take(self.most).map(|one| self.triangle(one.triangle)).collect()
            }
            LevelProblem::NonManifoldEdges => self.edges(&faults.non_manifold_edges),
            LevelProblem::FlippedWinding => self.edges(&faults.flipped_edges),
            LevelProblem::InsideOut => {
                let part = |triangle: u32, bounds: &Aabb| {
                    let corners = (0..8).map(|i| self.to_world(bounds.corner(i)));
                    let what = format!("part with triangle {triangle}");
                    self.place(corners, Vec::new(), None, what)
                };
                faults.inside_out.first.iter().take(self.most).map(|one| part(one.triangle, &one.bounds)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn edges(&self, found: &FaultCount<FaultyEdge>) -> Vec<ProblemPlace> {
        let place = |edge: &FaultyEdge| {
            let [a, b] = edge.triangles;
            let what = if a == b { format!("edge of triangle {a}") } else { format!("edge of triangles {a} and {b}") };
            let triangles = if a == b { vec![self.corners(a)] } else { vec![self.corners(a), self.corners(b)] };
            let ends = edge.ends.map(|end| self.to_world(end));
            self.place(ends, triangles, Some(ends), what)
        };
        found.first.iter().take(self.most).map(place).collect()
    }

    fn triangle(&self, triangle: u32) -> ProblemPlace {
        let corners = self.corners(triangle);
        self.place(corners, vec![corners], None, format!("triangle {triangle}"))
    }

    /// `None` for a vertex without a position.
    fn vertex(&self, vertex: u32) -> Option<ProblemPlace> {
        Some(self.place([self.position(vertex)?], Vec::new(), None, format!("vertex {vertex}")))
    }

    /// The vertices with stray weights, each with its weight and joint.
    fn stray(&self, vertices: &[u32]) -> Vec<ProblemPlace> {
        let Some(skin) = &self.object.skin else { return Vec::new() };
        let (found, bones) = (skin.stray_weights(), skin.bones());
        let place = |vertex: &u32| {
            let place = self.vertex(*vertex)?;
            let known = found.binary_search_by_key(vertex, |stray| stray.vertex).ok().map(|i| &found[i]);
            let joint = known.and_then(|stray| Some((stray.weight, bones.get(usize::from(stray.joint))?)));
            let words =
                joint.map_or_else(String::new, |(weight, bone)| format!(", weight {} of {}", num(weight), bone.name));
            Some(ProblemPlace { what: format!("{}{words}", place.what), ..place })
        };
        vertices.iter().filter_map(place).take(self.most).collect()
    }

    /// Edges by their vertices, with the triangles that have both.
    fn stretched(&self, edges: &[[u32; 2]]) -> Vec<ProblemPlace> {
        let shown = &edges[..edges.len().min(self.most)];
        let numbers: HashMap<[u32; 2], usize> = shown.iter().enumerate().map(|(i, ends)| (*ends, i)).collect();
        let mut triangles: Vec<Vec<[Vec3; 3]>> = vec![Vec::new(); shown.len()];
        for &[a, b, c] in self.mesh.triangles() {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                if let Some(&number) = numbers.get(&[from.min(to), from.max(to)]) {
                    triangles[number].push([a, b, c].map(|vertex| self.position(vertex).unwrap_or_default()));
                }
            }
        }
        let found = self.object.skin.as_ref().map(|skin| skin.stretched_edges()).unwrap_or_default();
        let stretches: HashMap<[u32; 2], f64> = found.iter().map(|edge| (edge.ends, edge.stretch)).collect();
        let place = |(ends, triangles): (&[u32; 2], Vec<[Vec3; 3]>)| {
            let [a, b] = *ends;
            let at = [self.position(a)?, self.position(b)?];
            #[expect(clippy::cast_possible_truncation, reason = "four digits are shown")]
            let times = |stretch: &f64| format!(", {} times as long as modelled", num(*stretch as f32));
            let stretch = stretches.get(ends).map_or_else(String::new, times);
            let what = format!("edge between vertices {a} and {b}{stretch}");
            Some(self.place(at, triangles, Some(at), what))
        };
        shown.iter().zip(triangles).filter_map(place).collect()
    }

    /// Joints of the skin, each where it is.
    fn joints(&self, joints: &[u16]) -> Vec<ProblemPlace> {
        let bones = self.object.skin.as_ref().map(|skin| skin.bones()).unwrap_or_default();
        let place = |joint: &u16| {
            let bone = bones.get(usize::from(*joint)).filter(|bone| bone.position.is_finite())?;
            let what = format!("joint {joint}, {}", bone.name);
            Some(self.place([bone.position.as_vec3()], Vec::new(), None, what))
        };
        joints.iter().filter_map(place).take(self.most).collect()
    }

    /// The position of a vertex in world space; `None` for one without a finite position.
    fn position(&self, vertex: u32) -> Option<Vec3> {
        let position = self.mesh.positions().get(vertex as usize).filter(|position| position.is_finite())?;
        Some(self.to_world(*position))
    }

    fn corners(&self, triangle: u32) -> [Vec3; 3] {
        self.mesh.corners(triangle as usize).map(|corner| self.to_world(corner))
    }

    fn to_world(&self, point: Vec3) -> Vec3 {
        self.object.pose.world_from_local().transform_point3(point)
    }

    fn place(
        &self,
        points: impl IntoIterator<Item = Vec3>,
        triangles: Vec<[Vec3; 3]>,
        edge: Option<[Vec3; 2]>,
        what: String,
    ) -> ProblemPlace {
        let points = points.into_iter().map(|point| Aabb { min: point, max: point });
        let bounds = points.reduce(|a, b| a.union(&b)).unwrap_or(self.object.aabb);
        ProblemPlace { object: self.index, triangles, edge, bounds, what }
    }
}
