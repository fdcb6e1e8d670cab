//! Ids of items, and their indices in the lists of a world.

use std::collections::HashMap;
use std::sync::Arc;

use indexmap::IndexSet;

use super::World;
use crate::scene::{LastIndices, ThingId};

impl ThingKind {
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
macro_rules! things {
    ($($kind:ident in $list:ident, $words:literal;)+) => {
        /// An item of a world, by its index in the list of its kind.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Thing {
            $(#[doc = concat!("In [`World::", stringify!($list), "`].")] $kind(usize),)+
        }

        /// A kind of items, which has a list in a world.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ThingKind {
            $(#[doc = concat!("Of [`World::", stringify!($list), "`].")] $kind,)+
        }

        impl ThingKind {
            /// All of them, in the order of lists in the window.
            pub const ALL: [Self; [$(stringify!($kind)),+].len()] = [$(Self::$kind),+];

            /// Its item with this index.
            pub fn thing(self, index: usize) -> Thing {
                match self {
                    $(Self::$kind => Thing::$kind(index),)+
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

        impl Thing {
            /// Its kind.
            pub fn kind(self) -> ThingKind {
                match self {
                    $(Self::$kind(_) => ThingKind::$kind,)+
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
            pub fn count(&self, kind: ThingKind) -> usize {
                match kind {
                    $(ThingKind::$kind => self.$list.len(),)+
                }
            }

            fn entry(&self, thing: Thing) -> Option<(ThingId, &Arc<str>)> {
                match thing {
                    $(Thing::$kind(i) => self.$list.get(i).map(|item| (item.id, &item.name)),)+
                }
            }

            /// The first item of a kind for which a condition holds.
            fn first(&self, kind: ThingKind, mut is_it: impl FnMut(ThingId, &str) -> bool) -> Option<Thing> {
                match kind {
                    $(ThingKind::$kind => {
                        self.$list.iter().position(|item| is_it(item.id, &item.name)).map(Thing::$kind)
                    })+
                }
            }
        }
    };
}

things! {
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
}

thread_local! {
    /// The indices of objects.
    static LAST: LastIndices = const { LastIndices::new() };
}

impl World {
    /// The item with this id; `None` when this world has none.
    pub fn find(&self, id: ThingId) -> Option<Thing> {
        // The object list may be long, so it is searched last. Parts of models are cameras and objects.
        let mut others = Self::kinds().filter(|kind| match kind {
            ThingKind::Object => false,
            ThingKind::Camera => true,
            _ => !id.is_part(),
        });
        others.find_map(|kind| self.first(kind, |own, _| own == id)).or_else(|| {
            let id_at = |index: usize| self.objects.get(index).map(|object| object.id);
            let search = || self.first(ThingKind::Object, |own, _| own == id).map(Thing::index);
            LAST.with(|last| last.find(id, id_at, search)).map(Thing::Object)
        })
    }

    /// The items with these ids; ids that this world does not have are left out. One pass over the lists finds many.
    pub fn find_all(&self, ids: &IndexSet<ThingId>) -> HashMap<ThingId, Thing> {
        if ids.len() <= FEW {
            return ids.iter().filter_map(|id| Some((*id, self.find(*id)?))).collect();
        }
        let things = Self::kinds().flat_map(|kind| (0..self.count(kind)).map(move |index| kind.thing(index)));
        let found = things.filter_map(|thing| Some((self.id_of(thing).filter(|id| ids.contains(id))?, thing)));
        found.collect()
    }

    /// The id of the item with this name.
    pub fn named(&self, name: &str) -> Option<ThingId> {
        Self::kinds().find_map(|kind| self.first(kind, |_, own| own == name)).and_then(|thing| self.id_of(thing))
    }

    /// All items by their names, for many names: [`named`](Self::named) searches the lists for each.
    pub fn by_name(&self) -> HashMap<&str, Thing> {
        let things = |kind: ThingKind| (0..self.count(kind)).map(move |index| kind.thing(index));
        let mut by_name = HashMap::new();
        for thing in Self::kinds().flat_map(things) {
            if let Some(name) = self.name_of(thing) {
                // Of two items of one name the first one is found, as by `named`.
                by_name.entry(&**name).or_insert(thing);
            }
        }
        by_name
    }

    /// All kinds. The list of objects may be long, so it is the last.
    fn kinds() -> impl Iterator<Item = ThingKind> {
        let others = ThingKind::ALL.into_iter().filter(|kind| *kind != ThingKind::Object);
        others.chain([ThingKind::Object])
    }

    /// How many items of a kind are not parts of models. Those come before the parts.
    pub fn own_count(&self, kind: ThingKind) -> usize {
        let first = self.models.first();
        match kind {
            ThingKind::Camera => first.map_or(self.cameras.len(), |model| model.cameras.start),
            ThingKind::Object => first.map_or(self.objects.len(), |model| model.objects.start),
            other => self.count(other),
        }
    }

    /// The id of an item; `None` when its index is past the end of its list.
    pub fn id_of(&self, thing: Thing) -> Option<ThingId> {
        self.entry(thing).map(|(id, _)| id)
    }

    /// The name of an item; `None` when its index is past the end of its list.
    pub fn name_of(&self, thing: Thing) -> Option<&Arc<str>> {
        self.entry(thing).map(|(_, name)| name)
    }

    /// The id of the entry that stands for an item which is no entry itself: for a part of a model the model, and for a
    /// half of an object the object that is cut, which this world does not have. `None` for all other items.
    pub fn owner(&self, thing: Thing) -> Option<ThingId> {
        let model = match thing {
            Thing::Camera(i) => self.model_of_camera(i),
            Thing::Object(i) => self.model_of(i),
            _ => None,
        };
        match model {
            Some(model) => self.models.get(model).map(|model| model.id),
            None => self.whole(thing),
        }
    }

    /// Whether an item is a half of an object of the scene's own. A half of a part of a model is a part of that model.
    pub fn is_half(&self, thing: Thing) -> bool {
        let Thing::Object(index) = thing else { return false };
        self.objects.get(index).is_some_and(|object| object.id.is_part()) && self.model_of(index).is_none()
    }

    /// The object of the scene's own that is cut, for a half of it.
    fn whole(&self, thing: Thing) -> Option<ThingId> {
        let half = self.is_half(thing).then_some(thing.index())?;
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
        let things = [
            (Thing::Camera(0), "eye"),
            (Thing::Ray(0), "aim"),
            (Thing::Object(0), "ball"),
            (Thing::Object(1), "shed/floor"),
            (Thing::Object(2), "shed/wall"),
            (Thing::Unplaced(0), "lost"),
            (Thing::Model(0), "shed"),
            (Thing::Image(0), "leaf"),
            (Thing::Agent(0), "guard"),
            (Thing::Occlusion(0), "touch"),
        ];
        for (thing, name) in things {
            assert_eq!(world.name_of(thing).map(|name| &**name), Some(name));
            assert_eq!(world.id_of(thing).and_then(|id| world.find(id)), Some(thing), "{name}");
            assert_eq!(world.named(name), world.id_of(thing));
        }
        assert_eq!(world.named("nothing"), None);
        assert_eq!(world.find(scene.objects[1].id.get()), Some(Thing::Object(0)));
        assert_eq!(world.owner(Thing::Object(2)), Some(scene.models[0].id.get()));
        assert_eq!(world.owner(Thing::Object(0)), None);
        assert_eq!(world.id_of(Thing::Ray(1)), None);
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
            let part = Thing::Object(world.models[0].objects.start);
            assert!(!world.is_half(part) && world.owner(part) == Some(model), "tick {tick}");
        }
    }
}
