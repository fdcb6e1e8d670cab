//! The folder of a document's files, and the check that no reference leads out of the root.
//!
//! A scene may come from an untrusted source, so its references are limited to a root folder. Names are relative to the
//! file that contains them and are written with `/`. `..` is allowed as long as the file is inside the root. Absolute
//! names and links that lead out are refused.
//!
//! The root is the folder of `--root`, else the nearest folder at or above the document's that contains a `.git` entry, else
//! the document's own folder.
//!
//! The file that the user names is not a reference, so it may be a link. Its references are relative to the real file,
//! because other files are rarely linked with it.

use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::error::quoted;
use super::options::ReadOptions;
use crate::host::fs;

/// Why a file cannot be used by a document.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The name is empty.
    #[error("the file name is empty")]
    Empty,
    /// It begins with a root, a drive or a server.
    #[error("{} is an absolute path", quoted(.0))]
    Absolute(String),
    /// Backslashes mean different files on different systems.
    #[error("{} contains a backslash", quoted(.0))]
    Backslash(String),
    /// It leaves the root by `..`.
    #[error("{} leaves the root {}", quoted(.file), shown(.root))]
    Leaves {
        /// The name in the document.
        file: String,
        /// The root.
        root: PathBuf,
    },
    /// It leaves the root through a link.
    #[error("{} is a link that leaves the root {}", quoted(.file), shown(.root))]
    LinkLeaves {
        /// The name in the document.
        file: String,
        /// The root.
        root: PathBuf,
    },
    /// The document is outside `--root`.
    #[error("the file is outside the root {}", shown(.0))]
    Outside(PathBuf),
    /// No file has this name.
    #[error("there is no file {}", quoted(.0))]
    Missing(String),
    /// It is a folder or a device.
    #[error("{} is not a file", quoted(.0))]
    NotAFile(String),
    /// The operating system reports an error.
    #[error("cannot access {}: {source}", quoted(.file))]
    Io {
        /// The name in the scene.
        file: String,
        /// The system's error.
        source: io::Error,
    },
}

fn shown(path: &Path) -> String {
    quoted(&path.to_string_lossy())
}

impl FolderError {
    /// Whether no file can have this name, which makes the document invalid. A file that is missing, unreadable or
    /// outside the root leaves the document valid.
    pub fn is_refused(&self) -> bool {
        matches!(self, Self::Empty | Self::Backslash(_))
    }

    /// Whether the name leads out of the root or is absolute.
    pub fn leads_out(&self) -> bool {
        matches!(self, Self::Absolute(_) | Self::Leaves { .. } | Self::LinkLeaves { .. } | Self::Outside(_))
    }

    /// The remedy.
    pub fn help(&self) -> &'static str {
        match self {
            Self::Empty | Self::Missing(_) | Self::NotAFile(_) | Self::Io { .. } => {
                "give the path of a file, relative to the file that names it"
            }
            Self::Backslash(_) => "separate folders with `/`",
            Self::Absolute(_) => "give a path relative to the file that names it",
            Self::Leaves { .. } | Self::LinkLeaves { .. } => {
                "move the file into the root, or give a folder that contains both with `--root DIR`"
            }
            Self::Outside(_) => "give a folder that contains it with `--root DIR`",
        }
    }
}

/// Checks a path by its text, without reading the disk.
///
/// # Errors
/// When it is empty, absolute, or has a backslash or a drive letter.
pub fn check_written(file: &str) -> Result<(), FolderError> {
    let drive = matches!(file.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    if file.is_empty() {
        Err(FolderError::Empty)
    } else if file.starts_with(['/', '\\']) || drive {
        Err(FolderError::Absolute(file.to_owned()))
    } else if file.contains('\\') {
        Err(FolderError::Backslash(file.to_owned()))
    } else if file.contains('\0') {
        Err(FolderError::Missing(file.to_owned()))
    } else {
        Ok(())
    }
}

/// The folder to which names in a document are relative, and the root of that folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    /// Never empty.
    path: PathBuf,
    /// With all links resolved.
    root: PathBuf,
    /// Folders whose files' trees may be used, with all links resolved.
    trees: Arc<[PathBuf]>,
}

impl Folder {
    /// A folder with its root. It need not exist.
    pub fn new(path: &Path, options: &ReadOptions) -> Self {
        let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let root = options.root.as_deref().map_or_else(|| root_of(&real), Path::to_owned);
        Self { path: path.to_owned(), root, trees: Arc::clone(&options.trees) }
    }

    /// The folder of a document that the user names, which may be a link, and the document's name in that folder.
    ///
    /// # Errors
    /// When it is outside the chosen root.
    pub fn of_file(file: &Path, options: &ReadOptions) -> Result<(Self, String), FolderError> {
        let beside = Self::new(file.parent().unwrap_or(Path::new("")), options);
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_link = fs::symlink_metadata(file).is_ok_and(|metadata| metadata.is_symlink());
        let real = fs::canonicalize(file).ok().filter(|_| is_link);
        let target =
            real.as_deref().map(|real| (Self::new(real.parent().unwrap_or(Path::new("")), options), name(real)));
        // The root contains the link but not the real file. References are then relative to the link.
        let held = target
            .filter(|(folder, _)| folder.is_in_root())
            .or_else(|| (beside.is_in_root()).then(|| (beside, name(file))));
        held.ok_or_else(|| FolderError::Outside(options.root.as_deref().unwrap_or(Path::new("")).to_owned()))
    }

    /// The path as it was given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The root that contains all references.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The folders whose files' trees may be used by tree files of this folder: those of `--trees`.
    pub fn trees(&self) -> &[PathBuf] {
        &self.trees
    }

    fn is_in_root(&self) -> bool {
        // A missing folder contains no files. The error is reported when a file in it is read.
        fs::canonicalize(&self.path).map_or(true, |real| real.starts_with(&self.root))
    }

    /// The path of a file with that name in a document of this folder.
    pub fn join(&self, file: impl AsRef<Path>) -> PathBuf {
        if self.path == Path::new(".") { file.as_ref().to_owned() } else { self.path.join(file) }
    }

    /// The real path of a file with that name in a document of this folder.
    ///
    /// # Errors
    /// When [`check_written`] refuses the name, or when the file is missing, not a regular file, or outside the root.
    pub fn resolve(&self, file: &str) -> Result<PathBuf, FolderError> {
        check_written(file)?;
        let failed = |source: io::Error| match source.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => FolderError::Missing(file.to_owned()),
            _ => FolderError::Io { file: file.to_owned(), source },
        };
        let inside = fs::canonicalize(&self.path).map_err(failed)?;
        // The text is checked first, so that the error does not depend on files outside the root.
        if !without_dots(&inside.join(file)).starts_with(&self.root) {
            return Err(FolderError::Leaves { file: file.to_owned(), root: self.root.clone() });
        }
        let real = fs::canonicalize(inside.join(file)).map_err(failed)?;
        if !real.starts_with(&self.root) {
            return Err(FolderError::LinkLeaves { file: file.to_owned(), root: self.root.clone() });
        }
        if !fs::metadata(&real).map_err(failed)?.is_file() {
            return Err(FolderError::NotAFile(file.to_owned()));
        }
        Ok(real)
    }

    /// The name of a file in a document of this folder. The file need not exist yet, but its folder must. `None` for a file
    /// outside the root, for a dangling link, and for a name that is not UTF-8.
    pub fn name_of(&self, file: &Path) -> Option<String> {
        let real = real_path(file).filter(|real| real.starts_with(&self.root))?;
        let folder = fs::canonicalize(&self.path).ok().filter(|folder| folder.starts_with(&self.root))?;
        let shared = folder.components().zip(real.components()).take_while(|(a, b)| a == b).count();
        let up = folder.components().skip(shared).map(|_| Some(".."));
        let down = real.components().skip(shared).map(|part| part.as_os_str().to_str());
        Some(up.chain(down).collect::<Option<Vec<_>>>()?.join("/"))
    }
}

/// A folder with its default root.
impl From<&Path> for Folder {
    fn from(path: &Path) -> Self {
        Self::new(path, &ReadOptions::default())
    }
}

/// The path without links. Of a file that does not exist yet, its name in the folder without links.
fn real_path(file: &Path) -> Option<PathBuf> {
    if fs::symlink_metadata(file).is_ok() {
        return fs::canonicalize(file).ok();
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Some(fs::canonicalize(folder).ok()?.join(file.file_name()?))
}

/// The root of the working folder: that of the options, else the nearest folder at or above it that contains a `.git`
/// entry, else the working folder.
pub fn root_of_work(options: &ReadOptions) -> PathBuf {
    Folder::new(Path::new("."), options).root
}

/// The nearest folder at or above this one that contains a `.git` entry, else this folder.
fn root_of(real: &Path) -> PathBuf {
    let holds = |folder: &&Path| fs::symlink_metadata(folder.join(".git")).is_ok();
    real.ancestors().find(holds).unwrap_or(real).to_owned()
}

/// The path of a file as tools for a repository write it, with `/` between folders: relative to the nearest folder at or above it
/// that contains a `.git` entry, else to the working folder, else its name alone.
pub(crate) fn path_in_repository(file: &Path) -> String {
    let name = || file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let Ok(real) = fs::canonicalize(file) else { return name() };
    let folder = real.parent().unwrap_or(Path::new(""));
    let root = root_of(folder);
    let has_git = fs::symlink_metadata(root.join(".git")).is_ok();
    let top =
        if has_git { Some(root) } else { fs::working_folder().ok().and_then(|here| fs::canonicalize(&here).ok()) };
    let relative = top.and_then(|top| real.strip_prefix(top).ok().map(Path::to_owned));
    let Some(relative) = relative else { return name() };
    let parts: Vec<_> = relative.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
    parts.join("/")
}

/// The path without `.` and `..`, computed from its text. The file need not exist.
pub(crate) fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

/// The path with the links of its nearest existing folder resolved. The file need not exist.
pub(crate) fn without_links(path: &Path) -> PathBuf {
    let existing = path.ancestors().find_map(|part| Some((part, fs::canonicalize(part).ok()?)));
    let Some((part, real)) = existing else { return path.to_owned() };
    let rest = path.strip_prefix(part).unwrap_or(Path::new(""));
    if rest.as_os_str().is_empty() { real } else { real.join(rest) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn resolve(folder: &Path, file: &str) -> Result<PathBuf, FolderError> {
        Folder::new(folder, &ReadOptions::default()).resolve(file)
    }

    #[test]
    fn only_files_inside_the_root_are_found() {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("secret.png"), "x").unwrap();
        let folder = outside.path().join("scenes");
        fs::create_dir_all(folder.join("sub")).unwrap();
        fs::write(folder.join("leaf.png"), "x").unwrap();
        fs::write(folder.join("sub/leaf.png"), "x").unwrap();

        for file in
            ["leaf.png", "./leaf.png", "sub/leaf.png", "sub/./leaf.png", "sub/../leaf.png", "../scenes/leaf.png"]
        {
            assert!(resolve(&folder, file).unwrap().ends_with("leaf.png"), "{file}");
        }
        for file in [
            "",
            ".",
            "sub",
            "sub/",
            "none.png",
            "leaf.png/",
            "leaf.png/x",
            "../secret.png",
            "../none.png",
            "sub/../../secret.png",
            "/etc/passwd",
            "\\\\server\\leaf.png",
            "sub\\leaf.png",
            "C:leaf.png",
            "c:/leaf.png",
            "a\0b",
            "..",
        ] {
            let error = resolve(&folder, file).expect_err(file);
            assert!(!error.to_string().is_empty() && !error.help().is_empty());
            assert_eq!(matches!(error, FolderError::Leaves { .. }), file.contains(".."), "{file}: {error}");
        }
    }

    #[test]
    fn the_root_is_the_one_chosen_or_that_of_the_repository() {
        let outside = tempfile::tempdir().unwrap();
        let (project, scenes) = (outside.path().join("project"), outside.path().join("project/levels/scenes"));
        fs::create_dir_all(&scenes).unwrap();
        for file in ["secret.png", "project/a.png", "project/levels/b.png"] {
            fs::write(outside.path().join(file), "x").unwrap();
        }
        let found = |options: &ReadOptions| {
            let folder = Folder::new(&scenes, options);
            ["../b.png", "../../a.png", "../../../secret.png"].map(|file| folder.resolve(file).is_ok())
        };
        let chosen =
            |root: &Path| ReadOptions { root: Some(root.canonicalize().unwrap().into()), ..ReadOptions::default() };
        assert_eq!(found(&ReadOptions::default()), [false; 3]);
        assert_eq!(found(&chosen(outside.path())), [true; 3]);
        assert_eq!(found(&chosen(&project.join("levels"))), [true, false, false]);
        // In a worktree `.git` is a file.
        fs::write(project.join(".git"), "gitdir: elsewhere").unwrap();
        assert_eq!(found(&ReadOptions::default()), [true, true, false]);
        assert_eq!(found(&chosen(&project.join("levels"))), [true, false, false], "what was chosen goes before");

        let folder = Folder::new(&scenes, &ReadOptions::default());
        let name = |file: &str| folder.name_of(&outside.path().join(file));
        assert_eq!(name("project/a.png").as_deref(), Some("../../a.png"));
        assert_eq!(name("project/new.png").as_deref(), Some("../../new.png"), "a file that will be written");
        assert_eq!((name("secret.png"), name("new.png"), name("project/none/new.png")), (None, None, None));

        let scene = |root: &Path| Folder::of_file(&scenes.join("a.json"), &chosen(root)).map(|(_, name)| name);
        assert_eq!(scene(&project).unwrap(), "a.json");
        fs::create_dir(outside.path().join("other")).unwrap();
        assert!(matches!(scene(&outside.path().join("other")), Err(FolderError::Outside(_))));
    }

    #[cfg(unix)]
    #[test]
    fn links_may_lead_inside_the_root_but_not_out() {
        use std::os::unix::fs::symlink;
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("secret.png"), "x").unwrap();
        let folder = outside.path().join("scenes");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("leaf.png"), "x").unwrap();
        symlink(folder.join("leaf.png"), folder.join("inner.png")).unwrap();
        symlink(outside.path().join("secret.png"), folder.join("outer.png")).unwrap();
        symlink(outside.path(), folder.join("up")).unwrap();

        resolve(&folder, "inner.png").unwrap();
        for file in ["outer.png", "up/secret.png"] {
            assert!(matches!(resolve(&folder, file), Err(FolderError::LinkLeaves { .. })), "{file}");
        }
        // The user may name a link. The root is then that of the real file's folder.
        let (of_link, name) = Folder::of_file(&folder.join("outer.png"), &ReadOptions::default()).unwrap();
        assert_eq!((of_link.root(), &*name), (&*outside.path().canonicalize().unwrap(), "secret.png"));
        let only_link = ReadOptions { root: Some(folder.canonicalize().unwrap().into()), ..ReadOptions::default() };
        let (of_link, name) = Folder::of_file(&folder.join("outer.png"), &only_link).unwrap();
        assert_eq!((of_link.path(), &*name), (&*folder, "outer.png"));
    }
}
