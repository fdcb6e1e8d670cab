//! How far two surfaces are apart: the greatest distance of a point of one from the other, both ways.
//!
//! Branch and bound over the triangles of the first surface. A triangle is convex, and the distance from a convex part of the second
//! surface is greatest at one of its corners, so the least such distance over some parts bounds the distances of all its points.
//! Triangles whose bound is not above the greatest distance found so far are left out; the others are divided into four.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use glam::DVec3;

use super::obstacles::{ItemKind, Obstacles};
use super::surface::{EXACT, SHOWN, surfaces, triangles};
use super::triangle::Corners;
use super::undecided::UndecidedReason;
use crate::budget::Budget;
use crate::geometry::exact::body::ExactBody;
use crate::opacity::Progress;
use crate::parallel;

/// The search ends when no distance can be greater than the one found by more than this part of it,
const RELATIVE: f64 = 0.0025;
/// or by this many metres.
const ABSOLUTE: f64 = 0.000_25;
/// Distances up to this part of the largest coordinate are 0.
const ROUNDING: f64 = 1e-12;
/// Pieces that are divided together.
const TOGETHER: usize = 2048;
/// A search that has measured more pieces ends undecided.
const MOST_PIECES: usize = 20_000_000;
/// Triangles of the map in pictures.
const MOST_MAPPED: usize = 12_000;
/// A surface of more triangles has no map.
const MOST_SHOWN: usize = 60_000;

/// The greatest distance of a point of one surface from another surface.
#[derive(Clone, Debug, PartialEq)]
pub struct Deviation {
    /// In metres. The true greatest distance is greater by at most 0.25 % or 0.25 mm.
    pub distance: f64,
    /// The point of the first surface, and the point of the second that is nearest to it.
    pub points: [DVec3; 2],
}

/// A triangle of a surface with the distance of its middle from the other surface.
#[derive(Clone, Debug, PartialEq)]
pub struct MappedTriangle {
    /// In world space.
    pub corners: Corners,
    /// Metres.
    pub distance: f64,
}

/// Two surfaces compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Deviations {
    /// From the first surface to the second, and back.
    pub both: [Deviation; 2],
    /// The first surface, in pieces, for a picture.
    pub map: Vec<MappedTriangle>,
}

/// Compares two surfaces.
///
/// # Errors
/// When the budget has no room, when it would take too long, and when it was cancelled.
pub fn compare(
    first: &[ExactBody],
    second: &[ExactBody],
    budget: &Budget,
    progress: &Progress,
) -> Result<Deviations, UndecidedReason> {
    let trees = [surfaces(first, budget), surfaces(second, budget)].map(|tree| tree.map_err(UndecidedReason::Memory));
    let [to_first, to_second] = trees;
    let (to_first, to_second) = (to_first?, to_second?);
    let forth = one_way(first, &to_second, budget, progress)?;
    let back = one_way(second, &to_first, budget, progress)?;
    let map = mapped(first, &to_second);
    Ok(Deviations { both: [forth, back], map })
}

/// A triangle or a part of one.
#[derive(Clone, Copy)]
struct Piece {
    corners: Corners,
    /// No point of it is further from the other surface; for the map, its area.
    upper: f64,
}

impl PartialEq for Piece {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Piece {}

impl PartialOrd for Piece {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Piece {
    fn cmp(&self, other: &Self) -> Ordering {
        self.upper.total_cmp(&other.upper)
    }
}

/// The greatest distance found, and where.
#[derive(Clone, Copy)]
struct Greatest {
    distance: f64,
    at: DVec3,
}

impl Greatest {
    /// Pieces with a bound up to this are left out.
    fn enough(self) -> f64 {
        (self.distance * (1.0 + RELATIVE)).max(self.distance + ABSOLUTE)
    }

    fn with(self, other: Self) -> Self {
        if other.distance > self.distance { other } else { self }
    }
}

fn one_way(
    from: &[ExactBody],
    to: &Obstacles,
    budget: &Budget,
    progress: &Progress,
) -> Result<Deviation, UndecidedReason> {
    let all: Vec<Corners> = from.iter().flat_map(|body| triangles(body, EXACT)).collect();
    let mut memory =
        budget.take_many(all.len(), size_of::<Corners>() + size_of::<Piece>()).map_err(UndecidedReason::Memory)?;
    progress.expect(all.len() as u64);
    let mut greatest = Greatest { distance: 0.0, at: all.first().map_or(DVec3::ZERO, |corners| corners[0]) };
    let mut open = BinaryHeap::new();
    let mut pieces = 0;
    let mut measure = |batch: &[Corners], greatest: &mut Greatest, open: &mut BinaryHeap<Piece>| {
        let enough = greatest.enough();
        let measured = parallel::collect(batch.len(), |i| {
            if progress.is_cancelled() { None } else { Some(measured(&batch[i], to, enough)) }
        });
        for (piece, found) in measured.iter().flatten() {
            *greatest = greatest.with(*found);
            open.push(*piece);
        }
        pieces += batch.len();
        if progress.is_cancelled() {
            return Err(UndecidedReason::Cancelled);
        }
        if pieces > MOST_PIECES { Err(UndecidedReason::TooManyCells) } else { Ok(()) }
    };
    for batch in all.chunks(TOGETHER) {
        measure(batch, &mut greatest, &mut open)?;
        progress.advance(batch.len() as u64);
    }
    open.retain(|piece| piece.upper > greatest.enough());
    while open.peek().is_some_and(|piece| piece.upper > greatest.enough()) {
        let mut batch = Vec::with_capacity(4 * TOGETHER);
        while batch.len() < 4 * TOGETHER
            && let Some(piece) = open.pop()
        {
            if piece.upper <= greatest.enough() {
                break;
            }
            batch.extend(divided(&piece.corners));
        }
        memory.grow((batch.len() * size_of::<Piece>()) as u64).map_err(UndecidedReason::Memory)?;
        measure(&batch, &mut greatest, &mut open)?;
    }
    let nearest = to.nearest_point(greatest.at).unwrap_or(greatest.at);
    // The rounding of a point of a triangle.
    let size = all.iter().flatten().map(|corner| corner.abs().max_element()).fold(0.0, f64::max);
    let distance = if greatest.distance <= ROUNDING * size { 0.0 } else { greatest.distance };
    Ok(Deviation { distance, points: [greatest.at, nearest] })
}

/// The four triangles between the corners and the middles of the edges.
fn divided([a, b, c]: &Corners) -> [Corners; 4] {
    let (ab, bc, ca) = ((*a + *b) * 0.5, (*b + *c) * 0.5, (*c + *a) * 0.5);
    [[*a, ab, ca], [ab, *b, bc], [ca, bc, *c], [ab, bc, ca]]
}

/// The bound of a triangle, and the greatest distance of its corners and its middle. The bound is only as low as `enough` needs.
fn measured(corners: &Corners, to: &Obstacles, enough: f64) -> (Piece, Greatest) {
    let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
    let reach = corners.iter().map(|corner| corner.distance(middle)).fold(0.0, f64::max);
    let Some(nearest) = to.nearest(middle, f64::INFINITY) else {
        return (Piece { corners: *corners, upper: 0.0 }, Greatest { distance: 0.0, at: middle });
    };
    let mut greatest = Greatest { distance: nearest.distance, at: middle };
    let mut upper = nearest.distance + reach;
    if upper <= enough {
        return (Piece { corners: *corners, upper }, greatest);
    }
    let mut parts = vec![nearest.item];
    for corner in corners {
        let Some(nearest) = to.nearest(*corner, f64::INFINITY) else { continue };
        greatest = greatest.with(Greatest { distance: nearest.distance, at: *corner });
        if !parts.contains(&nearest.item) {
            parts.push(nearest.item);
        }
    }
    for part in parts {
        let part = to.item(part);
        let furthest = match &part.kind {
            ItemKind::Surface(solid) => solid.furthest_of(corners),
            ItemKind::Triangle(_) | ItemKind::Solid(_) => {
                corners.iter().map(|corner| part.distance(*corner)).fold(0.0, f64::max)
            }
        };
        upper = upper.min(furthest);
    }
    (Piece { corners: *corners, upper }, greatest)
}

/// The surface in pieces of about the same size, with the distances of their middles.
fn mapped(from: &[ExactBody], to: &Obstacles) -> Vec<MappedTriangle> {
    let area = |corners: &Corners| (corners[1] - corners[0]).cross(corners[2] - corners[0]).length();
    // The largest is divided first.
    let sized = |corners: Corners| Piece { corners, upper: area(&corners) };
    let mut all: BinaryHeap<Piece> = from.iter().flat_map(|body| triangles(body, SHOWN)).map(sized).collect();
    if all.len() > MOST_SHOWN {
        return Vec::new();
    }
    while all.len() + 3 < MOST_MAPPED
        && let Some(piece) = all.pop()
    {
        all.extend(divided(&piece.corners).map(sized));
    }
    let pieces: Vec<Corners> = all.into_iter().map(|piece| piece.corners).collect();
    parallel::collect(pieces.len(), |i| {
        let middle = (pieces[i][0] + pieces[i][1] + pieces[i][2]) / 3.0;
        let distance = to.nearest(middle, f64::INFINITY).map_or(0.0, |nearest| nearest.distance);
        MappedTriangle { corners: pieces[i], distance }
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use glam::{Quat, Vec3};

    use super::*;
    use crate::geometry::{Mesh, Pose, Shape};
    use crate::random::Random;

    fn placed(shape: &Shape, at: [f32; 3]) -> ExactBody {
        ExactBody::new(shape, &Pose::new(at.into(), Quat::IDENTITY, Vec3::ONE).unwrap())
    }

    fn distances(first: &[ExactBody], second: &[ExactBody]) -> [f64; 2] {
        let answer = compare(first, second, &Budget::default(), &Progress::default()).unwrap();
        for (one, [own, other]) in answer.both.iter().zip([[first, second], [second, first]]) {
            let tree = |bodies: &[ExactBody]| surfaces(bodies, &Budget::default()).unwrap();
            let on_own = tree(own).nearest(one.points[0], f64::INFINITY).unwrap().distance;
            let on_other = tree(other).nearest(one.points[1], f64::INFINITY).unwrap().distance;
            assert!(on_own < 2e-4 && on_other < 2e-4, "{one:?}: {on_own} {on_other}");
            assert!((one.points[0].distance(one.points[1]) - one.distance).abs() < 1e-3, "{one:?}");
        }
        answer.both.map(|one| one.distance)
    }

    fn is_near(found: f64, expected: f64) -> bool {
        (found - expected).abs() <= (0.01 * expected).max(1e-3)
    }

    #[test]
    fn known_distances() {
        let cube = |half: f32| Shape::Box { half_extents: Vec3::splat(half) };
        // The corners of the outer cube are furthest from the inner one; its faces are 0.5 away.
        let [out, back] = distances(&[placed(&cube(1.5), [0.0; 3])], &[placed(&cube(1.0), [0.0; 3])]);
        assert!(is_near(out, 0.5 * 3_f64.sqrt()) && is_near(back, 0.5), "{out} {back}");
        // Surfaces count, not solids: a small sphere in a large one.
        let ball = |radius: f32| Shape::Sphere { radius };
        let [out, back] = distances(&[placed(&ball(1.0), [0.0; 3])], &[placed(&ball(0.25), [0.1, 0.0, 0.0])]);
        assert!(is_near(out, 0.85) && is_near(back, 0.85), "{out} {back}");
        let same = distances(&[placed(&cube(1.0), [0.0; 3])], &[placed(&cube(1.0), [0.0; 3])]);
        assert!(same.iter().all(|distance| *distance == 0.0), "{same:?}");
        let [ball_to_box, box_to_ball] = distances(&[placed(&ball(1.0), [0.0; 3])], &[placed(&cube(1.0), [0.0; 3])]);
        // A point of the sphere on a diagonal is 1 - 1/√3 from each of three faces.
        assert!(is_near(ball_to_box, 1.0 - 1.0 / 3_f64.sqrt()), "{ball_to_box}");
        assert!(is_near(box_to_ball, 3_f64.sqrt() - 1.0), "{box_to_ball}");
    }

    /// Random surfaces against many samples.
    #[test]
    fn distances_agree_with_samples() {
        let mut random = Random(5);
        for case in 0..20 {
            let mut body = || {
                let corners = (0..12).map(|_| Vec3::from_array([(); 3].map(|()| random.within(-1.0, 1.0)))).collect();
                let triangles = (0..4).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
                placed(&Shape::Mesh(Arc::new(Mesh::new(corners, triangles).unwrap())), [0.0; 3])
            };
            let (one, other) = (body(), body());
            let found = distances(std::slice::from_ref(&one), std::slice::from_ref(&other));
            for (found, from, to) in [(found[0], &one, &other), (found[1], &other, &one)] {
                let mut sampled: f64 = 0.0;
                for corners in from.triangles() {
                    for i in 0..=30 {
                        for j in 0..=30 - i {
                            let (u, v) = (f64::from(i) / 30.0, f64::from(j) / 30.0);
                            let p = corners[0] * (1.0 - u - v) + corners[1] * u + corners[2] * v;
                            let least = to.triangles().map(|t| crate::clearance::triangle::distance(&t, p));
                            sampled = sampled.max(least.fold(f64::INFINITY, f64::min));
                        }
                    }
                }
                assert!(found >= sampled * 0.99 - 1e-3 && found <= sampled + 0.08, "{case}: {found} {sampled}");
            }
        }
    }

    #[test]
    fn it_ends_when_it_must() {
        let ball = |radius: f32| [placed(&Shape::Sphere { radius }, [0.0; 3])];
        let cancelled = Progress::default();
        cancelled.cancel();
        let answer = compare(&ball(1.0), &ball(0.5), &Budget::default(), &cancelled);
        assert_eq!(answer, Err(UndecidedReason::Cancelled));
        let answer = compare(&ball(1.0), &ball(0.5), &Budget::new(1000), &Progress::default());
        assert!(matches!(answer, Err(UndecidedReason::Memory(_))));
    }
}
