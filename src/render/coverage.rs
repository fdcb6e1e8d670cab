//! Occlusion culling on the CPU: the solids of a crowd that nearer ones hide.
//!
//! The picture is divided into cells of a few pixels; a block has eight by eight cells. Each cell has a depth, an upper
//! bound of the depth of the drawn solids at all of its pixels. Solids are processed from near to far. A solid is
//! hidden if it is deeper than this bound in every cell that it may touch. A solid that is not hidden is drawn, and
//! lowers the depth of the cells that it covers whole.
//!
//! ```text
//! touches: no part of the solid is nearer than this     (of a ball its surface, of anything else its box)
//! covers:  all of the solid's front is nearer than this (of a ball its surface, else a section of a box inside it)
//! ```
//!
//! Both bounds are conservative, so the depth test would refuse every pixel of a solid that is left out. A solid that
//! reaches the near plane is always drawn and hides nothing, because its inside may be visible.
//!
//! After N. Greene, M. Kass and G. Miller, "Hierarchical Z-Buffer Visibility", SIGGRAPH 1993. Rejected: to read back
//! the depth buffer of OpenGL between batches. It would handle meshes as well, but the GPU would wait for the CPU.

use std::sync::atomic::{AtomicU64, Ordering};

use glam::{Affine3A, Mat3A, Vec2, Vec3, Vec3A, Vec4};

use super::view_uniforms::Eye;
use crate::geometry::Aabb;
use crate::picture::SolidPart;

/// Pixels along a side of a cell, where [`MOST_CELLS`] and [`MOST_COMPARED`] allow that.
const CELL: f32 = 2.0;
/// The largest cell of a crowd of large solids, in pixels.
const MOST_CELL: f32 = 8.0;
/// The most cells along the longer side of a picture.
const MOST_CELLS: f32 = 1024.0;
/// An estimate of the greatest number of blocks that all solids of a crowd touch together. Large solids get larger
/// cells.
const MOST_COMPARED: f32 = 3e7;
/// The greatest number of cells that are compared to find hidden solids. Beyond it only blocks are compared, which
/// finds fewer.
const MOST_CELLS_COMPARED: u64 = 100_000_000;
/// The greatest number of cells and blocks that are visited to draw solids. Beyond it, no further solid hides others.
const MOST_CELLS_DRAWN: u64 = 30_000_000;
/// Cells along a side of a block.
const BLOCK: usize = 8;
/// The fraction of the depth by which a solid must be nearer to hide another, because depths are `f32`.
const ROUNDING: f32 = 1e-5;
/// The greatest cosine of the angles between the axes of a map without shear.
const SHEAR: f32 = 1e-4;

/// The depth bounds of a picture's cells.
pub(super) struct Coverage {
    screen: Screen,
    /// Cells in a row; a multiple of [`BLOCK`].
    columns: usize,
    rows: usize,
    cells: Vec<f32>,
    /// The depth of each block, a bound for all of its cells.
    blocks: Vec<f32>,
    /// The number of cells that [`Coverage::hides`] compared, a total over all threads that does not depend on their
    /// order.
    compared: AtomicU64,
    /// The number of cells that [`Coverage::add`] visited.
    drawn: u64,
    /// Whether [`Coverage::hides`] compares cells.
    compares_cells: bool,
}

/// How the eye maps the world to cells. A point `p` is at the cell coordinates `x·p / w·p` and `y·p / w·p`, and
/// `depth·p` metres beyond the near plane.
#[derive(Clone, Copy)]
struct Screen {
    x: Vec4,
    y: Vec4,
    w: Vec4,
    depth: Vec4,
    /// The distance of the near plane from the eye.
    near: f32,
    /// The eye, and the direction of the ray through the cell coordinates (0, 0), which is one metre deep. With
    /// parallel rays the point of that ray on the plane through the origin.
    start: Vec3,
    /// The change of direction or point from cell to cell.
    step: [Vec3; 2],
    eye: Vec3,
    forward: Vec3,
    is_perspective: bool,
}

/// The bounds of a solid.
pub(super) enum Volume {
    /// A ball or an ellipsoid: the radius of a ball that holds it, and of one in the mesh that is drawn.
    Ball { centre: Vec3, outer: f32, inner: f32 },
    /// Anything else: the box around it, and a box inside it as an image of the cube from −1 to 1.
    Boxed { aabb: Aabb, inside: Option<Affine3A> },
}

impl Volume {
    /// The volume of the part that fills most of an object. `roundness` is the least radius of the mesh that is drawn for a ball
    /// of radius 1.
    pub(super) fn of(part: Option<(SolidPart, &Affine3A)>, aabb: Aabb, roundness: f32) -> Self {
        let Some((part, map)) = part else { return Self::Boxed { aabb, inside: None } };
        let inner = |centre: Vec3, half: Vec3| *map * Affine3A::from_translation(centre) * Affine3A::from_scale(half);
        // The largest square in a regular hexagon, which is what the coarsest mesh has for a circle.
        let side = 0.63;
        let inside = match part {
            SolidPart::Ball => {
                let [outer, inner] = radii(&map.matrix3);
                return Self::Ball { centre: map.translation.into(), outer, inner: inner * roundness };
            }
            SolidPart::Cube => *map,
            SolidPart::Cylinder | SolidPart::Tube => inner(Vec3::ZERO, Vec3::new(side, 1.0, side)),
            SolidPart::Cone => inner(Vec3::new(0.0, -0.75, 0.0), Vec3::new(side / 2.0, 0.25, side / 2.0)),
            SolidPart::Dome => return Self::Boxed { aabb, inside: None },
        };
        Self::Boxed { aabb, inside: Some(inside) }
    }
}

/// The radii of the ball around the image of the unit ball, and of the one inside it.
fn radii(m: &Mat3A) -> [f32; 2] {
    let lengths = [m.x_axis, m.y_axis, m.z_axis].map(Vec3A::length);
    let [x, y, z] = lengths;
    let sheared = |a: Vec3A, b: Vec3A| a.dot(b).abs() > SHEAR * a.length() * b.length();
    if sheared(m.x_axis, m.y_axis) || sheared(m.y_axis, m.z_axis) || sheared(m.z_axis, m.x_axis) {
        // The Frobenius norm bounds the largest singular value.
        return [Vec3::from(lengths).length(), 0.0];
    }
    [x.max(y).max(z) * (1.0 + SHEAR), x.min(y).min(z) * (1.0 - SHEAR)]
}

/// The radius of the ball around the image of the unit ball.
pub(super) fn outer_radius(m: &Mat3A) -> f32 {
    radii(m)[0]
}

/// A part of the screen: a square of cells.
#[derive(Clone, Copy)]
struct Square {
    centre: Vec2,
    half: f32,
}

/// A shape that may touch a square, with its least depth there.
trait Touch {
    fn touch(&self, square: Square) -> Option<f32>;
}

/// A shape that covers a square, with its greatest depth there.
trait Cover {
    /// Its least depth in a square; `None` where it is not.
    fn nearest(&self, square: Square) -> Option<f32>;

    fn cover(&self, square: Square) -> Option<f32>;
}

impl Coverage {
    /// The coverage of a picture in which nothing is drawn. `area` is about how many pixels will be drawn, one over the other.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a size in pixels")]
    pub(super) fn new(eye: &Eye, area: f32) -> Self {
        let of_crowd = (area / MOST_COMPARED).sqrt() / BLOCK as f32;
        let cell = CELL.max(eye.size.max_element() / MOST_CELLS).max(of_crowd.min(MOST_CELL));
        let [columns, rows] = (eye.size / cell).to_array().map(|cells| (cells.ceil() as usize).next_multiple_of(BLOCK));
        let count = columns * rows;
        Self {
            screen: Screen::new(eye, cell),
            columns,
            rows,
            cells: vec![f32::INFINITY; count],
            blocks: vec![f32::INFINITY; count / (BLOCK * BLOCK)],
            compared: AtomicU64::new(0),
            drawn: 0,
            compares_cells: true,
        }
    }

    /// The distance of a solid from the near plane; negative when it reaches beyond the plane.
    pub(super) fn nearness(&self, volume: &Volume) -> f32 {
        match *volume {
            Volume::Ball { centre, outer, .. } => self.screen.depth(centre) - outer,
            Volume::Boxed { aabb, .. } => {
                let reach = aabb.half_extents().dot(self.screen.depth.truncate().abs());
                self.screen.depth(aabb.centre()) - reach
            }
        }
    }

    /// Whether a solid is completely hidden.
    pub(super) fn hides(&self, volume: &Volume) -> bool {
        if self.nearness(volume) <= 0.0 {
            return false;
        }
        match volume {
            Volume::Ball { centre, outer, .. } => {
                let ball = Ball::new(self.screen, *centre, *outer);
                ball.bounds().is_some_and(|bounds| self.is_behind(&ball, bounds))
            }
            Volume::Boxed { aabb, .. } => {
                let corners: [Vec3; 8] = std::array::from_fn(|i| aabb.corner(i));
                let nearest = corners.map(|corner| self.screen.depth(corner)).into_iter().fold(f32::INFINITY, f32::min);
                let bounds = around(&corners.map(|corner| self.screen.place(corner)));
                self.is_behind(&Flat { bounds, nearest }, bounds)
            }
        }
    }

    /// Bounds the time that further solids take. Called between those that are compared at the same time, so that the
    /// order of threads makes no difference.
    pub(super) fn keep_to_time(&mut self) {
        self.compares_cells = *self.compared.get_mut() < MOST_CELLS_COMPARED;
    }

    /// Draws a solid.
    pub(super) fn add(&mut self, volume: &Volume) {
        let nearest = self.nearness(volume);
        if nearest <= 0.0 || self.drawn >= MOST_CELLS_DRAWN {
            return;
        }
        match volume {
            Volume::Ball { centre, inner, .. } if *inner > 0.0 => {
                let ball = Ball::new(self.screen, *centre, *inner);
                if let Some(bounds) = ball.bounds() {
                    self.draw(&ball, bounds, nearest);
                }
            }
            Volume::Boxed { inside: Some(inside), .. } => {
                if let Some(section) = BoxSection::new(&self.screen, inside) {
                    self.draw(&section, section.bounds, nearest);
                }
            }
            _ => {}
        }
    }

    /// The blocks that a rectangle of cells touches, as ranges of columns and rows; none outside of the picture.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the numbers saturate")]
    fn blocks_in(&self, [min, max]: [Vec2; 2]) -> [std::ops::Range<usize>; 2] {
        let range = |min: f32, max: f32, cells: usize| {
            let blocks = cells / BLOCK;
            let first = (min / BLOCK as f32).max(0.0) as usize;
            let end = if max < 0.0 { 0 } else { ((max / BLOCK as f32) as usize).saturating_add(1).min(blocks) };
            first.min(blocks)..end
        };
        [range(min.x, max.x, self.columns), range(min.y, max.y, self.rows)]
    }

    fn is_behind(&self, item: &impl Touch, bounds: [Vec2; 2]) -> bool {
        let [columns, rows] = self.blocks_in(bounds);
        let is_hidden = |depth: f32, nearest: f32| depth <= nearest * (1.0 - ROUNDING);
        let mut compared = 0;
        let is_behind = rows.into_iter().all(|row| {
            columns.clone().all(|column| {
                let Some(nearest) = item.touch(block(column, row)) else { return true };
                let depth = self.blocks[row * (self.columns / BLOCK) + column];
                let mut cells = cells(column, row, bounds);
                is_hidden(depth, nearest)
                    || self.compares_cells
                        && cells.all(|(x, y)| {
                            compared += 1;
                            let depth = depth.min(self.cells[y * self.columns + x]);
                            item.touch(cell(x, y)).is_none_or(|nearest| is_hidden(depth, nearest))
                        })
            })
        });
        self.compared.fetch_add(compared, Ordering::Relaxed);
        is_behind
    }

    /// `nearest` is the least depth of the item.
    fn draw(&mut self, item: &impl Cover, bounds: [Vec2; 2], nearest: f32) {
        let [columns, rows] = self.blocks_in(bounds);
        for row in rows {
            for column in columns.clone() {
                let whole = &mut self.blocks[row * (self.columns / BLOCK) + column];
                self.drawn += 1;
                // A solid behind the present depth changes nothing.
                if *whole <= nearest || item.nearest(block(column, row)).is_none_or(|nearest| *whole <= nearest) {
                    continue;
                }
                if let Some(depth) = item.cover(block(column, row)) {
                    *whole = whole.min(depth);
                    continue;
                }
                let mut is_changed = false;
                for (x, y) in cells(column, row, bounds) {
                    self.drawn += 1;
                    let depth = &mut self.cells[y * self.columns + x];
                    if *depth > nearest
                        && let Some(covered) = item.cover(cell(x, y))
                        && covered < *depth
                    {
                        *depth = covered;
                        is_changed = true;
                    }
                }
                if is_changed {
                    let lines = (row * BLOCK..(row + 1) * BLOCK).map(|y| y * self.columns + column * BLOCK);
                    let deepest =
                        lines.flat_map(|start| &self.cells[start..start + BLOCK]).copied().fold(0.0, f32::max);
                    *whole = whole.min(deepest);
                }
            }
        }
    }
}

fn block(column: usize, row: usize) -> Square {
    let half = BLOCK as f32 / 2.0;
    Square { centre: Vec2::new(column as f32, row as f32) * BLOCK as f32 + half, half }
}

fn cell(x: usize, y: usize) -> Square {
    Square { centre: Vec2::new(x as f32, y as f32) + 0.5, half: 0.5 }
}

/// The cells of a block that a rectangle touches.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the numbers saturate")]
fn cells(column: usize, row: usize, [min, max]: [Vec2; 2]) -> impl Iterator<Item = (usize, usize)> {
    let range = |block: usize, min: f32, max: f32| {
        let (start, end) = (block * BLOCK, (block + 1) * BLOCK);
        start.max(min.max(0.0) as usize)..end.min((max.max(0.0) as usize).saturating_add(1))
    };
    let columns = range(column, min.x, max.x);
    range(row, min.y, max.y).flat_map(move |y| columns.clone().map(move |x| (x, y)))
}

fn around(points: &[Vec2]) -> [Vec2; 2] {
    points.iter().fold([Vec2::INFINITY, Vec2::NEG_INFINITY], |[min, max], p| [min.min(*p), max.max(*p)])
}

impl Screen {
    fn new(eye: &Eye, cell: f32) -> Self {
        let [x, y, z, w] = [0, 1, 2, 3].map(|row| eye.clip_from_world.row(row));
        let size = eye.size / cell;
        let near = z + w;
        let depth = near / near.truncate().length();
        let forward = depth.truncate();
        let is_perspective = eye.place.w > 0.0;
        // Along x and y a clip coordinate of 1 is half the picture.
        let [right, up] = [x, y].map(|row| row.truncate() / row.truncate().length_squared());
        let eye_at = eye.place.truncate();
        let start = if is_perspective { forward - right - up } else { right * (-1.0 - x.w) + up * (-1.0 - y.w) };
        Self {
            x: (x + w) * 0.5 * size.x,
            y: (y + w) * 0.5 * size.y,
            w,
            depth,
            near: if is_perspective { -(depth.dot(eye_at.extend(1.0))) } else { -depth.w },
            start,
            step: [right * (2.0 / size.x), up * (2.0 / size.y)],
            eye: eye_at,
            forward,
            is_perspective,
        }
    }

    fn depth(&self, point: Vec3) -> f32 {
        self.depth.dot(point.extend(1.0))
    }

    fn place(&self, point: Vec3) -> Vec2 {
        let point = point.extend(1.0);
        Vec2::new(self.x.dot(point), self.y.dot(point)) / self.w.dot(point)
    }

    /// Direction or point of the ray through a place.
    fn ray(&self, at: Vec2) -> Vec3 {
        self.start + self.step[0] * at.x + self.step[1] * at.y
    }
}

/// A ball that lies beyond the near plane, by the distance of rays from its centre.
struct Ball {
    screen: Screen,
    /// As seen from the eye; with parallel rays from the origin.
    centre: Vec3,
    radius: f32,
    /// The greatest changes of a ray's distance from the centre and of its direction, from the middle of a cell to its
    /// corner.
    spread: f32,
    turn: f32,
}

impl Ball {
    fn new(screen: Screen, centre: Vec3, radius: f32) -> Self {
        let step = Vec2::new(screen.step[0].length(), screen.step[1].length()).length();
        let centre = if screen.is_perspective { centre - screen.eye } else { centre };
        let spread = if screen.is_perspective { step * centre.length() } else { step };
        Self { screen, centre, radius, spread, turn: if screen.is_perspective { step } else { 0.0 } }
    }

    /// The rectangle around it.
    fn bounds(&self) -> Option<[Vec2; 2]> {
        let Self { screen, centre, radius, .. } = self;
        let reach = if screen.is_perspective {
            let deep = centre.dot(screen.forward);
            let span = |axis: Vec3| {
                let (x, unit) = (centre.dot(axis.normalize_or_zero()), axis.length());
                let square = x * x + deep * deep - radius * radius;
                if square <= 0.0 || unit == 0.0 {
                    return None;
                }
                // The tangents from the eye, as slopes.
                let t = square.sqrt();
                let slope = |side: f32| (x * t + side * radius * deep) / (deep * t - side * radius * x) / unit;
                Some([slope(-1.0), slope(1.0)])
            };
            [span(screen.step[0])?, span(screen.step[1])?]
        } else {
            let span = |axis: Vec3| {
                let unit = axis.length();
                let x = (*centre - screen.start).dot(axis) / (unit * unit);
                [x - radius / unit, x + radius / unit]
            };
            [span(screen.step[0]), span(screen.step[1])]
        };
        // Slopes count from the middle of the picture.
        let middle = if screen.is_perspective {
            -Vec2::new(
                screen.start.dot(screen.step[0]) / screen.step[0].length_squared(),
                screen.start.dot(screen.step[1]) / screen.step[1].length_squared(),
            )
        } else {
            Vec2::ZERO
        };
        let [[left, right], [low, high]] = reach;
        let bounds = [middle + Vec2::new(left, low), middle + Vec2::new(right, high)];
        bounds.iter().all(|corner| corner.is_finite()).then_some(bounds)
    }

    /// The depth at which a ray enters, for rays that pass the centre at a distance that differs by `spread` from that
    /// of the ray through the middle of a square.
    fn entry(&self, square: Square, spread: f32, turn: f32) -> Option<f32> {
        let Self { screen, centre, radius, .. } = self;
        let ray = screen.ray(square.centre);
        if screen.is_perspective {
            let length = ray.length();
            let along = ray * (centre.dot(ray) / (length * length));
            let passes = (centre.distance(along) + spread).max(0.0);
            let inner = radius * radius - passes * passes;
            if inner <= 0.0 {
                return None;
            }
            let distance = (centre.length_squared() - passes * passes).max(0.0).sqrt() - inner.sqrt();
            Some(distance / (length + turn) - screen.near)
        } else {
            let lateral = *centre - ray;
            let deep = lateral.dot(screen.forward);
            let passes = ((lateral - screen.forward * deep).length() + spread).max(0.0);
            let inner = radius * radius - passes * passes;
            (inner > 0.0).then(|| deep - inner.sqrt() - screen.near)
        }
    }
}

impl Touch for Ball {
    fn touch(&self, square: Square) -> Option<f32> {
        self.entry(square, -self.spread * square.half, self.turn * square.half)
    }
}

impl Cover for Ball {
    fn nearest(&self, square: Square) -> Option<f32> {
        self.touch(square)
    }

    fn cover(&self, square: Square) -> Option<f32> {
        self.entry(square, self.spread * square.half, -self.turn * square.half)
    }
}

/// Anything within a rectangle on the screen.
struct Flat {
    bounds: [Vec2; 2],
    nearest: f32,
}

impl Touch for Flat {
    fn touch(&self, Square { centre, half }: Square) -> Option<f32> {
        let [min, max] = self.bounds;
        let is_touched = (centre + half).cmpge(min).all() && (centre - half).cmple(max).all();
        is_touched.then_some(self.nearest)
    }
}

/// The section of a box by the plane through its centre that is parallel to the picture: a convex polygon on the
/// screen.
struct BoxSection {
    bounds: [Vec2; 2],
    depth: f32,
    /// Inward normals of its sides, and their offsets.
    sides: Vec<(Vec2, f32)>,
}

impl BoxSection {
    fn new(screen: &Screen, inside: &Affine3A) -> Option<Self> {
        let depth = screen.depth(inside.translation.into());
        let corner = |i: usize| {
            let sign = |bit: usize| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
            inside.transform_point3(Vec3::new(sign(0), sign(1), sign(2)))
        };
        let corners: [Vec3; 8] = std::array::from_fn(corner);
        let depths = corners.map(|corner| screen.depth(corner) - depth);
        let mut points: Vec<Vec2> = Vec::with_capacity(6);
        for (a, bit) in (0..8).flat_map(|a| (0..3).map(move |bit| (a, 1 << bit))) {
            let b = a | bit;
            if a != b && (depths[a] <= 0.0) != (depths[b] <= 0.0) {
                let part = depths[a] / (depths[a] - depths[b]);
                points.push(screen.place(corners[a].lerp(corners[b], part)));
            }
        }
        if points.len() < 3 || points.iter().any(|point| !point.is_finite()) {
            return None;
        }
        let middle = points.iter().sum::<Vec2>() / points.len() as f32;
        let angle = |point: &Vec2| libm::atan2f(point.y - middle.y, point.x - middle.x);
        points.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
        let sides = (0..points.len()).map(|i| {
            let (a, b) = (points[i], points[(i + 1) % points.len()]);
            let normal = (b - a).perp();
            (normal, normal.dot(a))
        });
        Some(Self { bounds: around(&points), depth, sides: sides.collect() })
    }
}

impl Cover for BoxSection {
    fn nearest(&self, _: Square) -> Option<f32> {
        Some(self.depth)
    }

    fn cover(&self, Square { centre, half }: Square) -> Option<f32> {
        let is_inside =
            |(normal, offset): &(Vec2, f32)| normal.dot(centre) - half * (normal.x.abs() + normal.y.abs()) >= *offset;
        self.sides.iter().all(is_inside).then_some(self.depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Lens, Palette, Viewpoint};

    fn coverage(lens: Lens) -> Coverage {
        let viewpoint = Viewpoint { eye: Vec3::ZERO, target: Vec3::NEG_Z, up: Vec3::Y, lens, depth: [0.5, 100.0] };
        Coverage::new(&Eye::new(&viewpoint, [400, 300], 1.0, &Palette::DARK), 0.0)
    }

    fn ball(centre: [f32; 3], radius: f32) -> Volume {
        Volume::Ball { centre: centre.into(), outer: radius, inner: radius }
    }

    fn cuboid(centre: [f32; 3], half: [f32; 3]) -> Volume {
        let aabb = Aabb::around(centre.into(), half.into());
        let map = Affine3A::from_translation(centre.into()) * Affine3A::from_scale(half.into());
        Volume::of(Some((SolidPart::Cube, &map)), aabb, 1.0)
    }

    const LENSES: [Lens; 2] = [Lens::Perspective { fov_y: 1.0 }, Lens::Orthographic { height: 10.0 }];

    #[test]
    fn what_is_behind_is_hidden_and_what_sticks_out_is_not() {
        for lens in LENSES {
            for front in [ball([1.0, 0.5, -8.0], 2.0), cuboid([1.0, 0.5, -8.0], [2.0, 2.0, 0.5])] {
                let mut coverage = coverage(lens);
                assert!(!coverage.hides(&ball([1.0, 0.5, -11.0], 0.5)), "nothing is drawn yet");
                coverage.add(&front);
                for (what, is_hidden) in [
                    (ball([1.0, 0.5, -11.0], 0.5), true),
                    (cuboid([1.0, 0.5, -11.0], [0.4, 0.5, 0.3]), true),
                    (ball([1.0, 0.5, -11.0], 4.0), false),
                    (ball([1.0, 0.5, -5.0], 0.5), false),
                    (ball([-3.0, 0.5, -11.0], 0.5), false),
                    (ball([1.0, 0.5, -8.0], 2.0), false),
                    (cuboid([1.0, 0.5, -11.0], [0.4, 0.5, 11.0]), false),
                ] {
                    assert_eq!(coverage.hides(&what), is_hidden, "{lens:?}");
                }
            }
        }
    }

    #[test]
    fn what_reaches_the_near_plane_hides_nothing() {
        let mut coverage = coverage(LENSES[0]);
        coverage.add(&ball([0.0, 0.0, -2.0], 1.6));
        assert!(!coverage.hides(&ball([0.0, 0.0, -20.0], 0.5)));
    }

    /// Two balls a little apart: the depth test shows the second at no place where the first covers it, and only there.
    #[test]
    fn the_front_of_a_ball_hides_the_front_of_another() {
        for lens in LENSES {
            let mut coverage = coverage(lens);
            coverage.add(&ball([0.0, 0.0, -20.0], 5.0));
            assert!(coverage.hides(&ball([0.0, 0.0, -23.0], 4.9)), "{lens:?}");
            assert!(!coverage.hides(&ball([0.0, 0.0, -19.8], 4.9)), "{lens:?}");
            assert!(!coverage.hides(&ball([1.8, 0.0, -23.0], 4.9)), "{lens:?}");
        }
    }
}
