//! Review of a run: its scenes in order, the pictures of each capture, and accepting captures.
//!
//! All data is from the folder of `--out`, except the baselines in the project. A capture is accepted when its baseline
//! in the project equals it.

use std::fs;
use std::path::{Path, PathBuf};

use image::RgbaImage;

use super::accept::{CaptureSelection, Source, accept, inputs_of, place_of};
use super::compare;
use super::results::{BaselineResult, FILE, Results, SceneResult, part_of};
use crate::budget::{Budget, Reservation};
use crate::files::{Files, Reading};
use crate::source::text::path_in_message;

/// A run that was read from its folder.
#[derive(Debug)]
pub struct Run {
    folder: PathBuf,
    results: Results,
    base: Option<PathBuf>,
    order: Vec<usize>,
    _memory: Reservation,
}

/// The state of a capture, or of a scene. A scene has the first state in this order that one of its captures has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CaptureState {
    /// Something could not be read or drawn.
    Error,
    /// The picture changed between two drawings of the same scene.
    Unstable,
    /// It differs from its baseline.
    Differs,
    /// An expectation of the scene is not met. Accepting a baseline does not change that.
    Unmet,
    /// It has no baseline.
    Missing,
    /// The baseline in the project equals the capture.
    Accepted,
    /// The capture was equal in the run.
    Equal,
}

impl CaptureState {
    /// The word for the state.
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "Error",
            Self::Unstable => "Unstable",
            Self::Differs => "Different",
            Self::Unmet => "Not as expected",
            Self::Missing => "No baseline",
            Self::Accepted => "Accepted",
            Self::Equal => "Equal",
        }
    }

    /// Whether it can be accepted.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Differs | Self::Missing)
    }
}

/// The three pictures of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The baseline.
    Before,
    /// The result of the run.
    After,
    /// Where they differ.
    Difference,
}

/// A picture and the memory that is reserved for it.
#[derive(Debug)]
pub struct Picture {
    /// Its pixels.
    pub image: RgbaImage,
    /// The memory of this picture and one copy of it.
    pub memory: Reservation,
}

/// The result of accepting captures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The baselines that were written.
    pub written: Vec<PathBuf>,
    /// The reasons why captures were refused, one line for each scene.
    pub refused: Vec<String>,
}

impl Run {
    /// Reads a run. `path` is its folder, or the `results.json` in it.
    ///
    /// # Errors
    /// When it is not a run. The message names the file and, where they are known, the line and column.
    pub fn read(path: &Path, budget: &Budget) -> Result<Self, String> {
        let is_results = path.file_name().is_some_and(|name| name == FILE) && !path.is_dir();
        let folder = if is_results { path.parent().unwrap_or(path) } else { path };
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let size = folder.join(FILE).metadata().map_or(0, |metadata| metadata.len());
        // The size of a text and its values, as measured.
        let memory = budget.take(size.saturating_mul(8)).map_err(|over| over.to_string())?;
        let results = Results::read(folder)?;
        let base = base_of(&results, folder);
        let mut order: Vec<usize> = (0..results.scenes.len()).collect();
        order.sort_by_key(|&at| results.scenes[at].rank());
        Ok(Self { folder: folder.to_owned(), results, base, order, _memory: memory })
    }

    /// The folder of the run.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Its scenes, in the order of the run.
    pub fn scenes(&self) -> &[SceneResult] {
        &self.results.scenes
    }

    /// The indices of its scenes: those with changed decisions first, equal ones last.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// The path of a scene file. `None` when the project of the run is not found.
    pub fn scene_file(&self, scene: usize) -> Option<PathBuf> {
        Some(self.base.as_ref()?.join(&self.results.scenes.get(scene)?.scene))
    }

    /// The reason why nothing of this run can be accepted.
    pub fn why_no_project(&self) -> Option<String> {
        self.base.is_none().then(|| {
            let first = self.results.scenes.first().map(|scene| path_in_message(&scene.scene)).unwrap_or_default();
            let folder = self.results.directory.as_deref().map(|path| path_in_message(&self.folder.join(path)));
            let place = folder.map_or("the working folder".to_owned(), |folder| format!("{folder} or the working folder"));
            format!("The scenes of this run, such as {first}, are not in {place}. Start eyeline in the folder in which the run was made.")
        })
    }

    /// The state of a capture.
    pub fn state(&self, scene: usize, capture: usize) -> CaptureState {
        let Some((of, baseline)) = self.capture(scene, capture) else { return CaptureState::Error };
        if baseline.written || (baseline.state != "equal" && self.is_accepted(of, baseline)) {
            return CaptureState::Accepted;
        }
        match baseline.state.as_str() {
            "equal" => CaptureState::Equal,
            _ if baseline.unstable => CaptureState::Unstable,
            "differs" => CaptureState::Differs,
            "missing" => CaptureState::Missing,
            _ => CaptureState::Error,
        }
    }

    /// The state of a scene whose captures have these states.
    pub fn scene_state(&self, scene: usize, captures: &[CaptureState]) -> CaptureState {
        let Some(of) = self.results.scenes.get(scene) else { return CaptureState::Error };
        let of_captures = captures.iter().copied().min().unwrap_or(CaptureState::Equal);
        let is_unmet = of.expectations.iter().any(|expected| !expected.met);
        match of.state.as_str() {
            "error" => CaptureState::Error,
            _ if is_unmet => of_captures.min(CaptureState::Unmet),
            _ => of_captures,
        }
    }

    /// The states of all captures of a scene. This reads files of the project.
    pub fn states(&self, scene: usize) -> Vec<CaptureState> {
        let count = self.results.scenes.get(scene).map_or(0, |scene| scene.baselines.len());
        (0..count).map(|capture| self.state(scene, capture)).collect()
    }

    fn capture(&self, scene: usize, capture: usize) -> Option<(&SceneResult, &BaselineResult)> {
        let scene = self.results.scenes.get(scene)?;
        Some((scene, scene.baselines.get(capture)?))
    }

    /// Whether the baseline in the project equals the capture.
    fn is_accepted(&self, scene: &SceneResult, capture: &BaselineResult) -> bool {
        let same = || {
            let actual = part_of(&self.folder, capture.actual.as_deref()?).ok()?;
            let baseline = self.base.as_ref()?.join(place_of(capture, scene, &self.results).ok()?);
            let [a, b] = [actual.metadata().ok()?, baseline.metadata().ok()?];
            let is_same_size = a.is_file() && b.is_file() && a.len() == b.len();
            Some(is_same_size && fs::read(actual).ok()? == fs::read(baseline).ok()?)
        };
        same().unwrap_or(false)
    }

    /// The file of a picture of a capture. `None` when the run has no such picture. For an equal capture the picture
    /// after the run is its baseline.
    ///
    /// # Errors
    /// When `results.json` names a file outside the folder of the run.
    pub fn picture(&self, scene: usize, capture: usize, side: Side) -> Result<Option<PathBuf>, String> {
        let Some((of, baseline)) = self.capture(scene, capture) else { return Ok(None) };
        if baseline.is_answers() {
            return Ok(None);
        }
        if baseline.state == "equal" && side == Side::After {
            let place = place_of(baseline, of, &self.results)?;
            return Ok(self.base.as_ref().map(|base| base.join(place)));
        }
        let part = match side {
            Side::Before => &baseline.before,
            Side::After => &baseline.actual,
            Side::Difference => &baseline.difference,
        };
        part.as_ref().map(|part| part_of(&self.folder, part)).transpose()
    }

    /// Accepts captures scene by scene, and returns the reasons for the scenes that were refused.
    pub fn accept(
        &self,
        wanted: &[(usize, CaptureSelection)],
        files: impl Fn() -> Files,
        reading: &Reading,
    ) -> Outcome {
        let mut outcome = Outcome::default();
        let Some(base) = &self.base else {
            outcome.refused.extend(self.why_no_project());
            return outcome;
        };
        let source = Source { results: &self.results, folder: &self.folder, base };
        for one in wanted {
            match accept(&source, &[*one], &|scene| inputs_of(scene, files(), reading)) {
                Ok(written) => {
                    // The path of the scene as `results.json` has it.
                    let short = |path: PathBuf| path.strip_prefix(base).map(Path::to_owned).unwrap_or(path);
                    outcome.written.extend(written.into_iter().map(short));
                }
                Err(reason) => outcome.refused.push(reason),
            }
        }
        outcome
    }
}

/// The folder to which the paths of a run are relative: that of the run, or else the working folder. `None` when
/// neither contains one of its scenes.
fn base_of(results: &Results, folder: &Path) -> Option<PathBuf> {
    let of_run = results.directory.as_ref().map(|directory| folder.join(directory));
    let has_scene = |base: &PathBuf| {
        results.scenes.is_empty() || results.scenes.iter().any(|scene| base.join(&scene.scene).is_file())
    };
    let base = of_run.into_iter().chain([PathBuf::from(".")]).find(has_scene)?;
    Some(base.canonicalize().unwrap_or(base))
}

/// Reads a picture of a run.
///
/// # Errors
/// When it cannot be read, is not a PNG, has a side of more than 8,192 pixels, or does not fit into the budget.
pub fn load(path: &Path, budget: &Budget) -> Result<Picture, String> {
    let shown = path_in_message(path);
    let unreadable = |reason: &dyn std::fmt::Display| format!("cannot read {shown}: {reason}");
    let metadata = path.metadata().map_err(|error| unreadable(&error))?;
    // A pipe or a device may never end.
    if !metadata.is_file() {
        return Err(unreadable(&"this is not a regular file"));
    }
    let _file = budget.take(metadata.len()).map_err(|over| unreadable(&over))?;
    let bytes = fs::read(path).map_err(|error| unreadable(&error))?;
    let [width, height] = compare::size_of(&bytes).map_err(|reason| unreadable(&reason))?;
    // The memory of the pixels and of their copy for the window.
    let pixels = u64::from(width) * u64::from(height) * 8;
    let memory = budget.take(pixels).map_err(|over| unreadable(&over))?;
    let image = compare::decode(&bytes).map_err(|reason| unreadable(&reason))?;
    Ok(Picture { image, memory })
}
