//! The names of a scene: one namespace for all lists, and the lookup of references.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use super::document::{Camera, Cut, Model, Scene, Shape};
pub(super) use super::entry::EntryKind as Kind;
use super::levels::{InLevel, InTrace, Levels};
use crate::source::error::quoted;
use crate::source::suggest;

/// Every name in a scene with its kind and its index, in the order of the document.
pub(super) fn named(scene: &Scene) -> impl Iterator<Item = (&str, Kind, usize)> {
    Kind::ALL.into_iter().flat_map(|kind| of_kind(scene, kind))
}

/// Every name in a scene except those of objects, with its kind and its index, in the order of the document.
pub(super) fn named_beside_objects(scene: &Scene) -> impl Iterator<Item = (&str, Kind, usize)> {
    Kind::ALL.into_iter().filter(|kind| *kind != Kind::Object).flat_map(|kind| of_kind(scene, kind))
}

fn of_kind(scene: &Scene, kind: Kind) -> impl Iterator<Item = (&str, Kind, usize)> {
    kind.names(scene).enumerate().map(move |(i, name)| (name, kind, i))
}

/// Every name in a scene, in the order of the document.
pub(crate) fn names(scene: &Scene) -> impl Iterator<Item = &str> {
    named(scene).map(|(name, ..)| name)
}

/// The result of looking up a name of the form `model/node`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InModel {
    /// An object or camera of the model, or a half of a cut.
    Found(Kind),
    /// The model's file has no part with that name.
    Missing,
    /// The model's file was not read, or could not be read.
    Unread,
}

/// Finds the item with a name; for duplicate names, the first item.
pub(super) struct Names<'s> {
    scene: &'s Scene,
    levels: &'s dyn Levels,
    /// The names of the halves of all cuts.
    halves: HashSet<String>,
    /// An index for many names, which is built by the first lookup.
    index: Option<OnceLock<Index<'s>>>,
}

fn halves(scene: &Scene) -> HashSet<String> {
    scene.cuts.iter().flat_map(Cut::halves).collect()
}

struct Index<'s> {
    items: HashMap<&'s str, (Kind, usize)>,
    /// Whether two items have the same name.
    has_repeated: bool,
}

impl<'s> Index<'s> {
    fn of(scene: &'s Scene) -> Self {
        let mut items = HashMap::with_capacity(scene.objects.len());
        let mut count = 0;
        for (name, kind, i) in named(scene) {
            items.entry(name).or_insert((kind, i));
            count += 1;
        }
        let has_repeated = items.len() < count;
        Self { items, has_repeated }
    }
}

impl<'s> Names<'s> {
    /// A lookup with an index, for many names.
    pub(super) fn indexed(scene: &'s Scene, levels: &'s dyn Levels) -> Self {
        Self { scene, levels, halves: halves(scene), index: Some(OnceLock::new()) }
    }

    /// A lookup without an index: nothing is built, but each lookup is slower.
    pub(super) fn sought(scene: &'s Scene, levels: &'s dyn Levels) -> Self {
        Self { scene, levels, halves: halves(scene), index: None }
    }

    /// Builds the index now, before the first lookup.
    pub(super) fn build_index(&self) {
        self.index();
    }

    fn index(&self) -> Option<&Index<'s>> {
        self.index.as_ref().map(|index| index.get_or_init(|| Index::of(self.scene)))
    }

    /// The kind and index of the item with that name.
    pub(super) fn find(&self, wanted: &str) -> Option<(Kind, usize)> {
        match self.index() {
            Some(index) => index.items.get(wanted).copied(),
            None => named(self.scene).find(|(name, ..)| *name == wanted).map(|(_, kind, i)| (kind, i)),
        }
    }

    /// The first item that has the name of this item and is not this item.
    pub(super) fn first_other(&self, name: &str, item: (Kind, usize)) -> Option<(Kind, usize)> {
        let may_repeat = self.index().is_none_or(|index| index.has_repeated);
        if may_repeat { self.find(name).filter(|first| *first != item) } else { None }
    }

    /// Whether the scene has a trace, or will have that of a running program.
    pub(super) fn has_trace(&self) -> bool {
        self.scene.trace.is_some() || self.levels.awaits_program()
    }

    /// The name of the trace of the scene, where it is known.
    pub(super) fn name_of_trace(&self) -> Option<Arc<str>> {
        let trace = self.scene.trace.as_ref()?;
        let written = trace.name.as_deref().map(Arc::from);
        written.or_else(|| self.levels.name_of_trace(trace))
    }

    /// Whether the scene has an octree.
    pub(super) fn has_octree(&self) -> bool {
        self.scene.octree.is_some()
    }

    /// The camera with this name in the scene's own list, not one of a model.
    pub(super) fn camera(&self, name: &str) -> Option<&'s Camera> {
        match self.find(name)? {
            (Kind::Camera, i) => self.scene.cameras.get(i),
            _ => None,
        }
    }

    /// The shape of the object with this index.
    pub(super) fn shape(&self, object: usize) -> Option<&'s Shape> {
        self.scene.objects.get(object).map(|object| &object.shape)
    }

    pub(super) fn kind(&self, name: &str) -> Option<Kind> {
        self.find(name).map(|(kind, _)| kind)
    }

    /// The result of looking up a name that may be `model/node`, the half of a cut, `object/cut+`, or an entry of the trace;
    /// `None` when the name is none of them.
    pub(super) fn in_model(&self, name: &str) -> Option<InModel> {
        if self.is_half(name) {
            return Some(InModel::Found(Kind::Object));
        }
        let in_trace = self.scene.trace.as_ref().map(|trace| self.levels.in_trace(&trace.file, name));
        let mut found = match in_trace {
            Some(Some(InTrace::Entry(kind))) => return Some(InModel::Found(kind)),
            Some(None) => Some(InModel::Unread),
            None if self.levels.awaits_program() => Some(InModel::Unread),
            Some(Some(InTrace::Missing)) | None => None,
        };
        for (i, _) in name.match_indices('/') {
            let Some((Kind::Model, model)) = self.find(&name[..i]) else { continue };
            let here = match self.levels.find(&self.scene.models[model].file, &name[i + 1..]) {
                Some(InLevel::Object) => InModel::Found(Kind::Object),
                Some(InLevel::Camera) => InModel::Found(Kind::Camera),
                Some(InLevel::Collider) => InModel::Found(Kind::Collider),
                Some(InLevel::Missing) => InModel::Missing,
                None => InModel::Unread,
            };
            if matches!(here, InModel::Found(_)) {
                return Some(here);
            }
            found = found.or(Some(here));
        }
        found
    }

    /// Whether a name is that of a half of a cut.
    pub(super) fn is_half(&self, name: &str) -> bool {
        self.halves.contains(name)
    }

    /// A name that a part of this model shares with a part of another model: `a` with a node `b/c`, and `a/b` with a
    /// node `c`.
    pub(super) fn given_twice(&self, model: &str) -> Option<String> {
        let file = |name: &str| match self.find(name) {
            Some((Kind::Model, i)) => Some(&*self.scene.models[i].file),
            _ => None,
        };
        model.match_indices('/').find_map(|(i, _)| {
            let (own, outer) = (file(model)?, file(&model[..i])?);
            let found = |name: &str| self.levels.find(outer, &format!("{}/{name}", &model[i + 1..]));
            let is_there =
                |name: &str| matches!(found(name), Some(InLevel::Object | InLevel::Camera | InLevel::Collider));
            let mut names = self.levels.names(own).map(|(_, name)| name);
            names.find(|name| is_there(name)).map(|name| format!("{model}/{name}"))
        })
    }

    /// The names of all objects, cameras or colliders of models.
    fn in_models(&self, wanted: Kind) -> impl Iterator<Item = String> {
        self.scene.models.iter().flat_map(move |model| {
            let of_kind = match wanted {
                Kind::Object => Some(InLevel::Object),
                Kind::Camera => Some(InLevel::Camera),
                Kind::Collider => Some(InLevel::Collider),
                _ => None,
            };
            let names = self.levels.names(&model.file).filter(move |(kind, _)| Some(*kind) == of_kind);
            names.map(|(_, name)| format!("{}/{name}", model.name))
        })
    }

    /// The name of the first object of a model; `model/NODE` when the names in its file are not known.
    pub(super) fn object_of_model(&self, model: &str) -> String {
        let file = self.scene.models.iter().find(|one| one.name == model).map(|one| &*one.file);
        let mut names = file.into_iter().flat_map(|file| self.levels.names(file));
        let object = names.find(|(kind, _)| *kind == InLevel::Object).map_or("NODE", |(_, name)| name);
        format!("{model}/{object}")
    }

    /// The sentence about objects or cameras of models whose files were not read, so that their names are not known; empty when
    /// all are known.
    fn of_unread_models(&self, wanted: Kind) -> String {
        let has_some = matches!(wanted, Kind::Object | Kind::Camera | Kind::Collider);
        let is_unread = |model: &&Model| has_some && self.levels.find(&model.file, "").is_none();
        let mut unread = self.scene.models.iter().filter(is_unread);
        match (unread.next(), unread.next()) {
            (None, _) => String::new(),
            (Some(one), None) => {
                let example = quoted(&format!("{}/NODE", one.name));
                format!("; those of the model {} are named {example}", quoted(&one.name))
            }
            (Some(one), Some(_)) => {
                let example = quoted(&format!("{}/NODE", one.name));
                format!("; those of models are named after the model and the node, such as {example}")
            }
        }
    }

    /// The help text for a name that does not refer to the expected kind.
    pub(super) fn suggestion(&self, name: &str, wanted: Kind) -> Option<String> {
        const FEW: usize = 8;
        let of_kind =
            |(name, kind, _): (&'s str, Kind, usize)| (kind == wanted && !name.trim().is_empty()).then_some(name);
        let of_models: Vec<String> = self.in_models(wanted).collect();
        let of_trace = self.scene.trace.iter().flat_map(|trace| self.levels.names_in_trace(&trace.file, wanted));
        let own = named(self.scene).filter_map(of_kind);
        let mut known: Vec<&str> = own.chain(of_models.iter().map(|name| &**name)).chain(of_trace).collect();
        known.sort_unstable();
        known.dedup();
        let similar = suggest::meant(name, known.iter().copied());
        if let Some(similar) = suggest::listed(similar.into_iter().map(quoted)) {
            Some(format!("did you mean {similar}?"))
        } else if known.is_empty() {
            let of_models = self.of_unread_models(wanted);
            let itself = if of_models.is_empty() { "" } else { " itself" };
            Some(format!("the scene{itself} has no {}s{of_models}", wanted.word()))
        } else if known.len() <= FEW {
            let all = known.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", ");
            Some(format!("the {}s are {all}{}", wanted.word(), self.of_unread_models(wanted)))
        } else {
            None
        }
    }
}
