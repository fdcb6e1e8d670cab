//! The marks of occlusion queries in the scene: the view volumes of the depth cameras, and the bodies that touch.

use std::sync::Arc;

use glam::Vec3;

use crate::geometry::{Aabb, Mark, MarkShape, Tone};
use crate::occlusion::{Answer, DepthLens, DepthView};
use crate::world::{BodyAt, OcclusionBodies, World};

/// The marks of some answers for pairs of these names. A volume that several answers share is marked once.
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
            if let Some(corners) = volume(&view.view) {
                push(&mut found, Mark { shape: MarkShape::Box { corners }, tone, label: String::new() });
            }
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

/// The corners of the view volume of an orthographic camera; `None` for a perspective one.
fn volume(view: &DepthView) -> Option<[Vec3; 8]> {
    let DepthLens::Orthographic { half, depth } = view.lens else { return None };
    let side = |i: usize, bit: usize| if i & bit == 0 { -1.0 } else { 1.0 };
    let corner = |i: usize| {
        view.centre + view.right * half * side(i, 1) + view.up * half * side(i, 2) + view.direction * depth * side(i, 4)
    };
    Some(std::array::from_fn(|i| corner(i).as_vec3()))
}

/// The box around a body of some query.
fn bounds(world: &World, name: &str) -> Option<Aabb> {
    let mut all = world.occlusion.iter().flat_map(|query| bodies(&query.bodies));
    let body: &BodyAt = all.find(|body| &*body.name == name)?;
    let boxes = body.objects.iter().filter_map(|object| Some(world.objects.get(*object)?.aabb));
    boxes.reduce(|a, b| a.union(&b))
}

fn bodies(of: &OcclusionBodies) -> &[BodyAt] {
    match of {
        OcclusionBodies::Pair(both) => both.as_slice(),
        OcclusionBodies::Among(all) => all,
    }
}
