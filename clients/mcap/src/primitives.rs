//! The primitives of an entity as shapes of a trace.

use std::io;

use eyeline_client::{Object, Shape};
use eyeline_convert::{Log, Meshes, NoMesh, Pose};

use crate::messages::{ArrowPrimitive, CylinderPrimitive, SceneEntity, SizedPrimitive, TriangleListPrimitive};

/// A truncated cone becomes a hull with so many corners at each end.
const CORNERS: u8 = 32;

/// A solid in the frame of its entity.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Solid {
    /// The kind in names.
    pub(crate) word: &'static str,
    pub(crate) shape: Shape,
    pub(crate) pose: Pose,
    pub(crate) scale: [f32; 3],
    pub(crate) color: [u8; 3],
}

impl Solid {
    /// The object, where the frame of the entity is.
    pub(crate) fn object(&self, frame: &Pose) -> Object {
        let (position, rotation) = frame.then(&self.pose).rounded();
        Object::new(self.shape.clone()).pose((position, rotation, self.scale)).color(self.color)
    }
}

/// The solids of an entity. What has none is in the log; `place` names the entity there.
///
/// # Errors
/// When the file of the meshes cannot be written.
pub(crate) fn solids(entity: &SceneEntity, meshes: &mut Meshes, log: &mut Log, place: &str) -> io::Result<Vec<Solid>> {
    let mut solids = Vec::new();
    let mut take = |made: Result<Vec<Solid>, NoSolid>, pose: &Pose, word: &str| match made {
        _ if !pose.is_valid() => {
            log.fault(format!("{place}: the pose of a {word} is not finite, or its rotation is zero: {pose:?}"));
        }
        Ok(made) => solids.extend(made),
        Err(NoSolid::Flat) => log.left_out(&format!("{word}s without a volume"), || place.to_owned()),
        Err(NoSolid::Size(sizes)) => {
            log.fault(format!("{place}: a size of a {word} is not finite or not above 0: {sizes:?}"));
        }
        Err(NoSolid::Mesh(NoMesh::File)) => {
            log.left_out(&format!("{word}s, because {}", NoMesh::File), || place.to_owned());
        }
        Err(NoSolid::Mesh(none)) => log.fault(format!("{place}: {none}")),
    };
    for arrow in &entity.arrows {
        take(arrow_solids(arrow), &arrow.pose.pose(), "arrow");
    }
    for cube in &entity.cubes {
        take(cube_solid(cube), &cube.pose.pose(), "cube");
    }
    for sphere in &entity.spheres {
        take(sphere_solid(sphere), &sphere.pose.pose(), "sphere");
    }
    for cylinder in &entity.cylinders {
        take(cylinder_solid(cylinder), &cylinder.pose.pose(), "cylinder");
    }
    for list in &entity.triangles {
        take(mesh_solid(list, meshes)?, &list.pose.pose(), "triangle list");
    }
    for (primitives, kind) in [(&entity.lines, "lines"), (&entity.texts, "texts"), (&entity.models, "models")] {
        for _ in primitives {
            log.left_out(kind, || place.to_owned());
        }
    }
    Ok(solids)
}

/// Why a primitive has no solid.
#[derive(Debug, PartialEq)]
enum NoSolid {
    /// A size is 0.
    Flat,
    /// A size is not finite, or below 0.
    Size(Vec<f64>),
    Mesh(NoMesh),
}

/// Sizes above 0.
#[expect(clippy::cast_possible_truncation, reason = "rounded once")]
fn sizes<const N: usize>(sizes: [f64; N]) -> Result<[f32; N], NoSolid> {
    let rounded = sizes.map(|size| size as f32);
    if rounded.iter().any(|size| !size.is_finite() || *size < 0.0) {
        return Err(NoSolid::Size(sizes.to_vec()));
    }
    if rounded.contains(&0.0) { Err(NoSolid::Flat) } else { Ok(rounded) }
}

fn cube_solid(cube: &SizedPrimitive) -> Result<Vec<Solid>, NoSolid> {
    let half_extents = sizes(cube.size.array())?.map(|size| size / 2.0);
    let (pose, color) = (cube.pose.pose(), cube.color.bytes());
    Ok(vec![Solid { word: "cube", shape: Shape::Box { half_extents }, pose, scale: [1.0; 3], color }])
}

fn sphere_solid(sphere: &SizedPrimitive) -> Result<Vec<Solid>, NoSolid> {
    let [x, y, z] = sizes(sphere.size.array())?;
    let (radius, scale) = if x == y && y == z { (x / 2.0, [1.0; 3]) } else { (0.5, [x, y, z]) };
    let (pose, color) = (sphere.pose.pose(), sphere.color.bytes());
    Ok(vec![Solid { word: "sphere", shape: Shape::Sphere { radius }, pose, scale, color }])
}

fn cylinder_solid(cylinder: &CylinderPrimitive) -> Result<Vec<Solid>, NoSolid> {
    let [x, y, height] = sizes(cylinder.size.array())?;
    let ends = [cylinder.bottom_scale, cylinder.top_scale];
    if ends.iter().any(|end| !end.is_finite() || *end < 0.0) {
        return Err(NoSolid::Size(ends.to_vec()));
    }
    // The axis is Z in the message, and Y in the trace.
    let up = Pose::turning_y_to([0.0, 0.0, 1.0]);
    let half_height = height / 2.0;
    let (diameter, scale) = if x == y { (x, [1.0; 3]) } else { (1.0, [x, 1.0, y]) };
    #[expect(clippy::cast_possible_truncation, reason = "rounded once")]
    let radii = ends.map(|end| end as f32 * diameter / 2.0);
    let tip = f64::from(half_height);
    let (shape, local) = match radii {
        [0.0, 0.0] => return Err(NoSolid::Flat),
        [bottom, top] if bottom == top => (Shape::Cylinder { radius: bottom, half_height }, up),
        [radius, 0.0] => (Shape::Cone { radius, height }, up.then(&Pose::at([0.0, tip, 0.0]))),
        [0.0, radius] => {
            let down = Pose::turning_y_to([0.0, 0.0, -1.0]);
            (Shape::Cone { radius, height }, down.then(&Pose::at([0.0, tip, 0.0])))
        }
        [bottom, top] => (Shape::hull([ring(bottom, -half_height), ring(top, half_height)].concat()), up),
    };
    let (pose, color) = (cylinder.pose.pose().then(&local), cylinder.color.bytes());
    Ok(vec![Solid { word: "cylinder", shape, pose, scale, color }])
}

/// Points on a circle around Y.
fn ring(radius: f32, y: f32) -> Vec<[f32; 3]> {
    let angle = |i: u8| std::f32::consts::TAU * f32::from(i) / f32::from(CORNERS);
    (0..CORNERS).map(|i| [radius * angle(i).cos(), y, radius * angle(i).sin()]).collect()
}

/// The shaft and the head.
fn arrow_solids(arrow: &ArrowPrimitive) -> Result<Vec<Solid>, NoSolid> {
    let along = Pose::turning_y_to([1.0, 0.0, 0.0]);
    let at = |distance: f64| arrow.pose.pose().then(&along.then(&Pose::at([0.0, distance, 0.0])));
    let color = arrow.color.bytes();
    let solid = |word, shape, pose| Solid { word, shape, pose, scale: [1.0; 3], color };
    // An arrow may have no head, or be only a head.
    let shaft = sizes([arrow.shaft_length, arrow.shaft_diameter]).map(|[length, diameter]| {
        let shape = Shape::Cylinder { radius: diameter / 2.0, half_height: length / 2.0 };
        solid("shaft", shape, at(arrow.shaft_length / 2.0))
    });
    let head = sizes([arrow.head_length, arrow.head_diameter]).map(|[length, diameter]| {
        let shape = Shape::Cone { radius: diameter / 2.0, height: length };
        solid("head", shape, at(arrow.shaft_length + arrow.head_length))
    });
    match (shaft, head) {
        (Err(NoSolid::Flat), Err(NoSolid::Flat)) => Err(NoSolid::Flat),
        (Ok(one), Err(NoSolid::Flat)) | (Err(NoSolid::Flat), Ok(one)) => Ok(vec![one]),
        (shaft, head) => Ok(vec![shaft?, head?]),
    }
}

fn mesh_solid(list: &TriangleListPrimitive, meshes: &mut Meshes) -> io::Result<Result<Vec<Solid>, NoSolid>> {
    #[expect(clippy::cast_possible_truncation, reason = "rounded once")]
    let points: Vec<[f32; 3]> = list.points.iter().map(|point| point.array().map(|x| x as f32)).collect();
    let consecutive = || (0..).take(points.len()).collect();
    let indices: Vec<u32> = if list.indices.is_empty() { consecutive() } else { list.indices.clone() };
    let (triangles, rest) = indices.as_chunks::<3>();
    if !rest.is_empty() {
        return Ok(Err(NoSolid::Mesh(NoMesh::Index)));
    }
    let color = list.colors.first().unwrap_or(&list.color).bytes();
    let solid = |shape| Solid { word: "triangles", shape, pose: list.pose.pose(), scale: [1.0; 3], color };
    Ok(match meshes.shape(&points, triangles)? {
        Ok(shape) => Ok(vec![solid(shape)]),
        Err(none) => Err(NoSolid::Mesh(none)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entity(json: &str) -> SceneEntity {
        serde_json::from_str(json).unwrap()
    }

    /// The solids without meshes, and the messages.
    fn made(json: &str) -> (Vec<Solid>, String) {
        let mut log = Log::default();
        let solids = solids(&entity(json), &mut Meshes::new("", None), &mut log, "`a` at 1 s").unwrap();
        (solids, log.text())
    }

    /// Where a point of the shape is in the frame of the entity.
    fn at(solid: &Solid, point: [f64; 3]) -> [f64; 3] {
        let scaled = [0, 1, 2].map(|i| point[i] * f64::from(solid.scale[i]));
        solid.pose.then(&Pose::at(scaled)).position.map(|x| (x * 1e6).round() / 1e6 + 0.0)
    }

    #[test]
    fn cubes_and_spheres_have_full_sizes() {
        let (solids, text) = made(
            r#"{ "cubes": [{ "size": { "x": 2, "y": 4, "z": 6 }, "color": { "r": 1, "g": 0, "b": 0, "a": 1 } }],
                 "spheres": [{ "size": { "x": 3, "y": 3, "z": 3 } }, { "size": { "x": 1, "y": 2, "z": 3 } }] }"#,
        );
        let shapes: Vec<&Shape> = solids.iter().map(|solid| &solid.shape).collect();
        assert_eq!(shapes, [&Shape::cuboid([1.0, 2.0, 3.0]), &Shape::sphere(1.5), &Shape::sphere(0.5)]);
        assert_eq!((solids[0].color, solids[2].scale, text.as_str()), ([255, 0, 0], [1.0, 2.0, 3.0], ""));
    }

    #[test]
    fn cylinders_have_the_axis_z() {
        let cylinder = |ends: &str, x: f64| {
            let (solids, text) = made(&format!(
                r#"{{ "cylinders": [{{ "pose": {{ "position": {{ "z": 10 }} }}, "size": {{ "x": {x}, "y": 2, "z": 4 }} {ends} }}] }}"#
            ));
            assert_eq!(text, "");
            solids.into_iter().next().unwrap()
        };
        let whole = cylinder("", 2.0);
        assert_eq!(whole.shape, Shape::Cylinder { radius: 1.0, half_height: 2.0 });
        assert_eq!(at(&whole, [0.0, 2.0, 0.0]), [0.0, 0.0, 12.0]);
        let oval = cylinder("", 6.0);
        assert_eq!(oval.shape, Shape::Cylinder { radius: 0.5, half_height: 2.0 });
        assert_eq!((at(&oval, [0.5, 0.0, 0.0]), at(&oval, [0.0, 0.0, -0.5])), ([3.0, 0.0, 10.0], [0.0, 1.0, 10.0]));
        let cone = cylinder(r#", "bottom_scale": 0.5, "top_scale": 0"#, 2.0);
        assert_eq!(cone.shape, Shape::Cone { radius: 0.5, height: 4.0 });
        assert_eq!((at(&cone, [0.0; 3]), at(&cone, [0.0, -4.0, 0.0])), ([0.0, 0.0, 12.0], [0.0, 0.0, 8.0]));
        let turned = cylinder(r#", "bottom_scale": 0, "top_scale": 1"#, 2.0);
        assert_eq!((at(&turned, [0.0; 3]), at(&turned, [0.0, -4.0, 0.0])), ([0.0, 0.0, 8.0], [0.0, 0.0, 12.0]));
        let cut = cylinder(r#", "bottom_scale": 1, "top_scale": 0.25"#, 2.0);
        let Shape::Hull { points } = &cut.shape else { panic!("{:?}", cut.shape) };
        let greatest = |y: f32| points.iter().filter(|point| point[1] == y).map(|point| point[0]).fold(0.0, f32::max);
        assert_eq!((points.len(), greatest(-2.0), greatest(2.0)), (64, 1.0, 0.25));
    }

    #[test]
    fn arrows_point_along_x() {
        let (solids, _) = made(
            r#"{ "arrows": [{ "shaft_length": 2, "shaft_diameter": 0.2, "head_length": 0.5, "head_diameter": 0.4 }] }"#,
        );
        assert_eq!(solids[0].shape, Shape::Cylinder { radius: 0.1, half_height: 1.0 });
        assert_eq!((at(&solids[0], [0.0, -1.0, 0.0]), at(&solids[0], [0.0, 1.0, 0.0])), ([0.0; 3], [2.0, 0.0, 0.0]));
        assert_eq!(solids[1].shape, Shape::Cone { radius: 0.2, height: 0.5 });
        assert_eq!((at(&solids[1], [0.0; 3]), at(&solids[1], [0.0, -0.5, 0.0])), ([2.5, 0.0, 0.0], [2.0, 0.0, 0.0]));
    }

    #[test]
    fn triangles_are_a_mesh() {
        let folder = tempfile::tempdir().unwrap();
        let mut meshes = Meshes::new(folder.path().join("meshes.obj"), Some("run.meshes.obj"));
        let list = r#"{ "triangles": [{ "points": [{}, { "x": 1 }, { "y": 1 }], "colors": [{ "r": 0, "g": 1, "b": 0 }] },
                                      { "points": [{}, { "x": 1 }, { "y": 1 }], "indices": [0, 1, 2, 2, 1, 0] }] }"#;
        let mut log = Log::default();
        let found = solids(&entity(list), &mut meshes, &mut log, "").unwrap();
        let nodes: Vec<_> = found.iter().map(|solid| solid.shape.clone()).collect();
        let mesh = |node: &str| Shape::Mesh { file: "run.meshes.obj".into(), node: Some(node.into()) };
        assert_eq!(
            (nodes, found[0].color, log.text()),
            (vec![mesh("mesh_1"), mesh("mesh_2")], [0, 255, 0], String::new())
        );
    }

    #[test]
    fn what_has_no_solid_is_named_with_its_entity() {
        let table = [
            (
                r#"{ "cubes": [{ "size": { "x": 1, "y": 1, "z": 0 } }] }"#,
                "left out: cubes without a volume (1, first `a` at 1 s)",
            ),
            (
                r#"{ "cubes": [{ "size": { "x": 1, "y": 1, "z": null } }] }"#,
                "a size of a cube is not finite or not above 0",
            ),
            (r#"{ "spheres": [{ "size": { "x": 1, "y": 1, "z": -1 } }] }"#, "a size of a sphere"),
            (r#"{ "spheres": [{ "size": { "x": 1e300, "y": 1, "z": 1 } }] }"#, "a size of a sphere"),
            (
                r#"{ "cubes": [{ "pose": { "orientation": {} }, "size": { "x": 1, "y": 1, "z": 1 } }] }"#,
                "the pose of a cube",
            ),
            (r#"{ "cylinders": [{ "size": { "x": 1, "y": 1, "z": 1 }, "top_scale": -1 }] }"#, "a size of a cylinder"),
            (r#"{ "triangles": [{ "points": [{}, {}, {}] }] }"#, "triangle lists, because a mesh needs a file"),
            (r#"{ "triangles": [{ "points": [{}, {}, {}, {}] }] }"#, "a triangle has the index of a vertex"),
            (r#"{ "arrows": [{}] }"#, "arrows without a volume (1, "),
            (
                r#"{ "lines": [{}, {}], "texts": [{}], "models": [{}] }"#,
                "left out: lines (2, first `a` at 1 s), models (1, first `a` at 1 s), texts (1, ",
            ),
        ];
        for (json, expected) in table {
            let (solids, text) = made(json);
            assert!(solids.is_empty() && text.contains(expected) && text.contains("`a` at 1 s"), "{json}: {text}");
        }
    }
}
