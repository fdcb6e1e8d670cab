//! The counts in the panel, computed once for each change of the scene.

use std::sync::Arc;

use crate::app::session::Session;
use crate::escape;
use crate::geometry::Aabb;
use crate::octree::{Cell, Stats};

/// The counts for one state of the scene.
pub(super) struct Facts {
    of: (u64, u64),
    pub(super) stats: Stats,
    pub(super) culling: Vec<Culled>,
    /// The occupied cells by index, each with its objects.
    pub(super) occupied: Vec<(Cell, Vec<u32>)>,
}

/// The number of tests that find the objects in view of a camera.
pub(super) struct Culled {
    pub(super) camera: Arc<str>,
    pub(super) cells: usize,
    pub(super) objects: usize,
    /// Tests of the flat loop, one for each object.
    pub(super) flat: usize,
    pub(super) saved: i64,
}

impl Facts {
    pub(super) fn of(session: &Session) -> Self {
        let of = (session.generation(), session.revision());
        let (stats, culling, occupied) = (Stats::default(), Vec::new(), Vec::new());
        let empty = Self { of, stats, culling, occupied };
        let Some(octree) = session.octree() else { return empty };
        let boxes: Vec<Aabb> = session.world().objects.iter().map(|object| object.aabb).collect();
        let culling = session.world().cameras.iter().filter(|camera| camera.error.is_none()).map(|camera| {
            let culling = octree.cull(&camera.frustum);
            Culled {
                camera: Arc::from(&*escape::shown(&camera.name)),
                cells: culling.cells.len(),
                objects: culling.object_tests,
                flat: culling.objects,
                saved: culling.saved(),
            }
        });
        Self {
            stats: Stats::of_placements(octree.tree.region(), &octree.placements, &boxes),
            culling: culling.collect(),
            occupied: octree.tree.occupied().iter().map(|one| (one.cell, one.objects.to_vec())).collect(),
            ..empty
        }
    }

    pub(super) fn are_of(&self, session: &Session) -> bool {
        self.of == (session.generation(), session.revision())
    }

    /// The objects in a cell, not counting those in its descendants.
    pub(super) fn objects_in(&self, cell: Cell) -> &[u32] {
        let found = self.occupied.binary_search_by_key(&cell, |(cell, _)| *cell);
        found.map(|i| &*self.occupied[i].1).unwrap_or_default()
    }

    /// The object of a cell to select after `selected`: the next one, and after the last the first.
    pub(super) fn next_in(&self, cell: Cell, selected: Option<usize>) -> Option<usize> {
        let objects = self.objects_in(cell);
        let now = objects.iter().position(|&object| selected == Some(object as usize));
        let next = now.map_or(0, |now| (now + 1) % objects.len());
        objects.get(next).map(|&object| object as usize)
    }
}
