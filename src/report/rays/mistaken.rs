//! The answers of a known wrong rule about a ray, beside the right ones.

#![allow(
    clippy::complexity,
    clippy::float_cmp_const,
    clippy::map_err_ignore,
    clippy::print_stdout,
    clippy::pedantic,
    clippy::style,
    reason = "the first version of the hunt does not meet all lints yet"
)]

use crate::geometry::Shape;
use crate::geometry::ray::RayKind;
use crate::mistakes::{Answer, Case, Mistake, MistakeKind, MistakeSet, RayCase, SolidKind, rules};
use crate::world::{ObjectAt, RayAt, World};

/// The hits of a wrong rule.
#[derive(Clone, Debug, PartialEq)]
pub struct MistakenHits {
    /// The wrong rule.
    pub mistake: &'static Mistake,
    /// The t of the hit on each object, in the world's order; `None` for a miss.
    pub hits: Vec<Option<f64>>,
}

impl MistakenHits {
    /// The hits of the ray's mistake; `None` without a mistake.
    pub(super) fn of(ray: &RayAt, world: &World) -> Option<Self> {
        let mistake = ray.mistake?;
        let hits = world.objects.iter().map(|object| t_of(ray, mistake, object)).collect();
        Some(Self { mistake, hits })
    }

    /// The object with the least t, by its index.
    pub fn nearest(&self) -> Option<usize> {
        let hits = self.hits.iter().enumerate().filter_map(|(i, t)| Some((i, (*t)?)));
        hits.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(i, _)| i)
    }
}

/// The t of the hit on an object that has a layer in common with the ray.
fn t_of(ray: &RayAt, mistake: &Mistake, object: &ObjectAt) -> Option<f64> {
    if ray.mask & object.layers == 0 {
        return None;
    }
    let mut kinds = vec![mistake.kind];
    // A whole line has the hit behind its start too.
    if ray.query.kind == RayKind::Line {
        kinds.push(MistakeKind::BehindIsHit);
        kinds.push(MistakeKind::StartInsideIsBehind);
    }
    let mistakes = MistakeSet::of(kinds);
    let hit = |case: Case| match rules::answer(&case, mistakes) {
        Answer::Hit(Some(hit)) if hit.t.is_finite() => Some(hit.t),
        _ => None,
    };
    let t = match solid(&object.shape) {
        Some((kind, sizes)) => hit(Case::RaySolid(RayCase {
            origin: ray.ray.origin.to_array(),
            direction: ray.ray.direction.to_array(),
            kind,
            sizes,
            world_from_local: glam::Mat4::from(object.pose.world_from_local()).to_cols_array(),
        })),
        None => {
            let mesh = object.shape.faces()?;
            let world = object.pose.world_from_local();
            let corners = (0..mesh.triangles().len())
                .map(|i| mesh.corners(i).map(|corner| world.transform_point3(corner).to_array()));
            let each = corners.filter_map(|corners| {
                let (origin, direction) = (ray.ray.origin.to_array(), ray.ray.direction.to_array());
                hit(Case::RayTriangle { origin, direction, corners })
            });
            each.min_by(f64::total_cmp)
        }
    };
    t.filter(|t| ray.query.kind != RayKind::Segment || *t <= 1.0)
}

/// A solid that the rules know; `None` for one that is drawn by its faces.
fn solid(shape: &Shape) -> Option<(SolidKind, [f32; 3])> {
    match shape {
        Shape::Box { half_extents } => Some((SolidKind::Box, half_extents.to_array())),
        Shape::Sphere { radius } => Some((SolidKind::Sphere, [*radius, 0.0, 0.0])),
        Shape::Cylinder { radius, half_height } => Some((SolidKind::Cylinder, [*radius, *half_height, 0.0])),
        Shape::Cone { radius, height } => Some((SolidKind::Cone, [*radius, *height, 0.0])),
        Shape::Capsule { radius, half_height } => Some((SolidKind::Capsule, [*radius, *half_height, 0.0])),
        Shape::Hull(_) | Shape::Mesh(_) => None,
    }
}
