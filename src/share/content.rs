//! What a page shows.

use std::path::{Path, PathBuf};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

/// A file of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageFile {
    /// Its path in the page, with `/` at the start and between folders.
    pub path: String,
    /// Where it is on the disk.
    pub file: PathBuf,
}

/// How a page begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageStart {
    /// The part of an address after `#`: what is selected, the tick and the step.
    pub link: String,
    /// Whether the scene cannot be changed.
    pub is_read_only: bool,
}

/// A scene as a page shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageContent {
    /// The title of the scene.
    pub title: String,
    /// What the scene is about, in one sentence.
    pub description: String,
    /// The scene, then the files that it names.
    pub files: Vec<PageFile>,
    /// A picture of the scene, a JPEG file.
    pub picture: Vec<u8>,
    /// The selected answer with its steps, as text; empty when nothing is selected.
    pub words: String,
    /// How the page begins.
    pub start: PageStart,
}

impl PageContent {
    /// The size of all files of the scene, bytes.
    pub fn file_bytes(&self) -> u64 {
        self.files.iter().filter_map(|file| file.file.metadata().ok()).map(|data| data.len()).sum()
    }

    /// The picture as the address of an image.
    pub(super) fn picture_in_page(&self) -> String {
        format!("data:image/jpeg;base64,{}", BASE64_STANDARD.encode(&self.picture))
    }

    /// Gives files their paths in a page: those of the disk below the nearest folder that contains all. The first is the scene.
    /// Files that do not exist are left out; the page reports them as missing, as the scene on the disk does.
    pub fn place(files: &[PathBuf]) -> Vec<PageFile> {
        let mut real: Vec<PathBuf> = Vec::new();
        for file in files.iter().filter_map(|file| file.canonicalize().ok()).filter(|file| file.is_file()) {
            if !real.contains(&file) {
                real.push(file);
            }
        }
        let folders = || real.iter().filter_map(|file| file.parent());
        let mut shared = folders().next().unwrap_or(Path::new("")).to_owned();
        for folder in folders() {
            while !folder.starts_with(&shared) && shared.pop() {}
        }
        let placed = real.iter().map(|file| {
            let inside = file.strip_prefix(&shared).unwrap_or(file);
            let names = inside.components().map(|part| part.as_os_str().to_string_lossy().into_owned());
            PageFile { path: format!("/{}", names.collect::<Vec<_>>().join("/")), file: file.clone() }
        });
        placed.collect()
    }
}

/// The page of a scene, for tests.
#[cfg(test)]
pub(super) fn test_content(scene: &Path) -> PageContent {
    PageContent {
        title: "<A>".to_owned(),
        description: "b".to_owned(),
        files: PageContent::place(&[scene.to_owned()]),
        picture: vec![1],
        words: String::new(),
        start: PageStart::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_keep_their_places_to_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir_all(at("project/scenes")).unwrap();
        for name in ["project/scenes/a.json", "project/b.obj", "project/c d.mtl"] {
            std::fs::write(at(name), "x").unwrap();
        }
        let files =
            ["project/scenes/a.json", "project/scenes/../b.obj", "project/b.obj", "project/c d.mtl", "none.png"];
        let placed = PageContent::place(&files.map(at));
        let paths: Vec<_> = placed.iter().map(|file| &*file.path).collect();
        assert_eq!(paths, ["/scenes/a.json", "/b.obj", "/c d.mtl"]);
        assert_eq!(PageContent::place(&[at("project/b.obj")])[0].path, "/b.obj");
    }
}
