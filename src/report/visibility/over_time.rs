//! How much of an object a camera sees over the ticks of a scene, and the ticks at which that changes.

use std::sync::Arc;

use super::answers::{VisibilityAnswer, VisibilityAnswers};
use super::targets::name;
use crate::files::Content;
use crate::opacity::Progress;
use crate::visibility::Reason;
use crate::world::{Recording, World};

/// The ticks that are looked at before changes are searched between them.
const SAMPLES: u64 = 96;

/// What a camera sees of an object over the ticks.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ShareOverTime {
    /// The camera.
    pub(crate) camera: Arc<str>,
    /// The object.
    pub(crate) object: Arc<str>,
    /// Ascending.
    pub(crate) samples: Vec<ShareSample>,
    /// The ticks at which the state is another one than at the tick before, ascending.
    pub(crate) changes: Vec<ShareSample>,
}

/// What is seen of an object at a tick.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ShareSample {
    /// The tick.
    pub(crate) tick: u64,
    /// The share of its own pixels; `None` when it has none, or is not there.
    pub(crate) share: Option<f64>,
    /// In which state it is.
    pub(crate) state: ShareState,
}

/// In which way an object is seen or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ShareState {
    /// All of its pixels.
    Whole,
    /// A part of them; the name of what has most of the others.
    Part(String),
    /// None: the name of what has most of them.
    Covered(String),
    /// None, for another reason.
    Unseen(Reason),
    /// The object or the camera is not there.
    Absent,
}

impl ShareState {
    fn of(world: &World, answer: &VisibilityAnswer) -> Self {
        let by = answer.seen.covered_by.first().map(|(by, _)| name(world, *by).to_owned());
        match (answer.reason, by) {
            (None, None) => Self::Whole,
            (None, Some(by)) => Self::Part(by),
            (Some(Reason::Covered), by) => Self::Covered(by.unwrap_or_default()),
            (Some(reason), _) => Self::Unseen(reason),
        }
    }

    /// "covered by `gate`".
    pub(crate) fn words(&self) -> String {
        match self {
            Self::Whole => "seen, nothing covers it".to_owned(),
            Self::Part(by) => format!("seen in part, `{by}` covers the most"),
            Self::Covered(by) => format!("covered by `{by}`"),
            Self::Unseen(reason) => format!("not seen: {}", reason.word()),
            Self::Absent => "not there".to_owned(),
        }
    }
}

impl ShareOverTime {
    /// The ticks 0 to `last` of a scene; `None` when it was cancelled.
    ///
    /// Up to 97 ticks are looked at. Where the state differs between two of them, the tick at which it changes is found by
    /// bisection. A state that begins and ends between two of them is not found.
    pub(crate) fn of(content: Content, camera: &str, object: &str, last: u64, progress: &Progress) -> Option<Self> {
        let mut recording = Recording::of(content);
        let mut look = |tick: u64| Self::at(&World::of(&mut recording, content, tick), camera, object);
        let count = last.min(SAMPLES);
        progress.expect(count + 1);
        let mut samples: Vec<ShareSample> = Vec::new();
        let mut changes = Vec::new();
        for i in 0..=count {
            if progress.is_cancelled() {
                return None;
            }
            let sample = look((i * last).checked_div(count).unwrap_or(0));
            if let Some(before) = samples.last().filter(|before| before.state != sample.state) {
                changes.push(change(before.tick, &sample, &mut look));
            }
            samples.push(sample);
            progress.advance(1);
        }
        for found in &changes {
            let place = samples.partition_point(|sample| sample.tick < found.tick);
            if samples.get(place).is_none_or(|sample| sample.tick != found.tick) {
                samples.insert(place, found.clone());
            }
        }
        Some(Self { camera: camera.into(), object: object.into(), samples, changes })
    }

    fn at(world: &World, camera: &str, object: &str) -> ShareSample {
        let seen = || {
            let camera = world.cameras.iter().find(|at| *at.name == *camera)?;
            let object = world.objects.iter().position(|at| *at.name == *object)?;
            let answers = VisibilityAnswers::of(camera, world);
            let answer = answers.targets.get(object)?;
            Some(ShareSample { tick: world.tick, share: answer.seen.share(), state: ShareState::of(world, answer) })
        };
        seen().unwrap_or(ShareSample { tick: world.tick, share: None, state: ShareState::Absent })
    }
}

/// The first tick after `from` with the state of `after`, if the state between them is one of both.
fn change(from: u64, after: &ShareSample, look: &mut impl FnMut(u64) -> ShareSample) -> ShareSample {
    let (mut from, mut found) = (from, after.clone());
    while found.tick - from > 1 {
        let middle = look(u64::midpoint(from, found.tick));
        if middle.state == after.state {
            found = middle;
        } else {
            from = middle.tick;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;
    use crate::scene::parse;

    /// A box moves behind a wall: 1 cm a tick, pixels of 1 cm.
    #[test]
    fn changes_are_found_to_the_tick() {
        let text = r#"{ "eyeline": 1, "tick_rate": 100,
            "cameras": [{ "name": "eye", "size": [800, 200], "near": 0, "far": 20,
                "projection": { "orthographic": { "height": 2, "aspect": 4 } } }],
            "objects": [
                { "name": "cart", "shape": { "box": { "half_extents": [0.25, 0.25, 0.25] } },
                  "path": { "points": [[-3, 0, -8], [6, 0, -8]], "speed": 1 } },
                { "name": "gate", "shape": { "box": { "half_extents": [1, 1, 0.1] } }, "position": [0, 0, -4] }] }"#;
        let scene = parse(text, "a.json").unwrap();
        let files = Files::default();
        let content = Content { scene: &scene, files: &files };
        let found = ShareOverTime::of(content, "eye", "cart", 900, &Progress::default()).unwrap();
        let told: Vec<(u64, String)> = found.changes.iter().map(|change| (change.tick, change.state.words())).collect();
        // Its right side reaches −1 at tick 175; its left side is behind the gate from tick 225 to 375, at 425 it is past it.
        let part = "seen in part, `gate` covers the most".to_owned();
        assert_eq!(told.len(), 5, "{told:?}");
        for ((tick, words), (expected, state)) in told.iter().zip([
            (176, part.clone()),
            (225, "covered by `gate`".to_owned()),
            (376, part),
            (425, "seen, nothing covers it".to_owned()),
            (725, "not seen: frustum".to_owned()),
        ]) {
            assert!(tick.abs_diff(expected) <= 1, "{told:?}");
            assert_eq!(*words, state);
        }
        assert!(found.samples.is_sorted_by_key(|sample| sample.tick));
        let cancelled = Progress::default();
        cancelled.cancel();
        assert_eq!(ShareOverTime::of(content, "eye", "cart", 900, &cancelled), None);
    }
}
