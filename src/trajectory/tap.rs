//! A tap: the ray through a point of the picture, tested against anchors and feature points by types, in order of their
//! priority.
//!
//! Each type has all its candidates, with the distance, the margin to the boundary, and the reason for a miss. They are
//! computed when they are needed and not stored, because taps times anchors may be many. Two rules choose among the hits: the
//! first type with any hit, or the nearest hit of all types.

use glam::{DVec2, DVec3};

use super::anchor::{Anchor, Anchors};

/// What a tap is tested against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TapTarget {
    /// The boundary of each anchor.
    Polygon,
    /// The rectangle of each anchor.
    Extent,
    /// The whole plane of each anchor.
    Infinite,
    /// The horizontal plane through the feature point that [`TapTarget::Point`] chooses. It faces up.
    Estimated,
    /// The feature point of least angle to the ray, at most [`POINT_ANGLE`].
    Point,
}

impl TapTarget {
    /// The order of a tap that names none.
    pub const DEFAULT: [Self; 3] = [Self::Polygon, Self::Estimated, Self::Point];
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Polygon, Self::Extent, Self::Infinite, Self::Estimated, Self::Point];

    /// The word of files and reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Polygon => "polygon",
            Self::Extent => "extent",
            Self::Infinite => "infinite",
            Self::Estimated => "estimated",
            Self::Point => "point",
        }
    }
}

/// The greatest angle between the ray and a feature point, in degrees.
pub const POINT_ANGLE: f64 = 3.0;

/// A plane whose normal is perpendicular to the ray up to this cosine is parallel to the ray.
const PARALLEL: f64 = 1e-12;

/// Which hit a tap takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rule {
    /// The nearest hit of the first type with any hit.
    #[default]
    FirstType,
    /// The nearest hit of all types.
    Nearest,
}

impl Rule {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::FirstType, Self::Nearest];

    /// The word of files and reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::FirstType => "first_type",
            Self::Nearest => "nearest",
        }
    }

    /// The other rule.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::FirstType => Self::Nearest,
            Self::Nearest => Self::FirstType,
        }
    }
}

/// Why a candidate is not hit. Of several reasons the first in this order is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The ray is parallel to the plane.
    Parallel,
    /// The plane is behind the camera.
    Behind,
    /// The ray comes from the back of the plane.
    Back,
    /// The point is outside the boundary.
    Outside,
}

impl Reason {
    /// The word of reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Parallel => "parallel",
            Self::Behind => "behind",
            Self::Back => "back",
            Self::Outside => "outside",
        }
    }
}

/// One item that a tap may hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The index of the anchor's history; `None` for [`TapTarget::Estimated`] and [`TapTarget::Point`].
    pub anchor: Option<usize>,
    /// Where it is hit; `None` for a miss.
    pub hit: Option<TapHit>,
    /// The distance to the boundary in metres, positive inside. `None` where there is no boundary, and for a miss for
    /// another reason than the boundary.
    pub margin: Option<f64>,
    /// Why it is not hit.
    pub reason: Option<Reason>,
}

/// Where a candidate is hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TapHit {
    /// Along the ray, in metres.
    pub distance: f64,
    /// The point of the plane, or the feature point itself.
    pub point: DVec3,
}

/// The hit that a rule takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChosenHit {
    /// Its type.
    pub target: TapTarget,
    /// The index of the anchor's history, when it is one.
    pub anchor: Option<usize>,
    /// Where.
    pub hit: TapHit,
}

/// What a tap is tested against: the anchors and feature points at its time.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// All anchors of the recording.
    pub anchors: &'a Anchors,
    /// The time, in seconds. Only anchors that exist then are tested.
    pub time: f64,
    /// The feature points at that time.
    pub points: &'a [DVec3],
}

/// The ray of a tap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TapRay {
    /// Where it begins, in metres.
    pub origin: DVec3,
    /// Of unit length.
    pub direction: DVec3,
}

impl TapRay {
    /// The candidates of a type, each computed when it is taken, because a tap may have thousands of them: anchors in the
    /// order of their first addition; at most one for [`TapTarget::Estimated`] and [`TapTarget::Point`].
    pub fn candidates<'a>(
        self,
        target: TapTarget,
        Surroundings { anchors, time, points }: Surroundings<'a>,
    ) -> Box<dyn Iterator<Item = Candidate> + 'a> {
        let tested = anchors.indexed_at(time);
        match target {
            TapTarget::Polygon => {
                // Without a copy of the rectangle.
                let own = |anchor: &Anchor, at| match &anchor.polygon[..] {
                    [] => margin(&anchor.rectangle(), at),
                    polygon => margin(polygon, at),
                };
                Box::new(tested.map(move |(i, anchor)| self.anchor(i, anchor, |at| Some(own(anchor, at)))))
            }
            TapTarget::Extent => Box::new(
                tested.map(move |(i, anchor)| self.anchor(i, anchor, |at| Some(margin(&anchor.rectangle(), at)))),
            ),
            TapTarget::Infinite => Box::new(tested.map(move |(i, anchor)| self.anchor(i, anchor, |_| None))),
            TapTarget::Estimated => {
                Box::new(self.point(points).map(|found| self.plane(found.point, DVec3::Y)).into_iter())
            }
            TapTarget::Point => {
                let candidate = |hit| Candidate { anchor: None, hit: Some(hit), margin: None, reason: None };
                Box::new(self.point(points).map(candidate).into_iter())
            }
        }
    }

    /// The hits that the rules take among types in an order, in the order of [`Rule::ALL`]. Of hits at one distance that of the
    /// earlier type, then of the earlier anchor.
    pub fn chosen(self, order: &[TapTarget], around: Surroundings) -> [Option<ChosenHit>; 2] {
        // Of equal distances `min_by` takes the first.
        let nearer = |a: &ChosenHit, b: &ChosenHit| a.hit.distance.total_cmp(&b.hit.distance);
        let nearest = |&target: &TapTarget| {
            let hits = self
                .candidates(target, around)
                .filter_map(|candidate| Some(ChosenHit { target, anchor: candidate.anchor, hit: candidate.hit? }));
            hits.min_by(nearer)
        };
        let mut of_types = order.iter().filter_map(nearest);
        let first = of_types.next();
        [first, first.into_iter().chain(of_types).min_by(nearer)]
    }

    fn anchor(self, i: usize, anchor: &Anchor, margin: impl Fn(DVec2) -> Option<f64>) -> Candidate {
        let plane = self.plane(anchor.center, anchor.normal());
        let candidate = Candidate { anchor: Some(i), ..plane };
        let Some(hit) = plane.hit else { return candidate };
        let local = anchor.rotation.conjugate() * (hit.point - anchor.center);
        let margin = margin(DVec2::new(local.x, local.z));
        if margin.is_some_and(|margin| margin < 0.0) {
            Candidate { hit: None, margin, reason: Some(Reason::Outside), ..candidate }
        } else {
            Candidate { margin, ..candidate }
        }
    }

    /// A whole plane, hit from its front.
    fn plane(self, center: DVec3, normal: DVec3) -> Candidate {
        let miss = |reason| Candidate { anchor: None, hit: None, margin: None, reason: Some(reason) };
        let towards = self.direction.dot(normal);
        if towards.abs() <= PARALLEL {
            return miss(Reason::Parallel);
        }
        let distance = (center - self.origin).dot(normal) / towards;
        if distance < 0.0 {
            return miss(Reason::Behind);
        }
        if towards > 0.0 {
            return miss(Reason::Back);
        }
        let hit = TapHit { distance, point: self.origin + self.direction * distance };
        Candidate { anchor: None, hit: Some(hit), margin: None, reason: None }
    }

    /// The point in front of the camera of least angle to the ray, at most [`POINT_ANGLE`]; of equal angles the first.
    fn point(self, points: &[DVec3]) -> Option<TapHit> {
        let seen = points.iter().filter_map(|&point| {
            let to = point - self.origin;
            let distance = to.dot(self.direction);
            let angle = libm::atan2(self.direction.cross(to).length(), distance).to_degrees();
            (distance > 0.0 && angle <= POINT_ANGLE).then_some((angle, TapHit { distance, point }))
        });
        seen.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, hit)| hit)
    }
}

/// The distance from a point to a boundary, positive inside. A boundary with fewer than three points contains nothing.
pub fn margin(boundary: &[DVec2], at: DVec2) -> f64 {
    let edges = || boundary.iter().zip(boundary.iter().cycle().skip(1));
    let distance = edges().map(|(&a, &b)| distance(a, b, at)).fold(f64::INFINITY, f64::min);
    // A half-line along +X crosses the boundary of what contains its start an odd number of times.
    let crosses = |(a, b): &(&DVec2, &DVec2)| {
        (a.y > at.y) != (b.y > at.y) && at.x < a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x)
    };
    let is_inside = boundary.len() >= 3 && edges().filter(crosses).count() % 2 == 1;
    if is_inside { distance } else { -distance }
}

/// The distance from a point to a segment.
fn distance(a: DVec2, b: DVec2, at: DVec2) -> f64 {
    let along = b - a;
    let part = ((at - a).dot(along) / along.length_squared()).clamp(0.0, 1.0);
    // A segment without length has no part.
    at.distance(if part.is_nan() { a } else { a + along * part })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::anchor::{AnchorChange, AnchorEvent};
    use super::*;
    use glam::DQuat;

    /// The anchors that are there from the start.
    fn anchors(all: &[&Anchor]) -> Anchors {
        let mut anchors = Anchors::default();
        for (i, anchor) in all.iter().enumerate() {
            let change = AnchorChange {
                center: Some(anchor.center),
                rotation: Some(anchor.rotation),
                extent: Some(anchor.extent),
                polygon: Some(Arc::clone(&anchor.polygon)),
                ..AnchorChange::default()
            };
            anchors.record(0.0, &i.to_string(), AnchorEvent::Add(change));
        }
        anchors
    }

    /// The candidates of a type at time 0.
    fn tested([origin, direction]: [DVec3; 2], target: TapTarget, all: &[&Anchor], points: &[DVec3]) -> Vec<Candidate> {
        let anchors = anchors(all);
        let around = Surroundings { anchors: &anchors, time: 0.0, points };
        TapRay { origin, direction }.candidates(target, around).collect()
    }

    /// What a rule chooses at time 0.
    fn taken(
        ray: [DVec3; 2],
        order: &[TapTarget],
        all: &[&Anchor],
        rule: Rule,
    ) -> Option<(TapTarget, Option<usize>, f64)> {
        let anchors = anchors(all);
        let around = Surroundings { anchors: &anchors, time: 0.0, points: &[] };
        let chosen = TapRay { origin: ray[0], direction: ray[1] }.chosen(order, around)[rule as usize]?;
        Some((chosen.target, chosen.anchor, chosen.hit.distance))
    }

    fn floor(y: f64, polygon: &[[f64; 2]]) -> Anchor {
        Anchor {
            center: DVec3::Y * y,
            rotation: DQuat::IDENTITY,
            extent: DVec2::new(2.0, 4.0),
            polygon: polygon.iter().map(|&[x, z]| DVec2::new(x, z)).collect(),
            alignment: None,
        }
    }

    fn down(x: f64, z: f64) -> [DVec3; 2] {
        [DVec3::new(x, 5.0, z), DVec3::NEG_Y]
    }

    fn one(ray: [DVec3; 2], target: TapTarget, anchor: &Anchor) -> Candidate {
        tested(ray, target, &[anchor], &[])[0]
    }

    #[test]
    fn the_boundary_decides_by_its_margin() {
        let triangle = floor(0.0, &[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]);
        let found = one(down(0.25, 0.25), TapTarget::Polygon, &triangle);
        assert_eq!(found.hit, Some(TapHit { distance: 5.0, point: DVec3::new(0.25, 0.0, 0.25) }));
        assert_eq!(found.margin, Some(0.25));
        let missed = one(down(-0.12, 0.5), TapTarget::Polygon, &triangle);
        assert_eq!((missed.hit, missed.reason), (None, Some(Reason::Outside)));
        assert!((missed.margin.unwrap() + 0.12).abs() < 1e-15);
        let found = one(down(-0.12, 0.5), TapTarget::Extent, &triangle);
        assert!((found.margin.unwrap() - 0.88).abs() < 1e-15 && found.hit.is_some());
        assert_eq!(one(down(70.0, 0.5), TapTarget::Infinite, &triangle).margin, None);
        // The boundary belongs to the plane.
        assert!(one(down(1.0, 2.0), TapTarget::Extent, &triangle).hit.is_some());
    }

    #[test]
    fn a_miss_has_its_first_reason() {
        let plane = floor(0.0, &[]);
        let reason = |origin, direction| one([origin, direction], TapTarget::Polygon, &plane).reason;
        assert_eq!(reason(DVec3::Y, DVec3::X), Some(Reason::Parallel));
        assert_eq!(reason(DVec3::Y, DVec3::Y), Some(Reason::Behind));
        assert_eq!(reason(DVec3::NEG_Y, DVec3::NEG_Y), Some(Reason::Behind));
        assert_eq!(reason(DVec3::NEG_Y, DVec3::Y), Some(Reason::Back));
        assert_eq!(reason(DVec3::new(9.0, 1.0, 0.0), DVec3::NEG_Y), Some(Reason::Outside));
    }

    #[test]
    fn points_are_within_three_degrees_and_estimate_a_plane() {
        let points = [DVec3::new(0.0, 0.0, 0.3), DVec3::new(0.1, 0.0, 0.0), DVec3::new(0.0, 9.0, 0.0)];
        let found = |target, points: &[DVec3]| tested(down(0.0, 0.0), target, &[], points);
        assert_eq!(found(TapTarget::Polygon, &points), []);
        let estimated = found(TapTarget::Estimated, &points)[0].hit.unwrap();
        assert_eq!((estimated.distance, estimated.point), (5.0, DVec3::ZERO));
        assert_eq!(found(TapTarget::Point, &points)[0].hit, Some(TapHit { distance: 5.0, point: points[1] }));
        assert_eq!(found(TapTarget::Point, &points[..1]), []);
    }

    #[test]
    fn the_two_rules_differ_when_a_trusted_type_is_further() {
        let (low, high) = (floor(0.0, &[]), floor(1.0, &[[5.0, 5.0], [6.0, 5.0], [5.0, 6.0]]));
        let take = |rule| taken(down(0.0, 0.0), &[TapTarget::Polygon, TapTarget::Infinite], &[&low, &high], rule);
        assert_eq!(take(Rule::FirstType), Some((TapTarget::Polygon, Some(0), 5.0)));
        assert_eq!(take(Rule::Nearest), Some((TapTarget::Infinite, Some(1), 4.0)));
        // At one distance the earlier type and the earlier anchor.
        let order = [TapTarget::Infinite, TapTarget::Polygon];
        let found = taken(down(0.0, 0.0), &order, &[&low, &low.clone()], Rule::Nearest);
        assert_eq!(found, Some((TapTarget::Infinite, Some(0), 5.0)));
        assert_eq!(taken(down(0.0, 0.0), &[], &[&low], Rule::Nearest), None);
    }
}
