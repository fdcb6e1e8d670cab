//! The column of pixels that passes both tests, as a ray through both bodies: for pictures and for explanations only.

use glam::DVec3;

use super::picture::{DepthPicture, for_each_triangle};
use super::view::DepthView;
use crate::geometry::exact::body::ExactBody;

/// More pixels along a side are not searched for a column.
const MOST_RESOLUTION: u32 = 512;

/// Two crossings nearer than this fraction of the ray's length in the bodies are one: the ray meets an edge of triangles.
const SAME: f64 = 1e-9;

/// The ray of one pixel with what it crosses.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// The pixel, counted from the lower left, of a picture of `resolution` pixels along a side.
    pub pixel: [u32; 2],
    /// As searched: at most 512.
    pub resolution: u32,
    /// Where the ray begins.
    pub origin: DVec3,
    /// Unit vector.
    pub direction: DVec3,
    /// Whether it passes the test of A's front, and that of B's front.
    pub passes: [bool; 2],
    /// By their distance.
    pub crossings: Vec<ColumnCrossing>,
}

/// A surface on a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColumnCrossing {
    /// Metres from the ray's origin.
    pub distance: f64,
    /// 0 for A, 1 for B.
    pub body: usize,
    /// Whether the ray enters the body there, so that the face is a front face.
    pub enters: bool,
}

impl Column {
    /// The point of a distance along the ray.
    pub fn at(&self, distance: f64) -> DVec3 {
        self.origin + self.direction * distance
    }
}

/// The columns of a view that pass: one that passes both tests, of such pixels the one in the middle; where no pixel
/// passes both, one for each test.
pub(super) fn columns(view: &DepthView, bodies: [&[ExactBody]; 2], fatten: bool) -> Vec<Column> {
    let view = DepthView { resolution: view.resolution.min(MOST_RESOLUTION), ..*view };
    let picture = DepthPicture::of(&view, bodies, fatten);
    let wanted: [fn([bool; 2]) -> bool; 3] = [|[a, b]| a && b, |[a, _]| a, |[_, b]| b];
    let found = wanted.map(|is_wanted| middle(&picture, is_wanted));
    let pixels = if found[0].is_some() { vec![found[0]] } else { found[1..].to_vec() };
    pixels.into_iter().flatten().map(|pixel| column(&view, bodies, &picture, pixel)).collect()
}

/// Of the pixels that pass, the one that is nearest to their middle.
fn middle(picture: &DepthPicture, is_wanted: fn([bool; 2]) -> bool) -> Option<[u32; 2]> {
    let n = picture.resolution;
    let all = || (0..n * n).map(|i| [i % n, i / n]).filter(|[x, y]| is_wanted(picture.passes(*x, *y)));
    let (mut sum, mut count) = ([0.0, 0.0], 0.0);
    for [x, y] in all() {
        sum = [sum[0] + f64::from(x), sum[1] + f64::from(y)];
        count += 1.0;
    }
    let far = |[x, y]: &[u32; 2]| (f64::from(*x) - sum[0] / count).powi(2) + (f64::from(*y) - sum[1] / count).powi(2);
    all().min_by(|one, other| far(one).total_cmp(&far(other)))
}

fn column(view: &DepthView, bodies: [&[ExactBody]; 2], picture: &DepthPicture, pixel: [u32; 2]) -> Column {
    let [x, y] = pixel;
    let (origin, direction) = view.ray(x, y);
    let mut crossings: Vec<ColumnCrossing> = Vec::new();
    for (body, parts) in bodies.into_iter().enumerate() {
        for_each_triangle(view, parts, |[a, b, c]| {
            let normal = (b - a).cross(c - a);
            let facing = normal.dot(direction);
            let distance = normal.dot(a - origin) / facing;
            let at = origin + direction * distance;
            let is_inside = |p: DVec3, q: DVec3| normal.dot((q - p).cross(at - p)) >= 0.0;
            if facing != 0.0 && distance >= 0.0 && is_inside(a, b) && is_inside(b, c) && is_inside(c, a) {
                crossings.push(ColumnCrossing { distance, body, enters: facing < 0.0 });
            }
        });
    }
    crossings.sort_by(|one, other| one.distance.total_cmp(&other.distance));
    let length = crossings.last().map_or(0.0, |last| last.distance);
    crossings.dedup_by(|one, other| {
        one.body == other.body && one.enters == other.enters && one.distance - other.distance <= SAME * length
    });
    Column { pixel, resolution: view.resolution, origin, direction, passes: picture.passes(x, y), crossings }
}
