//! What answers of occlusion queries add to the scene: the view volumes of the depth cameras, what collides, and why an
//! answer is wrong.

use super::compared::ComparedAnswers;
use crate::geometry::{Aabb, Mark, MarkShape, Tone};
use crate::occlusion::{Method, column_marks};
use crate::world::{OcclusionAt, World};

/// What an answer about a pair adds to the scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairMarks {
    /// What is drawn.
    pub marks: Vec<Mark>,
    /// Objects that hide marks: they are drawn as glass. Indices into the world's list.
    pub translucent: Vec<usize>,
}

/// The marks of a pair's answer by a method; none when it has no answer.
pub fn marks(world: &World, pair: &ComparedAnswers, method: Method) -> PairMarks {
    let (Some(names), Some(answer)) = (&pair.tested.bodies, pair.by(method)) else { return PairMarks::default() };
    let columns = pair.columns.get(method as usize).into_iter().flatten();
    let volumes = answer.views.iter().map(|view| {
        let tone = Tone::pass_or_fail(view.collides());
        let corners = view.view.corners_f32();
        Mark { shape: MarkShape::Box { corners }, tone, label: String::new() }
    });
    let mut marks: Vec<Mark> = volumes.collect();
    if answer.collides {
        let boxes = names.iter().filter_map(|name| bounds(world, objects(world, name)));
        marks.extend(boxes.map(|aabb| {
            let corners = std::array::from_fn(|i| aabb.corner(i));
            Mark { shape: MarkShape::Box { corners }, tone: Tone::Partial, label: "collides".into() }
        }));
    }
    marks.extend(column_marks(columns.flatten(), names));
    if !answer.verdict.is_true() && answer.exact {
        let at = answer.points[0].as_vec3();
        marks.push(Mark { shape: MarkShape::Point(at), tone: Tone::Exact, label: "they touch here".into() });
    }
    // The reason of a wrong answer is inside of the bodies.
    let is_inside = !answer.verdict.is_true();
    let translucent = names.iter().filter(|_| is_inside).flat_map(|name| objects(world, name)).copied().collect();
    PairMarks { marks, translucent }
}

/// The objects of a body of some query.
fn objects<'a>(world: &'a World, name: &str) -> &'a [usize] {
    let mut all = world.occlusion.iter().flat_map(OcclusionAt::bodies);
    all.find(|body| &*body.name == name).map_or(&[], |body| &body.objects)
}

fn bounds(world: &World, objects: &[usize]) -> Option<Aabb> {
    objects.iter().filter_map(|object| Some(world.objects.get(*object)?.aabb)).reduce(|a, b| a.union(&b))
}
