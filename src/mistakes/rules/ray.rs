//! Rays against solids: the line in local space, the part of it that is inside, and the choice of t.

use glam::{DMat3, DVec3};

use crate::mistakes::answer::SaidHit;
use crate::mistakes::case::{RayCase, SolidKind, vector};
use crate::mistakes::local_line::{LocalLine, both};
use crate::mistakes::mistake::MistakeKind as M;
use crate::mistakes::set::MistakeSet;

pub(super) fn hit(ray: &RayCase, mistakes: MistakeSet) -> Option<SaidHit> {
    if mistakes.has(M::F32Discriminant) && ray.kind == SolidKind::Sphere {
        return sphere_in_f32(ray);
    }
    if mistakes.has(M::ParallelRayMisses)
        && ray.kind == SolidKind::Box
        && local(ray, mistakes)?.d.to_array().contains(&0.0)
    {
        return None;
    }
    if mistakes.has(M::SlabZeroTimesInfinity)
        && ray.kind == SolidKind::Box
        && is_poisoned(&local(ray, mistakes)?, ray.sizes)
    {
        return None;
    }
    let line = local(ray, mistakes)?;
    let [enter, leave] = interval(ray, &line, mistakes)?;
    let t = chosen(enter, leave, mistakes)?;
    Some(SaidHit { t: t * unit(ray, &line, mistakes), normal: None })
}

/// The pose of the solid that the ray is cast at: its linear part and its translation.
pub fn pose(ray: &RayCase, mistakes: MistakeSet) -> (DMat3, DVec3) {
    let (mut linear, translation) = ray.pose();
    if mistakes.has(M::RowsForColumns) {
        linear = linear.transpose();
    }
    if mistakes.has(M::ScaleIgnored) {
        let unit = |column: DVec3| column.normalize_or_zero();
        linear = DMat3::from_cols(unit(linear.x_axis), unit(linear.y_axis), unit(linear.z_axis));
    }
    if mistakes.has(M::MirrorIgnored) && linear.determinant() < 0.0 {
        linear.y_axis = -linear.y_axis;
    }
    (linear, translation)
}

/// The direction in which a ray is cast.
pub fn direction(origin: [f32; 3], direction: [f32; 3], mistakes: MistakeSet) -> DVec3 {
    let direction = vector(direction);
    if mistakes.has(M::DirectionIsTarget) { direction - vector(origin) } else { direction }
}

/// The ray in local space.
fn local(ray: &RayCase, mistakes: MistakeSet) -> Option<LocalLine> {
    let (linear, translation) = pose(ray, mistakes);
    if linear.determinant() == 0.0 {
        return None;
    }
    let inverse = linear.inverse();
    let direction = direction(ray.origin, ray.direction, mistakes);
    Some(LocalLine { o: inverse * (vector(ray.origin) - translation), d: inverse * direction })
}

/// The part of the line that is inside.
fn interval(ray: &RayCase, line: &LocalLine, mistakes: MistakeSet) -> Option<[f64; 2]> {
    let sizes = ray.sizes.map(f64::from);
    let [radius, height, _] = sizes;
    let right = || line.interval(ray.kind, sizes);
    match ray.kind {
        SolidKind::Sphere if mistakes.has(M::UnitDirectionAssumed) => {
            // t = -b ± √(b² - c), which is the root only when the direction has length 1.
            let (b, c) = (line.o.dot(line.d), line.o.length_squared() - radius * radius);
            let root = (b * b - c).sqrt();
            (!root.is_nan()).then_some([-b - root, -b + root])
        }
        SolidKind::Cylinder if mistakes.has(M::CylinderWithoutEnds) => line.tube(radius),
        SolidKind::Cylinder | SolidKind::Capsule if mistakes.has(M::CapsMissing) => {
            let tube = line.tube(radius)?;
            without_ends(line, tube, -height, height)
        }
        SolidKind::Cone if mistakes.has(M::ConeMirrorHalf) => {
            let slab = line.slab(1, -height, height)?;
            let parts = line.double_cone(radius, height).into_iter().flatten().filter_map(|part| both(part, slab));
            // The first part that is not wholly behind, else the last.
            parts.reduce(
                |first, second| if first[1] < 0.0 || second[1] >= 0.0 && second[0] < first[0] { second } else { first },
            )
        }
        SolidKind::Cone if mistakes.has(M::CapsMissing) => {
            let slab = line.slab(1, -height, 0.0)?;
            let part =
                line.double_cone(radius, height).into_iter().flatten().find(|part| both(*part, slab).is_some())?;
            without_ends(line, part, -height, 0.0)
        }
        _ => right(),
    }
}

/// The crossings with a surface without its ends: of the two, those whose y is between them.
fn without_ends(line: &LocalLine, crossings: [f64; 2], from: f64, to: f64) -> Option<[f64; 2]> {
    let is_on = |t: &f64| t.is_finite() && (from..=to).contains(&(line.o.y + t * line.d.y));
    let on: Vec<f64> = crossings.into_iter().filter(is_on).collect();
    Some([*on.first()?, *on.last()?])
}

/// The t of the answer, from those at which the line enters and leaves.
fn chosen(enter: f64, leave: f64, mistakes: MistakeSet) -> Option<f64> {
    if leave < 0.0 {
        return mistakes.has(M::BehindIsHit).then_some(enter);
    }
    if enter >= 0.0 {
        return Some(enter);
    }
    if mistakes.has(M::StartInsideMisses) {
        None
    } else if mistakes.has(M::StartInsideIsBehind) {
        Some(enter)
    } else if mistakes.has(M::StartInsideLeaves) {
        Some(leave)
    } else {
        Some(0.0)
    }
}

/// The factor that a mistake in the unit of t brings in.
fn unit(ray: &RayCase, line: &LocalLine, mistakes: MistakeSet) -> f64 {
    let metres = if mistakes.has(M::TInMetres) { vector(ray.direction).length() } else { 1.0 };
    let local = if mistakes.has(M::TInLocalUnits) { line.d.length() } else { 1.0 };
    metres * local
}

/// Whether some slab has 0 · ∞: a direction of 0 and an origin on the face.
fn is_poisoned(line: &LocalLine, half_extents: [f32; 3]) -> bool {
    (0..3).any(|axis| line.d[axis] == 0.0 && line.o[axis].abs() - f64::from(half_extents[axis]) == 0.0)
}

/// The quadratic in `f32`, with `b² - 4ac` and the origin of the ray as it is.
fn sphere_in_f32(ray: &RayCase) -> Option<SaidHit> {
    let line = LocalLine::of(ray)?;
    let (o, d, radius) = (line.o.as_vec3(), line.d.as_vec3(), ray.sizes[0]);
    let (a, b, c) = (d.dot(d), 2.0 * o.dot(d), o.dot(o) - radius * radius);
    let discriminant = b * b - 4.0 * a * c;
    if discriminant < 0.0 || discriminant.is_nan() {
        return None;
    }
    let root = discriminant.sqrt();
    let t = chosen(((-b - root) / (2.0 * a)).into(), ((-b + root) / (2.0 * a)).into(), MistakeSet::default())?;
    Some(SaidHit { t, normal: None })
}
