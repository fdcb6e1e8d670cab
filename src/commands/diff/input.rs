//! An input of the comparison: a scene, reports or a recording, or a picture; a file, a file at a git revision, or standard
//! input.

use std::borrow::Cow;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde_json::Value;

use crate::budget::{Budget, OverBudget, Reservation, Size};
use crate::commands::load::{load, print_errors, within_reach};
use crate::commands::scene_args::SceneArgs;
use crate::files::{Content, FileAtRevision, FileKind, Files, Loaded, Reading};
use crate::offscreen::DepthAnswers;
use crate::opacity::Progress;
use crate::report::brief;
use crate::report::occlusion::AllUnanswered;
use crate::report::stored::{MEMORY_OF_BYTE, Reports, may_be_reports, reports};
use crate::source::error::SceneError;
use crate::source::git_text::GitText;
use crate::source::regular;
use crate::world::{Recording, World};

/// An input of the comparison.
pub(super) enum DiffInput {
    /// A scene, with what is known of its agents so far.
    Scene { loaded: Box<Loaded>, recording: Box<Recording>, name: String, unanswered: AllUnanswered },
    Reports {
        reports: Reports,
        name: String,
        /// The memory of the reports.
        _memory: Reservation,
    },
    /// An image, which is compared with another one pixel by pixel.
    Picture(DiffSource),
}

/// Where an input is.
pub(super) enum DiffSource {
    /// A file.
    File(PathBuf),
    /// A file at a git revision, and how the user named it.
    Revision(Box<FileAtRevision>, String),
}

impl DiffSource {
    /// The input that an argument names: a file, or `REVISION:PATH`.
    ///
    /// # Errors
    /// When there is no such file at the revision.
    pub(super) fn of(argument: &Path) -> anyhow::Result<Self> {
        let text = argument.to_string_lossy();
        let Some((revision, path)) = text.split_once(':').filter(|_| argument.symlink_metadata().is_err()) else {
            return Ok(Self::File(argument.to_owned()));
        };
        // One letter and a colon are a drive of Windows.
        if revision.chars().count() == 1 && cfg!(windows) {
            return Ok(Self::File(argument.to_owned()));
        }
        let found = FileAtRevision::of(Path::new(path), revision);
        let found = found.map_err(|reason| anyhow::anyhow!("cannot read {text}: {reason}"))?;
        Ok(Self::Revision(Box::new(found), text.into_owned()))
    }

    /// The name in messages.
    pub(super) fn name(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::Revision(_, name) => name.clone(),
        }
    }

    /// The file to read.
    pub(super) fn path(&self) -> PathBuf {
        match self {
            Self::File(path) => path.clone(),
            Self::Revision(file, _) => file.path(),
        }
    }

    /// The bytes of the file, and the memory for them `times` over.
    ///
    /// # Errors
    /// When it cannot be read, or does not fit into the budget.
    pub(super) fn bytes(&self, times: u64, budget: &Budget) -> anyhow::Result<(Vec<u8>, Reservation)> {
        let (path, name) = (self.path(), self.name());
        let size = path.metadata().map_or(0, |metadata| metadata.len());
        let memory = budget.take(size.saturating_mul(times));
        let memory = memory.map_err(|over| anyhow::anyhow!("cannot read {name}: {over}"))?;
        let bytes = regular::read(&path, size).with_context(|| format!("cannot read {name}"))?;
        Ok((bytes, memory))
    }
}

/// The path of standard input.
pub(super) const STANDARD_INPUT: &str = "-";

impl DiffInput {
    /// The ticks that a scene shows: the one at which the window opens it, and those of its views.
    pub(super) fn shown_ticks(&self) -> Vec<u64> {
        let Self::Scene { loaded, .. } = self else { return Vec::new() };
        let views = loaded.scene.check.iter().flat_map(|check| &check.views).flatten();
        views.filter_map(|view| view.tick).chain([loaded.scene.opens_at]).collect()
    }

    /// The brief report at a tick, with the memory for it and for its comparison; `None` when the input has no report of this
    /// tick. Agents have all events up to the tick; with `only_new`, only the events of the tick itself.
    pub(super) fn at(
        &mut self,
        tick: u64,
        only_new: bool,
        budget: &Budget,
    ) -> anyhow::Result<Option<(Cow<'_, Value>, Reservation)>> {
        match self {
            Self::Scene { loaded, recording, name, unanswered } => {
                within_reach(&loaded.scene, tick)?;
                let content = Content { scene: &loaded.scene, files: &loaded.files };
                let world = World::of(recording, content, tick);
                let mut text = ComparedText::within(budget);
                let mut depth = DepthAnswers::of(&loaded.scene);
                let mut ask = |world: &World| depth.answers(world);
                let written = brief::write_line(&world, name, None, only_new, &mut ask, &mut text);
                text.expect_room(name)?;
                written?;
                unanswered.extend(depth.into_unanswered());
                Ok(Some((Cow::Owned(serde_json::from_slice(&text.bytes)?), text.memory)))
            }
            Self::Picture(_) => Ok(None),
            Self::Reports { reports, name, .. } => {
                let Some((_, report)) = reports.list.iter().find(|(at, _)| *at == tick) else { return Ok(None) };
                let mut size = ComparedText { is_kept: false, ..ComparedText::within(budget) };
                let counted = serde_json::to_writer(&mut size, report);
                size.expect_room(name)?;
                counted?;
                Ok(Some((Cow::Borrowed(report), size.memory)))
            }
        }
    }
}

/// The memory of a comparison for each byte of the text of a brief report: its values, their brief form, and the list of its
/// answers, which are found by their names. It was measured.
const COMPARED: u64 = 36;

/// The text of a report that is compared. The memory for the comparison is reserved as the text grows.
struct ComparedText {
    bytes: Vec<u8>,
    /// Whether the text is kept, or only its length counts.
    is_kept: bool,
    memory: Reservation,
    /// The request that did not fit.
    over: Option<OverBudget>,
}

impl ComparedText {
    fn within(budget: &Budget) -> Self {
        Self { bytes: Vec::new(), is_kept: true, memory: budget.nothing(), over: None }
    }

    /// # Errors
    /// When a request did not fit.
    fn expect_room(&self, name: &str) -> Result<(), SceneError> {
        let error = |over| Err(SceneError::over_budget(name, "comparing these answers", over));
        self.over.map_or(Ok(()), error)
    }
}

impl Write for ComparedText {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        if let Err(over) = self.memory.grow(text.len() as u64 * COMPARED) {
            self.over = Some(over.with_own(self.memory.bytes()));
            return Err(io::Error::other(over));
        }
        if self.is_kept {
            self.bytes.extend_from_slice(text);
        }
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reserves the memory of a text and of the values parsed from it.
fn memory_of(text: u64, name: &str, budget: &Budget) -> anyhow::Result<Reservation> {
    budget.take(text.saturating_mul(MEMORY_OF_BYTE)).map_err(|over| anyhow::anyhow!("cannot read {name}: {over}"))
}

/// Reads an input. Its content decides what it is: a text that is neither a report nor a recording is read as a scene.
pub(super) fn read(argument: &Path, options: &SceneArgs, budget: &Budget) -> anyhow::Result<DiffInput> {
    if argument.as_os_str() == STANDARD_INPUT {
        let bytes = piped(budget)?;
        let memory = memory_of(bytes.len() as u64, "standard input", budget)?;
        let reports = reports(&bytes, "standard input").map_err(anyhow::Error::msg)?;
        let help = "pipe the output of `eyeline report` into it; a scene must be a file";
        let reports =
            reports.with_context(|| format!("standard input is neither a report nor a recording\n  help: {help}"))?;
        return Ok(DiffInput::Reports { reports, name: "standard input".to_owned(), _memory: memory });
    }
    let source = DiffSource::of(argument)?;
    let (path, name) = (source.path(), source.name());
    if FileKind::of(&path) == FileKind::Image {
        return Ok(DiffInput::Picture(source));
    }
    if may_be_reports(&path) {
        let (bytes, memory) = source.bytes(MEMORY_OF_BYTE, budget)?;
        if let Some(left) = GitText::of(&bytes) {
            anyhow::bail!("{name}: {}", left.message(&name, ""));
        }
        if let Some(reports) = reports(&bytes, &name).map_err(anyhow::Error::msg)? {
            return Ok(DiffInput::Reports { reports, name, _memory: memory });
        }
    }
    scene(source, options)
}

/// Reads an input as a scene.
///
/// # Errors
/// When it cannot be read.
pub(super) fn scene(source: DiffSource, options: &SceneArgs) -> anyhow::Result<DiffInput> {
    let name = source.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
    let loaded = match source {
        DiffSource::File(path) => load(&path, options)?,
        DiffSource::Revision(mut file, _) => {
            let reading = Reading { options: options.options()?, ..Reading::default() };
            let loaded = file.open(&Files::within(options.budget()), &reading, &Progress::default())?;
            print_errors(&loaded);
            loaded
        }
    };
    let loaded = Box::new(loaded);
    let recording = Box::new(Recording::of(Content { scene: &loaded.scene, files: &loaded.files }));
    Ok(DiffInput::Scene { loaded, recording, name, unanswered: AllUnanswered::default() })
}

/// All of standard input. Reading stops at the size of the free budget.
fn piped(budget: &Budget) -> anyhow::Result<Vec<u8>> {
    let most = budget.left() / MEMORY_OF_BYTE;
    let mut bytes = Vec::new();
    io::stdin().lock().take(most.saturating_add(1)).read_to_end(&mut bytes).context("cannot read standard input")?;
    anyhow::ensure!(
        bytes.len() as u64 <= most,
        "cannot read standard input: it is larger than {}; increase `--memory`",
        Size(most)
    );
    Ok(bytes)
}
