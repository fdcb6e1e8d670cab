//! The readings of files of one kind, by the names in the scene.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// The readings of files of one kind, by the names in the scene. Two stores are equal if they share their readings.
pub struct Store<T> {
    read: Arc<BTreeMap<Box<str>, Arc<T>>>,
}

impl<T> Store<T> {
    /// The reading of a file; `None` when the scene did not name it at the last update.
    pub fn get(&self, name: &str) -> Option<&Arc<T>> {
        self.read.get(name)
    }

    /// Whether the store is empty.
    pub fn is_empty(&self) -> bool {
        self.read.is_empty()
    }

    /// All readings, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Arc<T>)> {
        self.read.iter().map(|(name, file)| (&**name, file))
    }

    /// Takes newer readings of its files, except of those for which `keeps` is true. Returns whether it took any.
    pub(super) fn inherit(&mut self, newer: &Self, keeps: impl Fn(&str, &T) -> bool) -> bool {
        let is_other = |name: &str, own: &Arc<T>| newer.get(name).is_some_and(|new| !Arc::ptr_eq(own, new));
        let others = self.iter().filter(|(name, own)| is_other(name, own) && !keeps(name, own));
        let others: Vec<Box<str>> = others.map(|(name, _)| name.into()).collect();
        for name in &others {
            if let Some(file) = newer.get(name) {
                self.insert(name, Arc::clone(file));
            }
        }
        !others.is_empty()
    }

    /// Stores the reading of a file.
    pub fn insert(&mut self, name: &str, file: Arc<T>) {
        Arc::make_mut(&mut self.read).insert(name.into(), file);
    }

    /// Removes the reading of a file and returns it.
    pub(super) fn remove(&mut self, name: &str) -> Option<Arc<T>> {
        self.read.contains_key(name).then(|| Arc::make_mut(&mut self.read).remove(name))?
    }

    /// Reads the named files that are not in the store, and removes all others.
    pub fn update<'a>(&mut self, names: impl IntoIterator<Item = &'a str>, read: impl Fn(&str) -> T) {
        let mut files = BTreeMap::new();
        for name in names {
            if !files.contains_key(name) {
                let file = self.read.get(name).map_or_else(|| Arc::new(read(name)), Arc::clone);
                files.insert(name.into(), file);
            }
        }
        if files.len() != self.read.len() || !files.keys().eq(self.read.keys()) {
            self.read = Arc::new(files);
        }
    }

    /// Removes the readings for which `keep` is false. Returns whether it removed any.
    pub fn retain(&mut self, keep: impl Fn(&str, &T) -> bool) -> bool {
        if self.read.iter().all(|(name, file)| keep(name, file)) {
            return false;
        }
        let kept = self.read.iter().filter(|(name, file)| keep(name, file));
        self.read = Arc::new(kept.map(|(name, file)| (name.clone(), Arc::clone(file))).collect());
        true
    }
}

impl<T> Clone for Store<T> {
    fn clone(&self) -> Self {
        Self { read: Arc::clone(&self.read) }
    }
}

impl<T> Default for Store<T> {
    fn default() -> Self {
        Self { read: Arc::default() }
    }
}

impl<T> PartialEq for Store<T> {
    fn eq(&self, other: &Self) -> bool {
        let is_shared = |name: &str, file| other.get(name).is_some_and(|other| Arc::ptr_eq(file, other));
        self.read.len() == other.read.len() && self.read.iter().all(|(name, file)| is_shared(name, file))
    }
}

impl<T> fmt::Debug for Store<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.read.keys()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    #[test]
    fn a_file_is_read_once() {
        let read = RefCell::new(Vec::new());
        let reader = |name: &str| {
            read.borrow_mut().push(name.to_owned());
            name.len()
        };
        let mut files = Store::default();
        files.update(["a", "bc", "a"], reader);
        let before = files.clone();
        files.update(["bc", "a"], reader);
        assert_eq!(before, files);
        files.update(["bc", "def"], reader);
        assert_ne!(before, files);
        assert_eq!(*read.borrow(), ["a", "bc", "def"]);
        assert_eq!((files.get("a"), files.get("def").map(|n| **n)), (None, Some(3)));
    }
}
