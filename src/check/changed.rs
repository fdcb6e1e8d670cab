//! `--only-changed`: the scenes that differ from a git revision.
//!
//! A scene differs when its file, a file that it names, the project file of its root or one of its baselines does. Files
//! that are not committed count. A file that git ignores does not count, because git has no other version of it.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::digest::inputs_of;
use super::discover::{FoundScene, root_of_scene};
use super::plan::views_of;
use super::project;
use crate::budget::Budget;
use crate::files::open::open_file;
use crate::files::{Files, Reading};
use crate::opacity::Progress;
use crate::source::decoding::guarded;
use crate::source::folder::{without_dots, without_links};
use crate::source::git::GitRevision;

/// The files of one repository that differ from the revision.
type ChangedFiles = Arc<HashSet<PathBuf>>;

/// The differences from a revision, of each repository that has a scene.
struct Changes<'r> {
    revision: &'r str,
    /// By the folder of a scene.
    of_folders: HashMap<PathBuf, ChangedFiles>,
    /// By the folder of the repository.
    of_repositories: HashMap<PathBuf, ChangedFiles>,
}

/// Keeps the scenes that differ from a git revision. A scene that cannot be read is kept, because it is unknown which files
/// it names. All scenes are kept when `expect`, the file of their expectations, differs.
///
/// # Errors
/// When a scene is in no git repository, or when git does not know the revision.
pub fn retain_changed(
    scenes: &mut Vec<FoundScene>,
    revision: &str,
    expect: Option<&Path>,
    reading: &Reading,
    budget: &Budget,
) -> Result<(), String> {
    let mut changes = Changes { revision, of_folders: HashMap::new(), of_repositories: HashMap::new() };
    if let Some(expect) = expect
        && has(&*changes.around(expect)?, expect)
    {
        return Ok(());
    }
    let files = scenes.iter().map(|found| changes.around(&found.path)).collect::<Result<Vec<_>, String>>()?;
    let mut files = files.into_iter();
    scenes.retain(|found| files.next().is_none_or(|changed| has_changed(found, &changed, reading, budget)));
    Ok(())
}

impl Changes<'_> {
    /// The differences in the repository that contains a file.
    fn around(&mut self, file: &Path) -> Result<ChangedFiles, String> {
        let folder = file.parent().unwrap_or(Path::new(""));
        if let Some(known) = self.of_folders.get(folder) {
            return Ok(Arc::clone(known));
        }
        let found = GitRevision::of(folder, self.revision)?;
        let known = match self.of_repositories.get(found.top()) {
            Some(known) => Arc::clone(known),
            None => Arc::new(found.changed_files()?),
        };
        self.of_repositories.insert(found.top().to_owned(), Arc::clone(&known));
        self.of_folders.insert(folder.to_owned(), Arc::clone(&known));
        Ok(known)
    }
}

/// Whether a file is one of those that changed: by its own name, as the target of a link, or in a folder that git lists as
/// one entry, such as a submodule.
fn has(changed: &HashSet<PathBuf>, file: &Path) -> bool {
    let Ok(absolute) = std::path::absolute(file) else { return true };
    let absolute = without_dots(&absolute);
    let own = match (absolute.parent(), absolute.file_name()) {
        (Some(folder), Some(name)) => without_links(folder).join(name),
        _ => absolute.clone(),
    };
    [own, without_links(&absolute)].iter().any(|path| path.ancestors().any(|part| changed.contains(part)))
}

fn has_changed(found: &FoundScene, changed: &HashSet<PathBuf>, reading: &Reading, budget: &Budget) -> bool {
    if changed.is_empty() {
        return false;
    }
    let project = root_of_scene(&found.path, &reading.options).join(project::FILE);
    if has(changed, &found.path) || has(changed, &project) || has(changed, &found.answers().absolute()) {
        return true;
    }
    let Some(views) = views_of(found, budget) else { return true };
    let mut pictures = found.by_renderers().flat_map(|found| {
        views.iter().map(move |view| found.picture(view.name.as_deref()).absolute()).collect::<Vec<_>>()
    });
    if pictures.any(|picture| has(changed, &picture)) {
        return true;
    }
    let opened = guarded(|| open_file(&found.path, Files::within(budget.clone()), reading, &Progress::default()));
    let Ok(Ok(loaded)) = opened else { return true };
    inputs_of(found, &loaded.files, &reading.options).all().iter().any(|file| has(changed, file))
}
