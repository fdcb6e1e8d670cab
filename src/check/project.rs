//! The project file: `eyeline.project.json` in the root of a scene. It has the settings of `eyeline check` that a scene does
//! not give itself, and the folders of scenes and baselines. It is an input of each scene of its root.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::relative::path_from_here;
use crate::scene::{
    Check, CheckRenderer, Levels, ProjectCheck, Scene, SceneError, Violation, WrittenProject, WrittenScene,
    check_settings,
};
use crate::source::folder::{check_written, without_dots};
use crate::source::git_text::{POINTER_HELP, POINTER_MESSAGE, is_pointer};
use crate::source::rooted::Rooted;
use crate::source::text::path_in_message;

/// The name of the file.
pub const FILE: &str = "eyeline.project.json";
/// The largest size of the file.
const LARGEST: u64 = 1 << 20;
/// The help of a folder that leads out of the root.
const INSIDE: &str = "give a path inside the folder of the project file, relative to that folder and with `/`";

/// A project file that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckProject {
    /// The folder of the file, without links.
    root: PathBuf,
    /// The same folder, relative to the working folder.
    shown: PathBuf,
    written: WrittenProject,
    /// The settings that a scene may have too.
    settings: Check,
}

impl CheckProject {
    /// Reads the project file of a root, which has no links. `None` when there is none.
    ///
    /// # Errors
    /// With the first error in it, located.
    pub fn at(root: &Path) -> Result<Option<Arc<Self>>, SceneError> {
        let shown = path_from_here(root);
        let file = Rooted::new(root, Path::new(FILE), &shown.join(FILE));
        let name = file.in_message();
        let unreadable =
            |reason: &str| SceneError::unreadable(&name, reason, Some("repair the project file, or remove it"));
        let Some(bytes) = file.read(LARGEST).map_err(|reason| unreadable(&format!("cannot read it: {reason}")))? else {
            return Ok(None);
        };
        if is_pointer(&bytes[..]) {
            return Err(SceneError::unreadable(&name, POINTER_MESSAGE, Some(POINTER_HELP)));
        }
        let text = String::from_utf8(bytes).map_err(|_not_utf8| unreadable("the file is not UTF-8"))?;
        let written = WrittenProject::parse(&text, &name)?;
        let settings = written.project.check.as_ref().map(ProjectCheck::of_scenes).unwrap_or_default();
        let project = Self { root: root.to_owned(), shown, written, settings };
        // Both are checked here, so that an error does not depend on what uses them.
        project.paths()?;
        project.baselines()?;
        Ok(Some(Arc::new(project)))
    }

    /// The file.
    pub fn file(&self) -> PathBuf {
        self.root.join(FILE)
    }

    /// The scenes and folders to check, when the file names them.
    ///
    /// # Errors
    /// When one of them does not exist or is outside the root, located.
    pub fn paths(&self) -> Result<Option<Vec<PathBuf>>, SceneError> {
        let Some(paths) = self.written.project.check.as_ref().and_then(|check| check.paths.as_ref()) else {
            return Ok(None);
        };
        let path = |(i, path): (usize, &String)| {
            let inside = self.inside(path).map_err(|reason| self.written.error_at("paths", Some(i), reason, INSIDE))?;
            let shown = self.shown.join(&inside);
            let reason = match self.root.join(&inside).symlink_metadata() {
                Ok(_) => return Ok(shown),
                Err(error) => format!("cannot read {}: {error}", path_in_message(&shown)),
            };
            Err(self.written.error_at("paths", Some(i), reason, "name a scene, or a folder with scenes"))
        };
        paths.iter().enumerate().map(path).collect::<Result<_, _>>().map(Some)
    }

    /// The folder of all baselines, when the file names one.
    ///
    /// # Errors
    /// When it is outside the root, located.
    pub fn baselines(&self) -> Result<Option<Rooted>, SceneError> {
        let folder = self.written.project.check.as_ref().and_then(|check| check.baselines.as_ref());
        let Some(folder) = folder else { return Ok(None) };
        let inside = self.inside(folder).map_err(|reason| self.written.error_at("baselines", None, reason, INSIDE))?;
        Ok(Some(Rooted::new(&self.root, &inside, &self.shown.join(&inside))))
    }

    /// The names of the renderers whose pictures have baselines of their own.
    pub(super) fn renderers(&self) -> impl Iterator<Item = &str> {
        self.entries().iter().map(|entry| &*entry.name)
    }

    /// The name of the entry of `renderers` for a renderer.
    pub(super) fn renderer_of(&self, renderer: &str) -> Option<&str> {
        self.entries().iter().find(|entry| entry.is_of(renderer)).map(|entry| &*entry.name)
    }

    fn entries(&self) -> &[CheckRenderer] {
        self.written.project.check.as_ref().and_then(|check| check.renderers.as_deref()).unwrap_or_default()
    }

    /// A path of the file, relative to the root.
    fn inside(&self, path: &str) -> Result<PathBuf, String> {
        check_written(path).map_err(|error| error.to_string())?;
        let leaves =
            || format!("{} is outside the root {}", path_in_message(Path::new(path)), path_in_message(&self.root));
        let place = without_dots(&self.root.join(path));
        let inside = place.strip_prefix(&self.root).map_err(|_outside| leaves())?;
        // A path such as `../root/scenes` is inside by its text, and leaves the root on its way.
        let mut depth = 0_i32;
        for part in Path::new(path).components() {
            depth += match part {
                Component::ParentDir => -1,
                Component::Normal(_) => 1,
                _ => 0,
            };
            if depth < 0 {
                return Err(leaves());
            }
        }
        let nearest = place.ancestors().find_map(|folder| folder.canonicalize().ok());
        if nearest.is_some_and(|nearest| !nearest.starts_with(&self.root)) {
            return Err(format!("{}: a link leads out of it", leaves()));
        }
        Ok(inside.to_owned())
    }

    /// Gives a scene the settings that it does not have. A part of a picture that the project ignores concerns only scenes
    /// with that view, when a scene has views of its own.
    pub(super) fn apply(&self, scene: &mut Scene) {
        let own = scene.check.take().unwrap_or_default();
        let (has_own_views, has_own_parts) = (own.views.is_some(), own.ignore.is_some());
        let mut settings = own.over(&self.settings);
        if has_own_views && !has_own_parts {
            let views = settings.views.clone().unwrap_or_default();
            let has_view = |name: &String| views.iter().any(|view| view.name == *name);
            if let Some(ignore) = &mut settings.ignore {
                ignore.retain(|ignored| ignored.view.as_ref().is_none_or(has_view));
            }
        }
        scene.check = Some(settings);
    }
}

/// The project files of the roots that were asked.
#[derive(Debug, Default)]
pub struct Projects(HashMap<PathBuf, Option<Arc<CheckProject>>>);

impl Projects {
    /// The project of a root, which is read once.
    ///
    /// # Errors
    /// As [`CheckProject::at`].
    pub fn at(&mut self, root: &Path) -> Result<Option<Arc<CheckProject>>, SceneError> {
        if let Some(found) = self.0.get(root) {
            return Ok(found.clone());
        }
        let found = CheckProject::at(root)?;
        self.0.insert(root.to_owned(), found.clone());
        Ok(found)
    }
}

/// Checks the settings of a scene after those of its project were added. `own` are those of the scene alone, and `text` is
/// the text of the scene file, whose name in messages is `name`.
///
/// # Errors
/// With the first violation, located in the file that has the setting.
pub(super) fn expect_valid(
    scene: &Scene,
    own: &Check,
    project: Option<&CheckProject>,
    levels: &dyn Levels,
    (text, name): (&str, &str),
) -> Result<(), SceneError> {
    let Some(settings) = &scene.check else { return Ok(()) };
    let has_references = !settings.ignored().is_empty()
        || settings.views().iter().any(|view| view.camera.is_some() || view.panel.is_some());
    // A scene with views of its own was checked when it was read.
    if !has_references || (project.is_none() && own.views.is_some()) {
        return Ok(());
    }
    let is_own = |problem: &Violation| match problem.place.second_key() {
        Some("views") => own.views.is_some(),
        Some("ignore") => own.ignore.is_some(),
        _ => true,
    };
    let (of_scene, of_project): (Vec<_>, Vec<_>) = check_settings(scene, levels).into_iter().partition(is_own);
    if let Some(problem) = of_scene.into_iter().next() {
        let written = WrittenScene::parse(text, name, &crate::budget::Budget::default()).ok();
        let written = written.map_or_else(|| WrittenScene::made(name), |(_, written)| written);
        return Err(written.error(scene, problem));
    }
    match (project, of_project.into_iter().next()) {
        (Some(project), Some(mut problem)) => {
            let key = problem.place.second_key().unwrap_or_default();
            let own_key = format!("give the scene its own `{key}` in `check`");
            problem.help = Some(match problem.help {
                Some(help) if help.ends_with('?') => format!("{help} Or {own_key}"),
                Some(help) => format!("{help}; or {own_key}"),
                None => own_key,
            });
            problem.message = format!("{} in {name}", problem.message);
            Err(project.written.error(problem))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::scene::parse;

    fn project(text: &str) -> (tempfile::TempDir, Result<Option<Arc<CheckProject>>, SceneError>) {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("scenes")).unwrap();
        fs::write(folder.path().join(FILE), text).unwrap();
        let found = CheckProject::at(&folder.path().canonicalize().unwrap());
        (folder, found)
    }

    #[test]
    fn a_scene_keeps_its_own_keys_one_by_one() {
        let (_folder, found) = project(
            r#"{ "eyeline_project": 1, "check": { "views": [{ "name": "front" }], "skip": ["octree"],
                "tolerance": { "number": 0.5, "pixels": 7 },
                "ignore": [{ "view": "front", "rect": [0, 0, 1, 1] }, { "rect": [0, 0, 2, 2] }] } }"#,
        );
        let project = found.unwrap().unwrap();
        let settings = |check: &str| {
            let mut scene = parse(&format!(r#"{{ "eyeline": 1{check} }}"#), "a.json").unwrap();
            project.apply(&mut scene);
            scene.check.unwrap()
        };
        let plain = settings("");
        assert_eq!((plain.views().len(), plain.ignored().len(), plain.skipped().len()), (1, 2, 1));
        assert_eq!((plain.tolerance.number(), plain.tolerance.pixels_of([9, 9])), (0.5, 7));
        let own = settings(
            r#", "check": { "views": [{ "name": "b" }, { "name": "c" }], "skip": [], "tolerance": { "pixel_ratio": 0.5 } }"#,
        );
        assert_eq!((own.views().len(), own.skipped().len()), (2, 0));
        assert_eq!(own.ignored().len(), 1, "the scene has no view `front`");
        assert_eq!((own.tolerance.number(), own.tolerance.pixels_of([10, 10])), (0.5, 50));
        assert_eq!(settings(r#", "check": { "ignore": [] }"#).ignored().len(), 0);
    }

    #[test]
    fn folders_outside_the_root_are_located_errors() {
        for (check, message) in [
            (r#""paths": ["scenes", "../other"]"#, ":2:32: ../other is outside the root"),
            (r#""paths": ["/etc"]"#, "`/etc` is an absolute path"),
            (r#""paths": ["scenes/../../x"]"#, "is outside the root"),
            (r#""paths": ["nothing"]"#, "cannot read"),
            (r#""baselines": "..""#, ":2:25: .. is outside the root"),
            (r#""baselines": "a\\b""#, "contains a backslash"),
        ] {
            let (_folder, found) = project(&format!("{{ \"eyeline_project\": 1,\n\"check\": {{ {check} }} }}"));
            let error = found.unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_out_is_a_located_error() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap().join("root");
        fs::create_dir(&root).unwrap();
        std::os::unix::fs::symlink("..", root.join("up")).unwrap();
        for key in [r#""baselines": "up/base""#, r#""paths": ["up"]"#] {
            fs::write(root.join(FILE), format!(r#"{{ "eyeline_project": 1, "check": {{ {key} }} }}"#)).unwrap();
            let error = CheckProject::at(&root).unwrap_err().to_string();
            assert!(error.contains("a link leads out of it"), "{error}");
        }
    }
}
