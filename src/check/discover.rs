//! The scenes to check, and where their baselines are.
//!
//! A path that is a file is a scene. A folder is searched for `*.json` files whose text has a top-level key `eyeline`.
//! Hidden folders are skipped, links are followed. A scene that is found through a link that leads out of the root is an
//! error. The order is that of the arguments, and by path within a folder. An argument that is no file and no folder may be
//! the name of a scene.

use std::collections::{BTreeMap, HashSet};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

pub use super::discover_error::DiscoverError;
use super::path_search::PathSearch;
use super::project::{CheckProject, Projects};
use crate::budget::Budget;
use crate::escape;
use crate::scene::{Folder, SceneError};
use crate::source::ReadOptions;
use crate::source::folder::root_of_work;
use crate::source::rooted::Rooted;
use crate::source::text::path_in_message;

/// The folder to search when no path is given.
pub const DEFAULT: &str = "scenes";
/// The name of the folder of the baselines. It is beside the folder of the scene.
const SCREENSHOTS: &str = "screenshots";

/// A scene and the folder of its baselines.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundScene {
    /// The path of the scene file, as given or found.
    pub path: PathBuf,
    /// The scene's file name without its extension.
    pub name: String,
    /// The folder of its baselines. It may not exist yet.
    pub baselines: Rooted,
    /// Where the baselines would be if the root contained the folder beside that of the scene.
    pub outside: Option<PathBuf>,
    /// Why the scene is not read: a link to it leads out of the root.
    pub refused: Option<String>,
    /// The project file of its root.
    pub project: Option<Arc<CheckProject>>,
    /// The entry of `renderers` in the project file that has the baselines of the pictures; `None` for the common baselines.
    pub renderer: Option<String>,
}

impl FoundScene {
    /// A scene whose baselines are in `baselines`, or, without it, in `screenshots` beside the folder of the scene: see
    /// `beside`.
    pub fn new(path: &Path, baselines: Option<&Path>, options: &ReadOptions) -> Self {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (baselines, outside) = match baselines {
            // The user names this folder, so it is a root of its own.
            Some(folder) => (Rooted::of_folder(folder), None),
            None => beside(path, options),
        };
        Self { path: path.to_owned(), name, baselines, outside, refused: None, project: None, renderer: None }
    }

    /// The same with the project file of the scene's root, which may name the folder of all baselines.
    ///
    /// # Errors
    /// When the project file cannot be read, located.
    pub fn in_project(
        path: &Path,
        baselines: Option<&Path>,
        options: &ReadOptions,
        projects: &mut Projects,
    ) -> Result<Self, SceneError> {
        let project = projects.at(&root_of_scene(path, options))?;
        let mut found = Self::new(path, baselines, options);
        let folder = project.as_ref().filter(|_| baselines.is_none()).map(|project| project.baselines());
        if let Some(folder) = folder.transpose()?.flatten() {
            (found.baselines, found.outside) = (folder, None);
        }
        found.project = project;
        Ok(found)
    }

    /// The baseline of the answers.
    pub fn answers(&self) -> Rooted {
        self.baselines.join(self.with_stem(".answers.json"))
    }

    /// The baseline of a view's picture. The view of a scene without `check.views` has no name.
    pub fn picture(&self, view: Option<&str>) -> Rooted {
        self.pictures().join(match view {
            None => self.with_stem(".png"),
            Some(view) => self.with_stem(&format!(".{}.png", escape::file_name(view))),
        })
    }

    /// The escaped file name with another extension, in the encoding of the system.
    fn with_stem(&self, end: &str) -> PathBuf {
        let mut name = escape::os_name(self.path.file_stem().unwrap_or_default());
        name.push(end);
        name.into()
    }
}

/// The folder of the baselines of a scene: `screenshots` beside the scene's folder, or inside it when the scene's folder
/// is the root or the parent is outside the root. In the second case also the folder beside.
fn beside(scene: &Path, options: &ReadOptions) -> (Rooted, Option<PathBuf>) {
    let folder = scene.parent().unwrap_or(Path::new(""));
    let above = match folder.components().next_back() {
        Some(Component::Normal(_)) => folder.parent().unwrap_or(Path::new("")).to_owned(),
        None => "..".into(),
        Some(_) => folder.join(".."),
    };
    let real = |path: &Path| Rooted::of_folder(path).absolute();
    let (own, above_real) = (real(folder), real(&above));
    let root = &*root_of_scene(scene, options);
    let within = |folder: &Path, shown: PathBuf| {
        let inside = folder.strip_prefix(root).unwrap_or(Path::new("")).join(SCREENSHOTS);
        Rooted::new(root, &inside, &shown)
    };
    if own != root && above_real.starts_with(root) {
        (within(&above_real, above.join(SCREENSHOTS)), None)
    } else {
        (within(&own, folder.join(SCREENSHOTS)), Some(above.join(SCREENSHOTS)))
    }
}

/// The root of a scene, without links.
pub(super) fn root_of_scene(scene: &Path, options: &ReadOptions) -> PathBuf {
    let folder = scene.parent().unwrap_or(Path::new(""));
    let guard = Folder::new(folder, options);
    let own = Rooted::of_folder(folder).absolute();
    // A scene outside `--root` is an error. Its baselines are not used.
    if own.starts_with(guard.root()) { guard.root().to_owned() } else { own }
}

/// All scenes of the paths, each once. Without a path, those of the paths of the project file, or of the folder `scenes`.
///
/// # Errors
/// When a path cannot be read, when there is no scene, when a project file is invalid, or when two scenes would share a
/// baseline.
pub fn discover(
    paths: &[PathBuf],
    baselines: Option<&Path>,
    options: &ReadOptions,
    budget: &Budget,
) -> Result<Vec<FoundScene>, DiscoverError> {
    let mut projects = Projects::default();
    // An argument that does not exist may be the name of a scene.
    let needs_defaults = paths.is_empty() || paths.iter().any(|path| !path.exists());
    let of_project = if needs_defaults { projects.at(&root_of_work(options)).map_err(Box::new)? } else { None };
    let of_project = of_project.map(|project| project.paths()).transpose().map_err(Box::new)?.flatten();
    let (has_default, defaults) = (of_project.is_none(), of_project.unwrap_or_else(|| vec![DEFAULT.into()]));
    let search = PathSearch { defaults: &defaults, has_default: has_default && paths.is_empty(), options, budget };
    let mut scenes = Vec::new();
    for path in if paths.is_empty() { &defaults } else { paths } {
        scenes.extend(search.scenes_of(path)?);
    }
    let mut seen = HashSet::new();
    scenes.retain(|(_, scene)| seen.insert(place(scene)));
    if scenes.is_empty() {
        let paths = if paths.is_empty() { &defaults } else { paths };
        let paths: Vec<_> = paths.iter().map(|path| path_in_message(path)).collect();
        return Err(DiscoverError::NoScenes { paths: paths.join(", ") });
    }
    let found = scenes.into_iter().map(|(refused, scene)| {
        let found = FoundScene::in_project(&scene, baselines, options, &mut projects)?;
        Ok(FoundScene { refused, ..found })
    });
    let found: Vec<_> = found.collect::<Result<_, SceneError>>().map_err(Box::new)?;
    refuse_shared_baselines(found.iter().map(|found| (found, found.answers())))?;
    Ok(found)
}

/// Refuses two scenes that would share a baseline.
///
/// # Errors
/// With the first two such scenes.
pub fn refuse_shared_baselines<'f>(files: impl Iterator<Item = (&'f FoundScene, Rooted)>) -> Result<(), DiscoverError> {
    let mut owners: BTreeMap<PathBuf, (PathBuf, &FoundScene)> = BTreeMap::new();
    for (found, file) in files {
        let place = place(&file.absolute());
        if let Some((other, first)) = owners.insert(without_case(&place), (place.clone(), found)) {
            let [first, second] = [first, found].map(|found| path_in_message(&found.path));
            let baseline = file.in_message();
            return Err(if other == place {
                DiscoverError::Shared { first, second, baseline }
            } else {
                DiscoverError::SharedByCase { first, second, baseline }
            });
        }
    }
    Ok(())
}

/// The same path for all paths that are one file on a system that ignores the case of names.
fn without_case(path: &Path) -> PathBuf {
    path.to_str().map_or_else(|| path.to_owned(), |path| path.to_lowercase().into())
}

/// A key that is equal for all paths to one folder entry: the folder with links resolved, and the entry's name.
fn place(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = folder.canonicalize().or_else(|_| std::path::absolute(folder)).unwrap_or_else(|_| folder.to_owned());
    folder.join(path.file_name().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn baselines_are_beside_the_folder_of_the_scene_inside_the_root() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().canonicalize().unwrap().join(name);
        fs::create_dir_all(at("repository/.git")).unwrap();
        fs::create_dir_all(at("repository/a/scenes")).unwrap();
        fs::create_dir_all(at("plain/scenes")).unwrap();
        let chosen = |root: &str| ReadOptions { root: Some(at(root).into()), ..ReadOptions::default() };
        let default = ReadOptions::default();
        for (scene, options, picture) in [
            ("repository/a/scenes/guard.json", &default, "repository/a/screenshots/guard.png"),
            ("repository/a/scenes/guard.v2.json", &default, "repository/a/screenshots/guard.v2.png"),
            ("repository/a/guard.json", &default, "repository/screenshots/guard.png"),
            ("repository/guard.json", &default, "repository/screenshots/guard.png"),
            ("repository/a/guard.json", &chosen("repository/a"), "repository/a/screenshots/guard.png"),
            ("plain/scenes/看守.json", &default, "plain/scenes/screenshots/看守.png"),
            ("plain/scenes/guard.json", &chosen("plain"), "plain/screenshots/guard.png"),
        ] {
            let found = FoundScene::new(&at(scene), None, options).picture(None);
            assert_eq!((found.absolute(), found.shown()), (at(picture), &*at(picture)), "{scene}");
        }
        let shown =
            |scene: &str| FoundScene::new(Path::new(scene), None, &default).picture(Some("top")).shown().to_owned();
        // The package is in a repository, or its files are the root.
        let beside = if Path::new(".git").exists() { "screenshots" } else { "scenes/screenshots" };
        assert_eq!(shown("scenes/guard.json"), Path::new(beside).join("guard.top.png"));
        let found = FoundScene::new(Path::new("scenes/guard.json"), Some(Path::new("other")), &default);
        assert_eq!(found.answers().shown(), Path::new("other/guard.answers.json"));
        assert_eq!(found.answers().absolute(), std::path::absolute("other/guard.answers.json").unwrap());
    }

    #[cfg(unix)]
    #[test]
    fn links_of_folders_stay_in_the_root() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().canonicalize().unwrap().join(name);
        for folder in ["project/.git", "project/levels", "elsewhere"] {
            fs::create_dir_all(at(folder)).unwrap();
        }
        symlink("levels", at("project/scenes")).unwrap();
        symlink("../elsewhere", at("project/outer")).unwrap();
        let found = |scene: &str| FoundScene::new(&at(scene), None, &ReadOptions::default()).answers();
        assert_eq!(found("project/scenes/a.json").absolute(), at("project/screenshots/a.answers.json"));
        let outer = found("project/outer/a.json");
        assert_eq!(outer.absolute(), at("elsewhere/screenshots/a.answers.json"), "the root of the real folder");
        assert_eq!(outer.shown(), at("project/outer/screenshots/a.answers.json"));
    }

    #[test]
    fn only_scenes_are_found_and_each_once() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for folder in ["b/deep er", ".hidden", "a"] {
            fs::create_dir_all(at(folder)).unwrap();
        }
        for (name, text) in [
            ("z.json", "{ \"eyeline\": 1 }"),
            ("b/deep er/看.json", "// scene\n{ \"eyeline\" : 1, }"),
            ("a/cut.json", "{ \"eyeline\": 1, \"obj"),
            ("a/schema.json", "{ \"properties\": { \"eyeline\": {} } }"),
            ("a/other.json", "[1]"),
            ("a/z.answers.json", "{ \"eyeline_report\": 1 }"),
            ("a/notes.txt", "\"eyeline\": 1"),
            (".hidden/h.json", "{ \"eyeline\": 1 }"),
        ] {
            fs::write(at(name), text).unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink("..", at("a/up")).unwrap();
        let found = discover(
            &[folder.path().to_owned(), at("z.json")],
            Some(Path::new("x")),
            &ReadOptions::default(),
            &Budget::default(),
        )
        .unwrap();
        let names: Vec<_> = found.iter().map(|found| found.name.as_str()).collect();
        assert_eq!(names, ["cut", "看", "z"]);
    }

    #[test]
    fn names_that_differ_only_by_case_are_refused() {
        let found = |name: &str| FoundScene::new(Path::new(name), Some(Path::new("x")), &ReadOptions::default());
        let refused = |names: [&str; 2]| {
            let found = names.map(found);
            refuse_shared_baselines(found.iter().map(|found| (found, found.answers()))).map_err(|e| e.to_string())
        };
        assert_eq!(refused(["a/guard.json", "b/tour.json"]), Ok(()));
        assert!(refused(["a/guard.json", "b/guard.json"]).unwrap_err().contains("would share the baseline"));
        assert!(refused(["a/Guard.json", "b/guard.json"]).unwrap_err().contains("differ only by case"));
    }
}
