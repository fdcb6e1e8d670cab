//! Tree files: read once with the scene, and built for each agent that names them.
//!
//! A file that cannot be used does not fail the scene: only its agents have no answer.

use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Write as _};
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Weak};

use crate::behavior::{Blackboard, Tree, Value};
use crate::budget::{Budget, Reservation};
use crate::host::fs;
use crate::import::behavior_tree::{self, Origin};
use crate::scene::tree::ActionResult;
use crate::source::decoding::guarded_file;
use crate::source::error::{SceneError, SceneWarning};
use crate::source::folder::Folder;
use crate::source::stamp::Stamp;

/// The reading of a tree file with its stamps, or an edited copy of it.
#[derive(Clone, Debug)]
pub struct TreeAsset {
    /// The files that were searched: the tree file first, then included files.
    stamps: Vec<(PathBuf, Option<Stamp>)>,
    trees: Result<behavior_tree::TreeFile, SceneError>,
    /// The identity of the reading. Edited copies have the same identity.
    reading: Arc<()>,
    is_edited: bool,
    /// The trees that were built from the reading and are still in use. Agents with the same tree and settings share
    /// one.
    pub(super) built: Arc<Mutex<BuiltTrees>>,
    _memory: Arc<Reservation>,
}

/// Trees in use.
#[derive(Debug, Default)]
pub(super) struct BuiltTrees {
    /// With their settings, by a hash of these.
    by_settings: HashMap<u64, Vec<(BuildSettings, Weak<Runnable>)>>,
    count: usize,
    /// At so many, those that are no longer in use are removed.
    limit: usize,
}

impl BuiltTrees {
    pub(super) fn get(&self, wanted: &BuildSettings) -> Option<Arc<Runnable>> {
        let alike = self.by_settings.get(&wanted.hash())?;
        alike.iter().find(|(of, _)| of == wanted).and_then(|(_, built)| built.upgrade())
    }

    pub(super) fn insert(&mut self, settings: BuildSettings, built: &Arc<Runnable>) {
        if self.count >= self.limit {
            self.by_settings.retain(|_, alike| {
                alike.retain(|(_, built)| built.strong_count() > 0);
                !alike.is_empty()
            });
            self.count = self.by_settings.values().map(Vec::len).sum();
            // The search through all of them is then rare, however many are in use.
            self.limit = 2 * self.count + 1;
        }
        self.count += 1;
        self.by_settings.entry(settings.hash()).or_default().push((settings, Arc::downgrade(built)));
    }
}

/// The settings with which a tree was built.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BuildSettings {
    /// The name of the tree in the agent.
    pub(super) tree: Option<String>,
    pub(super) scripts: BTreeMap<String, Vec<ActionResult>>,
    pub(super) tick_rate: u64,
    pub(super) blackboard: Blackboard,
}

impl BuildSettings {
    /// Of its text form: values of a blackboard have no hash of their own.
    fn hash(&self) -> u64 {
        struct Text(DefaultHasher);

        impl fmt::Write for Text {
            fn write_str(&mut self, text: &str) -> fmt::Result {
                self.0.write(text.as_bytes());
                Ok(())
            }
        }

        let mut text = Text(DefaultHasher::new());
        let _never_fails = write!(text, "{self:?}");
        text.0.finish()
    }
}

/// An estimate of the bytes of memory for each byte of XML.
const MEMORY_PER_BYTE: u64 = 16;

impl TreeAsset {
    /// Reads a file that a scene in `folder` names. `chosen` is the tree that an agent runs, if it names one.
    pub fn read(file: &str, folder: &Folder, chosen: Option<&str>, budget: &Budget) -> Self {
        let mut paths = Vec::new();
        let mut memory = budget.nothing();
        let own = folder.resolve(file).map_or(0, fs::length);
        let over = |over| SceneError::over_budget(file, "the trees of this file", over);
        let read = memory.grow(own.saturating_mul(MEMORY_PER_BYTE)).map_err(over);
        let trees = read.and_then(|()| {
            let read = || behavior_tree::read_noting(folder, file, chosen, &mut paths, budget);
            let trees = guarded_file(file, read)?;
            let size = |path: &PathBuf| fs::length(path);
            let included = paths.iter().map(size).sum::<u64>().saturating_sub(own);
            memory.grow(included.saturating_mul(MEMORY_PER_BYTE)).map_err(over)?;
            Ok(trees)
        });
        if paths.is_empty() {
            // The included files, to detect their changes.
            paths.extend(folder.resolve(file));
        }
        let stamp = |path: PathBuf| {
            let stamp = Stamp::of(&path);
            (path, stamp)
        };
        Self {
            stamps: paths.into_iter().map(stamp).collect(),
            trees,
            reading: Arc::new(()),
            is_edited: false,
            built: Arc::default(),
            _memory: Arc::new(memory),
        }
    }

    /// A copy of the reading with edited trees that are not saved yet.
    #[must_use]
    pub fn edited(&self, trees: behavior_tree::TreeFile) -> Self {
        Self { trees: Ok(trees), is_edited: true, built: Arc::default(), ..self.clone() }
    }

    /// A new reading whose nodes have the ids of an earlier reading of the file, so that references to nodes stay
    /// valid.
    #[must_use]
    pub fn adopting_ids(mut self, before: &Self) -> Self {
        if let (Ok(trees), Ok(old)) = (&mut self.trees, &before.trees) {
            trees.adopt_ids(old);
            self.built = Arc::default();
        }
        self
    }

    /// This reading after it was written to the file.
    #[must_use]
    pub fn saved(&self) -> Self {
        let mut saved = self.clone();
        if let Some((path, stamp)) = saved.stamps.first_mut() {
            *stamp = Stamp::of(path);
        }
        saved
    }

    /// Whether both are from the same reading of the file.
    pub fn is_same_reading(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.reading, &other.reading)
    }

    /// Whether it has edits that `disk`, the last reading or the last saved form of the file, does not have.
    ///
    /// An older reading, which undo can restore, counts only when the user edited it. Otherwise another program has
    /// replaced its content since, and no edit of the user is lost.
    pub fn is_unsaved(&self, disk: &Self) -> bool {
        match (&self.trees, &disk.trees) {
            _ if !self.is_same_reading(disk) && !self.is_edited => false,
            (Ok(own), Ok(disk)) => !own.has_text_of(disk),
            _ => self.is_edited,
        }
    }

    /// Whether this form is kept, where `disk` is the last known content of the file: either the file has not changed,
    /// or edits would be lost.
    pub fn is_kept(&self, disk: &Self, file: &str, folder: &Folder) -> bool {
        self.is_unsaved(disk) || (self.is_same_reading(disk) && disk.is_current(file, folder))
    }

    /// Whether the stamps of the file and of included files are those of the reading.
    pub fn is_current(&self, file: &str, folder: &Folder) -> bool {
        let own = self.stamps.first().map(|(path, _)| path);
        folder.resolve(file).ok().as_ref() == own && Stamp::are_current(&self.stamps)
    }

    /// The files of the reading: the tree file first, then included files.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.stamps.iter().map(|(path, _)| &**path)
    }

    /// Whether the file was found. If not, the error of [`TreeAsset::trees`] is about the file's name and has no
    /// location in the file.
    pub fn is_found(&self) -> bool {
        !self.stamps.is_empty()
    }

    /// The trees of the file.
    ///
    /// # Errors
    /// The error of the file or of an included file, with its location.
    pub fn trees(&self) -> Result<&behavior_tree::TreeFile, &SceneError> {
        self.trees.as_ref()
    }
}

/// A tree that can run.
#[derive(Debug)]
pub struct Runnable {
    /// The tree.
    pub tree: Arc<Tree>,
    /// The initial values of the blackboard. Values of the agent replace them.
    pub blackboard: Vec<(Arc<str>, Value)>,
    /// Notes about unsupported content, and about nodes that behave differently in eyeline.
    pub notes: Vec<SceneWarning>,
    /// The origin of each node, when the tree is in a file.
    pub origins: Vec<Origin>,
    /// The reservation for the tree.
    pub memory: Arc<Reservation>,
}
