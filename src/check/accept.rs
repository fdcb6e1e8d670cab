//! `--accept`: baselines from the captures of an earlier run. Nothing is drawn.

use std::fs;
use std::path::{Path, PathBuf};

use super::discover::Found;
use super::results::{BaselineResult, Results, SceneResult, part_of};
use super::{compare, digest, update};
use crate::files::{Files, Inputs, Reading, open_watched};
use crate::opacity::Progress;
use crate::scene::Folder;
use crate::source::text::path_in_message;

/// The results of a run, and the folders to which its paths are relative.
pub struct Source<'r> {
    /// The results.
    pub results: &'r Results,
    /// The folder of the run, with its captures.
    pub folder: &'r Path,
    /// The folder to which the paths of scenes and baselines are relative. An empty path is the working folder.
    pub base: &'r Path,
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
    bytes: Vec<u8>,
    baseline: PathBuf,
}

/// Writes the baselines of the named scenes from the captures in a folder, all or none of them, and returns their
/// paths. `inputs` returns the files of a scene: the scene file and each file that it names.
///
/// # Errors
/// When the folder contains no run, when a name is unknown or ambiguous, and as for [`accept`].
pub fn accept_names(
    names: &[String],
    folder: &Path,
    inputs: &dyn Fn(&Path) -> Result<Inputs, String>,
) -> Result<Vec<PathBuf>, String> {
    let results = Results::read(folder)?;
    let wanted: Vec<_> = names.iter().map(|name| named(&results, name)).collect::<Result<_, _>>()?;
    accept(&Source { results: &results, folder, base: Path::new("") }, &wanted, inputs)
}

/// Writes the baselines of some scenes, given by their indices, from the captures of a run, all or none of them, and
/// returns their paths. `inputs` returns the files of a scene: the scene file and each file that it names.
///
/// # Errors
/// When a capture is missing or cannot be accepted, or when a baseline cannot be written.
pub fn accept(
    source: &Source,
    wanted: &[(usize, CaptureSelection)],
    inputs: &dyn Fn(&Path) -> Result<Inputs, String>,
) -> Result<Vec<PathBuf>, String> {
    let mut taken: Vec<Taken> = Vec::new();
    for &(scene, which) in wanted {
        let Some(scene) = source.results.scenes.get(scene) else { continue };
        if let Some(reason) = scene.why_not_accept() {
            return Err(reason);
        }
        let path = source.base.join(&scene.scene);
        let inputs = inputs(&path)?;
        if scene.digest.is_some() && scene.digest != digest::digest(&inputs).ok() {
            return Err(format!(
                "{} or one of its files changed after this run, so its captures are out of date: run `eyeline check` again",
                path_in_message(&scene.scene)
            ));
        }
        for (at, capture) in scene.baselines.iter().enumerate() {
            let is_wanted = match which {
                CaptureSelection::All => true,
                CaptureSelection::One(one) => one == at,
            };
            if !is_wanted || capture.state == "equal" || capture.written {
                continue;
            }
            let one = take(capture, scene, source, &inputs)?;
            if taken.iter().all(|other| other.baseline != one.baseline) {
                taken.push(one);
            }
        }
    }
    let all: Vec<_> = taken.iter().map(|taken| (&*taken.bytes, &*taken.baseline)).collect();
    update::put_all(&all).map_err(|reason| format!("{reason}; no baseline was changed"))?;
    Ok(taken.into_iter().map(|taken| taken.baseline).collect())
}

/// The files of a scene: the scene file and each file that it names.
///
/// # Errors
/// When the scene cannot be read.
pub fn inputs_of(scene: &Path, files: Files, reading: &Reading) -> Result<Inputs, String> {
    let loaded = open_watched(scene, files, reading, &Progress::default()).map_err(|error| error.to_string())?;
    let inputs = Inputs::file(scene);
    Ok(match Folder::of_file(scene, &reading.options) {
        Ok((folder, _)) => inputs.with(&loaded.files, &folder),
        Err(_) => inputs,
    })
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

/// The scene with a name or a path. `NAME.VIEW` selects that view of the scene.
fn named(results: &Results, name: &str) -> Result<(usize, CaptureSelection), String> {
    let scenes = || results.scenes.iter().enumerate();
    if let Some((at, _)) = scenes().find(|(_, scene)| scene.scene == Path::new(name)) {
        return Ok((at, CaptureSelection::All));
    }
    let view_of = |scene: &SceneResult| {
        let view = name.strip_prefix(&*scene.name)?.strip_prefix('.')?;
        scene.baselines.iter().position(|baseline| baseline.view.as_deref() == Some(view))
    };
    let mut found: Vec<_> =
        scenes().filter(|(_, scene)| scene.name == name).map(|(at, _)| (at, CaptureSelection::All)).collect();
    if found.is_empty() {
        found.extend(scenes().filter_map(|(at, scene)| Some((at, CaptureSelection::One(view_of(scene)?)))));
    }
    match &*found {
        [one] => Ok(*one),
        [(first, _), (second, _), ..] => {
            let [first, second] = [first, second].map(|&scene| path_in_message(&results.scenes[scene].scene));
            Err(format!("`{name}` is the name of {first} and of {second}; give the path"))
        }
        [] => {
            let names: Vec<_> =
                results.scenes.iter().filter(|scene| scene.state != "equal").map(|scene| scene.name.as_str()).collect();
            let known = if names.is_empty() { "none".into() } else { names.join(", ") };
            Err(format!("this run has no scene `{name}`; scenes that are not equal: {known}"))
        }
    }
}

/// The path of a baseline, from the base of the run. The path is computed from the scene, because `results.json` is not
/// trusted.
///
/// # Errors
/// When `results.json` names another path.
pub(super) fn place_of(capture: &BaselineResult, scene: &SceneResult, results: &Results) -> Result<PathBuf, String> {
    let found = Found::new(&scene.scene, results.baselines.as_deref());
    let is_answers = capture.baseline == found.answers();
    let baseline = if is_answers { found.answers() } else { found.picture(capture.view.as_deref()) };
    if baseline == capture.baseline {
        return Ok(baseline);
    }
    let [baseline, scene] = [&capture.baseline, &scene.scene].map(|path| path_in_message(path));
    Err(format!("{baseline} is not a baseline of {scene}"))
}

fn take(capture: &BaselineResult, scene: &SceneResult, source: &Source, inputs: &Inputs) -> Result<Taken, String> {
    let baseline = source.base.join(place_of(capture, scene, source.results)?);
    if let Some(input) = inputs.input_at(&baseline) {
        return Err(format!(
            "{} would replace {}, which is a file of the scene",
            path_in_message(&baseline),
            path_in_message(&input)
        ));
    }
    if let Some(reason) = capture.why_not_accept() {
        return Err(reason);
    }
    let path = part_of(source.folder, capture.actual.as_deref().unwrap_or(Path::new("")))?;
    let shown = path_in_message(&path);
    let bytes = fs::read(&path).map_err(|error| format!("cannot read {shown}: {error}"))?;
    if !capture.is_answers() {
        compare::decode(&bytes).map_err(|reason| format!("{shown}: {reason}"))?;
    } else if bytes.is_empty() {
        return Err(format!("{shown}: the file is empty"));
    }
    Ok(Taken { bytes, baseline })
}
