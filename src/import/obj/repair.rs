//! A copy of an OBJ whose meshes are repaired.
//!
//! Only the lines of what changed are other lines than before: `v` of vertices that moved, `f` of faces that lost triangles or were
//! reversed. New triangles follow the last face of their group and material. A mesh is a group, as for the reader of levels.

use std::collections::HashMap;
use std::fmt::Write;
use std::ops::Range;

use glam::Vec3;

use super::lines::Lines;
use crate::geometry::mesh::repair::{MeshRepair, RepairTriangle, RepairedMesh, repair_mesh};
use crate::geometry::polygon;
use crate::import::level::text_lines::{TextLine, coordinate};

/// A repaired text, and what was repaired in each mesh.
#[derive(Debug, Default)]
pub(crate) struct RepairedObj {
    /// The copy.
    pub(crate) bytes: Vec<u8>,
    /// The meshes with their names, in the order of the file.
    pub(crate) meshes: Vec<(String, RepairedMesh)>,
}

/// Repairs the meshes of an OBJ that the reader of levels accepts.
///
/// # Errors
/// When a line cannot be read, or a face names a vertex that does not exist: in one sentence.
pub(crate) fn repair_obj(bytes: &[u8], how: MeshRepair) -> Result<RepairedObj, String> {
    let text = ObjText::read(bytes)?;
    let mut repaired = RepairedObj::default();
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut moved: HashMap<usize, Vec3> = HashMap::new();
    for (group, name) in text.groups.iter().enumerate() {
        let faces: Vec<&ObjFace> = text.faces.iter().filter(|face| face.group == group).collect();
        if faces.is_empty() {
            continue;
        }
        let mesh = text.mesh_of(&faces);
        let result = repair_mesh(&mesh.positions, &mesh.triangles, how);
        let places = mesh.positions.iter().zip(&result.positions).zip(&mesh.vertices);
        for ((before, after), &vertex) in places {
            // NaN stays NaN.
            if before.to_array().map(f32::to_bits) != after.to_array().map(f32::to_bits) {
                moved.entry(vertex).or_insert(*after);
            }
        }
        edits.extend(ObjText::face_edits(&faces, &mesh, &result));
        repaired.meshes.push((name.clone(), result));
    }
    edits.extend(moved.into_iter().map(|(vertex, place)| text.vertex_edit(bytes, vertex, place)));
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let ends_in_crlf = bytes.windows(2).any(|pair| pair == b"\r\n");
    let mut from = 0;
    for (range, new) in edits {
        repaired.bytes.extend_from_slice(&bytes[from..range.start]);
        if !matches!(repaired.bytes.last(), None | Some(b'\n')) {
            repaired.bytes.push(b'\n');
        }
        let new = if ends_in_crlf { new.replace('\n', "\r\n") } else { new };
        repaired.bytes.extend_from_slice(new.as_bytes());
        from = range.end;
    }
    repaired.bytes.extend_from_slice(&bytes[from..]);
    Ok(repaired)
}

/// A face of the text.
struct ObjFace {
    /// The bytes of its lines, with the end of the last one.
    lines: Range<usize>,
    group: usize,
    material: u32,
    /// Its vertices from 0, and the words of its corners.
    corners: Vec<(usize, String)>,
    /// Words that are valid in any line after it, without normals.
    lasting: Vec<String>,
}

/// What a repair needs of a text.
struct ObjText {
    positions: Vec<Vec3>,
    /// The bytes of the line of each vertex.
    vertex_lines: Vec<Range<usize>>,
    groups: Vec<String>,
    faces: Vec<ObjFace>,
}

/// The mesh of a group.
struct GroupMesh {
    /// The vertices that its faces name, ascending.
    vertices: Vec<usize>,
    positions: Vec<Vec3>,
    triangles: Vec<([u32; 3], u32)>,
    /// For each face the corners of its triangles, by their place in the face.
    cuts: Vec<Vec<[usize; 3]>>,
}

impl ObjText {
    fn read(bytes: &[u8]) -> Result<Self, String> {
        let mut text = Self { positions: Vec::new(), vertex_lines: Vec::new(), groups: Vec::new(), faces: Vec::new() };
        let (mut group, mut material) = (None, 0);
        let (mut by_name, mut materials) = (HashMap::new(), HashMap::new());
        let mut counts = [0; 2];
        let mut lines = Lines::of(bytes);
        let mut start = bytes.len() - lines.left();
        while let Some(line) = lines.next() {
            let range = start..bytes.len() - lines.left();
            start = range.end;
            let words = line.text.trim_ascii();
            let (word, rest) = words.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((words, ""));
            match word {
                "v" => {
                    let mut numbers = rest.split_ascii_whitespace().map(coordinate);
                    let place = [(); 3].map(|()| numbers.next().flatten());
                    let [Some(x), Some(y), Some(z)] = place else {
                        return Err(format!("line {}: a vertex has three numbers", line.number));
                    };
                    text.positions.push(Vec3::new(x, y, z));
                    text.vertex_lines.push(range);
                }
                "vt" => counts[0] += 1,
                "vn" => counts[1] += 1,
                "usemtl" => {
                    let next = u32::try_from(materials.len() + 1).unwrap_or(u32::MAX);
                    material = *materials.entry(rest.trim().to_owned()).or_insert(next);
                }
                "o" | "g" => {
                    let name = if rest.trim().is_empty() { "default" } else { rest.trim() };
                    group = Some(*by_name.entry(name.to_owned()).or_insert_with(|| text.add_group(name)));
                }
                "f" => {
                    let group = *group.get_or_insert_with(|| text.add_group("mesh"));
                    let face = text.face(&line, rest, counts)?;
                    text.faces.push(ObjFace { lines: range, group, material, ..face });
                }
                _ => {}
            }
        }
        let count = text.positions.len();
        match text.faces.iter().flat_map(|face| &face.corners).find(|(vertex, _)| *vertex >= count) {
            Some((vertex, _)) => Err(format!("a face names vertex {}, but there are {count}", vertex + 1)),
            None => Ok(text),
        }
    }

    fn add_group(&mut self, name: &str) -> usize {
        self.groups.push(name.to_owned());
        self.groups.len() - 1
    }

    /// The corners of a face. `counts`: of texture coordinates and normals so far.
    fn face(&self, line: &TextLine, rest: &str, counts: [usize; 2]) -> Result<ObjFace, String> {
        let (mut corners, mut lasting) = (Vec::new(), Vec::new());
        for word in rest.split_ascii_whitespace().take_while(|word| !word.starts_with('#')) {
            let mut parts = word.split('/');
            let mut index = |count: usize| -> Option<usize> {
                match parts.next()?.parse::<i64>().ok()? {
                    0 => None,
                    number @ 1.. => usize::try_from(number - 1).ok(),
                    number => count.checked_sub(usize::try_from(number.unsigned_abs()).ok()?),
                }
            };
            let vertex = index(self.positions.len());
            let vertex = vertex.ok_or_else(|| format!("line {}: a corner names no vertex", line.number))?;
            lasting.push(match index(counts[0]) {
                Some(uv) => format!("{}/{}", vertex + 1, uv + 1),
                None => format!("{}", vertex + 1),
            });
            corners.push((vertex, word.to_owned()));
        }
        if corners.len() < 3 {
            return Err(format!("line {}: a face has at least three corners", line.number));
        }
        Ok(ObjFace { lines: 0..0, group: 0, material: 0, corners, lasting })
    }

    fn mesh_of(&self, faces: &[&ObjFace]) -> GroupMesh {
        let mut vertices: Vec<usize> =
            faces.iter().flat_map(|face| face.corners.iter().map(|(vertex, _)| *vertex)).collect();
        vertices.sort_unstable();
        vertices.dedup();
        let number: HashMap<usize, u32> = (0..).zip(&vertices).map(|(number, &vertex)| (vertex, number)).collect();
        let positions = vertices.iter().map(|&vertex| self.positions[vertex]).collect();
        let (mut triangles, mut cuts) = (Vec::new(), Vec::new());
        for face in faces {
            let places: Vec<Vec3> = face.corners.iter().map(|(vertex, _)| self.positions[*vertex]).collect();
            let fan = || (2..places.len()).map(|i| [0, i - 1, i]).collect();
            let cut: Vec<[usize; 3]> =
                if polygon::is_fan(&places) { fan() } else { polygon::cut(&places).unwrap_or_else(|_uncut| fan()) };
            triangles.extend(cut.iter().map(|of| (of.map(|corner| number[&face.corners[corner].0]), face.material)));
            cuts.push(cut);
        }
        GroupMesh { vertices, positions, triangles, cuts }
    }

    /// The new lines of faces that changed, and of new triangles.
    fn face_edits(faces: &[&ObjFace], mesh: &GroupMesh, result: &RepairedMesh) -> Vec<(Range<usize>, String)> {
        let by_number: HashMap<u32, &RepairTriangle> =
            result.triangles.iter().filter_map(|triangle| Some((triangle.number?, triangle))).collect();
        let mut edits = Vec::new();
        let mut number = 0;
        for (face, cut) in faces.iter().zip(&mesh.cuts) {
            let first = number as usize;
            let after: Vec<Option<bool>> = (first..first + cut.len())
                .map(|i| by_number.get(&u32::try_from(i).ok()?).map(|triangle| triangle.corners != mesh.triangles[i].0))
                .collect();
            number += u32::try_from(cut.len()).unwrap_or(u32::MAX);
            if after.iter().all(|is_flipped| *is_flipped == Some(false)) {
                continue;
            }
            let mut lines = String::new();
            if after.iter().all(|is_flipped| *is_flipped == Some(true)) {
                write_face(&mut lines, face.corners.iter().rev().map(|(_, word)| word.as_str()));
            } else {
                for (&[a, b, c], is_flipped) in cut.iter().zip(&after) {
                    let Some(is_flipped) = is_flipped else { continue };
                    let corners = if *is_flipped { [a, c, b] } else { [a, b, c] };
                    write_face(&mut lines, corners.iter().map(|corner| face.corners[*corner].1.as_str()));
                }
            }
            edits.push((face.lines.clone(), lines));
        }
        let mut words: HashMap<(u32, usize), &str> = HashMap::new();
        let mut ends: HashMap<u32, usize> = HashMap::new();
        for face in faces {
            ends.insert(face.material, face.lines.end);
            for ((vertex, _), word) in face.corners.iter().zip(&face.lasting) {
                words.entry((face.material, *vertex)).or_insert(word);
            }
        }
        for triangle in result.triangles.iter().filter(|triangle| triangle.number.is_none()) {
            let mut line = String::new();
            let corners = triangle.corners.map(|vertex| (triangle.group, mesh.vertices[vertex as usize]));
            write_face(&mut line, corners.iter().filter_map(|corner| words.get(corner).copied()));
            edits.extend(ends.get(&triangle.group).map(|&end| (end..end, line)));
        }
        edits
    }

    /// The line of a vertex at another place; what follows its position stays.
    fn vertex_edit(&self, bytes: &[u8], vertex: usize, place: Vec3) -> (Range<usize>, String) {
        let range = self.vertex_lines[vertex].clone();
        let old = String::from_utf8_lossy(&bytes[range.clone()]);
        let rest: Vec<&str> = old.split_ascii_whitespace().skip(4).collect();
        let Vec3 { x, y, z } = place;
        let mut line = format!("v {x} {y} {z}");
        for word in &rest {
            line.extend([" ", word]);
        }
        line.push('\n');
        (range, line)
    }
}

/// Adds the line of a face.
fn write_face<'w>(lines: &mut String, words: impl Iterator<Item = &'w str>) {
    lines.push('f');
    for word in words {
        let _ = write!(lines, " {word}");
    }
    lines.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: MeshRepair =
        MeshRepair { merge: Some(1e-3), degenerate: true, duplicates: true, winding: true, holes: Some(9.0) };

    fn repaired(text: &str, how: MeshRepair) -> (String, Vec<String>) {
        let repaired = repair_obj(text.as_bytes(), how).unwrap();
        let changes =
            repaired.meshes.iter().flat_map(|(_, mesh)| mesh.changes.iter().map(ToString::to_string)).collect();
        (String::from_utf8(repaired.bytes).unwrap(), changes)
    }

    /// A box without its top; `side` is the line of one of its sides.
    fn open_box(side: &str) -> String {
        format!(
            "# made by hand\nmtllib box.mtl\nv 0 0 0 # corner\nv 1 0 0\nv 1 0 1\nv 0 0 1\nv 0 1 0 0.5 0.5 0.5\nv 1 1 0\nv 1 1 1\nv 0 1 1\n\
             vt 0 0\no Box\nusemtl stone\nf 1 2 3 4\nf 1/1 5/1 6/1 2/1\nf -7 -3 -2 -6\n{side}\nf 4 8 5 1"
        )
    }

    #[test]
    fn only_what_changed_has_other_lines() {
        let sound = open_box("f 3 7 8 4 # side");
        let (same, changes) = repaired(&sound, MeshRepair { holes: None, ..ALL });
        assert_eq!((same.as_str(), changes.as_slice()), (sound.as_str(), [].as_slice()));

        let (closed, changes) = repaired(&sound, ALL);
        let added = closed.strip_prefix(sound.as_str()).expect("what was there stays");
        assert_eq!(added.lines().filter(|line| line.starts_with("f ")).count(), 2, "{added}");
        assert!(added.contains("5/1") && added.contains("6/1"), "with texture coordinates: {added}");
        assert_eq!(changes, ["hole of 4 edges at (0.5, 1, 0.5), 1.414 across: closed by 2 triangles"]);
        assert_eq!(repaired(&closed, ALL), (closed.clone(), vec![]));

        let (turned, changes) = repaired(&open_box("f 4 8 7 3 # side"), MeshRepair { holes: None, ..ALL });
        assert_eq!(turned, open_box("f 3 7 8 4"));
        assert_eq!(changes.len(), 2, "two triangles: {changes:?}");
    }

    #[test]
    fn a_face_keeps_what_is_sound_of_it() {
        // A corner twice, so that one of three triangles has no area; and one of the triangles again.
        let (text, changes) = repaired(&open_box("f 3 7 7 8 4\r\nf 7 4 3"), MeshRepair { holes: None, ..ALL });
        assert!(text.contains("f 4 3 7\r\nf 8 4 7\r\nf 4 8 5 1"), "{text}");
        assert_eq!(changes.len(), 2, "{changes:?}");
    }

    #[test]
    fn a_moved_vertex_keeps_what_follows_its_position() {
        let text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0.0001 0 0 1 0 0\nv 0 0 1\nf 1 2 3\nf 4 3 5\n";
        let (merged, changes) = repaired(text, MeshRepair { merge: Some(1e-3), ..MeshRepair::default() });
        assert_eq!(merged, text.replace("0.0001 0 0 1 0 0", "0 0 0 1 0 0"));
        assert_eq!(changes, ["vertex 3: moved by 1e−4 to the place of vertex 0"]);
    }

    #[test]
    fn broken_lines_are_errors() {
        for (text, message) in [
            ("v 0 0\n", "line 1: a vertex has three numbers"),
            ("v 0 0 0\nf 1 1\n", "line 2: a face has at least three corners"),
            ("v 0 0 0\nf 1 1 x\n", "line 2: a corner names no vertex"),
            ("v 0 0 0\nf 1 1 0\n", "line 2: a corner names no vertex"),
            ("v 0 0 0\nf 1 1 7\n", "a face names vertex 7, but there are 1"),
        ] {
            assert_eq!(repair_obj(text.as_bytes(), ALL).unwrap_err(), message);
        }
    }
}
