//! What is stored of a scene that was equal.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::file::{digest_of, digest_of_file};
use crate::check::compare::PictureMatch;
use crate::check::digest;
use crate::check::discover::FoundScene;
use crate::check::plan::PlannedView;
use crate::check::results::PixelResult;
use crate::check::row::{Capture, Expected, SceneRow, SceneState, StoredCapture};
use crate::files::Inputs;
use crate::source::rooted::Rooted;

/// A scene that was equal, and the digests of all that this depends on.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct KnownScene {
    /// The digest of the run's key.
    pub(super) key: String,
    /// The scene and its files, with their digests; without one for a file that did not exist.
    inputs: Vec<(PathBuf, Option<String>)>,
    /// The project file. Without one before, a new one is an input too.
    project: Option<PathBuf>,
    /// The digest of `results.json`.
    digest: String,
    /// The digest of the stored answers; `None` when they were not compared.
    answers: Option<String>,
    views: Vec<KnownView>,
    /// The expectations, all of which are met, with their lines.
    expectations: Vec<(String, usize)>,
    warnings: Vec<String>,
}

/// A picture that was equal.
#[derive(Debug, Serialize, Deserialize)]
struct KnownView {
    name: Option<String>,
    size: [u32; 2],
    /// The digest of the baseline.
    baseline: String,
    /// How it compared; `None` for the same bytes.
    pixels: Option<PixelResult>,
}

impl KnownScene {
    /// What is stored of a row; `None` when it is not equal, or when one of its files was written after the run began.
    pub(super) fn of(row: &SceneRow, key: &str, begin: SystemTime) -> Option<Self> {
        let is_equal = |stored: &StoredCapture| stored.state == SceneState::Equal;
        if row.state() != SceneState::Equal || !row.errors.is_empty() || !row.stored().all(is_equal) {
            return None;
        }
        let baselines = row.stored().map(|stored| stored.file.absolute());
        let mut files = row.inputs.files().iter().cloned().chain(baselines);
        if files.any(|file| is_written_since(&file, begin)) || digest::digest(&row.inputs) != row.digest {
            return None;
        }
        let inputs =
            row.inputs.files().iter().map(|file| Some((std::path::absolute(file).ok()?, digest_of_file(file))));
        let views = row.captures.iter().map(|capture| {
            Some(KnownView {
                name: capture.view.name.clone(),
                size: capture.view.size,
                baseline: digest_of_baseline(&capture.stored.file)?,
                pixels: match capture.compared.as_ref()? {
                    PictureMatch::Same => None,
                    PictureMatch::Counted(counts) => Some(PixelResult::of(counts)),
                    PictureMatch::Resized { .. } | PictureMatch::Broken(_) | PictureMatch::NoMemory(_) => return None,
                },
            })
        });
        let answers = row.answers.as_ref().map(|stored| digest_of_baseline(&stored.file));
        Some(Self {
            key: key.to_owned(),
            inputs: inputs.collect::<Option<_>>()?,
            project: row.found.project.as_ref().map(|project| project.file()),
            digest: row.digest.clone()?,
            answers: match answers {
                Some(digest) => Some(digest?),
                None => None,
            },
            views: views.collect::<Option<_>>()?,
            expectations: row.expectations.iter().map(|expected| (expected.text.clone(), expected.line)).collect(),
            warnings: row.warnings.clone(),
        })
    }

    /// The row of the scene; `None` when a file or a baseline changed.
    pub(super) fn row(&self, found: &FoundScene) -> Option<SceneRow> {
        if self.project != found.project.as_ref().map(|project| project.file()) {
            return None;
        }
        let equal = |file: Rooted| StoredCapture { file, actual: None, state: SceneState::Equal, is_written: false };
        let mut row = SceneRow::new(found);
        if let Some(digest) = &self.answers {
            let file = found.answers();
            if digest_of_baseline(&file).as_ref() != Some(digest) {
                return None;
            }
            row.answers = Some(equal(file));
        }
        for KnownView { name, size, baseline, pixels } in &self.views {
            let file = found.picture(name.as_deref());
            if digest_of_baseline(&file).as_ref() != Some(baseline) {
                return None;
            }
            let counts = |pixels: &PixelResult| PictureMatch::Counted(pixels.counts(*size));
            row.captures.push(Capture {
                view: PlannedView::known(name.clone(), *size),
                stored: equal(file),
                before: None,
                second_drawing: None,
                compared: Some(pixels.as_ref().map_or(PictureMatch::Same, counts)),
                difference: None,
                is_unstable: false,
            });
        }
        if !self.changed_inputs().is_empty() {
            return None;
        }
        row.inputs = self.inputs.iter().fold(Inputs::default(), |inputs, (file, _)| inputs.and(file));
        row.digest = Some(self.digest.clone());
        row.warnings.clone_from(&self.warnings);
        let expected = |(text, line): &(String, usize)| Expected {
            text: text.clone(),
            line: *line,
            is_met: true,
            error: None,
            names: Vec::new(),
        };
        row.expectations = self.expectations.iter().map(expected).collect();
        row.is_known = true;
        Some(row)
    }

    /// The files of the scene that have other contents now, each once.
    pub(super) fn changed_inputs(&self) -> Vec<PathBuf> {
        let mut seen = HashSet::new();
        let each = self.inputs.iter().filter(|(file, _)| seen.insert(file));
        each.filter(|(file, digest)| digest_of_file(file) != *digest).map(|(file, _)| file.clone()).collect()
    }
}

/// Whether a file has a time after `begin`.
fn is_written_since(file: &Path, begin: SystemTime) -> bool {
    file.metadata().and_then(|metadata| metadata.modified()).is_ok_and(|written| written > begin)
}

fn digest_of_baseline(file: &Rooted) -> Option<String> {
    digest_of(file.open().ok()??).ok()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::source::ReadOptions;

    #[test]
    fn a_scene_that_was_written_during_the_run_is_not_stored() {
        let folder = tempfile::tempdir().unwrap();
        let scene = folder.path().join("a.json");
        std::fs::write(&scene, "{ \"eyeline\": 1 }").unwrap();
        let written = scene.metadata().unwrap().modified().unwrap();
        let found = FoundScene::new(&scene, None, &ReadOptions::default());
        let mut row = SceneRow::new(&found);
        row.digest = digest::digest(&row.inputs);
        let second = Duration::from_secs(1);
        assert!(KnownScene::of(&row, "", written + second).is_some_and(|known| known.row(&found).is_some()));
        assert!(KnownScene::of(&row, "", written - second).is_none());
        // A file that two items name is listed once.
        row.inputs = row.inputs.and(&scene);
        row.digest = digest::digest(&row.inputs);
        let known = KnownScene::of(&row, "", written + second).unwrap();
        std::fs::write(&scene, "{ \"eyeline\": 1, \"title\": \"b\" }").unwrap();
        assert_eq!(known.changed_inputs(), [scene]);
        // The contents of the run were others.
        row.digest = Some("0".to_owned());
        assert!(KnownScene::of(&row, "", written + second).is_none());
    }
}
