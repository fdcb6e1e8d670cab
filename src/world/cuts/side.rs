//! One half of a mesh, with its own vertices, joints and surface.

use std::sync::Arc;

use glam::{DVec3, Vec3};

use super::posed::Posed;
use crate::cut::{Half, VertexSource, influences, surface};
use crate::geometry::Mesh;
use crate::import::level::{Morph, Rigged, Skinned};
use crate::world::skins::SkinAt;

/// A half of a mesh.
pub(super) struct CutHalf {
    pub(super) mesh: Option<Arc<Mesh>>,
    pub(super) rigged: Option<Arc<Rigged>>,
    /// The positions of its vertices in world space.
    pub(super) world: Vec<DVec3>,
}

impl CutHalf {
    pub(super) fn of(mesh: &Mesh, posed: &Posed, welded: &[[u32; 3]], half: &Half) -> Self {
        let local = |vertex: u32| mesh.positions()[vertex as usize].as_dvec3();
        let positions: Vec<Vec3> = half.vertices.iter().map(|source| source.mix(local).as_vec3()).collect();
        let look = mesh.surface().map(|whole| Arc::new(surface(whole, mesh, welded, half)));
        let made = Mesh::new(positions, half.triangles.clone()).ok().map(|half| Arc::new(half.with_surface(look)));
        let rigid = || half.vertices.iter().map(|source| source.position(&posed.world)).collect();
        let Some((skin, skinned, matrices)) = &posed.skin else {
            return Self { mesh: made, rigged: None, world: rigid() };
        };
        let rigged = made.as_ref().and_then(|made| {
            let influences = Arc::new(influences(&skinned.influences, &half.vertices).ok()?);
            let is_off = |vertex: &u32| skinned.off.binary_search(vertex).is_ok();
            let off = (0..).zip(&half.vertices).filter(|(_, source)| match source {
                VertexSource::Vertex(vertex) => is_off(vertex),
                VertexSource::Edge { from, to, .. } => is_off(from) || is_off(to),
            });
            let off = off.map(|(vertex, _)| vertex).collect();
            let none: Arc<[u32]> = Arc::default();
            let part = Skinned {
                skin: skinned.skin,
                influences,
                off,
                doubled: Arc::clone(&none),
                out_of_range: none,
                unused: Arc::clone(&skinned.unused),
            };
            let offset = |target: &Vec<Vec3>| {
                if target.is_empty() {
                    return Vec::new();
                }
                let at = |vertex: u32| target.get(vertex as usize).copied().unwrap_or_default().as_dvec3();
                half.vertices.iter().map(|source| source.mix(at).as_vec3()).collect()
            };
            let morph = skin.rigged.morph.as_ref().map(|morph| Morph {
                targets: morph.targets.iter().map(offset).collect(),
                normals: morph.normals.iter().map(offset).collect(),
                weights: morph.weights.clone(),
            });
            Some(Arc::new(skin.rigged.part(Arc::clone(made), part, morph)))
        });
        let world = rigged.as_ref().map_or_else(rigid, |rigged| {
            let half = SkinAt { rigged: Arc::clone(rigged), ..SkinAt::clone(skin) };
            half.posed(&half.bind(), matrices)
        });
        Self { mesh: made, rigged, world }
    }
}
