//! Solids, and points in and on them.

use glam::DVec3;

use super::draw::Draw;
use crate::mistakes::SolidKind;

/// Sizes from `low` to `high`.
pub(super) fn sizes(draw: &mut Draw, kind: SolidKind, low: f32, high: f32) -> [f32; 3] {
    std::array::from_fn(|i| if i < kind.size_count() { draw.size(low, high) } else { 0.0 })
}

/// Half the size of the local bounds along each axis, and their middle.
pub(super) fn bounds(kind: SolidKind, sizes: [f32; 3]) -> (DVec3, DVec3) {
    let [a, b, c] = sizes.map(f64::from);
    match kind {
        SolidKind::Box => (DVec3::new(a, b, c), DVec3::ZERO),
        SolidKind::Sphere => (DVec3::splat(a), DVec3::ZERO),
        SolidKind::Cylinder => (DVec3::new(a, b, a), DVec3::ZERO),
        SolidKind::Cone => (DVec3::new(a, b / 2.0, a), DVec3::Y * (-b / 2.0)),
        SolidKind::Capsule => (DVec3::new(a, a + b, a), DVec3::ZERO),
    }
}

/// A local point inside, well away from the surface.
pub(super) fn inside(draw: &mut Draw, kind: SolidKind, sizes: [f32; 3]) -> DVec3 {
    let (half, middle) = bounds(kind, sizes);
    let unit = DVec3::from_array(draw.vector(1.0).map(f64::from));
    match kind {
        SolidKind::Box => unit * half * 0.9,
        SolidKind::Sphere => unit * half * 0.55,
        SolidKind::Cylinder | SolidKind::Capsule => {
            unit * DVec3::new(0.6, 0.9, 0.6) * (half - DVec3::Y * if kind == SolidKind::Capsule { half.x } else { 0.0 })
        }
        // At the height y the radius is in proportion to the depth below the apex.
        SolidKind::Cone => {
            let y = f64::from(draw.within(0.15, 0.9));
            DVec3::new(unit.x * half.x * y * 0.6, middle.y * 2.0 * y, unit.z * half.z * y * 0.6)
        }
    }
}

/// A local point on the surface: on faces, sides, discs or caps.
pub(super) fn surface(draw: &mut Draw, kind: SolidKind, sizes: [f32; 3]) -> DVec3 {
    let [radius, height, _] = sizes.map(f64::from);
    let angle = f64::from(draw.within(0.0, std::f32::consts::TAU));
    let around = DVec3::new(libm::cos(angle), 0.0, libm::sin(angle));
    let part = f64::from(draw.within(-0.9, 0.9));
    match kind {
        SolidKind::Box => {
            let mut p = DVec3::from_array(sizes.map(f64::from)) * DVec3::from_array(draw.vector(0.9).map(f64::from));
            let axis = draw.below(3);
            p[axis] = f64::from(sizes[axis] * draw.sign());
            p
        }
        SolidKind::Sphere => draw.direction().as_dvec3() * radius,
        SolidKind::Cylinder if draw.one_in(2) => around * radius * part + DVec3::Y * height * f64::from(draw.sign()),
        SolidKind::Cylinder => around * radius + DVec3::Y * height * part,
        SolidKind::Cone if draw.one_in(3) => around * radius * part - DVec3::Y * height,
        SolidKind::Cone => (around * radius - DVec3::Y * height) * part.abs().max(0.05),
        SolidKind::Capsule if draw.one_in(2) => around * radius + DVec3::Y * height * part,
        SolidKind::Capsule => {
            let direction = draw.direction().as_dvec3();
            direction * radius + DVec3::Y * height * direction.y.signum()
        }
    }
}

/// A local point where two surfaces meet, or where a surface ends along an axis.
pub(super) fn edge(draw: &mut Draw, kind: SolidKind, sizes: [f32; 3]) -> DVec3 {
    let [radius, height, _] = sizes.map(f64::from);
    let around = draw.one_of(&[DVec3::X, DVec3::NEG_X, DVec3::Z, DVec3::NEG_Z]);
    match kind {
        SolidKind::Box => {
            let mut corner = DVec3::new(draw.sign().into(), draw.sign().into(), draw.sign().into())
                * DVec3::from_array(sizes.map(f64::from));
            if draw.one_in(2) {
                corner[draw.below(3)] *= 0.5;
            }
            corner
        }
        SolidKind::Sphere => draw.one_of(&[around, DVec3::Y, DVec3::NEG_Y]) * radius,
        SolidKind::Cylinder => around * radius + DVec3::Y * height * f64::from(draw.sign()),
        SolidKind::Cone => draw.one_of(&[DVec3::ZERO, around * radius - DVec3::Y * height, DVec3::NEG_Y * height]),
        SolidKind::Capsule => draw.one_of(&[
            around * radius + DVec3::Y * height,
            DVec3::Y * (radius + height),
            around * radius,
            DVec3::NEG_Y * (radius + height),
        ]),
    }
}
