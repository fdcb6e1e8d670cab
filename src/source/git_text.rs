//! Files that git left in place of the contents: with the markers of a merge conflict, or a pointer of git LFS.

use std::io::Read;

/// What git left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GitText {
    /// The markers of a merge conflict; the first is in this line, from 1.
    Conflict {
        /// The line.
        line: usize,
    },
    /// A pointer of git LFS.
    Pointer,
}

/// The start of the first marker of a merge conflict.
pub(crate) const CONFLICT: &str = "<<<<<<< ";
/// The first line of every pointer (git-lfs, `docs/spec.md`).
pub(crate) const POINTER: &[u8] = b"version https://git-lfs.github.com/spec/";
/// The message about the marker of a conflict.
pub(crate) const CONFLICT_MESSAGE: &str = "this is the marker of a merge conflict";
/// How to end a conflict.
pub(crate) const CONFLICT_HELP: &str =
    "take one side with `git checkout --theirs` or `git checkout --ours` and the path of the file, or edit it";
/// The message about a pointer.
pub(crate) const POINTER_MESSAGE: &str = "the file is a pointer of git LFS and not the contents";
/// How to replace a pointer by the contents.
pub(crate) const POINTER_HELP: &str = "fetch the contents with `git lfs pull`";
/// No pointer is so long.
const LONGEST_POINTER: usize = 1024;

impl GitText {
    /// What git left in these bytes; `None` for contents.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(POINTER) && bytes.len() <= LONGEST_POINTER {
            return Some(Self::Pointer);
        }
        let mut lines = bytes.split(|byte| *byte == b'\n').enumerate();
        let (at, _) = lines.find(|(_, line)| line.starts_with(CONFLICT.as_bytes()))?;
        // A conflict has all three markers.
        lines.find(|(_, line)| line.trim_ascii_end() == b"=======")?;
        lines.find(|(_, line)| line.starts_with(b">>>>>>> "))?;
        Some(Self::Conflict { line: at + 1 })
    }

    /// What the file is, and the command that helps. `path` is that of the file in messages, and `instead` another way out
    /// of a conflict.
    pub fn message(self, path: &str, instead: &str) -> String {
        match self {
            Self::Conflict { .. } => format!(
                "the file has the markers of a merge conflict: take one side with `git checkout --theirs {path}` or \
                 `git checkout --ours {path}`{instead}"
            ),
            Self::Pointer => {
                "the file is a pointer of git LFS and not the contents: fetch them with `git lfs pull`".to_owned()
            }
        }
    }
}

/// Whether a file begins as a pointer of git LFS.
pub(crate) fn is_pointer(file: impl Read) -> bool {
    let mut start = Vec::new();
    file.take(POINTER.len() as u64).read_to_end(&mut start).is_ok() && start == POINTER
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_git_wrote_is_found() {
        let conflict = b"{\n<<<<<<< HEAD\n  1\n=======\n  2\n>>>>>>> other\n}\n";
        assert_eq!(GitText::of(conflict), Some(GitText::Conflict { line: 2 }));
        let lines_of_windows = String::from_utf8_lossy(conflict).replace('\n', "\r\n");
        assert_eq!(GitText::of(lines_of_windows.as_bytes()), Some(GitText::Conflict { line: 2 }));
        let pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n";
        assert_eq!(GitText::of(pointer), Some(GitText::Pointer));
        for other in [&b""[..], b"<<<<<<< HEAD\n", b"a <<<<<<< b\n=======\n>>>>>>> c", b"version https://other"] {
            assert_eq!(GitText::of(other), None);
        }
        assert_eq!([&pointer[..], conflict].map(is_pointer), [true, false]);
        let message = GitText::Conflict { line: 2 }.message("a.json", "");
        assert!(message.ends_with("`git checkout --theirs a.json` or `git checkout --ours a.json`"), "{message}");
    }
}
