//! The level of a format that has only meshes, without transforms: STL, PLY, and maps of Quake and its successors.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use glam::{DAffine3, Vec3};

use super::contents::{Level, LevelObject};
use super::error::{LevelError, LevelPlace, Result};
use super::limits::READY;
use super::notes::{NoteKind, Notes};
use super::read_level::ReadLevel;
use super::unique_names::UniqueNames;
use super::work::LevelWork;
use crate::budget::ChargedVec;
use crate::geometry::Mesh;
use crate::parallel;
use crate::source::error::quoted;

/// A mesh before it is made.
#[derive(Debug)]
pub(in crate::import) struct PlainMesh {
    pub(in crate::import) name: String,
    pub(in crate::import) positions: ChargedVec<Vec3>,
    /// Their corners are indices into the positions.
    pub(in crate::import) triangles: ChargedVec<[u32; 3]>,
}

impl PlainMesh {
    /// A mesh without triangles.
    pub(in crate::import) fn new(name: &str, work: &LevelWork) -> Self {
        let (positions, triangles) = (ChargedVec::new(work.budget()), ChargedVec::new(work.budget()));
        Self { name: name.to_owned(), positions, triangles }
    }
}

/// The meshes of a file and its notes.
#[derive(Debug)]
pub(in crate::import) struct PlainMeshes {
    pub(in crate::import) meshes: Vec<PlainMesh>,
    pub(in crate::import) notes: Notes,
}

/// The name of a mesh that its file does not name: that of the file without its extension.
pub(in crate::import) fn name_of_file(file: &str) -> Cow<'_, str> {
    Path::new(file).file_stem().map_or(Cow::Borrowed("mesh"), |stem| stem.to_string_lossy())
}

/// The level in which each mesh with triangles is an object. `noun` is that of a mesh in messages.
pub(in crate::import) fn level_of(read: PlainMeshes, noun: &str, work: &LevelWork) -> Result<ReadLevel> {
    let PlainMeshes { mut meshes, mut notes } = read;
    meshes.retain(|mesh| !mesh.triangles.is_empty());
    if meshes.is_empty() {
        notes.add(NoteKind::Nothing, LevelPlace::File);
    }
    let triangles: usize = meshes.iter().map(|mesh| mesh.triangles.len()).sum();
    work.keep_many(triangles, READY)?;
    let build = |mesh: PlainMesh| {
        if work.is_cancelled() {
            return Err(LevelError::cancelled());
        }
        let PlainMesh { name, mut positions, mut triangles } = mesh;
        positions.shrink_to_fit();
        triangles.shrink_to_fit();
        Ok((name, Mesh::new(work.keep_list(positions), work.keep_list(triangles))))
    };
    let made: Vec<_> = parallel::map_owned(meshes, build).into_iter().collect::<Result<_>>()?;
    let mut given = UniqueNames::default();
    let mut objects = Vec::with_capacity(made.len());
    for (name, mesh) in made {
        match mesh {
            Ok(mesh) => objects.push(LevelObject {
                name: given.unique(&name),
                mesh: Arc::new(mesh),
                level_from_local: DAffine3::IDENTITY,
                color: None,
                rigged: None,
            }),
            Err(error) => {
                let message = format!("the {noun} {}: {error}", quoted(&name));
                notes.add(NoteKind::EmptyMesh(message), LevelPlace::File);
            }
        }
    }
    Ok(ReadLevel { level: Level::new(objects, Vec::new()), images: Vec::new(), notes, text: None })
}
