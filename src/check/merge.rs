//! `--merge`: the results of several runs, such as the shards of one check, as one.
//!
//! `results.json` is data. Each path in it is checked as for `--accept`: a scene is inside the root, a baseline is where a
//! run would put it, and a picture is a PNG in the folder of its run.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::accept::{self, RunSource};
use super::baseline;
use super::compare::{PictureMatch, size_of};
use super::plan::PlannedView;
use super::results::{BaselineResult, DifferenceResult, Results, SceneResult, located, part_of};
use super::row::{Capture, DifferenceSubject, Expected, RowDifference, SceneRow, SceneState, StoredCapture};
use super::shard::Shard;
use super::spool::{Spool, Spooled};
use crate::budget::Budget;
use crate::files::Inputs;
use crate::import::image::check_png;
use crate::report::stored::reports;
use crate::scene::CheckView;
use crate::source::ReadOptions;
use crate::source::place::ValuePath;
use crate::source::rooted::Rooted;
use crate::source::text::path_in_message;

/// What decides where scenes and baselines are.
#[derive(Clone, Copy, Debug)]
pub struct MergeOptions<'m> {
    /// The folder of all baselines, when the user names one.
    pub baselines: Option<&'m Path>,
    /// The options for reading.
    pub options: &'m ReadOptions,
    /// The folder that contains all scenes and baselines. It has no links.
    pub root: &'m Path,
    /// The memory budget.
    pub budget: &'m Budget,
}

/// Several runs as one.
#[derive(Debug)]
pub struct MergedRun {
    /// The scenes of all runs, in the order of their paths.
    pub rows: Vec<SceneRow>,
    /// The renderers that drew.
    pub renderer: String,
}

/// Reads the runs in some folders and joins them.
///
/// # Errors
/// When a folder has no results, or results that are damaged or name a file that is not theirs; when two of them have the
/// same scene; and when the shards of a run are not all there.
pub fn merged(folders: &[Rooted], options: &MergeOptions) -> Result<MergedRun, String> {
    let spool = Spool::default();
    let (mut rows, mut renderers, mut shards) = (Vec::new(), Vec::new(), Vec::new());
    let mut owners: HashMap<PathBuf, &Rooted> = HashMap::new();
    for folder in folders {
        let (results, _memory) = Results::read(folder, options.budget)?;
        let source = RunSource {
            results: &results,
            folder,
            base: Path::new(""),
            baselines: options.baselines,
            options: options.options,
            root: options.root,
            budget: options.budget,
        };
        accept::expect_same_baselines(&source)?;
        for (at, scene) in results.scenes.iter().enumerate() {
            let at = ValuePath::default().key("scenes").index(at);
            let row = row(&source, scene, &at, &spool)?;
            let real = row.found.path.canonicalize().unwrap_or_else(|_| row.found.path.clone());
            if let Some(other) = owners.insert(real, folder) {
                let message =
                    format!("{} is also in {}: give each run once", path_in_message(&scene.scene), other.in_message());
                return Err(located(folder, &at.key("scene"), &message));
            }
            rows.push(row);
        }
        if !renderers.contains(&results.renderer) {
            renderers.push(results.renderer.clone());
        }
        if let Some(shard) = &results.shard {
            let place = ValuePath::default().key("shard");
            let shard: Shard = shard.parse().map_err(|reason: String| located(folder, &place, &reason))?;
            shards.push((shard, folder));
        }
    }
    expect_all_shards(&shards)?;
    rows.sort_by(|a: &SceneRow, b| a.found.path.cmp(&b.found.path));
    Ok(MergedRun { rows, renderer: renderers.join(", ") })
}

/// Refuses the shards of a run without one of them, because the scenes of that one would count as good.
fn expect_all_shards(shards: &[(Shard, &Rooted)]) -> Result<(), String> {
    let Some((Shard { count, .. }, folder)) = shards.first() else { return Ok(()) };
    if let Some((other, place)) = shards.iter().find(|(shard, _)| shard.count != *count) {
        return Err(format!(
            "{} is shard {other}, and {} is one of {count}: give the shards of one run",
            place.in_message(),
            folder.in_message()
        ));
    }
    match (1..=*count).find(|index| shards.iter().all(|(shard, _)| shard.index != *index)) {
        Some(index) => Err(format!("shard {index}/{count} is missing: give the folders of all shards to `--merge`")),
        None => Ok(()),
    }
}

/// A difference of a run with those that follow from it. `None` when one of them has an unknown kind.
fn difference_of(result: &DifferenceResult) -> Option<RowDifference> {
    let kind = DifferenceSubject::ALL.into_iter().find(|kind| kind.word() == result.kind)?;
    let consequences = result.consequences.iter().map(difference_of).collect::<Option<_>>()?;
    let (text, line, file) = (result.text.clone(), result.line.max(1), result.file.clone());
    Some(RowDifference { file, consequences, ..RowDifference::new(kind, text, line) })
}

/// The row of a scene of a run.
fn row(source: &RunSource, scene: &SceneResult, at: &ValuePath, spool: &Spool) -> Result<SceneRow, String> {
    let refused = |key, message: &str| located(source.folder, &at.key(key), message);
    let found = accept::found(source, scene).map_err(|reason| refused("scene", &reason))?;
    let mut row = SceneRow::new(&found);
    row.inputs = Inputs::file(&found.path);
    row.digest.clone_from(&scene.digest);
    row.warnings.clone_from(&scene.warnings);
    row.steps.clone_from(&scene.steps);
    row.is_known = scene.cached;
    // The files are those of the machine of the shard, and are only named.
    row.changed_inputs.clone_from(&scene.changed_inputs);
    for difference in &scene.differences {
        let difference = difference_of(difference);
        row.differences.push(difference.ok_or_else(|| refused("differences", "there is no such kind of difference"))?);
    }
    row.expectations = scene
        .expectations
        .iter()
        .map(|expected| Expected {
            text: expected.text.clone(),
            line: expected.line.max(1),
            is_met: expected.met,
            error: None,
            names: Vec::new(),
        })
        .collect();
    for (number, result) in scene.baselines.iter().enumerate() {
        let at = at.key("baselines").index(number);
        let refused = |key, message: &str| located(source.folder, &at.key(key), message);
        let state = SceneState::ALL.into_iter().find(|state| state.word() == result.state);
        let state = state.ok_or_else(|| refused("state", "there is no such state"))?;
        let file = accept::place_of(result, &found, source.base).map_err(|(key, message)| refused(key, &message))?;
        let part = |key, path: &Option<PathBuf>| {
            path.as_deref()
                .map(|path| part(source, path, result.is_answers(), spool))
                .transpose()
                .map_err(|reason| refused(key, &reason))
        };
        let actual = part("actual", &result.actual)?;
        let size = actual.as_ref().and_then(|part| part.size).unwrap_or(CheckView::DEFAULT_SIZE);
        let actual = actual.map(|part| part.contents);
        // An unstable picture has two drawings, and nothing that may become a baseline.
        let (actual, second_drawing) = if result.unstable { (None, actual) } else { (actual, None) };
        let stored = StoredCapture { file, actual, state, is_written: result.written };
        if result.is_answers() {
            row.answers = Some(stored);
            continue;
        }
        row.captures.push(Capture {
            view: PlannedView::known(result.view.clone(), size),
            stored,
            before: part("before", &result.before)?.map(|part| part.contents),
            second_drawing,
            compared: compared(result, size),
            difference: part("difference", &result.difference)?.map(|part| part.contents),
            is_unstable: result.unstable,
        });
    }
    if row.state().word() != scene.state {
        return Err(refused("state", "this state is not that of the differences of the scene"));
    }
    Ok(row)
}

/// The counts of a picture.
fn compared(result: &BaselineResult, size: [u32; 2]) -> Option<PictureMatch> {
    let pixels = result.pixels.as_ref()?;
    Some(PictureMatch::Counted(pixels.counts(size)))
}

/// A file of a run.
struct Part {
    contents: Spooled,
    /// Width and height of a picture.
    size: Option<[u32; 2]>,
}

/// Copies a file of a run, which is answers or a PNG.
fn part(source: &RunSource, path: &Path, is_answers: bool, spool: &Spool) -> Result<Part, String> {
    let part = part_of(source.folder, path)?;
    let shown = part.in_message();
    let read = baseline::read(&part, source.budget).map_err(|reason| format!("cannot read {shown}: {reason}"))?;
    let (bytes, _memory) = read.ok_or_else(|| format!("cannot read {shown}: there is no such file"))?;
    let size = if is_answers {
        if reports(&bytes, &shown)?.is_none() {
            return Err(format!("{shown}: these are not answers of a scene"));
        }
        None
    } else {
        let size = size_of(&bytes).map_err(|reason| format!("{shown}: {reason}"))?;
        check_png(&bytes, &shown).map_err(|error| error.to_string())?;
        Some(size)
    };
    let contents =
        spool.put(&bytes).map_err(|reason| format!("cannot copy {shown} into a temporary file: {reason}"))?;
    Ok(Part { contents, size })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_shards_of_one_run_are_needed() {
        let folder = Rooted::of_folder(Path::new("a"));
        let outcome = |shards: &[&str]| {
            let shards: Vec<_> = shards.iter().map(|shard| (shard.parse().unwrap(), &folder)).collect();
            expect_all_shards(&shards)
        };
        assert_eq!(outcome(&[]), Ok(()));
        assert_eq!(outcome(&["2/3", "1/3", "3/3"]), Ok(()));
        assert!(outcome(&["1/3", "3/3"]).unwrap_err().contains("shard 2/3 is missing"));
        assert!(outcome(&["1/3", "2/4"]).unwrap_err().contains("is shard 2/4"));
    }
}
