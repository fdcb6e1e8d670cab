//! Reads a PLY: the positions of `vertex` and the polygons of `face`, as one mesh.

use std::path::Path;

use glam::Vec3;

use super::body::Body;
use super::header::{Element, Encoding, Header, Property};
use crate::budget::ChargedVec;
use crate::geometry::polygon::{self, Uncut};
use crate::import::level::error::{LevelError, LevelPlace, Result};
use crate::import::level::file::{Named, read_level};
use crate::import::level::notes::{NoteKind, Notes};
use crate::import::level::plain_meshes::{PlainMesh, PlainMeshes, level_of, name_of_file};
use crate::import::level::read_level::ReadLevel;
use crate::import::level::work::LevelWork;
use crate::source::error::quoted;

/// The number of rows and corners between two checks for a cancel.
const STEP: u64 = 1 << 14;
/// The most copies of a line at one time: in places of an error and of notes, and one whose bytes were replaced.
const COPIES: usize = 8;
/// An estimate of the bytes of a header in lists, for each byte of its text.
const HEADER: usize = 16;
/// The names of the list of corners.
const INDICES: [&str; 2] = ["vertex_indices", "vertex_index"];
const HELP: &str = "export it as a mesh with faces";

/// Reads a PLY.
pub(in crate::import) fn read(named: Named, path: &Path, work: &LevelWork) -> Result<ReadLevel> {
    let bytes = read_level(path, work)?;
    let read = mesh(&bytes, &name_of_file(named.file), work)?;
    drop(bytes);
    let level = level_of(read, "mesh", work)?;
    work.release(u64::MAX);
    Ok(level)
}

/// The mesh of the bytes of a PLY.
pub(super) fn mesh(bytes: &[u8], name: &str, work: &LevelWork) -> Result<PlainMeshes> {
    let header = Header::read(bytes)?;
    work.hold((HEADER * (bytes.len() - header.body.left())) as u64)?;
    if header.encoding == Encoding::Text {
        let longest = bytes.split(|byte| *byte == b'\n').map(<[u8]>::len).max().unwrap_or(0);
        work.hold((COPIES * longest) as u64)?;
    }
    check_faces(&header)?;
    let mut body = Body::of(bytes, &header);
    let mut rows = Rows { work, left: body.left(), steps: 0 };
    work.advance((bytes.len() - rows.left) as u64);
    let mut builder = Builder {
        mesh: PlainMesh::new(name, work),
        vertices: header.element("vertex").map_or(0, |vertex| vertex.count),
        polygon: ChargedVec::new(work.budget()),
        corners: ChargedVec::new(work.budget()),
        notes: Notes::default(),
    };
    // Faces before their vertices are read afterwards, because a polygon is divided by the places of its corners.
    let mut faces_before = None;
    let mut has_vertices = builder.vertices == 0;
    for element in &header.elements {
        body.check_count(element)?;
        match &*element.name {
            "vertex" => {
                builder.read_vertices(element, &mut body, &mut rows)?;
                has_vertices = true;
            }
            "face" if has_vertices => builder.read_faces(element, &mut body, &mut rows)?,
            name => {
                if name == "face" {
                    faces_before = Some((element, body.clone()));
                }
                body.skip_rows(element, &mut builder.notes, |body| rows.next(body))?;
            }
        }
    }
    if let Some((element, mut body)) = faces_before {
        let mut rows = Rows { work, left: 0, steps: 0 };
        builder.read_faces(element, &mut body, &mut rows)?;
    }
    work.advance(rows.left as u64);
    let Builder { mesh, notes, .. } = builder;
    Ok(PlainMeshes { meshes: vec![mesh], notes })
}

/// Refuses points without faces.
fn check_faces(header: &Header) -> Result<()> {
    let has_rows = |name: &str| header.element(name).filter(|element| element.count > 0);
    let Some(vertex) = has_rows("vertex").filter(|_| has_rows("face").is_none()) else { return Ok(()) };
    let message = match has_rows("tristrips") {
        Some(_) => "its triangles are strips (`tristrips`), and only `face` is read".to_owned(),
        None => format!("it has only points: {} rows of `vertex`, and none of `face`", vertex.count),
    };
    Err(LevelError::at(vertex.place.clone(), message).help(HELP))
}

/// The progress of reading.
struct Rows<'w> {
    work: &'w LevelWork<'w>,
    /// The bytes that the progress does not have yet.
    left: usize,
    /// Rows and corners so far.
    steps: u64,
}

impl Rows<'_> {
    fn next(&mut self, body: &Body) -> Result<()> {
        self.count(1, body)
    }

    fn count(&mut self, steps: u64, body: &Body) -> Result<()> {
        let before = self.steps / STEP;
        self.steps += steps;
        if self.steps / STEP > before {
            if self.work.is_cancelled() {
                return Err(LevelError::cancelled());
            }
            let left = body.left().min(self.left);
            self.work.advance((self.left - left) as u64);
            self.left = left;
        }
        Ok(())
    }
}

/// The mesh so far.
struct Builder {
    mesh: PlainMesh,
    /// The number of vertices that the header says.
    vertices: u64,
    /// The vertices of the present polygon, and their places.
    polygon: ChargedVec<u32>,
    corners: ChargedVec<Vec3>,
    notes: Notes,
}

impl Builder {
    fn read_vertices(&mut self, element: &Element, body: &mut Body, rows: &mut Rows) -> Result<()> {
        let columns = ["x", "y", "z"].map(|name| element.properties.iter().position(|property| property.name == name));
        let [Some(x), Some(y), Some(z)] = columns else {
            return Err(LevelError::at(element.place.clone(), "`vertex` has no properties x, y and z").help(HELP));
        };
        if let Some(list) = [x, y, z].map(|axis| &element.properties[axis]).iter().find(|axis| axis.length.is_some()) {
            let message = format!("{} is a list, not a number", quoted(&list.name));
            return Err(LevelError::at(list.place.clone(), message).help(HELP));
        }
        rows.work.charged(self.mesh.positions.reserve_exact(usize::try_from(element.count).unwrap_or(usize::MAX)))?;
        let (mut not_finite, mut first) = (0, None);
        for row in 0..element.count {
            rows.next(body)?;
            body.begin_row(element, row)?;
            let mut position = [0.0; 3];
            for (i, property) in element.properties.iter().enumerate() {
                match [x, y, z].iter().position(|axis| *axis == i) {
                    Some(axis) => {
                        position[axis] = body.coordinate(property)?;
                        if !position[axis].is_finite() && first.is_none() {
                            first = Some(body.place());
                        }
                    }
                    None => body.skip(property)?,
                }
            }
            body.end_row(&mut self.notes);
            let position = Vec3::from(position);
            not_finite += usize::from(!position.is_finite());
            rows.work.charged(self.mesh.positions.push(position))?;
        }
        self.notes.add_many(NoteKind::NotFinite, first.unwrap_or(LevelPlace::File), not_finite);
        Ok(())
    }

    fn read_faces(&mut self, element: &Element, body: &mut Body, rows: &mut Rows) -> Result<()> {
        let is_indices = |property: &Property| INDICES.contains(&&*property.name);
        let indices = element.properties.iter().find(|property| is_indices(property));
        let Some(length) = indices.and_then(|indices| indices.length.filter(|_| indices.scalar.is_whole())) else {
            if element.count == 0 {
                return Ok(());
            }
            let place = indices.map_or(&element.place, |indices| &indices.place);
            let message = "`face` has no list `vertex_indices` of whole numbers";
            return Err(LevelError::at(place.clone(), message).help(HELP));
        };
        rows.work.charged(self.mesh.triangles.reserve_exact(usize::try_from(element.count).unwrap_or(usize::MAX)))?;
        for row in 0..element.count {
            rows.next(body)?;
            body.begin_row(element, row)?;
            let mut is_read = false;
            for property in &element.properties {
                if is_indices(property) && !is_read {
                    let count = body.length(length, property)?;
                    if count < 3 {
                        let message = format!("a face has at least three corners, not {count}");
                        return Err(LevelError::at(body.place(), message).help(HELP));
                    }
                    self.read_corners(count, property, body, rows)?;
                    is_read = true;
                } else {
                    body.skip(property)?;
                }
            }
            body.end_row(&mut self.notes);
        }
        Ok(())
    }

    /// Reads the corners of a polygon and adds its triangles.
    fn read_corners(&mut self, count: usize, property: &Property, body: &mut Body, rows: &mut Rows) -> Result<()> {
        let work = rows.work;
        let begin = (count > 3).then(|| body.place());
        work.charged(self.polygon.resize(0, 0))?;
        for _ in 0..count {
            let number = body.whole(property.scalar, property)?;
            let vertex = u32::try_from(number).ok().filter(|vertex| u64::from(*vertex) < self.vertices);
            let vertex = vertex.ok_or_else(|| {
                let message = format!(
                    "this corner refers to vertex {number}, but the number of vertices is {}, and they are counted from 0",
                    self.vertices
                );
                LevelError::at(body.place(), message).help("export the file again from where it was made")
            })?;
            work.charged(self.polygon.push(vertex))?;
        }
        if let [a, b, c] = self.polygon[..] {
            return work.charged(self.mesh.triangles.push([a, b, c]));
        }
        rows.count(count as u64, body)?;
        work.charged(self.corners.resize(0, Vec3::ZERO))?;
        for &vertex in &*self.polygon {
            let position = self.mesh.positions.get(vertex as usize).copied().unwrap_or(Vec3::NAN);
            work.charged(self.corners.push(position))?;
        }
        let cut = if polygon::is_fan(&self.corners) { None } else { Some(polygon::cut(&self.corners)) };
        if let Some(Ok(cut)) = cut {
            for triangle in cut {
                let triangle = triangle.map(|corner| self.polygon[corner]);
                work.charged(self.mesh.triangles.push(triangle))?;
            }
            return Ok(());
        }
        // Vertices that are not finite have a note already.
        if let Some(Err(why)) = cut
            && why != Uncut::NotFinite
            && let Some(place) = begin
        {
            self.notes.add(NoteKind::Fan(why), place);
        }
        for i in 2..count {
            let triangle = [0, i - 1, i].map(|corner| self.polygon[corner]);
            work.charged(self.mesh.triangles.push(triangle))?;
        }
        Ok(())
    }
}
