//! Reads a map: each brush is an object, each entity with several brushes a group, each texture a material. Entities without brushes,
//! such as lights, are left out.

use std::collections::HashMap;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use glam::{DVec3, Vec3};
use quake_map::{Entity, TextParseError};

use super::brush::{BrushHull, hull};
use crate::import::level::error::{LevelError, LevelPlace, Result};
use crate::import::level::file::{open_level, read_whole};
use crate::import::level::limits::{LARGEST_LEVEL, MOST_OBJECTS};
use crate::import::level::notes::{NoteKind, Notes};
use crate::import::level::outline::{Nodes, Outline};
use crate::import::level::plain_meshes::{PlainMesh, PlainMeshes, level_of};
use crate::import::level::plain_note::PlainNote;
use crate::import::level::read_level::ReadLevel;
use crate::import::level::text_lines::PlainLines;
use crate::import::level::work::LevelWork;

/// The units of a metre.
const UNITS: f64 = 32.0;
/// Estimates of what the lists of the parser take: for each byte of the text, and beside these for each brace, as a brush
/// without planes has room for four.
const PARSED_BYTE: usize = 16;
const PARSED_BRACE: usize = 1024;
/// An estimate of the bytes of an object without its triangles and its name, and of a texture with its uses.
const OBJECT: usize = 700;

/// Reads a map.
pub(in crate::import) fn read(path: &Path, work: &LevelWork) -> Result<ReadLevel> {
    let (mut file, length) = open_level(path)?;
    work.expect(length);
    let bytes = read_whole(&mut file, length, LARGEST_LEVEL, work)?;
    let level = level(&bytes, work)?;
    drop(bytes);
    work.release(u64::MAX);
    Ok(level)
}

/// The level of a text.
pub(super) fn level(bytes: &[u8], work: &LevelWork) -> Result<ReadLevel> {
    let braces = bytes.split(|byte| *byte == b'{').count();
    work.hold((PARSED_BYTE * bytes.len() + PARSED_BRACE * braces) as u64)?;
    let mut reader = Cancelled { bytes, work };
    let map = quake_map::parse(&mut reader).map_err(|error| located(error, bytes, work))?;
    let mut objects =
        Objects { work, meshes: Vec::new(), entities: Vec::new(), textures: Vec::new(), used: Vec::new() };
    let (mut notes, mut numbers) = (Notes::default(), HashMap::new());
    for (index, entity) in map.entities.iter().enumerate() {
        if work.is_cancelled() {
            return Err(LevelError::cancelled());
        }
        objects.add(index, entity, &mut numbers, &mut notes)?;
    }
    work.advance(bytes.len() as u64);
    let Objects { meshes, entities, textures, used, .. } = objects;
    let mut read = level_of(PlainMeshes { meshes, notes }, "brush", work)?;
    read.level.counts.materials = textures.len();
    // Every hull has triangles, so each mesh is an object.
    if read.level.objects.len() == entities.len() {
        let order: Vec<usize> = (0..map.entities.len()).collect();
        let roots = Nodes { order: &order, parents: &vec![None; order.len()] };
        let name = |entity: usize| map.entities.get(entity).map_or_else(String::new, name_of).into();
        read.level.outline = Outline::of(&roots, name, [&entities, &[]], work)?;
        read.level.outline.add_materials(textures.len(), |texture| (&textures[texture], None), &used, work)?;
    }
    Ok(read)
}

/// Bytes until the user cancels.
struct Cancelled<'b, 'w> {
    bytes: &'b [u8],
    work: &'w LevelWork<'w>,
}

impl Read for Cancelled<'_, '_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.work.is_cancelled() {
            return Err(io::Error::other("cancelled"));
        }
        self.bytes.read(into)
    }
}

/// The error of the parser in its line; without one, it is at the end of the text.
fn located(error: TextParseError, bytes: &[u8], work: &LevelWork) -> LevelError {
    let (message, number) = match error {
        TextParseError::Lexer(line) | TextParseError::Parser(line) => (line.message, line.line_number),
        TextParseError::Io(_) if work.is_cancelled() => return LevelError::cancelled(),
        TextParseError::Io(error) => (error.to_string(), None),
    };
    let number = number.and_then(|number| usize::try_from(number.get()).ok()).unwrap_or(usize::MAX);
    let (mut lines, mut last) = (PlainLines::of(bytes), None);
    while lines.number() < number {
        let Some(line) = lines.next_bytes() else { break };
        if !line.trim_ascii().is_empty() || lines.number() == number {
            last = Some((lines.number(), line));
        }
    }
    let place = last.map_or(LevelPlace::File, |(line, text)| {
        let text = String::from_utf8_lossy(text.get(..LONGEST.min(text.len())).unwrap_or_default());
        let start = text.len() - text.trim_start().len();
        LevelPlace::Text { line, text: Arc::from(&*text), span: start..text.trim_end().len().max(start + 1) }
    });
    LevelError::at(place, format!("the parser of maps stops here: {message}"))
        .help("brushes of Quake, Quake 2 and Valve 220 are read; `brushDef` and `patchDef` of Quake 3 are not")
}

/// The bytes of a line that an error shows.
const LONGEST: usize = 4096;

/// The objects so far.
struct Objects<'w> {
    work: &'w LevelWork<'w>,
    meshes: Vec<PlainMesh>,
    /// The entity of each.
    entities: Vec<usize>,
    textures: Vec<String>,
    /// The textures of each object.
    used: Vec<Arc<[usize]>>,
}

impl Objects<'_> {
    /// Adds the brushes of an entity. `numbers` has that of each texture.
    fn add(
        &mut self,
        index: usize,
        entity: &Entity,
        numbers: &mut HashMap<String, usize>,
        notes: &mut Notes,
    ) -> Result<()> {
        let name = name_of(entity);
        let place = || LevelPlace::named("entities", index, Some(&name));
        for (number, brush) in entity.brushes.iter().enumerate() {
            if self.meshes.len() >= MOST_OBJECTS {
                return Err(LevelError::file(format!("it holds more than {MOST_OBJECTS} brushes")));
            }
            let planes: Vec<[DVec3; 3]> = brush.iter().map(|face| face.half_space.map(DVec3::from)).collect();
            let hull = match hull(&planes) {
                Ok(hull) => hull,
                Err(why) => {
                    notes.add(NoteKind::Plain(PlainNote::Brush(why)), place());
                    continue;
                }
            };
            let name = if entity.brushes.len() == 1 { name.clone() } else { format!("{name} {number}") };
            self.work.keep((OBJECT + 4 * name.len()) as u64)?;
            self.meshes.push(mesh_of(&name, &hull, self.work)?);
            self.entities.push(index);
            let mut used: Vec<usize> = Vec::new();
            for face in brush {
                let texture = face.texture.to_string_lossy().into_owned();
                let next = numbers.len();
                let number = *numbers.entry(texture).or_insert_with_key(|texture| {
                    self.textures.push(texture.clone());
                    next
                });
                if !used.contains(&number) {
                    used.push(number);
                }
            }
            used.sort_unstable();
            self.used.push(used.into());
        }
        Ok(())
    }
}

/// What an entity is named for others, or its class.
fn name_of(entity: &Entity) -> String {
    let value = |wanted: &str| {
        let found = entity.edict.iter().find(|(key, _)| key.as_bytes() == wanted.as_bytes());
        found.map(|(_, value)| value.to_string_lossy().trim().to_owned()).filter(|value| !value.is_empty())
    };
    value("targetname").or_else(|| value("classname")).unwrap_or_else(|| "entity".to_owned())
}

/// The triangles of a hull, in metres, with Y up.
fn mesh_of(name: &str, hull: &BrushHull, work: &LevelWork) -> Result<PlainMesh> {
    let mut mesh = PlainMesh::new(name, work);
    for corner in &hull.corners {
        let DVec3 { x, y, z } = *corner / UNITS;
        // No zero has a sign.
        let position = DVec3::new(x, z, -y).as_vec3() + Vec3::ZERO;
        work.charged(mesh.positions.push(position))?;
    }
    for face in &hull.faces {
        for i in 2..face.len() {
            work.charged(mesh.triangles.push([face[0], face[i - 1], face[i]]))?;
        }
    }
    Ok(mesh)
}
