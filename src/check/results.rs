//! `results.json`: the result of a run for other programs, and what `--accept` takes captures from.

use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::compare::Compared;
use super::row::{Row, State, Stored};

/// The folder of what would take the place of baselines, in the folder of a report.
pub(super) const ACTUAL: &str = "actual";
/// The folder of the pictures of differences.
pub(super) const DIFFERENCE: &str = "difference";

/// The whole file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Results {
    /// The version of this format.
    pub eyeline_check: u32,
    /// The version of eyeline that ran.
    pub version: String,
    /// The name of the renderer that drew.
    pub renderer: String,
    /// The folder of all baselines, when one was named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baselines: Option<PathBuf>,
    /// In the order of the run.
    pub scenes: Vec<SceneResult>,
}

/// One scene.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SceneResult {
    /// Its file.
    pub scene: PathBuf,
    /// Its name: the file's, without the extension.
    pub name: String,
    /// `equal`, `differs`, `missing` or `error`.
    pub state: String,
    /// What is not as it was, the most severe first.
    pub differences: Vec<DifferenceResult>,
    /// All expectations, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expectations: Vec<ExpectationResult>,
    /// A digest of the scene and its files, by which `--accept` sees that they changed since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// What should be known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// The baselines, first that of the answers.
    pub baselines: Vec<BaselineResult>,
}

/// One difference.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DifferenceResult {
    /// `error`, `expectation`, `verdict`, `answer`, `picture` or `missing`.
    pub kind: String,
    /// In one line.
    pub text: String,
    /// The line of the scene file.
    pub line: usize,
}

/// One expectation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ExpectationResult {
    /// Whose answer it is, and the answer, in one line.
    pub text: String,
    /// The line of the scene file.
    pub line: usize,
    /// Whether the answer is as expected.
    pub met: bool,
}

/// One baseline.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BaselineResult {
    /// The file.
    pub baseline: PathBuf,
    /// The view, when the scene names its views.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<String>,
    /// As that of the scene.
    pub state: String,
    /// Whether the run wrote it.
    pub written: bool,
    /// Whether two drawings of the scene differed.
    #[serde(default)]
    pub unstable: bool,
    /// What would take its place, beside this file; not there for equal ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actual: Option<PathBuf>,
    /// A picture of the difference, beside this file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<PathBuf>,
    /// How many pixels differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pixels: Option<PixelResult>,
}

/// Counts of pixels.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PixelResult {
    /// With other numbers.
    pub exact: u64,
    /// Above the limit, without those that look antialiased.
    pub over: u64,
    /// Above the limit, but they look antialiased.
    pub antialiased: u64,
    /// The limit of a pixel.
    pub limit: f64,
    /// How many may exceed it.
    pub allowed: u64,
    /// Limits, and how many pixels exceed each.
    pub sweep: Vec<(f64, u64)>,
    /// The renderer of the baseline, when that is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other_renderer: Option<String>,
}

/// A file of the report, and where it is in the folder of the report.
pub(super) struct Part<'r> {
    pub(super) path: PathBuf,
    pub(super) bytes: &'r [u8],
}

/// The result of a run, and the files that it names.
pub(super) fn results<'r>(rows: &'r [Row], renderer: &str, baselines: Option<&Path>) -> (Results, Vec<Part<'r>>) {
    let mut parts = Parts { list: Vec::new(), taken: HashSet::new() };
    let scenes = rows.iter().map(|row| scene(row, &mut parts)).collect();
    let results = Results {
        eyeline_check: 1,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        renderer: renderer.to_owned(),
        baselines: baselines.map(Path::to_owned),
        scenes,
    };
    (results, parts.list)
}

struct Parts<'r> {
    list: Vec<Part<'r>>,
    taken: HashSet<PathBuf>,
}

impl<'r> Parts<'r> {
    fn add(&mut self, folder: &str, baseline: &Path, bytes: &'r [u8]) -> PathBuf {
        let mut path = Path::new(folder).join(inside(baseline));
        while !self.taken.insert(path.clone()) {
            let mut name = std::ffi::OsString::from("_");
            name.push(path.file_name().unwrap_or_default());
            path.set_file_name(name);
        }
        self.list.push(Part { path: path.clone(), bytes });
        path
    }
}

/// A path that cannot leave the folder that it is joined to.
fn inside(path: &Path) -> PathBuf {
    path.components()
        .filter_map(|part| match part {
            Component::Normal(name) => Some(name.to_owned()),
            Component::ParentDir => Some("_up".into()),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => None,
        })
        .collect()
}

fn scene<'r>(row: &'r Row, parts: &mut Parts<'r>) -> SceneResult {
    let answers = row.answers.iter().map(|stored| baseline(stored, parts));
    let mut baselines: Vec<_> = answers.collect();
    for capture in &row.captures {
        let mut result = baseline(&capture.stored, parts);
        result.view.clone_from(&capture.view.name);
        result.unstable = capture.is_unstable;
        let difference = capture.difference.as_deref();
        result.difference = difference.map(|bytes| parts.add(DIFFERENCE, &capture.stored.path, bytes));
        if let Some(Compared::Counted(counts)) = &capture.compared {
            result.pixels = Some(PixelResult {
                exact: counts.exact,
                over: counts.over,
                antialiased: counts.antialiased,
                limit: counts.limit.pixel,
                allowed: counts.limit.pixels,
                sweep: counts.sweep.clone(),
                other_renderer: counts.other_renderer.clone(),
            });
        }
        baselines.push(result);
    }
    let differences = row.differences.iter().map(|difference| DifferenceResult {
        kind: difference.kind.word().to_owned(),
        text: difference.text.clone(),
        line: difference.line,
    });
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
        warnings: row.warnings.clone(),
        baselines,
    }
}

fn baseline<'r>(stored: &'r Stored, parts: &mut Parts<'r>) -> BaselineResult {
    let actual = stored.actual.as_deref().filter(|_| stored.state != State::Equal);
    BaselineResult {
        baseline: stored.path.clone(),
        view: None,
        state: stored.state.word().to_owned(),
        written: stored.is_written,
        unstable: false,
        actual: actual.map(|bytes| parts.add(ACTUAL, &stored.path, bytes)),
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
        let mut add = |path: &str| parts.add("actual", Path::new(path), b"").display().to_string();
        assert_eq!(add("../screenshots/a b.png"), "actual/_up/screenshots/a b.png");
        assert_eq!(add("/x/../a.png"), "actual/x/_up/a.png");
        assert_eq!(add("/x/_up/a.png"), "actual/x/_up/_a.png");
    }
}
