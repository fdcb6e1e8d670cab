//! The conventions of other programs: which way a camera looks, which way is up, and what a pose maps from and to.
//!
//! Formulas: the change of camera axes is a product with the camera's own axes on the right; the change of the world is a
//! product on the left. A left-handed world is mirrored by z → −z, which maps a rotation (x, y, z, w) to (−x, −y, z, w).

use std::f64::consts::FRAC_1_SQRT_2;

use glam::{DQuat, DVec3};

/// The axes of a camera.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CameraAxes {
    /// +X right, +Y up, looks along −Z. Right-handed.
    #[default]
    OpenGl,
    /// +X right, +Y down, looks along +Z. Right-handed.
    OpenCv,
    /// +X right, +Y up, looks along +Z. Left-handed, and so is the world of the file.
    Unity,
    /// A body of ROS: +Y left, +Z up, looks along +X. Right-handed.
    Ros,
}

/// The axis of a file's world that points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum World {
    /// +Y.
    #[default]
    YUp,
    /// −Y. The world is turned by 180° about X.
    YDown,
    /// +Z. The world is turned by −90° about X.
    ZUp,
}

/// How the poses of a file are converted to ours: the camera looks along −Z, +Y is up, right-handed, `world_from_camera`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Convention {
    /// The axes of the camera.
    pub axes: CameraAxes,
    /// The axis that points up.
    pub world: World,
    /// Whether the poses of the file are `camera_from_world`.
    pub inverse: bool,
}

impl CameraAxes {
    /// The word of files.
    pub fn word(self) -> &'static str {
        match self {
            Self::OpenGl => "opengl",
            Self::OpenCv => "opencv",
            Self::Unity => "unity",
            Self::Ros => "ros",
        }
    }

    /// The rotation that maps the axes of our camera to those of the file, apart from the mirror of a left-handed world.
    pub fn file_from_camera(self) -> DQuat {
        match self {
            Self::OpenGl | Self::Unity => DQuat::IDENTITY,
            // By 180° about X.
            Self::OpenCv => DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0),
            // +X to −Y, +Y to +Z, and +Z to −X.
            Self::Ros => DQuat::from_xyzw(0.5, -0.5, -0.5, 0.5),
        }
    }
}

impl World {
    /// The word of files.
    pub fn word(self) -> &'static str {
        match self {
            Self::YUp => "y-up",
            Self::YDown => "y-down",
            Self::ZUp => "z-up",
        }
    }
}

impl Convention {
    /// Our pose of a pose of the file. `rotation` has unit length.
    pub fn pose(self, position: DVec3, rotation: DQuat) -> (DVec3, DQuat) {
        let (position, rotation) = if self.inverse {
            let back = rotation.conjugate();
            (-(back * position), back)
        } else {
            (position, rotation)
        };
        (self.point(position), self.world_rotation(rotation * self.axes.file_from_camera()))
    }

    /// Our point of a point of the file's world: turned so that +Y is up, then mirrored.
    pub fn point(self, DVec3 { x, y, z }: DVec3) -> DVec3 {
        let [x, y, z] = match self.world {
            World::YUp => [x, y, z],
            World::YDown => [x, -y, -z],
            World::ZUp => [x, z, -y],
        };
        DVec3::new(x, y, if self.is_mirrored() { -z } else { z })
    }

    /// One of our points or directions, as it would be with another axis of the file up.
    pub fn in_world(self, world: World, ours: DVec3) -> DVec3 {
        // The mirror is its own inverse.
        let z = if self.is_mirrored() { -ours.z } else { ours.z };
        let in_file = match self.world {
            World::YUp => DVec3::new(ours.x, ours.y, z),
            World::YDown => DVec3::new(ours.x, -ours.y, -z),
            World::ZUp => DVec3::new(ours.x, -z, ours.y),
        };
        Self { world, ..self }.point(in_file)
    }

    /// Our rotation of a body whose own axes are ours, such as an anchor.
    pub fn world_rotation(self, rotation: DQuat) -> DQuat {
        let DQuat { x, y, z, w } = match self.world {
            World::YUp => rotation,
            World::YDown => DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0) * rotation,
            World::ZUp => DQuat::from_xyzw(-FRAC_1_SQRT_2, 0.0, 0.0, FRAC_1_SQRT_2) * rotation,
        };
        if self.is_mirrored() { DQuat::from_xyzw(-x, -y, z, w) } else { DQuat::from_xyzw(x, y, z, w) }
    }

    /// Whether the file's world is left-handed. Then the local z of a body changes its sign too.
    pub fn is_mirrored(self) -> bool {
        self.axes == CameraAxes::Unity
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL_AXES: [CameraAxes; 4] = [CameraAxes::OpenGl, CameraAxes::OpenCv, CameraAxes::Unity, CameraAxes::Ros];

    fn close(a: DVec3, b: DVec3) -> bool {
        a.distance(b) < 1e-14
    }

    #[test]
    fn a_point_with_another_axis_up_is_that_of_the_other_convention() {
        let point = DVec3::new(1.0, 2.0, 3.0);
        for axes in ALL_AXES {
            for world in [World::YUp, World::YDown, World::ZUp] {
                for other in [World::YUp, World::YDown, World::ZUp] {
                    let of = |world| Convention { axes, world, inverse: false };
                    assert_eq!(of(world).in_world(other, of(world).point(point)), of(other).point(point));
                }
            }
        }
    }

    /// A camera at (1, 2, 3) that looks along the file's +X, with the file's up axis up, is converted to the same camera.
    #[test]
    fn each_convention_gives_the_same_camera() {
        for axes in ALL_AXES {
            for world in [World::YUp, World::YDown, World::ZUp] {
                for inverse in [false, true] {
                    let up = match world {
                        World::YUp => DVec3::Y,
                        World::YDown => DVec3::NEG_Y,
                        World::ZUp => DVec3::Z,
                    };
                    let look = DVec3::X;
                    // The camera's own axes in the file's world.
                    let right = if axes == CameraAxes::Unity { up.cross(look) } else { look.cross(up) };
                    let columns = match axes {
                        CameraAxes::OpenGl => [right, up, -look],
                        CameraAxes::OpenCv => [right, -up, look],
                        CameraAxes::Unity => [right, up, look],
                        CameraAxes::Ros => [look, -right, up],
                    };
                    let rotation = DQuat::from_mat3(&glam::DMat3::from_cols(columns[0], columns[1], columns[2]));
                    let at = DVec3::new(1.0, 2.0, 3.0);
                    let back = rotation.conjugate();
                    let (position, stored) = if inverse { (-(back * at), back) } else { (at, rotation) };
                    let convention = Convention { axes, world, inverse };
                    let (found, turned) = convention.pose(position, stored);
                    assert!(close(found, convention.point(at)), "{convention:?}");
                    assert!(close(turned * DVec3::NEG_Z, convention.point(look)), "{convention:?}");
                    assert!(close(turned * DVec3::Y, DVec3::Y), "{convention:?}");
                }
            }
        }
    }

    #[test]
    fn worlds_are_turned_and_mirrored() {
        let point = DVec3::new(1.0, 2.0, 3.0);
        let of = |axes, world| Convention { axes, world, inverse: false }.point(point);
        assert_eq!(of(CameraAxes::OpenCv, World::YUp), point);
        assert_eq!(of(CameraAxes::OpenCv, World::YDown), DVec3::new(1.0, -2.0, -3.0));
        assert_eq!(of(CameraAxes::OpenGl, World::ZUp), DVec3::new(1.0, 3.0, -2.0));
        assert_eq!(of(CameraAxes::Unity, World::YUp), DVec3::new(1.0, 2.0, -3.0));
    }
}
