//! The alignment of two paths: the translation, rotation and scale that bring points of one closest to those of the other,
//! in the sense of least squares.
//!
//! The solution is that of Umeyama, "Least-squares estimation of transformation parameters between two point patterns",
//! 1991. The rotation is computed by the equivalent eigenvalue problem of Horn, "Closed-form solution of absolute
//! orientation using unit quaternions", 1987, whose answer is always a proper rotation.

use std::error::Error;
use std::fmt;

use glam::{DMat3, DQuat, DVec3, DVec4, Vec3Swizzles};

/// What an alignment may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlignmentKind {
    /// Nothing.
    None,
    /// Position and rotation, so that the first poses are the same.
    Origin,
    /// The position.
    Translation,
    /// Position, and rotation about the world's up (+Y): 4 degrees of freedom, for paths that know where up is.
    Yaw,
    /// Position and rotation.
    Rigid,
    /// Position, rotation and scale.
    Similarity,
}

impl AlignmentKind {
    /// All of them, from the least to the most.
    pub const ALL: [Self; 6] = [Self::None, Self::Origin, Self::Translation, Self::Yaw, Self::Rigid, Self::Similarity];

    /// The word of reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Origin => "origin",
            Self::Translation => "translation",
            Self::Yaw => "yaw",
            Self::Rigid => "se3",
            Self::Similarity => "sim3",
        }
    }
}

/// Maps a point x to `scale · rotation · x + translation`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Alignment {
    /// Of unit length.
    pub rotation: DQuat,
    /// Metres.
    pub translation: DVec3,
    /// Above 0.
    pub scale: f64,
}

impl Alignment {
    /// Changes nothing.
    pub const NONE: Self = Self { rotation: DQuat::IDENTITY, translation: DVec3::ZERO, scale: 1.0 };

    /// The point that a point is mapped to.
    pub fn point(&self, point: DVec3) -> DVec3 {
        self.rotation * point * self.scale + self.translation
    }

    /// Maps a pose to another one.
    pub fn of_poses(from: (DVec3, DQuat), to: (DVec3, DQuat)) -> Self {
        let rotation = to.1 * from.1.conjugate();
        Self { rotation, translation: to.0 - rotation * from.0, scale: 1.0 }
    }

    /// The rotation that the rotation of a body is mapped to.
    pub fn turned(&self, rotation: DQuat) -> DQuat {
        self.rotation * rotation
    }
}

/// Why two paths cannot be aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Degenerate {
    /// There are no points, or not as many on either side.
    Empty,
    /// The points of a path are at one place or on a line, so that more than one rotation is best.
    OnALine,
}

impl fmt::Display for Degenerate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "no frames of both paths are at the same moment",
            Self::OnALine => {
                "the points of a path are at one place or on a line, so that more than one rotation is best"
            }
        })
    }
}

impl Error for Degenerate {}

/// The alignment that brings `from` closest to `to`, point by point. [`AlignmentKind::Origin`] of points, which have no
/// rotations, moves the first one; see [`Alignment::of_poses`] for poses.
///
/// # Errors
/// Without points; and for [`AlignmentKind::Yaw`], [`AlignmentKind::Rigid`] and [`AlignmentKind::Similarity`] when the points do
/// not determine a rotation.
pub fn align(from: &[DVec3], to: &[DVec3], freedom: AlignmentKind) -> Result<Alignment, Degenerate> {
    if freedom == AlignmentKind::None {
        return Ok(Alignment::NONE);
    }
    if from.is_empty() || from.len() != to.len() {
        return Err(Degenerate::Empty);
    }
    if freedom == AlignmentKind::Origin {
        return Ok(Alignment { translation: to[0] - from[0], ..Alignment::NONE });
    }
    let count = from.len() as f64;
    let [from_mean, to_mean] = [from, to].map(|points| points.iter().sum::<DVec3>() / count);
    if freedom == AlignmentKind::Translation {
        return Ok(Alignment { translation: to_mean - from_mean, ..Alignment::NONE });
    }
    // The sums of products, and of the squares of `from`.
    let (mut sums, mut squares, mut flat) = (DMat3::ZERO, 0.0, [0.0; 2]);
    for (&a, &b) in from.iter().zip(to) {
        let (a, b) = (a - from_mean, b - to_mean);
        sums += DMat3::from_cols(a * b.x, a * b.y, a * b.z);
        squares += a.length_squared();
        flat = [flat[0] + a.xz().length_squared(), flat[1] + b.xz().length_squared()];
    }
    let rotation = if freedom == AlignmentKind::Yaw { best_yaw(&sums, flat) } else { best_rotation(&sums) };
    let rotation = rotation.ok_or(Degenerate::OnALine)?;
    let scale = if freedom == AlignmentKind::Similarity {
        // The trace of rotation and sums: how far the turned points reach in the direction of the others.
        let turned = DMat3::from_quat(rotation) * sums;
        (turned.x_axis.x + turned.y_axis.y + turned.z_axis.z) / squares
    } else {
        1.0
    };
    Ok(Alignment { rotation, translation: to_mean - rotation * from_mean * scale, scale })
}

/// The rotation about +Y with the greatest trace of the product with the sums; `None` when more than one has it. `flat` are the
/// sums of the squares of the horizontal parts of both paths.
///
/// The trace is C cos θ + S sin θ + a part that does not depend on θ, so the best θ is that of the point (C, S).
fn best_yaw(sums: &DMat3, flat: [f64; 2]) -> Option<DQuat> {
    let s = |i: usize, j: usize| sums.col(j)[i];
    let (cos, sin) = (s(0, 0) + s(2, 2), s(2, 0) - s(0, 2));
    let most = (flat[0] * flat[1]).sqrt();
    let is_determined = most.is_finite() && libm::hypot(cos, sin) > 1e-12 * most;
    is_determined.then(|| DQuat::from_rotation_y(libm::atan2(sin, cos)))
}

/// The rotation with the greatest trace of the product with the sums; `None` when more than one has it. Column j of `sums`
/// is the sum of a · bⱼ.
fn best_rotation(sums: &DMat3) -> Option<DQuat> {
    let s = |i: usize, j: usize| sums.col(j)[i];
    let (xx, xy, xz) = (s(0, 0), s(0, 1), s(0, 2));
    let (yx, yy, yz) = (s(1, 0), s(1, 1), s(1, 2));
    let (zx, zy, zz) = (s(2, 0), s(2, 1), s(2, 2));
    // Horn's matrix, in the order w, x, y, z.
    let matrix = [
        [xx + yy + zz, yz - zy, zx - xz, xy - yx],
        [yz - zy, xx - yy - zz, xy + yx, zx + xz],
        [zx - xz, xy + yx, yy - xx - zz, yz + zy],
        [xy - yx, zx + xz, yz + zy, zz - xx - yy],
    ];
    let (values, vectors) = eigen(matrix);
    let mut order = [0, 1, 2, 3];
    order.sort_by(|&a, &b| f64::total_cmp(&values[b], &values[a]));
    let [first, second, ..] = order;
    let range = values.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
    if !range.is_finite() || values[first] - values[second] <= 1e-12 * range {
        return None;
    }
    let [w, x, y, z] = [0, 1, 2, 3].map(|row| vectors[row][first]);
    let vector = DVec4::new(x, y, z, w).try_normalize()?;
    Some(DQuat::from_vec4(if w < 0.0 { -vector } else { vector }))
}

/// Eigenvalues and eigenvectors (columns) of a symmetric matrix by cyclic Jacobi rotations (Golub and Van Loan, "Matrix
/// Computations", 4th edition, 2013, section 8.5).
fn eigen(mut matrix: [[f64; 4]; 4]) -> ([f64; 4], [[f64; 4]; 4]) {
    let mut vectors = [[0.0; 4]; 4];
    (0..4).for_each(|i| vectors[i][i] = 1.0);
    // The method converges quadratically: six sweeps are enough for `f64`.
    for _ in 0..12 {
        for (p, q) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            let off = matrix[p][q];
            if off == 0.0 {
                continue;
            }
            let slope = (matrix[q][q] - matrix[p][p]) / (2.0 * off);
            let side = if slope < 0.0 { -1.0 } else { 1.0 };
            let tan = side / (slope.abs() + (slope * slope + 1.0).sqrt());
            let cos = 1.0 / (tan * tan + 1.0).sqrt();
            let sin = tan * cos;
            for row in &mut matrix {
                (row[p], row[q]) = (cos * row[p] - sin * row[q], sin * row[p] + cos * row[q]);
            }
            let [above, below] = [matrix[p], matrix[q]];
            for i in 0..4 {
                matrix[p][i] = cos * above[i] - sin * below[i];
                matrix[q][i] = sin * above[i] + cos * below[i];
            }
            for row in &mut vectors {
                (row[p], row[q]) = (cos * row[p] - sin * row[q], sin * row[p] + cos * row[q]);
            }
        }
    }
    ([0, 1, 2, 3].map(|i| matrix[i][i]), vectors)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(count: u32) -> Vec<DVec3> {
        let wave = |i: u32, factor: f64| libm::sin(f64::from(i) * factor) * 3.0;
        (0..count).map(|i| DVec3::new(wave(i, 0.7), wave(i, 1.3), wave(i, 2.9))).collect()
    }

    #[test]
    fn a_known_alignment_is_found() {
        let from = points(50);
        for k in 0..20_u32 {
            let axis = points(k + 2)[k as usize + 1].normalize();
            let wanted = Alignment {
                rotation: DQuat::from_axis_angle(axis, f64::from(k) * 0.33 - 3.1),
                translation: DVec3::new(f64::from(k), -2.0, 0.5),
                scale: 0.25 + f64::from(k) * 0.3,
            };
            let to: Vec<DVec3> = from.iter().map(|&point| wanted.point(point)).collect();
            let found = align(&from, &to, AlignmentKind::Similarity).unwrap();
            assert!((found.scale - wanted.scale).abs() < 1e-13, "{k}: {found:?}");
            assert!(found.rotation.dot(wanted.rotation).abs() > 1.0 - 1e-14, "{k}: {found:?}");
            assert!(from.iter().zip(&to).all(|(&a, &b)| found.point(a).distance(b) < 1e-12), "{k}");
        }
    }

    /// No small change of the answer brings noisy points closer.
    #[test]
    fn the_answer_is_the_best() {
        let from = points(40);
        let turn = DQuat::from_rotation_y(0.8);
        let to: Vec<DVec3> =
            points(80).iter().skip(40).zip(&from).map(|(noise, &point)| turn * point * 1.2 + *noise * 0.3).collect();
        let cost = |by: &Alignment| from.iter().zip(&to).map(|(&a, &b)| by.point(a).distance_squared(b)).sum::<f64>();
        for freedom in [AlignmentKind::Translation, AlignmentKind::Rigid, AlignmentKind::Similarity] {
            let best = align(&from, &to, freedom).unwrap();
            let mut tried = 0;
            for (axis, step) in
                [DVec3::X, DVec3::Y, DVec3::Z].into_iter().flat_map(|axis| [(axis, 1e-4), (axis, -1e-4)])
            {
                let moved = Alignment { translation: best.translation + axis * step, ..best };
                let turned = Alignment { rotation: DQuat::from_axis_angle(axis, step) * best.rotation, ..best };
                let scaled = Alignment { scale: best.scale * (1.0 + step), ..best };
                let around = |other: Alignment| {
                    // The translation that is best for this rotation and scale.
                    let mean = |points: &[DVec3]| points.iter().sum::<DVec3>() / points.len() as f64;
                    let translation = mean(&to) - other.rotation * mean(&from) * other.scale;
                    Alignment { translation, ..other }
                };
                let mut others = vec![moved];
                others.extend((freedom != AlignmentKind::Translation).then(|| around(turned)));
                others.extend((freedom == AlignmentKind::Similarity).then(|| around(scaled)));
                tried += others.len();
                assert!(others.iter().all(|other| cost(other) > cost(&best)), "{freedom:?}");
            }
            assert!(tried >= 6);
        }
    }

    #[test]
    fn the_best_turn_about_up_is_found() {
        let from = points(40);
        let wanted = DQuat::from_rotation_y(2.2);
        let noisy: Vec<DVec3> = from
            .iter()
            .zip(points(90).iter().skip(50))
            .map(|(&point, &noise)| wanted * DQuat::from_rotation_x(0.3) * point + noise * 0.4 + DVec3::ONE)
            .collect();
        let exact: Vec<DVec3> = from.iter().map(|&point| wanted * point - DVec3::Y).collect();
        let found = align(&from, &exact, AlignmentKind::Yaw).unwrap();
        assert!(found.rotation.dot(wanted).abs() > 1.0 - 1e-14 && (found.scale - 1.0).abs() < 1e-15, "{found:?}");
        assert!(from.iter().zip(&exact).all(|(&a, &b)| found.point(a).distance(b) < 1e-12));
        let best = align(&from, &noisy, AlignmentKind::Yaw).unwrap();
        assert_eq!((best.rotation.x, best.rotation.z), (0.0, 0.0));
        let mean = |points: &[DVec3]| points.iter().sum::<DVec3>() / points.len() as f64;
        let cost = |by: &Alignment| {
            let translation = mean(&noisy) - by.rotation * mean(&from);
            let by = Alignment { translation, ..*by };
            from.iter().zip(&noisy).map(|(&a, &b)| by.point(a).distance_squared(b)).sum::<f64>()
        };
        for step in [1e-4, -1e-4, 1.0, 3.0] {
            let other = Alignment { rotation: DQuat::from_rotation_y(step) * best.rotation, ..best };
            assert!(cost(&other) > cost(&best), "{step}");
        }
        // A line determines it unless it is vertical.
        let line = |axis: DVec3| -> Vec<DVec3> { (0..9).map(|i| axis * f64::from(i)).collect() };
        assert!(align(&line(DVec3::X), &line(DVec3::Z), AlignmentKind::Yaw).is_ok());
        assert_eq!(align(&line(DVec3::Y), &line(DVec3::Z), AlignmentKind::Yaw), Err(Degenerate::OnALine));
    }

    #[test]
    fn the_first_poses_are_the_same() {
        let from = (DVec3::new(1.0, 2.0, 3.0), DQuat::from_rotation_x(0.4));
        let to = (DVec3::new(-4.0, 0.5, 1.0), DQuat::from_rotation_z(1.4));
        let found = Alignment::of_poses(from, to);
        assert!(found.point(from.0).distance(to.0) < 1e-15 && found.turned(from.1).dot(to.1).abs() > 1.0 - 1e-15);
        let moved = align(&[DVec3::X, DVec3::Y], &[DVec3::ZERO, DVec3::Z], AlignmentKind::Origin).unwrap();
        assert_eq!(moved, Alignment { translation: -DVec3::X, ..Alignment::NONE });
    }

    #[test]
    fn points_that_determine_no_rotation_are_refused() {
        let line: Vec<DVec3> = (0..9).map(|i| DVec3::new(f64::from(i), 0.0, 0.0)).collect();
        let place = vec![DVec3::ONE; 9];
        assert_eq!(align(&line, &line, AlignmentKind::Rigid), Err(Degenerate::OnALine));
        assert_eq!(align(&place, &points(9), AlignmentKind::Similarity), Err(Degenerate::OnALine));
        assert_eq!(align(&[], &[], AlignmentKind::Translation), Err(Degenerate::Empty));
        assert_eq!(align(&line, &line[1..], AlignmentKind::Rigid), Err(Degenerate::Empty));
        assert_eq!(align(&line, &place, AlignmentKind::Translation).unwrap().translation, DVec3::new(-3.0, 1.0, 1.0));
        // A path in a plane determines its rotation.
        let flat: Vec<DVec3> = points(9).into_iter().map(|point| point.with_y(0.0)).collect();
        let turn = DQuat::from_rotation_x(2.0);
        let turned: Vec<DVec3> = flat.iter().map(|&point| turn * point).collect();
        assert!(align(&flat, &turned, AlignmentKind::Rigid).unwrap().rotation.dot(turn).abs() > 1.0 - 1e-14);
    }
}
