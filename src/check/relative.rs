//! Paths from one folder to another.

use std::path::{Component, Path, PathBuf};

/// The path from one folder to another, both without links; the absolute path of the second when they share no root.
pub(super) fn path_between(from: &Path, to: &Path) -> PathBuf {
    let shared = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    if shared == 0 {
        return to.to_owned();
    }
    let up = from.components().skip(shared).map(|_| Component::ParentDir);
    up.chain(to.components().skip(shared)).collect()
}

/// The path from the working folder to a folder without links. It is empty for the working folder, and absolute for a
/// folder that is not at, above or below it.
pub(super) fn path_from_here(folder: &Path) -> PathBuf {
    match Path::new(".").canonicalize() {
        Ok(here) if folder.starts_with(&here) || here.starts_with(folder) => path_between(&here, folder),
        _ => folder.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_up_and_down() {
        for (from, to, path) in
            [("/a/b", "/a/b", ""), ("/a/b/c", "/a", "../.."), ("/a", "/a/b/c", "b/c"), ("/a/b", "/a/c", "../c")]
        {
            assert_eq!(path_between(Path::new(from), Path::new(to)), Path::new(path));
        }
        let here = Path::new(".").canonicalize().unwrap();
        assert_eq!(path_from_here(&here), Path::new(""));
        assert_eq!(path_from_here(&here.join("a")), Path::new("a"));
        let elsewhere = here.parent().unwrap().join("none-such");
        assert_eq!(path_from_here(&elsewhere), elsewhere);
    }
}
