//! Review of a run: its scenes in order, the pictures of each capture, and accepting captures.
//!
//! All data is from the folder of `--out`, except the baselines in the project. A capture is accepted when its baseline
//! in the project equals it.

use std::path::{Path, PathBuf};

use image::RgbaImage;

use super::accept::{self, CaptureSelection, RunSource, baseline_of, scene_of};
use super::replaced::ReplacedBaseline;
use super::restore::restore;
use super::results::{BaselineResult, FILE, Results, SceneResult, part_of};
use super::{baseline, compare};
use crate::budget::{Budget, Reservation};
use crate::files::{Files, Reading};
use crate::scene::Folder;
use crate::source::ReadOptions;
use crate::source::rooted::Rooted;
use crate::source::text::path_in_message;

/// A run that was read from its folder.
#[derive(Debug)]
pub struct ReviewedRun {
    folder: Rooted,
    results: Results,
    base: Option<Base>,
    options: ReadOptions,
    order: Vec<usize>,
    budget: Budget,
    _memory: Reservation,
}

/// The folder to which the paths of a run are relative.
#[derive(Debug)]
struct Base {
    folder: PathBuf,
    /// The root of that folder. It contains all scenes and baselines that may be accepted.
    root: PathBuf,
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
pub enum ReviewSide {
    /// The baseline.
    Before,
    /// The result of the run.
    After,
    /// Where they differ.
    Difference,
}

/// A picture and the memory that is reserved for it.
#[derive(Debug)]
pub struct StoredPicture {
    /// Its pixels.
    pub image: RgbaImage,
    /// The memory of this picture and one copy of it.
    pub memory: Reservation,
}

/// The result of accepting captures.
#[derive(Clone, Debug, Default)]
pub struct AcceptOutcome {
    /// The baselines that were written.
    pub written: Vec<PathBuf>,
    /// The same with their earlier contents, for [`ReviewedRun::undo_accept`].
    pub replaced: Vec<ReplacedBaseline>,
    /// The reasons why captures were refused, one line for each scene.
    pub refused: Vec<String>,
}

impl ReviewedRun {
    /// Reads a run. `path` is its folder, or the `results.json` in it.
    ///
    /// # Errors
    /// When it is not a run. The message names the file and, where they are known, the line and column.
    pub fn read(path: &Path, budget: &Budget, options: &ReadOptions) -> Result<Self, String> {
        let is_results = path.file_name().is_some_and(|name| name == FILE) && !path.is_dir();
        let folder = if is_results { path.parent().unwrap_or(path) } else { path };
        let folder = Rooted::of_folder(folder);
        let (results, memory) = Results::read(&folder, budget)?;
        let base = base_of(&results, &folder, options);
        let mut order: Vec<usize> = (0..results.scenes.len()).collect();
        order.sort_by_key(|&at| results.scenes[at].rank());
        Ok(Self { folder, results, base, options: options.clone(), order, budget: budget.clone(), _memory: memory })
    }

    /// The folder of the run.
    pub fn folder(&self) -> &Path {
        self.folder.shown()
    }

    /// What accepting a capture needs. `None` when the project of the run is not found.
    fn source(&self) -> Option<RunSource<'_>> {
        let Base { folder: base, root } = self.base.as_ref()?;
        let Self { results, folder, options, budget, .. } = self;
        Some(RunSource { results, folder, base, baselines: None, options, root, budget })
    }

    /// Its scenes, in the order of the run.
    pub fn scenes(&self) -> &[SceneResult] {
        &self.results.scenes
    }

    /// The indices of its scenes: those with changed decisions first, equal ones last.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// The path of a scene file. `None` when the project of the run is not found, or when the path is not that of a file
    /// inside its root.
    pub fn scene_file(&self, scene: usize) -> Option<PathBuf> {
        scene_of(&self.source()?, self.results.scenes.get(scene)?)
    }

    /// The reason why nothing of this run can be accepted.
    pub fn why_no_project(&self) -> Option<String> {
        self.base.is_none().then(|| {
            let first = self.results.scenes.first().map(|scene| path_in_message(&scene.scene)).unwrap_or_default();
            let folder = self.results.directory.as_deref().map(|path| path_in_message(&self.folder.shown().join(path)));
            let place = folder.map_or("the working folder".to_owned(), |folder| format!("{folder} or the working folder"));
            format!("The scenes of this run, such as {first}, are not in {place}. Start eyeline in the folder in which the run was made.")
        })
    }

    /// The state of a capture.
    pub fn state(&self, scene: usize, capture: usize) -> CaptureState {
        let Some((of, baseline)) = self.capture(scene, capture) else { return CaptureState::Error };
        if baseline.written || (baseline.state != "equal" && !baseline.unstable && self.is_accepted(of, baseline)) {
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
            let baseline = baseline_of(&self.source()?, scene, capture).ok()?;
            if actual.size() != baseline.size() {
                return None;
            }
            let read = |file| baseline::read(file, &self.budget).ok().flatten();
            let ((actual, _memory), (baseline, _other)) = (read(&actual)?, read(&baseline)?);
            Some(actual == baseline)
        };
        same().unwrap_or(false)
    }

    /// The file of a picture of a capture. `None` when the run has no such picture. For an equal capture the picture
    /// after the run is its baseline.
    ///
    /// # Errors
    /// When `results.json` names a file outside the folder of the run, or a baseline outside the root.
    pub fn picture(&self, scene: usize, capture: usize, side: ReviewSide) -> Result<Option<Rooted>, String> {
        let Some((of, baseline)) = self.capture(scene, capture) else { return Ok(None) };
        if baseline.is_answers() {
            return Ok(None);
        }
        if baseline.state == "equal" && side == ReviewSide::After {
            return self.source().map(|source| baseline_of(&source, of, baseline)).transpose();
        }
        let part = match side {
            ReviewSide::Before => &baseline.before,
            ReviewSide::After => &baseline.actual,
            ReviewSide::Difference => &baseline.difference,
        };
        part.as_ref().map(|part| part_of(&self.folder, part)).transpose()
    }

    /// Accepts captures scene by scene, and returns the reasons for the scenes that were refused.
    pub fn accept(
        &self,
        wanted: &[(usize, CaptureSelection)],
        files: impl Fn() -> Files,
        reading: &Reading,
    ) -> AcceptOutcome {
        let mut outcome = AcceptOutcome::default();
        let Some(source) = self.source() else {
            outcome.refused.extend(self.why_no_project());
            return outcome;
        };
        for one in wanted {
            match accept::accept(&source, &[*one], &|scene| accept::now(scene, files(), reading)) {
                Ok(replaced) => {
                    outcome.written.extend(self.short_paths(&replaced));
                    outcome.replaced.extend(replaced);
                }
                Err(reason) => outcome.refused.push(reason),
            }
        }
        outcome
    }
}

impl ReviewedRun {
    /// Restores the earlier contents of accepted baselines.
    pub fn undo_accept(&self, replaced: &[ReplacedBaseline], budget: &Budget) -> AcceptOutcome {
        match restore(replaced, budget) {
            Ok(()) => AcceptOutcome { written: self.short_paths(replaced), ..AcceptOutcome::default() },
            Err(reason) => AcceptOutcome { refused: vec![reason], ..AcceptOutcome::default() },
        }
    }

    /// The paths of baselines as `results.json` has them.
    fn short_paths(&self, replaced: &[ReplacedBaseline]) -> Vec<PathBuf> {
        let base = self.base.as_ref().map_or(Path::new(""), |base| &base.folder);
        replaced.iter().map(|one| one.path().strip_prefix(base).unwrap_or(one.path()).to_owned()).collect()
    }
}

/// The folder to which the paths of a run are relative: that of the run, or else the working folder. `None` when
/// neither contains one of its scenes. The folder of the run is data, so it must be inside the root of the run or of the
/// working folder.
fn base_of(results: &Results, folder: &Rooted, options: &ReadOptions) -> Option<Base> {
    let real = |path: &Path| Rooted::of_folder(path).absolute();
    let root = |path: &Path| Folder::new(path, options).root().to_owned();
    let roots = [root(&folder.absolute()), root(Path::new("."))];
    let of_run = results.directory.as_ref().map(|directory| real(&folder.absolute().join(directory)));
    let of_run = of_run.filter(|base| roots.iter().any(|root| base.starts_with(root)));
    let has_scene = |base: &PathBuf| {
        results.scenes.is_empty() || results.scenes.iter().any(|scene| base.join(&scene.scene).is_file())
    };
    let folder = of_run.into_iter().chain([real(Path::new("."))]).find(has_scene)?;
    // Of two roots, one in the other, the outer one contains more of the project.
    let outer = roots.into_iter().filter(|root| folder.starts_with(root)).min_by_key(|root| root.as_os_str().len());
    let root = outer.unwrap_or_else(|| root(&folder));
    Some(Base { folder, root })
}

/// Reads a picture of a run.
///
/// # Errors
/// When it cannot be read, is not a PNG, has a side of more than 8,192 pixels, or does not fit into the budget.
pub fn load(file: &Rooted, budget: &Budget) -> Result<StoredPicture, String> {
    let shown = file.in_message();
    let unreadable = |reason: &dyn std::fmt::Display| format!("cannot read {shown}: {reason}");
    let read = baseline::read(file, budget).map_err(|reason| unreadable(&reason))?;
    let (bytes, _file) = read.ok_or_else(|| unreadable(&"there is no such file"))?;
    let [width, height] = compare::size_of(&bytes).map_err(|reason| unreadable(&reason))?;
    // The memory of the copy of the pixels for the window, and of the pixels, which are also reserved while they are decoded.
    let pixels = u64::from(width) * u64::from(height) * 8;
    let memory = budget.take(pixels).map_err(|over| unreadable(&over))?;
    let (image, _decoded) = compare::decode(&bytes, budget).map_err(|reason| unreadable(&reason))?;
    Ok(StoredPicture { image, memory })
}
