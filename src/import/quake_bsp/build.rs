//! Reads a compiled map: each model is an object, named by its entity, each texture a material. Entities without a model, such as
//! lights, are left out, and so are the models of monsters and things, which are files of their own.

use std::path::Path;

use glam::{DVec3, Vec3};
use qbsp::data::{BspEdge, BspFace, BspModel, BspTexInfo};
use rustc_hash::{FxHashMap, FxHashSet};

use super::lumps::Lumps;
use crate::budget::ChargedVec;
use crate::geometry::polygon::{self, Uncut};
use crate::import::level::error::{LevelError, LevelPlace, Result, get};
use crate::import::level::file::read_level;
use crate::import::level::limits::MOST_OBJECTS;
use crate::import::level::notes::{NoteKind, Notes};
use crate::import::level::outline::{Nodes, Outline};
use crate::import::level::plain_meshes::{PlainMesh, PlainMeshes, level_of};
use crate::import::level::plain_note::PlainNote;
use crate::import::level::read_level::ReadLevel;
use crate::import::level::work::LevelWork;
use crate::import::quake_map::entity::{name_of, parse, value};
use crate::import::quake_map::place::placed;
use crate::import::quake_map::textures::{NamedTextures, OBJECT};

/// The greatest number of corners of a face. Programs for these maps draw at most 64.
const MOST_CORNERS: usize = 1024;
/// The greatest number of faces of all objects together.
const MOST_FACES: usize = 50_000_000;
/// How many faces are read before it is checked whether the user cancelled.
const FACES_AT_ONCE: usize = 4096;
/// The bytes of an entry in [`ModelMesh::numbers`], with the free places of the table.
const NUMBERED: u64 = 24;

/// Reads a compiled map.
pub(in crate::import) fn read(path: &Path, work: &LevelWork) -> Result<ReadLevel> {
    let bytes = read_level(path, work)?;
    let level = level(&bytes, work)?;
    drop(bytes);
    work.release(u64::MAX);
    Ok(level)
}

/// The level of the bytes of a file.
pub(super) fn level(bytes: &[u8], work: &LevelWork) -> Result<ReadLevel> {
    let lumps = Lumps::of(bytes)?;
    let mut notes = Notes::default();
    let models: ChargedVec<BspModel> = lumps.entries(lumps.table.models, "models", work)?;
    let uses = uses(&lumps, models.len(), &mut notes, work)?;
    let faces = FaceLists::read(&lumps, work)?;
    let mut textures = NamedTextures::default();
    let mut meshes = Vec::with_capacity(uses.len());
    let mut count = 0;
    for used in uses {
        count += models[used.model].num_faces as usize;
        if count > MOST_FACES {
            return Err(LevelError::file(format!("its objects have more than {MOST_FACES} faces together")));
        }
        let (mesh, names) = faces.mesh_of(&used, &models[used.model], &mut notes, work)?;
        // A model without faces, such as that of an area, is no object.
        if mesh.triangles.is_empty() {
            continue;
        }
        work.keep((OBJECT + 4 * mesh.name.len()) as u64)?;
        meshes.push(mesh);
        textures.add_object(names);
    }
    work.advance(bytes.len() as u64);
    drop((faces, models));
    let count = meshes.len();
    let mut read = level_of(PlainMeshes { meshes, notes }, "model", work)?;
    read.level.counts.materials = textures.names.len();
    // A mesh in which no triangle has finite corners is left out.
    if read.level.objects.len() == count {
        let order: Vec<usize> = (0..count).collect();
        let roots = Nodes { order: &order, parents: &vec![None; count] };
        let NamedTextures { names, used, .. } = &textures;
        read.level.outline = Outline::of(&roots, |_| String::new().into(), [&order, &[]], work)?;
        read.level.outline.add_materials(names.len(), |texture| (&names[texture], None), used, work)?;
    }
    Ok(read)
}

/// A model with the name and the place that its entity gives it.
struct ModelUse {
    model: usize,
    name: String,
    /// In units of the file.
    origin: DVec3,
}

/// The uses of all models: by entities, in the order of the text, of which the first one is the world; then one of each model
/// without an entity.
fn uses(lumps: &Lumps, models: usize, notes: &mut Notes, work: &LevelWork) -> Result<Vec<ModelUse>> {
    let lump = lumps.table.entities;
    let text = lumps.bytes(lump);
    // A zero ends the text.
    let text = text.split(|byte| *byte == 0).next().unwrap_or_default();
    let place = LevelPlace::Byte(lump.offset as usize);
    let (mut uses, mut is_used) = (Vec::new(), vec![false; models]);
    match parse(text, work)? {
        Ok(map) => {
            for (index, entity) in map.entities.iter().enumerate() {
                if work.is_cancelled() {
                    return Err(LevelError::cancelled());
                }
                let number =
                    if index == 0 { Some(0) } else { value(entity, "model").and_then(|model| submodel(&model)) };
                let Some(model) = number else { continue };
                let name = name_of(entity);
                if model >= models {
                    let place = LevelPlace::named("entities", index, Some(&name));
                    notes.add(NoteKind::Plain(PlainNote::NoModel(model, models)), place);
                    continue;
                }
                if uses.len() >= MOST_OBJECTS {
                    return Err(LevelError::file(format!("it holds more than {MOST_OBJECTS} objects")));
                }
                let origin = value(entity, "origin").map_or(Some(DVec3::ZERO), |origin| vector(&origin));
                if origin.is_none() {
                    let place = LevelPlace::named("entities", index, Some(&name));
                    notes.add(NoteKind::Plain(PlainNote::Origin), place);
                }
                let origin = origin.unwrap_or_default();
                work.hold((OBJECT + name.len()) as u64)?;
                is_used[model] = true;
                uses.push(ModelUse { model, name, origin });
            }
        }
        Err(_) if work.is_cancelled() => return Err(LevelError::cancelled()),
        Err(error) => notes.add(NoteKind::Plain(PlainNote::Entities(error.to_string())), place),
    }
    for (model, _) in is_used.iter().enumerate().filter(|(_, is_used)| !**is_used) {
        if uses.len() >= MOST_OBJECTS {
            return Err(LevelError::file(format!("it holds more than {MOST_OBJECTS} objects")));
        }
        work.hold(OBJECT as u64)?;
        let name = if model == 0 { "worldspawn".to_owned() } else { format!("model {model}") };
        uses.push(ModelUse { model, name, origin: DVec3::ZERO });
    }
    Ok(uses)
}

/// The number of a model in this file, as in `*12`. Others are files.
fn submodel(model: &str) -> Option<usize> {
    model.strip_prefix('*')?.parse().ok()
}

/// Three finite numbers of a text; `None` for anything else.
fn vector(text: &str) -> Option<DVec3> {
    let mut numbers = text
        .split_whitespace()
        .map(|number| number.parse::<f32>().ok().filter(|number| number.is_finite()).map(f64::from));
    Some(DVec3::new(numbers.next()??, numbers.next()??, numbers.next()??))
}

/// The lists that define the faces.
struct FaceLists {
    faces: ChargedVec<BspFace>,
    /// The edges along which the faces run, as indices into `edges`. A negative one is an edge from its end to its start.
    face_edges: ChargedVec<i32>,
    edges: ChargedVec<BspEdge>,
    vertices: ChargedVec<[f32; 3]>,
    infos: ChargedVec<BspTexInfo>,
    textures: ChargedVec<Option<String>>,
    is_quake2: bool,
}

impl FaceLists {
    fn read(lumps: &Lumps, work: &LevelWork) -> Result<Self> {
        let table = &lumps.table;
        Ok(Self {
            faces: lumps.entries(table.faces, "faces", work)?,
            face_edges: lumps.entries(table.surf_edges, "edges of faces", work)?,
            edges: lumps.entries(table.edges, "edges", work)?,
            vertices: lumps.entries(table.vertices, "vertices", work)?,
            infos: lumps.entries(table.tex_info, "uses of textures", work)?,
            textures: lumps.texture_names(work)?,
            is_quake2: lumps.is_quake2(),
        })
    }

    /// The mesh of an object, and the names of its textures.
    fn mesh_of(
        &self,
        used: &ModelUse,
        model: &BspModel,
        notes: &mut Notes,
        work: &LevelWork,
    ) -> Result<(PlainMesh, Vec<String>)> {
        let place = LevelPlace::item("models", used.model);
        let mesh = PlainMesh::new(&used.name, work);
        let mut built = ModelMesh { mesh, numbers: FxHashMap::default(), origin: used.origin, notes, work };
        let mut infos: FxHashSet<u32> = FxHashSet::default();
        let mut polygon = ChargedVec::new(work.budget());
        let first = model.first_face as usize;
        for number in first..first + model.num_faces as usize {
            if number.is_multiple_of(FACES_AT_ONCE) && work.is_cancelled() {
                return Err(LevelError::cancelled());
            }
            let face = get(&self.faces, "faces", number, &place)?;
            let place = LevelPlace::item("faces", number);
            self.read_corners(face, &place, &mut polygon, &mut built)?;
            built.add(&polygon, &place)?;
            let info = face.texture_info_idx.0;
            if (info as usize) < self.infos.len() && infos.insert(info) {
                work.hold(NUMBERED)?;
            }
        }
        let mut infos: Vec<u32> = infos.into_iter().collect();
        infos.sort_unstable();
        let textures = infos.iter().filter_map(|info| self.texture(*info)).collect();
        Ok((built.mesh, textures))
    }

    /// Reads the corners of a face, as numbers of the mesh's vertices. Their order is clockwise as seen from the front.
    fn read_corners(
        &self,
        face: &BspFace,
        place: &LevelPlace,
        polygon: &mut ChargedVec<u32>,
        built: &mut ModelMesh,
    ) -> Result<()> {
        let work = built.work;
        work.charged(polygon.resize(0, 0))?;
        let (first, count) = (face.first_edge as usize, face.num_edges.0 as usize);
        if count > MOST_CORNERS {
            let message = format!("it has {count} corners; a face has at most {MOST_CORNERS}");
            return Err(LevelError::at(place.clone(), message));
        }
        for number in first..first + count {
            let along = *get(&self.face_edges, "edges of faces", number, place)?;
            let edge = get(&self.edges, "edges", along.unsigned_abs() as usize, place)?;
            let vertex = if along < 0 { edge.b.0 } else { edge.a.0 };
            let at = *get(&self.vertices, "vertices", vertex as usize, place)?;
            work.charged(polygon.push(built.vertex(vertex, at)?))?;
        }
        Ok(())
    }

    /// The name of the texture of a use; `None` where the file has none.
    fn texture(&self, info: u32) -> Option<String> {
        let info = self.infos.get(info as usize)?;
        if self.is_quake2 {
            return info.extra_info.0.as_ref().map(|info| info.name.to_string()).filter(|name| !name.is_empty());
        }
        let number = info.texture_idx.0? as usize;
        Some(self.textures.get(number).cloned().flatten().unwrap_or_else(|| format!("texture {number}")))
    }
}

/// The mesh of a model so far.
struct ModelMesh<'w> {
    mesh: PlainMesh,
    /// The number in the mesh of each vertex of the file that it has.
    numbers: FxHashMap<u32, u32>,
    origin: DVec3,
    notes: &'w mut Notes,
    work: &'w LevelWork<'w>,
}

impl ModelMesh<'_> {
    /// The number in the mesh of a vertex of the file.
    fn vertex(&mut self, vertex: u32, at: [f32; 3]) -> Result<u32> {
        if let Some(number) = self.numbers.get(&vertex) {
            return Ok(*number);
        }
        let next = u32::try_from(self.mesh.positions.len()).unwrap_or(u32::MAX);
        self.work.hold(NUMBERED)?;
        self.numbers.insert(vertex, next);
        let position = placed(Vec3::from(at).as_dvec3() + self.origin);
        if !position.is_finite() {
            self.notes.add(NoteKind::NotFinite, LevelPlace::item("vertices", vertex as usize));
        }
        self.work.charged(self.mesh.positions.push(position))?;
        Ok(next)
    }

    /// Adds the triangles of a polygon, whose corners are clockwise as seen from the front.
    fn add(&mut self, polygon: &[u32], place: &LevelPlace) -> Result<()> {
        let work = self.work;
        if polygon.len() < 3 {
            self.notes.add(NoteKind::Plain(PlainNote::FewCorners), place.clone());
            return Ok(());
        }
        let _memory = work.borrow((size_of::<(u32, Vec3)>() * polygon.len()) as u64)?;
        let polygon: Vec<u32> = polygon.iter().rev().copied().collect();
        let corners: Vec<Vec3> = polygon.iter().map(|corner| self.mesh.positions[*corner as usize]).collect();
        let triangles = polygon::cut(&corners).unwrap_or_else(|why| {
            // Vertices that are not finite have a note already.
            if why != Uncut::NotFinite {
                self.notes.add(NoteKind::Fan(why), place.clone());
            }
            (2..polygon.len()).map(|i| [0, i - 1, i]).collect()
        });
        for triangle in triangles {
            work.charged(self.mesh.triangles.push(triangle.map(|corner| polygon[corner])))?;
        }
        Ok(())
    }
}
