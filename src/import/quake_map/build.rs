//! Reads a map: each brush is an object, each entity with several brushes a group, each texture a material. Entities without brushes,
//! such as lights, are left out.

use std::path::Path;
use std::sync::Arc;

use glam::DVec3;
use quake_map::{Entity, TextParseError};

use super::brush::{BrushHull, hull};
use super::entity::{name_of, parse};
use super::place::placed;
use super::textures::{NamedTextures, OBJECT};
use crate::import::level::error::{LevelError, LevelPlace, Result};
use crate::import::level::file::read_level;
use crate::import::level::limits::MOST_OBJECTS;
use crate::import::level::notes::{NoteKind, Notes};
use crate::import::level::outline::{Nodes, Outline};
use crate::import::level::plain_meshes::{PlainMesh, PlainMeshes, level_of};
use crate::import::level::plain_note::PlainNote;
use crate::import::level::read_level::ReadLevel;
use crate::import::level::text_lines::PlainLines;
use crate::import::level::work::LevelWork;

/// Reads a map.
pub(in crate::import) fn read(path: &Path, work: &LevelWork) -> Result<ReadLevel> {
    let bytes = read_level(path, work)?;
    let level = level(&bytes, work)?;
    drop(bytes);
    work.release(u64::MAX);
    Ok(level)
}

/// The level of a text.
pub(super) fn level(bytes: &[u8], work: &LevelWork) -> Result<ReadLevel> {
    let map = parse(bytes, work)?.map_err(|error| located(error, bytes, work))?;
    let mut objects =
        BrushObjects { work, meshes: Vec::new(), entities: Vec::new(), textures: NamedTextures::default() };
    let mut notes = Notes::default();
    for (index, entity) in map.entities.iter().enumerate() {
        if work.is_cancelled() {
            return Err(LevelError::cancelled());
        }
        objects.add(index, entity, &mut notes)?;
    }
    work.advance(bytes.len() as u64);
    let BrushObjects { meshes, entities, textures, .. } = objects;
    let mut read = level_of(PlainMeshes { meshes, notes }, "brush", work)?;
    read.level.counts.materials = textures.names.len();
    // Every hull has triangles, so each mesh is an object.
    if read.level.objects.len() == entities.len() {
        let order: Vec<usize> = (0..map.entities.len()).collect();
        let roots = Nodes { order: &order, parents: &vec![None; order.len()] };
        let name = |entity: usize| map.entities.get(entity).map_or_else(String::new, name_of).into();
        read.level.outline = Outline::of(&roots, name, [&entities, &[]], work)?;
        let NamedTextures { names, used, .. } = &textures;
        read.level.outline.add_materials(names.len(), |texture| (&names[texture], None), used, work)?;
    }
    Ok(read)
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
struct BrushObjects<'w> {
    work: &'w LevelWork<'w>,
    meshes: Vec<PlainMesh>,
    /// The entity of each.
    entities: Vec<usize>,
    textures: NamedTextures,
}

impl BrushObjects<'_> {
    /// Adds the brushes of an entity.
    fn add(&mut self, index: usize, entity: &Entity, notes: &mut Notes) -> Result<()> {
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
            self.textures.add_object(brush.iter().map(|face| face.texture.to_string_lossy().into_owned()));
        }
        Ok(())
    }
}

/// The triangles of a hull, in metres, with Y up.
fn mesh_of(name: &str, hull: &BrushHull, work: &LevelWork) -> Result<PlainMesh> {
    let mut mesh = PlainMesh::new(name, work);
    for corner in &hull.corners {
        work.charged(mesh.positions.push(placed(*corner)))?;
    }
    for face in &hull.faces {
        for i in 2..face.len() {
            work.charged(mesh.triangles.push([face[0], face[i - 1], face[i]]))?;
        }
    }
    Ok(mesh)
}
