//! Line against mesh by a test of every triangle, in `f64`.
//!
//! The mesh is projected along the line, which becomes a point: the line meets a triangle if the distance of that point
//! from the projected triangle is 0. This uses no tree, no shear and no edge functions, on which the fast query relies.
//! Only runs of triangles whose ball is far from the line are skipped. Whether a start is inside is tested in another
//! direction, one that passes near no edge; for a closed surface the parity is the same in all directions.
//!
//! # Accuracy and limits
//!
//! As in [`super::ray`], a distance of up to 32 units in the last place of the mesh's size counts as touching. The time
//! is proportional to the number of triangles for every line that meets the mesh's box, in parallel from some thousands
//! on; 64 triangles share one test of a ball. No line meets a triangle without area.

use glam::{DVec2, DVec3, Vec3};

use super::answer::{ExactCast, ExactDifference};
use super::double_double_line::local_line;
use super::tolerance::{ROUNDINGS, TOUCH};
use crate::geometry::interval::Interval;
use crate::geometry::mesh::Mesh;
use crate::geometry::mesh::runs::TriangleRun;
use crate::geometry::pose::Pose;
use crate::geometry::ray::{BackFaces, Cast, Inside, Miss, Ray, RayKind, RayQuery, bounded};
use crate::geometry::shape::mesh::reach;
use crate::parallel;

/// From this many triangles on, several threads test them.
const MANY: usize = 4096;

/// A line counts as in the plane of a triangle when the cosine of its angle with the normal is at most this.
const IN_PLANE: f64 = 1e-12;

/// A ray's line in the space of a mesh.
pub(super) struct ExactLine<'a> {
    mesh: &'a Mesh,
    /// Its point nearest the local origin, and the ray's t there.
    o: DVec3,
    nearest: f64,
    d: DVec3,
}

/// A triangle that the line meets.
#[derive(Clone, Copy)]
struct Meet {
    t: f64,
    /// Greater than `t` only for a line in the triangle's plane.
    end: f64,
    is_front: bool,
    /// The absolute cosine of the angle between line and normal.
    cosine: f64,
}

/// A triangle in the frame of the line.
struct ProjectedTriangle {
    /// The corners projected along the line, in local units.
    beside: [DVec2; 3],
    /// The ray's t of each corner.
    along: [f64; 3],
}

impl<'a> ExactLine<'a> {
    /// `None` for a direction that is zero or not finite in local space.
    pub(super) fn new(ray: &Ray, mesh: &'a Mesh, pose: &Pose) -> Option<Self> {
        let (o, d, nearest) = local_line(ray, pose)?;
        Some(Self { mesh, o, nearest, d })
    }

    /// Casts as [`super::cast::cast`].
    pub(super) fn cast(&self, query: RayQuery) -> ExactCast {
        let meets = self.meets();
        let Some(interval) = whole(&meets) else { return ExactCast::MISS };
        ExactCast { result: self.result(&meets, query), interval: Some(interval) }
    }

    pub(super) fn interval(&self) -> Option<Interval<f64>> {
        whole(&self.meets())
    }

    /// The distance of the line from the mesh; for a line that meets it, minus the distance from the nearest edge of
    /// the triangles that it meets.
    pub(super) fn clearance(&self) -> f64 {
        let margins = each(self.mesh, |corners| area_normal(corners).map(|_| margin(&self.seen(corners).beside)));
        let outside = margins.iter().copied().fold(f64::INFINITY, f64::min);
        if outside > 0.0 {
            outside
        } else {
            margins.into_iter().filter(|m| *m <= 0.0).fold(f64::NEG_INFINITY, f64::max)
        }
    }

    fn result(&self, meets: &[Meet], query: RayQuery) -> Result<f64, Miss> {
        let seen = || meets.iter().filter(|meet| query.back_faces == BackFaces::Hit || meet.is_front);
        let least = |meets: &mut dyn Iterator<Item = f64>| meets.reduce(f64::min);
        if query.kind == RayKind::Line {
            return least(&mut seen().map(|meet| meet.t)).ok_or(Miss::Misses);
        }
        let touch = self.touch();
        // How far the point at t is from the plane of a triangle. In that plane, how far it is from the triangle.
        let off = |meet: &Meet, t: f64| {
            let cosine = if meet.cosine > IN_PLANE { meet.cosine } else { 1.0 };
            (t - t.clamp(meet.t, meet.end)).abs() * self.d.length() * cosine
        };
        let is_on = |t: f64| seen().any(|meet| off(meet, t) <= touch);
        if is_on(0.0) {
            return Ok(0.0);
        }
        // The box is tested first: whether a mesh is closed takes time in proportion to its triangles.
        let may_hold = query.inside == Inside::Solid && self.is_in_box(self.at(0.0));
        if may_hold && self.mesh.is_closed() && self.holds(self.at(0.0)) {
            return Ok(0.0);
        }
        let Some(next) = least(&mut seen().map(|meet| meet.t).filter(|t| *t >= 0.0)) else {
            return Err(if seen().next().is_some() { Miss::Behind } else { Miss::Misses });
        };
        if query.kind == RayKind::Segment && next > 1.0 && !is_on(1.0) {
            return Err(Miss::Beyond);
        }
        Ok(next)
    }

    /// See [`super::cast::difference`].
    pub(super) fn difference(&self, fast: &Cast, exact: &ExactCast, rounding: f64) -> Option<ExactDifference> {
        let (Some(fast_interval), Some(exact_interval)) = (fast.interval(), exact.interval) else {
            return (fast.interval().is_some() != exact.interval.is_some())
                .then(|| ExactDifference::Grazing { clearance: self.clearance(), rounding: ROUNDINGS * rounding });
        };
        let allowed =
            |t: f64| ROUNDINGS * (rounding + t.abs() * self.d.length() * f64::from(f32::EPSILON)) + self.touch();
        let hits = fast.result().ok().map(|hit| hit.t).zip(exact.result.ok());
        let pairs = fast_interval.ends().into_iter().zip(exact_interval.ends()).chain(hits);
        let pairs = pairs.filter(|(t, _)| bounded(*t).is_some()).map(|(t, exact)| (f64::from(t), exact));
        let apart = pairs.map(|(t, exact)| (t, exact, self.off(t, exact)));
        let worst = apart.filter(|(t, exact, off)| *off > allowed(t.abs().max(exact.abs())));
        let worst = worst.max_by(|(.., a), (.., b)| a.total_cmp(b));
        if let Some((t, exact, off)) = worst {
            let rounding = allowed(t.abs().max(exact.abs()));
            let grazed = [t, exact].map(|t| self.edge_near(t)).into_iter().fold(f64::INFINITY, least_of);
            return Some(if grazed.abs() <= rounding {
                ExactDifference::Grazing { clearance: grazed, rounding }
            } else {
                self.end(rounding).unwrap_or(ExactDifference::Place { off, rounding })
            });
        }
        match (fast.result(), exact.result) {
            (Err(fast), Err(exact)) if fast == exact => None,
            (Ok(_), Ok(_)) => None,
            _ => Some(self.end(allowed(1.0)).unwrap_or_else(|| {
                let edges = exact_interval.ends().into_iter().chain(hits.map(|(_, t)| t)).map(|t| self.edge_near(t));
                ExactDifference::Grazing { clearance: edges.fold(f64::INFINITY, least_of), rounding: allowed(1.0) }
            })),
        }
    }

    /// The start, or the end at t = 1, if it is at most `rounding` from the surface.
    fn end(&self, rounding: f64) -> Option<ExactDifference> {
        [(false, 0.0), (true, 1.0)].into_iter().find_map(|(is_last, t)| {
            let clearance = distance(self.mesh, self.at(t));
            (clearance <= rounding).then_some(ExactDifference::End { is_last, clearance, rounding })
        })
    }

    /// The distance of the point at `t` from the plane of the triangle that is met at `exact`.
    fn off(&self, t: f64, exact: f64) -> f64 {
        let near = self.meets().into_iter().filter(|meet| {
            let slack = 1e-9 * (1.0 + exact.abs());
            (meet.t - slack..=meet.end + slack).contains(&exact)
        });
        let cosine = near.map(|meet| meet.cosine).reduce(f64::min).unwrap_or(1.0);
        (t - exact).abs() * self.d.length() * cosine
    }

    /// The distance of the line from the nearest edge that it passes at about `t`, within a hundredth of the mesh's
    /// size.
    fn edge_near(&self, t: f64) -> f64 {
        let reach = reach(self.mesh) * 0.01 / self.d.length();
        let edges = each(self.mesh, |corners| {
            let seen = self.seen(corners);
            let near = [(0, 1), (1, 2), (2, 0)].into_iter().filter_map(|(i, j)| {
                let (distance, share) = to_segment(seen.beside[i], seen.beside[j]);
                let at = seen.along[i] + share * (seen.along[j] - seen.along[i]);
                ((at - t).abs() <= reach).then_some(distance)
            });
            near.reduce(f64::min)
        });
        edges.into_iter().fold(f64::INFINITY, f64::min)
    }

    /// All crossings of the line, in no order.
    fn meets(&self) -> Vec<Meet> {
        if !self.may_meet_box() {
            return Vec::new();
        }
        let touch = self.touch();
        self.each_near(touch, |corners| {
            let seen = self.seen(corners);
            if margin(&seen.beside) > touch {
                return None;
            }
            let normal = area_normal(corners)?;
            let cosine = normal.dot(self.d.normalize_or_zero());
            let (t, end) = if cosine.abs() > IN_PLANE {
                let t = self.nearest + normal.dot(corners[0].as_dvec3() - self.o) / normal.dot(self.d);
                (t, t)
            } else {
                let edges = [(0, 1), (1, 2), (2, 0)].into_iter().flat_map(|(i, j)| {
                    let is_along = seen.beside[i].length() <= touch && seen.beside[j].length() <= touch;
                    let (distance, share) = to_segment(seen.beside[i], seen.beside[j]);
                    let shares = if is_along { [0.0, 1.0] } else { [share; 2] };
                    let at = shares.map(|share| seen.along[i] + share * (seen.along[j] - seen.along[i]));
                    if distance <= touch { at.to_vec() } else { Vec::new() }
                });
                edges.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), t| (low.min(t), high.max(t)))
            };
            // Adding 0 turns −0 into 0.
            Some(Meet { t: t + 0.0, end: end + 0.0, is_front: cosine <= 0.0, cosine: cosine.abs() })
        })
    }

    /// Whether the line may touch the mesh's box, by the separating axes of a line and a box.
    fn may_meet_box(&self) -> bool {
        let bounds = self.mesh.bounds();
        let (min, max) = (bounds.min.as_dvec3() - self.o, bounds.max.as_dvec3() - self.o);
        let (centre, half) = ((min + max) / 2.0, (max - min) / 2.0);
        // Separating axes of a line and a box: the line's direction with each axis of the box.
        let slack = 2.0 * self.touch() * self.d.length();
        DVec3::AXES.into_iter().all(|axis| {
            let across = axis.cross(self.d);
            across.dot(centre).abs() <= across.abs().dot(half) + slack
        })
    }

    /// Whether a point is in the mesh's box, or touches it.
    fn is_in_box(&self, p: DVec3) -> bool {
        let (bounds, touch) = (self.mesh.bounds(), self.touch());
        p.cmpge(bounds.min.as_dvec3() - touch).all() && p.cmple(bounds.max.as_dvec3() + touch).all()
    }

    /// Whether a point is inside the closed surface, by the crossings of a half-line that passes near no edge.
    fn holds(&self, p: DVec3) -> bool {
        const WAYS: [DVec3; 4] = [
            DVec3::new(0.524_108, 0.310_774, 0.792_949),
            DVec3::new(-0.810_533, 0.120_257, 0.573_209),
            DVec3::new(0.173_205, -0.912_871, 0.369_685),
            DVec3::new(-0.290_994, -0.432_049, -0.853_632),
        ];
        let mut is_odd = false;
        for d in WAYS {
            let way = Self { mesh: self.mesh, o: p, nearest: 0.0, d };
            let unsure = 1e-10 * reach(self.mesh);
            // `None` for a half-line that passes near an edge.
            let crossed = way.each_near(unsure, |corners| {
                let margin = margin(&way.seen(corners).beside);
                let normal = corners_normal(corners);
                let t = normal.dot(corners[0].as_dvec3() - p) / normal.dot(d);
                (margin < unsure).then_some(if margin < -unsure { Some(t > 0.0) } else { None })
            });
            is_odd = crossed.iter().filter(|crossed| **crossed == Some(true)).count() % 2 == 1;
            if !crossed.contains(&None) {
                break;
            }
        }
        is_odd
    }

    /// The results of `look` for the triangles that may be within `near` of the line, and for some others.
    fn each_near<T: Send>(&self, near: f64, look: impl Fn([Vec3; 3]) -> Option<T> + Sync) -> Vec<T> {
        let along = self.d.normalize_or_zero();
        let may_come_near = |run: &&TriangleRun| {
            let from = run.centre - self.o;
            // Twice, because of the rounding here.
            from.reject_from_normalized(along).length() <= run.radius + 2.0 * near
        };
        let triangles = self.mesh.triangles();
        let look_at = |run: &TriangleRun| {
            triangles[run.triangles.clone()]
                .iter()
                .filter_map(|corners| finite(self.mesh, corners, &look))
                .collect::<Vec<T>>()
        };
        let runs = self.mesh.runs();
        if triangles.len() < MANY {
            runs.iter().filter(may_come_near).flat_map(look_at).collect()
        } else {
            let look_at_near = |run| if may_come_near(&run) { look_at(run) } else { Vec::new() };
            parallel::flat_map(runs.len(), |i| look_at_near(&runs[i]))
        }
    }

    fn seen(&self, corners: [Vec3; 3]) -> ProjectedTriangle {
        let along = self.d.normalize_or_zero();
        let (u, v) = along.any_orthonormal_pair();
        let from = corners.map(|corner| corner.as_dvec3() - self.o);
        ProjectedTriangle {
            beside: from.map(|p| DVec2::new(p.dot(u), p.dot(v))),
            along: from.map(|p| self.nearest + p.dot(self.d) / self.d.length_squared()),
        }
    }

    fn at(&self, t: f64) -> DVec3 {
        self.o + (t - self.nearest) * self.d
    }

    fn touch(&self) -> f64 {
        TOUCH * reach(self.mesh)
    }
}

/// The least distance of a local point from the surface; 0 on it, positive on either side.
pub(super) fn distance(mesh: &Mesh, p: DVec3) -> f64 {
    each(mesh, |corners| Some(closest(corners.map(Vec3::as_dvec3), p).distance(p)))
        .into_iter()
        .fold(f64::INFINITY, f64::min)
}

/// The results of `look` for the triangles with finite corners, without `None`.
fn each<T: Send>(mesh: &Mesh, look: impl Fn([Vec3; 3]) -> Option<T> + Sync) -> Vec<T> {
    let look = |triangle: &[u32; 3]| finite(mesh, triangle, &look);
    if mesh.triangles().len() < MANY {
        mesh.triangles().iter().filter_map(look).collect()
    } else {
        parallel::filter_map(mesh.triangles().len(), |i| look(&mesh.triangles()[i]))
    }
}

fn finite<T>(mesh: &Mesh, triangle: &[u32; 3], look: impl Fn([Vec3; 3]) -> Option<T>) -> Option<T> {
    let corners = triangle.map(|vertex| mesh.positions()[vertex as usize]);
    if corners.iter().all(|corner| corner.is_finite()) { look(corners) } else { None }
}

fn whole(meets: &[Meet]) -> Option<Interval<f64>> {
    let t_in = meets.iter().map(|meet| meet.t).reduce(f64::min)?;
    Some(Interval::new(t_in, meets.iter().map(|meet| meet.end).fold(t_in, f64::max)))
}

fn corners_normal([a, b, c]: [Vec3; 3]) -> DVec3 {
    let [a, b, c] = [a, b, c].map(Vec3::as_dvec3);
    (b - a).cross(c - a)
}

/// The outward unit normal; `None` for a triangle without area.
fn area_normal(corners: [Vec3; 3]) -> Option<DVec3> {
    let normal = corners_normal(corners);
    (normal / normal.abs().max_element()).try_normalize()
}

/// The distance of the origin from the triangle; inside, minus the distance from the nearest edge.
fn margin(&[a, b, c]: &[DVec2; 3]) -> f64 {
    let distance =
        [to_segment(a, b).0, to_segment(b, c).0, to_segment(c, a).0].into_iter().fold(f64::INFINITY, f64::min);
    let sides = [a.perp_dot(b), b.perp_dot(c), c.perp_dot(a)];
    let is_inside = sides.iter().all(|side| *side > 0.0) || sides.iter().all(|side| *side < 0.0);
    if is_inside { -distance } else { distance }
}

/// The distance of the origin from a segment, and the fraction of the segment's length at the nearest point.
fn to_segment(a: DVec2, b: DVec2) -> (f64, f64) {
    let along = b - a;
    let squared = along.length_squared();
    let share = if squared > 0.0 { (-a.dot(along) / squared).clamp(0.0, 1.0) } else { 0.0 };
    ((a + share * along).length(), share)
}

fn least_of(a: f64, b: f64) -> f64 {
    if b.abs() < a.abs() { b } else { a }
}

/// The point of a triangle nearest to `p` (Ericson, "Real-Time Collision Detection", 2005, 5.1.5).
fn closest([a, b, c]: [DVec3; 3], p: DVec3) -> DVec3 {
    let (ab, ac) = (b - a, c - a);
    let along = |from: DVec3, edge: DVec3| {
        let squared = edge.length_squared();
        from + edge * if squared > 0.0 { ((p - from).dot(edge) / squared).clamp(0.0, 1.0) } else { 0.0 }
    };
    let normal = ab.cross(ac);
    let squared = normal.length_squared();
    if squared > 0.0 {
        let (v, w) = ((p - a).cross(ac).dot(normal) / squared, ab.cross(p - a).dot(normal) / squared);
        if v >= 0.0 && w >= 0.0 && v + w <= 1.0 {
            return a + v * ab + w * ac;
        }
    }
    let edges = [along(a, ab), along(a, ac), along(b, c - b)];
    edges.into_iter().min_by(|x, y| x.distance_squared(p).total_cmp(&y.distance_squared(p))).unwrap_or(a)
}
