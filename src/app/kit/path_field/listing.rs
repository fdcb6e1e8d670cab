//! The entries of a folder in the path field: folders first, then files of the requested kinds.

use std::io;
use std::path::{Path, PathBuf};

use crate::app::kit::file_purpose::Purpose;
use crate::host::fs;

/// The largest number of entries of a folder that are read.
pub(super) const MOST: usize = 20_000;

/// An entry of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FolderEntry {
    /// Its name, without a separator at the end.
    pub(super) name: String,
    /// Whether it is a folder, or a link to one.
    pub(super) is_folder: bool,
}

/// The entries of a folder, folders first, each group in the order of its names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Listing {
    /// The folder.
    pub(super) folder: PathBuf,
    /// Its entries, or the error.
    pub(super) entries: Result<Vec<FolderEntry>, String>,
    /// Whether the folder has more entries than were read.
    pub(super) is_cut: bool,
}

impl Listing {
    /// Reads a folder.
    pub(super) fn read(folder: &Path) -> Self {
        let entries = entries(folder).map_err(|error| unreadable(folder, &error));
        let is_cut = entries.as_ref().is_ok_and(|entries| entries.len() >= MOST);
        Self { folder: folder.to_owned(), entries, is_cut }
    }

    /// Entries that match a typed name: those that begin with it, else those that contain it, in any case. Names that
    /// begin with a dot are left out unless the dot is typed, and files of other kinds unless `has_all`.
    pub(super) fn matching<'a>(&'a self, typed: &str, purpose: Purpose, has_all: bool) -> Vec<&'a FolderEntry> {
        let typed = typed.to_lowercase();
        let Ok(entries) = &self.entries else { return Vec::new() };
        let is_offered = |entry: &&FolderEntry| {
            let is_visible = !entry.name.starts_with('.') || typed.starts_with('.');
            is_visible && (entry.is_folder || has_all || is_of_kind(&entry.name, purpose))
        };
        let offered: Vec<&FolderEntry> = entries.iter().filter(is_offered).collect();
        let that = |matches: fn(&str, &str) -> bool| -> Vec<&FolderEntry> {
            offered.iter().copied().filter(|entry| matches(&entry.name.to_lowercase(), &typed)).collect()
        };
        let beginning = that(|name, typed| name.starts_with(typed));
        if beginning.is_empty() { that(|name, typed| name.contains(typed)) } else { beginning }
    }
}

/// The reason why a folder or file cannot be read.
pub(super) fn unreadable(path: &Path, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => format!("There is no folder {}.", path.display()),
        io::ErrorKind::NotADirectory => format!("{} is not a folder.", path.display()),
        io::ErrorKind::PermissionDenied => format!("You have no permission to read {}.", path.display()),
        _ => format!("{} cannot be read: {error}.", path.display()),
    }
}

fn entries(folder: &Path) -> io::Result<Vec<FolderEntry>> {
    let mut entries: Vec<FolderEntry> = fs::read_dir(folder)?
        .take(MOST)
        .filter_map(Result::ok)
        .map(|entry| FolderEntry {
            name: entry.file_name().to_string_lossy().into_owned(),
            // Links are followed.
            is_folder: fs::is_folder(entry.path()),
        })
        .collect();
    entries.sort_by_cached_key(|entry| (!entry.is_folder, entry.name.to_lowercase(), entry.name.clone()));
    Ok(entries)
}

fn is_of_kind(name: &str, purpose: Purpose) -> bool {
    let extension = Path::new(name).extension().map(|extension| extension.to_string_lossy().to_lowercase());
    let is_it = |extension: &str| purpose.kinds().iter().any(|(_, all)| all.contains(&extension));
    extension.is_some_and(|extension| is_it(&extension))
}

/// The longest common prefix of all names, ignoring case, spelled as in the first.
pub(super) fn shared_beginning(names: &[&str]) -> String {
    let Some((first, rest)) = names.split_first() else { return String::new() };
    let is_shared = |place: usize, letter: char| {
        let is_same = |other: char| other.to_lowercase().eq(letter.to_lowercase());
        rest.iter().all(|name| name.chars().nth(place).is_some_and(is_same))
    };
    first
        .chars()
        .enumerate()
        .take_while(|(place, letter)| is_shared(*place, *letter))
        .map(|(_, letter)| letter)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_matched_by_their_beginning_and_by_kind() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["Crate.json", "crowd.json", "creek.obj", "notes.md", ".crypt.json"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        fs::create_dir(folder.path().join("crates")).unwrap();
        let listing = Listing::read(folder.path());
        let matching = |typed: &str, purpose, has_all| {
            let matching = listing.matching(typed, purpose, has_all);
            matching.into_iter().map(|entry| entry.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(matching("cr", Purpose::Save, false), ["crates", "Crate.json", "crowd.json"]);
        assert_eq!(matching("cr", Purpose::Level, false), ["crates", "creek.obj"]);
        assert_eq!(matching("ROWD", Purpose::Open, false), ["crowd.json"]);
        assert_eq!(matching(".", Purpose::Open, false), [".crypt.json"]);
        assert_eq!(matching("not", Purpose::Open, false), [""; 0]);
        assert_eq!(matching("not", Purpose::Open, true), ["notes.md"]);
        let missing = Listing::read(&folder.path().join("none"));
        assert!(missing.entries.unwrap_err().starts_with("There is no folder "));
    }

    #[test]
    fn a_shared_beginning_is_completed() {
        for (names, shared) in [
            (&["Crate.json", "crates"][..], "Crate"),
            (&["one.json"], "one.json"),
            (&["a", "b"], ""),
            (&["\u{e4}b", "\u{c4}c"], "\u{e4}"),
            (&[], ""),
        ] {
            assert_eq!(shared_beginning(names), shared, "{names:?}");
        }
    }
}
