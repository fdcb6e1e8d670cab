//! Geometries of Box3D as shapes of a trace, in the space of their body.

use std::io;

use eyeline_client::Shape;
use eyeline_convert::{Meshes, NoMesh, Pose};

use crate::native::Geometry;

/// A shape in the space of its body, in metres.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Solid {
    pub(crate) shape: Shape,
    pub(crate) place: Pose,
}

/// A geometry that has no shape in the trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoSolid {
    /// A hit of a compound does not say which part was hit.
    Compound,
    /// A mesh or height field that the trace cannot have.
    Mesh(NoMesh),
}

impl NoSolid {
    /// The kind in messages.
    pub(crate) fn kind(self) -> String {
        match self {
            Self::Compound => "compound shapes".to_owned(),
            Self::Mesh(none) => format!("meshes and height fields, because {none}"),
        }
    }
}

impl Solid {
    /// The shape of a geometry whose lengths are in units.
    ///
    /// # Errors
    /// When the file of the meshes cannot be written.
    pub(crate) fn of(
        geometry: &Geometry,
        units_per_metre: f32,
        meshes: &mut Meshes,
    ) -> io::Result<Result<Self, NoSolid>> {
        let metres = |point: [f32; 3]| point.map(|x| x / units_per_metre);
        let at = |position: [f32; 3], shape| Self { shape, place: Pose::at(position.map(f64::from)) };
        Ok(Ok(match geometry {
            Geometry::Sphere { center, radius } => {
                at(metres(*center), Shape::Sphere { radius: radius / units_per_metre })
            }
            Geometry::Capsule { ends, radius } => capsule(ends.map(metres), radius / units_per_metre),
            Geometry::Hull { points } => hull(points.iter().copied().map(metres).collect()),
            Geometry::Mesh { points, triangles } => {
                let points: Vec<[f32; 3]> = points.iter().copied().map(metres).collect();
                match meshes.shape(&points, triangles)? {
                    Ok(shape) => Self { shape, place: Pose::IDENTITY },
                    Err(none) => return Ok(Err(NoSolid::Mesh(none))),
                }
            }
            Geometry::Compound => return Ok(Err(NoSolid::Compound)),
        }))
    }
}

#[expect(clippy::cast_possible_truncation, reason = "rounded once, from f64")]
fn capsule(ends: [[f32; 3]; 2], radius: f32) -> Solid {
    let [from, to] = ends.map(|end| end.map(f64::from));
    let along = [0, 1, 2].map(|i| to[i] - from[i]);
    let middle = Pose::at([0, 1, 2].map(|i| f64::midpoint(from[i], to[i])));
    let half_height = (along.iter().map(|x| x * x).sum::<f64>().sqrt() / 2.0) as f32;
    if half_height == 0.0 {
        return Solid { shape: Shape::Sphere { radius }, place: middle };
    }
    Solid { shape: Shape::Capsule { radius, half_height }, place: middle.then(&Pose::turning_y_to(along)) }
}

/// A hull; a box where the points are exactly the corners of one along the axes.
fn hull(points: Vec<[f32; 3]>) -> Solid {
    match box_of(&points) {
        Some((center, half_extents)) => {
            Solid { shape: Shape::Box { half_extents }, place: Pose::at(center.map(f64::from)) }
        }
        None => Solid { shape: Shape::hull(points), place: Pose::IDENTITY },
    }
}

/// The centre and the half extents of a box.
fn box_of(points: &[[f32; 3]]) -> Option<([f32; 3], [f32; 3])> {
    if points.len() != 8 {
        return None;
    }
    let bound = |i: usize, of: fn(f32, f32) -> f32| points.iter().map(|point| point[i]).reduce(of);
    let ends = [0, 1, 2].map(|i| Some([bound(i, f32::min)?, bound(i, f32::max)?]));
    let [x, y, z] = [ends[0]?, ends[1]?, ends[2]?];
    // Rounding of the centre or of a half extent would make another box.
    let whole = [x, y, z].map(|[min, max]| {
        let (center, half) = (f32::midpoint(min, max), (max - min) / 2.0);
        (center - half == min && center + half == max).then_some([center, half])
    });
    let corner = |i: usize| [x[i & 1], y[i >> 1 & 1], z[i >> 2 & 1]];
    let has_all = (0..8).all(|i| points.contains(&corner(i)));
    let [x, y, z] = [whole[0]?, whole[1]?, whole[2]?];
    has_all.then_some(([x[0], y[0], z[0]], [x[1], y[1], z[1]]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solid(geometry: &Geometry, units_per_metre: f32) -> Result<Solid, NoSolid> {
        Solid::of(geometry, units_per_metre, &mut Meshes::new("", None)).unwrap()
    }

    fn corners(half: [f32; 3], center: [f32; 3]) -> Vec<[f32; 3]> {
        let sign = |i: usize, axis: usize| if i >> axis & 1 == 1 { 1.0 } else { -1.0 };
        (0..8).map(|i| [0, 1, 2].map(|axis| center[axis] + sign(i, axis) * half[axis])).collect()
    }

    #[test]
    fn a_hull_of_the_corners_of_a_box_is_a_box() {
        let points = corners([10.0, 0.5, 2.0], [1.0, -1.0, 0.0]);
        let found = solid(&Geometry::Hull { points: points.clone() }, 1.0).unwrap();
        assert_eq!(found, Solid { shape: Shape::cuboid([10.0, 0.5, 2.0]), place: Pose::at([1.0, -1.0, 0.0]) });
        let in_centimetres = Geometry::Hull { points: corners([50.0; 3], [100.0, 0.0, 0.0]) };
        let found = solid(&in_centimetres, 100.0).unwrap();
        assert_eq!(found, Solid { shape: Shape::cuboid([0.5; 3]), place: Pose::at([1.0, 0.0, 0.0]) });
        for change in [[0.1, 0.0, 0.0], [0.0, 0.0, 1e-6]] {
            let mut points = points.clone();
            (0..3).for_each(|i| points[5][i] += change[i]);
            assert_eq!(solid(&Geometry::Hull { points: points.clone() }, 1.0).unwrap().shape, Shape::hull(points));
        }
    }

    #[test]
    fn a_capsule_has_its_axis_between_its_ends() {
        let ends = [[1.0, 0.0, 0.0], [1.0, 0.0, 4.0]];
        let found = solid(&Geometry::Capsule { ends, radius: 0.5 }, 1.0).unwrap();
        assert_eq!(found.shape, Shape::Capsule { radius: 0.5, half_height: 2.0 });
        let half = std::f32::consts::FRAC_1_SQRT_2;
        assert_eq!(found.place.rounded(), ([1.0, 0.0, 2.0], [half, 0.0, 0.0, half]));
        let point = Geometry::Capsule { ends: [[1.0; 3]; 2], radius: 0.5 };
        assert_eq!(solid(&point, 1.0).unwrap().shape, Shape::sphere(0.5));
    }

    #[test]
    fn what_has_no_shape_is_named() {
        let mesh = Geometry::Mesh { points: vec![[0.0; 3]; 3], triangles: vec![[0, 1, 2]] };
        assert_eq!(solid(&mesh, 1.0), Err(NoSolid::Mesh(NoMesh::File)));
        assert_eq!(solid(&Geometry::Compound, 1.0), Err(NoSolid::Compound));
    }
}
