//! What rays meet. Most objects are not even on a ray's line, so only those that are have an answer in the list.

use crate::geometry::Silent;
use crate::geometry::exact;
use crate::geometry::exact::cast::{Difference, ExactCast};
use crate::geometry::ray::{self, Cast};
use crate::parallel;
use crate::scene::Changed;
use crate::world::{ObjectAt, RayAt};

/// What one ray meets.
#[derive(Clone, Debug, PartialEq)]
pub struct RayAnswers {
    /// The ray as placed.
    pub ray: RayAt,
    /// The object with the hit of the least t.
    pub nearest: Option<usize>,
    /// The objects that the whole line meets by the fast or by the exact answer, in the world's order.
    pub on_line: Vec<OnLine>,
}

/// An object on the line of a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OnLine {
    /// Its index in the world.
    pub object: usize,
    /// What the ray says of it.
    pub answer: RayAnswer,
}

/// One ray and one object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayAnswer {
    /// The hit, or the reason for none.
    pub cast: Cast,
    /// The same by search in `f64`.
    pub exact: ExactCast,
    /// How the two differ, if they do by more than rounding can explain or in their words.
    pub difference: Option<Difference>,
}

impl RayAnswer {
    /// About an object that is not on the line.
    const BESIDE: Self = Self { cast: Cast::NOWHERE, exact: ExactCast::NOWHERE, difference: None };

    /// What the ray says of the object.
    pub(super) fn of(ray: &RayAt, object: &ObjectAt) -> Self {
        let RayAt { ray, query, mask, .. } = ray;
        let ObjectAt { shape, pose, .. } = object;
        let cast = ray::cast(ray, *query, shape, pose, &mut Silent);
        let exact = exact::cast::cast(ray, *query, shape, pose);
        if mask & object.layers == 0 {
            return Self { cast, exact, difference: None }.masked();
        }
        Self { cast, exact, difference: exact::cast::difference(ray, shape, pose, &cast, &exact) }
    }

    /// Layers are not computed, so with none in common nothing can differ.
    fn masked(self) -> Self {
        Self { cast: self.cast.masked(), exact: self.exact.masked(), difference: None }
    }

    /// Whether the fast answer is the true one.
    pub fn agrees(&self) -> bool {
        self.difference.is_none()
    }
}

impl RayAnswers {
    /// What a ray meets.
    pub fn of(ray: &RayAt, objects: &[ObjectAt]) -> Self {
        let all = Changed::everything(0, objects.len());
        let mut answers = Self { ray: ray.clone(), nearest: None, on_line: Vec::new() };
        answers.follow(&all, objects);
        answers
    }

    /// What it says of an object with these layers.
    pub fn about(&self, object: usize, layers: u64) -> RayAnswer {
        if let Ok(i) = self.on_line.binary_search_by_key(&object, |met| met.object) {
            return self.on_line[i].answer;
        }
        if self.ray.mask & layers == 0 { RayAnswer::BESIDE.masked() } else { RayAnswer::BESIDE }
    }

    /// The objects of which fast and exact answer differ.
    pub fn disputed(&self) -> impl Iterator<Item = &OnLine> {
        self.on_line.iter().filter(|met| !met.answer.agrees())
    }

    /// The object that is hit first, with the answer about it.
    pub fn first(&self) -> Option<OnLine> {
        let nearest = self.nearest?;
        self.on_line.iter().find(|met| met.object == nearest).copied()
    }

    /// Asks again about the objects that changed.
    pub(super) fn follow(&mut self, changed: &Changed, objects: &[ObjectAt]) {
        let ray = &self.ray;
        let kept = self.on_line.iter().filter_map(|met| Some(OnLine { object: changed.now_at(met.object)?, ..*met }));
        let mut on_line: Vec<OnLine> = kept.collect();
        let asked = changed.indices();
        let ask = |i: usize| {
            let object = asked[i];
            let answer = RayAnswer::of(ray, objects.get(object)?);
            (answer != RayAnswer::BESIDE && answer != RayAnswer::BESIDE.masked()).then_some(OnLine { object, answer })
        };
        on_line.extend(parallel::collect(asked.len(), ask).into_iter().flatten());
        on_line.sort_unstable_by_key(|met| met.object);
        let hits = on_line.iter().filter_map(|met| Some((met.object, met.answer.cast.hit()?)));
        self.nearest = hits.min_by(|(_, a), (_, b)| a.along(b)).map(|(object, _)| object);
        self.on_line = on_line;
    }
}
