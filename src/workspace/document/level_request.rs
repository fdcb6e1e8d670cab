//! Changes of the document that wait until a level has been read.

use crate::files::LevelPart;
use crate::scene::{Entry, ItemId, Scene, Shape};

/// A requested change of the level of models and mesh objects. It is applied in one step when the level has been read.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::workspace) struct LevelRequest {
    pub(in crate::workspace) ids: Vec<ItemId>,
    /// The undo label.
    pub(in crate::workspace) label: String,
    /// The name of the file in the scene.
    pub(in crate::workspace) file: Box<str>,
}

impl LevelRequest {
    /// The parts that the items need of a level, if it is the one that they are to have.
    pub(in crate::workspace) fn parts_of<'a>(
        &'a self,
        file: &str,
        scene: &'a Scene,
    ) -> impl Iterator<Item = LevelPart> + 'a {
        let is_it = *self.file == *file;
        self.ids.iter().filter_map(move |id| match scene.find(*id).filter(|_| is_it)? {
            Entry::Object(i) => match &scene.objects.get(i)?.shape {
                Shape::Mesh { node, .. } => Some(LevelPart::Mesh(node.as_deref().map(Box::from))),
                _ => None,
            },
            _ => Some(LevelPart::Objects),
        })
    }
}
