//! The pixels in which a test can pass. Drawing is limited to them, so its time depends on what both bodies cover and not
//! on the size of the picture.

use glam::{BVec3, DVec2, DVec3};

use super::fattened;
use super::queries::DepthTest;
use super::view::{DepthProjection, DepthView};
use crate::geometry::exact::body::{ExactBody, bounds_of};

/// The spare pixels around a body: for rounding, and for the triangles of round solids.
const SPARE: f64 = 2.0;

/// A rectangle of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// From the left side of the picture.
    pub left: u32,
    /// From the lower side of the picture.
    pub bottom: u32,
    /// May be 0.
    pub width: u32,
    /// May be 0.
    pub height: u32,
}

impl DepthTest<'_> {
    /// The pixels in which a sample can pass: those that both bodies may cover. Where a body reaches over the near or the
    /// far plane, OpenGL may let a back face pass at the plane itself, so all pixels of the back faces count then.
    pub fn pixels(&self) -> Pixels {
        let Self { view, front, back, fatten } = *self;
        let reaches_over = view.clips_depth(front) || view.clips_depth(back);
        let [low, high] = covered(view, back, fatten);
        let [low, high] = match covered(view, front, fatten) {
            [from, to] if !reaches_over => [low.max(from), high.min(to)],
            _ => [low, high],
        };
        let side = f64::from(view.resolution);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the picture")]
        let pixel = |at: f64| at.clamp(0.0, side) as u32;
        let (left, bottom) = (pixel(low.x.floor()), pixel(low.y.floor()));
        let (right, top) = (pixel(high.x.ceil()), pixel(high.y.ceil()));
        if low.cmpgt(high).any() {
            return Pixels { left, bottom, width: 0, height: 0 };
        }
        Pixels { left, bottom, width: right.saturating_sub(left), height: top.saturating_sub(bottom) }
    }
}

/// The corners of a rectangle around some bodies in the picture, in pixels from the lower left corner.
fn covered(view: &DepthView, bodies: &[ExactBody], fatten: bool) -> [DVec2; 2] {
    let [min, max] = bounds_of(bodies);
    let wider = if fatten { 2.0 * fattened::reach() * view.pixel_size((min + max) * 0.5) } else { 0.0 };
    let (min, max) = (min - wider, max + wider);
    let corners = (0..8).map(|i: usize| DVec3::select(BVec3::new(i & 1 > 0, i & 2 > 0, i & 4 > 0), max, min));
    let whole = [DVec2::ZERO, DVec2::splat(f64::from(view.resolution))];
    let is_behind = |corner: DVec3| match view.projection {
        DepthProjection::Orthographic { .. } => false,
        DepthProjection::Perspective { near, .. } => (corner - view.centre).dot(view.direction) < near,
    };
    if corners.clone().any(is_behind) {
        return whole;
    }
    let at = corners.map(|corner| view.on_picture(corner));
    let (low, high) = at.fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)));
    // Extreme coordinates have no place in the picture.
    if low.is_finite() && high.is_finite() { [low - SPARE, high + SPARE] } else { whole }
}

#[cfg(test)]
mod tests {
    use glam::{Quat, Vec3};

    use super::*;
    use crate::geometry::{Pose, Shape};

    fn ball(at: Vec3, radius: f32) -> Vec<ExactBody> {
        let pose = Pose::new(at, Quat::IDENTITY, Vec3::ONE).unwrap();
        vec![ExactBody::new(&Shape::Sphere { radius }, &pose)]
    }

    fn area(view: &DepthView, front: &[ExactBody], back: &[ExactBody]) -> u64 {
        let Pixels { width, height, .. } = DepthTest { view, front, back, fatten: false }.pixels();
        u64::from(width) * u64::from(height)
    }

    #[test]
    fn a_test_draws_the_pixels_that_both_bodies_cover() {
        let view = DepthView::framing(DVec3::NEG_Z, [DVec3::splat(-8.0), DVec3::splat(8.0)], 16_384);
        let whole = 16_384 * 16_384;
        let (a, beside) = (ball(Vec3::ZERO, 1.0), ball(Vec3::new(1.5, 0.0, 0.0), 1.0));
        assert_eq!(area(&view, &a, &ball(Vec3::new(5.0, 0.0, 0.0), 1.0)), 0);
        // An eighth of the width for a body of 2 m in a picture of 16 m, and a quarter of that for what both cover.
        let own = area(&view, &a, &a);
        assert!((whole / 64..whole / 63).contains(&own), "{own}");
        let both = area(&view, &a, &beside);
        assert!((own / 4..own / 4 + own / 100).contains(&both), "{both} of {own}");
        assert_eq!(both, area(&view, &beside, &a));
    }

    #[test]
    fn bodies_at_the_eye_or_beyond_a_plane_are_drawn_where_the_back_faces_are() {
        let projection = DepthProjection::Perspective { slope: 0.5, near: 0.1, far: 10.0 };
        let framing = DepthView::framing(DVec3::NEG_Z, [DVec3::NEG_ONE, DVec3::ONE], 100);
        let view = DepthView { projection, centre: DVec3::ZERO, ..framing };
        let (near, mid, far) =
            (ball(Vec3::ZERO, 1.0), ball(Vec3::new(0.0, 0.0, -5.0), 0.5), ball(Vec3::new(0.0, 2.0, -10.0), 0.5));
        assert_eq!(area(&view, &mid, &near), 100 * 100);
        assert!(area(&view, &mid, &far) > 0, "a part of it is beyond the far plane");
        let within = ball(Vec3::new(0.0, 2.0, -9.0), 0.5);
        assert_eq!(area(&view, &mid, &within), 0);
    }
}
