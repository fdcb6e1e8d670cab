//! The boxes around blocks of neighbours in a list of objects. After a change of one object, the box around all objects
//! follows from its block and from the boxes of the other blocks.

use super::placed::ObjectAt;
use crate::geometry::Aabb;
use crate::scene::Changed;

/// The number of objects in a block.
const BLOCK: usize = 1024;

/// The box around each block of a list of objects.
#[derive(Clone, Debug)]
pub(super) struct BlockBounds(Vec<Aabb>);

impl BlockBounds {
    pub(super) fn of(objects: &[ObjectAt]) -> Self {
        Self(objects.chunks(BLOCK).filter_map(around).collect())
    }

    /// Updates the boxes after a change of the objects. The result equals [`BlockBounds::of`].
    pub(super) fn follow(&mut self, changed: &Changed, objects: &[ObjectAt]) {
        let Changed::At(changed) = changed else {
            *self = Self::of(objects);
            return;
        };
        let mut blocks: Vec<usize> = changed.iter().map(|object| object / BLOCK).collect();
        blocks.dedup();
        for block in blocks {
            if let Some(around) = objects.chunks(BLOCK).nth(block).and_then(around) {
                self.0[block] = around;
            }
        }
    }

    /// The boxes. Their union is the box around all objects.
    pub(super) fn boxes(&self) -> &[Aabb] {
        &self.0
    }
}

fn around(objects: &[ObjectAt]) -> Option<Aabb> {
    objects.iter().map(|object| object.aabb).reduce(|a, b| a.union(&b))
}

#[cfg(test)]
mod tests {
    use super::super::at_tick::World;
    use super::*;
    use crate::files::Files;
    use crate::scene::generate;
    use glam::Vec3;

    #[test]
    fn following_equals_computing_all() {
        let mut objects = World::at(&generate(2 * BLOCK + 7, 1), &Files::default(), 0).objects;
        let mut bounds = BlockBounds::of(&objects);
        assert_eq!(bounds.boxes().len(), 3);
        // Out, and back to where it is in the middle of others.
        for x in [1e6_f32, -1e6, 0.0] {
            for object in [3, BLOCK, 2 * BLOCK + 6] {
                objects[object].aabb = Aabb::around(Vec3::X * x, Vec3::ONE);
            }
            bounds.follow(&Changed::At(vec![3, BLOCK, 2 * BLOCK + 6]), &objects);
            assert_eq!(bounds.boxes(), BlockBounds::of(&objects).boxes(), "{x}");
        }
        objects.truncate(BLOCK);
        bounds.follow(&Changed::Range { removed: BLOCK..2 * BLOCK + 7, added: 0 }, &objects);
        assert_eq!(bounds.boxes(), BlockBounds::of(&objects).boxes());
    }
}
