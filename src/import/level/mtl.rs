//! Materials of an OBJ: those it uses, and their colours, `newmtl` and `Kd` of the MTL files that it names.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::path::PathBuf;

use super::error::{LevelError, Place, Result};
use super::notes::{Kind, Notes};
use super::source::{Named, Stamps, read_piecewise, resolve_beside};
use super::work::Work;
use crate::opacity::Progress;
use crate::scene::Color;
use crate::source::error::quoted;
use crate::source::text::LARGEST_FILE;

/// The greatest number of MTL files of one OBJ.
const MOST_FILES: usize = 500;

/// The materials of one OBJ. Each MTL file is read once, and all together are at most as large as one scene file.
#[derive(Default)]
pub(super) struct Materials {
    /// `None` for white and for a material without a colour.
    pub(super) colors: HashMap<String, Option<Color>>,
    /// The first use of each material.
    used: HashMap<String, Place>,
    named: HashSet<String>,
    read: HashSet<PathBuf>,
    bytes: u64,
    is_one_missing: bool,
}

impl Materials {
    /// Records the first use of a material.
    pub(super) fn note_use(&mut self, name: &str, place: impl FnOnce() -> Place) {
        if !self.used.contains_key(name) {
            self.used.insert(name.to_owned(), place());
        }
    }

    /// Adds a note for materials that are used but not defined, if all MTL files could be read.
    pub(super) fn note_missing(&mut self, notes: &mut Notes) {
        if self.named.is_empty() || self.is_one_missing {
            return;
        }
        let mut missing: Vec<(String, Place)> =
            std::mem::take(&mut self.used).into_iter().filter(|(name, _)| !self.colors.contains_key(name)).collect();
        missing.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        for (name, place) in missing {
            notes.add(Kind::NoMaterial(quoted(&name)), place);
        }
    }

    /// Reads the files that a line names: one file, whose name may have spaces, or several. Without a file only its
    /// colours are missing.
    pub(super) fn read(
        &mut self,
        name: &str,
        place: &Place,
        named: Named,
        work: &Work,
        stamps: &mut Stamps,
        notes: &mut Notes,
    ) {
        let Err(error) = self.read_file(name, place, named, work, stamps) else { return };
        // One more than the limit, so that the excess is noted once.
        let words: Vec<&str> = name.split_whitespace().take(MOST_FILES + 1).collect();
        let faults: Vec<LevelError> = if words.len() > 1 {
            words.iter().filter_map(|word| self.read_file(word, place, named, work, stamps).err()).collect()
        } else {
            Vec::new()
        };
        // If no word is a file, the whole line is one name.
        let faults = if faults.len() == words.len() || words.len() < 2 { vec![error] } else { faults };
        for fault in faults {
            self.is_one_missing = true;
            notes.add(Kind::Materials(fault.message), place.clone());
        }
    }

    fn read_file(&mut self, name: &str, place: &Place, named: Named, work: &Work, stamps: &mut Stamps) -> Result<()> {
        if self.named.contains(name) {
            return Ok(());
        }
        if self.named.len() >= MOST_FILES {
            return Err(LevelError::file(format!("more than {MOST_FILES} files of materials are named")));
        }
        self.named.insert(name.to_owned());
        let path = resolve_beside(named, name, place, stamps)?;
        if !self.read.insert(path.clone()) {
            return Ok(());
        }
        let unreadable = |error: std::io::Error| LevelError::file(format!("{} cannot be read: {error}", quoted(name)));
        let mut file = File::open(path).map_err(unreadable)?;
        if self.bytes.saturating_add(file.metadata().map_err(unreadable)?.len()) > LARGEST_FILE {
            let message = format!("with {} the materials are larger than {} MiB", quoted(name), LARGEST_FILE >> 20);
            return Err(LevelError::file(message));
        }
        let most = LARGEST_FILE - self.bytes;
        let length = file.metadata().map_err(unreadable)?.len().min(most);
        // A name of one letter takes some 80 bytes.
        work.keep(length.saturating_mul(8))?;
        let bytes = read_piecewise(&mut file, length, &Work::new(&Progress::default(), work.budget()))?;
        self.bytes += bytes.len() as u64;
        self.colors.extend(colors(&String::from_utf8_lossy(&bytes)));
        Ok(())
    }
}

/// The diffuse colour of each material, as sRGB; `None` for white and for a material without a colour.
fn colors(text: &str) -> HashMap<String, Option<Color>> {
    let mut colors = HashMap::new();
    let mut material: Option<String> = None;
    for line in text.strip_prefix('\u{feff}').unwrap_or(text).lines() {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "newmtl" => {
                let name = rest.trim().to_owned();
                colors.entry(name.clone()).or_insert(None);
                material = Some(name);
            }
            "Kd" => {
                if let Some(name) = &material {
                    colors.insert(name.clone(), color(rest));
                }
            }
            _ => {}
        }
    }
    colors
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
fn color(text: &str) -> Option<Color> {
    let mut numbers = text.split_whitespace().map_while(|word| word.parse::<f32>().ok());
    let red = numbers.next()?;
    // A single number applies to all three channels.
    let (green, blue) = (numbers.next().unwrap_or(red), numbers.next().unwrap_or(red));
    let color = [red, green, blue].map(|part| (part.clamp(0.0, 1.0) * 255.0).round() as u8);
    (color != [255; 3]).then_some(Color(color))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_found_among_unknown_lines() {
        let text = "Kd 0 0 0\nnewmtl a\n\tKd 1 0 0.5\nnewmtl b c\nNs\nnewmtl white\nKd 1 1 1\nnewmtl gray\nKd 0.2\n\
                    newmtl none\nKd\nnewmtl wrong\nKd red\nnewmtl nan\nKd nan 0 2";
        let colors = colors(text);
        for (name, color) in [
            ("a", Some([255, 0, 128])),
            ("b c", None),
            ("white", None),
            ("gray", Some([51; 3])),
            ("none", None),
            ("wrong", None),
            ("nan", Some([0, 0, 255])),
        ] {
            assert_eq!(colors[name], color.map(Color), "{name}");
        }
        assert_eq!(colors.len(), 7);
    }
}
