//! The bounding volume hierarchy over the triangles of a mesh: boxes in boxes, eight in each, and blocks of up to eight
//! triangles at the bottom, all as structures of arrays.
//!
//! Triangles go along a Morton curve first, and the curve is cut into blocks where their codes part (Lauterbach et al.,
//! "Fast BVH Construction on GPUs", 2009). The tree over the blocks is built from the top by the surface area heuristic
//! over bins (Wald, "On fast Construction of SAH-based Bounding Volume Hierarchies", 2007): a range is split where the
//! sum of area · count of both sides is least, and the largest part is split again until a node has its eight children
//! (Wald, Benthin and Boulos, "Getting Rid of Packets", 2008). Bins over the triangles themselves took three times as
//! long to build.
//!
//! It never changes once it is built. A mesh with moved vertices has a copy of the same shape, with boxes around the moved
//! triangles. Boxes of objects are in another tree, see [`crate::geometry::box_tree`], which lists all
//! three trees of eyeline.
//!
//! If bins cannot split a range (all centres at one place, areas beyond `f32`), it is split at its middle, so every
//! input gives a tree.

#![expect(clippy::inline_always, reason = "it must become part of `dispatch!` to be compiled for its instruction set")]

use std::sync::OnceLock;

use fearless_simd::{Level, dispatch};
use glam::{Mat4, Vec3, Vec4, Vec4Swizzles};

use super::curve;
use super::triangles::Triangles;
use crate::geometry::bounds::Aabb;
use crate::parallel;

/// Boxes in a node, and triangles in a block.
pub(crate) const WIDTH: usize = 8;
/// One number of each of them.
pub(crate) type Lanes = [f32; WIDTH];
/// Bins along the longest axis.
const BINS: usize = 16;
/// Ranges up to this many blocks are built on one thread.
const TASK: usize = 1 << 13;

/// Boxes and what is in them. The root is node 0.
#[derive(Clone, Debug)]
pub(crate) struct MeshTree {
    pub(crate) nodes: Vec<BoxNode>,
    pub(crate) blocks: Vec<TriangleBlock>,
    /// The vertices of each block. [`MeshTree::fitted`] makes them at its first call.
    vertices: OnceLock<Box<[Vertices]>>,
}

/// The vertices of the triangles of a block, by corner; 0 in empty places.
type Vertices = [[u32; WIDTH]; 3];

/// Eight boxes; an empty place has an inverted box, which no line meets.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct BoxNode {
    /// By axis, then the least or the greatest.
    pub(crate) planes: [[Lanes; 2]; 3],
    pub(crate) children: [Child; WIDTH],
}

/// Up to eight triangles.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct TriangleBlock {
    /// By corner, then by axis. NaN in empty places and for triangles without area, so that no line meets them.
    pub(crate) corners: [[Lanes; 3]; 3],
    /// The triangles' numbers; the empty places come last.
    pub(crate) numbers: [u32; WIDTH],
}

/// The content of a box: the index of a node or of a block, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Child(u32);

/// No triangle.
const NONE: u32 = u32::MAX;

impl Child {
    const EMPTY: Self = Self(u32::MAX);
    const BLOCK: u32 = 1 << 31;

    /// The root.
    pub(crate) const ROOT: Self = Self(0);

    /// The index of a block.
    #[inline]
    pub(crate) fn block(self) -> Option<usize> {
        (self.0 & Self::BLOCK != 0).then_some((self.0 & !Self::BLOCK) as usize)
    }

    /// The index of a node, if it is not a block.
    #[inline]
    pub(crate) fn node(self) -> usize {
        self.0 as usize
    }
}

impl BoxNode {
    const EMPTY: Self =
        Self { planes: [[[f32::INFINITY; WIDTH], [f32::NEG_INFINITY; WIDTH]]; 3], children: [Child::EMPTY; WIDTH] };

    /// The box is enlarged by a rounding or two, so that a line in the plane of one of its faces meets it for every
    /// direction.
    fn set(&mut self, i: usize, bounds: &Bounds, child: Child) {
        let size = (bounds.max - bounds.min).xyz().element_sum();
        for axis in 0..3 {
            let (min, max) = (bounds.min[axis], bounds.max[axis]);
            self.planes[axis][0][i] = min - (min.abs() + size) * f32::EPSILON;
            self.planes[axis][1][i] = max + (max.abs() + size) * f32::EPSILON;
        }
        self.children[i] = child;
    }

    /// Its boxes with what is in them.
    pub(crate) fn boxes(&self) -> impl Iterator<Item = (Aabb, Child)> + '_ {
        let corner = |side: usize, i: usize| Vec3::from_array(std::array::from_fn(|axis| self.planes[axis][side][i]));
        let all = self.children.iter().enumerate().filter(|(_, child)| **child != Child::EMPTY);
        all.map(move |(i, child)| (Aabb { min: corner(0, i), max: corner(1, i) }, *child))
    }
}

impl TriangleBlock {
    /// The block of some triangles with these vertices, and the box around those with finite corners.
    #[inline(always)]
    fn of(positions: &[Vec3], vertices: &Vertices, numbers: [u32; WIDTH]) -> (Self, Bounds) {
        let mut block = Self { corners: gathered(positions, vertices), numbers };
        let count = numbers.iter().take_while(|number| **number != NONE).count();
        let is_finite = block.are_finite();
        if count < WIDTH || is_finite.contains(&false) {
            block.take_out(|i| i >= count || !is_finite[i]);
        }
        let bounds = block.bounds();
        let may_be_thin = block.may_be_thin();
        if may_be_thin.contains(&true) {
            let thin = block.clone();
            block.take_out(|i| may_be_thin[i] && thin.is_thin(i));
        }
        (block, bounds)
    }

    /// Whether all corners of each triangle are finite.
    #[inline(always)]
    fn are_finite(&self) -> [bool; WIDTH] {
        let mut are_finite = [true; WIDTH];
        for lanes in self.corners.as_flattened() {
            for i in 0..WIDTH {
                are_finite[i] &= lanes[i].abs() < f32::INFINITY;
            }
        }
        are_finite
    }

    /// The box around its triangles. A comparison with NaN, in empty places, keeps the other number.
    #[inline(always)]
    fn bounds(&self) -> Bounds {
        let least = |a: f32, b: f32| if b < a { b } else { a };
        let greatest = |a: f32, b: f32| if b > a { b } else { a };
        let mut bounds = Bounds::EMPTY;
        for axis in 0..3 {
            let (mut min, mut max) = ([f32::INFINITY; WIDTH], [f32::NEG_INFINITY; WIDTH]);
            for corner in &self.corners {
                for i in 0..WIDTH {
                    min[i] = least(min[i], corner[axis][i]);
                    max[i] = greatest(max[i], corner[axis][i]);
                }
            }
            // Half of the places at a time: one after the other, each comparison would wait for the one before.
            for half in [4, 2, 1] {
                for i in 0..half {
                    min[i] = least(min[i], min[i + half]);
                    max[i] = greatest(max[i], max[i + half]);
                }
            }
            (bounds.min[axis], bounds.max[axis]) = (min[0], max[0]);
        }
        (bounds.min.w, bounds.max.w) = (0.0, 0.0);
        bounds
    }

    /// Which triangles may be without area, by `f32`, without those in empty places. The rounding of the normal is less than 8
    /// `EPSILON` of the product of both edges, so a longer normal is not 0.
    #[inline(always)]
    fn may_be_thin(&self) -> [bool; WIDTH] {
        const ROUNDING: f32 = 16.0 * f32::EPSILON;
        let [a, b, c] = &self.corners;
        let mut may_be_thin = [false; WIDTH];
        for i in 0..WIDTH {
            let [u, v] = [b, c].map(|to| [to[0][i] - a[0][i], to[1][i] - a[1][i], to[2][i] - a[2][i]]);
            let (x, y, z) = (u[1] * v[2] - v[1] * u[2], u[2] * v[0] - v[2] * u[0], u[0] * v[1] - v[0] * u[1]);
            let sum = |[x, y, z]: [f32; 3]| x.abs() + y.abs() + z.abs();
            // A comparison with NaN or infinity, from corners that are far apart, is false.
            let has_area = sum([x, y, z]) > f32::MIN_POSITIVE + ROUNDING * (sum(u) * sum(v));
            may_be_thin[i] = !has_area & !a[0][i].is_nan();
        }
        may_be_thin
    }

    /// Whether a triangle has no area, by `f64`.
    fn is_thin(&self, i: usize) -> bool {
        let [a, b, c] = self.triangle(i).map(Vec3::as_dvec3);
        let normal = (b - a).cross(c - a);
        normal.abs().element_sum() == 0.0
    }

    /// Makes triangles NaN, so that no line meets them.
    #[inline(always)]
    fn take_out(&mut self, is_out: impl Fn(usize) -> bool) {
        for i in (0..WIDTH).filter(|i| is_out(*i)) {
            self.corners.as_flattened_mut().iter_mut().for_each(|lanes| lanes[i] = f32::NAN);
        }
    }

    /// The numbers of its triangles.
    pub(crate) fn triangles(&self) -> impl Iterator<Item = u32> + '_ {
        self.numbers.iter().copied().take_while(|number| *number != NONE)
    }

    /// The corners of a triangle that has area.
    #[inline]
    pub(crate) fn triangle(&self, i: usize) -> [Vec3; 3] {
        let [a, b, c] = &self.corners;
        let corner = |[x, y, z]: &[Lanes; 3]| Vec3::new(x[i], y[i], z[i]);
        [corner(a), corner(b), corner(c)]
    }
}

/// The vertices of triangles.
fn vertices_of(mesh: &Triangles, numbers: &[u32; WIDTH]) -> Vertices {
    let mut vertices = [[0; WIDTH]; 3];
    for (i, &number) in numbers.iter().enumerate().filter(|(_, number)| **number != NONE) {
        for (of_corner, vertex) in vertices.iter_mut().zip(mesh.triangles()[number as usize]) {
            of_corner[i] = vertex;
        }
    }
    vertices
}

/// The positions of vertices, by corner, then by axis. Four at a time are transposed in registers.
#[inline(always)]
fn gathered(positions: &[Vec3], vertices: &Vertices) -> [[Lanes; 3]; 3] {
    let mut corners = [[[0.0; WIDTH]; 3]; 3];
    for (lanes, of_corner) in corners.iter_mut().zip(vertices) {
        for half in [0, WIDTH / 2] {
            let at = |i: usize| positions[of_corner[half + i] as usize].extend(0.0);
            let by_axis = Mat4::from_cols(at(0), at(1), at(2), at(3)).transpose();
            for (lanes, of_axis) in lanes.iter_mut().zip([by_axis.x_axis, by_axis.y_axis, by_axis.z_axis]) {
                lanes[half..half + WIDTH / 2].copy_from_slice(&of_axis.to_array());
            }
        }
    }
    corners
}

impl MeshTree {
    /// Prefetches a node or a block into the first-level cache, while the processor computes something else.
    #[inline]
    pub(crate) fn prefetch(&self, child: Child) {
        match child.block() {
            Some(block) => self.blocks.get(block).map(prefetch),
            None => self.nodes.get(child.node()).map(prefetch),
        };
    }

    /// Over all triangles with finite corners.
    pub(crate) fn new(mesh: &Triangles) -> Self {
        let curve = curve::Curve::new(mesh);
        let stretches = curve.stretches(WIDTH);
        let numbers = |i: usize| {
            let mut numbers = [NONE; WIDTH];
            let triangles = &curve.order[stretches[i].start as usize..stretches[i].end as usize];
            numbers.iter_mut().zip(triangles).for_each(|(number, triangle)| *number = curve.number(*triangle));
            numbers
        };
        let (level, positions) = (Level::new(), mesh.positions());
        let (blocks, mut prims) = parallel::unzip(stretches.len(), |i| {
            let numbers = numbers(i);
            let vertices = vertices_of(mesh, &numbers);
            let (block, Bounds { min, max }) =
                dispatch!(level, _simd => TriangleBlock::of(positions, &vertices, numbers));
            (block, Prim { min: min.xyz().extend(f32::from_bits(narrow(i))), max })
        });
        let mut nodes = Vec::with_capacity(prims.len() / 4 + 1);
        let mut tasks = Vec::new();
        let bounds = Bounds::of(&prims);
        grow(&mut nodes, &mut prims, &bounds, &mut |task| tasks.push(task));
        // In the order of their ranges, so that each gets its part of the one slice.
        tasks.sort_unstable_by_key(|task: &BuildTask| task.first);
        let mut parts = Vec::with_capacity(tasks.len());
        let (mut rest, mut begin) = (prims.as_mut_slice(), 0);
        for task in tasks {
            let (_, after) = std::mem::take(&mut rest).split_at_mut(task.first - begin);
            let (own, after) = after.split_at_mut(task.count);
            (rest, begin) = (after, task.first + task.count);
            parts.push((task, own));
        }
        let grown = parallel::map_owned(parts, |(task, prims)| {
            let mut nodes = Vec::with_capacity(task.count / 4 + 1);
            grow(&mut nodes, prims, &task.bounds, &mut |_| ());
            (task, nodes)
        });
        for (task, subtree) in grown {
            let base = narrow(nodes.len());
            nodes[task.node].children[task.place] = Child(base);
            nodes.extend(subtree.into_iter().map(|mut node| {
                for child in &mut node.children {
                    if child.0 & Child::BLOCK == 0 {
                        child.0 += base;
                    }
                }
                node
            }));
        }
        Self { nodes, blocks, vertices: OnceLock::new() }
    }
}

impl MeshTree {
    /// A tree of the same shape over the same triangles with other corners.
    pub(crate) fn fitted(&self, mesh: &Triangles) -> Self {
        let vertices =
            self.vertices.get_or_init(|| self.blocks.iter().map(|block| vertices_of(mesh, &block.numbers)).collect());
        let (level, positions) = (Level::new(), mesh.positions());
        let (blocks, boxes) = unzip(
            self.blocks.len(),
            |i| dispatch!(level, _simd => TriangleBlock::of(positions, &vertices[i], self.blocks[i].numbers)),
        );
        // Most nodes have no nodes below them, and all of their boxes are known.
        let over_blocks = |i: usize| {
            let (mut node, mut around) = (self.nodes[i].clone(), Bounds::EMPTY);
            for place in 0..WIDTH {
                let child = node.children[place];
                if let Some(block) = child.block().filter(|_| child != Child::EMPTY) {
                    node.set(place, &boxes[block], child);
                    around = around.with(boxes[block].min, boxes[block].max);
                }
            }
            (node, around)
        };
        let (mut nodes, mut around) = unzip(self.nodes.len(), over_blocks);
        // The children of a node come after it.
        for i in (0..nodes.len()).rev() {
            for place in 0..WIDTH {
                let child = nodes[i].children[place];
                if child.block().is_none() {
                    let below = around[child.node()];
                    nodes[i].set(place, &below, child);
                    around[i] = around[i].with(below.min, below.max);
                }
            }
        }
        Self { nodes, blocks, vertices: OnceLock::new() }
    }
}

/// The size of a line of the cache on most processors, bytes.
const CACHE_LINE: usize = 64;

/// Prefetches a value into the first-level cache. Has no effect on processors without such an instruction.
#[inline]
fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    for line in 0..size_of::<T>() / CACHE_LINE {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let at = std::ptr::from_ref(value).cast::<i8>().wrapping_add(line * CACHE_LINE);
        // SAFETY: a prefetch reads nothing, and every address is allowed.
        #[expect(unsafe_code, reason = "the instruction takes a raw pointer")]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(at);
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// On several threads from [`TASK`] items on.
fn unzip<A: Send, B: Send>(count: usize, make: impl Fn(usize) -> (A, B) + Sync) -> (Vec<A>, Vec<B>) {
    if count < TASK { (0..count).map(make).unzip() } else { parallel::unzip(count, make) }
}

/// The box of a block; the fourth number of `min` holds the bits of its index.
#[derive(Clone, Copy)]
struct Prim {
    min: Vec4,
    max: Vec4,
}

impl Prim {
    fn index(&self) -> u32 {
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

/// A stretch of blocks and its box.
#[derive(Clone, Copy)]
struct BlockRange {
    first: usize,
    count: usize,
    bounds: Bounds,
}

/// A stretch that another thread may build, and its place in the parent node.
struct BuildTask {
    node: usize,
    place: usize,
    first: usize,
    count: usize,
    bounds: Bounds,
}

/// Adds the node over `prims` and all below it, the root first. Parts that are neither single blocks nor larger than a
/// task go to `later`, when all of `prims` is more than a task.
fn grow(nodes: &mut Vec<BoxNode>, prims: &mut [Prim], bounds: &Bounds, later: &mut impl FnMut(BuildTask)) {
    let puts_off = prims.len() > TASK;
    nodes.push(BoxNode::EMPTY);
    let mut open = vec![(0, BlockRange { first: 0, count: prims.len(), bounds: *bounds })];
    while let Some((node, whole)) = open.pop() {
        let mut parts = [whole; WIDTH];
        let mut len = 1;
        if whole.count <= WIDTH {
            len = whole.count;
            for (i, part) in parts[..len].iter_mut().enumerate() {
                let first = whole.first + i;
                *part = BlockRange { first, count: 1, bounds: Bounds::of(&prims[first..=first]) };
            }
        }
        while len < WIDTH && whole.count > WIDTH {
            let largest = (0..len).filter(|&i| parts[i].count > 1).max_by(|&a, &b| {
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
            let child = if part.count == 1 {
                Child(Child::BLOCK | prims[part.first].index())
            } else if puts_off && part.count <= TASK {
                later(BuildTask { node, place, first: part.first, count: part.count, bounds: part.bounds });
                Child::EMPTY
            } else {
                nodes.push(BoxNode::EMPTY);
                open.push((nodes.len() - 1, *part));
                Child(narrow(nodes.len() - 1))
            };
            nodes[node].set(place, &part.bounds, child);
        }
    }
}

/// Splits a stretch of more than one block into two that are not empty.
fn split(prims: &mut [Prim], part: BlockRange) -> [BlockRange; 2] {
    let stretch = &mut prims[part.first..part.first + part.count];
    let middle = by_bins(stretch).unwrap_or_else(|| {
        let middle = stretch.len() / 2;
        [(middle, Bounds::of(&stretch[..middle])), (0, Bounds::of(&stretch[middle..]))]
    });
    let [(count, left), (_, right)] = middle;
    [
        BlockRange { first: part.first, count, bounds: left },
        BlockRange { first: part.first + count, count: part.count - count, bounds: right },
    ]
}

/// The number of blocks on either side of a plane, and the boxes around them.
type BlockSides = [(usize, Bounds); 2];

/// Sorts the stretch by the sides of the best plane between bins; the number on each side, and both boxes.
fn by_bins(prims: &mut [Prim]) -> Option<BlockSides> {
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
    // From the right: the blocks at and beyond a bin.
    let mut beyond = [(0, Bounds::EMPTY); BINS + 1];
    for i in (0..BINS).rev() {
        let (count, bounds) = beyond[i + 1];
        beyond[i] = (count + bins[i].0, bounds.with(bins[i].1.min, bins[i].1.max));
    }
    let mut best: Option<(f32, usize, BlockSides)> = None;
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

#[expect(clippy::cast_possible_truncation, reason = "there are at most 2³¹ of them")]
fn narrow(index: usize) -> u32 {
    index as u32
}
