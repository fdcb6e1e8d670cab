//! Wavefront OBJ: vertices, faces, groups and materials, line by line.
//!
//! This reader replaces `tobj`, which gives no line numbers of errors, cannot be cancelled, and panics on a colour of
//! two numbers; property tests compare both. Polygons are triangulated in the order of their lines, see [`polygon`]; a
//! polygon without a triangulation becomes a fan from its first corner, with a note. Groups and objects are the same
//! here and are identified by their names; normals and texture coordinates are ignored.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::File;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use glam::{DAffine3, Vec3};
use rayon::prelude::*;

use super::error::{LevelError, Place, Result};
use super::gltf::Read;
use super::meshes::READY;
use super::mtl::Materials;
use super::names::Names;
use super::notes::{Kind, Notes};
use super::source::{Named, Stamps, read_piecewise};
use super::work::Work;
use super::{LARGEST_LEVEL, Level, LevelObject, MOST_OBJECTS};
use crate::geometry::Mesh;
use crate::geometry::polygon::{self, Uncut};
use crate::scene::Color;
use crate::source::error::quoted;

/// The number of lines, or of corners of polygons that are not fans, between two checks for a cancel.
const STEP: usize = 1 << 14;

/// The number of bytes of each reservation.
const OWED: usize = 1 << 20;
/// An estimate of the bytes of a group without its triangles and its name.
const GROUP: usize = 600;

/// Reads an OBJ and the materials that it names.
pub(super) fn read(named: Named, path: &Path, work: &Work, stamps: &mut Stamps) -> Result<Read> {
    let unreadable = |error: std::io::Error| LevelError::file(format!("cannot be read: {error}"));
    let mut file = File::open(path).map_err(unreadable)?;
    let length = file.metadata().map_err(unreadable)?.len();
    if length > LARGEST_LEVEL {
        return Err(LevelError::file(format!("is larger than {} GiB", LARGEST_LEVEL >> 30))
            .help("split the level into several files"));
    }
    // Twice, because places of errors have copies of lines.
    work.hold(2 * length)?;
    work.expect(length);
    let bytes = read_piecewise(&mut file, LARGEST_LEVEL, work)?;
    let stem = Path::new(named.file).file_stem().map_or(Cow::Borrowed("mesh"), |stem| stem.to_string_lossy());
    let mut obj = Obj::new(&stem, work);
    let mut lines = Lines { bytes: bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes), number: 0 };
    let (mut looked, mut left) = (0, bytes.len());
    while let Some(line) = lines.next() {
        if lines.number + obj.clipped >= looked + STEP {
            looked = lines.number + obj.clipped;
            if work.is_cancelled() {
                return Err(LevelError::cancelled());
            }
            work.advance((left - lines.bytes.len()) as u64);
            left = lines.bytes.len();
        }
        obj.line(&line, named, stamps)?;
    }
    work.advance(left as u64);
    obj.finish(work)
}

/// A number in the form of C programs, also one that is not finite, which older libraries write as `-nan(ind)` or
/// `1.#QNAN`.
fn coordinate(word: &str) -> Option<f32> {
    let strange = || {
        let word = word.trim_start_matches(['-', '+']).to_ascii_lowercase();
        (word.starts_with("nan(") || word.starts_with("1.#")).then_some(f32::NAN)
    };
    word.parse().ok().or_else(strange)
}

/// A line with its number, from 1.
struct Line<'b> {
    number: usize,
    text: Cow<'b, str>,
}

impl Line<'_> {
    /// An error at some of its bytes.
    fn fault(&self, word: &str, message: String) -> LevelError {
        LevelError::at(self.place(word), message)
    }

    /// The place of one of its words.
    fn place(&self, word: &str) -> Place {
        let (line, word) = (self.text.as_ptr() as usize, (word.as_ptr() as usize, word.len()));
        let start = word.0.checked_sub(line).filter(|&start| start + word.1 <= self.text.len()).unwrap_or(0);
        Place::Text { line: self.number, text: self.text.as_ref().into(), span: start..start + word.1.max(1) }
    }
}

/// The lines of a text in any encoding; a line that ends in a backslash continues in the next.
struct Lines<'b> {
    bytes: &'b [u8],
    number: usize,
}

impl<'b> Lines<'b> {
    fn next(&mut self) -> Option<Line<'b>> {
        let first = self.one()?;
        let number = self.number;
        let Some(start) = first.strip_suffix(b"\\") else {
            return Some(Line { number, text: String::from_utf8_lossy(first) });
        };
        let mut all = start.to_vec();
        while let Some(more) = self.one() {
            all.push(b' ');
            let goes_on = more.strip_suffix(b"\\");
            all.extend_from_slice(goes_on.unwrap_or(more));
            if goes_on.is_none() {
                break;
            }
        }
        Some(Line { number, text: Cow::Owned(String::from_utf8_lossy(&all).into_owned()) })
    }

    fn one(&mut self) -> Option<&'b [u8]> {
        if self.bytes.is_empty() {
            return None;
        }
        self.number += 1;
        let end = self.bytes.iter().position(|&byte| byte == b'\n');
        let (line, rest) = match end {
            Some(end) => (&self.bytes[..end], &self.bytes[end + 1..]),
            None => (self.bytes, &[][..]),
        };
        self.bytes = rest;
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }
}

/// The content read so far.
struct Obj<'w> {
    work: &'w Work<'w>,
    /// Bytes that are not reserved yet.
    owed: usize,
    positions: Vec<Vec3>,
    groups: Vec<Group>,
    by_name: HashMap<String, usize>,
    /// The group to which faces are added.
    group: usize,
    material: Option<String>,
    materials: Materials,
    /// The greatest vertex that a face names before it is defined, with the place.
    ahead: Option<(usize, Place)>,
    /// Polygons with such vertices.
    late: Vec<(Polygon, Place)>,
    /// The corners of the present polygon.
    corners: Vec<Vec3>,
    /// The number of corners of polygons so far that are not fans.
    clipped: usize,
    notes: Notes,
}

/// A face of more than three corners, by the triangles of its fan.
struct Polygon {
    group: usize,
    triangles: Range<usize>,
}

/// Faces of one name.
struct Group {
    name: String,
    /// Of the whole file's vertices.
    triangles: Vec<[u32; 3]>,
    /// Triangles by material.
    colored: HashMap<Option<String>, usize>,
}

impl<'w> Obj<'w> {
    fn new(stem: &str, work: &'w Work<'w>) -> Self {
        let mut obj = Self {
            work,
            owed: 0,
            positions: Vec::new(),
            groups: Vec::new(),
            by_name: HashMap::new(),
            group: 0,
            material: None,
            materials: Materials::default(),
            ahead: None,
            late: Vec::new(),
            corners: Vec::new(),
            clipped: 0,
            notes: Notes::default(),
        };
        obj.enter(stem);
        obj
    }

    /// Sets the group to which faces are added.
    fn enter(&mut self, name: &str) {
        let next = self.groups.len();
        self.group = *self.by_name.entry(name.to_owned()).or_insert(next);
        if self.group == next {
            self.groups.push(Group { name: name.to_owned(), triangles: Vec::new(), colored: HashMap::new() });
        }
    }

    /// Counts bytes that will be allocated.
    fn owe(&mut self, bytes: usize) -> Result<()> {
        self.owed += bytes;
        if self.owed < OWED { Ok(()) } else { self.work.keep(std::mem::take(&mut self.owed) as u64) }
    }

    fn line(&mut self, line: &Line, named: Named, stamps: &mut Stamps) -> Result<()> {
        let text = line.text.trim_ascii();
        let (word, rest) = text.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((text, ""));
        match word {
            "v" => self.vertex(line, rest),
            "f" => self.face(line, rest),
            "o" | "g" => {
                let name = rest.trim();
                let before = self.groups.len();
                self.enter(if name.is_empty() { "default" } else { name });
                self.owe(if self.groups.len() > before { GROUP + 4 * name.len() } else { 0 })?;
                if self.groups.len() > MOST_OBJECTS {
                    return Err(LevelError::file(format!("it holds more than {MOST_OBJECTS} groups")));
                }
                Ok(())
            }
            "usemtl" => {
                let name = rest.trim();
                self.materials.note_use(name, || line.place(rest));
                self.material = Some(name.to_owned());
                Ok(())
            }
            "mtllib" => {
                let name = rest.trim();
                self.materials.read(name, &line.place(name), named, self.work, stamps, &mut self.notes);
                Ok(())
            }
            "p" | "l" | "curv" | "curv2" | "surf" => {
                self.notes.add(Kind::NoFace(word.to_owned()), line.place(word));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn vertex(&mut self, line: &Line, rest: &str) -> Result<()> {
        let mut words = rest.split_ascii_whitespace();
        let mut position = [0.0; 3];
        for (axis, number) in ["x", "y", "z"].into_iter().zip(&mut position) {
            let word = words.next().ok_or_else(|| line.fault(rest, format!("the vertex has no {axis}")))?;
            *number = coordinate(word).ok_or_else(|| line.fault(word, format!("{} is no number", quoted(word))))?;
        }
        let position = Vec3::from(position);
        if !position.is_finite() {
            self.notes.add(Kind::NotFinite, line.place(rest));
        }
        if self.positions.len() >= u32::MAX as usize {
            return Err(line.fault(rest, "there are more vertices than 32-bit indices can address".to_owned()));
        }
        self.positions.push(position);
        // Once as read, once as a part of a mesh.
        self.owe(2 * size_of::<Vec3>())
    }

    fn face(&mut self, line: &Line, rest: &str) -> Result<()> {
        let (mut first, mut last, mut count) = (None, None, 0);
        let mut ahead: Option<(u32, &str)> = None;
        for word in rest.split_ascii_whitespace().take_while(|word| !word.starts_with('#')) {
            let corner = self.corner(line, word)?;
            if ahead.is_none_or(|(greatest, _)| corner > greatest) {
                ahead = Some((corner, word));
            }
            count += 1;
            if let (Some(first), Some(last)) = (first, last) {
                self.groups[self.group].triangles.push([first, last, corner]);
                self.owe(size_of::<[u32; 3]>() + READY)?;
            }
            if first.is_none() {
                first = Some(corner);
            } else {
                last = Some(corner);
            }
        }
        if count < 3 {
            return Err(line.fault(rest, format!("a face has at least three corners, not {count}")));
        }
        // Once for each line, because its place has a copy of the line.
        if let Some((vertex, word)) = ahead.map(|(vertex, word)| (vertex as usize, word))
            && vertex >= self.positions.len()
            && self.ahead.as_ref().is_none_or(|(ahead, _)| vertex > *ahead)
        {
            self.ahead = Some((vertex, line.place(word)));
        }
        let group = &mut self.groups[self.group];
        let end = group.triangles.len();
        let polygon = Polygon { group: self.group, triangles: end + 2 - count..end };
        match group.colored.get_mut(&self.material) {
            Some(triangles) => *triangles += count - 2,
            None => drop(group.colored.insert(self.material.clone(), count - 2)),
        }
        if count > 3 {
            self.cut(polygon, || line.place(rest));
        }
        Ok(())
    }

    /// Replaces the fan of a polygon by its triangulation, or stores it until its vertices are defined.
    fn cut(&mut self, polygon: Polygon, place: impl FnOnce() -> Place) {
        let triangles = &mut self.groups[polygon.group].triangles[polygon.triangles.clone()];
        // The first corner is that of the whole fan, then come those between its triangles.
        let vertex = |corner: usize, triangles: &[[u32; 3]]| match corner {
            0 | 1 => triangles[0][corner],
            _ => triangles[corner - 2][2],
        };
        self.corners.clear();
        for corner in 0..triangles.len() + 2 {
            let Some(&position) = self.positions.get(vertex(corner, triangles) as usize) else {
                self.late.push((polygon, place()));
                return;
            };
            self.corners.push(position);
        }
        if polygon::is_fan(&self.corners) {
            return;
        }
        self.clipped += self.corners.len();
        match polygon::cut(&self.corners) {
            Ok(cut) => {
                let fan = triangles.to_vec();
                for (triangle, cut) in triangles.iter_mut().zip(cut) {
                    *triangle = cut.map(|corner| vertex(corner, &fan));
                }
            }
            // Its vertices have a note already.
            Err(Uncut::NotFinite) => {}
            Err(why) => self.notes.add(Kind::Fan(why), place()),
        }
    }

    /// The vertex of a corner such as `7`, `7/1`, `7//2` or `-1/1/2`.
    fn corner(&self, line: &Line, word: &str) -> Result<u32> {
        let written = word.split('/').next().unwrap_or_default();
        let number: i64 =
            written.parse().map_err(|_invalid| line.fault(word, format!("{} is no corner of a face", quoted(word))))?;
        let count = self.positions.len();
        let vertex = match number {
            1.. => usize::try_from(number - 1).ok(),
            0 => return Err(line.fault(word, "vertices are counted from 1".to_owned())),
            _ => {
                let back = usize::try_from(number.unsigned_abs()).unwrap_or(usize::MAX);
                Some(count.checked_sub(back).ok_or_else(|| {
                    line.fault(word, format!("names the vertex {back} back, but only {count} come before"))
                })?)
            }
        };
        vertex
            .and_then(|vertex| u32::try_from(vertex).ok())
            .ok_or_else(|| line.fault(word, format!("names vertex {number}, more than 32-bit indices can address")))
    }

    fn finish(mut self, work: &Work) -> Result<Read> {
        work.keep(std::mem::take(&mut self.owed) as u64)?;
        if let Some((vertex, place)) = self.ahead.take().filter(|(vertex, _)| *vertex >= self.positions.len()) {
            let message = format!("names vertex {}, but there are {}", vertex + 1, self.positions.len());
            return Err(LevelError::at(place, message));
        }
        for (polygon, place) in std::mem::take(&mut self.late) {
            if work.is_cancelled() {
                return Err(LevelError::cancelled());
            }
            self.cut(polygon, || place);
        }
        self.materials.note_missing(&mut self.notes);
        self.groups.retain(|group| !group.triangles.is_empty());
        if self.groups.is_empty() {
            self.notes.add(Kind::Nothing, Place::File);
        }
        let all_positions = std::mem::take(&mut self.positions);
        let is_alone = self.groups.len() == 1;
        let mut place_of = vec![u32::MAX; if is_alone { 0 } else { all_positions.len() }];
        let mut raw = Vec::with_capacity(self.groups.len());
        if is_alone {
            raw.push((all_positions, std::mem::take(&mut self.groups[0].triangles)));
        } else {
            for group in &mut self.groups {
                raw.push(only_used(&all_positions, std::mem::take(&mut group.triangles), &mut place_of));
            }
        }
        let build = |(positions, triangles)| {
            if work.is_cancelled() { Err(LevelError::cancelled()) } else { Ok(Mesh::new(positions, triangles)) }
        };
        let meshes: Vec<_> = raw.into_par_iter().map(build).collect::<Result<_>>()?;
        let mut names = Names::default();
        let mut objects = Vec::with_capacity(meshes.len());
        for (group, mesh) in self.groups.into_iter().zip(meshes) {
            match mesh {
                Ok(mesh) => objects.push(LevelObject {
                    name: names.unique(&group.name),
                    mesh: Arc::new(mesh),
                    level_from_local: DAffine3::IDENTITY,
                    color: color(&group.colored, &self.materials.colors),
                    rigged: None,
                }),
                Err(error) => {
                    let message = format!("the group {}: {error}", quoted(&group.name));
                    self.notes.add(Kind::EmptyMesh(message), Place::File);
                }
            }
        }
        let mut level = Level::new(objects, Vec::new());
        level.counts.materials = self.materials.colors.len();
        Ok(Read { level, notes: self.notes, text: None })
    }
}

/// The vertices that triangles use, in the order of their first use, and the triangles with indices of these. All
/// entries of `place_of` are `u32::MAX`, before and after the call.
fn only_used(all: &[Vec3], mut triangles: Vec<[u32; 3]>, place_of: &mut [u32]) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let (mut positions, mut used) = (Vec::new(), Vec::new());
    for corner in triangles.iter_mut().flatten() {
        let vertex = *corner as usize;
        if place_of[vertex] == u32::MAX {
            place_of[vertex] = u32::try_from(used.len()).unwrap_or(u32::MAX);
            used.push(vertex);
            positions.push(all[vertex]);
        }
        *corner = place_of[vertex];
    }
    for vertex in used {
        place_of[vertex] = u32::MAX;
    }
    (positions, triangles)
}

/// The colour of the most frequent material of the triangles; of several, the first by name.
fn color(colored: &HashMap<Option<String>, usize>, materials: &HashMap<String, Option<Color>>) -> Option<Color> {
    let most = colored.iter().max_by(|a, b| a.1.cmp(b.1).then_with(|| b.0.cmp(a.0)));
    materials.get(most?.0.as_ref()?).copied().flatten()
}
