//! Writes a change of an object, model, image, ray, leak or cut.

use glam::DVec3;

use super::change::Transform;
use super::moved::{MovedPart, driven};
use super::numbers::{FINE, point, rotation, rounded, rounded_wide, scale, wide};
use crate::scene::{Cut, Image, Leak, Model, Object, Ray};

pub(super) fn object(to: &mut Object, from: &Object, part: MovedPart, change: &Transform, grain: f64) {
    if let MovedPart::PathPoint(index) = part {
        let points = to.path.as_mut().zip(from.path.as_ref());
        if let Some((to, from)) = points.and_then(|(to, from)| to.points.get_mut(index).zip(from.points.get(index))) {
            *to = point(*from, change, grain);
        }
        return;
    }
    let [has_driven_position, has_driven_rotation] = driven(from.session.as_ref());
    match (&mut to.path, &from.path) {
        _ if has_driven_position => {}
        // The path gives the position, so the written one stays.
        (Some(to), Some(from)) => {
            for (to, from) in to.points.iter_mut().zip(&from.points) {
                *to = point(*from, change, grain);
            }
        }
        _ => to.position = point(from.position, change, grain),
    }
    if !has_driven_rotation {
        to.rotation = rotation(from.rotation, change);
    }
    to.scale = scale(from.scale, change);
}

pub(super) fn model(to: &mut Model, from: &Model, change: &Transform, grain: f64) {
    to.position = point(from.position, change, grain);
    to.rotation = rotation(from.rotation, change);
    to.scale = scale(from.scale, change);
}

/// Moves an image, also about the pivot. It always faces +Z and keeps its size.
pub(super) fn image(to: &mut Image, from: &Image, change: &Transform, grain: f64) {
    to.position = point(from.position, change, grain);
}

pub(super) fn ray(to: &mut Ray, from: &Ray, part: MovedPart, change: &Transform, grain: f64) {
    let (start, direction) = (wide(from.origin), wide(from.direction));
    let end = start + direction;
    match part {
        MovedPart::RayStart => {
            to.origin = point(from.origin, change, grain);
            to.direction = rounded(from.direction, end - wide(to.origin), FINE);
        }
        MovedPart::RayEnd => to.direction = rounded(from.direction, change.point(end) - start, grain),
        _ => {
            to.origin = point(from.origin, change, grain);
            let longer = if let Transform::Scale { factors, .. } = change { factors.x } else { 1.0 };
            to.direction = rounded(from.direction, change.vector(direction) * longer, FINE);
        }
    }
    if wide(to.direction).length() < FINE {
        to.direction = from.direction;
    }
}

/// Moves the start, or the goal alone. As a whole the goal stays: it is a place of its own.
pub(super) fn leak(to: &mut Leak, from: &Leak, part: MovedPart, change: &Transform, grain: f64) {
    let moved = |place: [f64; 3]| rounded_wide(place, change.point(DVec3::from(place)), grain);
    match (part, from.to) {
        (MovedPart::LeakGoal, Some(goal)) => to.to = Some(moved(goal)),
        (MovedPart::LeakGoal, None) => {}
        _ => to.from = moved(from.from),
    }
}

pub(super) fn cut(to: &mut Cut, from: &Cut, part: MovedPart, change: &Transform, grain: f64) {
    let (point, normal) = (DVec3::from(from.point), DVec3::from(from.normal));
    let turned = if part == MovedPart::Normal {
        change.point(point + normal) - point
    } else {
        to.point = rounded_wide(from.point, change.point(point), grain);
        change.vector(normal)
    };
    to.normal = rounded_wide(from.normal, turned, FINE);
    if DVec3::from(to.normal).length() < FINE {
        to.normal = from.normal;
    }
}
