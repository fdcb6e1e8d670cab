//! Where an entry is: a pose, or a matrix.

/// A position, and a rotation and a scale where they are given. What is left out stays as it was.
///
/// ```
/// use eyeline_client::Pose;
///
/// let position_alone: Pose = [0.0, 1.0, 0.0].into();
/// let turned: Pose = ([0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]).into();
/// let scaled: Pose = ([0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0], [2.0; 3]).into();
/// # let _ = (position_alone, turned, scaled);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// The world position in metres.
    pub position: [f32; 3],
    /// The rotation as a quaternion x, y, z, w. eyeline normalises it.
    pub rotation: Option<[f32; 4]>,
    /// The scale along each local axis, none of them 0. Cameras have none.
    pub scale: Option<[f32; 3]>,
}

impl From<[f32; 3]> for Pose {
    fn from(position: [f32; 3]) -> Self {
        Self { position, rotation: None, scale: None }
    }
}

impl From<([f32; 3], [f32; 4])> for Pose {
    fn from((position, rotation): ([f32; 3], [f32; 4])) -> Self {
        Self { position, rotation: Some(rotation), scale: None }
    }
}

impl From<([f32; 3], [f32; 4], [f32; 3])> for Pose {
    fn from((position, rotation, scale): ([f32; 3], [f32; 4], [f32; 3])) -> Self {
        Self { position, rotation: Some(rotation), scale: Some(scale) }
    }
}

/// The whole place of an object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Place {
    Pose(WholePose),
    /// Column by column.
    Matrix([f32; 16]),
}

/// Scale first, then rotation, then translation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct WholePose {
    pub(crate) position: [f32; 3],
    pub(crate) rotation: [f32; 4],
    pub(crate) scale: [f32; 3],
}

impl WholePose {
    pub(crate) const IDENTITY: Self = Self { position: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0], scale: [1.0; 3] };
}

impl Default for Place {
    fn default() -> Self {
        Self::Pose(WholePose::IDENTITY)
    }
}

impl Place {
    /// With a pose in place of what it gives. A matrix keeps its axes when only the position is given.
    pub(crate) fn moved(&self, pose: &Pose) -> Self {
        let before = match *self {
            Self::Pose(before) => before,
            Self::Matrix(mut matrix) => {
                if pose.rotation.is_none() && pose.scale.is_none() {
                    matrix[12..15].copy_from_slice(&pose.position);
                    return Self::Matrix(matrix);
                }
                nearest_pose(&matrix).0
            }
        };
        Self::Pose(WholePose {
            position: pose.position,
            rotation: pose.rotation.unwrap_or(before.rotation),
            scale: pose.scale.unwrap_or(before.scale),
        })
    }

    /// Whether it is finite and has an inverse.
    pub(crate) fn is_valid(&self) -> bool {
        match self {
            Self::Pose(WholePose { position, rotation, scale }) => {
                fits(position) && is_rotation(rotation) && fits(scale) && fits(&scale.map(|factor| 1.0 / factor))
            }
            Self::Matrix(matrix) => fits(matrix) && last_row(matrix) == [0.0, 0.0, 0.0, 1.0] && is_invertible(matrix),
        }
    }
}

/// The greatest magnitude of a coordinate, a size and a scale, and of the inverse of a scale. The square of such a number and the product
/// of two are in the range of `f32`, so eyeline accepts every pose, inverse and box that is made of them.
const GREATEST: f32 = 1e18;

/// Whether all are numbers of a magnitude that eyeline accepts.
pub(crate) fn fits(numbers: &[f32]) -> bool {
    numbers.iter().all(|number| number.abs() <= GREATEST)
}

pub(crate) fn is_rotation(rotation: &[f32; 4]) -> bool {
    fits(rotation) && rotation.iter().any(|component| *component != 0.0)
}

/// Whether the axes have an inverse, and its numbers fit too.
fn is_invertible(matrix: &[f32; 16]) -> bool {
    let [x, y, z] = axes(matrix);
    let rows = [cross(y, z), cross(z, x), cross(x, y)];
    let determinant = dot(x, rows[0]).abs();
    let most = determinant * f64::from(GREATEST);
    determinant > 0.0 && rows.iter().flatten().all(|cofactor| cofactor.abs() <= most)
}

fn last_row(matrix: &[f32; 16]) -> [f32; 4] {
    [matrix[3], matrix[7], matrix[11], matrix[15]]
}

type Axis = [f64; 3];

fn axes(matrix: &[f32; 16]) -> [Axis; 3] {
    [0, 4, 8].map(|i| [matrix[i], matrix[i + 1], matrix[i + 2]].map(f64::from))
}

fn dot(a: Axis, b: Axis) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Axis, b: Axis) -> Axis {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn determinant(matrix: &[f32; 16]) -> f64 {
    let [x, y, z] = axes(matrix);
    dot(cross(x, y), z)
}

/// The pose of a matrix, and whether the matrix is this pose up to rounding: a scene file has no other place for an object. Without shear
/// it is; with shear, the axes are made perpendicular, X first. A mirrored matrix gets a negative scale along X.
#[expect(clippy::cast_possible_truncation, reason = "rounded once, from f64")]
pub(crate) fn nearest_pose(matrix: &[f32; 16]) -> (WholePose, bool) {
    let [x, y, z] = axes(matrix);
    let length = |axis: Axis| dot(axis, axis).sqrt();
    let scaled = |axis: Axis, factor: f64| axis.map(|component| component * factor);
    let unit = |axis: Axis| scaled(axis, 1.0 / length(axis));
    let mirror = if determinant(matrix) < 0.0 { -1.0 } else { 1.0 };
    let scale = [mirror * length(x), length(y), length(z)];
    let unit_x = scaled(unit(x), mirror);
    let slope = dot(unit_x, y);
    let unit_y = unit([y[0] - slope * unit_x[0], y[1] - slope * unit_x[1], y[2] - slope * unit_x[2]]);
    let unit_z = cross(unit_x, unit_y);
    // A few units in the last place of f32.
    let rounding = 1e-6;
    let is_whole = slope.abs() <= rounding * length(y)
        && dot(unit_x, z).abs() <= rounding * length(z)
        && dot(unit_y, z).abs() <= rounding * length(z);
    let pose = WholePose {
        position: [matrix[12], matrix[13], matrix[14]],
        rotation: quaternion(unit_x, unit_y, unit_z).map(|component| component as f32),
        scale: scale.map(|factor| factor as f32),
    };
    (pose, is_whole)
}

/// The quaternion x, y, z, w of three perpendicular unit axes (Shepperd 1978): the component of the greatest magnitude is computed first,
/// so that no division is by a small number.
fn quaternion(x: Axis, y: Axis, z: Axis) -> [f64; 4] {
    let trace = x[0] + y[1] + z[2];
    let greatest = [x[0], y[1], z[2], trace].into_iter().fold(f64::NEG_INFINITY, f64::max);
    let raw = if greatest == trace {
        [y[2] - z[1], z[0] - x[2], x[1] - y[0], 1.0 + trace]
    } else if greatest == x[0] {
        [1.0 + 2.0 * x[0] - trace, x[1] + y[0], z[0] + x[2], y[2] - z[1]]
    } else if greatest == y[1] {
        [x[1] + y[0], 1.0 + 2.0 * y[1] - trace, y[2] + z[1], z[0] - x[2]]
    } else {
        [z[0] + x[2], y[2] + z[1], 1.0 + 2.0 * z[2] - trace, x[1] - y[0]]
    };
    let length = raw.iter().map(|component| component * component).sum::<f64>().sqrt();
    raw.map(|component| component / length)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The matrix of a pose, in f64 and rounded once.
    #[expect(clippy::cast_possible_truncation, reason = "rounded once, from f64")]
    fn matrix(pose: &WholePose) -> [f32; 16] {
        let [x, y, z, w] = pose.rotation.map(f64::from);
        let columns = [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)],
            [2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w)],
            [2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)],
        ];
        let mut matrix = [0.0; 16];
        for (i, column) in columns.iter().enumerate() {
            for (j, component) in column.iter().enumerate() {
                matrix[4 * i + j] = (component * f64::from(pose.scale[i])) as f32;
            }
        }
        matrix[12..15].copy_from_slice(&pose.position);
        matrix[15] = 1.0;
        matrix
    }

    fn unit(rotation: [f32; 4]) -> [f32; 4] {
        let length = rotation.iter().map(|x| x * x).sum::<f32>().sqrt();
        rotation.map(|x| x / length)
    }

    #[test]
    fn the_pose_of_a_matrix_has_this_matrix() {
        let rotations = [
            [0.0, 0.0, 0.0, 1.0],
            [1.0, 0.0, 0.0, 0.0],
            [0.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, 0.0],
            [0.5, -0.5, 0.5, -0.5],
            [0.1, 0.7, -0.3, 0.2],
            [-0.9, 0.1, 0.3, 0.01],
        ];
        for rotation in rotations {
            for scale in [[1.0; 3], [2.0, 0.5, 3.0], [-1.0, 2.0, 3.0], [1e-6, 1e6, 1.0]] {
                let before = matrix(&WholePose { position: [1.0, -2.0, 3.5], rotation: unit(rotation), scale });
                let (pose, is_whole) = nearest_pose(&before);
                assert!(is_whole, "{rotation:?} {scale:?}");
                for (i, (a, b)) in before.iter().zip(matrix(&pose)).enumerate() {
                    let size = if i < 12 { scale[i / 4].abs() } else { 1.0 };
                    assert!((a - b).abs() <= 1e-6 * size, "{rotation:?} {scale:?}: {before:?} {:?}", matrix(&pose));
                }
            }
        }
    }

    #[test]
    fn a_matrix_without_rotation_is_exactly_its_pose() {
        let before = WholePose { scale: [0.1, 3.3, 7.7], position: [0.3, 0.7, 1e9], ..WholePose::IDENTITY };
        assert_eq!(nearest_pose(&matrix(&before)), (before, true));
    }

    #[test]
    fn shear_is_told() {
        let mut sheared = matrix(&WholePose::IDENTITY);
        sheared[4] = 0.01;
        let (pose, is_whole) = nearest_pose(&sheared);
        assert!(!is_whole && Place::Pose(pose).is_valid() && Place::Matrix(sheared).is_valid());
    }

    #[test]
    fn places_that_eyeline_refuses_are_not_valid() {
        let whole = WholePose::IDENTITY;
        let pose = |pose: WholePose| Place::Pose(pose);
        let changed = |i: usize, number: f32| {
            let mut changed = matrix(&whole);
            changed[i] = number;
            Place::Matrix(changed)
        };
        let table = [
            (pose(whole), true),
            (pose(WholePose { scale: [-1.0, 1.0, 1.0], ..whole }), true),
            (pose(WholePose { scale: [1.0, 0.0, 1.0], ..whole }), false),
            (pose(WholePose { scale: [1e-15, 1e-15, 1.0], ..whole }), true),
            (pose(WholePose { scale: [1e-30, 1e-30, 1.0], ..whole }), false),
            (pose(WholePose { position: [1e30, 0.0, 0.0], ..whole }), false),
            (pose(WholePose { rotation: [0.0; 4], ..whole }), false),
            (pose(WholePose { rotation: [0.0, 0.0, 0.0, 9.0], ..whole }), true),
            (pose(WholePose { position: [f32::NAN, 0.0, 0.0], ..whole }), false),
            (changed(0, 2.0), true),
            (changed(0, 0.0), false),
            (changed(0, 1e-30), false),
            (changed(3, 0.1), false),
            (changed(15, 2.0), false),
            (changed(12, f32::INFINITY), false),
        ];
        for (place, expected) in table {
            assert_eq!(place.is_valid(), expected, "{place:?}");
        }
    }

    #[test]
    fn a_position_alone_keeps_the_axes() {
        let sheared = {
            let mut m = matrix(&WholePose::IDENTITY);
            m[4] = 0.5;
            m
        };
        let mut expected = sheared;
        expected[12..15].copy_from_slice(&[1.0, 2.0, 3.0]);
        assert_eq!(Place::Matrix(sheared).moved(&[1.0, 2.0, 3.0].into()), Place::Matrix(expected));
        let turned = Place::default().moved(&([0.0; 3], [0.0, 1.0, 0.0, 0.0]).into());
        let Place::Pose(pose) = turned.moved(&[1.0, 0.0, 0.0].into()) else { panic!("a pose") };
        assert_eq!((pose.position, pose.rotation), ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]));
    }
}
