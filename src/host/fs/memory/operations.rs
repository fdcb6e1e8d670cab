//! Work on files by their paths, with the names of `std::fs`.

use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::entries::{Entry, entries, expect_folder, find, normal, tell};
use super::file::File;
use super::metadata::{DirEntry, Metadata};

/// The entries of a folder, by name.
///
/// # Errors
/// When there is no such folder.
pub(crate) fn read_dir(path: impl AsRef<Path>) -> io::Result<std::vec::IntoIter<io::Result<DirEntry>>> {
    let (folder, _) = find(path.as_ref())?;
    expect_folder(&folder)?;
    let entries = entries();
    let inside = entries.iter().filter(|(path, _)| path.parent() == Some(&folder));
    let found = inside.map(|(path, entry)| Ok(DirEntry { path: path.clone(), metadata: Metadata::of(entry) }));
    Ok(found.collect::<Vec<_>>().into_iter())
}

/// The length, kind and time of change of a file.
///
/// # Errors
/// When there is none.
pub(crate) fn metadata(path: impl AsRef<Path>) -> io::Result<Metadata> {
    Ok(Metadata::of(&find(path.as_ref())?.1))
}

/// The same as [`metadata`].
///
/// # Errors
/// When there is no such file.
pub(crate) fn symlink_metadata(path: impl AsRef<Path>) -> io::Result<Metadata> {
    metadata(path)
}

/// The target of a link.
///
/// # Errors
/// Always: there are no links.
pub(crate) fn read_link(_: impl AsRef<Path>) -> io::Result<PathBuf> {
    Err(ErrorKind::InvalidInput.into())
}

/// The path from the root of an existing file.
///
/// # Errors
/// When there is no such file.
pub(crate) fn canonicalize(path: impl AsRef<Path>) -> io::Result<PathBuf> {
    Ok(find(path.as_ref())?.0)
}

/// The path from the root. The file need not exist.
///
/// # Errors
/// For an empty path.
pub(crate) fn absolute(path: impl AsRef<Path>) -> io::Result<PathBuf> {
    if path.as_ref().as_os_str().is_empty() { Err(ErrorKind::InvalidInput.into()) } else { Ok(normal(path.as_ref())) }
}

/// The working folder, `/`.
///
/// # Errors
/// Never.
pub(crate) fn working_folder() -> io::Result<PathBuf> {
    Ok("/".into())
}

/// The time since a file was changed, which is not known.
pub(crate) fn age(_: &Metadata) -> Option<Duration> {
    None
}

/// The bytes of a file.
///
/// # Errors
/// When there is none.
pub(crate) fn read(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let bytes = file.content()?.bytes();
    Ok(bytes.clone())
}

/// The text of a file.
///
/// # Errors
/// When there is none, and when it is not UTF-8.
pub(crate) fn read_to_string(path: impl AsRef<Path>) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(|error| io::Error::new(ErrorKind::InvalidData, error))
}

/// Writes a file, in place of an existing one.
///
/// # Errors
/// When its folder does not exist.
pub(crate) fn write(path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    File::create(&path)?.write_all(bytes.as_ref())?;
    tell(&normal(path.as_ref()), Some(bytes.as_ref()));
    Ok(())
}

/// Gives a file another name, in place of an existing one with that name.
///
/// # Errors
/// When it does not exist, or the folder of the new name does not.
pub(crate) fn rename(from: impl AsRef<Path>, to: impl AsRef<Path>) -> io::Result<()> {
    let (from, entry) = find(from.as_ref())?;
    let to = normal(to.as_ref());
    expect_folder(to.parent().unwrap_or(Path::new("/")))?;
    let mut all = entries();
    all.remove(&from);
    all.insert(to.clone(), entry.clone());
    drop(all);
    if let Entry::File(content) = &entry {
        tell(&from, None);
        tell(&to, Some(&content.bytes()));
    }
    Ok(())
}

/// Copies a file. Returns its length.
///
/// # Errors
/// As [`read`] and [`write`].
pub(crate) fn copy(from: impl AsRef<Path>, to: impl AsRef<Path>) -> io::Result<u64> {
    let bytes = read(from)?;
    write(to, &bytes)?;
    Ok(bytes.len() as u64)
}

/// Removes a file.
///
/// # Errors
/// When there is none.
pub(crate) fn remove_file(path: impl AsRef<Path>) -> io::Result<()> {
    let (path, entry) = find(path.as_ref())?;
    if matches!(entry, Entry::Folder) {
        return Err(ErrorKind::IsADirectory.into());
    }
    entries().remove(&path);
    tell(&path, None);
    Ok(())
}

/// Removes an empty folder.
///
/// # Errors
/// When there is none, and when it has entries.
pub(crate) fn remove_dir(path: impl AsRef<Path>) -> io::Result<()> {
    if read_dir(&path)?.next().is_some() {
        return Err(ErrorKind::DirectoryNotEmpty.into());
    }
    entries().remove(&normal(path.as_ref()));
    Ok(())
}

/// Removes a folder with all that it contains.
///
/// # Errors
/// When there is none.
pub(crate) fn remove_dir_all(path: impl AsRef<Path>) -> io::Result<()> {
    let (folder, _) = find(path.as_ref())?;
    let inside: Vec<_> = entries().keys().filter(|path| path.starts_with(&folder)).cloned().collect();
    for path in inside {
        if let Some(Entry::File(_)) = entries().remove(&path) {
            tell(&path, None);
        }
    }
    Ok(())
}

/// Makes a folder.
///
/// # Errors
/// When it exists, or the folder around it does not.
pub(crate) fn create_dir(path: impl AsRef<Path>) -> io::Result<()> {
    let path = normal(path.as_ref());
    expect_folder(path.parent().unwrap_or(Path::new("/")))?;
    if find(&path).is_ok() {
        return Err(ErrorKind::AlreadyExists.into());
    }
    entries().insert(path, Entry::Folder);
    Ok(())
}

/// Makes a folder and those around it.
///
/// # Errors
/// When one of them is a file.
pub(crate) fn create_dir_all(path: impl AsRef<Path>) -> io::Result<()> {
    let path = normal(path.as_ref());
    let mut entries = entries();
    for folder in path.ancestors() {
        if matches!(entries.entry(folder.to_owned()).or_insert(Entry::Folder), Entry::File(_)) {
            return Err(ErrorKind::NotADirectory.into());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Seek, SeekFrom};

    use super::*;
    use crate::host::fs::memory::entries::place;

    #[test]
    fn files_behave_as_those_of_a_system() {
        place("/host-test/a/one.txt", b"12345".to_vec());
        assert_eq!(read_to_string("host-test/a/../a/./one.txt").unwrap(), "12345");
        assert_eq!(canonicalize("/host-test/a/one.txt/..").unwrap(), Path::new("/host-test/a"));
        assert_eq!(File::open("/host-test/none").unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(write("/host-test/none/b", "x").unwrap_err().kind(), ErrorKind::NotFound);
        assert!(metadata("/host-test/a").unwrap().is_dir());

        let before = metadata("/host-test/a/one.txt").unwrap().modified().unwrap();
        let mut file = File::options().write(true).open("/host-test/a/one.txt").unwrap();
        file.seek(SeekFrom::End(-2)).unwrap();
        file.write_all(b"xyz").unwrap();
        file.rewind().unwrap();
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        assert_eq!(text, "123xyz");
        assert_ne!(metadata("/host-test/a/one.txt").unwrap().modified().unwrap(), before);

        let new = File::options().write(true).create_new(true).open("/host-test/a/one.txt");
        assert_eq!(new.unwrap_err().kind(), ErrorKind::AlreadyExists);
        rename("/host-test/a/one.txt", "/host-test/two.txt").unwrap();
        let names: Vec<_> = read_dir("/host-test").unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, ["a", "two.txt"]);
        assert_eq!(remove_file("/host-test/a").unwrap_err().kind(), ErrorKind::IsADirectory);
        assert_eq!(remove_dir("/host-test").unwrap_err().kind(), ErrorKind::DirectoryNotEmpty);
    }
}
