//! A skin explained: its joints, one vertex term by term, the sums of the weights, and the boxes that enclose the mesh or not.

use std::fmt::Write;

use glam::{DMat4, DVec3, Vec3};

use super::EscapeSearch;
use super::headline::headline;
use crate::geometry::narrate::{counted, fine, num};
use crate::geometry::{Mark, MarkShape, Narrator, Step, Story, Tone};
use crate::import::level::Moment;
use crate::report::explanation::Explanation;
use crate::scene::SkinBounds;
use crate::skin::exact::{self, Term};
use crate::world::SkinAt;

/// Influences of a vertex that a usual renderer has.
const USUAL: usize = 4;

/// Explains the skin of an object with one of its vertices: this one, else the one that reaches furthest out of the
/// tested box, else the one whose joints would move it furthest apart.
pub(super) fn explain(name: &str, skin: &SkinAt, vertex: Option<usize>, search: EscapeSearch) -> Explanation {
    let this = AtTick::of(skin);
    let mut story = Story::default();
    story.step(|| this.joints_step());
    let vertex = vertex.filter(|vertex| *vertex < this.posed.len()).or_else(|| this.shown_vertex());
    if let Some(vertex) = vertex {
        story.step(|| this.vertex_step(vertex));
        if let Some(step) = this.usual_step() {
            story.step(|| step);
        }
    }
    let weights_at = story.steps.len();
    story.step(|| this.weights_step());
    story.step(|| this.boxes_step());
    let fails = |step: usize| story.steps.get(step).is_some_and(|step| step.tone == Tone::Fail);
    // The boxes are the last part of the answer. Wrong weights are the reason when the tested box still encloses the mesh.
    let decided_by = if fails(weights_at) && !fails(weights_at + 1) { weights_at } else { weights_at + 1 };
    if skin.pose.at.is_some() {
        story.step(|| this.first_step(search));
    }
    Explanation {
        title: format!("What moves the vertices of `{name}`?"),
        answer: headline(name, skin),
        tone: Tone::Note,
        disagreement: None,
        decided_by: Some(decided_by),
        story,
    }
}

/// A skin with its vertices at a tick.
struct AtTick<'s> {
    skin: &'s SkinAt,
    bind: Vec<Vec3>,
    matrices: Vec<DMat4>,
    posed: Vec<DVec3>,
}

impl<'s> AtTick<'s> {
    fn of(skin: &'s SkinAt) -> Self {
        let (bind, matrices) = (skin.bind(), skin.matrices());
        let posed = skin.posed(&bind, &matrices);
        Self { skin, bind, matrices, posed }
    }

    fn terms(&self, vertex: usize) -> Vec<Term> {
        let Some(skinned) = self.skin.skinned() else { return Vec::new() };
        exact::terms(&self.matrices, &skinned.influences, vertex, self.bind[vertex]).collect()
    }

    fn joints_step(&self) -> Step {
        /// More than these are not listed by name.
        const NAMED: usize = 8;
        /// More than these are not marked; the picture has a line for each bone.
        const MARKED: usize = 1000;
        let bones = self.skin.bones();
        let names: Vec<&str> = bones.iter().map(|bone| &*bone.name).take(NAMED).collect();
        let more = if bones.len() > NAMED { ", …" } else { "" };
        let root = self.skin.skin().map_or(0, |skin| skin.root);
        let marks = bones.iter().enumerate().take(MARKED).flat_map(|(joint, bone)| {
            let label = if joint == root { format!("root: {}", bone.name) } else { String::new() };
            let line = bone.parent.map(|parent| {
                let from = bones[parent].position.as_vec3();
                mark(MarkShape::Segment(from, bone.position.as_vec3()), Tone::Note, String::new())
            });
            line.into_iter().chain([mark(MarkShape::Point(bone.position.as_vec3()), Tone::Note, label)])
        });
        let time = match self.skin.pose.at {
            Some((animation, time)) => {
                let name = self.skin.rig.animations.get(animation).and_then(|named| named.name.as_deref());
                let name = name.map_or_else(|| format!("Animation {animation}"), |name| format!("“{name}”"));
                format!("{name} is at {} s.", fine(time))
            }
            None => "No animation plays: the joints are as in the file.".to_owned(),
        };
        Step {
            title: "Joints".into(),
            formula: "matrix = world_from_joint · inverse_bind".into(),
            numbers: format!("{}{more}", names.join(", ")),
            outcome: format!(
                "{time} Each of {} has a matrix from the bind pose to the world.",
                counted(bones.len(), "joint")
            ),
            tone: Tone::Note,
            marks: marks.collect(),
            ..Step::default()
        }
    }

    /// The vertex that reaches furthest out of the tested box, else the one whose joints would move it furthest apart.
    fn shown_vertex(&self) -> Option<usize> {
        let spread = |vertex: usize| {
            let terms = self.terms(vertex);
            let weight = |term: &Term| f64::from(term.weight).abs();
            terms.iter().map(|term| weight(term) * term.moved.distance(self.posed[vertex])).sum::<f64>()
        };
        let escape = self.skin.escapes().into_iter().find(|escape| escape.bounds == self.skin.bounds);
        let most = || {
            let spreads = (0..self.posed.len()).map(|vertex| (vertex, spread(vertex)));
            spreads.reduce(|a, b| if b.1 > a.1 { b } else { a }).map(|(vertex, _)| vertex)
        };
        escape.map(|escape| escape.vertex).or_else(most).filter(|vertex| *vertex < self.posed.len())
    }

    fn vertex_step(&self, vertex: usize) -> Step {
        let bones = self.skin.bones();
        let at = self.skin.world_from_node().transform_point3(self.bind[vertex].as_dvec3());
        let terms = self.terms(vertex);
        let mut numbers = format!("v = {} as modelled\n", place(self.bind[vertex].as_dvec3()));
        let mut marks = vec![dot(at, Tone::Note, "as modelled".to_owned())];
        let arrow = |to: DVec3, tone, label| mark(MarkShape::Arrow(at.as_vec3(), to.as_vec3()), tone, label);
        for term in &terms {
            let name = bones.get(usize::from(term.joint)).map_or("", |bone| &*bone.name);
            let weight = fine(term.weight.into());
            let matrix = self.matrices.get(usize::from(term.joint)).copied().unwrap_or(DMat4::ZERO);
            let _ = writeln!(numbers, "{weight} · M({name}) v = {weight} · {}", place(term.moved));
            let _ = writeln!(numbers, "  M({name}) = {}", rows(&matrix));
            marks.push(arrow(term.moved, Tone::Partial, format!("{weight} · {name}")));
        }
        marks.push(arrow(self.posed[vertex], Tone::Pass, String::new()));
        let sum: f64 = terms.iter().map(|term| f64::from(term.weight)).sum();
        let _ = write!(numbers, "sum = {}", place(terms.iter().map(|term| f64::from(term.weight) * term.moved).sum()));
        marks.push(dot(self.posed[vertex], Tone::Pass, format!("vertex {vertex}")));
        let shown = if self.skin.is_bind { "It is shown as modelled." } else { "The sum is its position." };
        Step {
            title: format!("Vertex {vertex}"),
            formula: "sum over its joints: w · world_from_joint · inverse_bind · v".into(),
            numbers,
            outcome: match terms.len() {
                1 => format!("1 joint with a weight of {} moves it. {shown}", fine(sum)),
                joints => format!("{joints} joints with weights of {} together move it. {shown}", fine(sum)),
            },
            tone: Tone::Partial,
            marks,
            ..Step::default()
        }
    }

    /// The difference to a renderer with four influences; `None` when no vertex has more.
    fn usual_step(&self) -> Option<Step> {
        let skinned = self.skin.skinned()?;
        let above = (0..self.bind.len()).filter(|&vertex| skinned.influences.of(vertex).count() > USUAL);
        let (mut count, mut furthest) = (0_usize, None::<(usize, DVec3, f64)>);
        for vertex in above {
            count += 1;
            let mut terms = self.terms(vertex);
            let sum: f64 = terms.iter().map(|term| f64::from(term.weight)).sum();
            terms.sort_by(|a, b| b.weight.total_cmp(&a.weight));
            terms.truncate(USUAL);
            let kept: f64 = terms.iter().map(|term| f64::from(term.weight)).sum();
            let placed: DVec3 = terms.iter().map(|term| f64::from(term.weight) * term.moved).sum();
            if kept == 0.0 {
                continue;
            }
            let at = placed * (sum / kept);
            let distance = at.distance(self.posed[vertex]);
            if furthest.is_none_or(|(.., most)| distance > most) {
                furthest = Some((vertex, at, distance));
            }
        }
        let (vertex, at, distance) = furthest?;
        Some(Step {
            title: "Four influences".into(),
            formula: "the four largest weights, scaled to the sum of all".into(),
            numbers: format!("vertex {vertex}: {} in place of {}", place(at), place(self.posed[vertex])),
            outcome: format!(
                "{count} of {} vertices have more than {USUAL} joints. A renderer with {USUAL} draws vertex {vertex} {} m off.",
                self.bind.len(),
                fine(distance)
            ),
            tone: Tone::Fail,
            marks: vec![
                mark(
                    MarkShape::Segment(at.as_vec3(), self.posed[vertex].as_vec3()),
                    Tone::Fail,
                    format!("{} m", fine(distance)),
                ),
                dot(at, Tone::Fail, "with four".to_owned()),
            ],
            ..Step::default()
        })
    }

    fn weights_step(&self) -> Step {
        let found = self.skin.weights();
        let (numbers, outcome, marks) = match found.worst {
            None => (String::new(), "The weights of every vertex add up to 1.".to_owned(), Vec::new()),
            Some((vertex, sum)) => {
                let at = self.posed.get(vertex).copied().unwrap_or_default();
                let normalised = if sum == 0.0 { at } else { at / sum };
                let line = MarkShape::Segment(at.as_vec3(), normalised.as_vec3());
                let off = format!("The weights of {} of {} vertices do not add up to 1.", found.off, self.bind.len());
                let outcome = if sum == 0.0 {
                    format!("{off} Those of vertex {vertex} add up to 0, so it is at the origin of the world.")
                } else {
                    let moved = fine(found.displacement);
                    format!(
                        "{off} With normalised weights, vertex {vertex} would move by {moved} m. It is pulled towards the origin of the \
                         world, so the error grows with the distance from there."
                    )
                };
                let marks = vec![
                    mark(line, Tone::Fail, format!("{} m", fine(found.displacement))),
                    dot(at, Tone::Fail, format!("vertex {vertex}")),
                ];
                (format!("vertex {vertex}: sum of weights = {}", fine(sum)), outcome, marks)
            }
        };
        Step {
            title: "Sums of weights".into(),
            formula: "sum over its joints: w = 1".into(),
            numbers,
            outcome,
            tone: if found.worst.is_some() { Tone::Fail } else { Tone::Pass },
            marks,
            ..Step::default()
        }
    }

    fn boxes_step(&self) -> Step {
        let escapes = self.skin.escapes();
        let (mut numbers, mut marks) = (String::new(), Vec::new());
        for method in SkinBounds::ALL {
            let found = self.skin.bounds(method, &self.bind, &self.matrices, &self.posed);
            let out = escapes.iter().find(|escape| escape.bounds == method);
            let reach = match out {
                Some(escape) => format!("vertex {} is {} m out", escape.vertex, fine(escape.distance)),
                None => "encloses the mesh".to_owned(),
            };
            let used = if method == self.skin.bounds { "  (tested)" } else { "" };
            let _ = writeln!(numbers, "{}: {} m in size, {reach}{used}", method.word(), place(found.max - found.min));
            let tone = match (method, out) {
                (SkinBounds::Exact, _) => Tone::Exact,
                (_, Some(_)) => Tone::Fail,
                (_, None) => Tone::Pass,
            };
            let mut edges = Mark::edges(&found.enclosing(), tone);
            method.word().clone_into(&mut edges[0].label);
            marks.extend(edges);
            if let Some(at) = out.and_then(|escape| self.posed.get(escape.vertex)) {
                let inside = at.clamp(found.min, found.max);
                marks.push(mark(MarkShape::Segment(inside.as_vec3(), at.as_vec3()), Tone::Fail, String::new()));
            }
        }
        let outcome = match escapes.iter().find(|escape| escape.bounds == self.skin.bounds) {
            Some(escape) => format!(
                "The {} box is tested, and the mesh reaches {} m out of it: it can vanish while it is in view.",
                escape.bounds.word(),
                fine(escape.distance)
            ),
            None => format!("The {} box is tested, and it encloses the mesh at this tick.", self.skin.bounds.word()),
        };
        Step {
            title: "Boxes".into(),
            formula: "bind: world_from_node · v\nroot: world_from_root · inverse_bind_root · v\njoints: M v for each joint that moves v\nexact: the posed vertices".into(),
            numbers: numbers.trim_end().to_owned(),
            outcome,
            tone: if escapes.iter().any(|escape| escape.bounds == self.skin.bounds) { Tone::Fail } else { Tone::Pass },
            marks,
            ..Step::default()
        }
    }

    fn first_step(&self, search: EscapeSearch) -> Step {
        const TITLE: &str = "The whole animation";
        let mut numbers = String::new();
        let found = self.skin.known_times_out().or_else(|| {
            let searches = search == EscapeSearch::Always || self.skin.is_quick_to_search();
            searches.then(|| self.skin.times_out())
        });
        let Some(all) = found else {
            let outcome = "The animation is being searched. The answer follows.".to_owned();
            return Step { title: TITLE.into(), outcome, tone: Tone::Note, ..Step::default() };
        };
        let searched = match self.skin.searched_until() {
            Some(until) => format!("the first {} s of the animation", fine(until)),
            None => "the whole animation".to_owned(),
        };
        for (method, found) in SkinBounds::ALL.into_iter().zip(all) {
            let moment =
                |at: Moment| format!("at {} s, vertex {} by {} m", fine(at.time), at.vertex, fine(at.distance));
            let when = match found {
                Some(found) => format!("{}; furthest {}", moment(found.first), moment(found.furthest)),
                None => "never".to_owned(),
            };
            let _ = writeln!(numbers, "{}: {when}", method.word());
        }
        let wrong = all.iter().flatten().count();
        Step {
            title: TITLE.into(),
            formula: "the first tick of the animation at which a vertex is out of the box, and the tick at which one is furthest \
                      out"
                .into(),
            numbers: numbers.trim_end().to_owned(),
            outcome: match wrong {
                0 => format!("No vertex leaves a box in {searched}."),
                1 => format!("A vertex leaves 1 of 3 boxes in {searched}."),
                _ => format!("Vertices leave {wrong} of 3 boxes in {searched}."),
            },
            tone: if wrong > 0 { Tone::Fail } else { Tone::Pass },
            ..Step::default()
        }
    }
}

fn mark(shape: MarkShape, tone: Tone, label: String) -> Mark {
    Mark { shape, tone, label }
}

fn dot(at: DVec3, tone: Tone, label: String) -> Mark {
    mark(MarkShape::Point(at.as_vec3()), tone, label)
}

/// The rows of an affine matrix.
#[expect(clippy::cast_possible_truncation, reason = "four digits are shown")]
fn rows(matrix: &DMat4) -> String {
    let row = |i: usize| matrix.row(i).to_array().map(|x| num(x as f32)).join(", ");
    format!("[{}; {}; {}]", row(0), row(1), row(2))
}

fn place(at: DVec3) -> String {
    format!("({}, {}, {})", fine(at.x), fine(at.y), fine(at.z))
}
