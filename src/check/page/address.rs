//! The addresses of pictures, embedded in the page or files beside it, and of the pages of scenes.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Component, Path};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::super::scene_page::ScenePages;
use super::super::spool::Spooled;

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
        address_of(path)
    }
}

/// The relative address of a file: its path with `/` as separator, percent-encoded. RFC 3986 lists the bytes that stay
/// as they are.
pub(super) fn address_of(path: &Path) -> String {
    let mut address = String::new();
    for part in path.components() {
        let Component::Normal(name) = part else { continue };
        if !address.is_empty() {
            address.push('/');
        }
        for byte in name.as_encoded_bytes() {
            if byte.is_ascii_alphanumeric() || b"-._~".contains(byte) {
                address.push(char::from(*byte));
            } else {
                let _infallible = write!(address, "%{byte:02X}");
            }
        }
    }
    address
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn a_file_beside_the_page_has_an_address_in_any_script() {
        for (path, address) in [
            ("actual/a b.png", "actual/a%20b.png"),
            ("before/_up/100%#?.png", "before/_up/100%25%23%3F.png"),
            ("actual/\u{5d0}/\u{1f980}\"'.png", "actual/%D7%90/%F0%9F%A6%80%22%27.png"),
        ] {
            assert_eq!(address_of(Path::new(path)), address);
        }
    }
}
