//! The readings of recorded camera paths.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use glam::DVec3;

use super::asset::{Asset, file_of};
use super::bag::BagFile;
use super::beside::RecordingFolder;
use super::session_comparisons::{Comparison, Comparisons};
use crate::budget::{Budget, OverBudget, Reservation};
use crate::host::fs;
use crate::import::trajectory::{
    self, AlsoNamed, Contents, Format, GivenGap, GivenJump, Recorded, Settings, TimeUnit, TimesFile, Trimmed,
};
use crate::opacity::Progress;
use crate::scene::{self, SessionAxes, SessionFormat, SessionGap, SessionTimeUnit, SessionWorld};
use crate::source::decoding::guarded_file;
use crate::source::error::SceneError;
use crate::source::extension::has_extension;
use crate::source::folder::Folder;
use crate::source::stamp::Stamp;
use crate::source::text::{ExpectedFile, Source, read_binary, read_stamped};
use crate::trajectory::align::AlignmentKind;
use crate::trajectory::deviation::Deviation;
use crate::trajectory::errors::Matching;
use crate::trajectory::{CameraAxes, Stroke, Summary, Trajectory, World};

/// The result of reading a recording, with its stamp.
#[derive(Debug)]
pub struct SessionFile {
    session: scene::RecordedSession,
    path: Option<PathBuf>,
    pub(super) stamp: Option<Stamp>,
    /// The other files that were read, with their stamps.
    beside: Vec<(PathBuf, Option<Stamp>)>,
    /// Whether the file of times was found; true without one.
    has_times: bool,
    read: Result<(Recorded, Summary), SceneError>,
    /// The path in few lines, made when it is first drawn.
    outline: OnceLock<Vec<Stroke>>,
    /// The last comparisons with other recordings.
    compared: Comparisons<Self>,
    _memory: Reservation,
}

/// The lines of a path in a picture, at most.
const MOST_LINES: usize = 20_000;

/// The tolerance of a drawn path is the diagonal of its box over this: less than a pixel of a picture that shows all of it.
const OUTLINE: f64 = 3_000.0;

/// The largest recording, in bytes: 512 MiB.
const LARGEST: u64 = 512 << 20;

impl SessionFile {
    /// Reads the file of a session of a scene in `folder`.
    /// `progress` can cancel the reading of a bag, which may be long.
    pub fn read(session: &scene::RecordedSession, folder: &Folder, budget: &Budget, progress: &Progress) -> Self {
        // The texts are released; the recording stays.
        let (mut of_texts, mut memory) = (budget.nothing(), budget.nothing());
        let resolved = folder.resolve(&session.file);
        let path = resolved.as_ref().ok().cloned();
        let stamp = path.as_deref().and_then(Stamp::of);
        let file = &*session.file;
        let (mut beside, mut times) = (Vec::new(), None);
        let read = resolved
            .map_err(|error| SceneError::unreadable(file, &error.to_string(), Some(error.help())))
            .and_then(|path| {
                // Only COLMAP has binary files besides bags.
                let may_be_binary = matches!(session.format, None | Some(SessionFormat::Colmap));
                let is_binary = may_be_binary && has_extension(&path, "bin");
                let mut bag = BagFile::open(&path, progress);
                let (mut text, mut bytes) = (String::new(), Vec::new());
                match () {
                    () if bag.is_some() => {}
                    () if is_binary => bytes = read_bytes(&path, file, &mut of_texts)?,
                    () => text = read_text(&path, file, &mut of_texts)?,
                }
                let contents = match &mut bag {
                    Some(bag) => Contents::Bag(bag),
                    None if is_binary => Contents::Binary(&bytes),
                    None => Contents::Text(&text),
                };
                let listed = session.times.as_deref();
                let of_times = listed.map(|name| read_times(name, folder, &mut times, &mut of_texts)).transpose()?;
                let times = listed.zip(of_times.as_deref()).map(|(file, text)| TimesFile { file, text });
                let named = AlsoNamed { times, topic: session.topic.as_deref() };
                let around = RecordingFolder::new(file, folder, LARGEST, &mut of_texts);
                let parse = || trajectory::parse_in(file, contents, named, &around, &settings(session), &mut memory);
                let recorded = guarded_file(file, parse);
                beside = around.into_stamps();
                let recorded = recorded?;
                let summary = recorded.trajectory.summary();
                memory.grow(summary.memory()).map_err(|over| over_budget(file, over))?;
                Ok((recorded, summary))
            });
        let memory = if read.is_ok() { memory } else { budget.nothing() };
        let has_times = times.as_ref().is_none_or(|(_, stamp): &StampedPath| stamp.is_some());
        beside.extend(times);
        Self {
            session: session.clone(),
            path,
            stamp,
            beside,
            has_times,
            read,
            outline: OnceLock::new(),
            compared: Comparisons::default(),
            _memory: memory,
        }
    }

    /// The same file with the same settings, read again.
    #[must_use]
    pub fn read_again(&self, folder: &Folder, budget: &Budget) -> Self {
        Self::read(&self.session, folder, budget, &Progress::default())
    }

    /// Reads the file again, and keeps the frames from one scene time to another one, in seconds, both included.
    ///
    /// # Errors
    /// The error of the file, and one when no frame is between the two times.
    pub fn trimmed(&self, span: [f64; 2], budget: &Budget) -> Result<Trimmed, SceneError> {
        let file = &*self.session.file;
        if self.session.times.is_some() {
            let message = "a part of a recording whose times are in a file of their own cannot be written";
            let help = Some("cut both files in the program that wrote them");
            return Err(SceneError::unreadable(file, message, help));
        }
        let path = self.path().ok_or_else(|| SceneError::unreadable(file, "the file was not found", None))?;
        if let Ok(recorded) = self.recorded() {
            trajectory::refuse_trim(file, recorded.format)?;
        }
        let mut memory = budget.nothing();
        let text = read_text(path, file, &mut memory)?;
        guarded_file(file, || trajectory::trim(file, &text, &settings(&self.session), span, &mut memory))
    }

    /// The key of the session that names a file which was not found.
    pub(super) fn missing(&self) -> Option<&'static str> {
        let is_found = [("file", self.stamp.is_some()), ("times", self.has_times)];
        is_found.into_iter().find(|(_, is_found)| !is_found).map(|(key, _)| key)
    }

    /// The file, when it was found.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The recording.
    ///
    /// # Errors
    /// The error of the file, with its location.
    pub fn recorded(&self) -> Result<&Recorded, &SceneError> {
        self.read.as_ref().map(|(recorded, _)| recorded)
    }

    /// The path.
    ///
    /// # Errors
    /// The error of the file, with its location.
    pub fn trajectory(&self) -> Result<&Trajectory, &SceneError> {
        self.recorded().map(|recorded| &recorded.trajectory)
    }

    /// The path in at most 20,000 lines besides losses and jumps; empty without a path.
    pub fn outline(&self) -> &[Stroke] {
        self.outline.get_or_init(|| {
            let Ok(path) = self.trajectory() else { return Vec::new() };
            let positions = || (0..path.frames.len()).map(|i| path.frames.position(i));
            let min = positions().fold(DVec3::INFINITY, DVec3::min);
            let max = positions().fold(DVec3::NEG_INFINITY, DVec3::max);
            path.outline(min.distance(max) / OUTLINE, MOST_LINES)
        })
    }

    /// The errors of the path against that of another file, computed once. `None` when one of them has no path.
    pub fn compared_with(
        &self,
        reference: &Arc<Self>,
        matching: &Matching,
        freedom: AlignmentKind,
    ) -> Option<Comparison> {
        let (to, path) = (reference.trajectory().ok()?, self.trajectory().ok()?);
        let compute = || Deviation::of(to, path, matching, freedom).map(Arc::new);
        Some(self.compared.get_or(&(Arc::downgrade(reference), *matching, freedom), compute))
    }

    /// The figures of the path; `None` without a path.
    pub fn summary(&self) -> Option<&Summary> {
        self.read.as_ref().ok().map(|(_, summary)| summary)
    }
}

impl Asset for SessionFile {
    fn is_current(&self, name: &str, folder: &Folder) -> bool {
        let path = folder.resolve(file_of(name)).ok();
        path == self.path && self.stamp == path.as_deref().and_then(Stamp::of) && Stamp::are_current(&self.beside)
    }

    fn is_usable(&self) -> bool {
        self.read.is_ok()
    }

    fn failure(&self, _: &str) -> Option<SceneError> {
        self.read.as_ref().err().cloned()
    }

    fn others(&self) -> Vec<PathBuf> {
        let beside = self.beside.iter().map(|(path, _)| path);
        self.path.iter().chain(beside).cloned().collect()
    }
}

/// A file with its stamp when it was read.
type StampedPath = (PathBuf, Option<Stamp>);

/// The text of a file of times, as a scene in `folder` names it. `memory` grows by its size. `stamp` is set also when there is no
/// such file, so that it is read when there is one.
fn read_times(
    file: &str,
    folder: &Folder,
    stamp: &mut Option<StampedPath>,
    memory: &mut Reservation,
) -> Result<String, SceneError> {
    let found = folder.resolve(file);
    let path = found.as_ref().map_or_else(|_| folder.join(file), Clone::clone);
    *stamp = Some((path.clone(), Stamp::of(&path)));
    found.map_err(|error| SceneError::unreadable(file, &error.to_string(), Some(error.help())))?;
    read_text(&path, file, memory)
}

const WANTED: ExpectedFile = ExpectedFile { what: "recording", example: "walk.txt", most: LARGEST };

/// The text of a recording. `memory` grows by its size.
fn read_text(path: &Path, file: &str, memory: &mut Reservation) -> Result<String, SceneError> {
    grow_by_size(path, file, memory)?;
    Ok(read_stamped(path, file, &WANTED, Source::Any)?.0)
}

/// The bytes of a binary recording. `memory` grows by their number.
fn read_bytes(path: &Path, file: &str, memory: &mut Reservation) -> Result<Vec<u8>, SceneError> {
    grow_by_size(path, file, memory)?;
    read_binary(path, file, &WANTED)
}

fn grow_by_size(path: &Path, file: &str, memory: &mut Reservation) -> Result<(), SceneError> {
    let size = fs::length(path).min(LARGEST);
    memory.grow(size).map_err(|over| over_budget(file, over))
}

fn over_budget(file: &str, over: OverBudget) -> SceneError {
    SceneError::over_budget(file, "this recording", over)
}

fn settings(session: &scene::RecordedSession) -> Settings {
    let format = |format| match format {
        SessionFormat::Eyeline => Format::Eyeline,
        SessionFormat::Tum => Format::Tum,
        SessionFormat::Euroc => Format::Euroc,
        SessionFormat::Kitti => Format::Kitti,
        SessionFormat::ArkitScenes => Format::ArkitScenes,
        SessionFormat::Stray => Format::Stray,
        SessionFormat::Nerfstudio => Format::Nerfstudio,
        SessionFormat::Colmap => Format::Colmap,
        SessionFormat::Record3d => Format::Record3d,
        SessionFormat::Polycam => Format::Polycam,
        SessionFormat::Arkit => Format::Arkit,
        SessionFormat::Mcap => Format::Mcap,
    };
    let unit = |unit| match unit {
        SessionTimeUnit::Seconds => TimeUnit::Seconds,
        SessionTimeUnit::Milliseconds => TimeUnit::Milliseconds,
        SessionTimeUnit::Microseconds => TimeUnit::Microseconds,
        SessionTimeUnit::Nanoseconds => TimeUnit::Nanoseconds,
    };
    let axes = |axes| match axes {
        SessionAxes::OpenGl => CameraAxes::OpenGl,
        SessionAxes::OpenCv => CameraAxes::OpenCv,
        SessionAxes::Unity => CameraAxes::Unity,
        SessionAxes::Ros => CameraAxes::Ros,
    };
    let world = |world| match world {
        SessionWorld::YUp => World::YUp,
        SessionWorld::YDown => World::YDown,
        SessionWorld::ZUp => World::ZUp,
    };
    Settings {
        format: session.format.map(format),
        axes: session.axes.map(axes),
        world: session.world.map(world),
        inverse: session.inverse,
        rate: session.rate,
        time_unit: session.time_unit.map(unit),
        start: session.start,
        jump: GivenJump { speed: session.jump.speed, turn: session.jump.turn },
        gap: match session.gap {
            SessionGap::Usual => GivenGap::Usual,
            SessionGap::Never => GivenGap::Never,
            SessionGap::After(seconds) => GivenGap::After(seconds),
        },
    }
}
