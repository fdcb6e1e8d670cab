//! What a run of the text leads to: an item of the scene, or a field of an item.

use super::markdown::Look;
use crate::app::layout::Pane;
use crate::app::session::Session;
use crate::escape;
use crate::scene::ThingId;
use crate::world::{Thing, ThingKind};

/// The target of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// An item.
    Item(ThingId),
    /// A field of an item in a panel. The octree has no item.
    Field {
        /// The label of the field.
        label: &'static str,
        /// The panel with the field.
        pane: Pane,
        /// The item that has the field.
        item: Option<ThingId>,
    },
}

/// The items that have a field.
enum Owner {
    /// Items of these kinds.
    Kinds(&'static [ThingKind]),
    /// The octree of the scene.
    Octree,
}

/// The fields that a text can name. Other words between stars are only emphasised.
const FIELDS: [(&str, Owner); 14] = [
    ("axes", Owner::Kinds(&[ThingKind::Session])),
    ("caps", Owner::Kinds(&[ThingKind::Cut])),
    ("divisions", Owner::Kinds(&[ThingKind::Image])),
    ("follows", Owner::Kinds(&[ThingKind::Camera, ThingKind::Object])),
    ("halvings", Owner::Octree),
    ("method", Owner::Octree),
    ("normal", Owner::Kinds(&[ThingKind::Cut])),
    ("point", Owner::Kinds(&[ThingKind::Cut])),
    ("position", Owner::Kinds(&[ThingKind::Model, ThingKind::Object, ThingKind::Camera])),
    ("rule", Owner::Kinds(&[ThingKind::Tap])),
    ("speed", Owner::Kinds(&[ThingKind::Model])),
    ("start", Owner::Kinds(&[ThingKind::Model])),
    ("tested box", Owner::Kinds(&[ThingKind::Model])),
    ("threshold", Owner::Kinds(&[ThingKind::Image])),
];

impl Target {
    /// The target of a run. `near` are the items that the same line names before it.
    pub(super) fn of(look: Look, words: &str, session: &Session, near: &[ThingId]) -> Option<Self> {
        let item = || session.world().named(words).map(Self::Item);
        match look {
            Look::Code => item().or_else(|| field(words, session, near)),
            Look::Strong => field(words, session, near).or_else(item),
            Look::Plain | Look::Emphasis => None,
        }
    }

    /// What a click does, as a sentence.
    pub(super) fn help(&self, session: &Session) -> String {
        let name = |id: ThingId| {
            let thing = session.world().find(id)?;
            session.world().name_of(thing).map(|name| escape::shown(name).into_owned())
        };
        match self {
            Self::Item(id) => format!("Select `{}`.", name(*id).unwrap_or_default()),
            Self::Field { label, item, .. } => match item.and_then(name) {
                Some(name) => format!("Show the field {label} of `{name}`."),
                None => format!("Show the field {label}."),
            },
        }
    }

    /// Selects the item.
    pub(super) fn select(&self, session: &mut Session) {
        let id = match self {
            Self::Item(id) | Self::Field { item: Some(id), .. } => *id,
            Self::Field { item: None, .. } => return,
        };
        if let Some(thing) = session.world().find(id)
            && session.active() != Some(id)
        {
            session.choose(thing, false);
        }
    }
}

/// The field with this label, of the selected item, else of the last one that the line names, else of the first one
/// that has the field.
fn field(words: &str, session: &Session, near: &[ThingId]) -> Option<Target> {
    let (label, owner) = FIELDS.iter().find(|(label, _)| *label == words)?;
    let kinds = match owner {
        Owner::Octree => {
            session.scene().octree.as_ref()?;
            return Some(Target::Field { label, pane: Pane::Octree, item: None });
        }
        Owner::Kinds(kinds) => *kinds,
    };
    let world = session.world();
    let has_it = |id: &ThingId| world.find(*id).is_some_and(|thing: Thing| kinds.contains(&thing.kind()));
    let first = || kinds.iter().filter(|kind| world.count(**kind) > 0).find_map(|kind| world.id_of(kind.thing(0)));
    let item = near.iter().rev().copied().find(has_it).or_else(|| session.active().filter(has_it)).or_else(first)?;
    Some(Target::Field { label, pane: Pane::Inspector, item: Some(item) })
}
