//! The files that a level names, also those that its reading does not need: buffers and textures of a glTF, textures of
//! an FBX, textures of the materials of an OBJ.
//!
//! Only names are read. A file that cannot be parsed names no files here: reading it reports its own errors.

use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;
use serde::Deserialize;

use crate::host::fs::File;
use crate::import::fbx::image_names;
use crate::import::gltf::glb;
use crate::import::gltf::glb::LONGEST_JSON;
use crate::import::gltf::source::data_of;
use crate::source::extension::has_extension;
use crate::source::text::LARGEST_FILE;

/// The files that a glTF, a GLB, an FBX or an OBJ names, and for an OBJ also those that its materials name. Other formats name none.
pub(crate) fn named_files(level: &Path) -> Vec<PathBuf> {
    let is = |extension: &str| has_extension(level, extension);
    let names = match level {
        _ if is("obj") => of_obj(level),
        _ if is("fbx") => image_names(level),
        _ if is("bsp") || is("map") || is("ply") || is("stl") => None,
        _ => of_gltf(level),
    };
    let folder = level.parent().unwrap_or(Path::new(""));
    names.unwrap_or_default().into_iter().map(|name| folder.join(name)).collect()
}

/// The parts of a glTF that name files.
#[derive(Default, Deserialize)]
#[serde(default)]
struct FileNames {
    buffers: Vec<Resource>,
    images: Vec<Resource>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Resource {
    uri: Option<String>,
}

fn of_gltf(level: &Path) -> Option<Vec<String>> {
    let mut file = File::open(level).ok()?;
    let length = file.metadata().ok()?.len();
    let mut magic = [0; 4];
    let is_glb = file.read(&mut magic).ok()? == 4 && magic == *b"glTF";
    file.seek(SeekFrom::Start(0)).ok()?;
    let text = if is_glb {
        glb::read(&mut BufReader::new(&mut file), length, |_| Ok(())).ok()?.json
    } else {
        let mut text = Vec::new();
        file.take(LONGEST_JSON).read_to_end(&mut text).ok()?;
        text
    };
    let FileNames { buffers, images } =
        serde_json::from_slice(text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text)).ok()?;
    let uris = buffers.into_iter().chain(images).filter_map(|resource| resource.uri);
    let files = uris.filter(|uri| data_of(uri).is_none());
    Some(files.filter_map(|uri| Some(percent_decode_str(&uri).decode_utf8().ok()?.into_owned())).collect())
}

/// The libraries of an OBJ, and the textures of each, which are named as seen from the library.
fn of_obj(level: &Path) -> Option<Vec<String>> {
    let folder = level.parent().unwrap_or(Path::new(""));
    let mut names = Vec::new();
    for library in after_keyword(level, u64::MAX, |word| word == "mtllib")? {
        let is_texture = |word: &str| {
            let word = word.to_ascii_lowercase();
            word.starts_with("map_") || ["bump", "disp", "decal", "refl", "norm"].contains(&&*word)
        };
        for name in candidates(&library) {
            let beside = name.rsplit_once('/').map_or("", |(folder, _)| folder);
            for texture in after_keyword(&folder.join(name), LARGEST_FILE, is_texture).unwrap_or_default() {
                // Programs on Windows write `\` between folders.
                let texture = texture.replace('\\', "/");
                let from_level = |name: &str| Path::new(beside).join(name).to_string_lossy().into_owned();
                names.extend(candidates(&texture).map(from_level));
            }
            names.push(name.to_owned());
        }
    }
    Some(names)
}

/// The possible names in the rest of a line: the whole rest, because names may have spaces, and each of its words,
/// because options or other names may precede it.
fn candidates(rest: &str) -> impl Iterator<Item = &str> {
    /// A line of more words is not split into names.
    const MOST: usize = 64;
    std::iter::once(rest).chain(rest.split_whitespace().filter(move |word| *word != rest)).take(MOST)
}

/// The rests of the lines that begin with a keyword.
fn after_keyword(path: &Path, most: u64, is_keyword: impl Fn(&str) -> bool) -> Option<Vec<String>> {
    /// Longer lines are ignored.
    const LONGEST: u64 = 4096;
    /// The greatest number of lines of one kind that are read.
    const MOST_LINES: usize = 100_000;
    let mut file = BufReader::new(File::open(path).ok()?.take(most));
    let (mut rests, mut line, mut is_start) = (Vec::new(), Vec::new(), true);
    while rests.len() < MOST_LINES {
        line.clear();
        if file.by_ref().take(LONGEST).read_until(b'\n', &mut line).ok()? == 0 {
            break;
        }
        let ends = line.ends_with(b"\n");
        if is_start
            && let Ok(text) = std::str::from_utf8(&line)
            && let Some((word, rest)) = text.trim().split_once(char::is_whitespace)
            && is_keyword(word)
        {
            rests.push(rest.trim().to_owned());
        }
        is_start = ends;
    }
    Some(rests)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_names_files_that_reading_may_not_need() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        let names = |path: &Path| {
            let names = named_files(path);
            names
                .iter()
                .map(|path| path.strip_prefix(folder.path()).unwrap().to_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        let gltf = write(
            "a.gltf",
            r#"{ "asset": { "version": "2.0" }, "buffers": [{ "uri": "data:,x" }, { "uri": "my%20bytes.bin" }],
                "images": [{ "uri": "color.png" }, { "bufferView": 0 }] }"#,
        );
        assert_eq!(names(&gltf), ["my bytes.bin", "color.png"]);
        write("a.mtl", "newmtl x\nmap_Kd -s 1 1 1 wood.png\nbump a b.png\nKd 1 1 1\n");
        let obj = write("a.obj", "mtllib a.mtl\nv 0 0 0\nusemtl x\n");
        std::fs::create_dir(folder.path().join("looks")).unwrap();
        write("looks/b.mtl", "newmtl y\nmap_d old\\leaf.png\n");
        let below = write("b.obj", "mtllib looks/b.mtl\n");
        assert!(names(&below).iter().any(|found| found == "looks/old/leaf.png"), "{:?}", names(&below));
        let found = names(&obj);
        for name in ["a.mtl", "wood.png", "a b.png", "b.png"] {
            assert!(found.iter().any(|found| found == name), "{name}: {found:?}");
        }
        assert_eq!(names(&write("broken.glb", "glTF")), [""; 0]);
    }
}
