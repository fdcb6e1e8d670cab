//! The addresses of pictures, embedded in the page or files beside it, and of the pages of scenes.

use std::collections::HashMap;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::super::scene_page::ScenePages;
use super::super::spool::Spooled;
use crate::escape;

/// The page itself contains at most this many bytes of pictures, counted before Base64.
pub(super) const EMBEDDED: usize = 3 << 20;

/// The pictures of the page, embedded or beside it.
pub(super) struct PagePictures<'p> {
    /// The files beside the page.
    pub(super) files: HashMap<&'p Path, &'p Spooled>,
    /// How many bytes can still be embedded.
    pub(super) left: usize,
    /// Whether some picture is a file beside the page.
    pub(super) has_files: bool,
    /// The folder of the page.
    pub(super) folder: &'p Path,
    /// The folder of all baselines, when the command named one.
    pub(super) baselines: Option<&'p Path>,
    /// The pages of scenes, by their paths.
    pub(super) pages: &'p ScenePages,
}

impl PagePictures<'_> {
    /// The address of a picture.
    pub(super) fn address(&mut self, path: &Path) -> String {
        let small = self.files.get(path).filter(|file| file.length() <= self.left);
        if let Some(bytes) = small.and_then(|file| file.read().ok()) {
            self.left -= bytes.len();
            return format!("data:image/png;base64,{}", STANDARD.encode(bytes));
        }
        self.has_files = true;
        escape::relative_address(path)
    }
}
