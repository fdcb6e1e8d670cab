//! The answers of one ray about all objects and images, and their computation.

use std::borrow::Cow;

use super::mistaken::MistakenHits;
use crate::geometry::exact::cast::{ExactCast, ExactDifference};
use crate::geometry::ray::{self, Cast, Hit, MeshCast, MeshPoint};
use crate::geometry::{BoxTree, Interval, Shape, exact};
use crate::report::question_answers::QuestionAnswers;
use crate::report::tested::TestedObject;
use crate::scene::Changed;
use crate::world::{Changes, ImageAt, Item, ObjectAt, RayAt, World};
use crate::{opacity, parallel};

/// Up to this many objects are tested one by one: finding those on the line by the tree takes longer.
pub(super) const FEW: usize = 64;

/// The answers of one ray.
#[derive(Clone, Debug, PartialEq)]
pub struct RayAnswers {
    /// The ray as placed.
    pub ray: RayAt,
    /// The target of the hit with the least t; `None` without a hit.
    pub nearest: Option<RayTarget>,
    /// The objects that the whole line meets by the fast or by the exact answer, in the world's order.
    pub on_line: Vec<OnLine>,
    /// The answer about each image, in the world's order; `None` for an image without cells.
    pub images: Vec<Option<RayAnswer>>,
    /// The hits of the wrong rule of the ray, when it has one.
    pub mistaken: Option<MistakenHits>,
}

/// An item that a ray can hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RayTarget {
    /// An object, by its index in the world.
    Object(usize),
    /// An image, by its index in the world.
    Image(usize),
}

impl From<RayTarget> for Item {
    fn from(target: RayTarget) -> Self {
        match target {
            RayTarget::Object(i) => Self::Object(i),
            RayTarget::Image(i) => Self::Image(i),
        }
    }
}

/// An object on the line of a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OnLine {
    /// Its index in the world.
    pub object: usize,
    /// The answer about it.
    pub answer: RayAnswer,
}

/// The first hit of a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct First {
    /// The target.
    pub target: RayTarget,
    /// The hit.
    pub hit: Hit,
    /// The answer about it.
    pub answer: RayAnswer,
}

/// One ray and one object or image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayAnswer {
    /// The hit, or the reason for none.
    pub cast: Cast,
    /// For an image, the cell that the line crosses.
    pub cell: Option<[u32; 2]>,
    /// For a mesh, the place of the hit on its surface.
    pub spot: Option<MeshPoint>,
    /// The answer of the reference.
    pub exact: ExactCast,
    /// The difference of the two; `None` if their words are equal and their numbers agree within rounding.
    pub difference: Option<ExactDifference>,
}

impl RayAnswer {
    /// The answer about an object that is not on the line.
    const OFF_LINE: Self = Self { cast: Cast::MISS, cell: None, spot: None, exact: ExactCast::MISS, difference: None };

    /// The answer of the ray about the object.
    pub(in crate::report) fn of(ray: &RayAt, object: &ObjectAt) -> Self {
        let RayAt { ray, query, mask, .. } = ray;
        let ObjectAt { shape, pose, .. } = object;
        let (cast, spot) = match shape {
            Shape::Mesh(mesh) => {
                let MeshCast { cast, spot } = ray::cast_mesh(ray, *query, mesh, pose);
                (cast, spot)
            }
            _ => (ray::cast(ray, *query, shape, pose), None),
        };
        let exact = exact::cast::cast(ray, *query, shape, pose);
        let answer = Self { cast, cell: None, spot, exact, difference: None };
        if mask & object.layers == 0 {
            return answer.masked();
        }
        Self { difference: exact::cast::difference(ray, shape, pose, &cast, &exact), ..answer }
    }

    /// The answer of the ray about the image; `None` when it has no cells.
    ///
    /// Both answers are computed in `f64` and differ at most in the last place, so no difference is computed.
    pub(in crate::report) fn of_image(ray: &RayAt, image: &ImageAt) -> Option<Self> {
        let sheet = image.sheet()?;
        let opacity::SheetCrossing { cast, cell } = opacity::cast(&ray.ray, ray.query, &sheet);
        let exact = opacity::cast_exactly(&ray.ray, ray.query, &sheet);
        let answer = Self { cast, cell, spot: None, exact, difference: None };
        Some(if ray.mask & image.layers == 0 { answer.masked() } else { answer })
    }

    /// The answer without a common layer. It has no difference, because layers are not computed.
    fn masked(self) -> Self {
        Self { cast: self.cast.masked(), spot: None, exact: self.exact.masked(), difference: None, ..self }
    }

    /// Whether the fast answer agrees with the exact one.
    pub fn agrees(&self) -> bool {
        self.difference.is_none()
    }

    /// The part of a surface or the triangle that is hit, or the cell of an image that is crossed, hit or not.
    pub fn feature(&self) -> Option<Cow<'static, str>> {
        match (self.cell, self.spot, self.cast.hit()) {
            (Some([i, j]), ..) => Some(format!("cell {i},{j}").into()),
            (None, Some(MeshPoint { triangle, .. }), _) => Some(format!("triangle {triangle}").into()),
            (None, None, hit) => hit.map(|hit| hit.feature.word()),
        }
    }
}

impl RayAnswers {
    /// The answers of a ray.
    pub fn of(ray: &RayAt, world: &World) -> Self {
        let mut answers =
            Self { ray: ray.clone(), nearest: None, on_line: Vec::new(), images: Vec::new(), mistaken: None };
        answers.follow(&Changed::everything(0, world.objects.len()), world);
        answers
    }

    /// The answer about an object with these layers.
    pub fn about(&self, object: usize, layers: u64) -> RayAnswer {
        if let Ok(i) = self.on_line.binary_search_by_key(&object, |met| met.object) {
            return self.on_line[i].answer;
        }
        if self.ray.mask & layers == 0 { RayAnswer::OFF_LINE.masked() } else { RayAnswer::OFF_LINE }
    }

    /// The objects whose fast and exact answer differ.
    pub fn disputed(&self) -> impl Iterator<Item = &OnLine> {
        self.on_line.iter().filter(|met| !met.answer.agrees())
    }

    /// The first hit.
    pub fn first(&self) -> Option<First> {
        self.hits().find(|first| Some(first.target) == self.nearest)
    }

    /// The intervals of the line inside the targets that it meets, in the order of the world, objects first.
    pub fn intervals(&self) -> impl Iterator<Item = Interval<f32>> {
        let images = self.images.iter().flatten();
        self.on_line.iter().map(|met| &met.answer).chain(images).filter_map(|answer| answer.cast.interval())
    }

    fn hits(&self) -> impl Iterator<Item = First> {
        let objects = self.on_line.iter().map(|met| (RayTarget::Object(met.object), met.answer));
        let images = self.images.iter().enumerate().filter_map(|(i, answer)| Some((RayTarget::Image(i), (*answer)?)));
        objects.chain(images).filter_map(|(target, answer)| Some(First { target, hit: answer.cast.hit()?, answer }))
    }

    /// Computes the answers about the changed objects and about all images again.
    pub(in crate::report) fn follow(&mut self, changed: &Changed, world: &World) {
        let (ray, World { objects, images, .. }) = (&self.ray, world);
        let kept = self.on_line.iter().filter_map(|met| Some(OnLine { object: changed.now_at(met.object)?, ..*met }));
        let mut on_line: Vec<OnLine> = kept.collect();
        let mut requested = changed.indices();
        if requested.len() > FEW {
            let mut near = near_line(ray, world.tree());
            near.retain(|object| requested.binary_search(object).is_ok());
            requested = near;
        }
        let ask = |i: usize| {
            let object = requested[i];
            let answer = RayAnswer::of(ray, objects.get(object)?);
            (answer != RayAnswer::OFF_LINE && answer != RayAnswer::OFF_LINE.masked())
                .then_some(OnLine { object, answer })
        };
        let weight = |i: usize| objects.get(requested[i]).map_or(1, |object| object.shape.weight());
        on_line.extend(parallel::collect_by_weight(requested.len(), weight, ask).into_iter().flatten());
        on_line.sort_unstable_by_key(|met| met.object);
        self.images = images.iter().map(|image| RayAnswer::of_image(ray, image)).collect();
        self.on_line = on_line;
        self.mistaken = MistakenHits::of(&self.ray, world);
        self.nearest = self.hits().min_by(|a, b| a.hit.along(&b.hit)).map(|first| first.target);
    }
}

/// The objects whose bounds the whole line may meet.
pub(super) fn near_line(ray: &RayAt, tree: &BoxTree) -> Vec<usize> {
    let mut near = Vec::new();
    tree.along(&ray.ray, Interval::<f32>::ALL, |object| {
        near.push(object);
        f32::INFINITY
    });
    near
}

impl QuestionAnswers for Vec<RayAnswers> {
    type Scope = bool;

    fn compute(world: &World, _: &[TestedObject], is_asked: bool) -> Self {
        if is_asked { world.rays.iter().map(|ray| RayAnswers::of(ray, world)).collect() } else { Self::new() }
    }

    fn update(&mut self, world: &World, _: &[TestedObject], changes: &Changes, is_asked: bool) {
        if is_asked {
            for (_, answers) in self.iter_mut().enumerate().filter(|(i, _)| changes.rays.now_at(*i).is_some()) {
                answers.follow(&changes.objects, world);
            }
            changes.rays.update(self, |i| RayAnswers::of(&world.rays[i], world));
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::files::Files;
    use crate::scene::generate;
    use crate::world::World;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        /// Of a scene that is large enough for the tree: no object that it leaves out has an answer.
        #[test]
        fn every_object_that_has_an_answer_is_found(
            seed in 0_u64..1000,
            rays in prop::collection::vec((prop::array::uniform3(-30_i8..30), prop::array::uniform3(-3_i8..4), -20_i8..20), 1..8),
        ) {
            let mut scene = generate(300, seed);
            let like = scene.rays[0].clone();
            scene.rays = rays.iter().filter(|(_, direction, _)| *direction != [0; 3]).map(|(origin, direction, power)| {
                let direction = direction.map(|d| f32::from(d) * 10_f32.powi((*power).into()));
                crate::scene::Ray { origin: origin.map(f32::from), direction, ..like.clone() }
            }).collect();
            let world = World::at(&scene, &Files::default(), 0);
            for ray in &world.rays {
                let answers = RayAnswers::of(ray, &world);
                for (i, object) in world.objects.iter().enumerate() {
                    prop_assert_eq!(answers.about(i, object.layers), RayAnswer::of(ray, object), "{:?} {}", ray, object.name);
                }
            }
        }
    }
}
