//! The counts in the panel, computed once for each change of the scene.

use std::ops::Range;
use std::sync::Arc;

use crate::octree::{Cell, Occupied, Stats};
use crate::report::PairCost;
use crate::workspace::Workspace;
use crate::{escape, parallel};

/// The number of objects that are ranked by their candidate pairs.
const MOST_COSTS: usize = 10;

/// The counts for one state of the scene.
pub(super) struct Facts {
    of: (u64, u64),
    pub(super) stats: Stats,
    pub(super) culling: Vec<Culled>,
    /// The objects with the most candidate pairs.
    pub(super) costs: Vec<PairCost>,
    /// The occupied cells by index, each with the range of its objects in `objects`.
    cells: Vec<(Cell, Range<usize>)>,
    objects: Vec<u32>,
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
    pub(super) fn of(workspace: &Workspace) -> Self {
        let of = (workspace.disk().generation(), workspace.revision());
        let empty = Self {
            of,
            stats: Stats::default(),
            culling: Vec::new(),
            costs: Vec::new(),
            cells: Vec::new(),
            objects: Vec::new(),
        };
        let Some(octree) = workspace.report().octree.as_ref() else { return empty };
        let culling = workspace.world().cameras.iter().filter(|camera| camera.error.is_none()).map(|camera| {
            let culling = octree.cull(&camera.frustum);
            Culled {
                camera: Arc::from(&*escape::shown(&camera.name)),
                cells: culling.cells.len(),
                objects: culling.object_tests,
                flat: culling.objects,
                saved: culling.saved(),
            }
        });
        let culling = culling.collect();
        let costs = octree.costs(workspace.world(), MOST_COSTS);
        let (stats, (cells, objects)) = parallel::join(
            || Stats::of_tree(&octree.tree, &octree.placements),
            || {
                let (mut cells, mut objects) = (Vec::new(), Vec::new());
                for Occupied { cell, objects: own } in octree.tree.occupied() {
                    cells.push((cell, objects.len()..objects.len() + own.len()));
                    objects.extend_from_slice(own);
                }
                (cells, objects)
            },
        );
        Self { stats, culling, costs, cells, objects, ..empty }
    }

    /// The number of occupied cells.
    pub(super) fn cell_count(&self) -> usize {
        self.cells.len()
    }

    /// The occupied cells by index.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> {
        self.cells.iter().map(|(cell, _)| *cell)
    }

    /// Some of the occupied cells by index, each with its objects.
    pub(super) fn occupied(&self, range: Range<usize>) -> impl Iterator<Item = (Cell, &[u32])> {
        self.cells[range].iter().map(|(cell, own)| (*cell, &self.objects[own.clone()]))
    }

    pub(super) fn are_of(&self, workspace: &Workspace) -> bool {
        self.of == (workspace.disk().generation(), workspace.revision())
    }

    /// The objects in a cell, not counting those in its descendants.
    pub(super) fn objects_in(&self, cell: Cell) -> &[u32] {
        let found = self.cells.binary_search_by_key(&cell, |(cell, _)| *cell);
        found.map(|i| &self.objects[self.cells[i].1.clone()]).unwrap_or_default()
    }

    /// The object of a cell to select after `selected`: the next one, and after the last the first.
    pub(super) fn next_in(&self, cell: Cell, selected: Option<usize>) -> Option<usize> {
        let objects = self.objects_in(cell);
        let now = objects.iter().position(|&object| selected == Some(object as usize));
        let next = now.map_or(0, |now| (now + 1) % objects.len());
        objects.get(next).map(|&object| object as usize)
    }
}
