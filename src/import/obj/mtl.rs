//! The MTL files of an OBJ, and the materials that it uses.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use super::mtl_text::{Library, MaterialStatements, parse};
use crate::host::fs::File;
use crate::import::level::error::{LevelError, LevelPlace, Result};
use crate::import::level::file::{Named, beside, read_piecewise, resolve_beside};
use crate::import::level::notes::{NoteKind, Notes};
use crate::import::level::stamps::Stamps;
use crate::import::level::work::LevelWork;
use crate::opacity::Progress;
use crate::source::error::quoted;
use crate::source::text::LARGEST_FILE;

/// The greatest number of MTL files of one OBJ.
const MOST_FILES: usize = 500;

/// The materials of one OBJ. Each MTL file is read once, and all together are at most as large as one scene file.
#[derive(Default)]
pub(super) struct Materials {
    /// All that the MTL files define.
    library: Library,
    /// The number of each used material, in the order of first use.
    numbers: HashMap<Arc<str>, usize>,
    /// Their names and first uses.
    used: Vec<(Arc<str>, LevelPlace)>,
    named: HashSet<String>,
    read: HashSet<PathBuf>,
    bytes: u64,
    is_one_missing: bool,
}

impl Materials {
    /// The number of a used material. `place` is that of the use.
    pub(super) fn used(&mut self, name: &str, place: impl FnOnce() -> LevelPlace) -> usize {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let (name, number) = (Arc::<str>::from(name), self.used.len());
        self.used.push((Arc::clone(&name), place()));
        self.numbers.insert(name, number);
        number
    }

    /// The number of materials that faces use so far.
    pub(super) fn used_count(&self) -> usize {
        self.used.len()
    }

    /// The number of materials that the MTL files define.
    pub(super) fn len(&self) -> usize {
        self.library.len()
    }

    /// The names of the used materials by their numbers, with what the MTL files say about them.
    pub(super) fn all(&self) -> impl Iterator<Item = (&str, Option<&MaterialStatements>)> {
        self.used.iter().map(|(name, _)| (&**name, self.library.get(&**name).and_then(|written| written.as_deref())))
    }

    /// Adds a note for materials that are used but not defined, if all MTL files could be read.
    pub(super) fn note_missing(&mut self, notes: &mut Notes) {
        if self.named.is_empty() || self.is_one_missing {
            return;
        }
        let is_missing = |name: &str| !self.library.contains_key(name);
        let mut missing: Vec<&(Arc<str>, LevelPlace)> = self.used.iter().filter(|(name, _)| is_missing(name)).collect();
        missing.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        for (name, place) in missing {
            notes.add(NoteKind::NoMaterial(quoted(name)), place.clone());
        }
    }

    /// Reads the files that a line names: one file, whose name may have spaces, or several. Without a file only its
    /// colours are missing.
    pub(super) fn read(
        &mut self,
        name: &str,
        place: &LevelPlace,
        named: Named,
        work: &LevelWork,
        stamps: &mut Stamps,
        notes: &mut Notes,
    ) {
        let Err(error) = self.read_file(name, place, named, work, stamps, notes) else { return };
        // One more than the limit, so that the excess is noted once.
        let words: Vec<&str> = name.split_whitespace().take(MOST_FILES + 1).collect();
        let faults: Vec<LevelError> = if words.len() > 1 {
            words.iter().filter_map(|word| self.read_file(word, place, named, work, stamps, notes).err()).collect()
        } else {
            Vec::new()
        };
        // If no word is a file, the whole line is one name.
        let faults = if faults.len() == words.len() || words.len() < 2 { vec![error] } else { faults };
        for fault in faults {
            self.is_one_missing = true;
            notes.add(NoteKind::Materials(fault.message), place.clone());
        }
    }

    fn read_file(
        &mut self,
        name: &str,
        place: &LevelPlace,
        named: Named,
        work: &LevelWork,
        stamps: &mut Stamps,
        notes: &mut Notes,
    ) -> Result<()> {
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
        // A material of 14 bytes, a name of one letter and `Kd 1`, takes some 300 bytes.
        work.hold(length.saturating_mul(24))?;
        let bytes = read_piecewise(&mut file, length, &LevelWork::new(&Progress::default(), work.budget()))?;
        self.bytes += bytes.len() as u64;
        parse(&bytes, &beside(named, name).into(), &mut self.library, notes);
        Ok(())
    }
}
