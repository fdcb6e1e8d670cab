//! The floor below a position over the plan, and why a position is left out.

use glam::Vec3;

use crate::geometry::Interval;
use crate::geometry::ray::{BackFaces, Feature, Hit, Inside, Ray, RayKind, RayQuery, hit};
use crate::geometry::{Shape, spacing};
use crate::world::{ObjectAt, World};

/// The height of an eye above the floor, metres.
pub const EYE_HEIGHT: f32 = 1.7;
/// What a head needs above the eye, metres.
const HEAD: f32 = 0.1;
/// A surface that is at most so much above the lowest floor is a floor too: a step, a rug, a low box. Metres.
const STEP: f32 = 0.6;
/// The normal of a floor points up at least so much: the cosine of 60°.
const FLAT: f32 = 0.5;
/// A line through more surfaces ends.
const MOST_SURFACES: usize = 256;
/// The search for room above a floor begins so much above it, metres.
const ABOVE: f32 = 0.02;

/// Why a position has no eye.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// No surface below faces up.
    NoFloor,
    /// The eye or the floor is inside a solid or a closed mesh.
    Inside,
    /// A surface is less than the height of a person above the floor.
    Low,
}

impl LeftOut {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::NoFloor, Self::Inside, Self::Low];

    /// The word in files.
    pub fn word(self) -> &'static str {
        match self {
            Self::NoFloor => "no_floor",
            Self::Inside => "inside",
            Self::Low => "low",
        }
    }

    /// The reason in words.
    pub fn name(self) -> &'static str {
        match self {
            Self::NoFloor => "no floor",
            Self::Inside => "inside a solid",
            Self::Low => "no room to stand",
        }
    }
}

/// The height of the floor at a place of the plan. Without `below` it is the lowest surface that faces up, or one up to
/// [`STEP`] above it; with `below`, the highest one not above that height.
pub(super) fn floor(world: &World, [x, z]: [f32; 2], below: Option<f32>) -> Result<f32, LeftOut> {
    let bounds = world.bounds().ok_or(LeftOut::NoFloor)?;
    let margin = 1.0 + (bounds.max.y - bounds.min.y) * 0.01;
    let height = if let Some(below) = below {
        let line = Line { world, place: [x, z], direction: Vec3::NEG_Y };
        line.floors(below, |_| false).ok_or(LeftOut::NoFloor)?
    } else {
        let line = Line { world, place: [x, z], direction: Vec3::Y };
        let from = bounds.min.y - margin;
        let lowest = line.floors(from, |_| false).ok_or(LeftOut::NoFloor)?;
        line.floors(from, |height| height <= lowest + STEP).unwrap_or(lowest)
    };
    room(world, Vec3::new(x, height + ABOVE, z)).map(|()| height)
}

/// A vertical line.
struct Line<'w> {
    world: &'w World,
    place: [f32; 2],
    direction: Vec3,
}

impl Line<'_> {
    /// The first floor on the way from a height, or the last one in a row of those for which `goes_on` holds.
    fn floors(&self, from: f32, goes_on: impl Fn(f32) -> bool) -> Option<f32> {
        let [x, z] = self.place;
        let (mut at, mut last) = (from, None);
        for _ in 0..MOST_SURFACES {
            let found = first(self.world, &Ray { origin: Vec3::new(x, at, z), direction: self.direction });
            let Some(found) = found else { break };
            let height = found.point.y;
            if is_floor(&found) {
                if last.is_some() && !goes_on(height) {
                    break;
                }
                last = Some(height);
                if !goes_on(height) {
                    break;
                }
            }
            at = height + self.direction.y * rounding(height);
        }
        last
    }
}

const HOLLOW: RayQuery = RayQuery { kind: RayKind::Ray, inside: Inside::Hollow, back_faces: BackFaces::Hit };

/// The first surface on a ray. Of surfaces at the same place, within rounding, a floor.
fn first(world: &World, ray: &Ray) -> Option<Hit> {
    let mut nearest: Option<(f32, Hit)> = None;
    let same = rounding(ray.origin.y);
    world.tree().along(ray, Interval::new(0.0, f32::INFINITY), |index| {
        if let Some(object) = world.objects.get(index)
            && let Some(found) = hit(ray, HOLLOW, &object.shape, &object.pose)
        {
            let rank = if is_floor(&found) { found.t - same } else { found.t };
            if nearest.as_ref().is_none_or(|(least, _)| rank < *least) {
                nearest = Some((rank, found));
            }
        }
        nearest.as_ref().map_or(f32::INFINITY, |(_, nearest)| nearest.t + same)
    });
    nearest.map(|(_, nearest)| nearest)
}

fn is_floor(hit: &Hit) -> bool {
    hit.normal.is_some_and(|normal| normal.y >= FLAT)
}

/// More than the rounding of a place at a height.
fn rounding(height: f32) -> f32 {
    (8.0 * spacing(height.abs().max(1.0))).max(1e-4)
}

/// Whether a person has room above a point.
fn room(world: &World, foot: Vec3) -> Result<(), LeftOut> {
    let ray = Ray { origin: foot, direction: Vec3::Y };
    let eye = Vec3::new(foot.x, foot.y + EYE_HEIGHT - ABOVE, foot.z);
    let head = EYE_HEIGHT + HEAD - ABOVE;
    let mut answer = Ok(());
    world.tree().along(&ray, Interval::new(0.0, head), |index| {
        let Some(object) = world.objects.get(index) else { return head };
        if is_inside(object, foot) || is_inside(object, eye) {
            answer = Err(LeftOut::Inside);
            return f32::NEG_INFINITY;
        }
        if hit(&ray, HOLLOW, &object.shape, &object.pose).is_some_and(|found| found.t <= head) {
            answer = Err(LeftOut::Low);
        }
        head
    });
    answer
}

/// Whether a point is inside an object with an inside: a solid, or a closed mesh whose triangles face outwards.
fn is_inside(object: &ObjectAt, point: Vec3) -> bool {
    if !(point.cmpge(object.aabb.min).all() && point.cmple(object.aabb.max).all()) {
        return false;
    }
    let ray = Ray { origin: point, direction: Vec3::Y };
    let solid = RayQuery { inside: Inside::Solid, ..HOLLOW };
    let starts_inside = hit(&ray, solid, &object.shape, &object.pose).is_some_and(|hit| hit.feature == Feature::Inside);
    // A closed mesh that faces inwards, such as a room, has its inside on the other side.
    let leaves = || hit(&ray, HOLLOW, &object.shape, &object.pose).and_then(|hit| hit.normal);
    let is_room = || matches!(object.shape, Shape::Mesh(_)) && leaves().is_some_and(|normal| normal.y < 0.0);
    starts_inside && !is_room()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;

    /// A slab at 0, a crate of 0.5 m, a wall of 3 m, a low roof at 1 m and a bridge at 4 m.
    fn world() -> World {
        let text = r#"{ "eyeline": 1, "objects": [
            { "name": "ground", "shape": { "box": { "half_extents": [20, 0.5, 20] } }, "position": [0, -0.5, 0] },
            { "name": "crate", "shape": { "box": { "half_extents": [1, 0.25, 1] } }, "position": [0, 0.25, 0] },
            { "name": "wall", "shape": { "box": { "half_extents": [1, 1.5, 1] } }, "position": [5, 1.5, 0] },
            { "name": "shelf", "shape": { "box": { "half_extents": [1, 0.1, 1] } }, "position": [10, 1.1, 0] },
            { "name": "bridge", "shape": { "box": { "half_extents": [1, 0.1, 1] } }, "position": [-5, 4, 0] } ] }"#;
        World::at(&crate::scene::parse(text, "a.json").unwrap(), &Files::default(), 0)
    }

    #[test]
    fn a_person_stands_on_the_lowest_floor_that_has_room() {
        let world = world();
        for (x, below, expected) in [
            (15.0, None, Ok(0.0)),
            (0.0, None, Ok(0.5)),
            (5.0, None, Err(LeftOut::Inside)),
            (10.0, None, Err(LeftOut::Low)),
            (-5.0, None, Ok(0.0)),
            (-5.0, Some(9.0), Ok(4.1)),
            (-5.0, Some(3.0), Ok(0.0)),
            (5.0, Some(9.0), Ok(3.0)),
            (15.0, Some(-2.0), Err(LeftOut::NoFloor)),
            (30.0, None, Err(LeftOut::NoFloor)),
        ] {
            let found = floor(&world, [x, 0.0], below);
            let is_equal = match (found, expected) {
                (Ok(found), Ok(expected)) => (f64::from(found) - expected).abs() < 1e-4,
                (found, expected) => found.err() == expected.err(),
            };
            assert!(is_equal, "at {x}, below {below:?}: {found:?} instead of {expected:?}");
        }
    }
}
