//! All answers about a world.
//!
//! A report is designed for 100,000 objects: it stores a few bytes for each object. Values that are quick to compute,
//! such as the distances of corners from planes, are computed when they are shown. For a ray, only the objects on its
//! line are stored.

use std::sync::Arc;

use super::question_answers::{QuestionAnswers, part_of};
use super::questions::questions;
use super::scope::Scope;
use super::tested::{LocalBody, TestedObject};
use crate::parallel;
use crate::scene::Ignored;
use crate::world::{Item, ModelAt, Unplaced, World};

macro_rules! report {
    ($(
        $(#[$_section:meta])* $section:ident: $folder:ident::$question:ident, $(key $key:literal,)?
        $(scope { $(#[$_scope:meta])* $scope:ident: $part:ty },)?
        answers { $(#[$answers_doc:meta])* $field:ident: $answers:ty }
        $(, subject { $(#[$_subject:meta])* $subject:ident($of:ty) })?;
    )+) => {
        /// All answers for one world.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Report {
            /// The tick of the world.
            pub tick: u64,
            /// Its time in seconds.
            pub time: f64,
            /// The tested objects, in the world's order, which is also the order of every list of answers.
            pub objects: Vec<TestedObject>,
            /// Whether the tested objects have their local bodies.
            pub(super) has_local: bool,
            /// Unplaced objects, which have no answers, in file order.
            pub unplaced: Vec<Unplaced>,
            /// Models that could not be placed, by name, each with the reason.
            pub lost_models: Vec<(Arc<str>, Arc<str>)>,
            $($(#[$answers_doc])* pub $field: $answers,)+
            /// The problems that the scene ignores.
            pub ignored: Vec<Ignored>,
            /// Whether the answers are hidden, because they are asked for.
            pub(super) is_hidden: bool,
            /// The answers that are computed and followed.
            pub(super) scope: Scope,
        }

        impl Report {
            /// Computes the answers of a scope.
            pub fn within(world: &World, scope: Scope) -> Self {
                let has_local = LocalBody::is_needed(world);
                let objects = parallel::collect(world.objects.len(), |i| TestedObject::of(&world.objects[i], has_local));
                Self {
                    tick: world.tick,
                    time: world.time,
                    $($field: QuestionAnswers::compute(world, &objects, part_of!(scope $($scope)?)),)+
                    ignored: world.ignored.clone(),
                    unplaced: world.unplaced.clone(),
                    lost_models: lost_models(world),
                    objects,
                    has_local,
                    is_hidden: false,
                    scope,
                }
            }
        }
    };
}

questions!(report);

impl Report {
    /// Computes all answers. A camera whose answers do not fit into the budget of the world has none, see
    /// [`FrustumAnswers::over`](super::FrustumAnswers::over).
    pub fn of(world: &World) -> Self {
        Self::within(world, Scope::ALL)
    }

    /// A report without answers, for pictures that ask for them.
    pub fn without_answers(world: &World) -> Self {
        Self { is_hidden: true, ..Self::within(world, Scope::NONE) }
    }

    /// Whether it has answers, see [`Self::without_answers`].
    pub fn has_answers(&self) -> bool {
        !self.is_hidden
    }

    /// The name of an item that problems are about: an object, a session or a camera.
    pub fn name_of(&self, item: Item) -> &str {
        match item {
            Item::Session(i) => self.sessions.get(i).map_or("", |session| &session.name),
            Item::Camera(i) => self.frusta.get(i).map_or("", |camera| &camera.camera),
            Item::Cut(i) => self.cuts.get(i).map_or("", |cut| &cut.name),
            Item::Leak(i) => self.leaks.get(i).map_or("", |leak| &leak.name),
            Item::Collider(i) => self.colliders.get(i).map_or("", |collider| &collider.name),
            item => self.name(item.index()),
        }
    }

    /// The name of an object; empty when its index is out of range.
    pub fn name(&self, object: usize) -> &str {
        self.objects.get(object).map_or("", |requested| &requested.name)
    }
}

/// The models of a world that could not be placed.
pub(super) fn lost_models(world: &World) -> Vec<(Arc<str>, Arc<str>)> {
    let lost = |model: &ModelAt| Some((Arc::clone(&model.name), model.error.clone()?));
    world.models.iter().filter_map(lost).collect()
}
