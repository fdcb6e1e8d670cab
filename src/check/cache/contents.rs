//! The contents of a cache file, and the reading of it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::entry::KnownScene;
use crate::budget::{Budget, Reservation};
use crate::report::stored::MEMORY_OF_BYTE;
use crate::source::rooted::Rooted;

/// The version of the file.
pub(super) const VERSION: u32 = 1;
/// The largest size of the file.
pub(super) const LARGEST: u64 = 256 << 20;

/// The contents of the file.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct CacheFile {
    pub(super) eyeline_check_cache: u32,
    /// The root.
    pub(super) root: PathBuf,
    /// By the absolute path of the scene.
    pub(super) scenes: BTreeMap<PathBuf, KnownScene>,
}

/// The root of a cache file.
#[derive(Deserialize)]
pub(super) struct CacheRoot {
    pub(super) root: PathBuf,
}

pub(super) fn read(file: &Rooted, budget: &Budget) -> Option<(CacheFile, Reservation)> {
    let memory = budget.take(file.size().min(LARGEST).saturating_mul(MEMORY_OF_BYTE)).ok()?;
    let bytes = file.read(LARGEST).ok()??;
    Some((serde_json::from_slice(&bytes).ok()?, memory))
}
