//! The text of an MTL file: `newmtl` with `Kd`, `d`, `Tr`, `map_Kd` and `map_d`. Of other images only the names are read, and other
//! statements are ignored.
//!
//! After "Object Files (.obj) and Material Library Files (.mtl)", Appendices B1 and MTL of the Wavefront Advanced Visualizer
//! manual. A statement that cannot be read is a note, and the material is without it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::lines::Lines;
use crate::import::level::error::LevelPlace;
use crate::import::level::notes::{NoteKind, Notes};
use crate::import::level::text_lines::TextLine;
use crate::source::error::{line_and_column, quoted};

/// The statements of a material.
#[derive(Clone, Debug, Default)]
pub(super) struct MaterialStatements {
    /// The diffuse colour `Kd`, sRGB from 0 to 1.
    pub(super) color: Option<[f32; 3]>,
    /// The opacity `d`.
    opacity: Option<f32>,
    /// The transparency `Tr`.
    transparency: Option<f32>,
    /// `map_Kd`.
    pub(super) color_map: Option<Map>,
    /// `map_d`.
    pub(super) opacity_map: Option<Map>,
    /// Images that pictures do not show, such as `map_Bump`.
    pub(super) other_maps: Vec<Map>,
}

/// An image that a material names.
#[derive(Clone, Debug)]
pub(super) struct Map {
    /// Its path as seen from the MTL file, with `/` between folders.
    pub(super) file: Box<str>,
    /// The MTL file as seen from the root folder.
    pub(super) library: Arc<str>,
    /// Where the image is named.
    pub(super) place: LevelPlace,
    /// The factors of texture coordinates, `-s`.
    pub(super) scale: [f32; 2],
    /// What is added to them, `-o`.
    pub(super) offset: [f32; 2],
    /// Whether the image is not repeated, `-clamp on`.
    pub(super) is_clamped: bool,
    /// The channel of a map of opacity: `r`, `g`, `b`, `m` for alpha or `l` for luminance; `-imfchan`.
    pub(super) channel: Option<char>,
}

/// The materials by their names; `None` for one without statements.
pub(super) type Library = HashMap<String, Option<Box<MaterialStatements>>>;

impl MaterialStatements {
    /// All images that it names.
    pub(super) fn maps(&self) -> impl Iterator<Item = &Map> {
        [&self.color_map, &self.opacity_map].into_iter().flatten().chain(&self.other_maps)
    }

    /// From 0 to 1. Programs disagree about `Tr`, so `d` counts if both are given.
    pub(super) fn opacity(&self) -> f32 {
        self.opacity.or_else(|| Some(1.0 - self.transparency?)).unwrap_or(1.0).clamp(0.0, 1.0)
    }
}

/// Adds the materials of a text, which is the file `library`, to those of earlier ones.
pub(super) fn parse(bytes: &[u8], library: &Arc<str>, materials: &mut Library, notes: &mut Notes) {
    let mut lines = Lines::of(bytes);
    let mut name: Option<String> = None;
    let mut is_known = HashSet::new();
    while let Some(line) = lines.next() {
        let text = line.text.trim();
        let (word, rest) = split_word(text);
        if word == "newmtl" {
            // The last file that defines a material counts, and in one file all its definitions together.
            if is_known.insert(rest.to_owned()) {
                materials.insert(rest.to_owned(), None);
            }
            name = Some(rest.to_owned());
            continue;
        }
        let is_other_map = names_other_map(word);
        if !matches!(word, "Kd" | "d" | "Tr" | "map_Kd" | "map_d") && !is_other_map {
            continue;
        }
        let Some(material) = name.as_ref().and_then(|name| materials.get_mut(name)) else { continue };
        let place = |word: &str| place(&line, word, library);
        if is_other_map {
            let map = map(rest, library, place(rest));
            material.get_or_insert_default().other_maps.extend(map);
            continue;
        }
        let mut refuse = |wrong: &str, of: &str| {
            let (why, at) = match wrong {
                "" => (format!("`{word}` has no {of}"), word),
                wrong => (format!("{} is no {of} for `{word}`", quoted(wrong)), wrong),
            };
            notes.add(NoteKind::MaterialLine(why), place(at));
        };
        let written = material.get_or_insert_default();
        match word {
            "Kd" => match color(rest) {
                Ok(color) => written.color = Some(color),
                Err(wrong) => refuse(wrong, "red, green or blue"),
            },
            "d" | "Tr" => match rest.split_whitespace().find_map(finite) {
                Some(number) if word == "d" => written.opacity = Some(number),
                Some(number) => written.transparency = Some(number),
                None => refuse(rest, "number"),
            },
            _ => {
                let map = map(rest, library, place(rest));
                if map.is_none() {
                    refuse("", "file");
                }
                *(if word == "map_d" { &mut written.opacity_map } else { &mut written.color_map }) = map;
            }
        }
    }
}

/// Whether a statement names an image that pictures do not show.
fn names_other_map(word: &str) -> bool {
    let is_map = word.starts_with("map_") && !matches!(word, "map_Kd" | "map_d" | "map_aat");
    is_map || matches!(word, "bump" | "disp" | "decal" | "norm" | "refl")
}

/// The first word of a text, and the rest.
fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

fn place(line: &TextLine, word: &str, library: &Arc<str>) -> LevelPlace {
    let (line_number, column) = match line.place(word) {
        LevelPlace::Text { line, text, span } => (line, line_and_column(&text, span.start).1),
        _ => (line.number, 1),
    };
    LevelPlace::Beside { file: Arc::clone(library), line: line_number, column }
}

fn finite(word: &str) -> Option<f32> {
    word.parse().ok().filter(|number: &f32| number.is_finite())
}

/// Red, green and blue; a single number applies to all three.
///
/// # Errors
/// The word that is no number; empty without any word.
fn color(text: &str) -> Result<[f32; 3], &str> {
    let mut words = text.split_whitespace().take_while(|word| !word.starts_with('#'));
    let mut next = || words.next().map(|word| finite(word).ok_or(word)).transpose();
    let red = next()?.ok_or("")?;
    Ok([red, next()?.unwrap_or(red), next()?.unwrap_or(red)])
}

/// The options of a map and its file, whose name may have spaces; `None` without a file.
fn map(text: &str, library: &Arc<str>, place: LevelPlace) -> Option<Map> {
    let mut map = Map {
        file: Box::default(),
        library: Arc::clone(library),
        place,
        scale: [1.0; 2],
        offset: [0.0; 2],
        is_clamped: false,
        channel: None,
    };
    let mut rest = text;
    loop {
        let (option, after) = split_word(rest);
        rest = match option {
            "-s" => pair(after, &mut map.scale),
            "-o" => pair(after, &mut map.offset),
            "-t" => pair(after, &mut [0.0; 2]),
            "-mm" => split_word(split_word(after).1).1,
            "-blendu" | "-blendv" | "-cc" | "-clamp" | "-imfchan" | "-boost" | "-bm" | "-texres" | "-type" => {
                let (value, after) = split_word(after);
                match option {
                    "-clamp" => map.is_clamped = value == "on",
                    "-imfchan" => map.channel = value.chars().next(),
                    _ => {}
                }
                after
            }
            _ => break,
        };
    }
    // Programs on Windows write `\` between folders.
    map.file = rest.trim_matches('"').replace('\\', "/").into();
    (!map.file.is_empty()).then_some(map)
}

/// Reads one to three numbers, of which the third is not used; gives the rest.
fn pair<'t>(text: &'t str, pair: &mut [f32; 2]) -> &'t str {
    let mut rest = text;
    for i in 0..3 {
        let (word, after) = split_word(rest);
        let Some(number) = finite(word) else { break };
        if let Some(part) = pair.get_mut(i) {
            *part = number;
        }
        rest = after;
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::level::notes::DescribedNote;

    fn parsed(text: &str) -> (Library, Vec<String>) {
        let (mut library, mut notes) = (Library::new(), Notes::default());
        parse(text.as_bytes(), &"a.mtl".into(), &mut library, &mut notes);
        let described = notes.described().map(|DescribedNote { place, message, .. }| match place {
            LevelPlace::Beside { file, line, column } => format!("{file}:{line}:{column}: {message}"),
            place => panic!("{place:?}"),
        });
        (library, described.collect())
    }

    #[test]
    fn colours_and_opacities_are_found_among_unknown_lines() {
        let text = "Kd 0 0 0\nnewmtl a\n\tKd 1 0 0.5 # pink\nd 0.25\nTr 1\nnewmtl b c\nNs\nnewmtl gray\nKd 0.2\nTr 0.75\n\
                    newmtl halo\nd -halo 0.5\nnewmtl more\nKd 3 -1 0\nd 7\nnewmtl a\nillum 2";
        let (library, notes) = parsed(text);
        assert_eq!(notes, [""; 0]);
        assert_eq!(library.len(), 5);
        let of = |name: &str| library[name].as_ref().unwrap();
        assert_eq!((of("a").color, of("a").opacity()), (Some([1.0, 0.0, 0.5]), 0.25), "`d` counts, not `Tr`");
        assert!(library["b c"].is_none());
        assert_eq!((of("gray").color, of("gray").opacity()), (Some([0.2; 3]), 0.25));
        assert_eq!((of("halo").opacity(), of("more").opacity()), (0.5, 1.0));
    }

    #[test]
    fn a_statement_that_cannot_be_read_is_located() {
        for (line, words) in [
            ("Kd", "a.mtl:2:1: `Kd` has no red, green or blue"),
            ("Kd red", "a.mtl:2:4: `red` is no red, green or blue for `Kd`"),
            ("Kd 1 nan 1", "a.mtl:2:6: `nan` is no red, green or blue for `Kd`"),
            ("Kd spectral a.rfl", "a.mtl:2:4: `spectral` is no"),
            ("  d x", "a.mtl:2:5: `x` is no number for `d`"),
            ("Tr", "a.mtl:2:1: `Tr` has no number"),
            ("map_Kd -s 1 1 1", "a.mtl:2:1: `map_Kd` has no file"),
        ] {
            let (library, notes) = parsed(&format!("newmtl a\n{line}\n"));
            assert!(notes.len() == 1 && notes[0].contains(words), "{line}: {notes:?}");
            let written = library["a"].as_ref().unwrap();
            assert!(written.color.is_none() && written.opacity() >= 1.0 && written.color_map.is_none(), "{line}");
        }
    }

    #[test]
    fn a_map_has_options_before_its_file() {
        let text = "newmtl a\nmap_Kd -s 2 3 1 -o 0.5 -clamp on -mm 0 1 -bm 2 my \\\\wood.png\nmap_d -imfchan m 1.png";
        let (library, notes) = parsed(&text.replace("\\\\", "old\\"));
        assert_eq!(notes, [""; 0]);
        let written = library["a"].as_ref().unwrap();
        let map = written.color_map.as_ref().unwrap();
        assert_eq!((&*map.file, map.scale, map.offset), ("my old/wood.png", [2.0, 3.0], [0.5, 0.0]));
        assert!(map.is_clamped && map.channel.is_none());
        assert_eq!(map.place, LevelPlace::Beside { file: "a.mtl".into(), line: 2, column: 8 });
        let map = written.opacity_map.as_ref().unwrap();
        assert_eq!((&*map.file, map.channel), ("1.png", Some('m')));
    }
}
