//! The triangles and solids whose distances are asked, in a tree of boxes.
//!
//! Triangles are in world space in `f64`, so a distance has no error of a pose. The boxes are `f32`, rounded outwards. A node is
//! divided at the median of the centres along the longest axis of their box, so every input gives a tree of logarithmic depth.

use glam::{DVec3, Vec3};

use super::solid::Solid;
use super::triangle::{self, Corners};
use crate::budget::{Budget, OverBudget, Reservation};
use crate::geometry::exact::body::ExactBody;
use crate::geometry::shape::Shape;

/// Items of a node that is not divided.
const LEAF: usize = 4;

/// A triangle or a solid.
#[derive(Debug)]
pub(super) enum ItemKind {
    /// A triangle.
    Triangle(Corners),
    /// An analytic solid or a hull.
    Solid(Box<Solid>),
    /// The surface of a solid. Unlike the other kinds it is not convex.
    Surface(Box<Solid>),
}

/// A convex part of a body.
#[derive(Debug)]
pub(super) struct ObstacleItem {
    pub(super) kind: ItemKind,
    /// The index of the body.
    pub(super) body: u32,
}

impl ObstacleItem {
    fn bounds(&self) -> [DVec3; 2] {
        match &self.kind {
            ItemKind::Triangle([a, b, c]) => [a.min(*b).min(*c), a.max(*b).max(*c)],
            ItemKind::Solid(solid) | ItemKind::Surface(solid) => solid.bounds(),
        }
    }

    /// The distance of a point; 0 inside a solid.
    pub(super) fn distance(&self, point: DVec3) -> f64 {
        match &self.kind {
            ItemKind::Triangle(corners) => triangle::distance(corners, point),
            ItemKind::Solid(solid) => solid.distance(point),
            ItemKind::Surface(solid) => solid.surface_distance(point),
        }
    }

    /// The distance of a segment, of a surface that of its solid, and the fraction of the segment at which it is reached.
    fn of_segment(&self, ends: [DVec3; 2]) -> (f64, f64) {
        match &self.kind {
            ItemKind::Triangle(corners) => triangle::of_segment(corners, ends),
            ItemKind::Solid(solid) | ItemKind::Surface(solid) => solid.of_segment(ends),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct TreeNode {
    min: Vec3,
    max: Vec3,
    /// The first item of a leaf; the first of both children of another node.
    first: u32,
    /// The items of a leaf; 0 for another node.
    count: u32,
}

impl TreeNode {
    fn gap(&self, [min, max]: [DVec3; 2]) -> f64 {
        (self.min.as_dvec3() - max).max(min - self.max.as_dvec3()).max(DVec3::ZERO).length()
    }
}

/// What is nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Nearest {
    pub(super) distance: f64,
    /// The index of the item.
    pub(super) item: u32,
}

/// What is nearest to a segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SegmentClearance {
    pub(super) distance: f64,
    /// The fraction of the segment at which it is reached.
    pub(super) at: f64,
    /// The index of the body.
    pub(super) body: u32,
}

/// Triangles and solids, with their tree.
#[derive(Debug)]
pub(super) struct Obstacles {
    items: Vec<ObstacleItem>,
    nodes: Vec<TreeNode>,
    _memory: Reservation,
}

impl Obstacles {
    /// The bytes of an item with its part of the tree.
    pub(super) const EACH: usize = size_of::<ObstacleItem>() + size_of::<TreeNode>();

    /// The bodies, by their order. A mesh is its triangles; a solid has an inside.
    ///
    /// # Errors
    /// When the budget has no room.
    pub(super) fn new(bodies: Vec<ExactBody>, budget: &Budget) -> Result<Self, OverBudget> {
        let count = |body: &ExactBody| match body.shape() {
            Shape::Mesh(mesh) => mesh.triangles().len(),
            _ => 1,
        };
        let count: usize = bodies.iter().map(count).sum();
        let memory = budget.take_many(count, Self::EACH)?;
        let mut items = Vec::with_capacity(count);
        for (body, index) in bodies.into_iter().zip(0..) {
            if matches!(body.shape(), Shape::Mesh(_)) {
                items.extend(
                    body.triangles().map(|corners| ObstacleItem { kind: ItemKind::Triangle(corners), body: index }),
                );
            } else {
                items.push(ObstacleItem { kind: ItemKind::Solid(Box::new(Solid::new(body))), body: index });
            }
        }
        Ok(Self::over(items, memory))
    }

    /// A tree over items.
    pub(super) fn over(mut items: Vec<ObstacleItem>, memory: Reservation) -> Self {
        let mut nodes = Vec::with_capacity(items.len() / 2 + 1);
        if !items.is_empty() {
            nodes.push(TreeNode { min: Vec3::ZERO, max: Vec3::ZERO, first: 0, count: 0 });
            let mut open = vec![(0, 0, items.len())];
            while let Some((node, first, end)) = open.pop() {
                let slice = &mut items[first..end];
                let [min, max] = slice.iter().map(ObstacleItem::bounds).fold(NOTHING, union);
                (nodes[node].min, nodes[node].max) = (outward(min, f32::next_down), outward(max, f32::next_up));
                if slice.len() <= LEAF {
                    (nodes[node].first, nodes[node].count) = (narrow(first), narrow(slice.len()));
                    continue;
                }
                let centre = |item: &ObstacleItem| {
                    let [min, max] = item.bounds();
                    min + max
                };
                let [low, high] = slice.iter().map(|item| [centre(item); 2]).fold(NOTHING, union);
                let axis = (high - low).max_position();
                let middle = slice.len() / 2;
                slice.select_nth_unstable_by(middle, |a, b| centre(a)[axis].total_cmp(&centre(b)[axis]));
                let child = nodes.len();
                nodes[node].first = narrow(child);
                nodes.extend([nodes[node]; 2]);
                open.push((child, first, first + middle));
                open.push((child + 1, first + middle, end));
            }
        }
        Self { items, nodes, _memory: memory }
    }

    /// An item.
    pub(super) fn item(&self, index: u32) -> &ObstacleItem {
        &self.items[index as usize]
    }

    /// The nearest item, if it is nearer than `within`.
    pub(super) fn nearest(&self, point: DVec3, within: f64) -> Option<Nearest> {
        let (mut best, mut item) = (within, None);
        self.visit([point, point], &mut best, |i, best| {
            let distance = self.items[i].distance(point);
            if distance < *best {
                (*best, item) = (distance, Some(i));
            }
        });
        item.map(|item| Nearest { distance: best, item: narrow(item) })
    }

    /// The point of all surfaces that is nearest to a point; `None` without any.
    pub(super) fn nearest_point(&self, point: DVec3) -> Option<DVec3> {
        let nearest = self.nearest(point, f64::INFINITY)?;
        Some(match &self.item(nearest.item).kind {
            ItemKind::Triangle(corners) => triangle::nearest_point(corners, point),
            ItemKind::Solid(solid) | ItemKind::Surface(solid) => solid.nearest_of_surface(point),
        })
    }

    /// How near the items come to a segment, if nearer than `within`.
    pub(super) fn of_segment(&self, ends: [DVec3; 2], within: f64) -> Option<SegmentClearance> {
        let (mut best, mut found) = (within, None);
        let [from, to] = ends;
        self.visit([from.min(to), from.max(to)], &mut best, |i, best| {
            let (distance, at) = self.items[i].of_segment(ends);
            if distance < *best {
                (*best, found) = (distance, Some((at, self.items[i].body)));
            }
        });
        found.map(|(at, body)| SegmentClearance { distance: best, at, body })
    }

    /// The bodies that are nearer to a point than `within`, the nearest first.
    pub(super) fn bodies_within(&self, point: DVec3, within: f64) -> Vec<usize> {
        let mut found: Vec<(f64, u32)> = Vec::new();
        if within.is_finite() {
            self.visit([point, point], &mut { within }, |i, _| {
                let (distance, body) = (self.items[i].distance(point), self.items[i].body);
                match found.iter_mut().find(|(_, known)| *known == body) {
                    _ if distance > within => {}
                    Some((least, _)) => *least = least.min(distance),
                    None => found.push((distance, body)),
                }
            });
        }
        found.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
        found.into_iter().map(|(_, body)| body as usize).collect()
    }

    /// Visits the items whose boxes are nearer to a box than `best`, which a visit may lower, the nearest boxes first.
    fn visit(&self, around: [DVec3; 2], best: &mut f64, mut visit: impl FnMut(usize, &mut f64)) {
        let Some(root) = self.nodes.first() else { return };
        let mut open = vec![(root.gap(around), 0_u32)];
        while let Some((gap, node)) = open.pop() {
            if gap >= *best {
                continue;
            }
            let node = &self.nodes[node as usize];
            if node.count > 0 {
                for i in node.first..node.first + node.count {
                    visit(i as usize, best);
                }
                continue;
            }
            let children = [node.first, node.first + 1].map(|child| (self.nodes[child as usize].gap(around), child));
            let [near, far] = if children[0].0 <= children[1].0 { children } else { [children[1], children[0]] };
            open.extend([far, near].into_iter().filter(|(gap, _)| gap < best));
        }
    }
}

const NOTHING: [DVec3; 2] = [DVec3::INFINITY, DVec3::NEG_INFINITY];

fn union(a: [DVec3; 2], b: [DVec3; 2]) -> [DVec3; 2] {
    [a[0].min(b[0]), a[1].max(b[1])]
}

/// A corner of a box in `f32`, rounded away from its inside.
fn outward(corner: DVec3, next: impl Fn(f32) -> f32) -> Vec3 {
    Vec3::from_array(corner.as_vec3().to_array().map(next))
}

fn narrow(index: usize) -> u32 {
    u32::try_from(index).expect("a mesh has fewer than 2^32 triangles")
}
