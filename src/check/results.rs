//! `results.json`: the result of a run for other programs. `--accept` finds the captures in it.

use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::compare::PictureMatch;
use super::pixels::{Limit, PixelCounts};
use super::relative::path_from_here;
use super::row::{DifferenceSubject, RowDifference, SceneRow, StoredCapture};
use super::shard::Shard;
use super::spool::Spooled;
use super::step_time::StepTime;
use crate::budget::{Budget, OverBudget, Reservation};
use crate::escape;
use crate::report::stored::MEMORY_OF_BYTE;
use crate::source::error::SceneError;
use crate::source::place::ValuePath;
use crate::source::rooted::{Rooted, is_plain_path};
use crate::source::syntax;
use crate::source::text::path_in_message;

/// The name of the file.
pub const FILE: &str = "results.json";
/// The version of its format.
const VERSION: u32 = 1;
/// The largest size of the file. No run writes so much.
const LARGEST: u64 = 256 << 20;

/// The folder, in the folder of a report, with copies of the baselines' pictures.
pub(super) const BEFORE: &str = "before";
/// The folder of the captures.
pub(super) const ACTUAL: &str = "actual";
/// The folder of the pictures of differences.
pub(super) const DIFFERENCE: &str = "difference";

/// Whether a run did all of its work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunState {
    /// The run goes on, or it was ended before it wrote all files. The file lists the files that it writes.
    Running,
    /// All files are written. Earlier versions wrote the file last and without a state.
    #[default]
    Done,
}

/// What the file says about a run besides its scenes.
#[derive(Clone, Copy, Debug)]
pub struct RunFacts<'r> {
    /// The name of the renderer that drew.
    pub renderer: &'r str,
    /// The folder of all baselines, when the command names one.
    pub baselines: Option<&'r Path>,
    /// The part of the scenes that is checked.
    pub shard: Option<Shard>,
}

/// The whole file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Results {
    /// The version of this format.
    pub eyeline_check: u32,
    /// Whether the run did all of its work.
    #[serde(default)]
    pub state: RunState,
    /// The version of eyeline that ran.
    pub version: String,
    /// The name of the renderer that drew.
    pub renderer: String,
    /// The folder in which the run was made, relative to the folder of this file. The paths of scenes and baselines are
    /// relative to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<PathBuf>,
    /// The folder of all baselines, when the command named one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baselines: Option<PathBuf>,
    /// The part of the scenes that was checked, such as `1/3`, when it was not all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// In the order of the run.
    pub scenes: Vec<SceneResult>,
}

/// One scene.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SceneResult {
    /// The scene file.
    pub scene: PathBuf,
    /// Its name: the file name without the extension.
    pub name: String,
    /// `equal`, `differs`, `missing` or `error`.
    pub state: String,
    /// The differences, the most severe first.
    pub differences: Vec<DifferenceResult>,
    /// All expectations, in scene order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expectations: Vec<ExpectationResult>,
    /// A digest of the scene and its files. `--accept` detects by it that they changed after the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// The files of the scene that changed since it was equal on this machine, when the cache knows it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed_inputs: Vec<PathBuf>,
    /// Whether the result is that of an earlier run, because nothing has changed since.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cached: bool,
    /// When its steps began and how long they took, in seconds from the beginning of the run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepTime>,
    /// Warnings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// The baselines. The first one is that of the answers.
    pub baselines: Vec<BaselineResult>,
}

/// One difference.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DifferenceResult {
    /// `error`, `expectation`, `verdict`, `answer`, `picture`, `renamed` or `missing`.
    pub kind: String,
    /// The difference, in one line.
    pub text: String,
    /// The line of the file, from 1.
    pub line: usize,
    /// The file with that line, when it is not the scene.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
    /// The differences that follow from this error.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub consequences: Vec<DifferenceResult>,
}

impl DifferenceResult {
    fn of(difference: &RowDifference) -> Self {
        Self {
            kind: difference.kind.word().to_owned(),
            text: difference.text.clone(),
            line: difference.line,
            file: difference.file.clone(),
            consequences: difference.consequences.iter().map(Self::of).collect(),
        }
    }
}

/// One expectation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ExpectationResult {
    /// The expectation and the answer, in one line.
    pub text: String,
    /// The line of the scene file, from 1.
    pub line: usize,
    /// Whether the answer is as expected.
    pub met: bool,
}

/// One baseline.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BaselineResult {
    /// The file of the baseline.
    pub baseline: PathBuf,
    /// The name of the view, when the scene names its views.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<String>,
    /// `equal`, `differs`, `missing` or `error`.
    pub state: String,
    /// Whether the run wrote the baseline.
    pub written: bool,
    /// Whether two drawings of the same scene differed. Then `before` and `actual` are the two drawings.
    #[serde(default)]
    pub unstable: bool,
    /// A copy of the baseline's picture, relative to the folder of this file. Absent when equal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<PathBuf>,
    /// The capture, relative to the folder of this file. Absent when equal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actual: Option<PathBuf>,
    /// A picture of the difference, relative to the folder of this file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<PathBuf>,
    /// The counts of differing pixels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pixels: Option<PixelResult>,
}

/// Counts of pixels.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PixelResult {
    /// Pixels whose values are not the same.
    pub exact: u64,
    /// Pixels above the limit that do not look antialiased.
    pub over: u64,
    /// Pixels above the limit that look antialiased.
    pub antialiased: u64,
    /// The largest perceptual difference of two pixels that counts as equal, from 0 to 1.
    pub limit: f64,
    /// The number of pixels that may exceed the limit.
    pub allowed: u64,
    /// Pairs of a limit and the number of pixels that exceed it.
    pub sweep: Vec<(f64, u64)>,
    /// The renderer of the baseline, when it is not the current one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other_renderer: Option<String>,
}

impl PixelResult {
    pub(super) fn of(counts: &PixelCounts) -> Self {
        Self {
            exact: counts.exact,
            over: counts.over,
            antialiased: counts.antialiased,
            limit: counts.limit.pixel,
            allowed: counts.limit.pixels,
            sweep: counts.sweep.clone(),
            other_renderer: counts.other_renderer.clone(),
        }
    }

    /// The counts of a picture of this size.
    pub(super) fn counts(&self, size: [u32; 2]) -> PixelCounts {
        PixelCounts {
            size,
            exact: self.exact,
            over: self.over,
            antialiased: self.antialiased,
            sweep: self.sweep.clone(),
            limit: Limit { pixel: self.limit, pixels: self.allowed },
            other_renderer: self.other_renderer.clone(),
            is_near: false,
        }
    }
}

impl Results {
    /// Reads the results in the folder of a run that is done. Also returns the memory for them.
    ///
    /// # Errors
    /// As [`Results::read_unfinished`], and when the run did not do all of its work.
    pub fn read(folder: &Rooted, budget: &Budget) -> Result<(Self, Reservation), String> {
        let (results, memory) = Self::read_unfinished(folder, budget)?;
        match results.state {
            RunState::Done => Ok((results, memory)),
            RunState::Running => Err(located(
                folder,
                &ValuePath::default().key("state"),
                "this run did not finish, so its captures are incomplete; run `eyeline check --out` with this folder again",
            )),
        }
    }

    /// Reads the results in the folder of a run, also when the run did not finish.
    ///
    /// # Errors
    /// When the folder has no results, or when they are damaged, are of another version or do not fit into the budget.
    /// The message names the file and, where they are known, the line and column.
    pub fn read_unfinished(folder: &Rooted, budget: &Budget) -> Result<(Self, Reservation), String> {
        let file = folder.join(FILE);
        let shown = file.in_message();
        let missing = |reason: &dyn std::fmt::Display| {
            format!("cannot read {shown}: {reason}; run `eyeline check --out` with this folder first")
        };
        let bytes_of_values = file.size().min(LARGEST).saturating_mul(MEMORY_OF_BYTE);
        let no_memory = |over: OverBudget| format!("cannot read {shown}: it {over}; {}", over.help());
        let memory = budget.take(bytes_of_values).map_err(no_memory)?;
        let bytes = file.read(LARGEST).map_err(|error| missing(&error))?;
        let bytes = bytes.ok_or_else(|| missing(&"there is no such file"))?;
        let no_run = |error: serde_json::Error| {
            let (line, column) = (error.line(), error.column());
            format!("{shown}:{line}:{column}: this is not the result of a run: {error}; run `eyeline check` again")
        };
        // The version is read first, because a later version may have other keys.
        let Version { eyeline_check } = serde_json::from_slice(&bytes).map_err(no_run)?;
        if eyeline_check != VERSION {
            return Err(format!(
                "{shown} has version {eyeline_check}, but this eyeline reads version {VERSION}: run `eyeline check` again with this eyeline"
            ));
        }
        Ok((serde_json::from_slice(&bytes).map_err(no_run)?, memory))
    }
}

impl Results {
    /// The results of a run that begins.
    pub(super) fn beginning(facts: &RunFacts, directory: Option<PathBuf>) -> Self {
        Self { state: RunState::Running, ..results(&[], facts, directory).0 }
    }

    /// The text of the file.
    ///
    /// # Errors
    /// When a path is not UTF-8.
    pub(super) fn text(&self) -> Result<Vec<u8>, serde_json::Error> {
        let json = serde_json::to_string_pretty(self)?;
        let mut escaped = Vec::new();
        for line in json.split_inclusive('\n') {
            let (body, end) = line.strip_suffix('\n').map_or((line, ""), |body| (body, "\n"));
            // Writing to a `Vec` cannot fail.
            let _infallible = crate::escape::json(body, &mut escaped);
            escaped.extend_from_slice(end.as_bytes());
        }
        escaped.push(b'\n');
        Ok(escaped)
    }
}

#[derive(Deserialize)]
struct Version {
    eyeline_check: u32,
}

impl SceneResult {
    /// The rank of a scene in a list, from 0: scenes with changed decisions first, then errors, other answers,
    /// pictures, missing baselines, and equal scenes.
    pub fn rank(&self) -> u8 {
        let has = |kind: DifferenceSubject| self.differences.iter().any(|difference| difference.kind == kind.word());
        match self.state.as_str() {
            "differs"
                if [DifferenceSubject::Verdict, DifferenceSubject::Expectation, DifferenceSubject::Lesson]
                    .into_iter()
                    .any(has) =>
            {
                0
            }
            "error" => 1,
            "differs" if has(DifferenceSubject::Answer) => 2,
            "differs" => 3,
            "missing" => 4,
            _ => 5,
        }
    }
}

impl BaselineResult {
    /// Whether this is the baseline of the answers rather than of a picture.
    pub fn is_answers(&self) -> bool {
        self.baseline.as_os_str().as_encoded_bytes().ends_with(b".answers.json")
    }
}

/// A message about a value of `results.json`, with its file, line and column.
pub(super) fn located(folder: &Rooted, place: &ValuePath, message: &str) -> String {
    let file = folder.join(FILE);
    let bytes = file.read(LARGEST).ok().flatten().unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let span = syntax::parse(&text).map_or(0..0, |value| place.find(&value).span());
    SceneError::at(&file.in_message(), &text, span, message, None).to_string()
}

/// The place of a file of a run whose relative path is in `results.json`.
///
/// # Errors
/// When the path is not one of names only. A link that leads out of the folder is refused when the file is opened.
pub fn part_of(folder: &Rooted, part: &Path) -> Result<Rooted, String> {
    if is_plain_path(part) {
        Ok(folder.join(part))
    } else {
        Err(format!("{} is outside the folder of the run", path_in_message(part)))
    }
}

/// A file of the report, and its path in the folder of the report.
pub(super) struct ReportFile<'r> {
    pub(super) path: PathBuf,
    pub(super) contents: &'r Spooled,
}

/// The result of a run, and the files that it names. `directory` is the folder of the run, relative to the folder of
/// the report.
pub(super) fn results<'r>(
    rows: &'r [SceneRow],
    facts: &RunFacts,
    directory: Option<PathBuf>,
) -> (Results, Vec<ReportFile<'r>>) {
    let mut parts = Parts { list: Vec::new(), taken: HashSet::new() };
    let scenes = rows.iter().map(|row| scene(row, &mut parts)).collect();
    let results = Results {
        eyeline_check: VERSION,
        state: RunState::Done,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        renderer: facts.renderer.to_owned(),
        directory,
        baselines: facts.baselines.map(Path::to_owned),
        shard: facts.shard.map(|shard| shard.to_string()),
        scenes,
    };
    (results, parts.list)
}

struct Parts<'r> {
    list: Vec<ReportFile<'r>>,
    taken: HashSet<PathBuf>,
}

impl<'r> Parts<'r> {
    fn add(&mut self, folder: &str, baseline: &Path, contents: &'r Spooled) -> PathBuf {
        let mut path = Path::new(folder).join(inside(baseline));
        while !self.taken.insert(path.clone()) {
            let mut name = std::ffi::OsString::from("_");
            name.push(path.file_name().unwrap_or_default());
            path.set_file_name(name);
        }
        self.list.push(ReportFile { path: path.clone(), contents });
        path
    }
}

/// Whether a path stays in the folder that it is joined to.
fn inside(path: &Path) -> PathBuf {
    path.components()
        .filter_map(|part| match part {
            // The names of baselines are escaped already.
            Component::Normal(name) if name.to_str().is_none_or(escape::is_harmless) => Some(name.to_owned()),
            Component::Normal(name) => Some(escape::os_name(name)),
            Component::ParentDir => Some("_up".into()),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => None,
        })
        .collect()
}

fn scene<'r>(row: &'r SceneRow, parts: &mut Parts<'r>) -> SceneResult {
    let answers = row.answers.iter().map(|stored| baseline(stored, parts));
    let mut baselines: Vec<_> = answers.collect();
    for capture in &row.captures {
        let mut result = baseline(&capture.stored, parts);
        result.view.clone_from(&capture.view.name);
        result.unstable = capture.is_unstable;
        let mut add = |folder, part: &'r Option<Spooled>| {
            part.as_ref().map(|contents| parts.add(folder, capture.stored.file.shown(), contents))
        };
        result.before = add(BEFORE, &capture.before);
        result.actual = result.actual.or_else(|| add(ACTUAL, &capture.second_drawing));
        result.difference = add(DIFFERENCE, &capture.difference);
        if let Some(PictureMatch::Counted(counts)) = &capture.compared {
            result.pixels = Some(PixelResult::of(counts));
        }
        baselines.push(result);
    }
    let differences = row.differences.iter().map(DifferenceResult::of);
    let expectations = row.expectations.iter().map(|expected| ExpectationResult {
        text: expected.text.clone(),
        line: expected.line,
        met: expected.is_met,
    });
    SceneResult {
        scene: row.found.path.clone(),
        name: row.found.name.clone(),
        state: row.state().word().to_owned(),
        differences: differences.collect(),
        expectations: expectations.collect(),
        digest: row.digest.clone(),
        changed_inputs: row.changed_inputs.iter().map(|file| path_from_here(file)).collect(),
        cached: row.is_known,
        steps: row.steps.clone(),
        warnings: row.warnings.clone(),
        baselines,
    }
}

fn baseline<'r>(stored: &'r StoredCapture, parts: &mut Parts<'r>) -> BaselineResult {
    BaselineResult {
        baseline: stored.file.shown().to_owned(),
        view: None,
        state: stored.state.word().to_owned(),
        written: stored.is_written,
        unstable: false,
        before: None,
        actual: stored.actual.as_ref().map(|contents| parts.add(ACTUAL, stored.file.shown(), contents)),
        difference: None,
        pixels: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_part_leaves_the_folder_or_replaces_another() {
        let mut parts = Parts { list: Vec::new(), taken: HashSet::new() };
        let empty = crate::check::spool::Spool::default().put(b"").unwrap();
        let mut add = |path: &str| parts.add("actual", Path::new(path), &empty).display().to_string();
        assert_eq!(add("../screenshots/a b.png"), "actual/_up/screenshots/a b.png");
        assert_eq!(add("/x/../a.png"), "actual/x/_up/a.png");
        assert_eq!(add("/x/_up/a.png"), "actual/x/_up/_a.png");
    }
}
