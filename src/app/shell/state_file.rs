//! The file in which eframe stores the window's state between runs: place, size, scale, panels, recent files.
//!
//! eframe does not check the numbers in the file, and a size of NaN ends the program. So the file is checked before
//! eframe reads it. A file that cannot be read, or that contains a number that is not finite, is renamed, and the
//! window starts with its defaults.
//!
//! The file is a map in RON from keys to strings. Each string is a value in RON. The memory of egui's widgets is nested
//! once more, under the key `ron`.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The largest size of the file that is read. The window's state takes some kilobytes.
const LARGEST: u64 = 16 << 20;
/// The depth to which nested strings are checked; eframe writes two levels.
const DEEPEST: usize = 4;
/// egui's zoom factor, as eframe stores it. Sizes are divided by it before the window can correct it.
const ZOOM: &str = "zoom_factor";
const SOUND_ZOOM: std::ops::RangeInclusive<f64> = 0.1..=10.0;

/// The result of the check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) struct Prepared {
    /// The file that eframe should use; `None` for its own.
    pub(in crate::app) file: Option<PathBuf>,
    /// A message for the user.
    pub(in crate::app) message: Option<String>,
}

/// Checks the state of the program with that id, and renames the file when it cannot be used.
pub(in crate::app) fn prepare(app_id: &str) -> Prepared {
    match eframe::storage_dir(app_id) {
        Some(folder) => prepare_file(&folder.join("app.ron")),
        None => Prepared { file: None, message: None },
    }
}

fn prepare_file(file: &Path) -> Prepared {
    let Err(reason) = check(file) else { return Prepared { file: None, message: None } };
    let aside = file.with_extension("ron.bad");
    let shown = file.display();
    let start = format!("The state of the last window, {shown}, {reason}. The window starts with its defaults.");
    match fs::rename(file, &aside) {
        Ok(()) => {
            let message = format!("{start} The file is now called {}.", aside.display());
            Prepared { file: None, message: Some(message) }
        }
        Err(error) => Prepared {
            // eframe must not read the file. The state is stored in a new file if possible.
            file: Some(file.with_extension("ron.new")),
            message: Some(format!("{start} It cannot be renamed ({error}); delete it.")),
        },
    }
}

/// Whether eframe can read the file; a missing one is valid.
///
/// # Errors
/// The reason, as the end of a sentence that begins with the file.
fn check(file: &Path) -> Result<(), String> {
    let unreadable = |error: io::Error| format!("cannot be read ({error})");
    match file.metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(unreadable(error)),
        // Opening a pipe would block.
        Ok(metadata) if !metadata.is_file() => return Err("is not a file".to_owned()),
        Ok(metadata) if metadata.len() > LARGEST => return Err(format!("is larger than {} MiB", LARGEST >> 20)),
        Ok(_) => {}
    }
    let mut bytes = Vec::new();
    fs::File::open(file).and_then(|file| file.take(LARGEST).read_to_end(&mut bytes)).map_err(unreadable)?;
    let text = String::from_utf8(bytes).map_err(|_not_text| "is not a text file".to_owned())?;
    let values: HashMap<String, String> = ron::from_str(&text)
        .map_err(|error| format!("cannot be understood (line {}: {})", error.span.start, error.code))?;
    let mut values: Vec<_> = values.into_iter().collect();
    values.sort();
    values.iter().try_for_each(|(key, value)| {
        check_value(value, 0).map_err(|number| format!("contains a number that cannot be used ({number} in `{key}`)"))
    })
}

/// Whether all numbers in a value in RON, and in the values nested in its strings, can be used; else the first that
/// cannot.
fn check_value(text: &str, depth: usize) -> Result<(), String> {
    // The preceding tokens, the latest first.
    let (mut before, mut before_that) = (Word::Other, Word::Other);
    for word in (Words { rest: text }) {
        let key = match (&before_that, &before) {
            (Word::Name(key), Word::Mark(':')) => Some(key.as_str()),
            _ => None,
        };
        match &word {
            Word::Name(name) if ["NaN", "inf"].contains(&name.as_str()) => return Err(name.clone()),
            Word::Number(number) => {
                let is_sound = number.replace('_', "").parse::<f64>().map_or(true, |value| {
                    #[expect(clippy::cast_possible_truncation, reason = "as it is read")]
                    let is_finite = (value as f32).is_finite();
                    is_finite && (key != Some(ZOOM) || SOUND_ZOOM.contains(&value))
                });
                if !is_sound {
                    return Err(number.clone());
                }
            }
            Word::Text(text) if key == Some("ron") && depth < DEEPEST => check_value(text, depth + 1)?,
            _ => {}
        }
        before_that = std::mem::replace(&mut before, word);
    }
    Ok(())
}

/// A token of a text in RON.
#[derive(Clone, Debug, PartialEq)]
enum Word {
    Name(String),
    /// A number, with its sign when it is negative.
    Number(String),
    /// A string without its quotes and escapes.
    Text(String),
    Mark(char),
    /// A comment or a single character.
    Other,
}

/// The tokens of a text in RON, in order. Invalid text gives some tokens too.
struct Words<'a> {
    rest: &'a str,
}

impl Iterator for Words<'_> {
    type Item = Word;

    fn next(&mut self) -> Option<Word> {
        self.rest = self.rest.trim_start();
        let first = self.rest.chars().next()?;
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        if self.rest.starts_with("r\"") || self.rest.starts_with("r#") {
            return Some(self.raw_text());
        }
        if first == '"' {
            return Some(self.text());
        }
        if self.rest.starts_with("//") {
            self.take_to('\n');
            return Some(Word::Other);
        }
        if first == '\'' {
            // For example '"', which starts no string.
            let end = self.rest.char_indices().skip(2).find(|(_, c)| *c == '\'').map_or(1, |(at, _)| at + 1);
            self.rest = &self.rest[end.min(self.rest.len())..];
            return Some(Word::Other);
        }
        let digits = self.rest.trim_start_matches(['+', '-', '.']);
        if digits.starts_with(|c: char| c.is_ascii_digit()) {
            let sign = self.rest.len() - digits.len();
            let is_number = |c: char| is_word(c) || ['.', '+', '-'].contains(&c);
            let end = digits.find(|c| !is_number(c)).unwrap_or(digits.len());
            let number = self.rest[..sign + end].to_owned();
            self.rest = &self.rest[sign + end..];
            return Some(Word::Number(number));
        }
        if is_word(first) {
            let end = self.rest.find(|c| !is_word(c)).unwrap_or(self.rest.len());
            let name = self.rest[..end].to_owned();
            self.rest = &self.rest[end..];
            return Some(Word::Name(name));
        }
        self.rest = &self.rest[first.len_utf8()..];
        Some(Word::Mark(first))
    }
}

impl Words<'_> {
    /// Advances past the next such character, or to the end.
    fn take_to(&mut self, end: char) {
        self.rest = self.rest.find(end).map_or("", |at| &self.rest[at + end.len_utf8()..]);
    }

    fn text(&mut self) -> Word {
        let mut text = String::new();
        let mut characters = self.rest[1..].char_indices();
        let end = loop {
            match characters.next() {
                None => break self.rest.len() - 1,
                Some((at, '"')) => break at + 1,
                Some((_, '\\')) => match characters.next() {
                    Some((_, 'n')) => text.push('\n'),
                    Some((_, 't')) => text.push('\t'),
                    Some((_, other)) => text.push(other),
                    None => {}
                },
                Some((_, other)) => text.push(other),
            }
        };
        self.rest = &self.rest[1..][end..];
        Word::Text(text)
    }

    /// Such as `r#"…"#`.
    fn raw_text(&mut self) -> Word {
        let hashes = self.rest[1..].chars().take_while(|c| *c == '#').count();
        let Some(inside) = self.rest[1 + hashes..].strip_prefix('"') else {
            self.rest = &self.rest[1 + hashes..];
            return Word::Other;
        };
        let end = format!("\"{}", "#".repeat(hashes));
        let (text, rest) = inside.split_once(&end).unwrap_or((inside, ""));
        self.rest = rest;
        Word::Text(text.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::{self, Id, Memory, pos2};

    /// A file as eframe writes it, with egui's memory of two widgets.
    fn written(zoom: f32, place: egui::Pos2, window: &str) -> String {
        let mut memory = Memory::default();
        memory.options.zoom_factor = zoom;
        memory.data.insert_persisted(Id::unique("place"), place);
        memory.data.insert_persisted(Id::unique("name"), "C:\\inf \"NaN\" // inf".to_owned());
        let values: HashMap<String, String> =
            [("egui".to_owned(), ron::to_string(&memory).unwrap()), ("window".to_owned(), window.to_owned())].into();
        ron::ser::to_string_pretty(&values, ron::ser::PrettyConfig::default()).unwrap()
    }

    const WINDOW: &str =
        "(inner_size_points:(x:1440.0,y:900.0),fullscreen:false,maximized:false,outer_position_pixels:None)";

    fn at(text: impl AsRef<[u8]>) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("app.ron");
        fs::write(&file, text).unwrap();
        (folder, file)
    }

    #[test]
    fn a_file_written_by_egui_is_valid() {
        for zoom in [1.0, 1.25, 2.0] {
            let (_folder, file) = at(written(zoom, pos2(-3.5e6, 1e-30), WINDOW));
            assert_eq!(check(&file), Ok(()));
            assert_eq!(prepare_file(&file), Prepared { file: None, message: None });
            assert!(file.exists());
        }
        let (folder, file) = at("");
        fs::remove_file(&file).unwrap();
        assert_eq!(check(&file), Ok(()), "there was no window yet");
        drop(folder);
    }

    #[test]
    fn invalid_numbers_are_found_everywhere() {
        for (zoom, place, window, found) in [
            (1.0, pos2(0.0, 0.0), WINDOW.replace("1440.0", "NaN"), "NaN in `window`"),
            (1.0, pos2(0.0, 0.0), WINDOW.replace("1440.0", "-NaN"), "NaN in `window`"),
            (1.0, pos2(0.0, 0.0), WINDOW.replace("1440.0", "inf"), "inf in `window`"),
            (1.0, pos2(0.0, 0.0), WINDOW.replace("1440.0", "-inf"), "inf in `window`"),
            (1.0, pos2(0.0, 0.0), WINDOW.replace("1440.0", "1e999"), "1e999 in `window`"),
            (1.0, pos2(0.0, 0.0), WINDOW.replace("1440.0", "-1.5e+60"), "-1.5e+60 in `window`"),
            (f32::NAN, pos2(0.0, 0.0), WINDOW.to_owned(), "NaN in `egui`"),
            (0.0, pos2(0.0, 0.0), WINDOW.to_owned(), "0.0 in `egui`"),
            (1e9, pos2(0.0, 0.0), WINDOW.to_owned(), "in `egui`"),
            (1.0, pos2(f32::NAN, 0.0), WINDOW.to_owned(), "NaN in `egui`"),
            (1.0, pos2(0.0, f32::NEG_INFINITY), WINDOW.to_owned(), "inf in `egui`"),
        ] {
            let (_folder, file) = at(written(zoom, place, &window));
            let reason = check(&file).unwrap_err();
            assert!(reason.contains("number that cannot be used") && reason.contains(found), "{reason}, not {found}");
        }
    }

    #[test]
    fn an_invalid_state_file_is_renamed_and_reported() {
        let random: Vec<u8> = (0..4096_u32).map(|i| i.wrapping_mul(2_654_435_761).to_le_bytes()[2]).collect();
        for (case, bytes, reason) in [
            ("random", random, "is not a text file"),
            ("empty", Vec::new(), "cannot be understood"),
            ("cut", written(1.0, pos2(0.0, 0.0), WINDOW).into_bytes()[..60].to_vec(), "cannot be understood"),
            ("deep", b"(".repeat(1_000_000), "cannot be understood"),
            ("huge", vec![b' '; usize::try_from(LARGEST).unwrap() + 1], "is larger than 16 MiB"),
        ] {
            let (folder, file) = at(bytes);
            let Prepared { file: other, message } = prepare_file(&file);
            let message = message.unwrap_or_else(|| panic!("{case} is taken"));
            assert!(message.contains(reason) && message.contains("app.ron.bad"), "{case}: {message}");
            assert!(other.is_none() && !file.exists() && folder.path().join("app.ron.bad").exists(), "{case}");
            assert_eq!(prepare_file(&file).message, None, "{case}: the message is shown once");
        }
    }

    #[test]
    fn a_folder_in_its_place_is_renamed_and_not_read_if_that_fails() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("app.ron");
        fs::create_dir(&file).unwrap();
        let described = prepare_file(&file).message.unwrap();
        assert!(described.contains("is not a file") && !file.exists(), "{described}");
        // A folder of the same name that cannot be replaced.
        fs::write(&file, "NaN").unwrap();
        fs::write(folder.path().join("app.ron.bad/full"), "").unwrap();
        let Prepared { file: other, message } = prepare_file(&file);
        assert_eq!(other, Some(folder.path().join("app.ron.new")));
        assert!(message.is_some_and(|message| message.contains("cannot be renamed")));
    }
}
