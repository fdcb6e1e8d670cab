//! The distance of two bodies in `f64`, and whether they share a point.
//!
//! Solids are convex and meshes are sets of triangles, so every question is one about two convex sets. Their distance
//! follows from their support points alone (Gilbert, Johnson and Keerthi, "A fast procedure for computing the distance
//! between complex objects in three-dimensional space", 1988), so a sphere is an exact sphere and not the mesh that is
//! drawn, also under a scale that differs by axis. For two meshes, the pairs of triangles are visited through the trees
//! of both, nearest boxes first.
//!
//! Bodies also share a point if one is inside the other; then their surfaces need not meet.

use glam::DVec3;

use super::body::{ExactBody, bounds_of};
use crate::geometry::bounds::Aabb;
use crate::geometry::mesh::tree::Child;
use crate::geometry::shape::Shape;

/// A distance below this fraction of the bodies' size counts as 0: the iteration has about this error when they touch.
const TOUCHING: f64 = 1e-9;

/// The iteration stops when no point can be nearer by more than this fraction of the squared distance.
const ENOUGH: f64 = 1e-13;

/// A tetrahedron is flat if the distance of a corner from the opposite face is at most this fraction of an edge.
const FLAT: f64 = 1e-10;

/// The greatest number of iterations. Round solids need some 50, triangles fewer than 10.
const MOST_STEPS: usize = 300;

/// The distance of two bodies, and their nearest points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest {
    /// In metres; 0 when the bodies touch, overlap, or one is inside the other. The distance from an empty side is infinite.
    pub distance: f64,
    /// The nearest point of each body, in world space; a common point of both when the distance is 0.
    pub points: [DVec3; 2],
}

/// The exact distance of two bodies, with a point of each. Each side is one or several shapes, such as the parts of a model.
pub fn closest(a: &[ExactBody], b: &[ExactBody]) -> Closest {
    let [min, max] = bounds_of(a.iter().chain(b));
    // Coordinates are relative to this frame, which keeps the precision far from the world's origin.
    let frame = RelativeFrame { origin: (min + max) * 0.5, zero: TOUCHING * (max - min).max_element() };
    let mut best = Closest { distance: f64::INFINITY, points: [frame.origin; 2] };
    for one in a {
        for other in b {
            if gap(one.bounds(), other.bounds()) < best.distance {
                best = between(one, other, &frame, best);
            }
            if best.distance <= frame.zero {
                return Closest { distance: 0.0, ..best };
            }
        }
    }
    let inside = |inner: &[ExactBody], outer: &[ExactBody]| {
        let closed = outer.iter().filter(|body| matches!(body.shape(), Shape::Mesh(_)));
        closed.into_iter().find_map(|body| {
            let [min, max] = body.bounds();
            let meets = |one: &&ExactBody| one.bounds()[0].cmple(max).all() && one.bounds()[1].cmpge(min).all();
            inner.iter().filter(meets).flat_map(ExactBody::pieces).find(|point| body.surrounds(*point))
        })
    };
    let shared = inside(a, b).or_else(|| inside(b, a));
    shared.map_or(best, |point| Closest { distance: 0.0, points: [point; 2] })
}

/// The distance of a point from a solid, 0 inside.
pub(crate) fn distance_to_point(solid: &ExactBody, point: DVec3) -> f64 {
    let [min, max] = solid.bounds();
    let size = (max.max(point) - min.min(point)).max_element();
    let frame = RelativeFrame { origin: point, zero: TOUCHING * size };
    nearest_points(&Convex::Solid(solid), &Convex::Triangle([point; 3]), &frame).distance
}

struct RelativeFrame {
    origin: DVec3,
    zero: f64,
}

/// A solid as a whole, or some triangles of a mesh.
#[derive(Clone, Copy)]
enum SolidNode {
    Solid,
    Inner(usize),
    Block(usize),
}

#[derive(Clone, Copy)]
struct Held {
    bounds: [DVec3; 2],
    node: SolidNode,
}

/// A set given by its support points.
enum Convex<'b> {
    Solid(&'b ExactBody),
    Triangle([DVec3; 3]),
}

impl Convex<'_> {
    fn support(&self, along: DVec3) -> DVec3 {
        match self {
            Self::Solid(body) => body.support(along),
            Self::Triangle([a, b, c]) => {
                let [x, y, z] = [a.dot(along), b.dot(along), c.dot(along)];
                if x >= y && x >= z {
                    *a
                } else if y >= z {
                    *b
                } else {
                    *c
                }
            }
        }
    }

    fn bounds(&self) -> [DVec3; 2] {
        match self {
            Self::Solid(body) => body.bounds(),
            Self::Triangle([a, b, c]) => [a.min(*b).min(*c), a.max(*b).max(*c)],
        }
    }
}

/// The distance of two boxes.
fn gap(a: [DVec3; 2], b: [DVec3; 2]) -> f64 {
    (a[0] - b[1]).max(b[0] - a[1]).max(DVec3::ZERO).length()
}

fn top(body: &ExactBody) -> Held {
    let node = if matches!(body.shape(), Shape::Mesh(_)) { SolidNode::Inner(0) } else { SolidNode::Solid };
    Held { bounds: body.bounds(), node }
}

/// The children of a node of a mesh; `None` for a node that is not divided further.
fn opened(body: &ExactBody, held: &Held) -> Option<Vec<Held>> {
    let (Shape::Mesh(mesh), SolidNode::Inner(node)) = (body.shape(), held.node) else { return None };
    let tree = mesh.tree();
    let child = |(aabb, child): (Aabb, Child)| {
        let corners = (0..8).map(|i| body.world(aabb.corner(i).as_dvec3()));
        let bounds = corners.fold([DVec3::INFINITY, DVec3::NEG_INFINITY], |[min, max], c| [min.min(c), max.max(c)]);
        Held { bounds, node: child.block().map_or_else(|| SolidNode::Inner(child.node()), SolidNode::Block) }
    };
    Some(tree.nodes[node].boxes().map(child).collect())
}

fn sets<'b>(body: &'b ExactBody, held: &Held) -> Vec<Convex<'b>> {
    match (body.shape(), held.node) {
        (Shape::Mesh(mesh), SolidNode::Block(block)) => {
            let numbers = mesh.tree().blocks[block].triangles();
            numbers.map(|number| Convex::Triangle(body.triangle(number))).collect()
        }
        _ => vec![Convex::Solid(body)],
    }
}

/// The nearest points of two shapes, or `best` when they are not nearer than that.
fn between(a: &ExactBody, b: &ExactBody, frame: &RelativeFrame, mut best: Closest) -> Closest {
    let mut open = vec![(0.0, top(a), top(b))];
    while let Some((least, one, other)) = open.pop() {
        if least >= best.distance || best.distance <= frame.zero {
            continue;
        }
        let size = |held: &Held| (held.bounds[1] - held.bounds[0]).max_element();
        let parts = [opened(a, &one), opened(b, &other)];
        let mut pairs: Vec<(f64, Held, Held)> = match parts {
            [Some(parts), None] => parts.into_iter().map(|part| (0.0, part, other)).collect(),
            [None, Some(parts)] => parts.into_iter().map(|part| (0.0, one, part)).collect(),
            [Some(ones), Some(others)] => {
                if size(&one) >= size(&other) {
                    ones.into_iter().map(|part| (0.0, part, other)).collect()
                } else {
                    others.into_iter().map(|part| (0.0, one, part)).collect()
                }
            }
            [None, None] => {
                let others = sets(b, &other);
                for one in sets(a, &one) {
                    for other in &others {
                        if gap(one.bounds(), other.bounds()) < best.distance {
                            let found = nearest_points(&one, other, frame);
                            if found.distance < best.distance {
                                best = found;
                            }
                        }
                    }
                }
                continue;
            }
        };
        for (least, one, other) in &mut pairs {
            *least = gap(one.bounds, other.bounds);
        }
        // The nearest is taken first.
        pairs.sort_by(|a, b| b.0.total_cmp(&a.0));
        open.extend(pairs.into_iter().filter(|(least, ..)| *least < best.distance));
    }
    best
}

/// The nearest points of two convex sets by their support points.
fn nearest_points(a: &Convex, b: &Convex, frame: &RelativeFrame) -> Closest {
    // A point of the difference of both sets, and the point of A that it comes from.
    let support = |along: DVec3| {
        let on_a = a.support(along) - frame.origin;
        (on_a - (b.support(-along) - frame.origin), on_a)
    };
    let middle = |bounds: [DVec3; 2]| (bounds[0] + bounds[1]) * 0.5;
    let towards = middle(b.bounds()) - middle(a.bounds());
    let mut simplex = vec![support(if towards == DVec3::ZERO { DVec3::X } else { towards })];
    let mut nearest = simplex[0].0;
    for _ in 0..MOST_STEPS {
        let squared = nearest.length_squared();
        if squared <= frame.zero * frame.zero {
            nearest = DVec3::ZERO;
            break;
        }
        let next = support(-nearest);
        if squared - nearest.dot(next.0) <= ENOUGH * squared || simplex.iter().any(|corner| corner.0 == next.0) {
            break;
        }
        let corners: Vec<DVec3> = simplex.iter().chain([&next]).map(|corner| corner.0).collect();
        let (point, kept) = nearest_of(&corners);
        // Rounding prevents a nearer point.
        if kept.len() < 4 && point.length_squared() >= squared {
            break;
        }
        simplex.push(next);
        simplex.retain(|corner| kept.contains(&corner.0));
        nearest = point;
        if kept.len() == 4 {
            nearest = DVec3::ZERO;
            break;
        }
    }
    let on_a = frame.origin + mixed(&simplex, nearest);
    Closest { distance: nearest.length(), points: [on_a, on_a - nearest] }
}

/// The point of A that belongs to a point of the simplex: the same weights of the corners give both.
fn mixed(simplex: &[(DVec3, DVec3)], point: DVec3) -> DVec3 {
    let Some(&(first, on_a)) = simplex.first() else { return point };
    let edges: Vec<(DVec3, DVec3)> = simplex[1..].iter().map(|(corner, on)| (*corner - first, *on - on_a)).collect();
    let to = point - first;
    // The weights of the edges by Cramer's rule, in as many dimensions as there are edges.
    let weights = match *edges {
        [(u, _)] => vec![to.dot(u) / u.length_squared()],
        [(u, _), (v, _)] => {
            let [uu, uv, vv] = [u.dot(u), u.dot(v), v.dot(v)];
            let under = uu * vv - uv * uv;
            vec![(to.dot(u) * vv - to.dot(v) * uv) / under, (to.dot(v) * uu - to.dot(u) * uv) / under]
        }
        [(u, _), (v, _), (w, _)] => {
            let under = u.dot(v.cross(w));
            vec![to.dot(v.cross(w)) / under, u.dot(to.cross(w)) / under, u.dot(v.cross(to)) / under]
        }
        _ => Vec::new(),
    };
    let is_flat = weights.iter().any(|weight| !weight.is_finite());
    let moves = edges.iter().zip(&weights).map(|((_, on), weight)| *on * *weight);
    if is_flat { on_a } else { on_a + moves.sum::<DVec3>() }
}

/// The point of a simplex that is nearest to the origin, and the corners whose hull contains it; all four when the
/// origin is inside.
fn nearest_of(simplex: &[DVec3]) -> (DVec3, Vec<DVec3>) {
    match *simplex {
        [a] => (a, vec![a]),
        [a, b] => on_segment(a, b),
        [a, b, c] => on_triangle(a, b, c),
        [a, b, c, d] => {
            let faces = [[a, b, c, d], [a, b, d, c], [a, c, d, b], [b, c, d, a]];
            let outside = faces.into_iter().filter(|[p, q, r, opposite]| {
                let normal = (*q - *p).cross(*r - *p);
                let height = normal.dot(*opposite - *p);
                // Rounding decides on which side of a flat tetrahedron's face the fourth corner is.
                let is_flat = height.abs() <= FLAT * normal.length() * opposite.distance(*p);
                is_flat || (normal.dot(-*p) < 0.0) != (height < 0.0)
            });
            let found = outside.map(|[p, q, r, _]| on_triangle(p, q, r));
            let least = found.min_by(|one, other| one.0.length_squared().total_cmp(&other.0.length_squared()));
            least.unwrap_or_else(|| (DVec3::ZERO, simplex.to_vec()))
        }
        _ => (DVec3::ZERO, Vec::new()),
    }
}

fn on_segment(a: DVec3, b: DVec3) -> (DVec3, Vec<DVec3>) {
    let along = b - a;
    let t = -a.dot(along) / along.length_squared();
    if t >= 1.0 {
        (b, vec![b])
    } else if t > 0.0 {
        (a + along * t, vec![a, b])
    } else {
        (a, vec![a])
    }
}

fn on_triangle(a: DVec3, b: DVec3, c: DVec3) -> (DVec3, Vec<DVec3>) {
    let normal = (b - a).cross(c - a);
    let squared = normal.length_squared();
    if squared > 0.0 {
        let is_inside = |p: DVec3, q: DVec3| normal.dot((q - p).cross(-p)) >= 0.0;
        if is_inside(a, b) && is_inside(b, c) && is_inside(c, a) {
            return (normal * (normal.dot(a) / squared), vec![a, b, c]);
        }
    }
    let edges = [(a, b), (b, c), (c, a)].map(|(p, q)| on_segment(p, q));
    let least = edges.into_iter().min_by(|one, other| one.0.length_squared().total_cmp(&other.0.length_squared()));
    least.unwrap_or_else(|| (a, vec![a]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::mesh::Mesh;
    use crate::geometry::pose::Pose;
    use glam::{Quat, Vec3};
    use std::sync::Arc;

    fn at(shape: &Shape, x: f32) -> ExactBody {
        ExactBody::new(shape, &Pose::new(Vec3::new(x, 0.0, 0.0), Quat::IDENTITY, Vec3::ONE).unwrap())
    }

    /// A cube with edges of 2 around the origin.
    fn cube() -> Shape {
        let positions = (0..8).map(|i| Aabb::around(Vec3::ZERO, Vec3::ONE).corner(i)).collect();
        let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let triangles = quads.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect();
        Shape::Mesh(Arc::new(Mesh::new(positions, triangles).unwrap()))
    }

    #[test]
    fn distances_along_x() {
        let ball = Shape::Sphere { radius: 1.0 };
        let block = Shape::Box { half_extents: Vec3::ONE };
        let can = Shape::Cylinder { radius: 1.0, half_height: 1.0 };
        let pill = Shape::Capsule { radius: 1.0, half_height: 1.0 };
        for (one, other) in [(&ball, &ball), (&ball, &block), (&block, &can), (&can, &pill), (&pill, &ball)]
            .into_iter()
            .chain([(&cube(), &ball), (&cube(), &block), (&cube(), &cube())])
        {
            for (x, expected) in [(5.0, 3.0), (2.5, 0.5), (2.0, 0.0), (1.0, 0.0), (0.0, 0.0)] {
                let found = closest(&[at(one, 0.0)], &[at(other, x)]).distance;
                assert!((found - expected).abs() < 1e-8, "{one:?} {other:?} at {x}: {found}");
                let Closest { distance, points: [p, q] } = closest(&[at(one, 0.0)], &[at(other, x)]);
                assert!((p.distance(q) - distance).abs() < 1e-8, "{one:?} {other:?} at {x}: {p} {q}");
                // Each point is in its own bounds, and a shared one is in both.
                let is_in = |p: DVec3, x: f64| (p - DVec3::X * x).abs().cmple(DVec3::new(1.0, 2.0, 1.0) + 1e-6).all();
                assert!(is_in(p, 0.0) && is_in(q, x.into()), "{one:?} {other:?} at {x}: {p} {q}");
            }
        }
    }

    #[test]
    fn one_inside_the_other_is_at_0() {
        let small = Shape::Sphere { radius: 0.1 };
        assert!(closest(&[at(&cube(), 0.0)], &[at(&small, 0.3)]).distance <= 0.0);
        assert!(closest(&[at(&small, 0.3)], &[at(&cube(), 0.0)]).distance <= 0.0);
        let open = match cube() {
            Shape::Mesh(mesh) => Mesh::new(mesh.positions().to_vec(), mesh.triangles()[2..].to_vec()).unwrap(),
            _ => unreachable!(),
        };
        let found = closest(&[at(&Shape::Mesh(Arc::new(open)), 0.0)], &[at(&small, 0.3)]).distance;
        assert!((found - 0.6).abs() < 1e-6, "an open mesh has no inside: {found}");
    }

    #[test]
    fn a_mesh_is_convex_or_not() {
        assert!(at(&cube(), 1.0).is_convex());
        assert!(!at(&cube(), 1.0).is_inside_out());
        let Shape::Mesh(mesh) = cube() else { unreachable!() };
        let mut dented = mesh.positions().to_vec();
        dented[0] = Vec3::splat(0.5);
        let dented = Shape::Mesh(Arc::new(Mesh::new(dented, mesh.triangles().to_vec()).unwrap()));
        assert!(!at(&dented, 0.0).is_convex());
    }
}
