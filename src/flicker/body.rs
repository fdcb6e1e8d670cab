//! Shapes in their poses, and their flat faces in world space.

use glam::{DMat3, DVec3, Mat3, Vec3};

use crate::geometry::{Aabb, Pose, Shape};

/// Corners around a disc. They are on its rim, and its edges are at most 0.12 % of the radius inside it.
const AROUND_DISC: u32 = 64;

/// An object as cameras draw it.
#[derive(Clone, Debug)]
pub struct FlickerBody {
    /// The shape in local space.
    pub shape: Shape,
    /// Its pose in the world.
    pub pose: Pose,
    /// The tight box in world space.
    pub bounds: Aabb,
    /// Bit n is layer n.
    pub layers: u64,
    /// Bodies with the same shape and the same pose have the same key.
    pub key: u64,
}

/// A flat face of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FacePart {
    /// The face of a box: 0 to 5 for +x, -x, +y, -y, +z, -z.
    Side(u8),
    /// The disc at +Y.
    Top,
    /// The disc at −Y of a cylinder.
    Bottom,
    /// The disc of a cone.
    Base,
    /// A face of a hull.
    HullFace(u32),
    /// A triangle of a mesh, in file order.
    Triangle(u32),
}

impl FacePart {
    /// Its words in reports: "+x", "triangle 7".
    pub fn words(self) -> String {
        match self {
            Self::Side(side) => ["+x", "-x", "+y", "-y", "+z", "-z"][usize::from(side) % 6].to_owned(),
            Self::Top => "top".to_owned(),
            Self::Bottom => "bottom".to_owned(),
            Self::Base => "base".to_owned(),
            Self::HullFace(face) => format!("face {face}"),
            Self::Triangle(triangle) => format!("triangle {triangle}"),
        }
    }
}

/// The map from local to world space in f64.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    matrix: DMat3,
    origin: DVec3,
    is_mirrored: bool,
}

impl Place {
    pub(super) fn of(pose: &Pose) -> Self {
        let world = pose.world_from_local();
        let matrix = Mat3::from(world.matrix3).as_dmat3();
        Self { matrix, origin: Vec3::from(world.translation).as_dvec3(), is_mirrored: matrix.determinant() < 0.0 }
    }

    fn world(&self, local: DVec3) -> DVec3 {
        self.matrix * local + self.origin
    }
}

/// A face in world space, a convex polygon.
#[derive(Clone, Debug)]
pub(super) struct WorldFace {
    /// Counter-clockwise as seen from the front.
    pub(super) corners: Vec<DVec3>,
    /// The unit normal of the front.
    pub(super) normal: DVec3,
    /// `normal · p` in the plane.
    pub(super) offset: f64,
}

impl WorldFace {
    /// How far a point is in front of the plane.
    pub(super) fn height(&self, at: DVec3) -> f64 {
        self.normal.dot(at) - self.offset
    }

    /// The least and the greatest corner of its bounds.
    pub(super) fn bounds(&self) -> [DVec3; 2] {
        let all = self.corners.iter();
        all.fold([DVec3::INFINITY, DVec3::NEG_INFINITY], |[min, max], at| [min.min(*at), max.max(*at)])
    }

    /// The area.
    pub(super) fn area(&self) -> f64 {
        doubled_area(&self.corners).length() / 2.0
    }
}

/// The normal, as long as twice the area.
fn doubled_area(corners: &[DVec3]) -> DVec3 {
    let Some(&first) = corners.first() else { return DVec3::ZERO };
    corners.windows(2).map(|pair| (pair[0] - first).cross(pair[1] - first)).sum()
}

impl FlickerBody {
    /// The spacing of f32 at the coordinates from which its corners are computed.
    pub(super) fn spacing(&self) -> f64 {
        let furthest = self.bounds.min.abs().max(self.bounds.max.abs()).max_element();
        let origin = Vec3::from(self.pose.world_from_local().translation).abs().max_element();
        crate::geometry::spacing(furthest.max(origin)).into()
    }

    /// Whether two of its own faces may flicker: those of a mesh. A solid is convex, so its faces meet at edges only.
    pub(super) fn may_fight_itself(&self) -> bool {
        matches!(self.shape, Shape::Mesh(_))
    }

    /// The number of its flat faces.
    pub(super) fn face_count(&self) -> usize {
        match &self.shape {
            Shape::Box { .. } => 6,
            Shape::Cylinder { .. } => 2,
            Shape::Cone { .. } => 1,
            Shape::Sphere { .. } | Shape::Capsule { .. } => 0,
            Shape::Hull(hull) => hull.faces().len(),
            Shape::Mesh(mesh) => mesh.triangles().len(),
        }
    }

    /// A flat face by its index below [`Self::face_count`], with whether both sides are drawn.
    pub(super) fn part(&self, index: usize) -> (FacePart, bool) {
        let number = u32::try_from(index).unwrap_or(u32::MAX);
        match &self.shape {
            Shape::Hull(_) => (FacePart::HullFace(number), false),
            Shape::Mesh(mesh) => {
                let corners = mesh.triangles().get(index).copied().unwrap_or_default();
                let material = mesh.origin().surface().and_then(|surface| surface.material_of(index, corners));
                (FacePart::Triangle(number), material.is_some_and(|material| material.is_double_sided))
            }
            Shape::Cone { .. } => (FacePart::Base, false),
            Shape::Cylinder { .. } if index == 0 => (FacePart::Top, false),
            Shape::Cylinder { .. } => (FacePart::Bottom, false),
            _ => (FacePart::Side(u8::try_from(index).unwrap_or(u8::MAX)), false),
        }
    }

    /// A face in world space; `None` for one without area or with a corner that is not finite.
    pub(super) fn face(&self, place: &Place, part: FacePart) -> Option<WorldFace> {
        let mut corners = self.local_corners(part)?;
        for corner in &mut corners {
            *corner = place.world(*corner);
        }
        if place.is_mirrored {
            corners.reverse();
        }
        let normal = doubled_area(&corners).try_normalize()?;
        let offset = normal.dot(corners[0]);
        (offset.is_finite()).then_some(WorldFace { corners, normal, offset })
    }

    /// The corners of a face in local space, counter-clockwise as seen from the front.
    fn local_corners(&self, part: FacePart) -> Option<Vec<DVec3>> {
        match (&self.shape, part) {
            (Shape::Box { half_extents }, FacePart::Side(side)) => {
                let (axis, sign) = (usize::from(side / 2), if side % 2 == 0 { 1.0 } else { -1.0 });
                let half = half_extents.as_dvec3();
                let [u, v] = [DVec3::AXES[(axis + 1) % 3], DVec3::AXES[(axis + 2) % 3]];
                // For the negative side, the other way around.
                let v = v * sign;
                let out = DVec3::AXES[axis] * sign;
                Some([-u - v, u - v, u + v, v - u].map(|corner| (out + corner) * half).to_vec())
            }
            (Shape::Cylinder { radius, half_height }, FacePart::Top | FacePart::Bottom) => {
                let up = if part == FacePart::Top { 1.0 } else { -1.0 };
                Some(disc((*radius).into(), f64::from(*half_height) * up, up))
            }
            (Shape::Cone { radius, height }, FacePart::Base) => Some(disc((*radius).into(), -f64::from(*height), -1.0)),
            (Shape::Hull(hull), FacePart::HullFace(face)) => {
                Some(hull.faces().get(face as usize)?.corners.iter().map(|corner| corner.as_dvec3()).collect())
            }
            (Shape::Mesh(mesh), FacePart::Triangle(triangle)) => {
                let corners = mesh.corners(triangle as usize);
                let is_finite = corners.iter().all(|corner| corner.is_finite());
                is_finite.then(|| corners.map(Vec3::as_dvec3).to_vec())
            }
            _ => None,
        }
    }
}

/// A disc across Y that faces up or down.
fn disc(radius: f64, y: f64, up: f64) -> Vec<DVec3> {
    let corner = |i: u32| {
        let turn = std::f64::consts::TAU * f64::from(i) / f64::from(AROUND_DISC);
        DVec3::new(radius * libm::cos(turn), y, -up * radius * libm::sin(turn))
    };
    (0..AROUND_DISC).map(corner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::shape::Hull;
    use std::sync::Arc;

    #[test]
    fn faces_show_their_fronts_outwards() {
        let cube =
            [0, 1, 2, 3, 4, 5, 6, 7].map(|i| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32) - 0.5);
        let shapes = [
            Shape::Box { half_extents: Vec3::new(0.5, 1.0, 1.5) },
            Shape::Cylinder { radius: 1.0, half_height: 0.5 },
            Shape::Hull(Arc::new(Hull::new(cube.to_vec()).unwrap())),
        ];
        for shape in shapes {
            for scale in [Vec3::ONE, Vec3::new(-1.0, 2.0, 1.0)] {
                let pose = Pose::new(Vec3::new(3.0, 4.0, 5.0), glam::Quat::from_rotation_x(0.5), scale).unwrap();
                let bounds = Aabb::of(&shape, &pose);
                let body = FlickerBody { shape: shape.clone(), pose, bounds, layers: 1, key: 0 };
                for index in 0..body.face_count() {
                    let (part, _) = body.part(index);
                    let face = body.face(&Place::of(&pose), part).unwrap();
                    assert!(face.height(DVec3::new(3.0, 4.0, 5.0)) < -0.1, "{shape:?} {part:?} {scale}");
                    assert!(face.corners.iter().all(|corner| face.height(*corner).abs() < 1e-6));
                }
            }
        }
    }
}
