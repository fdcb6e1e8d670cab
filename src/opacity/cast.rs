//! A ray against an image in space: at which cell it arrives, and whether it goes on.
//!
//! The image is a sheet without thickness that faces +Z and is seen from both sides. A line crosses its plane once, at
//! t = (z − o.z) / d.z; where it does, the pixel there has a cell, and the cell is solid or clear. A clear cell is no
//! hit, and neither is a pixel that no cell covers: the ray goes on. A line along the plane never crosses it, so it
//! misses, even when it runs within the sheet.
//!
//! The normal of a hit points to the side from which the ray comes. Sets are closed: the border of the sheet belongs to it.
//! Sums are carried in `f64`, so that no finite ray overflows; a `t` too large for `f32` becomes its largest number.

use glam::{DVec2, Vec2, Vec3};

use super::Grid;
use super::layout::PixelRect;
use super::tell_cast as tell;
use crate::geometry::ray::{Cast, Feature, Hit, Miss, Ray, RayQuery};
use crate::geometry::{Interval, Narrator, Silent};

/// An image in space.
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'a> {
    /// Its middle.
    pub centre: Vec3,
    /// Half its width along X and its height along Y, above 0.
    pub half_size: Vec2,
    /// Its cells; the first row is at the top, +Y, the first column at −X.
    pub grid: &'a Grid,
    /// The mean alpha from which a cell is solid.
    pub threshold: f64,
}

impl Sheet<'_> {
    /// The corners of a rectangle of pixels, the upper left first, then clockwise as seen from +Z.
    pub fn corners(&self, rect: &PixelRect) -> [Vec3; 4] {
        let [width, height] = self.grid.layout().size();
        let x = |pixels: u32| self.centre.x + self.half_size.x * (2.0 * pixels as f32 / width as f32 - 1.0);
        let y = |pixels: u32| self.centre.y - self.half_size.y * (2.0 * pixels as f32 / height as f32 - 1.0);
        let (left, right, top, bottom) = (x(rect.x.start), x(rect.x.end), y(rect.y.start), y(rect.y.end));
        [[left, top], [right, top], [right, bottom], [left, bottom]].map(|[x, y]| Vec3::new(x, y, self.centre.z))
    }
}

/// What a ray meets of a sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// The hit, or why there is none. The interval is the one t at which the line crosses the sheet.
    pub cast: Cast,
    /// The cell that the line crosses; `None` when it misses, or crosses where no cell is.
    pub cell: Option<[u32; 2]>,
}

impl Crossing {
    /// Of a line that misses.
    pub const NOWHERE: Self = Self { cast: Cast::NOWHERE, cell: None };
}

/// Casts a ray at a sheet. Layers and masks are the caller's concern, see [`Cast::masked`].
pub fn cast(ray: &Ray, query: RayQuery, sheet: &Sheet) -> Crossing {
    cast_told(ray, query, sheet, &mut Silent)
}

/// [`cast`], with its steps.
pub fn cast_told<N: Narrator>(ray: &Ray, query: RayQuery, sheet: &Sheet, narrator: &mut N) -> Crossing {
    let crossing = crossing(ray, query, sheet, narrator);
    narrator.step(|| tell::answer(query, &crossing));
    crossing
}

fn crossing<N: Narrator>(ray: &Ray, query: RayQuery, sheet: &Sheet, narrator: &mut N) -> Crossing {
    let (o, d) = (ray.origin.as_dvec3(), ray.direction.as_dvec3());
    let z = f64::from(sheet.centre.z);
    if d.z == 0.0 {
        narrator.step(|| tell::parallel(ray, sheet));
        return Crossing::NOWHERE;
    }
    let t = (z - o.z) / d.z;
    let at = o + t * d;
    // From the upper left corner, as shares of width and height.
    let size = 2.0 * sheet.half_size.as_dvec2();
    let corner = sheet.centre.truncate().as_dvec2() + DVec2::new(-0.5, 0.5) * size;
    let share = DVec2::new(at.x - corner.x, corner.y - at.y) / size;
    let is_on_sheet = share.cmpge(DVec2::ZERO).all() && share.cmple(DVec2::ONE).all();
    narrator.step(|| tell::plane(ray, sheet, narrow(t), at.as_vec3(), is_on_sheet));
    if !is_on_sheet {
        return Crossing::NOWHERE;
    }
    let layout = sheet.grid.layout();
    let [columns, rows] = layout.size();
    let pixel = [pixel(share.x, columns), pixel(share.y, rows)];
    let cell = layout.cell_of(pixel);
    narrator.step(|| tell::cell(sheet, share, pixel, cell));
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
    Crossing { cast: Cast::new(hit, miss, Interval::point(t), true), cell }
}

/// The pixel at a share of an axis from 0 to 1; the far border belongs to the last one.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to the number of pixels")]
fn pixel(share: f64, pixels: u32) -> u32 {
    ((share * f64::from(pixels)) as u32).min(pixels - 1)
}

#[expect(clippy::cast_possible_truncation, reason = "clamped to what f32 can hold")]
pub(super) fn narrow(x: f64) -> f32 {
    // Adding 0 turns −0 into 0.
    (x.clamp(f32::MIN.into(), f32::MAX.into()) + 0.0) as f32
}
