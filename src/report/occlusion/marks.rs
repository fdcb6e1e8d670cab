//! What answers of occlusion queries add to the scene: the view volumes of the depth cameras, what collides, and why an
//! answer is wrong.

use super::ComparedAnswers;
use crate::geometry::{Aabb, Mark, MarkShape, Tone};
use crate::occlusion::{Method, column_marks};
use crate::world::{BodyAt, World};

/// The marks of a pair's answer by a method; none when it has no answer.
pub fn marks(world: &World, pair: &ComparedAnswers, method: Method) -> Vec<Mark> {
    let (Some(names), Some(answer)) = (&pair.asked.bodies, pair.by(method)) else { return Vec::new() };
    let columns = pair.columns.get(method as usize).into_iter().flatten();
    let volumes = answer.views.iter().map(|view| {
        let tone = if view.collides() { Tone::Pass } else { Tone::Fail };
        let corners = view.view.corners().map(|corner| corner.as_vec3());
        Mark { shape: MarkShape::Box { corners }, tone, label: String::new() }
    });
    let mut marks: Vec<Mark> = volumes.collect();
    if answer.collides {
        marks.extend(names.iter().filter_map(|name| bounds(world, name)).map(|aabb| {
            let corners = std::array::from_fn(|i| aabb.corner(i));
            Mark { shape: MarkShape::Box { corners }, tone: Tone::Partial, label: "collides".into() }
        }));
    }
    marks.extend(columns.flatten().flat_map(|column| column_marks(column, names)));
    if !answer.verdict.is_true() && answer.exact {
        let at = answer.points[0].as_vec3();
        marks.push(Mark { shape: MarkShape::Point(at), tone: Tone::Exact, label: "they touch here".into() });
    }
    marks
}

/// The box around a body of some query.
fn bounds(world: &World, name: &str) -> Option<Aabb> {
    let mut all = world.occlusion.iter().flat_map(|query| query.bodies());
    let body: &BodyAt = all.find(|body| &*body.name == name)?;
    let boxes = body.objects.iter().filter_map(|object| Some(world.objects.get(*object)?.aabb));
    boxes.reduce(|a, b| a.union(&b))
}
