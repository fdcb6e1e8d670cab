//! The scenes that come with the program, found by listing their folder.

use std::path::Path;

/// The name and text of every scene, sorted by name.
pub(crate) fn all() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let scenes = paths.filter(|path| path.extension().is_some_and(|extension| extension == "json"));
    let name = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let mut all: Vec<_> = scenes.map(|path| (name(&path), std::fs::read_to_string(&path).unwrap())).collect();
    all.sort();
    assert!(all.iter().any(|(name, _)| name == "tour"), "{all:?}");
    all
}

/// Copies the levels that scenes refer to into a folder.
pub(crate) fn levels_into(folder: &Path) {
    for level in ["courtyard.gltf", "export.gltf"] {
        std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(level), folder.join(level)).unwrap();
    }
}
