//! The guard of the scene's folder: which files a scene may name.
//!
//! A scene may come from anywhere, so it may only read what lies beside it: paths are relative to the scene file,
//! written with `/`, without `..`, and may not leave the folder through a link either.

use std::io;
use std::path::{Path, PathBuf};

use super::error::quoted;

/// Why a file cannot be used by a scene.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// Nothing is named.
    #[error("the file name is empty")]
    Empty,
    /// It starts at a root, a drive or a server.
    #[error("{} is an absolute path", quoted(.0))]
    Absolute(String),
    /// Backslashes mean different files on different systems.
    #[error("{} holds a backslash", quoted(.0))]
    Backslash(String),
    /// It leaves the folder by `..`.
    #[error("{} leaves the scene's folder", quoted(.0))]
    Leaves(String),
    /// It leaves the folder through a link.
    #[error("{} is a link that leaves the scene's folder", quoted(.0))]
    LinkLeaves(String),
    /// It is not there.
    #[error("there is no file {}", quoted(.0))]
    Missing(String),
    /// It is a folder or a device.
    #[error("{} is not a file", quoted(.0))]
    NotAFile(String),
    /// The system refuses.
    #[error("cannot look at {}: {source}", quoted(.file))]
    Io {
        /// As written in the scene.
        file: String,
        /// What the system says.
        source: io::Error,
    },
}

impl FolderError {
    /// Whether a scene may not name such a file at all; one that is only missing, or cannot be read, may come.
    pub fn is_refused(&self) -> bool {
        match self {
            Self::Empty | Self::Absolute(_) | Self::Backslash(_) | Self::Leaves(_) | Self::LinkLeaves(_) => true,
            Self::Missing(_) | Self::NotAFile(_) | Self::Io { .. } => false,
        }
    }

    /// What would do.
    pub fn help(&self) -> &'static str {
        match self {
            Self::Empty | Self::Missing(_) | Self::NotAFile(_) | Self::Io { .. } => {
                "name a file, relative to the scene file"
            }
            Self::Backslash(_) => "separate folders with `/`",
            Self::Absolute(_) | Self::Leaves(_) | Self::LinkLeaves(_) => {
                "move the file into the scene's folder and name it relative to the scene file"
            }
        }
    }
}

/// Checks a path as it is written, without looking at the disk.
///
/// # Errors
/// When it is empty, absolute, holds `..`, a backslash or a drive letter.
pub fn check_written(file: &str) -> Result<(), FolderError> {
    let drive = matches!(file.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    if file.is_empty() {
        Err(FolderError::Empty)
    } else if file.starts_with(['/', '\\']) || drive {
        Err(FolderError::Absolute(file.to_owned()))
    } else if file.contains('\\') {
        Err(FolderError::Backslash(file.to_owned()))
    } else if file.split('/').any(|part| part == "..") {
        Err(FolderError::Leaves(file.to_owned()))
    } else if file.contains('\0') {
        Err(FolderError::Missing(file.to_owned()))
    } else {
        Ok(())
    }
}

/// The real path of a file that a scene in `folder` names.
///
/// # Errors
/// When [`check_written`] refuses it, or it is missing, not a plain file, or outside of `folder` once links are followed.
pub fn resolve(folder: &Path, file: &str) -> Result<PathBuf, FolderError> {
    check_written(file)?;
    let failed = |source: io::Error| match source.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => FolderError::Missing(file.to_owned()),
        _ => FolderError::Io { file: file.to_owned(), source },
    };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let inside = folder.canonicalize().map_err(failed)?;
    let real = inside.join(file).canonicalize().map_err(failed)?;
    if !real.starts_with(&inside) {
        return Err(FolderError::LinkLeaves(file.to_owned()));
    }
    if !real.metadata().map_err(failed)?.is_file() {
        return Err(FolderError::NotAFile(file.to_owned()));
    }
    Ok(real)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn only_what_lies_in_the_folder_is_found() {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("secret.png"), "x").unwrap();
        let folder = outside.path().join("scenes");
        fs::create_dir_all(folder.join("sub")).unwrap();
        fs::write(folder.join("leaf.png"), "x").unwrap();
        fs::write(folder.join("sub/leaf.png"), "x").unwrap();

        for file in ["leaf.png", "./leaf.png", "sub/leaf.png", "sub/./leaf.png"] {
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
            "sub/../leaf.png",
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
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_may_stay_but_not_leave() {
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
            assert!(matches!(resolve(&folder, file), Err(FolderError::LinkLeaves(_))), "{file}");
        }
    }
}
