//! The scenes to check, and where their baselines are.
//!
//! A path that is a file is a scene. A folder is searched for `*.json` files whose text has a top-level key `eyeline`.
//! Hidden folders are skipped, links are followed. A scene that is found through a link that leads out of the root is an
//! error. The order is that of the arguments, and by path within a folder. An argument that is no file and no folder may be
//! the name of a scene.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::{Component, Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use jsonc_parser::{JsonValue, ParseOptions, parse_to_value};

use super::project::{CheckProject, Projects};
use super::relative::path_from_here;
use super::text;
use crate::budget::Budget;
use crate::escape;
use crate::scene::{Folder, SceneError, memory_of_tree};
use crate::source::decoding::guarded;
use crate::source::folder::{FolderError, root_of_work};
use crate::source::rooted::Rooted;
use crate::source::suggest::nearest;
use crate::source::text::path_in_message;
use crate::source::{LARGEST_SCENE, ReadOptions, regular};

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
        Self { path: path.to_owned(), name, baselines, outside, refused: None, project: None }
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
        if let Some(folder) = project.as_ref().filter(|_| baselines.is_none()).map(|project| project.baselines()) {
            if let Some(folder) = folder? {
                (found.baselines, found.outside) = (folder, None);
            }
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
        self.baselines.join(match view {
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

/// Why the scenes to check could not be determined.
#[derive(Debug, thiserror::Error)]
pub enum DiscoverError {
    /// A path cannot be read.
    #[error("cannot read {path}: {reason}{help}", help = if *.is_default { "; name the scenes or folders to check" } else { "" })]
    Unreadable {
        /// The path as given.
        path: String,
        /// The error of the operating system.
        reason: std::io::Error,
        /// Whether no path was given.
        is_default: bool,
    },
    /// A path is a pipe or a device.
    #[error("cannot read {0}: this is not a regular file; a scene of `eyeline check` must be a file")]
    NotRegular(String),
    /// The project file is invalid.
    #[error(transparent)]
    Project(#[from] Box<SceneError>),
    /// A path is no file, no folder and not the name of a scene.
    #[error("there is no file, folder or scene named {name}; {help}")]
    NoSuchScene {
        /// The path as given.
        name: String,
        /// The nearest name, or where scenes were searched.
        help: String,
    },
    /// Two scenes have this name.
    #[error("`{name}` is the name of {first} and of {second}; give the path")]
    Ambiguous {
        /// The name as given.
        name: String,
        /// The first scene.
        first: String,
        /// The second scene.
        second: String,
    },
    /// The baselines of two scenes would be one file on some systems.
    #[error(
        "the baselines of {first} and {second} differ only by case ({baseline}), so some systems store both in one file; rename one of the scenes"
    )]
    SharedByCase {
        /// The first scene.
        first: String,
        /// The second scene.
        second: String,
        /// The baseline of the second scene.
        baseline: String,
    },
    /// No scene was found.
    #[error("no scenes in {paths}: a scene is a .json file with the key \"eyeline\"")]
    NoScenes {
        /// The paths that were searched.
        paths: String,
    },
    /// Two scenes would share a baseline.
    #[error(
        "{first} and {second} would share the baseline {baseline}; rename one of them, or check them with a --baselines folder each"
    )]
    Shared {
        /// The first scene.
        first: String,
        /// The second scene.
        second: String,
        /// The baseline that they would share.
        baseline: String,
    },
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
    let of_project = projects.at(&root_of_work(options)).map_err(Box::new)?;
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

/// All scenes of a root, by their paths from the working folder.
///
/// # Errors
/// When a folder cannot be read.
pub(super) fn all_below(root: &Path, budget: &Budget) -> Result<Vec<PathBuf>, DiscoverError> {
    let mut scenes = Vec::new();
    let from = match path_from_here(root) {
        path if path.as_os_str().is_empty() => PathBuf::from("."),
        path => path,
    };
    let unreadable = |(path, reason): (PathBuf, io::Error)| DiscoverError::Unreadable {
        path: path_in_message(&path),
        reason,
        is_default: false,
    };
    search(&from, &mut HashSet::new(), &mut scenes, budget).map_err(unreadable)?;
    scenes.retain(|scene| refused(scene, root).is_none());
    Ok(scenes)
}

/// A scene file, and why it is not read.
type ScenePath = (Option<String>, PathBuf);

/// How the scenes of a path are found.
struct PathSearch<'s> {
    /// Where scenes are searched when no path is given, and by their names.
    defaults: &'s [PathBuf],
    /// Whether `defaults` are used because no path was given, and the project file names none.
    has_default: bool,
    options: &'s ReadOptions,
    budget: &'s Budget,
}

impl PathSearch<'_> {
    /// The scenes of an argument: a scene file, a folder, or the name of a scene.
    fn scenes_of(&self, path: &Path) -> Result<Vec<ScenePath>, DiscoverError> {
        let Self { has_default: is_default, budget, .. } = *self;
        let unreadable =
            |path: &Path, reason| DiscoverError::Unreadable { path: path_in_message(path), reason, is_default };
        let metadata = match path.metadata() {
            Err(reason) if reason.kind() == io::ErrorKind::NotFound && !is_default && is_plain(path) => {
                return self.named(path);
            }
            metadata => metadata.map_err(|reason| unreadable(path, reason))?,
        };
        if metadata.is_dir() {
            let mut inside = Vec::new();
            let mut visited = HashSet::new();
            search(path, &mut visited, &mut inside, budget).map_err(|(path, reason)| unreadable(&path, reason))?;
            inside.sort();
            let root =
                if is_default { root_of_work(self.options) } else { Folder::new(path, self.options).root().to_owned() };
            Ok(inside.into_iter().map(|scene| (refused(&scene, &root), scene)).collect())
        } else if metadata.is_file() {
            // The user names this file, so it may be a link.
            Ok(vec![(None, path.to_owned())])
        } else {
            Err(DiscoverError::NotRegular(path_in_message(path)))
        }
    }

    /// The scene with a name, in the folders that are searched without a path.
    fn named(&self, name: &Path) -> Result<Vec<ScenePath>, DiscoverError> {
        let mut all = Vec::new();
        for path in self.defaults.iter().filter(|path| path.exists()) {
            all.extend(self.scenes_of(path)?);
        }
        let (mut found, others): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|(_, scene)| scene.file_stem() == Some(name.as_os_str()));
        let shown = path_in_message(name);
        match &*found {
            [_] => Ok(vec![found.remove(0)]),
            [(_, first), (_, second), ..] => {
                let [first, second] = [first, second].map(|path| path_in_message(path));
                Err(DiscoverError::Ambiguous { name: shown, first, second })
            }
            [] => {
                let names: Vec<_> =
                    others.iter().filter_map(|(_, scene)| scene.file_stem()?.to_str()).map(str::to_owned).collect();
                let folders: Vec<_> = self.defaults.iter().map(|path| path_in_message(path)).collect();
                let help = match nearest(&shown, names.iter().map(String::as_str)) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("scenes were searched in {}", folders.join(", ")),
                };
                Err(DiscoverError::NoSuchScene { name: shown, help })
            }
        }
    }
}

/// Whether a path can be the name of a scene: a single name, and not that of a scene file.
fn is_plain(path: &Path) -> bool {
    path.extension().is_none_or(|end| end != "json")
        && matches!(path.components().collect::<Vec<_>>()[..], [Component::Normal(_)])
}

/// Why a scene that was found in a folder is not read: a link leads out of the root.
fn refused(scene: &Path, root: &Path) -> Option<String> {
    let real = scene.canonicalize().ok()?;
    let (file, root) = (scene.to_string_lossy().into_owned(), root.to_owned());
    (!real.starts_with(&root)).then(|| FolderError::LinkLeaves { file, root }.to_string())
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

/// Collects the scenes of a folder and of its subfolders.
fn search(
    folder: &Path,
    visited: &mut HashSet<PathBuf>,
    scenes: &mut Vec<PathBuf>,
    budget: &Budget,
) -> Result<(), (PathBuf, std::io::Error)> {
    let at = |path: &Path| {
        let path = path.to_owned();
        |reason| (path, reason)
    };
    // A link may lead to a folder above it.
    if !visited.insert(folder.canonicalize().map_err(at(folder))?) {
        return Ok(());
    }
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).map_err(at(folder))? {
        entries.push(entry.map_err(at(folder))?);
    }
    // Sorting makes the choice between two names of one folder independent of the file system's order.
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        // A link to a missing file is not a scene.
        let Ok(metadata) = path.metadata() else { continue };
        if metadata.is_dir() {
            if !entry.file_name().as_encoded_bytes().starts_with(b".") {
                search(&path, visited, scenes, budget)?;
            }
        } else if metadata.is_file() && path.extension().is_some_and(|end| end == "json") && is_scene(&path, budget) {
            scenes.push(path);
        }
    }
    Ok(())
}

/// Whether a JSON file is a scene. A file that cannot be parsed, or does not fit into the budget, is a scene when it
/// contains the key.
fn is_scene(path: &Path, budget: &Budget) -> bool {
    let contains = match regular::open(path) {
        Ok(file) if file.metadata().is_ok_and(|metadata| metadata.len() > LARGEST_SCENE) => return false,
        Ok(file) => contains(BufReader::new(file), format!("\"{KEY}\"").as_bytes()),
        Err(regular::RegularError::Io(error)) => Err(error),
        Err(_) => return false,
    };
    match contains {
        Ok(false) => false,
        Ok(true) => guarded(|| has_key(path, budget)).unwrap_or(true),
        // A file that cannot be read may be a scene. The code that reads the scene reports the error.
        Err(_) => true,
    }
}

/// The key that all scenes have.
const KEY: &str = "eyeline";

/// Whether a text contains a word. Little of the text is in memory at a time.
fn contains(mut text: impl BufRead, word: &[u8]) -> io::Result<bool> {
    let mut end = Vec::new();
    loop {
        let piece = text.fill_buf()?;
        if piece.is_empty() {
            return Ok(false);
        }
        end.extend_from_slice(piece);
        if end.windows(word.len()).any(|part| part == word) {
            return Ok(true);
        }
        let length = piece.len();
        text.consume(length);
        // The word may begin at the end of this piece.
        end.drain(..end.len().saturating_sub(word.len() - 1));
    }
}

/// Whether a text that contains the key has it at the top level.
fn has_key(path: &Path, budget: &Budget) -> bool {
    let Ok(Some((text, _memory))) = text::of_scene(path, budget) else { return true };
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let Ok(_tree) = budget.take(memory_of_tree(text)) else { return true };
    match parse_to_value(text, &ParseOptions::default()) {
        Ok(Some(JsonValue::Object(object))) => object.get(KEY).is_some(),
        Ok(_) => false,
        Err(_) => true,
    }
}

/// One of several equal parts of the scenes, to divide a check among several machines: `2/3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The number of this part, from 1 to `count`.
    pub index: usize,
    /// The number of parts, at least 1.
    pub count: usize,
}

impl Shard {
    /// Whether the scene with this index in the order belongs to this part.
    pub fn has(self, at: usize) -> bool {
        at % self.count == self.index - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/').and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        let (index, count): (usize, usize) = parts.ok_or("write the part and the number of parts, such as 1/3")?;
        if index == 0 || index > count {
            return Err(format!("parts are counted from 1 to {count}"));
        }
        Ok(Self { index, count })
    }
}

#[cfg(test)]
mod tests {
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
    fn shards_cover_each_scene_once() {
        assert_eq!("2/3".parse(), Ok(Shard { index: 2, count: 3 }));
        for wrong in ["", "1", "0/3", "4/3", "0/0", "1/0", "-1/3", "1/3/4", "a/b", "1.0/3"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
        for at in 0..10 {
            let owners = (1..=3).filter(|&index| Shard { index, count: 3 }.has(at)).count();
            assert_eq!(owners, 1, "{at}");
        }
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
