//! A ray against an image by another algorithm: the reference for [`cast`](super::cast()).
//!
//! This algorithm does not compute the crossing with the plane. The crossing is left or right of the edge e between two
//! columns of pixels by the sign of the determinant `(o.x − e)·d.z + (z − o.z)·d.x`. A binary search over the edges
//! finds the column, and in the same way the row.

use glam::DVec2;

use super::cast::Sheet;
use super::layout::CellAxis;
use crate::geometry::Interval;
use crate::geometry::exact::cast::ExactCast;
use crate::geometry::ray::{Miss, Ray, RayKind, RayQuery};

/// Casts a ray at a sheet, in `f64`.
pub fn cast(ray: &Ray, query: RayQuery, sheet: &Sheet) -> ExactCast {
    let (o, d) = (ray.origin.as_dvec3(), ray.direction.as_dvec3());
    let ahead = f64::from(sheet.centre.z) - o.z;
    if d.z == 0.0 {
        return ExactCast::MISS;
    }
    let (half, centre) = (sheet.half_size.as_dvec2(), sheet.centre.truncate().as_dvec2());
    let [x, y] = sheet.grid.layout().axes();
    // Whether the crossing is at or beyond an edge, given as a number of pixels from the left side or from the top.
    let is_past = |axis: usize, pixels: f64, all: u32| {
        let share = pixels / f64::from(all);
        let (from, to) = match axis {
            0 => (centre.x - half.x, centre.x + half.x),
            _ => (centre.y + half.y, centre.y - half.y),
        };
        let edge = from + share * (to - from);
        let side = (DVec2::new(o.x, o.y)[axis] - edge) * d.z + ahead * DVec2::new(d.x, d.y)[axis];
        let side = side * d.z.signum() * (to - from).signum();
        (side >= 0.0, side <= 0.0)
    };
    let column = place(x, |pixels| is_past(0, pixels, x.pixels()));
    let row = place(y, |pixels| is_past(1, pixels, y.pixels()));
    let (Some(column), Some(row)) = (column, row) else { return ExactCast::MISS };
    let t = ahead / d.z;
    let interval = Some(Interval::point(t));
    // Behind the start if the direction leads away from the plane.
    let is_before = ahead != 0.0 && (ahead > 0.0) != (d.z > 0.0);
    let result = match query.kind {
        RayKind::Ray | RayKind::Segment if is_before => Err(Miss::Behind),
        RayKind::Segment if ahead.abs() > d.z.abs() => Err(Miss::Beyond),
        _ if is_solid(sheet, [column, row]) => Ok(t),
        _ => Err(Miss::Transparent),
    };
    ExactCast { result, interval }
}

/// The pixel of an axis that contains the crossing; `None` beside the image. For a number of pixels from the first
/// edge, `is_past` returns whether the crossing is at or beyond that edge, and whether it is at or before it.
fn place(axis: &CellAxis, is_past: impl Fn(f64) -> (bool, bool)) -> Option<u32> {
    let all = axis.pixels();
    if !is_past(0.0).0 || !is_past(f64::from(all)).1 {
        return None;
    }
    let (mut low, mut high) = (0, all);
    while high - low > 1 {
        let middle = low.midpoint(high);
        if is_past(f64::from(middle)).0 { low = middle } else { high = middle }
    }
    Some(low)
}

fn is_solid(sheet: &Sheet, pixel: [u32; 2]) -> bool {
    let cell = sheet.grid.layout().cell_of(pixel);
    cell.and_then(|cell| sheet.grid.is_solid(cell, sheet.threshold)).unwrap_or_default()
}
