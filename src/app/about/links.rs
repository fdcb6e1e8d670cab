//! What a run of the text leads to: an item of the scene, or a field of an item.

use super::markdown::Look;
use crate::app::layout::Pane;
use crate::app::session::Session;
use crate::escape;
use crate::scene::ItemId;
use crate::world::{Item, ItemKind};

/// The target of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// An item.
    Item(ItemId),
    /// A field of an item in a panel. The octree has no item.
    Field {
        /// The label of the field.
        label: &'static str,
        /// The panel with the field.
        pane: Pane,
        /// The item that has the field.
        item: Option<ItemId>,
    },
}

/// The items that have a field.
enum Owner {
    /// Items of these kinds.
    Kinds(&'static [ItemKind]),
    /// The octree of the scene.
    Octree,
}

/// The fields that a text can name. Other words between stars are only emphasised.
const FIELDS: [(&str, Owner); 14] = [
    ("axes", Owner::Kinds(&[ItemKind::Session])),
    ("caps", Owner::Kinds(&[ItemKind::Cut])),
    ("divisions", Owner::Kinds(&[ItemKind::Image])),
    ("follows", Owner::Kinds(&[ItemKind::Camera, ItemKind::Object])),
    ("halvings", Owner::Octree),
    ("method", Owner::Octree),
    ("normal", Owner::Kinds(&[ItemKind::Cut])),
    ("point", Owner::Kinds(&[ItemKind::Cut])),
    ("position", Owner::Kinds(&[ItemKind::Model, ItemKind::Object, ItemKind::Camera])),
    ("rule", Owner::Kinds(&[ItemKind::Tap])),
    ("speed", Owner::Kinds(&[ItemKind::Model])),
    ("start", Owner::Kinds(&[ItemKind::Model])),
    ("tested box", Owner::Kinds(&[ItemKind::Model])),
    ("threshold", Owner::Kinds(&[ItemKind::Image])),
];

impl Target {
    /// The target of a run. `near` are the items that the same line names before it.
    pub(super) fn of(look: Look, words: &str, session: &Session, near: &[ItemId]) -> Option<Self> {
        let item = || session.world().named(words).map(Self::Item);
        match look {
            Look::Code => item().or_else(|| field(words, session, near)),
            Look::Strong => field(words, session, near).or_else(item),
            Look::Plain | Look::Emphasis => None,
        }
    }

    /// What a click does, as a sentence.
    pub(super) fn help(&self, session: &Session) -> String {
        let name = |id: ItemId| {
            let item = session.world().find(id)?;
            session.world().name_of(item).map(|name| escape::shown(name).into_owned())
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
        if let Some(item) = session.world().find(id)
            && session.active() != Some(id)
        {
            session.choose(item, false);
        }
    }
}

/// The field with this label, of the selected item, else of the last one that the line names, else of the first one
/// that has the field.
fn field(words: &str, session: &Session, near: &[ItemId]) -> Option<Target> {
    let (label, owner) = FIELDS.iter().find(|(label, _)| *label == words)?;
    let kinds = match owner {
        Owner::Octree => {
            session.scene().octree.as_ref()?;
            return Some(Target::Field { label, pane: Pane::Octree, item: None });
        }
        Owner::Kinds(kinds) => *kinds,
    };
    let world = session.world();
    let has_it = |id: &ItemId| world.find(*id).is_some_and(|item: Item| kinds.contains(&item.kind()));
    let first = || kinds.iter().filter(|kind| world.count(**kind) > 0).find_map(|kind| world.id_of(kind.item(0)));
    let item = near.iter().rev().copied().find(has_it).or_else(|| session.active().filter(has_it)).or_else(first)?;
    Some(Target::Field { label, pane: Pane::Inspector, item: Some(item) })
}
