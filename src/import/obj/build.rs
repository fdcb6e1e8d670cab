//! Wavefront OBJ: vertices, faces, groups and materials, line by line.
//!
//! Polygons are triangulated in the order of their lines, see [`polygon`]; a polygon without a triangulation becomes a fan from
//! its first corner, with a note. Groups and objects are the same here and are identified by their names. Texture coordinates,
//! normals and colours of vertices are only for pictures.
//!
//! Each list reserves its own memory ([`ChargedVec`]), with the length that [`LineCounts`] foresees. A level that does not fit is
//! refused before its lines are read.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use glam::{DAffine3, Vec3};

use super::corners::{Attributes, Corner, Greatest, NONE, byte};
use super::face_group::{FaceGroup, RawMesh, most_used, only_used};
use super::fan::{of_fan, replace_fan};
use super::lines::Lines;
use super::memory::LineCounts;
use super::mtl::Materials;
use super::mtl_looks::ObjMaterials;
use super::surface::Shape;
use super::{mtl_looks, surface};
use crate::budget::{ChargedVec, OverBudget};
use crate::geometry::Mesh;
use crate::geometry::polygon::{self, Uncut};
use crate::import::level::contents::{Level, LevelObject};
use crate::import::level::error::{LevelError, LevelPlace, Result};
use crate::import::level::file::{Named, open_level, read_whole};
use crate::import::level::limits::{LARGEST_LEVEL, MOST_OBJECTS, READY};
use crate::import::level::notes::{NoteKind, Notes};
use crate::import::level::outline::{Nodes, Outline, walk};
use crate::import::level::read_level::ReadLevel;
use crate::import::level::stamps::Stamps;
use crate::import::level::text_lines::{TextLine, coordinate};
use crate::import::level::unique_names::UniqueNames;
use crate::import::level::work::LevelWork;
use crate::parallel;
use crate::scene::Color;
use crate::source::error::quoted;
use crate::source::git_text::{CONFLICT, CONFLICT_MESSAGE};

/// The number of lines, or of corners of polygons that are not fans, between two checks for a cancel.
const STEP: usize = 1 << 14;

/// The number of bytes of each reservation.
const RESERVED_AT_ONCE: usize = 1 << 20;
/// An estimate of the bytes of a group without its triangles and its name.
const GROUP: usize = 600;
/// The same for a used material without its name and its line.
const MATERIAL: usize = 250;
/// The bytes of a copy of a line beside its text.
const COPIED_LINE: usize = 2 * size_of::<usize>();

/// Reads an OBJ and the materials that it names.
pub(in crate::import) fn read(named: Named, path: &Path, work: &LevelWork, stamps: &mut Stamps) -> Result<ReadLevel> {
    let (mut file, length) = open_level(path)?;
    work.expect(length);
    let bytes = read_whole(&mut file, length, LARGEST_LEVEL, work)?;
    let counts = LineCounts::of(&bytes, work);
    // A level that does not fit is refused before its lines are read.
    work.check_room((counts.most() - bytes.len()) as u64)?;
    work.hold(counts.places() as u64)?;
    let stem = Path::new(named.file).file_stem().map_or(Cow::Borrowed("mesh"), |stem| stem.to_string_lossy());
    let mut obj = work.charged(Obj::new(&stem, &counts, work))?;
    let mut lines = Lines::of(&bytes);
    let (mut looked, mut left) = (0, bytes.len());
    while let Some(line) = lines.next() {
        if lines.number() + obj.clipped >= looked + STEP {
            looked = lines.number() + obj.clipped;
            if work.is_cancelled() {
                return Err(LevelError::cancelled());
            }
            work.advance((left - lines.left()) as u64);
            left = lines.left();
        }
        obj.line(&line, named, stamps)?;
    }
    work.advance(left as u64);
    drop(bytes);
    let read = obj.finish(named, stamps)?;
    work.release(u64::MAX);
    Ok(read)
}

/// The content read so far.
struct Obj<'w> {
    work: &'w LevelWork<'w>,
    /// Bytes of names and texts that are not reserved yet: those that stay, and those that only the reading needs.
    lasting: usize,
    temporary: usize,
    positions: ChargedVec<Vec3>,
    attributes: Attributes,
    groups: Vec<FaceGroup>,
    /// Of each group, also of those without faces, the group of the line `o` before its first line `g`.
    above: Vec<Option<usize>>,
    by_name: HashMap<String, usize>,
    /// The group to which faces are added.
    group: usize,
    /// The group of the last line `o`.
    object: Option<usize>,
    /// The number of the present material.
    material: Option<usize>,
    materials: Materials,
    /// The greatest vertex that a face names before it is defined, with the place.
    greatest_undefined: Option<(usize, LevelPlace)>,
    /// Polygons with such vertices.
    deferred: ChargedVec<(Polygon, LevelPlace)>,
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

impl<'w> Obj<'w> {
    /// Lists have memory for what was counted.
    fn new(stem: &str, counts: &LineCounts, work: &'w LevelWork<'w>) -> std::result::Result<Self, OverBudget> {
        let budget = work.budget();
        let mut obj = Self {
            work,
            lasting: 0,
            temporary: 0,
            positions: ChargedVec::with_capacity(budget, counts.vertices)?,
            attributes: Attributes::with_capacity(budget, counts.uvs, counts.normals)?,
            groups: Vec::new(),
            above: Vec::new(),
            by_name: HashMap::new(),
            group: 0,
            object: None,
            material: None,
            materials: Materials::default(),
            greatest_undefined: None,
            deferred: ChargedVec::new(budget),
            corners: Vec::new(),
            clipped: 0,
            notes: Notes::default(),
        };
        obj.enter(stem, None);
        if counts.groups == 0 {
            let only = &mut obj.groups[0];
            only.triangles.reserve_exact(counts.triangles)?;
            only.corners.reserve_exact(if counts.has_corners { counts.triangles } else { 0 })?;
        }
        Ok(obj)
    }

    /// Sets the group to which faces are added. A new one is below the group `above`.
    fn enter(&mut self, name: &str, above: Option<usize>) {
        let next = self.groups.len();
        self.group = *self.by_name.entry(name.to_owned()).or_insert(next);
        if self.group == next {
            self.groups.push(FaceGroup::new(name, next, self.work.budget()));
            self.above.push(above);
        }
    }

    /// Counts bytes that will be allocated.
    fn count_lasting(&mut self, bytes: usize) -> Result<()> {
        self.lasting += bytes;
        if self.lasting < RESERVED_AT_ONCE { Ok(()) } else { self.work.keep(std::mem::take(&mut self.lasting) as u64) }
    }

    /// The same for bytes that only the reading needs.
    fn count_temporary(&mut self, bytes: usize) -> Result<()> {
        self.temporary += bytes;
        if self.temporary < RESERVED_AT_ONCE {
            Ok(())
        } else {
            self.work.hold(std::mem::take(&mut self.temporary) as u64)
        }
    }

    fn line(&mut self, line: &TextLine, named: Named, stamps: &mut Stamps) -> Result<()> {
        let text = line.text.trim_ascii();
        let (word, rest) = text.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((text, ""));
        match word {
            "v" => self.vertex(line, rest),
            "f" => self.face(line, rest),
            "vt" => self.work.charged(self.attributes.add_uv(line, rest, &mut self.notes)),
            "vn" => self.work.charged(self.attributes.add_normal(line, rest, &mut self.notes)),
            "o" | "g" => {
                let name = rest.trim();
                let before = self.groups.len();
                let is_object = word == "o";
                self.enter(if name.is_empty() { "default" } else { name }, self.object.filter(|_| !is_object));
                if is_object {
                    self.object = Some(self.group);
                }
                self.count_lasting(if self.groups.len() > before { GROUP + 4 * name.len() } else { 0 })?;
                if self.groups.len() > MOST_OBJECTS {
                    return Err(LevelError::file(format!("it holds more than {MOST_OBJECTS} groups")));
                }
                Ok(())
            }
            "usemtl" => {
                let (name, before) = (rest.trim(), self.materials.used_count());
                self.material = Some(self.materials.used(name, || line.place(rest)));
                self.count_temporary(MATERIAL * (self.materials.used_count() - before))
            }
            "mtllib" => {
                let name = rest.trim();
                self.materials.read(name, &line.place(name), named, self.work, stamps, &mut self.notes);
                Ok(())
            }
            "p" | "l" | "curv" | "curv2" | "surf" => {
                self.notes.add(NoteKind::NoFace(word.to_owned()), line.place(word));
                Ok(())
            }
            // Both sides of the conflict follow, and a mesh of both would be wrong.
            _ if text.starts_with(CONFLICT) => Err(line.fault(word, CONFLICT_MESSAGE.to_owned())),
            _ => Ok(()),
        }
    }

    fn vertex(&mut self, line: &TextLine, rest: &str) -> Result<()> {
        let mut words = rest.split_ascii_whitespace();
        let mut position = [0.0; 3];
        for (axis, number) in ["x", "y", "z"].into_iter().zip(&mut position) {
            let word = words.next().ok_or_else(|| line.fault(rest, format!("the vertex has no {axis}")))?;
            *number = coordinate(word).ok_or_else(|| line.fault(word, format!("{} is no number", quoted(word))))?;
        }
        let position = Vec3::from(position);
        if !position.is_finite() {
            self.notes.add(NoteKind::NotFinite, line.place(rest));
        }
        if self.positions.len() >= u32::MAX as usize {
            return Err(line.fault(rest, "there are more vertices than 32-bit indices can address".to_owned()));
        }
        self.work.charged(self.attributes.add_color(self.positions.len(), words))?;
        self.work.charged(self.positions.push(position))
    }

    fn face(&mut self, line: &TextLine, rest: &str) -> Result<()> {
        let (mut first, mut last, mut count) = (None, None, 0);
        let mut greatest_undefined: Option<(u32, &str)> = None;
        let mut greatest = Greatest::default();
        for word in rest.split_ascii_whitespace().take_while(|word| !word.starts_with('#')) {
            let vertex = self.vertex_of(line, word)?;
            if greatest_undefined.is_none_or(|(greatest, _)| vertex > greatest) {
                greatest_undefined = Some((vertex, word));
            }
            count += 1;
            let corner = (vertex, self.attributes.corner(word, &mut greatest));
            if let (Some(first), Some(last)) = (first, last) {
                self.work.charged(self.groups[self.group].push([first, last, corner]))?;
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
        if let Some((vertex, word)) = greatest_undefined.map(|(vertex, word)| (vertex as usize, word))
            && vertex >= self.positions.len()
            && self.greatest_undefined.as_ref().is_none_or(|(greatest_undefined, _)| vertex > *greatest_undefined)
        {
            self.greatest_undefined = Some((vertex, line.place(word)));
        }
        self.attributes.look_ahead(greatest, line);
        let group = &mut self.groups[self.group];
        let end = group.triangles.len();
        let polygon = Polygon { group: self.group, triangles: end + 2 - count..end };
        self.work.charged(group.extend_run(self.material, count - 2))?;
        let deferred = self.deferred.len();
        if count > 3 {
            self.cut(polygon, || line.place(rest))?;
        }
        // The place of a polygon that waits has a copy of its line.
        self.count_temporary((self.deferred.len() - deferred) * (COPIED_LINE + line.text.len()))
    }

    /// Replaces the fan of a polygon by its triangulation, or stores it until its vertices are defined.
    fn cut(&mut self, polygon: Polygon, place: impl FnOnce() -> LevelPlace) -> Result<()> {
        let group = &mut self.groups[polygon.group];
        let triangles = &mut group.triangles[polygon.triangles.clone()];
        self.corners.clear();
        for corner in 0..triangles.len() + 2 {
            let Some(&position) = self.positions.get(of_fan(triangles, corner) as usize) else {
                return self.work.charged(self.deferred.push((polygon, place())));
            };
            self.corners.push(position);
        }
        if polygon::is_fan(&self.corners) {
            return Ok(());
        }
        self.clipped += self.corners.len();
        match polygon::cut(&self.corners) {
            Ok(cut) => {
                let range = polygon.triangles;
                replace_fan(triangles, &cut);
                replace_fan(group.corners.get_mut(range).unwrap_or_default(), &cut);
            }
            // Its vertices have a note already.
            Err(Uncut::NotFinite) => {}
            Err(why) => self.notes.add(NoteKind::Fan(why), place()),
        }
        Ok(())
    }

    /// The vertex of a corner such as `7`, `7/1`, `7//2` or `-1/1/2`.
    fn vertex_of(&self, line: &TextLine, word: &str) -> Result<u32> {
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
                    line.fault(
                        word,
                        format!("this corner refers to the vertex {back} back, but only {count} come before it"),
                    )
                })?)
            }
        };
        vertex.and_then(|vertex| u32::try_from(vertex).ok()).ok_or_else(|| {
            line.fault(word, format!("this corner refers to vertex {number}, which exceeds 32-bit indices"))
        })
    }

    fn finish(mut self, named: Named, stamps: &mut Stamps) -> Result<ReadLevel> {
        let work = self.work;
        work.keep(std::mem::take(&mut self.lasting) as u64)?;
        work.hold(std::mem::take(&mut self.temporary) as u64)?;
        if let Some((vertex, place)) =
            self.greatest_undefined.take().filter(|(vertex, _)| *vertex >= self.positions.len())
        {
            let message = format!(
                "this corner refers to vertex {}, but the number of vertices is {}",
                vertex + 1,
                self.positions.len()
            );
            return Err(LevelError::at(place, message));
        }
        let (deferred, memory) = std::mem::replace(&mut self.deferred, ChargedVec::new(work.budget())).into_parts();
        for (polygon, place) in deferred {
            if work.is_cancelled() {
                return Err(LevelError::cancelled());
            }
            self.cut(polygon, || place)?;
        }
        drop(memory);
        self.materials.note_missing(&mut self.notes);
        self.attributes.note_missing(&mut self.notes);
        let parents = self.names_of_parents()?;
        self.groups.retain(|group| !group.triangles.is_empty());
        if self.groups.is_empty() {
            self.notes.add(NoteKind::Nothing, LevelPlace::File);
        }
        // Before the memory for looks, which are only missing in pictures when they do not fit.
        let raw = self.raw()?;
        let mut looks = self.looks(named, stamps)?;
        let images = looks.as_mut().map(|looks| std::mem::take(&mut looks.images)).unwrap_or_default();
        let (attributes, groups, no_looks) = (&self.attributes, &self.groups, OnceLock::new());
        let build = |(i, raw): (usize, RawMesh)| {
            if work.is_cancelled() {
                return Err(LevelError::cancelled());
            }
            let (FaceGroup { corners, runs, .. }, RawMesh { positions, triangles, used }) = (&groups[i], raw);
            let shape = Shape { triangles: &triangles, corners, runs, used: &used, vertices: positions.len() };
            let surface = looks.as_ref().map(|looks| {
                let surface = surface::surface(&shape, attributes, |material| looks.material(material), work);
                surface.map(Arc::new).map_err(|error| _ = no_looks.set(error.message))
            });
            let surface = surface.and_then(std::result::Result::ok);
            Ok(Mesh::new(positions, triangles).map(|mesh| mesh.with_surface(surface)))
        };
        let meshes: Vec<_> =
            parallel::map_owned(raw.into_iter().enumerate().collect(), build).into_iter().collect::<Result<_>>()?;
        if let Some(why) = no_looks.into_inner() {
            self.notes.add(NoteKind::NoMaterialMemory(why), LevelPlace::File);
        }
        let mut given = UniqueNames::default();
        let mut objects = Vec::with_capacity(meshes.len());
        let materials: Vec<_> = self.materials.all().collect();
        let color = |runs: &[(Option<usize>, usize)]| {
            let (_, written) = materials[most_used(runs, |number| materials[number].0)?];
            let color = written?.color?.map(byte);
            (color != [u8::MAX; 3]).then_some(Color(color))
        };
        let (mut numbers, mut used) = (Vec::with_capacity(objects.capacity()), Vec::new());
        for (group, mesh) in self.groups.iter().zip(meshes) {
            match mesh {
                Ok(mesh) => {
                    objects.push(LevelObject {
                        name: given.unique(&group.name),
                        mesh: Arc::new(mesh),
                        level_from_local: DAffine3::IDENTITY,
                        color: color(&group.runs),
                        rigged: None,
                    });
                    numbers.push(group.number);
                    let of_group: BTreeSet<usize> = group.runs.iter().filter_map(|(material, _)| *material).collect();
                    used.push(of_group.into_iter().collect());
                }
                Err(error) => {
                    let message = format!("the group {}: {error}", quoted(&group.name));
                    self.notes.add(NoteKind::EmptyMesh(message), LevelPlace::File);
                }
            }
        }
        let order = walk(&self.above);
        let nodes = Nodes { order: &order, parents: &self.above };
        let name = |number: usize| Cow::Borrowed(parents.get(&number).map_or("", String::as_str));
        let mut outline = Outline::of(&nodes, name, [&numbers, &[]], work)?;
        let material = |number: usize| {
            let (name, written) = materials[number];
            let color = written.and_then(|written| Some(Color(written.color?.map(byte))));
            (name, color.filter(|color| *color != Color([u8::MAX; 3])))
        };
        outline.add_materials(materials.len(), material, &used, work)?;
        let mut level = Level::new(objects, Vec::new());
        level.outline = outline;
        level.counts.materials = self.materials.len();
        Ok(ReadLevel { level, images, notes: self.notes, text: None })
    }

    /// The names of the groups that have others below them, by their numbers.
    fn names_of_parents(&self) -> Result<HashMap<usize, String>> {
        let objects: BTreeSet<usize> = self.above.iter().flatten().copied().collect();
        let letters: usize = objects.iter().map(|&number| self.groups[number].name.len()).sum();
        self.work.hold((objects.len() * 64 + letters + self.above.len() * 4 * size_of::<usize>()) as u64)?;
        Ok(objects.into_iter().map(|number| (number, self.groups[number].name.clone())).collect())
    }

    /// The meshes of the groups before they are made, and the memory for these and for their answers.
    fn raw(&mut self) -> Result<Vec<RawMesh>> {
        let work = self.work;
        for group in &mut self.groups {
            group.triangles.shrink_to_fit();
            group.corners.shrink_to_fit();
        }
        let triangles: usize = self.groups.iter().map(|group| group.triangles.len()).sum();
        work.keep_many(triangles, READY)?;
        let mut all_positions = std::mem::replace(&mut self.positions, ChargedVec::new(work.budget()));
        if let [only] = &mut self.groups[..] {
            all_positions.shrink_to_fit();
            let (positions, triangles) = (work.keep_list(all_positions), only.take_triangles(work));
            return Ok(vec![RawMesh { positions, triangles, used: ChargedVec::new(work.budget()) }]);
        }
        let mut raw = Vec::with_capacity(self.groups.len());
        let mut place_of = work.charged(ChargedVec::with_capacity(work.budget(), all_positions.len()))?;
        work.charged(place_of.resize(all_positions.len(), u32::MAX))?;
        for group in &mut self.groups {
            raw.push(only_used(&all_positions, group.take_triangles(work), &mut place_of, work)?);
        }
        Ok(raw)
    }

    /// The looks of the materials; `None` when the file does not say how its faces look, and they are drawn as clay: faces have
    /// no normals and no colours, and their materials are in no MTL file that could be read.
    fn looks(&mut self, named: Named, stamps: &mut Stamps) -> Result<Option<ObjMaterials>> {
        let work = self.work;
        let looks = mtl_looks::read(&self.materials, named.folder, work, stamps, &mut self.notes)?;
        let is_shaded =
            !self.attributes.normals.is_empty() && self.groups.iter().any(|group| !group.corners.is_empty());
        let are_written = || self.groups.iter().flat_map(|group| &*group.runs).any(|(of, _)| looks.is_written(*of));
        if !(is_shaded || !self.attributes.colors.is_empty() || are_written()) {
            return Ok(None);
        }
        self.note_no_coordinates(&looks);
        Ok(Some(looks))
    }

    /// Adds a note when triangles have an image and no texture coordinates.
    fn note_no_coordinates(&mut self, looks: &ObjMaterials) {
        // The number of these triangles for each material.
        let mut found: BTreeMap<usize, usize> = BTreeMap::new();
        for FaceGroup { corners, runs, .. } in &self.groups {
            let mut begin = 0;
            for &(of, count) in &**runs {
                let run = begin..begin + count;
                begin += count;
                let Some(material) = of.filter(|_| looks.has_image(of)) else { continue };
                let lacks = |corners: &&[Corner; 3]| corners.iter().any(|corner| corner.uv == NONE);
                let count = corners.get(run).map_or(count, |corners| corners.iter().filter(lacks).count());
                *found.entry(material).or_default() += count;
            }
        }
        for (material, (_, written)) in self.materials.all().enumerate() {
            let Some(&count) = found.get(&material) else { continue };
            let map = written.and_then(|written| written.color_map.as_ref().or(written.opacity_map.as_ref()));
            let place = map.map_or(LevelPlace::File, |map| map.place.clone());
            self.notes.add_many(NoteKind::NoCoordinates, place, count);
        }
    }
}
