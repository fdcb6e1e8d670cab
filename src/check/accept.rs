//! `--accept`: baselines from the captures of an earlier run. Nothing is drawn.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::discover::FoundScene;
use super::plan::{Plan, PlannedView};
use super::project::Projects;
use super::replaced::ReplacedBaseline;
use super::results::{BaselineResult, Results, SceneResult, located, part_of};
use super::spool::{Spool, Spooled};
use super::{baseline, compare, digest, update};
use crate::budget::Budget;
use crate::files::open::open_file;
use crate::files::{Files, Inputs, Reading};
use crate::import::image::check_png;
use crate::opacity::Progress;
use crate::render::renderer_of;
use crate::report::stored::{MEMORY_OF_BYTE, reports};
use crate::source::ReadOptions;
use crate::source::folder::without_dots;
use crate::source::place::ValuePath;
use crate::source::rooted::{Rooted, is_plain_name};
use crate::source::text::path_in_message;

/// The results of a run, and the folders to which its paths are relative.
pub struct RunSource<'r> {
    /// The results.
    pub results: &'r Results,
    /// The folder of the run, with its captures.
    pub folder: &'r Rooted,
    /// The folder to which the paths of scenes and baselines are relative. An empty path is the working folder.
    pub base: &'r Path,
    /// The folder of all baselines, when the user names one.
    pub baselines: Option<&'r Path>,
    /// The options that decide where baselines are.
    pub options: &'r ReadOptions,
    /// The folder that contains all scenes and baselines that may be accepted. It has no links.
    pub root: &'r Path,
    /// The memory budget.
    pub budget: &'r Budget,
}

/// A scene as it is now.
pub struct Now {
    /// The scene file and each file that it names.
    pub inputs: Inputs,
    /// Its views.
    pub views: Vec<PlannedView>,
}

/// The captures of one scene to accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptureSelection {
    /// The answers and all views.
    All,
    /// One baseline, an index into [`SceneResult::baselines`].
    One(usize),
}

/// One baseline to write.
struct Taken {
    contents: Spooled,
    baseline: Rooted,
}

/// Writes the baselines of the named scenes from the captures of a run, all or none of them, and returns their paths.
/// `now` reads a scene as it is now.
///
/// # Errors
/// When a name is unknown or ambiguous, and as for [`accept`].
pub fn accept_names(
    names: &[String],
    source: &RunSource,
    now: &dyn Fn(&FoundScene) -> Result<Now, String>,
) -> Result<Vec<PathBuf>, String> {
    let index = SceneIndex::of(source.results);
    let wanted: Vec<_> = names.iter().map(|name| index.find(name)).collect::<Result<_, _>>()?;
    let replaced = accept(source, &wanted, now)?;
    Ok(replaced.iter().map(|one| one.path().to_owned()).collect())
}

/// Writes the baselines of some scenes, given by their indices, from the captures of a run, all or none of them, and
/// returns them with their earlier contents. `now` reads a scene as it is now.
///
/// `results.json` is data. So all of it is checked before the first file is written: scenes and baselines are inside the
/// root and are where a run would put them now, a capture is what its name says, and no file of the scene has changed.
///
/// # Errors
/// When a capture is missing or cannot be accepted, or when a baseline cannot be written.
pub fn accept(
    source: &RunSource,
    wanted: &[(usize, CaptureSelection)],
    now: &dyn Fn(&FoundScene) -> Result<Now, String>,
) -> Result<Vec<ReplacedBaseline>, String> {
    expect_same_baselines(source)?;
    let (spool, mut taken) = (Spool::default(), Vec::<Taken>::new());
    let mut places = HashSet::new();
    for &(index, which) in wanted {
        let Some(scene) = source.results.scenes.get(index) else { continue };
        if let Some(reason) = scene.why_not_accept() {
            return Err(reason);
        }
        let at = ValuePath::default().key("scenes").index(index);
        let refused = |key, message: &str| located(source.folder, &at.key(key), message);
        let found = found(source, scene).map_err(|reason| refused("scene", &reason))?;
        let now = now(&found)?;
        if scene.digest.is_none() || scene.digest != digest::digest(&now.inputs) {
            return Err(format!(
                "{} or one of its files changed after this run, so its captures are out of date: run `eyeline check` again",
                path_in_message(&scene.scene)
            ));
        }
        for (number, capture) in scene.baselines.iter().enumerate() {
            let is_wanted = match which {
                CaptureSelection::All => true,
                CaptureSelection::One(one) => one == number,
            };
            if !is_wanted || capture.state == "equal" || capture.written {
                continue;
            }
            let at = at.key("baselines").index(number);
            let one = take(capture, &found, source, &now, &at, &spool)?;
            if places.insert(one.baseline.absolute()) {
                taken.push(one);
            }
        }
    }
    let all: Vec<_> = taken.iter().map(|taken| (&taken.contents, &taken.baseline)).collect();
    update::put_all(&all, source.budget).map_err(|reason| format!("{reason}; no baseline was changed"))
}

/// Refuses a run with another folder of baselines than the one that the user names now.
pub(super) fn expect_same_baselines(source: &RunSource) -> Result<(), String> {
    let real = |folder: &Path| Rooted::of_folder(&source.base.join(folder)).absolute();
    let [now, then] = [source.baselines, source.results.baselines.as_deref()];
    if now.map(real) == then.map(real) {
        return Ok(());
    }
    let message = match then {
        Some(then) => format!(
            "this run has its baselines in {}: if that is right, give this folder with `--baselines`",
            path_in_message(then)
        ),
        None => "this run has no folder of all baselines: leave `--baselines` out".to_owned(),
    };
    Err(located(source.folder, &ValuePath::default().key("baselines"), &message))
}

/// A scene of a run, with the place of its baselines. The place is computed from the scene, because `results.json` is not
/// trusted.
///
/// # Errors
/// When the scene is outside the root or is not a regular file.
pub(super) fn found(source: &RunSource, scene: &SceneResult) -> Result<FoundScene, String> {
    let path = source.base.join(&scene.scene);
    let shown = path_in_message(&scene.scene);
    let outside = || {
        let root = path_in_message(source.root);
        format!("the scene {shown} is outside the root {root}: give a folder that contains it with `--root DIR`")
    };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let real = folder.canonicalize().map_err(|error| format!("cannot read the scene {shown}: {error}"))?;
    let inside = real.strip_prefix(source.root).map_err(|_outside| outside())?;
    let name = path.file_name().ok_or_else(outside)?;
    let file = Rooted::new(source.root, &inside.join(name), &path);
    match file.open() {
        Ok(Some(_)) => {}
        Ok(None) => return Err(format!("cannot read the scene {shown}: there is no such file")),
        Err(reason) => return Err(format!("cannot read the scene {shown}: {reason}")),
    }
    let mut projects = Projects::default();
    let found = FoundScene::in_project(&path, source.baselines, source.options, &mut projects);
    let found = found.map_err(|error| error.to_string())?;
    // A scene in a repository of its own inside this one has its baselines there.
    let is_inside = source.baselines.is_some() || found.baselines.absolute().starts_with(source.root);
    if is_inside { Ok(found) } else { Err(outside()) }
}

/// Reads a scene as it is now.
///
/// # Errors
/// When the scene cannot be read.
pub fn now(found: &FoundScene, files: Files, reading: &Reading) -> Result<Now, String> {
    let mut loaded = open_file(&found.path, files, reading, &Progress::default()).map_err(|error| error.to_string())?;
    if let Some(project) = &found.project {
        project.apply(&mut loaded.scene);
    }
    let inputs = digest::inputs_of(found, &loaded.files, &reading.options);
    Ok(Now { inputs, views: Plan::of(&loaded.scene).views })
}

impl SceneResult {
    /// The reason why no capture of this scene can be accepted.
    pub fn why_not_accept(&self) -> Option<String> {
        (self.state == "error").then(|| {
            let name = path_in_message(Path::new(&self.name));
            format!("{name} has errors in this run, so its captures are incomplete: repair the scene and run `eyeline check` again")
        })
    }
}

impl BaselineResult {
    /// The reason why this capture cannot be accepted.
    pub fn why_not_accept(&self) -> Option<String> {
        let name = path_in_message(&self.baseline);
        if self.unstable {
            Some(format!("{name} is unstable: two drawings of the scene differ"))
        } else if self.actual.is_none() && self.state != "equal" {
            Some(format!("this run has no capture for {name}"))
        } else {
            None
        }
    }
}

/// The scenes of a run by their paths and names.
struct SceneIndex<'r> {
    results: &'r Results,
    paths: HashMap<&'r Path, usize>,
    names: HashMap<&'r str, Vec<usize>>,
}

impl<'r> SceneIndex<'r> {
    fn of(results: &'r Results) -> Self {
        let mut index = Self { results, paths: HashMap::new(), names: HashMap::new() };
        for (at, scene) in results.scenes.iter().enumerate() {
            index.paths.entry(&scene.scene).or_insert(at);
            index.names.entry(&scene.name).or_default().push(at);
        }
        index
    }

    fn with_name(&self, name: &str) -> &[usize] {
        self.names.get(name).map_or(&[], Vec::as_slice)
    }

    /// The scene with a name or a path. `NAME.VIEW` selects that view of the scene.
    fn find(&self, name: &str) -> Result<(usize, CaptureSelection), String> {
        if let Some(&at) = self.paths.get(Path::new(name)) {
            return Ok((at, CaptureSelection::All));
        }
        let scenes = &self.results.scenes;
        let mut found: Vec<_> = self.with_name(name).iter().map(|&at| (at, CaptureSelection::All)).collect();
        if found.is_empty() {
            let parts = name.match_indices('.').map(|(point, _)| (&name[..point], &name[point + 1..]));
            found.extend(parts.flat_map(|(scene, view)| {
                let view_of = move |at: usize| {
                    let of_view = |baseline: &BaselineResult| baseline.view.as_deref() == Some(view);
                    Some((at, CaptureSelection::One(scenes[at].baselines.iter().position(of_view)?)))
                };
                self.with_name(scene).iter().copied().filter_map(view_of)
            }));
        }
        match &*found {
            [one] => Ok(*one),
            [(first, _), (second, _), ..] => {
                let [first, second] = [first, second].map(|&scene| path_in_message(&scenes[scene].scene));
                Err(format!("`{name}` is the name of {first} and of {second}; give the path"))
            }
            [] => {
                let left = scenes.iter().filter(|scene| scene.state != "equal");
                let names: Vec<_> = left.map(|scene| scene.name.as_str()).collect();
                let known = if names.is_empty() { "none".into() } else { names.join(", ") };
                Err(format!("this run has no scene `{name}`; scenes that are not equal: {known}"))
            }
        }
    }
}

/// The place of a baseline of a scene.
///
/// # Errors
/// When the name of the view is not a part of a file name, or when `results.json` names another path. With the key of the
/// value that is wrong.
pub(super) fn place_of(
    capture: &BaselineResult,
    found: &FoundScene,
    base: &Path,
) -> Result<Rooted, (&'static str, String)> {
    if let Some(view) = capture.view.as_deref().filter(|view| !is_plain_name(view)) {
        let view = crate::source::error::quoted(view);
        return Err(("view", format!("the name {view} of a view is not a part of a file name")));
    }
    let written = |path: &Path| std::path::absolute(path).map(|path| without_dots(&path)).ok();
    let is_same = |place: &Rooted| written(place.shown()) == written(&base.join(&capture.baseline));
    let pictures = found.by_renderers().map(|found| found.picture(capture.view.as_deref()));
    if let Some(place) = std::iter::once(found.answers()).chain(pictures).find(is_same) {
        return Ok(place);
    }
    let [baseline, scene] = [&capture.baseline, &found.path].map(|path| path_in_message(path));
    Err(("baseline", format!("{baseline} is not a baseline of {scene}")))
}

/// The place of a baseline of a scene of a run, which is inside the root.
///
/// # Errors
/// When it is not, or when `results.json` names another path than a run would choose.
pub(super) fn baseline_of(source: &RunSource, scene: &SceneResult, capture: &BaselineResult) -> Result<Rooted, String> {
    expect_same_baselines(source)?;
    place_of(capture, &found(source, scene)?, source.base).map_err(|(_, message)| message)
}

/// The scene file of a run, when it is a regular file inside the root.
pub(super) fn scene_of(source: &RunSource, scene: &SceneResult) -> Option<PathBuf> {
    Some(found(source, scene).ok()?.path)
}

/// The capture, checked. A copy of it is kept, because the file may change until it is written.
fn take(
    capture: &BaselineResult,
    found: &FoundScene,
    source: &RunSource,
    now: &Now,
    at: &ValuePath,
    spool: &Spool,
) -> Result<Taken, String> {
    let refused = |key, message: &str| located(source.folder, &at.key(key), message);
    let baseline = place_of(capture, found, source.base).map_err(|(key, message)| refused(key, &message))?;
    if let Some(input) = now.inputs.input_at(&baseline.absolute()) {
        return Err(format!(
            "{} would replace {}, which is a file of the scene",
            baseline.in_message(),
            path_in_message(&input)
        ));
    }
    if let Some(reason) = capture.why_not_accept() {
        return Err(reason);
    }
    let part = part_of(source.folder, capture.actual.as_deref().unwrap_or(Path::new("")));
    let part = part.map_err(|message| refused("actual", &message))?;
    let shown = part.in_message();
    let read = baseline::read(&part, source.budget).map_err(|reason| format!("cannot read {shown}: {reason}"))?;
    let (bytes, mut memory) = read.ok_or_else(|| format!("cannot read {shown}: there is no such file"))?;
    let taken = || {
        let contents =
            spool.put(&bytes).map_err(|reason| format!("cannot copy {shown} into a temporary file: {reason}"))?;
        Ok(Taken { contents, baseline: baseline.clone() })
    };
    if capture.is_answers() {
        let values = MEMORY_OF_BYTE * bytes.len() as u64;
        memory.grow(values).map_err(|over| format!("cannot read {shown}: {}", baseline::no_memory(over)))?;
        let is_report = reports(&bytes, &shown)?.is_some();
        let reason = if bytes.is_empty() { "the file is empty" } else { "these are not answers of a scene" };
        return if is_report { taken() } else { Err(format!("{shown}: {reason}")) };
    }
    let Some(view) = now.views.iter().find(|view| view.name == capture.view) else {
        return Err(refused("view", "the scene has no such view"));
    };
    let size = compare::size_of(&bytes).map_err(|reason| format!("{shown}: {reason}"))?;
    if size != view.size {
        let ([width, height], [w, h]) = (size, view.size);
        return Err(format!("{shown}: the picture has {width}x{height} pixels, and the view has {w}x{h}"));
    }
    check_png(&bytes, &shown).map_err(|error| error.to_string())?;
    let renderer = renderer_of(&bytes).unwrap_or_default();
    let own = found.clone().drawn_by(&renderer).picture(capture.view.as_deref());
    if own != baseline {
        let [baseline, own] = [&baseline, &own].map(Rooted::in_message);
        let renderer = crate::source::error::quoted(&renderer);
        let message =
            format!("{baseline} is not the baseline of the renderer {renderer}, which drew {shown}: that is {own}");
        return Err(refused("baseline", &message));
    }
    taken()
}
