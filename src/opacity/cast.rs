//! A ray against an image in space: the cell that the ray meets, and whether it passes through.
//!
//! The image is a sheet without thickness in a plane of constant z. It is visible from both sides. A line crosses the
//! plane once, at t = (z − o.z) / d.z. The pixel at the crossing belongs to a cell, which is solid or clear. A clear
//! cell is no hit, and neither is a pixel that no cell covers: the ray passes. A line parallel to the plane misses,
//! even within the sheet.
//!
//! The normal of a hit points to the side from which the ray comes. The border of the sheet belongs to it. The
//! computation is in `f64`, so no finite ray overflows. A `t` that is too large for `f32` becomes the largest `f32`.

use glam::{DVec2, Vec2, Vec3};

use super::cast_steps;
use super::crossing::{SheetCrossing, corners, narrow};
use super::grid::Grid;
use super::layout::PixelRect;
use super::steps;
use super::values::{OpacityValues, Pixel, PlaneCrossing, SheetPlace};
use crate::geometry::ray::{Cast, Feature, Hit, Miss, Ray, RayQuery};
use crate::geometry::{Interval, Narrator, Silent};

/// An image in space.
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'a> {
    /// The centre, in metres.
    pub centre: Vec3,
    /// Half the width along X and half the height along Y, in metres, above 0.
    pub half_size: Vec2,
    /// The cells. The first row is at the top, +Y; the first column is at −X.
    pub grid: &'a Grid,
    /// A cell is solid if its mean alpha is at least this, 0 to 1.
    pub threshold: f64,
}

impl Sheet<'_> {
    /// The corners of a rectangle of pixels, the upper left first, then clockwise as seen from +Z.
    pub fn corners(&self, rect: &PixelRect) -> [Vec3; 4] {
        corners(self.centre, self.half_size, self.grid.layout().size(), rect)
    }
}

/// Casts a ray at a sheet. Ignores layers and masks, see [`Cast::masked`].
pub fn cast(ray: &Ray, query: RayQuery, sheet: &Sheet) -> SheetCrossing {
    cast_told(ray, query, sheet, &mut Silent)
}

/// [`cast`], with its steps.
pub fn cast_told<N: Narrator>(ray: &Ray, query: RayQuery, sheet: &Sheet, narrator: &mut N) -> SheetCrossing {
    let crossing = crossing(ray, query, sheet, narrator);
    narrator.step(|| cast_steps::answer(query, &crossing));
    crossing
}

fn crossing<N: Narrator>(ray: &Ray, query: RayQuery, sheet: &Sheet, narrator: &mut N) -> SheetCrossing {
    let (o, d) = (ray.origin.as_dvec3(), ray.direction.as_dvec3());
    let z = f64::from(sheet.centre.z);
    let Ray { origin, direction } = *ray;
    let place = || SheetPlace { origin, direction, centre: sheet.centre, half_size: sheet.half_size };
    if d.z == 0.0 {
        narrator.step(|| steps::step(OpacityValues::Parallel { place: place() }));
        return SheetCrossing::MISS;
    }
    let t = (z - o.z) / d.z;
    let at = o + t * d;
    // Relative to the upper left corner, as fractions of width and height.
    let size = 2.0 * sheet.half_size.as_dvec2();
    let corner = sheet.centre.truncate().as_dvec2() + DVec2::new(-0.5, 0.5) * size;
    let share = DVec2::new(at.x - corner.x, corner.y - at.y) / size;
    let is_on_sheet = share.cmpge(DVec2::ZERO).all() && share.cmple(DVec2::ONE).all();
    narrator.step(|| steps::step(OpacityValues::Plane(PlaneCrossing { place: place(), t, at, share, is_on_sheet })));
    if !is_on_sheet {
        return SheetCrossing::MISS;
    }
    let layout = sheet.grid.layout();
    let size = layout.size();
    let pixel = [pixel(share.x, size[0]), pixel(share.y, size[1])];
    let cell = layout.cell_of(pixel);
    narrator.step(|| {
        let cell = cell.and_then(|cell| Some((cell, layout.cell(cell)?)));
        steps::step(OpacityValues::Pixel(Pixel { place: place(), share, size, pixel, cell }))
    });
    let is_solid = cell.is_some_and(|cell| {
        sheet.grid.mean_told(cell, narrator);
        sheet.grid.is_solid_told(cell, sheet.threshold, narrator).unwrap_or_default()
    });
    let t = narrow(t);
    let Interval { near: first, far: last } = query.kind.range();
    let miss = match t {
        t if t < first => Some(Miss::Behind),
        t if t > last => Some(Miss::Beyond),
        _ if is_solid => None,
        _ => Some(Miss::Transparent),
    };
    let hit = Hit {
        t,
        distance: narrow((at - o).length()),
        point: at.clamp(Vec3::MIN.as_dvec3(), Vec3::MAX.as_dvec3()).as_vec3(),
        normal: Some(if d.z < 0.0 { Vec3::Z } else { Vec3::NEG_Z }),
        feature: Feature::Cell,
    };
    SheetCrossing { cast: Cast::new(hit, miss, Interval::point(t), true), cell }
}

/// The pixel at a fraction of an axis, 0 to 1. The far border belongs to the last pixel.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to the number of pixels")]
fn pixel(share: f64, pixels: u32) -> u32 {
    ((share * f64::from(pixels)) as u32).min(pixels - 1)
}
