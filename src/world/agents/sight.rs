//! Whether a camera sees an object: its bounds intersect the frustum, and no object blocks the segment from the eye to
//! their centre. The frustum test alone ignores walls.

use glam::Vec3;

use crate::geometry::frustum::{self, Frustum, Verdict};
use crate::geometry::narrate::{num, vec3};
use crate::geometry::ray::{self, Hit, Ray, RayKind, RayQuery};
use crate::geometry::{BoxTree, Mark, MarkShape, Narrator, Step, Tone};
use crate::world::placed::ObjectAt;

/// The sight of an object from a camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    /// The position of the eye.
    pub eye: Vec3,
    /// The centre of the object's bounds.
    pub middle: Vec3,
    /// The verdict of the frustum for the bounds.
    pub verdict: Verdict,
    /// The first object that blocks the segment, by index, with the hit point. Not computed for an object outside the
    /// frustum.
    pub blocked: Option<(usize, Vec3)>,
}

impl Sight {
    /// Whether the object is seen.
    pub fn is_clear(&self) -> bool {
        self.verdict != Verdict::Outside && self.blocked.is_none()
    }
}

/// The objects that can be seen and that can block the sight.
pub(super) struct Scenery<'a> {
    pub(super) objects: &'a [ObjectAt],
    /// The tree of their bounds.
    pub(super) tree: &'a BoxTree,
}

impl Scenery<'_> {
    /// Tests the sight of the object of an index from an eye; objects in `ignored`, such as the body that carries the
    /// eye, do not block it.
    pub(super) fn look<N: Narrator>(
        &self,
        eye: Vec3,
        frustum: &Frustum,
        target: usize,
        ignored: &[usize],
        narrator: &mut N,
    ) -> Sight {
        let aabb = &self.objects[target].aabb;
        let verdict = frustum::classify_told(frustum, aabb, narrator).verdict;
        let middle = aabb.centre();
        let mut sight = Sight { eye, middle, verdict, blocked: None };
        if verdict != Verdict::Outside {
            let is_ignored = |i: usize| i == target || ignored.contains(&i);
            let first = self.first_between(eye, middle, is_ignored);
            sight.blocked = first.map(|(i, hit)| (i, hit.point));
            narrator.step(|| self.step(&sight, target, first.map(|(_, hit)| hit)));
        }
        sight
    }

    /// The first object that a segment hits; of equally near ones the first in the list.
    fn first_between(&self, from: Vec3, to: Vec3, is_ignored: impl Fn(usize) -> bool) -> Option<(usize, Hit)> {
        let ray = Ray { origin: from, direction: to - from };
        let query = RayQuery { kind: RayKind::Segment, ..RayQuery::default() };
        let mut first: Option<(usize, Hit)> = None;
        self.tree.along(&ray, query.kind.range(), |i| {
            if !is_ignored(i) {
                let object = &self.objects[i];
                let hit = ray::hit(&ray, query, &object.shape, &object.pose);
                let is_first =
                    |hit: &Hit| first.as_ref().is_none_or(|(other, first)| hit.along(first).then(i.cmp(other)).is_lt());
                if let Some(hit) = hit.filter(is_first) {
                    first = Some((i, hit));
                }
            }
            first.as_ref().map_or(1.0, |(_, hit)| hit.t)
        });
        first
    }

    fn step(&self, sight: &Sight, target: usize, hit: Option<Hit>) -> Step {
        let Sight { eye, middle, .. } = *sight;
        let name = &self.objects[target].name;
        let numbers = format!("from the eye {} to {}, {} m", vec3(eye), vec3(middle), num(eye.distance(middle)));
        let segment =
            |from, to, tone, label: &str| Mark { shape: MarkShape::Segment(from, to), tone, label: label.to_owned() };
        let (outcome, tone, marks);
        if let Some(((by, point), hit)) = sight.blocked.zip(hit) {
            let by = &self.objects[by].name;
            let label = format!("{by} hides it");
            outcome =
                format!("`{by}` blocks the line of sight, {} m from the eye: `{name}` is not seen.", num(hit.distance));
            tone = Tone::Fail;
            marks = vec![
                segment(eye, point, Tone::Pass, ""),
                segment(point, middle, Tone::Fail, ""),
                Mark { shape: MarkShape::Point(point), tone, label },
            ];
        } else {
            outcome = format!("Nothing blocks the line of sight: `{name}` is seen.");
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
            values: None,
        }
    }
}
