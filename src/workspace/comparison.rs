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
use super::job::Job;
use super::loading::FIRST_WAIT;
use super::notice::{Notice, NoticeKind};
use super::revisions::Revision;
use super::{Workspace, revisions};
use crate::files::open::open_file;
use crate::files::{Content, Files, Pace, Reading, parse_with};
use crate::opacity::Progress;
use crate::picture::{ChangedAnswer, DrawOptions, Palette, Selected, Shown};
use crate::report::difference::{Difference, TOLERANCE, differences, words};
use crate::report::json::Section;
use crate::report::occlusion::without_depth;
use crate::report::stored::{MEMORY_OF_BYTE, Reports, may_be_reports, reports};
use crate::report::{Report, brief};
use crate::scene::Scene;
use crate::source::text::path_in_message;
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
}

/// How the view shows the two states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Look {
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

impl Look {
    pub(crate) const ALL: [Self; 4] = [Self::Before, Self::After, Self::Blink, Self::SideBySide];

    /// The name on the button.
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
const MOST_LABELLED: usize = 200;

/// The other state.
enum Other {
    Scene(Box<Scene>, Files),
    Reports(Reports),
}

/// The other state at one tick.
struct Before {
    tick: u64,
    /// Its brief report; `None` when a report file does not have the tick.
    brief: Option<Value>,
    /// What the view draws of the other state; `None` for a report.
    drawn: Option<(World, Report)>,
}

/// The inputs of a list of changes.
type Input = (Arc<Scene>, Files, u64);
type Compared = (Arc<Before>, Result<Vec<Difference>, String>);

/// An open comparison.
pub(crate) struct Comparison {
    /// The name of the other state.
    pub(crate) name: String,
    /// How the view shows the states.
    pub(crate) look: Look,
    /// The change that was shown last.
    pub(crate) current: Option<usize>,
    other: Arc<Other>,
    before: Option<Arc<Before>>,
    changes: Vec<Difference>,
    why_none: Option<String>,
    made_for: Option<Input>,
    running: Option<(Input, Job<Compared>)>,
}

/// The open comparison, and the reading that precedes it.
#[derive(Default)]
pub(super) struct Comparing {
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
        matches!(*self.other, Other::Scene(..))
    }
}

impl Workspace {
    /// The open comparison.
    pub(crate) fn comparison(&self) -> Option<&Comparison> {
        self.comparing.open.as_ref()
    }

    /// The name of the state that is being read.
    pub(crate) fn reading_comparison(&self) -> Option<&str> {
        self.comparing.reading.as_ref().map(|(name, _)| &**name)
    }

    /// A number that changes whenever the list of changes, or what the view shows of it, may have changed.
    pub(crate) fn comparison_revision(&self) -> u64 {
        self.comparing.revision
    }

    /// Starts a comparison. The other state is read on another thread; an error becomes a notice.
    pub(crate) fn compare(&mut self, with: CompareWith) {
        let (files, reading) = self.fresh_files();
        let reading = Reading { pace: Pace::AtOnce, ..reading };
        let own = self.path().map(Path::to_owned);
        let own_name = own.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        let own_name = own_name.unwrap_or_else(|| "the scene".to_owned());
        let folder = self.folder().cloned();
        let (name, job) = match with {
            CompareWith::File(path) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                (name, Job::quietly(move |progress| read(&path, files, &reading, progress)))
            }
            CompareWith::Saved => {
                let (scene, trees) = (Arc::clone(&self.history.saved().scene), self.history.saved().trees.clone());
                let mut files = self.files.clone().with_trees(trees);
                let work = move |_: &Progress| {
                    files.update(&scene, folder.as_ref(), Pace::AtOnce);
                    Ok(Other::Scene(Box::new(Scene::clone(&scene)), files))
                };
                (format!("{own_name} as saved"), Job::quietly(work))
            }
            CompareWith::Revision(revision) => {
                let name = format!("{own_name} at {revision}");
                let called = name.clone();
                let work = move |_: &Progress| {
                    let path = own.ok_or("the scene has no file")?;
                    let bytes = revisions::contents(&path, &revision)?;
                    let text =
                        String::from_utf8(bytes).map_err(|error| format!("{called} is not UTF-8 text: {error}"))?;
                    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
                    let folder = folder.unwrap_or(Path::new("."));
                    let loaded = parse_with(&text, &called, Some(folder), files, &reading);
                    let loaded = loaded.map_err(|error| error.to_string())?;
                    Ok(Other::Scene(Box::new(loaded.scene), loaded.files))
                };
                (name, Job::quietly(work))
            }
        };
        self.comparing.reading = Some((name, job));
        self.comparing.known = None;
        self.compare_on(FIRST_WAIT);
    }

    /// Cancels the reading, or closes the comparison.
    pub(crate) fn end_comparison(&mut self) {
        self.comparing.revision += 1;
        if self.comparing.reading.take().is_none() {
            self.comparing.open = None;
        }
    }

    /// Continues reading and comparing. Returns whether there is more to do.
    pub(super) fn compare_on(&mut self, most: Duration) -> bool {
        if let Some(job) = self.comparing.recent.take() {
            match job.wait(Duration::ZERO) {
                Poll::Ready(found) => {
                    self.comparing.known =
                        Some(found.unwrap_or_else(|| Err("the thread that calls git has ended".to_owned())));
                }
                Poll::Pending => self.comparing.recent = Some(job),
            }
        }
        if let Some((name, job)) = self.comparing.reading.take() {
            match job.wait(most) {
                Poll::Pending => {
                    self.comparing.reading = Some((name, job));
                    return true;
                }
                Poll::Ready(Some(Ok(other))) => {
                    self.comparing.open = Some(Comparison {
                        name,
                        look: Look::default(),
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
                    self.notify(Notice::error(NoticeKind::NotCompared(name.into()), &reason));
                }
            }
        }
        let is_listing = self.comparing.recent.is_some();
        self.find_changes(most) || is_listing
    }

    /// Computes the list again after a change of the scene, the files or the tick.
    fn find_changes(&mut self, most: Duration) -> bool {
        let (scene, tick, link) = (Arc::clone(self.scene()), self.tick, self.depth_link());
        let Some(open) = &mut self.comparing.open else { return false };
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
                        self.comparing.revision += 1;
                    }
                }
            } else if open
                .made_for
                .as_ref()
                .is_some_and(|(of, files, at)| Arc::ptr_eq(of, &scene) && *files == self.files && *at == tick)
            {
                return false;
            } else {
                let (other, known) =
                    (Arc::clone(&open.other), open.before.clone().filter(|before| before.tick == tick));
                let (now, files, link) = (Arc::clone(&scene), self.files.clone(), link.clone());
                let job = Job::quietly(move |_| {
                    let before = known.unwrap_or_else(|| Arc::new(Before::at(&other, tick, link.clone())));
                    let content = Content { scene: &now, files: &files };
                    let changes = before.changes(content, link);
                    (before, changes)
                });
                open.running = Some(((Arc::clone(&scene), self.files.clone(), tick), job));
            }
        }
    }

    /// Computes the list again after an edit. Does not wait for a running computation.
    pub(super) fn compare_at_once(&mut self) {
        let is_running = self.comparison().is_some_and(Comparison::is_computing) || !self.world.occlusion.is_empty();
        self.compare_on(if is_running { Duration::ZERO } else { FIRST_WAIT });
    }

    /// Whether a comparison is running that uses the depth buffer.
    pub(super) fn compares_occlusion(&self) -> bool {
        let has_queries =
            |open: &Comparison| matches!(&*open.other, Other::Scene(scene, _) if !scene.occlusion.is_empty());
        let is_asked = |open: &Comparison| !self.world.occlusion.is_empty() || has_queries(open);
        self.comparison().is_some_and(|open| open.is_computing() && is_asked(open))
    }

    /// Shows a change by selecting its answer.
    pub(crate) fn show_change(&mut self, index: usize) {
        let Some(open) = &mut self.comparing.open else { return };
        let Some(change) = open.changes.get(index) else { return };
        let names = change.names.clone();
        open.current = Some(index);
        self.comparing.revision += 1;
        self.show_answer_of(&names);
    }

    /// Shows the next or the previous change. After the last one comes the first.
    pub(crate) fn step_to_change(&mut self, is_back: bool) {
        let Some(open) = &self.comparing.open else { return };
        let count = open.changes.len();
        let next = match open.current {
            _ if count == 0 => return,
            None if is_back => count - 1,
            None => 0,
            Some(current) if is_back => (current + count - 1) % count,
            Some(current) => (current + 1) % count,
        };
        self.show_change(next);
    }

    /// Sets how the view shows the two states.
    pub(crate) fn look_at_comparison(&mut self, look: Look) {
        if let Some(open) = &mut self.comparing.open {
            open.look = look;
            self.comparing.revision += 1;
        }
    }

    /// The items whose answers have changed: at most [`MOST_OUTLINED`], and the one that was shown last. If an item has
    /// several changes, the one of the selected camera or ray is used. Only the first [`MOST_LABELLED`] items have
    /// words.
    pub(crate) fn changed_answers(&self) -> Vec<ChangedAnswer> {
        let Some(open) = &self.comparing.open else { return Vec::new() };
        if open.changes.is_empty() {
            return Vec::new();
        }
        let querier = self.selected().querier.and_then(|querier| self.world().name_of(querier.into()));
        let by_name = self.world().by_name();
        let mut found: Vec<ChangedAnswer> = Vec::new();
        let mut places = std::collections::HashMap::new();
        let current = open.current.and_then(|current| open.changes.get(current));
        for change in current.into_iter().chain(&open.changes) {
            let Some(&item) = change.names.last().and_then(|name| by_name.get(&**name)) else { continue };
            let is_asked =
                change.names.len() == 1 || change.names.first().map(|name| &**name) == querier.map(|name| &**name);
            let place = places.get(&item).copied();
            if place.is_some() && !is_asked || place.is_none() && found.len() > MOST_OUTLINED {
                continue;
            }
            let words = if place.unwrap_or(found.len()) > MOST_LABELLED {
                String::new()
            } else if is_asked {
                words::short(change)
            } else {
                format!("{}: {}", change.names[0], words::short(change))
            };
            match place {
                None => {
                    places.insert(item, found.len());
                    found.push(ChangedAnswer { item, words });
                }
                Some(place) => found[place] = ChangedAnswer { item, words },
            }
        }
        found
    }

    /// What the view draws of the other state: the selection with the same names, through the camera with this name.
    pub(crate) fn shown_before<'a>(&'a self, palette: &'a Palette) -> Option<Shown<'a>> {
        let (world, report) = self.comparing.open.as_ref()?.before.as_ref()?.drawn.as_ref()?;
        let items = [self.selected().querier.map(Into::into), self.selected().subject_item()];
        let names = items.into_iter().flatten().filter_map(|item| self.world().name_of(item));
        let names: Vec<String> = names.map(ToString::to_string).filter(|name| world.named(name).is_some()).collect();
        let selected = Selected::on(world, &names).unwrap_or_else(|_| Selected::of(world));
        let options = DrawOptions { units: self.units(), ..DrawOptions::default() };
        Some(Shown { octree_look: *self.octree_look(), options, ..Shown::new(world, report, &selected, palette) })
    }

    /// Starts listing the recent git revisions of the scene's file.
    pub(crate) fn list_revisions(&mut self) {
        self.comparing.known = None;
        if let Some(path) = self.path().map(Path::to_owned) {
            self.comparing.recent = Some(Job::quietly(move |_| revisions::recent(&path)));
        }
    }

    /// The recent revisions, or the reason why there are none. `None` while they are being listed.
    pub(crate) fn revisions(&self) -> Option<&Result<Vec<Revision>, String>> {
        self.comparing.known.as_ref()
    }
}

impl Before {
    fn at(other: &Other, tick: u64, link: Option<DepthLink>) -> Self {
        match other {
            Other::Scene(scene, files) => {
                let world = World::at(scene, files, tick);
                let brief = brief_of(&world, scene, link).ok();
                let report = Report::of(&world);
                Self { tick, brief, drawn: Some((world, report)) }
            }
            Other::Reports(reports) => {
                let brief = reports.list.iter().find(|(at, _)| *at == tick).map(|(_, report)| report.clone());
                Self { tick, brief, drawn: None }
            }
        }
    }

    fn changes(&self, now: Content, link: Option<DepthLink>) -> Result<Vec<Difference>, String> {
        let none = || format!("The other state has no answers at tick {}.", self.tick);
        let mut before = self.brief.clone().ok_or_else(none)?;
        let world = World::at(now.scene, now.files, self.tick);
        let mut after = brief_of(&world, now.scene, link)?;
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
        let size = path.metadata().map_or(0, |metadata| metadata.len());
        let _memory = files.budget.take(size.saturating_mul(MEMORY_OF_BYTE)).map_err(|over| over.to_string())?;
        let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
        if let Some(found) = reports(&bytes, &path_in_message(path))? {
            return Ok(Other::Reports(found));
        }
    }
    let loaded = open_file(path, files, reading, progress).map_err(|error| error.to_string())?;
    Ok(Other::Scene(Box::new(loaded.scene), loaded.files))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENE: &str = r#"{ "eyeline": 1, "cameras": [{ "name": "guard", "far": 20 }, { "name": "other" }],
        "objects": [{ "name": "crate", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, -5] },
            { "name": "ball", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, -9] }] }"#;

    fn opened(folder: &Path) -> Workspace {
        let path = folder.join("a.json");
        std::fs::write(&path, SCENE).unwrap();
        Workspace::opened(crate::files::open(&path).unwrap(), path)
    }

    fn finish(workspace: &mut Workspace) {
        for _ in 0..2000 {
            if !workspace.compare_on(Duration::from_millis(10)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        panic!("the comparison does not end");
    }

    fn lines(workspace: &Workspace) -> Vec<String> {
        workspace.comparison().unwrap().changes().iter().map(words::line).collect()
    }

    #[test]
    fn each_edit_is_compared_with_the_saved_state() {
        let folder = tempfile::tempdir().unwrap();
        let mut workspace = opened(folder.path());
        workspace.select_names(&["guard".to_owned()]).unwrap();
        workspace.compare(CompareWith::Saved);
        finish(&mut workspace);
        assert_eq!(lines(&workspace), [""; 0]);
        workspace.edit("far of guard", |scene| scene.cameras[0].far = 5.0);
        finish(&mut workspace);
        let found = lines(&workspace);
        assert!(found[0].starts_with("guard · crate: inside → intersect"), "{found:?}");
        assert!(found[1].starts_with("guard · ball: inside → outside"), "{found:?}");
        let changed = workspace.changed_answers();
        assert_eq!(changed[0].words, "inside → intersect");
        workspace.step_to_change(true);
        assert_eq!(workspace.selected().object, Some(1));
        workspace.step_to_change(false);
        assert_eq!((workspace.selected().object, workspace.comparison().unwrap().current), (Some(0), Some(0)));
        assert!(workspace.shown_before(&Palette::DARK).is_some());
        workspace.undo();
        finish(&mut workspace);
        assert_eq!(lines(&workspace), [""; 0]);
        workspace.end_comparison();
        assert!(workspace.comparison().is_none() && workspace.changed_answers().is_empty());
    }

    #[test]
    fn a_report_is_compared_at_its_tick_and_a_bad_file_is_a_notice() {
        let folder = tempfile::tempdir().unwrap();
        let mut workspace = opened(folder.path());
        let report = folder.path().join("a.report.json");
        let mut text = Vec::new();
        crate::report::json::write(workspace.report(), "a.json", None, &mut text).unwrap();
        std::fs::write(&report, &text).unwrap();
        workspace.edit("far of guard", |scene| scene.cameras[0].far = 7.0);
        workspace.compare(CompareWith::File(report.clone()));
        finish(&mut workspace);
        assert_eq!(lines(&workspace).len(), 2, "{:?}", lines(&workspace));
        assert!(!workspace.comparison().unwrap().has_picture());
        workspace.set_tick(4);
        finish(&mut workspace);
        assert_eq!(workspace.comparison().unwrap().why_none(), Some("The other state has no answers at tick 4."));
        std::fs::write(&report, &text[..text.len() / 2]).unwrap();
        for bad in [report, folder.path().join("none.json"), folder.path().to_owned()] {
            workspace.compare(CompareWith::File(bad));
            finish(&mut workspace);
            let notice = workspace.notices().last().unwrap();
            assert!(notice.is_error && matches!(notice.kind, NoticeKind::NotCompared(_)), "{notice:?}");
        }
        assert!(workspace.comparison().is_some(), "the open comparison stays");
    }

    #[test]
    fn a_git_revision_is_compared_and_others_have_a_reason() {
        let folder = tempfile::tempdir().unwrap();
        let mut workspace = opened(folder.path());
        workspace.list_revisions();
        finish(&mut workspace);
        assert!(workspace.revisions().unwrap().is_err(), "no repository");
        let git = |arguments: &[&str]| {
            let mut command = std::process::Command::new("git");
            command.arg("-C").arg(folder.path()).args(["-c", "user.name=a", "-c", "user.email=a@b"]).args(arguments);
            assert!(command.output().unwrap().status.success(), "{arguments:?}");
        };
        git(&["init", "-q"]);
        git(&["add", "a.json"]);
        git(&["commit", "-qm", "First state"]);
        workspace.list_revisions();
        finish(&mut workspace);
        let known = workspace.revisions().unwrap().clone().unwrap();
        assert!(known.len() == 1 && known[0].words.ends_with("First state"), "{known:?}");
        workspace.edit("far of guard", |scene| scene.cameras[0].far = 5.0);
        workspace.compare(CompareWith::Revision(known[0].hash.clone()));
        finish(&mut workspace);
        assert_eq!(lines(&workspace).len(), 2);
        for bad in ["", "-p", "no-such-branch"] {
            workspace.compare(CompareWith::Revision(bad.to_owned()));
            finish(&mut workspace);
            assert!(workspace.notices().last().unwrap().is_error, "{bad}");
        }
    }
}
