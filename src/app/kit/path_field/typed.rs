//! A typed path, and the effect of choosing it.

use std::path::{MAIN_SEPARATOR, Path, PathBuf, is_separator};

use super::listing::unreadable;
use crate::app::kit::file_purpose::Purpose;
use crate::check::results::FILE;
use crate::files::is_foreign;
use crate::host::fs::{self, File};
use crate::workspace::FOREIGN;

/// A path that is being typed. The text before the last separator is a folder, the text after it a name in that folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Typed {
    /// The text up to and with the last separator.
    pub(super) head: String,
    /// The text after it.
    pub(super) name: String,
}

/// The effect of choosing a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PathChoice {
    /// The path is a folder. Its entries are listed.
    Enter,
    /// The file is accepted.
    Take(PathBuf),
    /// The file exists and would be replaced.
    Replace(PathBuf),
    /// The path cannot be chosen, for this reason.
    Refuse(String),
}

impl Typed {
    pub(super) fn of(text: &str) -> Self {
        let at = text.rfind(is_separator).map_or(0, |at| at + 1);
        Self { head: text[..at].to_owned(), name: text[at..].to_owned() }
    }

    /// The folder that should contain the name. A relative path begins in `base`.
    pub(super) fn folder(&self, base: &Path) -> PathBuf {
        resolve(&self.head, base)
    }

    /// The text with another name.
    pub(super) fn with_name(&self, name: &str, is_folder: bool) -> String {
        let end = if is_folder { MAIN_SEPARATOR.to_string() } else { String::new() };
        format!("{}{name}{end}", self.head)
    }
}

/// The part of a text that is the path. A path that was typed behind an offered folder, `/folder//path` or `/folder/~/path`,
/// replaces the folder.
fn typed_last(text: &str) -> &str {
    let root = if MAIN_SEPARATOR == '/' { text.rfind("//").map(|at| at + 1) } else { None };
    let mut home = text.match_indices('~').filter(|(at, _)| {
        text[..*at].ends_with(is_separator) && text[at + 1..].chars().next().is_none_or(is_separator)
    });
    let start = root.max(home.next_back().map(|(at, _)| at)).unwrap_or(0);
    &text[start..]
}

/// The path of a text. `~/` is the home folder, and a relative path begins in `base`.
pub(super) fn resolve(text: &str, base: &Path) -> PathBuf {
    let text = typed_last(text);
    let rest = text.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with(is_separator));
    match (rest, std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest.trim_start_matches(is_separator)),
        _ => base.join(text),
    }
}

/// The effect of choosing a text. A name without an extension gets the default extension when the file is written.
pub(super) fn choose(text: &str, base: &Path, purpose: Purpose) -> PathChoice {
    let path = resolve(text, base);
    let typed = Typed::of(text);
    if purpose == Purpose::Review && fs::is_file(path.join(FILE)) {
        return PathChoice::Take(path);
    }
    if fs::is_folder(&path) {
        return if purpose == Purpose::Review && typed.name.is_empty() {
            PathChoice::Refuse(format!(
                "{} contains no run. `eyeline check --out DIR` writes one into DIR.",
                path.display()
            ))
        } else if typed.name.is_empty() {
            PathChoice::Refuse("Type the name of a file.".to_owned())
        } else {
            PathChoice::Enter
        };
    }
    let folder = path.parent().filter(|_| !typed.name.is_empty()).unwrap_or(&path);
    if let Err(error) = fs::read_dir(folder) {
        // A folder that cannot be listed may still contain the file.
        if !fs::is_folder(folder) {
            return PathChoice::Refuse(unreadable(folder, &error));
        }
    }
    if purpose.is_saving() { for_writing(&path, purpose) } else { for_reading(&path) }
}

fn for_reading(path: &Path) -> PathChoice {
    if !fs::is_there(path) {
        return PathChoice::Refuse(format!("There is no file {}.", path.display()));
    }
    // Other kinds of files, such as pipes, are not opened here, because opening them may block forever.
    match fs::is_file(path).then(|| File::open(path)) {
        Some(Err(error)) => PathChoice::Refuse(unreadable(path, &error)),
        _ => PathChoice::Take(path.to_owned()),
    }
}

fn for_writing(path: &Path, purpose: Purpose) -> PathChoice {
    let extensions: Vec<&str> = purpose.kinds().iter().flat_map(|(_, all)| all.iter().copied()).collect();
    let usual = extensions.first().copied().unwrap_or_default();
    let path = if path.extension().is_none() { path.with_extension(usual) } else { path.to_owned() };
    if purpose == Purpose::Save && is_foreign(&path) {
        return PathChoice::Refuse(FOREIGN.to_owned());
    }
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase()).unwrap_or_default();
    if purpose == Purpose::Picture && !extensions.contains(&&*extension) {
        return PathChoice::Refuse("A picture is saved as PNG. End its name with .png.".to_owned());
    }
    if fs::is_folder(&path) {
        return PathChoice::Refuse(format!("{} is a folder.", path.display()));
    }
    if fs::is_there(&path) { PathChoice::Replace(path) } else { PathChoice::Take(path) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_is_typed_behind_the_offered_folder_replaces_it() {
        let base = Path::new("/base");
        for (text, path) in
            [("/a/b/c.json", "/a/b/c.json"), ("/a/b//x/y.json", "/x/y.json"), ("c.json", "/base/c.json")]
        {
            assert_eq!(resolve(text, base), Path::new(path), "{text}");
        }
        let home = std::env::home_dir().unwrap();
        for text in ["~/x.json", "/a/b/~/x.json"] {
            assert_eq!(resolve(text, base), home.join("x.json"), "{text}");
        }
        assert_eq!(resolve("/a/x~/y.json", base), Path::new("/a/x~/y.json"));
    }

    #[test]
    fn a_text_is_a_folder_and_a_name() {
        for (text, head, name) in [("", "", ""), ("a", "", "a"), ("/b/", "/b/", ""), ("~/c/d.json", "~/c/", "d.json")] {
            assert_eq!(Typed::of(text), Typed { head: head.to_owned(), name: name.to_owned() }, "{text}");
        }
        let base = Path::new("/base");
        assert_eq!(resolve("a/b", base), Path::new("/base/a/b"));
        assert_eq!(resolve("/a/b", base), Path::new("/a/b"));
        assert_eq!(resolve("~a", base), Path::new("/base/~a"));
        assert_eq!(resolve("~/x", base), std::env::home_dir().unwrap().join("x"));
    }

    #[test]
    fn an_invalid_choice_has_a_reason() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path();
        std::fs::create_dir(base.join("sub")).unwrap();
        std::fs::write(base.join("a.json"), "{}").unwrap();
        let take = |name: &str| PathChoice::Take(base.join(name));
        for (text, purpose, choice) in [
            ("sub", Purpose::Save, PathChoice::Enter),
            ("a.json", Purpose::Open, take("a.json")),
            ("a.json", Purpose::Save, PathChoice::Replace(base.join("a.json"))),
            ("a", Purpose::Save, PathChoice::Replace(base.join("a.json"))),
            ("b", Purpose::Save, take("b.json")),
            ("b.c", Purpose::Save, take("b.c")),
            ("sub/view", Purpose::Picture, take("sub/view.png")),
        ] {
            assert_eq!(choose(text, base, purpose), choice, "{text} {purpose:?}");
        }
        for (text, purpose, reason) in [
            ("", Purpose::Save, "Type the name of a file."),
            ("sub/", Purpose::Open, "Type the name of a file."),
            ("none.json", Purpose::Open, "There is no file "),
            ("none/b.json", Purpose::Save, "There is no folder "),
            ("a.json/b.json", Purpose::Save, "is not a folder."),
            ("b.glb", Purpose::Save, "This file name is for a level"),
            ("b.jpg", Purpose::Picture, "A picture is saved as PNG."),
        ] {
            let PathChoice::Refuse(described) = choose(text, base, purpose) else { panic!("{text} {purpose:?}") };
            assert!(described.contains(reason), "{text}: {described}");
        }
    }
}
