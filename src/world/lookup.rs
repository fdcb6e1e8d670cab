//! Items of a scene by their names. The first few searches look through the list; an index of many names is made when there
//! are more, so that an edit of a large scene does not pay for an index that it hardly uses.

use std::collections::HashMap;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::files::Content;
use crate::scene::{Camera, Model, Object, RecordedSession};

/// Finds an item of a list by its name; of equal names, the first.
pub(super) struct ByName<'l> {
    names: Box<dyn Fn() -> NameIterator<'l> + Send + Sync + 'l>,
    searches: AtomicUsize,
    index: OnceLock<HashMap<&'l str, usize>>,
}

type NameIterator<'l> = Box<dyn Iterator<Item = &'l str> + 'l>;

impl<'l> ByName<'l> {
    /// So many searches are made without an index.
    const FEW: usize = 8;

    /// `names` are those of the list, in its order, at every call.
    pub(super) fn of<I: Iterator<Item = &'l str> + 'l>(names: impl Fn() -> I + Send + Sync + 'l) -> Self {
        Self { names: Box::new(move || Box::new(names())), searches: AtomicUsize::new(0), index: OnceLock::new() }
    }

    /// The index of the first item with this name.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        if self.searches.fetch_add(1, Ordering::Relaxed) < Self::FEW {
            return (self.names)().position(|own| own == name);
        }
        let index = || {
            let mut index = HashMap::new();
            for (i, own) in (self.names)().enumerate() {
                index.entry(own).or_insert(i);
            }
            index
        };
        self.index.get_or_init(index).get(name).copied()
    }

    /// The items of whose names, with a `/` behind, this name is a continuation; in the order of the list. Such are the
    /// models that may have an object.
    pub(super) fn find_around(&self, name: &str) -> Vec<usize> {
        let mut found: Vec<usize> = name.match_indices('/').filter_map(|(i, _)| self.find(&name[..i])).collect();
        found.sort_unstable();
        found
    }
}

/// The lists of a scene that others name.
pub(super) struct Lookup<'c> {
    pub(super) content: Content<'c>,
    cameras: ByName<'c>,
    models: ByName<'c>,
    objects: ByName<'c>,
    sessions: ByName<'c>,
}

impl<'c> Lookup<'c> {
    pub(super) fn of(content: Content<'c>) -> Self {
        let scene = content.scene;
        Self {
            content,
            cameras: ByName::of(|| scene.cameras.iter().map(|camera| camera.name.as_str())),
            models: ByName::of(|| scene.models.iter().map(|model| model.name.as_str())),
            objects: ByName::of(|| scene.objects.iter().map(|object| object.name.as_str())),
            sessions: ByName::of(|| scene.sessions.iter().map(|session| session.name.as_str())),
        }
    }

    /// The scene's own camera with this name.
    pub(super) fn camera(&self, name: &str) -> Option<&'c Camera> {
        self.content.scene.cameras.get(self.cameras.find(name)?)
    }

    /// The models that may have an object with this name, `model/node`.
    pub(super) fn models_around(&self, name: &str) -> impl Iterator<Item = &'c Model> {
        let models = &self.content.scene.models;
        self.models.find_around(name).into_iter().filter_map(|i| models.get(i))
    }

    /// The scene's own object with this name.
    pub(super) fn object(&self, name: &str) -> Option<&'c Object> {
        self.content.scene.objects.get(self.object_index(name)?)
    }

    /// The index of that object.
    pub(super) fn object_index(&self, name: &str) -> Option<usize> {
        self.objects.find(name)
    }

    /// The session with this name.
    pub(super) fn session(&self, name: &str) -> Option<&'c RecordedSession> {
        self.content.scene.sessions.get(self.sessions.find(name)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_searches_read_the_list_a_few_times() {
        let list: Vec<String> = (0..1000).map(|i| (i % 500).to_string()).collect();
        let reads = AtomicUsize::new(0);
        let by_name = ByName::of(|| {
            reads.fetch_add(1, Ordering::Relaxed);
            list.iter().map(String::as_str)
        });
        for i in 0..500 {
            assert_eq!(by_name.find(&i.to_string()), Some(i));
            assert_eq!(by_name.find(&format!("{i} ")), None);
        }
        assert_eq!(reads.load(Ordering::Relaxed), ByName::FEW + 1);
    }

    #[test]
    fn the_models_around_an_object_are_found_in_their_order() {
        let list = ["c", "a/b", "a", "", "a/b/c"];
        for _ in 0..ByName::FEW {
            let by_name = ByName::of(|| list.into_iter());
            assert_eq!(by_name.find_around("a/b/c"), [1, 2]);
            assert_eq!(by_name.find_around("/b"), [3]);
            assert_eq!(by_name.find_around("c"), [0_usize; 0]);
        }
    }
}
