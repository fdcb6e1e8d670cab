//! The control nodes and decorators of Navigation2: how they tick their children, and their results.
//!
//! Source: the public documentation of that project, "Introduction To Nav2 Specific Nodes" and the pages
//! "BT Plugins: Controls" and "Decorators" of its configuration guide (Open Navigation LLC, docs.nav2.org, 2025).
//!
//! - Time is measured in ticks of the agent.
//! - A decorator that does not tick its child returns `running`.
//! - "Starts again" means: the node is started by a parent that started too, or after an abort. A
//!   [`NodeKind::PipelineSequence`], a [`NodeKind::NonblockingSequence`] and a [`LibraryNode::WhileDoElse`] tick an ended child
//!   again while they run. The child
//!   does not start again in this sense, so a [`NodeKind::RateController`] below them keeps its clock.
//! - There is no odometry: distance and speed are those of the agent's body. Without a body both are 0.

use std::sync::Arc;

/// The rates at which a [`NodeKind::SpeedController`](super::NodeKind::SpeedController) ticks its child.
#[derive(Clone, Debug, PartialEq)]
pub struct Rates {
    /// The least and the greatest rate, per second. Above 0.
    pub hertz: [f64; 2],
    /// The speeds of these rates, in metres per second.
    pub speeds: [f64; 2],
    /// The tick rate of the agent, in ticks per second.
    pub tick_rate: f64,
}

impl Rates {
    /// The ticks between two ticks of the child at a speed in metres per second. The rate is interpolated linearly
    /// between the least and the greatest speed.
    pub(super) fn period(&self, speed: f64) -> u64 {
        let ([slow, fast], [least, most]) = (self.speeds, self.hertz);
        let share = if fast > slow { ((speed - slow) / (fast - slow)).clamp(0.0, 1.0) } else { 1.0 };
        ticks_of(self.tick_rate / (least + share * (most - least)))
    }
}

/// A number of ticks, rounded up and at least 1.
fn ticks_of(ticks: f64) -> u64 {
    // A whole number may be slightly exceeded by rounding.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates")]
    let ticks = (ticks * (1.0 - 1e-12)).ceil() as u64;
    ticks.max(1)
}

/// When a [`NodeKind::PathLongerOnApproach`](super::NodeKind::PathLongerOnApproach) ticks its child. The path is a text or a list on the blackboard, see `path_of`.
///
/// The path before is the one of the last tick in which the child had no turn, or ended. The child is ticked when both
/// paths have points and end at the same point, the new one is another path, the path before is shorter than `near`, and
/// the new one is longer than `factor` times the path before.
#[derive(Clone, Debug, PartialEq)]
pub struct Approach {
    /// The blackboard key of the path.
    pub path: Arc<str>,
    /// The goal is near when the path before is shorter than this. Metres, at least 0.
    pub near: f64,
    /// How many times as long the new path must be. At least 0.
    pub factor: f64,
}

impl Approach {
    pub(super) fn is_longer(&self, before: &[[f64; 3]], now: &[[f64; 3]]) -> bool {
        let [old, new] = [before, now].map(length_of);
        before.last().is_some_and(|goal| now.last() == Some(goal))
            && before != now
            && old < self.near
            && new > self.factor * old
    }
}

/// The services of a [`NodeKind::PauseResumeController`](super::NodeKind::PauseResumeController), as keys of the blackboard.
///
/// A value that is true, also as a text, or a number other than 0, is a call. The node answers it in its next tick by setting the value to
/// false. A call to pause, unless the node is paused, halts the children. The child on pause is then ticked until it
/// succeeds; from the next tick on the paused child is. A call to resume, unless the node is resumed, does the same with
/// the child on resume and the resumed one. Of two calls in one tick the one to resume is the later one. A child other
/// than the resumed one that succeeds lets the node run on; any child that fails ends the node in failure.
#[derive(Clone, Debug, PartialEq)]
pub struct Calls {
    /// The key of the service that pauses.
    pub pause: Arc<str>,
    /// The key of the service that resumes.
    pub resume: Arc<str>,
}

/// The most children of a [`NodeKind::PauseResumeController`](super::NodeKind::PauseResumeController).
pub const MOST_STATES: usize = 4;

/// The length of a path in metres.
fn length_of(path: &[[f64; 3]]) -> f64 {
    let step = |pair: &[[f64; 3]]| pair[0].iter().zip(pair[1]).map(|(a, b)| (b - a).powi(2)).sum::<f64>().sqrt();
    path.windows(2).map(step).sum()
}
