//! The bounding volume hierarchy over the triangles of a mesh: boxes in boxes, eight in each.
//!
//! Built from the top by the surface area heuristic over bins (Wald, "On fast Construction of SAH-based Bounding Volume
//! Hierarchies", 2007): a range of triangles is parted where the sum of area · count of both sides is least, and the
//! largest part is parted again until a node has its eight (Wald, Benthin and Boulos, "Getting Rid of Packets", 2008).
//! Where bins cannot part (all centres in one place, areas beyond `f32`), the middle of the range does, so the depth
//! is bounded whatever comes in.

use glam::{Vec3, Vec4, Vec4Swizzles};
use rayon::prelude::*;

use crate::geometry::Aabb;

/// Boxes in a node.
pub(crate) const WIDTH: usize = 8;
/// Most triangles in a leaf.
const LEAF: usize = 4;
/// Bins along the longest axis.
const BINS: usize = 16;
/// Ranges up to this many triangles are built on one thread.
const TASK: usize = 1 << 15;

/// Boxes and what is in them. The root is node 0.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    /// Triangle numbers; a leaf holds a stretch of them.
    order: Vec<u32>,
}

/// Eight boxes as structures of arrays; an empty place has an inverted box.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    min: [[f32; WIDTH]; 3],
    max: [[f32; WIDTH]; 3],
    children: [Child; WIDTH],
}

/// What is in a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Child {
    /// Nothing: fewer than eight were needed.
    Empty,
    /// A node, by its index.
    Node(u32),
    /// Triangles: where their numbers begin, and how many there are.
    Leaf(u32, u32),
}

impl Node {
    const EMPTY: Self = Self {
        min: [[f32::INFINITY; WIDTH]; 3],
        max: [[f32::NEG_INFINITY; WIDTH]; 3],
        children: [Child::Empty; WIDTH],
    };

    fn set(&mut self, i: usize, bounds: &Bounds, child: Child) {
        for axis in 0..3 {
            self.min[axis][i] = bounds.min[axis];
            self.max[axis][i] = bounds.max[axis];
        }
        self.children[i] = child;
    }

    /// Its boxes with what is in them.
    pub(crate) fn children(&self) -> impl Iterator<Item = (Aabb, Child)> + '_ {
        let corner = |of: &[[f32; WIDTH]; 3], i: usize| Vec3::new(of[0][i], of[1][i], of[2][i]);
        let all = self.children.iter().enumerate().filter(|(_, child)| **child != Child::Empty);
        all.map(move |(i, child)| (Aabb { min: corner(&self.min, i), max: corner(&self.max, i) }, *child))
    }
}

impl Tree {
    /// Over the triangles whose numbers come with their corners, all finite.
    pub(crate) fn new(triangles: impl Iterator<Item = (u32, [Vec3; 3])>) -> Self {
        let mut prims: Vec<Prim> = triangles.map(|(number, corners)| Prim::new(number, corners)).collect();
        let mut nodes = Vec::with_capacity(prims.len() / 8 + 1);
        let mut tasks = Vec::new();
        let bounds = Bounds::of(&prims);
        grow(&mut nodes, &mut prims, 0, &bounds, &mut |task| tasks.push(task));
        let mut rest = prims.as_mut_slice();
        let mut begin = 0;
        // In the order of their ranges, so that each gets its part of the one slice.
        tasks.sort_unstable_by_key(|task: &Task| task.first);
        let mut parts = Vec::with_capacity(tasks.len());
        for task in tasks {
            let (_, after) = std::mem::take(&mut rest).split_at_mut(task.first - begin);
            let (own, after) = after.split_at_mut(task.count);
            (rest, begin) = (after, task.first + task.count);
            parts.push((task, own));
        }
        let grown = parts.into_par_iter().map(|(task, prims)| {
            let mut nodes = Vec::with_capacity(task.count / 8 + 1);
            grow(&mut nodes, prims, task.first, &task.bounds, &mut |_| ());
            (task, nodes)
        });
        for (task, subtree) in grown.collect::<Vec<_>>() {
            let base = narrow(nodes.len());
            nodes[task.node].children[task.place] = Child::Node(base);
            nodes.extend(subtree.into_iter().map(|mut node| {
                for child in &mut node.children {
                    if let Child::Node(index) = child {
                        *index += base;
                    }
                }
                node
            }));
        }
        Self { nodes, order: prims.iter().map(Prim::number).collect() }
    }

    /// The node of that index.
    pub(crate) fn node(&self, index: u32) -> &Node {
        &self.nodes[index as usize]
    }

    /// The triangle numbers of a leaf.
    pub(crate) fn leaf(&self, first: u32, count: u32) -> &[u32] {
        &self.order[first as usize..(first + count) as usize]
    }
}

/// A box of a triangle; the fourth number of `min` holds the bits of its number.
#[derive(Clone, Copy)]
struct Prim {
    min: Vec4,
    max: Vec4,
}

impl Prim {
    fn new(number: u32, [a, b, c]: [Vec3; 3]) -> Self {
        Self { min: a.min(b).min(c).extend(f32::from_bits(number)), max: a.max(b).max(c).extend(0.0) }
    }

    fn number(&self) -> u32 {
        self.min.w.to_bits()
    }

    /// Half the sum, but without its overflow.
    fn centre(&self) -> Vec4 {
        self.min * 0.5 + self.max * 0.5
    }
}

#[derive(Clone, Copy)]
struct Bounds {
    min: Vec4,
    max: Vec4,
}

impl Bounds {
    const EMPTY: Self = Self { min: Vec4::INFINITY, max: Vec4::NEG_INFINITY };

    fn of(prims: &[Prim]) -> Self {
        prims.iter().fold(Self::EMPTY, |all, prim| all.with(prim.min, prim.max))
    }

    fn with(&self, min: Vec4, max: Vec4) -> Self {
        Self { min: self.min.min(min), max: self.max.max(max) }
    }

    fn half_area(&self) -> f32 {
        let d = (self.max - self.min).xyz();
        d.x * d.y + d.y * d.z + d.z * d.x
    }
}

/// A stretch of triangles and its box.
#[derive(Clone, Copy)]
struct Part {
    first: usize,
    count: usize,
    bounds: Bounds,
}

/// A stretch that another thread may build, and the place in a node that it will stand in.
struct Task {
    node: usize,
    place: usize,
    first: usize,
    count: usize,
    bounds: Bounds,
}

/// Adds the node over `prims`, which begin at `offset` in the whole, and all below it, the root first. Parts that are
/// neither leaves nor larger than a task go to `later`, when all of `prims` is more than a task.
fn grow(nodes: &mut Vec<Node>, prims: &mut [Prim], offset: usize, bounds: &Bounds, later: &mut impl FnMut(Task)) {
    let puts_off = prims.len() > TASK;
    nodes.push(Node::EMPTY);
    let mut open = vec![(0, Part { first: 0, count: prims.len(), bounds: *bounds })];
    while let Some((node, whole)) = open.pop() {
        let mut parts = [whole; WIDTH];
        let mut len = 1;
        while len < WIDTH {
            let largest = (0..len).filter(|&i| parts[i].count > LEAF).max_by(|&a, &b| {
                let [a, b] = [parts[a].bounds.half_area(), parts[b].bounds.half_area()];
                a.total_cmp(&b)
            });
            let Some(i) = largest else { break };
            let [left, right] = split(prims, parts[i]);
            parts[i] = left;
            parts[len] = right;
            len += 1;
        }
        for (place, part) in parts[..len].iter().enumerate() {
            let child = if part.count <= LEAF {
                Child::Leaf(narrow(offset + part.first), narrow(part.count))
            } else if puts_off && part.count <= TASK {
                later(Task { node, place, first: part.first, count: part.count, bounds: part.bounds });
                Child::Empty
            } else {
                nodes.push(Node::EMPTY);
                open.push((nodes.len() - 1, *part));
                Child::Node(narrow(nodes.len() - 1))
            };
            nodes[node].set(place, &part.bounds, child);
        }
    }
}

/// Parts a stretch of more than one triangle in two that are not empty.
fn split(prims: &mut [Prim], part: Part) -> [Part; 2] {
    let stretch = &mut prims[part.first..part.first + part.count];
    let middle = by_bins(stretch).unwrap_or_else(|| {
        let middle = stretch.len() / 2;
        [(middle, Bounds::of(&stretch[..middle])), (0, Bounds::of(&stretch[middle..]))]
    });
    let [(count, left), (_, right)] = middle;
    [
        Part { first: part.first, count, bounds: left },
        Part { first: part.first + count, count: part.count - count, bounds: right },
    ]
}

/// How many are on either side of a plane, and the boxes around them.
type Sides = [(usize, Bounds); 2];

/// Sorts the stretch into two sides of the best plane between bins; how many are on the first, and both boxes.
fn by_bins(prims: &mut [Prim]) -> Option<Sides> {
    let centres = prims.iter().fold(Bounds::EMPTY, |all, prim| all.with(prim.centre(), prim.centre()));
    let extent = (centres.max - centres.min).xyz();
    let axis = extent.max_position();
    let (low, scale) = (centres.min[axis], BINS as f32 * 0.9999 / extent[axis]);
    if !(scale.is_finite() && scale > 0.0) {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a bin, from 0 on")]
    let bin = |prim: &Prim| (((prim.centre()[axis] - low) * scale) as usize).min(BINS - 1);
    let mut bins = [(0_usize, Bounds::EMPTY); BINS];
    for prim in &*prims {
        let (count, bounds) = &mut bins[bin(prim)];
        *count += 1;
        *bounds = bounds.with(prim.min, prim.max);
    }
    // From the right: what is at and beyond a bin.
    let mut beyond = [(0, Bounds::EMPTY); BINS + 1];
    for i in (0..BINS).rev() {
        let (count, bounds) = beyond[i + 1];
        beyond[i] = (count + bins[i].0, bounds.with(bins[i].1.min, bins[i].1.max));
    }
    let mut best: Option<(f32, usize, Sides)> = None;
    let (mut count, mut bounds) = (0, Bounds::EMPTY);
    for i in 0..BINS - 1 {
        count += bins[i].0;
        bounds = bounds.with(bins[i].1.min, bins[i].1.max);
        let other = beyond[i + 1];
        if count == 0 || other.0 == 0 {
            continue;
        }
        let cost = bounds.half_area() * count as f32 + other.1.half_area() * other.0 as f32;
        if cost.is_finite() && best.as_ref().is_none_or(|(least, ..)| cost < *least) {
            best = Some((cost, i, [(count, bounds), other]));
        }
    }
    let (_, last, sides) = best?;
    let (mut i, mut j) = (0, prims.len());
    while i < j {
        if bin(&prims[i]) <= last {
            i += 1;
        } else {
            j -= 1;
            prims.swap(i, j);
        }
    }
    Some(sides)
}

#[expect(clippy::cast_possible_truncation, reason = "numbers of triangles are u32, and there are fewer nodes")]
fn narrow(index: usize) -> u32 {
    index as u32
}
