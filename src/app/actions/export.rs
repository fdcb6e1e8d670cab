//! The selected object as a GLB.

use std::path::Path;

use super::state::WindowState;
use crate::app::kit::file_purpose::{Purpose, refuse_input};
use crate::escape;
use crate::geometry::Shape;
use crate::scene::save_bytes;
use crate::workspace::Workspace;
use crate::world::{Item, ObjectAt, object_to_glb};

/// The selected object, if it is a mesh.
pub(super) fn selected_mesh(workspace: &Workspace) -> Option<&ObjectAt> {
    let selected = workspace.selected();
    let alone = || match selected.explained_alone() {
        Some(Item::Object(object)) => Some(object),
        _ => None,
    };
    let object = workspace.world().objects.get(selected.object().or_else(alone)?);
    object.filter(|object| matches!(object.shape, Shape::Mesh(_)))
}

/// Writes the selected object to a file. When that is not possible, asks for another file.
pub(in crate::app) fn save(window: &mut WindowState, path: &Path) {
    let written = refuse_input(&window.workspace.disk().inputs(), path).and_then(|()| {
        let object = selected_mesh(&window.workspace).ok_or("No mesh is selected. Select one, and export it again.")?;
        let bytes = object_to_glb(object).map_err(|error| error.to_string())?;
        save_bytes(&bytes, path).map_err(|error| error.to_string())?;
        Ok(object.name.to_string())
    });
    match written {
        Ok(name) => {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            let (name, file) = (escape::shown(&name), escape::shown(&file));
            window.workspace.notices_mut().say(format!("Saved {name} to {file}"));
        }
        Err(reason) => window.files.dialogs.refuse(Purpose::Object, path, reason),
    }
}
