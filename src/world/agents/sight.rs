//! Whether a camera sees an object: its bounds reach into the frustum, and nothing stands between the eye and their
//! middle. The frustum alone says nothing about walls.

use glam::Vec3;

use crate::geometry::frustum::{self, Frustum, Verdict};
use crate::geometry::narrate::{num, vec3};
use crate::geometry::ray::{self, Hit, Kind, Ray, RayQuery};
use crate::geometry::{Aabb, Mark, MarkShape, Narrator, Silent, Step, Tone};
use crate::world::ObjectAt;

/// What a camera sees of an object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    /// Where the eye is.
    pub eye: Vec3,
    /// The middle of the object's bounds.
    pub middle: Vec3,
    /// What the frustum says of the bounds.
    pub verdict: Verdict,
    /// What stands in the way first: an object, by index, and the point where it is met. Not asked for an object
    /// outside the frustum.
    pub blocked: Option<(usize, Vec3)>,
}

impl Sight {
    /// Whether the object is seen.
    pub fn is_clear(&self) -> bool {
        self.verdict != Verdict::Outside && self.blocked.is_none()
    }
}

/// What is looked at, and what may stand in the way.
pub(super) struct Scenery<'a> {
    pub(super) objects: &'a [ObjectAt],
    /// The bounds of each of them, by themselves so that a glance at all of them is quick.
    pub(super) boxes: &'a [Aabb],
}

impl Scenery<'_> {
    /// Looks from an eye at the object of that index; those in `ignored`, such as the body that carries the eye, hide nothing.
    pub(super) fn look<N: Narrator>(
        &self,
        eye: Vec3,
        frustum: &Frustum,
        target: usize,
        ignored: &[usize],
        narrator: &mut N,
    ) -> Sight {
        let aabb = &self.boxes[target];
        let verdict = frustum::classify(frustum, aabb, narrator).verdict;
        let middle = aabb.centre();
        let mut sight = Sight { eye, middle, verdict, blocked: None };
        if verdict != Verdict::Outside {
            let is_ignored = |i: usize| i == target || ignored.contains(&i);
            let first = self.first_between(eye, middle, is_ignored);
            sight.blocked = first.map(|(i, hit)| (i, hit.point));
            narrator.step(|| self.tell(&sight, target, first.map(|(_, hit)| hit)));
        }
        sight
    }

    /// The first object that a segment meets.
    fn first_between(&self, from: Vec3, to: Vec3, is_ignored: impl Fn(usize) -> bool) -> Option<(usize, Hit)> {
        let ray = Ray { origin: from, direction: to - from };
        let way = Aabb { min: from.min(to), max: from.max(to) };
        let query = RayQuery { kind: Kind::Segment, ..RayQuery::default() };
        let mut first: Option<(usize, Hit)> = None;
        for (i, aabb) in self.boxes.iter().enumerate() {
            if !aabb.overlaps(&way) || is_ignored(i) || !may_meet(&ray, aabb) {
                continue;
            }
            let object = &self.objects[i];
            let hit = ray::cast(&ray, query, &object.shape, &object.pose, &mut Silent).hit();
            if let Some(hit) = hit.filter(|hit| first.as_ref().is_none_or(|(_, first)| hit.along(first).is_lt())) {
                first = Some((i, hit));
            }
        }
        first
    }

    fn tell(&self, sight: &Sight, target: usize, hit: Option<Hit>) -> Step {
        let Sight { eye, middle, .. } = *sight;
        let name = &self.objects[target].name;
        let numbers = format!("from the eye {} to {}, {} m", vec3(eye), vec3(middle), num(eye.distance(middle)));
        let segment =
            |from, to, tone, label: &str| Mark { shape: MarkShape::Segment(from, to), tone, label: label.to_owned() };
        let (outcome, tone, marks);
        if let Some(((by, point), hit)) = sight.blocked.zip(hit) {
            let by = &self.objects[by].name;
            let label = format!("{by} hides it");
            outcome = format!("`{by}` stands in the way, {} m from the eye: `{name}` is not seen.", num(hit.distance));
            tone = Tone::Fail;
            marks = vec![
                segment(eye, point, Tone::Pass, ""),
                segment(point, middle, Tone::Fail, ""),
                Mark { shape: MarkShape::Point(point), tone, label },
            ];
        } else {
            outcome = format!("Nothing stands in the way: `{name}` is seen.");
            tone = Tone::Pass;
            marks = vec![segment(eye, middle, tone, "line of sight")];
        }
        Step {
            title: "Line of sight".into(),
            formula: "segment eye + t · (middle of the bounds − eye), 0 ≤ t ≤ 1, against every other object".into(),
            numbers,
            outcome,
            tone,
            marks,
            plot: None,
        }
    }
}

/// Whether a segment can meet anything in a box; when in doubt, yes. Slabs, entry before exit (Kay and Kajiya, "Ray Tracing
/// Complex Scenes", 1986).
fn may_meet(ray: &Ray, aabb: &Aabb) -> bool {
    let reciprocal = ray.direction.recip();
    let (a, b) = ((aabb.min - ray.origin) * reciprocal, (aabb.max - ray.origin) * reciprocal);
    let (mut enter, mut exit) = (0.0_f32, 1.0_f32);
    for axis in 0..3 {
        // Along a slab the segment's own bounds have told: they overlap.
        if ray.direction[axis].abs() > f32::MIN_POSITIVE {
            enter = enter.max(a[axis].min(b[axis]));
            exit = exit.min(a[axis].max(b[axis]));
        }
    }
    enter <= exit + 1e-5 * (1.0 + exit.abs())
}
