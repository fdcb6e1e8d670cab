//! The result of a run for one scene.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::compare::PictureMatch;
use super::discover::FoundScene;
use super::plan::PlannedView;
use super::spool::Spooled;
use super::step_time::StepTime;
use crate::files::Inputs;
use crate::scene::{SceneError, SceneWarning};
use crate::source::rooted::Rooted;
use crate::source::text::path_in_message;

/// The result for a scene: the worst of all its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SceneState {
    /// Answers and pictures are equal to the baselines.
    Equal,
    /// A baseline does not exist. Nothing else differs.
    Missing,
    /// An answer or picture differs from its baseline, or an expectation is not met.
    Differs,
    /// The scene, one of its files or a baseline could not be read, or a picture could not be drawn.
    Error,
}

impl SceneState {
    /// All states, the worst first.
    pub const ALL: [Self; 4] = [Self::Error, Self::Differs, Self::Missing, Self::Equal];

    /// The word in `results.json`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::Missing => "missing",
            Self::Differs => "differs",
            Self::Error => "error",
        }
    }
}

/// What a difference is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DifferenceSubject {
    /// Something could not be read or drawn.
    Error,
    /// An expectation of the scene is not met.
    Expectation,
    /// A step of the scene's lesson has no right answer, or a goal that cannot be used.
    Lesson,
    /// A decision changed: a verdict, the object that a ray hits, or a status.
    Verdict,
    /// Another answer changed.
    Answer,
    /// A picture changed.
    Picture,
    /// An item has another name and the same answers.
    Renamed,
    /// A baseline does not exist.
    Missing,
}

impl DifferenceSubject {
    /// All kinds, in the order of a report: the causes first.
    pub const ALL: [Self; 8] = [
        Self::Error,
        Self::Expectation,
        Self::Lesson,
        Self::Verdict,
        Self::Answer,
        Self::Picture,
        Self::Renamed,
        Self::Missing,
    ];

    /// The heading of a list of such differences.
    pub fn heading(self) -> &'static str {
        match self {
            Self::Verdict => "Decisions that changed",
            Self::Expectation => "Expectations that are not met",
            Self::Lesson => "Faults of the lesson",
            Self::Error => "Errors",
            Self::Answer => "Answers that changed",
            Self::Picture => "Pictures that changed",
            Self::Renamed => "Other names with the same answers",
            Self::Missing => "Baselines that do not exist",
        }
    }

    /// The word in `results.json`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Expectation => "expectation",
            Self::Lesson => "lesson",
            Self::Verdict => "verdict",
            Self::Answer => "answer",
            Self::Picture => "picture",
            Self::Renamed => "renamed",
            Self::Missing => "missing",
        }
    }

    /// Whether only a change of the scene removes such a difference: no baseline stores it.
    pub(super) fn is_of_scene_alone(self) -> bool {
        matches!(self, Self::Expectation | Self::Lesson)
    }

    /// The state of a scene with a difference of this kind.
    pub fn state(self) -> SceneState {
        match self {
            Self::Error => SceneState::Error,
            Self::Missing => SceneState::Missing,
            _ => SceneState::Differs,
        }
    }
}

/// A difference, an error, or an expectation that is not met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowDifference {
    /// The kind of the difference.
    pub kind: DifferenceSubject,
    /// The difference, in one line.
    pub text: String,
    /// The line of the file that it refers to, from 1.
    pub line: usize,
    /// The file with that line; `None` for the scene.
    pub file: Option<PathBuf>,
    /// The differences that follow from this error. They are no changes of answers.
    pub consequences: Vec<RowDifference>,
    /// The names of the answer that differs; empty when it is not about one answer, or when a report does not say.
    pub names: Vec<String>,
    /// The tick of that answer; `None` when the scene is checked at one tick.
    pub tick: Option<u64>,
}

impl RowDifference {
    /// A difference at a line of the scene.
    pub fn new(kind: DifferenceSubject, text: String, line: usize) -> Self {
        Self { kind, text, line, file: None, consequences: Vec::new(), names: Vec::new(), tick: None }
    }

    /// The text with the place in another file than the scene's, when the text does not begin with that file.
    pub fn located(&self) -> Cow<'_, str> {
        let Some(file) = self.file.as_deref().map(path_in_message) else { return Cow::Borrowed(&self.text) };
        if self.text.starts_with(&file) {
            return Cow::Borrowed(&self.text);
        }
        Cow::Owned(format!("{file}:{}: {}", self.line, self.text))
    }

    /// The heading of the differences that follow from this error; `None` when there are none.
    pub fn heading_of_consequences(&self) -> Option<String> {
        match self.consequences.len() {
            0 => None,
            1 => Some("1 difference follows from this error:".to_owned()),
            count => Some(format!("{count} differences follow from this error:")),
        }
    }
}

/// An expectation of the scene and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The expectation and the answer, in one line.
    pub text: String,
    /// The line of the scene file with the expectation, from 1.
    pub line: usize,
    /// Whether the expectation is met.
    pub is_met: bool,
    /// The names of the answer.
    pub names: Vec<String>,
    /// The error because of which there is no answer.
    pub error: Option<String>,
}

impl Expected {
    /// `met` or `not met`.
    pub fn word(&self) -> &'static str {
        if self.is_met { "met" } else { "not met" }
    }
}

/// A baseline and the capture that would replace it.
#[derive(Clone, Debug)]
pub struct StoredCapture {
    /// The file of the baseline.
    pub file: Rooted,
    /// The capture; `None` when it equals the baseline, could not be made or is unstable.
    pub actual: Option<Spooled>,
    /// The result for this file.
    pub state: SceneState,
    /// Whether this run wrote the file.
    pub is_written: bool,
}

/// The picture of a view.
#[derive(Clone, Debug)]
pub struct Capture {
    /// What was drawn.
    pub view: PlannedView,
    /// The baseline and the picture that would replace it.
    pub stored: StoredCapture,
    /// A copy of the baseline; `None` when the picture equals it, or when it is missing or no picture. Of an unstable picture
    /// the first drawing.
    pub before: Option<Spooled>,
    /// The second drawing of an unstable picture.
    pub second_drawing: Option<Spooled>,
    /// The result of the comparison; `None` without a baseline or a picture.
    pub compared: Option<PictureMatch>,
    /// A PNG of the difference.
    pub difference: Option<Spooled>,
    /// Whether the picture changed between two drawings of the same scene.
    pub is_unstable: bool,
}

/// The result for one scene.
#[derive(Clone, Debug)]
pub struct SceneRow {
    /// The scene.
    pub found: FoundScene,
    /// The scene file and each file that it names. They are never written.
    pub inputs: Inputs,
    /// The differences, including expectations that are not met.
    pub differences: Vec<RowDifference>,
    /// All expectations of the scene, met or not, in scene order.
    pub expectations: Vec<Expected>,
    /// A digest of the scene and its files; `None` when one of them could not be read.
    pub digest: Option<String>,
    /// Errors of the scene and its files as a terminal shows them, with the source line.
    pub errors: Vec<SceneError>,
    /// Warnings, one line each.
    pub warnings: Vec<String>,
    /// The baseline of the answers; `None` when the scene could not be read.
    pub answers: Option<StoredCapture>,
    /// The captures of the views, one for each view.
    pub captures: Vec<Capture>,
    /// The times of its steps.
    pub steps: Vec<StepTime>,
    /// Whether the result is known from an earlier run, because nothing has changed since.
    pub is_known: bool,
    /// The files of the scene that changed since it was equal; empty when that is not known.
    pub changed_inputs: Vec<PathBuf>,
}

impl SceneRow {
    /// The row of a scene whose results are added later.
    pub(super) fn new(found: &FoundScene) -> Self {
        Self {
            found: found.clone(),
            inputs: Inputs::file(&found.path),
            differences: Vec::new(),
            expectations: Vec::new(),
            digest: None,
            errors: Vec::new(),
            warnings: Vec::new(),
            answers: None,
            captures: Vec::new(),
            steps: Vec::new(),
            is_known: false,
            changed_inputs: Vec::new(),
        }
    }

    /// The time that the scene took.
    pub fn elapsed(&self) -> Duration {
        self.steps.iter().map(|time| Duration::try_from_secs_f64(time.seconds).unwrap_or_default()).sum()
    }

    /// The row of a scene that could not be checked.
    pub(super) fn of_error(found: &FoundScene, error: SceneError) -> Self {
        let mut row = Self::new(found);
        row.add_error(error);
        row
    }

    /// Adds an error of the scene or of one of its files, once.
    pub(super) fn add_error(&mut self, mut error: SceneError) {
        let difference = RowDifference::new(DifferenceSubject::Error, error.message.to_string(), error.line);
        // Its line is one of that file.
        let other = self.other_file(&error.file);
        if let Some(file) = &other {
            error.file = path_in_message(file).into();
        }
        // Several items may name one file.
        let place = |error: &SceneError| (error.file.clone(), error.line, error.column, error.message.clone());
        if !self.errors.iter().any(|known| place(known) == place(&error)) {
            self.differences.push(RowDifference { file: other, ..difference });
            self.errors.push(error);
        }
    }

    /// Adds a warning about the scene or one of its files.
    pub(super) fn add_warning(&mut self, mut warning: SceneWarning) {
        if let Some(file) = self.other_file(&warning.file) {
            warning.file = path_in_message(&file).into();
        }
        self.warnings.push(warning.to_string());
    }

    /// The file with this name in the scene, or with this path; `None` for the scene itself and for a file that does not
    /// exist.
    fn other_file(&self, name: &str) -> Option<PathBuf> {
        let beside = self.found.path.parent().unwrap_or(Path::new("")).join(name);
        [beside, name.into()].into_iter().find(|file| file.is_file()).filter(|file| *file != self.found.path)
    }

    /// The errors that are not of the scene or its files, such as a baseline that cannot be read.
    pub fn other_errors(&self) -> impl Iterator<Item = &str> {
        let errors = self.differences.iter().filter(|difference| difference.kind == DifferenceSubject::Error);
        let texts = errors.map(|error| &*error.text);
        texts.filter(|text| !self.errors.iter().any(|error| *error.message == **text))
    }

    /// Whether this run wrote all that differed or was missing, and nothing is left.
    pub fn is_all_written(&self) -> bool {
        let is_left = |stored: &StoredCapture| stored.state != SceneState::Equal && !stored.is_written;
        let is_unmet = |difference: &RowDifference| difference.kind.is_of_scene_alone();
        self.stored().any(|stored| stored.is_written)
            && !self.stored().any(is_left)
            && !self.differences.iter().any(is_unmet)
            && self.state() != SceneState::Error
    }

    /// The state of the scene.
    pub fn state(&self) -> SceneState {
        self.differences.iter().map(|difference| difference.kind.state()).max().unwrap_or(SceneState::Equal)
    }

    /// All baselines.
    pub fn stored(&self) -> impl Iterator<Item = &StoredCapture> {
        self.answers.iter().chain(self.captures.iter().map(|capture| &capture.stored))
    }

    /// All baselines, mutable.
    pub fn stored_mut(&mut self) -> impl Iterator<Item = &mut StoredCapture> {
        self.answers.iter_mut().chain(self.captures.iter_mut().map(|capture| &mut capture.stored))
    }
}
