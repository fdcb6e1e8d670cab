//! The textures of objects: each has a number, in the order of the first use. Objects and textures count by an estimate.

use std::collections::HashMap;
use std::sync::Arc;

/// An estimate of the bytes of an object without its triangles and its name, and of a texture with its uses.
pub(in crate::import) const OBJECT: usize = 700;

/// The names of textures, and the textures of each object.
#[derive(Debug, Default)]
pub(in crate::import) struct NamedTextures {
    numbers: HashMap<String, usize>,
    pub(in crate::import) names: Vec<String>,
    /// The numbers of the textures of each object, ascending.
    pub(in crate::import) used: Vec<Arc<[usize]>>,
}

impl NamedTextures {
    /// The next object has these textures.
    pub(in crate::import) fn add_object(&mut self, textures: impl IntoIterator<Item = String>) {
        let mut used: Vec<usize> = textures.into_iter().map(|texture| self.number(texture)).collect();
        used.sort_unstable();
        used.dedup();
        self.used.push(used.into());
    }

    fn number(&mut self, texture: String) -> usize {
        let next = self.names.len();
        *self.numbers.entry(texture).or_insert_with_key(|texture| {
            self.names.push(texture.clone());
            next
        })
    }
}
