//! Edges and faces of view volumes in numbers of twice the digits of `f64`, and those of the view volume of a clip matrix.
//!
//! Corners are homogeneous points, see `geometry/camera/matrix.rs`: an edge from a corner with w above 0 to another one ends
//! there, and one to a corner with w ≤ 0 goes to infinity in the direction in which w becomes 0.

use glam::{DMat4, DVec4};

use super::double_double::{DoubleDouble, ROUNDING, Vector};
use crate::geometry::camera::DepthRange;
use crate::geometry::frustum::{PlaneRows, Side};

/// The part of the sum of the sizes of the parts of w below which w is only rounding.
const NOISE: f64 = 4096.0 * ROUNDING;

/// An edge of the volume, or a part of one: all its points are `from + t · along` with t from 0 to `length`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Strand {
    pub(super) from: Vector,
    pub(super) along: Vector,
    /// `None` without an end.
    pub(super) length: Option<DoubleDouble>,
    /// The number of its edge; parallel edges may have the same.
    pub(super) edge: usize,
    /// The two sides that it is on.
    pub(super) sides: [Side; 2],
}

/// A face: the volume is where `outward · x ≤ end`. The normal is not of unit length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Face {
    pub(super) outward: Vector,
    pub(super) end: DoubleDouble,
}

/// A homogeneous point.
pub(super) type Corner = (Vector, DoubleDouble);

/// The corners of clip space in the camera's axes. Bit 0 of the index is right, bit 1 top, bit 2 far. All are 0 for a matrix
/// without an inverse.
pub(super) fn corners(matrix: &DMat4, depths: [f64; 2]) -> [Corner; 8] {
    let Some(inverse) = inverse(matrix) else { return [(Vector::default(), DoubleDouble::ZERO); 8] };
    std::array::from_fn(|i| {
        let sign = |bit: usize| if i & bit == 0 { -1.0 } else { 1.0 };
        let clip = [sign(1), sign(2), depths[i >> 2], 1.0].map(DoubleDouble::from);
        let parts = |row: [DoubleDouble; 4]| [0, 1, 2, 3].map(|j| row[j] * clip[j]);
        let sum = |[a, b, c, d]: [DoubleDouble; 4]| a + b + c + d;
        let [x, y, z, w] = inverse.map(parts);
        let size: f64 = w.iter().map(|part| part.abs().to_f64()).sum();
        let is_noise = sum(w).abs().to_f64() <= NOISE * size;
        (Vector([sum(x), sum(y), sum(z)]), if is_noise { DoubleDouble::ZERO } else { sum(w) })
    })
}

/// The rows of the inverse, by elimination with full pivoting.
fn inverse(matrix: &DMat4) -> Option<[[DoubleDouble; 4]; 4]> {
    // Rows and columns are scaled by powers of two, which rounds nothing.
    let scale = |size: f64| if size > 0.0 { libm::scalbn(1.0, -libm::ilogb(size)) } else { 1.0 };
    let largest = |v: DVec4| v.abs().max_element();
    let columns = [0, 1, 2, 3].map(|j| scale(largest(matrix.col(j))));
    let by_columns = *matrix * DMat4::from_diagonal(columns.into());
    let rows = [0, 1, 2, 3].map(|i| scale(largest(by_columns.row(i))));
    let mut left = [0, 1, 2, 3].map(|i| by_columns.row(i).to_array().map(|x| DoubleDouble::from(x * rows[i])));
    let mut right = [0, 1, 2, 3].map(|i| {
        let mut row = [DoubleDouble::ZERO; 4];
        row[i] = DoubleDouble::from(rows[i]);
        row
    });
    let mut order = [0, 1, 2, 3];
    for step in 0..4 {
        let places = (step..4).flat_map(|i| (step..4).map(move |j| (i, j)));
        let size = |(i, j): &(usize, usize)| left[*i][*j].abs().to_f64();
        let (i, j) = places.max_by(|a, b| size(a).total_cmp(&size(b)))?;
        left.swap(step, i);
        right.swap(step, i);
        for row in &mut left {
            row.swap(step, j);
        }
        order.swap(step, j);
        let pivot = left[step][step];
        if pivot == DoubleDouble::ZERO {
            return None;
        }
        for k in (0..4).filter(|k| *k != step) {
            let factor = left[k][step] / pivot;
            for column in 0..4 {
                left[k][column] = left[k][column] - factor * left[step][column];
                right[k][column] = right[k][column] - factor * right[step][column];
            }
        }
    }
    let mut inverse = [[DoubleDouble::ZERO; 4]; 4];
    for (i, column) in order.into_iter().enumerate() {
        let by = DoubleDouble::from(columns[column]) / left[i][i];
        inverse[column] = right[i].map(|x| x * by);
    }
    Some(inverse)
}

/// The twelve pairs of corners with an edge between them, and the sides that meet there.
fn pairs() -> impl Iterator<Item = ([usize; 2], [Side; 2])> {
    let on = |corner: usize, bit: usize| match (bit, corner & bit != 0) {
        (1, false) => Side::Left,
        (1, true) => Side::Right,
        (2, false) => Side::Bottom,
        (2, true) => Side::Top,
        (_, false) => Side::Near,
        (_, true) => Side::Far,
    };
    [4, 1, 2].into_iter().flat_map(move |bit| {
        let [a, b] = match bit {
            1 => [2, 4],
            2 => [1, 4],
            _ => [1, 2],
        };
        (0..8)
            .filter(move |corner| corner & bit == 0)
            .map(move |corner| ([corner, corner | bit], [on(corner, a), on(corner, b)]))
    })
}

/// The strand between two corners; `None` when none of it is in the volume.
fn strand([a, b]: [Corner; 2], edge: usize, sides: [Side; 2]) -> Option<Strand> {
    let is_in = |corner: Corner| corner.1 > DoubleDouble::ZERO;
    let ((from, at), (to, other)) = match (is_in(a), is_in(b)) {
        (true, _) => (a, b),
        (false, true) => (b, a),
        (false, false) => return None,
    };
    let start = from.scaled(DoubleDouble::ONE / at);
    let along = to.scaled(at) - from.scaled(other);
    // In homogeneous points, a step along the edge divided by both w.
    let length = (other > DoubleDouble::ZERO).then(|| DoubleDouble::ONE / (at * other));
    Some(Strand { from: start, along, length, edge, sides })
}

/// The strands of the volume. The edges between near and far face have all corners of a bounded volume.
pub(super) fn strands(corners: &[Corner; 8]) -> Vec<Strand> {
    let is_bounded = corners.iter().all(|(_, w)| *w > DoubleDouble::ZERO);
    let all = pairs().enumerate();
    let of = |(edge, (ends, sides)): (usize, ([usize; 2], [Side; 2]))| strand(ends.map(|i| corners[i]), edge, sides);
    all.take(if is_bounded { 4 } else { 12 }).filter_map(of).collect()
}

/// The directions of all edges, with the numbers of their strands.
pub(super) fn edges(corners: &[Corner; 8]) -> Vec<(usize, Vector)> {
    let of = |(edge, (ends, sides)): (usize, ([usize; 2], [Side; 2]))| {
        strand(ends.map(|i| corners[i]), edge, sides).map(|strand| (edge, strand.along))
    };
    pairs().enumerate().filter_map(of).collect()
}

/// The face on a side; `None` where the volume has no end.
pub(super) fn face(matrix: &DMat4, side: Side, depth: DepthRange, corners: &[Corner; 8]) -> Option<Face> {
    if side.corners().iter().all(|i| corners[*i].1 <= DoubleDouble::ZERO) {
        return None;
    }
    let row = |i: usize| matrix.row(i).to_array().map(DoubleDouble::from);
    let sum = |sign: DoubleDouble, number: usize| {
        let (fourth, other) = (row(3), row(number - 1));
        [0, 1, 2, 3].map(|i| fourth[i] + sign * other[i])
    };
    let [a, b, c, end] = match PlaneRows::of(side, depth) {
        PlaneRows::FourthPlus(number) => sum(DoubleDouble::ONE, number),
        PlaneRows::FourthMinus(number) => sum(-DoubleDouble::ONE, number),
        PlaneRows::Single(number) => row(number - 1),
    };
    Some(Face { outward: Vector([-a, -b, -c]), end })
}
