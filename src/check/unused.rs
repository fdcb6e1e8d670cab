//! `--unused` and `--prune`: baselines that no scene uses.
//!
//! A baseline may be used by a scene that was not asked for, so all scenes of the root are looked at. A scene that cannot be
//! read may use any file that begins with its name.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::discover::{DiscoverError, FoundScene, root_of_scene};
use super::output::{begins_with, is_our_picture};
use super::path_search::all_below;
use super::plan::views_of;
use super::project::Projects;
use crate::budget::Budget;
use crate::source::ReadOptions;
use crate::source::rooted::Rooted;
use crate::source::text::path_in_message;

/// The baselines that no scene uses.
#[derive(Debug, Default)]
pub struct UnusedBaselines {
    /// In the order of their paths.
    pub files: Vec<Rooted>,
    /// The scenes that cannot be read. Files that may be theirs are not in the list.
    pub unread: Vec<String>,
}

/// Finds the baselines that no scene uses, in the folders of the baselines of `scenes`. Only answers and pictures that
/// eyeline made count.
///
/// # Errors
/// When a folder of the root cannot be searched, or a project file is invalid.
pub fn unused(
    scenes: &[FoundScene],
    baselines: Option<&Path>,
    options: &ReadOptions,
    budget: &Budget,
) -> Result<UnusedBaselines, DiscoverError> {
    // The folders of the answers and of the pictures of each renderer, in the order of the scenes.
    let mut folders: Vec<Rooted> = Vec::new();
    let mut paths = HashSet::new();
    let mut roots: Vec<PathBuf> = Vec::new();
    for found in scenes {
        for folder in found.by_renderers().map(|found| found.pictures()) {
            if paths.insert(folder.absolute()) {
                folders.push(folder);
            }
        }
        let root = root_of_scene(&found.path, options);
        if !roots.contains(&root) {
            roots.push(root);
        }
    }
    let mut all = scenes.to_vec();
    let mut projects = Projects::default();
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let known: HashSet<PathBuf> = scenes.iter().map(|found| real(&found.path)).collect();
    let below = roots.iter().map(|root| all_below(root, budget)).collect::<Result<Vec<_>, _>>()?;
    for scene in below.into_iter().flatten().filter(|scene| !known.contains(&real(scene))) {
        all.push(FoundScene::in_project(&scene, baselines, options, &mut projects).map_err(Box::new)?);
    }
    let is_there = |found: &&FoundScene| paths.contains(&found.baselines.absolute());
    let mut unused = UnusedBaselines::default();
    let (mut used, mut starts) = (HashSet::new(), Vec::new());
    for found in all.iter().filter(is_there) {
        used.insert(found.answers().absolute());
        let Some(views) = views_of(found, budget) else {
            starts.extend(found.by_renderers().map(|found| found.picture(None).absolute().with_extension("")));
            unused.unread.push(path_in_message(&found.path));
            continue;
        };
        for found in found.by_renderers() {
            used.extend(views.iter().map(|view| found.picture(view.name.as_deref()).absolute()));
        }
    }
    let may_be_of = |start: &PathBuf, file: &Path| {
        let rest = file.as_os_str().as_encoded_bytes().strip_prefix(start.as_os_str().as_encoded_bytes());
        rest.is_some_and(|rest| rest.starts_with(b"."))
    };
    let files = folders.iter().flat_map(Rooted::list).filter(|(_, is_folder)| !is_folder);
    unused.files = files.map(|(file, _)| file).filter(is_ours).collect();
    unused.files.retain(|file| {
        let place = file.absolute();
        !used.contains(&place) && !starts.iter().any(|start| may_be_of(start, &place))
    });
    unused.files.sort_by_key(|file| file.shown().to_owned());
    Ok(unused)
}

/// Whether eyeline made a file, as answers or as a picture.
fn is_ours(file: &Rooted) -> bool {
    let name = file.shown().as_os_str().as_encoded_bytes();
    if name.ends_with(b".answers.json") {
        return file.open().ok().flatten().is_some_and(|opened| begins_with(&opened, "\"eyeline_report\""));
    }
    name.ends_with(b".png") && is_our_picture(file)
}

impl UnusedBaselines {
    /// Removes the files. Returns those that could not be removed, each with the reason. Each folder is locked meanwhile.
    pub fn remove(&self) -> Vec<String> {
        let remove = |file: &Rooted| {
            let _lock = file.folder().lock()?;
            file.remove()
        };
        let failed = |file: &Rooted| {
            let reason = remove(file).err()?;
            Some(format!("cannot remove {}: {reason}", file.in_message()))
        };
        self.files.iter().filter_map(failed).collect()
    }
}
