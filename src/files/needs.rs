//! What the objects of a scene need from the store: the level files of their meshes, and memory for their names. It follows
//! the objects, because a pass over a million of them would take a large part of an edit.

use std::collections::{BTreeMap, BTreeSet};

use crate::scene::{Changed, List, Object, Scene, Shape};

/// The needs of the objects of a scene.
#[derive(Clone, Debug, Default)]
pub(super) struct Needs {
    /// The objects whose needs these are.
    objects: List<Object>,
    name_bytes: usize,
    /// The files of mesh shapes, each with the number of objects that name it.
    mesh_files: BTreeMap<Box<str>, usize>,
}

impl Needs {
    /// Follows a change of the objects.
    pub(super) fn follow(&mut self, objects: &List<Object>) {
        let before = std::mem::replace(&mut self.objects, objects.clone());
        match objects.changes_since(&before) {
            Changed::At(indices) => {
                for i in indices {
                    self.remove(&before[i]);
                    self.add(&objects[i]);
                }
            }
            Changed::Range { removed, added } => {
                objects.iter().skip(removed.start).take(added).for_each(|object| self.add(object));
                before.iter().skip(removed.start).take(removed.len()).for_each(|object| self.remove(object));
            }
        }
    }

    fn add(&mut self, object: &Object) {
        self.name_bytes += object.name.len();
        if let Shape::Mesh { file, .. } = &object.shape {
            match self.mesh_files.get_mut(&**file) {
                Some(count) => *count += 1,
                None => {
                    self.mesh_files.insert(file.as_str().into(), 1);
                }
            }
        }
    }

    fn remove(&mut self, object: &Object) {
        self.name_bytes -= object.name.len();
        if let Shape::Mesh { file, .. } = &object.shape
            && let Some(count) = self.mesh_files.get_mut(&**file)
        {
            *count -= 1;
            if *count == 0 {
                self.mesh_files.remove(&**file);
            }
        }
    }

    /// The bytes of the names of the objects.
    pub(super) fn name_bytes(&self) -> usize {
        self.name_bytes
    }

    /// The number of level files of the mesh shapes.
    pub(super) fn mesh_file_count(&self) -> usize {
        self.mesh_files.len()
    }

    /// The level files of the mesh shapes and models of a scene whose objects these are.
    pub(super) fn level_files<'a>(&'a self, scene: &'a Scene) -> BTreeSet<&'a str> {
        self.mesh_files.keys().map(|file| &**file).chain(scene.models.iter().map(|model| &*model.file)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn object(name: usize, file: usize) -> Object {
        let shape = match file {
            0 => Shape::Sphere { radius: 1.0 },
            file => Shape::Mesh { file: format!("{file}.obj"), node: None },
        };
        Object::new("x".repeat(name), shape)
    }

    proptest! {
        #[test]
        fn following_changes_equals_a_pass_over_all_objects(
            changes in prop::collection::vec((0_usize..4, 0_usize..300, 0_usize..9, 0_usize..4), 1..20),
        ) {
            let mut objects: List<Object> = (0..200).map(|i| object(i % 7, i % 3)).collect();
            let mut needs = Needs::default();
            needs.follow(&objects);
            for (change, at, name, file) in changes {
                match change {
                    0 => objects.insert(at, object(name, file)),
                    1 => drop(objects.remove(at)),
                    2 => objects = objects.iter().skip(at).cloned().collect(),
                    _ => if objects.get(at).is_some() {
                        objects[at] = object(name, file);
                    },
                }
                needs.follow(&objects);
                let mut all = Needs::default();
                all.follow(&objects);
                prop_assert_eq!((needs.name_bytes, &needs.mesh_files), (all.name_bytes, &all.mesh_files));
                prop_assert_eq!(needs.name_bytes, objects.iter().map(|object| object.name.len()).sum::<usize>());
            }
        }
    }
}
