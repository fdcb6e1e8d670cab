//! All objects of one moment in Morton order, and the cells above them. Queries about many objects walk this structure.
//!
//! Objects are sorted by the pre-order of their cells. So the objects of a cell, and those of its whole branch, are
//! ranges of one array, and a branch is skipped or accepted in one step. There are no pointers from a cell to its
//! children: the first child is the next node, and each node has the size of its branch. It is built by a radix sort and
//! one sweep. When some objects move, [`Octree::follow`] changes only the part of the tree between their old and new
//! cells, or updates all in one pass.

use super::cell::{Cell, first_index};
use super::method::Method;
use super::place::cell_of;
use super::region::Region;
use super::wide::{SimdAabb, radix_sort};
use crate::geometry::Aabb;
use crate::parallel;

/// With fewer objects, one thread is faster than several.
pub(super) const FEW: usize = 4096;

/// Objects in Morton order. An object is its index in the slice of boxes; there can be up to 2³².
#[derive(Clone, Debug, PartialEq)]
pub struct Octree {
    pub(super) region: Region,
    pub(super) method: Method,
    /// The index of each object, in Morton order; ascending within a cell.
    pub(super) ids: Vec<u32>,
    /// Their boxes.
    pub(super) boxes: Vec<SimdAabb>,
    /// Occupied cells and their ancestors, in pre-order; the root is always there.
    pub(super) nodes: Vec<CellNode>,
}

/// A cell with objects in its branch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CellNode {
    /// The box around all objects of the branch.
    pub(super) contents: SimdAabb,
    pub(super) cell: Cell,
    /// Its own objects are `start..own_end`, those of its branch `start..end`.
    pub(super) start: u32,
    pub(super) own_end: u32,
    pub(super) end: u32,
    /// The number of nodes of its branch, with itself.
    pub(super) size: u32,
}

impl CellNode {
    /// The index of the first node after its branch, of a node at an index.
    #[inline]
    pub(super) fn after(&self, index: usize) -> usize {
        index + self.size as usize
    }
}

/// An occupied cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occupied<'a> {
    /// The cell.
    pub cell: Cell,
    /// The objects in this cell, ascending, without those of its descendants.
    pub objects: &'a [u32],
}

impl Octree {
    /// Places and sorts all boxes.
    pub fn new(region: Region, method: Method, boxes: &[Aabb]) -> Self {
        let (cells, order) = placed(&region, method, boxes);
        #[expect(clippy::cast_possible_truncation, reason = "the object is the lower half")]
        let ids: Vec<_> = order.into_iter().map(|item| item as u32).collect();
        let mut tree = Self {
            region,
            method,
            boxes: ids.iter().map(|&object| SimdAabb::from(&boxes[object as usize])).collect(),
            // The system backs memory with pages only when it is written.
            nodes: Vec::with_capacity(ids.len() + 1),
            ids: Vec::new(),
        };
        tree.grow(ids.iter().map(|&object| cells[object as usize]));
        tree.ids = ids;
        tree
    }

    /// The region.
    pub fn region(&self) -> &Region {
        &self.region
    }

    /// The method by which cells were selected.
    pub fn method(&self) -> Method {
        self.method
    }

    /// The number of objects.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The occupied cells by [`Cell::index`], each with its objects in the order of the scene.
    pub fn occupied(&self) -> Vec<Occupied<'_>> {
        let occupied = || self.nodes.iter().filter(|node| node.start < node.own_end);
        // The nodes of one level are already in the order of their codes.
        let mut places = vec![0; self.region.depth() as usize + 1];
        for node in occupied() {
            places[node.cell.level() as usize] += 1;
        }
        let mut next = 0;
        for place in &mut places {
            next += std::mem::replace(place, next);
        }
        let mut cells = vec![Occupied { cell: Cell::ROOT, objects: &[] }; next];
        for node in occupied() {
            let place = &mut places[node.cell.level() as usize];
            let objects = &self.ids[node.start as usize..node.own_end as usize];
            cells[*place] = Occupied { cell: node.cell, objects };
            *place += 1;
        }
        cells
    }

    /// The nodes above the sorted objects, in one sweep.
    pub(super) fn grow(&mut self, cells: impl Iterator<Item = Cell>) {
        let mut branch = Branch { nodes: &mut self.nodes, path: Vec::new() };
        branch.open(Cell::ROOT, 0);
        let mut current = Cell::ROOT;
        for ((of_object, aabb), at) in cells.zip(&self.boxes).zip(0_u32..) {
            if of_object != current {
                current = of_object;
                branch.close_until(|cell| cell.contains(current), at);
                for level in branch.path.len().. {
                    let cell = current.ancestor(u32::try_from(level).unwrap_or(u32::MAX));
                    branch.open(cell, at);
                    if cell == current {
                        break;
                    }
                }
            }
            branch.add(aabb, at + 1);
        }
        branch.close_until(|_| false, u32::try_from(self.boxes.len()).unwrap_or(u32::MAX));
    }
}

/// The nodes from the root to the node that is being filled.
struct Branch<'a> {
    nodes: &'a mut Vec<CellNode>,
    /// One node a level.
    path: Vec<usize>,
}

impl Branch<'_> {
    fn open(&mut self, cell: Cell, at: u32) {
        self.path.push(self.nodes.len());
        self.nodes.push(CellNode { contents: SimdAabb::NONE, cell, start: at, own_end: at, end: at, size: 1 });
    }

    fn add(&mut self, aabb: &SimdAabb, end: u32) {
        if let Some(node) = self.path.last().and_then(|&i| self.nodes.get_mut(i)) {
            node.contents = node.contents.union(aabb);
            node.own_end = end;
        }
    }

    /// Closes nodes from the deepest up, until one `holds` what follows.
    fn close_until(&mut self, holds: impl Fn(Cell) -> bool, end: u32) {
        while let Some(&i) = self.path.last() {
            if holds(self.nodes[i].cell) {
                return;
            }
            self.path.pop();
            let size = u32::try_from(self.nodes.len() - i).unwrap_or(u32::MAX);
            let node = &mut self.nodes[i];
            (node.end, node.size) = (end, size);
            let contents = node.contents;
            if let Some(&parent) = self.path.last() {
                self.nodes[parent].contents = self.nodes[parent].contents.union(&contents);
            }
        }
    }
}

/// The cell of each object, and the objects in order, each with its sort key in the upper half.
fn placed(region: &Region, method: Method, boxes: &[Aabb]) -> (Vec<Cell>, Vec<u64>) {
    let cell = |object: usize| cell_of(region, method, &boxes[object]);
    let cells: Vec<_> =
        if boxes.len() < FEW { (0..boxes.len()).map(cell).collect() } else { parallel::map(boxes.len(), cell) };
    // The keys count only levels down to the deepest one in use, which saves rounds of sorting.
    let depth = cells.iter().map(|cell| cell.level()).max().unwrap_or(0);
    let key = |(cell, object): (&Cell, u64)| u64::from(cell.preorder(depth)) << 32 | object;
    let mut order: Vec<_> = cells.iter().zip(0..).map(key).collect();
    let last = first_index(depth) + (1 << (3 * depth)) - 1;
    radix_sort(&mut order, u32::BITS - last.leading_zeros(), |item| (item >> 32) as u32);
    (cells, order)
}
