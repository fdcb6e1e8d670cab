//! The trees of the files in a folder, by name: of the folders of `--trees`, and of the folder of a file in which a tree is
//! missing. Files are looked at in the order of their names, within limits; other files than those of trees do not count.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use roxmltree::ParsingOptions;

use super::parse::{check_size, readable};
use crate::behavior::MOST_NODES;
use crate::budget::{Budget, OverBudget};
use crate::host::fs::{self, File};
use crate::source::text::{self, LARGEST_FILE};

/// The most entries of a folder that are looked at.
const MOST_ENTRIES: usize = 10_000;
/// The most tree files of a folder that are looked at.
const MOST_FILES: usize = 2_000;
/// The greatest size of all tree files of a folder together, in bytes.
const MOST_BYTES: u64 = 256 << 20;
/// An estimate of the bytes of memory for each byte of XML, while the names of trees are searched.
const MEMORY_PER_BYTE: u64 = 16;

/// Why a folder was not looked at to its end.
pub(super) enum Stop {
    /// The folder cannot be read.
    Unreadable(String),
    /// There are more files, or larger ones, than the limits allow.
    TooMany,
    /// A file does not fit into the budget.
    Over(OverBudget),
}

impl Stop {
    /// The reason in a sentence.
    pub(super) fn reason(&self) -> String {
        match self {
            Self::Unreadable(error) => format!("the folder cannot be read: {error}"),
            Self::TooMany => format!(
                "the folder has more than {MOST_ENTRIES} entries, or {MOST_FILES} tree files, or {} MiB of them",
                MOST_BYTES >> 20
            ),
            Self::Over(over) => format!("a file in it {over}"),
        }
    }
}

/// The files that have a tree of a name. Those that are looked at before the stop count.
#[derive(Default)]
pub(super) struct Shelf {
    pub(super) files: BTreeMap<Box<str>, Vec<PathBuf>>,
    pub(super) stop: Option<Stop>,
}

impl Shelf {
    /// The trees of the regular files in `folder` that are inside `root`, but for `known` files. Paths are without links.
    pub(super) fn of(folder: &Path, root: &Path, is_known: impl Fn(&Path) -> bool, budget: &Budget) -> Self {
        let mut shelf = Self::default();
        shelf.stop = shelf.look(folder, root, is_known, budget).err();
        shelf
    }

    fn look(
        &mut self,
        folder: &Path,
        root: &Path,
        is_known: impl Fn(&Path) -> bool,
        budget: &Budget,
    ) -> Result<(), Stop> {
        let failed = |error: std::io::Error| Stop::Unreadable(error.to_string());
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder).map_err(failed)? {
            if paths.len() == MOST_ENTRIES {
                return Err(Stop::TooMany);
            }
            paths.push(entry.map_err(failed)?.path());
        }
        paths.sort_unstable();
        let (mut files, mut bytes) = (0, 0_u64);
        for path in paths {
            let real = fs::canonicalize(&path).ok().filter(|real| real.starts_with(root) && fs::is_file(real));
            let Some(real) = real.filter(|real| !is_known(real)) else { continue };
            let Some(size) = size_of_xml(&real) else { continue };
            bytes = bytes.saturating_add(size);
            if files == MOST_FILES || bytes > MOST_BYTES {
                return Err(Stop::TooMany);
            }
            files += 1;
            let _memory = budget.take(size.saturating_mul(MEMORY_PER_BYTE)).map_err(Stop::Over)?;
            for name in names(&real) {
                let files = self.files.entry(name).or_default();
                if files.last() != Some(&real) {
                    files.push(real.clone());
                }
            }
        }
        Ok(())
    }
}

/// The size of a file whose text starts with `<`.
fn size_of_xml(path: &Path) -> Option<u64> {
    let file = File::open(path).ok()?;
    let size = file.metadata().ok()?.len();
    let mut head = Vec::new();
    file.take(1 << 12).read_to_end(&mut head).ok()?;
    (text::is_xml(&head) && size <= LARGEST_FILE).then_some(size)
}

/// The names of the trees in a file; none in a file that is no file of trees.
fn names(path: &Path) -> Vec<Box<str>> {
    let Ok(text) = fs::read_to_string(path) else { return Vec::new() };
    let text = readable(text::without_mark(&text).0);
    if check_size(&text, "").is_err() {
        return Vec::new();
    }
    let nodes_limit = u32::try_from(4 * MOST_NODES).unwrap_or(u32::MAX);
    let options = ParsingOptions { allow_dtd: false, nodes_limit, ..ParsingOptions::default() };
    let Ok(xml) = roxmltree::Document::parse_with_options(&text, options) else { return Vec::new() };
    let root = xml.root_element();
    let trees = root.children().filter(|child| child.has_tag_name("BehaviorTree"));
    if root.has_tag_name("root") {
        trees.filter_map(|tree| tree.attribute("ID").map(Into::into)).collect()
    } else {
        Vec::new()
    }
}
