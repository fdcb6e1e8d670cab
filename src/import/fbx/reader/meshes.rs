//! The meshes of an FBX: polygons as triangles, in the order of the slots of their materials and within one in file order.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glam::Vec3;
use ufbx::Scene;

use super::convert::single;
use super::materials::FbxMaterials;
use super::surface::RawSurface;
use crate::geometry::Mesh;
use crate::import::level::error::{LevelError, LevelPlace, Result};
use crate::import::level::limits::READY;
use crate::import::level::notes::{NoteKind, Notes};
use crate::import::level::work::LevelWork;
use crate::parallel;
use crate::scene::Color;

/// The polygons between two checks for cancellation.
const PIECE: usize = 1 << 16;

/// A mesh of the file, and the materials that a node gives to its slots, all by their numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct MeshLook {
    pub(super) mesh: usize,
    pub(super) materials: Vec<usize>,
}

/// A mesh with its colour.
pub(super) struct BuiltMesh {
    pub(super) mesh: Arc<Mesh>,
    /// That of the material of most of its triangles.
    pub(super) color: Option<Color>,
    /// The materials of its triangles, ascending.
    pub(super) materials: Arc<[usize]>,
}

/// A mesh before its materials are read.
struct RawMesh {
    place: LevelPlace,
    positions: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    /// The number of triangles of each slot that has any.
    slots: Vec<(usize, usize)>,
    surface: Option<RawSurface>,
}

impl RawMesh {
    /// The slots that have triangles, with the materials of these.
    fn used<'m>(&'m self, look: &'m MeshLook) -> impl Iterator<Item = (Option<usize>, usize)> + 'm {
        self.slots.iter().map(|(slot, triangles)| (look.materials.get(*slot).copied(), *triangles))
    }
}

/// These meshes; an empty one is left out with a note. `materials` reads the materials of all of them.
pub(super) fn build(
    scene: &Scene,
    looks: BTreeSet<MeshLook>,
    materials: impl FnOnce(&BTreeSet<usize>, &mut Notes) -> Result<FbxMaterials>,
    notes: &mut Notes,
    work: &LevelWork,
) -> Result<BTreeMap<MeshLook, BuiltMesh>> {
    // Answers come first: without memory for surfaces, meshes have none.
    let triangles = looks.iter().filter_map(|look| scene.meshes.get(look.mesh)).map(|mesh| mesh.num_triangles);
    work.keep_many(triangles.fold(0, usize::saturating_add), READY)?;
    let mut raw = Vec::with_capacity(looks.len());
    let mut used = BTreeSet::new();
    for look in looks {
        let gathered = gather(scene, &look, notes, work)?;
        used.extend(gathered.used(&look).filter_map(|(material, _)| material));
        raw.push((look, gathered));
    }
    let materials = materials(&used, notes)?;
    let all = raw.iter().map(|(_, raw)| raw.triangles.len()).sum();
    let finish = |(look, raw): (MeshLook, RawMesh)| {
        if work.is_cancelled() {
            return Err(LevelError::cancelled());
        }
        let most = raw.used(&look).max_by_key(|(_, triangles)| *triangles).and_then(|(material, _)| material);
        let of_mesh: BTreeSet<usize> = raw.used(&look).filter_map(|(material, _)| material).collect();
        let count = raw.triangles.len();
        let surface =
            raw.surface.map(|surface| surface.finish(|slot| materials.material(look.materials.get(slot).copied())));
        let mesh = Mesh::new(raw.positions, raw.triangles).map(|mesh| BuiltMesh {
            mesh: Arc::new(mesh.with_surface(surface)),
            color: most.and_then(|material| materials.color(material)),
            materials: of_mesh.into_iter().collect(),
        });
        work.advance_by(count, all);
        Ok((look, raw.place, mesh))
    };
    let meshes: Vec<_> = parallel::map_owned(raw, finish).into_iter().collect::<Result<_>>()?;
    let mut built = BTreeMap::new();
    for (look, place, mesh) in meshes {
        match mesh {
            Ok(mesh) => drop(built.insert(look, mesh)),
            Err(error) => notes.add(NoteKind::EmptyMesh(error.to_string()), place),
        }
    }
    Ok(built)
}

fn gather(scene: &Scene, look: &MeshLook, notes: &mut Notes, work: &LevelWork) -> Result<RawMesh> {
    let Some(mesh) = scene.meshes.get(look.mesh) else {
        return Err(LevelError::file(format!("there is no meshes[{}]", look.mesh)));
    };
    let place = LevelPlace::named("meshes", look.mesh, Some(&mesh.element.name.to_string()));
    work.keep_many(mesh.num_vertices, size_of::<Vec3>())?;
    work.keep_many(mesh.num_triangles, size_of::<[u32; 3]>())?;
    let corners = (mesh.num_triangles + mesh.max_face_triangles).saturating_mul(2 * size_of::<[u32; 3]>());
    let _memory = work.borrow(corners as u64)?;
    let positions: Vec<Vec3> = mesh.vertices.iter().map(|position| single(*position)).collect();
    let not_finite = positions.iter().filter(|position| !position.is_finite()).count();
    notes.add_many(NoteKind::NotFinite, place.clone(), not_finite);
    let mut of_slots: BTreeMap<usize, Vec<[u32; 3]>> = BTreeMap::new();
    let mut corners = vec![0_u32; 3 * mesh.max_face_triangles];
    for (number, face) in mesh.faces.iter().enumerate() {
        if number % PIECE == 0 && work.is_cancelled() {
            return Err(LevelError::cancelled());
        }
        let is_hole = mesh.face_hole.get(number).copied().unwrap_or_default();
        if face.num_indices < 3 || is_hole {
            continue;
        }
        let count = mesh.triangulate_face(&mut corners, *face) as usize;
        let slot = mesh.face_material.get(number).map_or(0, |slot| *slot as usize);
        let triangles = corners.get(..3 * count).unwrap_or_default();
        of_slots.entry(slot).or_default().extend_from_slice(triangles.as_chunks().0);
    }
    notes.add_many(NoteKind::NoTriangles, place.clone(), mesh.num_point_faces + mesh.num_line_faces);
    let of_slots: Vec<(usize, Vec<[u32; 3]>)> = of_slots.into_iter().collect();
    let has_look = mesh.vertex_normal.exists || mesh.vertex_color.exists || !look.materials.is_empty();
    let surface = if has_look { surface(mesh, &of_slots, &place, notes, work)? } else { None };
    let vertex = |corner: u32| mesh.vertex_indices.get(corner as usize).copied().unwrap_or(u32::MAX);
    let slots = of_slots.iter().map(|(slot, triangles)| (*slot, triangles.len())).collect();
    let triangles = of_slots.iter().flat_map(|(_, triangles)| triangles).map(|corners| corners.map(vertex)).collect();
    Ok(RawMesh { place, positions, triangles, slots, surface })
}

/// The surface of a mesh; without memory for it `None`, with a note.
fn surface(
    mesh: &ufbx::Mesh,
    slots: &[(usize, Vec<[u32; 3]>)],
    place: &LevelPlace,
    notes: &mut Notes,
    work: &LevelWork,
) -> Result<Option<RawSurface>> {
    match RawSurface::of(mesh, slots, place, notes, work) {
        Ok(surface) => Ok(Some(surface)),
        Err(error) if work.is_cancelled() => Err(error),
        Err(error) => {
            notes.add(NoteKind::NoMaterialMemory(error.message), place.clone());
            Ok(None)
        }
    }
}
