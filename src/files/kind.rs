//! The kind of a file that the user opens: told by its content where its name says nothing or is wrong.

use std::io::Read;
use std::path::Path;

use super::open_as_scene::image::is_image;
use super::open_as_scene::session::is_session;
use super::open_as_scene::tree::is_tree;
use crate::host::fs::{self, File};
use crate::import::level::is_level;
use crate::import::trajectory::is_mcap;
use crate::source::extension::has_extension;
use crate::source::json_keys::JsonKeys;
use crate::source::text::is_xml;

/// A kind of file that can be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A scene, and every file of which the kind is not known.
    Scene,
    /// Behaviour trees, or a project that lists files of trees.
    Tree,
    /// A glTF, GLB, FBX, OBJ, PLY, STL, `.map` or `.bsp` file.
    Level,
    /// An image.
    Image,
    /// A recorded camera path.
    Recording,
    /// A course: lessons in their order.
    Course,
    /// The trace of a running program.
    Trace,
}

/// The bytes that are read at once.
const PIECE: usize = 1 << 16;
/// The most bytes of a JSON text that are searched for keys.
const MOST: usize = 64 << 20;
/// The numbers at the start of a row of a recording, at least.
const NUMBERS: usize = 7;

impl FileKind {
    /// The kind of a file. Only a regular file is read, because reading a pipe takes its contents away.
    pub fn of(path: &Path) -> Self {
        let named = Self::of_name(path);
        let Some(mut file) = fs::is_file(path).then(|| File::open(path).ok()).flatten() else {
            return named.unwrap_or(Self::Scene);
        };
        let Some(head) = piece(&mut file) else { return named.unwrap_or(Self::Scene) };
        if is_xml(&head) {
            return Self::Tree;
        }
        if is_trace(&head) {
            return Self::Trace;
        }
        let is_decided = match named {
            Some(Self::Level | Self::Image) => true,
            Some(Self::Recording) => !has_extension(path, "json"),
            _ => false,
        };
        let kind = if is_decided { named } else { Self::of_content(&head, &mut file).or(named) };
        kind.unwrap_or(Self::Scene)
    }

    /// The kind that the name of a file says.
    fn of_name(path: &Path) -> Option<Self> {
        match path {
            _ if is_tree(path) => Some(Self::Tree),
            _ if is_level(path) => Some(Self::Level),
            _ if is_image(path) => Some(Self::Image),
            _ if is_session(path) => Some(Self::Recording),
            _ => None,
        }
    }

    /// The kind that the start of a file says; the rest is read for the keys of a JSON text.
    fn of_content(head: &[u8], file: &mut File) -> Option<Self> {
        if head.starts_with(b"glTF") {
            return Some(Self::Level);
        }
        if image::guess_format(head).is_ok() {
            return Some(Self::Image);
        }
        if is_mcap(head) {
            return Some(Self::Recording);
        }
        let text = without_mark(head).trim_ascii_start();
        if text.starts_with(b"{") || text.starts_with(b"[") || text.starts_with(b"/") {
            return of_keys(head, file);
        }
        has_rows(&String::from_utf8_lossy(text)).then_some(Self::Recording)
    }
}

/// Whether a file has the name of one that opens as a scene without being a scene file. No scene is saved to such a file.
pub fn is_foreign(path: &Path) -> bool {
    FileKind::of_name(path).is_some()
}

/// The kind of a JSON text by its keys.
fn of_keys(head: &[u8], file: &mut File) -> Option<FileKind> {
    let mut keys = JsonKeys::default();
    keys.feed(head);
    let mut length = head.len();
    loop {
        let has_all = |all: &[&str]| all.iter().all(|key| keys.has(key));
        if keys.has("eyeline") {
            return Some(FileKind::Scene);
        }
        if keys.has("eyeline_course") {
            return Some(FileKind::Course);
        }
        if has_all(&["poses"])
            || has_all(&["t_00", "t_23"])
            || has_all(&["time", "position", "rotation"])
            || has_all(&["timestamp", "transform"])
            || (keys.has("frames") && keys.has_inside("transform_matrix"))
        {
            return Some(FileKind::Recording);
        }
        if has_all(&["asset", "scenes"]) || has_all(&["asset", "nodes"]) || has_all(&["asset", "meshes"]) {
            return Some(FileKind::Level);
        }
        if keys.has_inside("timestamp") && keys.has_inside("transform") {
            return Some(FileKind::Recording);
        }
        if keys.is_over() || length >= MOST {
            return None;
        }
        let bytes = piece(file)?;
        length += bytes.len();
        keys.feed(&bytes);
    }
}

/// Whether the first line of a file is the keyframe of a trace.
fn is_trace(head: &[u8]) -> bool {
    let text = without_mark(head).trim_ascii_start();
    let first = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let mut keys = JsonKeys::default();
    keys.feed(first);
    first.starts_with(b"{") && keys.has("eyeline_trace")
}

/// The next bytes of a file; `None` at its end and when it cannot be read.
fn piece(file: &mut File) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(PIECE as u64).read_to_end(&mut bytes).ok()?;
    (!bytes.is_empty()).then_some(bytes)
}

fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// Whether the first line that is no comment has the names of columns, or at least half of the first lines start with numbers:
/// a row of a recording may have been cut.
fn has_rows(text: &str) -> bool {
    const DECIDING: usize = 20;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let is_row = |line: &str| {
        let fields = line.split([',', ' ', '\t']).filter(|field| !field.is_empty()).take(NUMBERS);
        fields.filter(|field| field.parse::<f64>().is_ok()).count() == NUMBERS
    };
    let has_names = lines.clone().next().is_some_and(|line| line.to_ascii_lowercase().starts_with("timestamp"));
    let (rows, others): (Vec<&str>, Vec<&str>) = lines.take(DECIDING).partition(|line| is_row(line));
    has_names || (!rows.is_empty() && rows.len() >= others.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_is_told_by_the_content_where_the_name_says_nothing_or_is_wrong() {
        let folder = tempfile::tempdir().unwrap();
        let long = format!("{{ \"list\": [{}], \"eyeline\": 1 }}", "1, ".repeat(100_000));
        for (name, text, kind) in [
            ("a.xml", "<root/>", FileKind::Tree),
            ("a.json", "\u{feff} \n<!-- a --><root/>", FileKind::Tree),
            ("a.txt", "<root/>", FileKind::Tree),
            ("a.png", "<root/>", FileKind::Tree),
            ("a.btproj", "<root/>", FileKind::Tree),
            ("empty.xml", "", FileKind::Tree),
            ("b.xml", "// a scene\n{ \"eyeline\": 1 }", FileKind::Scene),
            ("b.json", "{ \"eyeline\": 1 }", FileKind::Scene),
            ("long.json", &long, FileKind::Scene),
            ("b.txt", "{ \"eyeline\": 1 }", FileKind::Recording),
            ("walk.tum", "", FileKind::Recording),
            ("walk.dat", "# a\n0 0 0 0 0 0 0 1\n", FileKind::Recording),
            ("walk", "timestamp, frame, x\n", FileKind::Recording),
            ("cut.dat", "0 0 0\n1 0 0 0 0 0 0 1\n", FileKind::Recording),
            ("prose.dat", "one\ntwo\n1 0 0 0 0 0 0 1\n", FileKind::Scene),
            ("metadata.json", "{ \"w\": 1, \"poses\": [] }", FileKind::Recording),
            ("7.json", "{ \"t_00\": 1, \"t_23\": 1 }", FileKind::Recording),
            ("walk.json", "{ \"time\": 1, \"position\": [], \"rotation\": [] }", FileKind::Recording),
            ("cameras.json", "{ \"frames\": [{ \"transform_matrix\": [] }] }", FileKind::Recording),
            ("log.json", "[{ \"timestamp\": 1, \"transform\": [] }]", FileKind::Recording),
            ("log.dat", "{ \"timestamp\": 1, \"transform\": [] }", FileKind::Recording),
            ("sheet.json", "{ \"frames\": [{ \"w\": 1 }] }", FileKind::Scene),
            ("transforms.json", "{ \"frames\": [] }", FileKind::Recording),
            ("gltf.json", "{ \"asset\": {}, \"scenes\": [] }", FileKind::Level),
            ("glb", "glTF\u{2}", FileKind::Level),
            ("gif", "GIF89a", FileKind::Image),
            ("other.json", "[1, 2]", FileKind::Scene),
            ("numbers.json", "1 2 3 4 5 6 7", FileKind::Recording),
        ] {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            assert_eq!(FileKind::of(&path), kind, "{name}: {text:.60}");
        }
        let bag = folder.path().join("bag");
        std::fs::write(&bag, b"\x89MCAP0\r\n").unwrap();
        assert_eq!(FileKind::of(&bag), FileKind::Recording);
        assert_eq!(FileKind::of(&folder.path().join("none.glb")), FileKind::Level);
        assert_eq!(FileKind::of(&folder.path().join("none.STL")), FileKind::Level);
        assert_eq!(FileKind::of(&folder.path().join("none")), FileKind::Scene);
    }
}
