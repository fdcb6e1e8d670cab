//! Which folders are on other machines: there the system does not tell of what others write.

use std::path::Path;

/// File systems whose contents change without the kernel of this machine taking part.
const REMOTE: [&str; 13] =
    ["nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "virtiofs", "vboxsf", "prl_fs", "ncpfs", "davfs"];

/// Whether a folder lies on such a file system. Known on Linux only; elsewhere the answer is no.
pub(super) fn is_remote(folder: &Path) -> bool {
    let Ok(mounts) = std::fs::read_to_string("/proc/self/mounts") else { return false };
    let Ok(folder) = folder.canonicalize() else { return false };
    is_remote_in(&mounts, &folder)
}

/// The same by a table of mounts: device, place and kind in each line. A later mount hides an earlier one.
fn is_remote_in(mounts: &str, folder: &Path) -> bool {
    let entry = |line: &str| {
        let mut words = line.split(' ').skip(1);
        Some((unescaped(words.next()?), words.next()?.to_owned()))
    };
    let around = mounts.lines().filter_map(entry).filter(|(place, _)| folder.starts_with(place));
    let nearest = around.max_by_key(|(place, _)| Path::new(place).components().count());
    nearest.is_some_and(|(_, kind)| REMOTE.contains(&&*kind) || kind.starts_with("fuse."))
}

/// A place as it is called: spaces and some other characters are written as octal numbers.
fn unescaped(text: &str) -> String {
    [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")]
        .into_iter()
        .fold(text.to_owned(), |text, (written, meant)| text.replace(written, meant))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_mount_decides() {
        let mounts = "overlay / overlay rw 0 0\n\
            server:/home /home nfs4 rw 0 0\n\
            tmpfs /home/anna/fast tmpfs rw 0 0\n\
            anna@far:/ /mnt/far\\040away fuse.sshfs rw 0 0\n\
            broken\n";
        for (folder, expected) in [
            ("/work", false),
            ("/home/anna", true),
            ("/homework", false),
            ("/home/anna/fast/scenes", false),
            ("/mnt/far away/scenes", true),
            ("/mnt/far", false),
        ] {
            assert_eq!(is_remote_in(mounts, Path::new(folder)), expected, "{folder}");
        }
        assert!(!is_remote_in("", Path::new("/")));
    }
}
