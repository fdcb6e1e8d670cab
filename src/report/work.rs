//! Answers that take long: computed with the report, or later by the caller.

use std::fmt::Debug;
use std::sync::Arc;

use crate::geometry::exact::body::ExactBody;
use crate::geometry::{Pose, Shape};
use crate::opacity::Progress;
use crate::parallel;
use crate::scene::ItemId;
use crate::world::{BodyAt, World};

/// When long answers are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// With the report.
    Now,
    /// By the caller, who puts them into the report.
    Later,
    /// Not at all.
    Never,
}

/// What a long answer is computed from. An equal input has an equal answer.
pub trait WorkInput: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// Its answer.
    type Answer: Clone + Debug + PartialEq + Send + Sync + 'static;

    /// Computes the answer.
    fn answer(&self, progress: &Progress) -> Self::Answer;
}

/// A question with a long answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked<I, A> {
    /// The identity of its item.
    pub id: ItemId,
    /// The name of its item.
    pub name: Arc<str>,
    /// What the answer is computed from, or why there is none, a part of a sentence.
    pub input: Result<Arc<I>, Arc<str>>,
    /// `None` while it is not computed.
    pub answer: Option<Arc<A>>,
}

/// The same questions with the answers of those whose inputs are equal, and with all others that are computed now.
pub(super) fn answered<I: WorkInput>(
    before: &[Asked<I, I::Answer>],
    mut now: Vec<Asked<I, I::Answer>>,
    work: Work,
) -> Vec<Asked<I, I::Answer>> {
    for asked in &mut now {
        let known = before.iter().find(|known| known.id == asked.id).filter(|known| known.input == asked.input);
        if let Some(known) = known {
            (asked.input, asked.answer) = (known.input.clone(), known.answer.clone());
        }
        if work == Work::Now
            && asked.answer.is_none()
            && let Ok(input) = &asked.input
        {
            asked.answer = Some(Arc::new(input.answer(&Progress::default())));
        }
    }
    now
}

/// Shapes at their places, with their indices in the world; `None` for shapes that are no objects of it.
#[derive(Clone, Debug)]
pub struct PlacedBodies(Vec<(Option<usize>, Shape, Pose)>);

/// The same meshes at the same places.
impl PartialEq for PlacedBodies {
    fn eq(&self, other: &Self) -> bool {
        let is_same = |a: &Shape, b: &Shape| match (a, b) {
            (Shape::Mesh(a), Shape::Mesh(b)) => Arc::ptr_eq(a, b) || a == b,
            (a, b) => a == b,
        };
        let pairs = || self.0.iter().zip(&other.0);
        self.0.len() == other.0.len() && pairs().all(|(a, b)| a.0 == b.0 && a.2 == b.2 && is_same(&a.1, &b.1))
    }
}

impl PlacedBodies {
    /// All objects of a world.
    pub(super) fn all(world: &World) -> Self {
        Self::of(world, 0..world.objects.len())
    }

    /// The objects of names.
    ///
    /// # Errors
    /// When a name has no objects, with the reason.
    pub(super) fn named<'w>(world: &World, bodies: impl IntoIterator<Item = &'w BodyAt>) -> Result<Self, Arc<str>> {
        let mut indices = Vec::new();
        for body in bodies {
            if let Some(error) = &body.error {
                return Err(format!("`{}`: {error}", body.name).into());
            }
            indices.extend(body.objects.iter().copied());
        }
        indices.sort_unstable();
        indices.dedup();
        Ok(Self::of(world, indices))
    }

    fn of(world: &World, indices: impl IntoIterator<Item = usize>) -> Self {
        let placed = |i: usize| world.objects.get(i).map(|object| (Some(i), object.shape.clone(), object.pose));
        Self(indices.into_iter().filter_map(placed).collect())
    }

    /// Shapes that are no objects.
    pub(super) fn of_shapes(shapes: Vec<(Shape, Pose)>) -> Self {
        Self(shapes.into_iter().map(|(shape, pose)| (None, shape, pose)).collect())
    }

    /// The index in the world of a body.
    pub(super) fn object(&self, body: usize) -> Option<usize> {
        self.0.get(body).and_then(|(object, ..)| *object)
    }

    /// The bodies in `f64`.
    pub(super) fn exact(&self) -> Vec<ExactBody> {
        parallel::collect(self.0.len(), |i| ExactBody::new(&self.0[i].1, &self.0[i].2))
    }
}
