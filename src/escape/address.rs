//! Names and paths as parts of an address of the web.

use std::path::{Component, Path};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode, utf8_percent_encode};

/// What is written as `%XX`: all but letters, digits and these.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'/');

/// A name as a part of an address, without characters that have a meaning there.
pub(crate) fn address(name: &str) -> String {
    utf8_percent_encode(name, ENCODED).to_string()
}

/// The relative address of a file, with `/` between its folders. A part of the path that is no name is left out.
pub(crate) fn relative_address(path: &Path) -> String {
    let names = path.components().filter_map(|part| match part {
        Component::Normal(name) => Some(percent_encode(name.as_encoded_bytes(), ENCODED).to_string()),
        _ => None,
    });
    names.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_in_any_script_has_an_address() {
        for (path, address) in [
            ("actual/a b.png", "actual/a%20b.png"),
            ("before/_up/100%#?.png", "before/_up/100%25%23%3F.png"),
            ("actual/\u{5d0}/\u{1f980}\"'.png", "actual/%D7%90/%F0%9F%A6%80%22%27.png"),
        ] {
            assert_eq!(relative_address(Path::new(path)), address);
        }
    }
}
