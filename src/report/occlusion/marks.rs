//! What answers of occlusion queries add to the scene: the view volumes of the depth cameras, and what touches.

use std::sync::Arc;

use crate::geometry::{Aabb, Mark, MarkShape, Tone};
use crate::occlusion::Answer;
use crate::world::{BodyAt, World};

/// The marks of some answers about pairs of these names. A volume that several answers share is marked once.
pub fn marks<'a>(world: &World, answers: impl IntoIterator<Item = (&'a [Arc<str>; 2], &'a Answer)>) -> Vec<Mark> {
    let mut found: Vec<Mark> = Vec::new();
    let mut touching: Vec<Mark> = Vec::new();
    let push = |list: &mut Vec<Mark>, mark: Mark| {
        if !list.iter().any(|other| other.shape == mark.shape) {
            list.push(mark);
        }
    };
    for (names, answer) in answers {
        for view in &answer.views {
            let tone = if view.collides() { Tone::Pass } else { Tone::Fail };
            let corners = view.view.corners().map(|corner| corner.as_vec3());
            push(&mut found, Mark { shape: MarkShape::Box { corners }, tone, label: String::new() });
        }
        if answer.collides {
            for aabb in names.iter().filter_map(|name| bounds(world, name)) {
                let corners = std::array::from_fn(|i| aabb.corner(i));
                let mark = Mark { shape: MarkShape::Box { corners }, tone: Tone::Partial, label: "collides".into() };
                push(&mut touching, mark);
            }
        }
    }
    found.extend(touching);
    found
}

/// The box around a body of some query.
fn bounds(world: &World, name: &str) -> Option<Aabb> {
    let mut all = world.occlusion.iter().flat_map(|query| query.bodies());
    let body: &BodyAt = all.find(|body| &*body.name == name)?;
    let boxes = body.objects.iter().filter_map(|object| Some(world.objects.get(*object)?.aabb));
    boxes.reduce(|a, b| a.union(&b))
}
