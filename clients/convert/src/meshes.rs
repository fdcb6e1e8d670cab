//! Triangle meshes of a trace. A trace has no triangles: a mesh is a node of a file beside it. All meshes of a trace go into one OBJ file,
//! where each is a group; equal meshes are written once.

use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;

use eyeline_client::Shape;

/// The file of the meshes of a trace. It is created with the first mesh.
#[derive(Debug)]
pub struct Meshes {
    path: PathBuf,
    /// The name by which the trace refers to the file; `None` when the trace has no place for a file beside it.
    name: Option<Arc<str>>,
    file: Option<BufWriter<File>>,
    nodes: HashMap<Mesh, Arc<str>>,
    /// The number of vertices in the file.
    vertices: u64,
}

/// The bits of the coordinates, and the indices, three a triangle.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Mesh {
    points: Box<[[u32; 3]]>,
    triangles: Box<[[u32; 3]]>,
}

impl Meshes {
    /// The meshes of a trace, in the file `path`, to which the trace refers as `name`. See [`Output`](crate::Output) for both.
    pub fn new(path: impl Into<PathBuf>, name: Option<&str>) -> Self {
        Self { path: path.into(), name: name.map(Arc::from), file: None, nodes: HashMap::new(), vertices: 0 }
    }

    /// The shape of a mesh with these vertices in metres and these triangles, counter-clockwise from outside.
    ///
    /// # Errors
    /// The outer error: the file cannot be written. The inner one: the trace can have no such mesh.
    pub fn shape(&mut self, points: &[[f32; 3]], triangles: &[[u32; 3]]) -> io::Result<Result<Shape, NoMesh>> {
        let Some(file) = self.name.clone() else { return Ok(Err(NoMesh::File)) };
        if let Some(none) = NoMesh::of(points, triangles) {
            return Ok(Err(none));
        }
        let mesh =
            Mesh { points: points.iter().map(|point| point.map(f32::to_bits)).collect(), triangles: triangles.into() };
        if let Some(node) = self.nodes.get(&mesh) {
            return Ok(Ok(Shape::Mesh { file, node: Some(Arc::clone(node)) }));
        }
        let node: Arc<str> = format!("mesh_{}", self.nodes.len() + 1).into();
        self.write(&node, points, triangles)?;
        self.nodes.insert(mesh, Arc::clone(&node));
        Ok(Ok(Shape::Mesh { file, node: Some(node) }))
    }

    fn write(&mut self, node: &str, points: &[[f32; 3]], triangles: &[[u32; 3]]) -> io::Result<()> {
        if self.file.is_none() {
            self.file = Some(BufWriter::new(File::create(&self.path)?));
        }
        let Some(file) = &mut self.file else { return Ok(()) };
        writeln!(file, "g {node}")?;
        for [x, y, z] in points {
            writeln!(file, "v {x} {y} {z}")?;
        }
        for triangle in triangles {
            // Indices of OBJ begin at 1.
            let [a, b, c] = triangle.map(|index| self.vertices + u64::from(index) + 1);
            writeln!(file, "f {a} {b} {c}")?;
        }
        self.vertices += points.len() as u64;
        Ok(())
    }

    /// Ends the file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(self) -> io::Result<()> {
        self.file.map_or(Ok(()), |mut file| file.flush())
    }
}

/// Why a trace can have no such mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMesh {
    /// The trace goes to standard output, where no file is beside it.
    File,
    /// It has no triangle.
    Triangles,
    /// A vertex is not finite.
    Vertex,
    /// A triangle has the index of a vertex that the mesh does not have.
    Index,
}

impl NoMesh {
    fn of(points: &[[f32; 3]], triangles: &[[u32; 3]]) -> Option<Self> {
        let is_vertex = |index: &u32| usize::try_from(*index).is_ok_and(|index| index < points.len());
        if triangles.is_empty() {
            Some(Self::Triangles)
        } else if points.as_flattened().iter().any(|coordinate| !coordinate.is_finite()) {
            Some(Self::Vertex)
        } else {
            (!triangles.as_flattened().iter().all(is_vertex)).then_some(Self::Index)
        }
    }
}

impl fmt::Display for NoMesh {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::File => "a mesh needs a file beside the trace: use `-o`",
            Self::Triangles => "the mesh has no triangle",
            Self::Vertex => "a vertex of the mesh is not finite",
            Self::Index => "a triangle has the index of a vertex that the mesh does not have",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINTS: [[f32; 3]; 3] = [[0.0, 0.0, 0.0], [1.5, 0.0, 0.0], [0.0, 1e-7, -2.0]];

    #[test]
    fn equal_meshes_are_one_group() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("meshes.obj");
        let mut meshes = Meshes::new(path.clone(), Some("run.meshes.obj"));
        let first = meshes.shape(&POINTS, &[[0, 1, 2]]).unwrap().unwrap();
        let second = meshes.shape(&POINTS, &[[2, 1, 0]]).unwrap().unwrap();
        assert_eq!(meshes.shape(&POINTS, &[[0, 1, 2]]).unwrap(), Ok(first.clone()));
        let node = |node: &str| Shape::Mesh { file: "run.meshes.obj".into(), node: Some(node.into()) };
        assert_eq!([first, second], [node("mesh_1"), node("mesh_2")]);
        meshes.finish().unwrap();
        let vertices = "v 0 0 0\nv 1.5 0 0\nv 0 0.0000001 -2\n";
        let expected = format!("g mesh_1\n{vertices}f 1 2 3\ng mesh_2\n{vertices}f 6 5 4\n");
        assert_eq!(std::fs::read_to_string(path).unwrap(), expected);
    }

    #[test]
    fn meshes_that_a_trace_cannot_have_are_not_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("meshes.obj");
        let mut meshes = Meshes::new(path.clone(), Some("run.meshes.obj"));
        let table = [
            (POINTS, [[0, 1, 3]].as_slice(), NoMesh::Index),
            (POINTS, &[], NoMesh::Triangles),
            ([[f32::NAN; 3]; 3], &[[0, 1, 2]], NoMesh::Vertex),
        ];
        for (points, triangles, expected) in table {
            assert_eq!(meshes.shape(&points, triangles).unwrap(), Err(expected));
        }
        let mut none = Meshes::new(path.clone(), None);
        assert_eq!(none.shape(&POINTS, &[[0, 1, 2]]).unwrap(), Err(NoMesh::File));
        assert!(!path.exists());
    }
}
