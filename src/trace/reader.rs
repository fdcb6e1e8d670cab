//! Reads a trace line by line.

use std::collections::HashMap;
use std::sync::Arc;

use super::change::Change;
use super::fault::LineFault;
use super::line::{WrittenAdd, WrittenLine, WrittenSet};
use super::moment::TraceMoment;
use super::replay::Trace;
use super::said_of_line::said_of;
use super::set::changes_of;
use super::state::TraceState;
use crate::budget::Budget;
use crate::scene::{EntryId, EntryKind, NoLevels, Scene, ViolationKind, WrittenScene, validate};
use crate::source::error::{SceneError, quoted};

/// The longest line, in bytes.
const LONGEST_LINE: usize = 16 << 20;

/// The faults that are stored; the others are counted.
const MOST_FAULTS: usize = 100;

/// So many changes for each entry are between two stored states, so that the states take less memory than the changes.
const CHANGES_OF_A_STATE: usize = 8;

/// The reading of a trace.
#[derive(Debug)]
pub struct TraceReader<'f> {
    /// The name of the file in messages.
    file: &'f str,
    trace: Trace,
    /// The world after the last line.
    state: Option<TraceState>,
    slots: HashMap<Arc<str>, u32>,
    /// The identity of the entry of each slot.
    ids: Vec<EntryId>,
    /// The number of lines that were read.
    lines: usize,
    /// Since the last stored state.
    changes: usize,
    budget: Budget,
    /// Why the file is no trace.
    refused: Option<SceneError>,
    /// Whether the lines come from a running program. Then a line before the first keyframe is a fault like others, as the keyframe may
    /// come later, and the text of each line is kept, so that it can be saved.
    is_live: bool,
}

/// A fault of a whole line: its column, and the message.
type Refusal = (usize, String);

impl Trace {
    /// Reads the text of a trace. `file` is its name in messages.
    ///
    /// # Errors
    /// When the text has no keyframe before its other lines. Lines that are not valid are [faults](Self::faults).
    pub fn parse(text: impl AsRef<[u8]>, file: &str) -> Result<Self, SceneError> {
        Self::parse_within(text, file, &Budget::default())
    }

    /// The same within a memory budget, which is for the reading of keyframes.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn parse_within(text: impl AsRef<[u8]>, file: &str, budget: &Budget) -> Result<Self, SceneError> {
        let mut reader = TraceReader { budget: budget.clone(), ..TraceReader::new(file) };
        for line in text.as_ref().split_inclusive(|byte| *byte == b'\n') {
            reader.line(line);
        }
        reader.finish()
    }
}

impl<'f> TraceReader<'f> {
    /// A reader before the first line.
    pub fn new(file: &'f str) -> Self {
        Self {
            file,
            trace: Trace::default(),
            state: None,
            slots: HashMap::new(),
            ids: Vec::new(),
            lines: 0,
            changes: 0,
            budget: Budget::default(),
            refused: None,
            is_live: false,
        }
    }

    /// A reader of lines that come from a running program, whose keyframe may come later. The budget is for the reading of keyframes.
    pub fn live(name: &'f str, budget: Budget) -> Self {
        Self { is_live: true, budget, ..Self::new(name) }
    }

    /// The trace so far; empty before the first keyframe.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// Leaves out the lines of all times before a time in seconds. The trace then begins with a keyframe: the world just before the first
    /// line that is left. The last line always is.
    pub fn keep_from(&mut self, time: f64) {
        let count = self.trace.moments.partition_point(|moment| moment.time < time);
        self.leave_out(count.min(self.trace.moments.len().saturating_sub(1)));
    }

    /// Leaves out the oldest eighth of the lines, but never the last one. Returns whether there were any to leave out.
    pub fn leave_out_oldest(&mut self) -> bool {
        let count = self.trace.moments.len();
        self.leave_out((count / 8).max(2).min(count.saturating_sub(1)));
        self.trace.moments.len() < count
    }

    /// Leaves out the first `count` moments. A moment in place of the last of them has the state after it.
    fn leave_out(&mut self, count: usize) {
        // A moment more than the head has to be left out, as the head takes its place.
        let Some(before) = count.checked_sub(1) else { return };
        let is_keyframe = self.trace.moments.get(count).is_some_and(|moment| moment.is_keyframe);
        let Some(state) = self.trace.state_at(before) else { return };
        let time = self.trace.moments.get(count).map_or(0.0, |moment| moment.time);
        let kept = if is_keyframe { count } else { before };
        let bytes: u64 = self.trace.moments.drain(..kept).map(|moment| moment.text_bytes()).sum();
        self.trace.text_bytes -= bytes;
        self.trace.left_out += kept;
        if !is_keyframe && let Some(head) = self.trace.moments.first_mut() {
            self.trace.text_bytes -= head.text_bytes();
            *head = Arc::new(TraceMoment {
                time,
                changes: Box::default(),
                removed: Box::default(),
                is_keyframe: true,
                said: Arc::default(),
                state: Some(state),
                text: None,
            });
        }
    }

    /// Whether a keyframe has come.
    pub fn has_keyframe(&self) -> bool {
        self.state.is_some()
    }

    /// The faults so far: the first ones.
    pub fn faults(&self) -> &[LineFault] {
        &self.trace.faults
    }

    /// The number of all faults so far.
    pub fn fault_count(&self) -> usize {
        self.trace.fault_count
    }

    /// Reads a line, with or without its line break. An empty one is left out.
    pub fn line(&mut self, bytes: &[u8]) {
        self.lines += 1;
        let is_whole = bytes.ends_with(b"\n");
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").filter(|_| self.lines == 1).unwrap_or(bytes);
        let bytes = bytes.trim_ascii();
        if bytes.is_empty() || self.refused.is_some() {
            return;
        }
        let read = match std::str::from_utf8(bytes) {
            _ if bytes.len() > LONGEST_LINE => Err((1, "the line is longer than 16 MiB".to_owned())),
            Err(error) => Err((error.valid_up_to() + 1, "the line is not UTF-8".to_owned())),
            Ok(text) => match serde_json::from_str::<WrittenLine>(text) {
                // The program may be writing the line now.
                Err(error) if !is_whole && self.state.is_some() && error.is_eof() => return,
                Err(error) => Err((error.column().max(1), words(&error))),
                Ok(line) => self.read(line, text),
            },
        };
        if let Err((column, message)) = read {
            if self.state.is_none() && !self.is_live {
                let text = String::from_utf8_lossy(bytes);
                let at = text.floor_char_boundary(column.saturating_sub(1).min(text.len()));
                let message = format!("this is not the keyframe of a trace: {message}");
                let help =
                    "the first line is such as { \"eyeline_trace\": 1, \"time\": 0, \"scene\": { \"eyeline\": 1 } }";
                let span = at..text[at..].chars().next().map_or(at, |c| at + c.len_utf8());
                self.refused = Some(SceneError::in_line(self.file, self.lines, &text, span, &message, Some(help)));
            } else {
                self.fault(column, message);
            }
        }
    }

    /// The trace of the lines so far.
    ///
    /// # Errors
    /// When there is no keyframe before the first other line.
    pub fn finish(self) -> Result<Trace, SceneError> {
        match self.refused {
            Some(error) => Err(error),
            None if self.trace.moments.is_empty() => {
                let help = "the first line of a trace is a keyframe";
                Err(SceneError::unreadable(self.file, "this trace has no line", Some(help)))
            }
            None => Ok(self.trace),
        }
    }

    fn fault(&mut self, column: usize, message: String) {
        self.trace.fault_count += 1;
        if self.trace.faults.len() < MOST_FAULTS {
            Arc::make_mut(&mut self.trace.faults).push(LineFault { line: self.lines, column, message });
        }
    }

    fn read(&mut self, line: WrittenLine, text: &str) -> Result<(), Refusal> {
        let last = self.trace.moments.last().map(|moment| moment.time);
        if !line.time.is_finite() {
            return Err((1, "`time` must be a number".to_owned()));
        }
        let goes_back = last.filter(|last| line.time < *last);
        let keyframe = self.keyframe(&line, text)?;
        match (goes_back, &keyframe) {
            (Some(last), None) => {
                return Err((
                    1,
                    format!("the time goes back from {last} s to {} s, and the line is no keyframe", line.time),
                ));
            }
            (Some(last), Some(_)) => {
                let message = format!(
                    "the time goes back from {last} s to {} s: a new run begins, and the one before it is left out",
                    line.time
                );
                self.fault(1, message);
                self.trace.moments.clear();
                self.trace.text_bytes = 0;
                self.trace.last = Arc::default();
            }
            (None, _) => {}
        }
        let is_keyframe = keyframe.is_some();
        if let Some(scene) = keyframe {
            let state = self.state_of(scene);
            self.state = Some(state);
            if self.trace.name.is_none() {
                self.trace.name = line.name.map(Into::into);
            }
        }
        let Some(mut state) = self.state.take() else {
            return Err((1, "`eyeline_trace` and `scene` are missing".to_owned()));
        };
        let mut moment = TraceMoment {
            time: line.time,
            changes: Box::default(),
            removed: Box::default(),
            is_keyframe,
            said: Arc::default(),
            state: None,
            text: self.is_live.then(|| text.as_bytes().into()),
        };
        let mut changes = Vec::new();
        for (name, set) in line.set.0 {
            self.set(&mut state, &name, set, &mut changes);
        }
        self.add(&mut state, line.add, &mut changes);
        let removed = self.removed(&state, &line.remove);
        state.remove(&removed);
        let mut said = Vec::with_capacity(line.said.len());
        for (i, written) in line.said.into_iter().enumerate() {
            match said_of(written) {
                Ok(one) => said.push(one),
                Err(message) => self.fault(1, format!("`said[{i}]`: {message}")),
            }
        }
        self.changes += changes.len() + removed.len();
        let entries = state.scene.objects.len() + state.scene.cameras.len();
        if is_keyframe || self.changes > CHANGES_OF_A_STATE * (entries + 64) {
            self.changes = 0;
            moment.state = Some(Arc::new(state.clone()));
        }
        (moment.changes, moment.removed, moment.said) = (changes.into(), removed.into(), said.into());
        self.state = Some(state);
        self.trace.text_bytes += moment.text_bytes();
        self.trace.moments.push(Arc::new(moment));
        Ok(())
    }

    /// The scene of a keyframe; `None` for another line.
    fn keyframe(&self, line: &WrittenLine, text: &str) -> Result<Option<Scene>, Refusal> {
        let raw = match (line.eyeline_trace, line.scene) {
            (None, None) => return Ok(None),
            (Some(1), Some(raw)) => raw.get(),
            (Some(1), None) => return Err((1, "the keyframe has no `scene`".to_owned())),
            (Some(version), _) => {
                return Err((1, format!("`eyeline_trace` is {version}, and this version of eyeline reads 1")));
            }
            (None, Some(_)) => return Err((1, "a line with a `scene` needs `\"eyeline_trace\": 1`".to_owned())),
        };
        let start = raw.as_ptr().addr().saturating_sub(text.as_ptr().addr());
        let read = WrittenScene::parse(raw, self.file, &self.budget)
            .and_then(|(scene, written)| written.check(&scene, &NoLevels, None).map(|()| scene));
        match read {
            Ok(scene) if scene.trace.is_some() => {
                Err((start + 1, "the scene of a keyframe has a `trace` of its own".to_owned()))
            }
            Ok(scene) => Ok(Some(scene)),
            Err(error) => Err((start + error.span.start + 1, error.message.into())),
        }
    }

    fn slot(&mut self, name: &str) -> u32 {
        if let Some(slot) = self.slots.get(name) {
            return *slot;
        }
        let slot = u32::try_from(self.ids.len()).unwrap_or(u32::MAX);
        self.slots.insert(name.into(), slot);
        self.ids.push(EntryId::default());
        slot
    }

    fn know(&mut self, name: &str, kind: EntryKind) -> u32 {
        let slot = self.slot(name);
        if self.trace.kinds.get(name) != Some(&kind) {
            Arc::make_mut(&mut self.trace.kinds).insert(name.into(), kind);
        }
        slot
    }

    /// The state of a keyframe. An entry has the identity of the entry that had its name before.
    fn state_of(&mut self, mut scene: Scene) -> TraceState {
        let mut objects = Vec::with_capacity(scene.objects.len());
        for i in 0..scene.objects.len() {
            let slot = self.know(&scene.objects[i].name, EntryKind::Object);
            objects.push(slot);
            scene.objects[i].id = self.ids[slot as usize];
        }
        let mut cameras = Vec::with_capacity(scene.cameras.len());
        for camera in &mut scene.cameras {
            let slot = self.know(&camera.name, EntryKind::Camera);
            cameras.push(slot);
            camera.id = self.ids[slot as usize];
        }
        for kind in EntryKind::ALL.into_iter().filter(|kind| !matches!(kind, EntryKind::Object | EntryKind::Camera)) {
            for name in kind.names(&scene) {
                self.know(name, kind);
            }
        }
        TraceState::of(scene, &objects, &cameras)
    }

    fn set(&mut self, state: &mut TraceState, name: &str, set: WrittenSet, changes: &mut Vec<(u32, Change)>) {
        let found = self.slots.get(name).and_then(|slot| Some((*slot, state.place(*slot)?)));
        let Some((slot, place)) = found else {
            let message = match self.trace.kind_of(name) {
                Some(kind) if !matches!(kind, EntryKind::Object | EntryKind::Camera) => {
                    format!(
                        "`set` has {}, which is {}; a trace sets objects and cameras",
                        quoted(name),
                        kind.with_article()
                    )
                }
                _ => format!("`set` has {}, and there is no such object or camera", quoted(name)),
            };
            return self.fault(1, message);
        };
        match changes_of(set, place) {
            Err(message) => self.fault(1, format!("`set` of {}: {message}", quoted(name))),
            Ok(new) => {
                for change in new {
                    state.apply(slot, &change);
                    changes.push((slot, change));
                }
            }
        }
    }

    fn add(&mut self, state: &mut TraceState, add: WrittenAdd, changes: &mut Vec<(u32, Change)>) {
        if add.objects.is_empty() && add.cameras.is_empty() {
            return;
        }
        let mut scene = Scene::empty();
        scene.objects = add.objects.into_iter().collect();
        scene.cameras = add.cameras;
        // A camera may be attached to an object of the trace, and a name that comes twice has a message of its own.
        let violations = validate(&scene, &NoLevels, None);
        let mut wrong: HashMap<(&str, usize), String> = HashMap::new();
        for violation in violations {
            if let (false, Some(item)) = (is_of_names(&violation.kind), violation.place.item()) {
                wrong.entry(item).or_insert(violation.message);
            }
        }
        for (i, object) in scene.objects.iter().enumerate() {
            let wrong = wrong.get(&("objects", i));
            let Some(slot) = self.taken(state, &object.name, EntryKind::Object, wrong) else { continue };
            let mut object = object.clone();
            object.id = self.ids[slot as usize];
            let change = Change::AddObject(Box::new(object));
            state.apply(slot, &change);
            changes.push((slot, change));
        }
        for (i, camera) in scene.cameras.iter().enumerate() {
            let wrong = wrong.get(&("cameras", i));
            let Some(slot) = self.taken(state, &camera.name, EntryKind::Camera, wrong) else { continue };
            let mut camera = camera.clone();
            camera.id = self.ids[slot as usize];
            let change = Change::AddCamera(Box::new(camera));
            state.apply(slot, &change);
            changes.push((slot, change));
        }
    }

    /// The slot of a new entry; `None`, with a fault, when its name is taken or its values are wrong.
    fn taken(&mut self, state: &TraceState, name: &str, kind: EntryKind, wrong: Option<&String>) -> Option<u32> {
        let is_taken = self.slots.get(name).is_some_and(|slot| state.place(*slot).is_some());
        let message = match wrong {
            _ if name.is_empty() => "`add` has an entry with an empty name".to_owned(),
            _ if is_taken => format!("`add` has {}, which is there already", quoted(name)),
            Some(message) => format!("`add` of {}: {message}", quoted(name)),
            None => return Some(self.know(name, kind)),
        };
        self.fault(1, message);
        None
    }

    fn removed(&mut self, state: &TraceState, names: &[String]) -> Vec<u32> {
        let mut removed = Vec::new();
        for name in names {
            match self.slots.get(&**name).filter(|slot| state.place(**slot).is_some()) {
                Some(slot) => removed.push(*slot),
                None => self.fault(1, format!("`remove` has {}, and there is no such object or camera", quoted(name))),
            }
        }
        removed
    }
}

/// Whether a violation is about the names of entries, which depend on the entries that are there already.
fn is_of_names(kind: &ViolationKind) -> bool {
    matches!(kind, ViolationKind::Reference(_) | ViolationKind::Name(_))
}

/// The message of a syntax error without its place, which a fault has beside it.
fn words(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let end = text.rfind(" at line ").unwrap_or(text.len());
    let message = &text[..end];
    if error.is_data() { message.to_owned() } else { format!("the line is not JSON: {message}") }
}
