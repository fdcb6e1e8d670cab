//! Ids of items, and their indices in the lists of a world.

use std::collections::HashMap;
use std::sync::Arc;

use super::at_tick::World;
use crate::scene::{ItemId, ItemMap, ItemSet, LastIndices};

impl ItemKind {
    /// The number of items in words: "3 cameras", or "3 items" of several kinds.
    pub fn count_words(mut kinds: impl Iterator<Item = Self>) -> String {
        let Some(first) = kinds.next() else { return "0 items".to_owned() };
        let (count, are_same) = kinds.fold((1, true), |(count, same), kind| (count + 1, same && kind == first));
        if are_same { first.counted(count) } else { format!("{count} items") }
    }
}

/// Up to so many ids are searched one by one.
const FEW: usize = 4;

/// Defines the kinds of items: each with its list in a [`World`] and its words with an article.
macro_rules! items {
    ($($kind:ident in $list:ident, $words:literal;)+) => {
        /// An item of a world, by its index in the list of its kind.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Item {
            $(#[doc = concat!("In [`World::", stringify!($list), "`].")] $kind(usize),)+
        }

        /// A kind of items, which has a list in a world.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ItemKind {
            $(#[doc = concat!("Of [`World::", stringify!($list), "`].")] $kind,)+
        }

        impl ItemKind {
            /// All of them, in the order of lists in the window.
            pub const ALL: [Self; [$(stringify!($kind)),+].len()] = [$(Self::$kind),+];

            /// Its item with this index.
            pub fn item(self, index: usize) -> Item {
                match self {
                    $(Self::$kind => Item::$kind(index),)+
                }
            }

            /// Its words with an article, such as "a camera".
            pub fn words(self) -> &'static str {
                match self {
                    $(Self::$kind => $words,)+
                }
            }

            fn counted(self, count: usize) -> String {
                let noun = self.words().split_once(' ').map_or("", |(_, noun)| noun);
                match (count, noun.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']))) {
                    (1, _) => format!("1 {noun}"),
                    (_, Some(stem)) => format!("{count} {stem}ies"),
                    (_, None) => format!("{count} {noun}s"),
                }
            }
        }

        impl Item {
            /// Its kind.
            pub fn kind(self) -> ItemKind {
                match self {
                    $(Self::$kind(_) => ItemKind::$kind,)+
                }
            }

            /// Its index in the list of its kind.
            pub fn index(self) -> usize {
                match self {
                    $(Self::$kind(index) => index,)+
                }
            }
        }

        impl World {
            /// How many items of a kind there are, with the parts of models.
            pub fn count(&self, kind: ItemKind) -> usize {
                match kind {
                    $(ItemKind::$kind => self.$list.len(),)+
                }
            }

            fn entry(&self, item: Item) -> Option<(ItemId, &Arc<str>)> {
                match item {
                    $(Item::$kind(i) => self.$list.get(i).map(|item| (item.id, &item.name)),)+
                }
            }

            /// The first item of a kind for which a condition holds.
            fn first(&self, kind: ItemKind, mut is_it: impl FnMut(ItemId, &str) -> bool) -> Option<Item> {
                match kind {
                    $(ItemKind::$kind => {
                        self.$list.iter().position(|item| is_it(item.id, &item.name)).map(Item::$kind)
                    })+
                }
            }
        }
    };
}

items! {
    Agent in agents, "an agent";
    Camera in cameras, "a camera";
    Ray in rays, "a ray";
    Object in objects, "an object";
    Unplaced in unplaced, "an object";
    Model in models, "a model";
    Image in images, "an image";
    Occlusion in occlusion, "an occlusion query";
    Session in sessions, "a session";
    Tap in taps, "a tap";
    Cut in cuts, "a cut";
    Leak in leaks, "a leak";
    Collider in colliders, "a collider";
}

thread_local! {
    /// The indices of objects.
    static LAST: LastIndices = const { LastIndices::new() };
}

impl World {
    /// Whether an item is an object with one of these names.
    pub fn is_object_of(&self, item: Item, names: &[String]) -> bool {
        let Item::Object(object) = item else { return false };
        self.objects.get(object).is_some_and(|object| names.iter().any(|name| **name == *object.name))
    }

    /// The item with this id; `None` when this world has none.
    pub fn find(&self, id: ItemId) -> Option<Item> {
        // The object list may be long, so it is searched last. Parts of models are cameras, colliders and objects.
        let mut others = Self::kinds().filter(|kind| match kind {
            ItemKind::Object => false,
            ItemKind::Camera | ItemKind::Collider => true,
            _ => !id.is_part(),
        });
        others.find_map(|kind| self.first(kind, |own, _| own == id)).or_else(|| {
            let id_at = |index: usize| self.objects.get(index).map(|object| object.id);
            let search = || self.first(ItemKind::Object, |own, _| own == id).map(Item::index);
            LAST.with(|last| last.find(id, id_at, search)).map(Item::Object)
        })
    }

    /// The items with these ids; ids that this world does not have are left out. One pass over the lists finds many.
    pub fn find_all(&self, ids: &ItemSet) -> ItemMap<Item> {
        if ids.len() <= FEW {
            return ids.iter().filter_map(|id| Some((*id, self.find(*id)?))).collect();
        }
        let items = Self::kinds().flat_map(|kind| (0..self.count(kind)).map(move |index| kind.item(index)));
        let found = items.filter_map(|item| Some((self.id_of(item).filter(|id| ids.contains(id))?, item)));
        found.collect()
    }

    /// The id of the item with this name.
    pub fn named(&self, name: &str) -> Option<ItemId> {
        Self::kinds().find_map(|kind| self.first(kind, |_, own| own == name)).and_then(|item| self.id_of(item))
    }

    /// A name for the screen: that of a part of the only model without the name of the model, unless another item has that name.
    pub fn short_name<'n>(&self, name: &'n str) -> &'n str {
        let [model] = &self.models[..] else { return name };
        let part = name.strip_prefix(&*model.name).and_then(|rest| rest.strip_prefix('/'));
        part.filter(|part| !part.is_empty() && self.named(part).is_none()).unwrap_or(name)
    }

    /// All items by their names, for many names: [`named`](Self::named) searches the lists for each.
    pub fn by_name(&self) -> HashMap<&str, Item> {
        let items = |kind: ItemKind| (0..self.count(kind)).map(move |index| kind.item(index));
        let mut by_name = HashMap::new();
        for item in Self::kinds().flat_map(items) {
            if let Some(name) = self.name_of(item) {
                // Of two items of one name the first one is found, as by `named`.
                by_name.entry(&**name).or_insert(item);
            }
        }
        by_name
    }

    /// All kinds. The list of objects may be long, so it is the last.
    fn kinds() -> impl Iterator<Item = ItemKind> {
        let others = ItemKind::ALL.into_iter().filter(|kind| *kind != ItemKind::Object);
        others.chain([ItemKind::Object])
    }

    /// How many items of a kind are not parts of models. Those come before the parts.
    pub fn own_count(&self, kind: ItemKind) -> usize {
        let first = self.models.first();
        match kind {
            ItemKind::Camera => first.map_or(self.cameras.len(), |model| model.cameras.start),
            ItemKind::Object => first.map_or(self.objects.len(), |model| model.objects.start),
            other => self.count(other),
        }
    }

    /// The id of an item; `None` when its index is past the end of its list.
    pub fn id_of(&self, item: Item) -> Option<ItemId> {
        self.entry(item).map(|(id, _)| id)
    }

    /// The name of an item; `None` when its index is past the end of its list.
    pub fn name_of(&self, item: Item) -> Option<&Arc<str>> {
        self.entry(item).map(|(_, name)| name)
    }

    /// The id of the entry to which an item belongs that is no entry itself: of a part of a model the model, and of a
    /// half of an object the object that is cut, which this world does not have. `None` for all other items.
    pub fn owner(&self, item: Item) -> Option<ItemId> {
        if let Item::Collider(i) = item {
            return Some(self.colliders.get(i)?.of_model.as_ref()?.model);
        }
        let model = match item {
            Item::Camera(i) => self.model_of_camera(i),
            Item::Object(i) => self.model_of(i),
            _ => None,
        };
        match model {
            Some(model) => self.models.get(model).map(|model| model.id),
            None => self.whole(item),
        }
    }

    /// Whether an item is a half of an object of the scene's own. A half of a part of a model is a part of that model.
    pub fn is_half(&self, item: Item) -> bool {
        let Item::Object(index) = item else { return false };
        self.objects.get(index).is_some_and(|object| object.id.is_part()) && self.model_of(index).is_none()
    }

    /// The object of the scene's own that is cut, for a half of it.
    fn whole(&self, item: Item) -> Option<ItemId> {
        let half = self.is_half(item).then_some(item.index())?;
        self.cuts.iter().find(|cut| cut.objects.contains(&Some(half)))?.whole
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{Loaded, parse};

    const SCENE: &str = r#"{ "eyeline": 1, "cameras": [{ "name": "eye" }],
        "rays": [{ "name": "aim", "origin": [1, 9, 1], "direction": [0, -1, 0] }],
        "objects": [{ "name": "lost", "shape": { "mesh": { "file": "lost.obj" } } },
            { "name": "ball", "shape": { "sphere": { "radius": 1 } } }],
        "models": [{ "name": "shed", "file": "shed.obj" }],
        "images": [{ "name": "leaf", "file": "leaf.png" }],
        "agents": [{ "name": "guard", "tree": { "action": { "wait": { "ticks": 1 } } } }],
        "occlusion": [{ "name": "touch", "a": "ball", "b": "shed" }] }"#;

    #[test]
    fn everything_is_found_by_its_id() {
        let folder = tempfile::tempdir().unwrap();
        let shed = "v 0 0 0\nv 2 0 0\nv 0 3 0\nv 0 0 4\ng floor\nf 1 2 4\ng wall\nf 1 2 3\n";
        std::fs::write(folder.path().join("shed.obj"), shed).unwrap();
        let Loaded { scene, files, .. } = parse(SCENE, "a.json", Some(folder.path())).unwrap();
        let world = World::at(&scene, &files, 0);
        let items = [
            (Item::Camera(0), "eye"),
            (Item::Ray(0), "aim"),
            (Item::Object(0), "ball"),
            (Item::Object(1), "shed/floor"),
            (Item::Object(2), "shed/wall"),
            (Item::Unplaced(0), "lost"),
            (Item::Model(0), "shed"),
            (Item::Image(0), "leaf"),
            (Item::Agent(0), "guard"),
            (Item::Occlusion(0), "touch"),
        ];
        for (item, name) in items {
            assert_eq!(world.name_of(item).map(|name| &**name), Some(name));
            assert_eq!(world.id_of(item).and_then(|id| world.find(id)), Some(item), "{name}");
            assert_eq!(world.named(name), world.id_of(item));
        }
        assert_eq!(world.named("nothing"), None);
        assert_eq!(world.find(scene.objects[1].id.get()), Some(Item::Object(0)));
        assert_eq!(world.owner(Item::Object(2)), Some(scene.models[0].id.get()));
        assert_eq!(world.owner(Item::Object(0)), None);
        assert_eq!(world.id_of(Item::Ray(1)), None);
        let other = parse(SCENE, "a.json", Some(folder.path())).unwrap().scene;
        assert_eq!(world.find(other.cameras[0].id.get()), None);
    }

    #[test]
    fn the_owner_of_a_half_is_the_object_that_is_cut() {
        let folder = tempfile::tempdir().unwrap();
        let tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\ng part\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
        std::fs::write(folder.path().join("a.obj"), tetrahedron).unwrap();
        let text = r#"{ "eyeline": 1,
            "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 1 } }, "position": [9, 0, 0] },
                { "name": "a", "shape": { "mesh": { "file": "a.obj" } } }],
            "models": [{ "name": "m", "file": "a.obj", "position": [0, 0, 9] }],
            "cuts": [{ "name": "low", "object": "a", "point": [0, 0.25, 0], "normal": [0, 1, 0], "tick": 1 },
                { "name": "side", "object": "a/low+", "point": [0.25, 0, 0], "normal": [1, 0, 0], "tick": 2 }] }"#;
        let Loaded { scene, files, .. } = parse(text, "a.json", Some(folder.path())).unwrap();
        let (ball, a, model) = (scene.objects[0].id.get(), scene.objects[1].id.get(), scene.models[0].id.get());
        for (tick, halves) in [(0, vec![]), (1, vec!["a/low+", "a/low-"]), (2, vec!["a/low-", "a/low+/side+"])] {
            let world = World::at(&scene, &files, tick);
            assert_eq!(world.find(a).is_some(), halves.is_empty(), "tick {tick}");
            for name in halves {
                let half = world.named(name).and_then(|id| world.find(id)).unwrap();
                assert!(world.is_half(half), "{name} at tick {tick}");
                assert_eq!(world.owner(half), Some(a), "{name} at tick {tick}");
            }
            let ball = world.find(ball).unwrap();
            assert!(!world.is_half(ball) && world.owner(ball).is_none());
            let part = Item::Object(world.models[0].objects.start);
            assert!(!world.is_half(part) && world.owner(part) == Some(model), "tick {tick}");
        }
    }
}
