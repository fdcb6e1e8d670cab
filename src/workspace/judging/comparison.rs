//! The comparison of the open scene with another state: a file, the saved state, or a git revision.
//!
//! ```text
//! CompareWith ─► reading on a thread ─► Other ─► differences at the shown tick, after each edit ─► Comparison
//! ```
//!
//! [`report::difference`](crate::report::difference) defines the differences. They are computed on another thread. An
//! edit waits for them for a short time. At most one computation runs.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use serde_json::Value;

use super::depth::DepthLink;
use super::now::Now;
pub(crate) use super::variant::SceneVariant;
use crate::files::open::open_file;
use crate::files::{Content, FileAtRevision, Files, Pace, Reading};
use crate::host::fs;
use crate::opacity::Progress;
use crate::report::difference::{Difference, TOLERANCE, differences};
use crate::report::json::Section;
use crate::report::mistaken_answers::take_mistakes;
use crate::report::occlusion::without_depth;
use crate::report::stored::{MEMORY_OF_BYTE, Reports, may_be_reports, reports};
use crate::report::{Report, brief};
use crate::scene::Scene;
use crate::source::text::path_in_message;
use crate::workspace::disk::open_files::Disk;
use crate::workspace::disk::revisions::{self, Revision};
use crate::workspace::document::state::DocumentState;
use crate::workspace::job::Job;
use crate::workspace::notices::notice::{Notice, NoticeKind};
use crate::world::World;

/// The other state of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CompareWith {
    /// A scene, or a report.
    File(PathBuf),
    /// The scene as it was last saved.
    Saved,
    /// The scene's file at a git revision.
    Revision(String),
    /// The open scene with another rule.
    Variant(SceneVariant),
}

/// How the view shows the two states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ComparisonLook {
    /// The open scene.
    #[default]
    After,
    /// The other state.
    Before,
    /// Both states alternately.
    Blink,
    /// Both states, the other state at the left.
    SideBySide,
}

impl ComparisonLook {
    pub(crate) const ALL: [Self; 4] = [Self::Before, Self::After, Self::Blink, Self::SideBySide];

    /// The name on the button, where the two states are an earlier and a later one.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::After => "After",
            Self::Before => "Before",
            Self::Blink => "Blink",
            Self::SideBySide => "Side by side",
        }
    }
}

/// The largest number of changed items that are outlined. More outlines are unreadable and slow to draw.
pub(crate) const MOST_OUTLINED: usize = 2000;
/// The largest number of outlined items whose change is written beside them.
pub(super) const MOST_LABELLED: usize = 200;

/// The other state.
enum Other {
    Scene(Box<Scene>, Box<Files>),
    Reports(Reports),
    /// Made of the open scene after each edit.
    Variant(SceneVariant),
}

/// The other state at one tick.
struct OtherState {
    tick: u64,
    /// Its brief report; `None` when a report file does not have the tick.
    brief: Option<Value>,
    /// What the view draws of the other state; `None` for a report.
    drawn: Option<(World, Report)>,
}

/// The inputs of a list of changes.
type Input = (Arc<Scene>, Files, u64);
type ComparedTick = (Arc<OtherState>, Result<Vec<Difference>, String>);

/// An open comparison.
pub(crate) struct Comparison {
    /// The name of the other state.
    pub(crate) name: String,
    /// How the view shows the states.
    pub(crate) look: ComparisonLook,
    /// The change that was shown last.
    pub(crate) current: Option<usize>,
    other: Arc<Other>,
    before: Option<Arc<OtherState>>,
    changes: Vec<Difference>,
    why_none: Option<String>,
    made_for: Option<Input>,
    running: Option<(Input, Job<ComparedTick>)>,
}

/// The open comparison, and the reading that precedes it.
#[derive(Default)]
pub(in crate::workspace) struct Comparing {
    open: Option<Comparison>,
    reading: Option<(String, Job<Result<Other, String>>)>,
    recent: Option<Job<Result<Vec<Revision>, String>>>,
    known: Option<Result<Vec<Revision>, String>>,
    revision: u64,
}

impl Comparison {
    /// The differences: first those of words, then those of numbers.
    pub(crate) fn changes(&self) -> &[Difference] {
        &self.changes
    }

    /// The reason why there is no list at this tick.
    pub(crate) fn why_none(&self) -> Option<&str> {
        self.why_none.as_deref()
    }

    /// Whether the list is being computed.
    pub(crate) fn is_computing(&self) -> bool {
        self.running.is_some()
    }

    /// Whether the other state can be drawn: a scene can, a report cannot.
    pub(crate) fn has_picture(&self) -> bool {
        !matches!(*self.other, Other::Reports(_))
    }

    /// The name of a look on its button: "Before" and "After", or those of two rules.
    pub(crate) fn word(&self, look: ComparisonLook) -> &'static str {
        let words = match (&*self.other, &self.made_for) {
            (Other::Variant(variant), Some((scene, ..))) => Some(variant.words(scene)),
            _ => None,
        };
        match (look, words) {
            (ComparisonLook::Before, Some([other, _])) => other,
            (ComparisonLook::After, Some([_, own])) => own,
            _ => look.word(),
        }
    }

    /// The name of the other state over its picture.
    pub(crate) fn caption(&self) -> String {
        match *self.other {
            Other::Variant(_) => self.word(ComparisonLook::Before).to_owned(),
            _ => format!("Before: {}", self.name),
        }
    }

    /// The number of changes in a sentence.
    pub(crate) fn headline(&self) -> String {
        let count = self.changes.len();
        if matches!(*self.other, Other::Variant(_)) {
            return match count {
                0 => format!("No answer differs from {}", self.name),
                1 => format!("1 answer differs from {}", self.name),
                _ => format!("{count} answers differ from {}", self.name),
            };
        }
        let changed = match count {
            0 => "no answer has changed".to_owned(),
            1 => "1 answer has changed".to_owned(),
            _ => format!("{count} answers have changed"),
        };
        format!("Since {}: {changed}", self.name)
    }
}

/// The parts of the open scene from which its saved state and its revisions are read.
pub(super) struct OwnState<'a> {
    pub(super) disk: &'a Disk,
    pub(super) saved: &'a DocumentState,
}

impl OwnState<'_> {
    /// The name of the other state, and its reading.
    fn read(&self, with: CompareWith) -> (String, Job<Result<Other, String>>) {
        let (files, reading) = self.disk.fresh_files();
        let reading = Reading { pace: Pace::AtOnce, ..reading };
        let own = self.disk.path.clone();
        let own_name = own.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        let own_name = own_name.unwrap_or_else(|| "the scene".to_owned());
        let folder = self.disk.folder.clone();
        match with {
            CompareWith::File(path) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                (name, Job::quietly(move |progress| read(&path, files, &reading, progress)))
            }
            CompareWith::Saved => {
                let (scene, trees) = (Arc::clone(&self.saved.scene), self.saved.trees.clone());
                let mut files = self.disk.files.clone().with_trees(trees);
                let work = move |_: &Progress| {
                    files.update(&scene, folder.as_ref(), Pace::AtOnce);
                    Ok(Other::Scene(Box::new(Scene::clone(&scene)), Box::new(files)))
                };
                (format!("{own_name} as saved"), Job::quietly(work))
            }
            CompareWith::Revision(revision) => {
                let name = format!("{own_name} at {revision}");
                let work = move |progress: &Progress| {
                    let path = own.ok_or("the scene has no file")?;
                    let loaded = FileAtRevision::of(&path, &revision)?.open(&files, &reading, progress);
                    let loaded = loaded.map_err(|error| error.to_string())?;
                    Ok(Other::Scene(Box::new(loaded.scene), Box::new(loaded.files)))
                };
                (name, Job::quietly(work))
            }
            CompareWith::Variant(variant) => {
                (variant.name().to_owned(), Job::quietly(move |_| Ok(Other::Variant(variant))))
            }
        }
    }
}

impl Comparing {
    /// The open comparison.
    pub(in crate::workspace) fn open(&self) -> Option<&Comparison> {
        self.open.as_ref()
    }

    /// The name of the state that is being read.
    pub(in crate::workspace) fn reading(&self) -> Option<&str> {
        self.reading.as_ref().map(|(name, _)| &**name)
    }

    /// A number that changes whenever the list of changes, or what the view shows of it, may have changed.
    pub(in crate::workspace) fn revision(&self) -> u64 {
        self.revision
    }

    /// The recent revisions, or the reason why there are none. `None` while they are being listed.
    pub(in crate::workspace) fn revisions(&self) -> Option<&Result<Vec<Revision>, String>> {
        self.known.as_ref()
    }

    /// Starts listing the recent git revisions of the scene's file.
    pub(super) fn list_revisions(&mut self, path: Option<&Path>) {
        self.known = None;
        if let Some(path) = path.map(Path::to_owned) {
            self.recent = Some(Job::quietly(move |_| revisions::recent(&path)));
        }
    }

    /// Starts reading the other state.
    pub(super) fn read(&mut self, with: CompareWith, own: &OwnState) {
        self.reading = Some(own.read(with));
        self.known = None;
    }

    /// Cancels the reading, or closes the comparison.
    pub(super) fn end(&mut self) {
        self.revision += 1;
        if self.reading.take().is_none() {
            self.open = None;
        }
    }

    /// Sets how the view shows the two states.
    pub(super) fn look_at(&mut self, look: ComparisonLook) {
        if let Some(open) = &mut self.open {
            open.look = look;
            self.revision += 1;
        }
    }

    /// Continues reading and comparing. Returns whether there is more to do, and why a state could not be read.
    pub(super) fn advance(&mut self, now: &Now, most: Duration) -> (bool, Option<Notice>) {
        if let Some(job) = self.recent.take() {
            match job.wait(Duration::ZERO) {
                Poll::Ready(found) => {
                    self.known = Some(found.unwrap_or_else(|| Err("the thread that calls git has ended".to_owned())));
                }
                Poll::Pending => self.recent = Some(job),
            }
        }
        let mut notice = None;
        if let Some((name, job)) = self.reading.take() {
            match job.wait(most) {
                Poll::Pending => {
                    self.reading = Some((name, job));
                    return (true, None);
                }
                Poll::Ready(Some(Ok(other))) => {
                    // Two rules are compared to be seen beside each other.
                    let is_variant = matches!(other, Other::Variant(_));
                    self.open = Some(Comparison {
                        name,
                        look: if is_variant { ComparisonLook::SideBySide } else { ComparisonLook::default() },
                        current: None,
                        other: Arc::new(other),
                        before: None,
                        changes: Vec::new(),
                        why_none: None,
                        made_for: None,
                        running: None,
                    });
                }
                Poll::Ready(failed) => {
                    let reason = failed.and_then(Result::err).unwrap_or_else(|| "reading was cancelled".to_owned());
                    notice = Some(Notice::error(NoticeKind::NotCompared(name.into()), &reason));
                }
            }
        }
        let is_listing = self.recent.is_some();
        (self.find_changes(now, most) || is_listing, notice)
    }

    /// Computes the list again after a change of the scene, the files or the tick.
    fn find_changes(&mut self, now: &Now, most: Duration) -> bool {
        let &Now { scene, files, tick, ref link } = now;
        let Some(open) = &mut self.open else { return false };
        loop {
            if let Some((input, job)) = open.running.take() {
                match job.wait(most) {
                    Poll::Pending => {
                        open.running = Some((input, job));
                        return true;
                    }
                    Poll::Ready(found) => {
                        let (before, found) =
                            found.map_or((None, Err("the comparison failed".to_owned())), |(b, f)| (Some(b), f));
                        open.before = before;
                        open.why_none = found.as_ref().err().cloned();
                        let last = open.current.and_then(|current| open.changes.get(current)).cloned();
                        open.changes = found.unwrap_or_default();
                        open.current = last.and_then(|last| open.changes.iter().position(|now| now.is_about(&last)));
                        open.made_for = Some(input);
                        self.revision += 1;
                    }
                }
            } else if open
                .made_for
                .as_ref()
                .is_some_and(|(of, known, at)| Arc::ptr_eq(of, scene) && known == files && *at == tick)
            {
                return false;
            } else {
                let is_variant = matches!(*open.other, Other::Variant(_));
                let known = open.before.clone().filter(|before| before.tick == tick && !is_variant);
                let other = Arc::clone(&open.other);
                let (now, read, link) = (Arc::clone(scene), files.clone(), link.clone());
                let job = Job::quietly(move |_| {
                    let content = Content { scene: &now, files: &read };
                    let before = known.unwrap_or_else(|| Arc::new(OtherState::at(&other, content, tick, link.clone())));
                    let changes = before.changes(&other, content, link);
                    (before, changes)
                });
                open.running = Some(((Arc::clone(scene), files.clone(), tick), job));
            }
        }
    }

    /// Whether the list is being computed.
    pub(super) fn is_computing(&self) -> bool {
        self.open.as_ref().is_some_and(Comparison::is_computing)
    }

    /// Whether the other state is a scene with occlusion queries.
    pub(super) fn has_queries(&self) -> bool {
        let has_queries = |open: &Comparison| match (&*open.other, &open.made_for) {
            (Other::Scene(scene, _), _) => !scene.occlusion.is_empty(),
            (Other::Variant(_), Some((scene, ..))) => !scene.occlusion.is_empty(),
            _ => false,
        };
        self.open.as_ref().is_some_and(has_queries)
    }

    /// Makes a change the current one. Returns the names of its answer.
    pub(in crate::workspace) fn go_to(&mut self, index: usize) -> Option<Vec<String>> {
        let open = self.open.as_mut()?;
        let names = open.changes.get(index)?.names.clone();
        open.current = Some(index);
        self.revision += 1;
        Some(names)
    }

    /// The index of the next or the previous change. After the last one comes the first.
    pub(in crate::workspace) fn next(&self, is_back: bool) -> Option<usize> {
        let open = self.open.as_ref()?;
        let count = open.changes.len();
        match open.current {
            _ if count == 0 => None,
            None if is_back => Some(count - 1),
            None => Some(0),
            Some(current) if is_back => Some((current + count - 1) % count),
            Some(current) => Some((current + 1) % count),
        }
    }

    /// The world and the report of the other state; `None` for a report, and before they are computed.
    pub(super) fn drawn_before(&self) -> Option<&(World, Report)> {
        self.open.as_ref()?.before.as_ref()?.drawn.as_ref()
    }
}

impl OtherState {
    fn at(other: &Other, now: Content, tick: u64, link: Option<DepthLink>) -> Self {
        let of_scene = |scene: &Scene, files: &Files| {
            let world = World::at(scene, files, tick);
            let brief = brief_of(&world, scene, link).ok();
            let report = Report::of(&world);
            Self { tick, brief, drawn: Some((world, report)) }
        };
        match other {
            Other::Scene(scene, files) => of_scene(scene, files),
            Other::Variant(variant) => {
                let Some(scene) = variant.of(now.scene) else { return Self { tick, brief: None, drawn: None } };
                let mut state = of_scene(&scene, now.files);
                if let (SceneVariant::Program, Some((_, report)), Some(brief)) =
                    (variant, &mut state.drawn, &mut state.brief)
                {
                    report.take_said(brief);
                }
                state
            }
            Other::Reports(reports) => {
                let brief = reports.list.iter().find(|(at, _)| *at == tick).map(|(_, report)| report.clone());
                Self { tick, brief, drawn: None }
            }
        }
    }

    fn changes(&self, other: &Other, now: Content, link: Option<DepthLink>) -> Result<Vec<Difference>, String> {
        let none = || match other {
            Other::Variant(_) => "Nothing in the scene has this rule any more.".to_owned(),
            _ => format!("The other state has no answers at tick {}.", self.tick),
        };
        let mut before = self.brief.clone().ok_or_else(none)?;
        let world = World::at(now.scene, now.files, self.tick);
        let mut after = brief_of(&world, now.scene, link)?;
        if matches!(other, Other::Variant(SceneVariant::RightRule)) {
            take_mistakes(&mut after, &world);
        }
        // Without OpenGL on one side, occlusion queries cannot be compared.
        let section = Section::Occlusion.word();
        let is_lost = |report: &Value| report.get(section).is_some_and(|answers| answers.get("error").is_some());
        if is_lost(&before) || is_lost(&after) {
            for report in [&mut before, &mut after].into_iter().filter_map(Value::as_object_mut) {
                report.remove(section);
            }
        }
        Ok(differences(&before, &after, TOLERANCE))
    }
}

/// The brief report of a world of a scene, with all sections.
fn brief_of(world: &World, scene: &Scene, link: Option<DepthLink>) -> Result<Value, String> {
    let found = match link {
        Some(mut link) => brief::of_world(world, "", None, &mut |world| link.answers(scene, world)),
        None => brief::of_world(world, "", None, &mut without_depth),
    };
    found.map_err(|error| error.to_string())
}

/// Reads a file. Its content decides what it is: a text that is neither a report nor a recording is read as a scene.
fn read(path: &Path, files: Files, reading: &Reading, progress: &Progress) -> Result<Other, String> {
    if may_be_reports(path) {
        let size = fs::length(path);
        let _memory = files.budget.take(size.saturating_mul(MEMORY_OF_BYTE)).map_err(|over| over.to_string())?;
        let bytes = fs::read(path).map_err(|error| error.to_string())?;
        if let Some(found) = reports(&bytes, &path_in_message(path))? {
            return Ok(Other::Reports(found));
        }
    }
    let loaded = open_file(path, files, reading, progress).map_err(|error| error.to_string())?;
    Ok(Other::Scene(Box::new(loaded.scene), Box::new(loaded.files)))
}
