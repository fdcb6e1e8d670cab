//! The recent files. egui's memory contains them, and eframe stores it between runs.

use std::path::{Path, PathBuf};

use eframe::egui::{Context, Id};
use serde::{Deserialize, Serialize};

use crate::app::kit::persistent;
use crate::app::kit::persistent::StoredValue;
use crate::host::fs;

/// The largest number of files.
const MOST: usize = 10;
/// Seconds after which an open menu checks again which files exist.
const FRESH: f64 = 2.0;

/// The menu's state between frames.
#[derive(Default)]
pub(in crate::app) struct Recent {
    /// The file that was last recorded.
    noted: Option<PathBuf>,
    /// The files and whether they exist, with the time of the check.
    shown: Option<(f64, Vec<(PathBuf, bool)>)>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct StoredFiles(Vec<PathBuf>);

/// The stored files, which stay from one run to the next.
pub(in crate::app) fn keep(ctx: &Context) -> StoredValue {
    persistent::keep::<StoredFiles>(ctx, id())
}

impl Recent {
    /// Adds the open file to the list.
    pub(in crate::app) fn note(&mut self, ctx: &Context, open: Option<&Path>) {
        if open == self.noted.as_deref() {
            return;
        }
        self.noted = open.map(Path::to_owned);
        self.shown = None;
        if let Some(path) = open {
            let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
            ctx.data_mut(|data| data.get_persisted_mut_or_default::<StoredFiles>(id()).put_first(path));
        }
    }

    /// The files for the menu, the most recent first, and whether they exist.
    pub(in crate::app) fn files(&mut self, ctx: &Context) -> Vec<(PathBuf, bool)> {
        let now = ctx.input(|i| i.time);
        match &self.shown {
            Some((then, files)) if now - then < FRESH => files.clone(),
            _ => {
                let StoredFiles(paths) = ctx.data_mut(|data| data.get_persisted(id())).unwrap_or_default();
                let files: Vec<_> = paths.into_iter().map(|path| (path.clone(), fs::is_file(&path))).collect();
                self.shown = Some((now, files.clone()));
                files
            }
        }
    }

    /// Removes all of them.
    pub(in crate::app) fn clear(&mut self, ctx: &Context) {
        ctx.data_mut(|data| data.remove::<StoredFiles>(id()));
        self.shown = None;
    }
}

impl StoredFiles {
    fn put_first(&mut self, path: PathBuf) {
        self.0.retain(|other| *other != path);
        self.0.insert(0, path);
        self.0.truncate(MOST);
    }
}

fn id() -> Id {
    Id::unique("recent files")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_recent_file_is_first_and_listed_once() {
        let mut stored = StoredFiles::default();
        for name in ["a", "b", "a"].map(PathBuf::from) {
            stored.put_first(name);
        }
        assert_eq!(stored.0, ["a", "b"].map(PathBuf::from));
        for i in 0..30 {
            stored.put_first(PathBuf::from(i.to_string()));
        }
        assert_eq!(stored.0.len(), MOST);
        assert_eq!(stored.0[0], PathBuf::from("29"));
    }
}
