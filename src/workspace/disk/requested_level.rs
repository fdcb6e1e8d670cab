//! Applies the requested levels of models and mesh objects once they have been read.

use std::sync::Arc;

use crate::files::LevelFile;
use crate::scene::{Entry, Scene, Shape};
use crate::workspace::document::level_request::LevelRequest;
use crate::workspace::open_scene::Workspace;

/// The file of a model or object.
pub(super) fn file_of(item: Entry, scene: &Scene) -> Option<&str> {
    match item {
        Entry::Model(i) => scene.models.get(i).map(|model| &*model.file),
        Entry::Object(i) => match &scene.objects.get(i)?.shape {
            Shape::Mesh { file, .. } => Some(file),
            _ => None,
        },
        _ => None,
    }
}

pub(super) fn set_file(item: Entry, scene: &mut Scene, new: &str) {
    match item {
        Entry::Model(i) => {
            if let Some(model) = scene.models.get_mut(i) {
                new.clone_into(&mut model.file);
            }
        }
        Entry::Object(i) => {
            if let Some(Shape::Mesh { file, .. }) = scene.objects.get_mut(i).map(|object| &mut object.shape) {
                new.clone_into(file);
            }
        }
        _ => {}
    }
}

/// Applies the requested changes after the level was read.
pub(super) fn take_named_level(workspace: &mut Workspace, requests: Vec<LevelRequest>, level: &Arc<LevelFile>) {
    for request in requests {
        let scene = Arc::clone(workspace.scene());
        let items: Vec<Entry> = request.ids.iter().filter_map(|id| scene.find(*id)).collect();
        let Some(name) = items.first().map(|item| item.name(&scene).unwrap_or_default()) else { continue };
        workspace.step_draft(&field(name), |draft, _| {
            draft.files.levels.insert(&request.file, Arc::clone(level));
            set_files(&items, &mut draft.scene, &request.file);
        });
    }
}

pub(super) fn set_files(items: &[Entry], scene: &mut Scene, new: &str) {
    for item in items {
        set_file(*item, scene, new);
    }
}

/// The undo label, which is also the field of a refusal.
pub(super) fn field(name: &str) -> String {
    format!("file of {name}")
}
