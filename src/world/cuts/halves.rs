//! A cut of the scene at a tick, and its halves.

use std::collections::HashMap;
use std::sync::Arc;

use glam::DVec3;

use super::posed::Posed;
use super::side::CutHalf;
use crate::budget::Reservation;
use crate::cut::{CutMesh, CutVertices, Half, Loop, Measures, Plane, VertexSource, cut_stored, weld};
use crate::files::Content;
use crate::geometry::Mesh;
use crate::import::level::Rigged;
use crate::scene::ItemId;
use crate::surface::Surface;

/// A cut of the scene at a tick.
#[derive(Clone, Debug, PartialEq)]
pub struct CutAt {
    /// Its identity.
    pub id: ItemId,
    /// Unique in the scene.
    pub name: Arc<str>,
    /// The name of the object that it cuts.
    pub object: Arc<str>,
    /// The plane, in world space.
    pub plane: Plane,
    /// The tick of the cut.
    pub tick: u64,
    /// The halves, or the reason why there are none, a part of a sentence. `None` before the tick of the cut.
    pub outcome: Option<Result<Arc<Halves>, Arc<str>>>,
    /// The halves in front and behind, by index in the world; `None` for a half without triangles.
    pub objects: [Option<usize>; 2],
    /// The object of the scene or the part of a model that is cut; for a cut of a half, that of the first cut. The world
    /// has no object with this id while it is cut. `None` before the tick of the cut, and when nothing is cut.
    pub whole: Option<ItemId>,
}

/// Both halves of a mesh, with their figures at the tick of the cut.
#[derive(Debug)]
pub struct Halves {
    /// The halves by vertices and triangles of the mesh, and the loops between them.
    pub cut: CutMesh,
    /// The triangles of the mesh, with one index for all vertices at one place.
    pub triangles: Vec<[u32; 3]>,
    /// The positions of the mesh's vertices in world space, as they were classified.
    pub posed: Vec<DVec3>,
    /// The sizes of the halves in front and behind.
    pub measures: [Measures; 2],
    /// The distance of the furthest new vertex from the plane, metres.
    pub off_plane: f64,
    /// The closed loops as vertices of the halves in front and behind.
    seams: [Vec<Vec<u32>>; 2],
    /// The halves in the object's own space, a skinned one as modelled; `None` for one without triangles.
    meshes: [Option<Arc<Mesh>>; 2],
    /// The same with joints, for a skinned mesh.
    pub(super) rigged: [Option<Arc<Rigged>>; 2],
    _memory: Reservation,
}

/// The same figures.
impl PartialEq for Halves {
    fn eq(&self, other: &Self) -> bool {
        self.cut == other.cut && self.measures == other.measures && self.posed == other.posed
    }
}

impl Halves {
    /// Whether joints move the halves.
    pub fn is_skinned(&self) -> bool {
        self.rigged.iter().any(Option::is_some)
    }

    /// The mesh of the half in front (0) or behind (1), as morph targets have moved the whole mesh; `None` for a half without
    /// triangles.
    pub(super) fn mesh(&self, side: usize, whole: &Arc<Mesh>) -> Option<Arc<Mesh>> {
        let half = self.meshes[side].as_ref()?;
        if !whole.is_moved() {
            return Some(Arc::clone(half));
        }
        let at = |vertex: u32| whole.positions().get(vertex as usize).copied().unwrap_or_default().as_dvec3();
        let sources = &[&self.cut.front, &self.cut.back][side].vertices;
        let positions = sources.iter().map(|source| source.mix(at).as_vec3()).collect();
        half.moved(positions, |_, normal| normal).ok().map(Arc::new)
    }

    /// The closed loops where the halves met, as vertices of the mesh of the half in front (0) or behind (1).
    pub fn seam(&self, half: usize) -> &[Vec<u32>] {
        self.seams.get(half).map_or(&[], |seam| seam)
    }

    pub(super) fn of(
        mesh: &Arc<Mesh>,
        posed: Posed,
        plane: &Plane,
        cap: bool,
        content: Content,
    ) -> Result<Self, Arc<str>> {
        // The welded triangles, the posed vertices and those as modelled, both halves with their meshes, joints and surfaces.
        let (influences, bind) = if posed.skin.is_some() { (8 * 6, 12) } else { (0, 0) };
        let size = mesh.triangles().len() * (12 + 2 * (12 + 4 + 12))
            + mesh.positions().len() * (24 + bind + 2 * (24 + 12 + influences));
        let look = mesh.surface().map_or(0, |look| Surface::bytes(look.vertices.len(), look.triangle_count()));
        let memory = content.files.budget.take((size + look) as u64);
        let memory = memory.map_err(|over| Arc::from(format!("cutting it {over}: {}", over.help())))?;
        let joints = posed.skin.as_ref().map(|(_, skinned, _)| &*skinned.influences);
        let triangles = weld(mesh.positions(), joints, mesh.triangles());
        let stored = CutVertices::new(&posed.world, mesh.positions()).mirrored(posed.is_mirrored());
        let mut cut = cut_stored(&stored, &triangles, plane, posed.rounding(&stored, plane), cap);
        cut.posing = posed.posing();
        let halves = [&cut.front, &cut.back];
        let sides = halves.map(|half| CutHalf::of(mesh, &posed, &triangles, half));
        let off_plane = halves
            .into_iter()
            .zip(&sides)
            .flat_map(|(half, side)| half.vertices.iter().zip(&side.world))
            .filter(|(source, _)| source.is_new())
            .map(|(_, place)| plane.distance(*place).abs())
            .fold(0.0, f64::max);
        let measures = [0, 1].map(|i| cut.measure(&sides[i].world, &halves[i].triangles));
        let seams = halves.map(|half| seams(&cut.loops, half));
        let [front, back] = sides;
        Ok(Self {
            measures,
            seams,
            meshes: [front.mesh, back.mesh],
            rigged: [front.rigged, back.rigged],
            off_plane,
            triangles,
            posed: posed.world,
            cut,
            _memory: memory,
        })
    }
}

/// The closed loops as vertices of a half.
pub(super) fn seams(loops: &[Loop], half: &Half) -> Vec<Vec<u32>> {
    let key = |source: &VertexSource| match *source {
        VertexSource::Vertex(vertex) => [vertex, vertex],
        VertexSource::Edge { from, to, .. } => [from, to],
    };
    let known: HashMap<[u32; 2], u32> = (0..).zip(&half.vertices).map(|(i, source)| (key(source), i)).collect();
    let vertices = |one: &Loop| one.vertices.iter().filter_map(|source| known.get(&key(source)).copied()).collect();
    loops.iter().map(vertices).collect()
}
