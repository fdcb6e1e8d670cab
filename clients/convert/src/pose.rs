//! Poses in space: a rotation, then a translation.

use eyeline_client::Pose as ClientPose;

/// A position, and a rotation as a quaternion x, y, z, w.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// The position in metres.
    pub position: [f64; 3],
    /// The rotation. It need not have unit length, and is not zero.
    pub rotation: [f64; 4],
}

impl Pose {
    /// No motion.
    pub const IDENTITY: Self = Self { position: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0] };

    /// A pose from numbers of 32 bits.
    pub fn new(position: [f32; 3], rotation: [f32; 4]) -> Self {
        Self { position: position.map(f64::from), rotation: rotation.map(f64::from) }
    }

    /// Only a position.
    pub fn at(position: [f64; 3]) -> Self {
        Self { position, ..Self::IDENTITY }
    }

    /// The rotation that turns +Y into a direction by the shortest way; half a turn about X for −Y. The direction need not have unit length
    /// and is not zero.
    pub fn turning_y_to(direction: [f64; 3]) -> Self {
        let [x, y, z] = direction;
        let length = length(&direction);
        // The quaternion half way, (Y × d, |d| + Y·d), is zero for −Y.
        let raw = [z, 0.0, -x, length + y];
        let rotation = if self::length(&raw) <= 1e-7 * length { [1.0, 0.0, 0.0, 0.0] } else { unit(raw) };
        Self { rotation, ..Self::IDENTITY }
    }

    /// In the space in which `self` is: the pose of something that has the pose `local` in the space of `self`. A local pose without motion
    /// leaves the numbers as they are.
    #[must_use]
    pub fn then(&self, local: &Self) -> Self {
        if *local == Self::IDENTITY {
            return *self;
        }
        let rotation = unit(self.rotation);
        let moved = rotated(rotation, local.position);
        Self {
            position: [0, 1, 2].map(|i| self.position[i] + moved[i]),
            rotation: unit(product(rotation, unit(local.rotation))),
        }
    }

    /// The pose of the outer space in the space of `self`.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let [x, y, z, w] = unit(self.rotation);
        let rotation = [-x, -y, -z, w];
        Self { position: rotated(rotation, self.position).map(|coordinate| -coordinate), rotation }
    }

    /// Whether the numbers are finite, and the rotation is not zero.
    pub fn is_valid(&self) -> bool {
        let numbers = self.position.iter().chain(&self.rotation);
        numbers.into_iter().all(|number| number.is_finite()) && length(&self.rotation) > 0.0
    }

    /// The position and the rotation in numbers of 32 bits.
    #[expect(clippy::cast_possible_truncation, reason = "rounded once")]
    pub fn rounded(&self) -> ([f32; 3], [f32; 4]) {
        (self.position.map(|coordinate| coordinate as f32), self.rotation.map(|component| component as f32))
    }
}

impl From<Pose> for ClientPose {
    fn from(pose: Pose) -> Self {
        pose.rounded().into()
    }
}

fn length(numbers: &[f64]) -> f64 {
    numbers.iter().map(|number| number * number).sum::<f64>().sqrt()
}

fn unit(rotation: [f64; 4]) -> [f64; 4] {
    let length = length(&rotation);
    rotation.map(|component| component / length)
}

fn product([ax, ay, az, aw]: [f64; 4], [bx, by, bz, bw]: [f64; 4]) -> [f64; 4] {
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

fn rotated(rotation: [f64; 4], [x, y, z]: [f64; 3]) -> [f64; 3] {
    let [qx, qy, qz, qw] = rotation;
    let [x, y, z, _] = product(product(rotation, [x, y, z, 0.0]), [-qx, -qy, -qz, qw]);
    [x, y, z]
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_1_SQRT_2;

    use super::*;

    const QUARTER_ABOUT_Z: [f64; 4] = [0.0, 0.0, FRAC_1_SQRT_2, FRAC_1_SQRT_2];

    fn assert_near(found: &Pose, expected: &Pose) {
        let numbers = |pose: &Pose| pose.position.into_iter().chain(pose.rotation);
        let is_near = numbers(found).zip(numbers(expected)).all(|(a, b)| (a - b).abs() < 1e-12);
        assert!(is_near, "{found:?}, expected {expected:?}");
    }

    #[test]
    fn poses_follow_each_other() {
        let outer = Pose { position: [1.0, 2.0, 3.0], rotation: QUARTER_ABOUT_Z };
        let local = Pose { position: [4.0, 0.0, 0.5], rotation: QUARTER_ABOUT_Z.map(|component| 3.0 * component) };
        let expected = Pose { position: [1.0, 6.0, 3.5], rotation: [0.0, 0.0, 1.0, 0.0] };
        assert_near(&outer.then(&local), &expected);
        assert_eq!(outer.then(&Pose::IDENTITY), outer);
    }

    #[test]
    fn a_pose_and_its_inverse_are_no_motion() {
        let pose = Pose { position: [1.0, -2.0, 3.0], rotation: [0.1, 0.7, -0.3, 0.2] };
        assert_near(&pose.then(&pose.inverse()), &Pose::IDENTITY);
        assert_near(&pose.inverse().then(&pose), &Pose::IDENTITY);
    }

    #[test]
    fn y_turns_into_each_direction() {
        let directions =
            [[0.0, 1.0, 0.0], [0.0, -1.0, 0.0], [3.0, 0.0, 0.0], [0.0, 0.0, -2.0], [1.0, -1.0, 0.5], [1e-5, -1.0, 0.0]];
        for direction in directions {
            let end = Pose::turning_y_to(direction).then(&Pose::at([0.0, 1.0, 0.0])).position;
            let expected = direction.map(|coordinate| coordinate / length(&direction));
            assert!((0..3).all(|i| (end[i] - expected[i]).abs() < 1e-7), "{direction:?}: {end:?}");
        }
    }

    #[test]
    fn numbers_that_are_no_pose_are_not_valid() {
        assert!(Pose::IDENTITY.is_valid());
        assert!(!Pose::at([f64::NAN, 0.0, 0.0]).is_valid());
        assert!(!Pose { rotation: [0.0; 4], ..Pose::IDENTITY }.is_valid());
    }
}
